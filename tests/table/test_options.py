"""Every option of every game, altered once: different rules have different hashes."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss import games
from pitboss.money import Odds
from pitboss.table.rules import to_builtins, values

OPTIONS = [(game, option) for game in games.games() for option in to_builtins(games.game(game).rules())]


def altered(game: str, option: str) -> Any:
    """A value other than the default, permitted or not. Only the hash matters here."""
    kind = games.game(game).rules
    now = getattr(kind(), option)
    if choices := [value for value in values(kind, option) if value != now]:
        return choices[0]
    if isinstance(now, dict):
        line = next(iter(now), "mega")
        other = Odds(now[line].pays + 1, now[line].kind, now[line].per) if now else 100
        return {**now, line: other}
    return now + 1


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_an_altered_option_changes_the_hash(game: str, option: str) -> None:
    kind = games.game(game).rules
    assert kind(**{option: altered(game, option)}).digest != kind().digest


@pytest.mark.parametrize("game", games.games())
def test_the_same_options_have_the_same_hash(game: str) -> None:
    kind = games.game(game).rules
    assert kind().digest == kind().digest
