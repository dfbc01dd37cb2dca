"""The pay tables of Caribbean Stud Poker, as the document lists them, and in the form that settlement uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.basics.money import Odds, PayTable, pay_table, returns
from pitboss.basics.poker import CATEGORIES, THREE
from pitboss.engine.rules import FixedTable
from pitboss.games.caribbean_stud.settle import BELOW, BONUS_LINES, HIGHER, LINES, LOWER

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
BONUS_TABLES = {name: Payouts(name, table, BONUS_LINES) for name, table in BONUS.items()}
PROGRESSIVE_TABLES = {name: Payouts(name, table) for name, table in PROGRESSIVE.items()}
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
