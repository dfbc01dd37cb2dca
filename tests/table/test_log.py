"""Logs: a changed, cut, moved or added line is reported at the first wrong line, and forged play is rejected."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from pitboss import LogError, Table, game
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import random_legal
from pitboss.engine.round import events as ev
from pitboss.engine.state import TableState
from pitboss.log.journal import LogWriter
from pitboss.log.lines import GENESIS, verified_lines
from pitboss.log.proof import Proof, prove
from pitboss.log.proof import Prover as _Prover

NAME = "double_down_stud"
Line = dict[str, Any]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound log of three rounds."""
    return recorded(tmp_path_factory.mktemp("log") / "rounds.jsonl")


def recorded(path: Path) -> Path:
    """Write three rounds of two players, the same each time."""
    table = Table(NAME, {"cut": True}, seed=3)
    table.sit("Ann")
    table.sit("Bob", 4)
    random = Random(3)
    with LogWriter(path, table.game, table.rules) as log:
        for _ in range(3):
            log.add(drive(table.open_round(), random_legal, random))
    return path


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def write(tmp_path: Path, lines: list[bytes]) -> Path:
    path = tmp_path / "changed.jsonl"
    path.write_bytes(b"".join(lines))
    return path


def refused(path: Path) -> LogError:
    with pytest.raises(LogError) as error:
        prove(path, game)
    assert str(error.value).startswith(f"line {error.value.line}: ")
    return error.value


def rechained(path: Path, tmp_path: Path, change: Callable[[list[Line]], None]) -> Path:
    """A forged log: changed, with every hash computed again."""
    said = [msgspec.json.decode(line) for line in lines_of(path)]
    for line in said:
        del line["hash"]
    change(said)
    previous, out = GENESIS, []
    for line in said:
        body = msgspec.json.encode(line)
        previous = sha256(previous.encode() + body).hexdigest()
        out.append(body[:-1] + b',"hash":"' + previous.encode() + b'"}\n')
    return write(tmp_path, out)


def first(said: list[Line], **fields: Any) -> int:
    """The index of the first line with these fields."""
    return next(i for i, line in enumerate(said) if all(line.get(name) == value for name, value in fields.items()))


# --- a sound log


def test_a_sound_log_is_proved_and_adds_up(good: Path) -> None:
    proof = prove(good, game)
    said = [msgspec.json.decode(line) for line in lines_of(good)]
    assert proof.rounds == 3
    assert proof.events == len(said) - 2
    assert proof.staked == sum(line["amount"] for line in said if line["type"] == "wagered") - sum(
        line["amount"] for line in said if line["type"] == "withdrawn"
    )
    assert proof.returned == sum(line["returned"] for line in said if line["type"] == "settled")
    assert proof.house == Fraction(proof.staked - proof.returned)
    assert proof.commitments == 3 * 52


def test_a_log_is_one_line_of_json_an_event_with_the_fields_of_the_contract(good: Path) -> None:
    said = [msgspec.json.decode(line) for line in lines_of(good)]
    assert (said[0]["type"], said[0]["game"], said[-1]["type"], said[-1]["rounds"]) == ("log", NAME, "end", 3)
    assert all({"type", "round", "clause"} <= line.keys() for line in said[1:-1])
    for kind, fields in {
        "wagered": {"seat", "player", "wager", "amount"},
        "dealt": {"to", "card", "face"},
        "chose": {"seat", "hand", "action"},
        "settled": {"seat", "player", "hand", "wager", "stake", "result", "returned"},
    }.items():
        found = [line for line in said if line["type"] == kind]
        assert found
        assert all(fields <= line.keys() for line in found)


def test_writing_the_same_rounds_again_makes_the_same_bytes(good: Path, tmp_path: Path) -> None:
    again = recorded(tmp_path / "again.jsonl")
    assert again.read_bytes() == good.read_bytes()


def test_each_line_is_hashed_with_all_before_it(good: Path, tmp_path: Path) -> None:
    """A chain computed by hand equals the written one."""
    again = rechained(good, tmp_path, lambda said: None)
    assert again.read_bytes() == good.read_bytes()


def test_a_log_without_rounds_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    table = Table(NAME)
    with LogWriter(path, table.game, table.rules):
        pass
    head, end = map(json.loads, path.read_bytes().splitlines())
    assert (head["round"], end["round"], end["rounds"]) == (0, 0, 0)
    assert prove(path, game) == Proof(game=NAME, rules=table.rules.digest, head=end["hash"])


def test_every_line_has_the_number_of_its_round(good: Path) -> None:
    rounds = [json.loads(line).get("round") for line in lines_of(good)]
    assert rounds[0] == 0
    assert rounds[-1] == 3
    began = [json.loads(line)["round"] for line in lines_of(good) if json.loads(line)["type"] == "began"]
    assert began == [1, 2, 3]


@pytest.mark.parametrize(("seed", "seeded"), [(None, 0), (3, 2)])
def test_orders_from_a_seed_or_from_somebodys_hand_are_counted(seed: int | None, seeded: int, tmp_path: Path) -> None:
    table, path = Table(NAME, seed=seed), tmp_path / "log.jsonl"
    table.sit("Ann")
    with LogWriter(path, table.game, table.rules) as log:
        for cards in ("", "As Ks", ""):
            if cards:
                table.stack(cards)
            log.add(drive(table.open_round(), table.game.basic, Random(1)))
    proof = prove(path, game)
    assert (proof.rounds, proof.seeded, proof.planted, proof.commitments) == (3, seeded, 1, 3 * 52)


def test_a_coupon_in_place_of_chips_is_no_money_placed_or_taken_back(tmp_path: Path) -> None:
    table, path = Table("caribbean_stud", seed=1), tmp_path / "log.jsonl"
    table.sit("Ann")
    round = table.open_round()
    round.do("Ann", "wager", "ante", 1000)
    round.do("Ann", "redeem", "progressive")
    round.do("Ann", "withdraw", "progressive")
    round.do("Ann", "redeem", "progressive")
    round.do("Ann", "wager", "bonus", 500)
    round.do("Ann", "withdraw", "bonus")
    round.do("dealer", "no more bets")
    round.do("Ann", "fold")
    assert round.over
    with LogWriter(path, table.game, table.rules) as log:
        log.add(round)
    proof = prove(path, game)
    # the ante is lost; 70 cents of the coupon's wager went into the meter, and the house bears them
    assert (proof.staked, proof.returned, proof.house, proof.meters) == (1000, 0, 930, {"meter": 70})


def test_seats_behind_the_table_and_the_last_one_are_proved(tmp_path: Path) -> None:
    table, path = Table(NAME, {"positions": 3}, seed=1), tmp_path / "log.jsonl"
    table.sit("Ann", 3)
    table.stand("Zoe")
    with LogWriter(path, table.game, table.rules) as log:
        log.add(drive(table.open_round(), table.game.basic, Random(1)))
    assert prove(path, game).rounds == 1


def test_progress_is_told_line_by_line(good: Path) -> None:
    ticks: list[int] = []
    prove(good, game, tick=lambda proof: ticks.append(proof.rounds))
    assert len(ticks) == len(lines_of(good)) - 1
    assert ticks[-1] == 3


# --- accidents and clumsy changes: the chain shows them


def test_a_changed_line_is_reported_wherever_it_is(good: Path, tmp_path: Path) -> None:
    lines = lines_of(good)
    random = Random(1)
    for number in range(1, len(lines) + 1):
        line = lines[number - 1]
        at = random.randrange(len(line) - 1)
        other = bytes([line[at] ^ 1])
        changed = [*lines[: number - 1], line[:at] + other + line[at + 1 :], *lines[number:]]
        error = refused(write(tmp_path, changed))
        assert error.line == number


def test_a_missing_line_is_reported_where_it_is_missed(good: Path, tmp_path: Path) -> None:
    lines = lines_of(good)
    for number in range(1, len(lines)):
        error = refused(write(tmp_path, lines[: number - 1] + lines[number:]))
        assert error.line == number
        assert "the hash does not match" in str(error)


def test_two_lines_that_changed_places_are_reported_at_the_first(good: Path, tmp_path: Path) -> None:
    lines = lines_of(good)
    for at in range(len(lines) - 1):
        moved = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        assert refused(write(tmp_path, moved)).line == at + 1


def test_a_line_that_comes_twice_is_reported_the_second_time(good: Path, tmp_path: Path) -> None:
    lines = lines_of(good)
    for at in range(0, len(lines), 7):
        assert refused(write(tmp_path, [*lines[: at + 1], *lines[at:]])).line == at + 2


def test_lines_after_the_end_are_reported(good: Path, tmp_path: Path) -> None:
    lines = lines_of(good)
    error = refused(write(tmp_path, [*lines, lines[1]]))
    assert error.line == len(lines) + 1
    assert "goes on after its closing line" in str(error)


def test_a_log_that_stops_early_is_reported_after_its_last_line(good: Path, tmp_path: Path) -> None:
    lines = lines_of(good)
    for kept in range(1, len(lines)):
        error = refused(write(tmp_path, lines[:kept]))
        assert error.line == kept + 1
        assert "it was cut" in str(error)


@pytest.mark.parametrize("lost", [1, 2, 40, 80])
def test_a_file_cut_in_the_middle_of_a_line_is_reported_there(good: Path, tmp_path: Path, lost: int) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_bytes(good.read_bytes()[:-lost])
    error = refused(path)
    assert error.line >= len(lines_of(good)) - 1
    assert "cut" in str(error)


def test_an_empty_file_and_no_file_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "nothing.jsonl"
    assert str(refused(path)) == "line 0: can't be read: no such file or directory"
    path.write_bytes(b"")
    assert str(refused(path)) == "line 1: this is not a log: the file is empty"


def test_a_packed_log_is_read_and_a_damaged_one_told_where_it_ends(good: Path, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl.gz"
    path.write_bytes(gzip.compress(good.read_bytes()))
    assert prove(path, game) == prove(good, game)
    path.write_bytes(gzip.compress(good.read_bytes())[:-8])  # without its checksum
    error = refused(path)
    assert (error.line, error.broke) == (len(lines_of(good)) + 1, "file")
    assert error.wrong == "the gzip file can't be read: it is cut short"
    path.write_bytes(b"\x1f\x8bnot gzip")
    assert refused(path).line == 1


@pytest.mark.parametrize("text", [b"hello\n", b"{}\n", b"\n", b"\x00\xff\n", b'{"type":"log"}\n'])
def test_what_is_no_log_is_reported_at_its_first_line(tmp_path: Path, text: bytes) -> None:
    error = refused(write(tmp_path, [text]))
    assert (error.line, error.broke) == (1, "file")
    assert error.wrong == "this is not a log: a log is lines of JSON, each with its type and its hash"


@pytest.mark.parametrize("form", [0, 1, 4])
def test_a_log_of_another_form_is_not_read(form: int, good: Path, tmp_path: Path) -> None:
    def change(said: list[Line]) -> None:
        said[0]["form"] = form

    error = refused(rechained(good, tmp_path, change))
    assert (error.line, error.broke) == (1, "file")
    assert error.wrong == f"this is a log of form {form}, but this program reads forms 2 and 3"


def test_a_log_begins_with_its_own_line(good: Path, tmp_path: Path) -> None:
    def change(said: list[Line]) -> None:
        del said[0]

    error = refused(rechained(good, tmp_path, change))
    assert (error.line, error.wrong, error.broke) == (1, "a log must begin with a line of type 'log'", "chain")


@pytest.mark.parametrize("name", ["brag", None, 7, []])
def test_the_log_of_a_game_that_is_not_known_is_not_read(name: object, good: Path, tmp_path: Path) -> None:
    def change(said: list[Line]) -> None:
        said[0]["game"] = name

    error = refused(rechained(good, tmp_path, change))
    assert (error.line, error.broke) == (1, "file")
    assert error.wrong == f"this is the log of an unknown game: {name!r}"


@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_is_wrong_is_told_with_its_round(number: int, good: Path, tmp_path: Path) -> None:
    def change(said: list[Line]) -> None:
        said[first(said, type="began", round=number) + 1]["clause"] = "none"

    error = refused(rechained(good, tmp_path, change))
    assert (error.round, error.broke) == (number, "event")


def test_lines_are_verified_before_they_are_believed(good: Path, tmp_path: Path) -> None:
    assert [number for number, *_ in verified_lines(good)] == list(range(1, len(lines_of(good)) + 1))
    lines = lines_of(good)
    lines[9] = lines[9].replace(b'"round":1', b'"round":2')
    given = verified_lines(write(tmp_path, lines))
    assert [next(given)[0] for _ in range(9)] == list(range(1, 10))
    with pytest.raises(LogError, match="line 10: the hash does not match"):
        next(given)


# --- a forger who computes the hashes again: the rules show it


def forged(good: Path, tmp_path: Path, change: Callable[[list[Line]], int]) -> LogError:
    """The error for a log that ``change`` forged. It must name the line that ``change`` returns."""
    where: list[int] = []
    path = rechained(good, tmp_path, lambda said: where.append(change(said)))
    error = refused(path)
    assert error.line == where[0] + 1
    return error


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("settled", "returned", 1_000_000),
        ("settled", "result", "win!"),
        ("settled", "clause", "9(z)"),
        ("settled", "player", "Zoe"),
        ("dealt", "card", "As^"),
        ("dealt", "to", "seat 6"),
        ("dealt", "face", "sideways"),
        ("ended", "house_units", -1),
        ("ended", "staked", 1),
        ("announced", "words", "Some more bets"),
        ("committed", "commitments", []),
        ("opened", "cards", []),
        ("shuffled", "order", "As"),
        ("ranked", "category", "five of a kind"),
        ("collected", "cards", []),
        ("stub", "cards", 3),
        ("cut", "depth", 11),
    ],
)
def test_a_forged_event_is_not_what_the_rules_make(
    good: Path, tmp_path: Path, kind: str, field: str, value: object
) -> None:
    def change(said: list[Line]) -> int:
        at = first(said, type=kind)
        said[at][field] = value
        return at

    assert "the rules make" in str(forged(good, tmp_path, change))


@pytest.mark.parametrize(
    ("kind", "field", "value", "why"),
    [
        ("input/wager", "amount", 10**9, "above the table maximum"),
        ("input/wager", "amount", -500, "below the table minimum"),
        ("input/wager", "player", "Zoe", "not at the table"),
        ("input/wager", "wager", "ante", "can't do 'wager ante'"),
        ("input/wager", "seat", 3, "one area here"),
        ("input/shuffle", "cards", "As Ks", "does not match the pack"),
        ("input/shuffle", "cards", "Xx", "is not a card"),
        ("input/shuffle", "key", "00", "must be 32 bytes"),
        ("input/shuffle", "key", "zz" * 32, "the rules reject this input"),
        ("input/house", "by", "player", "'player' can't give an act of the house"),
        ("input/house", "by", "supervisor", "supervisor can't do"),
        ("input/wager", "by", "clock", "the clock can't do 'wager'"),
        ("input/wager", "turn", 99, "answers question 99"),
        ("input/wager", "amount", "lots", "not an input"),
        ("input/wager", "hand", 7, "can't do 'wager"),
    ],
)
def test_a_forged_input_is_refused_by_the_rules(
    good: Path, tmp_path: Path, kind: str, field: str, value: object, why: str
) -> None:
    def change(said: list[Line]) -> int:
        at = first(said, type=kind)
        said[at][field] = value
        return at

    assert why in str(forged(good, tmp_path, change))


def test_an_input_that_is_legal_but_was_not_made_shows_at_the_event_after_it(good: Path, tmp_path: Path) -> None:
    def change(said: list[Line]) -> int:
        at = first(said, type="input/wager", do="wager")
        said[at]["amount"] = 500 if said[at]["amount"] != 500 else 600
        return at + 1

    forged(good, tmp_path, change)


def test_a_whole_round_with_its_hashes_is_missed(good: Path, tmp_path: Path) -> None:
    def change(said: list[Line]) -> int:
        began = [i for i, line in enumerate(said) if line["type"] == "began"]
        del said[began[1] : began[2]]
        return began[1]

    assert "not as the last round left it" in str(forged(good, tmp_path, change))


def test_the_last_round_with_its_hashes_is_missed_by_the_closing_line(good: Path, tmp_path: Path) -> None:
    def change(said: list[Line]) -> int:
        del said[[i for i, line in enumerate(said) if line["type"] == "began"][2] : -1]
        return len(said) - 1

    assert "holds 2 rounds, but says 3" in str(forged(good, tmp_path, change))


def test_a_round_left_out_in_the_middle_is_reported(good: Path, tmp_path: Path) -> None:
    def no_end(said: list[Line]) -> int:
        at = first(said, type="ended")
        del said[at]
        return at

    forged(good, tmp_path, no_end)

    def stops(said: list[Line]) -> int:
        del said[40:-1]
        return 40

    assert "in the middle of a round" in str(forged(good, tmp_path, stops))


def test_an_event_outside_any_round_is_reported(good: Path, tmp_path: Path) -> None:
    def change(said: list[Line]) -> int:
        said.insert(1, said[first(said, type="announced")])
        return 1

    assert "before the first round" in str(forged(good, tmp_path, change))


def test_an_event_where_the_rules_wait_for_an_input_is_reported(good: Path, tmp_path: Path) -> None:
    def change(said: list[Line]) -> int:
        at = next(i for i, line in enumerate(said) if line["type"].startswith("input/"))
        said.insert(at, said[at - 1])
        return at

    assert "the round waits for an input" in str(forged(good, tmp_path, change))


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("seats", [[1, "Ann"], [99, "Bob"]], "a seat that does not exist"),
        ("seats", [[1, "Ann"], [-1, "Bob"]], "a seat that does not exist"),
        ("seats", [[1, "Ann"], [1, "Bob"]], "two people share a seat"),
        ("seats", [[1, "Ann"], [2, "Ann"]], "share a seat or an id"),
        ("seats", [], "nobody sits"),
        ("seats", [[0, "Ann"]], "nobody sits"),
        ("seats", 5, "the beginning of the round is invalid"),
        ("seats", [["one", "Ann"]], "the beginning of the round is invalid"),
        ("state", {"pack": "blue"}, "the beginning of the round is invalid"),
        ("rules", "0" * 64, "the rules make"),
        ("game", "boston_5_stud", "the rules make"),
        ("round", 7, "the rules make"),
    ],
)
def test_a_forged_beginning_is_reported(good: Path, tmp_path: Path, field: str, value: object, why: str) -> None:
    def change(said: list[Line]) -> int:
        said[1][field] = value
        return 1

    assert why in str(forged(good, tmp_path, change))


@pytest.mark.parametrize(
    ("field", "value"), [("rules", {"payout_cap": 5}), ("rules", {"jokers": True}), ("rules", None), ("rules", [])]
)
def test_a_log_under_rules_that_do_not_hold_is_reported(good: Path, tmp_path: Path, field: str, value: object) -> None:
    def change(said: list[Line]) -> int:
        said[0][field] = value
        return 0

    assert "the rules of the log are invalid" in str(forged(good, tmp_path, change))


def test_a_log_under_other_rules_is_reported(good: Path, tmp_path: Path) -> None:
    def change(said: list[Line]) -> int:
        said[0]["rules"]["table_maximum"] += 100
        return 1

    assert "the rules make" in str(forged(good, tmp_path, change))


def test_a_line_without_a_type_is_reported(good: Path, tmp_path: Path) -> None:
    def change(said: list[Line]) -> int:
        del said[5]["type"]
        return 5

    assert "no type" in str(forged(good, tmp_path, change))


def test_commitments_and_what_opens_them_are_proved_and_not_believed(
    good: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = [json.loads(line) for line in lines_of(good)]
    with monkeypatch.context() as patch:
        patch.setattr("pitboss.log.proof.opens", lambda *_: False)
        error = refused(good)
    opened = said[first(said, type="opened")]
    (index, card, _), *_ = opened["cards"]
    assert error.line == said.index(opened) + 1
    assert (error.wrong, error.broke) == (
        f"{card}, opened at position {index}, does not match its commitment",
        "commitment",
    )
    monkeypatch.setattr("pitboss.log.proof.commit", lambda *_: ("0",))
    error = refused(good)
    assert error.line == first(said, type="committed") + 1
    assert (error.wrong, error.broke) == ("the commitments do not match the order of the cards", "commitment")


@pytest.mark.parametrize(
    ("staked", "returned", "house", "meters"),
    [
        (0, 0, 1, {}),
        (0, 0, -1, {}),
        (0, 0, 10_000, {}),
        (0, 0, 0, {"meter": 1}),
        (0, 0, 0, {"meter": -1}),
        (1, 0, 10_000, {}),
        (0, 1, -10_000, {}),
        (-1, 0, -10_000, {}),
        (0, -1, 10_000, {}),
    ],
)
def test_books_that_do_not_balance_are_reported(staked: int, returned: int, house: int, meters: dict[str, int]) -> None:
    """No engine writes such books, so the test gives them to the proof: nothing was wagered or returned."""
    end = ev.Ended(round=1, clause="", staked=0, returned=0, house_units=0, state=None)
    prover = _Prover(game(NAME), game(NAME).rules(), "")
    prover._balance(7, end)
    assert prover.proof.rounds == 1
    false = msgspec.structs.replace(end, staked=staked, returned=returned, house_units=house, meter_units=meters)
    with pytest.raises(LogError, match="line 7: the books do not balance") as error:
        prover._balance(7, false)
    assert error.value.broke == "money"


# --- where a log begins


def test_a_log_begins_with_a_new_table_unless_it_follows_another(tmp_path: Path) -> None:
    table = Table(NAME, seed=1)
    table.sit("Ann")
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    with LogWriter(first, table.game, table.rules) as log:
        log.add(drive(table.open_round(), table.game.basic, Random(1)))
    head = prove(first, game).head
    later = drive(table.open_round(), table.game.basic, Random(1))
    with LogWriter(second, table.game, table.rules) as log:
        log.add(later)
    assert "new, and the log follows no other" in str(refused(second))
    with LogWriter(second, table.game, table.rules, follows=head, replace=True) as log:
        log.add(later)
    assert prove(second, game).follows == head


def test_a_table_can_t_be_made_up_for_the_first_round(tmp_path: Path) -> None:
    table = Table(NAME, seed=1)
    table.sit("Ann")
    table._state = TableState(condition="open", since_count=-100)
    path = tmp_path / "made-up.jsonl"
    with LogWriter(path, table.game, table.rules) as log:
        log.add(drive(table.open_round(), table.game.basic, Random(1)))
    assert refused(path).line == 2
