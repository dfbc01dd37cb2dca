"""What a game is, to everything that uses games without knowing which."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from pitboss.errors import SimulationError
from pitboss.meter import MeterTerms
from pitboss.money import Odds
from pitboss.table.asks import Script
from pitboss.table.inputs import ReportInput
from pitboss.table.policy import Policy
from pitboss.table.rules import TableRules

AtTable = Any
"""The ``Dealer`` of a round under this game's rules, which a game's functions are given. It stands above this file."""

PaySheet = Mapping[str, Mapping[str, str]]
"""What is paid, in words: by the wagers that it is paid on, and by what decides it."""


def in_words(table: Mapping[str, Odds]) -> dict[str, str]:
    """A pay table's lines, as they are printed.

    >>> in_words({"flush": Odds.parse("8 to 1")})
    {'flush': '8 to 1'}
    """
    return {line: str(odds) for line, odds in table.items()}


class Wager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that the document knows."""

    name: str
    clause: str
    means: str
    also: tuple[str, ...] = ()
    base: bool = False
    """The wager that every other is measured by: ante, original or initial."""
    side: bool = False
    coupon: bool = False
    """A match play coupon may lie beside it."""
    earned: bool = False
    """Won without a stake of its own: an ante bonus, an envy bonus."""
    on_own_hand: bool = True
    """It is on its player's hand, and goes back where that hand is void (ruling void-hand)."""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a player may choose during the round."""

    action: str
    clause: str
    means: str


class Irregularity(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can go wrong, reported by dealer or supervisor when it happens or planted before it does."""

    what: str
    clause: str
    means: str
    happen: Callable[[AtTable, ReportInput], Script | None]
    """Carries out the document's remedy, or arranges that the fault shows when its moment comes."""
    when: Callable[[AtTable], str] = lambda dealer: ""
    """Why it can't be reported now; empty where it can."""
    places: Callable[[AtTable], tuple[str, ...]] | None = None
    """Where it can be, if it must be said."""
    least: int = 0
    most: int = 0
    unit: str = "cards"
    amount_is: str = ""
    """What the amount means, if one is needed."""
    check: Callable[[AtTable, ReportInput], str] | None = None
    """Why a report that fits otherwise will not do; empty where it will."""

    def wrong(self, dealer: AtTable, given: ReportInput) -> str:
        """Why this report will not do: by its own check, and because it names a place where none is asked for."""
        if given.place and not self.places:
            return f"a report of '{self.what}' names no place, and '{given.place}' was given"
        return self.check(dealer, given) if self.check else ""


class Procedures(msgspec.Struct, frozen=True, kw_only=True):
    """The clauses of the procedures that all documents share, each under this game's own number."""

    receive: str
    spread: str
    wash: str
    two_packs: str = ""
    idle: str
    alternate: str = ""
    one_rack: str = ""
    each_pack: str = ""
    """Each of two packs is complete and of one kind."""
    meanwhile: str = ""
    """One of two packs is shuffled while the other is in play."""
    shuffle: str
    jam: str
    by_hand: bool = True
    """The document knows a shuffle by hand too."""
    remove_device: str = ""
    """On taking a device away before another method is used; empty where the document knows no other."""
    removes: str = ""
    """What the dealer takes out of new packs before they are spread: the tens of a pack of 48."""
    shows_suits: bool = True
    """The cards are spread by suit and in sequence."""
    idle_opens: bool = False
    """The cards of an idle spread are inspected, verified and spread as when they came."""
    idle_face_down: bool = False
    """An idle spread may lie face down and is turned up when a player arrives."""


class AdviceCards(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that a player sees, which advice is asked with."""

    name: str
    least: int
    most: int
    means: str


def seen_cards(most: int) -> AdviceCards:
    """Cards of others, which can't come any more: so many that enough are left to come."""
    return AdviceCards(name="seen", least=0, most=most, means="other cards that have been seen")


class SimulationOption(msgspec.Struct, frozen=True, kw_only=True):
    """A number that only some games' simulation takes."""

    name: str
    is_a: str
    """What kind of number it is: 'part of the shoe'."""
    means: str
    least: float
    most: float

    def read(self, said: str) -> float:
        """The number that somebody wrote."""
        try:
            return float(said)
        except ValueError:
            limits = f"give {self.least:g} to {self.most:g}"
            raise SimulationError(f"'{said}' is not a {self.is_a}: {limits}") from None

    def check(self, value: Any) -> None:
        """Reject what is no number within the limits."""
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not self.least <= value <= self.most:
            raise SimulationError(
                f"{self.name}, a {self.is_a}, is from {self.least:g} to {self.most:g}, and not {value}"
            )


class Game(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One game: the folder it lives in, in one value."""

    name: str
    title: str
    rules: type[TableRules]
    play: Callable[[AtTable], Script]
    """The round, told in the order of the document."""
    wagers: tuple[Wager, ...]
    decisions: tuple[Decision, ...]
    places: tuple[str, ...]
    """Where cards are dealt to, besides the seats."""
    procedures: Procedures
    irregularities: tuple[Irregularity, ...]
    basic: Policy
    basic_is: str
    """The basic policy in a sentence."""
    pack: tuple[int, ...]
    decks: Callable[[Any], int] = lambda rules: 1
    lasting_shoe: bool = False
    """The cards last longer than a round; their commitments are opened when the shoe is done."""
    round_of_play: str
    """The clause on what a round is."""
    boxed: str
    """The clause on cards found face up."""
    short: str
    """The clause on a pack that has the wrong number of cards."""
    seated: str = ""
    """The clause by which only those who sit at the table wager; empty where the document has none."""
    areas: str = ""
    """The clause on wagering elsewhere than at one's own seat, where it is another."""
    remains: str = ""
    """The clause that keeps a player who was dealt in at the table until the round is over."""
    closed: Mapping[str, tuple[str, str]] = {}
    """For what someone may try at the wrong time: the clause that forbids it, and why. Keys are a deed, a deed and its
    wager, or both and "on hand 2"."""
    may_use: Callable[[AtTable, int, str], str] | None = None
    """Why a player may not act at a seat that is not theirs; empty where they may."""
    after_void: Callable[[AtTable, str], None] | None = None
    """What else a void undoes, at a place or 'round': contributions to meters."""
    take_back: Callable[[AtTable], Script] | None = None
    """What a void leaves to ask of meters, before anything else happens at this table or another."""
    after_removal: Callable[[AtTable, str], None] | None = None
    """What else follows when a device is taken from the table."""
    meters: Callable[[Any], Sequence[MeterTerms]] = lambda rules: ()
    """The meters of a table under these rules."""
    pays: Callable[[Any], PaySheet] = lambda rules: {}
    """Every pay table that applies under these rules, as a player reads it."""
    lies: Mapping[str, tuple[int, int]] = {}
    """Row and column of places that lie in a figure on the layout, and not in a line."""
    advice_takes: tuple[AdviceCards, ...] = ()
    """The cards that advice is asked with."""
    simulation_takes: tuple[SimulationOption, ...] = ()
    """What only this game's simulation takes; without a value the rules decide."""

    @cached_property
    def base(self) -> str:
        return next(wager.name for wager in self.wagers if wager.base)

    @cached_property
    def _by_name(self) -> dict[str, Wager]:
        return {wager.name: wager for wager in self.wagers}

    def closing(self, do: str, wager: str = "", hand: int = 1) -> str:
        """The key of ``closed`` that says most about a deed; empty where none does."""
        tried = (f"{do} {wager} on hand {hand}", f"{do} {wager}", do)
        return next((key for key in tried if key in self.closed), "")

    def wager(self, name: str) -> Wager:
        return self._by_name[name]
