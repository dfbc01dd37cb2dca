"""Houses of this process, with clients whose WebSockets are in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocketState

from pitboss.house.people import people
from pitboss.house.process.house import House
from pitboss.house.settings import NO_LIMIT
from pitboss.house.tables.running_table import RunningTable
from pitboss.protocol import messages as msg
from pitboss.server.http.limits import Limiter
from pitboss.server.sockets import Afterwards, Connection
from waiting import until_async


class Socket:
    """A WebSocket in memory."""

    application_state = WebSocketState.CONNECTED
    token = ""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[Any] = asyncio.Queue()
        self.messages: list[Any] = []
        self.closed: list[int] = []

    def say(self, message: msg.Message) -> None:
        self.heard.put_nowait({"type": "receive", "text": msg.encode(message).decode()})

    async def receive(self) -> Any:
        return await self.heard.get()

    async def send_text(self, text: str) -> None:
        self.messages.extend(msg.decode_answers(text))

    async def close(self, code: int, reason: str) -> None:
        self.closed.append(code)

    async def until(self, found: Callable[[Any], bool], after: int = 0) -> Any:
        """The first message of a kind, after so many messages."""
        return await until_async(lambda: next((one for one in self.messages[after:] if found(one)), None))

    async def answer(self, key: str) -> Any:
        return await self.until(lambda one: isinstance(one, msg.Done | msg.Refused) and one.key == key)

    def numbers(self) -> list[int]:
        return [one.seq for one in self.messages if isinstance(one, msg.Update)]


async def connected(house: House, token: str = "") -> Socket:
    """A person with this session over a connection, or a new guest with play money."""
    if not token:
        person = await house.write(lambda connection: people.guest(connection, house.now()))
        await house.start_money(person.id)
        token = await house.write(lambda connection: people.open_session(connection, person, house.now(), 60_000))
    socket: Any = Socket()
    socket.token = token
    running = asyncio.create_task(Connection(socket, house, Limiter(NO_LIMIT), Afterwards()).run())
    socket.running = running  # a task that nobody holds may end early
    socket.say(msg.Hello(version=1, token=token))
    await socket.until(lambda one: isinstance(one, msg.Welcome))
    return socket


async def seated(house: House, socket: Socket, name: str = "double_down_stud") -> RunningTable:
    """Watch the table of a name, sit down and buy chips."""
    table = next(one for one in house.tables.values() if one.name == name)
    socket.say(msg.Watch(table=table.id))
    socket.say(msg.Sit(table=table.id, key="sit"))
    socket.say(msg.BuyIn(table=table.id, key="buy", cents=100_00))
    await socket.answer("buy")
    await socket.until(offers)
    return table


def offers(message: Any) -> bool:
    return isinstance(message, msg.Turn) and any(one.do == "wager" for _, some in message.offers for one in some)


async def plays_on(socket: Socket, table: str) -> None:
    """Watch a table again from the last update, and wager."""
    before = len(socket.messages)
    socket.say(msg.Watch(table=table, after=socket.numbers()[-1]))
    turn = await socket.until(offers, before)
    offer = next(one for one in turn.offers[0][1] if one.do == "wager")
    said = {"do": "wager", "wager": offer.wager, "amount": offer.least}
    socket.say(msg.Play(table=table, key="wager", round=turn.round, turn=turn.turn, **said))
    assert isinstance(await socket.answer("wager"), msg.Done)
    numbers = socket.numbers()
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def stops(socket: Socket) -> int:
    return sum(isinstance(one, msg.Stopped) for one in socket.messages)


async def play_round(socket: Socket, table: str) -> int:
    """Play until a round is over: place the least wagers that are needed, then take any offer. Returns its number."""
    turns = [at for at, one in enumerate(socket.messages) if isinstance(one, msg.Turn) and one.table == table]
    heard, wagered = turns[-1] if turns else 0, 0
    while True:
        turn = await socket.until(lambda one: isinstance(one, msg.Turn) and one.table == table and one.offers, heard)
        heard = socket.messages.index(turn, heard) + 1
        if wagered and turn.round != wagered:
            return wagered
        open_offers = [one for _, some in turn.offers for one in some if not one.why_not and one.do != "withdraw"]
        if turn.about == "wagers":
            open_offers = [one for one in open_offers if one.do == "wager" and not one.optional]
        key = f"{table}-{heard}"
        if open_offers:
            offer = open_offers[0]
            said = {"do": offer.do, "wager": offer.wager, "hand": offer.hand or 1, "amount": offer.least}
            socket.say(msg.Play(table=table, key=key, round=turn.round, turn=turn.turn, **said))
        else:
            wagered = turn.round
            socket.say(msg.Ready(table=table, key=key, round=turn.round))
        await socket.answer(key)  # the next turn may have come before it
