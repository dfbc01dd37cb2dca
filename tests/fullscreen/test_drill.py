"""The drill on the full screen: keys answer, the cost is exact, and the progress is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from opened import Driver, above
from pitboss.coach import drill
from pitboss.coach.answering import AnyRequest, Solve, answer
from pitboss.coach.drill import FIRST_RATING, rated
from pitboss.engine import registry
from pitboss.terminal.screen.drill_screen import DrillScreen, whole_sentences
from pitboss.terminal.seat.drilling import MOST_KEPT, OwnDrill
from pitboss.terminal.seat.hints import NoHint, money

DOUBLE_DOWN = registry.game("double_down_stud")


def test_decisions_are_answered_by_their_keys_and_graded_by_exact_cost(tmp_path: Path) -> None:
    own = OwnDrill(DOUBLE_DOWN, DOUBLE_DOWN.rules(), answer, tmp_path)
    screen = DrillScreen(own, deaf_s=0.0)

    async def script(driver: Driver) -> None:
        await driver.until(lambda: screen.puzzle is not None)
        assert screen.puzzle is not None
        assert "Rating 1,200" in driver.text
        assert "What is best here?" in driver.text
        puzzle = drill.at(DOUBLE_DOWN, DOUBLE_DOWN.rules(), screen.puzzle.puzzle)
        worse = next(one for one in puzzle.counsel.choices if not one.best)
        graded = drill.grade(puzzle, worse.do)
        key = next(key for key, one in screen.shown.decisions.items() if one.offer.do == worse.do)
        await driver.press(key, key)
        await driver.until(lambda: screen.grade is not None)
        costs = f"That costs {money(worse.costs)}." if worse.costs >= 1 else "Right, within a cent."
        assert costs in driver.text
        rating = rated(FIRST_RATING, puzzle.rating, graded.score)
        assert f"Rating 1,200, now {rating:,}." in driver.text
        first = screen.puzzle
        await driver.press("enter")
        await driver.until(lambda: screen.puzzle is not first)
        assert screen.puzzle.number == 2
        assert screen.grade is None
        assert screen.ratings == [rating]
        screen.ratings = [1200, 1216, rating]
        for size in ((120, 40), (80, 24)):
            await driver.pilot.resize_terminal(*size)
            await driver.until(lambda size=size: driver.app.screen.size == size)
            await driver.until(lambda: f"{max(screen.ratings):,}┆" in driver.text.replace(" ", ""))
        await driver.press("escape")
        assert driver.app.screen is not screen
        kept = OwnDrill(DOUBLE_DOWN, DOUBLE_DOWN.rules(), answer, tmp_path)
        assert kept.past().rating == rating
        assert [line.rating for line in kept.past().answers] == [rating], "the second press of the key did nothing"
        assert list(kept.progress.missed) == [puzzle.id]

    above(screen, script)


def test_a_missed_decision_comes_back_when_it_is_due(tmp_path: Path) -> None:
    own = OwnDrill(DOUBLE_DOWN, DOUBLE_DOWN.rules(), answer, tmp_path)
    puzzle = drill.draw(DOUBLE_DOWN, DOUBLE_DOWN.rules(), 5)
    best, worse = sorted(puzzle.counsel.choices, key=lambda one: not one.best)[:2]
    asked = own.next()
    shown = type(asked)(**{**{name: getattr(asked, name) for name in asked.__struct_fields__}, "puzzle": puzzle.id})
    assert not own.solve(shown, worse.do).right
    own.progress.missed[puzzle.id].due = 0
    again = own.next()
    assert (again.puzzle, again.again) == (puzzle.id, True)
    assert own.solve(again, best.do).right
    assert own.progress.missed[puzzle.id].hits == 1


def test_puzzles_are_counted_also_when_old_answers_are_not_kept(tmp_path: Path) -> None:
    old = ", ".join(['{"cost": 0.0, "rating": 1300}'] * MOST_KEPT)  # a file of an earlier version has no count
    (tmp_path / "drill.json").write_text(f'{{"double_down_stud": {{"rating": 1300, "answers": [{old}]}}}}')
    own = OwnDrill(DOUBLE_DOWN, DOUBLE_DOWN.rules(), answer, tmp_path)
    first = own.next()
    own.solve(first, first.choices[0].do)
    kept = OwnDrill(DOUBLE_DOWN, DOUBLE_DOWN.rules(), answer, tmp_path)
    assert (first.number, own.next().number, kept.next().number) == (MOST_KEPT + 1, MOST_KEPT + 2, MOST_KEPT + 2)
    assert len(kept.past().answers) == MOST_KEPT


def test_a_coach_that_does_not_answer_is_a_sentence_and_enter_tries_again(tmp_path: Path) -> None:
    asked: list[AnyRequest] = []

    def ask(request: AnyRequest) -> Any:
        asked.append(request)
        if len(asked) == 1:
            raise NoHint("the coach is busy: ask again")
        found = answer(request)
        return {**found, "right": True, "cost": 1.0} if isinstance(request, Solve) else found  # as it is rounded

    screen = DrillScreen(OwnDrill(DOUBLE_DOWN, DOUBLE_DOWN.rules(), ask, tmp_path), deaf_s=0.0)

    async def script(driver: Driver) -> None:
        await driver.until(lambda: "The coach is busy: ask again." in driver.text)
        await driver.press("enter")
        await driver.until(lambda: screen.puzzle is not None)
        await driver.press(next(iter(screen.shown.decisions)))
        await driver.until(lambda: screen.grade is not None)
        assert "Right, within a cent." in driver.text
        assert screen.answers == [True]

    above(screen, script)


def test_progress_that_can_not_be_kept_is_said(tmp_path: Path) -> None:
    (tmp_path / "drill.json").write_text("nonsense")
    own = OwnDrill(DOUBLE_DOWN, DOUBLE_DOWN.rules(), answer, tmp_path)
    assert own.past().rating == FIRST_RATING
    assert own.note == f"Your rating is not kept: {tmp_path / 'drill.json'} can't be read."


def test_a_reason_that_is_too_long_ends_with_a_whole_sentence() -> None:
    text = "You win $2.50 here. You lose there. So it costs a lot."
    assert whole_sentences(text, 20, 9) == ["You win $2.50 here.", "You lose there. So", "it costs a lot."]
    assert whole_sentences(text, 20, 2) == ["You win $2.50 here.", "You lose there."]
    assert whole_sentences(text, 10, 1) == ["You win"]
