"""A player who was dealt cards stays seated until the round is over (ruling stay-seated)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from attack_scene import AttackScene
from looks import looked_at
from pitboss.basics.errors import IllegalAction
from pitboss.engine.auto.drive import drive
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Party
from pitboss.engine.round.round import Round
from pitboss.engine.table import Table
from pitboss.log.journal import Journal

clause = pytest.mark.clause
STAYS = {"boston_5_stud": "6(e)", "caribbean_stud": "6(f)", "double_cross_poker": "6(b)"}
stays = pytest.mark.parametrize(
    "game",
    [
        pytest.param("boston_5_stud", marks=clause("boston_5_stud", "6(e)")),
        pytest.param("caribbean_stud", marks=clause("caribbean_stud", "6(f)")),
        pytest.param("double_cross_poker", marks=clause("double_cross_poker", "6(b)")),
    ],
)
WAGERS = {
    "boston_5_stud": (("ante", 1000), ("first", 2000)),
    "caribbean_stud": (("ante", 1000),),
    "double_cross_poker": (("ante", 1000),),
    "double_down_stud": (("original", 1000),),
    "double_attack_blackjack": (("initial", 1000),),
}


def dealt(game: str, players: tuple[str, ...] = ("Ann", "Bob"), bettors: tuple[str, ...] = ("Ann", "Bob")) -> Table:
    table = Table(game, {"positions": 3}, seed=8)
    for player in players:
        table.sit(player)
    round = table.open_round()
    for player in bettors:
        for wager, amount in WAGERS[game]:
            round.do(player, "wager", wager, amount)
    round.do("dealer", "no more bets")
    return table


def present(table: Table) -> Round:
    assert table.round is not None
    return table.round


def refused(table: Table, player: str, why: str, clause: str) -> None:
    before = list(table.seats)
    with pytest.raises(IllegalAction) as refusal:
        table.leave(player)
    assert (refusal.value.clause, refusal.value.wrong) == (clause, f"{player} {why}")
    assert table.seats == before


@stays
def test_whoever_folded_stays_until_the_round_is_over_and_nobody_takes_the_seat(game: str) -> None:
    table = dealt(game)
    round = present(table)
    round.do("Ann", "fold")
    assert not round.over
    refused(table, "Ann", "was dealt cards in this round and must stay until it is over", STAYS[game])
    with pytest.raises(IllegalAction, match=r"seat 1 is not free; free seats are 3"):
        table.sit("Cyd", 1)
    drive(round, table.game.basic, Random(1))
    table.leave("Ann")
    assert table.sit("Cyd", 1) == 1


VOID_HAND = {"boston_5_stud": 4, "caribbean_stud": 6}


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("boston_5_stud", marks=clause("boston_5_stud", "6(e)")),
        pytest.param("caribbean_stud", marks=clause("caribbean_stud", "6(f)")),
    ],
)
def test_whoever_has_a_void_hand_stays_until_the_round_is_over(game: str) -> None:
    table = Table(game, seed=8)
    table.sit("Ann")
    table.sit("Bob")
    round = table.open_round()
    for player in ("Ann", "Bob"):
        for wager, amount in WAGERS[game]:
            round.do(player, "wager", wager, amount)
    round.do("dealer", "report", what="misdeal", place="seat 1", amount=VOID_HAND[game])
    round.do("dealer", "no more bets")
    assert {(end.player, end.result) for end in round.settlements} == {("Ann", "void")}
    refused(table, "Ann", "was dealt cards in this round and must stay until it is over", STAYS[game])
    drive(round, table.game.basic, Random(1))
    table.leave("Ann")
    assert table.seats == [(2, "Bob")]


@pytest.mark.parametrize("game", WAGERS)
def test_nobody_leaves_with_wagers_on_the_table(game: str) -> None:
    table = dealt(game)
    refused(
        table,
        "Bob",
        "has wagers in this round and must stay until they are settled",
        {"double_down_stud": "6(b)", "double_attack_blackjack": "5(f)", **STAYS}[game],
    )
    drive(present(table), table.game.basic, Random(1))
    table.leave("Bob")
    assert table.seats == [(1, "Ann")]


OPEN = {
    "boston_5_stud": "6(b)",
    "caribbean_stud": "6(b)",
    "double_cross_poker": "6(c)",
    "double_down_stud": "6(b)",
    "double_attack_blackjack": "5(d)",
}
"""The clause on wagers before "No more bets". Those on staying seated speak of cards received."""


@pytest.mark.parametrize("game", WAGERS)
def test_while_bets_are_open_a_wager_is_withdrawn_before_its_player_leaves(game: str) -> None:
    table = Table(game, seed=8)
    table.sit("Ann")
    round = table.open_round()
    wager, amount = WAGERS[game][0]
    round.do("Ann", "wager", wager, amount)
    refused(table, "Ann", "has wagers on the layout and must withdraw them before leaving", OPEN[game])
    refusal = round.check("Ann", "leave")
    assert refusal is not None
    assert refusal.clause == OPEN[game]
    round.do("Ann", "withdraw", wager)
    table.leave("Ann")
    assert table.seats == []


@pytest.mark.parametrize("game", WAGERS)
def test_whoever_sat_out_may_leave_and_the_seat_is_free_from_the_next_round_on(game: str) -> None:
    table = dealt(game, players=("Ann", "Bob", "Cyd"), bettors=("Bob",))
    table.leave("Ann")
    table.leave("Cyd")
    assert table.seats == [(2, "Bob")]
    with pytest.raises(IllegalAction, match=r"seat 1 is not free; no seat is"):
        table.sit("Dan", 1)
    drive(present(table), table.game.basic, Random(1))
    assert table.sit("Dan", 1) == 1


@pytest.mark.parametrize("game", WAGERS)
def test_whoever_sat_down_while_bets_are_open_may_leave_again(game: str) -> None:
    table = Table(game, seed=8)
    table.sit("Ann")
    table.open_round()
    table.sit("Bob")
    table.leave("Bob")
    assert table.seats == [(1, "Ann")]


@pytest.mark.parametrize("game", WAGERS)
def test_whoever_leaves_while_bets_are_open_wagers_no_more_and_nobody_takes_the_seat(game: str) -> None:
    table = Table(game, {"positions": 3}, seed=8)
    for player in ("Ann", "Bob"):
        table.sit(player)
    round = table.open_round()
    table.leave("Ann")
    wager, amount = WAGERS[game][0]
    with pytest.raises(IllegalAction, match="Ann has left the table"):
        round.do("Ann", "wager", wager, amount)
    assert "Ann" not in {party.player for party in round.waiting}
    assert round.offers(Party("player", 1, "Ann")) == ()
    with pytest.raises(IllegalAction, match=r"seat 1 is not free; free seats are 3"):
        table.sit("Zed", 1)
    assert table.sit("Zed") == 3
    ended = drive(round, table.game.basic, Random(1))
    assert {end.player for end in ended.settlements} == {"Bob"}
    assert table.sit("Cyd", 1) == 1
    table.open_round()


@pytest.mark.parametrize("game", WAGERS)
def test_whoever_stands_without_a_wager_may_leave_while_bets_are_open(game: str) -> None:
    table = Table(game, seed=8)
    table.sit("Ann")
    table.stand("Bob")
    table.open_round()
    table.leave("Bob")
    assert table.seats == [(1, "Ann")]


CUT = {"double_down_stud": {"cut": True}, "double_attack_blackjack": {"shuffler": "manual"}}


@pytest.mark.parametrize(
    ("game", "passed_on"),
    [
        pytest.param("double_down_stud", "4(d)(1)", marks=clause("double_down_stud", "4(d)(1)")),
        pytest.param("double_attack_blackjack", "4(e)", marks=clause("double_attack_blackjack", "4(e)")),
    ],
)
def test_whoever_leaves_while_they_are_offered_the_cut_refuses_it(game: str, passed_on: str) -> None:
    table = Table(game, CUT[game], seed=8)
    for player in ("Ann", "Bob"):
        table.sit(player)
    round = table.open_round()
    for player in ("Ann", "Bob"):
        table.leave(player)
    assert [party.by for party in round.waiting] == ["dealer"]
    offers = [e for e in looked_at(game, round.events) if isinstance(e, ev.Offered)]
    assert [(e.player, e.clause) for e in offers] == [("Ann", "4(d)(1)"), ("Bob", passed_on)]
    assert [(given.player, given.do, given.ruling) for given in round.inputs if given.by == "clock"] == [
        ("Ann", "refuse", "time-out"),
        ("Bob", "refuse", "time-out"),
    ]


def test_whoever_has_a_wager_does_not_leave_while_they_are_offered_the_cut() -> None:
    table = Table("double_attack_blackjack", CUT["double_attack_blackjack"], seed=8)
    table.sit("Ann")
    round = table.open_round()
    round.do("Ann", "cut", amount=100)
    round.do("Ann", "wager", "initial", 1000)
    round.do("supervisor", "recut")
    before = list(round.records)
    refused(table, "Ann", "has wagers on the layout and must withdraw them before leaving", "5(d)")
    assert round.records == before


def test_whoever_left_before_a_journal_was_recovered_may_leave_again(tmp_path: Path) -> None:
    """A journal does not know who has left, so they are asked."""
    table = Table("double_down_stud", CUT["double_down_stud"], seed=8)
    with Journal(tmp_path / "table.jsonl", table) as journal:
        table.sit("Ann")
        table.sit("Bob")
        table.open_round()
        table.leave("Bob")
        journal.leave()
    journal = Journal.recover(tmp_path / "table.jsonl")
    round = present(journal.table)
    round.do("Ann", "refuse")
    assert [party.player for party in round.waiting] == ["Bob"]
    journal.table.leave("Bob")
    assert [party.by for party in round.waiting] == ["dealer"]
    journal.leave()


def test_whoever_waits_for_a_wager_to_be_confirmed_does_not_leave() -> None:
    table = Table("double_attack_blackjack", {"verbal_wagers": True}, seed=8)
    table.sit("Ann")
    table.sit("Bob")
    round = table.open_round()
    round.do("Ann", "cash", "initial", 1000)
    with pytest.raises(IllegalAction, match="Ann can't leave while the round waits for dealer"):
        table.leave("Ann")
    assert (1, "Ann") in table.seats
    table.leave("Bob")  # who has no wager
    round.do("dealer", "confirm")
    round.do("supervisor", "confirm")
    assert [stake[1] for stake in round.layout.stakes] == ["Ann"]


def test_nobody_sits_down_where_a_wager_lies() -> None:
    table = Table("double_down_stud", {"two_areas": True}, seed=8)
    table.sit("Ann")
    round = table.open_round()
    round.do("Ann", "wager", "original", 1000)
    round.do("Ann", "wager", "original", 1000, seat=2)
    with pytest.raises(IllegalAction, match="seat 2 is not free"):
        table.sit("Zed", 2)


def test_nobody_sits_down_where_a_wager_lies_at_the_box_of_someone_who_has_left() -> None:
    table = Table("double_attack_blackjack", {"positions": 3}, seed=8)
    for player in ("Ann", "Bob"):
        table.sit(player)
    round = table.open_round()
    table.leave("Ann")
    round.do("Bob", "wager", "initial", 1000, seat=1)
    with pytest.raises(IllegalAction, match=r"seat 1 is not free; free seats are 3"):
        table.sit("Zed", 1)


def test_where_no_clause_keeps_them_a_player_leaves_once_no_wager_is_live_and_the_seat_waits() -> None:
    table = dealt("double_attack_blackjack")
    round = present(table)

    def may_surrender(party: Party) -> bool:
        return party.player == "Ann" and any(offer.do == "surrender" for offer in round.offers(party))

    drive(round, table.game.basic, Random(1), stop=may_surrender)
    round.do("Ann", "surrender")
    assert {end.player for end in round.settlements} == {"Ann"}
    assert not round.over
    table.leave("Ann")
    with pytest.raises(IllegalAction, match=r"seat 1 is not free; free seats are 3"):
        table.sit("Cyd", 1)
    drive(round, table.game.basic, Random(1))
    assert table.sit("Cyd", 1) == 1


BUST_WITH = {
    "insurance": ("As 8h 9h 5d 9d Kc 9c", "5(g)"),
    "a second hand": ("7s 8h 9h 8d 9d 5c Kc", "5(g)"),
    "a bust bonus": ("7s 8h 9h 5d 9d Kc 9c", "5(f)"),
}


@pytest.mark.parametrize("left", BUST_WITH)
@clause("double_attack_blackjack", "5(f)")
def test_5g_a_wager_that_is_left_keeps_its_player_by_its_own_clause(left: str) -> None:
    """Ann's first hand busts, and one of her wagers is left. For the initial wager the clause was 5(f)."""
    cards, by = BUST_WITH[left]
    scene = AttackScene(cards, players=("Ann", "Bob")).wager("Ann", initial=1000).wager("Bob", initial=1000)
    if left == "a bust bonus":
        scene.wager("Ann", bust_bonus=100)
    scene.no_more_bets().no_more_bets()
    stays = "has wagers in this round and must stay until they are settled"
    refused(scene.table, "Ann", stays, "5(f)")
    if left == "insurance":
        scene.insures(Ann=500)
    scene.move(*(("split", "hit", "hit") if left == "a second hand" else ("hit",)))
    if left == "a second hand":
        assert [stake[2] for stake in scene.round.layout.stakes if stake[1] == "Ann"] == [2]
    refused(scene.table, "Ann", stays, by)


@clause("double_attack_blackjack", "3(c)")
def test_3c_the_first_player_who_inspects_the_cards_is_one_who_sits() -> None:
    table = Table("double_attack_blackjack", seed=8)
    table.stand("Zoe")
    table.sit("Ann")
    round = table.open_round()
    steps = [e for e in looked_at("double_attack_blackjack", round.events) if isinstance(e, ev.Procedure)]
    (inspects,) = [e for e in steps if "first player inspects" in e.step]
    assert (inspects.player, inspects.seat) == ("Ann", 1)


def test_whoever_is_not_at_the_table_does_not_leave_it() -> None:
    table = Table("double_down_stud")
    table.sit("Ann")
    with pytest.raises(IllegalAction, match="'Bob' is not at the table"):
        table.leave("Bob")
    assert table.seats == [(1, "Ann")]
