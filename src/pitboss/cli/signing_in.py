"""Who plays at the terminal: a registered player, the guest of last time, or a new guest."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from pitboss.cli.arguments import Unusable
from pitboss.cli.output import console
from pitboss.client.errors import Refused
from pitboss.client.saved_sessions import SavedError, SavedSession, SavedSessions
from pitboss.terminal.seat.drawing import visible
from pitboss.terminal.seat.lines import Keyboard

if TYPE_CHECKING:
    from pitboss.client.synchronous import Client
    from pitboss.protocol.account import Person

PASSWORD = "PITBOSS_PASSWORD"
"""The environment variable that holds a password."""
Say = Callable[..., object]
"""Says a line: its words, and perhaps a style."""
TRIES = 3
"""How often a password may be typed."""
_MADE_UP = re.compile(r"Guest \w{4}")
WRONG, SIGNED_OUT = "wrong-password", "signed-out"


class SigningIn:
    """Signs a player in, and keeps the session on this machine.

    A password is typed without echo, or comes from a file or the environment. It is never an argument of the command,
    since other users of the machine can see those.
    """

    def __init__(
        self,
        client: Client,
        keyboard: Keyboard,
        password_file: Path | None = None,
        say: Say | None = None,
        *,
        does: str = "play",
    ) -> None:
        self.client, self.keyboard, self.file, self.does = client, keyboard, password_file, does
        self.say = say or (lambda words, style="": console().print(Text(words, style)))
        self.saved = SavedSessions(client.server)

    def sign_in(self, name: str, *, guest: bool, register: bool) -> Person:
        """Sign in as the command says. Default: whoever played here last, or else a new guest."""
        try:
            if guest:
                return self._new_guest(name)
            if register:
                self._come_back(self.saved.of(""))
                return self._register_and_say(name)
            if name:
                return self._come_back(self.saved.of(name)) or self._log_in(name)
            return self._come_back(self.saved.last) or self._new_guest("")
        except SavedError as error:
            raise Unusable(str(error)) from None

    def register(self, login: str) -> None:
        """Make the guest who plays now a registered player, who keeps chips and history."""
        try:
            self._register_and_say(login)
        except (SavedError, Unusable) as error:
            raise Refused("password", str(error)) from None

    def sign_in_as(self, login: str) -> None:
        """Go on as somebody who is registered."""
        before = self.client.token
        try:
            self._come_back(self.saved.of(login)) or self._log_in(login)
        except BaseException as error:
            self.client.talk.token = before
            if isinstance(error, SavedError | Unusable):
                raise Refused("password", str(error)) from None
            raise

    # --- the ways to sign in

    def _come_back(self, saved: SavedSession | None) -> Person | None:
        """Go on with a session that was kept. None if there is none, or if it has ended."""
        if saved is None:
            return None
        self.client.talk.token = saved.token
        try:
            person = self.client.me().person
        except Refused as no:
            if no.code != SIGNED_OUT:
                raise
            self.client.talk.token = ""
            self.saved.forget(saved.token)
            self.say(f"The session of {visible(saved.name)} at this house has ended.")
            return None
        self.saved.keep(SavedSession.of(saved.token, person))
        kind = "" if person.login else "the guest "
        self.say(f"Welcome back. You {self.does} as {kind}{visible(_without_guest(person.name))}.")
        return person

    def _new_guest(self, name: str) -> Person:
        before = self.saved.of("")
        person = self._kept(self.client.guest(name))
        self.say(f"You {self.does} as the new guest {visible(_without_guest(person.name))}.")
        if before:
            self.say(f"This machine no longer remembers the guest {visible(before.name)}.")
        register = f"pitboss play --server {self.client.server} --register --name NAME"
        self.say(f"This machine remembers you. Register to play from other machines, too: {register}", "dim")
        return person

    def _log_in(self, name: str) -> Person:
        given = self._given_password()
        for tried in range(1, TRIES + 1):
            password = given or self.keyboard.secret(f"Password of {visible(name)}: ")
            try:
                person = self._kept(self.client.login(name, password))
            except Refused as no:
                if given or no.code != WRONG or tried == TRIES:
                    raise
                self.say("The name or the password is wrong. Try again.", "red")
                continue
            self.say(f"You {self.does} as {visible(person.name)}.")
            return person
        raise AssertionError("the last try returns or raises")

    def _register_and_say(self, login: str) -> Person:
        was_guest = bool(self.client.token)
        # a name that the house has made up for a guest says nothing
        name = login if was_guest and _MADE_UP.fullmatch(self.client.me().person.name) else ""
        password = self._given_password()
        if not password:
            password = self.keyboard.secret(f"Choose a password for {visible(login)}, 10 characters or more: ")
            if self.keyboard.secret("Type it again: ") != password:
                raise Unusable("the two passwords differ; you are not registered")
        person = self._kept(self.client.register(login, password, name))
        keeps = " You keep your chips and your history." if was_guest else ""
        self.say(f"You are registered as {visible(login)}.{keeps}")
        self.say(f"Sign in anywhere with: pitboss play --server {self.client.server} --name {login}", "dim")
        return person

    def _kept(self, person: Person) -> Person:
        self.saved.keep(SavedSession.of(self.client.token, person))
        return person

    def _given_password(self) -> str:
        """The password from the file or the environment. Empty if it must be typed."""
        if self.file is None:
            return os.environ.get(PASSWORD, "")
        try:
            password = self.file.read_text(encoding="utf-8").rstrip("\r\n")
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
            raise Unusable(f"--password-file: {self.file} can't be read: {why}") from None
        if not password:
            raise Unusable(f"--password-file: {self.file} is empty")
        return password


def _without_guest(name: str) -> str:
    """The name of a guest without the word that the house puts before a name that it makes up.

    >>> _without_guest("Guest K2TM"), _without_guest("Ann")
    ('K2TM', 'Ann')
    """
    return name.removeprefix("Guest ") if _MADE_UP.fullmatch(name) else name
