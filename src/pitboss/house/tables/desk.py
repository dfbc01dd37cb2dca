"""The desk of a live table: it takes orders of staff, announces them, and carries them out when the round is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from pitboss.basics.errors import RulesError
from pitboss.engine.rules import Given, TableRules, rules_from, to_builtins
from pitboss.engine.table import Table
from pitboss.house.authorize import CLOSING, Refusal
from pitboss.house.tables.acts import Change, DealerAssigned, Missed, RulesKept, RulesOrdered, TableClosing
from pitboss.house.tables.orders import Orders, changes_of, in_words, misfit
from pitboss.house.tables.pace import Staffing

OrderAct = RulesOrdered | RulesKept | TableClosing | Missed
DeskAct = OrderAct | DealerAssigned


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
            self._order(RulesKept(words="The rules stay as they are: the order was withdrawn."), by)
            return
        words = f"Before the next {when} the rules change: {in_words(type(rules), changes)}."
        self._order(RulesOrdered(rules=to_builtins(rules), changes=changes, words=words), by)

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
            self._order(RulesKept(words=f"The rules stay as they are: {why}."))

    def order_close(self, by: str = "") -> None:
        """Let the table close after the round. Nobody may sit down any more."""
        if not self.orders.closing:
            self._order(TableClosing(words="This table closes after the round."), by)

    def announce_dealer(self, old: Staffing, new: Staffing) -> None:
        """Say that a person deals from now on, or deals no more."""
        if new.dealer == old.dealer:
            return
        if new.dealer:
            words = f"{new.dealer_name or 'A person'} is the dealer now."
        else:
            words = f"{old.dealer_name or 'The dealer'} deals no more; the automatic dealer goes on."
        self._live.record_order(DealerAssigned(dealer=new.dealer, name=new.dealer_name, words=words), "")

    def note_missed(self, rounds: Mapping[str, int], counted: int) -> None:
        """Store how many rounds in a row players have missed. ``counted`` is the last round that was counted."""
        missed = {player: number for player, number in sorted(rounds.items()) if number}  # the chain covers the order
        if missed != self.orders.missed:
            self._order(Missed(rounds=missed, counted=counted))

    def _order(self, act: OrderAct, by: str = "") -> None:
        self.orders.take(act)
        self._live.record_order(act, by)
