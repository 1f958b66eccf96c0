"""Where our spans go: a collector, or a tree on stderr. Needs OpenTelemetry's SDK; nothing else here does."""

import hashlib
import importlib
import os
import sys
from collections.abc import Iterable, Sequence
from typing import IO, cast

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator

from arch_team.telemetry.current import current_run
from arch_team.version import __version__

SERVICE = "arch-team"


class RunTraceIds(RandomIdGenerator):
    """The trace of a run has an id made from the run's: whoever has the one finds the other, and a run that waited, or
    went on in another process, is one trace."""

    def generate_trace_id(self) -> int:
        run = current_run.get()
        return super().generate_trace_id() if run is None else trace_id_of(run.run_id)


def trace_id_of(run_id: str) -> int:
    return int.from_bytes(hashlib.sha256(run_id.encode()).digest()[:16], "big") or 1


def provider_for(exporter: SpanExporter, *, at_once: bool = False) -> TracerProvider:
    about = {"service.name": os.environ.get("OTEL_SERVICE_NAME", SERVICE), "service.version": __version__}
    provider = TracerProvider(resource=Resource.create(about), id_generator=RunTraceIds())
    provider.add_span_processor(SimpleSpanProcessor(exporter) if at_once else BatchSpanProcessor(exporter))
    return provider


def otlp_exporter() -> SpanExporter:
    """Over HTTP, or gRPC where that is asked for. Raises ImportError where it is not installed."""
    kind = "grpc" if os.environ.get("OTEL_EXPORTER_OTLP_PROTOCOL") == "grpc" else "http"
    return importlib.import_module(f"opentelemetry.exporter.otlp.proto.{kind}.trace_exporter").OTLPSpanExporter()


class TreeExporter(SpanExporter):
    """Writes each execution of a run as a tree, when it has ended."""

    def __init__(self, out: IO[str] | None = None) -> None:
        self._out = out
        self._spans: dict[int, list[ReadableSpan]] = {}

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        for span in spans:
            if span.context is None:
                continue
            kept = self._spans.setdefault(span.context.trace_id, [])
            kept.append(span)
            if span.parent is None:
                print("\n".join(tree_of(self._spans.pop(span.context.trace_id))), file=self._out or sys.stderr)
        return SpanExportResult.SUCCESS

    def shutdown(self) -> None:
        self._spans.clear()


def tree_of(spans: Iterable[ReadableSpan]) -> list[str]:
    """Lines, children below their parents in the order in which they began."""
    below: dict[int | None, list[ReadableSpan]] = {}
    for span in sorted(spans, key=lambda one: one.start_time or 0):
        below.setdefault(span.parent.span_id if span.parent else None, []).append(span)

    def lines(span: ReadableSpan, before: str) -> Iterable[str]:
        children = below.get(span.context.span_id, []) if span.context else []
        for number, child in enumerate(children, 1):
            last = number == len(children)
            yield f"{before}{'└── ' if last else '├── '}{_told(child)}"
            yield from lines(child, before + ("    " if last else "│   "))

    return [line for root in below.get(None, []) for line in (_told(root), *lines(root, ""))]


_SHOWN = (
    "gen_ai.conversation.id",
    "arch_team.ending",
    "error.type",
    "arch_team.guard.codes",
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.output_tokens",
    "arch_team.replayed",
)


def _told(span: ReadableSpan) -> str:
    seconds = ((span.end_time or 0) - (span.start_time or 0)) / 1e9
    attributes = span.attributes or {}
    shown = [f"{name.rpartition('.')[2]}={_plain(attributes[name])}" for name in _SHOWN if name in attributes]
    return "  ".join((span.name, f"{seconds * 1000:.1f} ms", *shown))


def _plain(value: object) -> str:
    return ",".join(map(str, cast("Iterable[object]", value))) if isinstance(value, tuple | list) else str(value)
