"""Rounds of Caribbean Stud Poker set up hand by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from scene import Scene

NAME = "caribbean_stud"
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus")
"""Who sits at seats 1, 2, 3 and on, from the dealer's left."""

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
"""The dealer's lowest hand that counts; it meets none of the hands above."""
BELOW = "Qd Jd 9c 3c 2d"
"""A dealer's hand that does not count; nor does it meet any of the hands above."""

FIVE_CARD = {"five_card": True, "five_card_seed": 10_000_00}


def laid(hands: Sequence[str], dealer: str, *, stacks: bool = False) -> str:
    """The cards in the order they are dealt, card by card or in stacks, so that these hands come out."""
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
    """Wagers of $10 each, side wagers for all or player by player, and "No more bets"."""
    rules = rules or {}
    stacks = rules.get("dealing") == "automated shoe"
    scene = Scene(NAME, laid(hands, dealer, stacks=stacks), players=NAMES[: len(hands)], rules=rules)
    for name, value in (meters or {}).items():
        meter = scene.table.meters[name]
        meter.take_over(value - meter.value)
    for number, who in enumerate(NAMES[: len(hands)]):
        wagers = side if isinstance(side, Mapping) else side[number]
        scene.wager(who, ante=1000, **wagers)
    return scene.no_more_bets()


def decide(scene: Scene, folds: Sequence[str] = ()) -> Scene:
    """Each player in turn bets twice the ante, or folds; no supervisor speaks yet."""
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
    """A whole round; a supervisor approves whatever waits for it."""
    return decide(at_table(hands, dealer, side=side, rules=rules, meters=meters), folds).house()


def ends(scene: Scene, who: str, wager: str) -> list[int]:
    """What went back for each wager of this name, in the order they were settled."""
    return [end.returned for end in scene.round.settlements if (end.player, end.wager) == (who, wager)]
