"""A real Chromium, a house at pace 0, and a page that fails its test when a script fails."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

import evidence
import felts
import planted
from browsing import Watched
from far import far
from pitboss.engine import registry
from pitboss.server.routes.table import spoken
from served import Server, served
from waiting import HANG_MS

WITHOUT = (
    "WebUIOmniboxPopup",  # each window would load pages for an address bar that nobody sees
    "WebUIOmniboxAimPopup",
    # Chromium hears only the last list, so these of Playwright's are named again.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
)
"""Parts of Chromium that cost time and that no test looks at."""


@pytest.fixture(scope="module")  # while it runs, no other test may run an event loop
def chromium(pytestconfig: pytest.Config) -> Iterator[Browser]:
    found = shutil.which("chromium")
    if found is None:
        pytest.skip("there is no chromium")
    expect.set_options(timeout=HANG_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found, args=["--no-sandbox", f"--disable-features={','.join(WITHOUT)}"]
        )
        wait = pytestconfig.getoption("far")
        evidence.sources.append(Watched(browser, *([far(wait)] if wait else [])))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("browser")
    with served(folder, "--pace", "0", "--no-limits", program=[planted.__file__]) as server:
        yield server


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page of its own, without motion. Errors of its scripts fail the test."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(HANG_MS)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors


@pytest.fixture(scope="module")
def window(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context()
    yield context.new_page()
    context.close()


KEEP = """async (games) => (await import("/js/speech.js")).keepSpeech(games)"""
"""What the page does with the words that a house sends."""


@pytest.fixture
def felt_page(window: Page) -> Iterator[Page]:
    """A page with the modules and style sheets of the house, and nothing else. Errors on it fail the test."""
    errors: list[str] = []
    fail = lambda error: errors.append(str(error))
    hear = lambda said: errors.append(said.text) if said.type == "error" else None
    window.on("pageerror", fail)
    window.on("console", hear)
    window.set_viewport_size({"width": 1097, "height": 736})
    window.emulate_media(reduced_motion="reduce")
    window.route("http://felt.test/**", felts.serve)
    window.goto("http://felt.test/")
    games = [registry.game(name) for name in registry.games()]
    window.evaluate(KEEP, [{"name": one.name, "words": msgspec.to_builtins(spoken(one))} for one in games])
    yield window
    window.goto("about:blank")  # ends what moves
    window.unroute_all()
    window.remove_listener("pageerror", fail)
    window.remove_listener("console", hear)
    assert not errors
