"""How Double Cross Poker is verified."""

from __future__ import annotations

from pitboss.games.double_cross_poker.game import GAME
from pitboss.games.double_cross_poker.twins import twins
from pitboss.verification.declared import Case, Verification

VERIFICATION = Verification(
    game=GAME.name,
    cases=tuple(Case(game=GAME.name, strategy=strategy) for strategy in ("optimal", "always", "never")),
    twins=twins,
    each=2_000,
)
