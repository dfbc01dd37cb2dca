"""``pitboss replay``: deal a log again, prove it, and show what an auditor wants to see. ``pitboss schema``: its lines.

The log of one seat is checked for what it holds, and what stays sealed is told.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import msgspec
import typer
from rich.markup import escape

from pitboss.basics.errors import LogError, UnreadableLog
from pitboss.basics.money import dollars
from pitboss.cli.arguments import Json, Unusable, flag, option
from pitboss.cli.deal import Narrator, WagerSum, add_settled, show_wagers
from pitboss.cli.output import complain, console, number, print_json, progress, reader_may_leave
from pitboss.engine import registry
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event, Settled, seat_of, seat_place
from pitboss.engine.round.round import Round
from pitboss.log.lines import schema as schema_of_logs
from pitboss.log.lines import unpacked
from pitboss.log.narration import Step, cents, meter_name
from pitboss.log.proof import Proof, prove
from pitboss.log.seat_log import SeatCheck, SeatRound, check, is_seat_log, read
from pitboss.terminal.seat.drawing import visible

if TYPE_CHECKING:
    from pitboss.house.audit.signing import SignedHead

LONG = 20_000
FALSE, UNREADABLE = 1, 2
"""Exit statuses of a log that is false or not complete, and of a file that can't be read as a log."""

FOR_ALL = (ev.Began, ev.Dealt, ev.Exposed, ev.Concealed, ev.Ranked, ev.Drawn, ev.Irregular, ev.Voided, ev.Ended)
"""Events that concern every player unless they happen at a seat: common cards, voids, irregularities."""
UNSIGNED = "no round has a signature of the house"
IN_CHAIN = "that these events are in that chain, which only the table's own log can show"
NO_CRYPTOGRAPHY = "the house's signature, since the package cryptography is not installed"


def named(given: str | Path) -> Path:
    """The file of this name, which must not be empty."""
    if not str(given):
        raise typer.BadParameter("the name of the log is empty")
    return Path(given)


def replay(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="F",
            parser=named,
            help="A log written by 'pitboss deal --log', gzipped or not. Also the log of your seat, which History in"
            " the browser downloads and 'pitboss play --server --log' writes. Use - for standard input.",
        ),
    ],
    one: int | None = option(None, "N", "Show this round.", "--round"),
    player: str | None = option(None, "NAME", "Show only what concerns this player."),
    narrate: bool = flag(
        "--narrate", "Narrate every step with its clause, as surveillance sees it. --round and --player select steps."
    ),
    expect: str | None = option(
        None, "HASH", "The hash that the log's last line must have. Store it apart from the log."
    ),
    key: str | None = option(
        None,
        "KEY",
        "For the log of a seat: the public key of the house, as GET /api/key gives it. Default: the signature"
        " is checked with the key beside it, which proves less.",
    ),
    as_json: Json = False,
) -> None:
    """Deal every round of a log again and prove every cent of it.

    A proved log has an unbroken chain of hashes. The rules, dealt again from the recorded inputs, produce every line
    byte for byte. Every opened card matches its commitment. The money staked equals the money that players, the house
    and the meters have at the end. The whole log is proved, whatever is shown.

    Anyone who holds the file can rewrite all of it, with new hashes. Only --expect detects that: it compares the last
    hash with one that you stored elsewhere ('pitboss deal' prints it).

    The log of a seat has only what that seat saw, so its rounds can't be dealt again. It is checked instead: opened
    cards fit their commitments and lay in the stack where the deal took them, the money adds up, and the signature of
    the house is right.

    The exit status is 0 if the log is proved or checked, 1 if it is false, and 2 if the file can't be read as a log.
    It is also 1 if the log of a seat lacks the end of a round, or does not open what it should. The first bad line is
    reported, as JSON with --json.

    [bold]Examples[/]

      pitboss deal double_down_stud --rounds 1000 --log rounds.jsonl
      pitboss replay rounds.jsonl
      pitboss replay rounds.jsonl --round 342 --narrate
      pitboss replay rounds.jsonl.gz --player Ann --expect HASH
      pitboss replay seat-log-c36157bad726-8.json --narrate
      pitboss deal double_down_stud --rounds 1000 --log - | pitboss replay - --json
    """
    if player == "":
        raise Unusable("--player must not be empty")
    if expect is not None and not re.fullmatch("[0-9a-fA-F]{64}", expect):
        raise Unusable(f"--expect must be the hash of a log's last line, 64 hexadecimal digits, not '{expect}'")
    if is_seat_log(source(file)):
        if player or expect:
            raise Unusable(f"--{'player' if player else 'expect'} needs the log of a table, not that of a seat")
        try:
            missing = check_seat(source(file), name_of(file), one, narrate, key, as_json)
        except LogError as error:
            raise failed(file, error, as_json) from None
        if missing:
            complain(f"{name_of(file)} is not complete: {missing}")
            raise typer.Exit(FALSE)
        return
    if key:
        raise Unusable("--key is for the log of a seat: the log of a table has no signature")
    chosen = Chosen(one, player, narrate, as_json)
    try:
        with progress("replaying", 0 if narrate else lines_of(file), long=LONG) as bar:
            proof = prove(source(file), registry.game, lambda _: bar.tick(), chosen.take)
        if expect is not None and proof.head != expect.lower():
            wrong = f"the last line's hash is {proof.head}, not {expect.lower()} as expected"
            raise LogError(lines(proof), wrong, "head")
    except LogError as error:
        raise failed(file, error, as_json) from None
    if missing := chosen.missing(file):
        if as_json:
            print_json(plain(proof) | {"shown": None, "wrong": missing})
        raise Unusable(missing)
    if as_json:
        print_json(plain(proof) | chosen.plain())
    else:
        show(proof)
        chosen.show()


def name_of(file: Path) -> str:
    return "standard input" if str(file) == "-" else str(file)


def source(file: Path) -> Path | BinaryIO:
    return sys.stdin.buffer if str(file) == "-" else file


def failed(file: Path, error: LogError, as_json: bool) -> typer.Exit:
    """Report the error in a log. The exit status says whether it is false or unreadable."""
    unreadable = isinstance(error, UnreadableLog)
    told = {
        "proved": False,
        "readable": not unreadable,
        "file": str(file),
        "broke": error.broke,
        "line": error.line or None,
        "round": error.round or None,
        "wrong": error.wrong,
    }
    with reader_may_leave():
        if as_json:
            print_json(told)
    where = name_of(file)
    complain(f"{where}, line {error.line}: {error.wrong}" if error.line else f"{where} {error.wrong}")
    return typer.Exit(UNREADABLE if unreadable else FALSE)


class Chosen:
    """The part of a log to show: one round or all, one player or everyone, narrated or summarized."""

    def __init__(self, number: int | None, player: str | None, narrate: bool, as_json: bool) -> None:
        self.number, self.player, self.narrate, self.as_json = number, player, narrate, as_json
        self.rounds = 0
        self.settled: list[Settled] = []
        self.wagers: dict[str, WagerSum] = {}
        self.told: list[Step] = []
        self._narrator: Narrator | None = None
        self._span: list[int] = []
        self._people: dict[str, None] = {}

    def take(self, round: Round) -> None:
        """Take up a proved round if it is wanted."""
        at, people = round.number, [name for _, name in round.seats]
        self._span[1:] = [at] if self._span else [at, at]
        self._people |= dict.fromkeys(people)
        if (self.number is not None and at != self.number) or (self.player and self.player not in people):
            return
        self.rounds += 1
        found = [one for one in round.settlements if not self.player or one.player == self.player]
        add_settled(self.wagers, found)
        if self.number is not None:
            self.settled += found
        if self.narrate:
            self._tell(round)

    def _tell(self, round: Round) -> None:
        narrator = self._narrator = self._narrator or Narrator(round.game)
        events = self._concerning(round) if self.player else round.events
        if self.as_json:
            self.told += narrator.plain(events)
            return
        with reader_may_leave():  # the rest of the log must still be proved
            narrator.tell(events)

    def _concerning(self, round: Round) -> list[Event]:
        """The player's own actions, cards and payments, and what concerns everyone at the table."""
        seats = {seat for seat, name in round.seats if name == self.player and seat}
        places = {seat_place(seat) for seat in seats | {e.seat for e in round.settlements if e.player == self.player}}

        def concerns(event: Event) -> bool:
            named = getattr(event, "player", None)
            if named:
                return bool(named == self.player)
            place = getattr(event, "to", getattr(event, "place", ""))
            return place in places or (isinstance(event, FOR_ALL) and not seat_of(place))

        return [event for event in round.events if concerns(event)]

    def missing(self, file: Path) -> str:
        """A sentence that says which wanted round or player is missing in the log, or an empty string."""
        if self.rounds or (self.number is None and not self.player):
            return ""
        first, last = self._span or (0, 0)
        if self.number is not None and not first <= self.number <= last:
            has = f"it has rounds {first:,} to {last:,}" if last else "it has none"
            return f"{name_of(file)} has no round {self.number:,}: {has}"
        known = self.number is not None and self.player in self._people
        where = f"round {self.number:,} of {name_of(file)}" if known else name_of(file)
        return f"{where} has no player '{self.player}'; the players in the log are {', '.join(self._people)}"

    def plain(self) -> dict[str, Any]:
        if self.number is None and not self.player and not self.narrate:
            return {}
        told: dict[str, Any] = {"narration": self.told} if self.narrate else {}
        settled = {"settled": [msgspec.to_builtins(one) for one in self.settled]} if self.number is not None else {}
        about = {"round": self.number, "player": self.player or None, "rounds": self.rounds, "wagers": self.wagers}
        return {"shown": about | settled | told}

    def show(self) -> None:
        if self.number is None and not self.player:
            return
        out = console()
        which = f"round {self.number:,}" if self.number is not None else _many(self.rounds, "round")
        out.print()
        out.print(f"[bold green]{visible(self.player) + ', ' if self.player else ''}{which}[/]", highlight=False)
        for one in self.settled if not self.narrate else ():
            out.print(f"  {one}", markup=False)
        show_wagers(self.wagers)
        staked, returned = (sum(getattr(one, what) for one in self.wagers.values()) for what in ("staked", "returned"))
        out.print(f"  {dollars(staked)} staked, {dollars(returned)} returned")


def lines_of(file: Path) -> int:
    """The number of lines in a log, decompressed; 0 without a progress bar, or if the log can't be read twice."""
    if not file.is_file() or not sys.stderr.isatty():
        return 0
    try:
        return sum(1 for _ in unpacked(file))
    except UnreadableLog:
        return 0  # the proof reports the error


def plain(proof: Proof) -> dict[str, Any]:
    return {
        "proved": True,
        "game": proof.game,
        "rules": proof.rules,
        "rounds": proof.rounds,
        "lines": lines(proof),
        "commitments": proof.commitments,
        "seeded": proof.seeded,
        "planted": proof.planted,
        "staked": proof.staked,
        "returned": proof.returned,
        "house": number(proof.house),
        "meters": {name: number(gain) for name, gain in proof.meters.items()},
        "head": proof.head,
        "on_trust": on_trust(proof),
    }


def on_trust(proof: Proof) -> list[str]:
    """The facts that the log alone can't prove."""
    trusted = [f"the {meter_name(name)}'s readings, since other tables feed it" for name in proof.linked]
    if proof.follows:
        trusted.append(
            f"the table's state before the first round: this log follows the one that ends in {proof.follows}"
        )
    return trusted


def lines(proof: Proof) -> int:
    """The number of lines in the log: events, inputs, and the two that open and close it."""
    return proof.events + 2


def show(proof: Proof) -> None:
    out = console()
    out.print(f"[bold green]Proved.[/] {registry.game(proof.game).title}, {_many(proof.rounds, 'round')} dealt again:")
    out.print(f"  {lines(proof):,} lines match the rules byte for byte, and the chain of hashes is unbroken")
    out.print(f"  {proof.commitments:,} commitments match the order of the cards, and every opened card fits")
    if proof.seeded:
        out.print(f"  {_many(proof.seeded, 'shuffle')} came from a seed, not from random numbers of the system")
    if proof.planted:
        out.print(f"  {_many(proof.planted, 'order')} of the cards came from no shuffle: somebody put cards on top")
    kept = _part(proof.house, "kept by the house", "lost by the house")
    for name, gain in proof.meters.items():
        kept += _part(gain, f"gained by the {meter_name(name)}", f"paid from the {meter_name(name)}")
    out.print(f"  {cents(proof.staked)} staked = {cents(proof.returned)} returned{kept}, to the cent")
    out.print(f"  the last line's hash is {proof.head}")
    for trusted in on_trust(proof):
        out.print(f"  [yellow]taken on trust:[/] {trusted}")


def _part(amount: Fraction, gained: str, lost: str) -> str:
    """A part of the balance with its sign: `` + $5 kept by the house``."""
    sign, words = ("+", gained) if amount >= 0 else ("-", lost)
    return f" {sign} {cents(abs(amount))} {words}"


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def check_seat(
    source: Path | BinaryIO, name: str, number: int | None, narrate: bool, key: str | None, as_json: bool
) -> str:
    """Check the log of a seat and show what was found. ``LogError`` says what is false. Returns what is missing."""
    rounds = read(source)
    found = check(rounds)
    heads, trusted = _heads(rounds, key)
    shown = [one for one in rounds if number is None or one.round == number]
    if not shown:
        have = ", ".join(f"{one.round:,}" for one in rounds)
        raise Unusable(f"{name} has no round {number:,}: it has {have}")
    narrator = Narrator(registry.game(rounds[0].game), _seen(rounds))
    if as_json:
        told = [step for one in shown for step in narrator.plain(one.events)] if narrate else None
        print_json(_plain(rounds, found, heads, trusted) | ({} if told is None else {"narration": told}))
        return found.incomplete
    for one in shown if narrate else ():
        narrator.tell(one.events)
    _show(rounds, found, heads, trusted)
    return found.incomplete


def _seen(rounds: Sequence[SeatRound]) -> str:
    seat = next((one.seat for one in rounds if one.seat), 0)
    return f"as seat {seat} saw it" if seat else "as one seat saw it"


def _heads(rounds: Sequence[SeatRound], key: str | None) -> tuple[list[SignedHead], list[str]]:
    """The heads that the house has signed, with right signatures, and what is taken on trust.

    A head is a hash over all records of the table. The log of a seat lacks some of them, so nothing here can show that
    its events led to that head.
    """
    given = [one for one in rounds if one.signed is not None]
    if not given:
        return [], []
    try:
        from pitboss.house.audit.signing import SignedHead, SigningError, verify_head
    except ModuleNotFoundError as error:
        if error.name != "cryptography":
            raise
        return [], [NO_CRYPTOGRAPHY]
    heads, trusted = [], []
    for one in given:
        try:
            signed = msgspec.convert(one.signed, SignedHead)
            right = verify_head(signed.key, signed) and signed.chain == one.table and signed.seq >= one.last
        except (msgspec.ValidationError, SigningError):
            right = False
        if not right:
            raise LogError(0, "is false: the signature of the house is wrong", "signature")
        if key and signed.key != key:
            raise LogError(0, f"is false: it is signed with another key, {signed.key}", "signature")
        if not key:
            trusted.append(f"that the house's key is {signed.key} (--key, or GET /api/key)")
        trusted.append(IN_CHAIN)
        heads.append(signed)
    return heads, list(dict.fromkeys(trusted))


def _plain(
    rounds: Sequence[SeatRound], found: SeatCheck, heads: Sequence[SignedHead], trusted: Sequence[str]
) -> dict[str, Any]:
    return {
        "checked": True,
        "complete": not found.incomplete,
        "proved": False,
        "of": "seat",
        "game": rounds[0].game,
        "table": rounds[0].table or None,
        "seat": next((one.seat for one in rounds if one.seat), None),
        **msgspec.structs.asdict(found),
        "stay_sealed": found.sealed - found.opened,
        "signatures": [one.number for one in heads],
        "on_trust": list(trusted),
    }


def _show(rounds: Sequence[SeatRound], found: SeatCheck, heads: Sequence[SignedHead], trusted: Sequence[str]) -> None:
    out = console()
    first = rounds[0]
    which = f"round {first.round:,}" if len(rounds) == 1 else f"{len(rounds):,} rounds"
    where = f" at table {escape(visible(first.table))}" if first.table else ""
    title = registry.game(first.game).title
    checked = "[bold yellow]Checked, but not complete.[/]" if found.incomplete else "[bold green]Checked.[/]"
    out.print(f"{checked} {title}, {which}{where}, {_seen(rounds)}:", highlight=False)
    lines = []
    if found.opened:
        own = f", {found.own} of them opened to this seat alone" if found.own else ""
        lines.append(f"{_cards(found.opened)} fit{'s' if found.opened == 1 else ''} what the table had sealed{own}")
    if found.placed:
        lines.append(f"{_cards(found.placed)} came from the right place in the stack")
    if left := found.sealed - found.opened:
        lines.append(f"{_cards(left)} stay{'s' if left == 1 else ''} sealed")
    if found.unopened:
        lines.append(
            f"{_cards(found.unopened)} that this seat saw {'is' if found.unopened == 1 else 'are'} not opened here"
        )
    if found.earlier:
        many = "its cards were" if len(rounds) == 1 else f"the cards of {found.earlier:,} rounds were"
        lines.append(f"{many} sealed or are opened in a round that this log does not hold")
    if found.rounds:
        lines.append(
            f"{dollars(found.staked)} staked, {dollars(found.returned)} returned, all seats together, to the cent"
        )
    if found.unfinished:
        lines.append(f"{found.unfinished} round{'' if found.unfinished == 1 else 's'} had not ended")
    for head in heads:
        chain = f"the chain of table {escape(visible(head.chain))}"
        lines.append(f"the house has signed the head of {chain} at act {head.seq:,} (signature {head.number:,})")
    if not any(one.signed for one in rounds):
        lines.append(UNSIGNED)
    for line in lines:
        out.print(f"  {line}", highlight=False)
    for one in trusted:
        out.print(f"  [yellow]taken on trust:[/] {one}", highlight=False, soft_wrap=True)
    out.print(
        "  [yellow]not dealt again:[/] that takes every card. The house does it from the table's own log"
        " ('pitboss audit')."
    )


def _cards(count: int) -> str:
    return f"{count:,} card{'' if count == 1 else 's'}"


def schema() -> None:
    """Print the JSON Schema of a log's lines.

    docs/log.md explains the records and the chain of hashes.

    [bold]Examples[/]

      pitboss schema > log.schema.json
    """
    print(json.dumps(schema_of_logs(), indent=2, ensure_ascii=False))
