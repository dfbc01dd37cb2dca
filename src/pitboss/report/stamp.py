"""What a picture tells of its rules: the edge, the pay tables of the main wagers, and the hash of the rules."""

from __future__ import annotations

import msgspec

from pitboss.basics.version import __version__
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.rules import TableRules
from pitboss.mathematics.picture import Picture
from pitboss.mathematics.results import GameOdds, WagerOdds
from pitboss.report.numbers import percent

SHOWN = 16
"""How many characters of a hash are shown."""
ODDS = (" to ", " for ", "%")
"""What the odds of a winning outcome have in them."""


def stamped(picture: Picture, odds: GameOdds) -> Picture:
    """A picture with the stamp of these odds below it."""
    return msgspec.structs.replace(picture, stamp=stamp(odds))


def stamp(odds: GameOdds) -> tuple[str, ...]:
    """Sentences that tell for which rules a picture is true.

    >>> from pitboss import odds
    >>> print(*stamp(odds("boston_5_stud")), sep="\\n")  # doctest: +ELLIPSIS
    With optimal play, the house keeps 19.5153% of the ante wager.
    First and second: 1 to 1 player higher.
    Ante bonus: 1,000 to 1 royal flush; 200 to 1 straight flush; ...
    Rules 77996adf... Pitboss ...
    """
    game = registry.game(odds.game)
    tables: dict[str, list[str]] = {}
    for name, wager in odds.wagers.items():
        if not wager.side and (said := _pays(wager)):
            tables.setdefault(said, []).append(name)
    return (
        f"With {odds.strategy} play, the house keeps {percent(odds.house_edge)} of the {game.base} wager.",
        *(f"{_listed(names)}{said}." for said, names in tables.items()),
        of_rules(game, odds.rules),
    )


def of_rules(game: Game, rules: TableRules) -> str:
    """The decks, the hash of the rules and the version, for a picture without odds."""
    decks = game.decks(rules)
    packs = f"{decks} decks of {len(game.pack)} cards. " if decks > 1 else ""
    return f"{packs}Rules {rules.digest[:SHOWN]}. Pitboss {__version__}."


def _pays(wager: WagerOdds) -> str:
    """The winning lines of a wager. What all of them need is said once."""
    won = {one.name: one.pays for one in wager.outcomes if any(part in one.pays for part in ODDS)}
    needs = {name.rpartition(", ")[0] for name in won}
    (need,) = needs if len(needs) == 1 else {""}
    lines: dict[str, list[str]] = {}
    for name, pays in won.items():
        lines.setdefault(pays, []).append(name.removeprefix(f"{need}, "))
    said = "; ".join(f"{pays} {', '.join(names)}" for pays, names in lines.items())
    return said and f"{f', {need}' if need else ''}: {said}"


def _listed(names: list[str]) -> str:
    *first, last = names
    every = f"{', '.join(first)} and {last}" if first else last
    return every[:1].upper() + every[1:]
