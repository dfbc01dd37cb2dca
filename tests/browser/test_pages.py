"""The screens History, Learn and Lab in a real browser."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from fractions import Fraction
from hashlib import blake2s
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from long import first_of
from pitboss import game as game_named
from pitboss.basics.money import dollars, whole_cents
from pitboss.coach.counsel import round_cents
from pitboss.engine import registry
from pitboss.mathematics import any_game
from pitboss.mathematics.answers import EXAMPLES
from pitboss.mathematics.results import GameOdds, WagerOdds
from printed import fixed, percent
from served import Client, Server, served
from waiting import HANG_MS, until

from shell import Captured, run

playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
PRACTICE = {"game": "boston_5_stud", "pace": 0, "practice": True, "seed": 7}
"""A table whose cards are the same each time."""


@pytest.fixture(scope="module")
def pages_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A house whose documentation has the page of one game."""
    site = tmp_path_factory.mktemp("site")
    (site / "games").mkdir()
    for name in ("index.html", "games/double_down_stud.html"):
        (site / name).write_text("<!doctype html><title>A page of the documentation</title>")
    with served(tmp_path_factory.mktemp("pages"), "--pace", "0", "--no-limits", "--docs", str(site)) as server:
        yield server


@pytest.fixture(scope="module")
def pages_player(pages_house: Server) -> Iterator[tuple[Client, str, int]]:
    """Somebody who has played a round of Boston 5 Stud, its table and its number."""
    ann = pages_house.guest("Ann")
    table = ann.post("/api/tables", PRACTICE).json()["id"]
    ann.sit_down(table)
    yield ann, table, ann.play_round(table, Random(3))
    ann.close()


@pytest.fixture
def pages_page(chromium: Any, pages_house: Server, pages_player: tuple[Client, str, int]) -> Iterator[Any]:
    """A page of the player. An error in it fails the test."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.set_default_timeout(HANG_MS)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.add_init_script(f"localStorage.setItem('pitboss-token', {json.dumps(pages_player[0].token)})")
    page.base = pages_house.url
    yield page
    assert errors == []
    context.close()


# --- history


@pytest.mark.long
def test_the_pages_blake2s_and_its_amounts_are_pythons(pages_page: Any) -> None:
    texts = [Random(long).randbytes(long) for long in (*range(70), 127, 128, 129, 255, 256, 1000)]
    pages_page.goto(f"{pages_page.base}/#/history")
    digest = "async (texts) => { const { blake2s } = await import('/js/vendor/blake2s.js');"
    digest += " return texts.map((one) => blake2s(Uint8Array.from(one))); }"
    assert pages_page.evaluate(digest, [list(one) for one in texts]) == [blake2s(one).hexdigest() for one in texts]
    halves = [Fraction(whole, 2) for whole in (-1951, -975, -201, -3, -1, 0, 1, 3, 201, 975, 1951, 246_913_579)]
    near = [one + Fraction(aside, 10**6) for one in halves for aside in (-1, 0, 1)]
    told = "async (some) => { const { dollars } = await import('/js/words.js'); return some.map(dollars); }"
    shown = pages_page.evaluate(told, [round_cents(one) for one in near])
    assert [one.replace("\N{MINUS SIGN}", "-") for one in shown] == [dollars(whole_cents(one)) for one in near]


def round_of(player: Client, table: str, number: int | str) -> tuple[Any, list[Any]]:
    """A stored round as its player gets it, and its events."""
    answer = player.get(f"/api/tables/{table}/rounds/{number}").json()
    return answer, [event for one in answer["updates"] for event in one.get("events", ())]


def test_a_ruling_of_a_replayed_step_is_told_in_its_words(
    pages_page: Any, pages_player: tuple[Client, str, int]
) -> None:
    _, table, number = pages_player
    page, expect = pages_page, playwright.expect

    def add_ruling(route: Any) -> None:
        answer = route.fetch()
        told = answer.json()
        told["updates"][-1]["events"][-1]["ruling"] = "the-id"
        route.fulfill(response=answer, json=told)

    def add_words(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "rulings": {"the-id": "We read it so."}})

    page.route(f"**/api/tables/{table}/rounds/{number}", add_ruling)
    page.route("**/api/games/*/clauses", add_words)
    page.goto(f"{page.base}/#/history/{table}/{number}")
    expect(page.locator(".step")).to_contain_text("Step ")
    page.keyboard.press("End")
    expect(page.locator(".tag.ruling")).to_have_attribute("title", "We read it so.")


def test_a_round_is_replayed_by_keyboard_and_its_seals_are_checked(
    pages_page: Any, pages_player: tuple[Client, str, int], tmp_path: Path, capsys: Captured
) -> None:
    ann, table, number = pages_player
    page, expect = pages_page, playwright.expect
    page.goto(f"{page.base}/#/history")
    newest = page.locator("a.round").first.get_attribute("href").rpartition("/")[2]  # it opens by itself
    _, events = round_of(ann, table, newest)
    step = page.locator(".step")
    settled = max(at for at, event in enumerate(events) if event["type"] == "settled")
    expect(step).to_contain_text(f"Step {settled + 1} of {len(events)}")  # the cards are still on the table
    answer, events = round_of(ann, table, number)
    story = ann.get(f"/api/tables/{table}/rounds/{number}/story").json()
    assert "Guest" not in json.dumps(story)
    told = [words for one in story["sentences"] for words in one]
    page.get_by_role("link", name=f"Round {number} ").first.click()
    expect(step).to_contain_text(f"Step 1 of {len(events)}")
    page.keyboard.press("End")
    expect(step).to_contain_text(f"Step {len(events)} of {len(events)}")
    expect(step).to_contain_text(told[-1])
    page.keyboard.press("ArrowLeft")
    expect(step).to_contain_text(told[-2])
    expect(page.locator(".follows .clause").first).to_have_text(events[-2]["clause"])
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(step).to_contain_text(told[1])
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(step).to_contain_text(told[2])

    opened = [card for event in events if event["type"] == "opened" for card in event["cards"]]
    expect(page.locator(".seal")).to_have_count(52)
    expect(page.locator(".seal.match")).to_have_count(len(opened))
    expect(page.get_by_role("heading", name=f"All {len(opened)} shown cards verified")).to_be_visible()
    expect(page.locator(".checks .good")).to_have_count(2)  # money and signature
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the log of your seat").click()
    assert download.value.suggested_filename == f"seat-log-{table}-{number}.json"
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert json.loads(path.read_text(encoding="utf-8")) == answer
    replayed = run(capsys, "replay", path, "--key", answer["signed"]["key"])
    assert f"{len(opened)} cards fit what the table had sealed" in replayed
    assert f"the house has signed the head of the chain of table {table} at act {answer['signed']['seq']:,}" in replayed


def test_a_card_that_was_changed_and_a_false_signature_are_told(
    pages_page: Any, pages_player: tuple[Client, str, int]
) -> None:
    ann, table, number = pages_player
    page, expect = pages_page, playwright.expect
    answer = ann.get(f"/api/tables/{table}/rounds/{number}").json()
    (opened,) = [e for one in answer["updates"] for e in one.get("events", ()) if e["type"] == "opened"]
    position, card, salt = opened["cards"][0]
    assert card != "As"
    opened["cards"][0] = [position, "As", salt]
    answer["signed"]["seq"] += 1
    page.route(f"**/api/tables/{table}/rounds/{number}", lambda route: route.fulfill(json=answer))
    page.goto(f"{page.base}/#/history/{table}/{number}")
    expect(page.locator(".seals .seal.mismatch")).to_have_count(1)
    expect(page.locator(".seals-head")).to_contain_text(f"Card {position + 1}, the ace of spades")
    expect(page.locator(".seal-detail")).to_contain_text("does not fit")
    expect(page.locator(".checks")).to_contain_text(
        "The signature under the table\N{RIGHT SINGLE QUOTATION MARK}s chain is wrong"
    )

    # after a fold, the cards that only the player saw are checked too
    folded = ann.play_round(table, Random(5))
    own = ann.get(f"/api/tables/{table}/rounds/{folded}").json()["own"]["cards"]
    page.goto(f"{page.base}/#/history/{table}/{folded}")
    expect(page.get_by_role("heading", name=f"All {len(own)} shown cards verified")).to_be_visible()
    expect(page.locator(".seal.match")).to_have_count(len(own))
    expect(page.locator(".seals-head")).to_contain_text("those that only you saw too")
    expect(page.locator(".seal-detail")).to_contain_text("(yours)")


# --- learn


def test_a_game_is_taught_with_the_engines_hand_and_exact_edges(
    pages_page: Any, pages_player: tuple[Client, str, int]
) -> None:
    ann, _, _ = pages_player
    page, expect = pages_page, playwright.expect
    page.goto(f"{page.base}/#/learn/double_down_stud")
    expect(page.locator(".sentences li")).to_have_count(6)
    example = ann.get("/api/games/double_down_stud/example").json()
    steps = page.locator(".steps > li")
    expect(steps.last).to_contain_text(f"You win ${example['net'] // 100}")
    expect(page.locator(".steps .small-table")).to_have_count(1)
    expect(page.locator(".hand")).to_contain_text("step 1 of")
    expect(steps.first).to_have_class("now")
    back, on = (page.get_by_role("button", name=one) for one in ("Back", "Next step"))
    expect(back).to_be_disabled()
    on.click()
    expect(page.locator(".steps .now .small-table")).to_have_count(1)
    expect(steps.nth(1)).to_contain_text("the board gets")
    for _ in range(steps.count() - 2):
        on.click()
    expect(steps.last).to_have_class("now")
    expect(on).to_be_disabled()

    odds = any_game.odds("double_down_stud", {})
    values = page.locator(".edge-value")
    expect(values).to_have_text(
        [_edge(wager) for wager in sorted(odds.wagers.values(), key=lambda one: one.house_edge)]
    )
    expect(page.locator(".cost")).to_contain_text(f"{odds.element_of_risk:.2%} of all bets")
    alone = odds.wagers["original"].house_edge
    expect(page.locator(".cost")).to_contain_text(
        f"The original wager alone costs {alone:.2%}; with the double, a whole hand costs {odds.house_edge:.2%} of the"
    )
    expect(page.locator(".exact")).to_contain_text(f"{odds.combinations:,} deals")
    expect(page.locator(".exact a")).to_have_attribute("href", "/docs/games/double_down_stud.html")
    expect(page.locator(".pays tr").filter(has_text="Straight flush")).to_contain_text("100 to 1")
    expect(page.locator(".todo tbody tr")).to_have_count(8)
    with page.expect_download() as download:
        page.get_by_label("Carry the chart").select_option("svg")
    assert download.value.suggested_filename == "double_down_stud.svg"
    assert any_game.short_strategy("double_down_stud").lines[0][:20] in download.value.path().read_text("utf-8")
    page.get_by_role("button", name="Play this hand").click()
    page.wait_for_url("**/#/table/*")
    table = ann.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    assert (table["game"], table["practice"]) == ("double_down_stud", True)


GROUNDS = """async (charts) => {
    await (await import("/js/screen.js")).styled("chart");
    const { drawChart } = await import("/js/chart.js");
    return charts.map((chart) => {
        const drawn = drawChart(chart);
        document.body.append(drawn);
        const cells = [...drawn.querySelectorAll("td .cell")];
        const kinds = new Map(cells.map((e) => [e.className, getComputedStyle(e).backgroundColor]));
        drawn.remove();
        return [...kinds];
    });
}"""


@pytest.mark.parametrize("game", first_of(registry.games(), 2))
def test_every_kind_of_a_chart_has_a_colour_of_its_own(
    pages_page: Any, pages_player: tuple[Client, str, int], game: str
) -> None:
    page = pages_page
    page.goto(f"{page.base}/#/history")
    charts = pages_player[0].post(f"/api/games/{game}/strategy", {}).json()["charts"]
    for kinds in page.evaluate(GROUNDS, charts):
        assert len({ground for _, ground in kinds}) == len(kinds), kinds


@pytest.mark.parametrize(("screen", "panel"), [("learn", ".cost"), ("lab", ".exact")])
def test_a_bar_stands_where_figures_are_counted(pages_page: Any, screen: str, panel: str) -> None:
    page, expect = pages_page, playwright.expect
    held: list[Any] = []
    counted = False
    page.route("**/api/games/*/odds", lambda route: route.continue_() if counted else held.append(route))
    page.goto(f"{page.base}/#/{screen}/double_down_stud")
    expect(page.locator(f"{panel} progress")).to_be_visible()
    until(lambda: page.title() and held)  # the page is heard while it is asked something
    counted = True
    for route in held:
        route.continue_()
    expect(page.locator(f"{panel} progress")).to_have_count(0)
    expect(page.locator(panel)).to_contain_text(re.compile("Edge|Exact"))


def test_the_lab_asks_again_when_the_process_that_counts_has_ended(pages_page: Any) -> None:
    page, expect = pages_page, playwright.expect
    ended: list[str] = []

    def end(route: Any) -> None:
        if ended:
            route.continue_()
        else:
            ended.append(route.request.url)
            route.fulfill(status=503, json={"code": "stopped", "why": "the process that counts has ended"})

    page.route("**/api/games/*/odds", end)
    page.goto(f"{page.base}/#/lab/double_down_stud")
    expect(page.locator(".exact")).to_contain_text("Exact")
    assert ended


def test_learn_links_to_the_documentation_only_where_the_house_has_it(pages_page: Any) -> None:
    page, expect = pages_page, playwright.expect
    for game, count in (("double_down_stud", 1), ("boston_5_stud", 0)):
        page.goto(f"{page.base}/#/learn/{game}")
        expect(page.locator(".game-tabs [aria-current=page]")).to_have_attribute("href", f"#/learn/{game}")
        expect(page.locator(".exact")).to_contain_text("Play money only.")
        expect(page.get_by_role("link", name="Every clause and figure")).to_have_count(count)


def _edge(wager: WagerOdds) -> str:
    return f"yours {-wager.house_edge:.2%}" if wager.house_edge < 0 else f"{wager.house_edge:.2%}"


# --- lab


def test_a_changed_pay_line_is_priced_as_the_library_prices_it_and_opens_a_table(
    pages_page: Any, pages_player: tuple[Client, str, int]
) -> None:
    page, expect = pages_page, playwright.expect
    page.goto(f"{page.base}/#/lab/double_down_stud")
    edge, wagers = page.locator(".tile b").first, page.locator(".wagers tbody tr")
    before = any_game.odds("double_down_stud", {})
    expect(edge).to_have_text(f"{before.house_edge:.4%}")
    page.get_by_role("button", name="Flush: more", exact=True).click()
    rules = {"pays": {"flush": "9 to 1"}}
    after = any_game.odds("double_down_stud", rules)
    expect(edge).to_have_text(f"{after.house_edge:.4%}")
    expect(page.locator(".tile small").first).to_have_text(f"was {before.house_edge:.4%}")
    expect(wagers.first).to_contain_text(f"{after.wagers['original'].house_edge:.2%}")
    expect(wagers.first).to_contain_text(f"{float(after.wagers['original'].hit_frequency):.2%}")
    expect(page.locator(".decisions")).to_contain_text("Every decision stays")
    assert page.url.endswith("#/lab/double_down_stud?pays.flush=9+to+1")

    page.reload()  # the address holds the rules
    expect(edge).to_have_text(f"{after.house_edge:.4%}")
    page.get_by_role("button", name="Open a table").click()
    page.wait_for_url("**/#/table/*")
    table = pages_player[0].get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    assert table["rules"]["pays"]["flush"] == "9 to 1"


STUDIED = {
    "boston_5_stud": "ante_bonus.flush=6",
    "caribbean_stud": "bet.high card=6 to 5",
    "double_attack_blackjack": "bust_bonus.six=33 to 2",
    "double_cross_poker": "three_card.three-card straight flush=30",
}
"""A line of each game that is quick to price: the hands are counted once for it and for the document."""


@pytest.mark.long
def test_the_figures_of_every_game_are_those_of_the_library(pages_page: Any) -> None:
    page, expect = pages_page, playwright.expect
    tiles, wagers = page.locator(".tile b"), page.locator(".wagers tbody tr")

    def shown(odds: GameOdds) -> None:
        expect(tiles).to_have_text([*_tiles(odds), re.compile("%$")])
        expect(wagers).to_have_text(["".join(_row(name, one)) for name, one in odds.wagers.items()])

    for game, setting in STUDIED.items():
        page.goto(f"{page.base}/#/lab/{game}?{urlencode(dict([setting.split('=')]))}")
        studied, document = any_game.odds(game, any_game.study(game, setting)), any_game.odds(game, {})
        expect(page.locator(".study")).to_contain_text("A study, not a table.")
        shown(studied)
        over = "orders of the first three cards" if game == "double_attack_blackjack" else "deals"
        expect(page.locator(".exact")).to_contain_text(f"Exact: {studied.combinations:,} {over}, ")
        if game == "boston_5_stud":
            expect(page.locator(".wagers")).to_contain_text("with the 1st wager, the 2nd wager and the ante bonus, a")
        if game == "caribbean_stud":
            changes = any_game.changes(game_named(game), game_named(game).rules(), studied.rules)
            assert changes
            decisions = page.locator(".decisions")
            expect(decisions).to_contain_text(f"{changes.count:,} of {changes.of:,}")
            most = max(changes.by_up, key=lambda one: one.count / one.of)
            expect(decisions.locator(".bars .most b").filter(has_text=percent(most.count / most.of))).to_have_count(1)
            expect(decisions.locator(".bars > div")).to_have_count(len(changes.by_up))
            expect(decisions.locator(".against")).to_have_count(len({one.up for one in changes.examples[:EXAMPLES]}))
        page.get_by_role("button", name="Undo all").click()
        expect(page.locator(".study")).to_contain_text("The document allows this.")
        shown(document)
        assert any(_row(name, one) != _row(name, document.wagers[name]) for name, one in studied.wagers.items())


@pytest.mark.long
def test_the_seeds_of_several_meters_are_edited_in_dollars(pages_page: Any) -> None:
    page, expect = pages_page, playwright.expect
    page.goto(f"{page.base}/#/lab/caribbean_stud")
    seeds = page.locator("[data-key=progressive_seeds]")
    expect(page.locator(".exact")).to_contain_text("Exact")
    expect(seeds).to_be_hidden()  # one meter has an option of its own
    table = {"progressive": "PTMGLML01", "progressive_linked": "true", "progressive_shares": "major 60, minor 40"}
    page.goto(f"{page.base}/#/lab/caribbean_stud?{urlencode(table)}")
    page.reload()
    expect(seeds.locator("input")).to_have_value("major 10000, minor 1000")
    seeds.locator("input").fill("major 10000, minor 2500.50")
    page.keyboard.press("Tab")
    expect(seeds).to_contain_text("'minor' is $2,500.50, but the document fixes $1,000")
    shares = ("progressive_shares.major=60", "progressive_shares.minor=40", "progressive_seeds.minor=250050")
    studied = any_game.study("caribbean_stud", "progressive=PTMGLML01", "progressive_linked=true", *shares)
    row = _row("progressive PTMGLML01", any_game.odds("caribbean_stud", studied).wagers["progressive PTMGLML01"])
    expect(page.locator(".wagers tr").filter(has_text="Progressive PTMGLML01")).to_have_text("".join(row))


def _tiles(odds: GameOdds) -> list[str]:
    return [percent(odds.house_edge, 4), fixed(odds.standard_deviation, 4), percent(odds.element_of_risk, 4)]


ON_THE_FELT = {
    "first": "1st wager",
    "second": "2nd wager",
    "optional bonus": "bonus",
    "initial": "bet",
    "raise 1": "first raise",
    "raise 2": "second raise",
    "three-card": "three-card wager",
    "five card bonus": "Five Card Bonus",
    "five card bonus dealer": "Five Card Bonus, dealer",
}


def _row(name: str, wager: WagerOdds) -> list[str]:
    name = re.sub(r"^cover all (\d)$", r"Cover All, \1 hands", ON_THE_FELT.get(name, name))
    unit = "progressive" if name.startswith("envy") else "ante"
    edge = percent(wager.house_edge) + (f" of the {unit}" if wager.earned else "")
    return [name[:1].upper() + name[1:], edge, fixed(wager.standard_deviation, 2), percent(float(wager.hit_frequency))]


def test_what_the_document_forbids_is_told_beside_its_line_and_opens_no_table(pages_page: Any) -> None:
    page, expect = pages_page, playwright.expect
    page.goto(f"{page.base}/#/lab/double_down_stud?pays.straight=4+to+1")
    line = page.locator("tr.forbidden")
    expect(line).to_have_count(1)
    expect(line).to_contain_text("below the document\N{RIGHT SINGLE QUOTATION MARK}s 5 to 1")
    expect(line).to_contain_text("10(b)")
    expect(page.get_by_role("button", name="Open a table")).to_be_disabled()
    page.get_by_role("textbox", name="Straight pays").fill("five")
    page.keyboard.press("Tab")
    expect(line).to_contain_text("Odds must be like '3 to 2'")
    expect(page.locator(".study")).to_contain_text("be priced.")
    expect(page.locator(".tiles.old")).to_have_count(1)  # these figures are of other rules
    expect(page.locator(".wagers.old")).to_have_count(1)
    page.get_by_role("textbox", name="Straight pays").fill("4 to 1")
    page.keyboard.press("Tab")
    expect(page.locator(".old")).to_have_count(0)
    page.get_by_role("textbox", name="Flush pays", exact=True).fill("abc")
    page.keyboard.press("Tab")
    expect(line).to_have_count(2)
    expect(line.filter(has_text="Straight")).to_contain_text(
        "below the document\N{RIGHT SINGLE QUOTATION MARK}s 5 to 1"
    )  # as before
    page.get_by_role("button", name="Undo all").click()
    expect(line).to_have_count(0)
    expect(page.get_by_role("button", name="Open a table")).to_be_enabled()


@pytest.mark.long
def test_one_question_is_under_way_the_newest_wins_and_a_busy_house_is_asked_again(pages_page: Any) -> None:
    page, expect = pages_page, playwright.expect
    page.goto(f"{page.base}/#/lab/double_down_stud")
    expect(page.locator(".decisions")).to_contain_text("Every decision stays")
    held: list[Any] = []
    page.route("**/api/games/*/odds", lambda route: held.append(route))
    more = page.get_by_role("button", name="Flush: more", exact=True)
    more.click()
    until(lambda: page.title() and held)
    before = any_game.odds("double_down_stud", {})
    expect(page.locator(".tiles.old small").first).to_be_hidden()  # the figures are those of other rules
    for _ in range(3):
        more.click()
    expect(page.get_by_role("textbox", name="Flush pays", exact=True)).to_have_value("12 to 1")
    (first,) = held
    first.continue_()
    until(lambda: page.title() and len(held) == 2)
    assert held[1].request.post_data_json == {"rules": {"pays": {"flush": "12 to 1"}}}
    expect(page.locator(".tiles.old")).to_have_count(1)  # the first answer is dropped
    busy = {"code": "busy", "why": "your last questions are still being computed: try again soon"}
    held[1].fulfill(status=503, json=busy)
    until(lambda: page.title() and len(held) == 3)
    expect(page.locator(".exact")).to_contain_text("Counting every deal")
    held[2].continue_()
    after = any_game.odds("double_down_stud", {"pays": {"flush": "12 to 1"}})
    expect(page.locator(".tile b").first).to_have_text(f"{after.house_edge:.4%}")
    expect(page.locator(".tile small").first).to_have_text(f"was {before.house_edge:.4%}")
    expect(page.locator(".old")).to_have_count(0)
    assert len(held) == 3


@pytest.mark.parametrize(("width", "height"), [(1280, 720), pytest.param(390, 844, marks=pytest.mark.long)])
def test_no_row_moves_when_a_warning_appears(pages_page: Any, width: int, height: int) -> None:
    page, expect = pages_page, playwright.expect
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{page.base}/#/lab/double_down_stud")
    expect(page.locator(".decisions")).to_contain_text("Every decision stays")
    tops = "(all) => all.map((one) => one.getBoundingClientRect().top + scrollY)"
    rows = page.locator(".pay .line, .option")
    before = rows.evaluate_all(tops)
    page.get_by_role("button", name="Straight: less", exact=True).click()
    warning = page.locator(".line.forbidden .wrong")
    expect(warning).to_have_text("Pays 4 to 1, below the document\N{RIGHT SINGLE QUOTATION MARK}s 5 to 1. 10(b)")
    expect(page.locator(".study")).to_contain_text("A study, not a table.")
    assert rows.evaluate_all(tops) == before
    assert warning.evaluate("(one) => one.scrollWidth <= one.clientWidth")


@pytest.mark.long
def test_a_link_shows_the_same_study_to_somebody_else(
    chromium: Any, pages_house: Server, pages_player: tuple[Client, str, int]
) -> None:
    context = chromium.new_context()
    page, expect = context.new_page(), playwright.expect
    page.set_default_timeout(HANG_MS)
    page.goto(f"{pages_house.url}/#/lab/double_down_stud?pays.flush=9&elsewhere=1")
    after = any_game.odds("double_down_stud", {"pays": {"flush": "9 to 1"}})
    expect(page.locator(".tile b").first).to_have_text(f"{after.house_edge:.4%}", timeout=HANG_MS)
    expect(page.locator(".study")).to_contain_text("The address names elsewhere")
    page.get_by_role("textbox", name="Name of the study").fill("Nine for a flush")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Undo all").click()
    page.get_by_role("link", name="Nine for a flush").click()
    expect(page.locator(".tile b").first).to_have_text(f"{after.house_edge:.4%}", timeout=HANG_MS)
    context.close()


# --- sizes


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(390, 844), (768, 1024)])
def test_nothing_scrolls_sideways(
    pages_page: Any, pages_player: tuple[Client, str, int], width: int, height: int
) -> None:
    _, table, number = pages_player
    page = pages_page
    page.set_viewport_size({"width": width, "height": height})
    for address, ready in (
        (f"history/{table}/{number}/20", ".checks li"),
        ("learn/double_down_stud", ".todo table"),
        ("lab/double_down_stud", ".decisions p"),
    ):
        page.goto(f"{page.base}/#/{address}")
        page.locator(ready).first.wait_for()
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, address


@pytest.mark.long
@pytest.mark.parametrize("width", [1024, 1280, 1366, 1440])
def test_learn_ends_where_its_tabs_end(pages_page: Any, width: int) -> None:
    page = pages_page
    page.set_viewport_size({"width": width, "height": 800})
    for game in ("caribbean_stud", "double_attack_blackjack"):
        page.goto(f"{page.base}/#/learn/{game}")
        page.locator(".cost .edge-value").first.wait_for()
        page.locator(".todo .chart").first.wait_for()
        rights = "(all) => all.map((one) => one.getBoundingClientRect().right)"
        (tabs,) = page.locator(".game-tabs").evaluate_all(rights)
        panels = page.locator(".learn .panel").evaluate_all(rights)
        assert tabs == pytest.approx(width - 32, abs=1)
        assert max(panels) == pytest.approx(tabs, abs=1), game
