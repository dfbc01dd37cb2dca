"""A declared game with a payout limit, a side wager that a fold loses, and a wager of two sizes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from math import comb

import pytest

import pitboss
from long import only
from pitboss import DesignError, IllegalAction, Table, design, study
from pitboss.basics.poker import ladder
from pitboss.cli import verify
from pitboss.cli.new_game import write
from pitboss.coach import review
from pitboss.coach.counsel import WAGERS, counsel, edges_of, question_at
from pitboss.engine import registry
from pitboss.engine.declared import lesson
from pitboss.mathematics import answers
from pitboss.mathematics.declared import odds as derived
from pitboss.mathematics.results import Distribution
from pitboss.server.routes.game import side_costs
from pitboss.simulation.hand_table import LIMITED
from pitboss.testing.chosen_cards import dealt
from pitboss.verification.paired_rounds import Compared, compared
from pitboss.verification.trace import SOURCE

NAME = "ladder"


@pytest.fixture(scope="module", autouse=True)
def _game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Its package: what ``new-game`` writes, with another game in it."""
    folder = tmp_path_factory.mktemp("games") / NAME
    with pytest.MonkeyPatch.context() as patched:
        write(NAME, "Ladder", folder)
        here = SOURCE.parent.parent / "tests" / "ladder" / "ladder.py"
        (folder / "src" / NAME / "game.py").write_text(here.read_text(encoding="utf-8"), encoding="utf-8")
        patched.syspath_prepend(folder / "src")
        packages = registry.packages()
        patched.setattr(registry, "packages", lambda: packages | {NAME: NAME})
        registry._loaded.cache_clear()
        yield
    registry._loaded.cache_clear()
    for module in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[module]


# --- the search of pay tables


@pytest.mark.long
def test_pay_tables_of_a_round_with_two_questions_are_searched() -> None:
    """Each has its own best strategy: it is worth at least what the strategy of the document wins by its pays."""
    found = design(NAME, ["pays.flush", "pays.straight"], (Fraction(-1), Fraction(1)), study=True)
    document = pitboss.odds(NAME)
    often = {
        line.name: sum(
            one.count * (one.unit or 1)
            for wager in ("ante", "climb", "summit")
            for one in document.wagers[wager].outcomes
            if one.name == line.name
        )
        for line in document.wagers["ante"].outcomes
    }
    assert found.searched == found.found == len({row.expected_value for row in found.rows}) == 9
    for row in found.rows:
        assert row.pays["straight"].pays <= row.pays["flush"].pays
        more = [(line, odds.pays - found.base.pays[line].pays) for line, odds in row.pays.items()]
        least = sum(often[line] * pays for line, pays in more) / Fraction(document.combinations)
        assert row.expected_value - document.expected_value >= least
        other = pitboss.odds(NAME, rules=study(NAME, *row.settings))
        assert isinstance(other.results, Distribution)
        assert (row.variance, row.hit_frequency) == (other.results.variance, other.results.above())


def test_the_nearest_pay_table_is_named_if_none_has_the_wanted_edge() -> None:
    found = design(NAME, ["pays.flush"], (Fraction(9, 10), Fraction(1)), study=True)
    assert not found.rows
    assert found.nearest is not None
    assert found.nearest.pays["flush"].pays == min(odds.pays for odds in found.varied["flush"])


def test_only_lawful_pay_tables_are_searched_unless_studies_are_asked_for() -> None:
    found = design(NAME, ["pays.flush"], (Fraction(-1), Fraction(1)))
    assert found.rows
    assert not any(row.study for row in found.rows)


def test_more_than_a_thousand_pay_tables_are_refused() -> None:
    with pytest.raises(DesignError, match="more than the 1,000 that are searched at once"):
        design(NAME, ["pays"], (Fraction(0), Fraction(1)), study=True)


# --- the payout limit


@pytest.mark.long
def test_fast_rounds_equal_the_table_under_limits_that_the_document_permits() -> None:
    (found,) = compared([NAME], 240, each=10, processes=1)
    assert (found.difference, found.rounds) == ("", 240)
    assert found.seen["payout limit reached"]


def test_an_error_that_stops_the_comparison_is_no_difference(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("pitboss.verification.declared_game.highest", lambda *given: 1 // 0)
    (found,) = compared([NAME], 10, processes=1)
    assert found.stopped
    verify.show_both_ways([found])
    assert "could not be compared" in (said := capsys.readouterr().out)
    assert "differs" not in said
    verify.show_both_ways([Compared(game=NAME, rounds=1, rules=1, seen={}, difference="the ante is $1, and $2")])
    assert "differs" in capsys.readouterr().out


def test_a_limit_costs_what_the_highest_hands_win_above_it() -> None:
    """Only the two highest hands reach 100 units, and always do, since two units or more lie."""
    found = pitboss.odds(NAME, rules={"payout_cap": 50_000_00})
    excess = Fraction(0)
    for at, pays in (0, 200), (1, 50):
        lines = [found.wagers[name].outcomes[at] for name in ("ante", "climb", "summit")]
        assert {line.pays for line in lines} == {f"{pays} to 1"}
        excess += sum(pays * line.count * (line.unit or 1) for line in lines) - 100 * lines[1].count
    assert [one.cost for one in found.caps] == [0, excess / found.combinations]
    assert excess > 0


def test_without_a_limit_the_least_that_the_document_permits_is_priced() -> None:
    found = pitboss.odds(NAME)
    assert (found.set_cap, found.least_cap) == (0, 50_000_00)
    assert {one.cap for one in found.caps} == {50_000_00}


# --- words


def test_a_wager_that_goes_back_is_a_push() -> None:
    game = registry.game(NAME)
    assert game.pays(game.rules())["ante"]["pair of sevens to nines"] == "push"
    back = next(one for one in pitboss.odds(NAME).wagers["ante"].outcomes if one.name == "pair of sevens to nines")
    assert (back.net, back.pays) == (0, "push")


def test_the_lesson_tells_sizes_and_what_a_fold_loses() -> None:
    declared = registry.game(NAME).declared
    assert lesson.brief(declared).endswith("Fold, or bet once or twice the ante.")
    told = lesson.sentences(declared)
    assert "Rung: on a pair or better in the player's own cards; a fold loses it, too." in told


def test_an_amount_that_is_refused_is_told_beside_the_ante() -> None:
    round = dealt(NAME, "3s 9d Kh  8h Jd", {"ante": 1000})
    with pytest.raises(IllegalAction, match=r"climb \$15 is not the ante, which is \$10"):
        round.do("Ann", "climb", "", 1500)
    with pytest.raises(IllegalAction, match=r"climb twice \$15 is not twice the ante, which is \$20"):
        round.do("Ann", "climb twice", "", 1500)


# --- the wager of two sizes


@pytest.mark.parametrize("strategy", only("always climb", ["optimal", "always climb", "always climb twice"]))
def test_a_wager_of_two_sizes_has_exact_values(strategy: str) -> None:
    found = pitboss.odds(NAME, strategy=strategy)
    played = pitboss.simulate(NAME, rounds=20_000, seed=3, strategy=strategy)
    exact = {one.name: one.exact and Fraction(one.exact) for one in played.results}
    assert exact["climb"] == found.wagers["climb"].adds
    assert exact["round"] == found.expected_value
    assert all(abs(one.z) < 4 for one in played.results if one.z is not None)
    climb = next(one for one in played.results if one.name == "climb")
    assert all(one.exact for one in climb.outcomes)


def test_under_a_limit_on_several_wagers_it_has_none_and_a_note_says_so() -> None:
    played = pitboss.simulate(NAME, {"payout_cap": 50_000_00}, rounds=100, seed=3, wagers={"ante": 500_00})
    assert next(one for one in played.results if one.name == "climb").exact is None
    assert LIMITED in played.notes


# --- the side wager that a fold loses


def worth_beside(units: int) -> Fraction:
    """A round beside a rung of so many antes, with the play that is best for both: by the first cards, a fold loses the
    rung, and whoever goes on gets what it pays."""
    game = registry.game(NAME)
    made = derived.choices(derived.rated(game, game.rules()), 0, ())
    assert made.actions[0] == "fold"
    three = ladder(3)
    pays = [three.category_of[three.strength(hand)] for hand in made.seen["hand"].tolist()]
    total = Fraction(0)
    for (fold, *others), weight, line in zip(made.worth.T.tolist(), made.weights.tolist(), pays, strict=True):
        each = made.deals * made.per
        rung = (-1, 1, 4, 6, 30, 40)[line] * units
        total += weight * max(Fraction(fold, each) - units, Fraction(max(others), each) + rung)
    return total / comb(52, 3)


def test_a_side_wager_costs_what_it_adds_to_the_best_play_of_both() -> None:
    found = pitboss.odds(NAME)
    rung = found.wagers["rung"]
    assert found.expected_value == worth_beside(0)
    assert rung.joint == worth_beside(1) - worth_beside(0) > rung.expected_value
    assert rung.note.endswith("beside an ante of the same size, loses 2.5965% of it.")
    (cost,) = side_costs("ante", answers.odds(registry.game(NAME), found.rules)["wagers"], {})
    assert (cost.beside, cost.high) == ("ante", float(-rung.joint))
    edge = edges_of(registry.game(NAME), found.rules).find("rung")
    assert edge is not None
    assert edge.value == rung.joint


def test_a_table_is_told_beside_which_wager_it_costs_so() -> None:
    table = Table(NAME, seed=1)
    table.sit("Ann")
    round = table.open_round()
    asked = question_at(WAGERS, 1, "Ann", round.offers(round.waiting[0]))
    found = counsel(round.game, round.rules, round.view("seat 1"), asked, round.offers(round.waiting[0]))
    assert "A fold loses the rung, too: its value is that beside the same ante" in found.note


@pytest.mark.parametrize("rung", [500, 1000])
def test_skill_and_luck_are_told_from_the_best_play_of_all_wagers_that_lie(rung: int) -> None:
    """Whoever follows the coach pays for no mistake."""
    round = dealt(NAME, "3s 9d Kh  8h Jd", {"ante": 500, "rung": rung})
    while not round.over:
        asked = question_at(round.asking.about, 1, "Ann", round.offers(round.waiting[0]))
        best = counsel(round.game, round.rules, round.view("seat 1"), asked, round.offers(round.waiting[0])).best
        round.do("Ann", best.do)
    found = review(round.game, round.rules, round.view("seat 1"), "Ann")
    assert (found.perfect, found.cost) == (500 * worth_beside(rung // 500), 0)
