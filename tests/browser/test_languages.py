"""German and English, as the browser says or as chosen."""

from playwright.sync_api import expect

from tests.browser.visiting import Visits, ask

SAME_WORDS = """async () => {
  const { DICTIONARIES } = await import("/i18n.js");
  const [one, other] = Object.values(DICTIONARIES);
  const holes = (text) => (text.match(/[{]\\w+[}]/g) ?? []).sort().join();
  return Object.keys({ ...one, ...other }).filter(
    (key) => !one[key] || !other[key] || holes(one[key]) !== holes(other[key]));
}"""


def test_the_browser_decides_and_the_person_changes_it(visits: Visits) -> None:
    page = visits.open(language="en-GB")
    expect(page.get_by_role("heading", level=1)).to_have_text("What would you like to know?")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Was möchten Sie wissen?")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.reload()
    expect(page.get_by_role("link", name="Verlauf")).to_be_visible()


def test_an_english_question_on_an_english_page(visits: Visits) -> None:
    page = visits.open(language="en-GB")
    ask(page, "What was the balance of account 1020 at the end of September 2024?")
    page.get_by_role("button", name="CHF 319,732.16", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".evidence-row mark")).to_have_text("319,732.16")
    expect(dialog.locator(".chips")).to_contain_text("month is September")


def test_every_word_exists_in_both(visits: Visits) -> None:
    assert visits.open().evaluate(SAME_WORDS) == []
