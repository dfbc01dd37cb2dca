"""The whole game of High Card in one value: wagers, decisions, places, procedures and irregularities."""

from __future__ import annotations

from typing import Any

from high_card.basic import RULE, basic
from high_card.play import DEALER, play
from high_card.rules import HighCardRules, pay_sheet
from pitboss.basics.cards import PACK_52
from pitboss.engine.game import AdviceCards, Decision, Game, Procedures, Wager, seen_cards
from pitboss.engine.procedures.before_deal import CLOSED, NOT_BY_WORD
from pitboss.engine.procedures.irregularities import boxed_card, misdeal, seats_and, shuffler_jams
from pitboss.engine.round.dealer import Dealer


def one_card(dealer: Dealer[Any], place: str) -> int:
    return 1


GAME = Game(
    name="high_card",
    title="High Card",
    rules=HighCardRules,
    play=play,
    wagers=(
        Wager(
            name="ante", clause="5(a)", also=("1:ante",), base=True, coupon=True, means="on the card, before the deal"
        ),
        Wager(
            name="raise",
            clause="6(b)",
            also=("1:raise",),
            means="equal to the ante, placed after the player sees the card",
        ),
    ),
    decisions=(
        Decision(action="raise", clause="6(b)", means="place a second wager equal to the ante"),
        Decision(action="fold", clause="6(c)", means="forfeit the ante"),
    ),
    places=(DEALER,),
    procedures=Procedures(
        receive="3(a)", spread="3(b)", wash="3(c)", idle="3(d)", shuffle="4(a)", jam="8(c)", by_hand=False
    ),
    irregularities=(
        boxed_card("8(a)"),
        misdeal("8(b)", places=seats_and(DEALER), cards=one_card),
        *shuffler_jams("8(c)"),
    ),
    basic=basic,
    basic_is=RULE,
    pack=PACK_52,
    round_of_play="1:round",
    boxed="8(a)",
    short="2(a)",
    closed={
        "wager": ("5(b)", CLOSED),
        "withdraw": ("5(b)", CLOSED),
        "cash": ("5(a)", NOT_BY_WORD),
        "raise": ("6(b)", "each player raises or folds in turn, after the deal"),
        "fold": ("6(b)", "each player raises or folds in turn, after the deal"),
        "cut": ("4(a)", "the device shuffles, and the cards are not cut"),
        "recut": ("4(a)", "the device shuffles, and the cards are not cut"),
    },
    pays=pay_sheet,
    advice_takes=(
        AdviceCards(name="hand", least=1, most=1, means="the player's own card"),
        seen_cards(52 - 1 - 1),  # the dealer's card is to come
    ),
)
