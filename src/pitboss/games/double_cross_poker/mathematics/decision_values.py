"""The decisions of Double Cross Poker, priced from what a seat has seen: the three-card wager and the raises."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from pitboss.basics.cards import parse_cards, rank
from pitboss.basics.poker import CATEGORIES, HIGHER, category3
from pitboss.engine.round.events import Chose, seat_place
from pitboss.engine.round.view import View
from pitboss.games.double_cross_poker.mathematics.one_hand import ENDS, FOLD, by_end, count_with
from pitboss.games.double_cross_poker.mathematics.reasons import EXPOSE_OR_CONCEAL, FOLD_OR_RAISE, HIGHER_WITH, reason
from pitboss.games.double_cross_poker.play import RIGHT, TOP
from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules
from pitboss.games.double_cross_poker.settle import ARRAYS, LINES, RAISES, paid_on_hand, three_card
from pitboss.mathematics.counting.hands import Ints
from pitboss.mathematics.decision_values import (
    WITH_COUPON,
    Asked,
    End,
    Made,
    Priced,
    Spot,
    Spots,
    cards_at,
    coupon_of,
    in_words,
    seen_besides,
    stake_of,
)

SUBJECTS = {"expose": EXPOSE_OR_CONCEAL, "conceal": EXPOSE_OR_CONCEAL}
SUBJECTS |= dict.fromkeys((FOLD, *ARRAYS), FOLD_OR_RAISE)
KNOWN = "The two cards and the open card of the vertical decide the three-card wager, so nothing is left to chance."


def price(rules: DoubleCrossPokerRules, view: View, asked: Asked) -> Spot | None:
    layout = view.layout
    own, top, right = (cards_at(layout, place) for place in (seat_place(asked.seat), TOP, RIGHT))
    if len(own) != 2 or len(top) != 1 or len(right) != 1:
        return None
    if asked.about == EXPOSE_OR_CONCEAL:
        stake = stake_of(layout, asked, "three-card")
        if not stake:
            return None
        won = three_card(stake, category3((*own, *top)), *rules.three_card_back)
        return Spot(
            about=asked.about,
            known=in_words({"hand": own, "vertical": top}),
            base=stake,
            options=(Priced(do="expose", value=Fraction(won - stake)), Priced(do="conceal", value=Fraction(-stake))),
            deals=1,
            note=KNOWN,
        )
    return _raise(rules, view, asked, own, top[0], right[0]) if asked.about == FOLD_OR_RAISE else None


@lru_cache(maxsize=256)
def _counted(own: tuple[int, ...], top: int, right: int, seen: tuple[int, ...]) -> Ints:
    """The deals by line and category. The review after the round asks for them again."""
    return count_with(own, top, right, seen)


def _raise(
    rules: DoubleCrossPokerRules, view: View, asked: Asked, own: tuple[int, ...], top: int, right: int
) -> Spot | None:
    """A fold or a raise along either array, over every deal of the unseen cards, with the payout limit."""
    ante = stake_of(view.layout, asked, "ante")
    if not ante:
        return None
    seen = seen_besides(view, (*own, top, right))
    counts = _counted(own, top, right, seen)
    deals, staked = int(counts[0].sum()), (1 + RAISES) * ante
    back, per = rules.raise_back
    coupon = coupon_of(view.layout, asked, "ante")
    stakes, coupons, cap = (ante,) * (1 + RAISES), (coupon, *(0,) * RAISES), rules.payout_cap
    paid = [
        sum(one.returned for one in paid_on_hand(stakes, on, kind, back, per, cap, coupons)) + coupon * (on == HIGHER)
        for on, kind in ENDS
    ]
    nets = [won - staked for won in paid]
    ways = {array: by_end(counted).tolist() for array, counted in zip(ARRAYS, counts, strict=True)}
    arrays = [
        Priced(do=array, value=Fraction(sum(net * n for net, n in zip(nets, ways[array], strict=True)), deals))
        for array in ARRAYS
    ]
    return Spot(
        about=asked.about,
        known=in_words({"hand": own, "vertical": (top,), "horizontal": (right,), "seen": seen}),
        base=ante,
        options=(*arrays, Priced(do=FOLD, value=Fraction(-ante))),
        deals=deals,
        note=WITH_COUPON if coupon else "",
        ends=tuple(end for array in ARRAYS for end in _ends(array, ways[array], nets, deals)),
        made=tuple(
            Made(do=array, hand=kind, share=Fraction(int(counted[:, kind].sum()), deals))
            for array, counted in zip(ARRAYS, counts, strict=True)
            for kind in range(len(CATEGORIES))
        ),
    )


def _ends(array: str, ways: Sequence[int], nets: Sequence[int], deals: int) -> Iterator[End]:
    """How a raise along an array may end, best first. Higher hands that are paid alike are one end."""
    found: dict[tuple[int, int], list[int]] = {}
    for at, (on, _) in reversed(list(enumerate(ENDS))):
        if ways[at]:
            found.setdefault((nets[at], on), []).append(at)
    for (net, on), alike in sorted(found.items(), reverse=True):
        hands = " or ".join(CATEGORIES[ENDS[at][1]] for at in alike)
        yield End(
            do=array,
            how=f"{HIGHER_WITH}{hands}" if on == HIGHER else LINES[on],
            share=Fraction(sum(ways[at] for at in alike), deals),
            cents=Fraction(net),
        )


def asked(view: View, chose: Chose) -> str:
    return SUBJECTS.get(chose.action, "")


def kind(about: str, known: Mapping[str, str]) -> str:
    if about == EXPOSE_OR_CONCEAL:
        return "Show the two cards or not"
    own = [rank(card) for card in parse_cards(known["hand"])]
    if own[0] == own[1]:
        return "A pair in the hand"
    paired = sum(rank(*parse_cards(known[array])) in own for array in ARRAYS)
    return ("No pair in either line", "A pair in one line, a draw in the other", "A pair in each line")[paired]


SPOTS = Spots(price=price, asked=asked, kind=kind, reason=reason)
