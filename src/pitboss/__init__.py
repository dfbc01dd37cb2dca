"""Pitboss runs, prices and proves regulated table games, straight from the regulator's rule documents.

This is the public interface. Tables deal and settle, logs prove it, and there are exact odds, advice and simulation:

>>> from pitboss import Table, advise, odds, rules
>>> table = Table("double_down_stud", seed=7)
>>> table.sit("Ann")
1
>>> table.open_round()
<Round 1 of double_down_stud: waits for wagers, 11 records>
>>> rules("double_down_stud").table_minimum
500
>>> advise("double_down_stud", hand="As", board="Ks Qs Js").best
'double'
>>> odds("double_down_stud")
<GameOdds of double_down_stud, strategy optimal: house edge 4.7413%>
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pitboss.basics import __version__
from pitboss.old_names import find_old_names

if TYPE_CHECKING:
    from pitboss.basics.errors import (
        Defect,
        DesignError,
        GameError,
        IllegalAction,
        InputError,
        LogError,
        RulesError,
        SimulationError,
        StrategyError,
        UnreadableLog,
    )
    from pitboss.engine.game import Game
    from pitboss.engine.registry import game
    from pitboss.engine.round.asks import Offer, Party, Question
    from pitboss.engine.round.events import Event, Settled
    from pitboss.engine.round.inputs import Input
    from pitboss.engine.round.layout import Layout, View
    from pitboss.engine.round.round import Round, replay
    from pitboss.engine.rules import TableRules
    from pitboss.engine.state import TableState
    from pitboss.engine.table import Link, Table, rules
    from pitboss.log.journal import Journal, LogWriter
    from pitboss.log.proof import Proof, prove
    from pitboss.mathematics.any_game import advise, compare, odds, pictures, study
    from pitboss.mathematics.designs import design
    from pitboss.mathematics.results import Advice, GameOdds, Outcome, WagerOdds
    from pitboss.simulation.any_game import simulate
    from pitboss.simulation.run import Simulated, WagerResult

__all__ = [
    "Advice",
    "Defect",
    "DesignError",
    "Event",
    "Game",
    "GameError",
    "GameOdds",
    "IllegalAction",
    "Input",
    "InputError",
    "Journal",
    "Layout",
    "Link",
    "LogError",
    "LogWriter",
    "Offer",
    "Outcome",
    "Party",
    "Proof",
    "Question",
    "Round",
    "RulesError",
    "Settled",
    "Simulated",
    "SimulationError",
    "StrategyError",
    "Table",
    "TableRules",
    "TableState",
    "UnreadableLog",
    "View",
    "WagerOdds",
    "WagerResult",
    "__version__",
    "advise",
    "compare",
    "design",
    "game",
    "odds",
    "pictures",
    "prove",
    "replay",
    "rules",
    "simulate",
    "study",
]

_NAMES = {
    "pitboss.mathematics.designs": ("design",),
    "pitboss.basics.errors": (
        "Defect",
        "DesignError",
        "GameError",
        "IllegalAction",
        "InputError",
        "LogError",
        "RulesError",
        "SimulationError",
        "StrategyError",
        "UnreadableLog",
    ),
    "pitboss.mathematics.results": ("Advice", "GameOdds", "Outcome", "WagerOdds"),
    "pitboss.engine.registry": ("game",),
    "pitboss.log.journal": ("Journal", "LogWriter"),
    "pitboss.log.proof": ("Proof", "prove"),
    "pitboss.mathematics.any_game": ("advise", "compare", "odds", "pictures", "study"),
    "pitboss.engine.table": ("Link", "Table", "rules"),
    "pitboss.simulation.any_game": ("simulate",),
    "pitboss.simulation.run": ("Simulated", "WagerResult"),
    "pitboss.engine.round.asks": ("Offer", "Party", "Question"),
    "pitboss.engine.round.events": ("Event", "Settled"),
    "pitboss.engine.game": ("Game",),
    "pitboss.engine.round.inputs": ("Input",),
    "pitboss.engine.round.layout": ("Layout", "View"),
    "pitboss.engine.round.round": ("Round", "replay"),
    "pitboss.engine.rules": ("TableRules",),
    "pitboss.engine.state": ("TableState",),
}
"""The modules of the public names. A module is loaded when one of its names is first used."""
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names}

find_old_names()


def __getattr__(name: str) -> Any:
    if name in _MODULE_OF:
        return getattr(import_module(_MODULE_OF[name]), name)
    raise AttributeError(f"module 'pitboss' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULE_OF})
