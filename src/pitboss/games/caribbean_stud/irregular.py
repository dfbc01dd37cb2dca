"""What can go wrong at Caribbean Stud Poker (section 13), and the document's remedies."""

from __future__ import annotations

from pitboss.games.caribbean_stud.dealing import DEALER, CaribbeanDealer
from pitboss.table.irregularities import boxed_card, drawn_in_error, exposed, misdeal, seats_and, shoe_jam


def before_every_decision(dealer: CaribbeanDealer) -> str:
    return "" if dealer.phase == "decisions" else "hole cards lie face down only until every player has bet or folded"


def five(dealer: CaribbeanDealer, place: str) -> int:
    """Cards that every place receives."""
    return 5


IRREGULARITIES = (
    exposed(
        "exposed hole card",
        "13(a)",
        "one of the dealer's hole cards is seen before every player has bet or folded",
        when=before_every_decision,
        ruling="hole-exposed",
    ),
    boxed_card("13(b)"),
    drawn_in_error("13(c)"),
    misdeal("13(d)", places=seats_and(DEALER), cards=five),
    misdeal("7(g)(2)", places=seats_and(DEALER), cards=five, unnoticed=True),
    shoe_jam("13(f)"),
)
