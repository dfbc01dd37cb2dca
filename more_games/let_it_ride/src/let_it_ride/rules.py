"""The options of a Let It Ride table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated

from msgspec import Meta, field

from let_it_ride.settle import LINES
from pitboss.basics.errors import Defect
from pitboss.basics.money import PayTable, pay_table, returns
from pitboss.engine.rules import AUTOMATED, TableRules, pays_at_least

PAYS = pay_table(
    {
        "royal flush": "1,000 to 1",
        "straight flush": "200 to 1",
        "four of a kind": "50 to 1",
        "full house": "11 to 1",
        "flush": "8 to 1",
        "straight": "5 to 1",
        "three of a kind": "3 to 1",
        "two pair": "2 to 1",
        "pair of tens or better": "1 to 1",
    }
)


class LetItRideRules(TableRules, frozen=True, kw_only=True):
    pays: Annotated[PayTable, Meta(description="Pay table of every bet (8(b)).")] = field(
        default_factory=lambda: dict(PAYS)
    )

    def defects(self) -> Iterator[Defect]:
        yield from super().defects()
        if self.shuffler != AUTOMATED or self.preshuffled or self.packs != 1:
            yield Defect("shuffler", "Let It Ride uses an automated shuffler and one pack", "4(a)")
        if not 1 <= self.positions <= 7:
            yield Defect("positions", f"must be between 1 and 7, not {self.positions}", "2(a)")
        yield from pays_at_least("pays", self.pays, PAYS, "8(b)")

    @cached_property
    def back(self) -> tuple[tuple[int, ...], int]:
        return returns(self.pays, LINES)
