"""``pitboss verify --brute-force``: deal out every deal, and compare with the exact odds."""

from __future__ import annotations

import os
import platform
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

import msgspec
import typer
from rich.text import Text

from pitboss.cli.arguments import usable
from pitboss.cli.output import complain, console, in_background, print_json, share_done
from pitboss.engine.game import Game
from pitboss.terminal.seat.drawing import fit, plain_grid

if TYPE_CHECKING:
    from pitboss.verification.brute_force import Dealer
    from pitboss.verification.proofs import Proved


def verify_by_brute_force(games: list[Game], gpu: bool, as_json: bool) -> None:
    """Deal out these games on processors or on GPUs, and record the proofs."""
    made: list[tuple[Proved, float]] = []
    with usable():
        from pitboss.verification.proofs import dated, prove, record

        dealer, machine = dealt_by(gpu)
        for game in games:
            begun = monotonic()
            with share_done(f"dealing out {game.name}") as tick:
                proof = in_background(partial(prove, game, dealer, tick))
            made.append((dated(proof, machine), monotonic() - begun))
            try:
                record(made[-1][0])
            except OSError as error:
                complain(f"the proof of {game.name} is not recorded, so par sheets won't cite it: {error}")
    if as_json:
        print_json(
            [{**msgspec.to_builtins(one), "holds": one.proof.holds, "seconds": round(took, 1)} for one, took in made]
        )
    else:
        show(made)
    if not all(one.proof.holds for one, _ in made):
        raise typer.Exit(1)


def dealt_by(gpu: bool) -> tuple[Dealer, str]:
    """Who deals, and on what machine."""
    if gpu:
        from pitboss.simulation.gpu import cards
        from pitboss.verification.every_deal_on_gpus import on_gpus

        return on_gpus, " and ".join(card.name for card in cards())
    from pitboss.verification.brute_force import on_processors

    cores = os.cpu_count() or 1
    return on_processors, f"{cores} core{'s' if cores > 1 else ''} ({platform.machine()})"


def show(made: list[tuple[Proved, float]]) -> None:
    out = console()
    numbers = ("deals dealt out", "standing for", "figures compared", "time")
    grid = plain_grid("game", *numbers, "", right=numbers)
    for one, took in made:
        proof = one.proof
        verdict = Text("all equal", "green") if proof.holds else Text("differs", "red")
        compared = sum(part.numbers for part in proof.parts)
        grid.add_row(proof.game, f"{proof.dealt:,}", f"{proof.stands_for:,}", f"{compared:,}", f"{took:.0f} s", verdict)
    out.print(fit(grid, out.width))
    for one, _ in made:
        for part in one.proof.parts:
            if part.differ:
                words = f"{one.proof.game}, {part.what}: {part.differ:,} of {part.numbers:,} differ"
                out.print(Text(words, "red"))
        out.print(Text(f"{one.proof.game}: settled {', '.join(one.proof.wagers)}.", "dim"))
    out.print(Text(f"Dealt out on {made[0][0].machine}.", "dim"))
