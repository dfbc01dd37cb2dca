"""``pitboss games``: the games, their wagers, decisions, options, places and irregularities."""

from __future__ import annotations

from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from rich.padding import Padding
from rich.text import Text

from pitboss import games as all_games
from pitboss.cli.arguments import AnyGame, Json, game_named
from pitboss.cli.output import console, print_json
from pitboss.table.events import seat_place
from pitboss.table.game import Game
from pitboss.table.rules import TableRules, describe, to_builtins
from pitboss.terminal.drawing import plain_grid


def games(game: AnyGame = "", as_json: Json = False) -> None:
    """The games: their wagers, decisions, options, places and irregularities.

    [bold]Examples[/]

      pitboss games
      pitboss games double_down_stud
      pitboss games --json        wager names and places, as they stand in logs
    """
    names = [game_named(game).name] if game else all_games.games()
    if as_json:
        print_json({name: described(all_games.game(name)) for name in names})
        return
    for name in names:
        show(all_games.game(name))
    console().print("[dim]'pitboss rules GAME' writes the options as a file to change; --json is for programs.[/]")


def described(game: Game) -> dict[str, Any]:
    """The game as plain values: a contract for those who read logs."""
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
        "options": options(game.rules),
        "places": [*(seat_place(seat) for seat in range(1, game.rules().positions + 1)), *game.places],
        "irregularities": [
            {"what": i.what, "clause": i.clause, "means": i.means, "amount": i.amount_is} for i in game.irregularities
        ],
        "basic": game.basic_is,
        "pack": len(game.pack),
    }


def options(kind: type[TableRules]) -> list[dict[str, Any]]:
    """Every option: its default, what it means, and the values to choose from where they are a list."""
    meanings, defaults = describe(kind), to_builtins(kind())
    hints = get_type_hints(kind)
    return [
        {"name": name, "default": defaults[name], "means": meanings.get(name, ""), "values": _values(hints[name])}
        for name in defaults
    ]


def _values(hint: Any) -> list[Any]:
    """The values of a choice, the two of a yes or no; none where anything of a kind will do."""
    origin = get_origin(hint)
    if origin is Annotated:
        return _values(get_args(hint)[0])
    if origin is Literal:
        return list(get_args(hint))
    if origin in (Union, UnionType):
        return [value for part in get_args(hint) for value in _values(part)]
    return [True, False] if hint is bool else []


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
    for grid in (wagers, decisions, choices, wrong):
        if grid.row_count:
            out.print(Padding(grid, (0, 0, 0, 2)))
    out.print(f"  [dim]places:[/] seat 1 to seat {game.rules().positions}, {', '.join(game.places)}")
    out.print(f"  [dim]basic policy:[/] {game.basic_is}\n")


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _default(value: Any) -> str:
    if isinstance(value, dict):
        return "a table" if value else "none"
    return _plain(value) if value not in ("", None, [], ()) else "none"
