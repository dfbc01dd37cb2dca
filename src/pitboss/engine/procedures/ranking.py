"""Announcing which poker hand a place holds. The clauses that define the hands are data of each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pitboss.basics import poker
from pitboss.engine.round.dealer import Dealer

SUITED = (poker.FLUSH, poker.STRAIGHT_FLUSH, poker.ROYAL_FLUSH)
SUITED_3 = (poker.FLUSH_3, poker.STRAIGHT_FLUSH_3)


class Ranking(msgspec.Struct, frozen=True, kw_only=True):
    """The clauses on poker hands of five cards, or of three."""

    hands: tuple[str, ...]
    """The clause that defines each category, from a high card up."""
    also: tuple[str, ...]
    """Cited with every hand."""
    suited: tuple[str, ...] = ()
    """Cited with a hand that is all of one suit."""
    rulings: Mapping[int, str] = {}
    """The rulings on single categories."""


def rank(
    dealer: Dealer[Any],
    place: str,
    cards: Sequence[int],
    strength: int,
    ranking: Ranking,
    *,
    also: tuple[str, ...] = (),
    ruling: str = "",
) -> None:
    """Say which five-card hand of this strength a place holds."""
    kind = poker.CATEGORY_OF[strength]
    cited = (*ranking.also, *also, *ranking.suited) if kind in SUITED else (*ranking.also, *also)
    ruling = ruling or ranking.rulings.get(kind, "")
    name, category = poker.describe(cards, strength), poker.CATEGORIES[kind]
    dealer.rank(place, cards, category, name, ranking.hands[kind], also=cited, ruling=ruling)


def rank3(dealer: Dealer[Any], place: str, cards: Sequence[int], ranking: Ranking) -> int:
    """Say which three-card hand a place holds. Returns its category."""
    kind = poker.category3(cards)
    cited = (*ranking.also, *ranking.suited) if kind in SUITED_3 else ranking.also
    name, category = poker.describe3(cards), poker.CATEGORIES_3[kind]
    dealer.rank(place, cards, category, name, ranking.hands[kind], also=cited, ruling=ranking.rulings.get(kind, ""))
    return kind
