"""The felt of a game that the page does not know: laid out from its wagers and the places of its cards."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from felts import OVERLAPS, SIZES, Looks, draw

pytestmark = pytest.mark.long

SEEN = {"1280 by 720": (936, 560), "an upright tablet": (768, 658), "a phone": (390, 579), "its side": (544, 346)}
"""What bar, rail and actions leave of the usual windows."""
CARDS = [f"{rank}{suit}" for rank in "AKQJT98765432" for suit in "sdhc"]
WAGERS = {
    "ante": "",
    "blind": "",
    "first street": "later",
    "second street": "later",
    "left board bonus": "side",
    "right board bonus": "side",
    "progressive": "side",
    "all of a suit in the hand": "side",
}
PLACES = {"seat": [2, 4], "dealer": [4], "left board": [3], "right board": [3, 5]}


def strange(**more: Any) -> dict[str, Any]:
    """What a house says of a game with eight wagers, one more that is earned, and two boards."""
    areas = [
        {"wager": wager, "on": wager, "side": kind == "side", "later": kind == "later"}
        for wager, kind in WAGERS.items()
    ]
    earned = {"wager": "ante bonus", "on": "ante", "side": False, "later": False}
    places = [{"place": place, "sizes": sizes, "up": 0} for place, sizes in PLACES.items()]
    felt = {"colour": "#16324F", "places": places, "areas": [*areas, earned]}
    return {"name": "strange", "title": "Double Board Poker", "felt": felt, **more}


def event(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, "round": 1, "clause": "1", **fields}


def deal(seats: int) -> list[dict[str, Any]]:
    """Everybody places every wager, and all cards are dealt."""
    players = [(seat, f"Player {seat}") for seat in range(1, seats + 1)]
    bets = [
        event("wagered", seat=seat, player=player, hand=1, wager=wager, amount=2500)
        for seat, player in players
        for wager in WAGERS
    ]
    to = [f"seat {seat}" for seat, _ in players] + [place for place in PLACES if place != "seat"]
    cards = [
        event("dealt", to=place, hand=1, card=CARDS[at], face="up")
        for place in to
        for at in range(PLACES.get(place, PLACES["seat"])[-1])
    ]
    return [event("began", seats=players, names={}), *bets, *cards]


def settled(seats: int) -> list[dict[str, Any]]:
    """The same round at its end: wagers win, lose and come back, and the dealer names the hands."""
    ends = ("win", 5000), ("lose", 0), ("push", 2500)
    named = [
        event("ranked", place=place, hand=1, name="three of a kind, eights", cards=[], category="")
        for place in ("dealer", *(f"seat {seat}" for seat in range(1, seats + 1)))
    ]
    paid = [
        event("settled", seat=seat, player=f"Player {seat}", hand=1, wager=wager, stake=2500, returned=back, result=how)
        for seat in range(1, seats + 1)
        for wager, (how, back) in zip(WAGERS, ends * len(WAGERS), strict=False)
    ]
    bonus = event(
        "settled", seat=1, player="Player 1", hand=1, wager="ante bonus", stake=0, returned=2500, result="win"
    )
    return [*deal(seats), *named, *paid, bonus]


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


@pytest.mark.parametrize("size", [*SIZES, *SEEN])
def test_eight_wagers_and_two_boards_have_room(felt_page: Page, size: str) -> None:
    resize(felt_page, {**SIZES, **SEEN}[size])
    looks = Looks(felt_page, "strange")
    for seats in (1, 3, 6):
        own = (seats + 1) // 2
        for what, events in ("dealt", deal(seats)), ("settled", settled(seats)):
            looks.add(f"{what}, seat {own} of {seats}", events, seat=own, about=strange(), scene={"call": ""})
    looks.add("asked", deal(1), seat=1, about=strange())
    assert not looks.overlaps(least=20)


LETTERS = """() => [...document.querySelectorAll(".felt text:not(.figure, .index, .monogram)")]
    .filter((e) => e.textContent && getComputedStyle(e).display !== "none")
    .map((e) => [e.textContent, Number.parseFloat(getComputedStyle(e).fontSize) * Math.abs(e.getScreenCTM().a)])"""
"""All words on a felt but those of cards and chips, and how high they are in pixels."""


@pytest.mark.parametrize("size", SEEN)
def test_all_words_can_be_read(felt_page: Page, size: str) -> None:
    resize(felt_page, SEEN[size])
    for events in deal(2), settled(2):
        draw(felt_page, "strange", events, seat=1, about=strange())
        words = felt_page.evaluate(LETTERS)
        assert len(words) > len(WAGERS)
        assert [one for one in words if one[1] < 10.99] == []


@pytest.mark.parametrize("size", SIZES)
def test_every_wager_has_an_area_for_a_finger_and_for_the_keyboard(felt_page: Page, size: str) -> None:
    resize(felt_page, SIZES[size])
    areas = {f"{wager}/1": {"state": "open"} for wager in WAGERS}
    began = deal(1)[:1]
    draw(felt_page, "strange", began, seat=1, about=strange(), areas=areas)
    found = felt_page.locator(".felt [data-area][tabindex='0']")
    assert [one.get_attribute("data-area") for one in found.all()] == list(WAGERS)  # in reading order
    boxes = [one.bounding_box() for one in found.all()]
    assert all(box and box["width"] >= 43.9 and box["height"] >= 43.9 for box in boxes)
    for one in found.all():
        one.locator(".shape").click()
        one.press(" ")
    assert felt_page.evaluate("pressed") == [["area", wager, 1, ""] for wager in WAGERS for _ in range(2)]


def test_arrows_reach_every_area(felt_page: Page) -> None:
    areas = {f"{wager}/1": {"state": "open"} for wager in WAGERS}
    draw(felt_page, "strange", deal(1)[:1], seat=1, about=strange(), areas=areas)
    felt_page.locator("[data-area=ante]").focus()
    reached = []
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowLeft"):
        felt_page.keyboard.press(key)
        reached.append(felt_page.evaluate("document.activeElement.dataset.area"))
    wagers = list(WAGERS)
    assert reached == [*wagers[1:4], *reversed(wagers[4:])]


def test_areas_never_move_between_phases(felt_page: Page) -> None:
    where = "() => [...document.querySelectorAll('.area .shape')].map((e) => e.getBoundingClientRect().toJSON())"
    seen = []
    for events in deal(1)[:1], deal(1), settled(1):
        areas = {f"{wager}/1": {"state": "later"} for wager in WAGERS}
        draw(felt_page, "strange", events, seat=1, about=strange(), areas=areas)
        seen.append(felt_page.evaluate(where))
    assert len(seen[0]) == len(WAGERS)
    assert seen[0] == seen[1] == seen[2]


def test_a_void_round_says_so_in_a_banner_that_covers_no_cards(felt_page: Page) -> None:
    voided = event("voided", place="round", player="", hand=0)
    for size in SIZES.values():
        resize(felt_page, size)
        draw(felt_page, "strange", [*deal(1), voided], seat=1, about=strange(), scene={"call": ""})
        found = felt_page.evaluate(OVERLAPS)["found"]
        assert [one for one in found if "banner" in one and "card/" in one] == []


def test_a_game_that_does_not_say_how_many_cards_it_deals_has_places_too(felt_page: Page) -> None:
    about = strange()
    for place in about["felt"]["places"]:
        place["sizes"] = []
    for size in SIZES.values():
        resize(felt_page, size)
        for events in deal(3), settled(3):
            draw(felt_page, "strange", events, seat=2, about=about, scene={"call": ""})
            seen = felt_page.evaluate(OVERLAPS)
            assert seen["count"] > 20
            assert seen["found"] == [], size


def test_a_long_title_is_made_smaller_and_one_without_room_is_left_out(felt_page: Page) -> None:
    one = {"areas": strange()["felt"]["areas"][:1], "places": strange()["felt"]["places"][:2], "colour": "#16324F"}
    seen = []
    for title in ("Poker", "Poker with a Rather Long Title", "Poker with a Title that Goes on and on and Never Ends"):
        draw(felt_page, "strange", deal(1)[:1], seat=1, about=strange(title=title, felt=one))
        assert felt_page.evaluate(OVERLAPS)["found"] == []
        titles = felt_page.locator(".felt .print.title")
        seen.append(float(titles.get_attribute("font-size") or 0) if titles.count() else 0)
    assert seen[0] == 28
    assert 13 < seen[1] < 28
    assert seen[2] == 0
