"""What an audit finds, and what it has checked."""

from __future__ import annotations

import msgspec

from pitboss.house.audit.signing import SignedHead

CHAIN, LOG, ACT, MONEY, BALANCE = "chain", "log", "act", "money", "balance"
METER, STAFF, SIGNATURE, LEFT_BEHIND = "meter", "staff", "signature", "chips left behind"
VALUE = "value"
"""What can break. A value breaks if it can't be read, such as a text where a number belongs.

Chips are left behind if somebody leaves a table and does not get their chips back."""


class Finding(msgspec.Struct, frozen=True):
    """Something that does not hold.

    >>> Finding(CHAIN, "act 7 of table t1: an act is missing after act 5", table="t1", act=7).what
    'chain'
    """

    what: str
    sentence: str
    table: str = ""
    round: int = 0
    act: int = 0


class Counts(msgspec.Struct):
    """How much was checked."""

    tables: int = 0
    acts: int = 0
    rounds: int = 0
    """Rounds that are over. They were dealt twice: from the acts, and from the log that these make."""
    in_progress: int = 0
    """Rounds in progress. They were dealt from their acts."""
    lines: int = 0
    """Lines of logs."""
    commitments: int = 0
    entries: int = 0
    postings: int = 0
    accounts: int = 0
    meters: int = 0
    moves: int = 0
    people: int = 0
    staff_acts: int = 0
    signed_heads: int = 0


class Audit(msgspec.Struct):
    """The result of an audit."""

    findings: list[Finding]
    counts: Counts
    on_trust: list[str]
    """What the database alone can't prove."""
    newest: SignedHead | None = None
    """The last head that the house signed. Whoever keeps it can show to a later audit that it was there."""

    @property
    def clean(self) -> bool:
        return not self.findings

    def add(self, what: str, sentence: str, table: str = "", round: int = 0, act: int = 0) -> None:
        self.findings.append(Finding(what, sentence, table, round, act))
