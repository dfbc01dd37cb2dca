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

from pitboss.version import __version__

if TYPE_CHECKING:
    from pitboss.designs import design
    from pitboss.errors import (
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
    from pitboss.exact.results import Advice, GameOdds, Outcome, WagerOdds
    from pitboss.games import game
    from pitboss.log.journal import Journal
    from pitboss.log.proof import Proof, prove
    from pitboss.log.writer import LogWriter
    from pitboss.mathematics import advise, odds, pictures, study
    from pitboss.pit import Table, rules
    from pitboss.progressive.link import Link
    from pitboss.simulation.any_game import simulate
    from pitboss.simulation.results import Simulated, WagerResult
    from pitboss.studies import compare
    from pitboss.table.asks import Offer, Party, Question
    from pitboss.table.events import Event, Settled
    from pitboss.table.game import Game
    from pitboss.table.inputs import Input
    from pitboss.table.layout import Layout
    from pitboss.table.round import Round, replay
    from pitboss.table.rules import TableRules
    from pitboss.table.state import TableState
    from pitboss.table.view import View

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
    "pitboss.designs": ("design",),
    "pitboss.errors": (
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
    "pitboss.exact.results": ("Advice", "GameOdds", "Outcome", "WagerOdds"),
    "pitboss.games": ("game",),
    "pitboss.log.journal": ("Journal",),
    "pitboss.log.proof": ("Proof", "prove"),
    "pitboss.log.writer": ("LogWriter",),
    "pitboss.mathematics": ("advise", "odds", "pictures", "study"),
    "pitboss.pit": ("Table", "rules"),
    "pitboss.progressive.link": ("Link",),
    "pitboss.simulation.any_game": ("simulate",),
    "pitboss.simulation.results": ("Simulated", "WagerResult"),
    "pitboss.studies": ("compare",),
    "pitboss.table.asks": ("Offer", "Party", "Question"),
    "pitboss.table.events": ("Event", "Settled"),
    "pitboss.table.game": ("Game",),
    "pitboss.table.inputs": ("Input",),
    "pitboss.table.layout": ("Layout",),
    "pitboss.table.round": ("Round", "replay"),
    "pitboss.table.rules": ("TableRules",),
    "pitboss.table.state": ("TableState",),
    "pitboss.table.view": ("View",),
}
"""The modules of the public names. A module is loaded when one of its names is first used."""
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name in _MODULE_OF:
        return getattr(import_module(_MODULE_OF[name]), name)
    raise AttributeError(f"module 'pitboss' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULE_OF})
