"""The logic of a connection to the server, without input and output: messages come in, messages go out.

Both clients use it. They open the connection, carry the messages, and wait. Everything else is here: keys, answers,
what to send again after a lost connection, and the views of the tables.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from random import Random

import msgspec

from pitboss.client.errors import Refused
from pitboss.client.live_view import CLOSED, LiveView
from pitboss.engine.round.asks import Offer
from pitboss.protocol import messages as msg

Answered = Callable[[msg.Done | msg.Refused], None]
FIRST_DELAY, LONGEST_DELAY = 0.05, 2.0
"""Seconds before the first and before the later attempts to connect again."""
RETRIED = "stopped"
"""The code of a refusal after which the same command is sent again: the table has moved or is being recovered."""


class Pending(msgspec.Struct):
    """A command without an answer."""

    command: msg.Command
    answered: Answered
    refused: msg.Refused | None = None
    """The last refusal because the table had stopped."""


class Conversation:
    """What a client has said and heard. ``receive`` takes a message and returns the messages to send.

    >>> talk = Conversation("secret")
    >>> msg.decode_command(talk.hello())
    Hello(version=1, token='secret')
    >>> answers = []
    >>> talk.submit(msg.Sit(table="t1", key="k1"), answers.append)  # not welcome yet: it waits
    []
    >>> welcome = msg.Welcome(version=1, person="ann", name="Ann", roles=(), now=0)
    >>> talk.receive(msg.encode(welcome))
    [b'{"type":"sit","table":"t1","key":"k1"}']
    >>> talk.receive(msg.encode(msg.Done(key="k1", table="t1", seq=4)))
    []
    >>> answers
    [Done(key='k1', table='t1', seq=4)]
    """

    def __init__(self, token: str = "", *, clock: Callable[[], float] = time.time) -> None:
        self.token, self.clock = token, clock
        self.welcome: msg.Welcome | None = None
        """The server's welcome on the present connection."""
        self.last_welcome: msg.Welcome | None = None
        """The last welcome on any connection."""
        self.me = ""
        self.views: dict[str, LiveView] = {}
        self._unwatched: set[str] = set()
        """Tables that were watched before on this connection. Messages about them may still be on their way."""
        self.pending: dict[str, Pending] = {}
        """Commands without an answer, by key, in the order in which they were given."""
        self.meters: dict[str, dict[str, int]] = {}
        """What the meters of each link and table show, in cents."""
        self.woken: Callable[[str], None] = lambda table: None
        """Called with the id of a table whose view has changed."""
        self.must_reconnect = False
        """Whether the server has asked this client to connect again."""
        self.progress = False
        """Whether this connection has brought anything after the welcome."""
        self.server_ahead = 0
        """How far the server's clock is ahead of ours, in milliseconds."""
        self.connections = self.resent = 0
        """How many connections there were, and how many commands were sent again."""

    # --- the connection

    def hello(self) -> bytes:
        """The first message on a new connection."""
        self.welcome, self.must_reconnect, self.progress = None, False, False
        return self._hello()

    def renewed(self, token: str) -> list[bytes]:
        """Go on in another session of the same person. Returns the messages to send."""
        self.token = token
        return [self._hello()] if self.welcome else []

    def _hello(self) -> bytes:
        return msg.encode(msg.Hello(version=msg.VERSION, token=self.token))

    def lost(self) -> bool:
        """The connection is gone. Returns whether it was of use, so that attempts to renew it begin anew."""
        useful, self.welcome, self.progress = self.progress, None, False
        return useful

    def _welcomed(self, welcome: msg.Welcome) -> list[bytes]:
        """Watch again after the last update that was seen, and send the unanswered commands again."""
        if welcome.version != msg.VERSION:
            why = f"the server speaks version {welcome.version} of the protocol, and this client version {msg.VERSION}"
            raise Refused("version", why)
        self.welcome = self.last_welcome = welcome
        self.me = welcome.person
        self.server_ahead = welcome.now - int(self.clock() * 1000)
        self.connections += 1
        if self.connections > 1:
            self.resent += len(self.pending)
        self._unwatched.clear()
        for view in self.views.values():
            view.me, view.may_restart = welcome.person, False
        again = [msg.Watch(table=view.table, after=view.last) for view in self.views.values()]
        return [msg.encode(one) for one in (*again, *(one.command for one in self.pending.values()))]

    # --- what comes in

    def receive(self, data: bytes) -> list[bytes]:
        """Take in a frame, which holds one or more messages. Returns the messages to send."""
        return [out for message in msg.decode_answers(data) for out in self._hear(message)]

    def _hear(self, message: msg.FromServer) -> list[bytes]:
        match message:
            case msg.Welcome():
                return self._welcomed(message)
            case msg.Done():
                self._answer(message)
            case msg.Refused():
                self._refused(message)
            case msg.Update() | msg.Turn():
                self._tell(message.table, message)
            case msg.Stopped():
                self._tell(message.table, message)
                self.must_reconnect |= message.table in self.views
                return []
            case msg.Meters():
                self.meters[message.id] = message.shows
            case msg.Pong():
                pass
        self.progress = True
        return []

    def _tell(self, table: str, message: msg.Update | msg.Turn | msg.Stopped) -> None:
        view = self.views.get(table)
        if view is not None:  # otherwise the message was on its way when the client stopped watching
            view.hear(message)
            self.woken(table)

    def _answer(self, answer: msg.Done | msg.Refused) -> None:
        found = self.pending.pop(answer.key, None)
        if found is None:  # its sender has given up waiting
            return
        view = self.views.get(answer.table)
        if view is not None and isinstance(answer, msg.Done) and isinstance(found.command, msg.Play):
            view.acknowledge(found.command)
        found.answered(answer)

    def _refused(self, refused: msg.Refused) -> None:
        found, view = self.pending.get(refused.key), self.views.get(refused.table)
        if found is not None:
            if refused.code == RETRIED and not (view is not None and view.ends == CLOSED):
                found.refused = refused
                self.must_reconnect = True
            else:
                self._answer(refused)
        elif not refused.key:
            error = Refused(refused.code, refused.why, refused.clause)
            if view is None:
                raise error  # the server refuses this client, not a command
            view.refused = error
            self.woken(refused.table)

    # --- what goes out

    def watch(self, table: str) -> tuple[LiveView, list[bytes]]:
        """Begin to watch a table. Returns its view, and the messages to send."""
        if table in self.views:
            return self.views[table], []
        view = self.views[table] = LiveView(table, self.me)
        view.may_restart = table in self._unwatched
        return view, [msg.encode(msg.Watch(table=table))] if self.welcome else []

    def unwatch(self, table: str) -> list[bytes]:
        if self.views.pop(table, None) is None or not self.welcome:
            return []
        self._unwatched.add(table)
        return [msg.encode(msg.Unwatch(table=table))]

    def submit(self, command: msg.Command, answered: Answered) -> list[bytes]:
        """Give a command. It is sent now, or on the next connection. Returns the messages to send."""
        self.pending[command.key] = Pending(command, answered)
        return [msg.encode(command)] if self.welcome else []

    def forget(self, key: str) -> msg.Refused | None:
        """Wait no longer for the answer to a command. Returns the refusal of a table that had stopped."""
        found = self.pending.pop(key, None)
        return found.refused if found else None

    def play(
        self,
        table: str,
        offer: Offer,
        *,
        amount: int = 0,
        seat: int = 0,
        what: str | None = None,
        place: str | None = None,
        coupon: int = 0,
        by: str = "player",
    ) -> msg.Play:
        """The command that takes an offer of the present turn.

        If the offer has several names or places, the default is the first. A fixed amount may be left out.
        """
        view = self.views.get(table)
        if view is None or view.turn is None:
            raise Refused("late", "watch the table before you play at it")
        if not seat:
            seat = next((at for at, offers in view.turn.offers if offer in offers), 0)
        return msg.Play(
            table=table,
            key=new_key(),
            round=view.turn.round,
            turn=view.turn.turn,
            do=offer.do,
            by=by,
            seat=seat,
            wager=offer.wager,
            hand=offer.hand or 1,
            amount=amount or (offer.most if offer.least == offer.most else 0),
            what=what if what is not None else offer.what[0] if offer.what else "",
            place=place if place is not None else offer.places[0] if offer.places else "",
            coupon=coupon,
        )


def new_key() -> str:
    """A key for a command. No two commands have the same."""
    return secrets.token_urlsafe(12)


def delays(random: Random | None = None, longest: float = LONGEST_DELAY) -> Iterator[float]:
    """Seconds to wait before each attempt to connect again. They double, and vary, so that clients do not come at once.

    >>> waits = delays(Random(1))
    >>> [round(next(waits), 2) for _ in range(3)]
    [0.03, 0.09, 0.18]
    """
    random, delay = random or Random(), FIRST_DELAY
    while True:
        yield delay * random.uniform(0.5, 1.0)
        delay = min(2 * delay, longest)


def outcome(answer: msg.Done | msg.Refused) -> msg.Done:
    """The answer, if the command was done. A refusal raises ``Refused``."""
    if isinstance(answer, msg.Refused):
        raise Refused(answer.code, answer.why, answer.clause)
    return answer


def is_shown(view: LiveView) -> bool:
    """Whether the server has begun to show a table."""
    return view.turn is not None


def shown(view: LiveView) -> LiveView:
    """The view, if the server shows the table. Otherwise ``Refused`` is raised."""
    if view.refused is not None:
        raise view.refused
    return view


def socket_address(server: str) -> str:
    """The address of the WebSocket of a server.

    >>> socket_address("https://house.example/")
    'wss://house.example/ws'
    """
    return "ws" + server.rstrip("/").removeprefix("http") + "/ws"
