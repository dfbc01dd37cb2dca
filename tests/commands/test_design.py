"""``pitboss design``: pay tables with a wanted edge, from the shell."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from pitboss import design, odds, study
from pitboss.engine.rules import STUDY
from pitboss.mathematics.designs import span

from shell import Captured, refused, run

NAME = "double_down_stud"
TWO = ("--vary", "pays.flush", "--vary", "pays.straight")


def test_rows_are_listed_beside_the_rules_of_now(capsys: Captured) -> None:
    told = run(capsys, "design", NAME, "--target", "3%..4%", *TWO)
    lines = told.splitlines()
    assert lines[0] == "Double Down Stud  pays, by the figures of the round"
    assert lines[1] == "  5 of 9 pay tables fit"
    assert "the same in all: royal flush 1,000 to 1" in lines[2]
    rows = [line.split() for line in lines]
    assert ["now", "8", "5", "4.7413%", "3.3001", "20.6275%", "24.8285%", "lawful"] in rows
    assert ["1", "10", "6", "3.4029%", "3.3666", "20.6275%", "25.3870%", "lawful"] in rows
    assert STUDY not in told


def test_the_printed_command_prices_the_first_row(capsys: Captured) -> None:
    told = run(capsys, "design", NAME, "--target", "5%..6%", *TWO, "--study", "--set", "pays.full-house=9")
    pitboss, *command = shlex.split(told.rpartition("price the first in full: ")[2])
    assert (pitboss, command[:2]) == ("pitboss", ["odds", NAME])
    found = json.loads(run(capsys, "design", NAME, "--target", "5%..6%", *TWO, "--set", "pays.full-house=9", "--json"))
    again = json.loads(run(capsys, *command, "--json"))
    for figure in ("expected_value", "house_edge", "standard_deviation", "study"):
        assert again[figure] == found["rows"][0][figure]


def test_the_command_names_the_rules_file(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(f'game = "{NAME}"\ntable_minimum = 1000\n')
    told = run(capsys, "design", NAME, "--target", "3%..4%", *TWO, "--rules", file)
    assert f"pitboss odds {NAME} --rules {file} --set pays.flush=10" in told


def test_json_is_what_the_library_finds(capsys: Captured) -> None:
    given = ("--range", "pays.flush=6..9", "--sd", "3.2..3.4", "--hit", "20%..21%", "--sort", "sd", "--most", "2")
    said = json.loads(run(capsys, "design", NAME, "--target", "4%..6%", *given, "--study", "--json"))
    found = design(
        NAME,
        [],
        span("4%..6%", ""),
        ranges=["pays.flush=6..9"],
        sd=span("3.2..3.4", "", shares=False),
        hits=span("0.2..0.21", ""),
        sort="sd",
        most=2,
        study=True,
    )
    assert said == json.loads(json.dumps(found.as_dict()))
    assert len(said["rows"]) == 2 < said["found"]
    row = said["rows"][0]
    assert row["house_edge"] == odds(NAME, study(NAME, *row["settings"])).house_edge


def test_a_study_is_marked(capsys: Captured) -> None:
    told = run(capsys, "design", NAME, "--target", "4%..6%", "--range", "pays.flush=7..9", "--study")
    assert f"marked as study: {STUDY}" in told
    marks = {line.split()[1]: line.split()[-1] for line in told.splitlines() if line[:1].isdigit()}
    assert marks == {"7": "study", "8": "lawful", "9": "lawful"}
    said = json.loads(
        run(capsys, "design", NAME, "--target", "4%..6%", "--range", "pays.flush=7..9", "--study", "--json")
    )
    assert {row["pays"]["flush"]: row.get("study") for row in said["rows"]}["7 to 1"] == STUDY


def test_many_lines_are_shown_in_one_column(capsys: Captured) -> None:
    told = run(capsys, "design", NAME, "--target", "2%..3%", "--vary", "pays")
    assert all(len(line) <= 120 for line in told.splitlines() if line[:1].isdigit())
    assert "; listed are the 20 nearest to the middle of the target" in told


def test_listed_pay_tables_name_their_option(capsys: Captured) -> None:
    told = run(capsys, "design", "caribbean_stud", "--target", "5%..8%", "--vary", "bonus", "--sort", "edge")
    assert "2 of 3 pay tables fit" in told
    assert told.splitlines()[-1].endswith("pitboss odds caribbean_stud --set bonus=B")


# --- nothing fits


def test_the_nearest_is_named(capsys: Captured) -> None:
    told = run(capsys, "design", NAME, "--target", "1%..2%", "--range", "pays.flush=8..9")
    assert (
        "No lawful pay table among the 2 tried has a house edge of 1.0000% to 2.0000%: the nearest has 4.3482%." in told
    )
    assert "flush 9 to 1" in told
    assert "--study searches pay tables that the document forbids, too." in told
    told = run(capsys, "design", NAME, "--target", "9%..10%", "--range", "pays.flush=6..7", "--study")
    assert "No pay table among the" in told
    assert f"({STUDY})" in told
    assert "--study" not in told


def test_other_figures_that_do_not_fit_are_told_apart(capsys: Captured) -> None:
    told = run(capsys, "design", NAME, "--target", "4%..5%", "--range", "pays.flush=8..9", "--sd", "0..1")
    assert (
        "No lawful pay table fits: 2 of 2 have a house edge of 4.0000% to 5.0000%, but none of them fits --sd." in told
    )


def test_ranges_without_a_listed_pay_table_are_told(capsys: Captured) -> None:
    told = run(capsys, "design", "caribbean_stud", "--target", "1%..9%", "--range", "bonus.straight=1..4")
    assert "No lawful pay table is within these ranges." in told


# --- what is wrong


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        (("--vary", "pays"), "--target is missing: give the wanted house edge, as 0.045..0.05 or 4.5%..5%"),
        (("--target", "5%..4%", "--vary", "pays"), "--target 5%..4% is empty"),
        (("--target", "4.5..5", "--vary", "pays"), "--target 4.5..5 is above 100%: write 4.5%..5% for percent"),
        (("--target", "1%..2%"), "name a pay table to vary; those of double_down_stud are pays, low"),
        (("--target", "1%..2%", "--vary", "payz"), "payz: not a pay table; similar ones are pays"),
        (("--target", "1%..2%", "--vary", "pays.flsh"), "'flsh' is not a line of this pay table; similar lines are fl"),
        (("--target", "1%..2%", "--range", "pays.flush=9..8"), "--range pays.flush=9..8 is empty"),
        (("--target", "1%..2%", "--range", "pays.flush=8..9", "--range", "pays.flush=7"), "a second range to flush"),
        (("--target", "1%..2%", "--vary", "pays", "--sd", "2..1"), "--sd 2..1 is empty"),
        (("--target", "1%..2%", "--vary", "pays", "--sd", "2%..3%"), "--sd takes a range, as 2..2.5, not '2%..3%'"),
        (("--target", "1%..2%", "--vary", "pays", "--sort", "size"), "--sort must be one of near, edge, sd, hits"),
        (("--target", "1%..2%", "--vary", "pays", "--most", "0"), "--most must be between 1 and 100,000, not 0"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_a_sentence(capsys: Captured, given: tuple[str, ...], wrong: str) -> None:
    assert wrong in refused(capsys, "design", NAME, *given)


def test_an_unknown_game_is_refused(capsys: Captured) -> None:
    assert "perhaps you mean double_down_stud" in refused(capsys, "design", "double_down_stut", "--target", "1%..2%")
    assert "name a game" in refused(capsys, "design", "--target", "1%..2%")


def test_a_search_that_is_too_large_says_how_large(capsys: Captured) -> None:
    lines = ("three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind")
    wide = [word for line in lines for word in ("--range", f"pays.{line}=1..900")]
    said = refused(capsys, "design", NAME, "--target", "1%..2%", *wide, "--study")
    assert "pay tables are more than the 5,000,000 that are searched at once: vary fewer lines" in said
