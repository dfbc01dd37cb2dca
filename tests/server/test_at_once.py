"""Being dealt in without waiting for answers: a seat, chips, bets and the deal, sent together."""

from __future__ import annotations

from typing import Any

import pytest

from long import first_of
from pitboss.engine import registry
from pitboss.engine.registry import at_seat
from pitboss.protocol import messages as msg
from served import Client, Server


def sent_together(client: Client, table: str, *commands: msg.Command) -> list[Any]:
    """The answers to commands that were all sent before the first answer was read, in their order."""
    client.send(msg.Watch(table=table))
    for one in commands:
        client.send(one)
    keys = [one.key for one in commands]
    answers = [client.until(lambda one: isinstance(one, msg.Done | msg.Refused) and one.key in keys) for _ in commands]
    return sorted(answers, key=lambda one: keys.index(one.key))


def private(client: Client, game: str) -> str:
    return str(client.post("/api/tables", {"game": game}).json()["id"])


def bets(game: str) -> dict[str, int]:
    """The least with which a round begins."""
    least = registry.game(game).rules().table_minimum
    follow = at_seat(game).comes_with
    base = next(one.name for one in registry.game(game).wagers if one.name not in follow)
    return {base: least} | {name: times * least for name, (_, times) in follow.items()}


def dealt_in(table: str, wanted: dict[str, int], *, cents: int = 200_00, staked: int = 0) -> list[msg.Command]:
    plays = (
        msg.Play(table=table, key=f"bet-{at}", round=1, turn=0, do="wager", wager=name, amount=amount)
        for at, (name, amount) in enumerate(wanted.items())
    )
    return [
        msg.Sit(table=table, key="sit"),
        msg.BuyIn(table=table, key="buy", cents=cents),
        *plays,
        msg.Ready(table=table, key="ready", round=1, staked=staked or sum(wanted.values())),
    ]


@pytest.mark.parametrize("game", first_of(registry.games(), 2))
def test_all_of_it_may_be_sent_at_once(server: Server, game: str) -> None:
    client = server.guest()
    table = private(client, game)
    wanted = bets(game)
    assert sum(wanted.values()) == registry.opening(game)
    answers = sent_together(client, table, *dealt_in(table, wanted))
    assert {type(one) for one in answers} == {msg.Done}, answers
    client.until(lambda one: isinstance(one, msg.Update) and any(e["type"] == "dealt" for e in one.events))
    placed = [(e["wager"], e["amount"]) for one in client.updates(table) for e in one.events if e["type"] == "wagered"]
    assert dict(placed) == wanted


def test_who_sends_it_twice_is_dealt_in_once(server: Server) -> None:
    client = server.guest()
    table = private(client, "boston_5_stud")
    once = dealt_in(table, bets("boston_5_stud"))
    answers = sent_together(client, table, *once, *once)
    assert {type(one) for one in answers} == {msg.Done}, answers
    (at,) = client.get("/api/me").json()["tables"]
    assert (at["chips"], at["staked"]) == (185_00, 15_00)


def test_nothing_is_dealt_unless_all_bets_lie(server: Server) -> None:
    """The button has said the sum."""
    client = server.guest()
    table = private(client, "boston_5_stud")
    wanted = {"ante": 5_00, "first": 11_00}  # not twice the ante
    *_, ante, first, ready = sent_together(client, table, *dealt_in(table, wanted))
    assert [type(one) for one in (ante, first, ready)] == [msg.Done, msg.Refused, msg.Refused]
    assert ready.why == "your wagers come to $5, not to $16"
    (at,) = client.get("/api/me").json()["tables"]
    assert (at["chips"], at["staked"]) == (195_00, 5_00)


def test_bets_are_refused_if_the_wallet_is_too_small(server: Server) -> None:
    client = server.guest()
    table = private(client, "caribbean_stud")
    sit, *others = sent_together(client, table, *dealt_in(table, bets("caribbean_stud"), cents=20_000_00))
    assert isinstance(sit, msg.Done)
    assert [one.code for one in others] == ["wallet", "chips", "late"]


def test_a_new_guest_hears_what_the_house_holds_for_them(server: Server) -> None:
    answer = server.http.post("/api/guest", json={"name": "Ann"}).json()
    headers = {"authorization": f"Bearer {answer['token']}"}
    assert answer["me"] == server.http.get("/api/me", headers=headers).json()
