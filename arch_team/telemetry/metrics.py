"""Prometheus metrics of this process. Off until `turn_on`, which a server or a worker calls; a script pays nothing."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from prometheus_client import Counter, Histogram

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0)


class Metrics:
    """Every label is one of a few: names of skills, models, tools, codes and routes; never a run, a text or a user."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Gauge, GCCollector, PlatformCollector, ProcessCollector

        self.registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        self.runs_ended = self._counter("runs_ended", "Runs that ended here.", "skill", "ending")
        self.run_seconds = self._histogram("run_seconds", "Seconds of work on a run, waiting not counted.", "skill")
        self.model_calls = self._counter("model_calls", "Calls of a model.", "model", "outcome")
        self.model_seconds = self._histogram("model_seconds", "Seconds a model took.", "model")
        self.model_tokens = self._counter("model_tokens", "Tokens, as the model reports them.", "model", "kind")
        self.tool_calls = self._counter("tool_calls", "Calls of a tool; code is OK or why not.", "tool", "code")
        self.guard_checks = self._counter("guard_checks", "Drafts held against the evidence.", "outcome")
        self.guard_refusals = self._counter("guard_refusals", "What the guard objected to.", "code")
        self.http_requests = self._counter("http_requests", "Requests answered.", "method", "route", "status")
        self.http_seconds = self._histogram("http_seconds", "Seconds until an answer began.", "route")
        self._runs = Gauge("arch_team_runs", "Kept runs that have not ended.", ["status"], registry=self.registry)
        self._open = Gauge("arch_team_open_clarifications", "Questions that wait for a person.", registry=self.registry)

    def level(self, runs: "Mapping[str, int]", open_clarifications: int) -> None:
        """How things stand in the database of runs, which several processes may share."""
        for status, count in runs.items():
            self._runs.labels(status).set(count)
        self._open.set(open_clarifications)

    def text(self) -> bytes:
        from prometheus_client import generate_latest

        return generate_latest(self.registry)

    def listen(self, port: int) -> None:
        """For a process that serves nothing else: on this machine alone."""
        from prometheus_client import start_http_server

        start_http_server(port, "127.0.0.1", self.registry)

    def _counter(self, name: str, about: str, *labels: str) -> "Counter":
        from prometheus_client import Counter

        return Counter(f"arch_team_{name}", about, labels, registry=self.registry)

    def _histogram(self, name: str, about: str, *labels: str) -> "Histogram":
        from prometheus_client import Histogram

        return Histogram(f"arch_team_{name}", about, labels, registry=self.registry, buckets=_SECONDS)


_on: Metrics | None = None


def metrics() -> Metrics | None:
    """None: nobody counts."""
    return _on


def turn_on() -> Metrics:
    """Counts from here on. What was counted before goes on."""
    global _on
    if _on is None:
        _on = Metrics()
    return _on


def turn_off() -> None:
    global _on
    _on = None
