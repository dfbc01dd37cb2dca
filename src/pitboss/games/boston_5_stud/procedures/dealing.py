"""Dealing and counting the cards of Boston 5 Stud Poker (sections 7 to 9)."""

from __future__ import annotations

from pitboss.engine.procedures.dealing import AUTOMATED_SHOE, HAND, MANUAL_SHOE, Count, Way, dealt_from
from pitboss.engine.round.dealer import DOWN, Dealer
from pitboss.engine.round.events import seat_place
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
