"""A round as a value: check, allows and do. Refusals change nothing, and inputs determine everything."""

from __future__ import annotations

from random import Random
from types import ModuleType
from typing import Any

import msgspec
import pytest

from pitboss import IllegalAction, Table, game
from pitboss.basics.cards import TEXT
from pitboss.basics.clauses import citations
from pitboss.engine import game as table_game
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.game import Game, Irregularity
from pitboss.engine.procedures import dealing
from pitboss.engine.procedures.shoe import order_text
from pitboss.engine.round import asks, inputs
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import SHUFFLER, THE_DEALER, Offer, Party, Question, Script
from pitboss.engine.round.dealer import Dealer
from pitboss.engine.round.events import Event
from pitboss.engine.round.inputs import Input, ShuffleInput, make
from pitboss.engine.round.records import RECORDS, decode, encode
from pitboss.engine.round.round import Round, replay

from scene import KEY, Scene, snapshot

NAME = "double_down_stud"


def bets() -> Scene:
    return Scene(NAME, "Js Jd 2h 3c 4s", players=("Ann", "Bob")).wager("Ann", original=1000)


# --- check, allows, do


LEGAL = make(by="player", seat=2, player="Bob", do="wager", wager="original", amount=500)
ILLEGAL = [
    msgspec.structs.replace(LEGAL, amount=0),
    msgspec.structs.replace(LEGAL, amount=-500),
    msgspec.structs.replace(LEGAL, amount=10**12),
    msgspec.structs.replace(LEGAL, amount=501),
    msgspec.structs.replace(LEGAL, wager="ante"),
    msgspec.structs.replace(LEGAL, wager=""),
    msgspec.structs.replace(LEGAL, hand=2),
    msgspec.structs.replace(LEGAL, hand=0),
    msgspec.structs.replace(LEGAL, seat=1),
    msgspec.structs.replace(LEGAL, seat=0),
    msgspec.structs.replace(LEGAL, seat=-1),
    msgspec.structs.replace(LEGAL, seat=99),
    msgspec.structs.replace(LEGAL, player="Ann"),
    msgspec.structs.replace(LEGAL, player="Zoe"),
    msgspec.structs.replace(LEGAL, player=""),
    msgspec.structs.replace(LEGAL, by="dealer"),
    msgspec.structs.replace(LEGAL, by="nobody"),
    msgspec.structs.replace(LEGAL, by=""),
    msgspec.structs.replace(LEGAL, do="double"),
    msgspec.structs.replace(LEGAL, do="withdraw", amount=0),
    msgspec.structs.replace(LEGAL, do="dance", amount=0),
    msgspec.structs.replace(LEGAL, do=""),
    msgspec.structs.replace(LEGAL, coupon=501),
    msgspec.structs.replace(LEGAL, coupon=-1),
    make(by="dealer", do="spread"),
    make(by="dealer", do="cut", amount=20),
    make(by="dealer", do="report", what="flood"),
    make(by="dealer", do="report", what="misdeal", place="moon", amount=2),
    make(by="dealer", do="report", what="exposed hole card"),
    make(by="player", seat=1, player="Ann", do="report", what="boxed card", amount=1),
    make(by="clock", seat=2, player="Bob", do="wager", wager="original", amount=500),
    make(by="clock", seat=2, player="Bob", do="wager", wager="original", amount=500, ruling="time-out"),
    make(by="supervisor", do="recut"),
    make(by="supervisor", do="no more bets"),
    make(by="shuffler", do="shuffle", cards=order_text(range(52)), key=KEY),
    make(by="meter", do="read", what="meter", amount=5),
]


@pytest.mark.parametrize(
    "given", ILLEGAL, ids=lambda given: " ".join(filter(None, (given.by, given.do, given.wager, given.what)))
)
def test_what_is_refused_changes_nothing(given: Input) -> None:
    round = bets().round
    before = snapshot(round)
    refusal = round.check(given)
    assert isinstance(refusal, IllegalAction)
    assert not round.allows(given)
    with pytest.raises(IllegalAction) as raised:
        round.do(given)
    assert str(raised.value) == str(refusal)
    assert snapshot(round) == before
    round.do(LEGAL)  # and the round goes on
    assert round.layout.staked == 1500


NO_LOG_HOLDS: dict[str, list[Any]] = {
    "also": [5, None, "6(b)", [1], ["6(b)"], (1,), ("\ud800",)],
    "ruling": [object(), None, 1, "\ud800"],
    "clause": [1, None, "\udfff"],
    "at": ["1", None, 1.5, True, 2**70],
    "round": ["1", None, 1.5, True, -(2**70)],
    "seat": [None, "2", [2], 2.0, True, 2**70],
    "hand": [None, "1", 1.0, 2**70],
    "amount": [None, "500", 500.0, [500]],
    "coupon": [None, "0", 0.0],
    "turn": ["2", None, 2.0, True, 2**70],
    **{name: [None, 5, b"", "\ud800"] for name in ("do", "player", "wager", "by")},
}
NO_TEXT = [None, 5, b"", "\ud800"]


@pytest.mark.parametrize(("name", "value"), [(name, one) for name, many in NO_LOG_HOLDS.items() for one in many])
def test_what_no_log_can_hold_is_refused(name: str, value: Any) -> None:
    round = bets().round
    before = snapshot(round)
    given = msgspec.structs.replace(LEGAL, **{name: value})
    assert isinstance(round.check(given), IllegalAction)
    with pytest.raises(IllegalAction):
        round.do(given)
    assert snapshot(round) == before


@pytest.mark.parametrize("name", ["what", "place", "player", "by"])
@pytest.mark.parametrize("value", NO_TEXT)
def test_what_no_log_can_hold_is_refused_in_a_report(name: str, value: Any) -> None:
    round = bets().round
    before = snapshot(round)
    report = make(by="dealer", do="report", what="boxed card", amount=2)
    assert round.allows(report)
    assert isinstance(round.check(msgspec.structs.replace(report, **{name: value})), IllegalAction)
    assert snapshot(round) == before


@pytest.mark.parametrize("name", ["cards", "key", "source", "how", "by"])
@pytest.mark.parametrize("value", NO_TEXT)
def test_what_no_log_can_hold_is_refused_in_a_shuffle(name: str, value: Any) -> None:
    table = Table(NAME, attendants={"shuffler": None})
    table.sit("Ann")
    round = table.open_round()
    before = snapshot(round)
    shuffle = make(by="shuffler", do="shuffle", cards=order_text(round.to_shuffle), key=KEY)
    assert round.allows(shuffle)
    assert isinstance(round.check(msgspec.structs.replace(shuffle, **{name: value})), IllegalAction)
    assert snapshot(round) == before


@pytest.mark.parametrize("more", [{"hand": 2**70}, {"also": [1]}, {"ruling": "\ud800"}])
def test_what_no_log_can_hold_is_refused_where_any_hand_will_do(more: dict[str, Any]) -> None:
    scene = Scene("double_attack_blackjack").wager("Ann", initial=1000).no_more_bets()
    asked = make(by="player", seat=1, player="Ann", do="burn card", **more)
    assert isinstance(scene.round.check(asked), IllegalAction)
    scene.do("Ann", "burn card", hand=7)


def test_a_report_names_no_seat_and_no_amount_that_a_log_can_not_hold() -> None:
    round = bets().round
    refusal = round.check("dealer", "report", what="boxed card", amount=2, seat=2)
    assert refusal is not None
    assert refusal.wrong == "'report' takes no seat"
    report = make(by="dealer", do="report", what="boxed card", amount=2)
    assert isinstance(round.check(msgspec.structs.replace(report, amount=2**70)), IllegalAction)
    assert round.allows(report)


@pytest.mark.parametrize("seat", [None, "1", [1], 1.0, {}])
@pytest.mark.parametrize("do", ["wager", "fold"])
def test_a_seat_that_is_no_number_is_refused_where_no_amount_is_said(do: str, seat: Any) -> None:
    round = bets().round
    with pytest.raises(IllegalAction, match=r"the seat must be a whole number, not "):
        round.do("Bob", do, seat=seat)


def test_text_of_every_script_is_taken() -> None:
    table = Table(NAME, seed=1)
    table.sit("Zoë 🂡")
    round = table.open_round()
    round.do("Zoë 🂡", "wager", "original", 500)
    assert [decode(encode(record)) for record in round.inputs] == round.inputs


def test_check_and_allows_change_nothing_where_they_allow() -> None:
    round = bets().round
    before = snapshot(round)
    assert round.check(LEGAL) is None
    assert round.allows(LEGAL)
    assert snapshot(round) == before


def test_do_returns_the_events_that_it_made() -> None:
    round = bets().round
    assert round.asking is not None
    turn = round.asking.turn
    made = round.do(LEGAL)
    assert [type(event) for event in made] == [ev.Wagered]
    assert round.records[-1] is made[-1]
    assert round.records[-2] == msgspec.structs.replace(
        LEGAL, round=1, clause="6(b)", at=len(round.records) - 2, turn=turn
    )


def test_a_refusal_says_what_was_wrong_what_is_allowed_and_by_which_clause() -> None:
    refusal = bets().round.check(msgspec.structs.replace(LEGAL, wager="ante"))
    assert refusal is not None
    assert (refusal.game, refusal.clause) == (NAME, "6(b)")
    assert refusal.wrong == "Bob at seat 2 can't do 'wager ante'"
    assert refusal.allowed == "allowed now: wager original"
    assert str(refusal) == "Bob at seat 2 can't do 'wager ante'; allowed now: wager original (double_down_stud 6(b))"


def test_a_refusal_cites_its_clause_and_asking_whether_does_not() -> None:
    round = bets().round
    with citations() as cited:
        round.allows(msgspec.structs.replace(LEGAL, amount=1))
    assert not cited
    with citations() as cited:
        round.check(msgspec.structs.replace(LEGAL, amount=1))
    assert (NAME, "6(a)", "") in cited


def test_a_round_that_is_over_takes_nothing_more() -> None:
    scene = bets().no_more_bets().no_more_bets()
    assert scene.round.over
    assert scene.round.waiting == ()
    assert list(scene.round.offers(THE_DEALER)) == []
    assert scene.round.reports() == []
    assert str(scene.refused("dealer", "no more bets")) == "the round is over; open the next one"


def test_inputs_by_name_take_the_players_own_seat() -> None:
    round = bets().round
    assert round.input("Bob", "wager", "original", 500) == LEGAL
    assert round.input("dealer", "no more bets") == make(by="dealer", do="no more bets")
    assert round.input("Bob", "wager", "original", 500, seat=1).seat == 1
    assert round.input("Zoe", "wager").seat == 0  # somebody who is not at the table has no seat


def test_do_leaves_out_what_devices_have_said() -> None:
    table = Table(NAME, {"packs": 2}, seed=3)
    table.sit("Ann")
    drive(table.open_round(), table.game.basic, Random(1))  # its opening shuffles both packs
    round = table.open_round()
    round.do("Ann", "wager", "original", 500)
    at = len(round.records)
    made = round.do("dealer", "no more bets")
    assert [given.by for given in round.records[at:] if isinstance(given, Input)] == ["dealer", "shuffler"]
    assert made == [event for event in round.records[at:] if not isinstance(event, Input)]


def test_reports_tell_what_can_and_what_can_not_be_reported_now() -> None:
    scene = bets()
    reports = {offer.what: offer.why_not for offer in scene.round.reports()}
    assert reports[("boxed card",)] == ""
    assert reports[("exposed hole card",)] != ""
    scene.no_more_bets()
    reports = {offer.what: offer.why_not for offer in scene.round.reports()}
    assert reports[("exposed hole card",)] == ""
    assert reports[("misdeal",)] != ""


# --- the inputs determine everything


def whole_round() -> Round:
    scene = bets().wager("Bob", original=700)
    scene.report("boxed card", amount=2)
    scene.no_more_bets()
    scene.do("Bob", "double", amount=300)
    return scene.no_more_bets().round


def test_replay_makes_the_same_bytes() -> None:
    round = whole_round()
    again = replay(round.game, round.rules, round.start, round.seats_at_start, round.inputs)
    assert [encode(record) for record in again.records] == [encode(record) for record in round.records]
    assert again.state == round.state
    assert again.over


def test_replay_of_the_first_inputs_is_the_round_as_it_then_was() -> None:
    round = whole_round()
    for count in range(len(round.inputs)):
        part = replay(round.game, round.rules, round.start, round.seats_at_start, round.inputs[:count])
        assert part.records == round.records[: len(part.records)]
        assert not part.over
        assert isinstance(round.records[len(part.records)], Input)


def test_replay_refuses_an_input_that_the_rules_refuse() -> None:
    round = whole_round()
    inputs = [msgspec.structs.replace(given, amount=10**9) if given.do == "double" else given for given in round.inputs]
    with pytest.raises(IllegalAction, match="above the original wager"):
        replay(round.game, round.rules, round.start, round.seats_at_start, inputs)


def test_every_event_says_which_round_and_clause_and_inputs_when_they_came() -> None:
    round = whole_round()
    assert all(event.round == 1 and event.clause for event in round.events)
    assert [given.at for given in round.inputs] == [
        at for at, record in enumerate(round.records) if isinstance(record, Input)
    ]


@pytest.mark.parametrize(("hand", "named"), [(1, ""), (2, " on hand 2")])
def test_a_settlement_in_words_names_the_hand_where_it_is_not_the_first(hand: int, named: str) -> None:
    end = ev.Settled(
        round=1,
        clause="9(c)",
        seat=1,
        player="Ann",
        hand=hand,
        wager="double",
        stake=500,
        result="win",
        returned=1250,
        line="flush",
        pays="3 to 2",
    )
    assert str(end) == f"Ann's double{named}: win, $12.50 back (flush, 3 to 2, 9(c))"


def structs(module: ModuleType) -> list[Any]:
    own = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__]
    return [one for one in own if issubclass(one, msgspec.Struct)]


@pytest.mark.parametrize("module", [ev, inputs, asks, table_game, dealing], ids=lambda module: module.__name__)
def test_what_a_round_is_told_in_can_not_be_changed_and_is_made_by_name(module: ModuleType) -> None:
    assert [one.__name__ for one in structs(module) if not one.__struct_config__.frozen] == []
    by_order = {one.__name__: one.__match_args__ for one in structs(module) if one.__match_args__}
    assert by_order == ({"Party": ("by", "seat", "player")} if module is asks else {})


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"amount": 5.0}, "the amount must be a whole number of cents, not 5.0"),
        ({"seat": "2"}, "the seat must be a whole number, not '2'"),
        ({"hand": True}, "the hand must be a whole number, not True"),
        ({"coupon": None}, "the coupon must be a whole number, not None"),
    ],
)
def test_what_is_no_whole_number_is_named(wrong: dict[str, Any], words: str) -> None:
    refusal = bets().round.check(msgspec.structs.replace(LEGAL, **wrong))
    assert refusal is not None
    assert refusal.wrong == words


@pytest.mark.parametrize("boxed", [1, 2, 3, 4])
def test_of_a_card_found_face_up_the_commitment_is_opened(boxed: int) -> None:
    scene = bets()
    scene.report("boxed card", amount=boxed)
    scene.no_more_bets().no_more_bets()
    (burned,) = scene.events(ev.Burned)
    (opened,) = scene.events(ev.Opened)
    assert (boxed - 1, burned.card) in [(at, card) for at, card, _ in opened.cards]
    assert sorted(at for at, _, _ in opened.cards) == list(range(6))  # the boxed card and the five dealt cards


def test_events_can_not_be_changed() -> None:
    event = whole_round().events[0]
    with pytest.raises(AttributeError):
        event.round = 2  # type: ignore[misc]


# --- scripts that fail


class Broken(Exception):
    pass


def broken_after_wagers(dealer: Dealer[Any]) -> Script:
    """Makes events, deals, and raises in the middle."""

    def offers(party: Party) -> tuple[Offer, ...]:
        wager = Offer(do="wager", wager="original", clause="6(a)", least=1, most=10**6)
        return (wager,) if party.by == "player" else (Offer(do="no more bets", clause="6(b)"),)

    parties = (*(Party("player", seat, player) for seat, player in dealer.seats), THE_DEALER)
    while True:
        given = yield from dealer.ask("wagers", "6(b)", parties, offers)
        if given.do != "wager":
            break
        dealer.put(given)
    dealer.announce("No more bets", "6(b)")
    raise Broken


def breaks(dealer: Dealer[Any], given: Input) -> None:
    dealer.announce("about to break", "11(b)")
    raise Broken


def broken_game() -> Game:
    sound = game(NAME)
    fault = Irregularity(what="break", clause="11(b)", means="", happen=breaks)
    return msgspec.structs.replace(sound, play=broken_after_wagers, irregularities=(fault,))


@pytest.mark.parametrize(
    "given",
    [make(by="dealer", do="no more bets"), make(by="dealer", do="report", what="break")],
    ids=["script", "report"],
)
def test_a_script_that_raises_leaves_the_round_as_it_was(given: Input) -> None:
    table = Table(broken_game())
    table.sit("Ann")
    round = table.open_round()
    round.do("Ann", "wager", "original", 700)
    before = snapshot(round)
    assert round.allows(given)
    with pytest.raises(Broken):
        round.do(given)
    assert snapshot(round) == before
    round.do("Ann", "wager", "original", 300)
    assert round.layout.staked == 1000


def shuffles_late(dealer: Dealer[Any]) -> Script:
    """Waits for the dealer, then for the shuffler."""
    yield from dealer.ask_party("start", "4(a)", (Offer(do="start", clause="4(a)"),))
    dealer.announce("the shuffler starts", "4(a)")
    shuffle = Offer(do="shuffle", clause="4(a)")
    yield from dealer.ask("the shuffle", "4(a)", (SHUFFLER,), lambda asked: (shuffle,), check=needs_cards)


def needs_cards(given: Input) -> str:
    return "" if isinstance(given, ShuffleInput) and given.cards else "no cards were given"


def test_a_device_whose_answer_is_refused_leaves_the_round_as_it_was() -> None:
    answers = iter(["", "As Ks"])

    def attend(round: Round, question: Question) -> Input:
        return make(by="shuffler", do="shuffle", cards=next(answers), key=KEY)

    late = msgspec.structs.replace(game(NAME), play=shuffles_late)
    table = Table(late, attendants={"shuffler": attend})
    table.sit("Ann")
    round = table.open_round()
    before = snapshot(round)
    with pytest.raises(IllegalAction, match="no cards were given"):
        round.do("dealer", "start")
    assert snapshot(round) == before
    round.do("dealer", "start")
    assert round.over


def test_wagers_that_a_script_forgets_to_settle_are_an_error() -> None:
    def forgets(dealer: Dealer[Any]) -> Script:
        offer = Offer(do="wager", wager="original", clause="6(a)", least=1, most=1000)
        given = yield from dealer.ask_seat("wagers", "6(b)", 1, lambda: (offer,))
        dealer.put(given)

    table = Table(msgspec.structs.replace(game(NAME), play=forgets))
    table.sit("Ann")
    round = table.open_round()
    with pytest.raises(RuntimeError, match="never settled"):
        round.do("Ann", "wager", "original", 500)
    assert not round.over


# --- small things that all rounds share


def test_events_read_back_as_they_were_written() -> None:
    for record in whole_round().records:
        body = encode(record)
        again = decode(body)
        assert isinstance(again, Event)
        assert encode(again) == body
        assert msgspec.json.decode(body)["type"] in RECORDS


def test_seat_one_is_the_farthest_left_where_the_deal_begins_whoever_came_first() -> None:
    scene = Scene(NAME, players=(("Cyd", 5), ("Bob", 3), ("Ann", 1)))
    for who in ("Cyd", "Bob", "Ann"):
        scene.wager(who, original=1000)
    scene.no_more_bets()
    dealt_to = [event.to for event in scene.events(ev.Dealt) if event.to != "community"]
    assert dealt_to == ["seat 1", "seat 3", "seat 5"]
    assert scene.round.dealt_in == (1, 3, 5)


def test_a_seat_is_a_place_and_a_party_has_a_name() -> None:
    assert ev.seat_place(1) == "seat 1"
    assert str(Party("player", 2, "Bob")) == "Bob at seat 2"
    assert str(THE_DEALER) == "dealer"


def test_a_report_names_its_place_and_a_refusal_says_which_there_are() -> None:
    table = Table(NAME, seed=1)
    table.sit("Ann")
    round = table.open_round()
    round.do("Ann", "wager", "original", 1000)
    round.do("dealer", "no more bets")
    for place, named in (("", "none was given"), ("moon", "'moon' is not a valid one")):
        refusal = round.check(round.input("dealer", "report", what="misdeal", amount=2, place=place))
        assert refusal is not None
        assert refusal.wrong == f"a report of 'misdeal' needs a place, but {named}"
        assert refusal.allowed == "valid places are seat 1, community"
    refusal = round.check(round.input("dealer", "report", what="flood"))
    assert refusal is not None
    assert refusal.wrong == "'flood' is not an irregularity of this game"
    assert "boxed card" in refusal.allowed


# --- reported faults that never happened


def lapses(round: Round) -> list[tuple[str, str, str]]:
    return [(e.what, e.place, e.remedy) for e in round.events if isinstance(e, ev.Irregular)]


def test_what_was_reported_for_a_deal_lapses_when_the_table_goes_idle() -> None:
    scene = Scene("caribbean_stud", rules={"dealing": "automated shoe"})
    for what, more in (("misdeal", {"place": "seat 1", "amount": 4}), ("shoe jam", {"amount": 2})):
        scene.report(what, **more)
    scene.report("boxed card", amount=3)
    scene.do("dealer", "spread")
    why = "none: the table is idle, and nothing is dealt"
    assert lapses(scene.round) == [("misdeal", "seat 1", why), ("shoe jam", "", why), ("boxed card", "", why)]


def test_what_was_reported_for_a_deal_lapses_when_the_round_is_void_before_it() -> None:
    scene = Scene("caribbean_stud", rules={"dealing": "automated shoe"}, players=("Ann", "Bob"))
    for player in ("Ann", "Bob"):
        scene.wager(player, ante=1000)
    scene.report("unnoticed misdeal", place="dealer", amount=4)
    scene.report("shoe jam", amount=7)
    scene.report("boxed card", amount=20)
    scene.no_more_bets()
    assert scene.round.over
    why = "none: the round is void before it comes"
    assert lapses(scene.round)[1:] == [("unnoticed misdeal", "dealer", why), ("boxed card", "", why)]
    assert lapses(scene.round)[0][0] == "the automated shoe jams"


# --- a stack that can't be cut


MANUAL = {"shuffler": "manual"}
CUT_BY_HAND: list[tuple[str, dict[str, Any], int]] = [
    ("caribbean_stud", MANUAL, 11),
    ("double_cross_poker", MANUAL, 11),
    ("double_down_stud", {"cut": True}, 20),
    ("double_attack_blackjack", {**MANUAL, "cut_by": "dealer"}, 96),
    ("double_attack_blackjack", {**MANUAL, "cut_by": "players"}, 96),
]
"""Games whose cards are cut, the rules for it, and the fewest cards that can be cut: ten from the top and one below, or
ten or a deck from either end."""


@pytest.mark.parametrize("lacking", ["all", "one"])
@pytest.mark.parametrize(("name", "rules", "least"), CUT_BY_HAND)
def test_cards_too_few_to_be_cut_leave_the_table_and_others_come(
    name: str, rules: dict[str, Any], least: int, lacking: str
) -> None:
    pack = registry.game(name).pack * 6
    count = 0 if lacking == "all" else least - 1
    scene = Scene(name, " ".join(TEXT[card] for card in pack[:count]), rules=rules, planted=True, exact=True)
    short = registry.game(name).short
    assert scene.round.over
    assert ("pack short of cards", short) in [(e.what, e.clause) for e in scene.events(ev.Irregular)]
    assert scene.events(ev.Voided)[-1].clause == short
    again = replay(
        scene.round.game, scene.round.rules, scene.round.start, scene.round.seats_at_start, scene.round.inputs
    )
    assert again.records == scene.round.records

    scene.planted = scene.exact = False
    scene.next_round()
    assert "receive the cards" in [event.step for event in scene.events(ev.Procedure)]
    assert not scene.round.over


@pytest.mark.parametrize(("name", "rules", "least"), CUT_BY_HAND)
def test_the_fewest_cards_that_can_be_cut_are_cut(name: str, rules: dict[str, Any], least: int) -> None:
    cards = " ".join(TEXT[card] for card in (registry.game(name).pack * 2)[:least])
    scene = Scene(name, cards, rules=rules, planted=True, exact=True)
    assert scene.round.asking is not None
    assert scene.round.asking.about == "the cut"
    who = scene.round.waiting[0].player or "dealer"
    scene.do(who, "cut", amount=48 if least == 96 else 10)


def test_a_reshuffle_that_leaves_too_few_cards_gives_the_wagers_back_and_says_what_never_came() -> None:
    scene = Scene("double_attack_blackjack", rules={"shuffler": "manual", "cut_by": "dealer"})
    scene.do("dealer", "cut", amount=100)
    scene.wager("Ann", initial=1000).no_more_bets().no_more_bets().house()
    while not scene.round.over:
        scene.do("Ann", "stand") if scene.round.waiting[0].by == "player" else scene.house()
    scene.next_round("2c 3c").wager("Ann", initial=1000)
    scene.planted = scene.exact = True
    scene.report("short hand", place="seat 1", amount=1)
    scene.do("dealer", "reshuffle")
    assert scene.round.over
    assert scene.result("Ann", "initial") == ("void", 1000)
    assert "short hand" in [event.what for event in scene.events(ev.Irregular)]
    opened = [len(event.cards) for event in scene.events(ev.Opened)]
    assert opened == [288, 2]
    scene.planted = scene.exact = False
    scene.next_round()
    assert not scene.events(ev.Opened)  # each order once


@pytest.mark.parametrize("game", ["boston_5_stud", "caribbean_stud", "double_cross_poker", "double_down_stud"])
def test_a_misdeal_is_reported_once_for_a_place_until_it_has_come(game: str) -> None:
    scene = Scene(game)
    scene.report("misdeal", place="seat 1", amount=4)
    for what in ("misdeal", "unnoticed misdeal"):
        refusal = scene.refused("dealer", "report", what=what, place="seat 1", amount=6)
        assert refusal.wrong == "a misdeal of seat 1 has already been reported and is yet to come"
