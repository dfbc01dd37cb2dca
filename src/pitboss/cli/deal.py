"""``pitboss deal``: rounds played automatically, narrated, summed up and logged."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from pitboss.cli.arguments import (
    FLAG,
    Force,
    GameName,
    Json,
    RulesFile,
    Seats,
    Seed,
    Unusable,
    fill,
    game_named,
    is_standard_output,
    rules_of,
    table_for,
    whims,
    whole_number,
)
from pitboss.cli.output import INTERRUPTED, complain, console, print_json, progress
from pitboss.files import written_whole
from pitboss.log import LogWriter
from pitboss.money import dollars
from pitboss.narrate import Step, cents, meter_name, story
from pitboss.pit import Table
from pitboss.table.events import Ended, Event
from pitboss.table.policy import drive, random_legal
from pitboss.table.round import Round
from pitboss.terminal.drawing import fit, hang, plain_grid, visible

LONG = 200
"""Rounds that take long enough for a progress bar."""
MOST_ROUNDS = 1_000_000_000
MARGIN = 18


POLICIES = ("basic", "random")


class WagerSum(msgspec.Struct):
    """What became of one kind of wager."""

    settled: int = 0
    staked: int = 0
    returned: int = 0


class Summary(msgspec.Struct, kw_only=True):
    """What rounds add up to, in cents; the house and the meters in exact fractions of a cent, as text.

    ``lines`` are those of the log: events, inputs, and the two that open and close it. ``meters`` is what each meter
    gained, ``meters_stand`` what it stands at since.
    """

    game: str
    seats: int
    policy: str
    rules: str
    rounds: int = 0
    lines: int = 2
    voided: int = 0
    staked: int = 0
    returned: int = 0
    house: str = "0"
    meters: dict[str, str] = {}
    meters_stand: dict[str, str] = {}
    wagers: dict[str, WagerSum] = {}

    def add(self, round: Round) -> None:
        end = round.records[-1]
        assert isinstance(end, Ended)
        self.rounds += 1
        self.lines += len(round.records)
        self.voided += round.dealer.layout.void
        self.staked += end.staked
        self.returned += end.returned
        self.house = str(Fraction(self.house) + Fraction(end.house))
        for name, gain in end.meters.items():
            self.meters[name] = str(Fraction(self.meters.get(name, "0")) + Fraction(gain))
        for settled in round.settlements:
            wager = self.wagers.setdefault(settled.wager, WagerSum())
            wager.settled += 1
            wager.staked += settled.stake
            wager.returned += settled.returned


def deal(
    game: GameName = "",
    seats: Seats = 1,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", parser=whole_number, help="How many rounds to deal.")
    ] = 1,
    seed: Seed = None,
    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            metavar="basic|random",
            help="How the seats play: by a simple sound rule of the game, or any legal choice.",
        ),
    ] = "basic",
    narrate: Annotated[
        bool, typer.Option("--narrate", metavar=FLAG, help="Tell every step with its clause, as surveillance sees it.")
    ] = False,
    log: Annotated[
        Path | None,
        typer.Option("--log", metavar="F", help="Write every line to this file, for 'pitboss replay'; - prints it."),
    ] = None,
    force: Force = False,
    rules: RulesFile = None,
    as_json: Json = False,
) -> None:
    """Deal rounds automatically and sum them up.

    The narration is surveillance's: it names cards that lie face down.

    [bold]Examples[/]

      pitboss deal double_down_stud --seats 3 --seed 7 --narrate
      pitboss deal double_down_stud --rounds 1000 --log rounds.jsonl
      pitboss deal double_down_stud --rounds 1000 --policy random
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Unusable(f"--rounds {rounds} can't be: give 1 to {MOST_ROUNDS:,}")
    if policy not in POLICIES:
        raise Unusable(f"--policy {policy} can't be: give {' or '.join(POLICIES)}")
    printed = log is not None and is_standard_output(log)
    if printed and (narrate or as_json):
        raise Unusable(f"--log {log} prints the log, and --narrate or --json can't be printed with it: name a file")
    found = game_named(game)
    table = table_for(found, rules_of(found, rules), seats, seed)
    fill(table, seats)
    summary = Summary(game=found.name, seats=seats, policy=policy, rules=table.rules.digest)
    told: list[Step] = []
    narrator = Narrator(table)
    play, random = random_legal if policy == "random" else found.basic, whims(seed)
    with ExitStack() as stack:
        writer = stack.enter_context(log_to(log, table, rules, replace=force)) if log else None
        bar = stack.enter_context(progress("dealing", 0 if narrate else rounds, long=LONG))
        interrupted = stack.enter_context(interrupts())
        for _ in range(rounds):
            if interrupted:
                break
            round = drive(table.open_round(), play, random)
            summary.add(round)
            if writer:
                writer.add(round)
            if narrate and as_json:
                told += narrator.plain(round.events)
            elif narrate:
                narrator.tell(round.events)
            bar.tick()
    summary.meters_stand = {name: str(meter.value) for name, meter in table.meters.items()}
    if as_json:
        print_json({**msgspec.to_builtins(summary), **({"narration": told} if narrate else {})})
    elif not printed:
        show(table, summary, log)
    if summary.rounds < rounds:
        kept = f"{log} holds them, closed and complete" if log else "no log was asked for"
        complain(f"interrupted after {summary.rounds:,} of {rounds:,} rounds; {kept}")
        raise typer.Exit(INTERRUPTED)


@contextmanager
def log_to(path: Path, table: Table, rules: Path | None, *, replace: bool) -> Iterator[LogWriter]:
    """Write a log to a file, which is there at the end and whole, or print it."""
    if is_standard_output(path):
        with LogWriter(sys.stdout.buffer, table.game, table.rules) as writer:
            yield writer
        return
    if rules is not None and path.resolve() == rules.resolve():
        raise Unusable(f"{path} can't be both the rules and the log")
    with (
        written_whole(path, replace=replace) as partial,
        LogWriter(partial, table.game, table.rules, replace=True) as writer,
    ):
        yield writer


@contextmanager
def interrupts() -> Iterator[list[bool]]:
    """Turns true at the first Ctrl-C, so that the round in play is finished; a second one interrupts as ever."""
    asked: list[bool] = []
    if current_thread() is not main_thread():  # signals come to the main thread alone
        yield asked
        return

    def ask(number: int, frame: FrameType | None) -> None:
        asked.append(True)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)


class Narrator:
    """Tells rounds of a table; our words for a clause only where it comes up first."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._told: set[str] = set()
        self._out = console()

    def tell(self, events: Iterable[Event]) -> None:
        out = self._out
        if not self._told:
            out.print(
                f"[bold green]{self.table.game.title}[/], as surveillance sees it: cards that lie face down are named."
            )
        for step in story(self.table.game.name, events, self._told):
            self._line(step.clause, Text.assemble(step.sentence, (f"  {step.also}", "dim") if step.also else ""))
            if step.means:
                self._line("", Text(step.means, "dim italic"))
        out.print()

    def _line(self, clause: str, words: Text) -> None:
        hang(self._out, Text(f"{clause:<{MARGIN - 1}} ", "cyan"), words, in_one_line=True)

    def plain(self, events: Iterable[Event]) -> list[Step]:
        return story(self.table.game.name, events, self._told)


def show(table: Table, summary: Summary, log: Path | None) -> None:
    out = console()
    void = f", {summary.voided:,} of them void" if summary.voided else ""
    seats = f"{summary.seats} seat" + ("s" if summary.seats > 1 else "")
    rounds = f"{summary.rounds:,} round" + ("s" if summary.rounds > 1 else "")
    out.print(f"[bold green]{table.game.title}[/]: {rounds}{void}, {seats}, {summary.policy} policy")
    out.print(f"  [dim]{table.game.basic_is if summary.policy == 'basic' else 'any legal choice'}[/]")
    grid = plain_grid("wager", "settled", "staked", "returned", "kept", right=("settled", "staked", "returned", "kept"))
    for name, wager in summary.wagers.items():
        kept = wager.staked - wager.returned
        grid.add_row(name, f"{wager.settled:,}", dollars(wager.staked), dollars(wager.returned), dollars(kept))
    out.print(fit(grid, out.width))
    house = Fraction(summary.house)
    share = f" ({float(house / summary.staked):.2%} of what was staked)" if summary.staked else ""
    out.print(f"  staked    {dollars(summary.staked)}")
    out.print(f"  returned  {dollars(summary.returned)}")
    out.print(f"  house     {cents(house)}{share}")
    for name, stands in summary.meters_stand.items():
        gained = _gained(Fraction(summary.meters.get(name, "0")))
        out.print(f"  {meter_name(name):<8}  {gained}, stands at {cents(stands)}")
    where = f"in {visible(str(log))}" if log else "not kept: --log keeps it"
    out.print(Text(f"  log       {summary.lines:,} lines, {where}"), soft_wrap=True)


def _gained(gain: Fraction) -> str:
    return f"{'lost' if gain < 0 else 'gained'} {cents(abs(gain))}"
