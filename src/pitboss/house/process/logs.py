"""Structured logs: one line of JSON for each message, on standard error.

A line never has a card, a token or a password. So the text of an exception is left out, since it may quote anything;
its type and the places in the code tell where to look.
"""

from __future__ import annotations

import logging
import sys
import time
from traceback import extract_tb
from typing import Any

import msgspec

REQUEST = "request"
"""The event that each request of HTTP logs."""
_log = logging.getLogger("pitboss")
_encode = msgspec.json.Encoder(enc_hook=str).encode


def info(event: str, **fields: Any) -> None:
    """Log something that happened, with plain fields such as table and round."""
    _log.info(event, extra={"fields": fields})


def warning(event: str, **fields: Any) -> None:
    _log.warning(event, extra={"fields": fields})


def error(event: str, wrong: BaseException, **fields: Any) -> None:
    """Log an error: its type and where it was raised, without its text."""
    _log.error(event, extra={"fields": fields | described(wrong)})


def described(wrong: BaseException) -> dict[str, Any]:
    """The type of an exception and the last places in the code.

    >>> try:
    ...     {}["Ks"]
    ... except KeyError as wrong:
    ...     described(wrong)["error"]
    'KeyError'
    """
    frames = extract_tb(wrong.__traceback__)[-8:]
    names = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]
    cause = wrong.__cause__ or wrong.__context__
    more = {"cause": type(cause).__name__} if cause is not None else {}
    return {"error": type(wrong).__name__, "where": names, **more}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        line: dict[str, Any] = {"at": at, "level": record.levelname.lower()}
        fields = getattr(record, "fields", None)
        if fields is not None:
            line |= {"event": record.getMessage()} | fields
        else:  # another library: its text without arguments can quote nothing
            line |= {"event": "library", "library": record.name, "says": str(record.msg)}
            if record.exc_info and record.exc_info[1] is not None:
                line |= described(record.exc_info[1])
        return _encode(line).decode()


def configure(*, requests: bool = True) -> None:
    """Send all logs of the process to standard error as lines of JSON, with or without a line for each request."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    if not requests:
        handler.addFilter(lambda record: record.getMessage() != REQUEST)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    _log.setLevel(logging.INFO)
