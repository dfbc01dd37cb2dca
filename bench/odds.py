"""Times exact odds: every game is counted cold, repriced warm, and asked for advice.

Each game is counted in a separate process with an empty cache of counts, so that only compiled code is cached. The
same run times one pass of the phevaluator package over all five-card hands as a measure of the machine, and shows the
cold time as a fraction of it. Run it with ``make bench``, or ``python bench/odds.py [GAME ...]``.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import combinations, islice
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from pitboss.cli.output import console
from pitboss.engine import registry
from pitboss.terminal.seat.drawing import fit, plain_grid

GOALS = {  # seconds cold, seconds for advice
    "double_down_stud": (1.0, 0.020),
    "boston_5_stud": (3.0, 0.020),
    "caribbean_stud": (5.0, 0.020),
    "double_attack_blackjack": (20.0, 0.200),
    "double_cross_poker": (60.0, 0.020),
}
REPRICED = 0.050
RULES: dict[str, dict[str, Any]] = {"double_attack_blackjack": {"decks": 8}}
DEARER: dict[str, dict[str, Any]] = {
    "double_down_stud": {"pays": {"flush": "9 to 1"}},
    "boston_5_stud": {"ante_bonus": {"flush": "16 to 1"}},
    "caribbean_stud": {"bonus": "C"},
    "double_cross_poker": {"raise_pays": {"flush": "7 to 1"}},
}
"""Another pay table, which changes the value of hands. Double Attack has only fixed pays."""
ASKED = {
    "double_down_stud": {"hand": "As", "board": "Ks Qs Js", "seen": "2d 2h"},
    "boston_5_stud": {"hand": "7c 3d 2h"},
    "caribbean_stud": {"hand": "As Kd Qh 7c 3s", "up": "Qd"},
    "double_attack_blackjack": {"hand": "8s 8d", "up": "6c", "seen": "Kd 5h"},
    "double_cross_poker": {"hand": "Ah Kd", "vertical": "Qs", "horizontal": "2c"},
}
SAMPLE = 200_000
HANDS = 2_598_960


def one_game(game: str) -> dict[str, float]:
    """Time one game in this process: cold, repriced and asked for advice (the best of several)."""
    from pitboss.mathematics.any_game import advise, mathematics, odds

    mathematics(game)
    start = perf_counter()
    odds(game, RULES.get(game, {}))
    cold = perf_counter() - start
    repriced = min(_timed(lambda: odds(game, DEARER[game])) for _ in range(3)) if game in DEARER else 0.0
    asked = ASKED[game]
    first = _timed(lambda: advise(game, **asked))
    return {
        "cold": cold,
        "repriced": repriced,
        "first": first,
        "advice": min(_timed(lambda: advise(game, **asked)) for _ in range(5)),
        "memory": _most_memory(),
    }


def _timed(work: Any) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def _most_memory() -> float:
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2


def measured(game: str) -> dict[str, float]:
    """Time one game in a new process: once to compile the code, once to measure."""
    with TemporaryDirectory() as folder:
        from pitboss.basics.files import cache_folder

        kept = Path(folder) / "compiled"
        kept.symlink_to(_made(cache_folder() / "compiled"), target_is_directory=True)
        command = [sys.executable, __file__, "--one", game]
        for _ in range(2):
            rmtree(Path(folder) / "counts", ignore_errors=True)
            out = subprocess.run(command, env={**os.environ, "PITBOSS_CACHE": folder}, capture_output=True, text=True)
            if out.returncode:
                raise RuntimeError(out.stderr)
        times: dict[str, float] = json.loads(out.stdout)
        return times


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def phevaluator_pass() -> float | None:
    """Seconds for one pass of phevaluator over all five-card hands, from a sample. None if it is not installed."""
    try:
        from phevaluator import evaluate_cards
    except ImportError:
        return None
    hands = list(islice(combinations(range(52), 5), 0, HANDS, HANDS // SAMPLE))
    start = perf_counter()
    for hand in hands:
        evaluate_cards(*hand)
    return (perf_counter() - start) / len(hands) * HANDS


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="games to measure (default: all)")
    parser.add_argument("--one", metavar="GAME", help="measure one game in this process and print JSON")
    given = parser.parse_args(arguments)
    if given.one:
        print(json.dumps(one_game(given.one)))
        return
    unknown = sorted(set(given.games) - set(registry.games()))
    if unknown:
        parser.error(f"there is no game {unknown[0]}")
    out = console()
    measure = phevaluator_pass()
    numbers = ("cold s", "goal", "of a pass", "repriced ms", "advice ms", "first advice ms", "memory GB")
    grid = plain_grid("game", *numbers, "", right=numbers)
    for game in given.games or registry.games():
        times = measured(game)
        cold, advice = GOALS[game]
        met = times["cold"] <= cold and times["advice"] <= advice and times["repriced"] <= REPRICED
        grid.add_row(
            game,
            f"{times['cold']:.2f}",
            f"{cold:.0f}",
            f"{times['cold'] / measure:.3f}" if measure else "n/a",
            f"{1000 * times['repriced']:.1f}" if times["repriced"] else "fixed pays",
            f"{1000 * times['advice']:.2f}",
            f"{1000 * times['first']:.0f}",
            f"{times['memory']:.2f}",
            "meets the goals" if met else "below the goals",
        )
    out.print(fit(grid, out.width))
    said = f"{measure:.1f} s" if measure else "not measured: the package phevaluator is not installed"
    out.print(f"One pass of phevaluator over all {HANDS:,} five-card hands: {said}.")
    out.print("Cold: without cached counts. Goals: repriced 50 ms, advice 20 ms (Double Attack 200 ms), below 4 GB.")


if __name__ == "__main__":
    main()
