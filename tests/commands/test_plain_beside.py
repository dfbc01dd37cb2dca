"""The drill and past rounds at the prompt, beside a plain table."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from random import Random

from rich.console import Console

from pitboss import Table
from pitboss.coach import drill
from pitboss.coach.answering import AnyRequest, answer
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.terminal.plain import PlainDrill, show_history
from pitboss.terminal.seat.drilling import Missed, OwnDrill
from pitboss.terminal.seat.hints import NoHint, money
from pitboss.terminal.seat.past_rounds import Kept, past_of
from seats import own_seat

NAME = "double_down_stud"
DOUBLE_DOWN = registry.game(NAME)


def drilled(own: OwnDrill, *lines: str) -> str:
    """Type these lines into a drill. Returns what is shown."""
    out, left = StringIO(), list(lines)

    def ask(prompt: str) -> str:
        out.write(f"{prompt}\n")
        if not left:
            raise EOFError
        return left.pop(0)

    PlainDrill(own, Console(file=out, width=100, highlight=False), ask).run()
    assert not left, f"nobody asked for {left}"
    return out.getvalue()


def test_a_decision_is_typed_graded_and_counted(tmp_path: Path) -> None:
    own = OwnDrill(DOUBLE_DOWN, DOUBLE_DOWN.rules(), answer, tmp_path)
    puzzle = drill.draw(DOUBLE_DOWN, DOUBLE_DOWN.rules(), 5)
    worse = next(one for one in puzzle.counsel.choices if not one.best)
    own.progress.missed[puzzle.id] = Missed(due=0)
    shown = drilled(own, "what", worse.do.upper(), "later", "STOP")
    assert "puzzle 1, which you missed before" in shown
    assert "Type one of these: double, no double; or stop to go back." in shown
    assert f"That costs {money(worse.costs)}." in shown
    assert "Press Enter or type stop, not 'later'." in shown
    after = own.past().rating
    assert f"You answered 1 decision, 0 right. Your rating went from 1,200 to {after:,}." in shown
    assert after < 1200


def test_the_end_of_the_input_ends_the_drill(tmp_path: Path) -> None:
    own = OwnDrill(DOUBLE_DOWN, DOUBLE_DOWN.rules(), answer, tmp_path)
    assert "You answered" not in drilled(own)


def test_a_coach_that_can_not_answer_is_asked_again(tmp_path: Path) -> None:
    asked: list[AnyRequest] = []

    def ask(request: AnyRequest) -> object:
        asked.append(request)
        if len(asked) == 1:
            raise NoHint("the coach is busy: ask again")
        return answer(request)

    shown = drilled(OwnDrill(DOUBLE_DOWN, DOUBLE_DOWN.rules(), ask, tmp_path), "", "stop")
    assert "The coach is busy: ask again." in shown
    assert "Double: you may" in shown


def test_rounds_are_listed_and_told_step_by_step() -> None:
    table, kept, out = Table(NAME, seed=5), Kept(), StringIO()
    table.sit("You")
    console = Console(file=out, width=100, highlight=False)
    show_history(console, kept)
    for _ in range(2):
        kept.add(past_of(drive(table.open_round(), DOUBLE_DOWN.basic, Random(1))))
    for said in ("", "1", "3", "x"):
        show_history(console, kept, said)
    shown = out.getvalue()
    assert "Your rounds will be kept here. None is over yet." in shown
    assert shown.index("1  Double Down Stud · round 2") < shown.index("2  Double Down Stud · round 1")
    assert shown.count("Type history and a number from 1 to 2.") == 2
    told = shown.partition("Double Down Stud, round 2")[2]
    for step in kept.rounds[0].steps:
        assert step.clause in told
    assert "This round: " in told


def test_what_lies_beside_the_table_is_opened_from_its_prompt_and_listed_in_its_help() -> None:
    opened: list[str] = []
    lines = iter(["?", "history 2", "drill", "quit"])
    table, out = Table(NAME, seed=3), StringIO()
    seat, _ = own_seat(table, Console(file=out, width=100), lambda prompt: next(lines), 100_00)
    seat.beside["history"] = opened.append
    seat.play()
    assert opened == ["2"]
    assert "your rounds that are over" in out.getvalue()
    assert "decisions to solve" not in out.getvalue(), "what is not offered is not listed"
    assert "You can't do 'drill' now" in out.getvalue()
