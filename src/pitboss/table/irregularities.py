"""Irregularities that several documents share. A game lists those it has, each under its own clause."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.table.dealer import Dealer, Void
from pitboss.table.events import Input, seat_place
from pitboss.table.game import Irregularity

AnyDealer = Dealer[Any]


def _cards_to_come(dealer: AnyDealer) -> str:
    return "" if dealer.shoe.left and dealer.phase in ("wagers", "deal") else "no more cards come from the shoe"


def boxed_card(clause: str, *, when: Callable[[AnyDealer], str] = _cards_to_come) -> Irregularity:
    """A card lies face up in the shoe: the next one, or the one so many draws ahead."""

    def happen(dealer: AnyDealer, given: Input) -> None:
        dealer.shoe.box(given.amount)

    def check(dealer: AnyDealer, given: Input) -> str:
        left = dealer.shoe.left
        return "" if given.amount <= left else f"card {given.amount} is past the end of the shoe, which has {left}"

    return Irregularity(
        what="boxed card",
        clause=clause,
        happen=happen,
        when=when,
        least=1,
        most=400,
        means="the card so many draws from now lies face up in the shoe",
        amount_is="how many draws from now, 1 for the next card",
        check=check,
    )


def drawn_in_error(clause: str, *, when: Callable[[AnyDealer], str] = _cards_to_come) -> Irregularity:
    """A card drawn too early, its face unseen, is used as the next."""

    def happen(dealer: AnyDealer, given: Input) -> None:
        dealer.irregular(
            "card drawn in error, not exposed", "it is used as the next card", clause, by=given.by, place=given.place
        )

    return Irregularity(
        what="card drawn in error",
        clause=clause,
        happen=happen,
        when=when,
        means="a card left the shoe too early and nobody saw its face",
    )


Due = int | Callable[[str], int]
"""Cards that a place should receive, the same for all or by place."""


def _due(cards: Due, place: str) -> int:
    return cards if isinstance(cards, int) else cards(place)


def _right_number(cards: Due) -> Callable[[AnyDealer, Input], str]:
    def check(dealer: AnyDealer, given: Input) -> str:
        right = given.amount == _due(cards, given.place)
        return f"{given.amount} is the right number of cards for {given.place}, and no misdeal" if right else ""

    return check


def misdeal(
    clause: str, *, places: Callable[[AnyDealer], tuple[str, ...]], cards: Due, most: int = 9
) -> Irregularity:
    """A place is about to be dealt a wrong number of cards; what follows is the game's ``check_misdeals``."""

    def happen(dealer: AnyDealer, given: Input) -> None:
        dealer.owed[given.place] = given.amount - _due(cards, given.place)
        dealer.unnoticed.discard(given.place)

    return Irregularity(
        what="misdeal",
        clause=clause,
        happen=happen,
        when=_before_deal,
        places=places,
        least=0,
        most=most,
        means="a place is dealt a wrong number of cards, and the dealer notices",
        amount_is="cards that the place receives",
        check=_right_number(cards),
    )


def unnoticed_misdeal(
    clause: str, *, places: Callable[[AnyDealer], tuple[str, ...]], cards: Due, most: int = 9
) -> Irregularity:
    """The same, noticed by nobody until the stub is counted."""

    def happen(dealer: AnyDealer, given: Input) -> None:
        dealer.owed[given.place] = given.amount - _due(cards, given.place)
        dealer.unnoticed.add(given.place)

    return Irregularity(
        what="unnoticed misdeal",
        clause=clause,
        happen=happen,
        when=_before_deal,
        places=places,
        least=0,
        most=most,
        means="a place is dealt a wrong number of cards, which only the stub count can find",
        amount_is="cards that the place receives",
        check=_right_number(cards),
    )


def wrong_counts(dealer: AnyDealer, due: Mapping[str, int]) -> list[tuple[str, int]]:
    """Places that hold another number of cards than is due, and how many; unnoticed misdeals are left out."""
    if not dealer.owed:
        return []
    held = ((place, len(dealer.cards(place))) for place in due if place not in dealer.unnoticed)
    return [(place, count) for place, count in held if count != due[place]]


def shoe_jam(clause: str, *, automated: Callable[[AnyDealer], bool]) -> Irregularity:
    """The automated shoe stops after so many cards; the game says what that voids."""

    def happen(dealer: AnyDealer, given: Input) -> None:
        dealer.jam_after = given.amount - 1

    def when(dealer: AnyDealer) -> str:
        return _before_deal(dealer) if automated(dealer) else "no automated shoe is used"

    return Irregularity(
        what="shoe jam",
        clause=clause,
        happen=happen,
        when=when,
        least=1,
        most=52,
        means="the automated shoe jams or stops in the deal",
        amount_is="the card at which it stops, 1 for the first",
    )


def exposed(
    what: str,
    clause: str,
    means: str,
    *,
    when: Callable[[AnyDealer], str],
    ruling: str = "",
    places: Callable[[AnyDealer], tuple[str, ...]] | None = None,
) -> Irregularity:
    """A card seen before its time that voids every hand."""

    def happen(dealer: AnyDealer, given: Input) -> None:
        dealer.irregular(what, "all hands void", clause, by=given.by, place=given.place, ruling=ruling)
        raise Void(clause, ruling=ruling)

    return Irregularity(what=what, clause=clause, means=means, happen=happen, when=when, places=places)


def _before_deal(dealer: AnyDealer) -> str:
    return "" if dealer.phase == "wagers" else "the cards have been dealt"


def seats_and(*more: str) -> Callable[[AnyDealer], tuple[str, ...]]:
    """The places where players sit or wager, and these."""

    def places(dealer: AnyDealer) -> tuple[str, ...]:
        seats = {seat for seat, _ in dealer.seats if seat} | {stake[0] for stake in dealer.layout.stakes}
        return (*map(seat_place, sorted(seats)), *more)

    return places
