"""Questions to players in random rounds, with what their seats have seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from pitboss import Table
from pitboss.engine.round.asks import Offer
from pitboss.engine.round.layout import View
from pitboss.engine.round.round import Round
from pitboss.mathematics.decision_values import SeatQuestion
from pitboss.testing.random_tables import every_ask


class Questioned(NamedTuple):
    """A player at a question of a round."""

    round: Round
    viewer: str
    asked: SeatQuestion
    offers: Sequence[Offer]

    @property
    def view(self) -> View:
        return self.round.view(self.viewer)


def questions(game: str, seed: int, *, rounds: int, rules: dict[str, Any] | None = None) -> Iterator[Questioned]:
    """Every question to a player but those about wagers, in random rounds of two players."""
    random = Random(seed)
    for number in range(rounds):
        table = Table(game, rules or {}, seed=seed + number)
        table.sit("Ann")
        table.sit("Bob")
        for round in every_ask(table.open_round(), random):
            assert round.asking is not None
            about = round.asking.about
            for party in round.waiting:
                if party.by == "player" and about not in ("wagers", "the cut"):
                    offers = round.offers(party)
                    hand = next((one.hand for one in offers if one.hand and not one.why_not), 1)
                    asked = SeatQuestion(about=about, seat=party.seat, player=party.player, hand=hand)
                    yield Questioned(round, round.viewer(party), asked, offers)
