"""Why a choice is the best: the counts in the sentence, against every deal of the last cards of a pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from pitboss.basics.cards import NUMBER, PACK_52, rank, texts
from pitboss.basics.poker import ACE_KING, CATEGORY_OF, STRAIGHT, TWO_PAIR, strength
from pitboss.coach.counsel import Counsel, counsel, why
from pitboss.engine.game import GameWords
from pitboss.engine.round import events as ev
from pitboss.engine.round.layout import View
from pitboss.games.double_attack_blackjack.game import WORDS
from pitboss.games.double_cross_poker.settle import dealer_array
from pitboss.games.double_down_stud.settle import LINES, line
from pitboss.mathematics.decision_values import (
    Contest,
    End,
    SeatQuestion,
    against_fold,
    by_ends,
    compared,
    money,
    shown_or_hidden,
)

from scene import Scene


def asked(scene: Scene, about: str, unseen: Sequence[int] | None = None) -> Counsel:
    """The counsel to seat 1, which has seen all cards but its own and these ``unseen`` ones lie open."""
    view = scene.round.view("seat 1")
    if unseen is not None:
        seen = {card for place in view.layout.hands for card in view.layout.numbers(*place)}
        shown = [card for card in PACK_52 if card not in (*unseen, *seen)]
        more = [ev.Dealt(round=1, clause="", to="seat 5", hand=1, card=texts([one]), face="up") for one in shown]
        view = View("seat 1", (*view.events, *more))
    return counsel(scene.game, scene.round.rules, view, SeatQuestion(about=about, seat=1, player="Ann"))


def known(scene: Scene, *places: str) -> list[list[int]]:
    layout = scene.round.view("seat 1").layout
    return [list(layout.numbers(place)) for place in places]


def rest_of(*seen: Sequence[int]) -> list[int]:
    out = {card for cards in seen for card in cards}
    return [card for card in PACK_52 if card not in out]


def share(ways: int, of: int) -> str:
    return f"{100 * ways / of:.1f}%"


NO_WORDS = GameWords()


def contest(words: GameWords = NO_WORDS, /, **values: Fraction | int) -> Contest:
    """A decision between choices of these values. The first is the best, the second the other."""
    best, other, *_ = values
    worth = {do: Fraction(value) for do, value in values.items()}
    return Contest(about="", known={}, best=best, other=other, values=worth, ends=(), made=(), deals=1, words=words)


# --- what choices are worth, side by side


@pytest.mark.parametrize(
    ("bet", "words"),
    [
        (Fraction(-300), "So betting loses $3 on average, less than the $5 that a fold gives up."),
        (Fraction(-700), "So betting loses $7 on average, more than the $5 that a fold gives up."),
        (Fraction(-500), "So betting loses $5 on average, as much as a fold gives up."),
        (Fraction(-50_003, 100), "So betting loses $5 on average, a fraction of a cent more than a fold gives up."),
        (Fraction(-49_997, 100), "So betting loses $5 on average, a fraction of a cent less than a fold gives up."),
        (Fraction(0), "So betting breaks even on average, and a fold gives up $5."),
        (Fraction(1, 3), "So betting wins less than a cent on average, and a fold gives up $5."),
    ],
)
def test_what_is_lost_is_told_more_or_less_than_a_fold_only_if_it_looks_so(bet: Fraction, words: str) -> None:
    assert against_fold(contest(bet=bet, fold=-500), "bet") == words


@pytest.mark.parametrize(
    ("hit", "stand", "words"),
    [
        (-207, -270, "So hitting loses $2.07 on average, and standing $2.70."),
        (30, 20, "So hitting wins $0.30 on average, and standing $0.20."),
        (30, -20, "So hitting wins $0.30 on average, and standing loses $0.20."),
        (0, -20, "So hitting breaks even on average, and standing loses $0.20."),
        (20, 0, "So hitting wins $0.20 on average, and standing breaks even."),
        (-20, -20, "So hitting and standing are worth the same."),
        (Fraction(-201, 10), Fraction(-202, 10), "So hitting loses $0.20 on average, a fraction of a cent less than"),
        (Fraction(202, 10), Fraction(201, 10), "So hitting wins $0.20 on average, a fraction of a cent more than"),
    ],
)
def test_two_choices_are_compared_by_what_they_are_worth(
    hit: Fraction | int, stand: Fraction | int, words: str
) -> None:
    assert compared(contest(WORDS, hit=hit, stand=stand)).startswith(words)


def test_a_choice_of_another_packages_game_goes_by_its_name() -> None:
    assert compared(contest(call=-207, raise_4x=-270)) == "So call loses $2.07 on average, and raise_4x $2.70."
    assert against_fold(contest(call=-300, fold=-500), "call").startswith("So call loses $3 on average, less than")


@pytest.mark.parametrize(
    ("expose", "words"),
    [
        (-500, "Your cards win nothing, so the wager of $5 loses, shown or hidden."),
        (2000, "Your cards win $20 if you show them. Hidden, the wager of $5 loses."),
        (-200, "Your cards bring back $3 of the wager if you show them. Hidden, all of it loses."),
    ],
)
def test_cards_that_are_shown_win_or_bring_back_or_lose(expose: int, words: str) -> None:
    assert shown_or_hidden(contest(expose=expose, conceal=-500), "Your cards") == words


def test_a_game_without_words_of_its_own_tells_how_choices_end() -> None:
    ends = tuple(
        End(do=do, how="", share=Fraction(n, 4), cents=Fraction(cents))
        for do, n, cents in (("bet", 3, 1), ("bet", 1, -1), ("swap", 2, 1), ("swap", 2, -1))
    )
    found = Contest(about="", known={}, best="bet", other="swap", values={}, ends=ends, made=(), deals=1)
    assert (
        by_ends(found) == "Betting wins 75.0% of the time and loses 25.0%; swap wins 50.0% of the time and loses 50.0%."
    )


# --- Double Cross Poker


def crossed(hand: str, vertical: str, horizontal: str) -> Counsel:
    """The counsel on these open cards."""
    hidden = [texts([card]) for card in PACK_52 if texts([card]) not in f"{hand} {vertical} {horizontal}".split()]
    scene = Scene("double_cross_poker", " ".join([hand, *hidden[:4], horizontal, vertical]))
    scene.do("Ann", "wager", "ante", 500)
    return asked(scene.no_more_bets(), "fold or raise")


@pytest.mark.parametrize(
    ("hand", "vertical", "horizontal", "chosen", "words"),
    [
        (
            "Td Tc",
            "Th",
            "7s",
            "horizontal",
            "Along the vertical you hold three tens, and along the horizontal a pair of",
        ),
        ("Td Tc", "Th", "7s", "fold", "Along the vertical you hold three tens, and you end higher 97.9% of the time."),
        (
            "Ac 2c",
            "2h",
            "Ad",
            "vertical",
            "Along the horizontal you hold a pair of aces, and along the vertical a pair",
        ),
        (
            "8c Qd",
            "5c",
            "2c",
            "horizontal",
            "The open five of the vertical is higher than the open two of the horizontal.",
        ),
        (
            "9s 9h",
            "8h",
            "Kc",
            "vertical",
            "The open king of the horizontal is higher than the open eight of the vertical",
        ),
        (
            "2c Ac",
            "9c",
            "6s",
            "horizontal",
            "A straight or a flush comes 45 times in 1,128 along the vertical, and never",
        ),
        ("2h 7c", "9d", "Kd", "fold", "Along the horizontal a pair or better comes 444 times in 1,128, and you"),
        (
            "Td 9c",
            "9h",
            "9s",
            "horizontal",
            "Both arrays show a nine, so only the suits differ. You end higher 79.8% of the time along either array,"
            " and both are worth the same.",
        ),
        (
            "7c Kd",
            "8s",
            "8c",
            "horizontal",
            "Both arrays show an eight, so only the suits differ. You end higher 43.5% of the time along either array,"
            " and the vertical is worth less than a cent more.",
        ),
        (
            "Ad 3d",
            "2d",
            "9d",
            "horizontal",
            "A straight or a flush comes 51 times in 1,128 along the vertical, and 36 times in 1,128 along the"
            " horizontal. You end higher 42.0% of the time along the vertical, and 44.4% along the horizontal, but a"
            " higher hand wins more along the vertical: $",
        ),
    ],
)
def test_what_sets_the_arrays_apart_is_told(hand: str, vertical: str, horizontal: str, chosen: str, words: str) -> None:
    found = crossed(hand, vertical, horizontal)
    assert why("double_cross_poker", found, chosen).startswith(words)


def test_a_higher_hand_that_wins_more_is_told_with_its_averages() -> None:
    found = crossed("Ad 3d", "2d", "9d")
    averages = []
    for array in ("vertical", "horizontal"):
        ends = [end for end in found.ends if end.do == array and end.how.startswith("higher with ")]
        averages.append(money(sum(end.share * end.cents for end in ends) / sum(end.share for end in ends)))
    said = f"wins more along the vertical: {averages[0]} on average, against {averages[1]}."
    assert why("double_cross_poker", found, "horizontal").endswith(said)


@pytest.fixture
def cross() -> Scene:
    """The puzzle of the picture: a pair of sevens along one array, three to a straight flush along the other."""
    scene = Scene("double_cross_poker", "8h 7h 2c 9d 4s 3d 7c 6h 5c")
    scene.do("Ann", "wager", "ante", 1000)
    return scene.no_more_bets()


def test_a_draw_at_double_cross_is_counted_in_every_way_in_which_its_cards_can_turn(cross: Scene) -> None:
    hand, top, right = known(cross, "seat 1", "vertical top", "horizontal right")
    paired, drawn = (top, right) if rank(top[0]) in map(rank, hand) else (right, top)
    assert sorted(texts([*hand, *paired]).split()) == ["7c", "7h", "8h"]
    every = [strength((*hand, *drawn, *two)) for two in combinations(rest_of(hand, top, right), 2)]
    straights = sum(CATEGORY_OF[one] >= STRAIGHT for one in every)
    assert (straights, len(every)) == (90, 1128)
    found = asked(cross, "fold or raise")
    assert found.best is not None
    other = "vertical" if drawn is top else "horizontal"
    assert found.best.do != other
    said = (
        f"Along the {found.best.do} you hold a pair of sevens; along the {other} a straight or a flush comes only"
        " 90 times in 1,128."
    )
    for chosen in (other, found.best.do):
        assert why("double_cross_poker", found, chosen).startswith(said)


def test_higher_hands_at_double_cross_are_those_of_every_deal(cross: Scene) -> None:
    hand, top, right = known(cross, "seat 1", "vertical top", "horizontal right")
    unseen = rest_of(hand, top, right)[::6]
    higher, deals = Counter[str](), 0
    for center, bottom, left in permutations(unseen, 3):
        columns = {"vertical": (*top, center, bottom), "horizontal": (left, center, *right)}
        for pair in combinations([card for card in unseen if card not in (center, bottom, left)], 2):
            both = [strength((*pair, *column)) for column in columns.values()]
            deals += 1
            for array, column in columns.items():
                higher[array] += strength((*hand, *column)) > both[dealer_array(*both)]
    found = asked(cross, "fold or raise", unseen)
    assert found.deals == deals
    sentence = why("double_cross_poker", found, "vertical")
    for array in ("vertical", "horizontal"):
        words = f"You end higher {share(higher[array], deals)} of the time along the {array}"
        assert words in sentence or f"and {share(higher[array], deals)} along the {array}." in sentence
    folded = why("double_cross_poker", found, "fold")
    assert (
        f"you end higher {share(higher[found.best.do if found.best else ''], deals)} of the time. So raising" in folded
    )


def test_the_dealer_of_caribbean_stud_qualifies_as_often_as_told() -> None:
    scene = Scene("caribbean_stud", "Ah 4d Kc 5d Qd 6d 9s 2s 3h 7d")
    scene.do("Ann", "wager", "ante", 500)
    scene.no_more_bets()
    hand, up = known(scene, "seat 1", "dealer")
    unseen = rest_of(hand, up)[::4]
    dealers = [strength((*up, *four)) for four in combinations(unseen, 4)]
    found = asked(scene, "bet or fold", unseen)
    assert found.deals == len(dealers)
    shown = [one for one in dealers if one >= ACE_KING]
    higher, lower = sum(strength(hand) > one for one in shown), sum(strength(hand) < one for one in shown)
    assert 0 < higher < len(shown) < len(dealers)
    said = (
        f"The dealer has less than ace-king {share(len(dealers) - len(shown), len(dealers))} of the time, and then the"
        f" ante wins. Otherwise you win {share(higher, len(shown))} of the showdowns and lose"
        f" {share(lower, len(shown))}. So betting "
    )
    assert why("caribbean_stud", found, "bet").startswith(said)


def test_the_hands_of_boston_are_those_of_every_deal() -> None:
    scene = Scene("boston_5_stud", "Ah 4d Kc 5d Qd 6d")
    scene.do("Ann", "wager", "ante", 500)
    scene.do("Ann", "wager", "first", 1000)
    scene.no_more_bets()
    (hand,) = known(scene, "seat 1")
    unseen = [*rest_of(hand)[6:14], rest_of(hand)[-1]]  # so that two pair and three of a kind come
    results, paid, deals = Counter[int](), 0, 0
    for two in combinations(unseen, 2):
        own = strength((*hand, *two))
        dealers = list(combinations([card for card in unseen if card not in two], 5))
        deals += len(dealers)
        paid += len(dealers) * (CATEGORY_OF[own] >= TWO_PAIR)
        for dealer in dealers:
            other = strength(dealer)
            results[(own > other) - (own < other)] += 1
    found = asked(scene, "second or fold", unseen)
    assert found.deals % deals == 0
    assert 0 < paid < deals
    assert results[1] * results[-1] > 0
    assert why("boston_5_stud", found, "fold").startswith(
        f"With all five cards you end higher {share(results[1], deals)} of the time and the dealer"
        f" {share(results[-1], deals)}. Two pair or better, which pays on the ante, comes {share(paid, deals)} of the"
    )
    assert " of the time. So placing the 2nd wager " in why("boston_5_stud", found, "fold")


def test_three_of_a_kind_at_boston_pays_on_the_ante_in_any_case() -> None:
    scene = Scene("boston_5_stud", "9h 9c 9d 4d 5d 6d")
    scene.do("Ann", "wager", "ante", 500)
    scene.do("Ann", "wager", "first", 1000)
    found = asked(scene.no_more_bets(), "second or fold")
    assert found.known["hand"] == "9h 9c 9d"
    assert ". Your hand pays on the ante in any case. So placing" in why("boston_5_stud", found, "second")


def test_a_hand_that_no_dealer_beats_wins_every_showdown_of_caribbean_stud() -> None:
    scene = Scene("caribbean_stud", "Ah 4d Kh 5d Qh 6d Jh 2s Th 7d")
    scene.do("Ann", "wager", "ante", 500)
    found = asked(scene.no_more_bets(), "bet or fold")
    assert found.known["hand"] == "Ah Kh Qh Jh Th"
    assert " Otherwise you win every showdown. So betting wins " in why("caribbean_stud", found, "bet")


@pytest.mark.parametrize("cards", ["9h 2c 9s Kd 4c", "3s 2d 6s Qc 9d", "Ks 9d Kc 9c 2h", "Jh Qh Th 9h 2c"])
def test_the_hole_cards_of_double_down_are_counted(cards: str) -> None:
    scene = Scene("double_down_stud", cards)
    scene.do("Ann", "wager", "original", 500)
    scene.no_more_bets()
    own, board = known(scene, "seat 1", "community")
    pays = {"pair of sixes to tens": Fraction(0), LINES[0]: Fraction(-1)}
    back, per = scene.round.rules.back
    results = []
    for hole in rest_of(own, board):
        on = line(strength((*own, *board, hole)))
        results.append(pays.get(LINES[on], Fraction(back[on], per) - 1))
    won, push, lost = (
        sum(test(one) for one in results) for test in (lambda n: n > 0, lambda n: not n, lambda n: n < 0)
    )
    gains = sum(one for one in results if one > 0)
    sentence = why("double_down_stud", asked(scene, "double"), "pass")
    if not push and not lost:
        assert sentence.startswith("Of the 48 cards that the hole card can be, all win.")
    else:
        for count, verb in ((won, "win"), (push, "push"), (lost, "lose")):
            assert (f" {count} {verb}" in sentence) == bool(count)
    if won and lost:
        told = f"The winners pay the double {float(gains):g} times in all, and the losers cost it {lost} times."
        assert told in sentence
    average = Fraction(500 * sum(results), len(results))
    assert f"So the double itself {'wins' if average > 0 else 'loses'} {money(average)} on average." in sentence


@pytest.mark.parametrize(
    ("unseen", "words"),
    [
        (
            "Qc 3h 3d 5s",
            "1 wins and 3 lose. The winner pays the double once in all, and the losers cost it 3 times. So",
        ),
        (
            "Qc Qd 3h 5s 7c",
            "2 win and 3 lose. The winners pay the double twice in all, and the losers cost it 3 times.",
        ),
        ("Qc Kd 3h", "2 win and 1 loses. The winners pay the double twice in all, and the loser costs it once. So"),
    ],
)
def test_one_card_that_wins_or_loses_is_told_in_the_singular(unseen: str, words: str) -> None:
    scene = Scene("double_down_stud", "Qh 2c Kc 4d 6s")
    scene.do("Ann", "wager", "original", 500)
    left = [NUMBER[card] for card in unseen.split()]
    sentence = why("double_down_stud", asked(scene.no_more_bets(), "double", left), "double")
    assert sentence.startswith(f"Of the {len(left)} cards that the hole card can be, {words}")


def test_the_cards_that_win_insurance_are_counted() -> None:
    scene = Scene("double_attack_blackjack", "Ac 9h Kd 8d")
    scene.do("Ann", "wager", "initial", 1000)
    scene.no_more_bets()
    (hand, up) = known(scene, "seat 1", "dealer")
    shoe = list(scene.round.rules.cards)
    for card in (*hand, *up):
        shoe.remove(card)
    tens = sum(rank(card) in (9, 10, 11) for card in shoe)
    sentence = why("double_attack_blackjack", asked(scene, "insurance"), "insure")
    average = Fraction(1000, 2) * (Fraction(7, 2) * tens / len(shoe) - 1)
    assert sentence == (
        f"{tens} of the {len(shoe)} unseen cards count ten, {share(tens, len(shoe))}. Insurance at 5 to 2 breaks even"
        f" at 28.6%, so it loses {money(average)} on average."
    )
