"""How people speak of the choices of Boston 5 Stud Poker."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.engine.words import CONCEAL, EXPOSE, FOLD, WITHDRAW, ChoiceWords, GameWords

WORDS = GameWords(
    choices=(
        FOLD,
        CONCEAL,
        EXPOSE,
        ChoiceWords(
            action="second",
            shown="2nd wager",
            doing="placing the 2nd wager",
            does="places the 2nd wager",
            key="S",
            then=("as much as the 1st",),
        ),
        replace(WITHDRAW, does="takes the 2nd wager back", then=("{back} back, and fold", "take it back and fold")),
    ),
    questions={"second or fold": "2nd wager or fold"},
)
