"""How people speak of the choices of Caribbean Stud Poker."""

from __future__ import annotations

from pitboss.engine.words import FOLD, ChoiceWords, GameWords

WORDS = GameWords(
    choices=(
        FOLD,
        ChoiceWords(
            action="redeem",
            button="Use a coupon:",
            key="O",
            then=("place the wager with a coupon instead of a chip", "in place of a chip"),
        ),
        ChoiceWords(action="bet", doing="betting", does="bets", key="B", then=("twice the ante",)),
    )
)
