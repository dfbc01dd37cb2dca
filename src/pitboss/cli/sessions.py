"""``pitboss sessions``: how an evening can end for players and for the house."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.text import Text

from pitboss.basics.money import dollars, whole_cents
from pitboss.cli.arguments import (
    Force,
    GameName,
    Json,
    RulesFile,
    Unusable,
    check_output,
    game_named,
    option,
    rules_of,
    seed_number,
    shown,
    strategy_file,
    usable,
)
from pitboss.cli.odds import StrategyName, strategy_named
from pitboss.cli.output import console, print_json, share_counted, share_done
from pitboss.cli.parsing import base_names, dashed, given_to
from pitboss.cli.simulate import AMOUNT, amounts, many, number_of, options_of
from pitboss.report.drawing import PICTURE, suffix_of
from pitboss.simulation import any_game as simulating
from pitboss.terminal.seat.drawing import hang, print_rows

if TYPE_CHECKING:
    from pitboss.simulation.sessions import Sessions, Spread

UNITS = 100
"""The default bankroll, in base wagers."""


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
        None, "D", f"Each player's bankroll, in dollars. Default: {UNITS} base wagers.", parser=cents
    ),
    base: int | None = option(
        None, "D", "The base wager, in dollars. Its own name is an option too. Default: the least.", parser=cents
    ),
    rounds: int = option(240, "N", "Most rounds in a session.", parser=many),
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
    """Simulate sessions: how an evening can end for many players and for the house.

    A player stops before a round that the bankroll does not cover, including wagers that may follow the first ones.
    The same seed gives the same sessions on any number of cores.

    [bold]Examples[/]

      pitboss sessions caribbean_stud --bankroll 500 --ante 5 --rounds 240 --players 100000 --plot night.svg
      pitboss sessions double_down_stud --bankroll 200 --base 10 --crowd 500
      pitboss sessions caribbean_stud --wagers ante=5,progressive=1 --json
    """
    found = game_named(game)
    if threads < 0:
        raise Unusable(f"--threads must be 1 or more, or 0 for all cores, not {threads}")
    with usable():
        if plot is not None:
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

        with share_counted(f"counting {found.name}") as tick:
            odds = simulating.exact(made, tick) if len(made.stakes) == 1 else None
        with share_done(f"playing {found.name}") as tick:
            result = played(
                simulating.table(made),
                covered(simulating.kernel(found), made),
                bankroll=UNITS * made.stakes[name] if bankroll is None else bankroll,
                rounds=rounds,
                players=players,
                crowd=min(100, players) if crowd is None else crowd,
                seed=seed,
                odds=odds,
                threads=threads,
                tick=tick,
            )
        if plot is not None:
            from pitboss.report.drawing import draw_sessions, of_rules, stamp

            told = stamp(odds) if odds is not None else (of_rules(found, made.rules),)
            draw_sessions(result, found.title, plot, stamp=told, replace=force)
    if as_json:
        print_json(result.as_dict())
    else:
        show(result, plot)


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


# --- for people


def show(result: Sessions, plot: Path | None) -> None:
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


def _shares(*shares: float) -> str:
    return ", ".join(f"{share:.2%}" for share in shares)


def _mean(spread: Spread) -> str:
    mean, deviation = dollars(whole_cents(spread.mean)), dollars(whole_cents(spread.standard_deviation))
    error = "" if spread.standard_error is None else f", standard error {dollars(whole_cents(spread.standard_error))}"
    return f"mean {mean}{error}, standard deviation {deviation}"
