"""Compares simulated rounds with our batch evaluator, two threads with one, and our speed with other packages.

All figures are ratios within one run on one machine. A round of each game is measured in evaluations of random
five-card hands, two threads against one, the batch evaluator against evaluators called from Python, and rounds per
second against packages that a user would pick instead. Absent packages are named. Run it with ``make bench``, or
``python bench/simulation.py [--rounds N]``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import numpy as np

from pitboss.basics.cards import TEXT
from pitboss.cli.output import console
from pitboss.engine import registry
from pitboss.mathematics.counting.hands import strengths
from pitboss.simulation.any_game import setup, table
from pitboss.simulation.run import begin, go_on
from pitboss.simulation.stream import packs, stream
from pitboss.terminal.seat.drawing import fit, plain_grid

MOST = {"caribbean_stud": 10, "double_attack_blackjack": 40}
"""The most evaluations that a round may cost. Default: twelve."""
THREADS = 1.9
EVALUATOR = 50
TIMES = 5
STRATEGY = {"double_attack_blackjack": "chart"}
FRESH = {"double_attack_blackjack": {"penetration": 0.75}}


def best(work: Callable[[], Any], times: int = TIMES) -> float:
    """Seconds of the best of several runs, since other load can only slow a run down."""
    found = []
    for _ in range(times):
        start = perf_counter()
        work()
        found.append(perf_counter() - start)
    return min(found)


def evaluation(hands: np.ndarray) -> float:
    """Seconds for one evaluation of a random five-card hand."""
    strengths(hands)
    return best(lambda: strengths(hands)) / len(hands)


def a_round(game: str, rounds: int, threads: int) -> float:
    at = table(setup(game, strategy=STRATEGY.get(game, "optimal"), **FRESH.get(game, {})))
    go_on(at, begin(at, 0), 1000)
    return best(lambda: go_on(at, begin(at, 1), rounds, threads=threads)) / rounds


# --- others


def treys_evaluation(hands: np.ndarray) -> float:
    from treys import Card, Evaluator

    evaluator = Evaluator()
    ready = [[Card.new(TEXT[card]) for card in hand] for hand in hands[:20_000].tolist()]
    return best(lambda: [evaluator.evaluate(hand[:2], hand[2:]) for hand in ready]) / len(ready)


def phevaluator_evaluation(hands: np.ndarray) -> float:
    from phevaluator import evaluate_cards

    ready = hands[:20_000].tolist()
    return best(lambda: [evaluate_cards(*hand) for hand in ready]) / len(ready)


def eval7_evaluation(hands: np.ndarray) -> float:
    from eval7 import Card, evaluate

    ready = [[Card(TEXT[card]) for card in hand] for hand in hands[:20_000].tolist()]
    return best(lambda: [evaluate(hand) for hand in ready]) / len(ready)


def open_spiel_blackjack() -> float:
    import pyspiel

    game = pyspiel.load_game("blackjack")
    bots = [pyspiel.make_uniform_random_bot(0, 1)]
    count = 5_000
    return best(lambda: [pyspiel.evaluate_bots(game.new_initial_state(), bots, at) for at in range(count)], 3) / count


def gymnasium_blackjack() -> float:
    import gymnasium

    env, count = gymnasium.make("Blackjack-v1"), 3_000

    def play() -> None:
        for at in range(count):
            env.reset(seed=at if not at else None)
            while not env.step(env.action_space.sample())[2]:
                pass

    return best(play, 3) / count


def rlcard_blackjack() -> float:
    import rlcard
    from rlcard.agents import RandomAgent

    env, count = rlcard.make("blackjack"), 1_500
    env.set_agents([RandomAgent(num_actions=env.num_actions)])
    return best(lambda: [env.run(is_training=False) for _ in range(count)], 3) / count


def pokerkit_holdem() -> float:
    from pokerkit import Automation, NoLimitTexasHoldem

    count = 60

    def play() -> None:
        for _ in range(count):
            state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, (200, 200), 2)
            while state.status:
                if state.can_check_or_call():
                    state.check_or_call()
                else:
                    break

    return best(play, 3) / count


def pgx_kuhn() -> float:
    import jax
    import pgx

    env, seats = pgx.make("kuhn_poker"), 20_000
    begin_all, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))

    def rounds() -> None:
        for at in range(5):
            state = begin_all(jax.random.split(jax.random.PRNGKey(at), seats))
            while not bool(state.terminated.all()):
                state = step(state, state.legal_action_mask.argmax(axis=1))

    rounds()
    return best(rounds, 3) / (5 * seats)


EVALUATORS = {"treys": treys_evaluation, "phevaluator": phevaluator_evaluation, "eval7": eval7_evaluation}
PEERS: dict[str, tuple[Callable[[], float], str, float]] = {
    "OpenSpiel, blackjack": (open_spiel_blackjack, "double_attack_blackjack", 100),
    "Gymnasium, Blackjack-v1": (gymnasium_blackjack, "double_attack_blackjack", 100),
    "RLCard, blackjack": (rlcard_blackjack, "double_attack_blackjack", 100),
    "PokerKit, hold'em": (pokerkit_holdem, "caribbean_stud", 10),
    "pgx, Kuhn poker": (pgx_kuhn, "caribbean_stud", 10),
}
"""The measurement of each package, the game of ours to compare, and the goal: how many times as fast ours should be."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20_000_000, help="rounds of each run (default 20,000,000)")
    given = parser.parse_args(arguments)
    out = console()
    hands = np.ascontiguousarray(packs(stream("bench", 0), 2_000_000, 52)[:, :5])
    each = evaluation(hands)
    numbers = ("ns a round", "evaluations", "goal", "rounds/s, 2 threads", "times one thread")
    grid = plain_grid("game", *numbers, "", right=numbers)
    rates: dict[str, float] = {}
    for game in registry.games():
        one, two = a_round(game, given.rounds, 1), a_round(game, given.rounds, 2)
        most, cost = MOST.get(game, 12), one / each
        rates[game] = 1 / two
        met = cost <= most and one / two >= THREADS
        grid.add_row(
            game,
            f"{one * 1e9:.1f}",
            f"{cost:.1f}",
            f"{most}",
            f"{1 / two:,.0f}",
            f"{one / two:.2f}",
            "meets the goals" if met else "below the goals",
        )
    out.print(fit(grid, out.width))
    out.print(
        f"One evaluation of a random five-card hand: {each * 1e9:.2f} ns, {1 / each:,.0f} per second on one core."
    )
    show_evaluators(hands, each)
    show_peers(rates)


def show_evaluators(hands: np.ndarray, each: float) -> None:
    out = console()
    grid = plain_grid("evaluator, called from Python", "hands/s", "ours is times", right=("hands/s", "ours is times"))
    for name, measure in EVALUATORS.items():
        try:
            theirs = measure(hands)
        except ImportError:
            grid.add_row(name, "absent", "")
        else:
            grid.add_row(name, f"{1 / theirs:,.0f}", f"{theirs / each:,.0f}")
    out.print(fit(grid, out.width))
    out.print(f"Goal: at least {EVALUATOR} times the fastest.")


def show_peers(rates: dict[str, float]) -> None:
    out = console()
    numbers = ("rounds/s", "ours is times", "goal")
    grid = plain_grid("package", *numbers, "against", right=numbers)
    for name, (measure, game, goal) in PEERS.items():
        try:
            theirs = 1 / measure()
        except ImportError:
            grid.add_row(name, "absent", "", f"{goal:g}", game)
        else:
            grid.add_row(name, f"{theirs:,.0f}", f"{rates[game] / theirs:,.0f}", f"{goal:g}", game)
    out.print(fit(grid, out.width))


if __name__ == "__main__":
    main()
