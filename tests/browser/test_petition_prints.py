"""A petition prints: on paper, nothing of it is wider than the page, neither on A4 nor on Letter."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pitboss.report.petition import page as written
from pitboss.report.petition import petition
from pitboss.simulation import shared_cards
from pitboss.verification.shuffle.evidence import LEAST

MARGINS, A4, LETTER = 28, 210, 216
"""Widths in millimetres."""
PIXELS = 96 / 25.4
"""The pixels of a millimetre."""
WIDER = """(most) => [...document.querySelectorAll("body *")]
  .filter((one) => !one.closest("svg") && one.getBoundingClientRect().right > most + 1)
  .map((one) => `${one.tagName} ${one.className}: ${one.textContent.slice(0, 60)}`)"""


@pytest.mark.long
@pytest.mark.parametrize("name", ["double_down_stud", "caribbean_stud", "double_attack_blackjack"])
def test_nothing_is_wider_than_the_page(
    chromium: Browser, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_cards, "MOST_ERROR", 0.01)  # the rows are as wide with fewer deals
    path = tmp_path / "petition.html"
    path.write_text(written(petition(name, orders=LEAST)), encoding="utf-8")
    most = (min(A4, LETTER) - MARGINS) * PIXELS
    page = chromium.new_page(viewport={"width": int(most), "height": 1000})
    page.goto(path.as_uri())
    page.emulate_media(media="print")
    assert page.evaluate(WIDER, most) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= most + 1
    for paper, width in (("A4", A4), ("Letter", LETTER)):
        printed = page.pdf(format=paper, print_background=True)
        boxes = {float(box) for box in re.findall(rb"/MediaBox \[0 0 ([\d.]+) ", printed)}
        assert boxes, "the pages have no size"
        assert all(abs(box - width / 25.4 * 72) < 2 for box in boxes), (paper, boxes)
    page.close()
