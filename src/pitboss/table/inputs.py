"""The inputs that people and devices give to a round, one struct for each kind.

The rules, the state of the table and the inputs determine a round. Each input is a line of the log whose ``type``
begins with ``input/``. ``make`` chooses the kind from the actor and the act:

>>> make(by="player", player="Ann", seat=1, do="wager", wager="ante", amount=500).wager
'ante'
>>> make(by="dealer", do="no more bets", coupon=5)
Traceback (most recent call last):
    ...
pitboss.errors.InputError: 'no more bets' takes no coupon
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple, get_type_hints

from msgspec import structs

from pitboss.errors import InputError
from pitboss.table.events import DEALER, Event, all_text, is_whole, seat_place

PLAYER, SUPERVISOR, SHUFFLER, METER = "player", "supervisor", "shuffler", "meter"
STAFF = (DEALER, SUPERVISOR)
"""The people of the house who act in a round."""
HOUSE = (*STAFF, SHUFFLER, METER)
"""The people and devices of the house."""
CLOCK, TIME_OUT = "clock", "time-out"
"""The clock acts for a player who does not act in time, under this ruling."""
CHIPS = ("wager", "withdraw", "redeem", "cash")
"""The acts of a player on a wager. All other acts of a player are decisions."""


class Subject(NamedTuple):
    """The subject of an input, in the same form for every kind."""

    wager: str = ""
    hand: int = 1
    what: str = ""
    place: str = ""


class Input(Event, frozen=True, kw_only=True):
    """The fields of every input. A round fills in ``round``, ``clause``, ``at`` and ``turn`` when it accepts one.

    >>> made = make(by="player", player="Ann", seat=1, do="fold")
    >>> made.subject.hand, made.do
    (1, 'fold')
    """

    round: int = 0
    clause: str = ""
    at: int = 0
    """The number of records that the round had when the input came."""
    turn: int = 0
    """The number of the question it answers. A round rejects an answer to another question. 0 answers any question."""
    by: str
    """Who acts: player, dealer, supervisor, shuffler, meter, or the clock for a player."""

    secret: ClassVar[bool] = True
    called: ClassVar[str] = "an input"
    who: ClassVar[tuple[str, ...]] = (PLAYER, *HOUSE)
    """Those who can give this kind of input."""

    @property
    def do(self) -> str:
        """The act, in the words of an offer."""
        raise NotImplementedError

    @property
    def amount(self) -> int:
        return 0

    @property
    def subject(self) -> Subject:
        return Subject()


class PlayerInput(Input, frozen=True, kw_only=True):
    """An act of a player at a seat."""

    player: str
    """The player's id."""
    seat: int
    hand: int
    do: str
    amount: int = 0

    who: ClassVar[tuple[str, ...]] = (PLAYER, CLOCK)


class WagerInput(PlayerInput, frozen=True, kw_only=True, tag="input/wager"):
    """A player places a wager, withdraws one, redeems a coupon for one, or announces one with cash."""

    wager: str
    coupon: int = 0
    """Face value of the match play coupon beside the chips."""

    called: ClassVar[str] = "a wager"

    @property
    def subject(self) -> Subject:
        return Subject(self.wager, self.hand)


class DecisionInput(PlayerInput, frozen=True, kw_only=True, tag="input/decision"):
    """A player decides: fold, hit, double, cut, and so on. The amount is in cents, or in cards for a cut."""

    what: str = ""
    """What the player names, if the offer needs a name."""

    called: ClassVar[str] = "a decision"

    @property
    def subject(self) -> Subject:
        return Subject("", self.hand, self.what)


class HouseInput(Input, frozen=True, kw_only=True, tag="input/house"):
    """The dealer or a supervisor goes on with the round, or the shuffler jams."""

    do: str
    what: str = ""
    amount: int = 0

    called: ClassVar[str] = "an act of the house"
    who: ClassVar[tuple[str, ...]] = (*STAFF, SHUFFLER)

    @property
    def subject(self) -> Subject:
        return Subject(what=self.what)


class ReportInput(Input, frozen=True, kw_only=True, tag="input/report"):
    """The dealer or a supervisor reports an irregularity."""

    what: str
    place: str = ""
    """The place: a seat, the dealer's hand, the community cards."""
    player: str = ""
    """The player it concerns, if it concerns one of several on a box."""
    amount: int = 0

    called: ClassVar[str] = "a report"
    who: ClassVar[tuple[str, ...]] = STAFF

    @property
    def do(self) -> str:
        return "report"

    @property
    def subject(self) -> Subject:
        return Subject(what=self.what, place=self.place)


class ShuffleInput(Input, frozen=True, kw_only=True, tag="input/shuffle"):
    """A new order of cards, from the shuffler or from the dealer."""

    cards: str
    """The stack from the top. A card followed by ^ lies face up."""
    key: str
    """The secret from which the salts of the commitments are made, 32 bytes in hexadecimal."""
    source: str = ""
    """seeded or planted, if the order does not come from the system's own source of randomness"""
    how: str = ""
    """The method of shuffling, if the shuffler or dealer names it."""

    called: ClassVar[str] = "a shuffle"
    who: ClassVar[tuple[str, ...]] = (SHUFFLER, DEALER)

    @property
    def do(self) -> str:
        return "shuffle"


class MeterInput(Input, frozen=True, kw_only=True, tag="input/meter"):
    """The progressive system answers: a reading, the rest of a void wager's contribution, or a drawn number."""

    do: str
    what: str
    """The meter, or the thing drawn."""
    amount: int = 0
    """A reading in cents, a contribution taken back in ten-thousandths of a cent, or the drawn number."""
    seat: int = 0
    wager: str = ""
    """The void wager, if its contribution is taken back."""

    called: ClassVar[str] = "an answer of a meter"
    who: ClassVar[tuple[str, ...]] = (METER,)

    @property
    def subject(self) -> Subject:
        return Subject(self.wager, 1, self.what, seat_place(self.seat) if self.seat else "")


KINDS: tuple[type[Input], ...] = (WagerInput, DecisionInput, HouseInput, ReportInput, ShuffleInput, MeterInput)


def kind_of(by: str, do: str) -> type[Input]:
    """The kind of input for this actor and act."""
    if by in (PLAYER, CLOCK):
        return WagerInput if do in CHIPS else DecisionInput
    if by == METER:
        return MeterInput
    return ReportInput if do == "report" else ShuffleInput if do == "shuffle" else HouseInput


def make(*, by: str, do: str, **fields: Any) -> Input:
    """Make an input from its fields. Default for ``hand``: 1."""
    kind = kind_of(by, do)
    takes = kind.__struct_fields__
    if "do" in takes:
        fields["do"] = do
    if "hand" in takes:
        fields.setdefault("hand", 1)
    for name in [name for name in fields if name not in takes]:
        value = fields.pop(name)
        if value and (name, value) != ("hand", 1):
            raise InputError(f"'{do}' takes no {name}")
    try:
        return kind(by=by, **fields)
    except TypeError:
        missing = [one.name for one in structs.fields(kind) if one.required and one.name not in {"by", *fields}]
        raise InputError(f"{kind.called} needs {' and '.join(missing)}") from None


# --- what a log can hold


def _fields(kind: type[Input], of: type) -> tuple[str, ...]:
    hints = get_type_hints(kind)
    return tuple(name for name in kind.__struct_fields__ if hints[name] is of)


NUMBERS = {kind: _fields(kind, int) for kind in KINDS}
TEXTS = {kind: _fields(kind, str) for kind in KINDS}
_numbers: dict[type[Input], Callable[[Input], tuple[int, ...]]] = {k: attrgetter(*NUMBERS[k]) for k in KINDS}
_texts: dict[type[Input], Callable[[Input], tuple[str, ...]]] = {k: attrgetter(*TEXTS[k]) for k in KINDS}


def malformed(given: Input) -> str:
    """Why a log can't hold an input. Empty if it can. Python does not check the types of an input's fields."""
    kind = type(given)
    if kind not in NUMBERS:
        return f"{given!r} is not an input"
    for value in _numbers[kind](given):
        if not is_whole(value):
            return _no_number(given)
    if type(given.also) is not tuple or not all_text(_texts[kind](given) + given.also):
        return "the fields of an input must be text and whole numbers"
    if given.by not in kind.who:
        return f"{given.by!r} can't give {kind.called}; allowed: {', '.join(kind.who)}"
    if isinstance(given, PlayerInput) and given.hand < 1:
        return f"there is no hand {given.hand}: hands are numbered from 1"
    return ""


def _no_number(given: Input) -> str:
    values = zip(NUMBERS[type(given)], _numbers[type(given)](given), strict=True)
    name, value = next((name, value) for name, value in values if not is_whole(value))
    return f"the {name} must be a whole number{' of cents' if name == 'amount' else ''}, not {value!r}"


AnyInput = WagerInput | DecisionInput | HouseInput | ReportInput | ShuffleInput | MeterInput
