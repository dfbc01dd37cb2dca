"""Caribbean Stud's fast rounds: equal to a table to the cent, and as close to the exact odds as chance allows."""

from __future__ import annotations

from math import comb, exp, lgamma, log, sqrt
from random import Random
from statistics import stdev
from typing import Any

import numpy as np
import pytest

from kernels import PARTS, settled_alike
from long import first_of
from pitboss.basics.errors import Disagreement, SimulationError
from pitboss.games.caribbean_stud import kernel
from pitboss.games.caribbean_stud.kernel import CaribbeanTable
from pitboss.games.caribbean_stud.kernel_rounds import (
    FRACTION,
    GAINED,
    HITS,
    KNOWN_AT,
    LEFT,
    MIXED,
    PAID,
    PARTS_PAID,
    STARTS,
    WAGERS,
    decisions,
    is_bet,
)
from pitboss.games.caribbean_stud.mathematics.choices import DOCUMENT, choices_by
from pitboss.games.caribbean_stud.mathematics.counting import STRENGTHS, up_cards
from pitboss.games.caribbean_stud.verification import METERS_WON, PARTS_WON, Counting, chosen_at, twins
from pitboss.mathematics.counting.hands import strengths, suit_classes
from pitboss.simulation.any_game import exact, setup, simulate, summary, table
from pitboss.simulation.hand_table import PACK, ROWS, by_slot, slot_of
from pitboss.simulation.kernel import Tally, WagerTally
from pitboss.simulation.run import Simulated, begin, go_on
from pitboss.simulation.stream import stream

NAME = "caribbean_stud"

LEVEL = 1e-6
"""A share this unlikely, or more so, in either direction, is not chance. Seeds are fixed."""
MULTI = {"progressive": "PTMGLML03", "progressive_linked": True}
EVERYTHING = {
    "five_card": True,
    "five_card_seed": 10_000_00,
    "magic_card": True,
    "magic_card_every": 3,
    "lucky_bonus": True,
    "lucky_bonus_every": 7,
}
ALL_WAGERS = {
    "ante": 500,
    "bonus": 200,
    "progressive": 100,
    "five card bonus": 100,
    "five card bonus dealer": 100,
    "cover all": 300,
}


def at(rules: dict[str, Any] | None = None, **more: Any) -> CaribbeanTable:
    found = table(setup(NAME, rules or {}, **more))
    assert isinstance(found, CaribbeanTable)
    return found


# --- same cards and draws at a table


@pytest.mark.parametrize("part", first_of(range(len(PARTS))))
def test_rounds_at_a_table_are_settled_alike(part: int) -> None:
    """20,000 rounds in all, 50 at each table with its meters: every wager of every seat is equal to the cent."""
    seen = settled_alike(NAME, PARTS[part], f"part {part}", each=50).seen
    assert seen.keys() > {"1 seat", "2 seats", "3 seats", "full table"} | set(WAGERS) - {"round"}
    assert min(seen[METERS_WON], seen[PARTS_WON]) > 30


def test_meters_stand_as_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The meters are compared to the fraction of a cent after the rounds."""
    counted = Counting.counted

    def a_fraction_more(table: Counting, dealt: np.ndarray) -> tuple[np.ndarray, Tally]:
        found, tally = counted(table, dealt)
        tally["meters"][-1, LEFT] += 1
        return found, tally

    twins(Random("meters")).play(30)
    monkeypatch.setattr(Counting, "counted", a_fraction_more)
    with pytest.raises(Disagreement, match="over 30 rounds the five card meter, in parts of a cent"):
        twins(Random("meters")).play(30)


# --- decisions and cards


def test_words_of_cards_have_the_strengths_of_hands() -> None:
    hands = suit_classes(5).hands
    by_strength = by_slot(np.arange(STRENGTHS))
    found = [by_strength[slot_of.py_func(ROWS, *map(int, PACK[hand]))] for hand in hands[::37]]
    assert found == strengths(hands[::37]).tolist()


def by_ranks_of_the_suit() -> np.ndarray:
    """A strategy by the up card and the hand's cards of its suit, so that almost no strength decides by itself."""
    hands, ups = suit_classes(5).hands.astype(np.int64), up_cards().astype(np.int64)
    mixed = ups >> 2
    for place in range(5):
        card = hands[:, place, None]
        mixed = mixed + np.where(card & 3 == ups & 3, 3 * (card >> 2) + 1, 0)
    found: np.ndarray = (mixed % 2).astype(np.int8).ravel()
    return found


@pytest.mark.parametrize("mixed", [False, True])
def test_any_choice_is_looked_up(mixed: bool) -> None:
    """The optimal strategy, and one that bets or folds every hand by suits and up card."""
    random = Random(5)
    chosen = by_ranks_of_the_suit() if mixed else choices_by(DOCUMENT).best
    does, near, far = decisions(chosen)
    assert (does[1:] == MIXED).sum() == (len(does) - 1 if mixed else 156)
    for _ in range(1500):
        *hand, up = random.sample(range(52), 6)
        words = [int(PACK[card]) for card in hand]
        slot = slot_of.py_func(near, *words)
        known = int(near[KNOWN_AT + slot])
        assert is_bet.py_func(known, far, slot, *words, int(PACK[up])) == chosen_at(chosen, hand, up)


@pytest.mark.long
def test_one_seat_alone_is_played_as_at_a_full_table() -> None:
    alone = at(wagers={"ante": 700, "bonus": 300})
    slow = np.zeros((30_000, 1, 1), np.int64)
    at_table = alone._played(alone._loop(found=slow), stream(3, 0), 30_000)
    assert (alone.play(stream(3, 0), 30_000)["ends"] == at_table["ends"]).all()
    assert (alone.nets(stream(3, 0), 30_000) == slow[:, 0, 0]).all()


# --- comparison with the exact odds


def log_choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def tail(count: int, hands: int, chance: float) -> float:
    """The chance of a count at least as far from the mean, on the same side."""
    step, total, at = (1 if count >= chance * hands else -1), 0.0, count
    while 0 <= at <= hands:
        term = exp(log_choose(hands, at) + at * log(chance) + (hands - at) * log(1 - chance))
        total += term
        at += step
        if term < total * 1e-12:
            break
    return total


def test_the_tail_of_a_binomial() -> None:
    assert tail(9, 10, 0.5) == pytest.approx(11 / 1024)
    assert tail(1, 10, 0.5) == pytest.approx(11 / 1024)
    assert tail(0, 5, 0.1) == pytest.approx(0.9**5)
    assert tail(20, 30, 0.4) == pytest.approx(sum(comb(30, k) * 0.4**k * 0.6 ** (30 - k) for k in range(20, 31)))


def agrees(found: Simulated, alike: int = 1) -> None:
    """Every mean and every share is close to the exact one. ``alike`` is the number of hands that may end together."""
    for wager in found.results:
        assert wager.z is None or abs(wager.z) < 5, wager
        for end in wager.outcomes:
            if end.exact and alike > 1:
                error = sqrt(end.exact * (1 - end.exact) / wager.hands)
                assert abs(end.share - end.exact) < 5 * error * sqrt(alike), (wager.name, end)
            elif end.exact:
                assert tail(end.count, wager.hands, end.exact) > LEVEL, (wager.name, end)


RULES: list[tuple[dict[str, Any], dict[str, int], str]] = [
    ({}, {}, "optimal"),
    ({"bonus": "B"}, {"bonus": 100}, "ace-king-or-better"),
    ({"bonus": "C", "progressive": "A", "progressive_seed": 5_000_00}, ALL_WAGERS, "pair-or-better"),
    ({"progressive": "B", "progressive_seed": 1_000_00}, ALL_WAGERS, "always"),
    ({"progressive": "D", "progressive_seed": 1_000_00}, ALL_WAGERS, "matching-rank"),
    ({"progressive": "E", "progressive_seed": 1_000_00, "progressive_wager": 500}, ALL_WAGERS, "at-least:AKJ83"),
    ({"progressive": "PTMGL04", "progressive_linked": True}, ALL_WAGERS, "optimal"),
    ({**MULTI, "progressive_shares": {"mega": 50, "major": 30, "minor": 20}}, ALL_WAGERS, "optimal"),
]


@pytest.mark.parametrize(("rules", "wagers", "strategy"), RULES)
def test_one_seat_beside_the_exact_odds(rules: dict[str, Any], wagers: dict[str, int], strategy: str) -> None:
    given = {**EVERYTHING, **rules}
    placed = {**wagers, **({"progressive": given.get("progressive_wager", 100)} if "progressive" in wagers else {})}
    found = simulate(NAME, given, wagers=placed, strategy=strategy, rounds=400_000, seed="one seat")
    agrees(found)
    names = {wager.name for wager in found.results}
    assert not wagers or f"bonus {given.get('bonus', 'A')}" in names
    with_odds = {name for name, wager in exact(setup(NAME, given, strategy=strategy)).wagers.items() if name in names}
    for wager in found.results[1:]:
        if wager.name in with_odds:
            assert all(end.exact is not None for end in wager.outcomes), wager.name
            assert (wager.exact is None) == bool(wager.meters), wager.name
        assert sum(end.count for end in wager.outcomes) == wager.hands


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_several_seats_beside_the_exact_odds(seats: int) -> None:
    found = simulate(NAME, EVERYTHING, wagers=ALL_WAGERS, seats=seats, rounds=150_000, seed="seats")
    agrees(found, alike=seats)
    envy = next(wager for wager in found.results if wager.name == "envy D")
    assert envy.unit == (seats - 1) * 100
    assert f"cover all {seats + 1}" in {wager.name for wager in found.results}


def test_hands_of_the_whole_table_are_counted_once() -> None:
    found = simulate(NAME, EVERYTHING, wagers=ALL_WAGERS, seats=5, rounds=20_000, seed=1)
    by_name = {wager.name: wager for wager in found.results}
    for name in ("five card bonus dealer", "magic card dealer", "lucky bonus", "cover all 6"):
        assert by_name[name].hands == 20_000
    assert by_name["five card bonus"].hands == by_name["magic card"].hands == 100_000


def test_cover_all_has_no_exact_value_where_hands_that_pay_are_folded() -> None:
    found = simulate(NAME, wagers={"ante": 500, "cover all": 100}, strategy="never", rounds=1000)
    assert found.results[-1].exact is None
    assert sum(end.count for end in found.results[-1].outcomes) == 1000


# --- sums, meters and chunks


def test_sums_by_round_are_those_of_the_ends() -> None:
    table = at(EVERYTHING, wagers=ALL_WAGERS, seats=3)
    run = go_on(table, begin(table, 5), 60_000)
    for wager in table.wagers(run.total(), 60_000)[1:]:
        assert wager.won == sum(end.won for end in wager.ends), wager.name
        assert sum(end.count for end in wager.ends) == wager.hands, wager.name


def test_what_enters_a_meter_is_paid_or_left() -> None:
    rules = {**EVERYTHING, "progressive": "B", "progressive_seed": 333_33, "progressive_rate": 87}
    table = at(rules, wagers=ALL_WAGERS, seats=7)
    counted = table.play(stream(1, 0), 150_000)
    for meter, row, hits in zip(table._meters, counted["meters"].tolist(), counted["at_hits"], strict=True):
        begun = (row[STARTS] + row[HITS]) * meter.seed * FRACTION
        assert begun + row[GAINED] == (row[PAID] + row[PARTS_PAID]) * FRACTION + row[LEFT]
        assert int(hits.sum()) == row[HITS]
        assert row[GAINED] == 150_000 * 7 * len(meter.wagers) * meter.gain * FRACTION


def test_a_meter_is_won_at_its_seed_and_what_it_gains_until_a_hit() -> None:
    """The minor meter of PTMGLML03 pays for four of a kind, which comes once in 4,165 hands."""
    rules = {**MULTI, "progressive_shares": {"mega": 50, "major": 30, "minor": 20}}
    found = simulate(NAME, rules, wagers={"ante": 500, "progressive": 100}, rounds=3_000_000, seed=2)
    minor = found.results[3].meters[2]
    gained = 100 * 0.7 * 0.2 * 4165
    assert (minor.name, minor.seed, sum(minor.at_hits)) == ("minor", 250_00, minor.hits)
    assert minor.paid / minor.hits == pytest.approx(minor.seed + gained, rel=5 * minor.hits**-0.5)
    median = minor.at_most(0.5)
    assert median == pytest.approx(minor.seed + gained * log(2), rel=0.12)
    assert minor.at_most(0.1) < median < minor.at_most(0.9)  # type: ignore[operator]


def test_chunks_with_meters_are_long_and_say_so() -> None:
    plain, metered = at(), at(wagers={"ante": 500, "progressive": 100}, seats=4)
    assert (plain.chunk, metered.chunk) == (1 << 16, 1 << 22)
    run = go_on(metered, begin(metered, 1), 1000)
    begin_anew, few = summary(metered, run).notes
    assert "4,194,304 rounds" in begin_anew
    assert "With so few chunks" in few
    assert "never too large" in simulate(NAME, rounds=1000, seats=2).notes[-1]


def test_errors_of_what_a_meter_pays_are_those_of_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A meter makes rounds dependent, because it pays what it gained. The errors are computed from whole chunks."""
    monkeypatch.setattr(kernel, "CHUNK_WITH_METERS", 1 << 20)
    metered = at({**MULTI, "progressive_shares": {"mega": 20, "major": 20, "minor": 60}},
                 wagers={"ante": 500, "progressive": 100}, seats=4)  # fmt: skip
    chunks: list[list[WagerTally]] = []
    rounds = 12 * metered.chunk + 1000
    run = go_on(metered, begin(metered, 1), rounds,
                each=lambda at, size, tally: chunks.append(metered.wagers(tally, size)))  # fmt: skip
    found = summary(metered, run)
    assert "are computed from complete chunks" in found.notes[1]
    for place in (0, 3):  # the round, and the progressive wager
        one = found.results[place]
        won = [wagers[place].won / (4 * one.unit) for wagers in chunks[:12]]
        assert one.standard_error == pytest.approx(stdev(won) / sqrt(rounds * metered.chunk))
        assert metered.wagers(run.total(), rounds)[place].by_chunk == (
            12,
            sum(wagers[place].won for wagers in chunks[:12]),
            sum(wagers[place].won ** 2 for wagers in chunks[:12]),
        )


# --- invalid simulations


@pytest.mark.parametrize(
    ("wagers", "sentence"),
    [
        ({"progressive": 500}, r"a progressive wager of \$5 is invalid: it must be \$1"),
        ({"bonus": 150}, r"a bonus wager of \$1.50 is invalid: it must be \$1 to \$100 in chips of \$1"),
        ({"cover all": 200_00}, "a cover all wager of"),
        ({"five card bonus": 100}, "there is no wager 'five card bonus'"),
    ],
)
def test_wagers_that_can_not_be_placed(wagers: dict[str, int], sentence: str) -> None:
    with pytest.raises(SimulationError, match=sentence):
        at(wagers=wagers)
