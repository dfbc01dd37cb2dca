"""The coach for tables and drills of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

from pitboss.terminal.advisers import PATIENCE_S, Ask, asking


@contextmanager
def coach_process() -> Iterator[Ask]:
    """Ask the coach in a process beside this one, so that the screen never freezes. It starts when it is asked."""
    from pitboss.coach.worker import Worker

    resource_tracker.ensure_running()  # it can't start later, while the screen has taken the standard error
    worker = Worker(PATIENCE_S)
    try:
        yield asking(worker)
    finally:
        worker.close()
