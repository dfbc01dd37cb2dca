"""Wrong numbers of cards (12(d)), and their remedies when they are noticed, counted or turned over."""

from __future__ import annotations

from pitboss.engine.procedures.irregularities import complete_late, complete_or_void, void_all, void_one, wrong_counts
from pitboss.engine.round.events import seat_of, seat_place
from pitboss.games.boston_5_stud.procedures.dealing import DEALER, BostonDealer, way


def check_first_cards(dealer: BostonDealer) -> None:
    """After the first three cards: a player's wrong number voids that hand, the dealer's voids every hand."""
    if not dealer.faults.owed:
        return
    wrong = wrong_counts(dealer, {DEALER: 3} | {seat_place(seat): 3 for seat in dealer.live()})
    if DEALER in wrong:
        void_all(dealer, DEALER, wrong[DEALER], 3, "12(d)")
    for seat in dealer.live():
        if (held := wrong.get(seat_place(seat))) is not None:
            void_one(dealer, seat, held, 3, "12(d)")


def check_last_cards(dealer: BostonDealer) -> None:
    """After the last two cards: the same, except that a dealer with four cards gets a fifth."""
    if not dealer.faults.owed:
        return
    wrong = wrong_counts(dealer, {DEALER: 5} | {seat_place(seat): 5 for seat in dealer.live()})
    if DEALER in wrong:
        complete_or_void(dealer, DEALER, 5, "12(d)")
    for seat in dealer.live():
        if (held := wrong.get(seat_place(seat))) is not None:
            void_one(dealer, seat, held, 5, "12(d)")


def found_by_count(dealer: BostonDealer, due: int) -> list[str]:
    """Places with a wrong number of cards when the stub is counted, folded hands included."""
    unnoticed = dealer.faults.unnoticed
    if not unnoticed:
        return []
    playing = dealer.live()
    wrong = [
        place
        for seat in dealer.in_play
        if (place := seat_place(seat)) in unnoticed and (seat not in playing or len(dealer.cards(place)) != due)
    ]
    return wrong + [DEALER] * (DEALER in unnoticed and len(dealer.cards(DEALER)) != due)


def dealer_turns_over(dealer: BostonDealer) -> None:
    """An unnoticed misdeal to the dealer shows when the hand is turned over."""
    if dealer.faults.owed and len(dealer.cards(DEALER)) != 5:
        complete_late(dealer, DEALER, 5, "12(d)", stub=way(dealer).stub)


def wrong_number_shows(dealer: BostonDealer, seat: int, held: int, due: int) -> bool:
    """An unnoticed misdeal to a player shows when the cards are turned over."""
    if held == due:
        return False
    void_one(dealer, seat, held, due, "12(d)")
    return True


def first_cards(dealer: BostonDealer) -> dict[str, tuple[int, int]]:
    """The actual and the due number of cards at each place, before the last two."""
    places = (*map(seat_place, dealer.live()), DEALER)
    return {place: (len(dealer.cards(place)), 3) for place in places}


def seen_too_late(dealer: BostonDealer, place: str) -> None:
    """A wrong number of first cards is noticed while players decide."""
    held, due = first_cards(dealer)[place]
    if place == DEALER:
        void_all(dealer, DEALER, held, due, "12(d)")
    void_one(dealer, seat_of(place), held, due, "12(d)")


def never_found(dealer: BostonDealer) -> None:
    """An unnoticed misdeal lapses if its hand was folded, or if the dealer has no hand left to beat."""
    for seat in dealer.in_play:
        place = seat_place(seat)
        if place in dealer.faults.unnoticed and dealer.hand(seat).folded:
            dealer.lapse("unnoticed misdeal", "none: the hand was folded, and its cards were not counted", place=place)
    if DEALER in dealer.faults.unnoticed and not dealer.live():
        why = "none: no hand is left to beat, and the dealer's cards were not counted"
        dealer.lapse("unnoticed misdeal", why, place=DEALER)
