"""The felt in a real browser: what lies where, what can be pressed, and what moves."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Route

import pitboss.browser
from pitboss import Table
from pitboss.table.drive import drive
from pitboss.table.inputs import Input
from pitboss.table.policy import Turn

HERE = Path(__file__).parent
ROOT = Path(pitboss.browser.__file__).parent
GAMES = ("boston_5_stud", "caribbean_stud", "double_attack_blackjack", "double_cross_poker", "double_down_stud")
MOST = {"boston_5_stud": 6}
"""The most seats of a game, where they are fewer than seven."""
SIZES = {"wide": (1097, 736), "tablet": (768, 634), "phone": (390, 640)}
TYPES = {".js": "text/javascript", ".css": "text/css"}
POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'"
FRAME = """<!doctype html><html lang="en" data-theme="dark"><link rel="stylesheet" href="/style/base.css">
<link rel="stylesheet" href="/style/felt.css"><body><main id="box"></main></body></html>"""
DRAW = (HERE / "draw_felt.js").read_text()
OVERLAPS = (HERE / "overlaps.js").read_text()


@pytest.fixture
def felt_page(chromium: Browser) -> Iterator[Page]:
    """A page with the modules and style sheets of the house, and nothing else. Errors on it fail the test."""
    context = chromium.new_context(viewport={"width": 1097, "height": 736}, reduced_motion="reduce")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.route("http://felt.test/**", serve)
    page.goto("http://felt.test/")
    yield page
    context.close()
    assert not errors


def serve(route: Route) -> None:
    path = route.request.url.removeprefix("http://felt.test/")
    headers = {"Content-Security-Policy": POLICY}
    if not path:
        route.fulfill(body=FRAME, content_type="text/html", headers=headers)
    elif (ROOT / path).is_file():
        route.fulfill(body=(ROOT / path).read_bytes(), content_type=TYPES[Path(path).suffix], headers=headers)
    else:
        route.fulfill(status=204)


@cache
def events_of(game: str, seats: int, seed: int = 0) -> list[dict[str, Any]]:
    """A round as seat 1 sees it: every player places the least of every wager, and plays by the basic policy."""
    basic = importlib.import_module(f"pitboss.games.{game}.basic").basic

    def play(turn: Turn) -> Input | None:
        if turn.about != "wagers":
            given: Input | None = basic(turn)
            return given
        offers = [one for one in turn.offers if one.do == "wager" and not one.why_not]
        return turn.take(offers[0]) if offers else None

    table = Table(game, {"positions": seats}, seed=seed)
    for seat in range(1, seats + 1):
        table.sit(f"Player {seat}", seat)
    round = drive(table.open_round(), play, Random(seed))
    seen = [one for one in (record.seen_by("seat 1") for record in round.records) if one is not None]
    events: list[dict[str, Any]] = json.loads(msgspec.json.encode(seen))
    return events


def after_the_deal(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events up to the first decision after the last card that is dealt to all."""
    decided = ("attack", "pass", "consent")
    cards = [at for at, one in enumerate(events) if one["type"] == "dealt"]
    for at, one in enumerate(events):
        if at > cards[0] and one["type"] == "chose" and one["action"] not in decided:
            return events[:at]
    return events[: cards[-1] + 1]


def draw(page: Page, game: str, events: list[dict[str, Any]], **how: Any) -> None:
    page.evaluate(DRAW, [game, events, how])


@pytest.mark.parametrize("game", GAMES)
def test_nothing_on_the_felt_overlaps(felt_page: Page, game: str) -> None:
    found: dict[str, list[str]] = {}
    for seats in range(1, MOST.get(game, 7) + 1):
        events = after_the_deal(events_of(game, seats))
        for own in sorted({1, (seats + 1) // 2, seats}):
            draw(felt_page, game, events, seat=own)
            seen = felt_page.evaluate(OVERLAPS)
            assert seen["count"] > 10
            if seen["found"]:
                found[f"seat {own} of {seats}"] = seen["found"]
    assert not found


@pytest.mark.parametrize("size", ["tablet", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_overlaps_on_a_smaller_screen(felt_page: Page, game: str, size: str) -> None:
    width, height = SIZES[size]
    felt_page.set_viewport_size({"width": width, "height": height})
    found: dict[str, list[str]] = {}
    for seats in (1, 5):
        draw(felt_page, game, after_the_deal(events_of(game, seats)), seat=(seats + 1) // 2)
        if seen := felt_page.evaluate(OVERLAPS)["found"]:
            found[f"{seats} seats"] = seen
    assert not found
