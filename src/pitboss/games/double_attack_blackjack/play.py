"""A round of Double Attack Blackjack, in the order of the document."""

from __future__ import annotations

from pitboss.basics.cards import ACE, TEN, TEXT
from pitboss.basics.money import is_broken
from pitboss.engine.procedures.before_deal import take_wagers
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Script
from pitboss.engine.round.dealer import DOWN, UP, Void
from pitboss.games.double_attack_blackjack import settle
from pitboss.games.double_attack_blackjack.procedures import boxes, course, hands, irregular, shoe
from pitboss.games.double_attack_blackjack.procedures.course import (
    ATTACK,
    BONUS,
    DEALER,
    DOUBLE,
    INITIAL,
    INSURANCE,
    DoubleAttackDealer,
    Held,
)
from pitboss.games.double_attack_blackjack.rules import (
    BONUS_BACK,
    BONUS_PAYS,
    BONUS_PER,
    EVEN_MONEY,
    INSURANCE_PAYS,
    NO_HOLE_CARD,
)

FROM_THE_SHOE = ("7(a)", "7(b)")


def play(dealer: DoubleAttackDealer) -> Script:
    try:
        began = yield from before_the_first_card(dealer)
    except Void:  # the cards can't be cut
        irregular.never_came(dealer)
        raise
    if not began:
        irregular.never_came(dealer)
        shoe.idle(dealer)
        return

    # 7 to 12: the round, which an irregularity may void
    first = not dealer.shoe.cursor
    try:
        yield from round_of_play(dealer)
    except Void as void:
        hands.surrenders_stand(dealer)
        dealer.void_round(void)
    irregular.never_came(dealer)
    shoe.finish(dealer, boxes.entered(dealer, first))


def before_the_first_card(dealer: DoubleAttackDealer) -> Script:
    """Whether a round follows. If not, the cards are spread out."""
    # 3 and 4: open the table, shuffle and cut if due
    yield from shoe.ready(dealer)

    # 5(c), 5(d), 6: wagers, until the first card
    return (
        yield from take_wagers(
            dealer,
            lambda party: boxes.wagers(dealer, party),
            clause="5(d)",
            withdraw="5(d)",
            parties=lambda: boxes.bettors(dealer),
            barred=lambda given: ("5(h)", boxes.missed_a_round(dealer, given.player, given.name)),
            recut=lambda: shoe.recut(dealer),
            recut_clause="4(g)",
            announce=lambda: boxes.close_bets(dealer),
            deeds={
                "consent": lambda given: boxes.consent(dealer, given),
                "permit": lambda given: boxes.permit(dealer, given),
                "reshuffle": lambda given: shoe.reshuffle(dealer),
                "bring back": lambda given: boxes.bring_back(dealer, given),
                "burn card": lambda given: shoe.disclose_burn(dealer),
                "cash": lambda given: boxes.verbal_wager(dealer, given),
            },
            staff_deeds=lambda party: boxes.staff_deeds(dealer, party),
        )
    )


def round_of_play(dealer: DoubleAttackDealer) -> Script:
    """From the burn card to the last wager. Ruling settling-order sets the order of settlement."""
    kept, rules = course.of(dealer), dealer.rules

    # 7(c), 7(d): the burn card of a new shoe or dealer, the dealer's up card, the double attack
    yield from shoe.burn(dealer)
    if not kept.no_up_card:
        yield from shoe.deal(dealer, DEALER, "7(d)", also=FROM_THE_SHOE)
        dealer.phase = "attack"
        yield from boxes.extra_wager(dealer, ATTACK, "attack", "7(d)", "attack-up-to", also="13(e)")

    # 7(d)(1), 7(d)(2): two cards to each box
    dealer.phase = "deal"
    yield from two_cards_each(dealer)

    # 7(i), 11: the hole card if there is one, insurance, the card reader
    if rules.hole_card != NO_HOLE_CARD:
        yield from shoe.deal(dealer, DEALER, "7(i)", face=DOWN, also=("7(b)",))
    if course.up_card(dealer) >> 2 == ACE:
        dealer.phase = "insurance"
        yield from boxes.extra_wager(dealer, INSURANCE, "insure", "11(b)", "insurance", also="13(g)")
    dealer.phase = "decisions"
    if not (yield from reader_finds_blackjack(dealer)):
        # 7(e), 7(f), 8 to 10, 12(a): decisions, box by box from the dealer's left
        for box in dealer.in_play:
            yield from hands.play_box(dealer, box)
        yield from irregular.late_cards(dealer)

    # 7(g), 12(b), 12(c): the dealer's hand, with the wagers that it settles
    dealer.phase = "dealer"
    yield from dealers_hand(dealer)

    # 5, 9, 10: the other wagers, from the dealer's right; then the cards are picked up
    points = course.count_of(course.cards_of(dealer, DEALER))
    picked = ("7(j)(1)",) if dealer.state.cut_card_box >= 0 else ()
    from_the_right = list(reversed(kept.hands()))
    for held in from_the_right:
        if held.status in (course.STOOD, course.IN_PLAY):
            settle_hand(dealer, held, points)
    for held in from_the_right:
        dealer.collect(held.place, "7(h)", hand=held.number, also=picked)
    dealer.collect(DEALER, "7(h)", also=picked)


# --- section 7(d): two cards to each box


def two_cards_each(dealer: DoubleAttackDealer) -> Script:
    kept = course.of(dealer)
    for least, clause in ((1, "7(d)(1)"), (2, "7(d)(2)")):
        for box in dealer.in_play:
            held = kept.hand_of(box)
            if held.status != course.DEAD and kept.short.get(box, 2) >= least:
                yield from shoe.deal(dealer, held.place, clause, box=box, also=FROM_THE_SHOE)
    if kept.no_up_card:
        kept.no_up_card = False
        dealer.irregular("no first card to the dealer", "the round is void", "15(e)", place=DEALER)
        raise Void("15(e)")
    for box in sorted(kept.short.keys() & kept.boxes.keys()):
        held = kept.hand_of(box)
        if held.status != course.DEAD:
            yield from short_hand(dealer, held, kept.short.pop(box))


def short_hand(dealer: DoubleAttackDealer, held: Held, cards: int) -> Script:
    """15(i): a hand without cards is dead. After one card, the player may have the second after all others."""
    course.of(dealer).misdelivered = True
    if not cards:
        dealer.irregular("no cards were dealt to a hand", "the hand is dead", "15(i)", place=held.place)
        irregular.dead_hand(dealer, held, "15(i)")
        return
    remedy = "the player may have the second after all others have theirs"
    dealer.irregular("one card was dealt to a hand", remedy, "15(i)", place=held.place)
    given = yield from irregular.ask_card(dealer, held, "the second card", "15(i)")
    if given.do == "dead hand":
        irregular.dead_hand(dealer, held, "15(i)")
    else:
        yield from shoe.deal(dealer, held.place, "15(i)", box=held.seat, also=("7(d)(2)", *FROM_THE_SHOE))


# --- section 7(i): the hole card


def reader_finds_blackjack(dealer: DoubleAttackDealer) -> Script:
    """Under an ace, king, queen or jack, the card reader shows whether the hole card makes a blackjack."""
    if not course.uses_reader(dealer) or not course.may_be_blackjack(course.up_card(dealer)):
        return False
    dealer.procedure("the hole card is put in the card reader", "7(i)", ruling="hole-card")
    while course.count_of(course.cards_of(dealer, DEALER)).blackjack:
        if course.hole_card_seen(dealer) or turn_hole_card(dealer):
            return True
        yield from shoe.deal(dealer, DEALER, "7(i)", face=DOWN)
        if (
            not course.uses_reader(dealer) and dealer.revision >= 1
        ):  # it failed while the rack was shuffled for this card
            return False
    course.of(dealer).no_blackjack = True
    if not course.hole_card_seen(dealer):
        dealer.announce("no blackjack", "7(i)", place=DEALER)
    return False


def turn_hole_card(dealer: DoubleAttackDealer) -> bool:
    """Turn it up. False if it is a ten, which a floorperson removes (15(c))."""
    card = dealer.expose(DEALER, "7(i)", only=(1,))[0]
    if card >> 2 != TEN:
        return True
    taken_away = ev.Moved(round=dealer.round, clause="15(c)", place=DEALER, hand=1, to_hand=0, card=TEXT[card])
    dealer.emit(taken_away)
    shoe.ten_found(dealer, card)
    return False


# --- sections 7(g) and 12: the dealer's hand


def waiting_hands(dealer: DoubleAttackDealer) -> list[Held]:
    return [held for held in course.of(dealer).hands() if held.status in (course.STOOD, course.IN_PLAY)]


def live(dealer: DoubleAttackDealer, wager: str) -> bool:
    return any(stake[3] == wager for stake in dealer.layout.stakes)


def second_card_matters(dealer: DoubleAttackDealer) -> bool:
    """Whether any outcome depends on it. A blackjack on a box depends only on a dealer's blackjack."""
    if course.may_be_blackjack(course.up_card(dealer)):
        return bool(dealer.layout.stakes)
    return live(dealer, BONUS) or total_matters(dealer)


def total_matters(dealer: DoubleAttackDealer) -> bool:
    """Whether any outcome depends on the dealer's total."""
    return any(not course.count(dealer, held).blackjack for held in waiting_hands(dealer))


def dealers_hand(dealer: DoubleAttackDealer) -> Script:
    hole = dealer.layout.hand(DEALER)
    if len(hole.cards) == 2:
        if hole.faces[1] == DOWN and not turn_hole_card(dealer):
            yield from shoe.deal(dealer, DEALER, "15(c)", also=("7(g)",))
    elif second_card_matters(dealer):
        dealer.announce("Dealer's Card", "7(g)")
        yield from shoe.deal(dealer, DEALER, "7(g)", also=FROM_THE_SHOE)
    cards = course.cards_of(dealer, DEALER)
    if len(cards) == 2:
        yield from second_and_on(dealer, cards)
    else:
        nothing_depends(dealer)
    shoe.burn_unused(dealer)


def nothing_depends(dealer: DoubleAttackDealer) -> None:
    dealer.procedure("the dealer draws no card: no outcome depends on it", "12(c)")


def second_and_on(dealer: DoubleAttackDealer, cards: tuple[int, ...]) -> Script:
    """Settle what the second card decides, then draw the third and settle the bust bonus, then draw to seventeen."""
    points = course.count_of(cards)
    for held in reversed(course.of(dealer).hands()):
        if held.status == course.GIVEN_UP:
            settle_given_up(dealer, held, points)
    settle_insurance(dealer, points)
    if points.total >= settle.STANDS:
        settle_bonus(dealer, cards, points.total)
    depends = points.total < settle.STANDS and total_matters(dealer)
    while points.total < settle.STANDS:
        bonus = len(cards) == 2 and live(dealer, BONUS)
        if not (bonus or depends):
            nothing_depends(dealer)
            break
        also = ("7(g)", "6(d)") if bonus else ("7(g)",)
        yield from shoe.deal(dealer, DEALER, "12(b)", also=also)
        cards = course.cards_of(dealer, DEALER)
        points = course.count_of(cards)
        if len(cards) == 3:
            settle_bonus(dealer, cards, points.total)
    stands = points.total >= settle.STANDS
    dealer.announce(points.words, "7(g)", place=DEALER, also=(*points.also, "12(b)") if stands else points.also)
    if settle.STANDS <= points.total <= settle.BEST and may_draw_by_mistake(dealer):
        yield from draw_on_pat_hand(dealer)


def may_draw_by_mistake(dealer: DoubleAttackDealer) -> bool:
    """Whether a draw on a pat hand was reported and a card is there. The rack is shuffled only to go on (15(h))."""
    kept = course.of(dealer)
    return kept.pat_draw and (bool(dealer.shoe.left) or kept.exposed is not None or dealer.revision < 1)


def draw_on_pat_hand(dealer: DoubleAttackDealer) -> Script:
    """15(g): burn the card: one exposed in error, or the next of the shoe. A boxed card or a ten is out anyway."""
    kept = course.of(dealer)
    if kept.exposed is not None and dealer.revision >= 1:
        card, kept.exposed = kept.exposed, None
    else:
        try:
            card = yield from shoe.drawn_by_mistake(dealer, 0)
        except Void:  # the second of its kind
            if dealer.revision >= 1:
                drew_on_pat_hand(dealer, None)
            raise
    drew_on_pat_hand(dealer, card)
    if card is not None:
        dealer.burn_card(card, UP, "15(g)", why="drawn on a pat hand", also=("1:pat hand",))


def drew_on_pat_hand(dealer: DoubleAttackDealer, card: int | None) -> None:
    course.of(dealer).pat_draw = False
    remedy = "the card is burned" if card is not None else "the card is already out of the game"
    dealer.irregular("the dealer drew on a pat hand", remedy, "15(g)", card=card, ruling="pat-hand")


# --- settlement on the way: insurance, surrenders, the bust bonus


def wagers_from_the_right(dealer: DoubleAttackDealer, wager: str) -> list[tuple[int, str, int]]:
    """Everyone with this side wager, with the stake, counterclockwise from the dealer's right."""
    found = [(box, who, amount) for (box, who, _, name), amount in dealer.layout.stakes.items() if name == wager]
    return sorted(found, key=lambda placed: -placed[0]) if len(found) > 1 else found


def settle_insurance(dealer: DoubleAttackDealer, points: course.Count) -> None:
    """11: settle insurance separately, as soon as the second card is seen."""
    back, per = INSURANCE_PAYS.back
    won = points.blackjack
    for box, player, stake in wagers_from_the_right(dealer, INSURANCE):
        dealer.settle(
            box,
            player,
            INSURANCE,
            result="win" if won else "lose",
            returned=settle.insurance(stake, won, back, per),
            clause="11(c)" if won else "11(d)",
            also=("11(a)",),
            line=settle.LINES[settle.DEALER_BLACKJACK] if won else "no dealer blackjack",
            pays=str(INSURANCE_PAYS) if won else "",
            ruling="insurance",
            rounded=won and is_broken(stake * back, per),
        )


def settle_given_up(dealer: DoubleAttackDealer, held: Held, points: course.Count) -> None:
    """8(a)(2): settle a surrender that waited for the second card. A blackjack takes all of the first initial wager."""
    if points.blackjack:
        held.status = course.STOOD
        settle_hand(dealer, held, points, clause="8(a)(2)")
        dealer.collect(held.place, "7(h)", hand=held.number)
    else:
        hands.settle_surrender(dealer, held, "8(a)(2)")


def settle_bonus(dealer: DoubleAttackDealer, cards: tuple[int, ...], total: int) -> None:
    """6(d): by the dealer's first two cards if the dealer stands on them, otherwise by the third."""
    bets = wagers_from_the_right(dealer, BONUS)
    if not bets:
        return
    line = settle.bonus_line(len(cards), total, course.count_of(cards[2:]).total, *settle.alike(cards))
    won = line != settle.NO_BUST
    special = line in (settle.THREE_EIGHTS_COLOR, settle.THREE_EIGHTS_SUIT)
    clause = "6(d)(3)" if special else "6(d)(2)" if won else "6(d)(1)"
    also = ("6(a)", "6(d)", "6(e)", *(("1:suit",) if line == settle.THREE_EIGHTS_SUIT else ()))
    for box, player, stake in bets:
        dealer.settle(
            box,
            player,
            BONUS,
            result="win" if won else "lose",
            returned=settle.bust_bonus(stake, line, BONUS_BACK, BONUS_PER),
            clause=clause,
            also=also,
            line=settle.BONUS_LINES[line],
            pays=str(BONUS_PAYS[settle.BONUS_LINES[line]]) if won else "",
            ruling="bust-bonus",
        )


# --- sections 5, 9 and 10: the wagers on a hand


def settle_hand(dealer: DoubleAttackDealer, held: Held, dealt: course.Count, *, clause: str = "") -> None:
    """Settle each wager on a hand, player by player. ``clause`` is a surrender's if the dealer has a blackjack."""
    points = course.count(dealer, held)
    natural = points.blackjack and not clause
    line = settle.outcome(points.total, natural, dealt.total, dealt.blackjack)
    decided, also, ruling = deciding(line, dealt)
    also = (*also, clause) if clause else also
    originals = course.of(dealer).originals
    for (box, player, hand, wager), stake in hands.on_the_hand(dealer, held):
        original = originals.get((box, player), 1) == hand
        returned = settle.initial(stake, line, original) if wager == INITIAL else settle.extra(stake, line)
        result = "win" if returned > stake else "push" if returned else "lose"
        by = clause or decided
        if line == settle.DEALER_BLACKJACK and result == "push":
            by = "9(c)" if wager == DOUBLE else "5(b)" if original else "10(d)"
        dealer.settle(
            box,
            player,
            wager,
            hand=hand,
            result=result,
            returned=returned,
            clause=by,
            also=(*also, "9(b)") if wager == DOUBLE and result == "win" else also,
            line=settle.LINES[line],
            pays=str(EVEN_MONEY) if result == "win" else "",
            ruling=ruling,
        )


DECIDED = {
    settle.DEALER_BLACKJACK: ("5(b)", ("1:blackjack",), "dealer-blackjack"),
    settle.BOTH_BLACKJACK: ("5(b)", ("1:blackjack",), "dealer-blackjack"),
    settle.DEALER_BUST: ("5(a)(1)", ("5(a)", "5(e)"), ""),
    settle.ABOVE: ("5(a)(2)", ("5(a)", "5(e)"), ""),
    settle.BELOW: ("5(e)", (), ""),
    settle.EQUAL: ("5(b)", (), ""),
}


def deciding(line: int, dealt: course.Count) -> tuple[str, tuple[str, ...], str]:
    """The clause of a deciding line, the clauses behind it, and the ruling."""
    if line == settle.BLACKJACK:
        by = "5(a)(3)" if dealt.total == settle.BEST else "5(a)(1)" if dealt.total > settle.BEST else "5(a)(2)"
        return by, ("5(a)", "5(e)", "1:blackjack"), "blackjack-wins"
    return DECIDED[line]
