"""Views: no message shows a hidden card too early."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from pitboss import IllegalAction, Table
from pitboss.basics.cards import TEXT
from pitboss.engine.auto.policy import Turn, random_legal, staff
from pitboss.engine.procedures.shoe import opens
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event
from pitboss.engine.round.inputs import ShuffleInput
from pitboss.engine.round.round import Round
from pitboss.testing.knowledge import leaks, mentioned, shown_to, with_other_hidden_cards

from scene import Scene

NAME = "double_down_stud"
VIEWERS = ("seat 1", "seat 2", "seat 6", "public", "dealer")


def steps(seed: int, rounds: int = 3) -> Iterator[Round]:
    """Random rounds of two players, yielded after every input."""
    table, random = Table(NAME, {"cut": True, "packs": 2}, seed=seed), Random(seed)
    table.sit("Ann")
    table.sit("Bob")
    for _ in range(rounds):
        round = table.open_round()
        while not round.over:
            yield round
            for party in round.waiting:
                policy = random_legal if party.by == "player" else staff
                given = policy(Turn(round, party, round.offers(party), random))
                if given is not None:
                    round.do(given)
                    break
        yield round


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("seed", range(4))
def test_no_field_of_any_message_names_a_card_that_the_viewer_may_not_know(seed: int, viewer: str) -> None:
    for round in steps(seed):
        assert leaks(round, viewer) == []


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_a_viewer_is_shown_does_not_depend_on_cards_it_does_not_know(viewer: str) -> None:
    random, compared = Random(5), 0
    for round in steps(5):
        other = with_other_hidden_cards(round, viewer, random)
        assert other is not None
        assert shown_to(other, viewer) == shown_to(round, viewer)
        compared += orders(other) != orders(round)
    assert compared > 10


def orders(round: Round) -> list[str]:
    """The orders of cards in a round's inputs."""
    return [given.cards for given in round.inputs if isinstance(given, ShuffleInput)]


def test_these_tests_can_fail() -> None:
    """Surveillance sees everything, so the same check fails for it at once."""
    scene = Scene(NAME, "Kd 7c 2h 3d 4c").wager("Ann", original=1000).no_more_bets()
    assert any("7c" in leak for leak in leaks(scene.round, "surveillance"))
    other = with_other_hidden_cards(scene.round, "public", Random(1))
    assert other is not None
    assert shown_to(other, "surveillance") != shown_to(scene.round, "surveillance")


def test_cards_are_found_wherever_a_message_holds_them() -> None:
    assert set(mentioned({"a": ["As", {"b": ("Kd 10h",)}], "c": "the two of clubs"})) == {"As", "Kd", "Th", "2c"}
    assert list(mentioned("7c1e0d 5h3 clause 4(c) has 9dollars")) == []
    assert list(mentioned(ev.Dealt(round=1, clause="8(c)", to="seat 1", hand=1, card="As", face="up"))) == ["As"]


# --- commitments


def test_commitments_come_before_bets_close_and_open_the_cards_that_were_shown() -> None:
    scene = Scene(NAME, "Kd 7c 2h 3d 4c").wager("Ann", original=1000)
    (committed,) = scene.events(ev.Committed)
    assert len(committed.commitments) == 52
    assert not scene.events(ev.Announced)
    scene.no_more_bets()
    assert not scene.events(ev.Opened)
    scene.no_more_bets()
    (opened,) = scene.events(ev.Opened)
    assert {card for _, card, _ in opened.cards} == {"Kd", "7c", "2h", "3d", "4c"}
    assert all(opens(committed.commitments[at], card, salt) for at, card, salt in opened.cards)


def test_the_cards_that_were_never_shown_stay_closed() -> None:
    scene = Scene(NAME, "Kd 7c 2h 3d 4c").wager("Ann", original=1000).no_more_bets().no_more_bets()
    public = scene.round.view("public")
    salts = [salt for event in public.events if isinstance(event, ev.Opened) for _, _, salt in event.cards]
    (committed,) = [event for event in public.events if isinstance(event, ev.Committed)]
    opened = {at for event in public.events if isinstance(event, ev.Opened) for at, _, _ in event.cards}
    closed = [c for at, c in enumerate(committed.commitments) if at not in opened]
    assert len(closed) == 47
    assert not [card for c in closed for card in TEXT for salt in (*salts, "", "00" * 16) if opens(c, card, salt)]


def test_a_void_opens_only_what_was_turned_up() -> None:
    scene = Scene(NAME, "Kd 7c 2h 3d 4c").wager("Ann", original=1000).no_more_bets()
    scene.report("exposed hole card")
    (opened,) = scene.events(ev.Opened)
    assert {card for _, card, _ in opened.cards} == {"Kd", "7c", "2h", "3d", "4c"}  # the hole card was seen


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_key_of_the_salts_is_surveillances_alone(viewer: str) -> None:
    for round in steps(9, rounds=1):
        keys = {event.key for event in round.events if isinstance(event, ev.Shuffled)}
        assert not [event for event in round.view(viewer).events if any(key in str(event) for key in keys)]


# --- views apply what they have seen


def test_a_view_is_the_fold_of_what_was_seen() -> None:
    scene = Scene(NAME, "Kd 7s 7c 2h 3d 4c", players=("Ann", "Bob"))
    scene.wager("Ann", original=1000).wager("Bob", original=500).no_more_bets()
    view = scene.round.view("seat 1")
    assert view.cards("seat 1") == ["Kd"]
    assert view.cards("seat 2") == ["7s"]
    assert view.cards("community") == [None, "2h", "3d", "4c"]
    assert view.layout.stakes == scene.round.layout.stakes
    assert view.layout.seats == {1: "Ann", 2: "Bob"}
    assert str(view).splitlines() == [
        "seat 1              Ann  Kd  original $10",
        "seat 2              Bob  7s  original $5",
        "community           ?? 2h 3d 4c",
    ]


def test_surveillance_sees_every_record_as_it_is() -> None:
    scene = Scene(NAME).wager("Ann", original=1000).no_more_bets().no_more_bets()
    assert scene.round.view("surveillance").events == scene.round.records
    known = str(Scene(NAME, "Kd 7c 2h 3d 4c").wager("Ann", original=1000).no_more_bets().round.view("surveillance"))
    assert "[7c] 2h 3d 4c" in known


@pytest.mark.parametrize("viewer", ["", "seat", "seat 9", "seat x", "Ann", "shuffler"])
def test_there_are_no_other_viewers(viewer: str) -> None:
    with pytest.raises(IllegalAction, match="is not a viewer; viewers are seat 1"):
        Scene(NAME).round.view(viewer)


def down(to: str) -> Event:
    return ev.Dealt(round=1, clause="", to=to, hand=1, card="As", face="down")


@pytest.mark.parametrize(
    ("viewer", "to", "card"),
    [
        ("seat 1", "seat 1", "As"),
        ("seat 2", "seat 1", None),
        ("seat 11", "seat 1", None),
        ("public", "seat 1", None),
        ("dealer", "seat 1", None),
        ("dealer", "dealer", None),
        ("seat 1", "dealer", None),
        ("surveillance", "seat 1", "As"),
        ("surveillance", "dealer", "As"),
    ],
)
def test_a_card_face_down_is_its_seats_and_surveillances(viewer: str, to: str, card: str | None) -> None:
    event = down(to).seen_by(viewer)
    assert isinstance(event, ev.Dealt)
    assert event.card == card
