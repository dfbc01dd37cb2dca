"""Golden rounds: recorded logs of every game and way of dealing, replayed byte for byte.

After an intended change of the rules or the log, record them again with ``python tests/table/test_golden.py``, and read
the difference before committing it.
"""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from random import Random
from typing import get_args, get_type_hints

import msgspec
import pytest

from pitboss import Table, game
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import random_legal
from pitboss.engine.registry import games
from pitboss.engine.rules import TableRules
from pitboss.log.journal import LogWriter
from pitboss.log.proof import prove

GOLDEN = Path(__file__).parents[1] / "golden"
ROUNDS, SEED = 3, 1
PLAYERS = (("Ann", 2), ("Bob", 1), ("Cyd", 4))
LATE = (("Dan", 3, "d-1"), ("Eve", 5, "Eve"))
"""Those who sit down while bets are open, one in each of the first rounds: name, seat and id."""
SEATED_IN_TIME = "seated in time"


def ways() -> list[tuple[str, str, str]]:
    """Every game with each of its ways of dealing: game, option and value."""
    found = []
    for name in games():
        options = get_type_hints(game(name).rules)
        # Double Attack has one shoe and three hole card options. A game with one way is recorded with its defaults.
        option = next((option for option in ("dealing", "hole_card") if option in options), "")
        found += [(name, option, value) for value in get_args(options[option])] if option else [(name, "", "default")]
    return found


def recorded() -> list[tuple[str, str, str]]:
    """What is recorded: every way of dealing, and of every game rounds in which people sit down while bets are open."""
    return [*ways(), *((name, "", SEATED_IN_TIME) for name in games())]


def path_of(name: str, value: str) -> Path:
    value = "no hole card" if value == "none" else value
    return GOLDEN / f"{name}-{value.replace(' ', '_')}.jsonl"


def record(name: str, option: str, value: str, path: Path) -> None:
    """Record a few rounds of three players, and perhaps of some who come late, who make random legal choices."""
    table, random = Table(name, {option: value} if option else {}, seed=SEED), Random(SEED)
    for player, seat in PLAYERS:
        table.sit(player, seat)
    late = iter(LATE if value == SEATED_IN_TIME else ())
    with LogWriter(path, table.game, table.rules, replace=True) as log:
        for _ in range(ROUNDS):
            round = table.open_round()
            for player, seat, id in islice(late, 1):
                drive(round, random_legal, random, stop=lambda party: round.phase == "wagers")  # noqa: B023
                table.sit(player, seat, id=id)
                table.enter(id)
            log.add(drive(round, random_legal, random))


each_way = pytest.mark.parametrize(("name", "option", "value"), recorded(), ids=lambda part: part.replace(" ", "_"))


@each_way
def test_the_golden_rounds_are_dealt_again_byte_for_byte(name: str, option: str, value: str) -> None:
    path = path_of(name, value)
    proof = prove(path, game)
    assert proof.rounds == ROUNDS
    assert proof.staked > 0
    head = msgspec.json.decode(path.read_bytes().splitlines()[0])
    assert head["game"] == name
    assert not option or head["rules"][option] == value


@each_way
def test_the_same_seed_records_the_same_rounds(name: str, option: str, value: str, tmp_path: Path) -> None:
    """If the proof holds but this fails, the shuffler, the offers or the policy have changed."""
    record(name, option, value, tmp_path / "again.jsonl")
    again, golden = (path.read_bytes().splitlines() for path in (tmp_path / "again.jsonl", path_of(name, value)))
    assert _bodies(again) == _bodies(golden)


def _bodies(lines: list[bytes]) -> list[dict[str, object]]:
    """The contents of the lines, without the hashes and the version that wrote them."""
    said = [msgspec.json.decode(line) for line in lines]
    return [{key: value for key, value in line.items() if key not in ("hash", "version")} for line in said]


def test_there_is_no_golden_file_too_many() -> None:
    assert sorted(GOLDEN.glob("*")) == sorted(path_of(name, value) for name, _, value in recorded())


@pytest.mark.parametrize("name", games())
def test_people_who_sat_down_in_time_are_in_the_golden_rounds(name: str) -> None:
    lines = map(msgspec.json.decode, path_of(name, SEATED_IN_TIME).read_bytes().splitlines())
    seated = [(line["round"], line["seat"], line["player"]) for line in lines if line["type"] == "seated"]
    assert seated == [(1, 3, "d-1"), (2, 5, "Eve")]


def test_a_game_with_one_way_of_dealing_is_recorded_by_its_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = msgspec.structs.replace(game("double_down_stud"), rules=TableRules)
    monkeypatch.setitem(globals(), "games", lambda: ["plain"])
    monkeypatch.setitem(globals(), "game", lambda name: plain)
    assert ways() == [("plain", "", "default")]
    assert path_of("plain", "default").name == "plain-default.jsonl"


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for old in GOLDEN.glob("*.jsonl"):
        old.unlink()
    for name, option, value in recorded():
        record(name, option, value, path_of(name, value))
        sys.stdout.write(f"{path_of(name, value)}\n")
