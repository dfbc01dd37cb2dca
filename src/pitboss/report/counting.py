"""Writes what a player earns who counts cards, as a page of HTML or as a picture."""

from __future__ import annotations

from pathlib import Path

from pitboss.basics import __version__
from pitboss.basics.money import dollars
from pitboss.mathematics.results import Bars
from pitboss.report.drawing import PICTURE, SHOWN
from pitboss.report.numbers import percent
from pitboss.report.writing import illustrated, write_page_or_picture
from pitboss.simulation.counting import HEADS, Counting

COUNTING = ("a report on counting", (".html", *PICTURE[1]))
LEAST_SHARE = 0.001
"""True counts that come less often are left out of the picture: their edges are mostly chance."""


def picture(found: Counting) -> Bars:
    """The edge by true count, with the share of rounds and the stake beside each count."""
    shown = [one for one in found.by_count if one.share >= LEAST_SHARE]
    return Bars(
        name="counting",
        title=f"{found.title}: the edge of a player who counts",
        note=(
            "True count, share of rounds, stake. The count changes the bet alone. Penetration"
            f" {percent(found.earned.dealt, 0)}, {found.earned.rounds:,} rounds, seed {found.seed}."
        ),
        stamp=(f"Rules {found.rules_hash[:SHOWN]}. Pitboss {__version__}.",),
        labels=tuple(f"{one.count:+}, {percent(one.share, 1)}, {dollars(one.units * found.stake)}" for one in shown),
        values=tuple(100 * one.edge for one in shown),
        unit=f"the player's mean result, in percent of the {found.base} wager",
    )


def write_counting(found: Counting, path: Path, *, replace: bool = False) -> None:
    """Write a page or a picture, by the suffix. An existing file is kept unless ``replace``."""
    write_page_or_picture(path, COUNTING, lambda: page(found), picture(found), replace=replace)


def page(found: Counting) -> str:
    return illustrated("counting.html.j2", picture(found), found=found, heads=HEADS)
