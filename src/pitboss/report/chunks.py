"""The results of every chunk of a run as a table in CSV or Parquet, with one row for each chunk and wager.

The columns are the chunk's number, its rounds, the wager, the cents in one unit of it, the hands on which it could be
placed, how often it was placed, its win in cents, the sum over rounds of its squared win, and the count of every
outcome of any wager. A count is empty if the wager does not have the outcome. The table of a study has one more column,
which marks every row.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from pitboss.basics.extras import needs
from pitboss.report.drawing import suffix_of
from pitboss.simulation.kernel import FastTable, Setup, Tally, WagerTally
from pitboss.simulation.run import Each, play_chunks

CHUNKS = ("a table of chunks", (".csv", ".parquet"))
COLUMNS = ("chunk", "rounds", "wager", "unit", "hands", "placed", "won", "squares")
AT_ONCE = 20_000
"""The number of rows written at a time."""

Row = dict[str, Any]
Write = Callable[[list[Row]], None]


def form_of(path: Path) -> str:
    """The form of a table of chunks, by the suffix of its file. Raises an error if a library is missing."""
    form = suffix_of(path, *CHUNKS)
    if form == ".parquet":
        _arrow()
    return form


@contextmanager
def write_chunks(table: FastTable, seed: str, path: Path, form: str) -> Iterator[Each]:
    """A function that writes a row for every wager of a chunk, to this path in this form."""
    outcomes = list(dict.fromkeys(_column(end.name) for one in _wagers(table) for end in one.ends))
    rows: list[Row] = []
    mark = {"study": study} if (study := table.setup.rules.study) else {}
    with (_csv if form == ".csv" else _parquet)(path, outcomes, table.setup, seed) as write:

        def each(chunk: int, rounds: int, tally: Tally) -> None:
            rows.extend(_row(chunk, one) | mark for one in table.wagers(tally, rounds))
            if len(rows) >= AT_ONCE:
                write(rows)
                rows.clear()

        yield each
        write(rows)


def _wagers(table: FastTable) -> list[WagerTally]:
    """The wagers of a short chunk. All chunks have the same wagers and outcomes."""
    return table.wagers(play_chunks(table, "names", 0, 1), 1)


def _column(outcome: str) -> str:
    return f"count: {outcome}"


def _row(chunk: int, one: WagerTally) -> Row:
    row: Row = {
        "chunk": chunk,
        "rounds": one.rounds,
        "wager": one.name,
        "unit": one.unit,
        "hands": one.hands,
        "placed": one.placed,
        "won": one.won,
        "squares": one.squares,
    }
    for end in one.ends:
        row[_column(end.name)] = row.get(_column(end.name), 0) + end.count  # lines of a pay table may share a name
    return row


@contextmanager
def _csv(path: Path, outcomes: list[str], setup: Setup, seed: str) -> Iterator[Write]:
    with path.open("w", newline="", encoding="utf-8") as file:
        marked = ["study"] if setup.rules.study else []
        writer = csv.DictWriter(file, [*COLUMNS, *outcomes, *marked], restval="", lineterminator="\n")
        writer.writeheader()
        yield writer.writerows


@contextmanager
def _parquet(path: Path, outcomes: list[str], setup: Setup, seed: str) -> Iterator[Write]:
    arrow, parquet = _arrow()
    kinds = dict.fromkeys((*COLUMNS, *outcomes), arrow.int64())
    # The squares of a chunk may overflow 64 bits.
    kinds |= {"wager": arrow.dictionary(arrow.int32(), arrow.string()), "squares": arrow.decimal128(38, 0)}
    if setup.rules.study:
        kinds["study"] = kinds["wager"]
    about = {
        "game": setup.game.name,
        "rules_hash": setup.rules.digest,
        "seed": seed,
        "strategy": setup.strategy,
        "seats": str(setup.seats),
        "stakes": msgspec.json.encode(setup.stakes).decode(),
        **({"study": setup.rules.study} if setup.rules.study else {}),
    }
    schema = arrow.schema(list(kinds.items()), metadata={f"pitboss.{name}": said for name, said in about.items()})
    with parquet.ParquetWriter(path, schema, compression="zstd") as file:

        def write(rows: list[Row]) -> None:
            columns = [
                arrow.array([row.get(name) for row in rows], arrow.string()).cast(kind)
                if name in ("wager", "study")
                else arrow.array([row.get(name) for row in rows], kind)
                for name, kind in kinds.items()
            ]
            file.write_table(arrow.Table.from_arrays(columns, schema=schema))

        yield write


def _arrow() -> tuple[Any, Any]:
    with needs("a table of chunks as Parquet needs"):
        import pyarrow
        import pyarrow.parquet
    return pyarrow, pyarrow.parquet
