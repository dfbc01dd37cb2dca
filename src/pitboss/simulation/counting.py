"""What a player earns who counts cards and bets by the true count.

The play is always the same: the count changes the bet alone. A tally by true count (``true_counts``) says what a round
earns for each base wager; a ramp says how many base wagers the player stakes. All else is arithmetic on both, so the
same tally serves any ramp, and every shoe that is dealt less deep.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import exp, floor, log10, sqrt
from typing import Any, NamedTuple

import msgspec

from pitboss.basics.errors import SimulationError
from pitboss.basics.money import dollars, whole_cents
from pitboss.simulation.any_game import kernel
from pitboss.simulation.kernel import Setup, Shoe, Tally
from pitboss.simulation.true_counts import BINS, BY_COUNT, COUNTS, HUNDRED, MOMENTS, MOST, PARTS, ROUNDS

SCORE_BANKROLL = 1_000_000
"""The cents of the bankroll for a SCORE."""
SURE = 2.0
"""The standard errors beyond which a figure is told from zero."""
HEADS = ("per 100 rounds", "deviation", "N0", "SCORE", "ruin", "spread")
LEAST_ROUNDS = 1_000
"""Fewer rounds tell nothing of a count."""
LEAST_AT_COUNT = 30
"""Fewer rounds at a true count do not say how far their mean is off."""
LEAST_SHARE = 0.0001
"""True counts that come less often are left out of tables for people."""
LEAST_PART = 2
"""The first part of the shoe after which a cut card is looked at."""
MOST_UNITS = 10_000


class Ramp(NamedTuple):
    """What a player stakes by the true count, in base wagers."""

    units: Mapping[int, int]
    """From this count on, in order. Below the first one, the player stakes as at the first one."""

    def at(self, count: int) -> int:
        held = [units for least, units in self.units.items() if least <= count]
        return held[-1] if held else next(iter(self.units.values()))

    @property
    def in_every_round(self) -> Ramp:
        """The same for a player who may not sit rounds out."""
        return Ramp({count: max(1, units) for count, units in self.units.items()})

    def __str__(self) -> str:
        return ",".join(f"{count}:{units}" for count, units in self.units.items())


def ramp_of(units: Mapping[int, int]) -> Ramp:
    """A ramp that begins anywhere, never falls and stakes something at last.

    >>> str(ramp_of({2: 4, 0: 1})), ramp_of({2: 4, 0: 1}).at(-3), ramp_of({2: 4, 0: 1}).at(5)
    ('0:1,2:4', 1, 4)
    """
    if not units:
        raise SimulationError("a ramp needs at least one entry: a true count and the base wagers staked from there on")
    ordered = dict(sorted(units.items()))
    for count, staked in ordered.items():
        if not -MOST <= count <= MOST:
            raise SimulationError(f"the true counts of a ramp must be between -{MOST} and {MOST}, not {count}")
        if not 0 <= staked <= MOST_UNITS:
            raise SimulationError(f"a ramp must stake between 0 and {MOST_UNITS:,} base wagers, not {staked:,}")
    for (before, less), (count, staked) in pairwise(ordered.items()):
        if staked < less:
            raise SimulationError(
                f"a ramp must not fall: it stakes {less} from {before} on, and only {staked} from {count} on"
            )
    if not staked:
        raise SimulationError("a ramp must stake something at its highest count")
    return Ramp(ordered)


class Cell(NamedTuple):
    """All rounds at one true count, with wins in cents."""

    whole: int
    """The whole number below the true count."""
    rounds: int
    counts: int
    """The sum of their true counts, in hundredths."""
    won: int
    squares: int


def cells_of(tally: Tally, parts: int = PARTS) -> list[Cell]:
    """The rounds that began in the first parts of the shoe, by true count. Counts that did not come are left out."""
    by_part = {}
    for name, rows in ((BY_COUNT, tally[BY_COUNT]), (MOMENTS, tally[MOMENTS])):
        by_part[name] = rows.astype(object).reshape(len(rows), PARTS + 1, BINS)[:, : parts + 1].sum(axis=1).tolist()
    counted, (won, low, high) = by_part[BY_COUNT], by_part[MOMENTS]
    return [
        Cell(at - MOST, counted[ROUNDS][at], counted[COUNTS][at], won[at], low[at] + (high[at] << 32))
        for at in range(BINS)
        if counted[ROUNDS][at]
    ]


class AtCount(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds at one true count, in base wagers."""

    count: int
    """The whole number below the true count. The first and the last include all beyond."""
    rounds: int
    share: float
    true_count: float
    """The mean of the true counts."""
    edge: float
    """The player's mean result for each base wager."""
    standard_error: float | None
    """None if so few rounds do not tell it."""
    units: int
    """The base wagers that the ramp stakes."""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """The straight line that fits the edge by true count best, by least squares over all rounds."""

    gain: float
    """What a true count of one adds."""
    standard_error: float
    even: float
    """The true count at which the line is at zero."""


class Earned(msgspec.Struct, frozen=True, kw_only=True):
    """What the ramp earns with one shoe, in cents for each round that is dealt."""

    dealt: float
    """The part of the shoe that is dealt before a shuffle: its penetration."""
    rounds: int
    staked: float
    """The average base wager."""
    mean: float
    standard_error: float
    standard_deviation: float
    ruin: float
    """The chance to lose the bankroll some day: exp(-2 x bankroll x mean / variance), or 1 if the mean is not above
    zero."""
    ruin_standard_error: float
    n0: float | None
    """The rounds after which the mean win is one standard deviation: variance / mean squared. None if it is not above
    zero."""
    n0_standard_error: float
    score: float
    """The dollars won in 100 rounds with a bankroll of $10,000 if all stakes are scaled to a risk of ruin of 1/e^2,
    which is 13.5%: 1,000,000 / N0. Chips and table limits are not looked at."""
    score_standard_error: float
    spread: float | None
    """The highest stake, in lowest ones, at which the best ramp of two stakes breaks even. 1 if equal stakes earn. None
    if so many rounds show none."""
    spread_standard_error: float

    def figures(self) -> tuple[str, ...]:
        """The figures below ``HEADS``, for people."""
        told = {"earns": None, "unsure": ("unsure",) * 3, "loses": ("never", "0", "100%")}[self.verdict]
        return (
            "-" * (self.mean < 0) + "$" + with_error(abs(self.mean), self.standard_error),  # cents, so of 100 rounds
            _dollars(self.standard_deviation * 10),
            *(
                told
                or (
                    with_error(self.n0 or 0.0, self.n0_standard_error),
                    with_error(self.score, self.score_standard_error),
                    with_error(100 * self.ruin, 100 * self.ruin_standard_error) + "%",
                )
            ),
            "none found" if self.spread is None else with_error(self.spread, self.spread_standard_error),
        )

    @property
    def verdict(self) -> str:
        if self.rounds < LEAST_ROUNDS or abs(self.mean) <= SURE * self.standard_error:
            return "unsure"
        return "earns" if self.mean > 0 else "loses"


class Beside(msgspec.Struct, frozen=True, kw_only=True):
    """The same under another rule."""

    rule: str
    earned: Earned
    study: str = ""


class Counting(msgspec.Struct, frozen=True, kw_only=True):
    """What a count earns at a game."""

    game: str
    title: str
    base: str
    rules_hash: str
    strategy: str
    tags: dict[str, int]
    seats: int
    seed: str
    ramp: dict[int, int]
    stake: int
    """The base wager in cents."""
    bankroll: int
    pace: int
    """Rounds in an hour."""
    by_count: tuple[AtCount, ...]
    line: Line | None
    """None if the true count never moves."""
    expected_gain: Fraction | None
    """What a true count of one should add by the effects of removal, if these were counted."""
    earned: Earned
    penetrations: tuple[Earned, ...]
    """Less deep shoes, deepest last."""
    rules: tuple[Beside, ...] = ()
    kept_out: tuple[str, ...] = ()
    """Of all tables, the rules under which the ramp's rounds without a stake can't be sat out: whoever misses a round
    is kept out until the shuffle. Empty for the first table."""
    may_sit_out: bool = True
    """Whether one may miss a round of the first table and return."""
    study: str = ""

    @property
    def findings(self) -> tuple[str, ...]:
        """What it means, in an operator's words."""
        shoes = (*self.penetrations, self.earned)
        return (_of_penetration(shoes), *map(_of_rule, self.rules), *_of_limits(self.earned, self.may_sit_out))

    @property
    def common(self) -> tuple[AtCount, ...]:
        """The true counts that people are shown."""
        return tuple(one for one in self.by_count if one.share >= LEAST_SHARE)

    @property
    def bets(self) -> str:
        """The ramp, and where it can't be played as it was given."""
        said = {count: dollars(units * self.stake) if units else "nothing" for count, units in self.ramp.items()}
        lowest, *others = said.items()
        steps = "".join(f", {staked} from {count:+} on" for count, staked in others)
        words = f"The player stakes {lowest[1]}{steps}." if others else f"The player always stakes {lowest[1]}."
        for rule in self.kept_out:
            where, there = (f"With {rule}, whoever", "there ") if rule else ("Whoever", "")
            words += (
                f" {where} misses a round is kept out until the shuffle, so {there}the player stakes"
                f" {dollars(self.stake)} where the ramp said nothing."
            )
        return words

    @property
    def premises(self) -> str:
        """What is counted, and how it is played."""
        tags = ", ".join(f"{rank} {tag:+}" for rank, tag in self.tags.items() if tag)
        alone = "alone at the table" if self.seats == 1 else f"at the first of {self.seats} seats"
        return (
            f"Tags: {tags}. The true count is the sum of the tags of all cards that lay face up since the shuffle, for"
            " each pack that is left in the shoe, rounded down. It is taken before each bet and changes nothing but the"
            f" bet: the play is always that of the strategy {self.strategy}, {alone}. {self.bets}"
        )

    @property
    def gain_in_words(self) -> str:
        """What a true count of one adds."""
        if self.line is None and not self.earned.dealt:
            return "The true count never moves: every round gets a new shoe."
        if self.line is None:
            return "So few rounds do not tell what a true count adds."
        error, expected = f"standard error {self.line.standard_error:.4%}", ""
        if self.expected_gain is not None:
            expected = f"; by the effects of removal it should add {float(self.expected_gain):+.4%}"
        return (
            f"A true count of one adds {self.line.gain:+.4%}, {error}{expected}. The edge is even at"
            f" {self.line.even:+.2f}."
        )

    @property
    def tables(self) -> tuple[tuple[str, Earned], ...]:
        """What the ramp earns at each penetration and under each other rule."""
        shoes = ((f"penetration {one.dealt:.0%}", one) for one in (*self.penetrations, self.earned))
        rules = ((one.rule + (f" ({one.study})" if one.study else ""), one.earned) for one in self.rules)
        return (*shoes, *rules)

    @property
    def meaning(self) -> str:
        """The words of the table."""
        idle = " Rounds that the player sits out count too." if 0 in self.ramp.values() else ""
        rare = f"Counts of fewer than 1 in {1 / LEAST_SHARE:,.0f} rounds are not shown; the JSON has them."
        return (
            f"At {self.pace:,} rounds an hour and a penetration of {self.earned.dealt:.0%}, that is"
            f" {_dollars(self.earned.mean * self.pace)} an hour, and the average stake is"
            f" {_dollars(self.earned.staked)}.{idle} 'Deviation' is that of the sum of 100 rounds. What follows '±' is"
            " a standard error; 'unsure' is what so many rounds do not tell. N0 is the number of rounds after which the"
            " mean win is one standard deviation: variance / win squared. SCORE is the dollars won in 100 rounds with a"
            " bankroll of $10,000 if all stakes are scaled to a risk of ruin of 13.5% (1/e squared): 1,000,000 / N0."
            f" 'Ruin' is the chance to lose {dollars(self.bankroll)} some day: exp(-2 x bankroll x win / variance)."
            " 'Spread' is the highest stake, in lowest ones, at which a ramp of two stakes breaks even that raises the"
            " stake where the edge is even."
            f" {rare}"
        )

    def as_dict(self) -> dict[str, Any]:
        def told(one: Earned) -> dict[str, Any]:
            figures: dict[str, Any] = msgspec.to_builtins(one)
            return figures | {
                "per_hour": one.mean * self.pace,
                "per_100_rounds": one.mean * 100,
                "verdict": one.verdict,
            }

        gain = self.expected_gain
        plain: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(self, expected_gain=None), str_keys=True)
        return plain | {
            "expected_gain": None if gain is None else float(gain),
            "earned": told(self.earned),
            "penetrations": list(map(told, self.penetrations)),
            "rules": [msgspec.to_builtins(one) | {"earned": told(one.earned)} for one in self.rules],
            "findings": list(self.findings),
        }


def by_count(cells: Sequence[Cell], stake: int, ramp: Ramp) -> Iterator[AtCount]:
    total = sum(cell.rounds for cell in cells)
    for cell in cells:
        mean, variance = _moments([cell], stake)
        yield AtCount(
            count=cell.whole,
            rounds=cell.rounds,
            share=cell.rounds / total,
            true_count=cell.counts / cell.rounds / HUNDRED,
            edge=float(mean),
            standard_error=sqrt(variance / cell.rounds) if cell.rounds >= LEAST_AT_COUNT else None,
            units=ramp.at(cell.whole),
        )


def line(cells: Sequence[Cell], stake: int) -> Line | None:
    """The line through the means of all true counts, each as heavy as it has rounds."""
    rounds = sum(cell.rounds for cell in cells)
    middle = Fraction(sum(cell.counts for cell in cells), rounds * HUNDRED)
    mean, variance = _moments(cells, stake)
    spread = joint = Fraction(0)
    for cell in cells:
        apart = Fraction(cell.counts, cell.rounds * HUNDRED) - middle
        spread += cell.rounds * apart * apart
        joint += apart * Fraction(cell.won, stake)
    if not joint:
        return None
    gain = joint / spread
    return Line(gain=float(gain), standard_error=sqrt(variance / spread), even=float(middle - mean / gain))


def earned(cells: Sequence[Cell], stake: int, ramp: Ramp, dealt: float, bankroll: int) -> Earned:
    """What a ramp earns. Its stakes are multiples of the base wager, in cents."""
    rounds = sum(cell.rounds for cell in cells)
    mean, variance = _moments(cells, 1, ramp)
    error = sqrt(variance / rounds)
    n0 = float(variance / mean**2) if mean > 0 else None
    score = SCORE_BANKROLL / n0 if n0 else 0.0
    ruin = exp(-2 * bankroll * mean / variance) if mean > 0 else 1.0
    off = error / float(mean) if mean > 0 else 0.0  # the error of the mean is by far the largest part of all others
    spread, spread_error = spread_for_zero(cells, stake) or (None, 0.0)
    return Earned(
        dealt=dealt,
        rounds=rounds,
        staked=float(Fraction(stake * sum(ramp.at(cell.whole) * cell.rounds for cell in cells), rounds)),
        mean=float(mean),
        standard_error=error,
        standard_deviation=sqrt(variance),
        ruin=ruin,
        ruin_standard_error=float(2 * bankroll * mean / variance) * ruin * off if mean > 0 else 0.0,
        n0=n0,
        n0_standard_error=2 * (n0 or 0.0) * off,
        score=score,
        score_standard_error=2 * score * off,
        spread=spread,
        spread_standard_error=spread_error,
    )


def spread_for_zero(cells: Sequence[Cell], stake: int) -> tuple[float, float] | None:
    """How many times the lowest stake the highest must be to win back what is lost below, and its standard error.

    The highest is staked where the line says that the edge is not below zero: no other first count would do with less.
    To look for the best first count among the wins themselves would take luck for edge. None if these rounds show none.
    """
    if not (fitted := line(cells, stake)):
        return None
    above = [cell for cell in cells if cell.counts / cell.rounds / HUNDRED >= fitted.even]
    below = [cell for cell in cells if cell not in above]
    (won, more), (lost, less) = _sum_and_variance(above), _sum_and_variance(below)
    if won <= SURE * sqrt(more):
        return None
    spread = -lost / won
    error = sqrt(less + spread * spread * more) / won
    return None if SURE * error > max(1.0, spread) else (max(1.0, spread), error)


def _sum_and_variance(cells: Sequence[Cell]) -> tuple[int, float]:
    """What these rounds won, and the variance of that sum."""
    return sum(cell.won for cell in cells), float(
        sum((cell.squares - Fraction(cell.won * cell.won, cell.rounds) for cell in cells), Fraction(0))
    )


def less_deep(tally: Tally, stake: int, ramp: Ramp, dealt: float, bankroll: int) -> Iterator[Earned]:
    """What the ramp earns if the cut card lies after fewer parts of the shoe."""
    for parts in range(LEAST_PART, PARTS):
        if parts < PARTS * dealt - 1e-9 and (cells := cells_of(tally, parts)):
            yield earned(cells, stake, ramp, parts / PARTS, bankroll)


def _moments(cells: Sequence[Cell], unit: int, ramp: Ramp | None = None) -> tuple[Fraction, Fraction]:
    """The mean and the variance of a round."""
    rounds, total, squares = 0, 0, 0
    for cell in cells:
        units = ramp.at(cell.whole) if ramp else 1
        rounds, total = rounds + cell.rounds, total + units * cell.won
        squares += units * units * cell.squares
    mean = Fraction(total, rounds * unit)
    return mean, Fraction(squares, rounds * unit * unit) - mean * mean


def summed_up(
    made: Sequence[Setup],
    tallies: Sequence[Tally],
    *,
    tags: Mapping[str, int],
    seed: int | str,
    ramp: Ramp,
    bankroll: int,
    pace: int = 60,
    names: Sequence[str] = (),
    gain: Fraction | None = None,
) -> Counting:
    """What the ramp earns at the first table, and at others with the ``names`` of their rules."""
    first, *others = made
    stake = next(iter(first.stakes.values()))

    def whole(one: Setup, tally: Tally) -> Earned:
        return earned(cells_of(tally), stake, _allowed(ramp, one), shoe(one).dealt, bankroll)

    cells, bets = cells_of(tallies[0]), _allowed(ramp, first)
    return Counting(
        game=first.game.name,
        title=first.game.title,
        base=next(iter(first.stakes)),
        rules_hash=first.rules.digest,
        strategy=first.strategy_name,
        tags=dict(tags),
        seats=first.seats,
        seed=str(seed),
        ramp=dict(bets.units),
        stake=stake,
        bankroll=bankroll,
        pace=pace,
        by_count=tuple(by_count(cells, stake, bets)),
        line=line(cells, stake),
        expected_gain=gain,
        earned=whole(first, tallies[0]),
        penetrations=tuple(less_deep(tallies[0], stake, bets, shoe(first).dealt, bankroll)),
        rules=tuple(
            Beside(rule=name, earned=whole(one, tally), study=one.rules.study)
            for name, one, tally in zip(names, others, tallies[1:], strict=True)
        ),
        kept_out=tuple(
            name for name, one in zip(("", *names), made, strict=True) if _allowed(ramp, one).units != ramp.units
        ),
        may_sit_out=shoe(first).may_return,
        study=first.rules.study,
    )


def _allowed(ramp: Ramp, made: Setup) -> Ramp:
    """Who misses a round may be kept out until the shuffle. Then the player misses none."""
    return ramp if shoe(made).may_return else ramp.in_every_round


def shoe(made: Setup) -> Shoe:
    found = kernel(made.game).shoe
    assert found is not None, "a setup with tags has a shoe that lasts"
    return found(made)


# --- in words

SAID = {
    "earns": "still earns",
    "loses": "no longer earns anything",
    "unsure": "earns nothing that so many rounds could tell from zero",
}


def _of_penetration(shoes: Sequence[Earned]) -> str:
    """Which penetration takes the profit away. The deepest is last."""
    idle = [one for one in shoes if one.verdict != "earns"]
    if not idle:
        return f"The count earns at every penetration from {shoes[0].dealt:.0%} on: {_figure(shoes[0])} there."
    return f"At a penetration of {idle[-1].dealt:.0%} the count {SAID[idle[-1].verdict]}: {_figure(idle[-1])}."


def _of_rule(one: Beside) -> str:
    return f"With {one.rule} the count {SAID[one.earned.verdict]}: {_figure(one.earned)}."


def _of_limits(one: Earned, may_sit_out: bool) -> Iterator[str]:
    """Which table limits take the profit away. Of all ramps between two stakes, the best has no others."""
    if one.spread is not None and one.spread > 1 + SURE * one.spread_standard_error:
        unless = ", unless the player sits rounds out" if may_sit_out else ""
        yield (
            f"If the highest stake is less than about {one.spread:,.1f} times the lowest (standard error"
            f" {one.spread_standard_error:,.1f}), no ramp of this count earns anything{unless}."
        )


def with_error(value: float, error: float) -> str:
    """A figure and its standard error, of which two digits are told.

    >>> with_error(39_156.2, 4_867.1), with_error(1.43642, 0.3127), with_error(2.25, 0.0)
    ('39,200 ± 4,900', '1.44 ± 0.31', '2.2')
    """
    if not error > 0:
        return f"{value:,.1f}"
    digits = 1 - floor(log10(error))
    told = (f"{round(one, digits):,.{max(0, digits)}f}" for one in (value, error))
    return " ± ".join(told)


def _dollars(cents: float) -> str:
    return dollars(whole_cents(cents))


def _figure(one: Earned) -> str:
    mean, error = (f"{'-' * (cents < 0)}${abs(cents) / 100:,.4f}" for cents in (one.mean, one.standard_error))
    return f"{mean} a round, standard error {error}"


def check_bankroll(bankroll: int, stake: int, ramp: Ramp) -> None:
    """A bankroll must cover the highest stake."""
    if bankroll < (most := stake * ramp.at(MOST)):
        raise SimulationError(f"a bankroll of {dollars(bankroll)} does not cover the highest stake, {dollars(most)}")
