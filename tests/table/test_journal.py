"""The journal: whenever a process dies, the table goes on from what was written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss import Link, LogError, Table
from pitboss.basics.money import UNITS
from pitboss.engine.auto.drive import drive, step
from pitboss.engine.auto.policy import random_legal
from pitboss.engine.registry import games
from pitboss.engine.round.asks import Question
from pitboss.engine.round.events import Event, Shuffled
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.records import encode
from pitboss.engine.round.round import Round
from pitboss.log.journal import Journal
from pitboss.log.proof import prove

PROGRESSIVE = {"progressive": "A", "progressive_seed": 10_000_00, "five_card": True, "five_card_seed": 10_000_00}


def table_of(game: str, seed: int = 1, **more: Any) -> Table:
    table = Table(game, PROGRESSIVE if game == "caribbean_stud" else {}, seed=seed, **more)
    table.sit("Ann")
    table.sit("Ann", id="ann-2")
    return table


def play(table: Table, random: Random, acts: int) -> None:
    """Pass ``acts`` questions with any legal acts. Open new rounds as needed."""
    for _ in range(acts):
        if table.round is None or table.round.over:
            table.open_round()
        assert table.round is not None
        step(table.round, random, irregularities=0.05)


@pytest.mark.parametrize("game", games())
def test_a_journal_cut_anywhere_is_recovered_and_becomes_a_log_that_proves(game: str, tmp_path: Path) -> None:
    path, random = tmp_path / "journal.jsonl", Random(game)
    table = table_of(game)
    Journal(path, table)
    rounds: list[list[bytes]] = []
    for _ in range(60):
        play(table, random, 1)
        assert table.round is not None
        if len(rounds) < table.round.number:
            rounds.append([])
        rounds[-1] = list(map(encode, table.round.records))
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    for cut in sorted(random.randrange(first, len(whole) + 1) for _ in range(12)):
        part = tmp_path / "part.jsonl"
        part.write_bytes(whole[:cut])
        again = Journal.recover(part, seed=2)
        found = again.table.round
        if found is not None:
            # The round equals what was written, and goes on as far as its inputs determine it.
            there = list(map(encode, found.records))
            kept = whole[:cut].count(b"\n") - 1 - sum(map(len, rounds[: found.number - 1]))
            assert there[:kept] == rounds[found.number - 1][:kept]
        play(again.table, random, 5)
        if again.table.round is not None and not again.table.round.over:
            drive(again.table.round, random_legal, random)
        again.close()
        proof = prove(part)
        assert proof.rounds == again.rounds > 0
        assert proof.head == again.head
        for name, meter in again.table.meters.items():
            assert meter.units == again.table.terms[name].seed * UNITS + int(proof.meters.get(name, 0) * UNITS)
        part.unlink()


def test_every_record_is_written_before_anyone_hears_of_it(tmp_path: Path) -> None:
    path, table = tmp_path / "journal.jsonl", table_of("double_down_stud")
    Journal(path, table)
    shuffle, asked, heard = table.attendants["shuffler"], 0, 0

    def lines() -> int:
        return path.read_bytes().count(b"\n") - 1

    def attend(round: Round, question: Question) -> Input:
        nonlocal asked
        asked += 1
        assert lines() == len(round.records)
        return shuffle(round, question)

    def hear(round: Round, records: Sequence[Event]) -> None:
        nonlocal heard
        heard += 1
        assert lines() == len(round.records)

    table.attendants["shuffler"] = attend
    table.listen(hear)
    round = table.open_round()
    round.do("Ann", "wager", "original", 500)
    round.do("dealer", "no more bets")
    assert (asked, heard) == (1, 4)


def test_an_act_that_fails_after_its_records_were_written_leaves_nothing_on_the_disk(tmp_path: Path) -> None:
    """A listener fails after the journal has written: the round undoes the act, and so does the journal."""
    path, table = tmp_path / "journal.jsonl", table_of("double_down_stud")
    journal = Journal(path, table)
    round = table.open_round()
    round.do("Ann", "wager", "original", 500)
    written, fails = path.read_bytes(), [True]

    def hear(round: Round, records: Sequence[Event]) -> None:
        if records and fails[0]:
            raise OSError("the network is down")

    table.listen(hear)
    for _ in range(2):
        with pytest.raises(OSError, match="the network is down"):
            round.do("dealer", "no more bets")
        assert path.read_bytes() == written
        assert len(round.records) == written.count(b"\n") - 1
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(written)
    again = Journal.recover(copy).table.round
    assert again is not None
    assert list(map(encode, again.records)) == list(map(encode, round.records))
    fails[0] = False
    drive(round, random_legal, Random(1))
    assert journal.rounds == 1
    journal.close()
    assert prove(path).rounds == 1


def test_the_last_act_of_a_round_is_counted_once_if_it_fails_at_first(tmp_path: Path) -> None:
    path, table = tmp_path / "journal.jsonl", table_of("double_down_stud")
    journal = Journal(path, table)
    fails = [True]

    def hear(round: Round, records: Sequence[Event]) -> None:
        if round.over and records and fails.pop() if fails else False:
            raise OSError("the network is down")

    table.listen(hear)
    round = table.open_round()
    round.do("Ann", "wager", "original", 500)
    round.do("dealer", "no more bets")
    with pytest.raises(OSError, match="the network is down"):
        round.do("dealer", "no more bets")
    round.do("dealer", "no more bets")
    assert round.over
    journal.close()
    assert prove(path).rounds == journal.rounds == 1


def test_a_journal_begins_between_rounds_and_knows_a_linked_table_by_its_id(tmp_path: Path) -> None:
    path, table = tmp_path / "journal.jsonl", table_of("double_down_stud")
    table.open_round()
    with pytest.raises(LogError, match="must begin between rounds"):
        Journal(path, table)
    with pytest.raises(LogError, match="needs an id"):
        Journal(path, Table("caribbean_stud", {"progressive": "D", "progressive_linked": True}))
    assert not path.exists()


def test_a_journal_of_another_form_is_not_recovered(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    Journal(path, table_of("double_down_stud")).leave()
    path.write_bytes(path.read_bytes().replace(b'"form":3', b'"form":7'))
    with pytest.raises(LogError, match="form 7"):
        Journal.recover(path)


def test_a_round_that_undoes_an_act_is_undone_in_the_journal(tmp_path: Path) -> None:
    """The shuffler's answer fails after the first records of the round have been written."""
    path = tmp_path / "journal.jsonl"
    table = table_of("double_down_stud")
    journal = Journal(path, table)
    drive(table.open_round(), random_legal, Random(1))
    written = path.read_bytes()

    def broken(round: Round, question: object) -> Input:
        raise OSError("the shuffler is off")

    sound, table.attendants["shuffler"] = table.attendants["shuffler"], broken
    with pytest.raises(OSError, match="the shuffler is off"):
        table.open_round()
    assert path.read_bytes().startswith(written)
    table.attendants["shuffler"] = sound
    table.round = None
    drive(table.open_round(), random_legal, Random(2))
    journal.close()
    assert prove(path).rounds == 2


def test_a_recovered_table_keeps_the_id_that_meters_know_it_by(tmp_path: Path) -> None:
    path, link = tmp_path / "journal.jsonl", Link()
    rules = {"progressive": "D", "progressive_linked": True}
    table = Table("caribbean_stud", rules, link=link, id="north 4", seed=1)
    table.sit("Ann")
    journal = Journal(path, table)
    round = table.open_round()
    round.do("Ann", "wager", "ante", 500)
    round.do("Ann", "wager", "progressive", 100)
    round.do("dealer", "no more bets")
    before = link.meters["meter"].units
    with pytest.raises(LogError, match="somebody else is writing"):
        Journal.recover(path, link=link)
    journal.leave()
    again = Journal.recover(path, link=link)
    assert again.table.id == "north 4"
    assert link.meters["meter"].units == before  # the link has heard of the wager, and counts it once


def test_a_seed_does_not_repeat_the_orders_of_the_rounds_before(tmp_path: Path) -> None:
    path, table = tmp_path / "journal.jsonl", table_of("double_down_stud", seed=5)
    journal = Journal(str(path), table)
    first = drive(table.open_round(), random_legal, Random(1))
    journal.leave()
    again = Journal.recover(str(path), seed=5)
    second = drive(again.table.open_round(), random_legal, Random(1))
    orders = [one.order for round in (first, second) for one in round.events if isinstance(one, Shuffled)]
    assert len(set(orders)) == 2
    with pytest.raises(LogError, match="name the log that the journal follows"):
        Journal(tmp_path / "second.jsonl", again.table)


def test_a_changed_journal_is_not_recovered(tmp_path: Path) -> None:
    path, table = tmp_path / "journal.jsonl", table_of("boston_5_stud")
    journal = Journal(path, table)
    table.open_round().do("Ann", "wager", "ante", 500)
    journal.leave()
    lines = path.read_bytes().replace(b'"amount":500', b'"amount":900')
    path.write_bytes(lines)
    with pytest.raises(LogError, match="the hash does not match"):
        Journal.recover(path)


def test_a_closed_journal_is_a_log_and_is_not_recovered(tmp_path: Path) -> None:
    path, table = tmp_path / "journal.jsonl", table_of("boston_5_stud")
    with Journal(path, table) as journal:
        round = table.open_round()
        with pytest.raises(LogError, match="a round is in progress"):
            journal.close()
        drive(round, random_legal, Random(1))
    assert prove(path).rounds == 1
    with pytest.raises(LogError, match="is closed"):
        Journal.recover(path)


def test_a_journal_keeps_a_file_that_is_there(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_text("mine")
    with pytest.raises(OSError, match="exists"):
        Journal(path, table_of("boston_5_stud"))
    assert path.read_text() == "mine"
