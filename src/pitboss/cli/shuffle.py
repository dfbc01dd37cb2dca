"""``pitboss shuffle-evidence``: test what a table's shuffle draws, and the orders that follow."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.text import Text

from pitboss.basics.extras import needs
from pitboss.basics.files import same_file, written_whole
from pitboss.cli.arguments import (
    Force,
    GameName,
    Json,
    RulesFile,
    Seed,
    Unusable,
    check_output,
    game_named,
    is_standard_output,
    many,
    option,
    rules_of,
    usable,
)
from pitboss.cli.output import console, print_json, progress, write_no_more
from pitboss.engine.game import Game
from pitboss.engine.rules import TableRules
from pitboss.terminal.seat.drawing import hang, print_rows

if TYPE_CHECKING:
    from pitboss.verification.shuffle.evidence import ShuffleEvidence
    from pitboss.verification.shuffle.orders import Order

LONG = 500
"""The number of orders from which a progress bar is shown."""
MARGIN = 32


def shuffle_evidence(
    game: GameName = "",
    orders: int | None = option(
        None,
        "N",
        "Number of orders to collect: 100000, or 1e5. Default: 10,000; with --export - until the reader stops.",
        parser=many,
    ),
    seed: Seed = None,
    rules: RulesFile = None,
    export: Path | None = option(
        None,
        "F",
        "Write all random bytes that the shuffles draw to F, for programs that test generators. Use - to send them to"
        " such a program, without a report.",
    ),
    out: Path | None = option(None, "F", "Write the report to F: .html."),
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Test the shuffle of a table: the random words that it draws and the orders of cards that follow.

    Rounds are opened as at any table, live or not, and each order is the one to which the table commits. Tested are
    cards by position, pairs of neighbours, runs, gaps, serial correlation, rising sequences and the words, at 99% over
    all tests together (Holm's correction). The report says how small a bias so many orders can find.

    The exit status is 1 if a test fails. A fair shuffle fails one report in a hundred: collect again, or more.

    [bold]Examples[/]

      pitboss shuffle-evidence caribbean_stud
      pitboss shuffle-evidence double_attack_blackjack --orders 1e5 --out shuffle.html
      pitboss shuffle-evidence caribbean_stud --export words.bin
      pitboss shuffle-evidence caribbean_stud --export - | RNG_test stdin64
      pitboss shuffle-evidence caribbean_stud --export - | dieharder -g 200 -a
    """
    with needs("the tests of the shuffle need"):
        from pitboss.verification.shuffle.evidence import LEAST, MOST, ORDERS
    printed = export is not None and is_standard_output(export)
    least = 1 if printed else LEAST
    if orders is not None and not least <= orders <= MOST:
        raise Unusable(f"--orders must be between {least:,} and {MOST:,}, not {orders:,}")
    found = game_named(game)
    settled = rules_of(found, rules)
    if printed:
        if out or as_json:
            raise Unusable(f"--export {export} sends the words and makes no report: leave out --out and --json")
        if sys.stdout.isatty():
            raise Unusable("the output is binary and not for a terminal: send it to a program or a file")
        with usable():
            try:
                send(found, settled, seed, orders)
            except BrokenPipeError:
                write_no_more()
        return
    if out:
        with usable():
            from pitboss.report.drawing import suffix_of
            from pitboss.report.shuffle import SHUFFLE

            suffix_of(out, *SHUFFLE)
        check_output(out, rules, replace=force)
    if export:
        if out and same_file(out, export):
            raise Unusable(f"--out and --export can't both write {out}")
        check_output(export, rules, replace=force)
    made = collect(found, settled, seed, ORDERS if orders is None else orders, export, replace=force)
    if out:
        from pitboss.report.shuffle import write_shuffle_evidence

        with usable():
            write_shuffle_evidence(made, out, replace=force)
    if as_json:
        print_json(made.as_dict())
    else:
        show(made)
        for what, where in (("report", out), ("words", export)):
            if where:
                console().print(f"The {what} {'is' if what == 'report' else 'are'} in {where}.", markup=False)
    if not made.passed:
        raise typer.Exit(1)


def send(game: Game, rules: TableRules | None, seed: int | None, count: int | None) -> None:
    """Write what is drawn for this many orders to standard output, or write until the reader stops."""
    from itertools import islice

    from pitboss.verification.shuffle.orders import orders

    out = sys.stdout.buffer
    for order in islice(orders(game, rules, seed), count):
        out.writelines(order.drawn)
    out.flush()


def collect(
    game: Game, rules: TableRules | None, seed: int | None, count: int, export: Path | None, *, replace: bool
) -> ShuffleEvidence:
    from pitboss.verification.shuffle.evidence import shuffle_evidence as evidence

    with ExitStack() as stack:
        stack.enter_context(usable())
        keep: Callable[[Order], object] = lambda order: None
        if export:
            partial_file = stack.enter_context(written_whole(export, replace=replace))
            file = stack.enter_context(partial_file.open("wb"))
            keep = lambda order: file.writelines(order.drawn)
        bar = stack.enter_context(progress("shuffling", count, long=LONG))

        def each(order: Order) -> None:
            keep(order)
            bar.tick()

        return evidence(game, rules, seed=seed, orders=count, each=each)


def show(found: ShuffleEvidence) -> None:
    from pitboss.report.numbers import chance, decimal

    out = console()
    out.print(f"[bold green]{found.title}[/]: {found.in_words}")
    numbers = ("value", "chance", "all together")
    rows = [
        (
            test.name,
            test.law,
            decimal(test.value, 2),
            chance(test.chance),
            chance(test.adjusted),
            Text("passed", "green") if test.passed else Text("failed", "bold red"),
        )
        for test in found.tests
    ]
    print_rows(out, ("test", "a fair shuffle gives", *numbers, "result"), rows, numbers)
    out.print(f"{found.verdict}\n", style="green" if found.passed else "bold red")
    out.print(f"Smallest bias that {found.orders:,} orders find in {found.found:.0%} of reports:")
    for test in found.tests:
        hang(out, Text(f"  {test.name:<{MARGIN - 2}}"), Text(test.finds or "none: there are too few orders"))
    if found.riffles is not None:
        words = f"a new pack that was riffled {found.riffles} times or fewer"
        hang(out, Text(f"  {'rising sequences':<{MARGIN - 2}}"), Text(words))
