"""One hand of a stud game is priced by itself, without the compiler, as the count of all hands prices it."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from pitboss.engine import registry
from pitboss.mathematics.any_game import mathematics

STUD = ("double_down_stud", "boston_5_stud", "caribbean_stud", "double_cross_poker")
HANDS = 12
FIRST_HINTS = """
import sys
sys.modules["numba"] = None
from random import Random
from pitboss.engine import registry
from pitboss.coach.counsel import counsel
from pitboss.mathematics.decision_values import SeatQuestion
from pitboss.engine.table import Table
from pitboss.engine.auto.drive import drive

for name in sys.argv[1:]:
    game, table, hints = registry.game(name), Table(name, seed=1), []
    table.sit("Ann")

    def hinted(turn):
        if turn.about != "wagers":
            asked = SeatQuestion(about=turn.about, seat=turn.party.seat, player=turn.party.player)
            hints.append(counsel(game, table.rules, turn.view, asked, turn.offers))
        return game.basic(turn)

    drive(table.open_round(), hinted, Random(1))
    print(name, any(hint.best and hint.exact for hint in hints))
"""


@pytest.mark.parametrize("name", STUD)
def test_a_hand_is_worth_what_the_count_of_all_hands_says(name: str) -> None:
    known, rules, random = mathematics(name), registry.game(name).rules(), Random(name)
    assert known.choices is not None
    made = known.choices(rules, None)
    for state in random.sample(range(len(made.weights)), HANDS):
        advice = known.advise(rules, made.alike(made.known(state), random))
        assert advice.options == made.options(state)
        assert advice.deals == made.deals


def test_the_coach_prices_a_hand_without_the_compiler() -> None:
    done = subprocess.run([sys.executable, "-c", FIRST_HINTS, *STUD], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [f"{name} True" for name in STUD], done.stderr
