"""Search the pay tables of any game for those with the wanted edge, standard deviation and hit rate.

Every pay table is priced exactly and with its own best strategy. Lawful pay tables are told from studies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from heapq import heappush, heapreplace
from itertools import count, product
from math import ceil, floor, prod, sqrt
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.basics.errors import DesignError, RulesError
from pitboss.basics.money import Odds, PayTable, read_number
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.rules import STUDY, Given, TableRules, options_of, values
from pitboss.engine.study import MOST_PAYS, pay_line, pay_setting, pay_tables, study_from, with_table
from pitboss.mathematics import any_game

if TYPE_CHECKING:
    from pitboss.mathematics.counting.compiled import Tick
    from pitboss.mathematics.design_search import Design, Figures, OnWager, Pays, Search, Subject, VariedLine
    from pitboss.mathematics.results import GameOdds, WagerOdds

MOST_TABLES = 5_000_000
"""The most pay tables that are searched unless all are asked for."""
MOST_ONE_BY_ONE = 1_000
"""The same where each pay table needs a new count of all decisions."""
MOST_VALUES = 10_000
"""The most odds that one line may be varied over."""
SORTS = ("near", "edge", "sd", "hits")
"""The orders of the pay tables that are found. ``near`` is by distance from the middle of the wanted edges."""
STEPS = (1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000)
_RANGE = re.compile(r"([0-9]{1,20})(?:\.\.([0-9]{1,20})(?:/([0-9]{1,20}))?)?")

Range = tuple[Fraction, Fraction]


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A pay table and its exact figures, with its own best strategy."""

    pays: PayTable
    figure: str
    """What the figures are of: the round, or a wager."""
    expected_value: Fraction
    variance: Fraction
    hit_frequency: Fraction
    played: Fraction | None = None
    """The share of hands that are played on with the best strategy. None if there is no decision."""
    settings: tuple[str, ...] = ()
    """The settings that turn the searched rules into rules with this pay table."""
    study: str = ""
    """The mark of a study, if the document forbids the pay table. Empty if it is lawful."""

    @property
    def house_edge(self) -> float:
        return float(-self.expected_value)

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    def as_dict(self) -> dict[str, Any]:
        from pitboss.mathematics.results import ratio

        return {
            "pays": {line: str(odds) for line, odds in self.pays.items()},
            "figure": self.figure,
            "lawful": not self.study,
            **({"study": self.study} if self.study else {}),
            "expected_value": ratio(self.expected_value),
            "house_edge": self.house_edge,
            "standard_deviation": self.standard_deviation,
            "hit_frequency": float(self.hit_frequency),
            "played": None if self.played is None else float(self.played),
            "settings": list(self.settings),
        }


class Designed(msgspec.Struct, frozen=True, kw_only=True):
    """What a search has found."""

    game: str
    table: str
    """The pay table that was varied."""
    figure: str
    plays: str
    """The choice to play on, in a word. Empty if there is no decision."""
    varied: dict[str, tuple[Odds, ...]]
    """The odds that each line was varied over, the best hand first. Empty if only listed pay tables are lawful."""
    base: Found
    """The pay table of the rules that the search began with."""
    searched: int
    """The number of pay tables within the ranges."""
    found: int
    """The number of those that fit."""
    rows: tuple[Found, ...]
    """The first of them, sorted."""
    right_edge: int
    """The number of those with a wanted edge, whatever their other figures."""
    nearest: Found | None = None
    """The pay table with the nearest edge, if none has a wanted one."""

    def __repr__(self) -> str:
        return f"<Designed {self.table} of {self.game}: {self.found:,} of {self.searched:,} pay tables fit>"

    def as_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "table": self.table,
            "figure": self.figure,
            "plays": self.plays,
            "varied": {line: list(map(str, odds)) for line, odds in self.varied.items()},
            "base": self.base.as_dict(),
            "searched": self.searched,
            "found": self.found,
            "right_edge": self.right_edge,
            "rows": [row.as_dict() for row in self.rows],
            "nearest": None if self.nearest is None else self.nearest.as_dict(),
        }


def design(
    game: str | Game,
    vary: Sequence[str],
    target: Range,
    *,
    ranges: Sequence[str] = (),
    rules: Given = None,
    study: bool = False,
    sd: Range | None = None,
    hits: Range | None = None,
    sort: str = "near",
    most: int = 20,
    every: bool = False,
    tick: Tick | None = None,
) -> Designed:
    """Search the pay tables of a game.

    ``vary`` names a pay table, or lines of one: ``bet``, ``bet.flush``. ``ranges`` are as ``bet.flush=4..8`` or
    ``bet.royal-flush=50..200/25``. ``target`` is the range of the house edge: of the round if the pay table changes the
    round, otherwise of its wager, as ``odds`` defines them. Without ``study`` only lawful pay tables are searched.
    ``every`` allows a search of any size.

    >>> found = design("double_down_stud", ["pays.flush", "pays.straight"], (Fraction(3, 100), Fraction(4, 100)))
    >>> found.searched, found.found, found.rows[0].settings
    (9, 5, ('pays.flush=10', 'pays.straight=6'))
    """
    searched = registry.game(game)
    with any_game.needs_the_compiler():
        known: Design = registry.part(searched, "design").DESIGN
    if sort not in SORTS:
        raise DesignError(f"there is no order {sort!r}; sort by one of {', '.join(SORTS)}")
    base = any_game.rules_for(searched, rules)
    asked = _PayTableSearch(searched, known, base, vary, ranges, study=study or bool(base.study))
    wanted = _Wanted(target, sd, hits, sort, most)
    return asked.listed(wanted, tick) if asked.is_listed else asked.varied(wanted, every=every, tick=tick)


def span(said: str, what: str, *, shares: bool = True) -> Range:
    """A range as people write it: ``0.045..0.05`` or ``4.5%..5%``.

    >>> span("4.5%..5%", "--target") == span("0.045..0.05", "--target")
    True
    """
    first, dots, last = (word.strip() for word in said.partition(".."))
    example = "0.045..0.05 or 4.5%..5%" if shares else "2..2.5"
    percent = shares and last.endswith("%")
    try:
        ends = [word.removesuffix("%") if shares else word for word in (first, last)]
        if not dots:
            raise ValueError
        low, high = map(read_number, ends)
    except ValueError:
        raise DesignError(f"{what} takes a range, as {example}, not {said!r}") from None
    if shares and first.endswith("%") and not percent:
        raise DesignError(f"{what} {said} mixes percent and plain numbers: write {first}..{last}%")
    low, high = (low / 100, high / 100) if percent else (low, high)
    if low > high:
        raise DesignError(f"{what} {said} is empty: the first number must not be above the second")
    if shares and not percent and (low > 1 or high > 1):
        raise DesignError(f"{what} {said} is above 100%: write {first}%..{last}% for percent")
    return low, high


# --- what is wanted


class _Wanted:
    """The ranges of a search and the pay tables that fit, of which it keeps the first ones in the wanted order."""

    def __init__(self, target: Range, sd: Range | None, hits: Range | None, sort: str, most: int) -> None:
        self.target, self.sd, self.hits, self.sort, self.most = target, sd, hits, sort, most
        self.found = self.right_edge = 0
        self._kept: list[tuple[Any, int, Found]] = []
        self._order = count(0, -1)

    def fits(self, one: Found) -> bool:
        low, high = self.target
        if not low <= -one.expected_value <= high:
            return False
        self.right_edge += 1
        if self.sd and not max(Fraction(0), self.sd[0]) ** 2 <= one.variance <= self.sd[1] * abs(self.sd[1]):
            return False
        return not self.hits or self.hits[0] <= one.hit_frequency <= self.hits[1]

    def keep(self, one: Found) -> None:
        """Count a pay table that fits, and keep it if it is one of the first."""
        self.found += 1
        entry = (-self._key(one), next(self._order), one)
        if len(self._kept) < self.most:
            heappush(self._kept, entry)
        elif self._kept and entry[:2] > self._kept[0][:2]:
            heapreplace(self._kept, entry)

    def _key(self, one: Found) -> Fraction:
        match self.sort:
            case "edge":
                return -one.expected_value
            case "sd":
                return one.variance
            case "hits":
                return one.hit_frequency
        return abs(one.expected_value + (self.target[0] + self.target[1]) / 2)

    def first(self) -> Iterator[Found]:
        """The first pay tables, in order."""
        yield from (one for *_, one in sorted(self._kept, key=lambda entry: entry[:2], reverse=True))


# --- what is asked


class _PayTableSearch:
    """A pay table of a game under rules, the lines that vary, and whether studies are allowed."""

    def __init__(
        self, game: Game, known: Design, base: TableRules, vary: Sequence[str], ranges: Sequence[str], *, study: bool
    ) -> None:
        self.game, self.known, self.base, self.study = game, known, base, study
        self._odds: dict[str, GameOdds] = {}
        self.kind: type[TableRules] = game.rules
        self.ranges: dict[str, tuple[int, int, int]] = {}
        named = [pay_line(game.name, self.kind, said) for said in vary]
        for said in ranges:
            name, _, value = said.partition("=")
            named.append(pay_line(game.name, self.kind, name))
            if not named[-1][1]:
                raise DesignError(f"--range {said} must name a line of a pay table, as in bet.flush=4..8")
            if named[-1][1] in self.ranges:
                raise DesignError(f"--range {said} gives a second range to {named[-1][1]}")
            self.ranges[named[-1][1]] = _whole_range(said, value)
        tables = list(dict.fromkeys(table for table, _ in named))
        if not tables:
            those = ", ".join(map(_bare, (*known.round, *known.wagers)))
            raise DesignError(f"name a pay table to vary; those of {game.name} are {those}")
        if len(tables) > 1:
            raise DesignError(f"only one pay table can be varied at a time, not {' and '.join(map(_bare, tables))}")
        self.table = tables[0]
        if self.table in known.too_slow:
            raise DesignError(
                f"{_bare(self.table)} can't be searched: {known.too_slow[self.table]}; price one pay table with 'odds'"
            )
        self.pays: PayTable = getattr(base, self.table)
        whole = any(table == self.table and not line for table, line in named)
        self.names = self._paid() if whole else [line for _, line in named]
        self._check_paid()

    def _paid(self) -> list[str]:
        return [line for line, odds in self.pays.items() if odds.kind != "share"]

    def _check_paid(self) -> None:
        for line in self.names:
            if line not in self.pays:
                setting = pay_setting(self.table, line, Odds(1, "to"), Odds(1, "to"))
                raise DesignError(f"'{line}' pays nothing under these rules: use --set {setting} first")
        if not self.names:
            raise DesignError(f"{_bare(self.table)} has no lines that pay by odds under these rules")

    @property
    def is_listed(self) -> bool:
        """Whether the lawful pay tables are those that the document lists."""
        return not self.study and self.table not in options_of(self.kind)

    # --- pay tables that the document lists

    def listed(self, wanted: _Wanted, tick: Tick | None) -> Designed:
        """Try every pay table that the document lists for this wager."""
        every = [(self.base, ()), *((other, (setting,)) for setting, other in self._others)]
        rows = [self._of_rules(rules, settings, tick) for rules, settings in every]
        rows = [one for one in rows if self._within(one.pays)]
        for one in rows:
            if wanted.fits(one):
                wanted.keep(one)
        low, high = wanted.target
        nearest = min(rows, key=lambda one: max(low + one.expected_value, -one.expected_value - high), default=None)
        return self._designed(wanted, tick, searched=len(rows), nearest=None if wanted.right_edge else nearest)

    @cached_property
    def _others(self) -> list[tuple[str, TableRules]]:
        """The other lawful rules that the option for this pay table gives, with its settings."""
        found = []
        option = self.known.chosen_by.get(self.table, "")
        for value in values(self.kind, option) if option else ():
            if value != getattr(self.base, option):
                setting = f"{option}={value}"
                with suppress(RulesError):  # nobody can price a pay table with meters that lack their shares
                    other = any_game.study(self.game, setting, rules=self.base)
                    if not other.study and getattr(other, self.table):
                        found.append((setting, other))
        return found

    def _within(self, pays: PayTable) -> bool:
        """Whether the lines with a range keep to it."""
        for line, (low, high, step) in self.ranges.items():
            odds = pays.get(line)
            if odds is None or odds.kind == "share" or odds.per != 1:
                return False
            if not low <= odds.pays <= high or (odds.pays - low) % step:
                return False
        return True

    # --- pay tables by line

    def varied(self, wanted: _Wanted, *, every: bool, tick: Tick | None) -> Designed:
        """Search the pay tables within the ranges of the lines."""
        from pitboss.mathematics.design_search import Search, size

        ranked = self.table not in self.known.unranked
        lines = self._lines(ranked)
        tables = size(lines, ranked)
        one_by_one = self.table in self.known.round and self.known.parts is None
        most = MOST_ONE_BY_ONE if one_by_one else MOST_TABLES
        if not tables:
            raise DesignError("no pay table fits these ranges: a better hand must pay at least as much as a lower one")
        if tables > most and not every:
            raise DesignError(
                f"{tables:,} pay tables are more than the {most:,} that are searched at once: vary fewer lines,"
                " as in --vary TABLE.LINE, narrow them with --range, or search them with --all"
            )
        if one_by_one:
            return self._one_by_one(wanted, lines, tables, ranked, tick)
        ends = [{line.name: line.values[at] for line in lines} for at in (0, -1)]
        both = [study_from(self.game.name, self.kind, self._with(pays)) for pays in ends]
        subject = self._subject(tick)
        search = Search(subject, lines, self.base, lambda line, odds: self._with({line: odds}), ranked)
        # The document sets the least that a line pays, and a payout limit above the best hand. So if it permits the
        # lowest and the highest pays, it permits all between.
        check = not self.study and (any(any(one.defects()) for one in both) or any(self._together.values()))

        def permits(pays: Pays) -> bool:
            return not (check and any(self._with(search.odds(pays)).defects()))

        def found(pays: Pays, figures: Figures) -> None:
            one = self._found(search, pays, figures)
            if permits(pays) and wanted.fits(one):
                wanted.keep(one)

        search.within(*wanted.target, found, tick)
        near = None if wanted.right_edge else search.nearest(*wanted.target, permits, tick)
        nearest = None if near is None else self._marked(self._found(search, *near))
        shown = {line.name: line.values for line in reversed(lines)}
        return self._designed(wanted, tick, searched=tables, nearest=nearest, varied=shown)

    def _one_by_one(
        self, wanted: _Wanted, lines: Sequence[VariedLine], tables: int, ranked: bool, tick: Tick | None
    ) -> Designed:
        """Price every pay table by the odds of the game: a round with several decisions needs all of them anew."""
        low, high = wanted.target
        nearest: list[tuple[Fraction, Found]] = []
        done = 0
        for pays in product(*(line.values for line in lines)):
            back = [_back(odds) for odds in pays]
            if ranked and back != sorted(back):
                continue
            rules = self._with({line.name: odds for line, odds in zip(lines, pays, strict=True)})
            if self.study or not any(rules.defects()):
                one = self._of_rules(study_from(self.game.name, self.kind, rules), (), None)
                self._odds.clear()  # one that was listed is priced no more
                if wanted.fits(one):
                    wanted.keep(one)
                gap = max(low + one.expected_value, -one.expected_value - high)
                if not nearest or gap < nearest[0][0]:
                    nearest[:] = [(gap, one)]
            done += 1
            if tick:
                tick(done / tables)
        near = self._marked(nearest[0][1]) if nearest and not wanted.right_edge else None
        shown = {line.name: line.values for line in reversed(lines)}
        return self._designed(wanted, tick, searched=tables, nearest=near, varied=shown)

    def _with(self, pays: Mapping[str, Odds]) -> TableRules:
        return with_table(self.base, self.table, {**self.pays, **pays})

    def _lines(self, ranked: bool) -> list[VariedLine]:
        """The lines that vary, the lowest hand first, with the odds that fit between the lines that do not."""
        from pitboss.mathematics.design_search import VariedLine

        ordered = [line for line in self._ordered() if line in self._paid()]
        lines = [VariedLine(line, tuple(self._values(line))) for line in ordered if line in self.names]
        if not ranked:
            return lines
        found = []
        for line in lines:
            at = ordered.index(line.name)
            above = [_back(self.pays[one]) for one in ordered[at + 1 :] if one not in self.names]
            below = [_back(self.pays[one]) for one in ordered[:at] if one not in self.names]
            least, most = max(below, default=Fraction(0)), min(above, default=None)
            fit = [odds for odds in line.values if least <= _back(odds) and (most is None or _back(odds) <= most)]
            if not fit:
                raise DesignError(
                    f"no odds are left for '{line.name}': a better hand must pay at least as much as a lower one"
                )
            found.append(VariedLine(line.name, tuple(fit)))
        return found

    def _ordered(self) -> list[str]:
        """The lines of the pay table, the lowest hand first, by what the document pays."""
        document: PayTable = getattr(self.kind(), self.table)
        every = pay_tables(self.kind)[self.table]

        def rank(line: str) -> tuple[bool, Fraction, int]:
            odds, place = document.get(line), -every.index(line)
            if odds is None or odds.kind == "share":
                return odds is not None, Fraction(0), place
            return False, _back(odds), place

        return sorted(every, key=rank)

    def _values(self, line: str) -> list[Odds]:
        """The odds that a line may pay, the lowest first."""
        now = self.pays[line]
        if line in self.ranges:
            low, high, step = self.ranges[line]
            said = [Odds(pays, now.kind) for pays in range(low, high + 1, step)]
            permitted = [
                odds for odds in said if self.study or self._is_lawful(line, odds) or odds in self._together[line]
            ]
            if not permitted:
                wrong = next(iter(self._with({line: said[-1]}).defects()))
                raise DesignError(f"no lawful odds are in the range of '{line}': {wrong}; --study searches any")
            return permitted
        return sorted(self._around(line, now), key=_back)

    @cached_property
    def _together(self) -> dict[str, set[Odds]]:
        """By line, the odds of its range that are lawful only if other lines are changed, too.

        A document may list whole pay tables. They are looked for if the ranges have not too many.
        """
        found: dict[str, set[Odds]] = {line: set() for line in self.names}
        spans = {
            line: range(low, high + 1, step) for line, (low, high, step) in self.ranges.items() if line in self.names
        }
        if not self.study and prod(map(len, spans.values())) <= MOST_ONE_BY_ONE:
            for pays in product(*spans.values()):
                table = {line: Odds(one, self.pays[line].kind) for line, one in zip(spans, pays, strict=True)}
                if not any(self._with(table).defects()):
                    for line, odds in table.items():
                        if not self._is_lawful(line, odds):
                            found[line].add(odds)
        return found

    def _is_lawful(self, line: str, odds: Odds) -> bool:
        return not any(self._with({line: odds}).defects())

    def _around(self, line: str, now: Odds) -> list[Odds]:
        """What a line pays now, and a few whole odds around: one below and one above, or two above."""
        exact = Fraction(now.pays, now.per)
        step = max((one for one in STEPS if 4 * one <= exact), default=1)
        low = ceil(exact) - step if now.per == 1 else floor(exact)
        high = floor(exact) + step if now.per == 1 else ceil(exact)
        below = [Odds(low, now.kind)] if low >= 1 else []
        above = [Odds(one, now.kind) for one in (high, high + step) if one <= MOST_PAYS]
        if self.study:
            return [*below, now, *above[:1]]
        return [now, *(odds for odds in (*below, *above) if self._is_lawful(line, odds))]

    # --- figures

    def _subject(self, tick: Tick | None) -> Subject:
        from pitboss.mathematics.design_search import of_round, of_wager

        if self.table in self.known.round:
            return of_round(self.known, self.base, tick)
        lines = self._on().lines or {line: line for line in self.pays}
        return of_wager(self._wager(self.base, tick), self.table, lines)

    def _on(self) -> OnWager:
        """The wager that the lines pay."""
        of_table = self.known.wagers[self.table]
        fit = [on for on in of_table if not on.lines or set(self.names) <= set(on.lines.values())]
        if not fit:
            short = _bare(self.table)
            lines = (f"{short}.{line.replace(' ', '-')}" for on in of_table for line in on.lines.values())
            raise DesignError(f"{short} pays several wagers: vary one of {', '.join(lines)}")
        return fit[0]

    def _wager(self, rules: TableRules, tick: Tick | None) -> WagerOdds:
        name = self._on().name(rules)
        found = self._priced(rules, tick).wagers.get(name)
        if found is None:
            raise DesignError(f"there is no wager '{name}' under these rules: offer it with --set or --rules")
        return found

    def _priced(self, rules: TableRules, tick: Tick | None) -> GameOdds:
        if rules.digest not in self._odds:
            self._odds[rules.digest] = any_game.odds(self.game, rules, tick=tick)
        return self._odds[rules.digest]

    def _of_rules(self, rules: TableRules, settings: tuple[str, ...], tick: Tick | None) -> Found:
        """The figures of rules as they are, from their odds."""
        from pitboss.mathematics.design_search import ROUND
        from pitboss.mathematics.results import Distribution

        found: dict[str, Any] = {"pays": getattr(rules, self.table), "settings": settings, "study": rules.study}
        if self.table not in self.known.round:
            wager = self._wager(rules, tick)
            return Found(
                figure=wager.name,
                expected_value=wager.expected_value,
                variance=wager.results.variance,
                hit_frequency=wager.hit_frequency,
                **found,
            )
        odds = self._priced(rules, tick)
        assert isinstance(odds.results, Distribution)
        return Found(
            figure=ROUND,
            expected_value=odds.expected_value,
            variance=odds.results.variance,
            hit_frequency=odds.results.above(),
            played=1 - next(iter(odds.action_frequency.values())) if self.known.plays else None,
            **found,
        )

    def _found(self, search: Search, pays: Pays, figures: Figures) -> Found:
        subject = search.subject
        mean = Fraction(figures.total, subject.deals * search.per)
        return Found(
            pays={**self.pays, **search.odds(pays)},
            figure=subject.figure,
            expected_value=mean,
            variance=Fraction(figures.squares, subject.deals * search.per**2) - mean**2,
            hit_frequency=Fraction(figures.hits, subject.of),
            played=Fraction(figures.played, subject.states) if subject.plays else None,
        )

    def _marked(self, one: Found) -> Found:
        """With the settings that make it, and the mark of a study if the document forbids it."""
        settings = tuple(
            pay_setting(self.table, line, odds, self.pays[line])
            for line, odds in one.pays.items()
            if odds != self.pays[line]
        )
        if not any(self._with(one.pays).defects()):
            return msgspec.structs.replace(one, settings=settings)
        for setting, other in self._others:
            if getattr(other, self.table) == one.pays:
                return msgspec.structs.replace(one, settings=(setting,))
        return msgspec.structs.replace(one, settings=settings, study=STUDY)

    def _designed(
        self,
        wanted: _Wanted,
        tick: Tick | None,
        *,
        searched: int,
        nearest: Found | None,
        varied: dict[str, tuple[Odds, ...]] | None = None,
    ) -> Designed:
        base, rows = self._of_rules(self.base, (), tick), wanted.first()
        return Designed(
            game=self.game.name,
            table=self.table,
            figure=base.figure,
            plays=self.known.plays if self.table in self.known.round else "",
            varied=varied or {},
            base=base,
            searched=searched,
            found=wanted.found,
            rows=tuple(self._marked(one) for one in rows) if varied else tuple(rows),
            right_edge=wanted.right_edge,
            nearest=nearest,
        )


def _whole_range(said: str, value: str) -> tuple[int, int, int]:
    """The lowest and the highest odds of a range, and the step between them."""
    found = _RANGE.fullmatch(re.sub(r"[\s,_]", "", value))
    if not found:
        raise DesignError(f"--range takes whole odds, as in bet.flush=4..8 or bet.royal-flush=50..200/25, not {said!r}")
    low, step = int(found[1]), int(found[3] or 1)
    high = int(found[2] or low)
    if low > high:
        raise DesignError(f"--range {said} is empty: the first number must not be above the second")
    if high > MOST_PAYS or not step or (high - low) // step >= MOST_VALUES:
        raise DesignError(
            f"--range {said} is too wide: odds go up to {MOST_PAYS:,}, and a line takes at most {MOST_VALUES:,} of them"
        )
    return low, high, step


def _back(odds: Odds) -> Fraction:
    return Fraction(*odds.back)


def _bare(table: str) -> str:
    return table.removesuffix("_pays")
