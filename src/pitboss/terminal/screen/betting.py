"""Chips on the betting areas before they are placed: which area, which chip, how much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from pitboss.basics.money import dollars
from pitboss.engine.round.layout import Layout
from pitboss.terminal.seat.answers import Choice
from pitboss.terminal.seat.bets import Bet

CHIPS = (100, 500, 2500, 10_000, 50_000, 100_000)
"""The chips, in cents, for the keys 1 to 6."""


class Area(msgspec.Struct, frozen=True):
    """A betting area: what lies there, what you mean to put there, and whether it is open."""

    wager: str
    staked: int
    meant: int
    open: bool
    fixed: int = 0
    """The only amount that it takes, if there is one."""


class Betting:
    """The chips that you mean to place.

    ``take`` keeps it up to date with what is offered and lies on the layout.
    """

    def __init__(self, comes_with: Mapping[str, tuple[str, int]] | None = None) -> None:
        self._comes_with = comes_with or {}
        """The wagers that are placed together with another, as ``AtSeat`` has them."""
        self.meant: dict[str, int] = {}
        self.chip = CHIPS[1]
        self.focus = 0
        self.dealing = False
        """Whether the meant chips are being placed, one wager after the other."""
        self._known: list[Choice] = []
        self._staked: dict[str, int] = {}

    def take(self, known: Sequence[Choice], layout: Layout, seat: int, you: str) -> None:
        """What is offered now, and what lies at your seat."""
        self._known = [one for one in known if one.offer.do == "wager" and one.offer.hand == 1]
        self._staked = {wager: amount for (_, _, hand, wager), amount in layout.stakes_of(seat, you) if hand == 1}
        for wager in self._staked:
            self.meant.pop(wager, None)
        self.focus = min(self.focus, max(len(self._known) - 1, 0))

    def start(self) -> None:
        """A new round: nothing lies and nothing is meant."""
        self.meant.clear()
        self._staked.clear()
        self.dealing, self.focus = False, 0

    @property
    def areas(self) -> list[Area]:
        return [
            Area(
                one.offer.wager,
                self._staked.get(one.offer.wager, 0),
                self._to_come(one.offer.wager),
                not one.offer.why_not or one.offer.wager not in self._staked,
                one.offer.most if one.offer.least == one.offer.most else 0,
            )
            for one in self._in_order()
        ]

    def _to_come(self, wager: str) -> int:
        """What will lie there when the cards are dealt, beside what lies there already."""
        if wager not in self._comes_with or wager in self._staked:
            return self.meant.get(wager, 0)
        other, times = self._comes_with[wager]
        return times * (self._staked.get(other) or self.meant.get(other, 0))

    def _in_order(self) -> list[Choice]:
        """The areas in the order in which they are offered when all are open."""
        return sorted(self._known, key=lambda one: one.offer.optional)

    def move(self, by: int) -> None:
        if self._known:
            self.focus = (self.focus + by) % len(self._known)

    def choose(self, wager: str) -> None:
        """Go to an area."""
        self.focus = next(at for at, area in enumerate(self.areas) if area.wager == wager)

    def add(self) -> str:
        """Put a chip on the area. Returns why not, if it takes no more."""
        if not self._known:
            return "there is no betting area"
        area, offer = self.areas[self.focus], self._in_order()[self.focus].offer
        if area.staked:
            return f"the {area.wager} wager is placed; Backspace takes it back"
        if area.fixed:
            if area.meant:
                return f"a {area.wager} wager is {dollars(area.fixed)}"
            self.meant[area.wager] = area.fixed
            return ""
        more = area.meant + self.chip
        if not offer.most:  # it depends on another wager, which fixes its amount
            return f"a {area.wager} wager follows by itself"
        if more > offer.most:
            return f"{dollars(more)} is above {offer.most_is}, which is {dollars(offer.most)}"
        self.meant[area.wager] = max(more, offer.least)
        return ""

    def remove(self) -> str:
        """Take a chip away. Returns the line that takes back a wager which lies already."""
        if not self._known:
            return ""
        area = self.areas[self.focus]
        if area.staked:
            return f"withdraw {area.wager}"
        left, least = area.meant - self.chip, self._in_order()[self.focus].offer.least
        if left >= least and not area.fixed:
            self.meant[area.wager] = left
        else:
            self.meant.pop(area.wager, None)
        return ""

    @property
    def total(self) -> int:
        return sum(map(self._to_come, {*self.meant, *self._comes_with})) + sum(self._staked.values())

    def next_line(self, may_go_on: bool) -> str:
        """What to type next while chips are placed. An empty line goes on; then the placing is over."""
        for one in self._in_order():
            wager = one.offer.wager
            if wager in self.meant and not one.offer.why_not:
                return Bet(wager, self.meant[wager]).line
        if may_go_on:
            self.dealing = False
            for wager, amount in self.meant.items():  # it can't be placed: the seat says why
                return Bet(wager, amount).line
        return ""
