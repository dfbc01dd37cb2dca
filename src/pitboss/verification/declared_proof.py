"""The proof of a declared game: what every deal that is dealt out says, beside the odds of its declaration."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from math import comb
from types import SimpleNamespace
from typing import Any

import numpy as np

from pitboss.engine.declared.words import Declaration
from pitboss.engine.game import Game
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.declared import odds as derived
from pitboss.mathematics.results import GameOdds
from pitboss.verification import proofs
from pitboss.verification.brute_force import CARDS, Ints, classes, named_first
from pitboss.verification.declared_brute_force import Deals, Seen, Settled, numbered


class DeclaredProof:
    """The proof of a declared game, beside the odds that follow from its declaration."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def counted(self) -> Ints:
        """How the deals behind each state of the last question end, by the odds."""
        return derived.counted(self.game).ends

    def results_digest(self, odds: GameOdds) -> str:
        """A digest of the value of every choice, and of the results of the round and of all wagers."""
        found = derived.rated(self.game, odds.rules)
        digest = sha256()
        for by_way in found.priced.worth.values():
            for worth in by_way.values():
                digest.update(np.ascontiguousarray(worth, np.int64).data)
        digest.update(repr([sorted(proofs.outcomes(odds, bet).items()) for bet in odds.wagers]).encode())
        return digest.hexdigest()[:16]

    def prove(self, tick: Tick | None = None) -> proofs.Proof:
        declared: Declaration = self.game.declared
        rules = self.game.rules()
        odds = derived.odds(self.game, rules)
        deals = Deals(declared, tick)
        settled = Settled(deals, rules)
        own = comb(CARDS, deals.own) if deals.up else len(classes(deals.own).rows)
        contest = own * comb(CARDS, deals.dealers) if deals.contests else 0
        return proofs.Proof(
            game=self.game.name,
            rules=rules.digest,
            dealt=comb(CARDS, deals.own) + contest,
            stands_for=odds.combinations,
            wagers=tuple(bet.name for bet in declared.wagers),
            parts=tuple(self._parts(deals, settled, odds)),
            counts=proofs.counts_digest(self.counted()),
            results=self.results_digest(odds),
        )

    def _parts(self, deals: Deals, settled: Settled, odds: GameOdds) -> Iterator[proofs.Part]:
        found = derived.rated(self.game, settled.rules)
        for at, asked in enumerate(deals.asked):
            about = f" at '{deals.declared.asks[at].about}'" if len(deals.asked) > 1 else ""
            alike, count = np.unique(_every(asked.seen), return_counts=True)
            stage = found.counted.ways.points[at].stage
            hands, ups = stage.hands.astype(np.int64), stage.ups.astype(np.int64)
            stand_for, state = np.unique(named_first(hands, *ups.T), return_inverse=True)
            weights = np.bincount(state, stage.weights)
            same = len(alike) == len(stand_for) and (alike == stand_for) & (count == weights)
            yield proofs.Part(what=f"states{about}", numbers=len(alike), differ=int(np.size(same) - np.sum(same)))
            rows = asked.seen.numbers(hands, ups)
            differ = total = 0
            for way in asked.ways:
                own = settled.worth[at][way][:, rows] * found.per
                differ += int((own != found.priced.worth[at][way] * settled.per).sum())
                total += own.size
            yield proofs.Part(what=f"value of each choice{about}", numbers=total, differ=differ)
        last = found.counted.last
        rows = deals.last.numbers(last.hands.astype(np.int64), last.ups.astype(np.int64))
        counted = self.counted()
        yield proofs.Part(
            what="ends of each decision", numbers=counted.size, differ=self._ends_that_differ(deals, rows, counted)
        )
        played = settled.played
        taken = {name: Fraction(count, odds.combinations) for name, count in played.taken.items()}
        yield proofs.compared("deals", {"all": sum(played.rounds.values())}, {"all": odds.combinations})
        yield proofs.compared("results of a round", played.rounds, proofs.weights(odds))
        yield proofs.compared("choices made", taken, odds.action_frequency)
        for name, results in played.by_wager.items():
            yield proofs.compared(f"results of {name}", results, proofs.outcomes(odds, name))

    def _ends_that_differ(self, deals: Deals, rows: Ints, counted: Ints) -> int:
        """How many of the counts by state, kind and contest are not those of the deals."""
        of = derived.counted(self.game)
        if deals.kinds[1] != of.ways.kinds:
            return counted.size
        found = deals.ends[rows]
        if of.one_kind:
            theirs, counted = counted[:, 0], np.zeros_like(found[:, :, : counted.shape[2]])
            counted[np.arange(len(found)), np.repeat(of.kinds, of.last.sets)] = theirs
        width = counted.shape[2]
        return int((found[:, :, :width] != counted).sum() + (found[:, :, width:] != 0).sum())


def _every(seen: Seen) -> Ints:
    """A number for all that a player may know, the same for what differs only by suits."""
    rows = np.repeat(numbered(seen.known), CARDS**seen.up, axis=0)[seen.possible]
    ups = np.tile(np.arange(CARDS), comb(CARDS, seen.known))[seen.possible] if seen.up else None
    return named_first(rows) if ups is None else named_first(rows, ups)


def part(game: Game) -> Any:
    """What the module ``brute_force`` of a game's package exports."""
    return SimpleNamespace(BRUTE_FORCE=DeclaredProof(game))
