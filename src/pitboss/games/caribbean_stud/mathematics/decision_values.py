"""The bet at Caribbean Stud Poker, priced from what a seat has seen, with the side wagers that a fold loses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pitboss.basics.cards import parse_cards, rank
from pitboss.basics.poker import ACE_KING, CATEGORY_OF, PAIR, THREE, strength
from pitboss.engine.round.events import Chose, seat_place
from pitboss.engine.round.layout import View
from pitboss.games.caribbean_stud.mathematics.one_hand import BET, FOLD, count_with, nets
from pitboss.games.caribbean_stud.play import ANTE_RESULTS
from pitboss.games.caribbean_stud.procedures import DEALER
from pitboss.games.caribbean_stud.rules import CaribbeanStudRules
from pitboss.games.caribbean_stud.settle import BELOW, HIGHER, LINES, LOWER, bonus_line, multiple
from pitboss.mathematics import decision_values as pricing

ABOUT = "bet or fold"
FROM_A_METER = "A bet also wins from a meter, which the values leave out."
COVER_ALL = "A fold takes this hand out of Cover All, which the values leave out."
SIDE = "The values include the side wagers that a fold loses."


def price(rules: CaribbeanStudRules, view: View, asked: pricing.SeatQuestion) -> pricing.Spot | None:
    """A bet or a fold, over every dealer's hand that the seen cards allow."""
    layout = view.layout
    own, up = pricing.cards_at(layout, seat_place(asked.seat)), pricing.cards_at(layout, DEALER)
    ante = pricing.stake_of(layout, asked, "ante")
    if asked.about != ABOUT or len(own) != 5 or len(up) != 1 or not ante:
        return None
    seen = pricing.seen_besides(view, (*own, *up))
    ends = count_with(own, up[0], seen)
    held = strength(own)
    deals = sum(ends)
    pays = rules.main_pays
    wins = nets(pays)[CATEGORY_OF[held]]
    total = Fraction(sum(wins[one] * n for one, n in enumerate(ends)), pays.per)
    coupon = pricing.coupon_of(layout, asked, "ante")
    matched = Fraction(coupon * sum(n for one, n in enumerate(ends) if ANTE_RESULTS[one] == "win"), deals)
    bonus, progressive = (pricing.stake_of(layout, asked, wager) for wager in ("bonus", "progressive"))
    back = multiple(bonus, bonus_line(held), rules.bonus_table.back) if bonus else 0
    if progressive:
        back += multiple(progressive, CATEGORY_OF[held], rules.progressive_table.back)
    redeemed = _redeemed(view, asked)
    if redeemed:
        progressive = 0  # it costs no money, and wins as a chip does
    left_out = list(_left_out(rules, view, asked, held))
    return pricing.Spot(
        about=ABOUT,
        known=pricing.in_words({"hand": own, "up": up, "seen": seen}),
        base=ante,
        options=(
            pricing.Priced(do=BET, value=ante * total / deals + matched + back - bonus - progressive),
            pricing.Priced(do=FOLD, value=Fraction(-ante - bonus - progressive)),
        ),
        deals=deals,
        exact=not left_out,
        note=" ".join(
            [SIDE] * bool(bonus or progressive or redeemed) + [pricing.WITH_COUPON] * bool(coupon) + left_out
        ),
        ends=tuple(
            pricing.End(
                do=BET,
                how=LINES[one],
                share=Fraction(ways, deals),
                cents=ante * Fraction(wins[one], pays.per) + coupon * (ANTE_RESULTS[one] == "win"),
            )
            for one, ways in enumerate(ends)
            if ways
        ),
    )


def _left_out(rules: CaribbeanStudRules, view: View, asked: pricing.SeatQuestion, held: int) -> Iterator[str]:
    """What the values leave out. All of it speaks for a bet."""
    layout = view.layout
    if pricing.stake_of(layout, asked, "progressive"):
        odds = rules.progressive_table.odds[CATEGORY_OF[held]]
        if odds is not None and odds.kind == "share":
            yield FROM_A_METER
    if pricing.stake_of(layout, asked, "cover all") and CATEGORY_OF[held] >= THREE:
        yield COVER_ALL


def _redeemed(view: View, asked: pricing.SeatQuestion) -> bool:
    """Whether the progressive wager is a coupon, which costs no money (6(c))."""
    return (asked.seat, asked.player, 1, "progressive") in view.layout.redeemed


def asked(view: View, chose: Chose) -> str:
    return ABOUT if chose.action in (BET, FOLD) else ""


def kind(about: str, known: Mapping[str, str]) -> str:
    hand, (up,) = parse_cards(known["hand"]), parse_cards(known["up"])
    order = strength(hand)
    if CATEGORY_OF[order] > PAIR:
        return "Two pair or better"
    if CATEGORY_OF[order] == PAIR:
        return "A pair"
    if order < ACE_KING:
        return "Less than ace-king"
    held = rank(up) in map(rank, hand)
    return "Ace-king, and the dealer shows a rank you hold" if held else "Ace-king, and the dealer shows another rank"


def reason(contest: pricing.Contest) -> str:
    below, lower, higher = (contest.of_line(BET, LINES[one]) for one in (BELOW, LOWER, HIGHER))
    shown, end = 1 - below, pricing.against_fold(contest, BET)
    first = f"The dealer has less than ace-king {pricing.percent(below)} of the time, and then the ante wins."
    if not shown:
        return f"{first} {end}"
    won = f"you win {pricing.percent(higher / shown)} of the showdowns and lose {pricing.percent(lower / shown)}"
    if higher == shown:
        won = "you win every showdown"
    return f"{first} Otherwise {won if higher else 'you never have the higher hand'}. {end}"


SPOTS = pricing.Spots(price=price, asked=asked, kind=kind, reason=reason)
