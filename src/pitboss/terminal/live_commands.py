"""What a player types at a live table, and how it is sent to the house."""

from __future__ import annotations

import time
from collections.abc import Callable

from rich.console import Console

from pitboss.client.conversation import new_key
from pitboss.client.errors import ConnectionLost, NoAnswer, Refused
from pitboss.client.requests import Me, TableInfo
from pitboss.client.synchronous import Client
from pitboss.money import dollars
from pitboss.protocol import messages as msg
from pitboss.table.events import Event
from pitboss.terminal.answers import Answer, list_number, names_in, read, read_amount
from pitboss.terminal.at_seat import at_seat
from pitboss.terminal.bets import WAGERS, too_little
from pitboss.terminal.hints import Coach
from pitboss.terminal.lines import Keyboard
from pitboss.terminal.live_help import live_help
from pitboss.terminal.live_telling import Gone
from pitboss.terminal.live_turn import LiveTurn
from pitboss.terminal.player import SAME, Leave
from pitboss.terminal.reports import reportable
from pitboss.terminal.telling import QUIT

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


class ToLobby(Leave):
    """The player leaves for another table."""


class LiveCommands(LiveTurn):
    """Carries out what a player types at a live table."""

    def __init__(
        self,
        client: Client,
        table: TableInfo,
        console: Console,
        keyboard: Keyboard,
        register: Callable[[str], None] | None = None,
        *,
        coach: Coach | None = None,
        heard: Callable[[Event], None] = lambda event: None,
    ) -> None:
        super().__init__(client, table, console, coach, heard)
        self.keyboard, self._register = keyboard, register
        self._unanswered = False
        """Whether the house has not answered a command for so long that you were told."""
        self.bought = 0
        """What you have paid for chips since you came, less what you have cashed, in cents."""

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
