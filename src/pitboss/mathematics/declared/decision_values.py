"""The decisions of a declared game, priced in cents from what a seat has seen."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np

from pitboss.basics.cards import parse_cards
from pitboss.basics.poker import ladder
from pitboss.engine.declared.words import COMMUNITY, DEALER, Declaration, Place, Reading
from pitboss.engine.game import Game
from pitboss.engine.round.events import Chose, seat_place
from pitboss.engine.round.layout import View
from pitboss.mathematics.choices import UP
from pitboss.mathematics.decision_values import (
    WITH_COUPON,
    End,
    Priced,
    SeatQuestion,
    Spot,
    Spots,
    cards_at,
    coupon_of,
    in_words,
    seen_besides,
    stake_of,
)
from pitboss.mathematics.declared.counting import Priced as Values
from pitboss.mathematics.declared.odds import best_value, counted
from pitboss.mathematics.declared.one_hand import HandStates
from pitboss.mathematics.declared.states import Stage
from pitboss.mathematics.declared.ways import Way, Ways


def price(game: Game, rules: Any, view: View, asked: SeatQuestion) -> Spot | None:
    """The value of each choice over every deal of the unseen cards, with coupons and the payout limit."""
    declared: Declaration = game.declared
    of = counted(game)
    ways = of.ways
    at = next((at for at, point in enumerate(ways.points) if point.asked.ask.about == asked.about), None)
    hand, board = cards_at(view.layout, seat_place(asked.seat)), cards_at(view.layout, COMMUNITY)
    up = cards_at(view.layout, DEALER)
    base = stake_of(view.layout, asked, declared.base.name)
    stage = Stage(len(hand) + len(board), len(up))
    if at is None or not base or stage != ways.points[at].stage:
        return None
    lie = {bet.name: stake_of(view.layout, asked, bet.name) for bet in declared.wagers}
    coupons = {bet.name: coupon_of(view.layout, asked, bet.name) for bet in declared.wagers}
    seen = seen_besides(view, (*hand, *board, *up))
    states = HandStates(of, (*hand, *board), seen, up)
    first = {one: one.line_of(ladder(len(hand)).strength(hand), len(hand)) for one in ways.leads}
    nets, lost = ways.cents(rules, lie, coupons, at, first)
    way = ways.points[at].ways[0]
    values = Values(ways, states, nets, lost, at, way).worth[at][way][:, 0]
    deals = states.ordered(stage)
    asks = ways.points[at].asked.ask
    options = tuple(
        Priced(do=choice.do, value=Fraction(int(value), deals))
        for choice, value in zip(asks.choices, values, strict=True)
    )
    return Spot(
        about=asked.about,
        known=in_words({"hand": hand, "board": board, UP: up, "seen": seen}),
        base=base,
        options=_up_to(asks.choices, options, base),
        deals=deals,
        note=WITH_COUPON if any(coupons.values()) else "",
        ends=_ends(declared, ways, states, nets, at, way, deals),
    )


def _up_to(choices: Any, options: tuple[Priced, ...], base: int) -> tuple[Priced, ...]:
    """Where a player chooses the amount, the value of staking nothing is that of the first choice."""
    return tuple(
        Priced(do=one.do, value=one.value, amount=choice.times * base, at_nothing=options[0].value)
        if isinstance(choice, Place) and choice.up_to
        else one
        for choice, one in zip(choices, options, strict=True)
    )


def _ends(
    declared: Declaration, ways: Ways, states: HandStates, nets: Mapping[Way, Any], at: int, way: Way, deals: int
) -> tuple[End, ...]:
    """How the hand may end after each choice of the last question."""
    if at + 1 != len(ways.points):
        return ()
    (table,) = states.ends
    main: Reading | None = ways.contest or next(iter(ways.hands), None)
    names = declared.lines(main) if main else ()
    found = []
    for number, choice in enumerate(ways.points[at].asked.ask.choices):
        leaf = (*way, number)
        if leaf not in nets:
            continue
        many, cents = np.zeros(len(names), np.int64), np.zeros(len(names), np.int64)
        for kind, against in np.ndindex(table.shape):
            line = ways.line(main, kind, against) if main else 0
            many[line] += table[kind, against]
            cents[line] += table[kind, against] * nets[leaf][kind, against]
        found += [
            End(do=choice.do, how=name, share=Fraction(int(count), deals), cents=Fraction(int(total), int(count)))
            for name, count, total in zip(names, many, cents, strict=True)
            if count
        ]
    return tuple(reversed(found))


def asked(game: Game, view: View, chose: Chose) -> str:
    """The question that a choice answered: the one at which so many cards are known."""
    declared: Declaration = game.declared
    known = len(cards_at(view.layout, seat_place(chose.seat))) + len(cards_at(view.layout, COMMUNITY))
    up = len(cards_at(view.layout, DEALER))
    for point in declared.points:
        if (point.own, point.up) == (known, up) and chose.action in [choice.do for choice in point.ask.choices]:
            return point.ask.about
    return ""


def kind(game: Game, about: str, known: Mapping[str, str]) -> str:
    """The question, and what the known cards hold if they are a whole hand."""
    cards = parse_cards(" ".join(known[place] for place in ("hand", "board") if place in known))
    if len(cards) not in (2, 3, 5):
        return about.capitalize()
    held = ladder(len(cards))
    return f"{about.capitalize()}: {held.categories[held.category_of[held.strength(cards)]]}"


def together(game: Game, rules: Any, stakes: Mapping[str, int]) -> Fraction:
    """What wagers are worth before the deal, in cents, with the play that is best for all of them."""
    return best_value(counted(game), rules, stakes)


def part(game: Game) -> Any:
    """What the module ``decision_values`` of a game's package exports."""
    return SimpleNamespace(
        SPOTS=Spots(
            price=partial(price, game),
            asked=partial(asked, game),
            kind=partial(kind, game),
            together=partial(together, game) if any(bet.side for bet in game.declared.wagers) else None,
        )
    )
