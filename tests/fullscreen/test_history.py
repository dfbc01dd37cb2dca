"""The history on the full screen: rounds step by step, with their clauses."""

from __future__ import annotations

from pathlib import Path
from random import Random

from textual.widgets import OptionList

from opened import Driver, above
from pitboss import Table
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.round.events import Dealt, Event
from pitboss.engine.round.records import encode
from pitboss.engine.round.round import Round
from pitboss.log.journal import LogWriter
from pitboss.terminal.screen.history_screen import HistoryScreen, ReplayScreen
from pitboss.terminal.screen.screens import Sheet
from pitboss.terminal.seat.past_rounds import Kept, Logged, past_of

NAME = "caribbean_stud"


def played(rounds: int) -> tuple[Table, list[Round]]:
    table = Table(NAME, seed=5)
    table.sit("You")
    table.sit("Bob")
    return table, [drive(table.open_round(), table.game.basic, Random(1)) for _ in range(rounds)]


def test_a_round_is_opened_and_followed_step_by_step() -> None:
    _, [first, second] = played(2)
    kept = Kept()
    kept.add(past_of(first))
    kept.add(past_of(second))
    history = HistoryScreen(kept)

    async def script(driver: Driver) -> None:
        await driver.until(lambda: history.query(OptionList))
        assert [line.title[-7:] for line in kept.lines()] == ["round 2", "round 1"], "the newest first"
        await driver.press("down", "enter")
        await driver.until(lambda: isinstance(driver.app.screen, ReplayScreen))
        replay = driver.app.screen
        assert isinstance(replay, ReplayScreen)
        steps = len(replay.steps)
        dealt = next(at for at, step in enumerate(replay.steps, 1) if isinstance(step, Dealt))
        await driver.press(*["right"] * (dealt - 1))
        await driver.until(lambda: f"Step {dealt} of {steps}" in driver.text)
        step = replay.steps[dealt - 1]
        assert f"Clause {step.clause}" in driver.text
        assert registry.words(NAME, step.clause)[:40] in driver.text
        await driver.press("end")
        assert f"Step {steps} of {steps}" in driver.text
        await driver.press("home", "left")
        assert f"Step 1 of {steps}" in driver.text
        await driver.pilot.resize_terminal(120, 40)
        await driver.until(lambda: "Steps" in driver.text)
        assert "▸  1" in driver.text
        coach = next(sheet for sheet in replay.query(Sheet) if sheet.id == "coach")
        at = next(place for place in coach.canvas.places if place.does == "step:4")
        await driver.pilot.click(coach, offset=(at.x, at.y))
        await driver.until(lambda: replay.at == 4)
        await driver.press("home", "space")
        await driver.until(lambda: replay.at > 1)
        await driver.press("escape")
        assert driver.app.screen is history

    above(history, script)


def test_another_players_cards_stay_hidden_in_the_history() -> None:
    _, [round] = played(1)
    past = past_of(round)
    hidden = [event for event in past.events if isinstance(event, Dealt) and event.to == "seat 2"]
    assert hidden
    assert all(event.card is None for event in hidden)
    assert past.net == sum(end.returned - end.money for end in round.settlements if end.player == "You")


def test_logs_are_read_of_a_whole_table_and_of_a_live_seat(tmp_path: Path) -> None:
    table, rounds = played(2)
    whole, seat = tmp_path / "whole.jsonl", tmp_path / "seat.jsonl"
    with LogWriter(whole, table.game, table.rules) as writer:
        for round in rounds:
            writer.add(round)
    seen: list[Event] = [event for round in rounds for event in round.view("seat 1").events]
    seat.write_bytes(b"".join(encode(event) + b"\n" for event in seen))
    for path in (whole, seat):
        logged = Logged(path)
        assert [line.title for line in logged.lines()] == [f"Caribbean Stud Poker · round {n}" for n in (2, 1)]
        assert (logged.open(1).seat, logged.open(1).net) == (1, past_of(rounds[0]).net)


def test_what_is_no_log_is_a_sentence(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("nonsense\n")
    for path in (wrong, tmp_path / "missing.jsonl"):
        screen = HistoryScreen(Logged(path))

        async def script(driver: Driver, screen: HistoryScreen = screen, path: Path = path) -> None:
            await driver.until(lambda: f"{path} can't be read as a log" in str(screen.note.render()))

        above(screen, script)
