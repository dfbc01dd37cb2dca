"""What hidden cards are worth, as a page, as a picture and as a chapter of the par sheet."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape
from pathlib import Path

import msgspec
import pytest

from pitboss.mathematics.card_counts import Count, Removal
from pitboss.mathematics.exposure import Exposure, Known, exposure
from pitboss.report.exposure import picture, write_exposure
from pitboss.report.numbers import MINUS

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


@pytest.mark.parametrize("report", [(), ("--report", "par.csv"), ("--report", "par.xlsx")])
def test_a_chapter_without_a_page_is_refused(capsys: Captured, report: tuple[str, ...]) -> None:
    assert "use it with --report FILE.html" in refused(capsys, "odds", NAME, "--exposure", *report)


def test_a_file_of_another_kind_is_refused(capsys: Captured) -> None:
    said = refused(capsys, "exposure", NAME, "--out", "exposure.pdf")
    assert "the suffix of an exposure must be .html, .svg or .png, not '.pdf'" in said
