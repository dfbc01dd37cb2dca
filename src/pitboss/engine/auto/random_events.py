"""Random events around rounds: people come and go, dealers change, shufflers jam, orders of cards are planted.

This module also counts what has happened, to show what a run of rounds has covered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from pitboss.basics.cards import TEXT
from pitboss.engine.auto.drive import any_report, try_everything
from pitboss.engine.game import Game
from pitboss.engine.procedures.before_deal import JAM, STAYS_JAMMED
from pitboss.engine.procedures.dealing import AUTOMATED_SHOE
from pitboss.engine.procedures.shoe import BOXED, PLANTED
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Question
from pitboss.engine.round.inputs import HouseInput, Input, ReportInput, ShuffleInput, make
from pitboss.engine.round.round import Round
from pitboss.engine.rules import AUTOMATED, TableRules
from pitboss.engine.table import Table

NEW_DEALER, LEAVES, ARRIVES, STANDS = 0.1, 0.15, 0.5, 0.3
"""The probability of each between two rounds. Somebody can arrive only if a seat has become free."""
HIGH_HANDS = 0.5
"""The fraction of orders that are planted, if irregularities are allowed."""


LOWEST_ROYAL = 4 * 8
"""The number of the ten of clubs, the lowest card of any royal flush."""


# --- making things happen


class Floor:
    """The floor around a table whose players try everything. It acts between rounds and during shuffles."""

    def __init__(self, table: Table, random: Random, *, irregularities: float = 0.0) -> None:
        self.table, self.random, self.irregularities = table, random, irregularities
        self.happened: Counter[str] = Counter()
        faulty_shuffles(table, random, irregularities)
        self._most = len(table.seats)
        self._guests = 0

    def play(self) -> Round:
        """Let things happen between two rounds, then play a round that tries everything."""
        self.between_rounds()
        return try_everything(self.table.open_round(), self.random, irregularities=self.irregularities)

    def between_rounds(self) -> None:
        """Perhaps change the dealer, let people leave, sit down or stand behind the seats, and plant an order."""
        table, random = self.table, self.random
        if random.random() < NEW_DEALER:
            table.new_dealer()
            self.happened["new dealers"] += 1
        seated = [player for seat, player in table.seats if seat]
        standing = [player for seat, player in table.seats if not seat]
        if len(seated) > 1 and random.random() < LEAVES:
            table.leave(random.choice(seated))
            self.happened["players left"] += 1
        elif len(seated) < self._most and random.random() < ARRIVES:
            table.sit(self._guest(), random.choice(self._free()))
            self.happened["players sat down"] += 1
        if random.random() < STANDS:
            if standing:
                table.leave(standing[0])
                self.happened["players left"] += 1
            else:
                table.stand(self._guest())
                self.happened["players stood behind the seats"] += 1
        if self.irregularities and random.random() < HIGH_HANDS:
            table.stack(high_hands(table, random))

    def _guest(self) -> str:
        self._guests += 1
        return f"Guest {self._guests}"

    def _free(self) -> list[int]:
        taken = {seat for seat, _ in self.table.seats}
        return [seat for seat in range(1, self.table.rules.positions + 1) if seat not in taken]


def faulty_shuffles(table: Table, random: Random, rate: float) -> None:
    """Let the shuffler jam and staff report irregularities during shuffles, at this rate."""
    sound = table.attendants["shuffler"]
    at_fault: Round | None = None  # its shuffle has failed, so the next answer is sound

    def attend(round: Round, question: Question) -> Input:
        nonlocal at_fault
        wrong = None if at_fault is round else _fault(round, random, rate)
        at_fault = None if wrong is None else round
        return sound(round, question) if wrong is None else wrong

    table.attendants["shuffler"] = attend


def _fault(round: Round, random: Random, rate: float) -> Input | None:
    """A random fault of a shuffle, at this rate: a jam, or anything that may be reported now."""
    if random.random() >= rate:
        return None
    jam = make(by="shuffler", do="jam")
    return jam if random.random() < 0.5 and round.allows(jam) else any_report(round, random)


def faulty_order(given: ShuffleInput, random: Random, extra: Sequence[str] = TEXT) -> ShuffleInput:
    """The order with one to three faults near its top: a card is missing, lies face up, or is one of ``extra``."""
    order = given.cards.split()
    for _ in range(random.randint(1, 3)):
        at = random.randrange(min(len(order), 25))
        match random.randrange(4):
            case 0:
                del order[at]
            case 1 if extra:
                order.insert(at, random.choice(extra))
            case _:
                order[at] = order[at].rstrip(BOXED) + BOXED
    return msgspec.structs.replace(given, cards=" ".join(order), source=PLANTED)


def high_hands(table: Table, random: Random) -> str:
    """An order of the pack in which high hands are common: neighbouring cards go to the same hand."""
    whole = sorted(table.game.pack * table.game.decks(table.rules), reverse=True)
    by_suit = sorted(whole, key=lambda card: card & 3)
    royal = sorted(by_suit, key=lambda card: card < LOWEST_ROYAL)
    order = random.choice((whole, by_suit, royal, royal))
    start = random.choice((0, 0, 0, random.randrange(len(order))))
    order = order[start:] + order[:start]
    most = 1 + sum(1 for seat, _ in table.seats if seat)  # the dealer's hand and one for each seated player
    hands = random.choice((most, random.randint(2, most)))
    if random.random() < 0.8:
        order = _in_turn(order, hands)
    return " ".join(TEXT[card] for card in order)


def _in_turn(order: list[int], hands: int) -> list[int]:
    """An order that gives five neighbouring cards to each hand if the hands are dealt one card at a time."""
    dealt = []
    for at in range(0, len(order), 5 * hands):
        part = order[at : at + 5 * hands]
        dealt += [part[where] for card in range(5) for where in range(card, len(part), 5)]
    return dealt


# --- counting


class Times(msgspec.Struct):
    """How often an irregularity was reported, and how often it happened.

    A reported fault may lapse or be yet to come. Nobody reports a device that jams by itself.
    """

    reported: int = 0
    happened: int = 0


class RandomEvents(msgspec.Struct, kw_only=True):
    """How often each of the game's irregularities happened, and how often other things did."""

    irregularities: dict[str, Times] = {}
    others: dict[str, int] = {}
    to_come: tuple[str, ...] = ()
    """The faults reported for a shuffle after the last round."""

    @classmethod
    def of(cls, game: Game, rules: TableRules | None = None) -> RandomEvents:
        """A count of zero for everything that can happen under these rules."""
        known = [*(one.what for one in game.irregularities), *OTHERS]
        can = {what for what in known if rules is None or CAN.get(what, _always)(game, rules)}
        return cls(
            irregularities={one.what: Times() for one in game.irregularities if one.what in can},
            others={what: 0 for what in OTHERS if what in can},
        )

    def add(self, round: Round) -> None:
        for record in round.records:
            match record:
                case ReportInput(what=what):
                    self._times(what).reported += 1
                    self._times(what).happened += 1
                case ev.Irregular(what=what, remedy=remedy) if remedy.startswith(LAPSED):
                    self._times(what).happened -= 1
                case HouseInput(do="jam", what=what):
                    self._times(STAYS_JAMMED if what else JAM).happened += 1
        self._wait_for(round.state.to_come)
        self.count(Counter(_others(round)))

    def _wait_for(self, to_come: tuple[str, ...]) -> None:
        """Do not count faults that are yet to come."""
        for what in self.to_come:
            self._times(what).happened += 1
        for what in to_come:
            self._times(what).happened -= 1
        self.to_come = to_come

    def _times(self, what: str) -> Times:
        return self.irregularities.setdefault(what, Times())

    def count(self, happened: Counter[str]) -> None:
        for what, times in happened.items():
            self.others[what] = self.others.get(what, 0) + times


LAPSED = "none: "
"""The beginning of the remedy of a reported fault that did not happen."""
DEEDS = {
    "recut": "recuts",
    "remove": "devices removed",
    "spread": "idle spreads",
    "cash": "cash wagers",
    "redeem": "coupons redeemed",
}
OTHERS = (
    *("void rounds", "void hands", "jackpots", "shares of jackpots", "envy bonuses", "planted orders"),
    *DEEDS.values(),
    *("match play coupons", "wagers withdrawn", "wagers withdrawn after the deal", "wagers of people who stand"),
    *(
        "new dealers",
        "players left",
        "players sat down",
        "players sat down in a round",
        "players stood behind the seats",
    ),
)


def _always(game: Game, rules: Any) -> bool:
    return True


def _has_shuffler(game: Game, rules: Any) -> bool:
    return bool(rules.shuffler == AUTOMATED)


def _has_meters(game: Game, rules: Any) -> bool:
    return bool(game.meters(rules))


def _decides(action: str) -> Callable[[Game, Any], bool]:
    return lambda game, rules: any(one.action == action for one in game.decisions)


CAN: dict[str, Callable[[Game, Any], bool]] = {
    JAM: _has_shuffler,
    STAYS_JAMMED: _has_shuffler,
    "shoe jam": lambda game, rules: rules.dealing == AUTOMATED_SHOE,
    "jackpots": _has_meters,
    "shares of jackpots": _has_meters,
    "envy bonuses": lambda game, rules: any(getattr(rules, "envy", ())),
    "recuts": lambda game, rules: game.closed.get("cut") != game.closed.get("recut") and getattr(rules, "cut", True),
    "devices removed": lambda game, rules: bool(game.procedures.remove_device),
    "cash wagers": lambda game, rules: getattr(rules, "verbal_wagers", False),
    "coupons redeemed": _decides("redeem"),
    "match play coupons": lambda game, rules: rules.match_play,
    "wagers withdrawn after the deal": _decides("withdraw"),
}
"""Whether something can happen in a game under its rules. Things that are not listed can always happen. A game without
a cut refuses both cut and recut."""


def _others(round: Round) -> Iterator[str]:
    """The things that happened, by their names in ``OTHERS``."""
    standing = {player for seat, player in round.seats if not seat}
    dealt = False
    for record in round.records:
        match record:
            case ev.Seated():
                yield "players sat down in a round"
            case ev.Dealt():
                dealt = True
            case Input(do="withdraw"):
                yield "wagers withdrawn"
                if dealt:
                    yield "wagers withdrawn after the deal"
            case Input(do=deed) if deed in DEEDS:
                yield DEEDS[deed]
            case ev.Voided():
                yield "void rounds" if record.place == "round" else "void hands"
            case ev.Paid():
                yield "jackpots" if record.reset else "shares of jackpots"
            case ev.Settled(wager="envy"):
                yield "envy bonuses"
            case ev.Shuffled(source=source) if source == PLANTED:
                yield "planted orders"
            case ev.Wagered():
                if record.coupon:
                    yield "match play coupons"
                if record.player in standing:
                    yield "wagers of people who stand"
