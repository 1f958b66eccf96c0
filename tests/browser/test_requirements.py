"""Requirements: handed in, scored, mended."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.visiting import Visits

WEAK = "Das System soll schnell sein."
PASSED = re.compile(r"^(0\.[7-9]\d*|1(\.0+)?)$")
"""At least 0.7."""
TWINS = (
    "Als Buchhalterin möchte ich die Salden als CSV exportieren, damit ich sie in einer Tabelle prüfen kann.",
    "Als Buchhalterin möchte ich die Salden als CSV-Datei exportieren, damit ich sie in einer Tabelle prüfen kann.",
)


def hand_in(page: Page, *texts: str) -> None:
    page.get_by_label("Anforderungen, eine pro Zeile oder Absatz").fill("\n\n".join(texts))
    page.get_by_role("button", name="Prüfen").click()


def card(page: Page, text: str) -> Locator:
    return page.locator(".requirement").filter(has_text=text)


def test_a_weak_requirement_is_marked_questioned_rewritten_and_accepted(visits: Visits) -> None:
    page = visits.open("/requirements")
    hand_in(page, WEAK, TWINS[0])
    weak = card(page, WEAK)
    expect(weak.locator("mark.finding")).to_have_text("schnell")
    expect(weak.get_by_role("img", name="Wert 0.42 von 1")).to_be_visible()
    accept = weak.get_by_role("button", name="Annehmen")
    expect(accept).to_be_disabled()
    weak.get_by_text("Fragen, die nur Sie beantworten können").click()
    for answer in ("Antwortzeit P95 < 2 s", "Kunde", "ohne Nutzenangabe"):
        weak.get_by_role("button", name=answer, exact=True).click()
    weak.get_by_role("button", name="Vorschlag erneuern").click()
    expect(weak.locator(".rewritten")).to_contain_text("P95 < 2 s")
    expect(accept).to_be_enabled()
    accept.click()
    expect(weak.locator(".badge")).to_have_text("angenommen")
    expect(weak.locator(".scores strong")).to_have_text(PASSED)
    page.reload()
    expect(card(page, WEAK).locator(".badge")).to_have_text("angenommen")
    with page.expect_download() as taken:
        page.get_by_role("button", name="CSV").click()
    assert "P95 < 2 s" in taken.value.path().read_text(encoding="utf-8-sig")


def test_a_proposal_can_be_edited_or_rejected(visits: Visits) -> None:
    page = visits.open("/requirements")
    hand_in(page, WEAK, "Die Suche muss benutzerfreundlich sein.")
    first, second = card(page, WEAK), card(page, "benutzerfreundlich")
    first.get_by_role("button", name="Bearbeiten").click()
    first.get_by_label("Eigener Wortlaut").fill("Das System muss jede Suche in höchstens 2 s beantworten.")
    first.get_by_role("button", name="Bewerten und behalten").click()
    expect(first.locator(".badge")).to_have_text("bearbeitet")
    expect(first.locator(".rewritten")).to_contain_text("höchstens 2 s")
    second.get_by_role("button", name="Ablehnen").click()
    expect(second.locator(".badge")).to_have_text("Original behalten")
    page.get_by_label("Zeigen").select_option("entschiedene")
    expect(page.locator(".requirement")).to_have_count(2)
    page.get_by_label("Suchen").fill("Suche muss")
    expect(page.locator(".requirement")).to_have_count(1)


def test_duplicates_are_grouped_until_a_person_says_no(visits: Visits) -> None:
    page = visits.open("/requirements")
    hand_in(page, *TWINS)
    group = page.locator(".duplicate")
    expect(group).to_contain_text("REQ_1 ↔ REQ_2")
    group.get_by_role("button", name="Kein Doppel").click()
    expect(group.get_by_role("button", name="Doch ein Doppel")).to_be_visible()
    page.get_by_role("button", name="Andere prüfen").click()
    hand_in(page, *TWINS)
    expect(page.locator("progress")).to_have_count(0)
    expect(page.locator(".requirement .badge").first).to_have_text("bestanden")
    expect(group).to_have_count(0)


def test_a_file_is_taken_as_well(visits: Visits, tmp_path: Path) -> None:
    table = tmp_path / "stories.csv"
    table.write_text(f"ID,Text\nA-7,{WEAK}\nA-8,Die Seite lädt in höchstens 2 s.\n", encoding="utf-8")
    page = visits.open("/requirements")
    page.locator("input[type=file]").set_input_files(table)
    expect(card(page, WEAK).get_by_role("heading")).to_have_text("A-7")
    expect(page.locator(".requirement")).to_have_count(2)
