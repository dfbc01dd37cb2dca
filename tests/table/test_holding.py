"""What hands hold, as clients are told: the words of the terminal, and what the cards are worth by another count."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pitboss import Table
from pitboss.basics.cards import RANKS
from pitboss.engine import registry
from pitboss.engine.auto.random_events import Floor
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import PUBLIC
from pitboss.engine.round.hand_labels import Holding, Holdings
from pitboss.engine.round.layout import View
from pitboss.terminal.seat.drawing import hand_names

ATTACK, CROSS, DOWN = "double_attack_blackjack", "double_cross_poker", "double_down_stud"
GAMES = ("boston_5_stud", "caribbean_stud", ATTACK, CROSS, DOWN)
VIEWERS = ("seat 1", "seat 3", PUBLIC, "dealer")
Hands = dict[tuple[str, int], Holding]
LINES_PAID = {"pair of sixes to tens", "pair of jacks or better", "two pair", "three of a kind", "straight", "flush"}
STRAIGHTS = [set("A2345"), *({*RANKS[low : low + 5]} for low in range(9))]


class Told:
    """A viewer who is told what hands hold, and keeps the last of it."""

    def __init__(self, game: str, viewer: str) -> None:
        self.view, self.hands = View(viewer), Holdings(registry.at_seat(game))
        self.holds: Hands = {}

    def apply(self, record: ev.Event) -> ev.Event | None:
        event = self.view.apply(record)
        if event is not None:
            self.holds |= {(one.place, one.hand): one.holds for one in self.hands.apply(event)}
        return event

    def known(self, place: str, hand: int) -> list[str]:
        return [card for card in self.view.layout.cards(place, hand) if card]


def rounds(game: str, count: int, *, irregularities: float = 0.0) -> list[list[ev.Event]]:
    table = Table(game, seed=5)
    for name in ("Ann", "Bob", "Cyd"):
        table.sit(name)
    floor = Floor(table, Random(7), irregularities=irregularities)
    return [list(floor.play().records) for _ in range(count)]


@pytest.mark.parametrize("game", GAMES)
def test_at_every_step_the_words_are_those_of_the_terminal(game: str) -> None:
    compared = 0
    for records in rounds(game, 24, irregularities=0.05):
        for viewer in VIEWERS:
            told = Told(game, viewer)
            for record in records:
                told.apply(record)
                if type(record) not in (ev.Dealt, ev.Exposed, ev.Moved):
                    continue
                names = hand_names(game, told.view.layout)
                for place, hand in list(told.view.layout.hands):
                    if told.known(place, hand):
                        assert told.holds.get((place, hand), Holding()).name == names[place, hand]
                        compared += 1
    assert compared > 300


def category(cards: list[str]) -> str:
    """The category of five cards, counted in another way than the engine does."""
    counts = sorted(Counter(card[0] for card in cards).values())
    straight = {card[0] for card in cards} in STRAIGHTS
    flush = len({card[1] for card in cards}) == 1
    if straight and flush:
        return "royal flush" if {card[0] for card in cards} == set("AKQJT") else "straight flush"
    named = {(1, 4): "four of a kind", (2, 3): "full house", (1, 1, 3): "three of a kind", (1, 2, 2): "two pair"}
    if tuple(counts) in named:
        return named[tuple(counts)]
    return "flush" if flush else "straight" if straight else "pair" if 2 in counts else "high card"


def makers(cards: list[str]) -> set[str]:
    """The cards that make a hand of five."""
    if category(cards) in ("royal flush", "straight flush", "flush", "straight"):
        return set(cards)
    counts = Counter(card[0] for card in cards)
    return {card for card in cards if counts[card[0]] > 1}


@pytest.mark.parametrize("game", [game for game in GAMES if game != ATTACK])
def test_a_whole_hand_is_named_by_what_its_cards_make(game: str) -> None:
    seen: Counter[str] = Counter()
    for records in rounds(game, 25):
        told = Told(game, "seat 1")
        for record in records:
            told.apply(record)
            if isinstance(record, ev.Ranked) and len(record.cards) == 5:
                holds, cards = told.holds[record.place, record.hand], list(record.cards)
                made = category(cards)
                words = holds.makes.values() if game == CROSS else (holds.name,)
                assert any(name.endswith(" high") if made == "high card" else made in name for name in words)
                assert set(holds.cards) == makers(cards)
                assert game != CROSS or made in holds.lines
                seen[made] += 1
    assert {"high card", "pair", "two pair"} <= set(seen)


def test_the_line_held_at_the_end_is_the_one_that_is_paid_and_was_within_reach() -> None:
    paid = 0
    for records in rounds(DOWN, 40):
        told, before = Told(DOWN, PUBLIC), Hands()
        for record in records:
            if isinstance(record, ev.Exposed) and not record.place.startswith("seat"):
                before = dict(told.holds)
            told.apply(record)
            if isinstance(record, ev.Settled) and record.line in LINES_PAID:
                where = f"seat {record.seat}", record.hand
                assert told.holds[where].lines == (record.line,)
                assert record.line in (*before[where].lines, *before[where].reach)
                paid += 1
    assert paid > 20


@pytest.mark.parametrize(("game", "table"), [(DOWN, "original and double"), (CROSS, "each raise, on a higher hand")])
def test_lines_are_called_as_the_pay_table_calls_them(game: str, table: str) -> None:
    printed, named = registry.game(game).pays(registry.game(game).rules())[table], set[str]()
    for records in rounds(game, 10):
        told = Told(game, "seat 1")
        for record in records:
            told.apply(record)
            named |= {line for holds in told.holds.values() for line in (*holds.lines, *holds.reach)}
    assert named <= set(printed)
    assert len(named) > 2


def points(cards: list[str]) -> int:
    """The best total: each ace as 1 or 11."""
    totals = {0}
    for card in cards:
        worth = (1, 11) if card[0] == "A" else (10,) if card[0] in "TJQK" else (int(card[0]),)
        totals = {total + one for total in totals for one in worth}
    return max((total for total in totals if total <= 21), default=min(totals))


def test_totals_are_the_best_that_the_cards_make() -> None:
    totals: set[int] = set()
    for records in rounds(ATTACK, 15, irregularities=0.05):
        told = Told(ATTACK, PUBLIC)
        for record in records:
            told.apply(record)
            for (place, hand), holds in told.holds.items():
                cards = told.known(place, hand)
                if cards and len(cards) == len(told.view.layout.cards(place, hand)):
                    assert holds.total == points(cards)
                    assert holds.pair == (len(cards) == 2 and points(cards[:1]) == points(cards[1:]))
                    totals.add(holds.total)
    assert {12, 21} <= totals
    assert max(totals) > 21


def test_no_hand_has_words_of_which_the_viewer_has_seen_no_card() -> None:
    for game in ("boston_5_stud", "caribbean_stud", CROSS):
        for records in rounds(game, 4):
            told = Told(game, "seat 2")
            for record in records:
                before = set(told.holds)
                told.apply(record)
                for place, hand in set(told.holds) - before:
                    assert told.known(place, hand)


def test_words_change_card_by_card_and_say_where_in_the_update_they_begin() -> None:
    events = [
        ev.Dealt(round=1, clause="8", to="seat 1", hand=1, card="7d", face="up"),
        ev.Dealt(round=1, clause="8", to="community", hand=1, card=None, face="down"),
        ev.Dealt(round=1, clause="8", to="community", hand=1, card="Qc", face="up"),
        ev.Dealt(round=1, clause="8", to="community", hand=1, card="7s", face="up"),
        ev.Dealt(round=1, clause="8", to="community", hand=1, card="2s", face="up"),
    ]
    told = Holdings(registry.at_seat(DOWN)).all(events)
    assert [(one.at, one.holds.name) for one in told] == [
        (0, "seven"),
        (2, "queen-seven high"),
        (3, "pair of sevens"),
        (4, "pair of sevens"),
    ]
    last = told[-1].holds
    assert (last.lines, last.cards) == (("pair of sixes to tens",), ("7d", "7s"))
    assert last.reach == ("two pair", "three of a kind")


def test_a_game_without_words_tells_none() -> None:
    hands = Holdings(registry.AtSeat())
    assert hands.apply(ev.Dealt(round=1, clause="8", to="seat 1", hand=1, card="7d", face="up")) == []
