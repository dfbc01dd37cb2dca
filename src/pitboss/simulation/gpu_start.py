"""The start of the GPUs, which takes a second or more, while the rest of the program loads.

It needs the driver alone. So it begins before numba loads, and goes on while odds and tables are read.
"""

from __future__ import annotations

import os
from contextlib import suppress
from threading import Thread


def begin() -> None:
    """Start the GPUs of this machine in a thread. Whoever uses one waits for the driver, which starts it once.

    Nothing fails here: ``gpu.cards`` says what is missing. Unless it is interrupted, the program ends after the thread,
    because the driver can't be left in the middle of its start.
    """
    Thread(target=_start).start()


def _start() -> None:
    if os.environ.get("NUMBA_ENABLE_CUDASIM", "0") != "0":
        return
    with suppress(ImportError, RuntimeError):  # no package, or no driver
        from cuda.bindings import driver

        driver.cuInit(0)
        _, count = driver.cuDeviceGetCount()
        for number in range(count or 0):
            _, device = driver.cuDeviceGet(number)
            driver.cuDevicePrimaryCtxRetain(device)
