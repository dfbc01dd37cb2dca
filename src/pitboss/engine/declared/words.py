"""The words in which an author declares a card game: its hands, its wagers, and the order of a round.

They read beside a rule document: each names its clause. ``defects`` says what is wrong with a declaration.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from inspect import get_annotations
from math import lcm
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pitboss.basics.cards import NUMBER
from pitboss.basics.errors import GameError
from pitboss.basics.money import PayTable
from pitboss.basics.poker import ladder
from pitboss.engine.game import ChoiceWords
from pitboss.engine.round.hand_labels import AtSeat, Holding
from pitboss.engine.round.layout import Layout
from pitboss.engine.rules import MOST_CAP, TableRules, permits

PLAYER, DEALER, COMMUNITY = "player", "dealer", "community"
"""The places that cards are dealt to. Every player has their own."""
UP, DOWN = "up", "down"


PLAIN = {"str": str, "int": int, "bool": bool}


class Declared(msgspec.Struct, frozen=True, dict=True):
    """A word of a declaration, which knows the line of the source on which it was said."""

    def __post_init__(self) -> None:
        frame = sys._getframe(1)
        while frame.f_back and frame.f_globals.get("__name__", "").startswith(__package__):
            frame = frame.f_back
        self.__dict__["source"] = Path(frame.f_code.co_filename)
        self.__dict__["line_number"] = frame.f_lineno
        fields = [item for kind in reversed(type(self).__mro__) for item in get_annotations(kind).items()]
        for name, kind in fields:  # a comma that is missing, arguments in a wrong order
            said, wanted = getattr(self, name), tuple if kind.startswith("tuple[") else PLAIN.get(kind, object)
            if not isinstance(said, wanted):
                like = (
                    "a tuple, with a comma even after a single one, as in (a,)" if wanted is tuple else wanted.__name__
                )
                raise GameError(f"{self.said_at}: {name} of {type(self).__name__} must be {like}, not {in_brief(said)}")

    @property
    def source(self) -> Path:
        """The file in which it was said."""
        found: Path = self.__dict__["source"]
        return found

    @property
    def said_at(self) -> str:
        """Where it was said: ``game.py, line 41``."""
        return f"{self.source.name}, line {self.__dict__['line_number']}"


def in_brief(said: Any) -> str:
    """What somebody wrote, without what stands inside: ``Hand(...)``."""
    return f"{type(said).__name__}(...)" if isinstance(said, Declared) else repr(said)


# --- hands


class Hand(Declared, frozen=True, kw_only=True):
    """A hand that is ranked: the places of its cards, and the lines into which it falls."""

    of: tuple[str, ...]
    """The places whose cards it holds: ``PLAYER``, ``DEALER``, ``COMMUNITY``. Two, three or five cards in all."""
    clauses: tuple[str, ...]
    """The clause that defines each category, from a high card up."""
    lines: tuple[str, ...] = ()
    """The lines of its pay tables, from the lowest up. Default: the categories."""
    line: Callable[[int], int] | None = None
    """The line of a hand of this strength. Default: its category."""
    also: tuple[str, ...] = ()
    """Clauses cited with every hand."""

    def line_of(self, strength: int, size: int) -> int:
        return self.line(strength) if self.line else ladder(size).category_of[strength]

    def names(self, size: int) -> tuple[str, ...]:
        return self.lines or ladder(size).categories


UNQUALIFIED = 3
AGAINST = ("lower than the dealer", "equal to the dealer", "higher than the dealer", "the dealer does not qualify")
"""The lines of a contest."""


class Contest(Declared, frozen=True, kw_only=True):
    """A hand that is held against the dealer's."""

    own: Hand
    """The player's hand."""
    dealers: Hand
    """The dealer's hand, of as many cards."""
    qualifies: int = 0
    """The least strength with which the dealer qualifies. 0 if the dealer always does."""
    qualifying: str = ""
    """The clause on qualifying."""


Reading = Hand | Contest

# --- wagers


class Bet(Declared, frozen=True, kw_only=True):
    """A wager: when it is placed, what decides it, and how it is paid.

    ``settle`` takes the rules, the stake in cents, and the line of each reading of ``by``. It returns the cents that go
    back to the player. It alone pays: the exact odds call it, too.
    """

    name: str
    """Its name on the felt, in the log and in commands."""
    clause: str
    """The clause by which it is placed."""
    means: str
    """What it is, in a few words."""
    by: tuple[Reading, ...]
    """The hands and contests that decide it. The lines of the first are those of its pay table."""
    settle: Callable[..., int]
    """What pays it."""
    wins: str
    """The clause by which it is paid."""
    loses: str
    """The clause by which it is lost."""
    pushes: str = ""
    """The clause by which it goes back, if it can."""
    pays: str = ""
    """The option of the rules that holds its pay table, if it has one."""
    fixed: str = ""
    """What the rules call the pays of its other lines, if the document fixes them and a study may change them."""
    lost: tuple[str, ...] = ()
    """The lines that the pay table leaves out, since they lose."""
    base: bool = False
    """Whether it is the first wager, on which others depend."""
    equals: str = ""
    """The wager beside which it must be placed, before the deal."""
    times: int = 1
    """How many times that wager it is."""
    side: bool = False
    """Whether a player may place it before the deal, from the table minimum up, beside the base wager."""
    earned: str = ""
    """The wager on whose stake it is paid, if it has none of its own. It never loses."""
    coupon: bool = False
    """Whether a match play coupon may lie beside it."""
    shown: str = ""
    """How people call it, if its name would puzzle."""
    also: tuple[str, ...] = ()
    """Further clauses on it."""

    @property
    def first(self) -> bool:
        """Whether it is placed before the deal."""
        return self.base or self.side or bool(self.equals)


# --- the round


class Deal(Declared, frozen=True):
    """Deal cards to every player, to the dealer, or to the community. A player always sees their own."""

    cards: int
    """How many: each player gets so many, and so does the dealer or the community."""
    to: str
    """``PLAYER``, ``DEALER`` or ``COMMUNITY``."""
    clause: str
    """The clause on this step."""
    face: str = DOWN
    """``DOWN`` or ``UP``. What lies ``UP`` is seen by all."""


class Turn(Declared, frozen=True):
    """Turn cards face up that lie face down, the first ones first."""

    cards: int
    """How many."""
    at: str
    """``DEALER`` or ``COMMUNITY``."""
    clause: str
    """The clause on this step."""


class Choice(Declared, frozen=True, kw_only=True):
    """Something that a player may choose."""

    do: str
    """Its name on a button, in the log and in commands."""
    clause: str = ""
    """The clause on it. Default: that of the question."""
    means: str = ""
    """What it is, in a few words."""
    words: ChoiceWords | None = None
    """How people speak of it, if its name does not say it."""


class Fold(Choice, frozen=True, kw_only=True):
    """Give up the hand and all wagers on it."""

    do: str = "fold"
    means: str = "give up the hand"


class Stay(Choice, frozen=True, kw_only=True):
    """Go on, and change no wager."""

    means: str = "change no wager"


class Place(Choice, frozen=True, kw_only=True):
    """Place a further wager: so many times the base wager."""

    wager: str
    """The wager that is placed."""
    times: int = 1
    """How many times the base wager it is."""
    up_to: bool = False
    """Whether any amount from the smallest chip up to that may be placed."""
    without: str = "not placed"
    """How a round is called in which it is not placed."""


class TakeBack(Choice, frozen=True, kw_only=True):
    """Take a wager back."""

    wager: str
    """The wager that is taken back."""
    do: str = "take back"


class Ask(Declared, frozen=True, kw_only=True):
    """Ask each player in turn. List the choice that risks less first: between equals it is the best."""

    about: str
    """The name of the question."""
    clause: str
    """The clause on the question."""
    choices: tuple[Choice, ...]
    """Two or more."""
    default: str
    """What the house does for a player who does not act in time."""


Step = Deal | Turn | Ask


class Clauses(Declared, frozen=True, kw_only=True):
    """The clauses on what all games share."""

    round: str
    """Where the document says what a round is."""
    pack: str
    """The pack of 52 cards."""
    receive: str
    """The cards come to the table."""
    spread: str
    """They are inspected and spread face up."""
    wash: str
    """They are washed and stacked."""
    idle: str
    """They lie spread out while nobody plays."""
    shuffle: str
    """The device shuffles them before a round."""
    jam: str
    """The device jams."""
    close: str
    """The end of the bets: none may be placed, changed or withdrawn after it."""
    settle: str
    """The order in which hands are shown and settled."""
    rack: str
    """Where the cards go at the end."""
    boxed: str
    """A card is found face up in the shoe."""
    misdeal: str
    """A hand gets a wrong number of cards."""
    in_error: str = ""
    """A card drawn in error. Empty if the document does not speak of it."""
    seen: str = ""
    """A card of the dealer or the community that is seen too early. Empty if the document does not speak of it."""


class Point(NamedTuple):
    """A question of the round, and what its player knows by then."""

    ask: Ask
    own: int
    """The cards that the player sees of their own and of the community."""
    up: int
    """The dealer's cards that all see."""


class Plan(Declared, frozen=True, kw_only=True):
    """A strategy that has a name."""

    name: str
    """Its name in commands."""
    means: str
    """What it is, in a few words."""
    always: str = ""
    """What it chooses whenever it is asked. Empty: what has the highest value."""


class Declaration(Declared, frozen=True, kw_only=True):
    """The wagers and the round of a game: all that its mathematics need. Its table may be written by hand."""

    name: str
    """The name of the package and of the entry point."""
    title: str
    """The name that people read."""
    rules: type[TableRules]
    """The options of a table."""
    wagers: tuple[Bet, ...]
    """All wagers, in the order in which they are settled."""
    round: tuple[Step, ...]
    """The steps of a round, from the first card to the last question."""
    limit: str = ""
    """The option of the rules that limits what one hand wins in a round, if there is one: whole cents, 0 for none."""
    plans: tuple[Plan, ...] = ()
    """The strategies that have names. Default: the best one, and each choice always."""
    rulings: tuple[str, ...] = ()
    """The rulings on which the odds rest."""
    felt: str = "#0B3B40"
    """The colour of the felt on a dark screen."""

    @cached_property
    def base(self) -> Bet:
        return next(bet for bet in self.wagers if bet.base)

    @cached_property
    def by_name(self) -> dict[str, Bet]:
        return {bet.name: bet for bet in self.wagers}

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The places that get cards, besides the players."""
        return tuple(dict.fromkeys(step.to for step in self.deals if step.to != PLAYER))

    @property
    def deals(self) -> list[Deal]:
        return [step for step in self.round if isinstance(step, Deal)]

    @property
    def asks(self) -> list[Ask]:
        return [step for step in self.round if isinstance(step, Ask)]

    @cached_property
    def dealt(self) -> dict[str, int]:
        """The number of cards that each place has at the end."""
        return {place: sum(one.cards for one in self.deals if one.to == place) for place in (PLAYER, DEALER, COMMUNITY)}

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """Every question, with the cards that its player knows."""
        found, seen = [], dict.fromkeys((PLAYER, DEALER, COMMUNITY), 0)
        for step in self.round:
            match step:
                case Deal(cards=cards, to=place, face=face):
                    seen[place] += cards if place == PLAYER or face == UP else 0
                case Turn(cards=cards, at=place):
                    seen[place] += cards
                case Ask():
                    found.append(Point(step, seen[PLAYER] + seen[COMMUNITY], seen[DEALER]))
        return tuple(found)

    @property
    def hands(self) -> Iterator[Hand]:
        """Every hand that is ranked, also the dealer's."""
        for bet in self.wagers:
            for reading in bet.by:
                yield from (reading.own, reading.dealers) if isinstance(reading, Contest) else (reading,)

    @cached_property
    def contest(self) -> Contest | None:
        """The contest with the dealer, if there is one."""
        return next((one for bet in self.wagers for one in bet.by if isinstance(one, Contest)), None)

    @cached_property
    def at_seat(self) -> AtSeat:
        """What a seat is told: the name of a hand that is complete, and the wagers that come with others."""

        def holds(layout: Layout, place: str, number: int) -> Holding:
            own = place if place in self.places else PLAYER
            hands = [hand for hand in self.hands if own in hand.of]
            for hand in hands:
                at = [place if one == PLAYER else one for one in hand.of]
                held = [layout.hands.get((one, number if one == place else 1)) for one in at]
                cards = [NUMBER[card] for one in held if one for card in one.cards if card]
                if len(cards) == self.size(hand):
                    return Holding(name=ladder(len(cards)).describe(cards))
            return Holding()

        with_it = {bet.name: (bet.equals, bet.times) for bet in self.wagers if bet.equals}
        places = [choice for ask in self.asks for choice in ask.choices if isinstance(choice, Place)]
        most = sum(max(one.times for one in places if one.wager == wager) for wager in {one.wager for one in places})
        follows = {self.base.name: (0 if any(one.up_to for one in places) else most, places[0].wager)} if places else {}
        return AtSeat(holds=holds, follows=follows, comes_with=with_it, felt=self.felt)

    def size(self, hand: Hand) -> int:
        """The number of cards of a hand."""
        return sum(self.dealt[place] for place in hand.of)

    def lines(self, reading: Reading) -> tuple[str, ...]:
        """The lines into which a reading falls."""
        if isinstance(reading, Contest):
            return AGAINST[: 4 if reading.qualifies else 3]
        return reading.names(self.size(reading))

    def table(self, bet: Bet, rules: Any) -> PayTable:
        """The pay table of a wager; none if it has none. What the document fixes is told if a study changes it."""
        found: PayTable = getattr(rules, bet.pays) if bet.pays else {}
        if bet.fixed and getattr(rules, bet.fixed) != getattr(self.rules, bet.fixed):
            found = found | getattr(rules, bet.fixed)
        return found

    def least_cap(self, rules: TableRules) -> int:
        """The lowest payout limit in cents that the document permits. 0 if any is permitted."""
        if not self.limit or permits(rules, self.limit, 1):
            return 0
        low, high = 1, MOST_CAP  # the first is forbidden
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if permits(rules, self.limit, middle) else (middle, high)
        return high

    def unit(self, rules: Any) -> int:
        """A stake in cents on which every pay table pays a whole number."""
        return lcm(*(odds.per for bet in self.wagers for odds in self.table(bet, rules).values()), 2)


class WholeDeclaration(Declaration, frozen=True, kw_only=True):
    """A game as its author declares it, with its table."""

    clauses: Clauses
    """The clauses on what all games share."""
    limited: str = ""
    """The clause on the payout limit."""
