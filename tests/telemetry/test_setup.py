"""Watching a process is switched on by its environment, and costs nothing before."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from arch_team.models.scripted import Scripted
from arch_team.settings import Settings
from arch_team.society import Society
from arch_team.telemetry.setup import observe
from arch_team.telemetry.tracing import trace_with, tracer
from tests.telemetry.test_spans import DRAFT, QUESTION, READ

OTLP = "opentelemetry.exporter.otlp.proto.http.trace_exporter"
ENDPOINT = "http://127.0.0.1:4318"


@pytest.fixture(autouse=True)
def unset(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in [name for name in os.environ if name.startswith("OTEL_")]:
        monkeypatch.delenv(name)
    yield
    trace_with(None)


@pytest.fixture
def settings(tmp_path: Path, duckdb_url: str) -> Settings:
    return Settings(home=tmp_path, db=duckdb_url, mandate="alpenblick", model=None)


def ask(settings: Settings) -> str:
    return Society(settings, client=Scripted(READ, DRAFT), engine_first=False).ask_sync(QUESTION, language="de").run_id


def test_nothing_is_watched_by_default(settings: Settings) -> None:
    before = logging.getLogger().handlers[:]
    observe(settings)
    assert logging.getLogger().handlers == before
    assert tracer() is None


def test_asking_from_cold_imports_neither_sdk_nor_prometheus(tmp_path: Path, duckdb_url: str) -> None:
    code = (
        "import sys\nfrom arch_team.console.app import app\n"
        f"try:\n    app(['ask', {QUESTION!r}])\nexcept SystemExit:\n    pass\nprint(*sys.modules, sep='\\n')"
    )
    given = {"ARCH_TEAM_HOME": str(tmp_path), "ARCH_TEAM_DB": duckdb_url, "ARCH_TEAM_MANDATE": "alpenblick"}
    output = subprocess.check_output([sys.executable, "-c", code], text=True, env={**os.environ, **given})
    assert "152'400.00" in output
    watching = ("opentelemetry.sdk", "opentelemetry.exporter", "prometheus_client")
    assert not [name for name in output.split() if name.startswith(watching)]


def test_an_endpoint_gets_the_spans(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    exporter = InMemorySpanExporter()
    module = ModuleType(OTLP)
    setattr(module, "OTLPSpanExporter", lambda: exporter)  # noqa: B010
    monkeypatch.setitem(sys.modules, OTLP, module)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", ENDPOINT)
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "10")
    observe(settings)
    ask(settings)
    from arch_team.telemetry import tracing

    provider = tracing._own  # pyright: ignore[reportPrivateUsage]
    assert provider is not None
    getattr(provider, "force_flush")()  # noqa: B009
    assert "invoke_workflow arch_team" in [span.name for span in exporter.get_finished_spans()]
    assert exporter.get_finished_spans()[0].resource.attributes["service.name"] == "arch-team"
    getattr(provider, "shutdown")()  # noqa: B009


def test_without_the_exporter_it_says_what_to_install_and_works(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, OTLP, None)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", ENDPOINT)
    observe(settings)
    assert "pip install 'arch-team[otel]'" in caplog.text
    assert ask(settings)


@pytest.mark.parametrize(
    "given",
    [
        {"OTEL_EXPORTER_OTLP_ENDPOINT": ENDPOINT, "OTEL_SDK_DISABLED": "true"},
        {"OTEL_EXPORTER_OTLP_ENDPOINT": ENDPOINT, "OTEL_TRACES_EXPORTER": "none"},
        {"OTEL_TRACES_EXPORTER": "zipkin"},
    ],
)
def test_it_can_be_switched_off(settings: Settings, monkeypatch: pytest.MonkeyPatch, given: dict[str, str]) -> None:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    observe(settings)
    assert tracer() is None


def test_the_tree_can_be_read_without_a_collector(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "console")
    observe(settings)
    run_id = ask(settings)
    first, second, *rest = capsys.readouterr().err.splitlines()
    assert first.startswith("invoke_workflow arch_team  ")
    assert first.endswith(f"id={run_id}  ending=approved")
    assert second.startswith("├── invoke_agent QueryOperator  ")
    assert rest[0].startswith("│   ├── chat Scripted  ")
    assert rest[-1].startswith("└── invoke_agent QAApprover  ")
