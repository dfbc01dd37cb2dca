"""Par sheets and pictures are complete, sums agree, and the spreadsheet's formulas give the odds."""

from __future__ import annotations

import builtins
import csv
import math
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from msgspec.structs import replace
from openpyxl import load_workbook

from long import only
from pitboss.basics.money import Odds
from pitboss.engine import registry
from pitboss.games.double_attack_blackjack import settle
from pitboss.games.double_attack_blackjack.settle import LOW
from pitboss.mathematics import any_game
from pitboss.mathematics.choices import Known, Strategy
from pitboss.mathematics.results import (
    Bars,
    Cell,
    Distribution,
    Estimate,
    GameOdds,
    Grid,
    Heat,
    MeterValue,
    Moments,
    Outcome,
    Picture,
    ProgressiveValue,
    WagerOdds,
    from_meter,
    lost,
    paid,
    rows_of,
)
from pitboss.report import draw, svg, value_distribution, write
from pitboss.report.drawing import GAP, stamp
from pitboss.report.par_sheet import SHARES, ParSheet, bands, lines

NAME = "double_down_stud"


def jackpot(showing: int = 50_000_00) -> WagerOdds:
    """A progressive wager of $5 with lines for the whole meter, a tenth of it and fixed pays, and with envy bonuses."""
    meter = {"meter": showing}
    outcomes = (
        from_meter("royal flush", 4, Odds.parse("100% of meter"), meter, 500),
        from_meter("straight flush", 36, Odds.parse("10% of meter"), meter, 500),
        paid("flush", 5108, Odds.parse("50 for 1")),
        lost("others", 2593812),
    )
    share = Fraction(4, 2598960) + Fraction(36, 2598960) / 10
    value = ProgressiveValue(
        stake=500,
        fixed=Fraction(50 * 5108, 2598960),
        meters=(MeterValue(name="meter", at=showing, seed=10_000_00, share=share, hits=Fraction(4, 2598960)),),
        envy=Fraction(1, 3333),
        rate=Fraction(7, 10),
        long_run=Fraction(9, 10),
        warnings=("the meter alone can't pay this",),
    )
    return WagerOdds(
        name="jackpot", clause="1(a)", outcomes=outcomes, side=True, table="Z", most=500, progressive=value
    )


def odd_wagers() -> tuple[WagerOdds, ...]:
    """Wagers of every kind that a sheet may show."""
    huge = 10**20 + 1
    return (
        jackpot(),
        WagerOdds(
            name="envy",
            clause="1(a)",
            outcomes=(
                Outcome(name="another's jackpot", count=1, net=Fraction(1), pays="$5"),
                Outcome(name="none", count=7, net=Fraction(0), pays="nothing"),
            ),
            side=True,
            earned=True,
            per="jackpot",
        ),
        WagerOdds(
            name="huge: [counts]",
            clause="1(b)",
            outcomes=(paid("win", huge, Odds.parse("3 to 2")), lost("lose", 2 * huge)),
            side=True,
        ),
        WagerOdds(
            name="broken",
            clause="1(c)",
            outcomes=(
                Outcome(name="a third", count=Fraction(1, 3), net=Fraction(2, 3), pays="2 to 3"),
                lost("lose", Fraction(2, 3)),
            ),
            side=True,
        ),
        WagerOdds(
            name="guessed",
            clause="1(d)",
            outcomes=(paid("win", 1, Odds.parse("2 to 1")), lost("lose", 3)),
            side=True,
            estimate=Estimate(rounds=10**10, standard_error=0.0001, how="dealt at random"),
            spread=Moments(Fraction(-1, 5), Fraction(7, 3)),
            note="<b>bold</b> words",
        ),
    )


@pytest.fixture(scope="module")
def odds() -> GameOdds:
    """A real game with a strategy that makes mistakes, and side wagers of every kind."""
    found = any_game.odds(NAME, strategy="never")
    return replace(found, wagers=found.wagers | rows_of(odd_wagers()), notes=("A note & more.",))


@pytest.fixture(scope="module")
def optimal() -> GameOdds:
    return any_game.odds(NAME)


@pytest.fixture(scope="module")
def page(odds: GameOdds, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("html") / "par.html"
    write(odds, path)
    return path.read_text(encoding="utf-8")


# --- the content of all formats


@pytest.mark.parametrize("wager", [*odd_wagers()], ids=lambda wager: wager.name)
def test_returns_of_the_lines_add_up_to_the_value(wager: WagerOdds) -> None:
    found = lines(wager)
    assert sum(line.probability for line in found) == 1
    assert sum(line.returns for line in found if line.returns is not None) == wager.distribution.mean


def test_returns_leave_out_deals_on_which_a_wager_is_not_placed(optimal: GameOdds) -> None:
    double = optimal.wagers["double"]
    found = lines(double)
    assert found[-1].returns is None
    assert found[-1].probability == 1 - double.placed
    assert sum(line.returns for line in found if line.returns is not None) == double.expected_value


def test_wagers_add_up_to_the_round(optimal: GameOdds) -> None:
    parts = ParSheet(optimal).parts
    assert parts is not None
    assert sum(parts.values()) == optimal.expected_value
    unlike = replace(optimal, results=Moments(Fraction(-1, 7), Fraction(1)))
    assert ParSheet(unlike).parts is None


def test_bands_close_in_on_the_house_edge(optimal: GameOdds) -> None:
    found = bands(optimal.results)
    assert [band.rounds for band in found] == [10**power for power in range(3, 10)]
    for band in found:
        least, most = band.between["95%"]
        assert least < optimal.house_edge < most
        half = 1.959963984540054 * optimal.standard_deviation / math.sqrt(band.rounds)
        assert most - least == pytest.approx(2 * half, rel=1e-12)
        assert band.between["99%"][0] < least


def fourier(results: Distribution, rounds: int) -> tuple[np.ndarray[Any, Any], int]:
    """The chances of the sum of so many results in whole units, from its lowest on, by Fourier's transform."""
    low, high = int(min(results.weights)), int(max(results.weights))
    each = np.zeros(1 << (rounds * (high - low)).bit_length())
    for net, weight in results.weights.items():
        each[int(net) - low] = float(Fraction(weight) / results.total)
    return np.fft.irfft(np.fft.rfft(each) ** rounds), rounds * low


@pytest.mark.parametrize("rounds", [1000, 10_000])
def test_bands_of_a_round_are_counted_as_fourier_does(rounds: int) -> None:
    results = any_game.odds("caribbean_stud").results
    assert isinstance(results, Distribution)
    band = next(band for band in bands(results, count=True) if band.rounds == rounds)
    assert band.counted
    assert band.error is not None
    assert band.error < 1e-9
    chances, low = fourier(results, rounds)
    so_far = np.cumsum(chances)
    for name, share in SHARES.items():
        least, most = (-round(edge * rounds) - low for edge in reversed(band.between[name]))
        assert so_far[least - 1] < (1 - share) / 2 <= so_far[least]
        assert so_far[most - 1] < (1 + share) / 2 <= so_far[most]


def test_the_error_of_a_normal_band_is_said_and_is_no_less_than_the_true_one() -> None:
    results = any_game.odds("caribbean_stud").results
    assert isinstance(results, Distribution)
    for band in bands(results):
        assert not band.counted
        assert band.error == pytest.approx(
            2 * 0.4748 * results.third / results.standard_deviation**3 / band.rounds**0.5
        )
    chances, low = fourier(results, 1000)
    first = bands(results)[0]
    for name, share in SHARES.items():
        least, most = (-1000 * edge - low for edge in reversed(first.between[name]))
        within = chances[math.ceil(least) : math.floor(most) + 1].sum()
        assert 1e-6 < abs(within - share) < (first.error or 0)
    assert bands(Moments(Fraction(-1, 37), Fraction(1)))[0].error is None


def test_every_ruling_that_a_game_follows_has_words() -> None:
    for ruling in ParSheet(any_game.odds(NAME)).rulings:
        assert ruling.words, ruling.name


# --- HTML


def test_page_holds_every_outcome_and_figure(odds: GameOdds, page: str) -> None:
    assert page.startswith("<!doctype html>")
    text = unescape(re.sub(r"<[^>]+>", " ", page))
    for wager in odds.wagers.values():
        assert wager.name in text
        for one in wager.outcomes:
            assert one.name in text
            assert one.pays in text
    for word in (odds.rules_hash, "12,994,800", "31c90014533b6c3c", "0.284035152523", "184549/649740", "10(b)"):
        assert word in text
    for ruling in odds.rulings:
        assert ruling in text
    for mistake in odds.mistakes:
        assert mistake.state in text


def test_page_is_one_file_with_pictures_inside(odds: GameOdds, page: str) -> None:
    titles = [picture.title for picture in ParSheet(odds).pictures()]
    assert page.count("<svg") == page.count("</svg>") == len(titles) > 1
    assert all(f'aria-label="{title}"' in page for title in titles)
    assert not re.search(r"""(?:src|href)=["'](?!#)""", page.split("<svg")[0])
    assert "<script" not in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_page_escapes_words_that_are_not_its_own(page: str) -> None:
    assert "&lt;b&gt;bold&lt;/b&gt; words" in page
    assert "A note &amp; more." in page


def test_page_shows_the_progressive(page: str) -> None:
    text = unescape(re.sub(r"<[^>]+>", " ", page))
    value = jackpot().progressive
    assert value is not None
    for others in range(7):
        shown = f"{float(value.value({'meter': 50_000_00}, others)):.9f}".replace("-", "\N{MINUS SIGN}")
        assert shown in text
    for word in ("The meter alone can't pay this.", "$50,000", "$10,000", "70.00%", "90.000000%"):
        assert word in text


def test_page_gives_what_is_won_without_a_stake_the_sign_of_the_player(page: str) -> None:
    text = " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
    assert "envy earned 0.125000 \N{MINUS SIGN}12.5000%" in text
    assert "Results are in units of the jackpot wager." in text
    assert "A house edge below zero is the player's gain." in text


# --- CSV


def test_table_parses_back_to_the_odds(odds: GameOdds, tmp_path: Path) -> None:
    path = tmp_path / "par.csv"
    write(odds, path)
    rows = list(csv.DictReader(StringIO(path.read_text(encoding="utf-8"))))
    for wager in odds.wagers.values():
        told = [row for row in rows if row["section"] == "outcome" and row["wager"] == wager.name]
        assert [row["item"] for row in told] == [one.name for one in wager.outcomes]
        assert [Fraction(row["count"]) for row in told] == [one.count for one in wager.outcomes]
        nets = [Fraction(row["net"]) if row["net"] else None for row in told]
        assert nets == [one.net for one in wager.outcomes]
        figures = {row["item"]: row for row in rows if row["section"] == "wager" and row["wager"] == wager.name}
        assert Fraction(figures["expected value"]["exact"]) == wager.expected_value
        assert float(figures["standard deviation"]["value"]) == wager.standard_deviation
    whole = {row["item"]: row for row in rows if row["section"] == "round"}
    assert Fraction(whole["expected value"]["exact"]) == odds.expected_value
    assert Fraction(whole["cost against optimal play"]["exact"]) == odds.cost
    assert {row["item"] for row in rows if row["section"] == "ruling"} == set(odds.rulings)


# --- the spreadsheet, with a calculator for its formulas


def in_all(given: tuple[Any, ...]) -> Iterator[Any]:
    """Numbers, and those of ranges without their empty cells."""
    for one in given:
        yield from (value for value in one if value is not None) if isinstance(one, list) else (one,)


class Calculator:
    """Computes the cells of a workbook, exactly up to roots. It supports only the formulas that par sheets use."""

    FUNCTIONS: Mapping[str, Callable[..., Any]] = {
        "SUM": lambda *given: sum(in_all(given)),
        "MAX": lambda *given: max(in_all(given)),
        "SQRT": math.sqrt,
        "SUMPRODUCT": lambda a, b: sum((x or 0) * (y or 0) for x, y in zip(a, b, strict=True)),
        "SUMIF": lambda cells, test, sums: sum(
            sums[at] for at, value in enumerate(cells) if value is not None and test == ">0" and value > 0
        ),
    }
    TOKEN = re.compile(
        r"""(?P<text>"[^"]*")|(?P<cell>(?:'(?P<sheet>[^']+)'!)?\$?(?P<from>[A-Z]+\$?\d+)(?::(?P<to>[A-Z]+\d+))?)"""
        r"""|(?P<number>\d+(?:\.\d+)?(?:E[+-]?\d+)?)|(?P<function>[A-Z]+)(?=\()|(?P<sign>[-+*/(),^])"""
    )

    def __init__(self, path: Path) -> None:
        self.book = load_workbook(path)
        self.known: dict[tuple[str, str], Any] = {}

    def value(self, sheet: str, cell: str) -> Any:
        key = sheet, cell.replace("$", "")
        if key not in self.known:
            written = self.book[sheet][key[1]]
            match written.data_type, written.value:
                case "f", str(formula):
                    self.known[key] = self.calculated(sheet, formula[1:])
                case "n", int() | float() as number:
                    self.known[key] = Fraction(number)
                case _, other:
                    self.known[key] = other
        return self.known[key]

    def calculated(self, sheet: str, formula: str) -> Any:
        parts, end = [], 0
        for token in self.TOKEN.finditer(formula):
            assert token.start() == end, formula
            end = token.end()
            parts.append(self.part(sheet, token))
        assert end == len(formula), formula
        names = {"of": self.FUNCTIONS, "value": self.value, "all": self.range, "exact": Fraction}
        return eval("".join(parts), {"__builtins__": {}, **names})

    def part(self, sheet: str, token: re.Match[str]) -> str:
        if token["cell"]:
            on = token["sheet"] or sheet
            return f"all({on!r}, {token['cell']!r})" if token["to"] else f"value({on!r}, {token['from']!r})"
        if token["function"]:
            return f"of[{token['function']!r}]"
        if token["number"]:
            return f"exact({token['number']!r})"
        return "**" if token[0] == "^" else token[0]

    def range(self, sheet: str, cells: str) -> list[Any]:
        found = self.book[sheet][cells.rpartition("!")[2].replace("$", "")]
        return [self.value(sheet, row[0].coordinate) for row in found]

    def row(self, sheet: str, name: str) -> int:
        """The first row with this name."""
        return next(cell.row for cell in self.book[sheet]["A"] if cell.value == name)

    def figure(self, sheet: str, name: str, column: str) -> Any:
        return self.value(sheet, f"{column}{self.row(sheet, name)}")

    def formulas(self) -> Iterator[tuple[str, str]]:
        """The sheet and the place of every formula."""
        for sheet in self.book:
            for row in sheet.iter_rows():
                yield from ((sheet.title, cell.coordinate) for cell in row if cell.data_type == "f")


@pytest.fixture(scope="module")
def calculator(odds: GameOdds, tmp_path_factory: pytest.TempPathFactory) -> Calculator:
    path = tmp_path_factory.mktemp("xlsx") / "par.xlsx"
    write(odds, path)
    return Calculator(path)


def near(value: float) -> Any:
    return pytest.approx(value, rel=1e-12, abs=1e-15)


SHEETS = {"original": "original", "jackpot": "jackpot", "huge: [counts]": "huge counts", "broken": "broken"}


@pytest.mark.parametrize("wager", [*SHEETS, "guessed"])
def test_formulas_come_to_the_odds_of_a_wager(calculator: Calculator, odds: GameOdds, wager: str) -> None:
    sheet, expected = SHEETS.get(wager, wager), odds.wagers[wager]
    assert calculator.figure(sheet, "expected value", "C") == near(float(expected.expected_value))
    assert calculator.figure(sheet, "house edge", "C") == near(expected.house_edge)
    assert calculator.figure(sheet, "standard deviation", "C") == near(expected.standard_deviation)
    assert calculator.figure(sheet, "hit rate", "C") == near(float(expected.hit_frequency))
    assert calculator.figure(sheet, "placed, share of deals", "C") == near(float(expected.placed))
    assert calculator.figure(sheet, "all", "C") == near(float(expected.combinations))
    if expected.skewness is not None:
        assert calculator.figure(sheet, "skewness", "C") == pytest.approx(expected.skewness, rel=1e-10)
    for at, line in enumerate(lines(expected)):
        row = next(cell.row for cell in calculator.book[sheet]["A"] if cell.value == "outcome") + 1 + at
        assert calculator.value(sheet, f"E{row}") == near(float(line.probability))
        assert calculator.value(sheet, f"H{row}") == near(float(line.returns or 0))


def test_formulas_come_to_the_odds_of_a_round(optimal: GameOdds, tmp_path: Path) -> None:
    path = tmp_path / "par.xlsx"
    write(optimal, path)
    found = Calculator(path)
    assert found.figure("Summary", "expected value", "B") == near(float(optimal.expected_value))
    assert found.figure("Summary", "element of risk", "B") == near(optimal.element_of_risk)
    assert found.figure("Summary", "standard deviation", "B") == near(optimal.standard_deviation)
    assert found.figure("Summary", "a round, as the sum of its wagers", "I") == near(float(optimal.expected_value))
    assert found.figure("double", "expected value", "C") == near(float(optimal.wagers["double"].expected_value))
    assert found.figure("double", "standard deviation", "C") == near(optimal.wagers["double"].standard_deviation)
    for band in bands(optimal.results, count=True):
        row = next(cell.row for cell in found.book["Round"]["A"] if cell.value == band.rounds)
        assert (found.value("Round", f"F{row}") == "counted") is band.counted is (band.rounds <= 10_000)
        shown = tuple(found.value("Round", f"{column}{row}") for column in "BCDE")
        assert shown == near((*band.between["95%"], *band.between["99%"]))  # type: ignore[arg-type]


def test_changing_an_input_changes_what_follows(optimal: GameOdds, tmp_path: Path) -> None:
    path = tmp_path / "par.xlsx"
    write(optimal, path)
    found = Calculator(path)
    sheet = found.book["original"]
    row = next(cell.row for cell in sheet["A"] if cell.value == "flush")
    sheet[f"D{row}"].value += 1
    before = optimal.wagers["original"]
    flushes = next(one for one in before.outcomes if one.name == "flush")
    raised = before.expected_value + Fraction(flushes.count) / before.combinations
    assert found.figure("original", "expected value", "C") == near(float(raised))


def always_down(known: Known) -> str:
    return "vertical"


def with_pays(found: GameOdds, path: Path, pays: Mapping[tuple[str, str], Fraction]) -> Calculator:
    """The workbook in which some lines of wagers, by wager and outcome, have another net result."""
    write(found, path)
    edited = Calculator(path)
    for (wager, outcome), net in pays.items():
        edited.book[wager][f"D{edited.row(wager, outcome)}"].value = float(net)
    return edited


@pytest.mark.parametrize(
    ("game", "strategy", "settings", "pays"),
    [
        (
            "boston_5_stud",
            "always",
            ("ante_bonus.flush=6", "first_and_second=3 to 2"),
            {("ante bonus", "flush"): 6, ("first", "player higher"): 1.5},
        ),
        pytest.param(
            "caribbean_stud",
            "pair-or-better",
            ("bet.flush=6.5",),
            {("bet", "higher than the dealer, flush"): 6.5},
            marks=pytest.mark.long,
        ),
        pytest.param(
            "double_cross_poker",
            always_down,
            ("raise.pair=1 to 2",),
            {("raise 1", "pair"): 0.5},
            marks=pytest.mark.long,
        ),
        ("double_down_stud", "always", ("pays.flush=6",), {("original", "flush"): 6}),
    ],
)
def test_an_edited_pay_moves_the_edge_of_a_round(
    tmp_path: Path, game: str, strategy: Strategy, settings: tuple[str, ...], pays: dict[tuple[str, str], Fraction]
) -> None:
    before = any_game.odds(game, {}, strategy=strategy)
    after = any_game.odds(game, any_game.study(game, *settings), strategy=strategy)
    assert before.expected_value != after.expected_value
    edited = with_pays(before, tmp_path / "par.xlsx", pays)
    for sheet, column in (("Summary", "B"), ("Round", "C")):
        assert edited.figure(sheet, "expected value", column) == after.expected_value
        assert edited.figure(sheet, "house edge", column) == -after.expected_value
        assert edited.figure(sheet, "standard deviation", column) == before.standard_deviation
    assert edited.figure("Summary", "element of risk", "B") == -after.expected_value / after.staked
    assert edited.figure("Summary", "a round, as the sum of its wagers", "I") == after.expected_value


def test_an_edited_pay_does_not_choose_the_strategy_again(optimal: GameOdds, tmp_path: Path) -> None:
    pays = {(wager, "three of a kind"): Fraction(20) for wager in ("original", "double")}
    edited = with_pays(optimal, tmp_path / "par.xlsx", pays).figure("Summary", "expected value", "B")
    assert optimal.expected_value < edited
    assert edited < any_game.odds(NAME, {"pays": {"three of a kind": "20 to 1"}}).expected_value


def plain(known: Known) -> str:
    """A way to play Double Attack: attack low cards, split eights, double eleven, surrender sixteen."""
    points = [LOW[card] for card in known.get("hand", ())]
    if not points:
        return "attack" if LOW[known["up"][0]] in (4, 5, 6, 7) else "pass"
    total = settle.total(sum(points), points.count(1))
    if points == [8, 8] and "no split" not in known:
        return "split"
    if total == 16:
        return "surrender"
    if "last" in known or total > 16:
        return "stand"
    return "double" if total == 11 else "hit"


@pytest.mark.long
def test_an_edited_pay_moves_the_edge_where_stakes_differ_from_hand_to_hand(tmp_path: Path) -> None:
    game, settings = "double_attack_blackjack", ("initial.dealer-over-21=3 to 2",)
    before = any_game.odds(game, {}, strategy=plain)
    after = any_game.odds(game, any_game.study(game, *settings), strategy=plain)
    stakes = {one.unit for name in ("split", "double") for one in before.wagers[name].outcomes if one.net is not None}
    assert len(stakes) > 5
    assert sum(wager.adds for wager in before.wagers.values() if not wager.side) == before.expected_value
    edited = with_pays(before, tmp_path / "par.xlsx", {("initial", "dealer over 21"): Fraction(3, 2)})
    for name, wager in after.wagers.items():
        assert edited.figure(name, "expected value", "C") == near(float(wager.expected_value))
        if not wager.side:
            assert edited.figure(name, "adds to the expected value of a round", "C") == near(float(wager.adds))
    for sheet, column in (("Summary", "B"), ("Round", "C")):
        assert edited.figure(sheet, "expected value", column) == near(float(after.expected_value))
    assert edited.figure("Summary", "element of risk", "B") == near(after.element_of_risk)
    for name in ("split", "double"):
        unit = edited.figure(name, "staked when placed, units of the base wager", "C")
        assert unit == near(float(before.wagers[name].unit))


def test_only_lines_that_pay_the_same_follow_a_shared_pay_table(tmp_path: Path) -> None:
    path = tmp_path / "par.xlsx"
    write(any_game.odds("double_attack_blackjack"), path)
    found = Calculator(path)

    def typed(sheet: str, line: str) -> str:
        return str(found.book[sheet][f"D{found.row(sheet, line)}"].data_type)

    assert (typed("initial", "dealer over 21"), typed("split", "dealer over 21")) == ("n", "f")
    assert typed("split", "dealer blackjack") == "n"  # it pushes, and the initial wager loses


@pytest.mark.parametrize("moves", [True, False])
def test_a_workbook_says_what_an_edited_pay_changes(optimal: GameOdds, tmp_path: Path, moves: bool) -> None:
    path = tmp_path / "par.xlsx"
    found = optimal if moves else replace(optimal, results=Moments(Fraction(-1, 7), Fraction(1)))
    assert (ParSheet(found).parts is not None) is moves
    write(found, path)
    for sheet, column in (("Summary", "C"), ("Round", "D")):
        words = " ".join(str(cell.value) for cell in load_workbook(path)[sheet]["A"])
        assert ("it is not chosen again" in words) is moves
        assert ("does not change the figures of a round" in words) is not moves
        beside = load_workbook(path)[sheet][f"{column}{Calculator(path).row(sheet, 'standard deviation')}"].value
        assert beside == "for the pays as printed"


@pytest.mark.parametrize("game", registry.games())
def test_an_edited_pay_moves_the_edge_of_every_game(game: str) -> None:
    assert ParSheet(any_game.odds(game)).parts is not None


def stored(path: Path) -> Callable[[str, str], Any]:
    """What a program that does not calculate reads from a cell."""
    book = load_workbook(path, data_only=True)
    return lambda sheet, cell: book[sheet][cell].value


@pytest.mark.parametrize("game", only("boston_5_stud odd-wagers", [*registry.games(), "odd-wagers"]))
def test_every_formula_is_stored_with_its_value(odds: GameOdds, tmp_path: Path, game: str) -> None:
    path = tmp_path / "par.xlsx"
    write(odds if game == "odd-wagers" else any_game.odds(game), path)
    found, read = Calculator(path), stored(path)
    formulas = list(found.formulas())
    assert len(formulas) > 200
    for sheet, cell in formulas:
        assert read(sheet, cell) == pytest.approx(found.value(sheet, cell), rel=1e-13, abs=0), (sheet, cell)
    assert read("Summary", f"B{found.row('Summary', 'house edge')}") != 0


def test_inputs_keep_all_digits(tmp_path: Path) -> None:
    found = any_game.odds("double_attack_blackjack")
    path = tmp_path / "par.xlsx"
    write(found, path)
    read = stored(path)
    first = Calculator(path).row("double", "outcome") + 1
    counts = [float(one.count) for one in found.wagers["double"].outcomes]
    assert [read("double", f"C{first + at}") for at in range(len(counts))] == counts
    assert any(float(f"{count:.16G}") != count for count in counts)


def test_inputs_are_blue_and_formulas_are_not(optimal: GameOdds, tmp_path: Path) -> None:
    path = tmp_path / "par.xlsx"
    write(optimal, path)
    sheet = load_workbook(path)["original"]
    row = Calculator(path).row("original", "flush")
    colors = {column: sheet[f"{column}{row}"].font.color.rgb[-6:] for column in "ACDEH"}
    assert colors == {"A": "1D2733", "C": "1F4E9E", "D": "1F4E9E", "E": "1D2733", "H": "1D2733"}


def test_a_meter_in_the_workbook_drives_value_and_break_even(odds: GameOdds, tmp_path: Path) -> None:
    path = tmp_path / "par.xlsx"
    write(odds, path)
    found = Calculator(path)
    row = next(cell.row for cell in found.book["Progressive"]["A"] if cell.value == "meter") + 1
    found.book["Progressive"][f"B{row}"].value = 80_000
    richer = jackpot(80_000_00)
    assert found.figure("jackpot", "expected value", "C") == near(float(richer.expected_value))
    assert found.figure("Progressive", "expected value", "B") == near(float(richer.expected_value))
    value = richer.progressive
    assert value is not None
    assert found.value("Progressive", f"G{row}") == pytest.approx(float(value.break_even("meter")) / 100, rel=1e-12)
    beside = found.figure("Progressive", "expected value beside 6 other players", "B")
    assert beside == near(float(value.value({"meter": 80_000_00}, 6)))


def test_a_count_of_many_digits_is_exact_text_too(calculator: Calculator) -> None:
    assert [cell.value for cell in calculator.book["huge counts"]["K"]][-40:].count(str(10**20 + 1)) == 1
    assert "1/3" in [cell.value for cell in calculator.book["broken"]["K"]]
    assert all(cell.value is None for cell in calculator.book["original"]["K"])


def test_every_sheet_is_set_up_for_reading_and_printing(calculator: Calculator) -> None:
    for sheet in calculator.book:
        assert sheet.page_setup.orientation == "landscape"
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert calculator.book["original"].freeze_panes == "B5"


# --- pictures

PICTURES: tuple[Picture, ...] = (
    Grid(
        name="play",
        title="When to <hit> & when to stand",
        rows=("hard 16", "soft 17"),
        columns=("2", "A"),
        cells=((Cell("S", "stand"), Cell("H", "hit")), (Cell("H", "hit"), Cell("H", "hit"))),
        row_title="hand",
        column_title="up card",
        legend={"hit": "take a card", "stand": "take none"},
        note="Costs $5 or $6 at most.",
        stamp=("Rules 0123.", "Pays 1 to 1."),
        breaks=(1,),
    ),
    Heat(
        name="worth",
        title="Worth",
        rows=("A", "K"),
        columns=("suited", "unsuited"),
        values=((1.5, None), (-0.25, 0.0)),
        row_title="higher card",
        unit="antes",
    ),
    Bars(name="often", title="How often", labels=("$1 or $2", "win"), values=(0.5, 1e-6), unit="share"),
    Bars(name="gain", title="Gain", labels=("a", "b"), values=(-1.0, 2.0), kinds=("x", "y"), legend={"x": "one"}),
)


def texts(picture: Picture) -> set[str]:
    root = ElementTree.fromstring(svg(picture))
    return {"".join(node.itertext()).strip() for node in root.iter("{http://www.w3.org/2000/svg}text")}


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_pictures_are_xml_with_their_texts_as_text(picture: Picture) -> None:
    found = texts(picture)
    wanted = {picture.title}
    match picture:
        case Grid():
            wanted |= {*picture.rows, *picture.columns, *picture.legend.values(), "S", "H", "up card"}
            wanted |= {picture.note, *picture.stamp}
        case Heat():
            wanted |= {*picture.rows, *picture.columns, "+1.50", "\N{MINUS SIGN}0.25", "higher card", "antes"}
        case Bars():
            wanted |= {*picture.labels, *picture.legend.values(), *filter(None, (picture.unit,))}
    assert wanted - found == set()


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_the_same_picture_gives_the_same_lines(picture: Picture) -> None:
    drawn = svg(picture)
    assert drawn == svg(picture)
    assert "dc:date" not in drawn


def test_kinds_that_their_texts_do_not_tell_apart_get_letters() -> None:
    cells = ((Cell("10%", "double"), Cell("20%", "depends"), Cell("30%", "pass")),)
    legend = {"double": "double", "depends": "it depends", "pass": "pass"}
    grid = Grid(name="g", title="G", rows=("r",), columns=("a", "b", "c"), cells=cells, legend=legend)
    assert {"D", "De", "P"} <= texts(grid)


def test_a_gap_makes_a_grid_higher() -> None:
    def high(picture: Picture) -> float:
        return float(ElementTree.fromstring(svg(picture)).attrib["height"].removesuffix("pt"))

    assert high(PICTURES[0]) == high(replace(PICTURES[0], breaks=())) + GAP


def test_a_stamp_has_edge_pay_tables_and_hash(optimal: GameOdds) -> None:
    edge, pays, rules = stamp(optimal)
    assert edge == f"With optimal play, the house keeps {optimal.house_edge:.4%} of the original wager."
    assert pays.startswith("Original and double: 1,000 to 1 royal flush; 100 to 1 straight flush; ")
    assert rules.startswith(f"Rules {optimal.rules_hash[:16]}. ")
    assert stamp(any_game.odds("double_attack_blackjack"))[-1].startswith("6 decks of 48 cards. Rules ")


def test_a_png_is_drawn(tmp_path: Path) -> None:
    draw(PICTURES[0], tmp_path / "chart.PNG")
    assert (tmp_path / "chart.PNG").read_bytes().startswith(b"\x89PNG")


def test_value_distribution_is_that_of_the_odds(optimal: GameOdds) -> None:
    bars = value_distribution(optimal)
    assert isinstance(optimal.results, Distribution)
    assert len(bars.labels) == len(optimal.results.weights)
    assert sum(bars.values) == pytest.approx(1, rel=1e-12)
    assert bars.labels[0] == "\N{MINUS SIGN}2"
    with pytest.raises(ValueError, match="only mean and variance are known"):
        value_distribution(replace(optimal, results=Moments(Fraction(0), Fraction(1))))


# --- files


@pytest.mark.parametrize(("name", "given"), [("par.pdf", "'.pdf'"), ("par", "empty")])
def test_a_name_that_says_no_form_is_refused_with_those_that_are_taken(
    optimal: GameOdds, tmp_path: Path, name: str, given: str
) -> None:
    with pytest.raises(ValueError, match=rf"the suffix of a par sheet must be \.html, \.xlsx or \.csv, not {given}"):
        write(optimal, tmp_path / name)
    with pytest.raises(ValueError, match=rf"the suffix of a picture must be \.svg or \.png, not {given}"):
        draw(PICTURES[0], tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_path_that_takes_no_file_is_named_and_nothing_is_left(optimal: GameOdds, tmp_path: Path) -> None:
    folder = tmp_path / "folder.csv"
    folder.mkdir()
    for path in (folder, tmp_path / "nowhere" / "par.csv"):
        with pytest.raises(OSError, match="can't be written") as caught:
            write(optimal, path)
        assert caught.value.filename == str(path)
    assert list(tmp_path.iterdir()) == [folder]


def test_a_failure_leaves_the_old_file(optimal: GameOdds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "par.csv"
    path.write_text("old")
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="no space left on device"):
        write(optimal, path, replace=True)
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("par.csv", "old")]


@pytest.mark.parametrize(
    ("name", "library"), [("par.html", "jinja2"), ("par.xlsx", "xlsxwriter"), ("p.svg", "matplotlib")]
)
def test_a_library_that_is_missing_is_named_with_how_to_get_it(
    optimal: GameOdds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, library: str
) -> None:
    real = builtins.__import__

    def without(wanted: str, *rest: Any) -> Any:
        if wanted.partition(".")[0] == library:
            raise ModuleNotFoundError(f"No module named {library!r}", name=library)
        return real(wanted, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ModuleNotFoundError, match=rf"{library}: pip install 'pitboss\[report\]'"):
        draw(PICTURES[0], tmp_path / name) if name == "p.svg" else write(optimal, tmp_path / name)
