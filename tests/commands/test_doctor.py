"""``pitboss doctor`` says what is installed, cached and missing, and notices what is broken."""

from __future__ import annotations

import json
import sys
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest

from pitboss.basics import __version__
from pitboss.basics.errors import SimulationError
from pitboss.basics.extras import EXTRAS
from pitboss.cli import doctor, main
from pitboss.mathematics.counting import store
from pitboss.mathematics.counting.store import sources_digest, survey
from pitboss.simulation import gpu

from shell import Captured, refused, run

MODULE = "pitboss.mathematics.counting.compiled"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache. The digest of the present sources is known, and puts nothing there."""
    sources_digest(MODULE)
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def put(path: Path, size: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(bytes(size))
    return path


def fill(cache: Path) -> None:
    """An answer, the imports of a module, and counts and code of the present sources and of others."""
    put(cache / "counts" / f"{MODULE}-{sources_digest(MODULE)}" / "toy-lines-0123456789abcdef.counts", 1000)
    put(cache / "counts" / f"{MODULE}-0123456789abcdef" / "toy-lines-0123456789abcdef.counts", 200)
    put(cache / "counts" / "toy-lines-0123456789abcdef.counts", 3)  # as earlier versions kept them
    put(cache / "answers" / "toy-odds-0123456789abcdef.json", 10)
    put(cache / "compiled" / f"{MODULE}-{sources_digest(MODULE)}" / "exact_1" / "probe.squares.nbi", 200)
    put(cache / "compiled" / f"{MODULE}-0123456789abcdef" / "exact_1" / "probe.squares.1.nbc", 30)
    put(cache / "imports" / f"{MODULE}.imports", 6)
    put(cache / "compiled" / "gone.counting-0123456789abcdef" / "gone_1" / "counting.count.nbi.tmp.1", 4)


# --- what is installed


def test_every_part_is_named_within_80_columns(capsys: Captured) -> None:
    text = run(capsys, "doctor")
    lines = text.splitlines()
    assert lines[0] == f"pitboss     {__version__}"
    assert max(len(line) for line in lines if "/" not in line) <= 80
    for extra in EXTRAS:
        assert f"\n  {extra.name:<10}" in text
    assert f"numpy {metadata.version('numpy')}" in " ".join(text.split())
    assert "\ncompiler    compiled code works\n" in text
    assert lines[-1] == "Everything that is installed works."


def test_gpus_are_named_or_why_there_is_none(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> list[gpu.Card]:
        raise SimulationError("there is no GPU to use: it is unplugged")

    monkeypatch.setattr(gpu, "cards", none)
    assert "\nGPU         there is no GPU to use: it is unplugged\n" in run(capsys, "doctor")
    assert json.loads(run(capsys, "doctor", "--json"))["gpus"] == []
    monkeypatch.setattr(gpu, "cards", lambda: [gpu.Card(at, "H200", 1, 1, 1) for at in range(2)])
    assert "\nGPU         H200, H200\n" in run(capsys, "doctor")
    assert json.loads(run(capsys, "doctor", "--json"))["gpus"] == ["H200", "H200"]


def test_json_holds_the_same(capsys: Captured) -> None:
    found = json.loads(run(capsys, "doctor", "--json"))
    assert found["version"] == __version__
    assert list(found["extras"]) == [extra.name for extra in EXTRAS]
    assert found["extras"]["odds"]["libraries"]["numba"] == metadata.version("numba")
    assert found["compiled_code_works"] is True
    assert found["broken"] == []


def test_what_is_missing_is_no_fault_and_is_told_with_how_to_get_it(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setitem(sys.modules, "textual", None)
    monkeypatch.setattr(doctor.shutil, "which", lambda name: None)
    monkeypatch.setattr(doctor, "DEBIAN", "/nowhere")
    text = " ".join(run(capsys, "doctor").split())
    assert "of a terminal missing: pip install 'pitboss[terminal]'" in text
    assert "simulation missing numba: pip install 'pitboss[odds]'" in text
    assert "compiler missing: pip install 'pitboss[odds]'" in text
    assert "PostgreSQL not found here; a house runs on SQLite too" in text
    assert "Chromium not found" in text


def test_a_library_that_fails_is_broken(capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "pyarrow.py").write_text("raise OSError('libarrow.so: wrong ELF class')")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in [name for name in sys.modules if name.partition(".")[0] == "pyarrow"]:
        monkeypatch.delitem(sys.modules, name)
    assert main(["doctor"]) == 1
    printed = capsys.readouterr()
    assert "Broken\n  pyarrow is installed, but can't be imported: OSError: libarrow.so" in printed.out
    assert "Everything" not in printed.out


def test_a_library_that_is_too_old_is_broken(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "requires", lambda name: ["psycopg[binary]>=99.1; extra == 'serve'"])
    assert main(["doctor"]) == 1
    words = " ".join(capsys.readouterr().out.split())
    assert f"psycopg {metadata.version('psycopg')} is too old: Pitboss needs 99.1 or newer." in words


@pytest.mark.parametrize(("wrong", "why"), [("raises", "RuntimeError: no locator"), ("adds", "it adds up wrong")])
def test_a_compiler_that_fails_is_broken(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, wrong: str, why: str
) -> None:
    def fails() -> bool:
        if wrong == "raises":
            raise RuntimeError("no locator")
        return False

    monkeypatch.setattr("pitboss.mathematics.counting.compiled.works", fails)
    assert main(["doctor"]) == 1
    words = " ".join(capsys.readouterr().out.split())
    assert "compiler compiled code does not work" in words
    assert f"Broken compiled code does not work: {why}." in words


# --- the cache


def test_the_cache_is_counted_and_what_other_sources_left_is_stale(cache: Path) -> None:
    fill(cache)
    found = survey()
    assert {part: (held.files, held.bytes, held.stale_bytes) for part, held in found.items()} == {
        "counts": (3, 1203, 203),
        "compiled": (3, 234, 34),
        "answers": (1, 10, 0),
        "imports": (1, 6, 0),
    }
    assert doctor._held(found["counts"]) == "3 files, 1.2 kB, of which 203 bytes are stale"
    assert doctor._held(found["compiled"]) == "3 files, 234 bytes, of which 34 bytes are stale"


def test_the_cache_is_cleared_and_what_was_removed_is_told(cache: Path, capsys: Captured) -> None:
    fill(cache)
    note = put(cache / "notes.txt", 5)
    told = run(capsys, "doctor", "--clear-cache").splitlines()
    assert told == [
        f"Removed from {cache}",
        "  counts    3 files, 1.2 kB",
        "  compiled  3 files, 234 bytes",
        "  answers   1 file, 10 bytes",
        "  imports   1 file, 6 bytes",
    ]
    assert list(cache.iterdir()) == [note], "only the folders of the cache go"
    assert run(capsys, "doctor", "--clear-cache") == f"There was nothing to remove in {cache}\n"


def test_clearing_tells_json_too(cache: Path, capsys: Captured) -> None:
    fill(cache)
    removed = json.loads(run(capsys, "doctor", "--clear-cache", "--json"))["removed"]
    assert removed["counts"] == {"files": 3, "bytes": 1203, "stale_bytes": 203}


def test_counts_of_the_present_sources_are_not_stale() -> None:
    store.kept("toy", "lines", {}, lambda: {"counts": np.arange(3)}, module=MODULE)
    held = survey()["counts"]
    assert (held.files, held.stale_bytes) == (1, 0)


@pytest.mark.parametrize(
    "where", ["counts/thesis.docx", "compiled/thesis.py", "answers/deep/thesis.tex", "imports/thesis.py"]
)
def test_a_cache_with_a_file_of_another_kind_is_left_alone(cache: Path, capsys: Captured, where: str) -> None:
    fill(cache)
    before = sorted(cache.rglob("*"))
    other = put(cache / where, 1)
    assert refused(capsys, "doctor", "--clear-cache") == (
        f"the cache was left as it is: {other} is not a file that Pitboss writes there."
    )
    assert set(before) < set(cache.rglob("*"))


def test_a_linked_cache_is_left_alone(cache: Path, capsys: Captured, tmp_path: Path) -> None:
    kept = put(tmp_path / "elsewhere" / "mine.counts", 1)
    cache.mkdir()
    (cache / "counts").symlink_to(kept.parent)
    assert "is not a folder of its own" in refused(capsys, "doctor", "--clear-cache")
    assert kept.exists()
