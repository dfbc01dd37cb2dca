"""What a seat at the terminal tells its player, at a table of its own or at a live one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from pitboss.basics.errors import IllegalAction
from pitboss.basics.money import dollars
from pitboss.engine.game import Game
from pitboss.engine.meters.meter import MeterTerms
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event
from pitboss.engine.round.layout import Layout
from pitboss.engine.rules import TableRules
from pitboss.log.narration import with_symbols
from pitboss.terminal.plain.pages import Page
from pitboss.terminal.seat.answers import Choice
from pitboss.terminal.seat.drawing import draw_table, fit, fits, hang, namer, plain_grid, visible, with_coupon
from pitboss.terminal.seat.hints import Hint, exact_money, money
from pitboss.terminal.seat.reports import report_grid
from pitboss.terminal.seat.sentences import told

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


class Telling:
    """Tells a player what happens and what they may do. ``you`` is the player's id."""

    def __init__(self, console: Console, game: Game, rules: TableRules, terms: Sequence[MeterTerms], you: str) -> None:
        self.console, self.game, self.rules, self.terms, self.you = console, game, rules, terms, you

    def called(self, player: str) -> str:
        """The name by which a player is told of."""
        return player

    def say(self, words: str, style: str = "") -> None:
        self.console.print(Text(words, style))

    def complain(self, words: str) -> None:
        self.console.print(Text(visible(words[:1].upper() + words[1:]) + ".", "red"))

    def tell(self, event: Event, names: Mapping[str, str] | None = None) -> None:
        """Tell one event, with its clause."""
        hang(self.console, Text("  "), Text.assemble(told(self.game, event, names), (f"  {event.clause}", "dim")))

    def refuse(self, refusal: IllegalAction) -> None:
        sentence = with_symbols(refusal.wrong + (f"; {refusal.allowed}" if refusal.allowed else ""))
        clause = f" (clause {refusal.clause})" if refusal.clause else ""
        self.console.print(Text(visible(sentence[:1].upper() + sentence[1:] + clause) + ".", "red"))

    def heading(self, round: int) -> None:
        """Say that a round begins."""
        self.console.print()
        self.console.rule(f"[bold]{self.game.title}[/], round {round}", style="green")

    def show_table(self, layout: Layout, seats: Iterable[tuple[int, str]], title: str, status: str) -> None:
        """Draw the table."""
        names = namer(self.game.name, layout)
        self.console.print(draw_table(layout, seats, self.you, title, status, self.game.lies, names))

    def settlement(self, ends: list[ev.Settled], seats: Mapping[str, int]) -> None:
        """Show the settlements as a table, or line by line if a table would break words."""
        if not ends:
            return
        grid = plain_grid("who", "wager", "staked", "result", "returned", "why", "clause", right=("staked", "returned"))
        for end in ends:
            style = "" if end.player == self.you else "dim"
            _add_settlement(grid, end, seats.get(end.player, 0), self.called(end.player), style)
        if fits(grid, self.console.width):
            self.console.print(fit(grid, self.console.width))
            return
        for end in ends:
            result = _result(end)
            on = _wager(end, seats.get(end.player, 0))
            what = f"{self.called(end.player)}: {dollars(end.money)} on {on}: "
            hang(self.console, Text(), Text.assemble(what, result, f", {dollars(end.returned)} back"))
            hang(self.console, Text("  "), Text(f"{_why(end)}  {end.clause}".strip(), "dim"))

    # --- choices

    def may_go_on(self, known: Sequence[Choice]) -> bool:
        """Whether every open choice is optional."""
        side = {wager.name for wager in self.game.wagers if wager.side}
        return all(c.offer.why_not or c.offer.optional or c.offer.wager in side for c in known)

    def list_choices(
        self, question: str, known: Sequence[Choice], prices: Mapping[str, str], more: Iterable[tuple[str, str, str]]
    ) -> None:
        """List the open choices with prices, clauses and meanings, then what else may be typed."""
        self.console.print(Text(f"{question[:1].upper()}{question[1:]}: you may", "bold"))
        grid = Grid(box=None, show_header=False, padding=(0, 2, 0, 0))
        grid.add_column(style="bold cyan", no_wrap=True)
        grid.add_column(no_wrap=True)
        grid.add_column(style="dim", no_wrap=True)
        grid.add_column(style="dim")
        for choice in known:
            if not choice.offer.why_not:
                grid.add_row(choice.name, prices[choice.name], choice.offer.clause, self.meaning(choice))
        for name, price, means in more:
            grid.add_row(name, price, "", means)
        self.console.print(Padding(grid, (0, 0, 0, 2)))

    def meaning(self, choice: Choice) -> str:
        game, offer = self.game, choice.offer
        if offer.do == "withdraw":
            return "take it back"
        named = {w.name: w.means for w in game.wagers} if offer.do == "wager" else {}
        return named.get(offer.wager) or choice.words.means

    # --- pages, hints and reports

    def show_page(self, page: Page, at: int, of: int) -> None:
        """Show one page. The player types for the next one."""
        self.console.print(page.body)
        if of > 1:
            more = " Type more for the next one." if at < of else ""
            self.say(f"{page.title}, page {at} of {of}.{more}", "dim")

    def show_hint(self, hint: Hint) -> None:
        """Show the value of each choice, the best first. While wagers are placed, what each costs on average."""
        grid = Grid(box=None, show_header=False, padding=(0, 2, 0, 0))
        if hint.amounts:
            self.say("What each wager costs on average:", "bold")
            for wager, costs in hint.edges:
                least = f"{money(hint.values[wager])} on {dollars(hint.amounts[wager])}"
                whole = "the whole hand, with perfect play" if wager == self.game.base else ""
                exact = ", ".join(filter(None, (exact_money(hint.values[wager]), whole)))
                grid.add_row(wager, costs, Text(least), Text(exact, "dim"))
            self.console.print(Padding(grid, (0, 0, 0, 2)))
            self.say(hint.note, "dim")
            return
        self.say(f"{hint.answer}. {hint.in_words}".rstrip(), "bold")
        for action, value in hint.ordered:
            cost = hint.cost(action)
            costs = "best" if action == hint.best else f"costs {hint.money(cost)} more" if cost else "as good"
            grid.add_row(hint.called(action), Text(hint.money(value)), costs, Text(exact_money(value), "dim"))
        self.console.print(Padding(grid, (0, 0, 0, 2)))
        self.say(". ".join(filter(None, (hint.rests_on, hint.note.rstrip(".")))) + ".", "dim")

    def nothing_to_report(self) -> str:
        """What to say to somebody who can't report anything."""
        return "There is nothing to report now."

    def show_reports(self, known: list[Choice]) -> None:
        """Show what can be reported now."""
        if not known:
            self.say(self.nothing_to_report())
            return
        self.console.print(fit(report_grid(self.game, known), self.console.width))
        name = known[0].name + (f" {known[0].offer.least or 1}" if known[0].offer.most else "")
        self.say(f"Type report and what it is, as in: report {name}", "dim")


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


_STYLES = {"win": "bold green", "lose": "red", "push": "yellow"}


def _result(end: ev.Settled) -> Text:
    """The result with what was won or lost: ``win $10``."""
    change = abs(end.returned - end.money)
    return Text(f"{end.result} {dollars(change)}" if change else end.result, _STYLES.get(end.result, ""))


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


def _add_settlement(grid: Grid, end: ev.Settled, own: int, name: str, style: str) -> None:
    grid.add_row(
        Text(name),
        _wager(end, own),
        dollars(end.money),
        _result(end),
        dollars(end.returned),
        _why(end),
        Text(end.clause, "dim"),
        style=style,
    )
