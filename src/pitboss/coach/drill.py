"""Decisions as puzzles: drawn towards those that are close or often played wrong, and graded by exact cost.

A puzzle is a decision in a round that is played from a seed. Its id is the seed and the number of the decision, so the
same rules and the same id give the same puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import msgspec

from pitboss.basics.errors import GameError
from pitboss.coach.counsel import Choice, Counsel, counsel, no_pause, question_at, round_cents, spots_of, why
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import Turn
from pitboss.engine.game import Game
from pitboss.engine.round.asks import Offer
from pitboss.engine.round.events import Committed, Event, Opened, seat_place
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.layout import Layout, View
from pitboss.engine.rules import TableRules
from pitboss.engine.table import Table
from pitboss.mathematics.decision_values import SeatQuestion, by_subject

PLAYER, SEAT = "You", 1
MOST_ROUNDS = 24
"""Rounds from which a puzzle is drawn."""
ENOUGH = 10.0
"""Fewer rounds do if their decisions together are so interesting."""
SEEDS = 2**32
NOT_NEEDED = (Committed, Opened)
"""Events that are long and tell a player nothing about the cards to come."""
TEMPTING = 3.0
"""How much more often a puzzle is drawn whose simple answer is wrong."""
EASIEST, CLOSE_ADDS, TEMPTING_ADDS = 1000, 600, 300
"""The rating of puzzles: the easiest, and what is added for a close decision and for a tempting mistake."""


class UnknownPuzzle(GameError):
    """There is no puzzle with this id."""


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A decision, with the value of each choice.

    >>> from pitboss import Table
    >>> table = Table("double_down_stud")
    >>> puzzle = draw(table.game, table.rules, 5)
    >>> at(table.game, table.rules, puzzle.id) == puzzle
    True
    """

    id: str
    game: str
    asked: SeatQuestion
    counsel: Counsel
    offers: tuple[Offer, ...]
    """What the player may do, in the order of the choices of the counsel."""
    simple: str
    """What the game's basic policy does here. Where it is wrong, many players are."""
    kind: str
    """What it is about in words, so that a player's mistakes are counted together."""
    events: tuple[Event, ...]
    """What the seat has seen of the round."""
    names: dict[str, str]
    """The names or totals of the hands that the seat sees, by place and number: ``seat 1/1``."""
    makes: dict[str, str]
    """What the hand makes by each choice between cards of the table."""

    @property
    def seed(self) -> int:
        """The seed of its round."""
        return int(self.id.partition("-")[0])

    @property
    def gap(self) -> Fraction:
        """The cost of the second-best choice, in units of the base wager."""
        costs = sorted(choice.costs for choice in self.counsel.choices if choice.value is not None)
        return costs[1] / self.counsel.base

    @property
    def closeness(self) -> float:
        """Near 1 if the second best costs little, and near 0 if it costs much. 0 for equal choices: both are right."""
        return 1 / (1 + float(8 * self.gap) ** 2) if self.gap else 0.0

    @property
    def tempting(self) -> bool:
        """Whether the basic policy makes a mistake here."""
        return any(choice.do == self.simple and choice.costs > 0 for choice in self.counsel.choices)

    @property
    def interest(self) -> float:
        """How likely the puzzle is drawn, against others. With few known cards there are few puzzles, soon seen."""
        cards = sum(len(some.split()) for some in self.counsel.known.values())
        return cards * (self.closeness + TEMPTING * self.tempting + 0.01)

    @property
    def rating(self) -> int:
        """How hard it is, on the scale of players' ratings."""
        return EASIEST + round(CLOSE_ADDS * self.closeness) + TEMPTING_ADDS * self.tempting

    def as_dict(self) -> dict[str, Any]:
        """The puzzle without its solution."""
        return {
            "puzzle": self.id,
            "about": self.asked.about,
            "seat": self.asked.seat,
            "hand": self.asked.hand,
            "known": self.counsel.known,
            "base": self.counsel.base,
            "choices": [
                {
                    "do": offer.do,
                    "clause": offer.clause,
                    "amount": choice.amount,
                    "amount_is": offer.most_is if offer.most else "",
                    "stakes": offer.cost(choice.amount),
                    "adds": offer.adds,
                    "gives_up": offer.gives_up,
                }
                for choice, offer in zip(self.counsel.choices, self.offers, strict=True)
            ],
            "names": self.names,
            "makes": self.makes,
            "events": msgspec.to_builtins(self.events),
        }


class Grade(msgspec.Struct, frozen=True, kw_only=True):
    """The grade of an answer."""

    puzzle: Puzzle
    choice: Choice

    @property
    def cost(self) -> Fraction:
        """What the answer loses, in units of the base wager."""
        return self.choice.costs / self.puzzle.counsel.base

    @property
    def score(self) -> float:
        """1 for a best choice, less for a mistake, and 0 if it costs a tenth of the base wager or more."""
        return max(0.0, 1.0 - 10.0 * float(self.cost))

    @property
    def right(self) -> bool:
        """Whether the answer is as good as the best, within a cent."""
        return self.choice.costs < 1

    @property
    def sentence(self) -> str:
        """Why the best choice is better than the answer or, if that is the best, than the second best."""
        return why(registry.game(self.puzzle.game), self.puzzle.counsel, self.choice.do)

    def as_dict(self) -> dict[str, Any]:
        best = self.puzzle.counsel.best
        return {
            "puzzle": self.puzzle.id,
            "kind": self.puzzle.kind,
            "chosen": self.choice.do,
            "best": best.do if best is not None else "",
            "right": self.right,
            "cost": round_cents(self.choice.costs),
            "cost_millionths": 0 if self.right else round(1_000_000 * self.cost),
            "score": self.score,
            "puzzle_rating": self.puzzle.rating,
            "sentence": self.sentence,
            "counsel": self.puzzle.counsel.as_dict(),
        }


def met(
    game: Game, rules: TableRules, id: str, view: View, asked: SeatQuestion, offers: Sequence[Offer], simple: str
) -> Puzzle | None:
    """A decision that somebody meets, as a puzzle. None if it has no exact price, or nothing to choose from."""
    known = counsel(game, rules, view, asked, offers)
    if not known.exact or known.best is None or len(known.choices) < 2:
        return None
    spots = spots_of(game)
    kind = spots.kind if spots is not None else by_subject
    by_name = {one.do: one for one in offers if not one.why_not and not one.wager}
    return Puzzle(
        id=id,
        game=game.name,
        asked=asked,
        counsel=known,
        offers=tuple(by_name[choice.do] for choice in known.choices),
        simple=simple,
        kind=kind(known.about, known.known),
        events=tuple(needed(view.events)),
        names=_names(game, view.layout),
        makes=registry.at_seat(game).makes(view.layout, seat_place(asked.seat), asked.hand),
    )


# --- rounds that are played from a seed


def _decisions(game: Game, rules: TableRules, seed: int, pause: Callable[[], None] = no_pause) -> list[Puzzle]:
    """The decisions of a round in which one player follows the basic policy. Questions without a price are left out."""
    table = Table(game, rules, seed=seed)
    table.sit(PLAYER, SEAT)
    found: list[Puzzle] = []

    def play(turn: Turn) -> Input | None:
        taken = game.basic(turn)
        asked = question_at(turn.about, turn.party.seat, PLAYER, turn.offers)
        if turn.about != "wagers" and any(not one.why_not and not one.optional for one in turn.offers):
            pause()
            simple = taken.do if taken is not None else ""
            puzzle = met(game, rules, f"{seed}-{len(found)}", turn.view, asked, turn.offers, simple)
            found.extend([puzzle] if puzzle is not None else [])
        return taken

    drive(table.open_round(), play, Random(seed))
    return found


def needed(events: Iterable[Event]) -> list[Any]:
    """The events without those that are long and tell a player nothing about the cards to come."""
    return [event for event in events if not isinstance(event, NOT_NEEDED)]


def _names(game: Game, layout: Layout) -> dict[str, str]:
    """The names of the hands of a layout. Those without a name are left out."""
    name = registry.at_seat(game).name
    found = {f"{place}/{hand}": name(layout, place, hand) for place, hand in list(layout.hands)}
    return {where: words for where, words in found.items() if words}


def at(game: Game, rules: TableRules, id: str, pause: Callable[[], None] = no_pause) -> Puzzle:
    """The puzzle with this id. ``pause`` is called before each decision of its round is priced."""
    seed, _, number = id.partition("-")
    if seed.isdecimal() and number.isdecimal() and len(id) <= 32:
        for puzzle in _decisions(game, rules, int(seed), pause):
            if puzzle.id == id:
                return puzzle
    raise UnknownPuzzle(f"there is no puzzle {id!a} of {game.title}")


def draw(game: Game, rules: TableRules, seed: int, pause: Callable[[], None] = no_pause) -> Puzzle:
    """A puzzle, drawn towards close decisions and those that are often played wrong.

    ``pause`` is called before each decision is priced.
    """
    random = Random(seed)
    found: list[Puzzle] = []
    for _ in range(MOST_ROUNDS):
        decisions = _decisions(game, rules, random.randrange(SEEDS), pause)
        if decisions:
            found.append(random.choices(decisions, [one.interest for one in decisions])[0])
        if sum(one.interest for one in found) >= ENOUGH:
            break
    if not found:
        raise UnknownPuzzle(f"{game.title} has no decision with an exact price under these rules")
    return random.choices(found, [one.interest for one in found])[0]


def grade(puzzle: Puzzle, do: str) -> Grade:
    """The grade of an answer to a puzzle. Of a choice with an amount, the most is graded."""
    for choice in puzzle.counsel.choices:
        if choice.do == do and choice.value is not None:
            return Grade(puzzle=puzzle, choice=choice)
    offered = ", ".join(choice.do for choice in puzzle.counsel.choices)
    raise UnknownPuzzle(f"{do!a} is not a choice here; the choices are {offered}")


FIRST_RATING = 1200
STEP = 32
"""The most that one answer changes a rating."""
DAY_MS = 24 * 60 * 60 * 1000
AFTER_A_MISS_MS = 3 * DAY_MS
AFTER_A_HIT_MS = 10 * DAY_MS
HITS = 2
"""A missed puzzle is learned after so many good answers in a row."""


def rated(rating: int, puzzle: int, score: float) -> int:
    """The new rating of a person, by Elo's formula. A mistake, with a score below 1, never raises it.

    >>> rated(1200, 1200, 1.0), rated(1200, 1200, 0.0), rated(1200, 1600, 0.0), rated(1200, 1600, 0.9)
    (1216, 1184, 1197, 1200)
    """
    expected = 1 / (1 + 10 ** ((puzzle - rating) / 400))
    return round(rating + STEP * (score - expected if score == 1 else min(0.0, score - expected)))


def due_after(now: int, *, right: bool, hits: int | None) -> int | None:
    """When a puzzle comes back. None if it does not.

    ``hits`` are the good answers since it was last missed, with this one; None if it was never missed.

    >>> due_after(0, right=False, hits=None) // DAY_MS, due_after(0, right=True, hits=1) // DAY_MS
    (3, 10)
    >>> due_after(0, right=True, hits=2), due_after(0, right=True, hits=None)
    (None, None)
    """
    if not right:
        return now + AFTER_A_MISS_MS
    return None if hits is None or hits >= HITS else now + AFTER_A_HIT_MS


# --- a puzzle played out


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a puzzle's round after a choice."""

    do: str
    net: int
    """What the player won or lost in the round, in cents."""
    events: tuple[Event, ...]
    """What the seat has seen of the round, to its end."""

    def as_dict(self) -> dict[str, Any]:
        return dict(msgspec.to_builtins(self))


def played_out(game: Game, rules: TableRules, id: str, pause: Callable[[], None] = no_pause) -> list[Ending]:
    """The ends of a puzzle's round, one for each choice. ``pause`` is called before each decision is priced.

    >>> from pitboss import Table
    >>> from pitboss.coach.drill import draw
    >>> table = Table("double_down_stud")
    >>> puzzle = draw(table.game, table.rules, 5)
    >>> sorted(one.do for one in played_out(table.game, table.rules, puzzle.id))
    ['double', 'pass']
    """
    puzzle = at(game, rules, id, pause)
    return [_ending(game, rules, puzzle, choice, pause) for choice in puzzle.counsel.choices]


def _ending(game: Game, rules: TableRules, puzzle: Puzzle, choice: Choice, pause: Callable[[], None]) -> Ending:
    seed = puzzle.seed
    table = Table(game, rules, seed=seed)
    table.sit(PLAYER, SEAT)
    made = False

    def play(turn: Turn) -> Input | None:
        nonlocal made
        if made:
            return _best(game, rules, turn, pause)
        if turn.about == puzzle.asked.about and tuple(needed(turn.view.events)) == puzzle.events:
            made = True
            return _taken(turn, choice)
        return game.basic(turn)

    round = drive(table.open_round(), play, Random(seed))
    layout = round.layout
    return Ending(
        do=choice.do, net=layout.returned - layout.staked, events=tuple(needed(round.view(seat_place(SEAT)).events))
    )


def _taken(turn: Turn, choice: Choice) -> Input:
    offer = next(one for one in turn.offers if one.do == choice.do and not one.why_not and not one.wager)
    return offer.taken(turn.party, choice.amount)


def _best(game: Game, rules: TableRules, turn: Turn, pause: Callable[[], None]) -> Input | None:
    """The best choice, or what the basic policy does if the question has no price."""
    pause()
    asked = question_at(turn.about, turn.party.seat, turn.party.player, turn.offers)
    best = counsel(game, rules, turn.view, asked, turn.offers).best
    return game.basic(turn) if best is None or best.wager else _taken(turn, best)
