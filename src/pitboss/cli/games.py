"""``pitboss games`` and ``pitboss rules``: what a game has, and its rules as a file that can be changed."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from pitboss.cli.arguments import AnyGame, GameName, Json, RulesFile, game_named, rules_of
from pitboss.cli.output import console, print_json
from pitboss.engine import registry as all_games
from pitboss.engine.game import Game
from pitboss.engine.round.events import seat_place
from pitboss.engine.rules import TableRules, checked, describe, to_builtins, to_toml, values
from pitboss.terminal.seat.drawing import draw_meters, draw_pays, fit, hang, plain_grid, print_rows


def games(game: AnyGame = "", as_json: Json = False) -> None:
    """List the games, or describe one: wagers, decisions, pay tables, options, places and irregularities.

    [bold]Examples[/]

      pitboss games
      pitboss games double_down_stud
      pitboss games --json        with the names that logs use
    """
    names = [game_named(game).name] if game else all_games.games()
    if as_json:
        print_json({name: described(all_games.game(name)) for name in names})
        return
    if game:
        show(all_games.game(game))
        console().print("[dim]'pitboss rules GAME' writes the options as a file that you can change.[/]")
    else:
        show_all()


def described(game: Game) -> dict[str, Any]:
    """The game as plain values, with pay tables under the default rules. Programs that read logs rely on them."""
    rules = game.rules()
    return {
        "title": game.title,
        "wagers": [
            {
                "name": wager.name,
                "clause": wager.clause,
                "means": wager.means,
                "base": wager.base,
                "side": wager.side,
                "earned": wager.earned,
                "coupon": wager.coupon,
            }
            for wager in game.wagers
        ],
        "decisions": [{"action": d.action, "clause": d.clause, "means": d.means} for d in game.decisions],
        "pay_tables": game.pays(rules),
        "meters": [
            {"name": m.name, "wagers": m.wagers, "stake": m.stake, "seed": m.seed, "rate": str(m.rate)}
            for m in game.meters(rules)
        ],
        "options": options(game.rules),
        "places": [*(seat_place(seat) for seat in range(1, game.most_seats + 1)), *game.places],
        "irregularities": [
            {"what": i.what, "clause": i.clause, "means": i.means, "amount": i.amount_is} for i in game.irregularities
        ],
        "basic": game.basic_is,
        "pack": len(game.pack),
    }


def options(kind: type[TableRules]) -> list[dict[str, Any]]:
    """Every option with its default, its meaning, and its allowed values if they are a list."""
    meanings, defaults = describe(kind), to_builtins(kind())
    return [
        {"name": name, "default": defaults[name], "means": meanings.get(name, ""), "values": list(values(kind, name))}
        for name in defaults
    ]


def show_all() -> None:
    out, known = console(), map(all_games.game, all_games.games())
    rows = [(game.title, game.name, ", ".join(wager.name for wager in game.wagers)) for game in known]
    print_rows(out, ("game", "name", "wagers"), rows)
    out.print("\n[dim]'pitboss games NAME' describes a game: its wagers, decisions, pay tables and options.[/]")


def show(game: Game) -> None:
    out = console()
    out.print(Text.assemble((game.title, "bold green"), f"  {game.name}"))
    wagers = plain_grid("wager", "clause", "what it is")
    for wager in game.wagers:
        kind = "earned" if wager.earned else "side" if wager.side else "base" if wager.base else ""
        wagers.add_row(wager.name, wager.clause, wager.means + (f" [dim]({kind})[/]" if kind else ""))
    decisions = plain_grid("decision", "clause", "what it is")
    for decision in game.decisions:
        decisions.add_row(decision.action, decision.clause, decision.means)
    choices = plain_grid("option", "default", "what it means")
    for option in options(game.rules):
        values = f" [dim]({' | '.join(map(_plain, option['values']))})[/]" if option["values"] else ""
        choices.add_row(option["name"], _default(option["default"]), option["means"] + values)
    wrong = plain_grid("irregularity", "clause", "what it is")
    for one in game.irregularities:
        wrong.add_row(one.what, one.clause, one.means)
    rules = game.rules()
    for grid in (wagers, decisions):
        _show(out, grid)
    out.print(Padding(draw_pays(game.pays(rules)), (0, 0, 0, 2), expand=False))
    for grid in (draw_meters(game.meters(rules)), choices, wrong):
        _show(out, grid)
    places = f"seat 1 to seat {game.most_seats} ({rules.positions} by default), {', '.join(game.places)}"
    hang(out, Text("  places: ", "dim"), Text(places), in_one_line=True)
    hang(out, Text("  basic policy: ", "dim"), Text(game.basic_is), in_one_line=True)
    out.print()


def _show(out: Console, grid: Grid) -> None:
    if grid.row_count:
        out.print(Padding(fit(grid, out.width - 2), (0, 0, 1, 2), expand=False))


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _default(value: Any) -> str:
    if isinstance(value, dict):
        return "a table" if value else "none"
    return _plain(value) if value not in ("", None, [], ()) else "none"


def rules(game: GameName = "", file: RulesFile = None) -> None:
    """Print a game's rules as TOML, with the document's defaults and the meaning of each option.

    With --rules, print the rules of that file, checked and completed.

    [bold]Examples[/]

      pitboss rules caribbean_stud > my.toml
      pitboss rules caribbean_stud --rules my.toml
      pitboss deal caribbean_stud --rules my.toml
    """
    found = game_named(game)
    chosen = rules_of(found, file) or checked(found.name, found.rules())
    print(to_toml(found.name, chosen), end="")
