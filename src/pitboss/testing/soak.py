"""The kill test: the processes of a served house are killed under real clients, and nothing may be lost."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec
from sqlalchemy import Engine, func, select

from pitboss.house.audit.heads import open_key
from pitboss.house.audit.whole_house import audit_house
from pitboss.house.people import people, staff
from pitboss.house.people.people import Role
from pitboss.house.storage.database import DatabaseError, migrate, open_database, reading, writing
from pitboss.house.storage.schema import entry, game_table, meter_move, owner, person, setting
from pitboss.testing.crowd import Crowd, check_promises, now_ms
from pitboss.testing.house_process import HouseProcess, SoakError

MARK = "soak"
"""The setting that marks the database of a soak."""
EARLY = 0.15
"""How often a process is killed while it starts."""
ALL = 0.2
"""How often all processes are killed at once, if there are several."""
IDLE = 0.2
"""How often a process is killed that may run no table, if there are several."""
GO_ON_S = 60.0
"""Seconds within which play must go on after a kill."""


class Soaked(msgspec.Struct, kw_only=True):
    """What a soak has seen."""

    kills: int = 0
    processes: int = 1
    early_kills: int = 0
    """Further kills, of a process that was starting."""
    killed_while: dict[str, int] = {}
    """How many kills came while something was under way, by its kind."""
    acknowledged: dict[str, int] = {}
    """Commands and requests that were acknowledged, by their kind."""
    refused: dict[str, int] = {}
    """Commands and requests that were refused, by their code."""
    told: int = 0
    """Updates that clients have received."""
    reconnects: int = 0
    resent: int = 0
    """Commands that were sent again after a lost connection."""
    rounds: int = 0
    voids: int = 0
    """Rounds with a void hand."""
    jackpots: int = 0
    """Shares of meters that were won."""
    coupons: int = 0
    """Purchases with coupons."""
    take_overs: int = 0
    """Kills after which another process went on with the tables."""
    slowest_take_over_s: float = 0.0
    slowest_start_s: float = 0.0
    audits: int = 0
    acts: int = 0


def soak(
    url: str,
    kills: int,
    *,
    processes: int = 1,
    seed: int = 1,
    longest_s: float = 2.0,
    tick: Callable[[Soaked], None] = lambda so_far: None,
) -> Soaked:
    """Kill the processes of a served house so often. Raises ``SoakError`` on the first broken promise.

    ``longest_s`` is the longest time between the moment when play goes on and the next kill.
    """
    engine = open_database(url)
    try:
        if processes > 1 and engine.dialect.name != "postgresql":
            raise DatabaseError("several processes need PostgreSQL: an SQLite file serves one")
        migrate(engine)
        mark(engine)
        with TemporaryDirectory(prefix="pitboss-soak-") as folder:
            key = kept_key(engine, Path(folder) / "house.key")
            token = _new_staff(engine)
            houses = [HouseProcess(url, key, number, seed) for number in range(processes)]
            killed = Soak(engine, houses, Crowd([one.address for one in houses], token, seed), seed, longest_s)
            return asyncio.run(killed.run(kills, tick))
    finally:
        engine.dispose()


def mark(engine: Engine) -> None:
    """Mark an empty database as one of a soak. A soak issues money, so it must not touch a house."""
    with writing(engine) as connection:
        if connection.execute(select(setting.c.value).where(setting.c.name == MARK)).scalar() is not None:
            return
        for table in (game_table, person):
            if connection.execute(select(func.count()).select_from(table)).scalar_one():
                raise DatabaseError("this database holds a house: a soak needs an empty one, or one of its own")
        connection.execute(setting.insert().values(name=MARK, value="1"))


def _new_staff(engine: Engine) -> str:
    """Make somebody with all roles of staff. Returns the token of their session."""
    now = now_ms()
    with writing(engine) as connection:
        made = people.register(connection, None, f"soak-{now}", secrets.token_urlsafe(), f"Soak {now}", now)
        boss = connection.execute(select(person.c.id).where(person.c.roles.contains(Role.ADMINISTRATOR.value))).scalar()
        roles = [Role.ADMINISTRATOR, Role.SUPERVISOR]
        for role in roles:
            made = people.grant(connection, made.id, role)
        if boss is None:
            staff.record(connection, now, made.id, staff.FIRST_ADMINISTRATOR, {})
        said = {"person": made.id, "grant": [str(role) for role in roles], "withdraw": []}
        staff.record(connection, now, boss or made.id, staff.ROLES, said)
        return people.open_session(connection, made, now, 10 * 24 * 3600 * 1000)


def kept_key(engine: Engine, path: Path) -> Path:
    """The file of the signing key. The database keeps the key, so that a later soak can go on with it."""
    value, name = setting.c.value, f"{MARK} key"
    with writing(engine) as connection:
        kept = connection.execute(select(value).where(setting.c.name == name)).scalar()
        if kept is not None:
            path.touch(0o600)
            path.write_text(kept, encoding="utf-8")
        open_key(connection, path, now_ms())
        if kept is None:
            connection.execute(setting.insert().values(name=name, value=path.read_text(encoding="utf-8")))
    return path


class Soak:
    """Processes, people, and the one who kills."""

    def __init__(
        self, engine: Engine, houses: Sequence[HouseProcess], crowd: Crowd, seed: int, longest_s: float
    ) -> None:
        self._engine, self._houses, self._crowd, self._longest_s = engine, houses, crowd, longest_s
        self._random = Random(seed)
        self.told = Soaked(processes=len(houses))
        self._killed_while: Counter[str] = Counter()

    async def run(self, kills: int, tick: Callable[[Soaked], None]) -> Soaked:
        try:
            await self._start(self._houses)
            await self._crowd.come()
            await self._go_on({table.id for table in self._crowd.tables}, now_ms(), everywhere=True)
            for number in range(1, kills + 1):
                await self._kill_once(number)
                if number < kills and number.bit_count() == 1:  # 1, 2, 4 ...: it takes as long as the history
                    await self._audit()
                tick(self.told)
            await self._go_on({table.id for table in self._crowd.tables}, now_ms(), everywhere=True)
            await self._crowd.go()
            for house in self._houses:
                await house.stop()
                house.check_log()
            await self._check()
            await self._audit()
            return self.told
        finally:
            await self._crowd.go()
            for house in self._houses:
                await house.abandon()

    # --- lives and deaths

    async def _start(self, houses: Sequence[HouseProcess]) -> None:
        for house in houses:
            await house.start()
            await house.opened()
        self.told.slowest_start_s = max(house.slowest_start_s for house in self._houses)

    async def _kill_once(self, number: int) -> None:
        """Let the house live for a while, kill it, check it, and start it again."""
        await self._live(self._random.uniform(0, self._longest_s))
        victims = await asyncio.to_thread(self._victims)
        owned = await asyncio.to_thread(self._owned_by, victims)
        under_way = [kind for kind, count in self._crowd.witness.under_way.items() if count]
        self._killed_while.update(under_way or ["nothing"])
        killed_at, began = now_ms(), time.monotonic()
        for victim in victims:
            await victim.kill()
        self.told.kills = number
        if len(victims) < len(self._houses) and owned:
            await self._go_on(owned, killed_at)
            self.told.take_overs += 1
            self.told.slowest_take_over_s = max(self.told.slowest_take_over_s, time.monotonic() - began)
        await self._check()
        if self._random.random() < EARLY:
            await self._kill_early(victims[0])
        await self._start(victims)
        await self._go_on({table.id for table in self._crowd.tables}, killed_at)

    async def _kill_early(self, victim: HouseProcess) -> None:
        """Kill a process while it starts."""
        await victim.start()
        await asyncio.sleep(self._random.uniform(0, max(0.5, self.told.slowest_start_s)))
        await victim.kill()
        self.told.early_kills += 1

    def _victims(self) -> list[HouseProcess]:
        """Whom to kill. The process that runs the tables is the most likely."""
        if len(self._houses) == 1 or self._random.random() < ALL:
            return list(self._houses)
        busy = [house for house in self._houses if self._owned_by([house])]
        return [self._random.choice(self._houses if self._random.random() < IDLE or not busy else busy)]

    def _owned_by(self, houses: Sequence[HouseProcess]) -> set[str]:
        """The tables of the soak that these processes run."""
        stays = {table.id for table in self._crowd.tables}
        of = [house.address for house in houses]
        with reading(self._engine) as connection:
            found = connection.execute(select(owner.c.table_id).where(owner.c.address.in_(of))).scalars()
            return stays & set(found)

    async def _live(self, seconds: float) -> None:
        ends = time.monotonic() + seconds
        while (left := ends - time.monotonic()) > 0:
            self._crowd.check()
            await asyncio.sleep(min(left, 0.1))

    async def _go_on(self, tables: Collection[str], after: int, *, everywhere: bool = False) -> None:
        """Wait until somebody is told of an act after a moment, at one of these tables or at all of them."""
        give_up, last = time.monotonic() + GO_ON_S, self._crowd.witness.last_act
        while True:
            self._crowd.check()
            waits = [table for table in tables if last.get(table, 0) <= after]
            if not waits or (len(waits) < len(tables) and not everywhere):
                return
            if time.monotonic() > give_up:
                raise SoakError(f"play did not go on within {GO_ON_S:.0f} s at {len(waits)} tables")
            await asyncio.sleep(0.02)

    # --- checks

    async def _check(self) -> None:
        """Check every promise since the last kill, and the logs."""
        for house in self._houses:
            house.check_log()
        await asyncio.sleep(0.05)  # what was sent before the kill is still on its way
        await asyncio.to_thread(check_promises, self._engine, *self._crowd.witness.take())
        self._count()

    def _count(self) -> None:
        told, witness, staff = self.told, self._crowd.witness, self._crowd.staff
        told.killed_while = dict(self._killed_while.most_common())
        told.acknowledged = dict(witness.acknowledged.most_common())
        told.refused = dict((witness.refused + self._crowd.tally.refused).most_common())
        told.told, told.reconnects, told.resent = witness.told, witness.reconnects, witness.resent
        told.rounds, told.voids = staff.rounds, staff.voids

    async def _audit(self) -> None:
        """Prove the whole house from its database."""
        audit = await asyncio.to_thread(audit_house, self._engine)
        self.told.audits += 1
        self.told.acts = audit.counts.acts
        won = select(func.count()).select_from(meter_move).where(meter_move.c.kind == "jackpot won")
        coupons = select(func.count()).select_from(entry).where(entry.c.kind == "coupons")
        with reading(self._engine) as connection:
            self.told.jackpots = connection.execute(won).scalar_one()
            self.told.coupons = connection.execute(coupons).scalar_one()
        if audit.findings:
            found = audit.findings
            raise SoakError(f"the audit found {len(found)} breaks after kill {self.told.kills}: {found[0].sentence}")
