"""Writes what more knowledge is worth, as a page of HTML or as a picture."""

from __future__ import annotations

from pathlib import Path

from pitboss.basics import __version__
from pitboss.mathematics.exposure import Exposure
from pitboss.mathematics.results import Bars
from pitboss.report.drawing import PICTURE, SHOWN
from pitboss.report.writing import illustrated, write_page_or_picture

EXPOSURE = ("an exposure", (".html", *PICTURE[1]))


def picture(found: Exposure) -> Bars:
    """A bar for the game as it is, and one for each way to know more."""
    known = (*found.known, *found.marked)
    shared = {f"{one.seats} seats share their cards": float(found.worth(one)) for one in found.shared}
    return Bars(
        name="exposure",
        title=f"{found.title}: what it is worth to know more",
        note="Known from the first decision on, at equal stakes, with the best play.",
        stamp=(f"Rules {found.rules_hash[:SHOWN]}. Pitboss {__version__}.",),
        labels=("no more than the document shows", *(one.what for one in known), *shared),
        values=(float(found.value), *(float(one.value) for one in known), *shared.values()),
        unit=f"average result of a round, in units of the {found.base} wager",
    )


def write_exposure(found: Exposure, path: Path, *, replace: bool = False) -> None:
    """Write a page or a picture, by the suffix. An existing file is kept unless ``replace``."""
    write_page_or_picture(path, EXPOSURE, lambda: page(found), picture(found), replace=replace)


def page(found: Exposure) -> str:
    return illustrated("exposure.html.j2", picture(found), seen=found)
