"""What can go wrong at Double Cross Poker (section 12), and the misdeals that show in the middle of a round."""

from __future__ import annotations

from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules
from pitboss.table.dealer import Dealer, Void
from pitboss.table.events import DOWN, seat_place
from pitboss.table.game import Irregularity
from pitboss.table.irregularities import (
    boxed_card,
    drawn_in_error,
    exposed,
    misdeal,
    seats_and,
    shoe_jam,
    unnoticed_misdeal,
)

DoubleCrossDealer = Dealer[DoubleCrossPokerRules]

COMMUNITY = "community"
CROSS = ("horizontal left", "center", "horizontal right", "vertical top", "vertical bottom")
"""The community cards in the order they are dealt (7(c)(3)); the top is farthest from the dealer (ruling cross)."""


def due(place: str) -> int:
    """Cards that a player, the dealer or the community area should have."""
    return 5 if place == COMMUNITY else 2


def held(dealer: DoubleCrossDealer, place: str) -> int:
    return sum(len(dealer.cards(part)) for part in CROSS) if place == COMMUNITY else len(dealer.cards(place))


def misdealt(dealer: DoubleCrossDealer) -> list[str]:
    """Places that were dealt a wrong number of cards."""
    dealt_to = ("dealer", COMMUNITY, *map(seat_place, dealer.in_play))
    return [place for place in dealer.owed if place in dealt_to and held(dealer, place) != due(place)]


def check_the_deal(dealer: DoubleCrossDealer) -> None:
    """12(c): a wrong number of cards that the dealer notices voids every hand."""
    for place in misdealt(dealer):
        if place not in dealer.unnoticed:
            void_misdeal(dealer, place)


def turned(dealer: DoubleCrossDealer, place: str) -> None:
    """A wrong number of cards that nobody noticed shows at the latest when the cards are turned over."""
    if not dealer.unnoticed:
        return
    area = COMMUNITY if place in CROSS else place
    wrong = len(dealer.cards(place)) != (1 if place in CROSS else due(place))
    if wrong and area in dealer.unnoticed:
        void_misdeal(dealer, area)


def void_misdeal(dealer: DoubleCrossDealer, place: str) -> None:
    ruling = "dealer-misdeal" if place == "dealer" else ""
    what = f"{held(dealer, place)} cards instead of {due(place)}"
    dealer.irregular(what, "all hands void, cards reshuffled", "12(c)", place=place, ruling=ruling)
    raise Void("12(c)", reshuffle=True, ruling=ruling)


def before_showdown(dealer: DoubleCrossDealer) -> str:
    waiting = dealer.phase in ("three-card wagers", "raises")
    return "" if waiting else "no card of the dealer or the cross lies unseen on the layout"


def unseen(dealer: DoubleCrossDealer) -> tuple[str, ...]:
    """Where a card can be seen too early: the places whose cards are still to be turned."""
    places, hands = ("dealer", *CROSS), dealer.layout.hands
    if before_showdown(dealer):
        return places
    return tuple(place for place in places if (place, 1) in hands and DOWN in hands[place, 1].faces)


IRREGULARITIES: tuple[Irregularity, ...] = (
    boxed_card("12(a)"),
    drawn_in_error("12(b)"),
    misdeal("12(c)", places=seats_and("dealer", COMMUNITY), cards=due),
    unnoticed_misdeal("7(e)(2)", places=seats_and("dealer", COMMUNITY), cards=due),
    exposed(
        "exposed card",
        "12(c)",
        "a card of the dealer or of the cross is seen before its time",
        when=before_showdown,
        ruling="dealer-misdeal",
        places=unseen,
    ),
    shoe_jam("12(e)", automated=lambda dealer: dealer.rules.dealing == "automated shoe"),
)
