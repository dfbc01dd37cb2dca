"""Every kind of wager and decision of every game, played in the browser, with the coach's figures and axe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
pytest.importorskip("axe_playwright_python", reason="axe is not installed")

from playwright.sync_api import Browser, Page, expect

from axed import serious
from browsing import PHONE, visit
from pitboss import advise, games
from pitboss.protocol import messages as msg
from printed import dollars, to_the_cent
from seated import ASKED, BASE, ROUND, Seat, net_of
from served import Server

HERE = Path(__file__).parent
OVERLAPS = (HERE / "overlaps.js").read_text()
TABLE_OVERLAPS = (HERE / "table_overlaps.js").read_text()
DRAWN = 30
"""Looks after which the felt has surely been drawn in its new size."""
SIZES = {"laptop": (1200, 750), "phone": (390, 844), "tablet": (768, 1024), "desktop": (1440, 900)}
PLACED = ("second", "bet", "raise 1", "raise 2", "double attack", "insurance", "double")
"""Wagers that a decision places."""
ELSEWHERE = {
    "boston_5_stud": {"withdraw"},  # only while others decide, and nobody else plays here
    "double_attack_blackjack": {"refuse", "consent", "cash", "designate", "burn card", "take card", "dead hand"},
}
"""Decisions that need other rules (``refuse`` is played on the phone), other players or an irregularity."""


class Plan(NamedTuple):
    """A round: side wagers, and what is chosen, first come first."""

    side: tuple[str, ...]
    choices: tuple[str, ...]


SIDES = ("bonus", "progressive", "five card bonus", "five card bonus dealer", "cover all")
PLANS = {
    "boston_5_stud": [Plan(("optional bonus",), ("expose", "second")), Plan(("optional bonus",), ("conceal", "fold"))],
    "caribbean_stud": [Plan(SIDES, ("bet",)), Plan(("redeem",), ("bet",)), Plan((), ("fold",))],
    "double_attack_blackjack": [
        Plan(("bust bonus",), ("attack", "insure", "split", "double", "surrender", "hit", "stand")),
        Plan((), ("pass", "stand")),
    ],
    "double_cross_poker": [
        Plan(("three-card",), ("expose", "vertical")),
        Plan(("three-card",), ("conceal", "horizontal")),
        Plan((), ("fold",)),
    ],
    "double_down_stud": [Plan((), ("double",)), Plan((), ("pass",))],
}
OPENED: dict[str, dict[str, Any]] = {
    "caribbean_stud": {"rules": {"five_card": True}},
    "double_attack_blackjack": {"seed": 21},  # an ace for the dealer, and a pair that can be split
}
CARDS = """() => {
    const [{ layout }] = pitboss.connection.tables.values();
    const places = [...layout.hands.keys()].map((key) => key.slice(0, key.lastIndexOf("/")));
    return Object.fromEntries(places.map((place) => [place, layout.hand(place).cards.filter(Boolean)]));
}"""
STAKED = "() => [...pitboss.connection.tables.values()][0].layout.stakesOf(1).map((one) => [one.wager, one.amount])"
HANDS = "() => [...pitboss.connection.tables.values()][0].layout.handsAt('seat 1').length"


@pytest.fixture(scope="module")
def walker(chromium: Browser, house: Server) -> Iterator[Seat]:
    """Somebody who goes from table to table."""
    with visit(chromium, house) as visitor:
        yield Seat(visitor.page, house, "double_down_stud", practice=True)


@pytest.mark.parametrize("game", BASE)
def test_every_wager_and_decision_is_played_and_priced(walker: Seat, game: str) -> None:
    seat, page = walker, walker.page
    seat.move(game, practice=True, **OPENED.get(game, {}))
    wagered: set[str] = set()
    chosen: list[str] = []
    compared = 0
    for number, plan in enumerate(PLANS[game]):
        seat.bets_open()
        if "redeem" in plan.side:
            give_coupon(seat)
        before = seat.chips()
        if number == 0:
            seat.bet()
            assert not serious(page)
        bet(seat, plan, placed=number == 0)
        wagered.update(wager for wager, _ in page.evaluate(STAKED))
        seat.button("ready").click()
        left = list(plan.choices)
        for question in range(20):
            if not seat.asked():
                break
            offered = seat.offered()
            if number == 0 and question == 0:
                assert not serious(page)
            compared += compare(seat)
            do = next((one for one in left if one in offered), None) or next(
                one for one in reversed(plan.choices) if one in offered
            )
            left = [one for one in left if one != do]
            chosen.append(do)
            seat.answer(seat.button(do).click)
            wagered.update(wager for wager, _ in page.evaluate(STAKED))
        assert seat.chips() - before == net_of(page)
        if number == 0:
            assert not serious(page)
        page.locator(".rail .lines .ask").first.click()
        expect(page.locator(".rail .lines .why .words").first).not_to_be_empty()
    assert compared
    known = games.game(game)
    missed = {one.action for one in known.decisions} - {*chosen, *(do for plan in PLANS[game] for do in plan.side)}
    assert missed == ELSEWHERE.get(game, set())
    assert {one.name for one in known.wagers if not one.earned} - wagered <= set(PLACED)


@pytest.mark.parametrize("game", BASE)
def test_nothing_on_the_screen_overlaps(walker: Seat, game: str) -> None:
    """The felt, the bars and the rail in three sizes: while bets are open, at a decision, and when it is settled."""
    seat, page = walker, walker.page
    seat.move(game, practice=True, **OPENED.get(game, {}))
    found = [("bets", *one) for one in overlaps(page)]
    seat.bet()
    seat.button("ready").click()
    seat.asked()
    found += [("decision", *one) for one in overlaps(page)]
    seat.decide(lambda do: seat.button(do).click())
    found += [("settled", *one) for one in overlaps(page)]
    assert not found


def overlaps(page: Page) -> list[tuple[str, str]]:
    """What overlaps or overflows, by size."""
    found = []
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for script in (OVERLAPS, TABLE_OVERLAPS):
            seen = page.evaluate(script)
            for _ in range(DRAWN):
                seen = page.evaluate(script) if seen["found"] else seen
            assert seen["count"] > 5
            found += [(size, one) for one in seen["found"]]
    page.set_viewport_size({"width": 1440, "height": 900})
    return found


def bet(seat: Seat, plan: Plan, *, placed: bool) -> None:
    if not placed:
        seat.bet()
    for wager in plan.side:
        if wager == "redeem":
            seat.answer(seat.button("redeem").click)
        else:
            seat.place(wager)
        expect(seat.button("ready")).to_be_enabled()


def give_coupon(seat: Seat) -> None:
    """Coupons come with the chips of a table for practice."""
    client = seat.house.client(seat.headers["authorization"].split()[1])
    client.must(msg.BuyIn, seat.table, cents=100, coupons=100)
    client.close()


def test_two_rounds_on_a_phone_by_touch(chromium: Browser, house: Server) -> None:
    """The cards are shuffled by hand, so the player is asked to cut them."""
    rules = {"shuffler": "manual", "reshuffle_each_round": True}
    with visit(chromium, house, size=PHONE, touch=True) as visitor:
        page = visitor.page
        seat = Seat(page, house, "double_attack_blackjack", practice=True, coach=False, rules=rules)
        for cut in ("cut", "refuse"):
            if seat.phase("bets", "decide") == "decide":
                seat.answer(seat.button(cut).tap)
            seat.bets_open()
            before, seat.number = seat.chips(), page.evaluate(ROUND)
            page.locator(".tray [data-chip='500']").tap()
            seat.area("initial").tap()
            expect(seat.area("initial")).to_have_attribute("data-staked", "1")
            expect(seat.button("ready")).to_contain_text("$5")
            seat.button("ready").tap()
            seat.decide(lambda do: seat.button(do).tap(), (cut, "pass", "stand"))
            assert seat.chips() - before == net_of(page)
            assert seat.plays(cut) == 1
            page.wait_for_selector(f"{ASKED}, .table-screen[data-phase='bets']")  # nothing moves any more
            page.locator(".rail-line").tap()
            expect(page.locator(".rail .net")).to_be_in_viewport(ratio=1)
            page.locator(".rail .lines .ask").first.tap()
            expect(page.locator(".rail .lines .why .words").first).to_be_in_viewport()
            page.locator(".rail-line").tap()
            expect(page.locator(".rail .net")).not_to_be_in_viewport()


# --- the coach


def compare(seat: Seat) -> bool:
    """Compare what the coach shows with ``pitboss.advise`` for the cards on the felt. Returns whether it can be."""
    page, base = seat.page, games.game(seat.game).base
    stakes = dict(page.evaluate(STAKED))
    cards = asked_about(seat.game, page.evaluate(CARDS))
    if cards is None or set(stakes) - {base, "first"} or page.evaluate(HANDS) > 1:
        return False
    page.wait_for_selector(".axis li")
    advice = advise(seat.game, OPENED.get(seat.game, {}).get("rules"), **cards)
    best = max(advice.options.values())
    shown = {one: page.locator(f".axis [data-do='{one}'] .value").text_content() for one in advice.options}
    assert shown == {
        one: to_the_cent(value * stakes[base])
        + ("" if value == best else f"costs {dollars((best - value) * stakes[base])}")
        for one, value in advice.options.items()
    }
    shares = [float(one) for one in re.findall(r"([\d.]+)%", " ".join(page.locator(".ends dt").all_inner_texts()))]
    assert page.locator(".hole dt").count() or abs(sum(shares) - 100) <= len(shares) / 10
    return True


def asked_about(game: str, cards: dict[str, list[str]]) -> dict[str, str] | None:
    """The cards of ``advise`` for a question. None if it is about something else."""
    own = cards.get("seat 1", [])
    turned = {place: some for place, some in cards.items() if some and not place.startswith("seat")}
    match game:
        case "boston_5_stud":
            found = {"hand": own}
        case "caribbean_stud":
            found = {"hand": own, "up": turned["dealer"]}
        case "double_attack_blackjack":
            found = {"hand": own, "up": turned["dealer"]} if own else {}
        case "double_cross_poker":
            lines = {
                name: [*some] for place, some in turned.items() for name in ("vertical", "horizontal") if name in place
            }
            found = {"hand": own, **lines}
        case _:
            found = {"hand": own, "board": [card for some in turned.values() for card in some]}
    return {name: " ".join(some) for name, some in found.items()} or None
