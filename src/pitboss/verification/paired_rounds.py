"""Plays many rounds of several games both ways, on every core."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from pitboss.basics.errors import Disagreement, SimulationError
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.simulation.pieces import Piece, PlayedPiece, cut_up, failed, played
from pitboss.verification import verification

if TYPE_CHECKING:
    from pitboss.mathematics.counting.compiled import Tick
    from pitboss.verification.engine_against_kernel import Twins


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """The result of playing a game both ways."""

    game: str
    rounds: int
    """Rounds in which every wager of every seat agreed to the cent."""
    rules: int
    """The number of different rules drawn for these rounds."""
    seen: dict[str, int]
    """Counts of what occurred: rounds by seats, settled wagers, and rare events."""
    difference: str = ""
    """The first difference, or the error that stopped the comparison, as a sentence. Empty if there is neither."""
    stopped: bool = False
    """Whether it was an error."""

    @property
    def agrees(self) -> bool:
        return not self.difference


def play(piece: Piece) -> PlayedPiece:
    """Play a piece both ways until the first difference or error."""
    both: Twins | None = None
    difference, stopped = "", False
    try:
        both = verification(piece.game).twins(piece.random)
        both.play(piece.rounds)
    except Disagreement as error:
        difference = str(error)
    except Exception as error:
        stopped = True
        difference = str(both.disagreement(failed(error))) if both else f"{piece.game.name}: {failed(error)}"
    if difference:
        difference += f"; {piece}"
    rules, seen = (both.made.rules.digest, both.seen) if both else ("", Counter[str]())
    return PlayedPiece(piece, rules, seen, difference, stopped)


def compared(
    games: Iterable[str | Game],
    rounds: int,
    seed: int | str = 1,
    *,
    each: int = 0,
    processes: int = 0,
    tick: Tick | None = None,
) -> list[Compared]:
    """Play rounds of each game both ways. A game stops at its first difference.

    ``each`` is the number of rounds under one draw of the rules. Default: the game's own number. ``processes`` defaults
    to one for each core. With one, everything runs in this process.

    >>> one, = compared(["boston_5_stud"], 100, each=50, processes=1)
    >>> one.game, one.rounds, one.rules, one.agrees
    ('boston_5_stud', 100, 2, True)
    """
    if rounds < 1 or each < 0:
        raise SimulationError("nothing is compared without rounds; the number of rounds must be at least 1")
    found = [registry.game(game) for game in games]
    pieces = [piece for game in found for piece in cut_up(game, rounds, seed, each or verification(game).each)]
    done = played(play, pieces, processes=processes, tick=tick)
    return [_summed(name, those) for name, those in done.items()]


def _summed(game: str, played: Sequence[PlayedPiece]) -> Compared:
    agreed = [one for one in played if not one.difference]
    wrong = next((one for one in played if one.difference), None)
    seen = sum((one.seen for one in agreed), Counter[str]())
    return Compared(
        game=game,
        rounds=sum(one.piece.rounds for one in agreed),
        rules=len({one.rules for one in agreed}),
        seen=dict(sorted(seen.items())),
        difference=wrong.difference if wrong else "",
        stopped=wrong is not None and wrong.stopped,
    )
