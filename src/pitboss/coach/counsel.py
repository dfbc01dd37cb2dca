"""Counsel on the question that a player is asked: the value of each choice.

It takes a view, which holds only what a seat has seen, and never a round. So the same view gives the same counsel,
whatever the hidden cards are.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar

import msgspec

from pitboss.basics.money import whole_cents
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.round.asks import Offer
from pitboss.engine.round.layout import View
from pitboss.engine.rules import TableRules
from pitboss.mathematics import answers
from pitboss.mathematics.any_game import mathematics, needs_the_compiler
from pitboss.mathematics.decision_values import Contest, End, Made, SeatQuestion, Spot, Spots, by_ends
from pitboss.mathematics.results import ratio

T = TypeVar("T")
WAGERS = "wagers"
"""The subject of the question while bets are open."""
NO_PRICE = "This question has no exact price."
WHOLE_ROUND = "The value of the {base} is that of the whole round with the best play, without side wagers."
METER = "The value of the {wager} depends on its meter."
JOINT = "A fold loses the {wager}, too: its value is that beside the same {base}, with the play that is best for both."
UNKNOWN = "The value of the {wager} depends on what is not yet known."
TOO_DEAR = "You lack the chips for: {}."


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the player may do now, and its value."""

    do: str
    wager: str = ""
    amount: int = 0
    """The cents that it stakes, if the player chooses the amount: the most that is offered."""
    value: Fraction | None
    """The expected net result in cents. None if it has no price."""
    best: bool = False
    costs: Fraction = Fraction(0)
    """The cents that it loses against the best choice, on average."""


class Counsel(msgspec.Struct, frozen=True, kw_only=True):
    """The value of each choice at a question, in cents.

    >>> from pitboss import Table
    >>> table = Table("double_down_stud", seed=7)
    >>> seat = table.sit("Ann")
    >>> round = table.open_round()
    >>> done = round.do("Ann", "wager", "original", 500), round.do("dealer", "no more bets")
    >>> view = round.view("seat 1")
    >>> found = counsel(round.game, round.rules, view, SeatQuestion(about="double", seat=1, player="Ann"))
    >>> {choice.do: round_cents(choice.value) for choice in found.choices}
    {'pass': 604.1667, 'double': 1208.3333}
    >>> found.best.do, found.exact
    ('double', True)
    """

    about: str
    seat: int
    hand: int
    known: dict[str, str]
    """The cards that the values depend on, by place."""
    base: int
    """The wager of which the values are multiples, in cents."""
    choices: tuple[Choice, ...]
    deals: int
    """The number of ways in which the unseen cards can fall, as they were counted."""
    exact: bool
    note: str
    ends: tuple[End, ...] = ()
    """How the hand may end after a choice, where the count tells."""
    made: tuple[Made, ...] = ()
    """What the hand may become after a choice, if it decides that."""

    @property
    def best(self) -> Choice | None:
        return next((choice for choice in self.choices if choice.best), None)

    def as_dict(self) -> dict[str, Any]:
        return {
            "about": self.about,
            "seat": self.seat,
            "hand": self.hand,
            "known": self.known,
            "base": self.base,
            "choices": [_choice_dict(choice, self.base) for choice in self.choices],
            "deals": str(self.deals),
            "exact": self.exact,
            "note": self.note,
            "ends": [
                {"do": one.do, "how": one.how, "share": float(one.share), "cents": round_cents(one.cents)}
                for one in self.ends
            ],
        }


def _choice_dict(choice: Choice, base: int) -> dict[str, Any]:
    value = choice.value
    return {
        "do": choice.do,
        "wager": choice.wager,
        "amount": choice.amount,
        "cents": None if value is None else round_cents(value),
        "value": None if value is None else ratio(value / (choice.amount if choice.wager else base)),
        "best": choice.best,
        "costs": round_cents(choice.costs),
    }


def no_pause() -> None:
    """For long work that nobody wants to interrupt."""


def round_cents(value: Fraction | None) -> float:
    """Cents as a number for people, to a ten-thousandth.

    A value next to half a cent stays on its side, so that whoever rounds it again gets the cent that it is nearest to.

    >>> round_cents(Fraction(1, 3)), round_cents(Fraction(975, 2)), round_cents(Fraction(487_499_99, 100_000))
    (0.3333, 487.5, 487.49999)
    """
    exact = Fraction(value or 0)
    near = Fraction(whole_cents(exact * 10_000), 10_000)
    return float(exact if near.denominator == 2 else near)


def question_at(about: str, seat: int, player: str, offers: Sequence[Offer]) -> SeatQuestion:
    """The question that these offers answer, of the hand that must be decided."""
    hand = next((one.hand for one in offers if one.hand and not one.why_not and not one.optional), 1)
    return SeatQuestion(about=about, seat=seat, player=player, hand=hand)


def counsel(
    game: Game,
    rules: TableRules,
    view: View,
    asked: SeatQuestion,
    offers: Sequence[Offer] | None = None,
    *,
    chips: int | None = None,
    meters: Mapping[str, int] | None = None,
) -> Counsel:
    """The value of each choice. ``offers`` are those of the question; default: every choice that has a price.

    ``chips`` are the cents that the player can stake, and ``meters`` what the meters show, in cents.
    """
    if asked.about == WAGERS:
        return _on_wagers(game, rules, asked, offers or (), meters or {})
    spots = spots_of(game)
    spot = spots.price(rules, view, asked) if spots is not None else None
    if spot is None:
        return Counsel(
            about=asked.about,
            seat=asked.seat,
            hand=asked.hand,
            known={},
            base=0,
            choices=(),
            deals=0,
            exact=False,
            note=NO_PRICE,
        )
    choices, dear = _choices(spot, offers, chips)
    note = " ".join(filter(None, (spot.note, TOO_DEAR.format(", ".join(dear)) if dear else "")))
    return Counsel(
        about=asked.about,
        seat=asked.seat,
        hand=asked.hand,
        known=spot.known,
        base=spot.base,
        choices=_judged(choices, _else(spot, offers)),
        deals=spot.deals,
        exact=spot.exact,
        note=note,
        ends=spot.ends,
        made=spot.made,
    )


def spots_of(game: Game) -> Spots | None:
    """The priced decisions of a game; None if it has none."""
    if not registry.has(game, "decision_values"):
        return None
    with needs_the_compiler():
        found: Spots = registry.part(game, "decision_values").SPOTS
    return found


def _choices(spot: Spot, offers: Sequence[Offer] | None, chips: int | None) -> tuple[list[Choice], list[str]]:
    """The choices that are offered, and those that the player can't pay for."""
    if offers is None:
        return [Choice(do=one.do, amount=one.amount, value=one.value) for one in spot.options], []
    found, dear = [], []
    for offer in offers:
        priced = spot.find(offer.do)
        if offer.why_not or offer.wager or (priced is None and offer.optional):
            continue
        if chips is not None and offer.cost(offer.least) > chips:
            dear.append(offer.do)
            continue
        amount = offer.most if chips is None or offer.cost(offer.most) <= chips else chips - chips % offer.step
        value = None if priced is None else priced.at(amount)
        found.append(Choice(do=offer.do, amount=amount if priced is not None else 0, value=value))
    return found, dear


def _else(spot: Spot, offers: Sequence[Offer] | None) -> list[Fraction]:
    """What the player gets without doing anything more, for comparison.

    A player who has passed may still change their mind. Then nothing but an optional offer is left.
    """
    if offers is None or any(not offer.why_not and not offer.optional and spot.find(offer.do) for offer in offers):
        return []
    return [one.value for one in spot.options if not any(offer.do == one.do and not offer.why_not for offer in offers)]


def _judged(choices: Sequence[Choice], others: Sequence[Fraction]) -> tuple[Choice, ...]:
    """Mark the best choice, unless one of the ``others`` is better, and what each loses against the best."""
    values = [choice.value for choice in choices if choice.value is not None]
    if not values:
        return tuple(choices)
    most = max([*values, *others])
    best = next((choice for choice in choices if choice.value == most), None)
    return tuple(
        msgspec.structs.replace(choice, best=choice is best, costs=most - choice.value)
        if choice.value is not None
        else choice
        for choice in choices
    )


# --- the betting window


class KeptByRules(Generic[T]):
    """What was worked out last, by game and rules. Rules are not hashable, so they are told apart by their digest."""

    def __init__(self, most: int, work_out: Callable[[Game, TableRules], T]) -> None:
        self._most, self._work_out = most, work_out
        self._found: OrderedDict[tuple[str, str], T] = OrderedDict()

    def __call__(self, game: Game, rules: TableRules) -> T:
        key = game.name, rules.digest
        found = self._found.pop(key, None) or self._work_out(game, rules)
        self._found[key] = found  # last now; several threads may do this at once
        if len(self._found) > self._most:
            self._found.popitem(last=False)
        return found


odds_of = KeptByRules(32, lambda game, rules: mathematics(game).odds(rules, "optimal", every=False, tick=None))
"""The odds under these rules with the best play."""


def _on_wagers(
    game: Game, rules: TableRules, asked: SeatQuestion, offers: Sequence[Offer], meters: Mapping[str, int]
) -> Counsel:
    """The value of the least wager of each kind that is offered."""
    edges = edges_of(game, rules)
    choices, notes, exact = [], [WHOLE_ROUND.format(base=game.base)], True
    for offer in _of_wagers(game, offers):
        one = edges.find(offer.wager)
        each = edges.value if offer.wager == game.base else one.value_at(meters) if one else None
        if one is None:
            notes.append(UNKNOWN.format(wager=offer.wager))
        elif one.at:
            notes.append(METER.format(wager=offer.wager))
        elif one.joint:
            notes.append(JOINT.format(wager=offer.wager, base=game.base))
        exact = exact and one is not None and not one.at and one.exact
        value = None if each is None else each * offer.least
        costs = Fraction(0) if value is None else max(Fraction(0), -value)
        choices.append(Choice(do="wager", wager=offer.wager, amount=offer.least, value=value, costs=costs))
    return Counsel(
        about=asked.about,
        seat=asked.seat,
        hand=asked.hand,
        known={},
        base=rules.table_minimum,
        choices=tuple(choices),
        deals=edges.combinations,
        exact=exact,
        note=" ".join(notes),
    )


def _of_wagers(game: Game, offers: Sequence[Offer]) -> Iterator[Offer]:
    """The offers of the base wager and of side wagers, also those that are not allowed yet."""
    seen: set[str] = set()
    for offer in offers:
        if offer.do == "wager" and offer.hand == 1 and offer.least and offer.wager not in seen:
            wager = game.wager(offer.wager)
            if wager.base or wager.side:
                seen.add(offer.wager)
                yield offer


def why(game: Game, found: Counsel, chosen: str) -> str:
    """Why the best choice is better than the chosen one or, if that is the best, than the second best."""
    values = {one.do: one.value for one in found.choices if one.value is not None}
    assert found.best is not None
    best = found.best.do
    second = max((do for do in values if do != best), key=lambda do: values[do])
    contest = Contest(
        about=found.about,
        known=found.known,
        best=best,
        other=second if chosen == best else chosen,
        values=values,
        ends=found.ends,
        made=found.made,
        deals=found.deals,
        words=registry.game(game).words,
    )
    spots = spots_of(game)
    reason = spots.reason if spots is not None and spots.reason is not None else by_ends
    return reason(contest)


# --- what each wager is worth


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """The expected net result of one unit on a wager, as a function of its meters."""

    name: str
    table: str
    value: Fraction
    """The value while each meter shows what ``at`` has."""
    at: dict[str, int]
    """Cents on each meter."""
    per_cent: dict[str, Fraction]
    """What one more cent on a meter adds."""
    exact: bool
    joint: bool = False
    """Whether it is the value beside a base wager of the same size, since both bear on the decisions."""

    def value_at(self, showing: Mapping[str, int]) -> Fraction:
        """The value with these cents on the meters. A meter that is not named stays as it is."""
        more = (each * (showing.get(name, self.at[name]) - self.at[name]) for name, each in self.per_cent.items())
        return self.value + sum(more, Fraction(0))


class Edges(msgspec.Struct, frozen=True, kw_only=True):
    """The edges of a game's wagers with the best play."""

    value: Fraction
    """The whole round, without side wagers."""
    combinations: int
    set_cap: int
    """The payout limit in cents, which the values leave out. 0: none."""
    wagers: tuple[Edge, ...]

    def find(self, wager: str) -> Edge | None:
        """The edge of a wager under its pay table; None if the table depends on what happens later."""
        found = [one for one in self.wagers if wager in (one.name, one.name.removesuffix(f" {one.table}"))]
        return found[0] if len(found) == 1 else None


def edges_from(odds: Mapping[str, Any]) -> Edges:
    """The edges in the figures of a game."""
    return Edges(
        value=Fraction(odds["expected_value"]),
        combinations=odds["combinations"],
        set_cap=odds["set_cap"],
        wagers=tuple(_edge(name, one) for name, one in odds["wagers"].items()),
    )


def _edge(name: str, one: Mapping[str, Any]) -> Edge:
    progressive = one.get("progressive", {"meters": {}})
    return Edge(
        name=name,
        table=one.get("table", ""),
        value=Fraction(one.get("joint", one["expected_value"])),
        joint="joint" in one,
        at={meter: of["at"] for meter, of in progressive["meters"].items()},
        per_cent={meter: Fraction(of["share"]) / progressive["stake"] for meter, of in progressive["meters"].items()},
        exact="estimate" not in one,
    )


edges_of = KeptByRules(256, lambda game, rules: edges_from(answers.kept("odds", game, rules)))
"""The edges under these rules."""
