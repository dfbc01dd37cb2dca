"""Counts and compiled code are cached by the digest of every source that they depend on."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib import import_module, invalidate_caches
from pathlib import Path
from types import ModuleType

import pytest

from pitboss.mathematics.counting import store
from pitboss.mathematics.counting.store import imported, modules_of, package_digest, reached

GAMES = "pitboss.games"
ATTACK = f"{GAMES}.double_attack_blackjack"
COMPILER = "pitboss.mathematics.counting.compiled"

sources_digest = store.sources_digest.__wrapped__  # without the cache, so that changes are seen


def names(module: str) -> set[str]:
    """Every name that the source of a module uses."""
    nodes = list(ast.walk(ast.parse(store.read(module))))
    return {node.id for node in nodes if isinstance(node, ast.Name)} | {
        alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names
    }


EVERY = sorted(modules_of("pitboss"))


@cache
def compiled() -> list[str]:
    """Modules with compiled code."""
    return [
        name
        for name in EVERY
        if any(one.startswith("numba") for one in imported(name))
        or (COMPILER in imported(name) and names(name) & {"compiled", "inlined", "inlined_late"})
    ]


@cache
def counting() -> list[str]:
    """Modules that count. Others keep what follows from counts, by a digest of those."""
    of_games = [name for name in EVERY if name.startswith(f"{GAMES}.")]
    keeps = {"pitboss.mathematics.counting.store": "kept", "pitboss.mathematics.counting.seen": "kept_totals"}
    return [
        name
        for name in of_games
        if any(where in imported(name) and what in names(name) for where, what in keeps.items())
    ]


def forget() -> None:
    """Let sources be read again, as in a new process."""
    for kept in (store.read, store.reached, store.imported, store._spec):
        kept.cache_clear()
    invalidate_caches()


@pytest.fixture
def anew() -> Iterator[None]:
    """Read sources again in this context, and forget them afterwards."""
    forget()
    yield
    forget()


# --- modules in Pitboss


def test_modules_with_compiled_code_are_found() -> None:
    known = {
        "pitboss.mathematics.counting.compiled",
        "pitboss.simulation.stream",
        f"{ATTACK}.kernel_rounds",
        f"{ATTACK}.mathematics.counting",
    }
    assert known <= set(compiled())
    assert len(compiled()) > 20
    assert len(counting()) == 10


def test_a_change_of_any_module_that_is_reached_changes_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = {name: sha256(store.read(name)).digest() for name in EVERY}  # short, since each is read very often
    for module in sorted({*compiled(), *counting()}):
        inside = reached(module)

        def with_changed(changed: str, module: str = module) -> str:
            monkeypatch.setattr(store, "read", lambda name: sources[name] + b"#" * (name == changed))
            return sources_digest(module)

        before = with_changed("")
        assert len({before, *map(with_changed, inside)}) == len(inside) + 1
        assert {before, *map(with_changed, set(EVERY) - inside)} == {before}
        monkeypatch.undo()


def test_everything_that_a_module_holds_comes_from_modules_that_are_reached() -> None:
    """This test inspects the imported modules, not their sources."""
    for module in {*compiled(), *counting()}:
        for name in reached(module):
            for value in vars(import_module(name)).values():
                if isinstance(value, ModuleType) and value.__name__.startswith(f"{name}."):
                    continue  # a package holds every module of its own that anybody has imported
                origin = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
                if isinstance(origin, str) and origin.startswith("pitboss."):
                    assert origin in reached(module), (module, name, value)


def test_nothing_that_is_reached_imports_a_module_by_a_name_made_up_later() -> None:
    every = {name for module in (*compiled(), *counting()) for name in reached(module)}
    every -= {"pitboss.old_names"}  # sources are found by old names too
    assert [name for name in every if names(name) & {"import_module", "__import__"}] == []


def test_only_one_function_caches_compiled_code() -> None:
    assert [name for name in EVERY if b"cache=True" in store.read(name)] == [COMPILER]


def test_counts_depend_on_no_table_rules_or_prices() -> None:
    for name in {name for module in counting() for name in reached(module)}:
        assert not name.startswith("pitboss.engine"), name
        assert name.rpartition(".")[2] not in ("rules", "odds", "course", "play"), name


def test_counts_are_cached_by_the_module_that_counts() -> None:
    calls = [
        node
        for module in counting()
        for node in ast.walk(ast.parse(store.read(module)))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "kept"
    ]
    assert calls
    for call in calls:
        assert [ast.unparse(word.value) for word in call.keywords if word.arg == "module"] == ["__name__"]


def test_fast_rounds_of_double_attack_depend_on_no_table_and_on_no_environment() -> None:
    found = reached(f"{ATTACK}.kernel_rounds")
    parts = {name.removeprefix(f"{ATTACK}.") for name in found}
    assert {"settle", "mathematics.counting", "mathematics.choices"} <= parts
    assert not {"procedures.course", "mathematics.odds", "kernel_episodes", "rules"} & parts
    assert not [name for name in found if name.startswith("pitboss.engine")]


# --- another package

FILES = {
    "__init__": "from .play import GAME",
    "play": "GAME = 1",
    "kernel": """
from __future__ import annotations
import typing
from typing import TYPE_CHECKING
from . import tables
from .deep import thing, beside
import other_things, numpy
if TYPE_CHECKING:
    from acme_game import hints
else:
    from acme_game import instead
if typing.TYPE_CHECKING:
    import acme_game.more_hints
def function():
    def inner():
        from acme_game.lazily import found
    try:
        with open("x"):
            import acme_game.tried
    except ImportError:
        import acme_game.failed
    finally:
        import acme_game.at_last
class Kind:
    from acme_game import in_a_class
match 1:
    case 1:
        from .matched import *
""",
    "tables": "from pitboss.basics.money import ceil_div",
    "deep.__init__": "from .inner import thing",
    "deep.inner": "thing = 1",
    "deep.beside": "",
    "deep.unused": "",
    "hints": "",
    "more_hints": "",
    "instead": "from . import round_again",
    "round_again": "from . import instead",
    **dict.fromkeys(("lazily", "tried", "failed", "at_last", "in_a_class", "matched", "unused"), ""),
}
REACHED = {
    *("kernel", "tables", "deep.__init__", "deep.inner", "deep.beside", "instead", "round_again"),
    *("lazily", "tried", "failed", "at_last", "in_a_class", "matched"),
}


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / "acme_game" / f"{name.replace('.', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, anew: None) -> Path:
    write(tmp_path, FILES)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    return tmp_path


def test_a_package_of_its_own_is_followed_and_not_imported(root: Path) -> None:
    found = reached("acme_game.kernel")
    assert {name for name in found if not name.startswith("pitboss.")} == {
        f"acme_game.{name.removesuffix('.__init__')}" for name in REACHED
    }
    assert {name for name in found if name.startswith("pitboss.")} == {"pitboss.basics.money"}
    assert not [name for name in sys.modules if name.startswith("acme_game")]


@pytest.mark.parametrize("changed", FILES)
def test_the_digest_changes_with_the_files_that_are_reached(root: Path, changed: str) -> None:
    before, whole = sources_digest("acme_game.kernel"), package_digest("acme_game")
    write(root, {changed: FILES[changed] + "\n# changed"})
    store.read.cache_clear()
    assert (sources_digest("acme_game.kernel") != before) == (changed in REACHED)
    assert package_digest("acme_game") != whole


def test_the_digest_changes_when_a_file_comes_to_be_reached(root: Path) -> None:
    before = sources_digest("acme_game.tables")
    write(root, {"tables": "from pitboss.basics.money import ceil_div\nfrom . import unused"})
    forget()
    assert reached("acme_game.tables") == {"acme_game.tables", "acme_game.unused", "pitboss.basics.money"}
    assert sources_digest("acme_game.tables") != before


def test_two_files_that_exchange_their_texts_change_the_digest(root: Path) -> None:
    write(root, {"tables": "from . import lazily, tried", "lazily": "1", "tried": "2"})
    before = sources_digest("acme_game.tables")
    write(root, {"lazily": "2", "tried": "1"})
    store.read.cache_clear()
    assert sources_digest("acme_game.tables") != before


def test_a_module_that_is_not_there_has_no_digest(anew: None) -> None:
    for name in ("no_such_package", "pitboss.no_such_module", "pitboss.basics.money.within"):
        with pytest.raises(ModuleNotFoundError, match=f"{name} has no source"):
            sources_digest(name)


# --- the cached imports


@pytest.fixture
def listed(root: Path) -> Path:
    """The file of the imports of a module, whose digest was taken once."""
    sources_digest("acme_game.kernel")
    forget()
    return root / "cache" / "imports" / "acme_game.kernel.imports"


def rewritten(path: Path, text: str) -> None:
    """Write as many bytes as before, and set the time of change back."""
    before = path.stat()
    assert len(text.encode()) == before.st_size
    path.write_text(text)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_no_module_is_parsed_twice(listed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = reached("acme_game.kernel")
    forget()
    monkeypatch.setattr(store, "_statements", lambda node: pytest.fail("a module was parsed again"))
    assert reached("acme_game.kernel") == found


def test_a_digit_that_changes_neither_size_nor_time_changes_the_digest(root: Path) -> None:
    write(root, {"tables": "PAYS = 2"})
    before = sources_digest("acme_game.kernel")
    forget()
    rewritten(root / "acme_game" / "tables.py", "PAYS = 3")
    assert sources_digest("acme_game.kernel") != before


def test_an_import_that_changes_neither_size_nor_time_is_followed(root: Path) -> None:
    write(root, {"tables": "from . import lazily"})
    assert reached("acme_game.tables") == {"acme_game.tables", "acme_game.lazily"}
    forget()
    rewritten(root / "acme_game" / "tables.py", "from . import failed")
    assert reached("acme_game.tables") == {"acme_game.tables", "acme_game.failed"}


def test_a_module_that_appears_is_reached_by_imports_that_did_not_change(root: Path, listed: Path) -> None:
    before = sources_digest("acme_game.kernel")
    assert "acme_game.deep.thing" not in reached("acme_game.kernel")
    forget()
    write(root, {"deep.thing": ""})
    assert "acme_game.deep.thing" in reached("acme_game.kernel")
    assert sources_digest("acme_game.kernel") != before


def test_a_module_that_goes_leaves_its_package_to_be_reached(root: Path) -> None:
    write(root, {"tables": "from .deep import beside"})
    assert reached("acme_game.tables") == {"acme_game.tables", "acme_game.deep.beside"}
    forget()
    (root / "acme_game" / "deep" / "beside.py").unlink()
    assert reached("acme_game.tables") == {f"acme_game.{name}" for name in ("tables", "deep", "deep.inner")}


@pytest.mark.parametrize("damage", [b"", b"import os", b"\n", b"\0" * 80])
def test_a_damaged_file_of_imports_is_written_again(listed: Path, damage: bytes) -> None:
    before, found = listed.read_bytes(), reached("acme_game.kernel")
    for content in (damage, before + damage + b" ", before[:-1], before.replace(b"tables", b"unused")):
        listed.write_bytes(content)
        forget()
        assert reached("acme_game.kernel") == found
        assert listed.read_bytes() == before


def test_without_a_place_for_the_cache_modules_are_parsed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = reached("acme_game.kernel")
    forget()
    monkeypatch.setenv("PITBOSS_CACHE", str(root / "acme_game" / "tables.py"))
    assert reached("acme_game.kernel") == found


def test_processes_that_write_at_once_agree(root: Path) -> None:
    code = "from pitboss.mathematics.counting.store import sources_digest; print(sources_digest('acme_game.kernel'))"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    started = [
        subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    assert [process.communicate()[0].strip() for process in started] == [sources_digest("acme_game.kernel")] * 3
    assert {path.suffix for path in (root / "cache" / "imports").iterdir()} == {".imports"}


# --- compiled code

PLAIN = "from pitboss.mathematics.counting.compiled import compiled\nfrom acme_game import tables\nPAYS = tables.PAYS\n"
PAYING = f"{PLAIN}@compiled\ndef paid(stake):\n    return stake * PAYS\n"
ASKING = "from acme_game.kernel import paid; print(paid(10), sum(paid.stats.cache_hits.values()))"


@pytest.mark.long
def test_compiled_code_is_cached_until_a_source_that_it_depends_on_changes(tmp_path: Path) -> None:
    environment = {**os.environ, "PITBOSS_CACHE": str(tmp_path / "cache"), "PYTHONPATH": os.pathsep.join(sys.path)}
    environment.pop("NUMBA_CACHE_DIR", None)

    def asked() -> str:
        command = (sys.executable, "-B", "-c", ASKING)
        run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
        return run.stdout.strip()

    write(tmp_path, {"__init__": "", "kernel": PAYING, "tables": "PAYS = 2", "unused": ""})
    assert [asked(), asked()] == ["20 0", "20 1"]
    write(tmp_path, {"unused": "PAYS = 3"})
    assert asked() == "20 1"
    write(tmp_path, {"tables": "PAYS = 3"})
    assert [asked(), asked()] == ["30 0", "30 1"]
