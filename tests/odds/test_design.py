"""Searches for pay tables: every figure agrees with the odds, and no pay table is missed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, product
from random import Random

import pytest

from pitboss import DesignError, RulesError, design, odds, study
from pitboss.engine import registry
from pitboss.engine.rules import STUDY, TableRules, options_of
from pitboss.engine.study import pay_tables
from pitboss.mathematics.design_search import ROUND, Design
from pitboss.mathematics.designs import Found, Range, span
from pitboss.mathematics.results import Distribution

ANY: Range = (Fraction(-1000), Fraction(1000))
OFFERED = {
    "five_card_pays": ("five_card=true",),
    "drawn_pays": (
        *("five_card=true", "magic_card=true", "magic_card_every=10", "lucky_bonus=true", "lucky_bonus_every=7"),
    ),
}
"""Settings that offer a wager which the defaults leave out."""
LINES = {
    "bet_pays": ("bet.flush", "bet.two-pair", "bet.high-card"),
    "raise_pays": ("raise.pair", "raise.two-pair", "raise.flush"),
    "drawn_pays": ("drawn.lucky-bonus",),
}
"""The lines that are varied, where a whole pay table takes long."""
TABLES = [
    (game, table)
    for game in registry.games()
    for table in (*registry.part(game, "design").DESIGN.round, *registry.part(game, "design").DESIGN.wagers)
]
EACH = pytest.mark.parametrize(("game", "table"), TABLES)
IN_SHORT = {("boston_5_stud", "ante_bonus")}
"""The others are compared by the long tests."""
SOME = pytest.mark.parametrize(
    ("game", "ranges"),
    [
        ("double_down_stud", ("pays.straight=3..6", "pays.flush=4..7", "pays.two-pair=1..3")),
        (
            "double_down_stud",
            ("pays.pair-of-jacks-or-better=0..2", "pays.two-pair=0..3", "pays.royal-flush=500..1500/500"),
        ),
        ("double_down_stud", ("low.pair-of-sixes-to-tens=0..1", "low.pair-of-fives-or-less=0..2")),
        ("boston_5_stud", ("first_and_second=0..3",)),
        ("boston_5_stud", ("optional_bonus.one-pair=1..3", "optional_bonus.three-card-flush=1..4")),
        ("double_cross_poker", ("three_card.one-pair=0..2", "three_card.three-card-straight=3..8")),
        ("double_attack_blackjack", ("bust_bonus.ten=2..4", "bust_bonus.nine=3..6")),
    ],
)


def rules_for(game: str, table: str) -> TableRules:
    return study(game, *OFFERED.get(table, ()))


def figures(one: Found) -> tuple[Fraction, Fraction, Fraction, Fraction | None]:
    return one.expected_value, one.variance, one.hit_frequency, one.played


def priced(game: str, rules: TableRules, figure: str) -> tuple[Fraction, Fraction, Fraction, Fraction | None]:
    """The same figures from the odds, which decide and add up otherwise."""
    found = odds(game, rules)
    if figure != ROUND:
        wager = found.wagers[figure]
        return wager.expected_value, wager.results.variance, wager.hit_frequency, None
    assert isinstance(found.results, Distribution)
    first, *others = found.action_frequency.values()
    assert first + sum(others) == 1
    return found.expected_value, found.results.variance, found.results.above(), sum(others, Fraction(0))


# --- two ways


@pytest.mark.parametrize(
    ("game", "table"), [pytest.param(*one, marks=[pytest.mark.long] * (one not in IN_SHORT)) for one in TABLES]
)
def test_figures_agree_with_the_odds(game: str, table: str) -> None:
    base = rules_for(game, table)
    found = design(game, LINES.get(table, (table,)), ANY, rules=base, study=True, most=100_000)
    assert len(found.rows) == found.found == found.searched > 1
    for row in Random(0).sample(found.rows, 2):
        rules = study(game, *row.settings, rules=base)
        assert figures(row) == priced(game, rules, row.figure)
        assert rules.study == row.study
        assert getattr(rules, table) == row.pays
    assert figures(found.base) == priced(game, base, found.figure)


@pytest.mark.parametrize("game", registry.games())
def test_every_pay_table_of_a_game_can_be_searched_or_says_why_not(game: str) -> None:
    known: Design = registry.part(game, "design").DESIGN
    assert {*known.round, *known.wagers, *known.too_slow} == set(pay_tables(registry.game(game).rules))
    for table in known.too_slow:
        with pytest.raises(DesignError, match=f"{table.removesuffix('_pays')} can't be searched"):
            design(game, [table], ANY)


def test_extreme_pays_are_priced_in_whole_numbers_too() -> None:
    """Sums of a million to one do not fit 64 bits."""
    ranges = ("ante_bonus.royal-flush=999999..1000000", "ante_bonus.straight-flush=999998..999999")
    found = design("boston_5_stud", [], ANY, ranges=ranges, study=True)
    assert found.searched == 4
    for row in found.rows:
        assert figures(row) == priced("boston_5_stud", study("boston_5_stud", *row.settings), ROUND)


def test_decisions_that_change_are_found() -> None:
    """A pair that is paid nothing is doubled less often."""
    found = design("double_down_stud", [], ANY, ranges=["pays.pair-of-jacks-or-better=0..3"], study=True)
    played = {row.pays["pair of jacks or better"].pays: row.played for row in found.rows}
    assert len(set(played.values())) > 1
    assert max(played, key=lambda pays: played[pays] or 0) == max(played)


# --- nothing is missed


def in_order(rules: TableRules, table: str, varied: set[str]) -> bool:
    """Whether no hand pays less than a lower one, if either of them varies. The document's odds say which is lower."""
    document, pays = getattr(type(rules)(), table), getattr(rules, table)
    places = {line: -at for at, line in enumerate(document)}
    ordered = sorted(document, key=lambda line: (Fraction(*document[line].back), places[line]))
    return all(
        Fraction(*pays[low].back) <= Fraction(*pays[high].back)
        for at, low in enumerate(ordered)
        for high in ordered[at + 1 :]
        if {low, high} & varied
    )


def by_hand(game: str, ranges: Sequence[str]) -> dict[tuple[str, ...], Fraction]:
    """The house edge of every pay table within the ranges, each from the odds of its own rules."""
    values = {}
    for said in ranges:
        name, _, span = said.partition("=")
        low, high, step = map(int, (*span.replace("/", "..").split(".."), "1")[:3])
        values[name] = range(low, high + 1, step)
    example = design(game, [], ANY, ranges=ranges, study=True, most=1)
    found = {}
    for pays in product(*values.values()):
        settings = tuple(f"{name}={value}" for name, value in zip(values, pays, strict=True))
        rules = study(game, *settings)
        if in_order(rules, example.table, set(example.varied)):
            found[tuple(map(str, getattr(rules, example.table).values()))] = -priced(game, rules, example.figure)[0]
    return found


@pytest.mark.long
@SOME
@pytest.mark.parametrize("part", [(0, 1), (0.2, 0.5), (0.45, 0.5)])
def test_a_search_finds_what_trying_everything_finds(
    game: str, ranges: tuple[str, ...], part: tuple[float, float]
) -> None:
    every = by_hand(game, ranges)
    edges = sorted(every.values())
    low, high = (edges[int(share * (len(edges) - 1))] for share in part)
    found = design(game, [], (low, high), ranges=ranges, study=True, most=100_000)
    assert found.searched == len(every)
    wanted = {pays for pays, edge in every.items() if low <= edge <= high}
    assert {tuple(map(str, row.pays.values())) for row in found.rows} == wanted
    assert found.found == len(wanted) > 0


@SOME
def test_the_nearest_is_the_nearest(game: str, ranges: tuple[str, ...]) -> None:
    edges = sorted(by_hand(game, ranges).values())
    between = [((low + high) / 2, high - low) for low, high in pairwise(edges) if high > low]
    for middle, gap in (between[0], between[-1]):
        found = design(game, [], (middle - gap / 10, middle + gap / 5), ranges=ranges, study=True)
        assert found.nearest is not None
        assert -found.nearest.expected_value == middle + gap / 2
        assert figures(found.nearest) == priced(game, study(game, *found.nearest.settings), found.figure)
    for far, edge in ((Fraction(-999), edges[0]), (Fraction(999), edges[-1])):
        nearest = design(game, [], (far, far), ranges=ranges, study=True).nearest
        assert nearest is not None
        assert -nearest.expected_value == edge


def test_rounds_with_three_actions_lose_nothing_to_pruning() -> None:
    ranges = ("raise.high-card=0..1", "raise.two-pair=1..3", "raise.royal-flush=100..500/200")
    every = design("double_cross_poker", [], ANY, ranges=ranges, study=True, most=1000)
    edges = sorted(-row.expected_value for row in every.rows)
    low, high = edges[len(edges) // 3], edges[len(edges) // 2]
    some = design("double_cross_poker", [], (low, high), ranges=ranges, study=True, most=1000)
    assert {str(row.pays) for row in some.rows} == {
        str(row.pays) for row in every.rows if low <= -row.expected_value <= high
    }


# --- ranges of other figures, and order


def test_standard_deviation_and_hit_rate_narrow_a_search() -> None:
    ranges = ("pays.pair-of-jacks-or-better=0..2", "pays.flush=3..7")
    every = design("double_down_stud", [], ANY, ranges=ranges, study=True, most=100).rows
    sd, hits = Fraction("3.25"), Fraction("0.2")
    for wanted, fits in (
        ({"sd": (Fraction(0), sd)}, lambda row: row.variance <= sd**2),
        ({"sd": (sd, Fraction(9))}, lambda row: row.variance >= sd**2),
        ({"hits": (Fraction(0), hits)}, lambda row: row.hit_frequency <= hits),
    ):
        found = design("double_down_stud", [], ANY, ranges=ranges, study=True, most=100, **wanted)
        assert found.rows == tuple(row for row in every if fits(row))
        assert 0 < found.found < found.right_edge == len(every)


@pytest.mark.parametrize(
    ("sort", "key"),
    [
        ("near", lambda row: abs(-row.expected_value - Fraction(7, 2) / 100)),
        ("edge", lambda row: -row.expected_value),
        ("sd", lambda row: row.variance),
        ("hits", lambda row: row.hit_frequency),
    ],
)
def test_rows_are_the_first_in_their_order(sort: str, key: Callable[[Found], Fraction]) -> None:
    target = Fraction(3, 100), Fraction(4, 100)
    every = design("double_down_stud", ["pays"], target, sort=sort, most=100_000)
    few = design("double_down_stud", ["pays"], target, sort=sort, most=5)
    assert [key(row) for row in every.rows] == sorted(key(row) for row in every.rows)
    assert few.rows == every.rows[:5]
    assert few.found == every.found == len(every.rows) > 5


# --- lawful pay tables


@EACH
def test_without_a_study_only_lawful_pay_tables_are_found(game: str, table: str) -> None:
    base = rules_for(game, table)
    found = design(game, LINES.get(table, (table,)), ANY, rules=base, most=100_000)
    is_option = table in options_of(registry.game(game).rules)
    assert found.searched == found.found == len(found.rows)
    assert bool(found.varied) == is_option
    assert found.found > 1 or not is_option
    for row in Random(0).sample(found.rows, min(9, len(found.rows))):
        rules = study(game, *row.settings, rules=base)
        assert (row.study, rules.study, getattr(rules, table)) == ("", "", row.pays)
        if not is_option:
            assert figures(row) == priced(game, rules, row.figure)


def test_listed_pay_tables_are_chosen_by_their_option() -> None:
    found = design("caribbean_stud", ["bonus"], ANY, sort="edge")
    assert [row.settings for row in found.rows] == [(), ("bonus=B",), ("bonus=C",)]
    only = design("caribbean_stud", ["bonus"], ANY, ranges=["bonus.straight=15..24"])
    assert [row.settings for row in only.rows] == [("bonus=C",)]
    none = design("caribbean_stud", ["bonus"], ANY, ranges=["bonus.straight=1..4"])
    assert (none.searched, none.rows, none.nearest) == (0, (), None)


def test_a_listed_pay_table_is_lawful_in_a_search_of_studies() -> None:
    ranges = ("bonus.three-of-a-kind=5..7",)
    found = design("caribbean_stud", [], ANY, ranges=ranges, study=True, sort="edge")
    assert [(row.settings, row.study) for row in found.rows] == [
        ((), ""),
        (("bonus=B",), ""),
        (("bonus.three-of-a-kind=5",), STUDY),
    ]


def test_the_lowest_lawful_odds_are_the_documents() -> None:
    found = design("double_down_stud", [], ANY, ranges=["pays.flush=1..9"])
    assert {row.pays["flush"].pays for row in found.rows} == {8, 9}
    with pytest.raises(DesignError, match="'flush' pays 7 to 1, below the document's 8 to 1"):
        design("double_down_stud", [], ANY, ranges=["pays.flush=1..7"])


def test_a_payout_limit_forbids_pays_that_are_lawful_line_by_line() -> None:
    """With two areas the limit must cover a royal flush beside a straight flush. Here it has room for one raise."""
    rules = study("double_down_stud", "two_areas=true", "table_minimum=5000", "payout_cap=11010000")
    assert not rules.study
    ranges = ("pays.royal-flush=1000..1001", "pays.straight-flush=100..101")
    found = design("double_down_stud", [], ANY, ranges=ranges, rules=rules)
    assert {row.settings for row in found.rows} == {(), ("pays.royal-flush=1001",), ("pays.straight-flush=101",)}
    assert found.found == found.right_edge == 3
    most = max(row.expected_value for row in found.rows)
    nearest = design("double_down_stud", [], (Fraction(-9), Fraction(-8)), ranges=ranges, rules=rules).nearest
    assert nearest is not None
    assert (nearest.expected_value, nearest.study) == (most, "")


def test_a_study_as_base_makes_every_row_a_study() -> None:
    found = design("double_down_stud", ["pays.flush"], ANY, rules=study("double_down_stud", "pays.straight=4"))
    assert found.found == 3
    assert all(row.study == STUDY for row in (found.base, *found.rows))


# --- what can't be searched


@pytest.mark.parametrize(
    ("game", "vary", "ranges", "wrong"),
    [
        ("double_down_stud", [], [], "name a pay table to vary; those of double_down_stud are pays, low"),
        ("boston_5_stud", ["ante", "ante_bonus"], [], "only one pay table can be varied at a time"),
        ("double_down_stud", [], ["pays=1..2"], "must name a line"),
        ("double_down_stud", [], ["pays.flush=9..8"], "is empty"),
        ("double_down_stud", [], ["pays.flush=x"], "takes whole odds"),
        ("double_down_stud", [], ["pays.flush=8..9/0"], "is too wide"),
        ("double_down_stud", [], ["pays.flush=8..1000001"], "is too wide"),
        ("double_down_stud", [], ["pays.flush=11..12"], "no odds are left for 'flush'"),
        ("double_down_stud", [], ["pays.flush=20..21", "pays.full-house=18..19"], "no pay table fits these ranges"),
        ("caribbean_stud", ["progressive.pair"], [], "'pair' pays nothing under these rules"),
        ("caribbean_stud", ["drawn.magic-card"], [], "there is no wager 'magic card' under these rules"),
        ("caribbean_stud", ["drawn"], [], "drawn pays several wagers"),
    ],
)
def test_what_is_wrong_is_a_sentence(game: str, vary: list[str], ranges: list[str], wrong: str) -> None:
    with pytest.raises(DesignError, match=wrong):
        design(game, vary, ANY, ranges=ranges)


@pytest.mark.parametrize(
    ("vary", "wrong"), [("pay", "similar ones are pays"), ("pays.flsh", "similar lines are flush")]
)
def test_similar_names_are_suggested(vary: str, wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        design("double_down_stud", [vary], ANY)


def test_a_search_that_is_too_large_must_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.mathematics.designs.MOST_TABLES", 8)
    vary = ["pays.flush", "pays.straight"]
    with pytest.raises(DesignError, match="9 pay tables are more than the 8 that are searched at once"):
        design("double_down_stud", vary, ANY)
    assert design("double_down_stud", vary, ANY, every=True).found == 9


@pytest.mark.parametrize("said", ["0.045..0.05", "4.5%..5%", " 4.5 .. 5% "])
def test_ranges_are_read_as_people_write_them(said: str) -> None:
    assert span(said, "--target") == (Fraction(45, 1000), Fraction(5, 100))


@pytest.mark.parametrize("said", ["", "5%", "..5%", "a..b", "5%..4%", "4.5..5", "4%..5", "1/0..2"])
def test_other_ranges_are_not_read(said: str) -> None:
    with pytest.raises(DesignError, match="--target"):
        span(said, "--target")
