"""Statistics over a real server: they equal single reviews that a test makes itself from what the player was sent."""

from __future__ import annotations

import os
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from time import time
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from audits import url_of
from before import unpacked
from long import only
from pitboss.basics.money import UNITS, dollars, whole_cents
from pitboss.cli import main
from pitboss.client.saved_sessions import SavedSession, SavedSessions
from pitboss.coach import Review, review
from pitboss.engine import registry
from pitboss.engine.round.layout import View
from pitboss.engine.round.records import AnyRecord
from pitboss.engine.rules import load
from pitboss.house.people import people
from pitboss.house.storage import schema
from pitboss.house.storage.database import open_database, writing
from pitboss.protocol.statistics import StatisticsInfo
from served import Client, Server, served
from waiting import HANG_S, until


def asked(client: Client, **said: Any) -> StatisticsInfo:
    query = "&".join(f"{name}={value}" for name, value in said.items())
    headers = {"authorization": f"Bearer {client.token}"}
    answer = client.server.http.get(f"/api/statistics?{query}", headers=headers, timeout=HANG_S)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=StatisticsInfo)


def all_reviewed(client: Client) -> StatisticsInfo:
    """The statistics when nothing is missing any more. The coach may take a while to start on a busy machine."""

    def found() -> StatisticsInfo | None:
        said = asked(client, review=20)
        return None if said.missing else said

    whole = until(found)
    assert whole is not None
    return whole


def reviews(client: Client, table: str, game: str) -> list[Review]:
    """The reviews of the rounds that a client saw, by the library."""
    found = registry.game(game)
    rules = load(game, found.rules, client.get(f"/api/tables/{table}").json()["rules"])
    by_round: dict[int, list[Any]] = {}
    for one in client.updates(table):
        by_round.setdefault(one.round, []).extend(one.events)
    made = []
    for events in by_round.values():
        if not any(one["type"] == "ended" for one in events):
            continue
        seat = next(seat for seat, player in events[0]["seats"] if player == client.person)
        view = View(f"seat {seat}", msgspec.convert(events, list[AnyRecord]))
        made.append(review(found, rules, view, client.person))
    return made


def rounded(amounts: list[Fraction]) -> float:
    """The sum of amounts in cents, each to a ten-thousandth."""
    return sum(whole_cents(one * UNITS) for one in amounts) / UNITS


def compare(found: StatisticsInfo, game: str, expected: list[Review]) -> None:
    totals = next(one.totals for one in found.games if one.game == game)
    assert (totals.rounds, totals.net) == (len(expected), sum(one.net for one in expected))
    assert totals.staked == sum(one.staked for one in expected)
    for name in ("perfect", "cost", "late"):
        assert getattr(totals, name) == rounded([getattr(one, name) for one in expected]), name
    assert totals.own == pytest.approx(float(sum(one.own for one in expected)), abs=1e-3)
    assert totals.luck == pytest.approx(float(sum(one.luck for one in expected)), abs=1e-3)
    left_out = Counter(wager for one in expected for wager in one.left_out)
    assert {one.wager: one.rounds for one in found.left_out if one.game == game} == left_out
    kinds = Counter(two.kind for one in expected for two in one.decisions if not two.by_clock)
    assert {one.kind: one.decisions for one in found.kinds if one.game == game} == kinds
    mistakes = Counter(two.kind for one in expected for two in one.decisions if not two.by_clock and two.cost >= 1)
    assert {one.kind: one.mistakes for one in found.kinds if one.game == game and one.mistakes} == mistakes


def play(client: Client, game: str, rounds: int) -> str:
    table: str = client.post("/api/tables", {"game": game, "pace": 0}).json()["id"]
    client.sit_down(table)
    random = Random(7)
    for _ in range(rounds):
        client.play_round(table, random)
    return table


@pytest.mark.parametrize("game", only("double_down_stud", registry.games()))
def test_sums_are_those_of_the_single_reviews(server: Server, game: str) -> None:
    ann = server.guest("Ann")
    table = play(ann, game, 4)
    before = asked(ann)
    assert (before.whole.rounds, before.missing, before.unpriced) == (0, 4, 0)
    first = ann.get("/api/rounds").json()["rounds"][-1]["round"]
    until(lambda: ann.get(f"/api/tables/{table}/rounds/{first}/review").status_code == 200)
    assert (after := asked(ann)).missing == 3  # the review was stored
    assert after.whole.rounds == 1
    found = all_reviewed(ann)
    expected = reviews(ann, table, game)
    assert len(expected) == 4
    compare(found, game, expected)
    assert found.whole == found.games[0].totals
    assert found.line[-1].net == found.whole.net == sum(one["net"] for one in ann.get("/api/rounds").json()["rounds"])
    missed = [one for kind in found.kinds for one in kind.last]
    if missed:  # the drill says of each that it was missed
        filed = ann.post(f"/api/drill/{game}/mistakes", {"mistakes": msgspec.to_builtins(missed)})
        assert filed.json()["left"] == len(missed)
    bob = server.guest("Bob")
    assert asked(bob).whole.rounds == asked(bob).missing == 0  # nobody sees the rounds of others
    bob.close()
    ann.close()


def test_a_mistake_is_drilled_by_its_kind(server: Server) -> None:
    ann = server.guest("Ann")
    table: str = ann.post("/api/tables", {"game": "caribbean_stud", "pace": 0}).json()["id"]
    ann.sit_down(table)
    while not (wrong := [one for one in all_reviewed(ann).kinds if one.last]):
        ann.play_round(table, Random(ann.updates(table)[-1].seq))
    kind = wrong[0]
    filed = ann.post("/api/drill/caribbean_stud/mistakes", {"mistakes": msgspec.to_builtins(kind.last)})
    assert filed.json()["left"] == len(kind.last) == kind.mistakes
    puzzle = ann.server.http.get(
        "/api/drill/caribbean_stud",
        params={"missed": "true", "kind": kind.kind},
        headers={"authorization": f"Bearer {ann.token}"},
        timeout=HANG_S,
    ).json()
    assert puzzle["puzzle"] == f"{table}:{kind.last[0].round}:{kind.last[0].number}"
    ann.close()


def test_the_command_adds_up_the_rounds_of_who_played_here_last(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PITBOSS_STATE", str(tmp_path))
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        assert main(["statistics", "--server", server.url]) == 2
        assert "nobody has played at" in capsys.readouterr().err
        ann = server.guest("Ann")
        play(ann, "double_down_stud", 2)
        SavedSessions(server.url).keep(SavedSession(token=ann.token, person=ann.person, name="Ann"))
        assert main(["statistics", "double_down_stud", "--server", server.url, "--json"]) == 0
        found = msgspec.json.decode(capsys.readouterr().out, type=StatisticsInfo)
        assert (found.whole, found.missing) == (asked(ann).whole, 0)
        assert main(["statistics", "--server", server.url]) == 0
        (line, *_) = [one for one in capsys.readouterr().out.splitlines() if one.startswith("Double Down Stud")]
        assert line.split()[3:5] == ["2", dollars(found.whole.staked)]
        assert main(["statistics", "boston_5_stud", "--server", server.url]) == 0
        assert capsys.readouterr().out == "You have played no round here that could be reviewed.\n"
    ann.close()


def test_wrong_questions_are_refused(server: Server) -> None:
    assert server.http.get("/api/statistics").status_code == 401
    ann = server.guest("Ann")
    for query in ("review=21", "review=-1", "ahead=841", "ahead=x"):
        assert ann.get(f"/api/statistics?{query}").status_code == 422
    ann.close()


@pytest.mark.long
def test_rounds_of_an_earlier_version_are_reviewed_when_they_are_asked_for(tmp_path: Path) -> None:
    """Nine people played all games with side wagers, coupons, meters and irregularities. No review is stored."""
    path = unpacked("rooms-played", "db", tmp_path).rename(tmp_path / "house.db")
    tokens, rules = {}, {}
    engine = open_database(url_of(path))
    with writing(engine) as connection:
        now = round(time() * 1000)
        for person in map(people.person_from, connection.execute(select(schema.person)).all()):
            tokens[person.id] = people.open_session(connection, person, now, 3_600_000)
        rules = {row.id: msgspec.json.decode(row.rules) for row in connection.execute(select(schema.game_table))}
    engine.dispose()
    counted = 0
    with served(tmp_path, "--pace", "0", "--no-limits", "--new-signing-key") as running:
        for token in tokens.values():
            ann = running.client(token)
            found = all_reviewed(ann)
            played = [one for one in ann.get("/api/rounds?most=200").json()["rounds"] if one["over"]]
            for game in {one["game"] for one in played}:
                mine = [one for one in played if one["game"] == game]
                compare(found, game, [by_itself(ann, one, rules[one["table"]]) for one in mine])
            assert found.whole.rounds == len(played)
            counted += len(played)
            ann.close()
    assert counted > 30


def by_itself(client: Client, played: dict[str, Any], rules: dict[str, Any]) -> Review:
    """The review of a round that a client reads, by the library."""
    whole = client.get(f"/api/tables/{played['table']}/rounds/{played['round']}").json()
    events = [event for one in whole["updates"] for event in one["events"]]
    seats = dict(map(reversed, events[0]["seats"]))
    viewer = f"seat {seats[client.person]}" if client.person in seats else "standing"
    game = registry.game(played["game"])
    view = View(viewer, msgspec.convert(events, list[AnyRecord]))
    return review(game, load(game.name, game.rules, rules), view, client.person)
