"""The terminal line by line: what a seat prints, its prompt, the rounds that are over, and the drill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from pitboss.basics.errors import IllegalAction
from pitboss.basics.money import dollars
from pitboss.engine.game import Game
from pitboss.engine.results import Result
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event
from pitboss.engine.round.layout import Layout
from pitboss.log.narration import with_symbols
from pitboss.protocol.coaching import GradeInfo, PuzzleInfo, ReviewInfo
from pitboss.terminal.seat.answers import QUIT, Answer, Choice, list_number, read, report_grid
from pitboss.terminal.seat.bets import difference
from pitboss.terminal.seat.display import Asking, Display, Prompted
from pitboss.terminal.seat.drawing import Page, draw_table, fit, fits, hang, plain_grid, visible, with_coupon
from pitboss.terminal.seat.drilling import Drill, choices_of, verdict, view_of
from pitboss.terminal.seat.hints import Hint, NoHint, exact_money, hint_of, lateness, mistakes, money
from pitboss.terminal.seat.past_rounds import History, PastRound
from pitboss.terminal.seat.sentences import told

LONGEST = 999
"""The most seconds that the clock in the prompt can show."""
SAVE_CURSOR, RESTORE_CURSOR = "\x1b7", "\x1b8"
_STYLES = {"win": "bold green", "lose": "red", "push": "yellow"}
LAST = 20
"""The rounds in the list. Older ones are opened by their number."""
EMPTY = "Your rounds will be kept here. None is over yet."


class Plain(Display):
    """A terminal that is written line by line. ``prompted`` is a keyboard that shows the prompt by itself."""

    def __init__(self, console: Console, prompted: Prompted | None = None) -> None:
        super().__init__(console)
        self._prompted = prompted
        self._pages: list[Page] = []
        self._page = 0
        self._ticked = ""
        """The clock that the prompt shows."""
        self._prompting = False
        """Whether the cursor stands behind a prompt."""

    def _print(self, what: RenderableType) -> None:
        """Print something, on a new line if the cursor stands behind a prompt."""
        self._end_prompt()
        self.console.print(what)

    def _end_prompt(self) -> None:
        if self._prompting:
            self.console.print()
        self._prompting = False

    # --- words

    def say(self, words: str, style: str = "") -> None:
        self._print(Text(words, style))

    def complain(self, words: str) -> None:
        self._end_prompt()
        print_complaint(self.console, words)

    def refuse(self, refusal: IllegalAction) -> None:
        sentence = with_symbols(refusal.wrong + (f"; {refusal.allowed}" if refusal.allowed else ""))
        self.complain(sentence + (f" (clause {refusal.clause})" if refusal.clause else ""))

    def warn(self, why: str) -> None:
        self.say(f"{why[:1].upper()}{why[1:]}. Do the same again to place it all the same.", "yellow")

    def tell(self, event: Event) -> None:
        self._end_prompt()
        words = told(self.table.game, event, self.table.names or None)
        hang(self.console, Text("  "), Text.assemble(words, (f"  {event.clause}", "dim")))

    def show_clause(self, id: str, words: str) -> None:
        self.say(f"{id}: {words}" if words else f"The document has no clause '{id}'.")

    # --- the round

    def heading(self, round: int) -> None:
        self._end_prompt()
        self.console.print()
        self.console.rule(f"[bold]{self.table.game.title}[/], round {round}", style="green")

    def show_table(self, layout: Layout, title: str = "", status: str = "") -> None:
        self._end_prompt()
        table = self.table
        self.console.print(draw_table(table.game, layout, table.seats, table.you, title, status))
        if meters := table.meters_in_words():
            self.say(meters, "cyan")

    def results(self, came: Sequence[Result]) -> None:
        self._end_prompt()
        for one in came:
            hang(
                self.console,
                Text(),
                Text(one.sentence, _STYLES.get(one.result, "bold") if one.player == self.table.you else ""),
            )

    def settlement(self, ends: list[ev.Settled], seats: Mapping[str, int]) -> None:
        """As a table, or line by line if a table would break words."""
        if not ends:
            return
        grid = plain_grid("who", "wager", "staked", "result", "returned", "why", "clause", right=("staked", "returned"))
        for end in ends:
            who, on = Text(self.table.called(end.player)), _wager(end, seats.get(end.player, 0))
            cells = who, on, dollars(end.money), _result(end), dollars(end.returned), _why(end), Text(end.clause, "dim")
            grid.add_row(*cells, style="" if end.player == self.table.you else "dim")
        if fits(grid, self.console.width):
            self._print(fit(grid, self.console.width))
            return
        self._end_prompt()
        for end in ends:
            result = _result(end)
            on = _wager(end, seats.get(end.player, 0))
            what = f"{self.table.called(end.player)}: {dollars(end.money)} on {on}: "
            hang(self.console, Text(), Text.assemble(what, result, f", {dollars(end.returned)} back"))
            hang(self.console, Text("  "), Text(f"{_why(end)}  {end.clause}".strip(), "dim"))

    # --- questions

    def ask(self, asking: Asking, layout: Layout, more: Iterable[tuple[str, str, str]]) -> None:
        """List the open choices with prices, clauses and meanings, then what else may be typed."""
        self._end_prompt()
        print_choices(self.console, self.table.game, asking.question, asking.known, asking.prices, more)

    def prompt(self, words: str, left: float | None) -> None:
        """On a terminal the prompt has the clock, which runs while you type."""
        self._ticked = self._clock(left)
        if self._prompted is not None:
            self._prompted.words = words
            return
        self._end_prompt()
        self.console.print(Text(f"{self._ticked}{words}"), end="")
        self._prompting = True

    def between(self, words: str, *, broke: bool, again: int) -> None:
        self.prompt(words, None)

    def gets_up(self) -> None:
        if self._prompted is not None:
            self.console.print()
        self._end_prompt()

    def typed(self) -> None:
        self._prompting = False  # Enter has ended the line

    @property
    def prompting(self) -> bool:
        return self._prompting

    def tick(self, left: float | None) -> None:
        """What you have typed stays as it is."""
        shows = self._clock(left)
        if self._prompting and self._ticked and shows and shows != self._ticked:
            self._ticked = shows
            self.console.file.write(f"{SAVE_CURSOR}\r{shows}{RESTORE_CURSOR}")
            self.console.file.flush()

    def _clock(self, left: float | None) -> str:
        """The clock in the prompt. Empty if none runs, or if there is no terminal that can show it."""
        if left is None or not self.console.is_terminal or self.console.is_dumb_terminal:
            return ""
        return f"{min(left, LONGEST):3.0f} s "

    def time_runs_out(self, words: str) -> None:
        """If the prompt shows the clock, a bell does not disturb what you type."""
        if self._prompting and self._ticked:
            self.console.bell()
        else:
            self.say(words, "red")

    # --- pages, hints, reviews and reports

    def show_pages(self, pages: list[Page], first: int = 1) -> None:
        self._pages = pages
        self._show_page(first)

    def turn_page(self) -> bool:
        if self._pages:
            self._show_page(self._page + 1)
        return bool(self._pages)

    def _show_page(self, at: int) -> None:
        """Show one page. The player types for the next one."""
        of = len(self._pages)
        if not 1 <= at <= of:
            self.complain(f"there is no page {at}; there are {of}")
            return
        self._page = at
        page = self._pages[at - 1]
        self._print(page.body)
        if of > 1:
            more = " Type more for the next one." if at < of else ""
            self.say(f"{page.title}, page {at} of {of}.{more}", "dim")

    def show_hint(self, hint: Hint | None, why: str) -> None:
        """Show the value of each choice, the best first. While wagers are placed, what each costs on average."""
        if hint is None:
            self.say(f"{why[:1].upper()}{why[1:]}.", "dim")
            return
        self._end_prompt()
        print_hint(self.console, self.table.game, hint)

    def show_review(self, round: int, review: ReviewInfo, skill: str) -> None:
        for words in (*mistakes(review, self.table.game.words), *lateness(review, self.table.game.words)):
            self.say(f"Round {round}: {words}", "yellow")

    def show_reports(self, known: list[Choice]) -> None:
        if not known:
            self.say(self.table.nothing_to_report())
            return
        self._print(fit(report_grid(self.table.game, known), self.console.width))
        name = known[0].name + (f" {known[0].offer.least or 1}" if known[0].offer.most else "")
        self.say(f"Type report and what it is, as in: report {name}", "dim")


def print_complaint(console: Console, words: str) -> None:
    console.print(Text(visible(words[:1].upper() + words[1:]) + ".", "red"))


def print_choices(
    console: Console,
    game: Game,
    question: str,
    known: Sequence[Choice],
    prices: Mapping[str, str],
    more: Iterable[tuple[str, str, str]],
) -> None:
    """List the open choices with prices, clauses and meanings, then what else may be typed."""
    console.print(Text(f"{question[:1].upper()}{question[1:]}: you may", "bold"))
    grid = Grid(box=None, show_header=False, padding=(0, 2, 0, 0))
    grid.add_column(style="bold cyan", no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(style="dim")
    for choice in known:
        if not choice.offer.why_not:
            grid.add_row(choice.name, prices[choice.name], choice.offer.clause, meaning(game, choice))
    for name, price, means in more:
        grid.add_row(name, price, "", means)
    console.print(Padding(grid, (0, 0, 0, 2)))


def print_hint(console: Console, game: Game, hint: Hint) -> None:
    """The value of each choice, the best first. While wagers are placed, what each costs on average."""
    grid = Grid(box=None, show_header=False, padding=(0, 2, 0, 0))
    if hint.amounts:
        console.print(Text("What each wager costs on average:", "bold"))
        for wager, costs in hint.edges:
            least = f"{money(hint.values[wager])} on {dollars(hint.amounts[wager])}"
            whole = "the whole hand, with perfect play" if wager == game.base else ""
            exact = ", ".join(filter(None, (exact_money(hint.values[wager]), whole)))
            grid.add_row(wager, costs, Text(least), Text(exact, "dim"))
        console.print(Padding(grid, (0, 0, 0, 2)))
        console.print(Text(hint.note, "dim"))
        return
    console.print(Text(f"{hint.answer}. {hint.in_words}".rstrip(), "bold"))
    for action, value in hint.ordered:
        cost = hint.cost(action)
        costs = "best" if action == hint.best else f"costs {hint.money(cost)} more" if cost else "as good"
        grid.add_row(hint.called(action), Text(hint.money(value)), costs, Text(exact_money(value), "dim"))
    console.print(Padding(grid, (0, 0, 0, 2)))
    console.print(Text(". ".join(filter(None, (hint.rests_on, hint.note.rstrip(".")))) + ".", "dim"))


def meaning(game: Game, choice: Choice) -> str:
    """What a choice does, in the words of its game."""
    offer = choice.offer
    if offer.do == "withdraw":
        return "take it back"
    named = {w.name: w.means for w in game.wagers} if offer.do == "wager" else {}
    return named.get(offer.wager) or choice.words.means


def _result(end: ev.Settled) -> Text:
    """The result with what was won or lost: ``win $10``."""
    change = abs(end.returned - end.money)
    return Text(f"{end.result} {dollars(change)}" if change else end.result, _STYLES.get(end.result, ""))


def _coupon(end: ev.Settled) -> int:
    """The face value of the coupon beside the chips, or in place of chips."""
    return end.stake if end.redeemed else end.coupon


def _why(end: ev.Settled) -> str:
    coupon = f"the coupon is {'taken' if end.coupon_taken else 'left'}" if _coupon(end) else ""
    table = end.table and f"table {end.table}"
    return ", ".join(filter(None, ("" if end.line == end.result else with_symbols(end.line), end.pays, table, coupon)))


def _wager(end: ev.Settled, own: int) -> str:
    hand = "" if end.hand == 1 else f", hand {end.hand}"
    return end.wager + with_coupon(_coupon(end)) + hand + ("" if end.seat == own else f", seat {end.seat}")


def show_history(console: Console, history: History, said: str = "") -> None:
    """List the rounds, the newest first, or tell the one whose number was said."""
    try:
        lines = history.lines()
        if not lines:
            console.print(Text(EMPTY))
        elif not said:
            for number, line in enumerate(lines[:LAST], 1):
                console.print(Text(f"{number:>4}  {line.words}"), soft_wrap=True)
            older = f" There are {len(lines)} in all." if len(lines) > LAST else ""
            console.print(Text(f"Type history 1 to read the newest step by step.{older}", "dim"))
        elif 1 <= list_number(said) <= len(lines):
            _tell_round(console, history.open(list_number(said) - 1))
        else:
            console.print(Text(f"Type history and a number from 1 to {len(lines)}.", "red"))
    except NoHint as no:
        console.print(Text(f"{str(no)[:1].upper()}{str(no)[1:].rstrip('.')}.", "red"))


def _tell_round(console: Console, round: PastRound) -> None:
    console.print(Text(f"{round.where}, round {round.round}", "bold"))
    steps = round.steps
    for number, step in enumerate(steps, 1):
        words = Text.assemble(round.sentence(step), (f"  {step.clause}", "dim"))
        hang(console, Text(f"{number:>4}  ", "dim"), words, in_one_line=True)
    if round.player:
        console.print(Text(f"This round: {difference(round.net)}.", "bold"))


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
        self.console.print(draw_table(self.game, layout, seats, you, f"{number}{again}", rating))
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
