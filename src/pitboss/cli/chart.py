"""``pitboss chart``: the strategy of a game as pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitboss import mathematics
from pitboss.cli.arguments import FLAG, Force, GameName, RulesFile, Unusable, check_output, game_named, rules_of, usable
from pitboss.cli.output import console, in_background, share_done
from pitboss.exact.distribution import Distribution
from pitboss.report import draw, value_distribution
from pitboss.report.forms import PICTURE, suffix_of


def chart(
    game: GameName = "",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="F", show_default=False, help="The picture's file: F ends in .svg or .png."),
    ] = None,
    which: Annotated[
        str,
        typer.Option(
            "--which", metavar="NAME", show_default=False, help="One of the game's pictures; the strategy without."
        ),
    ] = "",
    every: Annotated[
        bool, typer.Option("--all", metavar=FLAG, help="Every picture of the game, each in a file named after it.")
    ] = False,
    rules: RulesFile = None,
    force: Force = False,
) -> None:
    """A strategy chart that a player can use, and other pictures of a game's odds.

    [bold]Examples[/]

      pitboss chart double_attack_blackjack --out chart.svg
      pitboss chart caribbean_stud --which results --out results.png
      pitboss chart double_cross_poker --all --out cross.svg
    """
    found = game_named(game)
    path = out or Path(f"{found.name}.svg")
    with usable():
        suffix_of(path, *PICTURE)
    if not every:
        check_output(path, rules, replace=force)
    settled = rules_of(found, rules)
    with usable(), share_done(f"counting {found.name}") as tick:
        pictures = in_background(lambda: mathematics.pictures(found.name, settled, tick=tick))
        odds = in_background(lambda: mathematics.odds(found.name, settled, tick=tick))
        if isinstance(odds.results, Distribution):
            pictures.append(value_distribution(odds))
    named = {picture.name: picture for picture in pictures}
    if which and which not in named:
        raise Unusable(f"there is no picture '{which}' of {found.name}; there are {', '.join(named)}")
    wanted = list(named) if every else [which or next(iter(named))]
    targets = {name: path.with_stem(f"{path.stem}-{name}") if every else path for name in wanted}
    for target in targets.values():  # what the pictures are called is known only now
        check_output(target, rules, replace=force)
    for name, target in targets.items():
        with usable():
            draw(named[name], target, replace=force)
        console().print(f"{named[name].title}: {target}")
    others = [name for name in named if name not in wanted]
    if others:
        console().print(f"[dim]Other pictures, with --which: {', '.join(others)}; all of them with --all.[/]")
