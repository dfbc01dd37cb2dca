"""A seat at a live table for a person at the prompt. The other seats are people and programs like this one."""

from __future__ import annotations

import time
from collections.abc import Callable

from rich.console import Console

from pitboss.client.conversation import new_key
from pitboss.client.errors import Refused
from pitboss.client.live_view import CLOSED
from pitboss.client.requests import TableInfo
from pitboss.client.synchronous import Client
from pitboss.money import dollars
from pitboss.protocol import messages as msg
from pitboss.table import events as ev
from pitboss.table.events import Event
from pitboss.terminal.bets import difference
from pitboss.terminal.drawing import visible
from pitboss.terminal.hints import Coach
from pitboss.terminal.lines import Keyboard
from pitboss.terminal.live_commands import GONE, LiveCommands, ToLobby
from pitboss.terminal.live_telling import Gone
from pitboss.terminal.player import Leave
from pitboss.terminal.telling import QUIT

BEAT = 0.1
"""Seconds between two looks at the keyboard and the server."""
PIPE_PATIENCE = 15.0
"""Seconds without news after which a line from a pipe is read although nothing was asked."""
NOT_HERE = "seat"
"""The code of a refusal: the player is not at the table."""


class LiveSeat(LiveCommands):
    """Your place at a live table: a seat, or behind the seats if ``behind``. ``buy_in`` is what you buy at first.

    If the input is ``piped``, a line waits until something is asked.
    """

    def __init__(
        self,
        client: Client,
        table: TableInfo,
        console: Console,
        keyboard: Keyboard,
        buy_in: int,
        *,
        behind: bool = False,
        piped: bool = False,
        register: Callable[[str], None] | None = None,
        coach: Coach | None = None,
        heard: Callable[[Event], None] = lambda event: None,
    ) -> None:
        super().__init__(client, table, console, keyboard, register, coach=coach, heard=heard)
        self._buy_in, self._behind, self._piped = buy_in, behind, piped
        self._quiet_since = time.monotonic()
        """When the last news came."""
        self._leaving: Leave | None = None
        """Why you leave when the round is over."""
        self._try_to_leave = False

    # --- the session

    def play(self) -> bool:
        """Play until you leave or the table closes. Returns whether you go to the lobby."""
        try:
            if not self._came():
                return True
            while self.live.ends != CLOSED or self._news:
                try:
                    self._beat()
                except (Leave, KeyboardInterrupt, EOFError) as why:
                    leave = why if isinstance(why, Leave) else Leave()
                    if self._get_up(leave, at_once=isinstance(why, EOFError) and self._leaving is not None):
                        return isinstance(leave, ToLobby)
        except KeyboardInterrupt:  # while the house did not answer
            self._go_at_once()
            return False
        except Gone:
            pass
        finally:
            self.client.unwatch(self.table.id)
        return True

    def _came(self) -> bool:
        """Take your place. If the house refuses, says why and returns False."""
        try:
            self._come()
        except Refused as no:
            if no.code in GONE:
                raise
            self.complain(no.why)
            return False
        return True

    def _come(self) -> None:
        """Take your place and buy chips. If you are here already, go on as you are."""
        me = self.client.me()
        self.wallet = me.wallet
        here = next((one for one in me.tables if one.table == self.table.id), None)
        where = self.game.title if self.table.name == self.game.title else f"{self.game.title}, {self.table.name}"
        where = visible(where)
        if here is not None:
            self.bought = here.chips + sum(amount for _, amount in self._lying())
            self.client.wait(self.live, lambda live: self.is_here)
            self.say(f"You still {self._place()} of {where}, with {dollars(here.chips)} in chips.")
            if lying := self._wagers_lie():
                self.say(f"{lying}.")
        else:
            key, id = new_key(), self.table.id
            self._send(msg.Stand(table=id, key=key) if self._behind else msg.Sit(table=id, key=key))
            cents = self._buy_in if self.table.practice else min(self._buy_in, self.wallet)
            self.bought = cents - cents % self.rules.chip
            if self.bought:
                self._send(msg.BuyIn(table=id, key=new_key(), cents=self.bought))
                self._ask_wallet()
            self.client.wait(self.live, lambda live: self.is_here and live.chips >= self.bought)
            self.say(f"You {self._place()} of {where}, with {dollars(self.bought)} of play money in chips.")
            if self.bought < self.rules.table_minimum:
                least = dollars(self.rules.table_minimum)
                self.say(f"The table minimum is {least}: you can't wager until you have more money.", "red")
            if self.live.turn is not None and self.live.turn.turn and not self.live.offers:
                self.say("A round is in progress. You play from the next round on.", "dim")
        self.say("Type ? for help. You can type at any time.", "dim")

    def _beat(self) -> None:
        """Let messages come in, tell them, and look at the keyboard."""
        while self.client.wait(self.live, timeout=0):
            pass
        self._tell_news()
        if self._look_at_the_house():
            if self._try_to_leave and self._leaving is not None:
                self._try_to_leave = False
                raise self._leaving
            self._show_turn()
            self._tell_new_window()
            self._warn()
            self._tick()
            self._look_at_hint()
            if any(work.done() for _, work in self._reviews):
                self._end_prompt()
                self.tell_reviews()
                self._shown = ()
        line = self._next_line()
        if line is None:
            return
        self._prompting = False  # Enter has ended the line
        if self._is_down and line.strip().lower() not in QUIT:
            self.complain("the house does not answer yet; type quit to leave, or wait")
        elif self._typed(line.strip()):
            self._shown = ()
        elif self._asked() is not None:
            self._prompt()

    def _next_line(self) -> str | None:
        """A line that is typed for you, or one that you type. None if there is none yet."""
        asked = self._asked() is not None
        if self.to_type and asked:
            return self.to_type.popleft()
        if self._piped and not (asked and self.live.is_fresh) and time.monotonic() - self._quiet_since < PIPE_PATIENCE:
            self.client.wait(self.live, timeout=BEAT)
            self.keyboard.check()
            return None
        return self.keyboard.next(BEAT)

    def _tell_news(self) -> None:
        if self._news:
            self._quiet_since = time.monotonic()
        super()._tell_news()

    def _tell_event(self, event: Event) -> None:
        super()._tell_event(event)
        if isinstance(event, ev.Ended):
            self._try_to_leave = True

    # --- a house that does not answer

    @property
    def _is_down(self) -> bool:
        return super()._is_down or self._unanswered

    def _house_is_back(self) -> None:
        super()._house_is_back()
        self._ask_wallet()
        self._shown, self._waited = (), ()

    def _stored(self) -> str:
        return "Your wagers and your chips are stored."

    # --- leaving

    def _get_up(self, leave: Leave, *, at_once: bool = False) -> bool:
        """Leave. Returns False if you must stay until the round is over."""
        self._end_prompt()
        asked_before = self._leaving is not None and leave is not self._leaving
        if at_once or asked_before or self._is_down:
            self._go_at_once()
            return True
        self._take_back()
        self._wait_for_turn()
        chips = self.live.chips
        try:
            self._send(msg.Leave(table=self.table.id, key=new_key()))
        except Refused as no:
            if no.code in GONE:
                raise
            if no.code == NOT_HERE:
                return True
            if self._leaving is None:
                self._say_that_you_must_stay(no)
            self._leaving = leave
            return False
        self._ask_wallet()
        self.say_summary()
        self.say(f"You leave with {dollars(chips)}, {difference(chips - self.bought)}.", "bold")
        self.say(f"Your wallet holds {dollars(self.wallet)}.")
        return True

    def _say_that_you_must_stay(self, no: Refused) -> None:
        if lying := self._wagers_lie():
            self.say(f"{lying}. You must stay until they are settled ({no.clause}).", "red")
        else:
            self.complain(no.why)
        self.say(
            "You leave when the round is over. Until then you can go on deciding."
            " Ctrl-C or quit again leaves at once; the house then decides for you when your time is over.",
            "bold",
        )
        self._shown = ()

    def _wagers_lie(self) -> str:
        """Your wagers on the layout, in words. Empty if there are none."""
        lying = self._lying()
        if not lying:
            return ""
        each = ", ".join(f"{wager} {dollars(amount)}" for wager, amount in lying)
        return f"Your wagers of {dollars(sum(amount for _, amount in lying))} lie on the layout: {each}"

    def _go_at_once(self) -> None:
        """Go while you must stay, or while the house does not answer. Says what happens with wagers and chips."""
        self._end_prompt()
        if not self.is_here:
            return
        if self._is_down:
            self.say("The house does not answer, so you can't leave the table now. You keep your place at it.", "bold")
        if lying := self._wagers_lie():
            self.say(f"{lying}. The round goes on without you, and the house decides for you when your time is over.")
        self.say(
            f"Your chips ({dollars(self.live.chips)}) stay at the table, and what you win is added to them. Come back"
            f" with: pitboss play --server {self.client.server}"
        )
        self.say("If you miss many rounds, the house releases your seat and puts your chips into your wallet.", "dim")

    def _take_back(self) -> None:
        """Before "No more bets" you take your wagers with you."""
        for _ in range(len(self.live.layout.stakes)):
            placed = [(seat, offer) for seat, offer in self.live.offers if offer.do == "withdraw"]
            if not placed:
                return
            seat, offer = placed[-1]
            try:
                self._send(self.client.talk.play(self.table.id, offer, seat=seat))
            except Refused:
                return  # bets have closed, and the wagers stay
            self._wait_for_turn()
