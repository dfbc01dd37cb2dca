"""The fast rounds of Boston 5 Stud Poker, held against the engine and against exact values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from kernels import ROUNDS, Twins, agrees, chips, drawn, rounds
from pitboss.exact.hands import suit_classes
from pitboss.games.boston_5_stud.choices import FOLD, SECOND, choices
from pitboss.poker import HIGH_3, category3
from pitboss.simulate import simulate
from pitboss.table.events import seat_place
from pitboss.table.round import Round

GAME = "boston_5_stud"
DRAWS = 40
OPTIONS = {
    "payout_cap": (0, 50_000_00, 51_234_56),
    "dealing": ("manual shoe", "hand", "automated shoe"),
    "count_every": (1, 3, 5),
    "optional_minimum": (1_00, 2_50, 7_00),
    "optional_maximum": (10_00, 100_00, 1_000_00),
}
RENAMED = dict.fromkeys(
    (("optional bonus", "exposed, below a pair"), ("optional bonus", "not exposed")), "below a pair"
)
SILENT = (("ante bonus", "below two pair"), ("ante bonus", "folded"))


def by_ranks(known: Mapping[str, tuple[int, ...]]) -> str:
    """A strategy without sense, that folds about a third of all hands."""
    cards = known["hand"]
    return SECOND if (sum(card >> 2 for card in cards) + len({card & 3 for card in cards})) % 3 else FOLD


def twins(random: Random, seats: int, strategy: object, *, high: bool = False) -> Twins:
    rules = drawn(GAME, random, ("ante_bonus", "optional_bonus"), OPTIONS, high=high)
    made = choices(rules)

    def choose(cards: list[int]) -> str:
        if strategy == "optimal":
            return made.actions[made.best[suit_classes(3).index(cards)]]
        return by_ranks({"hand": tuple(cards)})

    def conduct(round: Round, stakes: Mapping[str, int], players: Sequence[str]) -> None:
        for player in players:
            round.do(player, "wager", "ante", stakes["ante"])
            round.do(player, "wager", "first", 2 * stakes["ante"])
            if "optional bonus" in stakes:
                round.do(player, "wager", "optional bonus", stakes["optional bonus"])
        round.do("dealer", "no more bets")
        held = {player: round.dealer.cards(seat_place(seat)) for seat, player in enumerate(players, 1)}
        if "optional bonus" in stakes:
            for player, cards in held.items():
                shows = category3(cards) != HIGH_3 or random.random() < 0.5
                round.do(player, "expose" if shows else "conceal")
        for player, cards in held.items():
            round.do(player, choose(cards))
        if not round.over:
            round.do("dealer", "deal")

    stakes = {"ante": chips(random, rules, rules.table_minimum, rules.table_maximum)}
    if random.random() < 0.7:
        stakes["optional bonus"] = chips(random, rules, rules.least_optional, rules.most_optional)
    return Twins(
        GAME,
        rules,
        stakes,
        seats=seats,
        strategy=strategy,
        cards=5 * (seats + 1),
        conduct=conduct,
        renamed=RENAMED,
        silent=SILENT,
    )


@pytest.mark.parametrize("seats", [1, 2])
def test_engine_and_kernel_agree_to_the_cent(seats: int) -> None:
    random, capped, played = Random(f"{GAME} {seats}"), 0, 0
    for draw in range(DRAWS // 2):
        pair = twins(random, seats, "optimal" if draw % 4 == 1 else by_ranks, high=draw % 4 == 0)
        hand = (0, 1, 2, 3 * (seats + 1), 3 * (seats + 1) + 1)
        for state in rounds(random, ROUNDS // DRAWS, 5 * (seats + 1), hand):
            pair.play(state)
        pair.finish()
        capped, played = capped + pair.capped, played + pair.rounds
    assert played == ROUNDS // 2
    assert capped > 100


def test_a_full_table_deals_two_more_cards_to_those_alone_who_play_on() -> None:
    random = Random(GAME)
    pair = twins(random, 2, by_ranks)
    while pair.table.rules.positions < 6:
        pair = twins(random, 2, by_ranks)
    full = Twins(
        GAME,
        pair.table.rules,
        pair.stakes,
        seats=6,
        strategy=by_ranks,
        cards=35,
        conduct=pair.conduct,
        renamed=RENAMED,
        silent=SILENT,
    )
    for state in rounds(random, 300, 35, (0, 1, 2, 21, 22)):
        full.play(state)
    full.finish()


@pytest.mark.parametrize("strategy", ["optimal", "never"])
def test_every_outcome_beside_its_exact_share(strategy: str) -> None:
    stakes = {"ante": 10_00, "optional bonus": 5_00}
    agrees(simulate(GAME, rounds=2_000_000, seed=21, strategy=strategy, wagers=stakes), 1e-3)


def test_a_round_without_side_wagers_beside_its_exact_value() -> None:
    found = simulate(GAME, rounds=2_000_000, seed=22)
    assert found.results[0].exact is not None
    agrees(found, 1e-3)


def test_seats_that_share_the_dealer_win_the_same_on_average() -> None:
    agrees(simulate(GAME, rounds=400_000, seed=23, seats=6), 1e-3, outcomes=False)
