"""What can go wrong at Caribbean Stud Poker (section 13), and the document's remedies."""

from __future__ import annotations

from pitboss.games.caribbean_stud.dealing import DEALER, CaribbeanDealer
from pitboss.games.caribbean_stud.misdeals import on_the_layout, shows
from pitboss.table.irregularities import (
    boxed_card,
    drawn_in_error,
    exposed,
    misdeal,
    noticed,
    seats_and,
    shoe_jam,
    shuffler_jams,
)


def before_every_decision(dealer: CaribbeanDealer) -> str:
    return "" if dealer.phase == "decisions" else "hole cards lie face down only until every player has bet or folded"


def five(dealer: CaribbeanDealer, place: str) -> int:
    """Cards that every place receives."""
    return 5


def while_deciding(dealer: CaribbeanDealer) -> str:
    return (
        "" if dealer.phase == "decisions" else "the hands lie on the layout, and may be counted, while players decide"
    )


IRREGULARITIES = (
    exposed(
        "exposed hole card",
        "13(a)",
        "one of the dealer's hole cards is seen before every player has bet or folded",
        when=before_every_decision,
        ruling="hole-exposed",
        at=DEALER,
        most=4,
    ),
    boxed_card("13(b)"),
    drawn_in_error("13(c)"),
    misdeal("13(d)", places=seats_and(DEALER), cards=five),
    misdeal("7(g)(2)", places=seats_and(DEALER), cards=five, unnoticed=True),
    noticed("13(d)", held=on_the_layout, remedy=shows, when=while_deciding),
    *shuffler_jams("13(e)"),
    shoe_jam("13(f)", 5),
)
