"""What is opened to one seat alone: the cards that this seat was shown and others were not, when the round is over."""

from __future__ import annotations

from random import Random

import pytest

from pitboss import Table
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import random_legal
from pitboss.engine.procedures.shoe import opens
from pitboss.engine.round import events as ev

SEATS = ("seat 1", "seat 2", "seat 3")


@pytest.mark.parametrize("game", registry.games())
@pytest.mark.parametrize("packs", [1, 2])
def test_each_seat_gets_the_openings_of_its_own_hidden_cards_and_nobody_elses(game: str, packs: int) -> None:
    random = Random(game)
    lasting = registry.game(game).lasting_shoe
    table = Table(game, {} if lasting else {"packs": packs}, seed=3)
    for player in ("Ann", "Bob", "Cyd"):
        table.sit(player)
    given, sealed = 0, dict[int, list[tuple[str, ...]]]()
    for _ in range(15):
        round = table.open_round()
        assert all(round.opened_to(seat) is None for seat in SEATS)
        drive(round, random_legal, random, irregularities=0.03)
        for one in round.events:
            if isinstance(one, ev.Committed):
                sealed.setdefault(one.pack, []).append(one.commitments)
        for_all = {card for one in round.events if isinstance(one, ev.Opened) for _, card, _ in one.cards}
        for seat in SEATS:
            own = round.opened_to(seat)
            dealt = {one.card for one in round.events if isinstance(one, ev.Dealt) and one.to == seat}
            found = own.cards if own else ()
            assert {card for _, card, _ in found} == (set() if lasting else dealt - for_all)
            for at, card, salt in found:
                assert own
                assert any(opens(made[at], card, salt) for made in sealed[own.pack][-2:])  # one is made ahead
                given += 1
        assert not any(round.opened_to(viewer) for viewer in (ev.PUBLIC, ev.DEALER, ev.STANDING))
    assert bool(given) == (not lasting and game != "double_down_stud"), "the test must see cards that stay hidden"
