"""The shoe of six or eight decks: shuffle, cut, burn and draw (sections 3, 4, 7(c), 7(j), 15(b), (c), (h))."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import msgspec

from pitboss.basics.cards import NUMBER, PACK_48, TEN, TEXT, name
from pitboss.basics.money import ceil_div
from pitboss.engine.procedures.before_deal import cut, method, offer_cut, open_table, shuffle
from pitboss.engine.procedures.shoe import BOXED, Shoe, salts_of
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import THE_DEALER, Party, Script
from pitboss.engine.round.dealer import DOWN, UP, Void
from pitboss.engine.round.events import RACK
from pitboss.engine.rules import AUTOMATED, MANUAL, PRESHUFFLED
from pitboss.engine.state import OPEN
from pitboss.games.double_attack_blackjack.procedures import course
from pitboss.games.double_attack_blackjack.procedures.course import DoubleAttackDealer

replace = msgspec.structs.replace
DECK = len(PACK_48)
IN_THE_WASH = "card exposed in the wash"
"""An irregularity reported while the cards are mixed, or before."""


def ready(dealer: DoubleAttackDealer) -> Script:
    """Continue with the shoe as the last round left it, or shuffle if that is due."""
    state = dealer.state
    dealer.memory = course.Course(state.rack)
    if state.condition == OPEN and not state.reshuffle:
        dealer.shoe = Shoe(state.order, state.depth, state.cursor)
        dealer.key = state.key
        return
    beginning = state.condition != OPEN
    open_table(dealer)
    if IN_THE_WASH in dealer.state.to_come and beginning and method(dealer) != PRESHUFFLED:
        dealer.no_more_to_come(IN_THE_WASH)
        remix(dealer)
    course.of(dealer).mixing = beginning
    yield from new_shoe(dealer, beginning)


def remix(dealer: DoubleAttackDealer, by: str = "") -> None:
    """3(c): a card was seen while the cards were mixed or stacked."""
    dealer.irregular("a card was exposed while the cards were mixed", "the cards are remixed", "3(c)", by=by)
    dealer.procedure("turn the cards face down and wash them", "3(c)")
    dealer.procedure("stack the cards", "3(c)")


# --- section 4: shuffle and cut


def new_shoe(dealer: DoubleAttackDealer, beginning: bool) -> Script:
    """Shuffle all cards, cut them if required, and insert the cut card. The finished shoe is shown."""
    state = dealer.state
    if state.order:
        stay_boxed(dealer, dealer.shoe if dealer.shoe.size else Shoe(state.order, state.depth, state.cursor))
        show_order(dealer, state.pack, state.order, state.key)
    if state.cut_card_box >= 0 and not beginning:
        dealer.procedure("the cut card was reached: the cards are shuffled", "7(j)(3)", also=("4(h)", "7(j)"))
    elif dealer.rules.reshuffle_each_round and state.order and not beginning:
        by_the_licensee(dealer)
    order = yield from shuffle_and_cut(dealer, dealer.rules.cards, beginning, plug=bool(state.order) and not beginning)
    behind = into_the_shoe(dealer)
    dealer.state = replace(
        dealer.state,
        order=order,
        key=dealer.key,
        depth=dealer.shoe.depth,
        cursor=0,
        cut_card=dealer.shoe.size - behind if behind else 0,
        cut_card_box=-1,
        cut_card_player="",
        rack="",
        burned="",
        reshuffle=False,
        burn=True,
        entered=(),
    )
    course.of(dealer).rack = ""


def into_the_shoe(dealer: DoubleAttackDealer) -> int:
    """4(f): insert the cut card and place the stack in the shoe. Returns the number of cards behind the cut card."""
    behind = ceil_div(dealer.shoe.size * dealer.rules.cut_card, 100)
    if behind:
        own = ("4(i)",) if dealer.rules.approved_procedures else ()
        dealer.procedure(f"the cut card is inserted {behind} cards from the back", "4(f)", also=("2(a)", *own))
    own = ("4(f)",) if is_cut(dealer) else ()
    dealer.procedure("the stack is placed in the dealing shoe", placed(dealer), also=("4(b)", "7(a)", *own))
    return behind


def placed(dealer: DoubleAttackDealer) -> str:
    return "4(b)(2)" if is_cut(dealer) else "4(b)(1)"


def is_cut(dealer: DoubleAttackDealer) -> bool:
    """4(b): cards are cut if they were shuffled by hand or arrived shuffled, but not after a device."""
    return dealer.shuffled != AUTOMATED


def shuffle_and_cut(
    dealer: DoubleAttackDealer, cards: Sequence[int], beginning: bool, *, plug: bool, always: str = ""
) -> Script:
    """Shuffle, and cut if required. ``always`` is the clause by which cards are cut even after a device. The dealer
    cuts them, since 4(b)(1) names nobody else."""

    def steps() -> None:
        if plug:
            dealer.procedure("plug: the unused cards go in among the discards", "4(k)(1)", also=("4(k)",))
        dealer.procedure("riffle", "4(k)(2)", also=("4(k)",))
        dealer.procedure("turn one of two stacks about, and riffle them", "4(k)(3)", also=("4(k)", "4(k)(2)"))
        dealer.procedure("strip, after two riffles", "4(k)(4)", also=("4(k)",))

    kept = course.of(dealer)
    kept.shuffling = True
    order = yield from shuffle(dealer, cards, steps=steps)
    kept.mixing = False
    if always and dealer.shoe.size < FEWEST and dealer.revision >= 1:  # the order was planted
        dealer.state, kept.rack = replace(dealer.state, order=order, key=dealer.key), ""
        rack_too_small(dealer)
    least = min(DECK, dealer.shoe.size // 2) if always else DECK  # a rack may be smaller than a shoe
    if is_cut(dealer):
        if dealer.shoe.size < 2 * least:
            done_with(dealer, order)
        parties, clause = cutters(dealer, beginning)
        if dealer.rules.cut_by == "dealer":
            yield from cut(dealer, THE_DEALER, "4(f)", least, also=("4(c)",))
            kept.cutter = None
        else:
            yield from players_cut(dealer, parties, clause, least, also=("4(c)", "4(d)"))
        if dealer.shuffled == MANUAL:
            dealer.procedure("the cut was the last step of the shuffle", "4(k)(5)", also=("4(k)",))
    elif always:
        yield from cut(dealer, THE_DEALER, always, least, also=("4(c)", "4(f)"))
    kept.shuffling = False
    return order


def done_with(dealer: DoubleAttackDealer, order: str) -> None:
    """Shuffled cards that are too few to be cut are shown and leave the table. The cut voids the round."""
    show_order(dealer, dealer.state.pack, order, dealer.key)
    dealer.state = replace(
        dealer.state,
        order="",
        key="",
        depth=0,
        cursor=0,
        cut_card=0,
        cut_card_box=-1,
        cut_card_player="",
        rack="",
        burned="",
        entered=(),
    )


def players_cut(
    dealer: DoubleAttackDealer, parties: Sequence[Party], clause: str, least: int, *, also: tuple[str, ...] = ()
) -> Script:
    """Offer the cut to these players in turn, and remember who took it."""
    yield from offer_cut(
        dealer, parties, least, offered=clause, by_dealer="4(e)", placed="4(f)", refused="4(e)", also=also
    )
    kept = course.of(dealer)
    kept.offered, kept.cutter = tuple(parties), player_who_cut(dealer, parties)


def player_who_cut(dealer: DoubleAttackDealer, parties: Sequence[Party]) -> Party | None:
    """Of the players offered the cut, the one who took it; None if the dealer did. Two may share a box."""
    if dealer.revision < 1:
        seat = dealer.state.last_cutter
        return next((party for party in parties if party.seat == seat), None)
    return dealer.cutter if dealer.cutter in parties else None


def counterclockwise(dealer: DoubleAttackDealer, first: Party) -> list[Party]:
    """A player, then the other seated players, counterclockwise from that box."""
    seats = sorted(
        ((seat, player) for seat, player in dealer.seats if seat), key=lambda at: (at[0] > first.seat, -at[0])
    )
    return [first, *(Party("player", seat, player) for seat, player in seats if player != first.player)]


def cutters(dealer: DoubleAttackDealer, beginning: bool) -> tuple[list[Party], str]:
    """4(d): the players offered the cut, counterclockwise from the one the document names, and the clause."""
    seated = [Party("player", seat, player) for seat, player in dealer.seats if seat]
    far_right = max(seated, key=lambda party: party.seat)
    first, clause, box = far_right, "4(d)(4)", dealer.state.cut_card_box
    if beginning:
        first, clause = seated[0], "4(d)(1)"
    elif box > 0:
        first, clause = on_whose_box(dealer, box, seated) or far_right, "4(d)(2)"
    elif box == 0:
        clause = "4(d)(3)"
    return counterclockwise(dealer, first), clause


def on_whose_box(dealer: DoubleAttackDealer, box: int, seated: Sequence[Party]) -> Party | None:
    """The caller of the box on which the cut card came, seated or not. If they have left, the next in turn."""
    who = dealer.state.cut_card_player
    if any(who == player for _, player in dealer.seats):
        return next((party for party in seated if party.player == who), Party("player", box, who))
    return max((party for party in seated if party.seat <= box), key=lambda party: party.seat, default=None)


def recut(dealer: DoubleAttackDealer) -> Script:
    """4(g): recut by the last cutter or by the next in turn. Then the stack goes into the shoe as before."""
    if dealer.rules.cut_by == "dealer" and dealer.revision >= 1:  # by 4(c) nobody else is entitled to cut
        yield from cut(dealer, THE_DEALER, "4(f)", DECK, also=("4(c)", "4(g)"))
    else:
        yield from players_cut(dealer, recutters(dealer), "4(g)", DECK)
    into_the_shoe(dealer)
    dealer.state = replace(dealer.state, depth=dealer.shoe.depth)


def recutters(dealer: DoubleAttackDealer) -> list[Party]:
    """The players offered the recut, in turn. None if the dealer cut and cuts again."""
    kept, next_in_turn = course.of(dealer), dealer.rules.recut_by == "next"
    if kept.cutter is None:
        again = kept.offered if dealer.revision >= 1 else cutters(dealer, False)[0]
        return list(again) if next_in_turn else []
    if dealer.revision >= 1:  # the order of the cut, which may name somebody who does not sit
        at = kept.offered.index(kept.cutter)
        order = [*kept.offered[at:], *kept.offered[:at]]
    else:
        order = counterclockwise(dealer, kept.cutter)
    return order[1:] + order[:1] if next_in_turn else order


def reshuffle(dealer: DoubleAttackDealer) -> Script:
    """4(h): the licensee may have the cards reshuffled after any round."""
    by_the_licensee(dealer)
    yield from new_shoe(dealer, False)


def by_the_licensee(dealer: DoubleAttackDealer) -> None:
    dealer.procedure("the licensee has the cards reshuffled", "4(h)")


# --- section 7(c): the burn card


def burn(dealer: DoubleAttackDealer) -> Script:
    """A new shoe and a new dealer start with a card burned face down."""
    if not dealer.state.burn or not dealer.rules.burn:
        return
    kept = course.of(dealer)
    if kept.no_burn:
        kept.no_burn = False
        dealer.irregular("no card was burned", "the hand goes on as if one had been", "15(o)", by="dealer")
        return
    yield from burn_one(dealer, "7(c)")


def burn_one(dealer: DoubleAttackDealer, clause: str) -> Script:
    card = yield from from_shoe(dealer, 0, seen=False)
    dealer.burn_card(card, DOWN, clause, why="burn card", also=("7(c)",) if clause != "7(c)" else ())
    state = dealer.state
    dealer.state = replace(state, burned=f"{state.burned} {TEXT[card]}".strip())


def disclose_burn(dealer: DoubleAttackDealer) -> None:
    """Disclose the cards burned from this shoe and not yet disclosed. A ten found this way leaves the rack (15(c))."""
    cards = [NUMBER[card] for card in dealer.state.burned.split()]
    dealer.state = replace(dealer.state, burned="")
    for card in cards:
        dealer.announce(f"the burn card is the {name(card)}", "7(c)", place=RACK)
    for card in cards:
        if card >> 2 == TEN:
            take_from_rack(dealer, TEXT[card])
            ten_found(dealer, card, "a floorperson removes it from the discard rack")


def take_from_rack(dealer: DoubleAttackDealer, card: str) -> None:
    """Remove a card that was burned, in this round or before it, from the game."""
    kept = course.of(dealer)
    if card not in dealer.layout.rack:
        words = kept.rack.split()
        words.remove(card)
        kept.rack = " ".join(words)
    dealer.emit(ev.Moved(round=dealer.round, clause="15(c)", place=RACK, hand=1, to_hand=0, card=card))


# --- drawing


def next_card(dealer: DoubleAttackDealer, box: int) -> Script:
    """The next card for a box (0 for the dealer): one drawn in error and exposed, otherwise from the shoe."""
    kept = course.of(dealer)
    if kept.exposed is not None:
        card, kept.exposed = kept.exposed, None
        return card
    return (yield from from_shoe(dealer, box))


def from_shoe(dealer: DoubleAttackDealer, box: int, *, seen: bool = True) -> Script:
    """The next usable card of the shoe. If its face is not ``seen``, a ten may pass unnoticed."""
    while True:
        if dealer.shoe.cursor >= dealer.shoe.size:
            yield from refill(dealer)
        card = take_one(dealer, box, seen, THE_NEXT)
        if card is not None:
            return card


THE_NEXT, NO_OTHER = "; the next card is used", ", and no other is drawn"
"""What follows if the drawn card is boxed or a ten."""


def drawn_by_mistake(dealer: DoubleAttackDealer, box: int) -> Script:
    """A card that nobody needed. None if it is boxed or a ten, since nothing replaces it."""
    if dealer.revision < 1:
        return (yield from from_shoe(dealer, box))
    return take_one(dealer, box, True, NO_OTHER)


def take_one(dealer: DoubleAttackDealer, box: int, seen: bool, then: str) -> int | None:
    """Draw one card. None if it is boxed or a ten, which is not used in the game (15(b), 15(c))."""
    shoe, state = dealer.shoe, dealer.state
    if shoe.cursor == state.cut_card and state.cut_card and state.cut_card_box < 0:
        who = course.box_caller(dealer, box)
        dealer.procedure("the cut card appears", "7(j)", seat=box, player=who)
        dealer.state = replace(state, cut_card_box=box, cut_card_player=who)
    if course.of(dealer).tens_ahead and ten_comes(dealer, seen):
        ten_found(dealer, None, f"a floorperson removes it{then}")
        return None
    card, boxed = (shoe.take()) if shoe.boxed else (shoe.next(), False)
    if boxed:
        boxed_card(dealer, card, then)
    elif seen and card >> 2 == TEN:
        ten_found(dealer, card, f"a floorperson removes it{then}")
    else:
        return card
    return None


def deal(
    dealer: DoubleAttackDealer,
    to: str,
    clause: str,
    *,
    box: int = 0,
    hand: int = 1,
    face: str = UP,
    also: tuple[str, ...] = (),
) -> Script:
    """Deal one card to a place: the card drawn in error, which everyone has seen, or one from the shoe."""
    ruling = ""
    if face == DOWN and course.of(dealer).exposed is not None and dealer.revision >= 1:
        face, ruling = UP, "exposed-hole-card"
    if face == UP:
        card = yield from next_card(dealer, box)
    else:
        card = yield from from_shoe(dealer, box, seen=False)
    dealer.emit(
        ev.Dealt(
            round=dealer.round, clause=clause, also=also, ruling=ruling, to=to, hand=hand, card=TEXT[card], face=face
        )
    )
    return card


def boxed_card(dealer: DoubleAttackDealer, card: int, then: str) -> None:
    """15(b): the first boxed card goes to the rack. A second one voids the round."""
    dealer.boxed_found += 1
    again = dealer.boxed_found > 1
    remedy = "the round is void, the cards are reshuffled" if again else f"to the discard rack{then}"
    dealer.irregular("boxed card", remedy, "15(b)", card=card, ruling="per-round-faults")
    dealer.burn_card(card, UP, "15(b)", why="found face up")
    if again:
        raise Void("15(b)", reshuffle=True, ruling="per-round-faults")


def ten_comes(dealer: DoubleAttackDealer, seen: bool) -> bool:
    """Whether a ten that was reported further on comes at this draw."""
    kept = course.of(dealer)
    kept.tens_ahead = ahead = sorted([draws - 1 for draws in kept.tens_ahead])
    if seen and ahead[0] <= 0:
        del ahead[0]
        return True
    return False


def ten_found(
    dealer: DoubleAttackDealer, card: int | None, remedy: str = f"a floorperson removes it{THE_NEXT}"
) -> None:
    """15(c): a floorperson removes the ten. A second one while the cards are dealt voids the round."""
    kept = course.of(dealer)
    kept.tens += dealer.phase != "wagers"
    again = kept.tens > 1
    remedy = "the round is void, the cards are reshuffled" if again else remedy
    dealer.irregular("ten in the shoe", remedy, "15(c)", card=card, ruling="per-round-faults")
    if again:
        raise Void("15(c)", reshuffle=True, ruling="per-round-faults")


FEWEST = 2
"""The cards that the rack must hold: one to burn, and one to deal."""
NOT_ENOUGH = "not enough cards in the shoe"


def rack_too_small(dealer: DoubleAttackDealer) -> NoReturn:
    ruling = "reshuffle-in-mid-round"
    dealer.irregular(NOT_ENOUGH, "nor in the discard rack: the round is void", "15(h)", ruling=ruling)
    raise Void("15(h)", reshuffle=True, ruling=ruling)


def refill(dealer: DoubleAttackDealer) -> Script:
    """15(h): if the shoe is empty in mid-round, shuffle, cut and burn the discard rack. Then the round goes on."""
    kept, state = course.of(dealer), dealer.state
    racked = [NUMBER[card] for card in (*kept.rack.split(), *dealer.layout.rack) if card]
    if len(racked) < FEWEST:
        rack_too_small(dealer)
    remedy = "the discard rack is shuffled, cut and burned"
    dealer.irregular(NOT_ENOUGH, remedy, "15(h)", ruling="reshuffle-in-mid-round")
    kept.opened.append((state.pack, state.order, state.key))
    dealer.state = replace(state, pack=state.pack + 1)
    phase, dealer.phase = dealer.phase, "reshuffle"
    order = yield from shuffle_and_cut(dealer, racked, False, plug=False, always="15(h)")
    kept.rack = ""
    dealer.state = replace(
        dealer.state,
        order=order,
        key=dealer.key,
        cut_card=0,
        cut_card_box=max(0, state.cut_card_box),
        burned="",
        reshuffle=True,
    )
    dealer.phase = phase
    yield from burn_one(dealer, "15(h)")


# --- the end of a round


def order_left(dealer: DoubleAttackDealer) -> str:
    """The order of the shoe, with marks on cards reported face up beyond the reach of this round."""
    shoe, order = dealer.shoe, dealer.state.order
    if shoe.boxed:
        words = order.replace(BOXED, "").split()
        for at in shoe.boxed:
            words[shoe.position(at)] += BOXED if at >= shoe.cursor else ""
        order = " ".join(words)
    return order


def idle(dealer: DoubleAttackDealer) -> None:
    """4(j): before the next round, shuffle cards that were spread out."""
    dealer.state = replace(dealer.state, order=order_left(dealer), reshuffle=True)


def finish(dealer: DoubleAttackDealer, entered: tuple[str, ...]) -> None:
    """Pass the shoe to the next round, with this round's cards in the rack. ``entered`` are the players of 5(h)."""
    kept, shoe = course.of(dealer), dealer.shoe
    burn_unused(dealer)
    rack = " ".join(filter(None, (kept.rack, *dealer.layout.rack)))
    reached = dealer.state.cut_card_box >= 0
    if reached:
        count_cards(dealer, shoe.left + len(rack.split()))
    state = dealer.state
    order, key = order_left(dealer), state.key
    if kept.opened:  # the rack was shuffled in mid-round, so both orders are done
        stay_boxed(dealer, shoe)
        for used in (*kept.opened, (state.pack, order, key)):
            show_order(dealer, *used)
        order = key = ""
    dealer.state = replace(
        state,
        order=order,
        key=key,
        pack=1,
        depth=shoe.depth,
        cursor=shoe.cursor,
        rack=rack,
        burn=False,
        reshuffle=state.reshuffle or reached or dealer.rules.reshuffle_each_round,
        entered=entered,
    )


def stay_boxed(dealer: DoubleAttackDealer, shoe: Shoe) -> None:
    """Report the boxed cards of a finished shoe that never came up."""
    for _ in [at for at in shoe.boxed if at >= shoe.cursor]:
        dealer.lapse("boxed card", "none: the shoe is done before it comes")


def burn_unused(dealer: DoubleAttackDealer) -> None:
    """15(f): burn a card drawn in error that neither player nor dealer used."""
    kept = course.of(dealer)
    if kept.exposed is not None:
        card, kept.exposed = kept.exposed, None
        dealer.burn_card(card, UP, "15(f)", why="drawn in error and not used")


def count_cards(dealer: DoubleAttackDealer, found: int) -> None:
    """7(j)(2): after the cut card, add the cards left in the shoe to the rack and check that none is missing."""
    expected = len(dealer.rules.cards)
    dealer.stub("7(j)(2)", also=("7(j)",))
    dealer.emit(
        ev.Counted(
            round=dealer.round, clause="7(j)(2)", also=("2(a)",), by=THE_DEALER.by, found=found, expected=expected
        )
    )
    if found != expected:
        dealer.irregular(f"{found} cards instead of {expected}", "the cards leave the table", "7(j)(2)")
        dealer.remove_pack("7(j)(2)")


def show_order(dealer: DoubleAttackDealer, pack: int, order: str, key: str) -> None:
    """Open the commitments to every card of a finished shoe."""
    stack = Shoe(order).stack
    if not stack and dealer.revision >= 1:  # a planted order may hold no card
        return
    salts = salts_of(range(len(stack)), len(stack), key)
    cards = tuple([(at, TEXT[card], salt) for at, (card, salt) in enumerate(zip(stack, salts, strict=True))])
    dealer.emit(ev.Opened(round=dealer.round, clause="4(a)", pack=pack, cards=cards))
