"""Meters in the database: what tables ask of them, carried out inside the committer's transaction.

The row of a meter holds the memory of a ``Meter``. A batch locks the meters that it needs in the order of their names,
recalls them, moves them, and stores them again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from pitboss.basics.money import UNITS
from pitboss.engine.meters.meter import Claim, Meter, MeterMemory, MeterTerms, Part, put_back, won
from pitboss.house.money import books
from pitboss.house.money.books import Posting
from pitboss.house.storage.store import MoveRow, Rows, Store

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(MeterMemory).decode


class Contribute(NamedTuple):
    """A wager that bets closed on adds its part."""

    meter: str
    part: Part

    @property
    def table(self) -> str:
        return self.part.table


class TakeBack(NamedTuple):
    """A void wager takes back the rest of its part, or the whole part if the meter has only one table."""

    meter: str
    part: Part
    whole: bool = False

    @property
    def table(self) -> str:
        return self.part.table


class WinShare(NamedTuple):
    """A share is won."""

    meter: str
    claim: Claim
    pays: int
    per: int

    @property
    def table(self) -> str:
        return self.claim.table


class CloseRound(NamedTuple):
    """A round is over, so none of its wagers can become void."""

    meter: str
    table: str
    round: int


Move = Contribute | TakeBack | WinShare | CloseRound


class Moved(NamedTuple):
    """The outcome of a move: what the meter answers, and the money that moved."""

    answer: int
    entries: tuple[tuple[str, tuple[Posting, ...]], ...] = ()
    """For each movement of money: its kind and its postings."""


def moved(meter: Meter, move: Move) -> Moved:
    """Carry out a move. A repeated move changes nothing and gives the same answer."""
    before, account = meter.units, books.meter(move.meter)
    house, jackpot = books.house(move.table), books.jackpot(move.table)
    match move:
        case CloseRound():
            meter.close(move.table, move.round)
            return Moved(0)
        case Contribute():
            meter.contribute(move.part)
            gained = meter.units - before
            return Moved(gained, _paid("contribution", house, account, gained))
        case TakeBack():
            taken = meter.reverse(move.part, whole=move.whole)
            return Moved(taken, _paid("contribution taken back", account, house, before - meter.units))
        case WinShare():
            again = meter.paid(move.claim)
            shown = meter.win(move.claim, move.pays, move.per)
            if again:
                return Moved(shown)
            share = won(shown, move.pays, move.per) * UNITS
            seed = put_back(meter.terms.seed, move.pays, move.per) * UNITS
            return Moved(shown, _paid("jackpot won", account, jackpot, share) + _paid("seed", house, account, seed))


def _paid(kind: str, out_of: str, into: str, units: int) -> tuple[tuple[str, tuple[Posting, ...]], ...]:
    return ((kind, (Posting(out_of, -units), Posting(into, units))),) if units else ()


class LockedMeters:
    """The meters of one batch, from the time they are locked until they are stored."""

    def __init__(self, store: Store, terms: Mapping[str, MeterTerms], ids: Sequence[str], at: int) -> None:
        stored = store.lock_meters(ids) if ids else {}
        self._at = at
        self._meters = {
            id: Meter.recall(terms[id], _decode(stored[id].memory)) if id in stored else Meter(terms[id]) for id in ids
        }
        self._numbers = {id: stored[id].moves if id in stored else 0 for id in ids}
        self._rows: list[MoveRow] = []

    def move(self, move: Move) -> tuple[int, Iterator[tuple[str, str, tuple[Posting, ...]]]]:
        """Carry out a move. Returns the answer, and the id, kind and postings of each entry that it makes."""
        made = moved(self._meters[move.meter], move)
        return made.answer, self._entries(move, made)

    def _entries(self, move: Move, made: Moved) -> Iterator[tuple[str, str, tuple[Posting, ...]]]:
        account, after = books.meter(move.meter), self._meters[move.meter].units
        changes = [sum(one.units for one in postings if one.account == account) for _, postings in made.entries]
        value = after - sum(changes)
        for (kind, postings), change in zip(made.entries, changes, strict=True):
            self._numbers[move.meter] += 1
            number, value = self._numbers[move.meter], value + change
            round, what = _about(move)
            self._rows.append(MoveRow(move.meter, number, kind, move.table, round, what, change, value, self._at))
            yield f"{move.meter}#{number}", kind, postings

    def save(self, rows: Rows) -> None:
        """Add the meters and their moves to what a batch stores."""
        for id, meter in self._meters.items():
            memory = meter.memory
            rows.meters.append((id, memory.units, _encode(memory)))
        rows.moves.extend(self._rows)


def _about(move: Move) -> tuple[int, str]:
    """The round of a move, and the wager or the claim."""
    match move:
        case Contribute(part=part) | TakeBack(part=part):
            return part.round, f"{part.wager} at seat {part.seat}"
        case WinShare(claim=claim):
            return claim.round, f"question {claim.turn}"
        case CloseRound():
            return move.round, ""
