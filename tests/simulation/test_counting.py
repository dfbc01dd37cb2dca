"""What a count earns: the arithmetic on a tally by true count, and the command."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from math import exp, sqrt
from pathlib import Path
from random import Random
from typing import Any, cast

import msgspec
import numpy as np
import pytest

from pitboss.basics.errors import SimulationError
from pitboss.report.numbers import MINUS
from pitboss.simulation.counting import (
    Cell,
    Counting,
    Earned,
    by_count,
    cells_of,
    earned,
    line,
    ramp_of,
    spread_for_zero,
    with_error,
)
from pitboss.simulation.kernel import Tally
from pitboss.simulation.true_counts import COUNTED, MOST, PARTS, tallied

from shell import Captured, refused, run

NAME = "double_attack_blackjack"
STAKE = 500
RAMP = ramp_of({0: 1, 1: 2, 3: 5})
PACK, SIZE = 48, 288


class Played:
    """Random rounds, one by one: cards dealt before, running count, and win of a base wager in cents."""

    def __init__(self, rounds: int, edge: float = 0.0) -> None:
        random = Random(f"{rounds} rounds")
        self.dealt = np.array([random.randint(1, 216) for _ in range(rounds)])
        self.running = np.array([round(random.gauss(0, 5)) for _ in range(rounds)])
        self.true = self.running * PACK / (SIZE - self.dealt)
        wins = [STAKE * random.choice((-4, -2, -1, -0.5, 0, 1, 2, 4)) for _ in range(rounds)]
        self.won = np.array(wins, np.int64) + np.array(STAKE * edge + 2 * self.running, np.int64)
        self.whole = np.clip(np.floor(self.true), -MOST, MOST).astype(int)

    def tally(self) -> Tally:
        found = {name: np.zeros(shape, np.int64) for name, shape in COUNTED.items()}
        add = cast(Any, tallied).py_func
        for dealt, running, won in zip(self.dealt.tolist(), self.running.tolist(), self.won.tolist(), strict=True):
            add(running, dealt, SIZE, PACK, won, *found.values())
        return found

    def staked(self) -> Any:
        """The result of each round with the ramp, in cents."""
        return self.won * np.array([RAMP.at(int(count)) for count in self.whole])


@pytest.fixture(scope="module")
def rounds() -> Played:
    return Played(20_000, edge=0.3)


# --- tallies


def test_each_round_is_in_its_cell(rounds: Played) -> None:
    cells = cells_of(rounds.tally())
    assert [cell.whole for cell in cells] == sorted(set(rounds.whole.tolist()))
    for cell in cells:
        here = rounds.whole == cell.whole
        assert cell.rounds == here.sum()
        assert cell.won == rounds.won[here].sum()
        assert cell.squares == (rounds.won[here] ** 2).sum()
        assert cell.counts / 100 == pytest.approx(rounds.true[here].sum(), abs=0.01 * cell.rounds)


@pytest.mark.parametrize("parts", range(1, PARTS))
def test_rounds_that_began_before_an_earlier_cut_card_are_told_apart(rounds: Played, parts: int) -> None:
    kept = rounds.dealt <= SIZE * parts // PARTS
    assert sum(cell.rounds for cell in cells_of(rounds.tally(), parts)) == kept.sum()


def test_true_counts_round_down_and_end_in_the_last_bins() -> None:
    found = {name: np.zeros(shape, np.int64) for name, shape in COUNTED.items()}
    add = cast(Any, tallied).py_func
    for running, dealt in ((-1, 48), (1, 48), (5, 240), (-1000, 100), (1000, 100), (7, SIZE)):
        add(running, dealt, SIZE, PACK, 1 << 31, *found.values())
    counted = {cell.whole: (cell.rounds, cell.counts) for cell in cells_of(found)}
    assert counted[-1] == (1, -20)  # -1 for five packs
    assert counted[0] == (2, 20)  # 1 for five packs, and an empty shoe
    assert counted[5] == (1, 500)
    assert {-MOST, MOST} < counted.keys()
    assert {cell.whole: cell.squares >> 62 for cell in cells_of(found)} == {-MOST: 1, -1: 1, 0: 2, 5: 1, MOST: 1}


# --- arithmetic


def test_what_a_ramp_earns_is_the_mean_of_its_rounds(rounds: Played) -> None:
    staked = rounds.staked()
    mean, variance = float(staked.mean()), float(staked.var())
    found = earned(cells_of(rounds.tally()), STAKE, RAMP, 0.75, 1_000_000)
    assert found.mean == pytest.approx(mean)
    assert found.standard_deviation == pytest.approx(sqrt(variance))
    assert found.standard_error == pytest.approx(sqrt(variance / len(staked)))
    assert found.staked == pytest.approx(STAKE * np.mean([RAMP.at(int(count)) for count in rounds.whole]))
    assert found.verdict == "earns"
    # after N0 rounds the win is one standard deviation
    assert found.n0 is not None
    assert found.n0 * mean == pytest.approx(sqrt(found.n0 * variance))
    # SCORE: scale the stakes until the risk of ruin is 1/e^2, and play 100 rounds
    scale = next(one for one in np.arange(0.001, 100, 0.001) if exp(-2 * 1e6 * mean / (one * variance)) >= exp(-2))
    assert found.score == pytest.approx(100 * scale * mean / 100, rel=0.01)
    assert found.score == pytest.approx(1_000_000 / found.n0)


def test_the_risk_of_ruin_is_that_of_a_fair_coin_that_is_a_little_loaded() -> None:
    """With even money at one unit, the exact risk is the odds against the player to the power of the units."""
    rounds, won, units = 1_000_000, 505_000, 100
    cell = Cell(0, rounds, 0, STAKE * (2 * won - rounds), STAKE * STAKE * rounds)
    found = earned([cell], STAKE, ramp_of({0: 1}), 0.75, units * STAKE)
    assert found.ruin == pytest.approx((495 / 505) ** units, rel=1e-3)


def test_what_loses_has_no_n0_and_certain_ruin() -> None:
    cell = Cell(0, 10_000, 0, -50_000, STAKE * STAKE * 10_000)
    found = earned([cell], STAKE, RAMP, 0.75, 1_000_000)
    assert (found.n0, found.score, found.ruin, found.spread) == (None, 0.0, 1.0, None)
    assert found.figures() == ("-$5.0 ± 5.0", "$50", "unsure", "unsure", "unsure", "none found")
    assert found.verdict == "unsure"
    assert earned([cell._replace(won=-500_000)], STAKE, RAMP, 0.75, 1_000_000).verdict == "loses"


def test_edges_are_those_of_the_rounds_at_each_count(rounds: Played) -> None:
    found = list(by_count(cells_of(rounds.tally()), STAKE, RAMP))
    assert sum(one.share for one in found) == pytest.approx(1)
    for one in found:
        here = rounds.won[rounds.whole == one.count] / STAKE
        assert one.edge == pytest.approx(here.mean())
        if len(here) < 30:
            assert one.standard_error is None
        else:
            assert one.standard_error == pytest.approx(here.std() / sqrt(len(here)))
        assert one.true_count == pytest.approx(rounds.true[rounds.whole == one.count].mean(), abs=0.01)
        assert one.units == RAMP.at(one.count)


def test_the_line_is_that_of_numpy(rounds: Played) -> None:
    cells = cells_of(rounds.tally())
    found = line(cells, STAKE)
    means = [cell.counts / cell.rounds / 100 for cell in cells]
    edges = [cell.won / cell.rounds / STAKE for cell in cells]
    slope, at_zero = np.polyfit(means, edges, 1, w=np.sqrt([cell.rounds for cell in cells]))
    assert found is not None
    assert found.gain == pytest.approx(slope)
    assert found.even == pytest.approx(-at_zero / slope)


def test_the_standard_error_of_the_line_is_how_far_lines_lie_apart() -> None:
    found = [line(cells_of(Played(1000 + at).tally()), STAKE) for at in range(60)]
    gains = np.array([one.gain for one in found if one])
    error = np.mean([one.standard_error for one in found if one])
    assert gains.std(ddof=1) == pytest.approx(error, rel=0.3)


def at_counts(wins: Sequence[int], rounds: int = 1_000_000) -> list[Cell]:
    """As many rounds at each count from -2 on, with these wins."""
    return [
        Cell(count, rounds, 100 * count * rounds, won, STAKE * STAKE * rounds) for count, won in enumerate(wins, -2)
    ]


def test_the_spread_for_zero_is_the_least_that_any_two_stakes_need() -> None:
    cells = at_counts([-9_000_000, -5_500_000, -2_000_000, 1_500_000, 5_000_000])
    told = spread_for_zero(cells, STAKE)
    assert told is not None
    best = []
    for first in range(-2, 3):
        won = lambda high, first=first: sum(cell.won * (high if cell.whole >= first else 1) for cell in cells)
        best += [high for high in np.arange(1, 50, 0.001) if won(high) >= 0][:1]
    assert told[0] == pytest.approx(min(best), abs=0.002)


def test_the_standard_error_of_the_spread_is_how_far_spreads_lie_apart() -> None:
    random, rounds = Random(1), 400_000
    edges = (-0.03, -0.017, -0.004, 0.009, 0.022)
    chance = lambda edge: round(STAKE * (edge * rounds + random.gauss(0, sqrt(rounds))))
    found = [spread_for_zero(at_counts(list(map(chance, edges)), rounds), STAKE) for _ in range(400)]
    spreads, errors = np.array([one for one in found if one]).T
    assert len(spreads) == 400
    assert spreads.mean() == pytest.approx(0.051 / 0.031, rel=0.02)
    assert spreads.std(ddof=1) == pytest.approx(errors.mean(), rel=0.1)


def test_a_spread_is_told_only_if_so_many_rounds_tell_it() -> None:
    for rounds, tells in ((1_000, False), (1_000_000_000, True)):
        cells = at_counts([-9 * rounds, -6 * rounds, -2 * rounds, 1 * rounds, 5 * rounds], rounds)
        assert (spread_for_zero(cells, STAKE) is not None) is tells
    assert spread_for_zero(at_counts([-9_000_000] * 3), STAKE) is None, "the edge does not depend on the count"
    first = spread_for_zero(at_counts([5_000_000, 6_000_000, 7_000_000]), STAKE)
    assert first is not None
    assert first[0] == 1.0, "equal stakes earn"


# --- ramps


def test_a_ramp_is_held_from_each_count_on() -> None:
    assert [RAMP.at(count) for count in (-9, 0, 1, 2, 3, 20)] == [1, 1, 2, 2, 5, 5]
    idle = ramp_of({-1: 0, 2: 3})
    assert [idle.at(count) for count in (-5, 1, 2)] == [0, 0, 3]
    assert [idle.in_every_round.at(count) for count in (-5, 1, 2)] == [1, 1, 3]


@pytest.mark.parametrize(
    ("units", "said"),
    [
        ({}, "at least one entry"),
        ({0: 4, 2: 3}, "must not fall: it stakes 4 from 0 on, and only 3 from 2 on"),
        ({0: 0}, "must stake something at its highest count"),
        ({0: -1}, "between 0 and 10,000 base wagers, not -1"),
        ({21: 1}, "true counts of a ramp must be between -20 and 20, not 21"),
    ],
)
def test_a_ramp_that_falls_or_stakes_nothing_is_refused(units: dict[int, int], said: str) -> None:
    with pytest.raises(SimulationError, match=said):
        ramp_of(units)


# --- in words


def shoe(dealt: float, mean: float) -> Earned:
    return Earned(
        dealt=dealt,
        rounds=1_000_000,
        staked=500.0,
        mean=mean,
        standard_error=1.0,
        standard_deviation=10.0,
        ruin=0.5,
        ruin_standard_error=0.0,
        n0=None,
        n0_standard_error=0.0,
        score=0.0,
        score_standard_error=0.0,
        spread=None,
        spread_standard_error=0.0,
    )


def counted(means: list[float]) -> Counting:
    *others, last = [shoe(at / 10, mean) for at, mean in enumerate(means, 1)]
    return Counting(
        game=NAME,
        title="Double Attack",
        base="initial",
        rules_hash="ab" * 32,
        strategy="optimal",
        tags={"A": -1, "2": 1},
        seats=1,
        seed="1",
        ramp={0: 1},
        stake=STAKE,
        bankroll=1_000_000,
        pace=60,
        by_count=(),
        line=None,
        expected_gain=Fraction(1, 100),
        earned=last,
        penetrations=tuple(others),
    )


@pytest.mark.parametrize(
    ("means", "said"),
    [
        ([-9, -5, 7, 9], "At a penetration of 20% the count no longer earns anything: -$0.0500 a round"),
        ([-9, 1, 7], "At a penetration of 20% the count earns nothing that so many rounds could tell from zero"),
        ([7, 9], "The count earns at every penetration from 10% on: $0.0700 a round"),
        ([-5, -4, -3], "At a penetration of 30% the count no longer earns anything"),
    ],
)
def test_the_penetration_that_takes_the_profit_away_is_named(means: list[float], said: str) -> None:
    (found,) = counted(means).findings
    assert found.startswith(said)


def test_table_limits_that_take_the_profit_away_are_named() -> None:
    found = counted([-9.0, 7.0])

    def said(spread: float, error: float, *, may_sit_out: bool = True) -> list[str]:
        last = msgspec.structs.replace(found.earned, spread=spread, spread_standard_error=error)
        return list(msgspec.structs.replace(found, earned=last, may_sit_out=may_sit_out).findings[1:])

    assert said(2.25, 0.25) == [
        "If the highest stake is less than about 2.2 times the lowest (standard error 0.2), no ramp of this count earns"
        " anything, unless the player sits rounds out."
    ]
    assert said(2.25, 0.25, may_sit_out=False)[0].endswith("no ramp of this count earns anything.")
    assert said(1.0, 0.0) == []
    assert said(2.25, 0.7) == [], "it may as well be 1"


def test_so_few_rounds_decide_nothing() -> None:
    few = msgspec.structs.replace(shoe(0.75, -50.0), rounds=999)
    assert (few.verdict, shoe(0.75, -50.0).verdict) == ("unsure", "loses")


# --- the command

TAGS = "A:-1,2:1,3:1,4:1,5:1,6:1,9:-1,J:-1,Q:-1,K:-1"
GIVEN = ("counting", NAME, "--count", TAGS, "--strategy", "chart", "--rounds", "300000", "--seed", "4")


def told(capsys: Captured, *given: object) -> Any:
    return json.loads(run(capsys, *GIVEN, "--json", *given))


def test_the_command_tells_the_arithmetic_of_its_run(capsys: Captured) -> None:
    found = told(capsys, "--ramp", "0:1,2:5", "--bankroll", "5000", "--base", "10", "--pace", "100")
    assert (found["stake"], found["bankroll"], found["ramp"]) == (1000, 500_000, {"0": 1, "2": 5})
    rows = found["by_count"]
    assert sum(row["rounds"] for row in rows) == 300_000
    mean = sum(row["share"] * row["units"] * row["edge"] for row in rows) * 1000
    assert found["earned"]["mean"] == pytest.approx(mean)
    assert found["earned"]["per_hour"] == pytest.approx(100 * mean)
    assert found["earned"]["dealt"] == pytest.approx(0.75)
    assert [one["dealt"] for one in found["penetrations"]] == [at / 20 for at in range(2, 15)]
    assert found["expected_gain"] is None
    assert abs(found["line"]["gain"] - 0.0104) < 4 * found["line"]["standard_error"]


def test_the_figures_do_not_depend_on_threads_or_how_often_they_are_asked(capsys: Captured) -> None:
    assert told(capsys, "--threads", "1") == told(capsys, "--threads", "2")
    assert told(capsys) != told(capsys, "--seats", "3")


@pytest.mark.long
def test_workers_tally_the_same(capsys: Captured) -> None:
    assert told(capsys, "--workers", "2") == told(capsys)


def test_rules_are_compared_and_named(capsys: Captured) -> None:
    more = ("reshuffle_each_round=true", "cut_card=50", "mid_shoe_entry=false")
    given = [word for rule in more for word in ("--compare", rule)]
    found = told(capsys, "--ramp=-20:0,0:1,1:8", *given)
    shuffled, cut, entry = found["rules"]
    assert [one["rule"] for one in found["rules"]] == list(more)
    assert shuffled["earned"]["staked"] == 500.0  # the true count stays at zero
    assert shuffled["earned"]["verdict"] == "unsure"
    assert cut["earned"]["dealt"] == 0.5
    # who misses a round may not come back, so every round is played with one base wager at least
    assert entry["earned"]["staked"] > found["earned"]["staked"]
    assert len(found["findings"]) >= 4
    assert found["kept_out"] == ["mid_shoe_entry=false"]
    assert found["findings"][1].startswith("With reshuffle_each_round=true the count earns nothing that so many rounds")


def test_a_report_has_every_figure(tmp_path: Path, capsys: Captured) -> None:
    page, picture = tmp_path / "counting.html", tmp_path / "counting.svg"
    printed = run(capsys, *GIVEN, "--out", page)
    assert str(page) in printed
    run(capsys, *GIVEN, "--out", picture)
    text, found = page.read_text(encoding="utf-8").replace(MINUS, "-"), told(capsys)
    assert "<svg" in text
    shown = [one for one in found["by_count"] if one["share"] >= 0.0001]
    for one in shown:
        assert f"{one['edge']:+.4%}" in text
    assert text.count("<tr>") == len(shown) + len(found["penetrations"]) + 3
    for one in (*found["penetrations"], found["earned"]):
        told_ruin = with_error(100 * one["ruin"], 100 * one["ruin_standard_error"])
        assert (f"{told_ruin}%" in text) is (one["verdict"] == "earns")
    for finding in found["findings"]:
        assert finding in text
    assert "in percent of the initial wager" in picture.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--penetration", "1.2"), "penetration, a part of the shoe, must be from 0 to 1, not 1.2"),
        (("--count", "A:-1,2:2"), "the tags of a pack must come to zero, and these come to +4"),
        (("--count", "A-1"), "--count takes best or best2, or a rank and its tag"),
        (("--count", "2:1,2:-1"), "--count gives 2 twice"),
        (("--count", "2:0"), "--count '2:0' gives no card a tag"),
        (("--ramp", ""), "a ramp needs at least one entry"),
        (("--ramp", "1:4,2:2"), "a ramp must not fall"),
        (("--ramp", "x:1"), "--ramp takes a true count and a number of base wagers"),
        (("--ramp", "1:1,+1:2"), "--ramp gives 1 twice"),
        (("--ramp", "0:1,1:1000"), "the initial wager must be $5 to $500 in chips of $1, not $5,000"),
        (("--bankroll", "20"), "a bankroll of $20 does not cover the highest stake, $40"),
        (("--rounds", "999"), "--rounds must be at least 1,000: fewer tell nothing of a count"),
        (
            ("--penetration", "0.5", "--set", "cut_card=40"),
            "penetration would take the place of cut_card=40 in the rules: give one of them",
        ),
        (
            ("--penetration", "0.5", "--compare", "reshuffle_each_round=true"),
            "penetration would take the place of reshuffle_each_round=true in the rules: give one of them",
        ),
        (("--base", "3"), "the initial wager must be $5 to $500"),
        (("--compare", "nothing=3"), "nothing: not an option of double_attack_blackjack"),
        (("--out", "counting.pdf"), "the suffix of a report on counting must be .html, .svg or .png, not '.pdf'"),
        (("--gpu", "--threads", "2"), "--gpu uses every GPU from one process"),
    ],
)
def test_what_can_not_be_is_refused_in_a_sentence(capsys: Captured, given: tuple[str, ...], said: str) -> None:
    assert said in refused(capsys, "counting", NAME, *given)


def test_a_game_that_is_shuffled_after_every_round_has_no_count(capsys: Captured) -> None:
    said = refused(capsys, "counting", "caribbean_stud")
    assert "the cards of Caribbean Stud Poker are shuffled after every round: there is nothing to count" in said
