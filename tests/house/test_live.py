"""Live tables on a database: what is acknowledged is stored, and a restart brings everything back."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from sqlalchemy import func, select

from live import Seen, TestHouse, act_for, play_round, seat_players
from pitboss.basics.money import UNITS
from pitboss.house.audit.whole_house import audit_house
from pitboss.house.money import books
from pitboss.house.people import staff
from pitboss.house.storage import schema
from pitboss.house.tables.live import LiveTable, NoConductor
from pitboss.protocol import messages as msg

GAMES = {
    "double_down_stud": {},
    "boston_5_stud": {},
    "caribbean_stud": {"progressive": "D"},
    "double_attack_blackjack": {},
    "double_cross_poker": {},
}


@pytest.fixture
def house(tmp_path: Path) -> TestHouse:
    return TestHouse.on_sqlite(tmp_path / "house.db")


@pytest.mark.parametrize("game", GAMES)
def test_rounds_are_played_stored_and_recovered(url: str, game: str) -> None:
    random, house = Random(1), TestHouse.at(url)
    live = house.floor.open_table(game, GAMES[game])
    players = seat_players(house, live, 3)
    for _ in range(20):
        play_round(house, live, random, irregular=0.05)
    live.open_round()
    house.settle()
    before = (live.seq, live.head, live.log_head, list(live.table.round.records), dict(live.till.held))  # type: ignore[union-attr]
    house.kill()

    again = TestHouse.at(url)
    (back,) = again.floor.recover()
    again.settle()
    assert back.table.round is not None
    held = {name: units for name, units in back.till.held.items() if units}
    assert (back.seq, back.head, back.log_head, back.table.round.records) == before[:4]
    assert held == {name: units for name, units in before[4].items() if units}
    for _ in range(5):
        play_round(again, back, random, irregular=0.05)
    with again.engine.connect() as connection:
        total = connection.execute(select(func.sum(schema.account.c.units))).scalar()
        assert total == 0
    assert again.balance(books.layout(back.id)) == again.balance(books.jackpot(back.id)) == 0
    assert sum(back.till.chips(player) for player in players) >= 0
    again.kill()


def test_whoever_bets_behind_the_seats_reads_of_their_own_hand_as_you(house: TestHouse) -> None:
    """They all see the round from the same place, and each is told in their own words."""
    live = house.floor.open_table("double_attack_blackjack")
    seat_players(house, live, 1)
    people = ["p1", "p2", "p3"]
    for player in people[1:]:
        house.issue(player, 100_00)
        house.command(live, player, msg.Stand)
        house.command(live, player, msg.BuyIn, cents=100_00)
    house.settle()
    watchers = [Seen(player) for player in people]
    for one in watchers:
        live.watch(one)
    live.open_round()
    house.settle()
    for box, player in enumerate(people, 1):
        bet = {"do": "wager", "wager": "initial", "amount": 500, "seat": box}
        answers = house.command(live, player, msg.Play, round=1, turn=live.turn_of(player).turn, **bet)
        house.settle()
        assert [type(one) for one in answers] == [msg.Done], answers
    play_round(house, live, Random(1))
    late = Seen("p3")
    live.watch(late)
    for watcher in (*watchers, late):
        (told,) = [one.results for one in watcher.messages if isinstance(one, msg.Update) and one.results]
        assert {one.player for one in told} == set(people)
        for one in told:
            whose = "You" if one.player == watcher.person else one.player.title()
            assert whose in one.sentence, (watcher.person, one)
            assert watcher.person.title() not in one.sentence
    house.kill()


def test_a_command_that_is_sent_twice_is_done_once(house: TestHouse) -> None:
    live = house.floor.open_table("double_down_stud")
    (player,) = seat_players(house, live, 1, 100_00)
    live.open_round()
    house.settle()
    chips, turn = live.till.chips(player), live.turn_of(player)
    for _ in range(2):
        answers = house.command(
            live, player, msg.Play, key="same", round=1, turn=turn.turn, do="wager", wager="original", amount=500
        )
        house.settle()
        assert [type(one) for one in answers] == [msg.Done]
    assert live.till.chips(player) == chips - 500 * 10_000
    house.kill()


def test_a_key_that_was_used_for_another_command_is_refused(house: TestHouse) -> None:
    live = house.floor.open_table("double_down_stud")
    (player,) = seat_players(house, live, 1, 100_00)
    live.open_round()
    house.settle()
    wager = {"round": 1, "turn": live.turn_of(player).turn, "do": "wager", "wager": "original"}
    house.command(live, player, msg.Play, key="same", amount=500, **wager)
    for kind, fields in ((msg.Play, {"amount": 1000, **wager}), (msg.Leave, {}), (msg.SitOut, {"out": True})):
        (answer,) = house.command(live, player, kind, key="same", **fields)
        assert isinstance(answer, msg.Refused)
        assert (answer.code, answer.why) == ("key", "this key was used for another command")
    house.settle()
    assert live.out == set()
    house.kill()


def test_the_key_of_a_play_may_be_used_again_in_the_next_round(house: TestHouse) -> None:
    live = house.floor.open_table("double_down_stud")
    (player,) = seat_players(house, live, 1, 1000_00)
    done = []
    for number in (1, 2):
        live.open_round()
        house.settle()
        wager = {"round": number, "turn": live.turn_of(player).turn, "do": "wager", "wager": "original"}
        answers = house.command(live, player, msg.Play, key="same", amount=500 * number, **wager)
        play_round(house, live, Random(number))
        done += answers
    again = house.command(live, player, msg.Play, key="same", amount=1000, **wager)
    house.settle()
    assert [type(one) for one in done] == [msg.Done, msg.Done]
    assert done[0].seq < done[1].seq
    assert again == done[1:]
    house.kill()


def test_nobody_is_told_what_is_not_on_the_disk(house: TestHouse) -> None:
    live = house.floor.open_table("double_down_stud")
    (player,) = seat_players(house, live, 1, 100_00)
    seen = Seen(player)
    live.watch(seen)
    seen.messages.clear()
    live.open_round()
    assert seen.messages == []
    house.settle()
    assert [type(one) for one in seen.messages] == [msg.Update, msg.Turn]
    house.kill()


def test_buying_in_takes_no_more_than_the_wallet_holds(house: TestHouse) -> None:
    live = house.floor.open_table("double_down_stud")
    house.issue("ann", 100_00)
    house.command(live, "ann", msg.Sit)
    first = house.command(live, "ann", msg.BuyIn, cents=80_00)
    second = house.command(live, "ann", msg.BuyIn, cents=80_00)
    house.settle()
    assert isinstance(first[0], msg.Done)
    assert (second[0].code, second[0].why) == ("wallet", "your wallet does not hold $80")
    assert (house.balance("wallet:ann"), live.till.chips("ann")) == (20_00 * 10_000, 80_00 * 10_000)
    house.kill()


def test_a_client_that_comes_back_gets_exactly_what_it_missed(house: TestHouse, tmp_path: Path) -> None:
    random = Random(4)
    live = house.floor.open_table("boston_5_stud")
    player, _ = seat_players(house, live, 2)
    always = Seen(player)
    live.watch(always)
    for _ in range(6):
        play_round(house, live, random)
    updates = [one for one in always.messages if isinstance(one, msg.Update)]
    assert [one.seq for one in updates] == list(range(updates[0].seq, live.seq + 1))
    for after in (updates[0].seq, updates[3].seq, updates[-20].seq, updates[-2].seq, updates[-1].seq):
        back = Seen(player)
        house.watch_again(live, back, after)
        assert [one for one in back.messages if isinstance(one, msg.Update)] == [u for u in updates if u.seq > after]
    house.kill()


def test_cashing_out_twice_with_one_key_moves_the_money_once(house: TestHouse) -> None:
    live = house.floor.open_table("double_down_stud")
    (player,) = seat_players(house, live, 1, 100_00)
    for _ in range(2):
        answers = house.command(live, player, msg.CashOut, key="out", cents=30_00)
        house.settle()
        assert [type(one) for one in answers] == [msg.Done]
    assert (house.balance(f"wallet:{player}"), live.till.chips(player)) == (30_00 * 10_000, 70_00 * 10_000)
    house.kill()


def test_a_cash_out_that_is_sent_again_after_a_restart_gets_the_same_answer(house: TestHouse, tmp_path: Path) -> None:
    live = house.floor.open_table("double_down_stud")
    (player,) = seat_players(house, live, 1, 100_00)
    first = house.command(live, player, msg.CashOut, key="out", cents=60_00)
    house.settle()
    house.kill()
    again = TestHouse.on_sqlite(tmp_path / "house.db")
    (back,) = again.floor.recover()
    same = again.command(back, player, msg.CashOut, key="out", cents=60_00)
    new = again.command(back, player, msg.CashOut, key="more", cents=60_00)
    again.settle()
    assert [type(one) for one in first + same] == [msg.Done, msg.Done]
    why = "you can't take back $60: you have $40 in chips at this table"
    assert [(one.code, one.why) for one in new] == [("chips", why)]
    assert (again.balance(f"wallet:{player}"), back.till.chips(player)) == (60_00 * 10_000, 40_00 * 10_000)
    again.kill()


def test_a_cash_out_of_all_that_is_sent_again_is_not_acknowledged_before_it_is_stored(house: TestHouse) -> None:
    live = house.floor.open_table("double_down_stud")
    (player,) = seat_players(house, live, 1, 100_00)
    answers = [house.command(live, player, msg.CashOut, key="out") for _ in range(2)]
    assert answers == [[], []]
    house.settle()
    assert [type(one) for some in answers for one in some] == [msg.Done, msg.Done]
    assert house.balance(f"wallet:{player}") == 100_00 * 10_000
    house.kill()


def test_a_cash_out_of_all_that_is_sent_again_after_a_purchase_takes_nothing(house: TestHouse) -> None:
    live = house.floor.open_table("double_down_stud")
    (player,) = seat_players(house, live, 1, 100_00)

    def told(kind: type[msg.Command], key: str, cents: int) -> str:
        answers = house.command(live, player, kind, key=key, cents=cents)
        house.settle()
        return getattr(answers[0], "code", "done")

    steps = [
        (msg.CashOut, "all", 0, "done", 0),
        (msg.CashOut, "all", 0, "done", 0),
        (msg.BuyIn, "in", 40_00, "done", 40_00),
        (msg.CashOut, "all", 0, "done", 40_00),
        (msg.CashOut, "all", 10_00, "key", 40_00),
        (msg.CashOut, "in", 0, "key", 40_00),
        (msg.CashOut, "some", 10_00, "done", 30_00),
        (msg.CashOut, "some", 0, "key", 30_00),
    ]
    for kind, key, cents, answer, left in steps:
        assert (told(kind, key, cents), live.till.chips(player)) == (answer, left * UNITS)
    assert house.balance(f"wallet:{player}") == 70_00 * UNITS
    house.kill()
    assert "memo" not in str(audit_house(house.engine).findings)


def test_a_cash_out_without_chips_is_refused(house: TestHouse) -> None:
    live = house.floor.open_table("double_down_stud")
    (player,) = seat_players(house, live, 1, 100_00)
    house.command(live, player, msg.CashOut, key="all")
    answers = house.command(live, player, msg.CashOut, key="more")
    house.settle()
    assert [(one.code, one.why) for one in answers] == [("chips", "you have no chips at this table to take back")]
    house.kill()


def test_an_act_of_staff_is_in_the_journal_when_it_is_acknowledged_and_only_once(url: str) -> None:
    house = TestHouse.at(url)
    live = house.floor.open_table("double_down_stud")
    seat_players(house, live, 1)
    live.open_round()
    house.settle()
    playing = live.table.round
    assert playing is not None
    assert playing.asking is not None
    report = next(one for one in playing.reports() if not one.why_not and not one.places)
    said = {"do": "report", "what": report.what[0], "amount": report.least, "by": "supervisor"}
    turn = {"round": playing.number, "turn": playing.asking.turn}
    for _ in range(2):
        answers = house.command(live, "sue", msg.Play, key="report", **said, **turn)
        house.settle()
        assert [type(one) for one in answers] == [msg.Done]
    with house.engine.connect() as connection:
        noted = {"table": live.id, "act": answers[0].seq, "what": report.what[0], "place": ""}
        noted |= {"by": "supervisor", "dealer": ""}  # the automatic dealer deals
        assert staff.acts(connection, "report") == [noted]
    house.kill()


def test_what_dealer_and_supervisor_confirm_has_both_names_in_the_journal(house: TestHouse) -> None:
    """5(c) of Double Attack Blackjack: a wager by word stands if both have confirmed it."""
    live = house.floor.open_table("double_attack_blackjack", {"verbal_wagers": True})
    live.context.conductor = NoConductor("dee")
    (player,) = seat_players(house, live, 1)
    live.open_round()
    house.settle()
    for person, said in (
        (player, {"do": "cash", "wager": "initial", "amount": 25_00}),
        ("dee", {"do": "confirm", "by": "dealer"}),
        ("sue", {"do": "confirm", "by": "supervisor"}),
    ):
        turn = live.turn_of(player)
        answers = house.command(live, person, msg.Play, round=turn.round, turn=turn.turn, **said)
        house.settle()
        assert [type(one) for one in answers] == [msg.Done], answers
    with house.engine.connect() as connection:
        lines = connection.execute(schema.staff_act.select().where(schema.staff_act.c.what == "confirm")).all()
        said_of = staff.acts(connection, "confirm")
    assert [(line.person, one["by"], one["dealer"]) for line, one in zip(lines, said_of, strict=True)] == [
        ("dee", "dealer", "dee"),
        ("sue", "supervisor", "dee"),
    ]
    house.kill()


def test_rules_change_between_rounds_and_survive_a_restart(house: TestHouse, tmp_path: Path) -> None:
    random = Random(2)
    each_round = {"reshuffle_each_round": True}
    live = house.floor.open_table("double_attack_blackjack", each_round)
    seat_players(house, live, 2)
    play_round(house, live, random)
    live.change_rules({"table_minimum": 25_00, **each_round})
    house.settle()
    house.kill()
    for rounds in (0, 3):
        house = TestHouse.on_sqlite(tmp_path / "house.db")
        (live,) = house.floor.recover()
        house.settle()
        assert live.table.rules.table_minimum == 25_00
        assert [seat for seat, _ in live.table.seats] == [1, 2]
        for _ in range(rounds or 1):
            play_round(house, live, random)
        house.kill()


def test_what_was_missed_before_the_rules_changed_is_sent_too(url: str) -> None:
    random, house = Random(2), TestHouse.at(url)
    live = house.floor.open_table("double_down_stud", {"table_maximum": 500_00})
    player, _ = seat_players(house, live, 2)
    always = Seen(player)
    live.watch(always)
    for number in range(6):
        play_round(house, live, random)
        if number in (1, 3):
            live.change_rules({"table_maximum": (number + 2) * 100_00})
            house.settle()
    updates = [one for one in always.messages if isinstance(one, msg.Update)]
    for after in updates[:-1:7]:
        back = Seen(player)
        house.watch_again(live, back, after.seq)
        assert [one for one in back.messages if isinstance(one, msg.Update)] == [
            u for u in updates if u.seq > after.seq
        ]
    house.kill()


def test_a_key_that_was_used_for_another_amount_is_refused(house: TestHouse) -> None:
    live = house.floor.open_table("double_down_stud")
    (player,) = seat_players(house, live, 1, 500_00)
    house.issue(player, 500_00)
    answers = [
        house.command(live, player, kind, key=key, cents=cents)
        for kind, key, cents in (
            (msg.BuyIn, "in", 100_00),
            (msg.BuyIn, "in", 200_00),
            (msg.CashOut, "out", 50_00),
            (msg.CashOut, "out", 60_00),
        )
    ]
    house.settle()
    told = [getattr(one[0], "code", "done") for one in answers]
    assert told == ["done", "key", "done", "key"]
    assert live.till.chips(player) == house.balance(f"chips:{live.id}:{player}") == 550_00 * 10_000
    house.kill()


def test_a_second_wager_can_be_withdrawn_while_others_decide(house: TestHouse) -> None:
    live = house.floor.open_table("boston_5_stud")
    first, second = seat_players(house, live, 2, 1_000_00)
    live.open_round()
    while live.turn_of(first).about != "second or fold":
        house.settle()
        about, round = live.turn_of(first).about, live.table.round
        assert round is not None
        if about == "wagers" and not round.layout.stakes:
            for player in (first, second):
                for wager, amount in (("ante", 1000), ("first", 2000)):
                    play(house, live, player, do="wager", wager=wager, amount=amount)
        else:
            assert act_for(house, live, next(party for party in round.waiting if not party.player), Random(1))

    assert "withdraw" not in open_to(live, first)
    play(house, live, first, do="second", amount=2000)
    assert open_to(live, first) == ["withdraw"]
    assert "withdraw" not in open_to(live, second)
    play(house, live, first, do="withdraw", wager="second")
    assert open_to(live, first) == []
    assert live.table.round is not None
    assert live.table.round.layout.hand("seat 1").folded
    house.kill()


def play(house: TestHouse, live: LiveTable, player: str, **fields: object) -> None:
    turn = live.turn_of(player)
    answers = house.command(live, player, msg.Play, round=turn.round, turn=turn.turn, **fields)
    house.settle()
    assert [type(one) for one in answers] == [msg.Done], answers


def open_to(live: LiveTable, player: str) -> list[str]:
    return [one.do for _, offers in live.turn_of(player).offers for one in offers if not one.why_not]


def test_spectators_share_a_turn_that_tells_each_what_it_would_tell_them_alone(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = house.floor.open_table("double_down_stud")
    seat_players(house, live, 2)
    crowd = [Seen(f"spectator-{number}") for number in range(20)]
    boss = Seen("boss")
    boss.staff = True
    for one in (*crowd, boss):
        live.watch(one)
    made: list[str] = []
    turn_of = live.turn_of

    def counted(person: str, staff: bool) -> msg.Turn:
        made.append(person)
        return turn_of(person, staff)

    monkeypatch.setattr(live, "turn_of", counted)
    live.open_round()
    house.settle()
    assert len([person for person in made if person.startswith("spectator")]) <= live.committed
    for one in crowd:
        turns = [message for message in one.messages if isinstance(message, msg.Turn)]
        assert turns[-1] == turn_of(one.person)
        assert not turns[-1].offers
    last = [message for message in boss.messages if isinstance(message, msg.Turn)][-1]
    assert last == turn_of("boss", staff=True)
    assert last.offers
    house.kill()


def test_whatever_spectators_are_told_can_wait_and_what_players_and_staff_are_told_can_not(house: TestHouse) -> None:
    class Served(Seen):
        def __init__(self, person: str) -> None:
            super().__init__(person)
            self.soon: list[bool] = []
            self.turns: list[bool] = []

        def send(self, message: bytes, *, soon: bool = True) -> None:
            super().send(message)
            (self.turns if isinstance(self.messages[-1], msg.Turn) else self.soon).append(soon)

    live = house.floor.open_table("double_down_stud")
    player, _ = seat_players(house, live, 2)
    boss = Served("boss")
    boss.staff = True
    seated, spectator = Served(player), Served("spectator")
    for one in (seated, spectator, boss):
        live.watch(one)
        one.soon, one.turns = [], []
    live.open_round()
    house.settle()
    play(house, live, player, do="wager", wager="original", amount=1000)
    assert set(seated.soon) == set(seated.turns) == {True}
    assert set(spectator.soon) == set(spectator.turns) == {False}
    assert set(boss.turns) == {True}
    house.kill()
