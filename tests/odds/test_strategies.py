"""Functions as strategies: plain or compiled, priced and simulated, on threads and on a cluster."""

from __future__ import annotations

import json
from fractions import Fraction
from inspect import signature
from math import comb
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest
from numba import njit

from long import first_of
from pitboss.basics.errors import StrategyError
from pitboss.engine.registry import game as game_named
from pitboss.engine.registry import games
from pitboss.mathematics.any_game import mathematics, odds, rules_for
from pitboss.mathematics.choices import Choices, Chooser, Known
from pitboss.simulation.any_game import setup, simulate, table
from pitboss.simulation.run import Simulated

from shell import Captured, refused, run

LEVEL = 1e-4
"""The probability that a run fails against its exact value although everything is right."""
EIGHT, ACE = 6, 12
HEARTS = 2


# --- places


@njit
def odd_hand(hand):  # type: ignore[no-untyped-def]
    return hand[0] & 1


@njit
def odd_sum_of_four(hand, board, up, muck):  # type: ignore[no-untyped-def]
    return (hand[0] + board[1] + up[0] + muck[1]) & 1


@pytest.mark.parametrize(("choose", "places"), [(odd_hand, 1), (odd_sum_of_four, 4)])
def test_a_compiled_function_is_asked_with_the_cards_of_every_place(choose: Chooser, places: int) -> None:
    states, random = 60, np.random.default_rng(places)
    widths = {"hand": 1, "board": 2, "up": 1, "muck": 2}
    seen = {name: random.integers(0, 52, (states, cards)) for name, cards in list(widths.items())[:places]}
    nothing = np.zeros((2, states), np.int64)
    known = Choices(("even", "odd"), nothing, nothing[0] + 1, 1, 1, lambda: seen, str, lambda one, _: one)
    assert known.chosen_by(choose).tolist() == [sum(rows[at, -1] for rows in seen.values()) & 1 for at in range(states)]


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
    """Attack low cards, split aces and eights, hit below 15, double 11, surrender 16 against an ace."""
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


@pytest.mark.parametrize("game", first_of(PAIRS))
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
    placed = [one for one in found.results if one.placed]
    chances = [NormalDist().cdf(-abs(one.z)) for one in placed if one.z is not None]
    assert len(chances) == len(placed) > 2
    assert min(chances) > LEVEL / (2 * len(chances))


@pytest.mark.long
@pytest.mark.parametrize("game", PAIRS)
def test_a_function_is_simulated_beside_its_exact_value(game: str) -> None:
    more = {"penetration": 0.0} if game == "double_attack_blackjack" else {}
    agrees(simulate(game, strategy=PAIRS[game][1], rounds=1_000_000, seed="functions", **more))


@pytest.mark.long
def test_a_function_of_a_file_on_workers_of_its_own_comes_to_what_threads_do(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "HIGH = {11, 12}\n\ndef mine(known):\n    return 'second' if known['hand'][-1] >> 2 in HIGH else 'fold'\n"
    )
    asked = ("simulate", "boston_5_stud", "--rounds", "3e5", "--strategy", f"{file}:mine", "--json")
    alone = json.loads(run(capsys, *asked, "--threads", "1"))
    assert alone == json.loads(run(capsys, *asked, "--workers", "2"))
    assert alone["strategy"] == "mine"


# --- runs of different functions

BOLD = {"from": 3}


def made(least: int) -> Chooser:
    def alike(known: Known) -> str:
        return "second" if max(known["hand"]) >> 2 >= least else "fold"

    return alike


def by_global(known: Known) -> str:
    return made(BOLD["from"])(known)


def key(strategy: Chooser) -> str:
    return table(setup("boston_5_stud", strategy=strategy)).key


def test_a_run_is_of_what_its_function_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The source does not identify a function: one file, name or factory can produce different strategies."""
    assert key(made(3)) == key(made(3))
    assert key(made(3)) != key(made(4))
    before = key(by_global)
    monkeypatch.setitem(BOLD, "from", 4)
    assert key(by_global) != before


def attacks_by_global(known: Known) -> str:
    return "stand" if "hand" in known else "attack" if BOLD["from"] > 3 else "pass"


def bets_by_global(known: Known) -> str:
    return "bet" if BOLD["from"] > 3 else "fold"


@pytest.mark.parametrize(
    ("game", "strategy"), [("double_attack_blackjack", attacks_by_global), ("caribbean_stud", bets_by_global)]
)
def test_a_function_that_has_changed_is_asked_anew(
    monkeypatch: pytest.MonkeyPatch, game: str, strategy: Chooser
) -> None:
    """Caribbean Stud asks about one state here, not about millions."""
    alike = lambda choices, choose, tick=None: np.full(len(choices.weights), choose({}) == "bet", np.int8)
    monkeypatch.setattr("pitboss.mathematics.choices.Choices.chosen_by", alike)
    made = setup(game, strategy=strategy)
    before = table(made).key
    assert table(made).key == before
    monkeypatch.setitem(BOLD, "from", 4)
    assert table(made).key != before


def test_a_run_is_not_continued_by_another_function_of_the_same_file(capsys: Captured, tmp_path: Path) -> None:
    file, kept = tmp_path / "mine.py", tmp_path / "run.json"
    file.write_text("tight = lambda known: 'fold'\nloose = lambda known: 'second'\n")
    asked = ("simulate", "boston_5_stud", "--checkpoint", kept)
    run(capsys, *asked, "--rounds", "700", "--strategy", f"{file}:tight")
    before = kept.read_bytes()
    said = refused(capsys, *asked, "--rounds", "1400", "--strategy", f"{file}:loose")
    assert "has a different game" in said
    assert kept.read_bytes() == before


# --- equivalent cards


def own_ace(known: Known) -> str:
    return "double" if known["hand"][0] >> 2 == ACE else "pass"


def heart(known: Known) -> str:
    return "second" if any(card & 3 == HEARTS for card in known["hand"]) else "fold"


@njit
def heart_compiled(hand):  # type: ignore[no-untyped-def]
    for card in hand:
        if card & 3 == HEARTS:
            return 1
    return 0


def red(known: Known) -> str:
    return "bet" if known["up"][0] & 3 in (1, HEARTS) else "fold"


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        ("double_down_stud", own_ace),
        ("boston_5_stud", heart),
        ("boston_5_stud", heart_compiled),
        ("caribbean_stud", red),
        ("double_cross_poker", lambda known: "fold" if known["hand"][0] & 3 == HEARTS else "vertical"),
    ],
)
def test_a_function_that_tells_apart_what_is_of_one_state_is_refused(game: str, strategy: Chooser) -> None:
    """A choice by suit, or by which known card is the player's own, would give the odds of another strategy."""
    with pytest.raises(StrategyError, match="count as one decision, so the strategy must treat them alike"):
        odds(game, strategy=strategy)


def test_how_often_a_function_chooses_is_what_counting_says() -> None:
    """The shares of three-card hands with an eight or higher, and of four cards with a pair, match combinatorics."""
    low = Fraction(comb(4 * EIGHT, 3), comb(52, 3))
    assert odds("boston_5_stud", strategy=high).action_frequency == {"fold": low, "second": 1 - low}
    unpaired = Fraction(comb(13, 4) * 4**4, comb(52, 4))
    assert odds("double_down_stud", strategy=paired).action_frequency == {"pass": unpaired, "double": 1 - unpaired}


@pytest.mark.long
def test_a_pair_is_split_or_played_as_a_function_says_after_it_declined_one() -> None:
    """It splits twos, declines once, and splits again if two more twos are in other hands."""
    asked: list[Known] = []

    def wavering(known: Known) -> str:
        asked.append(known)
        if "hand" not in known:
            return "pass"
        twos = [card >> 2 for card in known["hand"]] == [0, 0]
        if twos and "no split" not in known and "last" not in known:
            return "hit" if len(known.get("split", ())) == 1 else "split"
        return "hit" if len(known["hand"]) == 2 and twos else "stand"

    def steady(known: Known) -> str:
        found = wavering(known)
        twos = [card >> 2 for card in known.get("hand", ())] == [0, 0]
        return "hit" if found == "split" and len(known.get("split", ())) > 1 and twos else found

    rules = {"positions": 6}  # allows four hands
    one, two = (odds("double_attack_blackjack", rules, strategy=which) for which in (wavering, steady))
    assert any(len(known.get("split", ())) == 2 and "no split" not in known for known in asked)
    assert one.wagers["split"].placed > two.wagers["split"].placed
    agrees(simulate("double_attack_blackjack", rules, strategy=wavering, rounds=400_000, penetration=0.0))


# --- invalid functions


@njit
def seventh(hand):  # type: ignore[no-untyped-def]
    return 7


@njit
def in_a_word(hand):  # type: ignore[no-untyped-def]
    return "fold"


@njit
def nearly(hand):  # type: ignore[no-untyped-def]
    return 0.9


@njit
def of_nothing(hand):  # type: ignore[no-untyped-def]
    return hand.colour


@njit
def divided(hand):  # type: ignore[no-untyped-def]
    return hand[0] // 0


@njit
def one_more(hand, up):  # type: ignore[no-untyped-def]
    return 0


@pytest.mark.parametrize(
    ("strategy", "sentence"),
    [
        (seventh, "chose 7; it must choose one of 0 fold, 1 second"),
        (in_a_word, "chose 'fold', which is not an action number"),
        (nearly, "chose 0.9, which is not an action number"),
        (one_more, "must take hand as arrays of cards .*: not enough arguments: expected 2, got 1"),
        (of_nothing, "must take hand as arrays .*: Unknown attribute 'colour'"),
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
    """``--strategies`` lists the arguments that strategies get, and the game's decisions."""
    told = mathematics(game)
    if told.choices:
        made = told.choices(rules_for(game_named(game), None), None)
        assert (tuple(made.seen), made.actions, told.at_first) == (told.asks, told.actions, ())
        return
    parameters = signature(cautious_compiled.py_func).parameters
    assert tuple(parameters) == tuple(name.replace(" ", "_") for name in told.asks)
    said = {cautious({"up": (4 * rank,)}) for rank in (0, ACE)}
    assert set(told.at_first) == said
    numbers = {"stand": 0, "surrender": 1, "hit": 2, "double": 3, "split": 4}
    assert {action: at for at, action in enumerate(told.actions)} == numbers


@pytest.mark.long
def test_a_wager_that_is_never_placed_is_placed_on_no_hand() -> None:
    found = simulate("double_attack_blackjack", strategy="never", penetration=0.0, rounds=1000)
    by_name = {one.name: one for one in found.results}
    assert (by_name["round"].placed, by_name["double attack"].placed) == (1000, 0)
    assert [end.count for end in by_name["double attack"].outcomes if end.name == "not placed"] == [1000]
