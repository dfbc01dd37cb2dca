"""The pay tables of Caribbean Stud Poker, as the document lists them, and the options of a table with its defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Annotated, ClassVar, Literal, NamedTuple

from msgspec import Meta, field

from pitboss.basics.errors import Defect
from pitboss.basics.money import Odds, PayTable, dollars, pay_table, returns
from pitboss.basics.poker import CATEGORIES, THREE
from pitboss.engine.game import PaySheet, in_words
from pitboss.engine.meters.meter import MeterTerms
from pitboss.engine.procedures.dealing import AUTOMATED_SHOE, StudRules
from pitboss.engine.rules import AUTOMATED, PACKS, FixedAmounts, FixedTable
from pitboss.games.caribbean_stud.settle import BELOW, BONUS_LINES, EQUAL, HIGHER, LINES, LOWER

HANDS = CATEGORIES[::-1]
"""Categories in the order of the pay tables, from the royal flush down."""


def _table(*odds: str, hands: tuple[str, ...] = HANDS) -> PayTable:
    return pay_table(dict(zip(hands, odds, strict=False)))


# 11(a): fixed
ANTE = _table("1 to 1", "1 to 1", hands=(LINES[HIGHER], LINES[BELOW]))

# 11(b): fixed
BET = _table(*("100 to 1", "50 to 1", "20 to 1", "7 to 1", "5 to 1", "4 to 1", "3 to 1", "2 to 1", "1 to 1", "1 to 1"))

# 11(c): the licensee chooses one
_BONUS_HANDS = BONUS_LINES[:0:-1]
_BONUS_TOP = ("1,000 to 1", "200 to 1", "100 to 1", "50 to 1", "40 to 1")
BONUS = {
    "A": _table(*_BONUS_TOP, "25 to 1", "7 to 1", "3 to 1", "1 to 1", hands=_BONUS_HANDS),
    "B": _table(*_BONUS_TOP, "25 to 1", "6 to 1", "3 to 1", "1 to 1", hands=_BONUS_HANDS),
    "C": _table(*_BONUS_TOP, "20 to 1", "6 to 1", "3 to 1", "1 to 1", hands=_BONUS_HANDS),
}

# 11(d) and 12(l): the licensee chooses one; those of 12(l) are for links (ruling link-tables)
_ALL, _TENTH = "100% of meter", "10% of meter"
_LINK = ("50 for 1", "40 for 1", "30 for 1", "9 for 1")
PROGRESSIVE = {
    "A": _table(_ALL, "5,000 for 1", "500 for 1", "100 for 1", "50 for 1", "10 for 1", "3 for 1", "2 for 1"),
    "B": _table(_ALL, _TENTH, "500 for 1", "100 for 1", "50 for 1", "10 for 1", "3 for 1", "2 for 1"),
    "C": _table(_ALL, _TENTH, "200 for 1", "50 for 1", "40 for 1", "30 for 1", "9 for 1"),
    "D": _table(_ALL, _TENTH, "300 for 1", "50 for 1", "40 for 1", "30 for 1", "9 for 1"),
    "E": _table(_ALL, _TENTH, "500 for 1", "100 for 1", "50 for 1"),
    "PTMGL01": _table(_ALL, _TENTH, "300 for 1", *_LINK),
    "PTMGL02": _table(_ALL, _TENTH, "300 for 1", *_LINK),
    "PTMGL04": _table(_ALL, _ALL, "300 for 1", *_LINK),  # its straight flush line includes the royal (ptmgl04-royal)
    "PTMGLML01": _table("100% of major", "100% of minor", "300 for 1", *_LINK),
    "PTMGLML02": _table("100% of mega", "100% of major", "100% of minor", *_LINK[:3], "10 for 1"),
    "PTMGLML03": _table("100% of mega", "100% of major", "100% of minor", *_LINK),
}

SEEDS: dict[str, dict[str, int]] = {
    "PTMGL01": {"meter": 10_000_00},
    "PTMGL02": {"meter": 10_000_00},
    "PTMGL04": {"meter": 1_000_00},
    "PTMGLML01": {"major": 10_000_00, "minor": 1_000_00},
    "PTMGLML02": {"mega": 10_000_00, "major": 1_000_00, "minor": 250_00},
    "PTMGLML03": {"mega": 10_000_00, "major": 1_000_00, "minor": 250_00},
}
"""12(l): seeds of the link tables for a wager of $1, in cents. The document gives none for tables A to E."""

ENVY: dict[str, PayTable] = {
    "D": pay_table({"royal flush": "1,000 for 1", "straight flush": "300 for 1"}),
    "PTMGL01": pay_table({"royal flush": "1,000 for 1", "straight flush": "300 for 1"}),
    "PTMGL02": pay_table(
        {"royal flush": "1,000 for 1", "straight flush": "300 for 1"}
    ),  # listed for $5: $5,000 and $1,500
    "PTMGL04": pay_table({"royal flush": "250 for 1", "straight flush": "250 for 1"}),
    "PTMGLML01": pay_table({"royal flush": "1,000 for 1", "straight flush": "300 for 1"}),
    "PTMGLML02": pay_table({"royal flush": "1,000 for 1", "straight flush": "300 for 1"}),
    "PTMGLML03": pay_table({"royal flush": "1,000 for 1", "straight flush": "300 for 1"}),
}
"""11(d)(7), 12(l): envy bonuses by table: dollars for a wager of $1. For $5 they are five times as much."""

# 11(e)(1), 11(e)(3): fixed
FIVE_CARD = _table(_ALL, _TENTH, "500 for 1", "100 for 1", "50 for 1")
MAGIC_CARD, LUCKY_BONUS = Odds.parse("20 for 1"), Odds.parse("5 for 1")
DRAWN = {"magic card": MAGIC_CARD, "lucky bonus": LUCKY_BONUS}
FIVE_CARD_METER = "five card"
LEAST_FIVE_CARD_SEED = 10_000_00
DEFAULT_SEED = 10_000_00
"""The seed if the document gives none (ruling progression)."""

# 12(k): by the number of hands dealt, including the dealer's (ruling cover-all-hands)
COVER_ALL = {
    8: _table("100 to 1", "40 to 1", "7 to 1", "6 to 1", "5 to 1", "4 to 1", "3 to 1"),
    7: _table("125 to 1", "70 to 1", "15 to 1", "9 to 1", "7 to 1", "5 to 1", "3 to 1"),
    6: _table("150 to 1", "80 to 1", "17 to 1", "12 to 1", "9 to 1", "7 to 1", "3 to 1"),
    5: _table("200 to 1", "90 to 1", "20 to 1", "15 to 1", "10 to 1", "8 to 1", "4 to 1"),
    4: _table("250 to 1", "100 to 1", "30 to 1", "20 to 1", "15 to 1", "10 to 1", "5 to 1"),
    3: _table("300 to 1", "125 to 1", "40 to 1", "30 to 1", "20 to 1", "17 to 1", "6 to 1"),
    2: _table("500 to 1", "200 to 1", "60 to 1", "40 to 1", "35 to 1", "25 to 1", "9 to 1"),
}


class Payouts:
    """A pay table in the form that settlement uses: its name, odds by line, and cents returned for each cent staked."""

    __slots__ = ("back", "name", "odds", "pays", "per")

    def __init__(self, name: str, table: Mapping[str, Odds], lines: tuple[str, ...] = CATEGORIES) -> None:
        self.name = name
        self.odds = tuple(table.get(line) for line in lines)
        self.pays = tuple("" if odds is None else str(odds) for odds in self.odds)
        self.back, self.per = returns(table, lines)
        """The returns over ``per``, which is 1 in every table of the document."""


BET_TABLE = Payouts("", BET)
FIVE_CARD_TABLE = Payouts("", FIVE_CARD)
COVER_ALL_COLUMNS = {hands: Payouts(str(hands), table) for hands, table in COVER_ALL.items()}


class MainPays(NamedTuple):
    """The returns of the ante by line and of the bet by category on a higher hand, over a common denominator."""

    ante: tuple[int, ...]
    bet: tuple[int, ...]
    per: int

    def on(self, line: int, category: int) -> tuple[int, int]:
        """What one cent on the ante and one on the bet return, over ``per``."""
        by_line = 0 if line == LOWER else self.bet[category] if line == HIGHER else self.per
        return self.ante[line], by_line


def fixed_tables() -> dict[str, FixedTable]:
    """The pay tables that the document fixes, and the lines that could be paid."""
    said = {
        "ante_pays": ("11(a)", "Pay table of the ante.", tuple(ANTE)),
        "bet_pays": ("11(b)", "Pay table of the bet, on a higher hand.", HANDS),
        "bonus_pays": ("11(c)", "Pay table of the bonus wager in use.", _BONUS_HANDS),
        "progressive_pays": ("11(d)", "Pay table of the progressive payout wager in use.", HANDS),
        "envy_pays": ("11(d)(7)", "What the envy bonus pays, for each dollar of a progressive wager.", HANDS),
        "five_card_pays": ("11(e)(1)", "Pay table of the Five Card Hand Bonus.", HANDS),
        "drawn_pays": ("11(e)(3)", "What Magic Card and Lucky Bonus pay.", tuple(DRAWN)),
    }
    columns = {
        f"cover_all_{hands}_pays": ("12(k)", f"Pay table of Cover All with {hands} hands.", HANDS[:-THREE])
        for hands in sorted(COVER_ALL)
    }
    return {
        name: FixedTable(clause=clause, means=means, lines=lines)
        for name, (clause, means, lines) in (said | columns).items()
    }


# --- the options of a licensee


FOR_ONE_GAME = ("A", "B", "C", "E")
LEAST_RATE = 70
MOST_SEATS = 9
"""Five cards each and five for the dealer: fifty of fifty-two. The document has at most seven seats (12(k))."""
MOST_SIDE = 10_000_000_00


def _divided(shares: Mapping[str, int], levels: Sequence[str]) -> bool:
    """Whether each meter has a share, and all add up to 100."""
    return set(shares) == set(levels) and min(shares.values()) >= 0 and sum(shares.values()) == 100


SECOND_PACK = "2(b)"


class CaribbeanStudRules(StudRules, frozen=True, kw_only=True):
    fixed: ClassVar[Mapping[str, FixedTable]] = fixed_tables()
    fixed_amounts: ClassVar[Mapping[str, FixedAmounts]] = {
        "progressive_seeds": FixedAmounts(
            clause="12(l)", means="Initial and reset amount of each meter of a link with several, in cents (12(l))."
        )
    }
    ante_pays: ClassVar[PayTable] = ANTE
    bet_pays: ClassVar[PayTable] = BET
    five_card_pays: ClassVar[PayTable] = FIVE_CARD
    drawn_pays: ClassVar[PayTable] = DRAWN
    cover_all_2_pays: ClassVar[PayTable] = COVER_ALL[2]
    cover_all_3_pays: ClassVar[PayTable] = COVER_ALL[3]
    cover_all_4_pays: ClassVar[PayTable] = COVER_ALL[4]
    cover_all_5_pays: ClassVar[PayTable] = COVER_ALL[5]
    cover_all_6_pays: ClassVar[PayTable] = COVER_ALL[6]
    cover_all_7_pays: ClassVar[PayTable] = COVER_ALL[7]
    cover_all_8_pays: ClassVar[PayTable] = COVER_ALL[8]

    packs: Annotated[Literal[1, 2], Meta(description=f"{PACKS} ({SECOND_PACK}).")] = 1
    positions: Annotated[int, Meta(description="Seats at the table, 1 to 7 (12(k)).")] = 7
    bonus: Annotated[
        Literal["none", "A", "B", "C"], Meta(description="Pay table of the Caribbean Stud bonus wager (11(c)).")
    ] = "A"
    bonus_maximum: Annotated[int, Meta(description="Maximum bonus wager, in cents.")] = 100_00
    progressive: Annotated[
        Literal[
            "none", "A", "B", "C", "D", "E",
            "PTMGL01", "PTMGL02", "PTMGL04", "PTMGLML01", "PTMGLML02", "PTMGLML03",
        ],
        Meta(
            description="Pay table of the progressive payout wager: A to E at one table; on a link D, or a linked table"
            " by its name in the document, such as PTMGL01 (11(d), 12(l))."
        ),
    ] = "D"  # fmt: skip
    progressive_wager: Annotated[
        Literal[100, 500], Meta(description="Amount of a progressive payout wager in cents: $1 or $5 (6(c), 11(d)(7)).")
    ] = 100  # ruling envy-hands
    progressive_coupons: Annotated[
        bool, Meta(description="Progressive wager coupons can be redeemed instead of a chip (6(c)).")
    ] = True
    progressive_rate: Annotated[
        int, Meta(description="Percent of each progressive payout wager added to its meters, at least 70 (11(d)(5)).")
    ] = LEAST_RATE
    progressive_seed: Annotated[
        int, Meta(description="Initial and reset amount of tables A to E, in cents. Other tables define it (11(d)(5)).")
    ] = DEFAULT_SEED
    progressive_shares: Annotated[
        dict[str, int], Meta(description="Percent of the gain for each meter; all add up to 100 (12(l)).")
    ] = field(default_factory=dict)
    progressive_linked: Annotated[
        bool, Meta(description="The progressive is linked with other tables (11(d)(4), 12(l), 12(n)).")
    ] = False
    five_card: Annotated[bool, Meta(description="The Five Card Hand Bonus is offered (11(e)).")] = False
    five_card_wager: Annotated[int, Meta(description="Amount of a Five Card Hand Bonus wager, in cents.")] = 100
    five_card_rate: Annotated[
        int, Meta(description="Percent of each Five Card Hand Bonus wager added to its meter (11(e)(4)).")
    ] = LEAST_RATE
    five_card_seed: Annotated[
        int, Meta(description="Initial and reset amount of the five card meter in cents, at least $10,000 (11(e)(4)).")
    ] = DEFAULT_SEED
    magic_card: Annotated[bool, Meta(description="The Five Card Hand Bonus includes a Magic Card (11(e)(3)).")] = False
    magic_card_every: Annotated[
        int, Meta(description="Average rounds between magic cards, if there is a Magic Card (11(e)(3)).")
    ] = 0
    lucky_bonus: Annotated[bool, Meta(description="The Five Card Hand Bonus includes a Lucky Bonus (11(e)(3)).")] = (
        False
    )
    lucky_bonus_every: Annotated[
        int, Meta(description="Average rounds between lucky seats, if there is a Lucky Bonus (11(e)(3)).")
    ] = 0
    cover_all: Annotated[
        bool, Meta(description="Cover All is offered whenever an automated shuffler is used (12(d)).")
    ] = True
    cover_all_maximum: Annotated[int, Meta(description="Maximum Cover All wager, in cents.")] = 100_00

    # --- invalid options

    def limits(self) -> Iterator[Defect]:
        yield from super().limits()
        if not 1 <= self.positions <= MOST_SEATS:
            yield Defect("positions", f"must be between 1 and {MOST_SEATS}, not {self.positions}")
        for option, clause in (("progressive_rate", "11(d)(5)"), ("five_card_rate", "11(e)(4)")):
            if not 0 <= getattr(self, option) <= 100:
                yield Defect(option, f"must be between 0 and 100, not {getattr(self, option)}", clause)
        for option in ("progressive_wager", "progressive_seed", "five_card_wager", "five_card_seed"):
            if not 1 <= getattr(self, option) <= MOST_SIDE:
                said = dollars(getattr(self, option))
                yield Defect(option, f"must be between $0.01 and {dollars(MOST_SIDE)}, not {said}")
        for option in ("bonus_maximum", "cover_all_maximum"):
            if not 0 <= getattr(self, option) <= MOST_SIDE:
                yield Defect(
                    option, f"must be between $0 and {dollars(MOST_SIDE)}, not {dollars(getattr(self, option))}"
                )
        for option in ("magic_card", "lucky_bonus"):
            least = 1 if getattr(self, option) else 0
            if not least <= getattr(self, f"{option}_every") <= 1_000_000:
                yield Defect(f"{option}_every", f"must be between {least} and 1,000,000", "11(e)(3)")
        for option in ("bonus", "progressive"):
            if getattr(self, option) == "none" and getattr(self, f"{option}_pays"):
                yield Defect(f"{option}_pays", f"no {option} wager is offered: set {option}")
        if self.progressive != "none":
            yield from self._meter_limits()
        elif not all(0 <= share <= 100 for share in self.progressive_shares.values()):
            yield Defect("progressive_shares", "each share must be between 0 and 100", "12(l)")

    def _meter_limits(self) -> Iterator[Defect]:
        """What the figures of a progressive need: the seed of one meter, or a share for each of several."""
        shares, levels = self.progressive_shares, tuple(self._seeds)
        if len(levels) > 1 and self.progressive_seed != DEFAULT_SEED:
            several = f"table {self.progressive} has several meters: set progressive_seeds instead"
            yield Defect("progressive_seed", several)
        if len(levels) == 1 and shares:
            yield Defect("progressive_shares", f"table {self.progressive} has only one meter: leave them out")
        elif len(levels) > 1 and not _divided(shares, levels):
            yield Defect("progressive_shares", f"must be shares of {', '.join(levels)} from 0 that add up to 100")

    def meter_names(self, table: str) -> tuple[str, ...]:
        if table == "progressive_pays" and self.progressive != "none":
            return tuple(self._seeds)
        return ("meter",) if table == "five_card_pays" else ()

    def defects(self) -> Iterator[Defect]:
        yield from super().defects()
        if not 1 <= self.positions <= 7:
            yield Defect("positions", f"must be between 1 and 7, not {self.positions}", "12(k)")
        yield from self.hand_defects("8(c)(1)")
        yield from self.stub_defects("7(g)", "9(g)")
        if self.shuffler_counts and self.dealing != AUTOMATED_SHOE:
            yield Defect("shuffler_counts", "only an automated shoe allows an uncounted stub", "9(g)")
        for option in ("bonus_maximum", "cover_all_maximum"):
            most = getattr(self, option)
            if not self.chip <= most <= MOST_SIDE:
                yield Defect(option, f"must be between the smallest chip and {dollars(MOST_SIDE)}, not {dollars(most)}")
        yield from self._progressive_defects() if self.progressive != "none" else self._no_progressive_defects()
        yield from self._five_card_defects()
        yield from self._seed_defects()

    def _seed_defects(self) -> Iterator[Defect]:
        if not 0 < self.progressive_seed <= MOST_SIDE:
            allowed = f"above $0 and at most {dollars(MOST_SIDE)}"
            yield Defect("progressive_seed", f"must be {allowed}, not {dollars(self.progressive_seed)}", "11(d)(5)")
        if not LEAST_FIVE_CARD_SEED <= self.five_card_seed <= MOST_SIDE:
            allowed = f"between {dollars(LEAST_FIVE_CARD_SEED)} and {dollars(MOST_SIDE)}"
            yield Defect("five_card_seed", f"must be {allowed}, not {dollars(self.five_card_seed)}", "11(e)(4)")

    def _no_progressive_defects(self) -> Iterator[Defect]:
        if self.progressive_linked:
            yield Defect("progressive_linked", "no progressive payout wager is offered, so none can be linked", "12(n)")

    def _progressive_defects(self) -> Iterator[Defect]:
        name, listed = self.progressive, SEEDS.get(self.progressive)
        if not LEAST_RATE <= self.progressive_rate <= 100:
            yield Defect(
                "progressive_rate", f"must be between {LEAST_RATE} and 100, not {self.progressive_rate}", "11(d)(5)"
            )
        if listed is None:
            if self.progressive_linked and name in FOR_ONE_GAME:
                alone = f"table {name} can't be linked: use D, or a linked table such as PTMGL01"
                yield Defect("progressive", alone, "11(d)(4)")
        else:
            if not self.progressive_linked:
                for_links = f"table {name} is only for links: set progressive_linked, or use A, B, C, D or E"
                yield Defect("progressive", for_links, "12(l)")
            if self.progressive_seed != DEFAULT_SEED:
                yield Defect("progressive_seed", f"table {name} defines its seeds: leave progressive_seed out", "12(l)")
        if name == "PTMGL02" and self.progressive_wager != 500:
            yield Defect("progressive_wager", "PTMGL02 needs a wager of $5", "12(l)")
        levels = self._seeds
        if len(levels) == 1:
            if self.progressive_shares:
                yield Defect("progressive_shares", f"table {name} has only one meter: leave progressive_shares out")
        elif set(self.progressive_shares) != set(levels):
            yield Defect("progressive_shares", f"table {name} needs a share for each of {', '.join(levels)}", "12(l)")
        elif min(self.progressive_shares.values()) < 1 or sum(self.progressive_shares.values()) != 100:
            yield Defect("progressive_shares", "each share must be at least 1, and all must add up to 100", "12(l)")

    def _five_card_defects(self) -> Iterator[Defect]:
        for option, every in (("magic_card", self.magic_card_every), ("lucky_bonus", self.lucky_bonus_every)):
            if not getattr(self, option):
                continue
            if not self.five_card:
                yield Defect(option, "needs the Five Card Hand Bonus: set five_card", "11(e)(3)")
            if not 1 <= every <= 1_000_000:
                yield Defect(f"{option}_every", "must be between 1 and 1,000,000", "11(e)(3)")
        if not self.five_card:
            return
        chip = max(1, self.chip)
        if not chip <= self.five_card_wager <= MOST_SIDE or self.five_card_wager % chip:
            yield Defect(
                "five_card_wager",
                f"must be whole chips up to {dollars(MOST_SIDE)}, not {dollars(self.five_card_wager)}",
                "11(e)",
            )
        if not 1 <= self.five_card_rate <= 100:
            yield Defect("five_card_rate", f"must be between 1 and 100, not {self.five_card_rate}", "11(e)(4)")

    # --- pay tables that an option chooses, and all in the form that pricing uses

    @property
    def bonus_pays(self) -> PayTable:
        return BONUS.get(self.bonus, {})

    @property
    def progressive_pays(self) -> PayTable:
        return PROGRESSIVE.get(self.progressive, {})

    @property
    def progressive_seeds(self) -> dict[str, int]:
        """The seeds of the meters, if there are several. A single one is an option."""
        return self._seeds if len(self._seeds) > 1 and self.progressive != "none" else {}

    @property
    def envy_pays(self) -> PayTable:
        return ENVY.get(self.progressive, {})

    @cached_property
    def main_pays(self) -> MainPays:
        """What ante and bet return."""
        ante, bet = self.ante_pays, self.bet_pays
        per = lcm(*(odds.per for odds in (*ante.values(), *bet.values())))

        def back(odds: Odds | None) -> int:
            return 0 if odds is None else odds.back[0] * per // odds.back[1]

        by_line = {LOWER: 0, EQUAL: per, **{line: back(ante.get(LINES[line])) for line in (HIGHER, BELOW)}}
        return MainPays(
            tuple(by_line[line] for line in range(len(LINES))), tuple(back(bet.get(hand)) for hand in CATEGORIES), per
        )

    @cached_property
    def bonus_table(self) -> Payouts:
        return Payouts(self.bonus, self.bonus_pays, BONUS_LINES)

    @cached_property
    def progressive_table(self) -> Payouts:
        return Payouts(self.progressive, self.progressive_pays)

    @cached_property
    def five_card_table(self) -> Payouts:
        return Payouts("", self.five_card_pays)

    def cover_all_pays(self, hands: int) -> PayTable:
        """The column of Cover All for a number of hands. Empty if there is none."""
        found: PayTable = getattr(self, f"cover_all_{hands}_pays", {})
        return found

    # --- values derived from the options

    @cached_property
    def _seeds(self) -> dict[str, int]:
        """The progressive meters and their seeds."""
        listed = SEEDS.get(self.progressive)
        if listed is None or (self.study and len(listed) == 1 and self.progressive_seed != DEFAULT_SEED):
            return {"meter": self.progressive_seed}
        seeds = {name: seed * self.progressive_wager // 100 for name, seed in listed.items()}
        changed = self.progressive_seeds if self.study else {}
        return {name: changed.get(name, seed) for name, seed in seeds.items()}

    @cached_property
    def progressive_meters(self) -> dict[str, MeterTerms]:
        """The meters of the progressive payout wager."""
        if self.progressive == "none":
            return {}
        rate = Fraction(self.progressive_rate, 100)
        return {
            name: MeterTerms(
                name=name,
                wagers=("progressive",),
                stake=self.progressive_wager,
                seed=seed,
                rate=rate * Fraction(self.progressive_shares.get(name, 100), 100),
                clause="11(d)(5)",
                ruling="progression",
                table=self.progressive,
                linked=self.progressive_linked,
                alone="11(d)(4)" if self.progressive in FOR_ONE_GAME else "",
                alike="12(n)",
            )
            for name, seed in self._seeds.items()
        }

    @cached_property
    def five_card_meter(self) -> MeterTerms:
        return MeterTerms(
            name=FIVE_CARD_METER,
            wagers=("five card bonus", "five card bonus dealer"),
            stake=self.five_card_wager,
            seed=self.five_card_seed,
            rate=Fraction(self.five_card_rate, 100),
            clause="11(e)(4)",
            ruling="progression",
        )

    @cached_property
    def meters(self) -> tuple[MeterTerms, ...]:
        """Every meter of the table."""
        return (*self.progressive_meters.values(), *((self.five_card_meter,) if self.five_card else ()))

    @property
    def not_offered(self) -> frozenset[str]:
        has = {
            "bonus": self.bonus != "none",
            "progressive": self.progressive != "none",
            "envy": self.progressive != "none" and any(self.envy),
            "five card bonus": self.five_card,
            "five card bonus dealer": self.five_card,
            "magic card": self.five_card and self.magic_card,
            "lucky bonus": self.five_card and self.lucky_bonus,
            "cover all": self.offers_cover_all,
        }
        return frozenset(wager for wager, offered in has.items() if not offered)

    @property
    def not_chosen(self) -> frozenset[str]:
        return frozenset(() if self.progressive != "none" and self.progressive_coupons else {"redeem"})

    @property
    def offers_cover_all(self) -> bool:
        """Cover All needs the automated shuffler, which shows its payouts (12(d))."""
        return self.cover_all and self.shuffler == AUTOMATED and not self.preshuffled

    @cached_property
    def envy(self) -> tuple[int, ...]:
        """The envy bonus by category, in cents; 0 if the pay table has none."""
        found = (self.envy_pays.get(hand) for hand in CATEGORIES)
        return tuple(0 if odds is None else odds.pays * self.progressive_wager // odds.per for odds in found)


def pay_sheet(rules: CaribbeanStudRules) -> PaySheet:
    """The pay tables of the wagers at this table, as players read them (10(c), section 11, 12(k), 12(l))."""
    tie = {LINES[EQUAL]: "push", LINES[LOWER]: "lose"}
    sheet = {
        "ante": {**in_words(rules.ante_pays), **tie},
        "bet, on a higher hand": {**in_words(rules.bet_pays), LINES[BELOW]: "push", **tie},
    }
    if rules.bonus != "none":
        sheet[f"bonus, table {rules.bonus}"] = in_words(rules.bonus_pays)
    if rules.progressive != "none":
        sheet[f"progressive, table {rules.progressive}"] = in_words(rules.progressive_pays)
        envy = {hand: dollars(paid) for hand, paid in zip(CATEGORIES, rules.envy, strict=True) if paid}
        if envy:
            sheet["envy"] = dict(reversed(envy.items()))
    if rules.five_card:
        sheet["five card bonus, on the player's or the dealer's hand"] = in_words(rules.five_card_pays)
        if rules.magic_card:
            sheet["magic card"] = {"the card is in the hand": str(rules.drawn_pays["magic card"])}
        if rules.lucky_bonus:
            sheet["lucky bonus"] = {"the seat is drawn": str(rules.drawn_pays["lucky bonus"])}
    if rules.offers_cover_all:
        for hands in range(2, min(rules.positions, max(COVER_ALL) - 1) + 2):
            sheet[f"cover all, {hands} hands"] = in_words(rules.cover_all_pays(hands))
    return sheet
