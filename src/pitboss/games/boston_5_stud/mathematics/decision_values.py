"""The decisions of Boston 5 Stud Poker, priced from what a seat has seen: the optional bonus and the second wager."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.basics.cards import RANK_NAMES, TEN, parse_cards, rank
from pitboss.basics.poker import CATEGORIES, HIGH_3, HIGHER, LOWER, PAIR_3, TWO_PAIR, category3
from pitboss.engine.round.events import Chose, seat_place
from pitboss.engine.round.layout import View
from pitboss.games.boston_5_stud.mathematics.one_hand import FOLD, SECOND, count_with
from pitboss.games.boston_5_stud.procedures import OPTIONAL
from pitboss.games.boston_5_stud.rules import Boston5StudRules
from pitboss.games.boston_5_stud.settle import LINES, optional_bonus, paid_on_hand
from pitboss.mathematics import decision_values as pricing

SECOND_OR_FOLD, EXPOSE_OR_CONCEAL = "second or fold", "expose or conceal"
SUBJECTS = {"expose": EXPOSE_OR_CONCEAL, "conceal": EXPOSE_OR_CONCEAL, SECOND: SECOND_OR_FOLD, FOLD: SECOND_OR_FOLD}
KNOWN = "The three cards decide the optional bonus, so nothing is left to chance."


def price(rules: Boston5StudRules, view: View, asked: pricing.SeatQuestion) -> pricing.Spot | None:
    own = pricing.cards_at(view.layout, seat_place(asked.seat))
    if len(own) != 3:
        return None
    if asked.about == EXPOSE_OR_CONCEAL:
        return _optional(rules, view, asked, own)
    return _second(rules, view, asked, own) if asked.about == SECOND_OR_FOLD else None


def _optional(
    rules: Boston5StudRules, view: View, asked: pricing.SeatQuestion, own: tuple[int, ...]
) -> pricing.Spot | None:
    stake = pricing.stake_of(view.layout, asked, OPTIONAL)
    if not stake:
        return None
    won = optional_bonus(stake, category3(own), *rules.optional_bonus_back)
    options = (
        pricing.Priced(do="expose", value=Fraction(won - stake)),
        pricing.Priced(do="conceal", value=Fraction(-stake)),
    )
    return pricing.Spot(
        about=asked.about, known=pricing.in_words({"hand": own}), base=stake, options=options, deals=1, note=KNOWN
    )


def _second(
    rules: Boston5StudRules, view: View, asked: pricing.SeatQuestion, own: tuple[int, ...]
) -> pricing.Spot | None:
    """A second wager or a fold, over every deal of the unseen cards, with the payout limit."""
    ante, first = (pricing.stake_of(view.layout, asked, wager) for wager in ("ante", "first"))
    if not ante or not first:
        return None
    seen = pricing.seen_besides(view, own)
    counts = count_with(own, seen)
    deals, stakes = int(counts.sum()), (ante, first, first)
    pays, per = rules.ante_bonus_pays
    coupon = pricing.coupon_of(view.layout, asked, "first")
    ways = [int(counts[on].sum()) for on in range(len(LINES))]
    returned = [
        sum(
            int(counts[on, kind])
            * sum(paid.returned for paid in paid_on_hand(stakes, on, kind, pays, per, rules.payout_cap, (coupon, 0)))
            for kind in range(len(CATEGORIES))
        )
        + coupon * ways[on] * (on == HIGHER)
        for on in range(len(LINES))
    ]
    return pricing.Spot(
        about=asked.about,
        known=pricing.in_words({"hand": own, "seen": seen}),
        base=ante,
        options=(
            pricing.Priced(do=SECOND, value=Fraction(sum(returned), deals) - sum(stakes)),
            pricing.Priced(do=FOLD, value=Fraction(-ante - first)),
        ),
        deals=deals,
        note=pricing.WITH_COUPON if coupon else "",
        ends=tuple(
            pricing.End(
                do=SECOND,
                how=LINES[on],
                share=Fraction(ways[on], deals),
                cents=Fraction(returned[on], ways[on]) - sum(stakes),
            )
            for on in reversed(range(len(LINES)))
            if ways[on]
        ),
        made=tuple(
            pricing.Made(do=SECOND, hand=kind, share=Fraction(int(counts[:, kind].sum()), deals))
            for kind in range(len(CATEGORIES))
        ),
    )


def asked(view: View, chose: Chose) -> str:
    return SUBJECTS.get(chose.action, "")


def kind(about: str, known: Mapping[str, str]) -> str:
    if about == EXPOSE_OR_CONCEAL:
        return "Show the three cards or not"
    hand = parse_cards(known["hand"])
    made = category3(hand)
    if made == PAIR_3:
        return "A pair with three cards"
    if made == HIGH_3:
        high = max(map(rank, hand))
        return f"{RANK_NAMES[high].capitalize()} high with three cards" if high > TEN else "Ten high or less"
    return "Three of a kind, or three to a straight or flush"


def reason(contest: pricing.Contest) -> str:
    if contest.about == EXPOSE_OR_CONCEAL:
        return pricing.shown_or_hidden(contest, "Your three cards")
    higher, lower = (pricing.percent(contest.of_line(SECOND, LINES[on])) for on in (HIGHER, LOWER))
    paid = contest.becomes(SECOND, TWO_PAIR)
    bonus = f"Two pair or better, which pays on the ante, comes {pricing.percent(paid)} of the time."
    if paid == 1:
        bonus = "Your hand pays on the ante in any case."
    return (
        f"With all five cards you end higher {higher} of the time and the dealer {lower}. {bonus}"
        f" {pricing.against_fold(contest, SECOND)}"
    )


SPOTS = pricing.Spots(price=price, asked=asked, kind=kind, reason=reason)
