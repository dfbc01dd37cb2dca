"""``pitboss odds``: the exact odds of every wager."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from pitboss import games, mathematics
from pitboss.cli.arguments import FLAG, AnyGame, Json, RulesFile, Unusable, game_named, rules_of, usable
from pitboss.cli.output import console, print_json, share_done
from pitboss.exact.results import GameOdds, WagerOdds
from pitboss.money import dollars
from pitboss.report import write
from pitboss.report.files import PAR_SHEET, suffix_of
from pitboss.table.rules import TableRules
from pitboss.terminal.drawing import fit, hang, plain_grid

if TYPE_CHECKING:
    from pitboss.exact.choices import Strategy

StrategyName = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="How the player decides: a name that --strategies lists, or a function of yours as file.py:function.",
    ),
]


def odds(
    game: AnyGame = "",
    every: Annotated[bool, typer.Option("--all", metavar=FLAG, help="Every game.")] = False,
    rules: RulesFile = None,
    strategy: StrategyName = "optimal",
    meter: Annotated[
        str,
        typer.Option(
            "--meter",
            metavar="$",
            show_default=False,
            help="What the progressive meters show, in dollars: 250000, or mega=250000,major=9000. Their seed without.",
        ),
    ] = "",
    outcomes: Annotated[
        bool, typer.Option("--outcomes", metavar=FLAG, help="Show how often each wager ends in each way.")
    ] = False,
    strategies: Annotated[
        bool, typer.Option("--strategies", metavar=FLAG, help="List the strategies that a game knows by name, and end.")
    ] = False,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="F", help="Write a par sheet: F ends in .html, .xlsx or .csv.")
    ] = None,
    as_json: Json = False,
) -> None:
    """The exact odds of every wager: counted over all deals, under any rules and strategy.

    Without --rules, every side wager and pay table that the document allows; with them, what that table offers.
    The first count of a game takes seconds; counts are kept under your cache folder.

    [bold]Examples[/]

      pitboss odds caribbean_stud
      pitboss odds caribbean_stud --strategy at-least:AKJ83 --json
      pitboss odds caribbean_stud --rules my.toml --report par.html
      pitboss odds --all
    """
    if every == bool(game):
        raise Unusable(f"give a game, or --all for every one; the games are {', '.join(games.games())}")
    if every and (rules or report):
        raise Unusable("--rules and --report are about one game; name it instead of --all")
    names = games.games() if every else [game_named(game).name]
    if strategies:
        for name in names:
            show_strategies(name)
        return
    if report:
        with usable():
            suffix_of(report, *PAR_SHEET)
    found = [price(name, rules_of(games.game(name), rules), strategy, meter) for name in names]
    if report:
        with usable():
            write(found[0], report)
    if as_json:
        print_json([one.as_dict() for one in found] if every else found[0].as_dict())
        return
    for one in found:
        show(one, outcomes=outcomes)
    if report:
        console().print(f"The par sheet is in {report}.")


def price(game: str, rules: TableRules | None, strategy: str, meter: str = "") -> GameOdds:
    chosen = strategy_named(strategy)
    with usable(), share_done(f"counting {game}") as tick:
        found = mathematics.odds(game, rules, strategy=chosen, tick=tick)
    return found.at_meters(showing(found, meter)) if meter else found


def strategy_named(name: str) -> Strategy:
    """A strategy by its name, or the function that ``file.py:function`` names."""
    path, _, function = name.rpartition(":")
    if not path.endswith(".py"):
        return name
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise Unusable(f"{path} can't be read as a strategy: it is no file of Python")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise Unusable(f"{path} does not run as Python: {type(error).__name__}: {error}") from None
    found: Any = getattr(module, function, None)
    if not callable(found):
        raise Unusable(f"{path} has no function '{function}'; a strategy takes the known cards and returns an action")
    chooser: Strategy = found
    return chooser


def showing(found: GameOdds, said: str) -> dict[str, int]:
    """What meters show, in cents, as ``250000`` or ``mega=250000,major=9000`` say it in dollars."""
    names = {meter.name for wager in found.wagers.values() if wager.progressive for meter in wager.progressive.meters}
    if not names:
        raise Unusable(f"--meter can't be used: {found.game} has no progressive wager under these rules")
    shown: dict[str, int] = {}
    for one in said.split(","):
        name, _, amount = one.strip().rpartition("=")
        try:
            cents = round(float(amount.strip().lstrip("$").replace("_", "")) * 100)
        except (ValueError, OverflowError):
            raise Unusable(f"--meter {said} is no amount in dollars: give 250000, or mega=250000,major=9000") from None
        if cents < 0:
            raise Unusable(f"--meter {said}: a meter never shows less than nothing")
        if name and name not in names:
            raise Unusable(f"--meter {said}: there is no meter '{name}'; there are {', '.join(sorted(names))}")
        shown |= {name: cents} if name else dict.fromkeys(names, cents)
    return shown


def show_strategies(game: str) -> None:
    out = console()
    grid = plain_grid("strategy", "what it does")
    for name, words in mathematics.mathematics(game).strategies.items():
        grid.add_row(name, words)
    out.print(Text(games.game(game).title, "bold green"))
    out.print(fit(grid, out.width))


# --- for people


def show(odds: GameOdds, *, outcomes: bool = False) -> None:
    out = console()
    out.print(Text.assemble((odds.title, "bold green"), f"  {odds.game}, rules {odds.rules_hash[:12]}"))
    hang(out, Text("  strategy: ", "dim"), Text(f"{odds.strategy}: {odds.summary}"), in_one_line=True)
    line = Text.assemble(
        "  ",
        ("house edge ", "dim"),
        (f"{odds.house_edge:.4%}", "bold"),
        ("  element of risk ", "dim"),
        f"{odds.element_of_risk:.4%}",
        ("  standard deviation ", "dim"),
        f"{odds.standard_deviation:.4f}",
        ("  over ", "dim"),
        f"{odds.combinations:,}",
        (" deals", "dim"),
    )
    out.print(line)
    taken = ", ".join(f"{action} {float(share):.4%}" for action, share in odds.action_frequency.items())
    hang(out, Text("  decisions: ", "dim"), Text(taken), in_one_line=True)
    if odds.cost:
        out.print(Text(f"  against optimal play it costs {float(odds.cost):.4%} of the base wager"))
    numbers = ("house edge", "SD", "hits", "placed")
    grid = plain_grid("wager", *numbers, "", right=numbers)
    for wager in odds.wagers.values():
        grid.add_row(wager.name, *row(wager))
    out.print(fit(grid, out.width))
    if odds.mistakes:
        show_mistakes(out, odds)
    if outcomes:
        for wager in odds.wagers.values():
            show_outcomes(out, wager)
    for one in odds.caps:
        if one.cost:
            words = f"a payout limit of {dollars(one.cap)} costs {float(one.cost):.4%} at a base wager of"
            out.print(Text(f"  {words} {dollars(one.base)}"))
    for note in odds.notes:
        hang(out, Text("  ", "dim"), Text(note, "dim"), in_one_line=True)
    out.print()


def row(wager: WagerOdds) -> tuple[str, str, str, str, str]:
    words = wager.note
    if wager.estimate:
        words = f"an estimate, standard error {wager.estimate.standard_error:.2%}"
    elif wager.progressive:
        meters = ", ".join(f"{one.name} at {dollars(one.at)}" for one in wager.progressive.meters)
        even = ", ".join(f"{dollars(int(wager.progressive.break_even(m.name)))}" for m in wager.progressive.meters)
        words = f"{meters}; breaks even at {even}"
    edge = f"+{float(wager.expected_value):.4f}" if wager.earned else f"{wager.house_edge:.4%}"
    placed = "earned" if wager.earned else f"{float(wager.placed):.2%}"
    return edge, f"{wager.standard_deviation:.4f}", f"{float(wager.hit_frequency):.4%}", placed, words


def show_mistakes(out: Console, odds: GameOdds) -> None:
    numbers = ("lost each time", "lost in all")
    grid = plain_grid("costliest mistakes", "plays", "better", *numbers, right=numbers)
    for one in odds.mistakes:
        grid.add_row(one.state, one.action, one.best, f"{float(one.each):.6f}", f"{float(one.cost):.6%}")
    out.print(fit(grid, out.width))


def show_outcomes(out: Console, wager: WagerOdds) -> None:
    numbers = ("deals", "probability", "return")
    grid = plain_grid(wager.name, "pays", *numbers, right=numbers)
    total = wager.combinations
    for one in wager.outcomes:
        share = float(one.count / total)
        back = "" if one.net is None else f"{share * float(one.net):+.8f}"
        grid.add_row(one.name, one.pays, f"{float(one.count):,.0f}", f"{share:.10f}", back)
    out.print(fit(grid, out.width))
