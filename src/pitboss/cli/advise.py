"""``pitboss advise``: the exact value of each choice."""

from __future__ import annotations

import typer
from rich.text import Text

from pitboss.cli.arguments import AsStudy, GameName, Json, RulesFile, Settings, game_named, priced_rules, usable
from pitboss.cli.comparing import show_study
from pitboss.cli.declared import given_to
from pitboss.cli.output import console, in_background, print_json, waiting
from pitboss.engine import registry
from pitboss.mathematics import any_game
from pitboss.mathematics.results import Advice
from pitboss.terminal.seat.drawing import fit, hang, plain_grid

WIDEST = 40
"""The longest exact value that is shown, in characters."""


def advise(
    context: typer.Context,
    game: GameName = "",
    rules: RulesFile = None,
    settings: Settings = None,
    study: AsStudy = False,
    as_json: Json = False,
) -> None:
    """Give the exact value of each choice, in units of the base wager.

    Every way that the unseen cards can fall is counted.

    [bold]Examples[/]

      pitboss advise caribbean_stud --hand "As Kd Qh 7c 3s" --up Qd
      pitboss advise boston_5_stud --hand "7c 3d 2h"
      pitboss advise double_down_stud --hand As --board "Ks Qs Js" --seen "2d 2h"
      pitboss advise double_attack_blackjack --hand "8s 8d" --up 6c --seen "Kd 5h"
      pitboss advise double_cross_poker --hand "Ah Kd" --vertical Qs --horizontal 2c
      pitboss advise caribbean_stud --hand "2s 2d 5h 7c 9s" --up Qd --set bet.pair=0
    """
    found = game_named(game)
    with usable(), waiting(f"counting {found.name}: the first time takes longer"):
        settled = priced_rules(found, rules, settings, study)
        advice = in_background(lambda: any_game.advise(found, settled, **given_to(context)))
    if as_json:
        print_json(advice.as_dict())
    else:
        show(advice)


def show(advice: Advice) -> None:
    out = console()
    known = ", ".join(f"{place} {cards}" for place, cards in advice.known.items())
    out.print(Text.assemble((registry.game(advice.game).title, "bold green"), f"  {known}"))
    show_study(out, advice.study)
    grid = plain_grid("choice", "value", "exact value", "", right=("value",))
    fractions = {action: str(value) for action, value in advice.options.items()}
    long = any(len(one) > WIDEST for one in fractions.values())
    for action, value in sorted(advice.options.items(), key=lambda one: -one[1]):
        best, exact = action == advice.best, fractions[action]
        grid.add_row(
            Text(action, "bold" if best else ""),
            f"{float(value):+.6f}",
            exact if len(exact) <= WIDEST else f"a fraction of {sum(map(str.isdigit, exact))} digits",
            "best" if best else f"{float(value - advice.options[advice.best]):+.6f}",
        )
    out.print(fit(grid, out.width))
    words = f"In units of the base wager, over {advice.deals:,} ways that the unseen cards can fall."
    out.print(Text(words, "dim"))
    if long:
        out.print(Text("Every value is exact. --json prints all digits.", "dim"))
    if advice.note:
        hang(out, Text(""), Text(advice.note, "dim"), in_one_line=True)
