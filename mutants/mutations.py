"""The mutants of a module, made by cosmic-ray's operators and by our own operator for strings.

A mutant is a splice of the source: an offset, the old text and the new text. Its key is its module, its function or
name, and its line before and after, so a list of mutants survives changes elsewhere in the file.

These are not mutated, since no test could or should notice:

- type annotations, which are never evaluated (except numbers in a class's annotations, as in ``Literal[6, 8]``),
- docstrings and ``__repr__``,
- strings in ``raise`` (messages), and imports,
- ``assert``, since a weaker guard changes nothing,
- ``==`` to ``is`` and back, since small integers and names are single objects (ruff finds these),
- ``==`` with a string or a string constant to ``<`` and the like, since the order of strings means nothing here
  (``!=`` is tried),
- the bare ``*`` and ``/`` of a signature, and code under ``if TYPE_CHECKING``.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import msgspec
import parso
from cosmic_ray.plugins import get_operator, operator_names
from parso.tree import BaseNode, Leaf, NodeOrLeaf

Position = tuple[int, int]
Extent = tuple[Position, Position]

WITHOUT = {
    "VariableInserter",  # these two need the names of variables
    "VariableReplacer",
    "ExceptionReplacer",  # does not support dotted names
    "ReplaceComparisonOperator_Eq_Is",
    "ReplaceComparisonOperator_Is_Eq",
    "ReplaceComparisonOperator_NotEq_IsNot",
    "ReplaceComparisonOperator_IsNot_NotEq",
}
DULL = {"name", "newline", "endmarker", "error_leaf", "fstring_start", "fstring_end"}
PUNCTUATION = set("()[]{},:.;=@") | {"->", ":=", "..."}
ORDER = re.compile(r"^ReplaceComparisonOperator_(Eq|NotEq)_(Lt|Gt)")
ODDS = re.compile(r"\d[\d,]* (to|for) \d|\d+% of")


class Mutant(msgspec.Struct, frozen=True):
    """One small change of a module's source."""

    module: str
    """Its path in the project."""
    scope: str
    """The enclosing function or class, or the name that a statement of the module assigns."""
    before: str
    """The original line."""
    after: str
    """The mutated line."""
    operator: str
    line: int
    start: int
    old: str
    new: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.module, self.scope, self.before, self.after

    def applied(self, source: str) -> str:
        return source[: self.start] + self.new + source[self.start + len(self.old) :]

    def compiles(self, source: str) -> bool:
        """Whether the result is valid Python. Some operators make invalid code, which does not count as a mutant."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                compile(self.applied(source), self.module, "exec")
            except (SyntaxError, ValueError):
                return False
            return True

    def __str__(self) -> str:
        return f"{self.module}:{self.line} {self.scope}: {self.before}  ->  {self.after}"


class Operator(Protocol):
    """The interface of cosmic-ray's operators."""

    def mutation_positions(self, node: Any) -> Iterator[Extent]: ...
    def mutate(self, node: Any, index: int) -> Any: ...


class TextReplacer:
    """Changes a string: another number in odds, an extra letter in others. ``odds_only`` changes only odds."""

    def __init__(self, odds_only: bool) -> None:
        self.odds_only = odds_only

    def mutation_positions(self, node: Any) -> Iterator[Extent]:
        if node.type not in ("string", "fstring_string") or node.parent.type in ("simple_stmt", "file_input"):
            return
        if ODDS.search(node.value) or not self.odds_only:
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        if ODDS.search(node.value):
            node.value = re.sub(r"\d(?=\D)", lambda digit: str((int(digit[0]) + 1) % 10), node.value, count=1)
        elif node.type == "fstring_string":
            node.value += "x"
        else:
            quote = '"""' if node.value.endswith('"""') else node.value[-1]
            node.value = node.value.removesuffix(quote) + "x" + quote
        return node


def operators(odds_only: bool) -> dict[str, Operator]:
    """cosmic-ray's operators and ours, by name."""
    names = [name for name in operator_names() if name.partition("/")[2] not in WITHOUT]
    found: dict[str, Operator] = {name.partition("/")[2]: get_operator(name)() for name in names}
    return {**found, "TextReplacer": TextReplacer(odds_only)}


def mutants(path: Path, project: Path, odds_only: bool) -> list[Mutant]:
    """Every mutant of a module, in source order. Only the first of several equal ones is kept.

    This does not check whether each mutant ``compiles``, which takes long.
    """
    source = path.read_text(encoding="utf-8")
    shape = Shape(source)
    lines, offsets = source.splitlines(keepends=True), _offsets(source)
    found: dict[tuple[int, str, str], Mutant] = {}
    for name, at, old, new in _splices(source, operators(odds_only), offsets, text_names(project)):
        start, old, new = _trimmed(at, old, new)
        shown = start + len(old) - len(old.lstrip())
        line = _line_of(offsets, shown)
        where = (line, shown - offsets[line - 1])
        if shape.skips(where, name) or (start, old, new) in found or old == new:
            continue
        before = lines[line - 1]
        column = max(0, start - offsets[line - 1])
        after = before[:column] + new + before[column + len(old) :] if "\n" not in old else before[:column] + new
        found[start, old, new] = Mutant(
            module=path.relative_to(project).as_posix(),
            scope=shape.scope(where),
            before=" ".join(before.split()),
            after=" ".join(after.split()),
            operator=name,
            line=line,
            start=start,
            old=old,
            new=new,
        )
    return sorted(found.values(), key=lambda mutant: (mutant.start, mutant.new))


@lru_cache(maxsize=4)
def text_names(project: Path) -> frozenset[str]:
    """The constants of the project that are strings wherever they are assigned."""
    texts, others = set[str](), set[str]()
    for path in sorted((project / "src").rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            for name, value in _assigned(node):
                (texts if isinstance(value, ast.Constant) and isinstance(value.value, str) else others).add(name)
    return frozenset(name for name in texts - others if name.isupper())


def _assigned(node: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """The names that a statement assigns, each with its value."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            yield name, value
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            yield from ((ast.unparse(name), value) for name, value in zip(names, values, strict=False))


def _splices(
    source: str, every: dict[str, Operator], offsets: list[int], constants: frozenset[str]
) -> Iterator[tuple[str, int, str, str]]:
    """The change by each operator at each node: the operator's name, an offset, the old text and the new text."""
    for node in _nodes(parso.parse(source)):
        old = node.get_code()
        line, column = node.get_start_pos_of_prefix()
        texts = node.type == "comparison" and any(
            child.type == "string" or child.get_code(include_prefix=False) in constants for child in node.children
        )
        for name, operator in every.items():
            if texts and ORDER.search(name):
                continue
            for index, _ in enumerate(operator.mutation_positions(node)):
                kept = _kept(node)
                mutated = operator.mutate(node, index)
                new = "" if mutated is None else mutated.get_code()
                _restore(kept)
                yield name, offsets[line - 1] + column, old, new


def _nodes(node: NodeOrLeaf) -> Iterator[Any]:
    if isinstance(node, Leaf):
        dull = PUNCTUATION | ({"*", "/"} if node.parent and node.parent.type == "parameters" else set())
        if node.type not in DULL and not (node.type == "operator" and node.value in dull):
            yield node
    elif isinstance(node, BaseNode):
        yield node
        for child in list(node.children):
            yield from _nodes(child)


Kept = list[tuple[Any, str, Any]]


def _kept(node: NodeOrLeaf) -> Kept:
    """The parts of a node that an operator may change in place."""
    if isinstance(node, Leaf):
        return [(node, "value", node.value)]
    assert isinstance(node, BaseNode)
    return [(node, "children", list(node.children)), *(kept for child in node.children for kept in _kept(child))]


def _restore(kept: Kept) -> None:
    for node, name, value in kept:
        setattr(node, name, value)


def _trimmed(at: int, old: str, new: str) -> tuple[int, str, str]:
    """The same change without the common start and end of the two texts."""
    begin = 0
    while begin < min(len(old), len(new)) and old[begin] == new[begin]:
        begin += 1
    end = 0
    while end < min(len(old), len(new)) - begin and old[-1 - end] == new[-1 - end]:
        end += 1
    return at + begin, old[begin : len(old) - end], new[begin : len(new) - end]


def _offsets(source: str) -> list[int]:
    """The offset of each line."""
    found = [0]
    for line in source.splitlines(keepends=True):
        found.append(found[-1] + len(line))
    return found


def _line_of(offsets: list[int], start: int) -> int:
    return next(line for line, offset in enumerate(offsets[1:], 1) if offset > start)


class Shape:
    """The places in a module's syntax tree: those to skip, and the scope of each."""

    def __init__(self, source: str) -> None:
        self.lines = source.splitlines()
        self.tree = ast.parse(source)
        self.skipped: list[Extent] = []
        self.class_annotations: list[Extent] = []
        self.raises: list[Extent] = []
        self.scopes: list[tuple[Extent, str]] = []
        self._read(self.tree, "", in_class=False)

    def skips(self, at: Position, operator: str) -> bool:
        if any(start <= at < end for start, end in self.class_annotations):
            return operator != "NumberReplacer"
        if operator == "TextReplacer" and any(start <= at < end for start, end in self.raises):
            return True
        return any(start <= at < end for start, end in self.skipped)

    def scope(self, at: Position) -> str:
        """The innermost scope around a place."""
        return max((name for (start, end), name in self.scopes if start <= at < end), key=len, default="")

    def _read(self, node: ast.AST, within: str, in_class: bool) -> None:
        for child in ast.iter_child_nodes(node):
            name, inner = within, in_class
            match child:
                case ast.FunctionDef() | ast.ClassDef():
                    name, inner = f"{within}.{child.name}".lstrip("."), isinstance(child, ast.ClassDef)
                    self.scopes.append((self._extent(child, decorated=True), name))
                    self._read_signature(child)
                case ast.Assign(targets=[ast.Name(id=target), *_]) | ast.AnnAssign(target=ast.Name(id=target)):
                    name = f"{within}.{target}".lstrip(".")
                    self.scopes.append((self._extent(child), name))
                    name = within
                case ast.Assign(targets=[ast.Tuple(elts=targets)]) if not within:
                    names = ", ".join(ast.unparse(target) for target in targets)
                    self.scopes.append((self._extent(child), names))
                case ast.Assert() | ast.Import() | ast.ImportFrom():
                    self.skipped.append(self._extent(child))
                case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                    self.skipped.append(self._extent(child))
                case ast.Raise():
                    self.raises.append(self._extent(child))
            if isinstance(child, ast.AnnAssign):
                places = self.class_annotations if in_class else self.skipped
                places.append(self._extent(child.annotation))
            self._read(child, name, inner)

    def _read_signature(self, node: ast.FunctionDef | ast.ClassDef) -> None:
        if isinstance(node, ast.ClassDef):
            return
        if node.name == "__repr__":
            self.skipped.append(self._extent(node))
        if node.returns:
            self.skipped.append(self._extent(node.returns))
        given = node.args
        every = (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg)
        self.skipped += [self._extent(one.annotation) for one in every if one and one.annotation]

    def _extent(self, node: Any, decorated: bool = False) -> Extent:
        first = min([node, *node.decorator_list], key=lambda one: one.lineno) if decorated else node
        return self._place(first.lineno, first.col_offset), self._place(node.end_lineno, node.end_col_offset)

    def _place(self, line: int, column: int) -> Position:
        """A place in characters. ``ast`` counts bytes."""
        return line, len(self.lines[line - 1].encode()[:column].decode())

    def statement(self, line: int) -> range:
        """The lines of the innermost statement at a line. A compound statement counts only with its head."""
        around = [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)
        ]
        found = max(around, key=lambda node: (node.lineno, -(node.end_lineno or 0)), default=None)
        if found is None:
            return range(line, line + 1)
        body = getattr(found, "body", None)
        last = body[0].lineno - 1 if body and body[0].lineno > found.lineno else found.end_lineno or found.lineno
        return range(found.lineno, max(last, line) + 1)
