"""Many rounds of several games, played in pieces on every core.

The rounds of a game are divided into numbered pieces. Each piece has its own random source, made from the game, the
seed and its number, and draws its own rules. So the result does not depend on the number of processes.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from random import Random
from threading import Thread
from traceback import extract_tb
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from pitboss.basics.errors import SimulationError
from pitboss.engine.game import Game
from pitboss.simulation.interrupts import hear_none, held_back

if TYPE_CHECKING:
    from pitboss.mathematics.counting.compiled import Tick

AHEAD = 4
"""The number of pieces queued for each process."""


class Piece(NamedTuple):
    """Some rounds of a game, by the number of the piece."""

    game: Game
    seed: str
    number: int
    rounds: int

    @property
    def random(self) -> Random:
        """A new random source, the same each time."""
        return Random(f"{self.game.name} {self.seed} {self.number}")

    def __str__(self) -> str:
        return f"piece {self.number} of seed {self.seed}"


class PlayedPiece(Protocol):
    """A piece that was played, and what was wrong with it, if anything."""

    @property
    def piece(self) -> Piece: ...
    @property
    def difference(self) -> str: ...


P = TypeVar("P", bound=PlayedPiece)


def cut_up(game: Game, rounds: int, seed: int | str, each: int) -> Iterator[Piece]:
    """Pieces of ``each`` rounds. The last may be smaller."""
    for number, first in enumerate(range(0, rounds, each)):
        yield Piece(game, str(seed), number, min(each, rounds - first))


def played(
    play: Callable[[Piece], P], pieces: Iterable[Piece], *, processes: int = 0, tick: Tick | None = None
) -> dict[str, list[P]]:
    """Play pieces, and return those of each game in order. A game stops at its first difference.

    ``processes`` defaults to one for each core. With one, everything runs in this process.
    """
    wanted = list(pieces)
    found: dict[str, list[P]] = {piece.game.name: [] for piece in wanted}
    wrong: set[str] = set()
    left = (piece for piece in wanted if piece.game.name not in wrong)
    processes = min(processes or os.cpu_count() or 1, len(wanted))
    with closing(_on_processes(processes, play, left) if processes > 1 else _here(play, left)) as results:
        for done, one in enumerate(results, 1):
            game = one.piece.game.name
            if game not in wrong:
                found[game].append(one)
            if one.difference:
                wrong.add(game)
            if tick:
                tick(done / len(wanted))
    return found


def failed(error: Exception) -> str:
    """The exception and its location, in words."""
    last = extract_tb(error.__traceback__)[-1]
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"{said}, at line {last.lineno} of {last.filename}, in {last.name}"


# --- processes


def _here(play: Callable[[Piece], P], pieces: Iterator[Piece]) -> Generator[P, None, None]:
    yield from map(play, pieces)


def _on_processes(count: int, play: Callable[[Piece], P], pieces: Iterator[Piece]) -> Generator[P, None, None]:
    """Play pieces on ``count`` processes, with a few queued for each, and yield them in order."""
    others = set(active_children())
    # spawned, not forked, because compiled code has threads
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_undisturbed)
    waiting: deque[Future[P]] = deque()
    try:
        with held_back():
            waiting.extend(pool.submit(play, piece) for piece in islice(pieces, AHEAD * count))
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(pool.submit(play, piece) for piece in islice(pieces, 1))
    except BrokenProcessPool:
        raise SimulationError("a worker process was killed from outside") from None
    except BaseException:
        for process in set(active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _undisturbed() -> None:
    """Prepare a child process. It ignores interrupts at the terminal, and ends when its parent ends for any reason."""
    hear_none()
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
