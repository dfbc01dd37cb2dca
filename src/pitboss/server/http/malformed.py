"""What is wrong with a body or a message that can't be read: which field, and what would be right, in our own words."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, get_args

import msgspec
from msgspec import inspect
from starlette.exceptions import HTTPException

from pitboss.protocol import messages as msg
from pitboss.protocol.bodies import A_KEY, END, LOWER_CASE, LOWER_CASE_OR_NOTHING, NO_KEY_OR_ONE

MOST_SHOWN = 3
"""The most errors that one answer names."""
LONGEST_NAME = 40
"""The most characters of a field's name that an answer repeats."""

TEXT, WHOLE_NUMBER, NUMBER, YES_OR_NO = "a text", "a whole number", "a number", "true or false"
LIST, OBJECT = "a list", "a JSON object"
UNREADABLE = "the body can't be read: it must be JSON that is not nested too deeply"

_KINDS: Final = {"string": TEXT, "int": WHOLE_NUMBER, "float": NUMBER, "bool": YES_OR_NO, "list": LIST, "dict": OBJECT}
_PATTERNS: Final = {
    A_KEY: "must have 1 to 64 letters, digits, dashes or underscores",
    NO_KEY_OR_ONE: "must have at most 64 letters, digits, dashes or underscores",
    LOWER_CASE: "must have lower-case letters, digits and dashes only",
    LOWER_CASE_OR_NOTHING: "must have lower-case letters, digits and dashes only",
    msg.NO_NUL: "must be a text without the character NUL",
}
_WRONG: Final = {
    "missing": "is missing",
    "finite_number": "must be a finite number",
    "greater_than": "must be more than {gt:,}",
    "greater_than_equal": "must be at least {ge:,}",
    "less_than": "must be less than {lt:,}",
    "less_than_equal": "must be at most {le:,}",
    "string_too_long": "must have at most {max_length:,} characters",
    "string_too_short": "must have at least {min_length:,} characters",
    "too_long": "must have at most {max_length:,} entries",
    "too_short": "must not be empty",
    "string_unicode": "must be a text without half characters",
    "literal_error": "must be {expected}",
    "int_from_float": f"must be {WHOLE_NUMBER}",
    "int_parsing_size": "is too large",
    **{f"{kind}_type": f"must be {words}" for kind, words in _KINDS.items()},
    **{f"{kind}_parsing": f"must be {words}" for kind, words in _KINDS.items()},
}
"""What is wrong with a field, by the code that Pydantic has for it. Its limits are filled in."""


class Malformed(Exception):
    """A body that is not what its route takes, and why."""


# --- the path and the query of a request, which FastAPI checks


def wrong_request(errors: Sequence[Mapping[str, Any]]) -> str:
    """The errors of a request as a sentence.

    >>> wrong_request([{"type": "greater_than_equal", "loc": ("query", "most"), "ctx": {"ge": 1}}])
    "'most' must be at least 1"
    """
    return _few([_wrong_part(one) for one in errors])


def _wrong_part(error: Mapping[str, Any]) -> str:
    kind, (_, *where) = error["type"], error["loc"]
    limits = {name: _whole(limit) for name, limit in error.get("ctx", {}).items()}
    if kind == "string_pattern_mismatch":
        words = _of_form(limits["pattern"])
    else:
        words = _WRONG.get(kind, "is not valid").format(**limits)
    return f"{_name('.'.join(map(str, where)))} {words}"


# --- bodies over HTTP


def explain_body(raw: bytes, kind: type[msgspec.Struct]) -> Any:
    """What is wrong with a body. If that is nothing, the body: as JSON, Python reads more than msgspec.

    A text that is not JSON at all raises ``Malformed``, or an error with status 400 if it can't be read.
    """
    try:
        found = json.loads(raw)
    except json.JSONDecodeError as error:
        raise Malformed(f"the body is not valid JSON{_from(error.pos)}") from None
    except (ValueError, RecursionError):  # not UTF-8, a number of thousands of digits, or nested too deeply
        raise HTTPException(400, UNREADABLE) from None
    if wrong := body_errors(found, kind):
        return Malformed(wrong)
    return msgspec.convert(found, kind)


def body_errors(found: Any, kind: type[msgspec.Struct]) -> str:
    """What is wrong with the plain data of a body. Empty if that is nothing.

    >>> from pitboss.protocol.account import GameAccountBody
    >>> body_errors({"cents": 0, "chips": 1}, GameAccountBody)
    "'cents' must be at least 1; 'key' is missing; 'chips' is not a field of this request"
    """
    if not isinstance(found, dict):
        return f"the body must be {OBJECT}, sent as application/json"
    return _few(f"{_name(where)} {words}" for where, words in _wrong(_type_info(kind), found))


_type_info = cache(inspect.type_info)


# --- messages over the WebSocket

_MESSAGES: Final = {
    str(kind.tag): kind
    for kind in inspect.multi_type_info(get_args(msg.FromClient))
    if isinstance(kind, inspect.StructType)
}
"""Every kind of message that a client may send, by its type."""


def wrong_message(text: bytes | str, *, first: bool = False) -> str:
    """Why a message is not one of those that a client may send. The first one must be hello.

    >>> wrong_message('{"type":"sit","table":"c3","key":"k1","seat":"first"}')
    "'seat' must be a whole number"
    >>> wrong_message('{"type":"sit","table":"c3","chair":1}')
    "'key' is missing; 'chair' is not a field of sit, which has table, key and seat"
    """
    try:
        found: Any = msgspec.json.decode(text)
    except msgspec.ValidationError:  # JSON, with a number that no field can hold
        return "a number in the message is too large"
    except msgspec.DecodeError:
        return f"the message is not valid JSON{_broken_at(text)}"
    except RecursionError:
        return "the message is nested too deeply"
    if not isinstance(found, dict):
        return f"the message must be {OBJECT}"
    kind = _MESSAGES.get(found["type"]) if isinstance(found.get("type"), str) else None
    if kind is None:
        return "'type' must be hello" if first else f"'type' must be one of {', '.join(_MESSAGES)}"
    return _few(f"{_name(where)} {words}" for where, words in _wrong(kind, found)) or "the message is not valid"


# --- what is wrong with a value, by the type of its field: where, and in words


def _wrong(kind: inspect.Type, value: Any) -> Iterator[tuple[str, str]]:
    """What is wrong with a value and with what it holds."""
    match kind:
        case inspect.UnionType():
            options = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
            if value is not None or len(options) == len(kind.types):
                yield from _wrong(options[0], value)
        case inspect.StructType() if isinstance(value, dict):
            yield from _wrong_fields(kind, value)
        case inspect.VarTupleType() if isinstance(value, list):
            if words := _wrong_number(kind, len(value)):
                yield "", words
                return
            for at, one in enumerate(value):
                yield from _within(str(at), kind.item_type, one)
        case inspect.DictType() if isinstance(value, dict):
            if words := _wrong_number(kind, len(value)):
                yield "", words
                return
            if not all(map(_is_whole, value)):
                yield "", _WRONG["string_unicode"]
            for name, one in value.items():
                yield from _within(name, kind.value_type, one)
        case inspect.AnyType():
            if not _is_whole(json.dumps(value, ensure_ascii=False)):
                yield "", _WRONG["string_unicode"]
        case _:
            if words := _wrong_value(kind, value):
                yield "", words


def _within(name: str, kind: inspect.Type, value: Any) -> Iterator[tuple[str, str]]:
    for where, words in _wrong(kind, value):
        yield f"{name}.{where}" if where else name, words


def _wrong_fields(kind: inspect.StructType, found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    names = [field.name for field in kind.fields]
    for field in kind.fields:
        if field.name in found:
            yield from _within(field.name, field.type, found[field.name])
        elif field.required:
            yield field.name, _WRONG["missing"]
    of = "this request"
    if kind.tag is not None:
        *some, last = names
        of = f"{kind.tag}, which has {', '.join(some)} and {last}" if some else f"{kind.tag}, which has {last}"
    for other in found:
        if other not in names and other != kind.tag_field:
            yield other, f"is not a field of {of}"


def _wrong_number(kind: inspect.VarTupleType | inspect.DictType, entries: int) -> str:
    """What is wrong with the number of entries of a list or an object. Empty if that is nothing."""
    if kind.max_length is not None and entries > kind.max_length:
        return _WRONG["too_long"].format(max_length=kind.max_length)
    return _WRONG["too_short"] if kind.min_length is not None and entries < kind.min_length else ""


def _wrong_value(kind: inspect.Type, value: Any) -> str:
    """What is wrong with a value that holds no others, or is not of the kind that does. Empty if that is nothing."""
    match kind:
        case inspect.StrType():
            return _wrong_text(kind, value) if isinstance(value, str) else f"must be {TEXT}"
        case inspect.IntType():  # true and false are no numbers, though Python says so
            return _beyond(kind, value) if type(value) is int else f"must be {WHOLE_NUMBER}"
        case inspect.FloatType():
            if type(value) not in (int, float):
                return f"must be {NUMBER}"
            return _beyond(kind, value) if math.isfinite(value) else _WRONG["finite_number"]
        case inspect.BoolType():
            return "" if isinstance(value, bool) else f"must be {YES_OR_NO}"
        case inspect.LiteralType():
            *some, last = map(repr, sorted(kind.values, key=lambda one: (not one, one)))
            fits = isinstance(value, str) and value in kind.values
            return "" if fits else _WRONG["literal_error"].format(expected=f"{', '.join(some)} or {last}")
        case inspect.VarTupleType():
            return f"must be {LIST}"
    return f"must be {OBJECT}"


def _wrong_text(kind: inspect.StrType, value: str) -> str:
    if not _is_whole(value):
        return _WRONG["string_unicode"]
    if kind.max_length is not None and len(value) > kind.max_length:
        return _WRONG["string_too_long"].format(max_length=kind.max_length)
    if kind.pattern is not None and not re.search(kind.pattern, value):
        return _of_form(kind.pattern.replace(END, "$"))
    return ""


def _is_whole(text: str) -> bool:
    """Whether a text has no half of a character that takes two."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _beyond(kind: inspect.IntType | inspect.FloatType, value: float) -> str:
    """What is wrong with a number beyond the limits of its field. Empty if it is within."""
    if (kind.ge, kind.le) == (msg.LEAST, msg.MOST):  # not worth their digits
        return "" if msg.LEAST <= value <= msg.MOST else _WRONG["int_parsing_size"]
    if kind.ge is not None and value < kind.ge:
        return _WRONG["greater_than_equal"].format(ge=kind.ge)
    if kind.le is not None and value > kind.le:
        return _WRONG["less_than_equal"].format(le=kind.le)
    if kind.lt is not None and value >= kind.lt:
        return _WRONG["less_than"].format(lt=kind.lt)
    return ""


# --- words


def _of_form(pattern: str) -> str:
    return _PATTERNS.get(pattern, f"must have the form {pattern}")


def _name(field: str) -> str:
    return repr(field[:LONGEST_NAME]) if field.isprintable() else ascii(field[:LONGEST_NAME])


def _whole(limit: Any) -> Any:
    """A limit without decimals, if it has none."""
    return int(limit) if isinstance(limit, float) and limit.is_integer() else limit


def _from(position: int) -> str:
    return f" from character {position + 1:,} on"


def _broken_at(text: bytes | str) -> str:
    """Where a text stops being JSON. Empty if that can't be said."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return _from(error.pos)
    except (ValueError, RecursionError):  # not UTF-8, a number of thousands of digits, or nested too deeply
        return ""
    return ""


def _few(wrong: Iterable[str]) -> str:
    """The first errors of several, as a sentence."""
    named = list(wrong)
    more = len(named) - MOST_SHOWN
    return "; ".join([*named[:MOST_SHOWN], *([f"and {more:,} more"] if more > 0 else [])])
