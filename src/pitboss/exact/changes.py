"""Decisions that change with the rules: which choice was best before, and which is best now."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np

from pitboss.cards import texts
from pitboss.exact.choices import Choices
from pitboss.exact.results import ratio

MOST = 10
"""The number of examples."""
CANDIDATES = 2000
"""The decisions among which examples of different ranks are sought."""
_SUIT = re.compile(r"(?<=[2-9TJQKA])[cdhs]\b")


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """A decision whose best choice changed."""

    state: str
    before: str
    after: str
    share: Fraction
    """The share of all decisions that this one stands for."""
    gain: Fraction | None = None
    """What the new choice is worth more than the old one, each time, in units of the base wager. None if unknown."""
    gain_before: Fraction | None = None
    """The same under the rules before. It is never above zero."""
    cards: dict[str, tuple[str, ...]] = {}
    """The cards that the player sees, by place. Empty if the decision stands for many of them."""

    def as_dict(self) -> dict[str, Any]:
        return {
            "state": self.state,
            "before": self.before,
            "after": self.after,
            "share": float(self.share),
            "gain": None if self.gain is None else ratio(self.gain),
            "gain_before": None if self.gain_before is None else ratio(self.gain_before),
            "cards": {place: list(cards) for place, cards in self.cards.items()},
        }


class Changes(msgspec.Struct, frozen=True, kw_only=True):
    """How many decisions changed, and those that matter most."""

    count: int
    """The number of decisions that changed, by the cards that a player sees."""
    of: int
    """The number of all decisions."""
    share: Fraction
    """How often a player meets one that changed."""
    examples: tuple[Changed, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        return {
            "count": self.count,
            "of": self.of,
            "share": float(self.share),
            "examples": [one.as_dict() for one in self.examples],
        }


def changes(before: Choices, after: Choices, most: int = MOST) -> Changes:
    """The decisions in which the old best choice is no longer best. Both must list the same states.

    The examples are those that gain most, one for each set of ranks.
    """
    states = np.arange(len(after.weights))
    lost = after.worth[after.best, states] - after.worth[before.best, states]
    wrong = np.flatnonzero(lost > 0)
    total = int(after.weights.sum())
    count = int(after.weights[wrong].sum())
    in_all = lost[wrong].astype(np.float64) * after.weights[wrong]  # used only for sorting
    examples: dict[str, Changed] = {}
    for state in map(int, wrong[np.argsort(-in_all, kind="stable")[:CANDIDATES]]):
        if len(examples) == most:
            break
        words = after.describe(state)
        if (ranks := _SUIT.sub("", words)) in examples:
            continue
        was, now = before.actions[int(before.best[state])], after.actions[int(after.best[state])]
        old, new = before.options(state), after.options(state)
        examples[ranks] = Changed(
            state=words,
            before=was,
            after=now,
            share=Fraction(int(after.weights[state]), total),
            gain=new[now] - new[was],
            gain_before=old[now] - old[was],
            cards={place: tuple(texts(cards).split()) for place, cards in after.known(state).items()},
        )
    return Changes(count=count, of=total, share=Fraction(count, total), examples=tuple(examples.values()))
