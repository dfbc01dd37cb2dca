"""``pitboss simulate``, ``sessions`` and ``stream``: fast rounds against exact values, evenings, and random numbers."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import typer
from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from pitboss.basics.errors import GameError
from pitboss.basics.files import check_free, written_whole
from pitboss.basics.money import dollars, whole_cents
from pitboss.cli.arguments import (
    AsStudy,
    Force,
    GameName,
    Json,
    RulesFile,
    Settings,
    Unusable,
    any_number,
    as_written,
    check_output,
    flag,
    game_named,
    option,
    priced_rules,
    rules_of,
    seed_number,
    shown,
    strategy_file,
    usable,
)
from pitboss.cli.odds import StrategyName, show_study, strategy_named
from pitboss.cli.output import INTERRUPTED, complain, console, print_json, share_counted, share_done, write_no_more
from pitboss.cli.parsing import base_names, dashed, given_to
from pitboss.engine.game import Game
from pitboss.mathematics.any_game import mathematics, needs_the_compiler
from pitboss.simulation import any_game as simulating
from pitboss.terminal.seat.drawing import hang, print_rows

if TYPE_CHECKING:
    from pitboss.mathematics.evening import Evening, Law, Prospect
    from pitboss.mathematics.results import GameOdds
    from pitboss.simulation.kernel import FastTable, Setup
    from pitboss.simulation.run import Each, Executor, Run, Simulated
    from pitboss.simulation.sessions import Sessions, Spread

MOST_ROUNDS = 10**15
AMOUNT = re.compile(r"[0-9]{1,12}(\.[0-9]{1,2})?")
"""Dollars, with or without cents."""
SHARES = (0.1, 0.5, 0.9)
"""Quantiles of a meter's amount when it was won."""


def many(given: str | int) -> int:
    """Read a number of rounds as people write it: 1000000, 1_000_000 or 1e6."""
    return number_of("rounds", given)


def number_of(what: str, given: str | int) -> int:
    """Read a large number as people write it."""
    found = as_written(given)
    if found is None or not 1 <= found <= MOST_ROUNDS:
        allowed = f"from 1 to {MOST_ROUNDS:,}, such as 1000000 or 1e6"
        raise typer.BadParameter(f"{shown(given)} is not a number of {what} {allowed}")
    return found


def options_of(game: Game, given: Mapping[str, str]) -> dict[str, Any]:
    """The values of options that a game declares. The simulation rejects any others."""
    known = {option.name: option for option in game.simulation_takes}
    return {name: known[name].read(said) if name in known else said for name, said in given.items()}


def amounts(said: str) -> dict[str, int]:
    """Read wagers in dollars, ``ante=5,progressive=1``, as cents."""
    found: dict[str, int] = {}
    for one in filter(None, said.split(",")):
        name, equals, amount = one.partition("=")
        amount = amount.strip().removeprefix("$")
        if not equals or not AMOUNT.fullmatch(amount):
            raise Unusable(f"--wagers takes names and dollars, as in ante=5,progressive=1, not {said}")
        if name.strip() in found:
            raise Unusable(f"--wagers {said} gives {name.strip()} twice")
        found[name.strip()] = round(float(amount) * 100)
    return found


def simulate(
    context: typer.Context,
    game: GameName = "",
    rounds: int = option(1_000_000, "N", "Number of rounds: 1000000, or 1e6.", parser=many),
    seed: int | None = option(None, "S", "The same seed gives the same run. Default: 1.", parser=seed_number),
    seats: int = option(1, "N", "Number of seats that play."),
    wagers: str = option(
        "", "W", "Each seat's wagers, in dollars: ante=5,progressive=1. Default: the least base wager."
    ),
    strategy: StrategyName = "optimal",
    rules: RulesFile = None,
    settings: Settings = None,
    study: AsStudy = False,
    threads: int = option(0, "N", "Number of cores to use; 0 uses all."),
    gpu: bool = flag("--gpu", "Run on the NVIDIA GPUs of this machine. With --cluster: on those of every worker."),
    checkpoint: Path | None = option(None, "F", "Save the run in F. Resume it if F exists."),
    more: Path | None = option(None, "F", "Continue the run saved in F, for --rounds more.", "--continue"),
    cluster: str | None = option(
        None,
        "A",
        "Run on the Dask cluster with this scheduler: tcp://host:8786. Its workers use their processors, or"
        " their GPUs with --gpu.",
    ),
    workers: int | None = option(None, "N", "Run on a local Dask cluster of N processes."),
    chunks: Path | None = option(
        None,
        "F",
        "Write the results of each chunk, by wager, to F: .csv or .parquet. A resumed run needs a new F, and"
        " plays an interrupted chunk again from its start.",
    ),
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Simulate rounds and compare the results with the exact values.

    The same seed gives the same run on any number of cores, machines or GPUs. A run can be stopped and resumed.

    [bold]Examples[/]

      pitboss simulate caribbean_stud --rounds 1e9 --seed 1
      pitboss simulate caribbean_stud --wagers ante=5,progressive=1 --seats 7 --json
      pitboss simulate double_attack_blackjack --rounds 1e8 --strategy chart --penetration 0.75
      pitboss simulate boston_5_stud --rounds 1e8 --checkpoint run.json
      pitboss simulate boston_5_stud --rounds 1e8 --continue run.json
      pitboss simulate double_cross_poker --rounds 1e10 --cluster tcp://scheduler:8786
      pitboss simulate double_down_stud --rounds 1e9 --workers 4 --chunks chunks.parquet
      pitboss simulate caribbean_stud --rounds 1e12 --gpu
      pitboss simulate caribbean_stud --rounds 1e13 --gpu --cluster tcp://scheduler:8786
      pitboss simulate double_down_stud --rounds 1e8 --set pays.flush=6
    """
    found = game_named(game)
    if checkpoint and more:
        raise Unusable("--checkpoint resumes a run and --continue makes it longer: use only one of them")
    file = checkpoint or more
    form = chunks_form(chunks, file, rules, strategy_file(strategy), replace=force)
    check_run(checkpoint, more)
    decides = strategy_named(strategy)
    where = playing_where(cluster, workers, threads, gpu=gpu)
    with usable():
        options = options_of(found, given_to(context))
        settled = priced_rules(found, rules, settings, study)
        made = simulating.setup(found, settled, wagers=amounts(wagers), seats=seats, strategy=decides, **options)
        with share_counted(f"counting {found.name}") as tick:
            odds = simulating.exact(made, tick)
        at = simulating.table(made, odds)
        goes_on = file is not None and file.is_file()
        run, until = resumed(at, seed, rounds, checkpoint, more)
        stopped, begun = False, run.rounds
        with (
            telling_chunks(at, run.seed, chunks, form, replace=force) as each,
            where as executor,
            share_done(f"simulating {found.name}") as tick,
        ):
            try:
                simulating.play_on(at, run, until, executor=executor, tick=tick, each=each, file=file, replace=goes_on)
            except KeyboardInterrupt:
                stopped = True
                complain(interrupted(run, until, checkpoint, more, chunks if run.rounds > begun else None))
                if run.rounds == begun:
                    raise typer.Exit(INTERRUPTED) from None  # this leaves no file of chunks
        if stopped:
            raise typer.Exit(INTERRUPTED)
        result = simulating.summary(at, run)
    if as_json:
        print_json(result.as_dict())
    else:
        show(result)


def interrupted(run: Run, until: int, checkpoint: Path | None, more: Path | None, chunks: Path | None) -> str:
    """The message after an interrupt: how far the run came, and how to continue it."""
    if not run.rounds:
        return "interrupted before any round was saved"
    said = f"interrupted after {run.rounds:,} rounds"
    if checkpoint:
        how = f", but with a new file for --chunks, since {chunks} holds the chunks so far" if chunks else ""
        return f"{said}, saved in {checkpoint}: run the same command to continue{how}"
    if more:
        return f"{said}, saved in {more}: --continue {more} --rounds {until - run.rounds} plays the rest"
    if chunks:
        return f"{said}, whose chunks are in {chunks}: use --checkpoint F too, to save the run"
    return f"{said}, which are lost: use --checkpoint F to save them"


def playing_where(
    cluster: str | None, workers: int | None, threads: int, *, gpu: bool
) -> AbstractContextManager[Executor]:
    """The executor of the run: threads of this process, local processes, GPUs, or a cluster with or without GPUs."""
    if gpu and (threads or workers is not None):
        other = "--threads" if threads else "--workers"
        raise Unusable(f"--gpu uses every GPU from one process, and more would only share them: leave out {other}")
    if cluster is not None and workers is not None:
        raise Unusable("--cluster uses an existing cluster and --workers starts one: use only one of them")
    if threads < 0:
        raise Unusable(f"--threads must be 1 or more, or 0 for all cores, not {threads}")
    if threads and (cluster is not None or workers is not None):
        raise Unusable("--threads does not apply to workers, which have their own threads: leave it out")
    with usable():
        if cluster is not None or workers is not None:
            from pitboss.simulation.cluster import at_address, of_its_own

            build = simulating.table
            return at_address(cluster, build, gpu=gpu) if cluster is not None else of_its_own(workers or 0, build)
        if gpu:
            simulating.start_gpus()
            from pitboss.simulation.gpu import on_gpus

            return nullcontext(on_gpus())
        from pitboss.simulation.run import on_threads

        return nullcontext(on_threads(threads))


def chunks_form(path: Path | None, *inputs: Path | None, replace: bool) -> str:
    """The format of the file of chunks, by its suffix. Rejects a file that can't be created."""
    if path is None:
        return ""
    from pitboss.report.chunks import form_of

    with usable():
        form = form_of(path)
    check_output(path, *inputs, replace=replace)
    return form


def check_run(checkpoint: Path | None, more: Path | None) -> None:
    """Reject a run file that is missing for --continue, can't be written, or holds something else."""
    file = more or checkpoint
    if more is not None and not more.is_file():
        raise Unusable(f"{more} can't be read: {'it is not a file' if more.exists() else 'there is no such file'}")
    if file is None:
        return
    if file.exists() and not file.is_file():
        raise Unusable(f"{file} can't be written: it is not a file")
    check_free(file, replace=True)
    if file.is_file():
        with usable():
            from pitboss.simulation.run import load

            load(file)


@contextmanager
def telling_chunks(at: FastTable, seed: str, path: Path | None, form: str, *, replace: bool) -> Iterator[Each | None]:
    """A function that writes each chunk to the file, or None if there is no file. A failed run leaves no file."""
    if path is None:
        yield None
        return
    from pitboss.report.chunks import write_chunks

    with written_whole(path, replace=replace) as partial, write_chunks(at, seed, partial, form) as each:
        yield each


def resumed(
    at: FastTable, seed: int | None, rounds: int, checkpoint: Path | None, more: Path | None
) -> tuple[Run, int]:
    """The run to play, and its total number of rounds at the end."""
    from pitboss.simulation.run import begin, load

    file = more or checkpoint
    if file is None or not file.is_file():
        return begin(at, 1 if seed is None else seed), rounds
    run = load(file)
    if seed is not None and run.seed != str(seed):
        raise Unusable(f"{file} holds a run with the seed {run.seed}, not {seed}")
    return run, run.rounds + rounds if more else rounds


def show(result: Simulated) -> None:
    out = console()
    seats = f"{result.seats} seat" + "s" * (result.seats > 1)
    rounds = f"{result.rounds:,} round" + "s" * (result.rounds > 1)
    words = f"  {rounds}, {seats}, seed {result.seed}, strategy {result.strategy}"
    out.print(Text.assemble((result.game, "bold green"), words))
    show_study(out, result.study)
    staked = ", ".join(f"{name} {dollars(cents)}" for name, cents in result.stakes.items())
    out.print(Text(f"  wagers: {staked}; results are per hand, in the units shown", "dim"))
    numbers = ("unit", "mean", "standard error", "exact", "z")
    rows = []
    for one in result.results:
        exact = "" if one.exact is None else f"{float(Fraction(one.exact)):+.8f}"
        numbered = f"{one.mean:+.8f}", f"{one.standard_error:.8f}", exact, _maybe(one.z, "+.2f")
        rows.append((one.name, dollars(one.unit), *numbered))
    print_rows(out, ("wager", *numbers), rows, numbers)
    for one in result.results:
        counts = ("count", "share", "exact", "z", *(("average",) if one.meters else ()))
        ends = []
        for end in one.outcomes:
            average = (_maybe(end.average, "+,.2f"),) if one.meters else ()
            exact, z = _maybe(end.exact, ".10f"), _maybe(end.z, "+.2f")
            ends.append((end.name, f"{end.count:,}", f"{end.share:.10f}", exact, z, *average))
        if ends:
            print_rows(out, (one.name, *counts), ends, counts)
    show_meters(result, out)
    for note in result.notes:
        out.print(Text(note, "dim"))


def show_meters(result: Simulated, out: Console) -> None:
    """Show the amounts at which each meter was won."""
    found = dict.fromkeys(meter for one in result.results for meter in one.meters)
    if not found:
        return
    numbers = ("won", "average", *(f"{share:.0%} below" for share in SHARES), "parts won", "average part")
    rows = []
    for meter in found:
        average = dollars(meter.paid // meter.hits) if meter.hits else ""
        below = ["" if cents is None else dollars(cents) for cents in map(meter.at_most, SHARES)]
        part = dollars(meter.parts_paid // meter.parts) if meter.parts else ""
        rows.append((meter.name, f"{meter.hits:,}", average, *below, f"{meter.parts:,}", part))
    print_rows(out, ("meter", *numbers), rows, numbers)


def _maybe(value: float | None, form: str) -> str:
    """A number in this form. Empty if there is none."""
    return "" if value is None else f"{value:{form}}"


# --- random numbers


AT_ONCE = 1 << 17
"""The number of 64-bit words generated at a time, over all streams."""
MOST_STREAMS = 1 << 12


def stream(
    seed: int = option(1, "S", "The seed of the run.", parser=seed_number),
    size: int | None = option(
        None,
        "N",
        "Number of bytes: 1000000, or 1e6. Default: until the reader stops.",
        "--bytes",
        parser=partial(number_of, "bytes"),
    ),
    chunk: int = option(0, "N", "The first chunk of the run to take."),
    streams: int = option(
        1, "N", "Take words in turn from the streams of N chunks, to test that they are independent."
    ),
) -> None:
    """Write the random numbers of simulation, for programs that test generators.

    The output is binary: 64-bit words, lowest byte first.

    [bold]Examples[/]

      pitboss stream --seed 1 | RNG_test stdin64
      pitboss stream --seed 1 --streams 64 | dieharder -g 200 -a
      pitboss stream --seed 1 --bytes 1e9 > numbers.bin
    """
    if chunk < 0:
        raise Unusable(f"--chunk must be at least 0, not {chunk}")
    if not 1 <= streams <= MOST_STREAMS:
        raise Unusable(f"--streams must be between 1 and {MOST_STREAMS:,}, not {streams}")
    if sys.stdout.isatty():
        raise Unusable("the output is binary and not for a terminal: send it to a program or a file")
    with usable():
        try:
            write(str(seed), chunk, streams, size)
        except BrokenPipeError:
            write_no_more()


def write(seed: str, chunk: int, streams: int, size: int | None) -> None:
    """Write this many bytes, or write until the reader stops."""
    with needs_the_compiler():
        import numpy as np

        from pitboss.simulation.stream import stream as begun
        from pitboss.simulation.stream import words

    states = [begun(seed, chunk + at) for at in range(streams)]
    each = max(1, AT_ONCE // streams)
    out, left = sys.stdout.buffer, size
    while left is None or left > 0:
        rows = np.stack([words(state, each) for state in states], axis=1)
        part = rows.astype("<u8").tobytes()[:left]
        out.write(part)
        left = None if left is None else left - len(part)
    out.flush()


# --- sessions


BANKROLL = 100
"""The default bankroll, in base wagers."""
HOURS = 4
"""The default length of a session."""


def cents(given: str | int) -> int:
    """Read an amount in dollars, as cents."""
    said = str(given).strip().removeprefix("$").replace(",", "").replace("_", "")
    if not AMOUNT.fullmatch(said):
        raise typer.BadParameter(f"{shown(given)} is not an amount in dollars, such as 500 or 2.50")
    return round(float(said) * 100)


def amount_of(name: str, given: str) -> int:
    """Read a base wager, given by its own name, as cents."""
    try:
        return cents(given)
    except typer.BadParameter as error:
        raise Unusable(f"{dashed(name)}: {error.message}") from None


many_players = partial(number_of, "players")


def sessions(
    context: typer.Context,
    game: GameName = "",
    bankroll: int | None = option(
        None, "D", f"Each player's bankroll, in dollars. Default: {BANKROLL} base wagers.", parser=cents
    ),
    base: int | None = option(
        None, "D", "The base wager, in dollars. Its own name is an option too. Default: the least.", parser=cents
    ),
    rounds: int | None = option(None, "N", f"Most rounds in a session. Default: {HOURS} hours.", parser=many),
    hours: float | None = option(None, "H", "Most hours in a session, in place of rounds.", parser=any_number),
    pace: int = option(60, "N", "Rounds in an hour.", parser=many),
    goal: int | None = option(None, "D", "A player who has this much, in dollars, stops.", parser=cents),
    exact: bool = flag("--exact", "Count one player's evening, where the results of a round are known."),
    without_end: bool = flag("--without-end", "Count without a limit of rounds, up to the goal or to ruin."),
    players: int = option(100_000, "N", "Number of players: 100000, or 1e5.", parser=many_players),
    crowd: int | None = option(
        None, "N", "Number of players in one night of the house. Default: 100.", parser=many_players
    ),
    seed: int = option(1, "S", "The same seed makes the same sessions.", parser=seed_number),
    wagers: str = option("", "W", "Each player's wagers, in dollars: ante=5,progressive=1. Default: the base wager."),
    strategy: StrategyName = "optimal",
    rules: RulesFile = None,
    threads: int = option(0, "N", "Number of cores to use; 0 uses all."),
    plot: Path | None = option(None, "F", "Draw the results to F: .svg or .png."),
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Show how an evening can end, for many players and for the house, or exactly for one.

    A player stops before a round that the bankroll does not cover, including wagers that may follow the first ones.
    The same seed gives the same sessions on any number of cores. --exact counts in place of playing: every chance, the
    longest losing run, and how far a figure can be from the truth. Wagers on other hands are played.

    [bold]Examples[/]

      pitboss sessions caribbean_stud --bankroll 500 --ante 5 --rounds 240 --players 100000 --plot night.svg
      pitboss sessions double_down_stud --bankroll 200 --base 10 --crowd 500
      pitboss sessions caribbean_stud --wagers ante=5,progressive=1 --json
      pitboss sessions boston_5_stud --exact --bankroll 500 --goal 800 --hours 3
      pitboss sessions caribbean_stud --without-end --bankroll 200 --goal 400
    """
    found = game_named(game)
    most = rounds_of(rounds, hours, pace, without_end=without_end)
    if threads < 0:
        raise Unusable(f"--threads must be 1 or more, or 0 for all cores, not {threads}")
    if plot is not None:
        from pitboss.report.drawing import PICTURE, suffix_of

        with usable():
            suffix_of(plot, *PICTURE)
            check_output(plot, rules, strategy_file(strategy), replace=force)
    given = given_to(context)
    said = {"base": base} | {name: amount_of(name, given.pop(name)) for name in base_names() if name in given}
    with usable():
        options = options_of(found, given)
        settled = rules_of(found, rules)
        name = simulating.kernel(found).base
        made = simulating.setup(
            found, settled, wagers=with_base(name, said, amounts(wagers)), strategy=strategy_named(strategy), **options
        )
        from pitboss.simulation.sessions import covered
        from pitboss.simulation.sessions import sessions as played

        least = covered(simulating.kernel(found), made)
        held = BANKROLL * made.stakes[name] if bankroll is None else bankroll
        with share_counted(f"counting {found.name}") as tick:
            odds = simulating.exact(made, tick) if len(made.stakes) == 1 or exact or without_end else None
        law, why = known_law(odds, made) if odds is not None and (exact or without_end) else (None, "")
        result: Sessions | Prospect
        if law is not None:
            result = counted(law, covers=least, bankroll=held, rounds=most, goal=goal or 0)
        elif without_end:
            raise Unusable(f"this can't be counted, since {why}: leave out --without-end, and it is simulated")
        else:
            with share_done(f"playing {found.name}") as tick:
                result = played(
                    simulating.table(made),
                    least,
                    bankroll=held,
                    rounds=most,
                    players=players,
                    goal=goal or 0,
                    crowd=min(100, players) if crowd is None else crowd,
                    seed=seed,
                    odds=odds if len(made.stakes) == 1 else None,
                    threads=threads,
                    tick=tick,
                )
            if why:
                result = replace(result, notes=(f"Simulated, since {why}.", *result.notes))
        if plot is not None:
            from pitboss.report.drawing import draw_sessions, of_rules, stamp

            if without_end:
                raise Unusable("--plot draws sessions of a limited number of rounds: leave out --without-end")
            told = stamp(odds) if odds is not None else (of_rules(found, made.rules),)
            draw_sessions(cast("Sessions | Evening", result), found.title, plot, stamp=told, replace=force)
    if as_json:
        print_json(result.as_dict())
    elif law is None:
        show_sessions(cast("Sessions", result), plot)
    else:
        show_evening(cast("Prospect", result), pace, plot)


def rounds_of(rounds: int | None, hours: float | None, pace: int, *, without_end: bool) -> int:
    """The most rounds of a session, from the options that say so; 0 without a limit."""
    if sum((rounds is not None, hours is not None, without_end)) > 1:
        raise Unusable("give only one of --rounds, --hours and --without-end")
    if without_end:
        return 0
    if rounds is not None:
        return rounds
    found = round((HOURS if hours is None else hours) * pace)
    if found < 1:
        raise Unusable(f"--hours must be enough for a round at {pace:,} rounds an hour, not {hours:g}")
    return found


def known_law(odds: GameOdds, made: Setup) -> tuple[Law | None, str]:
    """The law of a round, or why it is not known."""
    from pitboss.mathematics.evening import law_of

    try:
        return law_of(odds, made.stakes, mathematics(made.game).joint_law, made.strategy), ""
    except GameError as error:
        return None, str(error)


def counted(law: Law, *, covers: int, bankroll: int, rounds: int, goal: int) -> Prospect:
    from pitboss.mathematics.evening import evening, without_end

    if not rounds:
        return without_end(law, covers=covers, bankroll=bankroll, goal=goal)
    with share_counted("counting the evening") as tick:
        return evening(law, covers=covers, bankroll=bankroll, rounds=rounds, goal=goal, tick=tick)


def with_base(name: str, said: dict[str, int | None], wagers: dict[str, int]) -> dict[str, int]:
    """A player's wagers, including a base wager given by its own option."""
    given = {named: amount for named, amount in said.items() if amount is not None}
    for named in given:
        if named not in ("base", name):
            raise Unusable(
                f"{dashed(named)} is for other games: the base wager of this game is the {name}, so use {dashed(name)}"
            )
    if len(given) + (name in wagers) > 1:
        raise Unusable(f"give the {name} wager only once")
    return wagers | dict.fromkeys([name] if given else [], next(iter(given.values()), 0))


def show_sessions(result: Sessions, plot: Path | None) -> None:
    out, house = console(), result.house
    staked = ", ".join(f"{name} {dollars(stake)}" for name, stake in result.stakes.items())
    out.print(
        Text.assemble(
            (result.game, "bold green"),
            f"  {result.players:,} players with {dollars(result.bankroll)}, {result.rounds:,} rounds,"
            f" seed {result.seed}, strategy {result.strategy}",
        )
    )
    out.print(Text(f"  wagers: {staked}", "dim"))
    error = f"{result.ruin_standard_error:.4%}"
    rows = [
        ("ruin", f"{result.ruin:.4%} of players, standard error {error}"),
        ("ahead, even, behind", _shares(result.ahead, result.even, 1 - result.ahead - result.even)),
        ("result", _mean(result.result)),
        *([("goal", f"{result.reached:.4%} of players reached {dollars(result.goal)}")] if result.goal else []),
        ("rounds played", f"{result.played.mean:,.2f} of {result.rounds:,}"),
        ("house", f"won {dollars(house.won)}, {house.hold:.4%} of the bankrolls, in {house.rounds:,} rounds"),
    ]
    if house.theoretical is not None:
        rows.append(("", f"by the exact odds, that many rounds are worth {dollars(house.theoretical)}"))
    group = f"house, for each {house.crowd:,} players" if house.crowd > 1 else "house, for each player"
    rows.append((group, f"{_mean(house.result)}; it loses to {house.loses:.2%} of such groups"))
    print_rows(out, ("sessions", ""), rows)
    columns = ("result", "rounds played", f"house, {house.crowd:,} players")
    played, won = result.played.quantiles, house.result.quantiles
    quantiles = [
        (f"{float(share):.0%}", dollars(amount), f"{played[share]:,}", dollars(won[share]))
        for share, amount in result.result.quantiles.items()
    ]
    print_rows(out, ("quantile", *columns), quantiles, columns)
    for note in result.notes:
        hang(out, Text("  ", "dim"), Text(note, "dim"), in_one_line=True)
    if plot is not None:
        out.print(Text(f"  drawn in {plot}", "dim"))


def show_evening(found: Prospect, pace: int, plot: Path | None) -> None:
    """Show what was counted for one player."""
    from pitboss.mathematics.evening import Evening

    out, evening = console(), found if isinstance(found, Evening) else None
    staked = ", ".join(f"{name} {dollars(stake)}" for name, stake in found.stakes.items())
    length = f"{evening.rounds:,} rounds at most" if evening else "any number of rounds"
    goal = f" until {dollars(found.goal)}" if found.goal else ""
    out.print(
        Text.assemble(
            (found.game, "bold green"),
            f"  one player with {dollars(found.bankroll)}{goal}, {length}, strategy {found.strategy}",
        )
    )
    right = f"; counted, each chance right to {found.bound:.0e}" if found.bound else ""
    out.print(Text(f"  wagers: {staked}{right}", "dim"))
    if found.ruin == 1.0:
        out.print("  Ruin is certain: a round loses on average, and nothing else ends the play.")
        return
    rows = [("ruin", f"{found.ruin:.6%}: less than {dollars(found.covers)} is left, and a round could cost more")]
    if found.goal:
        rows.append(("goal", f"{found.reached:.6%} reach {dollars(found.goal)} first"))
    if found.played is not None:
        rows.append(
            ("rounds played", f"{found.played:,.2f} on average, {found.played / pace:,.1f} hours at {pace:,} an hour")
        )
    if evening is None:
        print_rows(out, ("play without an end", ""), rows)
        return
    behind = 1 - found.ahead - found.even
    rows.insert(1, ("ahead, even, behind", _shares(found.ahead, found.even, behind)))
    mean, deviation = (dollars(whole_cents(one)) for one in (evening.result.mean, evening.result.standard_deviation))
    rows.insert(2, ("result", f"mean {mean}, standard deviation {deviation}"))
    rows.append(("longest losing run", _runs(evening.losing_runs) if evening.losing_runs else "too much to count"))
    print_rows(out, ("evening", ""), rows)
    quantiles = [(f"{float(share):.0%}", dollars(amount)) for share, amount in evening.result.quantiles.items()]
    print_rows(out, ("quantile", "result"), quantiles, ("result",))
    if plot is not None:
        out.print(Text(f"  drawn in {plot}", "dim"))


def _runs(chances: Sequence[float]) -> str:
    """The longest losing run as half and as a twentieth of all evenings have it."""
    so_far, said = 0.0, []
    for length, chance in enumerate(chances):
        for share, words in ((0.5, "in half of all evenings"), (0.95, "in 19 of 20")):
            if so_far < share <= so_far + chance:
                said.append(f"at most {length} rounds {words}")
        so_far += chance
    return ", ".join(said)


def _shares(*shares: float) -> str:
    return ", ".join(f"{share:.2%}" for share in shares)


def _mean(spread: Spread) -> str:
    mean, deviation = dollars(whole_cents(spread.mean)), dollars(whole_cents(spread.standard_deviation))
    error = "" if spread.standard_error is None else f", standard error {dollars(whole_cents(spread.standard_error))}"
    return f"mean {mean}{error}, standard deviation {deviation}"
