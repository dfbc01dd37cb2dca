"""Many rounds of several games, played in pieces on every core.

The rounds of a game are divided into numbered pieces. Each piece has its own random source, made from the game, the
seed and its number, and draws its own rules. So the result does not depend on the number of processes.
"""

from __future__ import annotations

import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from itertools import islice
from multiprocessing import active_children, get_context, parent_process, resource_tracker
from random import Random
from threading import Thread
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.basics.errors import SimulationError
from pitboss.engine.game import Game

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


class PlayedPiece(NamedTuple):
    """A piece that was played, the digest of its rules, counts of what occurred, and what was wrong, if anything."""

    piece: Piece
    rules: str
    seen: Counter[Any]
    difference: str
    stopped: bool = False
    """Whether an error ended it, so that nothing more was compared."""


Play = Callable[[Piece], PlayedPiece]


def cut_up(game: Game, rounds: int, seed: int | str, each: int) -> Iterator[Piece]:
    """Pieces of ``each`` rounds. The last may be smaller."""
    for number, first in enumerate(range(0, rounds, each)):
        yield Piece(game, str(seed), number, min(each, rounds - first))


def played(
    play: Play, pieces: Iterable[Piece], *, processes: int = 0, tick: Tick | None = None
) -> dict[str, list[PlayedPiece]]:
    """Play pieces, and return those of each game in order. A game stops at its first difference.

    ``processes`` defaults to one for each core. With one, everything runs in this process.
    """
    wanted = list(pieces)
    found: dict[str, list[PlayedPiece]] = {piece.game.name: [] for piece in wanted}
    wrong: set[str] = set()
    left = (piece for piece in wanted if piece.game.name not in wrong)
    processes = min(processes or os.cpu_count() or 1, len(wanted))
    here = (play(piece) for piece in left)
    with closing(_on_processes(processes, play, left) if processes > 1 else here) as results:
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


def _on_processes(count: int, play: Play, pieces: Iterator[Piece]) -> Generator[PlayedPiece, None, None]:
    """Play pieces on ``count`` processes, with a few queued for each, and yield them in order."""
    others = set(active_children())
    # spawned, not forked, because compiled code has threads
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_undisturbed)
    waiting: deque[Future[PlayedPiece]] = deque()
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


# --- interrupts at a terminal reach every process there, but only the parent should react


@contextmanager
def held_back() -> Iterator[None]:
    """Block interrupts while child processes start. The children ignore them, and this process gets them later."""
    resource_tracker.ensure_running()  # first, since its start unblocks interrupts
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def hear_none() -> None:
    """Ignore interrupts in a child process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
