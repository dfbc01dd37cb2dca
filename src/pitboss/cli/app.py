"""The commands in one.

Whatever is wrong with what was asked is told in one sentence on standard error, with exit status 2.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import TextIOWrapper

import typer
from typer.exceptions import TyperException
from typer.main import get_command

from pitboss.cli import deal, games, play, replay, rules, trace
from pitboss.cli.arguments import Unusable
from pitboss.cli.output import fail, version
from pitboss.errors import IllegalAction, LogError, RulesError

EXAMPLES = """\
Regulated table games, dealt, settled and proved exactly as the regulator's documents say. Play money only.

[bold]Examples[/]

  pitboss play                              sit down and pick a game
  pitboss deal double_cross_poker --seats 3 --seed 7 --narrate
  pitboss deal boston_5_stud --rounds 1000 --log rounds.jsonl
  pitboss replay rounds.jsonl               deal it again, prove every cent
  pitboss trace caribbean_stud              every clause: code and tests
  pitboss rules caribbean_stud > my.toml    options to change, then:
  pitboss deal caribbean_stud --rules my.toml
"""

app = typer.Typer(
    add_completion=False,
    invoke_without_command=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (play.play, games.games, deal.deal, replay.replay, trace.trace, rules.rules):
    app.command()(command)


@app.callback(help=EXAMPLES)
def _pitboss(
    context: typer.Context,
    show_version: bool = typer.Option(
        False, "--version", help="Print the version and end.", callback=version, is_eager=True
    ),
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without suit symbols shows ? for them
    try:
        status = get_command(app).main(args=arguments, prog_name="pitboss", standalone_mode=False)
    except TyperException as error:
        return fail(error.format_message())
    except (IllegalAction, RulesError, LogError, Unusable) as error:
        return fail(str(error))
    except OSError as error:
        return fail(f"{error.filename or 'the output'}: {error.strerror or error}")
    except typer.Abort:
        return 130
    return status if isinstance(status, int) else 0
