"""The kernels of a GPU: every thread plays one chunk, with the same loop or the same round as a processor.

They are woven with the functions of a table. In numba's simulator of a GPU they run as plain Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numba.cuda
import numpy as np
from numba import int64, uint8, uint16, uint32, uint64

from pitboss.mathematics.counting.hands import Ints
from pitboss.simulation.hand_table import PACK_SIZE
from pitboss.simulation.kernel import Arrays, copy
from pitboss.simulation.stream import WORDS

cuda: Any = numba.cuda
SIMULATED = bool(vars(numba.config)["ENABLE_CUDASIM"])
THREADS = 4 if SIMULATED else 64
"""The threads of a block of ``play_chunks`` and ``play_packs``. The number stands here, because kernels that are kept
on disk are compiled anew if this file changes."""

if TYPE_CHECKING:  # the kernels are woven with these functions and numbers of a table
    LATER, WAGERS = 1, 1

    def begin(tables: Arrays, room: Arrays, thread: int, counts: Arrays) -> None: ...
    def alone(near: Ints, far: Ints, pack: Ints, state: Ints) -> int: ...
    def deal(moves: Ints, others: Arrays, shoe: Ints, across: Any, state: Ints, rounds: int, *more: Ints) -> None: ...
    def play(tables: Arrays, room: Arrays, thread: int, state: Ints, rounds: int, counts: Arrays) -> None: ...


def count_ends(near: Ints, far: Ints, words: Ints, states: Ints, rounds: int, counts: Ints) -> None:
    """Play chunks of a table with one seat, and add their ends to the counts.

    The near table, the packs and the counts of a block of threads lie in its fast memory: first halves of words, then
    counts, then the packs. Neighbouring threads have neighbouring words, so that they never wait for each other.
    """
    thread, threads, ends = cuda.threadIdx.x, cuda.blockDim.x, len(counts)
    halves = cuda.shared.array(0, uint16)
    fast = cuda.shared.array(0, uint32)  # the same memory
    for at in range(thread, len(near), threads):
        halves[at] = near[at]
    first = (len(near) + 1) // 2
    counted = fast[first : first + ends]
    for at in range(thread, ends, threads):
        counted[at] = 0
    first += ends
    pack = fast[first + thread : first + PACK_SIZE * threads : threads]
    copy(words, pack, PACK_SIZE)
    cuda.syncthreads()
    chunk = cuda.grid(1)
    if chunk < len(states):
        state = cuda.local.array(WORDS, uint64)
        copy(states[chunk], state, WORDS)
        for _ in range(rounds):
            cuda.atomic.add(counted, alone(halves, far, pack, state), 1)
    cuda.syncthreads()
    for at in range(thread, ends, threads):
        cuda.atomic.add(counts, at, counted[at])


def fast_bytes(near: int, ends: int, threads: int) -> int:
    """The fast memory of a block of threads of ``count_ends``."""
    return 4 * ((near + 1) // 2 + ends + PACK_SIZE * threads)


def count(ends: Ints, end: Any) -> None:
    """Count an end for all threads of a block."""
    cuda.atomic.add(ends, end, 1)


def any_of(mine: Any) -> Any:
    """Whether something is so for any of 32 threads that work in step. They all ask, and go on together."""
    return cuda.any_sync(0xFFFFFFFF, mine)


def count_from_shoes(
    moves: Ints, others: Arrays, cards: Ints, states: Ints, rounds: int, ends: Ints, moments: Ints
) -> None:
    """Play chunks of a table with one seat and a shoe, and add up ends and moments.

    The moves, the counts and the shoes of a block of threads lie in its fast memory. A shoe has four cards in a word,
    and neighbouring threads have neighbouring words, so that they never wait for each other.
    """
    thread, threads, cells = cuda.threadIdx.x, cuda.blockDim.x, ends.shape[1]
    fast = cuda.shared.array(0, uint32)
    in_bytes = cuda.shared.array(0, uint8)  # the same memory
    near = fast[: len(moves)]
    for at in range(thread, len(moves), threads):
        near[at] = moves[at]
    alone = fast[len(moves) : len(moves) + cells]
    several = fast[len(moves) + cells : len(moves) + 2 * cells]
    for at in range(thread, cells, threads):
        alone[at] = several[at] = 0
    shoe = in_bytes[4 * (len(moves) + 2 * cells + thread) :]
    for place in range(len(cards)):
        shoe[(place >> 2) * 4 * threads + (place & 3)] = cards[place]
    cuda.syncthreads()
    chunk = cuda.grid(1)
    mine = min(chunk, len(states) - 1)  # a thread without a chunk plays no rounds
    state = cuda.local.array(WORDS, uint64)
    copy(states[mine], state, WORDS)
    later, won, added = (
        cuda.local.array(LATER, uint32),
        cuda.local.array(WAGERS, int64),
        cuda.local.array((3, WAGERS), int64),
    )
    for wager in range(WAGERS):
        added[0, wager] = added[1, wager] = added[2, wager] = 0
    todo = rounds if mine == chunk else 0
    deal(near, others, shoe, np.uint32(threads), state, todo, later, won, alone, several, added)
    for wager in range(WAGERS):  # squares take two words
        cuda.atomic.add(moments, (0, wager), added[0, wager])
        cuda.atomic.add(moments, (1, wager), added[1, wager] & 0xFFFFFFFF)
        cuda.atomic.add(moments, (2, wager), added[2, wager] + (added[1, wager] >> 32))
    cuda.syncthreads()
    for at in range(thread, cells, threads):
        cuda.atomic.add(ends, (0, at), alone[at])
        cuda.atomic.add(ends, (1, at), several[at])


def fast_bytes_with_shoes(moves: int, cells: int, cards: int, threads: int) -> int:
    """The fast memory of a block of threads of ``count_from_shoes``."""
    return 4 * (moves + 2 * cells + (cards + 3) // 4 * threads)


def play_chunks(tables: Arrays, room: Arrays, states: Ints, first: bool, rounds: int, counts: Arrays) -> None:
    """Play rounds of chunks of any table, each with its own row of room and counts. They are the ``first`` of their
    chunks, or go on from room and states."""
    chunk = cuda.grid(1)
    if chunk < len(states):
        if first:
            begin(tables, room, chunk, counts)
        state = cuda.local.array(WORDS, uint64)
        copy(states[chunk], state, WORDS)
        play(tables, room, chunk, state, rounds, counts)
        copy(state, states[chunk], WORDS)


def play_packs(tables: Arrays, room: Arrays, states: Ints, first: bool, rounds: int, counts: Arrays) -> None:
    """Play rounds of chunks of any table that deals from a pack.

    While they are played, the packs of a block of threads are in its fast memory, and neighbouring threads have
    neighbouring words.
    """
    packs = cuda.shared.array((PACK_SIZE, THREADS), uint32).T
    chunk = cuda.grid(1)
    if chunk < len(states):
        if first:
            begin(tables, room, chunk, counts)
        state, pack = cuda.local.array(WORDS, uint64), packs[cuda.threadIdx.x]
        copy(states[chunk], state, WORDS)
        copy(room[0][chunk], pack, PACK_SIZE)
        play(tables, (packs, *room[1:]), chunk, state, rounds, counts)
        copy(pack, room[0][chunk], PACK_SIZE)
        copy(state, states[chunk], WORDS)
