"""The directory of people: who they are, by a part of the name or by role, page by page.

>>> from sqlalchemy import create_engine
>>> from pitboss.house.people import guest
>>> from pitboss.house.schema import metadata
>>> engine = create_engine("sqlite://")
>>> metadata.create_all(engine)
>>> with engine.begin() as connection:
...     made = [guest(connection, now=0, name=name) for name in ("Bob", "Ann Lee", "Leeroy")]
...     first = people_found(connection, part="lee", most=1)
...     second = people_found(connection, part="lee", most=1, after=first.next)
>>> [one.name for one in first.people], [one.name for one in second.people], second.next
(['Ann Lee'], ['Leeroy'], '')
"""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, or_, select, tuple_

from pitboss.house.people import PeopleError, Person, Role, known, person_from
from pitboss.house.schema import person as people

MOST = 100
"""The most people of one page."""


class Page(msgspec.Struct, frozen=True):
    """Some people, in the order of their names."""

    people: tuple[Person, ...]
    next: str = ""
    """The id of the last person of the page. Empty if nobody follows."""


def people_found(
    connection: Connection, *, part: str = "", role: Role | None = None, after: str = "", most: int = MOST
) -> Page:
    """The people whose name or login contains a text and who have a role, after the person with an id.

    Capital and small letters are alike, at least those from a to z; the database decides about others.
    """
    if not part.isprintable():
        raise PeopleError("name", f"a part of a name must have printable characters only, unlike {part!a}")
    in_order = select(people).order_by(people.c.name, people.c.id).limit(most + 1)
    if part:
        within = (people.c.name.icontains(part, autoescape=True), people.c.login.icontains(part, autoescape=True))
        in_order = in_order.where(or_(*within))
    if role is not None:
        in_order = in_order.where((" " + people.c.roles + " ").contains(f" {role} "))
    if after:
        last = known(connection, after)
        in_order = in_order.where(tuple_(people.c.name, people.c.id) > tuple_(last.name, last.id))
    found = tuple([person_from(row) for row in connection.execute(in_order)])
    return Page(found[:most], found[most - 1].id if len(found) > most else "")
