"""What a player earns who counts cards and bets by the true count.

The play is always the same: the count changes the bet alone. A tally by true count (``true_counts``) says what a round
earns for each base wager; a ramp says how many base wagers the player stakes. All else is arithmetic on both, so the
same tally serves any ramp, and every shoe that is dealt less deep.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import exp, inf, sqrt
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
HEADS = ("per 100 rounds", "standard error", "deviation", "N0", "SCORE", "ruin", "spread")
SURER = 3.0
"""The same for the best of many figures."""
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
    standard_error: float
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
    n0: float | None
    """The rounds after which the mean win is one standard deviation: variance / mean squared. None if it is not above
    zero."""
    score: float
    """The dollars won in 100 rounds with a bankroll of $10,000 if all stakes are scaled to a risk of ruin of 1/e^2,
    which is 13.5%: 1,000,000 / N0. Chips and table limits are not looked at."""
    score_standard_error: float
    spread: float | None
    """The highest stake, in lowest ones, at which the best ramp of two stakes breaks even. 1 if equal stakes earn. None
    if no true count earns for sure."""

    def figures(self) -> tuple[str, ...]:
        """The figures below ``HEADS``, for people."""
        return (
            _dollars(self.mean * 100),
            _dollars(self.standard_error * 100),
            _dollars(self.standard_deviation * 10),
            "never" if self.n0 is None else f"{self.n0:,.0f}",
            f"{self.score:,.2f}",
            f"{self.ruin:.4%}",
            "none" if self.spread is None else f"{self.spread:,.1f}",
        )

    @property
    def verdict(self) -> str:
        if abs(self.mean) <= SURE * self.standard_error:
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
    study: str = ""

    @property
    def findings(self) -> tuple[str, ...]:
        """What it means, in an operator's words."""
        shoes = (*self.penetrations, self.earned)
        return (_of_penetration(shoes), *map(_of_rule, self.rules), *_of_limits(self.earned))

    @property
    def premises(self) -> str:
        """What is counted, and how it is played."""
        tags = ", ".join(f"{rank} {tag:+}" for rank, tag in self.tags.items() if tag)
        alone = "alone at the table" if self.seats == 1 else f"at the first of {self.seats} seats"
        return (
            f"Tags: {tags}. The true count is the sum of the tags of all cards that lay face up since the shuffle, for"
            " each pack that is left in the shoe, rounded down. It is taken before each bet and changes nothing but the"
            f" bet: the play is always that of the strategy {self.strategy}, {alone}."
        )

    @property
    def gain_in_words(self) -> str:
        """What a true count of one adds."""
        if self.line is None:
            return "The true count never moves: every round gets a new shoe."
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
        return (
            f"At {self.pace:,} rounds an hour and a penetration of {self.earned.dealt:.0%}, that is"
            f" {_dollars(self.earned.mean * self.pace)} an hour, and the average stake is"
            f" {_dollars(self.earned.staked)}. Rounds that the player sits out count too. 'Deviation' is that of the"
            " sum of 100 rounds. N0 is the number of rounds after which the mean win is one standard deviation:"
            " variance / win squared. SCORE is the dollars won in 100 rounds with a bankroll of $10,000 if all stakes"
            " are scaled to a risk of ruin of 13.5% (1/e squared): 1,000,000 / N0. 'Ruin' is the chance to lose"
            f" {dollars(self.bankroll)} some day: exp(-2 x bankroll x win / variance). 'Spread' is the highest stake,"
            " in lowest ones, at which the best ramp of two stakes breaks even."
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
            standard_error=sqrt(variance / cell.rounds),
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
    return Earned(
        dealt=dealt,
        rounds=rounds,
        staked=float(Fraction(stake * sum(ramp.at(cell.whole) * cell.rounds for cell in cells), rounds)),
        mean=float(mean),
        standard_error=error,
        standard_deviation=sqrt(variance),
        ruin=exp(-2 * bankroll * mean / variance) if mean > 0 else 1.0,
        n0=n0,
        score=score,
        score_standard_error=2 * score * error / float(mean) if mean > 0 else 0.0,
        spread=spread_for_zero(cells),
    )


def spread_for_zero(cells: Sequence[Cell]) -> float | None:
    """How many times the lowest stake the highest must be, from the best count on, to win back what is lost below."""
    found, total = inf, sum(cell.won for cell in cells)
    if total > 0:
        return 1.0
    for at in range(len(cells)):
        above = sum(cell.won for cell in cells[at:])
        if above > SURER * sqrt(sum(cell.squares for cell in cells[at:])):
            found = min(found, (above - total) / above)
    return None if found == inf else found


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


def _of_limits(one: Earned) -> Iterator[str]:
    """Which table limits take the profit away. Of all ramps between two stakes, the best has no others."""
    if one.spread is not None and one.spread > 1:
        yield (
            f"If the highest stake is less than {one.spread:,.1f} times the lowest, no ramp of this count earns"
            " anything, unless the player sits rounds out."
        )


def _dollars(cents: float) -> str:
    return dollars(whole_cents(cents))


def _figure(one: Earned) -> str:
    mean, error = (f"{'-' * (cents < 0)}${abs(cents) / 100:,.4f}" for cents in (one.mean, one.standard_error))
    return f"{mean} a round, standard error {error}"


def check_bankroll(bankroll: int, stake: int, ramp: Ramp) -> None:
    """A bankroll must cover the highest stake."""
    if bankroll < (most := stake * ramp.at(MOST)):
        raise SimulationError(f"a bankroll of {dollars(bankroll)} does not cover the highest stake, {dollars(most)}")
