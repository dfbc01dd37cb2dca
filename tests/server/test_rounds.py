"""The rounds that a person played: a list with nets, newest first, and the story of a round."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pitboss.engine.procedures.shoe import opens
from pitboss.protocol import messages as msg
from served import Client, Server


@pytest.fixture(scope="module")
def played(server: Server) -> tuple[Client, list[dict[str, Any]]]:
    """Somebody who has played three rounds at two tables, and what the rounds said of them."""
    ann, ended = server.guest("Ann"), []
    for game, rounds in (("double_down_stud", 2), ("boston_5_stud", 1)):
        table = ann.post("/api/tables", {"game": game, "pace": 0, "name": f"Ann's {game}"}).json()["id"]
        ann.sit_down(table)
        for seed in range(rounds):
            number = ann.play_round(table, Random(seed))
            events = [event for one in ann.updates(table) if one.round == number for event in one.events]
            wagers = [one for one in events if one["type"] in ("wagered", "withdrawn", "settled")]
            net = sum(_money(one) for one in wagers if one["player"] == ann.person)
            ended.append({"table": table, "game": game, "round": number, "net": net})
        ann.must(msg.Leave, table)
    return ann, ended


def _money(event: dict[str, Any]) -> int:
    if event["type"] == "settled":
        return int(event.get("returned", 0))
    return int(event["amount"]) * (-1 if event["type"] == "wagered" else 1)


def test_every_round_is_listed_with_its_net_newest_first(played: tuple[Client, list[dict[str, Any]]]) -> None:
    ann, ended = played
    answer = ann.get("/api/rounds").json()
    assert [{name: one[name] for name in ended[0]} for one in answer["rounds"]] == ended[::-1]
    assert answer["next"] == ""
    assert all(one["over"] and one["name"].startswith("Ann's ") for one in answer["rounds"])
    assert [one["at"] for one in answer["rounds"]] == sorted((one["at"] for one in answer["rounds"]), reverse=True)
    wallet = ann.get("/api/me").json()["wallet"]
    assert wallet == 10_000_00 + sum(one["net"] for one in answer["rounds"])


def test_pages_make_up_the_list(played: tuple[Client, list[dict[str, Any]]]) -> None:
    ann, _ = played
    whole = ann.get("/api/rounds").json()["rounds"]
    found, after = [], ""
    for _ in range(len(whole)):
        page = ann.get(f"/api/rounds?most=1&after={after}").json()
        found += page["rounds"]
        after = page["next"]
    assert (found, after) == (whole, "")


def test_a_game_can_be_asked_for(played: tuple[Client, list[dict[str, Any]]]) -> None:
    ann, _ = played
    assert [one["game"] for one in ann.get("/api/rounds?game=boston_5_stud").json()["rounds"]] == ["boston_5_stud"]


@pytest.mark.parametrize("after", ["nowhere:1", "x", ":", "a:" + "9" * 30])
def test_a_place_that_is_not_in_the_list_is_refused(played: tuple[Client, list[dict[str, Any]]], after: str) -> None:
    answer = played[0].get(f"/api/rounds?after={after}")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown")


def test_a_place_of_somebody_else_is_refused(server: Server, played: tuple[Client, list[dict[str, Any]]]) -> None:
    bob, (_, ended) = server.guest("Bob"), played
    assert bob.get("/api/rounds").json() == {"rounds": [], "next": ""}
    assert bob.get(f"/api/rounds?after={ended[0]['table']}:{ended[0]['round']}").status_code == 404
    bob.close()


def test_a_round_that_goes_on_is_not_over(server: Server) -> None:
    ann = server.guest("Ann")
    table = ann.post("/api/tables", {"game": "double_down_stud"}).json()["id"]
    ann.sit_down(table)
    turn = ann.until(lambda one: isinstance(one, msg.Turn) and bool(one.offers))
    seat, offer = next((seat, one) for seat, some in turn.offers for one in some if one.do == "wager")
    ann.must(msg.Play, table, round=turn.round, turn=turn.turn, do="wager", wager=offer.wager, seat=seat, amount=500)
    (one,) = ann.get("/api/rounds").json()["rounds"]
    assert (one["table"], one["round"], one["net"], one["over"]) == (table, turn.round, -500, False)
    ann.close()


def test_the_story_has_a_sentence_for_every_event(played: tuple[Client, list[dict[str, Any]]]) -> None:
    ann, ended = played
    path = f"/api/tables/{ended[0]['table']}/rounds/{ended[0]['round']}"
    updates, told = ann.get(path).json()["updates"], ann.get(f"{path}/story").json()["sentences"]
    assert [len(one) for one in told] == [len(one.get("events", ())) for one in updates]
    assert "You placed an original wager of $5." in [words for one in told for words in one]


def test_the_story_names_no_card_that_the_reader_did_not_see(
    server: Server, played: tuple[Client, list[dict[str, Any]]]
) -> None:
    bob, (ann, ended) = server.guest("Bob"), played
    path = f"/api/tables/{ended[2]['table']}/rounds/{ended[2]['round']}/story"

    def face_down(client: Client) -> list[str]:
        told = [words for one in client.get(path).json()["sentences"] for words in one]
        return [words for words in told if "was dealt face down to seat" in words]

    assert face_down(ann)
    assert all(words.startswith("A card was") for words in face_down(bob))
    assert not any(words.startswith("A card was") for words in face_down(ann))
    bob.close()


def test_cards_that_only_one_seat_saw_are_opened_to_that_seat_alone_when_the_round_is_over(server: Server) -> None:
    ann, bob, cyd = (server.guest(name) for name in ("Ann", "Bob", "Cyd"))
    table = ann.post("/api/tables", {"game": "caribbean_stud", "pace": 0}).json()["id"]
    for one in (ann, bob):
        one.sit_down(table)
    for one in (ann, bob):
        one.play(table, "wager", wager="ante", amount=500)
    assert ann.turn is not None
    number = ann.turn.round
    for one in (ann, bob):
        one.must(msg.Ready, table, round=number)

    def read(client: Client) -> dict[str, Any]:
        told: dict[str, Any] = client.get(f"/api/tables/{table}/rounds/{number}").json()
        return told

    ann.play(table, "fold")
    assert read(ann)["own"] is None, "the round is not over"
    bob.play(table, "fold")
    bob.until(lambda one: isinstance(one, msg.Update) and any(event["type"] == "ended" for event in one.events))
    opened = {}
    for client, seat in ((ann, "seat 1"), (bob, "seat 2")):
        told = read(client)
        events = [event for one in told["updates"] for event in one.get("events", ())]
        sealed = next(event["commitments"] for event in events if event["type"] == "committed")
        own = {event["card"] for event in events if event["type"] == "dealt" and event["to"] == seat}
        opened[seat] = {at: card for at, card, _ in told["own"]["cards"]}
        assert set(opened[seat].values()) == own
        assert len(own) == 5
        assert all(opens(sealed[at], card, salt) for at, card, salt in told["own"]["cards"])
    assert not opened["seat 1"].keys() & opened["seat 2"].keys()
    assert read(cyd)["own"] is None
    for one in (ann, bob, cyd):
        one.close()


def test_a_round_that_was_not_played_has_no_story(server: Server) -> None:
    ann = server.guest("Ann")
    table = ann.post("/api/tables", {"game": "double_down_stud"}).json()["id"]
    assert ann.get(f"/api/tables/{table}/rounds/99/story").status_code == 404
    assert ann.get("/api/tables/nowhere/rounds/1/story").status_code == 404
    ann.close()
