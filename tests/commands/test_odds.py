"""Odds, advice, charts and published figures from the shell."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from long import first_of
from pitboss import odds
from pitboss.cli import main
from pitboss.engine import registry
from pitboss.verification.published import figures, like
from waiting import HANG_S, until

from shell import Captured, refused, run

NAME = "double_down_stud"
ASKED = {
    "double_down_stud": ("--hand", "As", "--board", "Ks Qs Js", "--seen", "2d 2h"),
    "boston_5_stud": ("--hand", "7c 3d 2h"),
    "caribbean_stud": ("--hand", "As Kd Qh 7c 3s", "--up", "Qd"),
    "double_attack_blackjack": ("--hand", "8s 8d", "--up", "6c", "--seen", "Kd 5h"),
    "double_cross_poker": ("--hand", "Ah Kd", "--vertical", "Qs", "--horizontal", "2c"),
}


@pytest.mark.parametrize("game", registry.games())
def test_odds_as_json_are_a_contract(capsys: Captured, game: str) -> None:
    found = json.loads(run(capsys, "odds", game, "--json"))
    names = "game rules_hash strategy combinations expected_value house_edge element_of_risk standard_deviation"
    assert {*names.split(), "action_frequency", "wagers"} <= set(found)
    assert (found["game"], found["strategy"]) == (game, "optimal")
    assert found["house_edge"] == pytest.approx(-float(Fraction(found["expected_value"])), rel=1e-12)
    assert sum(map(Fraction, found["action_frequency"].values())) >= 1
    base = next(wager.name for wager in registry.game(game).wagers if wager.base)
    assert base in found["wagers"]
    for name, wager in found["wagers"].items():
        assert sum(one["probability"] for one in wager["outcomes"]) == pytest.approx(1), name
        assert all(set(one) >= {"name", "count", "probability", "pays"} for one in wager["outcomes"])
        assert wager["house_edge"] == pytest.approx(-float(Fraction(wager["expected_value"])), rel=1e-12)
        assert 0 <= wager["hit_frequency"] <= 1


@pytest.mark.parametrize("game", registry.games())
def test_advice_as_json_is_a_contract(capsys: Captured, game: str) -> None:
    found = json.loads(run(capsys, "advise", game, *ASKED[game], "--json"))
    values = {action: Fraction(value) for action, value in found["options"].items()}
    assert len(values) >= 2
    assert values[found["best"]] == max(values.values())


@pytest.mark.parametrize("game", registry.games())
def test_cards_need_no_space_between_them(capsys: Captured, game: str) -> None:
    without = [said.replace(" ", "") for said in ASKED[game]]
    assert run(capsys, "advise", game, *without) == run(capsys, "advise", game, *ASKED[game])


@pytest.mark.parametrize("game", registry.games())
def test_odds_and_advice_for_people(capsys: Captured, game: str) -> None:
    title = registry.game(game).title
    shown = run(capsys, "odds", game, "--outcomes")
    assert title in shown
    assert "house edge" in shown
    assert "best" in run(capsys, "advise", game, *ASKED[game])


@pytest.mark.parametrize("game", registry.games())
def test_every_house_edge_has_the_sign_of_the_house(capsys: Captured, game: str) -> None:
    shown = run(capsys, "odds", game)
    wagers = odds(game).wagers
    edges = {name: re.search(rf"^{re.escape(name)}(?: \*)? {{2,}}(\S+)", shown, re.MULTILINE) for name in wagers}
    assert {name: edge and edge[1] for name, edge in edges.items()} == {
        name: f"{float(-wager.expected_value):.4%}" for name, wager in wagers.items()
    }
    gains = any(wager.expected_value > 0 for wager in wagers.values())
    assert ("A house edge below zero is the player's gain." in shown) == gains


def test_wagers_that_are_not_in_force_are_marked(capsys: Captured, tmp_path: Path) -> None:
    starred = "* The document has it, but a table has it only if its rules choose it."
    shown = run(capsys, "odds", "caribbean_stud")
    marks = {line.partition("  ")[0] for line in shown.splitlines() if "%" in line and " * " in line}
    assert {"bonus B *", "progressive A *", "five card bonus *"} <= marks
    assert not {"bonus A *", "progressive D *", "ante *"} & marks
    assert starred in shown
    mine = tmp_path / "my.toml"
    mine.write_text("bonus = 'B'\n", encoding="utf-8")
    assert starred not in run(capsys, "odds", "caribbean_stud", "--rules", mine)
    assert starred not in run(capsys, "odds", NAME)


@pytest.mark.parametrize(("game", "differs"), [("caribbean_stud", True), (NAME, False)])
def test_a_chart_says_whether_the_list_above_it_differs(
    capsys: Captured, tmp_path: Path, game: str, differs: bool
) -> None:
    run(capsys, "chart", game, "--out", tmp_path / "chart.svg")
    drawn = (tmp_path / "chart.svg").read_text(encoding="utf-8")
    assert ("Where this list differs from the chart, the chart is right." in drawn) == differs


def test_a_value_too_long_to_show_is_said_to_be_exact(capsys: Captured) -> None:
    shown = run(capsys, "advise", "double_attack_blackjack", "--hand", "8♠ 8♦", "--up", "6c")
    assert "a fraction of 55 digits" in shown
    assert "Every value is exact. --json prints all digits." in shown
    assert "exact." not in run(capsys, "advise", NAME, *ASKED[NAME])


def test_odds_under_rules_of_a_file(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text('[pays]\n"flush" = "9 to 1"\n')
    plain, dearer = (json.loads(run(capsys, "odds", NAME, "--json", *more)) for more in ((), ("--rules", file)))
    assert plain["rules_hash"] != dearer["rules_hash"]
    assert Fraction(dearer["expected_value"]) > Fraction(plain["expected_value"])


def test_a_function_in_a_file_is_a_strategy(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "def pairs(known):\n    ranks = [c >> 2 for c in known['hand'] + known['board']]\n"
        "    return 'double' if len(set(ranks)) < 4 else 'pass'\n"
    )
    found = json.loads(run(capsys, "odds", NAME, "--json", "--strategy", f"{file}:pairs"))
    assert found["strategy"] == "pairs"
    assert Fraction(found["cost"]) > 0
    assert found["mistakes"][0]["best"] == "double"


def test_a_function_that_fails_is_one_sentence(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def boom(known):\n    raise KeyError('up')\n\ndef odd(known):\n    return 'raise'\n")
    assert "the strategy fails on hand" in refused(capsys, "odds", NAME, "--strategy", f"{file}:boom")
    assert "the strategy chose 'raise'" in refused(capsys, "odds", NAME, "--strategy", f"{file}:odd")
    assert "the strategy fails on up" in refused(
        capsys, "odds", "double_attack_blackjack", "--strategy", f"{file}:boom"
    )


def test_every_decision_is_written_with_its_worth(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "states.csv"
    assert "1,755 decisions" in run(capsys, "odds", "boston_5_stud", "--states", file)
    head, *rows = list(csv.reader(file.open(encoding="utf-8")))
    assert head == ["cards", "stands for", "fold", "second", "fold, exactly", "second, exactly", "best"]
    assert sum(int(row[1]) for row in rows) == 22_100
    value = sum(int(row[1]) * Fraction(row[5]) for row in rows) / 22_100
    assert value == odds("boston_5_stud", {}, strategy="always").expected_value
    assert "has too many decisions to list" in refused(capsys, "odds", "double_attack_blackjack", "--states", file)


def test_returns_of_outcomes_add_up_to_the_value_of_a_wager_that_is_not_always_placed(capsys: Captured) -> None:
    shown = run(capsys, "odds", NAME, "--outcomes")
    lines = shown[shown.index("double      ", shown.index("pair of fives or less")) :].splitlines()
    returns = [float(line.split()[-1]) for line in lines if re.search(r"[+-]\d\.\d{8}\s*$", line)]
    assert sum(returns) == pytest.approx(float(odds(NAME).wagers["double"].expected_value), abs=1e-6)


def test_a_meter_that_is_favourable_at_any_amount_says_so(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    shares = "progressive_shares = { mega = 50, major = 30, minor = 20 }"
    file.write_text(f'progressive = "PTMGLML02"\nprogressive_linked = true\n{shares}\n')
    shown = run(capsys, "odds", "caribbean_stud", "--rules", file, "--meter", "mega=300000,major=50000")
    assert "any amount" in shown
    assert "$-" not in shown
    assert "-$" not in shown


@pytest.mark.long
@pytest.mark.parametrize("command", [("odds", "double_cross_poker"), ("odds", "double_attack_blackjack")])
def test_an_interrupt_ends_a_cold_count_at_once(tmp_path: Path, command: tuple[str, ...]) -> None:
    """With empty caches the work takes long. An interrupt does not wait for it."""
    asked = [sys.executable, "-m", "pitboss.cli", *command]
    with subprocess.Popen(
        asked, env={**os.environ, "PITBOSS_CACHE": str(tmp_path)}, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        until(lambda: (tmp_path / "compiled").exists() or process.poll() is not None)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=HANG_S)
    assert (process.returncode, said) == (130, b"pitboss: interrupted.\n")


def test_strategies_are_listed(capsys: Captured) -> None:
    assert "never double" in run(capsys, "odds", NAME, "--strategies")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "name one game or use --all"),
        ((NAME, "--all"), "name one game or use --all"),
        (("--all", "--report", "par.html"), "work with one game"),
        (("nothing",), "there is no game 'nothing'"),
        ((NAME, "--strategy", "best"), "there is no strategy 'best'; choose one of optimal, always, never"),
        ((NAME, "--strategy", "absent.py:f"), "absent.py does not exist"),
        ((NAME, "--meter", "5"), "--meter needs a progressive wager, and double_down_stud has none"),
        ((NAME, "--report", "par.doc"), ".html, .xlsx or .csv"),
        (("caribbean_stud", "--meter", "much"), "--meter takes dollars, as 250000 or mega=250000,major=9000, not much"),
        (("caribbean_stud", "--meter", "-5"), "--meter must not be negative: -5"),
        (("caribbean_stud", "--meter", "meter=5,meter=6"), "--meter meter=5,meter=6 gives meter twice"),
        (("caribbean_stud", "--meter", "minus=5"), "there is no meter 'minus'"),
    ],
)
def test_wrong_odds_are_one_sentence(capsys: Captured, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(capsys, "odds", *arguments)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--hand", "As", "--board", "Ks Qs"), "board takes 3 cards"),
        (("--board", "Ks Qs Js"), "hand takes 1 card, "),
        (("--hand", "As", "--board", "As Ks Qs"), "the ace of spades appears 2 times"),
        (("--hand", "1s", "--board", "As Ks Qs"), "'1s' is not a card"),
        (("--hand", "As", "--board", "Qh Ks Qs", "--up", "2c"), "does not take up cards"),
    ],
)
def test_wrong_cards_are_one_sentence(capsys: Captured, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(capsys, "advise", NAME, *arguments)


def test_a_pay_table_below_the_minimum_is_refused(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "low.toml"
    file.write_text('[pays]\n"flush" = "7 to 1"\n')
    assert "below the document's 8 to 1" in refused(capsys, "odds", NAME, "--rules", file)


def test_verify_counts_published_figures_again(capsys: Captured) -> None:
    found = json.loads(run(capsys, "verify", NAME, "--json"))
    assert len(found) == sum(one.game == NAME for one in figures())
    assert all(one["agrees"] for one in found)
    assert "agree" in run(capsys, "verify", NAME)


def test_verify_says_that_nothing_is_published(capsys: Captured) -> None:
    told = run(capsys, "verify", "double_cross_poker")
    assert (
        told == "double_cross_poker has no published figures to compare. Verify it with --simulate or --brute-force.\n"
    )
    assert json.loads(run(capsys, "verify", "double_cross_poker", "--json")) == []


def test_verify_fits_80_columns_with_whole_figures(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.cli.output.WIDTH_WITHOUT_TERMINAL", 80)
    shown = run(capsys, "verify", "caribbean_stud").splitlines()
    figures = [line for line in shown if line.rstrip().endswith(("agrees", "differs"))]
    assert len(figures) > 10
    assert max(map(len, figures)) <= 80
    assert any("19933230517200   19933230517200" in line for line in figures)


def test_verify_fails_where_a_figure_differs(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    import msgspec

    wrong = [msgspec.structs.replace(one, value="12994801") for one in figures() if one.figure == "combinations"][1:2]
    monkeypatch.setattr("pitboss.verification.published.figures", lambda: wrong)
    assert main(["verify", NAME]) == 1
    assert "unexplained: one of the two figures is wrong" in capsys.readouterr().out


def test_every_published_figure_is_of_a_known_part_and_game() -> None:
    assert all(one.game in registry.games() and one.source for one in figures())
    assert len({(one.game, one.what) for one in figures()}) == len(figures())


@pytest.mark.parametrize(
    ("value", "published", "written"),
    [
        (Fraction(1, 3), "0.333", "0.333"),
        (Fraction(-1, 8), "-0.12", "-0.13"),
        (Fraction(2, 3), "66.7%", "66.7%"),
        (Fraction(1, 1000), "0.00%", "0.10%"),
        (Fraction(5), "7", "5"),
    ],
)
def test_figures_are_written_as_they_are_published(value: Fraction, published: str, written: str) -> None:
    assert like(value, published) == written


@pytest.mark.parametrize("game", first_of(registry.games()))
def test_every_game_draws_its_charts(capsys: Captured, tmp_path: Path, game: str) -> None:
    said = run(capsys, "chart", game, "--all", "--out", tmp_path / "chart.svg")
    drawn = sorted(tmp_path.glob("chart-*.svg"))
    assert len(drawn) >= 2
    assert all(path.name in said for path in drawn)
    texts = [path.read_text(encoding="utf-8") for path in drawn]
    assert all(text.lstrip().startswith("<?xml") for text in texts)
    stamp = "With optimal play, the house keeps", f"Rules {registry.game(game).rules().digest[:16]}."
    assert all(part in text for text in texts for part in stamp)


def test_a_chart_of_another_kind_is_refused(capsys: Captured, tmp_path: Path) -> None:
    assert ".svg or .png" in refused(capsys, "chart", NAME, "--out", tmp_path / "chart.gif")
    assert "has no picture 'x'" in refused(capsys, "chart", NAME, "--out", tmp_path / "c.svg", "--which", "x")
    assert list(tmp_path.iterdir()) == []
