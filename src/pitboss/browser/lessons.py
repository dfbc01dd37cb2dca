"""A game in a few sentences, as the page teaches it."""

from __future__ import annotations

import re

from pitboss.browser import FOLDER
from pitboss.browser.modules import GAMES, own_module

SENTENCE = re.compile(r'^ {2}"(.*)",$', re.MULTILINE)
"""A sentence of a game's lesson."""


def lesson(game: str) -> list[str]:
    """The sentences of a game's lesson. Empty if the page has none.

    >>> lesson("double_down_stud")[0][:3], lesson("whist")
    ('You', [])
    """
    module = GAMES / game / "about.js"
    here = FOLDER / module
    path = here if here.is_file() else own_module(module.relative_to("js").as_posix())
    return SENTENCE.findall(path.read_text("utf-8")) if path else []
