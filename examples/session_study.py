"""A study of evenings: how a bankroll and a strategy decide how many players go home ahead. Prints CSV.

pip install 'pitboss[odds]'
python examples/session_study.py --players 100000 > evenings.csv
"""

from __future__ import annotations

import argparse
import csv
import sys

from pitboss.simulation.any_game import kernel, setup, table
from pitboss.simulation.sessions import covered, sessions

GAME = "caribbean_stud"
STRATEGIES = "optimal", "at-least:AKJ83", "pair-or-better", "always"
BANKROLLS = 100_00, 200_00, 500_00
ROUNDS = 240


def main() -> None:
    parser = argparse.ArgumentParser(description="How evenings end, by bankroll and strategy, as CSV.")
    parser.add_argument("--players", type=lambda text: int(float(text)), default=20_000, help="players of each case")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(("strategy", "bankroll", "ahead", "even", "stopped early", "mean result", "standard error"))
    for strategy in STRATEGIES:
        made = setup(GAME, strategy=strategy)
        needs = covered(kernel(GAME), made)
        for bankroll in BANKROLLS:
            found = sessions(
                table(made), needs, bankroll=bankroll, rounds=ROUNDS, players=asked.players, seed=asked.seed
            )
            shares = (f"{share:.4f}" for share in (found.ahead, found.even, found.ruin))
            error = found.result.standard_deviation / asked.players**0.5
            out.writerow((strategy, bankroll // 100, *shares, f"{found.result.mean / 100:.2f}", f"{error / 100:.2f}"))


if __name__ == "__main__":
    main()
