"""A workbook as a file: sheets that are filled from the top, with numbers, formulas and words.

A formula is stored with its value, for programs that read and do not calculate. Inputs are blue.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from io import BytesIO
from typing import Any

import msgspec

from pitboss.basics.extras import needs
from pitboss.basics.version import __version__
from pitboss.mathematics.results import ratio

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
