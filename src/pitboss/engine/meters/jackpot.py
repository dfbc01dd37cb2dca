"""Meters in a round: wagers contribute to them at lock-out, a void reverses that, and wins are paid from them.

Readings enter a round only as inputs, so its log can be replayed without the meters.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from pitboss.basics.money import UNITS, Odds, is_broken
from pitboss.engine.meters.meter import MeterTerms, put_back, won
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import METER, Offer, Party, Script
from pitboss.engine.round.dealer import Dealer
from pitboss.engine.round.events import seat_place

AnyDealer = Dealer[Any]
MOST = 10**15
"""An upper limit on readings, in cents."""


def lock_out(dealer: AnyDealer, terms: Iterable[MeterTerms]) -> None:
    """Let every wager contribute to its meters."""
    for meter in terms:
        for seat, player, hand, wager in dealer.layout.stakes:
            if wager in meter.wagers:
                dealer.contributed.setdefault((seat, player, hand, wager), []).append(meter)
                _contribute(dealer, meter, seat, player, wager, meter.units)


def reverse(dealer: AnyDealer, place: str) -> None:
    """Reverse the contributions of void wagers at a place or in the round. Use it as a game's ``after_void``.

    Linked meters must first say how much is left of a contribution. See ``take_back``.
    """
    for end in dealer.layout.settled:
        which = (end.seat, end.player, end.hand, end.wager)
        if end.result == "void" and which in dealer.contributed and place in ("round", seat_place(end.seat)):
            for meter in dealer.contributed.pop(which):
                if meter.linked:
                    dealer.to_take_back.append((which, meter))
                else:
                    _contribute(dealer, meter, end.seat, end.player, end.wager, -meter.units, reversed=True)


def take_back(dealer: AnyDealer) -> Script:
    """Ask linked meters how much is left of each void wager's contribution, and take that back.

    The house bears what wins at other tables have taken (ruling reset-keeps-the-seed). The answer is in units of
    1/10,000 cent. Use it as a game's ``take_back``.
    """
    while dealer.to_take_back:
        (seat, player, _, wager), meter = dealer.to_take_back.pop(0)
        offer = Offer(
            do="take back",
            clause=meter.clause,
            wager=wager,
            what=(meter.name,),
            places=(seat_place(seat),),
            most=meter.units,
            most_is="the wager's contribution",
            unit="ten-thousandths of a cent",
        )
        about = f"the rest of a void wager's contribution to the {meter.name}"
        given = yield from dealer.ask(about, meter.clause, (METER,), partial(_of_meter, offer), first=True)
        ruling = "" if given.amount == meter.units else "reset-keeps-the-seed"
        _contribute(dealer, meter, seat, player, wager, -given.amount, ruling=ruling, reversed=True)


def _of_meter(offer: Offer, asked: Party) -> tuple[Offer, ...]:
    return (offer,) if asked == METER else ()


def _contribute(
    dealer: AnyDealer,
    meter: MeterTerms,
    seat: int,
    player: str,
    wager: str,
    units: int,
    *,
    ruling: str = "",
    reversed: bool = False,
) -> None:
    """Add a wager's contribution to a meter, or reverse it."""
    gain(dealer, meter.name, units)
    dealer.emit(
        ev.Contributed(
            round=dealer.round,
            clause=meter.clause,
            ruling=ruling or meter.ruling,
            meter=meter.name,
            units=abs(units),
            seat=seat,
            player=player,
            wager=wager,
            reversed=reversed,
        )
    )


def gain(dealer: AnyDealer, meter: str, units: int) -> None:
    dealer.gains[meter] = dealer.gains.get(meter, 0) + units


def placed(dealer: AnyDealer, wager: str) -> list[tuple[int, str]]:
    """The seats and players whose wager was accepted at lock-out and is not void, from the dealer's left."""
    return sorted((seat, player) for seat, player, _, name in dealer.contributed if name == wager)


def read(
    dealer: AnyDealer,
    meter: MeterTerms,
    odds: Odds,
    clause: str,
    *,
    seat: int = 0,
    player: str = "dealer",
    also: tuple[str, ...] = (),
    ruling: str = "",
) -> Script:
    """Read a meter for a win of a share. Returns the win in cents, and whether it was rounded up to a whole cent.

    The amount is set aside from now on: readings at linked tables no longer include it. ``paid`` completes the payment.
    """
    offer = Offer(
        do="reading",
        clause=clause,
        what=(meter.name,),
        most=MOST,
        most_is="the most that a meter can show",
        share=(odds.pays, odds.per),
    )
    given = yield from dealer.ask_party(f"a reading of the {meter.name}", clause, (offer,), METER)
    dealer.emit(
        ev.Metered(
            round=dealer.round,
            clause=clause,
            also=also,
            ruling=ruling,
            meter=meter.name,
            amount=given.amount,
            seat=seat,
            player=player,
        )
    )
    amount = won(given.amount, odds.pays, odds.per)
    gain(dealer, meter.name, (put_back(meter.seed, odds.pays, odds.per) - amount) * UNITS)
    return amount, is_broken(given.amount * odds.pays, odds.per)


def paid(
    dealer: AnyDealer, meter: MeterTerms, odds: Odds, amount: int, clause: str, *, also: tuple[str, ...] = ()
) -> None:
    """Pay a win from the meter. A win of the whole meter resets it to its seed."""
    reset = put_back(meter.seed, odds.pays, odds.per)
    dealer.emit(ev.Paid(round=dealer.round, clause=clause, also=also, meter=meter.name, amount=amount, reset=reset))


def draw(dealer: AnyDealer, what: str, numbers: int, clause: str) -> Script:
    """Let the progressive system draw a number from 0 to ``numbers`` - 1. Every number is equally likely."""
    offer = Offer(do="draw", clause=clause, what=(what,), most=numbers - 1, unit="", most_is="the highest number")
    given = yield from dealer.ask_party(f"a draw of the {what}", clause, (offer,), METER)
    return given.amount
