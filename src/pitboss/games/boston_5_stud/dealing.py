"""The three ways of dealing (sections 7, 8 and 9): each does the same under clauses of its own."""

from __future__ import annotations

import msgspec

from pitboss.games.boston_5_stud.rules import AUTOMATED_SHOE, HAND, MANUAL_SHOE, BostonRules
from pitboss.table.dealer import DOWN, Dealer
from pitboss.table.events import seat_place
from pitboss.table.procedures import method
from pitboss.table.rules import AUTOMATED

BostonDealer = Dealer[BostonRules]

DEALER = "dealer"


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """The clauses of one way of dealing."""

    placed: str
    also: tuple[str, ...]
    closing: str
    to_player: str
    to_dealer: str
    dealt: tuple[str, ...]
    last_two: tuple[str, ...]
    stub: str
    count: str
    row: str


WAYS = {
    MANUAL_SHOE: Way(
        placed="7(a)",
        also=("4(b)", "2(a)"),
        closing="7(b)",
        to_player="7(d)(1)",
        to_dealer="7(d)(2)",
        dealt=("7(d)",),
        last_two=("10(d)",),
        stub="7(e)",
        count="7(f)",
        row="7(g)",
    ),
    HAND: Way(
        placed="8(b)(1)",
        also=("8(a)", "8(b)", "4(b)", "2(a)"),
        closing="8(b)(4)",
        to_player="8(c)(1)",
        to_dealer="8(c)(2)",
        dealt=("8(c)", "8(b)(5)"),
        last_two=("10(d)", "8(b)(5)"),
        stub="8(d)",
        count="8(e)",
        row="8(f)",
    ),
    AUTOMATED_SHOE: Way(
        placed="9(b)(1)",
        also=("9(a)", "9(b)", "4(b)", "2(a)"),
        closing="9(b)(2)",
        to_player="9(c)",
        to_dealer="9(c)",
        dealt=(),
        last_two=("10(d)", "9(d)", "8(b)(5)"),
        stub="9(d)",
        count="9(e)",
        row="9(g)",
    ),
}


def dealing(dealer: BostonDealer) -> str:
    """How the cards are dealt now: another way once the automated shoe has been removed (12(g))."""
    rules = dealer.rules
    return rules.without_shoe if AUTOMATED_SHOE in dealer.state.removed else rules.dealing


def way(dealer: BostonDealer) -> Way:
    return WAYS[dealing(dealer)]


def counted_by_shuffler(dealer: BostonDealer) -> bool:
    """9(f): the shuffler has counted this pack, which with an automated shoe spares the stub the count."""
    preshuffled = dealer.rules.preshuffled and dealer.state.round == 0
    return (
        dealer.rules.shuffler_counts
        and dealing(dealer) == AUTOMATED_SHOE
        and method(dealer) == AUTOMATED
        and not preshuffled
    )


def close(dealer: BostonDealer) -> None:
    """The stacked cards, uncut, are made ready; then "No more bets"."""
    how, clauses = dealing(dealer), way(dealer)
    into = "the dealer's hand" if how == HAND else f"the {how}"
    step = f"the stacked cards, uncut, are placed in {into}"
    one_of_two = ("2(b)",) if dealer.rules.packs == 2 else ()
    dealer.procedure(step, clauses.placed, also=clauses.also + one_of_two, ruling="no-cut")
    dealer.announce("No more bets", clauses.closing, also=("6(b)",))


def deal_three(dealer: BostonDealer) -> None:
    """Three consecutive cards face down to each player, from the dealer's left, then to the dealer."""
    clauses = way(dealer)
    for seat in dealer.in_play:
        dealer.deal_cards(seat_place(seat), 3, DOWN, clauses.to_player, also=clauses.dealt)
    dealer.deal_cards(DEALER, 3, DOWN, clauses.to_dealer, also=clauses.dealt)


def deal_two(dealer: BostonDealer) -> None:
    """Two more to each player with a second wager, then to the dealer; never from the automated shoe."""
    clauses = way(dealer)
    if dealing(dealer) == AUTOMATED_SHOE:
        dealer.procedure("the remaining cards go from the automated shoe to the dealer's hand", "9(d)")
    for seat in dealer.live():
        dealer.deal_cards(seat_place(seat), 2, DOWN, "10(d)(1)", also=clauses.last_two)
    dealer.deal_cards(DEALER, 2, DOWN, "10(d)(2)", also=clauses.last_two)
