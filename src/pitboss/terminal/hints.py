"""Hints: the value of each choice, from what a seat knows and nothing else.

An ``Adviser`` is a function from a ``Position`` to a ``Hint``. ``advise_seat`` is one; another may take its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from fractions import Fraction
from importlib.util import find_spec
from threading import Thread

import msgspec

from pitboss import mathematics
from pitboss.cards import CardError
from pitboss.money import dollars
from pitboss.narrate import cents as exact_cents
from pitboss.table.events import seat_place
from pitboss.table.game import Game
from pitboss.table.layout import Layout
from pitboss.table.rules import TableRules
from pitboss.terminal.at_seat import at_seat

NO_HINT = "there is no hint for this choice"


class Position(msgspec.Struct, frozen=True):
    """What a seat knows when it decides. ``layout`` holds only what the seat has seen."""

    game: Game
    rules: TableRules
    layout: Layout
    seat: int
    hand: int
    actions: tuple[str, ...]
    """What the seat may do."""


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """The value of each choice in cents, the best one, and what the values rest on."""

    values: Mapping[str, Fraction]
    rests_on: str = ""
    note: str = ""

    @property
    def best(self) -> str:
        return max(self.values, key=lambda action: self.values[action])

    @property
    def ordered(self) -> list[tuple[str, Fraction]]:
        """The choices with their values, the best first."""
        return sorted(self.values.items(), key=lambda one: -one[1])

    @property
    def lead(self) -> Fraction:
        """By how much the best choice is better than the next."""
        ordered = self.ordered
        return ordered[0][1] - ordered[1][1] if len(ordered) > 1 else Fraction(0)

    @property
    def answer(self) -> str:
        """The advice in a few words: ``Bet, by $1.60``."""
        best = self.best[:1].upper() + self.best[1:]
        return f"{best}, by {money(self.lead)}" if self.lead else f"{best}; the next is as good"


def money(value: Fraction) -> str:
    """An amount of cents, rounded to the cent.

    >>> money(Fraction(-7021, 3)), money(Fraction(160))
    ('-$23.40', '$1.60')
    """
    return dollars(round(value))


def exact_money(value: Fraction) -> str:
    """An amount of cents without rounding, if it is short enough to read. Else empty."""
    said = exact_cents(value)
    return said if len(said) <= 24 else ""


def has_advice(game: Game) -> bool:
    """Whether there are hints: the game has advice, and the packages that it needs are installed."""
    return bool(game.advice_takes) and find_spec("numba") is not None


Adviser = Callable[[Position], Hint | None]
"""Values the choices of a position. None if it has no value for them."""


def advise_seat(position: Position) -> Hint | None:
    """Exact values by ``pitboss.mathematics.advise``: of the base wager and what follows from it."""
    known = _known(position)
    base = position.layout.stakes.get(_stake(position), 0)
    if known is None or not base:
        return None
    try:
        advice = mathematics.advise(position.game.name, position.rules, **known)
    except CardError:
        return None
    values = {action: value for action, value in advice.options.items() if action in position.actions}
    if len(values) < 2:
        return None
    seat, beside, note = at_seat(position.game.name), _beside(position), ""
    if seat.scales in beside and advice.note:
        base += beside.pop(seat.scales)
    if beside:
        note = f"Without {' and '.join(beside)}, which this does not count."
    rests_on = (
        f"Exact: {advice.deals:,} ways to fall" if advice.deals < 10**9 else "Exact: every way that cards can fall"
    )
    return Hint(values={action: value * base for action, value in values.items()}, rests_on=rests_on, note=note)


def _stake(position: Position) -> tuple[int, str, int, str]:
    """The base wager of the position, among the wagers on the layout."""
    hand = position.hand
    for stake in position.layout.stakes:
        seat, _, on, wager = stake
        if seat == position.seat and on == hand and wager == position.game.base:
            return stake
    return (position.seat, "", hand, position.game.base)


def _beside(position: Position) -> dict[str, int]:
    """The other wagers on the hand, which the values do not count."""
    seat, player, hand, base = _stake(position)
    counted = at_seat(position.game.name).counted
    return {
        wager: amount
        for (at, who, on, wager), amount in position.layout.stakes.items()
        if at == seat and who == player and on in (1, hand) and wager != base and wager not in counted
    }


def _known(position: Position) -> dict[str, str] | None:
    """The cards of the position, by the names under which advice takes them, and all others that the seat has seen."""
    layout = position.layout
    found = at_seat(position.game.name).known(layout, seat_place(position.seat), position.hand)
    if found is None:
        return None
    cards, used = found
    seen = [*cards.get("seen", ()), *(card for card in layout.rack if card)]
    seen += [card for key, hand in layout.hands.items() if key not in used for card in hand.cards if card]
    return {name: " ".join(one) for name, one in {**cards, "seen": seen}.items() if one}


class Coach:
    """Asks an adviser on another thread, so that a table goes on meanwhile."""

    def __init__(self, adviser: Adviser = advise_seat) -> None:
        self.adviser = adviser

    def ask(self, position: Position) -> Future[Hint | None]:
        """Begin to value a position."""
        done: Future[Hint | None] = Future()

        def work() -> None:
            try:
                done.set_result(self.adviser(position))
            except BaseException as error:
                done.set_exception(error)

        Thread(target=work, daemon=True).start()
        return done
