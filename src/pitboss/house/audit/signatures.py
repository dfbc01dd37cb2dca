"""The audit of signatures: they are all there, each covers the one before it, and the house had the keys.

A signature can't be made without a key of the house. So whoever alters the database can delete signed heads and can't
add any. A head that is gone from the middle breaks the chain of signatures. Heads that are gone from the end leave
rounds and staff acts that nothing has signed. Only somebody who brings all of the house back to an earlier state
leaves no trace in it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime

from sqlalchemy import Connection, func, select

from pitboss.house.audit.findings import CHAIN, SIGNATURE, Audit
from pitboss.house.audit.heads import KEY_ACTS, LATE_MS, SIGNING_KEY, NewKey, all_heads, new_key_of
from pitboss.house.audit.signing import SignedHead, SigningError, verify_head
from pitboss.house.audit.tables import TableAudit
from pitboss.house.people import staff
from pitboss.house.storage.schema import act, signed_head, staff_act
from pitboss.log.lines import GENESIS

AT_ONCE = 1000
"""Rows that are read together."""


def check_signatures(
    connection: Connection,
    audit: Audit,
    public_keys: Sequence[str],
    tables: Mapping[str, TableAudit],
    kept: Sequence[SignedHead] = (),
) -> None:
    """Check the list of signatures, the keys of the house, and that whatever has happened is signed."""
    given = _keys_given(connection, audit)
    found = SignatureAudit(audit, given, public_keys, kept)
    for one in all_heads(connection):
        found.take(one)
    found.end()
    _check_chains(connection, audit, tables)
    if found.last is None and not given:
        _nothing_signed(audit, public_keys)
        return
    now = _latest(connection)
    for table in tables.values():
        if not table.broken:
            table.check_signed_until(now)
    _check_journal(connection, audit, now)
    if not public_keys:
        audit.on_trust.append("the public key of the house: signatures were checked with the keys beside them")
    audit.newest = found.last
    if found.last is not None:
        when = datetime.fromtimestamp(found.last.at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        audit.on_trust.append(
            f"that the house signed nothing after signature {found.last.number} of {when}: if all of the database was"
            " brought back to an earlier state, only signed heads that were kept elsewhere show it"
        )


def _nothing_signed(audit: Audit, public_keys: Sequence[str]) -> None:
    if public_keys:
        audit.add(SIGNATURE, "nothing in this house is signed, though it has published a key")
    trusted = "that nobody wrote this house anew: nothing was signed, so whoever can write to the database could have"
    audit.on_trust.append(trusted)


class SignatureAudit:
    """The list of signatures, followed from the first."""

    def __init__(
        self, audit: Audit, given: Sequence[NewKey], published: Collection[str], kept: Sequence[SignedHead] = ()
    ) -> None:
        self._audit, self._given, self._published = audit, given, published
        self._kept = {one.digest: one for one in kept}
        self.last: SignedHead | None = None
        self._number, self._digests = 0, {GENESIS}
        """The number before the next signature, and what the next one may follow. Empty if it may follow any."""
        self._at: dict[int, SignedHead] = {}
        """The signatures before and of the acts that gave the house a key."""
        self._marks = {number for one in given for number in (one.signed, one.signed + 1)}
        self._strangers: dict[tuple[str, str], list[int]] = {}
        """The first and the last signature with a key that is not the house's, by what is wrong and by key."""

    def take(self, one: SignedHead) -> None:
        """Check the next signature."""
        self._audit.counts.signed_heads += 1
        if one.number != self._number + 1:
            self._missing(self._number + 1, one.number - 1)
            self._digests = set()
        try:
            right = verify_head(one.key, one)
        except SigningError:
            right = False
        if not right:
            self._found(f"the signed head of {one.chain} after act {one.seq} has a wrong signature")
        elif self._digests and one.before not in self._digests:
            self._found(f"signature {one.number} does not follow the one before it")
        if self._published and one.key not in self._published:
            self._strange("is not one that the house has published", one)
        if one.key != next((new.key for new in reversed(self._given) if new.signed < one.number), ""):
            self._strange("is not the one that the staff journal names", one)
        # If this one was altered, the next one still follows it as it was: one break, not two.
        self._number, self._digests, self.last = one.number, {one.digest} if right else set(), one
        self._kept.pop(one.digest, None)
        if one.number in self._marks:
            self._at[one.number] = one

    def end(self) -> None:
        """Compare the list with what the staff journal says of it."""
        due = max((new.signed + 1 for new in self._given), default=0)
        if self._number < due:
            self._missing(self._number + 1, due)
        for one in self._kept.values():
            self._found(
                f"signature {one.number} of {one.chain} after act {one.seq}, which was kept, is not in this house"
            )
        for (wrong, key), (first, to) in self._strangers.items():
            self._found(f"the key {key} of {_numbers(first, to)} {wrong}")
        for new in self._given:
            before, own = self._at.get(new.signed), self._at.get(new.signed + 1)
            if (before.digest if before else GENESIS) != new.last and (before or not new.signed):
                self._found(f"staff act {new.act} gives the house a key after another signature {new.signed}")
            if own is not None and (own.chain, own.seq) != (staff.CHAIN, new.act):
                self._found(f"staff act {new.act} gives the house a key, and signature {own.number} does not sign that")

    def _strange(self, wrong: str, one: SignedHead) -> None:
        self._strangers.setdefault((wrong, one.key), [one.number, 0])[1] = one.number

    def _missing(self, first: int, to: int) -> None:
        self._found(f"{_numbers(first, to)} {'is' if first == to else 'are'} missing")

    def _found(self, sentence: str) -> None:
        self._audit.add(SIGNATURE, sentence)


def _numbers(first: int, to: int) -> str:
    """Numbers of signatures in words.

    >>> _numbers(7, 7), _numbers(7, 9)
    ('signature 7', 'signatures 7 to 9')
    """
    return f"signature {first}" if first == to else f"signatures {first} to {to}"


def _keys_given(connection: Connection, audit: Audit) -> list[NewKey]:
    """The keys that the staff journal names. The house itself does so, and does not take a key twice."""
    given: list[NewKey] = []
    for row in connection.execute(KEY_ACTS.order_by(staff_act.c.number)):
        try:
            new = new_key_of(row)
        except SigningError as error:
            audit.add(SIGNATURE, str(error))
            continue
        if row.person != staff.HOUSE:
            audit.add(SIGNATURE, f"staff act {row.number} gives the house a key by order of {row.person}")
        if new.key in {one.key for one in given} or (given and new.signed <= given[-1].signed):
            audit.add(SIGNATURE, f"staff act {row.number} gives the house a key again, or out of order")
        given.append(new)
    return given


def _check_chains(connection: Connection, audit: Audit, tables: Mapping[str, TableAudit]) -> None:
    """Whatever was signed is there."""
    for chain in connection.execute(select(signed_head.c.chain).distinct().order_by(signed_head.c.chain)).scalars():
        if chain != staff.CHAIN and chain not in tables:
            audit.add(CHAIN, f"the house has signed acts of the table {chain}, which is missing")


def _latest(connection: Connection) -> int:
    """When the last thing happened in this house that the database knows of."""
    times = [connection.execute(select(func.max(of.c.at))).scalar() for of in (act, staff_act, signed_head)]
    return max((at for at in times if at is not None), default=0)


def _check_journal(connection: Connection, audit: Audit, now: int) -> None:
    """Every staff act was signed soon. An act that only names a key may come long after an act that was not signed."""
    by_house = select(signed_head.c.seq).where(signed_head.c.chain == staff.CHAIN)
    signed = set(connection.execute(by_house).scalars())
    waits: tuple[int, int] | None = None
    rows = select(staff_act.c.number, staff_act.c.at, staff_act.c.what).order_by(staff_act.c.number)
    late = None
    for row in connection.execute(rows, execution_options={"yield_per": AT_ONCE}):
        if waits is None:
            waits = row.number, row.at
        if late is None and row.what != SIGNING_KEY and row.at > waits[1] + LATE_MS:
            late = waits[0]
        if row.number in signed:
            waits = None
    if late is None and waits is not None and now > waits[1] + LATE_MS:
        late = waits[0]
    if late is not None:
        audit.add(SIGNATURE, f"signed heads of the staff journal are missing: staff act {late} was not signed in time")
