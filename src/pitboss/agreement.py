"""Simulated rounds held against the exact odds: every game, every wager, every way that one can end.

A share is judged by the exact binomial chance of a count so far out, on either side, and a mean by the normal
distribution. The level is the chance that any comparison at all fails where everything is right; it is shared out
evenly among them (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import erfc, exp, lgamma, log, log1p, sqrt
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss import games
from pitboss.simulation.any_game import least_of_each, simulate
from pitboss.table.rules import load

if TYPE_CHECKING:
    from pitboss.simulation.results import Simulated

LEVEL = 0.001
"""The chance that a right program fails, over all comparisons together."""
MANY = 10_000
"""Counts from which the normal distribution is as good as the binomial."""

SIDE_WAGERS: dict[str, Any] = {
    "five_card": True,
    "five_card_seed": 10_000_00,
    "magic_card": True,
    "magic_card_every": 10,
    "lucky_bonus": True,
    "lucky_bonus_every": 10,
}
"""Options with which Caribbean Stud offers every wager."""
COVER_ALL_SEATS = range(2, 8)
"""Seats at which Cover All is over three hands to eight; at one seat it is over two."""
ATTACK = "double_attack_blackjack"


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A table that is simulated, with every wager placed that its rules offer."""

    game: str
    rules: dict[str, Any] = {}
    strategy: str = "optimal"
    seats: int = 1
    more: dict[str, Any] = {}

    def __str__(self) -> str:
        told = [f"{name} {value}" for name, value in self.rules.items() if name not in SIDE_WAGERS]
        seats = [f"{self.seats} seats"] if self.seats > 1 else []
        return ", ".join((f"strategy {self.strategy}", *told, *seats))


def cases(game: str) -> list[Case]:
    """Every wager, pay table and number of hands that has exact odds, and strategies that play differently."""
    if game == "caribbean_stud":
        return _pay_tables()
    if game == ATTACK:  # exact values are of a full shoe, so each round gets one
        more, other = {"penetration": 0.0}, {"decks": 8, "hole_card": "card reader"}
        played = [Case(game=game, strategy=one, more=more) for one in ("optimal", "chart", "always", "never")]
        return [*played, Case(game=game, strategy="chart", rules=other, more=more)]
    return [Case(game=game, strategy=one) for one in ("optimal", "always", "never")]


def _pay_tables() -> list[Case]:
    """Caribbean Stud with each of its progressive tables, and between them each bonus table; then with several seats,
    for Cover All over each number of hands, and for each table of envy."""
    from pitboss.games.caribbean_stud.rules import ENVY, PROGRESSIVE, SEEDS

    found = []
    for at, name in enumerate(PROGRESSIVE):
        rules: dict[str, Any] = {"bonus": "ABC"[at % 3], "progressive": name}
        if name == "PTMGL02":
            rules["progressive_wager"] = 5_00
        rules["progressive_linked"] = name in SEEDS
        if len(SEEDS.get(name, ())) > 1:
            first, *rest = SEEDS[name]
            rules["progressive_shares"] = {first: 100 - 20 * len(rest), **dict.fromkeys(rest, 20)}
        found.append(Case(game="caribbean_stud", rules={**SIDE_WAGERS, **rules}))
    with_envy = [case for case in found if case.rules["progressive"] in ENVY]
    most = len(COVER_ALL_SEATS)
    return [
        *found,
        *(msgspec.structs.replace(case, seats=COVER_ALL_SEATS[at % most]) for at, case in enumerate(with_envy)),
    ]


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """A simulated figure and its exact value, with the chance of a difference so large, either way."""

    game: str
    case: str
    """The table: strategy, options, seats."""
    wager: str
    outcome: str
    found: float
    exact: float
    chance: float


def played(case: Case, rounds: int, seed: int | str = 1) -> Simulated:
    """Rounds at a table with every wager placed that its rules offer."""
    rules = load(case.game, games.game(case.game).rules, case.rules)
    placed = least_of_each(case.game, rules)
    return simulate(
        case.game, rules, rounds=rounds, seed=seed, wagers=placed, seats=case.seats, strategy=case.strategy, **case.more
    )


def cut_card_effect(rounds: int, seed: int | str = 1) -> str:
    """What a shoe that is dealt to its cut card is worth beside a full one, in words."""
    return " ".join(simulate(ATTACK, rounds=rounds, seed=seed, strategy="chart").notes)


def comparisons(case: Case, found: Simulated) -> Iterator[Comparison]:
    """Everything that a run can be held against. Shares are judged where each round counts once."""
    for result in found.results:
        about = {"game": found.game, "case": str(case), "wager": result.name}
        if result.exact is not None and result.z is not None:
            chance = erfc(abs(result.z) / sqrt(2))
            exact = float(Fraction(result.exact))
            yield Comparison(**about, outcome="", found=result.mean, exact=exact, chance=chance)
        for one in result.outcomes if result.hands == found.rounds else ():
            if one.exact is not None:
                chance = binomial(one.count, result.hands, one.exact)
                yield Comparison(**about, outcome=one.name, found=one.share, exact=one.exact, chance=chance)


def failures(made: list[Comparison], level: float = LEVEL) -> list[Comparison]:
    """Those that are farther out than chance lets, at a level over all of them."""
    return [one for one in made if one.chance < level / len(made)]


def binomial(count: int, trials: int, chance: float) -> float:
    """The chance of a count so far from what is expected, either way: twice that of its own side, one at most.

    >>> round(binomial(0, 10, 0.5), 6), binomial(5, 10, 0.5)
    (0.001953, 1.0)
    >>> binomial(3, 10, 0.0), binomial(0, 10, 0.0)
    (0.0, 1.0)
    """
    if chance <= 0 or chance >= 1:
        return float(count == round(trials * chance))
    expected = trials * chance
    if expected > MANY and trials - expected > MANY:
        return erfc(max(0.0, abs(count - expected) - 0.5) / sqrt(2 * expected * (1 - chance)))
    step = 1 if count >= expected else -1
    total, at = 0.0, count
    while 0 <= at <= trials:
        one = exp(
            lgamma(trials + 1)
            - lgamma(at + 1)
            - lgamma(trials - at + 1)
            + at * log(chance)
            + (trials - at) * log1p(-chance)
        )
        total += one
        if one < total * 1e-12:
            break
        at += step
    return min(1.0, 2 * total)
