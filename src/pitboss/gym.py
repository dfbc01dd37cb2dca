"""Gymnasium environments: one seat at a table, or thousands of seats, each at a table of its own.

Importing this module registers an environment for every game, under an id such as ``pitboss/CaribbeanStud-v0``:

>>> import gymnasium, pitboss.gym
>>> env = gymnasium.make("pitboss/DoubleDownStud-v0", rules={"table_minimum": 500})
>>> cards, info = env.reset(seed=7)
>>> env.unwrapped.actions, info["action_mask"].tolist()
(('pass', 'double'), [1, 1])
>>> cards, reward, terminated, truncated, info = env.step(0)
>>> terminated
True

``gymnasium.make("pitboss.gym:pitboss/CaribbeanStud-v0")`` imports it by itself.

**An episode** is one round from a new pack, or from a full shoe that was just shuffled: nothing is left of the round
before. It has as many decisions as a round of the game, one in most; ``kernel_episodes`` of a game says which.

**Wagers.** The base wager alone is placed, ``wager`` cents of it (the table minimum, unless another amount is said), no
side wager and no insurance. What else is wagered is what the action says, to the full amount: a double, a bet, a second
wager, two raises, a double attack as large as the initial wager. **Rewards** are what the round won or lost, in units
of the base wager; they come with the step that ends it, and are 0.0 before.

**Actions** are numbers into ``actions``. ``info["action_mask"]`` tells those that the rules allow; another is taken as
the first that is allowed, which is to pass or to stand. **Observations** are small whole numbers, named by
``observation_names``, and nothing that the seat may not know: cards by their number (four times the rank plus the suit,
a two of clubs being 0) in the order they were dealt, or what else the game names, such as the points of a hand. What a
seat saw last is shown again when the round is over.

**Values.** ``action_values()`` tells what each allowed action is worth, with best play from then on, so that the regret
of an action is the highest value less its own; it is not a number where no action is to be taken, as when a round is
over. They come from the exact counts of ``pitboss odds``, and are rounded to floating point at the end. Where a game's
decisions are too many to be listed, they are worked out in floating point from the exact shoe.

Rounds are dealt and settled by compiled code, the same for one seat and for many: a seat of a vector environment with a
seed has the same cards as a single environment with that seed. They pay by the settlement functions with which the
tables of ``pitboss.pit`` pay. The tests play the same cards at both, and they agree to the cent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss import games
from pitboss.cards import TEXT
from pitboss.errors import SimulationError
from pitboss.mathematics import needs_the_compiler, rules_for
from pitboss.simulation.any_game import check_base
from pitboss.table.rules import Given

try:
    import gymnasium
    import numpy as np
    from gymnasium.error import InvalidAction, ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    if error.name in ("gymnasium", "numpy"):
        raise ModuleNotFoundError(f"environments need {error.name}: pip install 'pitboss[gym]'") from None
    raise

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
    """Make the environments known to Gymnasium, unless they are."""
    for game in games.games():
        if id_of(game) not in gymnasium.registry:
            gymnasium.register(
                id_of(game),
                entry_point=f"{__name__}:Seat",
                vector_entry_point=f"{__name__}:Seats",
                kwargs={"game": game},
            )


class _Rounds:
    """The rounds of a game under rules, with what an environment says of them."""

    def __init__(self, game: str, rules: Given, wager: int, seats: int) -> None:
        with needs_the_compiler():
            from pitboss.simulation.episodes import Episodes

            episodes: Episodes = games.part(game, "kernel_episodes").EPISODES
        self.rules = rules_for(games.game(game), rules)
        if not isinstance(wager, int) or isinstance(wager, bool):
            raise SimulationError(f"a wager is whole cents, and not {wager!r}")
        if seats < 1:
            raise SimulationError(f"{seats} seats can't play: give one or more")
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
        """Deal new rounds; seats without a seed go on with their stream, or are given any."""
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

    def in_words(self, observation: Array) -> str:
        """The cards that are seen, or whatever else is not 0."""
        said = zip(self.names, self.sizes, observation.tolist(), strict=True)
        return ", ".join(f"{name} {TEXT[n] if size == CARDS else n}" for name, size, n in said if n or size == CARDS)


class Seat(gymnasium.Env[Array, np.int64]):
    """One seat at a table."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(self, game: str, rules: Given = None, wager: int = 0, render_mode: str | None = None) -> None:
        self._rounds = _Rounds(game, rules, wager, 1)
        self.rules, self.wager, self.actions = self._rounds.rules, self._rounds.wager, self._rounds.actions
        self.observation_names = self._rounds.names
        self.observation_space, self.action_space = self._rounds.observation_space, self._rounds.action_space
        self.render_mode = render_mode
        self._seen: Array = np.zeros(len(self.observation_names), np.int8)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Array, Info]:
        """Deal a round. A seed begins a stream of rounds, which goes on with every reset without one."""
        super().reset(seed=seed)
        return self._show(self._rounds.begin([seed], self.np_random)), self._info()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, Info]:
        if self._rounds.table.over[0]:
            raise ResetNeeded("the round is over: reset() deals the next one")
        if not self.action_space.contains(action):
            raise InvalidAction(f"{action!r} is none of the actions 0 to {len(self.actions) - 1}")
        observations, rewards = self._rounds.step(np.array([action], np.int64))
        return self._show(observations), float(rewards[0]), bool(self._rounds.table.over[0]), False, self._info()

    def _show(self, observations: Array) -> Array:
        self._seen = observations[0]
        return self._seen.copy()

    def _info(self) -> Info:
        return {"action_mask": self._rounds.table.masks()[0]}

    def action_values(self) -> Array:
        """What each action is worth in units of the base wager; not a number where it is not allowed."""
        found: Array = self._rounds.table.values()[0]
        return found

    def render(self) -> str | None:
        return self._rounds.in_words(self._seen) if self.render_mode == "ansi" else None


class Seats(VectorEnv[Array, Array, Array]):
    """Many seats, each at a table of its own, all brought forward by one compiled call.

    A seat whose round is over is dealt the next with the following step, whatever its action, for a reward of 0.0:
    what Gymnasium calls next-step autoreset.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(self, game: str, num_envs: int = 1, rules: Given = None, wager: int = 0) -> None:
        self._rounds = _Rounds(game, rules, wager, num_envs)
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
        """Deal to every seat. With a seed of 5, seats have the seeds 5, 6, 7, and so on; or give a list of them."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is None or isinstance(seed, int):
            seeds: Sequence[int | None] = [None if seed is None else seed + at for at in range(self.num_envs)]
        else:
            seeds = seed
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds were given for {self.num_envs} seats")
        return self._rounds.begin(seeds, self.np_random), self._info()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, Info]:
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or not np.issubdtype(chosen.dtype, np.integer):
            raise InvalidAction(f"give {self.num_envs} whole numbers, an action for each seat")
        if chosen.min() < 0 or chosen.max() >= len(self.actions):
            raise InvalidAction(f"actions are 0 to {len(self.actions) - 1}")
        if not self._rounds.seeded.all():
            raise ResetNeeded("reset() deals the first rounds")
        observations, rewards = self._rounds.step(chosen.astype(np.int64, copy=False))
        over = self._rounds.table.over.copy()
        return observations, rewards, over, np.zeros(self.num_envs, np.bool_), self._info()

    def _info(self) -> Info:
        return {"action_mask": self._rounds.table.masks(), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def action_values(self) -> Array:
        """What each action is worth, by seat, as ``Seat.action_values`` tells it."""
        return self._rounds.table.values()


register()
