"""What a licensee may choose at Double Down Stud, with the document's defaults."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, field

from pitboss.errors import Defect
from pitboss.games.double_down_stud.settle import JACKS, LINES, LOSE, PUSH, paid_on_hand
from pitboss.money import PayTable, dollars, pay_table, returns
from pitboss.table.game import PaySheet, in_words
from pitboss.table.rules import AUTOMATED, TableRules, pays_at_least

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
LEAST_CAP = 100_000_00
ROYAL = LINES.index("royal flush")
BESIDE_ROYAL = tuple(map(LINES.index, ("straight flush", "flush", "straight", "pair of jacks or better")))
"""What else wins on a second area while one has a royal flush: four of its cards are common to both."""


class DoubleDownStudRules(TableRules, frozen=True, kw_only=True):
    dealing: Annotated[
        Literal["manual shoe", "automated shuffler"], Meta(description="What the cards are dealt from (8(a)).")
    ] = "manual shoe"
    cut: Annotated[bool, Meta(description="The cards are cut (4(c), ruling shuffler-required).")] = False
    recut_by: Annotated[
        Literal["same", "next"], Meta(description="Who recuts when a supervisor says so: same cutter or next (4(f)).")
    ] = "same"
    two_areas: Annotated[
        bool, Meta(description="A player may wager on two adjacent areas (6(c), ruling two-areas).")
    ] = False
    pays: Annotated[PayTable, Meta(description="Pay table, no line below the document's (10(b)).")] = field(
        default_factory=lambda: dict(PAYS)
    )
    payout_cap: Annotated[
        int, Meta(description="Most that one hand wins in a round, in cents; 0 for no limit (10(c)).")
    ] = 0

    def defects(self) -> Iterator[Defect]:
        yield from super().defects()
        if self.shuffler != AUTOMATED:
            yield Defect(
                "shuffler", "Double Down Stud always uses an automated shuffler (ruling automated-only)", "4(a)"
            )
            if self.dealing == AUTOMATED_SHUFFLER:
                yield Defect("dealing", "a device that deals the cards shuffles them too", "8(a)(2)(i)")
        if self.preshuffled:
            yield Defect("preshuffled", "Double Down Stud has no pre-shuffled packs", "3(a)")
        if not 1 <= self.positions <= 8:
            yield Defect("positions", f"{self.positions} is not a number of areas: give 1 to 8")
        yield from pays_at_least("pays", self.pays, PAYS, "10(b)", stated="10(a)")
        least = max(LEAST_CAP, self.most_at_minimum)
        if self.payout_cap and self.payout_cap < least:
            yield Defect(
                "payout_cap", f"{dollars(self.payout_cap)} is below the least limit of {dollars(least)}", "10(c)"
            )

    @cached_property
    def back(self) -> tuple[tuple[int, ...], int]:
        """What each line returns, over one denominator; a push returns the stake."""
        wins, per = returns(self.pays, LINES[JACKS:])
        return (0, per, *wins), per

    @property
    def most_at_minimum(self) -> int:
        """The most that one patron can win with the least wager and its double, on both areas where two are allowed.

        One pack has a royal flush for one of two areas only (10(c), ruling payout-cap).
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
    return {"original and double": {**in_words(rules.pays), LINES[PUSH]: "push", LINES[LOSE]: "lose"}}
