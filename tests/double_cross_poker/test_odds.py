"""The odds of Double Cross Poker under pay tables and strategies, and advice with seen cards."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest

import pitboss
from pitboss.basics import poker
from pitboss.basics.cards import parse_cards, texts
from pitboss.basics.money import pay_table
from pitboss.games.double_cross_poker.mathematics.choices import GIVES, choices, gives, pictures
from pitboss.games.double_cross_poker.mathematics.counting import COMPLETIONS
from pitboss.games.double_cross_poker.mathematics.odds import odds
from pitboss.games.double_cross_poker.rules import RAISE_PAYS, DoubleCrossPokerRules
from pitboss.games.double_cross_poker.settle import ante, dealer_array, raised
from pitboss.mathematics.choices import Known
from pitboss.mathematics.results import Distribution, Grid, Heat

NAME = "double_cross_poker"
RULES = DoubleCrossPokerRules()
DEALS = 333_765_720_288_000


def paying(lines: dict[str, str]) -> DoubleCrossPokerRules:
    return DoubleCrossPokerRules(raise_pays={**RAISE_PAYS, **pay_table(lines)})


# --- advice


def settled_one_by_one(rules: DoubleCrossPokerRules, known: Known, unseen: list[int]) -> list[Fraction]:
    """The value of each array: every deal of the unseen cards, settled in cents as at the table."""
    own, (top,), (right,) = known["hand"], known["vertical"], known["horizontal"]
    back, per = rules.raise_back
    stake, won, deals = 100 * per, [0, 0], 0
    for center, bottom, left in permutations(unseen, 3):
        arrays = (top, center, bottom), (left, center, right)
        mine = [poker.strength((*own, *array)) for array in arrays]
        for pair in combinations([card for card in unseen if card not in (center, bottom, left)], 2):
            dealt = [poker.strength((*pair, *array)) for array in arrays]
            to_beat = dealt[dealer_array(dealt[0], dealt[1])]
            deals += 1
            for at in range(2):
                on, kind = poker.compare(mine[at], to_beat), poker.CATEGORY_OF[mine[at]]
                won[at] += ante(stake, on) + 2 * raised(stake, on, kind, back, per) - 3 * stake
    return [Fraction(one, stake * deals) for one in won]


@pytest.mark.parametrize("seed", range(6))
def test_advice_with_most_cards_seen_agrees_with_every_deal_of_the_rest(seed: int) -> None:
    random = Random(seed)
    cards = random.sample(range(52), 52)
    # Half of the time, the other cards have few ranks or one suit, so that pairs and flushes are common.
    if seed % 2:
        cards.sort(key=lambda card: (card & 3, card) if seed % 4 == 1 else (card >> 2, card))
        cards = [*random.sample(cards[:13], 13), *cards[13:]]
    known = {"hand": tuple(cards[:2]), "vertical": (cards[2],), "horizontal": (cards[3],)}
    unseen, seen = cards[4:13], cards[13:]
    rules = paying({"two pair": "7 to 3"})
    vertical, horizontal = settled_one_by_one(rules, known, unseen)
    words = {place: texts(found) for place, found in known.items()}
    advice = pitboss.advise(NAME, rules, **words, seen=texts(seen))
    assert advice.options == {"fold": -1, "vertical": vertical, "horizontal": horizontal}
    assert advice.deals == 9 * 8 * 7 * 15


@pytest.mark.long
def test_advice_without_other_cards_is_what_the_counts_of_all_starts_say() -> None:
    made = choices(RULES)
    for state in Random(7).sample(range(len(made.weights)), 20):
        words = {place: texts(cards) for place, cards in made.known(state).items()}
        advice = pitboss.advise(NAME, **words)
        assert advice.options == made.options(state)
        assert advice.deals == COMPLETIONS


def test_ace_king_is_played_along_the_queen() -> None:
    advice = pitboss.advise(NAME, hand="Ah Kd", vertical="Qs", horizontal="2c")
    assert advice.best == "vertical"
    assert advice.options == {
        "fold": -1,
        "vertical": Fraction(12_405_253, 34_246_080),
        "horizontal": Fraction(-4_988_639, 102_738_240),
    }


# --- strategies


def test_optimal_play_over_all_deals() -> None:
    found = odds(RULES)
    assert found.combinations == DEALS
    assert found.expected_value == Fraction(-15_341_913_943, 695_345_250_600)
    assert found.action_frequency["fold"] == Fraction(23_474, 62_475)
    assert found.cost == 0
    assert found.mistakes == ()


@pytest.mark.parametrize("strategy", ["optimal", "always", "never"])
def test_results_and_wagers_count_every_deal_and_come_to_the_value_of_the_choices(strategy: str) -> None:
    found, best = odds(RULES, strategy), odds(RULES)
    assert isinstance(found.results, Distribution)
    assert found.results.total == DEALS
    main = [wager for wager in found.wagers.values() if not wager.side]
    assert [wager.name for wager in main] == ["ante", "raise 1", "raise 2"]
    assert {wager.combinations for wager in main} == {DEALS}
    assert sum(wager.expected_value * wager.placed * wager.unit for wager in main) == found.expected_value
    assert sum(wager.placed * wager.unit for wager in main) == found.staked
    assert found.cost == best.expected_value - found.expected_value
    assert sum(found.action_frequency.values()) == 1


def test_always_never_folds_and_never_always_does() -> None:
    always, never = odds(RULES, "always"), odds(RULES, "never")
    assert always.expected_value == Fraction(-31_985_555_711, 139_534_164_000)
    assert always.action_frequency["fold"] == 0
    assert never.expected_value == -1
    assert never.action_frequency["fold"] == 1
    assert never.staked == 1


def test_always_takes_the_better_array() -> None:
    made = choices(RULES)
    better = np.maximum(made.worth[1], made.worth[2])
    assert odds(RULES, "always").expected_value == Fraction(
        sum(int(a) * int(b) for a, b in zip(better, made.weights, strict=True)), DEALS * made.per
    )


def test_a_function_is_a_strategy_and_its_costliest_mistake_comes_first() -> None:
    def vertical_with_a_pair(known: Known) -> str:
        first, second = (card >> 2 for card in known["hand"])
        return "vertical" if first == second else "fold"

    found = odds(RULES, vertical_with_a_pair)
    assert found.strategy == "vertical_with_a_pair"
    assert found.action_frequency == {"fold": Fraction(16, 17), "vertical": Fraction(1, 17), "horizontal": 0}
    assert found.cost == odds(RULES).expected_value - found.expected_value
    costs = [mistake.cost for mistake in found.mistakes]
    assert costs == sorted(costs, reverse=True)
    assert all(cost > 0 for cost in costs)


# --- pay tables


@pytest.mark.parametrize("hand", RAISE_PAYS)
def test_a_raised_line_changes_the_hash_and_raises_the_value(hand: str) -> None:
    raised_line = paying({hand: f"{2 * RAISE_PAYS[hand].pays} to {RAISE_PAYS[hand].per}"})
    found, before = odds(raised_line), odds(RULES)
    assert found.rules_hash != before.rules_hash
    assert found.expected_value > before.expected_value


def test_pays_that_64_bits_cannot_hold_are_exact_all_the_same() -> None:
    """Each line pays a little more than the document's. The common denominator exceeds 64 bits."""
    prime = dict(zip(RAISE_PAYS, (997, 991, 983, 977, 971, 967, 953, 947, 941, 937), strict=True))
    lines = {hand: Fraction(RAISE_PAYS[hand].pays, RAISE_PAYS[hand].per) + Fraction(1, p) for hand, p in prime.items()}
    rules = paying({hand: f"{pays.numerator} to {pays.denominator}" for hand, pays in lines.items()})
    found = odds(rules, "always")
    plain = odds(RULES, "always").wagers["raise 1"]
    outcomes = {outcome.name: outcome for outcome in found.wagers["raise 1"].outcomes}
    assert rules.raise_back[1] > 2**64
    assert all(outcomes[hand].net == pays for hand, pays in lines.items())
    assert plain.expected_value < found.wagers["raise 1"].expected_value < plain.expected_value + Fraction(1, 900)
    total = sum((lines[hand] * 2 + 1) * outcomes[hand].count for hand in lines)
    lower = outcomes["lower than the dealer's hand"].count
    assert found.expected_value == Fraction(total - 3 * lower, DEALS)


def test_the_three_card_wager_over_every_three_cards() -> None:
    wager = odds(RULES).wagers["three-card"]
    by_category = [0] * 6
    for hand in combinations(range(52), 3):
        by_category[poker.category3(hand)] += 1
    assert [outcome.count for outcome in wager.outcomes] == by_category[::-1]
    assert wager.expected_value == Fraction(48 * 40 + 52 * 30 + 720 * 6 + 1_096 * 4 + 3_744 - 16_440, 22_100)
    assert wager.side


def test_a_payout_limit_takes_from_the_largest_wins_alone() -> None:
    found = odds(RULES)
    at_minimum, at_maximum = found.caps
    royals = found.wagers["raise 1"].outcomes[0]
    assert at_minimum.cost == 0
    assert at_maximum.cost == Fraction(601 - 120) * royals.count / DEALS  # $60,000 is 120 antes of $500


# --- pictures


def test_what_a_shown_card_gives() -> None:
    rows = [
        ("Ah Kd As", "a pair with the higher card"),
        ("Kd Ah Kh", "a pair with the lower card"),
        ("9s 2s Js", "three of one suit"),
        ("9s 8s Ts", "three of one suit"),
        ("9s 8s Th", "three to a straight"),
        ("Ah 5s 2c", "three to a straight"),
        ("Ah Ts Kc", "three to a straight"),
        ("Ah 9s Kc", "less"),
        ("Ah 2s Kc", "less"),
    ]
    cards = np.array([parse_cards(words) for words, _ in rows])
    assert [GIVES[at] for at in gives(cards[:, :2], cards[:, 2])] == [words for _, words in rows]


def test_pictures_show_what_is_best() -> None:
    strategy, arrays, hands = pictures(RULES)
    assert isinstance(strategy, Grid)
    ace, seven, two = 0, 7, 12
    assert {cell.kind for cell in strategy.cells[ace]} == {"raise"}
    assert all(strategy.cells[at][at].kind == "raise" for at in range(13))
    assert strategy.cells[two][seven].kind == "seldom"
    assert isinstance(arrays, Grid)
    assert arrays.cells[0][1].text == "vertical 100%"
    assert arrays.cells[4][1].kind == "horizontal"
    assert isinstance(hands, Heat)
    suited, unsuited = hands.values[ace][seven], hands.values[seven][ace]
    assert suited is not None
    assert unsuited is not None
    assert suited > unsuited
