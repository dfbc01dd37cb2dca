"""Whether a person may do something in the house. Every such decision is made here, by pure functions.

| what decides | function | who asks |
|---|---|---|
| the role | ``allow`` | the routes of HTTP |
| the role, of somebody who sends a command | ``check_role`` | the WebSocket |
| the duty: who deals, supervises or plays at the table | ``check_duty`` | the running table |
| the seat, the round, and the cards that are not dealt yet | ``check_turn``, ``check_seat`` | the live table |
| the duty, of somebody who asks by HTTP | ``check_preview`` and those after it | the routes of a table |

They are asked in this order, and the first that raises decides. ``Forbidden`` goes to HTTP and ``Refusal`` to whoever
gave a command. What the document allows is the round's own business, and whether somebody can pay is the cashier's.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Protocol

from pitboss.engine.round.events import DEALER
from pitboss.engine.round.inputs import PLAYER, STAFF, SUPERVISOR
from pitboss.engine.table import Table
from pitboss.house.people.people import PeopleError, Person, Role
from pitboss.house.settings import TableSettings
from pitboss.protocol import messages as msg


class Forbidden(PeopleError):
    """A person lacks the role for an operation, or is not signed in."""


class Refusal(Exception):
    """A command is refused, and nothing has changed."""

    def __init__(self, code: str, why: str, clause: str = "") -> None:
        super().__init__(code, why, clause)
        self.code, self.why, self.clause = code, why, clause


class Actor(Protocol):
    """Somebody who gives commands."""

    person: str
    name: str
    roles: tuple[str, ...]


CLOSING = "this table closes after the round"
NOT_DEALT = "the dealer has not dealt these cards yet"
"""Why nobody may act in the round while cards are held back."""
NOT_DEALER = "you do not deal at this table"


# --- by role

_ARTICLES: Final = {role: "an" if role[0] in "aeiou" else "a" for role in Role}
_EVERYONE = frozenset(Role)
_PLAYER = frozenset({Role.PLAYER})
_SUPERVISOR = frozenset({Role.SUPERVISOR})
_ADMINISTRATOR = frozenset({Role.ADMINISTRATOR})
_MANAGERS = _SUPERVISOR | _ADMINISTRATOR
_READERS = frozenset({Role.AUDITOR, Role.ADMINISTRATOR})

OPERATIONS: Final[dict[str, frozenset[Role]]] = {
    "spectate": _EVERYONE,
    "sit": _PLAYER,
    "act": _PLAYER,
    "buy in": _PLAYER,
    # Whoever loses the role of player can still take their money home.
    "leave": _EVERYONE,
    "cash out": _EVERYONE,
    "open public table": _MANAGERS,
    "open private table": _PLAYER,
    "close table": _MANAGERS,
    "close own table": _PLAYER,  # a private one, by who opened it
    "restart table": _MANAGERS,
    "change rules": _MANAGERS,
    "deal": frozenset({Role.DEALER}),
    "report": frozenset({Role.DEALER, Role.SUPERVISOR}),
    "answer call": _MANAGERS | {Role.DEALER},  # a dealer at their own table
    "validate": _SUPERVISOR,
    "recut": _SUPERVISOR,
    "fill": _SUPERVISOR,
    "credit": _SUPERVISOR,
    "count": _SUPERVISOR,
    "read inventory": _MANAGERS | _READERS,
    "issue money": _ADMINISTRATOR,
    "issue coupons": _ADMINISTRATOR,
    "grant role": _ADMINISTRATOR,
    "revoke session": _ADMINISTRATOR,  # of another person
    "read people": _READERS,
    "disable account": _ADMINISTRATOR,  # and enable it again
    "reset password": _ADMINISTRATOR,  # of another person
    "read audit": _READERS,
    "read statements of others": _READERS,
    "read statement of table": _MANAGERS | _READERS,
    "backup": _ADMINISTRATOR,
}
"""Every operation of the house that needs a role, and the roles of which one is enough. All else is forbidden.

Roles add up. An administrator has no power at a table without another role, which takes a logged grant.
"""
_IN_WORDS: Final = {
    "spectate": "watch a table",
    "sit": "sit down",
    "act": "play",
    "leave": "leave a table",
    "open public table": "open a public table",
    "open private table": "open a private table",
    "close table": "close this table",
    "close own table": "close a table of their own",
    "restart table": "restart a table",
    "change rules": "change the rules of a table",
    "report": "report an irregularity",
    "answer call": "answer a call of the floor",
    "validate": "validate payouts",
    "recut": "order a recut",
    "fill": "fill a table inventory",
    "credit": "take a credit from a table inventory",
    "count": "count a table inventory",
    "read inventory": "read a table inventory",
    "grant role": "grant roles",
    "revoke session": "end the sessions of others",
    "read people": "look people up",
    "disable account": "disable accounts",
    "reset password": "reset passwords",
    "read audit": "read the staff journal",
    "read statements of others": "read the statements of others",
    "read statement of table": "read the statement of a table",
    "backup": "make a backup",
}
"""How a refusal names an operation whose own name is too short for a sentence."""


_OF_MESSAGES: Final[dict[type, str]] = {
    msg.Sit: "sit",
    msg.Stand: "sit",
    msg.Leave: "leave",
    msg.SitOut: "leave",
    msg.BuyIn: "buy in",
    msg.CashOut: "cash out",
    msg.Ready: "act",
    msg.Deal: "deal",
    msg.CallFloor: "act",
    msg.Watch: "spectate",
}
"""The operation of each kind of message. That of an act in a round depends on who acts."""


def allow(person: Person | None, operation: str) -> Person:
    """The person, who must have a role for an operation. Nobody may do what ``OPERATIONS`` does not name.

    >>> allow(Person(id="1", name="Ann", made_at=0), "close table")
    Traceback (most recent call last):
        ...
    pitboss.house.authorize.Forbidden: only a supervisor or an administrator may close this table
    """
    if person is None:
        raise Forbidden("signed-out", "sign in first")
    if person.disabled_at is not None:
        raise Forbidden("disabled", f"the account of {person.name!r} is disabled")
    if why := _lacks_role(person.roles, operation):
        raise Forbidden("forbidden", why)
    return person


def check_role(roles: Collection[str], message: msg.Command | msg.Watch) -> None:
    """Raise ``Refusal`` if nobody with these roles may send such a message.

    >>> check_role(["player"], msg.Deal(table="t1", key="k1", round=1, left=2))
    Traceback (most recent call last):
        ...
    pitboss.house.authorize.Refusal: ('role', 'only a dealer may deal', '')
    """
    if why := _lacks_role(roles, operation_of(message)):
        raise Refusal("role", why)


def operation_of(message: msg.Command | msg.Watch) -> str:
    """The operation that a message needs a role for."""
    if not isinstance(message, msg.Play):
        return _OF_MESSAGES[type(message)]
    if message.by not in STAFF:  # a player, or nobody: the table says so
        return "act"
    if message.do == "report":
        return "report"
    if message.by == SUPERVISOR:
        return "recut" if "cut" in message.do else "validate"
    return "deal"


def _lacks_role(roles: Collection[str], operation: str) -> str:
    """Why these roles are not enough for an operation. Empty if they are."""
    enough, what = OPERATIONS.get(operation), _IN_WORDS.get(operation, operation)
    if not enough:
        return f"nobody may {what}"
    if not enough.isdisjoint(roles):
        return ""
    named = " or ".join(f"{_ARTICLES[role]} {role}" for role in Role if role in enough)
    return f"only {named} may {what}"


# --- by duty at a table


def is_on_duty(person: str, roles: Collection[str], dealer: str) -> bool:
    """Whether somebody deals at a table now, or supervises it. ``dealer`` deals now, or is empty."""
    return (person == dealer and Role.DEALER in roles) or Role.SUPERVISOR in roles


def is_at(table: Table, person: str) -> bool:
    """Whether somebody sits at a table, or stands behind its seats."""
    return any(person == player for _, player in table.seats)


def check_duty(person: str, command: msg.Command, table: Table, *, assigned: str, dealer: str) -> None:
    """Raise ``Refusal`` if the staff of a table is in the way: nobody plays and serves at one table.

    ``assigned`` is the person who is to deal at the table, and ``dealer`` the one who deals now. Both may be empty.
    """
    match command:
        case msg.Sit() | msg.Stand() if person == assigned:
            raise Refusal("role", "you deal at this table, so you can't play at it")
        case msg.Deal() if person != dealer:
            raise Refusal("role", NOT_DEALER)
        case msg.Play(by=by, do=do) if by in STAFF:
            in_round = table.round.seats if table.round is not None else ()
            if is_at(table, person) or any(person == player for _, player in in_round):
                raise Refusal("role", f"you play at this table, so you can't act as its {by}")
            if by == DEALER and person != dealer:
                raise Refusal("role", NOT_DEALER)
            if by != DEALER and person == dealer and do != "report":
                raise Refusal("role", "you deal at this table, so somebody else must act as its supervisor")


# --- by seat and turn


def check_seat(table: Table, person: str) -> None:
    """Raise ``Refusal`` if somebody is not at a table."""
    if not is_at(table, person):
        raise Refusal("seat", "you are not at this table")


def check_dealt(undealt: int) -> None:
    """Raise ``Refusal`` if cards are not dealt yet.

    Nobody may do what would tell of them: how the round goes on, or what it paid.
    """
    if undealt:
        raise Refusal("late", NOT_DEALT)


def check_turn(
    person: str,
    roles: Collection[str],
    command: msg.Command,
    table: Table,
    *,
    number: int,
    closing: bool = False,
    undealt: int = 0,
) -> None:
    """Raise ``Refusal`` if it is not the time for a command, or the person has no seat for it.

    ``number`` is that of this round or the last one, ``closing`` says whether the table closes after it, and
    ``undealt`` is how many cards the person who deals has yet to deal. Who leaves is checked by ``check_leaving``,
    since the house lets people leave too. Who buys in is checked by the cashier, who knows what was bought before.
    """
    match command:
        case msg.Play():
            check_dealt(undealt)
            _check_play(person, roles, command, table)
        case msg.Sit() | msg.Stand():
            if closing:
                raise Refusal("closing", CLOSING)
            if is_at(table, person):
                raise Refusal("seat", "you are at this table already")
        case msg.SitOut() | msg.CallFloor():
            check_seat(table, person)
        case msg.Ready():
            check_seat(table, person)
            if command.round != number:
                raise Refusal("late", f"round {command.round} is not in progress")
        case msg.CashOut():
            check_dealt(undealt)
        case msg.Deal():
            if not undealt or command.round != number or command.left != undealt:
                raise Refusal("late", "these cards are dealt already")


def _check_play(person: str, roles: Collection[str], play: msg.Play, table: Table) -> None:
    """Nobody acts in another round, for another player, or for staff without the role."""
    round = table.round
    if round is None or round.over or play.round != round.number:
        raise Refusal("late", f"round {play.round} is not in progress")
    if play.by == PLAYER:
        if all(player != person for _, player in round.seats):
            check_seat(table, person)
            raise Refusal("late", "you came during this round: you play from the next one on")
    elif play.by not in STAFF:
        raise Refusal("malformed", "'by' must be player, dealer or supervisor")
    elif play.by not in roles:
        raise Refusal("role", f"only a {play.by} may do this")


def check_leaving(table: Table, player: str, undealt: int) -> None:
    """Raise ``Refusal`` if somebody can't leave a table now."""
    check_seat(table, player)
    check_dealt(undealt)


# --- by duty, for those who ask by HTTP


def check_preview(person: Person, table: Table, dealer: str) -> None:
    """Raise ``Forbidden`` if somebody may not ask what a report would do. ``dealer`` deals at the table now."""
    if not is_on_duty(person.id, person.roles, dealer):
        raise Forbidden("forbidden", "only who deals at this table, or a supervisor, may ask this")
    if is_at(table, person.id):
        raise Forbidden("forbidden", "you play at this table, so you can't report at it")


def check_answer(person: Person, player: str, dealer: str) -> None:
    """Raise ``Forbidden`` if somebody may not answer a player's call. ``dealer`` deals at the table now."""
    if person.id != dealer and _MANAGERS.isdisjoint(person.roles):
        raise Forbidden("forbidden", "a dealer answers calls at their own table only")
    if person.id == player:
        raise Forbidden("forbidden", "you can't answer your own call")


def check_coming_to_deal(
    person: Person, table: Table, settings: TableSettings, *, assigned: str, opened_by: str
) -> None:
    """Raise ``Refusal`` if somebody can't deal at a table now, and ``Forbidden`` if the table asks for no dealer.

    ``assigned`` is the person who is to deal there.
    """
    if is_at(table, person.id):
        raise Refusal("seat", "you play at this table, so you can't deal at it")
    if assigned not in ("", person.id):
        raise Refusal("role", "somebody else deals at this table")
    if settings.private and not settings.asks_dealer and opened_by != person.id:
        raise Forbidden("forbidden", "this table is private, and who opened it did not ask for a dealer")


def check_sending_away(person: Person, assigned: str) -> None:
    """Raise ``Forbidden`` if somebody may not let the person who deals at a table go."""
    if assigned != person.id and Role.SUPERVISOR not in person.roles:
        raise Forbidden("forbidden", "only the dealer or a supervisor may send the dealer away")


def allow_closing(person: Person, settings: TableSettings, *, opened_by: str) -> bool:
    """Raise ``Forbidden`` if somebody may not close a table. Returns whether they do so as staff."""
    own = settings.private and opened_by == person.id
    allow(person, "close own table" if own else "close table")
    return not own


def is_listed(person: Person | None, table: Table, settings: TableSettings, *, opened_by: str) -> bool:
    """Whether somebody finds a table in the list. A private one is for its players, and for dealers it asks for."""
    if not settings.private:
        return True
    if person is None:
        return False
    wanted = settings.asks_dealer and Role.DEALER in person.roles
    return wanted or opened_by == person.id or is_at(table, person.id)
