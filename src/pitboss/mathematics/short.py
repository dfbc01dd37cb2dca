"""Short strategies: a few rules in order that a player can carry in the head, and what they cost.

A game's ``carry.py`` says what a player can look at. ``rule_search`` finds the rules, and every state is counted with
them to get the exact cost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from hashlib import sha256
from math import floor, log10
from typing import Any, NamedTuple

import msgspec
import numpy as np

from pitboss.basics.cards import ACE, KING, one_of
from pitboss.mathematics.choices import Choices
from pitboss.mathematics.counting.hands import Ints
from pitboss.mathematics.counting.store import kept
from pitboss.mathematics.results import ratio
from pitboss.mathematics.rule_search import Condition, Conjunctions, Preference, Preferences, Rules, decided, search

ONE_LINE = 140
"""The most letters of rules that are written in one line."""
NOTHING = 1e-12
"""A smaller loss, in base wagers a round, is rounding."""


class Rule(msgspec.Struct, frozen=True):
    """A rule of a short strategy. It decides if it fits and no rule of the same decision before it does."""

    decision: str
    when: str
    """When the rule fits, in words. Empty if it always fits."""
    do: str


class ShortStrategy(msgspec.Struct, frozen=True, kw_only=True):
    """A game's strategy as rules in order: the first that fits decides.

    >>> from pitboss.mathematics.any_game import short_strategy
    >>> print(short_strategy("boston_5_stud"))
    Always place the second wager.
    This is perfect play.
    """

    game: str
    base: str
    """The wager in which cost and value are counted."""
    steps: tuple[Rule, ...]
    cost: Fraction
    """The average loss against optimal play, in base wagers a round."""
    optimal: Fraction
    """The average result of optimal play, in base wagers a round."""
    note: str = ""
    study: str = ""
    """The mark of a study, if the document forbids the rules. Empty if they are lawful."""

    def __str__(self) -> str:
        mark = [f"{_sentence(self.study)}."] if self.study else []
        return "\n".join((*mark, *self.lines, *([self.note] if self.note else []), self.price))

    @property
    def lines(self) -> tuple[str, ...]:
        """The rules as sentences, numbered within each decision."""
        found: list[str] = []
        decisions = list(dict.fromkeys(step.decision for step in self.steps))
        for decision in decisions:
            steps = [step for step in self.steps if step.decision == decision]
            in_one = _in_one_line(steps)
            if len(decisions) > 1 and not in_one:
                found.append(f"{_sentence(decision)}:")
            found += in_one or [_line(at, step, len(steps)) for at, step in enumerate(steps, 1)]
        return tuple(found)

    @property
    def price(self) -> str:
        """The cost in a sentence."""
        if not self.cost:
            return "This is perfect play."
        return f"Costs {_percent(self.cost)} of the {self.base} more than perfect play."

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "base": self.base,
            "steps": [msgspec.to_builtins(step) for step in self.steps],
            "lines": list(self.lines),
            "cost": ratio(self.cost),
            "optimal": ratio(self.optimal),
            "price": self.price,
            "note": self.note,
            **({"study": self.study} if self.study else {}),
        }

    def _repr_html_(self) -> str:
        return "".join(f"<p>{line}</p>" for line in str(self).splitlines())


def _in_one_line(steps: Sequence[Rule]) -> list[str]:
    """One line, if all rules before the last do the same and it is short enough."""
    *rules, last = steps
    if last.when or len({rule.do for rule in rules}) != 1:
        return []
    when, do = "; ".join(rule.when for rule in rules), rules[0].do
    first = f"{_sentence(when)}: {do}." if len(rules) == 1 else f"{_sentence(do)}: {when}."
    line = f"{first} {_line(0, last, len(steps))}"
    return [line] if len(line) <= ONE_LINE else []


def _line(at: int, step: Rule, many: int) -> str:
    if step.when:
        return f"{at}. {_sentence(step.when)}: {step.do}."
    return f"Otherwise {step.do}." if many > 1 else f"Always {step.do}."


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _percent(share: Fraction) -> str:
    """A percentage with two digits after the point, or more to show two that are not zero."""
    return f"{float(share):.{max(2, -floor(log10(share)) - 1)}%}"


# --- lists found by search


class Listed(NamedTuple):
    """The rules of one decision, and the action that they choose in each state."""

    steps: tuple[Rule, ...]
    chosen: Ints


def losses(made: Choices, cell: Ints | None = None, cells: int = 0) -> Ints:
    """The loss of each action against the best in each state or cell, in base wagers a round, as floating point."""
    best = made.worth.max(axis=0)
    scale = float(made.combinations) * made.per
    found = []
    for worth in made.worth:
        lost = (best - worth).astype(np.float64) * made.weights / scale
        found.append(lost if cell is None else np.bincount(cell, lost, cells))
    return np.stack(found)


def by_conditions(decision: str, conditions: Sequence[Condition], actions: Sequence[str], losses: Ints) -> Listed:
    """The best short list of rules with up to two conditions each."""
    first, cell = _cells(np.packbits(np.stack([one.holds for one in conditions], axis=1), axis=1))
    rules = Conjunctions([one._replace(holds=one.holds[first]) for one in conditions], actions)
    return _listed(decision, rules, cell, losses, actions)


def by_preferences(decision: str, preferences: Sequence[Preference], last: str, losses: Ints) -> Listed:
    """The best short list of reasons to prefer an alternative. ``last`` says what to do if there is none."""
    first, cell = _cells(np.stack([one.picks.astype(np.int8) for one in preferences], axis=1))
    rules = Preferences([one._replace(picks=one.picks[first]) for one in preferences])
    return _listed(decision, rules, cell, losses, [last] * len(losses))


def _cells(rows: Ints) -> tuple[Ints, Ints]:
    """Group equal rows: the first row of each group, and the group of each row."""
    whole = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.shape[1]))).ravel()
    _, first, cell = np.unique(whole, return_index=True, return_inverse=True)
    return first, cell


def _listed(decision: str, rules: Rules, cell: Ints, losses: Ints, last: Sequence[str]) -> Listed:
    grouped = np.stack([np.bincount(cell, lost) for lost in losses])
    grouped[np.abs(grouped) < NOTHING] = 0.0
    found = search(grouped, rules)
    steps = [Rule(decision, *rules.words(rule)) for rule in rules.tidied(found.rules)]
    chosen = decided(found, rules, grouped.shape[1])[cell]
    return Listed((*steps, Rule(decision, "", last[found.last])), chosen)


class Level(NamedTuple):
    """A hand that divides hands into better and worse ones."""

    least: int
    words: str
    """As in "a pair", to say "a pair or better" and "less than a pair"."""


def levels(order: Ints, named: Sequence[Level], losses: Ints, within: Ints | None = None) -> list[Condition]:
    """Conditions that a hand reaches a level. ``order`` ranks the hand of each state.

    A level is left out if one action is never wrong just above it and just below it. ``within`` limits the states that
    are looked at for this.
    """
    sorted_levels = sorted({level.least: level for level in reversed(named)}.values())
    band = np.searchsorted([level.least for level in sorted_levels], order, side="right")
    looked = np.ones(len(order), np.bool_) if within is None else within
    never = []
    for lost in losses:
        worst = np.zeros(len(sorted_levels) + 1)
        np.maximum.at(worst, band[looked], lost[looked])
        never.append(worst < NOTHING)
    alike = np.logical_or.reduce([one[1:] & one[:-1] for one in never])
    return [
        Condition(f"{level.words} or better", f"less than {level.words}", order >= level.least, "hand")
        for level, same in zip(sorted_levels, alike, strict=True)
        if not same
    ][::-1]


def saved(game: str, made: Choices, find: Callable[[], ShortStrategy], *, module: str) -> ShortStrategy:
    """The short strategy for these values, from the cache if possible."""

    def found() -> dict[str, Any]:
        return {"json": np.frombuffer(msgspec.json.encode(find(), enc_hook=str), np.uint8)}

    body = made.worth.tobytes() if made.worth.dtype != object else repr(made.worth.tolist()).encode()
    key = {"values": sha256(body).hexdigest(), "per": made.per}
    text = kept(game, "short", key, found, module=module)["json"].tobytes()
    return msgspec.json.decode(text, type=ShortStrategy, dec_hook=lambda kind, value: kind(value))


# --- words for cards


def or_higher(rank: int) -> str:
    return one_of(rank) if rank == ACE else "a king or an ace" if rank == KING else f"{one_of(rank)} or higher"


def or_lower(rank: int) -> str:
    return one_of(rank) if rank == 0 else f"{one_of(rank)} or lower"
