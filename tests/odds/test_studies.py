"""Studies: rules that the document forbids are priced, two ways each, and never dealt."""

from __future__ import annotations

import io
import pickle
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from pitboss import LogWriter, RulesError, Table, advise, compare, odds, pictures, rules, simulate, study
from pitboss.basics.cards import PACK_48, TEXT
from pitboss.basics.money import Odds
from pitboss.engine import registry
from pitboss.engine.round.round import Round
from pitboss.engine.rules import STUDY, to_builtins, to_toml
from pitboss.engine.state import TableState
from pitboss.games.caribbean_stud.rules import CaribbeanStudRules
from pitboss.games.double_attack_blackjack.mathematics.odds import bust_bonus, insurance
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.games.double_attack_blackjack.settle import LOW
from pitboss.games.double_down_stud.rules import DoubleDownStudRules
from pitboss.house.tables.orders import fitting
from pitboss.mathematics.any_game import mathematics
from pitboss.mathematics.choices import Known, Strategy
from pitboss.simulation.gym import Seat

LINES = {
    "boston_5_stud": ("ante_bonus.flush=6", "first_and_second=3 to 2"),
    "caribbean_stud": ("bet.flush=6", "ante.dealer-below-ace-king=1 to 2", "bet.pair=6 to 5", "bonus.flush=30"),
    "double_attack_blackjack": ("insurance=3", "bust_bonus.six=33 to 2"),
    "double_cross_poker": ("raise.pair=1 to 2", "ante=2"),
    "double_down_stud": ("pays.flush=6", "low.pair-of-sixes-to-tens=1 to 4"),
}
"""Lines that the document forbids."""
OPTIONS = {
    "boston_5_stud": ("chip=25", "optional_minimum=25"),
    "caribbean_stud": ("progressive_rate=50", "progressive_wager=300"),
    "double_attack_blackjack": ("decks=4", "burn=false", "initial.blackjack=3 to 2", "initial.above-the-dealer=0.9"),
    "double_cross_poker": ("payout_cap=10000",),
    "double_down_stud": ("payout_cap=20000",),
}
"""Options that the document forbids. The lines beside them need the same new count of every hand."""
WAGERS = {
    "boston_5_stud": ({"ante": 500, "optional bonus": 500}, {"ante": 500, "optional bonus": 25}),
    "caribbean_stud": ({"ante": 500, "bonus": 500}, {"ante": 500}),
    "double_attack_blackjack": (
        {"initial": 500, "insurance": 200, "bust bonus": 500},
        {"initial": 500, "insurance": 200},
    ),
    "double_cross_poker": ({"ante": 500, "three-card": 500}, {"ante": 500}),
    "double_down_stud": ({"original": 500}, {"original": 500}),
}
"""Wagers of a run with such lines, and of one with such options."""
FORBIDDEN = [(game, cases[game]) for cases in (LINES, OPTIONS) for game in cases]
STUDIED = pytest.mark.parametrize(("game", "settings"), FORBIDDEN)


# --- two ways


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "settings", "wagers"),
    [(game, cases[game], WAGERS[game][at]) for at, cases in enumerate((LINES, OPTIONS)) for game in cases],
)
def test_fast_rounds_of_a_study_end_as_its_exact_odds_say(
    game: str, settings: tuple[str, ...], wagers: dict[str, int]
) -> None:
    more = {"penetration": 0.0} if game == "double_attack_blackjack" else {}  # a new shoe for each round
    found = simulate(game, study(game, *settings), rounds=60_000, seed=12, wagers=wagers, **more)
    assert found.study == STUDY
    known = [one.z for one in found.results if one.z is not None]
    assert len(known) >= len(wagers)
    assert max(map(abs, known)) < 4.5
    shares = [end.z for one in found.results for end in one.outcomes if end.z is not None and end.count > 20]
    assert max(map(abs, shares)) < 5


def down_the_cross(known: Known) -> str:
    return "vertical"


def paid_more(
    game: str, before: str, after: str, wager: str, line: str, strategy: Strategy
) -> tuple[Fraction, Fraction]:
    """How a line moves the value of its wager: by both odds, and by what it pays times how often it comes."""
    first, second = (odds(game, study(game, setting), strategy=strategy).wagers[wager] for setting in (before, after))
    (old,), (new,) = ([one for one in wager.outcomes if one.name == line] for wager in (first, second))
    assert old.count == new.count
    assert old.net is not None
    assert new.net is not None
    chance = Fraction(old.count) / first.combinations
    return second.expected_value * second.placed - first.expected_value * first.placed, chance * (new.net - old.net)


@pytest.mark.parametrize(
    ("game", "setting", "words", "wager", "line"),
    [
        ("boston_5_stud", "ante_bonus.flush", ("15 to 1", "1 to 7"), "ante bonus", "flush"),
        ("caribbean_stud", "bet.flush", ("5 to 1", "6.5"), "bet", "higher than the dealer, flush"),
        pytest.param(
            "double_cross_poker", "raise.pair", ("1 to 1", "1 to 3"), "raise 1", "pair", marks=pytest.mark.long
        ),
        ("double_down_stud", "pays.flush", ("8 to 1", "0 for 1"), "original", "flush"),
    ],
)
def test_a_line_moves_the_value_by_its_odds_times_its_frequency(
    game: str, setting: str, words: tuple[str, str], wager: str, line: str
) -> None:
    always: Strategy = down_the_cross if game == "double_cross_poker" else "always"
    moved, expected = paid_more(game, f"{setting}={words[0]}", f"{setting}={words[1]}", wager, line, always)
    assert moved == expected != 0


def test_flushes_that_pay_less_cost_what_a_count_of_all_hands_says() -> None:
    always = [
        odds("double_down_stud", study("double_down_stud", f"pays.flush={pays}"), strategy="always") for pays in (8, 3)
    ]
    flushes = 4 * (1287 - 10)  # of 2,598,960 hands of five, without straight flushes
    assert always[0].expected_value - always[1].expected_value == 2 * 5 * Fraction(flushes, 2_598_960)


@pytest.mark.parametrize("decks", [2, 5])
def test_the_wagers_on_the_dealers_cards_are_those_of_a_shoe_that_the_document_does_not_have(decks: int) -> None:
    changed = study("double_attack_blackjack", f"decks={decks}", "insurance=3", "bust_bonus.nine=7")
    assert changed.study
    assert isinstance(changed, DoubleAttackRules)
    assert insurance(changed).expected_value == Fraction(4 * 12 * decks, 48 * decks - 1) - 1
    points = Counter(LOW[card] for card in PACK_48 * decks)
    (line,) = (one for one in bust_bonus(changed).outcomes if one.name == "nine")
    assert (line.net, line.count) == (7, sum(_busts_by_nine(points)))


def _busts_by_nine(points: Counter[int]) -> Iterator[int]:
    """Ordered deals of the dealer's three cards in which the third, a nine, goes over 21. An ace never does."""
    for first in range(2, 11):
        for second in range(2, 11):
            if 12 < first + second < 17:
                left = points[9] - (first == 9) - (second == 9)
                yield points[first] * (points[second] - (first == second)) * left


@pytest.mark.parametrize(
    ("game", "setting", "states"),
    [
        ("boston_5_stud", "first_and_second=1 to 2", (0, 700, 1754)),
        ("caribbean_stud", "bet.pair=0", (2_000_000, 6_300_000)),
        ("double_cross_poker", "raise.pair=0", (5, 100_000)),
        ("double_down_stud", "pays.pair-of-jacks-or-better=0", (3, 9_000)),
    ],
)
def test_advice_counts_the_deals_anew_and_agrees(game: str, setting: str, states: tuple[int, ...]) -> None:
    changed = study(game, setting)
    choices = mathematics(game).choices
    assert choices is not None
    made = choices(changed, None)
    for state in states:
        cards = {place: " ".join(TEXT[card] for card in held) for place, held in made.known(state).items()}
        found = advise(game, changed, **cards)
        assert found.options == made.options(state)
        assert found.study == STUDY
    document = choices(registry.game(game).rules(), None)
    assert any(made.options(state) != document.options(state) for state in states)


def test_a_lower_rate_costs_the_player_as_much_in_the_long_run() -> None:
    long_run = []
    for rate in (70, 50):
        value = odds("caribbean_stud", study("caribbean_stud", f"progressive_rate={rate}")).wagers["progressive D"]
        assert value.progressive is not None
        assert value.progressive.long_run is not None
        long_run.append(value.progressive.long_run)
    assert long_run[0] - long_run[1] == Fraction(20, 100)


def test_a_link_table_takes_the_seed_of_a_study() -> None:
    game, table = "caribbean_stud", ("progressive=PTMGL01", "progressive_linked=true")
    at = []
    for seed in ((), ("progressive_seed=500000",)):
        value = odds(game, study(game, *table, *seed)).wagers["progressive PTMGL01"].progressive
        assert value is not None
        at += [meter.seed for meter in value.meters]
    assert at == [10_000_00, 5_000_00]
    shares = ("progressive_shares.major=60", "progressive_shares.minor=40")
    assert study(game, "progressive=PTMGLML01", "progressive_linked=true", *shares).study == ""
    assert study(game, "progressive=PTMGLML01", *shares).study == STUDY


def test_each_meter_of_a_link_takes_a_seed_of_a_study() -> None:
    game, table = "caribbean_stud", ("progressive=PTMGLML01", "progressive_linked=true", "progressive_wager=500")
    shares = ("progressive_shares.major=60", "progressive_shares.minor=40")
    changed = study(game, *table, *shares, "progressive_seeds.minor=200000")
    assert [str(defect) for defect in changed.defects()] == [
        "progressive_seeds: 'minor' is $2,000, but the document fixes $5,000 (12(l))"
    ]
    both = [odds(game, one) for one in (study(game, *table, *shares), changed)]
    values = [one.wagers["progressive PTMGLML01"].progressive for one in both]
    assert all(values)
    seeds = [{meter.name: (meter.seed, meter.hits) for meter in value.meters} for value in values if value]
    assert [one["minor"][0] for one in seeds] == [5_000_00, 2_000_00]
    assert seeds[0]["major"] == seeds[1]["major"]
    moved = [value.long_run for value in values if value and value.long_run is not None]
    assert moved[0] - moved[1] == seeds[0]["minor"][1] * Fraction(3_000_00, 500)  # less seed at each hit
    assert study(game, *table, *shares, "progressive_seeds.minor=500000").study == ""
    assert study(game, rules=to_builtins(changed)) == changed


def test_a_study_leaves_the_odds_of_the_document_alone() -> None:
    before = odds("caribbean_stud").as_dict()
    changed = odds("caribbean_stud", study("caribbean_stud", "bet.pair=0"))
    assert odds("caribbean_stud").as_dict() == before
    assert changed.action_frequency != odds("caribbean_stud").action_frequency
    at = simulate("caribbean_stud", rounds=2000, seed=3)
    simulate("caribbean_stud", study("caribbean_stud", "bet.pair=0"), rounds=2000, seed=3)
    assert simulate("caribbean_stud", rounds=2000, seed=3) == at


# --- never dealt


@STUDIED
def test_a_study_is_never_dealt(game: str, settings: tuple[str, ...]) -> None:
    changed, found = study(game, *settings), registry.game(game)
    never = "a study, not a table: it can be priced, but never dealt"
    for deal in (
        lambda: Table(game, changed),
        lambda: rules(game, changed),
        lambda: Round(found, changed, TableState(), ((1, "Ann"),)),
        lambda: LogWriter(io.BytesIO(), found, changed),
        lambda: Seat(game, changed),
        lambda: fitting(Table(game), changed),
    ):
        with pytest.raises(RulesError, match=never):
            deal()
    with pytest.raises(RulesError):
        Table(game, to_builtins(changed))


# --- what a study is


@pytest.mark.parametrize("game", registry.games())
def test_lawful_settings_make_lawful_rules(game: str) -> None:
    made = study(game, "table_minimum=1000", "positions=3")
    assert made == rules(game, {"table_minimum": 1000, "positions": 3})
    assert (type(made), made.study) == (registry.game(game).rules, "")
    assert study(game) == rules(game)
    assert Table(game, made).rules == made


def test_a_line_of_the_document_may_be_repeated() -> None:
    assert type(study("caribbean_stud", "bet.flush=5 to 1", "bonus.flush=40")) is registry.game("caribbean_stud").rules
    assert study("caribbean_stud", "bonus=C", "bonus.straight=20").study == ""
    assert study("caribbean_stud", "bonus=C", "bonus.straight=25").study == STUDY


@STUDIED
def test_a_study_says_what_the_document_forbids_and_survives_pickling(game: str, settings: tuple[str, ...]) -> None:
    changed = study(game, *settings)
    assert list(changed.defects())
    again = pickle.loads(pickle.dumps(changed))
    assert (again, again.digest, again.study) == (changed, changed.digest, STUDY)
    assert changed.digest != rules(game).digest
    assert study(game, rules=changed) == changed


def test_a_study_can_be_written_to_a_file_and_read(tmp_path: Path) -> None:
    changed = study("caribbean_stud", "bet.flush=6", "positions=9")
    text = to_toml("caribbean_stud", changed)
    assert '"6 to 1"' in text
    path = tmp_path / "study.toml"
    path.write_text(text, encoding="utf-8")
    assert study("caribbean_stud", rules=path) == changed
    with pytest.raises(RulesError, match="bet_pays"):
        rules("caribbean_stud", path)


@pytest.mark.parametrize(
    ("said", "odds"),
    [("6", "6 to 1"), ("1.5", "3 to 2"), ("1,000", "1,000 to 1"), ("6 for 1", "6 for 1"), ("0", "0 to 1")],
)
def test_odds_are_read_as_people_write_them(said: str, odds: str) -> None:
    changed = study("double_down_stud", f"pays.flush={said}")
    assert isinstance(changed, DoubleDownStudRules)
    assert changed.pays["flush"] == Odds.parse(odds)


def test_a_plain_number_takes_the_word_of_its_line() -> None:
    changed = study("caribbean_stud", "progressive.straight-flush=50", "progressive.high_card=1")
    assert isinstance(changed, CaribbeanStudRules)
    assert changed.progressive_pays["straight flush"] == Odds.parse("50 for 1")
    assert changed.progressive_pays["high card"] == Odds.parse("1 for 1")


@pytest.mark.parametrize(
    ("game", "settings", "wrong"),
    [
        ("caribbean_stud", ("bett.flush=6",), "bett: not an option of caribbean_stud; similar options are bet"),
        ("caribbean_stud", ("bet.flsh=6",), "bet_pays: 'flsh' is not a line of this pay table; similar lines are"),
        ("caribbean_stud", ("positons=3",), "positons: not an option of caribbean_stud; similar options are positions"),
        ("caribbean_stud", ("bet=6",), "bet: is a table: name one of its lines, as in bet.royal-flush=6"),
        ("caribbean_stud", ("bet.flush",), "bet.flush: must be option=value or table.line=odds"),
        ("caribbean_stud", ("bet.flush=-6",), "bet_pays: 'flush': odds must be like"),
        ("caribbean_stud", ("bet.flush=2000000",), "'flush' pays 2,000,000 to 1, more than the figures are proved for"),
        ("caribbean_stud", ("bet.flush=1 to 1001",), "the odds need a common denominator above 1,000"),
        ("caribbean_stud", ("bet.flush=10% of meter",), "'flush' pays 10% of meter, but this wager has no meter"),
        ("caribbean_stud", ("progressive.flush=10% of mega",), "10% of mega, but its meters are meter"),
        ("caribbean_stud", ("bonus=none", "bonus.flush=6"), "bonus_pays: no bonus wager is offered: set bonus"),
        ("caribbean_stud", ("positions=10",), "positions: must be between 1 and 9, not 10"),
        ("caribbean_stud", ("progressive_rate=101",), "progressive_rate: must be between 0 and 100, not 101"),
        ("caribbean_stud", ("bonus=Z",), "bonus: must be one of none, A, B, C, not 'Z'"),
        ("double_attack_blackjack", ("decks=1",), "decks: must be between 2 and 8, not 1"),
        ("double_attack_blackjack", ("cut_card=80",), "cut_card: must be between 0 and 75, not 80"),
        ("caribbean_stud", ("progressive=PTMGLML01",), "progressive_shares: must be shares of major, minor from 0"),
        ("caribbean_stud", ("progressive_shares.meter=50",), "table D has only one meter"),
        ("caribbean_stud", ("progressive_seeds.mega=50",), "'mega' is not one of them; there are none under these"),
        ("caribbean_stud", ("progressive_seeds=50",), "progressive_seeds: is a table: name one of its lines"),
        ("double_down_stud", ("positions=49",), "positions: must be between 1 and 48, not 49"),
        ("double_down_stud", ("payout_cap=-1",), "payout_cap: must be between $0 and $10,000,000,000,000"),
        ("double_cross_poker", ("positions=23",), "positions: must be between 1 and 22, not 23"),
        ("boston_5_stud", ("positions=10",), "positions: must be between 1 and 9, not 10"),
        ("boston_5_stud", ("chip=0",), "chip: must be at least $0.01"),
    ],
)
def test_what_nobody_can_price_is_refused(game: str, settings: tuple[str, ...], wrong: str) -> None:
    with pytest.raises(RulesError) as refused:
        study(game, *settings)
    assert wrong in str(refused.value)


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(RulesError) as refused:
        study("double_down_stud", rules={"pays": {"flush": "six", "flesh": "6 to 1"}, "seats": 3, "chip": "one"})
    assert [one.option for one in refused.value.defects] == ["seats", "chip", "pays", "pays"]
    with pytest.raises(RulesError, match="must be rules of boston_5_stud"):
        study("boston_5_stud", rules=rules("double_down_stud"))
    with pytest.raises(RulesError, match="must be a pay table, not 6"):
        study("caribbean_stud", rules={"bet_pays": 6})


def test_a_study_of_another_game_is_not_priced() -> None:
    with pytest.raises(RulesError, match="must be rules of boston_5_stud"):
        odds("boston_5_stud", study("double_down_stud", "pays.flush=6"))


# --- the mark


@pytest.mark.parametrize("game", registry.games())
def test_results_carry_the_mark_of_a_study_and_only_of_a_study(game: str) -> None:
    changed = study(game, *LINES[game])
    for given, marked in ((changed, True), (registry.game(game).rules(), False)):
        found = odds(game, given)
        told = [
            repr(found),
            found._repr_html_(),
            msgspec.json.encode(found.as_dict()).decode(),
            *(picture.title for picture in pictures(game, given)),
        ]
        assert {STUDY in one for one in told} == {marked}
        assert ("defects" in found.as_dict()) is marked
    assert odds(game, changed).as_dict()["defects"] == [str(defect) for defect in changed.defects()]


def test_advice_in_a_notebook_carries_the_mark() -> None:
    cards = {"hand": "As", "board": "Ks Qs Js"}
    changed = advise("double_down_stud", study("double_down_stud", "pays.flush=6"), **cards)
    assert STUDY in changed._repr_html_()
    assert changed.as_dict()["study"] == STUDY
    lawful = advise("double_down_stud", **cards)
    assert STUDY not in lawful._repr_html_()
    assert "study" not in lawful.as_dict()


def test_a_lawful_simulation_has_no_word_of_studies() -> None:
    assert "study" not in simulate("double_down_stud", rounds=100).as_dict()
    assert (
        simulate("double_down_stud", study("double_down_stud", "pays.flush=6"), rounds=100).as_dict()["study"] == STUDY
    )


# --- comparison


@pytest.mark.parametrize("game", registry.games())
def test_a_comparison_repeats_the_odds_and_can_be_written_as_json(game: str) -> None:
    changed = study(game, *LINES[game])
    found = compare(game, changed)
    assert msgspec.json.decode(msgspec.json.encode(found)) == found
    exact, document = odds(game, changed), odds(game, registry.game(game).rules())
    assert (found["lawful"], found["study"]) == (False, STUDY)
    assert [one["option"] for one in found["defects"]] == [one.option for one in changed.defects()]
    changes = found["decisions"]
    by_up = {one["up"]: (one["count"], one["of"]) for one in changes["by_up"]}
    assert bool(by_up) == (game in ("caribbean_stud", "double_attack_blackjack"))
    if by_up:
        assert tuple(map(sum, zip(*by_up.values(), strict=True))) == (changes["count"], changes["of"])
    for one in changes["examples"] if by_up else ():
        assert one["state"].split(" against ")[1].startswith(one["up"])
        assert by_up[one["up"]][0] > 0
    for figures, priced in ((found, exact), (found["document"], document)):
        assert figures["house_edge"] == priced.house_edge
        assert figures["standard_deviation"] == priced.standard_deviation
        assert list(figures["wagers"]) == list(priced.wagers)
        for name, wager in priced.wagers.items():
            assert figures["wagers"][name]["hit_frequency"] == float(wager.hit_frequency)
            if wager.progressive:
                even = float(wager.progressive.break_even("meter"))
                assert figures["wagers"][name]["meters"]["meter"]["break_even"] == even


@pytest.mark.parametrize("game", registry.games())
def test_default_rules_change_no_decision_and_are_lawful(game: str) -> None:
    found = compare(game)
    assert (found["lawful"], found["defects"], found["decisions"]["count"]) == (True, [], 0)
    assert found["house_edge"] == found["document"]["house_edge"]


def test_the_decisions_that_change_are_those_whose_best_choice_is_another() -> None:
    game, changed = "double_down_stud", study("double_down_stud", "pays.flush=2")
    choices = mathematics(game).choices
    assert choices is not None
    before, after = choices(registry.game(game).rules(), None), choices(changed, None)
    other = []
    for state in range(len(after.weights)):
        worth = after.options(state)
        if worth[before.actions[before.best[state]]] < max(worth.values()):  # not worse if both are worth the same
            other.append(state)
    assert other
    found = compare(game, changed)["decisions"]
    assert (found["count"], found["of"]) == (sum(int(after.weights[state]) for state in other), 270_725)
    assert found["share"] == found["count"] / 270_725
    assert 1 <= len(found["examples"]) <= 10
    for one in found["examples"]:
        own, *board = one["state"].split()
        was = advise(game, hand=own, board=" ".join(board))
        now = advise(game, changed, hand=own, board=" ".join(board))
        assert (was.best, now.best) == (one["before"], one["after"])
        assert Fraction(one["gain"]) == now.options[now.best] - now.options[was.best]


def test_the_double_attack_has_changes_too() -> None:
    found = compare("double_attack_blackjack", None, *OPTIONS["double_attack_blackjack"])["decisions"]
    assert 0 < found["count"] < found["of"]
    assert found["examples"]
    assert all(one["before"] != one["after"] for one in found["examples"])
    assert sum(one["count"] for one in found["by_up"]) == found["count"]
    assert {one["up"] for one in found["examples"]} <= {one["up"] for one in found["by_up"] if one["count"]}


@pytest.mark.long
def test_a_study_seats_as_many_as_its_cards_allow() -> None:
    assert simulate("caribbean_stud", study("caribbean_stud", "positions=9"), rounds=2000, seats=9).seats == 9
