"""Rounds that the engine deals for a printed report: how rounds end, how the cards go out, and what remedies do.

The seed is fixed, so that a report of the same rules has the same rounds. Players place every wager that is open before
the cards, each at its least, and then play the game's basic policy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random

import msgspec

from pitboss.engine.auto.drive import any_report, drive
from pitboss.engine.auto.policy import Policy, Turn
from pitboss.engine.game import Game
from pitboss.engine.round import events as ev
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.round import Round
from pitboss.engine.rules import TableRules, values
from pitboss.engine.table import Table
from pitboss.log.narration import Step, sentence, story

SEED = 147
ROUNDS = 200
"""The rounds among which examples are sought."""
EXAMPLES = 8
TRIES = 16
"""The rounds in which an irregularity may come up."""
PLAYERS = ("Ann", "Bob")
OF_THE_GAME = frozenset(
    {"wagered", "withdrawn", "chose", "exposed", "ranked", "settled", "voided", "drawn", "paid", "irregular", "result"}
)
"""The steps that matter for who wins what. The other steps are of the dealer's work."""
OF_RECORDS = frozenset({"committed", "opened", "contributed"})
"""The steps of Pitboss alone, which no dealer takes."""


class Example(msgspec.Struct, frozen=True):
    """A round that was dealt."""

    number: int
    """Which of the rounds it is."""
    shows: tuple[str, ...]
    """The results that no example before it shows: "ante wins"."""
    steps: tuple[Step, ...]


class Remedy(msgspec.Struct, frozen=True):
    """An irregularity, and what the engine did when it came up. The sentences are empty if it did not."""

    what: str
    clause: str
    means: str
    sentences: tuple[str, ...]


class Dealt(msgspec.Struct, frozen=True):
    """What rounds of these rules have shown."""

    rounds: int
    whole: Example
    """A round with every step, at two seats."""
    examples: tuple[Example, ...]
    cards: dict[str, tuple[str, ...]]
    """How the cards of each place of the house lie after the deal, face up or down."""
    open: frozenset[str]
    """The wagers that are open before the cards."""
    clauses: frozenset[str]
    """The clauses by which cards were dealt before anybody decided, in every way of dealing."""


def with_every_wager(basic: Policy) -> Policy:
    """A policy that places every wager that is open before the cards, and then plays as ``basic`` does."""
    placed: set[tuple[int, str]] = set()

    def choose(turn: Turn) -> Input | None:
        if turn.about == "wagers":
            for offer in turn.offers:
                key = (turn.party.seat, offer.wager)
                side = offer.do == "wager" and turn.round.game.wager(offer.wager).side
                if side and not offer.why_not and key not in placed:
                    placed.add(key)
                    return turn.take(offer)
        return basic(turn)

    return choose


def dealt(game: Game, rules: TableRules) -> Dealt:
    """Deal rounds under these rules, and choose those that show something new."""
    whole = next(_rounds(game, rules, PLAYERS, 1))
    shown: set[tuple[str, str]] = set()
    examples: list[Example] = []
    lie: dict[str, Counter[tuple[str, ...]]] = {}
    for number, round in enumerate(_rounds(game, rules, PLAYERS[:1], ROUNDS), 1):
        for place, faces in _lying(round, game.places).items():
            lie.setdefault(place, Counter())[faces] += 1
        ends = {(one.wager, _RESULTS[one.result]) for one in round.settlements}
        if len(examples) < EXAMPLES and (new := ends - shown):
            shown |= new
            shows = tuple(f"{game.shown(wager)} {result}" for wager, result in sorted(new))
            examples.append(_example(game, number, round, OF_THE_GAME, shows))
    return Dealt(
        rounds=ROUNDS,
        whole=_example(game, 1, whole),
        examples=tuple(examples),
        cards={place: times.most_common(1)[0][0] for place, times in lie.items()},
        open=frozenset(_open(game, rules)),
        clauses=frozenset(clause for one in _ways(game, rules) for clause in _dealing(game, one)),
    )


_RESULTS = {"win": "wins", "lose": "loses", "push": "pushes", "void": "is void", "surrender": "is surrendered"}


def _rounds(game: Game, rules: TableRules, players: Iterable[str], many: int) -> Iterator[Round]:
    table, whims = Table(game, rules, seed=SEED), Random(SEED)
    for player in players:
        table.sit(player)
    for _ in range(many):
        yield drive(table.open_round(), with_every_wager(game.basic), whims)


def _example(
    game: Game, number: int, round: Round, kinds: frozenset[str] = frozenset(), shows: tuple[str, ...] = ()
) -> Example:
    told = story(game, round.events, set())
    steps = (one for one in told if (one.type in kinds if kinds else one.type not in OF_RECORDS))
    return Example(number, shows, tuple(steps))


def _lying(round: Round, places: Iterable[str]) -> dict[str, tuple[str, ...]]:
    faces: dict[str, tuple[str, ...]] = {}
    for one in round.events:
        if isinstance(one, ev.Dealt) and one.to in places:
            faces[one.to] = (*faces.get(one.to, ()), one.face)
    return faces


def _open(game: Game, rules: TableRules) -> Iterator[str]:
    """The wagers that somebody may place before the cards, some of them after others."""
    table = Table(game, rules, seed=SEED)
    table.sit(PLAYERS[0])
    for one in drive(table.open_round(), with_every_wager(game.basic), Random(SEED)).events:
        if isinstance(one, ev.Dealt):
            return
        if isinstance(one, ev.Wagered):
            yield one.wager


def _ways(game: Game, rules: TableRules) -> Iterator[TableRules]:
    """These rules, and those that differ from them in one option with listed values, as the ways of dealing are."""
    yield rules
    for option in rules.__struct_fields__:
        for value in values(type(rules), option):
            changed = msgspec.structs.replace(rules, **{option: value})
            if isinstance(value, str) and changed != rules and not any(changed.defects()):
                yield changed


def _dealing(game: Game, rules: TableRules) -> Iterator[str]:
    for one in next(_rounds(game, rules, PLAYERS, 1)).events:
        if isinstance(one, ev.Chose):
            return
        if isinstance(one, ev.Dealt):
            yield one.clause


def remedies(game: Game, rules: TableRules) -> Iterator[Remedy]:
    """Every irregularity that staff may report, reported in a round, and what the engine then did."""
    for one in game.irregularities:
        yield Remedy(one.what, one.clause, one.means, _remedied(game, rules, one.what))


def _remedied(game: Game, rules: TableRules, what: str) -> tuple[str, ...]:
    """The sentences of the first round in which it came up."""
    whims = Random(SEED)
    for seed in range(TRIES):
        table = Table(game, rules, seed=seed)
        for player in PLAYERS:
            table.sit(player)
        reported = _once(what)
        for _ in range(2):  # a fault of the shuffler shows at the next shuffle
            round = drive(table.open_round(), game.basic, whims, report=reported)
            found = [one for one in round.events if isinstance(one, ev.Irregular | ev.Voided)]
            if any(isinstance(one, ev.Irregular) for one in found):
                names = {player: player for player in PLAYERS}
                return tuple(dict.fromkeys(sentence(one, names) for one in found))
    return ()


def _once(what: str) -> Callable[[Round, Random], Input | None]:
    """Reports this irregularity at one of the first questions at which it may be reported."""
    done: list[Input] = []

    def report(round: Round, random: Random) -> Input | None:
        given = None if done or random.random() < 0.5 else any_report(round, random, what)
        done.extend([given] if given is not None else [])
        return given

    return report
