"""Sessions that are kept on this machine, so that a player comes back to the same chips.

A token is as good as a password for as long as its session lasts. So only the owner of the file may read it.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from pitboss.basics.files import state_folder, written_whole
from pitboss.protocol.account import Person

FILE = "sessions.json"
PRIVATE_FOLDER, OTHERS = 0o700, 0o077
"""The mode of the folder, and the bits of a mode that let others read."""


class SavedError(Exception):
    """The file can't be used."""


class SavedSession(msgspec.Struct, frozen=True, kw_only=True):
    """A session of somebody at a house."""

    token: str
    person: str
    name: str
    login: str = ""
    """Empty for a guest."""

    @classmethod
    def of(cls, token: str, person: Person) -> SavedSession:
        return cls(token=token, person=person.id, name=person.name, login=person.login)


class SavedSessions:
    """The sessions at one house, the last one first. There is one guest at most.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     saved = SavedSessions("http://127.0.0.1:8000", Path(folder) / "state")
    ...     saved.keep(SavedSession(token="t1", person="p1", name="Guest 4F7K"))
    ...     saved.keep(SavedSession(token="t2", person="p2", name="Ann", login="ann"))
    ...     saved.last.name, saved.of("Ann").token, saved.of("").token
    ('Ann', 't2', 't1')
    """

    def __init__(self, server: str, folder: Path | None = None) -> None:
        self.server, self.path = server, (folder or state_folder()) / FILE

    @property
    def last(self) -> SavedSession | None:
        """The session that was used last."""
        return next(iter(self._here()), None)

    def of(self, login: str) -> SavedSession | None:
        """The session of a registered player; of the guest if the login is empty."""
        return next((one for one in self._here() if one.login == login.lower()), None)

    def keep(self, session: SavedSession) -> None:
        """Keep a session as the last one, in place of another of the same login or person."""
        others = [one for one in self._here() if one.login != session.login and one.person != session.person]
        self._write([session, *others])

    def forget(self, token: str) -> None:
        """Forget a session that has ended."""
        self._write([one for one in self._here() if one.token != token])

    def _here(self) -> list[SavedSession]:
        return self._read().get(self.server, [])

    def _read(self) -> dict[str, list[SavedSession]]:
        try:
            content = self.path.read_bytes()
            if os.name == "posix" and self.path.stat().st_mode & OTHERS:
                why = "others may read it, and it holds your sessions; delete it, or run: chmod 600"
                raise SavedError(f"{self.path}: {why} {self.path}")
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise SavedError(f"{self.path} can't be read: {error.strerror}") from None
        try:
            return msgspec.json.decode(content, type=dict[str, list[SavedSession]])
        except msgspec.DecodeError:
            raise SavedError(f"{self.path} is damaged: delete it, and sign in again") from None

    def _write(self, here: list[SavedSession]) -> None:
        everywhere = {**self._read(), self.server: here}
        try:
            self.path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            with written_whole(self.path, replace=True, private=True) as partial:
                partial.write_bytes(msgspec.json.format(msgspec.json.encode(everywhere)))
        except OSError as error:
            raise SavedError(f"{self.path} can't be written: {error.strerror}") from None
