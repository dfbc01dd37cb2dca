"""From every state, if all players fall silent, the round ends and every wager with it, or it names who is missing.

``pitboss.testing`` holds this of every game (``test_every_game.py``). Here: that the search finds what is wrong.
"""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from pitboss import Table
from pitboss.basics.errors import Disagreement
from pitboss.engine import registry
from pitboss.engine.round.asks import SUPERVISOR, THE_DEALER, Party
from pitboss.engine.round.events import Irregular, Settled
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.round import Round
from pitboss.verification import silence
from pitboss.verification.silence import any_rules, check_money, ends, fall_silent

every_game = pytest.mark.parametrize("game", registry.games())


def test_players_fall_silent_while_the_rack_is_shuffled_in_mid_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Double Attack 15(h), which a whole shoe does not reach in a few rounds."""
    clauses: set[str] = set()
    check = silence.check_money

    def looked(round: Round) -> None:
        clauses.update(record.clause for record in round.records if isinstance(record, Irregular))
        check(round)

    monkeypatch.setattr(silence, "check_money", looked)
    monkeypatch.setattr(silence, "LAST_CARDS", 1.0)
    monkeypatch.setattr(silence, "FEW", (3, 6))
    assert fall_silent(registry.game("double_attack_blackjack"), 20, seed=1).fault == ""
    assert "15(h)" in clauses


def frozen() -> Round:
    """A round of Boston in which, as before revision 1, a first wager was withdrawn below an optional bonus."""
    table = Table("boston_5_stud", seed=1)
    table.sit("Ann")
    began = table.open_round()
    round = Round(table.game, table.rules, began.start, began.seats, table.attendants, revision=0)
    for wager, amount in (("ante", 500), ("first", 1000), ("optional bonus", 100)):
        round.do("Ann", "wager", wager, amount)
    round.do("Ann", "withdraw", "first")
    return round


def test_a_round_without_a_default_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What froze a table: bets can't close, and the clock has nothing to do."""
    round = frozen()
    monkeypatch.setattr(Round, "default", lambda self, party: None)
    with pytest.raises(Disagreement, match="waits for Ann at seat 1, dealer, but nobody but its players is missing"):
        ends(round, Random(1))
    monkeypatch.undo()
    ends(round, Random(1))
    check_money(round)
    assert not round.settlements


def test_the_search_finds_the_freeze_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """As before revision 1: a first wager may be withdrawn first, and only an ante that lies alone goes back."""
    default = Round.default

    def ante_alone(round: Round, party: Party) -> Input | None:
        given = default(round, party)
        return None if given is not None and given.wager == "optional bonus" else given

    monkeypatch.setattr("pitboss.engine.table.Round", partial(Round, revision=0))
    monkeypatch.setattr(Round, "default", ante_alone)
    found = fall_silent(registry.game("boston_5_stud"), 5_000, seed=1)
    assert "waits for wagers" in found.fault
    assert "dealer, but" in found.fault


@pytest.mark.parametrize("missing", [THE_DEALER, SUPERVISOR])
def test_whoever_is_missing_is_named(missing: Party) -> None:
    """A verbal wager needs the dealer's word and a supervisor's."""
    table = Table("double_attack_blackjack", {"verbal_wagers": True}, seed=1)
    table.sit("Ann")
    round = table.open_round()
    round.do("Ann", "cash", "initial", 1000)
    ends(round, Random(1), without=missing)
    assert round.waiting == (missing,)
    ends(round, Random(1))
    assert round.over


def test_money_that_does_not_add_up_is_found() -> None:
    table = Table("double_down_stud", seed=1)
    table.sit("Ann")
    round = table.open_round()
    round.do("Ann", "wager", "original", 500)
    ends(round, Random(1))
    check_money(round)
    at = next(i for i, one in enumerate(round.records) if isinstance(one, Settled))
    del round.records[at]
    with pytest.raises(Disagreement, match="the books do not balance"):
        check_money(round)


@every_game
def test_random_rules_change_options_as_the_document_permits(game: str) -> None:
    drawn = {any_rules(registry.game(game), Random(seed)).digest for seed in range(20)}
    assert len(drawn) > 5
