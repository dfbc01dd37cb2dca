"""Players of the house in both terminals: their names end with a mark that no person's name has."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from local_table import LocalTable
from pitboss.client import Client
from pitboss.protocol.account import Me, Person
from pitboss.protocol.tables import Seated
from pitboss.terminal.lobby import Lobby
from pitboss.terminal.screen.lobby_app import LobbyApp
from seats import live_seat
from served import served
from typed import Script

FELIX = Seated(seat=2, person="house-t1-1", name="Felix (house)", house=True)
ANN = Seated(seat=1, person="p1", name="Ann")
ME = Me(person=Person(id="p1", name="Ann", login=""), wallet=10_000_00, coupons=0, game_account=0, tables=())
TABLE = msgspec.structs.replace(LocalTable("double_down_stud").info, seats=(ANN, FELIX))


def test_the_lobby_of_the_plain_terminal_marks_them() -> None:
    script = Script()
    client: Any = None
    Lobby(client, script.console, script).show(ME, [TABLE])
    assert "you, Felix (house)" in script.shown


def test_the_lobby_of_the_full_screen_marks_them() -> None:
    app: Any = SimpleNamespace(me=ME)
    assert LobbyApp._line(app, TABLE).plain.rstrip().endswith("Felix (house)")


@pytest.mark.long
def test_a_seat_at_the_plain_terminal_marks_them(tmp_path: Path) -> None:
    with served(tmp_path, "--pace", "0.05", "--house-players", "2") as server, Client(server.url) as client:
        client.guest("Ann")
        table = next(one for one in client.tables() if one.game == "double_down_stud")
        script = Script(("(house)", "quit"))
        live_seat(client, client.table(table.id), script.console, script, 100_00).play()
    assert re.search(r"[A-Z][a-z]+ \(house\)", script.shown)
