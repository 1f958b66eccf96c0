"""The pictures of README and docs, taken from the running page: `make screenshots`."""

import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.conftest import furnish
from tests.browser.serving import Served
from tests.browser.visiting import PATIENCE, PHONE, Visits, ask, go, launched

WIDE = (1200, 760)
FILES = {
    "customers.csv": "id,name,city\n1,Lindqvist AB,Stockholm\n2,Okafor Ltd,Leeds\n3,Brandt GmbH,Kassel\n",
    "orders.csv": (
        "id,customer_id,order_date,status,amount\n1,1,2024-11-18,delivered,1240.00\n2,2,2024-12-03,delivered,860.50\n"
        "3,3,2025-01-14,open,720.00\n4,1,2025-02-02,cancelled,95.25\n5,2,2025-02-20,open,410.00\n"
    ),
}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        server = Served(Path(home))
        furnish(server)
        server.start()
        try:
            visits = Visits(launched(playwright), server.url)
            answer(visits)  # the first question opens the books; a picture should not show how long that takes
            for name, take in PICTURES.items():
                take(visits).screenshot(path=folder / f"{name}.png")
                sys.stdout.write(f"{folder / name}.png\n")
            visits.close()
        finally:
            server.stop()


def answer(visits: Visits) -> Page:
    page = visits.open(size=WIDE, scale=1.5)
    ask(page, "Umsatz 2025 pro Monat?")
    expect(page.locator(".answer-table .bar")).to_have_count(12)
    page.locator(".answer-chart img").wait_for()
    page.locator(".answer-chart img").evaluate("image => image.decode()")
    page.evaluate("window.scrollTo(0, 0)")
    return page


def chart(visits: Visits) -> Page:
    page = answer(visits)
    page.locator(".answer-chart").evaluate("place => place.scrollIntoView()")
    page.locator(".answer-chart").evaluate("place => window.scrollBy(0, -24)")
    return page


def evidence(visits: Visits) -> Page:
    page = visits.open(size=WIDE, scale=1.5)
    ask(page, "Was ist der Banksaldo per 31.12.2025?")
    page.get_by_role("button", name="CHF 180'500.00", exact=True).click()
    page.locator(".sheet").wait_for()
    return page


def question_back(visits: Visits) -> Page:
    page = visits.open(size=WIDE, scale=1.5, language="en-GB", scheme="dark")
    ask(page, "How much revenue did we make?")
    page.locator(".clarify").wait_for()
    expect(page.locator("[data-place=inbox] .count")).to_be_visible()
    return page


def data(visits: Visits) -> Page:
    """The Data view on files of one's own. Comes after the pictures of the demo company."""
    page = visits.open("/data", size=(1200, 1000), scale=1.5, language="en-GB")
    for name, text in FILES.items():
        file = {"name": name, "mimeType": "text/csv", "buffer": text.encode()}
        page.locator("input[type=file]").set_input_files(file)  # pyright: ignore[reportArgumentType]
        expect(page.locator(".own-file").filter(has_text=name)).to_be_visible()
    expect(page.locator(".examples .example").first).to_be_visible()
    page.locator("details[data-table=orders] summary").click()
    page.locator(".relations-picture").wait_for()
    expect(page.locator(".toast")).to_have_count(0)
    page.evaluate("window.scrollTo(0, 0)")
    return page


def board(visits: Visits) -> Page:
    """A pinned question before and after its data changed."""
    page = visits.open("/ask", size=WIDE, scale=1.5, language="en-GB")
    ask(page, "Total amount per customer")
    page.get_by_role("button", name="Pin to the board").click()
    expect(page.locator(".toast")).to_have_count(0)
    go(page, "/data")
    changed = FILES["orders.csv"].replace("860.50", "990.00")
    file = {"name": "orders.csv", "mimeType": "text/csv", "buffer": changed.encode()}
    page.locator("input[type=file]").set_input_files(file)  # pyright: ignore[reportArgumentType]
    expect(page.locator(".toast")).to_have_count(1)
    expect(page.locator(".toast")).to_have_count(0)
    go(page, "/board")
    page.get_by_role("button", name="Ask again", exact=True).click()
    page.locator(".changes").wait_for()
    return page


def requirements(visits: Visits) -> Page:
    page = visits.open("/requirements", size=(1200, 1150), scale=1.5, language="en-GB")
    page.get_by_role("button", name="Use an example").click()
    page.get_by_role("button", name="Review", exact=True).click()
    page.locator(".duplicate").first.wait_for()
    expect(page.locator("progress")).to_have_count(0)
    page.get_by_text("questions only you can answer").first.click()
    return page


def trace(visits: Visits) -> Page:
    page = visits.open(size=WIDE, scale=1.5)
    run = ask(page, "War der Gewinn 2025 höher als 2024?")
    page.locator(".answer").wait_for()
    go(page, f"/runs/{run}/trace")
    expect(page.locator(".log-line").last).to_contain_text("Beendet")
    expect(page.get_by_role("img", name=re.compile("Ereignisse"))).to_be_visible()
    return page


def phone(visits: Visits) -> Page:
    page = visits.open(size=PHONE, scale=2, scheme="dark")
    ask(page, "Was ist der Banksaldo per 31.12.2025?")
    page.locator(".answer").wait_for()
    return page


PICTURES = {
    "answer": answer,
    "chart": chart,
    "evidence": evidence,
    "question-back": question_back,
    "requirements": requirements,
    "trace": trace,
    "phone": phone,
    "data": data,
    "board": board,
}

if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs/images"))
