"""The irregularities of Boston 5 Stud Poker (section 12) and the document's remedies."""

from __future__ import annotations

from pitboss.engine.game import Irregularity
from pitboss.engine.procedures.dealing import AUTOMATED_SHOE, dealt_from
from pitboss.engine.procedures.irregularities import (
    boxed_card,
    drawn_in_error,
    exposed,
    misdeal,
    noticed,
    past_the_stacks,
    seats_and,
    shuffler_jams,
)
from pitboss.engine.round.dealer import Void
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.inputs import ReportInput
from pitboss.games.boston_5_stud.procedures.bonus import pay_survivors
from pitboss.games.boston_5_stud.procedures.dealing import DEALER, BostonDealer, first_cards, seen_too_late


def undecided(dealer: BostonDealer) -> list[int]:
    """Live seats that have neither placed a second wager nor folded."""
    return [seat for seat in dealer.live() if "second" not in dealer.hand(seat).actions]


def cards_to_come(dealer: BostonDealer) -> str:
    coming = dealer.shoe.left and dealer.phase in ("wagers", "bonus", "decisions")
    return "" if coming else "no more cards are dealt from the shoe or the pack"


def before_a_deal(dealer: BostonDealer) -> str:
    return "" if dealer.phase in ("wagers", "bonus", "decisions") else "the cards have been dealt"


def to_come(dealer: BostonDealer, place: str) -> int:
    """Cards that each place receives in the next deal."""
    return 3 if dealer.phase == "wagers" else 2


def dealt_to(dealer: BostonDealer) -> tuple[str, ...]:
    """Places that receive cards in the next deal."""
    if dealer.phase == "wagers":
        return seats_and(DEALER)(dealer)
    return (*map(seat_place, dealer.live()), DEALER)


def before_every_decision(dealer: BostonDealer) -> str:
    if dealer.phase not in ("bonus", "decisions"):
        return "the dealer's first three cards are not on the layout"
    return "" if undecided(dealer) else "every player has folded or placed a second wager"


def while_deciding(dealer: BostonDealer) -> str:
    waiting = dealer.phase in ("bonus", "decisions")
    return "" if waiting else "cards can be counted on the layout only while players decide"


def shoe_in_use(dealer: BostonDealer) -> str:
    if dealt_from(dealer) != AUTOMATED_SHOE:
        return "no automated shoe is used"
    return "" if dealer.phase in ("wagers", "bonus", "decisions") else "the cards have left the automated shoe"


def shoe_jams(dealer: BostonDealer, given: ReportInput) -> None:
    """Before the deal, jam at the given card; after it, when the shoe should release the remaining cards."""
    if dealer.phase == "wagers":
        dealer.faults.jam_after = given.amount - 1
    else:
        void_for_jam(dealer, by=given.by)


def shoe_can_stop(dealer: BostonDealer, given: ReportInput) -> str:
    return past_the_stacks(dealer, given, 3) if dealer.phase == "wagers" else ""


def void_for_jam(dealer: BostonDealer, by: str = "") -> None:
    what, remedy = "the automated shoe jams", "the round is void; an optional bonus that wins is paid"
    dealer.irregular(what, remedy, "12(f)", by=by, ruling="exposed-dealer-card")
    raise Void("12(f)", ruling="exposed-dealer-card", saved=lambda: pay_survivors(dealer, "12(f)"))


IRREGULARITIES = (
    exposed(
        "exposed dealer card",
        "12(a)",
        "one of the dealer's first three cards is seen before every player has decided",
        when=before_every_decision,
        ruling="exposed-dealer-card",
        at=DEALER,
        most=3,
        remedy="all hands void; an optional bonus that wins is paid",
        survive=pay_survivors,
    ),
    boxed_card("12(b)", when=cards_to_come),
    drawn_in_error("12(c)", when=cards_to_come),
    misdeal("12(d)", places=dealt_to, cards=to_come, when=before_a_deal, most=7),
    misdeal("12(d)", places=dealt_to, cards=to_come, when=before_a_deal, most=7, unnoticed=True),
    noticed("12(d)", held=first_cards, remedy=seen_too_late, when=while_deciding),
    *shuffler_jams("12(e)"),
    Irregularity(
        what="shoe jam",
        clause="12(f)",
        happen=shoe_jams,
        when=shoe_in_use,
        least=1,
        most=52,
        means="the automated shoe jams, stops or fails to deal",
        amount_is="the card at which it stops, 1 for the next",
        check=shoe_can_stop,
    ),
)
