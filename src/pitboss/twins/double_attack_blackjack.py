"""Double Attack Blackjack, at a table and in fast rounds, from the same shoes.

The kernel shuffles, and its order is given to the table, for a new shoe and for a rack that is shuffled in mid-round.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np

from pitboss.games.double_attack_blackjack import kernel_rounds as fast
from pitboss.games.double_attack_blackjack.counting_cards import DOUBLE, HIT, STAND, SURRENDER, VALUES
from pitboss.games.double_attack_blackjack.counting_chart import ENTRIES, Chart, entry
from pitboss.games.double_attack_blackjack.course import LOW, cards_of, count, course, up_card
from pitboss.games.double_attack_blackjack.kernel import BUST_BONUS, INITIAL, INSURANCE, AttackTable
from pitboss.games.double_attack_blackjack.kernel_plans import of_charts
from pitboss.games.double_attack_blackjack.odds import terms_of
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.games.double_attack_blackjack.settle import BEST, most_insurance
from pitboss.money import ceil_div
from pitboss.simulate import setup
from pitboss.simulation.stream import stream
from pitboss.table.asks import Ask, Offer
from pitboss.table.events import Input, Settled
from pitboss.table.round import Round
from pitboss.table.rules import load
from pitboss.table.shoe import order_text
from pitboss.twins.tables import KEY, NO_MORE_BETS, Twins

GAME = "double_attack_blackjack"
EACH = 250
"""Rounds under one draw of the rules."""
REFILLS = "rack shuffled in mid-round"
CARD = {int(code): card for card, code in enumerate(fast.CODE) if card >> 2 != 8}
"""The card that a code of the kernel is; there are no tens."""
DEPTH = 48
"""Where the dealer cuts cards that are shuffled in mid-round."""
UNTOLD = ("not placed", "no ace up")
"""Outcomes that no event tells of."""
MOVES = {STAND: "stand", SURRENDER: "surrender", HIT: "hit", DOUBLE: "double"}


def twins(random: Random, seats: int = 0, chart: Chart | None = None, **fixed: Any) -> AttackTwins:
    """Both tables under rules drawn at random, but for those that are fixed, with so many seats or any number of them,
    and with a chart for every up card, or one for all."""
    rules = any_rules(random, **fixed)
    seats = seats or random.choice((*6 * (1,), *2 * (2,), 3, rules.positions))
    chip = rules.chip
    stake = chip * random.randint(ceil_div(rules.table_minimum, chip), rules.table_maximum // chip)
    stakes = {INITIAL: stake}
    if random.random() < 0.5:
        stakes[INSURANCE] = random.choice((chip, most_insurance(stake, chip)))
    bonus = min(stake, rules.bust_bonus_maximum)
    if random.random() < 0.5 and bonus >= rules.least_bonus:
        stakes[BUST_BONUS] = random.choice((rules.least_bonus, bonus))
    charts = [chart or any_chart(random) for _ in terms_of(rules).ups]
    return AttackTwins(rules, stakes, seats, charts, random)


# --- what is drawn at random


def any_rules(random: Random, **fixed: Any) -> DoubleAttackRules:
    chip = random.choice((1, 5, 25, 100))
    least = chip * random.randint(1, 500 // chip)
    hole = random.choice(("none", "none", "hole card", "card reader"))
    own = random.random() < 0.5
    given = {
        "decks": random.choice((6, 8)),
        "positions": random.choice((3, 6, 7)),
        "chip": chip,
        "table_minimum": least,
        "table_maximum": least * random.randint(1, 50),
        "bust_bonus_maximum": 10_000,
        "shuffler": "automated",
        "approved_procedures": own,
        "cut_card": random.choice((0, 0, 10, 25)) if own else random.choice((25, 40, 75)),
        "burn": not own or random.random() < 0.5,
        "reshuffle_each_round": random.random() < 0.15,
        "attack": random.choice(("up to", "equal")),
        "split_attack": random.random() < 0.7,
        "hole_card": hole,
        "surrender_at_once": hole == "card reader" and random.random() < 0.5,
        **fixed,
    }
    return load(GAME, DoubleAttackRules, given)


def any_chart(random: Random) -> Chart:
    """Any actions that are allowed, most of them such that hands go on."""
    draw, last = [STAND] * ENTRIES, [STAND] * ENTRIES
    for soft in (False, True):
        for total in range(BEST + 1):
            at = entry(total, soft)
            last[at] = random.choice((STAND, STAND, SURRENDER))
            if total == BEST:
                draw[at] = random.choice((STAND, STAND, STAND, SURRENDER))
            elif total <= 11 or soft:
                draw[at] = random.choice((HIT, HIT, HIT, DOUBLE, STAND, SURRENDER))
            else:
                draw[at] = random.choice((HIT, DOUBLE, STAND, STAND, SURRENDER))
    splits = tuple(value for value in range(VALUES) if random.random() < 0.7)
    return Chart(random.random() < 0.5, tuple(draw), tuple(last), splits)


# --- both ways


class AttackTwins(Twins):
    """Charts are by the up card; what is settled on a hand from a split is one wager to the kernel."""

    def __init__(
        self, rules: DoubleAttackRules, stakes: Mapping[str, int], seats: int, charts: list[Chart], random: Random
    ) -> None:
        super().__init__(setup(GAME, rules, wagers=stakes, seats=seats, strategy="chart"), fast.WAGERS)
        self.charts, self.random = charts, random
        terms = terms_of(rules)
        self.fast = AttackTable(self.made, None, of_charts(terms, terms.ups, charts))
        self._size = len(rules.cards)
        self._shoe, self._marks = self.fast.new_shoe()
        on_table = [wager for wager in (INITIAL, BUST_BONUS) if wager in stakes]
        self._placed = self.placing(*((wager, stakes[wager]) for wager in on_table))
        self._attacks = self._all("attack", stakes[INITIAL])
        self._insures = self._all("insure", stakes[INSURANCE]) if INSURANCE in stakes else ()

    def _all(self, do: str, amount: int) -> tuple[Input, ...]:
        return tuple(
            Input(by="player", seat=seat, player=player, do=do, amount=amount) for seat, player in self.players
        )

    def shuffle(self, round: Round, ask: Ask) -> Input:
        codes = self._shoe[: self._size].tolist()
        if len(round.dealer.to_shuffle) < self._size or self._marks[fast.REFILLED]:
            self.seen[REFILLS] += 1
            rack = self._shoe[self._size : int(self._marks[fast.READY]) + 1].tolist()
            codes = rack[-1:] + rack[:-1]
            codes = codes[-DEPTH:] + codes[:-DEPTH]  # the cut brings the burn card to the top
        return Input(by="shuffler", do="shuffle", cards=order_text([CARD[code] for code in codes]), key=KEY)

    def conduct(self, round: Round) -> None:
        for given in self._placed:
            round.do(given)
        while round.asking is not None:
            match round.asking.about:
                case "double attack":
                    attacks = self._attacks if self._chart(round).attack else ()
                    for given in (*attacks, NO_MORE_BETS):
                        round.do(given)
                case "insurance":
                    for given in (*self._insures, NO_MORE_BETS):
                        round.do(given)
                case "the cut":
                    round.do(Input(by="dealer", do="cut", amount=DEPTH))
                case _:
                    party = round.waiting[0]
                    offers = {offer.do: offer for offer in round.offers(party) if not offer.why_not}
                    do = self._decide(round, party.seat, offers)
                    if do not in offers:
                        raise self.disagreement(f"the table does not offer to {do}")
                    round.do(offers[do].taken(party, offers[do].most))

    def _chart(self, round: Round) -> Chart:
        return self.charts[LOW[up_card(round.dealer)] - 1]

    def _decide(self, round: Round, seat: int, offers: Mapping[str, Offer]) -> str:
        dealer, chart, hand = round.dealer, self._chart(round), offers["stand"].hand
        held = next(one for one in course(dealer).boxes[seat] if one.number == hand)
        if "split" in offers and LOW[cards_of(dealer, held.place, hand)[0]] - 1 in chart.splits:
            return "split"
        points = count(dealer, held)
        by = chart.last if held.doubled or held.aces else chart.draw
        return MOVES[by[entry(points.total, points.soft)]]

    def column(self, one: Settled) -> str:
        split = one.hand > 1 and one.wager in (INITIAL, fast.WAGERS[fast.ATTACK])
        return fast.WAGERS[fast.SPLIT] if split else one.wager

    def note(self, one: Settled) -> None:
        """Hands from a split are counted once, and what the dealer's cards decide for all seats too."""
        name = self.column(one)
        side = one.wager in (INSURANCE, BUST_BONUS)
        if not (name == fast.WAGERS[fast.SPLIT] and one.wager != INITIAL) and not (side and one.seat > 1):
            self.ends[name, one.line] += 1

    def play(self, rounds: int) -> None:
        """The kernel plays them all in one call, and once more round by round for its shoes."""
        state = stream(self.random.getrandbits(64), 0)
        shape = self.made.seats, len(fast.WAGERS)
        found = np.zeros((rounds, *shape), np.int64)
        self.fast.play_on(state.copy(), rounds, *self.fast.new_shoe(), found)
        tally = self.fast.play(state.copy(), rounds)
        for won in found.tolist():
            self.fast.play_on(state, 1, self._shoe, self._marks, np.zeros((1, *shape), np.int64))
            first, last = int(self._marks[fast.START]), int(self._marks[fast.AT])
            round = self.compare([CARD[code] for code in self._shoe[first:last].tolist()], won)
            refilled = bool(self._marks[fast.REFILLED])
            self.hold("the place of the next card", round.state.cursor, last - (self._size - 1 if refilled else 0))
            self.hold("a shuffle that is due", round.state.reshuffle, bool(self._marks[fast.DUE]))
        for wager in self.fast.wagers(tally, self.rounds):
            self.hold_totals(wager, wager.name)
            for end in wager.ends:
                if end.name not in UNTOLD:
                    self.hold(f"{wager.name}, {end.name}, in hands,", self.ends[wager.name, end.name], end.count)
            if wager.ends:
                self.hold(f"{wager.name}, all outcomes,", wager.hands, sum(end.count for end in wager.ends))
