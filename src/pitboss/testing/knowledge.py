"""What a viewer of a round may know of the cards, computed from the full record and not by the code under test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

import msgspec

from pitboss.basics.cards import NUMBER, RANK_NAMES, SUIT_NAMES
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import THE_DEALER, Offer, Party
from pitboss.engine.round.events import Event
from pitboss.engine.round.inputs import Input, ShuffleInput
from pitboss.engine.round.round import Round, replay

CARD = re.compile(r"(?<![0-9A-Za-z])(?:10|[2-9TJQKA])[cdhs](?![0-9A-Za-z])")
SPOKEN = {
    f"{r} of {s}": n + t
    for n, r in zip("23456789TJQKA", RANK_NAMES, strict=True)
    for t, s in zip("cdhs", SUIT_NAMES, strict=True)
}


class Knowledge:
    """The cards that a viewer may know, event by event: those turned up for all, and those at the viewer's seat."""

    def __init__(self, viewer: str) -> None:
        self.viewer = viewer
        self.cards: set[str] = set()

    def learn(self, record: Event) -> None:
        match record:
            case ev.Dealt(to=to, face=face, card=card):
                if card and (face == "up" or to == self.viewer):
                    self.cards.add(card)
            case ev.Burned(face="up", card=card) if card:
                self.cards.add(card)
            case ev.Exposed(cards=cards):
                self.cards.update(cards)
            case ev.Announced(place="discard rack", words=words):  # a burn card disclosed at a player's request
                self.cards.update(mentioned(words))
            case ev.Irregular(what=what, card=card) if card and ("exposed" in what or what == "ten in the shoe"):
                self.cards.add(card)


def in_time(records: list[Event]) -> Iterator[tuple[Event, Event]]:
    """Each record with the one that shows its cards. An irregularity names the card that is turned up next."""
    for record, after in zip(records, [*records[1:], *records[-1:]], strict=True):
        yield record, after if isinstance(record, ev.Irregular) and isinstance(after, ev.Burned) else record


@lru_cache(maxsize=2000)  # every viewer of a round is shown the same texts
def in_words(text: str) -> tuple[str, ...]:
    """Every card named in a text."""
    spoken = [card for words, card in SPOKEN.items() if words in text] if " of " in text else []
    return (*(card.replace("10", "T") for card in CARD.findall(text)), *spoken)


def mentioned(value: Any) -> tuple[str, ...]:
    """Every card named in a message, in its fields and in its sentences."""
    if isinstance(value, str):
        return in_words(value)
    return in_words(msgspec.json.encode(value).decode().replace("\\n", " "))


def leaks(round: Round, viewer: str, *, opened_late: bool = False) -> list[str]:
    """Every leak: a message to a viewer that says more than the viewer may know at that moment."""
    found = []
    known = Knowledge(viewer)
    for record, showing in in_time(round.records):
        known.learn(record)
        known.learn(showing)
        seen = record.seen_by(viewer)
        if seen is None:
            continue
        if isinstance(seen, Input):
            found.append(f"an input is shown: {seen}")
        if opened_late and isinstance(seen, ev.Opened):  # the shoe is done, so its cards are no longer secret
            continue
        if isinstance(seen, ev.Drawn):  # a draw of the progressive system, not from a pack on the table
            continue
        for card in mentioned(seen):
            if card not in known.cards:
                found.append(f"the {card} is shown in {seen}")
        found.extend(_hidden_fields(record, seen, viewer))
    return found


def _hidden_fields(record: Event, seen: Event, viewer: str) -> Iterator[str]:
    """Fields that must be empty whatever cards they name, since several packs hold each card several times."""
    match record, seen:
        case ev.Dealt(face="down", to=to), ev.Dealt(card=card) if to != viewer and card is not None:
            yield f"a card dealt face down to {to} is shown: {seen}"
        case ev.Burned(face="down"), ev.Burned(card=card) if card is not None:
            yield f"a card burned face down is shown: {seen}"
        case ev.Collected(place=place, faces=faces), ev.Collected(cards=cards) if place != viewer:
            if any(card and face == "down" for card, face in zip(cards, faces, strict=True)):
                yield f"a card collected face down is shown: {seen}"
        case _, ev.Shuffled(order=order, key=key) if order or key:
            yield f"the order of the cards is shown: {seen}"
        case _, ev.Began(state=state) | ev.Ended(state=state) if state is not None:
            yield f"the state of the table, which holds cards, is shown: {seen}"


def shown_to(round: Round, viewer: str) -> tuple[list[Event], list[tuple[Any, ...]]]:
    """The messages to a viewer so far, and its current offers, without commitments, which differ with every order."""
    views = [seen for record in round.records if (seen := record.seen_by(viewer)) is not None]
    messages = [seen for seen in views if not isinstance(seen, ev.Committed)]
    return messages, [_plain(offer) for party in _parties(round, viewer) for offer in round.offers(party)]


def _parties(round: Round, viewer: str) -> list[Party]:
    if viewer == "dealer":
        return [THE_DEALER]
    return [Party("player", seat, player) for seat, player in round.seats if viewer == f"seat {seat}"]


def _plain(offer: Offer) -> tuple[Any, ...]:
    return msgspec.structs.astuple(offer)


def order_played(round: Round) -> str:
    """The order that a round was dealt from, made in this round or during the last one. Empty if there was none."""
    if round.start.order and not round.game.lasting_shoe:
        return round.start.order
    return next((given.cards for given in round.inputs if isinstance(given, ShuffleInput)), "")


def with_other_hidden_cards(round: Round, viewer: str, random: Random) -> Round | None:
    """The same inputs with another order, in which the cards unknown to the viewer have changed places.

    None if there are no such cards, or if there was more than one shuffle. The order of the next round's pack, which
    nobody knows, changes too.
    """
    shuffles = [given for given in round.inputs if isinstance(given, ShuffleInput)]
    meanwhile = None if round.game.lasting_shoe or round.rules.packs == 1 else _shuffled_meanwhile(round, shuffles)
    played = [given for given in shuffles if given is not meanwhile]
    if len(played) + bool(round.start.order and not round.game.lasting_shoe) != 1:
        return None
    order = order_played(round).split()
    hidden = [at for at in _unknown(round, viewer, order) if order[at] in NUMBER]
    cards = [order[at] for at in hidden]
    random.shuffle(cards)
    for at, card in zip(hidden, cards, strict=True):
        order[at] = card
    for at in _laid_face_down(round, viewer) if round.game.lasting_shoe else ():
        like = [place for place in hidden if _may_lie_there(round, order[at], order[place])]
        if like:
            place = random.choice(like)
            order[at], order[place] = order[place], order[at]
    changed = [(given, " ".join(order)) for given in played]
    if meanwhile is not None:
        next_order = meanwhile.cards.split()
        changed.append((meanwhile, " ".join(random.sample(next_order, len(next_order)))))
    start = round.start if played else msgspec.structs.replace(round.start, order=" ".join(order))
    inputs = [_with_order(given, changed) for given in round.inputs]
    return replay(round.game, round.rules, start, round.seats_at_start, inputs)


def _shuffled_meanwhile(round: Round, shuffles: list[ShuffleInput]) -> ShuffleInput | None:
    """The shuffle of the pack that is not in play."""
    orders = [event.order for event in round.events if isinstance(event, ev.Shuffled) and event.also]
    return next((given for given in shuffles if given.cards in orders), None)


def _with_order(given: Input, changed: list[tuple[ShuffleInput, str]]) -> Input:
    for one, order in changed:
        if given is one:
            return msgspec.structs.replace(given, cards=order)
    return given


def _unknown(round: Round, viewer: str, order: list[str]) -> list[int]:
    """The positions in the stack of the cards that a viewer does not know. With several packs: those in the shoe."""
    shoe = round._dealer.shoe
    if round.game.lasting_shoe:
        return [shoe.position(drawn) for drawn in range(shoe.cursor, shoe.size)]
    known = Knowledge(viewer)
    for record in round.records:
        known.learn(record)
    return [at for at, card in enumerate(order) if card not in known.cards]


def _laid_face_down(round: Round, viewer: str) -> list[int]:
    """The positions, in a stack shuffled for this round, of the cards face down at places other than the viewer's."""
    drawn = [record for record in round.records if isinstance(record, ev.Dealt | ev.Burned)]
    assert len(drawn) == round._dealer.shoe.cursor
    turned = {record.place for record in round.records if isinstance(record, ev.Exposed)}
    return [
        round._dealer.shoe.position(number)
        for number, record in enumerate(drawn)
        if isinstance(record, ev.Dealt) and record.face == "down" and record.to not in {viewer, *turned}
    ]


def _may_lie_there(round: Round, card: str, other: str) -> bool:
    """Whether a card could lie there. After a card reader has ruled out blackjack, a card that makes one could not."""
    read = any("card reader" in record.step for record in round.records if isinstance(record, ev.Procedure))
    return not read or (card[0] == "A", card[0] in "JQK") == (other[0] == "A", other[0] in "JQK")
