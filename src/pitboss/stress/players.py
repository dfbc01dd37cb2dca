"""Automatic players at a live table: they choose by what the server has shown them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Any

import msgspec

from pitboss.client.conversation import new_key
from pitboss.client.live_view import LiveView
from pitboss.engine import registry
from pitboss.engine.auto.policy import Policy, Turn
from pitboss.engine.round.asks import Offer, Party, Question
from pitboss.engine.round.inputs import PLAYER, Input, WagerInput
from pitboss.engine.round.view import View
from pitboss.engine.rules import TableRules, load
from pitboss.protocol import messages as msg

WAGERS = "wagers"
"""The subject of the question while bets are open."""
STEPS = 4
"""A wager is at most the least one and so many steps of the chip, so that chips last."""


class LiveRound:
    """The round at a live table, as automatic play needs it (``Playable``)."""

    def __init__(self, live: LiveView, game: str, rules: dict[str, Any] | None = None) -> None:
        self.live, self.game = live, registry.game(game)
        self._given = rules or {}

    @cached_property
    def rules(self) -> TableRules:
        return load(self.game.name, self.game.rules, self._given)

    @property
    def asking(self) -> Question | None:
        turn = self.live.turn
        if turn is None or not turn.turn:
            return None
        return Question(turn=turn.turn, about=turn.about, clause=turn.clause, waiting=())

    def viewer(self, party: Party) -> str:
        return self.live.view.viewer

    def view(self, viewer: str) -> View:
        return self.live.view

    def allows(self, given: Input, /) -> bool:
        """Whether the player can pay for this. The server decides the rest."""
        face = given.coupon if isinstance(given, WagerInput) else 0
        return face <= self.live.coupons

    def turns(self, random: Random) -> Iterator[Turn]:
        """The turns of this client's person, with the offers that they can pay for, one for each seat."""
        turn = self.live.turn
        for seat, offers in turn.offers if turn is not None else ():
            party = Party(PLAYER, seat, self.live.me)
            yield Turn(self, party, [one for one in map(self._modest, offers) if self._payable(one)], random)

    def _payable(self, offer: Offer) -> bool:
        purse = self.live.coupons if offer.do == "redeem" else self.live.chips
        return max(offer.cost(), offer.least if offer.do == "redeem" else 0) <= purse

    def _modest(self, offer: Offer) -> Offer:
        if offer.unit != "cents" or offer.most <= offer.least:
            return offer
        most = min(offer.most, offer.least + STEPS * offer.step, max(offer.least, self.live.chips))
        return msgspec.structs.replace(offer, most=most - (most - offer.least) % offer.step)


def chosen(round: LiveRound, policy: Policy, random: Random) -> msg.Play | None:
    """The command by which a policy answers the present question, if it wants to."""
    for turn in round.turns(random):
        given = policy(turn)
        if given is not None:
            return command_of(round.live, given)
    return None


def command_of(live: LiveView, given: Input) -> msg.Play:
    """The command that gives an input to the round in progress."""
    assert live.turn is not None
    fields = msgspec.structs.asdict(given)
    said = {name: fields[name] for name in ("seat", "wager", "hand", "amount", "what", "coupon") if name in fields}
    return msg.Play(
        table=live.table, key=new_key(), round=live.turn.round, turn=live.turn.turn, do=given.do, by=given.by, **said
    )
