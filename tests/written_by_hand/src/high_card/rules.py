"""The options of a High Card table, with the document's defaults."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated

from msgspec import Meta, field

from high_card.settle import ACE_HIGH, EQUAL, HIGHER, LINES, LOWER
from pitboss.basics.errors import Defect
from pitboss.basics.money import PayTable, pay_table, returns
from pitboss.engine.game import PaySheet, in_words
from pitboss.engine.rules import AUTOMATED, TableRules, pays_at_least

ANTE_PAYS = pay_table({LINES[ACE_HIGH]: "2 to 1", LINES[HIGHER]: "1 to 1"})
RAISE_PAYS = pay_table({LINES[HIGHER]: "1 to 2"})

Back = tuple[tuple[int, ...], int]
"""The return of each line, with a common denominator."""


class HighCardRules(TableRules, frozen=True, kw_only=True):
    ante_pays: Annotated[
        PayTable, Meta(description="Pay table of the ante; no line may pay less than the document's (7(e)).")
    ] = field(default_factory=lambda: dict(ANTE_PAYS))
    raise_pays: Annotated[
        PayTable, Meta(description="Pay table of the raise; no line may pay less than the document's (7(e)).")
    ] = field(default_factory=lambda: dict(RAISE_PAYS))

    def defects(self) -> Iterator[Defect]:
        yield from super().defects()
        if self.shuffler != AUTOMATED or self.preshuffled:
            yield Defect("shuffler", "High Card always uses an automated shuffler", "4(a)")
        if self.packs != 1:
            yield Defect("packs", "High Card is played with one pack", "2(a)")
        if not 1 <= self.positions <= 9:
            yield Defect("positions", f"must be between 1 and 9, not {self.positions}")
        yield from pays_at_least("ante_pays", self.ante_pays, ANTE_PAYS, "7(e)")
        yield from pays_at_least("raise_pays", self.raise_pays, RAISE_PAYS, "7(e)")

    @cached_property
    def ante_back(self) -> Back:
        wins, per = returns(self.ante_pays, (LINES[HIGHER], LINES[ACE_HIGH]))
        return (0, per, *wins), per

    @cached_property
    def raise_back(self) -> Back:
        """An ace pays no more on the raise than any other card."""
        wins, per = returns(self.raise_pays, (LINES[HIGHER], LINES[HIGHER]))
        return (0, per, *wins), per


def pay_sheet(rules: HighCardRules) -> PaySheet:
    """Every pay table, as a player reads it."""
    rest = {LINES[EQUAL]: "push", LINES[LOWER]: "lose"}
    return {"ante": {**in_words(rules.ante_pays), **rest}, "raise": {**in_words(rules.raise_pays), **rest}}
