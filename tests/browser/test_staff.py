"""Staff in a real browser: an administrator, a dealer who deals by hand, an irregularity, and the operator's page."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from browsing import visit
from pitboss.protocol import messages as msg
from served import Client, Server, served
from waiting import HANG_MS

CHROMIUM = shutil.which("chromium")
api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

PASSWORD = "a long password"
SEEN = """(cards) => {
  const table = [...pitboss.connection.tables.values()][0];
  return table?.turn && table.events.filter((e) => e.type === "dealt").length === cards;
}"""
"""Whether a page has been told of so many cards."""


@pytest.fixture(scope="module")
def staff_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("staff"), "--pace", "0", "--no-limits") as server:
        yield server


@pytest.fixture(scope="module")
def staff_page(chromium: Any, staff_house: Server) -> Iterator[Any]:
    """A page in which somebody has registered and become administrator, supervisor and dealer, by hand."""
    page = chromium.new_page(viewport={"width": 1440, "height": 900})
    page.set_default_timeout(HANG_MS)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{staff_house.url}/#/account")
    register = page.locator("form[name=register]")
    register.get_by_label("Login").fill("the-boss")
    register.get_by_label("Password").fill(PASSWORD)
    register.get_by_label("Name at the table").fill("Renard")
    register.get_by_role("button").click()
    page.get_by_text("Signed in as the-boss: player.").wait_for()
    token = page.locator("form[name=administrator]")
    token.get_by_label("Token").fill("wrong")
    token.get_by_role("button").click()
    token.get_by_text("not the token that the house printed").wait_for()
    token.get_by_label("Token").fill(f" {staff_house.token} ")  # as it is copied
    token.get_by_role("button").click()
    page.get_by_text("player, administrator").wait_for()
    go(page, "#/operator/people")
    for role in ("dealer", "supervisor"):
        page.get_by_label(f"Renard: {role}").check()
        page.get_by_role("status").filter(has_text=role).wait_for()
    yield page
    page.close()
    assert errors == []


def go(page: Any, address: str) -> None:
    page.evaluate("address => pitboss.go(address)", address)


def new_table(page: Any, game: str) -> str:
    """A public table, opened by who is signed in at the page."""
    made = page.evaluate(
        "game => pitboss.api.post('/api/tables', {game, pace: 0, private: false, name: `Desk ${game}`})", game
    )
    return str(made["id"])


def sit(house: Server, table: str, wager: str, cents: int) -> Client:
    """A player who has sat down and wagered."""
    ann = house.guest("Ann")
    ann.sit_down(table)
    while ann.turn is None or not ann.turn.offers:
        ann.next()
    ann.must(msg.Play, table, do="wager", wager=wager, amount=cents, round=ann.turn.round, turn=ann.turn.turn)
    return ann


def asked(ann: Client, about: str) -> msg.Turn:
    turn: msg.Turn = ann.until(lambda one: isinstance(one, msg.Turn) and one.about == about and bool(one.offers))
    return turn


def cards_told(ann: Client, table: str) -> int:
    """How many cards a player has been told of."""
    return sum(event["type"] == "dealt" for update in ann.updates(table) for event in update.events)


def settled(ann: Client, table: str) -> list[dict[str, Any]]:
    ann.until(lambda one: isinstance(one, msg.Update) and any(event["type"] == "ended" for event in one.events))
    return [event for update in ann.updates(table) for event in update.events if event["type"] == "settled"]


def deal_here(page: Any, table: str) -> None:
    """Take a table. The desk of somebody who may also supervise is open at once."""
    go(page, f"#/desk/{table}")
    page.get_by_role("button", name="Deal here yourself").click()
    page.get_by_text("Renard deals").wait_for()


@pytest.mark.long
def test_going_live_takes_a_sign_in_and_shows_a_red_bar(staff_house: Server, staff_page: Any) -> None:
    page = staff_page
    made = staff_house.http.post("/api/register", json={"login": "dora", "password": PASSWORD, "name": "Dora"}).json()
    roles = "([id, grant]) => pitboss.api.post(`/api/people/${id}/roles`, {grant})"
    page.evaluate(roles, [made["person"]["id"], ["dealer"]])
    table = new_table(page, "boston_5_stud")
    other = page.context.browser.new_page()
    other.add_init_script(f"localStorage.setItem('pitboss-token', {json.dumps(made['token'])})")
    other.set_default_timeout(HANG_MS)
    other.goto(f"{staff_house.url}/#/desk/{table}")
    form = other.locator("form[name=go-live]")
    form.get_by_label("Password").fill("another password")
    form.get_by_role("button").click()
    form.get_by_text("the password is wrong").wait_for()
    assert not other.title().startswith("LIVE")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button").click()
    other.get_by_text("Dora deals").wait_for()
    assert other.title().startswith("LIVE")
    assert "rgb(142, 27, 51)" in other.evaluate("getComputedStyle(document.querySelector('#bar')).backgroundImage")
    answer = staff_house.http.get("/api/me", headers={"authorization": f"Bearer {made['token']}"})
    assert answer.status_code == 401
    other.get_by_role("button", name="Stop dealing").click()
    other.get_by_role("heading", name="Dealer desk").wait_for()
    assert "LIVE" not in other.title()
    other.close()


def test_a_dealer_deals_a_whole_round_by_hand(staff_house: Server, staff_page: Any) -> None:
    page, table = staff_page, new_table(staff_page, "double_down_stud")
    deal_here(page, table)
    ann = sit(staff_house, table, "original", 2500)
    close = page.locator("button.primary", has_text="No more bets")
    close.wait_for()
    assert page.locator(".steps .now b").inner_text().endswith("No more bets")
    assert page.locator("[data-seat='1'] .stake .amount").text_content() == "original $25"
    steps = page.locator(".steps li")
    assert steps.count() == 6
    clauses = steps.locator(".clause").all_inner_texts()
    assert clauses == ["6(a)", "8(a)(1)", "8(c)", "8(d)", "8(e)", "9(a)"]  # those of later steps too
    close.click()
    heading = page.locator(".action h1")
    cards = ["First card: seat 1", *(f"{one} card: community" for one in ("First", "Second", "Third", "Fourth"))]
    for at, words in enumerate(cards):  # in the document's order, and nobody is shown a card before it is dealt
        heading.get_by_text(words).wait_for()
        assert ann.turn is not None
        if ann.turn.about != "the deal":
            ann.until(lambda one: isinstance(one, msg.Turn) and one.about == "the deal")
        assert (cards_told(ann, table), ann.turn.offers, ann.turn.clocks) == (at, (), ())
        if at == 1:  # what is wrong is reported when the cards are out
            page.get_by_text("deal the rest, then report.").wait_for()
            assert page.get_by_text("Stop before you go on.").count() == 0
            page.keyboard.press("i")
            page.get_by_text("Finish the deal, then report.").wait_for()
            rail, rest = (
                page.locator(one).bounding_box() for one in (".rail .tab-body", ".rail [data-deed='all first']")
            )
            assert rest["x"] - rail["x"] >= 20  # inside the padding
            page.get_by_role("tab", name="Calls").click()
        page.locator(f"button.primary:enabled:has-text('Deal next card'):has-text('{words.split(': ')[1]}')").click()
        ann.until(lambda one: isinstance(one, msg.Update) and any(e["type"] == "dealt" for e in one.events))
    turn = asked(ann, "double")
    page.locator(".steps .now", has_text="Ask each seat").wait_for()
    page.locator(".desk-felt .pill", has_text="Seat 1: double?").wait_for()
    assert page.locator("[data-seat='1'] .hand [role=img]").count() == 1
    assert page.locator("[data-place=community] .hand [role=img]").count() == 4
    ann.must(msg.Play, table, do="pass", round=turn.round, turn=turn.turn)
    close.click()  # the second call
    (end,) = settled(ann, table)
    assert end["stake"] == 2500
    page.locator("#bar", has_text="Round 2").wait_for()
    page.get_by_role("button", name="Stop dealing").click()
    ann.close()


@pytest.mark.long
def test_a_player_sees_a_card_when_the_dealer_deals_it(staff_house: Server, staff_page: Any) -> None:
    page, table = staff_page, new_table(staff_page, "caribbean_stud")
    deal_here(page, table)
    with visit(page.context.browser, staff_house) as ann:
        ann.open(f"#/table/{table}")
        ann.page.get_by_role("button", name="Sit down").click()
        ann.page.get_by_role("button", name="Place ante").click()
        page.locator("button.primary:enabled", has_text="No more bets").click()
        for cards, to in enumerate(("seat 1", "you", "seat 1", "you")):
            deal = page.locator(f"button.primary:enabled:has-text('to {to}')")
            deal.wait_for()
            ann.page.get_by_text("Waiting for the dealer").first.wait_for()
            ann.page.wait_for_function(SEEN, arg=cards)
            assert ann.page.locator(".table-screen").get_attribute("data-phase") == "wait"
            deal.click()
        ann.page.reload()  # whoever comes back in the middle of the deal sees as much as before
        ann.page.wait_for_function(SEEN, arg=4)
        page.locator("button:enabled", has_text="Deal the rest").click()
        ann.page.wait_for_selector(".table-screen[data-phase=decide]")
        ann.page.wait_for_function(SEEN, arg=10)
    page.get_by_role("button", name="Stop dealing").click()


def test_an_irregularity_at_the_desk_does_what_the_document_says(staff_house: Server, staff_page: Any) -> None:
    page, table = staff_page, new_table(staff_page, "caribbean_stud")
    deal_here(page, table)
    ann = sit(staff_house, table, "ante", 1000)
    page.locator("button.primary", has_text="No more bets").click()
    page.locator("button:enabled", has_text="Deal the rest").click()
    page.locator(".steps .now", has_text="Ask each seat").wait_for()
    page.keyboard.press("i")
    page.locator("[data-what='exposed hole card']").click()
    remedy = page.locator(".remedy")
    remedy.get_by_text("All hands void.").wait_for()
    remedy.get_by_text("$10 goes back to Ann.").wait_for()
    assert remedy.locator(".clause").inner_text() == "13(a)"
    assert not any(event["type"] == "voided" for update in ann.updates(table) for event in update.events)
    remedy.get_by_role("button", name="Report").click()
    assert [(one["wager"], one["result"], one["returned"]) for one in settled(ann, table)] == [("ante", "void", 1000)]
    page.locator("#bar", has_text="Round 2").wait_for()
    page.get_by_role("tab", name="Calls").click()
    page.get_by_role("button", name="Stop dealing").click()
    ann.close()


@pytest.mark.long
def test_a_player_calls_the_floor_and_private_tables_are_one_line(staff_house: Server, staff_page: Any) -> None:
    page = staff_page
    with visit(page.context.browser, staff_house) as ann:
        ann.open()
        made = ann.page.evaluate("pitboss.api.post('/api/tables', {game: 'caribbean_stud', name: 'Hidden'})")
        ann.page.evaluate("(to) => pitboss.go(to)", f"#/table/{made['id']}")
        ann.page.get_by_role("button", name="Sit down").click()
        ann.page.wait_for_selector(".table-screen[data-phase=bets]")
        go(page, "#/operator")
        private = page.get_by_role("button", name="1 private table")
        private.wait_for()
        hidden = page.locator(f"a[href='#/operator/table/{made['id']}']")
        assert hidden.count() == 0
        page.locator(".meters details:not([open])").wait_for()
        private.click()
        hidden.wait_for()
        ann.page.get_by_label("Your seat: chips").click()
        ann.page.get_by_role("button", name="Call the floor").click()
        ann.page.get_by_text("Say in a few words why you call the floor").wait_for()
        ann.page.get_by_label("Why you call the floor").fill("the meter looks wrong")
        ann.page.get_by_role("button", name="Call the floor").click()
        alarm = page.locator(".alarm", has_text="Seat 1 at Hidden calls the floor")
        alarm.get_by_text("“the meter looks wrong”").wait_for()
        private.wait_for(state="detached")  # a table with an alarm stands by itself
        assert hidden.count() == 1
        go(page, f"#/desk/{made['id']}")
        page.locator(".floor-call", has_text="the meter looks wrong").wait_for()
        assert page.get_by_role("button", name="Deal here yourself").count() == 0  # nobody asked for a dealer
        page.get_by_role("button", name="Seen").click()
        page.locator(".floor-call").wait_for(state="detached")
        ann.page.locator(".note", has_text="The floor has seen your call.").wait_for()
        go(page, "#/operator")
        alarm.get_by_role("button", name="Put away").click()


def test_a_jackpot_is_an_alarm_until_a_supervisor_validates_it(staff_house: Server, staff_page: Any) -> None:
    """The seed deals a hand that wins the progressive."""
    page = staff_page
    body = {"game": "caribbean_stud", "pace": 0, "private": False, "practice": True, "seed": 29, "name": "Jackpot"}
    table = page.evaluate("body => pitboss.api.post('/api/tables', body)", body)["id"]
    staffing = "id => pitboss.api.post(`/api/tables/${id}/staffing`, {validate_above: 0})"
    page.evaluate(staffing, table)
    ann = sit(staff_house, table, "ante", 500)
    assert ann.turn is not None
    at = {"round": ann.turn.round, "turn": ann.turn.turn}
    ann.must(msg.Play, table, do="wager", wager="progressive", amount=100, **at)
    ann.must(msg.Ready, table, round=1)
    turn = asked(ann, "bet or fold")
    ann.must(msg.Play, table, do="bet", amount=1000, round=1, turn=turn.turn)
    ann.until(lambda one: isinstance(one, msg.Turn) and one.about.startswith("validation"))
    go(page, "#/operator")
    alarm = page.locator(".alarm", has_text="A jackpot waits for validation")
    alarm.get_by_role("link", name="Look and validate").click()
    page.locator(".action h1", has_text="Seat 1 waits for the supervisor").wait_for()
    assert page.locator("button.primary").count() == 1
    cents = sum(event["amount"] for update in ann.updates(table) for event in update.events if event["type"] == "paid")
    assert cents == 0  # nothing is paid before a person approves
    shown = page.locator(".remedy .sum", has_text="$").inner_text()
    checks = page.locator(".checks li")
    assert checks.count() == 3
    assert checks.locator(".clause").all_inner_texts() == ["10(c)2.i.", "10(c)2.ii.", "10(c)2.iii."]
    assert "Automatic dealer" in checks.first.inner_text()
    assert "you, Renard, now" in checks.nth(2).inner_text()
    page.get_by_text("There is no button to refuse. 10(c)2.iii.").wait_for()
    page.get_by_role("button", name=f"Validate {shown}").click()
    (won,) = [one for one in settled(ann, table) if one["wager"] == "progressive"]
    assert won["result"] == "win"
    assert shown == f"${won['returned'] / 100:,.2f}".removesuffix(".00")
    go(page, "#/operator")
    page.get_by_text("It stays here until you put it away.").wait_for()
    page.get_by_role("button", name="Put away").click()
    ann.close()


@pytest.mark.long
def test_the_page_of_a_table_follows_the_table(staff_house: Server, staff_page: Any) -> None:
    page, table = staff_page, new_table(staff_page, "caribbean_stud")
    go(page, f"#/operator/table/{table}")
    page.get_by_text("open, round 0.").wait_for()
    fill = page.locator("form[name=fill] input")
    fill.fill("12")
    ann = sit(staff_house, table, "ante", 500)
    page.locator(".seats li", has_text="Seat 1").get_by_text("Ann").wait_for()
    page.get_by_text("open, round 1.").wait_for()
    assert fill.input_value() == "12"  # what somebody types stays
    ann.close()


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("1.234", "1.234 has parts of a cent: write dollars with at most two decimals."),
        ("1e3", "1e3 is not an amount: write dollars, such as 12.50."),
        ("99999999999", "99999999999 is more than $10,000,000,000, the most that the house books at once."),
        ("0", "A fill must be more than $0."),
    ],
)
def test_an_amount_that_is_no_whole_cents_is_refused(staff_page: Any, text: str, wrong: str) -> None:
    page, table = staff_page, new_table(staff_page, "caribbean_stud")
    go(page, f"#/operator/table/{table}")
    fill = page.locator("form[name=fill]")
    fill.get_by_label("Dollars").fill(text)
    fill.get_by_role("button").click()
    fill.get_by_text(wrong).wait_for()
    fill.get_by_label("Dollars").fill("$1,234.56")
    fill.get_by_role("button").click()
    page.locator(".inventory dd", has_text="+$1,234.56").wait_for()
    assert page.locator(".inventory dd").count() == 1


def test_a_dispute_opens_the_round_as_the_operator_sees_it(staff_house: Server, staff_page: Any) -> None:
    page, table = staff_page, new_table(staff_page, "caribbean_stud")
    ann = sit(staff_house, table, "ante", 500)
    go(page, f"#/operator/table/{table}")
    dispute = page.locator("form[name=dispute]")
    dispute.get_by_label("Round").fill("99")
    dispute.get_by_role("button").click()
    dispute.get_by_text("There is no such round.").wait_for()
    dispute.get_by_label("Round").fill("1")
    dispute.get_by_role("button").click()
    page.locator(".screen.history h1", has_text="Round 1").wait_for()
    page.locator("#bar", has_text="Operator").wait_for()
    assert page.title() == "Round 1 · Desk caribbean_stud · Pitboss"
    assert page.get_by_text("Your rounds").count() == page.get_by_text("log of your seat").count() == 0
    page.get_by_role("link", name="Desk caribbean_stud").click()
    dispute.wait_for()
    ann.close()


def test_what_closed_tables_kept_has_a_line_of_its_own(staff_house: Server, staff_page: Any) -> None:
    page = staff_page
    held = {"rounds": 3, "handle": 42_00, "kept": 11_00, "purchases": 44_00}

    def hold(route: Any) -> None:
        answer = route.fetch()
        body = answer.json()
        route.fulfill(response=answer, json=body | {"tables": body["tables"] | {"gone": held}})

    page.route("**/api/floor/hold", hold)
    go(page, "#/operator")
    closed = page.locator(".tables tr.closed")
    closed.wait_for()
    assert closed.locator("td").all_inner_texts()[-5:-1] == ["$42", "$11", "$44", "25.00%"]
    assert page.locator(".tables th").all_inner_texts()[5:10] == ["Inventory", "Handle", "Win", "Drop", "Hold"]
    assert "Drop" not in page.locator(".hold th").all_inner_texts()
    page.unroute("**/api/floor/hold")


def test_the_rules_editor_shows_every_defect_beside_its_field(staff_page: Any) -> None:
    page, table = staff_page, new_table(staff_page, "double_down_stud")
    go(page, f"#/operator/table/{table}/rules")
    order = page.get_by_role("button", name="Order the change")
    page.get_by_text("These are the rules in force.").wait_for()
    assert order.is_disabled()
    pays = page.locator("[data-option=pays]")
    pays.locator("summary").click()
    pays.get_by_label("Pays: flush").fill("9 to 1")
    pays.get_by_role("button", name="What pays does to the edge").click()
    told = pays.locator(".told li").inner_text()
    before, after = map(float, re.findall(r"([\d.]+)%", told))
    assert before > after  # who pays more keeps less
    maximum = page.get_by_label("Table maximum", exact=True)
    assert maximum.input_value() == "500"  # dollars
    maximum.fill("1.50")
    page.get_by_label("Packs", exact=True).select_option("2")
    page.get_by_label("Shuffler", exact=True).select_option("manual")
    page.get_by_text("defects.").wait_for()
    for option in ("table_maximum", "packs"):
        page.locator(f"[data-option={option}] .defects p").first.wait_for()
    assert order.is_disabled()
    page.get_by_label("Shuffler", exact=True).select_option("automated")
    maximum.fill("1,000")
    page.get_by_text("The document permits it.").wait_for()
    page.get_by_role("button", name="What it does to the edge").click()
    page.locator(".order .effect", has_text=f"Hand {before:.2f}% → {after:.2f}%").wait_for()
    order.click()
    page.get_by_text("becomes $1,000").or_(page.get_by_text("to $1,000")).first.wait_for()


def test_an_alarm_stays_until_somebody_puts_it_away(staff_page: Any) -> None:
    page = staff_page
    alarm = {"kind": "stopped", "table": "t1", "name": "Table 4", "words": "this table has stopped", "clause": ""}
    alarm |= {"round": 7, "cents": 0, "since": 0}
    stopped = [True]

    def floor(route: Any) -> None:
        answer = route.fetch()
        body = answer.json()
        body["alarms"] = [alarm] if stopped[0] else []
        route.fulfill(response=answer, json=body)

    page.route("**/api/floor", floor)
    go(page, "#/operator")
    page.get_by_role("heading", name="Table 4 is stopped").wait_for()
    page.get_by_role("button", name="Restart the table").wait_for()
    stopped[0] = False
    go(page, "#/operator")
    page.get_by_text("It stays here until you put it away.").wait_for()
    page.get_by_role("button", name="Put away").click()
    page.get_by_role("heading", name="Table 4 is stopped").wait_for(state="detached")
    page.get_by_role("button", name="Run an audit").click()
    page.get_by_text("Every cent adds up").wait_for()
    page.unroute("**/api/floor")


def ask_for(page: Any, kind: str) -> None:
    """A new question of this kind."""
    for one in ("settle", "check", "misdeal", "found", "next"):
        page.locator(f".rail input[name={one}]").set_checked(one == kind)
    page.locator("form[name=practice]").evaluate("form => { form.dataset.old = 'yes'; }")
    page.get_by_role("button", name="Skip this one").click()
    page.locator(f"form[data-kind={kind}]:not([data-old])").wait_for()


@pytest.mark.long
def test_practice_grades_by_the_engine_and_is_not_live(staff_house: Server, staff_page: Any) -> None:
    page = staff_page
    go(page, "#/desk/practice/double_down_stud")
    form, rail = page.locator("form[name=practice]"), page.locator(".rail")
    form.wait_for()
    assert not page.title().startswith("LIVE")
    assert page.locator("body.live").count() == 0

    ask_for(page, "settle")
    form.get_by_role("button", name="Settle the seat").wait_for()
    lines = form.locator("tbody tr").count()
    for row in range(lines):  # nobody is paid a million
        form.locator("tbody tr").nth(row).locator("input").fill("1000000")
    form.get_by_role("button", name="Settle the seat").click()
    form.get_by_text(f"0 of {lines} right.").wait_for()
    assert page.locator(".score").inner_text() == f"Score 0 of {lines}"
    assert form.locator("tbody .clause").count() == lines

    ask_for(page, "check")
    form.get_by_role("button", name="Sign it off").click()
    form.get_by_role("button", name="Next question").wait_for()
    found = form.get_by_text("Right: nothing was wrong.").count()
    assert found or form.get_by_text("was wrong.").count()
    assert page.locator(".score").inner_text() == f"Score {found} of {lines + 1}"

    ask_for(page, "misdeal")
    form.get_by_role("button", name="Answer").click()
    form.get_by_text("Choose an answer first.").wait_for()
    for group in form.locator("fieldset").all():
        group.locator("input").first.check()
    form.get_by_role("button", name="Answer").click()
    form.get_by_role("button", name="Next question").wait_for()
    assert form.locator("label.right").count() >= 1
    form.locator(".clause-told").wait_for()

    ask_for(page, "found")
    for group in form.locator("fieldset").all():
        assert group.locator(".clause").count() == 0
        group.locator("input").first.check()
    form.get_by_role("button", name="Answer").click()
    form.get_by_role("button", name="Next question").wait_for()
    assert form.locator("fieldset label.right").count() == 2
    assert form.locator("fieldset .clause-told .clause").all_inner_texts() == ["11(d)", "11(d)"]

    ask_for(page, "next")
    before = rail.locator(".marks span").count()
    form.locator("input").first.check()
    page.keyboard.press("Enter")
    form.get_by_role("button", name="Next question").wait_for()
    assert form.locator("label.right").count() == 1
    assert rail.locator(".marks span").count() == before + 1 == 5
    rail.get_by_role("button", name="Reset score").click()
    assert page.locator(".score").inner_text() == "Score 0 of 0"


def test_a_cross_lies_as_its_reader_sees_it(staff_page: Any) -> None:
    """The document names the cards of the cross from the dealer's side: the top is farthest from the dealer."""
    page = staff_page
    go(page, "#/desk/practice/double_cross_poker")
    page.locator("form[name=practice]").wait_for()
    ask_for(page, "settle")
    places = ("vertical top", "horizontal left", "center", "horizontal right", "vertical bottom")
    boxes = {one: page.locator(f"[data-place='{one}']").bounding_box() for one in places}
    x, y = ({name: box[axis] for name, box in boxes.items()} for axis in ("x", "y"))
    assert y["vertical top"] < y["center"] < y["vertical bottom"]
    assert x["horizontal left"] < x["center"] < x["horizontal right"]
    assert y["horizontal left"] == y["center"] == y["horizontal right"]
    words = "async text => (await import('/js/cross.js')).fromTheSeats(text)"
    assert page.evaluate(words, "The vertical top showed 5♥.") == "The bottom of the cross showed 5♥."
    left = page.evaluate(words, "A card was dealt face down to the horizontal left.")
    assert left == "A card was dealt face down to the right of the cross."


def test_a_table_opens_with_the_rules_of_a_file(staff_page: Any) -> None:
    page = staff_page
    go(page, "#/operator")
    page.get_by_role("button", name="Open a table").click()
    dialog = page.get_by_role("dialog")
    file, opens = dialog.locator("input[type=file]"), dialog.get_by_role("button", name="Open the table")

    def choose(text: str) -> None:
        file.set_input_files({"name": "my.toml", "mimeType": "application/toml", "buffer": text.encode()})

    expect = api.expect
    choose("game = 'boston_5_stud'\npacks = 3\ntable_minimum = 'two'\n")
    expect(dialog.locator(".refused li")).to_have_text(
        [re.compile("Line 2, packs: must be one of 1, 2, not 3"), re.compile("Line 3, table_minimum: must be a whole")]
    )
    expect(opens).to_be_disabled()
    choose("packs =")
    expect(dialog.locator(".refused")).to_contain_text("The rules file is not TOML")
    expect(opens).to_be_disabled()
    choose("game = 'boston_5_stud'\ntable_minimum = 1000\n")
    expect(dialog.get_by_role("status")).to_have_text("my.toml: the document permits these rules.")
    expect(dialog.get_by_label("Game")).to_have_value("boston_5_stud")
    dialog.get_by_label("Game").select_option("caribbean_stud")
    expect(dialog.get_by_role("status")).to_contain_text("Without a file it has")
    choose("game = 'boston_5_stud'\ntable_minimum = 1000\n")
    expect(dialog.get_by_role("status")).to_have_text("my.toml: the document permits these rules.")
    opens.click()
    page.wait_for_url(re.compile("#/operator/table/"))
    table = page.evaluate("id => pitboss.api.get(`/api/tables/${id}`)", page.url.rpartition("/")[2])
    assert (table["game"], table["rules"]["table_minimum"], table["private"]) == ("boston_5_stud", 1000, False)


TOUCHED = """() => {
  const box = (one) => [one.textContent, one.getBoundingClientRect()];
  const boxes = (all) => [...document.querySelectorAll(all)].map(box);
  const [[, pill]] = boxes(".own .pill");
  return boxes(".arc .plate, .arc .stake, .arc .hand").filter(([, { left, right, top, bottom }]) =>
    left < pill.right && pill.left < right && top < pill.bottom && pill.top < bottom).map(([words]) => words);
}"""
"""What of a seat the pill with the name of the dealer's hand covers."""


@pytest.mark.long
@pytest.mark.parametrize("game", ["boston_5_stud", "caribbean_stud", "double_cross_poker"])
def test_the_name_of_the_dealers_hand_covers_nothing_of_a_seat(chromium: Any, staff_house: Server, game: str) -> None:
    seeds = iter(range(1, 9))

    def ask(route: Any) -> None:
        route.continue_(url=f"{staff_house.url}/api/practice/{game}?kind=check&seed={next(seeds)}")

    with visit(chromium, staff_house, size=(1280, 800)) as visitor:
        page = visitor.page
        page.route("**/api/practice/*?*", ask)
        visitor.open(f"#/desk/practice/{game}")
        form = page.locator("form[name=practice]:not([data-old])")
        form.wait_for()
        for _ in range(7):
            assert page.evaluate(TOUCHED) == []
            form.evaluate("form => { form.dataset.old = 'yes'; }")
            page.get_by_role("button", name="Skip this one").click()
            form.wait_for()


@pytest.mark.long
def test_axe_finds_nothing_serious_on_the_pages_of_the_operator(staff_page: Any) -> None:
    axed = pytest.importorskip("axed", reason="axe is not installed")
    page, table = staff_page, new_table(staff_page, "caribbean_stud")
    pages = {
        "#/operator": page.locator(f"a[href='#/operator/table/{table}']"),
        "#/operator/people": page.get_by_label("Renard: dealer"),
        f"#/operator/table/{table}": page.locator(".screen.operator h1"),
        f"#/operator/table/{table}/rules": page.get_by_text("These are the rules in force."),
    }
    for address, drawn in pages.items():
        go(page, address)
        drawn.first.wait_for()
        found = axed.serious(page)
        assert not found, address
