"""Decisions of Double Attack Blackjack that change with the rules: the double attack, and the first two cards."""

from __future__ import annotations

from fractions import Fraction

from pitboss.games.double_attack_blackjack.mathematics.choices import ATTACK, PASS, words
from pitboss.games.double_attack_blackjack.mathematics.counting_cards import VALUES
from pitboss.games.double_attack_blackjack.mathematics.counting_rounds import Terms, optimal
from pitboss.mathematics.choices import MOST, ByUp, Changed, Changes
from pitboss.mathematics.counting.compiled import Tick


def changes(before: Terms, after: Terms, tick: Tick | None = None) -> Changes:
    """The double attacks and the decisions on two cards that differ between the best plays under both terms.

    ``share`` counts the decisions on two cards.
    """
    then = {one.up: one for one in optimal(before, tick)}
    found: list[Changed] = []
    by_up: list[ByUp] = []
    share = Fraction(0)
    for now in sorted(optimal(after, tick), key=lambda one: one.up or VALUES):  # the ace comes last
        was, chance, pairs = then[now.up], after.chance(now.up), dict(after.against(now.up).two_cards())
        up, before_this = words([now.up]), len(found)
        if was.attack != now.attack:
            choices = (ATTACK, PASS) if was.attack else (PASS, ATTACK)
            found.append(_changed(f"{up} up", *choices, chance, up))
        for pair, action in now.decisions.items():
            if was.decisions.get(pair, action) != action:
                often = chance * Fraction(pairs[pair])
                found.append(_changed(f"{words(pair)} against {up}", was.decisions[pair], action, often, up))
                share += often
        by_up.append(ByUp(up=up, count=len(found) - before_this, of=1 + len(now.decisions)))
    found.sort(key=lambda one: -one.share)
    return Changes(
        count=len(found), of=sum(one.of for one in by_up), share=share, examples=tuple(found[:MOST]), by_up=tuple(by_up)
    )


def _changed(state: str, before: str, after: str, share: Fraction, up: str) -> Changed:
    return Changed(state=state, before=before, after=after, share=share, up=up)
