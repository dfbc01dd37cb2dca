"""Writes a par sheet. The suffix of the file name chooses the format.

A page of HTML is for screen and print, with inline pictures and without scripts. Comma-separated values are one flat
table. ``spreadsheet`` makes a workbook with formulas.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.basics import __version__
from pitboss.basics.extras import needs
from pitboss.basics.files import check_free, put
from pitboss.basics.money import dollars
from pitboss.mathematics.results import BELOW_ZERO, GameOdds, Picture, ProgressiveValue, WagerOdds, ratio
from pitboss.report import numbers
from pitboss.report import par_sheet as par
from pitboss.report.drawing import PAR_SHEET, PICTURE, draw, suffix_of, svg
from pitboss.report.par_sheet import PER, ParSheet, at_seed, bands, beside, lines, pay_table_hash
from pitboss.report.spreadsheet import workbook

if TYPE_CHECKING:
    from pitboss.mathematics.counting.compiled import Tick
    from pitboss.mathematics.exposure import Exposure


def write(
    odds: GameOdds, path: Path, *, seen: Exposure | None = None, replace: bool = False, tick: Tick | None = None
) -> None:
    """Write the par sheet in the format of the file's suffix. An existing file is kept unless ``replace``.

    It has a chapter, a sheet or rows about what is ``seen``.
    """
    form = suffix_of(path, *PAR_SHEET)
    check_free(path, replace=replace)
    put(path, _rendered(ParSheet(odds), form, seen, tick), replace=replace)


def _rendered(sheet: ParSheet, form: str, seen: Exposure | None, tick: Tick | None) -> bytes:
    if form == ".html":
        return page(sheet, sheet.pictures(tick), seen).encode()
    if form == ".xlsx":
        return workbook(sheet, seen)
    return flat_table(sheet, seen).encode()


FILTERS = {
    "against": numbers.against,
    "cents": numbers.cents,
    "chance": numbers.chance,
    "count": numbers.count,
    "decimal": numbers.decimal,
    "dollars": dollars,
    "fraction": numbers.short_fraction,
    "net": numbers.net,
    "one_in": numbers.one_in,
    "percent": numbers.percent,
    "probability": numbers.probability,
    "sentence": numbers.sentence,
    "signed": numbers.signed,
}
FROM_PAR = ("at_seed", "bands", "beside", "lines", "pay_table_hash")
_ID = re.compile(r"""(\bid="|url\(#|href="#)""")


def page(sheet: ParSheet, pictures: Sequence[Picture], seen: Exposure | None = None) -> str:
    """The page of a par sheet."""
    with needs("a par sheet as HTML needs"):
        from markupsafe import Markup

    drawn = [(picture, Markup(inline(picture, f"picture{at}"))) for at, picture in enumerate(pictures, 1)]
    return rendered("par_sheet.html.j2", pictures=drawn, seen=seen, **about(sheet))


def about(sheet: ParSheet) -> dict[str, Any]:
    """What the templates that tell of a par sheet ask for."""
    wagers = list(sheet.odds.wagers.values())
    return {name: getattr(par, name) for name in FROM_PAR} | {
        "sheet": sheet,
        "odds": sheet.odds,
        "wagers": wagers,
        "progressives": par.with_progressive(wagers),
        "per": par.PER,
        "below_zero": BELOW_ZERO,
    }


def rendered(template: str, **values: Any) -> str:
    """A page made from a template of this folder. Texts from rules and names are escaped."""
    with needs("a report as HTML needs"):
        from jinja2 import Environment, PackageLoader, StrictUndefined
    room = Environment(
        loader=PackageLoader("pitboss", "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    room.filters.update(FILTERS)
    return room.get_template(template).render(version=__version__, **values)


def illustrated(template: str, picture: Picture, **values: Any) -> str:
    """A page made from a template, with one picture."""
    with needs("a report as HTML needs"):
        from markupsafe import Markup

    return rendered(template, drawn=Markup(inline(picture, "picture")), **values)


def write_page_or_picture(
    path: Path, kind: tuple[str, tuple[str, ...]], page: Callable[[], str], picture: Picture, *, replace: bool = False
) -> None:
    """Write one of the two, by the suffix. An existing file is kept unless ``replace``."""
    if suffix_of(path, *kind) in PICTURE[1]:
        draw(picture, path, replace=replace)
    else:
        check_free(path, replace=replace)
        put(path, page().encode(), replace=replace)


def inline(picture: Picture, prefix: str) -> str:
    """A picture as an element of a page. The prefix makes its ids unique."""
    drawn = svg(picture)
    element = drawn[drawn.index("<svg") :].rstrip()
    return _ID.sub(lambda found: found[0] + f"{prefix}-", element)


COLUMNS = ("section", "wager", "item", "count", "probability", "pays", "net", "return", "value", "exact")
Row = dict[str, Any]


def flat_table(sheet: ParSheet, seen: Exposure | None = None) -> str:
    file = StringIO()
    writer = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(sheet))
    if seen is not None:
        writer.writerows(exposure_rows(seen))
    return file.getvalue()


def rows(sheet: ParSheet) -> Iterator[Row]:
    odds = sheet.odds
    for name, value in sheet.identification.items():
        yield {"section": "identification", "item": name, "value": value}
    for defect in odds.defects:
        yield {"section": "study", "item": defect.option, "value": str(defect)}
    yield from _figures("round", "", {
        "expected value": odds.expected_value,
        "house edge": odds.house_edge,
        "staked": odds.staked,
        "element of risk": odds.element_of_risk,
        "variance": odds.results.variance if sheet.by_result is not None else float(odds.results.variance),
        "standard deviation": odds.standard_deviation,
        "skewness": odds.results.skewness,
        "hit rate": None if sheet.by_result is None else sheet.by_result.above(),
        "exposure in cents": sheet.exposure,
        "cost against optimal play": odds.cost,
    })  # fmt: skip
    for action, share in odds.action_frequency.items():
        yield {"section": "decision", "item": action, **_number(share)}
    for one in sheet.result_lines:
        yield {
            "section": "result",
            "item": ratio(one.net),
            "count": _count(one.weight),
            "probability": float(one.probability),
            "net": ratio(one.net),
            "return": float(one.returns),
        }
    yield from _bands(odds.results, "", count=True)
    for wager in odds.wagers.values():
        yield from _wager(wager)
    for mistake in odds.mistakes:
        item = f"{mistake.state}: {mistake.action} instead of {mistake.best}"
        yield {"section": "mistake", "item": item, "count": _count(mistake.deals), **_number(mistake.cost)}
    for cap in odds.caps:
        item = f"limit of {cap.cap} cents at a base wager of {cap.base} cents"
        yield {"section": "payout limit", "item": item, **_number(cap.cost)}
    for wager_name, pays in sheet.pay_tables.items():
        for line, words in pays.items():
            yield {"section": "pay table", "wager": wager_name, "item": line, "pays": words}
    for option in sheet.options:
        yield {"section": "option", "item": option.name, "value": option.value}
    for ruling in sheet.rulings:
        yield {"section": "ruling", "item": ruling.name, "value": ruling.words}
    for note in odds.notes:
        yield {"section": "note", "value": note}


def exposure_rows(seen: Exposure) -> Iterator[Row]:
    """What it is worth to know more: cards that are seen, marks, a card less in the shoe, and counts."""
    nothing = {"no more than the document shows: worth": seen.value}
    yield from _figures("exposure", seen.base, nothing)
    for section, those in (("exposure", seen.known), ("marks", seen.marked)):
        for one in those:
            yield from _figures(section, seen.base, {
                f"{one.what}: worth": one.value,
                f"{one.what}: gain": seen.gain(one),
                f"{one.what}: plays on": one.plays,
                f"{one.what}: for zero": seen.share_for_zero(one),
            })  # fmt: skip
    for less in seen.removals:
        wager = f"{less.part_of}: {less.wager}" if less.part_of else less.wager
        yield from _figures("card less", wager, {"full shoe": less.value})
        yield from _figures("card less", wager, {f"effect of {rank}": one for rank, one in less.effects.items()})
    for count in seen.counts:
        name = f"tags of {-count.most} to {count.most}"
        yield from _figures("count", seen.base, {
            **{f"{name}: {rank}": tag for rank, tag in count.tags.items()},
            **{f"{name}: correlation with {wager}": one for wager, one in count.correlations.items()},
            f"{name}: playing efficiency": count.playing,
            f"{name}: gain of a true count of one": count.gain,
            f"{name}: even at": count.even,
        })  # fmt: skip


def _wager(wager: WagerOdds) -> Iterator[Row]:
    for line in lines(wager):
        one = line.outcome
        yield {
            "section": "outcome",
            "wager": wager.name,
            "item": one.name,
            "count": _count(one.count),
            "probability": float(line.probability),
            "pays": one.pays,
            "net": "" if one.net is None else ratio(one.net),
            "return": "" if line.returns is None else float(line.returns),
        }
    yield {"section": "wager", "wager": wager.name, "item": "pay table hash (SHA-256)", "value": pay_table_hash(wager)}
    yield from _figures("wager", wager.name, {
        "combinations": wager.combinations,
        "placed": wager.placed,
        "expected value": wager.expected_value,
        "house edge": wager.house_edge,
        "element of risk": wager.element_of_risk,
        "variance": wager.results.variance,
        "standard deviation": wager.standard_deviation,
        "skewness": wager.skewness,
        "hit rate": wager.hit_frequency,
        "most that may be staked, in cents": wager.most,
        "exposure in cents": wager.exposure,
    })  # fmt: skip
    if wager.estimate is not None:
        how = {"estimate: rounds": wager.estimate.rounds, "estimate: standard error": wager.estimate.standard_error}
        yield from _figures("wager", wager.name, how)
        yield {"section": "wager", "wager": wager.name, "item": "estimate: how", "value": wager.estimate.how}
    if wager.note:
        yield {"section": "wager", "wager": wager.name, "item": "note", "value": wager.note}
    yield from _bands(wager.results, wager.name)
    if wager.progressive is not None:
        yield from _progressive(wager.name, wager.progressive)


def _progressive(wager: str, value: ProgressiveValue) -> Iterator[Row]:
    yield from _figures("progressive", wager, {
        "stake in cents": value.stake,
        "fixed return": value.fixed,
        "rate of progression": value.rate,
        "envy for each other player": value.envy,
        "value at the seed": at_seed(value),
        "long-run return": value.long_run,
    })  # fmt: skip
    more = value.per_cents(PER)
    for meter in value.meters:
        yield from _figures("progressive", wager, {
            f"{meter.name}: shows, in cents": meter.at,
            f"{meter.name}: seed in cents": meter.seed,
            f"{meter.name}: share won on average": meter.share,
            f"{meter.name}: all of it won": meter.hits,
            f"{meter.name}: value of $10,000 more": more[meter.name],
        })  # fmt: skip
    for line in beside(value):
        found = {"value": line.value} | {f"{name} breaks even at, in cents": at for name, at in line.break_even.items()}
        yield from _figures(
            "progressive", wager, {f"{line.others} other players: {item}": exact for item, exact in found.items()}
        )
    for warning in value.warnings:
        yield {"section": "progressive", "wager": wager, "item": "warning", "value": warning}


def _bands(results: Any, wager: str, *, count: bool = False) -> Iterator[Row]:
    for band in bands(results, count=count):
        for share, (least, most) in band.between.items():
            for word, edge in (("least", least), ("most", most)):
                item = f"{word} house edge of {band.rounds} {'wagers' if wager else 'rounds'}, {share}"
                yield {"section": "band", "wager": wager, "item": item, "value": edge}
        if band.error is not None:
            how = "counted" if band.counted else "by the normal distribution"
            item = f"share of runs within the bands of {band.rounds}, {how}: off by at most"
            yield {"section": "band", "wager": wager, "item": item, "value": band.error}


def _figures(section: str, wager: str, found: dict[str, Any]) -> Iterator[Row]:
    for item, value in found.items():
        if value is not None:
            yield {"section": section, "wager": wager, "item": item, **_number(value)}


def _number(value: int | float | Fraction) -> Row:
    if isinstance(value, float):
        return {"value": value}
    return {"value": value if isinstance(value, int) else float(value), "exact": ratio(value)}


def _count(value: int | Fraction) -> int | str:
    return value if isinstance(value, int) else ratio(value)
