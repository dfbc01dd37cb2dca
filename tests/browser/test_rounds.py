"""Every kind of wager and decision of every game, played in the browser, with the coach's figures and axe."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
pytest.importorskip("axe_playwright_python", reason="axe is not installed")

from playwright.sync_api import Browser, Page, expect

from axed import serious
from browsing import PHONE, visit
from offered import offered_to_players
from pitboss import advise
from pitboss.engine import registry
from pitboss.protocol import messages as msg
from planted import A_PAIR, A_SHARED_PAIR
from printed import dollars, to_the_cent, whole
from seated import ASKED, BASE, ROUND, Seat, net_of
from served import Client, Server
from waiting import until

pytestmark = pytest.mark.long

HERE = Path(__file__).parent
OVERLAPS = (HERE / "overlaps.js").read_text()
TABLE_OVERLAPS = (HERE / "table_overlaps.js").read_text()
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => window.setTimeout(done))))"
"""Two frames: in the first, the felt hears of its new size."""
SIZES = {"low": (1280, 720), "laptop": (1200, 750), "phone": (390, 844), "tablet": (768, 1024), "desktop": (1440, 900)}
LOOKS = 30
"""Looks after which what moves has surely come to rest."""
EXAMPLES = 20
"""Random tables of a game that show all that its players may be offered."""


class Plan(NamedTuple):
    """A round: side wagers, what is chosen, first come first, and whether the player bets at the next seat too."""

    side: tuple[str, ...]
    choices: tuple[str, ...]
    beside: bool = False


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
    "double_down_stud": [Plan((), ("cut", "double")), Plan((), ("refuse", "double", "pass"), beside=True)],
}
OPENED: dict[str, dict[str, Any]] = {
    "caribbean_stud": {"rules": {"five_card": True}},
    "double_attack_blackjack": {"seed": 21},  # an ace for the dealer, and a pair that can be split
    "double_down_stud": {"rules": {"cut": True, "two_areas": True}},
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
    seat.sent.clear()
    compared = 0
    for number, plan in enumerate(PLANS[game]):
        left = list(plan.choices)
        if seat.phase("bets", "decide") == "decide":
            seat.number = page.evaluate(ROUND)
            assert seat.asked()
            seat.answer(seat.button(left.pop(0)).click)
        seat.bets_open()
        if "redeem" in plan.side:
            give_coupon(seat)
        before = seat.chips()
        if number == 0:
            seat.bet()
            assert not serious(page)
            bet(seat, plan, placed=True)
            take_back(seat)
            until(lambda before=before: seat.chips() == before)  # a bet that is placed sooner is not withdrawn first
        bet(seat, plan, placed=False)
        if plan.beside:
            seat.other_bet("wager", BASE[game], seat=2)
        seat.button("ready").click()
        for question in range(20):
            if not seat.asked():
                break
            offered = seat.offered()
            if number == 0 and question == 0:
                assert not serious(page)
            compared += not plan.beside and compare(seat)
            do = next((one for one in left if one in offered), None) or next(
                one for one in reversed(plan.choices) if one in offered
            )
            left = [one for one in left if one != do]
            seat.answer(seat.button(do).first.click)
        assert seat.chips() - before == net_of(page)
        if number == 0:
            assert not serious(page)
        page.locator(".rail .lines .ask").first.click()
        expect(page.locator(".rail .lines .why .words").first).not_to_be_empty()
    assert compared
    if game in TOGETHER:
        TOGETHER[game](seat)
    played = seat.played()
    assert {one.action for one in registry.game(game).decisions} <= {do for do, _ in played}
    assert offered_to_players(game, EXAMPLES) <= played


def take_back(seat: Seat) -> None:
    seat.button("clear").click()
    expect(seat.button("clear")).to_have_count(0)


# --- what takes somebody else: another player, or a supervisor who reports a mistake of the dealer


def second_wager_withdrawn(seat: Seat) -> None:
    """Boston 5 Stud, 10(c): a second wager comes back while another player has not decided."""
    bob = join(seat)
    seat.bet()
    for wager in ("ante", "first"):
        bob.play(seat.table, "wager", wager=wager, amount=500 if wager == "ante" else 1000)
    ready(seat, bob)
    assert seat.asked()
    seat.answer(seat.button("second").click)
    back = seat.button("withdraw")
    expect(back).to_have_text("Take back the 2nd wager$10 back, and foldX")
    assert not serious(seat.page)
    seat.answer(lambda: seat.page.keyboard.press("x"))
    bob.play(seat.table, "fold")
    assert not seat.asked()
    assert net_of(seat.page) == -15_00
    bob.close()


def with_cash_and_with_another(seat: Seat) -> None:
    """Double Attack Blackjack: every wager by word, with cash; a box that is shared; mistakes of the dealer."""
    renard = seat.house.client(seat.house.administrator)
    with_cash(seat, renard)
    with_another(seat, renard)
    renard.close()


def with_cash(seat: Seat, renard: Client) -> None:
    """A pair against an ace. A card is exposed in error, and the player refuses it: 15(f)."""
    rules = {"verbal_wagers": True, "shuffler": "manual"}
    seat.move("double_attack_blackjack", practice=True, coach=False, rules=rules, seed=A_PAIR)
    assert seat.asked()
    seat.answer(seat.button("cut").click)
    seat.bets_open()
    page, before = seat.page, seat.chips()
    renard.send(msg.Watch(table=seat.table))
    page.locator(".menu-button").click()
    page.locator("dialog .other-bets input").fill("4")
    page.locator("dialog [data-do='place']").click()
    expect(page.locator("dialog [role='alert']")).to_contain_text("below the table minimum")
    assert not serious(page)
    page.keyboard.press("Escape")
    seat.other_bet("cash", "initial", dollars=10)
    seat.bets_open()
    seat.other_bet("cash", "bust bonus")
    seat.bets_open()
    seat.button("ready").click()
    for wager in ("double attack", "insurance"):
        assert seat.asked()
        if wager == "double attack":
            seat.menu("burn card")
            expect(page.locator(".rail .log")).to_contain_text("The burn card is the two of clubs")
        seat.other_bet("cash", wager)
    for wager in ("split", "double"):
        assert seat.asked()
        seat.other_bet("cash", wager)
    assert seat.asked()
    seat.answer(seat.button("stand").click)
    assert seat.asked()
    renard.report(seat.table, "card exposed in error")
    expect(seat.button("refuse")).to_contain_text("Refuse the card")
    for do in ("refuse", "surrender"):
        assert seat.asked()
        seat.answer(seat.button(do).click)
    assert not seat.asked()
    assert seat.chips() - before == net_of(page)


def with_another(seat: Seat, renard: Client) -> None:
    """The player bets behind another, who splits. The dealer deals the player one card, and then forgets one."""
    rules = {"several_boxes": True}
    seat.move("double_attack_blackjack", practice=True, coach=False, rules=rules, seed=A_SHARED_PAIR)
    bob = join(seat)
    before = seat.chips()
    seat.bet()
    seat.menu("consent")
    bob.play(seat.table, "wager", wager="initial", amount=5_00, seat=2)
    bob.play(seat.table, "consent")
    seat.other_bet("wager", "initial", seat=2)
    seat.menu("withdraw")
    seat.other_bet("wager", "initial", seat=2)
    renard.send(msg.Watch(table=seat.table))
    renard.report(seat.table, "short hand", place="seat 1", amount=1)
    renard.report(seat.table, "forgotten card", place="seat 1")
    ready(seat, bob)
    for _ in range(2):  # at the own box, and at that of the other player
        assert seat.asked()
        seat.answer(seat.button("pass").first.click)
    bob.play(seat.table, "pass")
    for do in ("take card", "hit"):
        assert seat.asked()
        seat.answer(seat.button(do).click)
    bob.play(seat.table, "split")
    assert seat.asked()
    assert seat.page.locator(".choices .act b").all_inner_texts() == [
        "Play hand 1",
        "Play hand 2",
        "Cover both hands, $5",
    ]
    expect(seat.page.locator(".choices")).to_contain_text("seat 2: your wagers lie there")
    seat.answer(seat.page.locator("[data-do='designate'][data-what='hand 2']").click)
    [named] = [e["what"] for e in seat.happened(seat.number, "chose") if e["action"] == "designate"]
    assert named == "hand 2"
    for hand in (1, 2):
        bob.play(seat.table, "stand", hand=hand)
    assert seat.asked()
    seat.answer(seat.button("dead hand").click)
    assert not seat.asked()
    assert seat.chips() - before == net_of(seat.page)
    bob.close()


TOGETHER: dict[str, Callable[[Seat], None]] = {
    "boston_5_stud": second_wager_withdrawn,
    "double_attack_blackjack": with_cash_and_with_another,
}


def join(seat: Seat) -> Client:
    """Another player sits down, and is in the next round."""
    bob = seat.house.guest("Bob")
    bob.sit_down(seat.table)
    seat.page.wait_for_function(
        "() => { const [t] = pitboss.connection.tables.values(); return t.layout.seats.size === 2 }"
    )
    seat.bets_open()
    return bob


def ready(seat: Seat, bob: Client) -> None:
    seat.button("ready").click()
    bob.must(msg.Ready, seat.table, round=seat.page.evaluate(ROUND))


@pytest.mark.parametrize("game", BASE)
def test_nothing_on_the_screen_overlaps(walker: Seat, game: str) -> None:
    """The felt, the bars and the rail in all sizes: while bets are open, at a decision, and when it is settled."""
    seat, page = walker, walker.page
    seat.move(game, practice=True, **OPENED.get(game, {}))
    if seat.phase("bets", "decide") == "decide":
        assert seat.asked()
        seat.answer(seat.button("refuse").click)
        seat.bets_open()
    found = [("bets", *one) for one in overlaps(page)]
    seat.bet()
    seat.button("ready").click()
    seat.asked()
    if game == "double_cross_poker":  # each choice keeps its place, whichever the coach marks
        expect(page.locator(".choices .act.primary")).to_have_count(1)
        shown = page.locator(".choices .act").evaluate_all("(all) => all.map((one) => one.dataset.do)")
        assert shown == ["fold", "vertical", "horizontal"]
    found += [("decision", *one) for one in overlaps(page)]
    seat.decide(lambda do: seat.button(do).click())
    found += [("settled", *one) for one in overlaps(page)]
    assert not found


def overlaps(page: Page) -> list[tuple[str, str]]:
    """What overlaps or overflows, by size."""
    found = []
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        for script in (OVERLAPS, TABLE_OVERLAPS):
            seen = page.evaluate(script)
            for _ in range(LOOKS):
                if not seen["found"]:
                    break
                page.evaluate(DRAWN)
                seen = page.evaluate(script)
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
            felt = page.locator(".felt").bounding_box()
            page.locator(".rail-line").tap()
            expect(page.locator(".rail .net")).to_be_in_viewport(ratio=1)
            assert page.locator(".felt").bounding_box() == felt, "the sheet lies over the felt"
            assert page.locator("#bar .where").evaluate("(one) => one.scrollWidth <= one.clientWidth")
            page.locator(".rail .lines .ask").first.tap()
            expect(page.locator(".rail .lines .why .words").first).to_be_in_viewport()
            page.locator(".rail-line").tap()
            expect(page.locator(".rail .net")).not_to_be_in_viewport()


# --- the coach


def compare(seat: Seat) -> bool:
    """Compare what the coach shows with ``pitboss.advise`` for the cards on the felt. Returns whether it can be."""
    page, base = seat.page, registry.game(seat.game).base
    stakes = dict(page.evaluate(STAKED))
    cards = asked_about(seat.game, page.evaluate(CARDS))
    if cards is None or set(stakes) - {base, "first"} or page.evaluate(HANDS) > 1:
        return False
    page.wait_for_selector(".axis li")
    advice = advise(seat.game, OPENED.get(seat.game, {}).get("rules"), **cards)
    best = max(advice.options.values())
    said = {one: page.locator(f".axis [data-do='{one}'] .value").text_content() or "" for one in advice.options}
    shown = {one: words.removesuffix("worth the same") for one, words in said.items()}  # as the best choice
    assert shown == {
        one: to_the_cent(value * stakes[base])
        + ("" if value == best else f"costs {lost(Fraction(whole(best * stakes[base]) - whole(value * stakes[base])))}")
        for one, value in advice.options.items()
    }
    shares = [float(one) for one in re.findall(r"([\d.]+)%", " ".join(page.locator(".ends dt").all_inner_texts()))]
    assert page.locator(".hole dt").count() or abs(sum(shares) - 100) <= len(shares) / 10
    return True


def lost(cents: Fraction) -> str:
    return dollars(cents) if whole(cents) else "under 1¢"


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
