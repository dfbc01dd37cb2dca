"""The terminal at a live table: what it shows, and what it sends."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from fractions import Fraction
from io import StringIO
from typing import Any

import msgspec
import pytest
from rich.console import Console

from local_table import LocalTable
from pitboss.basics.money import dollars
from pitboss.coach.answering import Advice
from pitboss.engine import registry
from pitboss.engine.round.events import Dealt, Ended, Event
from pitboss.engine.round.layout import View
from pitboss.engine.table import Table
from pitboss.protocol import messages as msg
from pitboss.terminal.seat.hints import Coach, Hint
from seats import live_seat

PATIENCE = 60


class Typed:
    """A keyboard whose lines a function makes."""

    def __init__(self, line: Callable[[float], str | None], interrupt: Callable[[], None] = lambda: None) -> None:
        self.next, self.check = line, interrupt

    def secret(self, prompt: str) -> str:
        raise AssertionError(f"nobody may ask for a secret here: {prompt}")


class Session:
    """A player who types these lines, each when a prompt has come, and then leaves."""

    def __init__(
        self,
        game: str,
        *lines: str,
        slow: bool = False,
        rounds: int = 1,
        buy_in: int = 1000_00,
        coach: Coach | None = None,
        heard: Callable[[Event], None] = lambda event: None,
    ) -> None:
        self.table = LocalTable(game, rounds=rounds, others=1)
        self.table.slow = slow
        self.out = StringIO()
        self._lines, self._idle = list(lines), 0
        console = Console(file=self.out, width=100, highlight=False)
        client: Any = self.table
        live_seat(client, self.table.info, console, Typed(self._line), buy_in, coach=coach, heard=heard).play()
        self.shown = self.out.getvalue()

    def _line(self, seconds: float) -> str | None:
        shown = self.out.getvalue()
        if self._lines and (shown.endswith("> ") or "You sit out" in shown[-200:]):
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
    assert "You sit at seat 2 of Double Down Stud, Table One, with $1,000 of play money in chips." in shown
    assert "On the layout: original $25. You have $975 in chips." in shown
    assert "Bot 1 at seat 1 placed an original wager of $5." in shown
    assert "the end of round 1" in shown
    assert "This round: " in shown
    chips = session.table.chips // 100
    assert f"You leave with ${chips:,}" in shown
    assert "ann-1" not in shown


def test_what_the_house_does_when_time_is_over_is_shown() -> None:
    session = Session("double_down_stud", "25", "", slow=True)
    assert session.table.commands == ["buy $1,000", "wager", "ready", "leave"]
    assert "Your time is over. The house acts for you: no double." in session.shown
    assert "You at seat 2 chose" not in session.shown


def test_a_refusal_is_a_sentence_and_the_prompt_comes_again() -> None:
    session = Session("double_down_stud", "3", "nonsense", "25", "", "pass")
    assert "An original wager of $3 is below the table minimum, which is $5" in session.shown
    assert "You can't do 'nonsense' now" in session.shown
    assert session.table.commands == ["buy $1,000", "wager", "ready", "pass", "leave"]


def test_an_amount_that_was_left_out_is_asked_for() -> None:
    session = Session("double_down_stud", "original", "original 10", "", "pass")
    assert "Original takes an amount, $5 to $500: type it after the name." in session.shown


def test_who_has_too_few_chips_to_wager_is_told_to_buy_some() -> None:
    session = Session("double_down_stud", "", "buy 50", "25", "", "pass", buy_in=2_00)
    before, _, after = session.shown.partition("You have $52 in chips")
    assert "buy chips: you have $2, too few to wager" in before
    assert "Enter" not in before
    assert "You have $2 in chips, and the table minimum is $5: buy more." in before
    assert "Enter     original $5" in after
    assert session.table.commands == ["buy $2", "buy $50", "wager", "ready", "pass", "leave"]


def test_enter_places_the_wager_of_last_time() -> None:
    session = Session("double_down_stud", "25", "", "pass", "", "pass", rounds=2)
    assert session.shown.count("On the layout: original $25.") == 2
    assert "can't do" not in session.shown


def test_a_command_without_its_amount_asks_how_much() -> None:
    session = Session("caribbean_stud", "buy", "buy coupon", "cash")
    assert session.table.commands == ["buy $1,000", "leave"]
    for example in ("buy 100", "buy coupon 25", "cash out 50"):
        assert f"How much? Type {example} " in session.shown


def test_chips_help_clauses_and_sitting_out() -> None:
    lines = ["buy 50", "cash out 20", "money", "?", "clause 7(a)", "pay", "buy lots", "cash 0", "sit out", "play again"]
    session = Session("caribbean_stud", *lines)
    assert session.table.commands == ["buy $1,000", "buy $50", "cash $20", "sit out", "play again", "leave"]
    assert "You have $1,050 in chips and $8,950 in your wallet." in session.shown
    assert "You have $1,030 in chips and $8,970 in your wallet." in session.shown
    assert "Give an amount above $0." in session.shown
    assert "cash out 50" in session.shown
    assert "You play again." in session.shown
    assert "what it is" in session.shown
    assert "7(a): " in session.shown
    assert "$123,456" in session.shown
    assert "'lots' is not an amount" in session.shown
    assert "You leave with $1,030, neither up nor down." in session.shown
    assert "Your wallet holds $10,000." in session.shown
    assert "Progressive meter $123,456" in session.shown


def test_money_goes_into_the_game_account_and_out_of_it() -> None:
    lines = ["account", "account in 50", "account out 20", "account out 40", "account in 0", "account in", "account up"]
    session = Session("caribbean_stud", *lines)
    assert list(session.table.paid.values()) == [50_00, -20_00]
    assert "Your game account holds $0, and your wallet $9,000." in session.shown
    assert "Your game account holds $50, and your wallet $8,950." in session.shown
    assert "Your game account holds $30, and your wallet $8,970." in session.shown
    assert "Your game account does not hold $40." in session.shown
    assert "Give an amount above $0." in session.shown
    assert "Type account, account in and an amount" in session.shown


def test_play_money_is_taken_by_those_who_have_too_little_left(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (
        "You can take play money only when you have too little left to play."
        in Session("double_down_stud", "take").shown
    )
    begin, chips = LocalTable.__init__, [100]

    def poor(self: LocalTable, *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        self.wallet = 4_00
        self.table = Table("double_down_stud", {"chip": chips[0]}, seed=3)

    monkeypatch.setattr(LocalTable, "__init__", poor)
    session = Session("double_down_stud", "take", "take")
    assert session.shown.count("You took $1,000 of play money.") == 1
    assert "You leave with $1,004" in session.shown
    monkeypatch.setattr(LocalTable, "gives", 1000_50)
    for chips[0], have in ((100, "$1,004 in chips and $0.50"), (50, "$1,004.50 in chips and $0")):
        shown = Session("double_down_stud", "take").shown
        assert "You took $1,000.50 of play money." in shown
        assert f"You have {have} in your wallet." in shown


def test_a_payment_without_an_answer_is_sent_again_and_done_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LocalTable, "losses", 2, raising=False)
    session = Session("caribbean_stud", "account in 50")
    assert list(session.table.paid.values()) == [50_00]
    assert session.shown.count("The house does not answer.") == 1
    assert "Your game account holds $50, and your wallet $8,950." in session.shown


def test_a_change_of_rules_is_told_and_changes_the_pay_tables() -> None:
    table, out = LocalTable("double_down_stud"), StringIO()
    client: Any = table
    seat = live_seat(client, table.info, Console(file=out, width=100, highlight=False), lambda seconds: None, 1000_00)
    words = "Before the next round the rules change: pays for 'flush' from '8 to 1' to '12 to 1'."
    seat.table._tell_act({"type": "rulesordered", "words": words, "changes": [], "rules": {}})
    seat.show_pays()
    assert "12 to 1" not in " ".join(out.getvalue().split()).replace(words, "")
    seat.table._tell_act({"type": "ruleschanged", "rules": {"pays": {"flush": "12 to 1"}}, "changes": []})
    seat.show_pays()
    assert f"The house announces: {words}" in " ".join(out.getvalue().split())
    assert "12 to 1" in out.getvalue().partition("The new rules are in force.")[2]


@pytest.mark.parametrize("game", registry.games())
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
    live_seat(client, table.info, Console(file=out, width=100, highlight=False), Typed(line), 1000_00).play()
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

    live_seat(client, table.info, Console(file=out, width=100), Typed(line), 1000_00).play()
    assert "[bold]x[/]\\x1b[31m" in out.getvalue()
    assert "\x1b[31m" not in out.getvalue()


def test_enter_wakes_a_table_that_sleeps() -> None:
    table, out = LocalTable("double_down_stud"), StringIO()
    typed = iter(["5", "", "pass", ""])

    def line(seconds: float) -> str | None:
        if not (out.getvalue().endswith("> ") or "If it does not, press Enter." in out.getvalue()):
            return None
        if (found := next(typed, None)) is None:
            raise EOFError
        return found

    client: Any = table
    live_seat(client, table.info, Console(file=out, width=100), Typed(line), 1000_00).play()
    assert table.commands == ["buy $1,000", "wager", "ready", "pass", "ready", "leave"]


def test_wagers_are_taken_back_before_no_more_bets() -> None:
    session = Session("double_down_stud", "25")
    assert session.table.commands == ["buy $1,000", "wager", "withdraw", "leave"]
    assert "You leave with $1,000, neither up nor down." in session.shown


NOW = 1_000_000.0


@pytest.fixture
def stopped_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is always the same time, and the terminal can move its cursor."""
    monkeypatch.setattr(time, "time", lambda: NOW)
    monkeypatch.setenv("TERM", "xterm")


def clocked(*seconds: int, terminal: bool = False, line: str | None = None) -> str:
    """What a player sees whose clock shows so many seconds, one after the other. They type the same line each time."""
    table, out, left = LocalTable("double_down_stud"), StringIO(), list(seconds)

    def next_clock(_: float) -> str | None:
        if not left:
            raise EOFError
        assert table.live.turn is not None
        clock = msg.Clock(about="wagers", ends=int((NOW + left.pop(0)) * 1000))
        table.live.hear(msgspec.structs.replace(table.live.turn, clocks=(clock,)))
        return line if left else None

    client: Any = table
    console = Console(file=out, width=100, highlight=False, force_terminal=terminal)
    live_seat(client, table.info, console, Typed(next_clock), 1000_00).play()
    return out.getvalue()


@pytest.mark.usefixtures("stopped_time")
def test_the_clock_in_the_prompt_runs_while_you_type() -> None:
    shown = clocked(80, 79, terminal=True, line="money")
    assert " 80 s Enter deals you in, $5 > \x1b7\r 79 s \x1b8" in shown
    assert "s > " not in clocked(80, 79, line="money"), "no clock runs in a file"


@pytest.mark.usefixtures("stopped_time")
def test_a_window_without_wagers_opens_again() -> None:
    assert "Nobody has wagered" not in clocked(10, 10)
    assert "Nobody has wagered. Wagers stay open (30 seconds left)." in clocked(10, 30, 30)


@pytest.mark.usefixtures("stopped_time")
def test_you_are_warned_once_when_time_runs_out() -> None:
    assert clocked(4, 4, 4).count("\n4 seconds left.") == 1
    assert clocked(1, 1).count("\n1 second left.") == 1
    assert "left." not in clocked(50, 50)
    assert "left." not in clocked(4, 4, 4, terminal=True, line="money")
    assert "\x07" in clocked(4, 4, 4, terminal=True, line="money"), "the prompt shows the clock, so there is a bell"


@pytest.mark.parametrize(
    ("act", "told"),
    [
        ({"type": "said", "words": "The dealer is away."}, "The house announces: The dealer is away."),
        (
            {"type": "dealerassigned", "dealer": "sue-1", "name": "Sue", "words": "Sue is the dealer now."},
            "The house announces: Sue is the dealer now.",
        ),
        ({"type": "dealercame", "dealer": "sue-1", "name": "Sue"}, "Sue deals now."),
        ({"type": "dealercame", "dealer": "sue-1"}, "Another dealer deals now."),
        ({"type": "dealercame", "dealer": ""}, "The automatic dealer deals now."),
        ({"type": "sat", "player": "eve-1", "name": "Eve", "seat": 4}, "Eve sits down at seat 4."),
        ({"type": "sat", "player": "eve-1", "name": "Eve", "seat": 0}, "Eve stands behind the seats."),
        ({"type": "left", "player": "bot-1", "why": ""}, "Bot 1 leaves."),
        ({"type": "satout", "player": "bot-1", "out": True}, "Bot 1 sits out."),
        ({"type": "tableclosed"}, "The table is closed."),
        (
            {"type": "left", "player": "ann-1", "why": "missed 5 rounds"},
            "You are no longer at this table: missed 5 rounds. Your chips went to your wallet.",
        ),
    ],
)
def test_what_happens_at_the_table_is_told(act: dict[str, Any], told: str) -> None:
    table, out = LocalTable("double_down_stud", others=1), StringIO()
    beats = iter(range(3))

    def line(seconds: float) -> str | None:
        match next(beats, None):
            case 1:
                table._send_update(act)
            case None:
                raise EOFError
        return None

    client: Any = table
    live_seat(client, table.info, Console(file=out, width=100), Typed(line), 1000_00).play()
    assert told in out.getvalue()


def test_a_table_that_stops_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.terminal.seat.house_table.DOWN", (0.0, 0.0))
    table, out = LocalTable("double_down_stud"), StringIO()
    beats = iter(range(6))

    def line(seconds: float) -> str | None:
        match next(beats, None):
            case 1:
                table.live.hear(msg.Stopped(table="t1", why="it has a fault"))
            case 3:
                return "5"
            case 4:
                table._send_turn()
            case None:
                raise EOFError
        return None

    client: Any = table
    live_seat(client, table.info, Console(file=out, width=100), Typed(line), 1000_00).play()
    _, _, after = out.getvalue().partition("The house does not answer. It said: it has a fault.")
    assert "Still no answer after 0 seconds." in after
    assert "The house does not answer yet; type quit to leave, or wait." in after
    assert "Wagers: you may" in after.partition("The house is back. The game goes on where it was.")[2]
    assert table.commands == ["buy $1,000", "leave"]


# --- what a player can do beside the game


def test_the_same_wagers_are_sent_again_and_the_total_is_told() -> None:
    session = Session("caribbean_stud", "ante 25", "bonus 5", "", "fold", "same", "fold", rounds=2)
    played = ["wager", "wager", "ready", "fold"]
    assert session.table.commands == ["buy $1,000", *played, *played, "leave"]
    assert "ante $25, bonus $5" in session.shown
    assert "In all: down $60 after 2 rounds." in session.shown
    assert "You played 2 rounds and staked $60." in session.shown


class AtOnce(Coach):
    """A coach whose hints are ready at once, so that no test depends on time."""

    def ask(self, position: Advice) -> Future[Hint | None]:
        done: Future[Hint | None] = Future()
        done.set_result(self.adviser(position))
        return done


def test_a_hint_comes_while_the_table_goes_on() -> None:
    asked: list[Advice] = []

    def adviser(position: Advice) -> Hint:
        if position.about == "wagers":
            return Hint(values={"ante": Fraction(-26)}, amounts={"ante": 500})
        asked.append(position)
        return Hint(values={"bet": Fraction(-1000), "fold": Fraction(-500)}, rests_on="Exact: 3 ways to fall")

    session = Session("caribbean_stud", "hint", "5", "", "hint", "fold", coach=AtOnce(adviser))
    assert "costs 5.20%" in session.shown
    assert "Fold, by $5." in session.shown
    assert "costs $5 more" in session.shown
    layout = View(asked[0].viewer, asked[0].events).layout
    assert all(layout.cards("seat 2"))
    assert sum(card is not None for card in layout.cards("dealer")) == 1
    assert "ann-1" not in session.shown


def test_a_wager_that_leaves_too_little_is_sent_when_it_is_typed_again() -> None:
    session = Session("caribbean_stud", "ante 40", "ante 40", buy_in=100_00)
    assert session.table.commands == ["buy $100", "wager", "withdraw", "leave"]
    assert "That leaves $60, and the bet wager would take $80." in session.shown


def test_who_asks_for_a_hint_at_a_shared_table_is_told_why_there_is_none() -> None:
    session = Session("double_down_stud", "hint", "coach")
    assert session.shown.count("The coach is off at this table. Your mistakes are told after the round.") == 2
    assert "You can't do" not in session.shown


def test_reports_are_not_for_players_of_a_live_table() -> None:
    session = Session("caribbean_stud", "?", "report misdeal seat 1 4", "report")
    assert "reported as irregular" not in session.shown
    assert "whom to tell of an irregularity" in session.shown
    tell = "Only the staff of the house report irregularities: tell them 'Table One (t1), round 1', and they can replay"
    assert " ".join(session.shown.split()).count(tell) == 2


def test_every_event_that_the_seat_sees_is_handed_on() -> None:
    heard: list[Event] = []
    Session("caribbean_stud", "5", "", "fold", heard=heard.append)
    assert isinstance(heard[-1], Ended)
    dealt = [event for event in heard if isinstance(event, Dealt)]
    assert {event.to for event in dealt if event.card} == {"seat 2", "dealer"}
