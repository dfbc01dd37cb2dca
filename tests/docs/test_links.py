"""Every link between documents leads to a file of the repository, so that they can be read without the built site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from site_built import PROJECT

PAGES = sorted([*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(PROJECT)) for page in PAGES])
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = LINK.findall(page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_pages_have_links() -> None:
    assert sum(len(LINK.findall(page.read_text("utf-8"))) for page in PAGES) > 50
