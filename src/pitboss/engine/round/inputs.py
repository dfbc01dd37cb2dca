"""The inputs that people and devices give to a round, one struct for each kind.

The rules, the state of the table and the inputs determine a round. Each input is a line of the log whose ``type``
begins with ``input/``. ``make`` chooses the kind from the actor and the act:

>>> make(by="player", player="Ann", seat=1, do="wager", wager="ante", amount=500).wager
'ante'
>>> make(by="dealer", do="no more bets", coupon=5)
Traceback (most recent call last):
    ...
pitboss.basics.errors.InputError: 'no more bets' takes no coupon
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeGuard

import msgspec
from msgspec import structs

from pitboss.basics.errors import InputError
from pitboss.engine.round.events import DEALER, LARGEST, Event, is_whole, seat_place

PLAYER, SUPERVISOR, SHUFFLER, METER = "player", "supervisor", "shuffler", "meter"
STAFF = (DEALER, SUPERVISOR)
"""The people of the house who act in a round."""
HOUSE = (*STAFF, SHUFFLER, METER)
"""The people and devices of the house."""
CLOCK, TIME_OUT = "clock", "time-out"
"""The clock acts for a player who does not act in time, under this ruling."""
CHIPS = ("wager", "withdraw", "redeem", "cash")
"""The acts of a player on a wager."""
SIT = "sit"
"""The act of somebody who takes a seat while bets are open. All other acts of a player are decisions."""


Whole = Annotated[int, msgspec.Meta(ge=-LARGEST, le=LARGEST)]
"""A whole number that a log can hold."""


class Input(Event, frozen=True, kw_only=True):
    """The fields of every input. A round fills in ``round``, ``clause``, ``at`` and ``turn`` when it accepts one.

    >>> made = make(by="player", player="Ann", seat=1, do="fold")
    >>> made.do, made.hand, made.wager
    ('fold', 1, '')
    """

    round: Whole = 0
    clause: str = ""
    at: Whole = 0
    """The number of records that the round had when the input came."""
    turn: Whole = 0
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
    def wager(self) -> str:
        return ""

    @property
    def hand(self) -> int:
        return 1

    @property
    def what(self) -> str:
        """What the input names: a meter, a device, an irregularity."""
        return ""

    @property
    def place(self) -> str:
        return ""


class PlayerInput(Input, frozen=True, kw_only=True):
    """An act of a player at a seat."""

    player: str
    """The player's id."""
    seat: Whole
    hand: Whole
    do: str
    amount: Whole = 0

    who: ClassVar[tuple[str, ...]] = (PLAYER, CLOCK)


class WagerInput(PlayerInput, frozen=True, kw_only=True, tag="input/wager"):
    """A player places a wager, withdraws one, redeems a coupon for one, or announces one with cash."""

    wager: str
    coupon: Whole = 0
    """Face value of the match play coupon beside the chips."""

    called: ClassVar[str] = "a wager"


class DecisionInput(PlayerInput, frozen=True, kw_only=True, tag="input/decision"):
    """A player decides: fold, hit, double, cut, and so on. The amount is in cents, or in cards for a cut."""

    what: str = ""
    """What the player names, if the offer needs a name."""

    called: ClassVar[str] = "a decision"


class SeatInput(Input, frozen=True, kw_only=True, tag="input/seat"):
    """Somebody who is not in the round takes a free seat while bets are open."""

    player: str
    """The player's id."""
    seat: Whole
    name: str = ""
    """The name that people call the player by, if it differs from the id."""

    called: ClassVar[str] = "a seat"
    who: ClassVar[tuple[str, ...]] = (PLAYER,)

    @property
    def do(self) -> str:
        return SIT

    @property
    def place(self) -> str:
        return seat_place(self.seat)


class HouseInput(Input, frozen=True, kw_only=True, tag="input/house"):
    """The dealer or a supervisor goes on with the round, or the shuffler jams."""

    do: str
    what: str = ""
    amount: Whole = 0

    called: ClassVar[str] = "an act of the house"
    who: ClassVar[tuple[str, ...]] = (*STAFF, SHUFFLER)


class ReportInput(Input, frozen=True, kw_only=True, tag="input/report"):
    """The dealer or a supervisor reports an irregularity."""

    what: str
    place: str = ""
    """The place: a seat, the dealer's hand, the community cards."""
    player: str = ""
    """The player it concerns, if it concerns one of several on a box."""
    amount: Whole = 0

    called: ClassVar[str] = "a report"
    who: ClassVar[tuple[str, ...]] = STAFF

    @property
    def do(self) -> str:
        return "report"


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
    amount: Whole = 0
    """A reading in cents, a contribution taken back in ten-thousandths of a cent, or the drawn number."""
    seat: Whole = 0
    wager: str = ""
    """The void wager, if its contribution is taken back."""

    called: ClassVar[str] = "an answer of a meter"
    who: ClassVar[tuple[str, ...]] = (METER,)

    @property
    def place(self) -> str:
        return seat_place(self.seat) if self.seat else ""


KINDS = (WagerInput, DecisionInput, SeatInput, HouseInput, ReportInput, ShuffleInput, MeterInput)
AnyInput = WagerInput | DecisionInput | SeatInput | HouseInput | ReportInput | ShuffleInput | MeterInput


def is_input(record: object) -> TypeGuard[AnyInput]:
    """Whether a record of a round is an input. There are no inputs of another kind."""
    return isinstance(record, Input)


def kind_of(by: str, do: str) -> type[AnyInput]:
    """The kind of input for this actor and act."""
    if by in (PLAYER, CLOCK):
        return WagerInput if do in CHIPS else SeatInput if do == SIT else DecisionInput
    if by == METER:
        return MeterInput
    return ReportInput if do == "report" else ShuffleInput if do == "shuffle" else HouseInput


def make(*, by: str, do: str, **fields: Any) -> AnyInput:
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

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(AnyInput).decode


def malformed(given: Input) -> str:
    """Why a log can't hold an input. Empty if it can. Python does not check the types of an input's fields."""
    kind = type(given)
    if kind not in KINDS:
        return f"{given!r} is not an input"
    try:
        plain = _decode(_encode(given)) == given
    except (msgspec.ValidationError, OverflowError, TypeError, UnicodeEncodeError):
        plain = False
    if not plain:
        return _not_plain(given)
    if given.by not in kind.who:
        return f"{given.by!r} can't give {kind.called}; allowed: {', '.join(kind.who)}"
    if isinstance(given, PlayerInput) and given.hand < 1:
        return f"there is no hand {given.hand}: hands are numbered from 1"
    return ""


def _not_plain(given: Input) -> str:
    for field in structs.fields(given):
        value = getattr(given, field.name)
        if field.type is Whole and type(value) is int and not is_whole(value):
            return f"the {field.name} must be between {-LARGEST:,} and {LARGEST:,}"
        if field.type is Whole and not is_whole(value):
            unit = " of cents" if field.name == "amount" else ""
            return f"the {field.name} must be a whole number{unit}, not {value!r}"
    return "the fields of an input must be text and whole numbers"
