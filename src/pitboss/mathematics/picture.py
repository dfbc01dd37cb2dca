"""The data types of strategy pictures. Games fill them, and ``report/drawing.py`` draws them."""

from __future__ import annotations

import msgspec


def share_text(share: float) -> str:
    """A share for a cell. What is not quite all or nothing is not written so.

    >>> share_text(1.0), share_text(0.9971), share_text(0.5), share_text(0.004), share_text(0.0)
    ('100%', '>99%', '50%', '<1%', '0%')
    """
    text = f"{share:.0%}"
    if text == "100%" and share < 1:
        return ">99%"
    return "<1%" if text == "0%" and share > 0 else text


class Cell(msgspec.Struct, frozen=True):
    """A square of a grid: its text, and its kind, which selects a colour of the legend."""

    text: str
    kind: str
    value: float | None = None


class Grid(msgspec.Struct, frozen=True, kw_only=True):
    """A table of decisions for players: rows by columns, coloured by action."""

    name: str
    """A short word for file names."""
    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    row_title: str = ""
    column_title: str = ""
    legend: dict[str, str] = {}
    """The meaning of each kind of cell."""
    note: str = ""
    stamp: tuple[str, ...] = ()
    """Sentences that tell for which rules the picture is true, written below it."""
    steps: tuple[str, ...] = ()
    """The short strategy, a sentence each, written above the grid."""
    breaks: tuple[int, ...] = ()
    """The rows before which there is a gap, since another kind of hand begins."""


class Heat(msgspec.Struct, frozen=True, kw_only=True):
    """A grid of numbers, coloured by their size."""

    name: str
    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    texts: tuple[tuple[str, ...], ...] | None = None
    row_title: str = ""
    column_title: str = ""
    unit: str = ""
    note: str = ""
    stamp: tuple[str, ...] = ()


class Bars(msgspec.Struct, frozen=True, kw_only=True):
    """A bar chart, such as a distribution or values by kind of hand."""

    name: str
    title: str
    labels: tuple[str, ...]
    values: tuple[float, ...]
    kinds: tuple[str, ...] = ()
    """The kind of each bar, which selects its colour. Default: all bars have one colour."""
    legend: dict[str, str] = {}
    unit: str = ""
    note: str = ""
    stamp: tuple[str, ...] = ()


Picture = Grid | Heat | Bars
