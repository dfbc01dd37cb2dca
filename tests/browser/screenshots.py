"""Pictures of every screen and stage, in both themes and four sizes. Run it with ``make screenshots``.

They go to build/screenshots, to be looked at beside each other. Nothing is compared.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

import lingering
from browsing import Visitor, visit
from pitboss.engine import registry
from served import served

OUT = Path("build/screenshots")
SIZES = {"wide": (1920, 1080), "desktop": (1440, 900), "tablet": (768, 1024), "phone": (390, 844)}
SCREENS = {
    "lobby": ("#/play", ".game dd"),
    "learn": ("#/learn/caribbean_stud", ".screen.learn .number"),
    "evening": ("#/learn/caribbean_stud/evening", ".your-evening .fan svg"),
    "drill": ("#/drill/double_cross_poker", ".drill-page .answer"),
    "lab": ("#/lab/caribbean_stud", ".screen.lab .number"),
    "history": ("#/history", ".screen.history > *"),
    "statistics": ("#/statistics", ".statistics-body > *"),
    "desk": ("#/desk", ".screen.desk > *"),
    "account": ("#/account", ".screen.account > *"),
}
"""The address of each screen, and what is there when it is drawn."""
ACT = ".table-screen .act:not([disabled])"
STEPS = 12
"""Presses after which a round has surely ended."""


def main() -> int:
    chromium = shutil.which("chromium")
    if chromium is None:
        print("there is no chromium, so no pictures were taken")
        return 1
    OUT.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory() as folder,
        served(Path(folder), "--no-limits", program=[lingering.__file__]) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for size, pixels in SIZES.items():
            for theme in ("dark", "light"):
                with visit(browser, house, size=pixels, theme=theme) as visitor:
                    take_all(visitor, partial(take, size, theme))
                print(f"{size}, {theme}: {len(list(OUT.glob(f'*-{size}-{theme}.png')))} pictures")
        browser.close()
    print(f"The pictures are in {OUT}.")
    return 0


def take(size: str, theme: str, page: Page, name: str) -> None:
    page.screenshot(path=OUT / f"{name}-{size}-{theme}.png")


def take_all(visitor: Visitor, take: Callable[[Page, str], object]) -> None:
    page = visitor.page
    for name, (address, drawn) in SCREENS.items():
        visitor.open(address)
        page.wait_for_selector(drawn)
        take(page, name)
    for game in registry.games():
        visitor.open("#/play")
        page.click(f"[data-game={game}] .deal")
        page.wait_for_selector(ACT)
        play(page, partial(_staged, take, page, game))
        page.click(".act[data-do='change']")
        page.wait_for_selector(".table-screen[data-phase='bets']")
        take(page, f"{game}-bets")


def _staged(take: Callable[[Page, str], object], page: Page, game: str, stage: str) -> None:
    take(page, f"{game}-{stage}")


def play(page: Page, stage: Callable[[str], object]) -> None:
    """Play one round by its brass buttons, or by the last one where none is brass."""
    decided = False
    for _ in range(STEPS):
        page.wait_for_selector(f"{ACT}, .rail .net", state="attached")
        if page.locator(".rail .net").count():
            break
        if page.locator(".table-screen[data-phase='decide']").count() and not decided:
            decided = True
            stage("decide")
        brass = page.locator(".table-screen .act.primary:not([disabled])")
        (brass.first if brass.count() else page.locator(ACT).last).click()  # there is none while the coach counts
    page.wait_for_selector(".rail .net", state="attached")  # on a phone it is in a sheet
    page.wait_for_selector(".table-screen[data-phase='between']")  # the result lies on the felt
    stage("settled")


if __name__ == "__main__":
    sys.exit(main())
