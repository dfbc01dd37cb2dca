"""Two cards and one of the board against three of the dealer's, of which one is turned before the second question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.basics.cards import parse_cards
from pitboss.basics.errors import Defect
from pitboss.basics.poker import ladder
from pitboss.engine.declared import (
    COMMUNITY,
    DEALER,
    PLAYER,
    Ask,
    Bet,
    Clauses,
    Contest,
    Deal,
    Fold,
    Hand,
    Place,
    Stay,
    Turn,
    declare,
)
from pitboss.engine.rules import AUTOMATED, TableRules


class ThreeUpRules(TableRules, frozen=True, kw_only=True):
    def defects(self) -> Iterator[Defect]:
        yield from super().defects()
        if self.shuffler != AUTOMATED or self.preshuffled or self.packs != 1:
            yield Defect("shuffler", "Three Up uses an automated shuffler and one pack", "4(a)")
        if not 1 <= self.positions <= 7:
            yield Defect("positions", f"must be between 1 and 7, not {self.positions}", "2(a)")


def ante(rules: ThreeUpRules, stake: int, against: int) -> int:
    return (0, 1, 2, 1)[against] * stake


def further(rules: ThreeUpRules, stake: int, against: int) -> int:
    return (0, 1, 2, 1)[against] * stake


def pair(rules: ThreeUpRules, stake: int, line: int) -> int:
    return (0, 12)[line] * stake


HAND = Hand(of=(PLAYER, COMMUNITY), clauses=("7(b)",) * 6)
FIRST = Hand(of=(PLAYER,), clauses=("7(b)",) * 2)
AGAINST = Contest(
    own=HAND,
    dealers=Hand(of=(DEALER,), clauses=("7(b)",) * 6),
    qualifies=ladder(3).strength(parse_cards("Qs 3d 2h")),
    qualifying="8(a)",
)


def on_hands(name: str, clause: str, **more: Any) -> Bet:
    means = "on beating the dealer's hand"
    return Bet(name=name, clause=clause, means=means, by=(AGAINST,), wins="8(a)", loses="8(c)", pushes="8(b)", **more)


PAIR = Bet(
    name="pair", clause="5(a)", means="on a pair", by=(FIRST,), settle=pair, wins="8(d)", loses="8(d)", side=True
)

GAME = declare(
    name="three_up",
    title="Three Up",
    rules=ThreeUpRules,
    wagers=(
        on_hands("ante", "5(a)", settle=ante, base=True),
        on_hands("raise", "6(b)", settle=further),
        on_hands("double", "6(b)", settle=further),
        PAIR,
    ),
    round=(
        Deal(2, PLAYER, "6(a)"),
        Deal(1, COMMUNITY, "6(a)"),
        Deal(3, DEALER, "6(a)"),
        Ask(
            about="raise or fold",
            clause="6(b)",
            choices=(Fold(clause="6(c)"), Place(do="raise", wager="raise", times=2, means="wager twice the ante")),
            default="fold",
        ),
        Turn(1, COMMUNITY, "6(a)"),
        Turn(1, DEALER, "6(a)"),
        Ask(
            about="double or stay",
            clause="6(b)",
            choices=(Stay(do="stay"), Place(do="double", wager="double", times=2, means="wager twice the ante")),
            default="stay",
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
        close="5(b)",
        settle="6(d)",
        rack="6(e)",
        boxed="9(a)",
        misdeal="9(b)",
        in_error="9(d)",
        seen="9(e)",
    ),
)
