"""``pitboss statistics``: a player's own rounds at a house, added up."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.text import Text

from pitboss.basics.money import dollars, whole_cents
from pitboss.cli.arguments import Json, checked_server, game_named, game_names, option
from pitboss.cli.output import console, print_json, waiting
from pitboss.engine import registry
from pitboss.terminal.seat.drawing import print_rows

if TYPE_CHECKING:
    from pitboss.client.synchronous import Client
    from pitboss.protocol.statistics import PlayTotals, StatisticsInfo

PATIENCE_S = 60.0
"""Seconds to wait for an answer. A coach that has just started may have to compile."""


def statistics(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", autocompletion=game_names, help="Only this game. Default: all games.")
    ] = "",
    server: str = option("http://127.0.0.1:8000", "URL", "The address of the house."),
    name: str = option("", "NAME", "Sign in as this registered player. Default: whoever played here last."),
    as_json: Json = False,
) -> None:
    """Add up your rounds at a house: results against what was to be expected, skill and luck, mistakes, ratings.

    Expected is what your wagers were worth as you played them. Luck is the result without that, and skill is what your
    mistakes cost. Rounds that nobody has reviewed yet are reviewed first. Tables for practice are left out.

    [bold]Examples[/]

      pitboss statistics
      pitboss statistics caribbean_stud --server http://127.0.0.1:8000 --name ann
      pitboss statistics --json
    """
    address = checked_server(server)
    if game:
        game_named(game)
    from pitboss.cli.live import SigningIn, farewell
    from pitboss.client.synchronous import Client
    from pitboss.terminal.seat.display import Lines

    with farewell(), Client(address, timeout=PATIENCE_S) as client:
        SigningIn(client, Lines(sys.stdin.fileno()), say=lambda words, style="": None).come_back(name)
        with waiting("reviewing your rounds"):
            found = reviewed(client, game)
    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        show(found)


def reviewed(client: Client, game: str) -> StatisticsInfo:
    """The statistics when every round is reviewed that can be."""
    from pitboss.client.errors import ConnectionLost
    from pitboss.protocol.statistics import AT_ONCE

    ahead = round((datetime.now().astimezone().utcoffset() or timedelta()).total_seconds() / 60)
    found = client.statistics(game, ahead=ahead)
    while found.missing:
        try:
            before, found = found, client.statistics(game, ahead=ahead, review=AT_ONCE)
        except ConnectionLost:  # a slow coach: what is reviewed by now is worth showing
            break
        if found.missing >= before.missing:
            break
    return found


def show(found: StatisticsInfo) -> None:
    """Print the sums by game and by day, then mistakes by kind, and ratings."""
    out = console()
    if found.whole.rounds:
        games = [(_title(one.game), one.totals) for one in found.games]
        _print_sums("game", [*games, *([("all games", found.whole)] if len(games) > 1 else [])])
        out.print()
        _print_sums("day", [(one.day, one.totals) for one in found.days])
    else:
        out.print("You have played no round here that could be reviewed.")
    if wrong := [one for one in found.kinds if one.mistakes]:
        out.print()
        columns = ("wrong", "of", "cost")
        rows = [(one.kind, _title(one.game), str(one.mistakes), str(one.decisions), _money(one.cost)) for one in wrong]
        print_rows(out, ("mistakes", "game", *columns), rows, columns)
    if found.ratings:
        out.print()
        rated = [(_title(one.game), str(one.course[0].rating), str(one.rating)) for one in found.ratings]
        print_rows(out, ("drill", "first rating", "now"), rated, ("first rating", "now"))
    for words in notes(found):
        out.print(Text(f"\n{words}"))


def notes(found: StatisticsInfo) -> Iterable[str]:
    """What the sums leave out, or do not say exactly, in sentences."""
    if found.missing:
        yield f"Not counted: {_rounds(found.missing)} that could not be reviewed. Ask again."
    if found.unpriced:
        yield f"Not counted: {_rounds(found.unpriced)} of games without exact odds."
    if found.whole.inexact:
        yield f"In {_rounds(found.whole.inexact)}, some price is not exact or is missing."
    for one in found.left_out:
        yield f"The {one.wager} wager of {_title(one.game)} has no price: in {_rounds(one.rounds)}, its result is luck."


def _print_sums(by: str, lines: Iterable[tuple[str, PlayTotals]]) -> None:
    columns = ("rounds", "staked", "result", "expected", "luck", "mistakes", "out of time")
    rows = [
        (name, f"{one.rounds:,}", dollars(one.staked), *map(_money, (one.net, one.own, one.luck, one.cost, one.late)))
        for name, one in lines
    ]
    print_rows(console(), (by, *columns), rows, columns)


def _title(game: str) -> str:
    return registry.game(game).title if game in registry.games() else game


def _money(cents: float) -> str:
    return dollars(whole_cents(cents))


def _rounds(count: int) -> str:
    return f"{count:,} round{'' if count == 1 else 's'}"
