"""A seat at the table for a person at the prompt. The other seats are played automatically.

Only the view of that seat is shown. The money is play money.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from rich.console import Console

from pitboss.money import dollars
from pitboss.pit import Table
from pitboss.table import events as ev
from pitboss.table.asks import Party
from pitboss.table.drive import Stuck, drive
from pitboss.table.events import Event, seat_place
from pitboss.table.inputs import Input, WagerInput, make
from pitboss.table.layout import Layout
from pitboss.table.policy import Policy, Turn
from pitboss.table.round import Round, replay
from pitboss.terminal.answers import Answer, Choice, choices, read, read_amount
from pitboss.terminal.drawing import at_its_end, draw_table, draw_wagers
from pitboss.terminal.telling import QUIT, TOLD, YOU, Telling, difference, net, your_own


class Leave(Exception):
    """The player gets up."""


class Seat(Telling):
    """Your seat at a table."""

    def __init__(
        self, table: Table, console: Console, ask: Callable[[str], str], random: Random, bankroll: int
    ) -> None:
        super().__init__(console, table.game, table.rules, [*table.terms.values()], YOU)
        self.table, self.random = table, random
        self._ask = ask
        self.bought_in = self.bankroll = bankroll
        """Your money when you sat down, and when the current round began."""
        self.seat = table.sit(YOU)
        self.last_wagers: dict[str, int] = {}
        self._answered: tuple[int, str, Party] | None = None
        """The last question that you answered: its round, its subject and its party."""
        self._shown = 0
        """The number of your visible events that have been told."""

    # --- the session

    def play(self) -> None:
        """Play rounds until you leave or can't afford a wager."""
        self.say(f"You sit at seat {self.seat} of {self.table.game.title} with {dollars(self.bankroll)} of play money.")
        self.say("Type ? for help.", "dim")
        try:
            while self.bankroll >= self.table.rules.table_minimum:
                self._round()
                if self.bankroll >= self.table.rules.table_minimum:
                    self._next()
            self.say(f"The table minimum is {dollars(self.table.rules.table_minimum)}: that was your last round.")
        except (Leave, KeyboardInterrupt, EOFError):
            self._get_up()
        self.say(f"You leave with {dollars(self.bankroll)}, {difference(self.bankroll - self.bought_in)}.", "bold")

    def _round(self) -> None:
        round = self.table.open_round()
        self._shown = 0
        self.console.print()
        self.console.rule(f"[bold]{self.table.game.title}[/], round {round.number}", style="green")
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
        while True:
            line = self.ask("Enter for the next round, quit to leave: ").strip().lower()
            if line in ("", "n", "next", "y", "yes"):
                return
            if not self._command(line, None):
                self.complain(f"press Enter or type quit, not '{line}'")

    def _get_up(self) -> None:
        """Leave. Before "No more bets" you take your wagers with you; after it they stay on the layout."""
        round = self.table.round
        self.console.print()
        if round is not None and not round.over:
            if round.asking is not None and round.asking.about == "wagers":
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

    # --- telling

    def ask(self, prompt: str) -> str:
        return self._ask(prompt)

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
        drawn = draw_table(layout, round.seats, YOU, title, f"you have {cash}", self.table.game.lies)
        self.console.print(drawn)

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
        self.say(
            f"This round: {difference(won)}. You have {dollars(self.bankroll)}.", "bold green" if won > 0 else "bold"
        )

    # --- choosing

    def _choose(self, turn: Turn) -> Input | None:
        """The policy of the player at the prompt: ask until the answer is legal. None if the player is done."""
        known = choices(turn.offers)
        if not any(not choice.offer.why_not for choice in known):
            return None
        if self._only_beside(turn, known) or (self._decided(turn) and self.may_go_on(known)):
            return None
        if self._tell_news(self._at):
            self._draw(self._at, turn.party.seat)
        else:
            wagers = draw_wagers(turn.view.layout, turn.party.seat) or "no wagers"
            self.say(f"On the layout: {wagers}. You have {dollars(self._cash(self._at))}.", "yellow")
        self._list(turn, known)
        while True:
            line = self.ask("> ").strip()
            if self._command(line.lower(), turn):
                continue
            if line.lower() in ("sit out", "sit", "out") and self._may_sit_out(turn):
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
                answer = read(line, known)
            if isinstance(answer, str):
                self.complain(answer)
                continue
            given = self._input(turn, answer)
            if given is not None and self._affordable(self._at, given):
                if isinstance(given, WagerInput) and given.do == "wager":
                    self.last_wagers[given.wager] = given.amount
                elif given.do != "withdraw" and turn.about != "wagers":  # while wagers are taken, more may follow
                    self._answered = (self._at.number, turn.about, turn.party)
                return given

    def _decided(self, turn: Turn) -> bool:
        """Whether you have already answered this question. Optional additions to the answer are not asked for."""
        return self._answered == (self._at.number, turn.about, turn.party)

    def _only_beside(self, turn: Turn, known: list[Choice]) -> bool:
        """Whether this is an optional free area beside your own, and you have no wager at your seat yet."""
        if turn.party.seat == self.seat or turn.about != "wagers":
            return False
        return not any(self._at.layout.stakes_of(self.seat, YOU)) and all(c.offer.optional for c in known)

    def _may_sit_out(self, turn: Turn) -> bool:
        mine = any(player == YOU for _, player, _, _ in self._at.layout.stakes)
        return turn.about == "wagers" and not mine and len(self.table.seats) > 1

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
        copy = replay(round.game, round.rules, round.start, round.seats, [*round.inputs, given])
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
        if self._may_sit_out(turn):
            more.append(("sit out", "", "skip this round"))
        prices = {choice.name: self._price(turn, choice) for choice in known if not choice.offer.why_not}
        self.list_choices(turn.about + where, known, prices, more)

    def _price(self, turn: Turn, choice: Choice) -> str:
        if choice.amounts:
            return choice.amounts
        given = choice.input(turn.party)
        cost = self._cost(self._at, given) if self._at.allows(given) else 0
        return f"for {dollars(cost)}" if cost else ""

    # --- commands

    def _command(self, line: str, turn: Turn | None) -> bool:
        """Carry out the line if it is a command. Returns whether it was one."""
        if line in QUIT:
            raise Leave
        if line in ("?", "help", "h"):
            self.show_help(others=f"The other seats play by the basic policy: {self.game.basic_is}.")
        elif line in ("pay", "pays", "pay table", "pay tables"):
            self.show_pays({name: meter.read() for name, meter in self.table.meters.items()})
        elif line.startswith("clause "):
            self.show_clause(line.removeprefix("clause ").strip())
        elif line == "table" and turn is not None:
            self._draw(self._at, turn.party.seat)
            self._list(turn, choices(turn.offers))
        else:
            return False
        return True
