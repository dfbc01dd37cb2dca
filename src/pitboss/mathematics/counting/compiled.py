"""Compilation of counting code with numba, which loads with the first module that counts, and five-card strength in it.

Compiled functions are cached on disk. The compiler checks only the file that contains the function. It does not notice
a changed table or settlement in another file. So the functions of a module are cached in a folder whose name is the
digest of every source that the module depends on.

Somebody waits for the compiler the first time, so counting code keeps to what compiles fast:

- Arrays come from a plain function. Code that makes one takes 0.3 s to compile, for every type and shape.
- Loops copy and add up. ``a[:] = b`` takes 3 s, as it brings numba's code for texts; ``a.min()`` takes 1 s.
- Every call of a compiled function has the same types. A plain 0 is a type of its own, and ``int(np.int64(0))`` is not.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from functools import partial
from threading import Lock
from types import FunctionType
from typing import Any, TypeVar, cast

import numba

from pitboss.basics.files import cache_folder
from pitboss.mathematics.counting.hands import MIXED, SUITED, WEIGHT
from pitboss.mathematics.counting.store import sources_digest

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
Tick = Callable[[float], None]
"""Receives the share of the work that is done, from 0 to 1."""


def compiled(function: F) -> F:
    """Compile a function on its first call and cache the result. The function releases the interpreter's lock."""
    return _compiled(function, {"nogil": True})


def unmanaged(function: F) -> F:
    """Compile a function that makes no arrays. The compiler then counts no references to those that it is given, which
    takes as long as the rest of a round if it passes tables to inlined functions."""
    return _compiled(function, {"nogil": True, "_nrt": False})


def _compiled(function: F, options: dict[str, Any]) -> F:
    if function.__module__ == "__main__":  # a script or a notebook, which cannot be imported
        return cast(F, numba.njit(**options)(function))
    return cast(F, cached(function, partial(numba.njit, **options), numba.config))


_one_at_a_time = Lock()


def cached(function: Callable[..., Any], compiler: Callable[..., Any], settings: Any) -> Any:
    """Compile a function with a cache in the folder of its module. The compiler reads the folder from its settings,
    which all threads share."""
    with _one_at_a_time:
        module, before = function.__module__, settings.CACHE_DIR
        settings.CACHE_DIR = str(cache_folder() / "compiled" / f"{module}-{sources_digest(module)}")
        try:
            return compiler(cache=True)(function)
        finally:
            settings.CACHE_DIR = before


def woven(function: F, module: str, **names: Any) -> F:
    """A copy of a function in which these global names have these values, for the cache of ``module``.

    A closure over compiled functions would do the same, but it is compiled anew in every process. The cache does not
    see the values: where a module weaves several, ``told_apart`` gives each a name of its own.
    """
    copy = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
    copy.__qualname__, copy.__module__ = function.__qualname__, module
    return cast(F, copy)


def told_apart(function: F, key: str) -> F:
    """A woven function under a name of its own. ``key`` is empty, or begins with a dash."""
    function.__qualname__ += key
    return function


def own_key(function: Any) -> str:
    """What tells a woven function from others of its name. Empty if there are none."""
    _, dash, key = function.__qualname__.partition("-")
    return f"{dash}{key}"


def inlined(function: F) -> F:
    """Inline a small function into the hot loops of compiled functions."""
    return cast(F, numba.njit(inline="always")(function))


def inlined_late(function: F) -> F:
    """Inline a function of some size after it is compiled. ``inlined`` copies it into each of its callers before that,
    and whatever it inlines itself along with it, which took most of a minute for the rounds of a declared game."""
    return cast(F, numba.njit(forceinline=True)(function))


def called(function: F) -> F:
    """Compile a function that compiled functions call, rarely enough to keep it out of their loops."""
    return cast(F, numba.njit(function))


def in_parallel(
    work: Callable[..., T], pieces: Sequence[tuple[Any, ...]], tick: Tick | None = None, threads: int = 0
) -> list[T]:
    """Run the pieces on threads and return the results in the order of the pieces. Default: a thread for each core.

    The pieces are compiled calls, which release the interpreter's lock. An interrupt waits only for pieces in progress.
    """
    if tick:
        tick(0.0)
    pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
    try:
        futures = [pool.submit(work, *piece) for piece in pieces]
        waiting, done = set(futures), 0
        while waiting:
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            done += len(finished)
            if tick:
                tick(done / len(futures))
        return [future.result() for future in futures]
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def works() -> bool:
    """Whether a small function can be compiled and cached on this machine, and gives the right result.

    >>> works()
    True
    """
    number = 1000

    def squares(many: int) -> int:
        total = 0
        for one in range(many):
            total += one * one
        return total

    return compiled(squares)(number) == (number - 1) * number * (2 * number - 1) // 6


@inlined
def strength5(a: int, b: int, c: int, d: int, e: int) -> int:
    """``poker.strength`` of five cards in compiled code, from the tables of ``hands``."""
    if (a ^ b | a ^ c | a ^ d | a ^ e) & 3:
        return int(MIXED[WEIGHT[a] + WEIGHT[b] + WEIGHT[c] + WEIGHT[d] + WEIGHT[e]])
    return int(SUITED[1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2)])
