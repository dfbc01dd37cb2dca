"""The conductor: betting windows, clocks, staff, idle tables, and that nothing it does depends on a hidden card."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from conducted import DEALER, Conducted, Seen
from pitboss.basics.cards import TEXT
from pitboss.engine.auto.drive import any_report
from pitboss.engine.procedures.shoe import SeededSource
from pitboss.engine.registry import games
from pitboss.engine.round.asks import SUPERVISOR, THE_DEALER, Party
from pitboss.engine.round.inputs import CLOCK
from pitboss.house.settings import PACE_ZERO, Pace, Staffing
from pitboss.house.tables.conductor import (
    Act,
    Announce,
    AnyStep,
    AskDevice,
    Close,
    Conductor,
    Default,
    OpenRound,
    ReleaseSeat,
    Timers,
    Wait,
)

GAMES = sorted(games())
STUD = "double_down_stud"
BOSTON, CARIBBEAN, ATTACK = "boston_5_stud", "caribbean_stud", "double_attack_blackjack"
HUMAN = Staffing(dealer=DEALER)
MANY = 6_000
RULES: dict[str, list[dict[str, Any]]] = {
    BOSTON: [{}, {"dealing": "automated shoe"}],
    CARIBBEAN: [{}, {"five_card": True, "five_card_seed": 10_000_00}],
    ATTACK: [{"hole_card": "card reader"}, {"several_boxes": True, "verbal_wagers": True}],
    "double_cross_poker": [{}, {"packs": 2}],
    STUD: [{"cut": True}, {"two_areas": True}],
}


# --- the pace and the staff


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"betting": -1}, "betting must be between 0 and 86,400 seconds, not -1"),
        ({"decision": float("nan")}, "decision must be between 0 and 86,400 seconds, not nan"),
        ({"cut": True}, "cut must be between 0 and 86,400 seconds, not True"),
        ({"grace": 1e9}, "grace must be between 0 and 86,400 seconds, not 1000000000.0"),
        ({"idle_after": 0}, "idle_after must be a whole number between 1 and 86,400, not 0"),
        ({"missed_rounds": 1.5}, "missed_rounds must be a whole number between 0 and 86,400, not 1.5"),
    ],
)
def test_a_wrong_pace_gets_one_sentence(given: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong) as error:
        Pace(**given)
    assert str(error.value) == wrong


@pytest.mark.parametrize("factor", [-1, float("inf"), float("nan"), "fast"])
def test_a_factor_of_a_pace_is_a_number(factor: Any) -> None:
    with pytest.raises(ValueError, match="a pace must be a number of at least 0"):
        Pace().times(factor)


def test_staff_settings_are_checked() -> None:
    with pytest.raises(ValueError, match="validate_above must be a whole number of cents of at least 0, not -5"):
        Staffing(validate_above=-5)
    with pytest.raises(ValueError, match="dealer_grace must be between"):
        Staffing(dealer_grace=-1)
    with pytest.raises(msgspec.ValidationError, match="betting must be between"):
        msgspec.json.decode(b'{"betting": -1}', type=Pace)


# --- the betting window


def test_the_window_lasts_its_time() -> None:
    table = Conducted(STUD, Pace(betting=20, dealer=1))
    wait = table.wait()
    assert wait.until == table.now + 20_000
    [clock] = table.conductor.clocks
    assert (clock.about, clock.party, clock.ends - clock.began) == ("wagers", None, 20_000)
    table.wager("Ann")
    table.ready("Ann", "Bob")
    assert table.later(19.999).why == "wagers"
    table.later(0.001)
    assert [step.given.do for step in table.of(Act)] == ["no more bets"]


def test_the_window_closes_when_all_are_ready_and_one_has_wagered() -> None:
    table = Conducted(STUD)
    table.wait()
    table.ready("Ann", "Bob", "Cyd")
    assert table.wait().why == "wagers"  # nobody has wagered
    table.wager("Ann")
    assert table.wait().why == "double"
    assert [step.given.do for step in table.of(Act)] == ["no more bets"]


def comes(table: Conducted, *players: str) -> None:
    """These people sit down, and watch the table."""
    for player in players:
        table.table.sit(player)
        table.ready(player)  # as the running table says of everybody who sits down
        table.connected |= {player}


def window_of(table: Conducted) -> tuple[int, int]:
    """When the betting window began and when it ends, in milliseconds."""
    (clock,) = table.conductor.clocks
    return clock.began, clock.ends


@pytest.mark.parametrize("game", GAMES)
def test_whoever_sits_down_while_bets_are_open_plays_at_once_and_is_waited_for(game: str) -> None:
    table = Conducted(game, people=("Ann",))
    table.wager("Ann")
    comes(table, "Bob")
    table.ready("Ann")
    assert table.wait().why == "wagers"
    assert table.round.seats == ((1, "Ann"), (2, "Bob"))
    table.wager("Bob")
    table.ready("Ann", "Bob")
    table.wait()
    assert table.round.dealt_in == (1, 2)


def test_after_bets_are_closed_one_plays_from_the_next_round_on() -> None:
    table = Conducted(STUD, people=("Ann",))
    table.begin("Ann")
    assert table.wait().why == "double"
    comes(table, "Bob")
    table.until_the_end()
    assert table.round.seats == ((1, "Ann"),)
    table.later()
    assert table.round.seats == ((1, "Ann"), (2, "Bob"))


def test_nobody_is_let_in_who_is_not_there_or_sits_out() -> None:
    table = Conducted(STUD, people=("Ann",))
    table.wait()
    comes(table, "Bob", "Cyd")
    table.connected -= {"Bob"}
    table.sitting_out = {"Cyd"}
    table.wait()
    assert table.round.seats == ((1, "Ann"),)
    table.connected |= {"Bob"}
    table.wait()
    assert table.round.seats == ((1, "Ann"), (2, "Bob"))


def test_a_newcomer_has_half_the_window_at_least_but_nobody_holds_up_the_table_for_ever() -> None:
    table = Conducted(STUD, Pace(betting=20), people=("Ann",))
    table.wager("Ann")
    began, ends = window_of(table)
    assert ends == began + 20_000
    table.later(5)
    comes(table, "Bob")
    table.wait()
    assert window_of(table) == (began, began + 20_000)
    table.later(12)
    comes(table, "Cyd")
    table.wait()
    assert window_of(table) == (began, began + 27_000)
    for at, player in ((26, "Dan"), (35, "Eve"), (39, "Fay")):
        table.later(began / 1000 + at - table.now / 1000)
        comes(table, player)
        table.wait()
    assert window_of(table) == (began, began + 40_000)
    assert len(table.round.seats) == 6
    table.later(began / 1000 + 40 - table.now / 1000)
    assert table.round.phase != "wagers"


def test_a_table_without_clocks_waits_for_a_newcomer_until_they_are_ready() -> None:
    table = Conducted(STUD, Pace().unhurried(), people=("Ann",))
    table.wager("Ann")
    comes(table, "Bob")
    table.ready("Ann")
    assert (table.wait().why, table.round.phase) == ("wagers", "wagers")
    table.ready("Bob")
    assert table.wait().why == "double"


def test_whoever_sits_down_as_the_cards_are_about_to_be_spread_out_opens_the_window_again() -> None:
    table = Conducted(STUD, Pace(betting=20), HUMAN, people=("Ann",))
    table.wait()
    table.connected -= {"Ann"}
    while table.conductor.timers.spread is False:
        table.later()
    comes(table, "Bob")
    table.wait()
    assert not table.conductor.timers.spread
    assert window_of(table) == (table.now, table.now + 20_000)
    assert table.round.seats == ((1, "Ann"), (2, "Bob"))


def test_where_double_attack_bars_entry_in_mid_shoe_a_newcomer_waits() -> None:
    table = Conducted(ATTACK, people=("Ann",), rules={"mid_shoe_entry": False})
    table.begin("Ann")
    table.until_the_end()
    table.later()
    assert table.round.start.cursor > 0
    comes(table, "Bob")
    table.wait()
    assert table.round.seats == ((1, "Ann"),)


def test_nobody_waits_for_those_who_sit_out() -> None:
    table = Conducted(STUD)
    table.sitting_out = {"Bob", "Cyd"}
    table.wager("Ann")
    table.ready("Ann")
    assert table.wait().why == "double"


def test_the_window_waits_a_short_time_for_those_who_were_away() -> None:
    table = Conducted(STUD, Pace(betting=20, away=5))
    table.connected -= {"Cyd"}
    table.wager("Ann")
    table.ready("Ann", "Bob")
    assert table.wait().until == table.now + 5_000
    table.later(4)
    table.connected |= {"Cyd"}  # back in time: the whole window is Cyd's again
    assert table.wait().until == table.now + 16_000
    assert table.later(15).why == "wagers"


def test_who_drops_in_the_window_keeps_the_time_that_was_told() -> None:
    table = Conducted(STUD, Pace(betting=20, away=5))
    table.wager("Ann")
    table.ready("Ann", "Bob")
    table.later(1)
    table.connected -= {"Cyd"}
    assert table.wait().until == table.now + 19_000


def test_an_ante_without_its_first_wager_goes_back_when_the_time_is_over() -> None:
    table = Conducted(BOSTON)
    table.wager("Ann")
    table.act("Bob", "wager", "ante", 500)
    table.ready("Ann", "Bob", "Cyd")
    assert table.wait().why == "wagers"  # bets can't close yet
    table.later()
    [default] = table.of(Default)
    assert (default.party.player, default.given.do, default.given.wager) == ("Bob", "withdraw", "ante")
    assert [step.given.do for step in table.of(Act)] == ["no more bets"]
    assert table.round.dealt_in == (1,)


@pytest.mark.parametrize("goes", ["away", "sits out"])
def test_without_a_clock_an_ante_goes_back_only_if_its_player_is_not_there(goes: str) -> None:
    table = Conducted(BOSTON, Pace(betting=0, away=5))
    table.wager("Ann")
    table.act("Bob", "wager", "ante", 500)
    table.ready("Ann", "Bob", "Cyd")
    waits = table.later(86_400)
    assert (waits.until, [party.player for party in waits.parties]) == (None, ["Bob"])
    assert table.of(Default) == []
    if goes == "away":
        table.connected -= {"Bob"}
    else:
        table.sitting_out |= {"Bob"}
    table.later(5)
    [default] = table.of(Default)
    assert (default.party.player, default.given.do, default.given.wager) == ("Bob", "withdraw", "ante")
    assert table.round.dealt_in == (1,)


def test_a_recut_stops_the_window_and_extends_it_by_no_more_than_it_took() -> None:
    table = Conducted(STUD, Pace(betting=20, cut=10), rules={"cut": True})
    table.wait()
    table.act("Ann", "cut", amount=20)
    assert table.wait().why == "wagers"
    [clock] = table.conductor.clocks
    table.later(2)
    table.act("supervisor", "recut")
    assert table.wait().why == "the cut"
    assert [one.about for one in table.conductor.clocks] == ["the cut"]
    table.later(7)
    table.act("Ann", "cut", amount=30)
    table.wait()
    [again] = table.conductor.clocks
    assert again == msgspec.structs.replace(clock, ends=clock.ends + 7_000)


# --- rounds that are missed, idle tables


@pytest.mark.parametrize("away", [False, True])
def test_seats_are_released_in_one_order(away: bool) -> None:
    people = ("Fay", "Cyd", "Bob", "Eve", "Dan", "Ann")
    house = Conducted("double_down_stud", people=people)
    if away:
        house.connected = set()
        house.settle()
        house.now += 3_600_000
    else:
        house.conductor.timers.missed = dict.fromkeys(people, 5)
    house.settle()
    assert [one.player for one in house.of(ReleaseSeat)] == sorted(people)


def test_a_seat_is_released_after_so_many_missed_rounds() -> None:
    table = Conducted(STUD, Pace(missed_rounds=2))
    for _ in range(2):
        table.begin("Ann", "Bob")
        table.until_the_end()
        table.later(Pace().between)
    assert [step.player for step in table.of(ReleaseSeat)] == ["Cyd"]
    assert [player for _, player in table.table.seats] == ["Ann", "Bob"]


def test_a_wager_ends_the_row_of_missed_rounds() -> None:
    table = Conducted(STUD, Pace(missed_rounds=2))
    released = []
    for players in (("Ann", "Bob"), ("Ann", "Cyd"), ("Ann", "Cyd")):
        table.begin(*players)
        table.until_the_end()
        table.later(Pace().between)
        released.append([step.player for step in table.of(ReleaseSeat)])
    assert released == [[], [], ["Bob"]]


@pytest.mark.parametrize("stored", [True, False], ids=["after the count was stored", "before"])
def test_a_round_is_counted_once_also_if_the_house_restarts_in_it(stored: bool) -> None:
    """Bets close, and the house stops: before the count is stored, or after."""
    table = Conducted(STUD, Pace(missed_rounds=9))
    table.begin("Ann", "Bob")
    table.wait()
    assert table.conductor.timers.missed == {"Ann": 0, "Bob": 0, "Cyd": 1}
    timers = Timers(missed={"Cyd": 1}, counted=table.round.number) if stored else Timers()
    table.conductor = Conductor.resumed(table.now, Pace(missed_rounds=9), Staffing(), timers)
    table.told.clear()
    table.until_the_end()
    table.wait()
    assert {player: missed for player, missed in table.conductor.timers.missed.items() if missed} == {"Cyd": 1}


def test_ready_ends_the_pause_between_rounds_and_holds_for_one_window() -> None:
    table = Conducted(STUD, people=("Ann", "Bob"))
    table.begin("Ann")
    table.until_the_end()
    assert table.wait() == Wait(until=table.now + 9_000, why="the next round")
    table.ready("Ann")
    assert table.later(8).why == "the next round"
    table.ready("Bob")
    assert table.wait().why == "wagers"
    table.wager("Ann")
    assert table.wait().why == "wagers"
    assert [party.player for party in table.wait().parties] == ["Ann", "Bob"]


def test_ready_without_a_wager_does_not_wake_the_table() -> None:
    table = Conducted(STUD, Pace(idle_after=1, missed_rounds=0))
    table.wait()
    table.ready("Ann", "Bob", "Cyd")
    table.later(20)
    assert table.wait() == Wait(until=None, why="nobody plays")


@pytest.mark.parametrize("game", GAMES)
def test_an_idle_table_spreads_the_cards_sleeps_and_wakes(game: str) -> None:
    table = Conducted(game, Pace(idle_after=2, missed_rounds=0))
    table.until_the_end()
    assert [step.given.do for step in table.of(Act)] == ["spread"]
    assert table.table.state.condition.startswith("spread")
    assert table.now - 1_000_000 == 40_000
    assert table.wait() == Wait(until=None, why="nobody plays")
    table.ready("Bob")
    assert table.wait().why in ("wagers", "the cut")
    table.begin("Bob")
    assert table.until_the_end().settlements
    assert len(table.rounds) == 2


def test_a_table_without_anyone_who_plays_is_spread_after_a_round() -> None:
    table = Conducted(STUD, Pace(missed_rounds=0))
    table.begin("Ann")
    table.sitting_out = {"Ann", "Bob", "Cyd"}
    table.until_the_end()
    table.later()
    assert table.table.state.condition == "spread"
    assert table.wait().until is None


def test_seats_of_those_who_are_away_are_released_while_the_table_sleeps() -> None:
    table = Conducted(STUD, Pace(betting=20, idle_after=1, missed_rounds=3))
    table.connected -= {"Ann", "Bob"}
    table.sitting_out = {"Cyd"}
    table.connected |= {"Cyd"}
    table.wait()
    table.later(60)
    assert {step.player for step in table.of(ReleaseSeat)} == {"Ann", "Bob"}
    assert not table.rounds  # the cards were new, and nobody came to play


def test_somebody_who_may_not_enter_an_empty_window_gets_in_when_it_is_over() -> None:
    """5(h) bars Bob in mid-shoe. When nobody wagers, the cards are spread out, and the next round shuffles them."""
    table = Conducted(ATTACK, people=("Ann",), rules={"mid_shoe_entry": False, "cut_by": "dealer"})
    table.begin("Ann")
    table.until_the_end()
    table.later()
    table.later(5)
    comes(table, "Bob")
    table.later(14)
    assert len(table.rounds) == 2
    table.later(3)
    assert len(table.rounds) == 3
    assert table.round.seats == ((1, "Ann"), (2, "Bob"))
    assert table.wait().why == "wagers"


def test_a_table_closes_after_the_round() -> None:
    table = Conducted(STUD)
    table.begin("Ann")
    table.wait()
    table.closing = True
    while not isinstance(table.settle(), Close):
        table.now += 1_000
    assert table.round.over
    assert table.round.settlements


def test_a_table_without_wagers_closes_when_the_window_is_over() -> None:
    table = Conducted(STUD, Pace(betting=20))
    table.wait()
    table.closing = True
    table.now += 19_999
    assert isinstance(table.settle(), Wait)
    table.now += 1
    assert isinstance(table.settle(), Close)


# --- decision clocks


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("people", [1, 3])
def test_players_who_never_answer_get_the_default_by_the_clock(game: str, people: int) -> None:
    for rules in RULES[game]:
        players = ("Ann", "Bob", "Cyd")[:people]
        table = Conducted(game, people=players, rules=rules)
        while table.wait().why == "the cut":
            table.later()
        table.begin(*players)
        round = table.until_the_end()
        clocked = [given for given in round.inputs if given.by == CLOCK]
        assert {given.player for given in clocked} == {*players}
        assert {given.ruling for given in clocked} == {"time-out"}
        assert len(clocked) == len(table.of(Default))


def test_each_of_several_players_has_a_clock_of_their_own() -> None:
    table = Conducted(STUD, Pace(decision=20, away=5))
    table.connected -= {"Bob"}
    table.wager("Ann", "Bob", "Cyd")
    table.ready("Ann", "Cyd")
    table.later()
    assert {one.turn for one in table.conductor.clocks} == {table.round.asking.turn if table.round.asking else 0}
    times = {one.party.player: one.ends - one.began for one in table.conductor.clocks if one.party}
    assert times == {"Ann": 20_000, "Bob": 5_000, "Cyd": 20_000}
    table.later(5)
    assert [step.party.player for step in table.of(Default)] == ["Bob"]
    table.act("Ann", "double", amount=500)
    table.later(14.999)
    assert len(table.of(Default)) == 1
    table.later(0.001)
    assert [step.party.player for step in table.of(Default)] == ["Bob", "Cyd"]


def test_who_comes_back_gets_the_usual_time() -> None:
    table = Conducted(CARIBBEAN, Pace(decision=20, away=5), people=("Ann",))
    table.begin("Ann")
    table.connected.clear()
    table.wait()
    [short] = table.conductor.clocks
    assert (short.away, short.ends - short.began) == (True, 5_000)
    table.later(4)
    table.connected.add("Ann")
    table.wait()
    [usual] = table.conductor.clocks
    assert (usual.away, usual.ends - short.began) == (False, 20_000)
    table.connected.clear()  # the time that was told stands
    table.wait()
    assert table.conductor.clocks == (usual,)


def test_a_new_question_has_a_new_clock() -> None:
    table = Conducted(CARIBBEAN, people=("Ann", "Bob"))
    table.begin("Ann", "Bob")
    table.wait()
    table.later(19)
    table.act("Ann", "bet")
    table.wait()
    [clock] = table.conductor.clocks
    assert clock.party == Party("player", 2, "Bob")
    assert clock.ends == table.now + 20_000


@pytest.mark.parametrize("game", GAMES)
def test_a_report_does_not_extend_a_clock(game: str) -> None:
    random, seen = Random(1), 0
    for seed in range(40):
        table = Conducted(game, people=("Ann", "Bob"), seed=seed)
        table.begin("Ann", "Bob")
        table.wait()
        before, turn = table.conductor.clocks, table.conductor.timers.turn
        table.later(5)
        given = any_report(table.round, random)
        assert given is not None
        table.round.do(given)
        table.wait()
        if table.conductor.timers.turn == turn and not table.round.over:
            seen += 1
            assert set(table.conductor.clocks) <= set(before)
    assert seen


def test_after_a_restart_clocks_begin_anew_after_the_grace() -> None:
    pace = Pace(decision=20, grace=10, away=5)
    table = Conducted(CARIBBEAN, pace, people=("Ann",))
    table.begin("Ann")
    table.wait()
    table.later(19)
    stored = msgspec.json.encode(table.conductor.timers)
    timers = msgspec.json.decode(stored, type=type(table.conductor.timers))
    assert timers == table.conductor.timers
    table.now += 60_000
    table.conductor = Conductor.resumed(table.now, pace, Staffing(), timers)
    table.told.clear()
    table.connected.clear()
    assert table.wait().until == table.now + 15_000
    table.connected.add("Ann")
    assert table.wait().until == table.now + 30_000
    table.later()
    assert [step.given.do for step in table.of(Default)] == ["fold"]


# --- staff


def test_the_automatic_dealer_pauses() -> None:
    table = Conducted(STUD, Pace(dealer=1.5), people=("Ann",))
    table.begin("Ann")
    table.wait()
    table.act("Ann", "pass")
    wait = table.wait()
    assert (wait.until, wait.parties) == (table.now + 1_500, (THE_DEALER,))
    table.later()
    assert table.round.over


def test_the_depth_of_a_cut_comes_from_the_source() -> None:
    depths = set()
    for seed in range(12):
        table = Conducted(ATTACK, PACE_ZERO, people=("Ann",), rules={"cut_by": "dealer", "shuffler": "manual"}, seed=7)
        table.conductor.source = SeededSource(seed)
        table.wait()
        depths |= {step.given.amount for step in table.of(Act) if step.given.do == "cut"}
    assert len(depths) > 5


def test_a_person_who_deals_is_waited_for_and_players_clocks_still_run() -> None:
    table = Conducted(STUD, staffing=HUMAN)
    table.begin("Ann", "Bob")
    wait = table.wait()
    assert (wait.until, wait.parties, wait.why) == (None, (THE_DEALER,), "no more bets")
    table.act("dealer", "no more bets")
    table.later(20)
    assert [step.party.player for step in table.of(Default)] == ["Ann", "Bob"]
    assert table.wait() == Wait(until=None, parties=(THE_DEALER,), why="double")
    table.act("dealer", "no more bets")
    assert table.round.over
    assert table.of(Act) == []


def test_a_person_who_deals_may_not_cut_a_clock_short() -> None:
    table = Conducted(STUD, staffing=HUMAN)
    table.wager("Ann", "Bob")
    close = table.round.input("dealer", "no more bets")
    table.ready("Ann", "Bob")
    early = table.conductor.too_early(table.now, table.situation, close)
    assert early == "it is too early for 'no more bets': Cyd still has time"
    table.later(20)  # Cyd has not said that no wager comes, but the time is over
    assert table.conductor.too_early(table.now, table.situation, close) == ""
    table.round.do(close)
    table.wait()
    early = table.conductor.too_early(table.now, table.situation, close)
    assert early == "it is too early for 'no more bets': Ann and Bob still have time"
    table.later(20)
    assert table.conductor.too_early(table.now, table.situation, close) == ""


def test_the_automatic_dealer_takes_over_and_says_so() -> None:
    table = Conducted(STUD, staffing=Staffing(dealer=DEALER, dealer_grace=15))
    table.begin("Ann")
    table.wait()
    table.connected -= {DEALER}
    assert table.wait().until == table.now + 15_000
    table.later(15)
    assert table.said() == ["The dealer is away. The automatic dealer takes over."]
    assert [step.given.do for step in table.of(Act)] == ["no more bets"]
    table.connected |= {DEALER}
    table.wait()
    assert table.conductor.dealer == ""  # until the round is over
    table.until_the_end()
    assert table.said()[1:] == ["The dealer is back, and deals from the next round on."]
    table.later(10)
    assert [step.new_dealer for step in table.of(OpenRound)] == [False, False]
    assert table.conductor.dealer == DEALER


def test_another_dealer_begins_a_round_as_a_new_dealer() -> None:
    table = Conducted(ATTACK, people=("Ann",))
    table.begin("Ann")
    table.until_the_end()
    table.conductor.assign(HUMAN)
    table.later(10)
    assert [step.new_dealer for step in table.of(OpenRound)] == [False, True]
    assert table.round.start.burn


@pytest.mark.parametrize("above", [0, 499_99, 10_000_00, None])
def test_a_person_validates_above_a_set_amount(above: int | None) -> None:
    rules = {"five_card": True, "five_card_seed": 10_000_00}
    table = Conducted(CARIBBEAN, staffing=Staffing(validate_above=above), people=("Ann",), rules=rules)
    table.table.stack("9h 2c 8h 3d 7h 4c 6h Ks 5h Qd")
    table.wager("Ann")
    side = next(
        one
        for one in table.round.offers(Party("player", 1, "Ann"))
        if one.do == "wager" and one.wager == "five card bonus"
    )
    table.act("Ann", "wager", side.wager, side.least)
    table.ready("Ann")
    table.wait()
    table.act("Ann", "bet")
    wait = table.later(2) if not table.round.over else table.wait()
    won = 100_000
    if above is not None and above < won:
        assert wait.parties == (SUPERVISOR,)
        assert "which a person must approve" in wait.why
        assert not table.round.over
        table.later(1_000)
        table.act("supervisor", "validate")
    assert table.round.over
    assert [step.given.do for step in table.of(Act)].count("validate") == (above is None or above >= won)


# --- devices


@pytest.mark.parametrize("game", GAMES)
def test_a_device_without_an_attendant_is_asked_for(game: str) -> None:
    table = Conducted(game, devices=False)
    table.begin("Ann")
    table.until_the_end()
    assert {step.party.by for step in table.of(AskDevice)} >= {"shuffler"}


# --- pace 0


@pytest.mark.parametrize("game", GAMES)
def test_at_pace_0_no_time_passes(game: str) -> None:
    for rules in RULES[game]:
        random, table = Random(5), Conducted(game, PACE_ZERO, people=("Ann", "Bob"), rules=rules)
        for _ in range(MANY):
            wait = table.wait()
            assert wait.until is None
            assert not table.conductor.clocks
            if len(table.rounds) > 25:
                break
            table.whim(random, 0.05, ("Ann", "Bob"))
        assert len(table.rounds) > 25
        assert table.now == 1_000_000


def test_at_pace_0_the_default_applies_at_once_for_those_who_are_away() -> None:
    table = Conducted(STUD, PACE_ZERO, people=("Ann", "Bob"))
    table.begin("Ann", "Bob")
    wait = table.wait()
    assert [party.player for party in wait.parties] == ["Ann", "Bob"]
    table.connected.clear()
    table.wait()
    assert [step.party.player for step in table.of(Default)] == ["Ann", "Bob"]
    assert table.rounds[0].over


def test_at_pace_0_somebody_who_sits_down_gets_in_at_once() -> None:
    table = Conducted(STUD, PACE_ZERO, people=("Ann",))
    table.wait()
    table.table.sit("Bob")
    table.connected.add("Bob")
    table.ready("Bob")
    table.wait()
    assert table.round.seats == ((1, "Ann"), (2, "Bob"))


# --- anything that people may do


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("staffing", [Staffing(), Staffing(dealer=DEALER, dealer_grace=3, validate_above=100_00)])
def test_every_round_ends_whatever_people_do(game: str, staffing: Staffing) -> None:
    """``Conducted`` checks that no step is refused, and that no clock ends before the time that was told."""
    for number, rules in enumerate(RULES[game]):
        random = Random(number)
        table = Conducted(game, Pace(missed_rounds=0), staffing, rules=rules, seed=number)
        table.silent = {"Cyd"}
        at_the_last = 0
        for turn in range(MANY):
            if len(table.rounds) > 30:
                break
            wait = table.wait()
            pause = random.choice((0, 0, 100, 1_000, 4_000, 12_000))
            if wait.until is not None and table.now + pause >= wait.until:
                table.now = wait.until
            else:
                table.now += pause
                table.whim(random, 0.08, ("Ann", "Bob", "Cyd", DEALER))
            if table.rounds and table.round.over:
                at_the_last = turn
            assert turn - at_the_last < 800, f"a round does not end: {wait}"
        assert sum(bool(round.settlements) for round in table.rounds) > 15
        assert table.of(Default)
        assert bool(table.of(Announce)) == bool(staffing.dealer)


# --- secrecy


def watched(game: str, rules: dict[str, Any], cards: list[str]) -> list[Seen]:
    """A round from these cards. Ann and Bob wager on everything, and then never decide."""
    table = Conducted(game, people=("Ann", "Bob"), rules=rules, watched=True)
    table.table.stack(" ".join(cards))
    while table.wait().why != "wagers":
        table.later()
    table.wager("Ann", "Bob")
    for party in [one for one in table.round.waiting if one.by == "player"]:
        for offer in [one for one in table.round.offers(party) if one.do == "wager" and one.optional]:
            given = offer.taken(party, offer.least)
            if table.round.allows(given):
                table.round.do(given)
    table.ready("Ann", "Bob")
    table.until_the_end()
    return table.seen


def same_while_it_looks_the_same(one: list[Seen], other: list[Seen]) -> int:
    """Compare steps, times and clocks as long as everyone sees the same. Return how many had other hidden cards."""
    differed = 0
    for a, b in zip(one, other, strict=False):
        if a.public != b.public:
            break
        assert (a.now, a.step, a.clocks) == (b.now, b.step, b.clocks)
        differed += a.hidden != b.hidden
    return differed


@pytest.mark.parametrize("game", [game for game in GAMES if game != ATTACK])
def test_steps_and_their_times_do_not_depend_on_hidden_cards(game: str) -> None:
    """Rounds that look the same to everyone have the same steps at the same times, whatever the hidden cards are."""
    random = Random(3)
    for number in range(12):
        rules, cards = RULES[game][0], random.sample(TEXT, len(TEXT))
        one = watched(game, rules, cards)
        hidden = next(seen.hidden for seen in one if seen.hidden)
        stub = cards[len(TEXT) // 2 + 5 :]
        other = cards.copy()
        for card in random.sample(hidden, random.randint(1, len(hidden))):
            there, instead = other.index(card), other.index(stub.pop())
            other[there], other[instead] = other[instead], other[there]
        assert same_while_it_looks_the_same(one, watched(game, rules, other)) >= 2, number


@pytest.mark.parametrize("up", ["As", "Kd", "6c"])
def test_the_pause_is_the_same_whether_or_not_the_dealer_has_a_blackjack(up: str) -> None:
    rules = {"hole_card": "card reader"}
    rounds = [
        watched(ATTACK, rules, [burn, up, "9h", "9d", "8c", "7d", hole])
        for burn, hole in (("2c", "Kh"), ("3c", "5h"), ("Jh", "Ac"), ("2c", "9s"))
    ]
    differed = [same_while_it_looks_the_same(rounds[0], other) for other in rounds[1:]]
    if up == "As":  # the insurance window, while the hole card lies there
        assert min(differed) >= 4


def test_every_step_can_be_encoded() -> None:
    table = Conducted(STUD)
    table.begin("Ann")
    table.until_the_end()
    for _, step in table.steps:
        assert msgspec.json.decode(msgspec.json.encode(step), type=AnyStep) == step
