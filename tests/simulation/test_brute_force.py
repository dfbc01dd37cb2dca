"""Proofs by brute force. ``pitboss verify --brute-force`` runs them whole; here they run whole for the smallest game,
and for parts of the others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from copy import copy
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from long import first_of
from pitboss import odds
from pitboss.basics import poker
from pitboss.cli import main
from pitboss.engine import registry
from pitboss.games.caribbean_stud import brute_force as caribbean
from pitboss.games.double_cross_poker import brute_force as crossing
from pitboss.games.double_cross_poker.settle import ARRAYS
from pitboss.mathematics.any_game import mathematics
from pitboss.mathematics.counting.hands import strengths as counted_strengths
from pitboss.mathematics.counting.hands import suit_classes
from pitboss.mathematics.results import GameOdds
from pitboss.verification import proofs
from pitboss.verification.brute_force import (
    DIFFERS,
    Deals,
    Ints,
    categories3,
    classes,
    held,
    on_processors,
    sets,
    strengths,
)
from pitboss.verification.proofs import Proof, every_choice, prove

from shell import Captured, refused, run

STUD = ("boston_5_stud", "caribbean_stud", "double_cross_poker", "double_down_stud")


# --- hands and states


def test_every_hand_of_five_has_the_strength_by_which_the_odds_count() -> None:
    assert (strengths(sets(5)) == counted_strengths(sets(5))).all()


def test_every_hand_of_three_has_the_category_that_a_table_pays() -> None:
    assert categories3(sets(3)).tolist() == [poker.category3(hand) for hand in sets(3).tolist()]


@pytest.mark.parametrize("size", first_of([2, 3, 4, 5], 3))
def test_sets_up_to_suits_are_those_of_the_odds(size: int) -> None:
    ours, theirs = classes(size), suit_classes(size)
    order = theirs.indices(ours.rows.astype(np.int64))
    assert sorted(order.tolist()) == list(range(len(theirs.hands)))
    assert (theirs.weights[order] == ours.ways).all()


@pytest.mark.long
@pytest.mark.parametrize("game", STUD)
def test_the_states_of_the_odds_stand_for_each_state_once(game: str) -> None:
    made = every_choice(registry.game(game), registry.game(game).rules())
    force = proofs.brute_force(game)
    part = proofs._states(force, made)
    assert (part.what, part.differ) == ("states", 0)
    changed = copy(made)  # others use the same one
    changed.weights = made.weights + (np.arange(len(made.weights)) >= len(made.weights) // 2)
    assert proofs._states(force, changed).differ > 0


# --- deals


@cache
def of(game: str) -> tuple[Deals, Ints]:
    """The deals of a game, and what the odds count."""
    made = every_choice(registry.game(game), registry.game(game).rules())
    force = proofs.brute_force(game)
    return force.deals(made.seen), force.counted()


@pytest.mark.long
def test_hands_of_caribbean_stud_end_as_counted() -> None:
    deals, counted = of("caribbean_stud")
    found = on_processors(deals._replace(rows=70)).reshape(deals.rows, -1)[:70]
    assert (found == counted.reshape(deals.rows, -1)[:70]).all()


@pytest.mark.long
def test_every_hand_of_boston_5_stud_meets_every_hand_of_the_dealer() -> None:
    """A table of ours with the same five cards, against all hands, for one hand of each category."""
    deals, _ = of("boston_5_stud")
    own = {poker.category(hand): row for row, hand in enumerate(classes(5).rows.tolist())}
    rows = sorted(own.values())
    mine_held, strength, hands, order = deals.tables
    few = np.ascontiguousarray(mine_held[:, rows]), strength[rows], hands, order
    found = on_processors(deals._replace(tables=few, rows=len(rows)))[: len(rows)]
    for at, row in enumerate(rows):
        others = counted_strengths(sets(5)[held(sets(5)) & held(classes(5).rows[row]) == 0])
        mine = poker.strength(classes(5).rows[row].tolist())
        assert found[at].tolist() == [(others > mine).sum(), (others == mine).sum(), (others < mine).sum()]


@pytest.mark.long
def test_a_cross_is_dealt_out_as_by_hand() -> None:
    """Every two cards of the player against every two of the dealer, on one cross, in plain Python."""
    deals, _ = of("double_cross_poker")
    crosses, taken, ways, start_of, *more = deals.tables
    row = Random(3).randrange(deals.rows)
    one = deals._replace(tables=(crosses[[row]], taken[[row]], ways[[row]], start_of, *more), rows=1)
    center, *others = crosses[row].tolist()
    arrays = others[:2], others[2:]
    pairs = list(combinations([card for card in range(52) if card not in (center, *others)], 2))
    hands = {pair: [poker.strength((center, *array, *pair)) for array in arrays] for pair in pairs}
    expected: Counter[tuple[int, int]] = Counter()
    for own in pairs:
        dealt = [max(hands[pair]) for pair in pairs if not {*own} & {*pair}]
        for array in range(len(ARRAYS)):
            mine = hands[own][array]
            for line, deals_on in enumerate(by_line(mine, dealt)):
                end = (array * 3 + line) * len(poker.CATEGORIES) + poker.CATEGORY_OF[mine]
                for v in arrays[0]:
                    for h in arrays[1]:
                        expected[int(start_of[v, h, own[0], own[1]]), end] += int(ways[row]) * deals_on
    found = on_processors(one)
    assert {at: int(found[at]) for at in zip(*(part.tolist() for part in np.nonzero(found)), strict=True)} == {
        at: deals_on for at, deals_on in expected.items() if deals_on
    }


def by_line(mine: int, dealt: list[int]) -> list[int]:
    return [sum(one > mine for one in dealt), dealt.count(mine), sum(one < mine for one in dealt)]


@pytest.mark.long
def test_a_count_that_starts_can_not_share_is_found() -> None:
    made = every_choice(registry.game("double_cross_poker"), registry.game("double_cross_poker").rules())
    counts = np.zeros((len(made.weights), 60), np.int64)
    assert not crossing.by_state(made.seen, counts).any()
    counts[len(counts) // 2, 0] = 1
    assert (crossing.by_state(made.seen, counts) == DIFFERS).sum() == 2  # this start and the exchanged one


@pytest.mark.long
def test_crosses_stand_for_every_cross() -> None:
    every, ways = crossing.crosses()
    assert 2 * int(ways.sum()) == 52 * (51 * 50 // 2) * (49 * 48 // 2)
    assert len(np.unique(every.astype(np.int64) @ 52 ** np.arange(5))) == len(every)
    assert (np.diff(np.sort(every, axis=1), axis=1) > 0).all()


# --- a whole proof


@pytest.fixture(scope="module")
def proof() -> Proof:
    return prove(registry.game("double_down_stud"), on_processors)


def test_double_down_stud_is_proved(proof: Proof) -> None:
    assert proof.holds
    assert (proof.dealt, proof.stands_for) == (16_432 * 48, 270_725 * 48)
    assert {part.what for part in proof.parts} >= {"states", "ends of each decision", "value of each action", "deals"}
    assert all(part.numbers for part in proof.parts)


def test_a_wrong_count_is_found() -> None:
    def one_less(deals: Deals, tick: Any = None) -> Ints:
        found = on_processors(deals)
        found[1000, 0] -= 1
        found[1000, 1] += 1
        return found

    wrong = {part.what for part in prove(registry.game("double_down_stud"), one_less).parts if part.differ}
    assert {"ends of each decision", "value of each action", "results of a round", "results of original"} <= wrong


def test_a_wrong_result_of_the_odds_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    maths = mathematics("double_down_stud")

    def off_by_one(*given: Any, **more: Any) -> GameOdds:
        found = maths.odds(*given, **more)
        wager = found.wagers["double"]
        first, *others = wager.outcomes
        more_of_it = msgspec.structs.replace(first, count=first.count + 1)
        wagers = {**found.wagers, "double": msgspec.structs.replace(wager, outcomes=(more_of_it, *others))}
        return msgspec.structs.replace(found, wagers=wagers)

    changed = msgspec.structs.replace(maths, odds=off_by_one)
    monkeypatch.setattr(proofs, "mathematics", lambda game: changed)
    wrong = [part.what for part in prove(registry.game("double_down_stud"), on_processors).parts if part.differ]
    assert wrong == ["results of double"]


@pytest.mark.long
def test_every_wager_of_caribbean_stud_is_settled_as_in_the_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the counts of the odds, since dealing out takes a quarter of an hour. A wrong seed of a meter is found."""
    rules, force = registry.game("caribbean_stud").rules(), proofs.brute_force("caribbean_stud")
    made, best = every_choice(registry.game("caribbean_stud"), rules), odds("caribbean_stud")
    parts = list(proofs._settled(force, rules, made, force.counted(), best))
    assert {f"results of {wager}" for wager in force.units} <= {part.what for part in parts}
    assert not [part.what for part in parts if part.differ]
    monkeypatch.setattr(caribbean, "won", lambda shows, pays, per: 1)
    wrong = [part.what for part in proofs._settled(force, rules, made, force.counted(), best) if part.differ]
    assert wrong == ["results of progressive D"]


# --- on a GPU

IN_SIMULATOR = """
import sys
import numpy as np
from pitboss.engine import registry
from pitboss.games.double_cross_poker import brute_force as crossing
from pitboss.mathematics.any_game import mathematics
from pitboss.verification.proofs import brute_force
from pitboss.verification.brute_force import on_processors
from pitboss.verification.every_deal_on_gpus import on_gpus

def part_of_caribbean_stud(deals):
    mine, own, holes, order, place = deals.tables
    few = np.ascontiguousarray(holes[..., :2]), np.ascontiguousarray(order[..., :2])
    return deals._replace(tables=(mine, own, *few, place), rows=1, counts=(47, deals.counts[1]))  # of each up card

smaller = {
    "double_down_stud": lambda deals: deals._replace(rows=10),
    "caribbean_stud": part_of_caribbean_stud,
    "double_cross_poker": lambda deals: deals._replace(parts=50, room=((50, np.int16),) * 3),  # fifty pairs of cards
}
crossing.crosses = lambda: (np.array([[0, 5, 10, 20, 33]], np.int8), np.array([4]))  # to list all takes longest
game = sys.argv[1]
made = mathematics(game).choices(registry.game(game).rules(), None)
small = smaller[game](brute_force(game).deals(made.seen))
found = on_gpus(small)
print((found == on_processors(small)).all(), found.sum() == 10 * 48 if game == "double_down_stud" else found.sum() > 0)
"""


@pytest.mark.long
@pytest.mark.parametrize("game", ["double_down_stud", "caribbean_stud", "double_cross_poker"])
def test_a_gpu_deals_out_the_same(game: str) -> None:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    command = [sys.executable, "-c", IN_SIMULATOR, game]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["True"] * 2


# --- the record


def test_a_proof_is_recorded_and_told(proof: Proof, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    monkeypatch.setattr(proofs, "_brought", dict)
    assert proofs.proved(registry.game("double_down_stud")) is None
    made = proofs.dated(proof, "a machine")
    proofs.record(made)
    assert proofs.proved(registry.game("double_down_stud")) == made
    best, double = (odds("double_down_stud", strategy=strategy) for strategy in ("optimal", "always"))
    assert "the results of original and double; 20" in made.in_words(best)
    assert made.in_words(double).startswith("how often each decision ends in each way; 20")
    other = msgspec.structs.replace(proof, results="of other results")
    assert "the results of" not in proofs.dated(other, "a machine").in_words(best)
    proofs.record(proofs.dated(msgspec.structs.replace(proof, counts="of other counts"), "a machine"))
    assert proofs.proved(registry.game("double_down_stud")) is None
    (part, *others) = proof.parts
    wrong = msgspec.structs.replace(proof, parts=(msgspec.structs.replace(part, differ=1), *others))
    monkeypatch.setattr(proofs, "_brought", lambda: {"double_down_stud": made})
    assert proofs.proved(registry.game("double_down_stud")) == made
    proofs.record(proofs.dated(wrong, "a machine"))  # one's own is believed, not the one that Pitboss brings
    assert proofs.proved(registry.game("double_down_stud")) is None


@pytest.mark.parametrize("game", STUD)
def test_the_proof_that_pitboss_brings_is_of_the_counts_and_the_results_that_it_uses(game: str) -> None:
    brought, force = proofs._brought()[game], proofs.brute_force(game)
    assert brought.proof.holds
    assert brought.proof.counts == proofs.counts_digest(force.counted())
    assert brought.proof.wagers == (*force.units, *force.apart(registry.game(game).rules()))
    assert "the value of every action, and the results of" in brought.in_words(odds(game))


# --- the command


def test_the_command_tells_what_was_proved(capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(proofs, "cache_folder", lambda: tmp_path)
    told = json.loads(run(capsys, "verify", "--brute-force", "double_down_stud", "--json"))
    assert [(one["proof"]["game"], one["holds"]) for one in told] == [("double_down_stud", True)]
    assert told[0]["proof"]["wagers"] == ["original", "double"]
    assert (tmp_path / "proofs" / "double_down_stud.json").exists()


def test_a_proof_that_the_disk_does_not_take_is_told(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "proofs").write_text("a file where the folder should be")
    monkeypatch.setattr(proofs, "cache_folder", lambda: tmp_path)
    assert main(["verify", "--brute-force", "double_down_stud", "--json"]) == 0
    told = capsys.readouterr()
    assert "the proof of double_down_stud is not recorded" in told.err
    assert json.loads(told.out)[0]["holds"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--simulate",), "use one at a time"),
        (("--seed", "3"), "--seed does not work with --brute-force"),
        (("double_attack_blackjack",), "can't be dealt out"),
    ],
)
def test_what_cannot_be_dealt_out_is_refused(capsys: Captured, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(capsys, "verify", "--brute-force", *arguments)
