"""A real Chromium, a house at pace 0, and a page that fails its test when a script fails."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

import evidence
import planted
from browsing import Watched
from served import Server, served
from waiting import HANG_MS

WITHOUT = (
    "WebUIOmniboxPopup",  # each window would load a page for an address bar that nobody sees
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
def chromium() -> Iterator[Browser]:
    found = shutil.which("chromium")
    if found is None:
        pytest.skip("there is no chromium")
    expect.set_options(timeout=HANG_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found, args=["--no-sandbox", f"--disable-features={','.join(WITHOUT)}"]
        )
        evidence.sources.append(Watched(browser))
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
