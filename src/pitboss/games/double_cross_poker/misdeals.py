"""Wrong numbers of cards (12(c)): what follows when they are noticed, counted or turned over."""

from __future__ import annotations

from pitboss.games.double_cross_poker.dealing import COMMUNITY, CROSS, DEALER, DoubleCrossDealer
from pitboss.table.events import seat_place
from pitboss.table.irregularities import void_all


def due(dealer: DoubleCrossDealer, place: str) -> int:
    """Cards that a player, the dealer or the community area should have."""
    return 5 if place == COMMUNITY else 2


def held(dealer: DoubleCrossDealer, place: str) -> int:
    return sum(len(dealer.cards(part)) for part in CROSS) if place == COMMUNITY else len(dealer.cards(place))


def misdealt(dealer: DoubleCrossDealer) -> list[str]:
    """Places that were dealt a wrong number of cards."""
    dealt_to = (DEALER, COMMUNITY, *map(seat_place, dealer.in_play))
    return [place for place in dealer.owed if place in dealt_to and held(dealer, place) != due(dealer, place)]


def check_the_deal(dealer: DoubleCrossDealer) -> None:
    """After the deal: a wrong number of cards anywhere voids every hand, once it is noticed."""
    for place in misdealt(dealer) if dealer.owed else ():
        if place not in dealer.unnoticed:
            void_misdeal(dealer, place)


def turned_over(dealer: DoubleCrossDealer, place: str) -> None:
    """A misdeal that nobody noticed shows at the latest when the cards are turned over."""
    if not dealer.unnoticed:
        return
    area = COMMUNITY if place in CROSS else place
    wrong = len(dealer.cards(place)) != (1 if place in CROSS else due(dealer, place))
    if wrong and area in dealer.unnoticed:
        void_misdeal(dealer, area)


def void_misdeal(dealer: DoubleCrossDealer, place: str) -> None:
    ruling = "dealer-misdeal" if place == DEALER else ""
    void_all(dealer, place, held(dealer, place), due(dealer, place), "12(c)", ruling=ruling)
