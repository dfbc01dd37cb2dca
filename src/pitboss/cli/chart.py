"""``pitboss chart``: pictures of a game's strategy and odds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.arguments import (
    FLAG,
    AsStudy,
    Force,
    GameName,
    Json,
    RulesFile,
    Settings,
    Unusable,
    check_output,
    game_named,
    priced_rules,
    usable,
)
from pitboss.cli.output import console, in_background, print_json, share_counted
from pitboss.engine import registry
from pitboss.mathematics import any_game
from pitboss.mathematics.results import Distribution
from pitboss.report import draw, stamped, value_distribution, with_steps
from pitboss.report.forms import PICTURE, suffix_of


def chart(
    game: GameName = "",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="F", show_default=False, help="The picture's file, .svg or .png. Default: GAME.svg."
        ),
    ] = None,
    which: Annotated[
        str,
        typer.Option("--which", metavar="NAME", show_default=False, help="The picture to draw. Default: the strategy."),
    ] = "",
    every: Annotated[
        bool, typer.Option("--all", metavar=FLAG, help="Draw every picture of the game, each in a file named after it.")
    ] = False,
    rules: RulesFile = None,
    settings: Settings = None,
    study: AsStudy = False,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Print a game's short strategy, and draw its strategy chart and other pictures of its odds.

    The short strategy is a list of rules: the first that fits decides. --json prints it and draws nothing.

    [bold]Examples[/]

      pitboss chart double_attack_blackjack --out chart.svg
      pitboss chart caribbean_stud --which results --out results.png
      pitboss chart double_cross_poker --all --out cross.svg
      pitboss chart double_down_stud --set pays.flush=6
    """
    found = game_named(game)
    if as_json:
        if out or which or every:
            raise Unusable("--json prints the short strategy and draws nothing, so --out, --which and --all do not fit")
        settled = priced_rules(found, rules, settings, study)
        with usable(), share_counted(f"counting {found.name}") as tick:
            listed = in_background(lambda: any_game.short_strategy(found, settled, tick=tick))
        print_json(listed.as_dict())
        return
    path = out or Path(f"{found.name}.svg")
    with usable():
        suffix_of(path, *PICTURE)
    if not every:
        check_output(path, rules, replace=force)
    settled = priced_rules(found, rules, settings, study)
    with usable(), share_counted(f"counting {found.name}") as tick:
        pictures = in_background(lambda: any_game.pictures(found, settled, tick=tick))
        odds = in_background(lambda: any_game.odds(found, settled, tick=tick))
        if isinstance(odds.results, Distribution):
            pictures.append(value_distribution(odds))
        short = (
            in_background(lambda: any_game.short_strategy(found, settled, tick=tick))
            if registry.has(found, "short_strategy")
            else None
        )
    if short:
        pictures[0] = with_steps(pictures[0], short)
    named = {picture.name: stamped(picture, odds) for picture in pictures}
    if which and which not in named:
        raise Unusable(f"{found.name} has no picture '{which}'; its pictures are {', '.join(named)}")
    wanted = list(named) if every else [which or next(iter(named))]
    targets = {name: path.with_stem(f"{path.stem}-{name}") if every else path for name in wanted}
    for target in targets.values():  # the names of the pictures are known only now
        check_output(target, rules, replace=force)
    if short:
        console().print(*str(short).splitlines(), sep="\n", markup=False)
    for name, target in targets.items():
        with usable():
            draw(named[name], target, replace=force)
        console().print(f"{named[name].title}: {target}")
    others = [name for name in named if name not in wanted]
    if others:
        console().print(f"[dim]For other pictures, use --which {', '.join(others)}; for all of them, --all.[/]")
