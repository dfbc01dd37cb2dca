"""Exact figures of any rules, and files of them, from a process beside the house, so that no table waits for them.

Run as a program, this module is that process.
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from pitboss.basics.errors import GameError, RulesError, SimulationError
from pitboss.basics.extras import ODDS
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.rules import TableRules, to_builtins
from pitboss.house.process.worker import Worker, serve
from pitboss.mathematics import answers, any_game

REMEMBERED = 100
"""How many answers stay in memory."""
MOST_OF_ONE = 3
"""How many questions of one person may wait, so that nobody keeps others from their figures."""
LONG_S = 180.0
"""Seconds of the processor's time after which a question is given up, so that others get their turn."""

Key = tuple[str, str, str, str]
"""What is asked, the game, the digest of the rules, and the form of a file or the terms of an evening."""


class Prices:
    """Asks for figures, and remembers the answers."""

    def __init__(self, long_s: float = LONG_S) -> None:
        self.worker = Worker("pitboss.house.process.prices", most_of_one=MOST_OF_ONE, long_s=long_s)
        self._answers: OrderedDict[Key, Any] = OrderedDict()
        self._under_way: dict[Key, asyncio.Task[Any]] = {}

    async def ask(self, what: str, game: str, rules: TableRules, form: str = "", person: str = "") -> Any:
        """Ask for ``odds``, ``strategy``, ``changes``, a ``sheet``, a ``chart`` or an ``evening``. The first answer may
        take a minute, except for figures of the document's own rules, which are shipped. An evening takes no minute.

        Without a ``person``, the question is about the document's rules, which everybody asks.
        """
        known = answers.ready(what, registry.game(game), rules)
        if known is not None:
            return known
        key = what, game, rules.digest, form
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]
        if key not in self._under_way:
            asked = {"what": what, "game": game, "rules": to_builtins(rules), "form": form}
            self._under_way[key] = asyncio.create_task(self.worker.ask(asked, person=person))
            self._under_way[key].add_done_callback(lambda task: self._note(key, task))
        return await asyncio.shield(self._under_way[key])  # others may wait for the same

    def _note(self, key: Key, task: asyncio.Task[Any]) -> None:
        del self._under_way[key]
        if not task.cancelled() and task.exception() is None:
            self._answers[key] = task.result()
            if len(self._answers) > REMEMBERED:
                self._answers.popitem(last=False)

    async def close(self) -> None:
        await self.worker.close()


# --- whether the house has exact odds, and with them prices, a coach and a drill: it needs an extra of the package

NOT_PRICED = "this house has no exact odds, so it has no coach and no drill"


@cache
def has_odds() -> bool:
    """Whether exact odds can be computed here. A library that is installed later counts after the next start."""
    return ODDS.is_installed


def is_priced(game: str) -> bool:
    """Whether the house has the exact odds of a game, a coach and a drill."""
    return has_odds() and registry.has(game, "odds") and registry.has(game, "decision_values")


# --- the process itself


def sheet(game: Game, rules: TableRules, form: str) -> str:
    """The par sheet as a file of this form, in base64."""
    from pitboss.report import write

    with TemporaryDirectory() as folder:
        path = Path(folder) / f"sheet.{form}"
        write(any_game.odds(game, rules), path)
        return b64encode(path.read_bytes()).decode()


def chart(game: Game, rules: TableRules, form: str) -> str:
    """The strategy to carry as a picture of this form: the short rules, and the chart below them. In base64."""
    from pitboss.mathematics.results import Grid
    from pitboss.report import draw, stamped, with_steps

    grid = next(one for one in any_game.pictures(game, rules) if isinstance(one, Grid))
    short = any_game.short_strategy(game, rules) if registry.has(game, "short_strategy") else None
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"chart.{form}"
        draw(stamped(with_steps(grid, short) if short else grid, any_game.odds(game, rules)), path)
        return b64encode(path.read_bytes()).decode()


class Terms(msgspec.Struct, frozen=True):
    """What somebody brings to an evening and stakes on each of its rounds, in cents."""

    bet: int
    bankroll: int
    rounds: int
    own: int | None = None
    """The result of an evening that was played, to be compared with all."""

    @property
    def form(self) -> str:
        return msgspec.json.encode(self).decode()


ENDLESS = 10**12
"""A bankroll that no evening of so many rounds can use up."""
WRONG, UNKNOWN = "wrong", "why"
"""The answer about an evening holds how it ends, or what is wrong with its terms, or why no evening can be counted."""


def evening(game: Game, rules: TableRules, form: str) -> dict[str, Any]:
    """How an evening of these terms ends with best play."""
    from pitboss.mathematics import evening as counting
    from pitboss.simulation import any_game as simulating
    from pitboss.simulation.sessions import covered

    terms = msgspec.json.decode(form, type=Terms)
    try:
        kernel = simulating.kernel(game)
        made = simulating.setup(game, rules, wagers={kernel.base: terms.bet})
        law, covers = counting.law_of(simulating.exact(made), made.stakes), covered(kernel, made)
        found = counting.evening(law, covers=covers, bankroll=terms.bankroll, rounds=terms.rounds, runs=False)
    except SimulationError as error:
        return {WRONG: str(error)}
    except GameError as error:
        return {UNKNOWN: str(error)}
    end = {name: getattr(found, name) for name in ("covers", "ahead", "even", "ruin", "played", "bound")}
    fan = {"rounds": found.paths.rounds, "bands": found.paths.quantiles}
    said: dict[str, Any] = {"end": {**end, "mean": found.result.mean, "fan": fan}}
    if terms.own is not None:
        chances = found.result.chances
        below = sum(chance for net, chance in chances.items() if net < terms.own)
        said["own"] = {"below": below, "level": chances.get(terms.own, 0.0)}
    return said


FORMED: dict[str, Callable[[Game, TableRules, str], Any]] = {"sheet": sheet, "chart": chart, "evening": evening}


def answered(question: bytes | msgspec.Raw) -> Any:
    """The answer to one question."""
    asked = msgspec.json.decode(question)
    game, what = registry.game(asked["game"]), asked["what"]
    rules = any_game.study(game, rules=asked["rules"])
    return FORMED[what](game, rules, asked["form"]) if what in FORMED else answers.kept(what, game, rules)


def lane_of(question: bytes | msgspec.Raw) -> str:
    """Somebody moves a slider: evenings do not wait for figures that take a minute."""
    return "evening" if msgspec.json.decode(question)["what"] == "evening" else ""


if __name__ == "__main__":
    serve(lambda desk: answered, (ModuleNotFoundError, RulesError), lane_of=lane_of)
