"""A traced document: each clause with its places in the code and its tests."""

from __future__ import annotations

import msgspec

from pitboss.basics.clauses import Clause


class Shown(msgspec.Struct, frozen=True):
    """A test that names a clause, and the case of the clause that it shows, such as a pay table."""

    test: str
    case: str = ""
    asserts: bool = True
    """A test without an assertion passes whatever the code does, so it shows nothing."""


class TracedClause(msgspec.Struct, kw_only=True):
    """A clause with its code and its tests."""

    clause: Clause
    code: list[str]
    tests: list[Shown]

    @property
    def proofs(self) -> list[Shown]:
        """The tests that assert. Only these count."""
        return [shown for shown in self.tests if shown.asserts]

    @property
    def missing(self) -> list[str]:
        """The gaps: the id itself, or ``id case X`` for a case without a test."""
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
    """The trace of a game's whole document."""

    game: str
    clauses: list[TracedClause]
    strangers: list[str]
    """Tests that name a clause or a case that the document does not have: ``test: 99(z)``."""
    tests: str = ""
    """The folder of tests. Empty if the trace comes from data."""
    built_from: str = ""
    """The version of the data, ``pitboss 0.1.0``. Empty if the trace comes from tests."""

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
