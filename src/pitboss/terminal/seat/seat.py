"""A seat at a table: tells what happens, puts questions, reads what is typed, and does it.

The table may stand in this process or in a house, and the terminal may be written line by line or be a full screen. The
seat is the same. A watcher has no seat and is asked nothing.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, wait
from threading import Lock
from typing import TYPE_CHECKING

from rich.console import Console

from pitboss.basics.errors import IllegalAction
from pitboss.basics.money import dollars
from pitboss.coach.answering import Advice, Past
from pitboss.coach.drill import needed
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.registry import at_seat
from pitboss.engine.results import results
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event, seat_place
from pitboss.engine.round.inputs import TIME_OUT
from pitboss.engine.round.layout import Layout
from pitboss.engine.rules import TableRules, to_builtins
from pitboss.protocol.coaching import ReviewInfo
from pitboss.terminal.seat.answers import QUIT, Answer, Choice, list_number, names_in, read, read_report, reportable
from pitboss.terminal.seat.bets import WAGERS, Bet, Tally, bets_of, difference, net, sum_of, too_little
from pitboss.terminal.seat.display import Asking, Display, Keyboard
from pitboss.terminal.seat.drawing import ENDLESS, at_its_end, draw_wagers, help_pages, pay_pages, visible
from pitboss.terminal.seat.hints import Coach, Hint, why_none
from pitboss.terminal.seat.seat_table import Gone, Leave, MustStay, Question, SeatTable, ToLobby, in_brackets, may_go_on
from pitboss.terminal.seat.sentences import named, told

if TYPE_CHECKING:
    from pitboss.terminal.seat.house_table import HouseTable

TOLD = (
    ev.Offered,
    ev.Refused,
    ev.Cut,
    ev.Announced,
    ev.Wagered,
    ev.Withdrawn,
    ev.Burned,
    ev.Chose,
    ev.Moved,
    ev.Exposed,
    ev.Ranked,
    ev.Settled,
    ev.Metered,
    ev.Paid,
    ev.Drawn,
    ev.Validated,
    ev.Irregular,
    ev.Voided,
)
"""Events that are told while you play. The others are visible in the picture, or are the dealer's housekeeping."""
SAME = ("same", "again", "same again")
NEXT = "next"
"""What is typed between rounds for the next one, without wagers."""
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
DEALS = "  [bold]Enter[/]         places the wagers that it names, and deals"
AGAIN = "  [bold]same[/]          the wagers of your last round again"
REPORTS = "  [bold]report[/]        what can be reported as irregular now ([bold]report misdeal[/] ...: report it)"
QUITS = "  [bold]quit[/]          leave the table (so do Ctrl-C and Ctrl-D)"
BESIDE = {
    "drill": "  [bold]drill[/]         decisions to solve one after another, with your rating",
    "history": "  [bold]history[/]       your rounds that are over ([bold]history 1[/]: the newest, step by step)",
}
"""What can be opened beside the table, and the help for it."""
SOON_S, LAST_REVIEWS_S = 1.0, 3.0
"""Seconds to wait for the review of a round before the next one, and for reviews when you leave."""
FOOT = 3
"""Lines of a terminal that a page leaves free, for its foot and the prompt."""
RUNS_OUT_S = 5.0
"""Say that time is running out when so many seconds are left."""
BEAT, LONG = 0.1, 3600.0
"""Seconds between two looks at the keyboard, at a table that goes on meanwhile and at one that waits for you."""
PIPE_PATIENCE = 15.0
"""Seconds without news after which a line from a pipe is read although nothing was asked."""
WATCHER_HELP = """\
  [bold]table[/]         draw the table again
  [bold]pay[/]           the pay tables ([bold]pay 2[/]: page 2; [bold]more[/]: the next page)
  [bold]clause 10(b)[/]  a clause of the rule document, in our words
  [bold]quit[/]          watch no longer (so do Ctrl-C and Ctrl-D)"""


class Seat:
    """Your seat at a table. Without a ``coach``, the table's own is asked.

    If the input is ``piped``, a line waits until something is asked. ``deals`` says that you have asked to be dealt in:
    the first Enter is pressed for you.
    """

    def __init__(
        self,
        table: SeatTable,
        show: Display,
        keyboard: Keyboard,
        *,
        coach: Coach | None = None,
        piped: bool = False,
        deals: bool = False,
    ) -> None:
        self.table, self.show, self.keyboard = table, show, keyboard
        table.tells, show.table = self, table
        self.coach = coach or table.coach()
        self.coaching = False
        """Whether every decision comes with a hint."""
        self.tally = Tally()
        self.last_bets: list[Bet] = []
        """Your wagers of the last round in which you wagered."""
        self.to_type: deque[str] = deque([""] if deals else ())
        """Lines to be typed for you while wagers are placed. A complaint ends that, and the end of the round."""
        self.beside: dict[str, Callable[[str], object]] = {}
        """What can be opened beside the table, by its name. It is given what is typed behind the name."""
        self._piped = piped
        self._quiet_since = time.monotonic()
        """When the last news came."""
        self._events: list[Event] = list(table.view.events) if table.turn is not None else []
        """What you have seen of the round, as far as it was told."""
        self._stale_picture = True
        self._shown: tuple[object, ...] = ()
        """The question that was shown last."""
        self._asking: Question | None = None
        """The question that you were asked last."""
        self._waited: object = None
        """The wait that you were told of last."""
        self._money_due = False
        """Whether to say what you have, as soon as the house has said it."""
        self._warned_of: tuple[object, ...] = ()
        """The wager that you were warned of."""
        self._time_warned = 0
        """The clock that you were warned of."""
        self._window: tuple[int, int, int] | None = None
        """The betting window that you know of."""
        self._was_lost = False
        self._hint: tuple[Question, Future[Hint | None]] | None = None
        """The hint that is being worked out, and the question that it is for."""
        self._reviews: list[tuple[int, Future[ReviewInfo]]] = []
        """The reviews that are being worked out, by the number of their round."""
        self._tells_reviews = Lock()

    @property
    def rules(self) -> TableRules:
        return self.table.rules

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def you(self) -> str:
        return self.table.you

    @property
    def console(self) -> Console:
        return self.show.console

    # --- the session

    def play(self) -> bool:
        """Play until you leave or the table closes. Returns whether you go to the lobby."""
        try:
            if not self.table.come():
                return True
            while not self.table.is_closed:
                try:
                    self._beat()
                except (Leave, KeyboardInterrupt, EOFError) as why:
                    leave = why if isinstance(why, Leave) else Leave()
                    if self._get_up(leave, at_once=isinstance(why, EOFError)):
                        return isinstance(leave, ToLobby)
        except KeyboardInterrupt:  # while the house did not answer
            self.show.gets_up()
            self.table.go_at_once()
            return False
        except Gone:
            pass
        finally:
            self.table.close()
        return True

    def _beat(self) -> None:
        """Let the table go on, tell what happened, and look at the keyboard."""
        self._tell_news()
        if self._is_there():
            self._show_turn()
            self._tell_new_window()
            self._look_at_hint()
            if any(work.done() for _, work in self._reviews):
                self.tell_reviews()
            self._prompt()
            self._tell_that_time_runs_out()
            self.show.tick(self.table.seconds_left)
        line = self._next_line()
        if line is None:
            return
        self.show.typed()
        line = line.strip()
        if self.table.is_down and line.lower() not in QUIT:
            self.complain("the house does not answer yet; type quit to leave, or wait")
        else:
            self._typed(line)

    def _is_there(self) -> bool:
        there = self.table.is_there()
        lost = not there and self.table.is_down
        if lost != self._was_lost:
            self._was_lost = lost
            self.show.connection(lost=lost)
        return there

    def _next_line(self) -> str | None:
        """A line that is typed for you, or one that you type. None if there is none yet."""
        table = self.table
        asked = table.question()
        if self.to_type and asked is not None and asked.about == WAGERS:
            return self.to_type.popleft()
        waits = asked is None or not table.is_fresh
        if self._piped and waits and time.monotonic() - self._quiet_since < PIPE_PATIENCE:
            table.wait(BEAT)
            self.keyboard.check()
            return None
        return self.keyboard.next(LONG if table.waits_for_you else BEAT)

    def _get_up(self, leave: Leave, *, at_once: bool) -> bool:
        """Leave. Returns False if you must stay until the round is over."""
        self.show.gets_up()
        try:
            chips = self.table.leave(leave, at_once=at_once)
        except MustStay:
            self._shown = ()
            return False
        if chips is not None:
            self.say_summary()
            self.say(f"You leave with {dollars(chips)}, {difference(chips - self.table.bought)}.", "bold")
            if words := self.table.last_words():
                self.say(words)
        return True

    def leave_question(self, staked: int) -> str:
        """What to ask before you leave while so many cents lie on the layout. Empty if there is nothing to ask."""
        return self.table.leave_question(staked)

    # --- words

    def say(self, words: str, style: str = "") -> None:
        self.show.say(words, style)

    def complain(self, words: str) -> None:
        self.to_type.clear()
        self.show.complain(words)

    def refuse(self, refusal: IllegalAction) -> None:
        self.to_type.clear()
        self.show.refuse(refusal)

    def check(self) -> None:
        self.keyboard.check()

    def show_again(self) -> None:
        self._stale_picture, self._shown, self._waited = True, (), None

    # --- what happens

    def _tell_news(self) -> None:
        news = False
        for events in self.table.news():
            self._quiet_since, news = time.monotonic(), True
            over = any(isinstance(event, ev.Ended) for event in events)
            for event in events:
                self._tell_event(event, over)
        if news and not (self._events and isinstance(self._events[-1], ev.Ended)):
            self.show.heard(self._layout())  # the end of a round stays on the screen until the next begins

    def _tell_event(self, event: Event, over: bool) -> None:
        """Tell an event. Settlements are listed at the end of the round; if this is the end, only there."""
        if isinstance(event, ev.Began):
            self._events = []
            self.table.decided.clear()
            self.table.passed.clear()
            self.show.heading(event.round)
        self._events.append(event)
        if isinstance(event, ev.Chose) and event.player == self.you and self._asking is not None:
            self.table.decided.add(self._asking.key)
        if isinstance(event, ev.Ended):
            self._tell_the_end()
        elif event.ruling == TIME_OUT and isinstance(event, TOLD):
            self._tell_by_the_clock(event)
        elif isinstance(event, TOLD) and not your_own(event, self.you) and not (over and isinstance(event, ev.Settled)):
            self.show.tell(event)
        self._stale_picture |= not your_own(event, self.you)

    def _tell_by_the_clock(self, event: Event) -> None:
        """The act of somebody who ran out of time is the house's act, and is told as such."""
        player = str(getattr(event, "player", ""))
        mine, called = player == self.you, self.table.called(player)
        whose, whom = ("Your", "you") if mine else (f"{called}'s", called)
        did = told(self.game, event, self.table.names)
        match named(self.game, event):
            case ev.Chose(action=action, hand=hand):
                did = f"{action}{'' if hand == 1 else f', hand {hand}'}."
            case ev.Withdrawn(wager=wager, amount=amount):
                did = f"the {wager} wager of {dollars(amount)} goes back."
            case ev.Refused(what=what):
                did = f"no {what}."
        self.say(f"  {whose} time is over. The house acts for {whom}: {did}", "red" if mine else "")

    def _tell_the_end(self) -> None:
        """Show the table at the end and what each wager brought. At a house, what you have comes a little later."""
        events, at_once = self._events, self.table.waits_for_you
        final = at_its_end(events)
        if final.hands:
            self._picture(final, f"the end of round {final.round}", self.table.money() if at_once else "")
        ends = [event for event in events if isinstance(event, ev.Settled)]
        seats = {player: seat for seat, player in final.seats.items()}
        came = sorted(results(self.game, events, self.you, self.table.names), key=lambda one: one.player != self.you)
        self.show.results([one for one in came if one.player == self.you] or came)
        self.show.settlement(sorted(ends, key=lambda end: end.player != self.you), seats)
        if not ends and not at_once:
            self.say("  Nobody has wagered, so the round is over.", "dim")
        won = net(events, self.you)
        self.round_is_over(events, seats.get(self.you, 0))
        self.table.round_over(won)
        if at_once or any(end.player == self.you for end in ends):
            money = f" You have {dollars(self.table.chips)}." if at_once else ""
            self.say(f"This round: {difference(won)}.{money}", "bold green" if won > 0 else "bold")
            if total := self.tally.total:
                self.say(total)
            self._money_due = not at_once
        if at_once:
            self.tell_reviews(SOON_S)

    def round_is_over(self, events: Sequence[Event], seat: int) -> None:
        """Keep what you wagered and what it brought."""
        self.to_type.clear()
        self.last_bets = bets_of(events, self.you, seat) or self.last_bets
        self.tally.add_round(events, self.you)
        self._begin_review(events, seat)
        self.show.round_over(events, self.tally.total, same=bool(self.last_bets))

    def _layout(self) -> Layout:
        layout = self.table.view.layout
        if self.table.names:
            layout.names = dict(self.table.names)
        return layout

    def _picture(self, layout: Layout, title: str = "", status: str | None = None) -> None:
        if self.table.names:
            layout.names = dict(self.table.names)
        self.show.show_table(layout, title, self.table.money() if status is None else status)
        self._stale_picture = False

    # --- the question

    def _show_turn(self) -> None:
        table, turn = self.table, self.table.turn
        if not table.is_fresh:
            return
        asked = table.question()
        shown = (turn and (turn.round, turn.turn, turn.offers, turn.chips), asked and asked.key, table.sits_out)
        if shown == self._shown:
            return
        self._shown = shown
        money_due, self._money_due = self._money_due, False
        if asked is None:
            if money_due:
                words = table.money()
                self.say(f"{words[:1].upper()}{words[1:]}.")
            self._show_waiting()
            return
        self._asking = asked
        if self._stale_picture:
            self._picture(self._layout())
        else:
            wagers = draw_wagers(asked.layout, asked.seat) or "no wagers"
            self.say(f"On the layout: {wagers}. You have {dollars(table.chips)}{table.money_in_words}.", "yellow")
        self._list(asked)

    def _show_waiting(self) -> None:
        """Say once whom the table waits for."""
        self.show.not_asked()
        waited, words = self.table.waiting()
        if waited != self._waited:
            self._waited = waited
            if words:
                self.say(words, self.table.waiting_style)

    def _list(self, asked: Question) -> None:
        """List your choices with amounts and clauses, and the closed ones with the reason."""
        table, known = self.table, asked.known
        where = "" if asked.seat == table.seat else f" at seat {asked.seat}"
        hands = {choice.offer.hand for choice in known if not choice.offer.why_not}
        if len(hands) == 1 and asked.layout.hands.get((seat_place(asked.seat), 2)):
            where += f", hand {next(iter(hands))}"
        left = table.seconds_left
        asking = Asking(
            self.game.words.question(asked.about) + where + in_brackets(left),
            asked.about,
            asked.seat,
            known,
            {choice.name: _price(choice) for choice in known},
            may_go_on(self.game, known),
            self._stakes(asked),
            bool(reportable(table.reports())),
            None if left is None else time.monotonic() + left,
        )
        self.show.ask(asking, self._layout(), self._more(asked))
        if self._wants_hint(asked):
            self.hint()

    def _more(self, asked: Question) -> list[tuple[str, str, str]]:
        """What else may be typed: the word, its price and its meaning."""
        more, short = [], self.is_short(asked)
        if short:
            more.append(("buy 100", "", f"buy chips: you have {dollars(self.table.chips)}, too few to wager"))
        elif bets := self._usual_bets(asked):
            more.append(("Enter", ", ".join(f"{bet.wager} {dollars(bet.amount)}" for bet in bets), "and deal"))
        elif may_go_on(self.game, asked.known):
            deals = asked.about == WAGERS and self.table.lying
            more.append(("Enter", "", "nothing more, deal" if deals else "nothing more, continue"))
        elif (usual := self._usual(asked)) is not None:
            amount = "" if usual.amount is None else f" {dollars(usual.amount)}"
            more.append(("Enter", f"{usual.choice.name}{amount}", ""))
        return [*more, *self.table.more_choices(asked)]

    def is_short(self, asked: Question) -> bool:
        """Whether wagers are placed, you have none on the layout, and too few chips for one."""
        return asked.about == WAGERS and not self.table.lying and self.table.chips < self.rules.table_minimum

    def _usual_bets(self, asked: Question) -> list[Bet]:
        """The wagers that Enter places before it deals: the last ones if you can pay them, else what is due."""
        if asked.about != WAGERS or may_go_on(self.game, asked.known):
            return []
        if (again := self._again) and not self.table.lying:
            return again
        usual = self._usual(asked)
        amounts = {} if usual is None else {usual.choice.offer.wager: usual.amount or 0}
        for wager, (other, times) in at_seat(self.game.name).comes_with.items():
            if other in amounts:
                amounts[wager] = times * amounts[other]
        return [Bet(wager, amount) for wager, amount in amounts.items()]

    @property
    def _again(self) -> list[Bet]:
        """The wagers of your last round, if you can pay them."""
        return self.last_bets if sum_of(self.last_bets) <= self.table.chips else []

    def _stakes(self, asked: Question) -> int:
        """What lies on the layout when Enter has placed what it places, in cents. 0 if Enter deals nothing."""
        if asked.about != WAGERS or self.is_short(asked):
            return 0
        return sum(amount for _, amount in self.table.lying) + sum_of(self._usual_bets(asked))

    def _usual(self, asked: Question) -> Answer | None:
        """The meaning of Enter: for a required wager, the last amount or the least."""
        if (usual := self.table.usual(asked)) is not None:
            return usual
        required = (c for c in asked.known if c.offer.do == "wager" and not c.offer.optional and not c.offer.why_not)
        due = next(required, None)
        if due is None:
            return None
        offer = due.offer
        last = next((bet.amount for bet in self._again if bet.wager == offer.wager), offer.least)
        amount = min(last, offer.most)
        return Answer(due, max(amount - amount % offer.step, offer.least))

    def _prompt(self) -> None:
        """Ask for a line, if one is wanted and nobody has asked for it yet."""
        again = sum_of(self._again)
        if between := self.table.between(again=again):
            self.show.between(between, broke=self.table.chips < self.rules.table_minimum, again=again)
        elif self.table.is_fresh and (asked := self.table.question()) is not None and not self.show.prompting:
            stakes = self._stakes(asked)
            words = f"Enter deals you in, {dollars(stakes)} > " if stakes else "> "
            self.show.prompt(words, self.table.seconds_left)

    # --- the clock

    def _tell_that_time_runs_out(self) -> None:
        """Say once when time is running out."""
        clock, left = self.table.clock_ends, self.table.seconds_left
        if left is None or left > RUNS_OUT_S or clock == self._time_warned or self.table.question() is None:
            return
        self._time_warned = clock
        self.show.time_runs_out(f"{in_brackets(left).strip(' ()').capitalize()}.")
        self._prompt()

    def _tell_new_window(self) -> None:
        """Say that wagers are open again, if nobody has wagered while they were."""
        before, self._window = self._window, self.table.window
        if before is None or self._window is None or before[:2] != self._window[:2]:
            return
        if before[2] < self._window[2]:
            self.say(f"  Nobody has wagered. Wagers stay open{in_brackets(self.table.seconds_left)}.", "dim")

    # --- what you type

    def _typed(self, line: str) -> None:
        """Do what was typed."""
        if self._command(line.lower()):
            return
        asked = self.table.question()
        if asked is None:
            self._typed_unasked(line)
            return
        if line:
            answer: Answer | str = read(line, asked.known, names_in(self.game))
        elif may_go_on(self.game, asked.known):
            self.table.go_on(asked)
            self._shown = ()
            return
        elif not self.is_short(asked) and (bets := self._usual_bets(asked)):
            self._type(bets)
            return
        else:
            answer = self._usual(asked) or "choose an action, or type ? for help"
        if isinstance(answer, str):
            self.complain(answer)
        elif not line and self.is_short(asked):
            has, least = dollars(self.table.chips), dollars(self.rules.table_minimum)
            self.complain(f"you have {has}{self.table.money_in_words}, and the table minimum is {least}: buy more")
        elif self._act(asked, answer):
            self._shown = ()

    def _typed_unasked(self, line: str) -> None:
        between = self.table.between(again=0)
        if line.lower() in SAME and between:
            if not self._same_again():
                return
            line = ""
        elif not line and between and self._again:
            self._type(self._again)
        if why := self.table.unasked(line):
            self.complain(why)

    def _act(self, asked: Question, answer: Answer) -> bool:
        """Take an offer. Returns whether it was done; says why if not."""
        choice, offer = answer.choice, answer.choice.offer
        if answer.amount is None and offer.most and offer.least != offer.most and not offer.why_not:
            self.complain(f"{choice.name} takes an amount, {choice.amounts}: type it after the name")
            return False
        why = self.table.why_not(asked, answer)
        if isinstance(why, IllegalAction):
            self.refuse(why)
        elif why:
            self.complain(why)
        if why or self._is_warned(asked, answer) or not self.table.take(asked, answer):
            return False
        if offer.do not in ("wager", "withdraw") and asked.about != WAGERS:  # while wagers are taken, more may follow
            self.table.decided.add(asked.key)
        return True

    def _is_warned(self, asked: Question, answer: Answer) -> bool:
        """Warn before a wager that leaves too little for the next one. Returns whether it must be made again."""
        offer, chips = answer.choice.offer, self.table.chips
        bet = offer.wager, answer.amount or offer.least
        if offer.do != "wager" or asked.about != WAGERS or bet[1] > chips:
            return False
        follows = at_seat(self.game.name).follows
        why = too_little(follows, self.rules, asked.layout, asked.seat, self.you, bet, chips)
        key = (asked.key[0], *bet)
        if not why or key == self._warned_of:
            return False
        self._warned_of = key
        self.to_type.clear()
        self.show.warn(why)
        return True

    # --- commands

    def _command(self, line: str) -> bool:
        """Carry out the line if it is a command. Returns whether it was one."""
        word, _, rest = line.partition(" ")
        asked = self.table.question()
        if line in QUIT:
            raise Leave
        if self.common_command(line):
            return True
        if line in SAME and asked is not None and asked.about == WAGERS:
            self._same_again([wager for wager, _ in self.table.lying])
        elif word == "report" and self.table.reports():
            self._report(rest)
        elif line == "table" and asked is not None:
            self._stale_picture, self._shown = True, ()
        elif line == "table" and not self.table.waits_for_you:
            self._picture(self._layout())
        else:
            return self.table.command(line)
        return True

    def common_command(self, line: str) -> bool:
        """Carry out a command that is for watchers, too. Returns whether the line was one."""
        word, _, rest = line.partition(" ")
        if line in ("?", "help"):
            size = self.console.width, self._height
            self.show.show_pages(help_pages(self.game, self.rules, self.help_text(), self.table.help_others(), *size))
        elif word in ("pay", "pays") and (not rest or list_number(rest) or rest.startswith("table")):
            self.show_pays(list_number(rest) or 1)
        elif line == "more" and self.show.turn_page():
            pass
        elif word == "clause" and rest:
            self.show.show_clause(rest.strip(), registry.words(self.game.name, rest.strip()))
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
            self.show.show_reports(reportable(self.table.reports()))
        else:
            return False
        return True

    @property
    def _height(self) -> int:
        return max(self.console.height - FOOT, 5) if self.console.is_terminal else ENDLESS

    def help_text(self) -> str:
        """What can be typed here. What is not offered is not listed."""
        parts = [HELP.format(**examples(self.game, self.rules))]
        parts += [HINTS] if self.has_hints else []
        parts += [DEALS] if self.table.seat else []
        parts += [AGAIN] if self.last_bets else []
        parts += [REPORTS] if reportable(self.table.reports()) else []
        parts += [BESIDE[name] for name in self.beside]
        parts += [QUITS, self.table.more_help()]
        return "\n".join(filter(None, parts))

    def show_pays(self, page: int = 1) -> None:
        """Show a page of the pay tables, with what the meters show."""
        table, width = self.table, self.console.width
        self.show.show_pages(pay_pages(self.game, self.rules, table.terms, table.meters, width, self._height), page)

    def _report(self, said: str) -> None:
        """Report an irregularity, as typed after ``report``. Says why if that can't be done."""
        answer = read_report(said, reportable(self.table.reports()))
        if isinstance(answer, str):
            self.complain(answer)
        elif self.table.report(answer):
            self._shown = ()

    def _same_again(self, placed: Sequence[str] = ()) -> bool:
        """Let your last wagers be typed, and Enter. Returns whether there are any; says so if not."""
        if not self.last_bets:
            self.complain("you have not wagered yet")
            return False
        self._type([bet for bet in self.last_bets if bet.wager not in placed])
        return True

    def _type(self, bets: Iterable[Bet]) -> None:
        """Let wagers be typed, and Enter."""
        self.to_type.extend(bet.line for bet in bets)
        self.to_type.append("")

    # --- hints

    @property
    def has_hints(self) -> bool:
        """Whether there are hints here."""
        return self.coach.adviser is not None

    def _wants_hint(self, asked: Question) -> bool:
        """Whether a question comes with a hint. While wagers are placed, prices come once, before the first."""
        lies = any(asked.layout.stakes_of(asked.seat, self.you))
        return self.coaching and self.has_hints and (asked.about != WAGERS or (self.show.prices_wagers and not lies))

    def advice_on(self, asked: Question) -> Advice:
        """What your seat knows at this question, for the coach."""
        return Advice(
            game=self.game.name,
            rules=to_builtins(self.rules),
            viewer=asked.view.viewer,
            player=self.you,
            events=needed(asked.view.events),
            about=asked.about,
            seats=((asked.seat, tuple(dict.fromkeys(choice.offer for choice in asked.known))),),
            chips=self.table.chips,
            meters=dict(self.table.meters),
        )

    def hint(self) -> None:
        """Begin to work out a hint. A table that does not wait for you goes on meanwhile."""
        asked = self.table.question()
        if asked is None:
            self.say("There is nothing to decide now.")
            return
        work = self.coach.ask(self.advice_on(asked))
        if self.show.follow_hint(work):
            return
        if self.table.waits_for_you:
            self._tell_hint(work)
        else:
            self._hint = asked, work

    def _look_at_hint(self) -> None:
        """Tell a hint that is ready, unless its question is over."""
        if self._hint is None or not self._hint[1].done():
            return
        (question, work), self._hint = self._hint, None
        asked = self.table.question()
        if asked is not None and question.key == asked.key:
            self._tell_hint(work)

    def _tell_hint(self, work: Future[Hint | None]) -> None:
        """Tell a hint as soon as it is known, or why there is none."""
        error = work.exception()
        self.show.show_hint(None if error is not None else work.result(), why_none(error))

    # --- reviews

    def _begin_review(self, events: Sequence[Event], seat: int) -> None:
        """Begin to review a round that is over, if you have wagered in it and there is somebody to ask."""
        began = next((event for event in events if isinstance(event, ev.Began)), None)
        mine = any(isinstance(event, ev.Settled) and event.player == self.you for event in events)
        if began is None or not mine:
            return
        past = Past(
            game=self.game.name,
            rules=to_builtins(self.rules),
            viewer=seat_place(seat) if seat else ev.STANDING,
            player=self.you,
            events=needed(events),
        )
        if (work := self.coach.review(past)) is not None:
            self._reviews.append((began.round, work))
            self.show.follow_review(work, self.tell_reviews)

    def tell_reviews(self, seconds: float = 0.0) -> None:
        """Tell what mistakes have cost, as far as reviews are ready within so many seconds."""
        wait([work for _, work in self._reviews], seconds)
        with self._tells_reviews:
            for round, work in [one for one in self._reviews if one[1].done()]:
                self._reviews.remove((round, work))
                if work.exception() is None:
                    self.tally.add_review(work.result())
                    self.show.show_review(round, work.result(), self.tally.skill)

    def say_summary(self) -> None:
        """Say how the evening went."""
        self.tell_reviews(LAST_REVIEWS_S)
        for line in self.tally.summary():
            self.say(line)


def _price(choice: Choice) -> str:
    cost = choice.offer.cost()
    return choice.amounts or (f"for {dollars(cost)}" if cost else "")


def examples(game: Game, rules: TableRules) -> dict[str, str]:
    """What the help shows as examples, with the wagers and decisions of the game.

    >>> from pitboss.engine import registry
    >>> game = registry.game("caribbean_stud")
    >>> found = examples(game, game.rules())
    >>> found["wager"], found["amount"], found["short"], found["action"], found["clause"]
    ('ante', '5', 'ant', 'fold', 'clause 10(b)')
    """
    base = next(wager.name for wager in game.wagers if wager.base)
    placed = [wager.name for wager in game.wagers if not wager.earned]
    usual = [one for action in ("fold", "stand", "pass") for one in game.decisions if one.action == action]
    decision = next(iter([*usual, *game.decisions]))
    amount = dollars(rules.table_minimum).lstrip("$")
    beside = next((wager.name for wager in game.wagers if wager.coupon), "") if rules.match_play else ""
    coupon = f"\n  [bold]{beside} {amount} coupon {amount}[/] (with a match play coupon)" if beside else ""
    names = [wager.name for wager in game.wagers] + [one.action for one in game.decisions]
    short = next(filter(None, (_shortened(name, names) for name in (base, *placed))), base)
    clause = f"clause {decision.clause}"
    return {
        "wager": base,
        "amount": amount,
        "short": short,
        "action": decision.action,
        "coupon": coupon,
        "clause": clause,
    }


def _shortened(name: str, names: Sequence[str]) -> str:
    """The beginning of a name, if no other name begins like it. Empty if there is none."""
    parts = (name[:end] for end in range(3, len(name)))
    return next((part for part in parts if not any(one.startswith(part) for one in names if one != name)), "")


def your_own(event: Event, you: str) -> bool:
    """Whether the event is your own action, which need not be told."""
    return isinstance(event, ev.Wagered | ev.Withdrawn | ev.Chose) and event.player == you


class Watcher(Seat):
    """Follows a live table and asks nothing. If you play there, you see your own cards too."""

    def __init__(self, table: HouseTable, show: Display, keyboard: Keyboard) -> None:
        super().__init__(table, show, keyboard)
        self.where = table.table.name
        self._drawn: tuple[int, int] = (0, 0)
        """The round and the turn of the last picture."""
        self._reads = True

    def play(self) -> bool:
        """Follow the table until it closes or you leave."""
        name = visible(self.where)
        where = self.game.title if name == self.game.title else f"{self.game.title}, {name}"
        self.say(f"You watch {where}. Type ? for help, quit to leave.")
        self.show.heard(self._layout())
        try:
            while not self.table.is_closed:
                self._beat()
        except (Leave, KeyboardInterrupt):
            self.say("You watch no longer.")
        except Gone:
            pass
        finally:
            self.table.close()
        return False

    def _beat(self) -> None:
        self._tell_news()
        there, turn = self._is_there(), self.table.turn
        if there and turn is not None and turn.turn and (turn.round, turn.turn) != self._drawn:
            self._drawn = turn.round, turn.turn
            self.show.show_table(self._layout())
        line = self._line()
        if line and not self._command(line.strip().lower()):
            self.complain(f"you watch; '{line.strip()}' is for players")

    def _line(self) -> str | None:
        """A line, if one was typed. At the end of the input the table is followed without it."""
        if not self._reads:
            self.table.wait(BEAT)
            self.keyboard.check()
            return None
        try:
            return self.keyboard.next(BEAT)
        except EOFError:
            if self.console.is_terminal:
                raise Leave from None
            self._reads = False
            return None

    def _command(self, line: str) -> bool:
        if line in QUIT:
            raise Leave
        if line == "table":
            self.show.show_table(self._layout())
            return True
        return self.common_command(line)

    def show_again(self) -> None:
        self._drawn = (0, 0)

    @property
    def has_hints(self) -> bool:
        return False

    def help_text(self) -> str:
        return WATCHER_HELP
