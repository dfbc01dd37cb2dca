"""What is beside the game on the full-screen table: coach, pages, reports, warnings, money."""

from __future__ import annotations

from fractions import Fraction
from threading import Event

import pytest
from textual.widgets import Input, OptionList

from pitboss import advise
from pitboss.coach.answering import Advice
from pitboss.engine import registry
from pitboss.log.narration import card_text
from pitboss.terminal.screen.canvas import Canvas
from pitboss.terminal.screen.screens import Choose, Command, Pages, Sheet
from pitboss.terminal.seat.hints import Coach, Hint, ask_here, coach_by, money
from screen import Screen, on_screen

NAME = "double_down_stud"


async def to_the_decision(screen: Screen) -> None:
    await screen.reach("wagers")
    await screen.press("3", "space", "enter")
    await screen.reach("decide")


@pytest.mark.long
def test_the_coach_shows_the_exact_value_of_each_choice() -> None:
    async def script(screen: Screen) -> None:
        await to_the_decision(screen)
        await screen.until(lambda: screen.app.shown.this_hint is not None)
        scene = screen.app.shown.scene
        assert scene is not None
        cards = scene.layout.cards
        board = " ".join(card for card in cards("community") if card)
        seen = " ".join(card for seat in (2, 3) for card in cards(f"seat {seat}") if card)
        advice = advise(NAME, hand=cards("seat 1")[0] or "", board=board, seen=seen)
        for value in advice.options.values():
            assert money(value * 2500) in screen.text
        assert f"{registry.game(NAME).words.of(advice.best).name.capitalize()}, by " in screen.text
        assert f"Exact: {advice.deals} cards that can still come" in screen.text
        worse = next(key for key, one in screen.app.shown.decisions.items() if one.offer.do != advice.best)
        await screen.press(worse)
        await screen.reach("between")
        lost = money(abs(advice.options["double"] - advice.options["pass"]) * 2500)
        await screen.until(lambda: f"Mistakes cost {lost}. Luck: " in screen.text)
        told = f" cost {lost} on average: {registry.game(NAME).words.of(advice.best).doing} was better."
        assert any(told in one.words for one in screen.app.shown.log)

    on_screen(NAME, script, coach=coach_by(ask_here))


def test_the_coach_is_turned_off_and_on() -> None:
    asked: list[str] = []

    def adviser(position: Advice) -> Hint:
        asked.append(position.about)
        return Hint(values={"double": Fraction(100), "pass": Fraction(-100)})

    async def script(screen: Screen) -> None:
        await to_the_decision(screen)
        await screen.until(lambda: "Double, by $2" in screen.text)
        await screen.press("k")
        assert "Double, by $2" not in screen.text
        assert "The coach is off. K turns it on." in screen.text
        await screen.press("d")
        await screen.reach("between")
        await screen.press("enter")
        await screen.until(lambda: screen.app.shown.round == 2 and screen.stage == "decide")
        assert "The coach is off." in screen.text
        assert asked == ["wagers", "double"]
        await screen.press("k")
        await screen.until(lambda: "Double, by $2" in screen.text)
        assert asked == ["wagers", "double", "double"]

    on_screen(NAME, script, coach=Coach(adviser))


def test_advice_that_comes_after_the_coach_is_off_is_not_shown() -> None:
    ready = Event()

    def adviser(position: Advice) -> Hint:
        ready.wait()
        return Hint(
            values={"double": Fraction(100), "pass": Fraction(-100)},
            about=position.about,
            words=registry.game(position.game).words,
        )

    async def script(screen: Screen) -> None:
        await to_the_decision(screen)
        hints = screen.app.shown.asked
        await screen.until(lambda: "The coach is counting." in screen.text)
        await screen.press("k")
        ready.set()
        await screen.press("slash", *"coach off", "enter")
        await screen.until(lambda: [one.words for one in screen.app.shown.log].count("The coach is off.") == 2)
        assert screen.app.shown.asked == hints
        assert "The coach is off. K turns it on." in screen.text
        await screen.press("slash", *"hint", "enter")
        await screen.until(lambda: "Double, by $2" in screen.text)

    on_screen(NAME, script, coach=Coach(adviser))


def test_the_prices_of_wagers_go_and_come_with_the_coach() -> None:
    def adviser(position: Advice) -> Hint:
        return Hint(values={"original": Fraction(-1)}, amounts={"original": 100})

    async def script(screen: Screen) -> None:
        await screen.reach("wagers")
        await screen.until(lambda: "the whole hand costs 1.00%" in screen.text)
        await screen.press("k")
        assert "the whole hand" not in screen.text
        assert "The coach is off." in screen.text
        await screen.press("k")
        await screen.until(lambda: "the whole hand costs 1.00%" in screen.text)
        assert "The coach is on." in screen.text

    on_screen(NAME, script, coach=Coach(adviser))


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
def test_leaving_in_the_middle_of_a_hand_is_asked_first(key: str) -> None:
    question = "Leave and forfeit $25? Q again to leave, any other key to stay."

    async def script(screen: Screen) -> None:
        await to_the_decision(screen)
        await screen.press(key)
        assert question in screen.text
        await screen.press("d")
        assert screen.stage == "decide", "the key says that you stay, and nothing else"
        assert question not in screen.text
        await screen.press(key)
        await screen.press("f12")
        assert question not in screen.text
        await screen.press(key)
        await screen.press(key)
        await screen.until(lambda: screen.app.return_value is not None)
        assert screen.at.bankroll == 100_000 - 2500

    on_screen(NAME, script)


@pytest.mark.long
def test_who_leaves_before_the_deal_or_after_the_round_is_not_asked() -> None:
    async def script(screen: Screen) -> None:
        await to_the_decision(screen)
        await screen.press("d")
        await screen.reach("between")
        await screen.press("q")
        await screen.until(lambda: screen.app.return_value is not None)

    on_screen(NAME, script)


@pytest.mark.long
def test_keys_are_deaf_when_a_question_has_just_come_and_clicks_are_not() -> None:
    async def script(screen: Screen) -> None:
        shown = screen.app.shown
        await to_the_decision(screen)
        shown.deaf_s = 1e9
        await screen.press("p", "d", "k")
        assert screen.stage == "decide"
        await screen.click("take:no double")
        await screen.reach("between")
        await screen.press("enter", "c")
        assert screen.stage == "between"
        shown.deaf_s = 0.0
        await screen.press("c")
        await screen.reach("wagers")

    on_screen(NAME, script)


@pytest.mark.parametrize(("key", "words"), [("question_mark", "page 1 of"), ("p", "page 1 of"), ("g", "Esc closes")])
def test_pages_open_turn_and_close(key: str, words: str) -> None:
    async def script(screen: Screen) -> None:
        await screen.reach("wagers")
        await screen.press(key)
        await screen.until(lambda: isinstance(screen.app.screen, Pages))
        pages = screen.app.screen
        assert isinstance(pages, Pages)
        if key == "question_mark":
            assert [page.title for page in pages.pages][:2] == ["Keys", "Help"]
        if len(pages.pages) > 1:
            await screen.press("right")
            assert pages.at == 2
        await screen.press("escape")
        await screen.until(lambda: not isinstance(screen.app.screen, Pages))
        assert screen.stage == "wagers"

    on_screen("caribbean_stud", script)


def test_why_tells_the_clauses_of_the_choices() -> None:
    async def script(screen: Screen) -> None:
        await to_the_decision(screen)
        await screen.press("w")
        await screen.until(lambda: isinstance(screen.app.screen, Pages))
        clause = registry.words(NAME, "8(d)")
        pages = screen.app.screen
        assert isinstance(pages, Pages)
        assert clause in str([part.plain for part in pages.pages[0].body.renderables])  # type: ignore[union-attr]

    on_screen(NAME, script)


def test_an_irregularity_is_chosen_from_the_list_and_reported() -> None:
    async def script(screen: Screen) -> None:
        await screen.reach("wagers")
        await screen.press("space", "r")
        await screen.until(lambda: isinstance(screen.app.screen, Choose))
        choose = screen.app.screen
        assert isinstance(choose, Choose)
        at = next(at for at, line in enumerate(choose.lines) if line.startswith("misdeal seat 1"))
        choose.query_one(OptionList).highlighted = at
        await screen.press("enter")
        await screen.until(lambda: isinstance(screen.app.screen, Command))
        assert screen.app.screen.query_one(Input).value == "report misdeal seat 1 "
        assert screen.app.screen.title == "How many cards the place gets in the coming deal (0 to 9)"
        await screen.press("4", "enter")
        await screen.until(lambda: any("The dealer reports" in said.words for said in screen.app.shown.log))
        await screen.reach("wagers")
        await screen.press("space", "enter")
        await screen.reach("between")
        round = screen.at.table.round
        assert round is not None
        assert [end.result for end in round.settlements if end.player == "You"] == ["void"]

    on_screen("caribbean_stud", script)


def test_a_wager_that_leaves_too_little_is_warned_of_and_placed_when_it_is_meant() -> None:
    async def script(screen: Screen) -> None:
        await screen.reach("wagers")
        await screen.press("4", "space", "enter")
        await screen.until(lambda: "and the bet wager would take $200" in screen.text)
        assert screen.stage == "wagers"
        assert "┆$100┆" in screen.text
        await screen.press("enter")
        await screen.reach("decide")

    on_screen("caribbean_stud", script, bankroll=15_000)


def test_a_refusal_stands_on_the_screen_and_the_question_stays() -> None:
    async def script(screen: Screen) -> None:
        await screen.reach("wagers")
        await screen.press("6", "space")
        assert "$1,000 is above the table maximum, which is $500." in screen.text
        await screen.press("slash", *"ante 3", "enter")
        await screen.until(lambda: "below the table minimum" in screen.text)
        assert screen.stage == "wagers"

    on_screen("caribbean_stud", script)


def test_a_player_without_money_takes_more() -> None:
    async def script(screen: Screen) -> None:
        await screen.reach("broke")
        await screen.press("enter")
        await screen.reach("wagers")
        assert screen.at.bankroll == 100_200
        await screen.press("b")
        await screen.until(lambda: isinstance(screen.app.screen, Command))
        await screen.press(*"50", "enter")
        await screen.until(lambda: screen.at.bankroll == 105_200)

    on_screen(NAME, script, bankroll=200)


def test_chips_are_taken_back_and_cleared() -> None:
    async def script(screen: Screen) -> None:
        betting = screen.app.shown.betting
        await screen.reach("wagers")
        await screen.press("3", "space", "space", "backspace")
        assert betting.meant == {"ante": 2500}
        await screen.press("down", "space", "z")
        assert betting.meant == {}
        await screen.press("slash", *"ante 25", "enter")
        await screen.until(lambda: "● $25" in screen.text)
        await screen.press("up", "backspace")
        await screen.until(lambda: screen.stage == "wagers" and "● $25" not in screen.text)

    on_screen("caribbean_stud", script)


LARGEST = {(80, 24): 5, (100, 30): 5, (120, 40): 8, (200, 50): 11}
"""The height of your cards on a screen of a size."""


@pytest.mark.long
def test_the_table_uses_the_screen_and_follows_it_when_it_changes() -> None:
    async def script(screen: Screen) -> None:
        await to_the_decision(screen)
        for size, height in LARGEST.items():
            await screen.pilot.resize_terminal(*size)
            await screen.until(lambda size=size: screen.app.screen.size == size)
            text = screen.text
            for words in ("DEALER", "YOUR HAND", "Seats", "Bet $50", "Fold", "Coach", "leave"):
                assert words in text
            assert screen.app.screen.virtual_size == size
            felt, coach = screen.app.query_one("#felt").region, screen.app.query_one("#coach").region
            assert not felt.overlaps(coach)
            wide = size[0] >= 120
            assert (coach.x > felt.x) == wide
            assert ("royal flush" in text) == wide, "the rail has the pay tables"
            rows = [row for row in text.splitlines() if "YOUR HAND" in row or "Bet $50" in row]
            top = text.splitlines().index(rows[0])
            shown = screen.app.shown.scene
            assert shown is not None
            last = card_text(shown.layout.cards("seat 1")[0])
            ends = next(at for at, row in enumerate(text.splitlines()[top + 2 :], 2) if last[::-1] in row)
            assert ends == height
        await screen.pilot.resize_terminal(60, 15)
        await screen.until(lambda: "80 by 24 shows the whole table." in screen.text)
        for words in ("Dealer: ", "You: ", "Bet or fold?", "Bet $50", "ante ● $25", "Coach", "help"):
            assert words in screen.text
        await screen.click("take:fold")
        await screen.reach("between")
        assert "You lost $25" in screen.text
        await screen.press("c")
        await screen.reach("wagers")
        await screen.click("area:bonus")
        assert "bonus ┆$25┆" in screen.text

    on_screen("caribbean_stud", script)


@pytest.mark.long
@pytest.mark.parametrize("game", registry.games())
def test_a_small_screen_tells_every_card_that_you_know_and_no_other(game: str) -> None:
    async def script(screen: Screen) -> None:
        await to_the_decision(screen)
        while screen.stage == "decide":
            scene = screen.app.shown.scene
            assert scene is not None
            felt = next(sheet for sheet in screen.app.query(Sheet) if sheet.id == "felt").canvas.text().plain
            own = [card for (place, _), hand in scene.layout.hands.items() if place == "seat 1" for card in hand.cards]
            board = [card for place in screen.app.shown.game.places for card in scene.layout.cards(place)]
            for card in {*own, *board}:
                assert ("░░" if card is None else card_text(card)) in felt
            asked = screen.app.shown.asked
            await screen.press(next(iter(screen.app.shown.decisions)))
            await screen.until(lambda asked=asked: screen.app.shown.asked > asked or screen.stage == "between")

    on_screen(game, script, seats=1, size=(60, 16))


@pytest.mark.long
def test_a_terminal_without_unicode_gets_letters() -> None:
    async def script(screen: Screen) -> None:
        screen.app.letters = True
        await to_the_decision(screen)
        assert screen.text.isascii()

    on_screen(NAME, script)


@pytest.mark.long
def test_a_terminal_with_16_colours_gets_those() -> None:
    async def script(screen: Screen) -> None:
        screen.app.few_colours = True
        await to_the_decision(screen)
        felt = next(sheet for sheet in screen.app.query(Sheet) if sheet.id == "felt").canvas.text()
        grounds = {str(span.style).rpartition(" on ")[2] for span in felt.spans}
        assert grounds <= {"#00AAAA", "#000000", "#FFFFFF", "#0000AA", "#FFFF55", "#AAAAAA"}

    on_screen(NAME, script)


def test_wide_letters_do_not_move_the_row() -> None:
    canvas = Canvas(8, 1, "")
    canvas.put(0, 0, "山田 $5")
    assert canvas.text().plain == "?? $5   "
