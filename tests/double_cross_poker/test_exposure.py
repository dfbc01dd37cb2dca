"""What seen cards are worth at Double Cross Poker, beside hands that are dealt out one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from random import Random

import numpy as np
import pytest

from pitboss.basics.cards import PACK_52
from pitboss.basics.poker import EQUAL, HIGHER, LOWER
from pitboss.games.double_cross_poker.mathematics import counting_seen as seen
from pitboss.games.double_cross_poker.mathematics import exposure
from pitboss.games.double_cross_poker.mathematics.choices import choices, nets
from pitboss.games.double_cross_poker.mathematics.counting import starts
from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules
from pitboss.mathematics.counting.divisions import DIVISIONS
from pitboss.mathematics.counting.hands import CATEGORY, Ints, strengths

pytestmark = pytest.mark.long
NET, PER = nets(DoubleCrossPokerRules())
TABLE = np.array(exposure.table_of(NET), np.int64)
LOW, HIGH = 5, 9
"""The ranks of the shown cards."""
SHOWN = {"of one suit": (4 * LOW + 1, 4 * HIGH + 1), "of two suits": (4 * LOW + 1, 4 * HIGH + 2)}


@pytest.fixture(scope="module")
def worth() -> seen.Worth:
    return seen.behind(LOW, HIGH, TABLE)


def counted(worth: seen.Worth, shown: tuple[int, int], own: list[int], what: int, card: int, other: int = 0) -> int:
    """What the vertical array wins behind a start, if this is seen, by the count: all of its layers."""
    total = 0
    for suit in (None, *{one & 3 for one in shown}):
        in_v, in_h = (one & 3 == suit for one in shown)

        def kind(one: int, suit: int | None = suit) -> int:
            return 2 * (one >> 2) + (one & 3 != suit)

        def pair(one: int, two: int) -> int:
            return int(seen.NUMBER[kind(one), kind(two)])

        at = (in_v + 2 * in_h, pair(*own))
        match what:
            case seen.CENTER:
                total += int(worth.by_center[(*at, card >> 2)]) if suit in (None, card & 3) else 0
            case seen.VERTICAL:
                total += int(worth.by_vertical[(*at, kind(card))])
            case seen.HORIZONTAL:
                total += int(worth.by_horizontal[(*at, kind(card))])
            case _:
                total += int(worth.by_dealer[(*at, pair(card, other))])
    return total


def dealt_out(shown: tuple[int, int], own: list[int], what: int, card: int, other: int = 0) -> int:
    """The same by dealing every center, other vertical card, other horizontal card and dealer's pair."""
    known = {*shown, *own, card} | ({other} if what == seen.BOTH else set())
    left = np.array([one for one in PACK_52 if one not in known])
    if what == seen.BOTH:
        crosses = np.array(list(permutations(left, 3)))
        return against(shown, own, crosses, np.tile([card, other], (len(crosses), 1)))
    others = np.array(list(permutations(left, 2)))
    free = np.tile(left, (len(others), 1))[(left != others[:, :1]) & (left != others[:, 1:])].reshape(len(others), -1)
    pairs = np.array(list(combinations(range(free.shape[1]), 2)))
    crosses = np.repeat(np.insert(others, what, card, axis=1), len(pairs), axis=0)
    return against(shown, own, crosses, free[:, pairs].reshape(-1, 2))


def against(shown: tuple[int, int], own: list[int], crosses: Ints, dealers: Ints) -> int:
    """What the vertical array wins with each center, other vertical and other horizontal card, against each pair."""
    center, vertical, horizontal = crosses.T
    every = np.ones(len(crosses), np.int64)

    def strong(two: tuple[Ints, Ints], shows: int, outer: Ints) -> Ints:
        return strengths(np.column_stack((*two, center, shows * every, outer)))

    mine = strong((own[0] * every, own[1] * every), shown[0], vertical)
    pair = (dealers[:, 0], dealers[:, 1])
    dealer = np.maximum(strong(pair, shown[0], vertical), strong(pair, shown[1], horizontal))
    line = np.where(dealer > mine, LOWER, np.where(dealer == mine, EQUAL, HIGHER))
    return int(TABLE[line, CATEGORY[mine]].sum())


@pytest.mark.parametrize("suits", SHOWN)
def test_both_cards_of_the_dealer_are_worth_what_dealing_out_all_hands_says(worth: seen.Worth, suits: str) -> None:
    shown, random = SHOWN[suits], Random(suits)
    flush = [4 * rank + 1 for rank in (1, 7, 11, 12)]
    rest = [card for card in PACK_52 if card not in shown]
    for a, b, *dealt in [random.sample(rest, 4) for _ in range(3)] + [
        flush,
        [flush[0], 4 * LOW + 3, 4 * LOW, flush[3]],
    ]:
        found = counted(worth, shown, [a, b], seen.BOTH, *dealt)
        assert found == dealt_out(shown, [a, b], seen.BOTH, *dealt), (a, b, dealt)


@pytest.mark.parametrize("what", [seen.CENTER, seen.VERTICAL, seen.HORIZONTAL])
def test_a_card_of_the_cross_is_worth_what_dealing_out_all_hands_says(worth: seen.Worth, what: int) -> None:
    shown, own, card = SHOWN["of one suit"], [4 * 7 + 1, 4 * LOW + 2], 4 * 10 + 1
    assert counted(worth, shown, own, what, card) == dealt_out(shown, own, what, card)


def test_whatever_is_seen_the_average_is_that_of_the_game(worth: seen.Worth) -> None:
    """What the vertical array wins, added up over everything that may be seen, as it is counted without that."""
    made, random = choices(DoubleCrossPokerRules()), Random(1)
    for shown in SHOWN.values():
        for own in [random.sample([card for card in PACK_52 if card not in shown], 2) for _ in range(4)]:
            left = [card for card in PACK_52 if card not in {*shown, *own}]
            fair = int(made.worth[1][starts().index(own, *shown)])
            for what in (seen.CENTER, seen.VERTICAL, seen.HORIZONTAL):
                assert sum(counted(worth, shown, own, what, card) for card in left) == fair
            assert sum(counted(worth, shown, own, seen.BOTH, *two) for two in combinations(left, 2)) == fair


@pytest.mark.parametrize(("low", "high", "orders"), [(LOW, HIGH, 32), (LOW, LOW, 12)])
def test_every_state_is_tried_once(low: int, high: int, orders: int) -> None:
    """If every end is worth the same and a fold costs nothing, the sums are the numbers of deals."""
    totals = np.array(seen.piece(low, high, np.ones((3, 10), np.int64), 0))[:10].reshape(5, 2)
    ones = orders * comb(50, 2) * 48
    behind = [seen.BEHIND_ONE] * 3 + [seen.BEHIND_DEALER, seen.BEHIND_BOTH]
    states = [ones] * 4 + [ones * 47 // 2]
    assert totals.tolist() == [[many * each, many] for many, each in zip(states, behind, strict=True)]


def test_both_orders_of_the_shown_cards_are_alike() -> None:
    """The array of a start with the shown cards exchanged is its other array: pieces may have either rank first."""
    assert seen.piece(LOW, HIGH, TABLE, PER) == seen.piece(HIGH, LOW, TABLE, PER)


def test_a_start_is_worth_more_to_those_who_see_more() -> None:
    """The starts with these shown cards, beside the best play of those who see nothing else."""
    made = choices(DoubleCrossPokerRules())
    shown = np.sort(starts().cards[:, :2] >> 2, axis=1)
    inside = (shown == (LOW, HIGH)).all(axis=1)
    total = int((made.worth.max(axis=0) * made.weights)[inside].sum())
    fair = Fraction(total, int(made.weights[inside].sum()) * made.deals)
    totals = seen.piece(LOW, HIGH, TABLE, PER)
    states = 32 * comb(50, 2) * 48
    center, vertical, horizontal, one = (
        Fraction(totals[2 * what], states * seen.STATES[what][1])
        for what in (seen.CENTER, seen.VERTICAL, seen.HORIZONTAL, seen.DEALER)
    )
    both = Fraction(totals[2 * seen.BOTH], states * 47 // 2 * seen.BEHIND_BOTH)
    assert fair < min(center, one)
    assert vertical == horizontal > fair
    assert one < both


# --- marked cards


DIVIDED = (0, (1 << 9) - 1, (1 << 12) - 1, 0b100110011010)
"""Divisions of the ranks: none, a jack or higher, an ace, and one like no other."""


def by_card(v: int, h: int, own: tuple[int, int], one: seen.Worth, what: int) -> Ints:
    """What the vertical array wins by the card that is marked, for all cards of the pack at once."""
    pack, total = np.arange(52), np.zeros(52, np.int64)
    for suit in {-1, v & 3, h & 3}:
        kinds = 2 * (pack >> 2) + (pack & 3 != suit)
        at = (int(v & 3 == suit) + 2 * int(h & 3 == suit), int(seen.NUMBER[kinds[own[0]], kinds[own[1]]]))
        if what == seen.DEALER:
            pairs = one.by_dealer[at][seen.NUMBER[kinds[:, None], kinds]]
            np.fill_diagonal(pairs, 0)
            pairs[:, [v, h, *own]] = 0
            total += pairs.sum(axis=1)
        elif what == seen.CENTER:
            total += np.where((suit == -1) | (pack & 3 == suit), one.by_center[at][pack >> 2], 0)
        else:
            total += (one.by_vertical if what == seen.VERTICAL else one.by_horizontal)[at][kinds]
    total[[v, h, *own]] = 0
    return total


def divided(gains: Ints, cards: Ints, division: int) -> tuple[int, int]:
    """What a player gains who knows in which part the rank is, and with how many cards there is a raise."""
    gain = bold = 0
    for part in ([rank for rank in range(13) if (division >> rank & 1) == one] for one in (0, 1)):
        won = int(gains[:, part].sum(axis=1).max(initial=0))
        gain, bold = gain + won, bold + int(cards[part].sum()) * (won > 0)
    return gain, bold


def test_marks_gain_what_plain_addition_over_every_start_says(worth: seen.Worth) -> None:
    """In both orders of the shown cards, by adding up for every start each part of the ranks."""
    other = seen.behind(HIGH, LOW, TABLE)
    found = {what: np.zeros((len(DIVIDED), 2), object) for what in seen.MARKED}
    for low, high, along, across in ((LOW, HIGH, worth, other), (HIGH, LOW, other, worth)):
        for suit, ways in ((0, 4), (1, 12)):
            v, h = 4 * low, 4 * high + suit
            for own in combinations([card for card in PACK_52 if card not in (v, h)], 2):
                free = np.isin(PACK_52, (v, h, *own), invert=True)
                cards = np.bincount(np.arange(52)[free] >> 2, minlength=13)
                for what, added in found.items():
                    outer = {seen.HORIZONTAL: seen.VERTICAL}.get(what, what)
                    fold = PER * (seen.BEHIND_DEALER if what == seen.DEALER else seen.BEHIND_ONE)
                    won = np.stack((by_card(v, h, own, along, what), by_card(h, v, own, across, outer)))
                    gains = np.add.reduceat((won + fold) * free, range(0, 52, 4), axis=1)
                    added += ways * np.array([divided(gains, cards, one) for one in DIVIDED], object)
    marks = seen.piece(LOW, HIGH, TABLE, PER)[2 * len(seen.STATES) :]
    for at, what in enumerate(seen.MARKED):
        gained, bold = np.array(marks, object).reshape(len(seen.MARKED), 2, -1)[at]
        for added, one in zip(found[what], DIVIDED, strict=True):
            common = int(one > 0)
            assert tuple(added) == (gained[one] + common * gained[0], bold[one] + common * bold[0])


def test_marks_that_tell_nothing_leave_the_game_as_it_is_and_all_others_help() -> None:
    """Beside the best play of those who see nothing, as it is counted without marks."""
    made = choices(DoubleCrossPokerRules())
    inside = (np.sort(starts().cards[:, :2] >> 2, axis=1) == (LOW, HIGH)).all(axis=1)
    gain = int((made.weights * (made.worth - made.worth[0]).max(axis=0))[inside].sum())
    raised = int(made.weights[inside & (made.best > 0)].sum())
    marks = np.array(seen.piece(LOW, HIGH, TABLE, PER)[2 * len(seen.STATES) :]).reshape(len(seen.MARKED), 2, -1)
    for what, (gained, bold) in zip(seen.MARKED, marks, strict=True):
        assert gained[0] == gain * (seen.BEHIND_DEALER if what == seen.DEALER else seen.BEHIND_ONE) // seen.BEHIND_ONE
        assert bold[0] == 48 * raised
        assert min(gained[1:]) > 0


def test_marks_are_told_for_the_first_cards_that_are_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    marked = [[0, *[at + 1] * (DIVISIONS - 1), *[0] * DIVISIONS] for at in range(len(seen.MARKED))]
    monkeypatch.setattr(exposure, "count", lambda *given: ((), marked))
    found = list(exposure.marked_cards(DoubleCrossPokerRules()))
    assert [one.what.removeprefix("whether ").partition(" is ")[0] for one in found[::3]] == [
        "the dealer's first card",
        "the other horizontal card",
        "the center card",
    ]
    for at, what in enumerate((seen.DEALER, seen.HORIZONTAL, seen.CENTER)):
        states, each = seen.STATES[what]
        assert found[3 * at].value == Fraction(seen.MARKED.index(what) + 1, states * each * PER) - 1


def test_the_totals_over_all_starts_are_told_by_what_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    behind = [many * each for many, each in seen.STATES]
    totals = [one for at, total in enumerate(behind) for one in (total * PER // (at + 2), at)]
    monkeypatch.setattr(exposure, "count", lambda *given: (tuple(totals), []))
    found = list(exposure.cards_seen(DoubleCrossPokerRules()))
    assert [one.what for one in found] == list(exposure.SEEN)
    assert [one.value.limit_denominator(10) for one in found] == [Fraction(1, at) for at in range(2, 7)]
    assert [one.plays for one in found] == [Fraction(at, many) for at, (many, _) in enumerate(seen.STATES)]
