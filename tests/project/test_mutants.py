"""Mutation testing: the mutants it makes, the code it skips, and its lists, which must match the code."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest
from mutants import broken
from mutants.broken import Cannot, Verdict, exchange
from mutants.mutations import Mutant, Shape, mutants, text_names
from mutants.plan import PROJECT, SOURCE, TESTS, plan
from mutants.report import Findings, Result, equivalents, existing

from pitboss.engine.registry import games

pytestmark = pytest.mark.long


def made(tmp_path: Path, source: str, odds_only: bool = False) -> list[Mutant]:
    path = tmp_path / "it.py"
    path.write_text(source, encoding="utf-8")
    return [mutant for mutant in mutants(path, tmp_path, odds_only) if mutant.compiles(source)]


def lines(tmp_path: Path, source: str, odds_only: bool = False) -> set[str]:
    return {mutant.after for mutant in made(tmp_path, source, odds_only)}


# --- the mutants


def test_numbers_comparisons_and_conditions_are_broken(tmp_path: Path) -> None:
    found = lines(tmp_path, "def f(a):\n    if a < 2:\n        return 5\n")
    assert {"if a <= 2:", "if not a < 2:", "if a < 3:", "if a < 1:", "return 6", "return 4"} <= found


def test_a_table_of_a_module_is_broken_odds_and_names(tmp_path: Path) -> None:
    found = lines(tmp_path, 'PAYS = {"flush": "40 to 1"}\n')
    assert found == {'PAYS = {"flush": "41 to 1"}', 'PAYS = {"flushx": "40 to 1"}'}


def test_of_texts_the_sample_breaks_odds_alone(tmp_path: Path) -> None:
    assert lines(tmp_path, 'PAYS = {"flush": "40 to 1"}\n', odds_only=True) == {'PAYS = {"flush": "41 to 1"}'}


@pytest.mark.parametrize(
    "source",
    [
        '"""A text of 3 words."""\n',
        "def f(a: int | None, *, b: int) -> int | None: ...\n",
        "x: int | None\n",
        "assert 1 < 2\n",
        'def f(a): raise ValueError("no")\n',
        'class C:\n    def __repr__(self): return f"C({self.a + 1})"\n',
        "if TYPE_CHECKING:\n    x = 1 + 2\n",
    ],
)
def test_what_no_test_could_notice_is_left_alone(tmp_path: Path, source: str) -> None:
    assert made(tmp_path, source) == []


def test_a_text_is_compared_for_equality_and_not_broken_into_an_order(tmp_path: Path) -> None:
    found = {after.split(":")[0] for after in lines(tmp_path, "if a == 'win': x\n", odds_only=True)}
    assert found == {"if a != 'win'", "if a is not 'win'", "if not a == 'win'"}


def test_a_constant_that_stands_for_a_text_everywhere_is_one(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "one.py").write_text('HAND, FOLD, BOTH, low = "hand", "fold", "x", "y"\n', encoding="utf-8")
    (tmp_path / "src" / "two.py").write_text("BOTH = 1\nNUMBER = 2\n", encoding="utf-8")
    assert text_names(tmp_path) == {"HAND", "FOLD"}
    assert not any("<" in after for after in lines(tmp_path, "if a == HAND: x\n"))
    assert any("<" in after for after in lines(tmp_path, "if a == BOTH: x\n"))


def test_numbers_in_the_annotations_of_a_class_are_broken(tmp_path: Path) -> None:
    assert lines(tmp_path, "class C:\n    decks: Literal[6] | None\n") == {
        "decks: Literal[ 7] | None",
        "decks: Literal[ 5] | None",
    }


def test_a_mutant_is_known_by_its_names_and_its_line_wherever_that_stands(tmp_path: Path) -> None:
    source = "class C:\n    def f(self, a):\n        return a > 0\n"
    first, moved = made(tmp_path, source), made(tmp_path, f"# added\n\n{source}")
    assert [one.key for one in first] == [one.key for one in moved]
    assert {one.scope for one in first} == {"C.f"}


def test_the_lines_of_a_statement_are_its_own_and_not_those_of_what_it_holds() -> None:
    shape = Shape("def f(a,\n      b):\n    x = (1,\n         2)\n    for y in x:\n        print(y)\n")
    assert [list(shape.statement(line)) for line in (1, 4, 5, 6)] == [[1, 2], [3, 4], [5], [6]]


# --- replacing code in place


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module of three functions, two of which made a table and a function during the import."""
    source = "def two(): return 1 + 1\n\ndef half(a): return a / 2\n\nTABLE = [two() * 1]\n"
    source += "def times(n):\n    def product(a): return a * n\n    return product\n\nTRIPLE = times(3)\n"
    (tmp_path / "it.py").write_text(source, encoding="utf-8")
    monkeypatch.setattr(broken, "PROJECT", tmp_path)
    found = ModuleType("it")
    exec(compile(source, str(tmp_path / "it.py"), "exec"), found.__dict__)
    return found


def test_code_is_exchanged_in_place(module: ModuleType, tmp_path: Path) -> None:
    half = module.half
    every = mutants(tmp_path / "it.py", tmp_path, True)
    exchange(next(one for one in every if one.after == "def half(a): return a * 2"), [module.two, half])
    assert half(3) == 6
    assert module.two() == 2


def test_code_of_a_function_that_was_made_before_is_exchanged_too(module: ModuleType, tmp_path: Path) -> None:
    every = mutants(tmp_path / "it.py", tmp_path, True)
    sum_of = next(one for one in every if one.after == "def product(a): return a + n")
    exchange(sum_of, [module.two, module.half, module.times, module.TRIPLE])
    assert (module.TRIPLE(5), module.times(4)(5)) == (8, 9)


def test_a_table_can_not_be_exchanged_in_place(module: ModuleType, tmp_path: Path) -> None:
    table = next(one for one in mutants(tmp_path / "it.py", tmp_path, True) if one.scope == "TABLE")
    with pytest.raises(Cannot):
        exchange(table, [module.two, module.half])


# --- the lists


def test_every_game_has_its_settlement_tested_whole_and_every_module_has_its_tests() -> None:
    chosen = plan()
    whole = {path.relative_to(SOURCE).as_posix() for path in chosen.modules("whole")}
    shared = {"basics/poker.py", "basics/money.py", "engine/meters/meter.py"}
    assert whole == shared | {f"games/{game}/settle.py" for game in games()}
    for path in chosen.every_module():
        assert chosen.tests_of(path.relative_to(PROJECT).as_posix()), path


def test_every_name_of_the_plan_is_of_a_file() -> None:
    chosen = plan()
    globs = [glob for group in chosen.groups.values() for glob in group.modules]
    assert not [
        glob for glob in globs + [g for part in chosen.part for g in part.modules] if not list(SOURCE.glob(glob))
    ]
    assert not [name for part in chosen.part for name in part.tests if not list(TESTS.glob(f"{name}.py"))]
    for name in chosen.left_out:
        path, *_, test = name.split("::")
        of_any_game = SOURCE / "testing" / "suite.py" if "::*::" in name else PROJECT / path
        assert f"def {test.rstrip('*')}" in of_any_game.read_text(encoding="utf-8"), name


def test_every_equivalent_mutant_is_one() -> None:
    known = equivalents()
    exist = existing({key[0] for key in known})
    assert not [key for key in known if key not in exist]
    assert all(len(why.split()) > 3 for why in known.values())


def result(group: str, number: int, end: str) -> Result:
    mutant = Mutant("src/pitboss/basics/money.py", "f", f"{number}", "x", "NumberReplacer", 1, number, "1", "2")
    return Result(group, mutant, Verdict(end))


def test_the_goals_are_none_of_the_whole_and_under_5_percent_of_the_sample() -> None:
    killed = [result("whole", 1, "killed"), *(result("sample", n, "killed") for n in range(96))]
    few = [result("sample", n, "survived") for n in range(100, 104)]
    assert Findings(plan(), [*killed, *few], []).missed() == []
    assert Findings(plan(), [*killed[:-1], *few, result("sample", 105, "unexecuted")], []).missed() == [
        "sample: 5.00% survived; the goal is under 5%"
    ]
    assert Findings(plan(), [*killed, result("whole", 2, "survived")], []).missed() == [
        "whole: 50.00% survived; the goal is none"
    ]


def test_a_test_that_fails_unbroken_and_a_failure_of_the_tool_miss_the_goal() -> None:
    assert Findings(plan(), [], ["tests/test_x.py::test_y"]).missed() == [
        "fails with nothing broken: tests/test_x.py::test_y"
    ]
    assert "the tool failed" in Findings(plan(), [result("whole", 1, "error")], []).missed()[0]
