"""Rounds of Caribbean Stud Poker set up hand by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pitboss.basics.money import UNITS

from scene import Scene

NAME = "caribbean_stud"
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus")
"""The players at seats 1, 2, 3 and so on, from the dealer's left."""

HANDS = {
    "royal flush": "As Ks Qs Js Ts",
    "straight flush": "Th 9h 8h 7h 6h",
    "steel wheel": "5h 4h 3h 2h Ah",
    "four of a kind": "5s 5d 5h 5c Kd",
    "full house": "8s 8d 8h Kc Kd",
    "flush": "Ah Jh 9h 6h 3h",
    "straight": "9s 8d 7h 6c 5d",
    "three of a kind": "8s 8d 8h Kc 5d",
    "two pair": "8s 8d Kd Kc 5d",
    "pair of tens": "Ts Td 8h 6c 5d",
    "pair of nines": "9s 9d 8h 6c 5d",
    "high card": "As Kd 8c 6d 4c",
}
QUALIFIES = "Ac Kh 4d 3c 2d"
"""The dealer's lowest qualifying hand. It shares no card with the hands above."""
BELOW = "Qd Jd 9c 3c 2d"
"""A dealer's hand that does not qualify. It shares no card with the hands above."""

FIVE_CARD = {"five_card": True, "five_card_seed": 10_000_00}


def laid(hands: Sequence[str], dealer: str, *, stacks: bool = False) -> str:
    """The cards in dealing order, card by card or in stacks, that give these hands."""
    rows = [hand.split() for hand in (*hands, dealer)]
    if stacks:
        return " ".join(card for row in rows for card in row)
    return " ".join(row[turn] for turn in range(5) for row in rows)


def at_table(
    hands: Sequence[str],
    dealer: str = BELOW,
    *,
    side: Mapping[str, int] | Sequence[Mapping[str, int]] = {},
    rules: Mapping[str, Any] | None = None,
    meters: Mapping[str, int | Fraction] | None = None,
) -> Scene:
    """Place antes of $10, and side wagers for all or player by player, then say "No more bets"."""
    rules = rules or {}
    stacks = rules.get("dealing") == "automated shoe"
    scene = Scene(NAME, laid(hands, dealer, stacks=stacks), players=NAMES[: len(hands)], rules=rules)
    for name, value in (meters or {}).items():
        scene.table.meters[name].units = int(value * UNITS)
    for number, who in enumerate(NAMES[: len(hands)]):
        wagers = side if isinstance(side, Mapping) else side[number]
        scene.wager(who, ante=1000, **wagers)
    return scene.no_more_bets()


def decide(scene: Scene, folds: Sequence[str] = ()) -> Scene:
    """Let each player in turn bet twice the ante or fold. No supervisor acts yet."""
    while scene.round.asking and scene.round.asking.about == "bet or fold":
        who = scene.round.asking.waiting[0].player
        scene.do(who, "fold") if who in folds else scene.do(who, "bet", amount=2000)
    return scene


def played(
    hands: Sequence[str],
    dealer: str = BELOW,
    *,
    side: Mapping[str, int] | Sequence[Mapping[str, int]] = {},
    rules: Mapping[str, Any] | None = None,
    meters: Mapping[str, int | Fraction] | None = None,
    folds: Sequence[str] = (),
) -> Scene:
    """Play a whole round. A supervisor approves everything that needs it."""
    return decide(at_table(hands, dealer, side=side, rules=rules, meters=meters), folds).house()


def ends(scene: Scene, who: str, wager: str) -> list[int]:
    """The returns of the wagers of this name, in the order of settlement."""
    return [end.returned for end in scene.round.settlements if (end.player, end.wager) == (who, wager)]
