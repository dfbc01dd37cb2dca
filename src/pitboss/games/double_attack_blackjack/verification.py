"""How Double Attack Blackjack is verified. Exact values are for a full shoe, so each simulated round gets a new one."""

from __future__ import annotations

from pitboss.games.double_attack_blackjack.game import GAME
from pitboss.games.double_attack_blackjack.kernel import PENETRATION
from pitboss.games.double_attack_blackjack.twins import twins
from pitboss.simulation.any_game import simulate
from pitboss.verification.declared import Case, Remark, Verification

FULL_SHOE = {PENETRATION: 0.0}
STRATEGIES = ("optimal", "chart", "always", "never")
OTHER_SHOE = {"decks": 8, "hole_card": "card reader"}


def cut_card_effect(rounds: int, seed: int | str) -> Remark:
    """The value of a shoe that is dealt to its cut card, compared with a full one."""
    found = simulate(GAME.name, rounds=rounds, seed=seed, strategy="chart")
    return Remark(game=GAME.name, title="Double Attack with a cut card", words=" ".join(found.notes))


VERIFICATION = Verification(
    game=GAME.name,
    cases=(
        *(Case(game=GAME.name, strategy=strategy, more=FULL_SHOE) for strategy in STRATEGIES),
        Case(game=GAME.name, strategy="chart", rules=OTHER_SHOE, more=FULL_SHOE),
    ),
    twins=twins,
    each=250,
    remark=cut_card_effect,
)
