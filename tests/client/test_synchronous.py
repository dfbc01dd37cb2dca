"""``Client`` is made from ``AsyncClient``, so each call is written once. Run this file to make it again."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "src" / "pitboss" / "client"
ASYNCHRONOUS, SYNCHRONOUS = FOLDER / "asynchronous.py", FOLDER / "synchronous.py"
HEAD = '''\
# Made from asynchronous.py. Change that file, then run: python tests/client/test_synchronous.py
"""The client for programs without asyncio. Use one from one thread at a time."""
'''
WORDS = {
    r'\A""".*\n': HEAD,
    r"\(await (.*)\)(\.\w+)$": r"\1\2",
    r"\b(await|async) ": "",
    r"\bAsync(Client|Connection)\b": r"\1",
    r"\b__a(enter|exit)__\b": r"__\1__",
    r"\baclose\b": "close",
    r"Views change .*": "Views change only while a method of the client runs: ``wait`` lets them catch up.",
    r" Commands without an answer raise ``ConnectionLost``\.": "",
}
"""What stands in the file of ``AsyncClient``, as regular expressions, and in that of ``Client``."""


def synchronous() -> str:
    text = ASYNCHRONOUS.read_text(encoding="utf-8")
    for before, after in WORDS.items():
        text, found = re.subn(before, after, text, flags=re.MULTILINE)
        assert found, before
    return text


def test_the_synchronous_client_is_made_from_the_asynchronous_one() -> None:
    again = "run: python tests/client/test_synchronous.py"
    assert SYNCHRONOUS.read_text(encoding="utf-8") == synchronous(), again


if __name__ == "__main__":
    SYNCHRONOUS.write_text(synchronous(), encoding="utf-8")
