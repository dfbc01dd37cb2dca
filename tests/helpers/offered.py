"""What people are offered in random rounds of a game, under random rules and with irregularities."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from pitboss.engine import registry
from pitboss.engine.auto.drive import step
from pitboss.engine.round.inputs import PLAYER
from pitboss.engine.round.round import Round
from play import rules_of, seated


def rounds_of(name: str, examples: int, look: Callable[[Round, Random], None], *, irregularities: float = 0.1) -> None:
    """Play a game at random under random rules, with irregularities, and look at every question.

    Findings are collected and reported at the end, so there is nothing to shrink.
    """
    game = registry.game(name)

    @settings(
        max_examples=examples,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(data=st.data(), seed=st.integers(0, 2**32), people=st.integers(1, 4))
    def play(data: st.DataObject, seed: int, people: int) -> None:
        random = Random(seed)
        table = seated(game, data.draw(rules_of(game)), random, people=people, standing=random.choice((0, 1)))
        for _ in range(2):
            round = table.open_round()
            while not round.over:
                look(round, random)
                step(round, random, irregularities=irregularities)

    play()


def offered_to_players(name: str, examples: int) -> set[tuple[str, str]]:
    """All that players may do at a table of this game: the act, and the wager it is about."""
    found: set[tuple[str, str]] = set()

    def look(round: Round, random: Random) -> None:
        asking = round.asking
        assert asking is not None
        for party in (*asking.waiting, *asking.also):
            if party.by == PLAYER:
                found.update((one.do, one.wager) for one in round.offers(party) if not one.why_not)

    rounds_of(name, examples, look)
    return found
