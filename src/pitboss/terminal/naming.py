"""Names of hands and totals, for the words beside cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pitboss.cards import ACE, RANK_NAMES, plural
from pitboss.games.double_attack_blackjack.settle import BEST, LOW
from pitboss.poker import CATEGORY_OF, FLUSH, HIGH_CARD, describe, strength
from pitboss.table.events import seat_of
from pitboss.table.game import Game
from pitboss.table.layout import Layout

Namer = Callable[[str, int], str]
"""The words for the hand at a place, by its number. Empty if there is nothing to say."""


def poker_name(cards: Sequence[int]) -> str:
    """One to five cards in a few words. Fewer than five are named by what they make already.

    >>> from pitboss.cards import parse_cards
    >>> poker_name(parse_cards("As Kd Qh 7c 3s")), poker_name(parse_cards("9s 9d 2c"))
    ('ace-king high', 'pair of nines')
    >>> poker_name(parse_cards("Ks Kd 4h 4c Ac")), poker_name(parse_cards("Ts")), poker_name([])
    ('two pair, kings over fours', 'ten', '')
    """
    if len(cards) == 5:
        order = strength(cards)
        kind = CATEGORY_OF[order]
        if kind == FLUSH:
            return f"flush, {RANK_NAMES[max(card >> 2 for card in cards)]} high"
        if kind != HIGH_CARD:
            return ", ".join(part for part in describe(cards, order).split(", ") if "kicker" not in part)
    ranks = [card >> 2 for card in cards]
    groups = sorted({rank: ranks.count(rank) for rank in ranks}.items(), key=lambda one: (-one[1], -one[0]))
    match [count for _, count in groups]:
        case []:
            return ""
        case [1]:
            return RANK_NAMES[groups[0][0]]
        case [4, *_]:
            return f"four of a kind, {plural(groups[0][0])}"
        case [3, *_]:
            return f"three of a kind, {plural(groups[0][0])}"
        case [2, 2, *_]:
            return f"two pair, {plural(groups[0][0])} over {plural(groups[1][0])}"
        case [2, *_]:
            return f"pair of {plural(groups[0][0])}"
    return f"{RANK_NAMES[groups[0][0]]}-{RANK_NAMES[groups[1][0]]} high"


def total(cards: Sequence[int], *, split: bool = False) -> str:
    """The total of a blackjack hand. ``split`` hands can't be a blackjack.

    >>> from pitboss.cards import parse_cards
    >>> total(parse_cards("As 6d")), total(parse_cards("9s 8d 9c")), total(parse_cards("As Kd"))
    ('soft 17', '26, over 21', 'blackjack')
    """
    if not cards:
        return ""
    low = sum(LOW[card] for card in cards)
    soft = any(card >> 2 == ACE for card in cards) and low + 10 <= BEST
    count = low + 10 * soft
    if count == BEST and len(cards) == 2 and not split:
        return "blackjack"
    if count > BEST:
        return f"{count}, over {BEST}"
    return f"soft {count}" if soft and count < BEST else str(count)


def _own_cards(game: Game, layout: Layout, place: str, hand: int) -> str:
    return poker_name(layout.numbers(place, hand))


def _with_the_board(game: Game, layout: Layout, place: str, hand: int) -> str:
    """A player's hand is their card with the cards of the board. The board alone has no name."""
    return poker_name([*layout.numbers(place, hand), *layout.numbers(game.places[0])]) if seat_of(place) else ""


def _with_each_line(game: Game, layout: Layout, place: str, hand: int) -> str:
    """Each line of the figure makes a hand with these cards. What is known of each is named."""
    own = layout.numbers(place, hand)
    if place in game.lies or not own:
        return ""
    lines = []
    for axis, name in ((1, "vertical"), (0, "horizontal")):
        middle = next(
            at[axis] for at in game.lies.values() if sum(at[axis] == one[axis] for one in game.lies.values()) > 2
        )
        known = [card for place, at in game.lies.items() if at[axis] == middle for card in layout.numbers(place)]
        if known:
            lines.append(f"{name} {poker_name([*own, *known])}")
    return "; ".join(lines) or poker_name(own)


def _totals(game: Game, layout: Layout, place: str, hand: int) -> str:
    split = bool(seat_of(place)) and (hand > 1 or bool(layout.cards(place, 2)))
    return total(layout.numbers(place, hand), split=split)


NAMERS: Mapping[str, Callable[[Game, Layout, str, int], str]] = {
    "boston_5_stud": _own_cards,
    "caribbean_stud": _own_cards,
    "double_attack_blackjack": _totals,
    "double_cross_poker": _with_each_line,
    "double_down_stud": _with_the_board,
}
"""How each game names a hand. A game of another package has no names here."""


def namer(game: Game, layout: Layout) -> Namer:
    """Names the hands of a layout, from the cards that its viewer knows."""
    found = NAMERS.get(game.name)
    return lambda place, hand: found(game, layout, place, hand) if found and (place, hand) in layout.hands else ""
