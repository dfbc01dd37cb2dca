"""Plays short runs on a GPU, or in numba's simulator of one, and on processors. Prints both as JSON.

Chunks are made short, so that a run has several of them and several launches. ``--break`` gives the GPU other streams.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec

from pitboss.simulation import any_game, gpu
from pitboss.simulation.kernel import Tally
from pitboss.simulation.run import Executor, begin, go_on
from pitboss.simulation.stream import streams

CHUNK = 16


def run(game: str, given: dict[str, Any], rounds: int, executor: Executor | None) -> Any:
    at = any_game.table(any_game.setup(game, **given))
    at.chunk = CHUNK
    chunks: list[Any] = []

    def each(chunk: int, rounds: int, tally: Tally) -> None:
        chunks.append((chunk, rounds, {name: part.tolist() for name, part in tally.items()}))

    found = go_on(at, begin(at, 7), rounds, executor=executor)
    go_on(at, found, rounds + rounds // 2, executor=executor)
    go_on(at, found, 2 * rounds, executor=executor, each=each)
    return {"run": msgspec.to_builtins(found), "chunks": chunks}


def main(game: str, tables: str, rounds: str, *broken: str) -> None:
    if broken:
        vars(gpu)["streams"] = lambda seed, first, count: streams(f"not {seed}", first, count)
    told = [
        {
            "table": given,
            "gpu": run(game, given, int(rounds), gpu.on_gpus()),
            "processor": run(game, given, int(rounds), None),
        }
        for given in json.loads(tables)
    ]
    print(json.dumps(told))


if __name__ == "__main__":
    main(*sys.argv[1:])
