"""The whole game of Double Down Stud in one value: wagers, decisions, places, procedures and irregularities."""

from __future__ import annotations

from pitboss.basics.cards import PACK_52
from pitboss.engine.game import AdviceCards, Decision, Game, Procedures, Wager, seen_cards
from pitboss.engine.procedures.before_deal import CLOSED, NOT_BY_WORD
from pitboss.engine.procedures.irregularities import (
    boxed_card,
    drawn_in_error,
    exposed,
    misdeal,
    noticed,
    seats_and,
    shuffler_jams,
)
from pitboss.games.double_down_stud.basic import RULE, basic
from pitboss.games.double_down_stud.play import (
    COMMUNITY,
    after_the_deal,
    before_second_call,
    due,
    may_use,
    on_the_layout,
    play,
    void_misdeal,
)
from pitboss.games.double_down_stud.rules import DoubleDownStudRules, pay_sheet
from pitboss.games.double_down_stud.words import WORDS

GAME = Game(
    name="double_down_stud",
    title="Double Down Stud",
    rules=DoubleDownStudRules,
    play=play,
    wagers=(
        Wager(
            name="original",
            shown="original wager",
            clause="6(a)",
            base=True,
            coupon=True,
            means="on the five-card hand of the player's card and the four community cards",
        ),
        Wager(
            name="double",
            clause="8(d)",
            also=("1:double down wager",),
            means="up to the amount of the original wager, placed before the hole card is turned",
        ),
    ),
    decisions=(
        Decision(action="double", clause="8(d)", means="place a double down wager"),
        Decision(action="pass", clause="8(d)", means="keep the original wager alone"),
    ),
    words=WORDS,
    places=(COMMUNITY,),
    procedures=Procedures(
        receive="3(a)",
        spread="3(b)",
        wash="3(c)",
        two_packs="3(d)",
        idle="4(g)",
        idle_opens=True,
        each_pack="2(b)(1)",
        meanwhile="2(b)(3)",
        alternate="2(b)(4)",
        one_rack="2(b)(5)",
        shuffle="4(a)",
        jam="11(e)",
        by_hand=False,
    ),
    irregularities=(
        boxed_card("11(b)"),
        drawn_in_error("11(c)"),
        misdeal("11(d)", places=seats_and(COMMUNITY), cards=due),
        misdeal("11(d)", places=seats_and(COMMUNITY), cards=due, unnoticed=True),
        noticed("11(d)", held=on_the_layout, remedy=void_misdeal, when=after_the_deal),
        *shuffler_jams("11(e)"),
        exposed(
            "exposed hole card",
            "11(a)",
            "the hole card is seen before the second 'No more bets'",
            when=before_second_call,
            ruling="second-call",
            at=COMMUNITY,
        ),
    ),
    basic=basic,
    basic_is=RULE,
    pack=PACK_52,
    round_of_play="1:round of play",
    boxed="11(b)",
    short="2(a)",
    areas="6(c)",
    closed={
        "wager": ("6(b)", CLOSED),
        "withdraw": ("6(b)", CLOSED),
        "cash": ("6(a)", NOT_BY_WORD),
        "double": ("8(d)", "a double can be placed only after the deal and before the hole card is turned"),
        "cut": ("4(c)", "the cut is offered right after the shuffle, if the table has a cut"),
        "recut": ("4(f)", "a recut can be ordered only between the cut and the first card"),
    },
    may_use=may_use,
    pays=pay_sheet,
    soaked=({"match_play": True},),
    advice_takes=(
        AdviceCards(name="hand", least=1, most=1, means="the player's own card"),
        AdviceCards(name="board", least=3, most=3, means="the three face-up community cards"),
        seen_cards(52 - 4 - 1),  # the hole card is to come
    ),
)
