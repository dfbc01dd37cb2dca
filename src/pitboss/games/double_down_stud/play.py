"""A round of Double Down Stud, in the order of the document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

import msgspec

from pitboss.basics import poker
from pitboss.basics.cards import PACK_52
from pitboss.basics.money import is_broken
from pitboss.engine.procedures.before_deal import (
    alternate_packs,
    offer_cut,
    open_table,
    shuffle,
    shuffle_other_pack,
    take_wagers,
)
from pitboss.engine.procedures.dealing import LEAST_CUT, MANUAL_SHOE, Ranking, Way, rank, stay_boxed
from pitboss.engine.procedures.irregularities import never_dealt, void_all, wrong_counts
from pitboss.engine.round.asks import THE_DEALER, Offer, Party, Script
from pitboss.engine.round.dealer import DOWN, UP, Dealer
from pitboss.engine.round.events import seat_place
from pitboss.engine.state import OPEN
from pitboss.games.double_down_stud.rules import AUTOMATED_SHUFFLER, DoubleDownStudRules
from pitboss.games.double_down_stud.settle import LINES, LOSE, PUSH, line, paid_on_hand

DoubleDownDealer = Dealer[DoubleDownStudRules]

COMMUNITY = "community"
HOLE = 0  # the first community card lies face down
RANKING = Ranking(
    hands=("5(a)", "5(b)(9)", "5(b)(8)", "5(b)(7)", "5(b)(6)", "5(b)(5)", "5(b)(4)", "5(b)(3)", "5(b)(2)", "5(b)(1)"),
    also=("1:hand", "1:rank", "5(a)", "5(b)"),
    suited=("1:suit",),
)

WAYS = {
    MANUAL_SHOE: Way(
        step="the cards are placed in the manual shoe",
        placed="4(b)",
        also=("8(a)",),
        closing="8(a)(1)",
        to_player="8(c)",
        to_dealer="8(c)",
        dealt=("8(a)(1)",),
        stub="9(c)",
    ),
    AUTOMATED_SHUFFLER: Way(
        step="the cards are placed in the automated shuffler",
        placed="4(b)",
        also=("8(a)", "8(a)(2)", "8(a)(2)(i)"),
        closing="8(a)(2)(iv)",
        to_player="8(c)",
        to_dealer="8(c)",
        dealt=("8(a)(2)(ii)",),
        stub="9(c)",
    ),
}


def play(dealer: DoubleDownDealer) -> Script:
    way = WAYS[dealer.rules.dealing]

    # 2 to 4: open the table, shuffle, cut
    beginning = dealer.state.condition != OPEN
    alternate_packs(dealer)
    open_table(dealer)
    yield from shuffle(dealer, PACK_52)
    yield from shuffle_other_pack(dealer, opening=True)
    if dealer.rules.cut:
        yield from cut(dealer, beginning)
    dealer.procedure(way.step, way.placed, also=way.also)

    # 6: wagers, until the first "No more bets"
    began = yield from take_wagers(
        dealer,
        lambda party: wagers(dealer, party),
        clause="6(b)",
        withdraw="6(b)",
        parties=lambda: bettors(dealer),
        recut=(lambda: recut(dealer)) if dealer.rules.cut else None,
        recut_clause="4(f)",
        announce=lambda: dealer.announce("No more bets", way.closing),
    )
    if not began:
        return

    # 2(b)(3): the other of two packs is shuffled; 8: a card face up to each player, then four community cards
    yield from shuffle_other_pack(dealer)
    deal(dealer, way)
    never_dealt(dealer, (*map(seat_place, dealer.in_play), COMMUNITY))
    check_the_deal(dealer)

    # 8(d), 8(e): doubles, until the second "No more bets"; then the hole card
    yield from doubles(dealer)
    dealer.announce("No more bets", "8(e)")
    wrong_number_shows(dealer, COMMUNITY)
    dealer.expose(COMMUNITY, "8(e)", only=(HOLE,))

    # 9: from the dealer's right, counterclockwise
    for seat in reversed(dealer.live()):
        settle_hand(dealer, seat)
    dealer.collect(COMMUNITY, "9(c)", also=("9(d)",))
    stay_boxed(dealer)
    dealer.stub(way.stub)


# --- section 4: the cut


def cutters(dealer: DoubleDownDealer, after: int) -> list[Party]:
    """4(d): the players in the order of the offers, counterclockwise after this seat; 0 begins at the far right."""
    seats = sorted(((seat, player) for seat, player in dealer.seats if seat), reverse=True)
    first = next((at for at, (seat, _) in enumerate(seats) if seat < after), 0)
    return [Party("player", seat, player) for seat, player in seats[first:] + seats[:first]]


def cut(dealer: DoubleDownDealer, beginning: bool) -> Script:
    """4(d): offer the cut to the first player to arrive, later to the next after the last player who was offered it."""
    if beginning:
        first = next(seat for seat, _ in dealer.seats if seat)
        yield from offer_the_stack(dealer, cutters(dealer, first + 1), "4(d)(1)", also=("4(d)",))
        return
    last = yield from offer_the_stack(dealer, cutters(dealer, dealer.state.cut_offered), "4(d)(2)", also=("4(d)",))
    dealer.state = msgspec.structs.replace(dealer.state, cut_offered=last)


def recut(dealer: DoubleDownDealer) -> Script:
    """4(f): the last cutter recuts, or the next in turn, which advances the rotation."""
    cutter = dealer.state.last_cutter
    if dealer.rules.recut_by == "next":
        last = yield from offer_the_stack(dealer, cutters(dealer, cutter or dealer.state.cut_offered), "4(f)")
        dealer.state = msgspec.structs.replace(dealer.state, cut_offered=last)
    else:  # if the dealer cut, the dealer cuts again
        yield from offer_the_stack(dealer, cutters(dealer, cutter + 1) if cutter else [], "4(f)")


def offer_the_stack(dealer: DoubleDownDealer, order: list[Party], clause: str, also: tuple[str, ...] = ()) -> Script:
    """4(c), 4(e): place the stack on the cover card, offer the cut, cut; return the seat that got the last offer."""
    dealer.procedure("the stack is placed on the cover card", "4(c)", also=("2(a)",))
    last = yield from offer_cut(dealer, order, LEAST_CUT, offered=clause, by_dealer="4(c)", placed="4(e)", also=also)
    dealer.procedure("the cover card goes to the discard rack", "4(e)")
    return last


# --- section 6: wagers


def bettors(dealer: DoubleDownDealer) -> list[Party]:
    """Every player at their own area, and at the free areas beside it if two are allowed."""
    own = [Party("player", seat, player) for seat, player in dealer.seats if seat]
    if not dealer.rules.two_areas:
        return own
    beside = [Party("player", party.seat + step, party.player) for party in own for step in (-1, 1)]
    free = [p for p in beside if 1 <= p.seat <= dealer.rules.positions and not may_use(dealer, p.seat, p.player)]
    return own + free


def may_use(dealer: DoubleDownDealer, seat: int, player: str) -> str:
    """6(c): a player may use at most two areas. They must be adjacent and not another player's."""
    name = dealer.called(player)
    if not dealer.rules.two_areas:
        return f"{name} does not sit at area {seat}, and each player wagers on one area here"
    if any(seat == taken for taken, _ in dealer.seats):
        return f"area {seat} belongs to another player"
    own = next(where for where, who in dealer.seats if who == player)
    if not own:
        return f"{name} does not sit at an area"
    if abs(own - seat) != 1:
        return f"area {seat} is not adjacent to area {own}, where {name} sits"
    if any(where == seat and who != player for where, who, _, _ in dealer.layout.stakes):
        return f"another player wagers on area {seat}"
    others = {where for where, who, _, _ in dealer.layout.stakes if who == player} - {seat}
    if len(others) > 1:
        return f"{name} already wagers on two areas"
    apart = next((where for where in others if abs(where - seat) != 1), 0)
    return f"area {seat} is not adjacent to area {apart}, where {name} wagers" if apart else ""


def wagers(dealer: DoubleDownDealer, party: Party) -> Iterator[Offer]:
    own = (party.seat, party.player) in dealer.seats
    yield dealer.base_offer(party, why_not="" if own else may_use(dealer, party.seat, party.player), optional=not own)


# --- section 8: the deal


def deal(dealer: DoubleDownDealer, way: Way) -> None:
    for seat in dealer.in_play:
        second = ("6(c)",) if dealer.rules.two_areas and (seat, dealer.player_at(seat)) not in dealer.seats else ()
        dealer.deal_cards(seat_place(seat), 1, UP, way.to_player, also=(*way.dealt, *second))
    dealer.deal_cards(COMMUNITY, 1, DOWN, way.to_dealer, also=("8(b)", "1:hole card"))
    dealer.deal_cards(COMMUNITY, 3, UP, way.to_dealer, also=way.dealt)


# --- section 8: doubles


def doubles(dealer: DoubleDownDealer) -> Script:
    """8(d): each player may double, up to the original wager, until the dealer closes the window."""
    dealer.phase = "doubles"
    parties = [Party("player", seat, dealer.player_at(seat)) for seat in dealer.live()]
    turn = dealer.next_turn()

    def offers(party: Party) -> Iterator[Offer]:
        if party == THE_DEALER:
            yield Offer(do="no more bets", clause="8(e)")
        elif party in parties:
            chosen = dealer.hand(party.seat).actions
            doubled = "the double is placed and cannot be changed" if "double" in chosen else ""
            yield Offer(
                do="double",
                clause="8(d)",
                least=dealer.rules.chip,
                most=dealer.stake(party.seat, party.player, "original"),
                step=dealer.rules.chip,
                least_is="the smallest chip",
                most_is="the original wager",
                why_not=doubled,
                optional=bool(chosen),
                on="double",
            )
            done = doubled or ("the player has passed" if chosen else "")
            yield Offer(do="pass", clause="8(d)", why_not=done, default=True)

    while True:
        given = yield from dealer.ask("double", "8(d)", (*parties, THE_DEALER), offers, turn=turn)
        if given.do == "no more bets":
            return
        dealer.chose(given, "8(d)", amount=given.amount)
        if given.do == "double":
            dealer.put(given, wager="double", ruling="double-up-to")


# --- sections 9 and 10: settlement


def settle_hand(dealer: DoubleDownDealer, seat: int) -> None:
    place, player, rules = seat_place(seat), dealer.player_at(seat), dealer.rules
    wrong_number_shows(dealer, place)
    cards = dealer.cards(place) + dealer.cards(COMMUNITY)
    strength = poker.strength(cards)
    rank(dealer, place, cards, strength, RANKING)

    on = line(strength)
    back, per = rules.back
    result, clause = ("lose", "9(a)") if on == LOSE else ("push", "9(b)") if on == PUSH else ("win", "9(c)")
    also = ("10(b)", "1:push") if on == PUSH else ("10(b)",)
    ruling = "push-is-tens-to-sixes" if on == PUSH else ""
    wagers = ("original", "double")
    stakes = [dealer.stake(seat, player, wager) for wager in wagers]
    coupons = [dealer.coupon(seat, player, wager) for wager in wagers]
    paid = paid_on_hand(stakes, on, back, per, rules.payout_cap, coupons)
    for wager, stake, (amount, cut_off) in zip(wagers, stakes, paid, strict=True):
        if not stake:
            continue
        dealer.settle(
            seat,
            player,
            wager,
            result=result,
            returned=amount,
            clause=clause,
            line=LINES[on],
            pays=str(rules.pays[LINES[on]]) if result == "win" else "",
            also=(*also, "10(c)") if cut_off else also,
            ruling="payout-cap" if cut_off else ruling,
            capped=cut_off,
            rounded=is_broken(stake * back[on], per),
        )
    dealer.collect(place, clause, also=("9(d)",))


# --- section 11: irregularities


def before_second_call(dealer: DoubleDownDealer) -> str:
    waiting = dealer.phase == "doubles"
    return "" if waiting else "the hole card lies face down only between the deal and the second 'No more bets'"


def due(dealer: DoubleDownDealer, place: str) -> int:
    """The due number of cards at a place."""
    return 4 if place == COMMUNITY else 1


def on_the_layout(dealer: DoubleDownDealer) -> dict[str, tuple[int, int]]:
    """The actual and the due number of cards at each place."""
    places = (*map(seat_place, dealer.in_play), COMMUNITY)
    return {place: (len(dealer.cards(place)), due(dealer, place)) for place in places}


def check_the_deal(dealer: DoubleDownDealer) -> None:
    """11(d): a wrong number of cards anywhere voids every hand once it is noticed."""
    for place in wrong_counts(dealer, {place: right for place, (_, right) in on_the_layout(dealer).items()}):
        void_misdeal(dealer, place)


def wrong_number_shows(dealer: DoubleDownDealer, place: str) -> None:
    """11(d) has no time limit: an unnoticed misdeal shows at the latest when the cards are used."""
    if len(dealer.cards(place)) != due(dealer, place):
        void_misdeal(dealer, place)


def void_misdeal(dealer: DoubleDownDealer, place: str) -> NoReturn:
    void_all(dealer, place, len(dealer.cards(place)), due(dealer, place), "11(d)")


def after_the_deal(dealer: DoubleDownDealer) -> str:
    return "" if dealer.phase == "doubles" else "cards can be counted on the layout only while players decide"
