"""How the cards of Caribbean Stud Poker are cut, dealt and counted: sections 4 and 7 to 9, and misdeals."""

from __future__ import annotations

from pitboss.games.caribbean_stud.side_wagers import DEALER, CaribbeanDealer
from pitboss.table.asks import HOUSE, Script
from pitboss.table.dealer import DOWN, UP, ShoeJam, Void
from pitboss.table.events import seat_place
from pitboss.table.irregularities import wrong_counts
from pitboss.table.procedures import cut, stub_to_rack
from pitboss.table.rules import AUTOMATED, MANUAL

SHOE, FROM_HAND, AUTOMATED_SHOE = "manual shoe", "hand", "automated shoe"
ONE = range(1)

# --- section 4: the dealer cuts what was not shuffled by a device


def dealer_cuts(dealer: CaribbeanDealer) -> Script:
    dealer.procedure("the cover card is placed in front of the deck", "4(c)(1)(i)", also=("4(b)(2)", "4(c)", "4(c)(1)"))
    yield from cut(dealer, HOUSE, "4(c)(1)(ii)", 10, leave=1)
    dealer.procedure("the rest of the deck is placed on the cards that were cut", "4(c)(1)(iii)")
    dealer.procedure("the cover card goes to the discard rack", "4(c)(1)(iv)", also=("2(a)",))


# --- sections 7 to 9: what the cards are dealt from


def way(dealer: CaribbeanDealer, shuffled: str) -> str:
    """What the cards are dealt from now: the manual shoe where a device that another way needs is gone (13(g))."""
    dealing = dealer.rules.dealing
    gone = AUTOMATED_SHOE in dealer.state.removed if dealing == AUTOMATED_SHOE else shuffled == MANUAL
    return SHOE if gone and dealing != SHOE else dealing


def exempt(dealer: CaribbeanDealer, shuffled: str) -> bool:
    """9(g): the shuffler has counted the deck, and the automated shoe deals it (ruling count-exempt-shoe)."""
    counts = dealer.rules.counting_shuffler and shuffled == AUTOMATED
    return counts and way(dealer, shuffled) == AUTOMATED_SHOE


CLOSING = {SHOE: "7(c)", FROM_HAND: "8(c)(3)", AUTOMATED_SHOE: "9(c)(2)"}
READY = {
    SHOE: ("the deck is placed in the manual shoe", "7(a)", ()),
    FROM_HAND: ("the dealer takes the deck in one hand", "8(c)(2)", ("8(a)", "8(c)", "8(c)(1)")),
    AUTOMATED_SHOE: ("the deck is placed in the automated shoe", "9(c)(1)", ("9(a)", "9(c)")),
}


def ready(dealer: CaribbeanDealer, shuffled: str) -> None:
    step, clause, also = READY[way(dealer, shuffled)]
    delivered: tuple[str, ...] = ("4(b)", "4(b)(1)") if shuffled == AUTOMATED else ("4(b)", "4(c)(2)")
    two = ("2(b)",) if dealer.rules.packs == 2 else ("2(a)",)
    dealer.procedure(step, clause, also=(*delivered, *also, *two))


# --- sections 7 to 9: the deal


IN_TURN = {
    SHOE: (
        ("7(e)", "7(b)", "1:hand"),
        ("7(e)", "7(b)", "1:hole card"),
        (("7(e)(1)", "7(e)(2)"), ("7(e)(3)", "7(e)(4)"), *3 * (("7(e)(5)", "7(e)(5)"),)),
    ),
    FROM_HAND: (
        ("8(d)", "8(b)", "1:hand"),
        ("8(d)", "8(b)", "1:hole card"),
        (("8(d)(1)", "8(d)(2)"), ("8(d)(3)", "8(d)(4)"), *3 * (("8(d)(5)", "8(d)(5)"),)),
    ),
}
"""What is cited for a player's card and for a hole card, and turn by turn for a player's and the dealer's."""


def deal_in_turn(dealer: CaribbeanDealer, by: str) -> None:
    """7(e), 8(d): card by card clockwise from the dealer's left, the dealer's first one face up."""
    unseen, hole, turns = IN_TURN[by]
    places = [seat_place(seat) for seat in dealer.in_play]
    for turn, (to_player, to_dealer) in enumerate(turns):
        for place in places:
            for _ in ONE if place not in dealer.owed else range(cards_due(dealer, place, turn)):
                dealer.deal(place, DOWN, to_player, also=unseen)
        for _ in ONE if DEALER not in dealer.owed else range(cards_due(dealer, DEALER, turn)):
            if turn == 0:
                dealer.deal(DEALER, UP, to_dealer, also=(unseen[0],), ruling="up-card")
            else:
                dealer.deal(DEALER, DOWN, to_dealer, also=hole)


def cards_due(dealer: CaribbeanDealer, place: str, turn: int) -> int:
    """Cards that a misdealt place gets in a turn of the deal: the last turns have too few or too many."""
    cards = 5 + dealer.owed[place]
    return max(0, cards - 4) if turn == 4 else int(turn < cards)


def deal_stacks(dealer: CaribbeanDealer) -> None:
    """9(d): stacks of five, face down, to each player clockwise and then to the dealer."""
    try:
        for seat in dealer.in_play:
            dealer.deal_cards(seat_place(seat), 5, DOWN, "9(d)", also=("9(b)", "1:hand"))
        dealer.deal_cards(DEALER, 5, DOWN, "9(d)", also=("9(b)", "1:hole card"))
    except ShoeJam:
        dealer.irregular("the automated shoe jams", "the round is void, all cards are reshuffled", "13(f)")
        raise Void("13(f)", reshuffle=True) from None


def check_the_deal(dealer: CaribbeanDealer) -> None:
    """13(d): a dealer's four cards get a fifth, any other misdeal to the dealer voids all; a player's, that hand."""
    if not dealer.owed:
        return
    at_stake = [seat for seat in dealer.in_play if dealer.hand(seat).live or dealer.cards(seat_place(seat))]
    due = {DEALER: 5} | {seat_place(seat): 5 for seat in at_stake if not dealer.hand(seat).void}
    wrong = dict(wrong_counts(dealer, due))
    held = wrong.pop(DEALER, 5)
    if held == 4:
        dealer.irregular("the dealer has four cards", "a fifth is dealt", "13(d)", place=DEALER)
        dealer.deal(DEALER, DOWN, "13(d)", also=("1:hole card",))
    elif held != 5:
        dealer.irregular(f"the dealer has {held} cards", "all hands void, reshuffle", "13(d)", place=DEALER)
        raise Void("13(d)", reshuffle=True)
    for seat in at_stake:
        place = seat_place(seat)
        if place in wrong:
            dealer.irregular(f"{wrong[place]} cards instead of 5", "that hand is void", "13(d)", place=place)
            dealer.void_hand(seat, "13(d)")


STUB = {SHOE: ("7(f)", "7(g)"), FROM_HAND: ("8(e)", "8(f)"), AUTOMATED_SHOE: ("9(e)", "9(f)")}


def rack_the_stub(dealer: CaribbeanDealer, by: str, shuffled: str) -> None:
    """7(f) and (g), 8(e) and (f), 9(e) to (g): to the rack, counted at least every fifth round."""
    racked, counted = STUB[by]
    unseen = [place for place in (*map(seat_place, dealer.in_play), DEALER) if place in dealer.unnoticed]
    stub_to_rack(
        dealer,
        racked,
        every=0 if exempt(dealer, shuffled) else 5,
        counting=counted,
        right="7(g)(1)",
        wrong="7(g)(2)",
        due=lambda: [place for place in unseen if len(dealer.cards(place)) != 5],
        also=("1:stub",),
    )
