"""``pitboss deal``: deal rounds automatically, narrate, summarize and log them."""

from __future__ import annotations

import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from fractions import Fraction
from pathlib import Path
from random import Random
from threading import current_thread, main_thread
from types import FrameType
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from pitboss.basics.money import UNITS, dollars, read_number
from pitboss.cli.arguments import (
    Force,
    GameName,
    Json,
    RulesFile,
    Seats,
    Seed,
    Unusable,
    check_output,
    fill,
    flag,
    game_named,
    is_standard_output,
    many,
    option,
    rules_of,
    shown,
    table_for,
    whims,
)
from pitboss.cli.output import INTERRUPTED, complain, console, number, print_json, progress, reader_may_leave
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import random_legal
from pitboss.engine.auto.random_events import Floor, RandomEvents, faulty_shuffles
from pitboss.engine.game import Game
from pitboss.engine.procedures.shoe import PLANTED
from pitboss.engine.round.events import Ended, Event, Settled, Shuffled
from pitboss.engine.round.round import Round
from pitboss.engine.table import Table
from pitboss.log.journal import LogWriter
from pitboss.log.narration import Step, cents, meter_name, story
from pitboss.terminal.seat.drawing import hang, print_rows, visible

LONG = 200
"""The number of rounds from which a progress bar is shown."""
MOST_ROUNDS = 1_000_000_000

POLICIES = {
    "basic": "",
    "random": "any legal choice",
    "everything": "anything that anyone may do; people come and go, dealers change",
}
"""How the seats play, in words. Each game describes its own basic policy."""
MARGIN = 18


class Summary(msgspec.Struct, kw_only=True):
    """The totals of many rounds, in cents. The house and the meters are exact fractions of a cent.

    ``lines`` counts the lines of the log: events, inputs, and the two that open and close it. ``meters`` is each
    meter's gain, and ``meters_stand`` its amount after the last round. ``head`` is the hash of the log's last line.
    ``planted`` counts orders of cards that no shuffle made.
    """

    game: str
    seats: int
    policy: str
    rules: str
    seed: int | None = None
    head: str | None = None
    rounds: int = 0
    lines: int = 2
    planted: int = 0
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
        self.voided += round.layout.void
        self.staked += end.staked
        self.returned += end.returned
        self.house += Fraction(end.house_units, UNITS)
        for name, gain in end.meter_units.items():
            self.meters[name] = self.meters.get(name, Fraction(0)) + Fraction(gain, UNITS)
        self.planted += sum(isinstance(one, Shuffled) and one.source == PLANTED for one in round.events)
        add_settled(self.wagers, round.settlements)

    def plain(self) -> dict[str, Any]:
        """The summary for JSON, with numbers as numbers."""
        fields = msgspec.structs.asdict(self) | {"house": number(self.house)}
        for meters in ("meters", "meters_stand"):
            fields[meters] = {name: number(cents) for name, cents in fields[meters].items()}
        return fields


def share(given: str | float) -> float:
    """Read a probability as people write it."""
    try:
        found = float(read_number(str(given)))
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1:
        raise typer.BadParameter(f"{shown(given)} is not a number from 0 to 1, such as 0.05")
    return found


def deal(
    game: GameName = "",
    seats: Seats = 1,
    rounds: int = option(1, "N", "Number of rounds to deal: 1000, or 1e3.", parser=many),
    seed: Seed = None,
    policy: str = option(
        "basic",
        "NAME",
        "How the seats play. 'basic' follows a simple sound rule of the game. 'random' makes any legal choice."
        " With 'everything', anyone does anything legal at any time: players leave, stand and take back wagers,"
        " supervisors order recuts, dealers change.",
    ),
    irregularities: float = option(
        0.0,
        "RATE",
        "The probability, from 0 to 1, that staff report an irregularity at each question. The policy"
        " 'everything' then plants high hands too, and the log says so.",
        parser=share,
    ),
    random_events: bool = flag(
        "--random-events", "Count voids, recuts and more, and irregularities of each kind, both reported and actual."
    ),
    happenings: Annotated[bool, typer.Option("--happenings", hidden=True)] = False,
    narrate: bool = flag("--narrate", "Narrate every step with its clause, as surveillance sees it."),
    log: Path | None = option(
        None,
        "F",
        "Write the log to F as rounds end, for 'pitboss replay'. If F ends in .gz, the log is compressed."
        " Use - to print it.",
    ),
    force: Force = False,
    rules: RulesFile = None,
    as_json: Json = False,
) -> None:
    """Deal rounds automatically and summarize them.

    The narration shows what surveillance sees, including cards that lie face down.

    [bold]Examples[/]

      pitboss deal double_down_stud --seats 3 --seed 7 --narrate
      pitboss deal double_down_stud --rounds 1000 --log rounds.jsonl
      pitboss deal double_down_stud --rounds 1000 --policy random
      pitboss deal caribbean_stud --seats 4 --rounds 1000 --policy everything --irregularities 0.05 --random-events
    """
    if happenings:
        complain("--happenings is now --random-events; the old name goes with the next version")
        random_events = True
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Unusable(f"--rounds must be between 1 and {MOST_ROUNDS:,}, not {rounds}")
    if policy not in POLICIES:
        raise Unusable(f"--policy must be one of {', '.join(POLICIES)}, not {policy}")
    printed = log is not None and is_standard_output(log)
    if printed and (narrate or as_json):
        raise Unusable(f"--log {log} prints the log, so --narrate and --json need a file: use --log FILE")
    found = game_named(game)
    table = table_for(found, rules_of(found, rules), seats, seed)
    fill(table, seats)
    summary = Summary(game=found.name, seats=seats, policy=policy, rules=table.rules.digest, seed=seed)
    told: list[Step] = []
    narrator = Narrator(found)
    counted = RandomEvents.of(found, table.rules)
    play, happened = player(table, policy, whims(seed), irregularities)
    with ExitStack() as stack:
        interrupted = stack.enter_context(interrupts())
        writer = stack.enter_context(log_to(log, table, rules, replace=force)) if log else None
        bar = stack.enter_context(progress("dealing", 0 if narrate else rounds, long=LONG))
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
                tell(narrator, round, logged=writer is not None)
            bar.tick()
    summary.head = writer.head if writer else None
    counted.count(happened)
    summary.meters_stand = {name: Fraction(meter.units, UNITS) for name, meter in table.meters.items()}
    if as_json:
        more: dict[str, Any] = {"narration": told} if narrate else {}
        if random_events:
            more |= {"random_events": counted, "happenings": counted}  # the latter goes with the next version
        print_json(summary.plain() | more)
    elif not printed:
        show(table, summary, log)
        if random_events:
            show_random_events(counted)
    if summary.rounds < rounds:
        kept = f"{log} holds them, closed and complete" if log else "they were not logged"
        complain(f"interrupted after {summary.rounds:,} of {rounds:,} rounds; {kept}")
        raise typer.Exit(INTERRUPTED)


def tell(narrator: Narrator, round: Round, *, logged: bool) -> None:
    """Narrate a round. With a log, a closed pipe ends the narration and not the deal."""
    with reader_may_leave() if logged else nullcontext():
        narrator.tell(round.events)


def player(table: Table, policy: str, random: Random, rate: float) -> tuple[Callable[[], Round], Counter[str]]:
    """A function that plays the next round, and a count of what happens between rounds."""
    if policy == "everything":
        floor = Floor(table, random, irregularities=rate)
        return floor.play, floor.happened
    if rate:
        faulty_shuffles(table, random, rate)
    how = random_legal if policy == "random" else table.game.basic
    return lambda: drive(table.open_round(), how, random, irregularities=rate), Counter()


@contextmanager
def log_to(path: Path, table: Table, rules: Path | None, *, replace: bool) -> Iterator[LogWriter]:
    """Write a log to a file as it grows, or print it. However the run ends, the file ends with a whole round."""
    if is_standard_output(path):
        with LogWriter(sys.stdout.buffer, table.game, table.rules) as writer:
            yield writer
        return
    check_output(path, rules, replace=replace)
    with LogWriter(path, table.game, table.rules, replace=replace) as writer:
        yield writer


@contextmanager
def interrupts() -> Iterator[list[bool]]:
    """A list that becomes true at the first Ctrl-C or signal to terminate, so that the current round is finished.

    A second signal interrupts as usual.
    """
    asked: list[bool] = []
    if current_thread() is not main_thread():  # only the main thread receives signals
        yield asked
        return

    def ask(number: int, frame: FrameType | None) -> None:
        asked.append(True)
        as_before()

    def as_before() -> None:
        for which, handler in before.items():
            signal.signal(which, handler)

    before = {which: signal.signal(which, ask) for which in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked
    finally:
        as_before()


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
    where = f"in {visible(str(log))}" if log else "not saved: use --log to save it"
    seed = "none: the shuffles are random" if summary.seed is None else summary.seed
    out.print(f"  seed      {seed}", soft_wrap=True)
    if summary.planted:
        out.print(f"  planted   {summary.planted:,} orders of cards that no shuffle made")
    out.print(Text(f"  log       {summary.lines:,} lines, {where}"), soft_wrap=True)
    if summary.head:
        out.print(f"  hash      {summary.head}, for 'replay --expect': store it apart from the log", soft_wrap=True)


def show_random_events(counted: RandomEvents) -> None:
    out = console()
    numbers = ("reported", "happened")
    wrong = [(what, f"{times.reported:,}", f"{times.happened:,}") for what, times in counted.irregularities.items()]
    print_rows(out, ("irregularity", *numbers), wrong, numbers)
    others = [(what, f"{count:,}") for what, count in counted.others.items()]
    print_rows(out, ("what else happened", "times"), others, ("times",))


def _gained(gain: Fraction) -> str:
    return f"{'lost' if gain < 0 else 'gained'} {cents(abs(gain))}"


class WagerSum(msgspec.Struct):
    """The totals of one kind of wager, in cents."""

    settled: int = 0
    staked: int = 0
    returned: int = 0


def add_settled(wagers: dict[str, WagerSum], settlements: Iterable[Settled]) -> None:
    """Add settlements to the totals of their wagers."""
    for settled in settlements:
        wager = wagers.setdefault(settled.wager, WagerSum())
        wager.settled += 1
        wager.staked += settled.money
        wager.returned += settled.returned


class Narrator:
    """Narrates rounds of a game. The text of a clause follows its first use only.

    ``seen`` says who has seen them, if they are not those of a log that was proved.
    """

    def __init__(self, game: Game, seen: str = "") -> None:
        self.game, self._proved = game, not seen
        self._seen = seen or "as surveillance sees it, with the cards that lie face down"
        self._told: set[str] = set()
        self._out = console()

    def tell(self, events: Iterable[Event]) -> None:
        out = self._out
        if not self._told:
            out.print(f"[bold green]{self.game.title}[/], {self._seen}.")
        for step in story(self.game, events, self._told, proved=self._proved):
            self._line(step.clause, Text.assemble(step.sentence, (f"  {step.also}", "dim") if step.also else ""))
            if step.means:
                self._line("", Text(step.means, "dim italic"))
        out.print()

    def _line(self, clause: str, words: Text) -> None:
        hang(self._out, Text(f"{clause:<{MARGIN - 1}} ", "cyan"), words, in_one_line=True)

    def plain(self, events: Iterable[Event]) -> list[Step]:
        return story(self.game, events, self._told, proved=self._proved)


def show_wagers(wagers: Mapping[str, WagerSum]) -> None:
    numbers = ("settled", "staked", "returned", "kept")
    rows = [
        (name, f"{one.settled:,}", *map(dollars, (one.staked, one.returned, one.staked - one.returned)))
        for name, one in wagers.items()
    ]
    print_rows(console(), ("wager", *numbers), rows, numbers)
