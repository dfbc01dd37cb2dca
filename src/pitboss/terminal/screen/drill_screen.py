"""The drill on the full screen: one decision at a time, no clock, no stake."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container

from pitboss.engine.registry import at_seat
from pitboss.protocol.coaching import DrillInfo, GradeInfo, PuzzleInfo
from pitboss.terminal.screen.canvas import BRASS, CROSS, LOST, PANEL, SECOND, TEXT, WON, Canvas
from pitboss.terminal.screen.felt import BOX, Plan, draw_felt, wrapped
from pitboss.terminal.screen.model import DEAF_S, Shown
from pitboss.terminal.screen.panels import draw_key_row, draw_section, draw_values
from pitboss.terminal.screen.screens import Sheet, Working
from pitboss.terminal.screen.stage import Hinted, Scene
from pitboss.terminal.seat.display import Asking
from pitboss.terminal.seat.drawing import hand_names
from pitboss.terminal.seat.drilling import Drill, choices_of, verdict, view_of
from pitboss.terminal.seat.hints import hint_of

LAST = 21
"""The answers that are shown as dots and crosses."""
HEIGHT, CHART = 8, 8
"""The height of the box in place of the seats, and that of the rating in a rail."""


class DrillScreen(Working):
    """Puzzles one after another. The decision keys answer, Enter is next."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "close", "close")]

    def __init__(self, drill: Drill, *, deaf_s: float = DEAF_S) -> None:
        super().__init__()
        self.drill = drill
        self.shown = Shown(drill.game, "You", deaf_s)
        self.puzzle: PuzzleInfo | None = None
        self.grade: GradeInfo | None = None
        self.note = "The coach looks for a decision."
        self.answers: list[bool] = []
        """Which of your last answers were right, from the oldest."""
        self.rating = 0
        self.ratings: list[int] = []
        """Your rating after each of your last answers, from the oldest."""
        self._felt = at_seat(drill.game.name).felt

    def compose(self) -> ComposeResult:
        yield Sheet("bar", self._draw_bar, f"{TEXT} on {PANEL}")
        with Container(id="middle"):
            yield Sheet("felt", self._draw_felt, f"{TEXT} on {self._felt}")
            yield Sheet("coach", self._draw_panel, f"{TEXT} on {PANEL}")
        yield Sheet("keys", self._draw_keys, f"{TEXT} on {PANEL}")

    def on_mount(self) -> None:
        self.begin(self.drill.past, self._take_past)
        self.begin(self.drill.next, self._take_puzzle)

    # --- puzzles and grades

    def _take_past(self, past: DrillInfo) -> None:
        self.rating = past.rating
        self.answers = [not line.cost for line in past.answers] + self.answers
        self.ratings = [line.rating for line in past.answers] + self.ratings
        self._redraw()

    def _take_puzzle(self, puzzle: PuzzleInfo) -> None:
        self.puzzle, self.grade, self.note = puzzle, None, ""
        self.rating = puzzle.rating or self.rating
        view = view_of(puzzle)
        names = hand_names(self.drill.game.name, view.layout)
        seats = sorted(view.layout.seats.items())
        self.shown.take(Scene(view.layout, seats, puzzle.seat, 0, names, {}, [puzzle.seat]))
        known = choices_of(self.drill.game, puzzle)
        self.shown.take(Asking(puzzle.about, puzzle.about, puzzle.seat, known, {}, False))
        self._redraw()

    def _take_grade(self, grade: GradeInfo) -> None:
        self.grade, self.note, self.rating = grade, "", grade.rating
        self.answers.append(grade.right)
        self.ratings.append(grade.rating)
        self.shown.take(Hinted(self.shown.asked, hint_of(grade.counsel, self.drill.game.words)))
        self._redraw()

    def failed(self, why: str) -> None:
        self.note = why
        self._redraw()

    # --- what a player does

    def on_key(self, key: events.Key) -> None:
        if key.key == "enter":
            key.stop()
            self.do("next")
        elif (choice := self.shown.decisions.get((key.character or "").lower())) is not None:
            key.stop()
            if not self.shown.is_deaf:
                self.do(f"take:{choice.name}")

    def on_sheet_clicked(self, clicked: Sheet.Clicked) -> None:
        clicked.stop()
        self.do(clicked.does)

    def do(self, does: str) -> None:
        """Answer, go to the next puzzle, or close."""
        word, _, rest = does.partition(":")
        puzzle, waits = self.puzzle, bool(self.note)
        if word == "close":
            self.action_close()
        elif word == "take" and puzzle is not None and self.grade is None and not waits:
            chosen = next(one.offer.do for one in self.shown.decisions.values() if one.name == rest)
            self.note = "The coach grades your answer."
            self.begin(lambda: self.drill.solve(puzzle, chosen), self._take_grade)
        elif word == "next" and (self.grade is not None or puzzle is None or self.note.endswith("again.")):
            self.note = "The coach looks for a decision."
            self.begin(self.drill.next, self._take_puzzle)
        self._redraw()

    def action_close(self) -> None:
        self.dismiss()

    # --- drawing

    def _redraw(self) -> None:
        self.query(Sheet).refresh()

    def _draw_bar(self, canvas: Canvas) -> None:
        canvas.put(1, 0, "♠ Pitboss", f"bold {BRASS} on {PANEL}")
        canvas.put(12, 0, f"Drill · {self.drill.game.title}", f"{TEXT} on {PANEL}")
        rating = f"Rating {self.rating:,}" if self.rating else ""
        canvas.put(canvas.width - len(rating) - 1, 0, rating, f"bold {BRASS} on {PANEL}")

    def _draw_felt(self, canvas: Canvas) -> None:
        if self.puzzle is None:
            canvas.put_rows(3, 1, wrapped(self.note, canvas.width - 6), f"{TEXT} on {self._felt}")
            return
        draw_felt(canvas, self.shown, self._felt, self._draw_verdict, self._verdict)

    @property
    def _verdict(self) -> str:
        """The question, or what is said of your answer."""
        puzzle, grade = self.puzzle, self.grade
        if grade is None:
            again = puzzle is not None and puzzle.again
            return self.note or ("You missed this one before." if again else "What is best here?")
        return verdict(grade)

    def _draw_verdict(self, canvas: Canvas, plan: Plan, x: int) -> None:
        """Before the answer, the number of the puzzle and your rating over time. After it, the verdict."""
        puzzle, grade, felt = self.puzzle, self.grade, self._felt
        assert puzzle is not None
        title, top = f"Puzzle {puzzle.number}" if puzzle.number else "Puzzle", plan.seats
        canvas.box(x, top, BOX, HEIGHT, f"{SECOND} on {felt}", title, f"bold {SECOND} on {felt}")
        colour = TEXT if grade is None else WON if grade.right else LOST
        said = wrapped(self._verdict, BOX - 4)
        canvas.put_rows(x + 2, top + 1, said, f"{'bold ' * (grade is not None)}{colour} on {felt}")
        row, left = top + 1 + len(said), HEIGHT - 2 - len(said)
        if grade is None:
            draw_rating(canvas, x + 2, row, BOX - 4, left, self.ratings, felt)
            return
        canvas.put_rows(x + 2, row, whole_sentences(grade.sentence, BOX - 4, left), f"{TEXT} on {felt}")

    def _draw_panel(self, canvas: Canvas) -> None:
        """The values of all choices after the answer, and your last answers as dots and crosses."""
        ground = f"{SECOND} on {PANEL}"
        draw_section(canvas, 0, "Values")
        last, rail = canvas.height - 1, canvas.height > 2 * CHART
        hint = self.shown.this_hint
        if self.grade is not None and hint is not None:
            chosen = hint.called(self.grade.chosen)
            best = not hint.cost(self.grade.chosen)
            said = f"You chose {chosen}, the best." if best else f"You chose {chosen}. Best: {hint.answer}."
            canvas.put_rows(2, 1, wrapped(said, canvas.width - 4)[: 1 + rail], f"bold {TEXT} on {PANEL}")
            draw_values(canvas, hint, last)
            after = f"Rating {self.grade.before:,}, now {self.grade.rating:,}."
        else:
            canvas.put_rows(2, 1, wrapped("Nothing is at stake, and no clock runs.", canvas.width - 4), ground)
            after = self.drill.note
        marks = self.answers[-LAST:]
        x = 2
        for right in marks:
            canvas.put(x, last, "●" if right else CROSS, f"{WON if right else LOST} on {PANEL}")
            x += 1
        score = f"{sum(marks)} of the last {len(marks)} right." if marks else ""
        if not rail:
            words = "  ".join(filter(None, (score, after)))
            canvas.put(x + 1, last, words, ground, width=canvas.width - x - 2)
            return
        canvas.put(2, last - 1, score, ground)
        top = last - CHART - 4
        draw_section(canvas, top, "Rating")
        canvas.put_rows(2, top + 1, wrapped(after, canvas.width - 4)[:2], ground)
        draw_rating(canvas, 2, top + 3, canvas.width - 4, CHART - 1, self.ratings, PANEL)

    def _draw_keys(self, canvas: Canvas) -> None:
        row = [(key.upper(), one.name, f"take:{one.name}") for key, one in self.shown.decisions.items()]
        if self.grade is not None:
            row = [("Enter", "next", "next")]
        draw_key_row(canvas, [*row, ("Esc", "close", "close")])


def whole_sentences(text: str, width: int, most: int) -> list[str]:
    """As many whole sentences as fit into lines. The values that the last one draws from stand beside."""
    sentences = re.split(r"(?<=\.) ", text)
    for count in range(len(sentences), 0, -1):
        lines = wrapped(" ".join(sentences[:count]), width)
        if len(lines) <= most:
            return lines
    return wrapped(text, width)[:most]


LABEL = 6
"""The columns of a figure beside the line."""


def line_of(values: Sequence[int], width: int, height: int) -> list[str]:
    """A line through the last values, the highest in the first row and the lowest in the last.

    >>> print(*line_of([1200, 1210, 1220, 1205, 1205], 10, 3), sep="\\n")
      ╭╮
     ╭╯│
    ─╯ ╰─
    """
    last = values[-width:]
    low, high = min(last), max(last)
    steps = [round((value - low) * (height - 1) / (high - low)) if high > low else 0 for value in last]
    cells = [[" "] * len(last) for _ in range(height)]
    before = steps[0]
    for column, step in enumerate(steps):
        if step == before:
            cells[step][column] = "─"
        else:
            for between in range(min(before, step) + 1, max(before, step)):
                cells[between][column] = "│"
            cells[before][column] = "╯" if step > before else "╮"
            cells[step][column] = "╭" if step > before else "╰"
        before = step
    return ["".join(row).rstrip() for row in reversed(cells)]


def draw_rating(canvas: Canvas, x: int, y: int, width: int, height: int, ratings: Sequence[int], ground: str) -> None:
    """The line with its highest and lowest rating at the left. One rating is no line."""
    if len(ratings) < 2 or height < 2:
        return
    wide = width - LABEL - 1
    shown = ratings[-wide:]
    for row, words in enumerate(line_of(ratings, wide, height), y):
        canvas.put(x + LABEL + 1, row, words, f"{BRASS} on {ground}")
        canvas.put(x + LABEL, row, "┆", f"{SECOND} on {ground}")
    canvas.put(x, y, f"{max(shown):,}".rjust(LABEL - 1), f"{SECOND} on {ground}")
    canvas.put(x, y + height - 1, f"{min(shown):,}".rjust(LABEL - 1), f"{SECOND} on {ground}")
