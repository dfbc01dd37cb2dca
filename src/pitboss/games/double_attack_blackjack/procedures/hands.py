"""The decisions on a hand (sections 7(e), 7(f), 8, 9, 10, 12(a) and 13): surrender, double, split, stand or draw."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import msgspec

from pitboss.basics.cards import ACE, TEXT
from pitboss.basics.money import is_broken
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Offer, Party, Script
from pitboss.engine.round.inputs import PlayerInput
from pitboss.games.double_attack_blackjack import settle
from pitboss.games.double_attack_blackjack.procedures import course
from pitboss.games.double_attack_blackjack.procedures.boxes import burn_offer, by_word, in_chips
from pitboss.games.double_attack_blackjack.procedures.course import (
    ATTACK,
    DOUBLE,
    INITIAL,
    INSURANCE,
    SPLIT,
    DoubleAttackDealer,
    Held,
)
from pitboss.games.double_attack_blackjack.procedures.shoe import deal, disclose_burn
from pitboss.games.double_attack_blackjack.settle import BEST, BUST, LINES, LOW, shares

replace = msgspec.structs.replace
NO_MORE = "{} refused a card drawn in error and gets no more cards in this round"
ACTIONS = ("surrender", "double", "split", "stand", "hit")


def play_box(dealer: DoubleAttackDealer, box: int) -> Script:
    """Play a box's hands, always the first incomplete one from the dealer's left. Splits add hands (10(b)).

    A forgotten card holds up its hand and the hands after it.
    """
    kept = course.of(dealer)
    kept.turn = box
    while held := next((held for held in kept.boxes[box] if held.status == course.IN_PLAY), None):
        if not held.split:
            say(dealer, held, "7(e)")
        yield from play_hand(dealer, held)
        if held in kept.late:
            break
    kept.turn = None


def play_hand(dealer: DoubleAttackDealer, held: Held) -> Script:
    """Ask for decisions until the hand stands, busts or is given up."""
    kept = course.of(dealer)
    if has_refused(dealer, held) and held.split:
        say(dealer, held, "15(f)")
    while held.status == course.IN_PLAY:
        if len(course.cards_of(dealer, held.place, held.number)) == 1 and not has_refused(dealer, held):
            yield from second_card(dealer, held)
            continue
        kept.deciding = held.seat
        try:
            given = yield from ask(dealer, held)
        except course.LetOut:
            continue
        finally:
            kept.deciding = 0
        if given.do != "burn card":  # anyone may ask for it
            kept.heard.add(given.player)
        given = yield from in_chips(dealer, given)
        match given.do if given else "":
            case "":
                continue  # the cash went back, and the player is asked again
            case "burn card":
                disclose_burn(dealer)
            case "refuse":
                refuse_card(dealer, given)
            case "stand":
                dealer.chose(given, "7(e)")
                held.status = course.STOOD
            case "surrender":
                surrender(dealer, held, given)
            case "split":
                yield from split(dealer, held, given)
            case "double":
                yield from double(dealer, held, given)
            case _:
                dealer.chose(given, "12(a)", also=("7(e)",))
                yield from draw(dealer, held)
        if held in kept.late:
            return


def say(dealer: DoubleAttackDealer, held: Held, clause: str) -> None:
    """Announce the point total of a hand."""
    points = course.count(dealer, held)
    dealer.announce(points.words, clause, place=held.place, hand=held.number, also=points.also)


def second_card(dealer: DoubleAttackDealer, held: Held) -> Script:
    """10(b), 10(e): the second card of a hand formed by a split, unless its caller refuses the waiting card."""
    if not (yield from accepts(dealer, held)):
        say(dealer, held, "15(f)")
        return
    also = ("10(e)",) if held.aces else ()
    yield from deal(dealer, held.place, "10(b)", box=held.seat, hand=held.number, also=also)
    say(dealer, held, "10(c)")


# --- asking the caller


def has_refused(dealer: DoubleAttackDealer, held: Held) -> bool:
    """15(f): whether the hand's caller refused a card drawn in error, and so gets no more."""
    refused = course.of(dealer).refused
    return bool(refused) and course.caller_of(dealer, held.seat, held.number) in refused


def ask(dealer: DoubleAttackDealer, held: Held) -> Script:
    caller = Party("player", held.seat, course.caller_of(dealer, held.seat, held.number))

    def offers(party: Party) -> Iterator[Offer]:
        if party.by != "player":
            return
        if party == caller:
            yield from decisions(dealer, held, caller.player)
        elif party.seat == held.seat:
            why = f"{dealer.called(caller.player)} makes the decisions on box {held.seat}"
            yield from (option(do, "13(b)", 0, why) for do in ACTIONS)
            yield from (by_word(dealer, option(do, "13(b)", 0, why), do) for do in (DOUBLE, SPLIT))
        yield from burn_offer(dealer)

    return (yield from dealer.ask("decision", "7(e)", (caller,), offers))


@lru_cache(maxsize=4096)
def option(
    do: str, clause: str, hand: int, why_not: str = "", *, cost: int = 0, default: bool = False, gives_up: int = 0
) -> Offer:
    fixed = cost or None
    return Offer(do=do, clause=clause, hand=hand, why_not=why_not, fixed_cost=fixed, default=default, gives_up=gives_up)


def decisions(dealer: DoubleAttackDealer, held: Held, caller: str) -> Iterator[Offer]:
    """The decisions that a hand's caller may and may not make, with the reasons."""
    kept, number = course.of(dealer), held.number
    no_more = ("15(f)", NO_MORE.format(dealer.called(caller))) if caller in kept.refused else None
    yield option("stand", "7(e)", number, default=True)
    yield surrender_offer(dealer, held, caller)
    points = course.count(dealer, held)
    clause, why = no_more or hit_or_not(held, points)
    yield option("hit", clause, number, why)
    clause, why = no_more or split_or_not(dealer, held)
    split = option("split", clause, number, why, cost=0 if why else cost_of_split(dealer, held, caller))
    yield split
    clause, why = no_more or double_or_not(held, points)
    most = wagered(dealer, held, caller)
    double = option("double", clause, number, why) if why else double_offer(number, dealer.rules.chip, most)
    yield double
    yield by_word(dealer, double, DOUBLE)
    yield split_by_word(dealer, held, caller, split)
    if kept.exposed is not None and not no_more and more_may_come(dealer, held, caller):
        yield option("refuse", "15(f)", number)


def more_may_come(dealer: DoubleAttackDealer, held: Held, caller: str) -> bool:
    """Whether this caller may still get a card, on this hand or on another that is not complete."""
    return not (held.doubled or held.aces) or any(
        other is not held
        and other.status == course.IN_PLAY
        and course.caller_of(dealer, other.seat, other.number) == caller
        for other in course.of(dealer).hands()
    )


def accepts(dealer: DoubleAttackDealer, held: Held) -> Script:
    """15(f): whether a hand takes its next card.

    A caller refuses a card exposed in error in their turn. A caller who has had no turn since is asked here.
    """
    kept, number = course.of(dealer), held.number
    caller = Party("player", held.seat, course.caller_of(dealer, held.seat, number))
    if kept.exposed is not None and caller.player not in kept.heard:
        offers = (option("take card", "15(f)", number, default=True), option("refuse", "15(f)", number))
        about = "the card drawn in error"
        given = yield from dealer.ask(about, "15(f)", (caller,), lambda party: offers if party == caller else ())
        kept.heard.add(given.player)
        if given.do == "refuse":
            refuse_card(dealer, given)
        else:
            dealer.chose(given, "15(f)")
    return not has_refused(dealer, held)


def hit_or_not(held: Held, points: course.Count) -> tuple[str, str]:
    """The clause on drawing a card, and the reason why not (12(a), 10(e), ruling no-draw-on-21)."""
    if held.aces:
        return "10(e)", "a split ace receives only one card"
    if held.doubled:
        return "12(a)(2)", "a doubled hand receives only one card"
    if points.total < BEST:
        return "12(a)", ""
    if points.blackjack or not points.soft:
        return "12(a)(1)", f"the hand has {points.words}"
    return "12(a)", "the hand has 21"


def double_or_not(held: Held, points: course.Count) -> tuple[str, str]:
    """The clause on doubling down, and the reason why not (9(a), ruling double)."""
    if points.blackjack:
        return "9(a)", "a blackjack can't be doubled"
    if held.aces:
        return "9(a)", "a split ace receives only one card and can't be doubled"
    if held.doubled:
        return "9(a)", "the hand is already doubled"
    if points.total >= BEST:
        return "9(a)", "the hand has 21"
    return "9(a)", ""


def split_or_not(dealer: DoubleAttackDealer, held: Held) -> tuple[str, str]:
    """The clause on splitting, and the reason why not (10(a), 10(c), 10(e), ruling split-count)."""
    cards = course.cards_of(dealer, held.place, held.number)
    clause = "10(c)" if held.split else "10(a)"
    if len(cards) != 2:
        return clause, "only the first two cards of a hand can be split"
    if LOW[cards[0]] != LOW[cards[1]]:
        return clause, f"{TEXT[cards[0]]} and {TEXT[cards[1]]} are not identical in value"
    if held.aces:
        return "10(e)", "aces can be split only once"
    most = dealer.rules.most_hands
    if len(course.of(dealer).boxes[held.seat]) >= most:
        return "10(c)", f"the box has {most} hands already, the most at this table"
    return clause, ""


@lru_cache(maxsize=4096)
def double_offer(hand: int, chip: int, most: int) -> Offer:
    return Offer(
        do="double",
        clause="9(a)",
        hand=hand,
        least=chip,
        most=most,
        step=chip,
        least_is="the smallest chip",
        most_is="the wagers on the hand",
        on=DOUBLE,
    )


def wagered(dealer: DoubleAttackDealer, held: Held, player: str) -> int:
    """A player's stake on a hand, before any double."""
    stakes, seat, hand = dealer.layout.stakes, held.seat, held.number
    return stakes.get((seat, player, hand, INITIAL), 0) + stakes.get((seat, player, hand, ATTACK), 0)


def split_by_word(dealer: DoubleAttackDealer, held: Held, player: str, chips: Offer) -> Offer:
    """The verbal offer, with cash, of the wagers on a hand formed by a split. They equal those on the first hand."""
    if chips.why_not or not dealer.rules.verbal_wagers:
        return by_word(dealer, chips, SPLIT)
    amount, words = cost_of_split(dealer, held, player), "the wagers of the hand that is split"
    in_cash = replace(chips, least=amount, most=amount, least_is=words, most_is=words, fixed_cost=None)
    return by_word(dealer, in_cash, SPLIT)


# --- carrying out the decision


def draw(dealer: DoubleAttackDealer, held: Held, *, also: tuple[str, ...] = ()) -> Script:
    """7(f): deal the card face up and announce the new total. A hand over 21 loses. A forgotten card comes later."""
    kept = course.of(dealer)
    if held.seat in kept.forgotten:
        kept.forgotten.discard(held.seat)
        kept.misdelivered = True
        kept.late.append(held)
        remedy = "the player may have it after the others, or call the hand dead"
        dealer.irregular("the dealer forgot a card", remedy, "15(j)", place=held.place)
        return
    yield from deal(dealer, held.place, "7(f)", box=held.seat, hand=held.number, also=also)
    say(dealer, held, "7(f)")
    if course.count(dealer, held).total > BEST:
        bust(dealer, held)


def bust(dealer: DoubleAttackDealer, held: Held) -> None:
    """Over 21: every wager on the hand loses at once (ruling bust)."""
    held.status = course.LOST
    for (box, player, hand, wager), _ in on_the_hand(dealer, held):
        dealer.settle(
            box, player, wager, hand=hand, result="lose", returned=0, clause="5(e)", line=LINES[BUST], ruling="bust"
        )
    dealer.collect(held.place, "7(h)", hand=held.number)


def surrender_offer(dealer: DoubleAttackDealer, held: Held, player: str) -> Offer:
    """8(a): a surrender gives up what does not come back.

    The offer cites 8(a)(2) while the dealer may have a blackjack, which takes the whole wager.
    """
    at_risk = course.may_be_blackjack(course.up_card(dealer)) and not course.of(dealer).no_blackjack
    own = [amount for (_, whose, _, _), amount in on_the_hand(dealer, held) if whose == player]
    return option("surrender", "8(a)(2)" if at_risk else "8(a)", held.number, gives_up=sum(own) - sum(shares(own)))


def on_the_hand(dealer: DoubleAttackDealer, held: Held) -> list[tuple[tuple[int, str, int, str], int]]:
    """Everyone's initial, double attack and double wagers on a hand."""
    stakes = dealer.layout.stakes_of(held.seat, "", held.number)
    return [(stake, amount) for stake, amount in stakes if stake[3] in course.ON_THE_HAND]


def surrender(dealer: DoubleAttackDealer, held: Held, given: PlayerInput) -> None:
    """8(a): half of every wager on the hand, at once unless the dealer may have a blackjack."""
    shared = ("13(b)",) if len(course.people(dealer, held.seat, held.number)) > 1 else ()
    dealer.chose(given, "8(a)", ruling="surrender", also=shared)
    if not course.may_be_blackjack(course.up_card(dealer)):
        settle_surrender(dealer, held, "8(a)(1)")
    elif course.hole_card_seen(dealer):
        settle_surrender(dealer, held, "8(a)(2)", ruling="exposed-hole-card")
    elif course.of(dealer).no_blackjack and dealer.rules.surrender_at_once:
        settle_surrender(dealer, held, "8(a)(3)")
    else:
        held.status = course.GIVEN_UP
        words = "the wagers lie on the cards until the dealer's second card is seen"
        dealer.procedure(words, "8(a)(2)", seat=held.seat, player=given.player)


def settle_surrender(dealer: DoubleAttackDealer, held: Held, clause: str, *, ruling: str = "surrender") -> None:
    """Return half of all that a player has on the hand. The wagers are halved together and rounded once."""
    held.status = course.SURRENDERED
    stakes = on_the_hand(dealer, held)
    of_player: dict[str, list[int]] = {}
    for (_, player, _, _), stake in stakes:
        of_player.setdefault(player, []).append(stake)
    halves = {player: iter(shares(own)) for player, own in of_player.items()}
    for (box, player, hand, wager), stake in stakes:
        returned = next(halves[player])
        insured = ("8(b)",) if dealer.stake(box, player, INSURANCE) else ()
        dealer.settle(
            box,
            player,
            wager,
            hand=hand,
            result="surrender",
            returned=returned,
            clause=clause,
            also=("8(a)", *insured),
            line=settle.WORDS[settle.SURRENDERED],
            ruling=ruling,
            rounded=is_broken(sum(of_player[player]), 2) and 2 * returned > stake,
        )
    dealer.collect(held.place, "7(h)", hand=held.number)


def surrenders_stand(dealer: DoubleAttackDealer) -> None:
    """Settle surrenders that wait for a second card in a void round. Half is lost, as the player chose.

    A surrender gives up the hand as a fold does, and what was given up before a void stands (ruling void-returns-all).
    Against a two to nine, the half has already been collected by then. Other up cards get no better terms.
    """
    for held in reversed(course.of(dealer).hands()):
        if held.status == course.GIVEN_UP:
            settle_surrender(dealer, held, "8(a)(2)", ruling="void-returns-all")


def refuse_card(dealer: DoubleAttackDealer, given: PlayerInput) -> None:
    """15(f): a caller who refuses a card drawn in error gets no more cards on any box. The next hand gets the card."""
    dealer.chose(given, "15(f)")
    course.of(dealer).refused.add(given.player)


def double(dealer: DoubleAttackDealer, held: Held, given: PlayerInput) -> Script:
    """9(a), 13(d): a wager up to those on the hand, for one card. Others on the box may double too."""
    dealer.chose(given, "9(a)", amount=given.amount, ruling="double")
    dealer.put(given, wager=DOUBLE, ruling="double")
    held.doubled = True

    def choices(player: str) -> tuple[Offer, ...]:
        chips = double_offer(held.number, dealer.rules.chip, wagered(dealer, held, player))
        return chips, by_word(dealer, chips, DOUBLE), option("pass", "13(d)", held.number, default=True)

    yield from ask_others(
        dealer, held, "double with the caller", "13(d)", choices, lambda answer: join_double(dealer, answer)
    )
    if (yield from accepts(dealer, held)):
        yield from draw(dealer, held, also=("9(a)", "12(a)(2)"))


def join_double(dealer: DoubleAttackDealer, given: PlayerInput) -> None:
    dealer.chose(given, "13(d)", amount=given.amount, ruling="shared-box")
    if given.do == "double":
        dealer.put(given, wager=DOUBLE, ruling="shared-box")


def split(dealer: DoubleAttackDealer, held: Held, given: PlayerInput) -> Script:
    """10(a), 13(f): the second card forms a new hand, with wagers equal to those of the first."""
    hands = course.of(dealer).boxes[held.seat]
    formed = Held(held.seat, len(hands) + 1)
    cards = course.cards_of(dealer, held.place, held.number)
    clause = "10(c)" if held.split else "10(a)"
    dealer.chose(given, clause, ruling="split-count")
    cover(dealer, held, formed, given)
    number, either = held.number, (f"hand {held.number}", f"hand {formed.number}")

    def choices(player: str) -> tuple[Offer, ...]:
        chips = option("split", "13(f)", number, cost=cost_of_split(dealer, held, player))
        name_one = Offer(do="designate", clause="13(f)", hand=number, what=either, default=True)
        return chips, split_by_word(dealer, held, player, chips), name_one

    yield from ask_others(
        dealer,
        held,
        "cover the split or name a hand",
        "13(f)",
        choices,
        lambda answer: join_split(dealer, held, formed, answer),
    )
    hands.insert(hands.index(held) + 1, formed)  # beside its original hand
    held.split = formed.split = True
    held.aces = formed.aces = cards[0] >> 2 == ACE
    dealer.emit(
        ev.Moved(
            round=dealer.round,
            clause=clause,
            also=("10(e)",) if held.aces else (),
            place=held.place,
            hand=held.number,
            to_hand=formed.number,
            card=TEXT[cards[1]],
        )
    )


def cover(dealer: DoubleAttackDealer, held: Held, formed: Held, given: PlayerInput) -> None:
    """Wagers on the hand formed by a split, equal to those on the first (ruling split-amount)."""
    for wager, amount in to_cover(dealer, held, given.player):
        dealer.put(given, wager=wager, amount=amount, hand=formed.number, clause="10(a)", ruling="split-amount")


def to_cover(dealer: DoubleAttackDealer, held: Held, player: str) -> list[tuple[str, int]]:
    """The wagers that a split hand needs, with their amounts."""
    names = (INITIAL, ATTACK) if dealer.rules.split_attack else (INITIAL,)
    found = [(wager, dealer.stake(held.seat, player, wager, held.number)) for wager in names]
    return [(wager, amount) for wager, amount in found if amount]


def cost_of_split(dealer: DoubleAttackDealer, held: Held, player: str) -> int:
    """The cents that a player puts on the hand that a split forms."""
    return sum(amount for _, amount in to_cover(dealer, held, player))


def join_split(dealer: DoubleAttackDealer, held: Held, formed: Held, given: PlayerInput) -> None:
    """13(f): another player on the box covers both hands, or names the hand to which the wagers apply."""
    dealer.chose(given, "13(f)", ruling="shared-box")
    if given.do == "split":
        cover(dealer, held, formed, given)
    elif given.what == f"hand {formed.number}":
        box, player = held.seat, given.player
        for wager in (INITIAL, ATTACK):
            amount = dealer.stake(box, player, wager, held.number)
            coupon = dealer.layout.coupons.get((box, player, held.number, wager), 0)
            if amount:
                dealer.withdraw(given, "13(f)", wager=wager)
                dealer.put(
                    given,
                    wager=wager,
                    amount=amount,
                    hand=formed.number,
                    coupon=coupon,
                    clause="13(f)",
                    ruling="shared-box",
                )
        originals = course.of(dealer).originals
        if originals.get((box, player), 1) == held.number:
            originals[box, player] = formed.number


def ask_others(
    dealer: DoubleAttackDealer,
    held: Held,
    about: str,
    clause: str,
    choices: Callable[[str], Sequence[Offer]],
    answered: Callable[[PlayerInput], None],
) -> Script:
    """Ask everyone else with wagers on the hand, in the order they placed them."""
    caller = course.caller_of(dealer, held.seat, held.number)
    for player in course.people(dealer, held.seat, held.number):
        if player == caller:
            continue
        party = Party("player", held.seat, player)

        def offers(asked: Party, party: Party = party) -> Sequence[Offer]:
            return choices(party.player) if asked == party else ()

        given = None
        while given is None:  # cash that goes back leaves the question open
            given = yield from in_chips(dealer, (yield from dealer.ask(about, clause, (party,), offers)))
        answered(given)
