"""Draws sessions: the spread of bankrolls over the rounds, and their final values."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.basics.money import dollars
from pitboss.report.drawing import (
    COLOURS,
    FAINT,
    GAP,
    INK,
    MARGIN,
    OF_ITSELF,
    PAPER,
    RULE,
    SMALL,
    STEPS,
    Frame,
    Paper,
    put_drawn,
    width,
)
from pitboss.report.numbers import cents, percent
from pitboss.simulation.sessions import Sessions

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BANDS = (("0.01", "0.99", "#e3f4ee"), ("0.05", "0.95", "#b9e3d5"), ("0.25", "0.75", "#7fcfb6"))
NAMED = {"0.99": "99%", "0.95": "95%", "0.75": "75%", "0.5": "half", "0.25": "25%", "0.05": "5%", "0.01": "1%"}
PATH = "#17614a"
WIDE, HIGH, BESIDE, STRIP = 440.0, 290.0, 120.0, 46.0


def draw_sessions(found: Sessions, title: str, path: Path, *, stamp: Sequence[str] = (), replace: bool = False) -> None:
    """Draw sessions into an SVG or PNG file, by its suffix. The output is reproducible.

    ``stamp`` tells for which rules the picture is true. An existing file is kept unless ``replace``.
    """
    heading = f"{title}: {found.rounds:,} rounds with {dollars(found.bankroll)}"
    put_drawn(path, partial(_figure, found, heading, stamp), "sessions", heading, replace=replace)


def _figure(found: Sessions, heading: str, stamp: Sequence[str] = ()) -> Figure:
    low, high = _range(found)
    ticks = _ticks(low, high)
    money = max(width(dollars(tick), SMALL) for tick in ticks) + GAP
    labels = max(width(words, SMALL) for words in NAMED.values()) + GAP
    about = dollars(found.histogram.width // 2)
    words = {"win": f"{about} ahead or more", "push": "nearer to even", "lose": f"{about} behind or more"}
    shares = _shares(found)
    legend = [("", OF_ITSELF[kind], f"{said}: {percent(shares[kind], 1)}") for kind, said in words.items()]
    frame = Frame(heading, legend, (_note(found), *stamp), money + WIDE + labels + BESIDE)
    head = 16.0
    paper = frame.paper(head + HIGH + GAP * 2 + STRIP + 32.0)
    left, top = MARGIN + money, frame.top + head
    beside = left + WIDE + labels
    paper.text(left, top - 9, "bankroll", size=SMALL, colour=FAINT, across="left")
    paper.text(beside, top - 9, "at the end", size=SMALL, colour=FAINT, across="left")
    _fan(paper, found, left, top, low, high, ticks)
    _ends(paper, found, beside, top, low, high, ticks)
    _playing(paper, found, left, top + HIGH + GAP * 2)
    return paper.figure


def _note(found: Sessions) -> str:
    wagers = ", ".join(f"{name} {dollars(stake)}" for name, stake in found.stakes.items())
    house = found.house
    return (
        f"{found.players:,} players, strategy {found.strategy}, wagers: {wagers}. Shades show the middle 50%, 90% and"
        f" 98% of bankrolls. Thin lines are single players. The mean result is {cents(Fraction(found.result.mean))}."
        f" {percent(found.ruin, 2)} of players stopped early with less than {dollars(found.covers)}, the most that one"
        f" round can cost. Of {house.crowds:,} groups of {house.crowd:,} players, {percent(house.loses, 1)} won against"
        " the house."
    )


def _range(found: Sessions) -> tuple[float, float]:
    """The lowest and highest bankroll of the picture, with a small margin."""
    every = [value for side in ("0.01", "0.99") for value in found.paths.quantiles[side]]
    low, high = min(every), max(every)
    room = 0.06 * max(high - low, found.covers)
    return max(low - room, -0.02 * (high - low)), high + room


def _ticks(low: float, high: float) -> list[int]:
    from matplotlib.ticker import MaxNLocator

    return [round(tick) for tick in MaxNLocator(7, steps=STEPS).tick_values(low, high) if low <= tick <= high]


def _axes(paper: Paper, x: float, y: float, wide: float, high: float) -> Any:
    axes = paper.inset(x, y, wide, high)
    axes.set_facecolor(PAPER)
    for side in axes.spines.values():
        side.set_visible(False)
    axes.tick_params(labelsize=SMALL, labelcolor=FAINT, color=RULE, length=0, pad=4)
    axes.set_axisbelow(True)
    return axes


def _rules(axes: Any, found: Sessions, low: float, high: float, ticks: list[int]) -> None:
    """Draw horizontal lines at round amounts, at the initial bankroll and at the cost of a round."""
    axes.set_ylim(low, high)
    axes.set_yticks(ticks, labels=[dollars(tick).replace("$", r"\$") for tick in ticks])
    axes.grid(axis="y", color=RULE, linewidth=0.6)
    axes.axhline(found.bankroll, color=INK, linewidth=0.8, dashes=(4, 3), zorder=3)
    if low < found.covers:
        axes.axhline(found.covers, color=OF_ITSELF["lose"], linewidth=1.0, zorder=3)


def _fan(paper: Paper, found: Sessions, x: float, y: float, low: float, high: float, ticks: list[int]) -> None:
    axes, paths = _axes(paper, x, y, WIDE, HIGH), found.paths
    axes.set_xlim(0, found.rounds)
    axes.set_xticks([])
    _rules(axes, found, low, high, ticks)
    for lower, upper, colour in BANDS:
        axes.fill_between(paths.rounds, paths.quantiles[lower], paths.quantiles[upper], color=colour, linewidth=0)
    for one in paths.samples:
        axes.plot(paths.rounds, one, color=PATH, linewidth=0.6, alpha=0.55)
    axes.plot(paths.rounds, paths.quantiles["0.5"], color=INK, linewidth=1.6)
    last = None
    for name, words in NAMED.items():
        at = y + HIGH * (high - paths.quantiles[name][-1]) / (high - low)
        if last is None or at - last >= SMALL * 1.15:
            paper.text(x + WIDE + 4, at, words, size=SMALL, colour=FAINT, across="left", bold=name == "0.5")
            last = at


def _ends(paper: Paper, found: Sessions, x: float, y: float, low: float, high: float, ticks: list[int]) -> None:
    axes, bars = _axes(paper, x, y, BESIDE, HIGH), found.histogram
    _rules(axes, found, low, high, ticks)
    axes.set_yticklabels([])
    axes.set_xticks([])
    for at, count in enumerate(bars.counts):
        middle = bars.first + (at + 0.5) * bars.width
        axes.barh(found.bankroll + middle, count, bars.width * 0.86, color=OF_ITSELF[_kind(found, at)], linewidth=0)
    axes.set_xlim(0, max(bars.counts) * 1.02)


def _kind(found: Sessions, bar: int) -> str:
    """Whether the results of a bar are ahead, behind or about even."""
    bars = found.histogram
    middle = bars.first + (bar + 0.5) * bars.width
    return "push" if abs(middle) < bars.width / 4 else "win" if middle > 0 else "lose"


def _shares(found: Sessions) -> dict[str, float]:
    """The share of players with results of each kind, including results beyond the bars."""
    bars = found.histogram
    counts = {"win": bars.above, "push": 0, "lose": bars.below}
    for at, count in enumerate(bars.counts):
        counts[_kind(found, at)] += count
    return {kind: count / found.players for kind, count in counts.items()}


def _playing(paper: Paper, found: Sessions, x: float, y: float) -> None:
    axes, paths = _axes(paper, x, y, WIDE, STRIP), found.paths
    axes.set_xlim(0, found.rounds)
    axes.set_ylim(0, 1.04)
    axes.set_yticks([0, 0.5, 1], labels=["0%", "50%", "100%"])
    axes.grid(axis="y", color=RULE, linewidth=0.6)
    axes.fill_between(paths.rounds, paths.playing, color=COLOURS[8], linewidth=0)
    axes.plot(paths.rounds, paths.playing, color=FAINT, linewidth=1.0)
    paper.text(
        x + WIDE + 4, y + 8, f"{percent(paths.playing[-1], 1)} played them all", size=SMALL, colour=FAINT, across="left"
    )
    paper.text(x + WIDE / 2, y + STRIP + 24, "rounds, and the share of players still playing", size=SMALL, colour=FAINT)
