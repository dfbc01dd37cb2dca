"""What a live table tells of hands: the same to everybody who comes, whenever they come, and never in the chain."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from live import TestHouse, hands_from_events, play_round, seat_players
from pitboss.engine.rules import to_builtins
from pitboss.house.storage.database import reading
from pitboss.house.tables.history import Replay, live_table, stored_acts
from pitboss.house.tables.viewers import Onlookers
from pitboss.protocol import messages as msg

GAMES = ("boston_5_stud", "caribbean_stud", "double_attack_blackjack", "double_cross_poker", "double_down_stud")


class Kept:
    """A watcher who keeps the bytes of every update."""

    staff = False

    def __init__(self, person: str) -> None:
        self.person = person
        self.raw: list[bytes] = []

    def send(self, message: bytes, *, soon: bool = True) -> None:
        if isinstance(msg.decode_answer(message), msg.Update):
            self.raw.append(message)


@pytest.mark.parametrize("game", GAMES)
def test_whoever_comes_later_or_from_the_database_is_told_the_same(game: str, tmp_path: Path) -> None:
    house = TestHouse.on_sqlite(tmp_path / "house.db")
    live = house.floor.open_table(game)
    seat_players(house, live, 2)
    first, public = Kept("p1"), Kept("nobody")
    for one in (first, public):
        live.watch(one)
    random = Random(3)
    for _ in range(2):
        play_round(house, live, random, irregular=0.03)
    house.settle()

    seats = {"p1": first, "nobody": public}
    with reading(house.engine) as connection:
        stored = stored_acts(connection, live.id)
    replay = Replay(live.id, live_table(live.id, game, to_builtins(live.table.rules)))
    acts = [replay.apply(row) for row in stored]
    for person, kept in seats.items():
        seqs = [msg.decode_answer(raw).seq for raw in kept.raw]  # type: ignore[union-attr]
        for after in (seqs[len(seqs) // 3], seqs[len(seqs) // 2], seqs[-2]):
            late = Kept(person)
            house.watch_again(live, late, after)
            assert late.raw == [raw for seq, raw in zip(seqs, kept.raw, strict=True) if seq > after]
        again = Onlookers(game)
        told = {one.seq: again.update(one, live.id, one.viewer(person), person) for one in acts}
        assert [told[seq] for seq in seqs] == kept.raw
        assert all(again.update(one, live.id, one.viewer(person), person) == told[one.seq] for one in reversed(acts))

        updates = [msg.decode_answer(raw) for raw in kept.raw]
        assert hands_from_events(game, updates) == [list(one.hands) for one in updates]  # type: ignore[union-attr]
        assert sum(len(one.hands) for one in updates) > (5 if person == "p1" else 0)  # type: ignore[union-attr]
    assert not any(b'"hands"' in line for one in acts for line in one.lines)
    house.kill()
