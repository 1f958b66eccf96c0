"""Every view: accessible in both themes, nothing to scroll sideways on a phone, nothing in the console."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, TimeoutError, expect

from tests.browser.serving import Served
from tests.browser.visiting import DESKTOP, PHONE, Visits, ask, go

CUT_OFF = """() => [...document.querySelectorAll("main *, dialog *")]
  .filter((one) => !one.closest(".table-wrap, .timeline-wrap, pre, .visually-hidden"))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.outerHTML.slice(0, 90))"""
"""What reaches beyond the screen, tables that scroll by themselves aside."""

WIDER = """() => [document.documentElement.scrollWidth].filter((width) => width > innerWidth)"""
"""What makes the whole page scroll sideways."""

ALL = {"resultTypes": ["violations"]}
COLOURS = ALL | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""All that differs between the themes."""

DRAWN_WITHIN = 10_000
"""Milliseconds."""

Prepare = Callable[[Page], None]


def answered(page: Page) -> None:
    ask(page, "Umsatz 2025 pro Monat?")
    page.locator(".answer").wait_for()
    page.get_by_text("Wie das Team gearbeitet hat").click()


def with_evidence(page: Page) -> None:
    ask(page, "Was ist der Banksaldo per 31.12.2025?")
    page.get_by_role("button", name="CHF 180'500.00", exact=True).click()
    page.locator(".sheet").wait_for()


def waiting(page: Page) -> None:
    ask(page, "Wie hoch ist der Umsatz?")
    page.locator(".clarify").wait_for()


def refused(page: Page) -> None:
    ask(page, "Wie hoch ist das Budget 2026?")
    page.locator(".ending").wait_for()


def inbox(page: Page) -> None:
    waiting(page)
    go(page, "/inbox")
    page.locator(".clarify .choices").first.wait_for()


def review(page: Page) -> None:
    go(page, "/requirements")
    page.get_by_role("button", name="Beispiel einsetzen").click()
    page.get_by_role("button", name="Prüfen").click()
    page.locator(".duplicate").first.wait_for()
    page.get_by_text("Fragen, die nur Sie beantworten können").first.click()
    page.locator(".requirement summary").first.click()


def knowledge(page: Page) -> None:
    go(page, "/knowledge?q=Wie lange werden Zugriffe aufbewahrt")
    page.locator(".hit").first.wait_for()
    page.locator(".documents").wait_for()


def trace(page: Page) -> None:
    run = ask(page, "Was ist der Banksaldo per 31.12.2025?")
    page.locator(".answer").wait_for()
    go(page, f"/runs/{run}/trace")
    page.locator(".piece").first.wait_for()


def settled(path: str, selector: str) -> Prepare:
    def prepare(page: Page) -> None:
        go(page, path)
        page.locator(selector).first.wait_for()

    return prepare


VIEWS: Mapping[str, Prepare] = {
    "ask": settled("/ask", ".examples"),
    "answer": answered,
    "evidence": with_evidence,
    "question back": waiting,
    "refusal": refused,
    "inbox": inbox,
    "data": settled("/data", "details.result"),
    "board": settled("/board", ".empty"),
    "requirements": settled("/requirements", ".hand-in"),
    "review": review,
    "knowledge": knowledge,
    "history": settled("/history", ".run-line"),
    "trace": trace,
    "benchmarks": settled("/benchmarks", ".report-link"),
    "benchmark": settled("/benchmarks/trustee-embedded", ".charts img"),
    "settings": settled("/settings", ".facts"),
    "nowhere": settled("/nowhere", ".empty"),
}


def grave(page: Page, options: dict[str, Any] | None = None) -> list[str]:
    """Violations that shut somebody out, with the elements meant."""
    ran: Any = Axe().run(page, options=options)  # pyright: ignore[reportUnknownMemberType]
    found: list[dict[str, Any]] = ran.response["violations"]
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes']][:3]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def comes_about(page: Page, wrong: str) -> list[str]:
    """What is still wrong when the page has drawn itself anew: it does so with one of the next frames."""
    with suppress(TimeoutError):
        page.wait_for_function(f"() => ({wrong})().length === 0", timeout=DRAWN_WITHIN)
    return page.evaluate(wrong)


@pytest.fixture(scope="module")
def tour(browser: Browser, served: Served) -> Iterator[Page]:
    """One visit through all views: opening a page anew costs more than looking at it."""
    visits = Visits(browser, served.url)
    yield visits.open()
    visits.close()


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_is_for_everybody(name: str, tour: Page) -> None:
    tour.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    tour.emulate_media(color_scheme="light")
    go(tour, "/ask")
    tour.locator(".examples").wait_for()
    VIEWS[name](tour)
    assert grave(tour, ALL) == []
    tour.emulate_media(color_scheme="dark")
    assert grave(tour, COLOURS) == []
    tour.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert comes_about(tour, WIDER) == []
    assert comes_about(tour, CUT_OFF) == []


def test_the_theme_can_be_chosen(visits: Visits) -> None:
    page = visits.open("/settings", scheme="light")
    body, ground = page.locator("body"), "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_label("dunkel").check()
    expect(body).not_to_have_css("background-color", light)
    dark = page.evaluate(ground)
    page.reload()
    expect(body).to_have_css("background-color", dark)
