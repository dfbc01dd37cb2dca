"""The built site: every page is there, says what the engine says, and asks no other host for anything."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pitboss import game, odds
from pitboss.basics.money import dollars
from pitboss.engine.registry import clauses, games
from site_built import PROJECT

pytestmark = pytest.mark.long

LOADS = {"src", "srcset", "data", "poster"}
"""Attributes whose address a browser loads by itself."""


class Loaded(HTMLParser):
    """Collects what a page loads by itself, and the text of its cells."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.cells: list[str] = []
        self._cell = False
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        self.addresses += [value for name, value in given if name in LOADS and value]
        if tag == "link":
            self.addresses += [value for name, value in given if name == "href" and value]
        if tag in ("td", "th"):
            self._cell = True
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        self._cell = self._cell and tag not in ("td", "th")

    def handle_data(self, text: str) -> None:
        if self._cell:
            self.cells[-1] += text


def elsewhere(address: str) -> bool:
    return bool(re.match(r"(\w+:)?//", address))


def test_no_page_loads_anything_from_another_host(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    found = {page.name: [one for one in Loaded(page).addresses if elsewhere(one)] for page in pages}
    assert len(pages) > 30
    assert not any(found.values()), {name: some for name, some in found.items() if some}


def test_no_style_sheet_loads_anything_from_another_host(site: Path) -> None:
    sheets = sorted(site.rglob("*.css"))
    loaded = [one for sheet in sheets for one in re.findall(r"(?:url\(|@import )[\"']?([^\"')]+)", sheet.read_text())]
    assert len(sheets) > 2
    assert [one for one in loaded if elsewhere(one)] == []


@pytest.mark.parametrize("name", games())
def test_the_page_of_a_game_says_what_the_engine_says(site: Path, name: str) -> None:
    cells = Loaded(site / "games" / f"{name}.html").cells
    found, rules = game(name), game(name).rules()
    for wager in odds(name).wagers.values():
        at = cells.index(wager.name)
        assert cells[at + 2].replace("\N{MINUS SIGN}", "-") == f"{wager.house_edge + 0.0:.4%}"
    for table, lines in found.pays(rules).items():
        at = cells.index(table)
        for line, pays in lines.items():
            assert (line, pays) in zip(cells[at:], cells[at + 1 :], strict=False)
    assert {one.what for one in found.irregularities} <= set(cells)
    assert set(clauses(name)) <= set(cells)
    assert {one.words for one in clauses(name).values()} <= set(cells)
    assert all(dollars(meter.seed) in cells for meter in found.meters(rules))


@pytest.mark.parametrize("name", games())
def test_the_page_of_a_game_shows_its_pictures(site: Path, name: str) -> None:
    shown = [one for one in Loaded(site / "games" / f"{name}.html").addresses if one.startswith(f"{name}-")]
    assert shown
    assert all((site / "games" / one).read_text().startswith("<?xml") for one in shown)


@pytest.mark.parametrize(
    ("tutorial", "prices"), [("price_a_game", "caribbean_stud"), ("train_an_agent", "double_down_stud")]
)
def test_a_tutorial_is_kept_without_output_and_shown_with_it(site: Path, tutorial: str, prices: str) -> None:
    figure = f"{odds(prices).house_edge:.4%}"
    kept = (PROJECT / "docs" / "tutorials" / f"{tutorial}.ipynb").read_text()
    assert '"output_type"' not in kept
    assert figure not in kept
    shown = (site / "tutorials" / f"{tutorial}.html").read_text()
    assert figure in shown
    assert f"{tutorial}_files/" in shown
    assert (site / "tutorials" / f"{tutorial}.ipynb").read_text() == kept


def test_examples_of_docstrings_are_code(site: Path) -> None:
    shown = (site / "reference" / "table.html").read_text()
    assert '<span class="gp">&gt;&gt;&gt; </span>' in shown
    assert "<blockquote>" not in shown


def test_every_published_figure_is_shown(site: Path) -> None:
    cells = Loaded(site / "figures.html").cells
    assert cells.count("agrees") >= 20
    assert any(cell.startswith("differs: ") and len(cell) > 20 for cell in cells)
