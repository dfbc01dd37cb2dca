"""Three cards and two of the board against pay tables, with a side wager that a fold loses and a payout limit.

One wager has two sizes, and a pair of sevens to nines gives the wagers back.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any

from msgspec import Meta, field

from pitboss.basics.errors import Defect
from pitboss.basics.money import PayTable, pay_table, returned, returns
from pitboss.basics.poker import CATEGORIES_3, ladder, weakest_pair
from pitboss.engine.declared import COMMUNITY, PLAYER, Ask, Bet, Clauses, Deal, Fold, Hand, Place, Stay, Turn, declare
from pitboss.engine.rules import AUTOMATED, TableRules, pays_at_least

LINES = (
    "lower",
    "pair of sevens to nines",
    "pair of tens or better",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
SEVENS, TENS = weakest_pair(5), weakest_pair(8)
ODDS = (0, 1, 2, 3, 4, 6, 8, 20, 50, 200)
PAYS = pay_table({name: f"{odds} to 1" for name, odds in zip(LINES[1:], ODDS, strict=True)})
RUNG = pay_table({name: f"{odds} to 1" for name, odds in zip(CATEGORIES_3[1:], (1, 4, 6, 30, 40), strict=True)})
LEAST_CAP = 50_000_00


def line(strength: int) -> int:
    category = ladder(5).category_of[strength]
    return int(category) + 1 if category >= 2 else (strength >= SEVENS) + (strength >= TENS)


class LadderRules(TableRules, frozen=True, kw_only=True):
    pays: Annotated[PayTable, Meta(description="Pay table of the five cards (8(a)).")] = field(
        default_factory=lambda: dict(PAYS)
    )
    rung: Annotated[PayTable, Meta(description="Pay table of rung (8(d)).")] = field(default_factory=lambda: dict(RUNG))
    payout_cap: Annotated[int, Meta(description="The most that one hand wins in a round; 0 for no limit (8(d)).")] = 0
    positions: Annotated[int, Meta(description="Betting positions, 1 to 5 (2(a)).")] = 5

    def defects(self) -> Iterator[Defect]:
        yield from super().defects()
        if self.shuffler != AUTOMATED or self.preshuffled or self.packs != 1:
            yield Defect("shuffler", "Ladder uses an automated shuffler and one pack", "4(a)")
        if not 1 <= self.positions <= 5:
            yield Defect("positions", f"must be between 1 and 5, not {self.positions}", "2(a)")
        yield from pays_at_least("pays", self.pays, PAYS, "8(a)")
        yield from pays_at_least("rung", self.rung, RUNG, "8(a)")
        if self.payout_cap and self.payout_cap < LEAST_CAP:
            yield Defect("payout_cap", "must be 0 or at least $50,000", "8(d)")

    @cached_property
    def pays_back(self) -> tuple[tuple[int, ...], int]:
        return returns(self.pays, LINES)

    @cached_property
    def rung_back(self) -> tuple[tuple[int, ...], int]:
        return returns(self.rung, CATEGORIES_3)


def climbing(rules: LadderRules, stake: int, line: int) -> int:
    back, per = rules.pays_back
    return returned(stake, line, back, per)


def rung(rules: LadderRules, stake: int, line: int) -> int:
    back, per = rules.rung_back
    return returned(stake, line, back, per)


FIVE = Hand(of=(PLAYER, COMMUNITY), clauses=("7(b)",) * 10, lines=LINES, line=line)
THREE = Hand(of=(PLAYER,), clauses=("7(b)",) * 6)


def on_five(name: str, **more: Any) -> Bet:
    paid = {"wins": "8(a)", "loses": "8(c)", "pushes": "8(b)", "pays": "pays", "lost": ("lower",)}
    return Bet(name=name, clause="5(a)", means="on the five cards", by=(FIVE,), settle=climbing, **paid, **more)


GAME = declare(
    name="ladder",
    title="Ladder",
    rules=LadderRules,
    wagers=(
        on_five("ante", base=True),
        on_five("climb"),
        on_five("summit"),
        Bet(
            name="rung",
            clause="5(a)",
            means="on a pair or better in the player's own cards",
            by=(THREE,),
            settle=rung,
            wins="8(d)",
            loses="8(d)",
            pays="rung",
            lost=("high card",),
            side=True,
        ),
    ),
    round=(
        Deal(3, PLAYER, "6(a)"),
        Deal(2, COMMUNITY, "6(a)"),
        Ask(
            about="climb or fold",
            clause="6(b)",
            choices=(
                Fold(means="give up the hand"),
                Place(do="climb", wager="climb", means="place the ante again"),
                Place(do="climb twice", wager="climb", times=2, means="place twice the ante"),
            ),
            default="fold",
        ),
        Turn(1, COMMUNITY, "6(a)"),
        Ask(
            about="summit or check",
            clause="6(b)",
            choices=(
                Stay(do="check", means="place nothing"),
                Place(do="summit", wager="summit", means="place the ante again"),
            ),
            default="check",
        ),
        Turn(1, COMMUNITY, "6(a)"),
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
    limit="payout_cap",
    limited="8(d)",
)
