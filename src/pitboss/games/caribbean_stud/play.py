"""A round of Caribbean Stud Poker, in the order of the document.

Wrong cross-references between clauses are read according to ruling cross-references.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.basics import poker
from pitboss.basics.cards import PACK_52
from pitboss.engine.meters.jackpot import lock_out
from pitboss.engine.procedures import dealing
from pitboss.engine.procedures.before_deal import alternate_packs, open_table, shuffle, take_wagers
from pitboss.engine.procedures.irregularities import never_dealt
from pitboss.engine.round.asks import Offer, Party, Script
from pitboss.engine.round.events import seat_place
from pitboss.games.caribbean_stud import procedures, side_wagers
from pitboss.games.caribbean_stud.procedures import COUNT, CUT, DEALER, WAYS, CaribbeanDealer, deal
from pitboss.games.caribbean_stud.rules import BET_TABLE
from pitboss.games.caribbean_stud.settle import BELOW, EQUAL, HIGHER, LINES, ante, bet, line
from pitboss.games.caribbean_stud.side_wagers import CoverAll, Draws, Jackpot, Shown

HOLE = (1, 2, 3, 4)  # the dealer's first card is the up card, however it is dealt (ruling up-card)
HANDS = ("5(a)", "5(b)(9)", "5(b)(8)", "5(b)(7)", "5(b)(6)", "5(b)(5)", "5(b)(4)", "5(b)(3)", "5(b)(2)", "5(b)(1)")
PLAYERS = dealing.Ranking(hands=HANDS, also=("10(c)(2)", "5(b)", "1:rank"))
DEALERS = dealing.Ranking(hands=HANDS, also=("10(c)", "5(b)", "1:rank"))

ANTE_RESULTS = ("win", "lose", "push", "win")
BET_RESULTS = ("push", "lose", "push", "win")
DECIDED = ("10(c)(3)(i)", "10(c)(3)(ii)a.", "10(c)(3)(ii)c.", "10(c)(3)(ii)b.")
COMPARED = ("10(c)(3)", "10(c)(3)(ii)")
RESTS_ON: tuple[tuple[str, ...], ...] = (("10(c)(3)",), COMPARED, COMPARED, COMPARED)
RULINGS = ("no-qualify-pays-ante", "", "", "")


def play(dealer: CaribbeanDealer) -> Script:
    dealer.memory = set[int]()  # seats whose progressive device has not accepted the chip, so that its light is off

    # 2 to 4: open the table, shuffle, cut
    dealing.count_if_overdue(dealer, COUNT)
    alternate_packs(dealer)
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
        clause="6(b)",
        withdraw="6(b)",
        recut=None if dealing.by_device(dealer) else lambda: dealing.dealer_cuts(dealer, CUT),
        recut_clause="4(d)",
        announce=lambda: procedures.close_bets(dealer, placed),
        automated_shoe=dealer.rules.dealing == dealing.AUTOMATED_SHOE,
        deeds={"redeem": lambda given: dealer.put(given, ruling="progressive-coupon")},
    )
    if not began:
        return
    lock(dealer)

    # 2(b)(3): the other of two packs is shuffled; 7 to 9: five cards each, then the stub to the rack
    source = dealing.dealt_from(dealer)
    dealing.one_more_round(dealer, COUNT)
    yield from dealing.shuffle_meanwhile(dealer, COUNT)
    deal(dealer, source)
    hands = hands_dealt(dealer)
    never_dealt(dealer, (*map(seat_place, dealer.in_play), DEALER))
    procedures.check_the_deal(dealer)
    dealing.rack_the_stub(dealer, WAYS[source], COUNT, lambda: procedures.found_by_count(dealer))
    if source == dealing.AUTOMATED_SHOE and dealer.cards(DEALER):
        dealer.expose(DEALER, "9(h)", only=(0,), ruling="up-card")
    cover_all = show_column(dealer, hands)

    # 10(a), 10(b): bet or fold, clockwise
    dealer.phase = "decisions"
    for seat in dealer.live():
        yield from bet_or_fold(dealer, seat)

    # 10(c): the hole cards, then each player from the dealer's right, then Cover All
    dealer.phase = "settlement"
    procedures.turned_over(dealer)
    yield from settle_all(dealer, cover_all)


# --- section 6: wagers


SECOND_HAND = Offer(
    do="wager", wager="ante", hand=2, clause="6(e)", why_not="a player plays only one hand in a round", optional=True
)


def wagers(dealer: CaribbeanDealer, party: Party) -> Iterator[Offer]:
    rules, seat, player = dealer.rules, party.seat, party.player
    yield dealer.base_offer(party)
    yield SECOND_HAND
    first = "" if dealer.stake(seat, player, "ante") else "place an ante wager first"

    def side(wager: str, least: int, most: int, most_is: str, why_not: str = "", clause: str = "") -> Offer:
        return dealer.wager_offer(
            wager,
            seat,
            player,
            least,
            most,
            least_is="the smallest chip",
            most_is=most_is,
            why_not=why_not or first,
            optional=True,
            clause=clause,
        )

    if rules.bonus != "none":
        yield side("bonus", rules.chip, rules.bonus_maximum, "the maximum bonus wager")
    if rules.progressive != "none":
        one: int = rules.progressive_wager
        yield side("progressive", one, one, "the amount of a progressive payout wager")
    if rules.five_card:
        one = rules.five_card_wager
        yield side("five card bonus", one, one, "the amount of a Five Card Hand Bonus wager")
        yield side("five card bonus dealer", one, one, "the amount of a Five Card Hand Bonus wager")
    if rules.cover_all:
        why_not = "" if shows_payouts(dealer) else "Cover All needs the automated shuffler in Cover All mode"
        clause = "12(d)" if why_not else ""
        yield side("cover all", rules.chip, rules.cover_all_maximum, "the maximum Cover All wager", why_not, clause)
    if rules.progressive != "none":
        yield coupon_offer(dealer, seat, player, first)


def coupon_offer(dealer: CaribbeanDealer, seat: int, player: str, first: str) -> Offer:
    """6(c): offer a coupon instead of the chip of a progressive payout wager. ``first`` names what must come before."""
    rules = dealer.rules
    placed = "the progressive wager is already placed" if dealer.stake(seat, player, "progressive") else ""
    taken = "" if rules.progressive_coupons else "this table does not take progressive wager coupons"
    return Offer(
        do="redeem",
        wager="progressive",
        clause="6(c)",
        least=rules.progressive_wager,
        most=rules.progressive_wager,
        most_is="the amount of a progressive payout wager",
        why_not=taken or first or placed,
        optional=True,
        fixed_cost=0,
    )


def shows_payouts(dealer: CaribbeanDealer) -> bool:
    """12(d), 12(e): whether the shuffler shuffled these cards and is at the table to show the Cover All payouts."""
    return dealing.by_device(dealer) and "shuffler" not in dealer.state.removed


def return_cover_all(dealer: CaribbeanDealer, device: str) -> None:
    """12(d): return Cover All wagers if the shuffler is removed."""
    if device != "shuffler":
        return
    for (seat, player, hand, wager), amount in list(dealer.layout.stakes.items()):
        if wager == "cover all":
            dealer.settle(
                seat, player, wager, hand=hand, result="void", returned=amount, clause="12(d)", line="no shuffler"
            )


def lock(dealer: CaribbeanDealer) -> None:
    """7(c): accept no more progressive wagers, count the chips, and add the accepted wagers to the meters."""
    rules = dealer.rules
    if rules.progressive == "none" and not rules.five_card:
        return
    dealer.procedure("the progressive system is locked", "7(c)")
    count_chips(dealer)
    lock_out(dealer, rules.meters)


def count_chips(dealer: CaribbeanDealer) -> None:
    """7(c): count the chips against the wagers that the system accepted. Chips that it did not accept go back."""
    chips = procedures.progressive_chips(dealer)
    for seat in sorted(dealer.memory - {seat for seat, _ in chips}):
        dealer.lapse("chip not accepted", "none: no chip lies there any more", place=seat_place(seat))
    if not chips:
        return
    accepted = [seat for seat, _ in chips if seat not in dealer.memory]
    dealer.procedure(f"progressive chips collected: {len(chips)}; the system accepted {len(accepted)}", "7(c)")
    for seat, player in chips:
        if seat not in accepted:
            what, remedy, ruling = "chip not accepted", "it is no wager, and goes back", "chip-not-accepted"
            dealer.irregular(what, remedy, "7(c)", place=seat_place(seat), ruling=ruling)
            stake = dealer.stake(seat, player, "progressive")
            dealer.settle(
                seat,
                player,
                "progressive",
                result="void",
                returned=stake,
                clause="6(c)",
                line="not accepted",
                ruling=ruling,
            )
    if accepted:
        dealer.procedure("the chips are put in the table inventory", "7(c)")


# --- section 12(e): the Cover All payouts


def hands_dealt(dealer: CaribbeanDealer) -> int:
    """Hands that got cards, including the dealer's and those void for a wrong number of cards."""
    return sum(bool(dealer.cards(place)) for place in (*map(seat_place, dealer.in_play), DEALER))


def show_column(dealer: CaribbeanDealer, hands: int) -> CoverAll:
    """12(e): the shuffler counts the hands that it dealt and shows the Cover All payouts for that number."""
    cover_all = CoverAll(dealer, hands)
    if cover_all.seats and cover_all.column:
        dealer.procedure(
            f"the shuffler shows the Cover All payouts for {hands} hands",
            "12(e)",
            also=("12(c)", "12(d)"),
            ruling="cover-all-hands",
        )
    return cover_all


# --- section 10: bet or fold


FORFEITED = "ante", "bonus", "progressive"
"""The wagers that a fold loses (ruling fold-forfeits)."""


def bet_or_fold(dealer: CaribbeanDealer, seat: int) -> Script:
    if not dealer.hand(seat).live:  # voided during another player's turn
        return
    player = dealer.player_at(seat)
    amount = 2 * dealer.stake(seat, player, "ante")

    def offers() -> Sequence[Offer]:
        return (
            Offer(
                do="bet",
                clause="10(b)",
                least=amount,
                most=amount,
                step=dealer.rules.chip,
                least_is="twice the ante wager",
                most_is="twice the ante wager",
                on="bet",
            ),
            Offer(do="fold", clause="10(b)", default=True, gives_up=given_up(dealer, seat, player)),
        )

    given = yield from dealer.ask_seat("bet or fold", "10(b)", seat, offers)
    if given is None:
        return
    if given.do == "bet":
        dealer.chose(given, "10(b)", also=("10(a)", "10(a)(3)"), amount=amount)
        dealer.put(given, wager="bet", amount=amount)
        return
    dealer.chose(given, "10(b)", also=("1:fold", "10(a)"))
    forfeit(dealer, seat, player)


def given_up(dealer: CaribbeanDealer, seat: int, player: str) -> int:
    """The chips that a fold loses. A coupon redeemed for the progressive wager is no money."""
    redeemed = dealer.layout.redeemed
    return sum(dealer.stake(seat, player, wager) for wager in FORFEITED if (seat, player, 1, wager) not in redeemed)


def forfeit(dealer: CaribbeanDealer, seat: int, player: str) -> None:
    """A fold loses ante, bonus and progressive. The hand stays, face down, only if it has a live Five Card wager."""
    for wager in FORFEITED:
        if dealer.stake(seat, player, wager):
            clause = "10(a)" if wager == "ante" else "10(b)"
            dealer.settle(
                seat, player, wager, result="lose", returned=0, clause=clause, line="folded", ruling="fold-forfeits"
            )
    if not dealer.stake(seat, player, "five card bonus"):
        procedures.shows(dealer, seat_place(seat))  # a wrong number shows when the cards are picked up
        dealer.collect(seat_place(seat), "10(a)")


# --- section 10(c): completion of the round


def settle_all(dealer: CaribbeanDealer, cover_all: CoverAll) -> Script:
    dealer.expose(DEALER, "10(c)", only=HOLE, also=("1:hole card",))
    to_beat = ranked(dealer, DEALER, DEALERS)
    cover_all.found(to_beat)
    extra, jackpot = Draws(), None
    if dealer.rules.five_card:
        extra = yield from side_wagers.draw_extras(dealer)
        jackpot = yield from side_wagers.dealer_jackpot(dealer, to_beat)
    for seat in reversed(dealer.in_play):
        yield from settle_player(dealer, seat, to_beat, cover_all, jackpot, extra)
    cover_all.settle()
    dealer.collect(DEALER, "10(d)")


def settle_player(
    dealer: CaribbeanDealer, seat: int, to_beat: Shown, cover_all: CoverAll, jackpot: Jackpot | None, extra: Draws
) -> Script:
    """Settle everything of one player except Cover All. A void hand has only a wager on the dealer's hand left."""
    place, player = seat_place(seat), dealer.player_at(seat)
    folded = dealer.hand(seat).folded
    hand: Shown | None = None
    if dealer.cards(place):
        dealer.expose(place, "10(c)(1)", ruling="fold-forfeits" if folded else "")
        hand = ranked(dealer, place, PLAYERS)
    if hand and not folded:
        settle_hand(dealer, seat, player, hand, to_beat)
        side_wagers.settle_bonus(dealer, seat, player, hand)
        yield from side_wagers.settle_progressive(dealer, seat, player, hand)
        side_wagers.settle_envy(dealer, seat, hand)
    if dealer.rules.five_card:
        yield from side_wagers.settle_five_card(dealer, seat, player, hand, to_beat, jackpot, extra)
    if hand and (folded or not cover_all.found(hand)):
        dealer.collect(place, "10(d)")


def ranked(dealer: CaribbeanDealer, place: str, ranking: dealing.Ranking) -> Shown:
    """10(c)(2): rank the five cards as the highest hand they make."""
    cards = dealer.cards(place)
    strength = poker.strength(cards)
    qualifies = ("1:qualifying hand",) if ranking is DEALERS and strength >= poker.ACE_KING else ()
    dealing.rank(dealer, place, cards, strength, ranking, also=qualifies, ruling="best-category")
    return Shown(place, cards, strength, poker.CATEGORY_OF[strength])


def settle_hand(dealer: CaribbeanDealer, seat: int, player: str, hand: Shown, to_beat: Shown) -> None:
    """10(c)(3): settle ante and bet by the deciding line."""
    on = line(hand.strength, to_beat.strength)
    also, ruling = RESTS_ON[on], RULINGS[on]
    if on != BELOW and hand.kind == to_beat.kind:
        also, ruling = (*also, "5(c)"), "standard-order"
    if on == EQUAL:
        also = (*also, "1:push", "1:suit")
    pays = on == HIGHER
    result = ANTE_RESULTS[on]
    stake = dealer.stake(seat, player, "ante")
    dealer.settle(
        seat,
        player,
        "ante",
        result=result,
        returned=ante(stake, on),
        clause=DECIDED[on],
        line=LINES[on],
        pays="1 to 1" if result == "win" else "",
        also=(*also, "11(a)") if result == "win" else also,
        ruling=ruling,
    )
    stake = dealer.stake(seat, player, "bet")
    dealer.settle(
        seat,
        player,
        "bet",
        result=BET_RESULTS[on],
        returned=bet(stake, on, hand.kind, BET_TABLE.back),
        clause=DECIDED[on],
        line=f"{LINES[on]}, {poker.CATEGORIES[hand.kind]}" if pays else LINES[on],
        pays=BET_TABLE.pays[hand.kind] if pays else "",
        also=(*also, "11(b)") if pays else also,
        ruling=ruling,
    )
