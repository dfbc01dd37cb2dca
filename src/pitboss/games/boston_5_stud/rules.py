"""The options of a Boston 5 Stud Poker table, with the document's defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from math import lcm
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from pitboss.basics.errors import Defect
from pitboss.basics.money import Odds, PayTable, dollars, pay_table, returns, whole_chips
from pitboss.basics.poker import CATEGORIES, CATEGORIES_3, EQUAL, HIGHER, LOWER
from pitboss.engine.game import PaySheet, in_words
from pitboss.engine.procedures.dealing import AUTOMATED_SHOE, StudRules
from pitboss.engine.rules import AUTOMATED, PACKS, FixedTable, cap_defects, cap_limits, pays_at_least
from pitboss.games.boston_5_stud.settle import FIRST, LINES, OnHigher, paid_by_ante

ANTE_BONUS = pay_table(
    {
        "royal flush": "1000 to 1",
        "straight flush": "200 to 1",
        "four of a kind": "100 to 1",
        "full house": "25 to 1",
        "flush": "15 to 1",
        "straight": "8 to 1",
        "three of a kind": "4 to 1",
        "two pair": "2 to 1",
    }
)
OPTIONAL_BONUS = pay_table(
    {
        "three-card straight flush": "40 to 1",
        "three of a kind": "25 to 1",
        "three-card straight": "6 to 1",
        "three-card flush": "3 to 1",
        "one pair": "1 to 1",
    }
)
# 10(f), 11(b): fixed
PUSH = Odds.parse("0 to 1")
ANTE = {LINES[HIGHER]: PUSH}
FIRST_AND_SECOND = pay_table({LINES[HIGHER]: "1 to 1"})
LEAST_OPTIONAL = 1_00
LEAST_CAP = 50_000_00
MOST_SIDE = 10_000_000_00
MOST_SEATS = 9  # five cards each and five for the dealer: fifty of fifty-two
SECOND_PACK = "2(b)"


class Boston5StudRules(StudRules, frozen=True, kw_only=True):
    fixed: ClassVar[Mapping[str, FixedTable]] = {
        "ante_pays": FixedTable(clause="10(f)", means="What the ante pays on a higher hand.", lines=tuple(ANTE)),
        "first_and_second_pays": FixedTable(
            clause="11(b)", means="What first and second pay on a higher hand.", lines=tuple(FIRST_AND_SECOND)
        ),
    }
    ante_pays: ClassVar[PayTable] = ANTE
    first_and_second_pays: ClassVar[PayTable] = FIRST_AND_SECOND

    packs: Annotated[Literal[1, 2], Meta(description=f"{PACKS} ({SECOND_PACK}).")] = 1
    without_shoe: Annotated[
        Literal["manual shoe", "hand"],
        Meta(description="What the cards are dealt from after an automated shoe is removed (12(g))."),
    ] = "hand"
    optional_minimum: Annotated[int, Meta(description="Minimum optional bonus wager, in cents (6(c)).")] = (
        LEAST_OPTIONAL
    )
    optional_maximum: Annotated[int, Meta(description="Maximum optional bonus wager, in cents.")] = 10_000
    ante_bonus: Annotated[
        PayTable, Meta(description="Pay table of the ante bonus; no line may pay less than the document's (11(c)).")
    ] = field(default_factory=lambda: dict(ANTE_BONUS))
    optional_bonus: Annotated[
        PayTable, Meta(description="Pay table of the optional bonus; no line may pay less than the document's (11(d)).")
    ] = field(default_factory=lambda: dict(OPTIONAL_BONUS))
    payout_cap: Annotated[
        int,
        Meta(
            description="Maximum win of first, second and ante bonus in one hand, in cents; 0 means no limit (11(e))."
        ),
    ] = 0

    def limits(self) -> Iterator[Defect]:
        yield from super().limits()
        if not 1 <= self.positions <= MOST_SEATS:
            yield Defect("positions", f"must be between 1 and {MOST_SEATS}, not {self.positions}")
        yield from cap_limits(self.payout_cap)
        for option in ("optional_minimum", "optional_maximum"):
            if not 0 <= getattr(self, option) <= MOST_SIDE:
                said = dollars(getattr(self, option))
                yield Defect(option, f"must be between $0 and {dollars(MOST_SIDE)}, not {said}")

    def defects(self) -> Iterator[Defect]:
        yield from super().defects()
        if self.shuffler != AUTOMATED:  # ruling automated-only
            yield Defect("shuffler", "Boston 5 Stud Poker always uses an automated shuffler", "4(a)")
        if not 1 <= self.positions <= MOST_SEATS:
            yield Defect("positions", f"must be between 1 and {MOST_SEATS}, not {self.positions}", "2(a)")
        yield from self.stub_defects("7(f)", "9(f)")
        if self.optional_minimum < LEAST_OPTIONAL:
            yield Defect("optional_minimum", f"must be at least $1, not {dollars(self.optional_minimum)}", "6(c)")
        if self.chip >= 1 and self.most_optional < self.least_optional:
            yield Defect(
                "optional_maximum",
                f"must be at least {dollars(self.least_optional)}, not {dollars(self.optional_maximum)}",
                "6(c)",
            )
        if self.optional_maximum > 10_000_000_00:
            yield Defect("optional_maximum", f"must be at most $10,000,000, not {dollars(self.optional_maximum)}")
        bonuses = list(pays_at_least("ante_bonus", self.ante_bonus, ANTE_BONUS, "11(c)", stated="11(a)"))
        yield from bonuses
        yield from pays_at_least("optional_bonus", self.optional_bonus, OPTIONAL_BONUS, "11(d)", stated="11(a)")
        least = LEAST_CAP if bonuses else max(LEAST_CAP, self.most_at_minimum)
        yield from cap_defects(self.payout_cap, least, "11(e)")

    def without_device(self, dealing: str) -> str:
        return self.without_shoe if dealing == AUTOMATED_SHOE else dealing

    @cached_property
    def least_optional(self) -> int:
        """The minimum optional bonus wager that the table's chips can make."""
        return whole_chips(self.optional_minimum, self.chip)

    @cached_property
    def most_optional(self) -> int:
        return self.optional_maximum // self.chip * self.chip

    @cached_property
    def ante_bonus_pays(self) -> tuple[tuple[int, ...], int]:
        """The win of each five-card category on the ante, with a common denominator. It is 0 below two pair."""
        back, per = returns(self.ante_bonus, CATEGORIES)
        whole = lcm(per, *(fraction[1] for fraction in self.on_higher))  # so that every part of a round is whole
        return tuple(max(0, line - per) * (whole // per) for line in back), whole

    @cached_property
    def on_higher(self) -> OnHigher:
        """What ante, first and second return on a higher hand."""
        return OnHigher(self.ante_pays[LINES[HIGHER]].back, self.first_and_second_pays[LINES[HIGHER]].back)

    @cached_property
    def optional_bonus_back(self) -> tuple[tuple[int, ...], int]:
        """The return of each three-card category, with a common denominator."""
        return returns(self.optional_bonus, CATEGORIES_3)

    @property
    def most_at_minimum(self) -> int:
        """The maximum win of a hand at the table minimum: first, second and the highest ante bonus."""
        pays, per = self.ante_bonus_pays
        _, *paid = paid_by_ante(self.table_minimum, HIGHER, pays.index(max(pays)), pays, per, higher=self.on_higher)
        return sum(one.returned for one in paid) - 2 * FIRST * self.table_minimum


def pay_sheet(rules: Boston5StudRules) -> PaySheet:
    """Every pay table, as a player reads it (10(f), 11(c), 11(d))."""
    tie = {LINES[EQUAL]: "push", LINES[LOWER]: "lose"}
    return {
        "ante": {LINES[HIGHER]: "push" if rules.ante_pays == ANTE else str(rules.ante_pays[LINES[HIGHER]]), **tie},
        "first and second": {**in_words(rules.first_and_second_pays), **tie},
        "ante bonus": in_words(rules.ante_bonus),
        "optional bonus": in_words(rules.optional_bonus),
    }
