"""Reports of irregularities at the prompt: what can be reported now, and the meaning of a typed report."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table as Grid
from rich.text import Text

from pitboss.engine.game import Game
from pitboss.engine.round.asks import THE_DEALER, Offer
from pitboss.engine.round.inputs import Input
from pitboss.terminal.seat.answers import Answer, Choice, read
from pitboss.terminal.seat.drawing import plain_grid
from pitboss.terminal.seat.sentences import from_the_seats


def reportable(offers: Iterable[Offer]) -> list[Choice]:
    """What can be reported now, one choice for each thing and place."""
    return [
        Choice(" ".join(filter(None, (what, place))), offer, what, place)
        for offer in offers
        if offer.do == "report" and not offer.why_not and offer.places != ()
        for what in offer.what or ("",)
        for place in offer.places or ("",)
    ]


def read_report(line: str, known: list[Choice]) -> Answer | str:
    """Read what follows ``report``. Returns a sentence instead if it is no report that can be made now."""
    if not line.strip():
        return "name what to report; type report for the list"
    answer = read(line, known)
    if isinstance(answer, str):
        if "could mean" in answer:
            return answer
        return f"'{line.strip()}' can't be reported now; type report for the list"
    offer = answer.choice.offer
    if answer.amount is None and offer.least != offer.most:
        return f"{answer.choice.name} takes a number, {answer.choice.amounts}: type it after the name"
    return answer


def number_title(game: Game, choice: Choice) -> str:
    """What to ask for the number of a report: what it counts, and from where to where."""
    about = next((one.amount_is for one in game.irregularities if one.what == choice.what), "") or "how many"
    least = max(choice.offer.least, 1) if about.startswith("which") else choice.offer.least
    return f"{about[:1].upper()}{about[1:]} ({least} to {choice.offer.most})"


def report_input(answer: Answer) -> Input:
    """The dealer's report."""
    amount = answer.choice.offer.least if answer.amount is None else answer.amount
    return answer.choice.input(THE_DEALER, amount)


def _place(game: Game, place: str) -> str:
    """A place as it is typed. One of a cross, which documents name from the dealer's side, also as players see it."""
    return f"{place} ({from_the_seats(game, place)})" if place in game.lies else place


def report_grid(game: Game, known: list[Choice]) -> Grid:
    """What can be reported, with places, numbers and clauses. A thing at several places is one row."""
    about = {one.what: one for one in game.irregularities}
    grid = plain_grid("report", "where", "number", "clause", "what it is")
    rows: dict[str, list[Choice]] = {}
    for choice in known:
        rows.setdefault(choice.what, []).append(choice)
    for what, choices in rows.items():
        offer, irregularity = choices[0].offer, about.get(what)
        number = choices[0].amounts if offer.least != offer.most else ""
        places = ", ".join(_place(game, choice.place) for choice in choices if choice.place)
        means = irregularity.means if irregularity else ""
        if irregularity and irregularity.amount_is and number:
            means = f"{means}; the number is {irregularity.amount_is}"
        grid.add_row(Text(what, "bold cyan"), places, number, offer.clause, means)
    return grid
