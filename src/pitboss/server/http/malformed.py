"""What is wrong with a body or a message that can't be read: which field, and what would be right, in our own words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, get_args

import msgspec
from msgspec import inspect

from pitboss.protocol import messages as msg
from pitboss.server.http.bodies import A_KEY, LOWER_CASE, LOWER_CASE_OR_NOTHING, NO_KEY_OR_ONE

MOST_SHOWN = 3
"""The most errors that one answer names."""
LONGEST_NAME = 40
"""The most characters of a field's name that an answer repeats."""

TEXT, WHOLE_NUMBER, YES_OR_NO, OBJECT = "a text", "a whole number", "true or false", "a JSON object"


# --- requests over HTTP

_KINDS: Final = {
    "string": TEXT,
    "int": WHOLE_NUMBER,
    "float": "a number",
    "bool": YES_OR_NO,
    "list": "a list",
    "dict": OBJECT,
}
_PATTERNS: Final = {
    A_KEY: "1 to 64 letters, digits, dashes or underscores",
    NO_KEY_OR_ONE: "at most 64 letters, digits, dashes or underscores",
    LOWER_CASE: "lower-case letters, digits and dashes only",
    LOWER_CASE_OR_NOTHING: "lower-case letters, digits and dashes only",
}
_WRONG: Final = {
    "missing": "is missing",
    "extra_forbidden": "is not a field of this request",
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
    "string_pattern_mismatch": "must have {has}",
    "literal_error": "must be {expected}",
    "int_from_float": f"must be {WHOLE_NUMBER}",
    "int_parsing_size": "is too large",
    **{f"{kind}_type": f"must be {words}" for kind, words in _KINDS.items()},
    **{f"{kind}_parsing": f"must be {words}" for kind, words in _KINDS.items()},
}
"""What is wrong with a field, by the code of the library that checks it. Its limits are filled in."""


def wrong_request(errors: Sequence[Mapping[str, Any]]) -> str:
    """The errors of a request as a sentence.

    >>> wrong_request([{"type": "greater_than_equal", "loc": ("body", "cents"), "ctx": {"ge": 1}}])
    "'cents' must be at least 1"
    """
    return _few([_wrong_part(one) for one in errors])


def _wrong_part(error: Mapping[str, Any]) -> str:
    kind, (_, *where) = error["type"], error["loc"]
    limits = {name: _whole(limit) for name, limit in error.get("ctx", {}).items()}
    if kind == "json_invalid":
        return f"the body is not valid JSON{_from(*where)}"
    if not where:
        return "the body is missing" if kind == "missing" else f"the body must be {OBJECT}, sent as application/json"
    if kind == "string_pattern_mismatch":
        limits["has"] = _PATTERNS.get(limits["pattern"], f"the form {limits['pattern']}")
    words = _WRONG.get(kind, "is not valid").format(**limits)
    return f"{_name('.'.join(map(str, where)))} {words}"


# --- messages over the WebSocket

_TYPES: Final = {
    inspect.StrType: (str, TEXT),
    inspect.IntType: (int, WHOLE_NUMBER),
    inspect.BoolType: (bool, YES_OR_NO),
}
"""The types of fields that a client sends: as Python has them, and as people call them."""
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
    return _few(_wrong_fields(kind, found)) or "the message is not valid"


def _wrong_fields(kind: inspect.StructType, found: Mapping[str, Any]) -> Iterable[str]:
    for field in kind.fields:
        of, words = _TYPES[type(field.type)]
        if field.name not in found:
            if field.required:
                yield f"{_name(field.name)} is missing"
        elif type(found[field.name]) is not of:  # true and false are no numbers, though Python says so
            yield f"{_name(field.name)} must be {words}"
        elif beyond := _beyond(field.type, found[field.name]):
            yield f"{_name(field.name)} {beyond}"
    *names, last = [field.name for field in kind.fields]
    has = f"{', '.join(names)} and {last}" if names else last
    for other in found:
        if other not in ("type", *names, last):
            yield f"{_name(other)} is not a field of {kind.tag}, which has {has}"


def _beyond(kind: inspect.Type, value: Any) -> str:
    """What is wrong with a text or a number that is beyond the limits of its field. Empty if it is within."""
    if isinstance(kind, inspect.StrType):
        if kind.max_length is not None and len(value) > kind.max_length:
            return _WRONG["string_too_long"].format(max_length=kind.max_length)
        if kind.pattern is not None and not re.search(kind.pattern, value):
            return "must be a text without the character NUL"
    if isinstance(kind, inspect.IntType) and kind.ge is not None and kind.le is not None:
        return "" if kind.ge <= value <= kind.le else _WRONG["int_parsing_size"]
    return ""


# --- words


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
