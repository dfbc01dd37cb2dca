"""Nobody learns a hidden card from the contents, the size or the presence of what the house sends.

A round is played twice with the same inputs, but a card that a watcher has not seen changes places with a card that is
not dealt. Until the card is shown, the watcher must get the same bytes. Only commitments differ; their size is fixed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from live import TestHouse, seat_players
from pitboss import Table
from pitboss.basics.cards import TEXT
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.round.events import PUBLIC, Burned, Dealt, Event, Opened, Shuffled
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.round import Round
from pitboss.house.settings import TableSettings
from pitboss.house.tables.live import LiveTable

GAMES = ("double_down_stud", "boston_5_stud", "caribbean_stud", "double_attack_blackjack", "double_cross_poker")
HASH = re.compile(rb'"[0-9a-f]{64}"')
DEVICES = ("shuffler", "meter")


class Bytes:
    """A watcher who keeps the bytes of every message, with hashes and the table's id made equal."""

    staff = False

    def __init__(self, person: str, table: str) -> None:
        self.person, self._table = person, table.encode()
        self.raw: list[bytes] = []

    def send(self, message: bytes, *, soon: bool = True) -> None:
        self.raw.append(message)

    def even(self) -> list[bytes]:
        return [HASH.sub(b'"#"', one.replace(self._table, b"TABLE")) for one in self.raw]


def started(path: Path, game: str, order: Sequence[str], watch: str) -> tuple[TestHouse, LiveTable, Bytes]:
    house = TestHouse.on_sqlite(path)
    live = house.floor.open_table(game, settings=TableSettings(practice=True, seed=11))
    seat_players(house, live, 2)
    watcher = Bytes(watch, live.id)
    live.watch(watcher)
    if order:
        live.table.stack(" ".join(order))
    live.open_round()
    house.settle()
    return house, live, watcher


def stacked(game: str, random: Random) -> list[str]:
    """All cards of one pack, in random order."""
    pack = list(registry.game(game).pack)
    random.shuffle(pack)
    return [TEXT[card] for card in pack]


def got(
    game: str, path: Path, order: Sequence[str], inputs: Sequence[Input], watch: str
) -> tuple[list[int], list[bytes]]:
    """What a watcher gets by these inputs: the number of messages after each, and the messages."""
    house, live, watcher = started(path, game, order, watch)
    numbers = []
    for given in inputs:
        live.give(given)
        house.settle()
        numbers.append(len(watcher.raw))
    house.kill()
    return numbers, watcher.even()


def played(game: str, order: Sequence[str], random: Random) -> Round:
    """The round that the game's simple way to play makes of an order of cards."""
    table = Table(game, seed=11, attendants={"meter": None})
    for player in ("p1", "p2"):
        table.sit(player.title(), id=player)
    table.stack(" ".join(order))
    round = table.open_round()
    return drive(round, round.game.basic, random)


def hidden(round: Round, viewer: str) -> dict[str, int]:
    """The dealt cards, and the number of people's acts before this viewer sees each. Face-down cards come first."""
    acts, down, shown = -1, dict[str, int](), dict[str, int]()
    for record in round.records:
        acts += isinstance(record, Input) and record.by not in DEVICES
        if isinstance(record, Dealt) and record.card not in _cards(record.seen_by(viewer)):
            down[str(record.card)] = acts
        for card in _cards(record.seen_by(viewer)):
            shown.setdefault(card, acts)
    return {card: shown.get(card, acts + 1) for card in down} | {card: at for card, at in shown.items() if at > 0}


def _cards(event: Event | None) -> list[str]:
    """The cards that an event shows."""
    if event is None or isinstance(event, Shuffled | Opened):
        return []
    found = [getattr(event, "card", None), *(getattr(event, "cards", ()) if hasattr(event, "place") else ())]
    return [card for card in found if isinstance(card, str)]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_watcher_gets_does_not_depend_on_a_hidden_card(game: str, tmp_path: Path) -> None:
    random = Random(5)
    for number, (watch, seat) in enumerate((("p1", "seat 1"), ("p2", "seat 2"), ("nobody", PUBLIC))):
        order = stacked(game, random)
        round = played(game, order, random)
        inputs = [given for given in round.inputs if given.by not in DEVICES]
        dealt = {one.card for one in round.records if isinstance(one, Dealt | Burned)}
        card, shown_at = next(iter(hidden(round, seat).items()))
        other = random.choice([one for one in order if one not in dealt])
        swapped = [other if one == card else card if one == other else one for one in order]
        first = got(game, tmp_path / f"{number}a.db", order, inputs[:shown_at], watch)
        second = got(game, tmp_path / f"{number}b.db", swapped, inputs[:shown_at], watch)
        assert first == second, f"{seat} can tell {card} from {other} before it is shown"
