"""The short strategy of a declared game: a few rules for each question, by what a player can see in the known cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from pitboss.basics.cards import ACE, JACK, RANK_NAMES, SIX, TEN, plural
from pitboss.engine.declared.words import PLAYER, Declaration
from pitboss.engine.game import Game
from pitboss.mathematics.choices import OPTIMAL
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import Ints, suit_classes
from pitboss.mathematics.declared.counting import Chosen, play
from pitboss.mathematics.declared.odds import Rated, deals_of, rated, resolved, value_of
from pitboss.mathematics.declared.states import Stage
from pitboss.mathematics.declared.ways import Ways
from pitboss.mathematics.short_strategy import (
    Condition,
    Level,
    Rule,
    ShortStrategy,
    by_conditions,
    levels,
    or_higher,
    or_lower,
    saved,
)

RANKS = 13
NUMBERS = ("no", "one", "two", "three", "four", "five")
PAIR, TWO_PAIR, THREE, FULL_HOUSE, FOUR = "a pair", "two pair", "three of a kind", "a full house", "four of a kind"
STRAIGHT, FLUSH, STRAIGHT_FLUSH = "a straight", "a flush", "a straight flush"
ALIKE = (PAIR, TWO_PAIR, THREE, FULL_HOUSE, FOUR)
"""What cards of a hand can be so far, from the lowest. They are alike."""
WHOLE = {
    3: (PAIR, FLUSH, STRAIGHT, THREE, STRAIGHT_FLUSH),
    5: (PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH),
}
"""What a whole hand can be, by its number of cards."""
KICKERS = 3
"""The most cards by which a hand without a pair is told from others."""


class Values(NamedTuple):
    """All values of a game, one after another."""

    worth: Ints
    per: int


def short_strategy(game: Game, rules: Any, tick: Tick | None = None) -> ShortStrategy:
    found = rated(game, rules)
    every = [worth.ravel() for by_way in found.priced.worth.values() for worth in by_way.values()]
    values = Values(np.concatenate(every), found.per)
    return saved(game.name, values, lambda: shortest(game, found), module=__name__)


def shortest(game: Game, found: Rated) -> ShortStrategy:
    """The short strategy for these values. The rules of a question are the same after all choices before it."""
    declared: Declaration = game.declared
    _, best = resolved(found, OPTIMAL)
    optimal = play(found.counted, best)
    deals = deals_of(found.counted)
    steps: list[Rule] = []
    chosen: Chosen = []
    for at, point in enumerate(found.counted.ways.points):
        ask, seen = point.asked.ask, cells(point.stage)
        lost = np.zeros(found.priced.worth[at][point.ways[0]].shape)
        for way in point.ways:
            worth = found.priced.worth[at][way]
            lost += (worth.max(axis=0) - worth) * (optimal.reached[at][way] / (float(deals) * found.per))
        if point.stage.up:
            lost = np.stack([np.bincount(seen.cell, one, len(seen.hands)) for one in lost])
        listed = by_conditions(
            ask.about, conditions(seen, found.counted.ways.own, lost), [choice.do for choice in ask.choices], lost
        )
        steps += listed.steps
        chosen.append(dict.fromkeys(point.ways, listed.chosen[seen.cell]))
    return ShortStrategy(
        game=game.name,
        base=declared.base.shown or declared.base.name,
        steps=tuple(steps),
        cost=value_of(found, best) - value_of(found, chosen),
        optimal=value_of(found, best),
        note=_note(found.counted.ways),
    )


def _note(ways: Ways) -> str:
    """Which cards the rules speak of, if they are not the player's alone."""
    board = ways.points[0].asked.own - ways.declared.dealt[PLAYER]
    if not board or len(ways.points) > 1:
        return ""
    cards = f"{NUMBERS[board]} community card{'s that are' if board > 1 else ' that is'} face up"
    return f"The {NUMBERS[ways.points[0].asked.own]} cards are yours and the {cards}."


class Cells(NamedTuple):
    """States that a player would not tell apart."""

    hands: Ints
    ups: Ints
    """The ranks of the dealer's up cards, in ascending order."""
    cell: Any
    """The cell of each state."""


def cells(stage: Stage) -> Cells:
    """States with up cards by the ranks of all cards, and by whether the hand is of one suit. Others as they are."""
    hands = suit_classes(stage.own).hands.astype(np.int64)
    if not stage.up:
        return Cells(hands, np.empty((len(hands), 0), np.int64), slice(None))
    suited = (hands & 3 == hands[:, :1] & 3).all(axis=1)
    looks = np.column_stack((np.sort(hands >> 2, axis=1), suited))
    _, alike = np.unique(looks, axis=0, return_inverse=True)
    ups = stage.ups.astype(np.int64) >> 2
    shown = (ups * RANKS ** np.arange(stage.up)).sum(axis=1)
    number = np.repeat(alike.ravel(), stage.sets) * RANKS**stage.up + shown
    _, first, cell = np.unique(number, return_index=True, return_inverse=True)
    return Cells(hands[first // stage.sets], ups[first], cell)


def conditions(seen: Cells, whole: int, lost: Ints) -> list[Condition]:
    """What a player can see in the known cards, of a hand of ``whole`` cards, and in the dealer's up cards."""
    hands, known = seen.hands, seen.hands.shape[1]
    ranks = np.sort(hands >> 2, axis=1)
    suited = (hands & 3 == hands[:, :1] & 3).all(axis=1)
    low = np.sort(np.where(ranks == ACE, -1, ranks), axis=1)
    span = np.minimum(np.ptp(ranks, axis=1), np.ptp(low, axis=1))
    unlike = (np.diff(ranks, axis=1) > 0).all(axis=1)
    row = unlike & (span == known - 1)
    kinds = WHOLE.get(known, ALIKE) if known == whole else ALIKE
    nothing = unlike & ~(suited | row) if kinds is not ALIKE else unlike
    order = (ranks[:, ::-1] * RANKS ** np.arange(known - 1, -1, -1)).sum(axis=1)
    order[~nothing] = [
        RANKS**known + RANKS * kinds.index(kind) + top
        for kind, top in map(_kind, ranks[~nothing].tolist(), suited[~nothing].tolist())
    ]
    held = {int(one) // RANKS for one in order[~nothing] - RANKS**known}
    named = [Level(RANKS**known + RANKS * at, words) for at, words in enumerate(kinds) if at in held]
    named += [Level(RANKS**known + rank, f"a pair of {plural(rank)}") for rank in range(1, RANKS) if 0 in held]
    named += _high_cards(known)
    number = NUMBERS[known]
    found = [*levels(order, named, lost)]
    if known > 1:
        found.append(Condition(f"{number} of one suit", f"not {number} of one suit", suited, "suit"))
    if known > 2:
        found.append(Condition(f"{number} in a row", f"not {number} in a row", row, "row"))
    if whole == 5 and known in (3, 4):
        grows = f"{number} in a row that can grow at both ends"
        ends = (np.diff(ranks, axis=1) == 1).all(axis=1) & (ranks[:, -1] < ACE)
        straight = unlike & (span <= 4)
        royal = suited & unlike & (ranks[:, 0] >= TEN)
        found += [
            Condition(grows, f"not {grows}", ends, "row"),
            Condition(f"{number} to a straight", f"not {number} to a straight", straight, "row"),
            Condition(f"{number} to a royal flush", f"not {number} to a royal flush", royal, "row"),
        ]
    for least, words in ((JACK, "jack"), (SIX, "six")):
        count = (ranks >= least).sum(axis=1)
        found += [
            Condition(
                f"{NUMBERS[many]} or more of them {words} or higher",
                f"fewer than {NUMBERS[many]} of them {words} or higher",
                count >= many,
                words,
            )
            for many in range(1, known + 1)
        ]
    found += _of_the_dealer(ranks, seen.ups)
    return [one for one in found if one.holds.any() and not one.holds.all()]


def _of_the_dealer(ranks: Ints, ups: Ints) -> Iterator[Condition]:
    """What a player can see in the dealer's up cards, beside the ranks of their own in ascending order."""
    if not ups.shape[1]:
        return
    match, highest = (ranks[:, :, None] == ups[:, None, :]).any(axis=(1, 2)), ups[:, -1]
    yield Condition("the dealer shows one of your ranks", "the dealer shows none of your ranks", match, "match")
    for rank in range(ACE, 0, -1):
        words = f"the dealer shows {or_higher(rank)}", f"the dealer shows {or_lower(rank - 1)}"
        yield Condition(*words, highest >= rank, "up")
    places = ("highest", "second highest", "third highest", "fourth highest")[: ranks.shape[1] - 1]
    for place, rank in zip((*places, "lowest"), ranks.T[::-1], strict=True):
        card = f"card higher than your {place} one"
        yield Condition(f"the dealer shows a {card}", f"the dealer shows no {card}", highest > rank, "up")


def _high_cards(known: int) -> list[Level]:
    """Hands without a pair, by up to three of their highest cards."""
    found: list[Level] = []

    def add(cards: tuple[int, ...]) -> None:
        if cards:
            rest = [max(0, known - len(cards) - 1 - at) for at in range(known - len(cards))]  # the lowest that fit
            if rest and rest[0] >= cards[-1]:
                return
            digits = (*cards, *rest)
            least = sum(card * RANKS ** (known - 1 - at) for at, card in enumerate(digits))
            words = "-".join(RANK_NAMES[card] for card in cards)
            found.append(Level(least, f"{words} high" if len(cards) == 1 else words))
        if len(cards) < min(KICKERS, known):
            for card in range(cards[-1] if cards else RANKS):
                add((*cards, card))

    add(())
    return found


def _kind(ranks: list[int], suited: bool) -> tuple[str, int]:
    """What cards in ascending order are, and the rank that comes most often. Unlike ones are a straight or a flush."""
    times = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    counts = [count for count, _ in times]
    if counts[0] > 1:
        kind = {(2, 1): PAIR, (2, 2): TWO_PAIR, (3, 1): THREE, (3, 2): FULL_HOUSE, (4, 1): FOUR}
        return kind[counts[0], (counts[1:] or [1])[0]], times[0][1]
    in_a_row = ranks[-1] - ranks[0] == len(ranks) - 1 or ranks == [*range(len(ranks) - 1), ACE]
    return STRAIGHT_FLUSH if in_a_row and suited else STRAIGHT if in_a_row else FLUSH, 0


def part(game: Game) -> Any:
    """What the module ``short_strategy`` of a game's package exports."""
    return SimpleNamespace(short_strategy=partial(short_strategy, game))
