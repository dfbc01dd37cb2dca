"""The calls about learning, for both clients: the coach, the drill, figures of any rules, and rounds that are over."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from pitboss.client import learning_requests as asked
from pitboss.client.learning_requests import (
    Changes,
    Costs,
    Defects,
    Example,
    Game,
    Keeps,
    Odds,
    Options,
    Pays,
    RulesFile,
    Story,
    Strategy,
    Words,
)
from pitboss.client.requests import Request
from pitboss.protocol.coaching import (
    AdviceInfo,
    DrillInfo,
    GradeInfo,
    MistakesInfo,
    PlayedOutInfo,
    PlayedPage,
    PuzzleInfo,
    ReviewInfo,
)

T = TypeVar("T")


class LearningCalls(ABC):
    """What players and the curious may ask with ``Client``."""

    @abstractmethod
    def request(self, request: Request[T]) -> T: ...

    def advice(self, table: str) -> AdviceInfo:
        """The value of each choice at the question that I am asked now. The coach must be on at the table."""
        return self.request(asked.advice(table))

    def review(self, table: str, round: int) -> ReviewInfo:
        """My decisions in a round that is over, against the best ones."""
        return self.request(asked.review(table, round))

    def puzzle(self, game: str, rules: Mapping[str, Any] | None = None) -> PuzzleInfo:
        """The puzzle that waits for my answer, or the next one."""
        return self.request(asked.puzzle(game, rules))

    def solve(self, game: str, puzzle: str, do: str) -> GradeInfo:
        """Answer a puzzle."""
        return self.request(asked.solve(game, puzzle, do))

    def missed_puzzle(self, game: str, kind: str = "", at: str = "") -> PuzzleInfo:
        """A puzzle whose last answer was a mistake: of a kind, or made at a table (``ID``) or in a round (``ID:N``)."""
        return self.request(asked.missed_puzzle(game, kind, at))

    def file_mistakes(self, game: str, table: str, round: int, numbers: Iterable[int]) -> MistakesInfo:
        """Put my mistakes in a round among the puzzles that I missed, by their numbers in its review."""
        return self.request(asked.file_mistakes(game, table, round, numbers))

    def play_out(self, game: str, puzzle: str) -> PlayedOutInfo:
        """How the round of a puzzle that I have answered ends after each choice."""
        return self.request(asked.play_out(game, puzzle))

    def progress(self, game: str) -> DrillInfo:
        """My last answers to puzzles, with my rating after each."""
        return self.request(asked.progress(game))

    def games(self) -> list[Game]:
        """The games of the house."""
        return self.request(asked.games())

    def words(self, game: str) -> Words:
        """What a game's document says, in the project's words."""
        return self.request(asked.words(game))

    def pays(self, table: str) -> Pays:
        """What a table pays under its rules."""
        return self.request(asked.pays(table))

    def costs(self, table: str) -> Costs:
        """What each wager of a table costs on average."""
        return self.request(asked.costs(table))

    def options(self, game: str) -> Options:
        """What may be chosen in a game's rules."""
        return self.request(asked.options(game))

    def defects(self, game: str, rules: Mapping[str, Any]) -> Defects:
        """All that a game's document does not permit in these rules. Nothing is priced."""
        return self.request(asked.defects(game, rules))

    def rules_file(self, text: str, game: str = "") -> RulesFile:
        """The options in a rules file (TOML), checked by the house. ``game`` is used if the file names none."""
        return self.request(asked.rules_file(text, game))

    def keeps(self, game: str) -> Keeps:
        """What the house keeps at a game on average."""
        return self.request(asked.keeps(game))

    def odds(self, game: str, rules: Mapping[str, Any] | None = None) -> Odds:
        """The exact odds of every wager. Default: under the document's rules. The first answer may take a minute."""
        return self.request(asked.odds(game, rules))

    def changes(self, game: str, rules: Mapping[str, Any]) -> Changes:
        """The decisions that change under these rules. The first answer may take a minute."""
        return self.request(asked.changes(game, rules))

    def strategy(self, game: str, rules: Mapping[str, Any] | None = None) -> Strategy:
        """The strategy under these rules, short and whole. The first answer may take a minute."""
        return self.request(asked.strategy(game, rules))

    def example(self, game: str, seed: int = 0) -> Example:
        """One hand, dealt and played by the engine."""
        return self.request(asked.example(game, seed))

    def rounds(self, game: str = "", *, after: str = "", most: int | None = None) -> PlayedPage:
        """A page of the rounds that I played, newest first. ``after`` is ``next`` of the page before."""
        return self.request(asked.rounds(game, after=after, most=most))

    def story(self, table: str, round: int) -> Story:
        """What happened in a round as I may know it, in words."""
        return self.request(asked.story(table, round))


class AsyncLearningCalls(ABC):
    """What players and the curious may ask with ``AsyncClient``."""

    @abstractmethod
    async def request(self, request: Request[T]) -> T: ...

    async def advice(self, table: str) -> AdviceInfo:
        """The value of each choice at the question that I am asked now. The coach must be on at the table."""
        return await self.request(asked.advice(table))

    async def review(self, table: str, round: int) -> ReviewInfo:
        """My decisions in a round that is over, against the best ones."""
        return await self.request(asked.review(table, round))

    async def puzzle(self, game: str, rules: Mapping[str, Any] | None = None) -> PuzzleInfo:
        """The puzzle that waits for my answer, or the next one."""
        return await self.request(asked.puzzle(game, rules))

    async def solve(self, game: str, puzzle: str, do: str) -> GradeInfo:
        """Answer a puzzle."""
        return await self.request(asked.solve(game, puzzle, do))

    async def missed_puzzle(self, game: str, kind: str = "", at: str = "") -> PuzzleInfo:
        """A puzzle whose last answer was a mistake: of a kind, or made at a table (``ID``) or in a round (``ID:N``)."""
        return await self.request(asked.missed_puzzle(game, kind, at))

    async def file_mistakes(self, game: str, table: str, round: int, numbers: Iterable[int]) -> MistakesInfo:
        """Put my mistakes in a round among the puzzles that I missed, by their numbers in its review."""
        return await self.request(asked.file_mistakes(game, table, round, numbers))

    async def play_out(self, game: str, puzzle: str) -> PlayedOutInfo:
        """How the round of a puzzle that I have answered ends after each choice."""
        return await self.request(asked.play_out(game, puzzle))

    async def progress(self, game: str) -> DrillInfo:
        """My last answers to puzzles, with my rating after each."""
        return await self.request(asked.progress(game))

    async def games(self) -> list[Game]:
        """The games of the house."""
        return await self.request(asked.games())

    async def words(self, game: str) -> Words:
        """What a game's document says, in the project's words."""
        return await self.request(asked.words(game))

    async def pays(self, table: str) -> Pays:
        """What a table pays under its rules."""
        return await self.request(asked.pays(table))

    async def costs(self, table: str) -> Costs:
        """What each wager of a table costs on average."""
        return await self.request(asked.costs(table))

    async def options(self, game: str) -> Options:
        """What may be chosen in a game's rules."""
        return await self.request(asked.options(game))

    async def defects(self, game: str, rules: Mapping[str, Any]) -> Defects:
        """All that a game's document does not permit in these rules. Nothing is priced."""
        return await self.request(asked.defects(game, rules))

    async def rules_file(self, text: str, game: str = "") -> RulesFile:
        """The options in a rules file (TOML), checked by the house. ``game`` is used if the file names none."""
        return await self.request(asked.rules_file(text, game))

    async def keeps(self, game: str) -> Keeps:
        """What the house keeps at a game on average."""
        return await self.request(asked.keeps(game))

    async def odds(self, game: str, rules: Mapping[str, Any] | None = None) -> Odds:
        """The exact odds of every wager. Default: under the document's rules. The first answer may take a minute."""
        return await self.request(asked.odds(game, rules))

    async def changes(self, game: str, rules: Mapping[str, Any]) -> Changes:
        """The decisions that change under these rules. The first answer may take a minute."""
        return await self.request(asked.changes(game, rules))

    async def strategy(self, game: str, rules: Mapping[str, Any] | None = None) -> Strategy:
        """The strategy under these rules, short and whole. The first answer may take a minute."""
        return await self.request(asked.strategy(game, rules))

    async def example(self, game: str, seed: int = 0) -> Example:
        """One hand, dealt and played by the engine."""
        return await self.request(asked.example(game, seed))

    async def rounds(self, game: str = "", *, after: str = "", most: int | None = None) -> PlayedPage:
        """A page of the rounds that I played, newest first. ``after`` is ``next`` of the page before."""
        return await self.request(asked.rounds(game, after=after, most=most))

    async def story(self, table: str, round: int) -> Story:
        """What happened in a round as I may know it, in words."""
        return await self.request(asked.story(table, round))
