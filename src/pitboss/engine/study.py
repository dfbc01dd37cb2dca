"""Studies: rules that the document forbids and that can still be priced. A study is never dealt at a table.

A study may change every option, and also the pay tables and amounts that the document fixes. It only has to be
readable: known names, values of the right type, and nothing beyond ``TableRules.limits``. Lawful rules stay what they
are: if the document permits what was asked for, the result is the game's own kind of rules, and nothing is marked as a
study.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from math import lcm
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta

from pitboss.basics.errors import Defect, RulesError
from pitboss.basics.money import Odds, PayTable, dollars, read_number
from pitboss.engine.rules import (
    STUDY,
    Given,
    TableRules,
    clause_of,
    converted,
    describe,
    in_file,
    kind_of,
    options_of,
    parse_toml,
    read_toml,
    sensible,
    takes,
    unknown_option,
    wrong_type,
)

MOST_PAYS, MOST_PER = 1_000_000, 1000
"""The most that a line may pay, and the largest common denominator of a pay table."""
MOST_CENTS = 10_000_000_00
"""The largest amount that a study may set."""
_NUMBER = re.compile(r"\d[\d,_]*(\.\d+)?", re.ASCII)


# --- the kind of rules that a study is


@cache
def study_kind(kind: type[TableRules]) -> type[TableRules]:
    """The rules of a game as a study has them: whole numbers that may be any, and the document's fixed pay tables."""
    means, document = describe(kind), kind()
    fields: list[Any] = [
        (name, Annotated[int, Meta(description=means[name])], getattr(document, name)) for name in _listed_numbers(kind)
    ]
    for name, table in kind.fixed.items():
        stated = getattr(document, name)
        fields.append(
            (name, Annotated[PayTable, Meta(description=table.means)], msgspec.field(default_factory=stated.copy))
        )

    for name, amounts in kind.fixed_amounts.items():
        listed = msgspec.field(default_factory=getattr(document, name).copy)
        fields.append((name, Annotated[dict[str, int], Meta(description=amounts.means)], listed))

    def limits(self: TableRules) -> Iterator[Defect]:
        yield from kind.limits(self)
        for name in kind.fixed_amounts:
            yield from _amount_limits(name, _stated(kind, self, name), getattr(self, name))
        for name, lines in pay_tables(kind).items():
            yield from _line_limits(self, name, lines)

    def defects(self: TableRules) -> Iterator[Defect]:
        yield from kind.defects(self)
        yield from _beyond_the_options(kind, self)

    def reduce(self: TableRules) -> Any:
        return _again, (kind, {name: getattr(self, name) for name in self.__struct_fields__})

    made: Any = msgspec.defstruct(
        f"{kind.__name__}Study",
        fields,
        bases=(kind,),
        module=kind.__module__,
        namespace={"study": STUDY, "limits": limits, "defects": defects, "__reduce__": reduce},
        frozen=True,
        kw_only=True,
    )
    found: type[TableRules] = made
    return found


def _again(kind: type[TableRules], values: dict[str, Any]) -> TableRules:
    """Unpickle a study, whose kind has no name to import."""
    return study_kind(kind)(**values)


def _listed_numbers(kind: type[TableRules]) -> list[str]:
    """The options for which the document lists whole numbers. A study may choose others."""
    hints = {name: kind_of(kind, name) for name in options_of(kind)}
    return [
        name
        for name, hint in hints.items()
        if get_origin(hint) is Literal and all(type(value) is int for value in get_args(hint))
    ]


@cache
def pay_tables(kind: type[TableRules]) -> dict[str, tuple[str, ...]]:
    """The pay tables that a study may change, with their lines: options first, then those that the document fixes."""
    document = kind()
    found = {
        name: tuple(getattr(document, name))
        for name in options_of(kind)
        if get_origin(kind_of(kind, name)) is dict and Odds in get_args(kind_of(kind, name))
    }
    return found | {name: table.lines for name, table in kind.fixed.items()}


def _line_limits(rules: TableRules, name: str, lines: tuple[str, ...]) -> Iterator[Defect]:
    table: PayTable = getattr(rules, name)
    for line, odds in table.items():
        if line not in lines:
            yield _unknown_line(name, line, lines)
        elif odds.kind == "share":
            meters = rules.meter_names(name)
            if odds.meter not in meters:
                here = f"its meters are {', '.join(meters)}" if meters else "this wager has no meter"
                yield Defect(name, f"'{line}' pays {odds}, but {here}")
        elif odds.pays > MOST_PAYS:
            yield Defect(name, f"'{line}' pays {odds}, more than the figures are proved for")
    if lcm(*(odds.per for odds in table.values() if odds.kind != "share"), 1) > MOST_PER:
        yield Defect(
            name, f"the odds need a common denominator above {MOST_PER:,}, more than the figures are proved for"
        )


def _stated(kind: type[TableRules], rules: TableRules, name: str) -> Any:
    """What the document fixes under the options of these rules: a pay table, or amounts by name."""
    return getattr(kind(**{option: getattr(rules, option) for option in options_of(kind)}), name)


def _amount_limits(option: str, stated: Mapping[str, int], given: Mapping[str, int]) -> Iterator[Defect]:
    for name, cents in given.items():
        if name not in stated:
            here = f"the names are {', '.join(stated)}" if stated else "there are none under these rules"
            yield Defect(option, f"'{name}' is not one of them; {here}")
        elif not 1 <= cents <= MOST_CENTS:
            yield Defect(option, f"'{name}' must be between $0.01 and {dollars(MOST_CENTS)}, not {dollars(cents)}")


def _beyond_the_options(kind: type[TableRules], rules: TableRules) -> Iterator[Defect]:
    """What the lawful kind of rules can't even say: numbers that the document does not list, and fixed pay tables."""
    for name in _listed_numbers(kind):
        value = getattr(rules, name)
        if value not in get_args(kind_of(kind, name)):
            yield Defect(name, f"must be {takes(kind, name)}, not {value}", clause_of(kind, name))
    for name, amounts in kind.fixed_amounts.items():
        given = getattr(rules, name)
        for one, cents in _stated(kind, rules, name).items():
            if given.get(one, cents) != cents:
                wrong = f"'{one}' is {dollars(given[one])}, but the document fixes {dollars(cents)}"
                yield Defect(name, wrong, amounts.clause)
    for name, table in kind.fixed.items():
        stated, given = _stated(kind, rules, name), getattr(rules, name)
        for line in table.lines:
            if stated.get(line) != given.get(line):
                fixes = stated.get(line, "nothing")
                yield Defect(name, f"'{line}' pays {given.get(line)}, but the document fixes {fixes}", table.clause)


def with_table(rules: TableRules, name: str, table: PayTable) -> TableRules:
    """Rules with another pay table, unchecked. ``defects`` tells whether they are lawful."""
    if name in rules.__struct_fields__:
        return msgspec.structs.replace(rules, **{name: table})
    kind = type(rules)
    stated = {one: getattr(rules, one) for one in (*options_of(kind), *kind.fixed, *kind.fixed_amounts)}
    return study_kind(kind)(**stated | {name: table})


# --- read a study


def study_from(game: str, kind: type[TableRules], given: Given) -> TableRules:
    """The rules in any form, as a study if the document forbids them. Unreadable values are reported all at once."""
    if isinstance(given, TableRules):
        if not isinstance(given, kind):
            raise RulesError(game, [Defect("rules", f"must be rules of {game}, not of another game")])
        if given.study:
            return _priceable(game, given, [])
        return _settled(game, kind, {name: getattr(given, name) for name in options_of(kind)}, {}, {}, [])
    if isinstance(given, str | Path):
        read = read_toml(game, Path(given))
        with in_file(Path(given)):
            return _read(game, kind, read)
    if given is not None and not isinstance(given, Mapping):
        said = f"must be a mapping of options, a file name or None, not {given!r}"
        raise RulesError(game, [Defect("rules", said)])
    return _read(game, kind, given or {})


def _read(game: str, kind: type[TableRules], given: Mapping[str, Any]) -> TableRules:
    given, defects = sensible(given)
    values: dict[str, Any] = {}
    lines: dict[str, dict[str, Any]] = {}
    options, tables, document, numbers = options_of(kind), pay_tables(kind), kind(), _listed_numbers(kind)
    amounts: dict[str, dict[str, int]] = {}
    for name, value in given.items():
        if name in tables and isinstance(value, Mapping):
            lines[name] = dict(value)
        elif name in kind.fixed_amounts:
            try:
                amounts[name] = converted(value, dict[str, int])
            except (msgspec.ValidationError, ValueError):
                defects.append(Defect(name, f"must be cents by name, not {value!r}"))
        elif name not in options:
            defects.append(
                Defect(name, f"must be a pay table, not {value!r}")
                if name in tables
                else unknown_option(game, name, (*options, *tables, *kind.fixed_amounts))
            )
        else:
            try:
                values[name] = converted(value, int if name in numbers else options[name])
            except (msgspec.ValidationError, ValueError):
                defects.append(wrong_type(kind, name, value))
    for name in [name for name in lines if name in options]:
        values[name] = _with_lines(name, getattr(document, name), lines.pop(name), tables[name], defects)
    return _settled(game, kind, values, lines, amounts, defects)


def _settled(
    game: str,
    kind: type[TableRules],
    values: dict[str, Any],
    lines: Mapping[str, dict[str, Any]],
    amounts: Mapping[str, dict[str, int]],
    defects: list[Defect],
) -> TableRules:
    """Lawful rules if the document permits these values, else a study."""
    lawful = kind(**values)
    fixed: dict[str, Any] = {}
    for name, table in kind.fixed.items():
        fixed[name] = _with_lines(name, getattr(lawful, name), lines.get(name, {}), table.lines, defects)
    for name in kind.fixed_amounts:
        fixed[name] = getattr(lawful, name) | amounts.get(name, {})
    made = _priceable(game, study_kind(kind)(**values, **fixed), defects)
    return made if any(made.defects()) else lawful


def _priceable(game: str, rules: TableRules, defects: list[Defect]) -> TableRules:
    found = defects or list(rules.limits())
    if found:
        raise RulesError(game, found)
    return rules


def _with_lines(
    name: str, stated: PayTable, given: Mapping[str, Any], lines: tuple[str, ...], defects: list[Defect]
) -> PayTable:
    """A pay table with some of its lines changed. Plain numbers take the word, to or for, of the line they replace."""
    found = dict(stated)
    word = next((odds.kind for odds in stated.values() if odds.kind != "share"), "to")
    for line, said in given.items():
        if line not in lines:
            defects.append(_unknown_line(name, line, lines))
            continue
        old = stated.get(line)
        try:
            found[line] = _odds(said, old.kind if old is not None and old.kind != "share" else word)
        except ValueError as error:
            defects.append(Defect(name, f"'{line}': {error}"))
    return {line: found[line] for line in lines if line in found}


def _odds(said: Any, word: str) -> Odds:
    """Odds as people write them: ``3 to 2``, ``50 for 1``, ``10% of meter``, or a plain number such as 6 or 1.5."""
    if isinstance(said, Odds):
        return said
    plain = str(said).strip()
    if isinstance(said, int | float | str) and not isinstance(said, bool) and _NUMBER.fullmatch(plain):
        exact = read_number(plain.replace(",", ""))
        return Odds(exact.numerator, word, exact.denominator)
    if not isinstance(said, str):
        raise ValueError(f"odds must be like '3 to 2', '50 for 1', '10% of meter' or a number from 0, not {said!r}")
    return Odds.parse(said)


def _unknown_line(table: str, line: str, lines: Iterable[str]) -> Defect:
    near = get_close_matches(line, list(lines), 3, 0.5) or list(lines)
    return Defect(table, f"'{line}' is not a line of this pay table; similar lines are {', '.join(near)}")


# --- one setting at a time


def with_settings(game: str, kind: type[TableRules], given: Mapping[str, Any], words: Iterable[str]) -> dict[str, Any]:
    """Options changed by settings such as ``table_minimum=1000``, ``bet.flush=6`` or ``raise.two-pair=3 to 2``.

    A pay table goes by its own name or by that of its wager. Names may be written with spaces, hyphens or underscores.
    """
    found = {name: dict(value) if isinstance(value, Mapping) else value for name, value in given.items()}
    defects: list[Defect] = []
    seen: set[tuple[str, ...]] = set()
    for said in words:
        name, equals, value = said.partition("=")
        if not equals or not name.strip() or not value.strip():
            defects.append(Defect(said, "must be option=value or table.line=odds, as in bet.flush=6"))
            continue
        named = _named(game, kind, name.strip())
        if isinstance(named, Defect):
            defects.append(named)
        elif named in seen:
            defects.append(Defect(said, f"sets {'.'.join(named)} a second time"))
        elif len(named) == 1:
            seen.add(named)
            found[named[0]] = _value(value.strip())
        else:
            seen.add(named)
            option, line = named
            table = found.get(option, {})
            found[option] = {**(table if isinstance(table, dict) else {}), line: _value(value.strip())}
    if defects:
        raise RulesError(game, defects)
    return found


def _named(game: str, kind: type[TableRules], said: str) -> tuple[str] | tuple[str, str] | Defect:
    """The option, or the pay table and its line, that a setting names."""
    name, dot, line = said.partition(".")
    tables, options = pay_tables(kind), options_of(kind)
    plain = _underscored(name)
    whole = [option for option in options if get_origin(kind_of(kind, option)) is not dict]
    parts = [*tables, *(option for option in options if option not in whole), *kind.fixed_amounts]
    if not dot and plain in whole:
        return (plain,)
    table = next((one for one in (plain, f"{plain}_pays") if one in parts), "")
    if not table:
        known = [one.removesuffix("_pays") for one in parts]
        return unknown_option(game, name, known if dot else (*options, *tables, *kind.fixed_amounts))
    lines = tables.get(table, ())
    if not dot and len(lines) == 1:
        return table, lines[0]
    if not dot:
        return Defect(said, f"is a table: name one of its lines, as in {said}.{_hyphened((*lines, 'line')[0])}=6")
    if not lines:
        return table, line.strip()
    found = _line(line, lines)
    return _unknown_line(table, line.strip(), lines) if found is None else (table, found)


def pay_line(game: str, kind: type[TableRules], said: str) -> tuple[str, str]:
    """The pay table that words name and its line, as in ``bet.flush``. The line is empty if they name none of many."""
    name, dot, line = said.partition(".")
    tables, plain = pay_tables(kind), _underscored(name)
    table = next((one for one in (plain, f"{plain}_pays") if one in tables), "")
    if not table:
        short = [one.removesuffix("_pays") for one in tables]
        near = get_close_matches(plain.removesuffix("_pays"), short, 3, 0.5)
        known = f"similar ones are {', '.join(near)}" if near else f"the pay tables are {', '.join(short)}"
        raise RulesError(game, [Defect(name.strip() or said, f"not a pay table; {known}")])
    lines = tables[table]
    found = _line(line, lines) if dot else lines[0] if len(lines) == 1 else ""
    if found is None:
        raise RulesError(game, [_unknown_line(table, line.strip(), lines)])
    return table, found


def pay_setting(table: str, line: str, odds: Odds, before: Odds | None) -> str:
    """The setting that makes a line of a pay table pay these odds.

    >>> pay_setting("bet_pays", "two pair", Odds.parse("3 to 1"), Odds.parse("2 to 1"))
    'bet.two-pair=3'
    """
    plain = odds.per == 1 and before is not None and before.kind == odds.kind
    return f"{table.removesuffix('_pays')}.{_hyphened(line)}={odds.pays if plain else odds}"


def _line(said: str, lines: Iterable[str]) -> str | None:
    return {_hyphened(one): one for one in lines}.get(_hyphened(said))


def _underscored(name: str) -> str:
    return re.sub(r"[\s-]+", "_", name.strip().lower())


def _hyphened(line: str) -> str:
    return re.sub(r"[\s_-]+", "-", line.strip().lower())


def _value(said: str) -> Any:
    """A value as TOML writes it, or a text without quotation marks."""

    try:
        found = parse_toml(f"value = {said}")["value"]
    except ValueError:
        return said
    return found if isinstance(found, bool | int | float | str) else said
