"""Cards, and the packs of 52 and of 48 (without tens).

A card is a small integer: four times its rank plus its suit. Ranks run from 0 (a two) to 12 (an ace). For input and
output a card is text: rank and suit, as in ``As`` or ``Th``.

>>> text(parse("10h")), text(parse("A♠"))
('Th', 'As')
>>> " ".join(map(text, parse_cards("As Kd 7c")))
'As Kd 7c'
>>> parse("1s")
Traceback (most recent call last):
...
pitboss.basics.cards.CardError: '1s' is not a card: give a rank (2-9, T or 10, J, Q, K, A) and a suit (c, d, h, s)...
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

RANKS = "23456789TJQKA"
SUITS = "cdhs"
PRINTED = (*RANKS[:8], "10", *RANKS[9:])
"""The ranks as cards print them."""
RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SIX, EIGHT, TEN, JACK, KING, ACE = 4, 6, 8, 9, 11, 12

LETTERS = str.maketrans("♣♦♥♠♧♢♡♤", SUITS * 2, "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}")
"""The letters of printed suits. Some programs print them with a mark that asks for black or for coloured signs."""
_ONE = re.compile("(?:10|[2-9TJQKA])[cdhs]", re.IGNORECASE | re.ASCII)

TEXT: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
NUMBER: dict[str, int] = {name: card for card, name in enumerate(TEXT)}

PACK_52: tuple[int, ...] = tuple(range(52))
PACK_48: tuple[int, ...] = tuple(card for card in PACK_52 if card >> 2 != TEN)


class CardError(ValueError):
    """Text that is not a card, or cards that one pack cannot hold."""


def rank(card: int) -> int:
    return card >> 2


def suit(card: int) -> int:
    return card & 3


def red(card: int) -> bool:
    """Whether the card is a diamond or a heart."""
    return card & 3 in (1, 2)


def text(card: int) -> str:
    return TEXT[card]


def texts(cards: Iterable[int]) -> str:
    return " ".join(TEXT[card] for card in cards)


def name(card: int) -> str:
    """The card's name in words.

    >>> name(parse("As"))
    'ace of spades'
    """
    return f"{RANK_NAMES[card >> 2]} of {SUIT_NAMES[card & 3]}"


def plural(rank: int) -> str:
    """The rank in the plural: ``sixes``, ``kings``."""
    return "sixes" if rank == SIX else RANK_NAMES[rank] + "s"


def one_of(rank: int) -> str:
    """The rank with its article: ``an ace``."""
    return f"{'an' if rank in (EIGHT, ACE) else 'a'} {RANK_NAMES[rank]}"


def parse(word: str) -> int:
    """Read one card as people type or print it: ``As``, ``10h``, ``Th``, ``th`` or ``A♠``."""
    tidy = word.strip().translate(LETTERS)
    tidy = "T" + tidy[2:] if tidy.startswith("10") else tidy
    card = NUMBER.get(tidy[:1].upper() + tidy[1:].lower())
    if card is None:
        raise CardError(
            f"{word!r} is not a card: give a rank (2-9, T or 10, J, Q, K, A) and a suit (c, d, h, s), as in As"
        )
    return card


def card_words(said: str) -> list[str]:
    """The cards that somebody wrote one after another, with spaces, commas or nothing in between. They may be no cards.

    >>> card_words("As Kd,10h"), card_words("AsKd10h7♣"), card_words("AsKx")
    (['As', 'Kd', '10h'], ['As', 'Kd', '10h', '7c'], ['AsKx'])
    """
    found: list[str] = []
    for word in said.replace(",", " ").split():
        tidy = word.translate(LETTERS)
        cards = _ONE.findall(tidy)
        found += cards if len(cards) > 1 and "".join(cards) == tidy else [word]
    return found


def parse_cards(words: str | Sequence[str], pack: Sequence[int] = PACK_52, packs: int = 1) -> list[int]:
    """Read cards. Each must be in the pack, and no more often than the packs hold it.

    >>> parse_cards("As As")
    Traceback (most recent call last):
    ...
    pitboss.basics.cards.CardError: the ace of spades appears 2 times, but one pack of 52 holds it once
    """
    if isinstance(words, str):
        words = card_words(words)
    cards = [parse(word) for word in words]
    holds = set(pack)
    for card, times in Counter(cards).items():
        if card not in holds:
            raise CardError(f"the {name(card)} is not in a pack of {len(pack)}")
        if times > packs:
            which = f"one pack of {len(pack)} holds it once" if packs == 1 else f"{packs} packs hold it {packs} times"
            raise CardError(f"the {name(card)} appears {times} times, but {which}")
    return cards
