"""Links: several tables that share the meters of one progressive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.clauses import cite
from pitboss.errors import Defect, RulesError
from pitboss.meter import Meter, MeterTerms
from pitboss.money import dollars


class Link:
    """Tables join it when they are made: ``Table("caribbean_stud", rules, link=link)``.

    All must have the same pay table, wager amount and number of decks, and a meter has one seed and one rate; some pay
    tables are for one game alone (ruling link-tables).
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
                yield Defect("link", f"pay table {one.table} is for one game alone", one.alone)
        if not shared:
            alike = next((one.alike for one in terms if one.alike), "")
            yield Defect("link", "the rules of this table do not say that its progressive is linked", alike)
            return
        if self.games and {one.name for one in shared} != set(self.meters):
            here, there = ", ".join(one.name for one in shared), ", ".join(self.meters)
            yield Defect("link", f"the meters of this table are {here}, those of the link {there}", shared[0].alike)
        for one in shared:
            if one.name in self.meters:
                yield from _unlike(one, self.meters[one.name].terms)
        if self.games and decks != self._decks:
            yield Defect("link", f"the table has {decks} decks, the linked ones {self._decks}", shared[0].alike)

    def join(self, game: str, terms: Sequence[MeterTerms], decks: int) -> dict[str, Meter]:
        """The meters that a table shares from now on. A table that is unlike the others is refused."""
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
    """What two tables that share a meter do not have in common."""
    differences = (
        ("pay table", one.table, other.table),
        ("wager amount", dollars(one.stake), dollars(other.stake)),
        ("seed", dollars(one.seed), dollars(other.seed)),
        ("rate", str(one.rate), str(other.rate)),
    )
    for what, here, there in differences:
        if here != there:
            yield Defect("link", f"the {what} of the {one.name} is {here}, that of the linked {there}", one.alike)
