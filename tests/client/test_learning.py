"""The calls about the coach, the drill, figures and rounds, by both clients at a real house. Every route has a call."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fake_house import made
from pitboss.client import Refused, asynchronous
from pitboss.mathematics.any_game import odds
from pitboss.server.http import app
from served import Server, served
from waiting import HANG_S

NAME = "double_down_stud"
NOT_FOR_PROGRAMS = re.compile(
    r".*\.csv|/api/messages\.schema\.json|/api/floor(?!/hold$).*|/api/practice/.*|/api/tables/\{\}/preview"
    r"|/api/games/\{\}/(chart|irregularities|par-sheet|round)"
)
"""Files to download, and what only the pages of the staff need."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("learning"), "--no-limits", "--no-tables") as running:
        yield running


@pytest.fixture(params=["sync", "async"])
def ann(request: pytest.FixtureRequest, server: Server) -> Iterator[Any]:
    client = made(str(request.param), server.url, timeout=HANG_S)
    client.guest("Ann")
    yield client
    client.close()


def test_a_hand_is_advised_reviewed_and_told(ann: Any) -> None:
    table = ann.open_table(NAME, pace=0)
    assert (table.coach, ann.open_table(NAME, coach=False).coach) == (True, False)
    assert "pair of jacks or better" in ann.pays(table.id).pays["original and double"]
    live = ann.watch(table.id)
    ann.sit(table.id)
    ann.buy_in(table.id, 100_00)
    assert ann.wait(live, lambda live: bool(live.offers), HANG_S)
    ann.play(table.id, live.offers[0][1], amount=live.offers[0][1].least)
    ann.ready(table.id)
    assert ann.wait(live, lambda live: live.turn is not None and live.turn.about == "double", HANG_S)
    (counsel,) = ann.advice(table.id).advice
    assert {one.do for one in counsel.choices} == {"double", "pass"}
    assert counsel.exact
    worse = next(one for one in counsel.choices if not one.best)
    number = live.round
    offer = next(offer for _, offer in live.offers if offer.do == worse.do)
    ann.play(table.id, offer, amount=offer.least)
    assert ann.wait(live, lambda live: live.round > number or live.turn.about == "the next round", HANG_S)
    review = ann.review(table.id, number)
    (decision,) = review.decisions
    assert (decision.chosen, decision.best) == (worse.do, counsel.best.do)
    assert (decision.cost > 0, review.cost) == (worse.costs > 0, decision.cost)
    missed = ann.file_mistakes(NAME, table.id, number, [decision.number]).left
    assert missed == (worse.costs >= 1)
    if missed:
        assert ann.missed_puzzle(NAME, at=table.id).puzzle == f"{table.id}:{number}:0"
    (played,) = ann.rounds(NAME).rounds
    assert (played.table, played.round, played.net) == (table.id, number, review.net)
    assert ann.rounds("caribbean_stud").rounds == ()
    assert any("You" in sentence for update in ann.story(table.id, number).sentences for sentence in update)


def test_a_puzzle_is_solved(ann: Any) -> None:
    puzzle = ann.puzzle(NAME, {"table_minimum": 1000})
    assert (puzzle.number, puzzle.again, puzzle.rules) == (1, False, {"table_minimum": 1000})
    grade = ann.solve(NAME, puzzle.puzzle, puzzle.choices[0].do)
    played = ann.play_out(NAME, puzzle.puzzle)
    assert [one.do for one in played.endings] == [one.do for one in puzzle.choices]
    assert (grade.right, grade.counsel.best.do) == (grade.chosen == grade.best or not grade.cost, grade.best)
    progress = ann.progress(NAME)
    assert (progress.rating, [one.puzzle for one in progress.answers]) == (grade.rating, [puzzle.puzzle])
    with pytest.raises(Refused, match="does not wait"):
        ann.solve(NAME, puzzle.puzzle, puzzle.choices[0].do)


def test_figures_are_those_of_the_library(ann: Any) -> None:
    plain: dict[str, Any] = {}
    raised = {"pays": {"flush": "9 to 1"}}
    for rules in (plain, raised):
        found = ann.odds(NAME, rules)
        assert found.odds["house_edge"] == odds(NAME, rules).house_edge
        assert not found.study
    assert ann.keeps(NAME).edge == odds(NAME).house_edge
    costs = ann.costs(ann.open_table(NAME).id)
    assert (costs.main, costs.keeps, costs.side) == (("original", "double"), odds(NAME).element_of_risk, ())
    assert ann.changes(NAME, raised).count >= 0
    assert ann.strategy(NAME).charts
    options = {one.option: one for one in ann.options(NAME).options}
    assert "flush" in options["pays"].lines
    assert options["table_minimum"].lines == ()
    assert found.stated.keys() == {name for name, one in options.items() if one.fixed}
    (defect,) = ann.defects(NAME, {"pays": {"flush": "1 to 1"}}).defects
    assert (defect.option, defect.line) == ("pays", "flush")
    assert ann.defects(NAME, raised).defects == ()
    assert ann.rules_file("table_minimum = 1000", NAME).rules == {"table_minimum": 1000}
    (defect,) = ann.rules_file(f"game = '{NAME}'\n[pays]\nflush = '1 to 1'").defects
    assert (defect.option, defect.line, defect.at) == ("pays", "flush", 2)
    assert NAME in {one.name for one in ann.games()}
    words = ann.words(NAME)
    assert "10(b)" in words.clauses
    assert words.wagers["original"].coupon
    example = ann.example(NAME, 7)
    assert (example.seed, len(example.events)) == (7, len(example.sentences))


def test_every_route_has_a_call() -> None:
    written = Path(asynchronous.__file__).read_text()
    asked = {re.sub(r"\{[^}]*\}", "{}", path) for path in re.findall(r"\"(/api/[^\"]*)\"", written)}
    routes = {re.sub(r"\{[^}]*\}", "{}", route.path) for router in app.ROUTERS for route in router.routes}
    routes = {path for path in routes if path.startswith("/api/")}
    assert {path for path in routes if not NOT_FOR_PROGRAMS.fullmatch(path)} == asked
