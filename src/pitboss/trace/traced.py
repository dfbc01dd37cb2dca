"""A document traced: its clauses, each with its places in the code and the tests that show it."""

from __future__ import annotations

import msgspec

from pitboss.clauses import Clause


class Shown(msgspec.Struct, frozen=True):
    """A test that names a clause, and the case of it (a pay table, say) that it shows."""

    test: str
    case: str = ""
    asserts: bool = True
    """One that only runs would pass whatever the clause's code does, and shows nothing."""


class TracedClause(msgspec.Struct, kw_only=True):
    """One clause: where it lives, and what shows it."""

    clause: Clause
    code: list[str]
    tests: list[Shown]

    @property
    def proofs(self) -> list[Shown]:
        """The tests that count: those that assert."""
        return [shown for shown in self.tests if shown.asserts]

    @property
    def missing(self) -> list[str]:
        """What is not there: the id itself, or ``id case X``."""
        clause = self.clause
        if clause.kind == "premises":
            return []
        if not self.code or not self.proofs:
            return [clause.id]
        cases = {shown.case for shown in self.proofs}
        return [f"{clause.id} case {case}" for case in clause.cases if case not in cases]

    @property
    def why_missing(self) -> str:
        test = "test that asserts" if self.tests else "test"
        absent = [what for what, found in (("code", self.code), (test, self.proofs)) if not found]
        if absent:
            return " and ".join(f"no {what}" for what in absent)
        return "no test of " + ", ".join(gap.rpartition(" ")[2] for gap in self.missing)


class Trace(msgspec.Struct, kw_only=True):
    """A game's whole document."""

    game: str
    clauses: list[TracedClause]
    strangers: list[str]
    """Tests that name a clause or a case which the document has not: ``test: 99(z)``."""
    tests: str = ""
    """The folder of tests that was read; empty if the trace comes from data."""
    built_from: str = ""
    """The version that the data was built from, ``pitboss 0.1.0``; empty if the tests were read."""

    @property
    def code(self) -> int:
        return sum(one.clause.kind == "code" for one in self.clauses)

    @property
    def premises(self) -> int:
        return sum(one.clause.kind == "premises" for one in self.clauses)

    @property
    def only_run(self) -> list[str]:
        """Tests that name a clause and assert nothing."""
        return list(dict.fromkeys(shown.test for one in self.clauses for shown in one.tests if not shown.asserts))

    @property
    def missing(self) -> list[str]:
        return [gap for one in self.clauses for gap in one.missing]
