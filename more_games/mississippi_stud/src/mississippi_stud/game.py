"""Mississippi Stud, in the order of its rules."""

from __future__ import annotations

from mississippi_stud import settle
from mississippi_stud.rules import MississippiStudRules
from pitboss.engine.declared import COMMUNITY, PLAYER, Ask, Bet, Clauses, Deal, Fold, Hand, Place, Turn, declare

HAND = Hand(
    of=(PLAYER, COMMUNITY),
    clauses=(
        *("7(b)(10)", "7(b)(9)", "7(b)(8)", "7(b)(7)", "7(b)(6)"),
        *("7(b)(5)", "7(b)(4)", "7(b)(3)", "7(b)(2)", "7(b)(1)"),
    ),
    lines=settle.LINES,
    line=settle.line,
    also=("7(a)",),
)
STREETS = ("third street", "fourth street", "fifth street")


def bet(name: str, clause: str, means: str) -> Bet:
    return Bet(
        name=name,
        clause=clause,
        means=means,
        by=(HAND,),
        settle=settle.bet,
        wins="8(c)",
        loses="8(a)",
        pushes="8(b)",
        pays="pays",
        lost=("pair of fives or less",),
        base=name == "ante",
    )


def street(name: str, clause: str) -> Ask:
    bets = [
        Place(do=f"bet {times}x", wager=name, times=times, means=f"bet {many} the ante")
        for times, many in ((1, "once"), (2, "twice"), (3, "three times"))
    ]
    return Ask(
        about=name, clause=clause, choices=(Fold(clause="6(f)", means="give up all bets"), *bets), default="fold"
    )


GAME = declare(
    name="mississippi_stud",
    title="Mississippi Stud",
    rules=MississippiStudRules,
    wagers=(
        bet("ante", "5(a)", "on the hand of five cards"),
        *(bet(name, "6(b)", f"one to three antes on {name}") for name in STREETS),
    ),
    round=(
        Deal(2, PLAYER, "6(a)"),
        Deal(3, COMMUNITY, "6(a)"),
        street(STREETS[0], "6(b)"),
        Turn(1, COMMUNITY, "6(c)"),
        street(STREETS[1], "6(d)"),
        Turn(1, COMMUNITY, "6(c)"),
        street(STREETS[2], "6(e)"),
        Turn(1, COMMUNITY, "6(c)"),
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
        close="5(b)",
        settle="6(g)",
        rack="6(h)",
        boxed="9(a)",
        misdeal="9(b)",
        in_error="9(d)",
        seen="9(e)",
    ),
    felt="#40162B",
)
