"""The par sheet as a workbook. Counts and net results are inputs. All other figures are formulas.

The value that is stored with a formula comes from the exact figures. A spreadsheet calculates with about fifteen
digits. A count that needs more, or is a fraction, is repeated as exact text in another column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from io import BytesIO
from math import sqrt
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.basics import __version__
from pitboss.basics.extras import needs
from pitboss.mathematics.results import BELOW_ZERO, Distribution, Moments, ProgressiveValue, WagerOdds, ratio
from pitboss.report import par_sheet as par
from pitboss.report.par_sheet import ParSheet

if TYPE_CHECKING:
    from pitboss.mathematics.exposure import Exposure

DIGITS = 10**15
"""Whole numbers up to this size are shown in full."""
WHOLE = 2**53
INPUT, HEAD, FAINT, INK = "#1F4E9E", "#EDF0F4", "#5B6672", "#1D2733"
FONT = "Calibri"

Number = int | float | Fraction


def entered(value: Number) -> int | float | str:
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


def stored(value: Number) -> int | float:
    """The value of a formula, rounded once.

    >>> stored(Fraction(6, 3)), stored(Fraction(1, 3))
    (2, 0.3333333333333333)
    """
    number = float(value)
    return int(number) if number.is_integer() and abs(number) <= WHOLE else number


class AllDigits(float):
    """A number that is written with all its digits. XlsxWriter would write 16, and some numbers need 17.

    >>> f"{0.1 + 0.2:.16G}", f"{AllDigits(0.1 + 0.2):.16G}"
    ('0.3', '0.30000000000000004')
    """

    def __format__(self, form: str) -> str:
        return repr(float(self))


class Cell(msgspec.Struct, frozen=True):
    """A cell and the exact number that it shows. As text, it is its address."""

    address: str
    value: Number

    def __str__(self) -> str:
        return self.address


Figures = dict[str, Cell]
"""Cells by the names of their figures."""


class Book:
    """A workbook, with one format for all cells that look alike."""

    def __init__(self, title: str) -> None:
        with needs("a par sheet as a spreadsheet needs"):
            from xlsxwriter import Workbook
        self._file = BytesIO()
        self._book = Workbook(self._file, {"in_memory": True})
        self._book.set_properties({"title": title, "author": f"Pitboss {__version__}"})
        self._looks: dict[frozenset[tuple[str, Any]], Any] = {}

    def sheet(self, name: str) -> Any:
        return self._book.add_worksheet(name)

    def look(self, **properties: Any) -> Any:
        """The format with these properties, as XlsxWriter names them."""
        key = frozenset(properties.items())
        if key not in self._looks:
            self._looks[key] = self._book.add_format({"font_name": FONT, "font_size": 10, **properties})
        return self._looks[key]

    def saved(self) -> bytes:
        self._book.close()
        return self._file.getvalue()


class Sheet:
    """A sheet that is filled from the top."""

    def __init__(self, book: Book, name: str, title: str, widths: Sequence[float]) -> None:
        self.name, self.at = name, 1
        self._book, self._sheet = book, book.sheet(name)
        self._lined = 0
        """The row below a line."""
        for column, wide in enumerate(widths):
            self._sheet.set_column(column, column, wide)
        self._sheet.set_landscape()
        self._sheet.set_paper(9)
        self._sheet.fit_to_pages(1, 0)
        self._sheet.hide_gridlines(2)
        self._sheet.set_footer(f"&L{title.replace('&', '&&')}&R&P / &N")
        self.text("A", title, size=15, bold=True)
        self.at += 1

    def _look(self, **properties: Any) -> Any:
        """The format of a cell in the current row."""
        line = {"top": 1, "top_color": FAINT} if self.at == self._lined else {}
        return self._book.look(**line, **properties)

    def text(
        self, column: str, words: str, *, bold: bool = False, faint: bool = False, size: float = 10,
        indented: bool = False, wrap: bool = False,
    ) -> None:  # fmt: skip
        look: dict[str, Any] = {"bold": bold, "font_size": size, "font_color": FAINT if faint else INK}
        if indented:
            look |= {"align": "left", "indent": 1}
        if wrap:
            look |= {"valign": "top", "text_wrap": True}
        # never a formula, even if it begins with =
        self._sheet.write_string(f"{column}{self.at}", words, self._look(**look))

    def number(self, column: str, value: Number, form: str) -> Cell:
        """Put an input into the current row."""
        look = self._look(num_format=form, font_color=INPUT)
        what, where = entered(value), f"{column}{self.at}"
        if isinstance(what, str):
            self._sheet.write_formula(where, what, look, stored(value))
        else:
            self._sheet.write_number(where, AllDigits(what) if isinstance(what, float) else what, look)
        return Cell(f"${column}${self.at}", value)

    def formula(self, column: str, words: str, value: Number, form: str, *, bold: bool = False) -> Cell:
        """Put a formula and its value into the current row."""
        look = self._look(num_format=form, font_color=INK, bold=bold)
        self._sheet.write_formula(f"{column}{self.at}", f"={words}", look, stored(value))
        return Cell(f"${column}${self.at}", value)

    def next(self, rows: int = 1) -> None:
        self.at += rows

    def heading(self, words: str) -> None:
        self.next()
        self.text("A", words, bold=True, size=12)
        self.next()

    def note(self, words: str) -> None:
        """A row of explanation."""
        self.text("A", words, faint=True)
        self.next()

    def head(self, names: Sequence[str], *, numbers_from: int, frozen: bool = False) -> None:
        """A row of headings. From the column ``numbers_from`` on, they are right-aligned."""
        for at, name in enumerate(names, 1):
            look = self._look(
                bold=True, font_color=INK, bg_color=HEAD, bottom=1, bottom_color=FAINT, text_wrap=True,
                align="right" if at >= numbers_from else "left",
            )  # fmt: skip
            self._sheet.write_string(self.at - 1, at - 1, name, look)
        if frozen:
            self._sheet.freeze_panes(self.at, 1)
            self._sheet.repeat_rows(self.at - 1)
        self.next()

    def total_line(self, columns: int) -> None:
        """Draw a line above the current row."""
        self._lined = self.at
        for at in range(columns):
            self._sheet.write_blank(self.at - 1, at, None, self._look())

    def figure(
        self, name: str, value: Number, form: str, beside: Fraction | str | None = None, *, formula: str = "",
        column: str = "C",
    ) -> Cell:  # fmt: skip
        """A row with a name, a number, and an exact number or words beside it. Without a formula, it is an input."""
        self.text("A", name)
        cell = self.formula(column, formula, value, form) if formula else self.number(column, value, form)
        if beside is not None:
            words = beside if isinstance(beside, str) else ratio(beside)
            self.text(chr(ord(column) + 1), words, faint=True, indented=True)
        self.next()
        return cell

    def of(self, cell: str) -> str:
        """A reference to a cell of this sheet from other sheets."""
        return f"'{self.name}'!{cell}"

    def all_of(self, figures: Figures) -> Figures:
        """References to figures of this sheet from other sheets."""
        return {name: Cell(self.of(cell.address), cell.value) for name, cell in figures.items()}


# --- the sheets


COUNT, SHARE, SELDOM, RETURN, PERCENT = "#,##0", "0.0000000000", "0.000000E+00", "0.000000000000", "0.000000%"
MONEY, DECIMAL, VARIANCE, ONE_IN = "$#,##0.00", "#,##0.000000", "#,##0.000000000", "#,##0.00"
WHOLE_NET, BROKEN_NET = "+#,##0;-#,##0;0", "+#,##0.00####;-#,##0.00####;0"
SUMMARY, ROUND, PROGRESSIVE, STRATEGY, RULES, EXPOSURE = (
    "Summary", "Round", "Progressive", "Strategy", "Rules", "Exposure",
)  # fmt: skip
AS_PRINTED = "for the pays as printed"
FOLLOWS = (
    "An edited pay on the sheet of a wager changes the expected value and the house edge of a round.",
    "The strategy stays as it is: it is not chosen again. If wagers share a pay table, edit the sheet of the first.",
    "The results of rounds, their variance and what follows from them stay as printed.",
)
STAYS = (
    "An edited pay on the sheet of a wager does not change the figures of a round.",
    "They do not follow from the figures of the wagers.",
)


def workbook(par_sheet: ParSheet, seen: Exposure | None = None) -> bytes:
    """The workbook as a file. It has a sheet about what is ``seen``."""
    mark = f" ({par_sheet.odds.study})" if par_sheet.odds.study else ""
    book = Book(f"{par_sheet.odds.title}: par sheet{mark}")

    def sheet(name: str, title: str, widths: Sequence[float]) -> Sheet:
        return Sheet(book, name, title + mark, widths)

    names = sheet_names(list(par_sheet.odds.wagers))
    summary = sheet(SUMMARY, f"{par_sheet.odds.title}: par sheet", (34, 19, 19, 17, 15, 15, 15, 17, 19))
    round_sheet = sheet(ROUND, "How rounds end", OUTCOME_WIDTHS)
    progressives = par.with_progressive(list(par_sheet.odds.wagers.values()))
    wager_sheets = {wager: sheet(name, wager, OUTCOME_WIDTHS) for wager, name in names.items()}
    meters: dict[tuple[str, str], str] = {}
    if progressives:
        last = sheet(PROGRESSIVE, "Progressive wagers", (34, 18, 18, 22, 22, 22, 20))
        meters = _progressive(last, progressives)
    figures: dict[str, Figures] = {}
    nets: dict[str, Figures] = {}
    for name, wager in par_sheet.odds.wagers.items():
        figures[name], nets[name] = _wager(wager_sheets[name], wager, meters, nets.get(wager.pays_like, {}))
    results = _round(round_sheet, par_sheet, figures)
    _summary(summary, par_sheet, results, figures)
    _strategy(sheet(STRATEGY, "Strategy", (44, 22, 22, 22, 20, 20)), par_sheet)
    _rules(sheet(RULES, "Rules", (34, 34, 100)), par_sheet)
    if seen is not None:
        _exposure(sheet(EXPOSURE, "What it is worth to know more", (52, *[17] * 8)), seen)
    return book.saved()


def sheet_names(wagers: Iterable[str]) -> dict[str, str]:
    """A valid and unique name for the sheet of each wager, at most 31 characters.

    >>> sheet_names(["ante", "bonus [A]", "summary"])
    {'ante': 'ante', 'bonus [A]': 'bonus A', 'summary': 'summary 2'}
    """
    taken = {name.lower() for name in (SUMMARY, ROUND, PROGRESSIVE, STRATEGY, RULES, EXPOSURE)}
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


# --- outcomes


class Entry(msgspec.Struct, frozen=True):
    """One outcome: what its input cells contain."""

    name: str
    pays: str
    count: int | Fraction
    net: Fraction | None
    net_is: str = ""
    """The formula of the net result, if it is not an input."""
    unit: Fraction | None = None
    """The average stake, in units of the base wager, if it is not the same for all outcomes."""


OUTCOME_HEADS = (
    "outcome", "pays", "count", "net", "probability", "one in", "when placed", "return", "squared deviation",
    "cubed deviation",
)  # fmt: skip
STAKE_HEADS = ("stake, in base wagers", "adds to a round")
OUTCOME_WIDTHS = (34, 17, 24, 15, 16, 17, 16, 19, 21, 25, 34, 20, 19)


class Table(msgspec.Struct, frozen=True):
    """Where the outcomes of a wager or a round are, and what they come to."""

    first: int
    last: int
    total: int
    """The row of the totals, below the last outcome."""
    deals: str
    """The formula of the number of deals on which the wager is placed."""
    whole: Fraction
    """The number of all deals."""
    placed: Fraction
    results: Distribution | None
    """None if the wager is never placed."""
    nets: Figures
    """The net results, by outcome."""


def _table(sheet: Sheet, entries: Sequence[Entry]) -> Table:
    """Write the outcomes with their formulas."""
    stakes = any(one.unit is not None for one in entries)
    exact = stakes or any(not isinstance(one.count, int) or one.count > DIGITS for one in entries)
    if exact:
        sheet.note("Column K has the exact counts, which may be fractions or very long.")
    heads = (*OUTCOME_HEADS, *(["exact count"] if exact else []), *(STAKE_HEADS if stakes else []))
    sheet.head(heads, numbers_from=3, frozen=True)
    first, total = sheet.at, sheet.at + len(entries)
    deals = f"$C${total}" + "".join(f"-C{first + at}" for at, one in enumerate(entries) if one.net is None)
    ends = [(one.net, one.count) for one in entries if one.net is not None]
    whole, placed = Fraction(sum(one.count for one in entries)), Fraction(sum(count for _, count in ends))
    results = Distribution.of(ends) if placed else None
    cubed = adds = Fraction(0)
    nets: Figures = {}
    for one in entries:
        row, share = sheet.at, one.count / whole
        rate = SELDOM if share < Fraction(1, 10_000) else SHARE
        sheet.text("A", one.name)
        sheet.text("B", one.pays)
        sheet.number("C", one.count, COUNT)
        sheet.formula("E", f"C{row}/$C${total}", share, rate)
        if one.count:
            sheet.formula("F", f"1/E{row}", 1 / share, ONE_IN)
        if one.net is not None:
            form = WHOLE_NET if one.net.denominator == 1 else BROKEN_NET
            nets[one.name] = (
                sheet.formula("D", one.net_is, one.net, form) if one.net_is else sheet.number("D", one.net, form)
            )
            if one.unit is not None:
                adds += share * one.unit * one.net
                sheet.number("L", one.unit, DECIMAL)
                sheet.formula("M", f"E{row}*L{row}*D{row}", share * one.unit * one.net, RETURN)
            if results is not None:
                chance, off = one.count / placed, one.net - results.mean
                cubed += chance * off**3
                sheet.formula("G", f"C{row}/({deals})", chance, rate)
                sheet.formula("H", f"G{row}*D{row}", chance * one.net, RETURN)
                sheet.formula("I", f"G{row}*(D{row}-$H${total})^2", chance * off**2, RETURN)
                sheet.formula("J", f"G{row}*(D{row}-$H${total})^3", chance * off**3, RETURN)
        if exact:
            sheet.text("K", str(one.count), faint=True, indented=True)
        sheet.next()
    sheet.total_line(len(heads))
    sheet.text("A", "all", bold=True)
    sums: list[tuple[str, Number, str]] = [("C", whole, COUNT), ("E", 1, SHARE)]
    if results is not None:
        sums += [("G", 1, SHARE), ("H", results.mean, RETURN), ("I", results.variance, RETURN), ("J", cubed, RETURN)]
    if stakes:
        sums.append(("M", adds, RETURN))
    for column, value, form in sums:
        sheet.formula(column, f"SUM({column}{first}:{column}{total - 1})", value, form, bold=True)
    sheet.next(2)
    return Table(first, total - 1, total, deals, whole, placed, results, nets)


def _figures(
    sheet: Sheet, entries: Sequence[Entry], table: Table, spread: Moments | None = None, mean_is: str = ""
) -> Figures:
    """Write the figures of the whole.

    ``spread`` is given if mean and variance do not follow from the outcomes alone. ``mean_is`` is the formula of the
    mean if it follows from other sheets. All else is then for the pays as printed.
    """
    total = table.total
    printed = AS_PRINTED if mean_is else None
    moments = spread or table.results or Moments(Fraction(0), Fraction(0))
    counted = spread is None and table.results is not None
    if spread is not None:
        sheet.note("Mean and variance are inputs, because they do not follow from the outcomes alone.")
    placed = sheet.figure(
        "placed, share of deals", table.placed / table.whole, PERCENT, formula=f"({table.deals})/$C${total}"
    )
    mean_is = mean_is or (f"H{total}" if counted else "")
    mean = sheet.figure("expected value", moments.mean, RETURN, formula=mean_is)
    edge = sheet.figure("house edge", -moments.mean, PERCENT, formula=f"-{mean}")
    variance = sheet.figure("variance", moments.variance, VARIANCE, printed, formula=f"I{total}" if counted else "")
    deviation = _deviation(sheet, variance, printed)
    cells = {"placed": placed, "mean": mean, "edge": edge, "variance": variance, "deviation": deviation}
    if moments.skewness is not None:
        skewed = f"J{total}/{deviation}^3" if counted else ""
        cells["skewness"] = sheet.figure("skewness", moments.skewness, DECIMAL, printed, formula=skewed)
    nets, counts = (f"{column}{table.first}:{column}{table.last}" for column in "DC")
    won = sum(one.count for one in entries if one.net is not None and one.net > 0) / table.whole
    best = max((one.net for one in entries if one.net is not None), default=Fraction(0))
    cells["hits"] = sheet.figure("hit rate", won, PERCENT, printed, formula=f'SUMIF({nets},">0",{counts})/$C${total}')
    cells["best"] = sheet.figure("largest net result", best, ONE_IN, printed, formula=f"MAX({nets})")
    return cells


def _deviation(sheet: Sheet, variance: Cell, beside: str | None) -> Cell:
    return sheet.figure("standard deviation", sqrt(variance.value), VARIANCE, beside, formula=f"SQRT({variance})")


def _bands(sheet: Sheet, figures: Figures, results: Moments, of: str, note: str = "", *, count: bool = False) -> None:
    """Confidence bands of the house edge: counted where ``par.bands`` counts them, else by the normal distribution, and
    how far that can be off."""
    found = par.bands(results, count=count)
    sheet.heading("Confidence bands of the house edge")
    sheet.note(f"By the normal distribution. The last column says how far the share of runs can be off, {AS_PRINTED}.")
    if any(band.counted for band in found):
        sheet.note(f"Up to {par.MOST_COUNTED:,} rounds the bounds are counted and exact, {AS_PRINTED}.")
    if note:
        sheet.note(note)
    ends = [f"{share}: {end}" for share in par.DEVIATIONS for end in ("least", "most")]
    sheet.head((of, *ends, "off by at most"), numbers_from=1)
    sheet.text("A", "standard deviations", faint=True)
    limits = [
        sheet.number(column, value, "0.000000") for column, value in zip("BD", par.DEVIATIONS.values(), strict=True)
    ]
    edge, deviation = figures["edge"], figures["deviation"]
    sheet.next()
    for band in found:
        sheet.number("A", band.rounds, COUNT)
        for least, most, limit, bounds in zip("BD", "CE", limits, band.between.values(), strict=True):
            half = f"{limit}*{deviation}/SQRT(A{sheet.at})"
            low, high = (f"{bound:.15f}" for bound in bounds) if band.counted else (f"{edge}-{half}", f"{edge}+{half}")
            sheet.formula(least, low, bounds[0], PERCENT)
            sheet.formula(most, high, bounds[1], PERCENT)
        if band.counted:
            sheet.text("F", "counted")
        elif band.error is not None:
            sheet.formula("F", f"{band.error:.18f}", band.error, PERCENT)
        sheet.next()


def _round(sheet: Sheet, par_sheet: ParSheet, wagers: Mapping[str, Figures]) -> Figures:
    """Write the results of a round: the distribution if it is known, otherwise mean and variance."""
    odds = par_sheet.odds
    sheet.note("Net results in units of the base wager, without side wagers. Blue cells are inputs.")
    adding = [wagers[name] for name in par_sheet.parts or ()]
    mean_is = "+".join(str(figures["adds"]) for figures in adding)
    if par_sheet.by_result is not None:
        entries = [
            Entry("win" if one.net > 0 else "lose" if one.net < 0 else "push", "", one.weight, one.net)
            for one in par_sheet.result_lines
        ]
        table = _table(sheet, entries)
        _about_pays(sheet, par_sheet)
        figures = _figures(sheet, entries, table, mean_is=mean_is)
    else:
        _about_pays(sheet, par_sheet)
        mean = sheet.figure("expected value", odds.expected_value, RETURN, formula=mean_is)
        edge = sheet.figure("house edge", -odds.expected_value, PERCENT, formula=f"-{mean}")
        variance = sheet.figure("variance", odds.results.variance, VARIANCE, AS_PRINTED)
        deviation = _deviation(sheet, variance, AS_PRINTED)
        figures = {"mean": mean, "edge": edge, "variance": variance, "deviation": deviation}
        if odds.results.skewness is not None:
            figures["skewness"] = sheet.figure("skewness", odds.results.skewness, DECIMAL, AS_PRINTED)
    note = f"The width of a band is {AS_PRINTED}." if mean_is else ""
    _bands(sheet, figures, odds.results, "rounds", note, count=True)
    return sheet.all_of(figures)


def _about_pays(sheet: Sheet, par_sheet: ParSheet) -> None:
    """Say what an edited pay changes in the figures of a round."""
    for words in FOLLOWS if par_sheet.parts else STAYS:
        sheet.note(words)


def _wager(
    sheet: Sheet, wager: WagerOdds, meters: Mapping[tuple[str, str], str], shared: Figures
) -> tuple[Figures, Figures]:
    """Write a wager. Returns its figures and its net results.

    ``shared`` has the net results of the wager whose pay table it shares. A line that pays the same follows it.
    """
    said = [f"Clause {wager.clause}.", f"Pay table {wager.table}." if wager.table else ""]
    said += [
        f"Won without a separate stake, in units of the {wager.per or 'base'} wager." if wager.earned else "",
        wager.note,
    ]
    if wager.estimate is not None:
        said.append(
            f"This is an estimate: {wager.estimate.how}; {wager.estimate.rounds:,} rounds,"
            f" standard error {wager.estimate.standard_error:.3g}."
        )
    sheet.note(" ".join(filter(None, said)))
    sheet.note(f"Pay table hash (SHA-256) {par.pay_table_hash(wager)}")
    if shared:
        sheet.note(f"It shares the pay table of {wager.pays_like}. Edit the pays there: those here follow.")
    entries = []
    for one in wager.outcomes:
        net_is = ""
        if one.meter and wager.progressive is not None:
            stake, shows = meters[wager.name, ""], meters[wager.name, one.meter]
            net_is = f"{one.share.numerator}/{one.share.denominator}*{shows}/{stake}-1"
        elif one.name in shared and shared[one.name].value == one.net:
            net_is = str(shared[one.name])
        entries.append(Entry(one.name, one.pays, one.count, one.net, net_is, one.unit))
    table = _table(sheet, entries)
    figures = _figures(sheet, entries, table, wager.spread)
    edge, best = figures["edge"], figures["best"]
    most = sheet.figure("maximum stake", Fraction(wager.most, 100), MONEY)
    risk, lost = ("0", 0) if wager.earned else (str(edge), edge.value)
    sheet.figure("element of risk", lost, PERCENT, formula=risk)
    exposed = best.value * most.value
    figures["exposure"] = sheet.figure("largest exposure", exposed, MONEY, formula=f"{best}*{most}")
    staked = "staked when placed, units of the base wager"
    if any(one.unit is not None for one in entries):
        chances, stakes = (f"{column}{table.first}:{column}{table.last}" for column in "GL")
        sheet.figure(staked, wager.unit, DECIMAL, formula=f"SUMPRODUCT({chances},{stakes})")
        adds = f"M{table.total}"
    else:
        adds = f"{figures['placed']}*{sheet.figure(staked, wager.unit, DECIMAL)}*{figures['mean']}"
    if not wager.side:
        figures["adds"] = sheet.figure("adds to the expected value of a round", wager.adds, RETURN, formula=adds)
    sheet.text("A", f"exact expected value, {AS_PRINTED}")
    sheet.text("C", ratio(wager.expected_value), faint=True)
    sheet.next()
    _bands(sheet, figures, wager.results, "wagers placed")
    return sheet.all_of(figures), sheet.all_of(table.nets)


# --- progressive wagers as functions of their meters

METER_HEADS = (
    "meter", "shows", "seed", "share won on average", "whole meter won, one in", "value of $10,000 more",
    "breaks even at",
)  # fmt: skip


def _progressive(sheet: Sheet, wagers: Sequence[tuple[WagerOdds, ProgressiveValue]]) -> dict[tuple[str, str], str]:
    """Write each progressive wager with its meters as inputs. Returns the cells of the stake (with an empty name) and
    of the meters."""
    cells: dict[tuple[str, str], str] = {}
    sheet.note("Change the amount on a meter or the number of other players to update all figures.")
    for wager, value in wagers:
        sheet.heading(wager.name)
        for warning in value.warnings:
            sheet.note(warning)
        stake = sheet.figure("wager", Fraction(value.stake, 100), MONEY, column="B")
        cells[wager.name, ""] = sheet.of(stake.address)
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
            shows = sheet.number("B", Fraction(meter.at, 100), MONEY)
            cells[wager.name, meter.name] = sheet.of(shows.address)
            sheet.number("C", Fraction(meter.seed, 100), MONEY)
            sheet.number("D", meter.share, SELDOM)
            if meter.hits:
                sheet.number("E", 1 / meter.hits, COUNT)
            more = value.per_cents(par.PER)[meter.name]
            sheet.formula("F", f"D{row}*{par.PER // 100}/{stake}", more, PERCENT)
            if meter.share:
                even = value.break_even(meter.name) / 100
                sheet.formula("G", f"MAX(0,B{row}-({net})*{stake}/D{row})", even, MONEY)
            sheet.next()
        sheet.next()
        showing = {meter.name: meter.at for meter in value.meters}
        now = value.value(showing)
        sheet.figure("expected value", now, RETURN, formula=net, column="B")
        sheet.figure("house edge", -now, PERCENT, formula=f"-({net})", column="B")
        seeded = f"{fixed}+{others}*{envy}+SUMPRODUCT({shares},{seeds})/{stake}-1"
        sheet.figure("expected value at the seed", par.at_seed(value), RETURN, formula=seeded, column="B")
        if value.envy:
            for line in par.beside(value):
                name = f"expected value beside {line.others} other players"
                beside = f"{fixed}+{line.others}*{envy}+SUMPRODUCT({shares},{shown})/{stake}-1"
                sheet.figure(name, line.value, RETURN, formula=beside, column="B")
    return cells


# --- summary, strategy and rules

SUMMARY_COLUMNS = (
    ("B", "placed", PERCENT), ("C", "mean", RETURN), ("D", "edge", PERCENT), ("E", "deviation", DECIMAL),
    ("F", "skewness", DECIMAL), ("G", "hits", PERCENT), ("H", "exposure", MONEY),
)  # fmt: skip


def _summary(sheet: Sheet, par_sheet: ParSheet, results: Figures, wagers: Mapping[str, Figures]) -> None:
    odds = par_sheet.odds
    sheet.note(f"Blue cells on the other sheets are inputs. All other figures are formulas. {BELOW_ZERO}")
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
    _about_pays(sheet, par_sheet)

    def repeated(name: str, cell: Cell, form: str, exact: Fraction | None = None) -> Cell:
        beside = AS_PRINTED if exact is None else f"{AS_PRINTED}: {ratio(exact)}"
        return sheet.figure(name, cell.value, form, beside, formula=str(cell), column="B")

    mean = repeated("expected value", results["mean"], RETURN, odds.expected_value)
    sheet.figure("house edge", -mean.value, PERCENT, formula=f"-{mean}", column="B")
    staked = sheet.figure("staked on average", odds.staked, RETURN, odds.staked, column="B")
    risk = -mean.value / staked.value
    sheet.figure("element of risk", risk, PERCENT, formula=f"-{mean}/{staked}", column="B")
    exact = None if par_sheet.by_result is None else odds.results.variance  # otherwise it may be an estimate
    repeated("variance", results["variance"], VARIANCE, exact)
    repeated("standard deviation", results["deviation"], VARIANCE)
    if "skewness" in results:
        repeated("skewness", results["skewness"], DECIMAL)
    if "hits" in results:
        repeated("hit rate", results["hits"], PERCENT)
    if par_sheet.exposure is not None:
        most = Fraction(par_sheet.exposure, 100)
        sheet.figure("largest exposure", most, MONEY, f"one hand, table maximum, {AS_PRINTED}", column="B")
    sheet.heading("Wagers")
    heads = ("wager", "placed", "expected value", "house edge", "SD", "skewness", "hit rate", "exposure")
    sheet.head((*heads, "adds to a round") if par_sheet.parts else heads, numbers_from=2)
    first = sheet.at
    for name, wager in odds.wagers.items():
        figures = wagers[name]
        sheet.text("A", f"{name} (estimate)" if wager.estimate else name)
        for column, figure, form in SUMMARY_COLUMNS:
            if figure in figures:
                sheet.formula(column, str(figures[figure]), figures[figure].value, form)
        if par_sheet.parts and name in par_sheet.parts:
            sheet.formula("I", str(figures["adds"]), par_sheet.parts[name], RETURN)
        sheet.next()
    if par_sheet.parts:
        sheet.total_line(9)
        sheet.text("A", "a round, as the sum of its wagers", bold=True)
        sheet.formula("I", f"SUM(I{first}:I{sheet.at - 1})", odds.expected_value, RETURN, bold=True)
        sheet.next()
    if odds.caps:
        sheet.heading("Payout limit and its cost to the player")
        sheet.head(("base wager", "limit", "cost, pays as printed", "house edge with the limit"), numbers_from=1)
        for one in odds.caps:
            sheet.number("A", Fraction(one.base, 100), MONEY)
            sheet.number("B", Fraction(one.cap, 100), MONEY)
            sheet.number("C", one.cost, PERCENT)
            sheet.formula("D", f"C{sheet.at}-{mean}", one.cost - mean.value, PERCENT)
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
    sheet.note(f"All figures on this sheet are {AS_PRINTED}.")
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


# --- what it is worth to know more

KNOWN_HEADS = ("worth", "gain", "plays on", "for zero", "exact worth")


def _exposure(sheet: Sheet, seen: Exposure) -> None:
    """Write what is worth how much: inputs, and what follows from them."""
    sheet.note(f"In units of the {seen.base} wager, on average over all deals, at equal stakes and with the best play.")
    sheet.note("Plays on: how often the player makes the further wager. For zero: the share of rounds in which the")
    sheet.note("cards must be seen for an average result of zero; all others are played as everybody plays them.")
    sheet.next()
    fair = sheet.figure("no more than the document shows", seen.value, PERCENT, seen.value, column="B")
    for title, those in (("cards that are seen", seen.known), ("what marked backs tell", seen.marked)):
        if those:
            sheet.next()
            sheet.head((title, *KNOWN_HEADS), numbers_from=2)
        for one in those:
            sheet.text("A", one.what)
            worth = sheet.number("B", one.value, PERCENT)
            gain = sheet.formula("C", f"{worth}-{fair}", seen.gain(one), PERCENT)
            sheet.number("D", one.plays, PERCENT)
            share = seen.share_for_zero(one)
            if share is None:
                sheet.text("E", "never")
            else:
                sheet.formula("E", f"MAX(0,-{fair}/{gain})", share, PERCENT)
            sheet.text("F", ratio(one.value), faint=True, indented=True)
            sheet.next()
    if seen.removals:
        _counts(sheet, seen)


def _counts(sheet: Sheet, seen: Exposure) -> None:
    """Write what one card less of each rank changes, the tags of the best counts, and how well they follow."""
    wagers = [one for one in seen.removals if not one.part_of]
    limits = [f"{-one.most} to {one.most}" for one in seen.counts]
    sheet.heading("One card less in the shoe")
    sheet.note("What each wager is worth from a full shoe, what a card less of a rank changes, and the tags of counts.")
    sheet.head(("card out", *(one.wager for one in wagers), *limits), numbers_from=2)
    columns = [chr(ord("B") + at) for at in range(len(wagers) + len(limits))]
    sheet.text("A", "none")
    for column, one in zip(columns, wagers, strict=False):
        sheet.number(column, one.value, PERCENT)
    sheet.next()
    for rank in wagers[0].without:
        sheet.text("A", rank)
        for column, one in zip(columns, wagers, strict=False):
            sheet.number(column, one.effects[rank], PERCENT)
        for column, count in zip(columns[len(wagers) :], seen.counts, strict=True):
            sheet.number(column, count.tags[rank], WHOLE_NET)
        sheet.next()
    sheet.heading("Balanced counts: correlations with each wager, and what they gain")
    more = ("playing", "gain of a true count of one", "even at")
    sheet.head(("tags", *(one.wager for one in wagers), *more), numbers_from=2)
    columns = [chr(ord("B") + at) for at in range(len(wagers) + len(more))]
    for limit, count in zip(limits, seen.counts, strict=True):
        sheet.text("A", limit)
        follows = [count.correlations[one.wager] for one in wagers]
        forms = [*[DECIMAL] * (len(follows) + 1), PERCENT, DECIMAL]
        for column, value, form in zip(columns, (*follows, count.playing, count.gain, count.even), forms, strict=True):
            if value is not None:
                sheet.number(column, value, form)
        sheet.next()
