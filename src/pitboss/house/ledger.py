from __future__ import annotations

import msgspec

from pitboss.house.books import Posting


class Entry(msgspec.Struct, frozen=True):
    id: str
    kind: str
    at: int
    postings: tuple[Posting, ...]
    table_id: str = ""
    seq: int = 0
    person: str = ""
    memo: str = ""
