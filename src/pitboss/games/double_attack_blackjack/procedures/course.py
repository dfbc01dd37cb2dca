"""The state of a round of Double Attack Blackjack: the hands on each box, and the irregularities."""

from __future__ import annotations

from enum import Enum
from functools import cache, lru_cache

from pitboss.basics.cards import JACK, NUMBER
from pitboss.engine.round.asks import Party
from pitboss.engine.round.dealer import Dealer
from pitboss.engine.round.events import UP, seat_place
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.games.double_attack_blackjack.settle import LOW, blackjack, soft, total

DEALER = "dealer"

DoubleAttackDealer = Dealer[DoubleAttackRules]

INITIAL, ATTACK, BONUS, INSURANCE, DOUBLE = "initial", "double attack", "bust bonus", "insurance", "double"
SPLIT = "split"
"""The name for all wagers on a hand formed by a split, when they are made verbally."""
ON_THE_HAND = (INITIAL, ATTACK, DOUBLE)
"""Wagers that a hand wins or loses. Other wagers depend on the dealer's cards."""


class Status(Enum):
    """The status of a hand."""

    IN_PLAY = "in play"
    STOOD = "stood"
    LOST = "lost"
    SURRENDERED = "surrendered"
    GIVEN_UP = "given up"
    DEAD = "dead"


IN_PLAY, STOOD, LOST, SURRENDERED, GIVEN_UP, DEAD = Status


class Held:
    """A hand on a box: the first, or one formed by a split."""

    __slots__ = ("aces", "doubled", "number", "place", "seat", "split", "status")

    def __init__(self, seat: int, number: int = 1) -> None:
        self.seat, self.number, self.place = seat, number, seat_place(seat)
        self.status = IN_PLAY
        self.split = False
        self.aces = False
        """A split ace, which gets only one card."""
        self.doubled = False


class Count:
    """The points of some cards, and how they are announced."""

    __slots__ = ("also", "blackjack", "soft", "total", "words")

    def __init__(self, cards: int, low: int, aces: int, tens: int, split: bool) -> None:
        natural = blackjack(cards, low, aces)
        self.total = total(low, aces)
        self.soft = soft(low, aces)
        self.blackjack = natural and not split
        kind = "soft" if self.soft else "hard"
        self.words = "blackjack" if self.blackjack else f"{kind} {self.total}"
        also = ["1:soft total" if self.soft else "1:hard total", "2(b)"]
        also += ["2(b)(1)"] if aces + tens < cards else []
        also += ["2(b)(2)"] if tens else []
        also += ["2(b)(3)"] if aces else []
        also += ["1:blackjack"] if natural else []
        self.also = tuple(also)


_count = cache(Count)


@lru_cache(maxsize=4096)
def count_of(cards: tuple[int, ...], split: bool = False) -> Count:
    """The points of these cards. A ``split`` hand is never a blackjack."""
    low = aces = tens = 0
    for card in cards:
        points = LOW[card]
        low += points
        if points == 1:
            aces += 1
        elif points == 10:
            tens += 1
    return _count(len(cards), low, aces, tens, split)


class Course:
    """The course of one round, beyond what the layout shows."""

    def __init__(self, rack: str) -> None:
        self.rack = rack
        """The discard rack at the start of the round, or since the rack was shuffled."""
        self.mixing = False
        """The cards were washed and await their shuffle."""
        self.shuffling = False
        """The cards are out of the shoe, until they are shuffled and cut."""
        self.offered: tuple[Party, ...] = ()
        """The players in whose order the cut of this stack was offered."""
        self.cutter: Party | None = None
        """The player who cut this stack; None if the dealer did."""
        self.boxes: dict[int, list[Held]] = {}
        """The hands on each box, from the dealer's left."""
        self.consents: set[tuple[int, str]] = set()
        """Boxes that their first player lets others share (13(a))."""
        self.permitted: set[str] = set()
        """Players who may wager before the next shuffle, by permission of the licensee (5(h))."""
        self.originals: dict[tuple[int, str], int] = {}
        """The hand to which a player's first initial wager applies, if it is not hand 1 (13(f))."""
        self.passed: set[tuple[str, int, str]] = set()
        """Wagers declined: name, box, player."""
        self.turn: int | None = None
        """The box whose decisions are being made."""
        self.deciding = 0
        """The box whose caller is being asked."""
        self.window = False
        """Everyone is being asked for a wager beside the initial one."""
        self.no_blackjack = False
        """The card reader has shown that the dealer has no blackjack."""
        self.opened: list[tuple[int, str, str]] = []
        """Shuffled orders that this round has used up: pack, order, key."""
        self.late: list[Held] = []
        """Hands whose card the dealer forgot (15(j))."""

        # Irregularities, past or expected (section 15).
        self.tens = 0
        self.tens_ahead: list[int] = []
        """Reported tens among the cards, by the number of draws until each comes."""
        self.misdelivered = False
        """A card was delivered incorrectly, so players may be let out (15(a))."""
        self.exposed: int | None = None
        """A card drawn in error and exposed, which is used next (15(f))."""
        self.refused: set[str] = set()
        """Callers who refused it. They get no more cards on any box."""
        self.heard: set[str] = set()
        """Callers who could have refused the waiting card but did something else."""
        self.no_up_card = False
        self.no_burn = False
        self.pat_draw = False
        self.short: dict[int, int] = {}
        """Boxes that are dealt fewer than two cards, with the number."""
        self.forgotten: set[int] = set()
        """Boxes whose next card the dealer will forget."""

    def hands(self) -> list[Held]:
        return [held for hands in self.boxes.values() for held in hands]

    def hand_of(self, box: int) -> Held:
        """The one hand of a box before any split."""
        (held,) = self.boxes[box]
        return held


def of(dealer: DoubleAttackDealer) -> Course:
    """The course of a dealer's round."""
    found: Course = dealer.memory
    return found


class LetOut(Exception):
    """Raised by a report (15(a)): someone who is being asked has left the hand, so the question is asked again."""


# --- who is on a box


def people(dealer: DoubleAttackDealer, box: int, hand: int = 1) -> list[str]:
    """The players with an initial wager on a hand, in the order they placed it."""
    return [
        player
        for where, player, number, wager in dealer.layout.stakes
        if where == box and number == hand and wager == INITIAL
    ]


def seated_at(dealer: DoubleAttackDealer, box: int) -> str:
    return next((player for seat, player in dealer.seats if seat == box), "")


def caller_of(dealer: DoubleAttackDealer, box: int, hand: int = 1) -> str:
    """13(b): the player with money on the hand who sits at the box, else the highest wager, the first of equals."""
    there = people(dealer, box, hand)
    seated = seated_at(dealer, box)
    if seated in there:
        return seated
    return max(there, key=lambda player: dealer.stake(box, player, INITIAL, hand), default=seated)


def box_caller(dealer: DoubleAttackDealer, box: int) -> str:
    """The caller of the first hand of a box with wagers."""
    hands = of(dealer).boxes.get(box, ())
    return next((caller_of(dealer, box, held.number) for held in hands if people(dealer, box, held.number)), "")


# --- the cards


def cards_of(dealer: DoubleAttackDealer, place: str, hand: int = 1) -> tuple[int, ...]:
    found = dealer.layout.hands.get((place, hand))
    return _numbers(tuple(found.cards)) if found else ()


@lru_cache(maxsize=4096)
def _numbers(cards: tuple[str | None, ...]) -> tuple[int, ...]:
    return tuple([NUMBER[card] for card in cards if card])


def count(dealer: DoubleAttackDealer, held: Held) -> Count:
    return count_of(cards_of(dealer, held.place, held.number), held.split)


def up_card(dealer: DoubleAttackDealer) -> int:
    return cards_of(dealer, DEALER)[0]


def hole_card_seen(dealer: DoubleAttackDealer) -> bool:
    """Whether the dealer's second card lies face up (ruling exposed-hole-card)."""
    return dealer.layout.hand(DEALER).faces[1:2] == [UP]


def may_be_blackjack(card: int) -> bool:
    """An ace, king, queen or jack."""
    return card >> 2 >= JACK


def uses_reader(dealer: DoubleAttackDealer) -> bool:
    return dealer.rules.hole_card == "card reader" and "card reader" not in dealer.state.removed
