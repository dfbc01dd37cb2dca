"""Games over HTTP: what their documents say and pay, exact odds of any rules, and an example."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from pitboss.engine.game import ChoiceWords
from pitboss.protocol.bodies import Body, Problem, RulesGiven, Said

LONGEST_FILE = 20_000
"""The most characters of a rules file."""
MOST_ROUNDS = 1440
"""The most rounds of an evening that is counted for a person: a day, at 60 an hour."""
MOST_BANKROLL = 100_000_000
"""The most cents that somebody brings to it."""

# --- documents


class Speech(Said, frozen=True, kw_only=True):
    """How people speak of the choices of a game, in the order of their buttons, of its questions and of its wagers."""

    choices: tuple[ChoiceWords, ...] = ()
    questions: Mapping[str, str] = {}
    """What people read for a question, where its name would puzzle them."""
    wagers: Mapping[str, str] = {}
    """The same for wagers."""


class FeltPlace(Said, frozen=True, kw_only=True):
    """A place of the table where cards lie."""

    place: str
    """The dealer or a place of the board; "seat" for that of every player."""
    sizes: tuple[int, ...] = ()
    """How many cards it has at each decision, and in the end. Empty if the game does not say."""
    up: int = 0
    """How many of them everybody sees when the first player decides."""


class FeltArea(Said, frozen=True, kw_only=True):
    """A wager, and where its chips lie."""

    wager: str
    on: str
    """The wager on whose area its chips lie: its own, unless it is won without a stake."""
    side: bool = False
    later: bool = False
    """Whether it is placed after the deal."""


class Felt(Said, frozen=True, kw_only=True):
    """What lies where at a table of a game, for a client that has no felt of its own for it."""

    colour: str
    """The colour of the cloth on a dark screen."""
    places: tuple[FeltPlace, ...]
    areas: tuple[FeltArea, ...]
    """Every wager, in the order in which areas are read."""


class Game(Said, frozen=True, kw_only=True):
    """A game of the house."""

    name: str
    title: str
    wagers: tuple[str, ...]
    minimum: int
    """The least base wager by default, in cents."""
    maximum: int
    """The most."""
    opening: int
    """The least with which somebody is dealt in by default, in cents: the base wager and what comes with it."""
    comes_with: dict[str, tuple[str, int]] = {}
    """The wagers that are placed together with another: its name, and how many times its amount they take."""
    docs: str = ""
    """The address of its page in the documentation. Empty if the house has no such page."""
    priced: bool = True
    """Whether this house has its exact odds, a coach and a drill."""
    words: Speech = Speech()
    """How people speak of its choices and wagers."""
    felt: Felt
    brief: str = ""
    """The game in a line. Empty if the game does not say."""
    sentences: tuple[str, ...] = ()
    """The game in a few sentences, in order. Empty if the game does not say."""


class Meaning(Said, frozen=True, kw_only=True):
    """What a decision means, and the clause that says so."""

    clause: str
    means: str


class WagerMeaning(Meaning, frozen=True, kw_only=True):
    """What a wager means."""

    coupon: bool
    """Whether a match play coupon may lie beside it, where the table takes coupons."""
    side: bool = False
    earned: bool = False
    """Whether it is won without a stake."""


class Words(Said, frozen=True, kw_only=True):
    """What a game's document says, in the project's words."""

    clauses: dict[str, str]
    """What each clause says, in our own words, by its id."""
    rulings: dict[str, str]
    """How we read what is unclear, by the name of the ruling."""
    wagers: dict[str, WagerMeaning]
    decisions: dict[str, Meaning]


class Irregularity(Said, frozen=True, kw_only=True):
    """What can go wrong in a game, and what its document does then."""

    what: str
    clause: str
    means: str
    amount_is: str
    remedy: str
    """The clause in our own words."""


class RoundStep(Said, frozen=True, kw_only=True):
    """A step of a round on the dealer's desk."""

    name: str
    clause: str
    call: str
    """What the dealer asks or says in this step, if it is always the same."""


class Example(Said, frozen=True, kw_only=True):
    """One hand, dealt and played by the engine."""

    game: str
    seed: int
    """The seed of the table. The same seed deals the same cards."""
    seat: int
    player: str
    net: int
    """What the player won, in cents."""
    how: str
    """How the player decided, in a sentence."""
    events: tuple[dict[str, Any], ...]
    """The round as the seat may know it."""
    sentences: tuple[str, ...]
    """A sentence for each event."""


# --- what a table pays


class Pays(Said, frozen=True, kw_only=True):
    """What a table pays under its rules."""

    pays: dict[str, dict[str, str]]
    """By pay table: each line and its odds."""
    wagers: tuple[str, ...] = ()
    """The wagers that this table has."""


class Cost(Said, frozen=True, kw_only=True):
    """What a side wager costs on average."""

    wager: str
    tables: tuple[str, ...]
    """Its pay tables. Several: which one pays depends on the number of hands."""
    low: float
    """What the house keeps of each unit on average. Below zero: what the player gains."""
    high: float
    """The same with the pay table that is worst for the player."""
    meters: dict[str, int]
    """The meters that it can win, and what they show now, in cents."""
    beside: str = ""
    """The wager beside which it costs so, if both are equal and count in every choice. Empty: beside any."""


class Costs(Said, frozen=True, kw_only=True):
    """What each wager of a table costs on average, with its meters as they stand."""

    main: tuple[str, ...]
    """The wagers of the game itself, without side wagers."""
    keeps: float
    """What the house keeps of all that is staked on them, with the best play."""
    side: tuple[Cost, ...]


# --- rules


class PricedBody(Body, frozen=True, kw_only=True):
    """Rules to price."""

    rules: RulesGiven = {}
    """Options of the game, as in a rules file: what is left out has the document's default."""


class SheetBody(PricedBody, frozen=True, kw_only=True):
    """Rules for a par sheet."""

    form: Literal["csv", "html"] = "html"


class ChartBody(PricedBody, frozen=True, kw_only=True):
    """Rules for a chart."""

    form: Literal["svg", "png"] = "svg"


class EveningBody(PricedBody, frozen=True, kw_only=True):
    """An evening to count: somebody with this bankroll plays so many rounds, or until it does not cover another one."""

    bet: Annotated[int, Meta(ge=1, le=MOST_BANKROLL)]
    """The base wager, in cents. There are no side wagers."""
    bankroll: Annotated[int, Meta(ge=1, le=MOST_BANKROLL)]
    """In cents."""
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]


class RulesFileBody(Body, frozen=True, kw_only=True):
    """A rules file to read."""

    text: Annotated[str, Meta(max_length=LONGEST_FILE)]
    """A rules file, as `pitboss rules` writes."""
    game: Annotated[str, Meta(max_length=64)] = ""
    """If the file does not name its game."""


class Option(Said, frozen=True, kw_only=True):
    """Something that may be chosen in a game's rules."""

    option: str
    means: str
    clauses: tuple[str, ...]
    default: Any
    values: tuple[Any, ...]
    """What it may be. Empty if any value of its type is allowed."""
    takes: str
    lines: tuple[str, ...] = ()
    """Every line of a pay table, also those that pay nothing."""
    fixed: bool
    """Whether the document fixes it, so that only a study may change it."""


class Options(Said, frozen=True, kw_only=True):
    """What may be chosen in a game's rules."""

    game: str
    title: str
    base: str
    """The wager in whose units odds are."""
    options: tuple[Option, ...]


class Defect(Said, frozen=True, kw_only=True):
    """Something that a game's document forbids."""

    option: str
    line: str
    """The line of a pay table. Empty if the defect is of the whole option."""
    wrong: str
    clause: str


class Defects(Said, frozen=True, kw_only=True):
    """All that a game's document does not permit in some rules."""

    defects: tuple[Defect, ...]


class RulesProblem(Problem, frozen=True, kw_only=True):
    """Why rules can't be priced."""

    defects: tuple[Defect, ...] = ()
    """Everything that is wrong with the rules, at once."""


class FileDefect(Defect, frozen=True, kw_only=True):
    """A defect in a rules file."""

    at: int
    """The line of the file on which the option begins. 0 if the file does not have it."""


class RulesFile(Said, frozen=True, kw_only=True):
    """The options in a rules file, or its defects."""

    game: str
    rules: dict[str, Any]
    """The options in the file. Empty if it has defects."""
    defects: tuple[FileDefect, ...]
    """In the order of the file."""


# --- figures


class Odds(Said, frozen=True, kw_only=True):
    """The exact odds of every wager under some rules."""

    game: str
    title: str
    base: str
    rules: dict[str, Any]
    """All options."""
    changed: tuple[str, ...]
    """The options that differ from the document's defaults."""
    study: bool
    """Whether the document forbids these rules, so that no table opens with them."""
    defects: tuple[Defect, ...]
    """What the document forbids, if this is a study."""
    pays: dict[str, dict[str, str]]
    """By pay table: each line and its odds."""
    stated: dict[str, dict[str, Any]]
    """The pay tables and amounts that the document fixes, as it states them under these options."""
    odds: dict[str, Any]
    """As `pitboss odds GAME --json` has them."""


class Keeps(Said, frozen=True, kw_only=True):
    """What the house keeps on average."""

    game: str
    keeps: float
    """Of all that is staked."""
    edge: float
    """Of the base wager."""


class Fan(Said, frozen=True, kw_only=True):
    """What somebody has over the rounds of an evening, in cents. What is left to those who stopped stays as it is."""

    rounds: tuple[int, ...]
    """The numbers of rounds after which the others are told, from 0."""
    bands: dict[str, tuple[int, ...]]
    """By share, as in "0.25": so much of all evenings stand at this amount then, or below it."""


class EveningEnd(Said, frozen=True, kw_only=True):
    """How an evening ends with best play. Chances are exact up to `bound`."""

    covers: int
    """What a bankroll must cover for another round, in cents."""
    ahead: float
    """The chance to end with more than the bankroll."""
    even: float
    ruin: float
    """The chance that the bankroll does not cover another round before all are played."""
    mean: float
    """The result on average, in cents."""
    played: float
    """The rounds that are played on average."""
    bound: float
    fan: Fan


class Evening(Said, frozen=True, kw_only=True):
    """An evening that was counted, or why it can't be."""

    end: EveningEnd | None = None
    why: str = ""
    """Why it can't be counted, in words. Empty if it was."""


class Changed(Said, frozen=True, kw_only=True):
    """A decision whose best choice is another one."""

    state: str
    """The decision in words."""
    cards: dict[str, tuple[str, ...]]
    """By place. Empty if the decision is no matter of single cards."""
    before: str
    after: str
    gained: float | None
    """What the new choice is worth over the old one, in base wagers."""
    gained_before: float | None
    """The same under the document's rules."""
    up: str = ""
    """The rank of the dealer's up card. Empty if the game has none."""


class ChangedByUp(Said, frozen=True, kw_only=True):
    """How many decisions change against an up card of the dealer."""

    up: str
    """The rank of the dealer's up card."""
    count: int
    """How many decisions against it change."""
    of: int
    """How many decisions against it there are."""


class Changes(Said, frozen=True, kw_only=True):
    """The decisions that change under some rules, and examples of them."""

    count: int = 0
    """How many decisions change."""
    of: int = 0
    """How many decisions there are. 0 if they are too many to list."""
    examples: tuple[Changed, ...] = ()
    """Those that matter most."""
    by_up: tuple[ChangedByUp, ...] = ()
    """By up card. Empty if the game has none."""


class Cell(Said, frozen=True, kw_only=True):
    """A cell of a chart."""

    text: str
    kind: str


class Chart(Said, frozen=True, kw_only=True):
    """A chart of the best choices."""

    title: str
    row_title: str
    column_title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    legend: dict[str, str]
    """What each kind of cell means."""
    note: str
    breaks: tuple[int, ...]
    """The rows before which another kind of hand begins."""


class Strategy(Said, frozen=True, kw_only=True):
    """Rules in order that a player can remember, what they cost, and the whole strategy as charts."""

    lines: tuple[str, ...] = ()
    """Rules in order. Empty if the game has no short strategy."""
    note: str = ""
    price: str = ""
    """What it costs, in a sentence."""
    cost: float = 0.0
    """Against optimal play, in base wagers a round."""
    charts: tuple[Chart, ...] = ()
    """The whole strategy."""
