"""Puzzles: repeatable, without their solution, drawn towards hard ones, graded by exact cost."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from pitboss.basics.cards import parse_cards
from pitboss.coach.answering import Draw, Show, Solve, answer
from pitboss.coach.counsel import spots_of, why
from pitboss.coach.drill import AFTER_A_MISS_MS, Puzzle, UnknownPuzzle, _decisions, at, draw, due_after, grade, rated
from pitboss.engine import registry
from pitboss.engine.round.hand_labels import poker_name
from pitboss.engine.rules import TableRules, load
from pitboss.mathematics.any_game import advise
from pitboss.testing.knowledge import mentioned


def rules_of(game: str) -> TableRules:
    return load(game, registry.game(game).rules, {})


def drawn(game: str, seed: int = 3) -> Puzzle:
    return draw(registry.game(game), rules_of(game), seed)


@pytest.mark.parametrize("game", registry.games())
def test_the_same_seed_and_the_same_id_give_the_same_puzzle(game: str) -> None:
    puzzle = drawn(game)
    assert drawn(game) == puzzle
    assert at(registry.game(game), rules_of(game), puzzle.id) == puzzle


@pytest.mark.parametrize("game", registry.games())
def test_a_puzzle_shows_only_what_the_seat_has_seen(game: str) -> None:
    puzzle = drawn(game)
    shown = puzzle.as_dict()
    known = {card for cards in shown["known"].values() for card in cards.split()}
    assert set(mentioned(shown["events"])) == known
    assert shown.keys().isdisjoint({"value", "counsel", "best"})
    told = {"do", "clause", "amount", "amount_is", "stakes", "adds", "gives_up"}
    assert all(choice.keys() == told for choice in shown["choices"])


@pytest.mark.parametrize(
    ("game", "do", "said"),
    [
        ("caribbean_stud", "bet", (1000, "twice the ante wager", (), 0)),
        ("caribbean_stud", "fold", (0, "", (), 500)),
        ("double_cross_poker", "vertical", (1000, "", (("raise 1", 500), ("raise 2", 500)), 0)),
        ("boston_5_stud", "fold", (0, "", (), 1500)),
        ("boston_5_stud", "second", (1000, "the first wager", (), 0)),
    ],
)
def test_a_puzzle_says_what_each_choice_takes(game: str, do: str, said: tuple[Any, ...]) -> None:
    (one,) = [choice for choice in drawn(game).as_dict()["choices"] if choice["do"] == do]
    assert (one["stakes"], one["amount_is"], one["adds"], one["gives_up"]) == said


@pytest.mark.parametrize(("seed", "up", "said"), [(1, "Ad", ("8(a)(2)", 250)), (0, "2c", ("8(a)", 500))])
def test_a_puzzle_cites_the_clause_by_which_a_blackjack_takes_a_surrender(
    seed: int, up: str, said: tuple[str, int]
) -> None:
    shown = drawn("double_attack_blackjack", seed).as_dict()
    (one,) = [choice for choice in shown["choices"] if choice["do"] == "surrender"]
    assert (shown["known"]["up"], one["clause"], one["gives_up"]) == (up, *said)


def test_hands_of_a_puzzle_have_the_names_that_the_engine_gives() -> None:
    puzzle = drawn("double_cross_poker")
    known = {place: parse_cards(cards) for place, cards in puzzle.counsel.known.items()}
    assert puzzle.makes == {line: poker_name([*known["hand"], *known[line]]) for line in ("vertical", "horizontal")}
    puzzle = drawn("caribbean_stud")
    assert puzzle.names["seat 1/1"] == poker_name(parse_cards(puzzle.counsel.known["hand"]))


def test_an_answer_is_graded_by_its_exact_cost() -> None:
    puzzle = drawn("caribbean_stud")
    advice = advise("caribbean_stud", **puzzle.counsel.known)
    wrong = min(advice.options, key=lambda do: advice.options[do])
    good, bad = grade(puzzle, advice.best), grade(puzzle, wrong)
    assert (good.cost, good.score) == (0, 1.0)
    assert bad.cost == advice.options[advice.best] - advice.options[wrong] == puzzle.gap
    assert bad.score == max(0.0, 1.0 - 10.0 * float(bad.cost))
    near = msgspec.structs.replace(bad, choice=msgspec.structs.replace(bad.choice, costs=Fraction(99, 100)))
    assert (good.right, near.right, bad.right) == (True, True, False)
    assert near.as_dict()["cost_millionths"] == 0
    assert bad.as_dict()["cost_millionths"] == round(1_000_000 * bad.cost)
    assert good.sentence == bad.sentence == why("caribbean_stud", puzzle.counsel, wrong)


def test_close_and_tempting_decisions_are_drawn_more_often() -> None:
    game, rules = registry.game("caribbean_stud"), rules_of("caribbean_stud")
    drawn = [draw(game, rules, seed) for seed in range(8)]
    usual = [one for seed in range(24) for one in _decisions(game, rules, seed)]

    def average(puzzles: list[Puzzle]) -> float:
        return sum(one.rating for one in puzzles) / len(puzzles)

    assert average(drawn) > average(usual) + 50


def test_what_is_not_a_puzzle_or_a_choice_is_refused() -> None:
    game, rules = registry.game("double_down_stud"), rules_of("double_down_stud")
    for id in ("", "1", "1-99", "x-0", "9" * 40 + "-0"):
        with pytest.raises(UnknownPuzzle, match="there is no puzzle"):
            at(game, rules, id)
    with pytest.raises(UnknownPuzzle, match="the choices are double, pass"):
        grade(drawn("double_down_stud"), "fold")


def test_the_worker_draws_shows_and_grades_and_pauses_for_what_is_urgent() -> None:
    pauses: list[str] = []
    made = answer(Draw(game="double_down_stud", rules={}, seed=3))
    show = Show(game="double_down_stud", rules={}, puzzle=made["puzzle"])
    assert answer(show, lambda: pauses.append("show")) == made
    solve = Solve(game="double_down_stud", rules={}, puzzle=made["puzzle"], do=made["choices"][0]["do"])
    graded = answer(solve, lambda: pauses.append("solve"))
    assert set(pauses) == {"show", "solve"}
    puzzle = drawn("double_down_stud")
    assert graded["puzzle_rating"] == puzzle.rating
    assert graded["counsel"] == puzzle.counsel.as_dict()
    assert graded["cost_millionths"] in (0, round(1_000_000 * puzzle.gap))


def test_a_rating_rises_more_by_a_hard_puzzle_and_a_miss_comes_back() -> None:
    easy, hard = (rated(1200, puzzle, 1.0) for puzzle in (1000, 1600))
    assert 1200 < easy < hard
    assert rated(1200, 1000, 0.0) < rated(1200, 1600, 0.0) < 1200
    assert due_after(5, right=False, hits=None) == 5 + AFTER_A_MISS_MS
    assert due_after(5, right=True, hits=None) is None


@pytest.mark.parametrize(
    ("game", "about", "known", "kind"),
    [
        (
            "caribbean_stud",
            "",
            {"hand": "As Kd 7c 4h 2s", "up": "7d"},
            "Ace-king, and the dealer shows a rank you hold",
        ),
        ("caribbean_stud", "", {"hand": "As Kd 7c 4h 2s", "up": "8d"}, "Ace-king, and the dealer shows another rank"),
        ("caribbean_stud", "", {"hand": "As Qd 7c 4h 2s", "up": "8d"}, "Less than ace-king"),
        ("boston_5_stud", "second or fold", {"hand": "Qs 7d 2c"}, "Queen high with three cards"),
        ("boston_5_stud", "second or fold", {"hand": "9s 7d 2c"}, "Ten high or less"),
        (
            "double_cross_poker",
            "fold or raise",
            {"hand": "8h 7h", "vertical": "6h", "horizontal": "7c"},
            "A pair in one line, a draw in the other",
        ),
        ("double_attack_blackjack", "decision", {"hand": "As 7d", "up": "9c"}, "Soft 18 against 9 or more"),
        ("double_attack_blackjack", "decision", {"hand": "As 7d Kc", "up": "8c"}, "Hard 18 against a 7 or 8"),
        ("double_attack_blackjack", "double attack", {"up": "6c"}, "The attack against a 2 to 6"),
        ("double_down_stud", "", {"hand": "9h", "board": "9s Kd 4c"}, "A pair that pushes"),
        ("double_down_stud", "", {"hand": "Ah", "board": "2s 3d 5c"}, "Four to a straight"),
    ],
)
def test_decisions_of_a_kind_have_one_name(game: str, about: str, known: dict[str, str], kind: str) -> None:
    spots = spots_of(game)
    assert spots is not None
    assert spots.kind(about, known) == kind
