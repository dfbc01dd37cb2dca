"""``pitboss stream`` writes the words of the generator byte for byte."""

from __future__ import annotations

import subprocess
import sys
from hashlib import shake_256

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cli import simulate as command
from pitboss.mathematics.counting.compiled import compiled
from pitboss.mathematics.counting.hands import Ints
from pitboss.simulation.stream import below, high, stream, streams, words
from waiting import HANG_S

from shell import Captured, refused

WORD = 2**64 - 1


def philox(key: tuple[int, int], counter: int) -> list[int]:
    """Philox4x64-10 after its paper: ten rounds of two products, with a key that grows by two constants."""
    a, b, c, d = (counter >> 64 * part & WORD for part in range(4))
    left, right = key
    for _ in range(10):
        one, other = 0xD2E7470EE14C6C93 * a, 0xCA5A826395121157 * c
        a, b, c, d = (other >> 64) ^ b ^ left, other & WORD, (one >> 64) ^ d ^ right, one & WORD
        left, right = left + 0x9E3779B97F4A7C15 & WORD, right + 0xBB67AE8584CAA73B & WORD
    return [a, b, c, d]


@pytest.mark.parametrize("first", [0, 5, 2**40, 2**64 - 3])
def test_states_are_blocks_of_a_counter(first: int) -> None:
    """The states of chunks, by another implementation. They are the same one by one and many at once."""
    said = shake_256(b"pitboss simulation 7").digest(16)
    key = int.from_bytes(said[:8], "little"), int.from_bytes(said[8:], "little")
    found = streams(7, first, 6)
    assert found.tolist() == [philox(key, first + at + 1) for at in range(6)]
    assert [stream(7, first + at).tolist() for at in range(6)] == found.tolist()


@given(st.integers(0, WORD), st.integers(0, WORD))
def test_the_upper_half_of_a_product(a: int, b: int) -> None:
    assert _high(np.uint64(a), np.uint64(b)) == a * b >> 64


@compiled
def _high(a: np.uint64, b: np.uint64) -> np.uint64:
    found: np.uint64 = high(a, b)
    return found


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
        assert running.wait(timeout=HANG_S) == 0


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


@compiled
def _given_or_drawn(state: Ints, given: int) -> int:
    return given if given else below(state, 52)


def test_a_number_drawn_is_a_whole_number_beside_others() -> None:
    """Compiled, an unsigned number beside a signed one would make both floats."""
    found = [_given_or_drawn(stream(1, 0), given) for given in (0, 7)]
    assert [type(one) for one in found] == [int, int]
    assert found[0] in range(52)
