"""How Boston 5 Stud Poker is verified."""

from __future__ import annotations

from pitboss.games.boston_5_stud.game import GAME
from pitboss.games.boston_5_stud.twins import twins
from pitboss.verification.declared import Case, Verification

VERIFICATION = Verification(
    game=GAME.name,
    cases=tuple(Case(game=GAME.name, strategy=strategy) for strategy in ("optimal", "always", "never")),
    twins=twins,
    each=500,
)
