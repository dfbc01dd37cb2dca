"""What must hold of every finished round of any game, and of the log of several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from pitboss.basics.cards import TEXT
from pitboss.basics.clauses import rulings
from pitboss.basics.money import UNITS
from pitboss.engine import registry
from pitboss.engine.round import events as ev
from pitboss.engine.round.records import encode
from pitboss.engine.round.round import Round, replay
from pitboss.engine.table import Table
from pitboss.log.journal import LogWriter
from pitboss.log.proof import prove
from pitboss.testing.knowledge import leaks, order_played


def check_round(round: Round) -> None:
    """Everything below that holds of one round."""
    assert round.over
    check_money(round)
    check_citations(round)
    check_cards(round)
    check_replay(round)
    check_views(round)


def check_money(round: Round) -> None:
    """According to the events alone, players, house and meters together neither gain nor lose anything."""
    staked, settled, returned = Counter[str](), Counter[str](), Counter[str]()
    meters = Counter[str]()
    ended = None
    for event in round.events:
        assert ended is None, "something happened after the end"
        match event:
            case ev.Wagered():
                assert event.amount > 0
                staked[event.player] += 0 if event.redeemed else event.amount
            case ev.Withdrawn():
                staked[event.player] -= 0 if event.redeemed else event.amount
            case ev.Settled():
                settled[event.player] += event.money
                returned[event.player] += event.returned
                check_settlement(event)
            case ev.Contributed():
                meters[event.meter] += -event.units if event.reversed else event.units
            case ev.Paid():
                meters[event.meter] += (event.reset - event.amount) * UNITS
            case ev.Ended():
                ended = event
    assert ended is not None
    assert +settled == +staked, "a player's stakes were not settled once each"
    players = returned.total() - staked.total()
    assert players * UNITS + ended.house_units + meters.total() == 0
    assert (ended.staked, ended.returned) == (staked.total(), returned.total())
    assert {name: units for name, units in ended.meter_units.items() if units} == {
        name: units for name, units in meters.items() if units
    }
    assert round.layout.stakes == {}


def check_settlement(end: ev.Settled) -> None:
    """The cents that go back agree with the result."""
    match end.result:
        case "lose":
            assert end.returned == 0, end
        case "push" | "void":
            assert end.returned == end.money, end
        case "win":
            assert end.returned > 0 or end.capped, end
            assert end.returned >= end.money or end.source, end  # a meter may hold less than the wager
        case "surrender":
            assert 0 <= end.returned <= end.money, end
        case _:
            raise AssertionError(f"{end.result} is no result: {end}")
    with_coupon = bool(end.coupon) or end.redeemed
    assert end.coupon_taken is (with_coupon and end.result not in ("push", "void")), end


def check_citations(round: Round) -> None:
    """Every event cites a clause of the document, and every ruling is one of ours."""
    known, named = registry.clauses(round.game), {name for _, name in rulings()}
    for event in round.events:
        cited = (event.clause, *event.also)
        assert set(cited) <= known.keys(), event
        assert not [clause for clause in cited if known[clause].kind == "premises"], event
        assert not event.ruling or event.ruling in named, event


def check_cards(round: Round) -> None:
    """No card is used twice. Unless the round was void, the rack and the stub hold the whole pack."""
    if round.game.lasting_shoe:
        check_shoe(round)
        return
    order = [card.rstrip("^") for card in order_played(round).split()]
    if not order:
        return
    used = [event.card for event in round.events if isinstance(event, ev.Dealt | ev.Burned)]
    assert not Counter(used) - Counter(order)
    stubs = [at for at, event in enumerate(round.events) if isinstance(event, ev.Stub)]
    if stubs and not round.layout.void:
        stub, after = round.events[stubs[-1]], round.events[stubs[-1] + 1 :]
        assert isinstance(stub, ev.Stub)
        taken_back = len([event for event in after if isinstance(event, ev.Dealt | ev.Burned)])
        assert len(round.layout.rack) + stub.cards - taken_back == len(order)
        assert Counter(round.layout.rack) == Counter(used)


def check_shoe(round: Round) -> None:
    """Shoe, rack and layout together hold each card that was shuffled for this shoe once."""
    layout, shoe = round.layout, round._dealer.shoe
    shuffles = [event for event in round.events if isinstance(event, ev.Shuffled)]
    whole = [event.order for event in shuffles if event.pack == 1]  # others are of the rack, shuffled in mid-round
    order = (whole[-1] if whole else round.start.order).replace("^", "").split()
    removed = [event.card for event in round.events if isinstance(event, ev.Irregular) and "ten" in event.what]
    found = Counter[str](TEXT[card] for card in shoe.cards[shoe.cursor :])
    found.update(round.start.rack.split() if not shuffles else [])
    burned = Counter(event.card for event in round.events if isinstance(event, ev.Burned) and event.card)
    from_rack = Counter(e.card for e in round.events if isinstance(e, ev.Moved) and e.place == ev.RACK and e.card)
    found.subtract(from_rack - burned)  # burned in an earlier round, and removed from the rack as a ten
    for cards in (layout.rack, removed, *(hand.cards for hand in layout.hands.values())):
        found.update(card for card in cards if card)
    assert found == Counter(order)


def check_replay(round: Round) -> None:
    """The inputs alone make the same round again, record by record."""
    again = replay(round.game, round.rules, round.start, round.seats_at_start, round.inputs)
    assert [encode(record) for record in again.records] == [encode(record) for record in round.records]
    assert again.state == round.state
    assert again.over


def check_views(round: Round) -> None:
    """Nobody is shown a card that they may not know."""
    for viewer in viewers(round):
        assert leaks(round, viewer, opened_late=round.game.lasting_shoe) == []


def viewers(round: Round) -> list[str]:
    return [*(f"seat {seat}" for seat in range(1, round.rules.positions + 1)), "public", "dealer"]


def check_log(table: Table, rounds: Sequence[Round]) -> None:
    """The proof of these rounds' log holds and has the same totals."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "rounds.jsonl"
        with LogWriter(path, table.game, table.rules) as log:
            for round in rounds:
                log.add(round)
        proof = prove(path, registry.game)
    assert proof.rounds == len(rounds)
    assert proof.returned == sum(end.returned for round in rounds for end in round.settlements)
    assert proof.staked - proof.returned == proof.house + sum(proof.meters.values())


def check_meters(table: Table, rounds: Sequence[Round]) -> None:
    """The value of each meter is its initial value plus its gains in the rounds."""
    ends = [round.records[-1] for round in rounds]
    for terms in table.game.meters(table.rules):
        gained = [end.meter_units.get(terms.name, 0) for end in ends if isinstance(end, ev.Ended)]
        assert table.meters[terms.name].units == terms.seed * UNITS + sum(gained)
