"""Offers as plain data: a client gets them as JSON, and learns the cost of each before it takes one.

``pitboss.testing`` holds this of every offer in random rounds (``test_every_game.py``).
"""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from attack_scene import AttackScene
from pitboss.engine.round.asks import Offer
from pitboss.testing.offers import wrong_costs


def test_what_a_client_shows_of_an_offer_is_in_its_json() -> None:
    offer = Offer(
        do="wager",
        wager="ante",
        clause="6(a)",
        hand=2,
        least=500,
        most=5000,
        step=100,
        what=("one", "two"),
        places=("seat 1",),
        why_not="bets are closed",
        fixed_cost=0,
        optional=True,
        default=True,
    )
    assert msgspec.json.decode(msgspec.json.encode(offer)) == {
        "do": "wager",
        "wager": "ante",
        "clause": "6(a)",
        "hand": 2,
        "least": 500,
        "most": 5000,
        "step": 100,
        "what": ["one", "two"],
        "places": ["seat 1"],
        "why_not": "bets are closed",
        "fixed_cost": 0,
        "optional": True,
        "default": True,
    }
    nothing, none = Offer(do="fold", clause="10(b)"), Offer(do="fold", clause="10(b)", what=(), places=())
    assert [msgspec.json.decode(msgspec.json.encode(one), type=Offer) for one in (nothing, none)] == [nothing, none]
    assert nothing != none


def shared(cards: str, *, attack: int = 0) -> AttackScene:
    """Ann at box 1, and Bob standing behind it, with wagers on the same hand."""
    scene = AttackScene(cards, standing=("Bob",)).wager("Ann", initial=1000)
    scene.do("Ann", "consent")
    scene.do("Bob", "wager", "initial", 500, seat=1)
    scene.no_more_bets()
    if attack:
        scene.do("Ann", "attack", amount=attack)
    scene.no_more_bets()
    return scene


@pytest.mark.parametrize(
    ("moves", "about", "asked"),
    [
        ((), "decision", "Ann"),
        (("split",), "cover the split or name a hand", "Bob"),
        ((("double", 1000),), "double with the caller", "Bob"),
    ],
)
def test_a_split_a_double_and_what_others_on_a_box_join_cost_what_they_stake(
    moves: tuple[str | tuple[str, int], ...], about: str, asked: str
) -> None:
    """10(a), 13(d), 13(f): a split costs a second initial wager, and a second attack if the rules say so."""
    round = shared("7s 8h 8d Kc 9c Jd", attack=700).move(*moves).round
    assert round.asking is not None
    assert (round.asking.about, round.waiting[0].player) == (about, asked)
    assert [*wrong_costs(round, round.waiting[0], Random(1))] == []
