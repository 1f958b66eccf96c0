"""Spans as they are exported, kept in memory for a test to look at."""

from collections.abc import Generator
from contextlib import contextmanager

from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from arch_team.telemetry.exporting import provider_for
from arch_team.telemetry.tracing import trace_with


@contextmanager
def collected_spans() -> Generator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    provider = provider_for(exporter, at_once=True)
    trace_with(provider)
    yield exporter
    trace_with(None)
    provider.shutdown()
