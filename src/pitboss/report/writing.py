"""Writes a par sheet. The suffix of the file name chooses the format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.basics.files import check_free, put
from pitboss.mathematics.results import GameOdds
from pitboss.report.flat import flat_table
from pitboss.report.forms import PAR_SHEET, suffix_of
from pitboss.report.page import page
from pitboss.report.par_sheet import ParSheet
from pitboss.report.spreadsheet import workbook

if TYPE_CHECKING:
    from pitboss.mathematics.counting.compiled import Tick


def write(odds: GameOdds, path: Path, *, replace: bool = False, tick: Tick | None = None) -> None:
    """Write the par sheet in the format of the file's suffix. An existing file is kept unless ``replace``."""
    form = suffix_of(path, *PAR_SHEET)
    check_free(path, replace=replace)
    put(path, _rendered(ParSheet(odds), form, tick), replace=replace)


def _rendered(sheet: ParSheet, form: str, tick: Tick | None) -> bytes:
    if form == ".html":
        return page(sheet, sheet.pictures(tick)).encode()
    if form == ".xlsx":
        return workbook(sheet)
    return flat_table(sheet).encode()
