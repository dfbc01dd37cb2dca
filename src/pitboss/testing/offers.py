"""What must hold of every offer: it can be taken, it says why not, and it costs what it says."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pitboss.engine import registry
from pitboss.engine.auto.policy import Turn, any_amount, staff
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Offer, Party
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.round import Round, replay

BETWEEN_HANDS = ("split", "designate")
"""Acts that lay wagers of a hand on another."""
SETTLED_LATER = ("fold", "surrender")
"""Acts that may give up chips which are collected later in the round."""


def check_offers(round: Round, party: Party) -> None:
    """An open offer can be taken, a closed one says why not, and both name their clause."""
    known = registry.clauses(round.game)
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


# --- costs


def wrong_costs(round: Round, party: Party, random: Random) -> Iterator[str]:
    """The offers to a player whose chips differ from what they say: how many, on which wagers, how many are lost."""
    for offer in round.offers(party):
        if offer.why_not:
            continue
        for said in taken(party, offer, random):
            if round.allows(said):
                asked = f"{offer} ({offer.clause}, asked: {round.asking.about if round.asking else ''})"
                yield from (f"{asked} {wrong}" for wrong in _wrong(offer, said, party, events_after(round, said)))


def _wrong(offer: Offer, said: Input, party: Party, events: list[ev.Event]) -> Iterator[str]:
    placed = [(event.wager, event.amount) for event in events if isinstance(event, ev.Wagered)]
    if offer.adds and tuple(placed) != offer.adds:
        yield f"adds {offer.adds}, and places {placed}"
    if not offer.wager and offer.do not in BETWEEN_HANDS:
        areas, named = {wager for wager, _ in placed}, {wager for wager, _ in offer.adds} or {offer.on} - {""}
        if areas != named:
            yield f"names the wagers {sorted(named)} (adds, on), and its chips lie on {sorted(areas)}"
    if given_up(events, party, offer) not in (offer.gives_up, None):
        yield f"gives up {offer.gives_up}, and loses {given_up(events, party, offer)}"
    chips = chips_of(events, party.player)
    if not placed and chips < 0:  # a wager goes back, which costs nothing
        chips = 0
    if offer.cost(said.amount) != chips:
        yield f"costs {offer.cost(said.amount)}, and stakes {chips}"


def taken(party: Party, offer: Offer, random: Random) -> Iterator[Input]:
    """Take an offer with its least amount, its most and a random one, and with every name that it allows."""
    amounts = {offer.least, offer.most, any_amount(offer, random)} if offer.most else {0}
    for amount in sorted(amounts):
        for what in offer.what or ("",):
            yield offer.taken(party, amount, what=what)


def events_after(round: Round, said: Input) -> list[ev.Event]:
    """What happens after this input to a copy of the round.

    The staff of the copy go on until a player is asked, since cash on the layout becomes chips only when confirmed.
    """
    copy = replay(round.game, round.rules, round.start, round.seats_at_start, round.inputs)
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
    """The cents that a player has lost by a fold or a surrender. None if they are not settled yet.

    Other hands of the player, surrendered before, may be settled at the same time. They are left out.
    """
    at = (party.seat, party.player, offer.hand or 1)
    line = "surrendered" if offer.do == "surrender" else "folded"
    lost = [
        event.stake - event.returned
        for event in events
        if isinstance(event, ev.Settled) and (event.seat, event.player, event.hand) == at and not event.redeemed
        if event.line == line and (offer.gives_up or offer.do in SETTLED_LATER)
    ]
    return sum(lost) if lost or offer.do not in SETTLED_LATER else None
