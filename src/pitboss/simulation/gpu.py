"""Runs on GPUs: a player behind the seam that threads and clusters use, also for the workers of a cluster.

A thread of a GPU plays a chunk from the chunk's stream, so a run has the same tally as on any other machine. Two
threads of this process feed each GPU: one prepares and adds up while the other waits.

With ``NUMBA_ENABLE_CUDASIM=1``, numba simulates a GPU on any machine. That is slow, and gives the same tallies.
"""

from __future__ import annotations

import importlib.util
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from queue import SimpleQueue
from typing import Any, NamedTuple, Protocol

import numba
import numba.cuda
import numpy as np
from numba.core.dispatcher import Dispatcher

from pitboss.errors import SimulationError
from pitboss.exact.compiled import cached, woven
from pitboss.exact.hands import Ints
from pitboss.extras import needs
from pitboss.simulation import gpu_kernels
from pitboss.simulation.kernel import FastTable, Loop, Tally
from pitboss.simulation.run import MOST_APART, Player, Work, in_order, told
from pitboss.simulation.stream import WORDS, streams

cuda: Any = numba.cuda
SIMULATED = bool(vars(numba.config)["ENABLE_CUDASIM"])
LEAST_CAPABILITY = 7, 0
"""The oldest generation of GPUs with enough fast memory."""
FEEDERS = 1 if SIMULATED else 2
"""Threads of this process for each GPU."""
WAVES = 2
"""How often a launch fills the GPU. Launches are short, so that progress is told and an interrupt is heard."""


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
    """The GPUs of this machine. Raises an error if there is none, or one that is too old."""
    if SIMULATED:
        return [Card(0, "numba's simulator", 1, 1 << 30, 1 << 30)]
    with needs("a GPU needs"):
        if importlib.util.find_spec("numba_cuda") is None:
            raise ModuleNotFoundError("No module named 'numba_cuda'", name="numba_cuda")
    cuda.core.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # the last launch of a run may be small
    try:
        devices = list(cuda.list_devices())
    except cuda.cudadrv.error.CudaSupportError as error:
        raise SimulationError(f"there is no GPU to use: {_last_line(error)}") from None
    return [_card(device) for device in devices]


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


def _last_line(error: BaseException) -> str:
    return str(error).strip().splitlines()[-1].strip().rstrip(".:")


# --- the player


def on_gpus() -> Player:
    """A player that uses every GPU of this machine."""
    found = cards()
    return lambda work: Gpus(found, work.table, apart=work.apart).play(work)


class Gpus:
    """GPUs that are ready to play at one table. They keep its kernel and its tables from one piece of work to the next.

    Several threads may give them work at the same time.
    """

    together: int
    """The chunks that fill them: one launch on each. Fewer leave a part of them idle."""

    def __init__(self, found: list[Card], table: FastTable, *, apart: bool) -> None:
        self._table, self._apart = table, apart
        made = [_launches(card, table.loop, apart=apart) for _ in range(FEEDERS) for card in found]
        most = min(launches.most for launches in made)
        self._most, self._feeders = min(most, MOST_APART) if apart else most, len(made)
        self.together = self._most * len(found)
        self._free: SimpleQueue[Launches] = SimpleQueue()
        for launches in made:
            self._free.put(launches)

    def play(self, work: Work) -> Iterator[tuple[int, int, Tally]]:
        """Play work of this table, as a player does."""
        pool, one = ThreadPoolExecutor(self._feeders), partial(self._launch, work.seed)
        for first, size, tallies in in_order(pool, _pieces(work, self._most), one, 2 * self._feeders):
            yield from told(first, size, tallies)

    def _launch(self, seed: str, first: int, size: int) -> list[Tally]:
        count, rounds = max(1, size // self._table.chunk), min(size, self._table.chunk)
        states = streams(seed, first, count)
        launches = self._free.get()
        try:
            with using(launches.card):
                counts = launches.play(states, rounds)
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
        if "CUDA_ERROR" in str(error):
            raise SimulationError(f"{card.name} failed: {_last_line(error)}") from error
        raise


# --- launches


class Launches(Protocol):
    """The launches of one kernel on one GPU, by one thread at a time, with their own arrays there."""

    card: Card
    most: int
    """The chunks of a launch."""

    def play(self, states: Ints, rounds: int) -> Tally:
        """Play a chunk of so many rounds from each state. Returns the counts of the loop in rows."""


def _launches(card: Card, loop: Loop, *, apart: bool) -> Launches:
    if loop.alone is None or apart:
        return AnyLoop(card, loop)
    return EndsOnly(card, loop)


class EndsOnly:
    """Launches for one seat whose ends alone are counted. All that a round touches lies in fast memory."""

    def __init__(self, card: Card, loop: Loop) -> None:
        self.card, self._loop = card, loop
        (self._ends,) = loop.counts["ends"]
        sizes = (4,) if SIMULATED else (512, 256, 128, 64, 32)
        near = len(loop.tables[0])
        needed = {size: gpu_kernels.fast_bytes(near, self._ends, size) for size in sizes}
        self._threads = next((size for size in sizes if needed[size] <= card.fast), 0)
        if not self._threads:
            raise SimulationError(f"{card.name} has too little fast memory for this game")
        self._fast = needed[self._threads]
        together = 1 if SIMULATED else max(1, card.fast_each // self._fast)
        self.most = WAVES * card.processors * together * self._threads
        self._there: Any = None

    def play(self, states: Ints, rounds: int) -> Tally:
        if self._there is None:
            self._there = self._begin()
        kernel, stream, tables = self._there
        begun = cuda.to_device(states, stream=stream)
        counts = cuda.to_device(np.zeros(self._ends, np.int64), stream=stream)
        blocks = -(-len(states) // self._threads)
        kernel[blocks, self._threads, stream, self._fast](*tables, begun, rounds, counts)
        return {"ends": fetched(counts, stream)[None]}

    def _begin(self) -> tuple[Any, Any, tuple[Any, ...]]:
        assert self._loop.alone is not None
        near, far, words = self._loop.tables
        tables = tuple(cuda.to_device(part) for part in (near, far, words.astype(np.uint32)))
        kernel = kernel_of(gpu_kernels.count_ends, alone=self._loop.alone)
        if not SIMULATED:
            states, counts = cuda.device_array((1, WORDS), np.uint64), cuda.device_array(1, np.int64)
            types = [part._numba_type_ for part in (*tables, states)]
            _allow_fast_memory(kernel, (*types, numba.int64, counts._numba_type_), self._fast)
        return kernel, new_stream(), tables


class AnyLoop:
    """Launches for any loop. Each thread has a row of room and counts in the memory of the GPU."""

    THREADS = 4 if SIMULATED else 64
    EACH = 8
    """Blocks for each processor."""
    MOST_BYTES = 1 << 30

    def __init__(self, card: Card, loop: Loop) -> None:
        self.card, self._loop = card, loop
        rows = sum(part.nbytes for part in (*loop.room_for(1), *loop.counts_for(1).values()))
        fill = WAVES * card.processors * self.EACH * self.THREADS
        self.most = self.THREADS if SIMULATED else max(1, min(fill, self.MOST_BYTES // rows))
        self._there: Any = None

    def play(self, states: Ints, rounds: int) -> Tally:
        if self._there is None:
            self._there = self._begin()
        kernel, stream, tables, room = self._there
        begun = cuda.to_device(states, stream=stream)
        counts = {
            name: cuda.to_device(part, stream=stream) for name, part in self._loop.counts_for(len(states)).items()
        }
        blocks = -(-len(states) // self.THREADS)
        kernel[blocks, self.THREADS, stream](tables, room, begun, rounds, tuple(counts.values()))
        return {name: fetched(part, stream) for name, part in counts.items()}

    def _begin(self) -> tuple[Any, Any, tuple[Any, ...], tuple[Any, ...]]:
        tables = tuple(cuda.to_device(part) for part in self._loop.tables)
        room = tuple(cuda.device_array((self.most, *shape), kind) for shape, kind in self._loop.room)
        return kernel_of(gpu_kernels.play_chunks, play=self._loop.play), new_stream(), tables, room


def new_stream() -> Any:
    return 0 if SIMULATED else cuda.stream()


def fetched(there: Any, stream: Any) -> Ints:
    found: Ints = there.copy_to_host(stream=stream)
    if stream:
        stream.synchronize()
    return found


# --- compilation


_compiling = threading.Lock()


def kernel_of(template: Callable[..., None], **functions: Callable[..., Any]) -> Any:
    with _compiling:
        return _woven_kernel(template, tuple(functions.items()))


@cache
def _woven_kernel(template: Callable[..., None], functions: tuple[tuple[str, Callable[..., Any]], ...]) -> Any:
    """A kernel with functions of a table in it, compiled when it is launched."""
    module = functions[0][1].__module__
    if SIMULATED:
        return cuda.jit(woven(template, module, **{name: plain(one) for name, one in functions}))
    there = {name: one if isinstance(one, Dispatcher) else cuda.jit(device=True)(one) for name, one in functions}
    return cached(woven(template, module, **there), cuda.jit, cuda.core.config)


def _allow_fast_memory(kernel: Any, types: tuple[Any, ...], size: int) -> None:
    """Let a kernel use more fast memory than by default."""
    from cuda.bindings import driver

    with _compiling:
        kernel.compile(types)
        largest = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        for made in kernel.overloads.values():
            handle = made._codelibrary.get_cufunc().handle
            (result,) = driver.cuKernelSetAttribute(largest, size, handle, cuda.get_current_device().id)
            if result:
                raise SimulationError(f"the GPU allows no {size:,} bytes of fast memory: {result.name}")


@cache
def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function for the simulator: neither it nor the functions that it calls are compiled."""
    source: Any = function.py_func if isinstance(function, Dispatcher) else function
    called = {name: source.__globals__[name] for name in source.__code__.co_names if name in source.__globals__}
    inside = {name: plain(one) for name, one in called.items() if isinstance(one, Dispatcher)}
    uncompiled: Callable[..., Any] = woven(source, source.__module__, **inside)
    return uncompiled
