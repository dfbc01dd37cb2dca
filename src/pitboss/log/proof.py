"""The proof of a log by replay: every round is dealt again from its inputs, and every byte compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from pitboss.errors import IllegalAction, LogError, RulesError, UnreadableLog
from pitboss.games import game as game_named
from pitboss.log.lines import GENESIS, verified_lines
from pitboss.money import UNITS
from pitboss.progressive.readings import Readings
from pitboss.table import events as ev
from pitboss.table.events import Event
from pitboss.table.game import Game
from pitboss.table.inputs import Input
from pitboss.table.records import decode, encode
from pitboss.table.round import Round
from pitboss.table.rules import TableRules, load
from pitboss.table.shoe import parse_order
from pitboss.table.shuffle import PLANTED, SEEDED, commit, opens
from pitboss.table.state import TableState


class Proof(msgspec.Struct, kw_only=True):
    """What a replayed log adds up to, in cents."""

    game: str
    rules: str
    rounds: int = 0
    events: int = 0
    staked: int = 0
    returned: int = 0
    house: Fraction = Fraction(0)
    meters: dict[str, Fraction] = {}
    commitments: int = 0
    seeded: int = 0
    planted: int = 0
    """Orders of cards that came from a seed, or from somebody's hand, and not from the system's own source."""
    linked: tuple[str, ...] = ()
    """Meters that other tables feed as well: their readings are taken on trust."""
    follows: str = ""
    """The last hash of the log before this one: how the first round found the table is taken on trust."""
    head: str = GENESIS
    """The hash of the last line: whoever keeps it elsewhere can tell a log rewritten from end to end."""


def prove(
    source: Path | BinaryIO,
    games: Callable[[str], Game] = game_named,
    tick: Callable[[Proof], None] | None = None,
    each: Callable[[Round], None] | None = None,
) -> Proof:
    """Deal every round of a log again and compare every byte; check commitments and add up the money.

    ``tick`` is told of every line, ``each`` of every round that is proved, when it is.
    """
    lines = verified_lines(source)
    prover = _begun(lines, games)
    try:
        for number, body, said, digest in lines:
            prover.proof.head = digest
            if said["type"] == "end":
                prover.finish(number, said)
            else:
                ended = prover.take(number, body, said)
                if ended is not None and each:
                    each(ended)
            if tick:
                tick(prover.proof)
    except LogError as error:
        error.round = prover.number
        raise
    return prover.proof


def _begun(lines: Iterator[tuple[int, bytes, dict[str, Any], str]], games: Callable[[str], Game]) -> Prover:
    """What proves the rest of a log, by its first line."""
    number, _, head, _ = next(lines)
    if head["type"] != "log":
        raise LogError(number, "a log begins with a line of type 'log'", "chain")
    try:
        game = games(head["game"])
    except (KeyError, ValueError, TypeError, AttributeError):
        raise UnreadableLog(number, f"this is the log of a game that is not known here: {head.get('game')!r}") from None
    try:
        rules = load(game.name, game.rules, head["rules"])
    except (RulesError, KeyError, ValueError, TypeError, AttributeError) as error:
        raise LogError(number, f"the rules of the log do not hold: {error}", "rules") from None
    follows = head.get("follows", "")
    if not isinstance(follows, str):
        raise LogError(number, "what the log follows is the last hash of another", "table")
    return Prover(game, rules, follows)


class Prover:
    at: int
    """How many lines of the round have been held against what the rules make."""

    def __init__(self, game: Game, rules: TableRules, follows: str) -> None:
        self.game, self.rules = game, rules
        meters = game.meters(rules)
        linked = tuple(meter.name for meter in meters if meter.linked)
        self.proof = Proof(game=game.name, rules=rules.digest, follows=follows, linked=linked)
        self.round: Round | None = None
        self.number = 0
        """Of the last round that began."""
        self.state = TableState()
        self.due: tuple[str, ...] = ()
        """The commitments that the last shuffle calls for."""
        self.committed: dict[int, tuple[str, ...]] = {}
        self.money = {"wagered": 0, "returned": 0}
        self.readings = Readings(meters, from_seed=not follows)

    def take(self, number: int, body: bytes, said: dict[str, Any]) -> Round | None:
        """Hold a line against what the rules make; the round that it ends."""
        if said["type"] == "began":
            self._begin(number, said)
        round = self.round
        if round is None:
            raise LogError(number, "an event before any round began", "event")
        if self.at >= len(round.records):
            if not said["type"].startswith("input/"):
                wrong = f"'{said['type']}' is not what the rules make here: they wait for an input"
                raise LogError(number, wrong, "event")
            self._input(number, body, round)
        made = encode(round.records[self.at])
        if made != body:
            raise LogError(number, f"the rules make {made.decode()} here", "event")
        self._tally(number, round.records[self.at])
        self.at += 1
        if said["type"] != "ended":
            return None
        self.state = round.state
        self.round = None
        return round

    def _begin(self, number: int, said: dict[str, Any]) -> None:
        if self.round is not None:
            raise LogError(number, "a round begins before the last one ended", "event")
        try:
            seats = tuple((int(seat), str(player)) for seat, player in said["seats"])
            names = msgspec.convert(said.get("names", {}), dict[str, str])
            state = msgspec.convert(said["state"], TableState)
        except (msgspec.ValidationError, KeyError, TypeError, ValueError) as error:
            raise LogError(number, f"the round does not begin as rounds do: {error}", "table") from None
        on_trust = bool(self.proof.follows) and not self.proof.rounds
        if not on_trust and state != self._expected(state):
            left = "as the last round left it" if self.proof.rounds else "new, and the log follows no other"
            raise LogError(number, f"the table is not {left}", "table")
        taken = [seat for seat, _ in seats if seat]
        if not taken or len(set(taken)) < len(taken) or len({name for _, name in seats}) < len(seats):
            raise LogError(number, "nobody sits at the table, or two sit at one seat or under one name", "table")
        if not all(0 <= seat <= self.rules.positions for seat, _ in seats):
            wrong = f"someone sits at a seat that the table has not: it has {self.rules.positions}"
            raise LogError(number, wrong, "table")
        self.round, self.at = Round(self.game, self.rules, state, seats, names=names), 0
        self.number = self.round.number

    def _expected(self, state: TableState) -> TableState:
        """The table as the last round left it; a new dealer, who must burn, may have come meanwhile."""
        return msgspec.structs.replace(self.state, burn=state.burn or self.state.burn)

    def _input(self, number: int, body: bytes, round: Round) -> None:
        try:
            given = decode(body)
        except msgspec.ValidationError as error:
            raise LogError(number, f"not an input: {error}", "input") from None
        assert isinstance(given, Input)
        try:
            round.do(given)
        except IllegalAction as refusal:
            raise LogError(number, f"the rules refuse this input: {refusal}", "input") from None

    def _tally(self, number: int, event: Event) -> None:
        proof = self.proof
        proof.events += 1
        match event:
            case ev.Shuffled():
                self.due = commit(parse_order(event.order)[0], event.key)
                proof.seeded += event.source == SEEDED
                proof.planted += event.source == PLANTED
            case ev.Committed():
                if event.commitments != self.due:
                    raise LogError(number, "the commitments are not of this order of cards", "commitment")
                self.committed[event.pack] = event.commitments
                proof.commitments += len(event.commitments)
            case ev.Opened():
                made = self.committed.get(event.pack, ())
                for index, card, salt in event.cards:
                    if made and not opens(made[index], card, salt):
                        wrong = f"the {card} opened at {index} is not the card committed to"
                        raise LogError(number, wrong, "commitment")
            case ev.Wagered():
                self.money["wagered"] += 0 if event.redeemed else event.amount
            case ev.Withdrawn():
                self.money["wagered"] -= 0 if event.redeemed else event.amount
            case ev.Settled():
                self.money["returned"] += event.returned
            case ev.Contributed() | ev.Metered() | ev.Paid():
                self._read(number, event)
            case ev.Ended():
                self._read(number, event)
                self._balance(number, event)
            case _:
                return

    def _read(self, number: int, event: Event) -> None:
        """What the meters show must agree with what they showed, gained and paid before."""
        if wrong := self.readings.take(event):
            raise LogError(number, wrong, "meter")

    def _balance(self, number: int, event: ev.Ended) -> None:
        """Players, house and meters together neither gain nor lose a cent."""
        proof = self.proof
        if (self.money["wagered"], self.money["returned"]) != (event.staked, event.returned):
            wrong = f"the books do not balance: {self.money} against {event.staked}, {event.returned}"
            raise LogError(number, wrong, "money")
        gained = event.meter_units
        if (event.staked - event.returned) * UNITS != event.house_units + sum(gained.values()):
            raise LogError(number, "the books do not balance: players, house and meters do not add up", "money")
        proof.rounds += 1
        proof.staked += event.staked
        proof.returned += event.returned
        proof.house += Fraction(event.house_units, UNITS)
        for name, units in gained.items():
            proof.meters[name] = proof.meters.get(name, Fraction(0)) + Fraction(units, UNITS)
        self.money = {"wagered": 0, "returned": 0}

    def finish(self, number: int, said: dict[str, Any]) -> None:
        if self.round is not None:
            raise LogError(number, "the log ends in the middle of a round", "count")
        if said.get("rounds") != self.proof.rounds:
            wrong = f"the log holds {self.proof.rounds} rounds and says {said.get('rounds')}"
            raise LogError(number, wrong, "count")
