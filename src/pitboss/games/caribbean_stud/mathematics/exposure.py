"""What Caribbean Stud Poker is worth to a player who sees more of the dealer's cards than the up card."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from pitboss.games.caribbean_stud.mathematics.counting_seen import count, count_marked
from pitboss.games.caribbean_stud.mathematics.one_hand import nets
from pitboss.games.caribbean_stud.rules import CaribbeanStudRules
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.seen import HAND
from pitboss.mathematics.exposure import Known, by_marks, counted, known_from, told


def cards_seen(rules: CaribbeanStudRules, tick: Tick | None = None) -> Iterator[Known]:
    """Two to all five of the dealer's cards, the up card among them."""
    table, per = nets(rules.main_pays), rules.main_pays.per
    for many in range(2, HAND + 1):
        yield seen(many, table, per, told(tick, many - 2, HAND - 1))


def seen(many: int, table: list[list[int]], per: int, tick: Tick | None = None) -> Known:
    """So many of the dealer's cards, with the net of a bet in parts of an ante. One card is the game itself."""
    states = comb(52, HAND) * comb(47, many)
    deals = states * comb(47 - many, HAND - many) * per
    hole = f"the up card and {counted(many - 1, 'hole card', 'hole cards')}" if many > 1 else "the up card"
    return known_from(hole, count(many, table, per, tick), deals, states)


def marked_cards(rules: CaribbeanStudRules, tick: Tick | None = None) -> Iterator[Known]:
    """The class of the first hole card, if the backs of two parts of the ranks can be told apart."""
    table, per = nets(rules.main_pays), rules.main_pays.per
    states = comb(52, HAND) * 47 * 46
    deals = states * comb(45, HAND - 2) * per
    yield from by_marks("the first hole card", count_marked(table, per, tick), -deals, deals, states)
