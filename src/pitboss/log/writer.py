"""Writes the log of finished rounds."""

from __future__ import annotations

import gzip
import os
import stat
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, NamedTuple

from pitboss.basics.files import opened, write_all
from pitboss.engine.game import Game
from pitboss.engine.round.events import Event
from pitboss.engine.round.round import Round
from pitboss.engine.rules import TableRules
from pitboss.log.lines import GENESIS, LogEnd, chain, first_line

PIECE = 1 << 16
"""Bytes to compress together: enough to compress well, and few enough to lose."""


class _Mark(NamedTuple):
    """A position in a file after a whole round, where the log can be closed."""

    size: int
    head: str
    round: int
    rounds: int


class LogWriter:
    r"""Writes rounds to a new file or a stream as they end. An existing file is kept, unless ``replace``.

    A file whose name ends in .gz is compressed. If writing fails, the file is cut back to the last round that fits and
    closed there, and the error says so.

    >>> from io import BytesIO
    >>> from pitboss import Table
    >>> table, file = Table("double_down_stud"), BytesIO()
    >>> with LogWriter(file, table.game, table.rules) as log:
    ...     log.rounds
    0
    >>> file.getvalue().count(b"\n")
    2
    """

    def __init__(
        self, to: Path | str | BinaryIO, game: Game, rules: TableRules, follows: str = "", *, replace: bool = False
    ) -> None:
        to = Path(to) if isinstance(to, str) else to
        self.rounds = 0
        self.head = GENESIS
        """The hash of the last line so far."""
        self._path = to if isinstance(to, Path) else None
        self._packed = self._path is not None and self._path.suffix == ".gz"
        self._file = opened(to, replace=replace) if isinstance(to, Path) else to
        self._closed = False
        self._waiting = b""
        self._marks = deque[_Mark](maxlen=2)
        self._clause, self._round = game.round_of_play, 0
        self._take([first_line(game, rules, follows)])
        self._put()

    def add(self, round: Round) -> None:
        self._take(round.records)
        self._round = round.number
        self.rounds += 1
        if not self._packed or len(self._waiting) >= PIECE:
            self._put()

    def close(self) -> None:
        if self._closed:
            return
        self._take([self._end()])
        self._put()
        self._closed = True
        if self._path:
            self._file.close()
        else:
            self._file.flush()

    def _end(self) -> LogEnd:
        return LogEnd(round=self._round, clause=self._clause, rounds=self.rounds)

    def _take(self, records: Sequence[Event]) -> None:
        lines, self.head = chain(records, self.head)
        self._waiting += b"".join(lines)

    def _put(self) -> None:
        """Write the buffered lines. The file then ends with a whole round."""
        content = self._ready()
        try:
            write_all(self._file, content)
        except BaseException as error:
            self._closed = True
            if self._path is None:
                raise
            kept = self._cut_back()
            if not isinstance(error, OSError):
                raise
            raise OSError(error.errno, f"{str(error.strerror).lower()}{kept}", str(self._path)) from None
        before = self._marks[-1].size if self._marks else 0
        self._marks.append(_Mark(before + len(content), self.head, self._round, self.rounds))

    def _ready(self) -> bytes:
        """The buffered lines, compressed if the file is."""
        lines, self._waiting = self._waiting, b""
        return gzip.compress(lines, mtime=0) if self._packed else lines

    def _cut_back(self) -> str:
        """Close the file after the last round that fits. Returns in words what the file holds."""
        assert self._path is not None
        with self._file:
            if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
                return ""
            for mark in reversed(self._marks):
                size, self.head, self._round, self.rounds = mark
                self._waiting = b""
                self._take([self._end()])
                try:
                    self._file.seek(size)
                    self._file.truncate()
                    write_all(self._file, self._ready())
                except OSError:
                    continue
                rounds = "the first round" if self.rounds == 1 else f"the first {self.rounds:,} rounds"
                return f"; it holds {rounds}, closed and complete"
            if not self._marks:
                self._path.unlink(missing_ok=True)
                return ""
        return "; it has no closing line"

    def __enter__(self) -> LogWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
