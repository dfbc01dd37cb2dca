"""All commands in one application. Each command loads only its own module.

A wrong argument is reported in one sentence on standard error, with exit status 2.
"""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from inspect import cleandoc
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException
from typer.main import get_command

from pitboss.cli.arguments import FLAG, Unusable
from pitboss.cli.declared import advice_cards, session_options, simulation_options, taking
from pitboss.cli.output import INTERRUPTED, complain, fail, make_ready, reader_may_leave, version, write_no_more
from pitboss.errors import GameError, IllegalAction, RulesError
from pitboss.extras import MissingExtra, needs
from pitboss.files import FileKept

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
  pitboss verify                            recount the published figures
  pitboss simulate caribbean_stud --rounds 1e8     a hundred million rounds
  pitboss sessions caribbean_stud --bankroll 500   how an evening can end
  pitboss play --server http://127.0.0.1:8000      sit at a live table
  pitboss watch caribbean_stud              follow a live table
  pitboss load --tables 50 --seats 5        many players at once, measured
  pitboss doctor                            what is installed, and what is missing
"""

COMMANDS = {
    "play": "play.play",
    "games": "games.games",
    "deal": "deal.deal",
    "replay": "replay.replay",
    "trace": "trace.trace",
    "rules": "rules.rules",
    "schema": "schema.schema",
    "odds": "odds.odds",
    "design": "design.design_command",
    "advise": "advise.advise",
    "chart": "chart.chart",
    "verify": "verify.verify",
    "simulate": "simulate.simulate",
    "sessions": "sessions.sessions",
    "stream": "stream.stream",
    "serve": "serve.serve",
    "audit": "audit.audit",
    "backup": "backup.backup",
    "restore": "backup.restore",
    "soak": "soak.soak",
    "load": "load.load",
    "watch": "watch.watch",
    "doctor": "doctor.doctor",
}
"""The commands, and where their functions are. A function is loaded when its command is run, or for the help."""


COMPLETION = {
    "install_completion": "Let your shell complete commands, options and games: bash, zsh, fish or PowerShell.",
    "show_completion": "Print the script that does so, to install it yourself.",
}
"""The help of the options for shells, which Typer adds."""


class Command(TyperCommand):
    """A command whose help shows ``--help`` as a flag."""

    def get_help_option(self, ctx: Any) -> Any:
        return _as_flag(super().get_help_option(ctx))


class Commands(TyperGroup):
    def get_help_option(self, ctx: Any) -> Any:
        return _as_flag(super().get_help_option(ctx))

    def get_params(self, ctx: Any) -> Any:
        found: list[Any] = super().get_params(ctx)
        for option in found:
            if option.name in COMPLETION:
                option.help = COMPLETION[option.name]
                _as_flag(option)
        return found


def _as_flag(option: Any) -> Any:
    if option is not None:
        option.metavar = FLAG
    return option


def paragraphs(words: str) -> str:
    """Join the lines of each paragraph of a docstring, so that help can wrap them. Indented lines stay."""
    whole = []
    for part in cleandoc(words).split("\n\n"):
        whole.append(part if part.startswith(" ") else " ".join(part.split()))
    return "\n\n".join(whole)


DECLARED = {
    "advise": taking(advice_cards, Command),
    "simulate": taking(simulation_options, Command),
    "sessions": taking(session_options, Command),
}
"""Commands that take options declared by the games."""


def application(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The application with these commands. Default: all."""
    app = typer.Typer(
        cls=Commands,
        invoke_without_command=True,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for name in names:
        module, _, function = COMMANDS[name].partition(".")
        command = getattr(import_module(f"pitboss.cli.{module}"), function)
        app.command(name, cls=DECLARED.get(name, Command), help=paragraphs(command.__doc__ or ""))(command)
    app.callback(help=EXAMPLES)(_pitboss)
    return app


def _pitboss(
    context: typer.Context,
    show_version: bool = typer.Option(
        False, "--version", metavar=FLAG, help="Print the version and exit.", callback=version, is_eager=True
    ),
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    make_ready()
    sys.set_int_max_str_digits(0)  # a seed is any whole number
    try:
        with needs():
            app = application(given[:1] if given and given[0] in COMMANDS else COMMANDS)
            status = get_command(app).main(args=arguments, prog_name="pitboss", standalone_mode=False)
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
