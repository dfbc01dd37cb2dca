"""``pitboss stream`` writes the words of the generator byte for byte."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from pitboss.cli import stream as command
from pitboss.simulation.stream import stream, words

from shell import Captured, refused

ASKED = (sys.executable, "-m", "pitboss.cli", "stream")


def written(*arguments: str) -> bytes:
    done = subprocess.run([*ASKED, *arguments], capture_output=True, check=True)
    assert done.stderr == b""
    return done.stdout


def test_the_bytes_are_the_words_of_the_stream() -> None:
    several = 8 * command.AT_ONCE + 13  # more than one batch, and an incomplete word at the end
    found = written("--seed", "7", "--chunk", "3", "--bytes", str(several))
    assert found == words(stream(7, 3), command.AT_ONCE + 2).astype("<u8").tobytes()[:several]


def test_streams_take_turns() -> None:
    found = np.frombuffer(written("--seed", "7", "--streams", "3", "--bytes", "2400"), "<u8").reshape(100, 3)
    for chunk in range(3):
        assert found[:, chunk].tolist() == words(stream(7, chunk), 100).tolist()


def test_it_stops_quietly_when_nobody_reads_on() -> None:
    with subprocess.Popen(ASKED, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert len(running.stdout.read(1000)) == 1000
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(timeout=60) == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--bytes", "0"), "'0' is not a number of bytes"),
        (("--bytes", "all"), "'all' is not a number of bytes"),
        (("--seed", "x"), "'x' is not a whole number"),
        (("--chunk", "-1"), "--chunk must be at least 0, not -1"),
        (("--streams", "0"), "--streams must be between 1 and 4,096, not 0"),
    ],
)
def test_what_is_no_stream_is_one_sentence(capsys: Captured, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(capsys, "stream", *arguments)


def test_no_numbers_on_a_terminal(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert "send it to a program or a file" in refused(capsys, "stream", "--bytes", "100")
