"""The full-screen table: it draws what a seat stages, and types what keys and clicks mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Thread
from typing import ClassVar

from rich.console import ConsoleDimensions, Group
from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen

from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.registry import at_seat
from pitboss.terminal.screen.canvas import INFO, PANEL, TEXT, Canvas
from pitboss.terminal.screen.felt import draw_felt
from pitboss.terminal.screen.model import CHIPS, DEAF_S, Shown
from pitboss.terminal.screen.panels import draw_bar, draw_coach, draw_keys, keys_page
from pitboss.terminal.screen.screens import Choose, Command, Pages, ScreenApp, Sheet, page_size
from pitboss.terminal.screen.stage import Left, Paged, Reportable, Stage, Staged, Typist
from pitboss.terminal.seat.answers import Choice, list_number, number_title
from pitboss.terminal.seat.drawing import HELP_TITLE, Page
from pitboss.terminal.seat.seat import HINT, NEXT, NO_COACH, Seat
from pitboss.terminal.seat.sentences import from_the_seats

LEAVE_OR_STAY = "Q again to leave, any other key to stay."
LAST_WORDS = 2
"""The lines to show of a table that ended by itself."""
AT_ONCE = 3
"""How often to ask to leave until the screen closes in any case."""
KEYS = {
    "space": "chip",
    "backspace": "unchip",
    "left": "area-1",
    "up": "area-1",
    "right": "area+1",
    "down": "area+1",
    "l": "same",
    "z": "clear",
}
"""Keys while wagers are placed."""
ALWAYS = {
    "k": "coach",
    "g": "log",
    "w": "why",
    "p": "pays",
    "f2": "pays",
    "r": "report",
    "f4": "report",
    "question_mark": "help",
    "q": "leave",
    "slash": "command",
    "f5": "drill",
    "f6": "history",
}
ACTS = ("take", "deal", "same", "next", "change", "buy")
"""What bets or decides. Keys do not do it while they are deaf."""


class TableApp(ScreenApp[list[str]]):
    """A table on the full screen. ``sit`` makes the seat. The result is what was said when the seat was left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q,ctrl+d", "leave", "leave", priority=True, show=False)
    ]

    def __init__(
        self,
        game: Game,
        you: str,
        where: str,
        sit: Callable[[Stage, Typist], Seat],
        *,
        coaching: bool = True,
        deaf_s: float = DEAF_S,
        above: Mapping[str, Callable[[], Screen[None]]] | None = None,
    ) -> None:
        super().__init__()
        self.shown, self.where, self.typist = Shown(game, you, deaf_s), where, Typist()
        self._sit = sit
        self.above = dict(above or {})
        """Screens that can be opened above the table, by their names: ``drill`` and ``history``."""
        self.coaching = coaching
        self.has_hints, self.why_off = False, ""
        """Whether there is a coach at this table, and if not, why."""
        self.error: BaseException | None = None
        """What ended the seat, if it was not you."""
        self.answer: object = None
        """What the seat returned when it was left."""
        self._leaves, self._said_before = 0, -1
        self._seat: Seat | None = None

    def compose(self) -> ComposeResult:
        felt = at_seat(self.shown.game.name).felt
        yield Sheet("bar", lambda canvas: draw_bar(canvas, self.shown, self.where), f"{TEXT} on {PANEL}")
        with Container(id="middle"):
            yield Sheet("felt", lambda canvas: draw_felt(canvas, self.shown, felt), f"{TEXT} on {felt}")
            yield Sheet("coach", self._draw_coach, f"{TEXT} on {PANEL}")
        yield Sheet("keys", self._draw_keys, f"{TEXT} on {PANEL}")

    def _draw_coach(self, canvas: Canvas) -> None:
        draw_coach(canvas, self.shown, coaching=self.coaching and self.has_hints, why_off=self.why_off)

    def _draw_keys(self, canvas: Canvas) -> None:
        draw_keys(canvas, self.shown, hints=self.has_hints and self.shown.plays, beside=self.above)

    # --- the seat

    def on_mount(self) -> None:
        Thread(target=self._play, daemon=True).start()
        self.set_interval(1.0, self._tick)

    def on_unmount(self) -> None:
        self.typist.close()

    def _play(self) -> None:
        """Run the seat on its own thread."""
        error: BaseException | None = None
        try:
            self._seat = seat = self._sit(self._stage, self.typist)
            self._size_pages()
            self.has_hints, self.why_off = seat.coach.adviser is not None, seat.coach.why_off
            self.shown.pays = self.shown.game.pays(seat.rules)
            seat.coaching = self.coaching and self.has_hints
            self.answer = seat.play()
        except BaseException as wrong:
            error = wrong
        self._stage(Left(error))

    def on_resize(self, resized: events.Resize) -> None:
        super().on_resize(resized)
        self._size_pages()

    def _size_pages(self) -> None:
        """Let the pages of help and pay tables use the screen."""
        if self._seat is not None:
            self._seat.console.size = ConsoleDimensions(*page_size(*self.size))

    def _stage(self, staged: Staged) -> None:
        if self.is_running:
            self.call_later(self._hear, staged)

    def _hear(self, staged: Staged) -> None:
        match staged:
            case Left(error=error):
                self.error = error
                asked = self._said_before >= 0
                said = [one.words for one in self.shown.log[max(self._said_before, 0) :] if one.words]
                self.exit(said if asked else said[-LAST_WORDS:])
            case Paged(pages=pages, first=first):
                help = bool(pages) and pages[0].title == HELP_TITLE
                keys = [keys_page(self.shown, hints=self.has_hints, beside=self.above)] if help else []
                self.push_screen(Pages([*keys, *pages], first))
            case Reportable(known=known):
                self._choose_report(known)
            case _:
                self.shown.take(staged)
                self._place_chips()
        self._redraw()

    def _place_chips(self) -> None:
        """Go on placing the chips that you mean to place."""
        asking, betting = self.shown.asking, self.shown.betting
        if asking is not None and self.shown.stage == "wagers" and betting.dealing:
            self._answer(betting.next_line(asking.may_go_on))

    def _answer(self, line: str) -> None:
        """Send an answer. It can't be sent twice."""
        self.shown.sent()
        self.typist.type(line)

    def _redraw(self) -> None:
        self.query(Sheet).refresh()

    def _tick(self) -> None:
        if self.shown.seconds is not None:
            self.query_one("#felt").refresh()

    # --- what a player does

    def on_key(self, key: events.Key) -> None:
        if len(self.screen_stack) > 1:
            return
        does = self._meaning(key.key, key.character or "")
        if self.shown.leaving and not does:
            does = "stay"
        if does:
            key.stop()
            if self.shown.leaving or not (self.shown.is_deaf and does.partition(":")[0] in ACTS):
                self.do(does)

    def on_sheet_clicked(self, clicked: Sheet.Clicked) -> None:
        self.do(clicked.does)

    def _meaning(self, key: str, letter: str) -> str:
        """What a key does now. Empty if nothing."""
        shown = self.shown
        if choice := shown.decisions.get(letter.lower()):
            return f"take:{choice.name}"
        if shown.stage == "decide" and letter in ("+", "=", "-"):
            return "less" if letter == "-" else "more"
        if key == "enter" and shown.least:
            return "rebuy"
        if key == "enter":
            return {"wagers": "deal", "between": "next", "broke": "buy", "wait": "wake"}.get(shown.stage, "")
        if shown.stage == "wagers":
            if 1 <= list_number(letter) <= len(CHIPS):
                return f"chip:{letter}"
            if key in KEYS:
                return KEYS[key]
        if shown.stage == "between" and letter.lower() == "c":
            return "change"
        if shown.stage != "decide" and letter.lower() == "b" and shown.plays:
            return "rebuy"
        return ALWAYS.get(key.lower(), "")

    def do(self, does: str) -> None:
        """Do what a key or a click means."""
        word, _, rest = does.partition(":")
        if self.shown.leaving and word != "leave":
            self.shown.leaving = ""
        elif word in ("take", "area", "chip", "unchip", "area-1", "area+1", "deal", "clear", "more", "less"):
            self._at_the_table(word, rest)
        else:
            self._beside(word)
        self._redraw()

    def _at_the_table(self, word: str, rest: str) -> None:
        """Chips and choices."""
        shown, betting = self.shown, self.shown.betting
        stage = shown.stage
        if word == "take" and stage == "decide":
            choice = next((one for one in shown.decisions.values() if one.name == rest), None)
            if choice is not None:
                shown.chose(choice)
                self._answer(shown.line_of(choice))
        elif word in ("more", "less") and stage == "decide":
            shown.change_amounts(1 if word == "more" else -1)
        if stage != "wagers":
            return
        shown.complaint = ""
        match word:
            case "area":
                betting.choose(rest)
                self._complain(betting.add())
            case "chip" if rest:
                betting.chip = CHIPS[int(rest) - 1]
            case "chip":
                self._complain(betting.add())
            case "unchip":
                if line := betting.remove():
                    self._answer(line)
            case "area-1" | "area+1":
                betting.move(1 if word == "area+1" else -1)
            case "clear":
                betting.meant.clear()
            case "deal":
                betting.dealing = True
                self._place_chips()

    def _complain(self, why: str) -> None:
        self.shown.complaint = f"{why[:1].upper()}{why[1:]}." if why else ""

    def _beside(self, word: str) -> None:
        """What is beside the game."""
        shown = self.shown
        match word:
            case "same" if shown.stage == "wagers" and shown.repeats:
                self._answer("same")
            case "next" if shown.stage == "between":
                self._answer("" if shown.again else NEXT)
                shown.between = None
            case "change" if shown.stage == "between":
                self._answer(NEXT)
                shown.between = None
            case "buy" if shown.stage == "broke":
                self._answer("buy 1000")
            case "rebuy":
                self.push_screen(Command("Buy chips: how many dollars?", "buy "), self._typed)
            case "wake":
                self.typist.type("")
            case "coach" if self.has_hints:
                self._turn_coach(on=not self.coaching)
            case "coach":
                self._complain((self.why_off or NO_COACH).rstrip("."))
            case "help":
                self.typist.type("?")
            case "pays":
                self.typist.type("pay")
            case "report":
                self.typist.type("report")
            case "log":
                grid = Table.grid(padding=(0, 2, 0, 0))
                for said in reversed(shown.log):
                    if said.words:
                        grid.add_row(Text(said.clause, f"{INFO}"), Text(said.words))
                self.push_screen(Pages([Page("Log, the last first", grid)]))
            case "why":
                self.push_screen(Pages([self._why()]))
            case "command":
                self.push_screen(Command("Type a command, as at the plain table"), self._typed)
            case "drill" | "history" if word in self.above:
                self.push_screen(self.above[word]())
            case "leave":
                self.action_leave()

    def _turn_coach(self, *, on: bool) -> None:
        """Turn the coach on or off. Its advice comes or goes at once."""
        shown = self.shown
        self.coaching = on
        self.typist.type("coach on" if on else "coach off")
        if not on:
            shown.drop_hint()
        elif shown.stage in ("decide", "wagers"):
            self._want_hint()
        told = shown.stage == "decide"  # what the coach says there, or that it is off
        shown.note = "" if told else f"The coach is {'on' if on else 'off'}."

    def _want_hint(self, line: str = "hint") -> None:
        self.shown.unwanted = 0
        self.typist.type(line)

    def _typed(self, line: str | None) -> None:
        if line in HINT:
            self._want_hint(line)
        elif line:
            self.typist.type(line)

    def action_leave(self) -> None:
        """Leave the table. If wagers lie on the layout, ask first."""
        shown = self.shown
        question = self._seat.leave_question(shown.staked) if self._seat is not None and shown.staked else ""
        if shown.leaving or not question:
            self.leave()
            return
        while len(self.screen_stack) > 1:  # the question stands on the table
            self.pop_screen()
        shown.leaving = f"{question} {LEAVE_OR_STAY}"
        self._redraw()

    def leave(self) -> None:
        """Leave without a question. At a live table you may have to stay until the round is over."""
        self.shown.leaving = ""
        self._leaves += 1
        if self._said_before < 0:
            self._said_before = len(self.shown.log)
        if self._leaves >= AT_ONCE:
            self.typist.close()
        else:
            self.typist.type("quit")

    def _why(self) -> Page:
        """The clauses of what you may do, of what happened last, and of how your wagers ended."""
        shown = self.shown
        clauses = [choice.offer.clause for choice in shown.decisions.values()]
        clauses += [end.clause for end in shown.over.ends] if shown.over is not None else []
        clauses += [shown.last_said.clause] if shown.last_said is not None else []
        told = [
            Text.assemble((f"{id}  ", "#86BEFF"), registry.words(shown.game.name, id))
            for id in dict.fromkeys(clauses)
            if registry.words(shown.game.name, id)
        ]
        return Page("Why: the clauses, in our words", Group(*told) if told else Text("Nothing has happened yet."))

    def _choose_report(self, known: Sequence[Choice]) -> None:
        """Let the player choose what to report, and give a number if it needs one."""

        def chosen(at: int | None) -> None:
            if at is None or at < 0:
                return
            choice = known[at]
            if choice.offer.least != choice.offer.most:
                title = number_title(self.shown.game, choice)
                self.push_screen(Command(title, f"report {choice.name} "), self._typed)
            else:
                self._typed(f"report {choice.name}")

        about = {one.what: one.means for one in self.shown.game.irregularities}
        game = self.shown.game
        lines = [
            f"{from_the_seats(game, choice.name)}: {about.get(choice.what, '')} ({choice.offer.clause})"
            for choice in known
        ]
        self.push_screen(Choose("Report an irregularity", lines), chosen)
