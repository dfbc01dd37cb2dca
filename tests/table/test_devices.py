"""Shufflers that jam, devices that leave the table and come back, at an ordinary table (ruling jammed-for-good)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from looks import citing, looked_at
from pitboss.basics.errors import IllegalAction
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Question
from pitboss.engine.round.inputs import Input, make
from pitboss.engine.round.round import Round
from pitboss.engine.table import Table
from pitboss.log.journal import LogWriter
from pitboss.log.proof import prove

clause = pytest.mark.clause
JAM = {
    "double_down_stud": "11(e)",
    "boston_5_stud": "12(e)",
    "caribbean_stud": "13(e)",
    "double_cross_poker": "12(d)",
    "double_attack_blackjack": "15(k)",
}
REMOVED = {"caribbean_stud": "13(g)", "double_cross_poker": "12(f)", "double_attack_blackjack": "15(l)"}
"""The clause on removing a device, if the document allows a shuffle by hand."""
BY_DEVICE = ("double_down_stud", "boston_5_stud")
every_game = pytest.mark.parametrize(
    "game",
    [
        pytest.param("double_down_stud", marks=clause("double_down_stud", "11(e)")),
        pytest.param("boston_5_stud", marks=clause("boston_5_stud", "12(e)")),
        pytest.param("caribbean_stud", marks=clause("caribbean_stud", "13(e)")),
        pytest.param("double_cross_poker", marks=clause("double_cross_poker", "12(d)")),
        pytest.param("double_attack_blackjack", marks=clause("double_attack_blackjack", "15(k)")),
    ],
)
by_hand_too = pytest.mark.parametrize(
    "game",
    [
        pytest.param("caribbean_stud", marks=clause("caribbean_stud", "13(e)", "13(g)")),
        pytest.param("double_cross_poker", marks=clause("double_cross_poker", "12(d)", "12(f)")),
        pytest.param("double_attack_blackjack", marks=clause("double_attack_blackjack", "15(k)", "15(l)")),
    ],
)


def table_of(game: str, **rules: Any) -> Table:
    """A table that shuffles after every round."""
    each = {"reshuffle_each_round": True} if game == "double_attack_blackjack" else {}
    table = Table(game, {**each, **rules}, seed=11)
    table.sit("Ann")
    return table


def played(table: Table) -> Round:
    return drive(table.open_round(), table.game.basic, Random(1))


def until_wagers(table: Table) -> Round:
    """A round in which bets are open. Cards shuffled by hand have been cut."""
    round = table.open_round()
    while round.asking is not None and round.asking.about != "wagers":
        (party,) = round.waiting
        offer = round.offers(party)[0]
        round.do(offer.taken(party, offer.least))
    return round


def reported(table: Table, what: str, by: str = "dealer") -> Round:
    """A finished round in which a fault of the shuffler was reported."""
    round = table.open_round()
    assert round.do(by, "report", what=what) == []
    return drive(round, table.game.basic, Random(1))


def faults(round: Round) -> list[tuple[str, str, str]]:
    return [
        (e.what, e.remedy, e.clause) for e in looked_at(round.game.name, round.events) if isinstance(e, ev.Irregular)
    ]


def shuffles(round: Round) -> list[str]:
    return [e.by for e in round.events if isinstance(e, ev.Shuffled)]


# --- a jam


@every_game
@pytest.mark.parametrize("by", ["dealer", "supervisor"])
def test_a_jam_that_was_reported_comes_at_the_next_shuffle_and_the_cards_are_reshuffled(game: str, by: str) -> None:
    table = table_of(game)
    assert faults(reported(table, "shuffler jam", by)) == []  # it happens at the next shuffle, and there was none yet
    assert table.state.to_come == ("shuffler jam",)
    second = played(table)
    assert faults(second) == [("the shuffler jams", "the cards are reshuffled", JAM[game])]
    assert shuffles(second) == ["automated"]
    assert table.state.to_come == ()
    assert faults(played(table)) == []


@every_game
def test_a_jam_is_reported_once_and_of_a_device_only(game: str) -> None:
    table = table_of(game)
    round = table.open_round()
    round.do("dealer", "report", what="shuffler jam")
    refusal = round.check(round.input("dealer", "report", what="shuffler jam"))
    assert refusal is not None
    assert (refusal.clause, refusal.wrong) == (JAM[game], "it has been reported, and is yet to come")


@by_hand_too
def test_cards_shuffled_by_hand_do_not_jam(game: str) -> None:
    by_hand = table_of(game, shuffler="manual").open_round()
    for what in ("shuffler jam", "shuffler stays jammed"):
        refusal = by_hand.check(by_hand.input("dealer", "report", what=what))
        assert refusal is not None
        assert (refusal.clause, refusal.wrong) == (JAM[game], "no automated shuffler is used")
    round = table_of(game).open_round()
    removed = round.do("supervisor", "remove", what="shuffler")
    assert [e.clause for e in removed] == [REMOVED[game]]
    assert round.check(round.input("dealer", "report", what="shuffler jam")) is not None


@pytest.mark.parametrize("game", ["double_down_stud", "boston_5_stud", "caribbean_stud", "double_cross_poker"])
def test_a_jam_of_two_packs_comes_while_this_round_is_played(game: str) -> None:
    table = table_of(game, packs=2)
    played(table)
    second = reported(table, "shuffler jam")
    assert faults(second) == [("the shuffler jams", "the cards are reshuffled", JAM[game])]
    assert shuffles(second) == ["automated"]


# --- a device that stays jammed


@by_hand_too
def test_a_shuffler_that_stays_jammed_is_removed_and_the_game_goes_on_by_hand(game: str) -> None:
    table = table_of(game)
    reported(table, "shuffler stays jammed")
    round = table.open_round()
    assert faults(round) == [("the shuffler jams", "the cards are reshuffled", JAM[game])]
    assert [str(party) for party in round.waiting] == ["supervisor"]
    offered = [offer.do for offer in round.offers(round.waiting[0])]
    assert offered == ["remove", "replace"]
    events = round.do("supervisor", "remove", what="shuffler")
    assert isinstance(events[0], ev.Procedure)
    assert (events[0].clause, events[0].ruling) == (REMOVED[game], "jammed-for-good")
    drive(round, table.game.basic, Random(1))
    assert shuffles(round) == ["manual"]
    assert [e.by for e in round.events if isinstance(e, ev.Cut)]  # cards shuffled by hand are cut
    assert table.state.removed == ("shuffler",)
    assert shuffles(played(table)) == ["manual"]


@every_game
def test_another_shuffler_may_come_in_its_place(game: str) -> None:
    table = table_of(game)
    reported(table, "shuffler stays jammed")
    round = table.open_round()
    events = round.do("supervisor", "replace", what="shuffler")
    assert isinstance(events[0], ev.Procedure)
    assert (events[0].step, events[0].clause) == ("another shuffler comes to the table", JAM[game])
    assert shuffles(drive(round, table.game.basic, Random(1))) == ["automated"]
    assert table.state.removed == ()


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("double_down_stud", marks=clause("double_down_stud", "11(e)")),
        pytest.param("boston_5_stud", marks=clause("boston_5_stud", "12(e)", "12(g)")),
    ],
)
def test_a_game_by_device_only_has_another_or_closes(game: str) -> None:
    table = table_of(game)
    reported(table, "shuffler stays jammed")
    round = table.open_round()
    assert [offer.do for offer in round.offers(round.waiting[0])] == ["replace", "close"]
    assert round.check(round.input("supervisor", "remove", what="shuffler")) is not None
    round.do("supervisor", "close")
    assert round.over
    assert "the table closes, and what lies on it goes back" in [
        e.step for e in round.events if isinstance(e, ev.Procedure)
    ]
    again = played(table)  # when it opens again, it receives cards like any new table
    assert "receive the cards" in [e.step for e in again.events if isinstance(e, ev.Procedure)]
    if game == "boston_5_stud":
        window = table.open_round()
        refusal = window.check(window.input("supervisor", "remove", what="shuffler"))
        assert refusal is not None
        assert refusal.clause == "12(g)"
        assert "by device only" in refusal.wrong


@pytest.mark.parametrize("game", BY_DEVICE)
def test_a_table_that_closes_in_mid_round_gives_back_what_lies_on_it(game: str) -> None:
    table = table_of(game, packs=2)
    played(table)  # its opening shuffles both packs
    round = table.open_round()
    round.do("dealer", "report", what="shuffler stays jammed")
    for wager, amount in (("original", 1000),) if game == "double_down_stud" else (("ante", 1000), ("first", 2000)):
        round.do("Ann", "wager", wager, amount)
    round.do("dealer", "no more bets")
    round.do("supervisor", "close")
    assert round.over
    assert {(end.result, end.returned - end.stake) for end in round.settlements} == {("void", 0)}
    assert {end.ruling for end in round.settlements} == {"void-returns-all"}
    assert (table.state.condition, table.state.order) == ("new", "")


def test_a_table_that_closes_counts_its_new_packs_from_the_beginning() -> None:
    """The count was due in the second round. The packs that come when the table opens again owe none."""
    table = table_of("boston_5_stud", packs=2, count_every=2)
    played(table)
    assert table.state.pack_since == (1, 0)
    round = table.open_round()
    round.do("dealer", "report", what="shuffler stays jammed")
    for wager, amount in (("ante", 1000), ("first", 2000)):
        round.do("Ann", "wager", wager, amount)
    round.do("dealer", "no more bets")
    round.do("supervisor", "close")
    assert (table.state.pack_since, table.state.uncounted) == ((), 0)
    assert not [e for e in table.open_round().events if isinstance(e, ev.Counted)]


@pytest.mark.parametrize("game", ["caribbean_stud", "double_cross_poker"])
def test_the_other_pack_waits_for_a_shuffle_by_hand_where_the_device_leaves_in_mid_round(game: str) -> None:
    table = table_of(game, packs=2)
    played(table)  # its opening shuffles both packs
    round = table.open_round()
    round.do("dealer", "report", what="shuffler stays jammed")
    round.do("Ann", "wager", "ante", 1000)
    round.do("dealer", "no more bets")
    round.do("supervisor", "remove", what="shuffler")
    drive(round, table.game.basic, Random(1))
    assert not round.layout.void
    assert table.state.order == ""
    assert shuffles(round) == []
    assert [given.do for given in round.inputs].count("shuffle") == 0  # nobody is asked for an order that none uses
    assert shuffles(played(table)) == ["manual"]


@pytest.mark.parametrize("game", ["caribbean_stud", "double_cross_poker"])
def test_the_round_goes_on_at_once_where_a_device_that_will_not_answer_leaves_in_mid_round(game: str) -> None:
    table = table_of(game, packs=2)
    played(table)  # its opening shuffles both packs
    round = table.open_round()
    round.attendants = {}
    round.do("Ann", "wager", "ante", 1000)
    round.do("dealer", "no more bets")
    assert [str(party) for party in round.waiting] == ["shuffler"]
    events = round.do("supervisor", "remove", what="shuffler")
    assert [type(event) for event in events][:2] == [ev.Procedure, ev.Dealt]
    assert [str(party) for party in round.waiting] != ["shuffler"]


def test_cover_all_goes_back_where_the_shuffler_leaves_in_mid_round() -> None:
    table = table_of("caribbean_stud", packs=2)
    played(table)  # its opening shuffles both packs
    round = table.open_round()
    round.do("dealer", "report", what="shuffler stays jammed")
    round.do("Ann", "wager", "ante", 1000)
    round.do("Ann", "wager", "cover all", 500)
    round.do("dealer", "no more bets")
    round.do("supervisor", "remove", what="shuffler")
    (end,) = [end for end in round.settlements if end.wager == "cover all"]
    assert (end.result, end.returned, end.clause) == ("void", 500, "12(d)")


@by_hand_too
def test_a_fault_of_a_device_that_is_removed_before_it_shuffles_lapses(game: str) -> None:
    table = table_of(game)
    round = table.open_round()
    round.do("dealer", "report", what="shuffler stays jammed")
    lapsed = [e for e in round.do("supervisor", "remove", what="shuffler") if isinstance(e, ev.Irregular)]
    assert [(e.what, e.clause) for e in lapsed] == [("shuffler stays jammed", JAM[game])]
    assert lapsed[0].remedy.startswith("none:")
    assert round.state.to_come == ()


# --- answers of the device, and what a supervisor may do meanwhile


@by_hand_too
def test_a_device_that_will_not_answer_can_be_removed_at_once(game: str) -> None:
    table = table_of(game)
    played(table)
    del table.attendants["shuffler"]
    round = table.open_round()
    assert [str(party) for party in round.waiting] == ["shuffler"]
    events = round.do("supervisor", "remove", what="shuffler")
    assert events[0].clause == REMOVED[game]
    refusal = round.check(make(by="shuffler", do="jam"))
    assert refusal is not None
    assert refusal.clause == JAM[game]


@every_game
def test_a_device_says_that_it_jams_for_good(game: str) -> None:
    table = table_of(game)
    played(table)
    sound = table.attendants["shuffler"]
    said = iter(("", "for good"))

    def jams(round: Round, question: Question) -> Input:
        what = next(said, None)
        return sound(round, question) if what is None else make(by="shuffler", do="jam", what=what)

    table.attendants["shuffler"] = jams
    round = table.open_round()
    assert [e.by for e in citing(round, JAM[game]) if isinstance(e, ev.Irregular)] == ["shuffler", "shuffler"]
    assert [str(party) for party in round.waiting] == ["supervisor"]
    assert shuffles(drive(round, table.game.basic, Random(1))) == ["automated" if game in BY_DEVICE else "manual"]


@every_game
def test_a_fault_reported_while_the_device_is_asked_comes_at_once(game: str) -> None:
    table = table_of(game)
    played(table)
    sound = table.attendants.pop("shuffler")
    round = table.open_round()
    events = round.do("supervisor", "report", what="shuffler jam")
    assert [(type(e), e.clause) for e in events] == [(ev.Irregular, JAM[game])]
    assert round.state.to_come == ()
    assert round.asking is not None
    round.do(sound(round, round.asking))
    assert shuffles(round) == ["automated"]


# --- a device that was repaired


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("caribbean_stud", marks=clause("caribbean_stud", "13(g)")),
        pytest.param("double_cross_poker", marks=clause("double_cross_poker", "12(f)")),
        pytest.param("double_attack_blackjack", marks=clause("double_attack_blackjack", "15(l)")),
    ],
)
def test_a_shuffler_that_was_removed_comes_back_and_shuffles_the_next_cards(game: str) -> None:
    table = table_of(game)
    round = table.open_round()
    refusal = round.check(round.input("supervisor", "bring back", what="shuffler"))
    assert refusal is not None
    assert (refusal.clause, refusal.wrong) == (REMOVED[game], "no automated shuffler was removed from the table")
    round.do("supervisor", "remove", what="shuffler")
    drive(round, table.game.basic, Random(1))
    second = until_wagers(table)
    back = second.do("supervisor", "bring back", what="shuffler")
    assert isinstance(back[0], ev.Procedure)
    assert (back[0].step, back[0].clause, back[0].ruling) == (
        "the automated shuffler, repaired, is brought back",
        REMOVED[game],
        "jammed-for-good",
    )
    drive(second, table.game.basic, Random(1))
    assert (shuffles(second), table.state.removed) == (["manual"], ())
    assert shuffles(played(table)) == ["automated"]


@pytest.mark.parametrize("game", REMOVED)
def test_a_device_comes_back_between_rounds_and_not_beside_wagers(game: str) -> None:
    table = table_of(game)
    round = table.open_round()
    round.do("Ann", "wager", table.game.base, 1000)
    round.do("supervisor", "remove", what="shuffler")
    refusal = round.check(round.input("supervisor", "bring back", what="shuffler"))
    assert refusal is not None
    assert (refusal.clause, refusal.wrong) == (
        REMOVED[game],
        "a device comes back between rounds, and wagers are on the layout",
    )


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("boston_5_stud", marks=clause("boston_5_stud", "12(g)")),
        pytest.param("caribbean_stud", marks=clause("caribbean_stud", "13(g)")),
        pytest.param("double_cross_poker", marks=clause("double_cross_poker", "12(f)")),
    ],
)
def test_an_automated_shoe_that_was_removed_comes_back(game: str) -> None:
    table = table_of(game, dealing="automated shoe")
    round = table.open_round()
    round.do("supervisor", "remove", what="automated shoe")
    drive(round, table.game.basic, Random(1))
    assert table.state.removed == ("automated shoe",)
    second = until_wagers(table)
    second.do("supervisor", "bring back", what="automated shoe")
    drive(second, table.game.basic, Random(1))
    closing = [e.clause for e in second.events if isinstance(e, ev.Announced) and e.words == "No more bets"]
    assert (
        closing[0] == {"boston_5_stud": "9(b)(2)", "caribbean_stud": "9(c)(2)", "double_cross_poker": "9(b)(2)"}[game]
    )
    assert table.state.removed == ()


@pytest.mark.parametrize("game", ["caribbean_stud", "double_cross_poker"])
@pytest.mark.parametrize("first", ["shuffler", "automated shoe"])
@pytest.mark.parametrize("back", ["shuffler", "automated shoe"])
def test_of_two_devices_that_were_removed_one_comes_back(game: str, first: str, back: str) -> None:
    other = {"shuffler": "automated shoe", "automated shoe": "shuffler"}
    round = table_of(game, dealing="automated shoe").open_round()
    round.do("supervisor", "remove", what=first)
    round.do("supervisor", "remove", what=other[first])
    assert round.state.removed == (first, other[first])
    round.do("supervisor", "bring back", what=back)
    assert round.state.removed == (other[back],)
    refusal = round.check(round.input("supervisor", "bring back", what=back))
    assert refusal is not None
    assert refusal.wrong.endswith("was removed from the table")


@pytest.mark.parametrize("game", ["caribbean_stud", "double_cross_poker"])
def test_what_one_device_is_reported_to_do_wrong_comes_though_the_other_is_removed(game: str) -> None:
    round = table_of(game, dealing="automated shoe").open_round()
    round.do("dealer", "report", what="shuffler jam")
    made = round.do("supervisor", "remove", what="automated shoe")
    assert not [e for e in made if isinstance(e, ev.Irregular)]
    assert round.state.to_come == ("shuffler jam",)
    round = table_of(game, dealing="automated shoe").open_round()
    round.do("dealer", "report", what="shoe jam", amount=1)
    made = round.do("supervisor", "remove", what="shuffler")
    assert not [e for e in made if isinstance(e, ev.Irregular)]
    assert round._dealer.faults.jam_after == 0


# --- the log


@pytest.mark.parametrize("game", JAM)
def test_a_log_with_jams_is_proved(game: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("log") / "jams.jsonl"
    table = table_of(game)
    with LogWriter(path, table.game, table.rules) as log:
        log.add(reported(table, "shuffler jam"))
        log.add(reported(table, "shuffler stays jammed"))
        for _ in range(2):
            log.add(played(table))
    proof = prove(path, registry.game)
    assert proof.rounds == 4


def test_nobody_but_the_house_reports_a_jam() -> None:
    round = table_of("caribbean_stud").open_round()
    with pytest.raises(IllegalAction):
        round.do("Ann", "report", what="shuffler jam")
