"""Why a choice is better than another, in words, from the counts that their prices rest on."""

from __future__ import annotations

from fractions import Fraction

from pitboss.basics.money import dollars, whole_cents
from pitboss.mathematics.decision_values import Contest

FEW = 10_000
"""Counts below this are told as they are, larger ones as percentages."""


def percent(share: Fraction) -> str:
    """A share with one digit after the point. What is not quite all or nothing is not told so.

    >>> percent(Fraction(5, 16)), percent(Fraction(1, 9999)), percent(Fraction(9998, 9999)), percent(Fraction(1))
    ('31.3%', 'under 0.1%', 'over 99.9%', '100%')
    """
    if share in (0, 1):
        return f"{100 * int(share)}%"
    tenths = int(share * 1000 + Fraction(1, 2))  # half of one rounds up
    if tenths in (0, 1000):
        return "over 99.9%" if tenths else "under 0.1%"
    return f"{tenths / 10:.1f}%"


def times(share: Fraction, of: int) -> str:
    """How often something comes in so many ways: as a count if there are few, else as a percentage.

    >>> times(Fraction(15, 188), 1128), times(Fraction(1, 4), 163_184), times(Fraction(0), 1128)
    ('90 times in 1,128', '25.0% of the time', 'never')
    """
    if share in (0, 1):
        return "every time" if share else "never"
    ways = share * of
    if of >= FEW or ways.denominator != 1:
        return f"{percent(share)} of the time"
    return f"once in {of:,}" if ways == 1 else f"{int(ways):,} times in {of:,}"


def money(cents: Fraction | int) -> str:
    """An amount without its sign, to a cent. Half a cent rounds up.

    >>> money(Fraction(-1250)), money(Fraction(500)), money(Fraction(1, 3))
    ('$12.50', '$5', 'less than a cent')
    """
    whole = abs(whole_cents(cents))
    return dollars(whole) if whole or not cents else "less than a cent"


def on_average(cents: Fraction) -> str:
    """What comes of a choice: ``wins $1.25 on average``."""
    return f"{'wins' if cents > 0 else 'loses'} {money(cents)} on average" if cents else "breaks even on average"


def against_fold(contest: Contest, do: str, called: str = "", fold: str = "fold") -> str:
    """Whether to go on or to give up, from what both are worth. ``called`` names the choice, or else its game does.

    Amounts that look alike to the cent are not told side by side as if they differed.
    """
    worth, gives_up, who = contest.values[do], contest.values[fold], called or contest.doing(do)
    if worth >= 0:
        return f"So {who} {on_average(worth)}, and a fold gives up {money(gives_up)}."
    if worth == gives_up:
        return f"So {who} loses {money(worth)} on average, as much as a fold gives up."
    than = "less than" if worth > gives_up else "more than"
    if money(worth) == money(gives_up):
        return f"So {who} loses {money(worth)} on average, a fraction of a cent {than} a fold gives up."
    return f"So {who} loses {money(worth)} on average, {than} the {money(gives_up)} that a fold gives up."


def compared(contest: Contest) -> str:
    """What the best choice and the other one are worth: ``So hitting loses $2.07 on average, and standing $2.70.``"""
    best, other = contest.values[contest.best], contest.values[contest.other]
    first, second = contest.doing(contest.best), contest.doing(contest.other)
    if best == other:
        return f"So {first} and {second} are worth the same."
    if (best > 0) != (other > 0) or not best:
        return f"So {first} {on_average(best)}, and {second} {on_average(other).removesuffix(' on average')}."
    if money(best) == money(other):
        than = "more than" if best > 0 else "less than"
        return f"So {first} {on_average(best)}, a fraction of a cent {than} {second}."
    return f"So {first} {on_average(best)}, and {second} {money(other)}."


def shown_or_hidden(contest: Contest, cards: str, show: str = "expose", hide: str = "conceal") -> str:
    """Whether to show cards for a side wager, which they have decided already."""
    shown, hidden = contest.values[show], contest.values[hide]
    if shown == hidden:
        return f"{cards} win nothing, so the wager of {money(hidden)} loses, shown or hidden."
    if shown <= 0:  # a study may pay so little
        return f"{cards} bring back {money(shown - hidden)} of the wager if you show them. Hidden, all of it loses."
    return f"{cards} win {money(shown)} if you show them. Hidden, the wager of {money(hidden)} loses."


def by_ends(contest: Contest) -> str:
    """How often both choices win and lose, if a game has no words of its own. Empty if that was not counted."""
    counted = [do for do in (contest.best, contest.other) if any(end.do == do for end in contest.ends)]
    said = (
        f"{contest.doing(do)} wins {percent(contest.won(do))} of the time and loses {percent(contest.lost(do))}"
        for do in counted
    )
    words = "; ".join(said)
    return f"{words[0].upper()}{words[1:]}." if words else ""
