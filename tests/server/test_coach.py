"""The coach over a real server: it says what the library says from what the player was sent."""

from __future__ import annotations

from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from long import only
from pitboss.coach import counsel, review
from pitboss.coach.answering import NOT_NEEDED
from pitboss.engine import registry
from pitboss.engine.round.layout import View
from pitboss.engine.round.records import AnyRecord
from pitboss.engine.rules import load
from pitboss.house.tables.acts import Said
from pitboss.house.tables.history import PlayedAct
from pitboss.mathematics.decision_values import SeatQuestion
from pitboss.protocol import messages as msg
from pitboss.server.routes import coach as coach_routes
from served import Client, Server
from waiting import HANG_S

from scene import Scene


def coach(client: Client, path: str) -> httpx.Response:
    """Ask the coach. Its process may take a while to start on a busy machine."""
    headers = {"authorization": f"Bearer {client.token}"}
    while True:
        answer = client.server.http.get(path, headers=headers, timeout=HANG_S)
        if answer.status_code != 503 or not answer.json()["why"].endswith("ask again"):
            return answer


def seated(server: Server, game: str, **body: Any) -> tuple[Client, str]:
    ann = server.guest("Ann")
    answer = ann.post("/api/tables", {"game": game, "pace": 0, **body})
    assert answer.status_code == 200, answer.text
    table = answer.json()["id"]
    ann.sit_down(table)
    return ann, table


def seen(client: Client, table: str, round: int) -> View:
    """The view that the client's own updates make."""
    events = [event for one in client.updates(table) if one.round == round for event in one.events]
    first = next(event for event in events if event["type"] == "began")
    seat = next(seat for seat, player in first["seats"] if player == client.person)
    return View(f"seat {seat}", msgspec.convert(events, list[AnyRecord]))


def to_a_decision(client: Client, table: str) -> msg.Turn:
    """Wager the least that is needed, and go on to the first question about the cards."""
    while (turn := client._my_turn(table)).about in ("wagers", "the cut"):
        offers = [(seat, one) for seat, some in turn.offers for one in some if not one.why_not and not one.optional]
        needed = [(seat, one) for seat, one in offers if one.do in ("wager", "refuse")]
        if needed:
            client._take(table, turn, *needed[0])
        else:
            client.must(msg.Ready, table, round=turn.round)
            client.turn = None
    return turn


@pytest.mark.parametrize("game", only("caribbean_stud double_attack_blackjack", registry.games()))
def test_advice_and_review_follow_from_what_the_player_was_sent(server: Server, game: str) -> None:
    ann, table = seated(server, game)
    found = registry.game(game)
    rules = load(game, found.rules, ann.get(f"/api/tables/{table}").json()["rules"])
    turn = to_a_decision(ann, table)
    answer = coach(ann, f"/api/tables/{table}/advice")
    assert answer.status_code == 200, answer.text
    said = answer.json()
    assert (said["table"], said["round"], said["turn"]) == (table, turn.round, turn.turn)
    ((seat, offers),) = turn.offers
    hand = next(one.hand for one in offers if one.hand and not one.why_not)
    asked = SeatQuestion(about=turn.about, seat=seat, player=ann.person, hand=hand)
    known = counsel(found, rules, seen(ann, table, turn.round), asked, offers, chips=turn.chips)
    assert said["advice"] == [known.as_dict()]
    assert sum(choice["best"] for choice in said["advice"][0]["choices"]) == 1

    early = coach(ann, f"/api/tables/{table}/rounds/{turn.round}/review")
    assert (early.status_code, early.json()["why"]) == (409, "this round is not over")
    ann.play_round(table, Random(3))
    late = coach(ann, f"/api/tables/{table}/rounds/{turn.round}/review")
    assert late.status_code == 200, late.text
    whole = review(found, rules, seen(ann, table, turn.round), ann.person)
    assert late.json() == {"table": table, **whole.as_dict()}
    assert whole.decisions
    bob = server.guest("Bob")
    other = coach(bob, f"/api/tables/{table}/rounds/{turn.round}/review")
    assert (other.status_code, other.json()["why"]) == (404, "you did not play in this round")
    bob.close()
    ann.close()


def test_nothing_but_what_was_sent_goes_to_the_coach() -> None:
    scene = Scene("caribbean_stud", "2s 9c 2d Tc 9h Jc 9d Qc 9s 3h").wager("Ann", ante=500).no_more_bets()
    told = tuple(scene.round.records)
    act = PlayedAct(1, 0, 1, Said(words=""), (), {"Ann": "seat 1"}, told)
    viewer, events = coach_routes.seen([act], "Ann")
    sent = [event for event in scene.round.view("seat 1").events if not isinstance(event, NOT_NEEDED)]
    assert (viewer, events) == ("seat 1", sent)
    assert coach_routes.seen([act], "Bob")[0] == "public"


def test_the_coach_is_off_at_public_tables_and_where_it_was_switched_off(server: Server) -> None:
    ann, private = seated(server, "double_down_stud", coach=False)
    public = server.table("double_down_stud", ann)
    for table in (public, private):
        answer = coach(ann, f"/api/tables/{table}/advice")
        assert (answer.status_code, answer.json()["code"]) == (403, "coach")
        assert ann.get(f"/api/tables/{table}").json()["coach"] is False
    ann.close()


def test_who_is_asked_nothing_gets_no_advice(server: Server) -> None:
    ann, table = seated(server, "double_down_stud")
    assert ann.get(f"/api/tables/{table}").json()["coach"] is True
    bob = server.guest("Bob")
    answer = coach(bob, f"/api/tables/{table}/advice")
    assert (answer.status_code, answer.json()) == (409, {"code": "conflict", "why": "nothing is asked of you now"})
    missing = coach(bob, "/api/tables/nowhere/advice")
    assert missing.status_code == 404
    unplayed = coach(bob, f"/api/tables/{table}/rounds/999/review")
    assert (unplayed.status_code, unplayed.json()["why"]) == (404, "there is no such round")
    bob.close()
    ann.close()


def test_a_choice_for_which_chips_can_be_bought_has_its_value(server: Server) -> None:
    ann = server.guest("Ann")
    table = ann.post("/api/tables", {"game": "caribbean_stud", "pace": 0}).json()["id"]
    ann.sit_down(table, 5_00)
    turn = to_a_decision(ann, table)
    assert turn.chips == 0
    (said,) = coach(ann, f"/api/tables/{table}/advice").json()["advice"]
    assert {choice["do"] for choice in said["choices"]} == {"bet", "fold"}
    ann.close()


def test_the_wagers_have_their_edge_while_bets_are_open(server: Server) -> None:
    ann, table = seated(server, "boston_5_stud")
    turn = ann._my_turn(table)
    assert turn.about == "wagers"
    (said,) = coach(ann, f"/api/tables/{table}/advice").json()["advice"]
    assert {choice["wager"] for choice in said["choices"]} == {"ante", "optional bonus"}
    assert all(choice["cents"] < 0 for choice in said["choices"])
    ann.close()
