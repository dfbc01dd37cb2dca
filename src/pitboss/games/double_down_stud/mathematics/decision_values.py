"""The double at Double Down Stud, priced from what a seat has seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitboss.basics.cards import ACE, JACK, PACK_52, SIX, parse_cards, rank, suit
from pitboss.basics.poker import strength
from pitboss.engine.round.events import Chose, seat_place
from pitboss.engine.round.layout import View
from pitboss.games.double_down_stud.play import COMMUNITY
from pitboss.games.double_down_stud.rules import DoubleDownStudRules
from pitboss.games.double_down_stud.settle import LINES, PUSH, line, paid_on_hand
from pitboss.mathematics import decision_values as pricing

ABOUT = "double"
PASS, DOUBLE = "pass", "double"
ONE = {"win": "wins", "push": "pushes", "lose": "loses"}
"""The verb for one card, by that for several."""


def count_with(four: Sequence[int], seen: Sequence[int] = ()) -> list[int]:
    """The number of unseen hole cards that lead to each line, for four known cards. Needs no compiler."""
    counts = [0] * len(LINES)
    for hole in PACK_52:
        if hole not in {*four, *seen}:
            counts[line(strength((*four, hole)))] += 1
    return counts


def price(rules: DoubleDownStudRules, view: View, asked: pricing.SeatQuestion) -> pricing.Spot | None:
    """The value of a double and a pass over every unseen hole card, with the payout limit."""
    own, board = pricing.cards_at(view.layout, seat_place(asked.seat)), pricing.cards_at(view.layout, COMMUNITY)
    original = pricing.stake_of(view.layout, asked, "original")
    if asked.about != ABOUT or len(own) != 1 or len(board) != 3 or not original:
        return None
    seen = pricing.seen_besides(view, (*own, *board))
    ways = count_with((*own, *board), seen)
    deals = sum(ways)
    back, per = rules.back
    coupon = pricing.coupon_of(view.layout, asked, "original")

    def net(on: int, double: int) -> int:
        stakes, cap = (original, double), rules.payout_cap
        returned = sum(paid.returned for paid in paid_on_hand(stakes, on, back, per, cap, (coupon, 0)))
        return returned + coupon * (on > PUSH) - sum(stakes)

    def worth(double: int) -> Fraction:
        return Fraction(sum(n * net(on, double) for on, n in enumerate(ways)), deals)

    single = worth(0)
    return pricing.Spot(
        about=ABOUT,
        known=pricing.in_words({"hand": own, "board": board, "seen": seen}),
        base=original,
        options=(
            pricing.Priced(do=PASS, value=single),
            pricing.Priced(do=DOUBLE, value=worth(original), amount=original, at_nothing=single),
        ),
        deals=deals,
        note=pricing.WITH_COUPON if coupon else "",
        ends=tuple(
            pricing.End(do=do, how=LINES[on], share=Fraction(ways[on], deals), cents=Fraction(net(on, double)))
            for do, double in ((PASS, 0), (DOUBLE, original))
            for on in reversed(range(len(LINES)))
            if ways[on]
        ),
    )


def asked(view: View, chose: Chose) -> str:
    return ABOUT if chose.action in (PASS, DOUBLE) else ""


def kind(about: str, known: Mapping[str, str]) -> str:
    cards = parse_cards(f"{known['hand']} {known['board']}")
    ranks = [rank(card) for card in cards]
    pairs = {one for one in ranks if ranks.count(one) > 1}
    if len(pairs) > 1 or any(ranks.count(one) > 2 for one in pairs):
        return "Two pair or better"
    if pairs:
        (pair,) = pairs
        return "A pair that wins" if pair >= JACK else "A pair that pushes" if pair >= SIX else "A pair that loses"
    if len({suit(card) for card in cards}) == 1:
        return "Four to a flush"
    low = [-1 if one == ACE else one for one in ranks]
    if min(max(some) - min(some) for some in (ranks, low)) <= 4:
        return "Four to a straight"
    return "Four cards that make nothing yet"


def reason(contest: pricing.Contest) -> str:
    """The hole cards that win, push and lose, and what a double adds on them."""
    single, doubled = ({end.how: end for end in contest.ends if end.do == do} for do in (PASS, DOUBLE))
    adds = {how: end.cents - single[how].cents for how, end in doubled.items()}
    ways = {how: int(end.share * contest.deals) for how, end in doubled.items()}
    won = sum(ways[how] for how, cents in adds.items() if cents > 0)
    lost = sum(ways[how] for how, cents in adds.items() if cents < 0)
    counts = {"win": won, "push": contest.deals - won - lost, "lose": lost}
    parts = [f"{count} {verb if count > 1 else ONE[verb]}" for verb, count in counts.items() if count]
    paid = ""
    if won and lost:
        pays = sum((ways[how] * cents for how, cents in adds.items() if cents > 0), Fraction(0)) / -min(adds.values())
        pay, cost = "winner pays" if won == 1 else "winners pay", "loser costs" if lost == 1 else "losers cost"
        paid = f" The {pay} the double {_often(pays)} in all, and the {cost} it {_often(Fraction(lost))}."
    added = pricing.on_average(contest.values[DOUBLE] - contest.values[PASS])
    all_alike = f"all {next(verb for verb, count in counts.items() if count)}"
    said = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else all_alike
    return f"Of the {contest.deals} cards that the hole card can be, {said}.{paid} So the double itself {added}."


def _often(times: Fraction) -> str:
    return {Fraction(1): "once", Fraction(2): "twice"}.get(times) or f"{float(times):,g} times"


SPOTS = pricing.Spots(price=price, asked=asked, kind=kind, reason=reason)
