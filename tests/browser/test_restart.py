"""The server is killed in the middle of a run and started again."""

from playwright.sync_api import expect

from tests.browser.serving import Served
from tests.browser.visiting import CUT_OFF, Visits, ask


def test_a_killed_server_costs_nothing_on_screen(visits: Visits, served: Served) -> None:
    visits.allow(CUT_OFF)
    page = visits.open()
    ask(page, "Wie hoch ist der Umsatz?")
    page.locator(".clarify").wait_for()
    page.get_by_text("Schritt für Schritt").click()
    lines = page.locator(".log-line")
    before = lines.all_inner_texts()
    field = page.get_by_label("Oder in eigenen Worten")
    field.fill("2025")
    served.kill()
    away = page.locator(".away").filter(visible=True)
    expect(away).to_contain_text("Verbindung unterbrochen")
    expect(lines).to_have_text(before, use_inner_text=True)
    expect(page.locator(".clarify-question")).to_have_text("Für welchen Zeitraum?")
    served.start()
    expect(away).to_have_count(0)
    expect(field).to_have_value("2025")
    expect(lines).to_have_text(before, use_inner_text=True)
    field.press("Enter")
    expect(page.locator(".answer .figure.amount").first).to_be_visible()
    events = page.request.get(f"{served.url}/api/runs/{page.url.rsplit('/', 1)[1]}/export").json()["events"]
    expect(page.locator(".log-line time")).to_have_count(len(events))


def test_a_question_sent_while_the_server_is_away_is_asked_once(visits: Visits, served: Served) -> None:
    visits.allow(CUT_OFF)
    page = visits.open()
    question = "Was ist der Banksaldo per 31.12.2024?"
    served.kill()
    page.locator("main textarea").fill(question)
    page.locator("main textarea").press("Enter")
    expect(page.locator(".composer .away")).to_contain_text("Verbindung unterbrochen")
    served.start()
    expect(page.locator(".answer")).to_contain_text("311'446.50")
    runs = page.request.get(f"{served.url}/api/runs?search=31.12.2024").json()["items"]
    assert [run["request"]["question"] for run in runs] == [question]
