"""Interrupts at a terminal. They reach every process there, but only the parent should react."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

INTERRUPT = {signal.SIGINT}


@contextmanager
def held_back() -> Iterator[None]:
    """Block interrupts while child processes start. The children ignore them, and this process gets them later."""
    resource_tracker.ensure_running()  # first, since its start unblocks interrupts
    signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPT)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPT)


def hear_none() -> None:
    """Ignore interrupts in a child process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
