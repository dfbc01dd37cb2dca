"""``pitboss deal``: rounds played automatically, narrated, summed up and logged."""

from __future__ import annotations

import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from pathlib import Path
from random import Random
from threading import current_thread, main_thread
from types import FrameType
from typing import Annotated, Any

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
from pitboss.cli.output import INTERRUPTED, complain, console, number, print_json, progress
from pitboss.files import written_whole
from pitboss.happenings import Floor, Happenings, faulty_shuffles
from pitboss.log import LogWriter
from pitboss.money import dollars
from pitboss.narrate import Step, cents, meter_name, story
from pitboss.pit import Table
from pitboss.table.events import Ended, Event, Settled
from pitboss.table.game import Game
from pitboss.table.policy import drive, random_legal
from pitboss.table.round import Round
from pitboss.terminal.drawing import fit, hang, plain_grid, visible

LONG = 200
"""Rounds that take long enough for a progress bar."""
MOST_ROUNDS = 1_000_000_000
MARGIN = 18


POLICIES = {
    "basic": "",
    "random": "any legal choice",
    "everything": "everything that anyone may do; people come and go, dealers change",
}
"""How the seats play, in words; the basic policy is the game's own."""


class WagerSum(msgspec.Struct):
    """What became of one kind of wager."""

    settled: int = 0
    staked: int = 0
    returned: int = 0


class Summary(msgspec.Struct, kw_only=True):
    """What rounds add up to, in cents; the house and the meters in exact fractions of a cent.

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
    house: Fraction = Fraction(0)
    meters: dict[str, Fraction] = {}
    meters_stand: dict[str, Fraction] = {}
    wagers: dict[str, WagerSum] = {}

    def add(self, round: Round) -> None:
        end = round.records[-1]
        assert isinstance(end, Ended)
        self.rounds += 1
        self.lines += len(round.records)
        self.voided += round.dealer.layout.void
        self.staked += end.staked
        self.returned += end.returned
        self.house += Fraction(end.house)
        for name, gain in end.meters.items():
            self.meters[name] = self.meters.get(name, Fraction(0)) + Fraction(gain)
        add_settled(self.wagers, round.settlements)

    def plain(self) -> dict[str, Any]:
        """As JSON has it, with numbers as numbers."""
        fields = msgspec.structs.asdict(self) | {"house": number(self.house)}
        for meters in ("meters", "meters_stand"):
            fields[meters] = {name: number(cents) for name, cents in fields[meters].items()}
        return fields


def add_settled(wagers: dict[str, WagerSum], settlements: Iterable[Settled]) -> None:
    """Add what became of wagers, by their names."""
    for settled in settlements:
        wager = wagers.setdefault(settled.wager, WagerSum())
        wager.settled += 1
        wager.staked += settled.stake
        wager.returned += settled.returned


def share(given: str | float) -> float:
    """A chance, as people write it."""
    try:
        found = float(given)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1:
        raise typer.BadParameter(f"'{given}' is not a chance: give a number from 0 to 1, as 0.05")
    return found


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
            metavar="NAME",
            help="How the seats play: 'basic' by a simple sound rule of the game, 'random' by any legal choice."
            " With 'everything' anyone does anything legal at any time: players leave, stand and take wagers back,"
            " supervisors call for recuts, dealers change.",
        ),
    ] = "basic",
    irregularities: Annotated[
        float,
        typer.Option(
            "--irregularities",
            metavar="RATE",
            parser=share,
            help="The chance at each question that staff report an irregularity, from 0 to 1. With the policy"
            " 'everything', high hands are planted too, and the log says so.",
        ),
    ] = 0.0,
    happenings: Annotated[
        bool,
        typer.Option(
            "--happenings",
            metavar=FLAG,
            help="Count what happened: irregularities of each kind, voids, recuts, jackpots and more.",
        ),
    ] = False,
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
      pitboss deal caribbean_stud --seats 4 --rounds 1000 --policy everything --irregularities 0.05 --happenings
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Unusable(f"--rounds {rounds} can't be: give 1 to {MOST_ROUNDS:,}")
    if policy not in POLICIES:
        raise Unusable(f"--policy must be one of {', '.join(POLICIES)}, not {policy}")
    printed = log is not None and is_standard_output(log)
    if printed and (narrate or as_json):
        raise Unusable(f"--log {log} prints the log, and --narrate or --json can't be printed with it: name a file")
    found = game_named(game)
    table = table_for(found, rules_of(found, rules), seats, seed)
    fill(table, seats)
    summary = Summary(game=found.name, seats=seats, policy=policy, rules=table.rules.digest)
    told: list[Step] = []
    narrator = Narrator(found)
    counted = Happenings.of(found)
    play, happened = player(table, policy, whims(seed), irregularities)
    with ExitStack() as stack:
        writer = stack.enter_context(log_to(log, table, rules, replace=force)) if log else None
        bar = stack.enter_context(progress("dealing", 0 if narrate else rounds, long=LONG))
        interrupted = stack.enter_context(interrupts())
        for _ in range(rounds):
            if interrupted:
                break
            round = play()
            summary.add(round)
            counted.add(round)
            if writer:
                writer.add(round)
            if narrate and as_json:
                told += narrator.plain(round.events)
            elif narrate:
                narrator.tell(round.events)
            bar.tick()
    counted.count(happened)
    summary.meters_stand = {name: meter.value for name, meter in table.meters.items()}
    if as_json:
        more = {**({"happenings": counted} if happenings else {}), **({"narration": told} if narrate else {})}
        print_json(summary.plain() | more)
    elif not printed:
        show(table, summary, log)
        if happenings:
            show_happenings(counted)
    if summary.rounds < rounds:
        kept = f"{log} holds them, closed and complete" if log else "no log was asked for"
        complain(f"interrupted after {summary.rounds:,} of {rounds:,} rounds; {kept}")
        raise typer.Exit(INTERRUPTED)


def player(table: Table, policy: str, random: Random, rate: float) -> tuple[Callable[[], Round], Counter[str]]:
    """What plays the next round, and a count of what it lets happen between rounds."""
    if policy == "everything":
        floor = Floor(table, random, irregularities=rate)
        return floor.play, floor.happened
    if rate:
        faulty_shuffles(table, random, rate)
    how = random_legal if policy == "random" else table.game.basic
    return lambda: drive(table.open_round(), how, random, irregularities=rate), Counter()


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
    """Tells rounds of a game; our words for a clause only where it comes up first."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._told: set[str] = set()
        self._out = console()

    def tell(self, events: Iterable[Event]) -> None:
        out = self._out
        if not self._told:
            out.print(f"[bold green]{self.game.title}[/], as surveillance sees it: cards that lie face down are named.")
        for step in story(self.game.name, events, self._told):
            self._line(step.clause, Text.assemble(step.sentence, (f"  {step.also}", "dim") if step.also else ""))
            if step.means:
                self._line("", Text(step.means, "dim italic"))
        out.print()

    def _line(self, clause: str, words: Text) -> None:
        hang(self._out, Text(f"{clause:<{MARGIN - 1}} ", "cyan"), words, in_one_line=True)

    def plain(self, events: Iterable[Event]) -> list[Step]:
        return story(self.game.name, events, self._told)


def show(table: Table, summary: Summary, log: Path | None) -> None:
    out = console()
    void = f", {summary.voided:,} of them void" if summary.voided else ""
    seats = f"{summary.seats} seat" + ("s" if summary.seats > 1 else "")
    rounds = f"{summary.rounds:,} round" + ("s" if summary.rounds > 1 else "")
    out.print(f"[bold green]{table.game.title}[/]: {rounds}{void}, {seats}, {summary.policy} policy")
    out.print(f"  [dim]{POLICIES[summary.policy] or table.game.basic_is}[/]")
    show_wagers(summary.wagers)
    part = f" ({float(summary.house / summary.staked):.2%} of what was staked)" if summary.staked else ""
    out.print(f"  staked    {dollars(summary.staked)}")
    out.print(f"  returned  {dollars(summary.returned)}")
    out.print(f"  house     {cents(summary.house)}{part}")
    for name, stands in summary.meters_stand.items():
        gained = _gained(summary.meters.get(name, Fraction(0)))
        out.print(f"  {meter_name(name):<8}  {gained}, stands at {cents(stands)}")
    where = f"in {visible(str(log))}" if log else "not kept: --log keeps it"
    out.print(Text(f"  log       {summary.lines:,} lines, {where}"), soft_wrap=True)


def show_wagers(wagers: Mapping[str, WagerSum]) -> None:
    out, numbers = console(), ("settled", "staked", "returned", "kept")
    grid = plain_grid("wager", *numbers, right=numbers)
    for name, wager in wagers.items():
        kept = wager.staked - wager.returned
        grid.add_row(name, f"{wager.settled:,}", dollars(wager.staked), dollars(wager.returned), dollars(kept))
    out.print(fit(grid, out.width))


def show_happenings(counted: Happenings) -> None:
    out = console()
    for heading, counts in (
        ("irregularities reported", counted.irregularities),
        ("what else happened", counted.others),
    ):
        grid = plain_grid(heading, "times", right=("times",))
        for what, times in counts.items():
            grid.add_row(what, f"{times:,}")
        out.print(fit(grid, out.width))


def _gained(gain: Fraction) -> str:
    return f"{'lost' if gain < 0 else 'gained'} {cents(abs(gain))}"
