"""The pay tables of Caribbean Stud Poker that can be searched."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

import numpy as np

from pitboss.basics.poker import CATEGORIES
from pitboss.games.caribbean_stud.mathematics.counting import HOLE_CARDS, UP_CARDS, count, hand_strengths
from pitboss.games.caribbean_stud.mathematics.one_hand import BET, nets
from pitboss.games.caribbean_stud.pays import COVER_ALL
from pitboss.games.caribbean_stud.rules import CaribbeanStudRules
from pitboss.games.caribbean_stud.settle import LINES
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import CATEGORY, suit_classes
from pitboss.mathematics.design_search import Design, Nets, OnWager, Part


def _parts(rules: CaribbeanStudRules, tick: Tick | None) -> tuple[Part, ...]:
    """A part for each category of the player's hand, which decides the line that pays the bet."""
    states = count(tick)
    category, weights = CATEGORY[hand_strengths()], suit_classes(5).weights

    def parts() -> Iterator[Part]:
        for kind in range(len(CATEGORIES)):
            here = category == kind
            below, lower, equal = (counts[here].ravel().astype(np.int32) for counts in states)
            bet = np.stack((below, lower, equal, HOLE_CARDS - below - lower - equal), axis=1)
            yield Part(np.repeat(weights[here], UP_CARDS), (np.full((len(bet), 1), HOLE_CARDS, np.int32), bet))

    return tuple(parts())


def _nets(rules: CaribbeanStudRules) -> Nets:
    won, per = nets(rules.main_pays), rules.main_pays.per
    return [[[Fraction(-1)], [Fraction(row[line], per) for line in range(len(LINES))]] for row in won]


def _cover_all(hands: int, rules: CaribbeanStudRules) -> str:
    return f"cover all {hands}"


DESIGN = Design(
    game="caribbean_stud",
    round=("bet_pays", "ante_pays"),
    parts=_parts,
    nets=_nets,
    plays=BET,
    wagers={
        "bonus_pays": (OnWager(lambda rules: f"bonus {rules.bonus}"),),
        "progressive_pays": (OnWager(lambda rules: f"progressive {rules.progressive}"),),
        "envy_pays": (OnWager(lambda rules: f"envy {rules.progressive}"),),
        "five_card_pays": (OnWager(lambda rules: "five card bonus"),),
        "drawn_pays": (
            OnWager(lambda rules: "magic card", {"the card is in the hand": "magic card"}),
            OnWager(lambda rules: "lucky bonus", {"the seat is drawn": "lucky bonus"}),
        ),
        **{f"cover_all_{hands}_pays": (OnWager(partial(_cover_all, hands)),) for hands in COVER_ALL},
    },
    chosen_by={"bonus_pays": "bonus", "progressive_pays": "progressive", "envy_pays": "progressive"},
    unranked=("ante_pays", "drawn_pays"),
)
