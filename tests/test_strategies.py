"""Functions as strategies: plain or compiled, priced and simulated, on threads and on a cluster."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import NormalDist

import pytest
from numba import njit

from pitboss.errors import SimulationError, StrategyError
from pitboss.exact.choices import Known
from pitboss.games import game as game_named
from pitboss.games import games
from pitboss.mathematics import mathematics, odds, rules_for
from pitboss.simulate import setup, simulate
from pitboss.simulation.results import Simulated

from shell import Captured, run

LEVEL = 1e-4
"""The chance that a run beside its exact value fails where all is right."""
EIGHT, ACE = 6, 12


# --- the same strategies, plain and compiled


def high(known: Known) -> str:
    return "second" if max(card >> 2 for card in known["hand"]) >= EIGHT else "fold"


@njit
def high_compiled(hand):  # type: ignore[no-untyped-def]
    return max(hand) >> 2 >= EIGHT


def paired(known: Known) -> str:
    ranks = [card >> 2 for card in known["hand"] + known["board"]]
    return "double" if len(set(ranks)) < len(ranks) else "pass"


@njit
def paired_compiled(hand, board):  # type: ignore[no-untyped-def]
    for at in range(3):
        if board[at] >> 2 == hand[0] >> 2:
            return 1
        for other in range(at):
            if board[at] >> 2 == board[other] >> 2:
                return 1
    return 0


def suited(known: Known) -> str:
    (top,), (right,) = known["vertical"], known["horizontal"]
    own = [card & 3 for card in known["hand"]]
    return "vertical" if top & 3 in own else "horizontal" if right & 3 in own else "fold"


@njit
def suited_compiled(hand, vertical, horizontal):  # type: ignore[no-untyped-def]
    for place, array in ((1, vertical), (2, horizontal)):
        if array[0] & 3 in (hand[0] & 3, hand[1] & 3):
            return place
    return 0


def cautious(known: Known) -> str:
    """Attack low cards, split aces and eights, hit below 15, double 11, give up 16 against an ace."""
    up = known["up"][0] >> 2
    if "hand" not in known:
        return "attack" if up < EIGHT else "pass"
    ranks = [card >> 2 for card in known["hand"]]
    if len(ranks) == 2 and ranks[0] == ranks[1] in (EIGHT, ACE) and not {"no split", "last"} & set(known):
        return "split"
    total = sum(1 if rank == ACE else min(rank + 2, 10) for rank in ranks)
    total += 10 * (ACE in ranks and total <= 11)
    if "last" in known:
        return "stand"
    if total == 16 and up == ACE:
        return "surrender"
    if total == 11:
        return "double"
    return "hit" if total < 15 else "stand"


@njit
def cautious_compiled(up, hand, split, last, no_split):  # type: ignore[no-untyped-def]
    rank = up[0] >> 2
    if len(hand) == 0:
        return rank < EIGHT
    one, two = hand[0] >> 2, hand[1] >> 2
    if len(hand) == 2 and one == two and one in (EIGHT, ACE) and not no_split and not last:
        return 4
    total, ace = 0, False
    for card in hand:
        ace |= card >> 2 == ACE
        total += 1 if card >> 2 == ACE else min((card >> 2) + 2, 10)
    if ace and total <= 11:
        total += 10
    if last:
        return 0
    if total == 16 and rank == ACE:
        return 1
    if total == 11:
        return 3
    return 2 if total < 15 else 0


PAIRS = {
    "boston_5_stud": (high, high_compiled),
    "double_down_stud": (paired, paired_compiled),
    "double_cross_poker": (suited, suited_compiled),
    "double_attack_blackjack": (cautious, cautious_compiled),
}


@pytest.mark.parametrize("game", PAIRS)
def test_a_compiled_function_is_worth_what_the_plain_one_is(game: str) -> None:
    plain, compiled = (odds(game, strategy=one) for one in PAIRS[game])
    assert plain.expected_value == compiled.expected_value
    assert 0 < plain.cost == compiled.cost
    assert plain.action_frequency == compiled.action_frequency
    assert compiled.strategy == PAIRS[game][0].__name__ + "_compiled"


@njit
def ace_king_or_pair(hand, up):  # type: ignore[no-untyped-def]
    held = 0
    for card in hand:
        if held >> (card >> 2) & 1:
            return 1
        held |= 1 << (card >> 2)
    straight = held == 0b1000000001111
    for low in range(9):
        straight |= held == 31 << low
    suit = hand[0] & 3
    flush = True
    for card in hand:
        flush &= card & 3 == suit
    return straight or flush or held >> 11 == 3


def test_a_compiled_function_over_every_hand_and_up_card() -> None:
    game = "caribbean_stud"
    found = odds(game, strategy=ace_king_or_pair)
    assert found.expected_value == odds(game, strategy="ace-king-or-better").expected_value


# --- simulated


def agrees(found: Simulated) -> None:
    chances = [NormalDist().cdf(-abs(one.z)) for one in found.results if one.z is not None]
    assert len(chances) == len(found.results)
    assert min(chances) > LEVEL / (2 * len(chances))


@pytest.mark.parametrize("game", PAIRS)
def test_a_function_is_simulated_beside_its_exact_value(game: str) -> None:
    more = {"penetration": 0.0} if game == "double_attack_blackjack" else {}
    agrees(simulate(game, strategy=PAIRS[game][1], rounds=1_000_000, seed="functions", **more))


def test_a_function_of_a_file_on_workers_of_its_own_comes_to_what_threads_do(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "SUITS = {0, 1}\n\ndef mine(known):\n    return 'second' if known['hand'][0] & 3 in SUITS else 'fold'\n"
    )
    asked = ("simulate", "boston_5_stud", "--rounds", "3e5", "--strategy", f"{file}:mine", "--json")
    alone = json.loads(run(capsys, *asked, "--threads", "1"))
    assert alone == json.loads(run(capsys, *asked, "--workers", "2"))
    assert alone["strategy"] == "mine"


# --- runs of functions are told apart


def test_a_run_knows_the_function_that_it_was_played_by(tmp_path: Path) -> None:
    scope: dict[str, object] = {}
    exec("def typed_in(known):\n    return 'fold'", scope)
    keys = [setup("boston_5_stud", strategy=one).key for one in (high, high_compiled, scope["typed_in"])]
    assert len(set(keys)) == 3
    with pytest.raises(SimulationError, match="a name or a function"):
        _ = setup("boston_5_stud", strategy=5).key


# --- what can't be used


@njit
def seventh(hand):  # type: ignore[no-untyped-def]
    return 7


@njit
def in_a_word(hand):  # type: ignore[no-untyped-def]
    return "fold"


@njit
def divided(hand):  # type: ignore[no-untyped-def]
    return hand[0] // 0


@njit
def one_more(hand, up):  # type: ignore[no-untyped-def]
    return 0


@pytest.mark.parametrize(
    ("strategy", "sentence"),
    [
        (seventh, "chose 7, and the choices are 0 fold, 1 second"),
        (in_a_word, "can't be called with hand as arrays of cards, to give the number of an action"),
        (one_more, "can't be called with hand as arrays of cards"),
        (divided, "fails: ZeroDivisionError"),
    ],
)
def test_a_compiled_function_that_can_not_be_used(strategy: object, sentence: str) -> None:
    with pytest.raises(StrategyError, match=sentence):
        odds("boston_5_stud", strategy=strategy)


def test_a_compiled_function_that_says_no_action_of_double_attack() -> None:
    @njit
    def ninth(up, hand, split, last, no_split):  # type: ignore[no-untyped-def]
        return 9 if len(hand) else 0

    with pytest.raises(StrategyError, match="chose '9' with up"):
        odds("double_attack_blackjack", strategy=ninth)


@pytest.mark.parametrize("game", games())
def test_what_a_compiled_function_is_given_is_what_was_asked_of_it(game: str) -> None:
    """What ``--strategies`` tells is what strategies get, and what the game's decisions are."""
    told = mathematics(game)
    if told.choices:
        made = told.choices(rules_for(game_named(game), None), None)
        assert (tuple(made.seen), made.actions) == (told.asks, told.actions)
    else:
        assert set(told.asks) - {"last", "no split"} == {place.name for place in told.places} - {"seen"}
