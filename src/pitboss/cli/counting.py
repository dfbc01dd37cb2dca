"""``pitboss counting``: what a player earns who counts the cards of a shoe and bets by the count."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from pitboss.basics.money import dollars
from pitboss.cli.arguments import (
    AsStudy,
    Force,
    GameName,
    Json,
    RulesFile,
    Settings,
    Unusable,
    check_output,
    flag,
    game_named,
    option,
    priced_rules,
    seed_number,
    shown,
    usable,
)
from pitboss.cli.odds import StrategyName, show_study, strategy_named
from pitboss.cli.output import console, in_background, print_json, share_counted, share_done
from pitboss.cli.parsing import given_to
from pitboss.cli.simulate import cents, many, options_of, playing_where
from pitboss.engine.game import Game
from pitboss.engine.rules import TableRules
from pitboss.simulation import any_game as simulating
from pitboss.terminal.seat.drawing import hang, print_rows

if TYPE_CHECKING:
    from pitboss.simulation.counting import Counting
    from pitboss.simulation.kernel import Setup, Tally
    from pitboss.simulation.run import Executor

BEST = {"best": 1, "best2": 2}
"""Counts by name: the largest tag of each."""
RAMP = "0:1,1:2,2:4,3:6,4:8"
BANKROLL = "10000"
WHOLE = re.compile(r"[+-]?[0-9]{1,9}")


def counting(
    context: typer.Context,
    game: GameName = "",
    count: str = option(
        "best",
        "TAGS",
        "The tags of the count by rank, as in A:-1,2:1,3:1,K:-1; or best or best2, the balanced count that follows the"
        " game best with tags from -1 to 1 or from -2 to 2.",
    ),
    ramp: str = option(
        RAMP,
        "RAMP",
        "Base wagers staked from each true count on. Below the first one, the player stakes as at the first one. At a"
        " stake of 0 the player sits the round out, and others play it. Where the rules keep out those who missed a"
        " round, the player stakes one base wager instead.",
    ),
    base: int | None = option(None, "D", "The base wager, in dollars. Default: the least.", parser=cents),
    bankroll: int = option(BANKROLL, "D", "The player's bankroll, in dollars.", parser=cents),
    pace: int = option(60, "N", "Rounds in an hour.", parser=many),
    rounds: int = option(10_000_000, "N", "Number of rounds: 1000000, or 1e6.", parser=many),
    seed: int = option(1, "S", "The same seed gives the same run.", parser=seed_number),
    seats: int = option(1, "N", "Number of seats that play. The player who counts has the first."),
    strategy: StrategyName = "optimal",
    rules: RulesFile = None,
    settings: Settings = None,
    study: AsStudy = False,
    compare: list[str] | None = option(
        None, "NAME=VALUE", "Also play as many rounds with this option changed. Repeat it for more."
    ),
    threads: int = option(0, "N", "Number of cores to use; 0 uses all."),
    gpu: bool = flag("--gpu", "Run on the NVIDIA GPUs of this machine. With --cluster: on those of every worker."),
    cluster: str | None = option(None, "A", "Run on the Dask cluster with this scheduler: tcp://host:8786."),
    workers: int | None = option(None, "N", "Run on a local Dask cluster of N processes."),
    out: Path | None = option(None, "F", "Also write F: a page of HTML, or a picture in SVG or PNG."),
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Simulate what a player earns who counts the cards of a shoe and bets by the count.

    The count changes the bet alone: the player always plays by the strategy for a full shoe. The true count is the sum
    of the tags of all cards that lay face up since the shuffle, for each pack that is left in the shoe, rounded down to
    a whole number. It is taken before each bet.

    The same seed gives the same figures on any number of cores, machines or GPUs.

    [bold]Examples[/]

      pitboss counting double_attack_blackjack
      pitboss counting double_attack_blackjack --penetration 0.6 --rounds 1e8
      pitboss counting double_attack_blackjack --ramp 1:1,2:2,3:4 --bankroll 5000
      pitboss counting double_attack_blackjack --count 4:1,5:1,Q:-1,K:-1 --json
      pitboss counting double_attack_blackjack --compare decks=8
      pitboss counting double_attack_blackjack --rounds 1e11 --gpu --out out.html
    """
    found = game_named(game)
    if out:
        from pitboss.report.counting import COUNTING, write_counting
        from pitboss.report.drawing import suffix_of

        with usable():
            suffix_of(out, *COUNTING)
        check_output(out, rules, replace=force)
    decides = strategy_named(strategy)
    where = playing_where(cluster, workers, threads, gpu=gpu)
    with usable():
        options = options_of(found, given_to(context))
        every = [list(settings or ()), *([*(settings or ()), one] for one in compare or ())]
        settled = [priced_rules(found, rules, one, study) for one in every]
        from pitboss.simulation.counting import LEAST_ROUNDS, check_bankroll, ramp_of, summed_up

        simulating.check_lasts(found)
        bets, name = ramp_of(ramp_said(ramp)), simulating.kernel(found).base

        def set_up(one: TableRules | None, wagers: dict[str, int]) -> Setup:
            return simulating.setup(found, one, wagers=wagers, seats=seats, strategy=decides, **options)

        first = set_up(settled[0], {} if base is None else {name: base})
        stake = first.stakes[name]
        made = [first, *(set_up(one, {name: stake}) for one in settled[1:])]
        for one, units in product(made, set(bets.units.values()) - {0}):
            simulating.check_base(one.rules, name, stake * units)
        check_bankroll(bankroll, stake, bets)
        if rounds < LEAST_ROUNDS:
            raise Unusable(f"--rounds must be at least {LEAST_ROUNDS:,}: fewer tell nothing of a count")
        tags, gain = tags_of(found, settled[0], count)
        made = [replace(one, tags=simulating.tags_of_cards(found, tags)) for one in made]
        with where as executor:
            tallies = [played(one, seed, rounds, executor) for one in made]
        result = summed_up(
            made, tallies, tags=tags, seed=seed, ramp=bets, bankroll=bankroll, pace=pace, names=compare or (), gain=gain
        )
        if out:
            write_counting(result, out, replace=force)
    if as_json:
        print_json(result.as_dict())
    else:
        show(result)
        if out:
            console().print(f"The report is in {out}.", markup=False)


# --- what is asked for


def numbers_of(name: str, takes: str, said: str) -> dict[str, int]:
    """Read pairs of a name and a whole number, as in ``A:-1,2:1``."""
    found: dict[str, int] = {}
    for one in filter(None, said.split(",")):
        key, _, number = (part.strip() for part in one.partition(":"))
        if not key or not WHOLE.fullmatch(number):
            raise Unusable(f"{name} takes {takes} for each entry, not {shown(one)}")
        if key in found:
            raise Unusable(f"{name} gives {key} twice")
        found[key] = int(number)
    return found


def ramp_said(said: str) -> dict[int, int]:
    """Read a ramp: base wagers by true count."""
    takes = "a true count and a number of base wagers, as in 0:1,2:4,"
    found: dict[int, int] = {}
    for count, units in numbers_of("--ramp", takes, said).items():
        if not WHOLE.fullmatch(count):
            raise Unusable(f"--ramp takes {takes} for each entry, not {shown(f'{count}:{units}')}")
        if int(count) in found:
            raise Unusable(f"--ramp gives {int(count)} twice")
        found[int(count)] = units
    return found


def tags_of(game: Game, rules: TableRules | None, said: str) -> tuple[dict[str, int], Fraction | None]:
    """The tags of a count by rank, and what a true count of one should add, if effects of removal tell it."""
    if said not in BEST:
        takes = f"{' or '.join(BEST)}, or a rank and its tag, as in A:-1,2:1,"
        found = numbers_of("--count", takes, said)
        if not any(found.values()):
            raise Unusable(f"--count {shown(said)} gives no card a tag")
        return found, None
    from pitboss.mathematics.exposure import best_count

    with share_counted(f"counting {game.name}") as tick:
        best = in_background(lambda: best_count(game, rules, BEST[said], tick=tick))
    return best.tags, best.gain


# --- runs


def played(made: Setup, seed: int, rounds: int, executor: Executor) -> Tally:
    """The tally of a run."""
    from pitboss.simulation.run import begin

    at = simulating.table(made)
    with share_done(f"simulating {made.game.name}") as tick:
        return simulating.play_on(at, begin(at, seed), rounds, executor=executor, tick=tick).total()


# --- for people


def show(result: Counting) -> None:
    from pitboss.simulation.counting import HEADS

    out = console()
    words = f"  {result.earned.rounds:,} rounds, penetration {result.earned.dealt:.0%}, seed {result.seed}"
    out.print(Text.assemble((result.title, "bold green"), words))
    show_study(out, result.study)
    _say(out, result.premises)
    columns = ("true count", "rounds", "share", "mean count", "edge", "standard error", "stake")
    rows = [
        (
            f"{one.count:+}",
            f"{one.rounds:,}",
            f"{one.share:.4%}",
            f"{one.true_count:+.2f}",
            f"{one.edge:+.4%}",
            "unsure" if one.standard_error is None else f"{one.standard_error:.4%}",
            dollars(one.units * result.stake),
        )
        for one in result.common
    ]
    print_rows(out, columns, rows, columns)
    _say(out, result.gain_in_words)
    out.print()
    print_rows(out, ("what the ramp earns", *HEADS), [(name, *one.figures()) for name, one in result.tables], HEADS)
    _say(out, result.meaning)
    out.print()
    for finding in result.findings:
        hang(out, Text("  "), Text(finding), in_one_line=True)


def _say(out: Console, words: str) -> None:
    hang(out, Text("  ", "dim"), Text(words, "dim"), in_one_line=True)
