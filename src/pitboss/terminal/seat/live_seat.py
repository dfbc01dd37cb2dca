"""A seat at a live table: the question that is asked, what its player types, and how it is sent to the house.

The other seats are people and programs like this one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future

from rich.console import Console
from rich.text import Text

from pitboss.basics.money import dollars
from pitboss.client.conversation import new_key
from pitboss.client.errors import ConnectionLost, NoAnswer, Refused
from pitboss.client.live_view import CLOSED
from pitboss.client.requests import Me, TableInfo
from pitboss.client.synchronous import Client
from pitboss.engine.registry import at_seat
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Offer
from pitboss.engine.round.events import Began, Event, seat_place
from pitboss.protocol import messages as msg
from pitboss.terminal.seat.answers import Answer, Choice, choices, list_number, names_in, read, read_amount
from pitboss.terminal.seat.bets import WAGERS, difference, too_little
from pitboss.terminal.seat.drawing import draw_wagers, visible
from pitboss.terminal.seat.hints import Coach, Hint
from pitboss.terminal.seat.lines import Keyboard
from pitboss.terminal.seat.live_telling import Gone, LiveTelling
from pitboss.terminal.seat.player import SAME, Leave
from pitboss.terminal.seat.player import Question as Asking
from pitboss.terminal.seat.reports import reportable
from pitboss.terminal.seat.telling import QUIT

SOON = 5.0
"""Say that time is running out when so many seconds are left."""
LONGEST = 999
"""The most seconds that the clock in the prompt can show."""
SAVE_CURSOR, RESTORE_CURSOR = "\x1b7", "\x1b8"
DEALER, SUPERVISOR = "dealer", "supervisor"

Asked = tuple[int, list[Choice]]
"""The seat at which the player is asked, and the choices there."""
Question = tuple[int, int, int]
"""A round, a turn and a seat."""

ANSWER = 1.0
"""Seconds to wait for an answer before the same command is sent again. The house does it once."""
SILENCE = 3.0
"""Seconds without an answer after which the player is told."""
BUSY, LATE, GONE = "busy", 0.1, ("session", "version")
"""The code of a refusal after which the same is tried again, the pause before that, and the codes that end the play."""
CASH_OUT, CASH, TAKE = "cash out", "cash", "take"
"""``cash`` and ``take`` are short for ``cash out`` and ``take money``, in games that have no decision of this name."""
HOW_MUCH = {
    "buy": "how much? Type buy 100 to buy chips for $100 from your wallet",
    "buy coupon": "how much? Type buy coupon 25 to bring match play coupons of $25",
    CASH_OUT: "how much? Type cash out 50 to put $50 of your chips into your wallet, or cash out all",
}
"""What to say to a command without its amount."""
BEAT = 0.1
"""Seconds between two looks at the keyboard and the server."""
PIPE_PATIENCE = 15.0
"""Seconds without news after which a line from a pipe is read although nothing was asked."""
NOT_HERE = "seat"
"""The code of a refusal: the player is not at the table."""

LIVE_HELP = """\
At a live table also:{report}
  [bold]money[/]         your chips and your wallet{meters}
  [bold]buy 100[/]       buy chips for $100 from your wallet{coupons}
  [bold]take money[/]    take play money and buy chips with it, if you have too little left to play
  [bold]cash out 50[/]   put $50 of your chips into your wallet ([bold]cash out all[/]: all of them)
  [bold]account[/]       what your game account holds
  [bold]account in 50[/] pay $50 from your wallet into it ([bold]account out 50[/]: back)
  [bold]sit out[/]       skip rounds and keep your seat ([bold]play again[/] ends that)
  [bold]sit 4[/]         move to seat 4{behind}{register}
  [bold]lobby[/]         leave this table and choose another
If your time is over, the house acts for you (ruling time-out)."""
METERS = ", and the progressive meters"
BEHIND = "\n  [bold]stand behind[/]  wager from behind the seats, if the rules allow it"
COUPONS = "\n  [bold]buy coupon 25[/] bring match play coupons of $25 to the table"
WHOM_TO_TELL = "\n  [bold]report[/]        whom to tell of an irregularity"
REGISTER = "\n  [bold]register ann[/]  register as ann; you keep chips and history"


def live_help(*, coupons: bool, registers: bool, reports: bool, behind: bool, meters: bool) -> str:
    """The help. ``coupons``, ``registers``, ``reports``, ``behind`` and ``meters`` say what the player may do here.

    >>> told = live_help(coupons=False, registers=False, reports=False, behind=False, meters=False)
    >>> "whom to tell" in told, "stand behind" in told
    (True, False)
    """
    return LIVE_HELP.format(
        coupons=COUPONS if coupons else "",
        behind=BEHIND if behind else "",
        meters=METERS if meters else "",
        register=REGISTER if registers else "",
        report="" if reports else WHOM_TO_TELL,
    )


class ToLobby(Leave):
    """The player leaves for another table."""


class LiveSeat(LiveTelling):
    """Your place at a live table: a seat, or behind the seats if ``behind``. ``buy_in`` is what you buy at first.

    If the input is ``piped``, a line waits until something is asked.
    """

    def __init__(
        self,
        client: Client,
        table: TableInfo,
        console: Console,
        keyboard: Keyboard,
        buy_in: int,
        *,
        behind: bool = False,
        piped: bool = False,
        register: Callable[[str], None] | None = None,
        coach: Coach | None = None,
        heard: Callable[[Event], None] = lambda event: None,
    ) -> None:
        super().__init__(client, table, console, coach, heard)
        self._hint: tuple[Question, Future[Hint | None]] | None = None
        """The hint that is being worked out, and the question that it is for."""
        self._shown: tuple[object, ...] = ()
        """The question that was shown last."""
        self._waited: tuple[object, ...] = ()
        self._warned = 0
        """The end of the clock that you were warned of."""
        self._window: tuple[int, int, int] | None = None
        """The betting window: its round, its turn and its end."""
        self._ticked = ""
        """The clock that the prompt shows."""
        self._asking: Question | None = None
        """The question that you were asked last."""
        self._decided: set[Question] = set()
        """The questions that you have answered. What is optional beside the answer is not asked for."""
        self._passed: set[Question] = set()
        """The questions that you have passed."""
        self._last: dict[str, int] = {}
        """Your last wagers."""
        self.keyboard, self._register = keyboard, register
        self._unanswered = False
        """Whether the house has not answered a command for so long that you were told."""
        self.bought = 0
        """What you have paid for chips since you came, less what you have cashed, in cents."""
        self._buy_in, self._behind, self._piped = buy_in, behind, piped
        self._quiet_since = time.monotonic()
        """When the last news came."""
        self._leaving: Leave | None = None
        """Why you leave when the round is over."""
        self._try_to_leave = False

    # --- the session

    def play(self) -> bool:
        """Play until you leave or the table closes. Returns whether you go to the lobby."""
        try:
            if not self._came():
                return True
            while self.live.ends != CLOSED or self._news:
                try:
                    self._beat()
                except (Leave, KeyboardInterrupt, EOFError) as why:
                    leave = why if isinstance(why, Leave) else Leave()
                    if self._get_up(leave, at_once=isinstance(why, EOFError) and self._leaving is not None):
                        return isinstance(leave, ToLobby)
        except KeyboardInterrupt:  # while the house did not answer
            self._go_at_once()
            return False
        except Gone:
            pass
        finally:
            self.client.unwatch(self.table.id)
        return True

    def _came(self) -> bool:
        """Take your place. If the house refuses, says why and returns False."""
        try:
            self._come()
        except Refused as no:
            if no.code in GONE:
                raise
            self.complain(no.why)
            return False
        return True

    def _come(self) -> None:
        """Take your place and buy chips. If you are here already, go on as you are."""
        me = self.client.me()
        self.wallet = me.wallet
        here = next((one for one in me.tables if one.table == self.table.id), None)
        where = self.game.title if self.table.name == self.game.title else f"{self.game.title}, {self.table.name}"
        where = visible(where)
        if here is not None:
            self.bought = here.chips + sum(amount for _, amount in self._lying())
            self.client.wait(self.live, lambda live: self.is_here)
            self.say(f"You still {self._place()} of {where}, with {dollars(here.chips)} in chips.")
            if lying := self._wagers_lie():
                self.say(f"{lying}.")
        else:
            key, id = new_key(), self.table.id
            self._send(msg.Stand(table=id, key=key) if self._behind else msg.Sit(table=id, key=key))
            cents = self._buy_in if self.table.practice else min(self._buy_in, self.wallet)
            self.bought = cents - cents % self.rules.chip
            if self.bought:
                self._send(msg.BuyIn(table=id, key=new_key(), cents=self.bought))
                self._ask_wallet()
            self.client.wait(self.live, lambda live: self.is_here and live.chips >= self.bought)
            self.say(f"You {self._place()} of {where}, with {dollars(self.bought)} of play money in chips.")
            if self.bought < self.rules.table_minimum:
                least = dollars(self.rules.table_minimum)
                self.say(f"The table minimum is {least}: you can't wager until you have more money.", "red")
            if self.live.turn is not None and self.live.turn.turn and not self.live.offers:
                self.say("A round is in progress. You play from the next round on.", "dim")
        self.say("Type ? for help. You can type at any time.", "dim")

    def _beat(self) -> None:
        """Let messages come in, tell them, and look at the keyboard."""
        while self.client.wait(self.live, timeout=0):
            pass
        self._tell_news()
        if self._look_at_the_house():
            if self._try_to_leave and self._leaving is not None:
                self._try_to_leave = False
                raise self._leaving
            self._show_turn()
            self._tell_new_window()
            self._warn()
            self._tick()
            self._look_at_hint()
            if any(work.done() for _, work in self._reviews):
                self._end_prompt()
                self.tell_reviews()
                self._shown = ()
        line = self._next_line()
        if line is None:
            return
        self._prompting = False  # Enter has ended the line
        if self._is_down and line.strip().lower() not in QUIT:
            self.complain("the house does not answer yet; type quit to leave, or wait")
        elif self._typed(line.strip()):
            self._shown = ()
        elif self._asked() is not None:
            self._prompt()

    def _next_line(self) -> str | None:
        """A line that is typed for you, or one that you type. None if there is none yet."""
        asked = self._asked() is not None
        if self.to_type and asked:
            return self.to_type.popleft()
        if self._piped and not (asked and self.live.is_fresh) and time.monotonic() - self._quiet_since < PIPE_PATIENCE:
            self.client.wait(self.live, timeout=BEAT)
            self.keyboard.check()
            return None
        return self.keyboard.next(BEAT)

    def _tell_news(self) -> None:
        if self._news:
            self._quiet_since = time.monotonic()
        super()._tell_news()

    def _tell_event(self, event: Event) -> None:
        super()._tell_event(event)
        if isinstance(event, ev.Ended):
            self._try_to_leave = True

    # --- a house that does not answer

    @property
    def _is_down(self) -> bool:
        return super()._is_down or self._unanswered

    def _house_is_back(self) -> None:
        super()._house_is_back()
        self._ask_wallet()
        self._shown, self._waited = (), ()

    def _stored(self) -> str:
        return "Your wagers and your chips are stored."

    # --- leaving

    def _get_up(self, leave: Leave, *, at_once: bool = False) -> bool:
        """Leave. Returns False if you must stay until the round is over."""
        self._end_prompt()
        asked_before = self._leaving is not None and leave is not self._leaving
        if at_once or asked_before or self._is_down:
            self._go_at_once()
            return True
        self._take_back()
        self._wait_for_turn()
        chips = self.live.chips
        try:
            self._send(msg.Leave(table=self.table.id, key=new_key()))
        except Refused as no:
            if no.code in GONE:
                raise
            if no.code == NOT_HERE:
                return True
            if self._leaving is None:
                self._say_that_you_must_stay(no)
            self._leaving = leave
            return False
        self._ask_wallet()
        self.say_summary()
        self.say(f"You leave with {dollars(chips)}, {difference(chips - self.bought)}.", "bold")
        self.say(f"Your wallet holds {dollars(self.wallet)}.")
        return True

    def _say_that_you_must_stay(self, no: Refused) -> None:
        if lying := self._wagers_lie():
            self.say(f"{lying}. You must stay until they are settled ({no.clause}).", "red")
        else:
            self.complain(no.why)
        self.say(
            "You leave when the round is over. Until then you can go on deciding."
            " Ctrl-C or quit again leaves at once; the house then decides for you when your time is over.",
            "bold",
        )
        self._shown = ()

    def _wagers_lie(self) -> str:
        """Your wagers on the layout, in words. Empty if there are none."""
        lying = self._lying()
        if not lying:
            return ""
        each = ", ".join(f"{wager} {dollars(amount)}" for wager, amount in lying)
        return f"Your wagers of {dollars(sum(amount for _, amount in lying))} lie on the layout: {each}"

    def _go_at_once(self) -> None:
        """Go while you must stay, or while the house does not answer. Says what happens with wagers and chips."""
        self._end_prompt()
        if not self.is_here:
            return
        if self._is_down:
            self.say("The house does not answer, so you can't leave the table now. You keep your place at it.", "bold")
        if lying := self._wagers_lie():
            self.say(f"{lying}. The round goes on without you, and the house decides for you when your time is over.")
        self.say(
            f"Your chips ({dollars(self.live.chips)}) stay at the table, and what you win is added to them. Come back"
            f" with: pitboss play --server {self.client.server}"
        )
        self.say("If you miss many rounds, the house releases your seat and puts your chips into your wallet.", "dim")

    def _take_back(self) -> None:
        """Before "No more bets" you take your wagers with you."""
        for _ in range(len(self.live.layout.stakes)):
            placed = [(seat, offer) for seat, offer in self.live.offers if offer.do == "withdraw"]
            if not placed:
                return
            seat, offer = placed[-1]
            try:
                self._send(self.client.talk.play(self.table.id, offer, seat=seat))
            except Refused:
                return  # bets have closed, and the wagers stay
            self._wait_for_turn()

    def _began(self) -> None:
        self._decided.clear()
        self._passed.clear()

    def _chose(self) -> None:
        if self._asking is not None:
            self._decided.add(self._asking)

    # --- the question

    def _asked(self) -> Asked | None:
        """Where you are asked, and what. Your own seat comes first."""
        turn = self.live.turn
        if turn is None or (self.sits_out and turn.about == WAGERS):
            return None
        own = self.live.seat
        for seat, offers in sorted(turn.offers, key=lambda one: one[0] != own):
            known = choices(offers, turn.about, self.game)
            question = (turn.round, turn.turn, seat)
            if question in self._passed or all(choice.offer.why_not for choice in known):
                continue
            if turn.about == WAGERS:  # free areas beside your own are offered once you have wagered
                optional = own > 0 and seat != own and not any(self.live.layout.stakes_of(own, self.you))
            else:
                optional = question in self._decided
            if not (optional and self.may_go_on(known)):
                return seat, known
        return None

    def question(self) -> Asking | None:
        asked, turn = self._asked(), self.live.turn
        return None if asked is None or turn is None else Asking(turn.about, *asked, self.live.view)

    def cash(self) -> int:
        return self.live.chips

    def reports(self) -> list[Offer]:
        turn = self.live.turn
        return [offer for _, offers in turn.offers for offer in offers if offer.do == "report"] if turn else []

    # --- hints

    def hint(self) -> None:
        """Begin to work out a hint. The table goes on meanwhile."""
        position, turn = self.position(), self.live.turn
        if position is None or turn is None:
            self.say("There is nothing to decide now.")
            return
        self._hint = (turn.round, turn.turn, position.seat), self.coach.ask(position)

    def _look_at_hint(self) -> None:
        """Tell a hint that is ready, unless its question is over."""
        if self._hint is None or not self._hint[1].done():
            return
        (question, work), self._hint = self._hint, None
        turn, asked = self.live.turn, self._asked()
        if turn is not None and asked is not None and question == (turn.round, turn.turn, asked[0]):
            self._end_prompt()
            self.tell_hint(work)
            self._prompt()

    # --- the question on the screen

    def _show_turn(self) -> None:
        turn = self.live.turn
        if turn is None or not self.live.is_fresh:
            return
        question = (turn.round, turn.turn, turn.offers, turn.chips)
        if question == self._shown:
            return
        self._shown = question
        asked, money_due = self._asked(), self._money_due
        self._money_due = False
        if asked is None:
            if money_due:
                self._end_prompt()
                self._say_money()
            self._show_waiting(turn)
            return
        seat, known = asked
        self._asking = (turn.round, turn.turn, seat)
        self._end_prompt()
        if self._stale_picture:
            self._picture(self.live.layout)
        else:
            wagers = draw_wagers(self.live.layout, seat) or "no wagers"
            self.say(f"On the layout: {wagers}. You have {dollars(turn.chips)} in chips.", "yellow")
        self._list(turn, seat, known)
        self._prompt()

    def _list(self, turn: msg.Turn, seat: int, known: list[Choice]) -> None:
        where = "" if seat == self.live.seat else f" at seat {seat}"
        hands = {choice.offer.hand for choice in known if not choice.offer.why_not}
        if len(hands) == 1 and self.live.layout.hands.get((seat_place(seat), 2)):
            where += f", hand {next(iter(hands))}"
        more = []
        if self.is_short():
            more.append(("buy 100", "", f"buy chips: you have {dollars(self.live.chips)}, too few to wager"))
        elif self.may_go_on(known):
            more.append(("Enter", "", "nothing more, continue"))
        elif (usual := self._usual(known)) is not None:
            more.append(("Enter", f"{usual.choice.name} {dollars(usual.amount or 0)}", ""))
        if turn.about == WAGERS and self.last_bets and not self._lying() and not self.is_short():
            more.append(("same", ", ".join(f"{bet.wager} {dollars(bet.amount)}" for bet in self.last_bets), "and deal"))
        question = self.game.words.question(turn.about) + where + self._in_words(self._left())
        self.list_choices(question, known, {one.name: _price(one) for one in known}, more)
        if self.wants_hint(turn.about):
            self.hint()

    def is_short(self) -> bool:
        """Whether wagers are placed, you have none on the layout, and too few chips for one."""
        turn = self.live.turn
        betting = turn is not None and turn.about == WAGERS and not self._lying()
        return betting and self.live.chips < self.rules.table_minimum

    def _usual(self, known: list[Choice]) -> Answer | None:
        """The meaning of Enter where a wager is required: the last amount or the least."""
        due = next((c for c in known if c.offer.do == "wager" and not c.offer.optional and not c.offer.why_not), None)
        if due is None:
            return None
        usual = min(self._last.get(due.offer.wager, due.offer.least), due.offer.most, self.live.chips)
        return Answer(due, max(usual - usual % due.offer.step, due.offer.least))

    # --- whose turn it is

    def _show_waiting(self, turn: msg.Turn) -> None:
        """Say whom the table waits for. An automatic dealer does not keep anybody waiting."""
        others = [one for one in turn.waiting if one != self.you and (one != DEALER or self.table.dealer)]
        waited = (turn.round, turn.turn, tuple(others), self.sits_out)
        if waited == self._waited:
            return
        self._waited = waited
        if words := self._waiting_words(turn, others):
            self._end_prompt()
            self.say(f"  {words}", "dim")

    def _waiting_words(self, turn: msg.Turn, others: list[str]) -> str:
        if not turn.turn:
            if self.sits_out:
                return "You sit out. Type play again to play."
            return "The next round begins soon. If it does not, press Enter."
        if turn.about == WAGERS and not turn.offers and self._stands_in_the_round():
            return "At this table nobody wagers from behind the seats. Type sit to take a seat."
        names = [f"the {one}" if one in (DEALER, SUPERVISOR) else self.called(one) for one in others]
        if not names:
            return ""
        ends = [one.ends for one in self.live.clocks if one.player in ("", *others)]
        clock = self._in_words(self._seconds_to(min(ends)) if ends else None)
        return f"Waiting for {', '.join(names)}: {self.game.words.question(turn.about)}{clock}."

    def _stands_in_the_round(self) -> bool:
        """Whether you stood behind the seats when the round began."""
        began = next((one for one in self._events if isinstance(one, Began)), None)
        return began is not None and (0, self.you) in began.seats

    # --- clocks

    def _clock(self) -> msg.Clock | None:
        """The clock that you must follow."""
        mine = [one for one in self.live.clocks if one.player in ("", self.you)]
        return min(mine, key=lambda one: one.ends, default=None)

    def _seconds_to(self, ends: int) -> float:
        return max(0.0, (ends - self.client.talk.server_ahead) / 1000 - time.time())

    def _left(self) -> float | None:
        """The seconds that you have left, if a clock runs."""
        clock = self._clock()
        return None if clock is None else self._seconds_to(clock.ends)

    def _in_words(self, left: float | None) -> str:
        return "" if left is None else f" ({left:.0f} second{'' if round(left) == 1 else 's'} left)"

    def _warn(self) -> None:
        """Say once when time is running out. If the prompt shows the clock, a bell does not disturb what you type."""
        clock, left = self._clock(), self._left()
        if clock is None or left is None or left > SOON or clock.ends == self._warned or self._asked() is None:
            return
        self._warned = clock.ends
        if self._prompting and self._ticked:
            self.console.bell()
            return
        self._end_prompt()
        self.say(f"{self._in_words(left).strip(' ()').capitalize()}.", "red")
        self._prompt()

    def _tell_new_window(self) -> None:
        """Say that wagers are open again, if nobody has wagered while they were."""
        turn, clock = self.live.turn, self._clock()
        if turn is None or turn.about != WAGERS or clock is None or clock.player:
            self._window = None
            return
        window = turn.round, turn.turn, clock.ends
        if self._window is not None and self._window[:2] == window[:2] and self._window[2] < clock.ends:
            self._end_prompt()
            self.say(f"  Nobody has wagered. Wagers stay open{self._in_words(self._left())}.", "dim")
            if self._asked() is not None:
                self._prompt()
        self._window = window

    def _prompt(self) -> None:
        """Show the prompt. On a terminal it has the clock, which runs while you type."""
        self._ticked = self._seconds_shown()
        self.console.print(Text(f"{self._ticked}> "), end="")
        self._prompting = True

    def _tick(self) -> None:
        """Let the clock in the prompt run. What you have typed stays as it is."""
        shows = self._seconds_shown()
        if self._prompting and self._ticked and shows and shows != self._ticked:
            self._ticked = shows
            self.console.file.write(f"{SAVE_CURSOR}\r{shows}{RESTORE_CURSOR}")
            self.console.file.flush()

    def _seconds_shown(self) -> str:
        """The clock in the prompt. Empty if none runs, or if there is no terminal that can show it."""
        left = self._left()
        if left is None or not self.console.is_terminal or self.console.is_dumb_terminal:
            return ""
        return f"{min(left, LONGEST):3.0f} s "

    # --- what is sent

    def _send(self, command: msg.Command) -> None:
        """Send a command until the house answers. It is done once, since it keeps its key.

        A refusal raises ``Refused``. Ctrl-C raises ``KeyboardInterrupt``.
        """
        since = time.monotonic()
        while True:
            try:
                self.client.send(command, timeout=ANSWER)
                self._unanswered = False
                return
            except Refused as no:
                self._unanswered = False
                if no.code != BUSY:
                    raise
                time.sleep(LATE)
            except NoAnswer:
                if not self._unanswered and time.monotonic() - since > SILENCE:
                    self._unanswered = True
                    self._say_waiting()
            self.keyboard.check()

    def _say_waiting(self) -> None:
        self.say("The house does not answer. What you typed is sent again until it does; it is done once.", "red")

    def _sent(self, command: msg.Command) -> bool:
        """Send a command. Returns whether it was done; says why if not."""
        try:
            self._send(command)
        except Refused as no:
            if no.code in GONE:
                raise
            self.complain(no.why)
            return False
        return True

    def _wait_for_turn(self) -> None:
        """After an act, let the next turn come, so that what is typed next answers that."""
        self.client.wait(self.live, lambda live: live.is_fresh, timeout=1.0)

    def _ask_wallet(self) -> None:
        """Read what the wallet holds. If the house does not say so now, it is asked again later."""
        try:
            self.wallet = self.client.me().wallet
        except (ConnectionLost, Refused):
            return

    # --- what you type

    def _typed(self, line: str) -> bool:
        """Do what was typed. Returns whether the question must be shown again."""
        if self._command(line.lower()):
            return True
        asked, turn = self._asked(), self.live.turn
        if asked is None or turn is None:
            if line:
                self.complain("it is not your turn; type ? for help, or quit to leave")
            elif turn is not None and not turn.turn:  # a table sleeps when nobody has played for a while
                self._sent(self._ready())
            return False
        seat, known = asked
        if line:
            answer: Answer | str = read(line, known, names_in(self.game))
        elif self.may_go_on(known):
            self._pass(turn, seat)
            return True
        else:
            answer = self._usual(known) or "choose an action, or type ? for help"
        if isinstance(answer, str):
            self.complain(answer)
            return False
        if not line and self.is_short():
            least = dollars(self.rules.table_minimum)
            self.complain(f"you have {dollars(self.live.chips)} in chips, and the table minimum is {least}: buy more")
            return False
        return self._act(seat, answer)

    def _ready(self) -> msg.Ready:
        return msg.Ready(table=self.table.id, key=new_key(), round=self.live.round)

    def _pass(self, turn: msg.Turn, seat: int) -> None:
        """Nothing more here. When this is said of every seat while wagers are placed, you are ready."""
        self._passed.add((turn.round, turn.turn, seat))
        if turn.about == WAGERS and self._asked() is None:
            self._sent(self._ready())

    def _act(self, seat: int, answer: Answer) -> bool:
        """Take an offer. Returns whether it was done; says why if not."""
        choice, amount = answer.choice, answer.amount
        offer = choice.offer
        if offer.why_not:
            self.complain(f"{offer.why_not} ({offer.clause})")
            return False
        if amount is None and offer.most and offer.least != offer.most:
            self.complain(f"{choice.name} takes an amount, {choice.amounts}: type it after the name")
            return False
        if self._is_warned(seat, answer):
            return False
        done = self._sent(
            self.client.talk.play(
                self.table.id,
                offer,
                amount=amount or 0,
                seat=seat,
                what=choice.what,
                place=choice.place,
                coupon=answer.coupon,
            )
        )
        if done:
            self._wait_for_turn()
        if done and offer.do == "wager":
            self._last[offer.wager] = amount or offer.least
        return done

    def _is_warned(self, seat: int, answer: Answer) -> bool:
        """Warn before a wager that leaves too little for the next one. Returns whether it must be made again."""
        offer, turn = answer.choice.offer, self.live.turn
        if offer.do != "wager" or turn is None or turn.about != WAGERS:
            return False
        bet = offer.wager, answer.amount or offer.least
        follows, layout, chips = at_seat(self.game.name).follows, self.live.layout, self.live.chips
        why = too_little(follows, self.rules, layout, seat, self.you, bet, chips) if bet[1] <= chips else ""
        return self.warn_once((turn.round, *bet), why)

    def do_report(self, answer: Answer) -> bool:
        choice = answer.choice
        amount = choice.offer.least if answer.amount is None else answer.amount
        talk, what, place = self.client.talk, choice.what, choice.place
        return self._sent(talk.play(self.table.id, choice.offer, amount=amount, what=what, place=place, by="dealer"))

    # --- commands beside the game

    def _command(self, line: str) -> bool:
        """Carry out the line if it is a command. Returns whether it was one."""
        word, _, rest = line.partition(" ")
        if line in QUIT:
            raise Leave
        if line in ("lobby", "tables"):
            raise ToLobby
        if self.common_command(line):
            return True
        turn = self.live.turn
        if line in SAME and turn is not None and turn.about == WAGERS:
            self.same_again([wager for wager, _ in self._lying()])
        elif word == "report" and self.reports():
            self.report_as(rest)
        elif word == "report":
            self.complain(self.nothing_to_report().rstrip("."))
        elif line == "drill":
            self.complain("the drill is in the lobby: type lobby to leave this table for it")
        elif line == "table":
            self._picture(self.live.layout)
        elif line in ("money", "chips", "wallet"):
            self._tell_money()
        elif (said := CASH_OUT if line == CASH and not self._names_something(CASH) else line) in HOW_MUCH:
            self.complain(HOW_MUCH[said])
        elif word in ("buy", "rebuy") and rest:
            self._buy(rest.strip())
        elif line == "take money" or (line == TAKE and not self._names_something(TAKE)):
            self._take()
        elif word == CASH and rest.startswith("out "):
            self._cash(rest.removeprefix("out").strip())
        elif word == CASH and rest and not self._names_something(CASH):
            self._cash(rest.strip())
        elif word == "account":
            self._account(rest.strip())
        elif line in ("sit out", "play again"):
            self._sit_out(line == "sit out")
        elif line == "stand behind":
            self._move(msg.Stand(table=self.table.id, key=new_key()))
        elif word == "sit" and (not rest or list_number(rest)):
            self._move(msg.Sit(table=self.table.id, key=new_key(), seat=list_number(rest)))
        elif word == "register" and rest and self._register is not None:
            self._register_as(self._register, rest.strip())
        else:
            return False
        return True

    def more_help(self) -> str:
        return live_help(
            coupons=self.rules.match_play,
            registers=self._register is not None,
            reports=bool(reportable(self.reports())),
            behind=self.game.may_use is not None,
            meters=bool(self.terms),
        )

    def _names_something(self, word: str) -> bool:
        """Whether the word is in the name of a wager or a decision of this game. Then it means nothing else."""
        return word in names_in(self.game)

    def _tell_money(self) -> None:
        self._ask_wallet()
        self._say_money()
        if meters := self._meters():
            self.say(meters, "cyan")

    def _buy(self, said: str) -> None:
        """Buy chips for an amount, or bring coupons of a face value. The house refuses what you do not have."""
        word, _, face = said.partition(" ")
        cents = read_amount(face if word == "coupon" and face else word)
        if isinstance(cents, str):
            self.complain(cents)
        elif word == "coupon":
            self._moved(msg.BuyIn(table=self.table.id, key=new_key(), coupons=cents))
        elif self._moved(msg.BuyIn(table=self.table.id, key=new_key(), cents=cents)):
            self.bought += cents
        elif (me := self._asked_house(self.client.me)) is not None and me.take:
            self.say(f"Type take money to take {dollars(me.take)} of play money.", "bold yellow")

    def _take(self) -> None:
        """Take play money of the house, and buy chips with it."""
        if (me := self._asked_house(self.client.me)) is None:
            return
        if not (cents := me.take):
            self.complain("you can take play money only when you have too little left to play")
            return

        def take_and_look() -> Me:
            if self.client.me().take:  # else it was taken before the connection was lost
                self.client.take()
            return self.client.me()

        if (me := self._asked_house(take_and_look)) is not None:
            self.wallet = me.wallet
            self.say(f"You took {dollars(cents)} of play money.", "bold")
            self._buy(dollars(cents - cents % self.rules.chip))

    def _cash(self, said: str) -> None:
        """Put chips into the wallet."""
        cents = self.live.chips if said == "all" else read_amount(said)
        if isinstance(cents, str):
            self.complain(cents)
        elif not cents:
            self.complain("you have no chips to cash" if said == "all" else "give an amount above $0")
        elif self._moved(msg.CashOut(table=self.table.id, key=new_key(), cents=cents)):
            self.bought -= cents

    def _account(self, said: str) -> None:
        """Move money between the wallet and the game account, if that was said. Say what both hold."""
        ways = {"in": self.client.pay_into_game_account, "out": self.client.cash_out_game_account}
        way, _, amount = said.partition(" ")
        if said and way not in ways:
            self.complain("type account, account in and an amount, or account out and an amount")
            return
        cents = read_amount(amount) if said else 0
        if isinstance(cents, str) or (said and not cents):
            self.complain(cents or "give an amount above $0")
            return
        key = new_key()

        def pay_and_look() -> Me:
            if said:
                ways[way](cents, key=key)
            return self.client.me()

        if (me := self._asked_house(pay_and_look)) is not None:
            self.wallet = me.wallet
            self.say(f"Your game account holds {dollars(me.game_account)}, and your wallet {dollars(me.wallet)}.")

    def _asked_house(self, ask: Callable[[], Me]) -> Me | None:
        """Ask until the house answers. None if it refuses; then the player is told why."""
        told = False
        while True:
            try:
                return ask()
            except Refused as no:
                self.complain(no.why)
                return None
            except ConnectionLost:
                if not told:
                    self._say_waiting()
                told = True
                time.sleep(LATE)
            self.keyboard.check()

    def _moved(self, command: msg.BuyIn | msg.CashOut) -> bool:
        """Move money or coupons, and say what you have then. Returns whether it was done."""
        before = self.live.chips, self.live.coupons
        if not self._sent(command):
            return False
        self.client.wait(self.live, lambda live: (live.chips, live.coupons) != before, timeout=ANSWER)
        self._tell_money()
        return True

    def _sit_out(self, out: bool) -> None:
        if self._sent(msg.SitOut(table=self.table.id, key=new_key(), out=out)):
            self.sits_out = out
            self.say("You sit out and keep your seat. Type play again to play." if out else "You play again.")
            if out:
                self.say("If you miss many rounds, the house releases the seat.", "dim")

    def _move(self, to: msg.Sit | msg.Stand) -> None:
        """Go to another seat, or behind the seats. Your chips go along; the house moves them by your wallet."""
        if why := self._can_not_sit(to):
            self.complain(why)
            return
        chips, id = self.live.chips, self.table.id
        if not self._sent(msg.Leave(table=id, key=new_key())):
            return
        other = msg.Sit(table=id, key=new_key()), msg.Stand(table=id, key=new_key())
        if not any(self._sent(one) for one in (to, *other)):
            self.say("You are no longer at this table. Your chips went to your wallet.", "bold")
            raise Gone
        if chips:
            self._send(msg.BuyIn(table=id, key=new_key(), cents=chips))
        self.client.wait(self.live, lambda live: self.is_here and live.chips >= chips)
        self.say(f"You {self._place()} with {dollars(chips)} in chips.", "bold")

    def _can_not_sit(self, to: msg.Sit | msg.Stand) -> str:
        """Why you can't go there, as far as this terminal knows. A seat that you have left is free after the round."""
        if isinstance(to, msg.Stand):
            return "" if self.live.seat else "you stand behind the seats already"
        if self.live.seat and to.seat in (0, self.live.seat):
            return f"you sit at seat {self.live.seat}; name another one"
        if to.seat > self.rules.positions:
            return f"there are {self.rules.positions} seats at this table"
        return f"seat {to.seat} is taken" if to.seat in self.live.seats else ""

    def _place(self) -> str:
        return f"sit at seat {self.live.seat}" if self.live.seat else "stand behind the seats"

    def _register_as(self, register: Callable[[str], None], login: str) -> None:
        try:
            register(login)
        except Refused as no:
            self.complain(no.why)
        except (KeyboardInterrupt, EOFError):
            self.say("You are not registered.")


def _price(choice: Choice) -> str:
    cost = choice.offer.cost()
    return choice.amounts or (f"for {dollars(cost)}" if cost else "")
