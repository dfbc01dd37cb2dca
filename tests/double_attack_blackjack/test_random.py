"""Double Attack Blackjack: random legal play under random rules, with random irregularities, ends and adds up."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from pitboss import Table
from pitboss.basics.money import UNITS
from pitboss.engine.auto.drive import Stuck, drive
from pitboss.engine.auto.policy import Turn, random_legal
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import SUPERVISOR, Offer
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.round import Round, replay
from pitboss.games.double_attack_blackjack import GAME as DOUBLE_ATTACK
from pitboss.testing.random_tables import fitted


def random_rules(random: Random) -> dict[str, Any]:
    reader = random.random() < 0.3
    return {
        "decks": random.choice([6, 8]),
        "positions": random.choice([2, 6, 7]),
        "shuffler": random.choice(["automated", "manual"]),
        "preshuffled": random.random() < 0.2,
        "cut_by": random.choice(["players", "dealer"]),
        "recut_by": random.choice(["same", "next"]),
        "cut_card": random.choice([0, 25, 75]),
        "approved_procedures": True,
        "burn": random.random() < 0.8,
        "burn_shown": random.random() < 0.8,
        "verbal_wagers": random.random() < 0.5,
        "match_play": random.random() < 0.8,
        "chip": random.choice([1, 100, 500]),
        "reshuffle_each_round": random.random() < 0.1,
        "mid_shoe_entry": random.random() < 0.7,
        "attack": random.choice(["up to", "equal"]),
        "split_attack": random.random() < 0.7,
        "hole_card": "card reader" if reader else random.choice(["none", "hole card"]),
        "reader_shows": reader and random.random() < 0.5,
        "surrender_at_once": reader and random.random() < 0.5,
        "people_on_box": random.choice([1, 2, 3]),
        "shared_boxes": random.choice([1, 7]),
        "several_boxes": random.random() < 0.4,
    }


def seated(random: Random, seed: int) -> Table:
    table = Table(DOUBLE_ATTACK, random_rules(random), seed=seed)
    for number in range(random.randint(1, min(4, table.rules.positions))):
        table.sit(f"Player {number}")
    for number in range(random.randint(0, 2)):
        table.stand(f"Behind {number}")
    return table


def any_of(offer: Offer, random: Random) -> Input:
    return fitted(
        by="supervisor",
        do=offer.do,
        what=random.choice(offer.what) if offer.what else "",
        place=random.choice(offer.places) if offer.places else "",
        amount=random.randint(offer.least, offer.most) if offer.most else 0,
    )


def eventful(turn: Turn) -> Input | None:
    """Random legal play, with frequent irregularities and interference by supervisors."""
    random, round = turn.random, turn.round
    if random.random() < 0.2:
        offers = [*round.reports(), *round.offers(SUPERVISOR)]
        offers = [offer for offer in offers if not offer.why_not and offer.places != ()]
        given = any_of(random.choice(offers), random) if offers else None
        if given and round.allows(given):
            return given
    hole = round.layout.hands.get(("dealer", 1))
    if hole and "down" in hole.faces:
        assert all(round.view(viewer).cards("dealer")[1] is None for viewer in ("public", "dealer"))
    return random_legal(turn)


def play(round: Round, random: Random) -> Round:
    try:
        return drive(round, eventful, random)
    except Stuck:  # nobody wagers
        round.do("dealer", "spread")
        return round


@pytest.mark.parametrize("seed", range(20))
def test_random_play_ends_adds_up_and_replays(seed: int) -> None:
    random = Random(seed)
    table = seated(random, seed)
    for _ in range(8):
        if random.random() < 0.1:
            table.new_dealer()
        run_low(table, random)
        start = table.state
        round = play(table.open_round(), random)
        assert round.over
        ended = round.events[-1]
        assert isinstance(ended, ev.Ended)
        assert ended.house_units == (ended.staked - ended.returned) * UNITS
        assert not round.layout.stakes
        assert sum(end.stake for end in round.settlements) == ended.staked
        assert sum(end.returned for end in round.settlements) == ended.returned
        assert_every_report_is_told(round)
        again = replay(table.game, table.rules, start, round.seats_at_start, round.inputs)
        assert again.records == round.records
        assert again.state == round.state


PLANTED = {
    "no first card to the dealer": "15(e)",
    "draw on a pat hand": "15(g)",
    "short hand": "15(i)",
    "forgotten card": "15(j)",
    "missed burn": "15(o)",
}


def assert_every_report_is_told(round: Round) -> None:
    """Each report of an expected irregularity has one event: it came, or it lapsed."""
    reports = [given.what for given in round.inputs if given.do == "report"]
    told = [event.clause for event in round.events if isinstance(event, ev.Irregular)]
    for what, clause in PLANTED.items():
        assert reports.count(what) == told.count(clause), what


def run_low(table: Table, random: Random) -> None:
    """Sometimes nearly empty a shoe without a cut card, so that the next round needs the rack."""
    state = table.state
    if table.rules.cut_card or not state.order or random.random() < 0.5:
        return
    cards = state.order.replace("^", "").split()
    cards = cards[state.depth :] + cards[: state.depth]
    used = len(cards) - random.randint(1, 12)
    table._state = msgspec.structs.replace(state, cursor=used, rack=" ".join(cards[:used]))
    table.round = None
