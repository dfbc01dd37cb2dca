"""A table of a house, behind a client: what the house says, what is sent to it, and whether it answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from pitboss.basics.errors import IllegalAction
from pitboss.basics.money import dollars
from pitboss.client.conversation import new_key
from pitboss.client.errors import ConnectionLost, NoAnswer, Refused
from pitboss.client.live_view import CLOSED, decode_events
from pitboss.client.synchronous import Client
from pitboss.engine import registry
from pitboss.engine.round.asks import Offer
from pitboss.engine.round.events import Began, Ended, Event
from pitboss.engine.round.layout import View
from pitboss.engine.rules import load
from pitboss.engine.table import Table
from pitboss.log.narration import meter_name
from pitboss.protocol import messages as msg
from pitboss.protocol.account import Me
from pitboss.protocol.tables import TableInfo
from pitboss.terminal.seat.answers import Answer, list_number, names_in, read_amount, reportable
from pitboss.terminal.seat.bets import WAGERS
from pitboss.terminal.seat.drawing import visible
from pitboss.terminal.seat.hints import Coach, house_coach
from pitboss.terminal.seat.seat_table import Gone, Leave, MustStay, Question, SeatTable, ToLobby, in_brackets
from pitboss.terminal.seat.sentences import YOU

DOWN = (1.0, 15.0, 60.0, 300.0)
"""Seconds without the house after which the player is told, and told again."""
ANSWER = 1.0
"""Seconds to wait for an answer before the same command is sent again. The house does it once."""
SILENCE = 3.0
"""Seconds without an answer after which the player is told."""
BUSY, LATE, GONE = "busy", 0.1, ("session", "version")
"""The code of a refusal after which the same is tried again, the pause before that, and the codes that end the play."""
NOT_HERE = "seat"
"""The code of a refusal: the player is not at the table."""
DEALER, SUPERVISOR = "dealer", "supervisor"
CASH_OUT, CASH, TAKE = "cash out", "cash", "take"
"""``cash`` and ``take`` are short for ``cash out`` and ``take money``, in games that have no decision of this name."""
HOW_MUCH = {
    "buy": "how much? Type buy 100 to buy chips for $100 from your wallet",
    "buy coupon": "how much? Type buy coupon 25 to bring match play coupons of $25",
    CASH_OUT: "how much? Type cash out 50 to put $50 of your chips into your wallet, or cash out all",
}
"""What to say to a command without its amount."""

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


class HouseTable(SeatTable):
    """Your place at a live table: a seat, or behind the seats if ``behind``. ``buy_in`` is what you buy at first.

    ``heard`` is called with every event that you see, to log it. ``register`` makes a guest a registered player.
    """

    waiting_style = "dim"
    money_in_words = " in chips"

    def __init__(
        self,
        client: Client,
        table: TableInfo,
        buy_in: int = 0,
        *,
        behind: bool = False,
        register: Callable[[str], None] | None = None,
        heard: Callable[[Event], None] = lambda event: None,
    ) -> None:
        game = registry.game(table.game)
        rules = load(game.name, game.rules, table.rules)
        self.client, self.table = client, table
        self.live = client.watch(table.id)
        super().__init__(game, rules, [*Table(game, rules).terms.values()], self.live.me)
        self._buy_in, self._behind, self._register, self._heard = buy_in, behind, register, heard
        self._news: list[msg.Update] = []
        self.live.on_update = self._news.append
        self.wallet = 0
        """The money in your wallet, in cents, when the house was asked last."""
        self.sits_out = any(one.person == self.you and one.sits_out for one in table.seats)
        self._unanswered = False
        """Whether the house has not answered a command for so long that you were told."""
        self._down_since: float | None = None
        """When the house was lost."""
        self._told_down = 0
        """How often you were told that it is down."""
        self._leaving: Leave | None = None
        """Why you leave when the round is over."""
        self._try_to_leave = False

    # --- coming and going

    def come(self) -> bool:
        try:
            self._come()
        except Refused as no:
            if no.code in GONE:
                raise
            self.tells.complain(no.why)
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
            self.bought = here.chips + sum(amount for _, amount in self.lying)
            self.client.wait(self.live, lambda live: self.is_here)
            self.tells.say(f"You still {self._place()} of {where}, with {dollars(here.chips)} in chips.")
            if lying := self._wagers_lie():
                self.tells.say(f"{lying}.")
        else:
            key, id = new_key(), self.table.id
            self._send(msg.Stand(table=id, key=key) if self._behind else msg.Sit(table=id, key=key))
            cents = self._buy_in if self.table.practice else min(self._buy_in, self.wallet)
            self.bought = cents - cents % self.rules.chip
            if self.bought:
                self._send(msg.BuyIn(table=id, key=new_key(), cents=self.bought))
                self._ask_wallet()
            self.client.wait(self.live, lambda live: self.is_here and live.chips >= self.bought)
            self.tells.say(f"You {self._place()} of {where}, with {dollars(self.bought)} of play money in chips.")
            if self.bought < self.rules.table_minimum:
                least = dollars(self.rules.table_minimum)
                self.tells.say(f"The table minimum is {least}: you can't wager until you have more money.", "red")
            self.client.wait(self.live, lambda live: not live.joins)
            if self.live.turn is not None and self.live.turn.turn and not self.live.offers:
                why = self.live.turn.barred
                self.tells.say(why or "A round is in progress. You play from the next round on.", "dim")
        self.tells.say("Type ? for help. You can type at any time.", "dim")

    def leave(self, why: Leave, *, at_once: bool) -> int | None:
        asked_before = self._leaving is not None and why is not self._leaving
        if (at_once and self._leaving is not None) or asked_before or self.is_down:
            self.go_at_once()
            return None
        self._take_back()
        self._wait_for_turn()
        chips = self.live.chips
        try:
            self._send(msg.Leave(table=self.table.id, key=new_key()))
        except Refused as no:
            if no.code in GONE:
                raise
            if no.code == NOT_HERE:
                return None
            if self._leaving is None:
                self._say_that_you_must_stay(no)
            self._leaving = why
            raise MustStay from None
        self._ask_wallet()
        return chips

    def last_words(self) -> str:
        return f"Your wallet holds {dollars(self.wallet)}."

    def leave_question(self, staked: int) -> str:
        """You may leave when your wagers are settled. Before that you can go, but the house then plays for you."""
        if self.live.turn is not None and self.live.turn.about == WAGERS:
            return ""  # you take your wagers with you
        wagers = f"Your wagers of {dollars(staked)} stay on the layout"
        if self._leaving is None and not self.is_down:
            return f"Leave when this round is over? {wagers} until then."
        return f"Leave now? {wagers}; the house decides for you when your time is over."

    def close(self) -> None:
        self.client.unwatch(self.table.id)

    def _say_that_you_must_stay(self, no: Refused) -> None:
        if lying := self._wagers_lie():
            self.tells.say(f"{lying}. You must stay until they are settled ({no.clause}).", "red")
        else:
            self.tells.complain(no.why)
        self.tells.say(
            "You leave when the round is over. Until then you can go on deciding."
            " Ctrl-C or quit again leaves at once; the house then decides for you when your time is over.",
            "bold",
        )

    def _wagers_lie(self) -> str:
        """Your wagers on the layout, in words. Empty if there are none."""
        lying = self.lying
        if not lying:
            return ""
        each = ", ".join(f"{wager} {dollars(amount)}" for wager, amount in lying)
        return f"Your wagers of {dollars(sum(amount for _, amount in lying))} lie on the layout: {each}"

    def go_at_once(self) -> None:
        """Go while you must stay, or while the house does not answer. Says what happens with wagers and chips."""
        if not self.is_here:
            return
        if self.is_down:
            self.tells.say(
                "The house does not answer, so you can't leave the table now. You keep your place at it.", "bold"
            )
        if lying := self._wagers_lie():
            self.tells.say(
                f"{lying}. The round goes on without you, and the house decides for you when your time is over."
            )
        self.tells.say(
            f"Your chips ({dollars(self.live.chips)}) stay at the table, and what you win is added to them. Come back"
            f" with: pitboss play --server {self.client.server}"
        )
        self.tells.say(
            "If you miss many rounds, the house releases your seat and puts your chips into your wallet.", "dim"
        )

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

    # --- what happens

    def news(self) -> Iterable[Sequence[Event]]:
        while self.client.wait(self.live, timeout=0):
            pass
        news, self._news[:] = list(self._news), []
        for update in news:
            if update.act:
                self._tell_act(update.act)
            if events := decode_events(update):
                for event in events:
                    self._heard(event)
                self._try_to_leave |= any(isinstance(event, Ended) for event in events)
                yield events

    def wait(self, seconds: float) -> None:
        self.client.wait(self.live, timeout=seconds)

    @property
    def is_closed(self) -> bool:
        return self.live.ends == CLOSED and not self._news

    def _tell_act(self, act: Mapping[str, Any]) -> None:
        player = str(act.get("player", ""))
        who, why = self.called(player), visible(str(act.get("why", "")))
        told, style = "", "dim"
        match act.get("type"):
            case "sat" if player != self.you:
                place = f"sits down at seat {act['seat']}" if act["seat"] else "stands behind the seats"
                told = f"{who} {place}."
            case "left" if player != self.you:
                told = f"{who} leaves" + (f": {why}." if why else ".")
            case "left" if why or not self.is_here:
                because = f": {why}" if why else ""
                self.tells.say(f"You are no longer at this table{because}. Your chips went to your wallet.", "bold")
                raise Gone
            case "satout" if player == self.you:
                self.sits_out = bool(act.get("out"))
            case "satout":
                told = f"{who} {'sits out' if act.get('out') else 'plays again'}."
            case "said" | "rulesordered" | "ruleskept" | "tableclosing":
                told, style = f"The house announces: {visible(str(act.get('words', '')))}", "bold yellow"
            case "dealerassigned":
                self.table = msgspec.structs.replace(self.table, dealer=str(act["dealer"]))
                told, style = f"The house announces: {visible(str(act['words']))}", "bold yellow"
            case "dealercame":
                self.table = msgspec.structs.replace(self.table, dealer=str(act.get("dealer", "")))
                name = visible(str(act.get("name", ""))) or "Another dealer"
                told = f"{name} deals now." if self.table.dealer else "The automatic dealer deals now."
                style = "bold yellow"
            case "ruleschanged":
                self.rules = load(self.game.name, self.game.rules, act["rules"])
                self.terms = [*Table(self.game, self.rules).terms.values()]
                told, style = "The new rules are in force. Type pay for the pay tables.", "bold yellow"
            case "tableclosed":
                told, style = "The table is closed.", "bold yellow"
        if told:
            self.tells.say(f"  {told}", style)

    # --- a house that does not answer

    @property
    def is_down(self) -> bool:
        return self._told_down > 0 or self._unanswered

    def is_there(self) -> bool:
        """Whether the house answers. If you wait to leave and the round is over, you leave now."""
        now = time.monotonic()
        if self.client.connected and not self.live.ends:
            if self._told_down:
                self.tells.say("The house is back. The game goes on where it was.", "bold green")
                self._ask_wallet()
                self.tells.show_again()
            self._down_since, self._told_down = None, 0
            if self._try_to_leave and self._leaving is not None:
                self._try_to_leave = False
                raise self._leaving
            return True
        if self._down_since is None:
            self._down_since = now
        if self._told_down < len(DOWN) and now - self._down_since >= DOWN[self._told_down]:
            self._tell_down(now - self._down_since)
            self._told_down += 1
        return False

    def _tell_down(self, seconds: float) -> None:
        if self._told_down:
            self.tells.say(f"Still no answer after {seconds:.0f} seconds. Ctrl-C leaves.", "red")
            return
        why = f" It said: {visible(self.live.ends)}." if self.live.ends else ""
        self.tells.say(f"The house does not answer.{why}", "bold red")
        tries = "This terminal tries again, more and more slowly, until the house is back. Ctrl-C leaves."
        stored = "Your wagers and your chips are stored. " if self.is_here else ""
        self.tells.say(f"{stored}{tries}", "red")

    # --- what is asked

    @property
    def turn(self) -> msg.Turn | None:
        return self.live.turn

    @property
    def is_fresh(self) -> bool:
        return self.live.is_fresh

    def waiting(self) -> tuple[object, str]:
        """An automatic dealer does not keep anybody waiting."""
        turn = self.live.turn
        if turn is None:
            return None, ""
        others = [one for one in turn.waiting if one != self.you and (one != DEALER or self.table.dealer)]
        words = self._waiting_words(turn, others)
        return (turn.round, turn.turn, others, self.sits_out), f"  {words}" if words else ""

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
        clock = in_brackets(self._seconds_to(min(ends)) if ends else None)
        return f"Waiting for {', '.join(names)}: {self.game.words.question(turn.about)}{clock}."

    def _stands_in_the_round(self) -> bool:
        """Whether you stood behind the seats when the round began."""
        began = next((one for one in self.live.events if isinstance(one, Began)), None)
        return began is not None and (0, self.you) in began.seats

    def _clock(self) -> msg.Clock | None:
        """The clock that you must follow."""
        mine = [one for one in self.live.clocks if one.player in ("", self.you)]
        return min(mine, key=lambda one: one.ends, default=None)

    def _seconds_to(self, ends: int) -> float:
        return max(0.0, (ends - self.client.talk.server_ahead) / 1000 - time.time())

    @property
    def clock_ends(self) -> int:
        clock = self._clock()
        return 0 if clock is None else clock.ends

    @property
    def seconds_left(self) -> float | None:
        clock = self._clock()
        return None if clock is None else self._seconds_to(clock.ends)

    @property
    def window(self) -> tuple[int, int, int] | None:
        turn, clock = self.live.turn, self._clock()
        if turn is None or turn.about != WAGERS or clock is None or clock.player:
            return None
        return turn.round, turn.turn, clock.ends

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
            self.tells.check()

    def _say_waiting(self) -> None:
        self.tells.say("The house does not answer. What you typed is sent again until it does; it is done once.", "red")

    def _sent(self, command: msg.Command) -> bool:
        """Send a command. Returns whether it was done; says why if not."""
        try:
            self._send(command)
        except Refused as no:
            if no.code in GONE:
                raise
            self.tells.complain(no.why)
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

    # --- what you do

    def why_not(self, asked: Question, answer: Answer) -> str | IllegalAction | None:
        offer = answer.choice.offer
        return f"{offer.why_not} ({offer.clause})" if offer.why_not else None

    def take(self, asked: Question, answer: Answer) -> bool:
        choice = answer.choice
        done = self._sent(
            self.client.talk.play(
                self.table.id,
                choice.offer,
                amount=answer.amount or 0,
                seat=asked.seat,
                what=choice.what,
                place=choice.place,
                coupon=answer.coupon,
            )
        )
        if done:
            self._wait_for_turn()
        return done

    def go_on(self, asked: Question) -> None:
        """When this is said of every seat while wagers are placed, you are ready."""
        super().go_on(asked)
        if asked.about == WAGERS and self.question() is None:
            self._sent(self._ready())

    def _ready(self) -> msg.Ready:
        return msg.Ready(table=self.table.id, key=new_key(), round=self.live.round)

    def unasked(self, line: str) -> str:
        if line:
            return "it is not your turn; type ? for help, or quit to leave"
        if self.live.turn is not None and not self.live.turn.turn:  # a table sleeps when nobody has played for a while
            self._sent(self._ready())
        return ""

    def reports(self) -> Sequence[Offer]:
        turn = self.live.turn
        return [offer for _, offers in turn.offers for offer in offers if offer.do == "report"] if turn else []

    def report(self, answer: Answer) -> bool:
        choice = answer.choice
        amount = choice.offer.least if answer.amount is None else answer.amount
        talk, what, place = self.client.talk, choice.what, choice.place
        return self._sent(talk.play(self.table.id, choice.offer, amount=amount, what=what, place=place, by="dealer"))

    def coach(self) -> Coach:
        return house_coach(self.client, self.table)

    # --- commands beside the game

    def command(self, line: str) -> bool:
        word, _, rest = line.partition(" ")
        if line in ("lobby", "tables"):
            raise ToLobby
        if word == "report" and not self.reports():
            self.tells.complain(self.nothing_to_report().rstrip("."))
        elif line == "drill":
            self.tells.complain("the drill is in the lobby: type lobby to leave this table for it")
        elif line in ("money", "chips", "wallet"):
            self._tell_money()
        elif (said := CASH_OUT if line == CASH and not self._names_something(CASH) else line) in HOW_MUCH:
            self.tells.complain(HOW_MUCH[said])
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

    def _names_something(self, word: str) -> bool:
        """Whether the word is in the name of a wager or a decision of this game. Then it means nothing else."""
        return word in names_in(self.game)

    def _tell_money(self) -> None:
        self._ask_wallet()
        words = self.money()
        self.tells.say(f"{words[:1].upper()}{words[1:]}.")
        if meters := self.meters_in_words():
            self.tells.say(meters, "cyan")

    def _buy(self, said: str) -> None:
        """Buy chips for an amount, or bring coupons of a face value. The house refuses what you do not have."""
        word, _, face = said.partition(" ")
        cents = read_amount(face if word == "coupon" and face else word)
        if isinstance(cents, str):
            self.tells.complain(cents)
        elif word == "coupon":
            self._moved(msg.BuyIn(table=self.table.id, key=new_key(), coupons=cents))
        elif self._moved(msg.BuyIn(table=self.table.id, key=new_key(), cents=cents)):
            self.bought += cents
        elif (me := self._asked_house(self.client.me)) is not None and me.take:
            self.tells.say(f"Type take money to take {dollars(me.take)} of play money.", "bold yellow")

    def _take(self) -> None:
        """Take play money of the house, and buy chips with it."""
        if (me := self._asked_house(self.client.me)) is None:
            return
        if not (cents := me.take):
            self.tells.complain("you can take play money only when you have too little left to play")
            return

        def take_and_look() -> Me:
            if self.client.me().take:  # else it was taken before the connection was lost
                self.client.take()
            return self.client.me()

        if (me := self._asked_house(take_and_look)) is not None:
            self.wallet = me.wallet
            self.tells.say(f"You took {dollars(cents)} of play money.", "bold")
            self._buy(dollars(cents - cents % self.rules.chip))

    def _cash(self, said: str) -> None:
        """Put chips into the wallet."""
        cents = self.live.chips if said == "all" else read_amount(said)
        if isinstance(cents, str):
            self.tells.complain(cents)
        elif not cents:
            self.tells.complain("you have no chips to cash" if said == "all" else "give an amount above $0")
        elif self._moved(msg.CashOut(table=self.table.id, key=new_key(), cents=cents)):
            self.bought -= cents

    def _account(self, said: str) -> None:
        """Move money between the wallet and the game account, if that was said. Say what both hold."""
        ways = {"in": self.client.pay_into_game_account, "out": self.client.cash_out_game_account}
        way, _, amount = said.partition(" ")
        if said and way not in ways:
            self.tells.complain("type account, account in and an amount, or account out and an amount")
            return
        cents = read_amount(amount) if said else 0
        if isinstance(cents, str) or (said and not cents):
            self.tells.complain(cents or "give an amount above $0")
            return
        key = new_key()

        def pay_and_look() -> Me:
            if said:
                ways[way](cents, key=key)
            return self.client.me()

        if (me := self._asked_house(pay_and_look)) is not None:
            self.wallet = me.wallet
            self.tells.say(f"Your game account holds {dollars(me.game_account)}, and your wallet {dollars(me.wallet)}.")

    def _asked_house(self, ask: Callable[[], Me]) -> Me | None:
        """Ask until the house answers. None if it refuses; then the player is told why."""
        told = False
        while True:
            try:
                return ask()
            except Refused as no:
                self.tells.complain(no.why)
                return None
            except ConnectionLost:
                if not told:
                    self._say_waiting()
                told = True
                time.sleep(LATE)
            self.tells.check()

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
            self.tells.say("You sit out and keep your seat. Type play again to play." if out else "You play again.")
            if out:
                self.tells.say("If you miss many rounds, the house releases the seat.", "dim")

    def _move(self, to: msg.Sit | msg.Stand) -> None:
        """Go to another seat, or behind the seats. Your chips go along; the house moves them by your wallet."""
        if why := self._can_not_sit(to):
            self.tells.complain(why)
            return
        chips, id = self.live.chips, self.table.id
        if not self._sent(msg.Leave(table=id, key=new_key())):
            return
        other = msg.Sit(table=id, key=new_key()), msg.Stand(table=id, key=new_key())
        if not any(self._sent(one) for one in (to, *other)):
            self.tells.say("You are no longer at this table. Your chips went to your wallet.", "bold")
            raise Gone
        if chips:
            self._send(msg.BuyIn(table=id, key=new_key(), cents=chips))
        self.client.wait(self.live, lambda live: self.is_here and live.chips >= chips)
        self.tells.say(f"You {self._place()} with {dollars(chips)} in chips.", "bold")

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
            self.tells.complain(no.why)
        except (KeyboardInterrupt, EOFError):
            self.tells.say("You are not registered.")

    # --- what you know

    @property
    def view(self) -> View:
        return self.live.view

    @property
    def seat(self) -> int:
        return self.live.seat

    @property
    def seats(self) -> Iterable[tuple[int, str]]:
        return self.live.seats.items()

    @property
    def is_here(self) -> bool:
        """Whether you sit at the table or stand behind the seats."""
        return self.live.seat > 0 or self.you in self.live.standing

    def called(self, player: str) -> str:
        return YOU if player == self.you else visible(self.live.called(player))

    @property
    def names(self) -> Mapping[str, str]:
        return {player: self.called(player) for player in (*self.live.names, self.you)}

    @property
    def waits(self) -> Sequence[int]:
        waiting = set(self.live.turn.waiting) if self.live.turn else set()
        return [seat for seat, player in self.live.seats.items() if player in waiting]

    @property
    def chips(self) -> int:
        return self.live.chips

    def money(self) -> str:
        coupons = f", coupons of {dollars(self.live.coupons)}" if self.live.coupons else ""
        return f"you have {dollars(self.live.chips)} in chips{coupons} and {dollars(self.wallet)} in your wallet"

    @property
    def meters(self) -> Mapping[str, int]:
        shows = self.client.talk.meters
        known = shows.get(self.table.link, {}) | shows.get(self.table.id, {})
        return {one.name: known[one.name] for one in self.terms if one.name in known}

    def meters_in_words(self) -> str:
        shown = [f"{meter_name(name)} {dollars(amount)}" for name, amount in self.meters.items()]
        return f"  Progressive {', '.join(shown)}" if shown else ""

    # --- help

    def more_help(self) -> str:
        return LIVE_HELP.format(
            coupons=COUPONS if self.rules.match_play else "",
            behind=BEHIND if self.game.may_use is not None else "",
            meters=METERS if self.terms else "",
            register=REGISTER if self._register is not None else "",
            report="" if reportable(self.reports()) else WHOM_TO_TELL,
        )

    def nothing_to_report(self) -> str:
        """Players of a house can't report. They are told whom to tell, and what to say."""
        which = f"{visible(self.table.name)} ({self.table.id}), round {self.live.round}"
        return (
            "Only the staff of the house report irregularities:"
            f" tell them '{which}', and they can replay every step of it."
        )
