"""All commands in one application. Each command loads only its own module.

A wrong argument is reported in one sentence on standard error, with exit status 2.
"""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from inspect import cleandoc
from typing import Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException
from typer.main import get_command

from pitboss.basics.errors import GameError, IllegalAction, RulesError
from pitboss.basics.extras import MissingExtra, needs
from pitboss.basics.files import FileKept
from pitboss.cli.output import INTERRUPTED, complain, fail, make_ready, reader_may_leave, version, write_no_more
from pitboss.cli.parsing import (
    Command,
    Unusable,
    advice_cards,
    load_help,
    read_plainly,
    session_options,
    simulation_options,
    taking,
)

EXAMPLES = """\
Regulated table games, dealt, settled and proved exactly as the regulator's documents say. Play money only.

[bold]Examples[/]

  pitboss play                              sit down and pick a game
  pitboss serve                             run a house of live tables
  pitboss deal double_cross_poker --seats 3 --seed 7 --narrate
  pitboss deal boston_5_stud --rounds 1000 --log rounds.jsonl
  pitboss replay rounds.jsonl               deal it again, prove every cent
  pitboss replay rounds.jsonl --round 342 --narrate
  pitboss trace caribbean_stud              every clause: code and tests
  pitboss rules caribbean_stud > my.toml    change the options, then:
  pitboss deal caribbean_stud --rules my.toml
  pitboss odds caribbean_stud --rules my.toml      exact odds of every wager
  pitboss design double_down_stud --target 3%..4% --vary pays
  pitboss advise double_down_stud --hand As --board "Ks Qs Js"
  pitboss chart double_attack_blackjack --out chart.svg
  pitboss petition boston_5_stud --out my.html     what a regulator asks for
  pitboss verify                            recount the published figures
  pitboss simulate caribbean_stud --rounds 1e8     a hundred million rounds
  pitboss sessions caribbean_stud --bankroll 500   how an evening can end
  pitboss play --server http://127.0.0.1:8000      sit at a live table
  pitboss watch caribbean_stud              follow a live table
  pitboss load --tables 50 --seats 5        many players at once, measured
  pitboss new-game high_card                a package with a game, to begin yours
  pitboss doctor                            what is installed, and what is missing
"""

COMMANDS = {
    "play": ("play.play", "Sit down at a table in the terminal and play. Play money only."),
    "games": (
        "games.games",
        "List the games, or describe one: wagers, decisions, pay tables, options, places and irregularities.",
    ),
    "deal": ("deal.deal", "Deal rounds automatically and summarize them."),
    "replay": ("replay.replay", "Deal every round of a log again and prove every cent of it."),
    "trace": ("trace.trace", "List every clause of the rule documents with its code and its tests."),
    "rules": (
        "games.rules",
        "Print a game's rules as TOML, with the document's defaults and the meaning of each option.",
    ),
    "schema": ("replay.schema", "Print the JSON Schema of a log's lines."),
    "odds": ("odds.odds", "Count the exact odds of every wager over all deals, under any rules and strategy."),
    "design": (
        "design.design_command",
        "Search for pay tables of whole odds with a wanted house edge, standard deviation and hit rate.",
    ),
    "exposure": ("odds.exposure", "Count what a game is worth to a player who sees hidden cards or knows marked ones."),
    "petition": (
        "petition.petition",
        "Write what the Massachusetts Gaming Commission asks of a petition for a game, as one page to print.",
    ),
    "counting": (
        "counting.counting",
        "Simulate what a player earns who counts the cards of a shoe and bets by the count.",
    ),
    "advise": ("odds.advise", "Give the exact value of each choice, in units of the base wager."),
    "chart": (
        "odds.chart",
        "Print a game's short strategy, and draw its strategy chart and other pictures of its odds.",
    ),
    "verify": ("verify.verify", "Recount every published figure from the cards up and compare."),
    "simulate": ("simulate.simulate", "Simulate rounds and compare the results with the exact values."),
    "sessions": (
        "simulate.sessions",
        "Show how an evening can end, for many players and for the house, or exactly for one.",
    ),
    "stream": ("simulate.stream", "Write the random numbers of simulation, for programs that test generators."),
    "shuffle-evidence": (
        "shuffle.shuffle_evidence",
        "Test the shuffle of a table: the random words that it draws and the orders of cards that follow.",
    ),
    "serve": ("serve.serve", "Run a house of live tables. Play money only."),
    "audit": (
        "database.audit",
        "Prove a whole house from its database: rounds, chains, money, meters, people, staff acts and signatures.",
    ),
    "backup": ("database.backup", "Save a whole house to one file. The house may run meanwhile."),
    "restore": ("database.restore", "Fill an empty database from a backup, whole or not at all."),
    "soak": ("stress.soak", "Kill a house under load at random moments, and check that nothing is lost."),
    "load": ("stress.load", "Let many clients play at a house at once, and measure it."),
    "watch": ("play.watch", "Follow a live table: what everybody there may see, as it happens."),
    "statistics": (
        "statistics.statistics",
        "Add up your rounds at a house: results against what was to be expected, skill and luck, mistakes, ratings.",
    ),
    "new-game": ("new_game.new_game", "Write a package with a small complete game, to be changed into yours."),
    "doctor": ("doctor.doctor", "Say what is installed, cached and missing, and whether it works."),
}
"""The commands: where the function of each is, and how its help begins. It is loaded when the command is run."""

COMPLETION = {
    "install_completion": "Let your shell complete commands, options and games: bash, zsh, fish or PowerShell.",
    "show_completion": "Print the script that does so, to install it yourself.",
}
"""The help of the options for shells, which Typer adds."""


class Commands(TyperGroup):
    """All commands. Until one is run, what stands for it in a list has only its name and the beginning of its help."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name, (_, summary) in COMMANDS.items():
            self.add_command(Command(name=name, help=summary))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] in COMMANDS:
            self.add_command(loaded(args[0]))
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        load_help()
        super().format_help(ctx, formatter)

    def get_params(self, ctx: Any) -> Any:
        found = read_plainly(super().get_params(ctx))
        for option in found:
            if option.name in COMPLETION:
                option.help = COMPLETION[option.name]
        return found


def paragraphs(words: str) -> str:
    """Join the lines of each paragraph of a docstring, so that help can wrap them. Indented lines stay."""
    whole = []
    for part in cleandoc(words).split("\n\n"):
        whole.append(part if part.startswith(" ") else " ".join(part.split()))
    return "\n\n".join(whole)


DECLARED = {
    "advise": advice_cards,
    "simulate": simulation_options,
    "counting": simulation_options,
    "sessions": session_options,
}
"""Commands that take options declared by the games, and the functions that find these."""


def loaded(name: str) -> Any:
    """The command of this name, with its function and options."""
    module, _, function = COMMANDS[name][0].partition(".")
    command = getattr(import_module(f"pitboss.cli.{module}"), function)
    app = typer.Typer(add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)
    kind = taking(DECLARED[name]) if name in DECLARED else Command
    app.command(name, cls=kind, help=paragraphs(command.__doc__ or ""))(command)
    return get_command(app)


def application() -> Any:
    """The application with all commands."""
    app = typer.Typer(
        cls=Commands,
        invoke_without_command=True,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(help=EXAMPLES)(_pitboss)
    return get_command(app)


def _pitboss(
    context: typer.Context,
    show_version: bool = typer.Option(
        False, "--version", help="Print the version and exit.", callback=version, is_eager=True
    ),
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    make_ready()
    try:
        with needs():
            status = application().main(args=arguments, prog_name="pitboss", standalone_mode=False)
        with reader_may_leave():  # a closed pipe does not change the exit status
            sys.stdout.flush()
    except TyperException as error:
        return fail(_with_allowed(error))
    except (GameError, IllegalAction, MissingExtra, RulesError, Unusable) as error:
        return fail(str(error))
    except BrokenPipeError:
        write_no_more()
        return 0
    except SystemExit as error:  # some libraries turn a broken pipe into an exit with another status
        if not isinstance(error.__context__, BrokenPipeError):
            raise
        write_no_more()
        return 0
    except FileKept as error:
        hint = "" if error.partial else "; choose another name or use --force"
        return fail(f"{error.filename} {error.strerror}{hint}")
    except OSError as error:
        if error.filename is None:
            write_no_more()
        return fail(f"{error.filename or 'the output'}: {error.strerror or error}")
    except (typer.Abort, KeyboardInterrupt):
        complain("interrupted")
        return INTERRUPTED
    return status if isinstance(status, int) else 0


def run() -> None:
    """Run the command line as a program. An interrupt ends it at once, without waiting for other threads.

    A signal to terminate counts as an interrupt, so that no partial file is left.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    status = main()
    if status == INTERRUPTED:
        with reader_may_leave():
            sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    gc.freeze()  # the system frees all memory; a last search for garbage would take a third of a second
    sys.exit(status)


def _with_allowed(error: TyperException) -> str:
    """The error's message, with the known commands, the help of a missing argument, or the command of an extra one."""
    wrong = error.format_message().rstrip(".")
    if "No such command" in wrong:
        wrong += "" if wrong.endswith("?") else "."
        return f"{wrong} The commands are {', '.join(COMMANDS)}"
    if extra := re.fullmatch(r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", wrong, re.DOTALL):
        context = getattr(error, "ctx", None)
        return f"'{context.command_path if context else 'pitboss'}' does not take the argument '{extra[1]}'"
    missing = getattr(getattr(error, "param", None), "help", "") if wrong.startswith("Missing") else ""
    return f"{wrong}: {missing[:1].lower()}{missing[1:]}" if missing else wrong
