"""Caribbean Stud Poker: each option at its limit, which is permitted, and just beyond it, which is not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from caribbean import FIVE_CARD
from pitboss.errors import RulesError
from pitboss.games.caribbean_stud.rules import CaribbeanStudRules, pay_sheet
from pitboss.table.rules import load

NAME = "caribbean_stud"
MOST = 1_000_000_000
"""$10,000,000, in cents."""
MAGIC = {**FIVE_CARD, "magic_card": True}
LUCKY = {**FIVE_CARD, "lucky_bonus": True}
TWO_METERS = {"progressive": "PTMGLML01", "progressive_linked": True}


def told(rules: dict[str, object]) -> list[tuple[str, str, str]]:
    """The defects of rules: option, what is wrong, clause."""
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


SIDE = "is not from the smallest chip to $10,000,000"
SEED = "is no initial and reset amount: give one up to $10,000,000"
SHARES = "each share is at least 1 percent, and together they are 100"
EVERY = "how often it is drawn must be set, from 1 to 1,000,000"


@pytest.mark.parametrize(
    ("rules", "option", "wrong", "clause"),
    [
        ({"positions": 0}, "positions", "0 is not a number of seats: give 1 to 7", "12(k)"),
        ({"positions": 8}, "positions", "8 is not a number of seats: give 1 to 7", "12(k)"),
        ({"bonus_maximum": 99}, "bonus_maximum", f"$0.99 {SIDE}", ""),
        ({"bonus_maximum": MOST + 1}, "bonus_maximum", f"$10,000,000.01 {SIDE}", ""),
        ({"cover_all_maximum": 99}, "cover_all_maximum", f"$0.99 {SIDE}", ""),
        ({"cover_all_maximum": MOST + 1}, "cover_all_maximum", f"$10,000,000.01 {SIDE}", ""),
        ({"progressive_seed": 0}, "progressive_seed", f"$0 {SEED}", "11(d)(5)"),
        ({"progressive_seed": -1}, "progressive_seed", f"-$0.01 {SEED}", "11(d)(5)"),
        ({"progressive_seed": MOST + 1}, "progressive_seed", f"$10,000,000.01 {SEED}", "11(d)(5)"),
        ({"progressive_rate": 69}, "progressive_rate", "69% is not a rate: give 70 to 100", "11(d)(5)"),
        ({"progressive_rate": 101}, "progressive_rate", "101% is not a rate: give 70 to 100", "11(d)(5)"),
        (
            {"progressive": "A", "progressive_linked": True},
            "progressive",
            "table A is for one game alone; linked ones use D or a PTMGL table",
            "11(d)(4)",
        ),
        (
            {"progressive": "PTMGL01"},
            "progressive",
            "table PTMGL01 is for links: set progressive_linked, or use A, B, C, D or E",
            "12(l)",
        ),
        (
            {"progressive": "PTMGL02", "progressive_linked": True},
            "progressive_wager",
            "PTMGL02 is the table for a wager of $5",
            "12(l)",
        ),
        (
            {"progressive": "PTMGL01", "progressive_linked": True, "progressive_seed": 1_000_001},
            "progressive_seed",
            "table PTMGL01 has seeds of its own: leave the seed out",
            "12(l)",
        ),
        (
            {"progressive": "none", "progressive_linked": True},
            "progressive_linked",
            "no progressive payout wager is offered that could be linked",
            "12(n)",
        ),
        (
            {"progressive_shares": {"meter": 100}},
            "progressive_shares",
            "table D has one meter, and nothing to share",
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
        ({"five_card_seed": 999_999}, "five_card_seed", "$9,999.99 is not from $10,000 to $10,000,000", "11(e)(4)"),
        (
            {"five_card_seed": MOST + 1},
            "five_card_seed",
            "$10,000,000.01 is not from $10,000 to $10,000,000",
            "11(e)(4)",
        ),
        ({**FIVE_CARD, "five_card_wager": 0}, "five_card_wager", "$0 is not a number of chips", "11(e)"),
        ({**FIVE_CARD, "five_card_wager": 150}, "five_card_wager", "$1.50 is not a number of chips", "11(e)"),
        (
            {**FIVE_CARD, "five_card_wager": MOST + 100},
            "five_card_wager",
            "$10,000,001 is not a number of chips",
            "11(e)",
        ),
        ({**FIVE_CARD, "five_card_rate": 0}, "five_card_rate", "0% is not a rate: give 1 to 100", "11(e)(4)"),
        ({**FIVE_CARD, "five_card_rate": 101}, "five_card_rate", "101% is not a rate: give 1 to 100", "11(e)(4)"),
        ({**MAGIC, "magic_card_every": 0}, "magic_card_every", EVERY, "11(e)(3)"),
        ({**MAGIC, "magic_card_every": 1_000_001}, "magic_card_every", EVERY, "11(e)(3)"),
        ({**LUCKY, "lucky_bonus_every": 0}, "lucky_bonus_every", EVERY, "11(e)(3)"),
        ({**LUCKY, "lucky_bonus_every": 1_000_001}, "lucky_bonus_every", EVERY, "11(e)(3)"),
        (
            {"magic_card": True, "magic_card_every": 1},
            "magic_card",
            "it is paid only with the Five Card Hand Bonus",
            "11(e)(3)",
        ),
        (
            {"lucky_bonus": True, "lucky_bonus_every": 1},
            "lucky_bonus",
            "it is paid only with the Five Card Hand Bonus",
            "11(e)(3)",
        ),
        ({"shuffler_counts": True}, "shuffler_counts", "the stub goes uncounted only with an automated shoe", "9(g)"),
    ],
)
def test_an_option_beyond_its_limit_is_the_one_defect_that_is_told(
    rules: dict[str, object], option: str, wrong: str, clause: str
) -> None:
    assert told(rules) == [(option, wrong, clause)]


def test_what_is_not_offered_is_not_checked() -> None:
    assert told({"five_card_wager": 150, "five_card_rate": 0, "magic_card_every": -1}) == []
    assert told({"progressive": "none", "progressive_rate": 1, "progressive_shares": {"meter": 3}}) == []


def test_a_chip_that_is_none_is_told_and_no_error() -> None:
    assert [option for option, _, _ in told({**FIVE_CARD, "chip": 0})] == ["chip"]


@pytest.mark.parametrize("wager", [100, 500])
def test_the_terms_of_each_meter(wager: int) -> None:
    """12(l): the seeds are listed for a wager of $1, and five times that for $5; the meters divide the rate."""
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
