"""Play that tries everything reaches everything: every irregularity of a game, and all else that can happen at a table.

Each game is played at many tables under the rules that this needs, and the tests count what happened.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from long import only
from pitboss import Table
from pitboss.cli import main
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import random_legal
from pitboss.engine.auto.random_events import OTHERS, Floor, RandomEvents, faulty_shuffles
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event

from shell import Captured, refused, run

RATE = 0.1
RATES = (0.03, 0.3)
"""With few irregularities, rounds reach their end. Many are needed for those that can be reported only briefly."""
TABLES, ROUNDS, PEOPLE = 14, 14, 4
AUTOMATED = {"dealing": "automated shoe"}
FIVE_CARD = {"five_card": True, "five_card_seed": 10_000_00}

RULES: dict[str, list[dict[str, object]]] = {
    "boston_5_stud": [{}, AUTOMATED, {"packs": 2}],
    "caribbean_stud": [{}, AUTOMATED, FIVE_CARD],
    "double_attack_blackjack": [
        {"reshuffle_each_round": True},
        {"hole_card": "card reader"},
        {"verbal_wagers": True, "several_boxes": True},
    ],
    "double_cross_poker": [{}, AUTOMATED, {"packs": 2}],
    "double_down_stud": [{}, {"cut": True}, {"two_areas": True}],
}
"""Rules that together bring about every irregularity."""

AT_EVERY_GAME = {
    *("void rounds", "planted orders", "idle spreads", "match play coupons", "wagers withdrawn"),
    *("new dealers", "players left", "players sat down", "players stood behind the seats"),
}
AT: dict[str, set[str]] = {
    "boston_5_stud": {"void hands", "devices removed", "wagers withdrawn after the deal"},
    "caribbean_stud": {
        *("void hands", "devices removed", "recuts", "coupons redeemed"),
        *("jackpots", "shares of jackpots", "envy bonuses"),
    },
    "double_attack_blackjack": {
        *("void hands", "devices removed", "recuts", "cash wagers", "wagers of people who stand")
    },
    "double_cross_poker": {"devices removed", "recuts"},
    "double_down_stud": {"recuts"},
}
"""Other things that the documents allow. Only Boston's second wager may be withdrawn, only Caribbean has meters and
envy, and only Double Attack lets people stand. Boston has no recut, and Double Down removes no device."""

every_game = pytest.mark.parametrize("name", registry.games())


def floor_of(name: str, rules: dict[str, object], seed: int, *, rate: float = RATE) -> Floor:
    table = Table(name, rules, seed=seed)
    for player in ("Ann", "Bob", "Cho", "Dee")[:PEOPLE]:
        table.sit(player)
    return Floor(table, Random(seed), irregularities=rate)


@pytest.mark.parametrize("name", only("caribbean_stud double_cross_poker double_down_stud", registry.games()))
def test_everything_is_reached(name: str) -> None:
    game = registry.game(name)
    counted = RandomEvents.of(game)
    for rules in RULES[name]:
        for seed in range(TABLES * len(RATES)):
            floor = floor_of(name, rules, seed, rate=RATES[seed % len(RATES)])
            for _ in range(ROUNDS):
                counted.add(floor.play())
            counted.count(floor.happened)
    assert counted.irregularities.keys() == {one.what for one in game.irregularities}
    assert [what for what, times in counted.irregularities.items() if not times.reported or times.happened < 1] == []
    assert {what for what in AT_EVERY_GAME | AT[name] if not counted.others[what]} == set()


def test_all_that_is_counted_is_reached_in_some_game() -> None:
    assert AT_EVERY_GAME.union(*AT.values()) == set(OTHERS)


def records(name: str, seed: int, rate: float) -> list[Event]:
    floor = floor_of(name, {}, seed, rate=rate)
    return [record for _ in range(8) for record in floor.play().records]


@every_game
def test_it_is_repeated_by_its_seed(name: str) -> None:
    assert records(name, 3, RATE) == records(name, 3, RATE) != records(name, 4, RATE)


@every_game
def test_without_a_rate_nothing_goes_wrong_and_nothing_is_planted(name: str) -> None:
    floor, counted = floor_of(name, {}, 5, rate=0), RandomEvents.of(registry.game(name))
    for _ in range(100):
        counted.add(floor.play())
    assert not any(times.reported or times.happened for times in counted.irregularities.values())
    assert not {"planted orders", "void hands"} & {what for what, n in counted.others.items() if n}


@every_game
@pytest.mark.parametrize("rate", [0.3, 1.0])
def test_irregularities_are_reported_at_their_rate_whatever_the_policy(name: str, rate: float) -> None:
    table, random = Table(name, seed=1), Random(1)
    for player in ("Ann", "Bob", "Cho"):
        table.sit(player)
    faulty_shuffles(table, random, rate)
    found = Counter[str]()
    for _ in range(40):
        for given in drive(table.open_round(), random_legal, random, irregularities=rate).inputs:
            found["reports" if given.do == "report" else "others"] += given.by in ("player", "dealer", "supervisor")
    share = found["reports"] / found["others"]
    assert 0.7 * rate < share <= 1.3 * rate
    if rate == 1.0:
        assert share > 0.8


# --- as a command


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


@every_game
def test_what_happens_is_among_what_can(name: str) -> None:
    for rules in RULES[name]:
        floor = floor_of(name, rules, 1, rate=0.2)
        counted = RandomEvents.of(floor.table.game, floor.table.rules)
        can = {*counted.irregularities, *counted.others}
        for _ in range(60):
            counted.add(floor.play())
        assert {*counted.irregularities, *counted.others} == can


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
    floor = floor_of("double_attack_blackjack", {}, 2)
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
