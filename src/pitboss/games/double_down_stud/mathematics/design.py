"""The pay tables of Double Down Stud that can be searched."""

from __future__ import annotations

from fractions import Fraction

from pitboss.games.double_down_stud.mathematics.choices import nets
from pitboss.games.double_down_stud.mathematics.counting import count
from pitboss.games.double_down_stud.mathematics.one_hand import DOUBLE
from pitboss.games.double_down_stud.rules import DoubleDownStudRules
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import suit_classes
from pitboss.mathematics.design_search import Design, Nets, Part


def _parts(rules: DoubleDownStudRules, tick: Tick | None) -> tuple[Part, ...]:
    return (Part(suit_classes(4).weights, (count(), count())),)


def _nets(rules: DoubleDownStudRules) -> Nets:
    """A double is paid like the original wager."""
    won, per = nets(rules)
    return [[[Fraction(times * one, per) for one in won] for times in (1, 2)]]


DESIGN = Design(game="double_down_stud", round=("pays", "low_pays"), parts=_parts, nets=_nets, plays=DOUBLE)
