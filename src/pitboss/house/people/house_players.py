"""Players of the house: who they are.

The house fills seats with them while somebody looks. They are no people: they have no row in the database, no
wallet, no session and no role. Everything about one follows from the id, which nobody else can have. So every process
finds the same players again, also after a crash.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple
from zlib import crc32

PREFIX = "house-"
"""How their ids begin. The ids that the house makes for people are hexadecimal."""
MARK = "(house)"
"""How their names end, and how no name of a person may end."""
NAMES = (
    *("Ada", "Amos", "Bea", "Boris", "Carla", "Cyrus", "Dora", "Edgar", "Elsa", "Enzo", "Fay", "Felix", "Gwen", "Hugo"),
    *("Ida", "Igor", "Jess", "Jonas", "Kira", "Leon", "Lola", "Luis", "Mara", "Milo", "Nora", "Omar", "Opal", "Otto"),
    *("Pia", "Quinn", "Rosa", "Rudy", "Sara", "Silas", "Tess", "Theo", "Una", "Vera", "Wanda", "Wim", "Yara", "Zeno"),
)
_IN_BRACKETS = re.compile(r"[(\[{<]([^(\[{<]*)$")


class Skill(StrEnum):
    """How well a player of the house plays."""

    NOVICE = "novice"
    """By the simple rule of the game, with mistakes."""
    REGULAR = "regular"
    """By the simple rule of the game (``Game.basic``)."""
    EXPERT = "expert"
    """As the coach advises, if it has an answer in time."""


class HousePlayer(NamedTuple):
    """A player of the house.

    >>> dora = HousePlayer.at("4f2a", 2)
    >>> dora == HousePlayer.at("4f2a", 2), dora.id, is_house_player(dora.id), is_house_player("4f2a")
    (True, 'house-4f2a-2', True, False)
    """

    id: str
    name: str
    skill: Skill
    tempo: float
    """A factor on the time that this player takes: less than 1 is faster than most."""

    @classmethod
    def at(cls, table: str, number: int) -> HousePlayer:
        """The player of this number at a table. Those of one table differ in name and tempo; skills take turns."""
        drawn = crc32(table.encode()) + number
        skills = tuple(Skill)
        return cls(
            id=f"{PREFIX}{table}-{number}",
            name=f"{NAMES[drawn % len(NAMES)]} {MARK}",
            skill=skills[drawn % len(skills)],
            tempo=0.75 + (drawn % 7) / 10,
        )


def is_house_player(id: str) -> bool:
    """Whether this is the id of a player of the house."""
    return id.startswith(PREFIX)


def in_last_brackets(name: str) -> str:
    """What stands in brackets at the end of a name. Empty if nothing does.

    >>> in_last_brackets("Ann (house)"), in_last_brackets("Ann [h0use"), in_last_brackets("Ann")
    ('house)', 'h0use', '')
    """
    found = _IN_BRACKETS.search(name)
    return found[1] if found else ""
