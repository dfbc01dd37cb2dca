"""A round of High Card, in the order of the document."""

from __future__ import annotations

from collections.abc import Iterator

from high_card.rules import HighCardRules
from high_card.settle import ACE_HIGH, EQUAL, FOLDED, HIGHER, LINES, LOWER, ante_or_raise, line
from pitboss.basics.cards import PACK_52
from pitboss.basics.money import is_broken
from pitboss.engine.procedures.before_deal import open_table, shuffle, take_wagers
from pitboss.engine.procedures.dealing import stay_boxed
from pitboss.engine.procedures.irregularities import never_dealt, void_all, wrong_counts
from pitboss.engine.round.asks import Offer, Party, Script
from pitboss.engine.round.dealer import Dealer
from pitboss.engine.round.events import DOWN, seat_place
from pitboss.engine.round.inputs import PlayerInput

HighCardDealer = Dealer[HighCardRules]

DEALER = "dealer"
DECIDED = {LOWER: ("lose", "7(d)"), EQUAL: ("push", "7(c)"), HIGHER: ("win", "7(b)"), ACE_HIGH: ("win", "7(b)")}


def play(dealer: HighCardDealer) -> Script:
    # 3, 4: open the table, shuffle
    open_table(dealer)
    yield from shuffle(dealer, PACK_52)

    # 5: antes, until "No more bets"
    began = yield from take_wagers(
        dealer,
        lambda party: antes(dealer, party),
        clause="5(b)",
        withdraw="5(b)",
        announce=lambda: dealer.announce("No more bets", "5(b)"),
    )
    if not began:
        return

    # 6: a card to each player and to the dealer, then a raise or a fold
    places = (*map(seat_place, dealer.in_play), DEALER)
    for place in places:
        dealer.deal_cards(place, 1, DOWN, "6(a)")
    never_dealt(dealer, places)
    for place, held in wrong_counts(dealer, dict.fromkeys(places, 1)).items():
        void_all(dealer, place, held, 1, "8(b)")
    dealer.phase = "decisions"
    for seat in dealer.in_play:
        yield from raise_or_fold(dealer, seat)

    # 7: the dealer's card, and each player's from the dealer's right
    if dealer.live():
        (to_beat,) = dealer.expose(DEALER, "7(a)")
        for seat in reversed(dealer.live()):
            settle_hand(dealer, seat, to_beat)
    dealer.collect(DEALER, "7(a)")
    stay_boxed(dealer)
    dealer.stub("7(a)")


# --- section 5: wagers


def antes(dealer: HighCardDealer, party: Party) -> Iterator[Offer]:
    yield dealer.wager_offer(
        "ante",
        party.seat,
        party.player,
        dealer.rules.table_minimum,
        dealer.rules.table_maximum,
        least_is="the table minimum",
        most_is="the table maximum",
        clause="5(a)",
    )


# --- section 6: a raise or a fold


def raise_or_fold(dealer: HighCardDealer, seat: int) -> Script:
    """6(b): one player's turn."""
    ante = dealer.stake(seat, dealer.player_at(seat), "ante")
    offers = (
        Offer(do="raise", clause="6(b)", least=ante, most=ante, least_is="the ante", most_is="the ante", on="raise"),
        Offer(do="fold", clause="6(b)", default=True, gives_up=ante),
    )
    given = yield from dealer.ask_seat("raise or fold", "6(b)", seat, lambda: offers)
    if given is None:  # the hand is void
        return
    dealer.chose(given, "6(b)", amount=given.amount)
    if given.do == "raise":
        dealer.put(given, wager="raise")
    else:
        fold(dealer, given)


def fold(dealer: HighCardDealer, given: PlayerInput) -> None:
    """6(c): the ante is lost, and nobody else sees the card."""
    dealer.settle(given.seat, given.player, "ante", result="lose", returned=0, clause="6(c)", line=FOLDED)
    dealer.collect(seat_place(given.seat), "6(c)")


# --- section 7: settlement


def settle_hand(dealer: HighCardDealer, seat: int, to_beat: int) -> None:
    place, player, rules = seat_place(seat), dealer.player_at(seat), dealer.rules
    (card,) = dealer.expose(place, "7(a)")
    on = line(card >> 2, to_beat >> 2)
    result, clause = DECIDED[on]
    paid = {"ante": (rules.ante_back, rules.ante_pays), "raise": (rules.raise_back, rules.raise_pays)}
    for wager, ((back, per), pays) in paid.items():
        stake = dealer.stake(seat, player, wager)
        odds = pays.get(LINES[on], pays[LINES[HIGHER]])
        dealer.settle(
            seat,
            player,
            wager,
            result=result,
            returned=ante_or_raise(stake, on, back, per),
            clause=clause,
            line=LINES[on],
            pays=str(odds) if result == "win" else "",
            also=("2(a)",) if on == ACE_HIGH else (),
            rounded=is_broken(stake * back[on], per),
        )
    dealer.collect(place, clause)
