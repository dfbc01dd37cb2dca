"""Caribbean Stud's fast rounds: to the cent what a table settles, and as near to the exact odds as chance lets."""

from __future__ import annotations

from functools import cache
from math import comb, exp, lgamma, log, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from caribbean import GAME, NAMES, laid
from pitboss.cards import TEXT
from pitboss.errors import SimulationError
from pitboss.exact.choices import resolve
from pitboss.exact.hands import strengths, suit_classes
from pitboss.games.caribbean_stud.choices import choices, named, up_cards
from pitboss.games.caribbean_stud.counting import UP_CARDS
from pitboss.games.caribbean_stud.kernel import CaribbeanTable
from pitboss.games.caribbean_stud.kernel_rounds import (
    BET,
    CODES,
    FRACTION,
    GAINED,
    HITS,
    LEFT,
    PAID,
    PARTS_PAID,
    STARTS,
    WAGERS,
    decisions,
)
from pitboss.games.caribbean_stud.rules import PROGRESSIVE, SEEDS
from pitboss.pit import Table
from pitboss.simulate import exact, setup, simulate, summary, table
from pitboss.simulation.hands import PACK, strength_of
from pitboss.simulation.kernel import Setup
from pitboss.simulation.results import Simulated
from pitboss.simulation.run import begin, go_on
from pitboss.simulation.stream import stream
from pitboss.table.asks import Ask
from pitboss.table.events import Input
from pitboss.table.policy import Turn, staff
from pitboss.table.round import Round

LEVEL = 1e-6
"""A share that lies this far out, or farther, in either direction, is not by chance; seeds are fixed."""
EVERYTHING = {
    "five_card": True,
    "five_card_seed": 10_000_00,
    "magic_card": True,
    "magic_card_every": 3,
    "lucky_bonus": True,
    "lucky_bonus_every": 7,
}
ALL_WAGERS = {
    "ante": 500,
    "bonus": 200,
    "progressive": 100,
    "five card bonus": 100,
    "five card bonus dealer": 100,
    "cover all": 300,
}


def at(rules: dict[str, Any] | None = None, **more: Any) -> CaribbeanTable:
    found = table(setup(GAME, rules or {}, **more))
    assert isinstance(found, CaribbeanTable)
    return found


# --- the same cards and draws at a table


def chosen_at(chosen: np.ndarray, hand: list[int], up: int) -> int:
    """What is chosen for a hand and an up card: with the suits named as in the hand that stands for its class."""
    ranks = [sum(1 << (card >> 2) for card in hand if card & 3 == suit) for suit in range(4)]
    name = {suit: place for place, suit in enumerate(sorted(range(4), key=lambda suit: -ranks[suit]))}
    renamed = [card & ~3 | name[card & 3] for card in (*hand, up)]
    place = renamed[5] - sum(card < renamed[5] for card in renamed[:5])
    return int(chosen[suit_classes(5).index(hand) * UP_CARDS + place])


@cache
def chosen_by(strategy: str) -> np.ndarray:
    known = choices()
    return resolve(strategy, known, named(known, strategy))[1]


def any_rules(random: Random) -> dict[str, Any]:
    """Rules in which everything that a wager can depend on is drawn."""
    progressive = random.choice(list(PROGRESSIVE))
    rules: dict[str, Any] = {
        "dealing": random.choice(("manual shoe", "hand", "automated shoe")),
        "bonus": random.choice("ABC"),
        "progressive": progressive,
        "progressive_wager": 500 if progressive == "PTMGL02" else random.choice((100, 500)),
        "progressive_rate": random.randint(70, 100),
        "five_card": True,
        "five_card_wager": random.choice((100, 300, 700)),
        "five_card_rate": random.randint(1, 100),
        "five_card_seed": random.randint(10_000_00, 10_003_33),
        "magic_card": random.random() < 0.7,
        "magic_card_every": random.randint(1, 3),
        "lucky_bonus": random.random() < 0.7,
        "lucky_bonus_every": random.randint(1, 3),
    }
    if progressive not in SEEDS:
        rules["progressive_seed"] = random.randint(1, 5_000_00)
    elif len(SEEDS[progressive]) > 1:
        names = list(SEEDS[progressive])
        shares = [random.randint(1, 40) for _ in names[1:]]
        rules["progressive_shares"] = dict(zip(names, (100 - sum(shares), *shares), strict=True))
    return rules


def any_setup(random: Random) -> Setup:
    rules = any_rules(random)
    limits = {
        "bonus": 100 * random.randint(1, 100),
        "progressive": rules["progressive_wager"],
        "five card bonus": rules["five_card_wager"],
        "five card bonus dealer": rules["five_card_wager"],
        "cover all": 100 * random.randint(1, 100),
    }
    wagers = {name: cents for name, cents in limits.items() if random.random() < 0.55}
    strategy = random.choice(("optimal", "optimal", "matching-rank", "at-least:AKT64", "pair-or-better", "always"))
    seats = random.choice((*9 * (1,), *4 * (2,), 3, 7))
    return setup(GAME, rules, wagers={"ante": 100 * random.randint(5, 50), **wagers}, seats=seats, strategy=strategy)


def any_cards(random: Random) -> list[int]:
    """A pack, shuffled or in an order in which the highest hands are common."""
    pack = list(range(52))
    random.shuffle(pack)
    if random.random() < 0.3:
        pack.sort(key=random.choice((lambda card: (card & 3, card >> 2), lambda card: card >> 2)))
        cut = random.randrange(52)
        pack = pack[cut:] + pack[:cut]
        if random.random() < 0.5:  # neighbours apart, so that some hands are high and others not
            one, other = random.sample(range(40), 2)
            pack[one], pack[other] = pack[other], pack[one]
    elif random.random() < 0.1:  # a royal flush with every hand that the rest makes
        high = [card for card in pack if card & 3 == 0 and card >= 32]
        rest = [card for card in pack if card not in high]
        place = 5 * random.randrange(8)
        pack = rest[:place] + high + rest[place:]
    return pack


def any_deal(random: Random, made: Setup) -> np.ndarray:
    row = np.zeros(54, np.int64)
    row[:52] = any_cards(random)
    row[52] = random.randrange(52 * made.rules.magic_card_every)
    row[53] = random.randrange(made.seats * made.rules.lucky_bonus_every)
    return row


class AtTable:
    """A table that deals the same cards, draws the same numbers and plays the same strategy."""

    def __init__(self, made: Setup) -> None:
        self.made, self.deal = made, np.zeros(54, np.int64)
        self.table = Table(GAME, made.rules, attendants={"shuffler": self.shuffle})
        self.read = self.table.attendants["meter"]
        self.table.attendants["meter"] = self.draw
        for player in NAMES[: made.seats]:
            self.table.sit(player)
        self.chosen = chosen_by(made.strategy)

    def shuffle(self, round: Round, ask: Ask) -> Input:
        cards = [TEXT[card] for card in self.deal[:52]]
        places = 5 * self.made.seats
        hands = [" ".join(cards[first : first + 5]) for first in range(0, places, 5)]
        dealer = " ".join(cards[places : places + 5])
        order = laid(hands, dealer, stacks=self.made.rules.dealing == "automated shoe")
        return Input(
            by="shuffler", do="shuffle", cards=" ".join((order, *cards[places + 5 :])), key="00" * 32, place="planted"
        )

    def draw(self, round: Round, ask: Ask) -> Input:
        given = self.read(round, ask)
        if given.do != "draw":
            return given
        number = self.deal[52] if given.what == "magic card" else self.deal[53]
        return Input(by="meter", do="draw", what=given.what, amount=int(number))

    def play(self, deal: np.ndarray) -> Round:
        self.deal = deal
        round = self.table.open_round()
        for player in NAMES[: self.made.seats]:
            for wager, cents in self.made.stakes.items():
                round.do(player, "wager", wager, cents)
        round.do("dealer", "no more bets")
        while round.asking:
            party = round.asking.waiting[0]
            if party.by == "player":
                hand = [int(card) for card in deal[5 * party.seat - 5 : 5 * party.seat]]
                bets = chosen_at(self.chosen, hand, int(deal[5 * self.made.seats]))
                amount = 2 * self.made.stakes["ante"] if bets else 0
                round.do(party.player, "bet" if bets else "fold", amount=amount)
            else:
                given = staff(Turn(round, party, round.offers(party), Random(0)))
                assert given is not None
                round.do(given)
        return round

    def settled(self, deal: np.ndarray) -> dict[tuple[int, str], int]:
        found: dict[tuple[int, str], int] = {}
        for end in self.play(deal).settlements:
            which = (end.seat - 1, end.wager)
            found[which] = found.get(which, 0) + end.returned - end.stake
        return found


@pytest.mark.parametrize("part", range(4))
def test_rounds_at_a_table_are_settled_alike(part: int) -> None:
    """20,000 rounds in all, 50 at a table with its meters going on: every wager of every seat is equal to the cent."""
    random = Random(f"caribbean {part}")
    for _ in range(100):
        made = any_setup(random)
        deals = np.array([any_deal(random, made) for _ in range(50)])
        fast, slow = CaribbeanTable(made, None), AtTable(made)
        for deal, round in zip(deals, fast.settled(deals).tolist(), strict=True):
            expected = slow.settled(deal)
            for seat, won in enumerate(round):
                by_wager = dict(zip(WAGERS, won, strict=True))
                by_wager["magic card"] += by_wager.pop("magic card dealer")
                total = by_wager.pop("round")
                assert by_wager == {wager: expected.get((seat, wager), 0) for wager in by_wager}
                assert total == sum(cents for (place, _), cents in expected.items() if place == seat)


def test_meters_stand_as_at_a_table() -> None:
    random = Random("meters")
    for _ in range(20):
        made = any_setup(random)
        deals = np.array([any_deal(random, made) for _ in range(30)])
        slow = AtTable(made)
        for deal in deals:
            slow.play(deal)
        found = np.zeros((0, 0, 0), np.int64)
        counted = CaribbeanTable(made, None)._play(stream(0, 0), len(deals), found, deals)["meters"]
        assert [int(left) for left in counted[:, LEFT]] == [
            meter.value * FRACTION for meter in slow.table.meters.values()
        ]


# --- decisions and cards


def test_words_of_cards_have_the_strengths_of_hands() -> None:
    hands = suit_classes(5).hands
    found = [strength_of.py_func(*map(int, PACK[hand])) for hand in hands[::37]]
    assert found == strengths(hands[::37]).tolist()


def by_ranks_of_the_suit() -> np.ndarray:
    """A strategy by the up card and the hand's cards of its suit, so that almost no strength decides alone."""
    hands, ups = suit_classes(5).hands.astype(np.int64), up_cards().astype(np.int64)
    mixed = ups >> 2
    for place in range(5):
        card = hands[:, place, None]
        mixed = mixed + np.where(card & 3 == ups & 3, 3 * (card >> 2) + 1, 0)
    found: np.ndarray = (mixed % 2).astype(np.int8).ravel()
    return found


@pytest.mark.parametrize("mixed", [False, True])
def test_any_choice_is_looked_up(mixed: bool) -> None:
    """The optimal strategy, and one in which every hand is bet or folded by suits and up card."""
    random = Random(5)
    chosen = by_ranks_of_the_suit() if mixed else choices().best
    does, masks = decisions(chosen)
    assert len(masks) // CODES == (len(does) - 1 if mixed else 156)
    for _ in range(1500):
        *hand, up = random.sample(range(52), 6)
        known = int(does[strengths(np.array([hand]))[0]]) >> 8
        if known > BET:
            code = sum((card & 3) << 2 * place for place, card in enumerate(sorted(hand)))
            known = int(masks[(known - 2) * CODES + code]) >> up & 1
        assert known == chosen_at(chosen, hand, up)


def test_one_seat_alone_is_played_as_at_a_full_table() -> None:
    alone = at(wagers={"ante": 700, "bonus": 300})
    found = np.zeros((0, 0, 0), np.int64)
    assert (alone.play(stream(3, 0), 30_000)["ends"] == alone._play(stream(3, 0), 30_000, found)["ends"]).all()
    slow = np.zeros((30_000, 1, 1), np.int64)
    alone._play(stream(3, 0), 30_000, slow)
    assert (alone.nets(stream(3, 0), 30_000) == slow[:, 0, 0]).all()


# --- beside the exact odds


def log_choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def tail(count: int, hands: int, chance: float) -> float:
    """The chance of a count that is as far out, or farther, on its side of the mean."""
    step, total, at = (1 if count >= chance * hands else -1), 0.0, count
    while 0 <= at <= hands:
        term = exp(log_choose(hands, at) + at * log(chance) + (hands - at) * log(1 - chance))
        total += term
        at += step
        if term < total * 1e-12:
            break
    return total


def test_the_tail_of_a_binomial() -> None:
    assert tail(9, 10, 0.5) == pytest.approx(11 / 1024)
    assert tail(1, 10, 0.5) == pytest.approx(11 / 1024)
    assert tail(0, 5, 0.1) == pytest.approx(0.9**5)
    assert tail(20, 30, 0.4) == pytest.approx(sum(comb(30, k) * 0.4**k * 0.6 ** (30 - k) for k in range(20, 31)))


def agrees(found: Simulated, alike: int = 1) -> None:
    """Every mean and every share is near the exact one; ``alike`` is how many hands may end together."""
    for wager in found.results:
        assert wager.z is None or abs(wager.z) < 5, wager
        for end in wager.outcomes:
            if end.exact and alike > 1:
                error = sqrt(end.exact * (1 - end.exact) / wager.hands)
                assert abs(end.share - end.exact) < 5 * error * sqrt(alike), (wager.name, end)
            elif end.exact:
                assert tail(end.count, wager.hands, end.exact) > LEVEL, (wager.name, end)


RULES: list[tuple[dict[str, Any], dict[str, int], str]] = [
    ({}, {}, "optimal"),
    ({"bonus": "B"}, {"bonus": 100}, "ace-king-or-better"),
    ({"bonus": "C", "progressive": "A", "progressive_seed": 5_000_00}, ALL_WAGERS, "pair-or-better"),
    ({"progressive": "B", "progressive_seed": 1_000_00}, ALL_WAGERS, "always"),
    ({"progressive": "D", "progressive_seed": 1_000_00}, ALL_WAGERS, "matching-rank"),
    ({"progressive": "E", "progressive_seed": 1_000_00, "progressive_wager": 500}, ALL_WAGERS, "at-least:AKJ83"),
    ({"progressive": "PTMGL04"}, ALL_WAGERS, "optimal"),
    ({"progressive": "PTMGLML03", "progressive_shares": {"mega": 50, "major": 30, "minor": 20}}, ALL_WAGERS, "optimal"),
]


@pytest.mark.parametrize(("rules", "wagers", "strategy"), RULES)
def test_one_seat_beside_the_exact_odds(rules: dict[str, Any], wagers: dict[str, int], strategy: str) -> None:
    given = {**EVERYTHING, **rules}
    placed = {**wagers, **({"progressive": given.get("progressive_wager", 100)} if "progressive" in wagers else {})}
    found = simulate(GAME, given, wagers=placed, strategy=strategy, rounds=400_000, seed="one seat")
    agrees(found)
    names = {wager.name for wager in found.results}
    assert not wagers or f"bonus {given.get('bonus', 'A')}" in names
    with_odds = {name for name, wager in exact(setup(GAME, given, strategy=strategy)).wagers.items() if name in names}
    for wager in found.results[1:]:
        if wager.name in with_odds:
            assert all(end.exact is not None for end in wager.outcomes), wager.name
            assert (wager.exact is None) == bool(wager.meters), wager.name
        assert sum(end.count for end in wager.outcomes) == wager.hands


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_several_seats_beside_the_exact_odds(seats: int) -> None:
    found = simulate(GAME, EVERYTHING, wagers=ALL_WAGERS, seats=seats, rounds=150_000, seed="seats")
    agrees(found, alike=seats)
    envy = next(wager for wager in found.results if wager.name == "envy PTMGL01")
    assert envy.unit == (seats - 1) * 100
    assert f"cover all {seats + 1}" in {wager.name for wager in found.results}


def test_hands_of_the_whole_table_are_counted_once() -> None:
    found = simulate(GAME, EVERYTHING, wagers=ALL_WAGERS, seats=5, rounds=20_000, seed=1)
    by_name = {wager.name: wager for wager in found.results}
    for name in ("five card bonus dealer", "magic card dealer", "lucky bonus", "cover all 6"):
        assert by_name[name].hands == 20_000
    assert by_name["five card bonus"].hands == by_name["magic card"].hands == 100_000


def test_cover_all_has_no_exact_value_where_hands_that_pay_are_folded() -> None:
    found = simulate(GAME, wagers={"ante": 500, "cover all": 100}, strategy="never", rounds=1000)
    assert found.results[-1].exact is None
    assert sum(end.count for end in found.results[-1].outcomes) == 1000


# --- sums, meters and chunks


def test_sums_by_round_are_those_of_the_ends() -> None:
    table = at(EVERYTHING, wagers=ALL_WAGERS, seats=3)
    run = go_on(table, begin(table, 5), 60_000)
    for wager in table.wagers(run.total(), 60_000)[1:]:
        assert wager.won == sum(end.won for end in wager.ends), wager.name
        assert sum(end.count for end in wager.ends) == wager.hands, wager.name


def test_what_enters_a_meter_is_paid_or_left() -> None:
    rules = {**EVERYTHING, "progressive": "B", "progressive_seed": 333_33, "progressive_rate": 87}
    table = at(rules, wagers=ALL_WAGERS, seats=7)
    counted = table.play(stream(1, 0), 150_000)
    for meter, row, hits in zip(table._meters, counted["meters"].tolist(), counted["at_hits"], strict=True):
        begun = (row[STARTS] + row[HITS]) * meter.seed * FRACTION
        assert begun + row[GAINED] == (row[PAID] + row[PARTS_PAID]) * FRACTION + row[LEFT]
        assert int(hits.sum()) == row[HITS]
        assert row[GAINED] == 150_000 * 7 * len(meter.wagers) * meter.gain * FRACTION


def test_a_meter_is_won_at_its_seed_and_what_it_gains_until_a_hit() -> None:
    """The minor meter of PTMGLML03 goes with four of a kind, which comes once in 4,165 hands."""
    rules = {"progressive": "PTMGLML03", "progressive_shares": {"mega": 50, "major": 30, "minor": 20}}
    found = simulate(GAME, rules, wagers={"ante": 500, "progressive": 100}, rounds=3_000_000, seed=2)
    minor = found.results[3].meters[2]
    gained = 100 * 0.7 * 0.2 * 4165
    assert (minor.name, minor.seed, sum(minor.at_hits)) == ("minor", 250_00, minor.hits)
    assert minor.paid / minor.hits == pytest.approx(minor.seed + gained, rel=5 * minor.hits**-0.5)
    median = minor.at_most(0.5)
    assert median == pytest.approx(minor.seed + gained * log(2), rel=0.12)
    assert minor.at_most(0.1) < median < minor.at_most(0.9)  # type: ignore[operator]


def test_chunks_with_meters_are_long_and_say_so() -> None:
    plain, metered = at(), at(wagers={"ante": 500, "progressive": 100}, seats=4)
    assert (plain.chunk, metered.chunk) == (1 << 16, 1 << 22)
    run = go_on(metered, begin(metered, 1), 1000)
    (note,) = summary(metered, run).notes
    assert "4,194,304 rounds" in note


# --- what can't be simulated


@pytest.mark.parametrize(
    ("wagers", "sentence"),
    [
        ({"progressive": 500}, r"a progressive wager of \$5 can't be placed: it is \$1"),
        ({"bonus": 150}, r"a bonus wager of \$1.50 can't be placed: it is \$1 to \$100 in chips of \$1"),
        ({"cover all": 200_00}, "a cover all wager of"),
        ({"five card bonus": 100}, "there is no wager 'five card bonus'"),
    ],
)
def test_wagers_that_can_not_be_placed(wagers: dict[str, int], sentence: str) -> None:
    with pytest.raises(SimulationError, match=sentence):
        at(wagers=wagers)
