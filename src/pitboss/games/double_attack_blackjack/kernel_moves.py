"""Rounds of one seat as moves from card to card, for fast rounds of Double Attack Blackjack.

A position is a point of the round at which a card is drawn. Ten moves lead on from it, one for each value. A move tells
the next position, the end of the hand in play if the card ends it, and the end of the dealer's hand if it ends the
round. So every card takes the same few steps, whatever it is drawn for. Threads of a GPU work in step on different
rounds, which is fast only if their steps are the same.

Positions with the same moves are one position.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from pitboss.games.double_attack_blackjack.kernel_plans import MORE, ORIGINAL, OTHER, PAIR, RESCUE, ROW, Plan
from pitboss.games.double_attack_blackjack.kernel_rounds import DEALER_DRAWS, DONE, MOST_HANDS
from pitboss.games.double_attack_blackjack.mathematics.counting import (
    ACE,
    DEALER_NATURAL,
    DOUBLE,
    ENDS,
    GIVEN_UP,
    HIT,
    MAKES,
    NATURAL,
    NO_NATURAL,
    NONE,
    OVER,
    STAND,
    TEN,
    VALUES,
)
from pitboss.mathematics.counting.hands import Ints

# The parts of a move: the first move from the next position; whether the hand in play ends, and how; whether the round
# ends, and how the dealer's hand does.
NEXT = 0xFFFFF
HAND_ENDS, ROUND_ENDS = 1 << 20, 1 << 28
AT_END, AT_FINAL = 21, 29
END = 127
"""The bits of a hand's wagers and end."""
AT_WAGERS = 20
"""What follows a hand of a split has the next position, and above it the wagers on the hand."""

# The positions, each by its first move. At ``IDLE`` there is no round: a new shoe follows, or nothing.
IDLE, BURN, START = (VALUES * at for at in range(3))
FIRST = START + VALUES
"""The first card to the box, by up card."""
SECOND = FIRST + VALUES**2
"""The second card to the box, by up card and first card."""
LAST_LOOK = SECOND + VALUES**3
"""The dealer's second card, by up card, if it matters only whether it makes a blackjack."""
DEALER_SECOND = LAST_LOOK + VALUES**2
"""The dealer's second card, by up card, if the dealer's points matter. It is above ``LAST_LOOK``: of the hands of a
split, the one that leads to the higher position decides."""
DEALER = DEALER_SECOND + VALUES**2
"""The dealer's next card, by the dealer's hand."""
HANDS = DEALER + len(DEALER_DRAWS)
"""The next card to a hand. Last come the positions at which a hand of a split gets its second card."""


class Moves(NamedTuple):
    """A plan of play as moves."""

    moves: Ints
    after: Ints
    """What follows a hand of a split, by the move that gave it its second card: the next hand's position, or ``IDLE``,
    and from the bit ``AT_WAGERS`` on the wagers on this hand."""
    splits: int
    """The first move from positions of hands of a split."""
    most: int
    """An upper bound on the cards of a round."""


def moves_of(plan: Plan, split_attack: bool) -> Moves | None:
    """The moves of a plan without a hole card. None if a function tells more hands apart than moves can."""
    found = _Found(plan, split_attack)
    entered = {up: found.enter(up) for up in range(VALUES)}
    splits = found.size
    roots = np.full((VALUES, VALUES), NONE)
    for up, value in product(range(VALUES), repeat=2):
        if plan.roots[up, value] != NONE:
            roots[up, value] = found.split(up, value, int(plan.roots[up, value]), entered[up])
    if found.size > NEXT:
        return None
    first = _first_cards(plan, roots, [entered[up][up] for up in range(VALUES)])
    moves, after = np.concatenate(found.moves), np.concatenate(found.after or [np.zeros(0, np.uint32)])
    moves[: len(first)] = first
    return _reached(moves, after, splits)


def _ended(kinds: Ints | int, wagers: int, up: int) -> Ints:
    """Moves that end a hand with these wagers in these ways, against an up card."""
    kinds = np.asarray(kinds, np.int64)
    short, makes = kinds % ENDS, MAKES[up] != NONE
    look = np.where(makes & ((short == NATURAL) | (short == GIVEN_UP)), LAST_LOOK + VALUES * up, IDLE)
    then = np.where(short < NATURAL, DEALER_SECOND + VALUES * up, look)
    said = then | HAND_ENDS | wagers * 2 * ENDS + kinds << AT_END | NO_NATURAL << AT_FINAL
    return np.where(then == IDLE, said | ROUND_ENDS, said).astype(np.uint32)


def _first_cards(plan: Plan, roots: Ints, entered: list[Ints]) -> Ints:
    """The moves up to the second card on the box."""
    found = np.zeros(LAST_LOOK, np.uint32)
    found[BURN:START] = START
    found[START:FIRST] = FIRST + VALUES * np.arange(VALUES)
    found[FIRST:SECOND] = SECOND + VALUES * np.arange(VALUES**2)
    for up, one, other in product(range(VALUES), repeat=3):
        hand, at = plan.two[one, other], SECOND + VALUES * (VALUES * up + one) + other
        if one == other and roots[up, one] != NONE:
            found[at] = roots[up, one]
        elif {one, other} == {ACE, TEN} and plan.does[up, hand] & 3 == STAND:
            found[at] = _ended(NATURAL, 2 * int(plan.attacks[up]) + 1, up)
        else:
            found[at] = entered[up][hand]
    return found


def _dealer() -> Ints:
    """The moves of the dealer's hand. Earlier moves are zero, and filled in later."""
    found, draws = np.zeros(HANDS, np.uint32), DEALER_DRAWS.astype(np.int64)
    found[DEALER:] = np.where(draws < DONE, DEALER + VALUES * draws, ROUND_ENDS | draws - DONE << AT_FINAL)
    natural, none = (ROUND_ENDS | final << AT_FINAL for final in (DEALER_NATURAL, NO_NATURAL))
    for up, card in product(range(VALUES), repeat=2):
        of_up, makes = VALUES * up + card, card == MAKES[up]
        found[LAST_LOOK + of_up] = natural if makes else none
        draw = DEALER + VALUES * (2 * (up + 1) + int(up == ACE)) + card
        found[DEALER_SECOND + of_up] = natural if makes else found[draw]
    return found


def _depths(then: Ints) -> Ints:
    """The most cards that each state can still get without going over 21."""
    found = np.zeros(len(then), np.int64)
    while True:
        deeper = np.where(then >= 0, found[then] + 1, 0).max(axis=1)
        if (deeper == found).all():
            return found
        found = deeper


class _Found:
    """The moves of a plan, as they are found."""

    def __init__(self, plan: Plan, split_attack: bool) -> None:
        self._plan, self._split_attack = plan, split_attack
        depths = _depths(plan.then)
        self._levels = [np.flatnonzero(depths == depth) for depth in range(int(depths.max()) + 1)]
        self.moves, self.after, self.size = [_dealer()], list[Ints](), HANDS
        self._alike: dict[bytes, int] = {}
        """Positions of splits, by what follows."""

    def _add(self, rows: Ints) -> Ints:
        """Add positions with these moves, a row for each."""
        self.moves.append(rows.ravel())
        first, self.size = self.size, self.size + rows.size
        return first + VALUES * np.arange(len(rows))

    def enter(self, up: int) -> dict[int, Ints]:
        """Add the positions of all hands against an up card. Returns the moves that lead to each, by row of the plan:
        to its position, or to its end if it gets no more cards."""
        plan, wagers = self._plan, 2 * int(self._plan.attacks[up]) + 1
        rows = sorted({up, *(int(plan.nodes[node, ROW]) for node in _nodes(plan, up))})
        does, ends = plan.does[rows], plan.ends.astype(np.int64)
        action = does & 3
        moves = _ended(np.where(action == STAND, ends, GIVEN_UP), wagers, up)
        doubled = _ended(ENDS + np.where(does & RESCUE, GIVEN_UP, ends), wagers, up)
        over, doubled_over = (int(_ended(end, wagers, up)) for end in (OVER, ENDS + OVER))
        for level in self._levels:
            row, at = np.nonzero(action[:, level] >= HIT)
            if not len(row):
                continue
            hand = level[at]
            then, rows_of = plan.then[hand], row[:, None]
            hit = np.where(then >= 0, moves[rows_of, then], over)
            double = np.where(then >= 0, doubled[rows_of, then], doubled_over)
            made = np.where((action[row, hand] == DOUBLE)[:, None], double, hit).astype(np.uint32)
            alike, which = np.unique(made, axis=0, return_inverse=True)
            moves[row, hand] = self._add(alike)[which.ravel()]
        return dict(zip(rows, moves, strict=True))

    def split(self, up: int, value: int, node: int, entered: dict[int, Ints]) -> int:
        """Add the positions of the hands that come from splitting a pair, from a node on. Returns the first one."""
        plan = self._plan
        row, more, pair, other, original = (int(plan.nodes[node, part]) for part in (ROW, MORE, PAIR, OTHER, ORIGINAL))
        attacked = int(plan.attacks[up]) if original or self._split_attack else 0
        moves, after = entered[row][plan.two[value]], np.zeros(VALUES, np.uint32)
        after[:] = self._next(up, value, other, entered)
        if more != NONE:
            moves[value] = self.split(up, value, more, entered)
        else:
            after[value] = self._next(up, value, pair, entered)
        after |= 2 * attacked + original << AT_WAGERS
        key = moves.tobytes() + after.tobytes()
        if key not in self._alike:
            self._alike[key] = int(self._add(moves[None])[0])
            self.after.append(after)
        return self._alike[key]

    def _next(self, up: int, value: int, node: int, entered: dict[int, Ints]) -> int:
        return IDLE if node == NONE else self.split(up, value, node, entered)


def _nodes(plan: Plan, up: int) -> set[int]:
    """The nodes of all splits against an up card."""
    found: set[int] = set()
    new = set(map(int, plan.roots[up]))
    while new := new - found - {NONE}:
        found |= new
        new = {int(then) for node in new for then in plan.nodes[node, [MORE, PAIR, OTHER]]}
    return found


def _reached(moves: Ints, after: Ints, splits: int) -> Moves:
    """The moves without positions that no round reaches."""
    rows, rows_after = moves.reshape(-1, VALUES), after.reshape(-1, VALUES)
    then, follows = (rows & NEXT) // VALUES, (rows_after & NEXT) // VALUES
    splits //= VALUES
    kept = np.arange(len(then)) < HANDS // VALUES
    new = np.flatnonzero(kept)
    while len(new):
        of_splits = new[new >= splits] - splits
        reached = np.unique(np.concatenate((then[new].ravel(), follows[of_splits].ravel())))
        new = reached[~kept[reached]]
        kept[new] = True
    at = (VALUES * (np.cumsum(kept) - 1)).astype(np.uint32)
    left = (rows[kept] & ~np.uint32(NEXT) | at[then[kept]]).ravel()
    kept_after = kept[splits:]
    left_after = (rows_after[kept_after] & ~np.uint32(NEXT) | at[follows[kept_after]]).ravel()
    splits = VALUES * int(kept[:splits].sum())
    return Moves(left, left_after, splits, _most_cards(left, splits))


def _most_cards(moves: Ints, splits: int) -> int:
    """A bound on the cards of a round: the burn card, the up card and two cards, the cards of further splits, the cards
    of all hands, and the dealer's cards."""
    hand, dealer = _longest(moves, HANDS, splits, HAND_ENDS), 1 + _longest(moves, DEALER, HANDS, ROUND_ENDS)
    return 4 + (MOST_HANDS - 2) + MOST_HANDS * (1 + hand) + dealer


def _longest(moves: Ints, first: int, last: int, ends: int) -> int:
    """The most cards from any of these positions to a move with this mark."""
    rows = moves[first:last].reshape(-1, VALUES)
    then, ended = ((rows & NEXT).astype(np.int64) - first) // VALUES, rows & ends > 0
    found = np.ones(len(rows), np.int64)
    while len(rows):
        longer = 1 + np.where(ended, 0, found[np.where(ended, 0, then)]).max(axis=1)
        if (longer == found).all():
            return int(found.max())
        found = longer
    return 0
