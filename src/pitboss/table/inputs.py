"""What people and devices say to a round, one struct for each kind of input.

With the rules and the state of the table, the inputs determine a round. Each is a line of the log whose ``type`` begins
with ``input/``. ``make`` chooses the kind by who acts and what they do:

>>> make(by="player", player="Ann", seat=1, do="wager", wager="ante", amount=500).wager
'ante'
>>> make(by="dealer", do="no more bets", coupon=5)
Traceback (most recent call last):
    ...
pitboss.errors.InputError: an act of the house has no coupon
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
"""The house's people and devices."""
CLOCK, TIME_OUT = "clock", "time-out"
"""The house's clock acts for a player who does not act in time, under the ruling of this name."""
CHIPS = ("wager", "withdraw", "redeem", "cash")
"""What a player does with a wager. Everything else that a player does is a decision."""


class Subject(NamedTuple):
    """What an input is about, for every kind alike."""

    wager: str = ""
    hand: int = 1
    what: str = ""
    place: str = ""


class Input(Event, frozen=True, kw_only=True):
    """What every input has. A round fills in ``round``, ``clause``, ``at`` and ``turn`` when it accepts one."""

    round: int = 0
    clause: str = ""
    at: int = 0
    """The number of records that the round had when the input came."""
    turn: int = 0
    """The question that it answers. A round rejects an input for another question; 0 answers whatever is asked."""
    by: str
    """Who acts: player, dealer, supervisor, shuffler, meter, or the clock for a player."""

    secret: ClassVar[bool] = True
    called: ClassVar[str] = "an input"
    who: ClassVar[tuple[str, ...]] = (PLAYER, *HOUSE)
    """Those who can give this kind of input."""

    @property
    def do(self) -> str:
        """What they do, in the words of an offer."""
        raise NotImplementedError

    @property
    def amount(self) -> int:
        return 0

    @property
    def subject(self) -> Subject:
        return Subject()


class PlayerInput(Input, frozen=True, kw_only=True):
    """What a player does at a seat."""

    player: str
    """The player's id."""
    seat: int
    hand: int
    do: str
    amount: int = 0

    who: ClassVar[tuple[str, ...]] = (PLAYER, CLOCK)


class WagerInput(PlayerInput, frozen=True, kw_only=True, tag="input/wager"):
    """A wager is placed, withdrawn, placed with a coupon or spoken with cash."""

    wager: str
    coupon: int = 0
    """Face of a match play coupon that lies beside the chips."""

    called: ClassVar[str] = "a wager"

    @property
    def subject(self) -> Subject:
        return Subject(self.wager, self.hand)


class DecisionInput(PlayerInput, frozen=True, kw_only=True, tag="input/decision"):
    """A player decides: fold, hit, double, cut, and so on. The amount is cents, or cards of a cut."""

    what: str = ""
    """What the player names with it, where the offer asks for something."""

    called: ClassVar[str] = "a decision"

    @property
    def subject(self) -> Subject:
        return Subject("", self.hand, self.what)


class HouseInput(Input, frozen=True, kw_only=True, tag="input/house"):
    """Dealer or supervisor go on with the round, or the shuffler jams."""

    do: str
    what: str = ""
    amount: int = 0

    called: ClassVar[str] = "an act of the house"
    who: ClassVar[tuple[str, ...]] = (*STAFF, SHUFFLER)

    @property
    def subject(self) -> Subject:
        return Subject(what=self.what)


class ReportInput(Input, frozen=True, kw_only=True, tag="input/report"):
    """Dealer or supervisor report an irregularity."""

    what: str
    place: str = ""
    """Where it is: a seat, the dealer's hand, the community cards."""
    player: str = ""
    """Whom it concerns, where it concerns one of several on a box."""
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
    """A new order of cards, by the shuffler or by the dealer's hands."""

    cards: str
    """The stack from the top; a card followed by ^ lies face up."""
    key: str
    """The secret from which the salts of the commitments are made, 32 bytes in hexadecimal."""
    source: str = ""
    """seeded or planted, if the order does not come from the system's own source of randomness"""
    how: str = ""
    """The method of shuffling, if whoever shuffles says it."""

    called: ClassVar[str] = "a shuffle"
    who: ClassVar[tuple[str, ...]] = (SHUFFLER, DEALER)

    @property
    def do(self) -> str:
        return "shuffle"


class MeterInput(Input, frozen=True, kw_only=True, tag="input/meter"):
    """The progressive system answers: a reading, what is left of a void wager's part, or a number that it draws."""

    do: str
    what: str
    """The meter, or what is drawn."""
    amount: int = 0
    """Cents of a reading, ten-thousandths of a cent that are taken back, or the number drawn."""
    seat: int = 0
    wager: str = ""
    """The void wager, where its part is taken back."""

    called: ClassVar[str] = "an answer of a meter"
    who: ClassVar[tuple[str, ...]] = (METER,)

    @property
    def subject(self) -> Subject:
        return Subject(self.wager, 1, self.what, seat_place(self.seat) if self.seat else "")


KINDS: tuple[type[Input], ...] = (WagerInput, DecisionInput, HouseInput, ReportInput, ShuffleInput, MeterInput)


def kind_of(by: str, do: str) -> type[Input]:
    """The kind of input by which somebody does something."""
    if by in (PLAYER, CLOCK):
        return WagerInput if do in CHIPS else DecisionInput
    if by == METER:
        return MeterInput
    return ReportInput if do == "report" else ShuffleInput if do == "shuffle" else HouseInput


def make(*, by: str, do: str, **fields: Any) -> Input:
    """An input from its fields. ``hand`` is 1 unless another is given."""
    kind = kind_of(by, do)
    takes = kind.__struct_fields__
    if "do" in takes:
        fields["do"] = do
    if "hand" in takes:
        fields.setdefault("hand", 1)
    for name in [name for name in fields if name not in takes]:
        value = fields.pop(name)
        if value and (name, value) != ("hand", 1):
            raise InputError(f"{kind.called} has no {name}")
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
    """Why no log can hold an input; empty if one can. Python does not check an input's types when it is made."""
    kind = type(given)
    if kind not in NUMBERS:
        return f"{given!r} is not an input"
    for value in _numbers[kind](given):
        if not is_whole(value):
            return _no_number(given)
    if type(given.also) is not tuple or not all_text(_texts[kind](given) + given.also):
        return "an input is made of text and whole numbers, and this one is not"
    if given.by not in kind.who:
        return f"{given.by!r} can't give {kind.called}; {', '.join(kind.who)} can"
    if isinstance(given, PlayerInput) and given.hand < 1:
        return f"there is no hand {given.hand}: hands are numbered from 1"
    return ""


def _no_number(given: Input) -> str:
    values = zip(NUMBERS[type(given)], _numbers[type(given)](given), strict=True)
    name, value = next((name, value) for name, value in values if not is_whole(value))
    return f"the {name} is {value!r}, and must be a whole number" + (" of cents" if name == "amount" else "")


AnyInput = WagerInput | DecisionInput | HouseInput | ReportInput | ShuffleInput | MeterInput
