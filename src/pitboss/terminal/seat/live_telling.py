"""What happens at a live table, as the terminal tells it, and whether its house answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from rich.console import Console

from pitboss.basics.money import dollars
from pitboss.client.live_view import decode_events
from pitboss.client.requests import TableInfo
from pitboss.client.synchronous import Client
from pitboss.engine import registry
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event
from pitboss.engine.round.inputs import TIME_OUT
from pitboss.engine.round.layout import Layout
from pitboss.engine.rules import load
from pitboss.engine.table import Table
from pitboss.log.narration import meter_name
from pitboss.protocol import messages as msg
from pitboss.terminal.seat.advisers import house_coach
from pitboss.terminal.seat.bets import difference, net
from pitboss.terminal.seat.drawing import at_its_end, visible
from pitboss.terminal.seat.hints import Coach
from pitboss.terminal.seat.player import Player
from pitboss.terminal.seat.sentences import named, told
from pitboss.terminal.seat.telling import TOLD, YOU, your_own

DOWN = (1.0, 15.0, 60.0, 300.0)
"""Seconds without the house after which the player is told, and told again."""


class Gone(Exception):
    """The player is no longer at the table."""


class LiveTelling(Player):
    """Tells a player what happens at a live table: acts, events, announcements, money and meters.

    ``heard`` is called with every event that you see, to log it.
    """

    def __init__(
        self,
        client: Client,
        table: TableInfo,
        console: Console,
        coach: Coach | None = None,
        heard: Callable[[Event], None] = lambda event: None,
    ) -> None:
        game = registry.game(table.game)
        rules = load(game.name, game.rules, table.rules)
        self.client, self.table = client, table
        self.live = client.watch(table.id)
        coach = coach or house_coach(client, table)
        super().__init__(console, game, rules, [*Table(game, rules).terms.values()], self.live.me, coach)
        self._heard = heard
        self._news: list[msg.Update] = []
        self.live.on_update = self._news.append
        self._events: list[Event] = list(self.live.events)
        """What you have seen of the round, as far as it was told."""
        self.wallet = 0
        """The money in your wallet, in cents, when the house was asked last."""
        self.sits_out = any(one.person == self.you and one.sits_out for one in table.seats)
        self._money_due = False
        """Whether to say what you have, as soon as the house has said it."""
        self._stale_picture = True
        self._prompting = False
        """Whether the cursor stands behind a prompt."""
        self._down_since: float | None = None
        """When the house was lost."""
        self._told_down = 0
        """How often you were told that it is down."""

    def called(self, player: str) -> str:
        return YOU if player == self.you else visible(self.live.called(player))

    @property
    def _names(self) -> dict[str, str]:
        return {player: self.called(player) for player in (*self.live.names, self.you)}

    @property
    def is_here(self) -> bool:
        """Whether you sit at the table or stand behind the seats."""
        return self.live.seat > 0 or self.you in self.live.standing

    def _end_prompt(self) -> None:
        """Begin a new line, if the cursor stands behind a prompt."""
        if self._prompting:
            self.console.print()
        self._prompting = False

    def nothing_to_report(self) -> str:
        """Players of a house can't report. They are told whom to tell, and what to say."""
        which = f"{visible(self.table.name)} ({self.table.id}), round {self.live.round}"
        return (
            "Only the staff of the house report irregularities:"
            f" tell them '{which}', and they can replay every step of it."
        )

    # --- acts

    def _tell_news(self) -> None:
        news, self._news[:] = list(self._news), []
        if news:
            self._end_prompt()
        for update in news:
            if update.act:
                self._tell_act(update.act)
            for event in decode_events(update):
                self._tell_event(event)

    def _tell_act(self, act: Mapping[str, Any]) -> None:
        player = str(act.get("player", ""))
        who, why = self.called(player), visible(str(act.get("why", "")))
        told, style = "", "dim"
        match act.get("type"):
            case "sat" if player != self.you:
                place = f"sits down at seat {act['seat']}" if act["seat"] else "stands behind the seats"
                told = f"{who} {place}."
            case "left" if player != self.you:
                told = f"{who} leaves" + (f": {why}." if why else ".")
            case "left" if why or not self.is_here:
                because = f": {why}" if why else ""
                self.say(f"You are no longer at this table{because}. Your chips went to your wallet.", "bold")
                raise Gone
            case "satout" if player == self.you:
                self.sits_out = bool(act.get("out"))
            case "satout":
                told = f"{who} {'sits out' if act.get('out') else 'plays again'}."
            case "said" | "rulesordered" | "ruleskept" | "tableclosing":
                told, style = f"The house announces: {visible(str(act.get('words', '')))}", "bold yellow"
            case "dealerassigned":
                self.table = msgspec.structs.replace(self.table, dealer=str(act["dealer"]))
                told, style = f"The house announces: {visible(str(act['words']))}", "bold yellow"
            case "dealercame":
                self.table = msgspec.structs.replace(self.table, dealer=str(act.get("dealer", "")))
                name = visible(str(act.get("name", ""))) or "Another dealer"
                told = f"{name} deals now." if self.table.dealer else "The automatic dealer deals now."
                style = "bold yellow"
            case "ruleschanged":
                self.rules = load(self.game.name, self.game.rules, act["rules"])
                self.terms = [*Table(self.game, self.rules).terms.values()]
                told, style = "The new rules are in force. Type pay for the pay tables.", "bold yellow"
            case "tableclosed":
                told, style = "The table is closed.", "bold yellow"
        if told:
            self.say(f"  {told}", style)

    # --- events of the round

    def _tell_event(self, event: Event) -> None:
        if isinstance(event, ev.Began):
            self._events = []
            self._began()
            self.heading(event.round)
        self._events.append(event)
        self._heard(event)
        if isinstance(event, ev.Chose) and event.player == self.you:
            self._chose()
        if isinstance(event, ev.Ended):
            self._tell_the_end()
        elif event.ruling == TIME_OUT and isinstance(event, TOLD):
            self._tell_by_the_clock(event)
        elif isinstance(event, TOLD) and not isinstance(event, ev.Settled) and not your_own(event, self.you):
            self.tell(event, self._names)
        self._stale_picture |= not your_own(event, self.you)

    def _began(self) -> None:
        """A round has begun."""

    def _chose(self) -> None:
        """You have decided."""

    def _tell_by_the_clock(self, event: Event) -> None:
        """The act of somebody who ran out of time is the house's act, and is told as such."""
        player = str(getattr(event, "player", ""))
        mine = player == self.you
        whose, whom = ("Your", "you") if mine else (f"{self.called(player)}'s", self.called(player))
        did = told(self.game, event, self._names)
        match named(self.game, event):
            case ev.Chose(action=action, hand=hand):
                did = f"{action}{'' if hand == 1 else f', hand {hand}'}."
            case ev.Withdrawn(wager=wager, amount=amount):
                did = f"the {wager} wager of {dollars(amount)} goes back."
            case ev.Refused(what=what):
                did = f"no {what}."
        style = "red" if mine else ""
        self.say(f"  {whose} time is over. The house acts for {whom}: {did}", style)

    def _tell_the_end(self) -> None:
        final = at_its_end(self._events)
        if final.hands:
            self._picture(final, f"the end of round {final.round}", status="")
        ends = [event for event in self._events if isinstance(event, ev.Settled)]
        seats = {player: seat for seat, player in final.seats.items()}
        self.settlement(sorted(ends, key=lambda end: end.player != self.you), seats)
        if not ends:
            self.say("  Nobody has wagered, so the round is over.", "dim")
        won = net(self._events, self.you)
        self.round_is_over(self._events, seats.get(self.you, 0))
        if any(end.player == self.you for end in ends):
            self.say(f"This round: {difference(won)}.", "bold green" if won > 0 else "bold")
            self.say_total()
            self._money_due = True

    # --- the table, money and meters

    def _picture(self, layout: Layout, title: str = "", status: str | None = None) -> None:
        layout.names = self._names
        seated = self.live.seats.items()
        words = self._money() if status is None else status
        self.show_table(layout, seated, title, words)
        if meters := self._meters():
            self.say(meters, "cyan")
        self._stale_picture = False

    @property
    def meters(self) -> dict[str, int]:
        """What the meters of this table and of its link show, in cents."""
        shows = self.client.talk.meters
        known = shows.get(self.table.link, {}) | shows.get(self.table.id, {})
        return {one.name: known[one.name] for one in self.terms if one.name in known}

    def shown_meters(self) -> Mapping[str, int]:
        return self.meters

    def _meters(self) -> str:
        shown = [f"{meter_name(name)} {dollars(amount)}" for name, amount in self.meters.items()]
        return f"  Progressive {', '.join(shown)}" if shown else ""

    def _money(self) -> str:
        """What you have, in words."""
        coupons = f", coupons of {dollars(self.live.coupons)}" if self.live.coupons else ""
        return f"you have {dollars(self.live.chips)} in chips{coupons} and {dollars(self.wallet)} in your wallet"

    def _say_money(self) -> None:
        words = self._money()
        self.say(f"{words[:1].upper()}{words[1:]}.")

    def _lying(self) -> list[tuple[str, int]]:
        """Your wagers on the layout."""
        return [(stake[3], amount) for stake, amount in self.live.layout.stakes.items() if stake[1] == self.you]

    # --- a house that does not answer

    @property
    def _is_down(self) -> bool:
        """Whether you were told that the house does not answer."""
        return self._told_down > 0

    def _look_at_the_house(self) -> bool:
        """Whether the house is there. Tells the player when it goes down, and when it is back."""
        now = time.monotonic()
        if self.client.connected and not self.live.ends:
            if self._told_down:
                self._end_prompt()
                self.say("The house is back. The game goes on where it was.", "bold green")
                self._house_is_back()
            self._down_since, self._told_down = None, 0
            return True
        if self._down_since is None:
            self._down_since = now
        if self._told_down < len(DOWN) and now - self._down_since >= DOWN[self._told_down]:
            self._tell_down(now - self._down_since)
            self._told_down += 1
        return False

    def _house_is_back(self) -> None:
        """Show the table as it is now."""
        self._stale_picture = True

    def _stored(self) -> str:
        """What the house keeps for you while it is down, in a sentence. Empty for those who have nothing there."""
        return ""

    def _tell_down(self, seconds: float) -> None:
        self._end_prompt()
        if self._told_down:
            self.say(f"Still no answer after {seconds:.0f} seconds. Ctrl-C leaves.", "red")
            return
        why = f" It said: {visible(self.live.ends)}." if self.live.ends else ""
        self.say(f"The house does not answer.{why}", "bold red")
        tries = "This terminal tries again, more and more slowly, until the house is back. Ctrl-C leaves."
        self.say(" ".join(filter(None, (self._stored(), tries))), "red")
