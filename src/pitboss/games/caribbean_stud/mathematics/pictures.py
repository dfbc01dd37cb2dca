"""The strategy of Caribbean Stud Poker as pictures: when to bet ace-king."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.basics.cards import JACK, PRINTED
from pitboss.basics.poker import ACE_KING
from pitboss.games.caribbean_stud.mathematics.choices import PAIR_UP, choices
from pitboss.games.caribbean_stud.mathematics.counting import hand_strengths, up_cards
from pitboss.games.caribbean_stud.mathematics.one_hand import BET, FOLD
from pitboss.games.caribbean_stud.rules import CaribbeanStudRules
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import Ints, suit_classes
from pitboss.mathematics.results import Cell, Grid, Picture, share_text

QUEEN = JACK + 1
_HOLDS = ("A K Q, up card's rank in hand", "A K J, up card's rank in hand", "A K and ten or less, rank in hand")
_LACKS = (*(f"A K Q {rank}, rank not in hand" for rank in PRINTED[JACK:0:-1]), "A K and no queen, rank not in hand")
KINDS = (*_HOLDS, *_LACKS)
"""Hands with an ace and a king and no pair, by whether they hold the up card's rank."""


def kind(ranks: list[int], up: int) -> int:
    """The index in ``KINDS`` of a hand, from its ranks in ascending order and the up card's rank."""
    fourth, third = ranks[1:3]
    if up in ranks:
        return 0 if third == QUEEN else 1 if third == JACK else 2
    return len(_HOLDS) + (JACK - fourth if third == QUEEN else len(_LACKS) - 1)


def pictures(rules: CaribbeanStudRules, tick: Tick | None = None) -> list[Picture]:
    """When to bet ace and king, by up card."""
    return [_ace_king(rules, tick)]


def _ace_king(rules: CaribbeanStudRules, tick: Tick | None) -> Grid:
    best, fives = choices(rules, tick).best.reshape(len(hand_strengths()), -1), suit_classes(5)
    tally = np.zeros((len(KINDS), 13, 2), np.int64)
    for at in np.flatnonzero((hand_strengths() >= ACE_KING) & (hand_strengths() < PAIR_UP)).tolist():
        ranks, ups = (fives.hands[at] >> 2).tolist(), up_cards()[at] >> 2
        kinds = [kind(ranks, up) for up in range(13)]
        np.add.at(tally, (np.take(kinds, ups), ups, best[at]), fives.weights[at])
    return Grid(
        name="strategy",
        title="Caribbean Stud Poker: when to bet with an ace and a king",
        rows=KINDS,
        columns=PRINTED,
        cells=tuple(tuple(_cell(*map(int, counts)) for counts in row) for row in tally),
        row_title="hand",
        column_title="dealer's up card",
        legend={
            BET: "always bet",
            FOLD: "always fold",
            "depends": "bet this share of the hands; it depends on the other cards",
            "none": "can't be",
        },
        note=note(best),
    )


def note(best: Ints) -> str:
    """What is best with the hands that the grid leaves out, from the best choice by hand and up card.

    A study may change it.
    """
    strengths, weights = hand_strengths(), suit_classes(5).weights

    def words(which: NDArray[np.bool_], hands: str) -> str:
        bets = float(np.average(best[which].mean(axis=1), weights=weights[which]))
        if bets in (0, 1):
            return f"Always {BET if bets else FOLD} with {hands}."
        return f"With {hands}, bet {bets:.2%} of the hands; it depends on the cards."

    return " ".join(
        (words(strengths >= PAIR_UP, "a pair or better"), words(strengths < ACE_KING, "less than an ace and a king"))
    )


def _cell(folds: int, bets: int) -> Cell:
    if not folds + bets:
        return Cell("", "none")
    if not folds or not bets:
        return Cell(BET if bets else FOLD, BET if bets else FOLD, float(bool(bets)))
    return Cell(share_text(bets / (folds + bets)), "depends", bets / (folds + bets))
