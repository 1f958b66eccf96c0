"""The team asks, the person answers, the run goes on."""

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.serving import Served
from tests.browser.visiting import Visits, ask, go

AMBIGUOUS = "Wie hoch ist der Umsatz?"


def open_questions(page: Page, served: Served) -> list[dict[str, str]]:
    return page.request.get(f"{served.url}/api/clarifications?status=pending").json()["items"]


IS_WITHDRAWN = """async (run) => {
  const asked = await (await fetch("/api/clarifications?status=pending")).json();
  return !asked.items.some((question) => question.runId === run);
}"""


def expect_withdrawn(page: Page, run: str) -> None:
    """The page says so before the server does: the server is asked until it agrees."""
    page.wait_for_function(IS_WITHDRAWN, arg=run)


def test_an_ambiguous_question_is_answered_in_the_inbox(visits: Visits, served: Served) -> None:
    page = visits.open()
    run = ask(page, AMBIGUOUS)
    expect(page.locator(".clarify-question")).to_have_text("Für welchen Zeitraum?")
    before = len(open_questions(page, served))
    expect(page.locator("[data-place=inbox] .count")).to_contain_text(str(before))
    expect(page).to_have_title(re.compile(rf"^\({before}\) "))
    page.get_by_role("link", name="Rückfragen").click()
    card = page.get_by_role("listitem").filter(has=page.locator(f"a[href='#/runs/{run}']"))
    expect(card).to_contain_text(AMBIGUOUS)
    card.get_by_role("button", name="2024", exact=True).click()
    expect(card).to_contain_text("Danke: «2024»")
    expect(card.locator(".inbox-result")).to_contain_text("2024")
    card.get_by_role("link", name="Zum Lauf").click()
    expect(page.locator(".answer")).to_contain_text("2024")
    expect(page.locator(".answer .figure.amount").first).to_be_visible()


def test_passages_are_chosen_by_a_button(visits: Visits) -> None:
    page = visits.open()
    ask(page, "/knowledge Wie sind die Lohndaten geschützt?")
    expect(page.locator(".clarify-question")).to_contain_text("Ist es eine dieser Stellen?")
    choices = page.locator(".clarify .choices.stacked .choice")
    expect(choices).to_have_count(3)
    expect(choices.last).to_have_text("nichts davon")
    choices.filter(has_text="Jeder Zugriff wird protokolliert").click()
    expect(page.locator(".answer")).to_contain_text("Diese Stelle haben Sie ausgewählt.")
    expect(page.locator(".answer")).to_contain_text("Handbuch › Zugriff (handbuch.md)")


def test_own_words_answer_as_well(visits: Visits) -> None:
    page = visits.open(language="en-GB")
    ask(page, "How much revenue did we make?")
    field = page.get_by_label("Or in your own words")
    field.fill("in 2024")
    field.press("Enter")
    expect(page.get_by_role("button", name="CHF 2,863,710.29", exact=True)).to_be_visible()


def test_a_question_somebody_else_answered_says_so(visits: Visits, served: Served) -> None:
    visits.allow(r"409 \(Conflict\)")
    page = visits.open()
    run = ask(page, AMBIGUOUS)
    page.locator(".clarify").wait_for()
    stale = page.request.get(f"{served.url}/api/clarifications?status=pending").text()

    def as_before(route: Route) -> None:
        route.fulfill(body=stale, content_type="application/json")

    page.route("**/api/clarifications?*", as_before)
    go(page, "/inbox")
    card = page.get_by_role("listitem").filter(has=page.locator(f"a[href='#/runs/{run}']"))
    card.wait_for()
    question = next(one for one in open_questions(page, served) if one["runId"] == run)
    answered = page.request.post(f"{served.url}/api/clarifications/{question['id']}/answer", data={"answer": "2023"})
    assert answered.ok
    card.get_by_role("button", name="2025", exact=True).click()
    expect(card).to_contain_text("Das hat schon jemand anders beantwortet.")


def test_a_question_can_be_dismissed(visits: Visits) -> None:
    page = visits.open()
    run = ask(page, AMBIGUOUS)
    page.locator(".clarify").wait_for()
    go(page, "/inbox")
    card = page.get_by_role("listitem").filter(has=page.locator(f"a[href='#/runs/{run}']"))
    card.get_by_role("button", name="Verwerfen").click()
    expect(card).to_have_count(0)
    expect_withdrawn(page, run)


def test_asking_something_else_withdraws_the_question(visits: Visits) -> None:
    page = visits.open()
    run = ask(page, AMBIGUOUS)
    page.locator(".clarify").wait_for()
    box = page.locator(".next-question textarea")
    box.fill("Was ist der Banksaldo per 31.12.2025?")
    box.press("Enter")
    expect(page.locator(".answer")).to_be_visible()
    expect_withdrawn(page, run)


def test_stopping_withdraws_the_question(visits: Visits) -> None:
    page = visits.open()
    run = ask(page, AMBIGUOUS)
    page.locator(".clarify").wait_for()
    page.get_by_role("button", name="Anhalten").click()
    expect(page.locator(".ending.cancelled")).to_contain_text("Angehalten")
    expect(page.locator(".clarify")).to_have_count(0)
    expect_withdrawn(page, run)


def test_a_word_that_is_explained_is_learned_and_approved(visits: Visits) -> None:
    page = visits.open()
    ask(page, "Wie viel Kohle haben wir Ende 2025?")
    page.get_by_role("button", name="Bank", exact=True).click()
    expect(page.locator(".outcome")).to_contain_text("«Kohle» gelesen als «Bank», wie Sie gesagt haben.")
    go(page, "/data")
    card = page.get_by_role("region", name="Gelernte Wörter")
    expect(card).to_contain_text("«Kohle» bedeutet «Bank»")
    card.get_by_role("button", name="Freigeben").click()
    expect(card).to_contain_text("gilt für alle")
    with page.expect_download() as taken:
        card.get_by_role("button", name="exportieren").click()
    assert "Kohle" in taken.value.path().read_text(encoding="utf-8")
