"""Tables: seats, consecutive rounds, and the forms in which rules can be given."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from pitboss import IllegalAction, RulesError, Table, game, rules
from pitboss.basics.cards import TEXT
from pitboss.basics.money import Odds
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import random_legal
from pitboss.engine.registry import games, words
from pitboss.engine.round import events as ev
from pitboss.engine.round.inputs import make
from pitboss.engine.rules import (
    TableRules,
    clause_of,
    describe,
    load,
    load_toml,
    options_of,
    pays_at_least,
    takes,
    to_builtins,
    to_toml,
    values,
)
from pitboss.engine.study import study_from
from pitboss.games.caribbean_stud.rules import CaribbeanStudRules
from pitboss.games.double_down_stud.rules import DoubleDownStudRules

NAME = "double_down_stud"


# --- seats


def test_players_take_the_first_free_seat_or_the_one_they_name() -> None:
    table = Table(NAME)
    assert [table.sit("Ann"), table.sit("Bob", 4), table.sit("Cyd"), table.sit("Dan", 3)] == [1, 4, 2, 3]
    assert table.seats == [(1, "Ann"), (4, "Bob"), (2, "Cyd"), (3, "Dan")]


@pytest.mark.parametrize("seat", [1, 7, -1])
def test_a_seat_that_is_taken_or_does_not_exist_is_refused(seat: int) -> None:
    table = Table(NAME)
    table.sit("Ann")
    with pytest.raises(IllegalAction, match=f"seat {seat} is not free; free seats are"):
        table.sit("Bob", seat)
    assert table.seats == [(1, "Ann")]


ONLY_THE_SEATED = {"boston_5_stud": "6(e)", "caribbean_stud": "6(f)", "double_cross_poker": "6(b)"}
"""Documents with a clause that only seated players may wager."""


@pytest.mark.parametrize("game", games())
def test_a_clause_is_cited_for_a_seat_or_a_stranger_only_where_one_says_so(game: str) -> None:
    table = Table(game, seed=1)
    table.sit("Ann")
    with pytest.raises(IllegalAction, match="seat 1 is not free") as taken:
        table.sit("Bob", 1)
    stranger = table.open_round().check(make(by="player", seat=1, player="Zoe", do="wager", wager="any", amount=500))
    assert stranger is not None
    assert "Zoe is not at the table" in stranger.wrong
    assert [taken.value.clause, stranger.clause] == [ONLY_THE_SEATED.get(game, "")] * 2


@pytest.mark.parametrize("seat", ["1", True, 1.0, [1], 2**70])
def test_a_seat_is_a_whole_number(seat: Any) -> None:
    table = Table(NAME)
    with pytest.raises(IllegalAction, match="is not free; free seats are"):
        table.sit("Ann", seat)
    assert table.seats == []


@pytest.mark.parametrize("name", ["\ud800", "Ann\udfff", 5, None, b"Ann", ["Ann"]])
@pytest.mark.parametrize("how", ["sit", "stand"])
def test_a_name_is_text_that_a_log_can_hold(how: str, name: Any) -> None:
    table = Table(NAME)
    with pytest.raises(IllegalAction, match=r"a log can't hold .* as text"):
        getattr(table, how)(name)
    assert table.seats == []
    getattr(table, how)("Zoë 🂡")


@pytest.mark.parametrize("name", ["Ann", ""])
def test_a_name_is_given_and_used_once(name: str) -> None:
    table = Table(NAME)
    table.sit("Ann")
    with pytest.raises(IllegalAction):
        table.sit(name)
    with pytest.raises(IllegalAction):
        table.stand(name)
    assert table.seats == [(1, "Ann")]


def test_a_full_table_takes_nobody_more() -> None:
    table = Table(NAME, {"positions": 2})
    table.sit("Ann")
    table.sit("Bob")
    with pytest.raises(IllegalAction, match="no seat is free"):
        table.sit("Cyd")


def test_who_leaves_makes_room() -> None:
    table = Table(NAME, {"positions": 1})
    table.sit("Ann")
    table.leave("Ann")
    assert table.sit("Bob") == 1


@pytest.mark.parametrize("name", ["dealer", "supervisor", "shuffler", "meter", "clock"])
def test_a_player_can_not_be_called_what_the_house_is_called(name: str) -> None:
    """Inputs name who acts, so 'dealer' must mean the dealer."""
    with pytest.raises(IllegalAction, match="is reserved for the house"):
        Table(NAME).sit(name)
    with pytest.raises(IllegalAction, match="is reserved for the house"):
        Table(NAME).stand(name)
    with pytest.raises(IllegalAction, match="is reserved for the house"):
        Table(NAME).sit("Ann", id=name)


# --- names and ids


def test_two_players_may_have_one_name_if_their_ids_differ() -> None:
    table = Table(NAME, seed=1)
    assert [table.sit("Ann"), table.sit("Ann", id="ann-2")] == [1, 2]
    assert table.seats == [(1, "Ann"), (2, "ann-2")]
    assert table.names == {"Ann": "Ann", "ann-2": "Ann"}
    with pytest.raises(IllegalAction, match="give another player of that name a different id"):
        table.sit("Ann", id="ann-2")
    round = table.open_round()
    assert (round.called("Ann"), round.called("ann-2")) == ("Ann", "Ann")
    round.do("ann-2", "wager", "original", 500)
    assert list(round.layout.stakes) == [(2, "ann-2", 1, "original")]


def test_the_log_tells_names_that_are_not_the_id_and_refusals_use_them() -> None:
    table = Table(NAME, seed=1)
    table.sit("Ann")
    table.sit("Bob", id="7f3a")
    round = table.open_round()
    began = round.records[0]
    assert isinstance(began, ev.Began)
    assert (began.seats, began.names) == (((1, "Ann"), (2, "7f3a")), {"7f3a": "Bob"})
    refusal = round.check("7f3a", "wager", "original", 500, seat=1)
    assert refusal is not None
    assert "Bob" in refusal.wrong
    assert "7f3a" not in refusal.wrong


def test_whoever_leaves_takes_their_name_along() -> None:
    table = Table(NAME, seed=1)
    table.sit("Ann", id="1")
    table.leave("1")
    assert (table.seats, table.names) == ([], {})
    assert table.sit("Zoe", id="1") == 1
    assert table.names == {"1": "Zoe"}


# --- rounds


def test_nobody_seated_no_round() -> None:
    table = Table(NAME)
    with pytest.raises(IllegalAction, match="nobody sits at the table"):
        table.open_round()
    table.stand("Zoe")
    with pytest.raises(IllegalAction, match="nobody sits at the table"):
        table.open_round()


def test_one_round_at_a_time() -> None:
    table = Table(NAME)
    table.sit("Ann")
    table.open_round()
    with pytest.raises(IllegalAction, match="the last round is not over"):
        table.open_round()


def test_rounds_are_numbered_and_begin_as_the_last_left_the_table() -> None:
    table, random = Table(NAME, {"packs": 2, "cut": True}, seed=1), Random(1)
    table.sit("Ann")
    for number in range(1, 6):
        before = table.state
        round = table.open_round()
        assert round.start == before
        drive(round, random_legal, random)
        assert table.state == round.state
        assert table.state.round == number


def test_who_sits_down_in_a_round_plays_in_the_next() -> None:
    table = Table(NAME)
    table.sit("Ann")
    round = table.open_round()
    table.sit("Bob")
    assert round.check(round.input("Bob", "wager", "original", 1000, seat=2)) is not None
    round.do("dealer", "spread")
    assert table.open_round().seats == ((1, "Ann"), (2, "Bob"))


@pytest.mark.parametrize("seed", [1, "a seed"])
def test_a_seed_makes_the_same_cards(seed: int | str) -> None:
    def cards() -> str:
        table = Table(NAME, seed=seed)
        table.sit("Ann")
        return str(table.open_round().records)

    assert cards() == cards()


def test_without_a_seed_no_two_tables_have_the_same_cards() -> None:
    def cards() -> str:
        table = Table(NAME)
        table.sit("Ann")
        return table.open_round().inputs[0].cards

    assert len({cards() for _ in range(5)}) == 5


def first_cards(table: Table, *players: str) -> list[str]:
    for player in players:
        table.sit(player)
    return table.open_round().inputs[0].cards.split()


def test_cards_are_put_on_top_at_the_next_shuffle_alone() -> None:
    table = Table(NAME, seed=1)
    table.stack("As Ks^ 2c")
    cards = first_cards(table, "Ann")
    assert cards[:3] == ["As", "Ks^", "2c"]
    assert sorted(card.rstrip("^") for card in cards) == sorted(TEXT)
    assert table.round is not None
    drive(table.round, table.game.basic, Random(1))
    assert table.open_round().inputs[0].cards.split()[:3] != ["As", "Ks^", "2c"]


def test_a_card_that_the_packs_have_not_comes_on_top_of_them_and_no_other_too_often() -> None:
    """Double Attack is played with 6 decks of 48 cards, without tens, unless the rules say otherwise."""
    table = Table("double_attack_blackjack", seed=1)
    table.stack("As " * 6)
    with pytest.raises(ValueError, match="the ace of spades appears 7 times, but 6 packs hold it 6 times"):
        table.stack("As " * 7)
    table.stack("Th As Th^ 2c")
    cards = first_cards(table, "Ann")
    assert cards[:4] == ["Th", "As", "Th^", "2c"]
    assert (len(cards), cards.count("As"), cards.count("Th")) == (6 * 48 + 2, 6, 1)


def test_a_new_dealer_comes_between_rounds_and_burns_where_the_document_says_so() -> None:
    table = Table("double_attack_blackjack", seed=1)
    table.sit("Ann")
    round = drive(table.open_round(), table.game.basic, Random(1))
    assert not round.state.burn
    table.new_dealer()
    assert (table.state.burn, table.state.round) == (True, 1)
    assert table.state == msgspec.structs.replace(round.state, burn=True)
    table.open_round()
    with pytest.raises(IllegalAction, match="the last round is not over"):
        table.new_dealer()


def test_there_is_no_table_of_a_game_that_is_not() -> None:
    with pytest.raises(ValueError, match="there is no game 'brag'; the games are"):
        Table("brag")


# --- rules


@pytest.mark.parametrize("name", games())
def test_the_rules_of_every_game_are_written_and_read_back_the_same(name: str, tmp_path: Path) -> None:
    found = game(name)
    path = tmp_path / "rules.toml"
    rules = load(name, found.rules, {})
    path.write_text(to_toml(name, rules), encoding="utf-8")
    again = load_toml(name, found.rules, path)
    assert again == rules
    assert again.digest == rules.digest


@pytest.mark.parametrize("name", games())
def test_every_option_of_every_game_says_what_it_is_for(name: str) -> None:
    assert [option for option, words in describe(game(name).rules).items() if not words] == []


def test_any_other_rules_have_another_digest() -> None:
    plain = DoubleDownStudRules()
    changes: list[dict[str, object]] = [
        {"chip": 50},
        {"cut": True},
        {"packs": 2},
        {"payout_cap": 100_000_00},
        {"dealing": "automated shuffler"},
    ]
    others = {load(NAME, DoubleDownStudRules, change).digest for change in changes}
    assert len(others | {plain.digest}) == len(changes) + 1


def test_rules_are_given_as_options_or_as_rules_and_checked_either_way() -> None:
    assert Table(NAME, {"cut": True}).rules == Table(NAME, DoubleDownStudRules(cut=True)).rules
    with pytest.raises(RulesError, match="no pre-shuffled packs"):
        Table(NAME, DoubleDownStudRules(preshuffled=True))


def test_rules_that_can_not_be_read_get_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    with pytest.raises(RulesError, match="can't be read"):
        load_toml(NAME, DoubleDownStudRules, path)
    path.write_text("cut = = true", encoding="utf-8")
    with pytest.raises(RulesError, match="is not TOML"):
        load_toml(NAME, DoubleDownStudRules, path)
    path.write_text('game = "caribbean_stud"', encoding="utf-8")
    with pytest.raises(RulesError, match="holds the rules of caribbean_stud, not of double_down_stud"):
        load_toml(NAME, DoubleDownStudRules, path)


def test_defects_of_a_file_have_its_name_and_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text("# mine\nchip = 500\njoker = 1\ntable_minimum = 0\n\n[ pays ]\nchip = 'x'\n", encoding="utf-8")
    with pytest.raises(RulesError) as error:
        load_toml(NAME, DoubleDownStudRules, path)
    assert [(one.line, one.option) for one in error.value.defects] == [(3, "joker"), (4, "table_minimum"), (6, "pays")]
    assert error.value.defects[1].wrong == "$0 is less than the smallest chip, $5"
    assert str(error.value).startswith(f"{path}, rules of double_down_stud: line 3: joker: not an option")
    with pytest.raises(RulesError, match=r"rules\.toml, rules of double_down_stud: line 3: joker"):
        study_from(NAME, DoubleDownStudRules, path)


def test_all_defects_are_told_at_once() -> None:
    with pytest.raises(RulesError) as error:
        load(NAME, DoubleDownStudRules, {"jokers": 2, "cut": "maybe", "chip": 0, "preshuffled": True})
    assert [defect.option for defect in error.value.defects] == ["jokers", "cut", "chip", "preshuffled"]


def test_rules_do_not_change() -> None:
    rules = Table(NAME).rules
    with pytest.raises(AttributeError):
        rules.chip = 1  # type: ignore[misc]
    assert msgspec.json.decode(msgspec.json.encode(to_builtins(rules))) == to_builtins(rules)


# --- defects of rules


MOST = 1_000_000_000
"""$10,000,000, in cents."""


def told(rules: dict[str, int | str]) -> list[tuple[str, str, str]]:
    """The defects that all games share: option, reason, clause."""
    return [(defect.option, defect.wrong, defect.clause) for defect in TableRules(**rules).defects()]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "rules",
    [
        {"chip": 1, "table_minimum": 1, "table_maximum": 1},
        {"chip": 100, "table_minimum": 100},
        {"table_minimum": 500, "table_maximum": 500},
        {"table_maximum": MOST},
        {"packs": 2},
    ],
)
def test_limits_of_every_table_that_are_just_permitted(rules: dict[str, int | str]) -> None:
    assert told(rules) == []


@pytest.mark.parametrize("name", games())
def test_an_option_cites_only_clauses_about_it(name: str) -> None:
    """Rules that all games share name no clause of a document: the same number says something else in another one."""
    assert [option for option in options_of(TableRules) if clause_of(TableRules, option)] == []
    kind = game(name).rules
    (defect,) = (one for one in kind(packs=2, shuffler="manual").defects() if one.option == "packs")
    assert re.search("pack|deck", words(name, defect.clause))


@pytest.mark.parametrize("name", games())
def test_options_and_what_is_wrong_with_them_are_told_without_names_of_rulings(name: str) -> None:
    kind = game(name).rules
    wrong = kind(packs=2, shuffler="manual", positions=99, table_minimum=150).defects()
    said = [*describe(kind).values(), *(defect.wrong for defect in wrong)]
    assert [one for one in said if "ruling" in one] == []


@pytest.mark.parametrize(
    ("rules", "defects"),
    [
        ({"chip": 0}, [("chip", "must be at least $0.01, not $0", "")]),
        ({"table_minimum": 0}, [("table_minimum", "$0 is less than the smallest chip, $1", "")]),
        ({"table_minimum": 50}, [("table_minimum", "$0.50 is less than the smallest chip, $1", "")]),
        ({"table_minimum": 150}, [("table_minimum", "$1.50 is not a multiple of the smallest chip, $1", "")]),
        ({"table_maximum": 50_050}, [("table_maximum", "$500.50 is not a multiple of the smallest chip, $1", "")]),
        ({"table_maximum": 400}, [("table_maximum", "$4 is below the minimum of $5", "")]),
        (
            {"table_maximum": MOST + 100},
            [("table_maximum", "must be at most $10,000,000, the most that the figures are proved for", "")],
        ),
        ({"packs": 2, "shuffler": "manual"}, [("packs", "two packs need an automated shuffler", "")]),
    ],
)
def test_limits_of_every_table(rules: dict[str, int | str], defects: list[tuple[str, str, str]]) -> None:
    assert told(rules) == defects


LEAST = {"flush": Odds.parse("3 to 2"), "pair": Odds.parse("1 to 1")}


@pytest.mark.parametrize(
    ("flush", "wrong", "clause"),
    [
        ("3 to 2", "", ""),
        ("6 to 4", "", ""),
        ("1,000,000 to 1", "", ""),
        ("1,501 to 1,000", "", ""),
        ("149 to 100", "'flush' pays 149 to 100, below the document's 3 to 2", "11(b)"),
        ("50% of meter", "'flush' pays 50% of meter, below the document's 3 to 2", "11(b)"),
        ("1,000,001 to 1", "'flush' pays 1,000,001 to 1, more than the figures are proved for", ""),
        ("1,600 to 1,001", "'flush' pays 1,600 to 1,001, more than the figures are proved for", ""),
        ("5 for 2", "'flush' pays 5 for 2, but these odds must be stated with 'to'", "11(a)"),
    ],
)
def test_odds_are_raised_within_what_is_proved_and_never_lowered(flush: str, wrong: str, clause: str) -> None:
    given = {**LEAST, "flush": Odds.parse(flush)}
    found = [
        (one.option, one.wrong, one.clause) for one in pays_at_least("pays", given, LEAST, "11(b)", stated="11(a)")
    ]
    assert found == ([("pays", wrong, clause)] if wrong else [])


def test_odds_have_every_line_of_the_document_and_no_other() -> None:
    given = {"flush": Odds.parse("5 for 2"), "royal flush": Odds.parse("9 to 1")}
    found = [(one.wrong, one.clause) for one in pays_at_least("pays", given, LEAST, "11(b)")]
    assert found == [
        ("'flush' pays 5 for 2, but these odds must be stated with 'to'", "11(b)"),
        ("'pair' has no line; the document pays at least 1 to 1", "11(b)"),
        ("'royal flush' is not a hand of this pay table; its hands are flush, pair", "11(b)"),
    ]


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        (
            {"maximum": 1},
            "not an option of caribbean_stud; similar options are table_maximum, bonus_maximum, cover_all_maximum",
        ),
        ({"zzz": 1}, "not an option of caribbean_stud; 'pitboss rules' lists the options"),
        ({"chip": "x"}, "must be a whole number, not 'x'"),
        ({"chip": 1.5}, "must be a whole number, not 1.5"),
        ({"cover_all": 1}, "must be true or false, not 1"),
        ({"bonus": "D"}, "must be one of none, A, B, C, not 'D'"),
        ({"packs": 3}, "must be one of 1, 2, not 3"),
    ],
)
def test_an_option_or_value_that_is_not_there_is_told_with_what_is(given: dict[str, object], wrong: str) -> None:
    with pytest.raises(RulesError) as error:
        load("caribbean_stud", CaribbeanStudRules, given)
    assert [defect.wrong for defect in error.value.defects] == [wrong]


def test_a_line_of_a_pay_table_that_holds_no_odds_is_named() -> None:
    with pytest.raises(RulesError) as error:
        load(NAME, DoubleDownStudRules, {"pays": {"flush": "10 to 1", "straight": "much"}})
    assert [defect.wrong for defect in error.value.defects] == [
        "must be a table of odds, each as '3 to 2', '50 for 1' or '10% of meter', not straight = 'much'"
    ]


def test_what_each_option_takes() -> None:
    options = ("packs", "preshuffled", "chip", "pays")
    assert [takes(DoubleDownStudRules, option) for option in options] == [
        "one of 1, 2",
        "true or false",
        "a whole number",
        "a table of odds, each as '3 to 2', '50 for 1' or '10% of meter'",
    ]
    assert [values(DoubleDownStudRules, option) for option in options] == [(1, 2), (True, False), (), ()]


def test_rules_as_toml_say_what_each_option_means_and_takes() -> None:
    lines = to_toml("caribbean_stud", CaribbeanStudRules()).splitlines()
    assert lines[:7] == [
        "# Rules of caribbean_stud. Missing options have the document's defaults.",
        'game = "caribbean_stud"',
        "",
        "# Minimum base wager, in cents.",
        "table_minimum = 500",
        "",
        "# Maximum base wager, in cents.",
    ]
    assert lines[lines.index("packs = 1") - 1] == (
        "# Number of packs. Two alternate and need an automated shuffler (2(b)). One of 1, 2."
    )
    assert lines[lines.index("preshuffled = false") - 1] == (
        "# The cards come to the table pre-shuffled. True or false."
    )
    assert lines[-1] == "[progressive_shares]"


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"chip": 10**20}, "chip: a number has at most 20 digits"),
        ({"chip": -(10**5000)}, "chip: a number has at most 20 digits"),
        ({"chip": "9" * 201}, "chip: a text has at most 200 characters"),
        ({"chip" * 51: 1}, "a text has at most 200 characters"),
        ({"chip": {"a": [1]}}, "chip: it is nested too deeply"),
        ({"pays": {"flush": 10**20}}, "pays: a number has at most 20 digits"),
        ({"pays": {f"pair {number}": "1 to 1" for number in range(101)}}, "pays: it has 101 lines, and at most 100"),
        ({f"chip {number}": 1 for number in range(101)}, "rules: there are 101 options, and at most 100 are read"),
    ],
    ids=count(),
)
def test_values_that_no_option_can_have_are_not_read(given: dict[str, Any], wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        rules(NAME, given)
    with pytest.raises(RulesError, match=wrong):
        study_from(NAME, DoubleDownStudRules, given)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("chip = " + "9" * 5000, "is not TOML: a number has at most 20 digits"),
        ("chip = " + "[" * 100_000, "is not TOML: it is nested too deeply"),
        (".".join("a" * 10_000) + " = 1", "is not TOML: it is nested too deeply"),
        ("chip = 1e999999", "chip: must be a whole number, not inf"),
    ],
    ids=count(),
)
def test_a_rules_file_that_nobody_can_read_gets_a_sentence(tmp_path: Path, text: str, wrong: str) -> None:
    (tmp_path / "my.toml").write_text(text)
    with pytest.raises(RulesError, match=wrong):
        rules(NAME, tmp_path / "my.toml")


def test_rules_are_given_in_ways_that_are_known() -> None:
    with pytest.raises(RulesError, match="must be a mapping of options, a file name or None, not 7"):
        Table(NAME, 7)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="must be rules of double_down_stud, not of another game"):
        Table(NAME, CaribbeanStudRules())
