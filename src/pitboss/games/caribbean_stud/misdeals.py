"""Wrong numbers of cards (13(d)): what follows when they are noticed, counted or turned over."""

from __future__ import annotations

from pitboss.games.caribbean_stud.dealing import DEALER, CaribbeanDealer
from pitboss.table.events import seat_place
from pitboss.table.irregularities import complete_or_void, void_one, wrong_counts


def check_the_deal(dealer: CaribbeanDealer) -> None:
    """After the deal: a dealer's four cards get a fifth, any other misdeal to the dealer voids all; a player's, one."""
    if not dealer.owed:
        return
    at_stake = [seat for seat in dealer.in_play if dealer.hand(seat).live or dealer.cards(seat_place(seat))]
    due = {DEALER: 5} | {seat_place(seat): 5 for seat in at_stake if not dealer.hand(seat).void}
    wrong = wrong_counts(dealer, due)
    if DEALER in wrong:
        complete_or_void(dealer, DEALER, 5, "13(d)", also=("1:hole card",))
    for seat in at_stake:
        if (held := wrong.get(seat_place(seat))) is not None:
            void_one(dealer, seat, held, 5, "13(d)")


def found_by_count(dealer: CaribbeanDealer) -> list[str]:
    """Places with a wrong number of cards when the stub is counted."""
    places = (*map(seat_place, dealer.in_play), DEALER)
    return [place for place in places if place in dealer.unnoticed and len(dealer.cards(place)) != 5]


def turned_over(dealer: CaribbeanDealer) -> None:
    """A misdeal that nobody noticed shows at the latest when the cards are turned over."""
    dealer.unnoticed.clear()
    check_the_deal(dealer)
