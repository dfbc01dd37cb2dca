"""The lobby at the prompt: the tables of a house, and the choice of one."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from rich.console import Console
from rich.text import Text

from pitboss.basics.money import dollars
from pitboss.client.errors import Refused
from pitboss.client.synchronous import Client
from pitboss.engine import registry
from pitboss.protocol.account import Me
from pitboss.protocol.tables import TableInfo
from pitboss.terminal.plain import PlainDrill, show_history
from pitboss.terminal.seat.answers import QUIT, list_number
from pitboss.terminal.seat.display import Keyboard
from pitboss.terminal.seat.drawing import fit, plain_grid, visible
from pitboss.terminal.seat.drilling import HouseDrill
from pitboss.terminal.seat.past_rounds import HouseRounds

HELP = """\
  [bold]2[/]             sit down at table 2, or go on there if you are at it
  [bold]stand 2[/]       stand behind the seats of table 2, if the rules allow it
  [bold]deal GAME[/]     be dealt in at a private table of a game, for its least wagers
  [bold]new GAME[/]      open a private table of a game
  [bold]drill GAME[/]    decisions of a game to solve one after another, with your rating
  [bold]history[/]       your rounds at this house ([bold]history 1[/]: the newest, step by step)
  [bold]Enter[/]         show the tables again
  [bold]quit[/]          leave the house (so do Ctrl-C and Ctrl-D)"""
REGISTER = "\n  [bold]register ann[/]  register as ann; you keep chips and history"
SIGN_IN = "\n  [bold]sign in ann[/]   go on as ann, who is registered"
BEAT = 3600.0


class Place(msgspec.Struct, frozen=True):
    """A table that the player has chosen."""

    table: TableInfo
    behind: bool = False
    """Whether to stand behind its seats."""
    deals: bool = False
    """Whether the player asked to be dealt in, and not only for a seat."""


class Lobby:
    """Shows the tables, and lets the player choose.

    ``register`` makes a guest a registered player. ``sign_in`` goes on as somebody who is registered.
    """

    beat = BEAT
    """Seconds after which the tables are shown again."""

    def __init__(
        self,
        client: Client,
        console: Console,
        keyboard: Keyboard,
        register: Callable[[str], None] | None = None,
        sign_in: Callable[[str], None] | None = None,
    ) -> None:
        self.client, self.console, self.keyboard = client, console, keyboard
        self._register, self._sign_in = register, sign_in
        self._me: Me | None = None
        """Who the tables were shown to."""

    def place_at(self, game: str) -> Place:
        """A place at a game: where the player is already, or a free seat, or a new private table."""
        me = self.client.me()
        mine = {one.table for one in me.tables}
        tables = [one for one in self.client.tables() if one.game == game]
        free = [one for one in tables if one.id in mine] or [one for one in tables if _may_sit(one)]
        return Place(free[0] if free else self.client.open_table(game))

    def choose(self) -> Place | None:
        """Let the player choose. None if they leave."""
        tables = self._show()
        while True:
            try:
                line = self.ask()
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                return None
            words = (line or "").strip().lower().split()
            if " ".join(words) in QUIT:
                return None
            try:
                chosen = self._chosen(words, tables)
            except Refused as no:
                self.complain(no.why)
                continue
            except (EOFError, KeyboardInterrupt):
                self.complain("nothing has changed: you are who you were")
                continue
            if isinstance(chosen, Place):
                return chosen
            if isinstance(chosen, list):
                tables = chosen

    def ask(self) -> str | None:
        """A line that the player types. None if none comes for a while."""
        self.console.print("Which table? ", end="")
        return self.keyboard.next(self.beat)

    def _chosen(self, words: list[str], tables: list[TableInfo]) -> Place | list[TableInfo] | None:
        """What was typed: a place, the tables shown again, or None if something else was done."""
        match words:
            case []:
                return self._show()
            case ["?" | "help" | "h"]:
                self.console.print(self._help())
            case ["register", login] if self._may_register and self._register is not None:
                self._register(login)
                return self._show()
            case ["sign", "in", login]:
                return self._sign_in_as(login)
            case ["new" | "deal" as does, *name]:
                return self._new("_".join(name), deals=does == "deal")
            case ["drill", *name]:
                self._drill("_".join(name))
            case ["history", *number] if self._me is not None:
                show_history(self.console, HouseRounds(self.client, self._me.person.id), " ".join(number))
            case ["stand", number] if _is_one_of(number, tables):
                return Place(tables[list_number(number) - 1], behind=True)
            case [number] if _is_one_of(number, tables):
                return self._sit(tables[list_number(number) - 1])
            case _:
                which = f"a number from 1 to {len(tables)}" if tables else "new and a game to open a table"
                self.complain(f"type {which}, ? for help, or quit to leave")
        return None

    def _help(self) -> str:
        """What can be typed. What is not offered is not listed."""
        return HELP + (REGISTER if self._may_register else "") + (SIGN_IN if self._may_sign_in else "")

    @property
    def _may_register(self) -> bool:
        return self._register is not None and self._me is not None and not self._me.person.login

    @property
    def _may_sign_in(self) -> bool:
        """Whether the player can still become somebody else. Once connected for live play they stay who they are."""
        return self._sign_in is not None and self.client.talk.last_welcome is None

    def _sign_in_as(self, login: str) -> list[TableInfo] | None:
        if self._sign_in is None or not self._may_sign_in:
            again = f"pitboss play --server {self.client.server} --name {login}"
            self.complain(f"you have played as somebody else already; type quit, then: {again}")
            return None
        self._sign_in(login)
        return self._show()

    def _sit(self, table: TableInfo) -> Place | None:
        here = self._me is not None and any(one.person == self._me.person.id for one in table.seats)
        if here or _may_sit(table):
            return Place(table)
        why = "is full" if table.state == "open" else f"is {table.state}"
        self.complain(f"table {visible(table.name)} {why}; choose another")
        return None

    def _new(self, name: str, *, deals: bool) -> Place | None:
        found = self._game(name)
        if found is None:
            return None
        table = self.client.open_table(found)
        if deals:
            self.say(f"Dealing you in for {dollars(registry.opening(found))}.")
        return Place(table, deals=deals)

    def _drill(self, name: str) -> None:
        if (found := self._game(name)) is not None:
            PlainDrill(HouseDrill(self.client, registry.game(found)), self.console, self._line).run()

    def _line(self, prompt: str) -> str:
        """A line that the player types, however long that takes."""
        self.console.print(Text(prompt), end="")
        while True:
            if (line := self.keyboard.next(self.beat)) is not None:
                return line

    def _game(self, name: str) -> str | None:
        """The game that begins like this. None if there is not exactly one; then the player is told the names."""
        fits = [one for one in registry.games() if name and one.startswith(name)]
        if len(fits) == 1:
            return fits[0]
        self.complain(f"name one of the games: {', '.join(registry.games())}")
        return None

    def say(self, words: str, style: str = "") -> None:
        self.console.print(Text(words, style))

    def complain(self, words: str) -> None:
        self.say(f"{visible(words[:1].upper() + words[1:])}.", "red")

    # --- the list

    def _show(self) -> list[TableInfo]:
        """Show the tables. Those at which the player is come first."""
        self._me = me = self.client.me()
        mine = {one.table: one for one in me.tables}
        tables = sorted(self.client.tables(), key=lambda one: (one.id not in mine, one.state != "open"))
        self.show(me, tables)
        return tables

    def show(self, me: Me, tables: list[TableInfo]) -> None:
        """Show the tables in this order."""
        grid = plain_grid("", "table", "wagers", "free", "people")
        for number, one in enumerate(tables, 1):
            people = ", ".join("you" if seated.person == me.person.id else visible(seated.name) for seated in one.seats)
            name = visible(one.name) if one.name == one.title else f"{visible(one.name)}, {one.title}"
            limits = f"{dollars(one.minimum)} to {dollars(one.maximum)}"
            free = str(one.positions - sum(seated.seat > 0 for seated in one.seats))
            state = "" if one.state == "open" else f" ({one.state})"
            grid.add_row(str(number), Text(name + state), limits, free, Text(people or "nobody"))
        self.say(f"The lobby. You are {visible(me.person.name)}, with {dollars(me.wallet)} in your wallet.", "bold")
        for at in me.tables:
            where = f"at seat {at.seat}" if at.seat else "behind the seats"
            self.say(f"You are at table {visible(at.name)}, {where}, with {dollars(at.chips)} in chips.")
        self.console.print(fit(grid, self.console.width))
        self.console.print("Type the number of a table, ? for help, or quit. Play money only.", style="dim")


def _may_sit(table: TableInfo) -> bool:
    return table.state == "open" and not table.is_full


def _is_one_of(number: str, tables: list[TableInfo]) -> bool:
    return 1 <= list_number(number) <= len(tables)
