"""How people speak of the choices of Double Cross Poker."""

from __future__ import annotations

from pitboss.engine.words import CONCEAL, EXPOSE, FOLD, ChoiceWords, GameWords

RAISED = ("{adds}", "raise 2 x {each}", "two raises")

WORDS = GameWords(
    choices=(
        FOLD,
        CONCEAL,
        EXPOSE,
        ChoiceWords(action="vertical", doing="the vertical", does="plays the vertical", key="V", then=RAISED),
        ChoiceWords(action="horizontal", doing="the horizontal", does="plays the horizontal", key="H", then=RAISED),
    )
)
