"""Games of other packages in the page: a house finds them installed, and nothing of the page names them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import rounds_seen
from browsing import PHONE, Visitor, typeset, visit
from felts import OVERLAPS, SIZES, Looks, after_the_deal
from installed import Installed
from pitboss.coach.dealers.practice import KINDS
from pitboss.verification.trace import SOURCE
from served import Server, served
from waiting import HANG_S

pytestmark = pytest.mark.long

FOLDER = SOURCE.parent.parent / "more_games"
GAMES = tuple(sorted(path.parent.name for path in FOLDER.glob("*/pyproject.toml")))
SCREENS = {"desktop": (1280, 720), "tablet": (768, 1024), "phone": PHONE, "side": (844, 390)}
SEATS = 6
TABLE = (Path(__file__).parent / "table_overlaps.js").read_text()
ACT = ".table-screen .act:not([disabled])"
OPEN = ".felt .area.open:not(.staked)"


BRIEF = {
    "let_it_ride": "Three cards and two of the board. Take a bet back, or let it ride.",
    "mississippi_stud": "Two cards and three of the board. Fold, or bet one to three times the ante.",
    "three_card_poker": "Three cards against the dealer\u2019s three. Fold, or play.",
}
LESSON = [
    "Before the cards, you place the last bet, the second bet and the first bet, all equal.",
    "You get three cards, and the board gets two cards face down.",
    "You take the first bet back, or let it ride.",
    "One card of the board is turned, and you take the second bet back, or let it ride.",
    "One card of the board is turned.",
    "Your hand is your three cards and the two of the board; the pay table pays it, and there is no dealer to beat.",
]
"""Let It Ride as its declaration tells it."""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of a process that finds the games as an installer leaves them."""
    site = tmp_path_factory.mktemp("site")
    found = [Installed(FOLDER / game, site).environment["PYTHONPATH"] for game in GAMES]
    return os.pathsep.join(dict.fromkeys(part for one in found for part in one.split(os.pathsep)))


@pytest.fixture(scope="module")
def larger_house(path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("larger"), "--pace", "0", "--no-limits", path=path) as server:
        yield server


@pytest.fixture(scope="module")
def told(larger_house: Server) -> dict[str, Any]:
    """What the house says of its games."""
    return {one["name"]: one for one in larger_house.http.get("/api/games").json()}


@pytest.fixture(scope="module")
def rounds(path: str) -> dict[tuple[str, int], list[dict[str, Any]]]:
    """A round of each game for each number of seats."""
    asked = [(game, seats) for game in GAMES for seats in range(1, SEATS + 1)]
    ended = subprocess.run(
        (sys.executable, rounds_seen.__file__),
        input=json.dumps(asked),
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=True,
    )
    return dict(zip(asked, json.loads(ended.stdout), strict=True))


def clean(page: Page) -> None:
    """Nothing on the felt or beside it overlaps."""
    seen = page.evaluate(OVERLAPS)
    assert seen["count"] > 5
    assert seen["found"] == []
    assert [one for one in page.evaluate(TABLE)["found"] if not one.startswith("#tab-")] == []  # tabs can be scrolled


SIT = """async (game) => {
    await pitboss.signIn();
    const table = await pitboss.api.post("/api/tables", { game });
    pitboss.go(`#/table/${table.id}/sit`);
}"""


def sit(guest: Visitor, game: str) -> None:
    """Open a table and sit down at it, without a bet."""
    guest.open("#/play")
    guest.page.evaluate(SIT, game)


def play(page: Page) -> int:
    """Put chips on every area by hand, and play one round. Returns how many decisions it had."""
    page.wait_for_selector(f"{ACT}, {OPEN}")
    clean(page)
    while page.locator(OPEN).count():
        wager = page.locator(OPEN).first.get_attribute("data-area")
        page.locator(f".felt [data-area='{wager}'] .shape").click()
        expect(page.locator(f".felt [data-area='{wager}']")).to_have_attribute("data-staked", "1")
        expect(page.locator(".choices .primary")).to_be_enabled()
    page.locator(".act[data-do=ready]").click()
    decided = 0
    while True:
        asked = page.locator(".table-screen[data-phase='decide'] .choices:not([aria-disabled]) .act:enabled")
        page.locator(".rail .net").or_(asked.first).first.wait_for(state="attached")
        if page.locator(".rail .net").count():
            return decided
        clean(page)
        decided += 1
        about = page.locator(".call").text_content()
        asked.last.click()
        page.wait_for_function(
            "(said) => document.querySelector('.call')?.textContent !== said || document.querySelector('.rail .net')",
            arg=about,
        )


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_played_on_the_usual_felt(
    chromium: Browser, larger_house: Server, told: dict[str, Any], game: str, screen: str
) -> None:
    with visit(chromium, larger_house, size=SCREENS[screen], touch=screen in ("phone", "side")) as guest:
        sit(guest, game)
        areas = [one["wager"] for one in told[game]["felt"]["areas"] if one["wager"] == one["on"]]
        shown = guest.page.locator(".felt [data-area]")
        expect(shown).to_have_count(len(areas))
        assert [one.get_attribute("data-area") for one in shown.all()] == areas
        assert play(guest.page) > 0
        expect(guest.page.locator(".rail .net")).to_have_text(re.compile(r"You (won|lost|broke even)"))


@pytest.mark.parametrize("game", GAMES)
def test_the_round_is_replayed_on_the_same_felt(chromium: Browser, larger_house: Server, game: str) -> None:
    with visit(chromium, larger_house) as guest:
        sit(guest, game)
        page = guest.page
        play(page)
        page.evaluate("() => pitboss.go('#/history')")
        page.wait_for_selector(".history .felt")
        page.click("[aria-label='Last step']")
        page.wait_for_selector(".history .felt .pill.tag")
        assert page.evaluate(OVERLAPS)["found"] == []


@pytest.mark.parametrize("game", GAMES)
def test_lobby_and_lesson_show_the_game(
    chromium: Browser, larger_house: Server, told: dict[str, Any], game: str
) -> None:
    with visit(chromium, larger_house) as guest:
        guest.open("#/play")
        page = guest.page
        little = page.locator(f"[data-game={game}] .little")
        cards = sum(place["sizes"][0] for place in told[game]["felt"]["places"])
        expect(little.locator(".card")).to_have_count(cards)
        expect(page.locator(f"[data-game={game}] .about")).to_contain_text(typeset(told[game]["brief"]))
        cloth = "(e) => getComputedStyle(e).backgroundImage"
        first = page.locator("[data-game=caribbean_stud] .little").evaluate(cloth)
        assert "rgb(17, 93, 96)" in first  # a game with a cloth of its own keeps it
        assert little.evaluate(cloth) != first
        page.evaluate("(name) => pitboss.go(`#/learn/${name}`)", game)
        expect(page.locator(".sentences li")).to_have_text([typeset(one) for one in told[game]["sentences"]])
        page.wait_for_selector(".steps .open .small-table")


def test_a_declaration_is_told_in_a_line_and_in_order(told: dict[str, Any]) -> None:
    assert {game: told[game]["brief"] for game in GAMES} == BRIEF
    assert told["let_it_ride"]["sentences"] == LESSON
    assert told["three_card_poker"]["sentences"][3:] == [
        "The dealer qualifies with queen high or better.",
        "If the dealer qualifies, the higher hand wins.",
        "Pair plus: on a pair or better in the player's hand; a fold loses it, too.",
        "Ante bonus: a straight or better is paid on the ante.",
    ]


def test_the_house_says_what_lies_where(told: dict[str, Any]) -> None:
    felt = told["three_card_poker"]["felt"]
    assert [(one["place"], one["sizes"], one["up"]) for one in felt["places"]] == [("seat", [3], 0), ("dealer", [3], 0)]
    assert [(one["wager"], one["on"], one["side"], one["later"]) for one in felt["areas"]] == [
        ("ante", "ante", False, False),
        ("pair plus", "pair plus", True, False),
        ("play", "play", False, True),
        ("ante bonus", "ante", False, False),
    ]
    own = told["caribbean_stud"]["felt"]  # a game that is not declared says no numbers
    assert all(one["sizes"] == [] for one in own["places"])


def test_a_choice_has_its_own_words_at_each_question(told: dict[str, Any]) -> None:
    said = [one for one in told["let_it_ride"]["words"]["choices"] if one["action"] == "take back"]
    assert [(one["about"], one["means"]) for one in said] == [
        ("first bet", "take the first bet back"),
        ("second bet", "take the second bet back"),
    ]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_dealers_practise_every_kind_of_exercise(larger_house: Server, game: str, kind: str) -> None:
    ann = larger_house.guest("Ann")
    answer = ann.get(f"/api/practice/{game}?kind={kind}&seed=7")
    assert answer.status_code == 200, answer.text
    assert answer.json()["question"]


OWN = """import { usualPlaces } from "../../felt/usual.js";
const areas = [{ wager: "ante", on: "ante", side: false, later: false }];
const places = [{ place: "seat", sizes: [3], up: 0 }];
export default usualPlaces({ name: "mine", title: "My Own Felt", felt: { colour: "#000000", areas, places } });
"""


def test_a_felt_in_the_package_of_a_game_replaces_the_usual_one(chromium: Browser, tmp_path: Path) -> None:
    game = "three_card_poker"
    project = shutil.copytree(FOLDER / game, tmp_path / game)
    own = project / "src" / game / "page"
    own.mkdir()
    (own / "felt.js").write_text(OWN)
    path = Installed(project, tmp_path / "site").environment["PYTHONPATH"]
    with served(tmp_path, "--pace", "0", "--no-limits", path=path) as house, visit(chromium, house) as guest:
        sit(guest, game)
        expect(guest.page.locator("svg.felt-svg[role=group]")).to_have_attribute("aria-label", "My Own Felt table")
        expect(guest.page.locator(".felt [data-area]")).to_have_count(1)
        assert house.http.get(f"/js/games/{game}/game.js").status_code == 404


def test_nobody_but_the_house_names_the_games() -> None:
    page = SOURCE / "browser"
    named = re.compile("|".join(game for name in GAMES for game in (name, name.replace("_", " "))), re.IGNORECASE)
    assert GAMES
    assert [path for path in page.rglob("*.*") if named.search(path.read_text(errors="ignore"))] == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_overlaps_at_a_full_table(
    felt_page: Page, told: dict[str, Any], rounds: dict[tuple[str, int], list[dict[str, Any]]], game: str, size: str
) -> None:
    width, height = SIZES[size]
    felt_page.set_viewport_size({"width": width, "height": height})
    looks = Looks(felt_page, game)
    for seats in range(1, SEATS + 1):
        whole = rounds[game, seats]
        watching = {0} if size in ("wide", "phone") and seats > 2 else set()
        for own in sorted({*watching, 1, (seats + 1) // 2, seats}):
            for what, events in ("dealt", after_the_deal(whole)), ("over", whole):
                looks.add(f"seat {own} of {seats}, {what}", events, seat=own, about=told[game])
    assert not looks.overlaps()
