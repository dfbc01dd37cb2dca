"""What Double Cross Poker is worth to a player who sees a hidden card of the cross, or cards of the dealer, or knows
the class of such a card by its back."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.double_cross_poker.mathematics.choices import nets
from pitboss.games.double_cross_poker.mathematics.counting_seen import CENTER, DEALER, HORIZONTAL, MARKED, STATES, count
from pitboss.games.double_cross_poker.mathematics.one_hand import table_of
from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.exposure import Known, by_marks, known_from

SEEN = (
    "the center card",
    "the other vertical card",
    "the other horizontal card",
    "one card of the dealer",
    "both cards of the dealer",
)


def cards_seen(rules: DoubleCrossPokerRules, tick: Tick | None = None) -> Iterator[Known]:
    """Each card that lies face down at the decision, and both cards of the dealer."""
    net, per = nets(rules)
    totals, _ = count(table_of(net), per, tick)
    for at, (what, (states, behind)) in enumerate(zip(SEEN, STATES, strict=True)):
        yield known_from(what, totals[2 * at : 2 * at + 2], states * behind * per, states)


def marked_cards(rules: DoubleCrossPokerRules, tick: Tick | None = None) -> Iterator[Known]:
    """The class of the first hidden card, if the backs of two parts of the ranks can be told apart.

    The dealer's cards are dealt before the cross, and the cross begins at the left, with the other horizontal card. So
    the first hidden card is the dealer's first, and that one is the first of the cross. The center is in both arrays.
    """
    net, per = nets(rules)
    _, marked = count(table_of(net), per, tick)
    for what, card in (
        (DEALER, "the dealer's first card"),
        (HORIZONTAL, "the other horizontal card"),
        (CENTER, "the center card"),
    ):
        states, behind = STATES[what]
        deals = states * behind * per
        yield from by_marks(card, marked[MARKED.index(what)], -deals, deals, states)
