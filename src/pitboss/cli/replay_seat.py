"""``pitboss replay`` for the log of one seat: check what it holds, and say what stays sealed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec
from rich.markup import escape

from pitboss.basics.errors import LogError
from pitboss.basics.money import dollars
from pitboss.cli.arguments import Unusable
from pitboss.cli.output import console, print_json
from pitboss.cli.rounds import Narrator
from pitboss.engine import registry
from pitboss.log.seat_log import SeatCheck, SeatRound, check, read
from pitboss.terminal.seat.drawing import visible

if TYPE_CHECKING:
    from pitboss.house.audit.signing import SignedHead

UNSIGNED = "no round has a signature of the house"
IN_CHAIN = "that these events are in that chain, which only the table's own log can show"
NO_CRYPTOGRAPHY = "the house's signature, since the package cryptography is not installed"


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
