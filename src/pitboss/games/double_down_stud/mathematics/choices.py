"""The worth of a double and a pass at Double Down Stud, and strategies: by name, as pictures, in a few rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from pitboss.basics.cards import ACE, JACK, TEN, plural, texts
from pitboss.games.double_down_stud.mathematics.counting import HOLE_CARDS, count
from pitboss.games.double_down_stud.mathematics.one_hand import DOUBLE, PASS
from pitboss.games.double_down_stud.settle import LINES, original_or_double
from pitboss.mathematics.choices import Choices, Known, exact_dot, other_suits, priced
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import Ints, suit_classes
from pitboss.mathematics.results import Cell, Grid, Picture
from pitboss.mathematics.short_strategy import Condition, Level, ShortStrategy, by_conditions, levels, losses, saved

if TYPE_CHECKING:
    from pitboss.games.double_down_stud.rules import DoubleDownStudRules

STRATEGIES = {
    "optimal": "double if a wager has a positive value",
    "always": "double every hand",
    "never": "never double",
}


def nets(rules: DoubleDownStudRules) -> tuple[list[int], int]:
    """The net win of one wager on each line, with a common denominator."""
    back, per = rules.back
    return [original_or_double(per, one, back, per) - per for one in range(len(LINES))], per


def choices(rules: DoubleDownStudRules) -> Choices:
    """A double or a pass, for each set of four known cards. A double is paid like the original wager."""
    won, per = nets(rules)
    original = priced(count(), won)
    fours = suit_classes(4)

    def seen() -> dict[str, Ints]:
        return {"hand": fours.hands[:, :1], "board": fours.hands[:, 1:]}

    def alike(known: Known, random: Random) -> Known:
        """Any of the four known cards can be the player's own, too."""
        four = [*known["hand"], *known["board"]]
        own = four.pop(random.randrange(4))
        return other_suits({"hand": (own,), "board": tuple(four)}, random)

    def describe(state: int) -> str:
        return texts(map(int, fours.hands[state]))

    worth = np.stack((original, 2 * original))
    return Choices((PASS, DOUBLE), worth, fours.weights, HOLE_CARDS, per, seen, describe, alike)


def named(made: Choices) -> dict[str, Callable[[], Ints]]:
    """The named strategies except the optimal one."""
    return {"always": lambda: made.always(DOUBLE), "never": lambda: made.always(PASS)}


# --- pictures


_DRAWS = (
    "at least a pair of jacks",
    "pair of sixes to tens",
    "pair of fives or less",
    "four to a flush and a straight",
    "four to a flush",
    "open-ended straight",
    "inside straight",
    "four unpaired cards",
)


def pictures(rules: DoubleDownStudRules, tick: Tick | None = None) -> list[Picture]:
    """How often to double each kind of four cards, and the value of a wager on it."""
    made = choices(rules)
    hands = suit_classes(4).hands
    kinds = np.array([_kind(tuple(map(int, hand))) for hand in hands])
    rows, cells = [], []
    for at, words in enumerate(_DRAWS):
        inside = kinds == at
        weight = int(made.weights[inside].sum())
        doubled = int(made.weights[inside & (made.best == 1)].sum())
        value = exact_dot(made.weights[inside], made.worth[0, inside]) / (weight * HOLE_CARDS * made.per)
        kind = DOUBLE if doubled == weight else PASS if not doubled else "depends"
        rows.append(words)
        cells.append(
            (
                Cell(f"{weight / int(made.weights.sum()):.2%}", kind),
                Cell(f"{doubled / weight:.1%}", kind),
                Cell(f"{value:+.4f}", kind),
            )
        )
    legend = {DOUBLE: "always double", PASS: "never double", "depends": "depends on the cards"}
    columns = ("how often", "doubled", "worth of a wager")
    return [
        Grid(
            name="strategy",
            title="Double Down Stud: when to double",
            rows=tuple(rows),
            columns=columns,
            cells=tuple(cells),
            row_title="four known cards",
            legend=legend,
        )
    ]


def _kind(cards: tuple[int, ...]) -> int:
    """The index of four cards in ``_DRAWS``."""
    ranks = sorted({card >> 2 for card in cards})
    if len(ranks) < 4:
        counts = [sum(card >> 2 == rank for card in cards) for rank in ranks]
        if max(counts) > 2 or counts.count(2) > 1:
            return 0
        pair = next(rank for rank, held in zip(ranks, counts, strict=True) if held == 2)
        return 0 if pair >= 9 else 1 if pair >= 4 else 2
    suited = len({card & 3 for card in cards}) == 1
    low = sorted(-1 if rank == 12 else rank for rank in ranks)
    close = min(ranks[3] - ranks[0], low[3] - low[0])
    open_ended = ranks[3] - ranks[0] == 3 and ranks[3] < 12
    if suited:
        return 3 if close <= 4 else 4
    return 5 if open_ended else 6 if close <= 4 else 7


# --- the short strategy


RANKS = 13
TWO_PAIR, THREE, FOUR = RANKS + 1, RANKS + 2, RANKS + 3
"""Places above the pairs, which have their rank plus one."""


def short_strategy(rules: DoubleDownStudRules, tick: Tick | None = None) -> ShortStrategy:
    made = choices(rules)
    return saved("double_down_stud", made, lambda: shortest(made), module=__name__)


def shortest(made: Choices) -> ShortStrategy:
    """The short strategy for these values of a double and a pass."""
    lost = losses(made)
    listed = by_conditions("double or pass", _conditions(lost), (PASS, DOUBLE), lost)
    return ShortStrategy(
        game="double_down_stud",
        base="original wager",
        steps=listed.steps,
        cost=made.cost(listed.chosen),
        optimal=made.value(made.best),
        note="The four cards are yours and the three community cards that are face up.",
    )


def _conditions(lost: Ints) -> list[Condition]:
    """Four cards by their like cards; what they can become; and how many are jacks or higher."""
    fours = suit_classes(4).hands.astype(np.int64)
    ranks = np.sort(fours >> 2, axis=1)
    order = np.array([_like(row) for row in ranks.tolist()])
    unlike = order == 0
    low = np.sort(np.where(ranks == ACE, -1, ranks), axis=1)
    straight = unlike & (np.minimum(np.ptp(ranks, axis=1), np.ptp(low, axis=1)) <= 4)
    ends = unlike & (np.ptp(ranks, axis=1) == 3) & (ranks[:, 3] < ACE)
    suited = (fours & 3 == fours[:, :1] & 3).all(axis=1)
    royal = suited & unlike & (ranks[:, 0] >= TEN)
    named = [Level(FOUR, "four of a kind"), Level(THREE, "three of a kind"), Level(TWO_PAIR, "two pair")]
    named += [Level(1, "a pair")] + [Level(1 + rank, f"a pair of {plural(rank)}") for rank in range(1, RANKS)]
    high = (ranks >= JACK).sum(axis=1)
    return [
        *levels(order, named, lost),
        Condition("four of one suit", "not four of one suit", suited, "suit"),
        Condition("four in a row that can grow at both ends", "not four in a row", ends, "row"),
        Condition("four to a straight", "not four to a straight", straight, "row"),
        Condition("four to a royal flush", "not four to a royal flush", royal, "row"),
        *(
            Condition(
                f"{many} or more of them jack or higher",
                f"fewer than {many} of them jack or higher",
                high >= many,
                "high",
            )
            for many in (1, 2, 3)
        ),
    ]


def _like(ranks: Sequence[int]) -> int:
    """The place of four ranks among hands of like cards, 0 if none are alike."""
    times = sorted((ranks.count(rank), rank) for rank in set(ranks))
    most, rank = times[-1]
    if most == 1:
        return 0
    if most == 2:
        return TWO_PAIR if len(times) == 2 else 1 + rank
    return THREE if most == 3 else FOUR
