"""The proof of a log by replay: deal every round again from its inputs, and compare every byte."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from pitboss.basics.errors import IllegalAction, LogError, RulesError, UnreadableLog
from pitboss.basics.money import UNITS
from pitboss.engine.game import Game
from pitboss.engine.meters.meter import MeterTerms
from pitboss.engine.procedures.shoe import PLANTED, SEEDED, commit, opens, parse_order
from pitboss.engine.registry import game as game_named
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event, unknown_revision
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.records import decode, encode
from pitboss.engine.round.round import Round
from pitboss.engine.rules import TableRules, load
from pitboss.engine.state import TableState
from pitboss.log.lines import GENESIS, verified_lines


class Proof(msgspec.Struct, kw_only=True):
    """The totals of a proved log, in cents.

    >>> Proof(game="double_down_stud", rules="").staked
    0
    """

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
    """The number of shuffles with a seed (``seeded``) and of orders set by a person (``planted``)."""
    linked: tuple[str, ...] = ()
    """Meters that other tables contribute to as well. Their readings are taken on trust."""
    follows: str = ""
    """The last hash of the log before this one. The table before the first round is then taken on trust."""
    head: str = GENESIS
    """The hash of the last line. Keep it elsewhere to detect a log that was rewritten from end to end."""


def prove(
    source: Path | str | BinaryIO,
    games: Callable[[str], Game] = game_named,
    tick: Callable[[Proof], None] | None = None,
    each: Callable[[Round], None] | None = None,
) -> Proof:
    """Deal every round of a log again, compare every byte, check the commitments and add up the money.

    ``tick`` is called for every line, and ``each`` for every round when it is proved.

    >>> from io import BytesIO
    >>> from pitboss import LogWriter, Table
    >>> table, file = Table("double_down_stud"), BytesIO()
    >>> with LogWriter(file, table.game, table.rules) as log:
    ...     pass
    >>> _ = file.seek(0)
    >>> prove(file).rounds
    0
    """
    lines = verified_lines(Path(source) if isinstance(source, str) else source)
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
    """A prover for the rest of a log, made from its first line."""
    number, _, head, _ = next(lines)
    if head["type"] != "log":
        raise LogError(number, "a log must begin with a line of type 'log'", "chain")
    try:
        game = games(head["game"])
    except (KeyError, ValueError, TypeError, AttributeError):
        raise UnreadableLog(number, f"this is the log of an unknown game: {head.get('game')!r}") from None
    try:
        rules = load(game.name, game.rules, head["rules"])
    except (RulesError, KeyError, ValueError, TypeError, AttributeError) as error:
        raise LogError(number, f"the rules of the log are invalid: {error}", "rules") from None
    follows = head.get("follows", "")
    if not isinstance(follows, str):
        raise LogError(number, "'follows' must be the last hash of another log", "table")
    return Prover(game, rules, follows, head.get("revision", 0))


class Prover:
    at: int
    """How many lines of the round have been compared with the replay."""

    def __init__(self, game: Game, rules: TableRules, follows: str, revision: int = 0) -> None:
        self.game, self.rules = game, rules
        self.revision = revision
        """The revision of the last round, or of the log."""
        meters = game.meters(rules)
        linked = tuple(meter.name for meter in meters if meter.linked)
        self.proof = Proof(game=game.name, rules=rules.digest, follows=follows, linked=linked)
        self.round: Round | None = None
        self.number = 0
        """The number of the last round that began."""
        self.state = TableState()
        self.due: tuple[str, ...] = ()
        """The expected commitments to the last shuffle."""
        self.committed: dict[int, tuple[str, ...]] = {}
        self.money = {"wagered": 0, "returned": 0}
        self.readings = Readings(meters, from_seed=not follows)

    def take(self, number: int, body: bytes, said: dict[str, Any]) -> Round | None:
        """Compare a line with the replay. Returns the round if the line ends it."""
        if said["type"] == "began":
            self._begin(number, said)
        round = self.round
        if round is None:
            raise LogError(number, "an event stands before the first round", "event")
        if self.at >= len(round.records):
            if not said["type"].startswith("input/"):
                wrong = f"'{said['type']}' is wrong here: the round waits for an input"
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
            raise LogError(number, f"the beginning of the round is invalid: {error}", "table") from None
        on_trust = bool(self.proof.follows) and not self.proof.rounds
        if not on_trust and state != self._expected(state):
            left = "as the last round left it" if self.proof.rounds else "new, and the log follows no other"
            raise LogError(number, f"the table is not {left}", "table")
        taken = [seat for seat, _ in seats if seat]
        if not taken or len(set(taken)) < len(taken) or len({name for _, name in seats}) < len(seats):
            raise LogError(number, "nobody sits at the table, or two people share a seat or an id", "table")
        if not all(0 <= seat <= self.rules.positions for seat, _ in seats):
            wrong = f"somebody sits at a seat that does not exist: the table has {self.rules.positions} seats"
            raise LogError(number, wrong, "table")
        revision = said.get("revision", 0)
        if wrong := unknown_revision(revision):
            raise LogError(number, wrong, "table")
        if revision < self.revision:
            wrong = f"a round of revision {revision} comes after revision {self.revision} of the engine"
            raise LogError(number, wrong, "table")
        self.revision = revision
        self.round, self.at = Round(self.game, self.rules, state, seats, names=names, revision=revision), 0
        self.number = self.round.number

    def _expected(self, state: TableState) -> TableState:
        """The table as the last round left it. A new dealer, who must burn a card, may have come since."""
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
            raise LogError(number, f"the rules reject this input: {refusal}", "input") from None

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
                    raise LogError(number, "the commitments do not match the order of the cards", "commitment")
                self.committed[event.pack] = event.commitments
                proof.commitments += len(event.commitments)
            case ev.Opened():
                made = self.committed.get(event.pack, ())
                for index, card, salt in event.cards:
                    if made and not opens(made[index], card, salt):
                        wrong = f"{card}, opened at position {index}, does not match its commitment"
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
        """Check that the meters agree with their earlier readings, gains and payments."""
        if wrong := self.readings.take(event):
            raise LogError(number, wrong, "meter")

    def _balance(self, number: int, event: ev.Ended) -> None:
        """Check that players, house and meters together neither gain nor lose a cent."""
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
            wrong = f"the log holds {self.proof.rounds} rounds, but says {said.get('rounds')}"
            raise LogError(number, wrong, "count")


# --- meter readings


class Readings:
    """The bounds of each meter in a log, from its seed or its first reading on.

    A reading is exact to the cent, and the contributions and payments are known exactly, so later readings must agree.
    Meters that other tables contribute to can't be checked.
    """

    def __init__(self, terms: Iterable[MeterTerms], *, from_seed: bool) -> None:
        followed = [meter for meter in terms if not meter.linked]
        self._followed = {meter.name for meter in followed}
        self._bounds: dict[str, tuple[int, int]] = {}
        """Units: at least the first, and below the second. Both are equal if the meter is known exactly."""
        if from_seed:
            self._bounds = {meter.name: (meter.seed * UNITS, meter.seed * UNITS) for meter in followed}
        self._gained: dict[str, int] = {}

    def take(self, event: ev.Event) -> str:
        """Why an event contradicts those before it. Empty if it does not."""
        match event:
            case ev.Contributed():
                self._move(event.meter, -event.units if event.reversed else event.units)
            case ev.Paid():
                self._move(event.meter, (event.reset - event.amount) * UNITS)
            case ev.Metered() if event.meter in self._followed:
                return self._narrow(event.meter, event.amount)
            case ev.Ended():
                return self._ended(event.meter_units)
        return ""

    def _move(self, meter: str, units: int) -> None:
        self._gained[meter] = self._gained.get(meter, 0) + units
        if meter in self._bounds:
            low, high = self._bounds[meter]
            self._bounds[meter] = low + units, high + units

    def _narrow(self, meter: str, shown: int) -> str:
        told = shown * UNITS, (shown + 1) * UNITS
        low, high = self._bounds.get(meter, told)
        if low == high:
            agrees = low // UNITS == shown
        else:
            low, high = max(low, told[0]), min(high, told[1])
            agrees = low < high
        if not agrees:
            return f"the {meter} can't show {shown} cents after its earlier readings, gains and payments"
        self._bounds[meter] = low, high
        return ""

    def _ended(self, said: Mapping[str, int]) -> str:
        gained, self._gained = self._gained, {}
        return "" if said == gained else "the meters' gains do not match their contributions and payments"
