"""Play that tries everything, as a command: what happened is counted and told, and the log says what was planted.

``pitboss.testing`` holds that such play reaches every irregularity of a game (``test_every_game.py``).
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from pitboss import Table
from pitboss.cli import main
from pitboss.engine import registry
from pitboss.engine.auto.random_events import Floor
from pitboss.engine.round import events as ev

from shell import Captured, refused, run

RATE, PEOPLE = 0.1, 4

every_game = pytest.mark.parametrize("name", registry.games())


EVERYTHING = ("--policy", "everything", "--irregularities", RATE, "--seats", PEOPLE, "--seed", 1)


@every_game
def test_the_log_of_a_deal_of_everything_is_proved_and_says_what_was_planted(
    capsys: Captured, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "rounds.jsonl"
    deal = ("deal", name, "--rounds", 60, *EVERYTHING, "--random-events", "--json", "--log", path)
    dealt = json.loads(run(capsys, *deal))
    proved = json.loads(run(capsys, "replay", path, "--json"))
    assert proved["planted"] == dealt["random_events"]["others"]["planted orders"] > 0
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    said = Counter(line["what"] for line in lines if line["type"] == "input/report")
    found = dealt["random_events"]["irregularities"]
    assert said == {what: times["reported"] for what, times in found.items() if times["reported"]}
    lapsed = Counter(
        line["what"] for line in lines if line["type"] == "irregular" and line["remedy"].startswith("none:")
    )
    by_itself = Counter(
        "shuffler stays jammed" if line.get("what") else "shuffler jam"
        for line in lines
        if line["type"] == "input/house" and line["do"] == "jam"
    )
    to_come = Counter(next(line for line in reversed(lines) if line["type"] == "ended")["state"].get("to_come", ()))
    assert sum(lapsed.values()) > 0
    for what, times in found.items():
        assert times["happened"] == times["reported"] - lapsed[what] - to_come[what] + by_itself[what]
    assert json.loads(run(capsys, *deal, "--force")) == dealt


def test_what_happened_is_counted_for_people_where_they_ask(capsys: Captured) -> None:
    deal = ("deal", "caribbean_stud", "--rounds", 60, *EVERYTHING)
    asked, not_asked = run(capsys, *deal, "--random-events"), run(capsys, *deal)
    assert asked.startswith(not_asked)
    for words in (
        "irregularity",
        "reported",
        "happened",
        "exposed hole card",
        "what else happened",
        "void rounds",
        "envy bonuses",
    ):
        assert words in asked
        assert words not in not_asked


CAN_NOT: dict[str, tuple[str, ...]] = {
    "boston_5_stud": ("recuts", "jackpots", "envy bonuses", "cash wagers", "coupons redeemed", "shoe jam"),
    "double_down_stud": ("recuts", "devices removed", "jackpots", "wagers withdrawn after the deal"),
    "caribbean_stud": ("cash wagers", "shoe jam"),
}


@pytest.mark.parametrize(("name", "hidden"), CAN_NOT.items(), ids=CAN_NOT)
def test_what_can_not_happen_is_not_told(capsys: Captured, name: str, hidden: tuple[str, ...]) -> None:
    told = run(capsys, "deal", name, "--random-events")
    assert not any(words in told for words in hidden)
    assert all(words in told for words in ("void rounds", "shuffler jam", "boxed card", "match play coupons"))
    assert all(words in told for words in ("jackpots", "recuts")) == (name == "caribbean_stud")


def test_a_deal_says_how_many_orders_were_planted(capsys: Captured) -> None:
    deal = ("deal", "caribbean_stud", "--rounds", 30, *EVERYTHING)
    planted = json.loads(run(capsys, *deal, "--json", "--random-events"))
    count = planted["planted"]
    assert count == planted["random_events"]["others"]["planted orders"] > 0
    assert f"planted   {count} orders of cards" in run(capsys, *deal)
    assert "planted" not in run(capsys, "deal", "caribbean_stud", "--rounds", 3)


@pytest.mark.parametrize("rate", ["-0.1", "1.1", "often", "nan"])
def test_a_rate_that_is_no_chance_is_refused(capsys: Captured, rate: str) -> None:
    said = refused(capsys, "deal", "boston_5_stud", "--irregularities", rate)
    assert f"'{rate}' is not a number from 0 to 1, such as 0.05" in said


def test_people_who_stand_are_seated_nowhere() -> None:
    table = Table("double_attack_blackjack", seed=2)
    for player in ("Ann", "Bob", "Cho", "Dee"):
        table.sit(player)
    floor = Floor(table, Random(2), irregularities=RATE)
    rounds = [floor.play() for _ in range(60)]
    stood = [
        event.player
        for round in rounds
        for event in round.events
        if isinstance(event, ev.Wagered) and (0, event.player) in round.seats
    ]
    assert stood


def test_the_old_name_of_the_option_works_with_a_warning(capsys: Captured) -> None:
    assert main(["deal", "boston_5_stud", "--happenings", "--json"]) == 0
    said = capsys.readouterr()
    assert "--happenings is now --random-events" in said.err
    assert json.loads(said.out)["random_events"] == json.loads(said.out)["happenings"]
