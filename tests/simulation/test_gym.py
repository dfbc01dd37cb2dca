"""Gymnasium environments: Gymnasium's checker, seeds, masks, and values that match the rewards."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import pitboss.simulation.gym
from long import first_of, only
from pitboss.basics.cards import PACK_48, TEXT
from pitboss.basics.errors import RulesError, SimulationError
from pitboss.engine import registry
from pitboss.games.double_attack_blackjack.settle import LOW
from pitboss.mathematics.any_game import advise, mathematics

GAMES = registry.games()
ATTACK = "double_attack_blackjack"
LEVEL = 4.0
"""The tolerance of a mean in standard errors. By chance, one of the five means exceeds it once in 3,000 tries."""


def single(game: str, **more: Any) -> Any:
    return gymnasium.make(pitboss.simulation.gym.id_of(game), **more)


def vector(game: str, seats: int, **more: Any) -> Any:
    return gymnasium.make_vec(pitboss.simulation.gym.id_of(game), num_envs=seats, **more)


def test_ids() -> None:
    assert {pitboss.simulation.gym.id_of(game) for game in GAMES} == {
        "pitboss/Boston5Stud-v0",
        "pitboss/CaribbeanStud-v0",
        "pitboss/DoubleAttackBlackjack-v0",
        "pitboss/DoubleCrossPoker-v0",
        "pitboss/DoubleDownStud-v0",
    }
    assert gymnasium.make("pitboss.simulation.gym:pitboss/DoubleDownStud-v0").spec is not None
    pitboss.simulation.gym.register()  # a second call is harmless


@pytest.mark.parametrize("game", only("caribbean_stud double_down_stud", GAMES))
def test_gymnasiums_checker_finds_nothing(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(single(game).unwrapped)
        check_env(single(game, render_mode="ansi").unwrapped)


@pytest.mark.parametrize("game", first_of(GAMES))
def test_what_is_seen_can_be_read(game: str) -> None:
    env = single(game, render_mode="ansi")
    env.reset(seed=1)
    said = env.render()
    assert "up" in said or said.count(",") == len(env.unwrapped.observation_names) - 1
    first = env.unwrapped.actions[: 2 if game == ATTACK else None]  # a hand of blackjack is not dealt yet
    assert said.endswith(f": {' or '.join(first)}?")
    over = False
    while not over:
        _, reward, over, _, _ = env.step(0)
    assert env.render().endswith(f": the round is over, {reward:+g}")
    with pytest.raises(SimulationError, match="render_mode must be None or one of ansi, human, not 'rgb_array'"):
        pitboss.simulation.gym.Seat(game, render_mode="rgb_array")


def test_a_seat_prints_what_it_sees_and_seats_tell_it(capsys: pytest.CaptureFixture[str]) -> None:
    one, words = single("caribbean_stud", render_mode="human"), single("caribbean_stud", render_mode="ansi")
    many = vector("caribbean_stud", 2, render_mode="ansi")
    for env in (one, words, many):
        env.reset(seed=3)
    first = words.render()
    assert many.render()[0] == first
    for env, action in ((one, 1), (words, 1), (many, np.array([1, 1]))):
        env.step(action)
    assert many.render()[0] == words.render()
    assert capsys.readouterr().out == f"{first}\n{words.render()}\n"
    assert vector("caribbean_stud", 2).render() is None


# --- seeds


def course(env: Any, seed: int | None, rounds: int = 12) -> list[Any]:
    """Observations and rewards of some rounds, with actions that depend on the observations."""
    found: list[Any] = []
    for number in range(rounds):
        seen, info = env.reset(seed=seed if number == 0 else None)
        over, reward = False, 0.0
        while not over:
            found.append((seen.tolist(), info["action_mask"].tolist(), reward))
            allowed = np.flatnonzero(info["action_mask"])
            seen, reward, over, _, info = env.step(int(allowed[int(seen.sum()) % len(allowed)]))
        found.append(reward)
    return found


@pytest.mark.parametrize("game", only("double_down_stud", GAMES))
def test_a_seed_repeats_its_rounds_whatever_others_do(game: str) -> None:
    alone = course(single(game), 5)
    env, other = single(game), single(game)
    env.reset(seed=5)
    course(other, 6)
    assert course(env, 5) == alone
    assert course(other, 6) != alone
    assert course(single(game), None) != course(single(game), None)


@pytest.mark.parametrize("game", only("boston_5_stud caribbean_stud double_down_stud", GAMES))
def test_seats_play_as_single_environments_with_their_seeds(game: str) -> None:
    """They also match Gymnasium's vector of single environments, in every part of every step."""
    seats, ours, theirs = 7, vector(game, 7), vector(game, 7, vectorization_mode="sync")
    assert isinstance(ours, pitboss.simulation.gym.Seats)
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    one, two = ours.reset(seed=40), theirs.reset(seed=40)
    random = np.random.default_rng(1)
    for _ in range(40):
        np.testing.assert_equal(one, two)
        assert one[0] in ours.observation_space
        actions = random.integers(0, ours.single_action_space.n, seats)
        one, two = ours.step(actions), theirs.step(actions)


@pytest.mark.parametrize("game", only("double_cross_poker", GAMES))
def test_seats_may_begin_anew_in_the_same_step(game: str) -> None:
    """Every part of every step is that of Gymnasium's vector of single environments."""
    mode = AutoresetMode.SAME_STEP
    ours, ends = vector(game, 7, autoreset_mode=mode), 0
    theirs = vector(game, 7, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode})
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"] == mode
    one, two = ours.reset(seed=40), theirs.reset(seed=40)
    np.testing.assert_equal(one, two)
    random = np.random.default_rng(1)
    for _ in range(40):
        actions = random.integers(0, ours.single_action_space.n, 7)
        one, two = ours.step(actions), theirs.step(actions)
        np.testing.assert_equal(one[:4], two[:4])
        np.testing.assert_equal(one[4]["action_mask"], two[4]["action_mask"])
        assert ("final_obs" in one[4]) == ("final_obs" in two[4]) == one[2].any()
        for seat in np.flatnonzero(one[2]).tolist():
            ends += 1
            np.testing.assert_equal(one[4]["final_obs"][seat], two[4]["final_obs"][seat])
            final = [told["final_info"]["action_mask"][seat] for told in (one[4], two[4])]
            np.testing.assert_equal(*final)
        np.testing.assert_equal(one[4].get("_final_obs"), two[4].get("_final_obs"))
    assert ends > 50
    with pytest.raises(SimulationError, match="NEXT_STEP or SAME_STEP"):
        vector(game, 7, autoreset_mode=AutoresetMode.DISABLED)


def test_seeds_of_seats_may_be_listed() -> None:
    env = vector("caribbean_stud", 3)
    first, _ = env.reset(seed=[8, 2, 8])
    assert (first[0] == first[2]).all()
    assert (first[0] != first[1]).any()
    again, _ = env.reset(seed=[None, 2, None])
    assert (again[0] == again[2]).all()
    assert (again[1] == first[1]).all()
    assert (again[0] != first[0]).any()
    with pytest.raises(ValueError, match="there must be 3 seeds, one for each seat, not 2"):
        env.reset(seed=[1, 2])


# --- values


def best_play(env: Any, steps: int) -> tuple[int, float, float]:
    """Play the action with the highest value. Returns the number of rounds and the sums of rewards and squares."""
    rounds, total, squares = 0, 0.0, 0.0
    env.reset(seed=2026)
    for _ in range(steps):
        values = env.unwrapped.action_values()
        actions = np.where(np.isnan(values), -np.inf, values).argmax(axis=1)
        _, rewards, over, _, _ = env.step(actions)
        rounds, total, squares = (
            rounds + int(over.sum()),
            total + float(rewards.sum()),
            squares + float(rewards @ rewards),
        )
    return rounds, total, squares


@pytest.mark.parametrize("game", only("boston_5_stud caribbean_stud double_down_stud", GAMES))
def test_best_play_earns_the_exact_value(game: str) -> None:
    env = vector(game, 5000)
    rounds, total, squares = best_play(env, 80)
    exact = mathematics(game).odds(env.unwrapped.rules, "optimal", every=False, tick=None).expected_value
    mean = total / rounds
    error = ((squares / rounds - mean**2) / rounds) ** 0.5
    assert rounds > 80_000
    assert abs(mean - float(exact)) < LEVEL * error


PLACES = {
    "boston_5_stud": {"hand": 3},
    "caribbean_stud": {"hand": 5, "up": 1},
    "double_cross_poker": {"hand": 2, "vertical": 1, "horizontal": 1},
    "double_down_stud": {"hand": 1, "board": 3},
}


@pytest.mark.parametrize("game", PLACES)
def test_values_are_those_that_are_advised(game: str) -> None:
    env = vector(game, 4)
    seen, _ = env.reset(seed=9)
    for row, values in zip(seen.tolist(), env.unwrapped.action_values(), strict=True):
        cards = iter(row)
        known = {place: " ".join(TEXT[next(cards)] for _ in range(n)) for place, n in PLACES[game].items()}
        options = advise(game, **known).options
        assert values.tolist() == pytest.approx([float(options[action]) for action in env.unwrapped.actions], abs=1e-12)


def card_of(points: int) -> str:
    return TEXT[next(card for card in PACK_48 if LOW[card] == points)]


@pytest.mark.long
def test_values_of_a_blackjack_hand_are_those_that_are_advised() -> None:
    env = single(ATTACK, rules={"decks": 8})
    seen, _ = env.reset(seed=1)
    up = card_of(int(seen[1]))
    before = env.unwrapped.action_values()
    options = advise(ATTACK, {"decks": 8}, up=up).options
    assert before[:2].tolist() == pytest.approx([float(options["pass"]), float(options["attack"])], abs=1e-9)
    seen, _, _, _, info = env.step(0)
    hand = " ".join(card_of(points) for points, n in enumerate(seen[8:18].tolist(), 1) for _ in range(n))
    options = advise(ATTACK, {"decks": 8}, up=up, hand=hand).options
    values = dict(zip(env.unwrapped.actions, env.unwrapped.action_values().tolist(), strict=True))
    assert {name for name, bit in zip(values, info["action_mask"], strict=True) if bit} == set(options)
    assert {name: values[name] for name in options} == pytest.approx(
        {k: float(v) for k, v in options.items()}, abs=1e-9
    )


def test_a_payout_limit_is_in_the_values() -> None:
    """A doubled royal flush wins 2,000 wagers of $1,000, or 100 if the payout limit is $100,000."""
    both = []
    for cap in (0, 100_000_00):
        env = vector("double_down_stud", 2, rules={"table_maximum": 1_000_00, "payout_cap": cap}, wager=1_000_00)
        env.reset(seed=1)
        env.unwrapped._rounds.table.cards[0, :4] = [4 * rank for rank in (12, 11, 10, 9)]  # ace to jack of one suit
        both.append(env.unwrapped.action_values())
    free, limited = both
    assert free[0, 1] - limited[0, 1] == pytest.approx((2000 - 100) / 48)
    assert free[1].tolist() == limited[1].tolist()


@pytest.mark.parametrize("game", first_of(GAMES))
def test_actions_without_a_value_are_those_that_are_masked(game: str) -> None:
    env = vector(game, 300)
    _, info = env.reset(seed=3)
    random = np.random.default_rng(2)
    for _ in range(12):
        over = env.unwrapped._rounds.table.over
        values = env.unwrapped.action_values()
        assert np.isnan(values[over]).all()
        assert (np.isnan(values[~over]) == (info["action_mask"][~over] == 0)).all()
        assert info["action_mask"][over].all()
        *_, info = env.step(random.integers(0, len(env.unwrapped.actions), 300))


# --- invalid actions and arguments


def test_an_action_that_is_not_allowed_is_to_pass_or_to_stand() -> None:
    one, two = single(ATTACK), single(ATTACK)
    hit, stand = (one.unwrapped.actions.index(action) for action in ("hit", "stand"))
    for seed in range(20):
        for env in (one, two):
            env.reset(seed=seed)
        assert one.step(hit)[0].tolist() == two.step(0)[0].tolist()
        np.testing.assert_equal(one.step(1), two.step(stand))


def test_steps_out_of_turn_are_refused() -> None:
    env = single("boston_5_stud").unwrapped
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset()
    with pytest.raises(InvalidAction, match="between 0 and 1, not "):
        env.step(2)
    env.step(1)
    with pytest.raises(ResetNeeded, match="the round is over"):
        env.step(1)
    many = vector("boston_5_stud", 3)
    with pytest.raises(ResetNeeded):
        many.step(np.zeros(3, np.int64))
    many.reset()
    for wrong in (np.zeros(2, np.int64), np.zeros(3), np.array([0, 1, 2]), np.array([-1, 0, 0])):
        with pytest.raises(InvalidAction):
            many.step(wrong)


def test_wagers_and_rules_are_the_tables(tmp_path: Path) -> None:
    with pytest.raises(SimulationError, match=r"the ante wager must be \$5 to \$500 in chips of \$1, not \$5\.01"):
        single("caribbean_stud", wager=501)
    for wrong in (5.0, "5", True):
        with pytest.raises(SimulationError, match="a wager must be a whole number of cents"):
            single("caribbean_stud", wager=wrong)
    with pytest.raises(SimulationError, match="at least one seat, not 0"):
        vector("caribbean_stud", 0)
    with pytest.raises(RulesError):
        single("caribbean_stud", rules={"positions": 99})
    with pytest.raises(RulesError, match=r"absent\.toml: can't be read"):
        single("caribbean_stud", rules="absent.toml")
    file = tmp_path / "rules.toml"
    file.write_text('game = "caribbean_stud"\nbonus = "B"\n', encoding="utf-8")
    assert single("caribbean_stud", rules=str(file)).unwrapped.rules.bonus == "B"
    env = single("boston_5_stud", rules={"table_minimum": 10_00}).unwrapped
    assert env.wager == 10_00
    env.reset()
    assert env.step(0)[1] == -3.0
