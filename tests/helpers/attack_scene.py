"""Rounds of Double Attack Blackjack set up by hand: the cards in the order they are dealt, and the moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.errors import IllegalAction
from pitboss.table import events as ev
from pitboss.table.events import Event, Input

from scene import Scene

NAME = "double_attack_blackjack"
BURN = "2c"
Move = str | tuple[str, int]
"""``hit``, or with an amount ``("double", 500)``."""


class AttackScene(Scene):
    """``cards`` come after the burn card: the dealer's up card, then a card to each box, twice, then as needed.

    ``standing`` people have no seat. ``burn`` is put before the cards where a new shoe burns one.
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
        if standing:  # they come before the round is opened, which is opened anew
            for name in standing:
                self.table.stand(name)
            self.table.round = None
            self.next_round(self.cards)

    def move(self, *moves: Move) -> AttackScene:
        """Whoever is asked does this, on the hand that they are asked about."""
        for move in moves:
            do, amount = (move, 0) if isinstance(move, str) else move
            self.do_asked(do, amount)
        return self

    def do_asked(self, do: str, amount: int = 0, what: str = "") -> list[Event]:
        return self.round.do(self.asked(do, amount, what))

    def asked(self, do: str, amount: int = 0, what: str = "") -> Input:
        """The input of whoever is asked."""
        party = self.round.waiting[0]
        offers = [offer for offer in self.round.offers(party) if offer.hand]
        hand = offers[0].hand if offers else 1
        return Input(by=party.by, seat=party.seat, player=party.player, do=do, amount=amount, what=what, hand=hand)

    def refuses(self, do: str, amount: int = 0, what: str = "") -> IllegalAction:
        """The refusal of a move by whoever is asked, which changes nothing."""
        given = self.asked(do, amount, what)
        before = list(self.round.records)
        refusal = self.round.check(given)
        assert refusal is not None, f"{do} was allowed"
        assert self.round.records == before
        return refusal

    def attacks(self, **amounts: int) -> AttackScene:
        """These people attack with these amounts, and the dealer closes the window."""
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
        """What the dealer announced about a hand."""
        return [e.words for e in self.events(ev.Announced) if (e.place, e.hand) == (place, hand)]

    def held(self, place: str) -> list[str]:
        """The cards dealt to a place, in order."""
        return [e.card for e in self.events(ev.Dealt) if e.to == place]

    def steps(self) -> list[str]:
        return [event.step for event in self.events(ev.Procedure)]

    def troubles(self) -> list[tuple[str, str]]:
        return [(event.what, event.clause) for event in self.events(ev.Irregular)]


def dealt(cards: str, *moves: Move, initial: int = 1000, attack: int = 0, bonus: int = 0, **more: Any) -> AttackScene:
    """Ann alone, dealt two cards against an up card that is no ace; then her moves."""
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
    """The same against an ace: insurance comes before the moves."""
    scene = dealt(cards, initial=initial, attack=attack, bonus=bonus, **more)
    scene.insures(**({"Ann": insurance} if insurance else {}))
    return scene.move(*moves)


def two(cards: str, **rules: object) -> AttackScene:
    """Ann and Bob have wagered, and nobody has attacked: both have two cards."""
    scene = AttackScene(cards, players=("Ann", "Bob"), rules=rules)
    scene.wager("Ann", initial=1000).wager("Bob", initial=1000).no_more_bets()
    return scene.attacks()
