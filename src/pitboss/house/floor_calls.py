"""Calls of the floor: a player at a table asks for somebody of the staff, and says why in a few words."""

from __future__ import annotations

from pitboss.house.acts import FloorAnswered, FloorCalled
from pitboss.house.cashier import Refusal
from pitboss.house.orders import Orders
from pitboss.house.staff import Order

LONGEST = 120
"""The letters of a reason."""
PAUSE_MS = 60_000
"""The shortest time between two calls of a player at a table."""


class FloorCalls:
    """The calls at a table. A player has one open call at most; those that wait are in ``orders``."""

    def __init__(self, table: str, orders: Orders) -> None:
        self.table, self._orders = table, orders
        self._last: dict[str, int] = {}
        """When each player called last, since the table was recovered."""

    def call(self, now: int, player: str, name: str, seat: int, why: str, seq: int) -> tuple[FloorCalled, Order]:
        """The act of a call, with what the staff journal says of it."""
        why = why.strip()
        if not why or len(why) > LONGEST or not why.isprintable():
            raise Refusal("malformed", f"say why in 1 to {LONGEST} letters")
        if player in self._orders.calls:
            raise Refusal("limit", "you have called the floor already: somebody will answer")
        if (left := self._last.get(player, -PAUSE_MS) + PAUSE_MS - now) > 0:
            raise Refusal("limit", f"you called the floor a moment ago: wait {-(-left // 1000)} seconds")
        self._last[player] = now
        act = FloorCalled(player=player, name=name, seat=seat, why=why, at=now)
        self._orders.take(act)
        said = {"table": self.table, "act": seq, "seat": seat, "why": why}
        return act, Order.of(now, player, "floor called", said)

    def answer(self, now: int, player: str, by: str, seq: int) -> tuple[FloorAnswered, Order]:
        """The act with which staff answers a call, with what the staff journal says of it."""
        if player not in self._orders.calls:
            raise Refusal("late", "this call is answered already")
        act = FloorAnswered(player=player, words="The floor has seen your call.")
        self._orders.take(act)
        return act, Order.of(now, by, "floor call seen", {"table": self.table, "act": seq, "player": player})
