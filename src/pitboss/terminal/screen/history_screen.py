"""The history on the full screen: rounds to choose from, and one of them step by step with its clauses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from pitboss.basics.money import dollars
from pitboss.engine import registry
from pitboss.engine.registry import at_seat
from pitboss.engine.round.layout import Layout
from pitboss.terminal.screen.canvas import BRASS, INFO, LOST, PANEL, RAISED, SECOND, TEXT, WON, Canvas
from pitboss.terminal.screen.felt import BOX, FROM_RIGHT, LEFT, draw_felt, plan_of, wrapped
from pitboss.terminal.screen.model import Shown
from pitboss.terminal.screen.panels import RAIL, draw_key_row, draw_section
from pitboss.terminal.screen.screens import FRAME, Sheet, Working
from pitboss.terminal.screen.stage import Scene
from pitboss.terminal.seat.drawing import hand_names
from pitboss.terminal.seat.past_rounds import History, PastRound, RoundLine
from pitboss.terminal.seat.sentences import YOU

EMPTY = "Your rounds will be kept here. None is over yet."
PACE_S = 0.7
"""Seconds of a step while a round plays by itself."""


class HistoryScreen(Working):
    """The rounds of a history. Enter opens one."""

    CSS = f"HistoryScreen {{ {FRAME} }}"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "close", "close")]

    def __init__(self, history: History) -> None:
        super().__init__()
        self.history = history
        self.note = Static("The rounds are being read.")

    def compose(self) -> ComposeResult:
        with Vertical() as frame:
            frame.border_title, frame.border_subtitle = "Your rounds", "Enter opens, Esc closes"
            yield self.note

    def on_mount(self) -> None:
        self.begin(self.history.lines, self._take)

    def _take(self, lines: Sequence[RoundLine]) -> None:
        if not lines:
            self.note.update(EMPTY)
            return
        self.note.display = False
        rounds = OptionList(*(Option(Text(line.words)) for line in lines))
        self.query_one(Vertical).mount(rounds)
        rounds.focus()

    def failed(self, why: str) -> None:
        self.note.display = True
        self.note.update(Text(why))

    def on_option_list_option_selected(self, chosen: OptionList.OptionSelected) -> None:
        at = chosen.option_index
        self.begin(lambda: self.history.open(at), lambda round: self.app.push_screen(ReplayScreen(round)))

    def action_close(self) -> None:
        self.dismiss()


class ReplayScreen(Screen[None]):
    """A round step by step, as its viewer may know it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "close", "close")]
    KEYS: ClassVar = {
        "right": 1,
        "down": 1,
        "left": -1,
        "up": -1,
        "pagedown": 10,
        "pageup": -10,
        "home": -(10**9),
        "end": 10**9,
    }

    def __init__(self, round: PastRound) -> None:
        super().__init__()
        self.round, self.steps = round, round.steps
        self.at = 1
        game = registry.game(round.game)
        self.shown = Shown(game, round.player)
        self.shown.round = round.round
        self._felt = at_seat(game.name).felt
        self._plays: Timer | None = None
        self._set()

    def compose(self) -> ComposeResult:
        yield Sheet("bar", self._draw_bar, f"{TEXT} on {PANEL}")
        with Container(id="middle"):
            yield Sheet("felt", self._draw_felt, f"{TEXT} on {self._felt}")
            yield Sheet("coach", self._draw_clause, f"{TEXT} on {PANEL}")
        yield Sheet("keys", self._draw_keys, f"{TEXT} on {PANEL}")

    # --- steps

    def _set(self) -> None:
        """Lay the table as it was after the step."""
        layout = Layout(self.steps[: self.at])
        layout.names = dict(self.round.names)
        names = hand_names(self.round.game, layout)
        seats = [
            (seat, YOU if player == self.round.player else layout.called(player))
            for seat, player in sorted(layout.seats.items())
        ]
        self.shown.take(Scene(layout, seats, self.round.seat, 0, names, {}))

    def move(self, by: int) -> None:
        """Go some steps on or back."""
        self.at = min(max(self.at + by, 1), len(self.steps))
        self._set()
        self.query(Sheet).refresh()

    def on_key(self, key: events.Key) -> None:
        if key.key in self.KEYS:
            key.stop()
            self._stop()
            self.move(self.KEYS[key.key])
        elif key.key == "space":
            key.stop()
            self.do("play")

    def on_sheet_clicked(self, clicked: Sheet.Clicked) -> None:
        clicked.stop()
        self.do(clicked.does)

    def do(self, does: str) -> None:
        if does == "close":
            self.action_close()
        elif does == "play" and self._plays is None:
            self.at = 0 if self.at == len(self.steps) else self.at
            self._plays = self.set_interval(PACE_S, self._on)
            self._on()
        elif does == "play":
            self._stop()
            self.move(0)
        elif does in self.KEYS:
            self._stop()
            self.move(self.KEYS[does])
        elif does.startswith("step:"):
            self._stop()
            self.move(int(does.removeprefix("step:")) - self.at)

    def _on(self) -> None:
        self.move(1)
        if self.at == len(self.steps):
            self._stop()

    def _stop(self) -> None:
        if self._plays is not None:
            self._plays.stop()
        self._plays = None

    def action_close(self) -> None:
        self._stop()
        self.dismiss()

    # --- drawing

    def _draw_bar(self, canvas: Canvas) -> None:
        canvas.put(1, 0, "♠ Pitboss", f"bold {BRASS} on {PANEL}")
        net = self.round.net
        right = f"You won {dollars(net)}" if net > 0 else f"You lost {dollars(-net)}" if net else ""
        right = right if self.round.player else ""
        where = f"Replay · {self.round.where} · round {self.round.round}"
        canvas.put(12, 0, where, f"{TEXT} on {PANEL}", width=canvas.width - len(right) - 15)
        canvas.put(canvas.width - len(right) - 1, 0, right, f"bold {WON if net > 0 else LOST} on {PANEL}")

    def _draw_felt(self, canvas: Canvas) -> None:
        felt = self._felt
        title, words = f"Step {self.at} of {len(self.steps)}", self.round.sentence(self.steps[self.at - 1])
        draw_felt(canvas, self.shown, felt, words=f"{title}: {words}")
        plan = plan_of(canvas.width, canvas.height)
        if plan is None:
            return
        x, y, width = canvas.width - FROM_RIGHT, plan.buttons, BOX
        if plan.below:
            x, y, width = LEFT, plan.buttons - 1, canvas.width - 2 * LEFT
        canvas.box(x, y, width, 5, f"{SECOND} on {felt}", title, f"bold {BRASS} on {felt}")
        canvas.put_rows(x + 2, y + 1, wrapped(words, width - 3)[:3], f"{TEXT} on {felt}", width=width - 3)

    def _draw_clause(self, canvas: Canvas) -> None:
        """The clause that the step follows, in our words."""
        step = self.steps[self.at - 1]
        canvas.put(0, 0, "─" * canvas.width, f"{RAISED} on {PANEL}")
        title = f" Clause {step.clause} " if step.clause else " No clause "
        canvas.put(2, 0, title, f"bold {INFO} on {PANEL}")
        words = registry.words(self.round.game, step.clause) if step.clause else ""
        ruling = f" (ruling {step.ruling})" if step.ruling else ""
        told = wrapped(f"{words}{ruling}", canvas.width - 4)[: canvas.height - 1]
        canvas.put_rows(2, 1, told, f"{SECOND} on {PANEL}")
        if canvas.height > RAIL:
            self._draw_steps(canvas, max(len(told) + 2, RAIL))

    def _draw_steps(self, canvas: Canvas, top: int) -> None:
        """In a rail, the steps before and after this one. Each can be clicked."""
        draw_section(canvas, top, "Steps")
        room = canvas.height - top - 1
        first = min(max(self.at - 1 - room // 2, 0), max(len(self.steps) - room, 0))
        for row, number in enumerate(range(first + 1, min(first + room, len(self.steps)) + 1), top + 1):
            here = number == self.at
            words = f"{'▸' if here else ' '}{number:>3}  {self.round.sentence(self.steps[number - 1])}"
            style = f"bold {BRASS} on {PANEL}" if here else f"{SECOND} on {PANEL}"
            canvas.put(1, row, words, style, width=canvas.width - 2)
            canvas.place(f"step:{number}", 1, row, canvas.width - 2, 1)

    def _draw_keys(self, canvas: Canvas) -> None:
        space = "stop" if self._plays is not None else "play"
        keys = [("←", "back", "left"), ("→", "on", "right"), ("Home", "first", "home"), ("End", "last", "end")]
        draw_key_row(canvas, [*keys, ("Space", space, "play"), ("Esc", "close", "close")])
