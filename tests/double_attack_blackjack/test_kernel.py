"""The fast rounds of Double Attack Blackjack, compared with the engine and with exact values."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from kernels import PARTS, agrees, settled_alike
from long import first_of, only
from pitboss.basics.errors import SimulationError
from pitboss.engine import registry
from pitboss.engine.rules import load
from pitboss.games.double_attack_blackjack import kernel_rounds as fast
from pitboss.games.double_attack_blackjack.kernel import SHAPE, AttackTable, cut_card, nets_of
from pitboss.games.double_attack_blackjack.kernel_episodes import net
from pitboss.games.double_attack_blackjack.kernel_moves import moves_of
from pitboss.games.double_attack_blackjack.kernel_plans import ROW, plan
from pitboss.games.double_attack_blackjack.mathematics.choices import terms_of
from pitboss.games.double_attack_blackjack.mathematics.counting import HIT, STAND, VALUES, hands
from pitboss.games.double_attack_blackjack.mathematics.counting_play import ENTRIES, Chart, Wagers
from pitboss.games.double_attack_blackjack.settle import BEST
from pitboss.games.double_attack_blackjack.verification import CARD, REFILLS, twins
from pitboss.simulation.any_game import exact, setup, simulate, summary, table
from pitboss.simulation.kernel import CHUNK, played
from pitboss.simulation.run import begin, go_on
from pitboss.simulation.stream import stream

NAME = "double_attack_blackjack"

LEVEL = 1e-4
"""The chance that a correct kernel fails a test against exact values."""


# --- both implementations


@pytest.mark.parametrize("batch", first_of(range(len(PARTS))))
def test_table_and_kernel_agree_to_the_cent(batch: int) -> None:
    """The same shoes and decisions in both, to the cut card, or to the last card and on from the rack."""
    seen = settled_alike(NAME, PARTS[batch], f"batch {batch}", each=100).seen
    assert seen.keys() > {"1 seat", "2 seats", "3 seats"} | set(fast.WAGERS) - {"round"}
    assert seen[REFILLS] > 0


def test_the_rack_that_is_shuffled_in_mid_round_holds_what_is_over() -> None:
    """Shoes without a cut card, and hands that are split and drawn to whenever allowed, so that most go over 21."""
    draw = [STAND if at % (BEST + 1) == BEST else HIT for at in range(ENTRIES)]
    wild = Chart(True, tuple(draw), (STAND,) * ENTRIES, tuple(range(VALUES)))
    own = {"approved_procedures": True, "cut_card": 0, "reshuffle_each_round": False, "positions": 6, "decks": 6}
    both = twins(Random("racks"), seats=4, chart=wild, **own)
    both.play(500)
    assert both.seen[REFILLS] > 25


def test_cents_by_end_are_those_that_environments_reward() -> None:
    found = nets_of(333)[:, fast.ROUND].reshape(SHAPE)
    for attack, original, end, final in np.ndindex(*SHAPE):
        assert found[attack, original, end, final] == net(Wagers(bool(attack), bool(original)), end, final, 333)


# --- comparison with the exact odds

EVERY = {"initial": 1000, "insurance": 500, "bust bonus": 300}


@pytest.mark.parametrize("strategy", only("chart always", ["chart", "optimal", "always", "never"]))
def test_one_seat_with_new_shoes_beside_the_exact_odds(strategy: str) -> None:
    found = simulate(NAME, strategy=strategy, penetration=0.0, rounds=2_000_000, seed="one seat")
    agrees(found, LEVEL)
    assert [one.name for one in found.results] == ["round", "initial", "double attack", "split", "double"]
    assert all(one.exact is not None for one in found.results)
    assert not found.notes


def test_every_wager_beside_its_exact_odds() -> None:
    found = simulate(NAME, wagers=EVERY, penetration=0.0, rounds=1_000_000, seed="every wager")
    agrees(found, LEVEL)
    assert [one.name for one in found.results[-2:]] == ["insurance", "bust bonus"]
    whole, *rest = found.results
    parts = sum(Fraction(one.exact or 0) * one.unit for one in rest)
    assert Fraction(whole.exact or 0) * 1000 == parts


@pytest.mark.parametrize("seats", [2, 6])
def test_later_seats_are_dealt_as_fairly_as_the_first(seats: int) -> None:
    """Means have errors by round. Shares of several seats are dependent and not tested."""
    found = simulate(NAME, wagers=EVERY, seats=seats, penetration=0.0, rounds=400_000, seed="seats")
    agrees(found, LEVEL, outcomes=False)
    side = found.results[-1]
    assert (side.hands, side.unit) == (400_000, 300 * seats)


def test_a_round_is_worth_the_same_whatever_is_kept_of_it() -> None:
    """A single seat is counted by ends. Written out round by round, the result is the same."""
    made = setup(NAME, strategy="chart", penetration=0.75)
    at = table(made)
    nets = at.nets(stream(1, 0), 50_000)
    whole = at.wagers(at.play(stream(1, 0), 50_000), 50_000)[0]
    assert (whole.won, whole.squares) == (int(nets.sum()), int((nets * nets).sum()))


@pytest.mark.long
@pytest.mark.parametrize("strategy", ["chart", "optimal", "always", "never"])
@pytest.mark.parametrize(
    ("rules", "penetration"),
    [({}, 0.75), ({"decks": 8, "split_attack": False}, 0.4), ({"approved_procedures": True, "burn": False}, 0.0)],
)
def test_card_by_card_counts_the_same_as_round_by_round(
    strategy: str, rules: dict[str, Any], penetration: float
) -> None:
    at = table(setup(NAME, {"table_minimum": 100, **rules}, strategy=strategy, penetration=penetration))
    assert isinstance(at, AttackTable)
    assert at.loop.from_shoe is not None
    by_card, by_round = (played(loop, stream("both", 0), 40_000) for loop in (at.loop, at._loop()))
    assert by_card["ends"].sum(axis=(0, 2)).min() > 1000
    assert all((counts == by_round[name]).all() for name, counts in by_card.items())


@pytest.mark.long
def test_a_plan_with_too_many_positions_is_played_round_by_round() -> None:
    """As of a function that plays every hand of a split in another way."""
    made = setup(NAME, strategy="optimal", penetration=0.5)
    best = plan("optimal", terms_of(made.rules))
    random = np.random.default_rng(1)
    own = random.choice([STAND, HIT], (len(best.nodes), best.does.shape[1])).astype(np.uint8)
    own[:, hands().total >= BEST] = STAND
    nodes = best.nodes.copy()
    nodes[:, ROW] = len(best.does) + np.arange(len(nodes))
    wild = best._replace(does=np.concatenate((best.does, own)), nodes=nodes)
    assert moves_of(best, True) is not None
    assert moves_of(wild, True) is None
    at = AttackTable(made, None, wild)
    assert at.loop.from_shoe is None


def test_shoes_dealt_to_the_last_card_are_played_round_by_round() -> None:
    """A round may need more cards than there are behind the cut card."""
    at = table(setup(NAME, strategy="chart", penetration=1.0))
    assert at.loop.from_shoe is None


# --- the shoe


def dealt_with(seats: int, rounds: int, **more: Any) -> tuple[list[int], list[tuple[int, ...]]]:
    """The shoes, and the places in them where rounds ended."""
    made = setup(NAME, {"table_minimum": 100}, strategy="chart", seats=seats, **more)
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
    """The round that reaches the cut card is the last: it drew the card behind it."""
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


@pytest.mark.long
@pytest.mark.parametrize("penetration", [0.0, 0.75])
def test_every_card_comes_to_every_place_alike(penetration: float) -> None:
    """48 kinds of cards at each of 12 places: chi squared of each place, at a total level of one in 10,000."""
    rounds = 60_000 if penetration else 6000
    _, shoes = dealt_with(5, rounds, penetration=penetration)
    top = np.array(shoes)[:, :12]
    expected = len(shoes) / 48
    for place in range(top.shape[1]):
        counts = np.unique(top[:, place], return_counts=True)[1]
        assert len(counts) == 48
        squares = float(((counts - expected) ** 2 / expected).sum())
        assert abs(squares - 47) < 4.6 * sqrt(2 * 47) + 4.6**2 * 2 / 3


def test_penetration_is_by_the_rules_unless_it_is_said() -> None:
    rules = load(NAME, registry.game(NAME).rules, {"cut_card": 40, "decks": 8})
    assert cut_card(rules, None) == 384 - 154
    assert cut_card(rules, 0.5) == 192
    assert cut_card(rules, 0.75) == 288
    assert cut_card(rules, 0) == 0
    assert cut_card(rules, 1.0) == 384
    every_round = load(NAME, registry.game(NAME).rules, {"reshuffle_each_round": True})
    assert cut_card(every_round, None) == 0


def test_from_a_shoe_with_a_cut_card_the_effect_is_told_apart() -> None:
    made = setup(NAME, strategy="chart", wagers=EVERY)
    odds = exact(made)
    at = table(made, odds)
    found = summary(at, go_on(at, begin(at, 1), 300_000))
    assert at.chunk == 1 << 18
    assert all(one.exact is None for one in found.results)
    assert all(end.exact is None for one in found.results for end in one.outcomes)
    (note,) = found.notes
    assert "262,144 rounds start with a new shoe" in note
    assert "after 216 of 288 cards" in note
    new = table(setup(NAME, strategy="chart", wagers=EVERY, penetration=0.0), odds)
    value = float(Fraction(summary(new, go_on(new, begin(new, 1), 1000)).results[0].exact or 0))
    whole = found.results[0]
    assert f"the exact value of a round is {value:+.8f}." in note
    assert f"is {whole.mean - value:+.8f} with a standard error of {whole.standard_error:.8f}" in note
    assert new.chunk == CHUNK
    assert abs(whole.mean - value) < 5 * whole.standard_error


# --- invalid simulations


@pytest.mark.parametrize(
    ("wagers", "more", "sentence"),
    [
        ({"insurance": 400}, {}, r"an insurance wager of \$4 is invalid: it must be \$1 to \$3 in chips of \$1"),
        ({"bust bonus": 600}, {}, r"a bust bonus wager of \$6 is invalid: it must be \$1 to \$5 in chips of \$1"),
        ({"split": 500}, {}, "there is no wager 'split'; choose one of"),
        ({}, {"penetration": 1.5}, "from 0 to 1, not 1.5"),
        ({}, {"penetration": -0.1}, "from 0 to 1, not -0.1"),
        ({}, {"depth": 1}, "has no option depth"),
    ],
)
def test_what_can_not_be_simulated(wagers: dict[str, int], more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SimulationError, match=sentence):
        table(setup(NAME, wagers=wagers, strategy="never", **more))
