"""The whole game of Double Cross Poker in one value, with a basic policy and what a seat is told of its hands.

The basic policy wagers the ante alone, and plays any pair and any two good cards along the array that helps more. Over
all deals it loses 5.3% of the ante to the house. The best play loses 2.2%.
"""

from __future__ import annotations

from functools import lru_cache

from pitboss.basics.cards import KING, NUMBER, PACK_52, TEN
from pitboss.engine.auto.policy import Turn
from pitboss.engine.game import (
    BEATS,
    CONCEAL,
    EXPOSE,
    FOLD,
    LOSES,
    TIES,
    AdviceCards,
    ChoiceWords,
    Decision,
    Game,
    GameWords,
    Procedures,
    Wager,
    seen_cards,
)
from pitboss.engine.procedures.before_deal import CLOSED, NOT_BY_WORD
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.hand_labels import AtSeat, Holding, category_so_far, poker_name
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.layout import Layout
from pitboss.games.double_cross_poker.play import BOTTOM, CENTER, LEFT, RAISES, RIGHT, TOP, play
from pitboss.games.double_cross_poker.procedures import CROSS, DEALER, IRREGULARITIES
from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules, pay_sheet

# --- words


RAISED = ("{adds}", "raise 2 x {each}", "two raises")

WORDS = GameWords(
    ends={
        "lower than the dealer's hand": LOSES,
        "equal to the dealer's hand": TIES,
        "higher than the dealer's hand": BEATS,
    },
    choices=(
        FOLD,
        CONCEAL,
        EXPOSE,
        ChoiceWords(action="vertical", doing="the vertical", does="plays the vertical", key="V", then=RAISED),
        ChoiceWords(action="horizontal", doing="the horizontal", does="plays the horizontal", key="H", then=RAISED),
    ),
)


# --- the basic policy and the game


RULE = (
    "raise with a pair, with an ace or king in hand, or with both cards ten or higher, along the array whose shown "
    "card makes the higher pair, else three of one suit, else is higher"
)
SHOWN = {"vertical": "vertical top", "horizontal": "horizontal right"}


def basic(turn: Turn) -> Input | None:
    if turn.about == "wagers":
        offer = turn.offer("wager", "ante")
        return turn.take(offer) if offer else None
    if expose := turn.offer("expose"):
        return turn.take(expose)
    own = [NUMBER[card] for card in turn.cards(seat_place(turn.party.seat)) if card]
    shown = {array: [NUMBER[card] for card in turn.cards(place) if card] for array, place in SHOWN.items()}
    array = max(shown, key=lambda array: promise([*own, *shown[array]]))
    choice = turn.offer(array if worth_raising(own, shown[array]) else "fold")
    return turn.take(choice) if choice else None


def promise(cards: list[int]) -> tuple[int, int, bool, list[int]]:
    """A key that orders the known cards of a hand: like cards and their rank, then one suit, then high cards."""
    ranks = sorted((card >> 2 for card in cards), reverse=True)
    times, rank = max((ranks.count(rank), rank) for rank in ranks)
    one_suit = len({card & 3 for card in cards}) == 1
    return times, rank if times > 1 else 0, one_suit, ranks


def worth_raising(own: list[int], shown: list[int]) -> bool:
    """Whether two cards in hand and the array's shown card are worth two raises."""
    ranks = [card >> 2 for card in own]
    paired = len({card >> 2 for card in (*own, *shown)}) < len(own) + len(shown)
    return paired or max(ranks, default=0) >= KING or min(ranks, default=0) >= TEN


IN_TURN = "each player decides in turn, from the dealer's left, after the three-card wagers are settled"
TWO_RAISES = "the two raises equal the ante and are placed by choosing an array"
EXPOSED = "only a player with a three-card wager exposes or conceals, after the first community cards are turned"

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
                shown=shown,
                clause="10(c)(2)",
                also=("1:raise", "6(e)"),
                means="equal to the ante, laid along the chosen array after two community cards are turned",
            )
            for wager, shown in zip(RAISES, ("first raise", "second raise"), strict=True)
        ),
        Wager(
            name="three-card",
            shown="three-card wager",
            clause="6(d)",
            also=("1:three-card wager", "6(a)"),
            side=True,
            means="on the player's two cards and the card of the vertical that is turned first",
        ),
    ),
    decisions=(
        Decision(action="expose", clause="10(a)", means="expose both cards for the three-card wager"),
        Decision(action="conceal", clause="10(a)", means="conceal both cards and lose the three-card wager"),
        Decision(action="vertical", clause="10(c)(2)", means="raise twice and play the vertical array"),
        Decision(action="horizontal", clause="10(c)(2)", means="raise twice and play the horizontal array"),
        Decision(action="fold", clause="10(c)(1)", means="forfeit the ante"),
    ),
    words=WORDS,
    places=(DEALER, *CROSS),
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
    remains="6(b)",
    closed={
        "wager": ("6(c)", CLOSED),
        "withdraw": ("6(c)", CLOSED),
        **{f"wager {wager}": ("10(c)(2)", TWO_RAISES) for wager in RAISES},
        "cut": ("4(c)", "the dealer cuts right after the shuffle, and only cards that no device has shuffled"),
        "recut": ("4(d)", "a recut can be ordered only between the cut and the first card"),
        "cash": ("6(a)", NOT_BY_WORD),
        "leave": ("6(b)", "a player with an ante and cards stays seated until the round is over"),
        "expose": ("10(a)", EXPOSED),
        "conceal": ("10(a)", EXPOSED),
        **dict.fromkeys(("vertical", "horizontal", "fold"), ("10(c)", IN_TURN)),
    },
    pays=pay_sheet,
    lies={TOP: (0, 1), LEFT: (1, 0), CENTER: (1, 1), RIGHT: (1, 2), BOTTOM: (2, 1)},
    soaked=({"match_play": True},),
    advice_takes=(
        AdviceCards(name="hand", least=2, most=2, means="the player's own cards"),
        AdviceCards(name="vertical", least=1, most=1, means="the first card turned of the vertical array"),
        AdviceCards(name="horizontal", least=1, most=1, means="the first card turned of the horizontal array"),
        seen_cards(52 - 4 - 5),  # three are to come to the cross, two to the dealer
    ),
)


ARRAYS = {"vertical": (TOP, CENTER, BOTTOM), "horizontal": (LEFT, CENTER, RIGHT)}


def holds(layout: Layout, place: str, hand: int) -> Holding:
    """What the hand makes with each array, as far as its cards are turned. The cross alone has no name."""
    own = layout.numbers(place, hand) if place not in CROSS else []
    if not own:
        return Holding()
    lying = tuple([tuple([card for one in places for card in layout.numbers(one)]) for places in ARRAYS.values()])
    return held_by(tuple(own), lying)


@lru_cache(maxsize=2000)  # everybody at a table is told of the same hands
def held_by(own: tuple[int, ...], lying: tuple[tuple[int, ...], ...]) -> Holding:
    """What cards hold with the turned cards of each array."""
    hands = {array: (*own, *turned) for array, turned in zip(ARRAYS, lying, strict=True) if turned}
    makes = {array: poker_name(cards) for array, cards in hands.items()}
    return Holding(
        name="; ".join(f"{array} {words}" for array, words in makes.items()) or poker_name(own),
        lines=tuple(dict.fromkeys(category_so_far(cards)[0] for cards in hands.values())),
        makes=makes,
    )


AT_SEAT = AtSeat(holds=holds, follows={"ante": (2, "the two raises")}, felt="#3F1324")
