"""The narration: a sentence for every kind of event that tells no more than the event."""

from __future__ import annotations

from random import Random

import pytest

from pitboss import Table
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import random_legal
from pitboss.engine.results import results
from pitboss.engine.round import events as ev
from pitboss.engine.round.inputs import make
from pitboss.engine.round.records import RECORDS
from pitboss.engine.round.round import Round
from pitboss.log.narration import also_of, card_text, cents, sentence, story

AT = {"round": 1, "clause": "9(a)"}
SEAT = {"seat": 2, "player": "Bob"}

TOLD = [
    (make(by="player", do="wager", wager="ante", amount=500, **SEAT), "Bob at seat 2 said: wager ante $5."),
    (
        make(by="player", do="wager", wager="ante", amount=500, coupon=500, **SEAT),
        "Bob at seat 2 said: wager ante $5 with a $5 coupon.",
    ),
    (make(by="player", do="sit", player="p7", seat=3, name="Lee"), "Lee took seat 3."),
    (make(by="dealer", do="cut", amount=20), "The dealer said: cut 20."),
    (make(by="player", do="fold", **SEAT), "Bob at seat 2 said: fold."),
    (make(by="clock", do="fold", ruling="time-out", **SEAT), "The clock acted for Bob at seat 2: fold."),
    (make(by="dealer", do="report", what="boxed card", amount=3), "The dealer said: report boxed card 3."),
    (make(by="shuffler", do="shuffle", cards="As", key="00"), "The shuffler said: shuffle."),
    (make(by="meter", do="reading", what="mega", amount=70), "The meter said: reading mega 70."),
    (
        ev.Began(**AT, game="g", rules="", seats=((1, "Ann"), (0, "Cho")), state=None),
        "Round 1 began, with Ann at seat 1 and Cho standing.",
    ),
    (ev.Seated(**AT, seat=3, player="p7", name="Lee"), "Lee sat down at seat 3 in time for this round."),
    (ev.Procedure(**AT, step="stack the cards", pack=2), "Stack the cards (pack 2)."),
    (
        ev.Shuffled(**AT, pack=1, by="manual", order="As^ Th 2c", key=""),
        "3 cards were shuffled by hand; from the top: A♠ 10♥ 2♣.",
    ),
    (ev.Shuffled(**AT, pack=1, by="automated", order="", key=""), "The cards were shuffled by the automated shuffler."),
    (
        ev.Committed(**AT, pack=1, commitments=("a", "b")),
        "The table published 2 salted commitments, one for each card in order.",
    ),
    (ev.Offered(**AT, what="cut", **SEAT), "The cut was offered to Bob at seat 2."),
    (ev.Refused(**AT, what="cut", **SEAT), "Bob at seat 2 refused the cut."),
    (ev.Cut(**AT, by="dealer", depth=17), "The dealer cut the cards: the top 17 went to the bottom."),
    (ev.Announced(**AT, words="No more bets", hand=0), "The dealer announced: 'No more bets'."),
    (
        ev.Wagered(**AT, wager="ante", amount=1250, hand=1, coupon=500, **SEAT),
        "Bob at seat 2 placed an ante wager of $12.50, with a $5 match play coupon.",
    ),
    (
        ev.Wagered(**AT, wager="progressive", amount=100, hand=1, redeemed=True, **SEAT),
        "Bob at seat 2 placed a progressive wager of $1, by redeeming a coupon.",
    ),
    (
        ev.Withdrawn(**AT, wager="progressive", amount=100, hand=1, redeemed=True, **SEAT),
        "Bob at seat 2 withdrew the progressive wager of $1, a coupon.",
    ),
    (
        ev.Withdrawn(**AT, wager="second", amount=1000, hand=2, **SEAT),
        "Bob at seat 2 withdrew the second wager of $10 on hand 2.",
    ),
    (ev.Dealt(**AT, to="dealer", hand=1, card="Th", face="down"), "10♥ was dealt face down to the dealer."),
    (ev.Burned(**AT, card="2d", face="up", why="found face up"), "2♦ was burned, face up: found face up."),
    (ev.Chose(**AT, hand=1, action="double", amount=300, **SEAT), "Bob at seat 2 chose: double, $3."),
    (
        ev.Chose(**AT, hand=1, action="fold", ruling="time-out", **SEAT),
        "Bob at seat 2 ran out of time, so the house chose: fold.",
    ),
    (ev.Moved(**AT, place="seat 2", hand=1, to_hand=2, card="8c"), "8♣ moved from seat 2 to hand 2."),
    (ev.Exposed(**AT, place="seat 2", hand=2, cards=("8c", "9d")), "Hand 2 of seat 2 showed 8♣ 9♦."),
    (ev.Concealed(**AT, place="seat 2", hand=1), "The cards of seat 2 were turned face down again."),
    (
        ev.Ranked(**AT, place="dealer", hand=1, cards=("8c", "8d"), category="pair", name="pair of eights"),
        "The dealer holds pair of eights: 8♣ 8♦.",
    ),
    (
        ev.Settled(
            **AT, **SEAT, hand=1, wager="bet", stake=1000, result="win", returned=3000, line="two pair", pays="2 to 1"
        ),
        "Bob at seat 2: the bet wager of $10 won (two pair, pays 2 to 1); $30 went back.",
    ),
    (
        ev.Settled(
            **AT, **SEAT, hand=1, wager="ante", stake=1000, result="lose", returned=0, coupon=500, coupon_taken=True
        ),
        "Bob at seat 2: the ante wager of $10 lost (with a $5 coupon, which the house kept); nothing went back.",
    ),
    (
        ev.Settled(
            **AT, **SEAT, hand=1, wager="magic card", stake=0, result="win", returned=2000, source="game account"
        ),
        "Bob at seat 2: the magic card wager won (credited to the game account); $20 went back.",
    ),
    (
        ev.Settled(**AT, **SEAT, hand=1, wager="progressive", stake=100, result="win", returned=2000, source="mega"),
        "Bob at seat 2: the progressive wager of $1 won (from the mega meter); $20 went back.",
    ),
    (
        ev.Settled(**AT, **SEAT, hand=1, wager="bet", stake=1000, result="void", returned=1000, line="void"),
        "Bob at seat 2: the bet wager of $10 was void; $10 went back.",
    ),
    (
        ev.Contributed(**AT, meter="meter", units=699_500, wager="progressive", **SEAT),
        "The progressive wager of Bob at seat 2 added $0.69 and 19/20 cent to the meter.",
    ),
    (
        ev.Contributed(**AT, meter="meter", units=0, wager="progressive", reversed=True, **SEAT),
        "The progressive wager of Bob at seat 2 is void; nothing left the meter, wins had taken its contribution.",
    ),
    (
        ev.Contributed(**AT, meter="mega", units=700_000, wager="progressive", reversed=True, **SEAT),
        "The progressive wager of Bob at seat 2 is void; $0.70 left the mega meter again.",
    ),
    (ev.Metered(**AT, meter="mega", amount=1000000, **SEAT), "The mega meter was read for Bob at seat 2: $10,000."),
    (ev.Paid(**AT, meter="mega", amount=100, reset=50), "The mega meter paid $1 and was reset to $0.50."),
    (ev.Drawn(**AT, what="magic card", result="Th"), "The progressive system drew the magic card: 10♥."),
    (ev.Drawn(**AT, what="lucky seat", result="3"), "The progressive system drew the lucky seat: 3."),
    (ev.Validated(**AT, what="royal flush", **SEAT), "A supervisor approved: royal flush of Bob at seat 2."),
    (
        ev.Collected(**AT, place="seat 2", hand=1, cards=("8c", None), faces=("up", "down")),
        "The dealer collected 2 cards from seat 2: 8♣ ??.",
    ),
    (ev.Stub(**AT, cards=1, counted=True), "The stub of 1 card went to the discard rack, counted."),
    (ev.Counted(**AT, by="dealer", found=51, expected=52), "The dealer counted 51 cards, but there should be 52."),
    (
        ev.Irregular(**AT, what="boxed card", remedy="to the rack", card="As", by="dealer", place="seat 2"),
        "Irregularity at seat 2: boxed card (A♠), reported by the dealer; remedy: to the rack.",
    ),
    (
        ev.Irregular(**AT, what="3 cards instead of 5", remedy="all hands void", place="dealer"),
        "The dealer was dealt 3 cards instead of 5; remedy: all hands void.",
    ),
    (
        ev.Irregular(**AT, what="1 cards instead of 2", remedy="that hand is void", place="seat 2"),
        "Seat 2 was dealt 1 card instead of 2; remedy: that hand is void.",
    ),
    (ev.Voided(**AT, place="round", hand=0, reshuffle=True), "Every hand is void, and the cards are reshuffled."),
    (ev.Voided(**AT, place="seat 2", hand=1), "Seat 2 is void."),
    (
        ev.Opened(**AT, pack=1, cards=((0, "As", "00"), (1, "Kd", "01"))),
        "2 commitments were opened for everyone to check: A♠ K♦.",
    ),
    (
        ev.Ended(**AT, staked=2000, returned=500, house_units=14_300_000, meter_units={"meter": 700_000}, state=None),
        "The round ended: $20 staked, $5 returned, the house up $14.30, the meter up $0.70.",
    ),
]


@pytest.mark.parametrize(("event", "words"), TOLD, ids=lambda value: type(value).__name__)
def test_an_event_is_told_in_a_sentence(event: ev.Event, words: str) -> None:
    assert sentence(event) == words


def test_every_kind_of_event_is_told() -> None:
    assert {type(event) for event, _ in TOLD} == set(RECORDS.values())


def played(game: str, seats: int = 3, seed: int = 5) -> Round:
    table = Table(game, seed=seed)
    for seat in range(seats):
        table.sit(f"Player {seat + 1}")
    return drive(table.open_round(), random_legal, Random(seed))


@pytest.mark.parametrize("game", registry.games())
def test_a_round_of_every_game_is_told_step_by_step_with_its_clauses(game: str) -> None:
    round = played(game)
    told: set[str] = set()
    steps = story(game, round.records, told)
    of_events = [step for step in steps if step.type != "result"]
    assert [step.clause for step in of_events] == [event.clause for event in round.events]
    came = [one.sentence for one in results(round.game, round.events)]
    assert [step.sentence for step in steps if step not in of_events] == list(dict.fromkeys(came)) != []
    assert all(step.sentence.endswith(".") for step in steps)
    assert not any(step.means for step in story(game, round.records, told)), "words of a clause are given once"


@pytest.mark.parametrize("game", registry.games())
def test_what_a_viewer_is_told_names_no_card_that_the_viewer_has_not_seen(game: str) -> None:
    round = played(game)
    for viewer in ("public", "seat 1", "seat 2"):
        seen = round.view(viewer).events
        told = " ".join(sentence(event) for event in seen)
        known = {card for event in seen for card in cards_in(event)}
        hidden = {card for event in round.events for card in cards_in(event)} - known
        assert not [card for card in hidden if card_text(card) in told]


def cards_in(event: ev.Event) -> set[str]:
    """The cards that an event names."""
    match event:
        case ev.Dealt(card=card) | ev.Burned(card=card) | ev.Moved(card=card) | ev.Irregular(card=card):
            return {card} if card else set()
        case ev.Exposed(cards=cards) | ev.Ranked(cards=cards) | ev.Collected(cards=cards):
            return {card for card in cards if card}
        case ev.Opened(cards=opened):
            return {card for _, card, _ in opened}
        case ev.Shuffled(order=order):
            return set(order.split())
        case _:
            return set()


def test_parts_of_a_cent_are_told() -> None:
    assert [cents(text) for text in ("100", "1/3", "-401/2")] == ["$1", "1/3 cent", "-$2 and 1/2 cent"]


def test_further_clauses_are_told_once() -> None:
    event = ev.Announced(round=1, clause="8(a)", also=("8(b)", "8(a)", "8(b)", ""), words="No more bets", hand=0)
    assert also_of(event) == "also 8(b)"
