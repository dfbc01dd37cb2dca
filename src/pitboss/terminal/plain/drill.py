"""The drill at the prompt: one decision at a time, no clock, no stake."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from pitboss.basics.money import dollars
from pitboss.protocol.coaching import GradeInfo, PuzzleInfo
from pitboss.terminal.plain.display import print_choices, print_complaint, print_hint, print_table
from pitboss.terminal.seat.answers import QUIT, Answer, read
from pitboss.terminal.seat.drilling import Drill, choices_of, verdict, view_of
from pitboss.terminal.seat.hints import NoHint, hint_of

STOP = (*QUIT, "stop", "back", "done")
Ask = Callable[[str], str]
"""Shows a prompt and returns the line that is typed."""


class PlainDrill:
    """Puzzles one after another. Their choices are typed by name."""

    def __init__(self, drill: Drill, console: Console, ask: Ask) -> None:
        self.drill, self.game, self.console, self._ask = drill, drill.game, console, ask
        self._grades: list[GradeInfo] = []

    def run(self) -> None:
        """Ask until the player stops. The end of the input stops it too."""
        self.say(f"The drill of {self.game.title}: what is best here? Nothing is at stake, and no clock runs.", "bold")
        self.say("Type the name of a choice, or stop to go back.", "dim")
        try:
            while self._one():
                pass
        except (EOFError, KeyboardInterrupt):
            self.console.print()
        self._sum_up()

    def say(self, words: str, style: str = "") -> None:
        self.console.print(Text(words, style))

    def complain(self, words: str) -> None:
        print_complaint(self.console, words)

    def _one(self) -> bool:
        """Ask one puzzle and grade the answer. Returns whether to go on."""
        try:
            puzzle = self.drill.next()
            self._show(puzzle)
            do = self._answer(puzzle)
            if not do:
                return False
            self._tell_grade(self.drill.solve(puzzle, do))
        except NoHint as no:
            self.complain(str(no).rstrip("."))
            return self._goes_on("Enter to try again, stop to go back: ")
        return self._goes_on("Enter for the next decision, stop to go back: ")

    def _asked(self, prompt: str) -> str:
        return self._ask(prompt).strip().lower()

    def _goes_on(self, prompt: str) -> bool:
        """Whether the player presses Enter. Anything that is neither that nor a word to stop is asked again."""
        while (line := self._asked(prompt)) not in ("", "n", "next", *STOP):
            self.complain(f"press Enter or type stop, not '{line}'")
        return line not in STOP

    def _show(self, puzzle: PuzzleInfo) -> None:
        layout = view_of(puzzle).layout
        you, seats = layout.seats.get(puzzle.seat, ""), sorted(layout.seats.items())
        self.console.print()
        number = f"puzzle {puzzle.number}" if puzzle.number else "puzzle"
        again = ", which you missed before" if puzzle.again else ""
        rating = f"rating {puzzle.rating:,}"
        print_table(self.console, self.game, layout, seats, you, f"{number}{again}", rating)
        known = choices_of(self.game, puzzle)
        prices = {one.name: f"for {dollars(one.offer.cost())}" if one.offer.cost() else "" for one in known}
        print_choices(self.console, self.game, puzzle.about, known, prices, [("stop", "", "go back")])

    def _answer(self, puzzle: PuzzleInfo) -> str:
        """What the player chooses. Empty if they stop."""
        known = choices_of(self.game, puzzle)
        while True:
            line = self._asked("> ")
            if line in STOP:
                return ""
            answer = read(line, known)
            if isinstance(answer, Answer):
                return answer.choice.offer.do
            names = ", ".join(one.name for one in known)
            self.complain(f"type one of these: {names}; or stop to go back")

    def _tell_grade(self, grade: GradeInfo) -> None:
        self._grades.append(grade)
        self.say(verdict(grade), "bold green" if grade.right else "bold red")
        if grade.sentence:
            self.say(grade.sentence)
        if (hint := hint_of(grade.counsel, self.game.words)) is not None:
            print_hint(self.console, self.game, hint)
        self.say(f"Rating {grade.before:,}, now {grade.rating:,}.")

    def _sum_up(self) -> None:
        if self._grades:
            many, right = len(self._grades), sum(grade.right for grade in self._grades)
            before, after = self._grades[0].before, self._grades[-1].rating
            decisions = f"{many} decision{'' if many == 1 else 's'}"
            self.say(f"You answered {decisions}, {right} right. Your rating went from {before:,} to {after:,}.", "bold")
        if self.drill.note:
            self.say(self.drill.note, "dim")
