"""Games played both ways: what differs is found and told, on any number of processes."""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.cli import main, verify
from pitboss.errors import Disagreement, SimulationError
from pitboss.games import games
from pitboss.games.boston_5_stud import kernel as boston_kernel
from pitboss.games.double_attack_blackjack import kernel as attack_kernel
from pitboss.games.double_down_stud import play as double_down_table
from pitboss.games.double_down_stud.settle import original_or_double
from pitboss.simulation.kernel import HandTable, WagerTally
from pitboss.trace import SOURCE
from pitboss.twins import boston_5_stud, double_attack_blackjack, double_down_stud, run
from pitboss.twins.run import Compared, compared

from shell import Captured, refused
from shell import run as shell

SHORT = ("verify", "double_down_stud", "--simulate", "--rounds", "1e4", "--table-rounds", "60")


def a_cent_more(settle: Callable[..., int]) -> Callable[..., int]:
    """A settlement with a fault in it: whatever wins wins a cent more."""

    def settled(stake: int, *more: Any) -> int:
        back = settle(stake, *more)
        return back + 1 if back > stake else back

    return settled


# --- what differs is found


@pytest.mark.parametrize("game", games())
def test_every_game_is_played_both_ways(game: str) -> None:
    (found,) = compared([game], 40, "every game", each=20, processes=1)
    assert (found.rounds, found.rules, found.difference) == (40, 2, "")


def test_a_fault_in_fast_rounds_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boston_kernel, "ante_bonus", a_cent_more(boston_kernel.ante_bonus))
    with pytest.raises(Disagreement, match=r"seat \d's ante bonus is \$\S+ at the table and \$\S+ in fast rounds"):
        boston_5_stud.twins(Random(1)).play(200)


def test_a_fault_at_the_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(double_down_table, "original_or_double", a_cent_more(original_or_double))
    with pytest.raises(Disagreement) as found:
        double_down_stud.twins(Random(1)).play(200)
    said = str(found.value)
    assert said.startswith("double_down_stud: seat 1's round is $")
    for part in ("seat 1's original is $", "cards from the top ", "strategy ", "rules ", "'pays': "):
        assert part in said


def test_a_fault_in_a_shoe_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fast rounds go on after a card that the table takes for the last before the shuffle."""
    cut_card = attack_kernel.cut_card
    monkeypatch.setattr(attack_kernel, "cut_card", lambda rules, part: cut_card(rules, part) + 8)
    both = double_attack_blackjack.twins(Random(1), cut_card=40, reshuffle_each_round=False)
    with pytest.raises(Disagreement, match="a shuffle that is due is True at the table and False in fast rounds"):
        both.play(200)


def test_what_the_table_refuses_is_a_difference() -> None:
    both = double_down_stud.twins(Random(1))
    both._placed = both.placing(("double", 100))
    with pytest.raises(Disagreement, match="the table refuses what the fast round did: "):
        both.play(1)


def test_a_fault_in_how_rounds_are_counted_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    play = HandTable.play

    def once_too_often(table: HandTable, state: Any, rounds: int) -> Any:
        found = play(table, state, rounds)
        found["ends"][0] += rounds > 2
        return found

    monkeypatch.setattr(HandTable, "play", once_too_often)
    with pytest.raises(Disagreement, match="a round more in a run counts"):
        double_down_stud.twins(Random(1)).play(20)


def test_a_fault_in_what_a_run_reports_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every round is settled alike, and the run tells of a cent more."""
    wagers = HandTable.wagers

    def a_cent_more_in_all(table: HandTable, tally: Any, rounds: int) -> list[WagerTally]:
        return [replace(one, won=one.won + (one.name == "double")) for one in wagers(table, tally, rounds)]

    monkeypatch.setattr(HandTable, "wagers", a_cent_more_in_all)
    with pytest.raises(Disagreement, match="over 20 rounds what double won, in cents,"):
        double_down_stud.twins(Random(1)).play(20)


def test_the_comparison_does_not_rest_on_assertions() -> None:
    """Python leaves those out where it is told to optimise."""
    for path in (SOURCE / "twins").glob("*.py"):
        assert not [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Assert)], path.name


# --- pieces and processes


def test_what_comes_out_is_the_same_on_one_process_and_on_two() -> None:
    names = ["double_down_stud", "boston_5_stud"]
    parts: list[float] = []
    one = compared(names, 60, "processes", each=20, processes=1)
    two = compared(names, 60, "processes", each=20, processes=2, tick=parts.append)
    assert one == two
    assert [found.rounds for found in two] == [60, 60]
    assert parts == [part / 6 for part in range(1, 7)]


def test_a_game_stops_at_its_first_difference_and_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boston_kernel, "ante_bonus", a_cent_more(boston_kernel.ante_bonus))
    boston, double_down = compared(["boston_5_stud", "double_down_stud"], 100, each=50, processes=1)
    assert (boston.rounds, boston.rules, boston.agrees) == (0, 0, False)
    assert boston.difference.endswith("; piece 0 of seed 1")
    assert (double_down.rounds, double_down.rules, double_down.agrees) == (100, 2, True)


def test_a_piece_can_be_played_again_by_its_number() -> None:
    piece = run.Piece("boston_5_stud", "again", 3, 30)
    assert run.play(piece) == run.play(piece)
    assert run.play(piece).rules != run.play(piece._replace(number=4)).rules


def test_a_process_that_is_ended_from_outside_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "_undisturbed", partial(os._exit, 1))
    with pytest.raises(SimulationError, match="ended from outside"):
        compared(["boston_5_stud"], 40, each=20, processes=2)


# --- from the shell


def test_verify_tells_how_many_rounds_were_equal(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "compared", partial(compared, processes=1))
    (found,) = json.loads(shell(capsys, *SHORT, "--json"))["both_ways"]
    assert found.pop("seen")["original"] >= 60
    assert found == {"game": "double_down_stud", "rounds": 60, "rules": 1, "agrees": True, "difference": ""}
    shown = shell(capsys, *SHORT)
    assert "equal to the cent" in shown
    assert "drawn rules" in shown


def test_verify_leaves_tables_out(capsys: Captured) -> None:
    asked = (*SHORT[:-1], "0")
    assert json.loads(shell(capsys, *asked, "--json"))["both_ways"] == []
    assert "at a table" not in shell(capsys, *asked)


def test_verify_fails_with_the_difference(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Compared(game="double_down_stud", rounds=20, rules=1, seen={}, difference="seat 1's original is not equal")
    monkeypatch.setattr(verify, "compared", lambda *given, **named: [wrong])
    assert main(list(SHORT)) == 1
    assert "seat 1's original is not equal" in capsys.readouterr().out


def test_verify_is_interrupted_at_a_table(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*given: Any, **named: Any) -> list[Compared]:
        raise KeyboardInterrupt

    monkeypatch.setattr(verify, "compared", interrupted)
    assert main(list(SHORT)) == 130
    assert capsys.readouterr() == ("", "pitboss: interrupted.\n")


@pytest.mark.parametrize("given", ["many", "-5", "1.5", ""])
def test_what_is_no_number_of_rounds_is_refused(capsys: Captured, given: str) -> None:
    assert "or 0 for none" in refused(capsys, *SHORT[:-1], given)
