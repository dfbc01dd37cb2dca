"""What the hole card is worth at Double Down Stud: from the odds, beside every hand of five."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb

import pytest

from pitboss.basics.poker import strength
from pitboss.games.double_down_stud.settle import line
from pitboss.mathematics.any_game import odds, study
from pitboss.mathematics.counting.hands import suit_classes
from pitboss.mathematics.exposure import Exposure, Known, exposure

from shell import Captured, run

NETS = (-1, 0, 1, 2, 3, 5, 8, 10, 25, 100, 1000)
"""By line of 10(a), the lowest hand first."""


def every_hand(nets: tuple[int, ...]) -> Fraction:
    """The value of a round if exactly the hands that win are doubled."""
    fives = suit_classes(5)
    won = [nets[line(strength(hand))] for hand in fives.hands.tolist()]
    total = sum(ways * (net + max(0, net)) for ways, net in zip(fives.weights.tolist(), won, strict=True))
    return Fraction(total, comb(52, 5))


def test_whoever_sees_the_hole_card_doubles_every_hand_that_wins() -> None:
    found = exposure("double_down_stud")
    (hole,) = found.known
    assert hole.value == every_hand(NETS)
    assert found.value == odds("double_down_stud").expected_value
    assert found.gain(hole) == hole.value - found.value > 0


@pytest.mark.long
def test_marked_backs_are_worth_what_plain_addition_over_every_hand_says() -> None:
    fours = suit_classes(4)
    sums = {"the game": [Fraction(0), 0], "a jack": [Fraction(0), 0], "an ace": [Fraction(0), 0]}
    parts = {"the game": set[int](), "a jack": {9}, "an ace": {12}}
    for hand, ways in zip(fours.hands.tolist(), fours.weights.tolist(), strict=True):
        won = {card: NETS[line(strength((*hand, card)))] for card in range(52) if card not in hand}
        for name, ranks in parts.items():
            for inside in (True, False):
                nets = [net for card, net in won.items() if (card >> 2 in ranks) == inside]
                sums[name][0] += ways * (sum(nets) + max(0, sum(nets)))
                sums[name][1] += ways * len(nets) * (sum(nets) > 0)
    deals = comb(52, 4) * 48
    found = exposure("double_down_stud")
    known = {one.what.removeprefix("whether the hole card is "): (one.value, one.plays) for one in found.marked}
    assert {name: (total / deals, Fraction(bold, deals)) for name, (total, bold) in sums.items()} == {
        "the game": (found.value, odds("double_down_stud").action_frequency["double"]),
        "a jack": known["a jack"],
        "an ace": known["an ace"],
    }


def test_a_study_is_marked_and_has_its_own_figures() -> None:
    found = exposure("double_down_stud", study("double_down_stud", "pays.flush=2"))
    assert found.study
    assert found.known[0].value == every_hand((*NETS[:6], 2, *NETS[7:]))


@pytest.mark.parametrize(
    ("value", "known", "share"), [(-2, 3, Fraction(2, 5)), (-2, 0, Fraction(1)), (-2, -1, None), (1, 2, Fraction(0))]
)
def test_the_share_of_rounds_for_zero(value: int, known: int, share: Fraction | None) -> None:
    one = Known(what="a card", value=Fraction(known), plays=Fraction(1))
    found = Exposure(game="g", title="G", base="ante", rules_hash="", value=Fraction(value), known=(one,))
    assert found.share_for_zero(one) == share
    if share is not None and value < 0:
        assert share * known + (1 - share) * value == 0


def test_exposure_from_the_shell(capsys: Captured) -> None:
    said = run(capsys, "exposure", "double_down_stud")
    assert "the hole card" in said
    assert "+6.3128%" in said
    found = json.loads(run(capsys, "exposure", "double_down_stud", "--json"))
    assert Fraction(found["known"][0]["value"]) == every_hand(NETS)
    assert found["known"][0]["share_for_zero"] == pytest.approx(0.428915, abs=1e-6)
