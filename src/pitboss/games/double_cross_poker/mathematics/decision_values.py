"""The decisions of Double Cross Poker, priced from what a seat has seen: the three-card wager and the raises."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

from pitboss.basics.cards import PACK_52, RANK_NAMES, one_of, parse_cards, plural, rank
from pitboss.basics.poker import CATEGORIES, HIGHER, PAIR, STRAIGHT, TWO_PAIR, category3
from pitboss.engine.round.events import Chose, seat_place
from pitboss.engine.round.layout import View
from pitboss.games.double_cross_poker.mathematics.one_hand import ENDS, FOLD, by_end, count_with
from pitboss.games.double_cross_poker.play import RIGHT, TOP
from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules
from pitboss.games.double_cross_poker.settle import ARRAYS, LINES, RAISES, paid_on_hand, three_card
from pitboss.mathematics import decision_values as pricing
from pitboss.mathematics.counting.hands import Ints

FOLD_OR_RAISE, EXPOSE_OR_CONCEAL = "fold or raise", "expose or conceal"
HIGHER_WITH = "higher with "
"""How the words of an end begin in which the player's hand is higher."""
HIDDEN = 2
"""The cards of an array that are face down."""
NAMES = {2: "a pair of", 3: "three"}
"""What so many cards of a rank are called."""


def reason(contest: pricing.Contest) -> str:
    if contest.about == EXPOSE_OR_CONCEAL:
        return pricing.shown_or_hidden(contest, "Your two cards and the open card of the vertical")
    raised = [_Line(contest, do) for do in (contest.best, contest.other) if do != FOLD]
    if len(raised) == 1:
        (one,) = raised
        hold = f"you hold {one.made}" if one.made else f"a pair or better {one.comes(PAIR)}"
        end = pricing.against_fold(contest, one.array, "raising")
        return f"Along the {one.array} {hold}, and you end higher {pricing.percent(one.higher)} of the time. {end}"
    return " ".join(filter(None, (_difference(*raised), _higher(*raised))))


class _Line:
    """An array with the player's two cards: what they make now, and what they become."""

    def __init__(self, contest: pricing.Contest, array: str) -> None:
        hand, (card,) = parse_cards(contest.known["hand"]), parse_cards(contest.known[array])
        self.contest, self.array, self.worth = contest, array, contest.values[array]
        self.open = rank(card)
        ranks = [self.open, *map(rank, hand)]
        most = max(ranks, key=ranks.count)
        self.made = f"{NAMES[ranks.count(most)]} {plural(most)}" if ranks.count(most) > 1 else ""
        """The pair or the three of a kind. Empty if there is none."""
        higher = [end for end in contest.ends if end.do == array and end.how.startswith(HIGHER_WITH)]
        self.higher = sum((end.share for end in higher), Fraction(0))
        """The part of the deals in which the hand ends higher."""
        self.wins = sum((end.share * end.cents for end in higher), Fraction(0)) / (self.higher or 1)
        """What a higher hand wins on average."""
        self.draws = comb(len(PACK_52) - sum(len(some.split()) for some in contest.known.values()), HIDDEN)

    def becomes(self, least: int) -> Fraction:
        return self.contest.becomes(self.array, least)

    def times(self, least: int) -> str:
        """How often the hand becomes this category or a better one, of the ways in which its cards can be turned."""
        return pricing.times(self.becomes(least), self.draws)

    def comes(self, least: int, only: str = "") -> str:
        """The same with its verb: ``comes 90 times in 1,128``."""
        return f"comes {only}{self.times(least)}" if self.becomes(least) else "never comes"


def _difference(best: _Line, other: _Line) -> str:
    """What sets the lines apart: a hand that is made, what comes more often, or the open cards. Empty if none does."""
    if best.made != other.made and best.made and other.made:
        return f"Along the {best.array} you hold {best.made}, and along the {other.array} {other.made}."
    drawing = best if other.made else other
    comes, what = (STRAIGHT, "a straight or a flush") if drawing.becomes(STRAIGHT) else (PAIR, "a pair or better")
    if best.made and not other.made:
        draw = f"{what} {other.comes(comes, 'only ')}"
        return f"Along the {best.array} you hold {best.made}; along the {other.array} {draw}."
    if other.made and not best.made:
        draw = f"{what} {best.comes(comes)}"
        return f"Along the {best.array} {draw}; along the {other.array} you hold {other.made}."
    straights = "A full house or better" if best.made else "A straight or a flush"
    for least, what in ((STRAIGHT, straights), (TWO_PAIR, "Two pair or better"), (PAIR, "A pair or better")):
        if best.becomes(least) > other.becomes(least):
            return (
                f"{what} {best.comes(least)} along the {best.array}, and {other.times(least)} along the {other.array}."
            )
    if best.open == other.open:
        return f"Both arrays show {one_of(best.open)}, so only the suits differ."
    if best.open > other.open:
        shown = (f"the open {RANK_NAMES[line.open]} of the {line.array}" for line in (best, other))
        return f"{' is higher than '.join(shown)}.".capitalize()
    return ""


def _higher(best: _Line, other: _Line) -> str:
    """How often the lines end higher and, if that does not tell why one is better, what does."""
    gap, shares = best.worth - other.worth, (pricing.percent(best.higher), pricing.percent(other.higher))
    if shares[0] == shares[1]:
        more = f"the {best.array} is worth {pricing.money(gap)} more" if gap else "both are worth the same"
        return f"You end higher {shares[0]} of the time along either array, and {more}."
    pay = ""
    if best.higher < other.higher and best.wins > other.wins:
        average = f"{pricing.money(best.wins)} on average, against {pricing.money(other.wins)}"
        pay = f", but a higher hand wins more along the {best.array}: {average}"
    return (
        f"You end higher {shares[0]} of the time along the {best.array}, and {shares[1]} along the {other.array}{pay}."
    )


SUBJECTS = {"expose": EXPOSE_OR_CONCEAL, "conceal": EXPOSE_OR_CONCEAL}
SUBJECTS |= dict.fromkeys((FOLD, *ARRAYS), FOLD_OR_RAISE)
KNOWN = "The two cards and the open card of the vertical decide the three-card wager, so nothing is left to chance."


def price(rules: DoubleCrossPokerRules, view: View, asked: pricing.SeatQuestion) -> pricing.Spot | None:
    layout = view.layout
    own, top, right = (pricing.cards_at(layout, place) for place in (seat_place(asked.seat), TOP, RIGHT))
    if len(own) != 2 or len(top) != 1 or len(right) != 1:
        return None
    if asked.about == EXPOSE_OR_CONCEAL:
        stake = pricing.stake_of(layout, asked, "three-card")
        if not stake:
            return None
        won = three_card(stake, category3((*own, *top)), *rules.three_card_back)
        return pricing.Spot(
            about=asked.about,
            known=pricing.in_words({"hand": own, "vertical": top}),
            base=stake,
            options=(
                pricing.Priced(do="expose", value=Fraction(won - stake)),
                pricing.Priced(do="conceal", value=Fraction(-stake)),
            ),
            deals=1,
            note=KNOWN,
        )
    return _raise(rules, view, asked, own, top[0], right[0]) if asked.about == FOLD_OR_RAISE else None


@lru_cache(maxsize=256)
def _counted(own: tuple[int, ...], top: int, right: int, seen: tuple[int, ...]) -> Ints:
    """The deals by line and category. The review after the round asks for them again."""
    return count_with(own, top, right, seen)


def _raise(
    rules: DoubleCrossPokerRules, view: View, asked: pricing.SeatQuestion, own: tuple[int, ...], top: int, right: int
) -> pricing.Spot | None:
    """A fold or a raise along either array, over every deal of the unseen cards, with the payout limit."""
    ante = pricing.stake_of(view.layout, asked, "ante")
    if not ante:
        return None
    seen = pricing.seen_besides(view, (*own, top, right))
    counts = _counted(own, top, right, seen)
    deals, staked = int(counts[0].sum()), (1 + RAISES) * ante
    back, per = rules.raise_back
    coupon = pricing.coupon_of(view.layout, asked, "ante")
    stakes, coupons, cap = (ante,) * (1 + RAISES), (coupon, *(0,) * RAISES), rules.payout_cap
    paid = [
        sum(one.returned for one in paid_on_hand(stakes, on, kind, back, per, cap, coupons)) + coupon * (on == HIGHER)
        for on, kind in ENDS
    ]
    nets = [won - staked for won in paid]
    ways = {array: by_end(counted).tolist() for array, counted in zip(ARRAYS, counts, strict=True)}
    arrays = [
        pricing.Priced(do=array, value=Fraction(sum(net * n for net, n in zip(nets, ways[array], strict=True)), deals))
        for array in ARRAYS
    ]
    return pricing.Spot(
        about=asked.about,
        known=pricing.in_words({"hand": own, "vertical": (top,), "horizontal": (right,), "seen": seen}),
        base=ante,
        options=(*arrays, pricing.Priced(do=FOLD, value=Fraction(-ante))),
        deals=deals,
        note=pricing.WITH_COUPON if coupon else "",
        ends=tuple(end for array in ARRAYS for end in _ends(array, ways[array], nets, deals)),
        made=tuple(
            pricing.Made(do=array, hand=kind, share=Fraction(int(counted[:, kind].sum()), deals))
            for array, counted in zip(ARRAYS, counts, strict=True)
            for kind in range(len(CATEGORIES))
        ),
    )


def _ends(array: str, ways: Sequence[int], nets: Sequence[int], deals: int) -> Iterator[pricing.End]:
    """How a raise along an array may end, best first. Higher hands that are paid alike are one end."""
    found: dict[tuple[int, int], list[int]] = {}
    for at, (on, _) in reversed(list(enumerate(ENDS))):
        if ways[at]:
            found.setdefault((nets[at], on), []).append(at)
    for (net, on), alike in sorted(found.items(), reverse=True):
        hands = " or ".join(CATEGORIES[ENDS[at][1]] for at in alike)
        yield pricing.End(
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


SPOTS = pricing.Spots(price=price, asked=asked, kind=kind, reason=reason)
