"""``pitboss load`` and ``pitboss play --server``: arguments, and figures."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from msgspec import convert
from msgspec.structs import replace

from pitboss.cli import main
from pitboss.cli.output import parts_done
from pitboss.testing.load import Figures, Latencies

from shell import Captured, refused, run


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--tables", 0], "--tables must be between 1 and 500, not 0."),
        (["--seats", 9], "--seats must be between 1 and 6, not 9."),
        (["--seconds", -1], "--seconds must be between 0.1 and 86,400, not -1."),
        (["--think", "long"], "Invalid value for '--think': 'long' is not a number."),
        (["--seconds", "1e999"], "Invalid value for '--seconds': '1e999' is not a number."),
        (["--think", -0.5], "--think must be between 0 and 86,400, not -0.5."),
        (["--server", "house"], "--server must be an address such as http://127.0.0.1:8000, not house."),
        (
            ["--server", "http://h:99999"],
            "--server must be an address such as http://127.0.0.1:8000, not http://h:99999.",
        ),
    ],
)
def test_load_refuses_a_wrong_argument(capsys: Captured, arguments: list[object], why: str) -> None:
    assert refused(capsys, "load", *arguments) == why


def test_load_says_that_a_server_is_not_there(capsys: Captured) -> None:
    said = refused(capsys, "load", "--server", "http://127.0.0.1:1", "--tables", 1, "--seats", 1, "--seconds", 1)
    assert said.startswith("http://127.0.0.1:1 does not answer: ")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--table", "t1"], "--table is for live tables: use it with --server."),
        (["--name", "Ann"], "--name is for live tables: use it with --server."),
        (["--guest"], "--guest is for live tables: use it with --server."),
        (["--register"], "--register is for live tables: use it with --server."),
        (["--password-file", "p"], "--password-file is for live tables: use it with --server."),
        (["--server", "http://127.0.0.1:1", "--register"], "--register needs --name NAME, and no --guest."),
        (
            ["--server", "http://127.0.0.1:1", "--seed", 1],
            "--seats, --rules and --seed are for tables of your own: leave them out with --server.",
        ),
        (["--server", "ftp://x"], "--server must be an address such as http://127.0.0.1:8000, not ftp://x."),
        (["--server", "http://127.0.0.1:1"], "there is no terminal here: run 'pitboss play --server' in a terminal."),
    ],
)
def test_play_refuses_a_wrong_argument(capsys: Captured, arguments: list[object], why: str) -> None:
    assert refused(capsys, "play", *arguments) == why


def test_help_says_what_the_commands_do(capsys: Captured) -> None:
    assert "Let many clients play at a house at once" in run(capsys, "load", "--help")
    assert "--server" in run(capsys, "play", "--help")


def test_percentiles_are_of_the_ordered_times() -> None:
    found = Latencies.of([number / 1000 for number in range(100, 0, -1)])
    assert (found.p50, found.p90, found.p99, found.most, found.mean) == (51.0, 91.0, 100.0, 100.0, 50.5)


# --- the figures of a load

FIGURES = Figures(
    tables=2,
    players=10,
    think=0.0,
    seconds=4.0,
    acts=2464,
    acts_a_second=616.0,
    other_commands=906,
    refused={"late": 3, "busy": 1},
    rounds=296,
    updates=9801,
    latency_ms=Latencies(p50=18.9, p90=34.4, p99=70.5, most=1120.4, mean=20.0),
    own_delay_ms=Latencies(p50=1.3, p90=9.7, p99=30.1, most=30.1, mean=5.0),
    own_cores=0.29,
    cores=2,
    reconnects=0,
    resent=0,
    out_of_money=0,
    gaps=0,
    unanswered=0,
    lost=0,
)
SHOWN = """\
load  10 players at 2 tables for 4.0 s; each acts at once

measure                            number   a second
────────────────────────────────────────────────────
acts in rounds, acknowledged        2,464      616.0
other commands, acknowledged          906      226.5
commands refused: 3 late, 1 busy        4        1.0
rounds begun                          296       74.0
updates received                    9,801    2,450.2
connections made anew                   0
commands sent again                     0
players out of money                    0

delay, in ms                   mean    p50    p90    p99      most
──────────────────────────────────────────────────────────────────
from a command to its answer   20.0   18.9   34.4   70.5   1,120.4
of which in the load itself     5.0    1.3    9.7   30.1      30.1

limit                                 number   at most
──────────────────────────────────────────────────────
updates missed or sent twice               0         0
commands without an answer                 0         0
players who lost the house for good        0         0

The load itself caused about 25% of the delay. It kept 0.29 of 2 cores busy, and can use 1.
"""


def loaded(monkeypatch: pytest.MonkeyPatch, figures: Figures) -> list[object]:
    """The arguments of a load whose figures are known."""

    async def run(server: str, plan: object, tick: object) -> Figures:
        return figures

    monkeypatch.setattr("pitboss.testing.load.run", run)
    return ["load", "--server", "http://127.0.0.1:1"]


def test_the_figures_have_units_and_limits(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    printed = run(capsys, *loaded(monkeypatch, FIGURES))
    assert [line.rstrip() for line in printed.splitlines()] == SHOWN.splitlines()
    thoughtful = run(capsys, *loaded(monkeypatch, replace(FIGURES, think=1.0)))
    assert "; each thinks 1 s before each act" in thoughtful


def test_the_figures_as_json(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    found = json.loads(run(capsys, *loaded(monkeypatch, FIGURES), "--json"))
    assert found.pop("own_share") == 0.25
    assert convert(found, Figures) == FIGURES


@pytest.mark.parametrize("limit", ["gaps", "unanswered", "lost"])
def test_a_load_that_exceeds_a_limit_has_exit_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured, limit: str
) -> None:
    for arguments in ([], ["--json"]):
        assert main([*map(str, loaded(monkeypatch, replace(FIGURES, **{limit: 7}))), *arguments]) == 1
        assert "7" in capsys.readouterr().out


def test_a_house_without_answers_has_no_share() -> None:
    assert replace(FIGURES, latency_ms=Latencies.of([])).own_share == 0.0


def test_a_bar_shows_each_part_of_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    with parts_done() as tick:
        for what in ("seating", "playing"):
            for part in (0.0, 1.0):
                tick(what, part)
    assert terminal.getvalue().index("seating") < terminal.getvalue().index("playing")
    assert "100%" in terminal.getvalue()
