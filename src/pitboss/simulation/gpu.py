"""Runs on GPUs, called in the same way as threads and clusters. Workers of a cluster can use it too.

A thread of a GPU plays a chunk from the chunk's stream, so a run has the same tally as on any other machine. Two
threads of this process feed each GPU: one prepares and adds up while the other waits.

With ``NUMBA_ENABLE_CUDASIM=1``, numba simulates a GPU on any machine. That is slow, and gives the same tallies.

At the end: the kernels. Every thread of a GPU plays one chunk, with the same loop or the same round as a processor. The
kernels are woven with the functions of a table. In numba's simulator of a GPU they run as plain Python.
"""

from __future__ import annotations

import importlib.util
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import cache, partial
from queue import SimpleQueue
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

import numba
import numba.cuda
import numpy as np
from numba import int64, uint8, uint16, uint32, uint64
from numba.core.dispatcher import Dispatcher

from pitboss.basics.errors import SimulationError
from pitboss.basics.extras import needs
from pitboss.mathematics.counting.compiled import cached, inlined, own_key, told_apart, woven
from pitboss.mathematics.counting.hands import Ints
from pitboss.simulation.hand_table import PACK_SIZE
from pitboss.simulation.kernel import CHUNK, Arrays, FastTable, Loop, Tally, copy
from pitboss.simulation.run import MOST_APART, Executor, Work, in_order, told
from pitboss.simulation.stream import WORDS, streams

cuda: Any = numba.cuda
SIMULATED = bool(vars(numba.config)["ENABLE_CUDASIM"])
THREADS = 4 if SIMULATED else 64
"""The threads of a block of ``play_chunks`` and ``play_packs``. The number stands here, because kernels that are kept
on disk are compiled anew if this file changes."""
LEAST_CAPABILITY = 7, 0
"""The oldest generation of GPUs with enough fast memory."""
FEEDERS = 1 if SIMULATED else 2
"""Threads of this process for each GPU."""
WAVES = 2
"""How often a launch of ``InFastMemory`` fills the GPU. It takes less than a second on an H200."""
PART = 6 if SIMULATED else 1 << 13
"""The rounds of each chunk in a launch, if chunks can be played in parts. Progress is told and an interrupt is heard
between launches. With so many, the slowest take less than a second on an H200."""


class Card(NamedTuple):
    """A GPU, as far as launches depend on it."""

    id: int
    name: str
    processors: int
    fast: int
    """Bytes of fast memory that a block of threads may use."""
    fast_each: int
    """Bytes of fast memory of each processor."""


def cards() -> list[Card]:
    """The GPUs of this machine that are not too old. Raises an error if there is none."""
    if SIMULATED:
        return [Card(0, "numba's simulator", 1, 1 << 30, 1 << 30)]
    with needs("a GPU needs"):
        if importlib.util.find_spec("numba_cuda") is None:
            raise ModuleNotFoundError("No module named 'numba_cuda'", name="numba_cuda")
    cuda.core.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # the last launch of a run may be small
    try:
        devices = list(cuda.list_devices())
    except cuda.cudadrv.error.CudaSupportError as error:
        raise SimulationError(f"there is no GPU to use: {_why(error)}") from None
    able = [device for device in devices if device.compute_capability >= LEAST_CAPABILITY]
    return [_card(device) for device in able or devices]


def _card(device: Any) -> Card:
    name = device.name.decode() if isinstance(device.name, bytes) else str(device.name)
    if device.compute_capability < LEAST_CAPABILITY:
        has, least = (".".join(map(str, one)) for one in (device.compute_capability, LEAST_CAPABILITY))
        raise SimulationError(f"{name} is too old: it has compute capability {has}, and {least} is needed")
    return Card(
        device.id,
        name,
        device.MULTIPROCESSOR_COUNT,
        device.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
        device.MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
    )


def _why(error: BaseException) -> str:
    """Why the driver does not start, in its first sentence. Its words stand below a title, and end with a colon."""
    words = " ".join(str(error).split()).removeprefix("Error at driver init: ")
    return words.partition(". ")[0].rstrip(" .:")


# --- the executor


def on_gpus() -> Executor:
    """An executor that uses every GPU of this machine."""
    found = cards()
    return lambda work: Gpus(found, work.table, apart=work.apart).play(work)


class Gpus:
    """GPUs that are ready to play at one table. They keep its kernel and its tables from one piece of work to the next.

    Several threads may give them work at the same time.
    """

    together: int
    """The chunks that fill them: a launch for each thread that feeds them. Fewer leave a part of them idle."""

    def __init__(self, found: list[Card], table: FastTable, *, apart: bool) -> None:
        self._table, self._apart = table, apart
        made = [_launches(card, table, apart=apart) for _ in range(FEEDERS) for card in found]
        most = min(launches.most for launches in made)
        self._most, self._feeders = min(most, MOST_APART) if apart else most, len(made)
        self.together = self._most * self._feeders
        self._free: SimpleQueue[InFastMemory | AnyLoop] = SimpleQueue()
        for launches in made:
            self._free.put(launches)

    def play(self, work: Work) -> Iterator[tuple[int, int, Tally]]:
        """Play work of this table, as an executor does."""
        pool, stopped, under_way = ThreadPoolExecutor(self._feeders), threading.Event(), dict[int, int]()

        def one(first: int, size: int) -> list[Tally]:
            def so_far(rounds: int) -> None:
                if stopped.is_set():
                    raise CancelledError
                under_way[first] = rounds

            return self._launch(work.seed, first, size, so_far)

        for first, size, tallies in in_order(
            pool,
            _pieces(work, self._most),
            one,
            2 * self._feeders,
            meanwhile=lambda: work.under_way(sum(tuple(under_way.values()))),  # other threads change it
            stop=stopped.set,
        ):
            under_way.pop(first, None)
            yield from told(first, size, tallies)

    def _launch(self, seed: str, first: int, size: int, so_far: SoFar) -> list[Tally]:
        count, rounds = max(1, size // self._table.chunk), min(size, self._table.chunk)
        states = streams(seed, first, count)
        launches = self._free.get()
        try:
            so_far(0)  # it may have waited
            with using(launches.card):
                counts = launches.play(states, rounds, so_far)
        finally:
            self._free.put(launches)
        rows = [slice(at, at + 1) for at in range(count)] if self._apart else [slice(None)]
        return [self._table.summed({name: part[row] for name, part in counts.items()}, rounds) for row in rows]


def _pieces(work: Work, most: int) -> Iterator[tuple[int, int]]:
    """Pieces of work for launches of so many chunks: the first chunk, and the rounds."""
    for first in range(work.first, work.until, most):
        yield first, min(most, work.until - first) * work.table.chunk
    if work.rest:
        yield work.until, work.rest


@contextmanager
def using(card: Card) -> Iterator[None]:
    """Use a GPU, and put its failures in words."""
    if SIMULATED:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # numbers of 64 bits overflow, as they should
            yield
        return
    try:
        with cuda.gpus[card.id]:
            yield
    except Exception as error:
        if "CUDA_ERROR_OUT_OF_MEMORY" in str(error):
            raise SimulationError(f"{card.name} has too little free memory: end other programs on it") from error
        if "CUDA_ERROR" in str(error) or type(error).__module__.startswith(("cuda.", "numba.cuda.")):
            *_, last = str(error).strip().splitlines()
            raise SimulationError(f"{card.name} failed: {last.strip().rstrip('.:')}") from error
        raise


# --- launches of one kernel on one GPU, by one thread at a time, with their own arrays there


SoFar = Callable[[int], None]
"""Receives the rounds that were played so far. An error that it raises ends the launches."""


def _launches(card: Card, table: FastTable, *, apart: bool) -> InFastMemory | AnyLoop:
    loop = table.loop
    if loop.alone is not None and not apart:
        near, far, words = loop.tables
        block = _block(card, partial(fast_bytes, len(near), *loop.counts["ends"]), (512, 256, 128, 64, 32))
        if block is None:
            raise SimulationError(f"{card.name} has too little fast memory for this game")
        return InFastMemory(card, loop, block, count_ends, near, far, words.astype(np.uint32), alone=loop.alone)
    if loop.from_shoe is not None and not apart:
        moves, *others, cards = loop.tables
        needed = partial(fast_bytes_with_shoes, len(moves), loop.counts["ends"][1], len(cards))
        if block := _block(card, needed, range(640, 96, -32)):  # with fewer threads, the kernel for any loop is as fast
            (later,), (wagers,) = (shape for shape, _ in loop.room[1:])
            names = {"deal": _in_step(loop.from_shoe), "LATER": later, "WAGERS": wagers}
            return InFastMemory(card, loop, block, count_from_shoes, moves, tuple(others), cards, **names)
    return AnyLoop(card, loop, AnyLoop.EACH if table.chunk <= CHUNK else AnyLoop.EACH_IF_LONG)


class Block(NamedTuple):
    """A block of threads with fast memory."""

    threads: int
    fast: int
    """The bytes of fast memory that it needs."""
    most: int
    """The chunks of a launch of such blocks."""


def _block(card: Card, needed: Callable[[int], int], sizes: Sequence[int]) -> Block | None:
    """A block with the first of these numbers of threads for which a GPU has the fast memory that is ``needed``."""
    for threads in (4,) if SIMULATED else sizes:
        fast = needed(threads)
        if fast <= card.fast:
            together = 1 if SIMULATED else max(1, card.fast_each // fast)
            return Block(threads, fast, WAVES * card.processors * together * threads)
    return None


class InFastMemory:
    """Launches for one seat. What a round touches lies in fast memory, or with a shoe, what most cards touch."""

    def __init__(
        self, card: Card, loop: Loop, block: Block, template: Callable[..., None], *tables: Ints | Arrays, **names: Any
    ) -> None:
        self.card, self._loop, self._template, self._tables, self._names = card, loop, template, tables, names
        self._threads, self._fast, self.most = block
        self._there: Any = None

    def play(self, states: Ints, rounds: int, so_far: SoFar) -> Tally:
        """Play a chunk of so many rounds from each state. Returns the counts of the loop in rows."""
        if self._there is None:
            self._there = self._begin()
        kernel, stream, tables = self._there
        begun = cuda.to_device(states, stream=stream)
        counts = {name: cuda.to_device(part[0], stream=stream) for name, part in self._loop.counts_for(1).items()}
        blocks = -(-len(states) // self._threads)
        kernel[blocks, self._threads, stream, self._fast](*tables, begun, rounds, *counts.values())
        return {name: fetched(part, stream)[None] for name, part in counts.items()}

    def _begin(self) -> tuple[Any, Any, list[Any]]:
        tables = [
            tuple(map(cuda.to_device, one)) if isinstance(one, tuple) else cuda.to_device(one) for one in self._tables
        ]
        kernel = kernel_of(self._template, **self._names)
        if not SIMULATED:
            states = cuda.device_array((1, WORDS), np.uint64)
            counts = [cuda.device_array((1,) * len(shape), np.int64) for shape in self._loop.counts.values()]
            types = (*map(_type_of, tables), _type_of(states), int64, *map(_type_of, counts))
            _allow_fast_memory(kernel, types, self._fast)
        return kernel, new_stream(), tables


def _type_of(there: Any) -> Any:
    """The compiler's type of an array on a GPU, or of a tuple of them."""
    tuples: Any = numba.types.Tuple
    return tuples(list(map(_type_of, there))) if isinstance(there, tuple) else there._numba_type_


@cache
def _in_step(deal: Callable[..., None]) -> Any:
    """Rounds that threads in step play and count together. In the simulator they are not in step."""
    there = (count,) if SIMULATED else (count, any_of)
    return reweave(inlined(deal), {one.__name__: cuda.jit(device=True)(one) for one in there})


class AnyLoop:
    """Launches for any loop. While they play, packs are in fast memory, and other room and counts in the memory of the
    card.

    Arrays there are in column order, so neighbouring threads read and write neighbouring numbers.
    """

    EACH = 8
    """Blocks for each processor. Two launches share a GPU."""
    EACH_IF_LONG = 4
    """Blocks for each processor if chunks are long. They take minutes with a meter, and fewer are complete sooner. Such
    rounds need so many registers that more blocks would not be faster."""
    MOST_BYTES = 1 << 30
    """The memory of one launch."""

    def __init__(self, card: Card, loop: Loop, each: int) -> None:
        self.card, self._loop, threads = card, loop, THREADS
        bytes_each = sum(part.nbytes for part in (*loop.room_for(1), *loop.counts_for(1).values()))
        fill = 2 if SIMULATED else card.processors * each
        self.most = threads * max(1, min(fill, self.MOST_BYTES // bytes_each // threads))
        self._there: Any = None

    def play(self, states: Ints, rounds: int, so_far: SoFar) -> Tally:
        """The same, in parts if the loop allows that. ``so_far`` is called between them."""
        compiles = self._there is None
        if compiles:
            self._there = self._begin()
        kernel, stream, tables, room = self._there
        now = cuda.to_device(states, stream=stream)
        zeros = self._loop.counts_for(_rows(len(states)), order="F")
        counts = {name: cuda.to_device(part, stream=stream) for name, part in zeros.items()}
        blocks = -(-len(states) // THREADS)
        launch = kernel[blocks, THREADS, stream]
        part = PART if self._loop.in_parts else rounds
        for done in range(0, rounds, part):
            with _compiling if compiles and not done else nullcontext():  # the first launch also loads the kernel
                launch(tables, room, now, not done, min(part, rounds - done), tuple(counts.values()))
            wait_for(stream)
            so_far(len(states) * min(done + part, rounds))
        return {name: fetched(part, stream)[: len(states)] for name, part in counts.items()}

    def _begin(self) -> tuple[Any, Any, tuple[Any, ...], tuple[Any, ...]]:
        template = play_packs if self._loop.from_pack else play_chunks
        tables = tuple(cuda.to_device(part) for part in self._loop.tables)
        room = [cuda.device_array((_rows(self.most), *shape), kind, order="F") for shape, kind in self._loop.room]
        kernel = kernel_of(template, play=self._loop.play, begin=self._loop.begin)
        return kernel, new_stream(), tables, tuple(room)


def _rows(chunks: int) -> int:
    """The rows of an array for so many chunks: two at least. One row is in no order, so that numba would compile a
    second kernel for it, while other threads may compile too."""
    return max(2, chunks)


def new_stream() -> Any:
    return 0 if SIMULATED else cuda.stream()


def fetched(there: Any, stream: Any) -> Ints:
    found: Ints = there.copy_to_host(stream=stream)
    wait_for(stream)
    return found


def wait_for(stream: Any) -> None:
    if stream:
        stream.synchronize()


# --- compilation


_compiling = threading.Lock()
"""Kernels are compiled and loaded by one thread at a time, as numba-cuda requires."""


def kernel_of(template: Callable[..., None], **names: Any) -> Any:
    """A kernel woven with functions and numbers of a table. The first is a function: its module names the cache.

    A kernel that is kept on disk does not notice other numbers. So they must not change for that module, unless the
    function is told apart.
    """
    with _compiling:
        return _woven_kernel(template, tuple(names.items()))


@cache
def _woven_kernel(template: Callable[..., None], names: tuple[tuple[str, Any], ...]) -> Any:
    """The kernel, compiled when it is launched."""
    module, key = names[0][1].__module__, own_key(names[0][1])
    if SIMULATED:
        there = {name: plain(one) if callable(one) else one for name, one in names}
        return cuda.jit(plain(woven(template, module, **there)))
    there = {name: cuda.jit(device=True)(one) if isinstance(one, FunctionType) else one for name, one in names}
    return cached(told_apart(woven(template, module, **there), key), cuda.jit, cuda.core.config)


_allowed: dict[tuple[Any, int], int] = {}
"""The bytes of fast memory that each kernel may use on each GPU. Tables of different shoes share a kernel."""


def _allow_fast_memory(kernel: Any, types: tuple[Any, ...], size: int) -> None:
    """Let a kernel use more fast memory than by default, and never less than it could before."""
    from cuda.bindings import driver

    device = cuda.get_current_device().id
    with _compiling:
        kernel.compile(types)
        size = _allowed[kernel, device] = max(size, _allowed.get((kernel, device), 0))
        largest = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        for made in kernel.overloads.values():
            handle = made._codelibrary.get_cufunc().handle
            (result,) = driver.cuKernelSetAttribute(largest, size, handle, device)
            if result:
                raise SimulationError(f"the GPU allows no {size:,} bytes of fast memory: {result.name}")


def reweave(function: Any, names: dict[str, Any]) -> Any:
    """An inlined function in which these global names have these values, also in the functions that it inlines."""
    source: Any = function.py_func
    used = {name: source.__globals__[name] for name in source.__code__.co_names if name in source.__globals__}
    inside = {name: names[name] for name in used.keys() & names.keys()}
    for name, one in used.items():
        if isinstance(one, Dispatcher) and name not in names and (new := reweave(one, names)) is not one:
            inside[name] = new
    return inlined(woven(source, source.__module__, **inside)) if inside else function


@cache
def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function for the simulator: neither it nor the functions that it calls are compiled."""
    source: Any = function.py_func if isinstance(function, Dispatcher) else function
    called = {name: source.__globals__[name] for name in source.__code__.co_names if name in source.__globals__}
    inside = {name: plain(one) for name, one in called.items() if isinstance(one, Dispatcher)}
    uncompiled: Callable[..., Any] = woven(source, source.__module__, **inside)
    return uncompiled


# --- kernels

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
