"""Short strategies: the rules found, their exact cost by a second route, and the search itself."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from numba import njit

from pitboss.basics.money import pay_table
from pitboss.engine.registry import game, games
from pitboss.games.boston_5_stud.mathematics import choices as boston
from pitboss.games.boston_5_stud.mathematics.choices import choices as boston_choices
from pitboss.games.boston_5_stud.rules import Boston5StudRules
from pitboss.games.caribbean_stud.mathematics import choices as caribbean
from pitboss.games.caribbean_stud.mathematics.choices import choices as caribbean_choices
from pitboss.games.double_attack_blackjack.mathematics.choices import Row, joined, ups_in_words
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.games.double_cross_poker.mathematics import choices as double_cross
from pitboss.games.double_cross_poker.rules import RAISE_PAYS, DoubleCrossPokerRules
from pitboss.mathematics import any_game
from pitboss.mathematics.any_game import short_strategy
from pitboss.mathematics.choices import Choices
from pitboss.mathematics.counting.hands import Ints
from pitboss.mathematics.short_strategy import (
    NONE,
    Condition,
    Conjunctions,
    Found,
    Preference,
    Preferences,
    Rule,
    ShortStrategy,
    decided,
    losses,
    search,
)

from shell import Captured, refused, run

CARIBBEAN = (
    "1. Ace-king-queen or better: bet.",
    "2. Less than ace-king: fold.",
    "3. The dealer shows none of your ranks: fold.",
    "4. Ace-king-jack or better: bet.",
    "5. The dealer shows a king or an ace: fold.",
    "Otherwise bet.",
)
DOUBLE_CROSS = (
    "Which array:",
    "1. A shown card pairs one of yours: play its array, or that of the higher pair if both do.",
    "2. Only one shown card makes three to a straight flush: play its array.",
    "3. Only one shown card is higher than both of yours: play its array.",
    "4. Only one shown card makes three of one suit: play its array.",
    "5. One shown card is higher: play its array.",
    "Otherwise play either.",
    "Raise or fold:",
    "1. A pair or better in your three cards: raise.",
    "2. Queen-six or better: raise.",
    "3. Jack-five or better, and a shown card is a king or an ace: raise.",
    "4. Ten-eight or better, and your three cards can make a straight: raise.",
    "5. Eight-six or better, and your three cards are of one suit: raise.",
    "Otherwise fold.",
)
FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(3, 13)

# --- the lists, and their cost when a function that was written by hand from their words plays every state


@njit
def by_list(hand, up):  # type: ignore[no-untyped-def]
    """The list of Caribbean Stud for a hand in ascending order."""
    ranks = hand >> 2
    shown = up[0] >> 2
    flush = True
    paired = False
    holds = ranks[0] == shown
    for at in range(1, 5):
        flush = flush and hand[at] & 3 == hand[0] & 3
        paired = paired or ranks[at] == ranks[at - 1]
        holds = holds or ranks[at] == shown
    straight = not paired and (ranks[4] - ranks[0] == 4 or (ranks[4] == 12 and ranks[3] == 3))
    better = flush or paired or straight
    ace_king = ranks[4] == 12 and ranks[3] == 11
    if better or (ace_king and ranks[2] == 10):
        return 1
    if not ace_king or not holds:
        return 0
    if ranks[2] == 9:
        return 1
    return 0 if shown >= 11 else 1


@pytest.mark.long
def test_the_list_of_caribbean_stud_costs_what_it_says() -> None:
    found = short_strategy("caribbean_stud")
    assert found.lines == CARIBBEAN
    played = any_game.odds("caribbean_stud", strategy=by_list)
    assert found.cost == played.cost == Fraction(7404862, 138425211925)
    assert found.optimal == any_game.odds("caribbean_stud").expected_value
    assert found.optimal - found.cost == played.expected_value
    assert found.price == "Costs 0.0053% of the ante more than perfect play."


@njit
def one_suit(hand, card):  # type: ignore[no-untyped-def]
    return (hand[0] ^ hand[1]) & 3 == 0 and (hand[0] ^ card) & 3 == 0


@njit
def near(hand, card):  # type: ignore[no-untyped-def]
    """Whether three cards can become a straight, with the ace above the king or below the two."""
    low, high, shown = min(hand) >> 2, max(hand) >> 2, card >> 2
    if low == high or shown in (low, high):
        return False
    top, bottom = max(high, shown), min(low, shown)
    middle = low + high + shown - top - bottom
    return top - bottom <= 4 or (top == ACE and middle <= FIVE)


@njit
def array_by_list(hand, top, right):  # type: ignore[no-untyped-def]
    """The array by the list of Double Cross: 1 vertical, 2 horizontal."""
    one, two = hand[0] >> 2, hand[1] >> 2
    first, second = top >> 2, right >> 2
    pairs, also_pairs = first in (one, two), second in (one, two)
    if pairs or also_pairs:
        return 1 if pairs and (first >= second or not also_pairs) else 2
    for reason in range(3):
        if reason == 0:
            has, also_has = one_suit(hand, top) and near(hand, top), one_suit(hand, right) and near(hand, right)
        elif reason == 1:
            has, also_has = first > max(one, two), second > max(one, two)
        else:
            has, also_has = one_suit(hand, top), one_suit(hand, right)
        if has != also_has:
            return 1 if has else 2
    return 1 if first >= second else 2


@njit
def by_both_lists(hand, vertical, horizontal):  # type: ignore[no-untyped-def]
    array = array_by_list(hand, vertical[0], horizontal[0])
    card = vertical[0] if array == 1 else horizontal[0]
    low, high, shown = min(hand) >> 2, max(hand) >> 2, card >> 2
    two = high * 13 + low
    if low == high or shown in (low, high) or two >= QUEEN * 13 + SIX:
        return array
    if two >= JACK * 13 + FIVE and max(vertical[0], horizontal[0]) >> 2 >= KING:
        return array
    if two >= TEN * 13 + EIGHT and near(hand, card):
        return array
    return array if two >= EIGHT * 13 + SIX and one_suit(hand, card) else 0


@pytest.mark.long
def test_the_list_of_double_cross_costs_what_it_says() -> None:
    found = short_strategy("double_cross_poker")
    assert found.lines == DOUBLE_CROSS
    played = any_game.odds("double_cross_poker", strategy=by_both_lists)
    assert found.cost == played.cost
    assert found.optimal - found.cost == played.expected_value
    assert found.price == "Costs 0.24% of the ante more than perfect play."
    assert_the_note_explains_a_rule(found)


def assert_the_note_explains_a_rule(found: ShortStrategy) -> None:
    """The level that the note explains is the first that a rule names."""
    first = re.search(r"\b\w+-\w+ or better", " ".join(found.lines))
    assert first is not None
    assert f" {first[0].capitalize()} means your two cards: " in found.note
    high, low = first[0].split()[0].lower().split("-")
    assert re.search(rf"an? {high} and an? {low}, ", found.note)


@pytest.mark.long
def test_a_better_pay_for_flushes_changes_the_list_of_double_cross() -> None:
    rules = DoubleCrossPokerRules(raise_pays={**RAISE_PAYS, **pay_table({"flush": "12 to 1"})})
    found = double_cross.shortest(double_cross.choices(rules))
    assert found.lines != DOUBLE_CROSS
    assert_the_note_explains_a_rule(found)
    assert found.optimal > short_strategy("double_cross_poker").optimal
    assert found.cost < any_game.odds("double_cross_poker", rules, strategy=by_both_lists).cost


def shifted(made: Choices, action: int, antes: Fraction) -> Choices:
    """The same decisions with an action that is worth more, or less."""
    worth = made.worth.astype(np.int64)
    worth[action] += int(antes * made.deals * made.per)
    return Choices(made.actions, worth, made.weights, made.deals, made.per, lambda: made.seen, made.describe)


@pytest.mark.long
def test_other_values_change_the_list_of_caribbean_stud() -> None:
    """No option of a lawful table changes the value of a bet, so the values themselves are changed."""
    made = shifted(caribbean_choices(any_game.rules_for(game("caribbean_stud"), None)), 1, Fraction(1, 20))
    found = caribbean.shortest(made)
    assert found.lines != CARIBBEAN
    assert found.optimal > short_strategy("caribbean_stud").optimal
    assert 0 < found.cost < Fraction(1, 500)
    stale = made.chosen_by(by_list)
    assert found.cost < made.cost(stale)


def test_boston_is_a_sentence_as_long_as_no_hand_is_folded() -> None:
    found = short_strategy("boston_5_stud")
    assert str(found) == "Always place the second wager.\nThis is perfect play."
    made = shifted(boston_choices(Boston5StudRules()), 0, Fraction(2))
    folds = boston.shortest(made)
    assert {step.do for step in folds.steps} == {"fold", "place the second wager"}
    assert 0 < folds.cost < Fraction(1, 100)


def test_double_down_is_a_line() -> None:
    found = short_strategy("double_down_stud")
    assert found.lines == (
        "Double: a pair of sixes or better; four of one suit; four in a row that can grow at both ends."
        " Otherwise pass.",
    )
    made = any_game.mathematics("double_down_stud").choices
    assert made is not None
    every = made(any_game.rules_for(game("double_down_stud"), None), None)
    by_hand = every.chosen_by(lambda known: "double" if doubles([*known["hand"], *known["board"]]) else "pass")
    assert every.cost(by_hand) == found.cost == 0


def doubles(four: list[int]) -> bool:
    ranks = sorted(card >> 2 for card in four)
    paired = any(ranks.count(rank) > 1 and rank >= SIX for rank in ranks)
    row = ranks == list(range(ranks[0], ranks[0] + 4)) and ranks[-1] < ACE
    return paired or row or len({card & 3 for card in four}) == 1 or ranks.count(ranks[1]) > 2 or is_two_pair(ranks)


def is_two_pair(ranks: list[int]) -> bool:
    return ranks[0] == ranks[1] != ranks[2] == ranks[3]


@pytest.mark.long
def test_double_attack_has_a_line_for_the_attack_and_the_cost_of_its_chart() -> None:
    found = short_strategy("double_attack_blackjack")
    attack = "The dealer shows 2 to 8: place the double attack in full. Otherwise leave it out."
    assert found.lines == (attack, "Insurance:", "Always leave it out.")
    assert found.cost == any_game.odds("double_attack_blackjack", strategy="chart").cost


@pytest.mark.long
@pytest.mark.parametrize(("pays", "said"), [(2, "leave it out"), (3, ""), (4, "take it in full")])
def test_insurance_has_a_rule_only_if_no_card_that_a_player_may_have_seen_changes_it(pays: int, said: str) -> None:
    rules = any_game.study("double_attack_blackjack", f"insurance={pays}")
    assert isinstance(rules, DoubleAttackRules)
    shoe = [rank for rank in range(13) for _ in range(4 * rules.decks) if rank != TEN]
    shoe.remove(ACE)
    tens = [rank for rank in shoe if JACK <= rank < ACE]
    others = [rank for rank in shoe if rank not in tens]
    seen = 2 * rules.positions
    most, least = len(tens), len(tens) - seen
    worth = [Fraction((pays + 1) * left, len(tens) + len(others) - seen) - 1 for left in (least, most)]
    lines = short_strategy("double_attack_blackjack", rules).lines[1:]
    assert lines == (("Insurance:", f"Always {said}.") if said else ())
    assert {2: max(worth) <= 0, 3: min(worth) < 0 < max(worth), 4: min(worth) >= 0}[pays]


@pytest.mark.parametrize(
    ("ups", "words"),
    [
        ([1, 2, 3], "2 to 4"),
        ([1, 2, 7, 8], "2 to 3 or 8 to 9"),
        ([4], "5"),
        ([8, 9, 0], "9, a jack, queen or king or an ace"),
    ],
)
def test_up_cards_are_joined(ups: list[int], words: str) -> None:
    assert ups_in_words(ups) == words


def test_like_rows_are_joined_within_their_kind() -> None:
    stand, hit = ("stand", "stand"), ("stand", "hit")
    totals = [Row("hard", "18", stand), Row("hard", "17", stand), Row("hard", "16", hit), Row("last", "16", hit)]
    more = [Row("last", f"{total}", stand) for total in (15, 14, 13)]
    assert [row.which for row in joined([Row("soft", "13", stand), *totals, *more])] == [
        "soft 13",
        "hard 17, 18",
        "hard 16",
        "16, no more cards",
        "13 to 15, no more cards",
    ]


# --- the text and the JSON


def test_a_short_strategy_reads_as_numbered_sentences() -> None:
    steps = (Rule("first", "a", "go"), Rule("first", "b", "stay"), Rule("first", "", "go"), Rule("then", "", "rest"))
    found = ShortStrategy(
        game="g", base="ante", steps=steps, cost=Fraction(1, 8000), optimal=Fraction(-1, 20), note="A note."
    )
    assert str(found).splitlines() == [
        "First:",
        "1. A: go.",
        "2. B: stay.",
        "Otherwise go.",
        "Then:",
        "Always rest.",
        "A note.",
        "Costs 0.013% of the ante more than perfect play.",
    ]


def test_chart_prints_the_list_and_its_json(capsys: Captured, tmp_path: Path) -> None:
    said = run(capsys, "chart", "caribbean_stud", "--out", tmp_path / "chart.svg").splitlines()
    assert tuple(said[: len(CARIBBEAN)]) == CARIBBEAN
    drawn = (tmp_path / "chart.svg").read_text(encoding="utf-8")
    assert all(line in drawn for line in CARIBBEAN)
    told = json.loads(run(capsys, "chart", "caribbean_stud", "--json"))
    found = short_strategy("caribbean_stud")
    assert told == found.as_dict()
    assert (Fraction(told["cost"]), tuple(told["lines"])) == (found.cost, CARIBBEAN)
    assert "draws nothing" in refused(capsys, "chart", "caribbean_stud", "--json", "--all")


# --- the search


def random_problem(seed: int, conditions: int = 5, cells: int = 40) -> tuple[Conjunctions, Ints]:
    drawn = np.random.default_rng(seed)
    holds = drawn.integers(0, 2, (conditions, cells)).astype(np.bool_)
    made = [Condition(f"{at}", f"not {at}", holds[at], f"family {at}") for at in range(conditions)]
    worth = drawn.normal(0, 1 / cells, (2, cells))
    return Conjunctions(made, ("fold", "bet")), worth.max(axis=0) - worth


def price_of(found: Found, rules: Conjunctions, losses: Ints, price: float) -> float:
    chosen = decided(found, rules, losses.shape[1])
    return float(losses[chosen, np.arange(len(chosen))].sum() + price * rules.sizes[list(found.rules)].sum())


@pytest.mark.parametrize("seed", range(4))
def test_the_search_comes_close_to_the_best_of_all_short_lists(seed: int) -> None:
    rules, losses = random_problem(seed, conditions=3, cells=12)
    every = range(len(rules.sizes))
    lists = [(), *((one,) for one in every), *product(every, repeat=2)]
    best = min(price_of(Found(one, last), rules, losses, 0.01) for one in lists for last in (0, 1))
    assert best <= price_of(search(losses, rules, 0.01, 2), rules, losses, 0.01) < best * 1.03


@pytest.mark.parametrize("seed", range(3))
def test_the_search_sums_what_its_rules_pick(seed: int) -> None:
    rules, losses = random_problem(seed)
    rest = np.arange(losses.shape[1]) % 3 > 0
    own, others = rules.sums(rest, losses)
    for rule in range(len(rules.sizes)):
        fits = np.flatnonzero(rest & (rules.picks(rule) != NONE))
        assert own[rule] == pytest.approx(losses[rules.picks(rule)[fits], fits].sum())
        assert others[:, rule] == pytest.approx(losses[:, fits].sum(axis=1))


def test_a_higher_price_makes_a_shorter_list() -> None:
    rules, losses = random_problem(9)
    long, short = (search(losses, rules, price, 5).rules for price in (1e-6, 0.05))
    assert len(long) > len(short) > 0
    assert search(losses, rules, 10.0).rules == ()


def test_a_preference_decides_only_where_it_fits() -> None:
    picks = np.array([0, 1, NONE, NONE])
    rules = Preferences([Preference("one is higher", "play it", picks)])
    losses = np.array([[0.0, 1.0, 0.0, 0.5], [1.0, 0.0, 0.0, 0.0]])
    found = search(losses, rules, 0.01)
    assert found == Found((0,), 1)
    assert decided(found, rules, 4).tolist() == [0, 1, 1, 1]


def test_losses_are_none_for_the_best_action() -> None:
    made = boston_choices(Boston5StudRules())
    found = losses(made)
    assert found.min(axis=0).max() == 0
    assert float(made.cost(made.always("fold"))) == pytest.approx(found[0].sum())


def test_every_game_of_ours_has_a_short_strategy_without_a_stub() -> None:
    for name in games():
        found = short_strategy(name)
        assert (found.game, bool(found.steps), found.cost >= 0) == (name, True, True)
        assert found.optimal == any_game.odds(name).expected_value
