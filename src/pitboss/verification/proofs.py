"""Proofs by brute force: every deal is dealt out, evaluated, settled and added up, and compared with the exact odds.

A proof shares the rules and the settlements with the odds, and nothing that counts. The odds decide in states that
stand for several others up to suits. First, all states are listed one by one, to check that each is stood for once.
Then the deals behind each state are dealt out. Their ends must be the counted ones in every state, so that the proof
holds for every pay table. Finally, the document's own pay tables are settled: the value of every action in every state,
and the results of the best ones in total, by wager.

Pitboss brings a record of the proofs that its authors ran. ``pitboss verify --brute-force`` adds its own, in the user's
cache folder. A proof is of counts: it holds for as long as the counts of the odds have the same digest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date
from fractions import Fraction
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

import msgspec
import numpy as np

from pitboss.basics import __version__
from pitboss.basics.files import cache_folder
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.mathematics.any_game import mathematics, needs_the_compiler
from pitboss.mathematics.choices import OPTIMAL, Choices
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.results import Distribution, GameOdds
from pitboss.verification import BRUTE_FORCE
from pitboss.verification.brute_force import Action, BruteForce, Dealer, Ints, Results


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One part of a proof: numbers that were compared."""

    what: str
    numbers: int
    differ: int


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """The result of dealing out a game."""

    game: str
    rules: str
    """The digest of the rules that were settled."""
    dealt: int
    """The deals that were dealt out."""
    stands_for: int
    """The deals that they stand for."""
    wagers: tuple[str, ...]
    """The wagers whose results were settled."""
    parts: tuple[Part, ...]
    counts: str
    """The digest of the counts that were proved."""
    results: str
    """The digest of the values and results that were proved."""

    @property
    def holds(self) -> bool:
        return not any(part.differ for part in self.parts)


class OwnProof(Protocol):
    """A proof that deals in a way of its own."""

    def counted(self) -> Ints:
        """The counts of the odds, by state and end."""

    def prove(self, tick: Tick | None = None) -> Proof: ...

    def results_digest(self, odds: GameOdds) -> str: ...


def brute_force(game: Game) -> BruteForce | OwnProof:
    """How the deals of a game are dealt out."""
    with needs_the_compiler():
        found: BruteForce | OwnProof = registry.part(game, BRUTE_FORCE).BRUTE_FORCE
    return found


def every_choice(game: Game, rules: Any) -> Choices:
    """Every decision of a game that can be dealt out."""
    choices = mathematics(game).choices
    if choices is None:
        raise TypeError(f"{game.name} does not list its decisions")
    return choices(rules, None)


def counts_digest(counts: Ints) -> str:
    """A digest of counts by state and end."""
    return sha256(np.ascontiguousarray(counts, np.int64).data).hexdigest()[:16]


def results_digest(made: Choices, odds: GameOdds, wagers: Iterable[str]) -> str:
    """A digest of the value of every action, and of the results of the round and of these wagers."""
    digest = sha256(np.ascontiguousarray(made.weights, np.int64).data)
    digest.update(np.ascontiguousarray(made.worth, np.int64).data)
    by_wager = [sorted(outcomes(odds, wager).items()) for wager in wagers]
    digest.update(repr((sorted(weights(odds).items()), sorted(odds.action_frequency.items()), by_wager)).encode())
    return digest.hexdigest()[:16]


def prove(game: Game, dealer: Dealer, tick: Tick | None = None) -> Proof:
    """Deal out every deal of a game, settle it under the document's rules, and compare everything with the odds."""
    force, maths, rules = brute_force(game), mathematics(game), game.rules()
    if not isinstance(force, BruteForce):
        return force.prove(tick)
    made = every_choice(game, rules)
    odds = maths.odds(rules, OPTIMAL, every=False, tick=None)
    counted, wagers = force.counted(), (*force.units, *force.apart(rules))
    deals = force.deals(made.seen)
    parts = [_states(force, made)]
    if not parts[0].differ:  # otherwise there is no state for some deals
        counts = force.by_state(made.seen, dealer(deals, tick))
        if counts.shape != counted.shape:
            raise ValueError(f"{game.name}: counts of {counts.shape} are compared with counts of {counted.shape}")
        parts.append(Part(what="ends of each decision", numbers=counted.size, differ=int((counts != counted).sum())))
        parts += _settled(force, rules, made, counts, odds)
    return Proof(
        game=game.name,
        rules=rules.digest,
        dealt=deals.rows * deals.each,
        stands_for=made.combinations,
        wagers=wagers,
        parts=tuple(parts),
        counts=counts_digest(counted),
        results=results_digest(made, odds, wagers),
    )


def _states(force: BruteForce, made: Choices) -> Part:
    """List all states, and compare the number of those that are alike with what each state of the odds stands for.

    If a hand is listed with several up cards, the hands are compared, and the ends behind them show that no up card is
    left out.
    """
    alike, ways = np.unique(force.states().numbers(), return_counts=True)
    numbers = force.stand_for(made.seen).numbers()
    order = np.argsort(numbers)
    if len(numbers) != len(alike):
        return Part(what="states", numbers=len(alike), differ=abs(len(numbers) - len(alike)))
    weights = made.weights.reshape(len(numbers), -1)
    differ = (numbers[order] != alike) | (weights[order] != ways[:, None]).any(axis=1)
    return Part(what="states", numbers=len(alike), differ=int(differ.sum()))


def _settled(force: BruteForce, rules: Any, made: Choices, counts: Ints, odds: GameOdds) -> Iterator[Part]:
    kinds, actions = force.kinds(made.seen), force.actions(rules)
    worth = np.stack([_worth(action, force.units, made.per, kinds, counts) for action in actions])
    yield Part(what="value of each action", numbers=worth.size, differ=int((worth != made.worth).sum()))
    best = worth.argmax(axis=0)  # the first of several, as in the odds
    by_wager: dict[str, Results] = {name: {} for name in force.units}
    rounds: Results = {}
    taken: dict[str, int] = {}
    for at, action in enumerate(actions):
        taken[action.name] = 0
        for kind in np.unique(kinds).tolist():
            those = (best == at) & (kinds == kind)
            ends = made.weights[those] @ counts[those][:, action.ends]
            taken[action.name] += sum(ends.tolist())
            for end, deals in enumerate(ends.tolist()):
                nets = {name: nets[kind][end] for name, nets in action.nets.items()}
                whole = sum((unit * (nets[name] or Fraction(0)) for name, unit in force.units.items()), Fraction(0))
                rounds[whole] = rounds.get(whole, 0) + deals
                for name, net in nets.items():
                    if net is not None:
                        by_wager[name][net] = by_wager[name].get(net, 0) + deals
    by_wager |= force.apart(rules)
    frequency = {name: Fraction(deals, made.combinations) for name, deals in taken.items()}
    yield compared("deals", {"all": sum(rounds.values())}, {"all": odds.combinations})
    yield compared("results of a round", _nonzero(rounds), weights(odds))
    yield compared("actions taken", frequency, odds.action_frequency)
    for name, found in by_wager.items():
        yield compared(f"results of {name}", _nonzero(found), outcomes(odds, name))


def _worth(action: Action, units: Mapping[str, int], per: int, kinds: Ints, counts: Ints) -> Ints:
    """The value of an action in each state, summed over its deals, in units of one ``per``-th of the base wager."""
    several = len(next(iter(action.nets.values())))
    ends = counts[:, action.ends]
    found = np.zeros(len(counts), np.int64)
    for end in range(ends.shape[1]):
        nets = [
            sum(unit * (action.nets[name][kind][end] or 0) for name, unit in units.items()) * per
            for kind in range(several)
        ]
        found += ends[:, end] * np.array([_whole(Fraction(net)) for net in nets])[kinds]
    return found


def _whole(number: Fraction) -> int:
    if number.denominator != 1:
        raise ValueError(f"{number} is not a whole number")
    return number.numerator


def outcomes(odds: GameOdds, wager: str) -> Results:
    found: Results = {}
    for one in odds.wagers[wager].outcomes if wager in odds.wagers else ():
        if one.net is not None:
            found[one.net] = found.get(one.net, 0) + _whole(Fraction(one.count))
    return _nonzero(found)


def weights(odds: GameOdds) -> Mapping[Fraction, int | Fraction]:
    """The results of a round. Empty if only their mean and variance are known, which proves nothing."""
    return odds.results.weights if isinstance(odds.results, Distribution) else {}


def _nonzero(results: Results) -> Results:
    return {net: deals for net, deals in results.items() if deals}


def compared(what: str, found: Mapping[Any, Any], odds: Mapping[Any, Any]) -> Part:
    keys = found.keys() | odds.keys()
    return Part(what=what, numbers=len(keys), differ=sum(found.get(key, 0) != odds.get(key, 0) for key in keys))


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
        game = registry.game(odds.game)
        force = brute_force(game)
        if not isinstance(force, BruteForce):
            return force.results_digest(odds) == self.proof.results
        return results_digest(every_choice(game, odds.rules), odds, self.proof.wagers) == self.proof.results


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
