"""``pitboss play``: sit down at a table in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pitboss import games
from pitboss.cli.arguments import (
    FLAG,
    RulesFile,
    Seed,
    Unusable,
    fill,
    game_named,
    game_of_rules,
    rules_of,
    table_for,
    whims,
    whole_number,
)
from pitboss.cli.output import console
from pitboss.cli.play_live import play_live
from pitboss.cli.rounds import Narrator
from pitboss.money import dollars
from pitboss.table.drive import drive
from pitboss.table.game import Game
from pitboss.table.rules import TableRules
from pitboss.terminal.answers import read_amount
from pitboss.terminal.drawing import fit, plain_grid
from pitboss.terminal.seat import Seat

SEATS = 3


def play(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="A game's name. Default: pick from a list.")] = "",
    seats: Annotated[
        int | None,
        typer.Option(
            "--seats", metavar="N", parser=whole_number, help="Number of seats taken, including yours. Default: 3."
        ),
    ] = None,
    rules: RulesFile = None,
    seed: Seed = None,
    bankroll: Annotated[
        str, typer.Option("--bankroll", metavar="DOLLARS", help="Your play money at the start.")
    ] = "1000",
    server: Annotated[
        str, typer.Option("--server", metavar="URL", help="Play at a live table of this house. Default: play offline.")
    ] = "",
    table: Annotated[
        str, typer.Option("--table", metavar="ID", help="The live table. Default: a free seat, or a new table.")
    ] = "",
    name: Annotated[
        str,
        typer.Option(
            "--name",
            metavar="NAME",
            help="Sign in as this registered player. The password is asked for, or comes from PITBOSS_PASSWORD."
            " Default: whoever played at this house last, or a new guest.",
        ),
    ] = "",
    guest: Annotated[
        bool, typer.Option("--guest", metavar=FLAG, help="Play as a new guest, called --name if given.")
    ] = False,
    register: Annotated[
        bool,
        typer.Option(
            "--register", metavar=FLAG, help="Register as --name. A guest who played here keeps chips and history."
        ),
    ] = False,
    password_file: Annotated[
        Path | None, typer.Option("--password-file", metavar="FILE", help="A file with your password.")
    ] = None,
) -> None:
    """Sit down at a table in the terminal and play. Play money only.

    You see what your seat may see. The other seats are played automatically. Type ? at the prompt for help.
    If there is no terminal, a narrated round of each game is dealt instead.
    With --server you sit at a live table with other people, as a guest or a registered player of the house. Without a
    game you choose a table from the lobby. The session is kept on this machine, so you come back to your chips.

    [bold]Examples[/]

      pitboss play
      pitboss play double_down_stud --seats 1 --bankroll 500
      pitboss play --server http://127.0.0.1:8000
      pitboss play caribbean_stud --server http://127.0.0.1:8000 --name ann
    """
    money = read_amount(bankroll)
    if isinstance(money, str):
        raise Unusable(f"--bankroll: {money}")
    if server:
        if seats is not None or rules is not None or seed is not None:
            raise Unusable("--seats, --rules and --seed are for tables of your own: leave them out with --server")
        play_live(server, game, table, money, name=name, guest=guest, register=register, password_file=password_file)
        return
    live = {"--table": table, "--name": name, "--guest": guest, "--register": register}
    if given := [option for option, value in {**live, "--password-file": password_file}.items() if value]:
        raise Unusable(f"{given[0]} is for live tables: use it with --server")
    if seats is not None and seats < 1:
        raise Unusable(f"--seats must be at least 1, not {seats}")
    known = game or (game_of_rules(rules) if rules else "")
    chosen = game_named(known) if known else None
    if not sys.stdin.isatty():
        narrate_each([chosen] if chosen else [games.game(one) for one in games.games()], rules, seats, seed)
        return
    try:
        chosen = chosen or pick()
    except (EOFError, KeyboardInterrupt):
        console().print("\nGood-bye.")
        return
    sit_down(chosen, rules_of(chosen, rules), seats, seed, money)


def sit_down(game: Game, rules: TableRules | None, seats: int | None, seed: int | None, money: int) -> None:
    table = table_for(game, rules, seats or 1, seed)
    least = table.rules.table_minimum
    if money < least:
        raise Unusable(f"--bankroll must be at least the table minimum of {dollars(least)}, not {dollars(money)}")
    seat = Seat(table, console(), prompt, whims(seed), money)
    fill(table, seats or min(SEATS, table.rules.positions))
    seat.play()


def prompt(words: str) -> str:
    import readline  # noqa: F401  (gives the prompt its line editing and history)

    return input(words)


def pick() -> Game:
    """Let the player choose a game by its number or its name."""
    out, known = console(), [games.game(name) for name in games.games()]
    grid = plain_grid("", "game", "wagers")
    for number, game in enumerate(known, 1):
        wagers = ", ".join(wager.name for wager in game.wagers if not wager.earned)
        grid.add_row(str(number), game.title, wagers)
    out.print("[bold green]Pitboss[/]: pick a game. Play money only.")
    out.print(fit(grid, out.width))
    while True:
        line = prompt("Which game? ").strip().lower()
        if line in ("q", "quit", "exit"):
            raise EOFError
        if line.isdigit() and 1 <= int(line) <= len(known):
            return known[int(line) - 1]
        fits = [g for g in known if line and (g.name.startswith(line.replace(" ", "_")) or line in g.title.lower())]
        if len(fits) == 1:
            return fits[0]
        out.print(f"[red]Type a number from 1 to {len(known)} or a name, or quit to leave.[/]")


def narrate_each(chosen: list[Game], rules: RulesFile, seats: int | None, seed: int | None) -> None:
    """Narrate a round of each game, for when there is no terminal."""
    for game in chosen:
        table = table_for(game, rules_of(game, rules), seats or 1, seed)
        fill(table, seats or min(2, table.rules.positions))
        Narrator(table.game).tell(drive(table.open_round(), game.basic, whims(seed)).events)
    console().print("[dim]There is no terminal here. Run 'pitboss play' in a terminal to sit at the table.[/]")
