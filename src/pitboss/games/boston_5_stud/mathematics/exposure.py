"""What Boston 5 Stud Poker is worth to a player who sees cards of the dealer before the second wager."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from pitboss.games.boston_5_stud.mathematics.choices import nets
from pitboss.games.boston_5_stud.mathematics.counting_seen import START, count, count_marked
from pitboss.games.boston_5_stud.rules import Boston5StudRules
from pitboss.games.boston_5_stud.settle import FIRST
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.seen import HAND
from pitboss.mathematics.exposure import Known, by_marks, counted, known_from, told


def cards_seen(rules: Boston5StudRules, tick: Tick | None = None) -> Iterator[Known]:
    """One to all three of the cards that the dealer holds at the second wager."""
    table, folded, per = stakes(rules)
    for many in range(1, START + 1):
        yield seen(many, table, folded, per, told(tick, many - 1, START))


def marked_cards(rules: Boston5StudRules, tick: Tick | None = None) -> Iterator[Known]:
    """The class of the dealer's first card, if the backs of two parts of the ranks can be told apart."""
    table, folded, per = stakes(rules)
    states = comb(52, START) * 49
    deals = states * comb(48, 2) * comb(46, HAND - 1)
    folds = -folded * deals
    yield from by_marks("the dealer's first card", count_marked(table, folded, tick), folds, deals * per, states)


def stakes(rules: Boston5StudRules) -> tuple[list[list[int]], int, int]:
    """The net of a second wager by category and by what the player meets, the loss of a fold, and parts of an ante."""
    (lower, equal, higher), per = nets(rules)
    table = [list(row) for row in zip(lower, lower, equal, higher, strict=True)]  # every dealer's hand qualifies
    return table, (1 + FIRST) * per, per


def seen(many: int, table: list[list[int]], folded: int, per: int, tick: Tick | None = None) -> Known:
    """So many of the dealer's cards, with the net of a second wager and the loss of a fold in parts of an ante."""
    states = comb(52, many) * comb(52 - many, START)
    deals = states * comb(49 - many, 2) * comb(47 - many, HAND - many) * per
    what = counted(many, "card of the dealer", "cards of the dealer")
    return known_from(what, count(many, table, folded, tick), deals, states)
