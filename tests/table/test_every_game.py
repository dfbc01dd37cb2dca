"""Properties of every game under random rules and random play, tested through the common interface."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge import leaks, order_played, shown_to, with_other_hidden_cards
from pitboss import Table
from pitboss import game as game_named
from pitboss.basics.cards import TEXT
from pitboss.basics.errors import IllegalAction, RulesError
from pitboss.basics.money import UNITS
from pitboss.engine.auto.drive import drive, step
from pitboss.engine.auto.random_events import Floor
from pitboss.engine.game import Game
from pitboss.engine.registry import clauses, games
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Party
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.records import decode, encode
from pitboss.engine.round.round import Round, replay
from pitboss.engine.rules import TableRules, load, to_builtins, to_toml
from pitboss.log.journal import LogWriter
from pitboss.log.proof import prove
from play import (
    any_input,
    every_ask,
    faulty_shuffler,
    lucky_shuffler,
    options_of,
    parties,
    rules_of,
    seated,
    tame,
    wild,
)

from scene import snapshot

RULINGS = Path(__file__).parents[2] / "docs" / "rulings.md"
GAMES = games()
seeds = st.integers(0, 2**32)
every_game = pytest.mark.parametrize("name", GAMES)


def examples(count: int) -> settings:
    return settings(max_examples=count, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def defaults(game: Game) -> TableRules:
    return load(game.name, game.rules, {})


def viewers(round: Round) -> list[str]:
    return [*(f"seat {seat}" for seat in range(1, round.rules.positions + 1)), "public", "dealer"]


# --- properties of any finished round


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
            pytest.fail(f"{end.result} is no result: {end}")
    with_coupon = bool(end.coupon) or end.redeemed
    assert end.coupon_taken is (with_coupon and end.result not in ("push", "void")), end


def check_citations(round: Round) -> None:
    """Every event cites a clause of the document, and every ruling is one of ours."""
    known = clauses(round.game.name)
    rulings = {line.split("|")[1].strip() for line in RULINGS.read_text(encoding="utf-8").splitlines() if "|" in line}
    for event in round.events:
        cited = (event.clause, *event.also)
        assert set(cited) <= known.keys(), event
        assert not [clause for clause in cited if known[clause].kind == "premises"], event
        assert not event.ruling or event.ruling in rulings, event


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
    whole = [
        event.order for event in shuffles if event.pack == 1
    ]  # another order is that of the rack, shuffled in mid-round
    order = (whole[-1] if whole else round.start.order).replace("^", "").split()
    removed = [event.card for event in round.events if isinstance(event, ev.Irregular) and "ten" in event.what]
    found = Counter(TEXT[card] for card in shoe.cards[shoe.cursor :])
    found.update(round.start.rack.split() if not shuffles else [])
    burned = Counter(event.card for event in round.events if isinstance(event, ev.Burned) and event.card)
    from_rack = Counter(e.card for e in round.events if isinstance(e, ev.Moved) and e.place == ev.RACK)
    found.subtract(from_rack - burned)  # burned in an earlier round, and removed from the rack as a ten
    for cards in (layout.rack, removed, *(hand.cards for hand in layout.hands.values())):
        found.update(card for card in cards if card)
    assert found == Counter(order)


def check_replay(round: Round) -> None:
    again = replay(round.game, round.rules, round.start, round.seats, round.inputs)
    assert [encode(record) for record in again.records] == [encode(record) for record in round.records]
    assert again.state == round.state
    assert again.over


def check_views(round: Round) -> None:
    for viewer in viewers(round):
        assert leaks(round, viewer, opened_late=round.game.lasting_shoe) == []


def check_log(game: Game, rules: TableRules, rounds: list[Round]) -> None:
    """The proof of these rounds' log holds and has the same totals."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "rounds.jsonl"
        with LogWriter(path, game, rules) as log:
            for round in rounds:
                log.add(round)
        proof = prove(path, game_named)
    assert proof.rounds == len(rounds)
    assert proof.returned == sum(end.returned for round in rounds for end in round.settlements)
    assert proof.staked - proof.returned == proof.house + sum(proof.meters.values())


def check_offers(round: Round, party: Party) -> None:
    """An open offer can be taken, a closed one says why not, and both name their clause."""
    known = clauses(round.game.name)
    for offer in round.offers(party):
        assert offer.do
        assert offer.clause in known, offer
        if not offer.why_not:
            assert 0 <= offer.least <= offer.most, offer
            assert offer.step > 0, offer
            least = offer.taken(party, offer.least)
            refusal = round.check(least)
            assert refusal is None or refusal.wrong == own_refusal(round, least), (offer, refusal)


def own_refusal(round: Round, given: Input) -> str:
    """Why the question rejects an input that its offers allow: an order of cards, a way to spread them."""
    ask = round._ask
    return ask.check(given) if ask and ask.check else ""


def check_round(round: Round) -> None:
    assert round.over
    check_money(round)
    check_citations(round)
    check_cards(round)
    check_replay(round)
    check_views(round)


# --- the properties


@every_game
@examples(20)
@given(data=st.data(), seed=seeds, people=st.integers(1, 7), number=st.integers(1, 4))
def test_random_legal_play_ends_conserves_money_and_replays(
    name: str, data: st.DataObject, seed: int, people: int, number: int
) -> None:
    game, random = game_named(name), Random(seed)
    rules = data.draw(rules_of(game))
    table = seated(game, rules, random, people=people, standing=random.choice((0, 0, 1)))
    rounds = [tame(table.open_round(), random) for _ in range(number)]
    for round in rounds:
        check_round(round)
    check_log(game, rules, rounds)


@every_game
@examples(20)
@given(data=st.data(), seed=seeds, people=st.integers(1, 7), number=st.integers(1, 3))
def test_rounds_of_high_hands_and_jackpots_conserve_money_and_replay(
    name: str, data: st.DataObject, seed: int, people: int, number: int
) -> None:
    game, random = game_named(name), Random(seed)
    rules = data.draw(rules_of(game))
    table = seated(game, rules, random, people=people)
    lucky_shuffler(table, random)
    rounds = [tame(table.open_round(), random) for _ in range(number)]
    for round in rounds:
        check_round(round)
    check_log(game, rules, rounds)


@every_game
@examples(30)
@given(data=st.data(), seed=seeds, people=st.integers(1, 5), number=st.integers(1, 4))
def test_wild_play_with_irregularities_ends_conserves_money_and_replays(
    name: str, data: st.DataObject, seed: int, people: int, number: int
) -> None:
    game, random = game_named(name), Random(seed)
    rules = data.draw(rules_of(game))
    table = seated(game, rules, random, people=people, standing=random.choice((0, 0, 1)))
    if random.random() < 0.4:
        faulty_shuffler(table, random)
    rounds = [wild(table.open_round(), random) for _ in range(number)]
    for round in rounds:
        check_round(round)
    check_log(game, rules, rounds)


@every_game
@examples(22)
@given(data=st.data(), seed=seeds, people=st.integers(1, 5), rate=st.sampled_from((0.05, 0.2, 0.5)))
def test_everything_that_is_tried_under_any_rules_is_done_or_refused(
    name: str, data: st.DataObject, seed: int, people: int, rate: float
) -> None:
    """Any acts, with irregularities and nonsense in between, raise nothing but refusals."""
    game, random = game_named(name), Random(seed)
    rules = data.draw(rules_of(game))
    table = seated(game, rules, random, people=people)
    floor = Floor(table, random, irregularities=rate)
    rounds = []
    for _ in range(4):
        floor.between_rounds()
        rounds.append(table.open_round())
        while not rounds[-1].over:
            step(rounds[-1], random, irregularities=rate)
            try_nonsense(rounds[-1], random)
    for round in rounds:
        check_round(round)
    check_log(game, rules, rounds)
    check_meters(table, rounds)


def try_nonsense(round: Round, random: Random) -> None:
    """A nonsense input is done if it is allowed. Otherwise it raises a refusal and changes nothing."""
    odd = any_input(round, random)
    if round.allows(odd):
        round.do(odd)
        return
    before = snapshot(round) if random.random() < 0.1 else None
    with pytest.raises(IllegalAction):
        round.do(odd)
    assert before is None or snapshot(round) == before


def check_meters(table: Table, rounds: list[Round]) -> None:
    """The value of each meter is its initial value plus its gains in the rounds."""
    ends = [round.records[-1] for round in rounds]
    for terms in table.game.meters(table.rules):
        gained = [end.meter_units.get(terms.name, 0) for end in ends if isinstance(end, ev.Ended)]
        assert table.meters[terms.name].units == terms.seed * UNITS + sum(gained)


@every_game
def test_the_defaults_play_a_hundred_rounds(name: str) -> None:
    game, random = game_named(name), Random(100)
    table = seated(game, defaults(game), random, people=3)
    rounds = [tame(table.open_round(), random) for _ in range(100)]
    for round in rounds:
        check_money(round)
        check_citations(round)
    check_log(game, table.rules, rounds)


@every_game
def test_the_basic_policy_plays_every_round_to_its_end(name: str) -> None:
    game, random = game_named(name), Random(5)
    table = seated(game, defaults(game), random, people=4)
    for _ in range(30):
        check_money(drive(table.open_round(), game.basic, random))


@every_game
@examples(10)
@given(data=st.data(), seed=seeds, people=st.integers(1, 3))
def test_what_is_illegal_is_refused_and_changes_nothing(name: str, data: st.DataObject, seed: int, people: int) -> None:
    game, random = game_named(name), Random(seed)
    table = seated(game, data.draw(rules_of(game)), random, people=people)
    known = clauses(name)
    for round in every_ask(table.open_round(), random):
        for party in parties(round):
            check_offers(round, party)
        before, tried = snapshot(round), [any_input(round, random) for _ in range(12)]
        for bad in tried:
            refusal = round.check(bad)
            assert round.allows(bad) is (refusal is None)
            if refusal is None:
                continue
            assert refusal.wrong
            assert refusal.clause in known or not refusal.clause
            with pytest.raises(IllegalAction):
                round.do(bad)
            assert snapshot(round) == before


@every_game
def test_nobody_but_a_player_does_what_a_player_may(name: str) -> None:
    game, random, tried = game_named(name), Random(2), Counter[str]()
    table = seated(game, defaults(game), random, people=3)
    for round in (asked for _ in range(10) for asked in every_ask(table.open_round(), random)):
        for party in round.waiting:
            for offer in round.offers(party) if party.by == "player" else ():
                for by in ("dealer", "supervisor", "shuffler", "meter", "ghost", ""):
                    given = msgspec.structs.replace(offer.taken(party, offer.least), by=by)
                    assert not round.allows(given), given
                    tried[offer.do] += 1
    assert {decision.action for decision in game.decisions} & tried.keys()


@every_game
@examples(10)
@given(data=st.data(), seed=seeds, people=st.integers(1, 3))
def test_whatever_is_allowed_can_be_done(name: str, data: st.DataObject, seed: int, people: int) -> None:
    """Nonsense inputs: the few that ``check`` accepts must not break the round."""
    game, random = game_named(name), Random(seed)
    table = seated(game, data.draw(rules_of(game)), random, people=people)
    round = table.open_round()
    for _ in range(400):
        if round.over:
            break
        odd = any_input(round, random)
        if round.allows(odd):
            round.do(odd)
    check_round(tame(round, random))


@every_game
def test_nobody_is_shown_or_offered_anything_that_depends_on_cards_they_do_not_know(name: str) -> None:
    game, compared = game_named(name), Counter[str]()

    @examples(25)
    @given(data=st.data(), seed=seeds, people=st.integers(1, 4))
    def compare(data: st.DataObject, seed: int, people: int) -> None:
        random = Random(seed)
        table = seated(game, data.draw(rules_of(game)), random, people=people)
        for round in every_ask(table.open_round(), random):
            viewer = random.choice(viewers(round))
            other = with_other_hidden_cards(round, viewer, random)
            if other is not None:
                assert shown_to(other, viewer) == shown_to(round, viewer)
                compared["orders"] += 1
                compared["dealt face down"] += laid_face_down(other) != laid_face_down(round)

    compare()
    assert compared["orders"] > 50
    assert compared["dealt face down"] > 5


def laid_face_down(round: Round) -> list[str | None]:
    return [event.card for event in round.events if isinstance(event, ev.Dealt) and event.face == "down"]


@every_game
def test_commitments_are_published_before_bets_close(name: str) -> None:
    game, random = game_named(name), Random(1)
    table = seated(game, defaults(game), random, people=2)
    round = tame(table.open_round(), random)
    kinds = [type(event) for event in round.events]
    closed = next(
        i for i, e in enumerate(round.events) if isinstance(e, ev.Announced) and "no more bets" in e.words.lower()
    )
    assert kinds.index(ev.Committed) < closed < kinds.index(ev.Dealt)


@every_game
@examples(75)
@given(data=st.data())
def test_any_configuration_is_permitted_or_refused_with_reasons(name: str, data: st.DataObject) -> None:
    game, known = game_named(name), clauses(name)
    options = data.draw(options_of(game))
    refusal: RulesError | None = None
    try:
        rules = load(name, game.rules, options)
    except RulesError as error:
        refusal = error
    if refusal is not None:
        assert refusal.defects
        assert all(defect.wrong for defect in refusal.defects)
        assert {defect.clause for defect in refusal.defects} <= known.keys() | {""}
        return
    assert load(name, game.rules, to_builtins(rules)) == rules
    read = tomllib.loads(to_toml(name, rules))
    assert read.pop("game") == name
    assert load(name, game.rules, read).digest == rules.digest


@every_game
def test_a_game_describes_itself(name: str) -> None:
    game = game_named(name)
    known = clauses(name)
    assert game.name == name
    assert [wager.base for wager in game.wagers].count(True) == 1
    assert len({wager.name for wager in game.wagers}) == len(game.wagers)
    described = [
        *((wager.means, wager.clause) for wager in game.wagers),
        *((decision.means, decision.clause) for decision in game.decisions),
        *((fault.means, fault.clause) for fault in game.irregularities),
    ]
    assert all(means and clause in known for means, clause in described)
    assert {game.round_of_play, game.boxed, game.short} <= known.keys()
    assert {clause for clause in (game.seated, game.remains) if clause} <= known.keys()
    assert {clause for clause, _ in game.closed.values()} <= known.keys()
    assert game.basic_is


@every_game
def test_inputs_are_the_only_thing_that_a_replay_needs(name: str) -> None:
    """The events of a round can be discarded: its inputs make them again, even after a round trip through JSON."""
    game, random = game_named(name), Random(8)
    table = seated(game, defaults(game), random, people=3)
    round = tame(table.open_round(), random)
    read = [decode(encode(given)) for given in round.inputs]
    assert all(isinstance(given, Input) for given in read)
    again = replay(game, table.rules, round.start, round.seats, [given for given in read if isinstance(given, Input)])
    assert again.records == round.records
