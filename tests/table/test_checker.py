"""The example for auditors: a checker that knows only docs/log.md agrees with the logs, and notices a false one."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss import Journal, LogWriter, Table, checker, prove
from pitboss.engine.auto.drive import drive, step
from pitboss.engine.auto.policy import random_legal
from pitboss.engine.registry import games
from pitboss.engine.round.asks import Question
from pitboss.engine.round.events import Burned, Irregular, Moved, Shuffled, Stub, Voided
from pitboss.engine.round.inputs import Input, ShuffleInput
from pitboss.engine.round.round import Round

CHECKER = Path(__file__).parents[2] / "examples" / "check_log.py"
PROGRESSIVE = {"progressive": "A", "five_card": True}
Line = dict[str, Any]


def checked(*paths: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(CHECKER), *map(str, paths)], capture_output=True, text=True, check=False)


def logged(name: str, path: Path, rounds: int = 40) -> Path:
    """A log of rounds in which anything happens, and the clock acts for players now and then."""
    random = Random(name)
    table = Table(name, PROGRESSIVE if name == "caribbean_stud" else {}, seed=3)
    for number in range(3):
        table.sit("Ann", id=f"ann-{number}")
    table.stand("Bob")
    with LogWriter(path, table.game, table.rules) as log:
        for _ in range(rounds):
            round = table.open_round()
            while not round.over:
                late = next(filter(None, map(round.default, round.waiting)), None)
                if late is not None and random.random() < 0.2:
                    round.do(late)
                else:
                    step(round, random, irregularities=0.05)
            log.add(round)
    return path


WHAT_IT_LOADS = """
import runpy, sys
before = set(sys.modules)
sys.argv[1:] = {arguments}
try:
    {run}
except SystemExit as end:
    assert not end.code, end.code
print(*sorted(set(sys.modules) - before))
"""


def loaded(run: str, *arguments: str, isolated: bool) -> set[str]:
    """The modules that a run of the checker loads in a new interpreter."""
    program = WHAT_IT_LOADS.format(run=run, arguments=list(arguments))
    command = [sys.executable, *(["-I", "-S"] if isolated else []), "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return set(ran.stdout.splitlines()[-1].split())


def test_the_checker_loads_nothing_but_the_standard_library(tmp_path: Path) -> None:
    """As a file it runs where no package is installed. As a module it loads nothing of the package around it."""
    log = str(logged("double_down_stud", tmp_path / "log.jsonl", rounds=2))
    alone = loaded(f"runpy.run_path({checker.__file__!r}, run_name='__main__')", log, isolated=True)
    assert "gzip" in alone
    assert {name.partition(".")[0] for name in alone} <= sys.stdlib_module_names
    within = loaded("from pitboss.checker import main; sys.exit(main(sys.argv[1:]))", log, isolated=False)
    assert {name for name in within if name.startswith("pitboss")} == {
        "pitboss",
        "pitboss.checker",
        "pitboss.basics",
        "pitboss.old_names",
    }


@pytest.mark.parametrize("name", games())
def test_the_checker_agrees_with_every_log(name: str, tmp_path: Path) -> None:
    ran = checked(logged(name, tmp_path / "log.jsonl"))
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("name", ["caribbean_stud", "double_cross_poker"])
def test_the_checker_agrees_if_the_shuffler_of_two_packs_leaves_in_mid_round(name: str, tmp_path: Path) -> None:
    table = Table(name, {"packs": 2}, seed=3)
    table.sit("Ann")
    path = tmp_path / "log.jsonl"
    with LogWriter(path, table.game, table.rules) as log:
        log.add(drive(table.open_round(), table.game.basic, Random(1)))
        round = table.open_round()
        round.do("dealer", "report", what="shuffler stays jammed")
        round.do("Ann", "wager", "ante", 1000)
        round.do("dealer", "no more bets")
        round.do("supervisor", "remove", what="shuffler")
        log.add(drive(round, table.game.basic, Random(1)))
        log.add(drive(table.open_round(), table.game.basic, Random(1)))
    assert prove(path).rounds == 3
    ran = checked(path)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_checker_agrees_if_a_boxed_card_voids_the_round_after_the_stub_was_taken_back(tmp_path: Path) -> None:
    table = Table("boston_5_stud", seed=3)
    table.sit("Ann")
    round = table.open_round()
    round.do("dealer", "report", what="boxed card", amount=1)
    round.do("dealer", "report", what="unnoticed misdeal", place="dealer", amount=2)
    for wager, amount in (("ante", 1000), ("first", 2000)):
        round.do("Ann", "wager", wager, amount)
    round.do("dealer", "no more bets")
    round.do("dealer", "report", what="boxed card", amount=5)
    round.do("Ann", "second")
    round.do("dealer", "deal")
    assert [type(e).__name__ for e in round.events if isinstance(e, Stub | Voided)] == ["Stub", "Voided"]
    with LogWriter(tmp_path / "log.jsonl", table.game, table.rules) as log:
        log.add(round)
    ran = checked(tmp_path / "log.jsonl")
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("hole_card", ["none", "hole card", "card reader"])
def test_the_checker_agrees_if_tens_lie_in_the_shoe(hole_card: str, tmp_path: Path) -> None:
    """They are found when they are drawn, when the hole card is turned, and when the burn card is disclosed."""
    rules = {"hole_card": hole_card, "burn_shown": True, "reshuffle_each_round": True}
    table = Table("double_attack_blackjack", rules, seed=3)
    table.sit("Ann")
    found = set()
    with LogWriter(tmp_path / "log.jsonl", table.game, table.rules) as log:
        for at in range(12):
            table.stack(" ".join([*(["Kh", "As", "9c"] * 4)[:at], "Tc"]))
            round = table.open_round()
            round.do("Ann", "wager", "initial", 1000)
            round.do("dealer", "no more bets")
            if not at:
                round.do("Ann", "burn card")
            log.add(drive(round, table.game.basic, Random(1)))
            found |= {one.place for one in round.events if isinstance(one, Moved)}
            found |= {"shoe" for one in round.events if isinstance(one, Irregular) and one.card == "Tc"}
    assert found == {"shoe", "discard rack", *(["dealer"] if hole_card != "none" else [])}
    ran = checked(tmp_path / "log.jsonl")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    ran = checked(rechained(tmp_path / "log.jsonl", a_ten_that_lay_elsewhere))
    assert (ran.returncode, "Td is found in the shoe" in ran.stdout) == (1, True), ran.stdout


@pytest.mark.parametrize("short", [6, 9, 12, 15])
def test_the_checker_agrees_if_the_shoe_runs_out(short: int, tmp_path: Path) -> None:
    """15(h): the discard rack is shuffled in mid-round, perhaps more than once."""
    table = Table("double_attack_blackjack", {"cut_card": 0, "approved_procedures": True}, seed=3)
    table.sit("Ann")
    whole = table.attendants["shuffler"]

    def few(round: Round, question: Question) -> Input:
        given = whole(round, question)
        assert isinstance(given, ShuffleInput)
        if any(isinstance(event, Irregular) for event in round.events):
            return given
        return replace(given, cards=" ".join(given.cards.split()[:short]), source="planted")

    table.attendants["shuffler"] = few
    packs = []
    with LogWriter(tmp_path / "log.jsonl", table.game, table.rules) as log:
        for _ in range(8):
            round = drive(table.open_round(), random_legal, Random(1))
            packs += [one.pack for one in round.events if isinstance(one, Shuffled)]
            log.add(round)
    assert {1, 2} <= {*packs}
    ran = checked(tmp_path / "log.jsonl")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    ran = checked(rechained(tmp_path / "log.jsonl", a_rack_of_no_new_pack))
    assert (ran.returncode, "the order lacks cards" in ran.stdout) == (1, True), ran.stdout


def a_rack_of_no_new_pack(lines: list[Line]) -> None:
    next(line for line in lines if line["type"] == "shuffled" and line["pack"] == 2)["pack"] = 1


def a_ten_that_lay_elsewhere(lines: list[Line]) -> None:
    drawn = next(
        line
        for before, line in pairwise(lines)
        if line["type"] == "irregular" and line.get("card") == "Tc" and before["type"] != "moved"
    )
    drawn["card"] = "Td"


def rechained(path: Path, change: Callable[[list[Line]], None]) -> Path:
    """The log with something changed, and every hash made anew."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    change(lines)
    last, made = "0" * 64, []
    for line in lines:
        line.pop("hash")
        body = json.dumps(line, separators=(",", ":"), ensure_ascii=False)
        last = sha256((last + body).encode()).hexdigest()
        made.append(f'{body[:-1]},"hash":"{last}"}}\n')
    changed = path.with_name("changed.jsonl")
    changed.write_text("".join(made), encoding="utf-8")
    return changed


def first(lines: list[Line], kind: str) -> Line:
    return next(line for line in lines if line["type"] == kind)


def a_cent_more(lines: list[Line]) -> None:
    first(lines, "settled")["returned"] += 1


def another_card(lines: list[Line]) -> None:
    dealt = first(lines, "dealt")
    dealt["card"] = "2c" if dealt["card"] != "2c" else "2d"


def a_false_salt(lines: list[Line]) -> None:
    first(lines, "opened")["cards"][0][2] = "00" * 16


def a_house_that_keeps_less(lines: list[Line]) -> None:
    first(lines, "ended")["house_units"] -= 1


def a_round_that_is_missing(lines: list[Line]) -> None:
    last = max(line["round"] for line in lines)
    lines[:] = [line for line in lines if line["round"] != last or line["type"] == "end"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (a_cent_more, "returned"),
        (another_card, "card"),
        (a_false_salt, "open"),
        (a_house_that_keeps_less, "do not add up"),
        (a_round_that_is_missing, "rounds"),
    ],
)
def test_the_checker_notices_a_false_log(change: Callable[[list[Line]], None], said: str, tmp_path: Path) -> None:
    good = logged("double_down_stud", tmp_path / "log.jsonl", rounds=8)
    assert checked(rechained(good, lambda lines: None)).returncode == 0
    ran = checked(rechained(good, change))
    assert ran.returncode == 1
    assert "Traceback" not in ran.stderr
    assert said in ran.stdout + ran.stderr


def another_state(lines: list[Line]) -> None:
    lines[0]["state"]["cut_offered"] = 5


def another_first_round(lines: list[Line]) -> None:
    for line in lines[1:-1]:
        line["round"] += 1
    lines[-1]["round"] += 1


def an_older_table(lines: list[Line]) -> None:
    first(lines, "began")["state"]["cut_offered"] = 5


@pytest.mark.parametrize("name", games())
def test_a_new_dealer_may_come_to_a_new_table(name: str, tmp_path: Path) -> None:
    table = Table(name, seed=3)
    table.sit("Ann")
    table.new_dealer()
    path = tmp_path / "log.jsonl"
    with LogWriter(path, table.game, table.rules) as log:
        log.add(drive(table.open_round(), table.game.basic, Random(1)))
    assert prove(path).rounds == 1
    ran = checked(path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    ran = checked(rechained(path, an_older_table))
    assert (ran.returncode, "a new table begins with" in ran.stdout) == (1, True), ran.stdout


def test_logs_that_continue_one_another_fit_together_also_if_one_has_no_round(tmp_path: Path) -> None:
    """A table is played, its journal ends, another has no round, and a third has the next round."""
    table = Table("double_down_stud", seed=5)
    table.sit("Ann")
    follows, paths = "", []
    for rounds in (0, 2, 0, 1):
        paths.append(tmp_path / f"{len(paths)}.jsonl")
        journal = Journal(paths[-1], table, follows=follows)
        for _ in range(rounds):
            drive(table.open_round(), random_legal, Random(1))
        journal.close()
        follows = journal.head
    ran = checked(*paths)
    assert (ran.returncode, ran.stdout.count("1 links to an earlier log")) == (0, 3), ran.stdout
    assert checked(paths[2], paths[3]).returncode == 0
    for change, said in ((another_state, "its state is not"), (another_first_round, "follows round")):
        ran = checked(*paths[:3], rechained(paths[3], change))
        assert (ran.returncode, said in ran.stdout) == (1, True), ran.stdout


# --- Double Attack Blackjack


def attack_table(**rules: Any) -> Table:
    table = Table("double_attack_blackjack", rules, seed=3)
    table.sit("Ann")
    return table


def agreed(table: Table, round: Round, path: Path) -> Path:
    """The log of a finished round and the next one, which replay and checker agree with."""
    with LogWriter(path, table.game, table.rules) as log:
        log.add(round)
        log.add(drive(table.open_round(), table.game.basic, Random(1)))
    assert prove(path).rounds == 2
    ran = checked(path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return path


def test_a_card_drawn_early_is_not_counted_by_the_report_of_a_boxed_card(tmp_path: Path) -> None:
    table = attack_table()
    table.stack("2c 6d 5h 6s 7c 8c 9c")  # the burn card, the up card, two to Ann, the card drawn early
    round = table.open_round()
    round.do("Ann", "wager", "initial", 1000)
    round.do("dealer", "no more bets")
    round.do("dealer", "no more bets")
    round.do("dealer", "report", what="card exposed in error")
    round.do("dealer", "report", what="boxed card", amount=1)
    drive(round, table.game.basic, Random(1))
    assert [event.card for event in round.events if isinstance(event, Burned)] == ["2c", "8c"]
    path = agreed(table, round, tmp_path / "log.jsonl")

    def another_card_early(lines: list[Line]) -> None:
        next(line for line in lines if line["type"] == "irregular" and "exposed" in line["what"])["card"] = "8c"

    ran = checked(rechained(path, another_card_early))
    assert (ran.returncode, "8c is drawn in error, but is not the next card" in ran.stdout) == (1, True), ran.stdout


@pytest.mark.parametrize(("wager", "amount"), [("initial", 1000), ("bust bonus", 500)])
def test_a_wager_with_cash_follows_its_chips(wager: str, amount: int, tmp_path: Path) -> None:
    table = attack_table(verbal_wagers=True)
    round = table.open_round()
    if wager != "initial":
        round.do("Ann", "wager", "initial", 1000)
    round.do("Ann", "cash", wager, amount)
    round.do("dealer", "confirm")
    round.do("supervisor", "confirm")
    drive(round, table.game.basic, Random(1))
    path = agreed(table, round, tmp_path / "log.jsonl")

    def less_cash(lines: list[Line]) -> None:
        next(line for line in lines if line.get("do") == "cash")["amount"] -= 100

    ran = checked(rechained(path, less_cash))
    assert (ran.returncode, "spoken with cash" in ran.stdout) == (1, True), ran.stdout


def test_a_shoe_that_was_recut_and_not_dealt_keeps_both_cuts(tmp_path: Path) -> None:
    table = attack_table(shuffler="manual", cut_by="dealer")
    round = table.open_round()
    round.do("dealer", "cut", amount=100)
    round.do("supervisor", "recut")
    round.do("dealer", "cut", amount=90)
    round.do("dealer", "spread")
    assert round.state.depth == 190
    agreed(table, round, tmp_path / "log.jsonl")


def test_a_bust_bonus_goes_back_with_the_last_hands_of_its_box(tmp_path: Path) -> None:
    table = attack_table()
    table.stack("2c 6d 8h 8s Kh Kd")  # the burn card, the up card, two to Ann, two to her first hand
    round = table.open_round()
    round.do("Ann", "wager", "initial", 1000)
    round.do("Ann", "wager", "bust bonus", 500)
    round.do("dealer", "no more bets")
    round.do("dealer", "no more bets")
    round.do("Ann", "split")
    round.do("Ann", "hit")
    round.do("dealer", "report", what="card drawn in error")
    round.do("supervisor", "report", what="let out of the hand", place="seat 1")
    drive(round, table.game.basic, Random(1))
    results = {(end.wager, end.hand): end.result for end in round.settlements}
    assert results == {("initial", 1): "lose", ("bust bonus", 1): "void", ("initial", 2): "void"}
    path = agreed(table, round, tmp_path / "log.jsonl")

    def another_box(lines: list[Line]) -> None:
        first(lines, "voided")["place"] = "seat 2"

    ran = checked(rechained(path, another_box))
    assert (ran.returncode, "bust bonus at seat 1 is void, but" in ran.stdout) == (1, True), ran.stdout
