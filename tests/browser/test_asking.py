"""Asking, and seeing where the answer comes from."""

import re

from playwright.sync_api import Page, expect

from tests.browser.serving import Served
from tests.browser.test_views import ALL, grave
from tests.browser.visiting import Visits, ask

BANK = "Was ist der Banksaldo per 31.12.2025?"


def figure(page: Page, text: str) -> None:
    page.get_by_role("button", name=text, exact=True).first.click()


def test_a_figure_opens_the_cell_it_came_from(visits: Visits, served: Served) -> None:
    page = visits.open()
    run = ask(page, BANK)
    figure(page, "CHF 152'400.00")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".evidence-value")).to_have_text("CHF 152'400.00")
    cell = page.request.get(f"{served.url}/api/runs/{run}/figures/1").json()["cells"][0]
    marked = dialog.locator(".evidence-row mark")
    expect(marked).to_have_text(["152'400.00"])
    assert cell["value"] == "152400.00"
    expect(dialog.locator(".evidence-row")).to_contain_text("1020")
    expect(dialog.locator(".chips")).to_contain_text("1021")
    expect(dialog.locator(".chips")).to_contain_text("ganzes Jahr")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("button", name="CHF 152'400.00", exact=True).first).to_be_focused()


def test_a_calculated_figure_shows_its_steps(visits: Visits) -> None:
    page = visits.open()
    ask(page, BANK)
    figure(page, "CHF 180'500.00")
    sheet = page.get_by_role("dialog").locator(".sheet")
    expect(sheet.locator("tbody tr")).to_have_count(2)
    expect(sheet).to_contain_text("152'400.00")
    expect(sheet).to_contain_text("28'100.00")
    expect(sheet.locator("tfoot")).to_contain_text("CHF 180'500.00")


def test_reloading_comes_back_to_the_same_evidence(visits: Visits) -> None:
    page = visits.open()
    ask(page, BANK)
    figure(page, "CHF 28'100.00")
    expect(page.get_by_role("dialog").locator(".evidence-row")).to_contain_text("1021")
    page.reload()
    expect(page.get_by_role("dialog").locator(".evidence-value")).to_have_text("CHF 28'100.00")


def test_tables_sort_and_can_be_taken_along(visits: Visits) -> None:
    page = visits.open()
    ask(page, BANK)
    page.get_by_text("Tabellen hinter der Antwort").click()
    result = page.locator("details.result").first
    heading = result.get_by_role("columnheader", name="Saldo")
    heading.get_by_role("button").click()
    expect(heading).to_have_attribute("aria-sort", "ascending")
    expect(result.locator("tbody tr").first).to_contain_text("15'226.95")
    heading.get_by_role("button").click()
    expect(result.locator("tbody tr").first).to_contain_text("152'400.00")
    for name, beginning in (("CSV", b"\xef\xbb\xbfaccountNumber"), ("Excel", b"PK")):
        with page.expect_download() as taken:
            result.get_by_role("button", name=name).click()
        assert taken.value.path().read_bytes().startswith(beginning)


def test_the_answer_itself_is_drawn(visits: Visits, served: Served) -> None:
    page = visits.open()
    run = ask(page, "Umsatz 2025 pro Monat?")
    expect(page.locator(".answer-table .bar")).to_have_count(12)
    chart = page.locator(".answer-chart img")
    chart.wait_for()
    assert chart.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    told = page.request.get(f"{served.url}/api/runs/{run}/series").json()
    assert (told["kind"], len(told["rows"])) == ("line", 12)


def test_a_refusal_does_not_look_like_an_answer(visits: Visits) -> None:
    page = visits.open()
    ask(page, "Wie hoch ist das Budget 2026?")
    ending = page.locator(".ending.refused")
    expect(ending).to_contain_text("steht nicht in diesen Tabellen")
    expect(ending).to_contain_text("Was hilft:")
    expect(page.locator(".answer")).to_have_count(0)
    ending.get_by_role("button", name="Frage ändern").click()
    expect(page.locator("main textarea")).to_have_value("Wie hoch ist das Budget 2026?")


def test_the_seats_are_told_in_plain_words(visits: Visits) -> None:
    page = visits.open()
    ask(page, BANK)
    expect(page.locator(".answer")).to_be_visible()
    page.get_by_text("Wie das Team gearbeitet hat").click()
    seats = page.get_by_role("list", name="Die vier Agenten")
    expect(seats).to_contain_text("5 Zahlen belegt")
    expect(seats).to_contain_text("freigegeben")
    page.get_by_text("Schritt für Schritt").click()
    expect(page.locator(".log")).to_contain_text("liest: Periodensaldo")


def test_what_is_not_sent_survives_a_reload(visits: Visits) -> None:
    page = visits.open()
    box = page.locator("main textarea")
    box.press_sequentially("Erste Zeile")
    box.press("Shift+Enter")
    box.press_sequentially("zweite")
    page.reload()
    expect(page.locator("main textarea")).to_have_value("Erste Zeile\nzweite")


def test_text_of_the_person_is_never_markup(visits: Visits) -> None:
    page = visits.open()
    ask(page, "<img src=x onerror=alert(1)> <b>Banksaldo</b> 2025?")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("<img src=x"))
    expect(page.locator("main h1 img, main h1 b")).to_have_count(0)


def test_a_follow_up_is_asked_in_the_thread_itself(visits: Visits) -> None:
    page = visits.open()
    first = ask(page, "Wie hoch war der Umsatz 2025?")
    expect(page.locator(".outcome .answer")).to_be_visible()
    box = page.get_by_label("Nächste Frage").locator("textarea")
    box.fill("und 2024?")
    box.press("Enter")
    page.wait_for_function("run => !location.hash.includes(run)", arg=first)
    expect(page.locator(".understood")).to_contain_text("Verstanden als: Wie hoch war der Umsatz 2024")
    before = page.get_by_label("Gespräch bis hierher").locator(".turn")
    expect(before).to_have_count(1)
    expect(before.get_by_role("heading")).to_have_text("Wie hoch war der Umsatz 2025?")
    expect(before.locator(".answer-text")).to_contain_text("2025")
    expect(page.get_by_role("heading", level=1)).to_have_text("und 2024?")
    expect(page.locator(".outcome .answer")).to_contain_text("2024")
    assert grave(page, ALL) == []
