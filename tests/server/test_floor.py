"""The routes of the operator's page and the dealer's desk, over a real server."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import erfc, sqrt
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from pitboss import Table, odds
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.round.events import Settled
from pitboss.house.money.hold_report import FEW, HAND, Exact, Held, Sums, TableSums, Tally, exact_figures, laws_of
from pitboss.mathematics.results import Distribution, Moments
from pitboss.protocol import messages as msg
from served import Client, Server, served

PASSWORD = "a long password"


@pytest.fixture(scope="module")
def boss(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """An administrator of a house of its own, who is also supervisor and dealer."""
    with served(tmp_path_factory.mktemp("floor"), "--pace", "0") as server:
        client = registered(server, "the-boss")
        assert client.post("/api/administrator", {"token": server.token}).status_code == 200
        grant = {"grant": ["supervisor", "dealer"]}
        assert client.post(f"/api/people/{client.person}/roles", grant).status_code == 200
        yield client
        client.close()


def registered(server: Server, login: str) -> Client:
    answer = server.http.post("/api/register", json={"login": login, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return server.client(answer.json()["token"])


def new_table(boss: Client, game: str = "double_down_stud") -> str:
    answer = boss.post("/api/tables", {"game": game, "pace": 0, "private": False})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def settled(client: Client, table: str) -> list[dict[str, object]]:
    return [event for update in client.updates(table) for event in update.events if event["type"] == "settled"]


def test_handle_win_drop_and_hold_are_those_of_the_rounds_that_were_played(boss: Client) -> None:
    table, ann = new_table(boss), boss.server.guest("Ann")
    ann.sit_down(table)
    for number in range(4):
        ann.play_round(table, Random(number))
    lines = settled(ann, table)
    staked = sum(int(str(one["stake"])) for one in lines)
    kept = staked - sum(int(str(one["returned"])) for one in lines)
    for _ in range(2):  # nothing is counted twice
        answer = boss.get("/api/floor/hold").json()
        assert answer["tables"][table] == {
            "rounds": 4,
            "handle": staked,
            "kept": kept,
            "win_of_handle": kept / staked,
            "purchases": 2_000_00,
            "hold": kept / 2_000_00,
            "drop": staked,  # what it was called before
        }
        (line,) = [one for one in answer["lines"] if one["game"] == "double_down_stud"]
        assert (line["wager"], line["hands"], line["staked"], line["kept"]) == (HAND, 4, staked, kept)
        assert line["exact"] == pytest.approx(odds("double_down_stud", {}).element_of_risk)
        assert line["z"] is None  # too few to tell
    ann.must(msg.BuyIn, table, cents=500_00)
    ann.must(msg.CashOut, table, cents=100_00)
    ann.play_round(table, Random(4))
    again = boss.get("/api/floor/hold").json()["tables"][table]
    assert (again["rounds"], again["purchases"]) == (5, 2_500_00)
    found = next(one for one in boss.get("/api/floor").json()["tables"] if one["id"] == table)
    sheet = boss.get(f"/api/tables/{table}/inventory").json()
    assert found["inventory"] == sheet["booked"]
    assert [(one["seat"], one["name"]) for one in found["seats"]] == [(1, "Ann")]
    ann.close()


def test_the_audit_says_that_all_holds_and_is_remembered(boss: Client) -> None:
    made = boss.post("/api/floor/audit").json()
    assert (made["differences"], made["findings"]) == (0, [])
    assert made["counts"]["tables"] >= 5
    assert boss.get("/api/floor").json()["audit"] == made


def test_the_house_goes_on_if_its_back_office_dies(boss: Client) -> None:
    assert boss.get("/api/floor/hold").status_code == 200
    house = boss.server.process.pid
    (worker,) = [int(pid) for pid in Path(f"/proc/{house}/task/{house}/children").read_text().split()]
    os.kill(worker, signal.SIGKILL)
    answers = [boss.get("/api/floor/hold") for _ in range(2)]  # the first may find out that it is gone
    assert [one.json()["code"] for one in answers if one.status_code != 200] in ([], ["stopped"])
    assert answers[1].status_code == 200


def test_only_staff_sees_the_floor(boss: Client) -> None:
    ann = boss.server.guest("Ann")
    for path in ("/api/floor", "/api/floor/hold"):
        assert ann.get(path).json()["code"] == "forbidden"
        assert boss.server.http.get(path).status_code == 401
    assert ann.post("/api/floor/audit").status_code == 403
    table = new_table(boss)
    ann.sit_down(table)
    ann.must(msg.CallFloor, table, why="a chip is missing")
    seen = f"/api/tables/{table}/calls/{ann.person}"
    assert ann.post(seen).status_code == 403
    (call,) = [one for one in boss.get("/api/floor").json()["alarms"] if one["kind"] == "call"]
    assert (call["table"], call["seat"], call["called"], call["words"]) == (table, 1, "Ann", "a chip is missing")
    assert boss.post(seen).status_code == 200
    assert boss.post(seen).status_code == 409
    own = {"game": "boston_5_stud", "pace": 0}
    assert ann.post("/api/tables", own).status_code == 200
    floor = boss.get("/api/floor").json()
    assert [one for one in floor["alarms"] if one["kind"] == "call"] == []
    places = [(one["private"], registry.games().index(one["game"]), one["name"], one["id"]) for one in floor["tables"]]
    assert places == sorted(places)
    assert places[-1][0]
    assert ann.post(f"/api/tables/{table}/preview", {"what": "misdeal"}).status_code == 403
    ann.close()


def test_a_preview_tells_what_a_report_would_do_and_does_nothing(boss: Client) -> None:
    table, ann = new_table(boss, "caribbean_stud"), boss.server.guest("Ann")
    assert boss.post(f"/api/tables/{table}/preview", {"what": "misdeal"}).status_code == 409  # no round yet
    assert boss.post(f"/api/tables/{table}/dealer").status_code == 200
    boss.send(msg.Watch(table=table))
    ann.sit_down(table)
    while ann.turn is None or not ann.turn.offers:
        ann.next()
    at = {"round": ann.turn.round, "turn": ann.turn.turn}
    ann.must(msg.Play, table, do="wager", wager="ante", amount=1000, **at)
    hole = {"what": "exposed hole card", "amount": 1}
    early = boss.post(f"/api/tables/{table}/preview", hole).json()
    assert early["why_not"]
    assert (early["clause"], early["now"]) == ("13(a)", [])
    boss.until(lambda one: isinstance(one, msg.Turn) and offers_no_more_bets(one))
    boss.must(msg.Play, table, by="dealer", do="no more bets", **at)
    deal = boss.until(lambda one: isinstance(one, msg.Turn) and one.deal is not None).deal
    early = boss.post(f"/api/tables/{table}/preview", hole)
    assert (early.status_code, "deal the cards first" in early.json()["why"]) == (409, True)
    (at_floor,) = [one for one in boss.get("/api/floor").json()["tables"] if one["id"] == table]
    assert (at_floor["about"], at_floor["waiting"], at_floor["playing"]) == ("the deal", ["dealer"], True)
    assert ann.command(msg.Deal, table, round=at["round"], left=deal.left).code == "role"
    both = boss.command(msg.Play, table, by="supervisor", do="recut", **at)
    assert (both.code, both.why) == ("role", "you deal at this table, so somebody else must act as its supervisor")
    boss.must(msg.Deal, table, round=at["round"], left=deal.left, cards=0)
    ann.until(lambda one: isinstance(one, msg.Turn) and one.about != "wagers" and bool(one.offers))
    told = boss.post(f"/api/tables/{table}/preview", hole).json()
    assert told["why_not"] == ""
    assert told["void"] == ["round"]
    assert told["back"] == [{"seat": 1, "name": "Ann", "wager": "ante", "cents": 1000}]
    assert [(one["remedy"], one["clause"]) for one in told["now"]] == [("all hands void", "13(a)")]
    assert "card" not in told["now"][0]  # nobody learns a hidden card by asking
    assert settled(ann, table) == []
    turn = ann.turn
    assert turn is not None
    boss.must(msg.Play, table, by="dealer", do="report", what=hole["what"], amount=1, round=turn.round, turn=turn.turn)
    ann.until(lambda one: isinstance(one, msg.Update) and any(event["type"] == "settled" for event in one.events))
    assert [(one["result"], one["returned"]) for one in settled(ann, table)] == [("void", 1000)]
    unknown = boss.post(f"/api/tables/{table}/preview", {"what": "rain"})
    assert unknown.status_code in (409, 422)
    assert boss.delete(f"/api/tables/{table}/dealer").status_code == 200
    ann.close()


def offers_no_more_bets(turn: msg.Turn) -> bool:
    return any(one.do == "no more bets" and not one.why_not for _, some in turn.offers for one in some)


def test_the_options_and_the_irregularities_of_a_game_have_their_clauses(boss: Client) -> None:
    http = boss.server.http
    for game in registry.games():
        options = {one["option"]: one for one in http.get(f"/api/games/{game}/options").json()["options"]}
        assert options["packs"]["values"] == [1, 2] or game == "double_attack_blackjack"
        assert options["table_minimum"]["means"].startswith("Minimum")
        listed = http.get(f"/api/games/{game}/irregularities").json()
        assert [one["what"] for one in listed] == [one.what for one in registry.game(game).irregularities]
        assert all(one["remedy"] for one in listed)
        steps = http.get(f"/api/games/{game}/round").json()
        assert len(steps) == 6
        assert {one["clause"] for one in steps} <= registry.clauses(game).keys()
    assert http.get("/api/games/whist/options").status_code == 404
    assert http.get("/api/games/whist/irregularities").status_code == 404
    assert http.get("/api/games/whist/round").status_code == 404


def test_all_defects_of_rules_come_at_once(boss: Client) -> None:
    rules = {"table_minimum": 250, "table_maximum": 100, "packs": 2, "shuffler": "manual", "colour": "red"}
    answer = boss.post("/api/games/boston_5_stud/defects", {"rules": rules}).json()["defects"]
    assert {one["option"] for one in answer} == {"table_minimum", "table_maximum", "packs", "shuffler", "colour"}
    assert next(one["clause"] for one in answer if one["option"] == "packs") == "2(b)"
    assert boss.post("/api/games/boston_5_stud/defects", {"rules": {}}).json() == {"defects": []}


# --- the figures


def test_z_counts_standard_errors_with_unequal_stakes() -> None:
    held = Held()
    held.add(Sums(hands=FEW, staked=1_000, kept=100, unit=800, squares=5_000), Exact(0.05, 1.5, 0.04))
    held.add(Sums(hands=10, staked=500, kept=0, unit=500, squares=2_500), Exact(0.02, 2.0, 0.02))
    found = held.answer()
    assert found["z"] == pytest.approx((100 - (40 + 10)) / sqrt(1.5**2 * 5_000 + 4 * 2_500))
    assert found["exact"] == pytest.approx((40 + 10) / 1_500)
    held.add(Sums(hands=1, staked=1, kept=1, unit=1, squares=1), None)
    assert (held.answer()["z"], held.answer()["exact"]) == (None, None)


COIN = Distribution({Fraction(-1): 1, Fraction(1): 1})
FAIR = Exact(0.0, 1.0, 0.0, has_law=True)


def thrown(*stakes: int, kept: int) -> Sums:
    """Throws of a coin, each for one of these stakes."""
    powers = {
        name: sum(stake**power for stake in stakes) for name, power in (("unit", 1), ("squares", 2), ("cubes", 3))
    }
    return Sums(hands=len(stakes), staked=sum(stakes), kept=kept, **powers)


def judged(*parts: Sums, law: Moments = COIN) -> dict[str, Any]:
    held = Held()
    for sums in parts:
        held.add(sums, FAIR, lambda: {(HAND, ""): law})
    return held.answer()


def strays(stakes: Sequence[int], kept: int) -> float:
    """How often throws for these stakes bring as much to one side, by counting; twice, for both sides."""
    ways = Counter({0: 1})
    for stake in stakes:
        after = Counter[int]()
        for so_far, count in ways.items():
            after[so_far + stake] += count
            after[so_far - stake] += count
        ways = after
    return float(2 * Fraction(sum(count for sum_, count in ways.items() if sum_ >= abs(kept)), 2 ** len(stakes)))


@pytest.mark.parametrize("kept", [4_000, -4_000, 200])
def test_hands_of_one_stake_are_counted(kept: int) -> None:
    found = judged(thrown(*[100] * FEW, kept=kept))
    assert found["counted"]
    assert found["chance_error"] < 1e-8
    assert found["chance"] == pytest.approx(strays([100] * FEW, kept), abs=1e-9)
    assert judged(thrown(*[100] * FEW, kept=0))["chance"] == 1.0


def test_hands_of_several_stakes_or_rules_follow_a_normal_curve_whose_error_is_said() -> None:
    stakes = [100, 300] * (FEW // 2)
    kept = 12_000
    mixed, apart = (
        judged(thrown(*stakes, kept=kept)),
        judged(*(thrown(*stakes[at::2], kept=kept // 2) for at in (0, 1))),
    )
    for found in (mixed, apart):
        assert not found["counted"]
        assert found["chance"] == pytest.approx(erfc(abs(found["z"]) / sqrt(2)))
        assert abs(found["chance"] - strays(stakes, kept)) < found["chance_error"] < 0.1
        cubes, squares = (sum(stake**power for stake in stakes) for power in (3, 2))
        assert found["chance_error"] == pytest.approx(2 * 0.56 * cubes / squares**1.5)


def test_too_many_hands_or_an_unknown_law_follow_a_normal_curve() -> None:
    many = judged(thrown(*[100] * 10_001, kept=30_000))
    assert not many["counted"]
    assert many["chance_error"] == pytest.approx(2 * 0.4748 / sqrt(10_001))
    unknown = judged(thrown(*[100] * FEW, kept=4_000), law=Moments(Fraction(0), Fraction(1)))
    assert (unknown["counted"], unknown["chance_error"]) == (False, None)
    assert judged(thrown(*[100] * (FEW - 1), kept=4_000)).get("chance") is None


def test_a_fair_table_holds_what_its_exact_edge_says() -> None:
    tally, sums = Tally(), TableSums()
    table = Table("double_down_stud", seed=11)
    table.sit("Ann")
    for number in range(FEW):
        round = table.open_round()
        drive(round, registry.game("double_down_stud").basic, Random(number))
        tally.add_round(sums, table.game, table.rules, round.settlements)
    (line,) = tally.answer(exact_figures, laws_of)["lines"]
    assert line["hands"] == FEW
    assert line["counted"]
    assert line["chance"] > 0.0001
    assert abs(line["z"]) < 4
    tally.lines = {
        key: {one: Sums(s.hands, s.staked, s.kept + s.unit, s.unit, s.squares) for one, s in lines.items()}
        for key, lines in tally.lines.items()
    }  # the house keeps a whole unit more of every hand
    assert tally.answer(exact_figures)["lines"][0]["z"] > 4


def test_a_wager_that_a_fold_takes_counts_in_the_line_of_its_pay_table() -> None:
    tally, sums, game = Tally(), TableSums(), registry.game("caribbean_stud")
    seat = {"round": 1, "clause": "10(a)", "seat": 1, "player": "ann", "hand": 1}
    folded = [
        Settled(**seat, wager=wager, stake=stake, result="lose", returned=0, line="folded")
        for wager, stake in (("ante", 1000), ("bonus", 500), ("progressive", 100))
    ]
    won = Settled(**seat, wager="bonus", stake=500, result="win", returned=2000, line="two pair", table="A")
    tally.add_round(sums, game, Table("caribbean_stud").rules, folded)
    tally.add_round(sums, game, Table("caribbean_stud").rules, [won])
    exact = Exact(0.05, 1.0, 0.05)
    lines = tally.answer(lambda *_: {(HAND, ""): exact, ("bonus", "A"): exact, ("progressive", "D"): None})["lines"]
    found = [(one["wager"], one["table"], one["hands"], one["kept"], one["exact"]) for one in lines]
    assert found == [(HAND, "", 1, 1000, 0.05), ("bonus", "A", 2, -1000, 0.05)]


def test_void_hands_and_coupons_have_no_line() -> None:
    game = registry.game("double_down_stud")
    end = Settled(
        round=1, clause="9(c)", seat=1, player="ann", hand=1, wager="original", stake=500, result="lose", returned=0
    )
    tally, sums = Tally(), TableSums()
    void, coupon = ({"result": "void", "returned": 500}, {"coupon": 500, "player": "bob", "seat": 2})
    ends = [msgspec.structs.replace(end, **one) for one in (void, coupon)]
    tally.add_round(sums, game, Table("double_down_stud").rules, ends)
    assert (sums.handle, sums.kept) == (500, 500)
    assert tally.answer(exact_figures)["lines"] == []


def test_rules_of_private_tables_are_not_priced_unless_they_are_the_documents() -> None:
    game = registry.game("double_down_stud")
    end = Settled(
        round=1, clause="9(c)", seat=1, player="ann", hand=1, wager="original", stake=500, result="lose", returned=0
    )
    tally, sums, priced = Tally(), TableSums(), list[Any]()
    own = Table("double_down_stud", {"table_minimum": 100_00}).rules
    for rules, private in ((game.rules(), True), (own, True), (own, False)):
        tally.add_round(sums, game, rules, [end], private=private)

    def prices(game: str, rules: dict[str, Any]) -> dict[Any, Any]:
        priced.append(rules["table_minimum"])
        return {}

    found = tally.answer(prices)
    assert (sums.rounds, found["left_out"], found["lines"][0]["hands"]) == (3, 1, 2)
    assert sorted(priced) == [500, 100_00]
