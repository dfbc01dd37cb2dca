"""The errors of a client, one for each way in which a caller can react."""

from __future__ import annotations

from pitboss.protocol import messages as msg


class Refused(Exception):
    """The server refused a request or a command, and nothing has changed.

    >>> no = Refused("chips", "this takes $10, and you have $5 in chips at this table")
    >>> no.code, str(no)
    ('chips', 'this takes $10, and you have $5 in chips at this table')
    """

    def __init__(self, code: str, why: str, clause: str = "") -> None:
        super().__init__(code, why, clause)
        self.code, self.why, self.clause = code, why, clause

    def __str__(self) -> str:
        return f"{self.why} ({self.clause})" if self.clause and self.clause not in self.why else self.why


class ConnectionLost(Exception):
    """The server can't be reached, and the client has given up trying."""


class NoAnswer(ConnectionLost):
    """No answer came in time. The command may have been done or not: ``send`` the same command again to find out."""

    def __init__(self, command: msg.Command, seconds: float) -> None:
        super().__init__(command, seconds)
        self.command, self.seconds = command, seconds

    def __str__(self) -> str:
        return f"the server did not answer within {self.seconds:g} s"


class OutOfSequence(Exception):
    """The numbers of a table's updates have a gap or a repeat. What this client knows of the table may be wrong.

    >>> str(OutOfSequence("t1", 7, 9))
    'table t1: update 9 came after update 7'
    """

    def __init__(self, table: str, last: int, came: int) -> None:
        super().__init__(table, last, came)
        self.table, self.last, self.came = table, last, came

    def __str__(self) -> str:
        return f"table {self.table}: update {self.came} came after update {self.last}"
