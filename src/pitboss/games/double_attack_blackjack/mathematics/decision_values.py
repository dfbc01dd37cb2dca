"""The decisions of Double Attack Blackjack, priced from what a seat has seen in the round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import Any, NamedTuple

import msgspec

from pitboss.basics.cards import ACE, EIGHT, NUMBER, SIX, TEN, one_of, parse_cards, plural, rank
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Chose, seat_place
from pitboss.engine.round.layout import View
from pitboss.games.double_attack_blackjack import settle
from pitboss.games.double_attack_blackjack.mathematics import counting_play as play
from pitboss.games.double_attack_blackjack.mathematics.choices import terms_of
from pitboss.games.double_attack_blackjack.mathematics.counting import ACTIONS, ENDS, NONE, hand_of
from pitboss.games.double_attack_blackjack.mathematics.odds import FEWEST, rounds_with_and_without
from pitboss.games.double_attack_blackjack.procedures.course import (
    ATTACK,
    DEALER,
    DOUBLE,
    INITIAL,
    INSURANCE,
    may_be_blackjack,
)
from pitboss.games.double_attack_blackjack.rules import CARD_READER, INSURANCE_PAYS, DoubleAttackRules
from pitboss.mathematics import decision_values as pricing
from pitboss.mathematics.counting.store import shipped
from pitboss.mathematics.results import ratio

ACE_VALUE = 0
ENDING = ("stand", "surrender")
"""Choices after which the player decides nothing more on the hand."""


class Shoe:
    """The cards that a player has not seen, with those of the hand in question."""

    def __init__(self, rules: DoubleAttackRules, up: int, out: tuple[int, ...]) -> None:
        self.rules, self.up, self.out = rules, up, out
        self.terms = terms_of(rules, (*out, up))
        self.cards = self.terms.cards

    def against(self, most_hands: int, coupon: Fraction, start: int = 0) -> play.Against:
        """Play from this shoe. ``coupon`` is the one beside the initial wager, as a part of it."""
        terms = self.terms
        return play.Against(
            terms.shoe,
            settle.LOW[self.up] - 1,
            most_hands=most_hands,
            reader=terms.reader,
            split_attack=terms.split_attack,
            coupon=coupon,
            start=start,
            wins=terms.wins,
        )


class OnHand(NamedTuple):
    """A hand in its turn, and the wagers on it in cents."""

    cards: tuple[int, ...]
    split: int | None
    """The value of the split pair that it comes from."""
    hands: int
    """The number of hands on the box."""
    doubled: bool
    original: bool
    """Whether the first initial wager lies on it."""
    initial: int
    attack: int
    double: int
    coupon: int = 0
    """The face value of the coupon beside the initial wager."""

    @property
    def values(self) -> list[int]:
        return [settle.LOW[card] - 1 for card in self.cards]

    @property
    def draws(self) -> bool:
        """Whether it may get another card."""
        total = settle.total(sum(settle.LOW[card] for card in self.cards), self.values.count(ACE_VALUE))
        return total < settle.BEST and self.split != ACE_VALUE and not self.doubled

    def pairs(self, most: int) -> bool:
        """Whether it may be split."""
        values = self.values
        return len(values) == 2 and values[0] == values[1] and self.split != ACE_VALUE and self.hands < most


class Values(NamedTuple):
    """The choices on a hand with their values in cents."""

    options: tuple[pricing.Priced, ...]
    ends: tuple[pricing.End, ...]
    """How the hand may end after each choice but a split, which makes several hands of it."""
    looked: int
    """The largest number of cards that a value depends on."""
    again: bool
    """Whether the pair of a hand that was split before can be split again."""
    unpriced: bool
    """Whether such a split has no value here."""


def ways(shoe: Shoe, looked: int, held: int) -> int:
    """The number of ordered ways in which the cards that matter can fall."""
    return perm(shoe.cards - held, max(0, looked - held))


def hand_values(shoe: Shoe, on: OnHand) -> Values:
    prices = Prices(shoe, on)
    options = tuple(prices.options())
    again = on.split is not None and on.pairs(shoe.rules.most_hands) and not prices.unpriced
    return Values(options, tuple(prices.ends), prices.looked, again, prices.unpriced)


def by_line(do: str, nets: Iterable[tuple[int, Fraction, int | Fraction]]) -> Iterator[pricing.End]:
    """The ends of a choice, best first, from the deciding line, the chance and the net result of each."""
    chances: dict[int, Fraction] = {}
    totals: dict[int, Fraction] = {}
    for decided, chance, net in nets:
        chances[decided] = chances.get(decided, 0) + chance
        totals[decided] = totals.get(decided, 0) + chance * net
    cents = {decided: totals[decided] / chance for decided, chance in chances.items() if chance}
    for decided in sorted(cents, key=lambda one: (-cents[one], one)):
        yield pricing.End(do=do, how=settle.WORDS[decided], share=chances[decided], cents=cents[decided])


class Prices:
    """The values of the choices on a hand: the chances of its ends after the best play, times what each end pays."""

    def __init__(self, shoe: Shoe, on: OnHand) -> None:
        self.shoe, self.on = shoe, on
        self.attack, self.coupon = Fraction(on.attack, on.initial), Fraction(on.coupon, on.initial)
        self.against = shoe.against(2, self.coupon, hand_of(*on.values))
        self.original = on.original or on.split is None
        self.looked, self.unpriced = 0, False
        self.ends: list[pricing.End] = []

    def options(self) -> Iterator[pricing.Priced]:
        on = self.on
        context = play.Context(
            NONE if on.split is None else on.split, 0, 0, play.Wagers(self.attack, self.original, self.coupon)
        )
        way, at = self.against.solve(play.BEST_PLAY, context).way, hand_of(*on.values)
        for action in ACTIONS if on.draws else ENDING:
            number = ACTIONS.index(action)
            if on.doubled:
                ends = self.against.ends_of(context, at, way, number)
            else:
                ends = self.against.ends_of(context, at, way.but(at, number))
            yield self._priced(action, ends)
        self.looked = self.against.looked
        if not on.doubled and on.pairs(self.shoe.rules.most_hands):
            yield from self._split()

    def _priced(self, action: str, ends: play.Ends) -> pricing.Priced:
        """The value of a choice, from the chances of the hand's ends if the best play follows."""
        on = self.on
        double = on.double if on.doubled else None
        told = list(by_line(action, ((play.line(*key[1:]), n, self._net(*key, double)) for key, n in ends.items())))
        self.ends.extend(told)
        value = sum((one.share * one.cents for one in told), Fraction(0))
        if action != "double":
            return pricing.Priced(do=action, value=value)
        return pricing.Priced(do=action, value=value, amount=on.initial + on.attack, at_nothing=self._value(ends, 0))

    def _value(self, ends: play.Ends, double: int | None = None) -> Fraction:
        return sum((chance * self._net(*key, double) for key, chance in ends.items()), Fraction(0))

    def _net(self, wagers: play.Wagers, end: int, final: int, double: int | None) -> int:
        """The cents that a hand with these wagers wins when it ends so.

        A doubled one has this double on it. Default: as much as the other wagers.
        """
        initial = self.on.initial
        attack = int(initial * wagers.attack)
        stakes = initial, attack, (initial + attack if double is None else double) if end >= ENDS else 0
        returned = settle.paid_on_hand(stakes, play.line(end, final), wagers.original, self.against.wins)
        matched = self.on.coupon if wagers.coupon and play.coupon_wins(end, final) else 0
        return sum(returned) - sum(stakes) + matched

    def _split(self) -> Iterator[pricing.Priced]:
        on, rules = self.on, self.shoe.rules
        against = self.shoe.against(rules.most_hands - on.hands + 1, self.coupon)
        if against.spares and not self.original:
            self.unpriced = True
            return
        pair = on.values[0]
        ends = against.ends_of_pair(play.BEST_PLAY, against.split(play.BEST_PLAY, pair, self.attack))
        yield pricing.Priced(do=play.SPLIT, value=self._value(ends))
        self.looked = max(self.looked, against.looked)


PAIR_SPLIT = "a pair is split"


def reason(contest: pricing.Contest) -> str:
    if contest.about == ATTACK:
        return _why_attack(contest)
    if contest.about == INSURANCE:
        return _why_insurance(contest)
    both = (f"{contest.doing(do).capitalize()} {_comes_of(contest, do)}." for do in (contest.best, contest.other))
    return " ".join((*both, pricing.compared(contest)))


def _comes_of(contest: pricing.Contest, do: str) -> str:
    """What comes of a choice on a hand, as the end of a sentence."""
    if do == "split":
        return "makes two hands, each with its own wager"
    if do == "surrender":
        taken = contest.of_line(do, settle.LINES[settle.DEALER_BLACKJACK])
        return (
            f"gives up half{f', but all to a blackjack {pricing.percent(taken)} of the time' if taken else ' for sure'}"
        )
    bust, given_up = (contest.of_line(do, how) for how in (settle.LINES[settle.BUST], settle.WORDS[settle.SURRENDERED]))
    over = f", {pricing.percent(bust)} by going over 21" if bust else ""
    more = " with more at stake" if do == "double" else ""
    shares = {"wins": contest.won(do), "gives up half": given_up, "loses": contest.lost(do) - given_up}
    for how, share in {**shares, "pushes": 1 - sum(shares.values())}.items():
        if share == 1:
            return f"always {how}{more}{over}"
    said = [f"{how} {pricing.percent(share)}" for how, share in shares.items() if share]
    said[0] += f" of the time{more}"
    said = ["never wins"] * (not shares["wins"]) + said + ["never loses"] * (not contest.lost(do))
    return f"{', '.join(said[:-1])} and {said[-1]}{over}"


def _why_attack(contest: pricing.Contest) -> str:
    (up,) = parse_cards(contest.known["up"])
    won = contest.share("attack", lambda end: end.cents > 0 and end.how != PAIR_SPLIT)
    lost = contest.share("attack", lambda end: end.cents < 0 and end.how != PAIR_SPLIT)
    over, split = (contest.of_line("attack", how) for how in (settle.LINES[settle.DEALER_BUST], PAIR_SPLIT))
    rest = f"; in {pricing.percent(split)} you split a pair" if split else ""
    return (
        f"With {one_of(rank(up))} up, you win {pricing.percent(won)} of the rounds"
        f" ({pricing.percent(over)} because the dealer goes over 21) and lose {pricing.percent(lost)}{rest}."
        f" So the attack itself {pricing.on_average(contest.values['attack'] - contest.values['pass'])}."
    )


def _why_insurance(contest: pricing.Contest) -> str:
    share = contest.of_line("insure", settle.LINES[settle.DEALER_BLACKJACK])
    back, per = INSURANCE_PAYS.back
    even, comes = pricing.percent(Fraction(per, back)), pricing.on_average(contest.values["insure"])
    return (
        f"{int(share * contest.deals)} of the {contest.deals} unseen cards count ten, {pricing.percent(share)}."
        f" Insurance at {INSURANCE_PAYS} breaks even at {even}, so it {comes}."
    )


DECISION = "decision"
DECISIONS = ("stand", "surrender", "hit", "double", "split")
EARLIER = "Cards of earlier rounds of this shoe count as unseen."
ALONE = "The values are those of this hand alone; the other hands of the box are left out."
MORE_SPLITS = "A further split is priced as if the other hands of the box were not split again."
NO_SPLIT = "A further split has no exact price here."


def price(rules: DoubleAttackRules, view: View, asked: pricing.SeatQuestion) -> pricing.Spot | None:
    up = pricing.cards_at(view.layout, DEALER)
    if len(up) != 1 or not pricing.stake_of(view.layout, asked, INITIAL):  # two: ruling exposed-hole-card
        return None
    match asked.about:
        case "double attack":
            return _attack(rules, view, asked, up[0])
        case "insurance":
            return _insurance(rules, view, asked, up[0])
        case "decision":
            return _decision(rules, view, asked, up[0])
    return None


def asked(view: View, chose: Chose) -> str:
    """A pass declines the attack before the cards, and insurance after them. On a shared box it is no decision."""
    if chose.action in DECISIONS:
        others = [stake for stake in view.layout.stakes if stake[0] == chose.seat and stake[3] == DOUBLE]
        joined = chose.action == "double" and any(stake[2] == chose.hand for stake in others)
        return "" if joined else DECISION
    if chose.action not in ("attack", "insure", "pass"):
        return ""
    if not pricing.cards_at(view.layout, seat_place(chose.seat)):
        return ATTACK
    return "" if any(stake[3] == DOUBLE for stake in view.layout.stakes) else INSURANCE


# --- what the seat knows


def _as_read(rules: DoubleAttackRules, view: View, up: int) -> DoubleAttackRules:
    """The rules at a decision. A card reader that was removed from the table has told nothing."""
    if rules.hole_card != CARD_READER or not may_be_blackjack(up):
        return rules
    if any(isinstance(event, ev.Announced) and event.clause == "7(i)" for event in view.events):
        return rules
    return msgspec.structs.replace(rules, hole_card="hole card", surrender_at_once=False)


def _out(view: View, asked: pricing.SeatQuestion) -> tuple[int, ...]:
    """The known cards out of the shoe, except the hand in question and the dealer's up card.

    A ten that was found among the cards was never one of them (15(c)).
    """
    layout, own = view.layout, (seat_place(asked.seat), asked.hand)
    found = [card for place in layout.hands if place != own for card in layout.numbers(*place)]
    found.remove(pricing.cards_at(layout, DEALER)[0])
    found += [NUMBER[card] for card in layout.rack if card]
    return tuple(sorted(card for card in found if card >> 2 != TEN))


# --- wagers beside the initial one


class Ahead(NamedTuple):
    """A choice before the cards, in units of the initial wager."""

    value: Fraction
    ends: tuple[pricing.End, ...]


class Start(msgspec.Struct, frozen=True):
    """The round without and with the attack, each with the best play, and the number of deals that were counted."""

    choices: dict[str, Ahead]
    deals: str


@lru_cache(maxsize=256)
def _on_attack(rules: DoubleAttackRules, up: int, coupon: Fraction, out: tuple[int, ...] = ()) -> Start:
    """The round before the cards. It is asked again while the window is open, and takes longer than other advice."""
    ready = shipped(__package__.removesuffix(".mathematics")).get("starts")
    if ready and not out and not coupon and rules == DoubleAttackRules():
        return msgspec.convert(ready[settle.LOW[up] - 1], Start, dec_hook=lambda kind, said: kind(said))
    return _counted(rules, up, coupon, out)


def _counted(rules: DoubleAttackRules, up: int, coupon: Fraction = Fraction(0), out: tuple[int, ...] = ()) -> Start:
    shoe = Shoe(rules, up, out)
    if out or coupon:
        against = shoe.against(rules.most_hands, coupon)
        rounds, looked = rounds_with_and_without(against), against.looked
    else:  # the whole shoe, whose rounds are kept
        both = next(both for both in play.best_rounds(terms_of(rules)) if both[0].up == settle.LOW[up] - 1)
        rounds = {do: (one.first, one.splits) for do, one in zip(("pass", "attack"), both, strict=True)}
        looked = max(one.looked for one in both)
    found = {
        do: Ahead(
            play.value_of(first, rules.wins) + play.value_of(splits, rules.wins), _ends(do, first, splits, rules.wins)
        )
        for do, (first, splits) in rounds.items()
    }
    return Start(found, str(perm(shoe.cards, looked)))


def starts(rules: DoubleAttackRules) -> list[Any]:
    """The rounds before the cards from a whole shoe, by the value of the up card."""
    ups = {settle.LOW[card] - 1: card for card in rules.cards}
    return [msgspec.to_builtins(_counted(rules, up), enc_hook=ratio) for _, up in sorted(ups.items())]


def _ends(do: str, first: play.Ends, splits: play.Ends, wins: settle.Wins) -> tuple[pricing.End, ...]:
    """How the round may end. The hands of a split end together, so that they have one end with its average."""
    found = tuple(
        by_line(do, ((play.line(*key[1:]), chance, play.result(*key, wins)) for key, chance in first.items()))
    )
    split = 1 - sum((chance for chance in first.values()), Fraction(0))
    if not split:
        return found
    return (*found, pricing.End(do=do, how=PAIR_SPLIT, share=split, cents=play.value_of(splits, wins) / split))


def _attack(rules: DoubleAttackRules, view: View, asked: pricing.SeatQuestion, up: int) -> pricing.Spot | None:
    """The round without and with the double attack, each with the best play that follows."""
    stake, out = pricing.stake_of(view.layout, asked, INITIAL), _out(view, asked)
    if pricing.stake_of(view.layout, asked, ATTACK) or terms_of(rules, (*out, up)).cards < FEWEST:
        return None
    coupon = Fraction(pricing.coupon_of(view.layout, asked, INITIAL), stake)
    start = _on_attack(rules, up, coupon, out) if out else _on_attack(rules, up & ~3, coupon)
    ahead = start.choices
    without = stake * ahead["pass"].value
    return pricing.Spot(
        about=asked.about,
        known=pricing.in_words({"up": (up,), "seen": out}),
        base=stake,
        options=(
            pricing.Priced(do="pass", value=without),
            pricing.Priced(do="attack", value=stake * ahead["attack"].value, amount=stake, at_nothing=without),
        ),
        deals=int(start.deals),
        note=" ".join([EARLIER] + [pricing.WITH_COUPON] * bool(coupon)),
        ends=tuple(msgspec.structs.replace(end, cents=stake * end.cents) for one in ahead.values() for end in one.ends),
    )


def _insurance(rules: DoubleAttackRules, view: View, asked: pricing.SeatQuestion, up: int) -> pricing.Spot:
    """Insurance alone: it wins if the dealer's second card counts ten."""
    own = pricing.cards_at(view.layout, seat_place(asked.seat))
    shoe = terms_of(rules, (*_out(view, asked), *own, up)).shoe
    tens, cards = shoe[-1], sum(shoe)
    back, per = INSURANCE_PAYS.back
    most = settle.most_insurance(pricing.stake_of(view.layout, asked, INITIAL), rules.chip)
    value = Fraction(tens * settle.insurance(most, 1, back, per), cards) - most
    return pricing.Spot(
        about=asked.about,
        known=pricing.in_words({"up": (up,), "hand": own, "seen": _out(view, asked)}),
        base=most,
        options=(
            pricing.Priced(do="pass", value=Fraction(0)),
            pricing.Priced(do="insure", value=value, amount=most, at_nothing=Fraction(0)),
        ),
        deals=cards,
        note=f"The values are those of insurance alone. {EARLIER}",
        ends=(
            pricing.End(
                do="insure",
                how="dealer blackjack",
                share=Fraction(tens, cards),
                cents=Fraction(settle.insurance(most, 1, back, per) - most),
            ),
            pricing.End(do="insure", how="no dealer blackjack", share=1 - Fraction(tens, cards), cents=Fraction(-most)),
        ),
    )


# --- decisions on a hand


@lru_cache(maxsize=256)
def _on_hand(rules: DoubleAttackRules, up: int, out: tuple[int, ...], on: OnHand) -> tuple[Values, int]:
    """The values of the choices on a hand, and the number of deals. The review after the round asks for them again."""
    shoe = Shoe(rules, up, out)
    values = hand_values(shoe, on)
    return values, ways(shoe, values.looked, len(on.cards))


def _decision(rules: DoubleAttackRules, view: View, asked: pricing.SeatQuestion, up: int) -> pricing.Spot | None:
    layout, place = view.layout, seat_place(asked.seat)
    cards = pricing.cards_at(layout, place, asked.hand)
    splits = [event for event in view.events if isinstance(event, ev.Moved) and event.place == place and event.to_hand]
    of_pair = [event for event in splits if asked.hand in (event.hand, event.to_hand)]
    if len(cards) < 2 or sum(settle.LOW[card] for card in cards) > settle.BEST:
        return None
    rules = _as_read(rules, view, up)
    out = _out(view, asked)
    if terms_of(rules, (*out, up)).cards - len(cards) < FEWEST:
        return None
    held = layout.hands[place, asked.hand]
    initial, attack, double = (pricing.stake_of(layout, asked, wager) for wager in (INITIAL, ATTACK, DOUBLE))
    waits = any(len(layout.cards(place, n)) == 1 for n in range(1, len(splits) + 2) if n != asked.hand)
    on = OnHand(
        cards=cards,
        split=settle.LOW[cards[0]] - 1 if of_pair else None,
        hands=len(splits) + 1,
        doubled="double" in held.actions,
        original=asked.hand == 1,
        initial=initial,
        attack=attack,
        double=double,
        coupon=pricing.coupon_of(layout, asked, INITIAL),
    )
    values, deals = _on_hand(rules, up, out, on)
    notes = {
        EARLIER: True,
        ALONE: bool(splits),
        MORE_SPLITS: values.again and waits,
        NO_SPLIT: values.unpriced,
        pricing.WITH_COUPON: bool(on.coupon),
    }
    return pricing.Spot(
        about=asked.about,
        known=pricing.in_words({"up": (up,), "hand": cards, "seen": out}),
        base=initial,
        options=values.options,
        deals=deals,
        exact=not any(notes[one] for one in (MORE_SPLITS, NO_SPLIT)),
        note=" ".join(words for words, so in notes.items() if so),
        ends=values.ends,
    )


def kind(about: str, known: Mapping[str, str]) -> str:
    (up,) = (rank(card) for card in parse_cards(known["up"]))
    against = "against a 2 to 6" if up <= SIX else "against a 7 or 8" if up <= EIGHT else "against 9 or more"
    if about == ATTACK:
        return f"The attack {against}"
    if about == INSURANCE:
        return "Insurance"
    hand = parse_cards(known["hand"], packs=8)
    ranks = [rank(card) for card in hand]
    if len(ranks) == 2 and ranks[0] == ranks[1]:
        return f"A pair of {plural(ranks[0])} {against}"
    total = sum(settle.LOW[card] for card in hand)
    soft = ACE in ranks and total + 10 <= settle.BEST
    return f"{'Soft' if soft else 'Hard'} {total + 10 * soft} {against}"


SPOTS = pricing.Spots(price=price, asked=asked, kind=kind, starts=starts, reason=reason)
