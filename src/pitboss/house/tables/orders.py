"""Orders of staff at a live table, and players who call the floor.

The desk takes an order, announces it, and carries it out when the round is over. Meanwhile it waits among ``Orders``,
with the calls that nobody has answered and the rounds that players have missed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pitboss.basics.errors import RulesError
from pitboss.basics.money import dollars
from pitboss.engine.rules import Given, TableRules, describe, rules_from, to_builtins
from pitboss.engine.table import Table
from pitboss.house.authorize import CLOSING, Refusal
from pitboss.house.people.staff import Order
from pitboss.house.settings import Staffing
from pitboss.house.tables import acts
from pitboss.house.tables.acts import AnyAct, Change, FloorCalled


class Orders:
    """The orders that wait at a table, and the rounds that its players have missed, as its acts make them."""

    def __init__(self) -> None:
        self.closing = False
        """Whether the table closes after the round."""
        self.rules: dict[str, Any] | None = None
        """All options of the rules that come into force after the round or the shoe."""
        self.missed: dict[str, int] = {}
        """Rounds in a row that players have missed. Whoever has missed none is not named."""
        self.counted = 0
        """The last round whose wagers were counted for that."""
        self.calls: dict[str, FloorCalled] = {}
        """Calls of the floor that wait for an answer, by player."""

    def take(self, act: AnyAct) -> None:
        """Take in an act of the table."""
        match act:
            case acts.RoundBegan() | acts.RulesChanged():
                self.rules = act.rules if isinstance(act, acts.RoundBegan) else None
                self.closing, self.missed = act.closing, act.missed
                self.calls = {one.player: one for one in act.calls}
            case acts.RulesOrdered(rules=rules):
                self.rules = rules
            case acts.RulesKept():
                self.rules = None
            case acts.Missed(rounds=rounds, counted=counted):
                self.missed, self.counted = rounds, counted
            case acts.Left(player=player):
                self.missed = {one: rounds for one, rounds in self.missed.items() if one != player}
            case FloorCalled(player=player):
                self.calls[player] = act
            case acts.FloorAnswered(player=player):
                self.calls.pop(player, None)
            case acts.TableClosing():
                self.closing = True


# --- other rules


def changes_of(old: TableRules, new: TableRules) -> tuple[Change, ...]:
    """The options that differ. Of a table such as a pay table, each line that differs.

    >>> from pitboss import rules
    >>> changes_of(rules("double_down_stud"), rules("double_down_stud", {"table_minimum": 10_00}))
    (Change(option='table_minimum', line='', before=500, after=1000),)
    """
    had, found = to_builtins(old), list[Change]()
    for option, after in to_builtins(new).items():
        before = had[option]
        if isinstance(after, dict) and isinstance(before, dict):
            for line in {**before, **after}:
                if before.get(line) != after.get(line):
                    found.append(Change(option=option, line=line, before=before.get(line), after=after.get(line)))
        elif before != after:
            found.append(Change(option=option, before=before, after=after))
    return tuple(found)


def in_words(kind: type[TableRules], changes: Sequence[Change]) -> str:
    """Changes of rules as people hear them.

    >>> from pitboss import rules
    >>> old, new = rules("double_down_stud"), rules("double_down_stud", {"table_minimum": 10_00, "match_play": False})
    >>> in_words(type(new), changes_of(old, new))
    'table minimum from $5 to $10, match play from yes to no'
    """
    notes = describe(kind)
    told = []
    for one in changes:
        what = " ".join(filter(None, (one.option.replace("_", " "), one.line and f"for '{one.line}'")))
        before, after = (_value(value, notes[one.option]) for value in (one.before, one.after))
        told.append(f"{what} from {before} to {after}")
    return ", ".join(told)


def _value(value: Any, note: str) -> str:
    """A value of an option. What its description says of the unit is true of the value."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value == 0 and "0 means no limit" in note:
        return "no limit"
    if isinstance(value, int):
        return dollars(value) if "in cents" in note else f"{value:,}"
    return f"'{value}'"


def misfit(table: Table, rules: TableRules) -> str:
    """Why a table can't go on with these rules after this round. Empty if it can.

    >>> table = Table("double_down_stud", {"positions": 6})
    >>> table.sit("Ann", 6)
    6
    >>> from pitboss import rules
    >>> misfit(table, rules("double_down_stud", {"positions": 5}))
    'Ann sits at seat 6, but these rules have 5 seats'
    """
    there = [f"{table.names[player]} sits at seat {seat}" for seat, player in table.seats if seat > rules.positions]
    if there:
        seats = "1 seat" if rules.positions == 1 else f"{rules.positions} seats"
        return f"{' and '.join(there)}, but these rules have {seats}"
    terms = {one.name: one for one in table.game.meters(rules)}
    differ = [name for name in sorted({*table.terms, *terms}) if table.terms.get(name) != terms.get(name)]
    if differ:
        return (
            f"these rules need another meter ({', '.join(differ)}), and the meters of a table stay; open another table"
        )
    playing = table.round is not None and not table.round.over
    if rules.packs < table.rules.packs and (playing or table.state.order):
        return "the next pack is shuffled during each round, so two packs can't become one; open another table"
    return ""


# --- calls of the floor

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

    def answer(self, now: int, player: str, by: str, seq: int) -> tuple[acts.FloorAnswered, Order]:
        """The act with which staff answers a call, with what the staff journal says of it."""
        if player not in self._orders.calls:
            raise Refusal("late", "this call is answered already")
        act = acts.FloorAnswered(player=player, words="The floor has seen your call.")
        self._orders.take(act)
        return act, Order.of(now, by, "floor call seen", {"table": self.table, "act": seq, "player": player})


# --- the desk

OrderAct = acts.RulesOrdered | acts.RulesKept | acts.TableClosing | acts.Missed
DeskAct = OrderAct | acts.DealerAssigned


def fitting(table: Table, given: Given) -> TableRules:
    """These rules, if a table can go on with them after this round.

    Defective rules raise ``RulesError``. Rules that do not fit the table raise ``Refusal``.
    """
    rules = rules_from(table.game.name, table.game.rules, given)
    if why := misfit(table, rules):
        raise Refusal("illegal", why)
    return rules


def not_now(table: Table) -> str:
    """Why the rules of a table can't change now. Empty if they can."""
    if table.round is not None and not table.round.over:
        return "rules change between rounds only"
    if table.game.lasting_shoe and not table.state.reshuffle:
        return "rules change between shoes only"
    return ""


class DeskTable(Protocol):
    """What a desk asks of the live table."""

    table: Table

    @property
    def why_stopped(self) -> str:
        """Why the table takes no orders. Empty if it does."""

    def record_order(self, act: DeskAct, by: str) -> None:
        """Store an act of a person."""

    def change_rules(self, given: Given) -> None:
        """Change the rules at once."""


class Desk:
    """Takes orders at a table."""

    def __init__(self, orders: Orders, live: DeskTable) -> None:
        self.orders, self._live = orders, live

    def check_rules(self, given: Given) -> TableRules:
        """These rules, if they may be ordered now. Otherwise raises ``RulesError`` or ``Refusal``."""
        if why := self._live.why_stopped:
            raise Refusal("stopped", why)
        if self.orders.closing:
            raise Refusal("closing", CLOSING)
        table = self._live.table
        rules = fitting(table, given)
        if self.orders.rules is None and rules == table.rules:
            raise Refusal("illegal", "the table has these rules already")
        return rules

    def order_rules(self, given: Given, by: str = "") -> None:
        """Announce other rules, which come into force before the next round, or before the next shoe.

        An order replaces the one that waits. To withdraw it, order the rules that the table has.
        """
        rules, table = self.check_rules(given), self._live.table
        changes, when = changes_of(table.rules, rules), "shoe" if table.game.lasting_shoe else "round"
        if not changes:
            self._order(acts.RulesKept(words="The rules stay as they are: the order was withdrawn."), by)
            return
        words = f"Before the next {when} the rules change: {in_words(type(rules), changes)}."
        self._order(acts.RulesOrdered(rules=to_builtins(rules), changes=changes, words=words), by)

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes of rules that wait for the end of the round or shoe."""
        table, ordered = self._live.table, self.orders.rules
        if ordered is None:
            return ()
        return changes_of(table.rules, rules_from(table.game.name, table.game.rules, ordered))

    def apply(self) -> None:
        """If other rules were ordered and it is the time, change the rules. If they no longer fit, announce that."""
        ordered = self.orders.rules
        if ordered is None or self.orders.closing or not_now(self._live.table):
            return
        try:
            self._live.change_rules(ordered)
        except (Refusal, RulesError) as no:
            why = no.why if isinstance(no, Refusal) else str(no)
            self._order(acts.RulesKept(words=f"The rules stay as they are: {why}."))

    def order_close(self, by: str = "") -> None:
        """Let the table close after the round. Nobody may sit down any more."""
        if not self.orders.closing:
            self._order(acts.TableClosing(words="This table closes after the round."), by)

    def announce_dealer(self, old: Staffing, new: Staffing) -> None:
        """Say that a person deals from now on, or deals no more."""
        if new.dealer == old.dealer:
            return
        if new.dealer:
            words = f"{new.dealer_name or 'A person'} is the dealer now."
        else:
            words = f"{old.dealer_name or 'The dealer'} deals no more; the automatic dealer goes on."
        self._live.record_order(acts.DealerAssigned(dealer=new.dealer, name=new.dealer_name, words=words), "")

    def note_missed(self, rounds: Mapping[str, int], counted: int) -> None:
        """Store how many rounds in a row players have missed. ``counted`` is the last round that was counted."""
        missed = {player: number for player, number in sorted(rounds.items()) if number}  # the chain covers the order
        if missed != self.orders.missed:
            self._order(acts.Missed(rounds=missed, counted=counted))

    def _order(self, act: OrderAct, by: str = "") -> None:
        self.orders.take(act)
        self._live.record_order(act, by)
