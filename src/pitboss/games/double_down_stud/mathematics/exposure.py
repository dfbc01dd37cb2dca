"""What Double Down Stud is worth to a player who sees the hole card, and so knows the whole hand."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.games.double_down_stud.rules import DoubleDownStudRules
from pitboss.mathematics.any_game import odds
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.exposure import Known
from pitboss.mathematics.results import Distribution


def cards_seen(rules: DoubleDownStudRules, tick: Tick | None = None) -> Iterator[Known]:
    """Whoever sees the hole card doubles the hands that win."""
    never = odds("double_down_stud", rules, strategy="never", tick=tick).results
    assert isinstance(never, Distribution)
    deals = sum(never.weights.values())
    wins = {net: many for net, many in never.weights.items() if net > 0}
    single = sum(net * many for net, many in never.weights.items())
    yield Known(
        what="the hole card",
        value=Fraction(single + sum(net * many for net, many in wins.items())) / deals,
        plays=Fraction(sum(wins.values()), deals),
    )
