"""Prepares every struct for decoding before a process has threads.

msgspec looks through the fields of a struct when it is decoded for the first time. If two threads do that at once, one
uses what the other has not finished, and the process ends with a segmentation fault.
"""

from __future__ import annotations

from contextlib import suppress

import msgspec


def prepare_structs() -> None:
    """Let msgspec look through all structs that are loaded. A game's rules are prepared when the game is loaded."""
    kinds = msgspec.Struct.__subclasses__()
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        with suppress(TypeError, NameError):  # a struct with functions in it, which nobody decodes
            msgspec.json.Decoder(kind)
