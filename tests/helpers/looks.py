"""What a test looks at. The opening of a round cites many clauses, and only those that a test looks at count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest

from pitboss.basics.clauses import citations
from pitboss.engine.round.events import Event
from pitboss.engine.round.round import Round

Citation = tuple[str, str, str]
"""Game, clause, and case of the clause."""
AnEvent = TypeVar("AnEvent", bound=Event)
_looked_at: set[Citation] = set()


def looked_at(game: str, events: Iterable[AnEvent]) -> list[AnEvent]:
    """These events, marked as looked at by the test."""
    found = list(events)
    for event in found:
        for clause in (event.clause, *event.also):
            _looked_at.update(((game, clause, ""), (game, clause, getattr(event, "table", ""))))
    return found


def citing(round: Round, clause: str) -> list[Event]:
    """The events of a round that cite a clause, marked as looked at."""
    return looked_at(round.game.name, [event for event in round.events if clause in (event.clause, *event.also)])


@contextmanager
def shown() -> Iterator[set[Citation]]:
    """Collect the shown citations: those of refusals and of play, and those of an opening that were looked at."""
    _looked_at.clear()
    opened = Round.__init__
    with citations() as found, pytest.MonkeyPatch.context() as patch:

        def open_aside(self: Round, *given: Any, **named: Any) -> None:
            before = set(found)
            opened(self, *given, **named)
            found.intersection_update(before)

        patch.setattr(Round, "__init__", open_aside)
        yield found
        found |= _looked_at
