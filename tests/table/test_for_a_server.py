"""What a server needs of a round: views that grow, offers that changed, devices that answer later, a round resumed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec
import pytest

from caribbean import BELOW, HANDS, laid
from pitboss import Link, Round, Table, replay
from pitboss.engine.auto.drive import step
from pitboss.engine.registry import games
from pitboss.engine.round.asks import METER, THE_DEALER, Party
from pitboss.engine.round.events import Event
from pitboss.engine.round.inputs import DecisionInput
from pitboss.engine.round.layout import View
from pitboss.engine.round.records import encode

every_game = pytest.mark.parametrize("name", games())
LINKED = {"progressive": "D", "progressive_linked": True}


def opened(name: str, *, people: int = 3, standing: int = 1, seed: int = 4) -> Table:
    table = Table(name, seed=seed)
    for number in range(people):
        table.sit("Ann", id=f"ann-{number}")
    for number in range(standing):
        table.stand("Bob", id=f"bob-{number}")
    return table


def to_wagers(round: Round) -> None:
    """Nobody cuts but the dealer, and the window for wagers opens."""
    while round.asking is not None and round.asking.about != "wagers":
        party = round.waiting[0]
        refuse = next((offer for offer in round.offers(party) if offer.do == "refuse"), None)
        offer = refuse or round.offers(party)[0]
        round.do(offer.taken(party, offer.least))


# --- views that grow


@every_game
def test_a_view_that_grows_record_by_record_is_the_view_of_all_records(name: str) -> None:
    table, random = opened(name), Random(name)
    for _ in range(4):
        round = table.open_round()
        viewers = ("seat 1", "seat 2", "standing", "public", "dealer", "surveillance")
        kept = {viewer: View(viewer) for viewer in viewers}
        told = 0
        while True:
            for record in round.records[told:]:
                for view in kept.values():
                    assert view.apply(record) == record.seen_by(view.viewer)
            told = len(round.records)
            for viewer, view in kept.items():
                whole = round.view(viewer)
                assert view.events == whole.events
                assert str(view) == str(whole)
                assert view.layout.stakes == whole.layout.stakes
            if round.over:
                break
            step(round, random, irregularities=0.1)


def test_people_who_stand_have_a_view_of_their_own_which_shows_no_card_that_lies_face_down() -> None:
    table = opened("double_attack_blackjack")
    round = table.open_round()
    assert round.viewer("ann-1") == "seat 2"
    assert round.viewer("bob-0") == "standing"
    assert round.viewer(Party("player", 3, "bob-0")) == "standing"
    assert round.viewer(THE_DEALER) == "dealer"
    stud = opened("caribbean_stud", standing=0).open_round()
    stud.do("ann-0", "wager", "ante", 500)
    stud.do("dealer", "no more bets")
    assert stud.view("standing").cards("seat 1") == [None] * 5
    assert None not in stud.view("seat 1").cards("seat 1")


# --- offers


def test_only_those_whom_an_act_concerns_get_new_offers() -> None:
    table = opened("double_attack_blackjack", people=3, standing=1)
    round = table.open_round()
    while round.asking is not None and round.asking.about != "wagers":
        round.do(
            *(("dealer", "cut") if round.waiting[0].by == "dealer" else (round.waiting[0].player, "refuse")), amount=0
        )
    first = round.changed_offers()
    assert set(first) == set(round.waiting)
    assert round.changed_offers() == {}
    round.do("ann-0", "wager", "initial", 1000)
    changed = round.changed_offers()
    assert Party("player", 1, "ann-0") in changed
    assert THE_DEALER in changed  # who may close bets now
    assert not any(party.player in ("ann-1", "ann-2") for party in changed)
    for party, offers in changed.items():
        assert offers == round.offers(party)


def test_a_party_that_may_act_no_more_is_told_so_once() -> None:
    round = opened("caribbean_stud", standing=0).open_round()
    round.do("ann-0", "wager", "ante", 500)
    round.changed_offers()
    round.do("dealer", "no more bets")
    gone = {party for party, offers in round.changed_offers().items() if not offers}
    assert gone == {Party("player", 2, "ann-1"), Party("player", 3, "ann-2"), THE_DEALER}
    assert round.changed_offers() == {}


@every_game
def test_what_parties_may_do_is_plain_data(name: str) -> None:
    table, random, found = opened(name), Random(name), 0
    for _ in range(3):
        round = table.open_round()
        while not round.over:
            question = msgspec.json.decode(msgspec.json.encode(round.asking), type=type(round.asking))
            assert question == round.asking
            for offers in (round.reports(), *(round.offers(party) for party in round.waiting)):
                assert msgspec.json.decode(
                    msgspec.json.encode(offers), type=list[type(offers[0])] if offers else list
                ) == list(offers)
                found += len(offers)
            step(round, random, irregularities=0.1)
    assert found


# --- people


def test_two_players_of_one_name_are_told_apart_by_id() -> None:
    table = opened("double_down_stud", people=2, standing=0)
    round = table.open_round()
    round.do("ann-0", "wager", "original", 500)
    round.do("ann-1", "wager", "original", 700)
    assert [(stake[1], amount) for stake, amount in round.layout.stakes.items()] == [("ann-0", 500), ("ann-1", 700)]
    assert round.called("ann-1") == "Ann"
    refusal = round.check("ann-1", "wager", "original", 700)
    assert refusal is not None
    assert "ann-1" not in str(refusal)
    assert "ann-0" not in str(round.check("ann-0", "fold"))
    with pytest.raises(ValueError, match="already at the table"):
        table.sit("Someone", id="ann-0")


# --- devices that answer from outside


def test_a_linked_meters_reading_may_come_later_than_the_act_that_asks_for_it() -> None:
    link = Link()
    table = Table("caribbean_stud", LINKED, link=link, seed=1, attendants={"meter": None})
    table.sit("Ann")
    table.stack(laid([HANDS["royal flush"]], BELOW))
    round = table.open_round()
    round.do("Ann", "wager", "ante", 1000)
    round.do("Ann", "wager", "progressive", 100)
    round.do("dealer", "no more bets")
    round.do("Ann", "bet")
    assert round.asking is not None
    assert round.waiting == (METER,)
    assert round.asking.about == "a reading of the meter"
    (offer,) = round.offers(METER)
    round.do(offer.taken(METER, 12_345_67))
    while not round.over:
        round.do(round.waiting[0].by, round.offers(round.waiting[0])[0].do)
    (won,) = [end for end in round.settlements if end.wager == "progressive"]
    assert won.returned == 12_345_67


# --- a round resumed


@every_game
def test_a_round_is_resumed_from_its_state_and_inputs_and_goes_on(name: str) -> None:
    table, random = opened(name), Random(name)
    for _ in range(3):
        round = table.open_round()
        while not round.over:
            again = replay(
                round.game, round.rules, round.start, round.seats_at_start, round.inputs, names=round.names_at_start
            )
            assert list(map(encode, again.records)) == list(map(encode, round.records))
            assert again.asking == round.asking
            assert again.attendants == {}
            step(round, random, irregularities=0.1)


def test_a_resumed_table_hears_only_of_what_is_new() -> None:
    table = opened("boston_5_stud", standing=0)
    round = table.open_round()
    round.do("ann-0", "wager", "ante", 500)
    heard: list[Event] = []

    def hear(round: Round, records: Sequence[Event]) -> None:
        heard.extend(records)

    other = Table("boston_5_stud", seed=9)
    other.listen(hear)
    resumed = other.resume_round(round.start, round.seats_at_start, round.inputs, names=round.names_at_start)
    assert list(map(encode, resumed.records)) == list(map(encode, round.records))
    resumed.attend(other.attendants)
    assert heard == []
    resumed.do("ann-0", "wager", "first", 1000)
    assert heard == resumed.records[len(round.records) :]
    assert other.names == {"ann-0": "Ann", "ann-1": "Ann", "ann-2": "Ann"}


def test_an_input_for_an_earlier_question_is_refused() -> None:
    table = opened("double_attack_blackjack", people=1, standing=0)
    round = table.open_round()
    to_wagers(round)
    round.do("ann-0", "wager", "initial", 1000)
    assert round.asking is not None
    turn = round.asking.turn
    round.do("dealer", "no more bets")
    late = DecisionInput(by="player", player="ann-0", seat=1, hand=1, do="attack", amount=1000, turn=turn)
    refusal = round.check(late)
    assert refusal is not None
    assert f"this answers question {turn}" in str(refusal)
    assert round.allows(msgspec.structs.replace(late, turn=round.asking.turn))
