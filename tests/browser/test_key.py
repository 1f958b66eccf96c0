"""A server with keys: the page asks for one, and uses it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.serving import Served
from tests.browser.visiting import Visits


@pytest.fixture
def locked(tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Iterator[tuple[Served, str]]:
    server = Served(tmp_path_factory.mktemp("locked"), demo_home)
    told = server.command("keys", "create", "--tenant", "acme", "--role", "admin")
    key = next(word for word in told.split() if word.startswith("at_"))
    server.start()
    yield server, key
    server.stop()


def test_the_page_asks_for_the_key_and_keeps_it_in_the_tab(browser: Browser, locked: tuple[Served, str]) -> None:
    server, key = locked
    visits = Visits(browser, server.url)
    visits.allow(r"401 \(Unauthorized\)")
    page = visits.open("/settings")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Schlüssel").fill("at_wrong")
    dialog.get_by_role("button", name="Verwenden").click()
    expect(dialog).to_contain_text("nicht angenommen")
    dialog.get_by_label("Schlüssel").fill(key)
    dialog.get_by_role("button", name="Verwenden").click()
    expect(page.locator(".facts").first).to_contain_text("acme")
    assert key not in page.evaluate("JSON.stringify({ ...localStorage })")
    page.reload()
    expect(page.locator(".facts").first).to_contain_text("acme")
    expect(dialog).to_have_count(0)
    visits.close()
