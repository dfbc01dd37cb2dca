"""The par sheet: what a test lab or a licensee's submission states about a game under one set of rules.

This module collects the content for all formats, which ``writing`` writes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from hashlib import sha256
from math import sqrt
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.basics import __version__
from pitboss.basics.clauses import Ruling, ruling
from pitboss.basics.money import dollars
from pitboss.engine import registry
from pitboss.engine.game import PaySheet
from pitboss.engine.rules import describe, to_builtins
from pitboss.mathematics import any_game
from pitboss.mathematics.counting.store import sources_digest
from pitboss.mathematics.results import (
    Bars,
    Distribution,
    GameOdds,
    Moments,
    Outcome,
    Picture,
    ProgressiveValue,
    WagerOdds,
    normal_error,
)
from pitboss.report.drawing import stamped
from pitboss.report.numbers import signed

if TYPE_CHECKING:
    from pitboss.mathematics.counting.compiled import Tick

ROUNDS = tuple(10**power for power in range(3, 10))
DEVIATIONS = {"95%": 1.959963984540054, "99%": 2.5758293035489}
"""Standard deviations on either side of the mean, by the share of results within them."""
SHARES = {"95%": 0.95, "99%": 0.99}
IN_CENTS = re.compile(",? in cents")
"""How an option tells that it is an amount. A par sheet has it in dollars."""
MOST_COUNTED = 10_000
"""The most rounds whose bands are counted."""
PER = 10_000_00
MOST_OTHERS = 6


class Option(msgspec.Struct, frozen=True):
    """An option of the rules, with the licensee's choice."""

    name: str
    value: str
    means: str
    changed: bool
    """Whether the value differs from the document's default."""


class OutcomeLine(msgspec.Struct, frozen=True):
    """An outcome with its probability and return."""

    outcome: Outcome
    probability: Fraction
    """The share of all deals."""
    returns: Fraction | None
    """The part that this outcome contributes to the expected value of the wager."""


class ResultLine(msgspec.Struct, frozen=True):
    """A net result of a round with its probability and return."""

    net: Fraction
    weight: int | Fraction
    probability: Fraction
    returns: Fraction


class Band(msgspec.Struct, frozen=True):
    """The confidence band of the house edge over a number of rounds."""

    rounds: int
    between: dict[str, tuple[float, float]]
    skewness: float | None
    """The skewness of the average. If it is far from zero, the normal distribution is a rough approximation."""
    counted: bool
    """Whether the bounds are exact quantiles, and not by the normal distribution."""
    error: float | None
    """How far the share of runs within the bounds can be from what is named. None if it is unknown. Quantiles that are
    counted have more than their share within them, since results lie apart."""


class EnvyLine(msgspec.Struct, frozen=True):
    """A progressive wager with a number of other players. The meters are as reported."""

    others: int
    value: Fraction
    break_even: dict[str, Fraction]
    """Cents, by meter."""


class ParSheet:
    """The parts of a par sheet."""

    def __init__(self, odds: GameOdds) -> None:
        self.odds = odds
        self.game = registry.game(odds.game)

    @cached_property
    def identification(self) -> dict[str, str]:
        from pitboss.verification.proofs import proved  # brings the compiler

        odds, rules = self.odds, self.odds.rules
        decks = self.game.decks(rules)
        pack = f"{decks} deck{'s' if decks > 1 else ''} of {len(self.game.pack)} cards"
        return {
            "game": odds.game,
            "title": odds.title,
            **({"status": odds.study} if odds.study else {}),
            "rules hash (SHA-256)": odds.rules_hash,
            "cards": pack,
            "base wager": self.game.base,
            "table minimum and maximum": f"{dollars(rules.table_minimum)} to {dollars(rules.table_maximum)}",
            "strategy": odds.strategy,
            "combinations": f"{odds.combinations:,}",
            **({"proved by brute force": proof.in_words(odds)} if (proof := proved(self.game)) else {}),
            "software": f"Pitboss {__version__}",
            "digest of the sources": sources_digest(*registry.sources(self.game, "odds")),
        }

    @cached_property
    def options(self) -> list[Option]:
        """Every option except the pay tables."""
        rules = self.odds.rules
        means, chosen, default = describe(type(rules)), to_builtins(rules), to_builtins(type(rules)())
        return [
            Option(
                name,
                _option_text(value, means.get(name, "")),
                IN_CENTS.sub("", means.get(name, "")),
                value != default[name],
            )
            for name, value in chosen.items()
            if not _is_pay_table(value)
        ]

    @cached_property
    def pay_tables(self) -> PaySheet:
        return self.game.pays(self.odds.rules)

    @cached_property
    def rulings(self) -> list[Ruling]:
        return [ruling(self.odds.title, name) for name in self.odds.rulings]

    @cached_property
    def by_result(self) -> Distribution | None:
        """The distribution of the results of a round. None if only mean and variance are known."""
        return self.odds.results if isinstance(self.odds.results, Distribution) else None

    @cached_property
    def result_lines(self) -> list[ResultLine]:
        if self.by_result is None:
            return []
        total = Fraction(self.by_result.total)
        return [
            ResultLine(net, weight, weight / total, net * weight / total)
            for net, weight in self.by_result.weights.items()
        ]

    @cached_property
    def exposure(self) -> int | None:
        """The most that the house can lose to a hand in a round, in cents, without side wagers."""
        if self.by_result is None:
            return None
        most = int(max(self.by_result.weights) * self.odds.rules.table_maximum)
        return min(most, self.odds.set_cap) if self.odds.set_cap else most

    @cached_property
    def parts(self) -> dict[str, Fraction] | None:
        """The part of each wager in the expected value of a round. None if the parts do not add up to it."""
        parts = {name: wager.adds for name, wager in self.odds.wagers.items() if not wager.side}
        return parts if sum(parts.values()) == self.odds.expected_value else None

    def pictures(self, tick: Tick | None = None) -> list[Picture]:
        """Charts of optimal play under these rules, and the results of rounds under the strategy of this sheet."""
        found = any_game.pictures(self.game, self.odds.rules, tick=tick)
        every = found if self.by_result is None else [*found, value_distribution(self.odds)]
        return [stamped(one, self.odds) for one in every]


def _is_pay_table(value: Any) -> bool:
    return isinstance(value, dict) and any(isinstance(line, str) for line in value.values())


def _option_text(value: Any, means: str) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and IN_CENTS.search(means):
        return dollars(value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {part}" for name, part in value.items()) or "none"
    return str(value)


def pay_table_hash(wager: WagerOdds) -> str:
    """A digest of the outcomes of a wager and what each pays. Equal pay tables have equal digests."""
    said = msgspec.json.encode([(one.name, one.pays) for one in wager.outcomes])
    return sha256(said).hexdigest()


def lines(wager: WagerOdds) -> list[OutcomeLine]:
    """The outcomes of a wager, each with its probability and return."""
    total = Fraction(wager.combinations)
    deals = sum((Fraction(one.count) for one in wager.outcomes if one.net is not None), Fraction(0))
    found = []
    for one in wager.outcomes:
        share = None if one.net is None or not deals else one.count / deals
        found.append(OutcomeLine(one, one.count / total, None if share is None else share * (one.net or 0)))
    return found


def bands(results: Moments, *, count: bool = False) -> list[Band]:
    """Confidence bands of the house edge for 1,000 to 1,000,000,000 rounds.

    Counted up to 10,000 rounds if that is wanted and their law is known; else by the normal distribution.
    """
    found: list[Band] = []
    error: float | None
    for rounds in ROUNDS:
        law = results if count and isinstance(results, Distribution) and rounds <= MOST_COUNTED else None
        if law is not None:
            between, error = _counted(tuple(law.weights.items()), rounds)
        else:
            between = {share: results.band(rounds, deviations) for share, deviations in DEVIATIONS.items()}
            error = band_error(results, rounds)
        skewness = None if results.skewness is None else results.skewness / sqrt(rounds)
        edges = {share: (-high, -low) for share, (low, high) in between.items()}
        found.append(Band(rounds, edges, skewness, law is not None, error))
    return found


@lru_cache(maxsize=20)
def _counted(
    weights: tuple[tuple[Fraction, int | Fraction], ...], rounds: int
) -> tuple[dict[str, tuple[float, float]], float]:
    """The bounds of the average result, by share, and how far a share can be off."""
    from pitboss.mathematics.evening import law_in_units, total_of

    law, unit = law_in_units(Distribution(dict(weights)))
    total = total_of(law, rounds)
    between = {
        name: (total.quantile((1 - share) / 2) / (unit * rounds), total.quantile((1 + share) / 2) / (unit * rounds))
        for name, share in SHARES.items()
    }
    return between, total.bound


def band_error(results: Moments, rounds: int) -> float | None:
    """How far the share of runs within a band can be from what the normal distribution says. None if it is unknown."""
    if results.third is None or not results.variance:
        return None
    return min(1.0, 2 * normal_error(rounds * results.third, rounds * float(results.variance)))


def beside(value: ProgressiveValue) -> list[EnvyLine]:
    """A progressive wager by the number of other players. There is one line if it has no envy bonus."""
    showing = {meter.name: meter.at for meter in value.meters}
    return [
        EnvyLine(
            others,
            value.value(showing, others),
            {meter.name: value.break_even(meter.name, others) for meter in value.meters if meter.share},
        )
        for others in range(MOST_OTHERS + 1 if value.envy else 1)
    ]


def at_seed(value: ProgressiveValue) -> Fraction:
    """The value with every meter at its seed."""
    return value.value({meter.name: meter.seed for meter in value.meters})


def with_progressive(wagers: Sequence[WagerOdds]) -> list[tuple[WagerOdds, ProgressiveValue]]:
    return [(wager, wager.progressive) for wager in wagers if wager.progressive is not None]


def value_distribution(odds: GameOdds) -> Bars:
    """The distribution of the net result of a round, as a bar chart."""
    if not isinstance(odds.results, Distribution):
        raise ValueError(f"the distribution of results of {odds.game} is unknown; only mean and variance are known")
    weights, total = odds.results.weights, odds.results.total
    kinds = tuple("win" if net > 0 else "lose" if net < 0 else "push" for net in weights)
    every = {"win": "the player wins", "push": "no win or loss", "lose": "the player loses"}
    return Bars(
        name="results",
        title=f"{odds.title}: how rounds end" + (f" ({odds.study})" if odds.study else ""),
        labels=tuple(signed(float(net)) for net in weights),
        values=tuple(float(weight / total) for weight in weights.values()),
        kinds=kinds,
        legend={kind: words for kind, words in every.items() if kind in kinds},
        unit="share of rounds, by net result in units of the base wager",
        note=f"Strategy {odds.strategy}, without side wagers.",
    )
