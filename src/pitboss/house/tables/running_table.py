"""A live table with its conductor. It asks the conductor for the next step and carries it out.

The conductor is asked after every act, when somebody comes or goes, and when a clock ends. An error stops this table
with a clear state. The other tables go on.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Protocol

from pitboss.engine.round import inputs
from pitboss.engine.round.events import DEALER
from pitboss.house.authorize import Actor, Refusal, check_duty, is_on_duty
from pitboss.house.money.cashier import Reply
from pitboss.house.people.house_players import is_house_player
from pitboss.house.process import logs
from pitboss.house.settings import Staffing
from pitboss.house.tables import conductor as steps
from pitboss.house.tables.conductor import AnyStep, Conductor, Situation
from pitboss.house.tables.live import CLOSED, LiveTable
from pitboss.house.tables.viewers import Watcher
from pitboss.protocol import messages as msg

AT_ONCE = 25
"""Steps of one table before other tables have their turn."""
MOST_STEPS = 2000
"""Steps without a pause after one act of a person. More would be a loop."""
SHORTEST_MS = 5
"""The shortest time that a timer waits."""


class TooManySteps(RuntimeError):
    """The conductor does not come to rest."""


class TableOwner(Protocol):
    """What a running table tells the house."""

    def round_over(self, table: RunningTable, seq: int, head: str) -> None: ...
    def close_table(self, table: RunningTable) -> None: ...
    def table_faulted(self, table: RunningTable) -> None: ...
    def at_rest(self, table: RunningTable) -> None: ...

    def make_room(self, table: RunningTable, person: str, seat: int) -> str:
        """Why a seat that a person wants is held by the house for now. Empty if it is not."""


class RunningTable:
    """A live table and its conductor. All methods run in the event loop's thread."""

    def __init__(self, live: LiveTable, conductor: Conductor, house: TableOwner, *, name: str, opened_by: str) -> None:
        self.live, self.conductor, self.house = live, conductor, house
        self.name, self.opened_by = name, opened_by
        self.faulted = ""
        """Why the table takes no more commands. Empty while it runs."""
        self.wrong = ""
        """The error that stopped the table, in words."""
        self._loop = asyncio.get_running_loop()
        self._since = self._loop.time()
        self._soon: asyncio.Handle | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._steps = MOST_STEPS
        self._told_over = 0
        self._somebody_came = False
        """Whether somebody watches who has had no turn yet."""
        live.context.conductor = self

    @property
    def id(self) -> str:
        return self.live.id

    @property
    def dealer(self) -> str:
        """The id of the person who deals now. Empty for the automatic dealer."""
        return self.conductor.dealer

    @property
    def state(self) -> str:
        """open, closing, closed or stopped"""
        if self.faulted:
            return "stopped"
        if self.live.stopped:
            return "closed" if self.live.stopped == CLOSED else "stopped"
        return "closing" if self.live.orders.closing else "open"

    @property
    def why(self) -> str:
        return self.faulted or self.live.stopped

    # --- what people do

    def command(self, actor: Actor, command: msg.Command, reply: Reply) -> None:
        """Carry out a command. An error that is not the person's own stops the table."""
        if self.faulted:
            reply(self._refused(command, "stopped", self.faulted))
            return
        try:
            try:
                assigned, dealer = self.conductor.staffing.dealer, self.dealer
                check_duty(actor.person, command, self.live.table, assigned=assigned, dealer=dealer)
                self._check_time(command)
                self._check_room(actor.person, command)
            except Refusal as no:
                self.live.answer(self._refused(command, no.code, no.why), reply)
                return
            if self.live.command(actor.person, actor.name, command, reply, actor.roles):
                self._note_ready(actor.person, command)
        except Exception as error:
            self.fault(error)
            reply(self._refused(command, "stopped", self.faulted))

    def _refused(self, command: msg.Command, code: str, why: str) -> msg.Refused:
        return msg.Refused(key=command.key, table=self.id, code=code, why=why)

    def _check_time(self, command: msg.Command) -> None:
        """Raise ``Refusal`` if who deals ends something for which players still have time."""
        if not isinstance(command, msg.Play) or command.by != DEALER or command.do not in ("no more bets", "spread"):
            return
        given = inputs.make(by=DEALER, do=command.do)
        if early := self.conductor.too_early(self.live.clock(), self._situation(), given):
            raise Refusal("late", early)

    def _check_room(self, person: str, command: msg.Command) -> None:
        """Raise ``Refusal`` if a player of the house has yet to leave the seat."""
        if isinstance(command, msg.Sit) and (why := self.house.make_room(self, person, command.seat)):
            raise Refusal("seat", why)

    def _note_ready(self, person: str, command: msg.Command) -> None:
        """Tell the conductor that somebody is ready, has sat down, or plays again."""
        round, here = self.live.table.round, any(person == player for _, player in self.live.table.seats)
        match command:
            case msg.Ready(round=number) if round is not None and number != round.number:
                return
            case msg.SitOut(out=True):
                return
            case msg.Ready() | msg.Sit() | msg.Stand() | msg.SitOut() if here:
                self.conductor.ready(person)
                self.look_soon()

    def watch(self, watcher: Watcher, after: int = 0) -> None:
        """Let somebody watch. A player who comes back has more time, so the turn waits until the clocks are set."""
        self.live.watch(watcher, after, turn=bool(self.why))
        self._somebody_came = True
        self.look_soon()

    def unwatch(self, watcher: Watcher) -> None:
        self.live.viewers.remove(watcher)
        self.look_soon()

    def assign(self, staffing: Staffing) -> None:
        """Change the staff of the table. Players hear of another dealer at once."""
        before = self.conductor.staffing
        self.conductor.assign(staffing)
        if not self.why:
            self.live.desk.announce_dealer(before, staffing)
        self.live.send_turns()
        self.look_soon()

    def order_rules(self, rules: dict[str, Any], by: str) -> None:
        """Announce other rules. They come into force when the round is over, or the shoe."""
        self.check_runs()
        self.live.desk.order_rules(rules, by)
        self.look_soon()

    def order_close(self, by: str) -> None:
        """Let the table close after the round."""
        self.check_runs()
        self.live.desk.order_close(by)
        self.look_soon()

    def check_runs(self) -> None:
        """Raise ``Refusal`` if the table takes no orders."""
        if self.why:
            raise Refusal("stopped", self.why)

    # --- what is told

    def is_staff(self, actor: Actor) -> bool:
        """Whether somebody deals at this table or supervises it. Whoever loses the role is no longer told more."""
        return is_on_duty(actor.person, actor.roles, self.dealer)

    def _show_clocks(self) -> None:
        clocks = tuple(
            [
                msg.Clock(about=one.about, ends=one.ends, player=one.party.player if one.party else "")
                for one in self.conductor.clocks
            ]
        )
        if clocks != self.live.clocks or self._somebody_came:
            self._somebody_came, self.live.clocks = False, clocks
            self.live.send_turns()

    # --- what happens next

    def look_soon(self) -> None:
        """Ask the conductor, after whatever the event loop does now."""
        self._steps = MOST_STEPS
        self._look_again()

    def _look_again(self) -> None:
        if self._soon is None and not self.faulted and not self.live.stopped:
            self._soon = self._loop.call_soon(self._look)

    def park(self) -> None:
        """Conduct no more. The round waits in the database."""
        for handle in (self._soon, self._timer):
            if handle is not None:
                handle.cancel()
        self._soon = self._timer = None
        self.faulted = self.faulted or "the house is closing down; the round goes on when it opens again"

    def may_move(self, after_s: float) -> bool:
        """Whether another process may run this table from now on.

        It has run here for so many seconds, no wager lies on it, and nothing is under way.
        """
        round = self.live.table.round
        at_rest = round is None or round.over or not round.layout.stakes
        is_new = self._loop.time() - self._since < after_s
        return at_rest and not is_new and self.state == "open" and not self.live.is_busy

    @property
    def left_alone(self) -> bool:
        """Whether this is a private table, in order, at which nobody is connected. A seat may still be held."""
        return self.live.settings.private and not self.live.viewers.people and not self.why

    @property
    def _deserted(self) -> bool:
        """Whether a private table has been played at, and everybody has left it. Nobody could find it again."""
        at, grace = self.live.table, self.conductor.timers.grace
        return self.left_alone and not at.seats and at.state.round > 0 and self.live.clock() >= grace

    def _situation(self) -> Situation:
        live = self.live
        closing = live.orders.closing or self._deserted
        of_house = {player for _, player in live.table.seats if is_house_player(player)}
        return Situation(live.table, live.viewers.people | of_house, live.out, closing, live.held.cards)

    def _look(self) -> None:
        """Carry out steps until the conductor waits."""
        self._soon = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        try:
            for _ in range(AT_ONCE):
                if self.faulted or self.live.stopped:
                    return
                self._note_over()
                if not self.live.held:
                    self.live.desk.apply()
                now = self.live.clock()
                step = self.conductor.next_step(now, self._situation())
                self.live.desk.note_missed(self.conductor.timers.missed, self.conductor.timers.counted)
                if not self._carry_out(now, step):
                    self._show_clocks()
                    self.house.at_rest(self)
                    return
                self._steps -= 1
                if self._steps < 0:
                    raise TooManySteps
            self._look_again()
        except Exception as error:
            self.fault(error)

    def _carry_out(self, now: int, step: AnyStep) -> bool:
        """Carry out a step. Returns False if it is to wait."""
        live = self.live
        match step:
            case steps.Wait(until=until):
                if until is not None:
                    delay = max(SHORTEST_MS, until - now) / 1000
                    self._timer = self._loop.call_later(delay, self.look_soon)
                return False
            case steps.AskDevice():  # the live table has asked the meters, and looks again when they answer
                return False
            case steps.Act(given=given) | steps.Default(given=given):
                live.give(given)
            case steps.OpenRound(new_dealer=new_dealer):
                if new_dealer:
                    live.new_dealer(self.dealer, self.conductor.dealer_name)
                live.open_round()
            case steps.ReleaseSeat(player=player, missed=missed):
                live.leave(player, why=f"the seat was released after {missed} missed rounds")
            case steps.DealOut(words=words):
                if words:
                    live.say(words)
                live.deal_out()
            case steps.Announce(words=words):
                live.say(words)
            case steps.Close():
                self.house.close_table(self)
                return False
        return True

    def _note_over(self) -> None:
        """Tell the house once that a round is over."""
        round = self.live.table.round
        if round is not None and round.over and not self.live.held and round.number > self._told_over:
            self._told_over = round.number
            self.house.round_over(self, self.live.seq, self.live.head)

    def fault(self, error: Exception) -> None:
        """Stop this table, since its memory can't be trusted. What was submitted is still committed and told."""
        number = secrets.token_hex(4)
        round = self.live.table.round
        logs.error("table stopped", error, table=self.id, round=round.number if round else 0, report=number)
        self.park()
        self.wrong = f"an error of the house (report {number})"
        self.faulted = f"this table has stopped: {self.wrong}"
        self.house.table_faulted(self)
