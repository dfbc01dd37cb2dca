"""The file for the Commission: its points, its figures by another way, its examples, and its marks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from html import unescape
from html.parser import HTMLParser
from math import comb
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pitboss.basics.errors import SimulationError
from pitboss.engine import registry
from pitboss.mathematics import any_game
from pitboss.mathematics.exposure import exposure
from pitboss.report.examples import remedies
from pitboss.report.petition import page, petition, section
from pitboss.verification.shuffle import evidence
from pitboss.verification.shuffle.evidence import LEAST, shuffle_evidence

from shell import Captured, refused, run

NAME = "double_down_stud"
POINTS = [
    "petitioner", "summary", "rules", "dealing", "remedies", "odds", "samples", "layout", "equipment", "laboratory",
    "marks", "exposure", "shuffle", "identification",
]  # fmt: skip
"""The points in the order of 205 CMR 147.04(3), and then what goes beyond them."""
FIELDS = [
    "(a) Names and addresses of the petitioners",
    "(d) Sponsor",
    "Samples of new or modified accessories and apparatus",
    "Sketches or pictures of the equipment",
    "Report of the independent testing laboratory",
    "(f) Copyrights, trademarks and patents",
    "(g) Request for a test",
    "(h) Other material",
]
"""What no program can supply."""


class Read(HTMLParser):
    """A page as a reader meets it: tables as rows of texts, the ids, the links, and the names of empty fields."""

    def __init__(self, said: str) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.ids: list[str] = []
        self.links: set[str] = set()
        self.marks: list[str] = []
        self.differing = 0
        self._within: list[str] = []
        self.feed(said)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if "id" in known:
            self.ids.append(known["id"] or "")
        if (known.get("href") or "").startswith("#"):
            self.links.add((known["href"] or "")[1:])
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
            self.differing += known.get("class") == "differs"
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
        if tag == "span" and known.get("class") == "mark":
            self.marks.append("")
        if tag not in ("br", "meta", "path", "rect", "circle"):
            self._within.append("mark" if tag == "span" and known.get("class") == "mark" else tag)

    def handle_endtag(self, tag: str) -> None:
        if self._within:
            self._within.pop()

    def handle_data(self, data: str) -> None:
        if "mark" in self._within:
            self.marks[-1] += data
        if {"td", "th"} & set(self._within):
            self.tables[-1][-1][-1] += data

    def headed(self, *heads: str) -> list[list[list[str]]]:
        """The rows of every table whose head begins with these columns."""
        return [table[1:] for table in self.tables if table and table[0][: len(heads)] == list(heads)]


@pytest.fixture(scope="module")
def said() -> str:
    return page(petition(NAME, lesson=["You place one wager."], orders=LEAST))


@pytest.fixture(scope="module")
def read(said: str) -> Read:
    return Read(said)


def number(words: str) -> Fraction:
    """A number as the page prints it: with a sign, commas, a fraction, or a power of ten."""
    plain = words.replace("\N{MINUS SIGN}", "-").replace(",", "").replace("+", "")
    if "\N{MULTIPLICATION SIGN}10" in plain:
        mantissa, _, power = plain.partition("\N{MULTIPLICATION SIGN}10")
        return Fraction(mantissa) * Fraction(10) ** int(power.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")))
    return Fraction(plain.removesuffix("%")) / (100 if plain.endswith("%") else 1)


# --- the points


def test_the_points_come_in_the_order_of_the_regulation(said: str) -> None:
    assert re.findall(r'<h2 id="(\w+)"', said) == POINTS


def test_what_a_program_can_not_supply_is_a_field_with_a_name(said: str) -> None:
    assert re.findall(r'<div class="field"><p class="name">(.*?)</p>', said) == FIELDS


def test_the_lesson_is_the_summary_and_may_be_absent(said: str) -> None:
    assert "<li>You place one wager.</li>" in said


def test_every_clause_stands_once_and_every_link_leads_somewhere(read: Read) -> None:
    anchors = [id for id in read.ids if id.startswith("clause-")]
    assert len(anchors) == len(registry.clauses(NAME)) == len(set(anchors))
    assert len(read.ids) == len(set(read.ids))
    assert read.links <= set(read.ids)


def test_the_remedies_are_the_clauses_on_what_goes_wrong_with_their_tests(read: Read) -> None:
    (rows,) = read.headed("clause", "remedy, in our own words")
    stated = {id: one.words for id, one in registry.clauses(NAME).items() if section(id) == "11"}
    assert len(stated) == 5
    assert {row[0]: row[1] for row in rows if row[0] in stated} == stated
    for row in rows:
        assert "play.py" in row[2] or "game.py" in row[2]
        assert int(row[3]) > 0


def test_each_irregularity_was_reported_and_its_remedy_is_told(read: Read) -> None:
    (rows,) = read.headed("irregularity", "clause")
    assert [row[0] for row in rows] == [one.what for one in registry.game(NAME).irregularities]
    told = {row[0]: row[2] for row in rows}
    assert "Every hand is void." in told["exposed hole card"]
    assert "it is used as the next card" in told["card drawn in error"]


def test_an_irregularity_of_another_way_of_dealing_says_which() -> None:
    """An automated shoe jams only where there is one: 12(f) then voids the round."""
    game = registry.game("boston_5_stud")
    told = {one.what: one for one in remedies(game, game.rules())}
    assert told["boxed card"].under == ""
    assert told["shoe jam"].under == "dealing = automated shoe"
    assert "Every hand is void." in told["shoe jam"].sentences


# --- the figures, by another way


def test_the_odds_follow_from_the_cards(read: Read) -> None:
    """Of all hands of five cards, four are royal flushes and 36 are straight flushes: 20 and 180 deals of the board."""
    original, _ = read.headed("outcome", "pays")
    hands = comb(52, 5)
    ways_of = (4, 36, 624, 3744, 5108, 10200, 54912, 123552)  # of five cards, from royal flushes to two pair
    for row, ways, pays in zip(original, ways_of, (1000, 100, 25, 10, 8, 5, 3, 2), strict=False):
        deals = 5 * ways  # each of the five cards may be the player's
        assert (number(row[3]), row[1]) == (deals, f"{pays:,} to 1")
        true = Fraction(hands, ways) - 1
        assert abs(number(row[5].removesuffix(" to 1")) - true) <= Fraction(1, 2) * (1 if true > 10_000 else true / 99)


def test_the_house_advantage_is_the_sum_over_the_outcomes(read: Read) -> None:
    (wagers,) = read.headed("wager", "clause", "placed")
    tables = read.headed("outcome", "pays")
    assert len(tables) == len(wagers) == 2
    for (_, _, placed, wins, _, advantage), rows in zip(wagers, tables, strict=True):
        *outcomes, total = rows
        staked = [row for row in outcomes if row[1] != "not placed"]
        deals = sum(number(row[3]) for row in staked)
        every = sum(number(row[3]) for row in outcomes)
        assert every == number(total[1]) == 5 * comb(52, 5)
        lost = -sum(number(row[2]) * number(row[3]) for row in staked) / deals
        assert abs(lost - number(advantage)) < Fraction(1, 10**6)
        assert abs(deals / every - number(placed)) < Fraction(1, 10**4)
        won = sum(number(row[3]) for row in staked if number(row[2]) > 0)
        assert abs(Fraction(won) / every - number(wins)) < Fraction(1, 10**6)


def test_a_round_is_worth_both_wagers(read: Read) -> None:
    """The house advantage of a round adds what the two wagers lose over all deals."""
    lost = Fraction(0)
    for rows in read.headed("outcome", "pays"):
        *outcomes, _ = rows
        lost -= sum(number(row[2]) * number(row[3]) for row in outcomes if row[1] != "not placed")
    (said,) = [row for table in read.tables for row in table if row[0].startswith("house advantage of a round")]
    assert Fraction(said[2]) == lost / (5 * comb(52, 5))


# --- examples


def rounds(read: Read) -> Iterator[list[list[str]]]:
    yield from read.headed("clause", "what happened")


def test_the_examples_say_what_lay_and_went_back(read: Read) -> None:
    """The sentence that a player reads agrees with the wagers that were placed and paid, step by step."""
    *examples, whole = rounds(read)
    assert len(examples) == 5
    clauses = registry.clauses(NAME)
    for steps in (*examples, whole):
        nets: dict[str, Fraction] = {}
        for clause, words in steps:
            if placed := re.match(r"(\w+) at seat \d placed .* wager of \$([\d.,]+)", words):
                nets[placed[1]] = nets.get(placed[1], Fraction(0)) - number(placed[2])
            if back := re.match(r"(\w+) at seat \d: .*; (?:\$([\d.,]+)|nothing) went back", words):
                nets[back[1]] += number(back[2] or "0")
            if clause == "in a sentence":
                assert result(words) == nets[words.partition("'")[0]]
            else:
                assert clause in clauses


def result(words: str) -> Fraction:
    found = re.search(r"(wins|loses) \$([\d.,]+)( in all)?\.$", words)
    return Fraction(0) if found is None else number(found[2].rstrip(".")) * (1 if found[1] == "wins" else -1)


def test_each_example_shows_what_its_heading_says(said: str, read: Read) -> None:
    heads = re.findall(r"<h4>Round (\d+): (.*?)</h4>", said)
    *examples, _ = rounds(read)
    words = {"wins": "won", "loses": "lost", "pushes": "pushed"}
    for (_, shows), steps in zip(heads, examples, strict=True):
        for show in unescape(shows).split(", "):
            wager, _, end = show.rpartition(" ")
            text = " ".join(step[1] for step in steps)
            assert re.search(rf"the {wager.removesuffix(' wager')} wager of \$[\d.]+ {words[end]}", text), show
    assert len({show for _, shows in heads for show in shows.split(", ")}) == 6
    assert [int(number) for number, _ in heads] == sorted({int(number) for number, _ in heads})


def test_the_whole_round_has_every_card_of_the_deal(read: Read) -> None:
    *_, whole = rounds(read)
    cards = [found[1] for _, words in whole if (found := re.match(r"(\S+) was dealt face (?:up|down)", words))]
    assert len(cards) == len(set(cards)) == 6  # one for each of two players, and four in common


# --- the layout


def drawn(said: str) -> ElementTree.Element:
    return ElementTree.fromstring(re.findall(r"<svg.*?</svg>", said, re.DOTALL)[0])


def test_the_layout_has_the_areas_of_every_position(said: str) -> None:
    picture = drawn(said)
    space = "{http://www.w3.org/2000/svg}"
    many = registry.game(NAME).rules().positions
    assert len(picture.findall(f"{space}g")) == many
    assert len(list(picture.iter(f"{space}circle"))) == many + 1  # the original, before the cards
    texts = [one.text for one in picture.iter(f"{space}text")]
    assert {"original wager", "double", "Community cards", "Chip tray"} <= set(texts)
    wide, high = map(float, picture.attrib["viewBox"].split()[2:])
    for one in picture.findall(f"{space}text"):
        assert 0 < float(one.attrib["x"]) < wide
        assert 0 < float(one.attrib["y"]) < high


# --- variations


def test_the_documents_own_rules_differ_in_nothing(said: str, read: Read) -> None:
    assert (read.marks, read.differing) == ([], 0)
    assert "The rules are the document's own, with its defaults." in unescape(said)


@pytest.fixture(scope="module")
def study() -> tuple[str, Read]:
    made = page(petition(NAME, any_game.study(NAME, "pays.flush=3", "table_minimum=1000"), orders=LEAST))
    return made, Read(made)


def test_a_variation_that_the_document_forbids_says_so(study: tuple[str, Read]) -> None:
    words = unescape(study[0])
    assert "The document does not permit this variation:" in words
    assert "<li>pays: 'flush' pays 3 to 1, below the document's 8 to 1 (10(b))</li>" in words
    assert "2 settings differ from the document's defaults." in words
    assert "These rules may not be dealt, since the document forbids them." in words


def test_what_differs_is_marked_throughout(study: tuple[str, Read]) -> None:
    said, read = study
    marks = read.marks
    assert marks.count("differs; document: $5") == 1
    assert marks.count("differs; document: 8 to 1") == 3  # in the pay table, and at each of the two wagers
    game = any_game.odds(NAME)
    for wager in game.wagers.values():
        before = f"{wager.house_edge:.4%}".replace("-", "\N{MINUS SIGN}")
        assert marks.count(f"differs; document: {before}") == 2
    for figure in (game.house_edge, game.element_of_risk):
        assert f"differs; document: {figure:.4%}" in marks
    for figure in (f"{game.element_of_risk:.6%}", f"{game.standard_deviation:.9f}"):
        assert figure in said, "the document's figure stands below that of the variation"
    _, exposure = said.split('id="exposure"')
    assert re.match(r'[^<]*<span[^>]*>.*?</span>.*?</h2>\s*<p class="small"><span class="mark"', exposure, re.DOTALL)
    touched = [row for table in read.headed("clause", "in our own words") for row in table if "differs" in row[1]]
    assert [row[0] for row in touched] == ["10(b)"]


@pytest.mark.long
def test_a_variation_that_the_document_permits_says_so() -> None:
    said = unescape(page(petition(NAME, {"positions": 3, "cut": True}, orders=LEAST)))
    read = Read(said)
    assert "The document permits this variation." in said
    assert {"differs; document: 6", "differs; document: no"} <= set(read.marks)
    assert "forbids" not in said
    assert len(drawn(said).findall("{http://www.w3.org/2000/svg}g")) == 3


# --- other games


def counted(said: str) -> Mapping[str, int]:
    return {name: said.count(name) for name in ('class="example"', "<h2 id=", 'class="field"')}


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in registry.games() if name != NAME])
def test_every_game_has_a_petition(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the exposure of a game that is counted at once, since the counts of all others have tests of their own."""
    quick = exposure(NAME)
    monkeypatch.setattr("pitboss.report.petition.exposure", lambda game, rules, tick: quick)
    made = petition(name, orders=LEAST)
    said = page(made)
    read = Read(said)
    assert re.findall(r'<h2 id="(\w+)"', said) == POINTS
    assert counted(said)['class="example"'] >= 3
    assert read.links <= set(read.ids)
    assert len([id for id in read.ids if id.startswith("clause-")]) == len(registry.clauses(name))
    assert len(read.headed("outcome", "pays")) == len(made.figures.odds.wagers)
    for _, rows in zip(made.figures.odds.wagers, read.headed("outcome", "pays"), strict=True):
        assert rows[-1][0].startswith("all")
    assert (made.figures.exposure is None) == ("Pitboss has no count yet of what seen cards are worth" in said)
    drawn(said)


# --- the command


@pytest.mark.long
def test_the_command_writes_a_page_and_keeps_an_old_one(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "petition.html"
    assert run(capsys, "petition", NAME, "--out", path) == f"The petition is in {path}.\n"
    assert "<li>You place one wager before the cards.</li>" in path.read_text()
    path.write_text("mine")
    assert "already exists; choose another name or use --force" in refused(capsys, "petition", NAME, "--out", path)
    assert path.read_text() == "mine"
    run(capsys, "petition", NAME, "--out", path, "--force")
    assert path.read_text().startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ((), "name a game"),
        ((NAME,), "name the file to write: use --out FILE.html"),
        ((NAME, "--out", "petition.pdf"), "the suffix of a petition must be"),
        (("whist", "--out", "petition.html"), "there is no game 'whist'"),
        ((NAME, "--out", "petition.html", "--study"), "--study needs rules to price"),
        ((NAME, "--out", "petition.html", "--set", "pays.flush=lots"), "odds must be like"),
        ((NAME, "--out", "nowhere/petition.html"), "no such file or directory"),
    ],
)
def test_bad_input_gets_a_sentence(
    arguments: tuple[str, ...], wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    assert wrong in refused(capsys, "petition", *arguments)
    assert not list(tmp_path.iterdir())


def test_the_shuffle_is_tested_as_by_its_own_command(said: str) -> None:
    """Whatever the orders are, each of the tests stands there with what it finds."""
    assert f"{LEAST:,} orders of 52 cards drawn from the operating system" in said
    tested = shuffle_evidence(NAME, seed=1, orders=LEAST).tests
    for one in tested:
        assert said.count(f"<td>{one.name}</td>") >= 2
        assert unescape(one.finds) in unescape(said)


def test_a_shuffle_that_no_test_suits_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object, **__: object) -> object:
        raise SimulationError("the tests need equally many of each card")

    monkeypatch.setattr(evidence, "shuffle_evidence", refuses)
    said = unescape(page(petition(NAME)))
    assert "Pitboss has no tests for this shuffle: the tests need equally many of each card." in said
