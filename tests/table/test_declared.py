"""What games declare for others: the cards that advice takes, and where places lie on the table."""

from __future__ import annotations

import pytest

from pitboss.engine import registry


@pytest.mark.parametrize(
    ("game", "cards"),
    [
        # one own card and three on the board; one more is to come
        ("double_down_stud", {"hand": (1, 1), "board": (3, 3), "seen": (0, 52 - 1 - 3 - 1)}),
        # three cards; two more and five of the dealer are to come
        ("boston_5_stud", {"hand": (3, 3), "seen": (0, 52 - 3 - 2 - 5)}),
        # five cards and the dealer's up card; four of the dealer are unknown
        ("caribbean_stud", {"hand": (5, 5), "up": (1, 1), "seen": (0, 52 - 5 - 1 - 4)}),
        # two cards and two of the cross; three of the cross and two of the dealer are unknown
        ("double_cross_poker", {"hand": (2, 2), "vertical": (1, 1), "horizontal": (1, 1), "seen": (0, 52 - 4 - 3 - 2)}),
    ],
)
def test_advice_takes_the_cards_that_a_player_can_know(game: str, cards: dict[str, tuple[int, int]]) -> None:
    assert {one.name: (one.least, one.most) for one in registry.game(game).advice_takes} == cards


def test_a_hand_of_blackjack_has_at_most_21_cards() -> None:
    hand = next(one for one in registry.game("double_attack_blackjack").advice_takes if one.name == "hand")
    assert (hand.least, hand.most) == (0, 21)


def test_the_cross_lies_as_a_cross() -> None:
    lies = registry.game("double_cross_poker").lies
    assert {place.split()[-1]: where for place, where in lies.items()} == {
        "top": (0, 1),
        "left": (1, 0),
        "center": (1, 1),
        "right": (1, 2),
        "bottom": (2, 1),
    }
