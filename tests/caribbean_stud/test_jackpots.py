"""The side wagers of Caribbean Stud Poker, computed only from the number of hands of each category."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pitboss.basics.money import PayTable
from pitboss.games.caribbean_stud.mathematics.choices import DEALS
from pitboss.games.caribbean_stud.rules import BONUS, FIVE_CARD, PROGRESSIVE
from pitboss.mathematics.any_game import odds, study
from pitboss.mathematics.results import GameOdds

NAME = "caribbean_stud"
HANDS = 2_598_960
COUNTS = {
    "royal flush": 4,
    "straight flush": 36,
    "four of a kind": 624,
    "full house": 3744,
    "flush": 5108,
    "straight": 10200,
    "three of a kind": 54912,
    "two pair": 123552,
    "pair of tens or better": 5 * 84480,
}


@pytest.fixture(scope="module")
def found() -> GameOdds:
    return odds(NAME)


def fixed_return(table: PayTable) -> Fraction:
    """The return for each unit of the lines that do not pay from a meter."""
    lines = ((COUNTS[hand], one) for hand, one in table.items() if one.kind != "share")
    return sum((Fraction(n * one.back[0], HANDS * one.back[1]) for n, one in lines), Fraction(0))


def offered(**options: Any) -> GameOdds:
    return odds(NAME, options)


# --- 11(c): the bonus


@pytest.mark.parametrize("name", BONUS)
def test_a_bonus_table_returns_what_its_hands_are_paid(found: GameOdds, name: str) -> None:
    wager = found.wagers[f"bonus {name}"]
    assert wager.expected_value == fixed_return(BONUS[name]) - 1
    assert wager.hit_frequency == Fraction(sum(COUNTS.values()), HANDS)
    assert {one.name: one.count * HANDS / DEALS for one in wager.outcomes if one.pays != "lose"} == COUNTS


def test_a_fold_loses_the_bonus() -> None:
    outcomes = {one.name: one for one in odds(NAME, strategy="never").wagers["bonus A"].outcomes}
    assert (outcomes["folded"].count, outcomes["folded"].net) == (DEALS, -1)
    every_pair = odds(NAME, strategy="always").wagers["bonus A"]
    assert every_pair.expected_value == fixed_return(BONUS["A"]) - 1
    assert every_pair.outcomes[-1].count == 0


# --- 11(d), 12(l): the progressive


@pytest.mark.parametrize("name", PROGRESSIVE)
def test_a_progressive_table_by_its_hands(found: GameOdds, name: str) -> None:
    wager = found.wagers[f"progressive {name}"]
    value = wager.progressive
    assert value is not None
    assert value.fixed == fixed_return(PROGRESSIVE[name])
    for meter in value.meters:
        lines = [(COUNTS[hand], one) for hand, one in PROGRESSIVE[name].items() if one.meter == meter.name]
        assert meter.share == sum(Fraction(n * one.pays, 100 * HANDS) for n, one in lines)
        assert meter.hits == sum(Fraction(n, HANDS) for n, one in lines if one.pays == 100)
    assert wager.expected_value == value.value({meter.name: meter.at for meter in value.meters})


def test_meters_start_at_their_seeds(found: GameOdds) -> None:
    def seeds(name: str) -> tuple[int, dict[str, tuple[int, int]]]:
        value = found.wagers[f"progressive {name}"].progressive
        assert value is not None
        return value.stake, {meter.name: (meter.at, meter.seed) for meter in value.meters}

    assert seeds("A") == seeds("E") == (100, {"meter": (10_000_00, 10_000_00)})
    assert seeds("PTMGL01") == (100, {"meter": (10_000_00, 10_000_00)})
    assert seeds("PTMGL02") == (500, {"meter": (50_000_00, 50_000_00)})
    assert seeds("PTMGL04") == (100, {"meter": (1_000_00, 1_000_00)})
    assert seeds("PTMGLML03") == (
        100,
        {"mega": (10_000_00, 10_000_00), "major": (1_000_00, 1_000_00), "minor": (250_00, 250_00)},
    )


def test_where_table_e_breaks_even(found: GameOdds) -> None:
    value = found.wagers["progressive E"].progressive
    assert value is not None
    paid = 624 * 500 + 3744 * 100 + 5108 * 50
    assert value.break_even("meter") == Fraction(HANDS - paid) * 100 / Fraction("7.6")
    assert value.value({"meter": int(value.break_even("meter"))}) < 0
    assert value.value({"meter": int(value.break_even("meter")) + 1}) > 0
    assert value.per_cents(10_000_00) == {"meter": Fraction(76_000, HANDS)}


def test_meters_may_show_anything(found: GameOdds) -> None:
    shown = found.at_meters({"meter": 250_000_00, "five card": 300_000_00})
    for name, cents in (("progressive E", 250_000_00), ("five card bonus", 300_000_00)):
        wager, value = shown.wagers[name], found.wagers[name].progressive
        assert value is not None
        assert wager.expected_value == value.value({value.meters[0].name: cents}) > 0
    assert shown.wagers["progressive PTMGLML01"].expected_value == found.wagers["progressive PTMGLML01"].expected_value


def test_a_fold_loses_the_progressive() -> None:
    wager = odds(NAME, strategy="never").wagers["progressive A"]
    assert wager.expected_value == -1
    assert wager.progressive is None
    for name in ("A", "C", "PTMGLML02"):
        assert odds(NAME, strategy="pair-or-better").wagers[f"progressive {name}"].expected_value == (
            odds(NAME).wagers[f"progressive {name}"].expected_value
        )


@pytest.mark.parametrize("table", ["B", "E", "D"])
def test_the_long_run_is_the_mean_of_a_meter_that_gains_what_it_pays(table: str) -> None:
    value = offered(progressive=table, progressive_seed=25_000_00, progressive_rate=80).wagers[f"progressive {table}"]
    found = value.progressive
    assert found is not None
    assert found.long_run is not None
    royal, straight_flush, gain, seed = Fraction(4, HANDS), Fraction(36, HANDS), Fraction(80), Fraction(25_000_00)
    # on average, a meter at m shows (m + gain) * (1 - royal - straight_flush / 10) + royal * seed after a wager
    leaves = royal + straight_flush / 10
    mean = (gain * (1 - leaves) + royal * seed) / leaves
    assert found.long_run == found.fixed + leaves * (mean + gain) / 100


def test_the_long_run_needs_no_shares(found: GameOdds) -> None:
    shares = {"mega": 50, "major": 30, "minor": 20}
    linked = offered(progressive="PTMGLML02", progressive_linked=True, progressive_shares=shares)
    named = linked.wagers["progressive PTMGLML02"].progressive
    every = found.wagers["progressive PTMGLML02"].progressive
    assert named is not None
    assert every is not None
    seeds = Fraction(4 * 10_000 + 36 * 1_000 + 624 * 250, HANDS)
    assert named.long_run == every.long_run == every.fixed + Fraction(7, 10) + seeds


def test_a_wager_that_returns_more_than_it_takes_is_warned_of(found: GameOdds) -> None:
    for name in ("D", "PTMGL01"):
        value = found.wagers[f"progressive {name}"].progressive
        assert value is not None
        assert value.warnings == (
            "fixed pays 53.06%, rate 70.00% and seeds 1.54% add up to 124.60% of the wager,"
            " which is more than the stake",
        )
    low = offered(five_card=True, five_card_seed=10_000_00, five_card_rate=60).wagers["five card bonus"].progressive
    assert low is not None
    assert low.warnings == ()
    assert low.long_run == low.fixed + Fraction(6, 10) + Fraction(4 * 10_000, HANDS)


def test_envy_by_the_number_of_other_players(found: GameOdds) -> None:
    value = found.wagers["progressive D"].progressive
    assert value is not None
    assert value.envy == Fraction(4 * 1_000 + 36 * 300, HANDS)
    assert value.value({"meter": 0}, 6) - value.value({"meter": 0}) == 6 * value.envy
    assert value.break_even("meter", 6) < value.break_even("meter")
    assert found.wagers["envy D"].expected_value == value.envy
    assert found.wagers["envy PTMGL02"].expected_value == value.envy  # five times as much for $5
    assert found.wagers["envy PTMGL04"].expected_value == Fraction(40 * 250, HANDS)
    assert "envy A" not in found.wagers
    said = found.as_dict()["wagers"]["progressive D"]["progressive"]["value_by_other_players"]
    assert Fraction(said["6"]) - Fraction(said["0"]) == 6 * value.envy


def test_a_folded_hand_is_no_envy_hand() -> None:
    assert odds(NAME, strategy="never").wagers["envy D"].expected_value == 0


# --- 11(e): the Five Card Hand Bonus


@pytest.mark.parametrize("strategy", ["optimal", "never"])
def test_the_five_card_bonus_outlives_a_fold_and_pays_both_hands_alike(strategy: str) -> None:
    wagers = odds(NAME, strategy=strategy).wagers
    own, dealers = wagers["five card bonus"], wagers["five card bonus dealer"]
    assert own.outcomes == dealers.outcomes
    assert own.expected_value == fixed_return(FIVE_CARD) - 1 + Fraction(76, 10 * HANDS) * 10_000
    assert "a single player" in dealers.note


def test_magic_card_and_lucky_bonus_come_as_often_as_the_licensee_sets() -> None:
    options = {"five_card": True, "five_card_seed": 10_000_00}
    drawn = {"magic_card": True, "magic_card_every": 10, "lucky_bonus": True, "lucky_bonus_every": 40}
    wagers = offered(**options, **drawn).wagers
    assert wagers["magic card"].expected_value == Fraction(5, 520) * 20
    assert wagers["lucky bonus"].expected_value == Fraction(5, 40)
    assert wagers["magic card"].earned
    assert wagers["magic card"].combinations == DEALS
    assert not {"magic card", "lucky bonus"} & set(offered(**options).wagers)


# --- the wagers listed


def test_without_rules_every_lettered_table_is_listed(found: GameOdds) -> None:
    names = set(found.wagers)
    assert {"ante", "bet", "five card bonus", "five card bonus dealer"} <= names
    assert {f"bonus {name}" for name in "ABC"} <= names
    assert {f"progressive {name}" for name in PROGRESSIVE} <= names
    assert len(PROGRESSIVE) == 11


def test_with_rules_only_what_they_offer_is_listed() -> None:
    none = offered(bonus="none", progressive="none", cover_all=False)
    assert set(none.wagers) == {"ante", "bet"}
    some = offered(bonus="B", progressive="C", progressive_seed=5_000_00, cover_all=False)
    assert set(some.wagers) == {"ante", "bet", "bonus B", "progressive C"}
    value = some.wagers["progressive C"].progressive
    assert value is not None
    assert [(meter.at, meter.seed) for meter in value.meters] == [(5_000_00, 5_000_00)]


def test_a_wager_of_five_dollars_has_five_times_the_seed_and_the_envy() -> None:
    link = {"progressive": "PTMGL01", "progressive_linked": True}
    one, five = (offered(**link, progressive_wager=cents).wagers for cents in (100, 500))
    assert one["progressive PTMGL01"].expected_value == five["progressive PTMGL01"].expected_value
    value = five["progressive PTMGL01"].progressive
    assert value is not None
    assert value.meters[0].seed == 50_000_00
    assert five["envy PTMGL01"].outcomes[0].pays == "$5,000"


def test_a_study_may_change_the_envy_bonus() -> None:
    """Another hand is envied, so the bonus is worth its chance times what it pays, and the document forbids it."""
    rules = study(NAME, rules={"envy_pays": {"four of a kind": 5}})
    assert [(defect.option, defect.clause) for defect in rules.defects()] == [("envy_pays", "11(d)(7)")]
    before, after = (odds(NAME, some).wagers["envy D"] for some in (None, rules))
    assert after.expected_value - before.expected_value == Fraction(5 * COUNTS["four of a kind"], HANDS)
