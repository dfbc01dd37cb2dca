"""A round of Double Cross Poker, in the order of the document."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pitboss.basics import poker
from pitboss.basics.cards import PACK_52
from pitboss.basics.money import dollars, is_broken
from pitboss.basics.poker import HIGHER, LOWER, compare
from pitboss.engine.procedures import dealing
from pitboss.engine.procedures.before_deal import alternate_packs, open_table, shuffle, take_wagers
from pitboss.engine.procedures.irregularities import never_dealt
from pitboss.engine.round.asks import Offer, Party, Script
from pitboss.engine.round.events import seat_place
from pitboss.engine.state import NEW
from pitboss.games.double_cross_poker import procedures
from pitboss.games.double_cross_poker.procedures import (
    COMMUNITY,
    COUNT,
    CROSS,
    CUT,
    DEALER,
    WAYS,
    DoubleCrossDealer,
    deal,
)
from pitboss.games.double_cross_poker.settle import ARRAYS, LINES, dealer_array, paid_on_hand, three_card

LEFT, CENTER, RIGHT, TOP, BOTTOM = CROSS
ALIGNED = {"vertical": (TOP, CENTER, BOTTOM), "horizontal": (LEFT, CENTER, RIGHT)}
RAISES = ("raise 1", "raise 2")

RANKING = dealing.Ranking(
    hands=(
        *("5(b)(10)", "5(b)(9)", "5(b)(8)", "5(b)(7)", "5(b)(6)"),
        *("5(b)(5)", "5(b)(4)", "5(b)(3)", "5(b)(2)", "5(b)(1)"),
    ),
    also=("1:hand", "1:rank", "5(a)", "5(b)"),
    suited=("1:suit",),
    rulings={poker.HIGH_CARD: "standard-order"},
)
RANKING_3 = dealing.Ranking(
    hands=("5(c)", "5(c)(5)", "5(c)(4)", "5(c)(3)", "5(c)(2)", "5(c)(1)"),
    also=("1:three-card wager", "5(c)"),
    rulings={poker.STRAIGHT_3: "not-all-one-suit"},
)

RESULTS = ("lose", "push", "win")
DECIDED = ("10(g)(2)", "10(g)(3)", "10(g)(3)")


def play(dealer: DoubleCrossDealer) -> Script:
    # 2 to 4: open the table, shuffle, cut
    dealing.count_if_overdue(dealer, COUNT)
    alternate_packs(dealer)
    if dealer.state.condition == NEW:
        dealer.procedure(f"{'two packs' if dealer.rules.packs == 2 else 'one pack'} of 52 and a cover card", "2(a)")
    open_table(dealer)
    yield from shuffle(dealer, PACK_52)
    dealing.shuffler_counts(dealer, COUNT)
    yield from dealing.shuffle_meanwhile(dealer, COUNT, opening=True)
    if not dealing.by_device(dealer):
        yield from dealing.dealer_cuts(dealer, CUT)
    placed = procedures.place_cards(dealer)

    # 6: wagers, until "No more bets"
    began = yield from take_wagers(
        dealer,
        lambda party: wagers(dealer, party),
        clause="6(c)",
        withdraw="6(c)",
        recut=None if dealing.by_device(dealer) else lambda: dealing.dealer_cuts(dealer, CUT),
        recut_clause="4(d)",
        announce=lambda: procedures.close_bets(dealer, placed),
        automated_shoe=dealer.rules.dealing == dealing.AUTOMATED_SHOE,
    )
    if not began:
        return

    # 2(b)(3): the other of two packs is shuffled; 7 to 9: two cards each, five in a cross, the stub to the rack
    source = dealing.dealt_from(dealer)
    dealing.one_more_round(dealer, COUNT)
    yield from dealing.shuffle_meanwhile(dealer, COUNT)
    deal(dealer, source)
    never_dealt(dealer, (*map(seat_place, dealer.in_play), DEALER, COMMUNITY))
    procedures.check_the_deal(dealer)
    dealing.rack_the_stub(dealer, WAYS[source], COUNT, lambda: procedures.misdealt(dealer))

    # 10(a): two of the community cards are turned, and the three-card wagers settled
    turned = {}
    for place in (TOP, RIGHT):
        procedures.turned_over(dealer, place)
        turned[place] = dealer.expose(place, "10(a)", ruling="cross")[0]
    yield from three_card_wagers(dealer)

    # 10(b), 10(c): from the dealer's left, each player folds or raises along an array
    yield from raises(dealer)

    # 10(d), 10(e): the rest of the cross, and the dealer's cards along the better array
    dealer.phase = "showdown"
    for place in (LEFT, CENTER, BOTTOM):
        procedures.turned_over(dealer, place)
        turned[place] = dealer.expose(place, "10(d)")[0]
    procedures.turned_over(dealer, DEALER)
    cross = {array: [turned[place] for place in places] for array, places in ALIGNED.items()}
    to_beat = dealer_plays(dealer, cross)

    # 10(f), 10(g): from the dealer's right, counterclockwise
    staying = [seat for seat in reversed(dealer.live()) if settle_hand(dealer, seat, cross, to_beat) != LOWER]

    # 10(h): what is left on the layout is picked up in order
    for place in (*map(seat_place, staying), *CROSS, DEALER):
        dealer.collect(place, "10(h)")


# --- section 6: wagers


def wagers(dealer: DoubleCrossDealer, party: Party) -> Iterator[Offer]:
    rules, seat, player = dealer.rules, party.seat, party.player
    yield dealer.base_offer(party)
    least, most = rules.three_card_range
    if not dealer.stake(seat, player, "ante"):
        why_not = "a three-card wager requires an ante"
    elif least > most:
        why_not = f"the smallest chip of {dollars(rules.chip)} allows no wager from $1 to $100"
    else:
        why_not = ""
    yield dealer.wager_offer(
        "three-card",
        seat,
        player,
        least,
        most,
        least_is="the minimum three-card wager",
        most_is="the maximum three-card wager",
        why_not=why_not,
        optional=True,
    )


# --- section 10: three-card wagers, raises, showdown


def three_card_wagers(dealer: DoubleCrossDealer) -> Script:
    """10(a): each bettor exposes or conceals. Then losing wagers are collected and winning ones paid."""
    dealer.phase = "three-card wagers"
    bettors = [seat for seat in dealer.in_play if dealer.stake(seat, dealer.player_at(seat), "three-card")]
    back, per = dealer.rules.three_card_back
    shown: dict[int, int] = {}
    offers = (Offer(do="expose", clause="10(a)", default=True), Offer(do="conceal", clause="10(a)"))
    for seat in bettors:
        given = yield from dealer.ask_seat("expose or conceal", "10(a)", seat, lambda: offers)
        dealer.chose(given, "10(a)")
        if given.do == "expose":
            shown[seat] = expose(dealer, seat)
    winners = [seat for seat in bettors if seat in shown and back[shown[seat]]]
    for seat in (*(seat for seat in bettors if seat not in winners), *winners):
        player = dealer.player_at(seat)
        stake = dealer.stake(seat, player, "three-card")
        hand = poker.CATEGORIES_3[shown[seat]] if seat in shown else ""
        won = seat in winners
        dealer.settle(
            seat,
            player,
            "three-card",
            result="win" if won else "lose",
            returned=three_card(stake, shown[seat], back, per) if won else 0,
            clause="10(a)",
            also=("11(c)",) if won else (),
            line=hand or "not exposed",
            pays=str(dealer.rules.three_card_pays[hand]) if won else "",
            ruling="" if hand else "no-show-no-pay",
            rounded=won and is_broken(stake * back[shown[seat]], per),
        )
    for seat in shown:
        dealer.conceal(seat_place(seat), "10(a)")


def expose(dealer: DoubleCrossDealer, seat: int) -> int:
    """Expose a player's cards; return their category with the top card of the cross."""
    place = seat_place(seat)
    procedures.turned_over(dealer, place)
    dealer.expose(place, "10(a)", ruling="exposed-cards-are-seen")
    return dealing.rank_few(dealer, place, dealer.cards(place) + dealer.cards(TOP), RANKING_3)


def raises(dealer: DoubleCrossDealer) -> Script:
    """10(b), 10(c): each player folds or lays two wagers equal to the ante along one array."""
    dealer.phase = "raises"
    said = ("", *ARRAYS)
    for seat in dealer.live():
        ante = dealer.stake(seat, dealer.player_at(seat), "ante")
        both, adds = len(RAISES) * ante, tuple((wager, ante) for wager in RAISES)
        along = [Offer(do=array, clause="10(c)(2)", what=said, fixed_cost=both, adds=adds) for array in ARRAYS]
        fold = Offer(do="fold", clause="10(c)(1)", default=True, gives_up=ante)
        given = yield from dealer.ask_seat("fold or raise", "10(c)", seat, partial(tuple, (*along, fold)))
        player = given.player
        if given.do == "fold":
            dealer.chose(given, "10(c)(1)", also=("10(b)", "10(c)", "1:fold"))
            dealer.settle(seat, player, "ante", result="lose", returned=0, clause="10(c)(1)", line="folded")
            procedures.never_found(dealer, seat_place(seat))
            dealer.collect(seat_place(seat), "10(c)(1)")
            continue
        differ = given.what not in ("", given.do)
        dealer.chose(given, "10(c)(2)", also=("10(b)", "10(c)"), ruling="chips-decide" if differ else "")
        if differ:
            words = f"{given.what} was said, and the chips lie {given.do}: the chips decide"
            dealer.announce(words, "10(c)(2)", place=seat_place(seat), also=("10(g)(1)",))
        amount = dealer.stake(seat, player, "ante")
        for wager in RAISES:
            dealer.put(given, wager=wager, amount=amount, ruling="each-raise")


def dealer_plays(dealer: DoubleCrossDealer, cross: dict[str, list[int]]) -> int:
    """10(e): place the dealer's cards along the better array; return the strength of the hand."""
    own = dealer.expose(DEALER, "10(e)")
    strengths = [poker.strength(own + cross[array]) for array in ARRAYS]
    best = dealer_array(*strengths)
    ruling = "equal-arrays" if strengths[0] == strengths[1] else ""
    dealer.procedure(f"the dealer's cards are placed along the {ARRAYS[best]} array", "10(e)", ruling=ruling)
    dealing.rank(dealer, DEALER, own + cross[ARRAYS[best]], strengths[best], RANKING, also=("10(e)",), ruling=ruling)
    return strengths[best]


def settle_hand(dealer: DoubleCrossDealer, seat: int, cross: dict[str, list[int]], to_beat: int) -> int:
    """10(f), 10(g): turn a player's cards, compare, and settle ante and raises; return the line."""
    place, player, rules = seat_place(seat), dealer.player_at(seat), dealer.rules
    procedures.turned_over(dealer, place)
    own = dealer.expose(place, "10(f)")
    cards = own + cross[dealer.hand(seat).actions[-1]]
    strength = poker.strength(cards)
    dealing.rank(dealer, place, cards, strength, RANKING, also=("10(g)(1)",))

    on = compare(strength, to_beat)
    kind = poker.CATEGORY_OF[strength]
    back, per = rules.raise_back
    wagers = ("ante", *RAISES)
    stakes = [dealer.stake(seat, player, wager) for wager in wagers]
    coupons = [dealer.coupon(seat, player, wager) for wager in wagers]
    paid = paid_on_hand(stakes, on, kind, back, per, rules.payout_cap, coupons)
    for wager, stake, (amount, cut_off) in zip(wagers, stakes, paid, strict=True):
        is_raise = wager != "ante"
        also: tuple[str, ...] = ("10(g)", "10(g)(1)")
        decided, pays, ruling, rounded = LINES[on], "", "each-raise" if is_raise else "", False
        if on == HIGHER:
            if is_raise:
                decided = poker.CATEGORIES[kind]
                pays, also = str(rules.raise_pays[decided]), (*also, "11(b)")
                rounded = is_broken(stake * back[kind], per)
            else:
                pays = "1 to 1"
            if cut_off:
                also, ruling = (*also, "11(d)"), "payout-cap"
            elif rounded:
                ruling = "min-chip"
        dealer.settle(
            seat,
            player,
            wager,
            result=RESULTS[on],
            returned=amount,
            clause=DECIDED[on],
            line=decided,
            pays=pays,
            also=also,
            ruling=ruling,
            rounded=rounded,
            capped=cut_off,
        )
    if on == LOWER:
        dealer.collect(place, "10(g)(2)")
    return on
