"""Three Card Poker, in the order of its rules."""

from __future__ import annotations

from pitboss.basics.cards import parse_cards
from pitboss.basics.poker import ladder
from pitboss.engine.declared import DEALER, PLAYER, Ask, Bet, Clauses, Contest, Deal, Fold, Hand, Place, declare
from three_card_poker import settle
from three_card_poker.rules import ThreeCardPokerRules

# --- section 7: hands

RANKS = ("7(b)(6)", "7(b)(5)", "7(b)(4)", "7(b)(3)", "7(b)(2)", "7(b)(1)")
HAND = Hand(of=(PLAYER,), clauses=RANKS, also=("7(a)",))
AGAINST = Contest(
    own=HAND,
    dealers=Hand(of=(DEALER,), clauses=RANKS, also=("7(a)",)),
    qualifies=ladder(3).strength(parse_cards("Qs 3d 2h")),
    qualifying="8(a)",
)

GAME = declare(
    name="three_card_poker",
    title="Three Card Poker",
    rules=ThreeCardPokerRules,
    wagers=(
        Bet(
            name="ante",
            clause="5(a)",
            means="on beating the dealer's hand",
            by=(AGAINST,),
            settle=settle.ante,
            wins="8(b)",
            loses="8(d)",
            pushes="8(c)",
            base=True,
            coupon=True,
        ),
        Bet(
            name="pair plus",
            clause="5(b)",
            means="on a pair or better in the player's hand",
            by=(HAND,),
            settle=settle.pair_plus,
            wins="8(f)",
            loses="8(f)",
            pays="pair_plus",
            lost=("high card",),
            side=True,
        ),
        Bet(
            name="play",
            clause="6(b)",
            means="equal to the ante, after the player has seen the cards",
            by=(AGAINST,),
            settle=settle.play,
            wins="8(b)",
            loses="8(d)",
            pushes="8(c)",
        ),
        Bet(
            name="ante bonus",
            clause="8(e)",
            means="a straight or better is paid on the ante",
            by=(HAND,),
            settle=settle.ante_bonus,
            wins="8(e)",
            loses="8(e)",
            pays="ante_bonus",
            lost=("high card", "one pair", "three-card flush"),
            earned="ante",
        ),
    ),
    round=(
        Deal(3, PLAYER, "6(a)"),
        Deal(3, DEALER, "6(a)"),
        Ask(
            about="play or fold",
            clause="6(b)",
            choices=(
                Fold(clause="6(c)", means="give up the ante"),
                Place(do="play", wager="play", means="place a wager equal to the ante"),
            ),
            default="fold",
        ),
    ),
    clauses=Clauses(
        round="1:round",
        pack="2(a)",
        receive="3(a)",
        spread="3(b)",
        wash="3(c)",
        idle="3(d)",
        shuffle="4(a)",
        jam="9(c)",
        close="5(c)",
        settle="6(d)",
        rack="6(e)",
        boxed="9(a)",
        misdeal="9(b)",
        in_error="9(d)",
        seen="9(e)",
    ),
    felt="#16324F",
)
