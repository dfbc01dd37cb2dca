"""Rounds of Double Cross Poker set up by hand: where the cards lie, and how people act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from pitboss.basics.cards import PACK_52, TEXT
from pitboss.basics.errors import RulesError
from pitboss.engine.round import events as ev
from pitboss.engine.table import Table

from scene import Scene

NAME = "double_cross_poker"
SORTED = [TEXT[card] for card in PACK_52]
PAIR_OF_ACES = "Ah As 8d 5c Th 9c 6s Ks 4d"
"""Ann's two aces, the dealer's two cards, and the cross, in dealing order."""


def laid(*players: str, dealer: str, horizontal: str, vertical: str) -> str:
    """The cards in dealing order, given where they lie: left center right, top center bottom."""
    left, center, right = horizontal.split()
    top, middle, bottom = vertical.split()
    assert center == middle
    return " ".join((*players, dealer, left, center, right, top, bottom))


def decided(cards: str, *actions: str, players: Sequence[str] = ("Ann",), ante: int = 1000, **rules: Any) -> Scene:
    """Everyone antes and acts once, in turn."""
    scene = Scene(NAME, cards, players=players, rules=rules)
    for player in players:
        scene.wager(player, ante=ante)
    scene.no_more_bets()
    for player, action in zip(players, actions, strict=True):
        scene.do(player, action)
    return scene


def played(scene: Scene) -> Scene:
    """Ann antes and folds."""
    scene.wager("Ann", ante=1000).no_more_bets().do("Ann", "fold")
    return scene


def ends(scene: Scene, who: str) -> list[tuple[str, int]]:
    """The results and returns of ante and raises."""
    return [scene.result(who, wager) for wager in ("ante", "raise 1", "raise 2")]


def steps(scene: Scene) -> list[str]:
    return [e.step for e in scene.events(ev.Procedure)]


def step(scene: Scene, words: str) -> ev.Procedure:
    """The first step that contains these words."""
    found: ev.Procedure = next(e for e in scene.events(ev.Procedure) if words in e.step)
    return found


def defects(**rules: Any) -> list[tuple[str, str]]:
    """The invalid options of these rules, and the clauses that forbid them."""
    with pytest.raises(RulesError) as refused:
        Table(NAME, rules)
    return [(defect.option, defect.clause) for defect in refused.value.defects]
