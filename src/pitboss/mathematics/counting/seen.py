"""Compare a player's five cards with a dealer's five of which some are seen.

If the cards that are seen are of two suits or more, the dealer can't hold a hand of one suit. Then the ranks of both
hands tell how many of the dealer's hands are lower, equal and higher. If they are all of one suit, some of the dealer's
hands are of one suit too, and the number of those depends also on the cards that the player holds in this suit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np

from pitboss.basics import poker
from pitboss.basics.errors import GameError
from pitboss.mathematics.counting.compiled import unmanaged
from pitboss.mathematics.counting.hands import CATEGORY, MIXED, SUITED, WEIGHT, Ints
from pitboss.mathematics.counting.store import kept

Totals = Sequence[tuple[int, ...]]
HAND = 5
BELOW, LOWER, EQUAL, HIGHER = range(4)
"""What the player meets: a dealer's hand that does not qualify, or a player's hand that is lower, equal or higher."""
STRENGTHS = len(poker.CATEGORY_OF)
IN_SUIT = 1 << HAND
"""The sets of the player's different ranks, the lowest first, that may be held in one suit."""
WAYS: Ints = np.array([[comb(left, taken) for taken in range(5)] for left in range(5)], np.int64)
_WEIGHTS = WEIGHT[::4]


class Hands(NamedTuple):
    """The player's hands, by strength."""

    held: Ints
    """The number of cards of each rank."""
    ways: Ints
    """How many hands there are."""
    ranks: Ints
    """The ranks that are held in some suit, as bits, by strength and by the ranks that are chosen among the hand's."""
    in_suit: Ints
    """How many hands hold exactly these ranks in a given suit."""


@cache
def hands() -> Hands:
    held, suited = np.zeros((STRENGTHS, 13), np.int64), np.zeros(STRENGTHS, np.bool_)
    for ranks in combinations_with_replacement(range(13), HAND):
        if ranks[0] != ranks[-1]:
            np.add.at(held[MIXED[_WEIGHTS[list(ranks)].sum()]], list(ranks), 1)
    for ranks in combinations(range(13), HAND):
        strength = SUITED[sum(1 << rank for rank in ranks)]
        held[strength, list(ranks)] = 1
        suited[strength] = True
    ways = WAYS[4, held].prod(axis=1)
    all_different = held.max(axis=1) == 1
    ways[all_different] = np.where(suited[all_different], 4, ways[all_different] - 4)
    ways[0] = 0
    inside, in_suit = np.full((STRENGTHS, IN_SUIT), -1, np.int64), np.zeros((STRENGTHS, IN_SUIT), np.int64)
    for strength in range(1, STRENGTHS):
        ranks = tuple(np.flatnonzero(held[strength]).tolist())
        for at, chosen in enumerate(product((0, 1), repeat=len(ranks))):
            mine = dict(zip(ranks, chosen[::-1], strict=True))
            inside[strength, at] = sum(1 << rank for rank in ranks if mine[rank])
            many = prod(comb(3, int(held[strength, rank]) - mine[rank]) for rank in ranks)
            if len(ranks) == HAND:  # all cards of this suit, or all of another
                whole = 1 if all(chosen) else 0 if any(chosen) else 3
                many = whole if suited[strength] else many - whole
            in_suit[strength, at] = many
    return Hands(held, ways, inside, in_suit)


class Seen(NamedTuple):
    """Cards of the dealer that are seen, up to a renaming of suits that keeps the counts."""

    ranks: tuple[int, ...]
    """In ascending order."""
    one_suit: bool
    """Whether they are all of one suit. A single card is."""


def of(cards: Sequence[int]) -> Seen:
    """The ranks of these cards, and whether they are of one suit."""
    return Seen(tuple(sorted(card >> 2 for card in cards)), one_suit=len({card & 3 for card in cards}) == 1)


def check_size(most: int) -> None:
    """Raise an error if a sum may become too large for 64 bits."""
    if most >= 1 << 62:
        raise GameError("these pay tables pay more than can be counted with cards that are seen")


def kept_totals(
    game: str,
    nets: Sequence[Sequence[int]],
    key: Mapping[str, Any],
    count: Callable[[], Totals],
    *,
    module: str,
    most: int,
) -> tuple[int, ...]:
    """The sums over the pieces of a count, from the cache if possible. A piece adds up at most so many deals."""
    check_size(max(abs(net) for row in nets for net in row) * most)

    def found() -> dict[str, Ints]:
        text = " ".join(str(sum(column)) for column in zip(*count(), strict=True))  # of any size
        return {"totals": np.frombuffer(text.encode(), np.uint8)}

    return tuple(
        map(int, kept(game, "exposure", {"nets": nets, **key}, found, module=module)["totals"].tobytes().split())
    )


def ways_to_see(many: int) -> Iterator[Seen]:
    """Every set of ranks that can be seen, of one suit and of several."""
    for ranks in combinations_with_replacement(range(13), many):
        different = len(set(ranks)) == many
        if many > 1 and max(map(ranks.count, ranks)) <= 4:
            yield Seen(ranks, one_suit=False)
        if different:
            yield Seen(ranks, one_suit=True)


class Rest(NamedTuple):
    """The sets of ranks of cards that the dealer holds and nobody has seen."""

    places: Ints
    """Where the ways to take them stand in a table of five places for each rank: four columns, 0 for none."""
    weights: Ints
    ranks: Ints
    """The set of ranks as bits, or -1 if two are alike."""


@cache
def rest(many: int) -> Rest:
    places, weights, sets = [], [], []
    for ranks in combinations_with_replacement(range(13), many):
        different = sorted(set(ranks))
        if all(ranks.count(rank) <= 4 for rank in different):
            row = [5 * rank + ranks.count(rank) for rank in different]
            places.append(row + [0] * (4 - len(row)))
            weights.append(sum(int(_WEIGHTS[rank]) for rank in ranks))
            sets.append(sum(1 << rank for rank in ranks) if len(different) == many else -1)
    return Rest(np.array(places, np.int64), np.array(weights, np.int64), np.array(sets, np.int64))


def nets_by_strength(nets: Sequence[Sequence[int]]) -> Ints:
    """The player's net by strength and by what the player meets, from the same by category."""
    found: Ints = np.array(nets, np.int64)[CATEGORY]
    return found


def worth(seen: Seen, nets: Ints, least: int) -> Ints:
    """The sum of the nets over all dealer's hands, by the player's strength and by the ranks held in the suit seen.

    ``nets`` is by strength and by what the player meets; ``least`` is the lowest strength with which the dealer
    qualifies. If several suits are seen, only the first column counts.
    """
    found = np.zeros((STRENGTHS, IN_SUIT if seen.one_suit else 1), np.int64)
    hidden = rest(HAND - len(seen.ranks))
    counts = np.bincount(np.array(seen.ranks), minlength=13).astype(np.int64)
    weight = int(_WEIGHTS[list(seen.ranks)].sum())
    suit = sum(1 << rank for rank in seen.ranks) if seen.one_suit else 0
    dealers = MIXED.take(weight + hidden.weights, mode="clip").astype(np.int64)  # five cards of a rank are no hand
    apart = np.flatnonzero((hidden.ranks >= 0) & (hidden.ranks & suit == 0)) if suit else np.zeros(0, np.int64)
    flushes = np.stack((hidden.ranks[apart], SUITED[suit | hidden.ranks[apart]], dealers[apart]))
    room = (np.zeros(65, np.int64), np.zeros(13, np.int64), np.zeros(IN_SUIT, np.int64))
    _worth(counts, suit, hands().held, nets, least, hidden.places, dealers, flushes, *room, found)
    return found


@unmanaged
def _worth(
    seen: Ints,
    suit: int,
    held: Ints,
    nets: Ints,
    least: int,
    places: Ints,
    dealers: Ints,
    flushes: Ints,
    ways: Ints,
    ranks: Ints,
    moved: Ints,
    found: Ints,
) -> None:
    """Fill in the sums. ``suit`` has the ranks that are seen if they are of one suit, as bits, or is 0.

    ``dealers`` has the dealer's hands by strength, ``flushes`` those that can be of one suit: the hidden ranks as bits,
    the strength, and the strength of the same ranks of several suits.
    """
    for strength in range(1, STRENGTHS):
        fits = True
        for rank in range(13):
            left = 4 - held[strength, rank] - seen[rank]
            if left < 0:
                fits = False
                break
            for taken in range(5):
                ways[5 * rank + taken] = WAYS[left, taken]
        if not fits:
            continue
        below, lower, equal, higher = nets[strength, 0], nets[strength, 1], nets[strength, 2], nets[strength, 3]
        total = np.int64(0)
        for at in range(len(dealers)):
            product = ways[places[at, 0]] * ways[places[at, 1]] * ways[places[at, 2]] * ways[places[at, 3]]
            dealer = dealers[at]
            net = equal if dealer == strength else lower if dealer > strength else higher
            total += product * (below if dealer < least else net)
        found[strength, 0] = total
        if not suit:
            continue
        many = 0
        for rank in range(13):
            if held[strength, rank]:
                ranks[many] = rank
                many += 1
        for chosen in range(IN_SUIT):
            moved[chosen] = 0
        for at in range(flushes.shape[1]):
            one, other = flushes[1, at], flushes[2, at]
            net = equal if one == strength else lower if one > strength else higher
            change = below if one < least else net
            net = equal if other == strength else lower if other > strength else higher
            change -= below if other < least else net
            if change:
                chosen = 0  # the ranks of the player's hand that the dealer holds in the suit
                for nth in range(many):
                    chosen |= (flushes[0, at] >> ranks[nth] & 1) << nth
                moved[chosen] += change
        full = (1 << many) - 1
        for nth in range(many):
            for part in range(full + 1):
                if not part >> nth & 1:
                    moved[part | 1 << nth] += moved[part]  # over all that the part holds
        for chosen in range(full + 1):
            found[strength, chosen] = total + moved[full ^ chosen]
