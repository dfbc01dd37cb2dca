"""Dealing, the optional bonus and irregularities of Boston 5 Stud Poker (sections 7 to 9, 10(a) and 12)."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.basics import poker
from pitboss.basics.money import is_broken
from pitboss.engine.game import Irregularity
from pitboss.engine.procedures import irregularities
from pitboss.engine.procedures.dealing import (
    AUTOMATED_SHOE,
    HAND,
    MANUAL_SHOE,
    Count,
    Ranking,
    Way,
    dealt_from,
    rank_few,
)
from pitboss.engine.round.asks import Offer, Party, Script
from pitboss.engine.round.dealer import DOWN, Dealer, Void
from pitboss.engine.round.events import seat_of, seat_place
from pitboss.engine.round.inputs import ReportInput
from pitboss.games.boston_5_stud.rules import Boston5StudRules
from pitboss.games.boston_5_stud.settle import optional_bonus

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
    wrong = irregularities.wrong_counts(dealer, {DEALER: 3} | {seat_place(seat): 3 for seat in dealer.live()})
    if DEALER in wrong:
        irregularities.void_all(dealer, DEALER, wrong[DEALER], 3, "12(d)")
    for seat in dealer.live():
        if (held := wrong.get(seat_place(seat))) is not None:
            irregularities.void_one(dealer, seat, held, 3, "12(d)")


def check_last_cards(dealer: BostonDealer) -> None:
    """After the last two cards: the same, except that a dealer with four cards gets a fifth."""
    if not dealer.faults.owed:
        return
    wrong = irregularities.wrong_counts(dealer, {DEALER: 5} | {seat_place(seat): 5 for seat in dealer.live()})
    if DEALER in wrong:
        irregularities.complete_or_void(dealer, DEALER, 5, "12(d)")
    for seat in dealer.live():
        if (held := wrong.get(seat_place(seat))) is not None:
            irregularities.void_one(dealer, seat, held, 5, "12(d)")


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
        irregularities.complete_late(dealer, DEALER, 5, "12(d)", stub=way(dealer).stub)


def wrong_number_shows(dealer: BostonDealer, seat: int, held: int, due: int) -> bool:
    """An unnoticed misdeal to a player shows when the cards are turned over."""
    if held == due:
        return False
    irregularities.void_one(dealer, seat, held, due, "12(d)")
    return True


def first_cards(dealer: BostonDealer) -> dict[str, tuple[int, int]]:
    """The actual and the due number of cards at each place, before the last two."""
    places = (*map(seat_place, dealer.live()), DEALER)
    return {place: (len(dealer.cards(place)), 3) for place in places}


def seen_too_late(dealer: BostonDealer, place: str) -> None:
    """A wrong number of first cards is noticed while players decide."""
    held, due = first_cards(dealer)[place]
    if place == DEALER:
        irregularities.void_all(dealer, DEALER, held, due, "12(d)")
    irregularities.void_one(dealer, seat_of(place), held, due, "12(d)")


def never_found(dealer: BostonDealer) -> None:
    """An unnoticed misdeal lapses if its hand was folded, or if the dealer has no hand left to beat."""
    for seat in dealer.in_play:
        place = seat_place(seat)
        if place in dealer.faults.unnoticed and dealer.hand(seat).folded:
            dealer.lapse("unnoticed misdeal", "none: the hand was folded, and its cards were not counted", place=place)
    if DEALER in dealer.faults.unnoticed and not dealer.live():
        why = "none: no hand is left to beat, and the dealer's cards were not counted"
        dealer.lapse("unnoticed misdeal", why, place=DEALER)


# --- section 10(a): the optional bonus


OPTIONAL = "optional bonus"
RANKING_3 = Ranking(
    hands=("5(d)", "5(d)(5)", "5(d)(4)", "5(d)(3)", "5(d)(2)", "5(d)(1)"),
    also=("5(d)",),
    suited=("1:suit",),
    rulings={poker.STRAIGHT_3: "not-all-one-suit"},
)


def bettors(dealer: BostonDealer) -> list[int]:
    """Live seats with an unsettled optional bonus wager, counterclockwise from the dealer's right."""
    return sorted((stake[0] for stake in dealer.layout.stakes if stake[3] == OPTIONAL), reverse=True)


def expose_or_conceal(dealer: BostonDealer) -> Script:
    """10(a): each bettor exposes or conceals. Then losing wagers are collected and winning ones paid."""
    seats = bettors(dealer)
    if not seats:
        return
    dealer.phase = "bonus"
    offers = (Offer(do="expose", clause="10(a)", default=True), Offer(do="conceal", clause="10(a)"))
    turn = dealer.next_turn()
    left = [Party("player", seat, dealer.player_at(seat)) for seat in reversed(seats)]

    def offered(party: Party) -> Sequence[Offer]:
        return offers if party in left else ()

    def void() -> bool:
        return any(not dealer.hand(party.seat).live for party in left)

    while left:
        given = yield from dealer.ask("expose or conceal", "10(a)", left, offered, moot=void, turn=turn)
        if given is None:
            left[:] = [party for party in left if dealer.hand(party.seat).live]
            continue
        left.remove(Party("player", given.seat, given.player))
        dealer.chose(given, "10(a)", also=("1:optional bonus wager",))
        if given.do == "expose":
            shown = dealer.expose(seat_place(given.seat), "10(a)", ruling="exposed-cards-are-seen")
            wrong_number_shows(dealer, given.seat, len(shown), 3)

    live = [seat for seat in seats if dealer.hand(seat).live]
    exposed = [seat for seat in live if "expose" in dealer.hand(seat).actions]
    won = {seat: category for seat in exposed if (category := three_cards(dealer, seat))}
    for seat in live:
        if seat not in won:
            collect(dealer, seat)
    for seat, category in won.items():
        pay(dealer, seat, category, "11(d)", also=("10(a)",))


def three_cards(dealer: BostonDealer, seat: int) -> int:
    """The category of three exposed cards (5(d)). Category 0 is not paid."""
    place = seat_place(seat)
    return rank_few(dealer, place, dealer.cards(place), RANKING_3)


def collect(dealer: BostonDealer, seat: int) -> None:
    shown = "expose" in dealer.hand(seat).actions
    dealer.settle(
        seat,
        dealer.player_at(seat),
        OPTIONAL,
        result="lose",
        returned=0,
        clause="10(a)",
        line="exposed, below a pair" if shown else "not exposed",
        ruling="exposed-cards-are-seen" if shown else "no-show-no-pay",
    )


def pay(
    dealer: BostonDealer, seat: int, category: int, clause: str, *, also: tuple[str, ...], ruling: str = ""
) -> None:
    player, rules = dealer.player_at(seat), dealer.rules
    stake = dealer.stake(seat, player, OPTIONAL)
    back, per = rules.optional_bonus_back
    hand = poker.CATEGORIES_3[category]
    dealer.settle(
        seat,
        player,
        OPTIONAL,
        result="win",
        returned=optional_bonus(stake, category, back, per),
        clause=clause,
        line=hand,
        pays=str(rules.optional_bonus[hand]),
        also=also,
        ruling=ruling,
        rounded=is_broken(stake * back[category], per),
    )


def pay_survivors(dealer: BostonDealer, clause: str) -> None:
    """12(a), 12(f): winning three-card hands are paid despite the void. The other wagers are returned."""
    for seat in bettors(dealer):
        actions = dealer.hand(seat).actions
        place = seat_place(seat)
        if "conceal" in actions or len(dealer.cards(place)) != 3:
            continue
        if "expose" not in actions:
            dealer.expose(place, clause, ruling="exposed-dealer-card")
        if category := three_cards(dealer, seat):
            pay(dealer, seat, category, clause, also=("11(d)",), ruling="exposed-dealer-card")


# --- section 12: irregularities


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
        return irregularities.seats_and(DEALER)(dealer)
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
    return irregularities.past_the_stacks(dealer, given, 3) if dealer.phase == "wagers" else ""


def void_for_jam(dealer: BostonDealer, by: str = "") -> None:
    what, remedy = "the automated shoe jams", "the round is void; an optional bonus that wins is paid"
    dealer.irregular(what, remedy, "12(f)", by=by, ruling="exposed-dealer-card")
    raise Void("12(f)", ruling="exposed-dealer-card", saved=lambda: pay_survivors(dealer, "12(f)"))


IRREGULARITIES = (
    irregularities.exposed(
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
    irregularities.boxed_card("12(b)", when=cards_to_come),
    irregularities.drawn_in_error("12(c)", when=cards_to_come),
    irregularities.misdeal("12(d)", places=dealt_to, cards=to_come, when=before_a_deal, most=7),
    irregularities.misdeal("12(d)", places=dealt_to, cards=to_come, when=before_a_deal, most=7, unnoticed=True),
    irregularities.noticed("12(d)", held=first_cards, remedy=seen_too_late, when=while_deciding),
    *irregularities.shuffler_jams("12(e)"),
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
