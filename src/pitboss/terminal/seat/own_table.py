"""A table in this process, for one person. The other seats are played automatically, and the money is play money."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from pitboss.basics.errors import IllegalAction
from pitboss.basics.money import dollars
from pitboss.engine.auto.drive import Stuck, drive
from pitboss.engine.auto.policy import Policy, Turn
from pitboss.engine.round.asks import Offer, Party
from pitboss.engine.round.events import Event, seat_place
from pitboss.engine.round.inputs import PLAYER, Input, make
from pitboss.engine.round.layout import View
from pitboss.engine.round.round import Round
from pitboss.engine.table import Table
from pitboss.protocol import messages as msg
from pitboss.terminal.seat.answers import Answer, read_amount, report_input
from pitboss.terminal.seat.bets import WAGERS, net
from pitboss.terminal.seat.hints import Coach, ask_here, coach_by, has_advice, why_no_advice
from pitboss.terminal.seat.seat_table import Leave, Question, SeatTable
from pitboss.terminal.seat.sentences import YOU

REBUY = "  [bold]buy 100[/]       buy chips for $100 more, between rounds or while wagers are placed"
SIT_OUT = ("sit out", "sit", "out")
GO_ON = ("", "n", "next", "y", "yes")
"""What is typed for the next round."""


class OwnTable(SeatTable):
    """A table of your own. ``ended`` is called with every round that is over, to log it."""

    waits_for_you = True
    money_in_words = ""

    def __init__(
        self, table: Table, random: Random, bankroll: int, *, ended: Callable[[Round], None] = lambda round: None
    ) -> None:
        super().__init__(table.game, table.rules, [*table.terms.values()], YOU)
        self.table, self.random = table, random
        self._ended = ended
        self.bought = self.bankroll = bankroll
        """Your money when you sat down, and when the current round began."""
        self._seat = table.sit(YOU)
        self._goes_on = True
        """Whether the next round may begin."""
        self._is_counted = True
        """Whether the bankroll has what the round brought."""
        self._shown = 0
        """The number of your visible events that were news."""
        self._view: tuple[Round, int, View] | None = None
        """What you saw when the round had so many records."""

    # --- coming and going

    def come(self) -> bool:
        self.tells.say(f"You sit at seat {self.seat} of {self.game.title} with {self._has} of play money.")
        self.tells.say("Type ? for help.", "dim")
        return True

    def leave(self, why: Leave, *, at_once: bool) -> int | None:
        """Before "No more bets" you take your wagers with you; after it they stay on the layout."""
        round = self.table.round
        if round is not None and not round.over:
            if round.asking is not None and round.asking.about == WAGERS:
                self._take_back(round)
            if left := sum(amount for _, amount in self.lying):
                self.tells.say(f"Your wagers of {dollars(left)} stay on the layout.")
            self.bankroll, self._is_counted = self.chips, True
        return self.bankroll

    def _take_back(self, round: Round) -> None:
        """Withdraw every wager that may be withdrawn, dependent ones first."""
        taken = 0
        while True:
            mine = [(stake, amount) for stake, amount in round.layout.stakes.items() if stake[1] == YOU]
            for (seat, player, hand, wager), amount in reversed(mine):
                back = make(by="player", seat=seat, player=player, do="withdraw", wager=wager, hand=hand)
                if round.allows(back):
                    round.do(back)
                    taken += amount
                    break
            else:
                break
        if taken:
            self.tells.say(f"You take back your wagers of {dollars(taken)}.")

    def leave_question(self, staked: int) -> str:
        return f"Leave and forfeit {dollars(staked)}?"

    # --- what happens

    def news(self) -> Iterable[Sequence[Event]]:
        self._play_on()
        if self.table.round is not None:
            new = self.view.events[self._shown :]
            self._shown += len(new)
            if new:
                yield new

    def _play_on(self) -> None:
        """Let the others act until you are asked or the round is over."""
        round = self.table.round
        if round is None or round.over:
            if not self._goes_on or self._is_broke:
                return
            round = self.table.open_round()
            self._goes_on, self._is_counted, self._shown = False, False, 0
        policies: Mapping[str, Policy] = {
            player: _nothing if player == YOU else self.game.basic for _, player in self.table.seats
        }
        try:
            drive(round, policies, self.random, stop=lambda party: self._asks(round, party))
        except Stuck:
            self._explain_stuck(round)
            self.passed.clear()

    def _asks(self, round: Round, party: Party) -> bool:
        turn = self.turn
        if party.player != YOU or turn is None:
            return False
        return self.asked_at(turn, party.seat, round.offers(party)) is not None

    def _explain_stuck(self, round: Round) -> None:
        """Say why the dealer can't continue after everyone has passed. The question comes again."""
        reasons = {o.why_not for p in round.waiting if p.by != PLAYER for o in round.offers(p) if not o.optional}
        why = "; ".join(sorted(filter(None, reasons))) or "wagers are needed"
        self.tells.complain(f"the dealer can't continue: {why}")

    def round_over(self, won: int) -> None:
        self.bankroll += won
        self._is_counted = True
        self._ended(self._at)

    # --- what is asked

    @property
    def _at(self) -> Round:
        """The current round."""
        assert self.table.round is not None
        return self.table.round

    @property
    def turn(self) -> msg.Turn | None:
        round = self.table.round
        if round is None or round.asking is None:
            return None
        offers = tuple((one.seat, tuple(round.offers(one))) for one in round.waiting if one.player == YOU)
        asking = round.asking
        return msg.Turn(
            table="", round=round.number, turn=asking.turn, about=asking.about, offers=offers, chips=self.chips
        )

    def between(self, *, again: int) -> str:
        if self.turn is not None:
            return ""
        if self._is_broke:
            return "Type buy 100 to buy chips for $100, or quit to leave: "
        if not again:
            return "Enter for the next round, quit to leave: "
        return f"Enter deals again, {dollars(again)}; next to change bets, quit to leave: "

    def waiting(self) -> tuple[object, str]:
        broke = f"You have {self._has}, and the table minimum is {dollars(self.rules.table_minimum)}."
        return (self.table.round, self.chips), broke if self._is_broke else ""

    @property
    def _is_broke(self) -> bool:
        return self.bankroll < self.rules.table_minimum

    # --- what you do

    def why_not(self, asked: Question, answer: Answer) -> str | IllegalAction | None:
        if refusal := self._at.check(self._input(asked, answer)):
            return refusal
        cost = answer.choice.offer.cost(answer.amount or 0)
        return f"that costs {dollars(cost)}, but you have {self._has}" if cost > self.chips else None

    def take(self, asked: Question, answer: Answer) -> bool:
        self._at.do(self._input(asked, answer))
        return True

    def _input(self, asked: Question, answer: Answer) -> Input:
        offer, amount = answer.choice.offer, answer.amount
        if amount is None:
            amount = offer.most if offer.least == offer.most else 0
        return answer.choice.input(Party(PLAYER, asked.seat, YOU), amount, answer.coupon)

    def usual(self, asked: Question) -> Answer | None:
        """A hand that wins a bonus is shown unless its player declines (ruling no-show-no-pay).

        The basic policy knows which hands win.
        """
        party = Party(PLAYER, asked.seat, YOU)
        turn = Turn(self._at, party, self._at.offers(party), self.random)
        if turn.offer("expose") and (given := self.game.basic(turn)):
            return next(Answer(choice, None) for choice in asked.known if choice.offer.do == given.do)
        return None

    def unasked(self, line: str) -> str:
        if self._is_broke:
            return f"type buy and an amount, or quit, not '{line}'"
        if line.lower() not in GO_ON:
            return f"press Enter, or type next or quit, not '{line}'"
        self._goes_on = True
        return ""

    def command(self, line: str) -> bool:
        word, _, rest = line.partition(" ")
        asked = self.question()
        if line in SIT_OUT and asked is not None and self._may_sit_out(asked):
            self.go_on(asked)
        elif word in ("buy", "rebuy"):
            self._buy(rest.strip())
        else:
            return False
        return True

    def more_choices(self, asked: Question) -> Iterable[tuple[str, str, str]]:
        if self._may_sit_out(asked):
            yield "sit out", "", "skip this round"

    def _may_sit_out(self, asked: Question) -> bool:
        return asked.about == WAGERS and not self.lying and len(self.table.seats) > 1

    def _buy(self, said: str) -> None:
        """Buy chips with play money from outside, not in the middle of a round."""
        cents = read_amount(said) if said else "how much? Type buy 100 to buy chips for $100"
        if isinstance(cents, str):
            self.tells.complain(cents)
        elif self.turn is not None and self.turn.about != WAGERS:
            self.tells.complain("you can buy chips between rounds and while wagers are placed")
        elif not cents or cents % self.rules.chip:
            self.tells.complain(f"give a multiple of the smallest chip, which is {dollars(self.rules.chip)}")
        else:
            broke = self._is_broke
            self.bankroll += cents
            self.bought += cents
            self._goes_on |= broke and not self._is_broke and self.turn is None
            self.tells.say(f"You buy chips for {dollars(cents)}. You have {self._has}.", "bold")

    def reports(self) -> Sequence[Offer]:
        return self._at.reports() if self.turn is not None else ()

    def report(self, answer: Answer) -> bool:
        given = report_input(answer)
        if refusal := self._at.check(given):
            self.tells.refuse(refusal)
            return False
        self.tells.say(f"The dealer reports: {answer.choice.name}.", "bold yellow")
        self._at.do(given)
        return True

    def coach(self) -> Coach:
        return coach_by(ask_here, reviews=False) if has_advice(self.game) else Coach(why_off=why_no_advice(self.game))

    # --- what you know

    @property
    def view(self) -> View:
        round = self._at
        if self._view is None or self._view[0] is not round or self._view[1] != len(round.records):
            self._view = round, len(round.records), round.view(seat_place(self.seat))
        return self._view[2]

    @property
    def seat(self) -> int:
        return self._seat

    @property
    def seats(self) -> Iterable[tuple[int, str]]:
        return self._at.seats

    @property
    def waits(self) -> Sequence[int]:
        asked = self.question()
        return [] if asked is None else [asked.seat]

    @property
    def chips(self) -> int:
        return self.bankroll if self._is_counted else self.bankroll + net(self.view.events, YOU)

    @property
    def _has(self) -> str:
        return dollars(self.chips)

    def money(self) -> str:
        return f"you have {self._has}"

    @property
    def meters(self) -> Mapping[str, int]:
        return {name: meter.read() for name, meter in self.table.meters.items()}

    # --- help

    def more_help(self) -> str:
        return REBUY

    def help_others(self) -> str:
        return f"The other seats play by the basic policy: {self.game.basic_is}."


def _nothing(turn: Turn) -> None:
    """The policy of a player who has answered. Let others act."""
