"""Compiling for counting: numba, loaded with the first module that counts.

Compiled functions are cached on disk. The compiler itself looks only at the file that a function is in, and would not
see that a table or a settlement in another file has changed. So the functions of a module are cached in a folder that
is named by the digest of every source that the module depends on.
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
"""Told what part of the work is done, from 0 to 1."""


def compiled(function: F) -> F:
    """Compile it when it is first called, and cache it for the next start. It runs without the interpreter's lock."""
    settings, module = vars(numba.config), function.__module__
    if module == "__main__":  # a script or a notebook, of which others can't import it
        return cast(F, numba.njit(nogil=True)(function))
    before = settings["CACHE_DIR"]
    settings["CACHE_DIR"] = str(cache_folder() / "compiled" / f"{module}-{sources_digest(module)}")
    try:
        return cast(F, numba.njit(cache=True, nogil=True)(function))
    finally:
        settings["CACHE_DIR"] = before


def inlined(function: F) -> F:
    """For small functions in hot loops of compiled ones."""
    return cast(F, numba.njit(inline="always")(function))


def in_parallel(work: Callable[..., T], pieces: Sequence[tuple[Any, ...]], tick: Tick | None = None) -> list[T]:
    """Do the pieces on every core, and give the results in the order of the pieces.

    The pieces are compiled calls, which release the interpreter's lock. An interrupt waits for those at hand, no more.
    """
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
