"""Evenings that are counted: beside fractions, a closed form, sessions that are played, and a limit of many rounds."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from long import first_of
from pitboss import odds
from pitboss.basics.errors import GameError, SimulationError
from pitboss.mathematics import evening as counting
from pitboss.mathematics.any_game import mathematics
from pitboss.mathematics.evening import Evening, Law, evening, law_of, without_end
from pitboss.mathematics.results import Distribution, Moments
from pitboss.simulation import any_game as simulating
from pitboss.simulation.sessions import covered, sessions
from pitboss.simulation.stream import stream

from shell import Captured, refused, run

COIN = Law({-100: 1, 100: 1})
SKEWED = Law({-300: 40, -100: 25, 0: 3, 200: 25, 400: 6, 2500: 1})


class ByFractions:
    """The same evening, round by round, from whole numbers of deals and a table of all who are still playing."""

    def __init__(self, law: Law, covers: int, bankroll: int, rounds: int, goal: int) -> None:
        playing, self.ends, self.runs = Counter({(bankroll, 0, 0): Fraction(1)}), Counter(), Counter()  # type: ignore[var-annotated]
        self.played = self.ruin = self.reached = Fraction(0)
        for left in range(rounds - 1, -1, -1):
            after: Counter[tuple[int, int, int]] = Counter()
            self.played += playing.total()
            for (money, so_far, longest), chance in playing.items():
                for net, deals in law.deals.items():
                    now = so_far + 1 if net < 0 else 0
                    after[money + net, now, max(longest, now)] += chance * Fraction(deals, law.total)
            playing = Counter()
            for (money, so_far, longest), chance in after.items():
                if goal and money >= goal:
                    self.reached += chance
                elif money < covers:
                    self.ruin += chance if left else 0
                else:
                    playing[money, so_far, longest] = chance
                    continue
                self.ends[money - bankroll] += chance
                self.runs[longest] += chance
        for (money, _, longest), chance in playing.items():
            self.ends[money - bankroll] += chance
            self.runs[longest] += chance


def assert_equal(found: Evening, exact: ByFractions) -> None:
    assert found.bound < 1e-9
    told = {**dict.fromkeys(exact.ends, 0.0), **found.result.chances}
    assert max(abs(told[net] - exact.ends[net]) for net in told) <= found.bound
    assert abs(found.ruin - exact.ruin) <= found.bound
    assert abs(found.reached - exact.reached) <= found.bound
    assert found.played == pytest.approx(float(exact.played), abs=found.rounds * found.bound)
    assert abs(found.ahead - sum(chance for net, chance in exact.ends.items() if net > 0)) <= found.bound
    assert abs(found.even - exact.ends[0]) <= found.bound
    assert found.losing_runs is not None
    for length in range(max(len(found.losing_runs), *exact.runs) + 1):
        told_run = found.losing_runs[length] if length < len(found.losing_runs) else 0.0
        assert abs(told_run - exact.runs[length]) <= 1e-9


@pytest.mark.parametrize(
    ("bankroll", "rounds", "goal"),
    [pytest.param(1000, 12, 0, marks=pytest.mark.long), (1000, 12, 2000), (950, 9, 1430), (300, 5, 0), (6000, 1, 6100)],
)
def test_an_evening_is_that_of_fractions(bankroll: int, rounds: int, goal: int) -> None:
    found = evening(SKEWED, covers=300, bankroll=bankroll, rounds=rounds, goal=goal)
    assert_equal(found, ByFractions(SKEWED, 300, bankroll, rounds, goal))


@pytest.mark.parametrize(
    "game", first_of(["caribbean_stud", "boston_5_stud", "double_cross_poker", "double_down_stud"])
)
def test_fifty_rounds_of_a_game_are_those_of_fractions(game: str) -> None:
    law = law_of(odds(game), {"base": 500})
    covers = -min(law.deals)
    found = evening(law, covers=covers, bankroll=10_000, rounds=50, runs=False)
    chances, stopped, total = {10_000: 1}, Counter[int](), law.total
    for done in range(1, 51):
        after: Counter[int] = Counter()
        for money, deals in chances.items():
            for net, weight in law.deals.items():
                after[money + net] += deals * weight
        chances = {money: deals for money, deals in after.items() if money >= covers}
        for money in after.keys() - chances.keys():
            stopped[money - 10_000] += after[money] * total ** (50 - done)
    exact = stopped + Counter({money - 10_000: deals for money, deals in chances.items()})
    assert exact.total() == total**50
    for net, deals in exact.items():
        assert abs(found.result.chances.get(net, 0.0) - deals / total**50) <= found.bound < 1e-9


def test_the_chances_of_a_fair_coin_are_those_of_the_closed_form() -> None:
    """Whoever has two units reaches ten, in place of ruin, twice in ten times, after 2 x 8 rounds on average."""
    found = without_end(COIN, covers=100, bankroll=200, goal=1000)
    assert found.reached == pytest.approx(0.2, abs=found.bound)
    assert found.ruin == pytest.approx(0.8, abs=found.bound)
    assert found.played == pytest.approx(16, abs=1e-9)


def test_play_without_an_end_is_the_limit_of_many_rounds() -> None:
    last = without_end(SKEWED, covers=300, bankroll=3000, goal=5000)
    many = evening(SKEWED, covers=300, bankroll=3000, rounds=10_000, goal=5000, runs=False)
    assert last.reached == pytest.approx(many.reached, abs=last.bound + many.bound)
    assert last.ruin == pytest.approx(many.ruin, abs=last.bound + many.bound)
    assert last.played == pytest.approx(many.played, abs=1e-6)


def test_ruin_is_certain_without_a_goal_if_a_round_loses_on_average() -> None:
    assert without_end(SKEWED, covers=300, bankroll=3000).ruin == 1.0
    with pytest.raises(SimulationError, match="a round loses nothing on average: give a number of rounds or a goal"):
        without_end(COIN, covers=100, bankroll=200)


def test_sessions_that_are_played_end_as_counted() -> None:
    made = simulating.setup("caribbean_stud")
    covers = covered(simulating.kernel("caribbean_stud"), made)
    law = law_of(odds("caribbean_stud"), made.stakes)
    exact = evening(law, covers=covers, bankroll=20_000, rounds=100, goal=25_000)
    played = sessions(simulating.table(made), covers, bankroll=20_000, rounds=100, goal=25_000, players=40_000, seed=30)
    for name in ("ruin", "reached", "ahead", "even"):
        chance = getattr(exact, name)
        assert (
            abs(getattr(played, name) - chance) < 4 * (chance * (1 - chance) / 40_000) ** 0.5
        )  # the cards stay the same
    assert played.result.standard_error is not None
    assert abs(played.result.mean - exact.result.mean) < 4 * played.result.standard_error
    assert played.paths.rounds == exact.paths.rounds
    assert played.histogram.width == exact.histogram.width
    assert sum(exact.histogram.counts) + exact.histogram.below + exact.histogram.above == pytest.approx(1)


def test_who_can_not_be_ruined_any_more_is_followed_only_in_losing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Far from ruin, the longest losing run is that of a coin that is thrown forty times."""
    found = evening(COIN, covers=100, bankroll=100_000, rounds=40).losing_runs
    throws = Counter({(0, 0): 1})
    for _ in range(40):
        after: Counter[tuple[int, int]] = Counter()
        for (run_now, longest), ways in throws.items():
            after[0, longest] += ways
            after[run_now + 1, max(longest, run_now + 1)] += ways
        throws = after
    assert found is not None
    for length, chance in enumerate(found):
        ways = sum(count for (_, longest), count in throws.items() if longest == length)
        assert chance == pytest.approx(ways / 2**40, abs=1e-9)
    monkeypatch.setattr(counting, "MOST_WORK", 1000)
    assert evening(COIN, covers=100, bankroll=100_000, rounds=40).losing_runs is None


def test_wagers_without_a_known_law_are_refused() -> None:
    with pytest.raises(GameError, match="the joint law of original and luck is not counted"):
        law_of(odds("double_down_stud"), {"original": 500, "luck": 100})
    by_half = replace(odds("double_down_stud"), results=Distribution({Fraction(-1, 2): 3, Fraction(1, 2): 2}))
    with pytest.raises(GameError, match=r"a round of Double Down Stud with \$0\.05 does not end in whole cents"):
        law_of(by_half, {"original": 5})
    with pytest.raises(GameError, match="the results of a round of Double Down Stud are not counted one by one"):
        law_of(replace(by_half, results=Moments(Fraction(0), Fraction(1))), {"original": 500})
    limited = odds("double_down_stud", {"payout_cap": 10_000_000})
    assert law_of(limited, {"original": 500}).total == limited.combinations
    with pytest.raises(GameError, match=r"the payout limit of \$100,000 changes what a round can win"):
        law_of(limited, {"original": 50_000})


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"bankroll": 200}, "the bankroll must cover a round, which may take"),
        ({"goal": 1000}, "the goal must be above the bankroll of"),
        ({"rounds": 0}, "the number of rounds must be between 1 and 10,000, not 0"),
        ({"rounds": 10_001}, "the number of rounds must be between 1 and 10,000, not 10,001"),
        ({"covers": 200}, r"a round can lose \$3, more than \$2"),
    ],
)
def test_what_can_not_be_counted_is_refused(more: dict[str, int], why: str) -> None:
    with pytest.raises(SimulationError, match=why):
        evening(SKEWED, **{"covers": 300, "bankroll": 1000, "rounds": 10, **more})


# --- side wagers

SIDE: dict[str, Any] = {
    "boston_5_stud": ({}, {"ante": 500, "optional bonus": 700}, ("optional bonus",)),
    "double_cross_poker": ({}, {"ante": 500, "three-card": 300}, ("three-card",)),
    "caribbean_stud": (
        {"bonus": "B", "progressive": "A", "five_card": True, "magic_card": False, "lucky_bonus": False},
        {"ante": 500, "bonus": 300, "progressive": 100, "five card bonus": 100},
        ("bonus B", "progressive A", "five card bonus"),
    ),
}


@pytest.mark.parametrize("game", SIDE)
def test_side_wagers_add_what_their_odds_say(game: str) -> None:
    """Each wager alone is counted by the odds, and the mean of the joint law is their sum, to the last unit."""
    rules, stakes, names = SIDE[game]
    made = simulating.setup(game, rules, wagers=stakes)
    found = simulating.exact(made)
    law = law_of(found, made.stakes, mathematics(game).joint_law)
    assert law.total == found.combinations
    each = zip(names, list(made.stakes.values())[1:], strict=True)
    assert law.mean == 500 * found.expected_value + sum(
        found.wagers[name].expected_value * cents for name, cents in each
    )


@pytest.mark.parametrize("game", first_of(["boston_5_stud", "double_cross_poker"]))
def test_rounds_with_side_wagers_are_played_as_counted(game: str) -> None:
    """The cards always stay the same."""
    rules, stakes, _ = SIDE[game]
    made = simulating.setup(game, rules, wagers=stakes)
    law = law_of(simulating.exact(made), made.stakes, mathematics(game).joint_law)
    rounds = 200_000
    nets, played = np.unique(simulating.table(made).nets(stream("evening", 0), rounds), return_counts=True)
    assert {*nets.tolist()} <= law.deals.keys()
    for net, times in zip(nets.tolist(), played.tolist(), strict=True):
        chance = law.deals[net] / law.total
        assert abs(times - rounds * chance) < 5 * (rounds * chance) ** 0.5 + 3


# --- the command

NAME = "double_down_stud"


def test_the_command_counts_one_evening(capsys: Captured) -> None:
    told = json.loads(
        run(capsys, "sessions", NAME, "--exact", "--bankroll", "100", "--goal", "150", "--rounds", "20", "--json")
    )
    found = evening(law_of(odds(NAME), {"original": 500}), covers=1000, bankroll=10_000, goal=15_000, rounds=20)
    assert told == json.loads(json.dumps(found.as_dict()))
    shown = run(
        capsys, "sessions", NAME, "--exact", "--bankroll", "100", "--goal", "150", "--hours", "0.5", "--pace", "40"
    )
    assert f"{found.reached:.6%} reach $150 first" in shown
    assert "20 rounds at most" in shown


def test_the_command_counts_play_without_an_end(capsys: Captured) -> None:
    shown = run(capsys, "sessions", NAME, "--without-end", "--bankroll", "50", "--goal", "80")
    assert "any number of rounds" in shown
    assert "reach $80 first" in shown
    assert "Ruin is certain" in run(capsys, "sessions", NAME, "--without-end")


def test_an_evening_is_drawn(capsys: Captured, tmp_path: Path) -> None:
    picture = tmp_path / "evening.svg"
    run(capsys, "sessions", NAME, "--exact", "--rounds", "20", "--plot", picture)
    assert "Counted, not played" in picture.read_text(encoding="utf-8")


@pytest.mark.long
def test_wagers_on_other_hands_are_played_and_it_says_so(capsys: Captured) -> None:
    asked = (
        "sessions",
        "caribbean_stud",
        "--exact",
        "--wagers",
        "ante=5,cover all=5",
        "--players",
        "50",
        "--rounds",
        "5",
    )
    why = "what cover all wins depends on more than a seat's own cards"
    assert f"Simulated, since {why}." in run(capsys, *asked)
    assert f"this can't be counted, since {why}" in refused(capsys, *asked[:2], "--without-end", *asked[3:5])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--exact", "--goal", "3"), "the goal must be above the bankroll of $500, not $3"),
        (("--hours", "0.001"), "--hours must be enough for a round at 60 rounds an hour, not 0.001"),
        (("--hours", "1", "--rounds", "3"), "give only one of --rounds, --hours and --without-end"),
        (("--exact", "--bankroll", "5"), "the bankroll must cover a round, which may take $10, but it is $5"),
        (("--goal", "3", "--players", "10"), "the goal must be above the bankroll of $500, not $3"),
        (("--without-end", "--goal", "600", "--plot", "no.svg"), "--plot draws sessions of a limited number of rounds"),
    ],
)
def test_wrong_options_are_one_sentence(capsys: Captured, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(capsys, "sessions", NAME, *arguments)
