"""``pitboss load``: many clients play at once, and their figures."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from pitboss import games
from pitboss.cli.arguments import Json, Unusable, usable, whole_number
from pitboss.cli.output import console, print_json, share_done
from pitboss.cli.own_house import own_house
from pitboss.cli.servers import checked_server, needs_the_client
from pitboss.terminal.drawing import plain_grid

if TYPE_CHECKING:
    from pitboss.client.figures import Figures, Latencies

MOST_TABLES, LONGEST = 500, 86_400


def load(
    server: Annotated[
        str,
        typer.Option(
            "--server", metavar="URL", help="The address of a house. Default: start one and stop it at the end."
        ),
    ] = "",
    tables: Annotated[int, typer.Option("--tables", metavar="N", parser=whole_number, help="Number of tables.")] = 50,
    seats: Annotated[
        int, typer.Option("--seats", metavar="N", parser=whole_number, help="Number of players at each table.")
    ] = 5,
    seconds: Annotated[float, typer.Option("--seconds", metavar="S", help="How long to play, in seconds.")] = 30.0,
    think: Annotated[
        float,
        typer.Option(
            "--think",
            metavar="S",
            help="How long a player thinks before each act, on average, in seconds. 0: not at all.",
        ),
    ] = 0.0,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="S",
            parser=whole_number,
            help="Makes the choices of the players repeatable.",
            show_default=False,
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Let many clients play at a house at once, and measure it.

    The tables play all games in turn. Half of the players play each game's basic policy, the others take any legal
    offer. Every player is a client with a connection of its own. Latency is the time from a command to its
    acknowledgement, as the client sees it. All clients share one process: the delay within the clients shows if that,
    and not the house, was slow.

    [bold]Examples[/]

      pitboss load
      pitboss load --server http://127.0.0.1:8000 --tables 50 --seats 5 --seconds 30
      pitboss load --tables 50 --seats 5 --think 1 --json
    """
    fewest = min(games.game(name).rules().positions for name in games.games())
    for option, given, least, most in (
        ("--tables", tables, 1, MOST_TABLES),
        ("--seats", seats, 1, fewest),
        ("--seconds", seconds, 0.1, LONGEST),
        ("--think", think, 0, LONGEST),
    ):
        if not least <= given <= most:
            raise Unusable(f"{option} must be between {least} and {most:,}, not {given:g}")
    with needs_the_client():
        from pitboss.client.errors import ConnectionLost, Refused
        from pitboss.client.load import Plan, run
        from pitboss.protocol import event_loop
    plan = Plan(tables=tables, seats=seats, seconds=seconds, think=think, seed=seed)
    with usable(), nullcontext(checked_server(server)) if server else own_house() as address:
        try:
            with share_done(f"{tables * seats} players at {tables} tables") as tick:
                figures = event_loop.run(run(address, plan, tick))
        except (ConnectionLost, Refused) as error:
            raise Unusable(f"{address}: {error}" if isinstance(error, Refused) else str(error)) from None
    if as_json:
        print_json(figures)
    else:
        show(figures)


def show(figures: Figures) -> None:
    out = console()
    words = f"  {figures.players} players at {figures.tables} tables, {figures.seconds:.1f} seconds"
    out.print(Text.assemble(("load", "bold green"), words))
    refused = ", ".join(f"{count:,} {code}" for code, count in figures.refused.items()) or "none"
    grid = plain_grid("figure", "value")
    for name, value in {
        "acts a second": f"{figures.acts_a_second:,.1f}",
        "acknowledged acts": f"{figures.acts:,} of {figures.commands:,} commands",
        "refused": refused,
        "without an answer": f"{figures.unanswered:,}",
        "latency": percentiles(figures.latency_ms),
        "delay within the clients": percentiles(figures.lag_ms),
        "rounds": f"{figures.rounds:,}",
        "updates received": f"{figures.updates:,}",
        "reconnects": f"{figures.reconnects:,}, with {figures.resent:,} commands sent again",
        "gaps in updates": f"{figures.gaps:,}",
        "connections lost for good": f"{figures.lost:,}",
        "players out of money": f"{figures.broke:,}",
    }.items():
        grid.add_row(name, value)
    out.print(grid)


def percentiles(of: Latencies) -> str:
    return f"p50 {of.p50:.1f} ms, p90 {of.p90:.1f}, p99 {of.p99:.1f}, most {of.most:.1f}"
