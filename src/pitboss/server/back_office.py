"""Long work of the house in a process of its own, so that no table waits for it: the hold, exact odds and the audit.

It reads questions from its standard input, a line of JSON each, and answers each with a line. It ends when its input
does, so it never outlives the house.
"""

from __future__ import annotations

import os
import signal
import sys
from time import time
from typing import Any, BinaryIO

import msgspec

from pitboss.house.database import open_database, reading
from pitboss.server.holds import Exact, Line, Tally, exact_figures

MOST_FINDINGS = 50


class BackOffice:
    """Answers the questions of one house."""

    def __init__(self, database: str) -> None:
        self.engine = open_database(database, must_exist=True)
        self.tally = Tally()
        self.figures: dict[tuple[str, bytes], dict[Line, Exact | None]] = {}
        self.why_not_exact = ""

    def hold(self) -> dict[str, Any]:
        """What each wager held against its exact edge."""
        with reading(self.engine) as connection:
            self.tally.count(connection)
        return self.tally.answer(self._figures) | {"why": self.why_not_exact}

    def _figures(self, game: str, rules: dict[str, Any]) -> dict[Line, Exact | None]:
        key = game, msgspec.json.encode(rules, order="sorted")
        if key not in self.figures:
            try:
                self.figures[key] = exact_figures(game, rules)
            except ModuleNotFoundError as error:
                self.why_not_exact = str(error)
                return {}
        return self.figures[key]

    def audit(self) -> dict[str, Any]:
        """Prove the whole house from its database."""
        from pitboss.house.audit import audit_house

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


def serve(office: BackOffice, questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until the questions end. An error of ours is an answer too."""
    work = {"hold": office.hold, "audit": office.audit}
    for line in questions:
        try:
            answer: dict[str, Any] = {"answer": work[msgspec.json.decode(line)]()}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the house ends it
    os.nice(10)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # whatever a library prints is no answer
    serve(BackOffice(sys.stdin.buffer.readline().decode().strip()), sys.stdin.buffer, out)
