"""What a player at a terminal can do at any table: ask, repeat wagers, report, and keep count of the money."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, wait
from threading import Lock

import msgspec
from rich.console import Console

from pitboss.basics.errors import IllegalAction
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.meters.meter import MeterTerms
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Offer
from pitboss.engine.round.events import Event
from pitboss.engine.round.layout import Layout
from pitboss.engine.round.view import View
from pitboss.engine.rules import TableRules
from pitboss.protocol.coaching import ReviewInfo
from pitboss.terminal.plain.pages import ENDLESS, Page, help_pages, pay_pages
from pitboss.terminal.seat.advisers import coach_here
from pitboss.terminal.seat.answers import Answer, Choice, list_number
from pitboss.terminal.seat.bets import WAGERS, Bet, Tally, bets_of
from pitboss.terminal.seat.hints import (
    Coach,
    Finished,
    Hint,
    Position,
    has_advice,
    lateness,
    mistakes,
    why_no_advice,
    why_none,
)
from pitboss.terminal.seat.reports import read_report, reportable
from pitboss.terminal.seat.telling import Telling, examples

SAME = ("same", "again", "same again")
HINT, COACH = ("hint", "advice"), ("coach", "coach on", "coach off")
NO_COACH = "There is no coach here."
HELP = """\
Type the name of an action and, if it takes one, an amount in dollars:
  [bold]{wager} {amount}[/]   [bold]{action}[/]   [bold]withdraw {wager}[/]{coupon}
You can shorten names as long as they stay unique ([bold]{short} {amount}[/]).
A bare amount is for the first wager listed.
  [bold]?[/]             this help, with the meaning of wagers and decisions
  [bold]table[/]         draw the table again
  [bold]pay[/]           the pay tables ([bold]pay 2[/]: page 2; [bold]more[/]: the next page)
  [bold]{clause:<13}[/] a clause of the rule document, in our words"""
HINTS = """\
  [bold]hint[/]          the value of each choice
  [bold]coach[/]         a hint at every decision ([bold]coach[/] again: none)"""
AGAIN = "  [bold]same[/]          the wagers of your last round again"
REPORTS = "  [bold]report[/]        what can be reported as irregular now ([bold]report misdeal[/] ...: report it)"
QUITS = "  [bold]quit[/]          leave the table (so do Ctrl-C and Ctrl-D)"
BESIDE = {
    "drill": "  [bold]drill[/]         decisions to solve one after another, with your rating",
    "history": "  [bold]history[/]       your rounds that are over ([bold]history 1[/]: the newest, step by step)",
}
"""What can be opened beside the table, and the help for it."""
LAST_REVIEWS_S = 3.0
"""Seconds to wait for reviews when you leave."""
FOOT = 3
"""Lines of a terminal that a page leaves free, for its foot and the prompt."""


class Leave(Exception):
    """The player gets up."""


class Question(msgspec.Struct, frozen=True):
    """What a player is asked now."""

    about: str
    seat: int
    known: Sequence[Choice]
    view: View
    """What the player sees."""

    @property
    def layout(self) -> Layout:
        return self.view.layout


class Player(Telling, ABC):
    """A player at a terminal. Subclasses know the table."""

    def __init__(
        self,
        console: Console,
        game: Game,
        rules: TableRules,
        terms: Sequence[MeterTerms],
        you: str,
        coach: Coach | None = None,
    ) -> None:
        super().__init__(console, game, rules, terms, you)
        self.coach = coach or (coach_here(reviews=False) if has_advice(game) else Coach(why_off=why_no_advice(game)))
        self.coaching = False
        """Whether every decision comes with a hint."""
        self.tally = Tally()
        self.last_bets: list[Bet] = []
        """Your wagers of the last round in which you wagered."""
        self.to_type: deque[str] = deque()
        """Lines to be typed for you, for the same wagers again. A complaint ends that."""
        self._reviews: list[tuple[int, Future[ReviewInfo]]] = []
        """The reviews that are being worked out, by the number of their round."""
        self._tells_reviews = Lock()
        self.beside: dict[str, Callable[[str], object]] = {}
        """What can be opened beside the table, by its name. It is given what is typed behind the name."""
        self._pages: list[Page] = []
        self._page = 0
        self._warned_of: tuple[object, ...] = ()
        """The wager that you were warned of."""

    # --- what a table knows

    @abstractmethod
    def question(self) -> Question | None:
        """What you are asked now. None if you are not asked."""

    @abstractmethod
    def cash(self) -> int:
        """Your chips, in cents."""

    @abstractmethod
    def shown_meters(self) -> Mapping[str, int]:
        """What the meters show, in cents."""

    @abstractmethod
    def reports(self) -> Sequence[Offer]:
        """What you may report as irregular."""

    @abstractmethod
    def do_report(self, answer: Answer) -> bool:
        """Report an irregularity. Returns whether it was done, or will be."""

    def more_help(self) -> str:
        """The further commands of this table."""
        return ""

    # --- complaints

    def complain(self, words: str) -> None:
        self.to_type.clear()
        super().complain(words)

    def refuse(self, refusal: IllegalAction) -> None:
        self.to_type.clear()
        super().refuse(refusal)

    def warn_once(self, key: tuple[object, ...], why: str) -> bool:
        """Warn before a wager. Returns whether you must do it again, since you had not been warned of it."""
        if not why or key == self._warned_of:
            return False
        self._warned_of = key
        self.to_type.clear()
        self.say(f"{why[:1].upper()}{why[1:]}. Do the same again to place it all the same.", "yellow")
        return True

    # --- commands

    def common_command(self, line: str) -> bool:
        """Carry out a command that every table knows. Returns whether the line was one."""
        word, _, rest = line.partition(" ")
        if line in ("?", "help"):
            self.show_help()
        elif word in ("pay", "pays") and (not rest or list_number(rest) or rest.startswith("table")):
            self.show_pays(list_number(rest) or 1)
        elif line == "more" and self._pages:
            self._turn_page(self._page + 1)
        elif word == "clause" and rest:
            self.show_clause(rest.strip())
        elif line in HINT and self.has_hints:
            self.hint()
        elif line in COACH and self.has_hints:
            self.coaching = line == "coach on" or (line == "coach" and not self.coaching)
            self.say(f"The coach is {'on' if self.coaching else 'off'}.")
        elif line in (*HINT, *COACH):
            self.say(self.coach.why_off or NO_COACH)
        elif word in self.beside:
            self.beside[word](rest.strip())
        elif word == "report" and not rest:
            self.show_reports(reportable(self.reports()))
        else:
            return False
        return True

    @property
    def has_hints(self) -> bool:
        """Whether there are hints here."""
        return self.coach.adviser is not None

    def show_clause(self, id: str) -> None:
        words = registry.words(self.game.name, id)
        self.say(f"{id}: {words}" if words else f"The document has no clause '{id}'.")

    # --- pages

    @property
    def _height(self) -> int:
        return max(self.console.height - FOOT, 5) if self.console.is_terminal else ENDLESS

    def help_text(self) -> str:
        """What can be typed here. What is not offered is not listed."""
        parts = [HELP.format(**examples(self.game, self.rules))]
        parts += [HINTS] if self.has_hints else []
        parts += [AGAIN] if self.last_bets else []
        parts += [REPORTS] if reportable(self.reports()) else []
        parts += [BESIDE[name] for name in self.beside]
        parts += [QUITS, self.more_help()]
        return "\n".join(filter(None, parts))

    def help_others(self) -> str:
        """How other seats are played."""
        return ""

    def show_help(self) -> None:
        size = self.console.width, self._height
        self.show_pages(help_pages(self.game, self.rules, self.help_text(), self.help_others(), *size))

    def show_pays(self, page: int = 1) -> None:
        """Show a page of the pay tables, with what the meters show."""
        shows = self.shown_meters()
        pages = pay_pages(self.game, self.rules, self.terms, shows, self.console.width, self._height)
        self.show_pages(pages, page)

    def show_pages(self, pages: list[Page], first: int = 1) -> None:
        """Show the first of these pages, or another."""
        self._pages = pages
        self._turn_page(first)

    def _turn_page(self, page: int) -> None:
        if not 1 <= page <= len(self._pages):
            self.complain(f"there is no page {page}; there are {len(self._pages)}")
            return
        self._page = page
        self.show_page(self._pages[page - 1], page, len(self._pages))

    # --- hints

    def position(self) -> Position | None:
        """What your seat knows at this question. None if you are not asked one."""
        asked = self.question()
        if asked is None:
            return None
        return Position(
            game=self.game,
            rules=self.rules,
            # a copy, since the table goes on while another thread works out the hint
            view=View(asked.view.viewer, list(asked.view.events)),
            player=self.you,
            about=asked.about,
            seat=asked.seat,
            offers=tuple(dict.fromkeys(choice.offer for choice in asked.known)),
            chips=self.cash(),
            meters=self.shown_meters(),
        )

    def wants_hint(self, about: str) -> bool:
        """Whether a question comes with a hint."""
        return self.coaching and self.has_hints and about != WAGERS

    def hint(self) -> None:
        """Show the value of each choice, as soon as it is known."""
        position = self.position()
        if position is None:
            self.say("There is nothing to decide now.")
            return
        self.tell_hint(self.coach.ask(position))

    def tell_hint(self, work: Future[Hint | None]) -> None:
        """Tell a hint as soon as it is known, or why there is none."""
        error = work.exception()
        hint = None if error is not None else work.result()
        if hint is None:
            why = why_none(error)
            self.say(f"{why[:1].upper()}{why[1:]}.", "dim")
        else:
            self.show_hint(hint)

    # --- reviews

    def begin_review(self, events: Sequence[Event], seat: int) -> None:
        """Begin to review a round that is over, if you have wagered in it and there is somebody to ask."""
        began = next((event for event in events if isinstance(event, ev.Began)), None)
        mine = any(isinstance(event, ev.Settled) and event.player == self.you for event in events)
        if began is None or not mine:
            return
        viewer = ev.seat_place(seat) if seat else ev.STANDING
        finished = Finished(
            game=self.game, rules=self.rules, viewer=viewer, player=self.you, round=began.round, events=tuple(events)
        )
        if (work := self.coach.review(finished)) is not None:
            self._reviews.append((began.round, work))
            self.review_begun(began.round, work)

    def review_begun(self, round: int, work: Future[ReviewInfo]) -> None:
        """A review is being worked out."""

    def tell_reviews(self, seconds: float = 0.0) -> None:
        """Tell what mistakes have cost, as far as reviews are ready within so many seconds."""
        wait([work for _, work in self._reviews], seconds)
        with self._tells_reviews:
            for round, work in [one for one in self._reviews if one[1].done()]:
                self._reviews.remove((round, work))
                if work.exception() is None:
                    self.tally.add_review(work.result())
                    self.tell_review(round, work.result())

    def tell_review(self, round: int, review: ReviewInfo) -> None:
        for words in (*mistakes(review, self.game.words), *lateness(review, self.game.words)):
            self.say(f"Round {round}: {words}", "yellow")

    # --- reports

    def report_as(self, said: str) -> bool:
        """Report an irregularity, as typed after ``report``. Returns whether it was done; says why if not."""
        answer = read_report(said, reportable(self.reports()))
        if isinstance(answer, str):
            self.complain(answer)
            return False
        return self.do_report(answer)

    # --- the same again

    def same_again(self, placed: Sequence[str] = ()) -> bool:
        """Let your last wagers be typed, and Enter. Returns whether there are any; says so if not."""
        if not self.last_bets:
            self.complain("you have not wagered yet")
            return False
        self.to_type.extend(bet.line for bet in self.last_bets if bet.wager not in placed)
        self.to_type.append("")
        return True

    def round_is_over(self, events: Sequence[Event], seat: int) -> None:
        """Keep what you wagered and what it brought."""
        self.last_bets = bets_of(events, self.you, seat) or self.last_bets
        self.tally.add_round(events, self.you)
        self.begin_review(events, seat)

    def say_total(self) -> None:
        if total := self.tally.total:
            self.say(total)

    def say_summary(self) -> None:
        """Say how the evening went."""
        self.tell_reviews(LAST_REVIEWS_S)
        for line in self.tally.summary():
            self.say(line)
