"""What the house won of each wager, counted from the stored rounds, against its exact edge.

In the words of a pit: the handle is all that was staked, the win is what the house kept of it, the drop is what was
bought in at the table, and the hold is the win divided by the drop.

Rounds are played again from their acts, each once: the tally remembers how far it has come at each table. Tables for
practice are left out, since their chips are given out. A hand that was void is not counted. One in which a coupon lay
has no exact edge, and is counted only in the handle of its table. Players of the house are no people: what they staked
is added up apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from math import erfc, sqrt
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from pitboss.basics.money import UNITS
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.round.events import Ended, Settled
from pitboss.engine.rules import to_builtins
from pitboss.house.people.house_players import PREFIX, is_house_player
from pitboss.house.settings import TableSettings
from pitboss.house.storage.schema import act, entry, game_table, posting
from pitboss.house.storage.store import ActRow
from pitboss.house.tables.acts import RoundBegan
from pitboss.house.tables.history import ReplayError, replay_from
from pitboss.mathematics import answers, any_game
from pitboss.mathematics.results import Distribution, Moments, normal_error

MOST_COUNTED = 10_000
"""So many hands of one game and one stake are counted exactly. Of more, a normal curve says how odd they are."""
FEW = 500
"""With fewer hands than this, a hold says nothing, and has no z."""
HAND = "hand"
"""The line of all wagers of a hand together. Its exact edge is that of a round under optimal play."""
AT_ONCE = 2000


class Sums(msgspec.Struct):
    """A wager as it was played, in cents."""

    hands: int = 0
    staked: int = 0
    kept: int = 0
    unit: int = 0
    """The sum of what one unit of the exact edge was in each hand: the base wager, or the side wager itself."""
    squares: int = 0
    """The sum of the squares of those units, from which the standard error follows."""
    cubes: int = 0
    """The sum of their third powers, from which follows how far a normal curve can be off."""

    def add(self, staked: int, returned: int, unit: int) -> None:
        self.hands += 1
        self.staked += staked
        self.kept += staked - returned
        self.unit += unit
        self.squares += unit * unit
        self.cubes += unit**3

    @property
    def is_one_stake(self) -> bool:
        return self.hands > 0 and self.squares * self.hands == self.unit**2


class Exact(msgspec.Struct, frozen=True):
    """The exact figures of a wager."""

    edge: float
    """The house's share of a unit."""
    deviation: float
    """The standard deviation of the result of a unit."""
    of_staked: float
    """The house's share of all that is staked."""
    has_law: bool = False
    """Whether the results of a hand of this game are known one by one."""


WagerKey = tuple[str, str]
"""A wager and its pay table, if the document has several."""
ExactFigures = Callable[[str, dict[str, Any]], dict[WagerKey, Exact | None]]
"""The exact figures of the lines of a game under rules. None for a line that has none, such as a progressive wager."""

Laws = Callable[[str, dict[str, Any]], dict[WagerKey, Moments]]
"""The results of a unit of each line of a game under rules. Empty if they can't be counted here."""


class TableSums(msgspec.Struct):
    """How far a table has been counted, and what was staked and kept there, in cents."""

    began: int = 0
    """The act that began the last round that was seen."""
    counted: int = 0
    """The last round that was counted."""
    rounds: int = 0
    handle: int = 0
    kept: int = 0
    drop: int = 0

    def add(self, settled: Sequence[Settled]) -> None:
        """Count the wagers of a round that is over."""
        ended = [one for one in settled if one.result != "void"]
        self.rounds += bool(ended)
        self.handle += sum(one.money for one in ended)
        self.kept += sum(one.money - (0 if one.source else one.returned) for one in ended)

    def answer(self) -> dict[str, Any]:
        """
        >>> sums = TableSums(rounds=2, handle=200_00, kept=5_00, drop=50_00).answer()
        >>> sums["win_of_handle"], sums["hold"], sums["purchases"], sums["drop"]
        (0.025, 0.1, 5000, 20000)
        """
        return {
            "rounds": self.rounds,
            "handle": self.handle,
            "kept": self.kept,
            "win_of_handle": self.kept / self.handle if self.handle else None,
            "purchases": self.drop,
            "hold": self.kept / self.drop if self.drop else None,
            "drop": self.handle,  # the name that the handle had before
        }


class Tally:
    """What every wager of every table held so far."""

    def __init__(self) -> None:
        self.tables: dict[str, TableSums] = defaultdict(TableSums)
        self.lines: dict[tuple[str, str], dict[WagerKey, Sums]] = {}
        """By game and rules, as JSON."""
        self.left_out = 0
        """Hands at private tables with rules of their own. Pricing those would let any player keep the office busy."""
        self.players = TableSums()
        """What players of the house staked and lost, at all tables."""
        self.broken: dict[str, str] = {}
        """Tables whose acts can't be played again, and why. The audit says more."""

    def count(self, connection: Connection) -> None:
        """Count the rounds that have ended since the last time."""
        for row in connection.execute(select(game_table).order_by(game_table.c.opened_at)).all():
            settings = msgspec.json.decode(row.settings, type=TableSettings)
            if settings.practice or row.id in self.broken:
                continue
            try:
                self._count_table(connection, row, private=settings.private)
            except ReplayError as error:
                self.broken[row.id] = str(error)
        for table, cents in drops(connection).items():
            if table in self.tables:
                self.tables[table].drop = cents

    def _count_table(self, connection: Connection, row: Any, *, private: bool) -> None:
        sums, c, last_act = self.tables[row.id], act.c, 0
        newer = connection.execute(
            select(c.seq).where(c.table_id == row.id, c.round > sums.counted).order_by(c.seq).limit(1)
        ).scalar()
        if newer is None:
            return
        first = sums.began or 1
        chosen = select(act).where(c.table_id == row.id, c.seq >= first).order_by(c.seq)
        replay = replay_from(connection, row, first)
        settled: list[Settled] = []
        for stored in connection.execute(chosen, execution_options={"yield_per": AT_ONCE}):
            played = replay.apply(ActRow(*stored))
            if isinstance(played.act, RoundBegan):
                sums.began, last_act = played.seq, played.round
                settled.clear()
            settled += [one for one in played.records if isinstance(one, Settled)]
            if last_act > sums.counted and any(isinstance(one, Ended) for one in played.records):
                sums.counted = last_act
                self.add_round(sums, replay.table.game, replay.table.rules, settled, private=private)

    def add_round(
        self, sums: TableSums, game: Game, rules: Any, settled: Sequence[Settled], *, private: bool = False
    ) -> None:
        """Count a round that is over."""
        of_house = [one for one in settled if is_house_player(one.player)]
        settled = [one for one in settled if not is_house_player(one.player)]
        self.players.add(of_house)
        if not settled:
            return
        sums.add(settled)
        if private and rules != game.rules():
            self.left_out += len(hands(game, settled))
            return
        key = game.name, msgspec.json.encode(to_builtins(rules), order="sorted").decode()
        lines = self.lines.setdefault(key, defaultdict(Sums))
        for line, staked, returned, unit in hands(game, settled):
            lines[line].add(staked, returned, unit)

    def answer(self, prices: ExactFigures, laws: Laws | None = None) -> dict[str, Any]:
        """The tally for the operator's page. Without ``laws``, nobody knows how far a chance can be off."""
        figures: dict[tuple[str, str, str], Held] = {}
        for (game, rules), lines in self.lines.items():
            exact = prices(game, msgspec.json.decode(rules))
            for line, sums in lines.items():
                wager, table = priced = _priced(line, exact)
                if priced in exact and exact[priced] is None:
                    continue  # a progressive wager: its edge moves with the meter
                under = None if laws is None else partial(laws, game, msgspec.json.decode(rules))
                figures.setdefault((game, wager, table), Held(priced)).add(sums, exact.get(priced), under)
        order = {name: at for at, name in enumerate(registry.games())}
        lines_out = [
            {"game": game, "title": registry.game(game).title, "wager": wager, "table": table, **held.answer()}
            for (game, wager, table), held in sorted(
                figures.items(), key=lambda one: (order.get(one[0][0], 99), one[0][1] != HAND, one[0][1:])
            )
        ]
        tables = {id: one.answer() for id, one in sorted(self.tables.items())}
        others = {"players": self.players.answer(), "broken": self.broken, "few": FEW, "left_out": self.left_out}
        return {"lines": lines_out, "tables": tables, **others}


def drops(connection: Connection) -> dict[str, int]:
    """What people bought in at each table so far, in cents, from the ledger. Coupons are no money."""
    bought = (
        select(entry.c.table_id, func.sum(posting.c.units))
        .join(posting, (posting.c.entry == entry.c.id) & (posting.c.units > 0))
        .where(entry.c.kind == "buy in", func.substr(entry.c.person, 1, len(PREFIX)) != PREFIX)
        .group_by(entry.c.table_id)
    )
    return {table: int(units) // UNITS for table, units in connection.execute(bought)}


def _priced(line: WagerKey, exact: Iterable[WagerKey]) -> WagerKey:
    """The line whose exact edge a settled wager belongs to.

    A wager that a fold takes names no pay table, and the exact edge counts it as a loss of the one that it has.

    >>> _priced(("bonus", ""), [("hand", ""), ("bonus", "A")])
    ('bonus', 'A')
    """
    wager, table = line
    tables = [one for name, one in exact if name == wager]
    if table in tables or not tables:
        return line
    return (wager, tables[0]) if len(tables) == 1 and "" in (table, *tables) else line


def hands(game: Game, settled: Sequence[Settled]) -> list[tuple[WagerKey, int, int, int]]:
    """The lines that a round adds to: each with its stake, what went back, and what one unit was.

    >>> from pitboss.engine.round.events import Settled
    >>> end = Settled(round=1, clause="9(c)", seat=1, player="ann", hand=1, wager="original", stake=500, result="win",
    ...               returned=1000)
    >>> hands(registry.game("double_down_stud"), [end])
    [(('hand', ''), 500, 1000, 500)]
    """
    sides = {wager.name for wager in game.wagers if wager.side}
    boxes: dict[tuple[int, str], list[Settled]] = {}
    for one in settled:
        boxes.setdefault((one.seat, one.player), []).append(one)
    found: list[tuple[WagerKey, int, int, int]] = []
    for ends in boxes.values():
        if any(one.result == "void" or one.coupon or one.redeemed for one in ends):
            continue
        whole = [one for one in ends if one.wager not in sides]
        base = next((one.stake for one in whole if one.wager == game.base and one.hand == 1), 0)
        if base:
            found.append(((HAND, ""), sum(one.stake for one in whole), sum(one.returned for one in whole), base))
        found += [
            ((one.wager, one.table), one.stake, one.returned, one.stake)
            for one in ends
            if one.wager in sides and one.stake
        ]
    return found


class Held:
    """A wager over all rules under which it was played. Each rules have an exact edge of their own."""

    def __init__(self, line: WagerKey = (HAND, "")) -> None:
        self.line = line
        self.parts: list[tuple[Sums, Callable[[], dict[WagerKey, Moments]] | None]] = []
        """What was played under each rules, with their laws if these are known."""
        self.hands = self.staked = self.kept = 0
        self.expected = self.variance = self.exact_kept = 0.0
        self.is_exact = True

    def add(self, sums: Sums, exact: Exact | None, laws: Callable[[], dict[WagerKey, Moments]] | None = None) -> None:
        self.parts.append((sums, laws if exact is not None and exact.has_law else None))
        self.hands += sums.hands
        self.staked += sums.staked
        self.kept += sums.kept
        if exact is None:
            self.is_exact = False
            return
        self.expected += exact.edge * sums.unit
        self.exact_kept += exact.of_staked * sums.staked
        self.variance += exact.deviation**2 * sums.squares

    def answer(self) -> dict[str, Any]:
        z, judged = None, {}
        if self.is_exact and self.hands >= FEW and self.variance > 0:
            z = (self.kept - self.expected) / sqrt(self.variance)
            judged = self._judged(z)
        exact = self.exact_kept / self.staked if self.is_exact and self.staked else None
        return {"hands": self.hands, "staked": self.staked, "kept": self.kept, "exact": exact, "z": z, **judged}

    def _judged(self, z: float) -> dict[str, Any]:
        """How often chance alone strays as far: counted for hands of one game and one stake, if they are not too many;
        else by the normal distribution. Hands of one round share the dealer's cards, which neither knows of."""
        played = [(sums, laws().get(self.line) if laws is not None else None) for sums, laws in self.parts]
        sums, results = played[0]
        alike = len(played) == 1 and sums.is_one_stake
        if alike and self.line[0] == HAND and sums.hands <= MOST_COUNTED and isinstance(results, Distribution):
            from pitboss.mathematics.evening import law_in_units, total_of  # brings the compiler

            law, unit = law_in_units(results)
            total, net = total_of(law, sums.hands), Fraction(-self.kept * unit * sums.hands, sums.unit)
            chance = min(1.0, 2 * min(total.at_most(net), total.at_least(net)))
            return {"chance": chance, "chance_error": 2 * total.bound, "counted": True}
        thirds = [None if one is None or one.third is None else one.third * sums.cubes for sums, one in played]
        error = None
        if None not in thirds:
            error = min(1.0, 2 * normal_error(sum(filter(None, thirds)), self.variance, alike=alike))
        return {"chance": erfc(abs(z) / sqrt(2)), "chance_error": error, "counted": False}


def exact_figures(game: str, rules: dict[str, Any]) -> dict[WagerKey, Exact | None]:
    """The exact figures of a game under rules. Those of other rules than the document's may have to be counted."""
    known = registry.game(game)
    found = answers.kept("odds", known, any_game.study(known, rules=rules))
    has_law = found["skewness"] is not None
    whole = Exact(found["house_edge"], found["standard_deviation"], found["element_of_risk"], has_law)
    figures: dict[WagerKey, Exact | None] = {(HAND, ""): whole}
    for name, wager in found["wagers"].items():
        if not wager["side"] or wager["earned"]:
            continue
        edge, table = wager["house_edge"], wager.get("table", "")
        exact = None if "progressive" in wager else Exact(edge, wager["standard_deviation"], edge, has_law)
        figures[name.removesuffix(f" {table}"), table] = exact
    return figures


def laws_of(game: str, rules: dict[str, Any]) -> dict[WagerKey, Moments]:
    """The results of a unit of each line of a game under rules."""
    found = any_game.odds(game, any_game.study(game, rules=rules))
    figures: dict[WagerKey, Moments] = {(HAND, ""): found.results}
    for name, wager in found.wagers.items():
        if wager.side:
            figures[name.removesuffix(f" {wager.table}"), wager.table] = wager.results
    return figures
