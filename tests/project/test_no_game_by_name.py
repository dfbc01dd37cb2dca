"""No module outside a game's folder knows the game's name or an option of it alone. The page is held to this too."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from pitboss.engine import registry
from pitboss.verification.trace import SOURCE

PROJECT = SOURCE.parent.parent
FOLDERS = {registry.folder(name) for name in registry.games()}
SHARED = [path for path in sorted(SOURCE.rglob("*.py")) if not FOLDERS & set(path.parents)]
"""Every module outside the games' folders."""

PAGE = SOURCE / "browser"
SHARED_BY_THE_PAGE = [path for path in sorted((PAGE / "js").rglob("*.js")) if PAGE / "js" / "games" not in path.parents]
"""Every module of the page outside the games' folders."""

EXCEPTIONS = {
    ("checker.py", "double_attack_blackjack"): "it knows only docs/log.md, which says which game has a shoe that lasts",
    ("checker.py", "mid_shoe_entry"): "docs/log.md says that this option bars entry while a shoe lasts",
    ("engine/table.py", "Double Attack"): "a docstring gives an example of a card that is missing in a pack",
    ("engine/table.py", "caribbean_stud"): "a docstring shows how a table joins a link",
    ("simulation/gym.py", "CaribbeanStud"): "a docstring shows the id of an environment",
    ("engine/auto/random_events.py", "verbal_wagers"): "read from any rules, with a default for rules without it",
}


def names() -> set[str]:
    """The names of the games: identifiers, titles, and the distinctive words of titles."""
    found = set()
    for name in registry.games():
        title = registry.game(name).title
        found |= {name, title, title.rpartition(" ")[0], name.title().replace("_", "")}
    return found


@cache
def options() -> set[str]:
    """The options that only one game has, except plain words, which have other meanings too."""
    found: Counter[str] = Counter()
    for name in registry.games():
        game = registry.game(name)
        found.update(game.rules.__struct_fields__)
        found.update(option.name for option in game.simulation_takes)
    simulated = {option.name for name in registry.games() for option in registry.game(name).simulation_takes}
    return {option for option, times in found.items() if times == 1 and ("_" in option or option in simulated)}


NAMES = re.compile("|".join(sorted(map(re.escape, names()), key=len, reverse=True)))


def is_example(line: str, before: str) -> bool:
    """Whether a line is an example: at a prompt, its result, or a command in a help text."""
    return line.strip().startswith((">>>", "...", "pitboss ")) or before.strip().startswith((">>>", "..."))


def named(source: str) -> Iterator[str]:
    """The names of games and the options of single games that a source contains outside examples."""
    lines = source.splitlines()
    for line, before in zip(lines, ("", *lines), strict=False):
        if not is_example(line, before):
            yield from NAMES.findall(line)
    known = options()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=str(word)) | ast.Attribute(attr=word) | ast.keyword(arg=str(word)):
                if word in known:
                    yield word


def test_no_shared_module_knows_a_game() -> None:
    """Every exception must still be one."""
    files = {path.relative_to(SOURCE).as_posix(): path.read_text(encoding="utf-8") for path in SHARED}
    assert {(where, name) for where, source in files.items() for name in named(source)} == set(EXCEPTIONS)


def named_on_the_page(source: str) -> Iterator[str]:
    """The same for a module of the page, whose words are read one by one."""
    yield from NAMES.findall(source)
    known = {option for option in options() if "_" in option}
    yield from (word for word in re.findall(r"\w+", source) if word in known)


def test_no_shared_module_of_the_page_knows_a_game() -> None:
    files = {path.relative_to(PAGE).as_posix(): path.read_text(encoding="utf-8") for path in SHARED_BY_THE_PAGE}
    assert len(files) > len(registry.games())
    assert {(where, name) for where, source in files.items() for name in named_on_the_page(source)} == set()


def test_a_game_has_its_felt_and_its_lesson_in_its_own_folder_of_the_page() -> None:
    for name in registry.games():
        there = {path.name for path in (PAGE / "js" / "games" / name).iterdir()}
        assert {"about.js", "felt.js"} <= there, name


@pytest.mark.parametrize("source", ['info.game === "caribbean_stud"', "// As at Double Attack", "rules.cut_card"])
def test_a_game_that_is_named_on_the_page_is_found(source: str) -> None:
    assert list(named_on_the_page(source))


@pytest.mark.parametrize(
    "source",
    [
        'if game == "caribbean_stud":\n    pass',
        '"""As at Double Attack."""',
        "# Boston 5 Stud Poker has two",
        "rules.cut_card",
        'options["penetration"]',
        "simulate(penetration=0)",
    ],
)
def test_a_game_that_is_named_is_found(source: str) -> None:
    assert list(named(source))


@pytest.mark.parametrize(
    "source",
    [
        '"""\n>>> odds("boston_5_stud").game\n\'boston_5_stud\'\n"""',
        '"""\n  pitboss odds caribbean_stud\n"""',
        "rules.cut",
    ],
)
def test_examples_and_plain_words_are_no_names(source: str) -> None:
    assert not list(named(source))


def test_the_name_game_in_capitals_is_a_value_and_never_a_text() -> None:
    for path in (*SOURCE.rglob("*.py"), *(PROJECT / "tests").rglob("*.py"), *(PROJECT / "bench").glob("*.py")):
        source = path.read_text(encoding="utf-8")
        if not re.search(r"\bGAME\b[^=\n]*=[^=]", source):
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Assign) and "GAME" in map(ast.unparse, node.targets):
                assert ast.unparse(node.value).startswith(("Game(", "declare(", "registry.game(")), path
