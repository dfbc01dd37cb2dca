"""The record of proofs by brute force: what was proved, when, and on what machine.

Pitboss brings a record of the proofs that its authors ran. ``pitboss verify --brute-force`` adds its own, in the user's
cache folder. A proof is of counts: it holds for as long as the counts of the odds have the same digest.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from functools import cache
from pathlib import Path

import msgspec

from pitboss.basics.files import cache_folder
from pitboss.basics.version import __version__
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.mathematics.choices import OPTIMAL
from pitboss.mathematics.results import GameOdds
from pitboss.verification.declared import BRUTE_FORCE
from pitboss.verification.proving import Proof, brute_force, counts_digest, every_choice, results_digest

BROUGHT = Path(__file__).parent / "proofs.json"


class Proved(msgspec.Struct, frozen=True, kw_only=True):
    """A proof, with its date and the machine."""

    proof: Proof
    when: date
    machine: str
    version: str

    def in_words(self, odds: GameOdds) -> str:
        """What it proves about these odds. Counts are the same under all rules and strategies."""
        figures = "how often each decision ends in each way"
        if self._has_results_of(odds):
            *others, last = self.proof.wagers
            figures += f", the value of every action, and the results of {', '.join(others)} and {last}"
        return (
            f"{figures}; {self.when.isoformat()}, by Pitboss {self.version} on {self.machine}: {self.proof.dealt:,}"
            f" deals were dealt out, which stand for {self.proof.stands_for:,}"
        )

    def _has_results_of(self, odds: GameOdds) -> bool:
        if odds.rules_hash != self.proof.rules or odds.strategy != OPTIMAL:
            return False
        choices = every_choice(registry.game(odds.game), odds.rules)
        return results_digest(choices, odds, self.proof.wagers) == self.proof.results


def dated(proof: Proof, machine: str) -> Proved:
    """A proof of today on this machine."""
    return Proved(proof=proof, when=date.today(), machine=machine, version=__version__)


def record(made: Proved) -> None:
    """Keep a proof in the user's cache folder. Raises an error if the disk does not take it."""
    path = _own(made.proof.game)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(made)) + b"\n")


def proved(game: Game) -> Proved | None:
    """The proof of the counts that the odds of a game use now, one's own before the one that Pitboss brings.

    None if there is none, or if it failed.
    """
    if not registry.has(game, BRUTE_FORCE):
        return None
    now, known = _digest(game), (_read(_own(game.name)), _brought().get(game.name))
    of_these = (one for one in known if one is not None and one.proof.counts == now)
    found = next(of_these, None)
    return found if found is not None and found.proof.holds else None


@cache
def _digest(game: Game) -> str:
    return counts_digest(brute_force(game).counted())


def _own(name: str) -> Path:
    return cache_folder() / "proofs" / f"{name}.json"


def _read(path: Path) -> Proved | None:
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(path.read_bytes(), type=Proved)
    return None


@cache
def _brought() -> dict[str, Proved]:
    return {one.proof.game: one for one in msgspec.json.decode(BROUGHT.read_bytes(), type=list[Proved])}
