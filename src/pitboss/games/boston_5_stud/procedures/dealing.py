"""Dealing and counting the cards of Boston 5 Stud Poker (sections 7 to 9), and remedies of wrong numbers (12(d))."""

from __future__ import annotations

from pitboss.engine.procedures.dealing import AUTOMATED_SHOE, HAND, MANUAL_SHOE, Count, Way, dealt_from
from pitboss.engine.procedures.irregularities import complete_late, complete_or_void, void_all, void_one, wrong_counts
from pitboss.engine.round.dealer import DOWN, Dealer
from pitboss.engine.round.events import seat_of, seat_place
from pitboss.games.boston_5_stud.rules import Boston5StudRules

BostonDealer = Dealer[Boston5StudRules]

DEALER = "dealer"


class BostonWay(Way, frozen=True, kw_only=True):
    last_two: tuple[str, ...]
    """Clauses cited with each of the last two cards."""
    row: str
    """Clause on spreading the dealer's hand in a row."""


WAYS = {
    MANUAL_SHOE: BostonWay(
        step="the stacked cards, uncut, are placed in the manual shoe",
        placed="7(a)",
        also=("4(b)", "2(a)"),
        closing="7(b)",
        to_player="7(d)(1)",
        to_dealer="7(d)(2)",
        dealt=("7(d)",),
        last_two=("10(d)",),
        stub="7(e)",
        counting="7(f)",
        row="7(g)",
    ),
    HAND: BostonWay(
        step="the stacked cards, uncut, are placed in the dealer's hand",
        placed="8(b)(1)",
        also=("8(a)", "8(b)", "4(b)", "2(a)"),
        closing="8(b)(4)",
        to_player="8(c)(1)",
        to_dealer="8(c)(2)",
        dealt=("8(c)", "8(b)(5)"),
        last_two=("10(d)", "8(b)(5)"),
        stub="8(d)",
        counting="8(e)",
        row="8(f)",
    ),
    AUTOMATED_SHOE: BostonWay(
        step="the stacked cards, uncut, are placed in the automated shoe",
        placed="9(b)(1)",
        also=("9(a)", "9(b)", "4(b)", "2(a)"),
        closing="9(b)(2)",
        to_player="9(c)",
        to_dealer="9(c)",
        last_two=("10(d)", "9(d)", "8(b)(5)"),
        stub="9(d)",
        counting="9(e)",
        row="9(g)",
    ),
}
COUNT = Count(
    stub="1:stub",
    right="7(f)(1)",
    wrong="7(f)(2)",
    by_shuffler="9(f)",
    spares=(AUTOMATED_SHOE,),
    ruling="count-exempt-shoe",
)


def way(dealer: BostonDealer) -> BostonWay:
    return WAYS[dealt_from(dealer)]


def place_cards(dealer: BostonDealer) -> None:
    """4(b): make the stacked cards, uncut, ready to deal."""
    ready = way(dealer)
    packs = ("2(b)",) if dealer.rules.packs == 2 else ()
    dealer.procedure(ready.step, ready.placed, also=(*ready.also, *packs), ruling="no-cut")


def close_bets(dealer: BostonDealer) -> None:
    """Place the cards, then announce "No more bets"."""
    place_cards(dealer)
    dealer.announce("No more bets", way(dealer).closing, also=("6(b)",))


def deal_three(dealer: BostonDealer) -> None:
    """Three consecutive cards face down to each player, from the dealer's left, then to the dealer."""
    by = way(dealer)
    for seat in dealer.in_play:
        dealer.deal_cards(seat_place(seat), 3, DOWN, by.to_player, also=by.dealt)
    dealer.deal_cards(DEALER, 3, DOWN, by.to_dealer, also=by.dealt)


def deal_two(dealer: BostonDealer) -> None:
    """Two more cards to each player with a second wager, then to the dealer, never from the automated shoe."""
    dealing = dealt_from(dealer)
    also = WAYS[dealing].last_two
    if dealing == AUTOMATED_SHOE:
        dealer.procedure("the remaining cards go from the automated shoe to the dealer's hand", "9(d)")
    for seat in dealer.live():
        dealer.deal_cards(seat_place(seat), 2, DOWN, "10(d)(1)", also=also)
    dealer.deal_cards(DEALER, 2, DOWN, "10(d)(2)", also=also)


# --- wrong numbers of cards


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
