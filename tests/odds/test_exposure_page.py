"""What hidden cards are worth, as a page, as a picture and as a chapter of the par sheet."""

from __future__ import annotations

import csv
import re
from fractions import Fraction
from html import unescape
from io import BytesIO, StringIO
from pathlib import Path

import msgspec
import pytest
from openpyxl import load_workbook

from pitboss.mathematics.any_game import odds
from pitboss.mathematics.card_counts import Count, Removal
from pitboss.mathematics.exposure import Exposure, Known, exposure
from pitboss.report.exposure import picture, write_exposure
from pitboss.report.numbers import MINUS
from pitboss.report.par_sheet import ParSheet
from pitboss.report.spreadsheet import workbook
from pitboss.report.writing import flat_table

from shell import Captured, refused, run

NAME = "double_down_stud"
SEEN = Exposure(
    game=NAME,
    title="Double Down <Stud>",
    base="original",
    rules_hash="ab" * 32,
    value=Fraction(-1, 20),
    known=(Known(what="the hole card", value=Fraction(1, 16), plays=Fraction(1, 3)),),
    marked=(Known(what="whether it is an ace", value=Fraction(-1, 32), plays=Fraction(1, 4)),),
)
ONE_LESS = Removal(
    wager="game", means="a round", value=Fraction(-1, 20), without={"A": Fraction(-3, 40), "2": Fraction(-1, 40)}
)
COUNT = Count(
    most=1,
    tags={"A": -1, "2": 1},
    correlations={"game": 1.0},
    gain=Fraction(1, 50),
    value=Fraction(-1, 20),
    playing=0.5,
)


def rows(page: str) -> list[list[str]]:
    """The rows of all tables of a page, as texts."""
    found = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row) for row in re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)]
    return [[unescape(cell).replace(MINUS, "-") for cell in row] for row in found]


def test_a_page_has_every_figure(tmp_path: Path) -> None:
    write_exposure(SEEN, path := tmp_path / "exposure.html")
    page = path.read_text(encoding="utf-8")
    assert "<h1>Double Down &lt;Stud&gt;</h1>" in page
    assert "<svg" in page
    assert ["no more than the document shows", "-5.0000%", "", "", ""] in rows(page)
    assert ["the hole card", "6.2500%", "11.2500%", "33.33%", "44.44%"] in rows(page)
    assert ["whether it is an ace", "-3.1250%", "1.8750%", "25.00%", "never"] in rows(page)
    assert "card less" not in page


def test_a_page_of_a_shoe_tells_what_a_card_less_changes_and_how_to_count(tmp_path: Path) -> None:
    write_exposure(
        msgspec.structs.replace(SEEN, removals=(ONE_LESS,), counts=(COUNT,)), path := tmp_path / "exposure.html"
    )
    found = rows(path.read_text(encoding="utf-8"))
    assert ["card out", "game", "-1 to 1"] in found
    assert ["A", "-2.50000%", "-1"] in found
    assert ["2", "2.50000%", "1"] in found
    assert ["-1 to 1", "1.0000", "0.5000", "2.0000%", "2.50"] in found


def test_a_picture_has_a_bar_for_each_way_to_know_more(tmp_path: Path) -> None:
    bars = picture(SEEN)
    assert dict(zip(bars.labels, bars.values, strict=True)) == {
        "no more than the document shows": -0.05,
        "the hole card": 0.0625,
        "whether it is an ace": -0.03125,
    }
    write_exposure(SEEN, path := tmp_path / "exposure.svg")
    assert "the hole card" in path.read_text(encoding="utf-8")


def test_a_par_sheet_has_a_chapter_if_it_is_asked_for(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "par.html"
    run(capsys, "odds", NAME, "--report", path)
    assert 'id="seen"' not in path.read_text(encoding="utf-8")
    run(capsys, "odds", NAME, "--report", path, "--exposure", "--force")
    page = path.read_text(encoding="utf-8")
    assert '<a href="#seen">' in page
    known = exposure(NAME).known[0]
    assert [known.what, f"{float(known.value):.4%}"] in [row[:2] for row in rows(page)]


def told(seen: Exposure) -> dict[tuple[str, str, str], tuple[float, str]]:
    """The rows of a flat table: value and exact value by section, wager and item."""
    sheet = csv.DictReader(StringIO(flat_table(ParSheet(odds(NAME)), seen)))
    return {
        (row["section"], row["wager"], row["item"]): (float(row["value"]), row["exact"])
        for row in sheet
        if row["section"] in ("exposure", "marks", "card less", "count")
    }


def test_a_flat_table_has_rows_for_it() -> None:
    found = told(SEEN)
    assert len(found) == 8  # without a share for marks that never make up for the edge
    assert found["exposure", "original", "no more than the document shows: worth"] == (-0.05, "-1/20")
    assert found["exposure", "original", "the hole card: gain"] == (0.1125, "9/80")
    assert found["exposure", "original", "the hole card: for zero"][1] == "4/9"
    assert found["marks", "original", "whether it is an ace: plays on"] == (0.25, "1/4")
    shoe = told(msgspec.structs.replace(SEEN, removals=(ONE_LESS,), counts=(COUNT,)))
    assert shoe["card less", "game", "effect of A"] == (-0.025, "-1/40")
    assert shoe["count", "original", "tags of -1 to 1: A"] == (-1, "-1/1")
    assert shoe["count", "original", "tags of -1 to 1: even at"] == (2.5, "5/2")
    assert shoe["count", "original", "tags of -1 to 1: correlation with game"] == (1, "")


def test_a_workbook_has_a_sheet_of_it_whose_formulas_agree() -> None:
    seen = msgspec.structs.replace(SEEN, removals=(ONE_LESS,), counts=(COUNT,))
    plain, *_ = books = [
        load_workbook(BytesIO(workbook(ParSheet(odds(NAME)), seen)), data_only=only) for only in (True, False)
    ]
    values, formulas = (book["Exposure"] for book in books)
    assert plain.sheetnames[-1] == "Exposure"
    found = {row[0].value: row for row in values.iter_rows() if row[0].value}
    assert found["no more than the document shows"][1].value == -0.05
    hole, ace = found["the hole card"], found["whether it is an ace"]
    assert [cell.value for cell in hole[1:6]] == [0.0625, 0.1125, pytest.approx(1 / 3), pytest.approx(4 / 9), "1/16"]
    assert [cell.value for cell in ace[1:5]] == [-0.03125, 0.01875, 0.25, "never"]
    fair = found["no more than the document shows"][1].row
    assert formulas.cell(hole[0].row, 3).value == f"=$B${hole[0].row}-$B${fair}"
    assert formulas.cell(hole[0].row, 5).value == f"=MAX(0,-$B${fair}/$C${hole[0].row})"
    assert [cell.value for cell in found["A"][1:3]] == [-0.025, -1]
    assert [cell.value for cell in found["-1 to 1"][1:5]] == [1, 0.5, 0.02, 2.5]


def test_a_par_sheet_without_it_has_none() -> None:
    assert "exposure," not in {line[:9] for line in flat_table(ParSheet(odds(NAME))).splitlines()}
    assert "Exposure" not in load_workbook(BytesIO(workbook(ParSheet(odds(NAME))))).sheetnames


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_the_command_adds_it_to_files_of_every_kind(suffix: str, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / f"par{suffix}"
    run(capsys, "odds", NAME, "--report", path, "--exposure")
    if suffix == ".csv":
        assert "exposure,original,the hole card: worth" in path.read_text(encoding="utf-8")
    else:
        assert "Exposure" in load_workbook(path).sheetnames


def test_a_chapter_without_a_par_sheet_is_refused(capsys: Captured) -> None:
    assert "use it with --report FILE" in refused(capsys, "odds", NAME, "--exposure")


def test_a_file_of_another_kind_is_refused(capsys: Captured) -> None:
    said = refused(capsys, "exposure", NAME, "--out", "exposure.pdf")
    assert "the suffix of an exposure must be .html, .svg or .png, not '.pdf'" in said
