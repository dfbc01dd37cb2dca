"""Train an agent for Boston 5 Stud Poker, and score it by its exact regret.

The agent sees three cards, and places the second wager or folds. It knows 26 kinds of hand: the highest card, or the
rank of a pair or of three of a kind. It tries both actions at random and keeps the one that won more on average.
``odds`` then counts its cost against the best play over all deals, so the score has no noise.

    pip install 'pitboss[gym]'
    python examples/train_agent.py --rounds 100000
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

import pitboss.simulation.gym
from pitboss import odds

GAME = "boston_5_stud"
ACTIONS = "fold", "second"
SEATS = 500
RANKS = 13
KINDS = 2 * RANKS


def kind(cards: Sequence[int]) -> int:
    """The kind of three cards. A card is four times its rank plus its suit."""
    low, middle, high = sorted(card // 4 for card in cards)
    return RANKS + middle if middle in (low, high) else high


def trained(rounds: int, seed: int) -> NDArray[np.bool_]:
    """Whether to place the second wager, by kind of hand, as learned in so many rounds."""
    seats = gymnasium.make_vec(
        pitboss.simulation.gym.id_of(GAME), num_envs=SEATS, autoreset_mode=AutoresetMode.SAME_STEP
    )
    random = np.random.default_rng(seed)
    won, tries = np.zeros((KINDS, len(ACTIONS))), np.zeros((KINDS, len(ACTIONS)))
    cards, _ = seats.reset(seed=seed)
    for _ in range(max(1, rounds // SEATS)):
        kinds = np.array([kind(row) for row in cards.tolist()])
        actions = random.integers(len(ACTIONS), size=SEATS)
        cards, rewards, *_ = seats.step(actions)  # with the cards of the next round
        np.add.at(won, (kinds, actions), rewards)
        np.add.at(tries, (kinds, actions), 1)
    fold, second = (won / np.maximum(tries, 1)).T
    learned: NDArray[np.bool_] = second > fold
    return learned


def strategy(learned: NDArray[np.bool_]) -> Callable[[Mapping[str, Sequence[int]]], str]:
    """What the agent does, as a function of the cards that it sees."""
    return lambda known: ACTIONS[int(learned[kind(known["hand"])])]


def main() -> None:
    parser = argparse.ArgumentParser(description="Train an agent and score it by exact regret.")
    parser.add_argument("--rounds", type=lambda text: int(float(text)), default=100_000, help="rounds to learn from")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print("rounds      house edge    exact regret")
    for share in (100, 10, 1):
        rounds = max(SEATS, asked.rounds // share)
        found = odds(GAME, strategy=strategy(trained(rounds, asked.seed)))
        print(f"{rounds:<9,}   {found.house_edge:.6%}   {float(found.cost):.6%}")
    print(f"best play   {odds(GAME).house_edge:.6%}   0")


if __name__ == "__main__":
    main()
