"""A visitor of the page, in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, ConsoleMessage, Page

from served import Server

DESKTOP = (1440, 900)
PHONE = (390, 844)
WAIT_MS = 60_000
"""How long a page may take on a busy machine."""


BUSY = "status of 503"
"""On a new machine the coach compiles before its first answer. The page asks again, but browsers log the refusal."""


class Visitor:
    """Somebody with a browser of their own. Errors of the page are collected."""

    def __init__(self, page: Page, house: Server) -> None:
        self.page, self.house = page, house
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._hear)

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error" and BUSY not in said.text:
            self.errors.append(f"{said.text} {said.location.get('url', '')}")

    def open(self, address: str = "#/play") -> None:
        """Open a screen as a guest."""
        self.page.goto(f"{self.house.url}/")
        self.page.wait_for_selector("#screen .screen > *")
        self.page.evaluate("window.pitboss.signIn()")
        self.page.evaluate("(address) => window.pitboss.go(address)", address)


@contextmanager
def visit(
    browser: Browser, house: Server, *, size: tuple[int, int] = DESKTOP, theme: str = "dark", touch: bool = False
) -> Iterator[Visitor]:
    """Somebody new at the house. Afterwards, the page must have made no error."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="light" if theme == "light" else "dark",
        reduced_motion="reduce",
        has_touch=touch,
        is_mobile=touch,
    )
    context.set_default_timeout(WAIT_MS)
    try:
        visitor = Visitor(context.new_page(), house)
        yield visitor
        assert not visitor.errors, visitor.errors
    finally:
        context.close()
