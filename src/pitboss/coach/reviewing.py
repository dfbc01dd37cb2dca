"""The review of a finished round: what each decision cost, and how much of the result was skill and how much luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.coach.counsel import edges_of, no_pause, odds_of, round_cents, spots_of
from pitboss.engine.game import Game
from pitboss.engine.round.events import Chose, Dealt, Settled
from pitboss.engine.round.inputs import TIME_OUT
from pitboss.engine.round.layout import Layout, View
from pitboss.engine.rules import TableRules
from pitboss.mathematics.decision_values import SeatQuestion, Spot

UNPRICED = "A decision has no exact price and is left out."
ROUGH = "The price of a decision is not exact."
METERS = "The progressive wager is priced as if its meter stood at its seed, the amount at which it starts."
NO_ODDS = "The {} wager has no price before the cards are dealt and is left out."
COUPONS = "Coupons are left out of what was expected."


class Reviewed(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of the player, against the best one."""

    number: int = 0
    """Its place among the choices that the player made in the round, from 0."""
    about: str
    kind: str = ""
    """What it is about in words, as the drill counts mistakes."""
    seat: int
    hand: int
    known: dict[str, str]
    chosen: str
    amount: int
    value: Fraction
    """The expected net result of what was chosen, in cents."""
    best: str
    best_amount: int
    best_value: Fraction
    values: dict[str, Fraction]
    """The value of every choice, at the most that it could stake."""
    exact: bool
    by_clock: bool = False
    """Whether the house chose this, because the player's time was over (ruling time-out)."""

    @property
    def cost(self) -> Fraction:
        """The cents that the choice lost on average."""
        return self.best_value - self.value

    def as_dict(self) -> dict[str, Any]:
        return {**msgspec.to_builtins(self, enc_hook=round_cents), "cost": round_cents(self.cost)}


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A round of one player. ``net`` is what was ``perfect`` play's due, less ``cost`` and ``late``, and luck."""

    round: int
    decisions: tuple[Reviewed, ...]
    staked: int
    """The chips that the player risked, in cents: wagers that went back for a void are left out."""
    net: int
    """What the player won or lost, in cents."""
    perfect: Fraction
    """What the wagers were worth before the cards were dealt, with the best play, in cents."""
    left_out: tuple[str, ...]
    """The wagers that have no price before the cards are dealt. All that they won or lost is luck."""
    exact: bool
    note: str

    @property
    def cost(self) -> Fraction:
        """The cents that the player's mistakes together lost on average."""
        return sum((one.cost for one in self.decisions if not one.by_clock), Fraction(0))

    @property
    def late(self) -> Fraction:
        """The cents that were lost on average because time ran out. That is no mistake of judgement."""
        return sum((one.cost for one in self.decisions if one.by_clock), Fraction(0))

    @property
    def own(self) -> Fraction:
        """What the wagers were worth as they were played, in cents."""
        return self.perfect - self.cost - self.late

    @property
    def luck(self) -> Fraction:
        return self.net - self.own

    def as_dict(self) -> dict[str, Any]:
        sums = {name: round_cents(getattr(self, name)) for name in ("own", "cost", "late", "luck")}
        lists = {"decisions": [one.as_dict() for one in self.decisions], "left_out": list(self.left_out)}
        return {**msgspec.to_builtins(self, enc_hook=round_cents), **lists, **sums}


def review(game: Game, rules: TableRules, view: View, player: str, pause: Callable[[], None] = no_pause) -> Review:
    """The review of a finished round as one player saw it. ``pause`` is called before each decision is priced.

    >>> from pitboss import Table
    >>> table = Table("double_down_stud", seed=7)
    >>> seat = table.sit("Ann")
    >>> round = table.open_round()
    >>> done = round.do("Ann", "wager", "original", 500), round.do("dealer", "no more bets")
    >>> done = round.do("Ann", "pass"), round.do("dealer", "no more bets")
    >>> found = review(round.game, round.rules, round.view("seat 1"), "Ann")
    >>> [(one.chosen, one.best, one.cost) for one in found.decisions], found.net == found.own + found.luck
    ([('pass', 'double', Fraction(3625, 6))], True)
    """
    notes: dict[str, None] = {}
    decisions: dict[tuple[object, ...], Reviewed] = {}
    placed: Layout | None = None
    so_far = View(view.viewer)
    number = 0
    for event in view.events:
        if isinstance(event, Dealt) and placed is None:
            placed = Layout(so_far.events)
        if isinstance(event, Chose) and event.player == player:
            pause()
            match _priced(game, rules, so_far, event, number):
                case None:
                    pass
                case Reviewed() as found:
                    # a later choice at the same question replaces the one before
                    key = (found.about, found.seat, found.hand, *sorted(found.known.items()))
                    decisions[key] = found
                    if not found.exact:
                        notes[ROUGH] = None
                case str(words):
                    notes[words] = None
            number += 1
        so_far.apply(event)
    settled = [event for event in view.events if isinstance(event, Settled) and event.player == player]
    left_out: dict[str, None] = {}
    perfect = sum(_expected(game, rules, placed or Layout(), settled, player, notes, left_out), Fraction(0))
    return Review(
        round=view.layout.round,
        decisions=tuple(decisions.values()),
        staked=sum(event.money for event in settled if event.result != "void"),
        net=sum(event.returned - event.money for event in settled),
        perfect=perfect,
        left_out=tuple(left_out),
        exact=not notes,
        note=" ".join(notes),
    )


def _priced(game: Game, rules: TableRules, view: View, chose: Chose, number: int) -> Reviewed | str | None:
    """A choice with its price. A sentence if it has none, and None if it is no decision."""
    spots = spots_of(game)
    about = spots.asked(view, chose) if spots is not None else ""
    if spots is None or not about:
        return None
    asked = SeatQuestion(about=about, seat=chose.seat, player=chose.player, hand=chose.hand)
    spot: Spot | None = spots.price(rules, view, asked)
    taken = spot.find(chose.action) if spot is not None else None
    if spot is None or taken is None:
        return UNPRICED
    amount = chose.amount or taken.amount
    return Reviewed(
        number=number,
        about=about,
        kind=spots.kind(about, spot.known),
        seat=chose.seat,
        hand=chose.hand,
        known=spot.known,
        chosen=chose.action,
        amount=amount,
        value=taken.at(amount),
        best=spot.best.do,
        best_amount=spot.best.amount,
        best_value=spot.best.value,
        values={one.do: one.value for one in spot.options},
        exact=spot.exact,
        by_clock=chose.ruling == TIME_OUT,
    )


def _expected(
    game: Game,
    rules: TableRules,
    placed: Layout,
    settled: list[Settled],
    player: str,
    notes: dict[str, None],
    left_out: dict[str, None],
) -> Iterator[Fraction]:
    """What each wager was worth before the cards were dealt. Wagers that went back for a void were worth nothing.

    It notes what is not exact, and which wagers are left out.
    """
    edges, spots = edges_of(game, rules), spots_of(game)
    void = {(one.seat, one.hand, one.wager) for one in settled if one.result == "void"}
    tables = {(one.seat, one.hand, one.wager): one.table for one in settled if one.table}
    lie: dict[tuple[int, int], dict[str, int]] = {}
    for (seat, who, hand, wager), stake in placed.stakes.items():
        if who == player and (seat, hand, wager) not in void:
            lie.setdefault((seat, hand), {})[wager] = stake
    for (seat, hand), stakes in lie.items():
        if any((seat, player, hand, wager) in {*placed.coupons, *placed.redeemed} for wager in stakes):
            notes[COUPONS] = None
        if spots is not None and spots.together and any(game.wager(wager).side for wager in stakes):
            yield spots.together(rules, stakes)
            continue
        for wager, stake in stakes.items():
            if wager == game.base:
                limit = odds_of(game, rules).cap(edges.set_cap, stake).cost if edges.set_cap else Fraction(0)
                yield stake * (edges.value - limit)
            elif game.wager(wager).side:
                table = tables.get((seat, hand, wager), "")  # of Cover All, the number of hands decides
                one = edges.find(f"{wager} {table}") or edges.find(wager)
                if one is None:
                    notes[NO_ODDS.format(wager)] = left_out[wager] = None
                    continue
                if one.at:
                    notes[METERS] = None
                yield stake * one.value
