"""The first screens: the games without a house, and a house with its tables."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
from textual.containers import Vertical
from textual.widgets import Input, OptionList

from local_table import LocalTable
from opened import Driver, drive
from pitboss.client import ConnectionLost, Refused
from pitboss.engine import registry
from pitboss.protocol.account import Me, Person
from pitboss.protocol.tables import TableInfo
from pitboss.terminal.lobby import Place
from pitboss.terminal.screen.home import Home
from pitboss.terminal.screen.lobby_app import LobbyApp, Prompter, ScreenLobby, Told
from pitboss.terminal.screen.screens import Choose, Command


class Desk:
    """A house with two tables, the second of which is full."""

    server = "http://house"

    def __init__(self) -> None:
        info = LocalTable("double_down_stud").info
        full = msgspec.structs.replace(LocalTable("caribbean_stud").info, id="t2", positions=0)
        self.known = [info, full]
        self.login = ""
        self.talk = SimpleNamespace(last_welcome=None)
        self.lost = False

    def me(self) -> Me:
        if self.lost:
            raise ConnectionLost("http://house does not answer")
        person = Person(id="p1", name=self.login or "Guest 4F7K", login=self.login)
        return Me(person=person, wallet=10_000_00, coupons=0, game_account=0, tables=())

    def tables(self) -> list[TableInfo]:
        return self.known

    def open_table(self, game: str) -> TableInfo:
        return msgspec.structs.replace(LocalTable(game).info, id="t3", private=True)


def lobby(desk: Desk) -> LobbyApp:
    client: Any = desk

    def work(prompter: Prompter, tell: Told) -> Place | None:
        def register(login: str) -> None:
            if prompter.secret("Choose a password") != prompter.secret("Type it again"):
                raise Refused("password", "the two passwords differ; you are not registered")
            desk.login = login

        return ScreenLobby(client, prompter, tell, register, None).choose()

    return LobbyApp(client, work, may_sign_in=False)


def said(app: LobbyApp) -> str:
    return " ".join(line.words for line in app.lines)


def test_a_guest_registers_and_sits_down_by_keys() -> None:
    desk = Desk()
    app = lobby(desk)

    async def secret(driver: Driver, *keys: str) -> None:
        await driver.until(lambda: isinstance(app.screen, Command) and app.screen.secret)
        assert app.screen.query_one(Input).password
        before = app.screen
        await driver.press(*keys, "enter")
        await driver.until(lambda: app.screen is not before)

    async def script(driver: Driver) -> None:
        await driver.until(lambda: app.tables)
        assert app.me is not None
        keys = app._key_words(app.me, app.tables).plain
        assert "register" in keys
        assert "sign in" not in keys, "what is not offered is not listed"
        for again in ("y", "x"):
            await driver.press("r")
            await driver.until(lambda: isinstance(app.screen, Command))
            await driver.press(*"ann", "enter")
            await secret(driver, "x")
            await secret(driver, again)
            await driver.until(lambda again=again: (desk.login == "ann") == (again == "x"))
        await driver.until(lambda: app.me is not None and app.me.person.login == "ann")
        assert "The two passwords differ; you are not registered." in said(app)
        assert "register" not in app._key_words(app.me, app.tables).plain
        await driver.press("down", "enter")
        await driver.until(lambda: "Table Table One is full; choose another." in said(app))
        await driver.press("up", "enter")
        await driver.until(lambda: app.place is not None)

    drive(app, script)
    assert app.place == Place(desk.known[0])
    assert app.error is None


def test_a_table_is_opened_and_the_lobby_is_left() -> None:
    desk = Desk()
    desk.known *= 10
    app = lobby(desk)

    async def opens(driver: Driver) -> None:
        await driver.until(lambda: app.tables)
        for size in ((60, 15), (80, 24)):
            await driver.pilot.resize_terminal(*size)
            await driver.until(lambda size=size: app.screen.size == size)
            keys, frame = app.query_one("#keys_of_lobby").region, app.query_one(Vertical).content_region
            assert frame.contains_region(keys), "many tables leave room for the keys"
        await driver.press("n")
        await driver.until(lambda: isinstance(app.screen, Choose))
        await driver.press("down", "enter")
        await driver.until(lambda: app.place is not None)

    drive(app, opens)
    assert app.place is not None
    assert app.place.table.game == registry.games()[1]

    leaves = lobby(Desk())

    async def leave(driver: Driver) -> None:
        await driver.until(lambda: leaves.tables)
        await driver.press("r")
        await driver.until(lambda: isinstance(leaves.screen, Command))
        await driver.press(*"ann", "enter")
        await driver.until(lambda: isinstance(leaves.screen, Command) and leaves.screen.secret)
        await driver.press("ctrl+c")
        await driver.until(lambda: "Nothing has changed: you are who you were." in said(leaves))
        await driver.press("q")
        await driver.until(lambda: not leaves.is_running or leaves._exit)

    drive(leaves, leave)
    assert leaves.place is None
    assert leaves.error is None


def test_a_house_that_is_lost_ends_the_lobby_with_a_sentence() -> None:
    desk = Desk()
    desk.lost = True
    app = lobby(desk)

    async def script(driver: Driver) -> None:
        await driver.until(lambda: app.error is not None)

    drive(app, script)
    assert str(app.error) == "http://house does not answer"


def test_a_game_is_picked_from_the_list() -> None:
    app = Home([registry.game(name) for name in registry.games()], None)

    async def script(driver: Driver) -> None:
        assert app.query_one(OptionList).option_count == len(registry.games())
        await driver.press("d")
        assert len(app.screen_stack) == 1, "there is no drill here"
        await driver.press("down", "enter")

    drive(app, script)
    assert app.return_value == registry.games()[1]
