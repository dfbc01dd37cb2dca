"""How High Card is verified."""

from __future__ import annotations

from high_card.game import GAME
from high_card.twins import twins
from pitboss.verification import Case, Verification

VERIFICATION = Verification(
    game=GAME.name,
    cases=tuple(Case(game=GAME.name, strategy=strategy) for strategy in ("optimal", "always", "never")),
    twins=twins,
    each=500,
)
