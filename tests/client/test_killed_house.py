"""A terminal at a live table of a real house, which is killed and started again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import patient
from pitboss.client import Client
from seats import live_seat
from served import Server, lasting_port, served
from typed import Script, Step, press_ctrl_c

CARIBBEAN = "caribbean_stud"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path, "--port", str(lasting_port()), program=[patient.__file__]) as running:
        yield running


class Play:
    """A guest plays at the terminal."""

    def __init__(self, server: Server, *steps: Step, token: str = "") -> None:
        self.script = Script(*steps)
        with Client(server.url, token=token, patience=float("inf")) as client:
            if not token:
                client.guest("Ann")
            self.token = client.token
            table = next(one for one in client.tables() if one.game == CARIBBEAN)
            self.to_lobby = live_seat(client, client.table(table.id), self.script.console, self.script, 1000_00).play()
        self.shown = self.script.shown


UP_TO_THE_DECISION: tuple[Step, ...] = (("> ", "25"), ("> ", ""))


@pytest.mark.long
def test_play_goes_on_at_the_same_point(server: Server) -> None:
    play = Play(
        server,
        *UP_TO_THE_DECISION,
        ("Bet or fold", server.kill),
        ("The house does not answer.", "bet"),
        ("The house does not answer yet", server.start),
        ("The house is back. The game goes on where it was.", lambda: None),
        ("Bet or fold", lambda: None),
        ("> ", "fold"),
        ("This round: down $25.", lambda: None),
        ("in your wallet", "quit"),
    )
    before, _, after = play.shown.partition("The house is back.")
    cards = next(line for line in before.splitlines() if "┆" in line)
    assert cards in after, "you still have the same cards"
    assert "You leave with $975, down $25." in after
    assert "Your wallet holds $9,975." in after


@pytest.mark.long
def test_a_command_under_way_is_done_once(server: Server) -> None:
    """The house dies before it reads the wager. The terminal sends it again when the house is back."""
    play = Play(
        server,
        ("> ", server.kill),
        ("", "25"),
        ("The house does not answer. What you typed is sent again", server.start),
        ("On the layout: ante $25. You have $975 in chips.", "quit"),
    )
    assert play.shown.count("On the layout: ante $25.") == 1
    assert "You leave with $1,000, neither up nor down." in play.shown


@pytest.mark.long
def test_ctrl_c_while_the_house_is_down_says_what_lies(server: Server) -> None:
    play = Play(
        server, *UP_TO_THE_DECISION, ("Bet or fold", server.kill), ("Ctrl-C leaves.", press_ctrl_c), ("", "never")
    )
    assert not play.to_lobby
    assert "you can't leave the table now. You keep your place at it." in play.shown
    assert "Your wagers of $25 lie on the layout: ante $25." in play.shown
    assert "Your chips ($975) stay at the table" in play.shown
    server.start()
    back = Play(server, ("Bet or fold", lambda: None), ("> ", "fold"), ("in your wallet", "quit"), token=play.token)
    assert "You still sit at seat 1 of Caribbean Stud Poker, with $975 in chips." in back.shown
    assert "You leave with $975, down $25." in back.shown


@pytest.mark.long
def test_ctrl_c_while_a_command_is_under_way_leaves(server: Server) -> None:
    play = Play(server, ("> ", server.kill), ("", "25"), ("What you typed is sent again", press_ctrl_c), ("", "never"))
    assert "Your chips ($1,000) stay at the table" in play.shown


@pytest.mark.long
def test_a_house_that_closes_says_so_and_play_goes_on(server: Server) -> None:
    play = Play(
        server,
        *UP_TO_THE_DECISION,
        ("Bet or fold", server.stop),
        ("The house does not answer.", server.start),
        ("The house is back.", lambda: None),
        ("> ", "fold"),
        ("in your wallet", "quit"),
    )
    assert "You leave with $975, down $25." in play.shown


def test_who_must_stay_leaves_after_the_round(server: Server) -> None:
    play = Play(
        server,
        *UP_TO_THE_DECISION,
        ("Bet or fold", "quit"),
        ("You leave when the round is over.", lambda: None),
        ("> ", "fold"),
        ("This round: down $25.", lambda: None),
        ("", ""),
        ("Your wallet holds", "never"),
    )
    assert "You must stay until they are settled (6(f))." in play.shown
    assert "You leave with $975, down $25." in play.shown


def test_a_second_ctrl_c_leaves_at_once(server: Server) -> None:
    play = Play(
        server,
        *UP_TO_THE_DECISION,
        ("Bet or fold", press_ctrl_c),
        ("You leave when the round is over.", press_ctrl_c),
        ("", "never"),
    )
    assert "Your wagers of $25 lie on the layout: ante $25. The round goes on without you" in play.shown
    assert "You leave with" not in play.shown
