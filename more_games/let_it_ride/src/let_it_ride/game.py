"""Let It Ride, in the order of its rules."""

from __future__ import annotations

from let_it_ride import settle
from let_it_ride.rules import LetItRideRules
from pitboss.engine.declared import COMMUNITY, PLAYER, Ask, Bet, Clauses, Deal, Hand, Stay, TakeBack, Turn, declare

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


def bet(name: str, means: str, equals: str = "") -> Bet:
    return Bet(
        name=name,
        clause="5(a)",
        means=means,
        by=(HAND,),
        settle=settle.bet,
        wins="8(b)",
        loses="8(a)",
        pays="pays",
        lost=("below a pair of tens",),
        base=not equals,
        equals=equals,
    )


def ask(name: str, clause: str) -> Ask:
    return Ask(
        about=name,
        clause=clause,
        choices=(
            TakeBack(wager=name, means=f"take the {name} back"),
            Stay(do="let it ride", means=f"leave the {name} on the table"),
        ),
        default="take back",
    )


GAME = declare(
    name="let_it_ride",
    title="Let It Ride",
    rules=LetItRideRules,
    wagers=(
        bet("last bet", "the bet that stays"),
        bet("second bet", "a bet that may be taken back after the first community card", equals="last bet"),
        bet("first bet", "a bet that may be taken back before the first community card", equals="last bet"),
    ),
    round=(
        Deal(3, PLAYER, "6(a)"),
        Deal(2, COMMUNITY, "6(a)"),
        ask("first bet", "6(b)"),
        Turn(1, COMMUNITY, "6(c)"),
        ask("second bet", "6(d)"),
        Turn(1, COMMUNITY, "6(e)"),
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
        settle="6(f)",
        rack="6(g)",
        boxed="9(a)",
        misdeal="9(b)",
        in_error="9(d)",
        seen="9(e)",
    ),
    felt="#14402B",
)
