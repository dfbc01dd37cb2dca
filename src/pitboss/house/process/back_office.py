"""The worker process that reads the whole database: the hold report and the audit."""

from __future__ import annotations

from collections import OrderedDict
from time import time
from typing import Any

import msgspec

from pitboss.house.money.hold_report import Exact, Tally, WagerKey, exact_figures, laws_of
from pitboss.house.process.worker import Answering, QuestionDesk, serve
from pitboss.house.storage.database import DatabaseError, open_database, reading
from pitboss.mathematics.results import Moments

MOST_FINDINGS = 50
MOST_PRICED = 100
"""The figures of so many rules stay in memory."""


class BackOffice:
    """Answers the questions of one house."""

    def __init__(self, database: str) -> None:
        self.engine = open_database(database, must_exist=True)
        self.tally = Tally()
        self.figures: OrderedDict[tuple[str, bytes], dict[WagerKey, Exact | None]] = OrderedDict()
        self.laws: OrderedDict[tuple[str, bytes], dict[WagerKey, Moments]] = OrderedDict()
        self.why_not_exact = ""

    def hold(self) -> dict[str, Any]:
        """What each wager held against its exact edge."""
        with reading(self.engine) as connection:
            self.tally.count(connection)
        return self.tally.answer(self._figures, self._laws_of) | {"why": self.why_not_exact}

    def _laws_of(self, game: str, rules: dict[str, Any]) -> dict[WagerKey, Moments]:
        key = game, msgspec.json.encode(rules, order="sorted")
        if key not in self.laws:
            try:
                self.laws[key] = laws_of(game, rules)
            except ModuleNotFoundError:  # the figures of the document's own rules are shipped, and their laws are not
                return {}
            if len(self.laws) > MOST_PRICED:
                self.laws.popitem(last=False)
        self.laws.move_to_end(key)
        return self.laws[key]

    def _figures(self, game: str, rules: dict[str, Any]) -> dict[WagerKey, Exact | None]:
        key = game, msgspec.json.encode(rules, order="sorted")
        if key not in self.figures:
            try:
                self.figures[key] = exact_figures(game, rules)
            except ModuleNotFoundError as error:
                self.why_not_exact = str(error)
                return {}
            if len(self.figures) > MOST_PRICED:
                self.figures.popitem(last=False)
        self.figures.move_to_end(key)
        return self.figures[key]

    def audit(self) -> dict[str, Any]:
        """Prove the whole house from its database."""
        from pitboss.house.audit.whole_house import audit_house

        began = time()
        found = audit_house(self.engine)
        return {
            "at": round(time() * 1000),
            "seconds": round(time() - began, 1),
            "counts": msgspec.to_builtins(found.counts),
            "differences": len(found.findings),
            "findings": msgspec.to_builtins(found.findings[:MOST_FINDINGS]),
            "on_trust": found.on_trust,
        }


def answering(desk: QuestionDesk) -> Answering:
    """What answers the house. The first line is the address of its database."""
    office = BackOffice(desk.first_line())
    work = {"hold": office.hold, "audit": office.audit}
    return lambda what: work[msgspec.json.decode(what)]()


if __name__ == "__main__":
    serve(answering, (DatabaseError,))
