"""Spans, through OpenTelemetry's API alone. There are none until a program sets a tracer provider, or `setup` makes our
own by the variables that OpenTelemetry defines; until then nothing of it is even imported."""

import os
import sys
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import aclosing, contextmanager, suppress
from typing import TYPE_CHECKING, Literal, TypeVar

from arch_team.telemetry.current import CurrentRun, current_run, current_seat

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer, TracerProvider

SCOPE = "arch_team"
CAPTURE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
_CAPTURING = ("true", "span_only", "span_and_event")

T = TypeVar("T")
Kind = Literal["INTERNAL", "CLIENT"]
Attributes = Mapping[str, "str | int | float | bool | list[str]"]
_own: "TracerProvider | None" = None
_known: "tuple[TracerProvider, Tracer] | None" = None


def trace_with(provider: "TracerProvider | None") -> None:
    """Our spans go to this provider and nobody else's do: it does not become the program's. None: to the program's."""
    global _own
    _own = provider


def tracer() -> "Tracer | None":
    """None: nobody looks."""
    if _own is None and "opentelemetry.trace" not in sys.modules:
        return None
    from opentelemetry import trace

    global _known
    provider = _own or trace.get_tracer_provider()
    if isinstance(provider, trace.ProxyTracerProvider):
        return None
    if _known is None or _known[0] is not provider:
        from arch_team.version import __version__

        _known = provider, provider.get_tracer(SCOPE, __version__)
    return _known[1]


def captures_content() -> bool:
    """Whether questions, answers and arguments may stand in spans. Never by default."""
    return os.environ.get(CAPTURE, "").strip().lower() in _CAPTURING


class Place:
    """A place in the tree of a run: what is done here belongs to this span, this run and this seat."""

    def __init__(self, span: "Span | None", *, run: CurrentRun | None = None, seat: str | None = None) -> None:
        self.span = span
        self._run, self._seat = run, seat

    @contextmanager
    def here(self) -> Generator[None]:
        run = current_run.set(self._run) if self._run is not None else None
        seat = current_seat.set(self._seat) if self._seat is not None else None
        try:
            if self.span is None:
                yield
            else:
                from opentelemetry.trace import use_span

                with use_span(self.span, record_exception=False, set_status_on_exception=False):
                    yield
        finally:
            with suppress(ValueError):  # closed from elsewhere: there is nothing to put back there
                if seat is not None:
                    current_seat.reset(seat)
                if run is not None:
                    current_run.reset(run)

    async def each(self, events: AsyncGenerator[T, None]) -> AsyncGenerator[T, None]:
        """The generator works here, step by step. Between the steps, whoever reads it is where it was."""
        async with aclosing(events):
            while True:
                with self.here():
                    try:
                        event = await anext(events)
                    except StopAsyncIteration:
                        return
                yield event

    def describe(self, attributes: Attributes) -> None:
        if self.span is not None:
            self.span.set_attributes(attributes)

    def failed(self, kind: str) -> None:
        if self.span is not None:
            from opentelemetry.trace import Status, StatusCode

            self.span.set_attribute("error.type", kind)
            self.span.set_status(Status(StatusCode.ERROR))


@contextmanager
def opened(
    name: str,
    attributes: Attributes,
    *,
    kind: Kind = "INTERNAL",
    run: CurrentRun | None = None,
    seat: str | None = None,
) -> Generator[Place]:
    """A new place below the current one. What an exception says may be anything, so only its type is kept."""
    tracing = tracer()
    if tracing is None:
        yield Place(None, run=run, seat=seat)
        return
    from opentelemetry.trace import SpanKind

    with Place(None, run=run).here():  # the id of a run's trace comes from the run's own
        span = tracing.start_span(name, kind=SpanKind[kind], attributes=attributes, record_exception=False)
    place = Place(span, run=run, seat=seat)
    try:
        yield place
    except GeneratorExit:
        raise
    except BaseException as error:
        place.failed(type(error).__name__)
        raise
    finally:
        span.end()
