"""What was asked before, and finding one's way back to it."""

import json
import re

from playwright.sync_api import expect

from tests.browser.visiting import Visits, ask, go


def test_a_run_is_found_exported_and_deleted(visits: Visits) -> None:
    page = visits.open()
    question = "Wie hoch war der Beratungsertrag im Jahr 2025?"
    run = ask(page, question)
    page.locator(".answer").wait_for()
    go(page, "/history")
    page.get_by_label("Suchen").fill("Beratungsertrag")
    line = page.locator(".run-line").filter(has=page.locator(f"a[href='#/runs/{run}']"))
    expect(page.locator(".run-line")).to_have_count(1)
    expect(line).to_contain_text("beantwortet")
    expect(page).to_have_url(re.compile("search=Beratungsertrag"))
    with page.expect_download() as taken:
        line.get_by_role("button", name=re.compile("^Exportieren")).click()
    assert json.loads(taken.value.path().read_text(encoding="utf-8"))
    line.get_by_role("button", name=re.compile("^Löschen")).click()
    page.get_by_role("dialog").get_by_role("button", name="Löschen").click()
    expect(line).to_have_count(0)
    expect(page.locator(".empty")).to_contain_text("Nichts passt dazu")


def test_runs_are_filtered_by_their_state(visits: Visits) -> None:
    page = visits.open()
    ask(page, "Wie hoch ist der Umsatz?")
    page.locator(".clarify").wait_for()
    go(page, "/history")
    page.get_by_label("Stand").select_option("wartet auf Sie")
    expect(page.locator(".run-line .badge", has_not_text="wartet auf Sie")).to_have_count(0)
    expect(page.locator(".run-line .badge").first).to_have_text("wartet auf Sie")


def test_the_timeline_names_every_event(visits: Visits) -> None:
    page = visits.open()
    ask(page, "Was ist der Banksaldo per 31.12.2025?")
    page.get_by_role("link", name="Ablauf").click()
    listed = page.locator(".log-line")
    expect(listed.last).to_contain_text("Beendet")
    # Both grow while events come in, so they are compared until they agree.
    page.wait_for_function(
        """() => [...document.querySelectorAll("[role=img]")].some((picture) =>
            picture.getAttribute("aria-label")?.startsWith(
                `${document.querySelectorAll(".log-line").length} Ereignisse`))"""
    )


def test_a_run_that_is_gone_says_so(visits: Visits) -> None:
    visits.allow(r"404 \(Not Found\)")
    page = visits.open("/runs/r0000000000000000000")
    expect(page.get_by_role("alert")).to_contain_text("Diesen Lauf gibt es nicht.")
