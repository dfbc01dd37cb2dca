"""The full screen at a live table, and a table that is watched."""

from __future__ import annotations

import re
import time
from io import StringIO
from typing import Any

import msgspec
import pytest
from rich.console import Console

from local_table import ME, LocalTable
from pitboss.cli.arguments import Unusable
from pitboss.cli.live import table_named
from pitboss.client.errors import Refused
from pitboss.engine import registry
from pitboss.terminal.plain import Plain
from pitboss.terminal.screen.app import TableApp
from pitboss.terminal.screen.stage import OnStage, Stage, Typist
from pitboss.terminal.seat import house_table
from pitboss.terminal.seat.house_table import HouseTable
from pitboss.terminal.seat.seat import Seat, Watcher
from screen import Screen, follow


def seated(table: LocalTable, buy_in: int = 1000_00) -> TableApp:
    client: Any = table

    def sit(stage: Stage, typist: Typist) -> Seat:
        return Seat(HouseTable(client, table.info, buy_in), OnStage(stage), typist)

    game = table.table.game
    return TableApp(game, ME, f"{game.title} · Table One", sit, coaching=False, deaf_s=0.0)


@pytest.mark.parametrize("game", registry.games())
def test_a_round_is_played_at_a_live_table_by_keyboard(game: str) -> None:
    table = LocalTable(game, rounds=2, others=1)

    async def script(screen: Screen) -> None:
        shown = screen.app.shown
        await screen.reach("wagers")
        assert "Table One" in screen.text
        await screen.press("3", "space", "enter")
        await screen.until(lambda: "ready" in table.commands)
        await screen.until(lambda: shown.stage == "decide" or shown.round == 2)
        while shown.round == 1:
            before = shown.asked
            await screen.press(next(iter(shown.decisions)))
            await screen.until(lambda before=before: shown.asked > before or shown.round == 2)
        await screen.reach("wagers")
        assert "Last round: " in screen.text
        assert "report" not in screen.text, "at a live table this is for the staff"
        await screen.press("l")
        await screen.until(lambda: table.commands.count("ready") == 2)

    follow(seated(table), script, [])
    first, second = [at for at, one in enumerate(table.commands) if one == "ready"]
    placed = table.commands[1:first].count("wager")
    assert table.commands[first:second].count("wager") == placed > 0


def test_what_a_live_seat_may_not_do_is_said_on_the_screen() -> None:
    table = LocalTable("caribbean_stud", rounds=1)

    async def script(screen: Screen) -> None:
        await screen.reach("wagers")
        await screen.press("slash", *"ante 3", "enter")
        await screen.until(lambda: "below the table minimum" in screen.text)
        await screen.press("slash", *"money", "enter")
        await screen.until(lambda: any("in your wallet" in said.words for said in screen.app.shown.log))
        await screen.press("r")
        await screen.until(lambda: "Only the staff of the house report irregularities: tell them" in screen.text)
        assert "'Table One (t1), round 1'" in screen.app.shown.complaint
        assert screen.stage == "wagers"

    follow(seated(table), script, [])
    assert table.commands[-1] == "leave"


def test_leaving_in_the_middle_of_a_live_hand_says_what_happens_with_the_wagers() -> None:
    class Holds(LocalTable):
        def leave(self, table: str) -> None:
            raise Refused("wagers", "your wagers lie on the layout", "6(e)")

    async def script(screen: Screen) -> None:
        def says(words: str) -> bool:
            return words in " ".join(screen.text.split())

        shown = screen.app.shown
        await screen.reach("wagers")
        await screen.press("3", "space", "enter")
        await screen.reach("decide")
        await screen.press("q")
        assert says("Leave when this round is over? Your wagers of $25 stay on the layout until then. Q again to leave")
        await screen.press("q")
        await screen.until(lambda: any("You leave when the round is over." in one.words for one in shown.log))
        await screen.reach("decide")
        await screen.press("q")
        assert says("Leave now? Your wagers of $25 stay on the layout; the house decides for you when your time is")
        assert screen.app.return_value is None
        await screen.press("q")
        await screen.until(lambda: screen.app.return_value is not None)

    follow(seated(Holds("double_down_stud", rounds=1)), script, [])


def test_the_question_and_its_clock_are_whole_beside_a_cross() -> None:
    table = LocalTable("double_cross_poker")

    async def script(screen: Screen) -> None:
        await screen.reach("wagers")
        asking = screen.app.shown.asking
        assert asking is not None
        screen.app.shown.asking = msgspec.structs.replace(asking, ends=time.monotonic() + 1000)
        screen.app._redraw()
        await screen.until(lambda: " s " in screen.text)
        assert "Place your wagers" in screen.text
        assert re.search(r" (9\d\d|1000) s ", screen.text)

    follow(seated(table), script, [])


def test_who_has_too_few_chips_to_wager_is_offered_to_buy_some() -> None:
    table = LocalTable("double_down_stud")

    async def script(screen: Screen) -> None:
        await screen.reach("wagers")
        assert "You have $2, too little for the least wager. Enter buys chips." in screen.text
        assert "Deal" not in screen.text
        await screen.press("enter", *"100", "enter")
        await screen.until(lambda: "Deal" in screen.text)
        assert table.commands == ["buy $2", "buy $100"]

    follow(seated(table, 2_00), script, [])


def test_a_lost_house_is_said_on_the_felt_and_nothing_can_be_done_until_it_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(house_table, "DOWN", (0.0, 1e9))
    table = LocalTable("double_down_stud", rounds=1)

    async def script(screen: Screen) -> None:
        await screen.reach("wagers")
        assert "The coach is off at this table." in screen.text, "others share it"
        table.connected = False
        await screen.until(lambda: "Connection lost. Your bets are safe. Trying again." in screen.text)
        await screen.press("space", "enter")
        assert (screen.stage, table.commands) == ("wait", ["buy $1,000"])
        table.connected = True
        await screen.reach("wagers")
        assert "Back at the table." in screen.text
        assert "Connection lost" not in screen.text

    follow(seated(table), script, [])


# --- watching


class Bystander(LocalTable):
    """A table at which others play while somebody watches. Ann is not at it."""

    def __init__(self, game: str) -> None:
        super().__init__(game, others=2)

    def play_a_round(self) -> None:
        self._told = 0
        self.table.open_round()
        self._tell()
        self._ready = True
        self._go_on()


class Quits:
    """A keyboard: does something, types lines, and then ends."""

    def __init__(self, table: Bystander, *lines: str) -> None:
        self.table, self.lines = table, list(lines)
        self._played = False

    def next(self, seconds: float) -> str | None:
        if not self._played:
            self._played = True
            self.table.play_a_round()
            return None
        if self.lines:
            return self.lines.pop(0)
        raise KeyboardInterrupt

    def check(self) -> None:
        raise KeyboardInterrupt

    def secret(self, prompt: str) -> str:
        raise AssertionError(prompt)


def test_a_table_is_followed_line_by_line_and_hidden_cards_stay_hidden() -> None:
    table, out = Bystander("caribbean_stud"), StringIO()
    client: Any = table
    console = Console(file=out, width=100, highlight=False)
    Watcher(HouseTable(client, table.info), Plain(console), Quits(table, "pay", "ante 5", "?")).play()
    shown = out.getvalue()
    assert "You watch Caribbean Stud Poker, Table One." in shown
    assert "Bot 1 at seat 1 placed an ante wager of $5." in shown
    assert "the end of round 1" in shown
    assert "You watch; 'ante 5' is for players." in shown
    assert "royal flush" in shown
    assert "This round" not in shown
    assert "in your wallet" not in shown
    assert "hint" not in shown
    assert table.commands == []


def test_a_watcher_is_told_that_the_house_is_down_and_that_it_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_table, "DOWN", (0.0, 1e9))
    table, out = Bystander("double_down_stud"), StringIO()
    client: Any = table
    beats = iter(range(4))

    class Interrupted(Quits):
        """Nobody types. The house is lost and comes back, beat by beat."""

        def next(self, seconds: float) -> str | None:
            match next(beats, None):
                case 0:
                    table.connected = False
                case 2:
                    table.connected = True
                case None:
                    raise KeyboardInterrupt
            return None

    console = Console(file=out, width=100, highlight=False)
    Watcher(HouseTable(client, table.info), Plain(console), Interrupted(table)).play()
    down, _, back = out.getvalue().partition("The house is back.")
    assert "The house does not answer." in down
    assert "Your wagers" not in down, "who watches has none"
    assert "You watch no longer." in back


def test_a_table_is_watched_on_the_full_screen() -> None:
    table = Bystander("double_down_stud")
    client: Any = table
    made: list[Watcher] = []

    def sit(stage: Stage, typist: Typist) -> Seat:
        made.append(Watcher(HouseTable(client, table.info), OnStage(stage), typist))
        table.play_a_round()
        return made[0]

    async def script(screen: Screen) -> None:
        await screen.until(lambda: screen.app.shown.over is not None)
        assert "COMMUNITY" in screen.text
        assert "Bot 1" in screen.text
        assert "YOUR HAND" not in screen.text
        assert screen.stage == "wait"

    game = table.table.game
    app = follow(TableApp(game, ME, "watching", sit, coaching=False), script, [])
    assert app.return_value == ["You watch no longer."]


def test_a_table_is_named_by_its_id_its_name_or_its_game() -> None:
    info, other = LocalTable("double_down_stud").info, LocalTable("caribbean_stud").info
    other = msgspec.structs.replace(other, id="t2", name="Table Two")
    for said in ("t1", "Table One", "table one", "double_down_stud", "Double Down Stud"):
        assert table_named([info, other], said) is info
    assert table_named([info], "") is info, "there is no other"
    for said, why in (("", "name a table; the tables are Table One"), ("t9", "no table is called 't9'")):
        with pytest.raises(Unusable, match=why):
            table_named([info, other], said)
    with pytest.raises(Unusable, match="2 tables are called"):
        table_named([info, info], "Table One")


def test_the_typist_ends_the_input() -> None:
    typist = Typist()
    typist.type("a")
    assert (typist.next(0), typist.next(0)) == ("a", None)
    typist.close()
    with pytest.raises(EOFError):
        typist.next(None)
    with pytest.raises(KeyboardInterrupt):
        typist.check()
