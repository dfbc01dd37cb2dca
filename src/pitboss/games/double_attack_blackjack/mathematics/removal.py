"""Double Attack Blackjack off the top of a shoe less one card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from pitboss.basics.cards import one_of
from pitboss.games.double_attack_blackjack.mathematics.choices import terms_of
from pitboss.games.double_attack_blackjack.mathematics.counting import TEN, card_of
from pitboss.games.double_attack_blackjack.mathematics.counting_play import Terms
from pitboss.games.double_attack_blackjack.mathematics.counting_removal import Top, counted_tops, tops
from pitboss.games.double_attack_blackjack.mathematics.odds import bonus_counts
from pitboss.games.double_attack_blackjack.mathematics.playing import BY_RANK, RANK_CARDS
from pitboss.games.double_attack_blackjack.settle import LOW
from pitboss.mathematics.card_counts import Decision, Removal
from pitboss.mathematics.counting.compiled import Tick

if TYPE_CHECKING:
    from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules


def decisions(terms: Terms, tick: Tick | None = None) -> Iterator[Decision]:
    """The decisions of a round, each with the other action that would gain the most half way through the shoe."""
    rows = counted_tops(terms, tick)["decisions"].tolist()
    full, by_value = tops(terms)
    stakes = {}
    for up in terms.ups:
        gain = added(up, full)
        changes = {value: added(up, top) - gain for value, top in by_value.items()}
        sign, stakes[up] = (-1, 2) if gain > 0 else (1, 1)
        effects = [float(sign * changes.get(value, 0)) for value in BY_RANK]
        yield Decision(float(terms.chance(up)), float(-abs(gain)), effects)
    for up, weight, gap, *moves in rows:
        yield Decision(weight * stakes[int(up)], gap, [moves[value] for value in BY_RANK])


def burned(terms: Terms, tick: Tick | None = None) -> tuple[Fraction, Fraction]:
    """A round of somebody who knows the burn card, and how often the attack is placed."""
    _, by_value = tops(terms, tick)
    chances = {value: terms.chance(value) for value in by_value}
    return (
        sum((chances[value] * top.game for value, top in by_value.items()), Fraction(0)),
        sum((chances[value] * top.attacks for value, top in by_value.items()), Fraction(0)),
    )


def removals(rules: DoubleAttackRules, tick: Tick | None = None) -> Iterator[Removal]:
    """The game, insurance, the right to attack, the bust bonus, and the attack against each up card.

    The suits of a full shoe are alike: a card less of a rank does the same in all suits.
    """
    full, by_value = tops(terms_of(rules), tick)
    less_one = {rank: by_value[LOW[card] - 1] for rank, card in RANK_CARDS.items()}

    def removal(wager: str, means: str, value: Callable[[Top], Fraction], part_of: str = "") -> Removal:
        without = {rank: value(top) for rank, top in less_one.items()}
        return Removal(wager=wager, means=means, part_of=part_of, value=value(full), without=without)

    yield removal("game", "the initial wager and all that follows, by the best play", lambda top: top.game)
    yield removal(
        "insurance", "insurance against an ace, for each unit of it", lambda top: insurance(top.terms.shoe, rules)
    )
    yield removal("attack", "what the right to attack adds to a round, in initial wagers", lambda top: top.attack)
    yield Removal(
        wager="bust bonus",
        means="the bust bonus, for each unit of it",
        value=bust_bonus(rules, None),
        without={rank: bust_bonus(rules, card) for rank, card in RANK_CARDS.items()},
    )
    for up in full.terms.ups:
        card = "a king" if up == TEN else one_of(card_of(up) >> 2)
        means = f"what the attack adds to a round against {card}, in initial wagers"
        yield removal(f"attack against {card}", means, partial(added, up), "attack")


def added(up: int, top: Top) -> Fraction:
    """What the attack adds against an up card. It may be negative: then it is not placed."""
    without, attack = top.choices[up]
    return attack - without


def insurance(shoe: tuple[int, ...], rules: DoubleAttackRules) -> Fraction:
    """Insurance against an ace, for each unit of it."""
    back, per = rules.insurance_odds.back
    return Fraction(back * shoe[TEN], per * (sum(shoe) - 1)) - 1


def bust_bonus(rules: DoubleAttackRules, out: int | None) -> Fraction:
    """The bust bonus from a full shoe, or from one less a card, for each unit of it."""
    shoe = Counter(rules.cards)
    if out is not None:
        shoe[out] -= 1
    deals, (back, per) = bonus_counts(shoe), rules.bust_bonus_back
    return Fraction(sum(n * pays for n, pays in zip(deals, back, strict=True)), per * sum(deals)) - 1
