"""``pitboss play`` and ``pitboss watch``: a table in the terminal, of one's own or of a house."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from pitboss.basics.errors import GameError
from pitboss.basics.money import dollars
from pitboss.cli.arguments import (
    Force,
    RulesFile,
    Seed,
    Unusable,
    checked_server,
    fill,
    flag,
    game_named,
    game_names,
    game_of_rules,
    is_standard_output,
    option,
    rules_of,
    table_for,
    whims,
)
from pitboss.cli.deal import Narrator, log_to
from pitboss.cli.output import console, run_on_screen, wants_screen
from pitboss.coach.answering import AnyRequest
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.game import Game
from pitboss.engine.round.round import Round
from pitboss.engine.rules import TableRules
from pitboss.engine.table import Table
from pitboss.terminal.plain import Plain, PlainDrill, show_history
from pitboss.terminal.seat.answers import list_number, read_amount
from pitboss.terminal.seat.display import Display, Keyboard, Prompted
from pitboss.terminal.seat.drawing import print_rows
from pitboss.terminal.seat.drilling import OwnDrill
from pitboss.terminal.seat.hints import PATIENCE_S, Ask, Coach, NoHint, ask_here, coach_by, has_advice, why_no_advice
from pitboss.terminal.seat.own_table import OwnTable
from pitboss.terminal.seat.past_rounds import Kept, past_of
from pitboss.terminal.seat.seat import Seat
from pitboss.terminal.seat.sentences import YOU

if TYPE_CHECKING:
    from textual.screen import Screen

SEATS = 3


def play(
    game: Annotated[
        str,
        typer.Argument(metavar="[GAME]", autocompletion=game_names, help="A game's name. Default: pick from a list."),
    ] = "",
    seats: int | None = option(None, "N", "Number of seats taken, including yours. Default: 3."),
    rules: RulesFile = None,
    seed: Seed = None,
    bankroll: str = option("1000", "DOLLARS", "Your play money at the start."),
    server: str = option("", "URL", "Play at a live table of this house. Default: play offline."),
    table: str = option("", "ID", "The live table. Default: a free seat, or a new table."),
    name: str = option(
        "",
        "NAME",
        "Sign in as this registered player. The password is asked for, or comes from PITBOSS_PASSWORD."
        " Default: whoever played at this house last, or a new guest.",
    ),
    guest: bool = flag("--guest", "Play as a new guest, called --name if given."),
    register: bool = flag("--register", "Register as --name. A guest who played here keeps chips and history."),
    password_file: Path | None = option(None, "FILE", "A file with your password."),
    plain: bool = flag(
        "--plain", "Play line by line, for pipes and screen readers. Default: a full-screen table, on a terminal."
    ),
    log: Path | None = option(
        None, "F", "Write the log to F as rounds end, for 'pitboss replay'. At a live table: what your seat sees."
    ),
    force: Force = False,
) -> None:
    """Sit down at a table in the terminal and play. Play money only.

    You see what your seat may see. The other seats are played automatically. Press ? for help: it names the keys, or
    with --plain what to type. If there is no terminal, a narrated round is dealt instead (of each game, if none is
    named), unless --plain is given: then lines are read from the input.
    With --server you sit at a live table with other people, as a guest or a registered player of the house. Without a
    game you choose a table from the lobby. The session is kept on this machine, so you come back to your chips.

    [bold]Examples[/]

      pitboss play
      pitboss play double_down_stud --seats 1 --bankroll 500
      pitboss play caribbean_stud --plain --log evening.jsonl
      pitboss play --server http://127.0.0.1:8000
      pitboss play caribbean_stud --server http://127.0.0.1:8000 --name ann
    """
    money = read_amount(bankroll)
    if isinstance(money, str):
        raise Unusable(f"--bankroll: {money}")
    if server:
        if seats is not None or rules is not None or seed is not None:
            raise Unusable("--seats, --rules and --seed are for tables of your own: leave them out with --server")
        screen = wants_screen(plain)
        address, wanted = checked_server(server), game_named(game).name if game else ""
        if register and (guest or not name):
            raise Unusable("--register needs --name NAME, and no --guest")
        if not sys.stdin.isatty() and not plain:
            raise Unusable("there is no terminal here: run 'pitboss play --server' in a terminal")
        from pitboss.cli.live import play_live

        play_live(
            address,
            wanted,
            table,
            money,
            name=name,
            guest=guest,
            register=register,
            password_file=password_file,
            screen=screen,
            log=log,
            force=force,
        )
        return
    live = {"--table": table, "--name": name, "--guest": guest, "--register": register}
    if given := [option for option, value in {**live, "--password-file": password_file}.items() if value]:
        raise Unusable(f"{given[0]} is for live tables: use it with --server")
    if log is not None and is_standard_output(log):
        raise Unusable("--log needs a file: the table is shown on standard output")
    if seats is not None and seats < 1:
        raise Unusable(f"--seats must be at least 1, not {seats}")
    known = game or (game_of_rules(rules) if rules else "")
    chosen = game_named(known) if known else None
    if not sys.stdin.isatty() and not plain and log is None:
        narrate_each([chosen] if chosen else [registry.game(one) for one in registry.games()], rules, seats, seed)
        return
    screen = wants_screen(plain)
    with ExitStack() as stack:
        ask = stack.enter_context(coach_process()) if screen else None
        deals = chosen is None  # whoever picks a game is dealt in
        try:
            chosen = chosen or (pick_on_screen(ask) if ask is not None else pick())
        except (EOFError, KeyboardInterrupt):
            console().print("\nGood-bye.")
            return
        at = table_for(chosen, rules_of(chosen, rules), seats or 1, seed)
        least = at.rules.table_minimum
        if money < least:
            raise Unusable(f"--bankroll must be at least the table minimum of {dollars(least)}, not {dollars(money)}")
        writer = stack.enter_context(log_to(log, at, rules, replace=force)) if log else None
        ended = writer.add if writer is not None else lambda round: None
        taken = seats or min(SEATS, at.rules.positions)
        sit_down(at, taken, seed, money, ended, ask, deals=deals)


def watch(
    table: Annotated[
        str,
        typer.Argument(
            metavar="[TABLE]", help="The table's id, its name or its game. Default: the only table of the house."
        ),
    ] = "",
    server: str = option("http://127.0.0.1:8000", "URL", "The address of the house."),
    name: str = option("", "NAME", "Sign in as this registered player. Default: whoever played here last."),
    plain: bool = flag(
        "--plain", "Follow it line by line, for pipes and screen readers. Default: full screen, on a terminal."
    ),
) -> None:
    """Follow a live table: what everybody there may see, as it happens.

    [bold]Examples[/]

      pitboss watch caribbean_stud
      pitboss watch "Caribbean Stud Poker" --server http://127.0.0.1:8000
    """
    address = checked_server(server)
    from pitboss.cli.live import watch_live

    watch_live(address, table, name, plain=plain)


def sit_down(
    table: Table,
    seats: int,
    seed: int | None,
    money: int,
    ended: Callable[[Round], None],
    ask: Ask | None,
    *,
    deals: bool = False,
) -> None:
    """Play at a table of one's own: line by line, or on the full screen with a way to ``ask`` the coach beside it."""
    kept, game, coached = Kept(), table.game, has_advice(table.game)
    coach = coach_by(ask or ask_here) if coached else Coach(why_off=why_no_advice(game))

    def over(round: Round) -> None:
        kept.add(past_of(round))
        ended(round)

    def sit(show: Display, keyboard: Keyboard) -> Seat:
        seat = Seat(OwnTable(table, whims(seed), money, ended=over), show, keyboard, coach=coach, deals=deals)
        fill(table, seats)
        return seat

    if ask is None:
        keyboard = Prompted(prompt)
        seat = sit(Plain(console(), keyboard), keyboard)
        if coached:
            seat.beside["drill"] = lambda said: drill_at_prompt(game, table.rules)
        elif coach.why_off:
            seat.beside["drill"] = lambda said: console().print(Text(coach.why_off))
        seat.beside["history"] = lambda said: show_history(console(), kept, said)
        seat.play()
        return
    from pitboss.terminal.screen.app import TableApp
    from pitboss.terminal.screen.drill_screen import DrillScreen
    from pitboss.terminal.screen.history_screen import HistoryScreen
    from pitboss.terminal.screen.stage import OnStage

    above: dict[str, Callable[[], Screen[None]]] = {}
    if coached:
        above["drill"] = lambda: DrillScreen(OwnDrill(game, table.rules, ask))
    above["history"] = lambda: HistoryScreen(kept)
    at_screen = TableApp(game, YOU, game.title, lambda stage, typist: sit(OnStage(stage), typist), above=above)
    run_on_screen(at_screen)


def drill_at_prompt(game: Game, rules: TableRules) -> None:
    """Drill decisions of a game, line by line."""
    PlainDrill(OwnDrill(game, rules, ask_here), console(), prompt).run()


def prompt(words: str) -> str:
    import readline  # noqa: F401  (gives the prompt its line editing and history)

    return input(words)


def pick_on_screen(ask: Ask) -> Game:
    """Let the player choose a game from a list. They can drill there, and read logs."""
    from pitboss.terminal.screen.home import Home

    known = [registry.game(name) for name in registry.games()]
    coached = all(map(has_advice, known))
    name = Home(known, (lambda game: OwnDrill(game, game.rules(), ask)) if coached else None).run()
    if not name:
        raise EOFError
    return registry.game(name)


def pick() -> Game:
    """Let the player choose a game by its number or its name."""
    out, known = console(), [registry.game(name) for name in registry.games()]
    out.print("[bold green]Pitboss[/]: pick a game. Play money only.")
    wagers = [", ".join(wager.name for wager in game.wagers if not wager.earned) for game in known]
    rows = [(str(at), game.title, dollars(registry.opening(game)), wagers[at - 1]) for at, game in enumerate(known, 1)]
    print_rows(out, ("", "game", "deals you in", "wagers"), rows)
    coached = any(map(has_advice, known))
    if coached:
        out.print("[dim]Type drill and a game to solve its decisions one after another, without a table.[/]")
    while True:
        line = prompt("Which game? ").strip().lower()
        if line in ("q", "quit", "exit"):
            raise EOFError
        drills = coached and line.startswith("drill")
        found = named(line.removeprefix("drill").strip() if drills else line, known)
        if found is None:
            drill = ", drill and a game," if coached else ""
            out.print(f"[red]Type a number from 1 to {len(known)} or a name{drill} or quit to leave.[/]")
        elif not drills:
            return found
        elif has_advice(found):
            drill_at_prompt(found, found.rules())
        else:
            out.print(f"[red]There is no drill of {found.title}.[/]")


def named(line: str, known: list[Game]) -> Game | None:
    """The game that a line names by its number, or by a part of its name that only it has."""
    if line.isdecimal() and line.isascii():
        return known[list_number(line) - 1] if 1 <= list_number(line) <= len(known) else None
    name = line.replace(" ", "_").replace("-", "_")
    fits = [game for game in known if line and (game.name.startswith(name) or line in game.title.lower())]
    return fits[0] if len(fits) == 1 else None


def narrate_each(chosen: list[Game], rules: RulesFile, seats: int | None, seed: int | None) -> None:
    """Narrate a round of each game, for when there is no terminal."""
    for game in chosen:
        table = table_for(game, rules_of(game, rules), seats or 1, seed)
        fill(table, seats or min(2, table.rules.positions))
        Narrator(table.game).tell(drive(table.open_round(), game.basic, whims(seed)).events)
    console().print("[dim]There is no terminal here. Run 'pitboss play' in a terminal to sit at the table.[/]")


@contextmanager
def coach_process() -> Iterator[Ask]:
    """Ask the coach in a process beside this one, so that the screen never freezes. It starts when it is asked."""
    from pitboss.house.process.coach import Coach, CoachError

    logging.getLogger("pitboss").addHandler(logging.NullHandler())  # nothing may be written over the screen
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, name="coach", daemon=True)
    coach = Coach(patience_s=PATIENCE_S, quiet=True)

    def wait_for(work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result()

    def ask(request: AnyRequest) -> Any:
        try:
            return wait_for(coach.ask(request))
        except (CoachError, GameError) as error:
            raise NoHint(str(error)) from None

    thread.start()
    try:
        yield ask
    finally:
        wait_for(coach.close())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
