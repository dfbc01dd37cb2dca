"""Offers as plain data: a client gets them as JSON, and learns the cost of each before it takes one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from attack_scene import AttackScene
from offered import rounds_of
from pitboss import game as game_named
from pitboss.engine.auto.policy import Turn, any_amount, staff
from pitboss.engine.registry import games
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Offer, Party, Question
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.round import Round, replay
from play import parties

every_game = pytest.mark.parametrize("name", games())
Decode = msgspec.json.Decoder(tuple[Offer, ...])


# --- as JSON


@every_game
def test_offers_reports_and_questions_are_sent_as_json_and_read_back_equal(name: str) -> None:
    seen = Counter[str]()

    def look(round: Round, random: Random) -> None:
        sent = [*round.reports(), *(offer for party in parties(round) for offer in round.offers(party))]
        assert Decode.decode(msgspec.json.encode(sent)) == tuple(sent)
        assert msgspec.json.decode(msgspec.json.encode(round.asking), type=Question) == round.asking
        seen.update(offer.do for offer in sent)

    rounds_of(name, 15, look)
    assert {"wager", "withdraw", "report", "no more bets"} <= seen.keys()
    assert seen.keys() & {decision.action for decision in game_named(name).decisions}


def test_what_a_client_shows_of_an_offer_is_in_its_json() -> None:
    offer = Offer(
        do="wager",
        wager="ante",
        clause="6(a)",
        hand=2,
        least=500,
        most=5000,
        step=100,
        what=("one", "two"),
        places=("seat 1",),
        why_not="bets are closed",
        fixed_cost=0,
        optional=True,
        default=True,
    )
    assert msgspec.json.decode(msgspec.json.encode(offer)) == {
        "do": "wager",
        "wager": "ante",
        "clause": "6(a)",
        "hand": 2,
        "least": 500,
        "most": 5000,
        "step": 100,
        "what": ["one", "two"],
        "places": ["seat 1"],
        "why_not": "bets are closed",
        "fixed_cost": 0,
        "optional": True,
        "default": True,
    }
    nothing, none = Offer(do="fold", clause="10(b)"), Offer(do="fold", clause="10(b)", what=(), places=())
    assert [msgspec.json.decode(msgspec.json.encode(one), type=Offer) for one in (nothing, none)] == [nothing, none]
    assert nothing != none


# --- costs


def events_after(round: Round, said: Input) -> list[ev.Event]:
    """What happens after this input to a copy of the round.

    The staff of the copy go on until a player is asked, since cash on the layout becomes chips only when confirmed.
    """
    copy = replay(round.game, round.rules, round.start, round.seats, round.inputs)
    at = len(copy.records)
    copy.do(said)
    while copy.waiting and said.do == "cash" and copy.asking and copy.asking.about.startswith("the word of"):
        party = copy.waiting[0]
        answer = staff(Turn(copy, party, copy.offers(party), Random(1)))
        assert answer is not None
        copy.do(answer)
    return [event for event in copy.records[at:] if isinstance(event, ev.Event)]


def chips_of(events: list[ev.Event], player: str) -> int:
    """The cents that a player has put down, minus what came back."""
    net = 0
    for event in events:
        match event:
            case ev.Wagered(player=who, amount=amount, redeemed=False) if who == player:
                net += amount
            case ev.Withdrawn(player=who, amount=amount, redeemed=False) if who == player:
                net -= amount
    return net


def given_up(events: list[ev.Event], party: Party, offer: Offer) -> int | None:
    """The cents that a player has lost by a fold or a surrender. None if they are not settled yet (8(a)(2)).

    Other hands of the player, surrendered before, may be settled at the same time. They are left out.
    """
    do, at = offer.do, (party.seat, party.player, offer.hand or 1)
    lost = [
        event.stake - event.returned
        for event in events
        if isinstance(event, ev.Settled) and (event.seat, event.player, event.hand) == at and not event.redeemed
        if event.line == {"fold": "folded", "surrender": "surrendered"}.get(do)
    ]
    return sum(lost) if lost or do not in ("fold", "surrender") else None


def taken(party: Party, offer: Offer, random: Random) -> Iterator[Input]:
    """Take an offer with its least amount, its most and a random one, and with every name that it allows."""
    amounts = {offer.least, offer.most, any_amount(offer, random)} if offer.most else {0}
    for amount in sorted(amounts):
        for what in offer.what or ("",):
            yield offer.taken(party, amount, what=what)


def wrong_costs(round: Round, party: Party, random: Random) -> Iterator[str]:
    """The offers to a player whose cost differs from what they put on the table."""
    for offer in round.offers(party):
        if offer.why_not:
            continue
        for said in taken(party, offer, random):
            if not round.allows(said):
                continue
            events = events_after(round, said)
            chips = chips_of(events, party.player)
            if offer.adds:
                placed = [(event.wager, event.amount) for event in events if isinstance(event, ev.Wagered)]
                assert tuple(placed) == offer.adds
            if not offer.wager and offer.do not in ("split", "designate"):  # these lay wagers of a hand on another
                areas = {event.wager for event in events if isinstance(event, ev.Wagered)}
                assert areas == ({wager for wager, _ in offer.adds} or {offer.on} - {""}), offer
            assert given_up(events, party, offer) in (offer.gives_up, None)
            if offer.do == "withdraw":
                assert chips <= 0
                chips = 0
            if offer.cost(said.amount) != chips:
                about = round.asking.about if round.asking else ""
                yield f"{offer} ({offer.clause}, asked: {about}) costs {offer.cost(said.amount)}, and stakes {chips}"


@every_game
def test_an_offer_costs_what_taking_it_stakes(name: str) -> None:
    wrong, tried = dict[str, str](), Counter[str]()

    def look(round: Round, random: Random) -> None:
        players = [party for party in round.waiting if party.by == "player"]
        if players and random.random() < (0.1 if round.phase == "wagers" else 1.0):
            party = random.choice(players)
            tried.update(offer.do for offer in round.offers(party) if not offer.why_not)
            wrong.update({found.partition(" costs ")[0]: found for found in wrong_costs(round, party, random)})

    rounds_of(name, 25, look)
    assert {"wager", "withdraw"} <= tried.keys()
    assert tried.keys() - {"wager", "withdraw", "refuse", "cut"}
    assert sorted(wrong.values()) == []


def shared(cards: str, *, attack: int = 0) -> AttackScene:
    """Ann at box 1, and Bob standing behind it, with wagers on the same hand."""
    scene = AttackScene(cards, standing=("Bob",)).wager("Ann", initial=1000)
    scene.do("Ann", "consent")
    scene.do("Bob", "wager", "initial", 500, seat=1)
    scene.no_more_bets()
    if attack:
        scene.do("Ann", "attack", amount=attack)
    scene.no_more_bets()
    return scene


@pytest.mark.parametrize(
    ("moves", "about", "asked"),
    [
        ((), "decision", "Ann"),
        (("split",), "cover the split or name a hand", "Bob"),
        ((("double", 1000),), "double with the caller", "Bob"),
    ],
)
def test_a_split_a_double_and_what_others_on_a_box_join_cost_what_they_stake(
    moves: tuple[str | tuple[str, int], ...], about: str, asked: str
) -> None:
    """10(a), 13(d), 13(f): a split costs a second initial wager, and a second attack if the rules say so."""
    round = shared("7s 8h 8d Kc 9c Jd", attack=700).move(*moves).round
    assert round.asking is not None
    assert (round.asking.about, round.waiting[0].player) == (about, asked)
    assert [*wrong_costs(round, round.waiting[0], Random(1))] == []
