"""Linked meters in the database: every move is counted once, by an own computation from the records of all tables."""

from __future__ import annotations

from random import Random

import pytest
from sqlalchemy import select

from live import TestHouse, act_for, random_report, seat_players
from long import first_of
from pitboss.basics.errors import RulesError
from pitboss.basics.money import UNITS
from pitboss.engine.auto.policy import Turn
from pitboss.engine.auto.random_events import high_hands
from pitboss.engine.round.events import Contributed, Event, Paid
from pitboss.engine.round.inputs import Input
from pitboss.engine.rules import to_builtins
from pitboss.house.storage import schema
from pitboss.house.storage.database import reading
from pitboss.house.tables.history import Replay, live_table, stored_acts
from pitboss.house.tables.live import LiveTable

LINKED = {"progressive": "D", "progressive_linked": True}


def records_of(house: TestHouse, live: LiveTable) -> list[Event]:
    """Every record of a table, from its stored acts."""
    with reading(house.engine) as connection:
        stored = stored_acts(connection, live.id)
    replay = Replay(live.id, live_table(live.id, live.table.game.name, to_builtins(live.table.rules)))
    return [record for act in stored for record in replay.apply(act).records]


def expected(records: list[Event], seeds: dict[str, int]) -> dict[str, int]:
    """The value of each meter, in units: its seed and everything that records say moved."""
    values = {name: seed * UNITS for name, seed in seeds.items()}
    for one in records:
        if isinstance(one, Contributed):
            values[one.meter] += -one.units if one.reversed else one.units
        elif isinstance(one, Paid):
            values[one.meter] += (one.reset - one.amount) * UNITS
    return values


def values(house: TestHouse) -> dict[str, int]:
    with house.engine.connect() as connection:
        return {row.id: row.units for row in connection.execute(select(schema.meter.c.id, schema.meter.c.units))}


def eager(turn: Turn) -> Input | None:
    """Wager on the progressive whenever possible, and never fold."""
    wanted = [one for one in turn.offers if not one.why_not and one.do not in ("withdraw", "fold", "cash", "redeem")]
    progressive = [one for one in wanted if one.wager == "progressive"]
    needed = [one for one in wanted if not one.optional]
    chosen = next(iter(progressive or needed), None)
    return turn.take(chosen) if chosen is not None else None


def test_a_table_that_does_not_fit_a_link_leaves_its_terms_alone(url: str) -> None:
    house = TestHouse.at(url)
    live = house.floor.open_table("caribbean_stud", LINKED)
    terms = {id: live.table.terms[name] for name, id in live.meter_ids.items()}
    house.settle()
    house.kill()
    again = TestHouse.at(url)
    seeds = {"progressive_seed": 2 * max(one.seed for one in terms.values())}
    with pytest.raises(RulesError, match="differs from that of the link"):
        again.floor.open_table("caribbean_stud", LINKED | seeds)
    again.floor.open_table("caribbean_stud", LINKED)
    again.settle()
    assert again.committer.terms == terms
    assert len(again.committer.on_failure) == 1
    again.kill()


@pytest.mark.parametrize("rules", first_of([LINKED, {"progressive": "D"}]), ids=["linked", "alone"])
def test_meters_equal_the_sum_of_their_moves(url: str, rules: dict[str, object]) -> None:
    random, house = Random(3), TestHouse.at(url)
    tables = [house.floor.open_table("caribbean_stud", rules) for _ in range(2)]
    for live in tables:
        seat_players(house, live, 3)
    seeds = {name: one.seed for name, one in tables[0].table.terms.items()}
    for step in range(1500):
        live = random.choice(tables)
        round = live.table.round
        if round is None or round.over:
            if random.random() < 0.7:
                live.table.stack(high_hands(live.table, random))
            live.open_round()
        elif random.random() < 0.05:
            random_report(live, random)
        else:
            act_for(house, live, random.choice(round.waiting), random, eager)
        house.settle()
        if step in (500, 1000):
            house.kill()
            house = TestHouse.at(url)
            tables = house.floor.recover()
            house.settle()
    found = {live.id: records_of(house, live) for live in tables}
    together = [record for one in found.values() for record in one]
    wins = sum(isinstance(record, Paid) for record in together)
    assert wins >= 3
    if rules is LINKED:
        assert values(house) == {f"main/{name}": units for name, units in expected(together, seeds).items()}
    else:
        alone = {f"{id}/{name}": units for id, own in found.items() for name, units in expected(own, seeds).items()}
        assert values(house) == alone
    for id, units in values(house).items():
        assert house.balance(f"meter:{id}") == units
    house.kill()
