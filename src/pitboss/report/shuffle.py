"""Writes the evidence for a shuffle as a page of HTML, for screen and print."""

from __future__ import annotations

from pathlib import Path

from pitboss.basics.files import check_free, put
from pitboss.report.drawing import suffix_of
from pitboss.report.writing import rendered
from pitboss.verification.shuffle.evidence import ShuffleEvidence

SHUFFLE = ("the evidence for a shuffle", (".html",))


def write_shuffle_evidence(found: ShuffleEvidence, path: Path, *, replace: bool = False) -> None:
    """Write the page. An existing file is kept unless ``replace``."""
    suffix_of(path, *SHUFFLE)
    check_free(path, replace=replace)
    put(path, rendered("shuffle.html.j2", found=found).encode(), replace=replace)
