"""``pitboss rules``: a game's rules as a file that can be changed."""

from __future__ import annotations

from pitboss.cli.arguments import GameName, RulesFile, game_named, rules_of
from pitboss.engine.rules import checked, to_toml


def rules(game: GameName = "", file: RulesFile = None) -> None:
    """Print a game's rules as TOML, with the document's defaults and the meaning of each option.

    With --rules, print the rules of that file, checked and completed.

    [bold]Examples[/]

      pitboss rules caribbean_stud > my.toml
      pitboss rules caribbean_stud --rules my.toml
      pitboss deal caribbean_stud --rules my.toml
    """
    found = game_named(game)
    chosen = rules_of(found, file) or checked(found.name, found.rules())
    print(to_toml(found.name, chosen), end="")
