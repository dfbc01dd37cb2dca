"""``pitboss replay``: deal a log again, and prove it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitboss import games
from pitboss.cli.arguments import Json, Unusable
from pitboss.cli.output import console, print_json, progress
from pitboss.errors import LogError
from pitboss.log import Proof, prove
from pitboss.narrate import cents, meter_name

LONG = 20_000


def replay(
    file: Annotated[Path, typer.Argument(metavar="F", help="A log, as 'pitboss deal --log' writes it.")],
    as_json: Json = False,
) -> None:
    """Deal every round of a log again and prove every cent of it.

    Proved are: that no line was changed, moved or left out (the chain of hashes); that the rules, dealt again from the
    recorded inputs, make every line byte for byte; that every opened card is the one that was committed to; and that
    what players staked is what they, the house and the meters have now. A log that fails is reported at its first
    bad line, with exit status 2.

    [bold]Examples[/]

      pitboss deal double_down_stud --rounds 1000 --log rounds.jsonl
      pitboss replay rounds.jsonl
    """
    try:
        with progress("replaying", lines_of(file), long=LONG) as bar:
            proof = prove(file, games.game, lambda _: bar.tick())
    except LogError as error:
        raise Unusable(f"{file}, line {error.line}: {error.wrong}" if error.line else error.wrong) from None
    except OSError as error:
        raise Unusable(f"{file} can't be read: {(error.strerror or str(error)).lower()}") from None
    if as_json:
        print_json(plain(proof))
    else:
        show(proof)


def lines_of(file: Path) -> int:
    """How long a log is; 0 where it can be read only once, or not at all."""
    if not file.is_file():
        return 0
    with file.open("rb") as log:
        return sum(1 for _ in log)


def plain(proof: Proof) -> dict[str, object]:
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
        "house": str(proof.house),
        "meters": {name: str(gain) for name, gain in proof.meters.items()},
        "head": proof.head,
        "on_trust": on_trust(proof),
    }


def on_trust(proof: Proof) -> list[str]:
    """What the log alone can't prove."""
    trusted = [f"the {meter_name(name)}'s readings, since other tables feed it" for name in proof.linked]
    if proof.follows:
        trusted.append(f"how the first round found the table: the log follows the one that ends in {proof.follows}")
    return trusted


def lines(proof: Proof) -> int:
    """Every line of the log: events and inputs, and those that open and close it."""
    return proof.events + 2


def show(proof: Proof) -> None:
    out = console()
    out.print(f"[bold green]Proved.[/] {games.game(proof.game).title}, {_rounds(proof.rounds)} dealt again:")
    out.print(f"  {lines(proof):,} lines are what the rules make, byte for byte, and the chain of hashes is unbroken")
    out.print(f"  {proof.commitments:,} commitments are of the cards in their order, and every opened one fits")
    made = [f"{count:,} {how}" for count, how in ((proof.seeded, "seeded"), (proof.planted, "planted")) if count]
    if made:
        out.print(f"  not every order came from the system's randomness: {' and '.join(made)}")
    kept = "".join(f" + {cents(gain)} gained by the {meter_name(name)}" for name, gain in proof.meters.items())
    balance = f"{cents(proof.returned)} returned + {cents(proof.house)} kept by the house{kept}"
    out.print(f"  {cents(proof.staked)} staked = {balance}, to the cent")
    out.print(f"  the last line's hash is {proof.head}")
    for trusted in on_trust(proof):
        out.print(f"  [yellow]taken on trust:[/] {trusted}")


def _rounds(number: int) -> str:
    return f"{number:,} round" + ("" if number == 1 else "s")
