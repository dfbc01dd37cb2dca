"""The display of the full screen. The seat's thread calls it, and it passes plain values to the app."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from copy import deepcopy
from threading import Condition

import msgspec
from rich.console import Console
from rich.text import Text

from pitboss.basics.errors import IllegalAction
from pitboss.engine.game import PaySheet
from pitboss.engine.results import Result
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event, Settled
from pitboss.engine.round.layout import Layout
from pitboss.log.narration import with_symbols
from pitboss.protocol.coaching import ReviewInfo
from pitboss.terminal.screen.screens import page_size
from pitboss.terminal.seat.answers import Choice
from pitboss.terminal.seat.display import Asking, Display
from pitboss.terminal.seat.drawing import Page, hand_names, visible
from pitboss.terminal.seat.hints import Hint, lateness, mistakes, why_none
from pitboss.terminal.seat.sentences import in_brief, told


class Scene(msgspec.Struct, frozen=True):
    """The table as it lies now. ``layout`` is a copy: the seat's thread does not change it."""

    layout: Layout
    seats: Sequence[tuple[int, str]]
    """Players' names by seat, in deal order."""
    own: int
    """Your seat, or 0."""
    cash: int
    names: Mapping[tuple[str, int], str]
    """The names of hands, by place and number."""
    meters: Mapping[str, int]
    waits: Sequence[int] = ()
    """The seats that the round waits for."""


class Said(msgspec.Struct, frozen=True):
    """A line of the log. ``clause`` is the clause that it follows."""

    words: str
    style: str = ""
    clause: str = ""
    brief: str = ""
    """The same in few words, if it is an event."""


class Complained(msgspec.Struct, frozen=True):
    """Something can't be done, or should be done again if it is meant."""

    words: str


class RoundBegan(msgspec.Struct, frozen=True):
    round: int
    pays: PaySheet = {}
    """The pay tables in force."""


class RoundOver(msgspec.Struct, frozen=True):
    """The wagers are settled."""

    ends: Sequence[Settled]
    """Your own."""
    why: Sequence[str]
    """Why each hand of yours ended so."""
    nets: Mapping[int, int]
    """What each seat has won or lost."""
    total: str
    last_bets: bool


class Between(msgspec.Struct, frozen=True):
    """The seat waits for a line between rounds."""

    prompt: str
    broke: bool = False
    """Whether you have too little for a wager."""
    again: int = 0
    """What the same wagers cost, in cents. 0 if Enter only begins the next round."""


class Connection(msgspec.Struct, frozen=True):
    """The house is lost, or back."""

    lost: bool


class NotAsked(msgspec.Struct, frozen=True):
    """You are no longer asked: the table waits for others."""


class Hinted(msgspec.Struct, frozen=True):
    """The hint to the question with this number."""

    number: int
    hint: Hint | None
    why: str = ""
    """Why there is none."""


class Reviewed(msgspec.Struct, frozen=True):
    """What the coach says of a round that is over."""

    round: int
    review: ReviewInfo
    skill: str
    """Skill and luck of all rounds so far, in a sentence."""


class Paged(msgspec.Struct, frozen=True):
    """Pages to read."""

    pages: Sequence[Page]
    first: int


class Reportable(msgspec.Struct, frozen=True):
    known: Sequence[Choice]


class Left(msgspec.Struct, frozen=True):
    """The seat has been left. ``error`` is what went wrong, if anything."""

    error: BaseException | None = None


Staged = (
    Scene
    | Asking
    | Said
    | Complained
    | RoundBegan
    | RoundOver
    | Between
    | NotAsked
    | Connection
    | Hinted
    | Reviewed
    | Paged
    | Reportable
    | Left
)
Stage = Callable[[Staged], None]


class Typist:
    """The lines that keys and clicks make, for a seat on another thread. It is a ``Keyboard``.

    >>> typist = Typist()
    >>> typist.type("ante 25", "")
    >>> typist.next(0), typist.next(0), typist.next(0)
    ('ante 25', '', None)
    """

    def __init__(self) -> None:
        self._lines: deque[str] = deque()
        self._more = Condition()
        self._closed = False

    def type(self, *lines: str) -> None:
        with self._more:
            self._lines.extend(lines)
            self._more.notify()

    def close(self) -> None:
        """End the input. The seat leaves."""
        with self._more:
            self._closed = True
            self._more.notify()

    def next(self, seconds: float | None) -> str | None:
        """The next line, or None if none comes in time. ``EOFError`` ends the input."""
        with self._more:
            self._more.wait_for(lambda: self._lines or self._closed, seconds)
            if self._lines:
                return self._lines.popleft()
            if self._closed:
                raise EOFError
        return None

    def check(self) -> None:
        """Raise ``KeyboardInterrupt`` if the screen is closed, so that no answer is waited for."""
        if self._closed:
            raise KeyboardInterrupt

    def secret(self, prompt: str) -> str:
        """There is no prompt for secrets at a table on the full screen."""
        raise EOFError


def page_console() -> Console:
    """Nothing is printed while the screen is full. The console tells only how large a page is."""
    width, height = page_size(80, 24)
    return Console(quiet=True, width=width, height=height, force_terminal=True, highlight=False)


class OnStage(Display):
    """Stages what the screen shows. The seat runs on a thread of its own."""

    prices_wagers = True

    def __init__(self, stage: Stage) -> None:
        super().__init__(page_console())
        self.stage = stage
        self._times = 0
        """How often you have been asked."""
        self._came: list[Result] = []
        """What came of your hands in the last round."""

    # --- words

    def say(self, words: str, style: str = "") -> None:
        self.stage(Said(words.strip(), style))

    def complain(self, words: str) -> None:
        self.stage(Complained(visible(words[:1].upper() + words[1:]) + "."))

    def refuse(self, refusal: IllegalAction) -> None:
        clause = f"  {refusal.clause}" if refusal.clause else ""
        self.stage(Complained(visible(with_symbols(refusal.wrong[:1].upper() + refusal.wrong[1:])) + "." + clause))

    def warn(self, why: str) -> None:
        why = f"{why[:1].upper()}{why[1:]}."
        self.say(f"{why} Do the same again to place it all the same.", "yellow")
        self.stage(Complained(f"{why} Again places it all the same."))

    def tell(self, event: Event) -> None:
        self._tell(event, self.table.names or None)

    def _tell(self, event: Event, names: Mapping[str, str] | None) -> None:
        game = self.table.game
        self.stage(Said(told(game, event, names), clause=event.clause, brief=in_brief(game, event, names)))

    def show_clause(self, id: str, words: str) -> None:
        self.stage(Paged([Page(f"Clause {id}", Text(words or "The document has no such clause."))], 1))

    # --- the round

    def heading(self, round: int) -> None:
        self.stage(RoundBegan(round, self.table.game.pays(self.table.rules)))
        self.stage(Said(f"Round {round}.", "bold"))

    def show_table(self, layout: Layout, title: str = "", status: str = "") -> None:
        table = self.table
        lies, known = deepcopy(layout), hand_names(table.game.name, layout)
        people = {seat: player for seat, player in table.seats if seat}
        people |= {seat: player for seat, player, _, _ in lies.stakes if seat not in people}
        seated = [(seat, table.called(player)) for seat, player in sorted(people.items())]
        self.stage(Scene(lies, seated, table.seat, table.chips, known, dict(table.meters), table.waits))

    def results(self, came: Sequence[Result]) -> None:
        self._came = [one for one in came if one.player == self.table.you]
        for one in came:
            self.stage(Said(one.sentence, "bold"))

    def settlement(self, ends: list[ev.Settled], seats: Mapping[str, int]) -> None:
        for end in ends:
            self._tell(end, {end.player: self.table.called(end.player)})

    def round_over(self, events: Sequence[Event], total: str, *, same: bool) -> None:
        ends = [end for end in events if isinstance(end, ev.Settled)]
        nets: dict[int, int] = {}
        for end in ends:
            nets[end.seat] = nets.get(end.seat, 0) + end.returned - end.money
        mine = [end for end in ends if end.player == self.table.you]
        self.stage(RoundOver(mine, [one.why for one in self._came], nets, total, same))

    def heard(self, layout: Layout) -> None:
        self.show_table(layout)

    # --- questions

    def ask(self, asking: Asking, layout: Layout, more: Iterable[tuple[str, str, str]]) -> None:
        self.show_table(layout)
        self._times += 1
        self.stage(asking)

    def prompt(self, words: str, left: float | None) -> None:
        """The felt shows what may be done, and the clock."""

    def between(self, words: str, *, broke: bool, again: int) -> None:
        self.stage(Between(words, broke, again))

    def not_asked(self) -> None:
        self.stage(NotAsked())

    def connection(self, *, lost: bool) -> None:
        self.stage(Connection(lost))

    # --- pages, hints, reviews and reports

    def show_pages(self, pages: list[Page], first: int = 1) -> None:
        self.stage(Paged(pages, first))

    def follow_hint(self, work: Future[Hint | None]) -> bool:
        number = self._times

        def hinted(done: Future[Hint | None]) -> None:
            error = done.exception()
            self.stage(Hinted(number, None if error else done.result(), why_none(error)))

        work.add_done_callback(hinted)
        return True

    def show_hint(self, hint: Hint | None, why: str) -> None:
        self.stage(Hinted(self._times, hint, why))

    def follow_review(self, work: Future[ReviewInfo], tell: Callable[[], object]) -> None:
        work.add_done_callback(lambda _: tell())

    def show_review(self, round: int, review: ReviewInfo, skill: str) -> None:
        for words in (*mistakes(review, self.table.game.words), *lateness(review, self.table.game.words)):
            self.stage(Said(f"Round {round}: {words}"))
        self.stage(Reviewed(round, review, skill))

    def show_reports(self, known: list[Choice]) -> None:
        if known:
            self.stage(Reportable(known))
        else:
            self.complain(self.table.nothing_to_report().rstrip("."))
