"""Why a raise along an array is better than the other one or a fold, from the counts of what the hand becomes."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from pitboss.cards import PACK_52, parse_cards
from pitboss.exact.reasons import against_fold, percent, shown_or_hidden, times
from pitboss.exact.spots import Contest
from pitboss.games.double_cross_poker.choices import FOLD
from pitboss.games.double_cross_poker.settle import ARRAYS
from pitboss.poker import PAIR, STRAIGHT, TWO_PAIR
from pitboss.table.naming import poker_name

FOLD_OR_RAISE, EXPOSE_OR_CONCEAL = "fold or raise", "expose or conceal"
HIGHER_WITH = "higher with "
"""How the words of an end begin in which the player's hand is higher."""
HIDDEN = 2
"""The cards of an array that are face down."""


def reason(contest: Contest) -> str:
    if contest.about == EXPOSE_OR_CONCEAL:
        return shown_or_hidden(contest, "Your three cards")
    lines = {array: _Line(contest, array) for array in ARRAYS}
    raised = [lines[do] for do in (contest.best, contest.other) if do != FOLD]
    if len(raised) == 1:
        (one,) = raised
        hold = f"you hold a {one.pair}" if one.pair else f"a pair or better comes {one.times(PAIR)}"
        end = against_fold(contest, one.array, "a raise")
        return f"Along the {one.array} {hold}, and you end higher {one.higher} of the time. {end}"
    best, other = raised
    return (
        f"{_difference(best, other)} You end higher {best.higher} of the time along the {best.array}, and"
        f" {other.higher} along the {other.array}."
    )


class _Line:
    """An array with the player's two cards: what they make now, and what they become."""

    def __init__(self, contest: Contest, array: str) -> None:
        cards = parse_cards(f"{contest.known['hand']} {contest.known[array]}")
        self.contest, self.array = contest, array
        self.pair = poker_name(cards) if len({card >> 2 for card in cards}) < len(cards) else ""
        """The name of the pair or the three of a kind. Empty if there is none."""
        self.higher = percent(contest.share(array, lambda end: end.how.startswith(HIGHER_WITH)))
        self.draws = comb(len(PACK_52) - sum(len(some.split()) for some in contest.known.values()), HIDDEN)

    def becomes(self, least: int) -> Fraction:
        return self.contest.becomes(self.array, least)

    def times(self, least: int) -> str:
        """How often the hand becomes this category or a better one, of the ways in which its cards can be turned."""
        return times(self.becomes(least), self.draws)


def _difference(best: _Line, other: _Line) -> str:
    """What sets the lines apart: a hand that is made, or what comes more often."""
    if best.pair != other.pair and best.pair and other.pair:
        return f"Along the {best.array} you hold a {best.pair}, along the {other.array} a {other.pair}."
    if best.pair and not other.pair:
        comes = STRAIGHT if other.becomes(STRAIGHT) else PAIR
        what = "a straight or a flush" if comes == STRAIGHT else "a pair or better"
        return f"The {best.pair} is made; along the {other.array} {what} comes only {other.times(comes)}."
    if other.pair and not best.pair:
        return (
            f"A straight or a flush comes {best.times(STRAIGHT)} along the {best.array}; along the {other.array} the"
            f" {other.pair} is made."
        )
    straights = "A straight or better" if best.pair else "A straight or a flush"
    for least, what in ((STRAIGHT, straights), (TWO_PAIR, "Two pair or better"), (PAIR, "A pair or better")):
        if best.becomes(least) > other.becomes(least):
            return (
                f"{what} comes {best.times(least)} along the {best.array}, and {other.times(least)} along the"
                f" {other.array}."
            )
    return ""
