"""The checker for auditors follows meters that pay and packs that alternate, and notices what is false."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from caribbean import BELOW, HANDS, laid
from pitboss import LogWriter, Table
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import random_legal

CHECKER = Path(__file__).parents[2] / "examples" / "check_log.py"
Line = dict[str, Any]
ONE_METER = {"progressive": "D", "progressive_seed": 10_000_00}


def checked(path: Path) -> tuple[int, str]:
    ran = subprocess.run([sys.executable, str(CHECKER), str(path)], capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    return ran.returncode, ran.stdout


def hit(path: Path, rules: dict[str, Any] = ONE_METER) -> list[Line]:
    """The lines of a log in which Ann feeds a meter, then wins all of it, then feeds it again."""
    table = Table("caribbean_stud", rules, seed=1)
    table.sit("Ann")
    with LogWriter(path, table.game, table.rules) as log:
        for hand in ("pair of tens", "royal flush", "pair of tens"):
            table.stack(laid([HANDS[hand]], BELOW))
            round = table.open_round()
            round.do("Ann", "wager", "ante", 10_00)
            round.do("Ann", "wager", "progressive", 100)
            round.do("dealer", "no more bets")
            round.do("Ann", "bet", amount=20_00)
            if hand == "royal flush":
                round.do("supervisor", "validate")
            log.add(round)
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def rechain(lines: list[Line], path: Path) -> Path:
    """Write lines with every hash made anew."""
    last, made = "0" * 64, []
    for line in lines:
        body = json.dumps({k: v for k, v in line.items() if k != "hash"}, separators=(",", ":"), ensure_ascii=False)
        last = sha256((last + body).encode()).hexdigest()
        made.append(f'{body[:-1]},"hash":"{last}"}}\n')
    path.write_text("".join(made), encoding="utf-8")
    return path


def test_a_meter_that_is_won_is_followed_to_the_unit(tmp_path: Path) -> None:
    hit(tmp_path / "log.jsonl")
    status, said = checked(tmp_path / "log.jsonl")
    assert status == 0, said
    for what in ("1 meter readings", "2 meter payments", "3 contributions", "3 meter books"):
        assert what in said


def test_odds_that_name_a_meter_pay_a_share_of_that_one(tmp_path: Path) -> None:
    rules = {"progressive": "PTMGLML01", "progressive_linked": True, "progressive_shares": {"major": 60, "minor": 40}}
    lines = hit(tmp_path / "log.jsonl", rules)
    (won,) = [line for line in lines if line.get("pays") == "100% of major"]
    status, said = checked(tmp_path / "log.jsonl")
    assert status == 0, said
    won["pays"] = "100% of minor"
    status, said = checked(rechain(lines, tmp_path / "changed.jsonl"))
    assert (status, "no payment is 100% of minor" in said) == (1, True), said


def one(lines: list[Line], kind: str) -> Line:
    return next(line for line in lines if line["type"] == kind)


def a_higher_reading(lines: list[Line]) -> None:
    for kind in ("input/meter", "metered"):
        one(lines, kind)["amount"] += 1


def a_lower_payment(lines: list[Line]) -> None:
    one(lines, "paid")["amount"] -= 1


def a_lower_seed(lines: list[Line]) -> None:
    one(lines, "paid")["reset"] -= 100


def a_wager_that_feeds_less(lines: list[Line]) -> None:
    one(lines, "contributed")["units"] -= 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (a_higher_reading, "but must show"),
        (a_lower_payment, "meters paid"),
        (a_lower_seed, "is not the seed"),
        (a_wager_that_feeds_less, "a wager adds"),
    ],
)
def test_a_false_meter_is_noticed(change: Callable[[list[Line]], None], said: str, tmp_path: Path) -> None:
    lines = hit(tmp_path / "log.jsonl")
    assert checked(rechain(lines, tmp_path / "same.jsonl"))[0] == 0
    change(lines)
    status, printed = checked(rechain(lines, tmp_path / "changed.jsonl"))
    assert status == 1
    assert said in printed


@pytest.mark.parametrize("game", ["boston_5_stud", "caribbean_stud", "double_cross_poker", "double_down_stud"])
def test_two_packs_are_followed(game: str, tmp_path: Path) -> None:
    table = Table(game, {"packs": 2}, seed=4)
    table.sit("Ann")
    with LogWriter(tmp_path / "log.jsonl", table.game, table.rules) as log:
        for number in range(6):
            log.add(drive(table.open_round(), random_legal, Random(number)))
    status, said = checked(tmp_path / "log.jsonl")
    assert status == 0, said
    assert " packs" in said
