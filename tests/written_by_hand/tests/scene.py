"""Rounds with chosen cards: one for each seat in order, then the dealer's."""

from __future__ import annotations

from typing import Any

from pitboss import Table
from pitboss.engine.round.events import Settled
from pitboss.engine.round.round import Round

NAME = "high_card"


def opened(cards: str, *players: str, **rules: Any) -> Round:
    """A round that is open for antes."""
    table = Table(NAME, rules)
    for player in players or ("Ann",):
        table.sit(player)
    table.stack(cards)
    return table.open_round()


def dealt(cards: str, *players: str, ante: int = 500, **rules: Any) -> Round:
    """A round in which everyone has placed an ante and holds a card."""
    round = opened(cards, *players, **rules)
    for player in players or ("Ann",):
        round.do(player, "wager", "ante", ante)
    round.do("dealer", "no more bets")
    return round


def ended(round: Round, player: str = "Ann") -> dict[str, tuple[str, int]]:
    """The result of each of a player's wagers, and the cents returned."""
    return {one.wager: (one.result, one.returned) for one in round.settlements if one.player == player}


def settled(round: Round, wager: str) -> Settled:
    return next(one for one in round.settlements if one.wager == wager)
