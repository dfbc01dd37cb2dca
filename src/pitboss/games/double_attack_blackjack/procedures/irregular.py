"""The irregularities of Double Attack Blackjack (section 15) and the document's remedies."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from pitboss.basics.cards import TEXT
from pitboss.engine.game import Irregularity
from pitboss.engine.procedures.irregularities import boxed_card, seats_and, shuffler_jams
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Offer, Party, Script
from pitboss.engine.round.dealer import Void
from pitboss.engine.round.events import seat_of, seat_place
from pitboss.engine.round.inputs import ReportInput
from pitboss.games.double_attack_blackjack.procedures import course, hands
from pitboss.games.double_attack_blackjack.procedures.course import DoubleAttackDealer, Held
from pitboss.games.double_attack_blackjack.procedures.shoe import IN_THE_WASH, drawn_by_mistake, remix
from pitboss.games.double_attack_blackjack.rules import CARD_READER

# --- 15(j): forgotten cards


def late_cards(dealer: DoubleAttackDealer) -> Script:
    """After the others: the forgotten card and the rest of that box, or a dead hand, as the player chooses."""
    kept = course.of(dealer)
    while kept.late:
        held = kept.late.pop(0)
        if held.status == course.IN_PLAY:  # its players may have been let out meanwhile
            yield from late_card(dealer, held)
        if held not in kept.late:
            yield from hands.play_box(dealer, held.seat)


def late_card(dealer: DoubleAttackDealer, held: Held) -> Script:
    """The forgotten card, or a dead hand. A caller who refuses a waiting card may also keep the hand as it is."""
    while (given := (yield from ask_card(dealer, held, "the forgotten card", "15(j)"))).do == "refuse":
        hands.refuse_card(dealer, given)
    match given.do:
        case "dead hand":
            dead_hand(dealer, held, "15(j)")
        case "stand":
            held.status = course.STOOD
        case "surrender":
            hands.surrender(dealer, held, given)
        case _:
            yield from take_late_card(dealer, held)


def take_late_card(dealer: DoubleAttackDealer, held: Held) -> Script:
    kept = course.of(dealer)
    kept.turn = held.seat
    yield from hands.draw(dealer, held, also=("15(j)",))
    if held.status == course.IN_PLAY and held not in kept.late:
        yield from hands.play_hand(dealer, held)
    kept.turn = None


def ask_card(dealer: DoubleAttackDealer, held: Held, about: str, clause: str) -> Script:
    """The player's option after the dealer's mistake: take the card, or call the hand dead."""
    kept = course.of(dealer)
    caller = Party("player", held.seat, course.caller_of(dealer, held.seat, held.number))
    kept.turn = held.seat
    given = yield from dealer.ask(
        about, clause, (caller,), lambda party: late_offers(dealer, held, party, clause) if party == caller else ()
    )
    kept.turn = None
    kept.heard.add(given.player)
    if given.do in ("take card", "dead hand"):
        dealer.chose(given, clause)
    elif given.do == "stand":
        dealer.chose(given, "7(e)")
    return given


def late_offers(dealer: DoubleAttackDealer, held: Held, caller: Party, clause: str) -> Iterator[Offer]:
    """The card or a dead hand. A card exposed in error may be refused. The hand then goes on without it."""
    number, refused = held.number, hands.has_refused(dealer, held)
    if refused:
        yield hands.option("take card", "15(f)", number, hands.NO_MORE.format(dealer.called(caller.player)))
        yield hands.option("stand", "7(e)", number, default=True)
        yield hands.surrender_offer(dealer, held, caller.player)
    else:
        yield hands.option("take card", clause, number, default=True)
    yield hands.option("dead hand", clause, number)
    if course.of(dealer).exposed is not None and not refused:
        yield hands.option("refuse", "15(f)", number)


def dead_hand(dealer: DoubleAttackDealer, held: Held, clause: str) -> None:
    """Return every wager on the hand (ruling dead-hand): initial, double attack and double.

    A bust bonus or insurance is not a wager on the hand but on the dealer's cards, which still come. It stays, because
    6(e) and 8(b) keep it independent of the other wagers.
    """
    held.status = course.DEAD
    dealer.emit(ev.Voided(round=dealer.round, clause=clause, ruling="dead-hand", place=held.place, hand=held.number))
    dealer.give_back(hands.on_the_hand(dealer, held), clause, "dead-hand")
    dealer.collect(held.place, clause, hand=held.number)


# --- 15(a): players let out of the hand


def may_leave(dealer: DoubleAttackDealer, box: int) -> set[str]:
    """Players with a wager on a hand of the box that is not over. A player who surrendered a hand has left it."""
    live = {held.number for held in course.of(dealer).boxes[box] if held.status in (course.IN_PLAY, course.STOOD)}
    return {
        who for (_, who, hand, wager), _ in dealer.layout.stakes_of(box) if hand in live and wager in course.ON_THE_HAND
    }


def void_for(dealer: DoubleAttackDealer, held: Held, leaving: set[str]) -> None:
    """Void a hand, or only some players' wagers on it if others stay."""
    there = list(dict.fromkeys(player for (_, player, _, _), _ in hands.on_the_hand(dealer, held)))
    gone = [player for player in there if player in leaving]
    for player in [""] if gone == there else gone:
        dealer.emit(
            ev.Voided(
                round=dealer.round,
                clause="15(a)",
                ruling="void-returns-all",
                place=held.place,
                hand=held.number,
                player=player,
            )
        )


def let_out(dealer: DoubleAttackDealer, box: int, player: str) -> None:
    """Return the wagers of a player on a box, or of everyone who may leave: its hands and its side wagers.

    A hand without wagers is out of the round. A surrender that waits for the dealer's second card was made before. It
    still waits (ruling void-returns-all).
    """
    kept = course.of(dealer)
    leaving = {player} if player else may_leave(dealer, box)
    given_up = {held.number for held in kept.boxes[box] if held.status == course.GIVEN_UP}
    out = [held for held in kept.boxes[box] if held.status in (course.IN_PLAY, course.STOOD)]
    for held in out:
        void_for(dealer, held, leaving)
    leave = [
        (stake, amount)
        for stake, amount in dealer.layout.stakes_of(box)
        if stake[1] in leaving and (stake[2] not in given_up or stake[3] not in course.ON_THE_HAND)
    ]
    dealer.give_back(leave, "15(a)")
    for held in out:
        if not hands.on_the_hand(dealer, held):
            held.status = course.DEAD
            dealer.collect(held.place, "15(a)", hand=held.number)
    if kept.window or kept.deciding:
        raise course.LetOut


replace = msgspec.structs.replace
DEALING = ("wagers", "attack", "deal", "insurance", "decisions")
AFTER_TWO_CARDS = ("insurance", "decisions")


def cards_to_come(dealer: DoubleAttackDealer) -> str:
    if course.of(dealer).shuffling and dealer.revision >= 1:  # the cards lie in no shoe
        return "the cards are being shuffled and cut"
    return "" if dealer.phase in DEALING and dealer.shoe.left else "no more cards come from the shoe"


def before_the_deal(dealer: DoubleAttackDealer) -> str:
    return again(course.of(dealer).no_up_card) if dealer.phase == "wagers" else "the first card has already been dealt"


def planted(fault: str) -> Callable[[DoubleAttackDealer, ReportInput], None]:
    """Lets a fault come later in the round."""
    return lambda dealer, given: setattr(course.of(dealer), fault, True)


def again(reported: bool) -> str:
    """The reason why a pending irregularity can't be reported again."""
    return "it has already been reported and is yet to come" if reported else ""


# --- 3(c): a card seen in the wash


def seen_in_the_wash(dealer: DoubleAttackDealer, given: ReportInput) -> None:
    """Remix at once if the cards are being mixed, otherwise when they are mixed next."""
    if course.of(dealer).mixing:
        remix(dealer, by=given.by)
    else:
        dealer.state = replace(dealer.state, to_come=(*dealer.state.to_come, IN_THE_WASH))


def wash_to_come(dealer: DoubleAttackDealer) -> str:
    return again(IN_THE_WASH in dealer.state.to_come)


# --- 15(a): players let out of the hand


def boxes_that_may_leave(dealer: DoubleAttackDealer) -> tuple[str, ...]:
    return tuple([seat_place(box) for box in course.of(dealer).boxes if may_leave(dealer, box)])


def none_misdelivered(dealer: DoubleAttackDealer) -> str:
    if dealer.phase == "reshuffle":
        return "the cards are being shuffled and cut"
    return "" if course.of(dealer).misdelivered else "no card has been delivered incorrectly"


def is_on_the_box(dealer: DoubleAttackDealer, given: ReportInput) -> str:
    box = seat_of(given.place)
    there = may_leave(dealer, box)
    if given.player and given.player not in there:
        others = ", ".join(sorted(map(dealer.called, there)))
        return f"{dealer.called(given.player)} has no wager on box {box} that can leave; these can: {others}"
    kept = course.of(dealer)
    return f"box {box} is in the middle of a decision" if kept.turn == box and not kept.deciding else ""


def leave(dealer: DoubleAttackDealer, given: ReportInput) -> None:
    who = dealer.called(given.player) or "its players"
    dealer.irregular(
        "a card was delivered incorrectly", f"{who} may leave the hand", "15(a)", by=given.by, place=given.place
    )
    let_out(dealer, seat_of(given.place), given.player)


# --- 15(c): a ten that the shuffler's order does not hold


def ten_ahead(dealer: DoubleAttackDealer, given: ReportInput) -> None:
    course.of(dealer).tens_ahead.append(given.amount)


def within_the_shoe(dealer: DoubleAttackDealer, given: ReportInput) -> str:
    left = dealer.shoe.left
    return "" if given.amount <= left else f"draw {given.amount} is past the end of the shoe, which has {left} cards"


# --- 15(d): a card drawn in error, its face unseen


def unseen_draw(dealer: DoubleAttackDealer, given: ReportInput) -> None:
    course.of(dealer).misdelivered = True
    dealer.irregular("card drawn in error, not exposed", "it is used as the next card", "15(d)", by=given.by)


# --- 15(f): a card drawn in error and exposed


def one_at_a_time(dealer: DoubleAttackDealer) -> str:
    if dealer.phase not in AFTER_TWO_CARDS:
        return "every box needs its two cards first, and decisions must still be open"
    if not dealer.shoe.left and dealer.revision >= 1:
        return "no card is left in the shoe"
    return "a card drawn in error already waits to be used" if course.of(dealer).exposed is not None else ""


def draw_and_expose(dealer: DoubleAttackDealer, given: ReportInput) -> Script:
    kept = course.of(dealer)
    card = yield from drawn_by_mistake(dealer, kept.deciding)
    kept.misdelivered = True
    if card is None:
        remedy = "the card is already out of the game"
        dealer.irregular("card drawn in error", remedy, "15(f)", by=given.by)
        return
    kept.exposed = card
    kept.heard.clear()
    words = f"the {TEXT[card]} is the next card; whoever refuses it gets no more"
    dealer.irregular("card drawn in error and exposed", words, "15(f)", by=given.by, card=card)


# --- 15(g): a draw on a pat hand


def dealer_to_draw(dealer: DoubleAttackDealer) -> str:
    return again(course.of(dealer).pat_draw) if dealer.phase in DEALING else "the dealer's hand is already complete"


# --- 15(i), 15(j): cards not dealt


def short_before(dealer: DoubleAttackDealer, given: ReportInput) -> str:
    return again(seat_of(given.place) in course.of(dealer).short)


def deal_short(dealer: DoubleAttackDealer, given: ReportInput) -> None:
    course.of(dealer).short[seat_of(given.place)] = given.amount


def before_two_cards(dealer: DoubleAttackDealer) -> str:
    return "" if dealer.phase in ("wagers", "attack") else "every box already has its two cards"


def forgotten_before(dealer: DoubleAttackDealer, given: ReportInput) -> str:
    return again(seat_of(given.place) in course.of(dealer).forgotten)


def forget_card(dealer: DoubleAttackDealer, given: ReportInput) -> None:
    course.of(dealer).forgotten.add(seat_of(given.place))


# --- 15(m), 15(n): the card reader


def reader_used_wrongly(dealer: DoubleAttackDealer) -> str:
    if not course.uses_reader(dealer):
        return "no card reader device is used"
    if dealer.phase not in AFTER_TWO_CARDS:
        return "there is no hole card on the table"
    return (
        "it is correct to read the hole card under an ace, king, queen or jack"
        if course.may_be_blackjack(course.up_card(dealer))
        else ""
    )


def read_in_error(dealer: DoubleAttackDealer, given: ReportInput) -> None:
    what = "the hole card was put in the card reader under a card that needs no reading"
    dealer.procedure("a casino supervisor is notified", "15(m)")
    if dealer.rules.reader_shows:
        dealer.irregular(what, "all hands dead, wagers returned", "15(m)(1)", by=given.by, ruling="dead-hand")
        raise Void("15(m)(1)", ruling="dead-hand")
    dealer.irregular(what, "play goes on", "15(m)(2)", by=given.by)


def reader_in_use(dealer: DoubleAttackDealer) -> str:
    return "" if course.uses_reader(dealer) else "no card reader device is used"


def reader_fails(dealer: DoubleAttackDealer, given: ReportInput) -> None:
    remedy = "the game is dealt as without one: the hole card stays unseen until the players have theirs"
    dealer.irregular("the card reader malfunctions", remedy, "15(n)", by=given.by, ruling="hole-card")
    dealer.state = replace(dealer.state, removed=(*dealer.state.removed, CARD_READER))


# --- 15(o): no burn card


def burn_to_come(dealer: DoubleAttackDealer) -> str:
    due = dealer.phase == "wagers" and dealer.state.burn and dealer.rules.burn
    return again(course.of(dealer).no_burn) if due else "no card is about to be burned"


def on_boxes(dealer: DoubleAttackDealer) -> tuple[str, ...]:
    """Boxes with wagers, or at which someone sits."""
    return seats_and()(dealer)


def can_be_forgotten(dealer: DoubleAttackDealer) -> str:
    return "" if dealer.phase in DEALING else "no more cards are dealt to the players"


def never_came(dealer: DoubleAttackDealer) -> None:
    """At the end of the round, report the irregularities that were expected and did not come."""
    kept, why = course.of(dealer), "none: it did not come in this round"
    planted = {
        "no first card to the dealer": kept.no_up_card,
        "draw on a pat hand": kept.pat_draw,
        "missed burn": kept.no_burn,
    }
    for what in [what for what, waits in planted.items() if waits]:
        dealer.lapse(what, why)
    for _ in kept.tens_ahead:
        dealer.lapse("ten in the shoe", why)
    for box in sorted(kept.short):
        dealer.lapse("short hand", why, place=seat_place(box))
    for box in sorted(kept.forgotten):
        dealer.lapse("forgotten card", why, place=seat_place(box))


IRREGULARITIES = (
    Irregularity(
        what=IN_THE_WASH,
        clause="3(c)",
        means="a card is turned over while the cards are mixed or stacked, now or the next time they are",
        happen=seen_in_the_wash,
        when=wash_to_come,
    ),
    Irregularity(
        what="let out of the hand",
        clause="15(a)",
        means="after a card was delivered incorrectly, a box, or one player on it, leaves the hand",
        happen=leave,
        when=none_misdelivered,
        places=boxes_that_may_leave,
        check=is_on_the_box,
    ),
    boxed_card("15(b)", when=cards_to_come),
    Irregularity(
        what="ten in the shoe",
        clause="15(c)",
        means="a ten lies among the cards and comes at this draw of this round, or at the next draw whose card is seen",
        happen=ten_ahead,
        when=cards_to_come,
        least=1,
        most=400,
        amount_is="which card, counted in draws from now: 1 is the next card",
        check=within_the_shoe,
    ),
    Irregularity(
        what="card drawn in error",
        clause="15(d)",
        means="a card left the shoe too early and nobody saw its face",
        happen=unseen_draw,
        when=cards_to_come,
    ),
    Irregularity(
        what="no first card to the dealer",
        clause="15(e)",
        means="the dealer deals two cards to each player before the dealer's first card",
        happen=planted("no_up_card"),
        when=before_the_deal,
    ),
    Irregularity(
        what="card exposed in error",
        clause="15(f)",
        means="after every box has two cards, a card leaves the shoe too early and is seen",
        happen=draw_and_expose,
        when=one_at_a_time,
    ),
    Irregularity(
        what="draw on a pat hand",
        clause="15(g)",
        means="the dealer draws a card to a hand that must stand",
        happen=planted("pat_draw"),
        when=dealer_to_draw,
    ),
    Irregularity(
        what="short hand",
        clause="15(i)",
        means="a box is dealt no card, or only one",
        happen=deal_short,
        when=before_two_cards,
        places=on_boxes,
        least=0,
        most=1,
        amount_is="number of cards that the box receives",
        check=short_before,
    ),
    Irregularity(
        what="forgotten card",
        clause="15(j)",
        means="the dealer forgets the next card that a box asks for",
        happen=forget_card,
        when=can_be_forgotten,
        places=on_boxes,
        check=forgotten_before,
    ),
    *shuffler_jams("15(k)"),
    Irregularity(
        what="card reader used in error",
        clause="15(m)",
        means="the hole card is read under a card from two to nine",
        happen=read_in_error,
        when=reader_used_wrongly,
    ),
    Irregularity(
        what="card reader malfunction",
        clause="15(n)",
        means="the card reader device fails",
        happen=reader_fails,
        when=reader_in_use,
    ),
    Irregularity(
        what="missed burn",
        clause="15(o)",
        means="the dealer forgets to burn a card",
        happen=planted("no_burn"),
        when=burn_to_come,
    ),
)
