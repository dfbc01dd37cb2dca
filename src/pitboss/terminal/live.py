"""A seat at a live table for a person at the prompt. The other seats are people and programs like this one."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from rich.console import Console

from pitboss import games
from pitboss.client.errors import Refused
from pitboss.client.live_view import decode_events
from pitboss.client.requests import TableInfo
from pitboss.client.synchronous import Client
from pitboss.money import dollars
from pitboss.pit import Table
from pitboss.protocol import messages as msg
from pitboss.table import events as ev
from pitboss.table.events import Event, seat_place
from pitboss.table.inputs import TIME_OUT
from pitboss.table.layout import Layout
from pitboss.table.rules import load
from pitboss.terminal.answers import Answer, Choice, choices, read, read_amount
from pitboss.terminal.drawing import at_its_end, draw_table, draw_wagers, visible
from pitboss.terminal.seat import Leave
from pitboss.terminal.telling import QUIT, TOLD, YOU, Telling, difference, net, your_own

BEAT = 0.1
"""Seconds between two looks at the keyboard and the server."""
SOON = 5.0
"""Say that time is running out when so many seconds are left."""
TO_LEAVE = 30.0
"""Seconds to wait for the end of a round in which the player must stay."""
WAGERS = "wagers"

Asked = tuple[int, list[Choice]]
"""The seat at which the player is asked, and the choices there."""


class LiveSeat(Telling):
    """Your seat at a live table. ``line`` returns a typed line, or None if none comes within so many seconds."""

    def __init__(
        self, client: Client, table: TableInfo, console: Console, line: Callable[[float], str | None], buy_in: int
    ) -> None:
        game = games.game(table.game)
        rules = load(game.name, game.rules, table.rules)
        self.client, self.table, self._line, self.bought = client, table, line, buy_in
        self.live = client.watch(table.id)
        super().__init__(console, game, rules, [*Table(game, rules).terms.values()], self.live.me)
        self.live.on_update = self._heard
        self._news: list[msg.Update] = []
        self._events: list[Event] = []
        """What you have seen of the round, as far as it was told."""
        self._shown: tuple[object, ...] = ()
        """The question that was shown last."""
        self._waited: tuple[object, ...] = ()
        self._warned = 0
        """The end of the clock that you were warned of."""
        self._stale_picture = True
        self._prompting = False
        """Whether the cursor stands behind a prompt."""
        self._asking: tuple[int, int, int] | None = None
        """The question that you were asked last: round, turn and seat."""
        self._decided: set[tuple[int, int, int]] = set()
        """The questions that you have answered. What is optional beside the answer is not asked for."""
        self._passed: set[tuple[int, int, int]] = set()
        """The questions that you have passed."""
        self._last: dict[str, int] = {}
        """Your last wagers."""

    def called(self, player: str) -> str:
        return YOU if player == self.you else visible(self.live.called(player))

    @property
    def _names(self) -> dict[str, str]:
        return {player: self.called(player) for player in (*self.live.names, self.you)}

    # --- the session

    def play(self) -> None:
        """Sit down and play until you leave or the table closes."""
        try:
            self.client.sit(self.table.id)
            self.client.buy_in(self.table.id, self.bought)
            self.client.wait(self.live, lambda live: live.seat > 0 and live.chips >= self.bought)
            where = f"seat {self.live.seat} of {self.game.title}, table {visible(self.table.name)},"
            self.say(f"You sit at {where} with {dollars(self.bought)} of play money.")
            self.say("Type ? for help. You can type at any time.", "dim")
            while not self.live.ends:
                self._beat()
            self.say(f"The table has stopped: {self.live.ends}.", "bold")
        except (Leave, KeyboardInterrupt, EOFError):
            self._get_up()

    def _beat(self) -> None:
        """Let messages come in, tell them, and look at the keyboard."""
        while self.client.wait(self.live, timeout=0):
            pass
        self._tell_news()
        self._show_turn()
        self._warn()
        line = self._line(BEAT)
        if line is not None:
            self._prompting = False  # Enter has ended the line
            if self._typed(line.strip()):
                self._shown = ()
            elif self._asked() is not None:
                self._prompt()

    def _get_up(self) -> None:
        """Leave. If you must stay until the round is over, wait for it."""
        self.console.print()
        self._take_back()
        end, why = time.monotonic() + TO_LEAVE, ""
        while time.monotonic() < end:
            chips = self.live.chips
            try:
                self.client.leave(self.table.id)
            except Refused as no:
                if no.why != why:
                    self.complain(no.why)
                    self.say(
                        "You leave when the round is over. Ctrl-C leaves at once; the clock then plays for you.", "dim"
                    )
                why = no.why
                try:
                    self.client.wait(self.live, timeout=1.0)
                except KeyboardInterrupt:
                    return
                continue
            self.say(f"You leave with {dollars(chips)}, {difference(chips - self.bought)}.", "bold")
            return

    def _take_back(self) -> None:
        """Before "No more bets" you take your wagers with you."""
        for _ in range(len(self.live.layout.stakes)):
            placed = [(seat, offer) for seat, offer in self.live.offers if offer.do == "withdraw"]
            if not placed:
                return
            seat, offer = placed[-1]
            try:
                self.client.play(self.table.id, offer, seat=seat)
            except Refused:
                return  # bets have closed, and the wagers stay
            self._wait_for_turn()

    # --- what happens

    def _heard(self, update: msg.Update) -> None:
        self._news.append(update)

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
        told = ""
        match act.get("type"):
            case "sat" if player != self.you:
                place = f"sits down at seat {act['seat']}" if act["seat"] else "stands behind the seats"
                told = f"{who} {place}."
            case "left" if player != self.you:
                told = f"{who} leaves" + (f": {why}." if why else ".")
            case "left":
                self.say(f"Your seat is free again{f': {why}' if why else ''}.", "bold")
                raise Leave
            case "satout" if player != self.you:
                told = f"{who} {'sits out' if act.get('out') else 'plays again'}."
            case "said" | "rulesordered" | "ruleskept" | "tableclosing":
                told = f"The house: {visible(str(act.get('words', '')))}"
            case "ruleschanged":
                self.rules = load(self.game.name, self.game.rules, act["rules"])
                told = "The new rules apply from now on."
            case "dealercame":
                told = "Another dealer comes to the table." if act.get("dealer") else "The automatic dealer deals."
        if told:
            self.say(f"  {told}", "dim")

    def _tell_event(self, event: Event) -> None:
        if isinstance(event, ev.Began):
            self._events = []
            self._decided.clear()
            self._passed.clear()
            self.console.print()
            self.console.rule(f"[bold]{self.game.title}[/], round {event.round}", style="green")
        self._events.append(event)
        if isinstance(event, ev.Chose) and event.player == self.you and self._asking is not None:
            self._decided.add(self._asking)
        if isinstance(event, ev.Ended):
            self._tell_the_end()
            return
        by_the_clock = event.ruling == TIME_OUT
        if (
            isinstance(event, TOLD)
            and not isinstance(event, ev.Settled)
            and (by_the_clock or not your_own(event, self.you))
        ):
            if by_the_clock:
                whose = getattr(event, "player", "")
                self.say(
                    f"  Time is over: the house acts for {'you' if whose == self.you else self.called(whose)}.", "red"
                )
            self.tell(event, self._names)
        self._stale_picture |= not your_own(event, self.you)

    def _tell_the_end(self) -> None:
        final = at_its_end(self._events)
        if final.hands:
            self._picture(final, f"the end of round {final.round}")
        ends = [event for event in self._events if isinstance(event, ev.Settled)]
        seats = {player: seat for seat, player in final.seats.items()}
        self.settlement(sorted(ends, key=lambda end: end.player != self.you), seats)
        won = net(self._events, self.you)
        if any(end.player == self.you for end in ends):
            self.say(f"This round: {difference(won)}.", "bold green" if won > 0 else "bold")

    # --- the table and the question

    def _picture(self, layout: Layout, title: str = "") -> None:
        layout.names = self._names
        seated = self.live.seats.items()
        status = f"you have {dollars(self.live.chips)}"
        self.console.print(draw_table(layout, seated, self.you, title, status, self.game.lies))
        self._stale_picture = False

    def _asked(self) -> Asked | None:
        """Where you are asked, and what. Your own seat comes first."""
        turn = self.live.turn
        if turn is None:
            return None
        own = self.live.seat
        for seat, offers in sorted(turn.offers, key=lambda one: one[0] != own):
            known = choices(offers)
            question = (turn.round, turn.turn, seat)
            if question in self._passed or all(choice.offer.why_not for choice in known):
                continue
            if turn.about == WAGERS:  # free areas beside your own are offered once you have wagered
                optional = seat != own and not any(self.live.layout.stakes_of(own, self.you))
            else:
                optional = question in self._decided
            if not (optional and self.may_go_on(known)):
                return seat, known
        return None

    def _show_turn(self) -> None:
        turn = self.live.turn
        if turn is None or not self.live.is_fresh:
            return
        question = (turn.round, turn.turn, turn.offers, turn.chips)
        if question == self._shown:
            return
        self._shown = question
        asked = self._asked()
        if asked is None:
            self._show_waiting(turn)
            return
        seat, known = asked
        self._asking = (turn.round, turn.turn, seat)
        self._end_prompt()
        if self._stale_picture:
            self._picture(self.live.layout)
        else:
            wagers = draw_wagers(self.live.layout, seat) or "no wagers"
            self.say(f"On the layout: {wagers}. You have {dollars(turn.chips)}.", "yellow")
        self._list(turn, seat, known)
        self._prompt()

    def _show_waiting(self, turn: msg.Turn) -> None:
        waited = (turn.round, turn.turn, turn.waiting)
        if waited == self._waited:
            return
        self._waited = waited
        self._end_prompt()
        others = [self.called(one) for one in turn.waiting if one != self.you]
        what = f"{turn.about}: {', '.join(others)}" if others else turn.about
        asleep = "" if turn.turn else " If it does not begin, press Enter."
        self.say(f"  Waiting for {what}.{asleep}", "dim")

    def _prompt(self) -> None:
        self.console.print("> ", end="")
        self._prompting = True

    def _end_prompt(self) -> None:
        """Begin a new line, if the cursor stands behind a prompt."""
        if self._prompting:
            self.console.print()
        self._prompting = False

    def _list(self, turn: msg.Turn, seat: int, known: list[Choice]) -> None:
        where = "" if seat == self.live.seat else f" at seat {seat}"
        hands = {choice.offer.hand for choice in known if not choice.offer.why_not}
        if len(hands) == 1 and self.live.layout.hands.get((seat_place(seat), 2)):
            where += f", hand {next(iter(hands))}"
        left = self._left()
        clock = f" ({left:.0f} seconds left)" if left is not None else ""
        more = []
        if self.may_go_on(known):
            more.append(("Enter", "", "nothing more, continue"))
        elif (usual := self._usual(known)) is not None:
            more.append(("Enter", f"{usual.choice.name} {dollars(usual.amount or 0)}", ""))
        self.list_choices(turn.about + where + clock, known, {one.name: _price(one) for one in known}, more)

    def _clock(self) -> msg.Clock | None:
        """The clock that you must follow."""
        mine = [one for one in self.live.clocks if one.player in ("", self.you)]
        return min(mine, key=lambda one: one.ends, default=None)

    def _left(self) -> float | None:
        """The seconds that you have left, if a clock runs."""
        clock = self._clock()
        if clock is None:
            return None
        return max(0.0, clock.ends / 1000 - time.time() - self.client.talk.server_ahead / 1000)

    def _warn(self) -> None:
        """Say once when time is running out."""
        clock, left = self._clock(), self._left()
        if clock is None or left is None or left > SOON or clock.ends == self._warned or self._asked() is None:
            return
        self._warned = clock.ends
        self._end_prompt()
        self.say(f"{left:.0f} seconds left.", "red")
        self._prompt()

    def _usual(self, known: list[Choice]) -> Answer | None:
        """The meaning of Enter where a wager is required: the last amount or the least."""
        due = next((c for c in known if c.offer.do == "wager" and not c.offer.optional and not c.offer.why_not), None)
        if due is None:
            return None
        usual = min(self._last.get(due.offer.wager, due.offer.least), due.offer.most, self.live.chips)
        return Answer(due, max(usual - usual % due.offer.step, due.offer.least))

    # --- what you type

    def _typed(self, line: str) -> bool:
        """Do what was typed. Returns whether the question must be shown again."""
        if self._command(line.lower()):
            return True
        asked, turn = self._asked(), self.live.turn
        if asked is None or turn is None:
            if line:
                self.complain("it is not your turn; type ? for help, or quit to leave")
            elif turn is not None and not turn.turn:  # a table sleeps when nobody has played for a while
                self._sent(lambda: self.client.ready(self.table.id))
            return False
        seat, known = asked
        if line:
            answer: Answer | str = read(line, known)
        elif self.may_go_on(known):
            self._pass(turn, seat)
            return True
        else:
            answer = self._usual(known) or "choose an action, or type ? for help"
        if isinstance(answer, str):
            self.complain(answer)
            return False
        return self._act(seat, answer)

    def _pass(self, turn: msg.Turn, seat: int) -> None:
        """Nothing more here. When this is said of every seat while wagers are placed, you are ready."""
        self._passed.add((turn.round, turn.turn, seat))
        if turn.about == WAGERS and self._asked() is None:
            self._sent(lambda: self.client.ready(self.table.id))

    def _act(self, seat: int, answer: Answer) -> bool:
        """Take an offer. Returns whether it was done; says why if not."""
        choice, amount = answer.choice, answer.amount
        offer = choice.offer
        if offer.why_not:
            self.complain(f"{offer.why_not} ({offer.clause})")
            return False
        if amount is None and offer.most and offer.least != offer.most:
            self.complain(f"{choice.name} takes an amount, {choice.amounts}: type it after the name")
            return False
        done = self._sent(
            lambda: self.client.play(
                self.table.id,
                offer,
                amount=amount or 0,
                seat=seat,
                what=choice.what,
                place=choice.place,
                coupon=answer.coupon,
            )
        )
        if done:
            self._wait_for_turn()
        if done and offer.do == "wager":
            self._last[offer.wager] = amount or offer.least
        return done

    def _wait_for_turn(self) -> None:
        """After an act, let the next turn come, so that what is typed next answers that."""
        self.client.wait(self.live, lambda live: live.is_fresh, timeout=1.0)

    def _sent(self, command: Callable[[], object]) -> bool:
        """Send a command. Returns whether it was done; says why if not."""
        try:
            command()
        except Refused as no:
            self.complain(no.why)
            return False
        return True

    def _command(self, line: str) -> bool:
        """Carry out the line if it is a command. Returns whether it was one."""
        word, _, rest = line.partition(" ")
        if line in QUIT:
            raise Leave
        if line in ("?", "help", "h"):
            self.show_help("buy 100 buys chips. sit out skips rounds, and play again ends that.")
        elif line in ("pay", "pays", "pay table", "pay tables"):
            shows = self.client.talk.meters
            self.show_pays(shows.get(self.table.link, {}) | shows.get(self.table.id, {}))
        elif word == "clause" and rest:
            self.show_clause(rest.strip())
        elif line == "table":
            self._picture(self.live.layout)
        elif word == "buy" and rest:
            self._buy(rest)
        elif line in ("sit out", "play again"):
            self._sent(lambda: self.client.sit_out(self.table.id, line == "sit out"))
        else:
            return False
        return True

    def _buy(self, said: str) -> None:
        cents = read_amount(said.split()[0])
        if isinstance(cents, str):
            self.complain(cents)
        elif self._sent(lambda: self.client.buy_in(self.table.id, cents)):
            self.bought += cents


def _price(choice: Choice) -> str:
    cost = choice.offer.cost()
    return choice.amounts or (f"for {dollars(cost)}" if cost else "")
