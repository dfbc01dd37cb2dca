"""Requests to the coach of a house, to its drill, and for the rounds that a person played."""

from __future__ import annotations

from pitboss.client.requests import Request, asking, part
from pitboss.protocol.coaching import AdviceInfo, DrillInfo, GradeInfo, PlayedPage, PuzzleInfo, ReviewInfo


def advice(table: str) -> Request[AdviceInfo]:
    """The value of each choice at the question that I am asked now."""
    return Request("GET", f"/api/tables/{part(table)}/advice", AdviceInfo)


def review(table: str, round: int) -> Request[ReviewInfo]:
    """My decisions in a finished round, against the best ones."""
    return Request("GET", f"/api/tables/{part(table)}/rounds/{round}/review", ReviewInfo)


def puzzle(game: str) -> Request[PuzzleInfo]:
    """The puzzle that waits for my answer, or the next one."""
    return Request("GET", f"/api/drill/{part(game)}", PuzzleInfo)


def solve(game: str, puzzle: str, do: str) -> Request[GradeInfo]:
    """Answer a puzzle."""
    return Request("POST", f"/api/drill/{part(game)}", GradeInfo, {"puzzle": puzzle, "do": do})


def drill_history(game: str) -> Request[DrillInfo]:
    """My last answers at a game."""
    return Request("GET", f"/api/drill/{part(game)}/history", DrillInfo)


def played(*, after: str = "", most: int = 50) -> Request[PlayedPage]:
    """The rounds that I played, newest first."""
    return Request("GET", asking("/api/rounds", after=after, most=most), PlayedPage)
