"""Words that puzzled people do not come back."""

from __future__ import annotations

from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "pitboss"
SHOWN = tuple(path for end in ("*.py", "*.js", "*.html") for path in SOURCE.rglob(end))


@pytest.mark.parametrize(
    "words",
    [
        "paid by a meter, which is valued",
        "as you played.",
        "with the next round",
        "equal to the 1st",
        "leave it as it lies",
        '(ruling min-chip)"',
        "our reading: ",
        "} signed heads",
        '"Say so"',
        "Begin at zero",
    ],
)
def test_nobody_is_told_so_any_more(words: str) -> None:
    assert [path.name for path in SHOWN if words in path.read_text(encoding="utf-8")] == []
