"""``pitboss replay`` for an auditor: a round, a player, an expected hash, compressed files, and exit statuses."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.basics.errors import LogError, UnreadableLog
from pitboss.cli import main
from pitboss.cli.output import number, print_json
from pitboss.cli.replay import lines_of
from pitboss.engine.registry import game
from pitboss.log.lines import GENESIS
from pitboss.log.proof import prove

from shell import Captured, refused, run

NAME = "caribbean_stud"
ROUNDS = 12
Lines = list[dict[str, Any]]


@pytest.fixture
def log(capsys: Captured, tmp_path: Path) -> Path:
    path = tmp_path / "rounds.jsonl"
    run(capsys, "deal", NAME, "--seats", 3, "--rounds", ROUNDS, "--policy", "random", "--seed", 4, "--log", path)
    return path


def said(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def failed(capsys: Captured, status: int, *arguments: object) -> dict[str, Any]:
    """The JSON of a failing proof. Standard error has the same in a sentence."""
    assert main([str(argument) for argument in (*arguments, "--json")]) == status
    printed = capsys.readouterr()
    found: dict[str, Any] = json.loads(printed.out)
    assert found["wrong"] in printed.err
    assert printed.err.count("\n") == 1
    return found


# --- one round, one player


def test_a_round_is_told_step_by_step_and_no_other(capsys: Captured, log: Path) -> None:
    told = run(capsys, "replay", log, "--round", 7, "--narrate")
    assert "Round 7 began" in told
    assert told.count("The round ended: ") == 1
    assert "Proved. " in told
    assert f"{ROUNDS} rounds dealt again" in told


def test_a_round_without_narration_lists_what_was_settled(capsys: Captured, log: Path) -> None:
    settled = [line for line in said(log) if line["type"] == "settled" and line["round"] == 7]
    told = run(capsys, "replay", log, "--round", 7)
    assert "round 7" in told
    assert told.count(" back (") == len(settled) > 2
    shown = json.loads(run(capsys, "replay", log, "--round", 7, "--json"))["shown"]
    assert [one["returned"] for one in shown["settled"]] == [line["returned"] for line in settled]
    assert (shown["round"], shown["player"], shown["rounds"]) == (7, None, 1)


def test_a_player_is_followed_through_the_log(capsys: Captured, log: Path) -> None:
    settled = [line for line in said(log) if line["type"] == "settled" and line["player"] == "Bob"]
    shown = json.loads(run(capsys, "replay", log, "--player", "Bob", "--json"))["shown"]
    assert shown["rounds"] == ROUNDS
    assert sum(one["staked"] for one in shown["wagers"].values()) == sum(line["stake"] for line in settled)
    assert sum(one["returned"] for one in shown["wagers"].values()) == sum(line["returned"] for line in settled)
    told = run(capsys, "replay", log, "--player", "Bob", "--narrate")
    assert told.count("Round ") == ROUNDS
    assert "Bob at seat 2" in told
    assert "seat 2" in told
    assert not any(words in told for words in ("Ann at seat 1 placed", "dealt face down to seat 1", "to seat 3"))


def test_a_player_in_a_round_is_told_as_json(capsys: Captured, log: Path) -> None:
    found = json.loads(run(capsys, "replay", log, "--player", "Cho", "--round", 2, "--narrate", "--json"))
    steps = found["shown"]["narration"]
    assert (steps[0]["type"], steps[-1]["type"]) == ("began", "ended")
    assert any("Cho at seat 3 placed" in step["sentence"] for step in steps)
    assert {one["player"] for one in found["shown"]["settled"]} == {"Cho"}


def test_a_round_or_a_player_that_the_log_has_not_is_refused(capsys: Captured, log: Path) -> None:
    assert f"has no round 99: it has rounds 1 to {ROUNDS}" in refused(capsys, "replay", log, "--round", 99)
    assert "has no player 'Zoe'; the players in the log are Ann, Bob, Cho" in refused(
        capsys, "replay", log, "--player", "Zoe"
    )


def test_what_the_log_has_not_is_told_as_json_too(capsys: Captured, log: Path) -> None:
    for asked in (("--round", 99), ("--player", "Zoe")):
        found = failed(capsys, 2, "replay", log, *asked)
        assert (found["proved"], found["shown"]) == (True, None)


def test_a_player_is_told_what_concerns_the_whole_round(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    deal = ("deal", "double_down_stud", "--seats", 3, "--rounds", 60, "--seed", 3)
    run(capsys, *deal, "--policy", "everything", "--irregularities", 0.1, "--log", path)
    told = json.loads(run(capsys, "replay", path, "--player", "Ann", "--narrate", "--json"))["shown"]["narration"]
    steps = Counter(step["type"] for step in told)
    present = {
        line["round"] for line in said(path) if line["type"] == "began" and "Ann" in dict(line["seats"]).values()
    }
    lines = [line for line in said(path) if line["round"] in present]
    voids = [line for line in lines if line["type"] == "voided" and not line["place"].startswith("seat")]
    irregular = [line for line in lines if line["type"] == "irregular" and "seat" not in line.get("place", "")]
    shared = [line for line in lines if line["type"] == "dealt" and not line["to"].startswith("seat")]
    assert voids
    assert irregular
    assert shared
    assert steps["voided"] >= len(voids)
    assert steps["irregular"] >= len(irregular)
    assert steps["dealt"] > len(shared)
    assert not any("dealt face up to seat 2" in step["sentence"] for step in told)


# --- the last hash


def test_the_last_hash_must_be_the_one_that_was_kept(capsys: Captured, log: Path) -> None:
    head = said(log)[-1]["hash"]
    assert json.loads(run(capsys, "replay", log, "--expect", head.upper(), "--json"))["head"] == head
    found = failed(capsys, 1, "replay", log, "--expect", "0" * 64)
    assert (found["broke"], found["line"], found["proved"]) == ("head", len(said(log)), False)
    assert f"the last line's hash is {head}, not {'0' * 64} as expected" in found["wrong"]


def test_a_log_rewritten_from_end_to_end_is_told_by_the_hash_alone(capsys: Captured, log: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    run(capsys, "deal", NAME, "--seats", 3, "--rounds", ROUNDS, "--seed", 5, "--log", other)
    run(capsys, "replay", other)
    assert "as expected" in refused(capsys, "replay", other, "--expect", said(log)[-1]["hash"], status=1)


@pytest.mark.parametrize("hash_", ["", " ", "abc", "g" * 64, "0" * 63])
def test_what_is_no_hash_is_refused(capsys: Captured, log: Path, hash_: str) -> None:
    assert "64 hexadecimal digits" in refused(capsys, "replay", log, "--expect", hash_)


@pytest.mark.parametrize("asked", [("--player", ""), ("--expect", "")])
def test_what_is_empty_is_not_taken_as_left_out(capsys: Captured, log: Path, asked: tuple[str, str]) -> None:
    """A script whose variable is not set must not skip the check."""
    assert asked[0] in refused(capsys, "replay", log, *asked)


def test_help_says_what_only_a_kept_hash_rules_out(capsys: Captured) -> None:
    told = " ".join(run(capsys, "replay", "--help").split())
    assert "Only --expect detects that: it compares the last hash with one that you stored elsewhere" in told
    assert "no line was changed" not in told


# --- closed pipes


def piped(command: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command whose reader closes the pipe after one line. The status is that of the whole pipe."""
    line = f"{sys.executable} -m pitboss.cli {command} | head -1"
    return subprocess.run(["bash", "-o", "pipefail", "-c", line], capture_output=True, check=False)


@pytest.fixture
def long(capsys: Captured, tmp_path: Path) -> Path:
    path = tmp_path / "long.jsonl"
    run(capsys, "deal", NAME, "--seats", 5, "--rounds", 60, "--policy", "random", "--seed", 4, "--log", path)
    return path


def test_a_true_log_is_true_although_nobody_reads_on(long: Path) -> None:
    done = piped(f"replay {long} --narrate")
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.long
def test_a_false_log_is_false_although_nobody_reads_on(long: Path) -> None:
    lines = said(long)
    lines[-1]["rounds"] += 1
    done = piped(f"replay {rechained(lines, long)} --narrate")
    assert done.returncode == 1
    assert b"the log holds 60 rounds, but says 61" in done.stderr


def unread(*arguments: object) -> tuple[int, bytes]:
    """The status and error of a command whose pipe is closed before anything is written."""
    reading, writing = os.pipe()
    os.close(reading)
    asked = [sys.executable, "-m", "pitboss.cli", *map(str, arguments)]
    done = subprocess.run(asked, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    return done.returncode, done.stderr


@pytest.mark.long
@pytest.mark.parametrize("command", ["trace caribbean_stud", "games --json", "rules caribbean_stud", "deal --help"])
def test_no_command_fails_because_nobody_reads(command: str) -> None:
    assert unread(*command.split()) == (0, b"")


@pytest.mark.parametrize("more", [(), ("--json",), ("--narrate",)])
def test_a_false_log_is_false_although_nobody_reads_at_all(log: Path, more: tuple[str, ...]) -> None:
    assert unread("replay", log, *more) == (0, b"")
    lines = said(log)
    at = next(at for at, line in enumerate(lines) if line["type"] == "committed")
    lines[at]["commitments"][0] = "0" * 64
    status, complaint = unread("replay", rechained(lines, log), *more)
    assert status == 1
    assert f"line {at + 1}: ".encode() in complaint


# --- sources of a log


def test_packed_files_and_standard_input_are_read(
    capsys: Captured, log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = run(capsys, "replay", log, "--json")
    packed = tmp_path / "rounds.jsonl.gz"
    packed.write_bytes(gzip.compress(log.read_bytes()))
    assert run(capsys, "replay", packed, "--json") == plain
    for file in (log, packed):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
        assert run(capsys, "replay", "-", "--json") == plain


def test_a_packed_file_that_is_cut_or_damaged_can_not_be_read(capsys: Captured, log: Path, tmp_path: Path) -> None:
    whole = gzip.compress(log.read_bytes())
    packed = tmp_path / "rounds.jsonl.gz"
    for damaged in (whole[: len(whole) // 2], whole[:20] + b"\xff" * 40 + whole[60:], whole[:-8] + b"\0" * 8):
        packed.write_bytes(damaged)
        found = failed(capsys, 2, "replay", packed)
        assert (found["broke"], found["readable"]) == ("file", False)
        assert re.fullmatch("the gzip file can't be read: it is (cut short|damaged)", found["wrong"])


def test_standard_input_is_named_and_an_empty_name_is_refused(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"hello\n")))
    assert refused(capsys, "replay", "-").startswith("standard input, line 1: this is not a log")
    assert "the name of the log is empty" in refused(capsys, "replay", "")


def test_the_length_of_a_packed_log_is_that_of_its_lines(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "rounds.jsonl.gz"
    packed.write_bytes(gzip.compress(log.read_bytes()))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert lines_of(packed) == lines_of(log) == len(said(log))
    packed.write_bytes(packed.read_bytes()[:50])
    assert lines_of(packed) == 0


# --- false or unreadable


def rechained(lines: Lines, path: Path) -> Path:
    previous, out = GENESIS, []
    for line in lines:
        line.pop("hash", None)
        body = msgspec.json.encode(line)
        previous = sha256(previous.encode() + body).hexdigest()
        out.append(body[:-1] + b',"hash":"' + previous.encode() + b'"}\n')
    path.write_bytes(b"".join(out))
    return path


def other_amount(lines: Lines) -> int:
    at = next(at for at, line in enumerate(lines) if line["type"] == "settled" and line["round"] == 5)
    lines[at]["returned"] += 1
    return at


def forged_input(lines: Lines) -> int:
    at = next(
        i
        for i, line in enumerate(lines)
        if line["type"] == "input/wager" and line["round"] == 5 and line["do"] == "wager"
    )
    lines[at]["amount"] = 10**9
    return at


def round_left_out(lines: Lines) -> int:
    began = [at for at, line in enumerate(lines) if line["type"] == "began"]
    del lines[began[5] : began[6]]
    return began[5]


def wrong_count(lines: Lines) -> int:
    lines[-1]["rounds"] += 1
    return len(lines) - 1


@pytest.mark.parametrize(
    ("forge", "broke", "number"),
    [
        (other_amount, "event", 5),
        (forged_input, "input", 5),
        (round_left_out, "table", 5),
        (wrong_count, "count", ROUNDS),
    ],
)
def test_a_false_log_says_what_broke_at_which_line_and_round(
    capsys: Captured, log: Path, forge: Callable[[Lines], int], broke: str, number: int
) -> None:
    lines = said(log)
    at = forge(lines)
    found = failed(capsys, 1, "replay", rechained(lines, log))
    assert (found["proved"], found["readable"], found["broke"]) == (False, True, broke)
    assert (found["line"], found["round"]) == (at + 1, number)


def test_a_broken_chain_says_so(capsys: Captured, log: Path) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if b'"type":"dealt"' in line and b'"round":3' in line)
    log.write_bytes(b"".join([*lines[:at], *lines[at + 1 :]]))
    found = failed(capsys, 1, "replay", log)
    assert (found["broke"], found["line"], found["round"]) == ("chain", at + 1, 3)
    log.write_bytes(b"".join(lines[1:]))
    assert failed(capsys, 1, "replay", log)["broke"] == "chain"


@pytest.mark.parametrize("content", [b"", b"hello\n", b"[]\n", b'{"type":"log"}\n', b"\xff\xfe", b"PK\x03\x04"])
def test_what_is_no_log_can_not_be_read(capsys: Captured, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    found = failed(capsys, 2, "replay", path)
    assert (found["broke"], found["line"], found["round"]) == ("file", 1, None)
    assert "this is not a log" in found["wrong"]


def test_a_file_that_is_not_there_is_told_as_json_too(capsys: Captured, tmp_path: Path) -> None:
    found = failed(capsys, 2, "replay", tmp_path / "none")
    assert (found["line"], found["wrong"]) == (None, "can't be read: no such file or directory")
    assert "is a directory" in failed(capsys, 2, "replay", tmp_path)["wrong"]


@pytest.mark.parametrize(
    ("field", "value", "why"), [("form", 1, "a log of form 1"), ("game", "three_card_brag", "an unknown game")]
)
def test_a_log_of_another_form_or_game_can_not_be_read(
    capsys: Captured, log: Path, field: str, value: object, why: str
) -> None:
    lines = said(log)
    lines[0][field] = value
    path = rechained(lines, log)
    assert why in failed(capsys, 2, "replay", path)["wrong"]
    with pytest.raises(UnreadableLog):
        prove(path, game)


def test_whoever_catches_log_errors_catches_both_kinds() -> None:
    assert issubclass(UnreadableLog, LogError)


# --- numbers are numbers


def test_amounts_are_numbers(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    deal = ("deal", NAME, "--rounds", 9, "--policy", "random", "--seed", 3, "--log", path, "--json")
    summary = json.loads(run(capsys, *deal))
    proved = json.loads(run(capsys, "replay", path, "--json"))
    assert type(proved["house"]) is type(proved["meters"]["meter"]) is int
    assert proved["house"] + proved["meters"]["meter"] == proved["staked"] - proved["returned"]
    assert (summary["house"], summary["meters"]) == (proved["house"], proved["meters"])
    assert summary["meters_stand"]["meter"] == 10_000_00 + summary["meters"]["meter"]


def test_parts_of_a_cent_are_numbers_too_and_exact(capsys: Captured) -> None:
    print_json({"house": number(Fraction(123456789012345678901, 1000)), "third": number(Fraction(1, 3))})
    found = json.loads(capsys.readouterr().out, parse_float=Decimal)
    assert found == {"house": Decimal("123456789012345678.901"), "third": Decimal("0." + "3" * 28)}
