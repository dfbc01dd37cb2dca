"""Wrong numbers of cards (12(c)), and their remedies when they are noticed, counted or turned over."""

from __future__ import annotations

from pitboss.engine.procedures.irregularities import void_all
from pitboss.engine.round.events import seat_place
from pitboss.games.double_cross_poker.procedures.dealing import COMMUNITY, CROSS, DEALER, DoubleCrossDealer


def due(dealer: DoubleCrossDealer, place: str) -> int:
    """The due number of cards at a place."""
    return 5 if place == COMMUNITY else 2


def held(dealer: DoubleCrossDealer, place: str) -> int:
    return sum(len(dealer.cards(part)) for part in CROSS) if place == COMMUNITY else len(dealer.cards(place))


def misdealt(dealer: DoubleCrossDealer) -> list[str]:
    """Places that were dealt a wrong number of cards. Misdeals that did not happen have lapsed before."""
    return list(dealer.faults.owed)


def on_the_layout(dealer: DoubleCrossDealer) -> dict[str, tuple[int, int]]:
    """The actual and the due number of cards at each place."""
    places = (*map(seat_place, dealer.live()), DEALER, COMMUNITY)
    return {place: (held(dealer, place), due(dealer, place)) for place in places}


def check_the_deal(dealer: DoubleCrossDealer) -> None:
    """12(c): a wrong number of cards anywhere voids every hand once it is noticed."""
    for place in misdealt(dealer):
        if place not in dealer.faults.unnoticed:
            void_misdeal(dealer, place)


def turned_over(dealer: DoubleCrossDealer, place: str) -> None:
    """An unnoticed misdeal shows at the latest when the cards are turned over."""
    if not dealer.faults.unnoticed:
        return
    area = COMMUNITY if place in CROSS else place
    wrong = len(dealer.cards(place)) != (1 if place in CROSS else due(dealer, place))
    if wrong and area in dealer.faults.unnoticed:
        void_misdeal(dealer, area)


def never_found(dealer: DoubleCrossDealer, place: str) -> None:
    """An unnoticed misdeal lapses when its hand is folded."""
    if place in dealer.faults.unnoticed:
        dealer.faults.unnoticed.discard(place)
        dealer.lapse("unnoticed misdeal", "none: the hand was folded, and its cards were not counted", place=place)


def void_misdeal(dealer: DoubleCrossDealer, place: str) -> None:
    ruling = "dealer-misdeal" if place == DEALER else ""
    void_all(dealer, place, held(dealer, place), due(dealer, place), "12(c)", ruling=ruling)
