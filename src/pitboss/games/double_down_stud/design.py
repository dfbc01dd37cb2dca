"""The pay tables of Double Down Stud that can be searched."""

from __future__ import annotations

from fractions import Fraction

from pitboss.exact.compiled import Tick
from pitboss.exact.design import Design, Nets, Part
from pitboss.exact.hands import suit_classes
from pitboss.games.double_down_stud.choices import nets
from pitboss.games.double_down_stud.counting import count
from pitboss.games.double_down_stud.one_hand import DOUBLE
from pitboss.games.double_down_stud.rules import DoubleDownStudRules


def _parts(rules: DoubleDownStudRules, tick: Tick | None) -> tuple[Part, ...]:
    return (Part(suit_classes(4).weights, (count(), count())),)


def _nets(rules: DoubleDownStudRules) -> Nets:
    """A double is paid like the original wager."""
    won, per = nets(rules)
    return [[[Fraction(times * one, per) for one in won] for times in (1, 2)]]


DESIGN = Design(game="double_down_stud", round=("pays", "low_pays"), parts=_parts, nets=_nets, plays=DOUBLE)
