"""The past of tables: stored acts played again, payouts not yet told, and the rounds of a person.

Recovery, audits, statements of rounds and clients that come back all use this. Every act is checked: the head that its
body and its records make must be the stored one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, case, func, or_, select, tuple_

from pitboss.basics.errors import IllegalAction
from pitboss.basics.money import UNITS
from pitboss.engine.round.events import PUBLIC, Event, Seated
from pitboss.engine.round.round import Round
from pitboss.engine.rules import Given
from pitboss.engine.state import TableState
from pitboss.engine.table import Table
from pitboss.house.money import books, ledger
from pitboss.house.settings import TableSettings
from pitboss.house.storage.schema import account, act, entry, game_table, posting
from pitboss.house.storage.store import ActRow
from pitboss.house.tables import acts
from pitboss.house.tables.acts import AnyAct, Gave, HeldBack, RoundBegan
from pitboss.house.tables.orders import Orders
from pitboss.log.lines import GENESIS, Log, LogEnd, chain
from pitboss.protocol.coaching import PlayedInfo, PlayedPage


class ReplayError(ValueError):
    """A stored act is not what the rules make of it."""

    def __init__(self, table: str, seq: int, wrong: str) -> None:
        super().__init__(table, seq, wrong)
        self.table, self.seq, self.wrong = table, seq, wrong

    def __str__(self) -> str:
        return f"act {self.seq} of table {self.table}: {self.wrong}"


class PlayedAct(NamedTuple):
    """An act and the records that it made."""

    seq: int
    at: int
    round: int
    act: AnyAct
    records: tuple[Event, ...]
    viewers: Mapping[str, str]
    """The viewer that each player is in this round, by the player's id."""
    told: tuple[Event, ...]
    """What people are told by this act: its records, but for what is held back for the person who deals."""
    lines: tuple[bytes, ...] = ()
    """The records as lines of the table's log."""
    of_round: Sequence[Event] = ()
    """The records of the whole round, as far as it has come. What people are told is among them."""
    first: int = 0
    """The number of records of the round before what people are told."""

    def viewer(self, person: str) -> str:
        return self.viewers.get(person, PUBLIC)


def live_table(id: str, game: str, rules: Given, seed: int | None = None) -> Table:
    """A table whose meters answer from outside."""
    return Table(game, rules, id=id, seed=seed, attendants={"meter": None})


def meter_ids(table: Table, link: str) -> dict[str, str]:
    """The ids of a table's meters, by their names. Those that are linked belong to the link."""
    return {name: f"{link if one.linked else table.id}/{name}" for name, one in table.terms.items()}


def changed_table(table: Table, rules: Given, state: TableState) -> Table:
    """The same table with other rules and nobody at it."""
    made = Table(table.game, rules, id=table.id, state=state, attendants={"meter": None})
    made.source = table.source
    made.listeners.clear()
    return made


def end_of_log(table: Table, began: int, head: str) -> str:
    """The last hash of a table's log, if it ends now. ``began`` is the last round before the log, ``head`` its head.

    No act stores the last line. Whoever writes the log from the acts adds it, and a log that follows names its hash.
    """
    last = table.state.round
    end = LogEnd(round=last if last > began else 0, clause=table.game.round_of_play, rounds=last - began)
    return chain([end], head)[1]


class Replay:
    """A table as its acts make it. Begin with the first act, or with the act that began a round.

    ``before`` is the head before the first act that is applied.
    """

    def __init__(self, id: str, table: Table, before: str = acts.FIRST) -> None:
        self.id, self.table = id, table
        self.head, self.log_head = before, GENESIS
        self.log_began = 0
        """The last round before the table's log began."""
        self.orders = Orders()
        self.seq = 0
        self.out: set[str] = set()
        self.held = HeldBack()
        """What nobody has been told yet, since the person who deals has not dealt it."""
        self.keys: dict[str, int] = {}
        self.closed = False
        self._viewers: dict[str, str] = {}
        table.listeners.clear()

    def apply(self, row: ActRow) -> PlayedAct:
        """Play one more act."""
        if self.seq and row.seq != self.seq + 1:
            raise ReplayError(self.id, row.seq, f"an act is missing after act {self.seq}")
        try:
            act = acts.decode(row.body)
        except msgspec.MsgspecError as error:
            raise ReplayError(self.id, row.seq, f"its body can't be read: {error}") from None
        try:
            records, lines = self._play(act)
        except IllegalAction as refusal:
            raise ReplayError(self.id, row.seq, f"the rules reject it: {refusal}") from None
        self.head = acts.next_head(self.head, row, self.log_head)
        self.seq = row.seq
        if self.head != row.head:
            raise ReplayError(self.id, row.seq, "the chain is broken: this act or one before it was altered")
        self.orders.take(act)
        if row.key:
            self.keys[row.key] = row.seq
        told = self.held.told(act, records)
        whole = self.table.round.records if told and self.table.round is not None else ()
        first = len(whole) - len(self.held.records) - len(told)
        return PlayedAct(row.seq, row.at, row.round, act, records, self._viewers, told, lines, whole, first)

    def _play(self, act: AnyAct) -> tuple[tuple[Event, ...], tuple[bytes, ...]]:
        table, before = self.table, 0
        match act:
            case acts.TableOpened(first_line=line):
                return (), self._chained([_log(line)])
            case acts.RulesChanged(first_line=line):
                log = _log(line)
                self.table = changed_table(table, log.rules, act.state)
                self.table.seats, self.table.names, self.out = list(act.seats), dict(act.names), set(act.out)
                self.log_head, self.log_began = GENESIS, act.state.round
                return (), self._chained([log])
            case acts.Sat(player=player, name=name, seat=0):
                table.stand(name, id=player)
            case acts.Sat(player=player, name=name, seat=seat):
                table.sit(name, seat, id=player)
            case acts.Left(player=player):
                table.leave(player)
                self.out.discard(player)
            case acts.SatOut(player=player, out=out):
                (self.out.add if out else self.out.discard)(player)
            case acts.DealerCame():
                table.new_dealer()
            case RoundBegan():
                table.round = None
                self.log_head, self.log_began, self.out = act.log_head, act.log_began, set(act.out)
                round = table.resume_round(act.state, act.seats, act.inputs, names=act.names, revision=act.revision)
                self._viewers = {player: round.viewer(player) for _, player in round.seats}
                return tuple(round.records), self._chained(round.records)
            case Gave():
                assert table.round is not None
                before = len(table.round.records)
                for given in act.inputs:
                    table.round.repeat(given)
                records = table.round.records[before:]
                if came := {(one.seat, one.player) for one in records if isinstance(one, Seated)}:
                    if not came <= {*table.seats}:
                        raise IllegalAction(table.game.name, table.game.seated, "nobody at the table has this seat")
                    self._viewers = {player: table.round.viewer(player) for _, player in table.round.seats}
                return tuple(records), self._chained(records)
            case acts.TableClosed():
                self.closed = True
        return (), ()  # no other act changes anything at the table

    def _chained(self, records: Sequence[Event]) -> tuple[bytes, ...]:
        lines, self.log_head = chain(records, self.log_head)
        return tuple(lines)


def _log(line: str) -> Log:
    return msgspec.json.decode(line, type=Log)


# --- from the database

MOST_ACTS = 5000
"""The most acts that are played again for one client."""


class TooLongAgo(ValueError):
    """More has happened than is sent at once."""


def table_row(connection: Connection, table: str) -> Any | None:
    """The row of a table, open or closed."""
    return connection.execute(select(game_table).where(game_table.c.id == table)).one_or_none()


def replay_from(connection: Connection, row: Any, start: int) -> Replay:
    """A replay of a table that begins with this act."""
    before = select(act.c.head).where(act.c.table_id == row.id, act.c.seq == start - 1)
    head = connection.execute(before).scalar() or acts.FIRST
    rules = msgspec.json.decode(row.rules) if start >= row.snapshot else rules_at(connection, row.id, start)
    settings = msgspec.json.decode(row.settings, type=TableSettings)
    return Replay(row.id, live_table(row.id, row.game, rules, settings.seed), head)


def stored_acts(connection: Connection, table: str, start: int = 0) -> list[ActRow]:
    """An act of a table with all acts after it."""
    chosen = select(act).where(act.c.table_id == table, act.c.seq >= start).order_by(act.c.seq)
    return [ActRow(*row) for row in connection.execute(chosen)]


def act_with_key(connection: Connection, table: str, key: str) -> Any:
    """The act that a command made at a table, by its stored key. None if it made none."""
    return connection.execute(select(act.c.seq, act.c.body).where(act.c.table_id == table, act.c.key == key)).first()


def rules_at(connection: Connection, table: str, seq: int) -> dict[str, Any]:
    """The rules of a table when an act of the past happened: those of the log that was open then."""
    tag, c = b'{"type":"ruleschanged"', act.c
    opened = (c.seq == 1) | (func.substr(c.body, 1, len(tag)) == tag)
    last = select(c.body).where(c.table_id == table, c.seq <= seq, opened).order_by(c.seq.desc()).limit(1)
    line = msgspec.json.decode(connection.execute(last).scalar_one())["first_line"]
    rules: dict[str, Any] = msgspec.json.decode(line)["rules"]
    return rules


def acts_after(connection: Connection, row: Any, after: int) -> list[PlayedAct]:
    """The acts of a table after an act, in order."""
    own = act.c.table_id == row.id
    last = connection.execute(select(func.max(act.c.seq)).where(own)).scalar() or 0
    if last - after > MOST_ACTS:
        raise TooLongAgo(f"{last - after:,} updates were missed, and at most {MOST_ACTS:,} are sent")
    number = connection.execute(select(act.c.round).where(own, act.c.seq == after + 1)).scalar()
    if number is None:
        return []
    return [one for one in _played(connection, row, number, None)[0] if one.seq > after]


def played_round(connection: Connection, row: Any, number: int) -> tuple[list[PlayedAct], Round | None]:
    """The acts of a round, and the round as they leave it. Empty and None if there was no such round."""
    found, round = _played(connection, row, number, number)
    return (found, round) if found and isinstance(found[0].act, RoundBegan) else ([], None)


def _played(connection: Connection, row: Any, first: int, last: int | None) -> tuple[list[PlayedAct], Round | None]:
    """The acts of some rounds, and the last of these rounds as they leave it.

    The first act of a round is the one that began it, from which it can be played.
    """
    chosen = select(act).where(act.c.table_id == row.id, act.c.round >= first)
    if last is not None:
        chosen = chosen.where(act.c.round <= last)
    stored = [ActRow(*one) for one in connection.execute(chosen.order_by(act.c.seq).limit(2 * MOST_ACTS))]
    if not stored:
        return [], None
    replay = replay_from(connection, row, stored[0].seq)
    return [replay.apply(one) for one in stored], replay.table.round


# --- payouts already booked for cards not yet revealed
#
# No answer to a player may give them away. They are read from the database, so they are known of tables that another
# process runs, too.


class Undealt(NamedTuple):
    """What a table holds back."""

    table: str
    round: int
    since: int
    """The act that made the first of these records."""
    records: tuple[Event, ...]

    def cents_of(self, person: str) -> int:
        """What a person has won or lost by it, in cents."""
        own = books.chips(self.table, person), books.game_account(person)
        return sum(units for name, units in books.postings(self.table, self.records) if name in own) // UNITS


def undealt_of(connection: Connection, person: str) -> dict[str, Undealt]:
    """What is held back at open tables where a person has had chips, by table."""
    chips = connection.execute(select(account.c.name).where(ledger.holds_chips_of(person))).scalars()
    tables = {name.split(":")[1] for name in chips}
    chosen = select(game_table).where(game_table.c.id.in_(tables), game_table.c.closed_at.is_(None))
    found = (_at_table(connection, row) for row in connection.execute(chosen).all())
    return {one.table: one for one in found if one is not None}


def _at_table(connection: Connection, row: Any) -> Undealt | None:
    own = act.c.table_id == row.id
    last = select(func.max(act.c.round)).where(own).scalar_subquery()
    stored = connection.execute(select(act.c.round, act.c.body).where(own, act.c.round == last))
    rounds = [one.round for one in stored if isinstance(given := acts.decode(one.body), Gave) and given.by_hand]
    if not rounds:
        return None
    held: list[Event] = []
    since = 0
    for one in played_round(connection, row, rounds[0])[0]:
        since = since if held else one.seq
        held = (held + list(one.records))[len(one.told) :]
    return Undealt(row.id, rounds[0], since, tuple(held)) if held else None


# --- the rounds that a person played
#
# They are found from the money that moved.

MOST_ROUNDS = 200
"""The most rounds of one page."""


class UnknownRound(LookupError):
    """A page is asked for after a round that the person did not play."""


def rounds_of(
    connection: Connection, person: str, *, after: str = "", most: int = MOST_ROUNDS, game: str = ""
) -> PlayedPage:
    """The rounds of a person before a place, which is ``next`` of the page before. ``game`` asks for one game's."""
    found = rounds_with_net(person, game).subquery()
    order = (found.c.at, found.c.table_id, found.c.round)
    wanted = select(found).order_by(*(column.desc() for column in order)).limit(most + 1)
    if after:
        wanted = wanted.where(tuple_(*order) < tuple_(*_place(connection, found, after)))
    rows = connection.execute(wanted).all()
    shown = rows[:most]
    in_play = going_on(connection, {row.table_id for row in shown})
    rounds = tuple(
        PlayedInfo(
            table=row.table_id,
            name=row.name,
            game=row.game,
            round=row.round,
            at=row.at,
            net=row.units // UNITS,
            over=in_play.get(row.table_id) != row.round,
        )
        for row in shown
    )
    return PlayedPage(rounds=rounds, next=f"{shown[-1].table_id}:{shown[-1].round}" if len(rows) > most else "")


def rounds_with_net(person: str, game: str) -> Select[Any]:
    """The rounds whose acts moved a person's chips or coupons, each with the units that it brought."""
    money = or_(ledger.holds_chips_of(person), account.c.name == books.game_account(person))
    coupons = ledger.holds_coupons_of(person)
    is_money = posting.c.account.in_(select(account.c.name).where(money))
    named = (game_table.c.name, game_table.c.game)
    return (
        select(
            *(entry.c.table_id, act.c.round, *named, func.min(entry.c.at).label("at")),
            ledger.whole_sum(case((is_money, posting.c.units), else_=0)).label("units"),
        )
        .join(posting, posting.c.entry == entry.c.id)
        .join(act, (act.c.table_id == entry.c.table_id) & (act.c.seq == entry.c.seq))
        .join(game_table, game_table.c.id == entry.c.table_id)
        .where(
            posting.c.account.in_(select(account.c.name).where(or_(money, coupons))),
            entry.c.kind.in_(("round", "coupons")),
            *([game_table.c.game == game] if game else []),
        )
        .group_by(entry.c.table_id, act.c.round, *named)
    )


def _place(connection: Connection, found: Any, after: str) -> tuple[Any, ...]:
    table, _, number = after.rpartition(":")
    if after.isprintable() and number.isdecimal() and len(number) < 16:
        place = select(found.c.at, found.c.table_id, found.c.round)
        place = place.where(found.c.table_id == table, found.c.round == int(number))
        if (row := connection.execute(place).one_or_none()) is not None:
            return tuple(row)
    raise UnknownRound(f"you did not play a round {after!a}")


def going_on(connection: Connection, tables: set[str]) -> dict[str, int]:
    """The last rounds of these tables, as far as wagers lie on the layout."""
    layouts = {books.layout(table): table for table in tables} | {books.coupons_on(table): table for table in tables}
    holding: ColumnElement[bool] = account.c.name.in_(layouts) & (account.c.units > 0)
    busy = {layouts[name] for name in connection.execute(select(account.c.name).where(holding)).scalars()}
    last = (
        select(act.c.table_id, func.max(act.c.round).label("last"))
        .where(act.c.table_id.in_(busy))
        .group_by(act.c.table_id)
    )
    return {row.table_id: row.last for row in connection.execute(last)}
