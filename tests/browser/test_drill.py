"""The drill in a browser: a decision, its grade, and the next one."""

from __future__ import annotations

from fractions import Fraction

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from playwright.sync_api import Browser, expect

from browsing import typeset, visit
from pitboss import advise
from pitboss.coach.counsel import why
from pitboss.coach.drill import at, played_out
from pitboss.engine import registry
from printed import signed
from served import Server


@pytest.mark.long
@pytest.mark.parametrize("game", ["caribbean_stud", "double_cross_poker"])
def test_answer_by_key_and_go_on(chromium: Browser, house: Server, game: str) -> None:
    with visit(chromium, house) as visitor:
        page = visitor.page
        with page.expect_response(lambda answer: answer.url.endswith(f"/api/drill/{game}") and answer.ok) as asked:
            visitor.open(f"#/drill/{game}")
        puzzle = asked.value.json()
        page.wait_for_selector(".answer")
        expect(page.get_by_text("Puzzle 1")).to_be_visible()
        told = page.locator(".answer[data-do='fold'] .detail")
        expect(told).to_have_text(f"give up ${puzzle['base'] // 100}")  # no other wager lies there
        advice = advise(game, **puzzle["known"])
        wrong = min(advice.options, key=lambda do: advice.options[do])
        page.keyboard.press(wrong[0])
        page.wait_for_selector(".verdict .answered")
        assert page.locator(".answer").count() == len(puzzle["choices"])
        for one in puzzle["choices"]:
            value = signed(advice.options[one["do"]] * puzzle["base"])
            expect(page.locator(f".answer[data-do='{one['do']}'] .value")).to_have_text(value)
        headers = {"authorization": f"Bearer {page.evaluate('window.pitboss.api.token')}"}
        past = house.http.get(f"/api/drill/{game}/history", headers=headers).json()
        [answer] = past["answers"]
        assert answer["chosen"] == wrong
        assert answer["due_at"] is not None
        expect(page.locator(".verdict .answered")).to_contain_text("That costs $")
        solved = at(registry.game(game), registry.game(game).rules(), puzzle["puzzle"])
        expect(page.locator(".verdict .large")).to_have_text(typeset(why(game, solved.counsel, wrong)))
        expect(page.locator(".verdict .faint")).to_contain_text(f"all {advice.deals:,} ways the hidden cards can fall")
        expect(page.locator(".answer.wrong")).to_have_count(1)
        assert page.locator(".answer.best").count() >= 1

        page.get_by_role("button", name="Play it out").click()
        ended = {one.do: one for one in played_out(registry.game(game), registry.game(game).rules(), puzzle["puzzle"])}
        for do, end in ended.items():
            expect(page.locator(f".played-out [data-do='{do}'] dd")).to_have_text(signed(Fraction(end.net)))
        expect(page.locator(".played-out .chosen dd")).to_have_text(signed(Fraction(ended[wrong].net)))

        page.keyboard.press("Enter")
        expect(page.get_by_text("Puzzle 2")).to_be_visible()
        page.get_by_role("link", name="All games").click()  # the streak and the number count the same answers
        expect(page.locator(".drill-games [aria-current]")).to_have_text("All games")
        expect(page.get_by_text("Puzzle 2")).to_be_visible()
        with page.expect_response(lambda answer: "missed=true" in answer.url and answer.ok) as asked:
            page.get_by_role("link", name="Drill these").last.click()
        assert asked.value.json()["puzzle"] == puzzle["puzzle"]
        expect(page.locator(".those")).to_contain_text(answer["kind"])
        expect(page.locator(".verdict")).to_contain_text("You missed this one before.")
        page.locator(f".answer[data-do='{advice.best}']").click()
        expect(page.locator(".verdict .answered")).to_contain_text("Right")
        expect(page.get_by_role("link", name="Drill these")).to_have_count(0)
        page.keyboard.press("Enter")
        expect(page.locator(".verdict")).to_contain_text("You have solved every one of these.")
