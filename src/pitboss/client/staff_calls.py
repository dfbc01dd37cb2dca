"""The calls of staff, for both clients: people, accounts, money, tables and the journal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pitboss.client import staff_requests as asked
from pitboss.client.conversation import new_key
from pitboss.client.requests import Person, Request, Statement
from pitboss.client.staff_requests import (
    Account,
    Code,
    Counted,
    CountKind,
    Hold,
    Inventory,
    People,
    StaffActs,
    WholeAccount,
)

T = TypeVar("T")


class StaffCalls(ABC):
    """What staff may ask with ``Client``. The house checks the role."""

    @abstractmethod
    def request(self, request: Request[T]) -> T: ...

    def become_administrator(self, token: str) -> Person:
        """Become the first administrator with the token that the house printed."""
        return self.request(asked.become_administrator(token)).person

    def people(self, name: str = "", role: str = "", *, after: str = "", most: int | None = None) -> People:
        """A page of people, by a part of the name or by role. ``after`` is ``next`` of the page before."""
        return self.request(asked.people(name, role, after=after, most=most))

    def person(self, id: str) -> WholeAccount:
        """A person's account, with their money."""
        return self.request(asked.person(id))

    def statement_of(self, person: str, *, after: str = "", most: int | None = None) -> Statement:
        """A page of a person's movements of money. ``after`` is ``next`` of the page before."""
        return self.request(asked.statement_of(person, after=after, most=most))

    def disable(self, person: str) -> Account:
        """Close an account. Its sessions end, and its money stays."""
        return self.request(asked.disable(person)).person

    def enable(self, person: str) -> Account:
        """Open a disabled account again."""
        return self.request(asked.enable(person)).person

    def reset_password(self, person: str) -> Code:
        """End a person's password. They choose a new one with the code."""
        return self.request(asked.reset_password(person))

    def sign_out(self, person: str) -> None:
        """End all sessions of a person."""
        self.request(asked.sign_out(person))

    def change_roles(self, person: str, grant: Sequence[str] = (), withdraw: Sequence[str] = ()) -> Person:
        """Grant and withdraw roles."""
        return self.request(asked.roles(person, grant, withdraw)).person

    def issue(self, person: str, cents: int, coupons: int = 0, *, key: str = "") -> None:
        """Issue play money and coupons. The same key issues once."""
        self.request(asked.issue(person, cents, coupons, key or new_key()))

    def journal(self, *, after: int = 0, most: int | None = None) -> StaffActs:
        """A page of the staff journal, from the first act. ``after`` is ``next`` of the page before."""
        return self.request(asked.journal(after=after, most=most))

    def hold(self) -> Hold:
        """What the house won of every wager and at every table: handle, drop and hold. It may take a while."""
        return self.request(asked.hold())

    def deal_at(self, table: str) -> None:
        """Deal at a table myself, from the next question on."""
        self.request(asked.deal_at(table))

    def answer_call(self, table: str, person: str) -> None:
        """Say that you have seen a player's call of the floor."""
        self.request(asked.answer_call(table, person))

    def stop_dealing(self, table: str) -> None:
        """Deal no more, or send the dealer of a table away. The automatic dealer goes on."""
        self.request(asked.stop_dealing(table))

    def change_rules(self, table: str, rules: Mapping[str, Any]) -> None:
        """Announce other rules, which come into force before the next round or shoe. Left-out options get defaults."""
        self.request(asked.change_rules(table, rules))

    def validate_above(self, table: str, cents: int | None) -> None:
        """Let a person validate payouts above so many cents at a table. None: no payout needs it."""
        self.request(asked.validate_above(table, cents))

    def restart_table(self, table: str) -> None:
        """Bring back a table that an error has stopped."""
        self.request(asked.restart_table(table))

    def fill(self, table: str, cents: int, *, key: str = "") -> None:
        """Move money of the house to a table inventory. The same key moves it once."""
        self.request(asked.fill(table, cents, key or new_key()))

    def credit(self, table: str, cents: int, *, key: str = "") -> None:
        """Move money of a table inventory back to the house. The same key moves it once."""
        self.request(asked.credit(table, cents, key or new_key()))

    def count(self, table: str, cents: int, kind: CountKind = "") -> Counted:
        """Compare what was counted in a table inventory with the books."""
        return self.request(asked.count(table, cents, kind))

    def inventory(self, table: str) -> Inventory:
        """A table inventory with its counts, fills and credits."""
        return self.request(asked.inventory(table))

    def table_statement(self, table: str, *, after: str = "", most: int | None = None) -> Statement:
        """A page of a table's movements of money. ``after`` is ``next`` of the page before."""
        return self.request(asked.table_statement(table, after=after, most=most))


class AsyncStaffCalls(ABC):
    """What staff may ask with ``AsyncClient``. The house checks the role."""

    @abstractmethod
    async def request(self, request: Request[T]) -> T: ...

    async def become_administrator(self, token: str) -> Person:
        """Become the first administrator with the token that the house printed."""
        return (await self.request(asked.become_administrator(token))).person

    async def people(self, name: str = "", role: str = "", *, after: str = "", most: int | None = None) -> People:
        """A page of people, by a part of the name or by role. ``after`` is ``next`` of the page before."""
        return await self.request(asked.people(name, role, after=after, most=most))

    async def person(self, id: str) -> WholeAccount:
        """A person's account, with their money."""
        return await self.request(asked.person(id))

    async def statement_of(self, person: str, *, after: str = "", most: int | None = None) -> Statement:
        """A page of a person's movements of money. ``after`` is ``next`` of the page before."""
        return await self.request(asked.statement_of(person, after=after, most=most))

    async def disable(self, person: str) -> Account:
        """Close an account. Its sessions end, and its money stays."""
        return (await self.request(asked.disable(person))).person

    async def enable(self, person: str) -> Account:
        """Open a disabled account again."""
        return (await self.request(asked.enable(person))).person

    async def reset_password(self, person: str) -> Code:
        """End a person's password. They choose a new one with the code."""
        return await self.request(asked.reset_password(person))

    async def sign_out(self, person: str) -> None:
        """End all sessions of a person."""
        await self.request(asked.sign_out(person))

    async def change_roles(self, person: str, grant: Sequence[str] = (), withdraw: Sequence[str] = ()) -> Person:
        """Grant and withdraw roles."""
        return (await self.request(asked.roles(person, grant, withdraw))).person

    async def issue(self, person: str, cents: int, coupons: int = 0, *, key: str = "") -> None:
        """Issue play money and coupons. The same key issues once."""
        await self.request(asked.issue(person, cents, coupons, key or new_key()))

    async def journal(self, *, after: int = 0, most: int | None = None) -> StaffActs:
        """A page of the staff journal, from the first act. ``after`` is ``next`` of the page before."""
        return await self.request(asked.journal(after=after, most=most))

    async def hold(self) -> Hold:
        """What the house won of every wager and at every table: handle, drop and hold. It may take a while."""
        return await self.request(asked.hold())

    async def deal_at(self, table: str) -> None:
        """Deal at a table myself, from the next question on."""
        await self.request(asked.deal_at(table))

    async def answer_call(self, table: str, person: str) -> None:
        """Say that you have seen a player's call of the floor."""
        await self.request(asked.answer_call(table, person))

    async def stop_dealing(self, table: str) -> None:
        """Deal no more, or send the dealer of a table away. The automatic dealer goes on."""
        await self.request(asked.stop_dealing(table))

    async def change_rules(self, table: str, rules: Mapping[str, Any]) -> None:
        """Announce other rules, which come into force before the next round or shoe. Left-out options get defaults."""
        await self.request(asked.change_rules(table, rules))

    async def validate_above(self, table: str, cents: int | None) -> None:
        """Let a person validate payouts above so many cents at a table. None: no payout needs it."""
        await self.request(asked.validate_above(table, cents))

    async def restart_table(self, table: str) -> None:
        """Bring back a table that an error has stopped."""
        await self.request(asked.restart_table(table))

    async def fill(self, table: str, cents: int, *, key: str = "") -> None:
        """Move money of the house to a table inventory. The same key moves it once."""
        await self.request(asked.fill(table, cents, key or new_key()))

    async def credit(self, table: str, cents: int, *, key: str = "") -> None:
        """Move money of a table inventory back to the house. The same key moves it once."""
        await self.request(asked.credit(table, cents, key or new_key()))

    async def count(self, table: str, cents: int, kind: CountKind = "") -> Counted:
        """Compare what was counted in a table inventory with the books."""
        return await self.request(asked.count(table, cents, kind))

    async def inventory(self, table: str) -> Inventory:
        """A table inventory with its counts, fills and credits."""
        return await self.request(asked.inventory(table))

    async def table_statement(self, table: str, *, after: str = "", most: int | None = None) -> Statement:
        """A page of a table's movements of money. ``after`` is ``next`` of the page before."""
        return await self.request(asked.table_statement(table, after=after, most=most))
