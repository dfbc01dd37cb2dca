"""Pictures as data: what a game wants to show, for whoever draws it."""

from __future__ import annotations

import msgspec


class Cell(msgspec.Struct, frozen=True):
    """A square of a grid: what is written in it, and which colour of the legend it has."""

    text: str
    kind: str
    value: float | None = None


class Grid(msgspec.Struct, frozen=True, kw_only=True):
    """A table of decisions, as a player carries it: rows by columns, coloured by action."""

    name: str
    """A short word for file names."""
    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    row_title: str = ""
    column_title: str = ""
    legend: dict[str, str] = {}
    """What each kind of cell means."""
    note: str = ""


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


class Bars(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers side by side: a distribution, or values by kind of hand."""

    name: str
    title: str
    labels: tuple[str, ...]
    values: tuple[float, ...]
    kinds: tuple[str, ...] = ()
    """The colour of each, by a word of the legend; all alike without."""
    legend: dict[str, str] = {}
    unit: str = ""
    logarithmic: bool = False
    note: str = ""


Picture = Grid | Heat | Bars
