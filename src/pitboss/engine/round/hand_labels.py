"""What hands hold, in words and numbers, for clients that show a seat and rank no cards themselves.

A game exports it as ``AT_SEAT`` from ``game.py`` or a module ``hand_labels``. A game without one is played without
names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest

import msgspec

from pitboss.basics.cards import NUMBER, RANK_NAMES, SUIT_NAMES, TEXT, one_of, plural
from pitboss.basics.poker import CATEGORIES, CATEGORY_OF, FLUSH, HIGH_CARD, describe, strength
from pitboss.engine.round.events import DEALER, Collected, Dealt, Event, Exposed, Moved, Ranked
from pitboss.engine.round.layout import Layout


class Holding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What a hand holds now, as far as a viewer knows its cards. What a game does not have is empty."""

    name: str = ""
    """Its name or its total in words: 'pair of nines', 'soft 17'."""
    total: int = 0
    """Its points, in a game that counts points."""
    pair: bool = False
    """Whether it is two cards of equal points."""
    lines: tuple[str, ...] = ()
    """The lines of the pay table that it holds already."""
    reach: tuple[str, ...] = ()
    """The lines above those that the last card can still bring."""
    cards: tuple[str, ...] = ()
    """The cards that make the line or the ranked hand, without kickers."""
    makes: dict[str, str] = {}
    """What it makes by each choice between cards of the table, by choice."""


class AtSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A game as a seat sees it. Every function takes a layout that holds only what the seat has seen."""

    holds: Callable[[Layout, str, int], Holding] = lambda layout, place, hand: Holding()
    """What the hand at a place holds, by its number."""
    follows: Mapping[str, tuple[int, str]] = {}
    """The wagers that may follow from one: how many times its amount they take, and their name. 0 means any amount from
    the smallest chip up."""
    comes_with: Mapping[str, tuple[str, int]] = {}
    """The wagers that are placed together with another: its name, and how many times its amount they take."""
    felt: str = "#0B3B40"
    """The colour of the felt on a dark screen."""

    @property
    def least(self) -> int:
        """How many times the base wager somebody must stake before the cards.

        >>> AtSeat(comes_with={"second": ("first", 2), "third": ("second", 1)}).least
        5
        """
        times: dict[str, int] = {}
        for wager, (other, many) in self.comes_with.items():
            times[wager] = many * times.get(other, 1)
        return 1 + sum(times.values())

    def name(self, layout: Layout, place: str, hand: int) -> str:
        """The name or the total of a hand. Empty if there is none."""
        return self.holds(layout, place, hand).name

    def makes(self, layout: Layout, place: str, hand: int) -> dict[str, str]:
        """What a hand makes by each choice between cards of the table. Empty if there is no such choice."""
        return self.holds(layout, place, hand).makes


SHOWS = frozenset((Dealt, Exposed, Moved, Ranked))
"""The events that change what a hand holds."""
MATTERS = SHOWS | {Collected}
"""Other events need not be applied."""
SEAT = "seat "


class Held(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What a hand holds from an event on."""

    at: int = 0
    """The event among those that come with this, from 0."""
    place: str
    hand: int = 1
    holds: Holding


class Holdings:
    """What each hand of a round holds in the eyes of a viewer, kept up to date by the events that the viewer sees.

    >>> from pitboss.engine import registry
    >>> hands = Holdings(registry.at_seat("double_attack_blackjack"))
    >>> for card in "As", "6d":
    ...     hands.apply(Dealt(round=1, clause="7(d)", to="dealer", hand=1, card=card, face="up"))[0].holds.name
    'soft 11'
    'soft 17'
    """

    def __init__(self, at_seat: AtSeat) -> None:
        self.layout = Layout()
        self._holds = at_seat.holds
        self._last: dict[tuple[str, int], Holding] = {}

    def apply(self, event: Event, at: int = 0) -> list[Held]:
        """Apply an event as the viewer sees it. Returns what hands hold by it, where that is new."""
        match event:
            case Dealt():
                self.layout.apply(event)
                return self._changed(event.to, at) if event.card else []
            case Exposed() | Moved():
                self.layout.apply(event)
                return self._changed(event.place, at)
            case Ranked():
                return self._ranked(event, at)
            case Collected():
                self.layout.apply(event)
        return []

    def _ranked(self, event: Ranked, at: int) -> list[Held]:
        """The dealer names a hand, so it is known which cards make it."""
        made = makers([NUMBER[card] for card in event.cards], event.category)
        known = self._last.get((event.place, event.hand), NOTHING)
        holds = msgspec.structs.replace(known, cards=tuple([TEXT[card] for card in made]))
        return self._told(event.place, event.hand, holds, at)

    def all(self, events: Iterable[Event]) -> list[Held]:
        """Apply events in their order."""
        found: list[Held] = []
        for at, event in enumerate(events):
            if type(event) in MATTERS:
                found += self.apply(event, at)
        return found

    def _changed(self, place: str, at: int) -> list[Held]:
        """What hands hold after cards of a place have changed. Cards of the table may be part of any hand."""
        of_one = place == DEALER or place.startswith(SEAT)
        found: list[Held] = []
        for where, lying in list(self.layout.hands.items()):
            owner = where[0]
            if (owner == place if of_one else owner == DEALER or owner.startswith(SEAT)) and any(lying.cards):
                found += self._told(*where, self._holds(self.layout, *where), at)
        return found

    def _told(self, place: str, hand: int, holds: Holding, at: int) -> list[Held]:
        if self._last.get((place, hand), NOTHING) == holds:
            return []
        self._last[place, hand] = holds
        return [Held(at=at, place=place, hand=hand, holds=holds)]


NOTHING = Holding()


COUNTS = {3: "three", 4: "four"}
"""As many cards of one suit are worth a word."""


def poker_name(cards: Sequence[int]) -> str:
    """One to five cards in a few words. Fewer than five are named by what they make already.

    >>> from pitboss.basics.cards import parse_cards
    >>> poker_name(parse_cards("As Kd Qh 7c 3s")), poker_name(parse_cards("9s 9d 2c"))
    ('ace-king high', 'pair of nines')
    >>> poker_name(parse_cards("Ks Kd 4h 4c Ac")), poker_name(parse_cards("Ts")), poker_name([])
    ('two pair, kings over fours', 'ten', '')
    >>> poker_name(parse_cards("Kh 9h 2h"))
    'three hearts, king high'
    """
    return _named(tuple(cards))


@lru_cache(maxsize=10_000)  # everybody at a table is told of the same hands
def _named(cards: tuple[int, ...]) -> str:
    if len(cards) == 5:
        order = strength(cards)
        kind = CATEGORY_OF[order]
        if kind == FLUSH:
            return f"flush, {RANK_NAMES[max(card >> 2 for card in cards)]} high"
        if kind != HIGH_CARD:
            return ", ".join(part for part in describe(cards, order).split(", ") if "kicker" not in part)
    groups = _groups(cards)
    match [count for _, count in groups]:
        case []:
            return ""
        case [1]:
            return RANK_NAMES[groups[0][0]]
        case [4, *_]:
            return f"four of a kind, {plural(groups[0][0])}"
        case [3, *_]:
            return f"three of a kind, {plural(groups[0][0])}"
        case [2, 2, *_]:
            return f"two pair, {plural(groups[0][0])} over {plural(groups[1][0])}"
        case [2, *_]:
            return f"pair of {plural(groups[0][0])}"
    if len(cards) in COUNTS and len({card & 3 for card in cards}) == 1:
        return f"{COUNTS[len(cards)]} {SUIT_NAMES[cards[0] & 3]}, {RANK_NAMES[groups[0][0]]} high"
    return f"{RANK_NAMES[groups[0][0]]}-{RANK_NAMES[groups[1][0]]} high"


def _groups(cards: Sequence[int]) -> list[tuple[int, int]]:
    """Each rank and how often it comes, the most frequent first, then the highest."""
    ranks = [card >> 2 for card in cards]
    return sorted({rank: ranks.count(rank) for rank in ranks}.items(), key=lambda one: (-one[1], -one[0]))


def category_so_far(cards: Sequence[int]) -> tuple[str, int]:
    """The category of one to five cards, and the rank that comes most often. Fewer than five make no straight or flush.

    >>> from pitboss.basics.cards import parse_cards
    >>> category_so_far(parse_cards("9s 9d 2c")), category_so_far(parse_cards("9s 8s 7s 6s 5s"))
    (('pair', 7), ('straight flush', 7))
    """
    groups = _groups(cards)
    counts, rank = [count for _, count in groups], groups[0][0]
    if len(cards) == 5:
        return CATEGORIES[CATEGORY_OF[strength(cards)]], rank
    match counts:
        case [4, *_]:
            return "four of a kind", rank
        case [3, *_]:
            return "three of a kind", rank
        case [2, 2, *_]:
            return "two pair", rank
        case [2, *_]:
            return "pair", rank
    return CATEGORIES[HIGH_CARD], rank


def makers(cards: Sequence[int], category: str) -> list[int]:
    """The cards that make a hand of this category, without kickers. A high card has none.

    >>> from pitboss.basics.cards import parse_cards, texts
    >>> texts(makers(parse_cards("9s 9d 2c 2h Ad"), "two pair")), makers(parse_cards("As Kd"), "high card")
    ('9s 9d 2c 2h', [])
    """
    ranks = [card >> 2 for card in cards]
    alike = [card for card in cards if ranks.count(card >> 2) > 1]
    return alike or ([] if category == CATEGORIES[HIGH_CARD] else list(cards))


def poker_hand(layout: Layout, place: str, hand: int) -> Holding:
    """A poker hand that its own cards make."""
    return Holding(name=poker_name(layout.numbers(place, hand)))


# --- two hands beside each other


class NamedHand(msgspec.Struct, frozen=True):
    """A hand in words, and whether they are many: "nines", "ace-king high"."""

    words: str
    many: bool = False


HAND = NamedHand("hand")
"""A hand of which no more is known."""


def told_apart(own: Ranked | None, theirs: Ranked | None) -> tuple[NamedHand, NamedHand]:
    """Two hands in words, with as many kickers as it takes to tell which is higher.

    >>> def ranked(cards, category):
    ...     place = {"place": "", "hand": 1, "name": ""}
    ...     return Ranked(round=1, clause="", cards=tuple(cards.split()), category=category, **place)
    >>> [one.words for one in told_apart(ranked("9s 9d Ac 4h 2c", "pair"), ranked("Ts Td 4c 3h 2d", "pair"))]
    ['nines', 'tens']
    >>> [one.words for one in told_apart(ranked("9s 9d Ac 4h 2c", "pair"), ranked("9h 9c Kc 4d 2d", "pair"))]
    ['nines with an ace', 'nines with a king']
    >>> [one.words for one in told_apart(ranked("As Kd 9c 4h 2c", "high card"), ranked("Ah Kc 8c 4d 2d", "high card"))]
    ['ace-king-nine high', 'ace-king-eight high']
    """
    mine, dealers = (_keys(one) if one else () for one in (own, theirs))
    more = 0
    if own and theirs and own.category == theirs.category:
        more = next((at for at, (one, other) in enumerate(zip_longest(mine, dealers), 1) if one != other), 0)
    return _distinct(own, mine, more), _distinct(theirs, dealers, more)


def _keys(ranked: Ranked) -> tuple[int, ...]:
    """The ranks of a hand, the most frequent first, then the highest. An ace below a five counts as the lowest."""
    ranks = [NUMBER[card] >> 2 for card in ranked.cards]
    if "straight" in ranked.category and set(ranks) == {len(RANK_NAMES) - 1, *range(len(ranks) - 1)}:
        return (len(ranks) - 2,)
    if "straight" in ranked.category:
        return (max(ranks),)
    return tuple(rank for rank, _ in _groups([NUMBER[card] for card in ranked.cards]))


def _distinct(ranked: Ranked | None, keys: tuple[int, ...], more: int) -> NamedHand:
    """A hand in words, with as many of its ranks as tell it apart."""
    if ranked is None:
        return HAND
    ranks = [NUMBER[card] >> 2 for card in ranked.cards]
    counts = [ranks.count(rank) for rank in keys]
    names = [RANK_NAMES[rank] for rank in keys]
    if "royal" in ranked.category:
        return NamedHand("royal flush")
    if "straight" in ranked.category:
        return NamedHand(f"{names[0]}-high {'straight flush' if 'flush' in ranked.category else 'straight'}")
    if "flush" in ranked.category:
        return NamedHand(f"{names[0]}-high flush" if more < 2 else f"{'-'.join(names[:more])} flush")
    alike = sum(count > 1 for count in counts)
    if not alike:
        return NamedHand(f"{'-'.join(names[: max(more, 2 if len(names) > 3 else len(names))])} high")
    kickers = names[alike:more]
    kicker = f" with {'-'.join(kickers) if len(kickers) > 1 else one_of(keys[alike])}" if kickers else ""
    first, *second = (plural(rank) for rank in keys[:alike])
    match counts[:alike]:
        case [4]:
            return NamedHand(f"four {first}{kicker}", many=True)
        case [3, 2]:
            return NamedHand(f"{first} full of {second[0]}", many=True)
        case [3]:
            return NamedHand(f"three {first}{kicker}", many=True)
        case [2, 2]:
            return NamedHand(f"{first} and {second[0]}{kicker}", many=True)
    return NamedHand(f"{first}{kicker}", many=True)
