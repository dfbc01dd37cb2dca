"""The events at a table. Each is immutable, cites its clause, and becomes one line of JSON.

The names here are a contract (docs/log.md). Every event has ``type``, ``round`` and ``clause``. ``also`` holds further
clauses, and ``ruling`` names the reading of an unclear one. Amounts are in cents. A field whose name ends in ``units``
counts ten-thousandths of a cent. A line leaves out fields that are 0, false or empty. A place is ``seat 1``, ``dealer``
or a place of the game (``pitboss games`` lists them). The log is for surveillance, so events include face-down cards.
``seen_by`` returns what another viewer may know.

The revision is a number for how the engine reads the documents. A round follows one revision from its first record to
its last, and says which in ``began``. So a round that was stored before a reading changed is replayed, recovered and
proved as it was played. A changed reading asks ``Dealer.revision`` in one place.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar

import msgspec

from pitboss.basics.money import dollars
from pitboss.engine.state import TableState

SURVEILLANCE, PUBLIC, DEALER = "surveillance", "public", "dealer"
STANDING = "standing"
"""The viewer for people who stand behind the seats. They see what everyone sees."""
UP, DOWN = "up", "down"
RACK = "discard rack"
"""The place of cards that are out of play."""
GAME_ACCOUNT = "game account"
"""The account credited with wins that the table's inventory does not pay."""


LARGEST = 2**63 - 1
"""The largest whole number in a log."""


def is_whole(value: int) -> bool:
    """Whether this is a whole number that a log can hold."""
    return type(value) is int and -LARGEST <= value <= LARGEST


def all_text(values: tuple[str, ...]) -> bool:
    """Whether these are texts that a log can hold. Half of a surrogate pair is not a character."""
    try:
        text = "".join(values)
    except TypeError:
        return False
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)


@cache
def seat_place(seat: int) -> str:
    return f"seat {seat}"


def seat_of(place: str) -> int:
    """The number of the seat at this place; 0 if the place is not a seat."""
    word, _, number = place.partition(" ")
    return int(number) if word == "seat" else 0


def _looks(viewer: str, place: str) -> bool:
    """Whether this viewer may look at the face-down cards of a place. Dealers must turn their own up to see them."""
    return viewer == SURVEILLANCE or (viewer == place and viewer != DEALER)


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag=str.lower, gc=False):
    """Something that happened in a round.

    >>> call = Announced(round=1, clause="6(b)", words="No more bets")
    >>> call.seen_by(PUBLIC) == call
    True
    """

    round: int
    """The number of the round at its table."""
    clause: str
    """The clause of the document that the event follows."""
    also: tuple[str, ...] = ()
    """Further clauses that it follows."""
    ruling: str = ""
    """The ruling that interprets an unclear clause (docs/rulings.md)."""

    secret: ClassVar[bool] = False  # hidden from everyone but surveillance

    def seen_by(self, viewer: str) -> Event | None:
        """What this viewer may know of the event; None if nothing."""
        return None if self.secret and viewer != SURVEILLANCE else self


class Began(Event, frozen=True, kw_only=True):
    """A round begins: a hash of the rules, the players in order of arrival, and the table as the last round left it."""

    game: str
    rules: str
    """The hash of the rules in the first line of the log: SHA-256 of their JSON, with sorted keys and no spaces."""
    seats: tuple[tuple[int, str], ...]
    """Seat and id of each player. Those who stand behind the seats have seat 0."""
    names: dict[str, str] = {}
    """Players' names by id, if they differ from the ids."""
    state: TableState | None
    revision: int = 0
    """The revision of the engine that the round follows: how it reads the document where readings have changed."""

    def seen_by(self, viewer: str) -> Event | None:
        return self if viewer == SURVEILLANCE else msgspec.structs.replace(self, state=None)


class Seated(Event, frozen=True, kw_only=True):
    """Somebody took a seat while bets were open, and plays in this round."""

    seat: int
    player: str
    """The player's id."""
    name: str = ""
    """The player's name, if it differs from the id."""


class Procedure(Event, frozen=True, kw_only=True):
    """A step of the table's housekeeping: inspect, spread, wash, stack, place in the shoe, alternate packs."""

    step: str
    seat: int = 0
    player: str = ""
    pack: int = 0


class Shuffled(Event, frozen=True, kw_only=True):
    """A new order of cards, with the key from which the salts of its commitments are derived."""

    pack: int
    """The number of the pack: 1 or 2."""
    by: str
    """How the cards were shuffled: automated, manual or pre-shuffled."""
    order: str
    """The stack from the top. A card followed by ^ lies face up."""
    key: str
    """The secret from which the salts are derived, 32 bytes in hexadecimal."""
    source: str = ""
    """seeded or planted, if the order does not come from the system's own source of randomness."""

    def seen_by(self, viewer: str) -> Event | None:
        return self if viewer == SURVEILLANCE else msgspec.structs.replace(self, order="", key="")


class Committed(Event, frozen=True, kw_only=True):
    """A salted commitment to each card of the shuffled stack, from the top, before any cut."""

    pack: int
    commitments: tuple[str, ...]
    """BLAKE2s of the card's salt and its two letters, in hexadecimal."""


class Offered(Event, frozen=True, kw_only=True):
    """The cut was offered to someone."""

    what: str
    seat: int
    player: str


class Refused(Event, frozen=True, kw_only=True):
    """Someone refused what was offered."""

    what: str
    seat: int
    player: str


class Cut(Event, frozen=True, kw_only=True):
    """The stack was cut: the top ``depth`` cards went to the bottom."""

    by: str
    """dealer or player"""
    depth: int
    seat: int = 0
    player: str = ""


class Announced(Event, frozen=True, kw_only=True):
    """The dealer's words, including point totals."""

    words: str
    place: str = ""
    hand: int = 0
    """The hand at the place; 0 if the words concern no hand."""


class Wagered(Event, frozen=True, kw_only=True):
    """Chips, or a coupon instead of chips, are placed on the layout. Later events may add to the same wager."""

    seat: int
    player: str
    """The player's id."""
    wager: str
    amount: int
    """Cents."""
    hand: int
    coupon: int = 0
    """Face value of the match play coupon beside the chips."""
    redeemed: bool = False
    """Whether a coupon of this amount was redeemed instead of chips, so that the player put in no money."""


class Withdrawn(Event, frozen=True, kw_only=True):
    """A whole wager leaves the layout and goes back to its player."""

    seat: int
    player: str
    wager: str
    amount: int
    """The whole wager, in cents."""
    hand: int
    coupon: int = 0
    """Face value of the match play coupon beside it, which goes back too."""
    redeemed: bool = False
    """Whether a redeemed coupon goes back instead of money."""


class Dealt(Event, frozen=True, kw_only=True):
    """The next card of the stack goes to a place."""

    to: str
    hand: int
    card: str | None
    """Rank and suit: 2 to 9, T, J, Q, K, A; c, d, h, s. Null for a viewer who may not see it."""
    face: str
    """up or down"""

    def seen_by(self, viewer: str) -> Event | None:
        if self.face == UP or _looks(viewer, self.to):
            return self
        return msgspec.structs.replace(self, card=None)


class Burned(Event, frozen=True, kw_only=True):
    """The next card of the stack goes to the discard rack unused. Its face is seen only if ``face`` is up."""

    card: str | None
    face: str
    why: str = ""

    def seen_by(self, viewer: str) -> Event | None:
        return self if self.face == UP or viewer == SURVEILLANCE else msgspec.structs.replace(self, card=None)


class Chose(Event, frozen=True, kw_only=True):
    """A player decides."""

    seat: int
    player: str
    hand: int
    action: str
    amount: int = 0
    """Cents that the decision stakes, if the player chose the amount. A wagered event follows."""
    what: str = ""
    """What the player named: the hand that the wagers apply to (13(f)), or an array."""


class Moved(Event, frozen=True, kw_only=True):
    """A card goes to another hand when a pair is split. If ``to_hand`` is 0, it leaves the game."""

    place: str
    hand: int
    to_hand: int
    card: str


class Exposed(Event, frozen=True, kw_only=True):
    """Cards of a place are turned face up for all."""

    place: str
    hand: int
    cards: tuple[str, ...]
    only: tuple[int, ...] = ()
    """The positions of the cards, from 0. Empty if all cards are turned."""


class Concealed(Event, frozen=True, kw_only=True):
    """Cards that had been shown are turned face down again."""

    place: str
    hand: int


class Ranked(Event, frozen=True, kw_only=True):
    """The poker hand at a place, with the clause that defines it."""

    place: str
    hand: int
    cards: tuple[str, ...]
    category: str
    name: str


class Settled(Event, frozen=True, kw_only=True):
    """The end of a wager. ``returned`` is all that goes back to the player, including the stake if it goes back.

    >>> print(Settled(round=1, clause="9(c)", seat=1, player="Ann", hand=1, wager="original", stake=500, result="win",
    ...               returned=1000, line="pair of jacks or better", pays="1 to 1"))
    Ann's original: win, $10 back (pair of jacks or better, 1 to 1, 9(c))
    """

    seat: int
    player: str
    hand: int
    wager: str
    stake: int
    """The wager on the layout, in cents; 0 for a bonus without a stake: an ante bonus, an envy bonus."""
    result: str
    """win, lose, push, void or surrender. A tie is a push. void means that an irregularity ended the wager."""
    returned: int
    """Cents that go back to the player, including the stake if it goes back."""
    line: str = ""
    """The reason in a few words: 'dealer below ace-king', 'full house'."""
    pays: str = ""
    """The odds of a win, as the pay table prints them."""
    table: str = ""
    """The pay table, if the document has several."""
    rounded: bool = False
    """Whether the payout was rounded up to a whole cent (ruling min-chip)."""
    capped: int = 0
    """Cents that a payout limit cut off."""
    coupon: int = 0
    """Face value of the match play coupon beside the stake. A win pays it too."""
    coupon_taken: bool = False
    """Whether the house keeps the coupon, match play or redeemed. If not, the player gets it back."""
    redeemed: bool = False
    """Whether the stake was a coupon redeemed instead of chips, so that the player put in no money."""
    source: str = ""
    """The source of the payment, if not the table's inventory: the name of a meter, or 'game account' for a credit to
    the player's game account (ruling game-account)."""

    @property
    def money(self) -> int:
        """The cents that the player put in."""
        return 0 if self.redeemed else self.stake

    def __str__(self) -> str:
        hand = f" on hand {self.hand}" if self.hand > 1 else ""
        why = ", ".join(filter(None, (self.line, self.pays, self.clause)))
        return f"{self.player}'s {self.wager}{hand}: {self.result}, {dollars(self.returned)} back ({why})"


class Contributed(Event, frozen=True, kw_only=True):
    """The contribution of a wager to a meter, in ten-thousandths of a cent."""

    meter: str
    units: int
    """Ten-thousandths of a cent."""
    seat: int
    player: str
    wager: str
    reversed: bool = False
    """Whether the wager is void and this amount leaves the meter again. Wins elsewhere may have left less in a linked
    meter."""


class Metered(Event, frozen=True, kw_only=True):
    """A meter's reading when it is a player's turn to be paid."""

    meter: str
    amount: int
    """Whole cents, as the meter shows them."""
    seat: int
    player: str


class Paid(Event, frozen=True, kw_only=True):
    """A share of a meter leaves it."""

    meter: str
    amount: int
    """Cents that leave the meter."""
    reset: int = 0
    """The seed, in cents, that the house puts in after a win of the whole meter."""


class Drawn(Event, frozen=True, kw_only=True):
    """A draw of the progressive system: a magic card, a lucky seat."""

    what: str
    result: str


class Validated(Event, frozen=True, kw_only=True):
    """A floorperson or supervisor has approved something."""

    what: str
    seat: int
    player: str


class Collected(Event, frozen=True, kw_only=True):
    """The cards of a place go to the discard rack, face down unless they were shown."""

    place: str
    hand: int
    cards: tuple[str | None, ...]
    faces: tuple[str, ...]

    def seen_by(self, viewer: str) -> Event | None:
        if _looks(viewer, self.place):
            return self
        seen = tuple(card if face == UP else None for card, face in zip(self.cards, self.faces, strict=True))
        return msgspec.structs.replace(self, cards=seen)


class Stub(Event, frozen=True, kw_only=True):
    """The rest of the pack goes to the discard rack unseen. ``counted`` says whether the dealer counted it."""

    cards: int
    """The number of cards."""
    counted: bool = False


class Counted(Event, frozen=True, kw_only=True):
    """A count of the pack by the dealer or the shuffler: the number of cards found, and the right number."""

    by: str
    found: int
    expected: int
    pack: int = 0
    """The pack that was counted, of two."""


class Irregular(Event, frozen=True, kw_only=True):
    """Something went wrong, and the document has a remedy."""

    what: str
    remedy: str
    by: str = ""
    place: str = ""
    card: str | None = None


class Voided(Event, frozen=True, kw_only=True):
    """A hand is void, or every hand if the place is 'round'. The wagers that go back are settled after this."""

    place: str
    hand: int
    """The hand at the place; 0 for all hands."""
    player: str = ""
    """The player whose wagers go back, if the hand stays in play for others."""
    reshuffle: bool = False


Opening = tuple[int, str, str]
"""A card's position in the shuffled stack before any cut, from 0; the card; its salt in hexadecimal."""


class Opened(Event, frozen=True, kw_only=True):
    """Commitments are opened to everyone."""

    pack: int
    cards: tuple[Opening, ...]
    """For each card: its position in the shuffled stack before any cut, from 0; the card; its salt in hexadecimal."""


class Ended(Event, frozen=True, kw_only=True):
    """The round is over: the money staked and returned, and the gains of the house and the meters."""

    staked: int
    """Cents that were wagered and not withdrawn, without redeemed coupons."""
    returned: int
    """Cents that went back to players."""
    house_units: int
    """The house's gain, in ten-thousandths of a cent."""
    meter_units: dict[str, int] = {}
    """Each meter's gain, including seeds that the house put in, in ten-thousandths of a cent."""
    state: TableState | None

    def seen_by(self, viewer: str) -> Event | None:
        return self if viewer == SURVEILLANCE else msgspec.structs.replace(self, state=None)


# --- the revision of the engine


REVISION = 2
"""The revision of new rounds. Rounds that name none are of revision 0. docs/log.md says what each changed."""


TAKES_IN = 2


def takes_in(revision: int) -> bool:
    """Whether somebody may sit down in a round of this revision (ruling seated-in-time).

    >>> takes_in(1), takes_in(REVISION)
    (False, True)
    """
    return revision >= TAKES_IN


def unknown_revision(revision: object) -> str:
    """Why this program can't follow a revision. Empty if it can."""
    if isinstance(revision, int) and not isinstance(revision, bool) and 0 <= revision <= REVISION:
        return ""
    return f"revision {revision!r} of the engine is unknown_revision: this program follows revisions 0 to {REVISION}"
