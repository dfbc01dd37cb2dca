"""Seats at a table, as commands make them: line by line, at a table in this process or at a house."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from rich.console import Console

from pitboss import Table
from pitboss.engine.round.events import Event
from pitboss.engine.round.round import Round
from pitboss.protocol.tables import TableInfo
from pitboss.terminal.plain import Plain
from pitboss.terminal.seat.display import Keyboard, Prompted
from pitboss.terminal.seat.hints import Coach
from pitboss.terminal.seat.house_table import HouseTable
from pitboss.terminal.seat.own_table import OwnTable
from pitboss.terminal.seat.seat import Seat


def own_seat(
    table: Table,
    console: Console,
    ask: Callable[[str], str],
    bankroll: int = 1000_00,
    *,
    coach: Coach | None = None,
    ended: Callable[[Round], None] = lambda round: None,
) -> tuple[Seat, OwnTable]:
    """A seat at a table in this process, and the table as the seat sees it."""
    at, keyboard = OwnTable(table, Random(1), bankroll, ended=ended), Prompted(ask)
    return Seat(at, Plain(console, keyboard), keyboard, coach=coach), at


def live_seat(
    client: Any,
    table: TableInfo,
    console: Console,
    keyboard: Keyboard,
    buy_in: int = 1000_00,
    *,
    behind: bool = False,
    coach: Coach | None = None,
    heard: Callable[[Event], None] = lambda event: None,
) -> Seat:
    """A seat at a table of a house."""
    return Seat(HouseTable(client, table, buy_in, behind=behind, heard=heard), Plain(console), keyboard, coach=coach)
