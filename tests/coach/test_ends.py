"""How a choice may end, against every deal of a small shoe or of the last cards of a pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from attack_dealt import Belief, Dealt, Shoe, shoe_of, without
from pitboss import study
from pitboss.basics.cards import NUMBER, PACK_52, texts
from pitboss.basics.poker import CATEGORIES, CATEGORY_OF, HIGHER, compare, strength
from pitboss.coach.counsel import spots_of
from pitboss.engine.round import events as ev
from pitboss.engine.round.layout import View
from pitboss.games.double_attack_blackjack import settle
from pitboss.games.double_attack_blackjack.game import WORDS
from pitboss.games.double_attack_blackjack.mathematics import decision_values
from pitboss.games.double_attack_blackjack.mathematics.counting import ACTIONS, TEN
from pitboss.games.double_attack_blackjack.mathematics.decision_values import OnHand, Values, hand_values, reason
from pitboss.games.double_attack_blackjack.mathematics.decision_values import Shoe as Unseen
from pitboss.games.double_attack_blackjack.rules import CARD_READER, NO_HOLE_CARD, DoubleAttackRules
from pitboss.games.double_attack_blackjack.settle import LOW
from pitboss.games.double_cross_poker.settle import LINES, RAISES, dealer_array, paid_on_hand
from pitboss.mathematics.decision_values import Contest, End, SeatQuestion, money, percent

from scene import Scene

STAKE = 1000
Lines = dict[str, tuple[Fraction, Fraction]]
"""By the words of an end: its share, and its share times what it wins."""
SMALL = shoe_of(seven=2, eight=6, ten=5, ace=2)


def told(ends: Iterable[End], do: str) -> Lines:
    return {one.how: (one.share, one.share * one.cents) for one in ends if one.do == do}


def together(all_lines: Iterable[Lines]) -> Lines:
    found: Lines = {}
    for lines in all_lines:
        for how, (share, won) in lines.items():
            before = found.get(how, (Fraction(0), Fraction(0)))
            found[how] = before[0] + share, before[1] + won
    return found


def worth(lines: Lines) -> Fraction:
    return sum((won for _, won in lines.values()), Fraction(0))


# --- Double Attack Blackjack


class Played(Dealt):
    """The first hand of a small shoe by the line that decides it."""

    def after(self, belief: Belief, cards: tuple[int, ...], action: str, *, doubled: bool = False) -> Lines:
        """The ends of the hand if this is chosen, each weighed by its chance."""
        if action in ("stand", "surrender"):
            ends = (
                self.ended(cards, action, doubled, dealer, weight * chance)
                for (shoe, hole), weight in belief.items()
                for dealer, chance in self.dealer(shoe, hole).items()
            )
            return together(ends)
        doubled = doubled or action == "double"
        return together(self.drawn(drawn, (*cards, value), doubled) for value, drawn in self.draws(belief).items())

    def drawn(self, belief: Belief, cards: tuple[int, ...], doubled: bool) -> Lines:
        if settle.total(sum(value + 1 for value in cards), cards.count(0)) <= settle.BEST:
            return self.best(belief, cards, doubled=doubled)
        return self.ended(cards, "stand", doubled, (settle.STANDS, 0), sum(belief.values(), Fraction(0)))

    def best(self, belief: Belief, cards: tuple[int, ...], *, doubled: bool = False) -> Lines:
        """The ends after the best choice. Of equal ones, the first."""
        total = settle.total(sum(value + 1 for value in cards), cards.count(0))
        actions = ACTIONS[:2] if doubled or total == settle.BEST else ACTIONS
        return max((self.after(belief, cards, action, doubled=doubled) for action in actions), key=worth)

    def ended(
        self, cards: tuple[int, ...], action: str, doubled: bool, dealer: tuple[int, int], chance: Fraction
    ) -> Lines:
        low, aces = sum(value + 1 for value in cards), cards.count(0)
        natural = settle.blackjack(len(cards), low, aces)
        line = settle.outcome(settle.total(low, aces), int(natural), *dealer)
        if action == "surrender":
            line = settle.DEALER_BLACKJACK if dealer[1] else settle.SURRENDERED
            net = self.given_up(True, doubled, dealer)
        else:
            net = self.stood(cards, True, doubled, False, dealer)
        return {settle.WORDS[line]: (chance, chance * STAKE * net)}

    def before(self, cards: tuple[int, ...]) -> Belief:
        """What may lie behind a hand, with its chances."""
        shoe = self.shoe
        for value in cards:
            shoe = without(shoe, value)
        if self.hole_card != CARD_READER:
            return {(shoe, -1): Fraction(1)}
        holes = {hole: n for hole, n in enumerate(shoe) if n and {self.up, hole} != {0, TEN}}
        return {(without(shoe, hole), hole): Fraction(n, sum(holes.values())) for hole, n in holes.items()}


def left_over(game: DoubleAttackRules, up: int, shoe: Shoe) -> tuple[int, ...]:
    """The cards that must be out so that this shoe is left."""
    wanted, out = list(shoe), []
    cards = list(game.cards)
    cards.remove(up)
    for card in cards:
        if wanted[LOW[card] - 1]:
            wanted[LOW[card] - 1] -= 1
        else:
            out.append(card)
    assert not any(wanted)
    return tuple(out)


OTHER_ODDS = "initial.above-the-dealer=3 to 2", "initial.dealer-over-21=0.9"


@pytest.mark.parametrize(
    ("hand", "up", "attack", "coupon", "hole_card", "settings"),
    [
        ("8c 7d", "6c", 0, 1000, NO_HOLE_CARD, ()),
        ("8c 7d", "Kc", 300, 500, NO_HOLE_CARD, ()),
        ("8c 7d", "6c", 300, 500, NO_HOLE_CARD, OTHER_ODDS),
        ("Ac 7d", "Ac", 1000, 0, NO_HOLE_CARD, ()),
        ("8c 8d", "Kc", 500, 1000, CARD_READER, ()),
    ],
)
def test_the_ends_of_a_hand_are_those_of_every_order_of_a_small_shoe(
    hand: str, up: str, attack: int, coupon: int, hole_card: str, settings: tuple[str, ...]
) -> None:
    game = study("double_attack_blackjack", *settings, rules={"hole_card": hole_card})
    assert bool(game.study) == bool(settings)
    assert isinstance(game, DoubleAttackRules)
    cards, shown = tuple(NUMBER[card] for card in hand.split()), NUMBER[up]
    on = OnHand(cards, None, 1, False, True, STAKE, attack, 0, coupon)
    found = hand_values(Unseen(game, shown, left_over(game, shown, SMALL)), on)
    parts = Fraction(attack, STAKE), Fraction(coupon, STAKE)
    dealt = Played(SMALL, LOW[shown] - 1, hole_card, 4, True, *parts, game.wins)
    values = tuple(on.values)
    for option in found.options:
        if option.do != "split":
            again = dealt.after(dealt.before(values), values, option.do)
            assert told(found.ends, option.do) == again
            assert option.value == worth(again)
            assert_the_reason_tells(option.do, found, again)


def assert_the_reason_tells(do: str, found: Values, lines: Lines) -> None:
    """Why another choice is better or worse is said with how often this one wins and loses."""
    other = next(option.do for option in found.options if option.do != do)
    prices = {option.do: option.value for option in found.options}
    contest = Contest(
        about="decision", known={}, best=do, other=other, values=prices, ends=found.ends, made=(), deals=1, words=WORDS
    )
    won = sum((share for share, net in lines.values() if net > 0), Fraction(0))
    lost = sum((share for how, (share, net) in lines.items() if net < 0 and how != "surrendered"), Fraction(0))
    sentence = reason(contest)
    if do == "surrender":
        all_to = f", but all to a blackjack {percent(lost)} of the time" if lost else " for sure"
        assert sentence.startswith(f"Surrendering gives up half{all_to}. ")
        return
    first, _, _ = sentence.partition(". ")
    subject = contest.doing(do).capitalize()
    if 0 < won < 1:
        assert first.startswith(f"{subject} wins {percent(won)} of the time")
    else:
        assert first.startswith(f"{subject} always wins") == (won == 1)
        assert first.startswith(f"{subject} never wins") == (won == 0 and lost < 1)
    if 0 < lost < 1:
        assert f" and loses {percent(lost)}" in first
    else:
        assert f"{subject} always loses" in first if lost else "loses" not in first.replace("never loses", "")
    verb = "wins" if prices[do] > 0 else "loses"
    assert f" So {contest.doing(do)} {verb} {money(prices[do])} on average" in sentence
    bust = lines.get("bust", (Fraction(0), Fraction(0)))[0]
    assert (f"{percent(bust)} by going over 21" in sentence) == bool(bust)


@pytest.mark.parametrize(("up", "coupon", "settings"), [("6c", 0, ()), ("6c", 1000, OTHER_ODDS), ("Kc", 500, ())])
def test_the_ends_of_an_attack_are_those_of_every_round_of_a_small_shoe(
    up: str, coupon: int, settings: tuple[str, ...]
) -> None:
    game = study("double_attack_blackjack", *settings)
    assert isinstance(game, DoubleAttackRules)
    shown, shoe = NUMBER[up], shoe_of(six=2, eight=4, ten=5)
    part = Fraction(coupon, STAKE)
    ahead = decision_values._on_attack.__wrapped__(game, shown, part, left_over(game, shown, shoe)).choices
    for do, attack in (("pass", Fraction(0)), ("attack", Fraction(1))):
        dealt = Played(shoe, LOW[shown] - 1, NO_HOLE_CARD, game.most_hands, game.split_attack, attack, part, game.wins)
        every = Counter(permutations([value for value, n in enumerate(shoe) for _ in range(n)], 2))
        rounds = []
        for (one, two), orders in every.items():
            chance = Fraction(orders, every.total())
            belief = {key: chance * weight for key, weight in dealt.before((one, two)).items()}
            lines = dealt.best(belief, (one, two))
            split = STAKE * dealt.split(belief, one, 2, 2, True) if one == two else worth(lines)
            rounds.append({"a pair is split": (chance, split)} if split > worth(lines) else lines)
        again = together(rounds)
        assert {how: (share, STAKE * won) for how, (share, won) in told(ahead[do].ends, do).items()} == again
        assert STAKE * ahead[do].value == worth(again)
        assert ("a pair is split" in again) == (up == "6c")
    single = {how: line for how, line in again.items() if how != "a pair is split"}
    won, lost = (sum((share for share, net in single.values() if sign * net > 0), Fraction(0)) for sign in (1, -1))
    over = single["dealer over 21"][0]
    ends = tuple(end for one in ahead.values() for end in one.ends)
    values = {do: STAKE * one.value for do, one in ahead.items()}
    contest = Contest(
        about="double attack", known={"up": up}, best="attack", other="pass", values=values, ends=ends, made=(), deals=1
    )
    sentence = reason(contest)
    assert f"you win {percent(won)} of the rounds ({percent(over)} because the dealer goes over 21)" in sentence
    assert f" and lose {percent(lost)}" in sentence
    gains = values["attack"] - values["pass"]
    assert f"So the attack itself {'wins' if gains > 0 else 'loses'} {money(gains)} on average." in sentence


# --- Double Cross Poker


def test_the_ends_of_a_raise_are_those_of_every_deal_of_the_last_cards() -> None:
    scene, coupon = Scene("double_cross_poker", "9s 9d 2c 7h 9c 7d 3s 4h 5c"), 300
    scene.do("Ann", "wager", "ante", 500, coupon=coupon)
    view = scene.no_more_bets().round.view("seat 1")
    hand, top, right = (view.layout.numbers(place) for place in ("seat 1", "vertical top", "horizontal right"))
    rest = [card for card in PACK_52 if card not in (*hand, *top, *right)]
    unseen = rest[::6]
    shown = [
        ev.Dealt(round=1, clause="", to="seat 5", hand=1, card=texts([card]), face="up")
        for card in rest
        if card not in unseen
    ]
    priced = spots_of("double_cross_poker")
    assert priced is not None
    spot = priced.price(
        scene.round.rules,
        View("seat 1", (*view.events, *shown)),
        SeatQuestion(about="fold or raise", seat=1, player="Ann"),
    )
    assert spot is not None
    assert len(unseen) == 8
    back, per = scene.round.rules.raise_back
    stakes, coupons = (500,) * (1 + RAISES), (coupon, *(0,) * RAISES)
    counted = {"vertical": Counter[tuple[int, int, int]](), "horizontal": Counter[tuple[int, int, int]]()}
    for center, bottom, left in permutations(unseen, 3):
        columns = (*top, center, bottom), (left, center, *right)
        own = [strength((*hand, *column)) for column in columns]
        for pair in combinations([card for card in unseen if card not in (center, bottom, left)], 2):
            both = [strength((*pair, *column)) for column in columns]
            dealer = both[dealer_array(*both)]
            for array, held in zip(counted, own, strict=True):
                on, kind = compare(held, dealer), CATEGORY_OF[held]
                paid = paid_on_hand(stakes, on, kind, back, per, scene.round.rules.payout_cap, coupons)
                net = sum(one.returned for one in paid) + coupon * (on == HIGHER) - sum(stakes)
                counted[array][on, net, kind] += 1
    for array, deals in counted.items():
        assert deals.total() == spot.deals
        kinds: dict[tuple[int, int], list[str]] = {}
        for on, net, kind in sorted(deals, reverse=True):
            kinds.setdefault((on, net), []).append(CATEGORIES[kind])
        again = together(
            {
                f"higher with {' or '.join(kinds[on, net])}" if on == HIGHER else LINES[on]: (
                    Fraction(n, spot.deals),
                    Fraction(n * net, spot.deals),
                )
            }
            for (on, net, _), n in deals.items()
        )
        assert told(spot.ends, array) == again
        value = spot.find(array)
        assert value is not None
        assert value.value == worth(again)
