"""What Double Attack Blackjack is worth to those who know the hole card, the next card of the shoe or the burn card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from math import perm
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.games.double_attack_blackjack.mathematics.choices import terms_of
from pitboss.games.double_attack_blackjack.mathematics.counting import NONE, VALUES, hand_of, makes_blackjack
from pitboss.games.double_attack_blackjack.mathematics.counting_next import SeesNext
from pitboss.games.double_attack_blackjack.mathematics.counting_play import (
    BEST_PLAY,
    NAME,
    PAIRS,
    Against,
    Terms,
    first_hand,
)
from pitboss.games.double_attack_blackjack.mathematics.odds import rounds_with_and_without
from pitboss.games.double_attack_blackjack.mathematics.removal import burned, decisions, removals
from pitboss.games.double_attack_blackjack.rules import NO_HOLE_CARD
from pitboss.mathematics.card_counts import Decision, Removal
from pitboss.mathematics.counting.compiled import Tick, in_parallel
from pitboss.mathematics.counting.store import kept
from pitboss.mathematics.exposure import Known, told
from pitboss.mathematics.results import ratio

if TYPE_CHECKING:
    from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules

Choice = tuple[Fraction, Fraction]
"""The value of a round without and with the double attack."""
Hands = dict[tuple[int, int], Fraction]
"""The value of each pair of first cards, lower value first."""
NOTHING = Fraction(0), Fraction(0)
"""A round that the shoe can't give."""


def cards_seen(rules: DoubleAttackRules, tick: Tick | None = None) -> Iterator[Known]:
    """The hole card if there is one, else the next card of the shoe; and the burn card if it is shown on request."""
    terms = terms_of(rules)
    burn = rules.burn and rules.burn_shown
    seen = hole_card if rules.hole_card != NO_HOLE_CARD else next_card
    yield from seen(terms, told(tick, 0, 1 + burn))
    if burn:
        value, attacks = burned(terms, told(tick, 1, 2))
        yield Known(what="the burn card, asked for", value=value, plays=attacks)


def card_counting(
    rules: DoubleAttackRules, tick: Tick | None = None
) -> tuple[tuple[Removal, ...], tuple[Decision, ...]]:
    """What a card less in the shoe changes, and the decisions that it may change."""
    return tuple(removals(rules, tick)), tuple(decisions(terms_of(rules)))


# --- the hole card


def hole_card(terms: Terms, tick: Tick | None = None) -> Iterator[Known]:
    """The hole card, from the attack on, and from the first decision on the hand on, when it can be asked to hit.

    Whoever knows it decides nothing against a blackjack, so a card reader changes nothing.
    """
    pairs = [(up, hole) for up in range(VALUES) for hole in range(up + 1)]
    found = dict(zip(pairs, _kept("hole card", terms, pairs, _both_known, tick), strict=True))
    chances = {up: {hole: _after(terms, up, hole) for hole in range(VALUES)} for up in terms.ups}
    known = {up: {hole: found[max(up, hole), min(up, hole)][0] for hole in chances[up]} for up in chances}
    yield _best("the hole card, from the attack on", terms, chances, known)
    blind = {up: {0: _average(chances[up], known[up])} for up in chances}
    yield _best(
        "the hole card, from the first decision on the hand on", terms, {up: {0: Fraction(1)} for up in chances}, blind
    )


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
    without, attacked = (
        against.value_of(first) + against.value_of(splits)
        for first, splits in rounds_with_and_without(against).values()
    )
    return [(without, attacked)]


# --- the next card


def next_card(terms: Terms, tick: Tick | None = None) -> Iterator[Known]:
    """The next card of the shoe, at every decision on an unsplit hand, and once only at the attack."""
    found = dict(enumerate(_kept("next card", terms, [(up,) for up in range(VALUES)], _by_first_card, tick)))
    chances = {up: {one: _after(terms, up, one) for one in range(VALUES)} for up in terms.ups}
    always = {up: dict(enumerate(found[up][:VALUES])) for up in terms.ups}
    once = {up: dict(enumerate(found[up][VALUES:])) for up in terms.ups}
    yield _best("the next card, at every decision on an unsplit hand", terms, chances, always)
    yield _best("the next card, once only at the attack", terms, chances, once)


def _by_first_card(terms: Terms, up: int) -> list[Choice]:
    """Rounds by the player's first card: with the next card seen all along, then with this one alone.

    Whoever sees all along still plays split hands as everybody does, and splits a pair or not whatever comes next.
    """
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


# --- what both share


def _after(terms: Terms, up: int, value: int) -> Fraction:
    """The chance that a card of this value comes after the up card."""
    return Fraction(terms.shoe[value] - (up == value), terms.cards - 1)


def _average(chances: dict[int, Fraction], choices: dict[int, Choice]) -> Choice:
    without, attacked = (
        sum((chance * choices[known][do] for known, chance in chances.items()), Fraction(0)) for do in (0, 1)
    )
    return without, attacked


def _best(
    what: str, terms: Terms, chances: dict[int, dict[int, Fraction]], choices: dict[int, dict[int, Choice]]
) -> Known:
    """A round with the better choice on the attack, by the up card and what else is known then."""
    value = attacks = Fraction(0)
    for up, known in chances.items():
        for at, chance in known.items():
            without, attacked = choices[up][at]
            value += terms.chance(up) * chance * max(without, attacked)
            attacks += terms.chance(up) * chance * (attacked > without)
    return Known(what=what, value=value, plays=attacks)


def _kept(
    what: str, terms: Terms, pieces: list[Any], work: Callable[..., list[Choice]], tick: Tick | None
) -> list[list[Choice]]:
    """The choices of each piece of the work, cached on disk."""

    def counted() -> dict[str, NDArray[Any]]:
        found = in_parallel(partial(work, terms), pieces, tick)
        return {"json": np.frombuffer(msgspec.json.encode(found, enc_hook=ratio), np.uint8)}

    plain = msgspec.json.decode(kept(NAME, what, terms._asdict(), counted, module=__name__)["json"].tobytes())
    return [[(Fraction(without), Fraction(attacked)) for without, attacked in piece] for piece in plain]
