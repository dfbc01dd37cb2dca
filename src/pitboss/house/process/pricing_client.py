"""Exact figures for those who ask over HTTP. ``pricing`` computes them in a process beside the house."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from pitboss.engine import registry
from pitboss.engine.rules import TableRules, to_builtins
from pitboss.house.process.worker import Worker
from pitboss.mathematics import answers

REMEMBERED = 100
"""How many answers stay in memory."""
MOST_OF_ONE = 3
"""How many questions of one person may wait, so that nobody keeps others from their figures."""
LONG_S = 180.0
"""Seconds of the processor's time after which a question is given up, so that others get their turn."""

Key = tuple[str, str, str, str]
"""What is asked, the game, the digest of the rules, and the form of a file."""


class Prices:
    """Asks for figures, and remembers the answers."""

    def __init__(self, long_s: float = LONG_S) -> None:
        self.worker = Worker("pitboss.house.process.pricing_worker", most_of_one=MOST_OF_ONE, long_s=long_s)
        self._answers: OrderedDict[Key, Any] = OrderedDict()
        self._under_way: dict[Key, asyncio.Task[Any]] = {}

    async def ask(self, what: str, game: str, rules: TableRules, form: str = "", person: str = "") -> Any:
        """Ask for ``odds``, ``strategy``, ``changes``, a ``sheet`` or a ``chart``. The first answer may take a minute,
        except for figures of the document's own rules, which are shipped.

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
