"""Interrupts at a terminal, which reach every process there and are for the one that began the others."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

INTERRUPT = {signal.SIGINT}


@contextmanager
def held_back() -> Iterator[None]:
    """While processes are started: they never hear an interrupt, and this one hears it when they have."""
    resource_tracker.ensure_running()  # which lets interrupts through again once it has started
    signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPT)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPT)


def hear_none() -> None:
    """For a process that others began."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
