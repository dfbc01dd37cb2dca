"""The par sheet as one HTML page for screen and print, with inline pictures and without scripts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pitboss.basics.extras import needs
from pitboss.basics.money import dollars
from pitboss.basics.version import __version__
from pitboss.mathematics.picture import Picture
from pitboss.mathematics.results import BELOW_ZERO
from pitboss.report import numbers
from pitboss.report import par_sheet as par
from pitboss.report.drawing import svg
from pitboss.report.par_sheet import ParSheet

TEMPLATE = "par_sheet.html.j2"
FILTERS = {
    "cents": numbers.cents,
    "count": numbers.count,
    "decimal": numbers.decimal,
    "dollars": dollars,
    "fraction": numbers.short_fraction,
    "net": numbers.net,
    "one_in": numbers.one_in,
    "percent": numbers.percent,
    "probability": numbers.probability,
    "sentence": numbers.sentence,
}
FROM_PAR = ("at_seed", "bands", "beside", "lines", "pay_table_hash")
_ID = re.compile(r"""(\bid="|url\(#|href="#)""")


def page(sheet: ParSheet, pictures: Sequence[Picture]) -> str:
    """The page. Texts from rules and names are escaped."""
    with needs("a par sheet as HTML needs"):
        from jinja2 import Environment, PackageLoader, StrictUndefined
        from markupsafe import Markup
    room = Environment(
        loader=PackageLoader("pitboss", "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    room.filters.update(FILTERS)
    wagers = list(sheet.odds.wagers.values())
    return room.get_template(TEMPLATE).render(
        {name: getattr(par, name) for name in FROM_PAR},
        sheet=sheet,
        odds=sheet.odds,
        wagers=wagers,
        progressives=par.with_progressive(wagers),
        pictures=[(picture, Markup(inline(picture, f"picture{at}"))) for at, picture in enumerate(pictures, 1)],
        per=par.PER,
        below_zero=BELOW_ZERO,
        version=__version__,
    )


def inline(picture: Picture, prefix: str) -> str:
    """A picture as an element of a page. The prefix makes its ids unique."""
    drawn = svg(picture)
    element = drawn[drawn.index("<svg") :].rstrip()
    return _ID.sub(lambda found: found[0] + f"{prefix}-", element)
