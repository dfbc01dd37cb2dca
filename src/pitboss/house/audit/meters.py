"""The audit of meters: every move has its record, every record its move, and the value is the sum of the moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from pitboss.basics.money import UNITS
from pitboss.engine.meters.meter import Claim, MeterMemory, MeterTerms, Part
from pitboss.house.audit.findings import METER, Audit
from pitboss.house.audit.money import AT_ONCE, meter_entries
from pitboss.house.audit.tables import TableAudit
from pitboss.house.money import books
from pitboss.house.storage.schema import meter, meter_move
from pitboss.house.tables.floor import plain_terms

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
        for what, kept, due in (
            ("open wagers", {_part(part) for part in memory.fed}, fed - back - nothing),
            ("void wagers", kept_back, back),
            ("claims", {_claim(claim) for claim, shown, _ in memory.claims if shown}, claims),
        ):
            if kept != due:
                self._found(f"its memory of {what} is {_told(kept)}, but its moves leave {_told(due)}")
        if memory.past and not memory.fed:
            self._found("it remembers wins that no open wager needs")


def _part(part: Part) -> tuple[str, int, str]:
    return part.table, part.round, f"{part.wager} at seat {part.seat}"


def _claim(claim: Claim) -> tuple[str, int, str]:
    return claim.table, claim.round, f"question {claim.turn}"


def _cents(cents: int | None) -> str:
    return "nothing" if cents is None else f"{cents} cents"


def _told(these: set[tuple[str, int, str]]) -> Sequence[str] | str:
    return "; ".join(f"{what} in round {round} of table {table}" for table, round, what in sorted(these)) or "empty"
