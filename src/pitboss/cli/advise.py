"""``pitboss advise``: what each choice is worth."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from pitboss import games, mathematics
from pitboss.cli.arguments import GameName, Json, RulesFile, game_named, rules_of, usable
from pitboss.cli.output import console, in_background, print_json
from pitboss.exact.results import Advice, ratio
from pitboss.terminal.drawing import fit, hang, plain_grid

CARDS = {
    "hand": "Your own cards.",
    "up": "The dealer's up card.",
    "board": "The community cards that lie open.",
    "vertical": "The vertical card that is turned first.",
    "horizontal": "The horizontal card that is turned first.",
    "split": "Double Attack: cards of the pair's value on your other hands, once a pair is split.",
    "seen": "Other cards that you have seen, which can't come any more.",
}


def advise(
    game: GameName = "",
    hand: Annotated[str, typer.Option(metavar="CARDS", show_default=False, help=CARDS["hand"])] = "",
    up: Annotated[str, typer.Option(metavar="CARDS", show_default=False, help=CARDS["up"])] = "",
    board: Annotated[str, typer.Option(metavar="CARDS", show_default=False, help=CARDS["board"])] = "",
    vertical: Annotated[str, typer.Option(metavar="CARDS", show_default=False, help=CARDS["vertical"])] = "",
    horizontal: Annotated[str, typer.Option(metavar="CARDS", show_default=False, help=CARDS["horizontal"])] = "",
    split: Annotated[str, typer.Option(metavar="CARDS", show_default=False, help=CARDS["split"])] = "",
    seen: Annotated[str, typer.Option(metavar="CARDS", show_default=False, help=CARDS["seen"])] = "",
    rules: RulesFile = None,
    as_json: Json = False,
) -> None:
    """The exact value of each choice, in units of the base wager, over all that can still come.

    [bold]Examples[/]

      pitboss advise caribbean_stud --hand "As Kd Qh 7c 3s" --up Qd
      pitboss advise boston_5_stud --hand "7c 3d 2h"
      pitboss advise double_down_stud --hand As --board "Ks Qs Js" --seen "2d 2h"
      pitboss advise double_attack_blackjack --hand "8s 8d" --up 6c --seen "Kd 5h"
      pitboss advise double_cross_poker --hand "Ah Kd" --vertical Qs --horizontal 2c
    """
    found = game_named(game)
    given = {
        "hand": hand,
        "up": up,
        "board": board,
        "vertical": vertical,
        "horizontal": horizontal,
        "split": split,
        "seen": seen,
    }
    cards = {place: said for place, said in given.items() if said}
    with usable():
        settled = rules_of(found, rules)
        advice = in_background(lambda: mathematics.advise(found.name, settled, **cards))
    if as_json:
        print_json(advice.as_dict())
    else:
        show(advice)


def show(advice: Advice) -> None:
    out = console()
    known = ", ".join(f"{place} {cards}" for place, cards in advice.known.items())
    out.print(Text.assemble((games.game(advice.game).title, "bold green"), f"  {known}"))
    grid = plain_grid("choice", "worth", "exactly", "", right=("worth",))
    for action, value in sorted(advice.options.items(), key=lambda one: -one[1]):
        best = action == advice.best
        exact = ratio(value)
        grid.add_row(
            Text(action, "bold" if best else ""),
            f"{float(value):+.6f}",
            exact if len(exact) <= 40 else "",
            "best" if best else f"{float(value - advice.options[advice.best]):+.6f}",
        )
    out.print(fit(grid, out.width))
    words = f"In units of the base wager, over {advice.deals:,} ways that the unseen cards can fall."
    out.print(Text(words, "dim"))
    if advice.note:
        hang(out, Text(""), Text(advice.note, "dim"), in_one_line=True)
