"""The options of a Double Cross Poker table, with the document's defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from math import lcm
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from pitboss.basics.errors import Defect
from pitboss.basics.money import PayTable, pay_table, returns, whole_chips
from pitboss.basics.poker import CATEGORIES, CATEGORIES_3, EQUAL, HIGHER, LOWER
from pitboss.engine.game import PaySheet, in_words
from pitboss.engine.procedures.dealing import StudRules
from pitboss.engine.rules import PACKS, FixedTable, cap_defects, cap_limits, pays_at_least
from pitboss.games.double_cross_poker.settle import LINES, paid_by_ante

RAISE_PAYS = pay_table(
    {
        "royal flush": "300 to 1",
        "straight flush": "50 to 1",
        "four of a kind": "15 to 1",
        "full house": "7 to 1",
        "flush": "6 to 1",
        "straight": "5 to 1",
        "three of a kind": "3 to 1",
        "two pair": "3 to 2",
        "pair": "1 to 1",
        "high card": "1 to 1",
    }
)
THREE_CARD_PAYS = pay_table(
    {
        "three-card straight flush": "40 to 1",
        "three of a kind": "30 to 1",
        "three-card straight": "6 to 1",
        "three-card flush": "4 to 1",
        "one pair": "1 to 1",
    }
)
ANTE = pay_table({LINES[HIGHER]: "1 to 1"})  # 10(g): fixed
MOST_SEATS = 22
"""Two cards each, two for the dealer and five for all. The layout has at most eight seats."""
LEAST_THREE_CARD, MOST_THREE_CARD = 1_00, 100_00  # 6(d)
LEAST_CAP = 60_000_00
SECOND_PACK = "2(b)"


class DoubleCrossPokerRules(StudRules, frozen=True, kw_only=True):
    fixed: ClassVar[Mapping[str, FixedTable]] = {
        "ante_pays": FixedTable(clause="10(g)", means="What the ante pays on a higher hand.", lines=tuple(ANTE))
    }
    ante_pays: ClassVar[PayTable] = ANTE

    packs: Annotated[Literal[1, 2], Meta(description=f"{PACKS} ({SECOND_PACK}).")] = 1
    raise_pays: Annotated[
        PayTable, Meta(description="Pay table of each raise; no line may pay less than the document's (11(b)).")
    ] = field(default_factory=lambda: dict(RAISE_PAYS))
    three_card_pays: Annotated[
        PayTable,
        Meta(description="Pay table of the three-card wager; no line may pay less than the document's (11(c))."),
    ] = field(default_factory=lambda: dict(THREE_CARD_PAYS))
    payout_cap: Annotated[
        int, Meta(description="Maximum win of ante and raises in one hand, in cents; 0 means no limit (11(d)).")
    ] = 0

    def limits(self) -> Iterator[Defect]:
        yield from super().limits()
        if not 1 <= self.positions <= MOST_SEATS:
            yield Defect("positions", f"must be between 1 and {MOST_SEATS}, not {self.positions}")
        yield from cap_limits(self.payout_cap)

    def defects(self) -> Iterator[Defect]:
        yield from super().defects()
        yield from self.hand_defects("8(b)(1)")
        yield from self.stub_defects("7(e)", "7(f)")
        if not 1 <= self.positions <= 8:
            yield Defect("positions", f"must be between 1 and 8, not {self.positions}")
        yield from pays_at_least("raise_pays", self.raise_pays, RAISE_PAYS, "11(b)", stated="11(a)")
        yield from pays_at_least("three_card_pays", self.three_card_pays, THREE_CARD_PAYS, "11(c)", stated="11(a)")
        yield from cap_defects(
            self.payout_cap, max(LEAST_CAP, self.most_at_minimum), "11(d)"
        )  # 11(b) means (d): ruling cross-references-dc

    @cached_property
    def raise_back(self) -> tuple[tuple[int, ...], int]:
        """The return of a raise by category of the hand, with a common denominator."""
        back, per = returns(self.raise_pays, CATEGORIES)
        whole = lcm(per, self.ante_back[1])  # so that every part of a round is whole
        return tuple(line * (whole // per) for line in back), whole

    @cached_property
    def ante_back(self) -> tuple[int, int]:
        """What the ante returns on a higher hand, as a fraction of the stake."""
        return self.ante_pays[LINES[HIGHER]].back

    @cached_property
    def three_card_back(self) -> tuple[tuple[int, ...], int]:
        """The return of a three-card wager by category, with a common denominator. A high card returns nothing."""
        return returns(self.three_card_pays, CATEGORIES_3)

    @cached_property
    def three_card_range(self) -> tuple[int, int]:
        """The minimum and the maximum three-card wager that the table's chips can make."""
        chip = self.chip
        return whole_chips(LEAST_THREE_CARD, chip), MOST_THREE_CARD // chip * chip

    @property
    def most_at_minimum(self) -> int:
        """The maximum win of one patron with the minimum ante and its two raises."""
        back, per = self.raise_back
        least, best = self.table_minimum, back.index(max(back))
        return sum(one.returned - least for one in paid_by_ante(least, HIGHER, best, back, per, higher=self.ante_back))


def pay_sheet(rules: DoubleCrossPokerRules) -> PaySheet:
    """Every pay table, as a player reads it (10(g), 11(b), 11(c))."""
    tie = {LINES[EQUAL]: "push", LINES[LOWER]: "lose"}
    return {
        "ante": {**in_words(rules.ante_pays), **tie},
        "each raise, on a higher hand": {**in_words(rules.raise_pays), **tie},
        "three-card": in_words(rules.three_card_pays),
    }
