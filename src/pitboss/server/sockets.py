"""The WebSocket: a connection of a client, its commands and what it is sent."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from itertools import islice
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.responses import JSONResponse
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from pitboss.house.authorize import Refusal, check_role
from pitboss.house.people.people import person_of
from pitboss.house.process import logs
from pitboss.house.process.house import COMING_BACK, House
from pitboss.house.storage.committer import CommitterStopped
from pitboss.house.storage.database import DatabaseError
from pitboss.house.tables.history import PlayedAct, TooLongAgo, acts_after, table_row
from pitboss.house.tables.running_table import RunningTable
from pitboss.house.tables.viewers import Onlookers, viewer_of
from pitboss.protocol import messages as msg
from pitboss.server.http.limits import RETRY_S, TOO_MANY, Limiter, Proxies, neighbourhood
from pitboss.server.http.malformed import wrong_message
from pitboss.server.other_processes import Relay

HELLO_S = 10.0
"""Seconds within which a client must say hello."""
LARGEST = 64 * 1024
"""The largest message of a client, in bytes."""
MOST_WAITING = 1024 * 1024
"""Bytes that may wait for a slow reader, and so the largest frame that is sent."""
AT_ONCE, PAUSE_S = 8, 0.001
"""Connections of spectators that are served at once, and the seconds between these."""
MOST_WATCHED = 64
"""Tables that one connection may watch."""
MOST_REFUSED = 200
"""Messages above the limit, one after another, after which a connection is closed."""

# Codes with which the house closes a connection (docs/protocol.md).
MALFORMED, SIGNED_OUT, NO_HELLO, VERSION, TOO_OFTEN, TOO_SLOW = 4400, 4401, 4408, 4426, 4429, 4430
RESTARTS = 1012


class Closed(Exception):
    """The house closes a connection."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(code, why)
        self.code, self.why = code, why


class Sockets:
    """All open WebSockets of a house."""

    def __init__(self, house: House, messages: Limiter, proxies: Proxies) -> None:
        self.house, self.messages, self.proxies = house, messages, proxies
        self._afterwards = Afterwards()
        self._of_address: Counter[str] = Counter()

    async def serve(self, socket: WebSocket) -> None:
        """Serve one connection until it ends."""
        address = neighbourhood(socket.client.host if socket.client else "")
        limits = self.house.settings.limits
        if not self._right_origin(socket):
            await socket.close(1008)  # before it is accepted, this is status 403
            return
        alone = not self.proxies.carries_many(socket.client.host if socket.client else "")
        if alone and self._of_address[address] >= limits.connections_of_address:
            await socket.send_denial_response(JSONResponse(TOO_MANY, 503, {"retry-after": str(RETRY_S)}))
            return
        self._of_address[address] += 1
        self.house.metrics.connections.inc()
        try:
            await socket.accept()
            await Connection(socket, self.house, self.messages, self._afterwards).run()
        finally:
            self._of_address[address] -= 1
            self._of_address += Counter()  # forgets addresses without a connection
            self.house.metrics.connections.dec()

    def _right_origin(self, socket: WebSocket) -> bool:
        """Whether a page may connect: it is of this host or of a site in the settings. Programs send no origin."""
        origin = socket.headers.get("origin")
        if origin is None or origin in self.house.settings.origins:
            return True
        try:
            return urlsplit(origin).netloc == socket.headers.get("host", "") != ""
        except ValueError:
            return False


class View:
    """A connection's view of one table."""

    def __init__(self, connection: Connection, table: RunningTable) -> None:
        self.connection, self.table = connection, table
        self.person, self.staff = connection.person, table.is_staff(connection)

    def send(self, message: bytes, *, soon: bool = True) -> None:
        self.connection.send(message, soon=soon)


class Afterwards:
    """Lets a few connections at a time send what need not come soon. Players are served in between."""

    def __init__(self) -> None:
        self._waiting: dict[Connection, None] = {}
        self._task: asyncio.Task[None] | None = None

    def add(self, connection: Connection) -> None:
        self._waiting[connection] = None
        if self._task is None:
            self._task = asyncio.create_task(self._wake_all())

    async def _wake_all(self) -> None:
        while self._waiting:
            await asyncio.sleep(PAUSE_S)
            for connection in list(islice(self._waiting, AT_ONCE)):
                del self._waiting[connection]
                connection.wake()
        self._task = None


class Connection:
    """A connection of a client: somebody who watches tables and gives commands."""

    def __init__(self, socket: WebSocket, house: House, limiter: Limiter, afterwards: Afterwards) -> None:
        self.socket, self.house, self._limiter, self._afterwards = socket, house, limiter, afterwards
        self.person = self.name = self.token = ""
        self.roles: tuple[str, ...] = ()
        self._watched: dict[str, View] = {}
        self._relays: dict[str, Relay] = {}
        """Connections to other processes, by their addresses."""
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._wake, self._taken = asyncio.Event(), asyncio.Event()
        """Something waits to be sent; what waited is being sent."""
        self._end: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._refused = 0

    # --- its life

    async def run(self) -> None:
        try:
            async with asyncio.timeout(HELLO_S):
                await self._say_hello()
            self.house.clients.add(self)
            await self._serve()
        except TimeoutError:
            await self._close(NO_HELLO, f"say hello within {HELLO_S:.0f} seconds")
        except Closed as closed:
            await self._close(closed.code, closed.why)
        except (DatabaseError, CommitterStopped) as error:
            logs.error("connection dropped", error)
            await self._close(RESTARTS, "the house can't reach its database: connect again")
        except WebSocketDisconnect:
            pass
        finally:
            self.house.clients.discard(self)
            for view in self._watched.values():
                view.table.unwatch(view)
            for relay in list(self._relays.values()):
                relay.close()

    async def _serve(self) -> None:
        """Read and write until one of them ends, or the house ends the connection."""
        reader, writer = asyncio.create_task(self._read()), asyncio.create_task(self._write())
        try:
            done, _ = await asyncio.wait({reader, writer, self._end}, return_when=asyncio.FIRST_COMPLETED)
            for one in done:
                one.result()
        finally:
            for task in (reader, writer):
                task.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)
            if self._end.done():
                self._end.exception()

    async def _say_hello(self) -> None:
        text = await self._receive()
        try:
            hello = msg.decode_command(text)
        except (msgspec.MsgspecError, RecursionError):
            raise Closed(MALFORMED, f"the first message must be hello: {wrong_message(text, first=True)}") from None
        if not isinstance(hello, msg.Hello):
            raise Closed(MALFORMED, "the first message must be hello")
        if hello.version != msg.VERSION:
            raise Closed(VERSION, f"this house speaks version {msg.VERSION} of the protocol, not {hello.version}")
        now = self.house.now()
        person = await self.house.read(lambda connection: person_of(connection, hello.token, now))
        if person is None:
            raise Closed(SIGNED_OUT, "this session is unknown or has ended: sign in again")
        self.person, self.name, self.token = person.id, person.name, hello.token
        self.roles = tuple(map(str, person.roles))
        self.send(
            msg.encode(msg.Welcome(version=msg.VERSION, person=person.id, name=person.name, roles=self.roles, now=now))
        )

    async def _renew(self, hello: msg.Hello) -> None:
        """Go on in another session of the same person, as a guest does who registers: the old session ends."""
        now = self.house.now()
        person = await self.house.read(lambda connection: person_of(connection, hello.token, now))
        if person is not None and person.id == self.person:
            self.token = hello.token
        else:
            why = "a later hello must have a session of the same person"
            self.send(msg.encode(msg.Refused(key="", table="", code="malformed", why=why)))

    async def _close(self, code: int, why: str) -> None:
        self.house.metrics.dropped.labels(str(code)).inc()
        if self.socket.application_state is not WebSocketState.CONNECTED:
            return
        try:  # a client that reads nothing can't be told
            async with asyncio.timeout(1.0):
                await self.socket.close(code, _short(why))
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            logs.info("connection dropped", code=code)

    def drop(self, code: int, why: str) -> None:
        """End the connection."""
        if not self._end.done():
            self._end.set_exception(Closed(code, why))

    def sign_out(self) -> None:
        self.drop(SIGNED_OUT, "this session has ended: sign in again")

    def note_roles(self) -> None:
        """Show the person at each table what their roles allow now."""
        for view in self._watched.values():
            view.staff = view.table.is_staff(self)

    def note_moved(self, table: str) -> None:
        """This process runs a table now. If another one did, or it was recovered, the client must watch it again."""
        if table in self._watched:
            self._unwatch(table)
            self._tell_stopped(table)
        for relay in self._relays.values():
            if table in relay.tables:
                relay.tables.discard(table)
                why = "another process runs this table now: watch it again"
                self.send(msg.encode(msg.Stopped(table=table, why=why)))

    def _tell_stopped(self, table: str) -> None:
        why = self.house.failed or "this table was recovered: watch it again"
        self.send(msg.encode(msg.Stopped(table=table, why=why)))

    # --- what it is sent

    def send(self, message: bytes, *, soon: bool = True) -> None:
        """Send a message when the client reads. A client that does not read is dropped."""
        if self._end.done():
            return
        self._waiting.append(message)
        self._size += len(message) + 1  # with the end of its line
        if soon:
            self.wake()
        else:
            self._afterwards.add(self)
        if self._size > MOST_WAITING:
            self._waiting.clear()
            self.drop(TOO_SLOW, "this client reads too slowly: connect again")

    def wake(self) -> None:
        """Let what waits be sent."""
        self._wake.set()

    async def room(self) -> None:
        """Wait until the client has read most of what waits for it. Whoever sends much at once must ask."""
        while self._size > MOST_WAITING // 2:
            self._taken.clear()
            await self._taken.wait()

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                frame = b"\n".join(self._waiting)
                self._waiting.clear()
                self._size = 0
                self._taken.set()
                await self.socket.send_text(frame.decode())

    # --- what it says

    async def _receive(self) -> bytes | str:
        """The next message. A binary one is read as the same text."""
        event = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1005))
        text = event.get("text")
        found: bytes | str = event.get("bytes") or b"" if text is None else text
        if len(found) > LARGEST:
            raise Closed(1009, f"a message may have at most {LARGEST:,} bytes")
        return found

    async def _read(self) -> None:
        while True:
            text = await self._receive()
            if self._limiter.wait(self.person):
                self._refused += 1
                if self._refused > MOST_REFUSED:
                    raise Closed(TOO_OFTEN, "this account sends too many messages")
                self._refuse(text, "limit", "this account sends too many messages: wait a second")
                continue
            self._refused = 0
            try:
                message = msg.decode_command(text)
            except (msgspec.MsgspecError, RecursionError):
                self._refuse(text, "malformed", wrong_message(text))
                continue
            await self._hear(message)

    def _refuse(self, text: bytes | str, code: str, why: str) -> None:
        """Refuse a message that may be malformed, with its key and table if it has them."""
        try:
            found: Any = msgspec.json.decode(text)
        except (msgspec.MsgspecError, RecursionError):  # a message may be nested too deeply
            found = {}
        said = {name: found.get(name) for name in ("key", "table")} if isinstance(found, dict) else {}
        key, table = (value if isinstance(value := said.get(name), str) else "" for name in ("key", "table"))
        self.send(msg.encode(msg.Refused(key=key[: msg.LONGEST_KEY], table=table[:64], code=code, why=why)))

    async def _hear(self, message: msg.FromClient) -> None:
        match message:
            case msg.Ping(number=number):
                self.send(msg.encode(msg.Pong(number=number, now=self.house.now())))
            case msg.Hello():
                await self._renew(message)
            case _ if relay := await self._relay_to(message.table):
                relay.pass_on(message)
            case msg.Unwatch(table=id):
                self._unwatch(id)
            case msg.Watch():
                await self._watch(message)
            case _:
                await self._command(message)

    async def _relay_to(self, table: str) -> Relay | None:
        """The connection to the process that runs a table. None if this one does, or nobody."""
        if table in self.house.tables:
            return None
        for relay in self._relays.values():
            if table in relay.tables:
                return relay
        address = await self.house.address_of(table)
        if not address:
            return None
        relay = self._relays.get(address) or Relay(address, self.token, self, self._relay_ended)
        self._relays[address] = relay
        relay.tables.add(table)
        return relay

    def _relay_ended(self, relay: Relay) -> None:
        if self._relays.get(relay.address) is relay:
            del self._relays[relay.address]

    async def _command(self, command: msg.Command) -> None:
        kind, began, answered = type(command).__name__.lower(), perf_counter(), asyncio.Event()

        def reply(answer: msg.Done | msg.Refused) -> None:
            answered.set()
            result = answer.code if isinstance(answer, msg.Refused) else "done"
            self.house.metrics.count_command(kind, result, perf_counter() - began)
            self.send(msg.encode(answer))

        before = await self.house.done_before(self.person, command)
        absent = await self._absent(command.table)
        table = self.house.tables.get(command.table)
        if before is not None:
            reply(before)
        elif table is None:
            code, why = absent
            reply(msg.Refused(key=command.key, table=command.table, code=code, why=why))
        elif no := self._lacks_role(command):
            reply(msg.Refused(key=command.key, table=command.table, code="role", why=no))
        else:
            table.command(self, command, reply)
            if isinstance(command, msg.BuyIn):
                await answered.wait()  # so that a wager which follows at once can be paid

    async def _absent(self, id: str) -> tuple[str, str]:
        """Why this process does not run a table: the code and the sentence of a refusal."""
        if id in self.house.tables or self.house.failed:
            return "stopped", self.house.failed
        if id in self.house.damaged:
            return "unknown", f"this table is not open: {self.house.damaged[id]}"
        if await self.house.is_coming_back(id):
            return "stopped", COMING_BACK
        return "unknown", "there is no such table, or it has closed"

    def _lacks_role(self, message: msg.Command | msg.Watch) -> str:
        """Why this person may not send a message. Empty if they may."""
        try:
            check_role(self.roles, message)
        except Refusal as no:
            return no.why
        return ""

    async def _watch(self, watch: msg.Watch) -> None:
        absent = await self._absent(watch.table)
        table = self.house.tables.get(watch.table)
        if table is None and absent[0] == "stopped":
            self.send(msg.encode(msg.Stopped(table=watch.table, why=absent[1])))
            return
        code, why = absent if table is None else self._unwatchable(table, watch)
        if table is not None and why and not await self.house.still_runs():
            self._tell_stopped(watch.table)  # another process may run the table, and know better
            return
        if table is None or why:
            self.send(msg.encode(msg.Refused(key="", table=watch.table, code=code, why=why)))
            return
        self._unwatch(watch.table)
        view = View(self, table)
        try:
            after = await self._catch_up(view, watch.after)
        except TooLongAgo as no:
            why = f"{no}: watch from 0 for what is on the table now"
            self.send(msg.encode(msg.Refused(key="", table=watch.table, code="limit", why=why)))
            return
        if self.house.tables.get(table.id) is not table:  # it was recovered meanwhile
            self._tell_stopped(table.id)
            return
        self._watched[table.id] = view
        for of in sorted(self.house.meter_groups(table)):
            if of in self.house.meters:
                self.send(msg.encode(msg.Meters(id=of, shows=self.house.meters[of])))
        table.watch(view, after)

    def _unwatchable(self, table: RunningTable, watch: msg.Watch) -> tuple[str, str]:
        """Why this person may not watch a table: the code and the sentence of a refusal. No sentence if they may."""
        if no := self._lacks_role(watch):
            return "role", no
        if len(self._watched) >= MOST_WATCHED and watch.table not in self._watched:
            return "limit", f"one connection may watch at most {MOST_WATCHED} tables"
        last = table.live.committed
        if not 0 <= watch.after <= last:
            return "malformed", f"'after' must be between 0 and {last:,}, the last update of this table"
        return "", ""

    def _unwatch(self, table: str) -> None:
        if view := self._watched.pop(table, None):
            view.table.unwatch(view)

    async def _catch_up(self, view: View, after: int) -> int:
        """Send what has happened, as fast as the client reads. Returns the number of the last update that it has."""
        told = Onlookers(view.table.live.viewers.game)
        while missed := await self._missed(view.table, after):
            for one in missed:
                self.send(told.update(one, view.table.id, viewer_of(view, one), view.person))
                after = one.seq
                await self.room()
        return after

    async def _missed(self, table: RunningTable, after: int) -> list[PlayedAct]:
        """The acts that were told after an update: from memory, or from the database if they are too old."""
        live = table.live
        kept = live.viewers.published
        if not after or after >= live.committed or (kept and kept[0].seq <= after + 1):
            return live.viewers.since(after)

        def find(connection: Any) -> list[PlayedAct]:
            return acts_after(connection, table_row(connection, table.id), after)

        return [one for one in await self.house.read(find) if one.seq <= live.committed]


def _short(why: str) -> str:
    """A reason that fits into a closing frame."""
    return why if len(why.encode()) <= 120 else why.encode()[:117].decode(errors="ignore") + "..."
