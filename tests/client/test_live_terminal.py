"""The terminal at a live table: what it shows, and what it sends."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from local_table import LocalTable
from pitboss import games
from pitboss.money import dollars
from pitboss.terminal.live import LiveSeat

PATIENCE = 60


class Session:
    """A player who types these lines, each when a prompt has come, and then leaves."""

    def __init__(self, game: str, *lines: str, slow: bool = False, rounds: int = 1, buy_in: int = 1000_00) -> None:
        self.table = LocalTable(game, rounds=rounds, others=1)
        self.table.slow = slow
        self.out = StringIO()
        self._lines, self._idle = list(lines), 0
        console = Console(file=self.out, width=100, highlight=False)
        client: Any = self.table
        LiveSeat(client, self.table.info, console, self._line, buy_in).play()
        self.shown = self.out.getvalue()

    def _line(self, seconds: float) -> str | None:
        if self._lines and self.out.getvalue().endswith("> "):
            self.out.write("\n")
            return self._lines.pop(0)
        self._idle += 1
        if self._idle < 3 or (self._lines and self._idle < PATIENCE):
            return None
        assert not self._lines, f"nobody asked for {self._lines}; there was {self.out.getvalue()[-1500:]}"
        raise EOFError


def test_a_round_is_wagered_decided_and_paid() -> None:
    session = Session("double_down_stud", "25", "", "double 10")
    assert session.table.commands == ["buy $1,000", "wager", "ready", "double", "leave"]
    shown = session.shown
    assert "You sit at seat 2 of Double Down Stud, table Table One, with $1,000 of play money." in shown
    assert "On the layout: original $25. You have $975." in shown
    assert "Bot 1 at seat 1 placed an original wager of $5." in shown
    assert "the end of round 1" in shown
    assert "This round: " in shown
    chips = session.table.chips // 100
    assert f"You leave with ${chips:,}" in shown
    assert "ann-1" not in shown


def test_what_the_house_does_when_time_is_over_is_shown() -> None:
    session = Session("double_down_stud", "25", "", slow=True)
    assert session.table.commands == ["buy $1,000", "wager", "ready", "leave"]
    assert "Time is over: the house acts for you." in session.shown
    assert "You at seat 2 chose: pass." in session.shown


def test_a_refusal_is_a_sentence_and_the_prompt_comes_again() -> None:
    session = Session("double_down_stud", "3", "nonsense", "25", "", "pass")
    assert "An original wager of $3 is below the table minimum, which is $5" in session.shown
    assert "You can't do 'nonsense' now" in session.shown
    assert session.table.commands == ["buy $1,000", "wager", "ready", "pass", "leave"]


def test_an_amount_that_was_left_out_is_asked_for() -> None:
    session = Session("double_down_stud", "original", "original 10", "", "pass")
    assert "Original takes an amount, $5 to $500: type it after the name." in session.shown


def test_enter_places_the_wager_of_last_time() -> None:
    session = Session("double_down_stud", "25", "", "pass", "", "", "pass", rounds=2)
    assert session.shown.count("On the layout: original $25.") == 2


def test_chips_help_clauses_and_sitting_out() -> None:
    session = Session("caribbean_stud", "buy 50", "?", "clause 7(a)", "pay", "sit out", "buy lots", "play again")
    assert session.table.commands == ["buy $1,000", "buy $50", "sit out", "play again", "leave"]
    assert "what it is" in session.shown
    assert "7(a): " in session.shown
    assert "$123,456" in session.shown
    assert "'lots' is not an amount" in session.shown
    assert "You leave with $1,050, neither up nor down." in session.shown


def test_a_change_of_rules_is_told_and_changes_the_pay_tables() -> None:
    table, out = LocalTable("double_down_stud"), StringIO()
    client: Any = table
    seat = LiveSeat(client, table.info, Console(file=out, width=100, highlight=False), lambda seconds: None, 1000_00)
    words = "Before the next round the rules change: pays for 'flush' from '8 to 1' to '12 to 1'."
    seat._tell_act({"type": "rulesordered", "words": words, "changes": [], "rules": {}})
    seat.show_pays({})
    assert "12 to 1" not in out.getvalue().replace(words, "")
    seat._tell_act({"type": "ruleschanged", "rules": {"pays": {"flush": "12 to 1"}}, "changes": []})
    seat.show_pays({})
    assert f"The house: {words}" in out.getvalue()
    assert "12 to 1" in out.getvalue().partition("The new rules apply from now on.")[2]


@pytest.mark.parametrize("game", games.games())
def test_every_game_is_played_at_the_prompt(game: str) -> None:
    """Enter places the least wagers and passes what is optional. The clock decides the rest."""
    table = LocalTable(game, others=1)
    table.slow, out = True, StringIO()

    def line(seconds: float) -> str | None:
        if not table.rounds:
            raise EOFError
        assert out.tell() < 100_000, "the round does not end"
        return "" if out.getvalue().endswith("> ") else None

    client: Any = table
    LiveSeat(client, table.info, Console(file=out, width=100, highlight=False), line, 1000_00).play()
    assert {"wager", "ready"} <= set(table.commands)
    assert "the end of round 1" in out.getvalue()
    assert f"You leave with {dollars(table.chips)}, " in out.getvalue()


def test_names_can_not_write_to_the_terminal() -> None:
    table = LocalTable("double_down_stud", others=1)
    table.table.names["bot-1"] = "[bold]x[/]\x1b[31m"
    out = StringIO()
    client: Any = table

    def line(seconds: float) -> str:
        if "On the layout" in out.getvalue():
            raise EOFError
        return "5"

    LiveSeat(client, table.info, Console(file=out, width=100), line, 1000_00).play()
    assert "[bold]x[/]\\x1b[31m" in out.getvalue()
    assert "\x1b[31m" not in out.getvalue()


def test_enter_wakes_a_table_that_sleeps() -> None:
    table, out = LocalTable("double_down_stud"), StringIO()
    typed = iter(["5", "", "pass", ""])

    def line(seconds: float) -> str | None:
        if not (out.getvalue().endswith("> ") or "If it does not begin, press Enter." in out.getvalue()):
            return None
        if (found := next(typed, None)) is None:
            raise EOFError
        return found

    client: Any = table
    LiveSeat(client, table.info, Console(file=out, width=100), line, 1000_00).play()
    assert table.commands == ["buy $1,000", "wager", "ready", "pass", "ready", "leave"]


def test_wagers_are_taken_back_before_no_more_bets() -> None:
    session = Session("double_down_stud", "25")
    assert session.table.commands == ["buy $1,000", "wager", "withdraw", "leave"]
    assert "You leave with $1,000, neither up nor down." in session.shown
