"""Every game has the properties of ``pitboss.testing``, one class of tests a game.

Our documents need some rules for some irregularities, allow other things that people may do, and leave the defaults of
their questions to ruling time-out.
"""

from __future__ import annotations

from typing import Any

from pitboss.engine import registry
from pitboss.engine.auto.random_events import OTHERS
from pitboss.testing import tests_of

AUTOMATED = {"dealing": "automated shoe"}
FIVE_CARD = {"five_card": True, "five_card_seed": 10_000_00}

RULES: dict[str, list[dict[str, Any]]] = {
    "boston_5_stud": [{}, AUTOMATED, {"packs": 2}],
    "caribbean_stud": [{}, AUTOMATED, FIVE_CARD],
    "double_attack_blackjack": [
        {"reshuffle_each_round": True},
        {"hole_card": "card reader"},
        {"verbal_wagers": True, "several_boxes": True},
    ],
    "double_cross_poker": [{}, AUTOMATED, {"packs": 2}],
    "double_down_stud": [{}, {"cut": True}, {"two_areas": True}],
}
"""Rules that together bring about every irregularity."""

AT_EVERY_GAME = {
    *("void rounds", "planted orders", "idle spreads", "match play coupons", "wagers withdrawn"),
    *(
        "new dealers",
        "players left",
        "players sat down",
        "players sat down in a round",
        "players stood behind the seats",
    ),
}
AT: dict[str, set[str]] = {
    "boston_5_stud": {"void hands", "devices removed", "wagers withdrawn after the deal"},
    "caribbean_stud": {
        *("void hands", "devices removed", "recuts", "coupons redeemed"),
        *("jackpots", "shares of jackpots", "envy bonuses"),
    },
    "double_attack_blackjack": {
        *("void hands", "devices removed", "recuts", "cash wagers", "wagers of people who stand")
    },
    "double_cross_poker": {"devices removed", "recuts"},
    "double_down_stud": {"recuts"},
}
"""Other things that the documents allow. Only Boston's second wager may be withdrawn, only Caribbean has meters and
envy, and only Double Attack lets people stand. Boston has no recut, and Double Down removes no device."""

DEFAULTS = {
    "the cut": ("refuse",),
    "second or fold": ("fold",),
    "bet or fold": ("fold",),
    "fold or raise": ("fold",),
    "expose or conceal": ("expose",),
    "double": ("pass",),
    "double attack": ("pass",),
    "insurance": ("pass",),
    "double with the caller": ("pass",),
    "decision": ("stand",),
    "the card drawn in error": ("take card",),
    "the second card": ("take card", "stand"),
    "the forgotten card": ("take card", "stand"),
    "cover the split or name a hand": ("designate",),
}
"""The ruling's default for each question to a player. A player who has refused a card drawn in error can't take a late
card (15(f)), so the hand stands."""

OURS = [name for name in registry.games() if registry.package(name).startswith(registry.GROUP)]

for name in OURS:
    made = tests_of(name, rules=RULES.get(name, ()), reaches=AT_EVERY_GAME | AT.get(name, set()), defaults=DEFAULTS)
    globals()[made.__name__] = made


def test_all_that_is_counted_is_reached_in_some_game() -> None:
    assert AT_EVERY_GAME.union(*AT.values()) == set(OTHERS)
