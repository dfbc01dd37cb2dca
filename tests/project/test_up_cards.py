"""Declared games whose dealer shows a card: what follows from them, beside figures that were reached in other ways."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

import pitboss
from kernels import settled_alike
from pitboss import Table
from pitboss.basics.errors import GameError, StrategyError
from pitboss.basics.poker import ladder
from pitboss.cli.new_game import write
from pitboss.coach.counsel import spots_of
from pitboss.engine import registry
from pitboss.engine.declared import COMMUNITY, DEALER, DOWN, PLAYER, UP, Ask, Deal, Place, Turn, declare
from pitboss.engine.declared.lesson import sentences
from pitboss.engine.game import Game
from pitboss.mathematics.any_game import short_strategy
from pitboss.mathematics.choices import Known
from pitboss.mathematics.decision_values import SeatQuestion
from pitboss.mathematics.declared import odds as derived
from pitboss.mathematics.declared.one_hand import HandStates
from pitboss.mathematics.declared.states import Stage
from pitboss.simulation.gym import Seats
from pitboss.testing import tests_of
from pitboss.verification.declared_proof import DeclaredProof
from pitboss.verification.trace import SOURCE

GAMES = ("three_up", "five_up")
TestThreeUp, TestFiveUp = (tests_of(game, rounds=10) for game in GAMES)
BOARD, DEALERS = Turn(1, COMMUNITY, "6(a)"), Turn(1, DEALER, "6(a)")


@pytest.fixture(scope="module", autouse=True)
def _games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The packages of both games: what ``new-game`` writes, with other games in them."""
    folder = tmp_path_factory.mktemp("games")
    with pytest.MonkeyPatch.context() as patched:
        for name in GAMES:
            write(name, name.replace("_", " ").title(), folder / name)
            here = SOURCE.parent.parent / "tests" / "up_cards" / f"{name}.py"
            (folder / name / "src" / name / "game.py").write_text(here.read_text(encoding="utf-8"), encoding="utf-8")
            patched.syspath_prepend(folder / name / "src")
        packages = registry.packages()
        patched.setattr(registry, "packages", lambda: packages | {name: name for name in GAMES})
        registry._loaded.cache_clear()
        yield
    registry._loaded.cache_clear()
    for module in [name for name in sys.modules if name.partition(".")[0] in GAMES]:
        del sys.modules[module]


def dealt(up: int, *between: Turn, board: str = DOWN, dealers: int = 3) -> tuple[Any, ...]:
    """The steps of a round: so many of the dealer's cards face up, a question, turns, and another one if they turn
    cards before it."""
    first, second = registry.game("three_up").declared.asks
    shown = (Deal(up, DEALER, "6(a)", UP),) if up else ()
    hidden = (Deal(dealers - up, DEALER, "6(a)"),)
    later = (second,) if between and board == DOWN else ()
    return Deal(2, PLAYER, "6(a)"), Deal(1, COMMUNITY, "6(a)", board), *shown, *hidden, first, *between, *later


WAYS = {
    "one card, and a question before and after it": lambda: dealt(0, BOARD, DEALERS),
    "one card, and then the board": lambda: dealt(1, BOARD),
    "one card, and the board after the last question": lambda: (*dealt(1), BOARD),
    "one card beside the board": lambda: dealt(1, board=UP),
    "two cards, the second one later": lambda: dealt(1, BOARD, DEALERS),
    "two cards beside the board": lambda: dealt(2, board=UP),
}
every_way = pytest.mark.parametrize("way", WAYS)


def shown(way: str) -> Game:
    declared = registry.game("three_up").declared
    said = {field: getattr(declared, field) for field in declared.__struct_fields__}
    steps = WAYS[way]()
    placed = {
        choice.wager for step in steps if isinstance(step, Ask) for choice in step.choices if isinstance(choice, Place)
    }
    wagers = tuple(bet for bet in declared.wagers if bet.base or bet.name in placed)
    return declare(**said | {"round": steps, "wagers": wagers})


def some_states(stage: Stage, many: int) -> list[tuple[int, list[int], list[int]]]:
    """States with the cards of each, the suits renamed and in any order."""
    random, found = Random(f"{stage}"), []
    for state in random.sample(range(stage.size), many):
        suits = random.sample(range(4), 4)
        own, up = ([int(card) & ~3 | suits[card & 3] for card in rows[state]] for rows in (stage.hands, stage.ups))
        random.shuffle(own)
        found.append((state, own, up))
    return found


@every_way
def test_deals_behind_a_state_are_those_that_can_be_laid_out(way: str) -> None:
    """Every card of the board and every two or three of the dealer's, beside states at random."""
    counted = derived.counted(shown(way))
    contest, rank = counted.declared.contest, ladder(3).strength
    for state, own, up in some_states(counted.last, 3):
        found: dict[tuple[int, int], int] = {}
        rest = [card for card in range(52) if card not in own + up]
        for board in combinations(rest, 3 - len(own)):
            mine = rank(own + list(board))
            for more in combinations([card for card in rest if card not in board], 3 - len(up)):
                theirs = rank(up + list(more))
                line = 3 if theirs < contest.qualifies else 0 if mine < theirs else 1 if mine == theirs else 2
                kind = int(counted.ways.kind_of[mine])
                found[kind, line] = found.get((kind, line), 0) + 1
        alone = np.zeros(len(counted.last.weights), np.int64)
        alone[state] = 1
        total = counted.total(alone)
        assert {(kind, line): int(total[kind, line]) for kind, line in zip(*np.nonzero(total), strict=True)} == found


@every_way
def test_values_of_all_states_are_those_of_each_hand(way: str) -> None:
    """Counted up to suits, and laid out from the cards of one hand."""
    game = shown(way)
    found = derived.rated(game, game.rules())
    for at, point in enumerate(found.counted.ways.points):
        for state, own, up in some_states(point.stage, 3):
            (same,) = point.stage.indices(np.array([own]), np.array([up], np.int64))
            for before in point.ways:
                states = HandStates(found.counted, own, (), up)
                values = derived.Priced(found.counted.ways, states, found.nets, found.lost, at, before)
                assert states.ordered(point.stage) == found.counted.ordered(point.stage)
                worth = found.priced.worth[at][before]
                assert values.worth[at][before][:, 0].tolist() == worth[:, state].tolist() == worth[:, same].tolist()


@pytest.mark.long
@pytest.mark.parametrize("way", [way for way in WAYS if not way.startswith("two")])
def test_every_deal_with_one_up_card_is_dealt_out_and_agrees(way: str) -> None:
    proof = DeclaredProof(shown(way)).prove()
    assert sum(part.numbers for part in proof.parts) > 10_000
    assert [part for part in proof.parts if part.differ] == []


@pytest.mark.long
def test_every_deal_is_dealt_out_and_one_that_is_counted_twice_is_found() -> None:
    game = registry.game("three_up")
    proof = DeclaredProof(game).prove()
    assert [part for part in proof.parts if part.differ] == []
    assert {"states at 'double or stay'", "ends of each decision", "results of pair"} <= {
        one.what for one in proof.parts
    }
    derived.counted(game).ends[7, 0, 0] += 1
    try:
        wrong = {part.what.partition(" at ")[0] for part in DeclaredProof(game).prove().parts if part.differ}
    finally:
        derived.counted(game).ends[7, 0, 0] -= 1
    assert {"ends of each decision", "value of each choice", "results of a round"} <= wrong


@pytest.mark.long
def test_five_cards_against_one_up_card_are_caribbean_stud() -> None:
    """Beside the odds that Caribbean Stud's own module counts: the same deals in every line of ante and bet."""
    ours, known = pitboss.odds("five_up"), pitboss.odds("caribbean_stud")
    assert (ours.expected_value, ours.combinations) == (
        Fraction(-1_041_372_912_372, 19_933_230_517_200),
        19_933_230_517_200,
    )
    assert ours.expected_value == known.expected_value
    assert ours.results.weights == known.results.weights
    assert ours.action_frequency == known.action_frequency
    higher = {one.name: one.count for one in known.wagers["bet"].outcomes}
    (ante, bet) = (ours.wagers[name].outcomes for name in ("ante", "bet"))
    assert sorted(one.count for one in ante) == sorted(one.count for one in known.wagers["ante"].outcomes)
    won = {f"higher than the dealer, {one.name}": one.count for one in bet if one.net and one.net > 0}
    assert won == {name: count for name, count in higher.items() if name.startswith("higher")}
    assert "the dealer shows" in str(short_strategy("five_up"))


@pytest.mark.parametrize(("hand", "up"), [("As Kd 7c 4h 2s", "8d"), ("As Kd Qc 4h 2s", "4d"), ("9s 9d 7c 4h 2s", "9c")])
def test_advice_on_five_cards_is_that_of_caribbean_stud(hand: str, up: str) -> None:
    ours, known = (pitboss.advise(game, hand=hand, up=up) for game in ("five_up", "caribbean_stud"))
    assert (ours.options, ours.deals) == (known.options, known.deals)


def test_too_many_states_are_refused_when_odds_are_asked_for() -> None:
    declared = registry.game("five_up").declared
    said = {field: getattr(declared, field) for field in declared.__struct_fields__}
    steps = tuple(Deal(2, DEALER, "6(a)", UP) if one == Deal(1, DEALER, "6(a)", UP) else one for one in declared.round)
    steps = tuple(Deal(3, DEALER, "6(a)") if one == Deal(4, DEALER, "6(a)") else one for one in steps)
    game = declare(**said | {"round": steps})
    with pytest.raises(GameError, match="5 and 2 of the dealer's cards are 145,350,179 states up to suits"):
        derived.odds(game, game.rules())


def test_a_strategy_sees_the_up_card_and_must_treat_suits_alike() -> None:
    found = derived.rated(game := registry.game("three_up"), game.rules())
    made, (_, stage) = derived.choices(found, 1, (1,)), [point.stage for point in found.counted.ways.points]
    ranks = stage.hands >> 2
    higher = (ranks > stage.ups >> 2).all(axis=1)

    def choose(known: Known) -> str:
        return "double" if min((*known["hand"], *known["board"])) >> 2 > known["up"][0] >> 2 else "stay"

    assert made.actions == ("stay", "double")
    assert made.chosen_by(choose).tolist() == higher.tolist()
    assert made.frequency(higher.astype(int))["double"] == Fraction(int(made.weights[higher].sum()), 22_100 * 49)
    with pytest.raises(StrategyError, match=r"up ..*, before .* these cards are worth the same"):
        made.chosen_by(lambda known: "double" if known["up"][0] & 3 else "stay")


def test_mistakes_name_the_up_card() -> None:
    found = pitboss.odds("three_up", strategy="always stay")
    assert "double or stay: " in found.mistakes[0].state
    assert " against " in found.mistakes[0].state


@pytest.mark.long
def test_a_short_strategy_looks_at_the_up_card() -> None:
    found = short_strategy("three_up")
    assert any("the dealer shows" in line for line in found.lines)
    assert 0 <= found.cost < Fraction(1, 50)


@pytest.mark.long
def test_pay_tables_are_searched_by_the_kinds_of_hands() -> None:
    game = shown("one card beside the board")
    rules, total = game.rules(), Fraction(0)
    for part, nets in zip(derived._parts(game, rules, None), derived._nets_by_choice(game, rules), strict=True):
        values = [counts.astype(object) @ np.array(net, object) for counts, net in zip(part.counts, nets, strict=True)]
        total += sum(int(weight) * max(pair) for weight, *pair in zip(part.weights, *values, strict=True))
    found = derived.odds(game, rules)
    assert total / found.combinations == found.expected_value


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_table_and_fast_rounds_settle_alike(game: str) -> None:
    settled_alike(game, 20, "up cards", 10)


@pytest.mark.long
def test_fast_rounds_of_several_seats_win_what_the_odds_say() -> None:
    found = pitboss.simulate("three_up", rounds=200_000, seed=28, seats=3)
    assert found.results[0].z is not None
    assert abs(found.results[0].z) < 4  # the cards are always the same


def test_the_coach_prices_the_turned_card() -> None:
    table = Table("three_up")
    table.sit("Ann")
    table.stack("As Kd 7c 8d 2h 3h")
    round = table.open_round()
    round.do("Ann", "wager", "ante", 1000)
    round.do("dealer", "no more bets")
    spots = spots_of("three_up")
    for about, cards in (("raise or fold", {}), ("double or stay", {"board": "7c", "up": "8d"})):
        view = round.view("seat 1")
        spot = spots.price(round.rules, view, SeatQuestion(about=about, seat=1, player="Ann"))
        advice = pitboss.advise("three_up", hand="As Kd", **cards)
        assert spot.known == {"hand": "As Kd", **cards}
        assert {one.do: one.value for one in spot.options} == {do: 1000 * value for do, value in advice.options.items()}
        round.do("Ann", spot.best.do)


def test_the_lesson_tells_of_the_card_that_the_dealer_shows() -> None:
    said = sentences(registry.game("five_up").declared)
    assert any("the dealer gets one card face up" in one for one in said)


def test_the_lesson_tells_with_what_the_dealer_qualifies() -> None:
    declared = registry.game("three_up").declared
    clause = registry.words("three_up", declared.contest.qualifying).removesuffix(".")
    assert f"{clause[0].upper()}{clause[1:]}." in sentences(declared)


@pytest.mark.long
def test_an_environment_shows_the_up_card_and_rewards_what_its_values_say() -> None:
    seats = Seats("three_up", 3_000)
    seen, *_ = seats.reset(seed=7)
    assert (seen[:, 3] == 52).all()
    first = np.nanmax(seats.action_values(), axis=1)
    rewards, done, shown = np.zeros(3_000), np.zeros(3_000, bool), np.zeros(3_000, bool)
    while not done.all():
        values = np.where(np.isnan(seats.action_values()), -np.inf, seats.action_values())
        seen, won, over, *_ = seats.step(values.argmax(axis=1))
        shown |= (seen[:, 3] < 52) & ~done
        rewards[over & ~done] = won[over & ~done]
        done |= over
    assert shown.all()
    assert abs(rewards.mean() - first.mean()) < 4 * (rewards - first).std() / 3_000**0.5  # always the same cards
