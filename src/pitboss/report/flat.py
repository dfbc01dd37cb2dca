"""The par sheet as one flat table of comma-separated values, for programs and spreadsheets.

Each kind of number has its own column. Exact numbers are fractions, the others are decimals.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from fractions import Fraction
from io import StringIO
from typing import Any

from pitboss.mathematics.results import ProgressiveValue, WagerOdds, ratio
from pitboss.report.par_sheet import PER, ParSheet, at_seed, bands, beside, lines, pay_table_hash

COLUMNS = ("section", "wager", "item", "count", "probability", "pays", "net", "return", "value", "exact")
Row = dict[str, Any]


def flat_table(sheet: ParSheet) -> str:
    file = StringIO()
    writer = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(sheet))
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
    yield from _bands(odds.results, "")
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


def _bands(results: Any, wager: str) -> Iterator[Row]:
    for band in bands(results):
        for share, (least, most) in band.between.items():
            for word, edge in (("least", least), ("most", most)):
                item = f"{word} house edge of {band.rounds} {'wagers' if wager else 'rounds'}, {share}"
                yield {"section": "band", "wager": wager, "item": item, "value": edge}


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
