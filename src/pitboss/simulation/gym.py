"""Gymnasium environments: one seat at a table, or thousands of seats at separate tables.

This module registers an environment for every game, with an id such as ``pitboss/CaribbeanStud-v0``:

>>> import gymnasium, pitboss.simulation.gym
>>> env = gymnasium.make("pitboss/DoubleDownStud-v0", rules={"table_minimum": 500})
>>> cards, info = env.reset(seed=7)
>>> env.unwrapped.actions, info["action_mask"].tolist()
(('pass', 'double'), [1, 1])
>>> cards, reward, terminated, truncated, info = env.step(0)
>>> terminated
True

``gymnasium.make("pitboss.simulation.gym:pitboss/CaribbeanStud-v0")`` imports this module itself.

**An episode** is one round from a new pack, or from a full shoe that was just shuffled. No cards remain from an earlier
round. An episode has as many decisions as a round of the game. Most games have one. The module ``kernel_episodes`` of a
game documents its decisions.

**Wagers.** A seat places only the base wager, ``wager`` cents (default: the table minimum), without side wagers or
insurance. An action adds its wager at the full amount: a double, a bet, a second wager, two raises, or a double attack
as large as the initial wager. **Rewards** are the net result of the round in units of the base wager. They come with
the step that ends the round. Earlier steps have a reward of 0.0.

**Actions** are indices into ``actions``. ``info["action_mask"]`` marks those that the rules allow. A disallowed action
counts as the first allowed one, which is to pass or to stand. **Observations** are small whole numbers, named by
``observation_names``. They contain only what the seat may know: cards by their number (four times the rank plus the
suit; the two of clubs is 0) in the order they were dealt, or other values that the game names, such as the points of a
hand. When the round is over, the last observation is repeated. ``render_mode="ansi"`` puts them into words.

**Values.** ``action_values()`` returns the value of each allowed action, with best play afterwards. The regret of an
action is the highest value minus its own. The value is NaN if there is no action to take, as when a round is over.
Values come from the exact counts of ``pitboss odds`` and are rounded to floating point at the end. If a game has too
many decisions to list, they are computed in floating point from the exact shoe.

Compiled code deals and settles the rounds. It is the same for one seat and for many: a seat of a vector environment
gets the same cards as a single environment with the same seed. Rounds pay by the same settlement functions as the
tables of ``pitboss.engine.table``. The tests play the same cards at both, and the results agree to the cent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.basics.cards import TEXT
from pitboss.basics.errors import SimulationError
from pitboss.basics.extras import needs
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.rules import Given, rules_from
from pitboss.mathematics.any_game import needs_the_compiler
from pitboss.simulation.any_game import check_base

with needs("environments need"):
    import gymnasium
    import numpy as np
    from gymnasium.error import InvalidAction, ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray

VERSION = 0
CARDS = 52
Array = NDArray[Any]
Info = dict[str, Any]


def id_of(game: str) -> str:
    """The id of a game's environment.

    >>> id_of("boston_5_stud")
    'pitboss/Boston5Stud-v0'
    """
    return f"pitboss/{game.title().replace('_', '')}-v{VERSION}"


def register() -> None:
    """Register the environments with Gymnasium, unless they are registered."""
    for game in registry.games():
        if id_of(game) not in gymnasium.registry:
            gymnasium.register(
                id_of(game),
                entry_point=f"{__name__}:Seat",
                vector_entry_point=f"{__name__}:Seats",
                kwargs={"game": game},
            )


class _Rounds:
    """The rounds of a game under rules, with the spaces of an environment."""

    def __init__(self, game: Game, rules: Given, wager: int, seats: int) -> None:
        with needs_the_compiler():
            from pitboss.simulation.episodes import Episodes

            episodes: Episodes = registry.part(game, "kernel_episodes").EPISODES
        self.rules = rules_from(game.name, game.rules, rules)
        if not isinstance(wager, int) or isinstance(wager, bool):
            raise SimulationError(f"a wager must be a whole number of cents, not {wager!r}")
        if seats < 1:
            raise SimulationError(f"there must be at least one seat, not {seats}")
        self.wager = check_base(self.rules, episodes.base, wager or self.rules.table_minimum)
        self.actions = episodes.actions
        self.names = tuple(name for name, _ in episodes.observation)
        self.sizes = tuple(size for _, size in episodes.observation)
        self.observation_space = gymnasium.spaces.MultiDiscrete(np.array(self.sizes), dtype=np.int8)
        self.action_space = gymnasium.spaces.Discrete(len(self.actions))
        self.seats = seats
        self.table = episodes.rounds(self.rules, self.wager, seats)
        self.seeded = np.zeros(seats, np.bool_)

    def begin(self, seeds: Sequence[int | None], random: np.random.Generator) -> Array:
        """Deal new rounds. A seat without a seed continues its stream, or gets a random one."""
        from pitboss.simulation.episodes import seeded

        drawn = [
            int(random.integers(1 << 62)) if seed is None and not known else seed
            for seed, known in zip(seeds, self.seeded.tolist(), strict=True)
        ]
        new = [at for at, seed in enumerate(drawn) if seed is not None]
        if new:
            self.table.streams[new] = seeded([seed for seed in drawn if seed is not None])
        self.seeded[:] = True
        self.table.over[:] = True
        return self.step(np.zeros(self.seats, np.int64))[0]

    def step(self, actions: Array) -> tuple[Array, Array]:
        observations = np.empty((self.seats, len(self.names)), np.int8)
        rewards = np.empty(self.seats)
        self.table.step(actions, observations, rewards)
        return observations, rewards

    def in_words(self, observation: Array, mask: Array, reward: float | None) -> str:
        """The visible cards, all other values that are not 0, and the allowed actions, or the reward of a round."""
        said = zip(self.names, self.sizes, observation.tolist(), strict=True)
        shown = [(name, n, size >= CARDS) for name, size, n in said if n < CARDS and (n or size >= CARDS)]
        seen = ", ".join(f"{name} {TEXT[n] if card else n}" for name, n, card in shown)
        if reward is not None:
            return f"{seen}: the round is over, {reward:+g}"
        return f"{seen}: {' or '.join(action for action, may in zip(self.actions, mask, strict=True) if may)}?"


class Seat(gymnasium.Env[Array, np.int64]):
    """One seat at a table. ``render_mode`` "ansi" gives what the seat sees as text, and "human" prints it."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 4}  # noqa: RUF012

    def __init__(self, game: str | Game, rules: Given = None, wager: int = 0, render_mode: str | None = None) -> None:
        self._rounds = _Rounds(registry.game(game), rules, wager, 1)
        self.rules, self.wager, self.actions = self._rounds.rules, self._rounds.wager, self._rounds.actions
        self.observation_names = self._rounds.names
        self.observation_space, self.action_space = self._rounds.observation_space, self._rounds.action_space
        self.render_mode = _known_mode(render_mode, self.metadata)
        self._seen: Array = np.zeros(len(self.observation_names), np.int8)
        self._reward = 0.0

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Array, Info]:
        """Deal a round. A seed starts a stream of rounds. Each reset without a seed continues it."""
        super().reset(seed=seed)
        return self._show(self._rounds.begin([seed], self.np_random), 0.0), self._info()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, Info]:
        if self._rounds.table.over[0]:
            raise ResetNeeded("the round is over; call reset() to deal the next one")
        if not self.action_space.contains(action):
            raise InvalidAction(f"an action must be between 0 and {len(self.actions) - 1}, not {action!r}")
        observations, (reward,) = self._rounds.step(np.array([action], np.int64))
        seen = self._show(observations, float(reward))
        return seen, float(reward), bool(self._rounds.table.over[0]), False, self._info()

    def _show(self, observations: Array, reward: float) -> Array:
        self._seen, self._reward = observations[0], reward
        if self.render_mode == "human":
            print(self._in_words())
        return self._seen.copy()

    def _info(self) -> Info:
        return {"action_mask": self._rounds.table.masks()[0]}

    def action_values(self) -> Array:
        """The value of each action in units of the base wager, NaN for an action that is not allowed."""
        found: Array = self._rounds.table.values()[0]
        return found

    def _in_words(self) -> str:
        over = self._rounds.table.over[0]
        return self._rounds.in_words(self._seen, self._info()["action_mask"], self._reward if over else None)

    def render(self) -> str | None:
        return self._in_words() if self.render_mode == "ansi" else None


class Seats(VectorEnv[Array, Array, Array]):
    """Many seats at separate tables, all advanced by one compiled call.

    ``autoreset_mode`` says when a seat whose round is over gets a new one: in the next step, whatever the action, for a
    reward of 0.0 (``NEXT_STEP``, the default), or at once (``SAME_STEP``). Then the observation is of the new round,
    and ``info["final_obs"]`` and ``info["final_info"]`` are of the old one, for the seats of ``info["_final_obs"]``.
    ``render_mode`` "ansi" gives what each seat sees as text.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        rules: Given = None,
        wager: int = 0,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        self._rounds = _Rounds(registry.game(game), rules, wager, num_envs)
        mode = AutoresetMode(autoreset_mode)
        if mode not in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
            raise SimulationError("the autoreset mode must be NEXT_STEP or SAME_STEP, since compiled code deals anew")
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self._same_step = mode == AutoresetMode.SAME_STEP
        self.render_mode = _known_mode(render_mode, self.metadata)
        self._shown: tuple[Array, Array] = np.zeros((num_envs, len(self._rounds.names)), np.int8), np.zeros(num_envs)
        self.num_envs = num_envs
        self.rules, self.wager, self.actions = self._rounds.rules, self._rounds.wager, self._rounds.actions
        self.observation_names = self._rounds.names
        self.single_observation_space = self._rounds.observation_space
        self.single_action_space = self._rounds.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Info | None = None
    ) -> tuple[Array, Info]:
        """Deal to every seat. A seed of 5 gives the seats the seeds 5, 6, 7 and so on. ``seed`` may also be a list."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is None or isinstance(seed, int):
            seeds: Sequence[int | None] = [None if seed is None else seed + at for at in range(self.num_envs)]
        else:
            seeds = seed
        if len(seeds) != self.num_envs:
            raise ValueError(f"there must be {self.num_envs} seeds, one for each seat, not {len(seeds)}")
        observations = self._rounds.begin(seeds, self.np_random)
        self._keep(observations, np.zeros(self.num_envs))
        return observations, self._info()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, Info]:
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or not np.issubdtype(chosen.dtype, np.integer):
            raise InvalidAction(f"actions must be {self.num_envs} whole numbers, one for each seat")
        if chosen.min() < 0 or chosen.max() >= len(self.actions):
            raise InvalidAction(f"actions must be between 0 and {len(self.actions) - 1}")
        if not self._rounds.seeded.all():
            raise ResetNeeded("call reset() before step()")
        observations, rewards = self._rounds.step(chosen.astype(np.int64, copy=False))
        over = self._rounds.table.over.copy()
        info: Info = {}
        if self._same_step and over.any():
            final = {"action_mask": self._rounds.table.masks(), "_action_mask": over}
            info = {"final_obs": observations.copy(), "_final_obs": over, "final_info": final, "_final_info": over}
            self._rounds.table.deal(observations)
        self._keep(observations, rewards)
        return observations, rewards, over, np.zeros(self.num_envs, np.bool_), info | self._info()

    def _info(self) -> Info:
        return {"action_mask": self._rounds.table.masks(), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def action_values(self) -> Array:
        """The value of each action, by seat. See ``Seat.action_values``."""
        return self._rounds.table.values()

    def _keep(self, observations: Array, rewards: Array) -> None:
        if self.render_mode is not None:
            self._shown = observations.copy(), rewards.copy()

    def render(self) -> tuple[str, ...] | None:
        if self.render_mode is None:
            return None
        (seen, rewards), table = self._shown, self._rounds.table
        told = zip(seen, table.masks(), rewards.tolist(), table.over.tolist(), strict=True)
        return tuple(self._rounds.in_words(one, mask, won if ended else None) for one, mask, won, ended in told)


def _known_mode(mode: str | None, metadata: Info) -> str | None:
    modes = metadata["render_modes"]
    if mode is not None and mode not in modes:
        raise SimulationError(f"render_mode must be None or one of {', '.join(modes)}, not {mode!r}")
    return mode


register()
