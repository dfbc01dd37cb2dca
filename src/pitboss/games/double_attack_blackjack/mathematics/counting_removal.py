"""Count Double Attack Blackjack off the top of a shoe, and of the shoe less a card of each value.

The burn card is unknown, so it changes nothing. Each round is an average over all orders of the cards that are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.games.double_attack_blackjack.mathematics.counting import VALUES
from pitboss.games.double_attack_blackjack.mathematics.counting_play import NAME, Choice, Terms, worth_without_and_with
from pitboss.games.double_attack_blackjack.mathematics.playing import Decided, decided, moved
from pitboss.mathematics.counting.compiled import Tick, in_parallel
from pitboss.mathematics.counting.store import kept


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
    plain = msgspec.json.decode(counted_tops(terms, tick)["choices"].tobytes())
    both = [(Fraction(without), Fraction(attack)) for without, attack in plain]
    found = [Top(shoe, both[VALUES * at : VALUES * (at + 1)]) for at, shoe in enumerate(_shoes(terms))]
    return found[0], {value: top for value, top in enumerate(found[1:]) if terms.shoe[value]}


def _shoes(terms: Terms) -> list[Terms]:
    """The full shoe, and the shoe less a card of each value: the full one, if it has none."""
    return [terms, *(less(terms, value) if terms.shoe[value] else terms for value in range(VALUES))]


def counted_tops(terms: Terms, tick: Tick | None) -> dict[str, NDArray[Any]]:
    """The choices on the attack by shoe and up card, and the decisions on hands. One count makes both."""

    def count(shoe: Terms, up: int) -> tuple[Choice, Decided | None]:
        if not shoe.shoe[up]:
            return (Fraction(0), Fraction(0)), None
        against = shoe.against(up)
        return worth_without_and_with(against), decided(against)

    def counted() -> dict[str, NDArray[Any]]:
        shoes = _shoes(terms)
        found = in_parallel(count, [(shoe, up) for shoe in shoes for up in range(VALUES)], tick)
        rows = []
        for up in terms.ups:
            full, *others = (made for _, made in found[up::VALUES])
            assert full
            rows.append(moved(terms, up, full, [one or full for one in others]))
        choices = msgspec.json.encode([choice for choice, _ in found], enc_hook=str)
        return {"choices": np.frombuffer(choices, np.uint8), "decisions": np.concatenate(rows)}

    return kept(NAME, "removal", terms._asdict(), counted, module=__name__)


def less(terms: Terms, value: int) -> Terms:
    """The shoe less a card."""
    return terms._replace(shoe=tuple(n - (at == value) for at, n in enumerate(terms.shoe)))
