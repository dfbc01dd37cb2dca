"""The base game of Caribbean Stud as a declaration: five cards, of which the dealer shows one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, field

from pitboss.basics.errors import Defect
from pitboss.basics.money import PayTable, pay_table, returned, returns
from pitboss.basics.poker import ACE_KING, CATEGORIES
from pitboss.engine.declared import DEALER, PLAYER, UP, Ask, Bet, Clauses, Contest, Deal, Fold, Hand, Place, declare
from pitboss.engine.rules import AUTOMATED, TableRules

PAYS = (100, 50, 20, 7, 5, 4, 3, 2, 1, 1)
BET = pay_table({name: f"{won} to 1" for name, won in zip(reversed(CATEGORIES), PAYS, strict=True)})


class FiveUpRules(TableRules, frozen=True, kw_only=True):
    bet_pays: Annotated[PayTable, Meta(description="Pay table of the bet.")] = field(default_factory=lambda: dict(BET))

    def defects(self) -> Iterator[Defect]:
        yield from super().defects()
        if self.shuffler != AUTOMATED or self.preshuffled or self.packs != 1:
            yield Defect("shuffler", "Five Up uses an automated shuffler and one pack", "4(a)")
        if not 1 <= self.positions <= 7:
            yield Defect("positions", f"must be between 1 and 7, not {self.positions}", "2(a)")


def ante(rules: FiveUpRules, stake: int, against: int) -> int:
    return (0, 1, 2, 2)[against] * stake


def bet(rules: FiveUpRules, stake: int, line: int, against: int) -> int:
    back, per = returns(rules.bet_pays, CATEGORIES)
    return returned(stake, line, back, per) if against == 2 else (0, 1, 2, 1)[against] * stake


HAND = Hand(of=(PLAYER,), clauses=("7(b)",) * 10)
AGAINST = Contest(own=HAND, dealers=Hand(of=(DEALER,), clauses=("7(b)",) * 10), qualifies=ACE_KING, qualifying="8(a)")

GAME = declare(
    name="five_up",
    title="Five Up",
    rules=FiveUpRules,
    wagers=(
        Bet(
            name="ante",
            clause="5(a)",
            means="on beating the dealer's hand",
            by=(AGAINST,),
            settle=ante,
            wins="8(a)",
            loses="8(c)",
            pushes="8(b)",
            base=True,
        ),
        Bet(
            name="bet",
            clause="6(b)",
            means="twice the ante, after the player has seen the cards",
            by=(HAND, AGAINST),
            settle=bet,
            wins="8(a)",
            loses="8(c)",
            pushes="8(b)",
            pays="bet_pays",
        ),
    ),
    round=(
        Deal(5, PLAYER, "6(a)"),
        Deal(4, DEALER, "6(a)"),
        Deal(1, DEALER, "6(a)", UP),
        Ask(
            about="bet or fold",
            clause="6(b)",
            choices=(Fold(clause="6(c)"), Place(do="bet", wager="bet", times=2, means="wager twice the ante")),
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
        close="5(b)",
        settle="6(d)",
        rack="6(e)",
        boxed="9(a)",
        misdeal="9(b)",
        in_error="9(d)",
        seen="9(e)",
    ),
)
