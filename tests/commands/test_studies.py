"""Studies from the shell: priced on request, marked on every output, and never dealt."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from openpyxl import load_workbook

from pitboss import odds, study
from pitboss.engine import registry
from pitboss.engine.rules import STUDY

from shell import Captured, refused, run

NAME = "double_down_stud"
SET = ("--set", "pays.flush=6")
ODDS = ("odds", NAME, "--set")
CARDS = ("--hand", "As", "--board", "Ks Qs Js")


@pytest.fixture
def forbidden(tmp_path: Path) -> Path:
    """A rules file that the document forbids."""
    file = tmp_path / "forbidden.toml"
    file.write_text(f'game = "{NAME}"\ntable_minimum = 1000\n[pays]\nflush = "6 to 1"\n')
    return file


# --- asked for, or not


@pytest.mark.parametrize("command", [("odds",), ("chart",), ("advise", *CARDS), ("simulate", "--rounds", "100")])
def test_a_forbidden_file_is_priced_only_as_a_study(
    capsys: Captured, forbidden: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(forbidden.parent)
    name, *more = command
    said = refused(capsys, name, NAME, *more, "--rules", forbidden)
    assert "pays: 'flush' pays 6 to 1, below the document's 8 to 1 (10(b))" in said
    assert said.endswith("; --study prices these rules as a study.")
    assert STUDY in run(capsys, name, NAME, *more, "--rules", forbidden, "--study")


@pytest.mark.parametrize("command", [("deal",), ("play",), ("rules",), ("sessions",)])
def test_a_study_is_dealt_by_no_command(capsys: Captured, forbidden: Path, command: tuple[str, ...]) -> None:
    assert "below the document's 8 to 1" in refused(capsys, *command, NAME, "--rules", forbidden)
    for option in (SET, ("--study",)):
        assert f"No such option: {option[0]}" in refused(capsys, *command, NAME, *option)
    assert "No such option: --set" in refused(capsys, "serve", *SET)


def test_settings_change_a_file(capsys: Captured, forbidden: Path) -> None:
    found = json.loads(run(capsys, "odds", NAME, "--rules", forbidden, "--set", "pays.straight=7", "--json"))
    expected = study(NAME, rules={"table_minimum": 1000, "pays": {"flush": "6 to 1", "straight": "7 to 1"}})
    assert found == odds(NAME, expected).as_dict()


def test_lawful_settings_are_not_marked(capsys: Captured) -> None:
    told = run(capsys, "odds", NAME, "--set", "pays.flush=9", "--set", "table_minimum=1000", "--json")
    assert STUDY not in told
    assert json.loads(told) == odds(NAME, {"pays": {"flush": "9 to 1"}, "table_minimum": 1000}).as_dict()
    lawful = run(capsys, "odds", NAME, "--set", "positions=6")
    assert lawful == run(capsys, "odds", NAME)


@pytest.mark.parametrize("game", registry.games())
def test_a_wrong_name_gets_one_sentence(capsys: Captured, game: str) -> None:
    near = "similar options are table_minimum, table_maximum"
    assert near in refused(capsys, "odds", game, "--set", "tabel_minimum=1000")
    assert "similar options are table_minimum" in refused(capsys, "advise", game, "--set", "table_minimun=1000")


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (("odds", NAME, "--study"), "--study needs rules to price: use --rules FILE or --set NAME=VALUE"),
        (("odds", "--all", *SET), "work with one game"),
        (("odds", NAME, "--set", "pays.flsh=6"), "'flsh' is not a line of this pay table; similar lines are flush"),
        (("odds", NAME, "--set", "pays.flush"), "must be option=value or table.line=odds"),
        ((*ODDS, "pays.flush=6", "--set", "pays.flush=7"), "pays.flush=7: sets pays.flush a second time."),
        ((*ODDS, "pays.two-pair=6", "--set", "Pays.Two_pair=6"), "sets pays.two pair a second time."),
        ((*ODDS, "table_minimum=500", "--set", "table-minimum=500"), "sets table_minimum a second time."),
        (("odds", NAME, "--rules", "nowhere.toml", "--study"), "nowhere.toml: can't be read"),
        (("odds", NAME, "--rules", "nowhere.toml"), "nowhere.toml: can't be read: No such file or directory."),
        (("odds", NAME, "--strategies", "--compare"), "--strategies only lists names"),
    ],
)
def test_what_can_not_be_priced_is_refused(capsys: Captured, arguments: tuple[str, ...], wrong: str) -> None:
    assert wrong in refused(capsys, *arguments)


# --- the mark


def test_odds_for_people_are_marked_and_say_what_is_forbidden(capsys: Captured) -> None:
    told = run(capsys, "odds", NAME, *SET).splitlines()
    assert told[1].strip() == STUDY
    assert told[2].strip() == "forbidden: pays: 'flush' pays 6 to 1, below the document's 8 to 1 (10(b))"
    assert not any(STUDY in line for line in run(capsys, "odds", NAME).splitlines())


def test_answers_as_json_are_marked(capsys: Captured) -> None:
    for command in (("odds",), ("advise", *CARDS), ("simulate", "--rounds", "100")):
        name, *more = command
        assert json.loads(run(capsys, name, NAME, *more, *SET, "--json"))["study"] == STUDY
        assert "study" not in json.loads(run(capsys, name, NAME, *more, "--json"))


@pytest.mark.long
def test_decisions_are_marked(capsys: Captured) -> None:
    rows = list(csv.DictReader(run(capsys, "odds", NAME, *SET, "--states", "-").splitlines()))
    assert {row["study"] for row in rows} == {STUDY}
    assert "study" not in run(capsys, "odds", NAME, "--states", "-").splitlines()[0]


@pytest.mark.long
def test_every_form_of_a_par_sheet_is_marked(capsys: Captured, tmp_path: Path) -> None:
    for form in ("html", "csv", "xlsx"):
        run(capsys, "odds", NAME, *SET, "--report", tmp_path / f"study.{form}")
        run(capsys, "odds", NAME, "--report", tmp_path / f"lawful.{form}")
    page = (tmp_path / "study.html").read_text(encoding="utf-8")
    assert f"<title>Double Down Stud: par sheet ({STUDY})</title>" in page
    assert f'<p class="kind">Par sheet: {STUDY}</p>' in page
    assert "<li>pays: &#39;flush&#39; pays 6 to 1, below the document&#39;s 8 to 1 (10(b))</li>" in page
    assert page.count(STUDY) >= 4 + 2  # in its pictures too
    rows = list(csv.DictReader((tmp_path / "study.csv").open(encoding="utf-8")))
    assert [row["value"] for row in rows if row["item"] == "status"] == [STUDY]
    assert [row["item"] for row in rows if row["section"] == "study"] == ["pays"]
    book = load_workbook(tmp_path / "study.xlsx")
    for sheet in book:
        assert str(sheet["A1"].value).endswith(f"({STUDY})"), sheet.title
        assert STUDY in str(sheet.oddFooter.left.text), sheet.title
    assert STUDY in book.properties.title
    for form in ("html", "csv"):
        assert STUDY not in (tmp_path / f"lawful.{form}").read_text(encoding="utf-8")
    for sheet in load_workbook(tmp_path / "lawful.xlsx"):
        assert STUDY not in str(sheet["A1"].value)


def test_every_picture_is_marked(capsys: Captured, tmp_path: Path) -> None:
    run(capsys, "chart", NAME, *SET, "--all", "--out", tmp_path / "study.svg")
    run(capsys, "chart", NAME, "--all", "--out", tmp_path / "lawful.svg")
    drawn = {path.stem: path.read_text(encoding="utf-8") for path in tmp_path.glob("*.svg")}
    assert len(drawn) >= 4
    for stem, picture in drawn.items():
        assert (f"({STUDY})" in " ".join(picture.split())) is stem.startswith("study"), stem


def test_chunks_are_marked(capsys: Captured, tmp_path: Path) -> None:
    for form in ("csv", "parquet"):
        run(capsys, "simulate", NAME, "--rounds", "1000", *SET, "--chunks", tmp_path / f"study.{form}")
        run(capsys, "simulate", NAME, "--rounds", "1000", "--chunks", tmp_path / f"lawful.{form}")
    rows = list(csv.DictReader((tmp_path / "study.csv").open(encoding="utf-8")))
    assert {row["study"] for row in rows} == {STUDY}
    assert STUDY not in (tmp_path / "lawful.csv").read_text(encoding="utf-8")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(tmp_path / "study.parquet")
    assert set(table["study"].to_pylist()) == {STUDY}
    assert table.schema.metadata[b"pitboss.study"] == STUDY.encode()
    assert "study" not in parquet.read_table(tmp_path / "lawful.parquet").column_names


# --- compared


def test_a_study_is_compared_with_the_document(capsys: Captured) -> None:
    told = run(capsys, "odds", "double_down_stud", "--set", "pays.flush=2", "--compare")
    assert "2,636 of 270,725 decisions change, 0.9737% of all" in told
    assert "for example" in told
    found = json.loads(run(capsys, "odds", NAME, "--set", "pays.flush=2", "--compare", "--json"))
    assert found["decisions"]["count"] == 2636
    assert found["document"]["house_edge"] == odds(NAME).house_edge
    same = run(capsys, "odds", NAME, "--compare")
    assert "0 of 270,725 decisions change" in same
    assert "for example" not in same


def test_what_is_won_without_a_stake_is_compared_as_the_players_gain(capsys: Captured) -> None:
    told = run(capsys, "odds", "caribbean_stud", "--compare")
    (line,) = [one.split() for one in told.splitlines() if one.startswith("envy D ") and "earned" not in one]
    assert line[2:] == ["-0.5695%", "-0.5695%", "+0.0000%"]
