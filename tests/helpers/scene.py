"""A round set up by hand: chosen cards, chosen people, and questions about how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from looks import citing, looked_at
from pitboss.basics.cards import TEXT, parse_cards
from pitboss.basics.errors import IllegalAction
from pitboss.engine import registry
from pitboss.engine.auto.policy import Turn, staff
from pitboss.engine.round.asks import Question
from pitboss.engine.round.events import Event, Settled
from pitboss.engine.round.inputs import Input, make
from pitboss.engine.round.round import Round
from pitboss.engine.table import Table
from pitboss.testing.random_tables import snapshot

KEY = "00" * 32


def stacked(cards: str, pack: Sequence[int]) -> str:
    """An order that begins with these cards (``^`` marks a face-up card) and continues with the rest."""
    first = cards.split()
    used = parse_cards([word.rstrip("^") for word in first], pack=range(52), packs=8)
    rest = list(pack)
    for card in used:
        if card in rest:
            rest.remove(card)
    return " ".join(first + [TEXT[card] for card in rest])


class Scene:
    """A table whose shuffler returns the cards that a test wants, in dealing order.

    ``cards`` are the top cards of the stack. A cut in the round shifts them, so give them as they lie before it.
    ``players`` arrive in this order, at the first free seat or at a given one. ``planted`` allows an order with extra
    or missing cards.
    """

    def __init__(
        self,
        game: str,
        cards: str = "",
        *,
        players: Sequence[str | tuple[str, int]] = ("Ann",),
        rules: Mapping[str, Any] | None = None,
        planted: bool = False,
        exact: bool = False,
    ) -> None:
        self.game = registry.game(game)
        self.cards, self.planted, self.exact = cards, planted, exact
        self.table = Table(game, rules or {}, attendants={"shuffler": self._shuffle})
        for player in players:
            self.table.sit(*((player,) if isinstance(player, str) else player))
        self.round: Round = self.table.open_round()

    def _shuffle(self, round: Round, question: Question) -> Input:
        order = self.cards if self.exact else stacked(self.cards, round.to_shuffle)
        return make(by="shuffler", do="shuffle", cards=order, key=KEY, source="planted" if self.planted else "")

    def next_round(self, cards: str = "") -> Scene:
        self.cards = cards
        self.round = self.table.open_round()
        return self

    # --- doing

    def do(self, who: str, do: str, wager: str = "", amount: int = 0, **more: Any) -> list[Event]:
        return self.round.do(who, do, wager, amount, **more)

    def wager(self, who: str, **amounts: int) -> Scene:
        """Place wagers in this order. Underscores in names stand for spaces."""
        for wager, amount in amounts.items():
            self.do(who, "wager", wager.replace("_", " "), amount)
        return self

    def no_more_bets(self) -> Scene:
        self.do("dealer", "no more bets")
        return self

    def report(self, what: str, by: str = "dealer", **more: Any) -> list[Event]:
        return self.do(by, "report", what=what, **more)

    def refused(self, who: str, do: str, wager: str = "", amount: int = 0, **more: Any) -> IllegalAction:
        """The refusal. Fails if it changed anything."""
        before = snapshot(self.round)
        with pytest.raises(IllegalAction) as refusal:
            self.do(who, do, wager, amount, **more)
        assert snapshot(self.round) == before
        return refusal.value

    def house(self) -> Scene:
        """Let the dealer and the supervisor go on until a player is asked or the round is over."""
        while self.round.asking and self.round.asking.waiting[0].by in ("dealer", "supervisor"):
            party = self.round.asking.waiting[0]
            given = staff(Turn(self.round, party, self.round.offers(party), Random(0)))
            assert given is not None, f"the round hangs at {self.round.asking.about}"
            self.round.do(given)
        return self

    # --- looking

    def settled(self, who: str, wager: str, hand: int = 1) -> Settled:
        """How a wager ended."""
        found = [s for s in self.round.settlements if (s.player, s.wager, s.hand) == (who, wager, hand)]
        assert len(found) == 1, f"{who}'s {wager} wager was settled {len(found)} times"
        return found[0]

    def result(self, who: str, wager: str, hand: int = 1) -> tuple[str, int]:
        end = self.settled(who, wager, hand)
        return end.result, end.returned

    def events(self, kind: type[Event]) -> list[Any]:
        return looked_at(self.game.name, [event for event in self.round.events if isinstance(event, kind)])

    def citing(self, clause: str) -> list[Any]:
        """The events of the round that cite a clause."""
        return citing(self.round, clause)

    def clauses(self) -> set[str]:
        """Every clause that the round's events cite."""
        return {clause for event in self.round.events for clause in (event.clause, *event.also)}
