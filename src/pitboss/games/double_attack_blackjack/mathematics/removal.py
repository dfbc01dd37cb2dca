"""Double Attack Blackjack off the top of a shoe less one card, and the counts that follow from it.

The burn card is unknown, so it changes nothing. Each round is an average over all orders of the cards that are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.basics.cards import one_of
from pitboss.games.double_attack_blackjack.mathematics.choices import terms_of
from pitboss.games.double_attack_blackjack.mathematics.counting import TEN, VALUES, card_of
from pitboss.games.double_attack_blackjack.mathematics.counting_play import NAME, Terms
from pitboss.games.double_attack_blackjack.mathematics.odds import bonus_counts, rounds_with_and_without
from pitboss.games.double_attack_blackjack.mathematics.playing import BY_RANK, RANK_CARDS, Decided, decided, moved
from pitboss.games.double_attack_blackjack.settle import LOW
from pitboss.mathematics.card_counts import Decision, Removal
from pitboss.mathematics.counting.compiled import Tick, in_parallel
from pitboss.mathematics.counting.store import kept
from pitboss.mathematics.results import ratio

if TYPE_CHECKING:
    from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules

Choice = tuple[Fraction, Fraction]
"""The value of a round without and with the double attack, each with the best play that follows."""


class Top(NamedTuple):
    """Rounds off the top of a shoe: the value of each choice, by the value of the up card."""

    terms: Terms
    choices: Sequence[Choice]

    def _average(self, values: Iterable[Fraction]) -> Fraction:
        return sum((self.terms.chance(up) * value for up, value in enumerate(values)), Fraction(0))

    @property
    def game(self) -> Fraction:
        return self._average(max(both) for both in self.choices)

    @property
    def attack(self) -> Fraction:
        """What the right to attack adds."""
        return self._average(max(attack - without, Fraction(0)) for without, attack in self.choices)

    @property
    def attacks(self) -> Fraction:
        """How often the attack is placed."""
        return self._average(Fraction(attack > without) for without, attack in self.choices)


def tops(terms: Terms, tick: Tick | None = None) -> tuple[Top, dict[int, Top]]:
    """Rounds off the top of this shoe, and of the shoe less a card of each value."""
    plain = msgspec.json.decode(_counted(terms, tick)["choices"].tobytes())
    both = [(Fraction(without), Fraction(attack)) for without, attack in plain]
    found = [Top(shoe, both[VALUES * at : VALUES * (at + 1)]) for at, shoe in enumerate(_shoes(terms))]
    return found[0], {value: top for value, top in enumerate(found[1:]) if terms.shoe[value]}


def _shoes(terms: Terms) -> list[Terms]:
    """The full shoe, and the shoe less a card of each value: the full one, if it has none."""
    return [terms, *(less(terms, value) if terms.shoe[value] else terms for value in range(VALUES))]


def _counted(terms: Terms, tick: Tick | None) -> dict[str, NDArray[Any]]:
    """The choices on the attack by shoe and up card, and the decisions on hands. One count makes both."""

    def count(shoe: Terms, up: int) -> tuple[Choice, Decided | None]:
        if not shoe.shoe[up]:
            return (Fraction(0), Fraction(0)), None
        against = shoe.against(up)
        without, attack = (
            against.value_of(first) + against.value_of(splits)
            for first, splits in rounds_with_and_without(against).values()
        )
        return (without, attack), decided(against)

    def counted() -> dict[str, NDArray[Any]]:
        shoes = _shoes(terms)
        found = in_parallel(count, [(shoe, up) for shoe in shoes for up in range(VALUES)], tick)
        rows = []
        for up in terms.ups:
            full, *others = (made for _, made in found[up::VALUES])
            assert full
            rows.append(moved(terms, up, full, [one or full for one in others]))
        choices = msgspec.json.encode([choice for choice, _ in found], enc_hook=ratio)
        return {"choices": np.frombuffer(choices, np.uint8), "decisions": np.concatenate(rows)}

    return kept(NAME, "removal", terms._asdict(), counted, module=__name__)


def decisions(terms: Terms, tick: Tick | None = None) -> Iterator[Decision]:
    """The decisions of a round, each with the other action that would gain the most half way through the shoe."""
    rows = _counted(terms, tick)["decisions"].tolist()
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


def less(terms: Terms, value: int) -> Terms:
    """The shoe less a card."""
    return terms._replace(shoe=tuple(n - (at == value) for at, n in enumerate(terms.shoe)))


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
