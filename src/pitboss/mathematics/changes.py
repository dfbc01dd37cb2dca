"""Decisions that change with the rules: which choice was best before, and which is best now."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np

from pitboss.basics.cards import RANKS, texts
from pitboss.mathematics.choices import Choices, Ints
from pitboss.mathematics.results import ratio

UP = "up"
"""The place of the dealer's up card."""
MOST = 10
"""The number of examples."""
CANDIDATES = 2000
"""The decisions among which examples of different ranks are sought."""
_SUIT = re.compile(r"(?<=[2-9TJQKA])[cdhs]\b")


class ByUp(msgspec.Struct, frozen=True, kw_only=True):
    """The decisions against one up card of the dealer."""

    up: str
    """Its rank."""
    count: int
    """The number of decisions that changed."""
    of: int
    """The number of all decisions against it."""

    def as_dict(self) -> dict[str, Any]:
        return {"up": self.up, "count": self.count, "of": self.of}


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
    up: str = ""
    """The rank of the dealer's up card. Empty if the game has none."""

    def as_dict(self) -> dict[str, Any]:
        return {
            "state": self.state,
            "before": self.before,
            "after": self.after,
            "share": float(self.share),
            "gain": None if self.gain is None else ratio(self.gain),
            "gain_before": None if self.gain_before is None else ratio(self.gain_before),
            "cards": {place: list(cards) for place, cards in self.cards.items()},
            "up": self.up,
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
    by_up: tuple[ByUp, ...] = ()
    """The same by the dealer's up card. Empty if the game has none."""

    def as_dict(self) -> dict[str, Any]:
        return {
            "count": self.count,
            "of": self.of,
            "share": float(self.share),
            "examples": [one.as_dict() for one in self.examples],
            "by_up": [one.as_dict() for one in self.by_up],
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
        old, new, known = before.options(state), after.options(state), after.known(state)
        examples[ranks] = Changed(
            state=words,
            before=was,
            after=now,
            share=Fraction(int(after.weights[state]), total),
            gain=new[now] - new[was],
            gain_before=old[now] - old[was],
            cards={place: tuple(texts(cards).split()) for place, cards in known.items()},
            up="".join(RANKS[card >> 2] for card in known.get(UP, ())),
        )
    by_up = tuple(_by_up(after, wrong)) if UP in after.seen else ()
    return Changes(count=count, of=total, share=Fraction(count, total), examples=tuple(examples.values()), by_up=by_up)


def _by_up(after: Choices, wrong: Ints) -> Iterator[ByUp]:
    """All decisions and those that changed, by the rank of the up card."""
    ranks = after.seen[UP][:, 0] >> 2
    of = np.bincount(ranks, after.weights, len(RANKS))
    count = np.bincount(ranks[wrong], after.weights[wrong], len(RANKS))
    for rank, name in enumerate(RANKS):
        if of[rank]:
            yield ByUp(up=name, count=int(count[rank]), of=int(of[rank]))
