"""The tests that ``pitboss.testing`` makes for a game: they are light to import, and each notices a planted fault."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.engine import registry
from pitboss.engine.game import Irregularity
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Offer
from pitboss.engine.round.dealer import Dealer
from pitboss.engine.round.round import Round
from pitboss.testing import tests_of
from pitboss.testing.suite import GameTests

NAME = "boston_5_stud"
FEW = tests_of(NAME, rounds=10)

Plant = Callable[[pytest.MonkeyPatch], None]


def pays_a_cent_too_much(patch: pytest.MonkeyPatch) -> None:
    settle = Dealer.settle

    def wrong(self: Dealer[Any], *given: Any, returned: int, **named: Any) -> None:
        settle(self, *given, returned=returned + 1, **named)

    patch.setattr(Dealer, "settle", wrong)


def says_something_else_each_time(patch: pytest.MonkeyPatch) -> None:
    announce, times = Dealer.announce, count()

    def wrong(self: Dealer[Any], words: str, *given: Any, **named: Any) -> None:
        announce(self, f"{words} {next(times)}", *given, **named)

    patch.setattr(Dealer, "announce", wrong)


def breaks_at_nonsense(patch: pytest.MonkeyPatch) -> None:
    do = Round.do

    def wrong(self: Round, *given: Any, **named: Any) -> Any:
        if getattr(given[0], "by", "") == "ghost":
            raise ValueError("there are no ghosts")
        return do(self, *given, **named)

    patch.setattr(Round, "do", wrong)


def shows_every_card(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ev.Dealt, "seen_by", lambda self, viewer: self)


def has_no_default(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Round, "default", lambda self, party: None)


def costs_a_cent_more(patch: pytest.MonkeyPatch) -> None:
    cost = Offer.cost
    patch.setattr(Offer, "cost", lambda self, amount=0: cost(self, amount) + 1)


def has_an_irregularity_that_never_happens(patch: pytest.MonkeyPatch) -> None:
    never = Irregularity(
        what="earthquake",
        clause="2(a)",
        means="the table shakes",
        happen=lambda dealer, given: None,
        when=lambda dealer: "the ground is still",
    )
    game = registry.game(NAME)
    patch.setattr(FEW, "game", replace(game, irregularities=(*game.irregularities, never)))


@pytest.mark.parametrize(
    ("plant", "test"),
    [
        (pays_a_cent_too_much, GameTests.test_random_legal_play_ends_conserves_money_and_replays),
        (says_something_else_each_time, GameTests.test_random_legal_play_ends_conserves_money_and_replays),
        (breaks_at_nonsense, GameTests.test_everything_that_is_tried_under_any_rules_is_done_or_refused),
        (shows_every_card, GameTests.test_random_legal_play_ends_conserves_money_and_replays),
        (shows_every_card, GameTests.test_nobody_is_shown_or_offered_anything_that_depends_on_cards_they_do_not_know),
        (has_no_default, GameTests.test_every_question_to_a_player_has_the_default_of_the_ruling),
        (has_no_default, GameTests.test_wherever_players_fall_silent_the_round_ends_and_the_money_is_right),
        (costs_a_cent_more, GameTests.test_an_offer_costs_what_taking_it_stakes),
        (has_an_irregularity_that_never_happens, GameTests.test_every_irregularity_is_reached),
    ],
)
def test_a_planted_fault_is_found(
    monkeypatch: pytest.MonkeyPatch, plant: Plant, test: Callable[[GameTests], None]
) -> None:
    test(FEW())
    plant(monkeypatch)
    with pytest.raises((AssertionError, ValueError)):
        test(FEW())


def test_a_failure_names_the_table_that_repeats_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pays_a_cent_too_much(monkeypatch)
    with pytest.raises(AssertionError) as failure:
        FEW().test_random_legal_play_ends_conserves_money_and_replays()
    assert failure.value.__notes__ == [f"This was table 0 of this test of {NAME}."]


def test_too_few_rounds_are_refused() -> None:
    with pytest.raises(ValueError, match="rounds must be at least 10, not 9"):
        tests_of(NAME, rounds=9)


def test_pitboss_testing_is_light_to_import_and_needs_no_pytest() -> None:
    asked = f"""
import sys
from pitboss.testing import tests_of
assert "pitboss.engine.table" not in sys.modules
tests_of("{NAME}", rounds=10)().test_the_defaults_play_many_rounds()
print([name for name in ("pytest", "hypothesis", "numpy", "numba") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")
