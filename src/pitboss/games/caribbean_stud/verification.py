"""How Caribbean Stud Poker is verified: with each progressive table, and Cover All for each number of hands."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.games.caribbean_stud.game import GAME
from pitboss.games.caribbean_stud.pays import ENVY, PROGRESSIVE, SEEDS
from pitboss.games.caribbean_stud.twins import twins
from pitboss.verification.declared import Case, Verification

SIDE_WAGERS: dict[str, Any] = {
    "five_card": True,
    "five_card_seed": 10_000_00,
    "magic_card": True,
    "magic_card_every": 10,
    "lucky_bonus": True,
    "lucky_bonus_every": 10,
}
"""Options that offer every wager."""
COVER_ALL_SEATS = range(2, 8)
"""The seats for Cover All with three to eight hands. One seat has two hands."""


def cases() -> tuple[Case, ...]:
    """Each progressive table, and between them each bonus table. Then several seats, for Cover All with each number of
    hands and for each envy table."""
    found = []
    for at, name in enumerate(PROGRESSIVE):
        rules: dict[str, Any] = {"bonus": "ABC"[at % 3], "progressive": name}
        if name == "PTMGL02":
            rules["progressive_wager"] = 5_00
        rules["progressive_linked"] = name in SEEDS
        if len(SEEDS.get(name, ())) > 1:
            first, *rest = SEEDS[name]
            rules["progressive_shares"] = {first: 100 - 20 * len(rest), **dict.fromkeys(rest, 20)}
        found.append(Case(game=GAME.name, always=SIDE_WAGERS, rules=rules))
    with_envy = [case for case in found if case.rules["progressive"] in ENVY]
    most = len(COVER_ALL_SEATS)
    return (
        *found,
        *(msgspec.structs.replace(case, seats=COVER_ALL_SEATS[at % most]) for at, case in enumerate(with_envy)),
    )


VERIFICATION = Verification(game=GAME.name, cases=cases(), twins=twins, each=250)
