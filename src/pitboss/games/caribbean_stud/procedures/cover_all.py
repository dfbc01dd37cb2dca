"""Cover All at Caribbean Stud Poker: the highest of two to eight hands, including the dealer's.

``counting_cover_all`` counts the deals in some seconds. The counts depend only on the cards and are stored in
``cover_all.tsv``. To write that file again:

    python -m pitboss.games.caribbean_stud.procedures.cover_all > cover_all.tsv
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from pitboss.basics.poker import CATEGORIES, HIGH_CARD
from pitboss.games.caribbean_stud.pays import COVER_ALL
from pitboss.games.caribbean_stud.rules import CaribbeanStudRules
from pitboss.mathematics.results import WagerOdds, lost, paid

Deals = Mapping[int, Mapping[int, int]]
"""Deals by number of hands and best category. A high card stands for all below three of a kind."""

LOSES = "no hand of three of a kind"
HEAD = "hands\tbest hand\tdeals"


@cache
def deals() -> Deals:
    """Read the deals by best category, for two to eight hands."""
    text = files(__package__).joinpath("cover_all.tsv").read_text(encoding="utf-8")
    found: dict[int, dict[int, int]] = {}
    for row in text.splitlines()[1:]:
        hands, name, number = row.split("\t")
        found.setdefault(int(hands), {})[HIGH_CARD if name == LOSES else CATEGORIES.index(name)] = int(number)
    return found


def as_text(counted: Deals) -> str:
    """The deals in the format of the file."""
    rows = (
        f"{hands}\t{LOSES if category == HIGH_CARD else CATEGORIES[category]}\t{number}"
        for hands, best in counted.items()
        for category, number in best.items()
    )
    return "\n".join((HEAD, *rows)) + "\n"


def cover_all(rules: CaribbeanStudRules, *, every: bool) -> Iterator[WagerOdds]:
    """Cover All for each possible number of hands (ruling cover-all-hands), if no hand that pays is folded."""
    offered = rules.offers_cover_all
    columns = range(2, 9) if every else range(2, rules.positions + 2) if offered else ()
    for hands in columns:
        if hands not in COVER_ALL:  # a study with more seats than the document has
            continue
        best, table = deals()[hands], rules.cover_all_pays(hands)
        wins = (paid(CATEGORIES[kind], best[kind], table[CATEGORIES[kind]]) for kind in sorted(best, reverse=True)[:-1])
        players = "one player's" if hands == 2 else f"{hands - 1} players'"
        yield WagerOdds(
            name=f"cover all {hands}",
            clause="12(k)",
            outcomes=(*wins, lost(LOSES, best[HIGH_CARD])),
            side=True,
            table=str(hands),
            most=rules.cover_all_maximum,
            note=f"{hands} hands: the dealer's and {players}",
        )


if __name__ == "__main__":
    from pitboss.games.caribbean_stud.mathematics.counting_cover_all import count

    print(as_text(count()), end="")
