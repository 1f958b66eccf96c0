"""AutoGen's runtime without what nobody reads: it writes every message as JSON for a log that is turned off, and opens
spans that lead nowhere, a hundred times a run. A run's own spans are made by the seats (`telemetry/signals.py`)."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core import SingleThreadedAgentRuntime
from opentelemetry.trace import INVALID_SPAN, Span


class _NoSpans:
    @contextmanager
    def trace_block(self, *_: object, **__: object) -> Generator[Span]:
        yield INVALID_SPAN


class QuietRuntime(SingleThreadedAgentRuntime):
    def __init__(self) -> None:
        super().__init__(ignore_unhandled_exceptions=False)
        self._tracer_helper: Any = _NoSpans()

    def _try_serialize(self, message: Any) -> str:
        return ""


class QuietTeam(RoundRobinGroupChat):
    """Each team has a runtime of its own, as AutoGen's has, and a quiet one."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._runtime = QuietRuntime()
