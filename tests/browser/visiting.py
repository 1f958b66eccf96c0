"""A person at a browser. What the page complains about in the console fails the test that made it complain."""

import os
import re
import shutil
from dataclasses import dataclass, field
from typing import Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Playwright

BROWSER_VARIABLE = "ARCH_TEAM_BROWSER"
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DESKTOP, PHONE = (1280, 900), (360, 740)
PATIENCE = 90_000
"""Milliseconds until a condition must have come about."""

CUT_OFF = r"net::ERR_"
"""What the browser says of a server that is killed: which error it is depends on the byte that was on its way."""

Scheme = Literal["light", "dark"]


def launched(playwright: Playwright) -> Browser:
    program = os.environ.get(BROWSER_VARIABLE) or next(filter(None, map(shutil.which, _NAMES)), None)
    if program is None:
        raise AssertionError(f"no chromium found: `make tools` installs it, or set {BROWSER_VARIABLE} to its path")
    return playwright.chromium.launch(
        executable_path=program, args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
    )


@dataclass
class Visits:
    """Pages of one test. `allow` names complaints that belong to what is tested, as a pattern."""

    browser: Browser
    url: str
    complaints: list[str] = field(default_factory=list[str])
    allowed: list[str] = field(default_factory=list[str])
    _contexts: list[BrowserContext] = field(default_factory=list[BrowserContext])

    def open(
        self,
        path: str = "/ask",
        *,
        language: str = "de-CH",
        size: tuple[int, int] = DESKTOP,
        scheme: Scheme = "light",
        scale: float = 1,
    ) -> Page:
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            color_scheme=scheme,
            device_scale_factor=scale,
            reduced_motion="reduce",
            accept_downloads=True,
        )
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", self._failed)
        page.goto(f"{self.url}/#{path}")
        page.locator("main h1").first.wait_for()
        return page

    def allow(self, pattern: str) -> None:
        self.allowed.append(pattern)

    def close(self) -> None:
        for context in self._contexts:
            context.close()
        left = [text for text in self.complaints if not any(re.search(pattern, text) for pattern in self.allowed)]
        assert not left, left

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def _failed(self, error: Error) -> None:
        self.complaints.append(f"uncaught: {error.message}")


def go(page: Page, path: str) -> None:
    """To another view, as a link would."""
    page.evaluate("path => { window.location.hash = path }", path)


def ask(page: Page, question: str) -> str:
    """Asks and gives the run's id, once the page has gone to it."""
    box = page.locator("main textarea").first
    box.fill(question)
    box.press("Enter")
    page.wait_for_url(re.compile(r"#/runs/"))
    return page.url.rsplit("/", 1)[1]
