"""How people speak of the choices of Double Down Stud."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.engine.words import PASS, ChoiceWords, GameWords

WORDS = GameWords(
    choices=(
        replace(PASS, name="no double", doing="not doubling", does="makes no double", then=("the original stays",)),
        ChoiceWords(action="double", doing="doubling", does="doubles", key="D", then=("before the last card",)),
    )
)
