"""Games played both ways: every difference is found and reported, on any number of processes."""

from __future__ import annotations

import ast
import json
import os
import re
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from long import first_of
from pitboss.basics.errors import Disagreement, SimulationError
from pitboss.basics.money import Paid
from pitboss.cli import main, verify
from pitboss.engine import registry
from pitboss.engine.registry import games
from pitboss.games.boston_5_stud import kernel as boston_kernel
from pitboss.games.boston_5_stud import settle as boston_settle
from pitboss.games.boston_5_stud import verification as boston_twins
from pitboss.games.caribbean_stud import verification as caribbean_twins
from pitboss.games.caribbean_stud.kernel import CaribbeanTable
from pitboss.games.caribbean_stud.kernel_rounds import HITS
from pitboss.games.double_attack_blackjack import kernel as attack_kernel
from pitboss.games.double_attack_blackjack import verification as attack_twins
from pitboss.games.double_attack_blackjack.kernel import AttackTable
from pitboss.games.double_attack_blackjack.kernel_plans import ROW, Plan
from pitboss.games.double_attack_blackjack.mathematics.choices import terms_of
from pitboss.games.double_attack_blackjack.mathematics.counting import STAND, VALUES
from pitboss.games.double_attack_blackjack.mathematics.counting_play import ENTRIES, Chart
from pitboss.games.double_down_stud import play as double_down_table
from pitboss.games.double_down_stud import verification as double_down_twins
from pitboss.games.double_down_stud.settle import paid_on_hand
from pitboss.simulation import pieces
from pitboss.simulation.any_game import setup
from pitboss.simulation.hand_table import HandTable
from pitboss.simulation.kernel import Ended, MeterTally, WagerTally
from pitboss.verification import paired_rounds
from pitboss.verification.paired_rounds import Compared, compared
from pitboss.verification.trace import SOURCE

from shell import Captured, refused
from shell import run as shell

SHORT = ("verify", "double_down_stud", "--simulate", "--rounds", "1e4", "--table-rounds", "60")


def a_cent_more(paid: Callable[..., list[Paid]], at: int) -> Callable[..., list[Paid]]:
    """A faulty settlement: one of the wagers returns a cent more, if it returns anything."""

    def settled(*given: Any) -> list[Paid]:
        found = paid(*given)
        back, cut_off = found[at]
        found[at] = Paid(back + (back > 0), cut_off)
        return found

    return settled


# --- differences are found


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_every_game_is_played_both_ways(game: str) -> None:
    (found,) = compared([game], 40, "every game", each=20, processes=1)
    assert (found.rounds, found.rules, found.difference) == (40, 2, "")


def test_given_rules_come_before_those_of_a_strategy() -> None:
    """By this draw a function plays, under rules of its own unless others are given."""
    assert attack_twins.twins(Random(5)).made.rules.decks == 6
    given = attack_twins.twins(Random(5), decks=8, split_attack=False).made.rules
    assert (given.decks, given.split_attack) == (8, False)


def test_a_fault_in_fast_rounds_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boston_kernel, "paid_by_ante", a_cent_more(boston_settle.paid_by_ante, -1))
    with pytest.raises(Disagreement, match=r"seat \d's ante bonus is \$\S+ at the table and \$\S+ in fast rounds"):
        boston_twins.twins(Random(1)).play(200)


def test_a_fault_at_the_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(double_down_table, "paid_on_hand", a_cent_more(paid_on_hand, 0))
    with pytest.raises(Disagreement) as found:
        double_down_twins.twins(Random(1)).play(200)
    said = str(found.value)
    assert said.startswith("double_down_stud: seat 1's round is $")
    for part in ("seat 1's original is $", "cards from the top ", "strategy ", "rules ", "'pays': "):
        assert part in said


@pytest.mark.long
def test_a_fault_in_a_shoe_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fast rounds continue after the card that is the last before the shuffle at the table."""
    cut_card = attack_kernel.cut_card
    monkeypatch.setattr(attack_kernel, "cut_card", lambda rules, part: cut_card(rules, part) + 8)
    both = attack_twins.twins(Random(1), cut_card=40, reshuffle_each_round=False)
    with pytest.raises(Disagreement, match="a shuffle that is due is True at the table and False in fast rounds"):
        both.play(200)


def test_what_the_table_refuses_is_a_difference() -> None:
    both = double_down_twins.twins(Random(1))
    both._placed = both.placing(("double", 100))
    with pytest.raises(Disagreement, match="the table rejects an action of the fast round: "):
        both.play(1)


def test_a_fault_in_how_rounds_are_counted_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    play = HandTable.play

    def once_too_often(table: HandTable, state: Any, rounds: int) -> Any:
        found = play(table, state, rounds)
        found["ends"][0] += rounds > 2
        return found

    monkeypatch.setattr(HandTable, "play", once_too_often)
    with pytest.raises(Disagreement, match="one more round in a run adds"):
        double_down_twins.twins(Random(1)).play(20)


def test_a_fault_in_what_a_run_reports_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every round is settled alike, but the run reports a cent more."""
    wagers = HandTable.wagers

    def a_cent_more_in_all(table: HandTable, tally: Any, rounds: int) -> list[WagerTally]:
        return [replace(one, won=one.won + (one.name == "double")) for one in wagers(table, tally, rounds)]

    monkeypatch.setattr(HandTable, "wagers", a_cent_more_in_all)
    with pytest.raises(Disagreement, match="over 20 rounds the win of double, in cents,"):
        double_down_twins.twins(Random(1)).play(20)


# --- the report of a run matches the table

Report = list[WagerTally]


def misreported(monkeypatch: pytest.MonkeyPatch, change: Callable[[Report], Report]) -> None:
    """Make every game play correctly but report something else."""
    for table in (HandTable, CaribbeanTable, AttackTable):
        wagers = table.wagers

        def changed(
            at: Any, tally: Any, rounds: int, wagers: Callable[[Any, Any, int], Report] = wagers
        ) -> list[WagerTally]:
            return change(wagers(at, tally, rounds))

        monkeypatch.setattr(table, "wagers", changed)


def each_wager(change: Callable[[WagerTally], WagerTally]) -> Callable[[Report], Report]:
    return lambda reported: [change(one) for one in reported]


def each_end(change: Callable[[Ended], Ended]) -> Callable[[Report], Report]:
    return each_wager(lambda one: replace(one, ends=tuple(map(change, one.ends))))


def names_reversed(one: WagerTally) -> WagerTally:
    names = [end.name for end in reversed(one.ends)]
    return replace(one, ends=tuple(replace(end, name=name) for end, name in zip(one.ends, names, strict=True)))


def a_cent_on_another_line(one: WagerTally) -> WagerTally:
    """Move a cent between two outcomes. The total win stays the same."""
    if len(one.ends) < 2:
        return one
    first, *others, last = one.ends
    return replace(one, ends=(replace(first, won=first.won + 1), *others, replace(last, won=last.won - 1)))


MISREPORTED: dict[str, tuple[Callable[[Report], Report], str]] = {
    "the round alone": (lambda reported: reported[:1], "the number of reports of .* is 1 at the table and 0"),
    "the last left out": (lambda reported: reported[:-1], "the number of reports of .* is 1 at the table and 0"),
    "a wager twice": (lambda reported: [*reported, reported[1]], "the number of reports of .* is 1 at the table and 2"),
    "names of outcomes reversed": (each_wager(names_reversed), ", in (hands|cents), is"),
    "counts of outcomes": (each_end(lambda end: replace(end, count=7 * end.count + 1)), ", in hands, is"),
    "an outcome that is none": (
        each_wager(lambda one: replace(one, ends=(*one.ends, Ended(name="other", count=1, won=0)))),
        "other, in hands, is 0 at the table and 1",
    ),
    "a cent on another line": (each_wager(a_cent_on_another_line), ", in cents, is"),
    "hands": (each_wager(lambda one: replace(one, hands=3)), "the number of hands of .* is"),
    "rounds": (each_wager(lambda one: replace(one, rounds=one.rounds + 1)), "the number of rounds of .* is"),
    "none placed": (each_wager(lambda one: replace(one, placed=0)), "the number of placements of .* is"),
    "fewer placed than none": (each_wager(lambda one: replace(one, placed=-5)), "the number of placements of .* is"),
    "squares": (each_wager(lambda one: replace(one, squares=one.squares + 1)), "the sum of squared wins of"),
    "units": (each_wager(lambda one: replace(one, unit=one.unit + 1)), "the total stake of .* is"),
}


@pytest.mark.long
@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("fault", MISREPORTED)
def test_a_false_report_is_found(monkeypatch: pytest.MonkeyPatch, fault: str, game: str) -> None:
    change, sentence = MISREPORTED[fault]
    misreported(monkeypatch, change)
    (found,) = compared([game], 20, "reports", processes=1)
    assert re.search(sentence, found.difference)


def test_hands_that_fold_are_told_from_those_without_an_ante_bonus(monkeypatch: pytest.MonkeyPatch) -> None:
    def moved(one: WagerTally) -> WagerTally:
        if one.name != "ante bonus":
            return one
        *paid, below, folded = one.ends
        return replace(
            one, ends=(*paid, replace(below, count=below.count - 1), replace(folded, count=folded.count + 1))
        )

    misreported(monkeypatch, each_wager(moved))
    with pytest.raises(Disagreement, match="ante bonus, below two pair, in hands,"):
        boston_twins.twins(Random(1)).play(20)


@pytest.mark.long
def test_a_round_alone_agrees_though_hands_are_split() -> None:
    """A seat may split more than once. Then no hand counts as not split."""
    splits = Chart(True, (STAND,) * ENTRIES, (STAND,) * ENTRIES, tuple(range(VALUES)))
    more = 0
    for seed in range(40):
        both = attack_twins.twins(Random(seed), seats=1, chart=splits)
        both.play(1)
        more += both.seen["split"] > 1
    assert more


# --- meters and draws

METERED = {
    "progressive": "PTMGLML03",
    "progressive_linked": True,
    "progressive_shares": {"mega": 50, "major": 30, "minor": 20},
    "five_card": True,
    "five_card_seed": 10_000_00,
    "magic_card": True,
    "magic_card_every": 1,
    "lucky_bonus_every": 1,
}
BOTH = {"ante": 500, "progressive": 100, "five card bonus": 100, "five card bonus dealer": 100}


def metered() -> caribbean_twins.CaribbeanTwins:
    made = setup("caribbean_stud", METERED, wagers=BOTH, seats=2, strategy="always")
    return caribbean_twins.CaribbeanTwins(made, Random("metered"))


def test_meters_and_magic_cards_agree() -> None:
    both = metered()
    both.play(300)
    wanted = (caribbean_twins.METERS_WON, caribbean_twins.PARTS_WON, "magic card", "magic card dealer")
    assert min(both.seen[one] for one in wanted) > 5


@pytest.mark.parametrize("field", ["seed", "hits", "paid", "parts", "parts_paid"])
def test_a_meter_is_held_against_what_the_table_pays(monkeypatch: pytest.MonkeyPatch, field: str) -> None:
    def more(meter: MeterTally) -> MeterTally:
        return replace(meter, **{field: getattr(meter, field) + 1})

    misreported(monkeypatch, each_wager(lambda one: replace(one, meters=tuple(map(more, one.meters)))))
    with pytest.raises(Disagreement, match="the mega meter's"):
        metered().play(20)


def test_the_ranges_of_a_meter_are_those_in_which_it_was_won(monkeypatch: pytest.MonkeyPatch) -> None:
    def shifted(meter: MeterTally) -> MeterTally:
        return replace(meter, at_hits=(*meter.at_hits[1:], meter.at_hits[0]))

    misreported(monkeypatch, each_wager(lambda one: replace(one, meters=tuple(map(shifted, one.meters)))))
    with pytest.raises(Disagreement, match=r"meter's wins in range \d+ is"):
        metered().play(300)


def test_a_meter_that_is_not_told_of_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    misreported(monkeypatch, each_wager(lambda one: replace(one, meters=one.meters[:1])))
    with pytest.raises(Disagreement, match="whether progressive tells of the major meter is True at the table"):
        metered().play(20)


def test_a_win_of_a_meter_that_the_table_does_not_pay_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    meter = CaribbeanTable._meter

    def once_more(table: CaribbeanTable, tally: Any, at: int) -> MeterTally:
        tally["meters"][at, HITS] += 1
        return meter(table, tally, at)

    monkeypatch.setattr(CaribbeanTable, "_meter", once_more)
    with pytest.raises(Disagreement, match="the mega meter's wins is"):
        metered().play(20)


@pytest.mark.parametrize("name", ["magic card", "magic card dealer"])
def test_magic_cards_of_both_wagers_are_held(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    misreported(monkeypatch, each_wager(lambda one: replace(one, won=one.won + (one.name == name))))
    with pytest.raises(Disagreement, match=f"the win of {name}, in cents,"):
        metered().play(40)


# --- strategies of Double Attack Blackjack


def without_splits(plan: Plan) -> Plan:
    """Play hands from a split like first hands against an ace."""
    nodes = plan.nodes.copy()
    nodes[:, ROW] = 0
    return plan._replace(nodes=nodes)


@pytest.mark.parametrize("player", first_of([attack_twins.ByFunction, attack_twins.Best]))
def test_a_fault_in_a_plan_is_found(monkeypatch: pytest.MonkeyPatch, player: type[Any]) -> None:
    rules = attack_twins.any_rules(Random(1), decks=6, split_attack=True, hole_card="none")
    terms = terms_of(rules)
    by = player(terms) if player is attack_twins.Best else player(terms, attack_twins.function(0))
    stakes = {"initial": rules.table_minimum}
    attack_twins.AttackTwins(rules, stakes, 3, by, Random(1)).play(300)
    by.plan = without_splits(by.plan)
    with pytest.raises(Disagreement, match=f"strategy {by.name}"):
        attack_twins.AttackTwins(rules, stakes, 3, by, Random(1)).play(300)


def test_a_difference_names_the_chart_that_was_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    nets_of = attack_kernel.nets_of
    monkeypatch.setattr(attack_kernel, "nets_of", lambda *args: nets_of(*args) + 1)
    chart = attack_twins.any_chart(Random(1))
    with pytest.raises(Disagreement, match=r"strategy charts drawn at random, against \w with(out)? an attack, pairs"):
        attack_twins.twins(Random(1), chart=chart).play(20)


@pytest.mark.long
def test_every_kind_of_strategy_is_drawn() -> None:
    names = {attack_twins.twins(Random(seed)).player.name for seed in range(30)}
    assert names == {"charts drawn at random", "optimal", *(f"random function {at}" for at in range(2))}


def test_the_comparison_does_not_rest_on_assertions() -> None:
    """Python removes assertions when it optimizes."""
    paths = [*SOURCE.glob("verification/*.py"), *SOURCE.glob("games/*/twins*.py")]
    assert len(paths) > 10
    for path in paths:
        assert not [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Assert)], path.name


# --- pieces and processes


@pytest.mark.long
def test_what_comes_out_is_the_same_on_one_process_and_on_two() -> None:
    names = ["double_down_stud", "boston_5_stud"]
    parts: list[float] = []
    one = compared(names, 60, "processes", each=20, processes=1)
    two = compared(names, 60, "processes", each=20, processes=2, tick=parts.append)
    assert one == two
    assert [found.rounds for found in two] == [60, 60]
    assert parts == [part / 6 for part in range(1, 7)]


def test_a_game_stops_at_its_first_difference_and_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boston_kernel, "paid_by_ante", a_cent_more(boston_settle.paid_by_ante, -1))
    boston, double_down = compared(["boston_5_stud", "double_down_stud"], 100, each=50, processes=1)
    assert (boston.rounds, boston.rules, boston.agrees) == (0, 0, False)
    assert boston.difference.endswith("; piece 0 of seed 1")
    assert (double_down.rounds, double_down.rules, double_down.agrees) == (100, 2, True)


def test_what_fails_is_a_difference_and_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*given: Any) -> Any:
        raise ZeroDivisionError("nothing to divide by")

    monkeypatch.setattr(caribbean_twins.Counting, "counted", fails)
    caribbean, double_down = compared(["caribbean_stud", "double_down_stud"], 40, "fails", each=20, processes=1)
    assert caribbean.difference.startswith("caribbean_stud: ZeroDivisionError: nothing to divide by, at line ")
    assert "test_twins.py, in fails; round 0 with " in caribbean.difference
    assert caribbean.difference.endswith("; piece 0 of seed fails")
    assert (double_down.rounds, double_down.agrees) == (40, True)


def test_what_fails_before_a_round_is_a_difference_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*given: Any) -> Any:
        raise KeyError

    broken = msgspec.structs.replace(boston_twins.VERIFICATION, twins=fails)
    monkeypatch.setattr(boston_twins, "VERIFICATION", broken)
    (found,) = compared(["boston_5_stud"], 20, processes=1)
    assert re.fullmatch(
        r"boston_5_stud: KeyError, at line \d+ of \S+test_twins\.py, in fails; piece 0 of seed 1", found.difference
    )


@pytest.mark.parametrize(("rounds", "each"), [(0, 0), (-5, 0), (20, -1)])
def test_no_rounds_are_no_agreement(rounds: int, each: int) -> None:
    with pytest.raises(SimulationError, match="nothing is compared without rounds"):
        compared(["boston_5_stud"], rounds, each=each, processes=1)


def test_a_piece_can_be_played_again_by_its_number() -> None:
    piece = paired_rounds.Piece(registry.game("boston_5_stud"), "again", 3, 30)
    assert paired_rounds.play(piece) == paired_rounds.play(piece)
    assert paired_rounds.play(piece).rules != paired_rounds.play(piece._replace(number=4)).rules


def test_a_process_that_is_ended_from_outside_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "_undisturbed", partial(os._exit, 1))
    with pytest.raises(SimulationError, match="killed from outside"):
        compared(["boston_5_stud"], 40, each=20, processes=2)


# --- the command line


def test_verify_tells_how_many_rounds_were_equal(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "compared", partial(compared, processes=1))
    (found,) = json.loads(shell(capsys, *SHORT, "--json"))["both_ways"]
    assert found.pop("seen")["original"] >= 60
    said = {"game": "double_down_stud", "rounds": 60, "rules": 1, "agrees": True, "difference": "", "stopped": False}
    assert found == said
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


@pytest.mark.parametrize("option", ["--rounds", "--table-rounds", "--seed"])
def test_options_of_simulated_rounds_are_for_those_alone(capsys: Captured, option: str) -> None:
    said = refused(capsys, "verify", "double_down_stud", option, "1")
    assert f"{option} works only with --simulate" in said
