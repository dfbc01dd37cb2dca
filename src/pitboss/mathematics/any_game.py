"""Odds and advice for any game, and what a change of its rules does.

Rules may be lawful or a study, which is marked as such. A game may be given by its name, since users call these
functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.basics.cards import CardError, card_words, parse_cards
from pitboss.basics.extras import needs
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.rules import Given, TableRules, read_toml, rules_from, to_builtins
from pitboss.engine.study import study_from, with_settings

if TYPE_CHECKING:
    from pitboss.mathematics.choices import Changes, Mathematics, Strategy
    from pitboss.mathematics.counting.compiled import Tick
    from pitboss.mathematics.results import Advice, GameOdds, Picture, WagerOdds
    from pitboss.mathematics.short_strategy import ShortStrategy


def mathematics(game: str | Game) -> Mathematics:
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


def study(game: str | Game, *settings: str, rules: Given = None) -> TableRules:
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


def odds(
    game: str | Game, rules: Given = None, *, strategy: Strategy = "optimal", tick: Tick | None = None
) -> GameOdds:
    """The exact odds of every wager. Default rules: the document's, with every pay table that it allows.

    ``rules`` may be a study, too: see ``study``.

    >>> odds("double_down_stud").wagers["original"].house_edge > 0
    True
    """
    found = registry.game(game)
    return mathematics(found).odds(rules_for(found, rules), strategy, every=rules is None, tick=tick)


def advise(game: str | Game, rules: Given = None, **cards: str) -> Advice:
    """The value of each choice when these cards are known.

    >>> advise("double_down_stud", hand="As", board="Ks Qs Js").best
    'double'
    """
    found = registry.game(game)
    known = mathematics(found)
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


def pictures(game: str | Game, rules: Given = None, *, tick: Tick | None = None) -> list[Picture]:
    """Pictures of a game's strategy and of how its wagers end.

    >>> [picture.title for picture in pictures("double_down_stud")][:1]
    ['Double Down Stud: when to double']
    """
    found = registry.game(game)
    settled = rules_for(found, rules)
    draw = mathematics(found).pictures
    if registry.has(found, "pictures"):
        draw = registry.part(found, "pictures").pictures
    drawn = draw(settled, tick)
    return [msgspec.structs.replace(picture, title=_marked(picture.title, settled)) for picture in drawn]


def short_strategy(game: str | Game, rules: Given = None, *, tick: Tick | None = None) -> ShortStrategy:
    """A few rules in order that a player can remember, and their exact cost against optimal play.

    >>> print(*short_strategy("caribbean_stud").lines[:2], sep="\\n")
    1. Ace-king-queen or better: bet.
    2. Less than ace-king: fold.
    """
    found = registry.game(game)
    with needs_the_compiler():
        part = registry.part(found, "short_strategy")
    settled = rules_for(found, rules)
    short: ShortStrategy = part.short_strategy(settled, tick)
    return msgspec.structs.replace(short, study=settled.study)


# --- what a change of the rules does


def compare(
    game: str | Game, rules: Given = None, *settings: str, strategy: Strategy = "optimal", tick: Tick | None = None
) -> dict[str, Any]:
    """The figures of rules beside those of the document's defaults. Everything in it can be written as JSON.

    ``rules`` and ``settings`` are as for ``study``: what the document forbids is priced too, and ``lawful`` is false.

    >>> found = compare("double_down_stud", None, "pays.flush=2")
    >>> found["lawful"], found["defects"][0]["option"], found["house_edge"] > found["document"]["house_edge"]
    (False, 'pays', True)
    >>> found["decisions"]["count"] > 0, list(found["wagers"])
    (True, ['original', 'double'])
    """
    known = registry.game(game)
    settled = study(known, *settings, rules=rules)
    found = odds(known, settled, strategy=strategy, tick=tick)
    return {
        "game": known.name,
        "lawful": not settled.study,
        "study": settled.study,
        "defects": [{"option": one.option, "wrong": one.wrong, "clause": one.clause} for one in found.defects],
        **_figures(found),
        **against_document(found, strategy, tick),
    }


def against_document(found: GameOdds, strategy: Strategy = "optimal", tick: Tick | None = None) -> dict[str, Any]:
    """The decisions that these rules change, and the figures of the document's default rules."""
    game = registry.game(found.game)
    document = game.rules()
    changed = changes(game, document, found.rules, tick)
    return {
        "decisions": None if changed is None else changed.as_dict(),
        "document": _figures(odds(game, document, strategy=strategy, tick=tick)),
    }


def changes(game: Game, before: TableRules, after: TableRules, tick: Tick | None = None) -> Changes | None:
    """The decisions whose best choice differs under two sets of rules. None if the game can't tell."""
    known = mathematics(game)
    if known.changes is not None:
        return known.changes(before, after, tick)
    if known.choices is None:
        return None
    from pitboss.mathematics.choices import changes as changed

    return changed(known.choices(before, tick), known.choices(after, tick))


def _figures(odds: GameOdds) -> dict[str, Any]:
    return {
        "rules_hash": odds.rules_hash,
        "strategy": odds.strategy,
        "house_edge": odds.house_edge,
        "element_of_risk": odds.element_of_risk,
        "standard_deviation": odds.standard_deviation,
        "wagers": {name: _wager(wager) for name, wager in odds.wagers.items()},
    }


def _wager(wager: WagerOdds) -> dict[str, Any]:
    found: dict[str, Any] = {
        "house_edge": wager.house_edge,
        "standard_deviation": wager.standard_deviation,
        "hit_frequency": float(wager.hit_frequency),
        "placed": float(wager.placed),
        "side": wager.side,
        "earned": wager.earned,
    }
    if wager.progressive is not None:
        found["meters"] = {
            meter.name: {
                "at": meter.at,
                "seed": meter.seed,
                "hits": float(meter.hits),
                "break_even": float(wager.progressive.break_even(meter.name)),
            }
            for meter in wager.progressive.meters
        }
    return found
