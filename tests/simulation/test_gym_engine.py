"""Environments compared with the table: the same cards and decisions in both, under many rules.

The observation equals the seat's view of the round. The mask equals the offers of the round. The reward equals the
payment of the table, to the cent.
"""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pitboss.simulation.gym
from pitboss import Table
from pitboss.basics.cards import NUMBER, PACK_48, TEXT
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import Turn
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Question
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.inputs import Input, make
from pitboss.engine.round.round import Round
from pitboss.engine.rules import TableRules
from pitboss.games.double_attack_blackjack import kernel_episodes as attack
from pitboss.games.double_attack_blackjack.settle import LOW
from pitboss.simulation.episodes import seeded
from pitboss.testing.random_tables import lucky_shuffler
from pitboss.verification.pairs import any_rules

STUD = [game for game in registry.games() if game != "double_attack_blackjack"]
ROUNDS = 60
KEY = "00" * 32


def single(game: str, rules: TableRules | dict[str, Any], wager: int) -> pitboss.simulation.gym.Seat:
    env = gymnasium.make(pitboss.simulation.gym.id_of(game), rules=rules, wager=wager).unwrapped
    assert isinstance(env, pitboss.simulation.gym.Seat)
    return env


def any_wager(rules: TableRules, random: Random) -> int:
    """A valid amount, often the maximum, so that payout limits apply."""
    least, most = -(-rules.table_minimum // rules.chip), rules.table_maximum // rules.chip
    return rules.chip * random.choice((most, random.randint(least, most)))


def net(round: Round) -> int:
    """The net payment of the table in cents."""
    ended = round.events[-1]
    assert isinstance(ended, ev.Ended)
    return ended.returned - ended.staked


# --- one decision


class StudSeat:
    """Takes one decision at a table, and records the cards that were visible."""

    def __init__(self, base: str, wager: int, action: str) -> None:
        self.base, self.wager, self.action = base, wager, action
        self.seen: dict[str, list[str | None]] = {}
        self.offered: set[str] = set()

    def __call__(self, turn: Turn) -> Input | None:
        if turn.party.seat != 1:  # an adjacent area, on which a player may also wager
            return None
        if turn.about == "wagers":
            if offer := turn.offer("wager", self.base):
                return turn.take(offer, self.wager)
            return turn.take(offer) if (offer := turn.offer("wager", "first")) else None
        if turn.about == "the cut":
            return turn.take(offer) if (offer := turn.offer("refuse")) else None
        offer = turn.offer(self.action)
        if offer is None:
            return None
        self.offered = {offer.do for offer in turn.offers if not offer.why_not}
        places = (seat_place(turn.party.seat), "dealer", "community", *turn.round.game.places)
        self.seen = {place: turn.cards(place) for place in places}
        return turn.take(offer, offer.most)


def dealt(round: Round, place: str) -> list[int]:
    return [NUMBER[e.card] for e in round.events if isinstance(e, ev.Dealt) and e.to == place and e.card]


def in_order(game: str, round: Round, seen: dict[str, list[str | None]]) -> list[int]:
    """The cards of a round in the environment's order. Cards that were not dealt after a fold are arbitrary."""
    own = dealt(round, seat_place(1))
    if game == "double_down_stud":
        shown = [NUMBER[card] for card in seen["community"] if card]
        return [*own, *shown, *(card for card in dealt(round, "community") if card not in shown)]
    if game == "double_cross_poker":
        cross = ("vertical top", "horizontal right", "center", "vertical bottom", "horizontal left", "dealer")
        return [*own, *(card for place in cross for card in dealt(round, place))]
    dealer = dealt(round, "dealer")
    if game == "caribbean_stud":
        up = [NUMBER[card] for card in seen["dealer"] if card]
        return [*own, *up, *(card for card in dealer if card not in up)]
    rest = [card for card in range(52) if card not in (*own, *dealer)]
    own += [rest.pop() for _ in range(5 - len(own))]
    return [*own, *dealer, *(rest.pop() for _ in range(5 - len(dealer)))]


@pytest.mark.parametrize("game", STUD)
@settings(max_examples=12, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 1 << 32))
def test_stud_rounds_show_and_pay_what_the_table_does(game: str, seed: int) -> None:
    random = Random(seed)
    rules = any_rules(registry.game(game), random)
    wager = any_wager(rules, random)
    env = single(game, rules, wager)
    table = Table(game, rules, seed=random.getrandbits(64))
    lucky_shuffler(table, random)
    table.sit("Ann", 1)
    for _ in range(ROUNDS):
        action = random.randrange(len(env.actions))
        seat = StudSeat("original" if game == "double_down_stud" else "ante", wager, env.actions[action])
        round = drive(table.open_round(), seat, random)
        if not seat.seen:  # an exposed card ended the round before the decision
            continue
        assert set(env.actions) <= seat.offered
        cards = in_order(game, round, seat.seen)
        env.reset(seed=1)
        env._rounds.table.cards[0] = cards  # type: ignore[attr-defined]
        observation, reward, terminated, _, _ = env.step(action)
        assert sorted(observation.tolist()) == sorted(NUMBER[c] for place in seat.seen.values() for c in place if c)
        assert terminated
        assert round_cents(reward, wager) == net(round)


def round_cents(reward: float, wager: int) -> int:
    """The cents of a reward, without floating point error."""
    cents = reward * wager
    assert abs(cents - round(cents)) < 1e-6 * max(1.0, abs(cents))
    return round(cents)


# --- Double Attack Blackjack


def attack_rules(random: Random) -> dict[str, Any]:
    reader = random.random() < 0.4
    return {
        "decks": random.choice([6, 8]),
        "positions": random.choice([6, 7]),
        "attack": random.choice(["up to", "equal"]),
        "split_attack": random.random() < 0.7,
        "hole_card": "card reader" if reader else random.choice(["none", "hole card"]),
        "surrender_at_once": reader and random.random() < 0.5,
        "table_minimum": 5,
        "chip": 5,
        "burn": random.random() < 0.5,
        "approved_procedures": True,
    }


def shoe_of(values: list[int], decks: int, burn: bool) -> str:
    """An order of the shoe that deals these values, after the burn card if there is one."""
    left = list(PACK_48 * decks)
    found = []
    for value in values:
        card = next(card for card in left if LOW[card] == value + 1)
        left.remove(card)
        found.append(card)
    order = [*([left.pop()] if burn else []), *found, *left]
    return " ".join(TEXT[card] for card in order)


class AttackSeat:
    """Takes the same random decisions at a table and in an environment, and compares the two."""

    def __init__(self, env: pitboss.simulation.gym.Seat, wager: int, seed: int) -> None:
        self.env, self.wager = env, wager
        self.observation, self.info = env.reset(seed=seed)
        self.reward, self.over = 0.0, False

    def __call__(self, turn: Turn) -> Input | None:
        match turn.about:
            case "wagers":
                return turn.take(offer, self.wager) if (offer := turn.offer("wager", "initial")) else None
            case "insurance":
                return turn.take(offer) if (offer := turn.offer("pass")) else None
            case "double attack" if self.observation[0]:  # already decided, but the window is still open
                return None
            case "decision":
                self.compare(turn)
        offered = {offer.do for offer in turn.offers if not offer.why_not} & set(self.env.actions)
        allowed = [name for name, bit in zip(self.env.actions, self.info["action_mask"], strict=True) if bit]
        assert set(allowed) == offered
        weights = [{"split": 20, "surrender": 1, "stand": 2}.get(name, 4) for name in allowed]
        action = turn.random.choices(allowed, weights)[0]
        self.observation, self.reward, self.over, _, self.info = self.env.step(self.env.actions.index(action))
        offer = turn.offer(action)
        assert offer is not None
        return turn.take(offer, offer.most)

    def compare(self, turn: Turn) -> None:
        """Compare the observation with the seat's view of the round."""
        shown = dict(zip(self.env.observation_names, self.observation.tolist(), strict=True))
        stand = turn.offer("stand")
        assert stand is not None
        place = seat_place(turn.party.seat)
        up = turn.cards("dealer")[0]
        assert up is not None
        assert shown["up"] == LOW[NUMBER[up]]
        lies = {number: hand.cards for (where, number), hand in turn.view.layout.hands.items() if where == place}
        dealt = [e for e in turn.view.events if isinstance(e, ev.Dealt) and e.to == place]
        points = [LOW[NUMBER[card]] for card in lies[stand.hand] if card]
        everything = [LOW[NUMBER[e.card]] for e in dealt if e.card]
        for value, name in enumerate(attack.POINTS, 1):
            assert shown[f"{name} in hand"] == points.count(value)
            assert shown[f"{name} in hand"] + shown[f"{name} elsewhere"] == everything.count(value)
        assert shown["total"] == sum(points) + 10 * shown["soft"]
        assert shown["hands"] == len(lies)


@pytest.mark.parametrize("seed", range(12))
def test_double_attack_rounds_offer_show_and_pay_what_the_table_does(seed: int) -> None:
    random = Random(seed)
    rules = attack_rules(random)
    wager = 5 * random.randint(1, 50)
    env = single("double_attack_blackjack", rules, wager)
    most, number = 0, 10_000 * seed
    for _ in range(2 * ROUNDS):
        pair = False
        while not pair:  # skip most hands without a pair
            number += 1
            values = attack.order(seeded([number])[0], env._rounds.table.shoe, 60).tolist()  # type: ignore[attr-defined]
            pair = values[1] == values[2] or random.random() < 0.1
        order = shoe_of(values, rules["decks"], rules["burn"])

        def shuffle(round: Round, question: Question, order: str = order) -> Input:
            return make(by="shuffler", do="shuffle", cards=order, key=KEY)

        table = Table("double_attack_blackjack", rules, attendants={"shuffler": shuffle})
        table.sit("Ann", 1)
        seat = AttackSeat(env, wager, number)
        round = drive(table.open_round(), seat, random)
        assert seat.over
        assert round_cents(seat.reward, wager) == net(round)
        most = max(most, seat.observation[3])
    assert most == env.rules.most_hands  # type: ignore[attr-defined]


def test_double_attack_draws_every_card_of_a_shoe_once() -> None:
    for decks in (6, 8):
        env = single("double_attack_blackjack", {"decks": decks}, 0)
        shoe = env._rounds.table.shoe  # type: ignore[attr-defined]
        drawn = attack.order(seeded([3])[0], shoe, 48 * decks)
        assert np.bincount(drawn).tolist() == [4 * decks] * 9 + [12 * decks]
