"""Pairs of irregularities that meet in one round: a checker that shares no code with the engine agrees."""

from __future__ import annotations

import json
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest

from pitboss.basics.errors import SimulationError
from pitboss.cli import main, verify
from pitboss.engine.registry import game as game_named
from pitboss.engine.registry import games
from pitboss.engine.round.round import Round
from pitboss.games.double_attack_blackjack.procedures import shoe
from pitboss.verification.pairs import Evening, Pair, Paired, faults_of, met, paired, pairs_of

from shell import Captured
from shell import run as shell

RULES: dict[str, dict[str, Any]] = {
    "double_attack_blackjack": {"hole_card": "card reader", "shuffler": "automated"},
    "double_down_stud": {"shuffler": "automated"},
}
"""Options under which every irregularity can be reported. The others are drawn."""
AUTOMATED: dict[str, Any] = {"shuffler": "automated", "dealing": "automated shoe"}
AT_ONE_TABLE, PATIENCE, ONLY_A_FEW = 4, 400, 8


def after(first: str, *later: str) -> set[Pair]:
    return set(product([first], later))


NO_UP_CARD, EXPOSED, PAT, SHORT, READ, BURN, OUT = (
    "no first card to the dealer",
    "card exposed in error",
    "draw on a pat hand",
    "short hand",
    "card reader used in error",
    "missed burn",
    "let out of the hand",
)
ENDS = {
    "boston_5_stud": ("exposed dealer card",),
    "caribbean_stud": ("exposed hole card",),
    "double_cross_poker": ("exposed card", "noticed misdeal"),
    "double_down_stud": ("exposed hole card", "noticed misdeal"),
}
"""Irregularities that void the round at once, so that nothing can be reported after them."""
TOO_LATE = {
    "caribbean_stud": after(
        "noticed misdeal",
        *("boxed card", "card drawn in error", "misdeal", "unnoticed misdeal", "shoe jam", "chip not accepted"),
    ),
    "double_attack_blackjack": {
        # before the first card
        *product((OUT, EXPOSED, READ), (NO_UP_CARD, BURN)),
        *product((EXPOSED, READ), (SHORT,)),
        # this one voids the round before the players are asked
        *after(NO_UP_CARD, OUT, EXPOSED, READ),
        # only once in a round
        *((once, once) for once in (NO_UP_CARD, PAT, BURN)),
    },
}
"""Other pairs that can't meet: the first comes when the second is over."""


def never(game: str) -> set[Pair]:
    return {pair for pair in pairs_of(game_named(game)) if pair[0] in ENDS.get(game, ())} | TOO_LATE.get(game, set())


def meet(game: str, pair: Pair, most: int) -> set[Pair]:
    """Play rounds until this pair has met, or at most so many, and return the pairs that did."""
    found: set[Pair] = set()
    for number in range(most // AT_ONE_TABLE):
        evening = Evening(game_named(game), Random(f"{game} {pair} {number}"), RULES.get(game, AUTOMATED))
        rounds: list[Round] = []
        while pair not in found and len(rounds) < AT_ONE_TABLE:
            rounds.append(evening.play(pair))
            found |= met(rounds[-1])
        assert faults_of(evening.table, rounds) == [], f"{pair}, table {number}"
        if pair in found:
            break
    return found


@pytest.mark.parametrize("game", games())
def test_the_checker_agrees_with_rounds_in_which_irregularities_meet(game: str) -> None:
    (found,) = paired([game], 60, "short", processes=1)
    assert found.difference == ""
    assert (found.rounds, found.pairs) == (60, len(game_named(game).irregularities) ** 2)
    assert found.met >= 20


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_every_pair_that_can_meet_does_and_the_checker_agrees(game: str) -> None:
    found: set[Pair] = set()
    for pair in pairs_of(game_named(game)):
        if pair not in found:
            found |= meet(game, pair, ONLY_A_FEW if pair in never(game) else PATIENCE)
    assert {*pairs_of(game_named(game))} - found == never(game)


def test_a_card_that_is_skipped_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """15(f): here the dealer deals the card after the one that was exposed, and burns that one later."""
    monkeypatch.setattr(shoe, "next_card", shoe.from_shoe)
    evening = Evening(game_named("double_attack_blackjack"), Random(5), RULES["double_attack_blackjack"])
    rounds = [evening.play((EXPOSED, "forgotten card")) for _ in range(10)]
    assert "but the next card is" in faults_of(evening.table, rounds)[0]


def test_an_exception_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: Evening, pair: Pair) -> Round:
        raise ZeroDivisionError("no cards")

    monkeypatch.setattr(Evening, "play", fails)
    (found,) = paired(["boston_5_stud"], 40, processes=1)
    assert (found.rounds, found.met, found.agrees) == (0, 0, False)
    assert found.difference.startswith("boston_5_stud: ZeroDivisionError: no cards, at line ")
    assert found.difference.endswith("; piece 0 of seed 1")


def test_no_rounds_are_no_agreement() -> None:
    with pytest.raises(SimulationError, match="nothing is checked without rounds"):
        paired(["boston_5_stud"], 0)


# --- the command line

VERIFY = ("verify", "double_down_stud", "--simulate", "--rounds", "1e4", "--table-rounds", "160")


def test_verify_tells_how_many_pairs_met(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "compared", lambda *given, **named: [])
    monkeypatch.setattr(verify, "paired", partial(paired, processes=1))
    (found,) = json.loads(shell(capsys, *VERIFY, "--json"))["pairs"]
    assert found.pop("met") > 0
    assert found == {"game": "double_down_stud", "rounds": 2, "rules": 1, "pairs": 64, "agrees": True, "difference": ""}
    assert "the checker agrees" in shell(capsys, *VERIFY)


def test_verify_fails_with_the_fault(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Paired(game="double_down_stud", rounds=0, rules=0, met=0, pairs=64, difference="a card is skipped")
    monkeypatch.setattr(verify, "compared", lambda *given, **named: [])
    monkeypatch.setattr(verify, "paired", lambda *given, **named: [wrong])
    assert main(list(VERIFY)) == 1
    assert "a card is skipped" in capsys.readouterr().out
