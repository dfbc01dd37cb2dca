"""Finds a forgotten ``yield from``, which passes every linter: the script is made and dropped, and never runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import pitboss

ROOT = Path(pitboss.__file__).parent
MODULES = sorted(path for room in ("engine", "games") for path in (ROOT / room).rglob("*.py"))


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def trees() -> dict[str, ast.Module]:
    """The syntax tree of every module that may have scripts."""
    return {module_name(path): ast.parse(path.read_text(encoding="utf-8")) for path in MODULES}


def is_script(function: ast.FunctionDef) -> bool:
    """Whether a function's result must be driven with ``yield from``."""
    return "Script" in ast.unparse(function.returns).replace("'", "").split(" | ") if function.returns else False


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


@cache
def asking_methods() -> set[str]:
    """The methods of the dealer that wait for an answer."""
    tree = trees()["pitboss.engine.round.dealer"]
    dealer = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Dealer")
    return {method.name for method in dealer.body if isinstance(method, ast.FunctionDef) and is_script(method)}


@cache
def scripts() -> dict[str, set[str]]:
    """The scripts that each module defines."""
    return {name: {f.name for f in functions(tree) if is_script(f)} for name, tree in trees().items()}


@cache
def all_scripts() -> set[str]:
    return {name for names in scripts().values() for name in names}


def script_names(nodes: list[ast.AST]) -> set[str]:
    """The names that mean a script in this module: its own functions and imported ones."""
    methods = {f for cls in nodes if isinstance(cls, ast.ClassDef) for f in functions(cls)}
    found = {f.name for f in nodes if isinstance(f, ast.FunctionDef) and is_script(f) and f not in methods}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module in trees():
            theirs = scripts()[node.module]
            found |= {name.asname or name.name for name in node.names if name.name in theirs}
    return found


def forgotten(tree: ast.AST) -> list[int]:
    """The lines that make and drop a script: a bare call, or ``yield`` instead of ``yield from``."""
    nodes = list(ast.walk(tree))
    names, methods = script_names(nodes), asking_methods()
    modules = {name.asname or name.name for node in nodes if isinstance(node, ast.ImportFrom) for name in node.names}
    lines = []
    for node in nodes:
        value = node.value if isinstance(node, ast.Expr) else None
        if isinstance(value, ast.Yield):
            value = value.value
        if not isinstance(node, ast.Expr) or not isinstance(value, ast.Call):
            continue
        match value.func:
            case ast.Name(id=name) if name in names:
                lines.append(node.lineno)
            case ast.Attribute(value=ast.Name(id="dealer" | "self"), attr=name) if name in methods:
                lines.append(node.lineno)
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner in modules and name in all_scripts():
                lines.append(node.lineno)
    return lines


def test_no_script_is_called_without_yield_from() -> None:
    assert {module: lines for module, tree in trees().items() if (lines := forgotten(tree))} == {}


def test_the_dealers_questions_and_the_procedures_are_known_as_scripts() -> None:
    assert {"ask", "ask_seat", "ask_party", "ask_supervisor", "report"} <= asking_methods()
    assert {"shuffle", "offer_cut", "take_wagers", "play"} <= all_scripts()


IMPORTS = """
from pitboss.engine.procedures import before_deal
from pitboss.engine.procedures.before_deal import shuffle, take_wagers as wagers
from pitboss.engine.procedures.shoe import Shoe
def own(dealer) -> Script:
    given = yield from dealer.ask("x")
def maybe(dealer) -> Script | None: ...
def plain(dealer): ...
def play(dealer) -> Script:
"""


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("yield from shuffle(dealer)", False),
        ("shuffle(dealer)", True),
        ("yield shuffle(dealer)", True),
        ("wagers(dealer)", True),
        ("own(dealer)", True),
        ("maybe(dealer)", True),
        ("plain(dealer)", False),
        ("before_deal.shuffle(dealer)", True),
        ("yield from before_deal.shuffle(dealer)", False),
        ("dealer.ask('x')", True),
        ("given = yield from dealer.ask('x')", False),
        ("return (yield from dealer.ask('x'))", False),
        ("dealer.deal('x')", False),
        ("dealer.shoe.cut(10)", False),
    ],
)
def test_this_test_finds_what_it_looks_for(line: str, wrong: bool) -> None:
    assert bool(forgotten(ast.parse(f"{IMPORTS}    {line}\n"))) is wrong
