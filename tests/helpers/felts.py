"""Felts on a page that has the modules and style sheets of the house, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route

import pitboss.browser

SCRIPTS = Path(__file__).parents[1] / "browser"
ROOT = Path(pitboss.browser.__file__).parent
SIZES = {"wide": (1097, 736), "tablet": (768, 634), "phone": (390, 640), "side": (544, 346)}
TYPES = {".js": "text/javascript", ".css": "text/css"}
POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'"
FRAME = """<!doctype html><html lang="en" data-theme="dark"><link rel="stylesheet" href="/style/base.css">
<link rel="stylesheet" href="/style/felt.css"><body><main id="box"></main></body></html>"""
DRAW = (SCRIPTS / "draw_felt.js").read_text()
OVERLAPS = (SCRIPTS / "overlaps.js").read_text()
LOOK = """async (scenes) => {
  const draw = DRAW;
  const look = OVERLAPS;
  const seen = [];
  for (const one of scenes) {
    await draw(one);
    seen.push({ ...look(), shown: document.querySelectorAll(one[3]).length });
  }
  return seen;
}""".replace("DRAW", DRAW.rstrip().rstrip(";")).replace("OVERLAPS", OVERLAPS.rstrip().rstrip(";"))


def serve(route: Route) -> None:
    path = route.request.url.removeprefix("http://felt.test/")
    headers = {"Content-Security-Policy": POLICY}
    if not path:
        route.fulfill(body=FRAME, content_type="text/html", headers=headers)
    elif (ROOT / path).is_file():
        route.fulfill(body=(ROOT / path).read_bytes(), content_type=TYPES[Path(path).suffix], headers=headers)
    else:
        route.fulfill(status=204)


def after_the_deal(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events up to the first decision after the last card that is dealt to all."""
    decided = ("attack", "pass", "consent")
    cards = [at for at, one in enumerate(events) if one["type"] == "dealt"]
    for at, one in enumerate(events):
        if at > cards[0] and one["type"] == "chose" and one["action"] not in decided:
            return events[:at]
    return events[: cards[-1] + 1]


def draw(page: Page, game: str, events: list[dict[str, Any]], **how: Any) -> None:
    """Draw a felt that fills the window. ``how`` has the seat, and whatever else of the scene is not usual."""
    page.evaluate(DRAW, [game, events, how])


class Looks:
    """Felts that are looked at one after another. The browser need not paint them, so all go to it at once."""

    def __init__(self, page: Page, game: str) -> None:
        self.page, self.game = page, game
        self.scenes: dict[str, Any] = {}

    def add(self, what: str, events: list[dict[str, Any]], *, shows: str = "[data-key]", **how: Any) -> None:
        """``shows`` selects what must be there."""
        self.scenes[what] = [self.game, events, how, shows]

    def overlaps(self, least: int = 5) -> dict[str, list[str]]:
        """What overlaps, by felt. Each has more than so many things on it."""
        self.seen = self.page.evaluate(LOOK, list(self.scenes.values()))
        assert len(self.seen) == len(self.scenes)
        assert all(one["count"] > least and one["shown"] for one in self.seen)
        return {what: one["found"] for what, one in zip(self.scenes, self.seen, strict=True) if one["found"]}
