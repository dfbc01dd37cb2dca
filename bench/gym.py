"""Compares the steps per second of our environments with Gymnasium's own Blackjack-v1.

Blackjack-v1 is made with its defaults and stepped alone. Our environments are stepped alone and by thousands in one
call. Actions are drawn beforehand. A step that deals the next round counts as a step, as in every vector environment of
Gymnasium with next-step autoreset. Whole rounds per second are shown too. Run it with ``make bench``, or ``python
bench/gym.py [GAME ...]``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from time import perf_counter
from typing import Any, NamedTuple

import gymnasium
import numpy as np

import pitboss.simulation.gym
from pitboss.cli.output import console
from pitboss.engine import registry
from pitboss.terminal.seat.drawing import fit, plain_grid

GOAL = 500
"""The goal: this many times the steps of Blackjack-v1."""
SEATS = 4096
TIMES = 5


class Rate(NamedTuple):
    """The best of several runs, since other load can only slow a run down."""

    steps: float
    rounds: float


def alone(env: Any, steps: int = 4_000) -> Rate:
    """One environment, reset whenever its round is over."""
    actions = np.random.default_rng(1).integers(0, env.action_space.n, steps).tolist()

    def run() -> Rate:
        rounds = 0
        env.reset(seed=1)
        start = perf_counter()
        for action in actions:
            if env.step(action)[2]:
                rounds += 1
                env.reset()
        spent = perf_counter() - start
        return Rate(steps / spent, rounds / spent)

    return max(run() for _ in range(TIMES))


def together(env: Any, steps: int = 400) -> Rate:
    """All seats of a vector environment."""
    actions = np.random.default_rng(1).integers(0, env.single_action_space.n, (steps, env.num_envs))

    def run() -> Rate:
        rounds = 0
        env.reset(seed=1)
        start = perf_counter()
        for action in actions:
            rounds += np.count_nonzero(env.step(action)[2])
        spent = perf_counter() - start
        return Rate(steps * env.num_envs / spent, rounds / spent)

    return max(run() for _ in range(TIMES))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="games to measure (default: all)")
    parser.add_argument("--seats", type=int, default=SEATS, help=f"seats of a vector environment (default {SEATS})")
    given = parser.parse_args(arguments)
    unknown = sorted(set(given.games) - set(registry.games()))
    if unknown or given.seats < 1:
        parser.error(f"there is no game {unknown[0]}" if unknown else "--seats must be at least 1")

    peer = alone(gymnasium.make("Blackjack-v1"))
    out = console()
    numbers = ("alone", "seats", "steps/s", "against it", "rounds/s", "against it ")
    grid = plain_grid("environment", *numbers, "", right=numbers)
    grid.add_row("Blackjack-v1", f"{peer.steps:,.0f}", "1", f"{peer.steps:,.0f}", "1x", f"{peer.rounds:,.0f}", "1x", "")
    for game in given.games or registry.games():
        name = pitboss.simulation.gym.id_of(game)
        one = alone(gymnasium.make(name))
        many = together(gymnasium.make_vec(name, num_envs=given.seats))
        times = many.steps / peer.steps
        grid.add_row(
            name,
            f"{one.steps:,.0f}",
            f"{given.seats:,}",
            f"{many.steps:,.0f}",
            f"{times:,.0f}x",
            f"{many.rounds:,.0f}",
            f"{many.rounds / peer.rounds:,.0f}x",
            "meets the goal" if times >= GOAL else "below the goal",
        )
    out.print(fit(grid, out.width))
    out.print(
        f"Goal: {GOAL} times the steps of Blackjack-v1, one core. 'alone' is one environment, in steps per second."
    )


if __name__ == "__main__":
    main()
