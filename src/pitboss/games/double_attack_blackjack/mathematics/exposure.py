"""What Double Attack Blackjack is worth to those who know the hole card, the next card of the shoe or the burn card."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.games.double_attack_blackjack.mathematics.choices import terms_of
from pitboss.games.double_attack_blackjack.mathematics.counting import VALUES
from pitboss.games.double_attack_blackjack.mathematics.counting_known import by_dealers_cards, by_first_card
from pitboss.games.double_attack_blackjack.mathematics.counting_play import Choice, Terms
from pitboss.games.double_attack_blackjack.mathematics.removal import burned, decisions, removals
from pitboss.games.double_attack_blackjack.rules import NO_HOLE_CARD
from pitboss.mathematics.card_counts import Decision, Removal
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.exposure import Known, told

if TYPE_CHECKING:
    from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules

FACE_UP = "7(d)(1)"
"""The clause by which the players' cards lie face up."""


def cards_seen(rules: DoubleAttackRules, tick: Tick | None = None) -> Iterator[Known]:
    """The hole card if there is one, else the next card of the shoe; and the burn card if it is shown on request."""
    terms = terms_of(rules)
    burn = rules.burn and rules.burn_shown
    seen = hole_card if rules.hole_card != NO_HOLE_CARD else next_card
    yield from seen(terms, told(tick, 0, 1 + burn))
    if burn:
        value, attacks = burned(terms, told(tick, 1, 2))
        yield Known(what="the burn card, asked for", value=value, plays=attacks)


def cards_last(rules: DoubleAttackRules) -> bool:
    """Whether several rounds are dealt from a shoe."""
    return not rules.reshuffle_each_round


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
    found = by_dealers_cards(terms, tick)
    chances = {up: {hole: _after(terms, up, hole) for hole in range(VALUES)} for up in terms.ups}
    known = {up: {hole: found[max(up, hole), min(up, hole)] for hole in chances[up]} for up in chances}
    yield _best("the hole card, from the attack on", terms, chances, known)
    blind = {up: {0: _average(chances[up], known[up])} for up in chances}
    yield _best(
        "the hole card, from the first decision on the hand on", terms, {up: {0: Fraction(1)} for up in chances}, blind
    )


# --- the next card


def next_card(terms: Terms, tick: Tick | None = None) -> Iterator[Known]:
    """The next card of the shoe, at every decision on an unsplit hand, and once only at the attack."""
    found = by_first_card(terms, tick)
    chances = {up: {one: _after(terms, up, one) for one in range(VALUES)} for up in terms.ups}
    always = {up: dict(enumerate(found[up][:VALUES])) for up in terms.ups}
    once = {up: dict(enumerate(found[up][VALUES:])) for up in terms.ups}
    yield _best("the next card, at every decision on an unsplit hand", terms, chances, always)
    yield _best("the next card, once only at the attack", terms, chances, once)


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
