"""The whole game of Caribbean Stud Poker in one value, with a basic policy and what a seat is told of its hands.

The basic policy wagers the table minimum, bets with ace-king-jack-eight-three or better, and makes no side wagers.
"""

from __future__ import annotations

from pitboss.basics.cards import NUMBER, PACK_52, parse_cards
from pitboss.basics.poker import strength
from pitboss.engine.auto.policy import Turn
from pitboss.engine.game import (
    BEATS,
    DEALER_UNQUALIFIED,
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
from pitboss.engine.meters.jackpot import reverse, take_back
from pitboss.engine.procedures.before_deal import CLOSED, NOT_BY_WORD
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.hand_labels import AtSeat, poker_hand
from pitboss.engine.round.inputs import Input
from pitboss.games.caribbean_stud.play import play, return_cover_all
from pitboss.games.caribbean_stud.procedures import DEALER, IRREGULARITIES
from pitboss.games.caribbean_stud.rules import CaribbeanStudRules, pay_sheet

# --- words


WORDS = GameWords(
    ends={
        "dealer below ace-king": DEALER_UNQUALIFIED,
        "lower than the dealer": LOSES,
        "equal to the dealer": TIES,
        "higher than the dealer": BEATS,
    },
    choices=(
        FOLD,
        ChoiceWords(
            action="redeem",
            button="Use a coupon:",
            key="O",
            then=("place the wager with a coupon instead of a chip", "in place of a chip"),
        ),
        ChoiceWords(action="bet", doing="betting", does="bets", key="B", then=("twice the ante",)),
    ),
)


# --- the basic policy and the game


RULE = "bet with ace-king-jack-eight-three or better, else fold; no side wagers"
LEAST = strength(parse_cards("As Kd Jh 8c 3s"))


def basic(turn: Turn) -> Input | None:
    if turn.about == "wagers":
        offer = turn.offer("wager", "ante")
        return turn.take(offer) if offer else None
    bet, fold = turn.offer("bet"), turn.offer("fold")
    if bet is None or fold is None:
        return None
    held = [NUMBER[card] for card in turn.cards(seat_place(turn.party.seat)) if card]
    if len(held) != 5:  # a misdeal that nobody has noticed yet
        return turn.take(fold)
    return turn.take(bet if strength(held) >= LEAST else fold)


GAME = Game(
    name="caribbean_stud",
    title="Caribbean Stud Poker",
    rules=CaribbeanStudRules,
    play=play,
    wagers=(
        Wager(
            name="ante",
            clause="6(a)",
            also=("1:ante wager", "6(b)"),
            base=True,
            coupon=True,
            means="on the player's five cards against the dealer's, before any card is dealt",
        ),
        Wager(
            name="bet",
            clause="6(d)",
            also=("1:bet wager",),
            means="twice the ante, after the player sees the hand and the dealer's up card",
        ),
        Wager(name="bonus", clause="11(c)", side=True, means="the player's hand is a pair of tens or better"),
        Wager(
            name="progressive",
            clause="6(c)",
            also=("11(d)",),
            side=True,
            means="the player's hand is on the progressive table, which pays partly from a meter",
        ),
        Wager(
            name="envy",
            clause="10(c)2.v.",
            side=True,
            earned=True,
            means="another player's straight flush or royal flush; pays players with a progressive wager",
        ),
        Wager(
            name="five card bonus",
            shown="Five Card Bonus",
            clause="11(e)",
            side=True,
            means="the player's hand is a flush or better; pays partly from a meter",
        ),
        Wager(
            name="five card bonus dealer",
            shown="Five Card Bonus, dealer",
            clause="11(e)(2)",
            side=True,
            on_own_hand=False,
            means="the dealer's hand is a flush or better; pays partly from a meter",
        ),
        Wager(
            name="magic card",
            clause="11(e)(3)",
            side=True,
            earned=True,
            means="a hand with a five card bonus holds the card that the system drew",
        ),
        Wager(
            name="lucky bonus",
            clause="11(e)(3)",
            side=True,
            earned=True,
            means="the system draws the seat of a player with a five card bonus",
        ),
        Wager(
            name="cover all",
            shown="Cover All",
            clause="12(a)",
            side=True,
            on_own_hand=False,
            means="the highest hand at the table, including the dealer's, is three of a kind or better",
        ),
    ),
    decisions=(
        Decision(action="redeem", clause="6(c)", means="place the wager with a coupon instead of a chip"),
        Decision(action="bet", clause="10(b)", means="place a bet wager of twice the ante"),
        Decision(action="fold", clause="10(b)", means="give up the hand, with ante, bonus and progressive wagers"),
    ),
    words=WORDS,
    places=(DEALER,),
    procedures=Procedures(
        receive="3(a)",
        spread="3(b)",
        wash="3(c)",
        two_packs="3(d)",
        idle="4(e)",
        alternate="2(b)(4)",
        one_rack="2(b)(5)",
        each_pack="2(b)(1)",
        meanwhile="2(b)(3)",
        shuffle="4(a)",
        jam="13(e)",
        remove_device="13(g)",
        idle_face_down=True,
    ),
    irregularities=IRREGULARITIES,
    basic=basic,
    basic_is=RULE,
    pack=PACK_52,
    round_of_play="1:round of play",
    boxed="13(b)",
    short="7(g)(2)",
    seated="6(f)",
    remains="6(f)",
    after_removal=return_cover_all,
    closed={
        "wager": ("6(b)", CLOSED),
        "withdraw": ("6(b)", CLOSED),
        "cash": ("6(a)", NOT_BY_WORD),
        "wager progressive": ("7(c)", "the progressive system is locked and takes no chip until the next round"),
        "redeem": ("7(c)", "the progressive system is locked and takes no coupon until the next round"),
        "wager cover all": ("12(a)", "Cover All wagers are placed while bets are open"),
        "cut": ("4(c)", "the dealer cuts right after the shuffle, and only cards that no device has shuffled"),
        "recut": ("4(d)", "a recut can be ordered only between the cut and the first card"),
        "bet": ("10(b)", "each player bets or folds once, in turn, after the deal"),
        "fold": ("10(b)", "each player bets or folds once, in turn, after the deal"),
    },
    after_void=reverse,
    take_back=take_back,
    meters=lambda rules: rules.meters,
    pays=pay_sheet,
    soaked=(
        {"progressive": "D", "progressive_linked": True, "match_play": True, "dealing": "automated shoe"},
        {"progressive": "A", "five_card": True, "five_card_seed": 10_000_00, "dealing": "automated shoe"},
    ),
    advice_takes=(
        AdviceCards(name="hand", least=5, most=5, means="the player's five cards"),
        AdviceCards(name="up", least=1, most=1, means="the dealer's up card"),
        seen_cards(52 - 5 - 1 - 4),  # the dealer needs four hole cards
    ),
)


AT_SEAT = AtSeat(holds=poker_hand, follows={"ante": (2, "the bet wager")}, felt="#0B3B40")
