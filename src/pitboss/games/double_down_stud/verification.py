"""How Double Down Stud is verified."""

from __future__ import annotations

from pitboss.games.double_down_stud.game import GAME
from pitboss.games.double_down_stud.twins import twins
from pitboss.verification.declared import Case, Verification

VERIFICATION = Verification(
    game=GAME.name,
    cases=tuple(Case(game=GAME.name, strategy=strategy) for strategy in ("optimal", "always", "never")),
    twins=twins,
    each=2_000,
)
