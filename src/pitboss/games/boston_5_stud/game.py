"""The whole game of Boston 5 Stud Poker in one value, with a basic policy and what a seat is told of its hands.

The basic policy wagers the table minimum, leaves the optional bonus alone, and never folds. The second wager risks two
more antes, and a fold loses three. So two wins in nine are enough for a second wager. Even the worst three cards, such
as two, three and seven of different suits, win about a third of the time.
"""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.basics.cards import NUMBER, PACK_52
from pitboss.basics.poker import HIGH_3, category3
from pitboss.engine.auto.policy import Turn
from pitboss.engine.game import (
    BEATS,
    CONCEAL,
    EXPOSE,
    FOLD,
    LOSES,
    TIES,
    WITHDRAW,
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
from pitboss.engine.round.hand_labels import AtSeat, poker_hand
from pitboss.engine.round.inputs import Input
from pitboss.games.boston_5_stud.play import play
from pitboss.games.boston_5_stud.procedures import DEALER, IRREGULARITIES, OPTIONAL
from pitboss.games.boston_5_stud.rules import Boston5StudRules, pay_sheet

# --- words


WORDS = GameWords(
    ends={"dealer higher": LOSES, "tie": TIES, "player higher": BEATS},
    choices=(
        FOLD,
        CONCEAL,
        EXPOSE,
        ChoiceWords(
            action="second",
            shown="2nd wager",
            doing="placing the 2nd wager",
            does="places the 2nd wager",
            key="S",
            then=("as much as the 1st",),
        ),
        replace(WITHDRAW, does="takes the 2nd wager back", then=("{back} back, and fold", "take it back and fold")),
    ),
    questions={"second or fold": "2nd wager or fold"},
)


# --- the basic policy and the game


RULE = "always place the second wager; expose three cards that win the optional bonus and no others"


def basic(turn: Turn) -> Input | None:
    match turn.about:
        case "wagers":
            offer = turn.offer("wager", "ante") or turn.offer("wager", "first")
        case "expose or conceal":
            known = [NUMBER[card] for card in turn.cards(seat_place(turn.party.seat)) if card]
            offer = turn.offer("expose" if wins(known) else "conceal")
        case _:
            offer = turn.offer("second")
    return turn.take(offer) if offer else None


def wins(known: list[int]) -> bool:
    """Whether the cards win the optional bonus."""
    return len(known) == 3 and category3(known) != HIGH_3


EXPOSED = "only a player with an optional bonus wager exposes or conceals, after the first three cards"

GAME = Game(
    name="boston_5_stud",
    title="Boston 5 Stud Poker",
    rules=Boston5StudRules,
    play=play,
    wagers=(
        Wager(
            name="ante",
            clause="6(b)",
            also=("6(a)", "1:ante wager"),
            base=True,
            means="half of the first wager; returned unless the dealer's hand is higher",
        ),
        Wager(
            name="first",
            shown="1st wager",
            clause="6(b)",
            also=("6(a)", "1:first wager"),
            coupon=True,
            means="exactly twice the ante, placed with it; wins 1 to 1 if the dealer's hand is lower",
        ),
        Wager(
            name="second",
            shown="2nd wager",
            clause="6(d)",
            also=("10(b)", "1:second wager"),
            means="equal to the first wager, placed after three cards; wins 1 to 1 if the dealer's hand is lower",
        ),
        Wager(
            name=OPTIONAL,
            shown="bonus",
            clause="6(c)",
            also=("1:optional bonus wager",),
            side=True,
            needs="first",
            means="on a pair or better in the first three cards, if they are exposed",
        ),
        Wager(
            name="ante bonus",
            clause="11(c)",
            also=("1:ante bonus wager hand",),
            earned=True,
            means="paid on the ante for two pair or better, whether the hand wins, ties or loses",
        ),
    ),
    decisions=(
        Decision(action="expose", clause="10(a)", means="expose the three cards for the optional bonus wager"),
        Decision(action="conceal", clause="10(a)", means="conceal the three cards and lose the optional bonus"),
        Decision(action="second", clause="10(b)", means="place a second wager equal to the first"),
        Decision(action="fold", clause="10(b)", means="forfeit the ante and the first wager"),
        Decision(
            action="withdraw", clause="10(c)", means="take back the second wager before the last two cards, and fold"
        ),
    ),
    words=WORDS,
    places=(DEALER,),
    procedures=Procedures(
        receive="3(a)",
        spread="3(b)",
        wash="3(c)",
        two_packs="3(d)",
        idle="4(c)",
        each_pack="2(b)(1)",
        meanwhile="2(b)(3)",
        alternate="2(b)(4)",
        one_rack="2(b)(5)",
        shuffle="4(a)",
        jam="12(e)",
        by_hand=False,
        remove_device="12(g)",
        shows_suits=False,
        idle_face_down=True,
    ),
    irregularities=IRREGULARITIES,
    basic=basic,
    basic_is=RULE,
    pack=PACK_52,
    round_of_play="1:round of play",
    boxed="12(b)",
    short="2(a)",
    seated="6(e)",
    remains="6(e)",
    closed={
        "wager": ("6(b)", CLOSED),
        "withdraw": ("6(b)", CLOSED),
        "cash": ("6(a)", NOT_BY_WORD),
        "withdraw second": (
            "10(c)",
            "a second wager can be withdrawn only after it is placed and before the last two cards",
        ),
        "second": ("10(b)", "a second wager can be placed only after every optional bonus wager is settled"),
        "fold": ("10(b)", "a player can fold only after every optional bonus wager is settled"),
        "expose": ("10(a)", EXPOSED),
        "conceal": ("10(a)", EXPOSED),
        **dict.fromkeys(("cut", "recut"), ("4(b)", "the cards are dealt as the shuffler stacked them, without a cut")),
    },
    pays=pay_sheet,
    soaked=({"match_play": True},),
    advice_takes=(
        AdviceCards(name="hand", least=3, most=3, means="the player's first three cards"),
        seen_cards(52 - 3 - 2 - 5),  # two are to come to the hand, five to the dealer's
    ),
)


AT_SEAT = AtSeat(
    holds=poker_hand,
    follows={"ante": (4, "the first and the second wager"), "first": (1, "the second wager")},
    comes_with={"first": ("ante", 2)},
    felt="#0D3A26",
)
