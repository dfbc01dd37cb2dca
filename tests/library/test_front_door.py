"""The public interface: what users import, how it is displayed, and that every public name is documented."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from fractions import Fraction
from importlib.resources import files
from random import Random

import pytest

import pitboss
from pitboss import Journal, Layout, Link, Round, Table, design, odds, simulate, study
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import random_legal

WANTED = (
    *("Table", "Round", "Link", "Journal", "odds", "advise", "simulate", "prove", "replay", "rules"),
    *("GameOdds", "WagerOdds", "Advice", "Simulated", "Proof", "View", "Offer", "Question", "Settled"),
    *("IllegalAction", "RulesError", "LogError"),
)


def played(game: str = "caribbean_stud") -> Round:
    table = Table(game, seed=3)
    table.sit("Ann <b>")
    return drive(table.open_round(), random_legal, Random(1))


@pytest.mark.parametrize("name", WANTED)
def test_the_front_door_has_it(name: str) -> None:
    assert name in pitboss.__all__
    assert getattr(pitboss, name) is not None


@pytest.mark.parametrize("name", [name for name in pitboss.__all__ if name != "__version__"])
def test_every_public_name_is_documented_with_an_example(name: str) -> None:
    public = getattr(pitboss, name)
    module = sys.modules[public.__module__]
    assert (public.__doc__ or "").strip()
    assert ">>>" in public.__doc__ or f" {name}(" in (module.__doc__ or "")


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'pitboss' has no attribute 'whist'"):
        _ = pitboss.whist


def test_types_are_shipped() -> None:
    assert files("pitboss").joinpath("py.typed").is_file()


def test_importing_the_front_door_loads_no_other_module() -> None:
    code = "import sys, pitboss; print([name for name in sys.modules if name.startswith('pitboss.')])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "['pitboss.basics', 'pitboss.old_names']"


def test_opening_a_table_loads_no_compiler() -> None:
    code = (
        "import sys, pitboss; table = pitboss.Table('caribbean_stud'); table.sit('Ann'); table.open_round();"
        "print([name for name in ('numpy', 'numba', 'rich', 'typer') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_type_checkers_find_the_names_where_programs_do() -> None:
    (block,) = [node for node in ast.parse(inspect.getsource(pitboss)).body if isinstance(node, ast.If)]
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    assert {node.module: tuple(name.name for name in node.names) for node in imports} == pitboss._NAMES
    assert {*pitboss._MODULE_OF, "__version__"} == set(pitboss.__all__)


def test_reprs_say_what_a_thing_is() -> None:
    table = Table("double_down_stud", seed=7)
    assert repr(table) == "<Table of double_down_stud: nobody; 0 rounds played>"
    table.sit("Ann")
    table.sit("Ann", 3, id="other")
    assert repr(table) == "<Table of double_down_stud: Ann at seat 1, Ann at seat 3; 0 rounds played>"
    round = drive(table.open_round(), random_legal, Random(1))
    assert repr(round).startswith("<Round 1 of double_down_stud: over, ")
    assert repr(round.view("seat 1")).startswith("<View of seat 1: ")
    assert repr(Link()) == "<Link of 0 tables: no meters yet>"
    run = simulate("double_down_stud", rounds=1000, seed=1)
    assert repr(run).startswith("<Simulated 1,000 rounds of double_down_stud, strategy optimal: mean ")
    searched = design("double_down_stud", ["pays.flush"], (Fraction(3, 100), Fraction(5, 100)))
    assert repr(searched).startswith("<Designed pays of double_down_stud: ")
    assert repr(odds("double_down_stud")).startswith("<GameOdds of double_down_stud, strategy optimal: house edge ")


def test_a_round_draws_what_everyone_may_see_and_how_wagers_ended() -> None:
    round = played()
    drawn = round._repr_html_()
    assert "Ann &lt;b&gt;" in drawn
    assert "<b>Caribbean Stud Poker</b>, round 1: over" in drawn
    for end in round.settlements:
        assert f"<td>{end.clause}</td>" in drawn


def test_a_run_draws_its_means_beside_the_exact_values() -> None:
    run = simulate("double_down_stud", rounds=1000, seed=1)
    drawn = run._repr_html_()
    assert "1,000 rounds, seats: 1, seed 1" in drawn
    for one in run.results:
        assert f"<td>{one.name}</td>" in drawn
        assert f"<td>{one.mean:+.8f}</td>" in drawn
        assert f"<td>{float(Fraction(one.exact or 0)):+.8f}</td>" in drawn
    studied = simulate("double_down_stud", study("double_down_stud", "pays.flush=6"), rounds=1000, seed=1)
    assert ("a study, not a table" in drawn, "a study, not a table" in studied._repr_html_()) == (False, True)


def test_a_view_draws_no_card_that_the_viewer_has_not_seen() -> None:
    table = Table("caribbean_stud", seed=3)
    table.sit("Ann")
    round = table.open_round()
    round.do("Ann", "wager", "ante", 500)
    round.do("dealer", "no more bets")
    suits = "♣♦♥♠"
    shown = {viewer: sum(map(round.view(viewer)._repr_html_().count, suits)) for viewer in ("seat 1", "public")}
    assert shown == {"seat 1": 6, "public": 1}
    assert isinstance(round.layout, Layout)
    assert Journal.__doc__
