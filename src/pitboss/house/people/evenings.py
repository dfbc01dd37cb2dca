"""The last evening of a person: rounds at one table without a long pause, if an exact law can hold for them.

A law is known for rounds of one game, under the same rules, with the same base wager and no side wager. Stored reviews
do not say what was wagered, so that is read from the inputs in the acts of the table. No round is played again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate, groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.round.inputs import AnyInput, ReportInput, WagerInput
from pitboss.house.people.statistics import Played, played_by
from pitboss.house.storage.schema import act
from pitboss.house.tables import acts
from pitboss.house.tables.history import rules_at
from pitboss.protocol.games import MOST_ROUNDS

PAUSE = 4 * 60 * 60 * 1000
"""Milliseconds without a round after which another evening begins."""
JAM = "jam"

SIDE = "there were side bets"
COUPONS = "there were coupons, or wagers with cash"
IRREGULAR = "something irregular was reported"
RULES = "the rules of the table changed"
SEATS = "you bet at more than one seat"
OTHER_BETS = "you did not bet the same in every round"
LONG = f"it had more than {MOST_ROUNDS:,} rounds"


class LastEvening(NamedTuple):
    """An evening. Amounts are cents."""

    table: str
    game: str
    began_at: int
    rules: Mapping[str, Any]
    bet: int
    """The base wager of each round; 0 if they differ."""
    nets: tuple[int, ...]
    """The result of each round."""
    why_not: str = ""
    """Why no exact law holds for it, in words. Empty if one may."""

    @property
    def line(self) -> tuple[int, ...]:
        """What came together after each round, from the start on."""
        return tuple(accumulate(self.nets, initial=0))


def last_evening(connection: Connection, person: str, game: str = "") -> LastEvening | None:
    """The last evening of a person, or that of one game. None if they have not played. Tables for practice do not
    count."""
    rounds = _last_rounds(played_by(connection, person, game))
    if not rounds:
        return None
    table, name = rounds[0].table, rounds[0].game
    about: dict[str, Any] = {
        "table": table,
        "game": name,
        "began_at": rounds[0].at,
        "nets": tuple(one.net for one in rounds),
    }
    if len(rounds) > MOST_ROUNDS:
        return LastEvening(**about, rules={}, bet=0, why_not=LONG)
    chosen = select(act.c.seq, act.c.round, act.c.body).where(
        act.c.table_id == table, act.c.round >= rounds[0].round, act.c.round <= rounds[-1].round
    )
    stored = connection.execute(chosen.order_by(act.c.seq)).all()
    known, wanted = registry.game(name), {one.round for one in rounds}
    inputs = {
        round: [one for row in rows for one in _inputs(row.body)]
        for round, rows in groupby(stored, lambda row: row.round)
        if round in wanted
    }
    before, after = (rules_at(connection, table, row.seq) for row in (stored[0], stored[-1]))
    bets = {one.round: _bets(known, inputs[one.round], person) for one in rounds}
    found = next((one for one in bets.values() if isinstance(one, str)), "") or (RULES if before != after else "")
    of_base = {one[known.base] for one in bets.values() if not isinstance(one, str) and one}
    if not found and len(of_base) != 1:
        found = OTHER_BETS
    about["nets"] = tuple(one.net for one in rounds if bets[one.round])
    return LastEvening(**about, rules=before, bet=0 if found else of_base.pop(), why_not=found)


def _last_rounds(rounds: list[Played]) -> list[Played]:
    """The last of these rounds that make an evening, the oldest first."""
    begins = len(rounds)
    while begins and (
        begins == len(rounds)
        or (rounds[begins - 1].table == rounds[begins].table and rounds[begins].at - rounds[begins - 1].at <= PAUSE)
    ):
        begins -= 1
    return rounds[begins:]


def _inputs(body: bytes) -> Iterator[AnyInput]:
    done = acts.decode(body)
    if isinstance(done, acts.RoundBegan | acts.Gave):
        yield from done.inputs


def _bets(game: Game, inputs: list[AnyInput], person: str) -> Counter[str] | str:
    """What a person had on each wager when bets closed, in cents; or why no law holds for the round. Empty if they
    took their wagers back."""
    lie: Counter[tuple[int, str]] = Counter()
    for one in inputs:
        if isinstance(one, ReportInput) or one.do == JAM:
            return IRREGULAR
        if not isinstance(one, WagerInput) or one.player != person:
            continue
        if one.do == "withdraw":
            del lie[one.seat, one.wager]
        elif one.do != "wager" or one.coupon:
            return COUPONS
        else:
            lie[one.seat, one.wager] += one.amount
    if any(game.wager(wager).side for _, wager in lie):
        return SIDE
    if len({seat for seat, _ in lie}) > 1:
        return SEATS
    found = Counter({wager: cents for (_, wager), cents in lie.items()})
    follow = registry.at_seat(game.name).comes_with
    whole = all(found[wager] == times * found[other] for wager, (other, times) in follow.items())
    return found if whole else OTHER_BETS
