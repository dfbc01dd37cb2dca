"""Players of the house: who they are, what they wager and decide, and how long they take."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from conducted import Conducted
from pitboss import Table
from pitboss.engine import registry
from pitboss.engine.auto.policy import Turn
from pitboss.engine.auto.policy import staff as by_staff
from pitboss.engine.round.asks import Party
from pitboss.engine.round.events import Wagered
from pitboss.engine.round.round import Round
from pitboss.house.money.books import PLAYERS, Posting
from pitboss.house.money.cashier import Till
from pitboss.house.people.house_players import MARK, NAMES, HousePlayer, Skill, is_house_player
from pitboss.house.people.people import PeopleError, checked_name
from pitboss.house.settings import MOST_PLAYERS, Pace, PlayersSettings
from pitboss.house.tables import house_moves as moves

GAMES = registry.games()
RICH = 10**9
"""More cents than any decision costs."""


# --- who they are


@pytest.mark.parametrize(
    "name",
    ["Ann (house)", "Ann (House)", "Ann [h0use]", "Ann \uff08\uff48\uff4f\uff55\uff53\uff45\uff09", "Ann (h\u043euse"],
)
def test_nobody_is_called_as_players_of_the_house_are(name: str) -> None:
    with pytest.raises(PeopleError, match="only players of the house"):
        checked_name(name)


@pytest.mark.parametrize("name", ["Porterhouse", "Ann (housewife)", "House of Ann", "Ann"])
def test_names_that_only_have_the_word_are_free(name: str) -> None:
    assert checked_name(name) == name


def test_those_of_one_table_differ_in_name_skill_and_tempo() -> None:
    players = [HousePlayer.at("4f2a", number) for number in range(1, MOST_PLAYERS + 1)]
    assert len({one.name for one in players}) == len({one.tempo for one in players}) == MOST_PLAYERS
    assert {one.skill for one in players} == set(Skill)
    assert all(one.name.endswith(MARK) and is_house_player(one.id) for one in players)


def test_their_names_fit_on_a_plate() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert max(map(len, NAMES)) <= 6


@pytest.mark.parametrize("number", [-1, MOST_PLAYERS + 1, 1.5, True])
def test_a_nonsense_number_of_them_is_refused(number: Any) -> None:
    with pytest.raises(ValueError, match=f"between 0 and {MOST_PLAYERS}"):
        PlayersSettings(at_table=number)


def test_their_chips_come_from_their_own_account_and_go_back_to_it() -> None:
    dora = HousePlayer.at("t1", 1).id
    (bought,) = Till("t1").buy_in(dora, 100, 0, "1", 0)
    assert bought.postings == (Posting(PLAYERS, -1_000_000), Posting(f"chips:t1:{dora}", 1_000_000))
    assert next(one.into for one in Till("t1").empty(dora, "1", 0)) == PLAYERS


# --- what they do


def played(game: str, skill: Skill, seed: int, *, chips: int = RICH, advice: str = "") -> Round:
    """A round that two of them play, to its end."""
    table, random = Table(game, seed=seed), Random(seed)
    players = [HousePlayer.at("t1", number)._replace(skill=skill) for number in (1, 2)]
    for one in players:
        table.sit(one.name, id=one.id)
    round = table.open_round()
    while not round.over:
        assert round.asking is not None
        for who in players:
            turn = moves.turn_of(round, who.id, chips, random)
            given = None
            if turn is not None:
                given = moves.bet(turn) if turn.about == "wagers" else moves.decision(turn, who, advice)
            if given is not None:
                round.do(given)
                break
        else:
            party = next(one for one in round.waiting if not one.player)
            made = by_staff(Turn(round, party, round.offers(party), random))
            assert made is not None
            round.do(made)
    return round


@pytest.mark.parametrize("skill", Skill)
@pytest.mark.parametrize("game", GAMES)
def test_each_skill_plays_rounds_of_every_game_to_their_end(game: str, skill: Skill) -> None:
    for seed in range(6):
        ended = {one.player for one in played(game, skill, seed).settlements}
        assert ended == {HousePlayer.at("t1", number).id for number in (1, 2)}


@pytest.mark.parametrize("game", GAMES)
def test_they_place_no_side_wager(game: str) -> None:
    sides = {one.name for one in registry.game(game).wagers if one.side}
    wagered = {
        one.wager for seed in range(6) for one in played(game, Skill.NOVICE, seed).records if isinstance(one, Wagered)
    }
    assert wagered
    assert not wagered & sides


def test_their_first_wagers_differ() -> None:
    assert len({played("double_down_stud", Skill.REGULAR, seed).settlements[0].stake for seed in range(8)}) > 2


def decided(skill: Skill, advice: str = "") -> set[str]:
    """What a player does with one hand that the simple rule doubles, asked again and again."""
    table = Table("double_down_stud", seed=7)
    who = HousePlayer.at("t1", 1)._replace(skill=skill)
    table.sit(who.name, id=who.id)
    round = table.open_round()
    round.do(who.id, "wager", "original", 500)
    round.do("dealer", "no more bets")
    random = Random(3)
    asked = (moves.turn_of(round, who.id, RICH, random) for _ in range(60))
    return {given.do for turn in asked if turn and (given := moves.decision(turn, who, advice))}


def test_only_novices_make_mistakes() -> None:
    assert [decided(Skill.REGULAR), decided(Skill.NOVICE)] == [{"double"}, {"double", "pass"}]


def test_an_expert_does_what_the_coach_calls_best() -> None:
    assert [decided(Skill.EXPERT, "pass"), decided(Skill.EXPERT), decided(Skill.EXPERT, "no such choice")] == [
        {"pass"},
        {"double"},
        {"double"},
    ]


def test_an_expert_stakes_the_most_on_the_best_choice() -> None:
    round = played("double_down_stud", Skill.EXPERT, 7, advice="double")
    wagered = [(one.player, one.wager, one.amount) for one in round.records if isinstance(one, Wagered)]
    originals = {player: amount for player, wager, amount in wagered if wager == "original"}
    assert {player: amount for player, wager, amount in wagered if wager == "double"} == originals


def test_nobody_stakes_more_than_the_chips() -> None:
    wagered = [
        one.amount
        for seed in range(8)
        for one in played("double_down_stud", Skill.REGULAR, seed, chips=7_00).records
        if isinstance(one, Wagered)
    ]
    assert max(wagered) == 7_00


def test_a_wager_is_taken_back_while_bets_are_open() -> None:
    table = Table("double_down_stud", seed=7)
    who = HousePlayer.at("t1", 1)
    table.sit(who.name, id=who.id)
    round = table.open_round()
    round.do(who.id, "wager", "original", 500)
    turn = moves.turn_of(round, who.id, RICH, Random(1))
    assert turn is not None
    back = moves.take_back(turn)
    assert back is not None
    round.do(back)
    assert not round.layout.stakes


# --- how long it takes


SHARES = [one for one in vars(moves).values() if isinstance(one, moves.Share)]


@pytest.mark.parametrize("share", SHARES)
def test_pauses_are_human_and_differ(share: moves.Share) -> None:
    """Between a third of a second and 9 seconds at the usual pace, so well within every clock."""
    random = Random(5)
    found = [share.ms(Pace(), HousePlayer.at("t1", number).tempo, random) for number in range(1, 8) for _ in range(100)]
    assert 300 < min(found) < max(found) < 9000
    assert len(set(found)) > 100


@pytest.mark.parametrize("share", SHARES)
def test_pauses_follow_from_the_seed_and_the_pace(share: moves.Share) -> None:
    once, again = (share.ms(Pace(), 1.0, Random(5)) for _ in range(2))
    assert once == again
    assert abs(share.ms(Pace().times(2), 1.0, Random(5)) - 2 * once) <= 1


# --- and the others at the table


def test_nobody_loses_a_seat_by_rounds_of_players_of_the_house_alone() -> None:
    dora = HousePlayer.at("t1", 1).id
    table = Conducted("double_down_stud", people=("Ann", dora))
    for _ in range(8):
        table.wager(dora)
        table.until_the_end()
        table.later()
    assert table.conductor.timers.missed.get("Ann", 0) == 0
    assert Party("player", 1, "Ann").player in {player for _, player in table.table.seats}


def test_whoever_is_away_loses_the_seat_by_rounds_of_players_of_the_house_too() -> None:
    dora = HousePlayer.at("t1", 1).id
    table = Conducted("double_down_stud", people=("Ann", dora))
    table.connected.discard("Ann")
    for _ in range(Pace().missed_rounds):
        table.wager(dora)
        table.until_the_end()
        table.later()
    assert {player for _, player in table.table.seats} == {dora}


def test_a_person_who_misses_rounds_of_others_still_loses_the_seat() -> None:
    table = Conducted("double_down_stud", people=("Ann", "Bob"))
    for _ in range(Pace().missed_rounds):
        table.wager("Bob")
        table.until_the_end()
        table.later()
    assert {player for _, player in table.table.seats} == {"Bob"}
