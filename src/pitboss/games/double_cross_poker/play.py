"""A round of Double Cross Poker, told in the order of the document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pitboss import poker
from pitboss.cards import PACK_52
from pitboss.games.double_cross_poker import settle
from pitboss.games.double_cross_poker.basic import RULE, basic
from pitboss.games.double_cross_poker.irregular import CROSS, IRREGULARITIES, check_the_deal, misdealt, turned
from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules
from pitboss.games.double_cross_poker.settle import ARRAYS, HIGHER, LINES, LOWER
from pitboss.money import dollars
from pitboss.table.asks import HOUSE, Offer, Party, Script
from pitboss.table.dealer import DOWN, Dealer, ShoeJam, Void
from pitboss.table.events import seat_place
from pitboss.table.game import Decision, Game, Procedures, Wager
from pitboss.table.procedures import (
    alternate_packs,
    make_cut,
    method,
    open_table,
    shuffle,
    shuffler_counts,
    stub_to_rack,
    take_wagers,
)
from pitboss.table.rules import AUTOMATED
from pitboss.table.state import NEW

DoubleCrossDealer = Dealer[DoubleCrossPokerRules]

LEFT, CENTER, RIGHT, TOP, BOTTOM = CROSS
ALIGNED = {"vertical": (TOP, CENTER, BOTTOM), "horizontal": (LEFT, CENTER, RIGHT)}
DEALERS = "dealer"
RAISES = ("raise 1", "raise 2")
LEAST_CUT = 10

RANKINGS = (
    "5(b)(10)",
    "5(b)(9)",
    "5(b)(8)",
    "5(b)(7)",
    "5(b)(6)",
    "5(b)(5)",
    "5(b)(4)",
    "5(b)(3)",
    "5(b)(2)",
    "5(b)(1)",
)
RANKINGS_3 = ("5(c)", "5(c)(5)", "5(c)(4)", "5(c)(3)", "5(c)(2)", "5(c)(1)")
RANKED = ("1:hand", "1:rank", "5(a)", "5(b)")
SUITED = (poker.FLUSH, poker.STRAIGHT_FLUSH, poker.ROYAL_FLUSH)


class Way(NamedTuple):
    """A way of dealing, under the numbers of its own section."""

    step: str
    placed: str
    chosen: tuple[str, ...]
    closing: str
    players: str
    own: str
    cross: str
    dealt: tuple[str, ...]
    stub: str
    counting: str


WAYS = {
    "manual shoe": Way(
        step="the cards are placed in the manual shoe",
        placed="7(a)",
        chosen=(),
        closing="7(b)",
        players="7(c)(1)",
        own="7(c)(2)",
        cross="7(c)(3)",
        dealt=("7(c)",),
        stub="7(d)",
        counting="7(e)",
    ),
    "hand": Way(
        step="the cards are placed in the dealer's hand",
        placed="8(b)(2)",
        chosen=("8(a)", "8(b)", "8(b)(1)"),
        closing="8(b)(3)",
        players="8(c)(1)",
        own="8(c)(2)",
        cross="8(c)(3)",
        dealt=("8(c)",),
        stub="8(d)",
        counting="8(e)",
    ),
    "automated shoe": Way(
        step="the cards are placed in the automated shoe",
        placed="9(b)(1)",
        chosen=("9(a)", "9(b)"),
        closing="9(b)(2)",
        players="9(c)",
        own="9(c)",
        cross="9(c)",
        dealt=(),
        stub="9(c)",
        counting="9(d)",
    ),
}


def play(dealer: DoubleCrossDealer) -> Script:
    rules = dealer.rules

    # 2 to 4: open the table, shuffle, cut
    alternate_packs(dealer)
    if dealer.state.condition == NEW:
        dealer.procedure(f"{'two packs' if rules.packs == 2 else 'one pack'} of 52 and a cover card", "2(a)")
    open_table(dealer)
    yield from shuffle(dealer, PACK_52)
    device = by_device(dealer)
    if device and rules.shuffler_counts:
        shuffler_counts(dealer, "7(f)", ruling="count-exempt")
    if not device:
        yield from cut(dealer)
    dealing = way_of_dealing(dealer)
    place_cards(dealer, dealing, device)

    # 6: wagers, until "No more bets"
    began = yield from take_wagers(
        dealer,
        lambda party: wagers(dealer, party),
        clause="6(c)",
        withdraw="6(c)",
        parties=[Party("player", seat, player) for seat, player in dealer.seats if seat],
        recut=lambda: cut(dealer),
        recut_clause="4(d)",
        automated_shoe=rules.dealing == "automated shoe",
        announce=lambda: close_bets(dealer, dealing, device),
    )
    if not began:
        return

    # 7 to 9: two cards to each player and to the dealer, five in a cross, the stub to the rack
    way = WAYS[still(dealer, dealing)]
    deal(dealer, way)
    check_the_deal(dealer)
    stub_to_rack(
        dealer,
        way.stub,
        every=0 if device and rules.shuffler_counts else rules.count_every,
        counting=way.counting,
        right="7(e)(1)",
        wrong="7(e)(2)",
        due=lambda: misdealt(dealer),
        also=("1:stub",),
    )

    # 10(a): two of the community cards are turned, and the three-card wagers settled
    for place in (TOP, RIGHT):
        turned(dealer, place)
        dealer.expose(place, "10(a)", ruling="cross")
    yield from three_card_wagers(dealer)

    # 10(b), 10(c): from the dealer's left, each player folds or raises along an array
    yield from raises(dealer)

    # 10(d), 10(e): the rest of the cross, and the dealer's cards along the better array
    dealer.phase = "showdown"
    for place in (LEFT, CENTER, BOTTOM):
        turned(dealer, place)
        dealer.expose(place, "10(d)")
    turned(dealer, DEALERS)
    cross = {array: [dealer.cards(place)[0] for place in places] for array, places in ALIGNED.items()}
    dealers = dealer_plays(dealer, cross)

    # 10(f), 10(g): from the dealer's right, counterclockwise
    staying = [seat for seat in reversed(dealer.live()) if settle_hand(dealer, seat, cross, dealers) != LOWER]

    # 10(h): what is left on the layout is picked up in order
    for place in (*map(seat_place, staying), *CROSS, DEALERS):
        dealer.collect(place, "10(h)")


# --- section 4: shuffle and cut


def by_device(dealer: DoubleCrossDealer) -> bool:
    """Whether a device shuffled the cards of this round, and not the dealer or whoever pre-shuffled them."""
    preshuffled = dealer.rules.preshuffled and dealer.state.round == 0
    return method(dealer) == AUTOMATED and not preshuffled


def cut(dealer: DoubleCrossDealer) -> Script:
    """4(c): the dealer cuts at least ten cards onto the cover card; also for a supervisor's recut."""
    dealer.procedure("the cover card is placed in front of the pack", "4(c)(1)i.", also=("4(b)", "4(b)(2)", "4(c)"))
    offer = Offer(
        do="cut",
        clause="4(c)(1)ii.",
        least=LEAST_CUT,
        most=dealer.shoe.size - 1,
        unit="cards",
        least_is="the least depth of a cut",
        most_is="the deepest cut, which leaves a card",
    )
    given = yield from dealer.ask_house("the cut", "4(c)(1)", (offer,))
    make_cut(dealer, HOUSE, given.amount, "4(c)(1)ii.", also=("4(c)(1)", "4(c)(1)iii."))
    dealer.procedure("the cover card goes to the discard rack", "4(c)(1)iv.")


def way_of_dealing(dealer: DoubleCrossDealer) -> str:
    """What the cards are dealt from: a manual shoe where the device that another way needs has been removed."""
    dealing = dealer.rules.dealing
    if dealing == "hand" and method(dealer) != AUTOMATED:
        return "manual shoe"
    return still(dealer, dealing)


def still(dealer: DoubleCrossDealer, dealing: str) -> str:
    """12(f): the way of dealing that the round began with, unless its shoe has been removed since."""
    removed = dealing == "automated shoe" and dealing in dealer.state.removed
    return "manual shoe" if removed else dealing


def place_cards(dealer: DoubleCrossDealer, dealing: str, device: bool) -> None:
    """4(b)(1), 4(c)(2): the stacked cards are made ready to deal."""
    way = WAYS[dealing]
    stacked = ("4(b)", "4(b)(1)") if device else ("4(c)(2)",)
    dealer.procedure(way.step, way.placed, also=(*way.chosen, *stacked))


# --- section 6: wagers


def wagers(dealer: DoubleCrossDealer, party: Party) -> Sequence[Offer]:
    rules, seat, player = dealer.rules, party.seat, party.player
    least, most = rules.three_card_range
    if not dealer.stake(seat, player, "ante"):
        why_not = "a three-card wager is made upon placing an ante"
    elif least > most:
        why_not = f"the smallest chip of {dollars(rules.chip)} makes no wager from $1 to $100"
    else:
        why_not = ""
    return (
        dealer.wager_offer(
            "ante",
            seat,
            player,
            rules.table_minimum,
            rules.table_maximum,
            least_is="the table minimum",
            most_is="the table maximum",
        ),
        dealer.wager_offer(
            "three-card",
            seat,
            player,
            least,
            most,
            least_is="the least three-card wager",
            most_is="the most three-card wager",
            why_not=why_not,
            optional=True,
        ),
    )


def close_bets(dealer: DoubleCrossDealer, dealing: str, device: bool) -> None:
    now = still(dealer, dealing)
    if now != dealing:
        place_cards(dealer, now, device)
    dealer.announce("No more bets", WAYS[now].closing, also=("6(c)",))


# --- sections 7 to 9: the deal


def deal(dealer: DoubleCrossDealer, way: Way) -> None:
    in_stacks = way.placed == "9(b)(1)"
    if not in_stacks:
        dealer.jam_after = -1
    try:
        for seat in dealer.in_play:
            dealer.deal_cards(seat_place(seat), 2, DOWN, way.players, also=way.dealt)
        dealer.deal_cards(DEALERS, 2, DOWN, way.own, also=way.dealt)
    except ShoeJam:
        dealer.irregular("the automated shoe jams", "the round is void, all cards are reshuffled", "12(e)")
        raise Void("12(e)", reshuffle=True) from None
    if in_stacks:
        dealer.procedure("the dealer takes the remaining cards from the shoe in hand", "9(c)")
    also = ("1:community card", *way.dealt)
    for at in range(5 + dealer.owed.get("community", 0)):
        place = CROSS[min(at, 4)]  # a card too many comes to lie on the last
        ruling = "cross" if at > 2 else ""
        dealer.deal(place, DOWN, way.cross, also=also, ruling=ruling)


# --- section 10: three-card wagers, raises, showdown


def three_card_wagers(dealer: DoubleCrossDealer) -> Script:
    """10(a): everyone who made the wager may expose; losing wagers are collected, then winning ones paid."""
    dealer.phase = "three-card wagers"
    bettors = [seat for seat in dealer.in_play if dealer.stake(seat, dealer.player_at(seat), "three-card")]
    if not bettors:
        return
    back, per = dealer.rules.three_card_back
    shown: dict[int, int] = {}
    offers = (Offer(do="expose", clause="10(a)"), Offer(do="conceal", clause="10(a)"))
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
            returned=settle.three_card(stake, shown[seat], back, per) if won else 0,
            clause="10(a)",
            also=("11(c)",) if won else (),
            line=hand or "not exposed",
            pays=str(dealer.rules.three_card_pays[hand]) if won else "",
            ruling="" if hand else "no-show-no-pay",
            rounded=won and bool(stake * back[shown[seat]] % per),
        )
    for seat in shown:
        dealer.conceal(seat_place(seat), "10(a)")


def expose(dealer: DoubleCrossDealer, seat: int) -> int:
    """A player shows both cards to all; the category that they make with the card farthest from the dealer."""
    place = seat_place(seat)
    turned(dealer, place)
    dealer.expose(place, "10(a)", ruling="exposed-cards-are-seen")
    hand = dealer.cards(place) + dealer.cards(TOP)
    kind = poker.category3(hand)
    dealer.rank(
        place,
        hand,
        poker.CATEGORIES_3[kind],
        poker.describe3(hand),
        RANKINGS_3[kind],
        also=("1:three-card wager", "5(c)"),
        ruling="not-all-one-suit" if kind == poker.STRAIGHT_3 else "",
    )
    return kind


def raises(dealer: DoubleCrossDealer) -> Script:
    """10(b), 10(c): fold, or lay two wagers equal to the ante along one array."""
    dealer.phase = "raises"
    said = ("", *ARRAYS)
    offers = (*(Offer(do=array, clause="10(c)(2)", what=said) for array in ARRAYS), Offer(do="fold", clause="10(c)(1)"))
    for seat in dealer.live():
        given = yield from dealer.ask_seat("fold or raise", "10(c)", seat, lambda: offers)
        player = given.player
        if given.do == "fold":
            dealer.chose(given, "10(c)(1)", also=("10(b)", "10(c)", "1:fold"))
            dealer.settle(seat, player, "ante", result="lose", returned=0, clause="10(c)(1)", line="folded")
            dealer.collect(seat_place(seat), "10(c)(1)")
            continue
        differ = given.what not in ("", given.do)
        dealer.chose(given, "10(c)(2)", also=("10(b)", "10(c)"), ruling="chips-decide" if differ else "")
        if differ:
            words = f"{given.what} was said, and the chips lie {given.do}: the chips decide"
            dealer.announce(words, "10(c)(2)", place=seat_place(seat), also=("10(g)(1)",))
        ante = dealer.stake(seat, player, "ante")
        for wager in RAISES:
            dealer.put(given, wager=wager, amount=ante, ruling="each-raise")


def rank(
    dealer: DoubleCrossDealer, place: str, hand: list[int], strength: int, also: tuple[str, ...], ruling: str = ""
) -> None:
    """Say which five-card hand a place plays."""
    kind = poker.CATEGORY_OF[strength]
    dealer.rank(
        place,
        hand,
        poker.CATEGORIES[kind],
        poker.describe(hand),
        RANKINGS[kind],
        also=(*RANKED, *also, "1:suit") if kind in SUITED else (*RANKED, *also),
        ruling=ruling or ("standard-order" if kind == poker.HIGH_CARD else ""),
    )


def dealer_plays(dealer: DoubleCrossDealer, cross: dict[str, list[int]]) -> int:
    """10(e): the strength of the dealer's hand, along the array that makes it higher."""
    own = dealer.expose(DEALERS, "10(e)")
    strengths = [poker.strength(own + cross[array]) for array in ARRAYS]
    best = settle.dealer_array(*strengths)
    ruling = "equal-arrays" if strengths[0] == strengths[1] else ""
    dealer.procedure(f"the dealer's cards are placed along the {ARRAYS[best]} array", "10(e)", ruling=ruling)
    rank(dealer, DEALERS, own + cross[ARRAYS[best]], strengths[best], ("10(e)",), ruling)
    return strengths[best]


def settle_hand(dealer: DoubleCrossDealer, seat: int, cross: dict[str, list[int]], dealers: int) -> int:
    """10(f), 10(g): turn a player's cards, compare, and end ante and raises; how the hand stood to the dealer's."""
    place, player, rules = seat_place(seat), dealer.player_at(seat), dealer.rules
    turned(dealer, place)
    own = dealer.expose(place, "10(f)")
    hand = own + cross[dealer.hand(seat).actions[-1]]
    strength = poker.strength(hand)
    rank(dealer, place, hand, strength, ("10(g)(1)",))

    on = settle.line(strength, dealers)
    result, clause = (("lose", "10(g)(2)"), ("push", "10(g)(3)"), ("win", "10(g)(3)"))[on]
    kind = poker.CATEGORY_OF[strength]
    back, per = rules.raise_back
    won = 0
    for wager in ("ante", *RAISES):
        stake = dealer.stake(seat, player, wager)
        is_raise = wager != "ante"
        returned = settle.raised(stake, on, kind, back, per) if is_raise else settle.ante(stake, on)
        also: tuple[str, ...] = ("10(g)", "10(g)(1)")
        line, pays, ruling, rounded, over = LINES[on], "", "each-raise" if is_raise else "", False, 0
        if on == HIGHER:
            if is_raise:
                line = poker.CATEGORIES[kind]
                pays, also = str(rules.raise_pays[line]), (*also, "11(b)")
                rounded = bool(stake * back[kind] % per)
            else:
                pays = "1 to 1"
            won += returned - stake + dealer.layout.coupons.get((seat, player, 1, wager), 0)  # a win pays its face too
            over = settle.over_cap(won, rules.payout_cap)
            won -= over
            if over:
                also, ruling = (*also, "11(d)"), "payout-cap"
            elif rounded:
                ruling = "min-chip"
        dealer.settle(
            seat,
            player,
            wager,
            result=result,
            returned=returned - over,
            clause=clause,
            line=line,
            pays=pays,
            also=also,
            ruling=ruling,
            rounded=rounded,
            capped=over,
        )
    if on == LOWER:
        dealer.collect(place, "10(g)(2)")
    return on


# --- the game as a whole


IN_TURN = "each player decides in turn, from the dealer's left, after the three-card wagers are settled"
TWO_RAISES = "the two raises equal the ante and are placed by choosing an array in turn"
CLOSED = "no wager is made, increased or withdrawn after 'No more bets'"

GAME = Game(
    name="double_cross_poker",
    title="Double Cross Poker",
    rules=DoubleCrossPokerRules,
    play=play,
    wagers=(
        Wager(
            name="ante",
            clause="6(c)",
            also=("1:ante", "6(a)"),
            base=True,
            coupon=True,
            means="on the player's hand against the dealer's, before any card is dealt",
        ),
        *(
            Wager(
                name=wager,
                clause="10(c)(2)",
                also=("1:raise", "6(e)"),
                means="equal to the ante and laid along the array to be played, after two community cards are seen",
            )
            for wager in RAISES
        ),
        Wager(
            name="three-card",
            clause="6(d)",
            also=("1:three-card wager", "6(a)"),
            side=True,
            means="on the player's two cards with the top card of the cross",
        ),
    ),
    decisions=(
        Decision(action="expose", clause="10(a)", means="show both cards to all, to be paid for a three-card hand"),
        Decision(action="conceal", clause="10(a)", means="keep the cards unseen and lose the three-card wager"),
        Decision(action="vertical", clause="10(c)(2)", means="raise twice and play the vertical array"),
        Decision(action="horizontal", clause="10(c)(2)", means="raise twice and play the horizontal array"),
        Decision(action="fold", clause="10(c)(1)", means="give up the ante and the cards"),
    ),
    places=(DEALERS, *CROSS),
    procedures=Procedures(
        receive="3(a)",
        spread="3(b)",
        wash="3(c)",
        two_packs="3(d)",
        idle="4(e)",
        each_pack="2(b)(1)",
        meanwhile="2(b)(3)",
        alternate="2(b)(4)",
        one_rack="2(b)(5)",
        shuffle="4(a)",
        stacked="4(b)",
        jam="12(d)",
        remove_device="12(f)",
        idle_face_down=True,
    ),
    irregularities=IRREGULARITIES,
    basic=basic,
    basic_is=RULE,
    pack=PACK_52,
    round_of_play="1:round of play",
    boxed="12(a)",
    short="2(a)",
    seated="6(b)",
    closed={
        "wager": ("6(c)", CLOSED),
        "withdraw": ("6(c)", CLOSED),
        **{f"wager {wager}": ("10(c)(2)", TWO_RAISES) for wager in RAISES},
        "call": ("6(a)", "a wager is chips on the layout, and one spoken with cash is not accepted"),
        "leave": ("6(b)", "a player who has an ante and cards stays seated until the round is over"),
        "expose": ("10(a)", "a player with a three-card wager may expose when the first community cards are turned"),
        "conceal": ("10(a)", "only a player asked to expose can decline"),
        **dict.fromkeys(("vertical", "horizontal", "fold"), ("10(c)", IN_TURN)),
    },
)
