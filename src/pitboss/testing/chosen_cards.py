"""Rounds with chosen cards, to show clauses and amounts that were worked out by hand.

>>> round = played("caribbean_stud", "As Ah Kd 9c 4s  Qh Jd 8c 5d 3h", {"ante": 500}, "bet")
>>> paid(round)
{'ante': ('win', 1000), 'bet': ('push', 1000)}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.engine.round.events import Event
from pitboss.engine.round.round import Round
from pitboss.engine.table import Table

ANN = "Ann"


def opened(game: str, cards: str = "", *players: str, **rules: Any) -> Round:
    """A round that is open for wagers, with these cards on top in the order of dealing. Default: Ann alone."""
    table = Table(game, rules, seed=1)
    for player in players or (ANN,):
        table.sit(player)
    if cards:
        table.stack(cards)
    return table.open_round()


def dealt(game: str, cards: str, stakes: Mapping[str, int], *players: str, **rules: Any) -> Round:
    """A round in which everyone has staked these cents, and the first cards are dealt."""
    round = opened(game, cards, *players, **rules)
    for player in players or (ANN,):
        for wager, amount in stakes.items():
            round.do(player, "wager", wager, amount)
    round.do("dealer", "no more bets")
    return round


def played(game: str, cards: str, stakes: Mapping[str, int], *choices: str, **rules: Any) -> Round:
    """A round in which Ann has made these choices, one after another."""
    round = dealt(game, cards, stakes, **rules)
    for choice in choices:
        round.do(ANN, choice)
    return round


def paid(round: Round, player: str = ANN) -> dict[str, tuple[str, int]]:
    """The result of each of a player's wagers, and the cents that went back."""
    return {one.wager: (one.result, one.returned) for one in round.settlements if one.player == player}


def citing(round: Round, clause: str) -> list[Event]:
    """The events of a round that cite a clause."""
    return [event for event in round.events if clause in (event.clause, *event.also)]
