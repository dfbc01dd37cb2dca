"""The interface of a game, for code that works with any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from string import Formatter
from typing import Any

import msgspec

from pitboss.basics.errors import SimulationError
from pitboss.basics.money import Odds, read_number
from pitboss.engine.auto.policy import Policy
from pitboss.engine.meters.meter import MeterTerms
from pitboss.engine.round.asks import Script
from pitboss.engine.round.inputs import ReportInput
from pitboss.engine.rules import TableRules

# --- words


def listed(words: Sequence[str]) -> str:
    """Words in a sentence.

    >>> listed(["ante", "bonus", "progressive"]), listed(["ante"]), listed([])
    ('ante, bonus and progressive', 'ante', '')
    """
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


class ChoiceWords(msgspec.Struct, frozen=True, kw_only=True):
    """The words for one choice. What is left out follows from ``action``.

    >>> words = ChoiceWords(action="raise").complete
    >>> words.name, words.button, words.doing, words.late
    ('raise', 'Raise', 'raise', 'raise')
    """

    action: str
    about: str = ""
    """The question at which a choice has these words. Empty if they hold at every question."""
    clause: str = ""
    """The clause under which a choice has these words. An event names its clause, not its question."""
    name: str = ""
    """What a player types, and what logs and the coach call it: "no attack"."""
    shown: str = ""
    """What people read for it, if its name alone would puzzle them: "2nd wager". Default: the name."""
    button: str = ""
    """What a wide button says. The wager, or what the player names, follows. Default: ``shown``."""
    doing: str = ""
    """The choice as the subject of a sentence: "not attacking"."""
    does: str = ""
    """What somebody does who takes it: "makes no attack". Empty if there is no such verb."""
    late: str = ""
    """What the house did for a player who ran out of time: "folded"."""
    key: str = ""
    """Its key, if it is free. Default: a letter of the name."""
    means: str = ""
    """What it is, in a list of all choices. Default: the meaning of the decision."""
    then: tuple[str, ...] = ()
    """What follows from it, from the fullest phrase to the briefest. A client says the first that fits its room and
    whose figures, in braces, it knows: see ``phrases``. Default: ``means``."""
    aside: bool = False
    """Whether it is seldom wanted, so that it stands behind the others."""

    @property
    def complete(self) -> ChoiceWords:
        """The same words with every default filled in."""
        name = self.name or self.action
        shown = self.shown or name
        return msgspec.structs.replace(
            self,
            name=name,
            shown=shown,
            button=self.button or shown[:1].upper() + shown[1:],
            doing=self.doing or name,
            late=self.late or self.action,
            then=self.then or ((self.means,) if self.means else ()),
        )

    def phrases(self, figures: Mapping[str, str]) -> list[str]:
        """What follows from the choice, from the fullest phrase to the briefest, as far as the figures are known.

        The figures are ``cost`` (what it puts on the table), ``gives_up``, ``plays_on`` (the own wagers that a fold
        leaves), ``adds`` (several wagers in words), ``each`` (one of them), ``back`` (what it takes back) and
        ``holds`` (the hand in words).

        >>> FOLD.phrases({"gives_up": "$16"}), FOLD.phrases({})
        (['give up $16', 'give up the hand'], ['give up the hand'])
        """
        known = [one for one in self.then if all(name in figures for _, name, _, _ in Formatter().parse(one) if name)]
        return [one.format(**figures) for one in known]


CUT = "the cut"
"""The question whether a player cuts the cards."""
FOLD = ChoiceWords(
    action="fold",
    doing="folding",
    does="folds",
    late="folded",
    key="F",
    then=("give up {gives_up}, {plays_on} plays on", "give up {gives_up}", "give up the hand"),
)
PASS = ChoiceWords(action="pass", doing="passing", does="passes", late="passed", key="P", then=("no more chips",))
CONCEAL = ChoiceWords(
    action="conceal",
    doing="concealing",
    does="conceals the cards",
    late="cards turned down",
    key="C",
    then=("the side wager loses",),
)
EXPOSE = ChoiceWords(
    action="expose",
    doing="exposing",
    does="exposes the cards",
    late="cards shown",
    key="E",
    then=("for the side wager",),
)
WITHDRAW = ChoiceWords(action="withdraw", button="Take back the", key="X", then=("take it back",))
COMMON = (
    ChoiceWords(action="refuse", about=CUT, button="Don\u2019t cut", key="R", then=("somebody else cuts",)),
    FOLD,
    PASS,
    CONCEAL,
    ChoiceWords(action="cut", key="C"),
    EXPOSE,
    ChoiceWords(action="bet", doing="betting", does="bets", key="B"),
    WITHDRAW,
)
"""Words of every game that has none of its own for them."""


LOSES = "{Your} {own loses} to the dealer's {theirs}."
BEATS = "{Your} {own beats} the dealer's {theirs}."
TIES = "{Your} {own} and the dealer's {theirs} are equal: what lay on the hand comes back."
DEALER_UNQUALIFIED = "The dealer's {theirs does} not qualify: {each}."
"""What people read of a hand that was held against the dealer's."""
PAYS = {
    "win": "{Your} {own pays} {pays}.",
    "push": "{Your} {own returns} what lay on the hand.",
    "lose": "{Your} {own wins} nothing.",
}
"""What people read of a hand that was paid by a table."""


class GameWords(msgspec.Struct, frozen=True, kw_only=True):
    """The words of a game.

    >>> words = GameWords(choices=(ChoiceWords(action="pass", about="insurance", clause="11(b)", name="no insurance"),))
    >>> [words.of("pass", about).name for about in ("insurance", "double")], words.of("pass", clause="11(b)").name
    (['no insurance', 'pass'], 'no insurance')
    >>> words.of("raise").button
    'Raise'
    """

    choices: tuple[ChoiceWords, ...] = ()
    """In the order of the buttons: what gives up first, what puts most on the table last."""
    questions: Mapping[str, str] = {}
    """What people read for a question whose own name would puzzle them."""
    ends: Mapping[str, str] = {}
    """What people read of a hand that ended on this line of the base wager, or with this result (see ``results``)."""

    def of(self, action: str, about: str = "", clause: str = "") -> ChoiceWords:
        """The words for a choice, complete, by its question or by its clause, whichever is known."""
        named = [one for one in (*self.choices, *COMMON) if one.action == action]
        at = [one for one in named if one.about and one.about == about]
        under = [one for one in named if one.clause and one.clause == clause]
        always = [one for one in named if not one.about and not one.clause]
        return next(iter([*at, *under, *always, ChoiceWords(action=action)])).complete

    def all_of(self, action: str) -> list[ChoiceWords]:
        """The words that a choice has at any question."""
        own = [one.complete for one in self.choices if one.action == action]
        return own if any(not one.about and not one.clause for one in own) else [*own, self.of(action)]

    def question(self, about: str) -> str:
        """What people read for a question."""
        return self.questions.get(about, about)


# --- the types of a game


AtTable = Any
"""The ``Dealer`` that a game's functions receive. This file can't import it, because ``Dealer`` imports this file."""

PaySheet = Mapping[str, Mapping[str, str]]
"""Pay tables in words: for each wager, the line and its odds."""


def in_words(table: Mapping[str, Odds]) -> dict[str, str]:
    """The lines of a pay table, as printed.

    >>> in_words({"flush": Odds.parse("8 to 1")})
    {'flush': '8 to 1'}
    """
    return {line: str(odds) for line, odds in table.items()}


class Wager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager of the document."""

    name: str
    clause: str
    means: str
    shown: str = ""
    """What people read for it, if its name alone would puzzle them. Typed words and logs keep the name."""
    also: tuple[str, ...] = ()
    base: bool = False
    """Whether it is the base wager, which others depend on: ante, original or initial."""
    side: bool = False
    coupon: bool = False
    """Whether a match play coupon may lie beside it."""
    earned: bool = False
    """Whether it is won without a stake: an ante bonus, an envy bonus."""
    needs: str = ""
    """The wager beside the base wager without which it can't lie on the layout."""
    on_own_hand: bool = True
    """Whether it is on its player's hand, and goes back if that hand is void (ruling void-hand)."""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a player may choose during the round."""

    action: str
    clause: str
    means: str


class Irregularity(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can go wrong. The dealer or a supervisor reports it when it happens, or plants it before."""

    what: str
    clause: str
    means: str
    happen: Callable[[AtTable, ReportInput], Script | None]
    """Carries out the document's remedy, or plants the fault so that it shows later."""
    when: Callable[[AtTable], str] = lambda dealer: ""
    """Says why it can't be reported now. Empty if it can."""
    places: Callable[[AtTable], tuple[str, ...]] | None = None
    """Its possible places, if a report must name one."""
    least: int = 0
    most: int = 0
    unit: str = "cards"
    amount_is: str = ""
    """What the amount means, if one is needed."""
    check: Callable[[AtTable, ReportInput], str] | None = None
    """Says why a report that matches the offer is still rejected. Empty if it is accepted."""

    def wrong(self, dealer: AtTable, given: ReportInput) -> str:
        """Why this report is rejected: it fails the check, or names a place although none is needed."""
        if given.place and not self.places:
            return f"a report of '{self.what}' takes no place, but '{given.place}' was given"
        return self.check(dealer, given) if self.check else ""


class Procedures(msgspec.Struct, frozen=True, kw_only=True):
    """This game's clause numbers for the procedures that all documents share."""

    receive: str
    spread: str
    wash: str
    two_packs: str = ""
    idle: str
    alternate: str = ""
    one_rack: str = ""
    each_pack: str = ""
    """The clause that each of two packs is complete and of one kind."""
    meanwhile: str = ""
    """The clause on shuffling one of two packs while the other is in play."""
    shuffle: str
    jam: str
    by_hand: bool = True
    """Whether the document also allows a shuffle by hand."""
    remove_device: str = ""
    """The clause on removing a device before another method is used. Empty if the document has no other method."""
    removes: str = ""
    """The step that takes cards out of new packs before they are spread: the tens, for packs of 48."""
    shows_suits: bool = True
    """Whether the cards are spread by suit and in sequence."""
    idle_opens: bool = False
    """Whether the cards of an idle spread are inspected, verified and spread again, like new cards."""
    idle_face_down: bool = False
    """Whether an idle spread may lie face down, to be turned up when a player arrives."""


class AdviceCards(msgspec.Struct, frozen=True, kw_only=True):
    """A set of cards that a player sees, as input for advice."""

    name: str
    least: int
    most: int
    means: str


def seen_cards(most: int) -> AdviceCards:
    """Up to ``most`` other cards that a player has seen, which can't be dealt any more."""
    return AdviceCards(name="seen", least=0, most=most, means="other cards that have been seen")


class SimulationOption(msgspec.Struct, frozen=True, kw_only=True):
    """A numeric option that only some games' simulations have."""

    name: str
    is_a: str
    """The kind of number: 'part of the shoe'."""
    means: str
    least: float
    most: float
    instead_of: tuple[str, ...] = ()
    """The options of the rules whose place it takes."""

    def read(self, said: str) -> float:
        """Parse the number."""
        try:
            return float(read_number(said))
        except ValueError:
            limits = f"from {self.least:g} to {self.most:g}"
            raise SimulationError(f"{self.name}, a {self.is_a}, must be a number {limits}, not '{said}'") from None

    def check(self, value: Any) -> None:
        """Reject anything but a number within the limits."""
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not self.least <= value <= self.most:
            raise SimulationError(
                f"{self.name}, a {self.is_a}, must be from {self.least:g} to {self.most:g}, not {value}"
            )


class Game(msgspec.Struct, frozen=True, kw_only=True, dict=True, eq=False):
    """A game: the value that its package exports, of which there is one in a process.

    >>> from pitboss import game
    >>> stud = game("double_down_stud")
    >>> stud.title, stud.base, [wager.name for wager in stud.wagers]
    ('Double Down Stud', 'original', ['original', 'double'])
    """

    name: str
    title: str
    rules: type[TableRules]
    play: Callable[[AtTable], Script]
    """The script of a round, in the order of the document."""
    wagers: tuple[Wager, ...]
    decisions: tuple[Decision, ...]
    places: tuple[str, ...]
    """The places that get cards, besides the seats."""
    procedures: Procedures
    irregularities: tuple[Irregularity, ...]
    basic: Policy
    basic_is: str
    """The basic policy in a sentence."""
    pack: tuple[int, ...]
    decks: Callable[[Any], int] = lambda rules: 1
    lasting_shoe: bool = False
    """Whether a shoe lasts longer than a round. Its commitments are then opened when the shoe is done."""
    round_of_play: str
    """The clause that defines a round."""
    boxed: str
    """The clause on cards found face up."""
    short: str
    """The clause on a pack that has the wrong number of cards."""
    seated: str = ""
    """The clause that only seated players may wager. Empty if the document has none."""
    areas: str = ""
    """The clause on wagering at another's seat. Default: ``seated``."""
    remains: str = ""
    """The clause that keeps a player who was dealt in at the table until the round is over."""
    closed: Mapping[str, tuple[str, str]] = {}
    """For acts at the wrong time: the clause that forbids them, and the reason. A key is an act, an act and its wager,
    or both and "on hand 2"."""
    may_use: Callable[[AtTable, int, str], str] | None = None
    """Says why a player may not act at another's seat. Empty if they may."""
    after_void: Callable[[AtTable, str], None] | None = None
    """Undoes contributions to meters after a void at a place, or at 'round'."""
    take_back: Callable[[AtTable], Script] | None = None
    """Asks linked meters what is left of void wagers, before anything else happens at this table or another."""
    after_removal: Callable[[AtTable, str], None] | None = None
    """Does what else is needed after a device is removed."""
    meters: Callable[[Any], Sequence[MeterTerms]] = lambda rules: ()
    """The meters of a table under these rules."""
    pays: Callable[[Any], PaySheet] = lambda rules: {}
    """Every pay table that applies under these rules, as a player reads it."""
    lies: Mapping[str, tuple[int, int]] = {}
    """The row and column of places that form a figure on the layout instead of a line."""
    words: GameWords = GameWords()
    """How people speak of the decisions."""
    soaked: tuple[Mapping[str, Any], ...] = ({},)
    """Options of tables that together reach everything that a live house must survive: see ``pitboss soak``."""
    advice_takes: tuple[AdviceCards, ...] = ()
    """The cards that advice needs."""
    simulation_takes: tuple[SimulationOption, ...] = ()
    """The options that only this game's simulation has. Default: what the rules say."""
    declared: Any = None
    """The ``Declaration`` from which the game follows, or its mathematics alone."""

    def __post_init__(self) -> None:
        msgspec.json.Decoder(self.rules)  # while one thread imports the game: two that decode rules first may crash

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    @cached_property
    def base(self) -> str:
        return next(wager.name for wager in self.wagers if wager.base)

    @cached_property
    def _by_name(self) -> dict[str, Wager]:
        return {wager.name: wager for wager in self.wagers}

    @cached_property
    def most_seats(self) -> int:
        """The most seats that a table can have by the document."""
        tables = (self.rules(positions=seats) for seats in range(self.rules().positions, len(self.pack)))
        return max(one.positions for one in tables if not any(wrong.option == "positions" for wrong in one.defects()))

    def closing(self, do: str, wager: str = "", hand: int = 1) -> str:
        """The most specific key of ``closed`` for an act. Empty if there is none."""
        tried = (f"{do} {wager} on hand {hand}", f"{do} {wager}", do)
        return next((key for key in tried if key in self.closed), "")

    def wagers_at(self, rules: TableRules) -> tuple[Wager, ...]:
        """The wagers that a table with these rules has."""
        return tuple(one for one in self.wagers if one.name not in rules.not_offered)

    def decisions_at(self, rules: TableRules) -> tuple[Decision, ...]:
        """The decisions that a table with these rules has."""
        return tuple(one for one in self.decisions if one.action not in rules.not_chosen)

    def wager(self, name: str) -> Wager:
        return self._by_name[name]

    def shown(self, wager: str) -> str:
        """What people read for the name of a wager.

        >>> from pitboss import game
        >>> game("boston_5_stud").shown("second"), game("boston_5_stud").shown("ante")
        ('2nd wager', 'ante')
        """
        known = self._by_name.get(wager)
        return (known.shown if known is not None else "") or wager

    def said_of(self, action: str, about: str = "", clause: str = "") -> ChoiceWords:
        """The words for a choice, complete, with the meaning of the decision."""
        found = self.words.of(action, about, clause)
        means = found.means or next((one.means for one in self.decisions if one.action == action), "")
        return msgspec.structs.replace(found, means=means).complete

    @cached_property
    def spoken(self) -> tuple[ChoiceWords, ...]:
        """The words for every choice, complete and in the order of the buttons, for clients of a house."""
        own = {(one.action, one.about, one.clause): one for one in self.words.choices}
        common = {(one.action, one.about, one.clause): one for one in COMMON}
        named = {action for action, _, _ in (*own, *common)}
        others = [ChoiceWords(action=one.action) for one in self.decisions if one.action not in named]
        every = [*own.values(), *(one for key, one in common.items() if key not in own), *others]
        return tuple(self.said_of(one.action, one.about, one.clause) for one in every)
