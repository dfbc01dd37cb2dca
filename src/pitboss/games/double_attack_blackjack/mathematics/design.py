"""The pay tables of Double Attack Blackjack that can be searched."""

from __future__ import annotations

from pitboss.mathematics.design_search import Design, OnWager

DESIGN = Design(
    game="double_attack_blackjack",
    wagers={
        "bust_bonus_pays": (OnWager(lambda rules: "bust bonus"),),
        "insurance_pays": (OnWager(lambda rules: "insurance"),),
    },
    too_slow={"initial_pays": "every pay table needs a new count of the best play, which takes seconds"},
)
