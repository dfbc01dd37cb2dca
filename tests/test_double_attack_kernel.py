"""The fast rounds of Double Attack Blackjack, held against the engine and against exact values."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from kernels import ROUNDS, agrees
from pitboss import games
from pitboss.cards import TEXT
from pitboss.errors import SimulationError
from pitboss.games.double_attack_blackjack import kernel_rounds as fast
from pitboss.games.double_attack_blackjack.counting_cards import DOUBLE, HIT, STAND, SURRENDER, VALUES
from pitboss.games.double_attack_blackjack.counting_chart import ENTRIES, Chart, entry
from pitboss.games.double_attack_blackjack.counting_play import Wagers
from pitboss.games.double_attack_blackjack.course import INITIAL, LOW, cards_of, count, course, up_card
from pitboss.games.double_attack_blackjack.kernel import SHAPE, AttackTable, cut_card, nets_of
from pitboss.games.double_attack_blackjack.kernel_episodes import net
from pitboss.games.double_attack_blackjack.kernel_plans import of_charts
from pitboss.games.double_attack_blackjack.odds import terms_of
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.games.double_attack_blackjack.settle import BEST, most_insurance
from pitboss.pit import Table
from pitboss.simulate import exact, setup, simulate, summary, table
from pitboss.simulation.kernel import CHUNK, added
from pitboss.simulation.run import begin, go_on
from pitboss.simulation.stream import stream
from pitboss.table.asks import Ask
from pitboss.table.events import Input, Settled
from pitboss.table.round import Round
from pitboss.table.rules import load
from play import NAMES

from scene import KEY

GAME = "double_attack_blackjack"
LEVEL = 1e-4
"""The chance that a test against exact values fails where all is right."""
CARD = {int(code): card for card, code in enumerate(fast.CODE) if card >> 2 != 8}
DEPTH = 48
"""Where the dealer cuts cards that are shuffled in mid-round."""


# --- rules and decisions at random


def some_rules(random: Random, **fixed: Any) -> DoubleAttackRules:
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
    found: DoubleAttackRules = load(GAME, games.game(GAME).rules, given)
    return found


def some_chart(random: Random) -> Chart:
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

MOVES = {STAND: "stand", SURRENDER: "surrender", HIT: "hit", DOUBLE: "double"}


class Twins:
    """A table of the engine and one of the kernel: the same rules, stakes, shoes and charts.

    The kernel shuffles, and its order is given to the engine, for a new shoe and for a rack that is shuffled in
    mid-round.
    """

    def __init__(self, random: Random, *, chart: Chart | None = None, seats: int = 0, **fixed: Any) -> None:
        self.rules = some_rules(random, **fixed)
        self.seats = seats or random.choice((1, 1, 1, 2, 3))
        stake = self.rules.chip * random.randint(
            -(-self.rules.table_minimum // self.rules.chip), self.rules.table_maximum // self.rules.chip
        )
        self.stakes = {INITIAL: stake}
        if random.random() < 0.5:
            self.stakes["insurance"] = random.choice((self.rules.chip, most_insurance(stake, self.rules.chip)))
        bonus = min(stake, self.rules.bust_bonus_maximum)
        if random.random() < 0.5 and bonus >= self.rules.least_bonus:
            self.stakes["bust bonus"] = random.choice((self.rules.least_bonus, bonus))
        terms = terms_of(self.rules)
        self.charts = [chart or some_chart(random) for _ in terms.ups]
        made = setup(GAME, self.rules, wagers=self.stakes, seats=self.seats, strategy="chart")
        self.fast = AttackTable(made, None, of_charts(terms, terms.ups, self.charts))
        self.state = stream(random.getrandbits(64), 0)
        self.shoe, self.marks = self.fast.new_shoe()
        self.table = Table(GAME, self.rules, attendants={"shuffler": self._shuffle})
        for name in NAMES[: self.seats]:
            self.table.sit(name)
        self.size = len(self.rules.cards)
        self.refills = 0
        self.ends: Counter[tuple[str, str]] = Counter()
        self.squares: Counter[str] = Counter()
        self.won: Counter[str] = Counter()
        self.tally = self.fast.play(stream(0, 0), 0)
        self.rounds = 0

    def _shuffle(self, round: Round, ask: Ask) -> Input:
        codes = self.shoe[: self.size].tolist()
        if len(round.dealer.to_shuffle) < self.size or self.marks[fast.REFILLED]:
            self.refills += 1
            rack = self.shoe[self.size : int(self.marks[fast.READY]) + 1].tolist()
            codes = rack[-1:] + rack[:-1]
            codes = codes[-DEPTH:] + codes[:-DEPTH]  # the cut brings the burn card to the top
        order = " ".join(TEXT[CARD[code]] for code in codes)
        return Input(by="shuffler", do="shuffle", cards=order, key=KEY)

    def play(self) -> None:
        """Play a round both ways, and compare every wager of every seat, and the shoe."""
        found = np.zeros((1, self.seats, len(fast.WAGERS)), np.int64)
        tally = self.fast.play_on(self.state, 1, self.shoe, self.marks, found)
        self.tally, self.rounds = added(self.tally, tally), self.rounds + 1
        round = self.table.open_round()
        self.conduct(round)
        assert round.over
        slow = np.zeros((self.seats, len(fast.WAGERS)), np.int64)
        for one in round.settlements:
            slow[one.seat - 1, self.wager_of(one)] += one.returned - one.stake
            slow[one.seat - 1, fast.ROUND] += one.returned - one.stake
        assert slow.tolist() == found[0].tolist(), (self.rules, round.settlements)
        state = round.state
        refilled = bool(self.marks[fast.REFILLED])
        assert state.cursor == int(self.marks[fast.AT]) - (self.size - 1 if refilled else 0)
        assert state.reshuffle == bool(self.marks[fast.DUE])
        for wager, name in enumerate(fast.WAGERS):
            self.won[name] += int(slow[:, wager].sum())
            self.squares[name] += int(slow[:, wager].sum()) ** 2

    def wager_of(self, one: Settled) -> int:
        wager = fast.WAGERS.index(one.wager)
        wager = fast.SPLIT if one.hand > 1 and wager in (fast.INITIAL, fast.ATTACK) else wager
        side = one.wager in ("insurance", "bust bonus")
        if not (wager == fast.SPLIT and one.wager != INITIAL) and not (side and one.seat > 1):
            self.ends[fast.WAGERS[wager], one.line] += 1
        return wager

    def conduct(self, round: Round) -> None:
        names = NAMES[: self.seats]
        for name in names:
            for wager in (INITIAL, "bust bonus"):
                if wager in self.stakes:
                    round.do(name, "wager", wager, self.stakes[wager])
        round.do("dealer", "no more bets")
        while not round.over:
            assert round.asking is not None
            party = round.waiting[0]
            match round.asking.about:
                case "double attack":
                    chart = self.charts[LOW[up_card(round.dealer)] - 1]
                    for name in names if chart.attack else ():
                        round.do(name, "attack", amount=self.stakes[INITIAL])
                    round.do("dealer", "no more bets")
                case "insurance":
                    for name in names if "insurance" in self.stakes else ():
                        round.do(name, "insure", amount=self.stakes["insurance"])
                    round.do("dealer", "no more bets")
                case "the cut":
                    round.do(Input(by="dealer", do="cut", amount=DEPTH))
                case _:
                    offers = {offer.do: offer for offer in round.offers(party) if not offer.why_not}
                    do = self.decide(round, party.seat, offers["stand"].hand, offers)
                    round.do(offers[do].taken(party, offers[do].most))

    def decide(self, round: Round, seat: int, hand: int, offers: Any) -> str:
        dealer = round.dealer
        held = next(one for one in course(dealer).boxes[seat] if one.number == hand)
        chart, points = self.charts[LOW[up_card(dealer)] - 1], count(dealer, held)
        if "split" in offers and LOW[cards_of(dealer, held.place, hand)[0]] - 1 in chart.splits:
            return "split"
        by = chart.last if held.doubled or held.aces else chart.draw
        return MOVES[by[entry(points.total, points.soft)]]

    def finish(self) -> None:
        """Compare what all rounds came to, as a run reports it."""
        for wager in self.fast.wagers(self.tally, self.rounds):
            assert (wager.won, wager.squares) == (self.won[wager.name], self.squares[wager.name]), wager.name
            for end in wager.ends:
                if end.name not in ("not placed", "no ace up"):
                    assert end.count == self.ends[wager.name, end.name], (wager.name, end.name)
            assert not wager.ends or sum(end.count for end in wager.ends) == wager.hands


BATCHES = 8


@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_engine_and_the_kernel_settle_alike(batch: int) -> None:
    """The same shoes and decisions both ways, to the cut card or to the last card and on from the rack."""
    random, refills = Random(f"batch {batch}"), 0
    tables, left = 25, ROUNDS // BATCHES
    for at in range(tables):
        twins = Twins(random)
        rounds = left // (tables - at)
        for _ in range(rounds):
            twins.play()
        left -= rounds
        twins.finish()
        refills += twins.refills
    assert refills > 0
    assert left == 0


def test_the_rack_that_is_shuffled_in_mid_round_holds_what_is_over() -> None:
    """Shoes without a cut card, and hands that are split and drawn to whenever that is allowed: most go over 21."""
    draw = [STAND if at % (BEST + 1) == BEST else HIT for at in range(ENTRIES)]
    wild = Chart(True, tuple(draw), (STAND,) * ENTRIES, tuple(range(VALUES)))
    own = {"approved_procedures": True, "cut_card": 0, "reshuffle_each_round": False, "positions": 6, "decks": 6}
    twins = Twins(Random("racks"), chart=wild, seats=4, **own)
    for _ in range(500):
        twins.play()
    twins.finish()
    assert twins.refills > 25


def test_cents_by_end_are_those_that_environments_reward() -> None:
    found = nets_of(333)[:, fast.ROUND].reshape(SHAPE)
    for attack, original, end, final in np.ndindex(*SHAPE):
        assert found[attack, original, end, final] == net(Wagers(bool(attack), bool(original)), end, final, 333)


# --- beside the exact odds

EVERY = {"initial": 1000, "insurance": 500, "bust bonus": 300}


@pytest.mark.parametrize("strategy", ["chart", "optimal", "always", "never"])
def test_one_seat_with_new_shoes_beside_the_exact_odds(strategy: str) -> None:
    found = simulate(GAME, strategy=strategy, penetration=0.0, rounds=2_000_000, seed="one seat")
    agrees(found, LEVEL)
    assert [one.name for one in found.results] == ["round", "initial", "double attack", "split", "double"]
    assert all(one.exact is not None for one in found.results)
    assert not found.notes


def test_every_wager_beside_its_exact_odds() -> None:
    found = simulate(GAME, wagers=EVERY, penetration=0.0, rounds=1_000_000, seed="every wager")
    agrees(found, LEVEL)
    assert [one.name for one in found.results[-2:]] == ["insurance", "bust bonus"]
    whole, *rest = found.results
    parts = sum(Fraction(one.exact or 0) * one.unit for one in rest)
    assert Fraction(whole.exact or 0) * 1000 == parts


@pytest.mark.parametrize("seats", [2, 6])
def test_later_seats_are_dealt_as_fairly_as_the_first(seats: int) -> None:
    """Means have their errors by round; shares of several seats hang together, and are not judged."""
    found = simulate(GAME, wagers=EVERY, seats=seats, penetration=0.0, rounds=400_000, seed="seats")
    agrees(found, LEVEL, outcomes=False)
    side = found.results[-1]
    assert (side.hands, side.unit) == (400_000, 300 * seats)


def test_a_round_is_worth_the_same_whatever_is_kept_of_it() -> None:
    """One seat alone is counted by ends; written down round by round, it comes to the same."""
    made = setup(GAME, strategy="chart", penetration=0.75)
    at = table(made)
    nets = at.nets(stream(1, 0), 50_000)
    whole = at.wagers(at.play(stream(1, 0), 50_000), 50_000)[0]
    assert (whole.won, whole.squares) == (int(nets.sum()), int((nets * nets).sum()))


# --- the shoe


def dealt_with(seats: int, rounds: int, **more: Any) -> tuple[list[int], list[tuple[int, ...]]]:
    """Where rounds ended in their shoes, and the shoes."""
    made = setup(GAME, {"table_minimum": 100}, strategy="chart", seats=seats, **more)
    at = table(made)
    assert isinstance(at, AttackTable)
    shoe, marks = at.new_shoe()
    state, ends, shoes = stream("shoes", 0), [], []
    for _ in range(rounds):
        new = bool(marks[fast.DUE])
        at.play_on(state, 1, shoe, marks, np.zeros((0, 1, 1), np.int64))
        ends.append(int(marks[fast.AT]))
        if new:
            shoes.append(tuple(shoe[: len(made.rules.cards)].tolist()))
    return ends, shoes


def test_a_shoe_is_dealt_to_its_cut_card() -> None:
    """The round in which the cut card comes is the last: the card behind it was drawn in it."""
    ends, shoes = dealt_with(3, 3000)
    last = [end for end, after in pairwise(ends) if after < end]
    assert len(shoes) == len(last) + 1
    assert min(last) > 216
    assert max(end for end, after in pairwise(ends) if after > end) <= 216
    assert max(last) < 216 + 60


def test_every_shoe_holds_all_cards_in_another_order() -> None:
    _, shoes = dealt_with(2, 2000)
    every = sorted(shoes[0])
    assert len(set(shoes)) == len(shoes) > 50
    assert all(sorted(one) == every for one in shoes)
    held = Counter(CARD[code] for code in every)
    assert set(held.values()) == {6}
    assert len(held) == 48


@pytest.mark.parametrize("penetration", [0.0, 0.75])
def test_every_card_comes_to_every_place_alike(penetration: float) -> None:
    """Of 48 kinds of cards at each of 16 places: chi squared of each place, at a level of one in 10,000 in all."""
    rounds = 60_000 if penetration else 6000
    _, shoes = dealt_with(1, rounds, penetration=penetration)
    top = np.array(shoes)[:, :12]
    expected = len(shoes) / 48
    for place in range(top.shape[1]):
        counts = np.unique(top[:, place], return_counts=True)[1]
        assert len(counts) == 48
        squares = float(((counts - expected) ** 2 / expected).sum())
        assert abs(squares - 47) < 4.6 * sqrt(2 * 47) + 4.6**2 * 2 / 3


def test_penetration_is_by_the_rules_unless_it_is_said() -> None:
    rules = load(GAME, games.game(GAME).rules, {"cut_card": 40, "decks": 8})
    assert cut_card(rules, None) == 384 - 154
    assert cut_card(rules, 0.5) == 192
    assert cut_card(rules, 0.75) == 288
    assert cut_card(rules, 0) == 0
    assert cut_card(rules, 1.0) == 384
    every_round = load(GAME, games.game(GAME).rules, {"reshuffle_each_round": True})
    assert cut_card(every_round, None) == 0


def test_from_a_shoe_with_a_cut_card_the_effect_is_told_apart() -> None:
    made = setup(GAME, strategy="chart", wagers=EVERY)
    odds = exact(made)
    at = table(made, odds)
    found = summary(at, go_on(at, begin(at, 1), 300_000))
    assert at.chunk == 1 << 18
    assert all(one.exact is None for one in found.results)
    assert all(end.exact is None for one in found.results for end in one.outcomes)
    (note,) = found.notes
    assert "262,144 rounds begin with a new shoe" in note
    assert "after 216 of 288 cards" in note
    new = table(setup(GAME, strategy="chart", wagers=EVERY, penetration=0.0), odds)
    value = float(Fraction(summary(new, go_on(new, begin(new, 1), 1000)).results[0].exact or 0))
    whole = found.results[0]
    assert f"worth {value:+.8f} exactly" in note
    assert f"is {whole.mean - value:+.8f} with a standard error of {whole.standard_error:.8f}" in note
    assert new.chunk == CHUNK
    assert abs(whole.mean - value) < 5 * whole.standard_error


# --- what can't be simulated


@pytest.mark.parametrize(
    ("wagers", "more", "sentence"),
    [
        ({"insurance": 400}, {}, r"an insurance wager of \$4 can't be placed: it is \$1 to \$3 in chips of \$1"),
        ({"bust bonus": 600}, {}, r"a bust bonus wager of \$6 can't be placed: it is \$1 to \$5 in chips of \$1"),
        ({"split": 500}, {}, "there is no wager 'split' to place"),
        ({}, {"penetration": 1.5}, "from 0 to 1, and not 1.5"),
        ({}, {"penetration": -0.1}, "from 0 to 1, and not -0.1"),
        ({}, {"depth": 1}, "takes no depth"),
    ],
)
def test_what_can_not_be_simulated(wagers: dict[str, int], more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SimulationError, match=sentence):
        table(setup(GAME, wagers=wagers, strategy="never", **more))
