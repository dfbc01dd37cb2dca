"""``pitboss petition``: the file that the Commission asks for, as one page."""

from __future__ import annotations

from pathlib import Path

from pitboss.browser.lessons import lesson
from pitboss.cli.arguments import (
    AsStudy,
    Force,
    GameName,
    RulesFile,
    Settings,
    Unusable,
    check_output,
    game_named,
    option,
    priced_rules,
    usable,
)
from pitboss.cli.output import console, in_background, parts_done
from pitboss.report.drawing import suffix_of
from pitboss.report.petition import PETITION, write_petition
from pitboss.report.petition import petition as made


def petition(
    game: GameName = "",
    out: Path | None = option(None, "F", "Write the petition to F, a page of HTML."),
    rules: RulesFile = None,
    settings: Settings = None,
    study: AsStudy = False,
    force: Force = False,
) -> None:
    """Write what the Massachusetts Gaming Commission asks of a petition for a game, as one page to print.

    The page has the points of 205 CMR 147.04(3) in their order, as far as a program can supply them: summary, rules
    with dealt examples, dealing procedures, remedies, exact odds, the layout, what seen cards are worth, and tests of
    the shuffle. What only people can supply is an empty field. With --rules or --set it marks what differs from the
    document, and says whether the document permits it.

    The first petition of a game counts what seen cards are worth, which takes up to five minutes.

    [bold]Examples[/]

      pitboss petition double_down_stud --out petition.html
      pitboss petition caribbean_stud --rules my.toml --out petition.html
      pitboss petition caribbean_stud --set bet.flush=6 --out variation.html
    """
    found = game_named(game)
    if out is None:
        raise Unusable("name the file to write: use --out FILE.html")
    settled = priced_rules(found, rules, settings, study)
    with usable():
        suffix_of(out, *PETITION)
    check_output(out, rules, replace=force)
    with usable(), parts_done() as tick:
        ready = in_background(lambda: made(found, settled, lesson=lesson(found.name), part=tick))
        in_background(lambda: write_petition(ready, out, replace=force))
    console().print(f"The petition is in {out}.", highlight=False, soft_wrap=True)
