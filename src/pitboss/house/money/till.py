"""The money at a live table: balances that the table must know before it acts, and the entries that its acts make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.basics.money import UNITS
from pitboss.engine.round.events import Event
from pitboss.house.money import books
from pitboss.house.money.books import Posting
from pitboss.house.money.ledger import ALL, Entry
from pitboss.house.storage.committer import Sweep

FILL = 100_000_00 * UNITS
"""The least fill of a table inventory, in units."""
KEPT = ("chips:", "layout:", "inventory:", "coupon:at:")
"""The beginnings of the accounts whose balances a table keeps in memory."""


class Till:
    """The money at a table. Only the table changes it, so it is known without asking the database."""

    def __init__(self, table: str, balances: Mapping[str, int] | None = None, *, practice: bool = False) -> None:
        self.table, self.practice = table, practice
        self.held = dict(balances or {})
        """Balances by account, in units."""

    def chips(self, player: str) -> int:
        """The chips of a player, in units."""
        return self.held.get(books.chips(self.table, player), 0)

    def coupons(self, player: str) -> int:
        """The coupons that a player has brought to the table, in units of their face value."""
        return self.held.get(books.coupons_at(self.table, player), 0)

    def paid(self, records: Sequence[Event], player: str) -> tuple[int, int]:
        """The chips and coupons, in units, that records of this table have brought a player."""
        postings = books.postings(self.table, records)
        if self.practice:
            postings = books.of_practice(self.table, postings)
        own = (
            (books.chips(self.table, player), postings),
            (books.coupons_at(self.table, player), books.coupon_postings(self.table, records)),
        )
        chips, coupons = (sum(units for name, units in lines if name == account) for account, lines in own)
        return chips, coupons

    def _purse(self, person: str) -> str:
        """Where chips come from and go to. Chips for practice are issued, and touch no wallet."""
        return books.ISSUED if self.practice else books.wallet(person)

    def _booklet(self, person: str) -> str:
        """Where coupons come from and go to."""
        return books.COUPONS_ISSUED if self.practice else books.coupons(person)

    def post(self, postings: Sequence[Posting]) -> None:
        """Follow these postings in memory."""
        for account, units in postings:
            if account.startswith(KEPT):
                self.held[account] = self.held.get(account, 0) + units

    def entries(self, seq: int, records: Sequence[Event], at: int) -> list[Entry]:
        """The entries that the records of an act make. If the inventory can't pay, a fill comes first."""
        table, made = self.table, list[Entry]()
        postings = books.postings(table, records)
        if self.practice:
            postings = books.of_practice(table, postings)
        if postings:
            inventory = books.inventory(table)
            if short := books.fill_needed(table, self.held.get(inventory, 0), postings):
                filled = max(short, FILL)
                fill = Posting(books.house(table), -filled), Posting(inventory, filled)
                made.append(Entry(f"{table}/{seq}/fill", "fill", at, fill, table, seq))
            made.append(Entry(f"{table}/{seq}", "round", at, tuple(postings), table, seq))
        if coupons := books.coupon_postings(table, records):
            made.append(Entry(f"{table}/{seq}/coupons", "coupons", at, tuple(coupons), table, seq))
        for entry in made:
            self.post(entry.postings)
        return made

    def buy_in(self, person: str, cents: int, coupons: int, id: str, at: int) -> list[Entry]:
        """The entries that bring money and coupons to the table. ``post`` the second line of each when it is stored."""
        ways = (
            (id, "buy in", self._purse(person), books.chips(self.table, person), cents * UNITS),
            (f"{id}/coupons", "coupons", self._booklet(person), books.coupons_at(self.table, person), coupons * UNITS),
        )
        return [self._moved(id, kind, out, into, units, person, at) for id, kind, out, into, units in ways if units]

    def cash_out(self, person: str, units: int | None, id: str, at: int) -> list[Entry]:
        """The entry that moves chips back to the wallet. ``post`` it if they are there. None stands for all of them."""
        chips, wallet = books.chips(self.table, person), self._purse(person)
        moved, memo = (self.chips(person), ALL) if units is None else (units, "")
        return [self._moved(id, "cash out", chips, wallet, moved, person, at, memo)]

    def empty(self, person: str, id: str, at: int) -> list[Sweep]:
        """Move all chips and coupons of a person back, with those of a purchase that is under way."""
        ways = (
            (id, "cash out", books.chips(self.table, person), self._purse(person)),
            (f"{id}/coupons", "coupons", books.coupons_at(self.table, person), self._booklet(person)),
        )
        for _, _, account, _ in ways:
            self.held.pop(account, None)
        return [Sweep(name, kind, out_of, into, at, self.table, person) for name, kind, out_of, into in ways]

    @property
    def inventory(self) -> int:
        """What the table inventory holds, in units."""
        return self.held.get(books.inventory(self.table), 0)

    def fill(self, cents: int, id: str, at: int, person: str) -> list[Entry]:
        """The entry that adds to the inventory, by order of a person."""
        out_of, into = books.house(self.table), books.inventory(self.table)
        return self.posted([self._moved(id, "fill", out_of, into, cents * UNITS, person, at, _ordered(person))])

    def credit(self, cents: int | None, id: str, at: int, person: str = "") -> list[Entry]:
        """The entry that moves money of the inventory back to the house. None stands for all of it."""
        out_of, into = books.inventory(self.table), books.house(self.table)
        units = self.inventory if cents is None else cents * UNITS
        if not units:
            return []
        if units > self.inventory:
            raise ValueError(f"a credit of {units} units is more than the inventory of {self.inventory}")
        return self.posted([self._moved(id, "credit", out_of, into, units, person, at, _ordered(person))])

    def posted(self, entries: list[Entry]) -> list[Entry]:
        """Follow these entries in memory."""
        for entry in entries:
            self.post(entry.postings)
        return entries

    def undo(self, entries: Sequence[Entry]) -> None:
        """Forget entries that are not stored, since the same ones were stored before."""
        for entry in entries:
            self.post([Posting(account, -units) for account, units in entry.postings])

    def _moved(
        self, id: str, kind: str, out_of: str, into: str, units: int, person: str, at: int, memo: str = ""
    ) -> Entry:
        lines = Posting(out_of, -units), Posting(into, units)
        return Entry(id, kind, at, lines, self.table, 0, person, memo)


def _ordered(person: str) -> str:
    return f"ordered by {person}" if person else ""
