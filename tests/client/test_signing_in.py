"""Players sign in from the terminal, and come back to their chips."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.cli.arguments import Unusable
from pitboss.cli.live import SigningIn
from pitboss.client import Client, Refused
from pitboss.client.saved_sessions import SavedError, SavedSession, SavedSessions
from pitboss.terminal.lobby import Lobby
from served import Server, served
from typed import Script

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("house"), "--pace", "0", "--no-limits") as running:
        yield running


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITBOSS_STATE", str(tmp_path / "state"))
    monkeypatch.delenv("PITBOSS_PASSWORD", raising=False)
    return tmp_path / "state"


class Run:
    """One run of the terminal: somebody signs in."""

    def __init__(
        self,
        server: Server,
        name: str = "",
        *,
        guest: bool = False,
        register: bool = False,
        secrets: tuple[str, ...] = (),
        file: Path | None = None,
    ) -> None:
        self.client, self.script = Client(server.url), Script(secrets=secrets)
        self.signing = SigningIn(self.client, self.script, file)
        self.person = self.signing.sign_in(name, guest=guest, register=register)
        self.me = self.client.me()
        self.client.close()


def kept(server: Server, state: Path) -> list[dict[str, str]]:
    """The sessions at the house that are kept on this machine."""
    found: list[dict[str, str]] = json.loads((state / "sessions.json").read_text())[server.url]
    return found


def test_a_guest_comes_back(server: Server) -> None:
    first = Run(server)
    assert Run(server).person == first.person


def test_only_the_owner_may_read_the_sessions(server: Server, state: Path) -> None:
    guest = Run(server)
    file = state / "sessions.json"
    assert file.stat().st_mode & 0o777 == 0o600
    assert state.stat().st_mode & 0o777 == 0o700
    assert [one["token"] for one in kept(server, state)] == [guest.client.token]
    file.chmod(0o644)
    with pytest.raises(Unusable, match="others may read it"):
        Run(server)


def test_another_house_does_not_get_the_token(server: Server, state: Path) -> None:
    Run(server)
    assert SavedSessions("http://another.example").last is None


def test_a_new_guest_is_another_person(server: Server, state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = Run(server)
    second = Run(server, "Bob", guest=True)
    assert second.person.id != first.person.id
    assert second.person.name == "Bob"
    assert f"This machine no longer remembers the guest {first.person.name}." in capsys.readouterr().out
    assert Run(server).person == second.person
    assert [one["name"] for one in kept(server, state)] == ["Bob"]


def test_a_guest_who_registers_keeps_the_money(server: Server, state: Path) -> None:
    guest = Run(server)
    with Client(server.url, token=guest.client.token) as client:
        table = client.open_table("double_down_stud")
        client.sit(table.id)
        client.buy_in(table.id, 100_00)
    registered = Run(server, "Ann.Lee", register=True, secrets=(PASSWORD, PASSWORD))
    assert registered.person.id == guest.person.id
    assert (registered.person.login, registered.person.name) == ("ann.lee", "Ann.Lee")
    assert registered.me.wallet == guest.me.wallet - 100_00
    assert [(one.table, one.chips) for one in registered.me.tables] == [(table.id, 100_00)]
    assert Run(server).person == registered.person
    assert [one["login"] for one in kept(server, state)] == ["ann.lee"], "the session of the guest is not kept too"


def test_a_registered_player_signs_in_from_another_machine(server: Server, state: Path) -> None:
    registered = Run(server, "bea", register=True, secrets=(PASSWORD, PASSWORD))
    (state / "sessions.json").unlink()
    again = Run(server, "bea", secrets=("wrong password", PASSWORD))
    assert again.script.prompts == ["Password of bea: "] * 2
    assert again.person == registered.person
    assert not Run(server, "BEA").script.prompts, "the session is kept, so no password is needed"


def test_a_password_comes_from_the_environment_or_a_file(
    server: Server, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "password"
    file.write_text(PASSWORD + "\n")
    registered = Run(server, "cid", register=True, file=file)
    (state / "sessions.json").unlink()
    monkeypatch.setenv("PITBOSS_PASSWORD", PASSWORD)
    assert Run(server, "cid").person == registered.person
    (state / "sessions.json").unlink()
    monkeypatch.setenv("PITBOSS_PASSWORD", "wrong password")
    with pytest.raises(Refused, match="the login or the password is wrong"):
        Run(server, "cid")
    assert Run(server, "cid", file=file).person == registered.person, "the file comes before the environment"


@pytest.mark.parametrize(("content", "why"), [(None, "can't be read: No such file"), ("\n", "is empty")])
def test_a_password_file_that_can_not_be_used(server: Server, tmp_path: Path, content: str | None, why: str) -> None:
    file = tmp_path / "password"
    if content is not None:
        file.write_text(content)
    with pytest.raises(Unusable, match=why):
        Run(server, "dan", file=file)


def test_two_passwords_that_differ_register_nobody(server: Server) -> None:
    with pytest.raises(Unusable, match="the two passwords differ"):
        Run(server, "eve", register=True, secrets=(PASSWORD, "correct horse batteries"))
    with pytest.raises(Refused, match="the login or the password is wrong"):
        Run(server, "eve", secrets=(PASSWORD,) * 3)


def test_a_session_that_has_ended_is_forgotten(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    first = Run(server)
    with Client(server.url, token=first.client.token) as client:
        client.logout()
    second = Run(server)
    assert second.person.id != first.person.id
    assert f"The session of {first.person.name} at this house has ended." in capsys.readouterr().out


def test_a_guest_registers_at_the_table(server: Server) -> None:
    guest = Run(server)
    with Client(server.url, token=guest.client.token) as client:
        signing = SigningIn(client, Script(secrets=("short", "short", PASSWORD, PASSWORD)))
        with pytest.raises(Refused, match="10 to 128 characters"):
            signing.register("fay")
        signing.register("fay")
        assert client.me().person.login == "fay"
    saved = SavedSessions(server.url).last
    assert saved is not None
    assert (saved.person, saved.login) == (guest.person.id, "fay")


def test_a_damaged_file_is_said_in_a_sentence(tmp_path: Path) -> None:
    saved = SavedSessions("http://house", tmp_path)
    saved.keep(SavedSession(token="t", person="p", name="Ann"))
    saved.path.write_text("{")
    with pytest.raises(SavedError, match="is damaged: delete it, and sign in again"):
        saved.of("")


def test_a_guest_signs_in_from_the_plain_lobby_until_they_have_played(server: Server, state: Path) -> None:
    registered = Run(server, "una", register=True, secrets=(PASSWORD, PASSWORD))
    (state / "sessions.json").unlink()
    script = Script(
        ("Which table? ", "sign in una"),
        ("You are una", "?"),
        ("sign in ann", "history"),
        ("None is over yet", "drill"),
        ("Name one of the games", "quit"),
        secrets=("wrong password", PASSWORD),
    )
    with Client(server.url) as client:
        signing = SigningIn(client, script)
        signing.sign_in("", guest=False, register=False)
        lobby = Lobby(client, script.console, script, signing.register, signing.sign_in_as)
        assert lobby.choose() is None
        assert client.me().person == registered.person
        assert "register ann" not in script.shown, "they are registered"
        client.connect()
        again = Script(("Which table? ", "sign in bob"), ("type quit, then", "?"), ("Which table? ", "quit"))
        lobby = Lobby(client, again.console, again, signing.register, signing.sign_in_as)
        assert lobby.choose() is None
        assert client.me().person == registered.person
        assert "sign in ann" not in again.shown, "what is not offered is not listed"
