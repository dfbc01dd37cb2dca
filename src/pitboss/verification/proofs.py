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

from pitboss import games
from pitboss.exact.store import cache_folder
from pitboss.verification.proving import MODULE, Proof, brute_force, counts_digest
from pitboss.version import __version__

BROUGHT = Path(__file__).parent / "proofs.json"


class Proved(msgspec.Struct, frozen=True, kw_only=True):
    """A proof, with its date and the machine."""

    proof: Proof
    when: date
    machine: str
    version: str

    def in_words(self, rules: str) -> str:
        """What it proves about the odds under the rules with this digest. Counts are the same under all rules."""
        figures = "how often each decision ends in each way"
        if rules == self.proof.rules:
            *others, last = self.proof.wagers
            figures += f", the value of every action, and the results of {', '.join(others)} and {last}"
        return (
            f"{figures}; {self.when.isoformat()}, by Pitboss {self.version} on {self.machine}: {self.proof.dealt:,}"
            f" deals were dealt out, which stand for {self.proof.stands_for:,}"
        )


def record(proof: Proof, machine: str) -> Proved:
    """Keep a proof in the user's cache folder."""
    made = Proved(proof=proof, when=date.today(), machine=machine, version=__version__)
    path = _own(proof.game)
    with suppress(OSError):  # a disk that takes no record does not make the proof less true
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.format(msgspec.json.encode(made)) + b"\n")
    return made


def proved(game: str) -> Proved | None:
    """The proof of the counts that the odds of a game use now. None if there is none."""
    if not games.has(game, MODULE):
        return None
    found = [one for one in (_read(_own(game)), _brought().get(game)) if one is not None and one.proof.holds]
    if not found:
        return None
    now = _digest(game)
    return next((one for one in found if one.proof.counts == now), None)


@cache
def _digest(game: str) -> str:
    return counts_digest(brute_force(game).counted())


def _own(game: str) -> Path:
    return cache_folder() / "proofs" / f"{game}.json"


def _read(path: Path) -> Proved | None:
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(path.read_bytes(), type=Proved)
    return None


@cache
def _brought() -> dict[str, Proved]:
    if not BROUGHT.exists():
        return {}
    return {one.proof.game: one for one in msgspec.json.decode(BROUGHT.read_bytes(), type=list[Proved])}
