"""Plays many rounds of several games both ways, on every core.

The rounds of a game are divided into numbered pieces. Each piece has its own random source, made from the game, the
seed and its number, and draws its own rules. So the result does not depend on the number of processes.
"""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from random import Random
from threading import Thread
from traceback import extract_tb
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pitboss.errors import Disagreement, SimulationError
from pitboss.simulation.interrupts import hear_none, held_back
from pitboss.verification.declared import verification

if TYPE_CHECKING:
    from pitboss.exact.compiled import Tick
    from pitboss.verification.twins import Twins

AHEAD = 4
"""The number of pieces queued for each process."""


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """The result of playing a game both ways."""

    game: str
    rounds: int
    """Rounds in which every wager of every seat agreed to the cent."""
    rules: int
    """The number of different rules drawn for these rounds."""
    seen: dict[str, int]
    """Counts of what occurred: rounds by seats, settled wagers, and rare events."""
    difference: str = ""
    """The first difference, as a sentence. Empty if there is none."""

    @property
    def agrees(self) -> bool:
        return not self.difference


class Piece(NamedTuple):
    game: str
    seed: str
    number: int
    rounds: int


class Played(NamedTuple):
    """A played piece: the digest of its rules, the counts of what occurred, and the difference if any."""

    piece: Piece
    rules: str
    seen: Counter[str]
    difference: str


def play(piece: Piece) -> Played:
    """Play a piece both ways until the first difference. An exception counts as a difference."""
    random = Random(f"{piece.game} {piece.seed} {piece.number}")
    both: Twins | None = None
    difference = ""
    try:
        both = verification(piece.game).twins(random)
        both.play(piece.rounds)
    except Disagreement as error:
        difference = str(error)
    except Exception as error:
        difference = str(both.disagreement(_failed(error))) if both else f"{piece.game}: {_failed(error)}"
    if difference:
        difference += f"; piece {piece.number} of seed {piece.seed}"
    rules, seen = (both.made.rules.digest, both.seen) if both else ("", Counter[str]())
    return Played(piece, rules, seen, difference)


def _failed(error: Exception) -> str:
    """The exception and its location, in words."""
    last = extract_tb(error.__traceback__)[-1]
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"{said}, at line {last.lineno} of {last.filename}, in {last.name}"


def compared(
    names: Iterable[str],
    rounds: int,
    seed: int | str = 1,
    *,
    each: int = 0,
    processes: int = 0,
    tick: Tick | None = None,
) -> list[Compared]:
    """Play rounds of each game both ways. A game stops at its first difference.

    ``each`` is the number of rounds under one draw of the rules. Default: the game's own number. ``processes`` defaults
    to one for each core. With one, everything runs in this process.

    >>> one, = compared(["boston_5_stud"], 100, each=50, processes=1)
    >>> one.game, one.rounds, one.rules, one.agrees
    ('boston_5_stud', 100, 2, True)
    """
    if rounds < 1 or each < 0:
        raise SimulationError("nothing is compared without rounds; the number of rounds must be at least 1")
    played: dict[str, list[Played]] = {name: [] for name in names}
    pieces = [piece for name in played for piece in _cut_up(name, rounds, str(seed), each)]
    wrong: set[str] = set()
    wanted = (piece for piece in pieces if piece.game not in wrong)
    processes = min(processes or os.cpu_count() or 1, len(pieces))
    with closing(_on_processes(processes, wanted) if processes > 1 else _here(wanted)) as results:
        for done, one in enumerate(results, 1):
            game = one.piece.game
            if game not in wrong:
                played[game].append(one)
            if one.difference:
                wrong.add(game)
            if tick:
                tick(done / len(pieces))
    return [_summed(game, those) for game, those in played.items()]


def _cut_up(game: str, rounds: int, seed: str, each: int) -> Iterator[Piece]:
    each = each or verification(game).each
    for number, first in enumerate(range(0, rounds, each)):
        yield Piece(game, seed, number, min(each, rounds - first))


def _summed(game: str, played: Sequence[Played]) -> Compared:
    agreed = [one for one in played if not one.difference]
    seen = sum((one.seen for one in agreed), Counter[str]())
    return Compared(
        game=game,
        rounds=sum(one.piece.rounds for one in agreed),
        rules=len({one.rules for one in agreed}),
        seen=dict(sorted(seen.items())),
        difference=next((one.difference for one in played if one.difference), ""),
    )


# --- processes


def _here(pieces: Iterator[Piece]) -> Generator[Played, None, None]:
    yield from map(play, pieces)


def _on_processes(count: int, pieces: Iterator[Piece]) -> Generator[Played, None, None]:
    """Play pieces on ``count`` processes, with a few queued for each, and yield them in order."""
    others = set(active_children())
    # spawned, not forked, because compiled code has threads
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_undisturbed)
    waiting: deque[Future[Played]] = deque()
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
