"""A full-screen table that a test plays by keys and clicks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

from textual.pilot import Pilot

from pitboss import Table
from pitboss.engine import registry
from pitboss.terminal.screen.app import TableApp
from pitboss.terminal.screen.screens import Sheet
from pitboss.terminal.screen.stage import OnStage, Stage, Typist
from pitboss.terminal.seat.hints import Coach
from pitboss.terminal.seat.own_table import OwnTable
from pitboss.terminal.seat.seat import Seat
from waiting import until_async

SIZE = (80, 24)


class Screen:
    """A table on a screen of 80 by 24, with what a test does there."""

    def __init__(self, app: TableApp, pilot: Pilot[list[str]], seats: list[Seat]) -> None:
        self.app, self.pilot, self._seats = app, pilot, seats

    @property
    def seat(self) -> Seat:
        [seat] = self._seats
        assert isinstance(seat, Seat)
        return seat

    @property
    def at(self) -> OwnTable:
        """The table as the seat sees it."""
        table = self.seat.table
        assert isinstance(table, OwnTable)
        return table

    @property
    def stage(self) -> str:
        return self.app.shown.stage

    async def until(self, done: Callable[[], object]) -> None:
        """Wait for a state."""
        await until_async(lambda: self.app.error or done(), seen=lambda: f"the screen\n{self.text}")
        assert self.app.error is None, self.app.error
        await self.pilot.pause()

    async def reach(self, *stages: str) -> str:
        """Wait until the player can do one of these."""
        await self.until(lambda: self.stage in stages)
        return self.stage

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def click(self, does: str) -> None:
        """Click the place that does this."""
        for sheet in self.app.query(Sheet):
            for place in sheet.canvas.places:
                if place.does == does:
                    await self.pilot.click(sheet, offset=(place.x + 1, place.y))
                    await self.pilot.pause()
                    return
        raise AssertionError(f"nothing does {does!r}; the screen was\n{self.text}")

    @property
    def text(self) -> str:
        """What is on the screen, line by line."""
        return "\n".join(sheet.canvas.text().plain for sheet in self.app.query(Sheet))


def on_screen(
    game: str,
    script: Callable[[Screen], Awaitable[None]],
    *,
    seats: int = 3,
    bankroll: int = 100_000,
    coach: Coach | None = None,
    size: tuple[int, int] = SIZE,
    stacked: str = "",
) -> TableApp:
    """Sit at a table of one's own and follow a script. The coach is off unless one is given."""
    made: list[Seat] = []

    def sit(stage: Stage, typist: Typist) -> Seat:
        table = Table(game, seed=3)
        if stacked:
            table.stack(stacked)
        seat = Seat(OwnTable(table, Random(1), bankroll), OnStage(stage), typist, coach=coach)
        for number in range(1, seats):
            table.sit(f"Player {number + 1}")
        made.append(seat)
        return seat

    found = registry.game(game)
    return follow(TableApp(found, "You", found.title, sit, coaching=coach is not None, deaf_s=0.0), script, made, size)


def follow(
    app: TableApp, script: Callable[[Screen], Awaitable[None]], seats: list[Seat], size: tuple[int, int] = SIZE
) -> TableApp:
    """Follow a script, then leave."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            screen = Screen(app, pilot, seats)
            await script(screen)
            app.leave()
            await screen.until(lambda: app.return_value is not None or not app.is_running)

    asyncio.run(run())
    assert app.error is None
    return app
