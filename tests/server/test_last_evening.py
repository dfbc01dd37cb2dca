"""One's own last evening: its line is what was played, its luck is that of fractions, and what has no law says so."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from pitboss.engine import registry
from pitboss.engine.round.inputs import AnyInput, make
from pitboss.house.people import evenings
from pitboss.house.people.evenings import COUPONS, IRREGULAR, OTHER_BETS, PAUSE, SEATS, SIDE
from pitboss.house.people.statistics import Played
from pitboss.mathematics import any_game
from served import Client, Server

NAME = "double_down_stud"


def last_evening(client: Client, game: str = "") -> Any:
    return client.get(f"/api/statistics/evening?game={game}").json()["evening"]


def sums(law: dict[Fraction, int], rounds: int) -> dict[Fraction, Fraction]:
    """The chances of the sums of so many results, each of which has this number of deals."""
    total, found = sum(law.values()), {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        after: dict[Fraction, Fraction] = defaultdict(Fraction)
        for so_far, chance in found.items():
            for net, deals in law.items():
                after[so_far + net] += chance * Fraction(deals, total)
        found = after
    return found


def test_an_evening_is_as_lucky_as_fractions_say(server: Server) -> None:
    ann = server.guest("Ann")
    assert last_evening(ann) is None
    table = ann.post("/api/tables", {"game": NAME}).json()["id"]
    ann.sit_down(table)
    for _ in range(4):
        ann.play_round(table, Random(4))
    found = last_evening(ann)
    played = ann.get("/api/rounds").json()["rounds"]
    nets = [one["net"] for one in sorted(played, key=lambda one: one["round"])]
    assert len(nets) == 4
    assert found["line"] == [sum(nets[:count]) for count in range(5)]
    assert (found["table"], found["game"], found["bet"], found["why"]) == (table, NAME, 500, "")
    exact = sums({net * 500: deals for net, deals in any_game.odds(NAME).results.weights.items()}, 4)
    assert found["below"] == pytest.approx(
        float(sum(chance for net, chance in exact.items() if net < sum(nets))), abs=1e-9
    )
    assert found["level"] == pytest.approx(float(exact.get(Fraction(sum(nets)), Fraction(0))), abs=1e-9)
    assert found["mean"] == pytest.approx(float(sum(net * chance for net, chance in exact.items())), abs=1e-3)
    middle = found["fan"]["bands"]["0.5"][-1]
    assert sum(chance for net, chance in exact.items() if net < middle) < 0.5
    assert sum(chance for net, chance in exact.items() if net <= middle) >= 0.5
    ann.close()


def test_an_evening_with_a_side_bet_has_no_law(server: Server) -> None:
    ann = server.guest("Ann")
    table = ann.post("/api/tables", {"game": "caribbean_stud"}).json()["id"]
    ann.sit_down(table)
    for wager in ("ante", "bonus"):
        ann.play(table, "wager", wager=wager, amount=500)
        ann.turn = None  # the next one comes after the answer
    ann.play_round(table, Random(1))
    found = last_evening(ann, "caribbean_stud")
    assert (found["why"], found["fan"], found["bet"]) == (SIDE, None, 0)
    assert len(found["line"]) == 2
    assert last_evening(ann, NAME) is None
    ann.close()


def test_an_evening_of_a_game_without_a_law_says_so(server: Server) -> None:
    ann = server.guest("Ann")
    table = ann.post("/api/tables", {"game": "double_attack_blackjack"}).json()["id"]
    ann.sit_down(table)
    ann.play_round(table, Random(1))
    assert "are not counted one by one" in last_evening(ann)["why"]
    ann.close()


def test_only_who_is_signed_in_has_an_evening(server: Server) -> None:
    assert server.http.get("/api/statistics/evening").status_code == 401


# --- which rounds make an evening, and what was bet in them


def rounds(*played: tuple[str, int]) -> list[Played]:
    return [Played(table, at, NAME, at, 0, None) for table, at in played]


@pytest.mark.parametrize(
    ("played", "count"),
    [
        ([], 0),
        ([("t", 0), ("t", PAUSE), ("t", 2 * PAUSE)], 3),
        ([("t", 0), ("t", PAUSE + 1), ("t", 2 * PAUSE)], 2),
        ([("t", 0), ("u", 1), ("t", 2)], 1),
    ],
)
def test_an_evening_is_the_rounds_at_a_table_without_a_long_pause(played: list[tuple[str, int]], count: int) -> None:
    assert evenings._last_rounds(rounds(*played)) == rounds(*played)[len(played) - count :]


def wager(wager: str, amount: int, *, do: str = "wager", seat: int = 1, player: str = "ann", **said: int) -> AnyInput:
    return make(by="player", player=player, seat=seat, do=do, wager=wager, amount=amount, **said)


ANTE, FIRST, BONUS = wager("ante", 500), wager("first", 1000), wager("optional bonus", 500)


@pytest.mark.parametrize(
    ("inputs", "bets"),
    [
        ([ANTE, FIRST], {"ante": 500, "first": 1000}),
        ([wager("ante", 900), wager("ante", 0, do="withdraw"), ANTE, FIRST], {"ante": 500, "first": 1000}),
        ([ANTE, FIRST, wager("first", 0, do="withdraw"), wager("ante", 0, do="withdraw")], {}),
        ([ANTE, FIRST, BONUS], SIDE),
        ([ANTE, FIRST, BONUS, wager("optional bonus", 0, do="withdraw")], {"ante": 500, "first": 1000}),
        ([ANTE, FIRST, wager("optional bonus", 500, player="bob")], {"ante": 500, "first": 1000}),
        ([ANTE], OTHER_BETS),
        ([ANTE, FIRST, wager("ante", 500, seat=2), wager("first", 1000, seat=2)], SEATS),
        ([wager("ante", 500, coupon=500), FIRST], COUPONS),
        ([ANTE, FIRST, make(by="dealer", do="report", what="misdeal", place="seat 1", amount=4)], IRREGULAR),
    ],
)
def test_what_was_bet_is_read_from_the_inputs(inputs: list[AnyInput], bets: dict[str, int] | str) -> None:
    assert evenings._bets(registry.game("boston_5_stud"), inputs, "ann") == bets


def test_bets_that_differ_have_no_law(server: Server) -> None:
    ann = server.guest("Ann")
    table = ann.post("/api/tables", {"game": NAME}).json()["id"]
    ann.sit_down(table)
    ann.play_round(table, Random(1))
    ann.play(table, "wager", wager="original", amount=1000)
    ann.turn = None  # the next one comes after the answer
    ann.play_round(table, Random(1))
    assert (last_evening(ann)["why"], last_evening(ann)["bet"]) == (OTHER_BETS, 0)
    ann.close()
