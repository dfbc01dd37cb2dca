"""The whole game of Double Attack Blackjack in one value, with a basic policy and what a seat is told of its hands.

The basic policy wagers the table minimum, attacks fully on 2 to 8, and has a chart of totals for a shoe without tens.
The chart is for games dealt from 48 cards. Fewer tens mean fewer busts, so it draws more often to stiff hands and
doubles less often on ten and eleven. A double that ends stiff against an eight or better is surrendered.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pitboss.basics.cards import ACE, NUMBER, PACK_48
from pitboss.engine.auto.policy import Turn
from pitboss.engine.game import (
    PASS,
    AdviceCards,
    ChoiceWords,
    Decision,
    Game,
    GameWords,
    Procedures,
    SimulationOption,
    Wager,
    seen_cards,
)
from pitboss.engine.round.events import seat_of, seat_place
from pitboss.engine.round.hand_labels import AtSeat, Holding
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.layout import Layout
from pitboss.games.double_attack_blackjack.play import play
from pitboss.games.double_attack_blackjack.procedures.boxes import AT_ITS_TIME, may_use
from pitboss.games.double_attack_blackjack.procedures.course import (
    ATTACK,
    BONUS,
    DEALER,
    DOUBLE,
    INITIAL,
    INSURANCE,
    Count,
    count_of,
)
from pitboss.games.double_attack_blackjack.procedures.irregular import IRREGULARITIES
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules, pay_sheet
from pitboss.games.double_attack_blackjack.settle import BEST, LOW

# --- words


SURRENDER = ChoiceWords(
    action="surrender", doing="surrendering", does="surrenders", key="U", then=("give up {gives_up}", "get half back")
)
NO = replace(PASS, key="N")
TAKE_CARD = ChoiceWords(
    action="take card",
    button="Take the card",
    does="takes the card",
    late="card taken",
    key="T",
    then=("after all others have theirs", "the next card"),
)
SPLIT = ChoiceWords(
    action="split", doing="splitting", does="splits", key="P", then=("two hands, {cost} more", "two hands")
)

WORDS = GameWords(
    ends={
        "bust": "{total}: {you are} over 21.",
        "dealer blackjack": "The dealer's blackjack beats {total}.",
        "dealer blackjack, push": "The dealer has blackjack: the bets come back.",
        "both blackjack": "{You have} blackjack, and so does the dealer: the bets come back.",
        "blackjack": "{You have} blackjack.",
        "dealer over 21": "The dealer goes over 21, with {against}.",
        "above the dealer": "{total} beats {against}.",
        "below the dealer": "{total} loses to {against}.",
        "equal to the dealer": "{total} against {against}: the bets come back.",
        "surrendered": "{You give} up the hand: half of the bets comes back.",
    },
    choices=(
        SURRENDER,
        replace(
            SURRENDER,
            clause="8(a)(2)",  # while the dealer may have a blackjack, which takes all
            means="give up the hand and get half of its wagers back, unless the dealer has a blackjack",
            then=("half back, unless blackjack", "half at most"),
        ),
        replace(NO, about=ATTACK, clause="7(d)", name="no attack", doing="not attacking", does="makes no attack"),
        replace(NO, about=INSURANCE, clause="11(b)", name="no insurance", doing="", does="takes no insurance"),
        ChoiceWords(
            action="refuse",
            button="Refuse the card",
            does="refuses the card",
            key="R",
            then=("no more cards in this round", "no more cards"),
        ),
        ChoiceWords(
            action="stand", doing="standing", does="stands", late="stood", key="S", then=("on {holds}", "no more cards")
        ),
        ChoiceWords(action="hit", doing="hitting", does="hits", key="H", then=("draw a card",)),
        TAKE_CARD,
        replace(TAKE_CARD, about="the card drawn in error", then=("the one that was drawn in error", "the next card")),
        ChoiceWords(
            action="dead hand",
            button="Call the hand dead",
            does="calls the hand dead",
            key="D",
            then=("its wagers come back", "wagers go back"),
        ),
        ChoiceWords(
            action="designate",
            button="Play",
            does="names a hand",
            late="hand 1 named",
            then=("your wagers lie there", "your wagers"),
        ),
        SPLIT,
        replace(SPLIT, about="cover the split or name a hand", button="Cover both hands"),  # asked of others on a box
        ChoiceWords(
            action="double", doing="doubling", does="doubles", key="D", then=("one card, no more", "one more card")
        ),
        ChoiceWords(
            action="attack", doing="attacking", does="attacks", key="A", then=("before your cards", "a second wager")
        ),
        ChoiceWords(action="insure", doing="insurance", does="takes insurance", key="I", then=("against a blackjack",)),
        ChoiceWords(action="burn card", button="Ask for the burn card", key="O", then=("ask what it is",), aside=True),
        ChoiceWords(
            action="consent",
            button="Let others bet on your box",
            does="lets others bet on the box",
            then=("share your box",),
            aside=True,
        ),
    ),
)


# --- the basic policy and the game


RULE = "attack fully against 2 to 8; no bonus, no insurance; then a chart of hard totals, soft totals and pairs"

ACE_UP = 1  # points of the dealer's up card; an ace is one


def basic(turn: Turn) -> Input | None:
    match turn.about:
        case "wagers":
            offer = turn.offer("wager", "initial")
            own = offer is not None and not offer.optional
            return turn.take(offer) if offer and own else None
        case "the cut":
            names: tuple[str, ...] = ("refuse",)
        case "double attack":
            names = ("attack" if 2 <= up_points(turn) <= 8 else "pass",)
        case "insurance":
            names = ("pass",)
        case "decision":
            names = decide(turn)
        case "double with the caller":
            names = ("double",)
        case "cover the split or name a hand":
            names = ("split",)
        case _:
            names = ("take card", "stand")
    for name in names:
        offer = turn.offer(name)
        if offer is not None and not offer.optional:
            return turn.take(offer, offer.most)
    return None


def up_points(turn: Turn) -> int:
    card = turn.cards("dealer")[0]
    return LOW[NUMBER[card]] if card else 0


def decide(turn: Turn) -> tuple[str, ...]:
    """The choices in order of preference. Those not allowed are skipped."""
    stand = turn.offer("stand")
    hand = stand.hand if stand else 1
    cards = tuple([NUMBER[card] for card in turn.cards(seat_place(turn.party.seat), hand) if card])
    points, up = count_of(cards), up_points(turn)
    if turn.offer("hit") is None:  # doubled, a split ace, 21, or after a refused card
        rescue = len(cards) != 2 and points.total < 17 and (up >= 8 or up == ACE_UP)
        return ("surrender",) if rescue else ("stand",)
    if len(cards) == 2 and turn.offer("split") and splits(LOW[cards[0]], up):
        return ("split",)
    return chart(points, up)


def splits(points: int, up: int) -> bool:
    """Whether to split a pair, by points of the card (an ace is one) and of the up card."""
    match points:
        case 1:
            return True
        case 2 | 3 | 7:
            return 2 <= up <= 7
        case 6:
            return 4 <= up <= 6
        case 8:
            return up != ACE_UP
        case 9:
            return 3 <= up <= 9 and up != 7
        case _:
            return False


def chart(points: Count, up: int) -> tuple[str, ...]:
    total = points.total
    if points.soft:
        if total >= 19 or (total == 18 and up in (2, 3, 7, 8)):
            return ("stand",)
        if (total == 18 and 4 <= up <= 6) or (total == 17 and 4 <= up <= 6) or (total == 16 and up == 6):
            return ("double", "hit")
        return ("hit",)
    if total >= 17:
        return ("stand",)
    if total == 16 and up == ACE_UP:
        return ("surrender",)
    stands_from = {2: 15, 3: 14, 4: 14, 5: 14, 6: 13}.get(up, 17)
    if total >= stands_from:
        return ("stand",)
    if (total == 11 and 2 <= up <= 8) or (total == 10 and 2 <= up <= 7) or (total == 9 and up == 6):
        return ("double", "hit")
    return ("hit",)


NOT_NOW = "wagers can't be changed from the first card until they are decided"
BY_WORD = "a verbal bonus wager must be confirmed before the first card"
LEAVING = "wagers can't be changed until they are decided, and their players can't leave"
CONFIRMED = "a confirmed wager can't be changed until it is decided"

GAME = Game(
    name="double_attack_blackjack",
    title="Double Attack Blackjack",
    rules=DoubleAttackRules,
    play=play,
    wagers=(
        Wager(
            name=INITIAL,
            shown="bet",
            clause="1:initial wager",
            also=("5(c)", "7(d)"),
            base=True,
            coupon=True,
            means="on the hand against the dealer's, placed before any card; each split hand carries its own",
        ),
        Wager(
            name=ATTACK,
            clause="7(d)",
            also=("1:double attack wager",),
            means="beside the initial wager and up to its amount, after the player sees the dealer's first card",
        ),
        Wager(
            name=BONUS,
            clause="6(b)",
            also=("6(a)", "6(c)"),
            side=True,
            coupon=True,
            means="the dealer exceeds 21 with exactly three cards",
        ),
        Wager(
            name=INSURANCE,
            clause="11(b)",
            also=("11(a)",),
            side=True,
            means="the dealer's second card makes a blackjack with an ace; up to half the initial wager",
        ),
        Wager(name=DOUBLE, clause="9(a)", means="up to the wagers on a hand, for one more card"),
    ),
    decisions=(
        Decision(action="consent", clause="13(a)", means="let others wager on the box"),
        Decision(action="cash", clause="5(c)", means="make the wager verbally, with cash"),
        Decision(action="attack", clause="7(d)", means="place a double attack wager"),
        Decision(action="insure", clause="11(b)", means="place an insurance wager"),
        Decision(action="pass", clause="7(d)", means="decline the offered wager"),
        Decision(action="stand", clause="7(e)", means="take no more cards"),
        Decision(action="hit", clause="12(a)", means="draw a card"),
        Decision(action="double", clause="9(a)", means="double down: one card for an additional wager"),
        Decision(action="split", clause="10(a)", means="make two hands of a pair, or cover both hands on a shared box"),
        Decision(action="surrender", clause="8(a)", means="give up the hand and get half of its wagers back"),
        Decision(action="designate", clause="13(f)", means="name the split hand to which the wagers apply"),
        Decision(action="burn card", clause="7(c)", means="ask which card was burned"),
        Decision(action="refuse", clause="15(f)", means="refuse a card drawn in error, and all further cards"),
        Decision(action="take card", clause="15(j)", means="take the card that comes late or was drawn in error"),
        Decision(action="dead hand", clause="15(j)", means="have the hand declared dead and the wagers returned"),
    ),
    words=WORDS,
    places=(DEALER,),
    procedures=Procedures(
        receive="3(a)",
        spread="3(b)",
        wash="3(c)",
        idle="4(j)",
        shuffle="4(a)",
        jam="15(k)",
        remove_device="15(l)",
        removes="the tens are removed from each deck, and the floorperson verifies that none is left",
    ),
    irregularities=IRREGULARITIES,
    basic=basic,
    basic_is=RULE,
    pack=PACK_48,
    decks=lambda rules: int(rules.decks),
    lasting_shoe=True,
    round_of_play="7(d)",
    boxed="15(b)",
    short="7(j)(2)",
    closed={
        "cut": ("4(c)", "cards are cut only right after the shuffle, by whoever is offered the cut"),
        "wager": ("5(d)", NOT_NOW),
        "wager bust bonus": ("6(b)", "the bonus wager is placed before the first card"),
        "cash initial": ("5(d)", NOT_NOW),
        "cash bust bonus": ("6(c)", BY_WORD),
        **{f"cash {name}": when for name, when in AT_ITS_TIME.items()},
        "withdraw": ("5(f)", NOT_NOW),
        "withdraw insurance": ("5(g)", CONFIRMED),
        "withdraw double": ("5(g)", CONFIRMED),
        **{f"withdraw {name} on hand {hand}": ("5(g)", CONFIRMED) for name in (INITIAL, ATTACK) for hand in (2, 3, 4)},
        "leave": ("5(f)", LEAVING),
        "attack": AT_ITS_TIME[ATTACK],
        "insure": AT_ITS_TIME[INSURANCE],
        "surrender": ("8(a)", "a hand is surrendered only in its turn, before it stands"),
    },
    may_use=may_use,
    pays=pay_sheet,
    soaked=({"match_play": True},),
    advice_takes=(
        AdviceCards(
            name="hand", least=0, most=21, means="the cards of the player's hand; no cards to ask about the attack"
        ),
        AdviceCards(name="up", least=1, most=1, means="the dealer's up card"),
        AdviceCards(
            name="split", least=0, most=6, means="cards of the pair's value on the player's other hands, after a split"
        ),
        seen_cards(8 * len(PACK_48) - 40),  # advice needs at least 40 unseen cards
    ),
    simulation_takes=(
        SimulationOption(
            name="penetration",
            is_a="part of the shoe",
            means="the part of the shoe dealt before a shuffle, such as 0.75; 0 shuffles every round",
            least=0,
            most=1,
            instead_of=("cut_card", "reshuffle_each_round"),
        ),
    ),
)


def total(cards: Sequence[int], *, split: bool = False) -> str:
    """The total of a hand in words. ``split`` hands can't be a blackjack.

    >>> from pitboss.basics.cards import parse_cards
    >>> total(parse_cards("As 6d")), total(parse_cards("9s 8d 9c")), total(parse_cards("As Kd"))
    ('soft 17', '26, over 21', 'blackjack')
    """
    if not cards:
        return ""
    count, soft = points(cards)
    if count == BEST and len(cards) == 2 and not split:
        return "blackjack"
    if count > BEST:
        return f"{count}, over {BEST}"
    return f"soft {count}" if soft and count < BEST else str(count)


def points(cards: Sequence[int]) -> tuple[int, bool]:
    """The points of cards, and whether an ace counts 11."""
    low = sum(LOW[card] for card in cards)
    soft = any(card >> 2 == ACE for card in cards) and low + 10 <= BEST
    return low + 10 * soft, soft


def holds(layout: Layout, place: str, hand: int) -> Holding:
    """The total of a hand. It has points when every card of it is known."""
    cards = layout.numbers(place, hand)
    split = bool(seat_of(place)) and (hand > 1 or bool(layout.cards(place, 2)))
    known = len(cards) == len(layout.cards(place, hand))
    return Holding(
        name=total(cards, split=split),
        total=points(cards)[0] if known else 0,
        pair=len(cards) == 2 and LOW[cards[0]] == LOW[cards[1]],
    )


AT_SEAT = AtSeat(holds=holds, follows={INITIAL: (0, "a double attack")}, felt="#142A55")
