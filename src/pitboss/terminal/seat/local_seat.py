"""A seat at a table in this process for one person. The other seats are played automatically.

Only the view of that seat is shown. The money is play money.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from rich.console import Console

from pitboss.basics.money import dollars
from pitboss.engine.auto.drive import Stuck, drive
from pitboss.engine.auto.policy import Policy, Turn
from pitboss.engine.registry import at_seat
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Offer, Party
from pitboss.engine.round.events import Event, seat_place
from pitboss.engine.round.inputs import Input, WagerInput, make
from pitboss.engine.round.layout import Layout
from pitboss.engine.round.round import Round
from pitboss.engine.table import Table
from pitboss.terminal.seat.answers import Answer, Choice, choices, names_in, read, read_amount
from pitboss.terminal.seat.bets import WAGERS, difference, net, too_little
from pitboss.terminal.seat.drawing import at_its_end, draw_wagers
from pitboss.terminal.seat.hints import Coach
from pitboss.terminal.seat.player import SAME, Leave, Player, Question
from pitboss.terminal.seat.reports import report_input
from pitboss.terminal.seat.telling import QUIT, TOLD, YOU, your_own

REBUY = "  [bold]buy 100[/]       buy chips for $100 more, between rounds or while wagers are placed"
SIT_OUT = ("sit out", "sit", "out")
SOON_S = 1.0
"""Seconds to wait for the review of a round before the next one."""


class Seat(Player):
    """Your seat at a table of your own. ``ended`` is called with every round that is over, to log it."""

    def __init__(
        self,
        table: Table,
        console: Console,
        ask: Callable[[str], str],
        random: Random,
        bankroll: int,
        *,
        coach: Coach | None = None,
        ended: Callable[[Round], None] = lambda round: None,
    ) -> None:
        super().__init__(console, table.game, table.rules, [*table.terms.values()], YOU, coach)
        self.table, self.random = table, random
        self._ask, self._ended = ask, ended
        self.bought_in = self.bankroll = bankroll
        """Your money when you sat down, and when the current round began."""
        self.seat = table.sit(YOU)
        self.last_wagers: dict[str, int] = {}
        self._turn: Turn | None = None
        """The question that you are asked now."""
        self._report: Input | None = None
        """The report that you have just made."""
        self._answered: tuple[int, str, Party] | None = None
        """The last question that you answered: its round, its subject and its party."""
        self._shown = 0
        """The number of your visible events that have been told."""

    def play(self) -> None:
        """Play rounds until you leave."""
        self.say(f"You sit at seat {self.seat} of {self.table.game.title} with {dollars(self.bankroll)} of play money.")
        self.say("Type ? for help.", "dim")
        try:
            while True:
                self.tell_reviews()
                self._buy_if_need_be()
                self._round()
                self._next()
        except (Leave, KeyboardInterrupt, EOFError):
            self._get_up()
        self.say_summary()
        self.say(f"You leave with {dollars(self.bankroll)}, {difference(self.bankroll - self.bought_in)}.", "bold")

    def _buy_if_need_be(self) -> None:
        """Let a player without enough for a wager buy chips."""
        least = self.table.rules.table_minimum
        while self.bankroll < least:
            self.say(f"You have {dollars(self.bankroll)}, and the table minimum is {dollars(least)}.")
            line = self._line("Type buy 100 to buy chips for $100, or quit to leave: ").lower()
            if not self._command(line):
                self.complain(f"type buy and an amount, or quit, not '{line}'")

    def _round(self) -> None:
        round = self.table.open_round()
        self._shown = 0
        self.heading(round.number)
        policies: Mapping[str, Policy] = {
            player: self._choose if player == YOU else self.table.game.basic for _, player in self.table.seats
        }
        while not round.over:
            try:
                drive(round, policies, self.random)
            except Stuck:
                self._explain_stuck(round)
        self._tell_the_end(round)

    def _explain_stuck(self, round: Round) -> None:
        """Say why the dealer can't continue after everyone has passed. The question comes again."""
        reasons = {o.why_not for p in round.waiting if p.by != "player" for o in round.offers(p) if not o.optional}
        self.complain(f"the dealer can't continue: {'; '.join(sorted(filter(None, reasons))) or 'wagers are needed'}")

    def _next(self) -> None:
        same = ", same for the same wagers again" if self.last_bets else ""
        while self.bankroll >= self.table.rules.table_minimum:
            line = self._line(f"Enter for the next round{same}, quit to leave: ").lower()
            if line in ("", "n", "next", "y", "yes") or (line in SAME and self.same_again()):
                return
            if line not in SAME and not self._command(line):
                self.complain(f"press Enter or type quit, not '{line}'")

    def _get_up(self) -> None:
        """Leave. Before "No more bets" you take your wagers with you; after it they stay on the layout."""
        round = self.table.round
        self.console.print()
        if round is not None and not round.over:
            if round.asking is not None and round.asking.about == WAGERS:
                self._take_back(round)
            left = sum(amount for stake, amount in round.layout.stakes.items() if stake[1] == YOU)
            if left:
                self.say(f"Your wagers of {dollars(left)} stay on the layout.")
            self.bankroll = self._cash(round)

    def _take_back(self, round: Round) -> None:
        """Withdraw every wager that may be withdrawn, dependent ones first."""
        taken = 0
        while True:
            mine = [(stake, amount) for stake, amount in round.layout.stakes.items() if stake[1] == YOU]
            for (seat, player, hand, wager), amount in reversed(mine):
                back = make(by="player", seat=seat, player=player, do="withdraw", wager=wager, hand=hand)
                if round.allows(back):
                    round.do(back)
                    taken += amount
                    break
            else:
                break
        if taken:
            self.say(f"You take back your wagers of {dollars(taken)}.")

    def _tell_the_end(self, round: Round) -> None:
        self._tell_news(round)
        seen = self._seen(round)
        ends = [event for event in seen if isinstance(event, ev.Settled)]
        final = at_its_end(seen)
        if final.hands:
            self._picture(round, final, f"the end of round {final.round}")
        self.settlement(sorted(ends, key=lambda end: end.player != YOU), {player: seat for seat, player in round.seats})
        won = net(seen, YOU)
        self.bankroll += won
        self.round_is_over(seen, self.seat)
        self._ended(round)
        self.say(
            f"This round: {difference(won)}. You have {dollars(self.bankroll)}.", "bold green" if won > 0 else "bold"
        )
        self.say_total()
        self.tell_reviews(SOON_S)

    # --- telling

    def ask(self, prompt: str) -> str:
        return self._ask(prompt)

    def _line(self, prompt: str) -> str:
        """The next line: one that is typed for you, or one that you type."""
        return self.to_type.popleft() if self.to_type else self.ask(prompt).strip()

    @property
    def _at(self) -> Round:
        """The current round."""
        assert self.table.round is not None
        return self.table.round

    def _seen(self, round: Round) -> list[Event]:
        return round.view(seat_place(self.seat)).events

    def _tell_news(self, round: Round) -> bool:
        """Tell the events since the last time. Returns whether any was not your own action."""
        news = self._seen(round)[self._shown :]
        self._shown += len(news)
        for event in news:
            # Settlements are listed at the end of the round.
            if (
                isinstance(event, TOLD)
                and not your_own(event, YOU)
                and not (round.over and isinstance(event, ev.Settled))
            ):
                self.tell(event)
        return not all(your_own(event, YOU) for event in news)

    def _cash(self, round: Round) -> int:
        """Your money at this point of the round."""
        return self.bankroll + net(self._seen(round), YOU)

    def _draw(self, round: Round, seat: int) -> None:
        self._picture(round, round.view(seat_place(seat)).layout)

    def _picture(self, round: Round, layout: Layout, title: str = "") -> None:
        cash = dollars(self._cash(round))
        self.show_table(layout, round.seats, title, f"you have {cash}")

    # --- choosing

    def _choose(self, turn: Turn) -> Input | None:
        """The policy of the player at the prompt: ask until the answer is legal. None if the player is done."""
        known = choices(turn.offers, turn.about, self.game)
        if not any(not choice.offer.why_not for choice in known):
            return None
        if self._only_beside(turn, known) or (self._decided(turn) and self.may_go_on(known)):
            return None
        if self._tell_news(self._at):
            self._draw(self._at, turn.party.seat)
        else:
            wagers = draw_wagers(turn.view.layout, turn.party.seat) or "no wagers"
            self.say(f"On the layout: {wagers}. You have {dollars(self._cash(self._at))}.", "yellow")
        self._turn = turn
        try:
            self._list(turn, known)
            return self._answer(turn, known)
        finally:
            self._turn = None

    def _answer(self, turn: Turn, known: list[Choice]) -> Input | None:
        """Read lines until one is a legal answer, a report, or says that the player is done."""
        while True:
            line = self._line("> ")
            if self._command(line.lower()):
                report, self._report = self._report, None
                if report is not None:
                    return report
                continue
            if line.lower() in SIT_OUT and self._may_sit_out(turn):
                return None
            if not line:
                if self.may_go_on(known):
                    return None
                usual = self._usual(turn, known)
                if usual is None:
                    self.complain("choose an action, or type ? for help")
                    continue
                answer: Answer | str = usual
            else:
                answer = read(line, known, names_in(self.game))
            if isinstance(answer, str):
                self.complain(answer)
                continue
            given = self._input(turn, answer)
            if given is None or not self._affordable(self._at, given) or self._is_warned(turn, given):
                continue
            if isinstance(given, WagerInput) and given.do == "wager":
                self.last_wagers[given.wager] = given.amount
            elif given.do != "withdraw" and turn.about != WAGERS:  # while wagers are taken, more may follow
                self._answered = (self._at.number, turn.about, turn.party)
            return given

    def _is_warned(self, turn: Turn, given: Input) -> bool:
        """Warn before a wager that leaves too little for the next one. Returns whether it must be made again."""
        if not isinstance(given, WagerInput) or given.do != "wager" or turn.about != WAGERS:
            return False
        bet, cash = (given.wager, given.amount), self._cash(self._at)
        why = too_little(at_seat(self.game.name).follows, self.rules, turn.view.layout, turn.party.seat, YOU, bet, cash)
        return self.warn_once((self._at.number, *bet), why)

    def _decided(self, turn: Turn) -> bool:
        """Whether you have already answered this question. Optional additions to the answer are not asked for."""
        return self._answered == (self._at.number, turn.about, turn.party)

    def _only_beside(self, turn: Turn, known: list[Choice]) -> bool:
        """Whether this is an optional free area beside your own, and you have no wager at your seat yet."""
        if turn.party.seat == self.seat or turn.about != WAGERS:
            return False
        return not any(self._at.layout.stakes_of(self.seat, YOU)) and all(c.offer.optional for c in known)

    def _may_sit_out(self, turn: Turn) -> bool:
        mine = any(player == YOU for _, player, _, _ in self._at.layout.stakes)
        return turn.about == WAGERS and not mine and len(self.table.seats) > 1

    def _usual(self, turn: Turn, known: list[Choice]) -> Answer | None:
        """The meaning of Enter: for a required wager, the last amount or the least.

        A hand that wins a bonus is shown unless its player declines (ruling no-show-no-pay). The basic policy knows
        which hands win.
        """
        if turn.offer("expose") and (given := self.table.game.basic(turn)):
            return next(Answer(choice, None) for choice in known if choice.offer.do == given.do)
        due = next((c for c in known if c.offer.do == "wager" and not c.offer.optional and not c.offer.why_not), None)
        if due is None:
            return None
        usual = min(self.last_wagers.get(due.offer.wager, due.offer.least), due.offer.most, self._cash(self._at))
        return Answer(due, max(usual - usual % due.offer.step, due.offer.least))

    def _input(self, turn: Turn, answer: Answer) -> Input | None:
        """The complete input. Asks for a missing amount. If the input is illegal, says why and returns None."""
        choice, amount = answer.choice, answer.amount
        if amount is None and choice.offer.most and not choice.offer.why_not:
            amount = choice.offer.most if choice.offer.least == choice.offer.most else self._ask_amount(choice)
            if amount is None:
                return None
        given = choice.input(turn.party, amount or 0, answer.coupon)
        refusal = self._at.check(given)
        if refusal is not None:
            self.refuse(refusal)
            return None
        return given

    def _ask_amount(self, choice: Choice) -> int | None:
        """Ask for the amount of a choice. None if the player gives none, or an invalid one."""
        line = self.ask(f"{choice.name}: how much, {choice.amounts}? ").strip()
        if line.lower() in QUIT:
            raise Leave
        if not line:
            return None
        cents = read_amount(line.split()[0])
        if isinstance(cents, str):
            self.complain(cents)
            return None
        return cents if choice.offer.unit == "cents" else cents // 100

    def _affordable(self, round: Round, given: Input) -> bool:
        """Whether you can afford this input. Complains if not."""
        cash, cost = self._cash(round), self._cost(round, given)
        if cost > cash:
            self.complain(f"that costs {dollars(cost)}, but you have {dollars(cash)}")
        return cost <= cash

    def _cost(self, round: Round, given: Input) -> int:
        """The cost of an input, including a wager that a decision implies. It is tried on a copy of the round."""
        copy = round.copy([*round.inputs, given])
        made = copy.records[len(round.records) :]
        return -net((event for event in made if isinstance(event, ev.Wagered)), YOU)

    def _list(self, turn: Turn, known: list[Choice]) -> None:
        """List your choices with amounts and clauses, and the closed ones with the reason."""
        where = "" if turn.party.seat == self.seat else f" at seat {turn.party.seat}"
        hands = {choice.offer.hand for choice in known if not choice.offer.why_not}
        if len(hands) == 1 and self._at.layout.hands.get((seat_place(turn.party.seat), 2)):
            where += f", hand {next(iter(hands))}"
        more = []
        if self.may_go_on(known):
            more.append(("Enter", "", "nothing more, continue"))
        elif (usual := self._usual(turn, known)) is not None:
            amount = "" if usual.amount is None else f" {dollars(usual.amount)}"
            more.append(("Enter", f"{usual.choice.name}{amount}", ""))
        if turn.about == WAGERS and self.last_bets and not any(self._at.layout.stakes_of(self.seat, YOU)):
            more.append(("same", ", ".join(f"{bet.wager} {dollars(bet.amount)}" for bet in self.last_bets), "and deal"))
        if self._may_sit_out(turn):
            more.append(("sit out", "", "skip this round"))
        prices = {choice.name: self._price(turn, choice) for choice in known if not choice.offer.why_not}
        self.list_choices(self.game.words.question(turn.about) + where, known, prices, more)
        if self.wants_hint(turn.about):
            self.hint()

    def _price(self, turn: Turn, choice: Choice) -> str:
        if choice.amounts:
            return choice.amounts
        given = choice.input(turn.party)
        cost = self._cost(self._at, given) if self._at.allows(given) else 0
        return f"for {dollars(cost)}" if cost else ""

    # --- what a table knows

    def question(self) -> Question | None:
        turn = self._turn
        if turn is None:
            return None
        return Question(turn.about, turn.party.seat, choices(turn.offers, turn.about, self.game), turn.view)

    def cash(self) -> int:
        return self._cash(self._at)

    def shown_meters(self) -> dict[str, int]:
        return {name: meter.read() for name, meter in self.table.meters.items()}

    def reports(self) -> list[Offer]:
        return self._at.reports() if self._turn is not None else []

    def do_report(self, answer: Answer) -> bool:
        given = report_input(answer)
        if refusal := self._at.check(given):
            self.refuse(refusal)
            return False
        self.say(f"The dealer reports: {answer.choice.name}.", "bold yellow")
        self._report = given
        return True

    def more_help(self) -> str:
        return REBUY

    def help_others(self) -> str:
        return f"The other seats play by the basic policy: {self.game.basic_is}."

    # --- commands

    def _command(self, line: str) -> bool:
        """Carry out the line if it is a command. Returns whether it was one."""
        turn = self._turn
        word, _, rest = line.partition(" ")
        if line in QUIT:
            raise Leave
        if self.common_command(line):
            return True
        if line in SAME and turn is not None and turn.about == WAGERS:
            self.same_again([stake[3] for stake, _ in self._at.layout.stakes_of(self.seat, YOU)])
        elif word == "report" and turn is not None:
            self.report_as(rest)
        elif word in ("buy", "rebuy"):
            self._buy(rest)
        elif line == "table" and turn is not None:
            self._draw(self._at, turn.party.seat)
            self._list(turn, choices(turn.offers, turn.about, self.game))
        else:
            return False
        return True

    def _buy(self, said: str) -> None:
        """Buy chips with play money from outside, not in the middle of a round."""
        cents = read_amount(said.strip()) if said.strip() else "how much? Type buy 100 to buy chips for $100"
        if isinstance(cents, str):
            self.complain(cents)
        elif self._turn is not None and self._turn.about != WAGERS:
            self.complain("you can buy chips between rounds and while wagers are placed")
        elif not cents or cents % self.rules.chip:
            self.complain(f"give a multiple of the smallest chip, which is {dollars(self.rules.chip)}")
        else:
            self.bankroll += cents
            self.bought_in += cents
            cash = self._cash(self._at) if self._turn is not None else self.bankroll
            self.say(f"You buy chips for {dollars(cents)}. You have {dollars(cash)}.", "bold")
