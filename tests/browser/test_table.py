"""A table in a real browser: full rounds by mouse and by keyboard, and what happens when things break."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import patient
from long import first_of, only
from pitboss.protocol import messages as msg
from seated import BASE, Seat, net_of
from served import Server, lasting_port

DEALT = "[...pitboss.connection.tables.values()][0].events.some((e) => e.type === 'dealt')"
BETS = """[...pitboss.connection.tables.values()][0].events.filter((e) => e.type === "wagered").slice(0, 3)
    .map((e) => [e.wager, e.amount]).sort()"""


@pytest.mark.parametrize("game", first_of(["caribbean_stud", "double_attack_blackjack"]))
def test_a_round_by_keyboard_alone(page: Page, house: Server, game: str) -> None:
    seat = Seat(page, house, game)
    before = seat.chips()
    page.keyboard.press("2")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.area") == BASE[game]
    for total in ("$5", "$10"):
        page.keyboard.press("Space")
        expect(seat.button("ready")).to_contain_text(f"Ready, {total}")
        expect(seat.button("ready")).to_be_enabled()
        expect(seat.area(BASE[game])).to_be_focused()
    page.keyboard.press("Backspace")
    expect(seat.button("ready")).to_contain_text("Ready, $5")
    expect(seat.button("ready")).to_be_enabled()
    page.keyboard.press("Enter")
    seat.decide(lambda do: page.keyboard.press(seat.button(do).get_attribute("aria-keyshortcuts")))
    assert seat.chips() - before == net_of(page)


@pytest.mark.long
def test_a_larger_bet_is_placed_anew_with_what_depends_on_it(page: Page, house: Server) -> None:
    seat = Seat(page, house, "boston_5_stud")
    seat.bet("optional bonus")
    before = seat.chips()
    seat.area("ante").click(force=True)
    expect(seat.button("ready")).to_contain_text("Ready, $35")
    expect(seat.button("ready")).to_be_enabled()
    assert before - seat.chips() == 15_00
    seat.button("clear").click()
    expect(seat.area("ante")).not_to_have_attribute("data-staked", "1")
    expect(seat.button("clear")).to_have_count(0)


FOCUS = "rgb(29, 91, 168)"
"""The colour of the focus ring by day."""
HOLD_BACK = """() => {
    const held = [];
    pitboss.connection.hear = (message) => held.push(message);
    window.tell = () => {
        delete pitboss.connection.hear;
        for (const one of held) pitboss.connection.hear(one);
    };
}"""
"""From now on the page hears nothing of the house, until ``tell`` is called."""


FLASHED = """window.flashed = new Set();
new MutationObserver(() => {
    for (const one of document.querySelectorAll(".choices .act b")) window.flashed.add(one.textContent);
}).observe(document, { subtree: true, childList: true })"""


def test_those_who_are_dealt_in_are_asked_for_nothing_and_buy_chips_once(page: Page, house: Server) -> None:
    page.add_init_script(FLASHED)
    seat = Seat(page, house, "caribbean_stud")
    expect(seat.button("least")).to_be_enabled()
    assert page.evaluate("[...flashed]") == ["Place ante, $5"]
    assert seat.chips() == 200_00

    # Whoever has too few chips buys some, and presses again before they come.
    client = house.client(seat.headers["authorization"].split()[1])
    client.must(msg.CashOut, seat.table, cents=seat.chips())
    seat.phase("broke")
    page.evaluate(HOLD_BACK)
    seat.button("buy").click()
    seat.button("buy").click()
    page.evaluate("window.tell()")
    seat.bets_open()
    assert seat.chips() == 200_00

    # So does the menu of the seat.
    page.locator(".menu-button").click()
    page.evaluate(HOLD_BACK)
    page.locator("dialog [data-do='buy']").dblclick()
    page.evaluate("window.tell()")
    expect(page.locator("dialog")).to_have_count(0)
    assert seat.chips() == 400_00

    # While a seat is taken, there is nothing to press.
    client.must(msg.Leave, seat.table)
    client.close()
    seat.phase("watch")
    page.evaluate(HOLD_BACK)
    seat.button("sit").click()
    expect(page.locator(".moment")).to_have_text("Taking your seat …")
    expect(page.locator(".choices .act")).to_have_count(0)
    page.keyboard.press("Enter")
    page.evaluate("window.tell()")
    seat.bets_open()
    assert seat.chips() == 200_00
    expect(page.locator("#bar")).to_contain_text("$200chips here")


COVERED = """() => {
    const covers = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const printed = [...document.querySelectorAll(".layer-ground text.print, .area .shape")].flatMap((e) => {
        if (!e.querySelector("textPath")) return [[e.textContent, e.getBoundingClientRect()]];
        const { a: scale, e: x, f: y } = e.getScreenCTM();
        return Array.from({ length: e.getNumberOfChars() }, (_, at) => {
            const b = e.getExtentOfChar(at);
            const [left, top] = [x + b.x * scale, y + (b.y + b.height * 0.25) * scale];
            return [e.textContent, { left, top, right: left + b.width * scale, bottom: top + b.height * 0.6 * scale }];
        });
    });
    return [...document.querySelectorAll(".hint > *")].flatMap((e) => {
        const words = document.createRange();
        words.selectNodeContents(e);
        const under = [...words.getClientRects()].flatMap((box) => printed.filter(([, other]) => covers(box, other)));
        return under.map(([text]) => `${e.textContent} covers ${text}`);
    });
}"""


@pytest.mark.parametrize("game", only("double_down_stud", BASE))
def test_the_words_of_a_tablet_stand_beside_the_print(page: Page, house: Server, game: str) -> None:
    page.set_viewport_size({"width": 768, "height": 1024})
    Seat(page, house, game)
    expect(page.locator(".hint span")).to_contain_text("Choose an area to add a $5 chip.")
    expect(page.get_by_text("Place your bets", exact=True).locator("visible=true")).to_have_count(1)
    assert page.evaluate(COVERED) == []


def test_chips_that_a_bet_lacks_are_bought_and_the_bet_is_placed(page: Page, house: Server) -> None:
    seat = Seat(page, house, "caribbean_stud")
    page.keyboard.press("5")
    seat.area("ante").click()
    expect(page.locator(".refusal")).to_contain_text("You have $200 in chips; the button buys the rest")
    more = seat.button("more")
    expect(more).to_contain_text("Buy $300 of chipsfor the ante")
    page.evaluate(HOLD_BACK)
    more.click()
    more.click()
    page.evaluate("window.tell()")
    expect(seat.area("ante")).to_have_attribute("aria-label", "Ante, $500")
    expect(seat.button("ready")).to_contain_text("Ready, $500deal the cards")  # there is no clock
    expect(more).to_have_count(0)
    expect(seat.button("ready")).to_be_enabled()
    assert seat.chips() == 0
    page.keyboard.press("1")
    seat.area("ante").focus()
    expect(seat.area("ante").locator(".shape")).to_have_css("stroke", FOCUS)
    title = page.locator("h1").text_content() or ""
    assert title.count("Caribbean") == 1


def test_cards_are_shown_for_a_side_wager_without_a_question_unless_the_player_wants_one(
    page: Page, house: Server
) -> None:
    page.add_init_script("localStorage.expose ??= ''")
    seat = Seat(page, house, "boston_5_stud")
    seat.bet("optional bonus")
    seat.button("ready").click()
    assert seat.asked()
    assert "expose" not in seat.offered()
    expect(seat.button("second")).to_contain_text("2nd wager, $10as much as the 1st")
    assert [one["action"] for one in seat.happened(1, "chose")] == ["expose"]
    seat.decide(lambda do: seat.button(do).click())
    page.locator(".menu-button").click()
    page.locator("dialog [data-do='expose']").click()
    seat.bets_open()
    seat.bet("optional bonus")
    seat.button("ready").click()
    assert seat.asked()
    assert "expose" in seat.offered()


HEIGHTS = """window.heights = new Set();
new MutationObserver((_, watch) => {
    const felt = document.querySelector(".table-screen[data-phase='bets'] .felt");
    if (!felt) return;
    watch.disconnect();
    new ResizeObserver(() => felt.isConnected && heights.add(felt.clientHeight)).observe(felt);
}).observe(document, { subtree: true, childList: true, attributes: true })"""


@pytest.mark.long
@pytest.mark.parametrize("game", only("double_attack_blackjack", BASE))
def test_the_felt_of_a_phone_keeps_its_scale_and_there_is_a_way_back(page: Page, house: Server, game: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_init_script(HEIGHTS)
    seat = Seat(page, house, game)
    for _ in range(2):
        seat.bets_open()
        seat.bet()
        seat.button("ready").click()
        seat.decide(lambda do: seat.button(do).click())
        page.keyboard.press("c")
    assert len(page.evaluate("[...heights]")) == 1
    page.get_by_role("link", name="Back to the lobby").click()
    page.wait_for_selector(".lobby .game")
    whole = """(all) => all.every((one) => {
        const [picture, box] = [one.querySelector("svg"), one].map((e) => e.getBoundingClientRect());
        const wide = picture.left >= box.left && picture.right <= box.right;
        return wide && picture.top >= box.top && picture.bottom <= box.bottom;
    })"""
    assert page.locator(".game .little").evaluate_all(whole)
    expect(page.locator(".held")).to_contain_text("Your seat is held")


def test_a_chip_can_be_put_down_where_bets_are_on_their_way_back(page: Page, house: Server) -> None:
    seat = Seat(page, house, "double_attack_blackjack")
    seat.bet("bust bonus")
    client = house.client(seat.headers["authorization"].split()[1])
    client.must(msg.CashOut, seat.table, cents=seat.chips())
    client.close()
    expect(page.locator("#bar")).to_contain_text("$0chips here")
    page.evaluate(HOLD_BACK)
    seat.button("clear").click()
    expect(seat.button("clear")).to_have_count(0)
    seat.area("initial").click()
    expect(seat.area("initial")).to_have_attribute("aria-label", "Bet, $5")
    page.evaluate("window.tell()")
    expect(seat.button("ready")).to_contain_text("Ready, $5")
    expect(seat.button("ready")).to_be_enabled()
    assert seat.plays("withdraw") == 1


@pytest.mark.long
def test_a_bet_says_why_it_is_gone_if_what_it_depends_on_is_taken_back(page: Page, house: Server) -> None:
    seat = Seat(page, house, "caribbean_stud")
    seat.bet()
    page.evaluate(HOLD_BACK)
    seat.button("clear").click()
    expect(seat.button("clear")).to_have_count(0)
    seat.area("bonus").click()
    expect(seat.area("bonus")).to_have_attribute("data-staked", "1")
    page.evaluate("window.tell()")
    expect(page.locator(".refusal")).to_contain_text("11(c)")
    expect(seat.area("bonus")).not_to_have_attribute("data-staked", "1")


def test_a_closed_area_says_why_with_its_clause_and_an_open_one_takes_a_dragged_chip(page: Page, house: Server) -> None:
    seat = Seat(page, house, "caribbean_stud")
    seat.area("bonus").click(force=True)
    expect(page.locator(".refusal")).to_contain_text("11(c)")
    seat.area("bet").click(force=True)
    expect(page.locator(".refusal")).to_contain_text("6(d)")
    page.locator("[data-chip='2500']").drag_to(seat.area("ante"))
    expect(seat.area("ante")).to_have_attribute("aria-label", "Ante, $25")


def test_two_clicks_act_once_and_buy_once_what_chips_lack(page: Page, house: Server) -> None:
    seat = Seat(page, house, "caribbean_stud")
    page.keyboard.press("4")
    seat.bet()
    bought = sum('"type":"buyin"' in text for text in seat.sent)
    seat.button("ready").click()
    page.wait_for_selector(".choices:not([aria-disabled]) [data-do='bet']")
    expect(seat.button("bet")).to_contain_text("Bet, $200buys $100 of chips first")
    seat.button("bet").dblclick(no_wait_after=True)
    page.wait_for_selector(".rail .net")
    expect(page.locator(".rail .told")).to_have_text(
        re.compile(r"(Your .+ dealer.s .+|The dealer.s .+ not qualify: .+)\.$")
    )
    assert seat.plays("bet") == 1
    assert sum('"type":"buyin"' in text for text in seat.sent) == bought + 1
    assert page.locator(".rail .lines li[data-wager='bet']").count() == 1


COUNT_WRITTEN = """() => {
    [window.clicked, window.written] = [0, 0];
    window.addEventListener("click", () => (window.clicked += 1), true);
    const { connection } = pitboss, { write } = connection;
    connection.write = (message) => {
        window.written += 1;
        write.call(connection, message);
    };
}"""
"""From now on, clicks and what is sent to the house are counted."""


@pytest.mark.long
def test_a_second_click_does_not_press_what_has_come_to_the_same_place(page: Page, house: Server) -> None:
    seat = Seat(page, house, "caribbean_stud")
    seat.bet()
    seat.button("ready").click()
    page.wait_for_selector(".choices:not([aria-disabled]) [data-do='bet']")
    seat.button("bet").click()
    page.wait_for_selector(".rail .net")
    expect(page.locator(".choices .primary")).to_be_enabled()
    page.evaluate(COUNT_WRITTEN)
    place = page.locator(".choices .primary").bounding_box()
    assert place is not None
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    for number, clicks, acts in (2, 1, False), (1, 2, True):  # the second of two, and one by itself
        page.mouse.down(click_count=number)
        page.mouse.up(click_count=number)
        page.wait_for_function("(clicks) => window.clicked === clicks", arg=clicks)
        assert page.evaluate("window.written > 0") is acts


@pytest.mark.long
def test_nothing_else_can_be_chosen_while_chips_are_bought_for_a_choice(page: Page, house: Server) -> None:
    seat = Seat(page, house, "caribbean_stud")
    page.keyboard.press("4")
    seat.bet()
    seat.button("ready").click()
    page.wait_for_selector(".choices:not([aria-disabled]) [data-do='bet']")
    seat.hold()
    seat.button("bet").click()
    expect(seat.button("bet")).to_be_disabled()
    page.keyboard.press("b")
    page.keyboard.press("f")
    seat.let_go()
    page.wait_for_selector(".rail .net")
    assert (seat.plays("bet"), seat.plays("fold")) == (1, 0)


HOLD = """() => {
    const [animate, later] = [Element.prototype.animate, window.setTimeout];
    Element.prototype.animate = function (...how) {
        const one = animate.apply(this, how);
        one.pause();
        return one;
    };
    window.setTimeout = (act, after, ...rest) => (after < 8000 ? later(act, after, ...rest) : 0);
}"""
"""From now on, what moves stays where it is until somebody ends all motion."""
HEARD = "(type) => [...pitboss.connection.tables.values()][0].events.some((e) => e.type === type)"
SHOWN = """() => [".where .round", "#money", ".rail-panel", ".choices", "#polite"]
    .map((one) => document.querySelector(one).textContent)"""


@pytest.mark.long
def test_nothing_is_told_before_it_was_seen_and_an_old_press_answers_nothing(page: Page, house: Server) -> None:
    page.emulate_media(reduced_motion="no-preference")
    seat = Seat(page, house, "caribbean_stud")
    seat.bet()
    page.evaluate("""() => new MutationObserver(() => {
        for (const one of document.querySelectorAll(".choices[aria-disabled] [data-do='fold']")) one.click()
    }).observe(document.querySelector(".table-screen"), { subtree: true, childList: true, attributes: true })""")
    page.evaluate(HOLD)
    seat.button("ready").click()
    page.wait_for_function(HEARD, arg="dealt")
    expect(page.locator(".choices .act")).to_have_count(0)
    assert "Dealer" not in page.locator(".rail .log").inner_text()
    page.keyboard.press("f")
    page.wait_for_selector(".choices:not([aria-disabled]) [data-do='fold']")
    assert "Dealer" in page.locator(".rail .log").inner_text()
    assert seat.plays("fold") == 0

    expect(page.locator(".rail")).not_to_contain_text("is counting")  # what the coach says is no news of the round
    seat.button("bet").click()
    expect(page.locator(".choices .act")).to_have_count(0)
    before = page.evaluate(SHOWN)
    page.wait_for_function("() => [...pitboss.connection.tables.values()][0].turn.about === 'wagers'")
    assert page.evaluate(SHOWN) == before
    assert page.locator(".felt.own-turn").count() == 0
    assert "bet or fold" not in page.locator(".felt").text_content().lower()
    wagers = seat.plays("wager")
    page.keyboard.press("Enter")
    expect(page.locator(".rail .net")).to_be_visible()
    expect(page.locator("#money")).to_contain_text(f"${seat.chips() // 100:,}")
    assert seat.plays("wager") == wagers


@pytest.mark.long
def test_the_same_bets_come_again(page: Page, house: Server) -> None:
    seat = Seat(page, house, "boston_5_stud")
    seat.bet("optional bonus")
    seat.button("ready").click()
    seat.decide(lambda do: seat.button(do).click())
    seat.phase("bets")
    expect(seat.button("same")).to_contain_text("$20")
    seat.button("same").click()
    page.wait_for_function(f"() => {DEALT}")
    assert page.evaluate(f"() => {BETS}") == [["ante", 500], ["first", 1000], ["optional bonus", 500]]


@pytest.fixture
def patient_house(tmp_path: Path) -> Iterator[Server]:
    """A house that waits for players who are away, always at the same port."""
    server = Server(tmp_path, "--port", str(lasting_port()), program=[patient.__file__])
    yield server
    if server.process.poll() is None:
        server.kill()


def test_a_round_goes_on_after_a_reload_and_after_the_house_was_killed(page: Page, patient_house: Server) -> None:
    seat = Seat(page, patient_house, "caribbean_stud")
    before = seat.chips()
    seat.bet()
    seat.button("ready").click()
    page.wait_for_selector(".choices [data-do='bet']")
    held = seat.holds()
    assert len(held.split()) == 5
    page.reload()
    page.wait_for_selector(".choices:not([aria-disabled]) [data-do='bet']")
    assert seat.holds() == held
    patient_house.kill()
    expect(page.locator("#notice")).to_contain_text("Connection lost")
    expect(seat.button("bet")).to_be_disabled()
    patient_house.start()
    expect(seat.button("bet")).to_be_enabled()
    assert seat.holds() == held
    seat.decide(lambda do: seat.button(do).click())
    assert seat.chips() - before == net_of(page)


@pytest.mark.long
@pytest.mark.parametrize("size", [(768, 1024), (390, 844), (844, 390)])
def test_nothing_leaves_a_small_screen(page: Page, house: Server, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    seat = Seat(page, house, "double_attack_blackjack")
    seat.bet()
    outside = """() => [...document.querySelectorAll(".actions button, .rail-line, .felt, [data-area]")].filter(one => {
        const box = one.getBoundingClientRect();
        return box.width && (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
    }).map((one) => one.outerHTML.slice(0, 90))"""
    assert page.evaluate(outside) == []
    seat.button("ready").click()
    page.wait_for_selector(".choices:not([aria-disabled]) .act")
    assert page.evaluate(outside) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    felt, choices = (page.locator(one).bounding_box() for one in (".felt", ".choices"))
    assert felt is not None
    assert choices is not None
    beside, below = choices["x"] >= felt["x"] + felt["width"], choices["y"] >= felt["y"] + felt["height"]
    assert (beside, below) == (size == (844, 390), size != (844, 390))
    page.locator(".menu-button").click(trial=True)  # nothing lies over it


@pytest.mark.long
def test_a_tablet_says_on_each_button_what_a_line_of_the_cross_makes(page: Page, house: Server) -> None:
    seat = Seat(page, house, "double_cross_poker")
    seat.bet()
    seat.button("ready").click()
    page.wait_for_selector(".choices:not([aria-disabled]) [data-do='vertical']")
    expect(page.locator(".actions .tray")).to_be_visible()
    expect(page.locator(".act .now").first).to_be_hidden()
    page.set_viewport_size({"width": 768, "height": 1024})
    for line in ("vertical", "horizontal"):
        expect(seat.button(line).locator(".now")).to_contain_text(" now")
        expect(seat.button(line).locator(".now")).to_be_visible()


ADVICE = {
    "advice": [
        {
            "about": "bet or fold",
            "seat": 1,
            "hand": 1,
            "choices": [
                {"do": "bet", "wager": "", "amount": 1000, "cents": -660.25, "best": False, "costs": 160.25},
                {"do": "fold", "wager": "", "amount": 0, "cents": -500.0, "best": True, "costs": 0.0},
            ],
            "deals": "163185",
            "exact": True,
            "note": "",
            "ends": [
                {"do": "bet", "how": "dealer below ace-king", "share": 0.474, "cents": 500.0},
                {"do": "bet", "how": "lower than the dealer", "share": 0.526, "cents": -1500.0},
            ],
        }
    ]
}


@pytest.mark.long
def test_the_coach_shows_a_bar_while_it_counts(page: Page, house: Server) -> None:
    page.route("**/advice", lambda route: None)
    seat = Seat(page, house, "caribbean_stud")
    seat.bet()
    seat.button("ready").click()
    expect(page.locator(".under-way progress")).to_be_visible()
    expect(page.locator(".under-way")).to_have_text("The coach is counting …")


def test_the_coach_says_the_best_choice_and_keys_switch_coach_and_sound(page: Page, house: Server) -> None:
    page.route("**/advice", lambda route: route.fulfill(json=ADVICE))
    seat = Seat(page, house, "caribbean_stud")
    seat.bet()
    seat.button("ready").click()
    expect(page.locator(".answer")).to_have_text("Fold, by $1.60")
    expect(page.locator(".axis [data-do='bet'] .value")).to_contain_text("$6.60costs $1.60")
    expect(page.locator(".rests")).to_contain_text("all 163,185 ways")
    assert page.locator(".ends dl > div").all_inner_texts() == [
        "Dealer below ace-king, 47.4%\nyou win $5",
        "Dealer higher, 52.6%\nyou lose $15",
    ]
    expect(page.locator(".choices .primary")).to_have_attribute("data-do", "fold")
    page.keyboard.press("k")
    expect(page.locator(".answer, .ends")).to_have_count(0)
    expect(page.locator(".choices .primary")).to_have_count(0)
    sound = page.locator("#bar .sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("m")
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.reload()
    seat.phase("bets", "decide", "between")
    assert page.evaluate("localStorage.getItem('coach')") == "off"
    expect(sound).to_have_attribute("aria-pressed", "true")


COUPON = """[...pitboss.connection.tables.values()][0].layout.stakesOf(1)
    .map((one) => [one.wager, one.amount, one.coupon])"""


def test_chips_and_coupons_are_brought_and_rounds_sat_out_from_the_menu(page: Page, house: Server) -> None:
    seat = Seat(page, house, "double_down_stud", rules={"match_play": True})
    person = house.http.get("/api/me", headers=seat.headers).json()["person"]["id"]
    headers = {"authorization": f"Bearer {house.administrator}"}
    issued = house.http.post(f"/api/people/{person}/issue", json={"coupons": 10_00}, headers=headers)
    assert issued.status_code == 200, issued.text
    page.evaluate("pitboss.refresh()")
    page.locator(".menu-button").click()
    page.locator("dialog [data-do='coupons']").click()
    expect(page.locator("dialog")).to_have_count(0)
    page.locator(".tray .coupon").click()
    seat.area("original").click()
    expect(page.locator(".refusal")).to_contain_text("Put chips there first")
    page.keyboard.press("2")
    seat.bet()
    page.locator(".tray .coupon").click()
    seat.area("original").click(force=True)
    expect(page.locator("[data-key='coupon/original/1']")).to_have_text("+ $5 coupon")
    page.wait_for_function(f"() => ({COUPON}).some((one) => one[2])")
    assert page.evaluate(f"() => {COUPON}") == [["original", 5_00, 5_00]]
    expect(seat.button("clear")).to_be_enabled()
    seat.button("clear").click()
    page.wait_for_function(f"() => !({COUPON}).length")  # the page lifts the chips before the house has heard of it
    before = seat.chips()
    page.locator(".menu-button").click()
    page.locator("dialog input[type=number]").fill("50")
    page.locator("dialog [data-do='buy']").click()
    expect(page.locator("dialog")).to_have_count(0)
    assert seat.chips() == before + 50_00
    page.locator(".menu-button").click()
    page.locator("dialog [data-do='sitout']").click()
    seat.phase("out")
    seat.button("back").click()
    seat.phase("bets", "between")

    # The amount of a double is asked for, unless there are chips for one amount only.
    seat.bets_open()
    page.keyboard.press("2")  # a chip again, in place of the coupon
    seat.bet()
    seat.button("ready").click()
    assert seat.asked()
    expect(page.locator(".stepper")).to_have_attribute("aria-label", "Double: $5")
    page.keyboard.press("-")
    expect(seat.button("double")).to_contain_text("Double, $4")
    client = house.client(seat.headers["authorization"].split()[1])
    client.must(msg.CashOut, seat.table, cents=seat.chips() - 1_00)
    client.close()
    expect(seat.button("double")).to_contain_text("Double, $1")
    expect(page.locator(".stepper")).to_have_count(0)


def test_a_fold_says_what_it_gives_up_and_what_plays_on(page: Page, house: Server) -> None:
    seat = Seat(page, house, "caribbean_stud", practice=True, seed=1)
    seat.bet("progressive", "cover all")  # $1, and $5 beside an ante of $5
    seat.button("ready").click()
    assert seat.asked()
    expect(seat.button("fold")).to_contain_text("give up $6, $5 plays on")
