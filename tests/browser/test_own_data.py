"""Data of one's own on the page: upload, ask, chart, export; connect; pin and see what changed; say what is wrong."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.serving import Served
from tests.browser.test_views import ALL, grave
from tests.browser.visiting import Visits, ask, go

CSV = "customer,order_date,amount\nAdler AG,2025-01-05,10.00\nBirke,2025-02-06,20.00\nAdler AG,2025-03-07,5.50\n"
RENTALS = """Nr;Mieter;von;bis;betrag_chf
1;Anna Brunner;03.01.2025;05.01.2025;180,00
2;Beat Frei;28.01.2025;02.02.2025;80,00
3;Anna Brunner;11.02.2025;12.02.2025;95,50
"""
CHANGED = CSV.replace("20.00", "25.00")
PER_CUSTOMER = "Total amount per customer"
PER_MONTH = "Total amount per month"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Iterator[Served]:
    """A server whose operator allows admins to connect SQLite files of one folder."""
    home = tmp_path_factory.mktemp("own")
    databases = home / "databases"
    databases.mkdir()
    with sqlite3.connect(databases / "lamps.sqlite") as connection:
        connection.executescript(
            "CREATE TABLE makers (id INTEGER PRIMARY KEY, name TEXT);"
            "CREATE TABLE lamps (id INTEGER PRIMARY KEY, title TEXT, maker_id INTEGER REFERENCES makers, price REAL);"
            "INSERT INTO makers VALUES (1, 'Aster'), (2, 'Bella');"
            "INSERT INTO lamps VALUES (1, 'Desk', 1, 10.5), (2, 'Floor', 2, 20.0), (3, 'Wall', 2, 7.25);"
        )
    connection.close()
    server = Served(home, demo_home)
    server.more = {
        "ARCH_TEAM_CONNECT": "true",
        "ARCH_TEAM_CONNECT_SCHEMES": '["sqlite"]',
        "ARCH_TEAM_CONNECT_HOSTS": f'["{databases}"]',
    }
    server.start()
    yield server
    server.stop()


@pytest.fixture
def visitor(browser: Browser, own: Served) -> Iterator[Visits]:
    opened = Visits(browser, own.url)
    yield opened
    opened.close()


def upload(page: Page, text: str = CSV, name: str = "sales.csv") -> None:
    go(page, "/data")
    page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "text/csv", "buffer": text.encode()})
    expect(page.locator(".toast").last).to_contain_text(name)  # first of all: it goes away by itself
    expect(page.locator(".own-file").filter(has_text=name)).to_be_visible()


def test_upload_question_chart_export(visitor: Visits) -> None:
    page = visitor.open("/data", language="en-GB")
    upload(page)
    fold = page.locator("details[data-table=sales]")
    fold.locator("summary").click()
    expect(fold).to_contain_text("order_date")
    expect(fold).to_contain_text("Adler AG")
    assert grave(page, ALL) == []
    page.locator(".examples .example").first.click()
    expect(page.locator("main textarea")).not_to_have_value("")
    ask(page, PER_MONTH)
    chart = page.locator(".answer-chart img")
    chart.wait_for()
    assert chart.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    line = page.get_by_role("button", name="Line", exact=True)
    expect(line).to_have_attribute("aria-pressed", "true")
    before = chart.get_attribute("src")
    page.get_by_role("button", name="Bars", exact=True).click()
    expect(line).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".answer-chart img")).not_to_have_attribute("src", before or "")
    page.get_by_role("button", name="Table", exact=True).click()
    expect(page.locator(".answer-chart td.numeric")).to_have_text(["10.00", "20.00", "5.50"])
    page.locator(".answer-chart").get_by_role("button", name="Value").click()
    expect(page.locator(".answer-chart td.numeric")).to_have_text(["5.50", "10.00", "20.00"])
    page.get_by_text("Export", exact=True).click()
    for name, beginning in (
        ("CSV", b"\xef\xbb\xbfWhat"),
        ("Excel", b"PK"),
        ("Markdown", b"# Total"),
        ("SVG", b"<svg"),
        ("PNG", b"\x89PNG"),
    ):
        with page.expect_download() as taken:
            page.locator(".export").get_by_role("button", name=name).click()
        assert taken.value.path().read_bytes().startswith(beginning), name
    page.get_by_text("Tables behind the answer").click()
    page.get_by_text("SQL of this read").first.click()
    expect(page.locator(".sql pre").first).to_contain_text("SELECT")
    assert grave(page, ALL) == []


def test_the_page_says_which_words_were_read_as_what(visitor: Visits) -> None:
    for language, heading, question, part in (
        ("en-GB", "Word by word", "Total amount of Birke", ("Birke", "customer = Birke")),
        ("de-CH", "Wort für Wort", "Summe amount von Birke", ("Birke", "Customer = Birke")),
    ):
        page = visitor.open("/data", language=language)
        upload(page)
        ask_from(page, question)
        parts = page.locator(".answer .reading-parts")
        expect(parts.locator("dl")).to_be_hidden()
        parts.get_by_text(heading).click()
        expect(parts.locator("dt")).to_contain_text([part[0]])
        expect(parts.locator("dd")).to_contain_text([part[1]])
        assert grave(page, ALL) == []


def ask_from(page: Page, question: str) -> str:
    go(page, "/ask")
    page.locator("main textarea").wait_for()
    return ask(page, question)


def test_a_pinned_question_shows_what_changed(visitor: Visits) -> None:
    page = visitor.open("/data")
    upload(page)
    ask_from(page, PER_CUSTOMER)
    page.get_by_role("button", name="An die Tafel heften").click()
    expect(page.locator(".toast").last).to_contain_text("Tafel")
    upload(page, CHANGED)
    go(page, "/board")
    card = page.locator(".pin").filter(has_text=PER_CUSTOMER)
    expect(card).to_contain_text("20.00")
    card.get_by_role("button", name="Neu fragen").click()
    expect(card.locator(".changes")).to_contain_text("Birke: 20.00 → 25.00")
    assert grave(page, ALL) == []
    card.get_by_role("button", name="Abhängen").click()
    expect(card).to_have_count(0)


def test_an_answer_is_judged_passed_on_and_followed(visitor: Visits) -> None:
    page = visitor.open("/data", language="en-GB")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    upload(page)
    run = ask_from(page, PER_CUSTOMER)
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".toast").last).to_contain_text("copied")
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"#/runs/{run}")
    page.get_by_role("button", name="Wrong", exact=True).click()
    page.get_by_label("What is wrong?").fill("tax is missing")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".feedback")).to_contain_text("Thank you.")
    page.reload()
    expect(page.get_by_role("button", name="Wrong", exact=True)).to_have_attribute("aria-pressed", "true")
    page.locator(".answer-chart img").wait_for()  # what stands below it moves when it is drawn
    page.locator(".next-questions .example").first.click()
    page.wait_for_function("run => !location.hash.includes(run)", arg=run)
    expect(page.locator(".answer")).to_be_visible()
    go(page, "/history")
    expect(page.locator(".feedback-list")).to_contain_text("tax is missing")


def test_a_german_file_is_spoken_of_in_german(visitor: Visits) -> None:
    page = visitor.open("/data")
    upload(page, RENTALS, "vermietungen.csv")
    examples = page.locator(".examples .example")
    expect(examples.first).to_have_text("Welcher Mieter hat insgesamt den höchsten Betrag?")
    ask_from(page, "Summe Betrag pro Monat")
    question = page.locator(".clarify-question")
    expect(question).to_have_text("Das lässt sich verschieden lesen. Was ist gemeint?")  # the choices are the buttons
    page.get_by_role("button", name="Summe Betrag (CHF) von Vermietungen je Monat (Von)").click()
    expect(page.locator(".answer")).to_contain_text("260.00")
    expect(page.locator(".answer .badge")).to_contain_text("Zahlen und Texte belegt")
    go(page, "/data")
    page.get_by_role("button", name="Löschen: vermietungen.csv").click()
    page.get_by_role("dialog").get_by_role("button", name="Löschen").click()
    expect(page.get_by_role("button", name="Löschen: vermietungen.csv")).to_have_count(0)


def test_a_file_can_be_deleted(visitor: Visits) -> None:
    page = visitor.open("/data", language="en-GB")
    upload(page, name="gone.csv")
    page.get_by_role("button", name="Delete: gone.csv").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("button", name="Delete: gone.csv")).to_have_count(0)


def test_connect_and_ask_what_is_suggested(visitor: Visits, own: Served) -> None:
    visitor.allow("403")
    page = visitor.open("/data", language="en-GB")
    address = page.get_by_label("Address with user and password")
    address.fill("sqlite:////etc/passwd")
    address.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    address = page.get_by_label("Address with user and password")
    address.fill(f"sqlite:///{own.home}/databases/lamps.sqlite")
    address.press("Enter")
    expect(page.locator("code")).to_contain_text("lamps.sqlite")
    expect(page.locator("main")).not_to_contain_text(str(own.home))
    picture = page.locator(".relations-picture")
    picture.wait_for()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    assert grave(page, ALL) == []
    page.locator(".examples .example").first.click()
    page.locator("main textarea").press("Enter")
    expect(page.locator(".answer")).to_be_visible()
    go(page, "/data")
    page.get_by_role("button", name="Disconnect").click()
    expect(page.get_by_role("button", name="Disconnect")).to_have_count(0)


def test_documents_go_to_the_library(visitor: Visits, tmp_path: Path) -> None:
    page = visitor.open("/data", language="en-GB")
    file = {"name": "rules.md", "mimeType": "text/markdown", "buffer": b"# Rules\n\nLamps are tested for ten years."}
    page.locator("input[type=file]").set_input_files(file)  # pyright: ignore[reportArgumentType]
    expect(page.locator(".toast").last).to_contain_text("rules.md")
    go(page, "/knowledge")
    expect(page.locator(".documents")).to_contain_text("rules.md")
