"""Prints how many threads are in the first launches of a kernel at the same time, and in later ones."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Condition
from typing import Any

from pitboss.simulation import any_game, gpu
from pitboss.simulation.stream import streams

WAIT_S = {"first": 0.2, "later": 60.0}
"""How long a launch waits for another one beside it: shortly where none may come, and patiently where one must."""


class SlowKernel:
    """A kernel that plays nothing, until two threads launch it or its time is over."""

    def __init__(self) -> None:
        self.changed, self.inside, self.most, self.wait_s = Condition(), 0, 0, 0.0

    def __getitem__(self, how: Any) -> Callable[..., None]:
        return self.launch

    def launch(self, *arguments: Any) -> None:
        with self.changed:
            self.inside += 1
            self.most = max(self.most, self.inside)
            self.changed.notify()
            self.changed.wait_for(lambda: self.most == 2, self.wait_s)
            self.inside -= 1


def main() -> None:
    kernel = SlowKernel()
    vars(gpu)["kernel_of"] = lambda *names, **functions: kernel
    loop = any_game.table(any_game.setup("double_down_stud", seats=2)).loop
    launches = [gpu.AnyLoop(gpu.cards()[0], loop, 1) for _ in range(2)]
    for kernel.wait_s in WAIT_S.values():
        kernel.most = 0
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda one: one.play(streams("1", 0, 2), 1, lambda rounds: None), launches))
        print(kernel.most)


if __name__ == "__main__":
    main()
