"""The cut, dealing and irregularities of Double Cross Poker (sections 4, 7 to 9 and 12)."""

from __future__ import annotations

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
from pitboss.engine.round.dealer import DOWN, Dealer, ShoeJam
from pitboss.engine.round.events import seat_place
from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules

DoubleCrossDealer = Dealer[DoubleCrossPokerRules]

DEALER, COMMUNITY = "dealer", "community"
CROSS = ("horizontal left", "center", "horizontal right", "vertical top", "vertical bottom")
"""The community cards in the order of the deal (7(c)(3)). The top is farthest from the dealer (ruling cross)."""


class CrossWay(Way, frozen=True, kw_only=True):
    to_cross: str


WAYS = {
    MANUAL_SHOE: CrossWay(
        step="the cards are placed in the manual shoe",
        placed="7(a)",
        closing="7(b)",
        to_player="7(c)(1)",
        to_dealer="7(c)(2)",
        to_cross="7(c)(3)",
        dealt=("7(c)",),
        stub="7(d)",
        counting="7(e)",
    ),
    HAND: CrossWay(
        step="the cards are placed in the dealer's hand",
        placed="8(b)(2)",
        also=("8(a)", "8(b)", "8(b)(1)"),
        closing="8(b)(3)",
        to_player="8(c)(1)",
        to_dealer="8(c)(2)",
        to_cross="8(c)(3)",
        dealt=("8(c)",),
        stub="8(d)",
        counting="8(e)",
    ),
    AUTOMATED_SHOE: CrossWay(
        step="the cards are placed in the automated shoe",
        placed="9(b)(1)",
        also=("9(a)", "9(b)"),
        closing="9(b)(2)",
        to_player="9(c)",
        to_dealer="9(c)",
        to_cross="9(c)",
        stub="9(c)",
        counting="9(d)",
    ),
}
CUT = DealersCut(
    cover="4(c)(1)i.",
    also=("4(b)", "4(b)(2)", "4(c)", "4(c)(1)"),
    taken="4(c)(1)ii.",
    rest="4(c)(1)iii.",
    removed="4(c)(1)iv.",
    cards="2(a)",
)
COUNT = Count(
    stub="1:stub", right="7(e)(1)", wrong="7(e)(2)", by_shuffler="7(f)", spares=tuple(WAYS), ruling="count-exempt"
)


def place_cards(dealer: DoubleCrossDealer) -> str:
    """4(b)(1), 4(c)(2): make the cards ready to deal, and return what they are dealt from."""
    dealing = dealt_from(dealer)
    way = WAYS[dealing]
    stacked = ("4(b)", "4(b)(1)") if by_device(dealer) else ("4(c)(2)",)
    not_by_hand = ("8(b)(1)",) if dealer.rules.dealing == HAND != dealing else ()
    dealer.procedure(way.step, way.placed, also=(*way.also, *stacked, *not_by_hand))
    return dealing


def close_bets(dealer: DoubleCrossDealer, placed: str) -> None:
    """Announce "No more bets". If the shoe was removed after the cards were placed (12(f)), place them again first."""
    dealing = dealt_from(dealer)
    if dealing != placed:
        place_cards(dealer)
    dealer.announce("No more bets", WAYS[dealing].closing, also=("6(c)",))


def deal(dealer: DoubleCrossDealer, dealing: str) -> None:
    """Two cards to each player and to the dealer, then five in a cross, all face down."""
    way = WAYS[dealing]
    try:
        for seat in dealer.in_play:
            dealer.deal_cards(seat_place(seat), 2, DOWN, way.to_player, also=way.dealt)
        dealer.deal_cards(DEALER, 2, DOWN, way.to_dealer, also=way.dealt)
    except ShoeJam:
        irregularities.void_for_jam(dealer, "12(e)")
    if dealing == AUTOMATED_SHOE:
        dealer.procedure("the dealer takes the remaining cards from the shoe in hand", "9(c)")
    also = ("1:community card", *way.dealt)
    dealer.faults.misdealt.add(COMMUNITY)
    for at in range(5 + dealer.faults.owed.get(COMMUNITY, 0)):
        place = CROSS[min(at, 4)]  # an extra card lies on the last
        ruling = "cross" if at > 2 else ""
        dealer.deal(place, DOWN, way.to_cross, also=also, ruling=ruling)


# --- wrong numbers of cards


def due(dealer: DoubleCrossDealer, place: str) -> int:
    """The due number of cards at a place."""
    return 5 if place == COMMUNITY else 2


def held(dealer: DoubleCrossDealer, place: str) -> int:
    return sum(len(dealer.cards(part)) for part in CROSS) if place == COMMUNITY else len(dealer.cards(place))


def misdealt(dealer: DoubleCrossDealer) -> list[str]:
    """Places that were dealt a wrong number of cards. Misdeals that did not happen have lapsed before."""
    return list(dealer.faults.owed)


def on_the_layout(dealer: DoubleCrossDealer) -> dict[str, tuple[int, int]]:
    """The actual and the due number of cards at each place."""
    places = (*map(seat_place, dealer.live()), DEALER, COMMUNITY)
    return {place: (held(dealer, place), due(dealer, place)) for place in places}


def check_the_deal(dealer: DoubleCrossDealer) -> None:
    """12(c): a wrong number of cards anywhere voids every hand once it is noticed."""
    for place in misdealt(dealer):
        if place not in dealer.faults.unnoticed:
            void_misdeal(dealer, place)


def turned_over(dealer: DoubleCrossDealer, place: str) -> None:
    """An unnoticed misdeal shows at the latest when the cards are turned over."""
    if not dealer.faults.unnoticed:
        return
    area = COMMUNITY if place in CROSS else place
    wrong = len(dealer.cards(place)) != (1 if place in CROSS else due(dealer, place))
    if wrong and area in dealer.faults.unnoticed:
        void_misdeal(dealer, area)


def never_found(dealer: DoubleCrossDealer, place: str) -> None:
    """An unnoticed misdeal lapses when its hand is folded."""
    if place in dealer.faults.unnoticed:
        dealer.faults.unnoticed.discard(place)
        dealer.lapse("unnoticed misdeal", "none: the hand was folded, and its cards were not counted", place=place)


def void_misdeal(dealer: DoubleCrossDealer, place: str) -> None:
    ruling = "dealer-misdeal" if place == DEALER else ""
    irregularities.void_all(dealer, place, held(dealer, place), due(dealer, place), "12(c)", ruling=ruling)


# --- section 12: irregularities


def before_showdown(dealer: DoubleCrossDealer) -> str:
    waiting = dealer.phase in ("three-card wagers", "raises")
    return "" if waiting else "no card of the dealer or the cross lies face down on the layout"


def while_deciding(dealer: DoubleCrossDealer) -> str:
    waiting = dealer.phase in ("three-card wagers", "raises")
    return "" if waiting else "cards can be counted on the layout only while players decide"


def unseen(dealer: DoubleCrossDealer) -> tuple[str, ...]:
    """Places where a card can be seen too early, because it lies face down."""
    places, hands = (DEALER, *CROSS), dealer.layout.hands
    if before_showdown(dealer):
        return places
    return tuple(place for place in places if (place, 1) in hands and DOWN in hands[place, 1].faces)


IRREGULARITIES = (
    irregularities.boxed_card("12(a)"),
    irregularities.drawn_in_error("12(b)"),
    irregularities.misdeal("12(c)", places=irregularities.seats_and(DEALER, COMMUNITY), cards=due),
    irregularities.misdeal("7(e)(2)", places=irregularities.seats_and(DEALER, COMMUNITY), cards=due, unnoticed=True),
    irregularities.exposed(
        "exposed card",
        "12(c)",
        "a card of the dealer or of the cross is seen before its time",
        when=before_showdown,
        ruling="dealer-misdeal",
        places=unseen,
        most=2,
    ),
    irregularities.noticed("12(c)", held=on_the_layout, remedy=void_misdeal, when=while_deciding),
    *irregularities.shuffler_jams("12(d)"),
    irregularities.shoe_jam("12(e)", 2),
)
