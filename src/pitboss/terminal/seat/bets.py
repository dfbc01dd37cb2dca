"""A player's money and wagers from round to round: the same again, the running total, and what is left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from pitboss.basics.money import dollars, whole_cents
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event
from pitboss.engine.round.layout import Layout
from pitboss.engine.rules import TableRules
from pitboss.protocol.coaching import ReviewInfo

WAGERS = "wagers"
"""What the question is about while wagers are placed."""


class Bet(msgspec.Struct, frozen=True):
    """A wager as it was placed, in cents."""

    wager: str
    amount: int
    coupon: int = 0

    @property
    def line(self) -> str:
        """What to type for it.

        >>> Bet("ante", 2500).line, Bet("ante", 550, 500).line
        ('ante 25', 'ante 5.50 coupon 5')
        """
        coupon = f" coupon {_typed(self.coupon)}" if self.coupon else ""
        return f"{self.wager} {_typed(self.amount)}{coupon}"


def _typed(cents: int) -> str:
    return dollars(cents).lstrip("$")


def sum_of(bets: Iterable[Bet]) -> int:
    """What wagers cost in all, in cents."""
    return sum(bet.amount for bet in bets)


def bets_of(events: Iterable[Event], you: str, seat: int) -> list[Bet]:
    """The wagers that you placed at your seat before the first card was dealt, in order."""
    placed: dict[str, Bet] = {}
    for event in events:
        match event:
            case ev.Dealt():
                break
            case ev.Wagered(player=player, seat=at, hand=1, redeemed=False) if player == you and at == seat:
                placed[event.wager] = Bet(event.wager, event.amount, event.coupon)
            case ev.Withdrawn(player=player, seat=at) if player == you and at == seat:
                placed.pop(event.wager, None)
            case _:
                continue
    return list(placed.values())


def net(events: Iterable[Event], you: str) -> int:
    """The net change of your money in these events."""
    sum = 0
    for event in events:
        match event:
            case ev.Wagered(player=player, amount=amount, redeemed=False) if player == you:
                sum -= amount
            case ev.Withdrawn(player=player, amount=amount, redeemed=False) if player == you:
                sum += amount
            case ev.Settled(player=player, returned=returned) if player == you:
                sum += returned
            case _:
                continue
    return sum


def difference(cents: int) -> str:
    if not cents:
        return "neither up nor down"
    return f"{'up' if cents > 0 else 'down'} {dollars(abs(cents))}"


class Tally:
    """What your rounds have brought since you sat down.

    >>> tally = Tally()
    >>> tally.add(2500, 1000), tally.add(500, -500)
    (None, None)
    >>> tally.total
    'In all: up $5 after 2 rounds.'
    >>> print(*tally.summary(), sep="\\n")
    You played 2 rounds and staked $30.
    Your best round was up $10, your worst down $5.
    """

    def __init__(self) -> None:
        self.nets: list[int] = []
        self.staked = 0
        self.reviewed = 0
        """The rounds that the coach has reviewed."""
        self.cost = self.late = self.luck = 0.0
        """What mistakes lost on average in those rounds, what was lost because time ran out, and what luck brought."""

    def add(self, staked: int, net: int) -> None:
        """Count a round in which you wagered."""
        self.nets.append(net)
        self.staked += staked

    def add_round(self, events: Iterable[Event], you: str) -> None:
        """Count a round from its events. One in which you have not wagered does not count."""
        mine = [end for end in events if isinstance(end, ev.Settled) and end.player == you]
        if mine:
            self.add(sum(end.money for end in mine), sum(end.returned - end.money for end in mine))

    def add_review(self, review: ReviewInfo) -> None:
        """Count what the coach says of a round."""
        self.reviewed += 1
        self.cost += review.cost
        self.late += review.late
        self.luck += review.luck

    @property
    def skill(self) -> str:
        """Skill and luck told apart, in a sentence. Empty if no round was reviewed."""
        if not self.reviewed:
            return ""
        few = "" if self.reviewed == len(self.nets) else f" (in {self.reviewed} of {len(self.nets)} rounds)"
        cost = f"your mistakes cost {dollars(whole_cents(self.cost))} on average"
        skill = cost if whole_cents(self.cost) else "you made no mistake"
        late = f" Time ran out: that cost {dollars(whole_cents(self.late))}." if whole_cents(self.late) else ""
        return f"Skill: {skill}.{late} Luck: {difference(whole_cents(self.luck))}{few}."

    @property
    def total(self) -> str:
        """The running total, in words. Empty before the second round."""
        if len(self.nets) < 2:
            return ""
        return f"In all: {difference(sum(self.nets))} after {len(self.nets)} rounds."

    def summary(self) -> list[str]:
        """What to say at the end. Nothing if you have not played."""
        rounds = len(self.nets)
        if not rounds:
            return []
        played = f"You played {rounds} round{'' if rounds == 1 else 's'} and staked {dollars(self.staked)}."
        best, worst = difference(max(self.nets)), difference(min(self.nets))
        apart = f"Your best round was {best}, your worst {worst}." if rounds > 1 else ""
        return [line for line in (played, apart, self.skill) if line]


def too_little(
    follows: Mapping[str, tuple[int, str]],
    rules: TableRules,
    layout: Layout,
    seat: int,
    you: str,
    bet: tuple[str, int],
    cash: int,
) -> str:
    """Why this wager leaves too little for the next one, in a sentence. Empty if it leaves enough.

    ``follows`` are the game's wagers that follow from others. ``cash`` is your money before the wager, which is a name
    and an amount.
    """
    wager, amount = bet
    lies = {name: staked for (_, _, hand, name), staked in layout.stakes_of(seat, you) if hand == 1} | {wager: amount}
    left = cash - amount
    follow = [(staked, *follows[name]) for name, staked in lies.items() if name in follows]
    if not follow:
        return ""
    staked, times, what = follow[-1]  # what follows from the last wager is left of what follows from those before
    need = times * staked or rules.chip
    if left >= need:
        return ""
    least = "" if times else " at least"
    return f"that leaves {dollars(left)}, and {what} would take{least} {dollars(need)}"
