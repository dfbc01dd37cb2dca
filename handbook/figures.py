"""The published figures, counted again when the site is built."""

from __future__ import annotations

from handbook.games import render
from pitboss import game
from pitboss.verification.published import checks, figures

PLACE = "<!-- published figures -->"
"""Where the page of figures shows them."""


def published() -> str:
    """Every published figure beside ours."""
    return render("published.md.j2", checks=list(checks(figures())), title=lambda name: game(name).title)
