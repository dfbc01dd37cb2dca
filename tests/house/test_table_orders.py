"""Orders of staff that wait: other rules, and closing. They are announced, checked, and survive a crash."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from live import Seen, TestHouse, play_round, seat_players
from pitboss import rules
from pitboss.basics.errors import RulesError
from pitboss.checker import Earlier, Report, check_log
from pitboss.cli import main
from pitboss.engine.rules import to_builtins
from pitboss.house.audit.whole_house import audit_house
from pitboss.house.authorize import Refusal
from pitboss.house.storage import schema
from pitboss.house.storage.database import reading
from pitboss.house.tables import acts
from pitboss.house.tables.acts import Missed
from pitboss.house.tables.history import stored_acts
from pitboss.house.tables.live import LiveTable
from pitboss.house.tables.orders import changes_of, in_words
from pitboss.log.proof import prove
from pitboss.protocol import messages as msg
from stored_logs import written_logs

STUD, ATTACK = "double_down_stud", "double_attack_blackjack"


@pytest.fixture
def house(tmp_path: Path) -> TestHouse:
    return TestHouse.on_sqlite(tmp_path / "house.db")


def acts_seen(seen: Seen) -> list[dict[str, Any]]:
    return [one.act for one in seen.messages if isinstance(one, msg.Update) and one.act]


def killed(house: TestHouse, url: str) -> tuple[TestHouse, LiveTable]:
    """The house after a crash, with its only table."""
    house.settle()
    house.kill()
    again = TestHouse.at(url)
    (live,) = again.floor.recover()
    again.settle()
    return again, live


def finish_round(house: TestHouse, live: LiveTable, random: Random) -> None:
    play_round(house, live, random)
    live.desk.apply()
    house.settle()


# --- rules that do not fit

MISFITS = {
    "seats": (STUD, {}, {"positions": 1}, "P2 sits at seat 2, but these rules have 1 seat"),
    "another meter": (
        "caribbean_stud",
        {"progressive": "A"},
        {"progressive": "A", "progressive_seed": 20_000_00},
        "these rules need another meter (meter), and the meters of a table stay; open another table",
    ),
    "no meter": (
        "caribbean_stud",
        {"progressive": "A"},
        {"progressive": "none"},
        "these rules need another meter (meter), and the meters of a table stay; open another table",
    ),
    "one pack for two": (
        "boston_5_stud",
        {"packs": 2},
        {},
        "the next pack is shuffled during each round, so two packs can't become one; open another table",
    ),
    "the same": (STUD, {"table_minimum": 10_00}, {"table_minimum": 10_00}, "the table has these rules already"),
}


@pytest.mark.parametrize("when", ["in the first round", "in a round", "between rounds"])
@pytest.mark.parametrize("case", MISFITS)
def test_rules_that_do_not_fit_are_refused_when_they_are_ordered(house: TestHouse, case: str, when: str) -> None:
    game, old, new, why = MISFITS[case]
    live = house.floor.open_table(game, old)
    seat_players(house, live, 2)
    if when != "in the first round":
        play_round(house, live, Random(3))
    if when != "between rounds":
        live.open_round()
    house.settle()
    before = live.seq, live.head
    with pytest.raises(Refusal) as refused:
        live.desk.order_rules(new)
    assert refused.value.why == why
    with pytest.raises(RulesError):
        live.desk.order_rules({"table_minimum": 0})
    assert (live.seq, live.head, live.orders.rules) == (*before, None)
    house.kill()


def test_one_pack_replaces_two_at_a_new_table(house: TestHouse) -> None:
    live = house.floor.open_table("boston_5_stud", {"packs": 2})
    seat_players(house, live, 2)
    live.desk.order_rules({})
    live.desk.apply()
    assert live.table.rules.packs == 1
    play_round(house, live, Random(4))
    house.settle()
    assert audit_house(house.engine).findings == []
    house.kill()


def test_rules_that_no_longer_fit_are_given_up_and_everybody_hears_why(url: str) -> None:
    house = TestHouse.at(url)
    live = house.floor.open_table(STUD)
    player, *_ = seat_players(house, live, 2)
    live.open_round()
    live.desk.order_rules({"positions": 2})
    house.command(live, "late", msg.Sit, seat=5)
    house, live = killed(house, url)
    seen = Seen(player)
    live.watch(seen)
    finish_round(house, live, Random(1))
    kept = {
        "type": "ruleskept",
        "words": "The rules stay as they are: Late sits at seat 5, but these rules have 2 seats.",
    }
    assert kept in acts_seen(seen)
    assert (live.table.rules.positions, live.orders.rules) == (6, None)

    house, live = killed(house, url)
    assert live.orders.rules is None
    house.kill()


# --- the announcement


def test_a_change_is_announced_with_its_values_before_it_happens(house: TestHouse) -> None:
    live = house.floor.open_table("boston_5_stud", {"table_minimum": 10_00})
    player, *_ = seat_players(house, live, 2)
    seen = Seen(player)
    live.watch(seen)
    live.open_round()
    live.desk.order_rules({"table_minimum": 25_00, "match_play": False}, by="sue")
    house.settle()
    ordered = acts_seen(seen)[-1]
    assert ordered["words"] == (
        "Before the next round the rules change: table minimum from $10 to $25, match play from yes to no."
    )
    changes = [
        {"option": "table_minimum", "before": 10_00, "after": 25_00},
        {"option": "match_play", "before": True, "after": False},
    ]
    assert (ordered["type"], ordered["changes"], ordered["rules"]["table_minimum"]) == ("rulesordered", changes, 25_00)
    assert live.table.rules.table_minimum == 10_00
    finish_round(house, live, Random(5))
    assert acts_seen(seen)[-1] == {"type": "ruleschanged", "rules": to_builtins(live.table.rules), "changes": changes}
    assert live.table.rules.table_minimum == 25_00
    house.kill()


IN_WORDS: dict[str, tuple[str, dict[str, Any], dict[str, Any], str]] = {
    "money": (STUD, {}, {"table_maximum": 1_000_00}, "table maximum from $500 to $1,000"),
    "a number": (STUD, {}, {"positions": 4}, "positions from 6 to 4"),
    "a choice": ("caribbean_stud", {}, {"bonus": "C"}, "bonus from 'A' to 'C'"),
    "no limit": (STUD, {}, {"payout_cap": 100_000_00}, "payout cap from no limit to $100,000"),
    "a pay table": (STUD, {}, {"pays": {"flush": "12 to 1"}}, "pays for 'flush' from '8 to 1' to '12 to 1'"),
    "a new line": (
        "caribbean_stud",
        {},
        {"progressive": "PTMGLML01", "progressive_linked": True, "progressive_shares": {"major": 60, "minor": 40}},
        "progressive from 'D' to 'PTMGLML01', progressive shares for 'major' from nothing to 60, "
        "progressive shares for 'minor' from nothing to 40, progressive linked from no to yes",
    ),
}


@pytest.mark.parametrize("case", IN_WORDS)
def test_changes_in_words(case: str) -> None:
    game, old, new, words = IN_WORDS[case]
    before, after = rules(game, old), rules(game, new)
    assert in_words(type(after), changes_of(before, after)) == words


def test_an_order_replaces_the_one_before_and_can_be_withdrawn(house: TestHouse) -> None:
    live = house.floor.open_table(STUD)
    player, *_ = seat_players(house, live, 2)
    seen = Seen(player)
    live.watch(seen)
    live.open_round()
    for minimum in (10_00, 20_00):
        live.desk.order_rules({"table_minimum": minimum})
    assert live.orders.rules is not None
    assert live.orders.rules["table_minimum"] == 20_00
    live.desk.order_rules({})
    house.settle()
    assert acts_seen(seen)[-1] == {"type": "ruleskept", "words": "The rules stay as they are: the order was withdrawn."}
    finish_round(house, live, Random(2))
    assert live.table.rules.table_minimum == 5_00
    house.kill()


def test_a_change_of_rules_shows_nobody_the_cards(house: TestHouse) -> None:
    """With two packs, the next pack is shuffled already. Its order is in the state of the table."""
    live = house.floor.open_table("boston_5_stud", {"packs": 2})
    player, *_ = seat_players(house, live, 2)
    play_round(house, live, Random(6))
    seen = Seen(player)
    live.watch(seen)
    state = live.table.state
    assert state.order
    live.desk.order_rules({"packs": 2, "table_minimum": 10_00})
    live.desk.apply()
    house.settle()
    sent = b"".join(map(msgspec.json.encode, seen.messages)).decode()
    assert '"ruleschanged"' in sent
    assert [secret for secret in (state.order, state.key) if secret in sent] == []
    house.kill()


# --- a crash


def test_rules_that_were_ordered_come_into_force_after_a_crash(url: str) -> None:
    random, house = Random(7), TestHouse.at(url)
    live = house.floor.open_table(STUD)
    seat_players(house, live, 2)
    live.open_round()
    live.desk.order_rules({"table_minimum": 10_00})
    house, live = killed(house, url)
    assert live.table.rules.table_minimum == 5_00
    finish_round(house, live, random)
    assert live.table.rules.table_minimum == 10_00
    house, live = killed(house, url)
    assert (live.table.rules.table_minimum, live.orders.rules) == (10_00, None)
    play_round(house, live, random)
    house.settle()
    assert audit_house(house.engine).findings == []
    house.kill()


def test_rules_wait_for_the_next_shoe_through_rounds_and_crashes(url: str) -> None:
    random, house = Random(8), TestHouse.at(url)
    live = house.floor.open_table(ATTACK)
    seat_players(house, live, 3)
    finish_round(house, live, random)
    assert not live.table.state.reshuffle
    with pytest.raises(Refusal, match="between shoes"):
        live.change_rules({"decks": 8})
    live.desk.order_rules({"decks": 8})
    crashes = 0
    while not live.table.state.reshuffle:
        assert (live.table.game.decks(live.table.rules), live.orders.rules is not None) == (6, True)
        live.open_round()
        if crashes < 3:
            house, live = killed(house, url)
            crashes += 1
        play_round(house, live, random)
    live.desk.apply()
    assert (live.table.game.decks(live.table.rules), live.orders.rules) == (8, None)
    play_round(house, live, random)
    house.settle()
    assert audit_house(house.engine).findings == []
    house.kill()


def test_a_table_that_closes_after_the_round_still_does_after_a_crash(url: str) -> None:
    house = TestHouse.at(url)
    live = house.floor.open_table(STUD)
    player, *_ = seat_players(house, live, 2)
    seen = Seen(player)
    live.watch(seen)
    live.open_round()
    for _ in range(2):  # the second order changes nothing
        live.desk.order_close(by="sue")
    house.settle()
    closing = {"type": "tableclosing", "words": "This table closes after the round."}
    assert acts_seen(seen).count(closing) == 1
    with pytest.raises(Refusal, match="closes after the round"):
        live.desk.order_rules({"table_minimum": 10_00})

    house, live = killed(house, url)
    answers = house.command(live, "late", msg.Sit)
    house.settle()  # a refusal is told when the process still owns the table
    assert (live.orders.closing, answers[0].code) == (True, "closing")
    play_round(house, live, Random(9))
    house.floor.close_table(live)
    house.settle()
    assert audit_house(house.engine).findings == []
    house.kill()


def test_a_table_is_marked_as_closed_in_the_transaction_that_closes_it(url: str) -> None:
    """Otherwise people hear that it has closed and are then told that it is coming back."""
    house = TestHouse.at(url)
    live = house.floor.open_table(STUD)
    live.close()
    house.settle()
    with reading(house.engine) as connection:
        rows = connection.execute(select(schema.game_table.c.closed_at, schema.game_table.c.snapshot)).all()
    assert [(row.closed_at is not None, row.snapshot) for row in rows] == [(True, 0)]
    house.kill()


def test_counts_of_missed_rounds_survive_a_crash(url: str) -> None:
    random, house = Random(10), TestHouse.at(url)
    live = house.floor.open_table(STUD)
    ann, bob = seat_players(house, live, 2)
    play_round(house, live, random)
    live.desk.note_missed({ann: 0, bob: 2}, counted=1)
    seq = live.seq
    live.desk.note_missed({bob: 2}, counted=1)
    assert live.seq == seq  # nothing new
    house, live = killed(house, url)
    assert (live.orders.missed, live.orders.counted) == ({bob: 2}, 1)
    live.open_round()
    house, live = killed(house, url)
    assert live.orders.missed == {bob: 2}  # from the snapshot
    play_round(house, live, random)
    live.change_rules({"table_minimum": 10_00})
    house, live = killed(house, url)
    assert live.orders.missed == {bob: 2}  # from the other kind of snapshot
    live.leave(bob)
    house, live = killed(house, url)
    assert live.orders.missed == {}
    assert audit_house(house.engine).findings == []
    house.kill()


def test_the_chain_has_the_counts_of_missed_rounds_in_one_order(url: str) -> None:
    house = TestHouse.at(url)
    live = house.floor.open_table(STUD)
    ann, bob = seat_players(house, live, 2)
    live.desk.note_missed({bob: 2, ann: 1}, counted=1)
    live.desk.note_missed({ann: 3, bob: 2}, counted=1)
    live.desk._order(Missed(rounds={bob: 1, ann: 4}, counted=1))  # as they were stored before
    house.settle()
    with reading(house.engine) as connection:
        stored = stored_acts(connection, live.id)
    counts = [list(one.rounds) for row in stored if isinstance(one := acts.decode(row.body), Missed)]
    assert counts == [[ann, bob], [ann, bob], [bob, ann]]
    house, live = killed(house, url)
    assert live.orders.missed == {bob: 1, ann: 4}
    assert audit_house(house.engine).findings == []
    house.kill()


FORGED = {
    "closing": (True, "order to close"),
    "rules": ({"table_minimum": 1_00}, "order of rules"),
    "missed": ({"p1": 4}, "number of missed rounds"),
}


@pytest.mark.parametrize("what", FORGED)
def test_an_audit_finds_a_snapshot_with_an_order_that_nobody_gave(house: TestHouse, what: str) -> None:
    live = house.floor.open_table(STUD)
    seat_players(house, live, 2)
    forged, words = FORGED[what]
    setattr(live.orders, what, forged)
    live.open_round()
    house.settle()
    (finding,) = audit_house(house.engine).findings
    assert f"begins with another {words} than the acts before left" in finding.sentence
    house.kill()


# --- the logs


CHANGES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "stud": (STUD, {}, {"table_minimum": 10_00}),
    "two packs": ("boston_5_stud", {"packs": 2}, {"packs": 2, "table_minimum": 10_00}),
    "own meter": ("caribbean_stud", {"progressive": "A"}, {"progressive": "A", "bonus": "B"}),
    "shoe": (ATTACK, {"reshuffle_each_round": True}, {"reshuffle_each_round": True, "decks": 8}),
}


@pytest.mark.parametrize("case", CHANGES)
def test_the_logs_before_and_after_a_change_fit_together(house: TestHouse, tmp_path: Path, case: str) -> None:
    """Each log ends as any log does, and the next one names its last hash. Some logs have no round."""
    game, old, new = CHANGES[case]
    random = Random(11)
    live = house.floor.open_table(game, old)
    seat_players(house, live, 2)
    for rounds, next_rules in ((0, new), (3, old), (2, new), (0, old), (1, None)):
        for _ in range(rounds):
            play_round(house, live, random, irregular=0.05)
        if next_rules is not None:
            live.change_rules(next_rules)
            house, live = killed(house, f"sqlite:///{tmp_path}/house.db")
    house.settle()
    assert audit_house(house.engine).findings == []
    paths = written_logs(house.engine, live.id, tmp_path)
    assert [main(["replay", str(path)]) for path in paths] == [0] * 5
    proofs = [prove(path) for path in paths]
    assert [proof.rounds for proof in proofs] == [0, 3, 2, 0, 1]
    assert [proof.follows for proof in proofs] == ["", *[proof.head for proof in proofs[:-1]]]
    reports: list[Report] = []
    earlier: Earlier = {}
    for path in paths:
        reports.append(check_log(path, earlier))
        earlier[reports[-1].last_hash] = reports[-1]
    assert [report.faults for report in reports] == [[]] * 5
    assert [report.counts["links to an earlier log"] for report in reports] == [0, 1, 1, 1, 1]
    house.kill()
