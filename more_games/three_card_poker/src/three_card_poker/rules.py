"""The options of a Three Card Poker table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated

from msgspec import Meta, field

from pitboss.basics.errors import Defect
from pitboss.basics.money import PayTable, pay_table, returns
from pitboss.basics.poker import CATEGORIES_3
from pitboss.engine.rules import AUTOMATED, TableRules, pays_at_least

ANTE_BONUS = pay_table(
    {"three-card straight flush": "5 to 1", "three of a kind": "4 to 1", "three-card straight": "1 to 1"}
)
PAIR_PLUS = pay_table(
    {
        "three-card straight flush": "40 to 1",
        "three of a kind": "30 to 1",
        "three-card straight": "6 to 1",
        "three-card flush": "4 to 1",
        "one pair": "1 to 1",
    }
)
Back = tuple[tuple[int, ...], int]


class ThreeCardPokerRules(TableRules, frozen=True, kw_only=True):
    ante_bonus: Annotated[PayTable, Meta(description="Pay table of the ante bonus (8(e)).")] = field(
        default_factory=lambda: dict(ANTE_BONUS)
    )
    pair_plus: Annotated[PayTable, Meta(description="Pay table of pair plus (8(f)).")] = field(
        default_factory=lambda: dict(PAIR_PLUS)
    )

    def defects(self) -> Iterator[Defect]:
        yield from super().defects()
        if self.shuffler != AUTOMATED or self.preshuffled or self.packs != 1:
            yield Defect("shuffler", "Three Card Poker uses an automated shuffler and one pack", "4(a)")
        if not 1 <= self.positions <= 7:
            yield Defect("positions", f"must be between 1 and 7, not {self.positions}", "2(a)")
        yield from pays_at_least("ante_bonus", self.ante_bonus, ANTE_BONUS, "8(e)")
        yield from pays_at_least("pair_plus", self.pair_plus, PAIR_PLUS, "8(f)")

    @cached_property
    def ante_bonus_back(self) -> Back:
        return returns(self.ante_bonus, CATEGORIES_3)

    @cached_property
    def pair_plus_back(self) -> Back:
        return returns(self.pair_plus, CATEGORIES_3)
