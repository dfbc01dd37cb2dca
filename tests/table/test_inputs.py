"""Inputs: one struct for each kind, a line in the log, and the turn that each answers."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from pitboss import IllegalAction, Table
from pitboss.basics.cards import TEXT
from pitboss.basics.errors import InputError
from pitboss.engine import registry
from pitboss.engine.round.asks import Question
from pitboss.engine.round.inputs import (
    CHIPS,
    KINDS,
    DecisionInput,
    HouseInput,
    Input,
    MeterInput,
    PlayerInput,
    ReportInput,
    ShuffleInput,
    WagerInput,
    kind_of,
    make,
    malformed,
)
from pitboss.engine.round.records import RECORDS, decode, encode
from pitboss.engine.round.round import Round
from pitboss.testing.random_tables import every_ask

from scene import KEY, Scene, snapshot

ANN = {"by": "player", "player": "Ann", "seat": 1}
EXAMPLES: dict[str, Input] = {
    "input/wager": make(**ANN, do="wager", wager="ante", amount=500, coupon=100),
    "input/decision": make(**ANN, do="place", hand=2, what="first", amount=300),
    "input/seat": make(by="player", player="z-1", do="sit", seat=3, name="Zoe"),
    "input/house": make(by="supervisor", do="remove", what="shuffler", amount=3),
    "input/report": make(by="dealer", do="report", what="misdeal", place="seat 1", player="Ann", amount=4),
    "input/shuffle": make(by="shuffler", do="shuffle", cards="As Kd^", key=KEY, source="seeded", how="by hand"),
    "input/meter": make(by="meter", do="take back", what="mega", amount=70, seat=3, wager="progressive"),
}
each_kind = pytest.mark.parametrize(("tag", "given"), EXAMPLES.items())


# --- kinds and lines


def test_every_kind_has_an_example() -> None:
    assert [type(given) for given in EXAMPLES.values()] == list(KINDS)


@each_kind
def test_an_input_is_a_line_with_a_type_of_its_own_and_reads_back(tag: str, given: Input) -> None:
    stamped = msgspec.structs.replace(given, round=3, clause="6(b)", at=17, turn=5, also=("6(a)",), ruling="time-out")
    for one in (given, stamped):
        line = encode(one)
        assert msgspec.json.decode(line)["type"] == tag
        again = decode(line)
        assert type(again) is type(one) is RECORDS[tag]
        assert again == one
        assert encode(again) == line


@each_kind
def test_the_fields_of_an_example_are_all_written(tag: str, given: Input) -> None:
    """No field has its default in the example, so the test above covers all of them."""
    written = msgspec.json.decode(encode(given)).keys()
    own = {*given.__struct_fields__} - {"round", "clause", "at", "turn", "also", "ruling"}
    assert own <= written


@each_kind
def test_only_surveillance_sees_an_input(tag: str, given: Input) -> None:
    assert given.seen_by("surveillance") is given
    assert [given.seen_by(viewer) for viewer in ("seat 1", "public", "dealer", "standing")] == [None] * 4


@pytest.mark.parametrize(
    ("by", "do", "kind"),
    [
        *(("player", do, WagerInput) for do in CHIPS),
        *(("clock", do, WagerInput) for do in CHIPS),
        ("player", "fold", DecisionInput),
        ("player", "cut", DecisionInput),
        ("player", "report", DecisionInput),
        ("player", "shuffle", DecisionInput),
        ("clock", "fold", DecisionInput),
        ("dealer", "no more bets", HouseInput),
        ("supervisor", "validate", HouseInput),
        ("shuffler", "jam", HouseInput),
        ("dealer", "report", ReportInput),
        ("supervisor", "report", ReportInput),
        ("dealer", "shuffle", ShuffleInput),
        ("shuffler", "shuffle", ShuffleInput),
        ("meter", "reading", MeterInput),
        ("meter", "draw", MeterInput),
        ("meter", "report", MeterInput),
    ],
)
def test_who_acts_and_what_they_do_tell_the_kind(by: str, do: str, kind: type[Input]) -> None:
    assert kind_of(by, do) is kind


def test_what_an_input_is_about_is_told_alike_for_every_kind() -> None:
    assert {
        tag: (given.do, given.amount, given.wager, given.hand, given.what, given.place)
        for tag, given in EXAMPLES.items()
    } == {
        "input/wager": ("wager", 500, "ante", 1, "", ""),
        "input/decision": ("place", 300, "", 2, "first", ""),
        "input/seat": ("sit", 0, "", 1, "", "seat 3"),
        "input/house": ("remove", 3, "", 1, "shuffler", ""),
        "input/report": ("report", 4, "", 1, "misdeal", "seat 1"),
        "input/shuffle": ("shuffle", 0, "", 1, "", ""),
        "input/meter": ("take back", 70, "progressive", 1, "mega", "seat 3"),
    }
    assert make(by="meter", do="reading", what="mega").place == ""


# --- made from fields


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({**ANN, "do": "wager", "wager": "ante", "what": "x"}, "'wager' takes no what"),
        ({**ANN, "do": "wager", "wager": "ante", "place": "seat 1"}, "'wager' takes no place"),
        ({**ANN, "do": "fold", "coupon": 5}, "'fold' takes no coupon"),
        ({**ANN, "do": "fold", "wager": "ante"}, "'fold' takes no wager"),
        ({"by": "dealer", "do": "no more bets", "hand": 2}, "'no more bets' takes no hand"),
        ({"by": "dealer", "do": "no more bets", "seat": 1}, "'no more bets' takes no seat"),
        ({"by": "dealer", "do": "report", "what": "x", "seat": 1}, "'report' takes no seat"),
        ({"by": "shuffler", "do": "shuffle", "cards": "", "key": "", "place": "seeded"}, "'shuffle' takes no place"),
        ({"by": "meter", "do": "reading", "what": "mega", "place": "seat 1"}, "'reading' takes no place"),
        ({"by": "ghost", "do": "wager", "wager": "ante"}, "'wager' takes no wager"),
    ],
)
def test_a_field_that_a_kind_has_not_is_rejected(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError) as error:
        make(**fields)
    assert str(error.value) == words


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"by": "player", "do": "wager"}, "a wager needs player and seat and wager"),
        ({**ANN, "do": "wager"}, "a wager needs wager"),
        ({"by": "player", "do": "fold", "player": "Ann"}, "a decision needs seat"),
        ({"by": "dealer", "do": "report"}, "a report needs what"),
        ({"by": "shuffler", "do": "shuffle", "cards": "As"}, "a shuffle needs key"),
        ({"by": "meter", "do": "reading"}, "an answer of a meter needs what"),
    ],
)
def test_a_field_that_is_missing_is_named(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError) as error:
        make(**fields)
    assert str(error.value) == words


def test_a_field_of_another_kind_may_be_empty_and_the_hand_is_the_first() -> None:
    bare = make(by="dealer", do="no more bets")
    assert make(by="dealer", do="no more bets", wager="", amount=0, hand=1, coupon=0) == bare
    fold = make(**ANN, do="fold", wager="", coupon=0)
    assert isinstance(fold, PlayerInput)
    assert fold.hand == 1


# --- what a log can hold


@each_kind
def test_an_input_that_a_log_can_hold_is_well_formed(tag: str, given: Input) -> None:
    assert malformed(given) == ""


@each_kind
def test_numbers_and_texts_of_other_types_are_malformed(tag: str, given: Input) -> None:
    tried = 0
    for name in given.__struct_fields__:
        right = getattr(given, name)
        for wrong in (None, 1.5, True, 2**70, b"", "\ud800", "1" if type(right) is int else 1):
            assert malformed(msgspec.structs.replace(given, **{name: wrong})), (name, wrong)
            tried += 1
    assert tried == 7 * len(given.__struct_fields__)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (
            msgspec.structs.replace(EXAMPLES["input/wager"], by="dealer"),
            "'dealer' can't give a wager; allowed: player, clock",
        ),
        (
            msgspec.structs.replace(EXAMPLES["input/house"], by="player"),
            "'player' can't give an act of the house; allowed: dealer, supervisor, shuffler",
        ),
        (
            msgspec.structs.replace(EXAMPLES["input/report"], by="shuffler"),
            "'shuffler' can't give a report; allowed: dealer, supervisor",
        ),
        (
            msgspec.structs.replace(EXAMPLES["input/shuffle"], by="meter"),
            "'meter' can't give a shuffle; allowed: shuffler, dealer",
        ),
        (
            msgspec.structs.replace(EXAMPLES["input/meter"], by="dealer"),
            "'dealer' can't give an answer of a meter; allowed: meter",
        ),
        (msgspec.structs.replace(EXAMPLES["input/decision"], hand=0), "there is no hand 0: hands are numbered from 1"),
        (
            msgspec.structs.replace(EXAMPLES["input/decision"], amount="3"),
            "the amount must be a whole number of cents, not '3'",
        ),
        (
            msgspec.structs.replace(EXAMPLES["input/decision"], amount=2**63),
            "the amount must be between -9,223,372,036,854,775,807 and 9,223,372,036,854,775,807",
        ),
        (msgspec.structs.replace(EXAMPLES["input/wager"], turn=2.0), "the turn must be a whole number, not 2.0"),
    ],
)
def test_what_is_malformed_is_told(given: Input, words: str) -> None:
    assert malformed(given) == words


def test_an_input_of_no_kind_is_not_an_input() -> None:
    assert "is not an input" in malformed(Input(by="player"))


# --- turns


def turn_of(round: Round) -> int:
    assert round.asking is not None
    return round.asking.turn


def at_decision() -> Scene:
    return Scene("caribbean_stud", players=("Ann", "Bob")).wager("Ann", ante=500).wager("Bob", ante=500).no_more_bets()


def test_an_answer_to_an_earlier_question_is_refused_and_changes_nothing() -> None:
    round = at_decision().round
    late = turn_of(round)
    round.do("Ann", "fold", turn=late)
    assert turn_of(round) != late
    before = snapshot(round)
    fold = make(by="player", player="Bob", seat=2, do="fold", turn=late)
    refusal = round.check(fold)
    assert refusal is not None
    assert f"this answers question {late}, but the round now asks question {turn_of(round)}" in refusal.wrong
    with pytest.raises(IllegalAction):
        round.do(fold)
    assert snapshot(round) == before
    round.do(msgspec.structs.replace(fold, turn=turn_of(round)))


@pytest.mark.parametrize("turn", [1, 99, -1])
def test_a_turn_that_is_not_asked_is_refused_for_the_house_and_for_reports_too(turn: int) -> None:
    round = Scene("caribbean_stud").wager("Ann", ante=500).round
    assert turn_of(round) != turn
    for given in (make(by="dealer", do="no more bets"), make(by="dealer", do="report", what="boxed card", amount=2)):
        assert round.allows(given)
        assert round.allows(msgspec.structs.replace(given, turn=turn_of(round)))
        assert not round.allows(msgspec.structs.replace(given, turn=turn))


def test_a_window_keeps_its_turn_whoever_acts_in_it() -> None:
    scene = Scene("caribbean_stud", players=("Ann", "Bob"))
    turn = turn_of(scene.round)
    scene.do("Ann", "wager", "ante", 500, turn=turn)
    scene.do("Bob", "wager", "ante", 500, turn=turn)
    scene.do("Ann", "withdraw", "ante", turn=turn)
    scene.report("boxed card", amount=2, turn=turn)
    assert turn_of(scene.round) == turn
    scene.do("dealer", "no more bets", turn=turn)
    assert turn_of(scene.round) > turn
    assert {given.turn for given in scene.round.inputs if given.by != "shuffler"} == {turn}


@pytest.mark.parametrize("game", registry.games())
def test_turns_rise_from_question_to_question_and_stay_in_a_window_alone(game: str) -> None:
    table, random = Table(game, seed=4), Random(4)
    for name in ("Ann", "Bob"):
        table.sit(name)
    decisions = 0
    for _ in range(15):
        questions: list[Question] = []
        opened = table.open_round()
        for round in every_ask(opened, random):
            assert round.asking is not None
            questions.append(round.asking)
        answers = [given.turn for given in opened.inputs if given.by not in ("shuffler", "meter")]
        assert answers == [question.turn for question in questions]
        for before, after in pairwise(questions):
            window = before.about == after.about and len(before.waiting) > 1
            assert after.turn > before.turn or (after.turn == before.turn and window), (before, after)
        alone = [question for question in questions if len(question.waiting) == 1]
        assert len({question.turn for question in alone}) == len(alone)
        decisions += len([question for question in alone if question.waiting[0].by == "player"])
    assert decisions > 5 or game == "double_down_stud"  # there, everyone doubles in one window


def test_clauses_in_a_list_are_not_what_a_log_holds() -> None:
    given = msgspec.structs.replace(EXAMPLES["input/wager"], also=["6(a)"])
    assert malformed(given) == "the fields of an input must be text and whole numbers"


def test_an_order_with_the_right_kinds_of_cards_and_wrong_numbers_is_rejected() -> None:
    table = Table("double_attack_blackjack", seed=1, attendants={"shuffler": None})
    table.sit("Ann")
    round = table.open_round()
    while round.asking is not None and round.waiting[0].by != "shuffler":
        round.do("dealer", round.offers(round.waiting[0])[0].do)
    first, *rest = sorted(round.to_shuffle)
    other = next(card for card in rest if card != first)
    order = " ".join(TEXT[card] for card in [other, *rest])
    refusal = round.check(make(by="shuffler", do="shuffle", cards=order, key=KEY, source="seeded"))
    assert refusal is not None
    assert "the order does not match the pack: 1 missing, 1 extra" in str(refusal)
