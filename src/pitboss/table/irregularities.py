"""Irregularities that several documents share. A game lists those it has, each under its own clause."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from pitboss.table.dealer import Dealer, Void
from pitboss.table.dealing import AUTOMATED_SHOE, dealt_from
from pitboss.table.events import DOWN, Input, seat_place
from pitboss.table.game import Irregularity

AnyDealer = Dealer[Any]


# --- faults of single cards


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


# --- wrong numbers of cards

Due = Callable[[AnyDealer, str], int]
"""Cards that a place should receive in the deal that comes next."""


def _before_deal(dealer: AnyDealer) -> str:
    return "" if dealer.phase == "wagers" else "the cards have been dealt"


def misdeal(
    clause: str,
    *,
    places: Callable[[AnyDealer], tuple[str, ...]],
    cards: Due,
    when: Callable[[AnyDealer], str] = _before_deal,
    most: int = 9,
    unnoticed: bool = False,
) -> Irregularity:
    """A place is about to be dealt a wrong number of cards, noticed at once or not before the stub is counted."""

    def happen(dealer: AnyDealer, given: Input) -> None:
        dealer.owed[given.place] = given.amount - cards(dealer, given.place)
        if unnoticed:
            dealer.unnoticed.add(given.place)
        else:
            dealer.unnoticed.discard(given.place)

    def check(dealer: AnyDealer, given: Input) -> str:
        right = given.amount == cards(dealer, given.place)
        return f"{given.amount} is the right number of cards for {given.place}, and no misdeal" if right else ""

    found = "which nobody notices before the stub is counted or the cards are turned over"
    return Irregularity(
        what="unnoticed misdeal" if unnoticed else "misdeal",
        clause=clause,
        happen=happen,
        when=when,
        places=places,
        least=0,
        most=most,
        means=f"a place is dealt a wrong number of cards, {found if unnoticed else 'and the dealer notices'}",
        amount_is="cards that the place receives in the coming deal",
        check=check,
    )


def wrong_counts(dealer: AnyDealer, due: Mapping[str, int]) -> dict[str, int]:
    """Noticed misdeals: the places that hold another number of cards than is due, and how many."""
    if not dealer.owed:
        return {}
    held = {place: len(dealer.cards(place)) for place in due if place not in dealer.unnoticed}
    return {place: count for place, count in held.items() if count != due[place]}


def void_all(dealer: AnyDealer, place: str, held: int, due: int, clause: str, *, ruling: str = "") -> NoReturn:
    """A misdeal that voids every hand."""
    what = f"{held} cards instead of {due}"
    dealer.irregular(what, "all hands void, cards reshuffled", clause, place=place, ruling=ruling)
    raise Void(clause, reshuffle=True, ruling=ruling)


def void_one(dealer: AnyDealer, seat: int, held: int, due: int, clause: str) -> None:
    """A misdeal to a player that voids that hand alone."""
    place = seat_place(seat)
    dealer.irregular(f"{held} cards instead of {due}", "that hand is void", clause, place=place)
    dealer.unnoticed.discard(place)
    dealer.void_hand(seat, clause)


def complete_or_void(dealer: AnyDealer, place: str, due: int, clause: str, *, also: tuple[str, ...] = ()) -> None:
    """A dealer's hand that lacks one card gets it; any other wrong number voids every hand."""
    held = len(dealer.cards(place))
    if held != due - 1:
        void_all(dealer, place, held, due, clause)
    what, remedy = f"{held} cards instead of {due}", "one more card completes the dealer's hand"
    dealer.irregular(what, remedy, clause, place=place)
    dealer.deal(place, DOWN, clause, also=also)


# --- jams and cards seen too early


def shoe_jam(clause: str) -> Irregularity:
    """The automated shoe stops after so many cards: ``ShoeJam`` is raised in the deal."""

    def happen(dealer: AnyDealer, given: Input) -> None:
        dealer.jam_after = given.amount - 1

    def when(dealer: AnyDealer) -> str:
        return _before_deal(dealer) if dealt_from(dealer) == AUTOMATED_SHOE else "no automated shoe is used"

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


def void_for_jam(dealer: AnyDealer, clause: str) -> NoReturn:
    """The automated shoe has jammed in the deal, which voids the round."""
    dealer.irregular("the automated shoe jams", "the round is void, all cards are reshuffled", clause)
    raise Void(clause, reshuffle=True)


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


# --- where


def seats_and(*more: str) -> Callable[[AnyDealer], tuple[str, ...]]:
    """The places where players sit or wager, and these."""

    def places(dealer: AnyDealer) -> tuple[str, ...]:
        seats = {seat for seat, _ in dealer.seats if seat} | {stake[0] for stake in dealer.layout.stakes}
        return (*map(seat_place, sorted(seats)), *more)

    return places
