"""The options that a licensee may choose, with the document's defaults. They are read from and written to TOML.

A game's rules extend ``TableRules``. ``load`` reports all defects of a configuration at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from pitboss.basics.clauses import cite
from pitboss.basics.errors import Defect, RulesError
from pitboss.basics.money import Odds, PayTable, dollars

AUTOMATED, MANUAL, PRESHUFFLED = "automated", "manual", "pre-shuffled"
PACKS = "Number of packs. Two alternate and need an automated shuffler"
"""What the option means. A game whose document permits a second pack names the clause, too."""
STUDY = "a study, not a table"
"""The mark on everything that is computed for rules that the document forbids."""


_BEGINS = re.compile(r"\s*(?P<heading>\[*)\s*[\"']?(?P<name>\w+)")
"""The first word of a line of TOML, after the bracket of a heading."""
_CLAUSE = re.compile(r"\((\d+(?:\(\w+\))+)")
"""A clause at the beginning of a bracket, as descriptions of options name it."""


class FixedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A pay table that the document fixes. It is an attribute of the rules, not an option. A study may change it."""

    clause: str
    means: str
    lines: tuple[str, ...]
    """Every line that a study may set."""


class FixedAmounts(msgspec.Struct, frozen=True, kw_only=True):
    """Amounts by name that the document fixes, in cents, as the seeds of several meters. A study may change them."""

    clause: str
    means: str


class TableRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """Options of every table.

    ``defects`` is what the document forbids. ``limits`` is what nobody can price, and a study keeps to it too.

    >>> from pitboss import rules
    >>> rules("double_down_stud", {"table_minimum": 10_00}).table_minimum
    1000
    """

    study: ClassVar[str] = ""
    """The mark of a study, which the document forbids, so that it is priced and never dealt. Empty if lawful."""
    fixed: ClassVar[Mapping[str, FixedTable]] = {}
    """The pay tables that the document fixes, by attribute."""
    fixed_amounts: ClassVar[Mapping[str, FixedAmounts]] = {}
    """The amounts that the document fixes, by attribute. Which names they have may depend on the options."""

    table_minimum: Annotated[int, Meta(description="Minimum base wager, in cents.")] = 500
    table_maximum: Annotated[int, Meta(description="Maximum base wager, in cents.")] = 50_000
    chip: Annotated[int, Meta(description="Smallest chip, in cents.")] = 100
    positions: Annotated[int, Meta(description="Seats or boxes at the table.")] = 6
    packs: Annotated[Literal[1, 2], Meta(description=f"{PACKS}.")] = 1
    shuffler: Annotated[Literal["automated", "manual"], Meta(description="How the cards are shuffled.")] = "automated"
    preshuffled: Annotated[bool, Meta(description="The cards come to the table pre-shuffled.")] = False
    match_play: Annotated[bool, Meta(description="The table accepts match play coupons.")] = True

    def limits(self) -> Iterator[Defect]:
        """The values that can't be priced. Games extend this."""
        chip = dollars(self.chip)
        if self.chip < 1:
            yield Defect("chip", f"must be at least $0.01, not {chip}")
        elif self.table_minimum < self.chip:
            yield Defect("table_minimum", f"{dollars(self.table_minimum)} is less than the smallest chip, {chip}")
        elif self.table_minimum % self.chip:
            yield Defect(
                "table_minimum", f"{dollars(self.table_minimum)} is not a multiple of the smallest chip, {chip}"
            )
        elif self.table_maximum % self.chip:
            yield Defect(
                "table_maximum", f"{dollars(self.table_maximum)} is not a multiple of the smallest chip, {chip}"
            )
        if self.table_maximum < self.table_minimum:
            yield Defect(
                "table_maximum", f"{dollars(self.table_maximum)} is below the minimum of {dollars(self.table_minimum)}"
            )
        if self.table_maximum > 10_000_000_00:
            yield Defect("table_maximum", "must be at most $10,000,000, the most that the figures are proved for")

    def defects(self) -> Iterator[Defect]:
        """The options that the document does not permit. Games extend this."""
        yield from TableRules.limits(self)  # games name their own limits in the document's order
        if self.packs == 2 and self.shuffler != AUTOMATED:
            yield Defect("packs", "two packs need an automated shuffler", clause_of(type(self), "packs"))

    @property
    def not_offered(self) -> frozenset[str]:
        """The wagers of the document that a table with these rules does not have."""
        return frozenset()

    @property
    def not_chosen(self) -> frozenset[str]:
        """The decisions of the document that nobody can take at a table with these rules."""
        return frozenset()

    def meter_names(self, table: str) -> tuple[str, ...]:
        """The meters of which a line of this pay table may win a share."""
        return ()

    @cached_property
    def digest(self) -> str:
        """A hash of all options. Different rules have different hashes."""
        return sha256(_encoder.encode(self)).hexdigest()


R = TypeVar("R", bound=TableRules)

MOST_CAP = 10**15
"""The highest payout cap, in cents: what the highest wager wins at the highest odds of a pay table."""


def cap_limits(cap: int) -> Iterator[Defect]:
    """Defects of a payout cap that the figures can't hold. 0 means no limit."""
    if not 0 <= cap <= MOST_CAP:
        yield Defect("payout_cap", f"must be between $0 and {dollars(MOST_CAP)}, not {dollars(cap)}")


def cap_defects(cap: int, least: int, clause: str) -> Iterator[Defect]:
    """Defects of a payout cap that is lower than the document permits."""
    if cap and cap < least:
        yield Defect("payout_cap", f"must be 0 or at least {dollars(least)}, not {dollars(cap)}", clause)


def permits(rules: TableRules, option: str, value: Any) -> bool:
    """Whether the document permits this value of an option, beside the other options of ``rules``."""
    changed = msgspec.structs.replace(rules, **{option: value})
    return not any(defect.option == option for defect in changed.defects())


def pays_at_least(
    option: str, table: PayTable, least: Mapping[str, Odds], clause: str, *, stated: str = ""
) -> Iterator[Defect]:
    """Defects of a pay table for which the document sets minimum odds. Lines may be raised, not lowered or left out.

    ``stated`` is the clause on the word that states the odds (to or for), if the document has one.
    """
    for hand, odds in least.items():
        given = table.get(hand)
        if given is None:
            yield Defect(option, f"'{hand}' has no line; the document pays at least {odds}", clause)
        elif given.kind == "share" or given.back[0] * odds.back[1] < odds.back[0] * given.back[1]:
            yield Defect(option, f"'{hand}' pays {given}, below the document's {odds}", clause)
        elif given.pays > 1_000_000 or given.per > 1000:
            yield Defect(option, f"'{hand}' pays {given}, more than the figures are proved for")
        if given is not None and given.kind not in (odds.kind, "share"):
            word = f"'{hand}' pays {given}, but these odds must be stated with '{odds.kind}'"
            yield Defect(option, word, stated or clause)
    for hand in table.keys() - least.keys():
        yield Defect(option, f"'{hand}' is not a hand of this pay table; its hands are {', '.join(least)}", clause)


def _enc_hook(value: Any) -> Any:
    if isinstance(value, Odds):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} is not a type of option")


def _dec_hook(kind: type, value: Any) -> Any:
    if kind is Odds and isinstance(value, str):
        return Odds.parse(value)
    raise ValueError(f"{value!r} is invalid for this option")


_encoder = msgspec.json.Encoder(enc_hook=_enc_hook, order="sorted")


def to_builtins(rules: TableRules) -> dict[str, Any]:
    """The options as plain values for JSON and TOML."""
    plain: dict[str, Any] = msgspec.to_builtins(rules, enc_hook=_enc_hook)
    return plain


@cache
def options_of(kind: type[TableRules]) -> dict[str, Any]:
    """The type of each option, with its notes."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hint for name, hint in hints.items() if name in kind.__struct_fields__}


def describe(kind: type[TableRules]) -> dict[str, str]:
    """The description of each option. Empty where its author gave none."""
    notes = {name: getattr(hint, "__metadata__", ()) for name, hint in options_of(kind).items()}
    return {name: getattr(next(iter(said), None), "description", None) or "" for name, said in notes.items()}


def kind_of(kind: type[TableRules], option: str) -> Any:
    """An option's type, without its notes."""
    hint = options_of(kind)[option]
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    return hint


def values(kind: type[TableRules], option: str) -> tuple[Any, ...]:
    """The possible values of an option. Empty if any value of its type is allowed."""
    hint = kind_of(kind, option)
    if get_origin(hint) is Literal:
        return get_args(hint)
    return (True, False) if hint is bool else ()


def takes(kind: type[TableRules], option: str) -> str:
    """The possible values of an option, in words: ``one of 1, 2``."""
    hint = kind_of(kind, option)
    if get_origin(hint) is Literal:
        return "one of " + ", ".join(map(str, values(kind, option)))
    if get_origin(hint) is dict:
        return "a table of odds, each as '3 to 2', '50 for 1' or '10% of meter'"
    return {bool: "true or false", int: "a whole number", str: "text"}.get(hint, "a value of the right type")


Given = TableRules | Mapping[str, Any] | Path | str | None
"""Finished rules, plain values, or the path of a TOML file. Missing options have the document's defaults."""


MOST_DIGITS, LONGEST, MOST_LINES = 20, 200, 100
"""The most digits of a number, the most characters of a text, and the most lines of a table or of all options."""

LONGEST_SAID = 60
"""The most characters of a wrong value that a defect repeats."""

MOST_DOTS = 50
"""The most dots in a line of a file. Python reads a.a.a.a in a time that grows with the square of its length."""


def sensible(given: Mapping[str, Any]) -> tuple[dict[str, Any], list[Defect]]:
    """The values that are small enough to be read, by their options, and the defects of the others.

    >>> sensible({"chip": 100, "packs": 10**20})
    ({'chip': 100}, [Defect(option='packs', wrong='a number has at most 20 digits', clause='', line=0)])
    """
    if len(given) > MOST_LINES:
        return {}, [Defect("rules", f"there are {len(given):,} options, and at most {MOST_LINES} are read")]
    wrong = {name: _too_much(name) or _too_much(value, inside=True) for name, value in given.items()}
    defects = [Defect(str(name)[:LONGEST], words) for name, words in wrong.items() if words]
    return {name: value for name, value in given.items() if not wrong[name]}, defects


def _too_much(value: Any, *, inside: bool = False) -> str:
    """Why a value is too large to be read. Empty if it is not. Only an option may hold further values ``inside``."""
    if isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
        return f"a number has at most {MOST_DIGITS} digits"
    if isinstance(value, str) and len(value) > LONGEST:
        return f"a text has at most {LONGEST} characters"
    if not isinstance(value, Mapping | list | tuple):
        return ""
    if not inside:
        return "it is nested too deeply"
    if len(value) > MOST_LINES:
        return f"it has {len(value):,} lines, and at most {MOST_LINES} are read"
    held = [*value, *value.values()] if isinstance(value, Mapping) else value
    return next(filter(None, map(_too_much, held)), "")


def load(game: str, kind: type[R], given: Mapping[str, Any]) -> R:
    """Make rules from plain values. Missing options have the document's defaults. All defects are reported at once."""
    values: dict[str, Any] = {}
    options, defaults = options_of(kind), kind()
    given, defects = sensible(given)
    for name, value in given.items():
        if name not in options:
            defects.append(fixed_by_document(kind, name) or unknown_option(game, name, options))
            continue
        try:
            values[name] = converted(value, options[name])
        except (msgspec.ValidationError, ValueError):
            defects.append(wrong_type(kind, name, value))
        else:
            if isinstance(values[name], dict):  # missing lines have the document's odds
                values[name] = getattr(defaults, name) | values[name]
    rules = kind(**values)
    return _permitted(game, rules, [*defects, *wrong_with(rules)])


def converted(value: Any, hint: Any) -> Any:
    """A plain value as an option's type. Raises ``ValueError`` if it does not fit."""
    return msgspec.convert(value, hint, dec_hook=_dec_hook, strict=True)


def wrong_type(kind: type[TableRules], option: str, value: Any) -> Defect:
    wrong = f"must be {takes(kind, option)}, not {_wrong_line(value) or as_written(value)}"
    listed = get_origin(kind_of(kind, option)) is Literal
    return Defect(option, wrong, clause_of(kind, option) if listed else "")


def as_written(value: Any) -> str:
    """A value of another type as a rules file has it, shortened."""
    if isinstance(value, bool):
        return str(value).lower()
    said = repr(value) if isinstance(value, str | int | float) else str(value)
    return said if len(said) <= LONGEST_SAID else f"{said[:LONGEST_SAID]}..."


def clause_of(kind: type[TableRules], option: str) -> str:
    """The first clause that the description of an option names. Empty if it names none."""
    found = _CLAUSE.search(describe(kind)[option])
    return found[1] if found else ""


def fixed_by_document(kind: type[TableRules], name: str) -> Defect | None:
    """The defect of an attempt to set what the document fixes."""
    if name in kind.fixed:
        return Defect(name, "the document fixes these pays", kind.fixed[name].clause)
    if name in kind.fixed_amounts:
        return Defect(name, "the document fixes these amounts", kind.fixed_amounts[name].clause)
    return None


def unknown_option(game: str, name: str, options: Iterable[str]) -> Defect:
    near = ", ".join(get_close_matches(name, list(options), 3, 0.5))
    known = f"similar options are {near}" if near else "'pitboss rules' lists the options"
    return Defect(name, f"not an option of {game}; {known}")


def _wrong_line(value: Any) -> str:
    """The first line of a pay table that does not hold odds."""
    for hand, odds in value.items() if isinstance(value, dict) else ():
        try:
            Odds.parse(odds)
        except (ValueError, TypeError):
            return f"{hand} = {odds!r}"
    return ""


def refuse_study(game: str, rules: TableRules) -> None:
    """Reject a study where cards are dealt or recorded."""
    if rules.study:
        raise RulesError(game, [Defect("rules", f"{rules.study}: it can be priced, but never dealt")])


def checked(game: str, rules: R) -> R:
    """The rules, if the document permits them."""
    return _permitted(game, rules, wrong_with(rules))


def wrong_with(rules: TableRules) -> list[Defect]:
    """What the document forbids, then the other options that nobody can price.

    Options of a wager that is not offered count too, since they are stored and hashed with the others.
    """
    forbidden = list(rules.defects())
    named = {one.option for one in forbidden}
    return forbidden + [one for one in rules.limits() if one.option not in named]


def _permitted(game: str, rules: R, defects: Sequence[Defect]) -> R:
    for defect in defects:
        cite(game, defect.clause)
    if defects:
        raise RulesError(game, defects)
    return rules


def _choices(kind: type[TableRules], option: str) -> str:
    words = takes(kind, option)
    return f"{words[0].upper()}{words[1:]}." if words.startswith(("one of", "true")) else ""


def parse_toml(text: str) -> dict[str, Any]:
    """The values in a text of TOML. Raises ``ValueError`` if it is none, or holds what nobody can read."""
    import tomllib

    try:
        if any(line.count(".") > MOST_DOTS for line in text.split("\n")):
            raise RecursionError
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # Python refuses to convert a number of thousands of digits
        raise ValueError(f"a number has at most {MOST_DIGITS} digits") from None


def take_game(given: dict[str, Any], default: str = "") -> str:
    """Take the name of the game out of the values of a rules file. Raises ``ValueError`` if it can't be a name.

    >>> take_game({"game": "boston_5_stud", "packs": 6}), take_game({}, "caribbean_stud")
    ('boston_5_stud', 'caribbean_stud')
    """
    named = given.pop("game", default)
    if not isinstance(named, str) or _too_much(named):
        raise ValueError("'game' must be the name of a game")
    return named


def read_toml(game: str, path: Path) -> dict[str, Any]:
    """The options in a rules file of this game, unchecked."""
    try:
        given = parse_toml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RulesError(game, [Defect(str(path), f"can't be read: {error.strerror}")]) from None
    except ValueError as error:
        raise RulesError(game, [Defect(str(path), f"is not TOML: {error}")]) from None
    try:
        other = take_game(given, game)
    except ValueError as error:
        raise RulesError(game, [Defect(str(path), str(error))]) from None
    if other != game:
        raise RulesError(game, [Defect(str(path), f"holds the rules of {other}, not of {game}")])
    return given


@contextmanager
def in_file(path: Path) -> Iterator[None]:
    """Name the file in a ``RulesError`` that is raised within, and the line of each defect, in order."""
    try:
        yield
    except RulesError as error:
        if error.file or any(one.option == str(path) for one in error.defects):
            raise
        lines = lines_of_options(path.read_text(encoding="utf-8"))
        placed = [msgspec.structs.replace(one, line=lines.get(one.option, 0)) for one in error.defects]
        raise RulesError(error.game, sorted(placed, key=lambda one: one.line), str(path)) from None


def lines_of_options(toml: str) -> dict[str, int]:
    """The line on which each option begins, by its name. A pay table begins with its heading.

    >>> lines_of_options("# mine\\nchip = 100\\n[pays]\\nflush = '6 to 1'")
    {'chip': 2, 'pays': 3}
    """
    found: dict[str, int] = {}
    in_table = False
    for number, line in enumerate(toml.splitlines(), 1):
        begins = _BEGINS.match(line)
        if begins and (begins["heading"] or not in_table):
            found.setdefault(begins["name"], number)
            in_table = bool(begins["heading"])
    return found


def load_toml(game: str, kind: type[R], path: Path) -> R:
    given = read_toml(game, path)
    with in_file(path):
        return load(game, kind, given)


def rules_from(game: str, kind: type[TableRules], given: Given) -> TableRules:
    """The rules in any form, if the document permits them."""
    if isinstance(given, TableRules):
        refuse_study(game, given)
        if not isinstance(given, kind):
            raise RulesError(game, [Defect("rules", f"must be rules of {game}, not of another game")])
        return checked(game, given)
    if isinstance(given, str | Path):
        return load_toml(game, kind, Path(given))
    if given is not None and not isinstance(given, Mapping):
        said = f"must be a mapping of options, a file name or None, not {given!r}"
        raise RulesError(game, [Defect("rules", said)])
    return load(game, kind, given or {})


def to_toml(game: str, rules: TableRules) -> str:
    """The rules as TOML, each option with its description."""
    import tomli_w

    notes, plain = describe(type(rules)), to_builtins(rules)
    lines = [f"# Rules of {game}. Missing options have the document's defaults.", f'game = "{game}"', ""]

    def section(names: Iterable[str]) -> None:
        for name in names:
            lines.append(f"# {' '.join(filter(None, (notes.get(name, ''), _choices(type(rules), name))))}")
            lines.append(tomli_w.dumps({name: plain[name]}).strip())
            lines.append("")

    section(name for name, value in plain.items() if not isinstance(value, dict))
    section(name for name, value in plain.items() if isinstance(value, dict))
    return "\n".join(lines).rstrip() + "\n"
