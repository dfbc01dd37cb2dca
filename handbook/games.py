"""A page for each game: everything on it comes from the engine."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pitboss import game, odds
from pitboss.basics.clauses import Clause, Ruling, rulings
from pitboss.basics.money import dollars
from pitboss.browser.lessons import lesson
from pitboss.cli.games import options
from pitboss.engine import registry as registry
from pitboss.mathematics.any_game import pictures, short_strategy
from pitboss.mathematics.results import GameOdds, WagerOdds
from pitboss.report import numbers
from pitboss.report.drawing import svg

TEMPLATES = Path(__file__).parent
_MARKDOWN = re.compile(r"([\\*_\[\]|])")


@cache
def _room() -> Environment:
    room = Environment(
        loader=FileSystemLoader(TEMPLATES), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    room.filters |= {
        "plain": plain,
        "note": note,
        "value": value,
        "dollars": dollars,
        "percent": numbers.percent,
        "decimal": numbers.decimal,
        "count": numbers.count,
        "sentence": numbers.sentence,
    }
    return room


def render(template: str, **given: Any) -> str:
    """A page from a template of this folder."""
    return _room().get_template(template).render(**given)


def titles() -> dict[str, str]:
    """The address of each game's page, by the game's title."""
    return {game(name).title: f"games/{name}.md" for name in registry.games()}


def pages() -> dict[str, str]:
    """The pages of all games and their pictures, by address."""
    found = {"games/index.md": render("games.md.j2", games=[odds(name) for name in registry.games()])}
    for name in registry.games():
        drawn = [(picture, f"{name}-{picture.name}.svg") for picture in pictures(name)]
        found |= {f"games/{address}": svg(picture) for picture, address in drawn}
        found[f"games/{name}.md"] = page(name, [(picture.title, address) for picture, address in drawn])
    return found


def page(name: str, drawn: Sequence[tuple[str, str]]) -> str:
    """The page of a game. ``drawn`` holds the titles and addresses of its pictures."""
    found, counted, clauses = game(name), odds(name), registry.clauses(name)
    rules = found.rules()
    return render(
        "game.md.j2",
        game=found,
        rules=rules,
        sentences=lesson(name),
        decks=found.decks(rules),
        seats=found.most_seats,
        odds=counted,
        main=[one for one in counted.wagers.values() if not one.side],
        side=[one for one in counted.wagers.values() if one.side],
        short=short_strategy(name),
        pictures=drawn,
        pays=found.pays(rules),
        meters=found.meters(rules),
        options=options(found.rules),
        rulings=own_rulings(counted),
        sections=sections(list(clauses.values())),
        clauses=len(clauses),
        in_code=sum(one.kind == "code" for one in clauses.values()),
        cite=lambda clause: cited(clauses, clause),
        anchor=anchor,
    )


def own_rulings(counted: GameOdds) -> list[Ruling]:
    """The rulings for this game alone."""
    return [ruling for (part, _), ruling in rulings().items() if part == counted.title and ruling.words and _is(ruling)]


def _is(ruling: Ruling) -> bool:
    """Whether it is a ruling, and not the head of a table."""
    return ruling.name != "ruling" and not ruling.name.startswith("-")


def sections(clauses: Sequence[Clause]) -> list[tuple[str, list[Clause]]]:
    """The clauses by the number of their section, in order."""
    return [(number, list(some)) for number, some in groupby(clauses, lambda one: re.match(r"\w+", one.id)[0])]  # type: ignore[index]


def cited(clauses: dict[str, Clause], clause: str) -> str:
    """A clause's id as a link to our words for it."""
    return f"[{plain(clause)}](#{anchor(clause)})" if clause in clauses else plain(clause)


def anchor(clause: str) -> str:
    """
    >>> anchor("10(c)(3)(ii)b."), anchor("1:ante wager")
    ('clause-10-c-3-ii-b', 'clause-1-ante-wager')
    """
    return "clause-" + re.sub(r"\W+", "-", clause).strip("-")


def note(wager: WagerOdds) -> str:
    """What else must be said of a wager's figures."""
    said = [wager.note, wager.estimate.how if wager.estimate else ""]
    return "; ".join(one for one in said if one)


def plain(text: str) -> str:
    """A text in which nothing is Markdown or HTML.

    >>> plain("a*b | <c>")
    'a\\\\*b \\\\| &lt;c&gt;'
    """
    return _MARKDOWN.sub(r"\\\1", html.escape(text, quote=False))


def value(given: Any) -> str:
    """The value of an option, as a file of rules has it."""
    if isinstance(given, bool):
        return str(given).lower()
    if isinstance(given, dict):
        return "a table" if given else "none"
    return plain(str(given)) if given not in ("", None, [], ()) else "none"
