"""Rounds of Double Attack Blackjack set up by hand: the cards in dealing order, and the moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.basics.errors import IllegalAction
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event
from pitboss.engine.round.inputs import Input, make

from scene import Scene

NAME = "double_attack_blackjack"
BURN = "2c"
Move = str | tuple[str, int]
"""``hit``, or with an amount ``("double", 500)``."""


class AttackScene(Scene):
    """``cards`` come after the burn card: the dealer's up card, then a card to each box, twice, then as needed.

    ``standing`` people have no seat. ``burn`` comes before the cards if a new shoe burns one.
    """

    def __init__(
        self,
        cards: str = "",
        *,
        players: Sequence[str | tuple[str, int]] = ("Ann",),
        standing: Sequence[str] = (),
        rules: Mapping[str, Any] | None = None,
        planted: bool = False,
        exact: bool = False,
        burn: str = BURN,
    ) -> None:
        super().__init__(NAME, f"{burn} {cards}", players=players, rules=rules, planted=planted, exact=exact)
        if standing:  # they must come before the round, so open it again
            for name in standing:
                self.table.stand(name)
            self.table.round = None
            self.next_round(self.cards)

    def move(self, *moves: Move) -> AttackScene:
        """Let the party that is asked do this, on the hand in question."""
        for move in moves:
            do, amount = (move, 0) if isinstance(move, str) else move
            self.do_asked(do, amount)
        return self

    def do_asked(self, do: str, amount: int = 0, what: str = "") -> list[Event]:
        return self.round.do(self.asked(do, amount, what))

    def asked(self, do: str, amount: int = 0, what: str = "") -> Input:
        """The input of the party that is asked."""
        party = self.round.waiting[0]
        offers = [offer for offer in self.round.offers(party) if offer.hand]
        hand = offers[0].hand if offers else 1
        return make(by=party.by, seat=party.seat, player=party.player, do=do, amount=amount, what=what, hand=hand)

    def refuses(self, do: str, amount: int = 0, what: str = "") -> IllegalAction:
        """The refusal of a move by the party that is asked. It changes nothing."""
        given = self.asked(do, amount, what)
        before = list(self.round.records)
        refusal = self.round.check(given)
        assert refusal is not None, f"{do} was allowed"
        assert self.round.records == before
        return refusal

    def attacks(self, **amounts: int) -> AttackScene:
        """Let these people attack with these amounts, and let the dealer close the window."""
        for who, amount in amounts.items():
            self.do(who, "attack", amount=amount)
        self.no_more_bets()
        return self

    def insures(self, **amounts: int) -> AttackScene:
        for who, amount in amounts.items():
            self.do(who, "insure", amount=amount)
        self.no_more_bets()
        return self

    def said(self, place: str, hand: int = 1) -> list[str]:
        """The dealer's announcements about a hand."""
        return [e.words for e in self.events(ev.Announced) if (e.place, e.hand) == (place, hand)]

    def held(self, place: str) -> list[str]:
        """The cards dealt to a place, in order."""
        return [e.card for e in self.events(ev.Dealt) if e.to == place]

    def steps(self) -> list[str]:
        return [event.step for event in self.events(ev.Procedure)]

    def troubles(self) -> list[tuple[str, str]]:
        return [(event.what, event.clause) for event in self.events(ev.Irregular)]


def dealt(cards: str, *moves: Move, initial: int = 1000, attack: int = 0, bonus: int = 0, **more: Any) -> AttackScene:
    """Ann alone gets two cards against an up card that is not an ace. Her moves follow."""
    scene = AttackScene(cards, **more)
    scene.wager("Ann", initial=initial)
    if bonus:
        scene.wager("Ann", bust_bonus=bonus)
    scene.no_more_bets()
    scene.attacks(**({"Ann": attack} if attack else {}))
    return scene.move(*moves)


def dealt_ace(
    cards: str, *moves: Move, initial: int = 1000, attack: int = 0, insurance: int = 0, bonus: int = 0, **more: Any
) -> AttackScene:
    """Like ``dealt``, against an ace. Insurance comes before the moves."""
    scene = dealt(cards, initial=initial, attack=attack, bonus=bonus, **more)
    scene.insures(**({"Ann": insurance} if insurance else {}))
    return scene.move(*moves)


def two(cards: str, *, planted: bool = False, **rules: object) -> AttackScene:
    """Ann and Bob have wagered and have two cards each. Nobody has attacked."""
    scene = AttackScene(cards, players=("Ann", "Bob"), rules=rules, planted=planted)
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000).no_more_bets()
    return scene.attacks()
