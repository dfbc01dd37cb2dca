"""Caribbean Stud Poker: each option at its limit, which is valid, and just beyond it, which is not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from caribbean import FIVE_CARD
from pitboss.basics.errors import RulesError
from pitboss.engine.rules import load
from pitboss.games.caribbean_stud.rules import CaribbeanStudRules, pay_sheet

NAME = "caribbean_stud"
MOST = 1_000_000_000
"""$10,000,000, in cents."""
MAGIC = {**FIVE_CARD, "magic_card": True}
LUCKY = {**FIVE_CARD, "lucky_bonus": True}
TWO_METERS = {"progressive": "PTMGLML01", "progressive_linked": True}


def told(rules: dict[str, object]) -> list[tuple[str, str, str]]:
    """The defects of rules: option, message, clause."""
    try:
        load(NAME, CaribbeanStudRules, rules)
    except RulesError as error:
        return [(defect.option, defect.wrong, defect.clause) for defect in error.defects]
    return []


@pytest.mark.parametrize(
    "rules",
    [
        {"positions": 1},
        {"positions": 7},
        {"bonus_maximum": 100},
        {"bonus_maximum": MOST},
        {"cover_all_maximum": 100},
        {"cover_all_maximum": MOST},
        {"progressive_seed": 1},
        {"progressive_seed": MOST},
        {"progressive_rate": 70},
        {"progressive_rate": 100},
        {"progressive": "D", "progressive_linked": True},
        {"progressive": "PTMGL02", "progressive_linked": True, "progressive_wager": 500},
        {**TWO_METERS, "progressive_shares": {"major": 1, "minor": 99}},
        {**TWO_METERS, "progressive_shares": {"major": 99, "minor": 1}},
        {"five_card": True, "five_card_seed": 1_000_000},
        {"five_card": True, "five_card_seed": MOST},
        {**FIVE_CARD, "five_card_wager": 100},
        {**FIVE_CARD, "five_card_wager": 300},
        {**FIVE_CARD, "five_card_wager": MOST},
        {**FIVE_CARD, "five_card_rate": 1},
        {**FIVE_CARD, "five_card_rate": 100},
        {**MAGIC, "magic_card_every": 1},
        {**MAGIC, "magic_card_every": 1_000_000},
        {**LUCKY, "lucky_bonus_every": 1},
        {**LUCKY, "lucky_bonus_every": 1_000_000},
    ],
)
def test_an_option_at_its_limit_is_permitted(rules: dict[str, object]) -> None:
    assert told(rules) == []


SIDE = "must be between the smallest chip and $10,000,000, not"
SEED = "must be above $0 and at most $10,000,000, not"
SHARES = "each share must be at least 1, and all must add up to 100"
EVERY = "must be between 1 and 1,000,000"


@pytest.mark.parametrize(
    ("rules", "option", "wrong", "clause"),
    [
        ({"positions": 0}, "positions", "must be between 1 and 7, not 0", "12(k)"),
        ({"positions": 8}, "positions", "must be between 1 and 7, not 8", "12(k)"),
        ({"bonus_maximum": 99}, "bonus_maximum", f"{SIDE} $0.99", ""),
        ({"bonus_maximum": MOST + 1}, "bonus_maximum", f"{SIDE} $10,000,000.01", ""),
        ({"cover_all_maximum": 99}, "cover_all_maximum", f"{SIDE} $0.99", ""),
        ({"cover_all_maximum": MOST + 1}, "cover_all_maximum", f"{SIDE} $10,000,000.01", ""),
        ({"progressive_seed": 0}, "progressive_seed", f"{SEED} $0", "11(d)(5)"),
        ({"progressive_seed": -1}, "progressive_seed", f"{SEED} -$0.01", "11(d)(5)"),
        ({"progressive_seed": MOST + 1}, "progressive_seed", f"{SEED} $10,000,000.01", "11(d)(5)"),
        ({"progressive_rate": 69}, "progressive_rate", "must be between 70 and 100, not 69", "11(d)(5)"),
        ({"progressive_rate": 101}, "progressive_rate", "must be between 70 and 100, not 101", "11(d)(5)"),
        (
            {"progressive": "A", "progressive_linked": True},
            "progressive",
            "table A can't be linked: use D, or a linked table such as PTMGL01",
            "11(d)(4)",
        ),
        (
            {"progressive": "PTMGL01"},
            "progressive",
            "table PTMGL01 is only for links: set progressive_linked, or use A, B, C, D or E",
            "12(l)",
        ),
        (
            {"progressive": "PTMGL02", "progressive_linked": True},
            "progressive_wager",
            "PTMGL02 needs a wager of $5",
            "12(l)",
        ),
        (
            {"progressive": "PTMGL01", "progressive_linked": True, "progressive_seed": 1_000_001},
            "progressive_seed",
            "table PTMGL01 defines its seeds: leave progressive_seed out",
            "12(l)",
        ),
        (
            {"progressive": "none", "progressive_linked": True},
            "progressive_linked",
            "no progressive payout wager is offered, so none can be linked",
            "12(n)",
        ),
        (
            {"progressive_shares": {"meter": 100}},
            "progressive_shares",
            "table D has only one meter: leave progressive_shares out",
            "",
        ),
        (TWO_METERS, "progressive_shares", "table PTMGLML01 needs a share for each of major, minor", "12(l)"),
        (
            {**TWO_METERS, "progressive_shares": {"major": 50, "minor": 25, "mega": 25}},
            "progressive_shares",
            "table PTMGLML01 needs a share for each of major, minor",
            "12(l)",
        ),
        ({**TWO_METERS, "progressive_shares": {"major": 0, "minor": 100}}, "progressive_shares", SHARES, "12(l)"),
        ({**TWO_METERS, "progressive_shares": {"major": 50, "minor": 51}}, "progressive_shares", SHARES, "12(l)"),
        ({**TWO_METERS, "progressive_shares": {"major": 50, "minor": 49}}, "progressive_shares", SHARES, "12(l)"),
        (
            {"five_card_seed": 999_999},
            "five_card_seed",
            "must be between $10,000 and $10,000,000, not $9,999.99",
            "11(e)(4)",
        ),
        (
            {"five_card_seed": MOST + 1},
            "five_card_seed",
            "must be between $10,000 and $10,000,000, not $10,000,000.01",
            "11(e)(4)",
        ),
        (
            {**FIVE_CARD, "five_card_wager": 0},
            "five_card_wager",
            "must be whole chips up to $10,000,000, not $0",
            "11(e)",
        ),
        (
            {**FIVE_CARD, "five_card_wager": 150},
            "five_card_wager",
            "must be whole chips up to $10,000,000, not $1.50",
            "11(e)",
        ),
        (
            {**FIVE_CARD, "five_card_wager": MOST + 100},
            "five_card_wager",
            "must be whole chips up to $10,000,000, not $10,000,001",
            "11(e)",
        ),
        ({**FIVE_CARD, "five_card_rate": 0}, "five_card_rate", "must be between 1 and 100, not 0", "11(e)(4)"),
        ({**FIVE_CARD, "five_card_rate": 101}, "five_card_rate", "must be between 1 and 100, not 101", "11(e)(4)"),
        ({**MAGIC, "magic_card_every": 0}, "magic_card_every", EVERY, "11(e)(3)"),
        ({**MAGIC, "magic_card_every": 1_000_001}, "magic_card_every", EVERY, "11(e)(3)"),
        ({**LUCKY, "lucky_bonus_every": 0}, "lucky_bonus_every", EVERY, "11(e)(3)"),
        ({**LUCKY, "lucky_bonus_every": 1_000_001}, "lucky_bonus_every", EVERY, "11(e)(3)"),
        (
            {"magic_card": True, "magic_card_every": 1},
            "magic_card",
            "needs the Five Card Hand Bonus: set five_card",
            "11(e)(3)",
        ),
        (
            {"lucky_bonus": True, "lucky_bonus_every": 1},
            "lucky_bonus",
            "needs the Five Card Hand Bonus: set five_card",
            "11(e)(3)",
        ),
        ({"shuffler_counts": True}, "shuffler_counts", "only an automated shoe allows an uncounted stub", "9(g)"),
    ],
)
def test_an_option_beyond_its_limit_is_the_one_defect_that_is_told(
    rules: dict[str, object], option: str, wrong: str, clause: str
) -> None:
    assert told(rules) == [(option, wrong, clause)]


def test_what_is_not_offered_is_not_checked() -> None:
    assert told({"five_card_wager": 150, "five_card_rate": 0, "magic_card_every": 0}) == []
    assert told({"progressive": "none", "progressive_rate": 1, "progressive_shares": {"meter": 3}}) == []


def test_a_chip_that_is_none_is_told_and_no_error() -> None:
    assert [option for option, _, _ in told({**FIVE_CARD, "chip": 0})] == ["chip"]


@pytest.mark.parametrize("wager", [100, 500])
def test_the_terms_of_each_meter(wager: int) -> None:
    """12(l): the listed seeds are for a wager of $1. For $5 they are five times as high. The meters divide the rate."""
    shares = {"mega": 20, "major": 30, "minor": 50}
    rules = CaribbeanStudRules(
        progressive="PTMGLML02",
        progressive_linked=True,
        progressive_wager=wager,  # type: ignore[arg-type]
        progressive_rate=80,
        progressive_shares=shares,
        five_card=True,
        five_card_wager=300,
        five_card_rate=45,
    )
    terms = [(one.name, one.stake, one.seed, one.rate, one.gain) for one in rules.meters]
    times = wager // 100
    assert terms == [
        ("mega", wager, times * 1_000_000, Fraction(16, 100), times * 16),
        ("major", wager, times * 100_000, Fraction(24, 100), times * 24),
        ("minor", wager, times * 25_000, Fraction(40, 100), times * 40),
        ("five card", 300, 1_000_000, Fraction(45, 100), 135),
    ]
    assert [one.linked for one in rules.meters] == [True, True, True, False]


@pytest.mark.parametrize(("positions", "columns"), [(1, "2"), (2, "23"), (3, "234"), (7, "2345678")])
def test_the_pay_sheet_has_cover_all_for_every_number_of_hands_that_can_be_dealt(positions: int, columns: str) -> None:
    sheet = pay_sheet(CaribbeanStudRules(positions=positions))
    shown = [title for title in sheet if title.startswith("cover all")]
    assert shown == [f"cover all, {hands} hands" for hands in columns]
    assert sheet["cover all, 2 hands"]["three of a kind"] == "9 to 1"


def test_the_pay_sheet_word_for_word() -> None:
    rules = CaribbeanStudRules(
        five_card=True, magic_card=True, magic_card_every=1, lucky_bonus=True, lucky_bonus_every=1, positions=1
    )
    sheet = pay_sheet(rules)
    assert sheet["envy"] == {"royal flush": "$1,000", "straight flush": "$300"}
    assert list(sheet["envy"]) == ["royal flush", "straight flush"]
    assert sheet["magic card"] == {"the card is in the hand": "20 for 1"}
    assert sheet["lucky bonus"] == {"the seat is drawn": "5 for 1"}
    assert "cover all, 2 hands" not in pay_sheet(CaribbeanStudRules(preshuffled=True))
    assert "cover all, 2 hands" not in pay_sheet(CaribbeanStudRules(cover_all=False))
