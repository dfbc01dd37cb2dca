"""A screen above the table, or another program of the full screen, that a test drives by keys."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from pitboss.terminal.screen.screens import ScreenApp, Sheet
from waiting import until_async


class Driver:
    """An application, with what a test does there."""

    def __init__(self, app: App[Any], pilot: Pilot[Any]) -> None:
        self.app, self.pilot = app, pilot

    async def until(self, done: Callable[[], object]) -> None:
        """Wait for a state."""
        await until_async(done, seen=lambda: f"the screen\n{self.text}")
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    @property
    def text(self) -> str:
        """What the sheets of the screen show."""
        return "\n".join(sheet.canvas.text().plain for sheet in self.app.screen.query(Sheet))


def drive(app: App[Any], script: Callable[[Driver], Awaitable[None]]) -> None:
    """Follow a script at 80 by 24."""

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await script(Driver(app, pilot))

    asyncio.run(run())


def above(screen: Screen[None], script: Callable[[Driver], Awaitable[None]]) -> None:
    """Open a screen above an empty program, and follow a script."""

    async def opened(driver: Driver) -> None:
        driver.app.push_screen(screen)
        await driver.until(lambda: driver.app.screen is screen)
        await script(driver)

    drive(ScreenApp[None](), opened)
