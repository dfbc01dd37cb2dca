"""A seat at a live table on the full screen."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from pitboss.basics.money import dollars
from pitboss.client.requests import TableInfo
from pitboss.client.synchronous import Client
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event
from pitboss.engine.round.layout import Layout
from pitboss.protocol import messages as msg
from pitboss.terminal.plain.watcher import Watcher
from pitboss.terminal.screen.seats import LEAVE_OR_STAY, OnScreen, page_console
from pitboss.terminal.screen.stage import Connection, NotAsked, Stage, Typist
from pitboss.terminal.seat.bets import WAGERS
from pitboss.terminal.seat.hints import Coach
from pitboss.terminal.seat.live_seat import LiveSeat
from pitboss.terminal.seat.live_telling import LiveTelling


class OnLiveScreen(OnScreen, LiveTelling):
    """Puts a live table on the screen."""

    _was_lost = False

    def own_seat(self) -> int:
        return self.live.seat

    def waits(self) -> Sequence[int]:
        waiting = set(self.live.turn.waiting) if self.live.turn else set()
        return [seat for seat, player in self.live.seats.items() if player in waiting]

    def _picture(self, layout: Layout, title: str = "", status: str | None = None) -> None:
        """Draw the table. The bar shows what the meters show."""
        layout.names = self._names
        self.show_table(layout, self.live.seats.items(), title, "")
        self._stale_picture = False

    def _look_at_the_house(self) -> bool:
        there = super()._look_at_the_house()
        lost = not there and self._is_down
        if lost != self._was_lost:
            self._was_lost = lost
            self.stage(Connection(lost))
        return there

    def _tell_news(self) -> None:
        news = bool(self._news)
        super()._tell_news()
        over = bool(self._events) and isinstance(self._events[-1], ev.Ended)
        if news and not over:  # the end of a round stays on the screen until the next begins
            self._picture(self.live.layout)


class ScreenLiveSeat(OnLiveScreen, LiveSeat):
    """Your seat at a live table, on the full screen."""

    def __init__(
        self,
        client: Client,
        table: TableInfo,
        stage: Stage,
        typist: Typist,
        buy_in: int,
        *,
        behind: bool = False,
        coach: Coach | None = None,
        heard: Callable[[Event], None] = lambda event: None,
    ) -> None:
        self.stage = stage
        super().__init__(client, table, page_console(), typist, buy_in, behind=behind, coach=coach, heard=heard)

    def leave_question(self, staked: int) -> str:
        """You may leave when your wagers are settled. Before that you can go, but the house then plays for you."""
        if self.live.turn is not None and self.live.turn.about == WAGERS:
            return ""  # you take your wagers with you
        wagers = f"Your wagers of {dollars(staked)} stay on the layout"
        if self._leaving is None and not self._is_down:
            return f"Leave when this round is over? {wagers} until then. {LEAVE_OR_STAY}"
        return f"Leave now? {wagers}; the house decides for you when your time is over. {LEAVE_OR_STAY}"

    def ends(self) -> float | None:
        left = self._left()
        return None if left is None else time.monotonic() + left

    def draw_question(self, layout: Layout) -> None:
        self._picture(layout)

    def _seconds_shown(self) -> str:
        """There is no prompt, so no clock in it. The felt shows the clock."""
        return ""

    def _warn(self) -> None:
        """The clock on the felt says it."""

    def _show_waiting(self, turn: msg.Turn) -> None:
        self.stage(NotAsked())
        super()._show_waiting(turn)


class ScreenWatcher(OnLiveScreen, Watcher):
    """A live table that you watch, on the full screen."""

    def __init__(self, client: Client, table: TableInfo, stage: Stage, typist: Typist) -> None:
        self.stage = stage
        super().__init__(client, table, page_console(), typist)

    def play(self) -> None:
        self._picture(self.live.layout)
        super().play()

    def draw_question(self, layout: Layout) -> None:
        self._picture(layout)
