"""Wrong numbers of cards (13(d)), and their remedies when they are noticed, counted or turned over."""

from __future__ import annotations

from pitboss.engine.procedures.dealing import dealt_from
from pitboss.engine.procedures.irregularities import complete_late, complete_or_void, void_one, wrong_counts
from pitboss.engine.round.events import seat_of, seat_place
from pitboss.games.caribbean_stud.procedures.dealing import DEALER, WAYS, CaribbeanDealer

CARDS = 5


def on_the_layout(dealer: CaribbeanDealer) -> dict[str, tuple[int, int]]:
    """The actual and the due number of cards at each place. A folded hand is included only if a wager keeps it there.

    A folded hand that was dealt no cards is included too, because its Five Card wager is still live.
    """
    kept = {stake[0] for stake in dealer.layout.stakes if stake[3] == "five card bonus"}
    places = (DEALER, *(seat_place(seat) for seat in dealer.in_play if seat in kept or dealer.hand(seat).live))
    return {place: (len(dealer.cards(place)), CARDS) for place in places}


def check_the_deal(dealer: CaribbeanDealer) -> None:
    """After the deal: complete a dealer's hand of four cards. Any other dealer misdeal voids the round; a player's
    misdeal voids that hand."""
    if not dealer.faults.owed:
        return
    wrong = wrong_counts(dealer, dict.fromkeys(on_the_layout(dealer), CARDS))
    if DEALER in wrong:
        complete_or_void(dealer, DEALER, CARDS, "13(d)", also=("1:hole card",))
    for place in wrong:
        if place != DEALER:
            void_one(dealer, seat_of(place), wrong[place], CARDS, "13(d)")


def found_by_count(dealer: CaribbeanDealer) -> list[str]:
    """Places with a wrong number of cards when the stub is counted."""
    places = (*map(seat_place, dealer.in_play), DEALER)
    return [place for place in places if place in dealer.faults.unnoticed]


def shows(dealer: CaribbeanDealer, place: str) -> None:
    """Handle a misdeal that is noticed late, when the stub is already in the rack."""
    dealer.faults.unnoticed.discard(place)
    held = len(dealer.cards(place))
    if held == CARDS:
        return
    if place == DEALER:
        stub = WAYS[dealt_from(dealer)].stub
        complete_late(dealer, DEALER, CARDS, "13(d)", stub=stub, also=("1:hole card",))
    else:
        void_one(dealer, seat_of(place), held, CARDS, "13(d)")


def turned_over(dealer: CaribbeanDealer) -> None:
    """Notice misdeals at the latest when the cards are turned over."""
    for place in on_the_layout(dealer) if dealer.faults.unnoticed else ():
        shows(dealer, place)
