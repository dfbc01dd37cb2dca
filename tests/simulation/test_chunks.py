"""The results of every chunk as CSV and Parquet."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from pitboss.cli import main
from pitboss.report import chunks
from pitboss.simulation.kernel import WagerTally

from shell import Captured, refused, run

NAME = "double_down_stud"
ASKED = ("simulate", NAME, "--rounds", "200000", "--seats", "2")


def rows(path: Path) -> list[dict[str, object]]:
    """The rows of a file in either format. Numbers become numbers, and empty cells become None."""
    if path.suffix == ".parquet":
        found = pyarrow.parquet.read_table(path).to_pylist()
        return [
            {name: value if name == "wager" or value is None else int(value) for name, value in row.items()}
            for row in found
        ]
    with path.open(newline="", encoding="utf-8") as file:
        return [
            {name: value if name == "wager" else int(value) if value else None for name, value in row.items()}
            for row in csv.DictReader(file)
        ]


@pytest.mark.long
def test_chunks_add_up_to_what_the_run_says(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "chunks.csv"
    said = json.loads(run(capsys, *ASKED, "--json", "--chunks", file))
    found = rows(file)
    assert [row["chunk"] for row in found] == [chunk for chunk in range(4) for _ in range(3)]
    for one in said["results"]:
        mine = [row for row in found if row["wager"] == one["name"]]
        assert sum(row["hands"] for row in mine) == one["hands"] == 400_000
        assert sum(row["placed"] for row in mine) == one["placed"]
        assert sum(row["won"] for row in mine) / (400_000 * one["unit"]) == pytest.approx(one["mean"], abs=1e-12)
        for outcome in one["outcomes"]:
            assert sum(row[f"count: {outcome['name']}"] for row in mine) == outcome["count"]


def test_parquet_holds_what_csv_holds(capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "AT_ONCE", 5)  # forces several writes
    table, text = tmp_path / "chunks.parquet", tmp_path / "chunks.CSV"
    run(capsys, *ASKED, "--chunks", table)
    run(capsys, *ASKED, "--chunks", text)
    assert rows(table) == rows(text)
    about = pyarrow.parquet.read_schema(table).metadata
    assert (about[b"pitboss.game"], about[b"pitboss.seed"]) == (NAME.encode(), b"1")


def test_a_run_that_goes_on_writes_the_chunks_that_it_plays(capsys: Captured, tmp_path: Path) -> None:
    kept, file = tmp_path / "run.json", tmp_path / "chunks.csv"
    run(capsys, *ASKED, "--checkpoint", kept)
    run(capsys, *ASKED, "--continue", kept, "--chunks", file)
    assert sorted({row["chunk"] for row in rows(file)}) == [3, 4, 5, 6]


def test_nothing_is_overwritten_by_a_run_that_fails(capsys: Captured, tmp_path: Path) -> None:
    file, other = tmp_path / "chunks.csv", tmp_path / "run.json"
    file.write_text("mine")
    other.write_text("no run")
    refused(capsys, *ASKED, "--chunks", file, "--continue", other)
    refused(capsys, *ASKED, "--chunks", file, "--wagers", "ante=5")
    assert file.read_text() == "mine"
    assert sorted(tmp_path.iterdir()) == [file, other]


def test_an_interrupted_run_leaves_the_chunks_so_far_and_goes_on_in_another_file(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = chunks._row

    def interrupt(chunk: int, one: WagerTally) -> dict[str, Any]:
        if chunk == 1:
            raise KeyboardInterrupt
        return row(chunk, one)

    monkeypatch.setattr(chunks, "_row", interrupt)
    first, second, kept = tmp_path / "first.csv", tmp_path / "second.csv", tmp_path / "run.json"
    asked = [*ASKED, "--checkpoint", str(kept), "--chunks"]
    assert main([*asked, str(first)]) == 130
    said = capsys.readouterr().err
    assert f"with a new file for --chunks, since {first} holds the chunks so far" in said
    monkeypatch.setattr(chunks, "_row", row)
    before = first.read_bytes()
    assert "already exists" in refused(capsys, *asked, first)
    assert first.read_bytes() == before
    run(capsys, *asked, second)
    played = [int(line.split(",")[0]) for file in (first, second) for line in file.read_text().splitlines()[1:]]
    assert sorted(set(played)) == list(range(max(played) + 1))
    assert {0} == {int(line.split(",")[0]) for line in before.decode().splitlines()[1:]}


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("chunks.txt", "must be .csv or .parquet, not '.txt'"),
        ("chunks", "not empty"),
        ("absent/chunks.csv", "can't be written"),
    ],
)
def test_what_is_no_table_of_chunks(capsys: Captured, tmp_path: Path, name: str, sentence: str) -> None:
    assert sentence in refused(capsys, *ASKED, "--chunks", tmp_path / name)


def test_a_file_is_not_both_run_and_chunks(capsys: Captured, tmp_path: Path) -> None:
    both = tmp_path / "both.csv"
    assert "can't be both" in refused(capsys, *ASKED, "--chunks", both, "--checkpoint", both)


def test_without_arrow_a_sentence_says_how_to_get_it(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "pip install 'pitboss[parquet]'" in refused(capsys, *ASKED, "--chunks", tmp_path / "chunks.parquet")
