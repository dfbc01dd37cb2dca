"""Interrupts a run on a GPU, or in numba's simulator of one, in the middle of its first chunk. Prints the progress told
until then, and the rounds of the run.

The chunk has a meter and millions of rounds, for which the simulator would take hours.
"""

from __future__ import annotations

import json

from pitboss.simulation import any_game, gpu
from pitboss.simulation.run import begin, go_on

ENOUGH = 3


def main() -> None:
    at = any_game.table(any_game.setup("caribbean_stud", wagers={"progressive": 100}))
    run, told = begin(at, 7), list[float]()

    def tick(share: float) -> None:
        if share > 0 and share not in told:
            told.append(share)
        if len(told) == ENOUGH:
            raise KeyboardInterrupt

    try:
        go_on(at, run, at.chunk, executor=gpu.on_gpus(), tick=tick)
    except KeyboardInterrupt:
        print(json.dumps({"told": told, "rounds": run.rounds}))


if __name__ == "__main__":
    main()
