"""The calls of players about their own money outside the tables, for both clients."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TypeVar

from pitboss.client import requests as asked
from pitboss.client.conversation import new_key
from pitboss.client.requests import Request, Statement

T = TypeVar("T")


class MoneyCalls(ABC):
    """What players may ask about their money with ``Client``. ``me`` says what they have."""

    @abstractmethod
    def request(self, request: Request[T]) -> T: ...

    def statement(self, *, after: str = "", most: int | None = None) -> Statement:
        """A page of my movements of money. ``after`` is ``next`` of the page before."""
        return self.request(asked.statement(after=after, most=most))

    def pay_into_game_account(self, cents: int, *, key: str = "") -> None:
        """Pay from my wallet into my game account. The same key pays once."""
        self.request(asked.pay_into_game_account(cents, key or new_key()))

    def cash_out_game_account(self, cents: int, *, key: str = "") -> None:
        """Pay from my game account into my wallet. The same key pays once."""
        self.request(asked.cash_out_game_account(cents, key or new_key()))

    def take(self) -> int:
        """Take play money, if I have too little left to play. Returns how many cents."""
        return self.request(asked.take()).cents


class AsyncMoneyCalls(ABC):
    """What players may ask about their money with ``AsyncClient``. ``me`` says what they have."""

    @abstractmethod
    async def request(self, request: Request[T]) -> T: ...

    async def statement(self, *, after: str = "", most: int | None = None) -> Statement:
        """A page of my movements of money. ``after`` is ``next`` of the page before."""
        return await self.request(asked.statement(after=after, most=most))

    async def pay_into_game_account(self, cents: int, *, key: str = "") -> None:
        """Pay from my wallet into my game account. The same key pays once."""
        await self.request(asked.pay_into_game_account(cents, key or new_key()))

    async def cash_out_game_account(self, cents: int, *, key: str = "") -> None:
        """Pay from my game account into my wallet. The same key pays once."""
        await self.request(asked.cash_out_game_account(cents, key or new_key()))

    async def take(self) -> int:
        """Take play money, if I have too little left to play. Returns how many cents."""
        return (await self.request(asked.take())).cents
