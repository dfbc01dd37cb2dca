"""The question that a live table asks, its clock, and whose turn it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future

from rich.console import Console
from rich.text import Text

from pitboss.client.requests import TableInfo
from pitboss.client.synchronous import Client
from pitboss.money import dollars
from pitboss.protocol import messages as msg
from pitboss.table.asks import Offer
from pitboss.table.events import Began, Event, seat_place
from pitboss.terminal.answers import Answer, Choice, choices
from pitboss.terminal.bets import WAGERS
from pitboss.terminal.choice_words import shown_as
from pitboss.terminal.drawing import draw_wagers
from pitboss.terminal.hints import Coach, Hint
from pitboss.terminal.house_lost import HouseLost
from pitboss.terminal.player import Question as Asking

SOON = 5.0
"""Say that time is running out when so many seconds are left."""
LONGEST = 999
"""The most seconds that the clock in the prompt can show."""
SAVE_CURSOR, RESTORE_CURSOR = "\x1b7", "\x1b8"
DEALER, SUPERVISOR = "dealer", "supervisor"

Asked = tuple[int, list[Choice]]
"""The seat at which the player is asked, and the choices there."""
Question = tuple[int, int, int]
"""A round, a turn and a seat."""


class LiveTurn(HouseLost):
    """Shows the question of a live table."""

    def __init__(
        self,
        client: Client,
        table: TableInfo,
        console: Console,
        coach: Coach | None = None,
        heard: Callable[[Event], None] = lambda event: None,
    ) -> None:
        super().__init__(client, table, console, coach, heard)
        self._hint: tuple[Question, Future[Hint | None]] | None = None
        """The hint that is being worked out, and the question that it is for."""
        self._shown: tuple[object, ...] = ()
        """The question that was shown last."""
        self._waited: tuple[object, ...] = ()
        self._warned = 0
        """The end of the clock that you were warned of."""
        self._window: tuple[int, int, int] | None = None
        """The betting window: its round, its turn and its end."""
        self._ticked = ""
        """The clock that the prompt shows."""
        self._asking: Question | None = None
        """The question that you were asked last."""
        self._decided: set[Question] = set()
        """The questions that you have answered. What is optional beside the answer is not asked for."""
        self._passed: set[Question] = set()
        """The questions that you have passed."""
        self._last: dict[str, int] = {}
        """Your last wagers."""

    def _began(self) -> None:
        self._decided.clear()
        self._passed.clear()

    def _chose(self) -> None:
        if self._asking is not None:
            self._decided.add(self._asking)

    # --- the question

    def _asked(self) -> Asked | None:
        """Where you are asked, and what. Your own seat comes first."""
        turn = self.live.turn
        if turn is None or (self.sits_out and turn.about == WAGERS):
            return None
        own = self.live.seat
        for seat, offers in sorted(turn.offers, key=lambda one: one[0] != own):
            known = choices(offers, turn.about)
            question = (turn.round, turn.turn, seat)
            if question in self._passed or all(choice.offer.why_not for choice in known):
                continue
            if turn.about == WAGERS:  # free areas beside your own are offered once you have wagered
                optional = own > 0 and seat != own and not any(self.live.layout.stakes_of(own, self.you))
            else:
                optional = question in self._decided
            if not (optional and self.may_go_on(known)):
                return seat, known
        return None

    def question(self) -> Asking | None:
        asked, turn = self._asked(), self.live.turn
        return None if asked is None or turn is None else Asking(turn.about, *asked, self.live.view)

    def cash(self) -> int:
        return self.live.chips

    def reports(self) -> list[Offer]:
        turn = self.live.turn
        return [offer for _, offers in turn.offers for offer in offers if offer.do == "report"] if turn else []

    # --- hints

    def hint(self) -> None:
        """Begin to work out a hint. The table goes on meanwhile."""
        position, turn = self.position(), self.live.turn
        if position is None or turn is None:
            self.say("There is nothing to decide now.")
            return
        self._hint = (turn.round, turn.turn, position.seat), self.coach.ask(position)

    def _look_at_hint(self) -> None:
        """Tell a hint that is ready, unless its question is over."""
        if self._hint is None or not self._hint[1].done():
            return
        (question, work), self._hint = self._hint, None
        turn, asked = self.live.turn, self._asked()
        if turn is not None and asked is not None and question == (turn.round, turn.turn, asked[0]):
            self._end_prompt()
            self.tell_hint(work)
            self._prompt()

    # --- the question on the screen

    def _show_turn(self) -> None:
        turn = self.live.turn
        if turn is None or not self.live.is_fresh:
            return
        question = (turn.round, turn.turn, turn.offers, turn.chips)
        if question == self._shown:
            return
        self._shown = question
        asked, money_due = self._asked(), self._money_due
        self._money_due = False
        if asked is None:
            if money_due:
                self._end_prompt()
                self._say_money()
            self._show_waiting(turn)
            return
        seat, known = asked
        self._asking = (turn.round, turn.turn, seat)
        self._end_prompt()
        if self._stale_picture:
            self._picture(self.live.layout)
        else:
            wagers = draw_wagers(self.live.layout, seat) or "no wagers"
            self.say(f"On the layout: {wagers}. You have {dollars(turn.chips)} in chips.", "yellow")
        self._list(turn, seat, known)
        self._prompt()

    def _list(self, turn: msg.Turn, seat: int, known: list[Choice]) -> None:
        where = "" if seat == self.live.seat else f" at seat {seat}"
        hands = {choice.offer.hand for choice in known if not choice.offer.why_not}
        if len(hands) == 1 and self.live.layout.hands.get((seat_place(seat), 2)):
            where += f", hand {next(iter(hands))}"
        more = []
        if self.is_short():
            more.append(("buy 100", "", f"buy chips: you have {dollars(self.live.chips)}, too few to wager"))
        elif self.may_go_on(known):
            more.append(("Enter", "", "nothing more, continue"))
        elif (usual := self._usual(known)) is not None:
            more.append(("Enter", f"{usual.choice.name} {dollars(usual.amount or 0)}", ""))
        if turn.about == WAGERS and self.last_bets and not self._lying() and not self.is_short():
            more.append(("same", ", ".join(f"{bet.wager} {dollars(bet.amount)}" for bet in self.last_bets), "and deal"))
        question = shown_as(turn.about) + where + self._in_words(self._left())
        self.list_choices(question, known, {one.name: _price(one) for one in known}, more)
        if self.wants_hint(turn.about):
            self.hint()

    def is_short(self) -> bool:
        """Whether wagers are placed, you have none on the layout, and too few chips for one."""
        turn = self.live.turn
        betting = turn is not None and turn.about == WAGERS and not self._lying()
        return betting and self.live.chips < self.rules.table_minimum

    def _usual(self, known: list[Choice]) -> Answer | None:
        """The meaning of Enter where a wager is required: the last amount or the least."""
        due = next((c for c in known if c.offer.do == "wager" and not c.offer.optional and not c.offer.why_not), None)
        if due is None:
            return None
        usual = min(self._last.get(due.offer.wager, due.offer.least), due.offer.most, self.live.chips)
        return Answer(due, max(usual - usual % due.offer.step, due.offer.least))

    # --- whose turn it is

    def _show_waiting(self, turn: msg.Turn) -> None:
        """Say whom the table waits for. An automatic dealer does not keep anybody waiting."""
        others = [one for one in turn.waiting if one != self.you and (one != DEALER or self.table.dealer)]
        waited = (turn.round, turn.turn, tuple(others), self.sits_out)
        if waited == self._waited:
            return
        self._waited = waited
        if words := self._waiting_words(turn, others):
            self._end_prompt()
            self.say(f"  {words}", "dim")

    def _waiting_words(self, turn: msg.Turn, others: list[str]) -> str:
        if not turn.turn:
            if self.sits_out:
                return "You sit out. Type play again to play."
            return "The next round begins soon. If it does not, press Enter."
        if turn.about == WAGERS and not turn.offers and self._stands_in_the_round():
            return "At this table nobody wagers from behind the seats. Type sit to take a seat."
        names = [f"the {one}" if one in (DEALER, SUPERVISOR) else self.called(one) for one in others]
        if not names:
            return ""
        ends = [one.ends for one in self.live.clocks if one.player in ("", *others)]
        clock = self._in_words(self._seconds_to(min(ends)) if ends else None)
        return f"Waiting for {', '.join(names)}: {shown_as(turn.about)}{clock}."

    def _stands_in_the_round(self) -> bool:
        """Whether you stood behind the seats when the round began."""
        began = next((one for one in self._events if isinstance(one, Began)), None)
        return began is not None and (0, self.you) in began.seats

    # --- clocks

    def _clock(self) -> msg.Clock | None:
        """The clock that you must follow."""
        mine = [one for one in self.live.clocks if one.player in ("", self.you)]
        return min(mine, key=lambda one: one.ends, default=None)

    def _seconds_to(self, ends: int) -> float:
        return max(0.0, (ends - self.client.talk.server_ahead) / 1000 - time.time())

    def _left(self) -> float | None:
        """The seconds that you have left, if a clock runs."""
        clock = self._clock()
        return None if clock is None else self._seconds_to(clock.ends)

    def _in_words(self, left: float | None) -> str:
        return "" if left is None else f" ({left:.0f} second{'' if round(left) == 1 else 's'} left)"

    def _warn(self) -> None:
        """Say once when time is running out. If the prompt shows the clock, a bell does not disturb what you type."""
        clock, left = self._clock(), self._left()
        if clock is None or left is None or left > SOON or clock.ends == self._warned or self._asked() is None:
            return
        self._warned = clock.ends
        if self._prompting and self._ticked:
            self.console.bell()
            return
        self._end_prompt()
        self.say(f"{self._in_words(left).strip(' ()').capitalize()}.", "red")
        self._prompt()

    def _tell_new_window(self) -> None:
        """Say that wagers are open again, if nobody has wagered while they were."""
        turn, clock = self.live.turn, self._clock()
        if turn is None or turn.about != WAGERS or clock is None or clock.player:
            self._window = None
            return
        window = turn.round, turn.turn, clock.ends
        if self._window is not None and self._window[:2] == window[:2] and self._window[2] < clock.ends:
            self._end_prompt()
            self.say(f"  Nobody has wagered. Wagers stay open{self._in_words(self._left())}.", "dim")
            if self._asked() is not None:
                self._prompt()
        self._window = window

    def _prompt(self) -> None:
        """Show the prompt. On a terminal it has the clock, which runs while you type."""
        self._ticked = self._seconds_shown()
        self.console.print(Text(f"{self._ticked}> "), end="")
        self._prompting = True

    def _tick(self) -> None:
        """Let the clock in the prompt run. What you have typed stays as it is."""
        shows = self._seconds_shown()
        if self._prompting and self._ticked and shows and shows != self._ticked:
            self._ticked = shows
            self.console.file.write(f"{SAVE_CURSOR}\r{shows}{RESTORE_CURSOR}")
            self.console.file.flush()

    def _seconds_shown(self) -> str:
        """The clock in the prompt. Empty if none runs, or if there is no terminal that can show it."""
        left = self._left()
        if left is None or not self.console.is_terminal or self.console.is_dumb_terminal:
            return ""
        return f"{min(left, LONGEST):3.0f} s "


def _price(choice: Choice) -> str:
    cost = choice.offer.cost()
    return choice.amounts or (f"for {dollars(cost)}" if cost else "")
