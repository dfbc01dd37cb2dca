"""How people speak of the choices of Double Down Stud."""

from __future__ import annotations

from pitboss.engine.words import ChoiceWords, GameWords

WORDS = GameWords(
    choices=(
        ChoiceWords(
            action="pass",
            name="no double",
            doing="not doubling",
            does="makes no double",
            late="passed",
            key="P",
            then=("the original stays",),
        ),
        ChoiceWords(action="double", doing="doubling", does="doubles", key="D", then=("before the last card",)),
    )
)
