"""``pitboss verify``: recount published figures."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

import msgspec
import typer
from rich.text import Text

from pitboss.cli.arguments import AnyGame, Json, Unusable, flag, game_named, option, seed_number, usable
from pitboss.cli.output import complain, console, in_background, print_json, progress, share_done
from pitboss.cli.simulate import many
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.mathematics.counting.store import counted_anew
from pitboss.terminal.seat.drawing import fit, hang, plain_grid, print_rows
from pitboss.verification import BRUTE_FORCE, Remark, agreement, published, verification
from pitboss.verification.paired_rounds import Compared, compared
from pitboss.verification.pairs import Paired, paired
from pitboss.verification.published import Check
from pitboss.verification.silence import Silence, fall_silent

if TYPE_CHECKING:
    from pitboss.verification.brute_force import Dealer
    from pitboss.verification.cpu_against_gpu import SameRun
    from pitboss.verification.proofs import Proved

VERIFICATION = "verification"
"""The module of a game's folder that declares its verification."""
ROUNDS, TABLE_ROUNDS, SEED = 20_000_000, 1_000_000, 1
ROUNDS_A_STATE = 50
"""For so many rounds at a table, all players fall silent in one state: in 100,000 of five games."""
IN_PAIRS = 100
"""Of so many rounds at tables, one more is played with a pair of irregularities."""
GPU_ROUNDS, IN_LONG_CHUNKS = 1_000_000, 20_000
"""Rounds at each table on a GPU. Of long chunks, one thread plays so few."""


def many_or_none(given: str | int) -> int:
    """Read a number of rounds as people write it, or 0."""
    try:
        return 0 if str(given).strip() == "0" else many(given)
    except typer.BadParameter as error:
        raise typer.BadParameter(f"{error.message}, or 0 for none") from None


def verify(
    game: AnyGame = "",
    simulate: bool = flag("--simulate", "Compare simulated rounds with the exact odds of every wager."),
    brute_force: bool = flag("--brute-force", "Deal out every deal of the stud games, and compare."),
    gpu: bool = flag(
        "--gpu", "Play runs on GPUs and on processors, and compare them. With --brute-force: deal out on GPUs."
    ),
    rounds: int | None = option(
        None,
        "N",
        f"With --simulate or --gpu: rounds at each table. Default: {ROUNDS:,}; with --gpu {GPU_ROUNDS:,},"
        f" or {IN_LONG_CHUNKS:,} where a meter or, with several seats or side wagers, a shoe lasts from round to"
        " round. Runs that fill the GPUs have as many as that takes.",
        parser=many,
    ),
    table_rounds: int | None = option(
        None,
        "N",
        "With --simulate: rounds of each game also played clause by clause, a hundredth as many with pairs of"
        f" irregularities, and for each {ROUNDS_A_STATE} of them a state in which all players fall silent; 0 skips"
        f" all three. Default: {TABLE_ROUNDS:,}.",
        parser=many_or_none,
    ),
    seed: int | None = option(None, "S", f"With --simulate or --gpu: the seed. Default: {SEED}.", parser=seed_number),
    as_json: Json = False,
) -> None:
    """Recount every published figure from the cards up and compare.

    Without options, cached counts are not used. The exit status is 1 if a figure differs without an explanation.

    With --simulate, compare simulated rounds with the exact odds instead. Every wager is placed, and the tables between
    them have every pay table and number of hands. Every mean with an exact value and every outcome of a wager is
    compared. The test fails if chance does not explain a difference, at a level of 0.001 over all comparisons.

    Then play a million rounds of each game twice with the same cards and decisions, under random rules: at a table
    clause by clause, and as fast rounds. Every wager of every seat must agree to the cent. Then play ten thousand
    rounds of each game in which staff report one irregularity after another, and hold the logs against the checker of
    logs, which shares no code with the engine. All of this takes about three quarters of an hour on two cores.

    Finally, let all players fall silent in 100,000 states of rounds with irregularities, under random rules. Each round
    must end by the clock, with every wager settled or returned. Where the dealer, a supervisor or a device is missing,
    it must wait for that party alone.

    With --brute-force, deal out every deal of the stud games, up to suits. Hands are evaluated from first principles,
    and every deal is settled under the document's rules. How often each decision ends in each way, the value of every
    action and the results of the wagers that are named must equal the exact odds to the last unit. The largest game
    takes about half an hour on two cores, the smallest some seconds. Par sheets cite the proof.

    With --gpu, play the same runs on the GPUs of this machine and on its processors: with every wager, and with the
    base wager alone, at one seat and at several; then as many rounds as fill the GPUs, also chunk by chunk. Every
    number of every tally must be equal.

    [bold]Examples[/]

      pitboss verify
      pitboss verify caribbean_stud --json
      pitboss verify --simulate --rounds 1e8
      pitboss verify --simulate --table-rounds 20000
      pitboss verify --gpu
      pitboss verify --brute-force boston_5_stud
      pitboss verify --brute-force --gpu
    """
    found = game_named(game) if game else None
    if simulate and (gpu or brute_force):
        raise Unusable(f"--simulate and --{'gpu' if gpu else 'brute-force'} are two verifications: use one at a time")
    if brute_force:
        for name, given in (("--rounds", rounds), ("--table-rounds", table_rounds), ("--seed", seed)):
            if given is not None:
                raise Unusable(f"{name} does not work with --brute-force, which deals out every deal once")
        listed = [name for name in registry.games() if registry.has(name, BRUTE_FORCE)]
        if found and found.name not in listed:
            raise Unusable(f"{found.name} can't be dealt out; these games can: {', '.join(listed)}")
        verify_by_brute_force([found] if found else list(map(registry.game, listed)), gpu, as_json)
        return
    every = [name for name in registry.games() if registry.has(name, VERIFICATION)]
    games = [found] if found else list(map(registry.game, every))
    if gpu:
        if table_rounds is not None:
            raise Unusable("--table-rounds works only with --simulate")
        verify_gpu(games, rounds, SEED if seed is None else seed, as_json)
        return
    if simulate:
        how_many = ROUNDS if rounds is None else rounds
        at_tables = TABLE_ROUNDS if table_rounds is None else table_rounds
        verify_simulated(games, how_many, at_tables, SEED if seed is None else seed, as_json)
        return
    for name, given in (("--rounds", rounds), ("--table-rounds", table_rounds), ("--seed", seed)):
        if given is not None:
            raise Unusable(f"{name} works only with --simulate" + " or --gpu" * (name != "--table-rounds"))
    wanted = [one for one in published.figures() if not found or one.game == found.name]
    made: list[Check] = []
    with usable(), counted_anew(), progress("recounting", len(wanted), long=1) as bar:
        checks = published.checks(wanted)
        while (check := in_background(lambda: next(checks, None))) is not None:
            made.append(check)
            bar.tick()
    if as_json:
        print_json([plain(one) for one in made])
    elif made:
        show(made)
    else:
        console().print(nothing_published(*games))
    if any(not one.agrees and not one.figure.differs for one in made):
        raise typer.Exit(1)


def nothing_published(game: Game) -> str:
    """What to say of a game whose figures nobody has published, as far as we know."""
    ways = {"--simulate": VERIFICATION, "--brute-force": BRUTE_FORCE}
    others = " or ".join(option for option, part in ways.items() if registry.has(game, part))
    return f"{game.name} has no published figures to compare." + f" Verify it with {others}." * bool(others)


def verify_simulated(games: list[Game], rounds: int, table_rounds: int, seed: int, as_json: bool) -> None:
    made: list[agreement.Comparison] = []
    remarks: list[Remark] = []
    with usable():
        found = list(map(verification, games))
    cases = [case for one in found for case in one.cases]
    with usable(), progress("simulating", len(cases), long=1) as bar:
        for case in cases:
            made += agreement.comparisons(case, in_background(partial(agreement.played, case, rounds, seed)))
            bar.tick()
        for one in found:
            if one.remark is not None:
                remarks.append(in_background(partial(one.remark, rounds, seed)))
    wrong = agreement.failures(made)
    left_out = unverified()
    both = played_both_ways(games, table_rounds, seed) if table_rounds else []
    pairs = played_in_pairs(games, -(-table_rounds // IN_PAIRS), seed) if table_rounds else []
    silent = fallen_silent(games, table_rounds // ROUNDS_A_STATE, seed) if table_rounds else []
    if as_json:
        print_json(
            {
                "rounds": rounds,
                "seed": seed,
                "level": agreement.LEVEL,
                "comparisons": [msgspec.to_builtins(comparison) for comparison in made],
                "failures": [msgspec.to_builtins(comparison) for comparison in wrong],
                "remarks": [msgspec.to_builtins(remark) for remark in remarks],
                "unverified": left_out,
                "both_ways": [{**msgspec.to_builtins(one), "agrees": one.agrees} for one in both],
                "pairs": [{**msgspec.to_builtins(one), "agrees": one.agrees} for one in pairs],
                "silence": [msgspec.to_builtins(one) for one in silent],
            }
        )
    else:
        show_simulated(made, wrong, rounds)
        for remark in remarks:
            hang(console(), Text(f"{remark.title}: ", "bold"), Text(remark.words), in_one_line=True)
        if both:
            show_both_ways(both)
        if pairs:
            show_pairs(pairs)
        if silent:
            show_silence(silent)
        tell_unverified(left_out)
    agree = all(one.agrees for one in both) and all(one.agrees for one in pairs)
    if wrong or not agree or any(one.fault for one in silent):
        raise typer.Exit(1)


def unverified() -> list[str]:
    """Games that do not declare how they are verified."""
    return [name for name in registry.games() if not registry.has(name, VERIFICATION)]


def tell_unverified(left_out: list[str]) -> None:
    if left_out:
        words = f"Not verified, since they have no module '{VERIFICATION}': {', '.join(left_out)}"
        console().print(Text(words, "yellow"))


def verify_gpu(games: list[Game], rounds: int | None, seed: int, as_json: bool) -> None:
    """Play the same runs on GPUs and on processors, and compare their tallies."""
    made: list[SameRun] = []
    with usable():
        from pitboss.simulation.gpu import cards
        from pitboss.verification.cpu_against_gpu import runs_of, same_runs

        played_on = [card.name for card in cards()]
        runs = [run for game in games for run in runs_of(verification(game).cases)]
        with progress("playing on GPUs and processors", len(runs), long=1) as bar:
            played = same_runs(runs, rounds or GPU_ROUNDS, rounds or IN_LONG_CHUNKS, seed)
            while (run := in_background(lambda: next(played, None))) is not None:
                made.append(run)
                bar.tick()
    if as_json:
        told = [msgspec.to_builtins(run) for run in made]
        print_json({"gpus": played_on, "seed": seed, "runs": told, "unverified": unverified()})
    else:
        show_same_runs(made, played_on)
        tell_unverified(unverified())
    if any(run.differs for run in made):
        raise typer.Exit(1)


def show_same_runs(made: list[SameRun], played_on: list[str]) -> None:
    out = console()
    numbers = ("runs", "rounds of each", "numbers")
    rows = []
    for game in dict.fromkeys(run.game for run in made):
        those = [run for run in made if run.game == game]
        differ = sum(bool(run.differs) for run in those)
        equal = Text(f"{differ} differ", "red") if differ else Text("all equal", "green")
        least, most = (f"{how(run.rounds for run in those):,}" for how in (min, max))
        rounds = least if least == most else f"{least} to {most}"
        rows.append((game, str(len(those)), rounds, f"{sum(run.numbers for run in those):,}", equal))
    print_rows(out, ("game, on GPUs and on processors", *numbers, ""), rows, numbers)
    for run in made:
        if run.differs:
            out.print(Text(f"{run.game} ({run.case}) differs in {', '.join(run.differs)}", "red"))
    out.print(Text(f"Played on {', '.join(played_on)}.", "dim"))


def played_both_ways(games: list[Game], rounds: int, seed: int) -> list[Compared]:
    """Play the same rounds at a table and in the kernel, and compare."""
    with usable(), share_done("playing at tables") as tick:
        return compared(games, rounds, seed, tick=tick)


def played_in_pairs(games: list[Game], rounds: int, seed: int) -> list[Paired]:
    """Play rounds with pairs of irregularities, and hold their logs against the checker."""
    with usable(), share_done("playing irregularities") as tick:
        return paired(games, rounds, seed, tick=tick)


def fallen_silent(games: list[Game], states: int, seed: int) -> list[Silence]:
    """Let all players fall silent in this many states of each game."""
    with usable(), progress("falling silent", len(games), long=1) as bar:
        found = []
        for game in games:
            found.append(in_background(partial(fall_silent, game, states, seed)))
            bar.tick()
    return found


def show_both_ways(both: list[Compared]) -> None:
    numbers = ("rounds", "drawn rules")
    rows = [((one.game, f"{one.rounds:,}", f"{one.rules:,}"), one.difference) for one in both]
    wrong = ["could not be compared" if one.stopped else "differs" for one in both]
    show_found("game, at a table and in fast rounds", numbers, rows, "equal to the cent", wrong)


def show_pairs(pairs: list[Paired]) -> None:
    numbers = ("rounds", "drawn rules", "pairs met")
    rows = [
        ((one.game, f"{one.rounds:,}", f"{one.rules:,}", f"{one.met} of {one.pairs}"), one.difference) for one in pairs
    ]
    show_found("game, with pairs of irregularities", numbers, rows, "the checker agrees", ["wrong"] * len(rows))


def show_silence(silent: list[Silence]) -> None:
    rows = [
        ((one.game, f"{one.states:,}", f"{one.rules:,}"), f"{one.game}: {one.fault}" if one.fault else "")
        for one in silent
    ]
    title, wrong = "game, when all players fall silent", ["a round does not end well"] * len(rows)
    show_found(title, ("states", "drawn rules"), rows, "every round ends", wrong)


def show_found(
    title: str, numbers: Sequence[str], rows: Sequence[tuple[Sequence[str], str]], right: str, wrong: Sequence[str]
) -> None:
    """A row for each game with its verdict, then the faults in words. The second part of a row is its fault, if any.

    ``wrong`` is the verdict of each row that has a fault.
    """
    out = console()
    judged: list[Sequence[str | Text]] = [
        (*cells, Text(verdict, "red") if fault else Text(right, "green"))
        for (cells, fault), verdict in zip(rows, wrong, strict=True)
    ]
    print_rows(out, (title, *numbers, ""), judged, numbers)
    for _, fault in rows:
        if fault:
            out.print(Text(fault, "red"))


def show_simulated(made: list[agreement.Comparison], wrong: list[agreement.Comparison], rounds: int) -> None:
    out = console()
    numbers = ("comparisons", "least chance")
    rows = []
    for game in dict.fromkeys(one.game for one in made):
        those = [one for one in made if one.game == game]
        far = min(those, key=lambda one: one.chance)
        words = f"{far.wager} {far.outcome}".strip()
        farthest = f"{words}: {far.found:.8g}, exactly {far.exact:.8g}"
        rows.append((game, str(len(those)), f"{far.chance:.2g}", farthest))
    print_rows(out, ("game", *numbers, "the one farthest out"), rows, numbers)
    for one in wrong:
        words = (
            f"{one.game} ({one.case}), {one.wager} {one.outcome}: {one.found:.10g} against {one.exact:.10g},"
            f" chance {one.chance:.2g}"
        )
        out.print(Text(words, "red"))
    level = (
        f"a level of {agreement.LEVEL:g} over all {len(made):,} comparisons, {agreement.LEVEL / len(made):.2g} for each"
    )
    verdict = f"{len(wrong)} fail" if wrong else "All agree"
    tables = len(dict.fromkeys((one.game, one.case) for one in made))
    said = f"{verdict}, at {level}; {rounds:,} rounds at each of {tables} tables."
    out.print(Text(said, "bold red" if wrong else "bold green"))


def plain(one: Check) -> dict[str, object]:
    figure = one.figure
    return {
        "game": figure.game,
        "what": figure.what,
        "strategy": figure.strategy,
        "rules": figure.rules,
        "published": figure.value,
        "ours": one.ours,
        "agrees": one.agrees,
        "differs": figure.differs,
        "source": figure.source,
    }


def show(made: list[Check]) -> None:
    """The figures of each game below its name, so that whole figures have room in 80 columns."""
    out = console()
    numbers = ("published", "counted")
    for game in dict.fromkeys(one.figure.game for one in made):
        of_game = [one for one in made if one.figure.game == game]
        out.print(Text(game, "bold"))
        grid = plain_grid("figure", *numbers, "", right=numbers)
        for one in of_game:
            how = "green" if one.agrees else "yellow" if one.figure.differs else "red"
            grid.add_row(one.figure.what, one.figure.value, one.ours, Text("agrees" if one.agrees else "differs", how))
        out.print(fit(grid, out.width))
        for one in of_game:
            if not one.agrees:
                words = one.figure.differs or "unexplained: one of the two figures is wrong"
                hang(out, Text("  "), Text.assemble((f"{one.figure.what}: ", "bold"), words), in_one_line=True)
        out.print()
    sources = dict.fromkeys(one.figure.source for one in made)
    out.print(Text(f"{sum(one.agrees for one in made)} of {len(made)} agree. Sources:", "bold"))
    for source in sources:
        out.print(Text(f"  {source}", "dim"))


def verify_by_brute_force(games: list[Game], gpu: bool, as_json: bool) -> None:
    """Deal out these games on processors or on GPUs, and record the proofs."""
    made: list[tuple[Proved, float]] = []
    with usable():
        from pitboss.verification.proofs import dated, prove, record

        dealer, machine = dealt_by(gpu)
        for game in games:
            begun = monotonic()
            with share_done(f"dealing out {game.name}") as tick:
                proof = in_background(partial(prove, game, dealer, tick))
            made.append((dated(proof, machine), monotonic() - begun))
            try:
                record(made[-1][0])
            except OSError as error:
                complain(f"the proof of {game.name} is not recorded, so par sheets won't cite it: {error}")
    if as_json:
        print_json(
            [{**msgspec.to_builtins(one), "holds": one.proof.holds, "seconds": round(took, 1)} for one, took in made]
        )
    else:
        show_proofs(made)
    if not all(one.proof.holds for one, _ in made):
        raise typer.Exit(1)


def dealt_by(gpu: bool) -> tuple[Dealer, str]:
    """Who deals, and on what machine."""
    if gpu:
        from pitboss.simulation.gpu import cards
        from pitboss.verification.every_deal_on_gpus import on_gpus

        return on_gpus, " and ".join(card.name for card in cards())
    from pitboss.verification.brute_force import on_processors

    cores = os.cpu_count() or 1
    return on_processors, f"{cores} core{'s' if cores > 1 else ''} ({platform.machine()})"


def show_proofs(made: list[tuple[Proved, float]]) -> None:
    out = console()
    numbers = ("deals dealt out", "standing for", "figures compared", "time")
    grid = plain_grid("game", *numbers, "", right=numbers)
    for one, took in made:
        proof = one.proof
        verdict = Text("all equal", "green") if proof.holds else Text("differs", "red")
        compared = sum(part.numbers for part in proof.parts)
        grid.add_row(proof.game, f"{proof.dealt:,}", f"{proof.stands_for:,}", f"{compared:,}", f"{took:.0f} s", verdict)
    out.print(fit(grid, out.width))
    for one, _ in made:
        for part in one.proof.parts:
            if part.differ:
                words = f"{one.proof.game}, {part.what}: {part.differ:,} of {part.numbers:,} differ"
                out.print(Text(words, "red"))
        out.print(Text(f"{one.proof.game}: settled {', '.join(one.proof.wagers)}.", "dim"))
    out.print(Text(f"Dealt out on {made[0][0].machine}.", "dim"))
