"""A real server and a real chromium, for all tests of this folder, which run one after the other."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.serving import Served
from tests.browser.visiting import PATIENCE, Visits, launched

HANDBOOK = """# Handbuch

## Zugriff

Nur die Buchhaltung hat Zugriff auf die Lohndaten. Jeder Zugriff wird protokolliert und 10 Jahre aufbewahrt.

## Sicherung

Jede Nacht um 02:00 Uhr wird eine Sicherung erstellt.
"""


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("served"), demo_home)
    furnish(server)
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        opened = launched(playwright)
        yield opened
        opened.close()


@pytest.fixture
def visits(browser: Browser, served: Served) -> Iterator[Visits]:
    opened = Visits(browser, served.url)
    yield opened
    opened.close()


def furnish(server: Served) -> None:
    """A document to find and a report to read."""
    handbook = server.home / "handbuch.md"
    handbook.write_text(HANDBOOK, encoding="utf-8")
    server.command("knowledge", "add", str(handbook))
    report = server.home / "benchmark" / "trustee-embedded"
    report.mkdir(parents=True)
    (report / "report.json").write_text(json.dumps(REPORT), encoding="utf-8")
    (report / "report.md").write_text("# Trustee\n\nbaseline 42.1 %, ontology 100.0 %\n", encoding="utf-8")
    (report / "accuracy.svg").write_text(CHART, encoding="utf-8")


CHART = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40" width="200" height="40">'
    '<rect width="84" height="16" fill="#2f855a"/><rect y="20" width="200" height="16" fill="#2f855a"/></svg>'
)


def _mode(name: str, right: float) -> dict[str, object]:
    return {
        "mode": name,
        "accuracy": {"value": right, "low": right - 0.1, "high": right},
        "wrong": {"value": 1 - right, "low": 0, "high": 1},
        "patternCompliance": {"value": right, "low": 0, "high": 1},
        "repairs": {"conversion": None},
        "rounds": 38,
        "promptTokens": 0,
        "completionTokens": 0,
    }


REPORT: dict[str, object] = {
    "modes": [_mode("baseline", 0.421), _mode("ontology", 1.0)],
    "goals": [{"goal": "ontology ≥ baseline + 25 points", "measured": "+57.9 points", "reached": True}],
    "questions": [
        {
            "id": "q01",
            "question": "Was ist der Banksaldo per 31.12.2025?",
            "verdicts": {"baseline": ["wrong"], "ontology": ["right"]},
        }
    ],
}
