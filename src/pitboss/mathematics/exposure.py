"""What a game is worth to somebody who knows more cards than the document shows, or the class of a marked one, to seats
that share their cards, and to somebody who counts the cards of a shoe.

The cards are known from the first decision on, and not before the wagers. The player stakes the same in every round, on
the base wager alone, at one seat, and makes the best of the choices that the document gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.basics.cards import ACE, KING, one_of
from pitboss.basics.errors import GameError
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.rules import Given
from pitboss.mathematics.any_game import needs_the_compiler, odds, rules_for
from pitboss.mathematics.card_counts import Count, Removal, best_counts
from pitboss.mathematics.results import Shared, exact_dict

if TYPE_CHECKING:
    from pitboss.mathematics.counting.compiled import Tick


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """What a player knows, and what a round is worth then."""

    what: str
    value: Fraction
    """The average result of a round by the best play, in units of the base wager."""
    plays: Fraction
    """How often the player takes the bolder choice."""


class Exposure(msgspec.Struct, frozen=True, kw_only=True):
    """What a game is worth to those who know more, beside what it is worth to all others."""

    game: str
    title: str
    base: str
    """The base wager."""
    rules_hash: str
    value: Fraction
    """The average result of a round by the best play without any of this."""
    known: tuple[Known, ...]
    """By the cards that are seen."""
    marked: tuple[Known, ...] = ()
    """By the class of the first hidden card, told by its back. Empty if the game does not count it."""
    shared: tuple[Shared, ...] = ()
    """By the number of seats that know each other's cards, in ascending order. Empty if that is not counted."""
    not_shared: str = ""
    """Why it is not counted, in a sentence."""
    removals: tuple[Removal, ...] = ()
    """By the card that the shoe lacks: the game first. Empty if the cards are shuffled after each round."""
    counts: tuple[Count, ...] = ()
    """The balanced counts that follow the game best."""
    study: str = ""

    def gain(self, known: Known | Shared) -> Fraction:
        return known.gain if isinstance(known, Shared) else known.value - self.value

    def worth(self, known: Known | Shared) -> Fraction:
        return self.value + self.gain(known)

    def share_for_zero(self, known: Known | Shared) -> Fraction | None:
        """In which share of rounds the cards must be known for an average result of zero. None: never enough."""
        if self.worth(known) < 0 or not self.gain(known):
            return None
        return max(Fraction(0), -self.value / self.gain(known))

    @property
    def sharing(self) -> str:
        """What it means for a table that seats share their cards, in a sentence or two."""
        if not self.shared:
            return self.not_shared
        winning = [one for one in self.shared if self.worth(one) > 0]
        most = (winning or self.shared)[-1]
        on_average = f"{abs(float(self.worth(most))):.2%} of the {self.base} wager on average"
        if not winning:
            return (
                f"Even if {most.seats} seats share all their cards, each still loses {on_average}.{self._unchanged()}"
            )
        least = winning[0].seats
        seats = f"{least} or more seats" if least < most.seats else f"{least} seats"
        each = f"each of {most.seats} wins" if least < most.seats else "each wins"
        return f"If {seats} share all their cards, they beat the house: {each} {on_average}.{self._unchanged()}"

    def _unchanged(self) -> str:
        seats = [one.seats for one in self.shared if not one.changed]
        if not seats:
            return ""
        fewer = " or fewer" if len(seats) > 1 else ""
        return f" With {seats[-1]} seats{fewer}, no simulated deal changes a choice."

    def as_dict(self) -> dict[str, Any]:
        return exact_dict(self) | {
            "expected_value": float(self.value),
            "known": list(map(self._told, self.known)),
            "marked": list(map(self._told, self.marked)),
            "shared": [
                exact_dict(one)
                | {
                    "expected_value": float(self.worth(one)),
                    "gain": float(one.gain),
                    "changed": float(one.changed),
                    "share_for_zero": self._share(one),
                }
                for one in self.shared
            ],
            "sharing": self.sharing,
            "removals": [one.as_dict() for one in self.removals],
            "counts": [one.as_dict() for one in self.counts],
        }

    def _told(self, known: Known) -> dict[str, Any]:
        return exact_dict(known) | {
            "expected_value": float(known.value),
            "gain": float(self.gain(known)),
            "plays_share": float(known.plays),
            "share_for_zero": self._share(known),
        }

    def _share(self, known: Known | Shared) -> float | None:
        share = self.share_for_zero(known)
        return None if share is None else float(share)


def exposure(game: str | Game, rules: Given = None, *, seats: int | None = None, tick: Tick | None = None) -> Exposure:
    """What each way to see more is worth, counted over all deals, and what seats gain that share cards, simulated.

    Rules are as for ``odds``. So many ``seats`` share their cards. Default: every number from two to all seats of the
    table, or to as many as the document allows if no rules are given.

    >>> found = exposure("double_down_stud")
    >>> [one.what for one in found.known], found.known[0].value > 0 > found.value
    (['the hole card'], True)
    """
    known = registry.game(game)
    settled = rules_for(known, rules)
    with needs_the_compiler():
        part = registry.part(known, "exposure")
    why_not, numbers = sharing(known, known.most_seats if rules is None else settled.positions, seats)
    parts = [name for name in ("cards_seen", "marked_cards", "card_counting") if hasattr(part, name)]
    if "card_counting" in parts and not part.cards_last(settled):
        parts.remove("card_counting")  # nobody counts what is shuffled after every round
    steps = len(parts) + len(numbers)
    found = {name: tuple(getattr(part, name)(settled, told(tick, at, steps))) for at, name in enumerate(parts)}
    shared = [
        registry.part(known, "shared_cards").cards_shared(settled, many, told(tick, len(parts) + at, steps))
        for at, many in enumerate(numbers)
    ]
    removals, decisions = found.get("card_counting", ((), ()))
    pack = len(known.pack)
    fair = odds(known, settled)
    return Exposure(
        game=known.name,
        title=known.title,
        base=next(iter(fair.wagers)),
        rules_hash=fair.rules_hash,
        value=fair.expected_value,
        known=found["cards_seen"],
        marked=found.get("marked_cards", ()),
        shared=tuple(shared),
        not_shared=why_not,
        removals=removals,
        counts=best_counts(removals, pack * known.decks(settled), pack, decisions) if removals else (),
        study=settled.study,
    )


def best_count(game: str | Game, rules: Given, most: int, *, tick: Tick | None = None) -> Count:
    """The balanced count with tags from ``-most`` to ``most`` that follows the game best. Rules are as for ``odds``."""
    known = registry.game(game)
    settled = rules_for(known, rules)
    with needs_the_compiler():
        part = registry.part(known, "exposure")
    if not hasattr(part, "card_counting"):
        raise GameError(f"{known.title} has no effects of removal to find a count by: give the tags")
    removals, _ = part.card_counting(settled, tick)
    pack = len(known.pack)
    (found,) = best_counts(removals, pack * known.decks(settled), pack, largest=(most,))
    return found


def sharing(game: Game, most: int, seats: int | None) -> tuple[str, Sequence[int]]:
    """Why nothing can be shared, in a sentence; else the numbers of seats to simulate, of a table with so many."""
    why_not = ""
    if not registry.has(game, "shared_cards"):
        clause = getattr(registry.part(game, "exposure"), "FACE_UP", "")
        why_not = f"{game.title} has no count of what shared cards are worth."
        if clause:
            why_not = f"The players' cards lie face up ({clause}), so nothing is hidden that seats could share."
    elif most < 2:
        why_not = "A table with one seat has nobody to share cards with."
    if why_not and seats is not None:
        raise GameError(f"no seats can be counted that share cards. {why_not.removesuffix('.')}")
    if seats is not None and not 2 <= seats <= most:
        allowed = "2" if most == 2 else f"2 to {most}"
        raise GameError(f"{allowed} seats of this table can share their cards, not {seats}")
    return why_not, () if why_not else range(2, most + 1) if seats is None else (seats,)


def told(tick: Tick | None, part: int, parts: int) -> Callable[[float], None] | None:
    """Tells the progress of one of several parts as a share of them all."""
    return None if tick is None else lambda share: tick((part + share) / parts)


def counted(many: int, one: str, more: str) -> str:
    """So many of something, in words.

    >>> counted(1, "hole card", "hole cards"), counted(3, "hole card", "hole cards")
    ('one hole card', 'three hole cards')
    """
    return f"{('one', 'two', 'three', 'four', 'five')[many - 1]} {one if many == 1 else more}"


def known_from(what: str, totals: Sequence[int], deals: int, states: int) -> Known:
    """The figures from the result over all deals and from the number of states with the bolder choice."""
    total, bold = totals
    return Known(what=what, value=Fraction(total, deals), plays=Fraction(bold, states))


def by_marks(card: str, totals: Sequence[int], folds: int, deals: int, states: int) -> Iterator[Known]:
    """The best threshold between two ranks, aces and kings, and the best division of all, from ``divisions``.

    ``folds`` is the result over all deals of a player who always takes the other choice.
    """
    gains, bold = totals[: len(totals) // 2], totals[len(totals) // 2 :]
    if not any(gains[1:]):
        value, plays = Fraction(folds + gains[0], deals), Fraction(bold[0], states)
        yield Known(what=f"in which part of the ranks {card} is, for any two parts", value=value, plays=plays)
        return
    thresholds = {(1 << rank) - 1: f"{one_of(rank)} or higher" for rank in range(1, ACE)} | {(1 << ACE) - 1: "an ace"}
    best = max(range(1, len(gains)), key=gains.__getitem__)
    outside = [rank for rank in range(ACE + 1) if not best >> rank & 1]
    inside = [rank for rank in range(ACE) if best >> rank & 1]
    smaller = [one_of(rank) for rank in min(inside, outside, key=len)]
    named = smaller[0] if len(smaller) == 1 else f"{', '.join(smaller[:-1])} or {smaller[-1]}"
    aces_and_kings = (1 << KING) - 1
    for division, words in (
        (max(thresholds, key=gains.__getitem__), ""),
        (aces_and_kings, "an ace or a king"),
        (best, named),
    ):
        yield Known(
            what=f"whether {card} is {words or thresholds[division]}",
            value=Fraction(folds + gains[0] + gains[division], deals),
            plays=Fraction(bold[0] + bold[division], states),
        )
