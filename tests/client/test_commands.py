"""``pitboss load`` and ``pitboss play --server``: arguments, and figures."""

from __future__ import annotations

import pytest

from pitboss.client.figures import Latencies

from shell import Captured, refused, run


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--tables", 0], "--tables must be between 1 and 500, not 0."),
        (["--seats", 9], "--seats must be between 1 and 6, not 9."),
        (["--seconds", -1], "--seconds must be between 0.1 and 86,400, not -1."),
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
    assert (found.p50, found.p90, found.p99, found.most) == (51.0, 91.0, 100.0, 100.0)
