"""A round of Boston 5 Stud Poker, in the order of the document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pitboss.basics import poker
from pitboss.basics.cards import PACK_52
from pitboss.basics.money import Paid, dollars, is_broken
from pitboss.basics.poker import EQUAL, HIGHER, LOWER, compare
from pitboss.engine.procedures import dealing
from pitboss.engine.procedures.before_deal import CLOSED, alternate_packs, open_table, shuffle, take_wagers
from pitboss.engine.procedures.irregularities import never_dealt
from pitboss.engine.round.asks import THE_DEALER, Offer, Party, Script
from pitboss.engine.round.dealer import ShoeJam
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.inputs import PlayerInput
from pitboss.games.boston_5_stud import procedures
from pitboss.games.boston_5_stud.procedures import COUNT, DEALER, OPTIONAL, BostonDealer
from pitboss.games.boston_5_stud.settle import LINES, paid_on_hand

RANKING = dealing.Ranking(
    hands=("5(c)", "5(b)(9)", "5(b)(8)", "5(b)(7)", "5(b)(6)", "5(b)(5)", "5(b)(4)", "5(b)(3)", "5(b)(2)", "5(b)(1)"),
    also=("1:hand", "1:rank", "5(a)", "5(b)"),
    suited=("1:suit",),
    rulings={poker.STRAIGHT: "not-all-one-suit"},
)

RESULTS = ("lose", "push", "win")
DECIDED = ("10(f)(1)", "10(f)(2)", "10(f)(3)")
CITED = ((), ("1:push",), ("11(b)",))
"""Further clauses cited for first and second, by line."""
BONUS_RULINGS = ("bonus-on-a-loss", "bonus-on-a-tie", "ante-bonus-table")


def play(dealer: BostonDealer) -> Script:
    # 2 to 4: open the table, shuffle; there is no cut
    dealing.count_if_overdue(dealer, COUNT)
    alternate_packs(dealer)
    open_table(dealer)
    yield from shuffle(dealer, PACK_52)
    dealing.shuffler_counts(dealer, COUNT)
    yield from dealing.shuffle_meanwhile(dealer, COUNT, opening=True)

    # 6: wagers, until "No more bets"
    began = yield from take_wagers(
        dealer,
        lambda party: wagers(dealer, party),
        clause="6(b)",
        withdraw="6(b)",
        lacks=lambda party: lacks(dealer, party),
        announce=lambda: procedures.close_bets(dealer),
        automated_shoe=dealer.rules.dealing == dealing.AUTOMATED_SHOE,
    )
    if not began:
        return

    # 2(b)(3): the other of two packs is shuffled; 7 to 9: three cards face down to each player and to the dealer
    dealing.one_more_round(dealer, COUNT)
    yield from dealing.shuffle_meanwhile(dealer, COUNT)
    try:
        procedures.deal_three(dealer)
    except ShoeJam:
        procedures.void_for_jam(dealer)
    never_dealt(dealer, (*map(seat_place, dealer.in_play), DEALER))
    procedures.check_first_cards(dealer)

    # 10(a) to (c): the optional bonus, then a second wager or a fold
    yield from procedures.expose_or_conceal(dealer)
    yield from second_or_fold(dealer)

    # 10(d), 7(e) to (g): two more cards, the stub, the dealer's hand in a row
    dealer.phase = "final"
    playing = [seat_place(seat) for seat in dealer.live()]
    if playing:
        playing.append(DEALER)
        procedures.deal_two(dealer)
    never_dealt(dealer, playing)
    if playing:
        procedures.check_last_cards(dealer)
    dealing.rack_the_stub(
        dealer, procedures.way(dealer), COUNT, lambda: procedures.found_by_count(dealer, 5 if playing else 3)
    )
    procedures.never_found(dealer)
    if dealer.live():
        dealer.procedure("the dealer's five cards are spread in a row", procedures.way(dealer).row)
        settle(dealer)
    dealer.collect(DEALER, "10(g)")


# --- section 6: wagers


def wagers(dealer: BostonDealer, party: Party) -> Iterator[Offer]:
    rules, seat, player = dealer.rules, party.seat, party.player
    yield dealer.base_offer(party, clause="6(a)")
    staked = dealer.stake(seat, player, "ante")
    yield dealer.wager_offer(
        "first",
        seat,
        player,
        2 * staked,
        2 * staked,
        least_is="twice the ante",
        most_is="twice the ante",
        why_not="" if staked else "the first wager is twice the ante, but no ante is placed",
        clause="1:first wager",
    )
    both = dealer.stake(seat, player, "first")  # an ante stays while a first wager depends on it
    yield dealer.wager_offer(
        OPTIONAL,
        seat,
        player,
        rules.least_optional,
        rules.most_optional,
        least_is="the minimum optional bonus wager",
        most_is="the maximum optional bonus wager",
        why_not="" if both else "an optional bonus wager requires an ante and a first wager",
        optional=True,
    )


def lacks(dealer: BostonDealer, party: Party) -> str:
    """The reason why bets cannot close: an ante without its first wager."""
    ante = dealer.stake(party.seat, party.player, "ante")
    if not ante or dealer.stake(party.seat, party.player, "first"):
        return ""
    return f"{dealer.called(party.player)} has an ante but no first wager, which must be {dollars(2 * ante)}"


# --- section 10: second wager or fold


def second_or_fold(dealer: BostonDealer) -> Script:
    """10(b), 10(c): each player decides. A second wager may be withdrawn until the dealer deals the last two cards."""
    dealer.phase = "decisions"

    def void() -> bool:
        return dealer.live() != playing

    turn = dealer.next_turn()
    while playing := dealer.live():
        late = procedures.undecided(dealer)
        parties = {seat: Party("player", seat, dealer.player_at(seat)) for seat in playing}
        waiting = [parties[seat] for seat in late]
        given = yield from dealer.ask(
            "second or fold",
            "10(b)",
            (*waiting, THE_DEALER),
            partial(decisions, dealer, waiting),
            also=[party for seat, party in parties.items() if seat not in late],
            moot=void,
            turn=turn,
        )
        if given is None:
            continue
        match given.do:
            case "deal":
                return
            case "second":
                dealer.chose(given, "10(b)", also=("1:second wager",), amount=given.amount)
                dealer.put(given, wager="second")
            case "withdraw":
                dealer.withdraw(given, "10(c)")
                dealer.chose(given, "10(c)", ruling="withdrawn-second")
                fold(dealer, given, "10(c)", ruling="withdrawn-second")
            case _:
                fold(dealer, given, "10(b)")


def decisions(dealer: BostonDealer, late: Sequence[Party], party: Party) -> Iterator[Offer]:
    if party == THE_DEALER:
        why = f"{dealer.called(late[0].player)} has neither placed a second wager nor folded" if late else ""
        yield Offer(do="deal", clause="10(b)" if late else "10(d)", why_not=why)
        return
    seat, player = party.seat, party.player
    if seat not in dealer.in_play:
        return
    first, placed, hand = dealer.stake(seat, player, "first"), dealer.stake(seat, player, "second"), dealer.hand(seat)
    gone = "the hand is folded" if hand.folded else "the hand is void" if hand.void else ""
    decided = gone or ("the second wager is placed; it may be withdrawn" if placed else "")
    yield Offer(
        do="second", clause="10(b)", least=first, most=first, most_is="the first wager", why_not=decided, on="second"
    )
    given_up = dealer.stake(seat, player, "ante") + first
    yield Offer(do="fold", clause="10(b)", why_not=decided, default=True, gives_up=given_up)
    none = "" if placed else gone or "no second wager is placed"
    yield Offer(do="withdraw", wager="second", clause="10(c)", why_not=none, optional=True)
    for wager in ("ante", "first"):
        yield Offer(do="withdraw", wager=wager, clause="6(b)", why_not=gone or CLOSED)


def fold(dealer: BostonDealer, given: PlayerInput, clause: str, *, ruling: str = "") -> None:
    """The ante and first wager are collected, then the cards, unexposed."""
    place = seat_place(given.seat)
    dealer.chose(given, clause, action="fold", also=("1:fold",), ruling=ruling)
    for wager in ("ante", "first"):
        dealer.settle(
            given.seat, given.player, wager, result="lose", returned=0, clause="10(b)", line="folded", ruling=ruling
        )
    dealer.collect(place, "10(b)", also=("10(g)",))


# --- sections 10 and 11: settlement


def settle(dealer: BostonDealer) -> None:
    """10(e), 10(f): the dealer's hand is turned over, then each player's from the dealer's right."""
    procedures.dealer_turns_over(dealer)
    to_beat = ranked(dealer, DEALER, dealer.expose(DEALER, "10(e)"))
    for seat in reversed(dealer.live()):
        place = seat_place(seat)
        cards = dealer.expose(place, "10(f)")
        if not procedures.wrong_number_shows(dealer, seat, len(cards), 5):
            settle_hand(dealer, seat, ranked(dealer, place, cards), to_beat)


def ranked(dealer: BostonDealer, place: str, cards: Sequence[int]) -> int:
    """Announce the hand at a place; return its strength."""
    strength = poker.strength(cards)
    dealing.rank(dealer, place, cards, strength, RANKING)
    return strength


def settle_hand(dealer: BostonDealer, seat: int, strength: int, to_beat: int) -> None:
    """Settle ante, first and second against the dealer's hand, and the ante bonus by the player's hand alone."""
    place, player, rules = seat_place(seat), dealer.player_at(seat), dealer.rules
    on = compare(strength, to_beat)
    category = poker.CATEGORY_OF[strength]
    alike = category == poker.CATEGORY_OF[to_beat]
    compared = ("5(c)",) if alike else ()
    ruling = "standard-order" if alike else ""
    result, clause = RESULTS[on], DECIDED[on]
    decided = ("first", "second")
    stakes = [dealer.stake(seat, player, wager) for wager in ("ante", *decided)]
    coupons = [dealer.coupon(seat, player, wager) for wager in decided]
    on_ante, *paid, bonus = paid_on_hand(stakes, on, category, *rules.ante_bonus_pays, rules.payout_cap, coupons)

    def settle_ante() -> None:
        dealer.settle(
            seat,
            player,
            "ante",
            result="lose" if on == LOWER else "push",
            returned=on_ante.returned,
            clause=clause,
            line=LINES[on],
            also=(*compared, "1:push") if on == EQUAL else compared,
            ruling="ante-on-a-win" if on == HIGHER else ruling,
        )

    if on != HIGHER:
        settle_ante()
    also = (*compared, *CITED[on])
    for wager, (amount, cut_off) in zip(decided, paid, strict=True):
        dealer.settle(
            seat,
            player,
            wager,
            result=result,
            returned=amount,
            clause=clause,
            line=LINES[on],
            pays="1 to 1" if on == HIGHER else "",
            also=(*also, "11(e)") if cut_off else also,
            ruling="payout-cap" if cut_off else ruling,
            capped=cut_off,
        )
    if category >= poker.TWO_PAIR:
        settle_bonus(dealer, seat, category, stakes[0], bonus, on)
    if on == HIGHER:
        settle_ante()
    dealer.collect(place, clause, also=("10(g)",))


def settle_bonus(dealer: BostonDealer, seat: int, category: int, staked: int, paid: Paid, on: int) -> None:
    """10(f)(3), 11(c): two pair or better is paid on the ante, whoever has the higher hand."""
    rules, held = dealer.rules, poker.CATEGORIES[category]
    (pays, per), cut_off = rules.ante_bonus_pays, paid.cut_off
    also = ("10(f)(3)", "1:ante bonus wager hand")
    dealer.settle(
        seat,
        dealer.player_at(seat),
        "ante bonus",
        stake=0,
        result="win",
        returned=paid.returned,
        clause="11(c)",
        line=held,
        pays=str(rules.ante_bonus[held]),
        also=(*also, "11(e)") if cut_off else also,
        ruling="payout-cap" if cut_off else BONUS_RULINGS[on],
        rounded=is_broken(staked * pays[category], per),
        capped=cut_off,
    )
