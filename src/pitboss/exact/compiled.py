"""Compilation of counting code with numba, which loads with the first module that counts.

Compiled functions are cached on disk. The compiler checks only the file that contains the function. It does not notice
a changed table or settlement in another file. So the functions of a module are cached in a folder whose name is the
digest of every source that the module depends on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any, TypeVar, cast

import numba

from pitboss.exact.sources import sources_digest
from pitboss.exact.store import cache_folder

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
Tick = Callable[[float], None]
"""Receives the share of the work that is done, from 0 to 1."""


def compiled(function: F) -> F:
    """Compile a function on its first call and cache the result. The function releases the interpreter's lock."""
    settings, module = vars(numba.config), function.__module__
    if module == "__main__":  # a script or a notebook, which cannot be imported
        return cast(F, numba.njit(nogil=True)(function))
    before = settings["CACHE_DIR"]
    settings["CACHE_DIR"] = str(cache_folder() / "compiled" / f"{module}-{sources_digest(module)}")
    try:
        return cast(F, numba.njit(cache=True, nogil=True)(function))
    finally:
        settings["CACHE_DIR"] = before


def inlined(function: F) -> F:
    """Inline a small function into the hot loops of compiled functions."""
    return cast(F, numba.njit(inline="always")(function))


def in_parallel(work: Callable[..., T], pieces: Sequence[tuple[Any, ...]], tick: Tick | None = None) -> list[T]:
    """Run the pieces on every core and return the results in the order of the pieces.

    The pieces are compiled calls, which release the interpreter's lock. An interrupt waits only for pieces in progress.
    """
    if tick:
        tick(0.0)
    threads = os.cpu_count() or 1
    pool = ThreadPoolExecutor(threads)
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
