"""Whoever sits down while bets are open plays in the round (ruling seated-in-time)."""

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

from pitboss import Journal, LogWriter, Table, checker, prove
from pitboss.basics.errors import IllegalAction
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import random_legal
from pitboss.engine.registry import games
from pitboss.engine.round import events as ev
from pitboss.engine.round.inputs import SeatInput
from pitboss.engine.round.records import encode
from pitboss.engine.round.round import Round, replay
from pitboss.log.lines import FORM
from pitboss.log.narration import story

BOSTON, CARIBBEAN, ATTACK = "boston_5_stud", "caribbean_stud", "double_attack_blackjack"
CROSS, STUD = "double_cross_poker", "double_down_stud"
BARS = {"mid_shoe_entry": False}
clause = pytest.mark.clause
each_game = pytest.mark.parametrize("game", games())
by_clause = pytest.mark.parametrize(
    ("game", "cited", "also"),
    [
        pytest.param(BOSTON, "6(b)", ("6(e)",), marks=[clause(BOSTON, "6(b)"), clause(BOSTON, "6(e)")]),
        pytest.param(CARIBBEAN, "6(b)", ("6(f)",), marks=[clause(CARIBBEAN, "6(b)"), clause(CARIBBEAN, "6(f)")]),
        pytest.param(ATTACK, "5(d)", (), marks=clause(ATTACK, "5(d)")),
        pytest.param(CROSS, "6(c)", ("6(b)",), marks=[clause(CROSS, "6(b)"), clause(CROSS, "6(c)")]),
        pytest.param(STUD, "6(b)", (), marks=clause(STUD, "6(b)")),
    ],
)


def betting(game: str, rules: dict[str, Any] | None = None, *, seed: int = 3) -> Table:
    """A table at which Ann sits at seat 1, and bets are open."""
    table = Table(game, rules or {}, seed=seed)
    table.sit("Ann")
    round = table.open_round()
    while round.asking is not None and round.asking.about != "wagers":
        (party, *_) = round.waiting
        given = round.default(party) or next(o.taken(party, o.least) for o in round.offers(party) if not o.why_not)
        round.do(given)
    return table


def present(table: Table) -> Round:
    assert table.round is not None
    return table.round


def zoe(table: Table, seat: int = 3) -> None:
    """Somebody called Zoe, whose id is another, sits down and enters the round."""
    table.sit("Zoe", seat, id="z-1")
    table.enter("z-1")


def base(round: Round, player: str) -> None:
    """The least wagers that a player must place."""
    party = next(one for one in round.waiting if one.player == player)
    for _ in range(2):
        due = [o for o in round.offers(party) if o.do == "wager" and not o.why_not and not o.optional]
        if due:
            round.do(due[0].taken(party, due[0].least))


def played(table: Table) -> Round:
    """Both have wagered, and the round is over."""
    round = present(table)
    base(round, "Ann")
    base(round, "z-1")
    round.do("dealer", "no more bets")
    return drive(round, random_legal, Random(1))


def log_of(table: Table, rounds: list[Round], path: Path) -> Path:
    with LogWriter(path, table.game, table.rules) as log:
        for round in rounds:
            log.add(round)
    return path


def checked(path: Path) -> subprocess.CompletedProcess[str]:
    """What the checker says, which loads nothing of ours."""
    command = [sys.executable, "-I", "-S", checker.__file__, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@by_clause
def test_whoever_sits_down_before_no_more_bets_is_asked_wagers_is_dealt_in_and_settled(
    game: str, cited: str, also: tuple[str, ...], tmp_path: Path
) -> None:
    table = betting(game)
    zoe(table)
    round = present(table)
    seated = round.events[-1]
    assert isinstance(seated, ev.Seated)
    assert (seated.clause, seated.also, seated.ruling) == (cited, also, "seated-in-time")
    assert (seated.seat, seated.player, seated.name) == (3, "z-1", "Zoe")
    assert [party.player for party in round.waiting] == ["Ann", "z-1", ""]
    assert (round.seats, round.seats_at_start) == (((1, "Ann"), (3, "z-1")), ((1, "Ann"),))
    played(table)
    assert round.dealt_in == (1, 3)
    assert {end.player for end in round.settlements} == {"Ann", "z-1"}
    assert round.view("public").layout.seats == {1: "Ann", 3: "z-1"}
    assert round.viewer("z-1") == "seat 3"
    path = log_of(table, [round], tmp_path / "log.jsonl")
    proof = prove(path)
    assert (proof.rounds, proof.staked) == (1, sum(end.money for end in round.settlements))
    ran = checked(path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "entries" in ran.stdout


@each_game
def test_the_inputs_alone_make_the_same_round_again(game: str) -> None:
    table = betting(game)
    zoe(table)
    round = played(table)
    again = replay(round.game, round.rules, round.start, round.seats_at_start, round.inputs)
    assert [encode(one) for one in again.records] == [encode(one) for one in round.records]
    assert round.copy().records == round.records
    assert (again.seats, again.names) == (round.seats, {"z-1": "Zoe"})


@each_game
def test_the_next_round_begins_with_all_who_are_there(game: str) -> None:
    table = betting(game)
    zoe(table)
    played(table)
    began = table.open_round().events[0]
    assert isinstance(began, ev.Began)
    assert (began.seats, began.names) == (((1, "Ann"), (3, "z-1")), {"z-1": "Zoe"})


def test_everybody_hears_who_sat_down_and_a_story_names_them() -> None:
    table = betting(STUD)
    zoe(table)
    round = present(table)
    for viewer in ("seat 1", "seat 3", "public", "dealer"):
        assert isinstance(round.view(viewer).events[-1], ev.Seated)
    base(round, "z-1")
    told = [one.sentence for one in story(STUD, round.events, set())]
    assert told[-2:] == [
        "Zoe sat down at seat 3 in time for this round.",
        "Zoe at seat 3 placed an original wager of $5.",
    ]


def test_a_wager_of_a_newcomer_feeds_the_meter_and_an_envy_hand_pays_them() -> None:
    table = betting(CARIBBEAN, {"progressive": "D", "positions": 3})
    zoe(table, 2)
    round = present(table)
    base(round, "z-1")
    round.do("z-1", "wager", "progressive", seat=2)
    base(round, "Ann")
    before = table.meters["meter"].units
    round.do("dealer", "no more bets")
    fed = [one for one in round.events if isinstance(one, ev.Contributed)]
    assert [(one.seat, one.player) for one in fed] == [(2, "z-1")]
    assert table.meters["meter"].units - before == fed[0].units > 0


# --- who may not, and when


@each_game
def test_after_no_more_bets_one_plays_from_the_next_round_on(game: str) -> None:
    table = betting(game)
    round = present(table)
    base(round, "Ann")
    round.do("dealer", "no more bets")
    table.sit("Zoe", 3)
    with pytest.raises(IllegalAction, match="bets are closed, so Zoe plays from the next round on"):
        table.enter("Zoe")
    drive(round, random_legal, Random(1))
    assert (3, "Zoe") in table.open_round().seats


def test_nobody_sits_down_before_bets_open_or_while_something_else_is_asked() -> None:
    table = Table(STUD, {"cut": True}, attendants={"shuffler": None})
    table.sit("Ann")
    round = table.open_round()
    assert (round.phase, round.asking.about if round.asking else "") == ("opening", "the shuffle")
    refusal = round.check("Zoe", "sit", seat=3)
    assert str(refusal).startswith("Zoe can't take a seat while the round waits for shuffler: the shuffle")


def test_the_same_question_is_asked_on_when_somebody_has_sat_down() -> None:
    table = betting(STUD)
    asking = present(table).asking
    zoe(table)
    again = present(table).asking
    assert asking is not None
    assert again is not None
    assert (again.turn, again.about) == (asking.turn, "wagers")


@pytest.mark.parametrize(
    ("player", "seat", "why"),
    [
        ("Zoe", 1, "seat 1 is not free in this round: Ann has it"),
        ("Zoe", 2, "seat 2 is not free in this round: Bob has it"),
        ("Zoe", 0, "there is no seat 0: the table has 6 seats"),
        ("Zoe", 7, "there is no seat 7: the table has 6 seats"),
        ("Ann", 3, "Ann is in this round already"),
        ("Bob", 3, "Bob is in this round already"),
        ("", 3, "'' can't be the id of a player"),
        ("meter", 3, "'meter' can't be the id of a player"),
        ("clock", 3, "'clock' can't be the id of a player"),
    ],
)
def test_a_seat_that_is_not_free_or_a_player_who_is_there_is_refused(player: str, seat: int, why: str) -> None:
    """Bob has sat down in the round, and has left again: his seat is free from the next round on."""
    table = betting(BOSTON)
    table.sit("Bob", 2)
    table.enter("Bob")
    table.leave("Bob")
    round = present(table)
    before = list(round.records)
    refusal = round.check(SeatInput(by="player", player=player, seat=seat))
    assert refusal is not None
    assert (refusal.wrong, refusal.clause) == (why, "6(e)")
    assert round.records == before


def test_a_name_is_given_only_if_it_differs_and_nothing_but_text_is_accepted() -> None:
    round = present(betting(STUD))
    assert "only if it differs" in str(round.check(SeatInput(by="player", player="Zoe", seat=3, name="Zoe")))
    assert "must be text" in str(round.check(SeatInput(by="player", player="Zoe", seat=3, name=5)))  # type: ignore[arg-type]
    assert "must be a whole number" in str(round.check(SeatInput(by="player", player="Zoe", seat="3")))  # type: ignore[arg-type]
    assert "can't give a seat" in str(round.check(SeatInput(by="dealer", player="Zoe", seat=3)))
    assert "'sit' takes no amount" in str(round.check("Zoe", "sit", amount=5, seat=3))
    late = str(round.check(SeatInput(by="player", player="Zoe", seat=3, turn=99)))
    assert late.startswith("this answers question 99")


def test_an_area_beside_ones_own_is_no_free_seat_while_a_wager_lies_there() -> None:
    table = betting(STUD, {"two_areas": True})
    round = present(table)
    round.do("Ann", "wager", "original", 500)
    round.do("Ann", "wager", "original", 500, seat=2)
    assert "seat 2 is not free in this round: Ann has it" in str(round.check("Zoe", "sit", seat=2))
    round.do("Ann", "withdraw", "original", seat=2)
    assert round.allows("Ann", "wager", "original", 500, seat=2)
    round.do("Zoe", "sit", seat=2)
    assert "area 2 belongs to another player" in str(round.check("Ann", "wager", "original", 500, seat=2))
    round.do("Zoe", "wager", "original", 500)
    round.do("Zoe", "wager", "original", 500, seat=3)


def test_a_box_on_which_somebody_wagers_who_stands_is_no_free_seat() -> None:
    table = Table(ATTACK, {"people_on_box": 2}, seed=3)
    table.sit("Ann")
    table.stand("Bob")
    round = table.open_round()
    round.do("Bob", "wager", "initial", 500, seat=2)
    assert "seat 2 is not free in this round: Bob has it" in str(round.check("Zoe", "sit", seat=2))
    round.do("Zoe", "sit", seat=3)
    assert "Zoe is in this round already" in str(round.check("Zoe", "sit", seat=4))


def test_a_table_at_which_no_round_has_begun_takes_nobody_in() -> None:
    table = Table(STUD)
    table.sit("Ann")
    with pytest.raises(IllegalAction, match="no round has begun"):
        table.enter("Ann")
    table.stand("Bob")
    table.open_round()
    with pytest.raises(IllegalAction, match="'Bob' has no seat at the table"):
        table.enter("Bob")


# --- 5(h): entry in mid-shoe


def in_mid_shoe(rules: dict[str, Any]) -> Table:
    """Bets are open for the second round of a shoe."""
    table = betting(ATTACK, rules)
    base(present(table), "Ann")
    drive(present(table), table.game.basic, Random(1))
    round = table.open_round()
    assert round.start.cursor > 0
    return table


@clause(ATTACK, "5(h)")
def test_5h_in_mid_shoe_nobody_sits_down_into_the_round_where_the_rules_bar_it() -> None:
    table = in_mid_shoe(BARS)
    table.sit("Zoe", 3, id="z-1")
    with pytest.raises(IllegalAction) as refusal:
        table.enter("z-1")
    assert refusal.value.clause == "5(h)"
    assert refusal.value.wrong == "Zoe has missed a round since the shuffle and must wait for the next shuffle"
    assert present(table).seats == ((1, "Ann"),)
    present(table).do("dealer", "reshuffle")
    drive(present(table), lambda turn: None, Random(1), stop=lambda party: party.player == "Ann")
    table.enter("z-1")
    assert present(table).allows("z-1", "wager", "initial", 500)


def test_5h_by_the_default_one_may_sit_down_in_mid_shoe_and_always_before_its_first_card() -> None:
    table = in_mid_shoe({})
    table.sit("Zoe", 3)
    assert isinstance(table.enter("Zoe")[-1], ev.Seated)
    fresh = betting(ATTACK, BARS)
    zoe(fresh)
    assert present(fresh).allows("z-1", "wager", "initial", 500)


def test_5h_whoever_has_missed_no_round_may_change_the_seat_in_mid_shoe() -> None:
    table = betting(ATTACK, BARS)
    zoe(table)
    round = present(table)
    base(round, "Ann")
    base(round, "z-1")
    drive(round, table.game.basic, Random(1))
    table.leave("z-1")
    table.open_round()
    table.sit("Zoe", 5, id="z-1")
    table.enter("z-1")
    assert present(table).allows("z-1", "wager", "initial", 500)


# --- what is stored


def test_a_round_of_before_takes_nobody_in_and_is_read_as_before() -> None:
    table = betting(STUD)
    round = present(table)
    old = replay(round.game, round.rules, round.start, round.seats_at_start, round.inputs, revision=1)
    refusal = str(old.check("Zoe", "sit", seat=3))
    assert refusal == "this round began with an earlier program, so Zoe plays from the next round on"
    assert old.records[1:] == round.records[1:]


@each_game
def test_a_journal_that_stops_after_somebody_sat_down_goes_on_with_them(game: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    table = Table(game, seed=3)
    table.sit("Ann")
    journal = Journal(path, table)
    table.open_round()
    zoe(table)
    whole = list(present(table).records)
    journal.leave()
    again = Journal.recover(path, seed=4)
    assert present(again.table).records == whole
    assert (again.table.seats, again.table.names) == ([(1, "Ann"), (3, "z-1")], {"Ann": "Ann", "z-1": "Zoe"})
    played(again.table)
    again.leave()
    last = Journal.recover(path, seed=5)  # between two rounds
    assert (last.table.seats, last.table.names) == ([(1, "Ann"), (3, "z-1")], {"Ann": "Ann", "z-1": "Zoe"})
    last.close()
    assert prove(path).rounds == 1


def test_nothing_but_the_first_line_of_a_log_differs_if_nobody_comes(tmp_path: Path) -> None:
    table = betting(STUD)
    round = present(table)
    base(round, "Ann")
    drive(round, random_legal, Random(1))
    first, *others = log_of(table, [round], tmp_path / "log.jsonl").read_text("utf-8").splitlines()
    assert json.loads(first)["form"] == FORM == 3
    assert not [line for line in others if "seat" in json.loads(line)["type"]]


# --- the checker, which knows only docs/log.md

Line = dict[str, Any]


def rechained(path: Path, change: Callable[[list[Line]], None]) -> Path:
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    change(lines)
    last, made = "0" * 64, []
    for line in lines:
        line.pop("hash", None)
        body = json.dumps(line, separators=(",", ":"), ensure_ascii=False)
        last = sha256((last + body).encode()).hexdigest()
        made.append(f'{body[:-1]},"hash":"{last}"}}\n')
    changed = path.with_name("changed.jsonl")
    changed.write_text("".join(made), encoding="utf-8")
    return changed


def both(lines: list[Line]) -> tuple[Line, Line]:
    """The input of somebody who sits down, and the event after it."""
    at = next(at for at, line in enumerate(lines) if line["type"] == "input/seat")
    return lines[at], lines[at + 1]


def said_of_both(**fields: Any) -> Callable[[list[Line]], None]:
    def change(lines: list[Line]) -> None:
        for line in both(lines):
            line.update(fields)

    return change


def an_earlier_revision(lines: list[Line]) -> None:
    for line in lines:
        if "revision" in line:
            line["revision"] = 1


def another_seat(lines: list[Line]) -> None:
    both(lines)[1]["seat"] = 4


def nobody_asked(lines: list[Line]) -> None:
    lines.remove(both(lines)[0])


def another_question(lines: list[Line]) -> None:
    both(lines)[0]["turn"] -= 1


def after_bets_are_closed(lines: list[Line]) -> None:
    pair = both(lines)
    for line in pair:
        lines.remove(line)
    closes = next(at for at, line in enumerate(lines) if line.get("words") == "No more bets")
    lines[closes + 1 : closes + 1] = pair


def an_unknown_form(lines: list[Line]) -> None:
    lines[0]["form"] = 4


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (said_of_both(seat=1), "seat 1 is not free"),
        (said_of_both(seat=9), "there is no seat 9"),
        (said_of_both(player="Ann"), "'Ann' is in this round already"),
        (said_of_both(name="z-1"), "the name of 'z-1' is no other than the id"),
        (an_earlier_revision, "nobody sits down in a round before revision 2"),
        (another_seat, "seated is not what input/seat asked for"),
        (nobody_asked, "seated comes without an input"),
        (another_question, "another question than that of the wagers"),
        (after_bets_are_closed, "'z-1' sits down after bets are closed"),
        (an_unknown_form, "of a form among (2, 3)"),
    ],
)
def test_the_checker_and_the_proof_notice_a_false_entry(
    change: Callable[[list[Line]], None], said: str, tmp_path: Path
) -> None:
    table = betting(STUD)
    base(present(table), "Ann")
    zoe(table)
    path = log_of(table, [played(table)], tmp_path / "log.jsonl")
    assert checked(rechained(path, lambda lines: None)).returncode == 0
    false = rechained(path, change)
    ran = checked(false)
    assert (ran.returncode, said in ran.stdout) == (1, True), ran.stdout + ran.stderr
    with pytest.raises(ValueError, match="line"):
        prove(false)


def test_the_checker_notices_a_wager_on_the_seat_that_somebody_takes(tmp_path: Path) -> None:
    table = betting(STUD, {"two_areas": True})
    round = present(table)
    base(round, "Ann")
    round.do("Ann", "wager", "original", 500, seat=2)
    zoe(table)
    path = log_of(table, [played(table)], tmp_path / "log.jsonl")
    ran = checked(rechained(path, said_of_both(seat=2)))
    assert (ran.returncode, "seat 2 is not free" in ran.stdout) == (1, True), ran.stdout


def test_the_checker_notices_an_entry_in_mid_shoe_that_the_rules_bar(tmp_path: Path) -> None:
    """The rounds are played by rules that allow it; then the log says that they bar it."""
    table = betting(ATTACK, {})
    rounds = [present(table)]
    base(rounds[0], "Ann")
    drive(rounds[0], table.game.basic, Random(1))
    rounds.append(table.open_round())
    zoe(table)
    played(table)
    path = log_of(table, rounds, tmp_path / "log.jsonl")
    assert checked(path).returncode == 0

    def barred(lines: list[Line]) -> None:
        rules = lines[0]["rules"]
        rules["mid_shoe_entry"] = False
        plain = json.dumps(rules, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        for line in lines:
            if line["type"] == "began":
                line["rules"] = sha256(plain.encode()).hexdigest()

    ran = checked(rechained(path, barred))
    assert (ran.returncode, "sits down in mid-shoe" in ran.stdout) == (1, True), ran.stdout
    with pytest.raises(ValueError, match=r"5\(h\)"):
        prove(rechained(path, barred))
