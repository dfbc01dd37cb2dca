"""Statistics in the database: what reviews found, with the money of the ledger, added up by game, day and kind."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, Engine, insert, select

from pitboss.basics.money import UNITS
from pitboss.house.money.books import Posting
from pitboss.house.money.ledger import Entry, post
from pitboss.house.people import drill
from pitboss.house.people.statistics import is_kept, keep, statistics_of, unreviewed
from pitboss.house.storage import schema
from pitboss.house.storage.database import reading, writing
from pitboss.protocol.coaching import DecisionInfo, MistakeBody, ReviewInfo

BOSTON, CARIBBEAN, OTHER = "boston_5_stud", "caribbean_stud", "high_card"
PRICED = {BOSTON, CARIBBEAN}
DAY = 24 * 60 * 60 * 1000
TABLES = {"t1": (BOSTON, "{}"), "t2": (CARIBBEAN, "{}"), "t3": (OTHER, "{}"), "t4": (BOSTON, '{"practice":true}')}


def round_at(connection: Connection, table: str, seq: int, at: int, person: str, net: int) -> None:
    """A round that brought a player this many cents. Its act and its number are the same."""
    row = {"table_id": table, "seq": seq, "round": seq, "at": at, "body": b"", "head": ""}
    connection.execute(insert(schema.act).values(row))
    chips, house = f"chips:{table}:{person}", f"house:{table}"
    moved = [Posting(chips, -1), Posting(house, -net * UNITS), Posting(chips, net * UNITS + 1)]
    post(connection, Entry(f"{table}/{seq}", "round", at, moved, table, seq))


def decision(number: int, kind: str, cost: float, **said: Any) -> DecisionInfo:
    place = {"number": number, "about": "double", "kind": kind, "seat": 1, "hand": 1}
    values = {"pass": -cost, "double": 0.0}
    return DecisionInfo(**{"chosen": "pass", "best": "double", "values": values, "cost": cost, **place, **said})


def review(table: str, round: int, net: int, perfect: float, *decisions: DecisionInfo, **said: Any) -> ReviewInfo:
    cost = sum(one.cost for one in decisions if not one.by_clock)
    late = sum(one.cost for one in decisions if one.by_clock)
    sums = {"cost": cost, "late": late, "luck": net - perfect + cost + late}
    return ReviewInfo(
        **{"table": table, "round": round, "decisions": decisions, "net": net, "perfect": perfect, "exact": True}
        | sums
        | said
    )


PAIR, DRAW = "A pair", "A draw"
REVIEWS = [
    review("t1", 1, 500, -20.25, decision(0, PAIR, 12.5), decision(1, PAIR, 0.25), staked=1000),
    review("t1", 2, -800, -20.25, decision(0, DRAW, 700.0), decision(1, DRAW, 40.0, by_clock=True), staked=1500),
    review(
        "t2",
        3,
        0,
        -26.125,
        decision(0, PAIR, 25.0, exact=False),
        decision(1, PAIR, 5.0, chosen="double"),
        staked=0,
        exact=False,
        left_out=("bonus",),
    ),
]
"""Ann's rounds, but for two that nobody has looked at."""


@pytest.fixture
def played(engine: Engine) -> Engine:
    """Ann won and lost at t1, and played at t2 a day later. Bob played, too, and Ann also practised."""
    schema.metadata.create_all(engine)
    with writing(engine) as connection:
        for id in ("ann", "bob"):
            connection.execute(insert(schema.person).values(id=id, name=id, roles="player", made_at=0))
        for id, (game, settings) in TABLES.items():
            row = {"id": id, "name": id, "game": game, "rules": "{}", "settings": settings, "opened_by": ""}
            connection.execute(insert(schema.game_table).values(row | {"opened_at": 0}))
            for person in ("ann", "bob"):
                bought = [Posting("issued", -9000 * UNITS), Posting(f"chips:{id}:{person}", 9000 * UNITS)]
                post(connection, Entry(f"{person}/{id}", "buy in", 1, bought))
        round_at(connection, "t1", 1, DAY - 60_000, "ann", 500)
        round_at(connection, "t1", 2, DAY + 60_000, "ann", -800)
        round_at(connection, "t2", 3, 2 * DAY, "ann", 0)
        round_at(connection, "t2", 4, 2 * DAY + 1, "ann", -100)
        round_at(connection, "t3", 5, 2 * DAY + 2, "ann", 100)
        round_at(connection, "t4", 6, 2 * DAY + 3, "ann", 4000)
        round_at(connection, "t1", 7, 2 * DAY + 4, "bob", 77)
        keep(connection, "ann", REVIEWS)
        keep(connection, "bob", [review("t1", 7, 77, 0.0, decision(0, PAIR, 5.0), staked=1)])
    return engine


def test_reviewed_rounds_are_added_up_by_game_day_and_kind(played: Engine) -> None:
    with reading(played) as connection:
        found = statistics_of(connection, "ann", PRICED)
        assert unreviewed(connection, "ann", PRICED) == [("t2", 4)]
        assert (is_kept(connection, "ann", "t1", 2), is_kept(connection, "bob", "t1", 2)) == (True, False)
    whole = found.whole
    assert (whole.rounds, whole.staked, whole.net, whole.inexact) == (3, 2500, -300, 1)
    assert (whole.perfect, whole.cost, whole.late, whole.own) == (-66.625, 742.75, 40.0, -849.375)
    assert whole.luck == whole.net - whole.own == 549.375
    assert [(one.game, one.totals.rounds, one.totals.net) for one in found.games] == [
        (BOSTON, 2, -300),
        (CARIBBEAN, 1, 0),
    ]
    days = [("1970-01-01", 500), ("1970-01-02", -800), ("1970-01-03", 0)]
    assert [(one.day, one.totals.net) for one in found.days] == days
    assert [(one.game, one.kind, one.decisions, one.mistakes, one.cost) for one in found.kinds] == [
        (BOSTON, DRAW, 1, 1, 700.0),  # what the clock chose is no decision of hers
        (CARIBBEAN, PAIR, 2, 2, 30.0),  # one has no exact price, and one was only too small: the drill has neither
        (BOSTON, PAIR, 2, 1, 12.75),
    ]
    named = [one.last for one in found.kinds]
    assert named == [(MistakeBody(table="t1", round=2, number=0),), (), (MistakeBody(table="t1", round=1, number=0),)]
    assert [(one.game, one.wager, one.rounds) for one in found.left_out] == [(CARIBBEAN, "bonus", 1)]
    assert [(one.rounds, one.net, one.own) for one in found.line] == [
        (1, 500, -33.0),
        (2, -300, -793.25),
        (3, -300, -849.375),
    ]
    assert (found.missing, found.unpriced) == (1, 1)


def test_a_game_is_shown_by_itself_and_days_are_those_of_the_players_clock(played: Engine) -> None:
    with reading(played) as connection:
        boston = statistics_of(connection, "ann", PRICED, BOSTON, ahead=2)
        every = statistics_of(connection, "ann", PRICED)
        nobody = statistics_of(connection, "cho", PRICED)
    assert [one.game for one in boston.games] == [BOSTON]
    assert boston.whole == next(one.totals for one in every.games if one.game == BOSTON)
    assert [(one.day, one.totals.rounds) for one in boston.days] == [("1970-01-02", 2)]
    assert (boston.missing, boston.left_out) == (0, ())
    assert (nobody.whole.rounds, nobody.days, nobody.line, nobody.missing) == (0, (), (), 0)


def test_a_later_review_replaces_the_one_before_and_moves_no_money(played: Engine) -> None:
    with writing(played) as connection:
        money = connection.execute(select(schema.posting)).all()
        keep(connection, "ann", [review("t1", 1, 500, -10.0, staked=1000)])
        found = statistics_of(connection, "ann", PRICED, BOSTON)
        assert connection.execute(select(schema.posting)).all() == money
    assert (found.whole.rounds, found.whole.perfect, found.whole.cost) == (2, -30.25, 700.0)


def test_ratings_are_those_of_the_drill(played: Engine) -> None:
    with writing(played) as connection:
        for at, right in enumerate((True, False)):
            asked = drill.ask(connection, "ann", BOSTON, f"{at}-0", "{}", at)
            grade = {
                "right": right,
                "score": float(right),
                "cost_millionths": 1 - right,
                "puzzle_rating": 1200,
                "kind": "",
            }
            drill.answer(connection, "ann", BOSTON, asked, "fold", grade, at)
        (rated,) = statistics_of(connection, "ann", PRICED).ratings
        assert statistics_of(connection, "ann", PRICED, CARIBBEAN).ratings == ()
    assert (rated.game, [one.at for one in rated.course]) == (BOSTON, [0, 1])
    assert rated.course[0].rating == 1216 > rated.rating == rated.course[1].rating
