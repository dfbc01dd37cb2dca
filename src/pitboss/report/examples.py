"""Rounds that the engine deals for a printed report: how rounds end, how the cards go out, and what remedies do.

The seed is fixed, so that a report of the same rules has the same rounds. Players place every wager that is open before
the cards, each at its least, and then play the game's basic policy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

import msgspec

from pitboss.engine.auto.drive import any_report, drive
from pitboss.engine.auto.policy import Policy, Turn
from pitboss.engine.game import Game, Irregularity
from pitboss.engine.round import events as ev
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.round import Round
from pitboss.engine.rules import TableRules, to_builtins, values
from pitboss.engine.table import Table
from pitboss.log.narration import Step, sentence, story

SEED = 147
ROUNDS = 200
"""The rounds among which examples are sought."""
EXAMPLES = 8
TRIES, FEWER = 60, 3
"""The tables at which an irregularity may come up: under the rules themselves, and with one option changed."""
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
    under: str
    """The option that was changed, if it does not come up under the rules themselves: "dealing = hand"."""


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
    if kinds and not any(one.type == "ranked" for one in told):
        kinds |= {"collected"}  # which tells the cards of hands that have no rank
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
            if changed != rules and not any(changed.defects()):
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
        yield _remedied(game, rules, one)


def _remedied(game: Game, rules: TableRules, one: Irregularity) -> Remedy:
    """The first round in which it came up: under these rules, or with one option changed, as the way of dealing."""
    for way in _ways(game, rules):
        for seed in range(TRIES if way is rules else FEWER):
            if sentences := _told(game, way, one.what, seed):
                return Remedy(one.what, one.clause, one.means, tuple(sentences), _changed(rules, way))
    return Remedy(one.what, one.clause, one.means, (), "")


def _changed(rules: TableRules, way: TableRules) -> str:
    here, there = to_builtins(rules), to_builtins(way)
    return ", ".join(f"{name} = {str(value).lower()}" for name, value in there.items() if here[name] != value)


def _told(game: Game, rules: TableRules, what: str, seed: int) -> list[str]:
    """What was said after it was reported, and what it led to. Empty if it did not come up."""
    table, whims = Table(game, rules, seed=seed), Random(seed)
    for player in PLAYERS:
        table.sit(player)
    staff = _Staff(what, any_first=seed % 2 == 1)
    for _ in range(2):  # a fault of the shuffler shows at the next shuffle
        began = staff.reported
        round = drive(table.open_round(), with_every_wager(game.basic), whims, report=staff.report)
        after = round.records[0 if began else staff.at :] if staff.reported else []
        found = [one for one in after if isinstance(one, ev.Irregular | ev.Voided)]
        if any(isinstance(one, ev.Irregular) for one in found):
            return list(dict.fromkeys(map(sentence, found)))
    return []


class _Staff:
    """Reports an irregularity once, at one of the first questions at which it may be reported.

    Some follow from another one, as a misdeal that is noticed late. With ``any_first`` another may be reported before.
    """

    def __init__(self, what: str, *, any_first: bool) -> None:
        self.what, self._first = what, any_first
        self.reported = False
        self.at = 0
        """How many records the round had before the report."""

    def report(self, round: Round, random: Random) -> Input | None:
        if self.reported or random.random() < 0.5:
            return None
        given = any_report(round, random, self.what)
        if given is not None:
            self.reported, self.at = True, len(round.records)
        elif self._first:
            self._first, given = False, any_report(round, random)
        return given
