"""What a change of the rules does, in one plain structure: for rules that the document permits, and for studies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.engine import registry
from pitboss.engine.rules import Given, TableRules
from pitboss.mathematics import any_game

if TYPE_CHECKING:
    from pitboss.mathematics.changes import Changes
    from pitboss.mathematics.choices import Strategy
    from pitboss.mathematics.counting.compiled import Tick
    from pitboss.mathematics.results import GameOdds, WagerOdds


def compare(
    game: str, rules: Given = None, *settings: str, strategy: Strategy = "optimal", tick: Tick | None = None
) -> dict[str, Any]:
    """The figures of rules beside those of the document's defaults. Everything in it can be written as JSON.

    ``rules`` and ``settings`` are as for ``study``: what the document forbids is priced too, and ``lawful`` is false.

    >>> found = compare("double_down_stud", None, "pays.flush=2")
    >>> found["lawful"], found["defects"][0]["option"], found["house_edge"] > found["document"]["house_edge"]
    (False, 'pays', True)
    >>> found["decisions"]["count"] > 0, list(found["wagers"])
    (True, ['original', 'double'])
    """
    settled = any_game.study(game, *settings, rules=rules)
    odds = any_game.odds(game, settled, strategy=strategy, tick=tick)
    return {
        "game": game,
        "lawful": not settled.study,
        "study": settled.study,
        "defects": [{"option": one.option, "wrong": one.wrong, "clause": one.clause} for one in odds.defects],
        **_figures(odds),
        **against_document(odds, strategy, tick),
    }


def against_document(odds: GameOdds, strategy: Strategy = "optimal", tick: Tick | None = None) -> dict[str, Any]:
    """The decisions that these rules change, and the figures of the document's default rules."""
    document = registry.game(odds.game).rules()
    changed = changes(odds.game, document, odds.rules, tick)
    return {
        "decisions": None if changed is None else changed.as_dict(),
        "document": _figures(any_game.odds(odds.game, document, strategy=strategy, tick=tick)),
    }


def changes(game: str, before: TableRules, after: TableRules, tick: Tick | None = None) -> Changes | None:
    """The decisions whose best choice differs under two sets of rules. None if the game can't tell."""
    known = any_game.mathematics(game)
    if known.changes is not None:
        return known.changes(before, after, tick)
    if known.choices is None:
        return None
    from pitboss.mathematics.changes import changes as changed

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
