"""``pitboss verify``: published figures, counted again."""

from __future__ import annotations

import typer
from rich.text import Text

from pitboss import published
from pitboss.cli.arguments import AnyGame, Json, game_named, usable
from pitboss.cli.output import console, in_background, print_json, progress
from pitboss.exact.store import counted_anew
from pitboss.published import Check
from pitboss.terminal.drawing import fit, hang, plain_grid


def verify(game: AnyGame = "", as_json: Json = False) -> None:
    """Count every published figure again, from the cards up, and compare.

    Counts that are kept from earlier are not used. A figure that differs without an explanation makes the exit
    status 1.

    [bold]Examples[/]

      pitboss verify
      pitboss verify caribbean_stud --json
    """
    wanted = [one for one in published.figures() if not game or one.game == game_named(game).name]
    made: list[Check] = []
    with usable(), counted_anew(), progress("recounting", len(wanted), long=1) as bar:
        checks = published.checks(wanted)
        while (check := in_background(lambda: next(checks, None))) is not None:
            made.append(check)
            bar.tick()
    if as_json:
        print_json([plain(one) for one in made])
    else:
        show(made)
    if any(not one.agrees and not one.figure.differs for one in made):
        raise typer.Exit(1)


def plain(one: Check) -> dict[str, object]:
    figure = one.figure
    return {
        "game": figure.game,
        "what": figure.what,
        "strategy": figure.strategy,
        "rules": figure.rules,
        "published": figure.value,
        "ours": one.ours,
        "agrees": one.agrees,
        "differs": figure.differs,
        "source": figure.source,
    }


def show(made: list[Check]) -> None:
    out = console()
    numbers = ("published", "counted")
    grid = plain_grid("game", "figure", *numbers, "", right=numbers)
    for one in made:
        agrees = Text("agrees", "green") if one.agrees else Text("differs", "yellow" if one.figure.differs else "red")
        grid.add_row(one.figure.game, one.figure.what, one.figure.value, one.ours, agrees)
    out.print(fit(grid, out.width))
    for one in made:
        if not one.agrees:
            words = one.figure.differs or "no reason is known: one of the two is wrong"
            hang(out, Text(f"{one.figure.what}: ", "bold"), Text(words), in_one_line=True)
    sources = dict.fromkeys(one.figure.source for one in made)
    out.print(Text(f"{sum(one.agrees for one in made)} of {len(made)} agree. Sources:", "bold"))
    for source in sources:
        out.print(Text(f"  {source}", "dim"))
