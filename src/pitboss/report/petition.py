"""The file for the Commission: what 205 CMR 147.04(3) asks of a petition for a game, as far as a program can supply it.

The content comes from the engine, the counts and the trace. What differs from the document's own rules is marked
throughout. What only people can supply stands as an empty field with a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import count, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.basics.clauses import Clause
from pitboss.basics.errors import Defect, SimulationError
from pitboss.basics.files import check_free, put
from pitboss.engine import registry
from pitboss.engine.game import Game, Wager
from pitboss.engine.rules import Given, TableRules, clause_of
from pitboss.mathematics import any_game
from pitboss.mathematics.exposure import Exposure, exposure
from pitboss.mathematics.results import GameOdds, WagerOdds
from pitboss.report import felt
from pitboss.report.drawing import suffix_of
from pitboss.report.examples import Dealt, Remedy, dealt, remedies
from pitboss.report.numbers import NONE, percent
from pitboss.report.par_sheet import Option, ParSheet
from pitboss.report.writing import about, rendered
from pitboss.verification.trace import TracedClause, trace

if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboss.verification.shuffle.evidence import ShuffleEvidence

    Part = Callable[[str, float], None]
    """Is told the name of a part of the work, and how much of it is done."""

PETITION = ("a petition", (".html",))
TEMPLATE = "petition.html.j2"
SHOWN = 2
"""The places in the code that are named for a clause."""


class ChangedLine(msgspec.Struct, frozen=True):
    """A line of a pay table."""

    line: str
    pays: str
    document: str
    """What the document's default rules pay. Empty if they have no such line."""

    @property
    def differs(self) -> bool:
        return self.pays != self.document


class Figures(msgspec.Struct, frozen=True):
    """What a petition takes from the counts, and from the orders of shuffled cards."""

    odds: GameOdds
    document: GameOdds
    """Every wager and pay table of the document, at its defaults."""
    chosen: GameOdds
    """The wagers of a table with the document's default rules."""
    exposure: Exposure | None
    """None if the game has no count of it."""
    shuffle: ShuffleEvidence | str
    """Or why the tests do not suit the game's shuffle, as a sentence."""


class Petition:
    """The parts of a petition."""

    def __init__(self, figures: Figures, traced: Sequence[TracedClause], lesson: Sequence[str]) -> None:
        self.figures, self.traced, self.lesson = figures, traced, lesson
        self.sheet = ParSheet(figures.odds)
        self.game: Game = self.sheet.game
        self.rules: TableRules = figures.odds.rules
        self.document: TableRules = self.game.rules()
        self.clauses = registry.clauses(self.game)

    # --- what differs from the document

    @cached_property
    def defects(self) -> tuple[Defect, ...]:
        """What the document forbids in these rules."""
        return tuple(self.rules.defects()) if self.rules.study else ()

    @cached_property
    def changed(self) -> list[Option]:
        """The options that differ from the document's defaults, without pay tables."""
        return [one for one in self.sheet.options if one.changed]

    @cached_property
    def pay_tables(self) -> dict[str, list[ChangedLine]]:
        stated = self.game.pays(self.document)
        found = {
            wager: [ChangedLine(line, pays, stated.get(wager, {}).get(line, "")) for line, pays in lines.items()]
            for wager, lines in self.sheet.pay_tables.items()
        }
        for wager, lines in stated.items():
            gone = [ChangedLine(line, "", pays) for line, pays in lines.items() if wager in found]
            found[wager] = found.get(wager, []) + [
                one for one in gone if one.line not in self.sheet.pay_tables.get(wager, {})
            ]
        return {wager: lines for wager, lines in found.items() if lines}

    @property
    def changed_pays(self) -> int:
        return sum(one.differs for lines in self.pay_tables.values() for one in lines)

    @property
    def varies(self) -> bool:
        """Whether these rules differ from the document's defaults."""
        return self.rules.digest != self.document.digest or bool(self.rules.study)

    @property
    def settings(self) -> int:
        """How many settings differ: options and lines of pay tables."""
        return len(self.changed) + self.changed_pays

    def forbidden(self, option: str) -> str:
        """Why the document forbids the value of an option. Empty if it permits it."""
        return "; ".join(one.wrong for one in self.defects if one.option == option)

    def clause_of(self, option: str) -> str:
        kind = type(self.rules)
        return clause_of(kind, option) if option in kind.__struct_fields__ else ""

    def stated(self, option: str) -> str:
        """The document's default value of an option, as the table of options prints it."""
        return next((one.value for one in self._by_default.options if one.name == option), "")

    @cached_property
    def _by_default(self) -> ParSheet:
        return ParSheet(self.figures.chosen)

    @cached_property
    def touched(self) -> frozenset[str]:
        """The clauses on which a difference bears."""
        named = {one.clause for one in self.defects} | {self.clause_of(one.name) for one in self.changed}
        named |= {wager.clause for wager in self.figures.odds.wagers.values() if self.against_document(wager)}
        return frozenset(named & self.clauses.keys())

    def before(self, wager: WagerOdds) -> WagerOdds | None:
        """The same wager under the document's rules. None if they have none of this name."""
        return self.figures.chosen.wagers.get(wager.name) or self.figures.document.wagers.get(wager.name)

    def against_document(self, wager: WagerOdds) -> str:
        """What the document has in place of a wager that differs. Empty if it does not differ."""
        before = self.before(wager)
        if not self.varies:
            return ""
        if before is None:
            return "no such wager"
        if self.pays(before) != self.pays(wager) or before.expected_value != wager.expected_value:
            return percent(before.house_edge)
        return "" if wager.name in self.figures.chosen.wagers else "not among its defaults"

    @staticmethod
    def pays(wager: WagerOdds) -> dict[str, str]:
        return {one.name: one.pays for one in wager.outcomes}

    # --- wagers and places

    @cached_property
    def facts(self) -> list[tuple[str, str, str]]:
        """The cards, positions and stakes, and the same by the document's defaults."""
        base = f"{self.game.base} wager"
        names = {"cards": "cards", "table minimum and maximum": base}
        here, default = self.sheet.identification, self._by_default.identification
        positions = ("positions", str(self.rules.positions), str(self.document.positions))
        return [positions, *((words, here[name], default[name]) for name, words in names.items())]

    @cached_property
    def wagers(self) -> list[tuple[Wager, str]]:
        """The wagers, each with what differs: whether a table with the document's default rules has it."""
        here, default = self.rules.not_offered, self.document.not_offered
        found = []
        for one in self.game.wagers:
            if one.name in here and not self.varies:
                found.append((one, "only where the licensee chooses it"))
            elif one.name not in here:
                found.append((one, "not at a table with the document's defaults" if one.name in default else ""))
        return found

    @property
    def left_out(self) -> list[Wager]:
        """The wagers of the document's default rules that these rules do not have."""
        gone = self.rules.not_offered - self.document.not_offered
        return [one for one in self.game.wagers if one.name in gone]

    @cached_property
    def dealt(self) -> Dealt:
        """Rounds of these rules, or of the document's where these may not be dealt."""
        return dealt(self.game, self.document if self.rules.study else self.rules)

    @cached_property
    def remedied(self) -> list[Remedy]:
        return list(remedies(self.game, self.document if self.rules.study else self.rules))

    @property
    def layout(self) -> str:
        return felt.layout(self.game, self.rules, self.dealt.cards, self.dealt.open)

    @property
    def areas(self) -> list[Wager]:
        return felt.areas(self.game, self.rules)

    # --- clauses

    @cached_property
    def _of_dealing(self) -> frozenset[str]:
        """The sections on opening, shuffling and dealing."""
        asked = self.game.procedures
        shared = (asked.receive, asked.spread, asked.wash, asked.shuffle)
        return frozenset(map(section, (*shared, *self.dealt.clauses)))

    @cached_property
    def of_remedies(self) -> list[TracedClause]:
        """The clauses on what goes wrong: their section, and those elsewhere that an irregularity follows."""
        game = self.game
        named = {one.clause for one in game.irregularities} | {game.procedures.jam}
        return [one for one in self.traced if one.clause.id in named or section(one.clause.id) == section(game.boxed)]

    @property
    def remedy_section(self) -> str:
        """How the ids of the section on remedies begin."""
        return f"{section(self.game.boxed)}("

    def places_of(self, one: TracedClause) -> str:
        """Where the code of a clause is, from the game's folder on: the first places, and how many more."""
        if not one.code:
            return "people or premises" if one.clause.kind == "premises" else NONE
        within = f"{registry.folder(self.game).name}/"
        short = [place.partition(within)[2] or place for place in one.code]
        more = len(short) - SHOWN
        return ", ".join(short[:SHOWN]) + (f" and {more} more" if more > 0 else "")

    @staticmethod
    def tests_of(one: TracedClause) -> int:
        return len({shown.test for shown in one.proofs})

    @property
    def of_dealing(self) -> list[tuple[str, list[Clause]]]:
        return list(self._sections(lambda number: number in self._of_dealing))

    @property
    def of_rules(self) -> list[tuple[str, list[Clause]]]:
        apart = self._of_dealing | {section(self.game.boxed)}
        return list(self._sections(lambda number: number not in apart))

    def _sections(self, wanted: Callable[[str], bool]) -> Iterator[tuple[str, list[Clause]]]:
        for number, clauses in groupby(self.clauses.values(), lambda one: section(one.id)):
            if wanted(number):
                yield number, list(clauses)

    @property
    def premises(self) -> list[Clause]:
        """The clauses about people, signs and furniture, which a program can't carry out."""
        return [one for one in self.clauses.values() if one.kind == "premises"]

    @property
    def tests(self) -> int:
        """The tests that show a clause."""
        return len({shown.test for one in self.traced for shown in one.proofs})


def section(clause: str) -> str:
    """The number of the section of a clause.

    >>> section("10(c)(3)(ii)b."), section("1:ante wager"), section("14")
    ('10', '1', '14')
    """
    found = re.match(r"\w+", clause)
    return found[0] if found else ""


def petition(
    game: str | Game,
    rules: Given = None,
    *,
    lesson: Iterable[str] = (),
    orders: int | None = None,
    part: Part = lambda what, share: None,
) -> Petition:
    """Count, deal and trace what a petition states. Rules are as for ``odds``. ``lesson`` tells the game briefly.

    So many orders of cards are tested: by default, as many as in the evidence for a shuffle.
    """
    from pitboss.verification.shuffle.evidence import ORDERS, shuffle_evidence

    found = registry.game(game)

    def tick(what: str) -> Callable[[float], None]:
        return lambda share: part(what, share)

    counted = any_game.odds(found, rules, tick=tick(f"counting {found.name}"))
    document = counted if rules is None else any_game.odds(found, tick=tick("counting the document's rules"))
    chosen = any_game.odds(found, found.rules(), tick=tick("counting the document's defaults"))
    seen = None
    if registry.has(found, "exposure"):
        seen = exposure(found, rules, tick=tick("counting what seen cards are worth"))
    dealt_by = found.rules() if counted.rules.study else counted.rules
    many, made_so_far, shuffling = orders or ORDERS, count(1), tick("testing the shuffle")
    shuffle: ShuffleEvidence | str
    try:
        shuffle = shuffle_evidence(found, dealt_by, orders=many, each=lambda order: shuffling(next(made_so_far) / many))
    except SimulationError as error:
        shuffle = str(error)
    figures = Figures(counted, document, chosen, seen, shuffle)
    part("reading code and tests", 0.0)
    try:
        traced = trace(found).clauses
    except FileNotFoundError:  # an installed package with neither tests nor a trace
        traced = [TracedClause(clause=one, code=[], tests=[]) for one in registry.clauses(found).values()]
    made = Petition(figures, traced, tuple(lesson))
    part("dealing examples", 0.0)
    _ = made.dealt, made.remedied, made.sheet.identification
    part("dealing examples", 1.0)
    return made


def page(made: Petition) -> str:
    from markupsafe import Markup

    told: dict[str, Any] = {"anchor": anchor, "layout": Markup(made.layout)}
    return rendered(TEMPLATE, petition=made, **about(made.sheet), **told)


def anchor(clause: str) -> str:
    """A clause's id as the name of a place on the page.

    >>> anchor("10(c)(3)(ii)b."), anchor("1:ante wager")
    ('clause-10-c-3-ii-b', 'clause-1-ante-wager')
    """
    return "clause-" + re.sub(r"\W+", "-", clause).strip("-")


def write_petition(made: Petition, path: Path, *, replace: bool = False) -> None:
    """Write a petition as a page. An existing file is kept unless ``replace``."""
    suffix_of(path, *PETITION)
    check_free(path, replace=replace)
    put(path, page(made).encode(), replace=replace)
