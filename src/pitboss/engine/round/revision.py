"""The revision of the engine: a number for how it reads the documents.

A round follows one revision from its first record to its last, and says which in ``began``. So a round that was stored
before a reading changed is replayed, recovered and proved as it was played. A changed reading asks ``Dealer.revision``
in one place.
"""

from __future__ import annotations

REVISION = 1
"""The revision of new rounds. Rounds that name none are of revision 0. docs/log.md says what each changed."""


def unknown(revision: object) -> str:
    """Why this program can't follow a revision. Empty if it can."""
    if isinstance(revision, int) and not isinstance(revision, bool) and 0 <= revision <= REVISION:
        return ""
    return f"revision {revision!r} of the engine is unknown: this program follows revisions 0 to {REVISION}"
