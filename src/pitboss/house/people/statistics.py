"""The statistics of each person: what reviews found in their rounds, added up by game, by day and by kind of decision.

A review is stored when it is first made. What was won, when and where is in the ledger, and is read there. Amounts are
stored and added up in whole units of 1/10,000 cent, to which reviews are rounded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, and_, exists, select

from pitboss.basics.money import UNITS
from pitboss.house.people import drill
from pitboss.house.settings import TableSettings
from pitboss.house.storage.database import upsert
from pitboss.house.storage.schema import drill as drilled
from pitboss.house.storage.schema import game_table, reviewed
from pitboss.house.tables.history import going_on, rounds_with_net
from pitboss.protocol import statistics as wire
from pitboss.protocol.coaching import DecisionInfo, MistakeBody, ReviewInfo

c = reviewed.c
MISTAKE = UNITS
"""The cost from which on a decision is a mistake: a cent, as in the drill."""
POINTS = 200
"""The most points of a line."""
LAST = 20
"""The most mistakes of a kind that are named. So many are filed in the drill at once."""
KEY = ("person", "table_id", "round")


class Decision(msgspec.Struct, frozen=True, array_like=True):
    """A decision of the player's own, as it is stored."""

    number: int
    kind: str
    cost: int
    puzzle: bool
    """Whether it makes a puzzle that was missed. The drill grades a choice at the most that it could stake."""

    @classmethod
    def of(cls, one: DecisionInfo) -> Decision:
        missed = one.exact and one.best_value - one.values.get(one.chosen, one.best_value) >= 1
        return cls(one.number, one.kind, units(one.cost), missed)


class Played(NamedTuple):
    """A round that is over, and its review if there is one."""

    table: str
    round: int
    game: str
    at: int
    net: int
    review: Any


decode_decisions = msgspec.json.Decoder(tuple[Decision, ...]).decode
decode_wagers = msgspec.json.Decoder(tuple[str, ...]).decode


def _text(given: Any) -> str:
    return msgspec.json.encode(given).decode()


def units(cents: float) -> int:
    """
    >>> units(0.3333), units(-487.49999), units(500)
    (3333, -4875000, 5000000)
    """
    return round(cents * UNITS)


# --- storing reviews


def keep(connection: Connection, person: str, found: Iterable[ReviewInfo]) -> None:
    """Store reviews. A later review of a round replaces the one before."""
    for one in found:
        row = {
            "person": person,
            "table_id": one.table,
            "round": one.round,
            "staked": one.staked,
            "perfect": units(one.perfect),
            "cost": units(one.cost),
            "late": units(one.late),
            "exact": int(one.exact),
            "left_out": _text(one.left_out),
            "decisions": _text([Decision.of(two) for two in one.decisions if not two.by_clock]),
        }
        put = upsert(connection)(reviewed).values(row)
        changed = {name: value for name, value in row.items() if name not in KEY}
        connection.execute(put.on_conflict_do_update(index_elements=KEY, set_=changed))


def is_kept(connection: Connection, person: str, table: str, round: int) -> bool:
    """Whether the review of a round is stored."""
    same = and_(c.person == person, c.table_id == table, c.round == round)
    return bool(connection.execute(select(exists(select(c.round).where(same)))).scalar())


# --- reading them


def unreviewed(connection: Connection, person: str, priced: Collection[str], game: str = "") -> list[tuple[str, int]]:
    """The rounds of ``priced`` games that are over and were not reviewed: table and number, the newest first."""
    rounds = played_by(connection, person, game)
    return [(one.table, one.round) for one in reversed(rounds) if one.review is None and one.game in priced]


def statistics_of(
    connection: Connection, person: str, priced: Collection[str], game: str = "", ahead: int = 0
) -> wire.StatisticsInfo:
    """The statistics of a person, or those of one game. Their clock is so many minutes ``ahead`` of UTC."""
    rounds = played_by(connection, person, game)
    known = [one for one in rounds if one.review is not None]
    return wire.StatisticsInfo(
        whole=_totals(known),
        games=tuple(
            wire.GameTotals(game=name, totals=_totals(some))
            for name, some in sorted(_grouped(known, lambda one: one.game).items())
        ),
        days=tuple(
            wire.DayTotals(day=day, totals=_totals(some))
            for day, some in _grouped(known, lambda one: day_of(one.at, ahead)).items()
        ),
        kinds=_kinds(known),
        left_out=_left_out(known),
        line=_line(known),
        ratings=_ratings(connection, person, game),
        missing=sum(one.review is None and one.game in priced for one in rounds),
        unpriced=sum(one.review is None and one.game not in priced for one in rounds),
    )


def played_by(connection: Connection, person: str, game: str) -> list[Played]:
    """The rounds of a person that are over, the oldest first. Tables for practice are left out."""
    found = rounds_with_net(person, game).subquery()
    own = (c.person == person) & (c.table_id == found.c.table_id) & (c.round == found.c.round)
    chosen = select(*(found.c[name] for name in ("table_id", "round", "game", "at", "units")), reviewed)
    chosen = chosen.select_from(found.outerjoin(reviewed, own))
    rows = connection.execute(chosen.order_by(found.c.at, found.c.table_id, found.c.round)).all()
    tables = {row[0] for row in rows}
    practice, busy = _for_practice(connection, tables), going_on(connection, tables)
    return [
        Played(*row[:4], row.units // UNITS, row if row.staked is not None else None)
        for row in rows
        if row[0] not in practice and busy.get(row[0]) != row[1]
    ]


def _for_practice(connection: Connection, tables: set[str]) -> set[str]:
    rows = connection.execute(select(game_table.c.id, game_table.c.settings).where(game_table.c.id.in_(tables)))
    return {row.id for row in rows if msgspec.json.decode(row.settings, type=TableSettings).practice}


def day_of(at: int, ahead: int) -> str:
    """The day of a moment in milliseconds since 1970, by a clock that is so many minutes ahead of UTC.

    >>> day_of(0, 0), day_of(0, -1), day_of(86_399_999, 1)
    ('1970-01-01', '1969-12-31', '1970-01-02')
    """
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at, minutes=ahead)).date().isoformat()


def _grouped(rounds: Iterable[Played], by: Any) -> dict[str, list[Played]]:
    found: dict[str, list[Played]] = defaultdict(list)
    for one in rounds:
        found[by(one)].append(one)
    return found


def _totals(rounds: Sequence[Played]) -> wire.PlayTotals:
    net = sum(one.net for one in rounds)
    perfect, cost, late = (sum(getattr(one.review, name) for one in rounds) for name in ("perfect", "cost", "late"))
    own = perfect - cost - late
    return wire.PlayTotals(
        rounds=len(rounds),
        staked=sum(one.review.staked for one in rounds),
        net=net,
        perfect=perfect / UNITS,
        own=own / UNITS,
        cost=cost / UNITS,
        late=late / UNITS,
        luck=(net * UNITS - own) / UNITS,
        inexact=sum(not one.review.exact for one in rounds),
    )


def _kinds(rounds: Iterable[Played]) -> tuple[wire.KindTotals, ...]:
    decided: dict[tuple[str, str], list[tuple[Played, Decision]]] = defaultdict(list)
    for one in rounds:
        for decision in decode_decisions(one.review.decisions):
            decided[one.game, decision.kind].append((one, decision))
    found = []
    for (game, kind), some in decided.items():
        wrong = [(one, decision) for one, decision in some if decision.cost >= MISTAKE]
        puzzles = [
            MistakeBody(table=one.table, round=one.round, number=decision.number)
            for one, decision in wrong
            if decision.puzzle
        ]
        found.append(
            wire.KindTotals(
                game=game,
                kind=kind,
                decisions=len(some),
                mistakes=len(wrong),
                cost=sum(decision.cost for _, decision in some) / UNITS,
                last=tuple(puzzles[-LAST:]),
            )
        )
    return tuple(sorted(found, key=lambda one: (-one.cost, one.game, one.kind)))


def _left_out(rounds: Iterable[Played]) -> tuple[wire.LeftOutInfo, ...]:
    found: dict[tuple[str, str], int] = defaultdict(int)
    for one in rounds:
        for wager in decode_wagers(one.review.left_out):
            found[one.game, wager] += 1
    return tuple(
        wire.LeftOutInfo(game=game, wager=wager, rounds=count) for (game, wager), count in sorted(found.items())
    )


def _line(rounds: Sequence[Played]) -> tuple[wire.LinePoint, ...]:
    every = -(-len(rounds) // POINTS)
    points, net, own, perfect = [], 0, 0, 0
    for number, one in enumerate(rounds, 1):
        net += one.net
        perfect += one.review.perfect
        own += one.review.perfect - one.review.cost - one.review.late
        if number % every == 0 or number == len(rounds):
            shown = {"net": net, "own": own / UNITS, "perfect": perfect / UNITS}
            points.append(wire.LinePoint(rounds=number, at=one.at, **shown))
    return tuple(points)


def _ratings(connection: Connection, person: str, game: str) -> tuple[wire.RatingInfo, ...]:
    names = select(drilled.c.game).where(drilled.c.person == person, drilled.c.answered_at.is_not(None)).distinct()
    found = []
    for name in sorted(connection.execute(names).scalars()):
        if game in ("", name):
            course = drill.history(connection, person, name)[-POINTS:]
            points = tuple(wire.RatingPoint(at=row.answered_at, rating=row.rating) for row in course)
            found.append(wire.RatingInfo(game=name, rating=points[-1].rating, course=points))
    return tuple(found)
