"""Why a raise along an array is better than the other one or a fold, from the counts of what the hand becomes."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from pitboss.basics.cards import PACK_52, RANK_NAMES, one_of, parse_cards, plural, rank
from pitboss.basics.poker import PAIR, STRAIGHT, TWO_PAIR
from pitboss.games.double_cross_poker.mathematics.one_hand import FOLD
from pitboss.mathematics.decision_values import Contest, against_fold, money, percent, shown_or_hidden, times

FOLD_OR_RAISE, EXPOSE_OR_CONCEAL = "fold or raise", "expose or conceal"
HIGHER_WITH = "higher with "
"""How the words of an end begin in which the player's hand is higher."""
HIDDEN = 2
"""The cards of an array that are face down."""
NAMES = {2: "a pair of", 3: "three"}
"""What so many cards of a rank are called."""


def reason(contest: Contest) -> str:
    if contest.about == EXPOSE_OR_CONCEAL:
        return shown_or_hidden(contest, "Your two cards and the open card of the vertical")
    raised = [_Line(contest, do) for do in (contest.best, contest.other) if do != FOLD]
    if len(raised) == 1:
        (one,) = raised
        hold = f"you hold {one.made}" if one.made else f"a pair or better {one.comes(PAIR)}"
        end = against_fold(contest, one.array, "raising")
        return f"Along the {one.array} {hold}, and you end higher {percent(one.higher)} of the time. {end}"
    return " ".join(filter(None, (_difference(*raised), _higher(*raised))))


class _Line:
    """An array with the player's two cards: what they make now, and what they become."""

    def __init__(self, contest: Contest, array: str) -> None:
        hand, (card,) = parse_cards(contest.known["hand"]), parse_cards(contest.known[array])
        self.contest, self.array, self.worth = contest, array, contest.values[array]
        self.open = rank(card)
        ranks = [self.open, *map(rank, hand)]
        most = max(ranks, key=ranks.count)
        self.made = f"{NAMES[ranks.count(most)]} {plural(most)}" if ranks.count(most) > 1 else ""
        """The pair or the three of a kind. Empty if there is none."""
        higher = [end for end in contest.ends if end.do == array and end.how.startswith(HIGHER_WITH)]
        self.higher = sum((end.share for end in higher), Fraction(0))
        """The part of the deals in which the hand ends higher."""
        self.wins = sum((end.share * end.cents for end in higher), Fraction(0)) / (self.higher or 1)
        """What a higher hand wins on average."""
        self.draws = comb(len(PACK_52) - sum(len(some.split()) for some in contest.known.values()), HIDDEN)

    def becomes(self, least: int) -> Fraction:
        return self.contest.becomes(self.array, least)

    def times(self, least: int) -> str:
        """How often the hand becomes this category or a better one, of the ways in which its cards can be turned."""
        return times(self.becomes(least), self.draws)

    def comes(self, least: int, only: str = "") -> str:
        """The same with its verb: ``comes 90 times in 1,128``."""
        return f"comes {only}{self.times(least)}" if self.becomes(least) else "never comes"


def _difference(best: _Line, other: _Line) -> str:
    """What sets the lines apart: a hand that is made, what comes more often, or the open cards. Empty if none does."""
    if best.made != other.made and best.made and other.made:
        return f"Along the {best.array} you hold {best.made}, and along the {other.array} {other.made}."
    drawing = best if other.made else other
    comes, what = (STRAIGHT, "a straight or a flush") if drawing.becomes(STRAIGHT) else (PAIR, "a pair or better")
    if best.made and not other.made:
        draw = f"{what} {other.comes(comes, 'only ')}"
        return f"Along the {best.array} you hold {best.made}; along the {other.array} {draw}."
    if other.made and not best.made:
        draw = f"{what} {best.comes(comes)}"
        return f"Along the {best.array} {draw}; along the {other.array} you hold {other.made}."
    straights = "A full house or better" if best.made else "A straight or a flush"
    for least, what in ((STRAIGHT, straights), (TWO_PAIR, "Two pair or better"), (PAIR, "A pair or better")):
        if best.becomes(least) > other.becomes(least):
            return (
                f"{what} {best.comes(least)} along the {best.array}, and {other.times(least)} along the {other.array}."
            )
    if best.open == other.open:
        return f"Both arrays show {one_of(best.open)}, so only the suits differ."
    if best.open > other.open:
        shown = (f"the open {RANK_NAMES[line.open]} of the {line.array}" for line in (best, other))
        return f"{' is higher than '.join(shown)}.".capitalize()
    return ""


def _higher(best: _Line, other: _Line) -> str:
    """How often the lines end higher and, if that does not tell why one is better, what does."""
    gap, shares = best.worth - other.worth, (percent(best.higher), percent(other.higher))
    if shares[0] == shares[1]:
        more = f"the {best.array} is worth {money(gap)} more" if gap else "both are worth the same"
        return f"You end higher {shares[0]} of the time along either array, and {more}."
    pay = ""
    if best.higher < other.higher and best.wins > other.wins:
        average = f"{money(best.wins)} on average, against {money(other.wins)}"
        pay = f", but a higher hand wins more along the {best.array}: {average}"
    return (
        f"You end higher {shares[0]} of the time along the {best.array}, and {shares[1]} along the {other.array}{pay}."
    )
