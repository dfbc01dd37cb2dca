"""A seat at the table for a person at the prompt. The other seats are played automatically.

Only the view of that seat is shown. The money is play money.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from pitboss import games
from pitboss.errors import IllegalAction
from pitboss.money import dollars
from pitboss.narrate import sentence, with_symbols
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
from pitboss.terminal.drawing import (
    at_its_end,
    draw_meters,
    draw_pays,
    draw_table,
    draw_wagers,
    fit,
    fits,
    hang,
    plain_grid,
    visible,
    with_coupon,
)

YOU = "You"
QUIT = ("quit", "q", "exit", "leave")
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

HELP = """\
Type the name of an action and, if it takes one, an amount in dollars:
  [bold]original 25[/]   [bold]fold[/]   [bold]withdraw original[/]   [bold]25 coupon 10[/] (with a match play coupon)
You can shorten names as long as they stay unique ([bold]orig 25[/]). A bare amount is for the first wager listed.
  [bold]?[/]             this help, with the meaning of wagers and decisions
  [bold]table[/]         draw the table again
  [bold]pay[/]           the pay tables
  [bold]clause 8(d)[/]   a clause of the rule document, in our words
  [bold]quit[/]          leave the table (so do Ctrl-C and Ctrl-D)"""


class Leave(Exception):
    """The player gets up."""


class Seat:
    """Your seat at a table."""

    def __init__(
        self, table: Table, console: Console, ask: Callable[[str], str], random: Random, bankroll: int
    ) -> None:
        self.table, self.console, self.random = table, console, random
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
        self.say(f"You leave with {dollars(self.bankroll)}, {_difference(self.bankroll - self.bought_in)}.", "bold")

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

    def say(self, words: str, style: str = "") -> None:
        self.console.print(Text(words, style))

    def complain(self, words: str) -> None:
        self.console.print(Text(visible(words[:1].upper() + words[1:]) + ".", "red"))

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
            if isinstance(event, TOLD) and not _your_own(event) and not (round.over and isinstance(event, ev.Settled)):
                hang(self.console, Text("  "), Text.assemble(sentence(event), (f"  {event.clause}", "dim")))
        return not all(_your_own(event) for event in news)

    def _cash(self, round: Round) -> int:
        """Your money at this point of the round."""
        return self.bankroll + _net(self._seen(round))

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
        self._settlement(
            sorted(ends, key=lambda end: end.player != YOU), {player: seat for seat, player in round.seats}
        )
        net = _net(seen)
        self.bankroll += net
        self.say(
            f"This round: {_difference(net)}. You have {dollars(self.bankroll)}.", "bold green" if net > 0 else "bold"
        )

    def _settlement(self, ends: list[ev.Settled], seats: Mapping[str, int]) -> None:
        """Show the settlements as a table, or line by line if a table would break words."""
        grid = plain_grid("who", "wager", "staked", "result", "returned", "why", "clause", right=("staked", "returned"))
        for end in ends:
            _add_settlement(grid, end, seats[end.player])
        if fits(grid, self.console.width):
            self.console.print(grid)
            return
        for end in ends:
            result = Text(end.result, _STYLES.get(end.result, ""))
            what = f"{end.player}: {dollars(end.money)} on {_wager(end, seats[end.player])}: "
            hang(self.console, Text(), Text.assemble(what, result, f", {dollars(end.returned)} back"))
            hang(self.console, Text("  "), Text(f"{_why(end)}  {end.clause}".strip(), "dim"))

    # --- choosing

    def _choose(self, turn: Turn) -> Input | None:
        """The policy of the player at the prompt: ask until the answer is legal. None if the player is done."""
        known = choices(turn.offers)
        if not any(not choice.offer.why_not for choice in known):
            return None
        if self._only_beside(turn, known) or (self._decided(turn) and self._may_go_on(known)):
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
                if self._may_go_on(known):
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

    def _may_go_on(self, known: list[Choice]) -> bool:
        """Whether every open choice is optional."""
        side = {wager.name for wager in self.table.game.wagers if wager.side}
        return all(c.offer.why_not or c.offer.optional or c.offer.wager in side for c in known)

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

    def refuse(self, refusal: IllegalAction) -> None:
        sentence = with_symbols(refusal.wrong + (f"; {refusal.allowed}" if refusal.allowed else ""))
        clause = f" (clause {refusal.clause})" if refusal.clause else ""
        self.console.print(Text(visible(sentence[:1].upper() + sentence[1:] + clause) + ".", "red"))

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
        return -_net(event for event in made if isinstance(event, ev.Wagered))

    def _list(self, turn: Turn, known: list[Choice]) -> None:
        """List your choices with amounts and clauses, and the closed ones with the reason."""
        where = "" if turn.party.seat == self.seat else f" at seat {turn.party.seat}"
        hands = {choice.offer.hand for choice in known if not choice.offer.why_not}
        if len(hands) == 1 and self._at.layout.hands.get((seat_place(turn.party.seat), 2)):
            where += f", hand {next(iter(hands))}"
        self.console.print(Text(f"{turn.about[:1].upper()}{turn.about[1:]}{where}: you may", "bold"))
        grid = Grid(box=None, show_header=False, padding=(0, 2, 0, 0))
        grid.add_column(style="bold cyan", no_wrap=True)
        grid.add_column(no_wrap=True)
        grid.add_column(style="dim", no_wrap=True)
        grid.add_column(style="dim")
        for choice in known:
            if not choice.offer.why_not:
                grid.add_row(choice.name, self._price(turn, choice), choice.offer.clause, self._meaning(choice))
        if self._may_go_on(known):
            grid.add_row("Enter", "", "", "nothing more, continue")
        elif (usual := self._usual(turn, known)) is not None:
            amount = "" if usual.amount is None else f" {dollars(usual.amount)}"
            grid.add_row("Enter", f"{usual.choice.name}{amount}", "", "")
        if self._may_sit_out(turn):
            grid.add_row("sit out", "", "", "skip this round")
        self.console.print(Padding(grid, (0, 0, 0, 2)))
        for choice in known:
            if choice.offer.why_not and choice.offer.hand in hands and "already" not in choice.offer.why_not:
                reason = f"{with_symbols(choice.offer.why_not)} ({choice.offer.clause})"
                hang(self.console, Text("  "), Text(f"not {choice.name}: {reason}", "dim"))

    def _price(self, turn: Turn, choice: Choice) -> str:
        if choice.amounts:
            return choice.amounts
        given = choice.input(turn.party)
        cost = self._cost(self._at, given) if self._at.allows(given) else 0
        return f"for {dollars(cost)}" if cost else ""

    def _meaning(self, choice: Choice) -> str:
        game, offer = self.table.game, choice.offer
        if offer.do == "withdraw":
            return "take it back"
        named = {w.name: w.means for w in game.wagers} if offer.do == "wager" else {}
        return named.get(offer.wager) or next((d.means for d in game.decisions if d.action == offer.do), "")

    # --- commands

    def _command(self, line: str, turn: Turn | None) -> bool:
        """Carry out the line if it is a command. Returns whether it was one."""
        if line in QUIT:
            raise Leave
        if line in ("?", "help", "h"):
            self._help()
        elif line in ("pay", "pays", "pay table", "pay tables"):
            self._pay_tables()
        elif line.startswith("clause "):
            self._clause(line.removeprefix("clause ").strip())
        elif line == "table" and turn is not None:
            self._draw(self._at, turn.party.seat)
            self._list(turn, choices(turn.offers))
        else:
            return False
        return True

    def _help(self) -> None:
        self.console.print(HELP)
        game = self.table.game
        grid = plain_grid("name", "clause", "what it is")
        for wager in game.wagers:
            grid.add_row(f"{wager.name} [dim](wager)[/]", wager.clause, wager.means)
        for decision in game.decisions:
            grid.add_row(decision.action, decision.clause, decision.means)
        self.console.print(fit(grid, self.console.width))
        self.say(f"The other seats play by the basic policy: {game.basic_is}.", "dim")

    def _pay_tables(self) -> None:
        game, rules = self.table.game, self.table.rules
        self.console.print(draw_pays(game.pays(rules)))
        if self.table.meters:
            shows = {name: meter.read() for name, meter in self.table.meters.items()}
            self.console.print(fit(draw_meters([*self.table.terms.values()], shows), self.console.width))

    def _clause(self, id: str) -> None:
        words = games.words(self.table.game.name, id)
        self.say(f"{id}: {words}" if words else f"The document has no clause '{id}'.")


def _your_own(event: Event) -> bool:
    """Whether the event is your own action, which need not be told."""
    return isinstance(event, ev.Wagered | ev.Withdrawn | ev.Chose) and event.player == YOU


def _net(events: Iterable[Event]) -> int:
    """The net change of your money in these events."""
    net = 0
    for event in events:
        match event:
            case ev.Wagered(player=player, amount=amount, redeemed=False) if player == YOU:
                net -= amount
            case ev.Withdrawn(player=player, amount=amount, redeemed=False) if player == YOU:
                net += amount
            case ev.Settled(player=player, returned=returned) if player == YOU:
                net += returned
            case _:
                continue
    return net


def _difference(cents: int) -> str:
    if not cents:
        return "neither up nor down"
    return f"{'up' if cents > 0 else 'down'} {dollars(abs(cents))}"


_STYLES = {"win": "bold green", "lose": "red", "push": "yellow"}


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


def _add_settlement(grid: Grid, end: ev.Settled, own: int) -> None:
    grid.add_row(
        end.player,
        _wager(end, own),
        dollars(end.money),
        Text(end.result, _STYLES.get(end.result, "")),
        dollars(end.returned),
        _why(end),
        Text(end.clause, "dim"),
        style="" if end.player == YOU else "dim",
    )
