"""How Double Attack Blackjack is verified. Exact values are for a full shoe, so each simulated round gets a new one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from pitboss.basics.money import ceil_div
from pitboss.engine.procedures.shoe import order_text
from pitboss.engine.round.asks import Offer, Question
from pitboss.engine.round.events import DEALER, Settled, seat_place
from pitboss.engine.round.inputs import Input, make
from pitboss.engine.round.round import Round
from pitboss.engine.rules import load
from pitboss.games.double_attack_blackjack import kernel_rounds as fast
from pitboss.games.double_attack_blackjack.game import GAME
from pitboss.games.double_attack_blackjack.kernel import BUST_BONUS, INITIAL, INSURANCE, PENETRATION, AttackTable
from pitboss.games.double_attack_blackjack.kernel_plans import Plan, of_charts, plan
from pitboss.games.double_attack_blackjack.mathematics import counting_play as play
from pitboss.games.double_attack_blackjack.mathematics.choices import CHART, terms_of, words
from pitboss.games.double_attack_blackjack.mathematics.counting import (
    ACE,
    ACTIONS,
    DOUBLE,
    HIT,
    NONE,
    STAND,
    SURRENDER,
    VALUES,
    card_of,
    hand_of,
)
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.games.double_attack_blackjack.settle import BEST, LOW, most_insurance, soft, total
from pitboss.mathematics.choices import OPTIMAL, Chooser, Known, Strategy
from pitboss.simulation.any_game import setup, simulate
from pitboss.simulation.stream import stream
from pitboss.verification import Case, Remark, Verification
from pitboss.verification.engine_against_kernel import KEY, NO_MORE_BETS, Twins

FUNCTIONS = 2
"""The number of functions to choose from. The plan of one takes as long as a thousand rounds and is cached."""
AGAIN = "split again"


class Hand(NamedTuple):
    """A hand to decide, as it lies on the table. Cards are values."""

    up: int
    cards: tuple[int, ...]
    of: int = NONE
    """The value of the split pair."""
    hands: int = 1
    """The number of hands on the box."""
    path: tuple[str, ...] = ()
    """The course of its splitting until it got its second card: hands split again, and completed with which cards."""
    may_split: bool = False
    last: bool = False
    """No more cards come: the hand was doubled or is a split ace."""

    @property
    def paired(self) -> bool:
        return len(self.cards) == 2 and self.cards[0] == self.cards[1]

    @property
    def declined(self) -> int:
        """Other hands that are pairs and could have been split."""
        return self.path.count(play.PAIR)


def points(values: Sequence[int]) -> tuple[int, bool]:
    """The total of cards, and whether it is soft."""
    low, aces = sum(values) + len(values), values.count(ACE)
    return total(low, aces), bool(soft(low, aces))


class Player(ABC):
    """Decides at the table. ``plan`` has the same decisions for fast rounds."""

    strategy: Strategy
    plan: Plan
    name: str

    @abstractmethod
    def attacks(self, up: int) -> bool: ...

    @abstractmethod
    def decide(self, hand: Hand) -> str: ...

    def said(self, up: int) -> str:
        """The play against an up card, in words."""
        return self.name


# --- charts


class ByCharts(Player):
    """A chart for each up card."""

    name, strategy = "charts drawn at random", CHART

    def __init__(self, terms: play.Terms, charts: Sequence[play.Chart]) -> None:
        self.charts = dict(zip(terms.ups, charts, strict=True))
        self.plan = of_charts(terms, terms.ups, charts)

    def attacks(self, up: int) -> bool:
        return self.charts[up].attack

    def decide(self, hand: Hand) -> str:
        chart = self.charts[hand.up]
        if hand.may_split and hand.cards[0] in chart.splits:
            return play.SPLIT
        return ACTIONS[(chart.last if hand.last else chart.draw)[play.entry(*points(hand.cards))]]

    def said(self, up: int) -> str:
        chart = self.charts[up]
        draw, last = ("".join(ACTIONS[action][:2] for action in by) for by in (chart.draw, chart.last))
        return (
            f"{self.name}, against {words([up])} {'with' if chart.attack else 'without'} an attack, pairs split"
            f" {words(chart.splits) or 'none'}, by total {draw}, at the last card {last}"
        )


def any_chart(random: Random) -> play.Chart:
    """Random allowed actions, mostly such that hands go on."""
    draw, last = [STAND] * play.ENTRIES, [STAND] * play.ENTRIES
    for is_soft in (False, True):
        for points in range(BEST + 1):
            at = play.entry(points, is_soft)
            last[at] = random.choice((STAND, STAND, SURRENDER))
            if points == BEST:
                draw[at] = random.choice((STAND, STAND, STAND, SURRENDER))
            elif points <= 11 or is_soft:
                draw[at] = random.choice((HIT, HIT, HIT, DOUBLE, STAND, SURRENDER))
            else:
                draw[at] = random.choice((HIT, DOUBLE, STAND, STAND, SURRENDER))
    splits = tuple(value for value in range(VALUES) if random.random() < 0.7)
    return play.Chart(random.random() < 0.5, tuple(draw), tuple(last), splits)


# --- functions


@cache
def function(number: int) -> Chooser:
    """An arbitrary function that depends on all of its inputs."""

    def choose(known: Known) -> str:
        told = [number, *(place in known for place in ("last", "no split")), *known["up"], len(known.get("split", ()))]
        chance = crc32(repr((told, sorted(known.get("hand", ())))).encode())
        if "hand" not in known:
            return ("attack", "pass")[chance % 2]
        values = [LOW[card] - 1 for card in known["hand"]]
        so_far, is_soft = points(values)
        if "last" in known or so_far == BEST:
            return ("stand", "stand", "surrender")[chance % 3]
        if len(values) == 2 and values[0] == values[1] and "no split" not in known and chance % 3:
            return play.SPLIT
        if so_far <= 11 or is_soft:
            return ("hit", "hit", "hit", "double", "stand", "surrender")[chance // 3 % 6]
        return ("hit", "double", "stand", "stand", "surrender")[chance // 3 % 5]

    choose.__name__ = f"random function {number}"
    return choose


class ByFunction(Player):
    """A function that is called hand by hand, as ``choices`` describes."""

    def __init__(self, terms: play.Terms, choose: Chooser) -> None:
        self.strategy, self.choose, self.plan = choose, choose, plan(choose, terms)
        self.name = choose.__name__

    def attacks(self, up: int) -> bool:
        return bool(self.choose({"up": (card_of(up),)}) == "attack")

    def decide(self, hand: Hand) -> str:
        known: dict[str, tuple[int, ...]] = {"up": (card_of(hand.up),), "hand": tuple(map(card_of, sorted(hand.cards)))}
        if hand.of != NONE:
            known["split"] = (card_of(hand.of),) * (hand.hands - 1 + hand.declined)
        if hand.last:
            known["last"] = ()
        elif hand.paired:
            if hand.may_split and self.choose(known) == play.SPLIT:
                return play.SPLIT
            known["no split"] = ()
        return str(self.choose(known))


# --- the best play


@cache
def _against(terms: play.Terms, up: int) -> play.Against:
    return terms.against(up)


@cache
def _split(terms: play.Terms, up: int, value: int, attack: bool) -> play.Split:
    return _against(terms, up).split(play.BEST_PLAY, value, attack)


@cache
def _way(terms: play.Terms, up: int, context: play.Context) -> play.Way:
    return _against(terms, up).solve(play.BEST_PLAY, context).way


class Best(Player):
    """The play on which the exact odds of the optimal strategy are based."""

    name = strategy = OPTIMAL

    def __init__(self, terms: play.Terms) -> None:
        self.terms, self.plan = terms, plan(OPTIMAL, terms)
        self.rounds = {one.up: one for one in play.optimal(terms)}

    def attacks(self, up: int) -> bool:
        return self.rounds[up].attack

    def decide(self, hand: Hand) -> str:
        first = self.rounds[hand.up]
        if hand.of == NONE:
            if hand.may_split and first.decisions[hand.cards[0], hand.cards[0]] == play.SPLIT:
                return play.SPLIT
            return self._action(hand, play.first_hand(first.attack))
        at = _split(self.terms, hand.up, hand.of, first.attack)
        for event in hand.path:
            at = next(one.then for one in at.branches if event == (one.piece[1] if one.piece else AGAIN))
        if hand.paired and any(one.piece is None for one in at.branches):
            return play.SPLIT
        second = play.PAIR if hand.cards[1] == hand.of else play.OTHER
        return self._action(
            hand, next(one.piece[0] for one in at.branches if one.piece and one.piece[1] in (second, play.ANY))
        )

    def _action(self, hand: Hand, context: play.Context) -> str:
        way = _way(self.terms, hand.up, context)
        return ACTIONS[(way.rescued if hand.last and len(hand.cards) > 2 else way.chosen)[hand_of(*hand.cards)]]


# --- both implementations


FULL_SHOE = {PENETRATION: 0.0}
STRATEGIES = ("optimal", "chart", "always", "never")
OTHER_SHOE = {"decks": 8, "hole_card": "card reader"}


def cut_card_effect(rounds: int, seed: int | str) -> Remark:
    """The value of a shoe that is dealt to its cut card, compared with a full one."""
    found = simulate(GAME, rounds=rounds, seed=seed, strategy="chart")
    return Remark(game=GAME.name, title="Double Attack with a cut card", words=" ".join(found.notes))


REFILLS = "rack shuffled in mid-round"
CARD = {int(code): card for card, code in enumerate(fast.CODE) if card >> 2 != 8}
"""The card of a kernel code. There are no tens."""
DEPTH = 48
"""The depth at which the dealer cuts cards that are shuffled in mid-round."""
REST = {INSURANCE: "no ace up", **dict.fromkeys(("double attack", "split", "double"), "not placed")}
SHARED = (INSURANCE, BUST_BONUS)
"""Wagers on the dealer's cards."""
FIXED: dict[str, dict[str, Any]] = {
    "charts": {},
    "function": {"decks": 6, "split_attack": True},
    OPTIMAL: {"decks": 6, "split_attack": True, "hole_card": "none"},
}
"""Rules for strategies whose plans take long: a second for a function's, half a minute for the best play, as long
as very many rounds. The plans are cached."""


def twins(random: Random, seats: int = 0, chart: play.Chart | None = None, **fixed: Any) -> AttackTwins:
    """Both tables under random rules, except for the given ones, with a given or a random number of seats.

    A given chart is played against every up card. By default random charts, a function, or the best play are used.
    """
    kind = "charts" if chart else random.choices(tuple(FIXED), (6, 2, 2))[0]
    rules = any_rules(random, **{**FIXED[kind], **fixed})
    terms = terms_of(rules)
    seats = seats or random.choice((*6 * (1,), *2 * (2,), 3, rules.positions))
    chip = rules.chip
    stake = chip * random.randint(ceil_div(rules.table_minimum, chip), rules.table_maximum // chip)
    stakes = {INITIAL: stake}
    if random.random() < 0.5:
        stakes[INSURANCE] = random.choice((chip, most_insurance(stake, chip)))
    bonus = min(stake, rules.bust_bonus_maximum)
    if random.random() < 0.5 and bonus >= rules.least_bonus:
        stakes[BUST_BONUS] = random.choice((rules.least_bonus, bonus))
    return AttackTwins(rules, stakes, seats, any_player(random, terms, kind, chart), random)


# --- random inputs


def any_rules(random: Random, **fixed: Any) -> DoubleAttackRules:
    chip = random.choice((1, 5, 25, 100))
    least = chip * random.randint(1, 500 // chip)
    hole = fixed.get("hole_card") or random.choice(("none", "none", "hole card", "card reader"))
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
    return load(GAME.name, DoubleAttackRules, given)


def any_player(random: Random, terms: play.Terms, kind: str, chart: play.Chart | None = None) -> Player:
    if kind == OPTIMAL:
        return Best(terms)
    if kind == "function":
        return ByFunction(terms, function(random.randrange(FUNCTIONS)))
    return ByCharts(terms, [chart or any_chart(random) for _ in terms.ups])


# --- both implementations


class AttackTwins(Twins):
    """The kernel treats the settlements on a split hand as one wager."""

    def __init__(
        self, rules: DoubleAttackRules, stakes: Mapping[str, int], seats: int, player: Player, random: Random
    ) -> None:
        made = setup(GAME, rules, wagers=stakes, seats=seats, strategy=player.strategy)
        super().__init__(made, fast.WAGERS, rest=REST, shared=SHARED)
        self.player, self.random = player, random
        self.fast = AttackTable(self.made, None, player.plan)
        self._size = len(rules.cards)
        self._shoe, self._marks = self.fast.new_shoe()
        self._state = stream(0, 0)
        on_table = [wager for wager in (INITIAL, BUST_BONUS) if wager in stakes]
        self._placed = self.placing(*((wager, stakes[wager]) for wager in on_table))
        self._attacks = self._all("attack", stakes[INITIAL])
        self._insures = self._all("insure", stakes[INSURANCE]) if INSURANCE in stakes else ()
        self._up = ACE
        self._paths: dict[int, list[tuple[int, str]]] = {}
        """The course of splits on each box: hands that were split again or completed, in order."""

    def _all(self, do: str, amount: int) -> tuple[Input, ...]:
        return tuple(make(by="player", seat=seat, player=player, do=do, amount=amount) for seat, player in self.players)

    def shuffle(self, round: Round, question: Question) -> Input:
        codes = self.fast.order(self._state, self._shoe, self._marks).tolist()
        if len(round.to_shuffle) < self._size or self._marks[fast.REFILLED]:
            self.seen[REFILLS] += 1
            rack = self._shoe[self._size : int(self._marks[fast.READY]) + 1].tolist()
            codes = rack[-1:] + rack[:-1]
            codes = codes[-DEPTH:] + codes[:-DEPTH]  # the cut brings the burn card to the top
        return make(by="shuffler", do="shuffle", cards=order_text([CARD[code] for code in codes]), key=KEY)

    @property
    def played(self) -> str:
        return self.player.said(self._up)

    def conduct(self, round: Round) -> None:
        self._paths.clear()
        for given in self._placed:
            round.do(given)
        while round.asking is not None:
            match round.asking.about:
                case "double attack":
                    self._up = LOW[round.layout.numbers(DEALER)[0]] - 1
                    attacks = self._attacks if self.player.attacks(self._up) else ()
                    for given in (*attacks, NO_MORE_BETS):
                        round.do(given)
                case "insurance":
                    for given in (*self._insures, NO_MORE_BETS):
                        round.do(given)
                case "the cut":
                    round.do(make(by="dealer", do="cut", amount=DEPTH))
                case _:
                    party = round.waiting[0]
                    offers = {offer.do: offer for offer in round.offers(party) if not offer.why_not}
                    do = self._decide(round, party.seat, offers)
                    if do not in offers:
                        raise self.disagreement(f"the table does not offer to {do}")
                    round.do(offers[do].taken(party, offers[do].most))

    def _decide(self, round: Round, seat: int, offers: Mapping[str, Offer]) -> str:
        layout, place, number = round.layout, seat_place(seat), offers["stand"].hand
        hands = sum(there == place for there, _ in layout.hands)
        cards = tuple([LOW[card] - 1 for card in layout.numbers(place, number)])
        split, doubled = hands > 1, "double" in layout.hand(place, number).actions
        path = self._paths.setdefault(seat, [])
        hand = Hand(
            up=self._up,
            cards=cards,
            of=cards[0] if split else NONE,
            hands=hands,
            path=tuple([event for of, event in path if of != number or event == AGAIN]),
            may_split="split" in offers,
            last=doubled or (split and cards[0] == ACE),
        )
        do = self.player.decide(hand)
        if split and len(cards) == 2:
            path.append((number, self._completed(hand, do)))
        return do

    def _completed(self, hand: Hand, do: str) -> str:
        """Continue splitting after a hand that got its second card."""
        if do == "split":
            return AGAIN
        if hand.hands == self.made.rules.most_hands or hand.of == ACE:
            return play.ANY
        return play.PAIR if hand.paired else play.OTHER

    def column(self, one: Settled) -> str:
        split = one.hand > 1 and one.wager in (INITIAL, fast.WAGERS[fast.ATTACK])
        return fast.WAGERS[fast.SPLIT] if split else one.wager

    def counts(self, one: Settled) -> bool:
        """Count split hands once, and results of the dealer's cards once for all seats."""
        if one.wager in SHARED:
            return one.seat == 1
        return one.wager == INITIAL or self.column(one) != fast.WAGERS[fast.SPLIT]

    def play(self, rounds: int) -> None:
        """The kernel plays all rounds in one call, then again round by round to get its shoes."""
        state = self._state = stream(self.random.getrandbits(64), 0)
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
        self.hold_report(self.fast.wagers(tally, self.rounds))


VERIFICATION = Verification(
    game=GAME.name,
    cases=(
        *(Case(game=GAME.name, strategy=strategy, more=FULL_SHOE) for strategy in STRATEGIES),
        Case(game=GAME.name, strategy="chart", rules=OTHER_SHOE, more=FULL_SHOE),
    ),
    twins=twins,
    each=250,
    remark=cut_card_effect,
)
