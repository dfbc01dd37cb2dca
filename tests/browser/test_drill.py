"""The drill in a browser: a decision, its grade, and the next one."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from playwright.sync_api import Browser, expect

from browsing import WAIT_MS, visit
from pitboss import advise
from printed import signed
from served import Server


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
        expect(told).to_have_text(f"give up ${puzzle['base'] // 100} on the table")  # no other wager lies there
        page.keyboard.press("f")  # fold
        page.wait_for_selector(".verdict .answered")
        advice = advise(game, **puzzle["known"])
        assert page.locator(".answer").count() == len(puzzle["choices"])
        for one in puzzle["choices"]:
            value = signed(advice.options[one["do"]] * puzzle["base"])
            expect(page.locator(f".answer[data-do='{one['do']}'] .value")).to_have_text(value)
        headers = {"authorization": f"Bearer {page.evaluate('window.pitboss.api.token')}"}
        past = house.http.get(f"/api/drill/{game}/history", headers=headers, timeout=WAIT_MS / 1000).json()
        [answer] = past["answers"]
        assert answer["chosen"] == "fold"
        missed = answer["due_at"] is not None
        assert (page.locator(".verdict .answered").inner_text() == "Right.") is not missed
        assert page.locator(".answer.wrong").count() == int(missed)
        assert page.locator(".answer.best").count() >= 1
        page.keyboard.press("Enter")
        expect(page.get_by_text("Puzzle 2")).to_be_visible()
