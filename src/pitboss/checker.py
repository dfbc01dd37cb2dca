"""Check a log of a table game with nothing but the log itself.

    python -m pitboss.checker LOG [LOG ...]

It imports nothing but the standard library, so a copy of this file checks logs where Pitboss is not installed. It was
written from docs/log.md, without our code.

The script prints one line for each log: what it checked, and how often. If something is wrong, it names the line, the
round and the fault, and exits with status 1. If a log continues another, name that other log first: the script then
checks that the two fit together.

The log of a seat is read too. It has only what that seat saw, so the script checks its seals, where the opened cards
lay in the stack, and its money. It does not check the signature of the house, which takes more than the standard
library.

The script looks for log.schema.json and rulings.md beside itself and in the folder docs of the project. With them it
also checks the fields of every record and the names of the rulings.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from math import ceil
from pathlib import Path
from typing import Any, TypeVar

FORMS = (2, 3)
UNITS = 10_000
NO_HASH = "0" * 64
SHOWN_FAULTS = 20
CARD = re.compile(r"[2-9TJQKA][cdhs]")
HASH = re.compile(r"[0-9a-f]{64}")
LINE_END = re.compile(rb',"hash":"([0-9a-f]{64})"\}\n\Z')
ODDS = re.compile(r"([\d,]+) (to|for) (\d+)")
SHARE = re.compile(r"([\d.]+)% of (\S+)")
RULING = re.compile(r"^\| ([a-z0-9-]+) \|", re.MULTILINE)

ACTORS = {
    "input/wager": {"player", "clock"},
    "input/decision": {"player", "clock"},
    "input/seat": {"player"},
    "input/house": {"dealer", "supervisor", "shuffler"},
    "input/report": {"dealer", "supervisor"},
    "input/shuffle": {"shuffler", "dealer"},
    "input/meter": {"meter"},
}
RESULTS = {"win", "lose", "push", "void", "surrender"}
VOID_WITHOUT_CAUSE = {"no shuffler", "not accepted"}
ON_THE_DEALER = {"bust bonus", "insurance"}  # wagers of a box, not of one of its hands
PAID_ON = {"ante bonus": "ante"}  # what is won without a stake, and the wager that its odds apply to
KINDS = {"integer": int, "string": str, "boolean": bool, "array": list, "object": dict, "null": type(None)}
DRAWN_EARLY = "card drawn in error and exposed"  # it has left the stack, and is dealt or burned later
REMOVED = "ten in the shoe"  # a card that it names has left the stack for good, or was moved just before
LASTING = {"double_attack_blackjack"}  # games with a shoe that lasts
TAKES_IN = 2  # the first revision in which people sit down while bets are open
CLOSE_BETS = ("no more bets", "spread")  # what the dealer does at the end of the window for wagers

T = TypeVar("T")
JsonObject = dict[str, Any]
WagerName = tuple[int, str, int, str]
HandName = tuple[str, int]


SEAT_LOG = re.compile(rb'\s*\{\s*"table"\s*:|\{"type":"began",(?!.*"hash":"[0-9a-f]{64}"\}\n)')


class MalformedError(Exception):
    """The script can't read the log any further."""


class Record:
    """One JSON object, with a method for each kind of field. A field that the log leaves out reads as empty."""

    def __init__(self, fields: JsonObject) -> None:
        self.fields = fields
        self.type = self.text("type")

    def text(self, name: str, missing: str = "") -> str:
        return self._field(name, missing, str, "text")

    def number(self, name: str, missing: int = 0) -> int:
        value = self._field(name, missing, int, "whole number")
        if isinstance(value, bool):
            raise MalformedError(f"{name} is no whole number: {value!r}")
        return value

    def flag(self, name: str) -> bool:
        return self._field(name, False, bool, "flag")

    def items(self, name: str) -> list[Any]:
        return self._field(name, [], list, "list")

    def part(self, name: str) -> Record:
        return Record(self._field(name, {}, dict, "object"))

    def same(self, other: Record, *names: str, **renamed: str) -> bool:
        """Say whether two records agree in these fields. The other has some of them by another name."""
        both = [*zip(names, names, strict=True), *renamed.items()]
        return all((self.fields.get(mine) or None) == (other.fields.get(its) or None) for mine, its in both)

    def _field(self, name: str, missing: T, kind: type[T], words: str) -> T:
        value: object = self.fields.get(name, missing)
        if not isinstance(value, kind):
            raise MalformedError(f"{name} is no {words}: {value!r}")
        return value


@dataclass
class Report:
    """Where the check stands, what it has counted, what it has found wrong, and what the log leaves behind."""

    line: int = 0
    round: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    last_hash: str = NO_HASH
    last_state: JsonObject | None = None
    meters: dict[str, int] = field(default_factory=dict)

    def fault(self, words: str) -> None:
        self.faults.append(f"line {self.line}, round {self.round}: {words}")

    def check(self, what: str, holds: bool, otherwise: str) -> None:
        """Count a check of this kind, and note a fault if it does not hold."""
        self.counts[what] += 1
        if not holds:
            self.fault(otherwise)


Earlier = dict[str, Report]  # the logs before this one, by their last hash


class Check:
    """A check that reads one record after another. A method named after a type of record reads records of that type."""

    def __init__(self, report: Report) -> None:
        self.report, self.check, self.fault = report, report.check, report.fault

    def see(self, record: Record) -> None:
        step = getattr(self, "_on_" + record.type.replace("/", "_"), None)
        if step is not None:
            step(record)


def read_lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a log, plain or packed, each with its line feed."""
    with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as lines:
        yield from lines


def only_once(pairs: list[tuple[str, Any]]) -> JsonObject:
    """Make a JSON object of these pairs, if no key comes twice."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise MalformedError("one object has a key twice")
    return fields


def read_records(path: Path, report: Report) -> Iterator[Record]:
    """Check each line's place in the chain, and yield its record."""
    for line in read_lines(path):
        report.line += 1
        found = LINE_END.search(line)
        if found is None:
            raise MalformedError("the line does not end with a hash and a line feed")
        body = line[: found.start()] + b"}"
        stated = found.group(1).decode()
        right = hashlib.sha256(report.last_hash.encode() + body).hexdigest()
        report.check("hashes", right == stated, "this line breaks the chain")
        report.last_hash = stated
        fields = json.loads(line.decode("utf-8"), object_pairs_hook=only_once)
        if not isinstance(fields, dict):
            raise MalformedError("the line is no JSON object")
        yield Record(fields)


def find_page(name: str) -> str:
    """Return the text of a page of the project, or nothing if it is not there."""
    here = Path(__file__).resolve().parent
    found = [path for path in (here / name, here.parent.parent / "docs" / name) if path.exists()]
    return found[0].read_text("utf-8") if found else ""


class FieldCheck(Check):
    """The fields of each record: names, kinds, nothing missing, nothing that should have been left out."""

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.definitions: JsonObject = json.loads(find_page("log.schema.json") or "{}").get("$defs", {})
        self.rulings = set(RULING.findall(find_page("rulings.md")))
        self.by_type: dict[str, JsonObject] = {
            kind: definition
            for definition in self.definitions.values()
            for kind in definition["properties"].get("type", {}).get("enum", [])
        }

    def see(self, record: Record) -> None:
        for name in ("type", "round", "clause"):
            self.check("fields", name in record.fields, f"{record.type} has no {name}")
        also = record.items("also")
        repeated = record.text("clause") in also or len(set(also)) < len(also)
        self.check("clauses", not repeated, f"also repeats a clause: {also}")
        ruling = record.text("ruling")
        if ruling and self.rulings:
            self.check("rulings", ruling in self.rulings, f"rulings.md has no ruling {ruling!r}")
        if self.by_type and record.type not in self.by_type:
            self.fault(f"the schema has no type {record.type!r}")
        elif self.by_type:
            self._object(record.fields, self.by_type[record.type], record.type)

    def _object(self, fields: JsonObject, rule: JsonObject, where: str) -> None:
        for name in set(rule["required"]) - fields.keys():
            self.fault(f"{where} has no {name}")
        for name, value in fields.items():
            self.report.counts["fields"] += 1
            part = rule["properties"].get(name)
            if part is None:
                self.fault(f"{where} has an unknown field {name}")
                continue
            self._value(value, part, f"{where}.{name}")
            if name not in rule["required"] and value == part.get("default", ...):
                self.fault(f"{where}.{name} has its default {value!r}, and should have been left out")

    def _value(self, value: Any, rule: JsonObject, where: str) -> None:
        for choice in rule.get("anyOf", [rule]):
            definition = self.definitions.get(choice.get("$ref", "").removeprefix("#/$defs/"))
            if definition is not None and isinstance(value, dict):
                self._object(value, definition, where)
                return
            if definition is None and self._is(value, choice.get("type", "")):
                for item in value if isinstance(value, list) and choice.get("items") else []:
                    self._value(item, choice["items"], where)
                return
        self.fault(f"{where} is of a wrong kind: {value!r}")

    def _is(self, value: Any, kind: str) -> bool:
        if isinstance(value, bool):
            return kind in ("", "boolean")
        return not kind or isinstance(value, KINDS[kind])


class RoundCheck(Check):
    """The first and the last line, the numbers of the rounds, the people, and the table from round to round."""

    def __init__(self, earlier: Earlier, report: Report) -> None:
        super().__init__(report)
        self.earlier = earlier
        self.first: Record | None = None
        self.rules_hash = ""
        self.state: JsonObject | None = None
        self.present: set[str] = set()
        self.rounds = self.last_round = 0
        self.open = self.done = False

    def see(self, record: Record) -> None:
        if self.done:
            self.fault("a record follows the end")
        if (self.first is None) != (record.type == "log"):
            raise MalformedError(f"a record of type {record.type!r} stands where the first line should, or the reverse")
        if record.type not in ("log", "began", "end"):
            self._inside(record)
        super().see(record)

    def _on_log(self, record: Record) -> None:
        self.first = record
        good = record.number("round") == 0 and record.number("form") in FORMS
        self.check("first lines", good, f"the first line is not of round 0 and of a form among {FORMS}")
        rules = json.dumps(record.fields["rules"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        self.rules_hash = hashlib.sha256(rules.encode()).hexdigest()
        pack = record.text("pack").split()
        good = bool(pack) and len(set(pack)) == len(pack) and all(CARD.fullmatch(card) for card in pack)
        good = good and record.number("decks") == record.part("rules").number("decks", max(1, record.number("decks")))
        self.check("first lines", good, "pack and decks do not list the cards")
        follows, stated = record.text("follows"), record.fields.get("state")
        left: JsonObject | None = None if follows else {}
        if follows:
            self.check("first lines", bool(HASH.fullmatch(follows)), f"follows is no hash: {follows!r}")
        if follows in self.earlier and (left := self.earlier[follows].last_state) is not None:
            self.state, self.last_round = left, Record(left).number("round")
            same = stated is None or stated in (left, {**left, "burn": True})
            self.check("links to an earlier log", same, "its state is not the one with which the earlier log ended")
        self.report.last_state = left if stated is None else stated  # until a round of this log leaves another

    def _on_began(self, record: Record) -> None:
        assert self.first is not None
        state, number = record.part("state").fields, record.number("round")
        if self.open:
            self.fault("a round begins before the last one has ended")
        if self.state is not None:
            same = state in (self.state, {**self.state, "burn": True})  # a new dealer burns a card
            self.check("states", same, "the state is not the one that the last round left")
            in_turn = number == self.last_round + 1
            self.check("round numbers", in_turn, f"round {number} follows round {self.last_round}")
        elif not self.first.text("follows"):
            new = state in ({}, {"burn": True})  # a new dealer may have come before the first round
            self.check("states", new, f"a new table begins with more than a new dealer: {state}")
            self.check("round numbers", number == 1, f"the first round is {number}")
        same = record.text("rules") == self.rules_hash and record.same(self.first, "game")
        self.check("rules", same, "the round has another game, or another hash of its rules")
        self._people(record)
        self.open, self.rounds, self.last_round = True, self.rounds + 1, number

    def _people(self, record: Record) -> None:
        places = [seat for seat, _ in record.items("seats") if seat]
        people = [(seat, player) for seat, player in record.items("seats")]
        good = len(set(places)) == len(places) and len(set(people)) == len(people)
        self.check("seats", good, "a seat has two players, or a player is listed twice")
        self.present = {player for _, player in people}
        for player, name in record.part("names").fields.items():
            good = player in self.present and name != player
            self.check("names", good, f"names has {player!r}, who is absent or has no other name")

    def _inside(self, record: Record) -> None:
        if not self.open:
            self.fault(f"{record.type} stands outside of a round")
        if record.number("round") != self.last_round:
            self.fault(f"{record.type} has the round {record.number('round')} in round {self.last_round}")
        player = record.text("player")
        if record.type == "input/seat":
            self.present.add(player)
        elif player and not (player == "dealer" and not record.number("seat")):
            self.check("players", player in self.present, f"{player!r} is not at the table")

    def _on_ended(self, record: Record) -> None:
        self.state = self.report.last_state = record.part("state").fields
        self.open = False
        number = record.part("state").number("round")
        self.check("states", number == self.last_round, f"the state has the round {number}")

    def _on_end(self, record: Record) -> None:
        self.done = True
        last = self.last_round if self.rounds else 0
        good = (record.number("rounds"), record.number("round")) == (self.rounds, last) and not self.open
        self.check("last lines", good, f"the log has {self.rounds} rounds, up to {last}")

    def finish(self) -> None:
        """Check that nobody cut the log short."""
        self.check("last lines", self.done, "the log has no last line: it was cut short")


class InputCheck(Check):
    """What people and devices told the table: when, by whom, as an answer to which question, and what followed."""

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.records, self.turns = 0, set[int]()
        self.before = self.spoken = Record({})

    def see(self, record: Record) -> None:
        if record.type == "began":
            self.records, self.turns, self.spoken = 0, set[int](), Record({})
        if record.type.startswith("input/"):
            self._input(record)
        self._follows(self.before, record)
        self._has_input(self.before, record)
        super().see(record)
        self.before = record
        self.records += 1

    def _input(self, record: Record) -> None:
        at, turn, by = record.number("at"), record.number("turn"), record.text("by")
        self.check("inputs", at == self.records, f"at is {at}, but {self.records} records came before")
        self.turns.add(turn)
        if record.type == "input/wager" and record.text("do") == "cash":
            self.spoken = record
        self.check("actors", by in ACTORS.get(record.type, set()), f"{record.type} by {by!r}")
        late = record.text("ruling") == "time-out"
        self.check("actors", (by == "clock") == late, "a clock without the ruling time-out, or the reverse")
        if by == "clock":
            stakes = record.number("amount") > 0 or record.text("do") in ("wager", "redeem")
            self.check("clocks", not stakes, "the clock stakes something for a player")

    def _follows(self, told: Record, record: Record) -> None:
        """Check that the table does what the input before this record says."""
        match told.type, told.text("do"):
            case "input/seat", _:
                same = record.type == "seated" and told.same(record, "seat", "player", "name")
            case "input/shuffle", _:
                same = record.type == "shuffled" and told.same(record, "key", "source", cards="order")
            case "input/wager", "wager" | "redeem" as do:
                same = record.type == "wagered" and record.flag("redeemed") == (do == "redeem")
                same = same and told.same(record, "seat", "player", "hand", "wager", "amount", "coupon")
            case "input/wager", "withdraw":
                same = record.type == "withdrawn" and told.same(record, "seat", "player", "hand", "wager")
            case "input/meter", "reading":
                same = record.type == "metered" and told.same(record, "amount", what="meter")
            case "input/meter", "take back":
                same = record.type == "contributed" and record.flag("reversed")
                same = same and told.same(record, "seat", "wager", what="meter", amount="units")
            case "input/decision" | "input/house", "cut":
                same = record.type == "cut" and told.same(record, amount="depth")
            case "input/decision", _ if record.type not in ("refused", "announced"):
                same = record.type == "chose" and told.same(record, "seat", "player", "hand", "amount", do="action")
                same = same and (record.text("ruling") == "time-out") == (told.text("by") == "clock")
            case _:
                return
        self.check("answers to inputs", same, f"{record.type} is not what {told.type} asked for")

    def _has_input(self, told: Record, record: Record) -> None:
        """Check that an event which needs an input comes after one."""
        needs = {
            "seated": ("input/seat",),
            "shuffled": ("input/shuffle",),
            "metered": ("input/meter",),
            "cut": ("input/decision", "input/house"),
            "wagered": ("input/wager", "chose", "wagered", "withdrawn", "announced", "procedure"),
            "withdrawn": ("input/wager", "chose", "wagered"),
        }.get(record.type, (told.type,))
        self.check("causes of events", told.type in needs, f"{record.type} comes without an input")
        if (told.type, record.type) == ("procedure", "wagered"):
            same = self.spoken.same(record, "seat", "player", "hand", "wager", "amount", "coupon")
            self.check("wagers with cash", same, "the wager is not the one that was spoken with cash")
            self.spoken = Record({})
        if told.type == "chose" and told.number("amount"):
            same = record.type == "wagered" and told.same(record, "seat", "player", "amount")
            self.check("stakes of decisions", same, "the decision's stake does not follow it")

    def _on_ended(self, record: Record) -> None:
        """Check that the numbers of the questions have no gap. (0 answers whatever is asked.)"""
        if 0 not in self.turns:
            whole = self.turns == set(range(1, len(self.turns) + 1))
            self.check("turns", whole, f"the questions are numbered {sorted(self.turns)}")


class EntryCheck(Check):
    """Those who sit down while bets are open: the window, the seat, and a document that bars entry in mid-shoe."""

    def __init__(self, first: Record, report: Report) -> None:
        super().__init__(report)
        rules = first.part("rules")
        self.positions = rules.number("positions")
        self.bars = first.text("game") in LASTING and not rules.flag("mid_shoe_entry")
        self._on_began(Record({}))

    def _on_began(self, record: Record) -> None:
        state = record.part("state")
        self.takes_in = record.number("revision") >= TAKES_IN
        self.seats: dict[str, int] = {player: seat for seat, player in record.items("seats")}
        self.stakes: set[WagerName] = set()
        self.mid_shoe, self.entered = state.number("cursor") > 0, state.items("entered")
        self.turns: set[int] = set()  # of the questions during which somebody sat down
        self.closed = False

    def _on_input_seat(self, record: Record) -> None:
        seat, player, name = record.number("seat"), record.text("player"), record.text("name")
        self.check("entries", self.takes_in, f"nobody sits down in a round before revision {TAKES_IN}")
        self.check("entries", not self.closed, f"{player!r} sits down after bets are closed")
        self.check("entries", bool(player) and player not in self.seats, f"{player!r} is in this round already")
        self.check("entries", name != player, f"the name of {player!r} is no other than the id")
        self.check("entries", 1 <= seat <= self.positions, f"there is no seat {seat}")
        free = seat not in self.seats.values() and seat not in {where for where, *_ in self.stakes}
        self.check("entries", free, f"seat {seat} is not free")
        barred = self.bars and self.mid_shoe and player not in self.entered
        self.check("entries in mid-shoe", not barred, f"{player!r} sits down in mid-shoe, which the rules do not allow")
        self.seats[player] = seat
        self.turns.add(record.number("turn"))

    def _on_input_house(self, record: Record) -> None:
        if record.text("do") in CLOSE_BETS and not self.closed:
            good = self.turns <= {record.number("turn")}
            self.check("windows of entries", good, "somebody sat down at another question than that of the wagers")
            self.closed = True

    def _on_dealt(self, record: Record) -> None:
        self.closed = True

    def _on_shuffled(self, record: Record) -> None:
        self.mid_shoe = False

    def _on_wagered(self, record: Record) -> None:
        self.stakes.add(wager_name(record))

    def _on_withdrawn(self, record: Record) -> None:
        self.stakes.discard(wager_name(record))

    def _on_settled(self, record: Record) -> None:
        self.stakes.discard(wager_name(record))


def commit(salt: bytes, card: str) -> str:
    return hashlib.blake2s(salt + card.encode()).hexdigest()


class Stack:
    """An order of cards with its key: how it was cut, how far it was dealt, which cards everyone has seen."""

    def __init__(self, pack: int, order: str, key: str) -> None:
        marked = order.split()
        self.pack = pack
        self.key = key
        self.cards = [card.removesuffix("^") for card in marked]
        self.boxed = {position for position, card in enumerate(marked) if card.endswith("^")}
        self.commitments: list[str] = []
        self.depth = self.cursor = 0
        self.seen: set[int] = set()
        self.opened: set[int] = set()
        stream = hashlib.shake_256(bytes.fromhex(key)).digest(16 * len(marked))
        self.salts = [stream[16 * index : 16 * index + 16] for index in range(len(marked))]

    @property
    def left(self) -> int:
        return len(self.cards) - self.cursor

    def ahead(self, draws: int) -> int:
        """Return the position in the order of the card that comes after so many others."""
        return (self.depth + self.cursor + draws) % len(self.cards)


@dataclass
class LyingCard:
    """A card on the layout, and its position in the stack that it came from."""

    card: str
    face: str
    stack: Stack
    position: int

    def turn_up(self) -> None:
        """Show the card to everyone."""
        self.face = "up"
        self.stack.seen.add(self.position)


class CardCheck(Check):
    """Every card from the shuffle to the rack."""

    def __init__(self, first: Record, report: Report) -> None:
        super().__init__(report)
        self.pack = Counter({card: first.number("decks") for card in first.text("pack").split()})
        self.two_packs = first.part("rules").number("packs", 1) == 2
        self.lasting = first.text("game") in LASTING
        self.stacks: dict[str, Stack] = {}
        self.uncommitted: Stack | None = None
        self.retired: list[Stack] = []
        self.taken_away = ""  # the card that the record before took out of the game
        self._on_began(Record({}))

    def see(self, record: Record) -> None:
        if self.uncommitted is not None and record.type != "committed":
            self.fault("no commitments follow an order")
            self.uncommitted = None
        super().see(record)
        self.taken_away = record.text("card") if record.type == "moved" else ""

    def _on_began(self, record: Record) -> None:
        state = record.part("state")
        self.layout: dict[HandName, list[LyingCard]] = {}
        self.current: Stack | None = None
        self.waiting: Stack | None = None
        self.stub: int | None = None
        self.stub_is_back = self.void = False
        self.drawn = self.drawn_early = 0
        self.rack = state.text("rack").split()
        if state.text("order"):
            pack = 3 - state.number("pack", 1) if self.two_packs else 1
            self.current = self.stacks.get(state.text("key"))
            if self.current is None:
                self.current = Stack(pack, state.text("order"), state.text("key"))
                self.current.depth, self.current.cursor = state.number("depth"), state.number("cursor")
                self.stacks[self.current.key] = self.current
            self._compare(state, self.current, pack)

    def _compare(self, state: Record, stack: Stack, pack: int) -> None:
        """Compare the stack that a state holds with the one that the records left."""
        kept = Stack(pack, state.text("order"), state.text("key"))
        same = kept.key == stack.key and kept.pack == stack.pack and kept.cards == stack.cards
        same = same and state.number("depth") == stack.depth and state.number("cursor") == stack.cursor
        self.check("stacks in states", same, "the state holds another stack than the records left")
        marks = sorted(kept.boxed ^ stack.boxed)
        self.check("boxed cards", not marks, f"the state marks other cards as boxed, at {marks}")

    def _on_shuffled(self, record: Record) -> None:
        """Take a new order: for this round, or from the other pack for the next."""
        stack = Stack(record.number("pack"), record.text("order"), record.text("key"))
        last = self.current
        of_rack = self.lasting and last is not None and not last.left and stack.pack == last.pack + 1
        planted = record.text("source") == "planted"
        good = (bool(stack.cards) or planted) and all(CARD.fullmatch(card) for card in stack.cards)
        good = good and (stack.pack in ((1, 2) if self.two_packs else (1,)) or of_rack)
        self.check("orders", good, "the order is of no known pack, or holds something that is no card")
        self.check("keys", stack.key not in self.stacks, "an earlier order had this key")
        if not planted:
            due = Counter(self.rack) if of_rack else self.pack
            self.check("contents of orders", Counter(stack.cards) == due, "the order lacks cards, or has more")
        self.stacks[stack.key] = self.uncommitted = stack
        if self.two_packs and self.current is not None and self.current.pack != stack.pack:
            self.waiting = stack
            return
        if self.current is not None:
            self.retired.append(self.current)
        self.current, self.stub, self.rack = stack, None, []

    def _on_committed(self, record: Record) -> None:
        stack, self.uncommitted = self.uncommitted, None
        if stack is None:
            raise MalformedError("commitments come without an order")
        stack.commitments = record.items("commitments")
        right = [commit(salt, card) for salt, card in zip(stack.salts, stack.cards, strict=True)]
        self.report.counts["commitments"] += len(right)
        if stack.commitments != right or record.number("pack") != stack.pack:
            self.fault("the commitments are not those of the order")

    def _on_cut(self, record: Record) -> None:
        stack, depth = self._stack(), record.number("depth")
        good = 0 < depth < len(stack.cards) and stack.cursor == 0
        self.check("cuts", good, f"a cut of {depth} cards after {stack.cursor} draws")
        if good:
            stack.depth = (stack.depth + depth) % len(stack.cards)

    def _on_input_report(self, record: Record) -> None:
        """Turn a card of the stack face up, if staff report a boxed card. The next card is 1 draw ahead."""
        ahead, stack = record.number("amount") + self.drawn_early, self.current
        if record.text("what") == "boxed card" and stack is not None and 1 <= ahead <= stack.left:
            stack.boxed.add(stack.ahead(ahead - 1))

    def _on_irregular(self, record: Record) -> None:
        what, card = record.text("what"), record.text("card")
        if what == DRAWN_EARLY:
            self.drawn_early = 1
            self.check("cards drawn early", self._is_next(card), f"{card} is drawn in error, but is not the next card")
        elif what == REMOVED and card and card != self.taken_away:
            self.check("cards removed", self._is_next(card), f"{card} is found in the shoe, but is not the next card")
            self._stack().cursor += 1

    def _is_next(self, card: str) -> bool:
        stack = self._stack()
        return stack.left > 0 and card == stack.cards[stack.ahead(0)]

    def _stack(self) -> Stack:
        if self.current is None:
            raise MalformedError("cards are cut or drawn before an order came")
        return self.current

    def _take(self, record: Record) -> LyingCard:
        """Take the next card of the stack, which must be the one that the record names."""
        stack, card, face = self._stack(), record.text("card"), record.text("face")
        if not stack.left:
            raise MalformedError(f"{card} is drawn, but no card is left")
        if self.stub is not None and not self.stub_is_back:
            self.fault(f"{card} is drawn, but no procedure brought the stub back")
        position = stack.ahead(0)
        expected = stack.cards[position]
        self.check("cards drawn", card == expected, f"{card} is drawn, but the next card is {expected}")
        self.check("faces", face in ("up", "down"), f"a card lies {face!r}")
        if position in stack.boxed:
            good = record.type == "burned" and face == "up"
            self.check("boxed cards", good, f"{card} lay face up in the stack, and was not burned so")
            stack.boxed.remove(position)
        stack.cursor += 1
        self.drawn, self.drawn_early = self.drawn + 1, 0
        taken = LyingCard(card, face, stack, position)
        if face == "up":
            taken.turn_up()
        return taken

    def _on_dealt(self, record: Record) -> None:
        name = (record.text("to"), record.number("hand"))
        if name not in self.layout and name[1] != 1:
            self.fault(f"{name[0]} has no hand {name[1]}: nobody split")
        self.layout.setdefault(name, []).append(self._take(record))

    def _on_burned(self, record: Record) -> None:
        self._take(record)
        self.rack.append(record.text("card"))

    def _on_voided(self, record: Record) -> None:
        self.void = self.void or record.text("place") == "round"

    def _on_procedure(self, record: Record) -> None:
        self.stub_is_back = True  # the step may be the one that brings it back

    def _on_stub(self, record: Record) -> None:
        count, left = record.number("cards"), self.current.left if self.current else 0
        self.check("stubs", count == left, f"the stub has {count} cards, but {left} are left")
        self.stub, self.stub_is_back = count, False

    def _on_counted(self, record: Record) -> None:
        expected, size = record.number("expected"), self.pack.total()
        self.check("counts", expected == size, f"a count expects {expected} cards in a pack of {size}")

    def _hand(self, record: Record) -> list[LyingCard]:
        return self.layout.get((record.text("place"), record.number("hand")), [])

    def _on_exposed(self, record: Record) -> None:
        hand, only = self._hand(record), record.items("only")
        turned = [card for index, card in enumerate(hand) if not only or index in only]
        lying, named = [card.card for card in turned], record.items("cards")
        self.check("exposed", bool(named) and lying == named, f"{named} exposed, but {lying} lie there")
        for card in turned:
            card.turn_up()

    def _on_concealed(self, record: Record) -> None:
        hand = self._hand(record)
        self.check("concealed", bool(hand), f"{record.text('place')} has no cards to turn down")
        for card in hand:
            card.face = "down"

    def _on_ranked(self, record: Record) -> None:
        """Check that ranked cards lie at the place itself, or at a place that belongs to nobody."""
        lying = Counter(card.card for card in self._hand(record))
        for (place, _), cards in self.layout.items():
            if not place.startswith("seat") and place not in ("dealer", record.text("place")):
                lying.update(card.card for card in cards)
        named = Counter(record.items("cards"))
        self.check("ranked", bool(named) and named <= lying, f"{sorted(named)} ranked, but they lie elsewhere")

    def _on_moved(self, record: Record) -> None:
        card, place, to_hand = record.text("card"), record.text("place"), record.number("to_hand")
        hand = self._hand(record)
        found = next((lying for lying in hand if lying.card == card), None)
        self.report.counts["moved"] += 1
        if found is not None:
            hand.remove(found)
            if to_hand:
                self.layout.setdefault((place, to_hand), []).append(found)
        elif not to_hand and card in self.rack:
            self.rack.remove(card)
        else:
            self.fault(f"{card} is moved, but it does not lie at {place}")

    def _on_collected(self, record: Record) -> None:
        lying = [(card.card, card.face) for card in self._hand(record)]
        named = list(zip(record.items("cards"), record.items("faces"), strict=True))
        self.check("collected", named == lying, f"{named} collected, but {lying} lie there")
        self.layout.pop((record.text("place"), record.number("hand")), None)
        self.rack += record.items("cards")

    def _on_opened(self, record: Record) -> None:
        """Check each opening against its commitment, and that nobody opens too much."""
        openings = record.items("cards")
        stack = self._opened_stack(record.number("pack"), openings)
        if stack is None:
            raise MalformedError("an opening belongs to no order of this log")
        for position, card, salt in openings:
            good = 0 <= position < len(stack.cards) and position not in stack.opened
            good = good and (card, salt) == (stack.cards[position], stack.salts[position].hex())
            self.check("openings", good, f"{card} at {position} is not what was committed to, or opened twice")
            stack.opened.add(position)
        extra = 0 if self.lasting else len(stack.opened - stack.seen)
        self.check("openings too many", not extra, f"{extra} cards are opened that nobody saw")

    def _opened_stack(self, pack: int, openings: list[Any]) -> Stack | None:
        """Return the newest order of the pack whose salt fits the first opening."""
        for stack in reversed(self.stacks.values()):
            for position, _, salt in openings[:1]:
                if stack.pack == pack and salt in (known.hex() for known in stack.salts[position : position + 1]):
                    return stack
        return None

    def _all_opened(self, stack: Stack) -> None:
        """Check that a stack which is done was opened: what everyone saw, or a shoe that lasts as a whole."""
        if stack.commitments:
            due = set(range(len(stack.cards))) if self.lasting else stack.seen
            missing = len(due - stack.opened)
            self.check("openings of all", not missing, f"{missing} cards should be opened, and are not")

    def _on_ended(self, record: Record) -> None:
        """Check that no card is left on the layout, and which stack the next round finds."""
        state = record.part("state")
        left = [f"{place} hand {hand}" for (place, hand), cards in self.layout.items() if cards]
        self.check("empty layouts", not left, f"cards are left on the layout: {left}")
        if self.current is not None:
            same = self.stub in (None, self.current.left) or self.void
            self.check("stubs", same, "no second stub follows the cards drawn")
            if self.current.key != state.text("key"):
                self.retired.append(self.current)
            if self.two_packs and state.text("order"):
                played = state.number("pack", 1)
                self.check("packs", played == self.current.pack, f"the round did not play pack {played}")
        for stack in self.retired:
            self._all_opened(stack)
        self.retired = []
        self._kept(state)

    def _kept(self, state: Record) -> None:
        """Check the stack and the rack that a state keeps."""
        if not state.text("order"):
            done = not self.drawn or (self.current is not None and self.current.pack > 1)
            self.check("stacks in states", not self.lasting or done, "the state lacks the shoe")
            return
        kept = self.waiting if self.two_packs else self.current
        if kept is None:
            self.fault("the state holds a stack that this round did not leave")
        else:
            self._compare(state, kept, 3 - state.number("pack", 1) if self.two_packs else 1)
        if self.lasting:
            good = state.text("rack").split() == self.rack
            self.check("racks", good, "the rack is not what was burned and collected, in that order")


@dataclass
class Stake:
    """What lies on the layout for one wager."""

    amount: int = 0
    coupon: int = 0
    redeemed: bool = False


def wager_name(record: Record) -> WagerName:
    """Return the four fields that a wager is known by."""
    return record.number("seat"), record.text("player"), record.number("hand"), record.text("wager")


class MoneyCheck(Check):
    """Every wager from the first chip to its end, and the books of the round."""

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self._on_began(Record({}))

    def _on_began(self, record: Record) -> None:
        self.stakes: dict[WagerName, Stake] = {}
        self.wagered: Counter[WagerName] = Counter()
        self.voided: list[Record] = []
        self.surrendered: Counter[tuple[int, str, int]] = Counter()
        self.given_back: Counter[tuple[int, str, int]] = Counter()
        self.staked = self.returned = 0

    def _on_wagered(self, record: Record) -> None:
        amount, redeemed = record.number("amount"), record.flag("redeemed")
        stake = self.stakes.setdefault(wager_name(record), Stake(redeemed=redeemed))
        stake.amount += amount
        stake.coupon += record.number("coupon")
        self.wagered[wager_name(record)] += amount
        good = amount > 0 and stake.redeemed == redeemed and 0 <= stake.coupon <= stake.amount
        self.check("wagers", good, "a wager of nothing, of chips and a coupon, or below the coupon's face")
        self.staked += 0 if redeemed else amount

    def _on_withdrawn(self, record: Record) -> None:
        stake = self.stakes.pop(wager_name(record), Stake())
        taken = Stake(record.number("amount"), record.number("coupon"), record.flag("redeemed"))
        self.check("withdrawals", taken == stake, f"{taken} is withdrawn, but {stake} lies there")
        self.wagered[wager_name(record)] = 0
        self.staked -= 0 if stake.redeemed else taken.amount

    def _on_voided(self, record: Record) -> None:
        self.voided.append(record)

    def _on_settled(self, record: Record) -> None:
        self.returned += record.number("returned")
        if record.number("stake"):
            self._take_stake(record)
        else:
            good = record.text("result") == "win" and not record.flag("redeemed") and not record.number("coupon")
            self.check("wins without a stake", good, "nothing was staked, and it is no plain win")
        self._result(record)
        self._coupon(record)

    def _take_stake(self, record: Record) -> None:
        amount, coupon, stake = record.number("stake"), record.number("coupon"), self.stakes.get(wager_name(record))
        if stake is None:
            raise MalformedError(f"{amount} is settled, but no such wager lies there")
        good = 0 < amount <= stake.amount and coupon <= stake.coupon and stake.redeemed == record.flag("redeemed")
        self.check("settlements", good, f"{amount} with a coupon of {coupon} is settled, but {stake} lies there")
        stake.amount -= amount
        stake.coupon -= coupon
        if not stake.amount and not stake.coupon:
            del self.stakes[wager_name(record)]

    def _result(self, record: Record) -> None:
        result, returned = record.text("result"), record.number("returned")
        face = 0 if record.flag("redeemed") else record.number("stake")
        if result == "win":
            self._win(record, returned, face)
        elif result == "surrender":
            hand = (record.number("seat"), record.text("player"), record.number("hand"))
            self.surrendered[hand] += face
            self.given_back[hand] += returned
        else:
            right = 0 if result == "lose" else face
            self.check("results", result in RESULTS, f"no such result: {result!r}")
            self.check("results", returned == right, f"a {result} of {face} returned {returned}")
            if result == "void":
                self._has_cause(record)

    def _win(self, record: Record, returned: int, face: int) -> None:
        """Check a win by the odds that the record names. Without odds, a win only has to return something."""
        odds = ODDS.fullmatch(record.text("pays"))
        seat, player, hand, wager = wager_name(record)
        base = record.number("stake") or self.wagered[seat, player, hand, PAID_ON.get(wager, "")]
        if odds is None or not base:
            good = returned > 0 and (not record.number("stake") or bool(SHARE.fullmatch(record.text("pays"))))
            self.check("wins without odds", good, f"a win without odds returned {returned}")
            return
        payout = Fraction(base * int(odds[1].replace(",", "")), int(odds[3]))
        pays = ceil(payout) + record.number("coupon") - record.number("capped")
        pays += face if odds[2] == "to" else 0
        self.check("wins by odds", returned == pays, f"a win at {odds[0]} returned {returned}, not {pays}")
        self.check("rounded", record.flag("rounded") == (payout.denominator > 1), "rounded is wrong")

    def _has_cause(self, record: Record) -> None:
        place = f"seat {record.number('seat')}"
        good = record.text("line") in VOID_WITHOUT_CAUSE
        for cause in self.voided:
            any_hand = record.text("wager") in ON_THE_DEALER or not cause.number("hand")
            its_hand = cause.text("place") == place and (any_hand or cause.number("hand") == record.number("hand"))
            its_player = cause.text("player") in ("", record.text("player"))
            good = good or cause.text("place") == "round" or (its_hand and its_player)
        self.check("causes of voids", good, f"{record.text('wager')} at {place} is void, but nothing made it so")

    def _coupon(self, record: Record) -> None:
        """Check that a win, a loss and a surrender take the coupon, and that a push and a void leave it."""
        lies = record.number("coupon") > 0 or record.flag("redeemed")
        taken = lies and record.text("result") in ("win", "lose", "surrender")
        self.check("coupons", record.flag("coupon_taken") == taken, "coupon_taken is wrong")

    def _on_ended(self, record: Record) -> None:
        for hand, face in self.surrendered.items():
            half, back = -(-face // 2), self.given_back[hand]
            self.check("surrenders", half == back, f"a surrender of {face} returned {back}")
        self.check("empty layouts", not self.stakes, f"wagers are left on the layout: {self.stakes}")
        staked, returned = record.number("staked"), record.number("returned")
        self.check("books", staked == self.staked, f"staked is {staked}, but players staked {self.staked}")
        self.check("books", returned == self.returned, f"returned is {returned}, but {self.returned} went back")
        kept = record.number("house_units") + sum(record.part("meter_units").fields.values())
        self.check("books", UNITS * (staked - returned) == kept, "house and meters do not add up")


class MeterCheck(Check):
    """What meters gain and pay, in each round and from the seed on."""

    def __init__(self, first: Record, earlier: Earlier, report: Report) -> None:
        super().__init__(report)
        self.meters = {meter["name"]: Record(meter) for meter in first.items("meters")}
        follows = first.text("follows")
        if not follows:
            report.meters = {name: UNITS * meter.number("seed") for name, meter in self.meters.items()}
        elif follows in earlier:
            report.meters = dict(earlier[follows].meters)
        self._on_began(Record({}))

    def _on_began(self, record: Record) -> None:
        self.gained: Counter[str] = Counter()
        self.fed: Counter[tuple[str, WagerName]] = Counter()
        self.live: dict[WagerName, Record] = {}
        self.void: set[WagerName] = set()
        self.reading: dict[str, int] = {}
        self.payments: list[tuple[str, int, Record]] = []
        self.won: Counter[str] = Counter()

    def _meter(self, record: Record, name: str = "meter") -> Record:
        meter = self.meters.get(record.text(name))
        if meter is None:
            raise MalformedError(f"the first line names no meter {record.text(name)!r}")
        return meter

    def _add(self, meter: str, units: int) -> None:
        self.gained[meter] += units
        if meter in self.report.meters:
            self.report.meters[meter] += units

    def _shows(self, meter: Record) -> int | None:
        """Return the units that a meter holds, unless other tables feed it or its beginning is unknown."""
        return None if meter.flag("linked") else self.report.meters.get(meter.text("name"))

    def _on_wagered(self, record: Record) -> None:
        self.live[wager_name(record)] = record

    def _on_withdrawn(self, record: Record) -> None:
        self.live.pop(wager_name(record), None)

    def _on_contributed(self, record: Record) -> None:
        meter, units = self._meter(record), record.number("units")
        wager = next((name for name, live in self.live.items() if live.same(record, "seat", "player", "wager")), None)
        if wager is None or wager[3] not in meter.items("wagers"):
            raise MalformedError(f"a wager that does not feed it adds to {meter.text('name')}")
        name = (meter.text("name"), wager)
        if record.flag("reversed"):
            good = 0 < units <= self.fed[name] and wager in self.void
            self.check("reversals", good, f"{units} units of {self.fed[name]} leave, or the wager is not void")
            units = -units
        else:
            good = units == meter.number("units") and name not in self.fed
            self.check("contributions", good, f"a wager adds {units} units, or adds twice")
        self.fed[name] += units
        self._add(name[0], units)

    def _on_metered(self, record: Record) -> None:
        meter, amount = self._meter(record), record.number("amount")
        self.reading[meter.text("name")] = amount
        units = self._shows(meter)
        if units is not None:
            right = units // UNITS
            self.check("meter readings", amount == right, f"the meter reads {amount}, but must show {right}")

    def _on_paid(self, record: Record) -> None:
        """Take a share out of a meter, and put the seed in after a win of all of it."""
        meter, name, amount = self._meter(record), record.text("meter"), record.number("amount")
        self.payments.append((name, self.reading.get(name, 0), record))
        units = self._shows(meter)
        good = amount > 0 and (units is None or UNITS * amount <= units)
        self.check("meter payments", good, f"{amount} cents are paid, more than the meter holds")
        reset = record.number("reset")
        self.check("meter payments", reset in (0, meter.number("seed")), f"a reset of {reset} is not the seed")
        self._add(name, UNITS * (reset - amount))

    def _on_settled(self, record: Record) -> None:
        """Check that a wager has fed its meters, and that a share of a meter was paid."""
        name = wager_name(record)
        if record.text("result") == "void":
            self.void.add(name)
        elif record.number("stake"):
            for meter in self.meters.values():
                if name[3] in meter.items("wagers"):
                    good = (meter.text("name"), name) in self.fed
                    self.check("fed meters", good, f"{name[3]} is settled and did not feed its meter")
        share = SHARE.fullmatch(record.text("pays"))
        if share is not None:
            source, percent = record.text("source"), Fraction(share[1])
            self.won[source] += record.number("returned")
            payments = [(reading, paid) for meter, reading, paid in self.payments if meter == source]
            amounts = [paid.number("amount") for _, paid in payments if bool(paid.number("reset")) == (percent == 100)]
            good = any(ceil(reading * percent / 100) in amounts for reading, _ in payments)
            good = good and share[2] in ("meter", source)
            self.check("shares of meters", good, f"no payment is {share[0]}")

    def _on_ended(self, record: Record) -> None:
        """Check the books of each meter, and that the part of a void wager has left it."""
        for (name, wager), units in self.fed.items():
            paid = any(meter == name for meter, _, _ in self.payments)
            if wager in self.void and not self.meters[name].flag("linked") and not paid:
                self.check("parts of void wagers", not units, f"{units} units of a void wager stay in {name}")
        paid_out: Counter[str] = Counter()
        for meter, _, payment in self.payments:
            paid_out[meter] += payment.number("amount")
        self.check("shares of meters", paid_out == self.won, f"meters paid {paid_out}, players won {self.won}")
        stated = record.part("meter_units")
        for name in stated.fields.keys() | self.gained.keys():
            gained = self.gained[name]
            self.check("meter books", stated.number(name) == gained, f"{name} gained {gained} units")


def check_records(path: Path, earlier: Earlier, report: Report) -> None:
    """Run every check over the records of one log."""
    fields, rounds = FieldCheck(report), RoundCheck(earlier, report)
    checks: list[Check] = [fields, rounds]
    for record in read_records(path, report):
        report.round = record.number("round")
        report.counts["records"] += 1
        if record.type == "log" and rounds.first is None:
            checks += [InputCheck(report), EntryCheck(record, report), CardCheck(record, report)]
            checks += [MoneyCheck(report), MeterCheck(record, earlier, report)]
        for check in checks:
            check.see(record)
    rounds.finish()


class SeatCheck(Check):
    """The log of a seat: its seals, the places of opened cards in the stack, and its money."""

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.sealed: dict[int, list[str]] = {}  # the commitments to each pack
        self.shown: list[list[str]] = []  # what the records say of each card that was drawn in this round
        self.lying: dict[tuple[str, int], list[int]] = {}  # the cards of each hand, by their numbers in shown
        self.faulty: list[str] = []  # the cards that irregularities name
        self.since: dict[int, tuple[int, int]] = {}  # cards drawn and depth cut before each pack was sealed
        self.opened: dict[int, dict[int, str]] = {}  # the card at each opened position of each pack
        self.depth = self.staked = self.returned = 0
        self.lasting = False

    def _on_began(self, record: Record) -> None:
        self.shown, self.lying, self.faulty, self.since, self.opened = [], {}, [], {}, {}
        self.depth = self.staked = self.returned = 0
        self.lasting = record.text("game") in LASTING

    def _on_committed(self, record: Record) -> None:
        pack = record.number("pack")
        self.sealed[pack], self.since[pack] = record.items("commitments"), (len(self.shown), self.depth)
        self.opened.pop(pack, None)
        self.check("sealed stacks", bool(self.sealed[pack]), "a stack without cards was sealed")

    def _on_cut(self, record: Record) -> None:
        self.depth += record.number("depth")

    def _on_dealt(self, record: Record) -> None:
        self.hand(record, "to").append(len(self.shown))
        self._on_burned(record)

    def _on_burned(self, record: Record) -> None:
        card = record.fields.get("card")
        self.shown.append([card] if card else [])

    def hand(self, record: Record, place: str = "place") -> list[int]:
        """The cards of the hand that a record is about."""
        return self.lying.setdefault((record.text(place), record.number("hand")), [])

    def _on_exposed(self, record: Record) -> None:
        cards, lying = record.items("cards"), self.hand(record)
        positions = record.items("only") or range(len(cards))
        good = len(positions) == len(cards) and all(0 <= at < len(lying) for at in positions)
        self.check("cards of hands", good, f"{record.text('place')} does not have the cards that it shows")
        for at, card in zip(positions, cards, strict=True) if good else ():
            if card:
                self.shown[lying[at]].append(card)

    def _on_collected(self, record: Record) -> None:
        good = len(record.items("cards")) == len(self.hand(record))
        self.check("cards of hands", good, f"{record.text('place')} did not have this number of cards")
        self._on_exposed(record)
        self.hand(record).clear()

    def _on_moved(self, record: Record) -> None:
        if record.text("place") == "discard rack":
            return
        lying, card = self.hand(record), record.text("card")
        moved = [one for one in lying if card in self.shown[one]][-1:]
        self.check("cards of hands", bool(moved), f"{card} leaves a hand that does not hold it")
        for one in moved:
            lying.remove(one)
            if record.number("to_hand"):
                self.lying.setdefault((record.text("place"), record.number("to_hand")), []).append(one)

    def _on_ranked(self, record: Record) -> None:
        own = record.text("place"), record.number("hand")
        there = {
            card
            for (place, hand), lying in self.lying.items()
            if (place, hand) == own or not (place == "dealer" or place.startswith("seat "))
            for one in lying
            for card in self.shown[one]
        }
        self.check("ranked hands", there >= {*record.items("cards")}, f"{own[0]} is ranked with cards of others")

    def _on_opened(self, record: Record) -> None:
        pack = record.number("pack")
        for at, card, salt in record.items("cards") if pack in self.sealed else []:
            good = 0 <= at < len(self.sealed[pack]) and commit(bytes.fromhex(salt), card) == self.sealed[pack][at]
            self.check("opened cards", good, f"{card} at {at} does not fit its commitment")
            opened = self.opened.setdefault(pack, {})
            again = at in opened or (not self.lasting and card in opened.values())
            self.check("opened cards", not again, f"{card} at {at} is opened twice")
            opened[at] = card

    def _on_wagered(self, record: Record) -> None:
        self.staked += 0 if record.flag("redeemed") else record.number("amount")

    def _on_withdrawn(self, record: Record) -> None:
        self.staked -= 0 if record.flag("redeemed") else record.number("amount")

    def _on_settled(self, record: Record) -> None:
        self.returned += record.number("returned")

    def _on_irregular(self, record: Record) -> None:
        if card := record.fields.get("card"):
            self.faulty.append(card)

    def _on_ended(self, record: Record) -> None:
        for card in [] if self.lasting else self.faulty:
            seen = any(card in said for said in self.shown)
            self.check("cards of irregularities", seen, f"an irregularity names {card}, which was not seen")
        said = record.number("staked"), record.number("returned")
        self.check("books", said == (self.staked, self.returned), f"the round says {said}, not its wagers")

    def finish(self) -> None:
        """Check what the records say of each card, and that the deal took each opened card from its place."""
        for said in self.shown:
            self.check("cards seen", len({*said}) <= 1, f"one card is called {' and '.join(dict.fromkeys(said))}")
        for pack, opened in {} if self.lasting else self.opened.items():
            drawn, cut = self.since.get(pack, (0, 0))
            for number, said in enumerate(self.shown[drawn:]):
                at = (number + self.depth - cut) % len(self.sealed[pack])
                if said and at in opened:
                    good = {*said} == {opened[at]}
                    self.check("places in the stack", good, f"{said[-1]} was seen, but {opened[at]} lay there")


def check_seat(content: bytes, report: Report) -> None:
    """Run the checks of a seat's log: a download, which holds one round, or a record in each line."""
    check = SeatCheck(report)
    if content.startswith(b'{"type"'):
        records = [json.loads(line, object_pairs_hook=only_once) for line in content.splitlines()]
        own = None
    else:
        log = json.loads(content, object_pairs_hook=only_once)
        records = [record for update in log["updates"] for record in update.get("events", [])]
        own = log.get("own")
        good = all(one["round"] == log["round"] and one.get("game", log["game"]) == log["game"] for one in records)
        check.check("rounds named", good, "a record is of another round or game than the download says")
    for fields in records:
        record = Record(fields)
        if record.type == "began" and report.counts["records"]:
            check.finish()
        report.counts["records"] += 1
        report.line, report.round = report.line + 1, record.number("round")
        check.see(record)
    if own:
        check.see(Record({"type": "opened", **own}))
        report.counts["cards opened to this seat alone"] += len(own["cards"])
    check.finish()


def check_log(path: Path, earlier: Earlier) -> Report:
    """Check one log as far as the script can read it."""
    report = Report()
    try:
        if SEAT_LOG.match(b"".join(islice(read_lines(path), 2))):
            check_seat(b"".join(read_lines(path)), report)
        else:
            check_records(path, earlier, report)
    except (MalformedError, OSError, EOFError) as error:
        report.fault(str(error))
    except (ValueError, TypeError, LookupError) as error:
        report.fault(f"the script can't read a field, and ends here: {error!r}")
    return report


def main(arguments: list[str]) -> int:
    """Check each log that is named, and say what the script found."""
    if not arguments:
        print("usage: python -m pitboss.checker LOG [LOG ...]", file=sys.stderr)
        return 2
    status = 0
    earlier: Earlier = {}
    for name in arguments:
        report = check_log(Path(name), earlier)
        earlier[report.last_hash] = report
        if report.faults:
            status = 1
            print(f"{name}: WRONG, {len(report.faults)} faults")
            for fault in report.faults[:SHOWN_FAULTS]:
                print(f"  {fault}")
        else:
            counts = ", ".join(f"{count:,} {what}" for what, count in report.counts.items())
            print(f"{name}: right; {counts}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
