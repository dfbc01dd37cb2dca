"""Signs people in as the house does, in one call."""

from __future__ import annotations

from argon2 import PasswordHasher
from sqlalchemy import Connection

from pitboss.house.people import people
from pitboss.house.people.people import Person


def verify_password(connection: Connection, login: str, password: str, *, hasher: PasswordHasher) -> Person | None:
    """The person who has this login and password, unless disabled."""
    proof = people.prove(people.stored_hash(connection, login), password, hasher=hasher)
    return people.accept(connection, login, proof) if proof else None
