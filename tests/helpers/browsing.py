"""A visitor of the page, in a real Chromium."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, WebSocket

import evidence
from served import Server
from waiting import HANG_MS

DESKTOP = (1440, 900)
PHONE = (390, 844)


BUSY = "status of 503"
"""On a new machine the coach compiles before its first answer. The page asks again, but browsers log the refusal."""


def typeset(words: str) -> str:
    """What the house says, with the apostrophes that the page prints.

    >>> typeset("the dealer's cards, or the players' ones") == "the dealer's cards, or the players' ones"
    False
    """
    return re.sub(r"(?<=[^\W\d_])'(?=[^\W\d_])|(?<=s)'(?=\s)", "\N{RIGHT SINGLE QUOTATION MARK}", words)


class Watched:
    """All pages of a browser: what they said and received, and how they look."""

    def __init__(self, browser: Browser, *scripts: str) -> None:
        """The scripts run first in each page."""
        self._browser = browser
        self._pages: dict[Page, list[str]] = {}
        new_context, new_page = browser.new_context, browser.new_page

        def watched_context(**options: Any) -> BrowserContext:
            context = new_context(**options)
            context.on("page", self._watch)
            for one in scripts:
                context.add_init_script(one)
            return context

        def watched_page(**options: Any) -> Page:
            page = new_page(**options)
            self._watch(page)
            for one in scripts:
                page.add_init_script(one)
            return page

        browser.new_context, browser.new_page = watched_context, watched_page  # type: ignore[method-assign]

    def _watch(self, page: Page) -> None:
        said = self._pages[page] = []
        page.on("console", lambda one: said.append(f"{one.type}: {one.text}"))
        page.on("pageerror", lambda error: said.append(f"uncaught: {error}"))
        page.on("response", lambda one: said.append(f"{one.status}: {one.request.method} {one.url}"))

        def listen(socket: WebSocket) -> None:
            socket.on("framesent", lambda text: said.append(f"sent: {text!s}"))
            socket.on("framereceived", lambda text: said.append(f"received: {text!s}"))

        page.on("websocket", listen)

    def leave(self, folder: Path, number: int) -> None:
        for at, (page, said) in enumerate(self._pages.items(), 1):
            name = folder / f"page-{number}-{at}"
            name.with_suffix(".txt").write_text("\n".join(said) + "\n", encoding="utf-8")
            if not page.is_closed():
                with suppress(Error):  # a page that hangs
                    page.screenshot(path=name.with_suffix(".png"), timeout=10_000)

    def forget(self) -> bool:
        self._pages = {page: said for page, said in self._pages.items() if not page.is_closed()}
        for said in self._pages.values():
            said.clear()
        return self._browser.is_connected()


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
    context.set_default_timeout(HANG_MS)
    try:
        visitor = Visitor(context.new_page(), house)
        yield visitor
        assert not visitor.errors, visitor.errors
    except Exception:
        evidence.leave()  # while the page is there
        raise
    finally:
        context.close()
