"""Exercises on payment: what does this seat get, and did the dealer beside you pay it rightly?"""

from __future__ import annotations

from random import Random

import msgspec

from pitboss.basics.money import Odds, ceil_div
from pitboss.coach.dealers.rounds import Exercise, PracticePayment, played, shown
from pitboss.engine.game import Game
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event, Settled, seat_place
from pitboss.engine.round.round import Round

TRIES = 50
"""Rounds that are dealt to find one in which somebody wins."""
PAY, TAKE, LEAVE = "pay", "take", "leave"
FATES = {"win": PAY, "lose": TAKE, "push": LEAVE}
ALL_RIGHT = 0.3
"""How often the dealer beside you has made no mistake."""

replace = msgspec.structs.replace


def settle(game: Game, seed: int) -> Exercise:
    """What does this seat get? The settlement of the round is the right answer.

    >>> from pitboss import game
    >>> found = settle(game("double_down_stud"), 1)
    >>> found == settle(game("double_down_stud"), 1), any(line.fate == PAY for line in found.lines)
    (True, True)
    """
    round, seat, ends = _won(game, seed)
    return Exercise(
        question=f"What does seat {seat} get?",
        told="Read the hands yourself.",
        events=_until_settled(round, seat),
        seat=seat,
        lines=[_line(one) for one in ends],
    )


def check(game: Game, seed: int) -> Exercise:
    """Another dealer has paid a seat, perhaps with one mistake.

    >>> from pitboss import game
    >>> found = check(game("double_down_stud"), 1)
    >>> sum(line != made for line, made in zip(found.lines, found.made, strict=True)) <= 1
    True
    """
    exercise, random = settle(game, seed), Random(f"check {seed}")
    made = list(exercise.lines)
    if random.random() >= ALL_RIGHT:
        at = random.randrange(len(made))
        made[at] = _mistaken(game, made[at], random)
    return replace(
        exercise,
        question=f"Is seat {exercise.seat} paid rightly?",
        told="A colleague settled this seat. Correct what is wrong; perhaps nothing is.",
        made=made,
    )


def _won(game: Game, seed: int) -> tuple[Round, int, list[Settled]]:
    for attempt in range(TRIES):
        round = played(game, seed + attempt).round
        for seat in (3, 2, 1):
            ends = [one for one in round.settlements if one.seat == seat and not one.source]
            if any(one.result == "win" and one.stake for one in ends) and all(one.result in FATES for one in ends):
                return round, seat, [one for one in ends if one.stake]
    raise RuntimeError(f"nobody wins in {TRIES} rounds of {game.name}")


def _line(end: Settled) -> PracticePayment:
    why = ", ".join(filter(None, (end.line, end.pays)))
    fate = FATES[end.result]
    return PracticePayment(
        end.wager, end.hand, end.stake, fate, end.returned - end.stake if fate == PAY else 0, why, end.clause
    )


def _mistaken(game: Game, line: PracticePayment, random: Random) -> PracticePayment:
    """The line with a mistake that dealers make: the odds of another line, even money, a wager left or taken."""
    fates = [one for one in (PAY, TAKE, LEAVE) if one != line.fate]
    wrong = [replace(line, fate=fate, pays=line.stake if fate == PAY else 0) for fate in fates]
    if line.fate == PAY:
        wrong += [replace(line, pays=pays) for pays in {line.stake, *_printed(game, line)} if pays != line.pays] * 2
    return random.choice(wrong)


def _printed(game: Game, line: PracticePayment) -> list[int]:
    """What this stake would be paid by the other lines of the pay table that has the line."""
    for table in game.pays(game.rules()).values():
        if any(line.why.endswith(odds) and name in line.why for name, odds in table.items()):
            odds = [Odds.parse(one) for one in table.values() if " to " in one]
            near = sorted(ceil_div(line.stake * one.pays, one.per) for one in odds)
            return [one for one in near if one != line.pays and one <= 4 * line.pays]
    return []


def _until_settled(round: Round, seat: int) -> list[dict[str, object]]:
    """The public events until the seat is settled, without its settlements and without the name of its hand."""
    kept: list[Event] = []
    place, left = seat_place(seat), sum(one.seat == seat for one in round.settlements)
    for record in round.records:
        if isinstance(record, Settled):
            left -= record.seat == seat
            if not left:
                break
            if record.seat == seat:
                continue
        if isinstance(record, ev.Ranked | ev.Announced | ev.Collected) and record.place == place:
            continue
        kept.append(record)
    return shown(kept)
