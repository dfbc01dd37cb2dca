"""What a seat puts on the screen, as plain values. The seat runs on a thread of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from threading import Condition

import msgspec

from pitboss.engine.game import PaySheet
from pitboss.engine.round.events import Settled
from pitboss.engine.round.layout import Layout
from pitboss.protocol.coaching import ReviewInfo
from pitboss.terminal.plain.pages import Page
from pitboss.terminal.seat.answers import Choice
from pitboss.terminal.seat.display import Asking
from pitboss.terminal.seat.hints import Hint


class Scene(msgspec.Struct, frozen=True):
    """The table as it lies now. ``layout`` is a copy: the seat's thread does not change it."""

    layout: Layout
    seats: Sequence[tuple[int, str]]
    """Players' names by seat, in deal order."""
    own: int
    """Your seat, or 0."""
    cash: int
    names: Mapping[tuple[str, int], str]
    """The names of hands, by place and number."""
    meters: Mapping[str, int]
    waits: Sequence[int] = ()
    """The seats that the round waits for."""


class Said(msgspec.Struct, frozen=True):
    """A line of the log. ``clause`` is the clause that it follows."""

    words: str
    style: str = ""
    clause: str = ""
    brief: str = ""
    """The same in few words, if it is an event."""


class Complained(msgspec.Struct, frozen=True):
    """Something can't be done, or should be done again if it is meant."""

    words: str


class RoundBegan(msgspec.Struct, frozen=True):
    round: int
    pays: PaySheet = {}
    """The pay tables in force."""


class RoundOver(msgspec.Struct, frozen=True):
    """The wagers are settled."""

    ends: Sequence[Settled]
    """Your own."""
    nets: Mapping[int, int]
    """What each seat has won or lost."""
    total: str
    last_bets: bool


class Between(msgspec.Struct, frozen=True):
    """The seat waits for a line between rounds."""

    prompt: str
    broke: bool = False
    """Whether you have too little for a wager."""


class Connection(msgspec.Struct, frozen=True):
    """The house is lost, or back."""

    lost: bool


class NotAsked(msgspec.Struct, frozen=True):
    """You are no longer asked: the table waits for others."""


class Hinted(msgspec.Struct, frozen=True):
    """The hint to the question with this number."""

    number: int
    hint: Hint | None
    why: str = ""
    """Why there is none."""


class Reviewed(msgspec.Struct, frozen=True):
    """What the coach says of a round that is over."""

    round: int
    review: ReviewInfo
    skill: str
    """Skill and luck of all rounds so far, in a sentence."""


class Paged(msgspec.Struct, frozen=True):
    """Pages to read."""

    pages: Sequence[Page]
    first: int


class Reportable(msgspec.Struct, frozen=True):
    known: Sequence[Choice]


class Left(msgspec.Struct, frozen=True):
    """The seat has been left. ``error`` is what went wrong, if anything."""

    error: BaseException | None = None


Staged = (
    Scene
    | Asking
    | Said
    | Complained
    | RoundBegan
    | RoundOver
    | Between
    | NotAsked
    | Connection
    | Hinted
    | Reviewed
    | Paged
    | Reportable
    | Left
)
Stage = Callable[[Staged], None]


class Typist:
    """The lines that keys and clicks make, for a seat on another thread. It is a ``Keyboard``.

    >>> typist = Typist()
    >>> typist.type("ante 25", "")
    >>> typist.next(0), typist.next(0), typist.next(0)
    ('ante 25', '', None)
    """

    def __init__(self) -> None:
        self._lines: deque[str] = deque()
        self._more = Condition()
        self._closed = False

    def type(self, *lines: str) -> None:
        with self._more:
            self._lines.extend(lines)
            self._more.notify()

    def forget(self) -> None:
        """Drop the lines that have not been read."""
        with self._more:
            self._lines.clear()

    def close(self) -> None:
        """End the input. The seat leaves."""
        with self._more:
            self._closed = True
            self._more.notify()

    def next(self, seconds: float | None) -> str | None:
        """The next line, or None if none comes in time. ``EOFError`` ends the input."""
        with self._more:
            self._more.wait_for(lambda: self._lines or self._closed, seconds)
            if self._lines:
                return self._lines.popleft()
            if self._closed:
                raise EOFError
        return None

    def check(self) -> None:
        """Raise ``KeyboardInterrupt`` if the screen is closed, so that no answer is waited for."""
        if self._closed:
            raise KeyboardInterrupt

    def secret(self, prompt: str) -> str:
        """There is no prompt for secrets at a table on the full screen."""
        raise EOFError
