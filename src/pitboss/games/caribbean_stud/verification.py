"""How Caribbean Stud Poker is verified: with each progressive table, and Cover All for each number of hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import msgspec
import numpy as np

from pitboss.basics.cards import NUMBER
from pitboss.basics.money import UNITS
from pitboss.basics.poker import CATEGORIES
from pitboss.engine.auto.policy import Turn, staff
from pitboss.engine.meters.meter import MeterTerms
from pitboss.engine.procedures.dealing import AUTOMATED_SHOE
from pitboss.engine.procedures.shoe import PLANTED, order_text
from pitboss.engine.round.asks import Question
from pitboss.engine.round.events import Paid, Settled
from pitboss.engine.round.inputs import Input, MeterInput, make
from pitboss.engine.round.round import Round
from pitboss.games.caribbean_stud.game import GAME
from pitboss.games.caribbean_stud.kernel import CaribbeanTable
from pitboss.games.caribbean_stud.kernel_rounds import FRACTION, LEFT, WAGERS
from pitboss.games.caribbean_stud.mathematics.choices import choices, named
from pitboss.games.caribbean_stud.mathematics.counting import UP_CARDS
from pitboss.games.caribbean_stud.mathematics.side_wager_odds import NO_HAND
from pitboss.games.caribbean_stud.rules import ENVY as ENVY_PAYS
from pitboss.games.caribbean_stud.rules import PROGRESSIVE, SEEDS, CaribbeanStudRules
from pitboss.mathematics.choices import resolve
from pitboss.mathematics.counting.hands import Ints, suit_classes
from pitboss.simulation.any_game import setup
from pitboss.simulation.kernel import MeterTally, Setup, Tally, WagerTally
from pitboss.simulation.stream import stream
from pitboss.verification import Case, Verification
from pitboss.verification.engine_against_kernel import KEY, Twins

SIDE_WAGERS: dict[str, Any] = {
    "five_card": True,
    "five_card_seed": 10_000_00,
    "magic_card": True,
    "magic_card_every": 10,
    "lucky_bonus": True,
    "lucky_bonus_every": 10,
}
"""Options that offer every wager."""
COVER_ALL_SEATS = range(2, 8)
"""The seats for Cover All with three to eight hands. One seat has two hands."""


def cases() -> tuple[Case, ...]:
    """Each progressive table, and between them each bonus table. Then several seats, for Cover All with each number of
    hands and for each envy table."""
    found = []
    for at, name in enumerate(PROGRESSIVE):
        rules: dict[str, Any] = {"bonus": "ABC"[at % 3], "progressive": name}
        if name == "PTMGL02":
            rules["progressive_wager"] = 5_00
        rules["progressive_linked"] = name in SEEDS
        if len(SEEDS.get(name, ())) > 1:
            first, *rest = SEEDS[name]
            rules["progressive_shares"] = {first: 100 - 20 * len(rest), **dict.fromkeys(rest, 20)}
        found.append(Case(game=GAME.name, always=SIDE_WAGERS, rules=rules))
    with_envy = [case for case in found if case.rules["progressive"] in ENVY_PAYS]
    most = len(COVER_ALL_SEATS)
    return (
        *found,
        *(msgspec.structs.replace(case, seats=COVER_ALL_SEATS[at % most]) for at, case in enumerate(with_envy)),
    )


STRATEGIES = ("optimal", "optimal", "matching-rank", "at-least:AKT64", "pair-or-better", "always")
METERS_WON, PARTS_WON = "meters won", "parts of meters won"
MAGIC, MAGIC_ON_DEALER, LUCKY, ENVY = "magic card", "magic card dealer", "lucky bonus", "envy"
SHARED = ("five card bonus dealer", MAGIC_ON_DEALER, LUCKY, "cover all")
"""Wagers decided by the dealer's hand, the whole table or a draw."""
REST = {"bet": "folded", ENVY: "no envy hand", MAGIC: "not drawn", MAGIC_ON_DEALER: "not drawn", LUCKY: "not drawn"}
DRAWN_LINES = {MAGIC: "the card is in the hand", LUCKY: "the seat is drawn"}
"""Lines of the odds. At the table, the line names the card or the seat instead."""
MAGIC_DRAW, LUCKY_DRAW = 52, 53
"""The columns of a deal with the drawn numbers, after its cards."""


def twins(random: Random, seats: int = 0) -> CaribbeanTwins:
    """Both tables under random rules, with a given or a random number of seats."""
    rules = any_rules(random)
    limits = {
        "bonus": 100 * random.randint(1, 100),
        "progressive": rules["progressive_wager"],
        "five card bonus": rules["five_card_wager"],
        "five card bonus dealer": rules["five_card_wager"],
        "cover all": 100 * random.randint(1, 100),
    }
    stakes = {name: cents for name, cents in limits.items() if random.random() < 0.55}
    strategy = random.choice(STRATEGIES)
    seats = seats or random.choice((*9 * (1,), *4 * (2,), 3, 7))
    stakes = {"ante": 100 * random.randint(5, 50), **stakes}
    return CaribbeanTwins(setup(GAME, rules, wagers=stakes, seats=seats, strategy=strategy), random)


# --- random inputs


def any_rules(random: Random) -> dict[str, Any]:
    """Random values for all options that a wager can depend on."""
    progressive = random.choice(list(PROGRESSIVE))
    rules: dict[str, Any] = {
        "dealing": random.choice(("manual shoe", "hand", "automated shoe")),
        "bonus": random.choice("ABC"),
        "progressive": progressive,
        "progressive_linked": progressive in SEEDS or (progressive == "D" and random.random() < 0.5),
        "progressive_wager": 500 if progressive == "PTMGL02" else random.choice((100, 500)),
        "progressive_rate": random.randint(70, 100),
        "five_card": True,
        "five_card_wager": random.choice((100, 300, 700)),
        "five_card_rate": random.randint(1, 100),
        "five_card_seed": random.randint(10_000_00, 10_003_33),
        "magic_card": random.random() < 0.7,
        "magic_card_every": random.randint(1, 3),
        "lucky_bonus": random.random() < 0.7,
        "lucky_bonus_every": random.randint(1, 3),
    }
    if progressive not in SEEDS:
        rules["progressive_seed"] = random.randint(1, 5_000_00)
    elif len(SEEDS[progressive]) > 1:
        names = list(SEEDS[progressive])
        shares = [random.randint(1, 40) for _ in names[1:]]
        rules["progressive_shares"] = dict(zip(names, (100 - sum(shares), *shares), strict=True))
    return rules


def any_cards(random: Random) -> list[int]:
    """A pack, either shuffled or in an order with many high hands."""
    pack = list(range(52))
    random.shuffle(pack)
    if random.random() < 0.3:
        pack.sort(key=random.choice((lambda card: (card & 3, card >> 2), lambda card: card >> 2)))
        cut = random.randrange(52)
        pack = pack[cut:] + pack[:cut]
        if random.random() < 0.5:  # swap two cards, so that some hands are high and others are not
            one, other = random.sample(range(40), 2)
            pack[one], pack[other] = pack[other], pack[one]
    elif random.random() < 0.1:  # a royal flush among random hands
        high = [card for card in pack if card & 3 == 0 and card >= 32]
        rest = [card for card in pack if card not in high]
        place = 5 * random.randrange(8)
        pack = rest[:place] + high + rest[place:]
    return pack


def any_deal(random: Random, made: Setup) -> list[int]:
    """The hands, five cards each, the dealer's last; then the drawn numbers."""
    magic = random.randrange(52 * made.rules.magic_card_every)
    return [*any_cards(random), magic, random.randrange(made.seats * made.rules.lucky_bonus_every)]


# --- decisions


@cache
def chosen_by(strategy: str) -> Ints:
    known = choices(CaribbeanStudRules())
    return resolve(strategy, known, named(known, strategy))[1]


def chosen_at(chosen: Ints, hand: Sequence[int], up: int) -> bool:
    """Whether a hand is bet. Suits are renamed as in the representative hand of its class."""
    ranks = [sum(1 << (card >> 2) for card in hand if card & 3 == suit) for suit in range(4)]
    name = {suit: place for place, suit in enumerate(sorted(range(4), key=lambda suit: -ranks[suit]))}
    *renamed, of_up = [card & ~3 | name[card & 3] for card in (*hand, up)]
    place = of_up - sum(card < of_up for card in renamed)
    return bool(chosen[suit_classes(5).index(hand) * UP_CARDS + place])


# --- both implementations


def renamed_lines(rules: CaribbeanStudRules) -> dict[tuple[str, str], str]:
    """Rename hands that a table does not pay, which are one line in the odds."""
    tables = {
        "progressive": rules.progressive_table,
        "five card bonus": rules.five_card_table,
        "five card bonus dealer": rules.five_card_table,
    }
    return {
        (wager, CATEGORIES[kind]): NO_HAND
        for wager, table in tables.items()
        for kind, odds in enumerate(table.odds)
        if odds is None
    }


class Counting(CaribbeanTable):
    """Fast rounds with given deals and all their counts."""

    def counted(self, dealt: Ints) -> tuple[Ints, Tally]:
        """Cents by round, seat and wager, and the tally."""
        found = np.zeros((len(dealt), self.setup.seats, len(WAGERS)), np.int64)
        return found, self._played(self._loop(dealt, found), stream(0, 0), len(dealt))


class CaribbeanTwins(Twins):
    """The table settles a magic card in the dealer's hand under the same name as one in the player's hand."""

    def __init__(self, made: Setup, random: Random) -> None:
        super().__init__(made, WAGERS, rest=REST, shared=SHARED)
        self.earned.add(MAGIC_ON_DEALER)
        self._lines = renamed_lines(made.rules)
        self._paid: dict[str, list[Paid]] = {name: [] for name in self.table.meters}
        self.fast, self.random = Counting(made, None), random
        self._deal: list[int] = []
        self._chosen = chosen_by(made.strategy)
        self._placed = self.placing(*made.stakes.items())
        self._read = self.table.attendants["meter"]
        self.table.attendants["meter"] = self._draw

    def shuffle(self, round: Round, question: Question) -> Input:
        """Order the pack so that hands are dealt card by card, or as stacks from an automated shoe."""
        dealt, hands = self._deal[:52], self.made.seats + 1
        if self.made.rules.dealing != AUTOMATED_SHOE:
            dealt[: 5 * hands] = [dealt[5 * hand + card] for card in range(5) for hand in range(hands)]
        return make(by="shuffler", do="shuffle", cards=order_text(dealt), key=KEY, source=PLANTED)

    def _draw(self, round: Round, question: Question) -> Input:
        """Answer a draw with the given number. Meters are read as usual."""
        given = self._read(round, question)
        if not isinstance(given, MeterInput) or given.do != "draw":
            return given
        number = self._deal[MAGIC_DRAW if given.what == "magic card" else LUCKY_DRAW]
        return make(by="meter", do="draw", what=given.what, amount=number)

    def conduct(self, round: Round) -> None:
        for given in self._placed:
            round.do(given)
        up, stake = self._deal[5 * self.made.seats], self.made.stakes["ante"]
        while round.asking:
            party = round.asking.waiting[0]
            if party.by == "player":
                bets = chosen_at(self._chosen, self._deal[5 * party.seat - 5 : 5 * party.seat], up)
                action, amount = ("bet", 2 * stake) if bets else ("fold", 0)
                round.do(make(by="player", seat=party.seat, player=party.player, do=action, amount=amount))
            else:
                given_by_staff = staff(Turn(round, party, round.offers(party), self.random))
                if given_by_staff is None:
                    return
                round.do(given_by_staff)

    # --- the events of the table

    def column(self, one: Settled) -> str:
        if one.wager == MAGIC and self._deal.index(NUMBER[one.line]) >= 5 * self.made.seats:
            return MAGIC_ON_DEALER
        return one.wager

    def line(self, one: Settled) -> str:
        if one.wager == ENVY:
            return one.line.partition(" at ")[0]
        return DRAWN_LINES.get(one.wager) or self._lines.get((one.wager, one.line), one.line)

    def counts(self, one: Settled) -> bool:
        """Whether a settlement counts: shared results at the first seat, envy at the first seat that has it."""
        if one.wager == ENVY:
            return one.seat == (2 if one.line.endswith(" at seat 1") else 1)
        return one.seat == 1 or one.wager == LUCKY or self.column(one) not in SHARED

    def reported_as(self, name: str) -> str:
        """The wager of a report. Some names include a pay table, and the dealer's magic card may lack its suffix."""
        if name == MAGIC and "five card bonus" not in self.made.stakes:
            return MAGIC_ON_DEALER
        return next(one for one in sorted(WAGERS, key=len, reverse=True) if name.startswith(one))

    # --- rounds

    def play(self, rounds: int) -> None:
        deals = [any_deal(self.random, self.made) for _ in range(rounds)]
        found, tally = self.fast.counted(np.array(deals).reshape(rounds, 54))
        for deal, won in zip(deals, found.tolist(), strict=True):
            self._deal = deal
            round = self.compare(deal[: 5 * (self.made.seats + 1)], won)
            for event in round.records:
                if isinstance(event, Paid):
                    self._paid[event.meter].append(event)
                    self.seen[METERS_WON if event.reset else PARTS_WON] += 1
        reported = self.fast.wagers(tally, self.rounds)
        self.hold_report(reported)
        for wager in reported:
            self._hold_meters(wager)
        for (name, meter), left in zip(self.table.meters.items(), tally["meters"][:, LEFT].tolist(), strict=True):
            self.hold(f"the {name} meter, in parts of a cent,", Fraction(meter.units * FRACTION, UNITS), left)

    def _hold_meters(self, wager: WagerTally) -> None:
        """Compare meter wins with the table's payments."""
        name = self.reported_as(wager.name)
        told = {one.name: one for one in wager.meters}
        for meter in self.table.terms.values():
            won_from = name in meter.wagers
            self.hold(f"whether {name} tells of the {meter.name} meter", won_from, meter.name in told)
            if won_from:
                self._hold_meter(meter, told[meter.name])

    def _hold_meter(self, meter: MeterTerms, told: MeterTally) -> None:
        paid = self._paid[meter.name]
        hits, parts = ([one.amount for one in paid if bool(one.reset) == all_of_it] for all_of_it in (True, False))
        at_hits = Counter(min(amount // told.width, len(told.at_hits) - 1) for amount in hits)
        for what, at_table, in_fast in (
            ("seed", meter.seed, told.seed),
            ("wins", len(hits), told.hits),
            ("wins, in cents,", sum(hits), told.paid),
            ("wins of a part", len(parts), told.parts),
            ("wins of a part, in cents,", sum(parts), told.parts_paid),
        ):
            self.hold(f"the {meter.name} meter's {what}", at_table, in_fast)
        for place, count in enumerate(told.at_hits):
            self.hold(f"the {meter.name} meter's wins in range {place}", at_hits[place], count)


VERIFICATION = Verification(game=GAME.name, cases=cases(), twins=twins, each=250)
