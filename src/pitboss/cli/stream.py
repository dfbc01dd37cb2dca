"""``pitboss stream``: the raw random numbers of simulation, for external test programs."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pitboss.cli.arguments import Unusable, seed_number, usable, whole_number
from pitboss.cli.output import write_no_more
from pitboss.cli.simulate import number_of
from pitboss.mathematics.any_game import needs_the_compiler

AT_ONCE = 1 << 17
"""The number of 64-bit words generated at a time, over all streams."""
MOST_STREAMS = 1 << 12


def many_bytes(given: str | int) -> int:
    return number_of("bytes", given)


def stream(
    seed: Annotated[int, typer.Option("--seed", metavar="S", parser=seed_number, help="The seed of the run.")] = 1,
    size: Annotated[
        int | None,
        typer.Option(
            "--bytes",
            metavar="N",
            show_default=False,
            parser=many_bytes,
            help="Number of bytes: 1000000, or 1e6. Default: until the reader stops.",
        ),
    ] = None,
    chunk: Annotated[
        int, typer.Option("--chunk", metavar="N", parser=whole_number, help="The first chunk of the run to take.")
    ] = 0,
    streams: Annotated[
        int,
        typer.Option(
            "--streams",
            metavar="N",
            parser=whole_number,
            help="Take words in turn from the streams of N chunks, to test that they are independent.",
        ),
    ] = 1,
) -> None:
    """Write the random numbers of simulation, for programs that test generators.

    The output is binary: 64-bit words, lowest byte first.

    [bold]Examples[/]

      pitboss stream --seed 1 | RNG_test stdin64
      pitboss stream --seed 1 --streams 64 | dieharder -g 200 -a
      pitboss stream --seed 1 --bytes 1e9 > numbers.bin
    """
    if chunk < 0:
        raise Unusable(f"--chunk must be at least 0, not {chunk}")
    if not 1 <= streams <= MOST_STREAMS:
        raise Unusable(f"--streams must be between 1 and {MOST_STREAMS:,}, not {streams}")
    if sys.stdout.isatty():
        raise Unusable("the output is binary and not for a terminal: send it to a program or a file")
    with usable():
        try:
            write(str(seed), chunk, streams, size)
        except BrokenPipeError:
            write_no_more()


def write(seed: str, chunk: int, streams: int, size: int | None) -> None:
    """Write this many bytes, or write until the reader stops."""
    with needs_the_compiler():
        import numpy as np

        from pitboss.simulation.stream import stream as begun
        from pitboss.simulation.stream import words

    states = [begun(seed, chunk + at) for at in range(streams)]
    each = max(1, AT_ONCE // streams)
    out, left = sys.stdout.buffer, size
    while left is None or left > 0:
        rows = np.stack([words(state, each) for state in states], axis=1)
        part = rows.astype("<u8").tobytes()[:left]
        out.write(part)
        left = None if left is None else left - len(part)
    out.flush()
