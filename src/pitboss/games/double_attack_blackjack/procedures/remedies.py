"""Hands that are late, dead or empty after the dealer's mistakes (15(a), 15(i), 15(j)), and the wagers returned."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Offer, Party, Script
from pitboss.games.double_attack_blackjack.procedures.course import (
    DEAD,
    GIVEN_UP,
    IN_PLAY,
    ON_THE_HAND,
    STOOD,
    DoubleAttackDealer,
    Held,
    LetOut,
    caller_of,
    course,
)
from pitboss.games.double_attack_blackjack.procedures.hands import (
    NO_MORE,
    draw,
    has_refused,
    on_the_hand,
    option,
    play_box,
    play_hand,
    refuse_card,
    surrender,
    surrender_offer,
)

# --- 15(j): forgotten cards


def late_cards(dealer: DoubleAttackDealer) -> Script:
    """After the others: the forgotten card and the rest of that box, or a dead hand, as the player chooses."""
    kept = course(dealer)
    while kept.late:
        held = kept.late.pop(0)
        if held.status == IN_PLAY:  # its players may have been let out meanwhile
            yield from late_card(dealer, held)
        if held not in kept.late:
            yield from play_box(dealer, held.seat)


def late_card(dealer: DoubleAttackDealer, held: Held) -> Script:
    """The forgotten card, or a dead hand. A caller who refuses a waiting card may also keep the hand as it is."""
    while (given := (yield from ask_card(dealer, held, "the forgotten card", "15(j)"))).do == "refuse":
        refuse_card(dealer, given)
    match given.do:
        case "dead hand":
            dead_hand(dealer, held, "15(j)")
        case "stand":
            held.status = STOOD
        case "surrender":
            surrender(dealer, held, given)
        case _:
            yield from take_late_card(dealer, held)


def take_late_card(dealer: DoubleAttackDealer, held: Held) -> Script:
    kept = course(dealer)
    kept.turn = held.seat
    yield from draw(dealer, held, also=("15(j)",))
    if held.status == IN_PLAY and held not in kept.late:
        yield from play_hand(dealer, held)
    kept.turn = None


def ask_card(dealer: DoubleAttackDealer, held: Held, about: str, clause: str) -> Script:
    """The player's option after the dealer's mistake: take the card, or call the hand dead."""
    kept = course(dealer)
    caller = Party("player", held.seat, caller_of(dealer, held.seat, held.number))
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
    number, refused = held.number, has_refused(dealer, held)
    if refused:
        yield option("take card", "15(f)", number, NO_MORE.format(dealer.called(caller.player)))
        yield option("stand", "7(e)", number, default=True)
        yield surrender_offer(dealer, held, caller.player)
    else:
        yield option("take card", clause, number, default=True)
    yield option("dead hand", clause, number)
    if course(dealer).exposed is not None and not refused:
        yield option("refuse", "15(f)", number)


def dead_hand(dealer: DoubleAttackDealer, held: Held, clause: str) -> None:
    """Return every wager on the hand (ruling dead-hand): initial, double attack and double.

    A bust bonus or insurance is not a wager on the hand but on the dealer's cards, which still come. It stays, because
    6(e) and 8(b) keep it independent of the other wagers.
    """
    held.status = DEAD
    dealer.emit(ev.Voided(round=dealer.round, clause=clause, ruling="dead-hand", place=held.place, hand=held.number))
    for (box, player, hand, wager), amount in on_the_hand(dealer, held):
        dealer.settle(
            box,
            player,
            wager,
            hand=hand,
            result="void",
            returned=amount,
            clause=clause,
            line="void",
            ruling="dead-hand",
        )
    dealer.collect(held.place, clause, hand=held.number)


# --- 15(a): players let out of the hand


def may_leave(dealer: DoubleAttackDealer, box: int) -> set[str]:
    """Players with a wager on a hand of the box that is not over. A player who surrendered a hand has left it."""
    live = {held.number for held in course(dealer).boxes[box] if held.status in (IN_PLAY, STOOD)}
    return {who for (_, who, hand, wager), _ in dealer.layout.stakes_of(box) if hand in live and wager in ON_THE_HAND}


def void_for(dealer: DoubleAttackDealer, held: Held, leaving: set[str]) -> None:
    """Void a hand, or only some players' wagers on it if others stay."""
    there = list(dict.fromkeys(player for (_, player, _, _), _ in on_the_hand(dealer, held)))
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
    kept = course(dealer)
    leaving = {player} if player else may_leave(dealer, box)
    given_up = {held.number for held in kept.boxes[box] if held.status == GIVEN_UP}
    out = [held for held in kept.boxes[box] if held.status in (IN_PLAY, STOOD)]
    for held in out:
        void_for(dealer, held, leaving)
    for (_, who, hand, wager), amount in list(dealer.layout.stakes_of(box)):
        if who in leaving and (hand not in given_up or wager not in ON_THE_HAND):
            dealer.settle(
                box,
                who,
                wager,
                hand=hand,
                result="void",
                returned=amount,
                clause="15(a)",
                line="void",
                ruling="void-returns-all",
            )
    for held in out:
        if not on_the_hand(dealer, held):
            held.status = DEAD
            dealer.collect(held.place, "15(a)", hand=held.number)
    if kept.window or kept.deciding:
        raise LetOut
