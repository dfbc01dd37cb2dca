"""Seats whose words, cards and choices go to the screen. What they do is the same as at the prompt."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from copy import deepcopy
from random import Random

from rich.console import Console
from rich.text import Text

from pitboss.basics.errors import IllegalAction
from pitboss.basics.money import dollars
from pitboss.engine import registry
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event
from pitboss.engine.round.layout import Layout
from pitboss.engine.round.round import Round
from pitboss.engine.table import Table
from pitboss.log.narration import with_symbols
from pitboss.protocol.coaching import ReviewInfo
from pitboss.terminal.plain.pages import Page
from pitboss.terminal.screen.screens import page_size
from pitboss.terminal.screen.stage import (
    Asking,
    Between,
    Complained,
    Hinted,
    Paged,
    Reportable,
    Reviewed,
    RoundBegan,
    RoundOver,
    Said,
    Scene,
    Stage,
    Typist,
)
from pitboss.terminal.seat.answers import Choice
from pitboss.terminal.seat.bets import WAGERS
from pitboss.terminal.seat.drawing import namer, visible
from pitboss.terminal.seat.hints import Coach, Hint, lateness, mistakes, why_none
from pitboss.terminal.seat.local_seat import Seat
from pitboss.terminal.seat.player import Player
from pitboss.terminal.seat.reports import reportable
from pitboss.terminal.seat.sentences import in_brief, told

LEAVE_OR_STAY = "Q again to leave, any other key to stay."


def page_console() -> Console:
    """Nothing is printed while the screen is full. The console tells only how large a page is."""
    width, height = page_size(80, 24)
    return Console(quiet=True, width=width, height=height, force_terminal=True, highlight=False)


class OnScreen(Player):
    """Puts on the screen what other seats print."""

    stage: Stage
    _times = 0
    """How often you have been asked."""

    @abstractmethod
    def own_seat(self) -> int: ...

    def waits(self) -> Sequence[int]:
        """The seats that the round waits for."""
        return ()

    def ends(self) -> float | None:
        """When your time is over."""
        return None

    def leave_question(self, staked: int) -> str:
        """What to ask before you leave while so many cents lie on the layout. Empty if there is nothing to ask."""
        return ""

    # --- words

    def say(self, words: str, style: str = "") -> None:
        self.stage(Said(words.strip(), style))

    def complain(self, words: str) -> None:
        self.to_type.clear()
        self.stage(Complained(visible(words[:1].upper() + words[1:]) + "."))

    def refuse(self, refusal: IllegalAction) -> None:
        self.to_type.clear()
        clause = f"  {refusal.clause}" if refusal.clause else ""
        self.stage(Complained(visible(with_symbols(refusal.wrong[:1].upper() + refusal.wrong[1:])) + "." + clause))

    def warn_once(self, key: tuple[object, ...], why: str) -> bool:
        warned = super().warn_once(key, why)
        if warned:
            self.stage(Complained(f"{why[:1].upper()}{why[1:]}. Again places it all the same."))
        return warned

    def tell(self, event: Event, names: Mapping[str, str] | None = None) -> None:
        brief = in_brief(self.game, event, names)
        self.stage(Said(told(self.game, event, names), clause=event.clause, brief=brief))

    def heading(self, round: int) -> None:
        self.stage(RoundBegan(round, self.game.pays(self.rules)))
        self.stage(Said(f"Round {round}.", "bold"))

    # --- the table

    def show_table(self, layout: Layout, seats: Iterable[tuple[int, str]], title: str, status: str) -> None:
        lies, named = deepcopy(layout), namer(self.game.name, layout)
        known = {key: named(*key) for key in list(lies.hands)}
        people = {seat: player for seat, player in seats if seat}
        people |= {seat: player for seat, player, _, _ in lies.stakes if seat not in people}
        seated = [(seat, self.called(player)) for seat, player in sorted(people.items())]
        scene = Scene(lies, seated, self.own_seat(), self.cash(), known, dict(self.shown_meters()), self.waits())
        self.stage(scene)

    def settlement(self, ends: list[ev.Settled], seats: Mapping[str, int]) -> None:
        for end in ends:
            self.tell(end, {end.player: self.called(end.player)})

    def round_is_over(self, events: Sequence[Event], seat: int) -> None:
        super().round_is_over(events, seat)
        ends = [end for end in events if isinstance(end, ev.Settled) and end.player == self.you]
        nets: dict[int, int] = {}
        for end in events:
            if isinstance(end, ev.Settled):
                nets[end.seat] = nets.get(end.seat, 0) + end.returned - end.money
        self.stage(RoundOver(ends, nets, self.tally.total, bool(self.last_bets)))

    def list_choices(
        self, question: str, known: Sequence[Choice], prices: Mapping[str, str], more: Iterable[tuple[str, str, str]]
    ) -> None:
        asked = self.question()
        if asked is None:
            return
        self.draw_question(asked.layout)
        self._times += 1
        reports, go_on = bool(reportable(self.reports())), self.may_go_on(known)
        self.stage(Asking(question, asked.about, asked.seat, known, prices, go_on, reports, self.ends()))

    @abstractmethod
    def draw_question(self, layout: Layout) -> None:
        """Draw the table before you are asked."""

    # --- pages, hints and reports

    def show_pages(self, pages: list[Page], first: int = 1) -> None:
        self.stage(Paged(pages, first))

    def show_reports(self, known: list[Choice]) -> None:
        if known:
            self.stage(Reportable(known))
        else:
            self.complain(self.nothing_to_report().rstrip("."))

    def hint(self) -> None:
        """Begin to work out a hint. The screen gets it when it is ready."""
        position, number = self.position(), self._times
        if position is not None and self.has_hints:
            self.coach.ask(position).add_done_callback(lambda done: self._hinted(number, done))

    def wants_hint(self, about: str) -> bool:
        """While wagers are placed, their prices come once, before the first."""
        asked = self.question()
        lies = asked is not None and any(asked.layout.stakes_of(asked.seat, self.you))
        return self.coaching and self.has_hints and (about != WAGERS or not lies)

    def _hinted(self, number: int, done: Future[Hint | None]) -> None:
        error = done.exception()
        self.stage(Hinted(number, None if error else done.result(), why_none(error)))

    def review_begun(self, round: int, work: Future[ReviewInfo]) -> None:
        """The screen gets a review when it is ready."""
        work.add_done_callback(lambda _: self.tell_reviews())

    def tell_review(self, round: int, review: ReviewInfo) -> None:
        for words in (*mistakes(review, self.game.words), *lateness(review, self.game.words)):
            self.stage(Said(f"Round {round}: {words}"))
        self.stage(Reviewed(round, review, self.tally.skill))

    def show_clause(self, id: str) -> None:
        words = registry.words(self.game.name, id) or "The document has no such clause."
        self.stage(Paged([Page(f"Clause {id}", Text(words))], 1))

    def tell_hint(self, work: Future[Hint | None]) -> None:
        self._hinted(self._times, work)


class ScreenSeat(OnScreen, Seat):
    """Your seat at a table of your own, on the full screen."""

    def __init__(
        self,
        table: Table,
        stage: Stage,
        typist: Typist,
        random: Random,
        bankroll: int,
        *,
        coach: Coach | None = None,
        ended: Callable[[Round], None] = lambda round: None,
    ) -> None:
        self.stage, self.typist = stage, typist
        super().__init__(table, page_console(), self._read, random, bankroll, coach=coach, ended=ended)

    def _read(self, prompt: str) -> str:
        if self._turn is None:
            self.stage(Between(prompt, self.bankroll < self.rules.table_minimum))
        line = self.typist.next(None)
        assert line is not None  # it was waited for without end
        return line

    def leave_question(self, staked: int) -> str:
        return f"Leave and forfeit {dollars(staked)}? {LEAVE_OR_STAY}"

    def own_seat(self) -> int:
        return self.seat

    def waits(self) -> Sequence[int]:
        return [self._turn.party.seat] if self._turn is not None else []

    def draw_question(self, layout: Layout) -> None:
        self._picture(self._at, layout)
