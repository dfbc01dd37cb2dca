"""What people are offered in random rounds of a game, under random rules and with irregularities."""

from __future__ import annotations

from random import Random

from pitboss.engine import registry
from pitboss.engine.round.inputs import PLAYER
from pitboss.engine.round.round import Round
from pitboss.testing.random_tables import look_at_rounds


def offered_to_players(name: str, tables: int) -> set[tuple[str, str]]:
    """All that players may do at tables of this game: the act, and the wager it is about."""
    found: set[tuple[str, str]] = set()

    def look(round: Round, random: Random) -> None:
        asking = round.asking
        assert asking is not None
        for party in (*asking.waiting, *asking.also):
            if party.by == PLAYER:
                found.update((one.do, one.wager) for one in round.offers(party) if not one.why_not)

    for number in range(tables):
        look_at_rounds(registry.game(name), Random(f"{name} {number}"), look)
    return found
