"""The par sheet as a workbook. Counts and net results are inputs. All other figures are formulas.

A spreadsheet calculates with about fifteen digits. A count that needs more, or is a fraction, is repeated as exact text
in another column. Blue cells are inputs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from io import BytesIO
from typing import Any

from pitboss.exact.distribution import Moments
from pitboss.exact.results import ProgressiveValue, WagerOdds, ratio
from pitboss.extras import needs
from pitboss.report import par_sheet as par
from pitboss.report.par_sheet import ParSheet
from pitboss.version import __version__

DIGITS = 10**15
"""Whole numbers up to this size are shown in full."""
WHOLE = 2**53
COUNT, SHARE, SELDOM, RETURN, PERCENT = "#,##0", "0.0000000000", "0.000000E+00", "0.000000000000", "0.000000%"
MONEY, DECIMAL, ONE_IN = "$#,##0.00", "#,##0.000000", "#,##0.00"
WHOLE_NET, BROKEN_NET = "+#,##0;-#,##0;0", "+#,##0.00####;-#,##0.00####;0"
INPUT, HEAD, FAINT, INK = "1F4E9E", "EDF0F4", "5B6672", "1D2733"
FONT = "Calibri"
SUMMARY, ROUND, PROGRESSIVE, STRATEGY, RULES = "Summary", "Round", "Progressive", "Strategy", "Rules"


def workbook(par_sheet: ParSheet) -> bytes:
    """The workbook as a file."""
    with needs("a par sheet as a spreadsheet needs"):
        from openpyxl import Workbook
    book = Workbook()
    book.remove(book.active)
    book.properties.creator = f"Pitboss {__version__}"
    mark = f" ({par_sheet.odds.study})" if par_sheet.odds.study else ""

    def sheet(name: str, title: str, widths: Sequence[float]) -> Sheet:
        return Sheet(book, name, title + mark, widths)

    book.properties.title = f"{par_sheet.odds.title}: par sheet{mark}"
    book.calculation.fullCalcOnLoad = True
    names = sheet_names(list(par_sheet.odds.wagers))
    summary = sheet(SUMMARY, f"{par_sheet.odds.title}: par sheet", (34, 19, 19, 17, 15, 15, 15, 17, 19))
    results = _round(sheet(ROUND, "How rounds end", OUTCOME_WIDTHS), par_sheet)
    progressives = par.with_progressive(list(par_sheet.odds.wagers.values()))
    wager_sheets = {wager: sheet(name, wager, OUTCOME_WIDTHS) for wager, name in names.items()}
    meters: dict[tuple[str, str], str] = {}
    if progressives:
        last = sheet(PROGRESSIVE, "Progressive wagers", (34, 18, 18, 22, 22, 22, 20))
        meters = _progressive(last, progressives)
    figures = {name: _wager(wager_sheets[name], wager, meters) for name, wager in par_sheet.odds.wagers.items()}
    _summary(summary, par_sheet, results, figures)
    _strategy(sheet(STRATEGY, "Strategy", (44, 22, 22, 22, 20, 20)), par_sheet)
    _rules(sheet(RULES, "Rules", (34, 34, 100)), par_sheet)
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def sheet_names(wagers: Iterable[str]) -> dict[str, str]:
    """A valid and unique name for the sheet of each wager, at most 31 characters.

    >>> sheet_names(["ante", "bonus [A]", "summary"])
    {'ante': 'ante', 'bonus [A]': 'bonus A', 'summary': 'summary 2'}
    """
    taken = {name.lower() for name in (SUMMARY, ROUND, PROGRESSIVE, STRATEGY, RULES)}
    found = {}
    for wager in wagers:
        plain = " ".join(re.sub(r"[\[\]:*?/\\']", " ", wager).split())[:31].strip() or "wager"
        name, at = plain, 2
        while name.lower() in taken:
            name = f"{plain[: 31 - len(str(at)) - 1]} {at}"
            at += 1
        taken.add(name.lower())
        found[wager] = name
    return found


def entered(value: int | float | Fraction) -> int | float | str:
    """A number as the input of a cell, as exactly as possible: a number, or a division if that is more exact.

    >>> entered(Fraction(3, 2)), entered(Fraction(1, 3)), entered(10**20)
    (1.5, '=1/3', 1e+20)
    """
    if isinstance(value, float):
        return value
    exact = Fraction(value)
    if exact.denominator == 1:
        return exact.numerator if abs(exact.numerator) <= WHOLE else float(exact)
    if Fraction(float(exact)) != exact and max(abs(exact.numerator), exact.denominator) <= DIGITS:
        return f"={exact.numerator}/{exact.denominator}"
    return float(exact)


class Sheet:
    """A sheet that is filled from the top."""

    def __init__(self, book: Any, name: str, title: str, widths: Sequence[float]) -> None:
        from openpyxl.utils import get_column_letter

        self.name, self.at = name, 1
        self._sheet = book.create_sheet(name)
        for column, wide in enumerate(widths, 1):
            self._sheet.column_dimensions[get_column_letter(column)].width = wide
        setup = self._sheet.page_setup
        setup.orientation, setup.paperSize, setup.fitToWidth, setup.fitToHeight = "landscape", 9, 1, 0
        self._sheet.sheet_properties.pageSetUpPr.fitToPage = True
        self._sheet.print_options.horizontalCentered = False
        self._sheet.sheet_view.showGridLines = False
        self._sheet.oddFooter.left.text = title.replace("&", "&&")
        self._sheet.oddFooter.right.text = "&P / &N"
        self.text("A", title, size=15, bold=True)
        self.at += 1

    def text(
        self, column: str, words: str, *, bold: bool = False, faint: bool = False, size: float = 10,
        indented: bool = False, wrap: bool = False,
    ) -> None:  # fmt: skip
        from openpyxl.styles import Alignment, Font

        cell = self._sheet[f"{column}{self.at}"]
        cell.value = words
        cell.data_type = "s"  # never a formula, even if it begins with =
        cell.font = Font(name=FONT, bold=bold, size=size, color=FAINT if faint else INK)
        cell.alignment = Alignment(
            "left" if indented else None, "top" if wrap else None, wrap_text=wrap, indent=1 if indented else 0
        )

    def number(
        self, column: str, value: int | float | Fraction | str | None, form: str, *, given: bool = True,
        bold: bool = False,
    ) -> str:  # fmt: skip
        """Put a number or a formula into the current row and return its cell. ``given`` marks an input."""
        from openpyxl.styles import Font

        cell = self._sheet[f"{column}{self.at}"]
        if value is not None:
            cell.value = value if isinstance(value, str) else entered(value)
        cell.number_format = form
        cell.font = Font(name=FONT, size=10, bold=bold, color=INPUT if given else INK)
        return f"${column}${self.at}"

    def formula(self, column: str, words: str, form: str, *, bold: bool = False) -> str:
        return self.number(column, f"={words}", form, given=False, bold=bold)

    def next(self, rows: int = 1) -> None:
        self.at += rows

    def heading(self, words: str) -> None:
        self.next()
        self.text("A", words, bold=True, size=12)
        self.next()

    def head(self, names: Sequence[str], *, numbers_from: int, frozen: bool = False) -> None:
        """A row of headings. From the column ``numbers_from`` on, they are right-aligned."""
        from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

        for at, name in enumerate(names, 1):
            cell = self._sheet.cell(self.at, at, name)
            cell.font = Font(name=FONT, bold=True, size=10, color=INK)
            cell.fill = PatternFill("solid", fgColor=HEAD)
            cell.border = Border(bottom=Side("thin", color=FAINT))
            cell.alignment = Alignment(horizontal="right" if at >= numbers_from else "left", wrap_text=True)
        if frozen:
            self._sheet.freeze_panes = f"B{self.at + 1}"
            self._sheet.print_title_rows = f"{self.at}:{self.at}"
        self.next()

    def total_line(self, columns: int) -> None:
        """Draw a line above the current row."""
        from openpyxl.styles import Border, Side

        for at in range(1, columns + 1):
            self._sheet.cell(self.at, at).border = Border(top=Side("thin", color=FAINT))

    def figure(self, name: str, value: Any, form: str, exact: Fraction | str | None = None, column: str = "C") -> str:
        """A row with a name and a number. A text is a formula. Any other value is an input."""
        self.text("A", name)
        formula = isinstance(value, str)
        at = self.number(column, value, form, given=not formula)
        if exact is not None:
            words = exact if isinstance(exact, str) else ratio(exact)
            self.text(chr(ord(column) + 1), words, faint=True, indented=True)
        self.next()
        return at

    def of(self, cell: str) -> str:
        """A reference to a cell of this sheet from other sheets."""
        return f"'{self.name}'!{cell}"


# --- outcomes


class Figures:
    """The cells that contain the figures of a wager or a round."""

    def __init__(self, **cells: str) -> None:
        self.cells = cells

    def __getitem__(self, name: str) -> str:
        return self.cells[name]


class Entry:
    """The input cells of one outcome."""

    __slots__ = ("count", "name", "net", "net_is", "pays")

    def __init__(self, name: str, pays: str, count: int | Fraction, net: Fraction | None, net_is: str = "") -> None:
        self.name, self.pays, self.count, self.net, self.net_is = name, pays, count, net, net_is


OUTCOME_HEADS = (
    "outcome", "pays", "count", "net", "probability", "one in", "when placed", "return", "squared deviation",
    "cubed deviation",
)  # fmt: skip
OUTCOME_WIDTHS = (34, 17, 24, 15, 16, 17, 16, 19, 21, 25, 34)


def _outcomes(sheet: Sheet, entries: Sequence[Entry], spread: Moments | None) -> Figures:
    """Write the outcomes with their formulas, and the figures of the whole.

    ``spread`` is given if mean and variance do not follow from the outcomes alone.
    """
    exact = any(not isinstance(one.count, int) or one.count > DIGITS for one in entries)
    if exact:
        sheet.text("A", "The last column has the exact counts, which may be fractions or very long.", faint=True)
        sheet.next()
    heads = (*OUTCOME_HEADS, "exact count") if exact else OUTCOME_HEADS
    sheet.head(heads, numbers_from=3, frozen=True)
    first, last = sheet.at, sheet.at + len(entries) - 1
    total = last + 1
    skipped = [first + at for at, one in enumerate(entries) if one.net is None]
    less_skipped = "".join(f"-C{row}" for row in skipped)
    ever = any(one.net is not None and one.count for one in entries)
    whole = sum((Fraction(one.count) for one in entries), Fraction(0))
    for one in entries:
        row = sheet.at
        sheet.text("A", one.name)
        sheet.text("B", one.pays)
        sheet.number("C", one.count, COUNT)
        seldom = not one.count or one.count / whole < Fraction(1, 10_000)
        sheet.formula("E", f"C{row}/$C${total}", SELDOM if seldom else SHARE)
        if one.count:
            sheet.formula("F", f"1/E{row}", ONE_IN)
        if one.net is not None:
            form = WHOLE_NET if one.net.denominator == 1 else BROKEN_NET
            sheet.number("D", one.net_is or one.net, form, given=not one.net_is)
            if ever:
                sheet.formula("G", f"C{row}/($C${total}{less_skipped})", SELDOM if seldom else SHARE)
                sheet.formula("H", f"G{row}*D{row}", RETURN)
                sheet.formula("I", f"G{row}*(D{row}-$H${total})^2", RETURN)
                sheet.formula("J", f"G{row}*(D{row}-$H${total})^3", RETURN)
        if exact:
            sheet.text("K", str(one.count), faint=True, indented=True)
        sheet.next()
    sheet.total_line(len(heads))
    sheet.text("A", "all", bold=True)
    for column, form in (("C", COUNT), ("E", SHARE), ("G", SHARE), ("H", RETURN), ("I", RETURN), ("J", RETURN)):
        if ever or column in "CE":
            sheet.formula(column, f"SUM({column}{first}:{column}{last})", form, bold=True)
    sheet.next(2)
    mean: Any = f"=H{total}" if ever else 0
    variance: Any = f"=I{total}" if ever else 0
    if spread is not None:
        sheet.text("A", "Mean and variance are inputs, because they do not follow from the outcomes alone.", faint=True)
        sheet.next()
        mean, variance = spread.mean, spread.variance
    cells = {"placed": sheet.figure("placed, share of deals", f"=($C${total}{less_skipped})/$C${total}", PERCENT)}
    cells["mean"] = sheet.figure("expected value", mean, RETURN)
    cells["edge"] = sheet.figure("house edge", f"=-{cells['mean']}", PERCENT)
    cells["variance"] = sheet.figure("variance", variance, "#,##0.000000000")
    cells["deviation"] = sheet.figure("standard deviation", f"=SQRT({cells['variance']})", "#,##0.000000000")
    if spread is not None:
        if spread.skewness is not None:
            cells["skewness"] = sheet.figure("skewness", spread.skewness, DECIMAL)
    elif ever and len({one.net for one in entries if one.net is not None and one.count}) > 1:
        cells["skewness"] = sheet.figure("skewness", f"=J{total}/{cells['deviation']}^3", DECIMAL)
    won = f'=SUMIF(D{first}:D{last},">0",C{first}:C{last})/$C${total}'
    cells["hits"] = sheet.figure("hit rate", won, PERCENT)
    cells["best"] = sheet.figure("largest net result", f"=MAX(D{first}:D{last})", ONE_IN)
    return Figures(**cells)


def _bands(sheet: Sheet, figures: Figures, of: str) -> None:
    """Confidence bands of the house edge, by the normal distribution."""
    sheet.heading("Confidence bands of the house edge")
    ends = [f"{share}: {end}" for share in par.DEVIATIONS for end in ("least", "most")]
    sheet.head((of, *ends), numbers_from=1)
    sheet.text("A", "standard deviations", faint=True)
    at = {share: sheet.number("BD"[i], value, "0.000000") for i, (share, value) in enumerate(par.DEVIATIONS.items())}
    sheet.next()
    for rounds in par.ROUNDS:
        sheet.number("A", rounds, COUNT)
        half = f"*{figures['deviation']}/SQRT(A{sheet.at})"
        for columns, share in zip(("BC", "DE"), par.DEVIATIONS, strict=True):
            sheet.formula(columns[0], f"{figures['edge']}-{at[share]}{half}", PERCENT)
            sheet.formula(columns[1], f"{figures['edge']}+{at[share]}{half}", PERCENT)
        sheet.next()


def _round(sheet: Sheet, par_sheet: ParSheet) -> Figures:
    """Write the results of a round: the distribution if it is known, otherwise mean and variance."""
    odds = par_sheet.odds
    sheet.text("A", "Net results in units of the base wager, without side wagers. Blue cells are inputs.", faint=True)
    sheet.next()
    if par_sheet.by_result is not None:
        entries = [
            Entry("win" if one.net > 0 else "lose" if one.net < 0 else "push", "", one.weight, one.net)
            for one in par_sheet.result_lines
        ]
        figures = _outcomes(sheet, entries, None)
    else:
        mean = sheet.figure("expected value", odds.expected_value, RETURN)
        edge = sheet.figure("house edge", f"=-{mean}", PERCENT)
        variance = sheet.figure("variance", odds.results.variance, "#,##0.000000000")
        deviation = sheet.figure("standard deviation", f"=SQRT({variance})", "#,##0.000000000")
        figures = Figures(mean=mean, edge=edge, variance=variance, deviation=deviation)
        if odds.results.skewness is not None:
            figures.cells["skewness"] = sheet.figure("skewness", odds.results.skewness, DECIMAL)
    _bands(sheet, figures, "rounds")
    return Figures(**{name: sheet.of(cell) for name, cell in figures.cells.items()})


def _wager(sheet: Sheet, wager: WagerOdds, meters: dict[tuple[str, str], str]) -> Figures:
    said = [f"Clause {wager.clause}.", f"Pay table {wager.table}." if wager.table else ""]
    said += ["Won without a separate stake, in units of the base wager." if wager.earned else "", wager.note]
    if wager.estimate is not None:
        said.append(
            f"This is an estimate: {wager.estimate.how}; {wager.estimate.rounds:,} rounds,"
            f" standard error {wager.estimate.standard_error:.3g}."
        )
    for words in (" ".join(filter(None, said)), f"Pay table hash (SHA-256) {par.pay_table_hash(wager)}"):
        sheet.text("A", words, faint=True)
        sheet.next()
    entries = []
    for one in wager.outcomes:
        net_is = ""
        if one.meter and wager.progressive is not None:
            stake, shows = meters[wager.name, ""], meters[wager.name, one.meter]
            net_is = f"={one.share.numerator}/{one.share.denominator}*{shows}/{stake}-1"
        entries.append(Entry(one.name, one.pays, one.count, one.net, net_is))
    figures = _outcomes(sheet, entries, wager.spread)
    most = sheet.figure("maximum stake", Fraction(wager.most, 100), MONEY)
    risk = "=0" if wager.earned else f"={figures['edge']}"
    figures.cells["risk"] = sheet.figure("element of risk", risk, PERCENT)
    figures.cells["exposure"] = sheet.figure("largest exposure", f"={figures['best']}*{most}", MONEY)
    figures.cells["unit"] = sheet.figure("staked when placed, units of the base wager", wager.unit, DECIMAL)
    sheet.text("A", "expected value, exact")
    sheet.text("C", ratio(wager.expected_value), faint=True)
    sheet.next()
    _bands(sheet, figures, "wagers placed")
    return Figures(**{name: sheet.of(cell) for name, cell in figures.cells.items()})


# --- progressive wagers as functions of their meters

METER_HEADS = (
    "meter", "shows", "seed", "share won on average", "whole meter won, one in", "value of $10,000 more",
    "breaks even at",
)  # fmt: skip


def _progressive(sheet: Sheet, wagers: Sequence[tuple[WagerOdds, ProgressiveValue]]) -> dict[tuple[str, str], str]:
    """Write each progressive wager with its meters as inputs. Returns the cells of the stake (with an empty name) and
    of the meters."""
    cells: dict[tuple[str, str], str] = {}
    sheet.text("A", "Change the amount on a meter or the number of other players to update all figures.", faint=True)
    sheet.next()
    for wager, value in wagers:
        sheet.heading(wager.name)
        for warning in value.warnings:
            sheet.text("A", warning, faint=True)
            sheet.next()
        stake = sheet.figure("wager", Fraction(value.stake, 100), MONEY, column="B")
        cells[wager.name, ""] = sheet.of(stake)
        fixed = sheet.figure("fixed return", value.fixed, PERCENT, value.fixed, column="B")
        envy = sheet.figure("envy, for each other player", value.envy, PERCENT, value.envy, column="B")
        others = sheet.figure("other players", 0, "0", column="B")
        sheet.figure("rate of progression", value.rate, PERCENT, column="B")
        if value.long_run is not None:
            sheet.figure("long-run return", value.long_run, PERCENT, value.long_run, column="B")
        sheet.next()
        sheet.head(METER_HEADS, numbers_from=2)
        first, last = sheet.at, sheet.at + len(value.meters) - 1
        shares, shown, seeds = (f"{column}{first}:{column}{last}" for column in "DBC")
        net = f"{fixed}+{others}*{envy}+SUMPRODUCT({shares},{shown})/{stake}-1"
        for meter in value.meters:
            row = sheet.at
            sheet.text("A", meter.name)
            cells[wager.name, meter.name] = sheet.of(sheet.number("B", Fraction(meter.at, 100), MONEY))
            sheet.number("C", Fraction(meter.seed, 100), MONEY)
            sheet.number("D", meter.share, SELDOM)
            if meter.hits:
                sheet.number("E", 1 / meter.hits, COUNT)
            sheet.formula("F", f"D{row}*{par.PER // 100}/{stake}", PERCENT)
            if meter.share:
                sheet.formula("G", f"B{row}-({net})*{stake}/D{row}", MONEY)
            sheet.next()
        sheet.next()
        sheet.figure("expected value", f"={net}", RETURN, column="B")
        sheet.figure("house edge", f"=-({net})", PERCENT, column="B")
        seeded = f"={fixed}+{others}*{envy}+SUMPRODUCT({shares},{seeds})/{stake}-1"
        sheet.figure("expected value at the seed", seeded, RETURN, column="B")
        if value.envy:
            for line in par.beside(value):
                beside = f"={fixed}+{line.others}*{envy}+SUMPRODUCT({shares},{shown})/{stake}-1"
                sheet.figure(f"expected value beside {line.others} other players", beside, RETURN, column="B")
    return cells


# --- summary, strategy and rules

SUMMARY_COLUMNS = (
    ("B", "placed", PERCENT), ("C", "mean", RETURN), ("D", "edge", PERCENT), ("E", "deviation", DECIMAL),
    ("F", "skewness", DECIMAL), ("G", "hits", PERCENT), ("H", "exposure", MONEY),
)  # fmt: skip


def _summary(sheet: Sheet, par_sheet: ParSheet, results: Figures, wagers: dict[str, Figures]) -> None:
    odds = par_sheet.odds
    sheet.text("A", "Blue cells on the other sheets are inputs. All other figures are formulas.", faint=True)
    sheet.next()
    sheet.heading("Identification")
    for name, words in par_sheet.identification.items():
        sheet.text("A", name)
        sheet.text("B", words)
        sheet.next()
    if odds.defects:
        sheet.heading("What the document forbids")
    for defect in odds.defects:
        sheet.text("A", str(defect))
        sheet.next()
    sheet.heading("A round, in units of the base wager")
    mean = sheet.figure("expected value", f"={results['mean']}", RETURN, odds.expected_value, column="B")
    sheet.figure("house edge", f"=-{mean}", PERCENT, column="B")
    staked = sheet.figure("staked on average", odds.staked, RETURN, odds.staked, column="B")
    sheet.figure("element of risk", f"=-{mean}/{staked}", PERCENT, column="B")
    exact = None if par_sheet.by_result is None else odds.results.variance  # otherwise it may be an estimate
    sheet.figure("variance", f"={results['variance']}", "#,##0.000000000", exact, column="B")
    sheet.figure("standard deviation", f"={results['deviation']}", "#,##0.000000000", column="B")
    if "skewness" in results.cells:
        sheet.figure("skewness", f"={results['skewness']}", DECIMAL, column="B")
    if "hits" in results.cells:
        sheet.figure("hit rate", f"={results['hits']}", PERCENT, column="B")
    if par_sheet.exposure is not None:
        most = Fraction(par_sheet.exposure, 100)
        sheet.figure("largest exposure", most, MONEY, "one hand, table maximum", column="B")
    sheet.heading("Wagers")
    heads = ("wager", "placed", "expected value", "house edge", "SD", "skewness", "hit rate", "exposure")
    sheet.head((*heads, "adds to a round") if par_sheet.parts else heads, numbers_from=2)
    first = sheet.at
    for name, wager in odds.wagers.items():
        cells = wagers[name]
        sheet.text("A", f"{name} (estimate)" if wager.estimate else name)
        for column, figure, form in SUMMARY_COLUMNS:
            if figure in cells.cells:
                sheet.formula(column, cells[figure], form)
        if par_sheet.parts and name in par_sheet.parts:
            sheet.formula("I", f"B{sheet.at}*{cells['unit']}*C{sheet.at}", RETURN)
        sheet.next()
    if par_sheet.parts:
        sheet.total_line(9)
        sheet.text("A", "a round, as the sum of its wagers", bold=True)
        sheet.formula("I", f"SUM(I{first}:I{sheet.at - 1})", RETURN, bold=True)
        sheet.next()
    if odds.caps:
        sheet.heading("Payout limit and its cost to the player")
        sheet.head(("base wager", "limit", "cost", "house edge with the limit"), numbers_from=1)
        for one in odds.caps:
            sheet.number("A", Fraction(one.base, 100), MONEY)
            sheet.number("B", Fraction(one.cap, 100), MONEY)
            sheet.number("C", one.cost, PERCENT)
            sheet.formula("D", f"C{sheet.at}-{mean}", PERCENT)
            sheet.next()
    for at, note in enumerate(odds.notes):
        if not at:
            sheet.heading("Notes")
        sheet.text("A", note)
        sheet.next()


def _strategy(sheet: Sheet, par_sheet: ParSheet) -> None:
    odds = par_sheet.odds
    sheet.text("A", f"{odds.strategy}: {odds.summary}" if odds.summary else odds.strategy)
    sheet.next()
    sheet.heading("Frequency of decisions")
    sheet.head(("decision", "share", "exact"), numbers_from=2)
    for action, share in odds.action_frequency.items():
        sheet.figure(action, share, PERCENT, share, column="B")
    sheet.heading("Compared with optimal play")
    sheet.figure("cost, in units of the base wager", odds.cost, RETURN, odds.cost, column="B")
    if odds.mistakes:
        sheet.heading("Costliest mistakes")
        sheet.head(("situation", "action", "better", "deals", "loss each time", "loss over all deals"), numbers_from=4)
        for one in odds.mistakes:
            for column, words in zip("ABC", (one.state, one.action, one.best), strict=True):
                sheet.text(column, words)
            sheet.number("D", one.deals, COUNT)
            sheet.number("E", one.each, DECIMAL)
            sheet.number("F", one.cost, RETURN)
            sheet.next()


def _rules(sheet: Sheet, par_sheet: ParSheet) -> None:
    sheet.heading("Pay tables")
    for wager, pays in par_sheet.pay_tables.items():
        sheet.head((wager, "pays"), numbers_from=3)
        for line, words in pays.items():
            sheet.text("A", line)
            sheet.text("B", words)
            sheet.next()
        sheet.next()
    for title, heads, rows in (
        ("Options", ("option", "value", "meaning"), [(o.name, o.value, o.means) for o in par_sheet.options]),
        ("Rulings", ("ruling", "clauses", "interpretation"), [(r.name, r.clauses, r.words) for r in par_sheet.rulings]),
    ):
        sheet.heading(title)
        sheet.head(heads, numbers_from=4)
        for row in rows:
            for column, words in zip("ABC", row, strict=True):
                sheet.text(column, words, wrap=True)
            sheet.next()
