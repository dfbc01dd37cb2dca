"""The options of a Double Down Stud table, with the document's defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from math import lcm
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from pitboss.basics.errors import Defect
from pitboss.basics.money import PayTable, pay_table, returns
from pitboss.engine.game import PaySheet, in_words
from pitboss.engine.rules import AUTOMATED, PACKS, FixedTable, TableRules, cap_defects, cap_limits, pays_at_least
from pitboss.games.double_down_stud.settle import JACKS, LINES, LOSE, PUSH, paid_on_hand

AUTOMATED_SHUFFLER = "automated shuffler"

PAYS = pay_table(
    {
        "royal flush": "1000 to 1",
        "straight flush": "100 to 1",
        "four of a kind": "25 to 1",
        "full house": "10 to 1",
        "flush": "8 to 1",
        "straight": "5 to 1",
        "three of a kind": "3 to 1",
        "two pair": "2 to 1",
        "pair of jacks or better": "1 to 1",
    }
)
# 10(b): fixed
LOW_PAYS = pay_table({LINES[PUSH]: "0 to 1", LINES[LOSE]: "0 for 1"})
LEAST_CAP = 100_000_00
MOST_SEATS = 48
"""A card each, and four for all. The layout has at most eight seats."""
ROYAL = LINES.index("royal flush")
BESIDE_ROYAL = tuple(map(LINES.index, ("straight flush", "flush", "straight", "pair of jacks or better")))
"""Lines that can win on a second area beside a royal flush, which shares four of its cards."""
SECOND_PACK = "2(b)"


class DoubleDownStudRules(TableRules, frozen=True, kw_only=True):
    fixed: ClassVar[Mapping[str, FixedTable]] = {
        "low_pays": FixedTable(clause="10(b)", means="What the hands that push and lose pay.", lines=tuple(LOW_PAYS))
    }
    low_pays: ClassVar[PayTable] = LOW_PAYS

    packs: Annotated[Literal[1, 2], Meta(description=f"{PACKS} ({SECOND_PACK}).")] = 1
    dealing: Annotated[
        Literal["manual shoe", "automated shuffler"], Meta(description="What the cards are dealt from (8(a)).")
    ] = "manual shoe"
    cut: Annotated[bool, Meta(description="The cards are cut (4(c)).")] = False  # ruling shuffler-required
    recut_by: Annotated[
        Literal["same", "next"],
        Meta(description="Who recuts on a supervisor's order: the same cutter or the next (4(f))."),
    ] = "same"
    two_areas: Annotated[bool, Meta(description="A player may wager on two adjacent areas (6(c)).")] = (
        False  # ruling two-areas
    )
    pays: Annotated[PayTable, Meta(description="Pay table; no line may pay less than the document's (10(b)).")] = field(
        default_factory=lambda: dict(PAYS)
    )
    payout_cap: Annotated[
        int, Meta(description="Maximum win of one hand in a round, in cents; 0 means no limit (10(c)).")
    ] = 0

    def limits(self) -> Iterator[Defect]:
        yield from super().limits()
        if not 1 <= self.positions <= MOST_SEATS:
            yield Defect("positions", f"must be between 1 and {MOST_SEATS}, not {self.positions}")
        yield from cap_limits(self.payout_cap)

    def defects(self) -> Iterator[Defect]:
        yield from super().defects()
        if self.shuffler != AUTOMATED:  # ruling automated-only
            yield Defect("shuffler", "Double Down Stud always uses an automated shuffler", "4(a)")
            if self.dealing == AUTOMATED_SHUFFLER:
                yield Defect("dealing", "the device that deals the cards must also shuffle them", "8(a)(2)(i)")
        if self.preshuffled:
            yield Defect("preshuffled", "Double Down Stud has no pre-shuffled packs", "3(a)")
        if not 1 <= self.positions <= 8:
            yield Defect("positions", f"must be between 1 and 8, not {self.positions}")
        yield from pays_at_least("pays", self.pays, PAYS, "10(b)", stated="10(a)")
        yield from cap_defects(self.payout_cap, self.least_cap, "10(c)")

    @cached_property
    def back(self) -> tuple[tuple[int, ...], int]:
        """The return of each line, with a common denominator. A push returns the stake."""
        (wins, high), (low, below) = returns(self.pays, LINES[JACKS:]), returns(self.low_pays, LINES[:JACKS])
        per = lcm(high, below)
        return (*(line * (per // below) for line in low), *(line * (per // high) for line in wins)), per

    @property
    def least_cap(self) -> int:
        """The lowest payout limit that the document permits (10(c))."""
        return max(LEAST_CAP, self.most_at_minimum)

    @property
    def most_at_minimum(self) -> int:
        """The maximum win of one patron with the minimum wager and its double, on both areas if two are allowed.

        Only one of two areas can have a royal flush (10(c), ruling payout-cap).
        """
        (back, per), least = self.back, self.table_minimum
        won = [
            sum(one.returned - least for one in paid_on_hand((least, least), line, back, per))
            for line in range(len(LINES))
        ]
        if not self.two_areas or self.positions < 2:
            return max(won)
        return max(2 * max(won[:ROYAL]), won[ROYAL] + max(won[line] for line in BESIDE_ROYAL))


def pay_sheet(rules: DoubleDownStudRules) -> PaySheet:
    """The pay table as a player reads it, with the hands that push and lose (10(b))."""
    low = {LINES[PUSH]: "push", LINES[LOSE]: "lose"} if rules.low_pays == LOW_PAYS else in_words(rules.low_pays)
    return {"original and double": {**in_words(rules.pays), **low}}
