"""Odds, advice and strategy pictures as values. Games compute them, and ``report/drawing.py`` draws the pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from math import sqrt
from typing import Any

import msgspec

from pitboss.basics.errors import Defect
from pitboss.basics.money import Odds


class Moments:
    """Mean, variance and skewness of a result, in units of the wager.

    >>> even_money = Moments(Fraction(-1, 37), Fraction(1368, 1369))
    >>> round(even_money.standard_deviation, 4), even_money.skewness is None
    (0.9996, True)
    """

    def __init__(self, mean: Fraction, variance: Fraction, skewness: float | None = None) -> None:
        self._mean, self._variance, self._skewness = mean, variance, skewness

    @property
    def mean(self) -> Fraction:
        return self._mean

    @property
    def variance(self) -> Fraction:
        return self._variance

    @property
    def skewness(self) -> float | None:
        """None if it is unknown or the variance is zero."""
        return self._skewness

    @property
    def third(self) -> float | None:
        """The mean of the third power of the distance from the mean. None if it is unknown."""
        return None

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    def band(self, rounds: int, deviations: float = 1.96) -> tuple[float, float]:
        """The range of the average result over ``rounds`` rounds: the mean plus or minus so many standard errors."""
        half = deviations * self.standard_deviation / sqrt(rounds)
        return float(self.mean) - half, float(self.mean) + half


class Distribution(Moments):
    """Net results, each with the number (or the weight) of the deals that end in it.

    >>> dice = Distribution({Fraction(1): 1, Fraction(-1): 3})
    >>> dice.total, dice.mean, dice.variance
    (4, Fraction(-1, 2), Fraction(3, 4))
    """

    def __init__(self, weights: Mapping[Fraction, int | Fraction]) -> None:
        self.weights = {net: weight for net, weight in sorted(weights.items()) if weight}
        self.total = sum(self.weights.values())

    @classmethod
    def of(cls, pairs: Iterable[tuple[Fraction, int | Fraction]]) -> Distribution:
        """A distribution of results that may appear more than once in ``pairs``."""
        weights: dict[Fraction, int | Fraction] = {}
        for net, weight in pairs:
            weights[net] = weights.get(net, 0) + weight
        return cls(weights)

    def _moment(self, power: int, about: Fraction = Fraction(0)) -> Fraction:
        return Fraction(sum(((net - about) ** power * weight for net, weight in self.weights.items()), Fraction(0))) / (
            self.total
        )

    @cached_property
    def mean(self) -> Fraction:
        return self._moment(1)

    @cached_property
    def variance(self) -> Fraction:
        return self._moment(2) - self.mean**2

    @cached_property
    def skewness(self) -> float | None:
        return float(self._moment(3, self.mean)) / self.standard_deviation**3 if self.variance else None

    @cached_property
    def third(self) -> float:
        far = (abs(net - self.mean) ** 3 * weight for net, weight in self.weights.items())
        return float(sum(far, Fraction(0)) / self.total)

    def above(self, net: Fraction | int = 0) -> Fraction:
        """The share of deals with a higher result."""
        return Fraction(sum(weight for result, weight in self.weights.items() if result > net)) / self.total

    def over(self, limit: Fraction) -> Fraction:
        """The average excess of results over a limit, which is the cost of a cap at that limit."""
        beyond = ((net - limit) * weight for net, weight in self.weights.items() if net > limit)
        return Fraction(sum(beyond, Fraction(0))) / self.total


ALIKE, UNLIKE = 0.4748, 0.56
"""Constants of the theorem of Berry and Esseen for rounds of one law and of several (I. Shevtsova, 2011 and 2010)."""


def normal_error(third: float, variance: float, *, alike: bool = True) -> float:
    """How far a chance by the normal distribution can be from the true one, for a sum of independent results.

    ``third`` is the sum of their absolute third moments about their means, ``variance`` that of their variances. They
    are ``alike`` if they have one law.

    >>> round(normal_error(third=100.0, variance=100.0), 5)  # a hundred throws of a fair coin
    0.04748
    """
    return min(1.0, (ALIKE if alike else UNLIKE) * third / (variance * sqrt(variance)))


BELOW_ZERO = "A house edge below zero is the player's gain."


def ratio(value: Fraction | int) -> str:
    """A fraction as text for programs: ``-1/37``."""
    exact = Fraction(value)
    return f"{exact.numerator}/{exact.denominator}"


def exact_dict(value: msgspec.Struct) -> dict[str, Any]:
    """The fields of a struct as plain data, with fractions as texts."""
    plain: dict[str, Any] = msgspec.to_builtins(value, enc_hook=ratio)
    return plain


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """One way a wager can end.

    >>> lost("pair of fives or less", 100).net
    Fraction(-1, 1)
    """

    name: str
    count: int | Fraction
    """The number of deals with this outcome. A fraction only if deals are not counted one by one."""
    net: Fraction | None
    """The net win for each unit of the wager, negative for a loss. None if the wager is not placed."""
    pays: str
    """The payment as players read it: ``50 to 1``, ``10% of meter``, ``push``, ``lose``."""
    meter: str = ""
    """The meter of which the outcome wins a share, if any."""
    share: Fraction = Fraction(0)
    """The share of the meter that the outcome wins."""
    unit: Fraction | None = None
    """The average stake with this outcome, in units of the base wager. None: that of the wager."""


def paid(name: str, count: int | Fraction, odds: Odds) -> Outcome:
    """An outcome that pays by odds."""
    back, per = odds.back
    return Outcome(name=name, count=count, net=Fraction(back, per) - 1, pays=str(odds))


def from_meter(name: str, count: int | Fraction, odds: Odds, showing: Mapping[str, int], stake: int) -> Outcome:
    """An outcome that wins a share of a meter on a wager of ``stake`` cents. ``showing`` holds the meters in cents."""
    share = Fraction(odds.pays, odds.per)
    net = share * showing[odds.meter] / stake - 1
    return Outcome(name=name, count=count, net=net, pays=str(odds), meter=odds.meter, share=share)


def pushed(name: str, count: int | Fraction) -> Outcome:
    return Outcome(name=name, count=count, net=Fraction(0), pays="push")


def lost(name: str, count: int | Fraction) -> Outcome:
    return Outcome(name=name, count=count, net=Fraction(-1), pays="lose")


def not_placed(name: str, count: int | Fraction) -> Outcome:
    return Outcome(name=name, count=count, net=None, pays="not placed")


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """The method and precision of a figure that was not counted over every deal."""

    rounds: int
    standard_error: float
    how: str


class MeterValue(msgspec.Struct, frozen=True, kw_only=True):
    """A meter that a progressive wager can win, and its part of the wager's value."""

    name: str
    at: int
    """The cents that the reported value assumes on the meter."""
    seed: int
    """The seed of the meter in cents."""
    share: Fraction
    """The average share of the meter that one wager wins."""
    hits: Fraction
    """The probability that one wager wins the whole meter."""


class ProgressiveValue(msgspec.Struct, frozen=True, kw_only=True):
    """A progressive wager as a function of its meters: ``fixed`` plus a share of each meter."""

    stake: int
    """The wager, in cents."""
    fixed: Fraction
    """The average return of the lines that do not pay from a meter, for each unit staked."""
    meters: tuple[MeterValue, ...]
    envy: Fraction = Fraction(0)
    """The average return of envy bonuses for each other player, for each unit staked."""
    rate: Fraction = Fraction(0)
    """The share of each wager that the meters gain together."""
    long_run: Fraction | None = None
    """The long-run return of one unit: fixed pays, the rate and the seeds. None if a meter can never be won."""
    warnings: tuple[str, ...] = ()

    def value(self, showing: Mapping[str, int], others: int = 0) -> Fraction:
        """The expected net result for each unit, given the meters in cents and the number of other players."""
        won = sum((meter.share * showing[meter.name] for meter in self.meters), Fraction(0))
        return self.fixed + others * self.envy + won / self.stake - 1

    def per_cents(self, cents: int) -> dict[str, Fraction]:
        """The value that ``cents`` more on each meter add to one unit."""
        return {meter.name: meter.share * cents / self.stake for meter in self.meters}

    def break_even(self, meter: str, others: int = 0) -> Fraction:
        """The cents on a meter at which the wager breaks even. The other meters stay as reported.

        Returns 0 if the wager has a positive value at any amount.
        """
        found = next(one for one in self.meters if one.name == meter)
        showing = {one.name: 0 if one.name == meter else one.at for one in self.meters}
        return max(Fraction(0), -self.value(showing, others) * self.stake / found.share)


class WagerOdds(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The odds of one wager, for each unit staked on it.

    >>> from pitboss import odds
    >>> wager = odds("double_down_stud").wagers["original"]
    >>> wager.house_edge > 0, wager.outcomes[0].name
    (True, 'royal flush')
    """

    name: str
    clause: str
    outcomes: tuple[Outcome, ...]
    unit: Fraction = Fraction(1)
    """The stake when the wager is placed, in units of the base wager. A side wager is its own unit."""
    side: bool = False
    earned: bool = False
    """Whether it is won without a separate stake."""
    per: str = ""
    """The wager in whose units the results of an earned one are. Empty: the base wager."""
    table: str = ""
    """The letter or name of its pay table, if the document has several."""
    pays_like: str = ""
    """The wager before it whose pay table it shares, if any."""
    most: int = 0
    """The maximum stake in cents."""
    estimate: Estimate | None = None
    progressive: ProgressiveValue | None = None
    spread: Moments | None = None
    """Mean and variance, if they do not follow from the outcomes alone."""
    joint: Fraction | None = None
    """What one unit adds to the value of a round beside a base wager of one unit, with the play that is best for both.
    None if that is the expected value."""
    note: str = ""

    def at_meters(self, showing: Mapping[str, int]) -> WagerOdds:
        """The same wager with other amounts on its meters, in cents. A meter that is not named stays as it is."""
        if self.progressive is None:
            return self
        value = self.progressive
        now = {meter.name: showing.get(meter.name, meter.at) for meter in value.meters}
        outcomes = tuple(
            msgspec.structs.replace(one, net=one.share * now[one.meter] / value.stake - 1) if one.meter else one
            for one in self.outcomes
        )
        meters = tuple(msgspec.structs.replace(meter, at=now[meter.name]) for meter in value.meters)
        progressive = msgspec.structs.replace(value, meters=meters)
        return msgspec.structs.replace(self, outcomes=outcomes, progressive=progressive)

    @property
    def results(self) -> Moments:
        """Mean and variance of the net result for each unit, over the deals on which the wager is placed."""
        return self.spread if self.spread is not None else self.distribution

    @property
    def distribution(self) -> Distribution:
        """Net results for each unit with their counts, over the deals on which the wager is placed."""
        ends = [(one.net, one.count) for one in self.outcomes if one.net is not None and one.count]
        return Distribution.of(ends) if ends else Distribution({Fraction(0): 1})

    @property
    def combinations(self) -> int | Fraction:
        return sum(one.count for one in self.outcomes)

    @property
    def placed(self) -> Fraction:
        """The share of deals on which the wager is placed."""
        count = sum(one.count for one in self.outcomes if one.net is not None)
        return Fraction(count) / self.combinations

    @property
    def expected_value(self) -> Fraction:
        return self.results.mean if self.placed else Fraction(0)

    @property
    def adds(self) -> Fraction:
        """What it adds to the expected value of a round, in units of the base wager."""
        if all(one.unit is None for one in self.outcomes):
            return self.placed * self.unit * self.expected_value
        ends = ((one.count * one.net, one.unit) for one in self.outcomes if one.net is not None)
        won = sum((net * (self.unit if unit is None else unit) for net, unit in ends), Fraction(0))
        return won / self.combinations

    @property
    def house_edge(self) -> float:
        """The house's gain for each unit, or below zero the player's. Of an earned wager, for each unit of ``per``."""
        return float(-self.expected_value)

    @property
    def element_of_risk(self) -> float:
        """The loss divided by the stake. Zero for a wager without a separate stake."""
        return 0.0 if self.earned else self.house_edge

    @property
    def standard_deviation(self) -> float:
        return self.results.standard_deviation

    @property
    def skewness(self) -> float | None:
        return self.results.skewness

    @property
    def hit_frequency(self) -> Fraction:
        """The share of all deals on which the wager returns more than its stake."""
        won = sum(one.count for one in self.outcomes if one.net is not None and one.net > 0)
        return Fraction(won) / self.combinations

    @property
    def exposure(self) -> int:
        """The most that the house can lose on the wager, in cents, at the maximum stake and without a cap."""
        best = max((one.net for one in self.outcomes if one.net is not None), default=Fraction(0))
        return int(best * self.most)

    def as_dict(self) -> dict[str, Any]:
        total = self.combinations
        said: dict[str, Any] = {
            "expected_value": ratio(self.expected_value),
            "house_edge": self.house_edge,
            "element_of_risk": self.element_of_risk,
            "standard_deviation": self.standard_deviation,
            "skewness": self.skewness,
            "hit_frequency": float(self.hit_frequency),
            "placed": float(self.placed),
            "exposure": self.exposure,
            "outcomes": [
                {
                    "name": one.name,
                    "count": one.count if isinstance(one.count, int) else ratio(one.count),
                    "probability": float(Fraction(one.count) / total),
                    "pays": one.pays,
                    "net": None if one.net is None else ratio(one.net),
                }
                for one in self.outcomes
            ],
        }
        if self.table:
            said["table"] = self.table
        if self.estimate:
            said["estimate"] = msgspec.to_builtins(self.estimate)
        if self.progressive:
            said["progressive"] = _progressive_dict(self.progressive)
        if self.joint is not None:
            said |= {"joint": ratio(self.joint), "joint_edge": float(-self.joint)}
        if self.note:
            said["note"] = self.note
        return said


def _progressive_dict(value: ProgressiveValue) -> dict[str, Any]:
    showing = {meter.name: meter.at for meter in value.meters}
    return {
        "stake": value.stake,
        "fixed_return": ratio(value.fixed),
        "rate": ratio(value.rate),
        "envy_per_other_player": ratio(value.envy),
        "value_by_other_players": {str(others): ratio(value.value(showing, others)) for others in range(7)},
        "long_run_return": None if value.long_run is None else ratio(value.long_run),
        "warnings": list(value.warnings),
        "meters": {
            meter.name: {
                "at": meter.at,
                "seed": meter.seed,
                "share": ratio(meter.share),
                "hits": ratio(meter.hits),
                "value_per_10000_dollars": ratio(value.per_cents(10_000_00)[meter.name]),
                "break_even": float(value.break_even(meter.name)),
                "value_at_seed": ratio(value.value({one.name: one.seed for one in value.meters})),
            }
            for meter in value.meters
        },
    }


class Mistake(msgspec.Struct, frozen=True, kw_only=True):
    """A wrong decision of a strategy: the state and the cost."""

    state: str
    action: str
    best: str
    deals: int | Fraction
    """The number of deals that reach this decision, or one that differs from it only in suits."""
    each: Fraction
    """The loss each time, in units of the base wager."""
    cost: Fraction
    """The average loss over all deals."""


class CapEffect(msgspec.Struct, frozen=True, kw_only=True):
    """The average cost of a payout limit to the player, in units of the base wager."""

    base: int
    """The base wager, in cents."""
    cap: int
    """The limit, in cents."""
    cost: Fraction


class GameOdds(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The odds of a game under rules and a strategy: a round as a whole, and each wager alone.

    >>> from pitboss import odds
    >>> found = odds("double_down_stud")
    >>> found.combinations, list(found.wagers)
    (12994800, ['original', 'double'])
    """

    game: str
    title: str
    rules: Any
    strategy: str
    combinations: int
    results: Moments
    """Net results of a round in units of the base wager, without side wagers."""
    staked: Fraction
    """The average amount at risk, in units of the base wager, without side wagers."""
    action_frequency: dict[str, Fraction]
    wagers: dict[str, WagerOdds]
    winnings: Distribution | None = None
    """The wins of a hand to which the payout limit applies, if the document has one."""
    least_cap: int = 0
    """The lowest payout limit that the document permits, in cents. 0 if it does not say."""
    set_cap: int = 0
    """The payout limit of these rules in cents, 0 for none."""
    cost: Fraction = Fraction(0)
    """The average loss of the strategy against optimal play, in units of the base wager."""
    find_mistakes: Callable[[], tuple[Mistake, ...]] = tuple
    """Finds the costliest mistakes of the strategy, on first use."""
    summary: str = ""
    """The strategy in words."""
    rulings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        mark = f", {self.study}" if self.study else ""
        return f"<GameOdds of {self.game}{mark}, strategy {self.strategy}: house edge {self.house_edge:.4%}>"

    @property
    def rules_hash(self) -> str:
        digest: str = self.rules.digest
        return digest

    @property
    def study(self) -> str:
        """The mark of a study, if the document forbids these rules. Empty if they are lawful."""
        mark: str = self.rules.study
        return mark

    @property
    def defects(self) -> tuple[Defect, ...]:
        """What the document forbids in these rules."""
        return tuple(self.rules.defects()) if self.study else ()

    @cached_property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The costliest mistakes of the strategy, the costliest first."""
        return self.find_mistakes()

    def __reduce__(self) -> Any:
        """Pickle the mistakes, not the function that finds them, which holds every decision of the game."""
        return super(GameOdds, msgspec.structs.replace(self, find_mistakes=partial(tuple, self.mistakes))).__reduce__()

    @property
    def expected_value(self) -> Fraction:
        return self.results.mean

    @property
    def house_edge(self) -> float:
        return float(-self.expected_value)

    @property
    def element_of_risk(self) -> float:
        """The average loss divided by the average amount at risk."""
        return float(-self.expected_value / self.staked)

    @property
    def standard_deviation(self) -> float:
        return self.results.standard_deviation

    @property
    def caps(self) -> tuple[CapEffect, ...]:
        """The cost of the payout limit at the table minimum and maximum. Default limit: the document's lowest."""
        cap = self.set_cap or self.least_cap
        if self.winnings is None or not cap:
            return ()
        return tuple(self.cap(cap, base) for base in (self.rules.table_minimum, self.rules.table_maximum))

    def cap(self, cap: int, base: int) -> CapEffect:
        """The cost of a limit to a player with a base wager of ``base`` cents."""
        if self.winnings is None:
            raise ValueError(f"{self.game} has no payout limit")
        return CapEffect(base=base, cap=cap, cost=self.winnings.over(Fraction(cap, base)))

    def at_meters(self, showing: Mapping[str, int]) -> GameOdds:
        """The same odds with other amounts on the meters of progressive wagers, in cents."""
        wagers = {name: wager.at_meters(showing) for name, wager in self.wagers.items()}
        return msgspec.structs.replace(self, wagers=wagers)

    def as_dict(self) -> dict[str, Any]:
        marked = {"study": self.study, "defects": [str(defect) for defect in self.defects]} if self.study else {}
        return {
            "game": self.game,
            **marked,
            "rules_hash": self.rules_hash,
            "strategy": self.strategy,
            "combinations": self.combinations,
            "expected_value": ratio(self.expected_value),
            "house_edge": self.house_edge,
            "element_of_risk": self.element_of_risk,
            "standard_deviation": self.standard_deviation,
            "skewness": self.results.skewness,
            "staked": ratio(self.staked),
            "action_frequency": {action: ratio(share) for action, share in self.action_frequency.items()},
            "cost": ratio(self.cost),
            "mistakes": list(map(exact_dict, self.mistakes)),
            "cap": list(map(exact_dict, self.caps)),
            "notes": list(self.notes),
            "wagers": {name: wager.as_dict() for name, wager in self.wagers.items()},
        }

    def _repr_html_(self) -> str:
        """The odds for display in a notebook."""
        rows = "".join(
            f"<tr><td>{name}</td><td>{wager.house_edge:.4%}</td><td>{wager.standard_deviation:.4f}</td>"
            f"<td>{float(wager.hit_frequency):.4%}</td></tr>"
            for name, wager in self.wagers.items()
        )
        mark = f"<p><b>{self.study}</b></p>" if self.study else ""
        return (
            f"<h4>{self.title}, {self.strategy}</h4>{mark}<p>House edge <b>{self.house_edge:.4%}</b>, element of risk"
            f" {self.element_of_risk:.4%}, standard deviation {self.standard_deviation:.4f}</p>"
            f"<table><tr><th>wager</th><th>house edge</th><th>SD</th><th>hit rate</th></tr>{rows}</table>"
        )


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """The value of each choice, in units of the base wager, over all deals that can still follow.

    >>> from pitboss import advise
    >>> advise("double_down_stud", hand="As", board="Ks Qs Js").best
    'double'
    """

    game: str
    known: dict[str, str]
    """The known cards, by place."""
    options: dict[str, Fraction]
    deals: int
    """The number of ways in which the unseen cards can fall, as they were counted."""
    note: str = ""
    study: str = ""
    """The mark of a study, if the document forbids the rules. Empty if they are lawful."""

    @property
    def best(self) -> str:
        return max(self.options, key=lambda action: self.options[action])

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "known": self.known,
            "options": {action: ratio(value) for action, value in self.options.items()},
            "best": self.best,
            "deals": self.deals,
            **({"note": self.note} if self.note else {}),
            **({"study": self.study} if self.study else {}),
        }

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{'<b>' * (action == self.best)}{action}</td><td>{float(value):+.6f}</td></tr>"
            for action, value in self.options.items()
        )
        mark = f"<p><b>{self.study}</b></p>" if self.study else ""
        return f"{mark}<table><tr><th>choice</th><th>worth</th></tr>{rows}</table>"


def rows_of(wagers: Sequence[WagerOdds]) -> dict[str, WagerOdds]:
    """Wagers by name."""
    return {wager.name: wager for wager in wagers}


# --- pictures of a strategy


def share_text(share: float) -> str:
    """A share for a cell. What is not quite all or nothing is not written so.

    >>> share_text(1.0), share_text(0.9971), share_text(0.5), share_text(0.004), share_text(0.0)
    ('100%', '>99%', '50%', '<1%', '0%')
    """
    text = f"{share:.0%}"
    if text == "100%" and share < 1:
        return ">99%"
    return "<1%" if text == "0%" and share > 0 else text


class Cell(msgspec.Struct, frozen=True):
    """A square of a grid: its text, and its kind, which selects a colour of the legend."""

    text: str
    kind: str
    value: float | None = None


class _Picture(msgspec.Struct, frozen=True, kw_only=True):
    """What all pictures have."""

    name: str
    """A short word for file names."""
    title: str
    note: str = ""
    stamp: tuple[str, ...] = ()
    """Sentences that tell for which rules the picture is true, written below it."""


class Grid(_Picture, frozen=True, kw_only=True):
    """A table of decisions for players: rows by columns, coloured by action."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    row_title: str = ""
    column_title: str = ""
    legend: dict[str, str] = {}
    """The meaning of each kind of cell."""
    steps: tuple[str, ...] = ()
    """The short strategy, a sentence each, written above the grid."""
    breaks: tuple[int, ...] = ()
    """The rows before which there is a gap, since another kind of hand begins."""


class Heat(_Picture, frozen=True, kw_only=True):
    """A grid of numbers, coloured by their size."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    texts: tuple[tuple[str, ...], ...] | None = None
    row_title: str = ""
    column_title: str = ""
    unit: str = ""


class Bars(_Picture, frozen=True, kw_only=True):
    """A bar chart, such as a distribution or values by kind of hand."""

    labels: tuple[str, ...]
    values: tuple[float, ...]
    kinds: tuple[str, ...] = ()
    """The kind of each bar, which selects its colour. Default: all bars have one colour."""
    legend: dict[str, str] = {}
    unit: str = ""


Picture = Grid | Heat | Bars


class Shared(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat gains if so many seats know each other's cards, from simulated deals with exact decisions."""

    seats: int
    gain: Fraction
    """The average gain of a seat in a round, in units of the base wager, over the simulated deals."""
    standard_error: float
    changed: Fraction
    """The share of hands on which the cards of the others change the best choice."""
    deals: int
