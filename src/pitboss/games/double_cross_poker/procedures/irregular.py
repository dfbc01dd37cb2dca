"""The irregularities of Double Cross Poker (section 12) and the document's remedies."""

from __future__ import annotations

from pitboss.engine.procedures.irregularities import (
    boxed_card,
    drawn_in_error,
    exposed,
    misdeal,
    noticed,
    seats_and,
    shoe_jam,
    shuffler_jams,
)
from pitboss.engine.round.events import DOWN
from pitboss.games.double_cross_poker.procedures.dealing import (
    COMMUNITY,
    CROSS,
    DEALER,
    DoubleCrossDealer,
    due,
    on_the_layout,
    void_misdeal,
)


def before_showdown(dealer: DoubleCrossDealer) -> str:
    waiting = dealer.phase in ("three-card wagers", "raises")
    return "" if waiting else "no card of the dealer or the cross lies face down on the layout"


def while_deciding(dealer: DoubleCrossDealer) -> str:
    waiting = dealer.phase in ("three-card wagers", "raises")
    return "" if waiting else "cards can be counted on the layout only while players decide"


def unseen(dealer: DoubleCrossDealer) -> tuple[str, ...]:
    """Places where a card can be seen too early, because it lies face down."""
    places, hands = (DEALER, *CROSS), dealer.layout.hands
    if before_showdown(dealer):
        return places
    return tuple(place for place in places if (place, 1) in hands and DOWN in hands[place, 1].faces)


IRREGULARITIES = (
    boxed_card("12(a)"),
    drawn_in_error("12(b)"),
    misdeal("12(c)", places=seats_and(DEALER, COMMUNITY), cards=due),
    misdeal("7(e)(2)", places=seats_and(DEALER, COMMUNITY), cards=due, unnoticed=True),
    exposed(
        "exposed card",
        "12(c)",
        "a card of the dealer or of the cross is seen before its time",
        when=before_showdown,
        ruling="dealer-misdeal",
        places=unseen,
        most=2,
    ),
    noticed("12(c)", held=on_the_layout, remedy=void_misdeal, when=while_deciding),
    *shuffler_jams("12(d)"),
    shoe_jam("12(e)", 2),
)
