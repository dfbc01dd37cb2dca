"""A terminal at live tables of a real house: other people, announcements, the lobby, and places at a table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pitboss.client import Client, Refused
from pitboss.protocol import messages as msg
from pitboss.protocol.tables import TableInfo
from pitboss.terminal.lobby import Lobby, Place
from seats import live_seat
from served import Client as Other
from served import Server, served
from typed import Script, Step

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("house"), "--pace", "0", "--no-limits") as running:
        yield running


@pytest.fixture(scope="module")
def boss(server: Server) -> Iterator[Other]:
    """An administrator who is also a supervisor."""
    answer = server.http.post("/api/register", json={"login": "boss", "password": PASSWORD})
    found = server.client(answer.json()["token"])
    found.post("/api/administrator", {"token": server.token})
    found.post(f"/api/people/{found.person}/roles", {"grant": ["supervisor"]})
    yield found
    found.close()


@contextmanager
def guest(server: Server, name: str = "Ann") -> Iterator[Client]:
    with Client(server.url) as client:
        client.guest(name)
        yield client


@contextmanager
def other(server: Server, table: TableInfo, name: str = "Bob") -> Iterator[Other]:
    """Somebody else who sits at a table."""
    found = server.guest(name)
    found.sit_down(table.id)
    yield found
    found.close()


def wager(bob: Other, table: TableInfo) -> int:
    """Let somebody else place an ante of $5 in the round in progress. Returns its number."""
    while True:
        turn = bob.turn
        if turn is not None and turn.about == "wagers" and turn.offers:
            said = {"do": "wager", "seat": 1, "wager": "ante", "amount": 5_00}
            if isinstance(bob.command(msg.Play, table.id, round=turn.round, turn=turn.turn, **said), msg.Done):
                return turn.round
        if bob.turn is turn:
            bob.next()


def play(client: Client, table: TableInfo, *steps: Step, behind: bool = False) -> str:
    """Play at the terminal. Returns what was shown."""
    script = Script(*steps)
    live_seat(client, client.table(table.id), script.console, script, 1000_00, behind=behind).play()
    return script.shown


def look() -> None:
    """Nothing is done; the step waits for its words."""


def test_whose_turn_it_is_is_said(server: Server) -> None:
    with guest(server) as ann:
        table = ann.open_table("caribbean_stud", pace=0)
        with other(server, table, "Bob") as bob:

            def bob_wagers() -> None:
                bob.must(msg.Ready, table.id, round=wager(bob, table))

            shown = play(
                ann,
                table,
                ("> ", "5"),
                ("> ", ""),
                ("Waiting for Bob: wagers.", bob_wagers),
                ("Waiting for Bob: bet or fold.", "quit"),
                ("You leave when the round is over.", "quit"),
            )
    assert "Bob at seat 1 placed an ante wager of $5." in shown


def test_what_the_house_does_for_another_is_its_own_act(server: Server) -> None:
    with guest(server) as ann:
        table = ann.open_table("caribbean_stud", pace=0.02)
        with other(server, table, "Bob") as bob:
            shown = play(ann, table, ("> ", lambda: wager(bob, table)), ("The house acts for Bob: fold.", "quit"))
    assert "Bob's time is over. The house acts for Bob: fold." in shown
    assert "Bob at seat 1 chose" not in shown


def test_the_clock_is_shown(server: Server) -> None:
    with guest(server) as ann:
        table = ann.open_table("double_down_stud", pace=10)
        shown = play(ann, table, ("seconds left): you may", "quit"))
    assert "Wagers (200 seconds left): you may" in shown or "Wagers (199 seconds left): you may" in shown


def test_a_table_that_closes_says_so(server: Server) -> None:
    with guest(server) as ann:
        table = ann.open_table("double_down_stud", pace=0)
        shown = play(ann, table, ("> ", lambda: ann.close_table(table.id)), ("never", ""))
        wallet = ann.me().wallet
    assert "The house announces: This table closes after the round." in shown
    assert "You are no longer at this table: the table closed. Your chips went to your wallet." in shown
    assert wallet == 10_000_00


def test_new_rules_are_announced_and_read(server: Server, boss: Other) -> None:
    with guest(server) as ann:
        table = ann.open_table("double_down_stud", pace=0)

        def change() -> None:
            answer = boss.post(f"/api/tables/{table.id}/rules", {"rules": {"table_minimum": 25_00}})
            assert answer.status_code == 200, answer.text

        script = Script(
            ("> ", "5"),
            ("> ", change),
            ("The house announces: Before the next round the rules change: table minimum from $5 to $25.", ""),
            ("Double: you may", look),
            ("> ", "pass"),
            ("The new rules are in force.", look),
            ("$25 to $500", "quit"),
        )
        seat = live_seat(ann, ann.table(table.id), script.console, script, 1000_00)
        assert seat.rules.table_minimum == 5_00
        seat.play()
    assert seat.rules.table_minimum == 25_00
    assert "You leave with $" in script.shown


def test_chips_are_bought_and_cashed(server: Server) -> None:
    with guest(server) as ann:
        table = ann.open_table("double_down_stud", pace=0)
        shown = play(
            ann,
            table,
            ("> ", "buy 500"),
            ("You have $1,500 in chips and $8,500 in your wallet.", "buy 9000"),
            ("Your wallet does not hold $9,000.", "cash all"),
            ("You have $0 in chips and $10,000 in your wallet.", "cash 5"),
            ("You can't take back $5: you have $0 in chips at this table.", "quit"),
        )
    assert "You leave with $0, neither up nor down." in shown


def test_a_player_sits_out_and_plays_again(server: Server) -> None:
    with guest(server) as ann:
        table = ann.open_table("double_down_stud", pace=0)
        shown = play(
            ann,
            table,
            ("> ", "sit out"),
            ("You sit out and keep your seat.", look),
            ("You sit out. Type play again to play.", "play again"),
            ("You play again.", look),
            ("Wagers: you may", "quit"),
        )
    assert "You leave with $1,000, neither up nor down." in shown


def test_a_player_moves_to_another_seat_and_behind_the_seats(server: Server) -> None:
    with guest(server) as ann:
        table = ann.open_table("double_attack_blackjack", pace=0)
        shown = play(
            ann,
            table,
            ("> ", "sit 1"),
            ("You sit at seat 1; name another one.", "sit 4"),
            ("You sit at seat 4 with $1,000 in chips.", look),
            ("Wagers: you may", "stand behind"),
            ("You stand behind the seats with $1,000 in chips.", "sit"),
            ("You sit at seat 1 with $1,000 in chips.", "money"),
            ("You have $1,000 in chips and $9,000 in your wallet.", "quit"),
        )
    assert "You leave with $1,000, neither up nor down." in shown


def test_a_place_that_is_not_there(server: Server) -> None:
    with guest(server) as ann:
        table = ann.open_table("double_down_stud", pace=0)
        with other(server, table, "Bob"):
            shown = play(
                ann,
                table,
                ("> ", "sit 1"),
                ("Seat 1 is taken.", "sit 99"),
                ("There are 6 seats at this table.", "quit"),
            )
    assert "You leave with $1,000, neither up nor down." in shown


def test_a_game_without_wagers_from_behind_says_so(server: Server) -> None:
    with guest(server) as ann:
        table = ann.open_table("double_down_stud", pace=0)
        with other(server, table, "Bob"):
            nobody = "At this table nobody wagers from behind the seats. Type sit to take a seat."
            shown = play(ann, table, (nobody, "quit"), behind=True)
    assert "You stand behind the seats of Double Down Stud" in shown


def test_who_stands_behind_is_asked_for_wagers(server: Server) -> None:
    with guest(server) as ann:
        table = ann.open_table("double_attack_blackjack", pace=0)
        with other(server, table, "Bob"):
            shown = play(ann, table, ("Wagers at seat 1: you may", "5"), ("> ", "quit"), behind=True)
    assert "You stand behind the seats of Double Attack Blackjack" in shown
    assert "On the layout: initial $5." in shown
    assert "You leave with $1,000, neither up nor down." in shown


def test_a_round_in_progress_is_waited_for(server: Server) -> None:
    with guest(server) as ann:
        table = ann.open_table("caribbean_stud", pace=0)
        with other(server, table, "Bob") as bob:
            bob.must(msg.Ready, table.id, round=wager(bob, table))
            script = Script(("A round is in progress. You play from the next round on.", "quit"), ("You leave", "quit"))
            live_seat(ann, ann.table(table.id), script.console, script, 1000_00).play()


def test_chips_for_practice_leave_the_wallet_alone(server: Server) -> None:
    with guest(server) as ann:
        table = ann.open_table("double_down_stud", pace=0, practice=True)
        script = Script(("> ", "money"), ("You have $50,000 in chips and $10,000 in your wallet.", "quit"))
        live_seat(ann, ann.table(table.id), script.console, script, 50_000_00).play()
        assert "You leave with $50,000, neither up nor down." in script.shown


def test_a_table_that_filled_up_sends_you_back_to_the_lobby(server: Server) -> None:
    with guest(server) as ann:
        table = ann.open_table("double_down_stud", {"positions": 1}, pace=0)
        with other(server, table, "Bob"):
            script = Script()
            assert live_seat(ann, ann.table(table.id), script.console, script, 1000_00).play()
    assert "no seat is free" in script.shown.lower()


# --- the lobby


def test_the_lobby_lists_tables_and_one_is_chosen(server: Server) -> None:
    script = Script(
        ("Which table? ", "?"),
        ("stand 2", "99"),
        ("Type a number", "new game"),
        ("Name one", "new double_down"),
        ("Which table? ", "deal boston"),
        ("", ""),
    )
    with guest(server) as ann:
        places = [Lobby(ann, script.console, script).choose() for _ in range(2)]
        made = [(one.table.game, one.table.private, one.behind, one.deals) for one in places if one is not None]
        assert made == [("double_down_stud", True, False, False), ("boston_5_stud", True, False, True)]
    assert "Dealing you in for $15." in script.shown
    assert "Caribbean Stud Poker" in script.shown
    assert "You are Ann, with $10,000 in your wallet." in script.shown


def test_the_table_at_which_you_are_comes_first(server: Server) -> None:
    with guest(server) as ann:
        [*_, last] = ann.tables()
        ann.sit(last.id)
        ann.buy_in(last.id, 50_00)
        script = Script(("Which table? ", "1"), ("", ""))
        place = Lobby(ann, script.console, script).choose()
        assert isinstance(place, Place)
        assert place.table.id == last.id
        assert "at seat 1, with $50 in chips." in script.shown
        assert Lobby(ann, script.console, script).place_at(last.game).table.id == last.id
        shown = play(ann, last, ("> ", "quit"))
    assert f"You still sit at seat 1 of {last.title}, with $50 in chips." in shown


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_the_lobby_is_left(server: Server, end: type[BaseException]) -> None:
    def leave() -> None:
        raise end

    with guest(server) as ann:
        script = Script(("Which table? ", leave), ("", ""))
        assert Lobby(ann, script.console, script).choose() is None
        assert Lobby(ann, script.console, Script(("", "quit"))).choose() is None


def test_a_player_registers_in_the_lobby(server: Server) -> None:
    asked: list[str] = []

    def register(login: str) -> None:
        asked.append(login)
        if len(asked) == 1:
            raise Refused("login-taken", "the login 'ann' is taken: choose another")

    with guest(server) as ann:
        script = Script(
            ("Which table? ", "register ann"), ("Which table? ", "register ann2"), ("Which table? ", "quit")
        )
        assert Lobby(ann, script.console, script, register).choose() is None
    assert asked == ["ann", "ann2"]
    assert "The login 'ann' is taken: choose another." in script.shown
