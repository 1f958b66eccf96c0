"""Everything without a mouse."""

from playwright.sync_api import Page, expect

from tests.browser.visiting import Visits

MOST_TABS = 60
INSIDE = "document.activeElement === document.body || document.activeElement.closest('dialog') !== null"


def tab_to(page: Page, selector: str) -> None:
    for _ in range(MOST_TABS):
        if page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{MOST_TABS} times Tab did not reach {selector}")


def test_ask_open_evidence_and_answer_by_keyboard(visits: Visits) -> None:
    page = visits.open()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Zum Inhalt")).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(page, "main textarea")
    page.keyboard.type("Was ist der Banksaldo per 31.12.2025?")
    page.keyboard.press("Enter")
    page.locator(".answer").wait_for()
    tab_to(page, ".figure")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".evidence-row mark")).to_be_visible()
    page.wait_for_function("document.querySelector('dialog').contains(document.activeElement)")
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate(INSIDE)
    page.keyboard.press("Escape")
    expect(page.locator(".figure").first).to_be_focused()
    tab_to(page, "main textarea")
    page.keyboard.type("Wie hoch ist die Marge 2025?")
    page.keyboard.press("Enter")
    page.locator(".clarify").wait_for()
    tab_to(page, ".choices button")
    page.keyboard.press("Enter")
    page.locator(".answer").wait_for()


def test_the_focus_can_be_seen(visits: Visits) -> None:
    page = visits.open()
    tab_to(page, "nav a")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
