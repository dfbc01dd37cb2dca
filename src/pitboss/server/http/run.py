"""Opens a house and serves it until a signal ends the process."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, cast

import msgspec
import uvicorn
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Connection, Engine

from pitboss.house.audit.heads import key_path, open_key
from pitboss.house.people.people import first_token, has_administrator
from pitboss.house.process import logs
from pitboss.house.process.house import House
from pitboss.house.process.house_players import as_remembered
from pitboss.house.settings import HouseSettings
from pitboss.house.storage.committer import SWITCH_S, CommitterStopped
from pitboss.house.storage.database import (
    DatabaseError,
    file_at,
    hold,
    migrate_within,
    new_file,
    note_program,
    open_database,
    reading,
    shown,
    unsafe_settings,
    writing,
)
from pitboss.server.http.app import make_app
from pitboss.server.http.limits import Gate, Http, Live, Proxies, allow_open_files
from pitboss.server.http.start import ServeError, run_loop
from pitboss.server.other_processes import addresses_of_others
from pitboss.server.sockets import LARGEST

OTHERS_S = 5.0
"""How often a process asks the database where the others are, in seconds."""
LAST_WORDS_S = 5
"""Seconds that open requests get when the house closes."""

Announce = Callable[[str, str | None], None]
"""Called with the address of the house, and with the token of the first administrator.

The token is empty if another start printed it, and None if there is an administrator.
"""


def serve(
    database: str,
    listening: socket.socket,
    settings: HouseSettings,
    announce: Announce,
    *,
    key: Path | None = None,
    new_key: bool = False,
    address: str = "",
    new_token: bool = False,
    warn: Callable[[str], None] = lambda words: None,
    log_requests: bool = True,
) -> None:
    """Serve a house until a signal ends it. Its socket listens already.

    Other processes of the house reach this one at ``address``. ``new_key`` gives the house another signing key than it
    had. ``new_token`` replaces the first administrator's token.
    ``warn`` is told what may break the promise to lose nothing. ``log_requests`` logs a line for each request.
    """
    with ExitStack() as stack:
        stack.enter_context(closing(listening))
        engine, signing = stack.enter_context(opened(database, key, new_key, new_token))
        logs.configure(requests=log_requests)
        most = allow_open_files(settings.limits.connections)
        with reading(engine) as connection:
            for unsafe in unsafe_settings(connection):
                logs.warning("the database may lose acts", why=unsafe)
                warn(unsafe)
        if settings.players.if_new:
            with writing(engine) as connection:
                players = as_remembered(connection, settings.players)
            settings = msgspec.structs.replace(settings, players=players)
        sys.setswitchinterval(SWITCH_S)
        run_loop(_serve(engine, listening, settings, announce, signing, address, new_token, most))


@contextmanager
def opened(
    database: str, key: Path | None, new_key: bool = False, new_token: bool = False
) -> Iterator[tuple[Engine, Ed25519PrivateKey]]:
    """A database at the newest version, held for this process, and the key that signs.

    If anything is wrong with one of them, nothing changes, and no new file stays behind.
    """
    with ExitStack() as stack:
        if (file := file_at(database)) is not None:
            stack.enter_context(hold(file))
        with new_file(file):
            engine = open_database(database)
            try:
                signing = _prepared(engine, key or key_path(database), new_key, new_token)
            except BaseException:
                engine.dispose()
                raise
        stack.callback(engine.dispose)
        yield engine, signing


def _prepared(engine: Engine, key: Path, new_key: bool, new_token: bool) -> Ed25519PrivateKey:
    """Bring the database to the newest version. If the key can't be used, the database stays as it was."""
    with writing(engine) as connection:
        migrate_within(connection)
        if new_token and has_administrator(connection):
            raise ServeError("--new-admin-token: the house has an administrator, who can grant the role")
        note_program(connection)
        return open_key(connection, key, House.now(), new=new_key)


class Server(uvicorn.Server):
    """A server that parks the house before it closes connections, so that nobody loses a turn by the shutdown."""

    def __init__(self, config: uvicorn.Config, house: House, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._house, self._announce = house, announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._announce()
        self._house.coach.start()  # it loads much, so the house answers first

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._house.park()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End at a signal. The signal is not raised again afterwards, since the house must still be closed."""
        before = {one: signal.signal(one, self.handle_exit) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


async def _serve(
    engine: Engine,
    listening: socket.socket,
    settings: HouseSettings,
    announce: Announce,
    key: Ed25519PrivateKey,
    address: str,
    new_token: bool,
    most: int,
) -> None:
    """Serve at most this many connections."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # an address at which it can be reached from here
    own = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    house = House(engine, settings, key, address or own)
    proxies = Proxies(settings.proxies)
    gate = Gate(most, settings.limits.connections_of_address, proxies)
    others: asyncio.Task[None] | None = None
    try:
        try:
            await house.open()
            token = await house.write(lambda connection: _token(connection, new_token))
        except (CommitterStopped, TimeoutError):
            raise DatabaseError(f"{shown(engine.url)} did not accept a write") from None
        config = uvicorn.Config(
            make_app(house, proxies),
            lifespan="off",
            http=cast(Any, partial(Http, gate)),
            ws=cast(Any, partial(Live, gate)),
            ws_max_size=LARGEST,
            ws_per_message_deflate=False,
            log_config=None,
            access_log=False,
            log_level=logging.WARNING,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=LAST_WORDS_S,
        )
        if house.shared:
            others = asyncio.create_task(_know_others(house, proxies))
        await Server(config, house, lambda: announce(address or own, token)).serve(sockets=[listening])
    finally:
        if others is not None:
            others.cancel()
        await house.close()


async def _know_others(house: House, proxies: Proxies) -> None:
    """Know from where other processes of the house connect."""
    while True:
        with suppress(CommitterStopped, DatabaseError, TimeoutError):  # it comes back, and is asked again
            await proxies.know(await house.read(lambda connection: addresses_of_others(connection, house)))
        await asyncio.sleep(OTHERS_S)


def _token(connection: Connection, anew: bool) -> str | None:
    """The token for the announcement."""
    token = first_token(connection, anew=anew)
    return token or (None if has_administrator(connection) else "")
