"""Odds and advice for any game, by name. They take lawful rules and studies alike, and mark studies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pitboss.basics.cards import CardError, card_words, parse_cards
from pitboss.basics.extras import needs
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.rules import Given, TableRules, read_toml, rules_from, to_builtins
from pitboss.engine.study import study_from, with_settings

if TYPE_CHECKING:
    from pitboss.mathematics.choices import Strategy
    from pitboss.mathematics.counting.compiled import Tick
    from pitboss.mathematics.interface import Mathematics
    from pitboss.mathematics.picture import Picture
    from pitboss.mathematics.results import Advice, GameOdds
    from pitboss.mathematics.short import ShortStrategy


def mathematics(game: str) -> Mathematics:
    """The mathematics of a game. This loads the compiler, which takes a moment."""
    with needs_the_compiler():
        found: Mathematics = registry.part(game, "odds").MATHEMATICS
    return found


@contextmanager
def needs_the_compiler() -> Iterator[None]:
    """Report which extra to install if an import that exact odds and simulation need fails."""
    with needs("exact odds and simulation need"):
        yield


def rules_for(game: Game, rules: Given) -> TableRules:
    """The rules that are priced: lawful ones in any form, or a study."""
    if isinstance(rules, TableRules) and rules.study:
        return study_from(game.name, game.rules, rules)
    return rules_from(game.name, game.rules, rules)


def study(game: str, *settings: str, rules: Given = None) -> TableRules:
    """Rules with some lines and options changed, even if the document forbids them. Such a study is never dealt.

    A setting is ``option=value`` or ``table.line=odds``. If the document permits the result, it is lawful rules.

    >>> changed = study("caribbean_stud", "bet.flush=6")
    >>> changed.study, [str(defect) for defect in changed.defects()]
    ('a study, not a table', ["bet_pays: 'flush' pays 6 to 1, but the document fixes 5 to 1 (11(b))"])
    >>> study("caribbean_stud", "bonus=B").study
    ''
    """
    found = registry.game(game)
    if isinstance(rules, str | Path):
        if not settings:
            return study_from(found.name, found.rules, rules)
        rules = read_toml(found.name, Path(rules))
    elif isinstance(rules, TableRules):
        study_from(found.name, found.rules, rules)  # raises an error if they are rules of another game
        rules = to_builtins(rules)
    if isinstance(rules, Mapping) or (rules is None and settings):
        rules = with_settings(found.name, found.rules, rules or {}, settings)
    return study_from(found.name, found.rules, rules)


def _marked(title: str, rules: TableRules) -> str:
    return f"{title} ({rules.study})" if rules.study else title


def odds(game: str, rules: Given = None, *, strategy: Strategy = "optimal", tick: Tick | None = None) -> GameOdds:
    """The exact odds of every wager. Default rules: the document's, with every pay table that it allows.

    ``rules`` may be a study, too: see ``study``.

    >>> odds("double_down_stud").wagers["original"].house_edge > 0
    True
    """
    return mathematics(game).odds(rules_for(registry.game(game), rules), strategy, every=rules is None, tick=tick)


def advise(game: str, rules: Given = None, **cards: str) -> Advice:
    """The value of each choice when these cards are known.

    >>> advise("double_down_stud", hand="As", board="Ks Qs Js").best
    'double'
    """
    found, known = registry.game(game), mathematics(game)
    settled = rules_for(found, rules)
    places = {cards.name: cards for cards in found.advice_takes}
    for name in cards:
        if name not in places:
            raise CardError(f"{found.title} does not take {name} cards; it takes {', '.join(places)}")
    words = {name: card_words(said) for name, said in cards.items()}
    every = iter(parse_cards([word for said in words.values() for word in said], found.pack, found.decks(settled)))
    for name, place in places.items():
        given = len(words.get(name, ()))
        if not place.least <= given <= place.most:
            size = str(place.least) if place.least == place.most else f"{place.least} to {place.most}"
            raise CardError(f"{name} takes {size} card{'' if size == '1' else 's'}, {place.means}; {given} were given")
    advice = known.advise(settled, {name: tuple(islice(every, len(said))) for name, said in words.items()})
    return msgspec.structs.replace(advice, study=settled.study)


def pictures(game: str, rules: Given = None, *, tick: Tick | None = None) -> list[Picture]:
    """Pictures of a game's strategy and of how its wagers end.

    >>> [picture.title for picture in pictures("double_down_stud")][:1]
    ['Double Down Stud: when to double']
    """
    settled = rules_for(registry.game(game), rules)
    found = mathematics(game).pictures(settled, tick)
    return [msgspec.structs.replace(picture, title=_marked(picture.title, settled)) for picture in found]


def short_strategy(game: str, rules: Given = None, *, tick: Tick | None = None) -> ShortStrategy:
    """A few rules in order that a player can remember, and their exact cost against optimal play.

    >>> print(*short_strategy("caribbean_stud").lines[:2], sep="\\n")
    1. Ace-king-queen or better: bet.
    2. Less than ace-king: fold.
    """
    with needs_the_compiler():
        carry = registry.part(game, "short_strategy")
    settled = rules_for(registry.game(game), rules)
    found: ShortStrategy = carry.short_strategy(settled, tick)
    return msgspec.structs.replace(found, study=settled.study)
