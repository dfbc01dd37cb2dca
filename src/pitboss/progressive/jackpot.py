"""What a round does with meters: wagers feed them at lock-out, a void takes that back, and wins are paid from them.

Readings enter a round as inputs alone, so that its log can be replayed without the meters.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from pitboss.meter import MeterTerms, put_back, won
from pitboss.money import UNITS, Odds, is_broken
from pitboss.table import events as ev
from pitboss.table.asks import METER, Offer, Party, Script
from pitboss.table.dealer import Dealer
from pitboss.table.events import seat_place

AnyDealer = Dealer[Any]
MOST = 10**15
"""More cents than any meter shows."""


def lock_out(dealer: AnyDealer, terms: Iterable[MeterTerms]) -> None:
    """Every wager that feeds a meter adds its part."""
    for meter in terms:
        for seat, player, hand, wager in dealer.layout.stakes:
            if wager in meter.wagers:
                dealer.contributed.setdefault((seat, player, hand, wager), []).append(meter)
                _contribute(dealer, meter, seat, player, wager, meter.units)


def reverse(dealer: AnyDealer, place: str) -> None:
    """A void of a place, or of the round, takes back what its void wagers had added. A game's ``after_void``.

    Of a linked meter nothing is taken before it has said what is left there: see ``take_back``.
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
    """Ask linked meters how much of each void wager's part is left in them, and take that back.

    The house bears what wins at the link's tables have taken (ruling reset-keeps-the-seed). The answer is in units of
    1/10,000 cent. A game's ``take_back``.
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
            most_is="what the wager had added",
            unit="ten-thousandths of a cent",
        )
        about = f"what is left in the {meter.name} of a void wager's part"
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
    """A part of a wager enters a meter, or leaves it again."""
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
    """Who had this wager accepted at lock-out and not void since: seat and player, from the dealer's left."""
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
    """Read a meter for a win of a share of it: what is won, in cents, and whether a broken cent was rounded up.

    From here on that amount is set aside: a reading at a linked table no longer shows it. ``paid`` completes it.
    """
    offer = Offer(
        do="reading",
        clause=clause,
        what=(meter.name,),
        most=MOST,
        most_is="what a meter can show",
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
    """What was read and won leaves the meter; a win of all of it sets it to its seed."""
    reset = put_back(meter.seed, odds.pays, odds.per)
    dealer.emit(ev.Paid(round=dealer.round, clause=clause, also=also, meter=meter.name, amount=amount, reset=reset))


def draw(dealer: AnyDealer, what: str, numbers: int, clause: str) -> Script:
    """A number that the progressive system draws, from 0 on, each as likely as the others."""
    offer = Offer(do="draw", clause=clause, what=(what,), most=numbers - 1, unit="", most_is="the highest number")
    given = yield from dealer.ask_party(f"a draw of the {what}", clause, (offer,), METER)
    return given.amount
