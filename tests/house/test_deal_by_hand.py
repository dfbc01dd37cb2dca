"""Where a person deals, nobody is told a card before it is dealt, and nobody's clock runs before that."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from audits import audited
from conducted import DEALER, Conducted
from live import Seen, TestHouse, act_for, hands_from_events, seat_players
from long import first_of
from pitboss.basics.money import UNITS
from pitboss.engine.round.asks import THE_DEALER
from pitboss.house.authorize import NOT_DEALT
from pitboss.house.money import statements
from pitboss.house.settings import Pace, Staffing
from pitboss.house.tables import history
from pitboss.house.tables.conductor import Announce, Conductor, DealOut, Default
from pitboss.house.tables.live import LiveTable, NoConductor
from pitboss.protocol import messages as msg
from pitboss.server.routes.table import as_told

GAMES = ("boston_5_stud", "caribbean_stud", "double_attack_blackjack", "double_cross_poker", "double_down_stud")
HUMAN = Staffing(dealer=DEALER)


class Staff(Seen):
    staff = True


def updates(seen: Seen) -> list[Any]:
    return [one for one in seen.messages if isinstance(one, msg.Update)]


def dealt(seen: Seen) -> int:
    return sum(event["type"] == "dealt" for one in updates(seen) for event in one.events)


def last_turn(seen: Seen) -> msg.Turn:
    found: msg.Turn = next(one for one in reversed(seen.messages) if isinstance(one, msg.Turn))
    return found


def deals(house: TestHouse, live: LiveTable, cards: int = 1) -> list[Any]:
    """The dealer deals."""
    assert live.table.round is not None
    answers = house.command(
        live, "dee", msg.Deal, round=live.table.round.number, left=live.held.cards, cards=cards, key=f"d{live.seq}"
    )
    house.settle()
    return answers


def go_on(house: TestHouse, live: LiveTable, random: Random) -> None:
    """Somebody does something legal."""
    round = live.table.round
    assert round is not None
    assert any(act_for(house, live, party, random) for party in random.sample(round.waiting, len(round.waiting)))


@pytest.mark.parametrize("game", first_of(GAMES, 2))
def test_a_card_is_told_when_it_is_dealt_also_after_a_kill(tmp_path: Path, game: str) -> None:
    random, path = Random(5), tmp_path / "house.db"
    house = TestHouse.on_sqlite(path)
    live = house.floor.open_table(game)
    live.context.conductor = NoConductor("dee")
    player, _ = seat_players(house, live, 2, 100_000_00)
    ann, dee = Seen(player), Staff("dee")
    for one in (ann, dee):
        live.watch(one)
    ordered = holds = 0
    for _ in range(2):
        before_round = money_told(ann, player, 100_000_00)
        live.open_round()
        house.settle()
        while live.held or not live.table.round.over:  # type: ignore[union-attr]
            if not live.held:
                go_on(house, live, random)
                assert dealt(ann) == dealt(dee) == ordered  # an act of the round tells no card
                continue
            holds += 1
            turn, at_desk = last_turn(ann), last_turn(dee)
            assert (turn.about, turn.waiting, turn.offers, turn.deal) == ("the deal", ("dealer",), (), None)
            assert at_desk.deal is not None
            assert (at_desk.deal.left, at_desk.offers) == (live.held.cards, ())
            assert turn.chips == money_told(ann, player, 100_000_00)
            early = house.command(live, player, msg.Play, round=turn.round, turn=turn.turn, do="fold")
            back = house.command(live, player, msg.CashOut, cents=0)
            goes = house.command(live, player, msg.Leave)
            assert {(one[0].code, one[0].why) for one in (early, back, goes)} == {("late", NOT_DEALT)}
            assert live.chips_told(player) // UNITS == turn.chips
            assert live.staked_told(player) == stakes_told(ann, player)
            net, acts, since = in_the_books(house, live, player)
            assert net == turn.chips - before_round
            assert max(acts) < since <= live.committed
            place = at_desk.deal.to
            assert isinstance(deals(house, live)[0], msg.Done)
            ordered += 1
            assert dealt(ann) == dealt(dee) == ordered
            (card,) = [event for event in updates(ann)[-1].events if event["type"] == "dealt"]
            assert card["to"] == place
            if live.held and holds in (2, 5):  # in the middle of a deal
                left, seq, before = live.held.cards, live.committed, list(updates(ann))
                house.kill()
                house = TestHouse.on_sqlite(path)
                (live,) = house.floor.recover()
                live.context.conductor = NoConductor("dee")
                house.settle()
                assert (live.held.cards, live.committed) == (left, seq)
                again, dee2 = Seen(player), Staff("dee")
                house.watch_again(live, again, before[0].seq)
                assert updates(again) == before[1:]  # nothing more is told, and nothing else
                live.watch(ann, seq)
                live.watch(dee2, seq)
                dee2.messages[:0] = dee.messages
                dee = dee2
    assert holds > 4
    told = updates(ann)
    assert hands_from_events(game, told) == [list(one.hands) for one in told]
    assert any(one.hands for one in told)
    assert [one.seq for one in told] == list(range(updates(ann)[0].seq, live.seq + 1))
    round = live.table.round
    assert round is not None
    viewer = round.viewer(player)
    of_round = [event for one in updates(ann) if one.round == round.number for event in one.events]
    whole = [record.seen_by(viewer) for record in round.records]
    assert [event["type"] for event in of_round] == [
        event.__struct_config__.tag for event in whole if event is not None
    ]
    house.kill()
    assert audited(path).findings == []


def money_told(seen: Seen, player: str, bought: int) -> int:
    """The chips that a player must have, from what they were told."""
    chips = bought
    for event in (event for one in updates(seen) for event in one.events if event.get("player") == player):
        match event["type"]:
            case "wagered":
                chips -= event["amount"]
            case "withdrawn":
                chips += event["amount"]
            case "settled":
                chips += event["returned"]
    return chips


def in_the_books(house: TestHouse, live: LiveTable, player: str) -> tuple[int, list[int], int]:
    """The net of the round that a player is shown, the acts of their statement, and the first that it leaves out."""
    assert live.table.round is not None
    number = live.table.round.number
    with house.engine.connect() as connection:
        held = history.undealt_of(connection, player)[live.id]
        assert held.records == tuple(live.held.records)
        rounds = [one for one in history.rounds_of(connection, player).rounds if one.round == number]
        lines = statements.lines(connection, statements.of_person(player), {live.id: held.since})
        acts = [line.act for line in lines if line.table == live.id]
    if not rounds:  # without a wager in this round
        return 0, acts, held.since
    (round,) = rounds
    assert as_told(round, player, None) == round
    shown = as_told(round, player, held)
    assert not shown.over
    return shown.net, acts, held.since


def stakes_told(seen: Seen, player: str) -> int:
    """What a player must have on the layout, from what they were told. Every wager was settled in earlier rounds."""
    moves = {"wagered": ("amount", 1), "withdrawn": ("amount", -1), "settled": ("stake", -1)}
    told = [event for one in updates(seen) for event in one.events if event.get("player") == player]
    return sum(event[moves[event["type"]][0]] * moves[event["type"]][1] for event in told if event["type"] in moves)


def test_an_order_to_deal_counts_once_and_only_for_the_cards_that_it_means(tmp_path: Path) -> None:
    house = TestHouse.on_sqlite(tmp_path / "house.db")
    live = house.floor.open_table("caribbean_stud")
    live.context.conductor = NoConductor("dee")
    (player,) = seat_players(house, live, 1, 100_00)
    seen = Seen(player)
    live.watch(seen)
    live.open_round()
    house.settle()
    at = {"round": 1, "turn": live.turn_of(player).turn}
    house.command(live, player, msg.Play, do="wager", wager="ante", amount=500, **at)
    house.settle()
    house.command(live, "dee", msg.Play, by="dealer", do="no more bets", **at)
    house.settle()
    left = live.held.cards
    assert left == 10
    for _ in range(2):  # the same key
        answers = house.command(live, "dee", msg.Deal, key="one", round=1, left=left)
        house.settle()
        assert [type(one) for one in answers] == [msg.Done]
    assert live.held.cards == left - 1
    (late,) = house.command(live, "dee", msg.Deal, round=1, left=left)
    assert (late.code, late.why) == ("late", "these cards are dealt already")
    (much,) = house.command(live, "dee", msg.Deal, round=1, left=left - 1, cards=left)
    assert much.code == "malformed"
    (early,) = house.command(live, player, msg.Play, round=1, turn=at["turn"] + 1, do="fold")
    assert (early.code, early.why) == ("late", NOT_DEALT)
    house.command(live, "dee", msg.Deal, round=1, left=left - 1, cards=0)
    house.settle()
    assert not live.held
    assert dealt(seen) == left
    assert {offer.do for _, some in last_turn(seen).offers for offer in some} >= {"fold"}
    house.kill()


# --- the conductor


def dealing(staffing: Staffing = HUMAN) -> Conducted:
    """A table whose cards are held back."""
    table = Conducted("double_down_stud", staffing=staffing)
    table.begin("Ann", "Bob")
    table.wait()
    table.act("dealer", "no more bets")
    table.undealt = 6
    return table


def test_no_clock_runs_before_the_cards_are_out() -> None:
    table = dealing()
    for left in (6, 5, 2):
        table.undealt = left
        wait = table.wait()
        assert (wait.until, wait.parties, wait.why) == (table.now + 30_000, (THE_DEALER,), "the deal")
        assert table.conductor.clocks == ()
        table.now += 29_000
    table.undealt = 0
    table.wait()
    assert {one.ends - table.now for one in table.conductor.clocks} == {20_000}
    assert table.of(Default) == table.of(DealOut) == []


def test_a_clock_that_runs_is_stopped_by_a_deal() -> None:
    table = dealing()
    table.undealt = 0
    table.wait()
    ends = {one.ends for one in table.conductor.clocks}
    table.now += 5_000
    table.undealt = 1
    table.wait()
    assert table.conductor.clocks == ()
    table.now += 10_000
    table.undealt = 0
    table.wait()
    assert {one.ends - 10_000 for one in table.conductor.clocks} == ends


def test_the_automatic_dealer_deals_the_rest_if_the_desk_is_silent() -> None:
    table = dealing()
    table.later(30)
    (step,) = table.of(DealOut)
    assert step.words == "The dealer is silent. The automatic dealer deals the rest of these cards."
    assert table.conductor.dealer == DEALER
    assert table.conductor.clocks


def test_the_automatic_dealer_deals_the_rest_when_the_dealer_leaves_or_drops() -> None:
    table = dealing(Staffing(dealer=DEALER, dealer_grace=15))
    table.wait()
    table.connected -= {DEALER}
    assert table.wait().until == table.now + 15_000
    table.later(15)
    assert [type(step) for step in table.of(Announce) + table.of(DealOut)] == [Announce, DealOut]
    table = dealing()
    table.wait()
    table.conductor.assign(Staffing())
    table.wait()
    assert len(table.of(DealOut)) == 1


def test_a_restart_in_a_deal_gives_the_dealer_the_whole_time_again() -> None:
    table = dealing()
    table.wait()
    table.now += 20_000
    kept = table.conductor.timers
    table.conductor = Conductor.resumed(table.now, Pace(grace=10), HUMAN, kept)
    assert table.wait().until == table.now + 40_000
