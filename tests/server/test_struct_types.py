"""Structs are prepared for decoding before there are threads: a first decoding by two at once ends the process."""

from __future__ import annotations

import subprocess
import sys

AT_ONCE = """
import sys
from threading import Barrier, Thread
import msgspec
from pitboss.house.settings import TableSettings
from pitboss.house.process.worker import prepare_structs

prepare_structs()
sys.setswitchinterval(1e-6)
together = Barrier(8)

def decode():
    together.wait()
    msgspec.json.decode(b'{"pace": {"decision": 0.0}, "staffing": {}}', type=TableSettings)

threads = [Thread(target=decode) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_eight_threads_decode_the_settings_of_a_table_at_once() -> None:
    for _ in range(6):  # without the preparation, every other run crashes
        ran = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True)
        assert (ran.returncode, ran.stderr) == (0, "")
