"""The revision of the engine: what was stored before a reading changed is replayed, recovered and proved as played."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import msgspec
import pytest

import pitboss
from before import FROZEN, READINGS, unpacked
from pitboss import Table
from pitboss.basics.errors import IllegalAction, LogError, UnreadableLog
from pitboss.engine import registry
from pitboss.engine.round.events import REVISION, Began, Event, Wagered
from pitboss.engine.round.inputs import is_input
from pitboss.engine.round.records import decode
from pitboss.engine.round.round import Round, replay
from pitboss.engine.rules import load
from pitboss.engine.state import TableState
from pitboss.log.journal import Journal, LogWriter
from pitboss.log.lines import GENESIS, chain
from pitboss.log.proof import prove
from pitboss.verification.silence import ends

every_reading = pytest.mark.parametrize("name", READINGS)


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def rounds_in(path: Path) -> list[list[Event]]:
    """The records of each round of a log, without their hashes."""
    found: list[list[Event]] = []
    for said in lines_of(path)[1:-1]:
        del said["hash"]
        record = decode(msgspec.json.encode(said))
        found += [[]] if isinstance(record, Began) else []
        found[-1].append(record)
    return found


def played_again(path: Path, records: list[Event], revision: int) -> list[Event]:
    """The records that the same inputs make by this revision, up to an input that it rejects."""
    first, began = lines_of(path)[0], records[0]
    assert isinstance(began, Began)
    game = registry.game(first["game"])
    rules = load(game.name, game.rules, first["rules"])
    given = [record for record in records if is_input(record)]
    try:
        state = began.state or TableState()
        made = replay(game, rules, state, began.seats, given, names=began.names, revision=revision).records
    except IllegalAction:
        return []
    return made[1:]


@every_reading
def test_a_log_of_before_is_proved_as_it_was_played(name: str, tmp_path: Path) -> None:
    path = unpacked(name, "log", tmp_path)
    assert not any("revision" in said for said in lines_of(path))
    proof = prove(path)
    assert proof.rounds == len(rounds_in(path))


@every_reading
def test_its_rounds_are_others_by_the_readings_of_today(name: str, tmp_path: Path) -> None:
    path = unpacked(name, "log", tmp_path)
    stored = rounds_in(path)
    assert all(played_again(path, records, 0) == records[1:] for records in stored)
    assert any(played_again(path, records, REVISION) != records[1:] for records in stored)


@every_reading
def test_a_journal_of_before_is_recovered_and_goes_on_with_todays_readings(name: str, tmp_path: Path) -> None:
    path = unpacked(name, "journal", tmp_path)
    before = [said["type"] for said in lines_of(path)].count("began")
    with Journal.recover(path, seed=3) as journal:
        round = journal.table.round
        assert round is not None
        assert round.revision == 0
        ends(round, Random(1))
        again = journal.table.open_round()
        assert again.revision == REVISION
        ends(again, Random(1))
    revisions = [said.get("revision", 0) for said in lines_of(path) if said["type"] == "began"]
    assert revisions == [*before * [0], REVISION]
    assert prove(path).rounds == before + 1


def test_the_frozen_round_of_a_journal_ends_by_the_clock(tmp_path: Path) -> None:
    """The optional bonus goes back with the ante on which it lies; the other player plays on."""
    with Journal.recover(unpacked(FROZEN, "journal", tmp_path), seed=3) as journal:
        round = journal.table.round
        assert round is not None
        lies = "ann has an ante but no first wager, which must be $20"
        assert str(round.check("dealer", "no more bets")).startswith(lies)
        ann = next(party for party in round.waiting if party.player == "ann")
        back = []
        while given := round.default(ann):
            round.do(given)
            back.append((given.wager, given.ruling))
        assert back == [("optional bonus", "time-out"), ("ante", "time-out")]
        round.do("dealer", "no more bets")
        ends(round, Random(1))
        assert {end.player for end in round.settlements} == {"bob"}


# --- each place that reads something differently


class Place(NamedTuple):
    """A comparison with the revision of a round, in a function of the engine or of a game."""

    module: str
    function: str
    number: int
    """It is the first in its function, or the second."""

    def __str__(self) -> str:
        return f"{self.module.rpartition('.')[2]}.{self.function} {self.number}"

    @property
    def tree(self) -> ast.Module:
        return ast.parse(Path(str(import_module(self.module).__file__)).read_text("utf-8"))


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{one.name}", one) for one in node.body if isinstance(one, ast.FunctionDef))


def comparisons(function: ast.FunctionDef) -> list[ast.Compare]:
    compared = [node for node in ast.walk(function) if isinstance(node, ast.Compare)]
    found = [node for node in compared if isinstance(node.left, ast.Attribute) and node.left.attr == "revision"]
    return sorted(found, key=lambda node: node.lineno)


def places() -> Iterator[Place]:
    source = Path(pitboss.__file__).parent
    for path in sorted([*source.glob("engine/**/*.py"), *source.glob("games/**/*.py")]):
        module = ".".join(("pitboss", *path.relative_to(source).with_suffix("").parts))
        if ".revision" in (text := path.read_text("utf-8")):
            for name, function in functions(ast.parse(text)):
                yield from (Place(module, name, at) for at, _ in enumerate(comparisons(function), 1))


def read_as_today(place: Place) -> tuple[FunctionType, CodeType]:
    """The function of a place, and its code if this place alone takes every round for one of today's revision."""
    tree = place.tree
    comparisons(dict(functions(tree))[place.function])[place.number - 1].left = ast.Constant(REVISION)
    code = compile(ast.fix_missing_locations(tree), place.module, "exec")
    for name in place.function.split("."):
        code = next(one for one in code.co_consts if isinstance(one, CodeType) and one.co_name == name)
    return attrgetter(place.function)(import_module(place.module)), code


def proved(path: Path) -> bool:
    try:
        prove(path)
    except LogError:
        return False
    return True


@pytest.mark.parametrize("place", [*places()], ids=str)
def test_no_place_can_forget_the_revision_unnoticed(
    place: Place, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without it, at least one log of before is not proved any more."""
    function, code = read_as_today(place)
    monkeypatch.setattr(function, "__code__", code)
    unnoticed = all(proved(unpacked(name, "log", tmp_path)) for name in READINGS)
    assert not unnoticed, "tests/before needs a log that comes to this place, made with the code of before"


# --- what is stored today


def test_a_log_and_its_rounds_name_their_revision(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    with LogWriter(path, *_played()) as log:
        log.add(_ROUND[0])
    first, began = (said for said in lines_of(path) if said["type"] in ("log", "began"))
    assert (first["revision"], began["revision"]) == (REVISION, REVISION)
    assert prove(path).rounds == 1


_ROUND: list[Round] = []


def _played() -> tuple[Any, Any]:
    table = Table("double_down_stud", seed=1)
    table.sit("Ann")
    round = table.open_round()
    ends(round, Random(1))
    _ROUND[:] = [round]
    return table.game, table.rules


def rewritten(path: Path, change: dict[str, int], to: Path) -> Path:
    """The log with another revision in lines of these types, and its chain made anew."""
    records = []
    for said in lines_of(path):
        said.pop("hash")
        if said["type"] in change:
            said["revision"] = change[said["type"]]
        records.append(said)
    to.write_bytes(b"".join(chain([msgspec.Raw(msgspec.json.encode(said)) for said in records], GENESIS)[0]))  # type: ignore[misc]
    return to


@pytest.mark.parametrize(
    ("change", "error", "why"),
    [
        ({"log": REVISION + 1}, UnreadableLog, f"revision {REVISION + 1} of the engine is unknown"),
        ({"log": -1}, UnreadableLog, "revision -1 of the engine is unknown"),
        ({"began": REVISION + 1}, LogError, f"revision {REVISION + 1} of the engine is unknown"),
        ({"began": 0}, LogError, f"a round of revision 0 comes after revision {REVISION} of the engine"),
    ],
)
def test_a_log_of_an_unknown_revision_or_one_that_goes_back_is_refused(
    change: dict[str, int], error: type[LogError], why: str, tmp_path: Path
) -> None:
    path = tmp_path / "new.jsonl"
    with LogWriter(path, *_played()) as log:
        log.add(_ROUND[0])
    with pytest.raises(error, match=why):
        prove(rewritten(path, change, tmp_path / "changed.jsonl"))


def test_a_copy_of_a_round_follows_the_same_revision_and_knows_who_left() -> None:
    table = Table("double_down_stud", seed=1)
    table.sit("Ann")
    table.sit("Bob")
    round = table.open_round()
    table.leave("Bob")
    copy = round.copy()
    assert (copy.revision, copy.records) == (round.revision, round.records)
    assert [party.player for party in copy.waiting] == [party.player for party in round.waiting]
    wagered = copy.do("Ann", "wager", "original", 500)
    assert [type(one) for one in wagered] == [Wagered]
    assert not round.layout.stakes
