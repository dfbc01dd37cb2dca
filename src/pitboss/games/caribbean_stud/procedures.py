"""The cut, dealing and irregularities of Caribbean Stud Poker (sections 4, 7 to 9 and 13)."""

from __future__ import annotations

from pitboss.engine.game import Irregularity
from pitboss.engine.procedures import irregularities
from pitboss.engine.procedures.dealing import (
    AUTOMATED_SHOE,
    HAND,
    MANUAL_SHOE,
    Count,
    DealersCut,
    Way,
    by_device,
    dealt_from,
)
from pitboss.engine.round.dealer import DOWN, UP, Dealer, ShoeJam
from pitboss.engine.round.events import seat_of, seat_place
from pitboss.engine.round.inputs import ReportInput
from pitboss.games.caribbean_stud.rules import CaribbeanStudRules

CaribbeanDealer = Dealer[CaribbeanStudRules]

DEALER = "dealer"
ONE = range(1)


class CaribbeanWay(Way, frozen=True, kw_only=True):
    turns: tuple[tuple[str, str], ...] = ()
    """The clauses for a player's card and for the dealer's card, turn by turn. Empty if cards are dealt in stacks."""


WAYS = {
    MANUAL_SHOE: CaribbeanWay(
        step="the deck is placed in the manual shoe",
        placed="7(a)",
        closing="7(c)",
        to_player="7(e)",
        to_dealer="7(e)",
        dealt=("7(b)",),
        turns=(("7(e)(1)", "7(e)(2)"), ("7(e)(3)", "7(e)(4)"), *3 * (("7(e)(5)", "7(e)(5)"),)),
        stub="7(f)",
        counting="7(g)",
    ),
    HAND: CaribbeanWay(
        step="the dealer takes the deck in one hand",
        placed="8(c)(2)",
        also=("8(a)", "8(c)", "8(c)(1)"),
        closing="8(c)(3)",
        to_player="8(d)",
        to_dealer="8(d)",
        dealt=("8(b)",),
        turns=(("8(d)(1)", "8(d)(2)"), ("8(d)(3)", "8(d)(4)"), *3 * (("8(d)(5)", "8(d)(5)"),)),
        stub="8(e)",
        counting="8(f)",
    ),
    AUTOMATED_SHOE: CaribbeanWay(
        step="the deck is placed in the automated shoe",
        placed="9(c)(1)",
        also=("9(a)", "9(c)"),
        closing="9(c)(2)",
        to_player="9(d)",
        to_dealer="9(d)",
        dealt=("9(b)",),
        stub="9(e)",
        counting="9(f)",
    ),
}
CUT = DealersCut(
    cover="4(c)(1)(i)",
    also=("4(b)(2)", "4(c)", "4(c)(1)"),
    taken="4(c)(1)(ii)",
    rest="4(c)(1)(iii)",
    removed="4(c)(1)(iv)",
    cards="2(a)",
)
COUNT = Count(
    stub="1:stub",
    right="7(g)(1)",
    wrong="7(g)(2)",
    by_shuffler="9(g)",
    spares=(AUTOMATED_SHOE,),
    ruling="count-exempt-shoe",
)


def place_cards(dealer: CaribbeanDealer) -> str:
    """4(b)(1), 4(c)(2): make the cards ready to deal, and return what they are dealt from."""
    dealing = dealt_from(dealer)
    way = WAYS[dealing]
    stacked = ("4(b)", "4(b)(1)") if by_device(dealer) else ("4(b)", "4(c)(2)")
    packs = ("2(b)",) if dealer.rules.packs == 2 else ("2(a)",)
    not_by_hand = ("8(c)(1)",) if dealer.rules.dealing == HAND != dealing else ()
    dealer.procedure(way.step, way.placed, also=(*stacked, *way.also, *packs, *not_by_hand))
    return dealing


def close_bets(dealer: CaribbeanDealer, placed: str) -> None:
    """ "No more bets". If the shoe was removed after the cards were placed (13(g)), place them again."""
    dealing = dealt_from(dealer)
    if dealing != placed:
        place_cards(dealer)
    dealer.announce("No more bets", WAYS[dealing].closing)


def deal(dealer: CaribbeanDealer, dealing: str) -> None:
    """Five cards to each player and to the dealer."""
    if dealing == AUTOMATED_SHOE:
        deal_stacks(dealer)
    else:
        deal_in_turn(dealer, WAYS[dealing])


def deal_in_turn(dealer: CaribbeanDealer, way: CaribbeanWay) -> None:
    """7(e), 8(d): card by card, clockwise from the dealer's left. The dealer's first card is face up."""
    places = [seat_place(seat) for seat in dealer.in_play]
    unseen = (way.to_player, *way.dealt, "1:hand")
    hole = (way.to_dealer, *way.dealt, "1:hole card")
    for turn, (to_player, to_dealer) in enumerate(way.turns):
        for place in places:
            for _ in ONE if place not in dealer.faults.owed else range(cards_due(dealer, place, turn)):
                dealer.deal(place, DOWN, to_player, also=unseen)
        for _ in ONE if DEALER not in dealer.faults.owed else range(cards_due(dealer, DEALER, turn)):
            if turn == 0:
                dealer.deal(DEALER, UP, to_dealer, also=(way.to_dealer,), ruling="up-card")
            else:
                dealer.deal(DEALER, DOWN, to_dealer, also=hole)


def cards_due(dealer: CaribbeanDealer, place: str, turn: int) -> int:
    """The cards that a misdealt place gets in a turn of the deal. The last turns have too few or too many."""
    dealer.faults.misdealt.add(place)
    cards = 5 + dealer.faults.owed[place]
    return max(0, cards - 4) if turn == 4 else int(turn < cards)


def deal_stacks(dealer: CaribbeanDealer) -> None:
    """9(d): stacks of five, face down, clockwise to each player and then to the dealer."""
    way = WAYS[AUTOMATED_SHOE]
    try:
        for seat in dealer.in_play:
            dealer.deal_cards(seat_place(seat), 5, DOWN, way.to_player, also=(*way.dealt, "1:hand"))
        dealer.deal_cards(DEALER, 5, DOWN, way.to_dealer, also=(*way.dealt, "1:hole card"))
    except ShoeJam:
        irregularities.void_for_jam(dealer, "13(f)")


# --- wrong numbers of cards


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
    wrong = irregularities.wrong_counts(dealer, dict.fromkeys(on_the_layout(dealer), CARDS))
    if DEALER in wrong:
        irregularities.complete_or_void(dealer, DEALER, CARDS, "13(d)", also=("1:hole card",))
    for place in wrong:
        if place != DEALER:
            irregularities.void_one(dealer, seat_of(place), wrong[place], CARDS, "13(d)")


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
        irregularities.complete_late(dealer, DEALER, CARDS, "13(d)", stub=stub, also=("1:hole card",))
    else:
        irregularities.void_one(dealer, seat_of(place), held, CARDS, "13(d)")


def turned_over(dealer: CaribbeanDealer) -> None:
    """Notice misdeals at the latest when the cards are turned over."""
    for place in on_the_layout(dealer) if dealer.faults.unnoticed else ():
        shows(dealer, place)


# --- section 13: irregularities


def before_every_decision(dealer: CaribbeanDealer) -> str:
    return "" if dealer.phase == "decisions" else "hole cards are face down only until every player has bet or folded"


def five(dealer: CaribbeanDealer, place: str) -> int:
    """Cards that every place receives."""
    return 5


def while_deciding(dealer: CaribbeanDealer) -> str:
    return "" if dealer.phase == "decisions" else "cards can be counted on the layout only while players decide"


def until_the_lock(dealer: CaribbeanDealer) -> str:
    return "" if dealer.phase == "wagers" else "the progressive system accepts wagers only until bets are closed"


def progressive_chips(dealer: CaribbeanDealer) -> list[tuple[int, str]]:
    """Seat and player of each chip in a progressive device. Coupons are redeemed separately (6(c))."""
    layout = dealer.layout
    return [(one[0], one[1]) for one in sorted(layout.stakes) if one[3] == "progressive" and one not in layout.redeemed]


def seats_with_chips(dealer: CaribbeanDealer) -> tuple[str, ...]:
    return tuple(seat_place(seat) for seat, _ in progressive_chips(dealer))


def stays_dark(dealer: CaribbeanDealer, given: ReportInput) -> None:
    dealer.memory.add(seat_of(given.place))


def dark_already(dealer: CaribbeanDealer, given: ReportInput) -> str:
    return "this light is already known to be off" if seat_of(given.place) in dealer.memory else ""


IRREGULARITIES = (
    irregularities.exposed(
        "exposed hole card",
        "13(a)",
        "one of the dealer's hole cards is seen before every player has bet or folded",
        when=before_every_decision,
        ruling="hole-exposed",
        at=DEALER,
        most=4,
    ),
    irregularities.boxed_card("13(b)"),
    irregularities.drawn_in_error("13(c)"),
    irregularities.misdeal("13(d)", places=irregularities.seats_and(DEALER), cards=five),
    irregularities.misdeal("7(g)(2)", places=irregularities.seats_and(DEALER), cards=five, unnoticed=True),
    irregularities.noticed("13(d)", held=on_the_layout, remedy=shows, when=while_deciding),
    *irregularities.shuffler_jams("13(e)"),
    irregularities.shoe_jam("13(f)", 5),
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
