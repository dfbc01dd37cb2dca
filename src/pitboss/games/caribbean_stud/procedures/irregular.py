"""The irregularities of Caribbean Stud Poker (section 13) and the document's remedies."""

from __future__ import annotations

from pitboss.engine.game import Irregularity
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
from pitboss.engine.round.events import seat_of, seat_place
from pitboss.engine.round.inputs import ReportInput
from pitboss.games.caribbean_stud.procedures.dealing import DEALER, CaribbeanDealer, on_the_layout, shows
from pitboss.games.caribbean_stud.procedures.side_wagers import progressive_chips


def before_every_decision(dealer: CaribbeanDealer) -> str:
    return "" if dealer.phase == "decisions" else "hole cards are face down only until every player has bet or folded"


def five(dealer: CaribbeanDealer, place: str) -> int:
    """Cards that every place receives."""
    return 5


def while_deciding(dealer: CaribbeanDealer) -> str:
    return "" if dealer.phase == "decisions" else "cards can be counted on the layout only while players decide"


def until_the_lock(dealer: CaribbeanDealer) -> str:
    return "" if dealer.phase == "wagers" else "the progressive system accepts wagers only until bets are closed"


def seats_with_chips(dealer: CaribbeanDealer) -> tuple[str, ...]:
    return tuple(seat_place(seat) for seat, _ in progressive_chips(dealer))


def stays_dark(dealer: CaribbeanDealer, given: ReportInput) -> None:
    dealer.memory.add(seat_of(given.place))


def dark_already(dealer: CaribbeanDealer, given: ReportInput) -> str:
    return "this light is already known to be off" if seat_of(given.place) in dealer.memory else ""


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
    Irregularity(
        what="chip not accepted",
        clause="7(c)",
        means="a seat's progressive device does not accept the chip in it, and its light stays off",
        happen=stays_dark,
        when=until_the_lock,
        places=seats_with_chips,
        check=dark_already,
    ),
)
