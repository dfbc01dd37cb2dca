"""The kernels of a GPU: every thread plays one chunk, with the same loop or the same round as a processor.

They are woven with the functions of a table. In numba's simulator of a GPU they run as plain Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numba.cuda
from numba import uint16, uint32, uint64

from pitboss.exact.hands import Ints
from pitboss.simulation.kernel import Arrays
from pitboss.simulation.stream import WORDS

cuda: Any = numba.cuda
PLACES = 52

if TYPE_CHECKING:  # the kernels are woven with these functions of a table

    def alone(near: Ints, far: Ints, pack: Ints, state: Ints) -> int: ...
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
    pack = fast[first + thread : first + PLACES * threads : threads]
    for place in range(PLACES):
        pack[place] = words[place]
    cuda.syncthreads()
    chunk = cuda.grid(1)
    if chunk < len(states):
        state = cuda.local.array(WORDS, uint64)
        for word in range(WORDS):
            state[word] = states[chunk, word]
        for _ in range(rounds):
            cuda.atomic.add(counted, alone(halves, far, pack, state), 1)
    cuda.syncthreads()
    for at in range(thread, ends, threads):
        cuda.atomic.add(counts, at, counted[at])


def fast_bytes(near: int, ends: int, threads: int) -> int:
    """The fast memory of a block of threads of ``count_ends``."""
    return 4 * ((near + 1) // 2 + ends + PLACES * threads)


def play_chunks(tables: Arrays, room: Arrays, states: Ints, rounds: int, counts: Arrays) -> None:
    """Play chunks of any table, each with its own row of room and counts."""
    chunk = cuda.grid(1)
    if chunk < len(states):
        state = cuda.local.array(WORDS, uint64)
        for word in range(WORDS):
            state[word] = states[chunk, word]
        play(tables, room, chunk, state, rounds, counts)
