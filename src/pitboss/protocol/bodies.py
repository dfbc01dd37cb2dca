"""What all bodies of HTTP requests and answers share. Money is in whole cents, times are milliseconds since 1970.

The server decodes and encodes these structs, the client sends and reads them, and ``declarations.py`` makes the types
of the page from them. The docstring below a field is its description in OpenAPI.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

MOST_OPTIONS = 100
"""The most options that rules may name. No game has so many."""
MOST_CENTS = 10**12

# Patterns of texts. Each has words in an answer that rejects a text (server/http/malformed.py).
A_KEY, NO_KEY_OR_ONE = "^[A-Za-z0-9_-]{1,64}$", "^[A-Za-z0-9_-]{0,64}$"
LOWER_CASE, LOWER_CASE_OR_NOTHING = "^[a-z0-9-]+$", "^[a-z0-9-]*$"

END: Final = r"\Z"
"""The end of a text in a pattern. There, ``$`` of Python would also let a new line pass."""


def form(pattern: str) -> Meta:
    """The form of a text, by a pattern that ends with ``$``."""
    return Meta(pattern=pattern.removesuffix("$") + END)


Text = Annotated[str, Meta(max_length=200)]
Cents = Annotated[int, Meta(ge=0, le=MOST_CENTS)]
SomeCents = Annotated[int, Meta(ge=1, le=MOST_CENTS)]
Key = Annotated[str, form(A_KEY)]
KeyOrNone = Annotated[str, form(NO_KEY_OR_ONE)]
RulesGiven = Annotated[dict[str, Any], Meta(max_length=MOST_OPTIONS)]


class Body(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A request. A field that it does not have is an error."""


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What the house answers. All fields are sent. Those that an older house does not send have a default."""


class Nothing(Said, frozen=True):
    """An answer that says only that it was done."""


class Problem(Said, frozen=True, kw_only=True):
    """Why something was not done."""

    code: str
    """Stable, for programs."""
    why: str
    """A sentence for people."""


class State(Said, frozen=True, kw_only=True):
    """Whether the process answers, or the house takes commands."""

    state: str
