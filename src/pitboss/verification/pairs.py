"""Pairs of irregularities: two reports that meet in one round, at tables with random rules where more goes wrong.

A remedy is written with one irregularity in mind. Here each irregularity of a game is reported after each other one,
and the log of these rounds is held against ``checker``, which shares no code with the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from pitboss.basics.cards import TEXT
from pitboss.basics.errors import RulesError, SimulationError
from pitboss.basics.money import Odds
from pitboss.checker import check_log
from pitboss.engine import registry
from pitboss.engine.auto.drive import PATIENCE, Stuck, any_report, drive, step
from pitboss.engine.auto.policy import random_legal
from pitboss.engine.auto.random_events import Floor, faulty_order
from pitboss.engine.game import Game
from pitboss.engine.procedures.shoe import PLANTED
from pitboss.engine.round.asks import Question
from pitboss.engine.round.inputs import Input, ReportInput, ShuffleInput
from pitboss.engine.round.round import Round
from pitboss.engine.rules import TableRules, load, to_builtins
from pitboss.engine.table import Table
from pitboss.log.journal import LogWriter
from pitboss.simulation.pieces import Piece, PlayedPiece, cut_up, failed, played

if TYPE_CHECKING:
    from pitboss.mathematics.counting.compiled import Tick

Pair = tuple[str, str]
EACH = 20
"""The number of rounds at one table."""
SOON = (1.0, 0.5, 0.15)
"""How likely a report that is due comes at a question. Each round draws one of these."""
MORE = (0.0, 0.0, 0.3)
"""How likely any other irregularity is reported at a question."""
TAME = 0.5
"""The fraction of rounds in which players only play on. In the others everyone tries everything."""
FIRST = {"noticed misdeal": "unnoticed misdeal", "let out of the hand": "card drawn in error"}
"""Irregularities that follow from another. In every second round that one is reported before the pair."""
SELDOM = 0.02
"""How likely a shuffle goes wrong by itself."""
FAULTY = 0.25
"""The fraction of orders in which cards are missing, lie face up, or do not belong to the game."""
SHORT, FEWEST, MOST = 0.3, 12, 120
"""The fraction of lasting shoes that soon run out, and how many cards they hold."""


def pairs_of(game: Game) -> list[Pair]:
    """Each irregularity after each other one, and after itself."""
    names = [one.what for one in game.irregularities]
    return list(product(names, names))


def met(round: Round) -> set[Pair]:
    """The pairs of irregularities that were reported in a round, the second after the first."""
    return set(combinations([given.what for given in round.inputs if isinstance(given, ReportInput)], 2))


class Evening:
    """A table with random rules, at which staff report a pair of irregularities in each round.

    ``rules`` are options that are not drawn.
    """

    def __init__(self, game: Game, random: Random, rules: Mapping[str, Any] | None = None) -> None:
        self.random = random
        self.table = Table(game, any_rules(game, random, rules), seed=random.getrandbits(64))
        for number in range(random.randint(1, min(4, self.table.rules.positions))):
            self.table.sit(f"Player {number}")
        self.floor = Floor(self.table, random, irregularities=SELDOM)
        self.shuffler = self.table.attendants["shuffler"]
        self.table.attendants["shuffler"] = self.shuffle
        self.foreign = [card for at, card in enumerate(TEXT) if at not in game.pack]
        self.due: list[str] = []
        self.soon = self.more = 0.0

    def play(self, pair: Pair) -> Round:
        """Play a round in which staff report this pair, as far as it can be reported."""
        random = self.random
        first = [FIRST[what] for what in pair if what in FIRST and random.random() < 0.5]
        self.due, self.soon, self.more = [*first, *pair], random.choice(SOON), random.choice(MORE)
        self.floor.between_rounds()
        round = self.table.open_round()
        if random.random() < TAME:
            with suppress(Stuck):  # players may all have to wait for a shuffle that staff need not order
                return drive(round, random.choice((random_legal, round.game.basic)), random, report=self.report)
        idle = 0
        while not round.over:
            given = self.report(round, random)
            if given is not None:
                round.do(given)
            idle = 0 if given is not None or step(round, random) else idle + 1
            if idle > PATIENCE:
                raise Stuck(f"nobody acts while the round waits for: {round.asking}")
        return round

    def report(self, round: Round, random: Random) -> Input | None:
        """What staff report at this question, if anything."""
        if self.due and random.random() < self.soon:
            given = any_report(round, random, self.due[0])
            if given is not None:
                del self.due[0]
            return given
        return any_report(round, random) if random.random() < self.more else None

    def shuffle(self, round: Round, question: Question) -> Input:
        """Answer for the shuffler. Staff may report what is due first, and the order may be faulty."""
        random = self.random
        if self.due and random.random() < self.soon / 2:
            given = any_report(round, random, self.due[0])
            if given is not None:
                del self.due[0]
                return given
        made = self.shuffler(round, question)
        if not isinstance(made, ShuffleInput):
            return made
        if round.game.lasting_shoe and random.random() < SHORT:
            few = made.cards.split()[: random.randint(FEWEST, MOST)]
            return replace(made, cards=" ".join(few), source=PLANTED)
        return faulty_order(made, random, self.foreign) if random.random() < FAULTY else made


def faults_of(table: Table, rounds: Sequence[Round]) -> list[str]:
    """What the checker finds wrong with the log of these rounds."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "log.jsonl"
        with LogWriter(path, table.game, table.rules) as log:
            for round in rounds:
                log.add(round)
        return check_log(path, {}).faults


# --- many rounds


class Paired(msgspec.Struct, frozen=True, kw_only=True):
    """The result of holding rounds with pairs of irregularities against the checker."""

    game: str
    rounds: int
    """Rounds in which the checker found nothing wrong."""
    rules: int
    """The number of different rules drawn for these rounds."""
    met: int
    """The number of pairs that met in one of these rounds. Not every pair can: a void ends the round."""
    pairs: int
    """The number of pairs."""
    difference: str = ""
    """The first fault, as a sentence. Empty if there is none."""

    @property
    def agrees(self) -> bool:
        return not self.difference


def play(piece: Piece) -> PlayedPiece:
    """Play a piece, a pair in each round in turn, and check its log. An exception counts as a fault."""
    pairs, first = pairs_of(piece.game), piece.number * EACH
    evening = Evening(piece.game, piece.random)
    table, rounds, faults = evening.table, list[Round](), list[str]()
    try:
        for number in range(first, first + piece.rounds):
            rounds.append(evening.play(pairs[number % len(pairs)]))
    except Exception as error:
        faults.append(failed(error))
    faults += faults_of(table, rounds)
    difference = f"{piece.game.name}: {faults[0]}; {piece}" if faults else ""
    return PlayedPiece(piece, table.rules.digest, Counter(pair for round in rounds for pair in met(round)), difference)


def paired(
    games: Iterable[str | Game], rounds: int, seed: int | str = 1, *, processes: int = 0, tick: Tick | None = None
) -> list[Paired]:
    """Play rounds of each game with pairs of irregularities. A game stops at its first fault.

    >>> one, = paired(["boston_5_stud"], 20, processes=1)
    >>> one.game, one.rounds, one.pairs, one.agrees
    ('boston_5_stud', 20, 81, True)
    """
    if rounds < 1:
        raise SimulationError("nothing is checked without rounds; the number of rounds must be at least 1")
    found = {game.name: game for game in map(registry.game, games)}
    pieces = [piece for game in found.values() for piece in cut_up(game, rounds, seed, EACH)]
    done = played(play, pieces, processes=processes, tick=tick)
    return [_summed(found[name], those) for name, those in done.items()]


def _summed(game: Game, played: Sequence[PlayedPiece]) -> Paired:
    right = [one for one in played if not one.difference]
    pairs = pairs_of(game)
    return Paired(
        game=game.name,
        rounds=sum(one.piece.rounds for one in right),
        rules=len({one.rules for one in right}),
        met=len({pair for one in right for pair in one.seen} & {*pairs}),
        pairs=len(pairs),
        difference=next((one.difference for one in played if one.difference), ""),
    )


# --- random rules, drawn from the types of the options alone

NUMBERS = (0, 1, 2, 3, 5, 7, 8, 20, 50, 70, 90, 100, 101, 500, 1000, 10_000, 50_000, 100_000_00, 300_000_00)
SHARES: tuple[dict[str, int], ...] = ({}, {"mega": 50, "major": 30, "minor": 20}, {"major": 60, "minor": 40})
REPAIRS = 4
"""How often options that a defect names are drawn again before a change is dropped."""


def any_rules(game: Game, random: Random, fixed: Mapping[str, Any] | None = None) -> TableRules:
    """The defaults with none, some or many options changed. Changes that the document does not permit are dropped.

    Those of ``fixed`` stay as they are given.
    """
    given = dict(fixed or {})
    plain = to_builtins(load(game.name, game.rules, given))
    hints = get_type_hints(game.rules, include_extras=True)
    free = sorted(plain.keys() - given.keys())
    many = random.choice((0, random.randint(1, 5), random.randint(len(free) // 2, len(free))))
    for name in random.sample(free, min(many, len(free))):
        trial = {**given, name: any_value(hints[name], plain[name], random)}
        for _ in range(REPAIRS):
            try:
                load(game.name, game.rules, trial)
            except RulesError as error:
                # A choice may need others: the defect of a progressive without a seed names the seed.
                for option in sorted({defect.option for defect in error.defects} & {*free}):
                    trial[option] = any_value(hints[option], plain[option], random)
            else:
                given = trial
                break
    return load(game.name, game.rules, given)


def any_value(hint: Any, default: Any, random: Random) -> Any:
    """A possible value of an option, according to its type alone."""
    if get_origin(hint) is Annotated:
        return any_value(get_args(hint)[0], default, random)
    if get_origin(hint) is Literal:
        return random.choice(get_args(hint))
    if get_origin(hint) in (Union, UnionType):
        return any_value(random.choice(get_args(hint)), default, random)
    if hint is bool:
        return random.random() < 0.5
    if hint is int:
        return random.choice((*NUMBERS, default))
    if get_args(hint) == (str, Odds):
        hand = random.choice(sorted(default))
        return {**default, hand: raised(default[hand])}
    if get_args(hint) == (str, int):
        return random.choice(SHARES)
    return default


def raised(odds: str) -> str:
    """Better odds: three times as many, and a half."""
    words = odds.replace(",", "").split()
    if words[1] not in ("to", "for"):
        return odds
    return f"{int(words[0]) * 3 + 1} {words[1]} {int(words[2]) * 2}"
