"""Count rounds of Double Attack Blackjack for those who know the hole card or the next card of the shoe."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import perm
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.games.double_attack_blackjack.mathematics.counting import NONE, VALUES, hand_of, makes_blackjack
from pitboss.games.double_attack_blackjack.mathematics.counting_next import SeesNext
from pitboss.games.double_attack_blackjack.mathematics.counting_play import (
    BEST_PLAY,
    NAME,
    PAIRS,
    Against,
    Choice,
    Terms,
    first_hand,
    worth_without_and_with,
)
from pitboss.mathematics.counting.compiled import Tick, in_parallel
from pitboss.mathematics.counting.store import kept

Hands = dict[tuple[int, int], Fraction]
"""The value of each pair of first cards, lower value first."""
NOTHING = Fraction(0), Fraction(0)
"""A round that the shoe can't give."""


def by_dealers_cards(terms: Terms, tick: Tick | None = None) -> dict[tuple[int, int], Choice]:
    """Rounds by both of the dealer's cards, the higher value first."""
    pairs = [(up, hole) for up in range(VALUES) for hole in range(up + 1)]
    return {at: found for at, (found,) in zip(pairs, _kept("hole card", terms, pairs, _both_known, tick), strict=True)}


def by_first_card(terms: Terms, tick: Tick | None = None) -> list[list[Choice]]:
    """Rounds by up card and by the player's first card: with the next card seen all along, then with this one alone.

    Whoever sees all along still plays split hands as everybody does, and splits a pair or not whatever comes next.
    """
    return _kept("next card", terms, [(up,) for up in range(VALUES)], _by_first_card, tick)


def _both_known(terms: Terms, up: int, hole: int) -> list[Choice]:
    """A round against both of the dealer's cards."""
    shoe = tuple(n - (value == up) - (value == hole) for value, n in enumerate(terms.shoe))
    if min(shoe) < 0:
        return [NOTHING]
    if makes_blackjack(up) == hole:  # it spares the attack (5(b))
        natural = Fraction(2 * shoe[up] * shoe[hole], perm(sum(shoe), 2))
        return [(natural - 1, natural - 1)]
    most, attack = terms.most_hands, terms.split_attack
    against = Against(shoe, up, most_hands=most, reader=False, split_attack=attack, wins=terms.wins, hole=hole)
    return [worth_without_and_with(against)]


def _by_first_card(terms: Terms, up: int) -> list[Choice]:
    if not terms.shoe[up]:
        return [NOTHING] * (2 * VALUES)
    against = terms.against(up)
    against.prepare(range(NONE, VALUES))
    sees = SeesNext(against.shoe, up)
    always, once = zip(*(_two_cards(against, sees, attack) for attack in (False, True)), strict=True)
    return [
        (_behind(against, one, without), _behind(against, one, attacked))
        for without, attacked in (always, once)
        for one in range(VALUES)
    ]


def _two_cards(against: Against, sees: SeesNext, attack: bool) -> tuple[Hands, Hands]:
    """The values of the first two cards with the next card seen, and as everybody plays them."""
    found = against.round(BEST_PLAY, attack)
    context, (values, unit) = first_hand(attack), sees.values(attack, against.wins)
    seen, plain = Hands(), Hands()
    for one, two in PAIRS:
        if against.shoe[one] and against.shoe[two] > (one == two):
            seen[one, two] = Fraction(sees.average(values, one, two), unit * sees.ways(2))
            plain[one, two] = against.worth_of(context, hand_of(one, two), found.first.way)
    for value, split in found.splits.items():
        worth = against.split_pair(BEST_PLAY, split)
        seen[value, value] = max(seen[value, value], worth)
        plain[value, value] = worth if value in found.taken else plain[value, value]
    return seen, plain


def _behind(against: Against, one: int, hands: Hands) -> Fraction:
    """The value of a round after the first card, from the values of two cards."""
    if not against.shoe[one]:
        return Fraction(0)
    rest = [n - (two == one) for two, n in enumerate(against.shoe)]
    return sum(
        (Fraction(n, sum(rest)) * hands[min(one, two), max(one, two)] for two, n in enumerate(rest) if n > 0),
        Fraction(0),
    )


def _kept(
    what: str, terms: Terms, pieces: list[Any], work: Callable[..., list[Choice]], tick: Tick | None
) -> list[list[Choice]]:
    """The choices of each piece of the work, cached on disk."""

    def counted() -> dict[str, NDArray[Any]]:
        found = in_parallel(partial(work, terms), pieces, tick)
        return {"json": np.frombuffer(msgspec.json.encode(found, enc_hook=str), np.uint8)}

    plain = msgspec.json.decode(kept(NAME, what, terms._asdict(), counted, module=__name__)["json"].tobytes())
    return [[(Fraction(without), Fraction(attacked)) for without, attacked in piece] for piece in plain]
