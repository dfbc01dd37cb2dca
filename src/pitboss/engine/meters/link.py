"""Links: several tables that share the meters of one progressive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.basics.clauses import cite
from pitboss.basics.errors import Defect, RulesError
from pitboss.basics.money import dollars
from pitboss.engine.meters.meter import Meter, MeterTerms


class Link:
    """A link. A table joins it when it is made: ``Table("caribbean_stud", rules, link=link)``.

    All tables must have the same pay table, wager amount and number of decks, and the same seed and rate for each
    meter. Some pay tables are for a single game (ruling link-tables).

    >>> from pitboss import Table
    >>> link = Link()
    >>> rules = {"progressive": "D", "progressive_linked": True}
    >>> tables = [Table("caribbean_stud", rules, link=link) for _ in range(2)]
    >>> link
    <Link of 2 tables: meter $10,000>
    """

    def __init__(self) -> None:
        self.meters: dict[str, Meter] = {}
        self.games: list[str] = []
        """The game of each table that has joined."""
        self._decks = 0

    def __repr__(self) -> str:
        meters = ", ".join(f"{name} {dollars(meter.read())}" for name, meter in self.meters.items())
        return f"<Link of {len(self.games)} tables: {meters or 'no meters yet'}>"

    def defects(self, terms: Sequence[MeterTerms], decks: int) -> Iterator[Defect]:
        """Why a table with these meters can't join."""
        shared = [one for one in terms if one.linked]
        for one in terms:
            if one.alone:
                yield Defect("link", f"pay table {one.table} is for a single game", one.alone)
        if not shared:
            alike = next((one.alike for one in terms if one.alike), "")
            yield Defect("link", "the progressive of this table is not linked by its rules", alike)
            return
        if self.games and {one.name for one in shared} != set(self.meters):
            here, there = ", ".join(one.name for one in shared), ", ".join(self.meters)
            yield Defect(
                "link", f"the meters of this table are {here}, but those of the link are {there}", shared[0].alike
            )
        for one in shared:
            if one.name in self.meters:
                yield from _unlike(one, self.meters[one.name].terms)
        if self.games and decks != self._decks:
            yield Defect(
                "link", f"the table has {decks} decks, but the linked tables have {self._decks}", shared[0].alike
            )

    def join(self, game: str, terms: Sequence[MeterTerms], decks: int) -> dict[str, Meter]:
        """Add a table and return the shared meters. A table that differs from the others is rejected."""
        defects = list(self.defects(terms, decks))
        for defect in defects:
            cite(game, defect.clause)
        if defects:
            raise RulesError(game, defects)
        if not self.games:
            self._decks = decks
            self.meters = {one.name: Meter(one) for one in terms if one.linked}
        self.games.append(game)
        return self.meters


def _unlike(one: MeterTerms, other: MeterTerms) -> Iterator[Defect]:
    """The differences between two tables that share a meter."""
    differences = (
        ("pay table", one.table, other.table),
        ("wager amount", dollars(one.stake), dollars(other.stake)),
        ("seed", dollars(one.seed), dollars(other.seed)),
        ("rate", str(one.rate), str(other.rate)),
    )
    for what, here, there in differences:
        if here != there:
            yield Defect(
                "link", f"the {what} of the {one.name} is {here}, but the linked tables have {there}", one.alike
            )
