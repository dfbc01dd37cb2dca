"""Short strategies: a few rules in order that a player can carry in the head, and what they cost.

A game's ``choices.py`` says what a player can look at. The search finds the rules, and every state is counted
with them to get the exact cost.

A list of rules is judged by its loss against the best play plus a price for the size of every rule in it. So a rule
stays only if it saves more than its price. The search begins with the rules that decide most and lose nothing. Then it
adds rules at the end of lists and keeps the best lists of each length. Finally it changes single rules of the best two
as long as that gains. It never draws a random number: the same values give the same list.

The search works on cells, groups of states that no condition tells apart, and uses floating point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import groupby
from math import floor, log10
from typing import Any, NamedTuple, Protocol

import msgspec
import numpy as np

from pitboss.basics.cards import ACE, KING, one_of
from pitboss.mathematics.choices import Choices
from pitboss.mathematics.counting.compiled import compiled
from pitboss.mathematics.counting.hands import Ints
from pitboss.mathematics.counting.store import kept
from pitboss.mathematics.results import ratio

PRICE = 1 / 10_000
"""What a rule of size 1 must save, in base wagers a round."""
TOGETHER, NEGATED = 2.5, 0.5
"""The size of a rule of two conditions, and what a negated condition adds. Two short rules are easier to remember than
a long one, and what a hand has is easier to see than what it lacks."""
MOST = 5
"""The most rules of a list, without the last one."""
WIDTH = 6
"""The number of lists of each length that the search keeps for each hope."""
TRIES = 12
"""The number of rules that it adds to each of them, for each hope."""
HOPES = (1.0, 0.6, 0.3, 0.1)
"""The share of the loss on undecided cells that later rules can't mend. A list that is not finished is judged under
each of these, because a rule that is right where it fits may help only after others."""
STARTS = 2
"""The number of lists, of different lengths, that the search improves."""
DIGITS = 12
"""Values that agree to so many decimals are equal, so that rounding never decides between lists."""
NONE = -1
"""The pick of a rule that does not fit."""


class Condition(NamedTuple):
    """Something that a player can see, in words, and the states in which it holds."""

    words: str
    negated: str
    """The words for a state in which it does not hold."""
    holds: Ints
    family: str
    """A rule has at most one condition of each family."""


class Found(NamedTuple):
    """A list of rules, by number, and the action of the last rule."""

    rules: tuple[int, ...]
    last: int


class _Draft(NamedTuple):
    """A list in the making."""

    rules: tuple[int, ...]
    spent: float
    """The loss of its rules and their price."""
    rest: Ints
    """The cells that are still undecided."""
    last: int
    open: float
    """The loss of the last rule on the undecided cells."""

    def judged(self, hope: float = 1.0) -> float:
        return round(self.spent + hope * self.open, DIGITS)


def search(losses: Ints, rules: Rules, price: float = PRICE, most: int = MOST) -> Found:
    """The best list found. ``losses`` has the loss of each action in each cell, in base wagers a round."""
    certain = _certain(losses, rules, price)
    kept, best_of_each = list[_Draft](), list[_Draft]()
    for length in range(most + 1):
        begun = [*certain[length : length + 1], *kept]
        best_of_each += sorted(begun, key=_rank)[:1]
        longer: dict[tuple[float, float], _Draft] = {}  # lists that come to the same are one
        for draft in begun if length in range(len(certain) - 2, most) else ():
            for one in _longer(draft, losses, rules, price):
                longer.setdefault((round(one.spent, DIGITS), round(one.open, DIGITS)), one)
        ranked = [sorted(longer.values(), key=lambda one: (one.judged(hope), one.rules))[:WIDTH] for hope in HOPES]
        kept = list({draft.rules: draft for drafts in ranked for draft in drafts}.values())
    starts = sorted(best_of_each, key=_rank)[:STARTS]
    best = min((_improved(draft, losses, rules, price, most) for draft in starts), key=_rank)
    return Found(best.rules, best.last)


def _rank(draft: _Draft) -> tuple[float, int, tuple[int, ...]]:
    """The better list first, then the shorter one."""
    return draft.judged(), len(draft.rules), draft.rules


def _improved(draft: _Draft, losses: Ints, rules: Rules, price: float, most: int) -> _Draft:
    """Change one rule of the list at a time, as long as that gains: leave it out, replace it, or insert another."""
    while True:
        tried = [
            _made((*draft.rules[:at], *draft.rules[at + 1 :]), losses, rules, price) for at in range(len(draft.rules))
        ]
        for at in range(len(draft.rules) + 1):
            for after in {at, min(at + 1, len(draft.rules))} if len(draft.rules) < most else {at + 1}:
                if after <= len(draft.rules):
                    tried.append(_best_between(draft.rules[:at], draft.rules[after:], losses, rules, price))
        best = min(tried, key=_rank)
        if _rank(best)[:2] >= _rank(draft)[:2]:
            return draft
        draft = best


def _best_between(before: tuple[int, ...], after: tuple[int, ...], losses: Ints, rules: Rules, price: float) -> _Draft:
    """The list with the best rule between two parts. The last rule stays as it is while the best is sought."""
    first = _made(before, losses, rules, price)
    last = _made((*before, *after), losses, rules, price).last
    chosen = decided(Found(after, last), rules, losses.shape[1])
    more = losses - losses[chosen, np.arange(len(chosen))]  # than the rules that follow would lose
    judged = rules.sums(first.rest, more)[0] + price * rules.sizes
    return _made((*before, int(np.argmin(np.round(judged, DIGITS))), *after), losses, rules, price)


def _made(chosen: tuple[int, ...], losses: Ints, rules: Rules, price: float) -> _Draft:
    """A list from its rules."""
    draft = _drafted((), 0.0, np.ones(losses.shape[1], np.bool_), losses)
    for rule in chosen:
        draft = _with(draft, rule, losses, rules, price)
    return draft


def _certain(losses: Ints, rules: Rules, price: float) -> list[_Draft]:
    """Lists of none, one, two ... rules with one condition that lose nothing. Each new rule decides the most."""
    found = [_made((), losses, rules, price)]
    while len(found) <= len(losses):
        own, others = rules.sums(found[-1].rest, losses)
        sure = (rules.sizes < TOGETHER) & (np.round(own, DIGITS) == 0)
        decides = np.where(sure, np.round(others.max(axis=0), DIGITS), 0)
        if not decides.max() > price:
            break
        found.append(_with(found[-1], int(decides.argmax()), losses, rules, price))
    return found


def _drafted(rules: tuple[int, ...], spent: float, rest: Ints, losses: Ints) -> _Draft:
    """A list with the last rule that loses least on the undecided cells."""
    ends = losses @ rest
    last = int(np.argmin(np.round(ends, DIGITS)))
    return _Draft(rules, spent, rest, last, float(ends[last]))


def _with(draft: _Draft, rule: int, losses: Ints, rules: Rules, price: float) -> _Draft:
    """A list with one more rule."""
    picks = rules.picks(rule)
    fits = np.flatnonzero(draft.rest & (picks != NONE))
    spent = draft.spent + float(losses[picks[fits], fits].sum()) + price * float(rules.sizes[rule])
    return _drafted((*draft.rules, rule), spent, draft.rest & (picks == NONE), losses)


def _longer(draft: _Draft, losses: Ints, rules: Rules, price: float) -> Iterator[_Draft]:
    """The best lists with one more rule."""
    own, others = rules.sums(draft.rest, losses)
    opened = ((losses @ draft.rest)[:, None] - others).min(axis=0)
    helps = own + opened < draft.open - price * rules.sizes / 2
    tried = set[int]()
    for hope in HOPES:
        judged = np.where(helps, own + hope * opened + price * rules.sizes, np.inf)
        order = np.argsort(np.round(judged, DIGITS), kind="stable")[:TRIES]
        tried.update(order[np.isfinite(judged[order])].tolist())
    for rule in sorted(tried):
        yield _with(draft, rule, losses, rules, price)


def _sums_of_both(holds: Ints, cells: Ints, loss: Ints) -> Ints:
    """The loss over the cells in which two conditions hold, for every two. A library's product of matrices would use
    all cores and round by their number."""
    many = holds.shape[1]
    both = np.zeros((many, many))
    _add_both(both, np.empty(many, np.int64), holds, cells, loss)
    return both


@compiled
def _add_both(both: Ints, held: Ints, holds: Ints, cells: Ints, loss: Ints) -> None:
    many = len(held)
    for cell in cells:
        found = 0
        for at in range(many):
            if holds[cell, at]:
                held[found] = at
                found += 1
        for one in range(found):
            for two in range(one, found):
                both[held[one], held[two]] += loss[cell]
    for one in range(many):
        for two in range(one):
            both[one, two] = both[two, one]


class Conjunctions:
    """Rules of one condition, or of two conditions of different families, each with every action.

    Each condition counts twice: as it is and negated. The number of a rule holds the action, the first condition, and
    the second one, which is the first again if there is only one.
    """

    def __init__(self, conditions: Sequence[Condition], actions: Sequence[str]) -> None:
        self.actions = tuple(actions)
        self._words = [one.words for one in conditions] + [one.negated for one in conditions]
        self._holds = np.ascontiguousarray(np.stack([one.holds for one in conditions], axis=1))
        families = list(dict.fromkeys(one.family for one in conditions))
        family = np.array([families.index(one.family) for one in conditions] * 2)
        one, two = np.meshgrid(range(len(family)), range(len(family)), indexing="ij")
        allowed = (one == two) | (family[one] < family[two])
        self._pairs = np.stack((one[allowed], two[allowed]))
        negated = (self._pairs >= len(conditions)).sum(axis=0)
        sizes = np.where(self._pairs[0] == self._pairs[1], 1 + NEGATED * negated / 2, TOGETHER + NEGATED * negated)
        self.sizes = np.tile(sizes, len(self.actions))
        """How hard each rule is to remember. The easiest has one condition and size 1."""

    def sums(self, rest: Ints, losses: Ints) -> tuple[Ints, Ints]:
        """Over the cells in ``rest`` that each rule fits: the loss of its picks, and the loss of each action."""
        by_action = np.stack([self._sums(rest, loss)[*self._pairs] for loss in losses])
        return by_action.ravel(), np.tile(by_action, len(self.actions))

    def _sums(self, rest: Ints, loss: Ints) -> Ints:
        """The loss of an action for every two conditions. What they leave over is the loss for the negated ones."""
        cells = np.flatnonzero(rest & (loss != 0))
        both = _sums_of_both(self._holds, cells, loss)
        one = np.diag(both)[:, None]
        neither = loss[cells].sum() - one - one.T + both
        return np.block([[both, one - both], [one.T - both, neither]])

    def picks(self, rule: int) -> Ints:
        """The action that a rule picks in each cell, ``NONE`` where it does not fit."""
        action, one, two = self._parts(rule)
        found: Ints = np.where(self._fits(one) & self._fits(two), action, NONE)
        return found

    def _fits(self, condition: int) -> Ints:
        negated, at = divmod(condition, self._holds.shape[1])
        found: Ints = self._holds[:, at] ^ bool(negated)
        return found

    def words(self, rule: int) -> tuple[str, str]:
        """When the rule fits, and what to do then."""
        action, one, two = self._parts(rule)
        return ", and ".join(dict.fromkeys((self._words[one], self._words[two]))), self.actions[action]

    def tidied(self, rules: tuple[int, ...]) -> tuple[int, ...]:
        """The rules of a list in the order that reads best: neighbours that do the same, by their conditions."""
        runs = groupby(rules, key=lambda rule: self._parts(rule)[0])
        return tuple(rule for _, run in runs for rule in sorted(run))

    def _parts(self, rule: int) -> tuple[int, int, int]:
        action, pair = divmod(rule, self._pairs.shape[1])
        return action, int(self._pairs[0, pair]), int(self._pairs[1, pair])


class Preference(NamedTuple):
    """A reason to prefer one of several alternatives, in words, and the alternative that it picks in each state."""

    when: str
    do: str
    picks: Ints


class Preferences:
    """Rules that pick one of several alternatives, or do not fit."""

    def __init__(self, preferences: Sequence[Preference]) -> None:
        self._given = tuple(preferences)
        self.sizes = np.ones(len(preferences), np.int64)

    def sums(self, rest: Ints, losses: Ints) -> tuple[Ints, Ints]:
        own = np.zeros(len(self._given))
        others = np.zeros((len(losses), len(self._given)))
        for at, (_, _, picks) in enumerate(self._given):
            cells = np.flatnonzero(rest & (picks != NONE))
            own[at] = losses[picks[cells], cells].sum()
            others[:, at] = losses[:, cells].sum(axis=1)
        return own, others

    def picks(self, rule: int) -> Ints:
        return self._given[rule].picks

    def words(self, rule: int) -> tuple[str, str]:
        return self._given[rule].when, self._given[rule].do

    def tidied(self, rules: tuple[int, ...]) -> tuple[int, ...]:
        return rules


Rules = Conjunctions | Preferences
"""The rules that a list can be made of, by number."""


def decided(found: Found, rules: Rules, cells: int) -> Ints:
    """The action of a list in each cell."""
    chosen = np.full(cells, NONE, np.int8)
    for rule in found.rules:
        chosen = np.where(chosen == NONE, rules.picks(rule), chosen).astype(np.int8)
    chosen[chosen == NONE] = found.last
    return chosen


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
            elsewhere = any(step.decision != decision and step.do == steps[0].do for step in self.steps)
            if len(decisions) > 1 and (not in_one or elsewhere):
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


class Values(Protocol):
    """The values of choices, which tell one strategy from another."""

    @property
    def worth(self) -> Ints: ...
    @property
    def per(self) -> int: ...


def saved(game: str, made: Values, find: Callable[[], ShortStrategy], *, module: str) -> ShortStrategy:
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
