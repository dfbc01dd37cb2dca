"""The command line: the output of each command, and one sentence with exit status 2 for each error."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from long import first_of
from pitboss import __version__
from pitboss.basics.files import written_whole
from pitboss.cli.app import COMMANDS
from pitboss.cli.output import INTERRUPTED
from pitboss.engine import registry
from pitboss.engine.round.records import RECORDS
from pitboss.engine.rules import load, load_toml, to_toml
from pitboss.verification.trace import trace

from shell import Captured, refused, run

NAME = "double_down_stud"
SIX = "\N{FULLWIDTH DIGIT SIX}"


# --- version and help


def test_version(capsys: Captured) -> None:
    assert run(capsys, "--version") == f"pitboss {__version__}\n"


def test_without_a_command_the_help_is_printed(capsys: Captured) -> None:
    text = run(capsys)
    assert all(command in text for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(capsys: Captured, command: str) -> None:
    text = run(capsys, command, "--help")
    assert "Examples" in text
    assert f"pitboss {command}" in text


# --- games


@pytest.mark.parametrize("game", registry.games())
def test_games_as_json_is_a_contract_for_wagers_and_places(capsys: Captured, game: str) -> None:
    described = json.loads(run(capsys, "games", "--json"))
    assert set(described) == set(registry.games())
    one = described[game]
    assert [w["name"] for w in one["wagers"]] == [w.name for w in registry.game(game).wagers]
    assert sum(w["base"] for w in one["wagers"]) == 1
    assert one["places"][0] == "seat 1"
    assert set(registry.game(game).places) <= set(one["places"])
    assert one["pay_tables"] == registry.game(game).pays(registry.game(game).rules())
    assert {i["what"] for i in one["irregularities"]} == {i.what for i in registry.game(game).irregularities}
    assert all(option["means"] for option in one["options"])
    assert load(
        game, registry.game(game).rules, {o["name"]: o["default"] for o in one["options"] if o["default"] is not None}
    )


@pytest.mark.parametrize("game", registry.games())
def test_wagers_and_places_of_a_log_are_those_that_games_lists(capsys: Captured, tmp_path: Path, game: str) -> None:
    log = tmp_path / "rounds.jsonl"
    run(capsys, "deal", game, "--seats", 3, "--rounds", 10, "--policy", "random", "--seed", 2, "--log", log)
    one = json.loads(run(capsys, "games", game, "--json"))[game]
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    wagers = {line["wager"] for line in lines if line["type"] in ("wagered", "settled")}
    places = {line["to"] for line in lines if line["type"] == "dealt"}
    assert wagers
    assert wagers <= {wager["name"] for wager in one["wagers"]}
    assert places <= set(one["places"])


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("boston_5_stud", 9),
        ("caribbean_stud", 7),
        ("double_attack_blackjack", 7),
        ("double_cross_poker", 8),
        ("double_down_stud", 8),
    ],
)
def test_places_are_all_that_a_table_of_the_game_can_have(capsys: Captured, game: str, seats: int) -> None:
    places = json.loads(run(capsys, "games", game, "--json"))[game]["places"]
    assert [place for place in places if place.startswith("seat ")] == [f"seat {n}" for n in range(1, seats + 1)]


def test_without_a_name_the_games_are_listed(capsys: Captured) -> None:
    lines = run(capsys, "games").splitlines()
    for game in map(registry.game, registry.games()):
        (line,) = (one for one in lines if one.startswith(f"{game.title} "))
        assert line.split()[len(game.title.split()) :][:2] == [game.name, f"{game.base},"]


def test_games_for_people(capsys: Captured) -> None:
    text = run(capsys, "games", NAME)
    for word in (
        "Double Down Stud",
        "original",
        "8(d)",
        "table_minimum",
        "boxed card",
        "community",
        "basic policy",
        "pair of sixes to tens",
    ):
        assert word in text


# --- deal


def test_a_deal_is_summed_up(capsys: Captured) -> None:
    text = run(capsys, "deal", NAME, "--seats", 2, "--rounds", 5, "--seed", 7)
    assert "5 rounds, 2 seats, basic policy" in text
    assert all(word in text for word in ("staked", "returned", "house"))


def test_rounds_are_counted_as_people_write_them(capsys: Captured) -> None:
    assert json.loads(run(capsys, "deal", NAME, "--rounds", "1e1", "--json"))["rounds"] == 10
    assert json.loads(run(capsys, "deal", NAME, "--rounds", "1_2", "--json"))["rounds"] == 12


@pytest.mark.parametrize("game", registry.games())
def test_money_is_conserved_in_the_summary(capsys: Captured, game: str) -> None:
    summary = json.loads(run(capsys, "deal", game, "--rounds", 20, "--policy", "random", "--seed", 1, "--json"))
    assert summary["rounds"] == 20
    kept = Fraction(summary["house"]) + sum(Fraction(gain) for gain in summary["meters"].values())
    assert summary["staked"] - summary["returned"] == kept
    assert sum(wager["staked"] for wager in summary["wagers"].values()) == summary["staked"]


def test_a_seed_repeats_the_deal_and_another_does_not(capsys: Captured) -> None:
    told = [run(capsys, "deal", NAME, "--seed", seed, "--narrate") for seed in (7, 7, 8)]
    assert told[0] == told[1] != told[2]


def test_a_whole_number_of_a_thousand_digits_is_a_seed(capsys: Captured) -> None:
    long = "9" * 1000
    told = [run(capsys, "deal", NAME, "--seed", seed, "--narrate") for seed in (long, long, "-7", "7")]
    assert told[0] == told[1]
    assert len(set(told)) == 3
    assert "'9999999999999999999999999999999999999999...' is too long: give at most 1,000 digits" in refused(
        capsys, "deal", NAME, "--seed", f"{long}9"
    )


def test_no_command_removes_the_limit_on_numbers_that_python_converts(capsys: Captured) -> None:
    run(capsys, "games")
    assert 0 < sys.get_int_max_str_digits() <= 4300


def test_meters_have_gained_and_stand_somewhere(capsys: Captured) -> None:
    dealt = ("deal", "caribbean_stud", "--rounds", 20, "--policy", "random", "--seed", 3)
    assert "  meter     gained $" in run(capsys, *dealt)
    summary = json.loads(run(capsys, *dealt, "--json"))
    gained, stands = (Fraction(summary[key]["meter"]) for key in ("meters", "meters_stand"))
    assert stands == 10_000_00 + gained > 10_000_00


@pytest.mark.parametrize("game", registry.games())
def test_narration_tells_every_step_with_its_clause_and_says_whose_it_is(capsys: Captured, game: str) -> None:
    text = run(capsys, "deal", game, "--seats", 2, "--seed", 7, "--narrate")
    assert "as surveillance sees it, with the cards that lie face down" in text
    assert f"{registry.game(game).round_of_play:<17} Round 1 began, with Ann at seat 1 and Bob at seat 2." in text
    assert "The dealer announced: 'No more bets'." in text
    assert "The round ended: " in text


def test_narration_as_json(capsys: Captured) -> None:
    steps = json.loads(run(capsys, "deal", NAME, "--narrate", "--json"))["narration"]
    assert steps[0]["type"] == "began"
    assert {step["type"] for step in steps} <= {*RECORDS, "result"}
    assert [step["type"] for step in steps][-2:] == ["result", "ended"]
    assert all(step["clause"] and step["sentence"] for step in steps)


# --- log and replay


@pytest.fixture
def log(capsys: Captured, tmp_path: Path) -> Path:
    path = tmp_path / "rounds.jsonl"
    run(capsys, "deal", NAME, "--seats", 2, "--rounds", 3, "--policy", "random", "--seed", 4, "--log", path)
    return path


@pytest.mark.parametrize("game", registry.games())
def test_a_log_is_proved(capsys: Captured, tmp_path: Path, game: str) -> None:
    path = tmp_path / "rounds.jsonl"
    dealt = json.loads(
        run(capsys, "deal", game, "--seats", 3, "--rounds", 7, "--policy", "random", "--log", path, "--json")
    )
    proved = json.loads(run(capsys, "replay", path, "--json"))
    assert dealt["lines"] == proved["lines"] == len(path.read_bytes().splitlines())
    for sum_ in ("game", "rules", "rounds", "staked", "returned", "house", "meters"):
        assert proved[sum_] == dealt[sum_]


def test_a_proof_for_people(capsys: Captured, log: Path) -> None:
    text = run(capsys, "replay", log)
    assert text.startswith("Proved. Double Down Stud, 3 rounds dealt again")
    assert "156 commitments" in text


def test_a_changed_line_is_reported_with_its_number(capsys: Captured, log: Path) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines, 1) if b'"type":"settled"' in line)
    lines[at - 1] = lines[at - 1].replace(b'"returned":', b'"returned":1')
    log.write_bytes(b"".join(lines))
    assert f"line {at}: the hash does not match" in refused(capsys, "replay", log, status=1)


def test_a_truncated_log_is_reported(capsys: Captured, log: Path) -> None:
    whole = log.read_bytes()
    log.write_bytes(whole[: len(whole) // 2])
    cut = whole[: len(whole) // 2].count(b"\n") + 1
    assert f"line {cut}: the line is cut short" in refused(capsys, "replay", log, status=1)
    log.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    assert "the log stops before its closing line" in refused(capsys, "replay", log, status=1)


@pytest.mark.parametrize("content", [b"", b"\n", b"no log\n", b"\xff\xfe\x00", b"[]\n", b'{"type":"log"}\n'])
def test_a_file_that_is_no_log_is_reported(capsys: Captured, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "rounds.jsonl"
    path.write_bytes(content)
    assert f"{path}, line 1: " in refused(capsys, "replay", path)


def test_a_log_that_can_not_be_read_is_reported(capsys: Captured, tmp_path: Path) -> None:
    assert "can't be read: no such file or directory" in refused(capsys, "replay", tmp_path / "none.jsonl").lower()
    assert "can't be read: is a directory" in refused(capsys, "replay", tmp_path).lower()


def test_a_failing_deal_leaves_an_old_log_as_it_was_and_nothing_half_made(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    path.write_text("old", encoding="utf-8")
    refused(capsys, "deal", NAME, "--seats", 99, "--log", path)
    refused(capsys, "deal", NAME, "--rules", tmp_path / "none.toml", "--log", path)
    assert [(file.name, file.read_text(encoding="utf-8")) for file in tmp_path.iterdir()] == [("rounds.jsonl", "old")]


def test_a_file_written_whole_is_there_at_the_end_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"

    def interrupted() -> None:
        with written_whole(path) as partial:
            partial.write_text("half", encoding="utf-8")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert list(tmp_path.iterdir()) == []
    with written_whole(path) as partial:
        partial.write_text("whole", encoding="utf-8")
    assert [file.name for file in tmp_path.iterdir()] == ["file"]
    assert path.read_text(encoding="utf-8") == "whole"


def test_a_log_that_can_not_be_written_is_refused(capsys: Captured, tmp_path: Path) -> None:
    assert "can't be written: it is a directory" in refused(capsys, "deal", NAME, "--log", tmp_path)
    nowhere = tmp_path / "none" / "rounds.jsonl"
    assert "can't be written: no such file or directory" in refused(capsys, "deal", NAME, "--log", nowhere)


def test_the_rules_are_not_overwritten_by_the_log(capsys: Captured, tmp_path: Path) -> None:
    mine = tmp_path / "my.toml"
    mine.write_text(run(capsys, "rules", NAME), encoding="utf-8")
    assert "can't be both an input and an output" in refused(
        capsys, "deal", NAME, "--rules", mine, "--log", mine, "--force"
    )


# --- rules


@pytest.mark.parametrize("game", registry.games())
def test_rules_are_written_and_read_back_the_same(capsys: Captured, tmp_path: Path, game: str) -> None:
    mine = tmp_path / "my.toml"
    text = run(capsys, "rules", game)
    mine.write_text(text, encoding="utf-8")
    kind = registry.game(game).rules
    assert load_toml(game, kind, mine).digest == load(game, kind, {}).digest
    assert run(capsys, "rules", game, "--rules", mine) == text
    run(capsys, "deal", game, "--rules", mine)


def test_changed_rules_are_dealt_by_and_written_complete(capsys: Captured, tmp_path: Path) -> None:
    mine = tmp_path / "my.toml"
    mine.write_text("table_minimum = 2500\n", encoding="utf-8")
    summary = json.loads(run(capsys, "deal", NAME, "--rules", mine, "--seed", 1, "--json"))
    assert summary["wagers"]["original"]["staked"] == 2500
    complete = run(capsys, "rules", NAME, "--rules", mine)
    assert "table_minimum = 2500" in complete
    assert complete == to_toml(NAME, load(NAME, registry.game(NAME).rules, {"table_minimum": 2500}))


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ("table_minimum = ", "is not TOML"),
        (f"game = 0x{'f' * 9_000}", "'game' must be the name of a game"),
        (f"chip = 0x{'f' * 9_000}", "chip: a number has at most 20 digits"),
        ("table_minimum = 'five'", "table_minimum: must be a whole number, not 'five'"),
        ("table_minimum = 1979-05-27", "table_minimum: must be a whole number, not 1979-05-27"),
        (f"table_minimum = [{'1, ' * 90}]", "table_minimum: must be a whole number, not [1, 1, 1, "),
        ("minimum = 5", "minimum: not an option of double_down_stud"),
        ("table_minimum = 90000", "table_maximum: $500 is below the minimum of $900"),
        ("game = 'caribbean_stud'", "holds the rules of caribbean_stud, not of double_down_stud"),
        ("[pays]\nflush = '7 to 1'", "'flush' pays 7 to 1, below the document's 8 to 1 (10(b))"),
        ("[pays]\nflush = 'lots'", "'10% of meter', not flush = 'lots'"),
        (f"[pays]\nflush = '{SIX} to 1'", f"'10% of meter', not flush = '{SIX} to 1'"),
        ("packs = 3", "packs: must be one of 1, 2, not 3 (2(b))"),
        ("packs = true", "packs: must be one of 1, 2, not true (2(b))"),
    ],
)
def test_bad_rules_are_refused_in_a_sentence(capsys: Captured, tmp_path: Path, rules: str, sentence: str) -> None:
    mine = tmp_path / "my.toml"
    mine.write_text(rules, encoding="utf-8")
    assert sentence in refused(capsys, "deal", NAME, "--rules", mine)
    assert sentence in refused(capsys, "rules", NAME, "--rules", mine)


@pytest.mark.parametrize(
    "arguments",
    [
        *(f"deal {NAME} --{option} 6" for option in ("seats", "rounds", "seed", "irregularities")),
        *(f"simulate {NAME} --{option} 6" for option in ("seats", "rounds", "seed", "threads", "rounds 1e", "workers")),
        *(f"sessions {NAME} --{option} 6" for option in ("bankroll", "base", "rounds", "players", "original")),
        *(f"odds {NAME} --set {setting}" for setting in ("pays.flush=6", "'pays.flush=6 to 1'", "table_minimum=600")),
        *(f"design {NAME} --target 1%..2% --vary pays --{given}" for given in ("sd 1..6", "hit 0..0.6", "most 6")),
        f"design {NAME} --target 1%..6% --vary pays",
        f"design {NAME} --target 1%..2% --range pays.flush=6",
        f"simulate {NAME} --wagers original=6",
        f"play {NAME} --bankroll 6",
        f"play {NAME} --seats 6",
        "odds caribbean_stud --meter 6",
        "simulate double_attack_blackjack --penetration 0.6",
        "verify --simulate --rounds 6",
        "load --seconds 6",
        "load --tables 6",
        "serve --port 6",
        "stream --bytes 6",
        "soak --kills 6",
        "replay log.jsonl --round 6",
    ],
)
def test_numbers_are_written_in_plain_digits(capsys: Captured, arguments: str) -> None:
    words = shlex.split(arguments.replace("rounds 1e 6", "rounds 1e6").replace("6", SIX))
    assert SIX in refused(capsys, *words)


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ("bonus = 'D'", "bonus: must be one of none, A, B, C, not 'D' (11(c))"),
        ("[bet_pays]\nflush = '6 to 1'", "bet_pays: the document fixes these pays (11(b))"),
        ("[progressive_seeds]\nmega = 1", "progressive_seeds: the document fixes these amounts (12(l))"),
    ],
)
def test_what_the_document_decides_is_refused_with_its_clause(
    capsys: Captured, tmp_path: Path, rules: str, sentence: str
) -> None:
    mine = tmp_path / "my.toml"
    mine.write_text(rules, encoding="utf-8")
    assert sentence in refused(capsys, "odds", "caribbean_stud", "--rules", mine)


# --- trace


@pytest.mark.parametrize("game", first_of(registry.games()))
def test_trace_as_json_counts_clauses_and_lists_what_is_missing(capsys: Captured, game: str) -> None:
    for arguments in (("trace", "--json"), ("trace", game, "--json")):
        one = json.loads(run(capsys, *arguments))[game]
        assert one["clauses"] == one["code"] + one["premises"] == len(one["details"])
        found = trace(game)
        assert (one["missing"], one["strangers"]) == (found.missing, found.strangers)


def test_trace_as_json_names_a_clause_that_nothing_shows(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = trace(NAME)
    bare = [msgspec.structs.replace(one, tests=[]) if one.clause.id == "8(d)" else one for one in whole.clauses]
    monkeypatch.setattr(
        "pitboss.verification.trace.trace", lambda name, tests: msgspec.structs.replace(whole, clauses=bare)
    )
    assert json.loads(run(capsys, "trace", NAME, "--json"))[NAME]["missing"] == ["8(d)"]
    assert f"{NAME} 8(d): no test" in run(capsys, "trace", NAME)


def test_trace_for_people(capsys: Captured) -> None:
    text = run(capsys, "trace", NAME)
    assert "8(d)" in text
    assert f"in src/pitboss/games/{NAME}/play.py:" in text
    assert re.search(rf"shown by tests/{NAME}/\w+\.py::test_8d", text)
    assert "Name a clause to list its every place and every test" in text
    counts = run(capsys, "trace")
    assert all(game in counts for game in registry.games())
    assert "\nread from the tests in " in counts


def test_trace_shows_one_clause_with_all_its_code_and_tests(capsys: Captured) -> None:
    (one,) = [traced for traced in trace("caribbean_stud").clauses if traced.clause.id == "11(c)"]
    text = " ".join(run(capsys, "trace", "caribbean_stud", "11(c)").split())
    assert text.startswith(f"11(c) {one.clause.words}")
    assert len(one.tests) > 2  # more than the list of all clauses shows
    assert all(place in text for place in (*one.code, *(shown.test for shown in one.tests)))
    assert "11(b)" not in text
    (found,) = json.loads(run(capsys, "trace", "caribbean_stud", "11 (C)", "--json"))["caribbean_stud"]["details"]
    assert (found["id"], found["code"]) == ("11(c)", one.code)
    assert "has no clause '11(z)'; similar clauses are 11(" in refused(capsys, "trace", "caribbean_stud", "11(z)")


def test_trace_reads_the_tests_that_it_is_given(capsys: Captured, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    marked = f'@pytest.mark.clause("{NAME}", "8(d)")\ndef test_mine(): assert True\n'
    (mine / "test_it.py").write_text(marked, encoding="utf-8")
    found = json.loads(run(capsys, "trace", NAME, "--tests", mine, "--json"))[NAME]
    assert found["source"] == {"tests": str(mine)}
    shown = {one["id"]: one["tests"] for one in found["details"] if one["tests"]}
    assert shown == {"8(d)": [{"test": "mine/test_it.py::test_mine", "case": "", "asserts": True}]}
    assert "is not a folder of tests" in refused(capsys, "trace", NAME, "--tests", tmp_path / "none")


# --- a narrow output


@pytest.mark.parametrize(
    "arguments",
    [
        *("games", "games double_attack_blackjack", f"odds {NAME}", f"simulate {NAME} --rounds 1000", f"verify {NAME}"),
        *(f"sessions {NAME} --players 10", f"advise {NAME} --hand As --board KsQsJs", "odds caribbean_stud --compare"),
    ],
)
def test_tables_obey_the_columns_that_are_given(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, arguments: str
) -> None:
    wide = run(capsys, *arguments.split())
    monkeypatch.setenv("COLUMNS", "40")
    narrow = run(capsys, *arguments.split())
    assert max(map(len, narrow.splitlines())) <= 40
    assert {word for word in wide.split() if "─" not in word} <= set(narrow.split())


# --- invalid arguments


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["deal", "poker"], "there is no game 'poker'; the games are "),
        (["deal", "double_down_stub"], "there is no game 'double_down_stub'; perhaps you mean double_down_stud."),
        (["deal"], "name a game; the games are boston_5_stud, caribbean_stud, "),
        (["deal", NAME, "--seats", "0"], "--seats must be between 1 and 6 at this table, not 0"),
        (["deal", NAME, "--seats", "7"], "--seats must be between 1 and 6 at this table, not 7"),
        (["deal", NAME, "--seats", "two"], "'two' is not a whole number."),
        (["deal", NAME, "--seats", "1.5"], "'1.5' is not a whole number."),
        (["deal", NAME, "--seats", "9" * 20], f"--seats must be between 1 and 6 at this table, not {'9' * 20}"),
        (["deal", NAME, "--seats", "9" * 5000], "is too long: give at most 20 digits"),
        (["deal", NAME, "--seats", "٣"], "'٣' is not a whole number."),
        (["deal", NAME, "--rounds", "9" * 5000], "9...' is not a whole number."),
        (["deal", NAME, "--irregularities", "1e999999"], "'1e999999' is not a number from 0 to 1"),
        (["serve", "--pace", "1e999999"], "'1e999999' is not a number"),
        (["serve", "--pace", "nan"], "'nan' is not a number"),
        (["serve", "--money", "9" * 5000], "is more than any table takes"),
        (["odds", NAME, "--set", "chip=" + "9" * 5000], "chip: a text has at most 200 characters"),
        (["odds", NAME, "--set", "chip=" + "[" * 5000], "chip: a text has at most 200 characters"),
        (["odds", NAME, "--set", "pays.flush=" + "9" * 21], "pays: a number has at most 20 digits"),
        (["design", NAME, "--vary", "pays", "--target", "1e999999999..2"], "--target takes a range, as 0.045..0.05"),
        (
            ["design", NAME, "--target", "3%..4%", "--range", "pays.flush=1.." + "9" * 5000],
            "--range takes whole odds, as in",
        ),
        (["simulate", NAME, "--rounds", "9" * 5000], "9...' is not a number of rounds from 1 to"),
        (["stream", "--chunk", "9" * 5000], "is too long: give at most 20 digits"),
        (["deal", NAME, "--rounds", "0"], "--rounds must be between 1 and 1,000,000,000, not 0."),
        (["deal", NAME, "--rounds", "-1"], "--rounds must be between 1 and 1,000,000,000, not -1."),
        (["deal", NAME, "--rounds", "9" * 30], "--rounds must be between 1 and 1,000,000,000, not 999"),
        (["deal", NAME, "--log", "-", "--json"], "--log - prints the log, so --narrate and --json need a file"),
        (["deal", "a\x1b[31mb\x07"], "there is no game 'a\\x1b[31mb\\x07'"),
        (["deal", NAME, "--rounds", "many"], "'many' is not a whole number."),
        (["deal", NAME, "--seed", "x"], "'x' is not a whole number."),
        (["deal", NAME, "--policy", "wild"], "--policy must be one of basic, random, everything, not wild."),
        (["deal", NAME, "--rules", "none.toml"], "none.toml: can't be read: No such file or directory."),
        (["deal", NAME, "--wrong"], "No such option: --wrong"),
        (["serve", "8000"], "'pitboss serve' does not take the argument '8000'"),
        (["deal", NAME, "extra"], "extra"),
        (["games", "poker"], "there is no game 'poker'"),
        (["trace", "poker"], "there is no game 'poker'"),
        (["rules", "poker"], "there is no game 'poker'"),
        (["rules"], "name a game; the games are boston_5_stud, caribbean_stud, "),
        (["replay"], "Missing argument 'F': a log written by 'pitboss deal --log', gzipped or not."),
        (["play", "poker"], "there is no game 'poker'"),
        (["play", NAME, "--seats", "0"], "--seats must be at least 1, not 0."),
        (["play", NAME, "--seats", "99"], "--seats must be between 1 and 6 at this table, not 99"),
        (["play", NAME, "--bankroll", "lots"], "'lots' is not an amount"),
        (["burn"], "No such command 'burn'. The commands are play, games, deal, replay, trace, rules, schema,"),
        (["dael"], "No such command 'dael'. Did you mean 'deal'? The commands are play, games, deal,"),
    ],
)
def test_bad_input_gets_one_sentence(capsys: Captured, arguments: list[str], sentence: str) -> None:
    assert sentence in refused(capsys, *arguments)


# --- play without a terminal


def test_play_without_a_terminal_narrates_a_round_of_each_game() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pitboss.cli", "play"], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    text = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert text.count("The round ended: ") == len(registry.games())
    assert all(registry.game(name).title in text for name in registry.games())


def test_play_without_a_terminal_uses_the_rules_and_the_game_that_they_name(tmp_path: Path) -> None:
    mine = tmp_path / "my.toml"
    mine.write_text(f'game = "{NAME}"\ntable_minimum = 2500\n', encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pitboss.cli", "play", "--rules", mine, "--seats", "1"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    )
    assert "Ann at seat 1 placed an original wager of $25." in done.stdout.decode()


def test_output_that_can_not_show_suits_is_no_error() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pitboss.cli", "deal", NAME, "--narrate"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert re.search(rb"[2-9AKQJ0][cdhs] was dealt face up to seat 1\.", done.stdout)
    assert b"?" not in done.stdout


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    command = f"{sys.executable} -m pitboss.cli deal {NAME} --rounds 30 --narrate | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=True)
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "closed"),
    [
        *((one, ">&-") for one in (f"deal {NAME} --narrate", "games", "games --json", f"rules {NAME}", "play")),
        *((one, ">&- 2>&-") for one in ("trace --help", "play")),
        *((one, "<&- >&-") for one in ("games", "play")),  # play reads
    ],
)
def test_closed_streams_are_no_traceback(arguments: str, closed: str) -> None:
    command = f"{sys.executable} -m pitboss.cli {arguments} </dev/null {closed}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_an_interrupt_while_nobody_reads_keeps_its_exit_status() -> None:
    """The output was not written yet when the reader left."""
    code = "from pitboss.cli import app; app.main = lambda: (print('told'), app.INTERRUPTED)[1]; app.run()"
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as output:
        done = subprocess.run([sys.executable, "-c", code], stdout=output, stderr=subprocess.PIPE, env=buffered)
    assert (done.returncode, done.stderr) == (INTERRUPTED, b"")


def test_an_output_that_is_full_is_one_sentence() -> None:
    command = f"{sys.executable} -m pitboss.cli games > /dev/full"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (2, b"pitboss: the output: No space left on device.\n")


@pytest.mark.parametrize("command", ["", "play", "games", "deal", "replay", "trace", "rules"])
def test_help_shows_no_type_for_flags_and_wraps_paragraphs_anew(capsys: Captured, command: str) -> None:
    text = run(capsys, *filter(None, (command, "--help")))
    assert "bool" not in text
    assert command != "replay" or "The rules, dealt again from the recorded inputs, produce" in " ".join(text.split())


def test_an_interrupted_deal_keeps_what_was_dealt(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    arguments = [sys.executable, "-m", "pitboss.cli", "deal", NAME, "--rounds", "100000000", "--log", str(path)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as dealing:
        while not any(file.stat().st_size for file in tmp_path.iterdir()):  # until rounds are written
            assert dealing.poll() is None
        dealing.send_signal(signal.SIGINT)
        out, err = dealing.communicate()
    assert dealing.returncode == 130
    told = re.fullmatch(r"pitboss: interrupted after ([\d,]+) of 100,000,000 rounds; (.*)\.\n", err)
    assert told
    assert told[2] == f"{path} holds them, closed and complete"
    assert f"Double Down Stud: {told[1]} round" in out
    assert f"{told[1]} round" in run(capsys, "replay", path)


def test_the_package_is_the_command_too() -> None:
    """``python -m pitboss`` does what ``pitboss`` does."""
    found = subprocess.run([sys.executable, "-m", "pitboss", "games", "--json"], capture_output=True, check=True)
    assert set(json.loads(found.stdout)) == set(registry.games())
