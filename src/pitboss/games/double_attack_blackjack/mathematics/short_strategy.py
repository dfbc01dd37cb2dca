"""The short strategy of Double Attack Blackjack: the double attack in a line, and then the best chart of totals."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pitboss.games.double_attack_blackjack.mathematics.counting_cards import ACE
from pitboss.games.double_attack_blackjack.mathematics.counting_rounds import chart_rounds, optimal
from pitboss.games.double_attack_blackjack.mathematics.odds import terms_of
from pitboss.games.double_attack_blackjack.mathematics.pictures import UPS
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.short_strategy import Rule, ShortStrategy

TENS = UPS[-2]


def short_strategy(rules: DoubleAttackRules, tick: Tick | None = None) -> ShortStrategy:
    terms = terms_of(rules)
    found = chart_rounds(terms, tick)
    best = sum((terms.chance(one.up) * one.value for one in optimal(terms, tick)), Fraction(0))
    value = sum((terms.chance(one.up) * one.value for _, one in found), Fraction(0))
    return ShortStrategy(
        game="double_attack_blackjack",
        base="initial wager",
        steps=(*_attack([chart.attack for up in UPS for chart, one in found if one.up == up]), *_insurance(rules)),
        cost=best - value,
        optimal=best,
        note="Then play by the chart, which has every total and pair against every up card.",
    )


def _attack(attacks: Sequence[bool]) -> tuple[Rule, ...]:
    """The rules for the double attack, from whether the chart attacks each up card."""
    decision, attack, leave = "double attack", "place the double attack in full", "leave it out"
    if all(attacks):
        return (Rule(decision, "", attack),)
    if not any(attacks):
        return (Rule(decision, "", "leave out the double attack"),)
    shown = [up for up, one in zip(UPS, attacks, strict=True) if one]
    return Rule(decision, f"the dealer shows {ups_in_words(shown)}", attack), Rule(decision, "", leave)


def _insurance(rules: DoubleAttackRules) -> tuple[Rule, ...]:
    """The rule for insurance, if the same is best whatever cards of the round a player has seen. Otherwise none."""
    shoe = terms_of(rules).shoe
    others = 2 * rules.positions
    left = sum(shoe) - 1 - others
    back, per = rules.insurance_odds.back
    decision = "insurance"
    if back * shoe[TENS] <= per * left:  # no card that was seen counts ten
        return (Rule(decision, "", "leave it out"),)
    if back * (shoe[TENS] - others) >= per * left:  # all of them do
        return (Rule(decision, "", "take it in full"),)
    return ()


def ups_in_words(ups: Sequence[int]) -> str:
    """Up cards in words, with runs of numbers joined: ``2 to 8``."""
    runs: list[list[int]] = []
    for up in ups:
        if runs and up not in (ACE, TENS) and up == runs[-1][-1] + 1:
            runs[-1].append(up)
        else:
            runs.append([up])
    words = [_run(run) for run in runs]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _run(run: Sequence[int]) -> str:
    if run[0] in (ACE, TENS):
        return "an ace" if run[0] == ACE else "a jack, queen or king"
    first, last = run[0] + 1, run[-1] + 1
    return f"{first}" if first == last else f"{first} to {last}"
