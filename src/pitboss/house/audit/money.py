"""The audit of money: the ledger, starting money and meters.

Every entry is one that the house makes, and every balance is the sum of its postings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeVar

import msgspec
from sqlalchemy import BigInteger, ColumnElement, Connection, Select, cast, func, or_, select

from pitboss.basics.money import UNITS
from pitboss.engine.meters.meter import MeterMemory, MeterTerms, Part
from pitboss.house.audit.tables import BALANCE, METER, MONEY, STAFF, Audit, TableAudit
from pitboss.house.money import books, free_chips
from pitboss.house.money.books import Posting
from pitboss.house.money.free_chips import FreeChipsTaken
from pitboss.house.money.ledger import ALL, in_words
from pitboss.house.people import staff
from pitboss.house.people.house_players import is_house_player
from pitboss.house.storage.schema import account, act, entry, game_table, meter, meter_move, person, posting, staff_act
from pitboss.house.tables.live_tables import plain_terms

T = TypeVar("T")
AT_ONCE = 1000
"""Rows that are read together."""
MAY_BE_NEGATIVE = ("house", "players", "issued", "coupon:issued")
"""The kinds of accounts that may be below zero."""
ISSUING = (books.ISSUED, books.COUPONS_ISSUED)
"""The accounts from which money and coupons are issued."""
TRANSFERS = {
    *(("issued", "wallet"), ("wallet", "issued"), ("issued", "house"), ("house", "issued"), ("house", "house")),
    *(("wallet", "chips"), ("chips", "wallet"), ("wallet", "game"), ("game", "wallet")),
    *(("players", "chips"), ("chips", "players")),
    *(("house", "inventory"), ("inventory", "house")),
    *(("coupon:issued", "coupon"), ("coupon", "coupon:issued")),
    *(("coupon", "coupon:at"), ("coupon:at", "coupon")),
}
"""Between which kinds of accounts money moves otherwise than by a round or a meter."""
OF_PRACTICE = {
    *(("issued", "chips"), ("chips", "issued"), ("house", "inventory"), ("inventory", "house")),
    *(("coupon:issued", "coupon:at"), ("coupon:at", "coupon:issued")),
}
"""The same at a table for practice, which touches no wallet."""

KINDS = {
    **dict.fromkeys((("issued", "wallet"), ("coupon:issued", "coupon")), "issue"),
    **dict.fromkeys((("wallet", "chips"), ("players", "chips"), ("issued", "chips")), "buy in"),
    **dict.fromkeys((("chips", "wallet"), ("chips", "players"), ("chips", "issued")), "cash out"),
    ("house", "inventory"): "fill",
    ("inventory", "house"): "credit",
}
"""What the house calls a transfer between these kinds of accounts."""


def kind_of(name: str) -> str:
    """The kind of an account. That of the players of the house is one of its own.

    >>> kind_of("chips:t1:ann"), kind_of("house:t1"), kind_of("coupon:at:t1:ann"), kind_of("coupon:ann")
    ('chips', 'house', 'coupon:at', 'coupon')
    """
    if name == books.PLAYERS:
        return "players"
    first, _, rest = name.partition(":")
    second, more, _ = rest.partition(":")
    if first == "coupon" and (more or rest in ("taken", "issued")):
        return f"{first}:{second}"
    return first


def is_transfer(lines: Sequence[Posting], *, practice: bool = False) -> bool:
    """Whether these postings move money or coupons between two accounts that it may move between.

    >>> is_transfer([Posting("wallet:ann", -5), Posting("chips:t1:ann", 5)])
    True
    >>> is_transfer([Posting("wallet:ann", -5), Posting("chips:t1:bob", 5)])
    False
    >>> is_transfer([Posting("wallet:ann", -5), Posting("chips:t1:ann", 5)], practice=True)
    False
    >>> is_transfer([Posting("house:players", -5), Posting("chips:t1:ann", 5)])
    False
    """
    if len(lines) != 2 or lines[0].units + lines[1].units:
        return False
    giver, taker = sorted(lines, key=lambda line: line.units)
    kinds = kind_of(giver.account), kind_of(taker.account)
    of_house = (*MAY_BE_NEGATIVE, "inventory")
    people = {name.rpartition(":")[2] for name, _ in (giver, taker) if kind_of(name) not in of_house}
    if any(map(is_house_player, people)) != ("players" in kinds):
        return False
    return kinds in (OF_PRACTICE if practice else TRANSFERS) and len(people) <= 1


def _mislabelled(row: Any, lines: Sequence[Posting]) -> str:
    """What is wrong with the kind or the memo of a transfer. Empty if nothing is."""
    giver, taker = sorted(lines, key=lambda line: line.units)
    due = KINDS.get((kind_of(giver.account), kind_of(taker.account)), row.kind)
    if row.kind != due:
        return f"is called {row.kind}, but its postings make it a {due}"
    memo = row.memo
    if row.kind in ("buy in", "coupons") or (row.kind == "cash out" and row.memo != ALL):
        memo = ""
    elif row.kind in ("fill", "credit"):
        memo = f"ordered by {row.person}" if row.person else ""
    return f"has the memo {row.memo!r}, but the house writes {memo!r}" if row.memo != memo else ""


def entries(connection: Connection, which: Any, *, by_act: bool = False) -> Iterator[tuple[Any, list[Posting]]]:
    """Entries with their postings, in the order of their acts or of their ids."""
    first = (entry.c.seq,) if by_act else ()
    found: Select[Any] = (
        select(
            *(entry.c.id, entry.c.kind, entry.c.at, entry.c.table_id, entry.c.seq, entry.c.person, entry.c.memo),
            *(posting.c.account, posting.c.units),
        )
        .join(posting, posting.c.entry == entry.c.id)
        .where(which)
        .order_by(*first, entry.c.id, posting.c.line)
    )
    rows = connection.execute(found, execution_options={"yield_per": AT_ONCE})
    for _, lines in groupby(rows, key=lambda row: row.id):
        of_entry = list(lines)
        yield of_entry[0], [Posting(line.account, line.units) for line in of_entry]


def money_of_acts(connection: Connection, table: str) -> Iterator[tuple[int, dict[str, int]]]:
    """What the stored entries of each act of a table moved, without fills and other transfers."""
    stored = entries(connection, (entry.c.table_id == table) & (entry.c.seq > 0), by_act=True)
    for seq, of_act in groupby(stored, key=lambda one: one[0].seq):
        net: Counter[str] = Counter()
        for _, lines in of_act:
            if not is_transfer(lines):
                for name, units in lines:
                    net[name] += units
        yield seq, {name: units for name, units in net.items() if units}


def check_entries(connection: Connection, audit: Audit, practice: Container[str] = ()) -> None:
    """Every entry that is neither of an act nor of a meter is a transfer. ``practice`` are the tables for practice."""
    known = select(game_table.c.id)
    for row, lines in entries(connection, (entry.c.seq == 0) | entry.c.table_id.not_in(known)):
        of_meter = any(kind_of(name) == "meter" for name, _ in lines)
        if not of_meter and not is_transfer(lines, practice=row.table_id in practice):
            wrong = f"no act makes the entry {row.id} ({row.kind}), which changes {', '.join(n for n, _ in lines)}"
            audit.add(MONEY, wrong, row.table_id)
        elif not of_meter and (wrong := _mislabelled(row, lines)):
            audit.add(MONEY, f"the entry {row.id} {wrong}", row.table_id)
    of_act = (entry.c.table_id == act.c.table_id) & (entry.c.seq == act.c.seq)
    moved = select(entry.c.id, entry.c.table_id, entry.c.seq).join(act, of_act)
    for row in connection.execute(moved.where(entry.c.seq > 0, entry.c.at != act.c.at).order_by(entry.c.id)):
        audit.add(MONEY, f"the entry {row.id} has another time than its act", row.table_id, act=row.seq)


def check_issues(connection: Connection, audit: Audit, practice: Container[str] = ()) -> None:
    """Money and coupons are issued once to a person who comes, or as the staff journal says.

    That is by an order of an administrator, or by the house to somebody who had too little left to play.
    """
    what = staff_act.c.what
    ordered = {f"issue/{one.person}/{one.key}": one for one in _said(connection, _Order, what == staff.ISSUE)}
    by_house = (what == staff.TAKE) & (staff_act.c.person == staff.HOUSE)  # only the house itself notes that
    taken = {free_chips.entry_id(one.person, one.key): one for one in _said(connection, FreeChipsTaken, by_house)}
    by_rule: list[tuple[Any, FreeChipsTaken]] = []
    issuing = select(posting.c.entry).where(posting.c.account.in_(ISSUING), posting.c.units < 0)
    for row, lines in entries(connection, entry.c.id.in_(issuing)):
        if row.table_id in practice:
            continue
        id, of_coupons = row.id.removesuffix("/c"), row.id.endswith("/c")
        order = ordered.get(id)
        cents = (order.coupons if of_coupons else order.cents) if order else 0
        issued = sum(units for name, units in lines if units > 0)
        if (of_rule := taken.get(row.id)) is not None and issued == of_rule.cents * UNITS:
            by_rule.append((row, of_rule))
        elif id != f"{row.person}/start" and issued != cents * UNITS:
            audit.add(MONEY, f"the entry {row.id} issues {issued} units, but no order of staff says so")
    for row, of_rule in by_rule:
        has = free_chips.least_owned(connection, of_rule, row.at, practice)
        if has >= of_rule.least * UNITS:
            audit.add(MONEY, f"the entry {row.id} issues money to {row.person}, who had {has} units left to play")


class _Order(msgspec.Struct):
    """An order to issue money and coupons."""

    person: str
    key: str
    cents: int
    coupons: int


def _said(connection: Connection, kind: type[T], which: ColumnElement[bool]) -> Iterator[T]:
    """What acts in the staff journal say. One that can't be read says nothing; the audit of people names it."""
    bodies = select(staff_act.c.body).where(which)
    for (body,) in connection.execute(bodies, execution_options={"yield_per": AT_ONCE}):
        try:
            said = msgspec.json.decode(body, type=kind)
        except msgspec.MsgspecError:
            continue
        yield said


def meter_entries(connection: Connection) -> dict[str, dict[str, int]]:
    """What every entry that touches a meter's account moved, by its id."""
    touching = select(posting.c.entry).where(func.substr(posting.c.account, 1, 6) == "meter:")
    rows = select(posting.c.entry, posting.c.account, posting.c.units).where(posting.c.entry.in_(touching))
    found: dict[str, dict[str, int]] = {}
    for id, name, units in connection.execute(rows, execution_options={"yield_per": AT_ONCE}):
        net = found.setdefault(id, {})
        net[name] = net.get(name, 0) + units
    return found


# --- balances


def check_balances(connection: Connection, audit: Audit) -> dict[str, int]:
    """Every entry balances, and every balance is the sum of its postings. Returns the balances by account."""
    counts = audit.counts
    counts.entries = connection.execute(select(func.count()).select_from(entry)).scalar_one()
    counts.postings = connection.execute(select(func.count()).select_from(posting)).scalar_one()
    for id, units in connection.execute(_unbalanced()):
        audit.add(MONEY, f"the postings of the entry {id} sum to {units} units, not to 0")
    alone = select(posting.c.entry).outerjoin(entry, entry.c.id == posting.c.entry).where(entry.c.id.is_(None))
    for id in sorted(set(connection.execute(alone).scalars())):
        audit.add(MONEY, f"the postings of {id} have no entry")
    empty = select(entry.c.id).outerjoin(posting, entry.c.id == posting.c.entry).where(posting.c.entry.is_(None))
    for id in sorted(connection.execute(empty).scalars()):
        audit.add(MONEY, f"the entry {id} has no postings")
    sums = select(posting.c.account, cast(func.sum(posting.c.units), BigInteger)).group_by(posting.c.account)
    posted: dict[str, int] = dict(connection.execute(sums).all())
    held: dict[str, int] = dict(connection.execute(select(account.c.name, account.c.units)).all())
    counts.accounts = len(held)
    for name in sorted(posted | held):
        if held.get(name, 0) != posted.get(name, 0):
            wrong = f"{name} holds {held.get(name, 0)} units, but its postings sum to {posted.get(name, 0)}"
            audit.add(BALANCE, wrong)
        if held.get(name, 0) < 0 and kind_of(name) not in MAY_BE_NEGATIVE:
            audit.add(BALANCE, f"{name} is below zero: it holds {held[name]} units")
    for what, total in _trial(held.items()).items():
        if total:
            audit.add(BALANCE, f"the trial balance of {what} is {total} units, not 0")
    return held


def _trial(balances: Iterable[tuple[str, int]]) -> Counter[str]:
    """The sums of all balances: of money, and of coupons."""
    totals: Counter[str] = Counter()
    for name, units in balances:
        totals["coupons" if name.startswith(books.COUPON) else "money"] += units
    return totals


def _unbalanced() -> Select[Any]:
    """Entries whose money or whose coupons do not sum to zero."""
    coupon = func.substr(posting.c.account, 1, len(books.COUPON)) == books.COUPON
    lines = select(posting.c.entry, posting.c.units, coupon.label("coupon")).subquery()
    total = cast(func.sum(lines.c.units), BigInteger)
    return (
        select(lines.c.entry, total)
        .group_by(lines.c.entry, lines.c.coupon)
        .having(func.sum(lines.c.units) != 0)
        .order_by(lines.c.entry)
    )


# --- starting money
#
# A person gets it once, when they come, and every wallet has a person. Nothing that is signed says who came, or how
# much a person gets. So the audit tells the sum and the number of people.

SOON_MS = 600_000
"""For so long after a guest comes, the starting money may follow. Clocks differ by less."""
START, COUPONS = "/start", "/start/c"
"""How the ids of entries of starting money and of starting coupons end, after the person."""
OF_PEOPLE = ("wallet:", "game:", "coupon:")
"""How the names of accounts begin that a person has outside the tables."""
NAMED = 10
"""The most people who are named in one sentence."""


def check_starts(connection: Connection, audit: Audit) -> None:
    """Starting money went to people who exist, when they came. Tell how much it was."""
    everybody = {row.id: row for row in connection.execute(select(person.c.id, person.c.made_at, person.c.login))}
    amounts: dict[str, int] = {}
    ends = entry.c.id.in_([entry.c.person + START, entry.c.person + COUPONS])
    rows = select(entry.c.id, entry.c.at, entry.c.person, posting.c.account, posting.c.units)
    found = rows.join(posting, posting.c.entry == entry.c.id).where(ends, posting.c.units > 0).order_by(entry.c.id)
    for row in connection.execute(found, execution_options={"yield_per": AT_ONCE}):
        _check_start(audit, row, everybody.get(row.person))
        if row.id.endswith(START):
            amounts[row.person] = row.units
    _check_wallets(connection, audit, everybody)
    if amounts:
        audit.on_trust.append(_on_trust(amounts))


def _check_start(audit: Audit, row: Any, who: Any) -> None:
    purse = books.wallet(row.person) if row.id.endswith(START) else f"{books.COUPON}{row.person}"
    if row.account != purse:
        audit.add(MONEY, f"the entry {row.id} gives starting money to {row.account}, and not to {purse}")
    if who is None:
        audit.add(MONEY, f"the entry {row.id} gives starting money to a person who does not exist")
    elif row.at < who.made_at - SOON_MS or (row.at > who.made_at + SOON_MS and who.login is None):
        # Whoever registers may get it long after they came as a guest.
        audit.add(MONEY, f"the entry {row.id} gives starting money at another time than the person came")


def _check_wallets(connection: Connection, audit: Audit, everybody: dict[str, Any]) -> None:
    names = select(account.c.name).where(or_(*(func.substr(account.c.name, 1, len(of)) == of for of in OF_PEOPLE)))
    gone: dict[str, str] = {}
    for name in connection.execute(names.order_by(account.c.name)).scalars():
        _, _, id = name.partition(":")
        if ":" not in id and name not in (books.COUPONS_TAKEN, books.COUPONS_ISSUED) and id not in everybody:
            gone[id] = name
    for id, name in sorted(gone.items()):
        audit.add(STAFF, f"the account {name} belongs to the person {id}, who does not exist")


def _on_trust(amounts: dict[str, int]) -> str:
    """What nothing proves about the starting money of people, in one sentence."""
    usual = Counter(amounts.values()).most_common(1)[0][0]
    others = sorted((id, units) for id, units in amounts.items() if units != usual)
    people = f"{len(amounts):,} people" if len(amounts) > 1 else "1 person"
    said = (
        f"the starting money of {people}, {in_words(sum(amounts.values()))} in all: nothing signed says who came, or"
        f" how much they got; the usual amount is {in_words(usual)}"
    )
    if not others:
        return said
    named = ", ".join(f"the person {id} got {in_words(units)}" for id, units in others[:NAMED])
    return f"{said}, but {named}{f' and {len(others) - NAMED} more got another amount' if len(others) > NAMED else ''}"


# --- meters
#
# Every move has its record, every record its move, and the value is the sum of the moves.

CONTRIBUTION, TAKEN_BACK, WON, SEED = "contribution", "contribution taken back", "jackpot won", "seed"


def check_meters(connection: Connection, audit: Audit, tables: Mapping[str, TableAudit]) -> dict[str, int]:
    """Check every meter. Returns what each table's round in progress has won, in units."""
    terms = {
        id: table.replay.table.terms[name]
        for table in tables.values()
        if table.replay is not None
        for name, id in table.meter_ids.items()
    }
    stored = {row.id: row for row in connection.execute(select(meter))}
    for id in sorted(terms.keys() - stored.keys()):
        audit.add(METER, f"the meter {id} is missing")
    posted, won = meter_entries(connection), Counter[str]()
    if not all(table.broken for table in tables.values()):
        for id in sorted(stored.keys() - terms.keys()):
            audit.add(METER, f"no table has the meter {id}")
    for id in sorted(stored.keys() & terms.keys()):
        audit.counts.meters += 1
        checked = MeterAudit(audit, stored[id], terms[id], tables, posted)
        order = select(meter_move).where(meter_move.c.meter == id).order_by(meter_move.c.number)
        for move in connection.execute(order, execution_options={"yield_per": AT_ONCE}):
            audit.counts.moves += 1
            checked.take(move)
        checked.end()
        won.update(checked.won)
    for id in sorted(posted):
        audit.add(METER, f"the entry {id} changes a meter, but no move of the meter made it")
    return dict(won)


class MeterAudit:
    """A meter, followed from its seed through all its moves."""

    def __init__(
        self,
        audit: Audit,
        row: Any,
        terms: MeterTerms,
        tables: Mapping[str, TableAudit],
        posted: dict[str, dict[str, int]],
    ) -> None:
        self.row, self.terms, self._audit, self._tables, self._posted = row, terms, audit, tables, posted
        self.id: str = row.id
        self.value = terms.seed * UNITS
        self.won: Counter[str] = Counter()
        """What the rounds in progress have won, by table."""
        self._number = 0
        self._made: Counter[tuple[str, str, int, str, int]] = Counter()
        """The contributions so far: table, kind, round, wager, units."""
        self._claims: dict[tuple[str, int, str], int] = {}
        """What was shown for each claim, by table, round and question."""
        self._gains: Counter[tuple[str, int]] = Counter()
        self._last: dict[str, tuple[int, int]] = {}
        """The round and the question of each table's last win."""
        self._seeded = self._taken(f"{self.id}#0")

    def _found(self, wrong: str, table: str = "", round: int = 0) -> None:
        self._audit.add(METER, f"the meter {self.id}: {wrong}", table, round)

    def _taken(self, entry: str) -> dict[str, int] | None:
        return self._posted.pop(entry, None)

    # --- moves

    def take(self, move: Any) -> None:
        """Check the next move."""
        before, self.value = self.value, self.value + move.units
        self._number += 1
        if move.number != self._number:
            self._found(f"move {self._number} is missing", move.table_id, move.round)
            self._number = move.number
        if move.after != self.value:
            wrong = f"move {move.number} leaves {move.after} units, but the moves before it make {self.value}"
            self._found(wrong, move.table_id, move.round)
            self.value = move.after
        self._entry(move)
        self._gains[move.table_id, move.round] += move.units
        table = self._tables.get(move.table_id)
        if table is None:
            self._found(f"move {move.number} names a table that does not exist, {move.table_id}", "", move.round)
        elif move.kind == WON:
            self._win(move, before, table)
        elif move.kind == SEED:
            if move.units != self.terms.seed * UNITS or (move.table_id, move.round, move.what) not in self._claims:
                self._found(f"move {move.number} puts in a seed that no win asks for", move.table_id, move.round)
        elif move.kind in (CONTRIBUTION, TAKEN_BACK):
            self._made[move.table_id, move.kind, move.round, move.what, move.units] += 1
        else:
            self._found(f"move {move.number} is of an unknown kind, {move.kind}", move.table_id, move.round)

    def _win(self, move: Any, before: int, table: TableAudit) -> None:
        key = (move.table_id, move.round, move.what)
        if key in self._claims:
            self._found(f"{move.what} of round {move.round} was paid twice", move.table_id, move.round)
        self._claims[key] = before // UNITS
        turn = move.round, int(move.what.rpartition(" ")[2])
        if turn <= self._last.get(move.table_id, (0, 0)):
            self._found(f"the win of round {move.round} is out of order", move.table_id, move.round)
        self._last[move.table_id] = turn
        if table.playing == move.round:
            self.won[move.table_id] -= move.units

    def _entry(self, move: Any) -> None:
        """A move has an entry of its own, between the meter and the house or the jackpots of the table."""
        id = f"{self.id}#{move.number}"
        other = books.jackpot(move.table_id) if move.kind == WON else books.house(move.table_id)
        if self._taken(id) != {books.meter(self.id): move.units, other: -move.units}:
            wrong = f"the entry {id} does not post the {move.units} units of move {move.number}"
            self._found(wrong, move.table_id, move.round)

    # --- the end

    def end(self) -> None:
        """Compare the moves with the records of the tables, and the row with the moves."""
        sound = {id: table for id, table in self._tables.items() if not table.broken}
        for id, table in sound.items():
            if self.id in table.meter_ids.values():
                self._compare_parts(id, table)
                self._compare_readings(id, table)
                self._compare_gains(id, table)
        seed = self.terms.seed * UNITS
        if seed and (not self._seeded or self._seeded.get(books.meter(self.id)) != seed):
            self._found("its seed was not posted")
        if self.row.terms != plain_terms(self.terms):
            self._found(f"its terms are stored as {self.row.terms!r}, but the rules say {plain_terms(self.terms)!r}")
        if self.row.units != self.value:
            self._found(f"it has {self.row.units} units, but its seed and its moves make {self.value}")
        try:
            memory = msgspec.json.decode(self.row.memory, type=MeterMemory)
        except msgspec.MsgspecError as error:
            self._found(f"its memory can't be read: {error}")
            return
        if memory.units != self.value:
            self._found(f"it remembers {memory.units} units, but its seed and its moves make {self.value}")
        if len(sound) == len(self._tables):
            self._compare_memory(memory)

    def _compare_parts(self, id: str, table: TableAudit) -> None:
        due = Counter({key[1:]: count for key, count in table.facts.parts.items() if key[0] == self.id})
        made = Counter({key[1:]: count for key, count in self._made.items() if key[0] == id})
        for kind, round, what, units in sorted(due - made):
            self._found(f"the {kind} of {units} units for {what} in round {round} has no move", id, round)
        for kind, round, what, units in sorted(made - due):
            if kind != TAKEN_BACK or table.asks != (self.id, round, what):
                times = "too many moves" if (kind, round, what, units) in due else "a move and no record"
                self._found(f"the {kind} of {units} units for {what} in round {round} has {times}", id, round)

    def _compare_readings(self, id: str, table: TableAudit) -> None:
        shown = {(round, what): cents for (at, round, what), cents in table.facts.readings.items() if at == self.id}
        paid = {(round, what): cents for (at, round, what), cents in self._claims.items() if at == id}
        for round, what in sorted(shown.keys() | paid.keys()):
            read, was = shown.get((round, what)), paid.get((round, what))
            if read is None and table.asks == (self.id, round, what):
                continue  # the answer is on the disk, and the table has not taken it yet
            if read != was and not (was is None and read == 0):
                wrong = f"{what} of round {round} read {_cents(read)}, but the moves make {_cents(was)}"
                self._found(wrong, id, round)

    def _compare_gains(self, id: str, table: TableAudit) -> None:
        due = {round: units for (at, round), units in table.facts.gains.items() if at == self.id}
        for (at, round), units in sorted(self._gains.items()):
            if at == id and round in due and due[round] != units:
                wrong = f"round {round} added {due[round]} units by its records, but its moves add {units}"
                self._found(wrong, id, round)

    def _compare_memory(self, memory: MeterMemory) -> None:
        """It must remember exactly the wagers and claims of rounds in progress."""
        playing = {(id, table.playing) for id, table in self._tables.items() if table.playing}
        parts = [key for key in self._made if (key[0], key[2]) in playing]
        back = {(key[0], key[2], key[3]) for key in parts if key[1] == TAKEN_BACK}
        fed = {(key[0], key[2], key[3]) for key in parts if key[1] == CONTRIBUTION}
        claims = {key for key in self._claims if key[:2] in playing}
        kept_back = {_part(part) for part, taken in memory.reversed if taken}
        nothing = {_part(part) for part, taken in memory.reversed if not taken}
        kept_claims = {(one.table, one.round, f"question {one.turn}") for one, shown, _ in memory.claims if shown}
        for what, kept, due in (
            ("open wagers", {_part(part) for part in memory.fed}, fed - back - nothing),
            ("void wagers", kept_back, back),
            ("claims", kept_claims, claims),
        ):
            if kept != due:
                self._found(f"its memory of {what} is {_told(kept)}, but its moves leave {_told(due)}")
        if memory.past and not memory.fed:
            self._found("it remembers wins that no open wager needs")


def _part(part: Part) -> tuple[str, int, str]:
    return part.table, part.round, f"{part.wager} at seat {part.seat}"


def _cents(cents: int | None) -> str:
    return "nothing" if cents is None else f"{cents} cents"


def _told(these: set[tuple[str, int, str]]) -> Sequence[str] | str:
    return "; ".join(f"{what} in round {round} of table {table}" for table, round, what in sorted(these)) or "empty"
