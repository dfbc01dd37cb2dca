"""Sessions: bankrolls follow the rounds, stop when they must, and match the win of the house."""

from __future__ import annotations

import json
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from pitboss import rules
from pitboss.basics.errors import SimulationError
from pitboss.mathematics.any_game import odds as exact_odds
from pitboss.report.drawing import _shares, draw_sessions
from pitboss.simulation import any_game as simulating
from pitboss.simulation.kernel import Setup, Tally, WagerTally
from pitboss.simulation.sessions import Sessions, covered, sessions
from pitboss.simulation.stream import stream

from shell import Captured, refused, run

NAME = "double_down_stud"
STUD = ("double_down_stud", "caribbean_stud", "boston_5_stud", "double_cross_poker")


def at_table(game: str = NAME, **wagers: int) -> tuple[Any, int]:
    made = simulating.setup(game, wagers=wagers)
    return simulating.table(made), covered(simulating.kernel(game), made)


class Coins:
    """A table at which every round wins or loses a unit of 100 cents."""

    chunk = 1 << 16

    def __init__(self, loses: int = 100) -> None:
        self.setup: Setup = simulating.setup(NAME)
        self.loses = loses

    def play(self, state: np.ndarray, rounds: int) -> Tally:
        return {}

    def wagers(self, tally: Tally, rounds: int) -> list[WagerTally]:
        return []

    def nets(self, state: np.ndarray, rounds: int) -> np.ndarray:
        drawn = np.random.default_rng([int(word) for word in state]).integers(0, 2, rounds)
        return np.where(drawn == 1, 100, -self.loses).astype(np.int64)


def ruined(units: int, rounds: int) -> float:
    """The probability that a player of a fair coin with so many units cannot play all rounds."""
    chances = {units: 1.0}
    gone = 0.0
    for _ in range(rounds):
        gone += chances.pop(0, 0.0)
        after: dict[int, float] = {}
        for money, chance in chances.items():
            for then in (money - 1, money + 1):
                after[then] = after.get(then, 0.0) + chance / 2
        chances = after
    return gone


def test_the_chance_of_ruin_is_that_of_a_fair_coin() -> None:
    found = sessions(Coins(), 100, bankroll=500, rounds=60, players=40_000)
    assert repr(found).startswith("<Sessions of 40,000 players of ")
    chance = ruined(5, 60)
    assert abs(found.ruin - chance) < 4 * sqrt(chance * (1 - chance) / 40_000)
    assert abs(found.result.mean) < 4 * (found.result.standard_error or 0)


def test_every_player_is_followed_round_by_round() -> None:
    at, covers = at_table()
    found = sessions(at, covers, bankroll=4000, rounds=50, players=7, seed="one", crowd=2)
    nets = at.nets(stream("sessions one", 0), 7 * 50).reshape(7, 50)
    left, played = [], []
    for row in nets.tolist():
        money, rounds = 4000, 0
        while rounds < 50 and money >= 1000:
            money += row[rounds]
            rounds += 1
        left.append(money)
        played.append(rounds)
    assert min(played) < 50
    assert [path[-1] for path in found.paths.samples] == left
    assert (found.played.least, found.house.rounds) == (min(played), sum(played))
    assert found.ruin == sum(rounds < 50 for rounds in played) / 7
    results = [money - 4000 for money in left]
    assert (found.result.least, found.result.most, found.house.won) == (min(results), max(results), -sum(results))
    crowds = [-(results[at] + results[at + 1]) for at in (0, 2, 4)]
    assert (found.house.crowds, found.house.result.least, found.house.result.most) == (3, min(crowds), max(crowds))
    assert found.house.loses == sum(crowd < 0 for crowd in crowds) / 3


def test_sessions_are_the_same_on_any_number_of_threads() -> None:
    at, covers = at_table()

    def made(threads: int) -> bytes:
        return msgspec.json.encode(sessions(at, covers, bankroll=20000, rounds=100, players=9000, threads=threads))

    assert made(1) == made(2) == made(5)


def test_first_players_stay_when_more_are_added() -> None:
    at, covers = at_table()
    few = sessions(at, covers, bankroll=20000, rounds=100, players=10, crowd=1)
    many = sessions(at, covers, bankroll=20000, rounds=100, players=9000)
    assert few.paths.samples == many.paths.samples


@pytest.mark.long
@pytest.mark.parametrize("game", STUD)
def test_results_are_worth_the_rounds_that_were_played(game: str) -> None:
    """However players stop, their mean loss equals the value of the rounds that they played (Wald)."""
    at, covers = at_table(game)
    odds = exact_odds(game, {})
    found = sessions(at, covers, bankroll=3 * covers, rounds=60, players=20_000, odds=odds)
    base = next(iter(found.stakes.values()))
    assert found.ruin > 0.01
    assert found.house.theoretical is not None
    error = odds.standard_deviation * base * sqrt(found.house.rounds)
    assert abs(found.house.won - found.house.theoretical) < 4 * error


@pytest.mark.long
@pytest.mark.parametrize(("game", "wagers", "needed"), [
    ("double_down_stud", {"original": 500}, 1000),
    ("caribbean_stud", {"ante": 500, "progressive": 100}, 1600),
    ("boston_5_stud", {"ante": 1000}, 5000),
    ("double_cross_poker", {"ante": 500, "three-card": 500}, 2000),
])  # fmt: skip
def test_a_bankroll_covers_whatever_a_round_may_take(game: str, wagers: dict[str, int], needed: int) -> None:
    at, covers = at_table(game, **wagers)
    assert covers == needed == -int(at.nets(stream("covers", 0), 50_000).min())


def test_a_round_that_takes_more_than_it_should_is_noticed() -> None:
    with pytest.raises(SimulationError, match="lost more than"):
        sessions(Coins(loses=300), 100, bankroll=500, rounds=60, players=1000)


def test_the_histogram_counts_every_player() -> None:
    at, covers = at_table()
    found = sessions(at, covers, bankroll=20000, rounds=100, players=5000)
    bars = found.histogram
    assert sum(bars.counts) + bars.below + bars.above == 5000
    assert len(bars.counts) <= 46
    assert (bars.first / bars.width) % 1 == 0.5


def test_paths_keep_their_order_and_end_in_the_results() -> None:
    at, covers = at_table()
    found = sessions(at, covers, bankroll=5000, rounds=333, players=5000)
    rows = list(found.paths.quantiles.values())
    assert all(a <= b for lower, upper in pairwise(rows) for a, b in zip(lower, upper, strict=True))
    assert {name: row[-1] - 5000 for name, row in found.paths.quantiles.items()} == found.result.quantiles
    assert (found.paths.rounds[0], found.paths.rounds[-1]) == (0, 333)
    assert found.paths.playing[-1] == pytest.approx(1 - found.ruin)
    assert list(found.paths.playing) == sorted(found.paths.playing, reverse=True)


# --- the picture


@pytest.fixture(scope="module")
def evening() -> Sessions:
    at, covers = at_table()
    return sessions(at, covers, bankroll=20000, rounds=120, players=2000)


@pytest.mark.long
def test_the_same_sessions_are_the_same_picture(evening: Sessions, tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg", "a.png", "b.png"):
        draw_sessions(evening, "Double Down Stud", tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    drawn = (tmp_path / "a.svg").read_text()
    assert "Double Down Stud: 120 rounds with $200" in drawn
    assert all(f">{words}<" in drawn for words in ("99%", "95%", "75%", "half", "at the end"))


@pytest.mark.long
@pytest.mark.parametrize(("rounds", "players"), [(1, 1), (1, 500), (2, 3)])
def test_the_shortest_sessions_are_drawn_too(tmp_path: Path, rounds: int, players: int) -> None:
    at, covers = at_table()
    found = sessions(at, covers, bankroll=covers, rounds=rounds, players=players, crowd=1)
    draw_sessions(found, "Short", tmp_path / "short.svg")
    assert (tmp_path / "short.svg").stat().st_size > 1000


# --- the command line


@pytest.mark.long
def test_sessions_from_the_shell(capsys: Captured, tmp_path: Path) -> None:
    picture = tmp_path / "night.svg"
    asked = ("sessions", "caribbean_stud", "--bankroll", "500", "--ante", "5", "--players", "2000")
    said = run(capsys, *asked, "--plot", picture)
    assert "2,000 players with $500, 240 rounds" in said
    drawn = picture.read_text()
    assert drawn.startswith("<?xml")
    assert "the house keeps 5.2243% of the ante wager" in drawn
    run(capsys, *asked, "--wagers", "bonus=1", "--plot", picture, "--force")
    assert "the house keeps" not in picture.read_text()  # of the ante and the bonus together
    assert all(f"Rules {rules('caribbean_stud').digest[:16]}." in one for one in (drawn, picture.read_text()))
    found = json.loads(run(capsys, *asked, "--json"))
    assert (found["bankroll"], found["covers"], found["stakes"]) == (50000, 1500, {"ante": 500})
    assert found["house"]["theoretical"] is not None


def test_the_base_wager_has_a_name_in_every_game(capsys: Captured) -> None:
    def asked(*arguments: str) -> Any:
        return json.loads(run(capsys, "sessions", NAME, "--players", "200", "--json", *arguments))

    assert asked("--base", "10") == asked("--original", "$10") == asked("--wagers", "original=10")
    assert asked("--base", "10")["bankroll"] == 100_000
    assert asked("--seed", "2") != asked("--seed", "3")


def test_side_wagers_are_part_of_a_session(capsys: Captured) -> None:
    asked = ("--ante", "5", "--wagers", "progressive=1", "--players", "200", "--json")
    found = json.loads(run(capsys, "sessions", "caribbean_stud", *asked))
    assert (found["stakes"], found["covers"]) == ({"ante": 500, "progressive": 100}, 1600)
    assert found["house"]["theoretical"] is None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--bankroll", "much"), "'much' is not an amount in dollars"),
        (("--bankroll", "-5"), "'-5' is not an amount in dollars"),
        (("--bankroll", "5"), "the bankroll must cover a round, which may take $10, but it is $5"),
        (("--ante", "5"), "the base wager of this game is the original"),
        (("--base", "5", "--original", "5"), "give the original wager only once"),
        (("--base", "5", "--wagers", "original=5"), "give the original wager only once"),
        (("--base", "1"), "the original wager must be $5 to $500 in chips of $1, not $1"),
        (("--wagers", "ante=5"), "there is no wager 'ante'"),
        (("--rounds", "0"), "'0' is not a number of rounds"),
        (("--rounds", "1e9"), "the number of rounds must be between 1 and 1,000,000, not 1,000,000,000"),
        (("--players", "none"), "'none' is not a number of players"),
        (("--players", "1e9"), "the number of players must be between 1 and 10,000,000"),
        (("--players", "10", "--crowd", "11"), "a crowd must have 1 to 10 players, not 11"),
        (("--threads", "-1"), "--threads must be 1 or more, or 0 for all cores, not -1"),
        (("--strategy", "luck"), "there is no strategy 'luck'"),
        (("--plot", "night.pdf"), "the suffix of a picture must be .svg or .png"),
    ],
)
def test_what_is_no_session_is_one_sentence(capsys: Captured, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(capsys, "sessions", NAME, *arguments)


def test_a_picture_is_not_overwritten_by_sessions_that_fail(capsys: Captured, tmp_path: Path) -> None:
    picture = tmp_path / "night.svg"
    picture.write_text("mine")
    refused(capsys, "sessions", NAME, "--plot", picture, "--bankroll", "1")
    assert picture.read_text() == "mine"
    assert "can't be written" in refused(capsys, "sessions", NAME, "--players", "10", "--plot", tmp_path / "no/a.svg")


def test_sessions_with_a_meter_say_how_it_lives(capsys: Captured) -> None:
    asked = ("sessions", "caribbean_stud", "--bankroll", "200", "--rounds", "20", "--players", "500", "--json")
    assert len(json.loads(run(capsys, *asked))["notes"]) == 1
    with_meter = json.loads(run(capsys, *asked, "--wagers", "ante=5,progressive=1"))
    assert "Meters start at their seeds every 262,140 rounds" in with_meter["notes"][1]


def test_the_legend_of_the_picture_is_of_its_bars(evening: Sessions) -> None:
    shares = _shares(evening)
    assert sum(shares.values()) == pytest.approx(1)
    assert shares["push"] >= evening.even
    assert shares["win"] <= evening.ahead
