"""``pitboss serve``: run a house of live tables."""

from __future__ import annotations

import shlex
import shutil
import sys
from ipaddress import ip_network
from pathlib import Path

import msgspec

from pitboss.basics.extras import ODDS
from pitboss.cli.arguments import DATABASE, Database, Unusable, flag, option
from pitboss.cli.output import complain
from pitboss.terminal.seat.answers import read_amount

NAME = "pitboss"


def serve(
    database: Database = DATABASE,
    host: str = option(
        "127.0.0.1", "ADDRESS", "The address to listen at. The default can be reached from this machine only."
    ),
    port: int = option(8000, "N", "The port to listen at. 0: any free port."),
    pace: float = option(1.0, "FACTOR", "A factor on all clocks and pauses. 2 is slower; at 0 nothing waits."),
    money: str = option("10000", "DOLLARS", "Play money that a new person gets."),
    take: str = option("1000", "DOLLARS", "Play money that a person with too little left to play may take. 0: none."),
    validate_above: str = option(
        "", "DOLLARS", "A supervisor must approve larger jackpots. Default: the automatic supervisor approves all."
    ),
    key: Path | None = option(
        None,
        "FILE",
        "The file of the key that signs results. Default: a file beside the database. A new house makes it.",
        envvar="PITBOSS_KEY",
    ),
    new_signing_key: bool = flag(
        "--new-signing-key",
        "Sign with another key than before, since that is lost or no longer secret. The staff journal says"
        " so. Stop all processes of the house first.",
    ),
    address: str = option(
        "",
        "URL",
        "Where other processes on the same PostgreSQL reach this one. Default: host and port.",
        envvar="PITBOSS_ADDRESS",
    ),
    origin: list[str] | None = option(None, "URL", "A site whose pages may connect too. Can be given several times."),
    trusted_proxy: list[str] | None = option(
        None,
        "ADDRESS",
        "A proxy that says in X-Forwarded-For for whom it asks: its address, or a network as 10.0.0.0/24."
        " Can be given several times. Default: none, and what others say there is ignored.",
    ),
    metrics_token: str = option(
        "",
        "TOKEN",
        "Whoever sends this token reads /metrics, and nobody else. Default: the house's own network does.",
        envvar="PITBOSS_METRICS_TOKEN",
    ),
    address_connections: int = option(100, "N", "The most open connections of one address."),
    body_seconds: float = option(10.0, "SECONDS", "The time within which the body of a request must come."),
    house_players: int = option(
        0,
        "N",
        "Players of the house at each public table, while somebody looks: 0 to 5. Each person who sits down takes the"
        " place of one. They play with money that the house lends them, in an account of its own.",
    ),
    house_players_at_meters: bool = flag(
        "--house-players-at-meters",
        "Let them sit at tables that share a meter, too, and beside people at a table with its own. They place no"
        " progressive wager.",
    ),
    house_players_if_new: bool = flag(
        "--house-players-if-new",
        "Take --house-players only for a house that this start makes, which remembers them. An older house has as many"
        " as it remembers.",
    ),
    docs: Path | None = option(
        None,
        "FOLDER",
        "The documentation to serve at /docs/, as 'make docs' builds it. Default: build/site of a clone.",
    ),
    no_tables: bool = flag("--no-tables", "Do not open a table of each game in an empty house."),
    new_admin_token: bool = flag(
        "--new-admin-token", "Print a new token for the first administrator. The old one becomes invalid."
    ),
    lazy_coach: bool = flag(
        "--lazy-coach", "Start the coach's process with the first question, which then takes seconds. It saves memory."
    ),
    no_limits: bool = flag("--no-limits", "Set no rate limits, for load tests."),
    verbose: bool = flag(
        "--verbose", "Log a line for each request on a terminal, too. A file or a pipe always gets it."
    ),
) -> None:
    """Run a house of live tables. Play money only.

    Everything that happens is stored in the database before anybody is told. Stop the house with Ctrl-C: rounds wait,
    and go on when it starts again. docs/protocol.md describes the interface for clients.

    [bold]Examples[/]

      pitboss serve
      pitboss serve --database sqlite:///house.db --port 8000
      pitboss serve --database postgresql://user@host/db --port 8001
      pitboss serve --pace 0.5 --money 500
    """
    from pitboss.house.settings import UNLIMITED, HouseSettings, Limits, Pace, PlayersSettings
    from pitboss.server.http.start import ServeError, listen

    if not 0 <= port <= 65_535:
        raise Unusable(f"--port must be between 0 and 65,535, not {port}")
    for name, value in (("--address", address), *(("--origin", one) for one in origin or ())):
        if value and not value.startswith(("http://", "https://")):
            raise Unusable(f"{name} must begin with http:// or https://, not {value!r}")
    for proxy in trusted_proxy or ():
        try:
            ip_network(proxy)
        except ValueError:
            raise Unusable(f"--trusted-proxy takes an address or a network, as 10.0.0.0/24, not {proxy!r}") from None
    if address_connections < 1:
        raise Unusable(f"--address-connections must be at least 1, not {address_connections}")
    if body_seconds <= 0:
        raise Unusable(f"--body-seconds must be more than 0, not {body_seconds:g}")
    limits = UNLIMITED if no_limits else Limits(connections_of_address=address_connections)
    if docs is not None and not (docs / "index.html").is_file():
        raise Unusable(f"--docs: there is no index.html in {docs}")
    try:
        players = PlayersSettings(
            at_table=house_players, at_meters=house_players_at_meters, if_new=house_players_if_new
        )
    except ValueError as error:
        raise Unusable(f"--house-players: {error}") from None
    if house_players_at_meters and not house_players:
        raise Unusable("--house-players-at-meters needs --house-players")
    try:
        settings = HouseSettings(
            pace=Pace().times(pace),
            starting_cents=_cents("--money", money),
            take_cents=_cents("--take", take),
            validate_above=_cents("--validate-above", validate_above) if validate_above else None,
            origins=tuple(origin or ()),
            seed_tables=not no_tables,
            coach_ahead=not lazy_coach,
            players=players,
            docs=docs,
            limits=msgspec.structs.replace(limits, body_s=body_seconds),
            proxies=tuple(trusted_proxy or ()),
            metrics_token=metrics_token,
        )
    except ValueError as error:
        raise Unusable(f"--pace: {error}") from None
    try:
        listening = listen(host, port)
    except ServeError as error:
        raise Unusable(str(error)) from None

    # These packages are large. Whoever connects while they load, as pages do after a restart, waits for the house.
    from pitboss.house.audit.signing import SigningError
    from pitboss.house.storage.database import DatabaseError
    from pitboss.server.http import run

    try:
        run.serve(
            database,
            listening,
            settings,
            announce,
            key=key,
            new_key=new_signing_key,
            address=address,
            new_token=new_admin_token,
            warn=warn,
            log_requests=verbose or not sys.stderr.isatty(),
        )
    except (ServeError, DatabaseError, SigningError) as error:
        raise Unusable(str(error)) from None
    print("The house is closed. Rounds in progress wait in the database.")


def announce(address: str, token: str | None) -> None:
    """Say where to go, and how the first administrator is made."""
    print(f"The house is open at {address}")
    print(f"Open it in a browser, or sit down in another terminal:  {own_command()} play --server {address}")
    if token:
        print("There is no administrator. Whoever registers and sends this token becomes one:")
        print(f"  {token}   (at {address}/#/account, or POST /api/administrator)")
    elif token is not None:
        print("There is no administrator. The token was printed when it was made.")
        print("  If it is lost, stop this process and start it with --new-admin-token.")
    if not ODDS.is_installed:
        print(f"It has no exact odds, no coach and no drill: {ODDS.command}.")
    print("Stop with Ctrl-C.", flush=True)


def warn(words: str) -> None:
    """Warn the operator before the house opens."""
    complain(f"warning: {words}")


def _cents(option: str, amount: str) -> int:
    found = read_amount(amount)
    if isinstance(found, str):
        raise Unusable(f"{option}: {found}")
    return found


def own_command() -> str:
    """The command that runs this Pitboss: by its name if the shell finds it, else by its path, else as a module."""
    started, python = Path(sys.argv[0]), Path(sys.executable)
    script = shutil.which(started) if started.stem == NAME else shutil.which(NAME, path=str(python.parent))
    if script is None:
        return f"{_shown(python)} -m pitboss.cli"
    found = shutil.which(NAME)
    return NAME if found and Path(found).samefile(script) else _shown(Path(script))


def _shown(path: Path) -> str:
    """A path as a shell takes it, from the current directory if it lies below that."""
    full, here = path.absolute(), Path.cwd()
    if not full.is_relative_to(here):
        return shlex.quote(str(full))
    below = full.relative_to(here)
    return shlex.quote(str(below) if len(below.parts) > 1 else f"./{below}")
