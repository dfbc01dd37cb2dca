"""People and their wagers on the boxes (sections 5, 6, 7(d), 11, 13 and 14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

import msgspec

from pitboss.basics.money import dollars
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import SUPERVISOR, THE_DEALER, Offer, Party, Script
from pitboss.engine.round.inputs import DecisionInput, HouseInput, PlayerInput, WagerInput
from pitboss.games.double_attack_blackjack.procedures import course
from pitboss.games.double_attack_blackjack.procedures.course import (
    ATTACK,
    BONUS,
    DOUBLE,
    INITIAL,
    INSURANCE,
    SPLIT,
    DoubleAttackDealer,
)
from pitboss.games.double_attack_blackjack.procedures.shoe import disclose_burn
from pitboss.games.double_attack_blackjack.rules import CARD_READER, NO_HOLE_CARD
from pitboss.games.double_attack_blackjack.settle import most_insurance

replace = msgspec.structs.replace

# --- who may wager where


def bettors(dealer: DoubleAttackDealer) -> list[Party]:
    """Everyone at their own box. At other boxes, standing players, and all players if several boxes are allowed."""
    own = [Party("player", seat, player) for seat, player in dealer.seats if seat]
    return own + [
        Party("player", box, player)
        for seat, player in dealer.seats
        if not seat or dealer.rules.several_boxes
        for box in range(1, dealer.rules.positions + 1)
        if box != seat
    ]


def may_use(dealer: DoubleAttackDealer, box: int, player: str) -> str:
    """Anyone may ask about any box. The offers tell what they may do there, each with its clause."""
    return ""


def not_here(dealer: DoubleAttackDealer, box: int, player: str) -> tuple[str, str]:
    """The reason why someone may not wager on a box, and its clause. Empty if they may."""
    rules = dealer.rules
    if not rules.several_boxes:
        other = [where for where, who, _, wager in dealer.layout.stakes if who == player and where != box]
        if other:
            return (f"{dealer.called(player)} already wagers on box {other[0]}, and may use only one box", "14")
    there = course.people(dealer, box)
    if not there or player in there:
        return "", ""
    first = there[0]
    if len(there) >= rules.people_on_box:
        return f"box {box} has {len(there)} players already, and at most {rules.people_on_box} may wager there", "13(a)"
    if (box, first) not in course.of(dealer).consents:
        return f"{dealer.called(first)} wagered on box {box} first and has not consented to others", "13(a)"
    if len(there) == 1:
        boxes = {where for where, *_ in dealer.layout.stakes}
        shared = [where for where in boxes if len(course.people(dealer, where)) > 1]
        if len(shared) >= rules.shared_boxes:
            return f"the limit of shared boxes at this table is {rules.shared_boxes}", "13(h)"
    return "", ""


def missed_a_round(dealer: DoubleAttackDealer, player: str, name: str = "") -> str:
    """5(h): without mid-shoe entry, a player who sat out a round since the shuffle must wait. ``name`` is that of one
    who has just sat down."""
    if dealer.rules.mid_shoe_entry or not dealer.shoe.cursor:
        return ""
    if player in dealer.state.entered or player in course.of(dealer).permitted:
        return ""
    return f"{name or dealer.called(player)} has missed a round since the shuffle and must wait for the next shuffle"


def entered(dealer: DoubleAttackDealer, first: bool) -> tuple[str, ...]:
    """The players who may wager next round without waiting: those who wagered in every round since the shuffle."""
    wagered = {event.player for event in dealer.layout.settled}
    names = [player for _, player in dealer.seats if player in wagered]
    if first:
        return tuple(names)
    allowed = course.of(dealer).permitted.union(dealer.state.entered)
    return tuple([player for player in names if player in allowed])


# --- sections 5 and 6: wagers before the first card


def wagers(dealer: DoubleAttackDealer, party: Party) -> Iterator[Offer]:
    rules, box, player = dealer.rules, party.seat, party.player
    why, clause = not_here(dealer, box, player)
    late = missed_a_round(dealer, player)
    initial = dealer.base_offer(
        party, why_not=late or why, optional=(box, player) not in dealer.seats, clause="5(h)" if late else clause
    )
    bonus = bonus_offer(dealer, box, player)
    yield initial
    yield bonus
    yield from in_cash(dealer, initial, bonus)
    if len(dealer.seats) > 1 and rules.people_on_box > 1 and course.people(dealer, box)[:1] == [player]:
        given = "the consent is already given" if (box, player) in course.of(dealer).consents else ""
        yield Offer(do="consent", clause="13(a)", why_not=given, optional=True)
    yield from burn_offer(dealer)


def bonus_offer(dealer: DoubleAttackDealer, box: int, player: str) -> Offer:
    """6(b): at least one dollar, at most the smaller of the initial wager and the house's limit."""
    rules, initial = dealer.rules, dealer.stake(box, player, INITIAL)
    house = rules.bust_bonus_maximum
    staked = dealer.stake(box, player, BONUS)
    why = "" if initial else "place the initial wager first"
    if 0 < initial < rules.least_bonus:
        why = "the initial wager is less than the minimum bonus wager"
    return Offer(
        do="wager",
        wager=BONUS,
        clause="6(b)(1)" if initial <= house else "6(b)(2)",
        least=rules.least_bonus,
        most=min(initial, house) if initial else house,
        step=rules.chip,
        least_is="the minimum bonus wager",
        least_clause="6(b)",
        most_is="the initial wager" if initial <= house else "the house's limit",
        why_not=why or ("the bust bonus wager is already placed; withdraw it to change it" if staked else ""),
        optional=True,
        coupon=dealer.most_coupon(BONUS, staked),
    )


AT_ITS_TIME = {
    ATTACK: ("7(d)", "the double attack is placed after the dealer's first card and before the players' cards"),
    INSURANCE: ("11(b)", "insurance is placed against an ace, after each player's second card and before any other"),
    DOUBLE: ("9(a)", "a hand is doubled only in its turn"),
    SPLIT: ("10(a)", "a pair is split only in its turn"),
}
"""Wagers after the first card: the clause that sets their time, and what it says."""
NO_CASH = "this table does not accept verbal wagers with cash"
NONE_AT_ALL = (
    Offer(do="cash", wager=BONUS, clause="6(c)", hand=0, why_not=NO_CASH, optional=True),
    Offer(do="cash", clause="5(c)", hand=0, why_not=NO_CASH, optional=True),
)
NOT_YET = tuple(
    [
        Offer(do="cash", wager=wager, clause=clause, hand=0, why_not=why, optional=True)
        for wager, (clause, why) in AT_ITS_TIME.items()
    ]
)
WITH_CHIPS = {ATTACK: "attack", INSURANCE: "insure", DOUBLE: "double", SPLIT: "split"}
"""The decisions that place a wager in chips, for wagers that have one."""


def in_cash(dealer: DoubleAttackDealer, *offers: Offer) -> Iterator[Offer]:
    """Verbal offers, with cash, of the wagers before the first card. Other wagers come later (ruling verbal-wagers)."""
    if not dealer.rules.verbal_wagers:
        yield from NONE_AT_ALL
        return
    for offer in offers:
        yield by_word(dealer, offer, offer.wager)
    yield from NOT_YET


def by_word(dealer: DoubleAttackDealer, offer: Offer, wager: str) -> Offer:
    """The verbal offer, with cash, of a wager that is offered in chips."""
    if not dealer.rules.verbal_wagers:
        return none_by_word(wager, offer.hand)
    clause = offer.clause if offer.why_not else verbal(wager)
    return replace(offer, do="cash", wager=wager, clause=clause, least_clause="", optional=True, on="")


@cache
def none_by_word(wager: str, hand: int) -> Offer:
    return Offer(do="cash", wager=wager, clause=verbal(wager), hand=hand, why_not=NO_CASH, optional=True)


def verbal(wager: str) -> str:
    """The clause on making this wager verbally."""
    return "6(c)" if wager == BONUS else "5(c)"


def verbal_wager(dealer: DoubleAttackDealer, given: WagerInput) -> Script:
    """Place a verbal wager before the first card."""
    chips = yield from in_chips(dealer, given)
    if chips is not None:
        dealer.put(chips, clause=verbal(given.wager), ruling="verbal-wagers")


def in_chips(dealer: DoubleAttackDealer, given: PlayerInput, *, still: Callable[[], bool] = lambda: True) -> Script:
    """5(c), 6(c): convert a verbal wager with cash to the same input in chips, or None if the cash goes back.

    The wager stands once dealer and supervisor have confirmed it and the cash has become chips. ``still`` tells whether
    the wager can still be placed, since a report may let its player out meanwhile. Other inputs are returned unchanged.
    """
    if not isinstance(given, WagerInput) or given.do != "cash":
        return given
    clause, seat, player = verbal(given.wager), given.seat, given.player
    what = f"verbal {given.wager} wager with {dollars(given.amount)} in cash"
    dealer.procedure(f"a {what}", clause, seat=seat, player=player, ruling="verbal-wagers")
    for party in (THE_DEALER, SUPERVISOR):
        why = yield from unconfirmed(dealer, given, party, still)
        if why:
            dealer.procedure(f"{why}, and the cash goes back", clause, seat=seat, player=player, ruling="verbal-wagers")
            return None
    dealer.emit(ev.Validated(round=dealer.round, clause=clause, what=what, seat=seat, player=player))
    dealer.procedure("the cash is converted into gaming chips", clause, seat=seat, player=player)
    if given.wager not in WITH_CHIPS:
        return replace(given, do="wager")
    return DecisionInput(
        by=given.by,
        player=player,
        seat=seat,
        hand=given.hand,
        do=WITH_CHIPS[given.wager],
        amount=0 if given.wager == SPLIT else given.amount,  # a split takes no amount: it equals that of the first hand
    )


def unconfirmed(dealer: DoubleAttackDealer, given: WagerInput, party: Party, still: Callable[[], bool]) -> Script:
    """Ask one party to confirm a verbal wager. Returns why it does not stand, or an empty text if it does."""
    clause = verbal(given.wager)
    offers = (Offer(do="confirm", clause=clause), Offer(do="decline", clause=clause, optional=True))
    about = f"the word of {dealer.called(given.player)}"
    answer = yield from dealer.ask(
        about,
        clause,
        (party,),
        lambda asked: offers if asked == party else (),
        moot=lambda: not still(),
        keeps=given.player,
    )
    if answer is None:
        return "the wager can no longer be placed"
    return f"the {party} does not confirm the wager" if answer.do == "decline" else ""


def staff_deeds(dealer: DoubleAttackDealer, party: Party) -> Iterator[Offer]:
    """The options of dealer and supervisor before the first card: reshuffle, let a player in, return a card reader."""
    if party not in (THE_DEALER, SUPERVISOR):
        return
    fresh = "the cards were just shuffled" if not dealer.shoe.cursor else ""
    yield Offer(do="reshuffle", clause="4(h)", why_not=fresh, optional=True)
    if party == SUPERVISOR:
        out = tuple([player for _, player in dealer.seats if missed_a_round(dealer, player)])
        everyone = tuple([player for _, player in dealer.seats])
        nobody = "" if out else "no player waits for the next shuffle"
        yield Offer(do="permit", clause="5(h)", what=out or everyone, why_not=nobody, optional=True)
        works = "" if CARD_READER in dealer.state.removed else "no card reader device was removed from the table"
        yield Offer(do="bring back", clause="15(n)", what=(CARD_READER,), why_not=works, optional=True)


def consent(dealer: DoubleAttackDealer, given: PlayerInput) -> None:
    dealer.chose(given, "13(a)")
    course.of(dealer).consents.add((given.seat, given.player))


def permit(dealer: DoubleAttackDealer, given: HouseInput) -> None:
    dealer.procedure("the licensee lets a player begin wagering", "5(h)", player=given.what)
    course.of(dealer).permitted.add(given.what)


def bring_back(dealer: DoubleAttackDealer, given: HouseInput) -> None:
    """Use a repaired card reader from the next card on."""
    dealer.procedure(f"the {given.what}, repaired, is brought back", "15(n)", also=("7(i)",), ruling="hole-card")
    left = tuple([device for device in dealer.state.removed if device != given.what])
    dealer.state = replace(dealer.state, removed=left)


def close_bets(dealer: DoubleAttackDealer) -> None:
    """Close the wagers before the first card, and record who calls each box."""
    kept = course.of(dealer)
    dealer.announce("No more bets", "5(d)", also=("5(f)",))
    for box in sorted({stake[0] for stake in dealer.layout.stakes}):
        caller = course.caller_of(dealer, box)
        kept.boxes[box] = [course.Held(box)]
        behind = [player for player in course.people(dealer, box) if player != caller]
        if behind:
            others = " and ".join(map(dealer.called, behind))
            step = f"{dealer.called(caller)} calls this box; the wagers of {others} lie behind"
            dealer.procedure(step, "13(c)", seat=box, player=caller, also=("13(b)", "13(a)"), ruling="shared-box")


# --- section 7(d): the double attack; section 11: insurance


def live_people(dealer: DoubleAttackDealer) -> list[Party]:
    """Everyone with an initial wager on a live box, each box's caller first."""
    found = []
    kept = course.of(dealer)
    for box in kept.boxes:
        if kept.hand_of(box).status != course.DEAD:
            caller = course.caller_of(dealer, box)
            found += [Party("player", box, player) for player in sorted(course.people(dealer, box), key=caller.__ne__)]
    return found


def burn_offer(dealer: DoubleAttackDealer) -> list[Offer]:
    """7(c): disclose the burn card to anyone who asks, until the shoe is done."""
    if not dealer.state.burned or not dealer.rules.burn_shown:
        return []
    return [Offer(do="burn card", clause="7(c)", hand=0, optional=True)]


def extra_wager(dealer: DoubleAttackDealer, wager: str, do: str, clause: str, ruling: str, *, also: str) -> Script:
    """A window in which everyone may place a wager beside the initial one, until the dealer closes it.

    ``also`` is the clause on shared boxes. Insurance is also closed by a card that may become the dealer's second.
    """
    kept, turn = course.of(dealer), dealer.next_turn()

    def closed() -> bool:
        return wager == INSURANCE and second_card_may_be_seen(dealer)

    def offers(party: Party) -> Iterator[Offer]:
        if party == THE_DEALER:
            yield Offer(do="no more bets", clause=clause)
            return
        box, player = party.seat, party.player
        staked = dealer.stake(box, player, INITIAL)
        if party.by != "player" or not staked or kept.hand_of(box).status == course.DEAD:
            return
        there = f"the {wager} wager is already placed" if dealer.stake(box, player, wager) else ""
        passed = (wager, box, player) in kept.passed
        least, most, most_is = limits(dealer, wager, staked)
        shut, on = after_caller(dealer, box, player) if wager == ATTACK else ("", clause)
        chips = Offer(
            do=do,
            clause=on if shut else clause,
            least=least,
            most=most,
            step=dealer.rules.chip,
            least_is="the smallest chip" if least < most else most_is,
            most_is=most_is,
            why_not=there or shut,
            optional=passed,
            on=wager,
        )
        yield chips
        yield by_word(dealer, chips, wager)
        done = there or ("the player has already passed" if passed else "")
        yield Offer(do="pass", clause=clause, why_not=done, default=True)
        yield from burn_offer(dealer)

    while not closed():
        kept.window = True
        try:
            asked = (*live_people(dealer), THE_DEALER)
            given = yield from dealer.ask(wager, clause, asked, offers, turn=turn, moot=closed)
        except course.LetOut:
            continue
        finally:
            kept.window = False
        if given is None:
            continue
        if given.do == "no more bets":
            return
        if given.do == "burn card":
            disclose_burn(dealer)
            continue
        party = Party("player", given.seat, given.player)
        given = yield from in_chips(dealer, given, still=partial(may_still, offers, party, do, closed))
        if given is None:
            continue
        shared = (also,) if len(course.people(dealer, given.seat)) > 1 else ()
        dealer.chose(given, clause, amount=given.amount, also=shared)
        if given.do == "pass":
            kept.passed.add((wager, given.seat, given.player))
        else:
            dealer.put(given, wager=wager, ruling=ruling)
    words = "no more insurance: the dealer's second card may be one that everyone has seen"
    dealer.procedure(words, clause, also=("15(f)",), ruling="exposed-hole-card")


def second_card_may_be_seen(dealer: DoubleAttackDealer) -> bool:
    """Whether a card exposed in error is the dealer's next. A hole card on the table is still unseen."""
    seen = course.of(dealer).exposed is not None and dealer.rules.hole_card == NO_HOLE_CARD
    return seen and dealer.revision >= 1


def may_still(offers: Callable[[Party], Iterator[Offer]], party: Party, do: str, closed: Callable[[], bool]) -> bool:
    return not closed() and any(offer.do == do and not offer.why_not for offer in offers(party))


def limits(dealer: DoubleAttackDealer, wager: str, initial: int) -> tuple[int, int, str]:
    """The minimum and the maximum of a wager beside the initial one, and a name for the maximum."""
    chip = dealer.rules.chip
    if wager == INSURANCE:
        most = most_insurance(initial, chip)
        up = ", rounded up to the next chip" if 2 * most > initial else ""
        return chip, most, f"half the initial wager{up}"
    return initial if dealer.rules.attack == "equal" else chip, initial, "the initial wager"


def after_caller(dealer: DoubleAttackDealer, box: int, player: str) -> tuple[str, str]:
    """13(e): on a shared box, others may attack only if the caller does."""
    caller = course.caller_of(dealer, box)
    if player == caller or dealer.stake(box, caller, ATTACK):
        return "", ""
    return f"{dealer.called(caller)} calls box {box} and has not placed a double attack", "13(e)"
