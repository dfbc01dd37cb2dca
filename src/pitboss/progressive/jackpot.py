"""What a round does with meters: wagers feed them at lock-out, a void takes that back, and wins are paid from them.

Readings enter a round as inputs alone, so that its log can be replayed without the meters.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from pitboss.meter import MeterTerms, put_back, won
from pitboss.money import Odds, is_broken
from pitboss.table import events as ev
from pitboss.table.asks import METER, Offer, Script
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
                _contribute(dealer, meter, seat, player, wager)


def reverse(dealer: AnyDealer, place: str) -> None:
    """A void of a place, or of the round, takes back what its void wagers had added. A game's ``after_void``."""
    for end in dealer.layout.settled:
        which = (end.seat, end.player, end.hand, end.wager)
        if end.result == "void" and which in dealer.contributed and place in ("round", seat_place(end.seat)):
            for meter in dealer.contributed.pop(which):
                _contribute(dealer, meter, end.seat, end.player, end.wager, reversed=True)
                if meter.linked:
                    dealer.taken_back = (*dealer.taken_back, (end.seat, meter))


def make_good(dealer: AnyDealer) -> Script:
    """Ask of each part that was taken back whether all of its meter was won at another table before.

    It had gone with that win then, and the house puts it back (ruling reset-keeps-the-seed). A game's ``before_end``.
    """
    taken_back, dealer.taken_back = dealer.taken_back, ()
    for seat, meter in taken_back:
        offer = Offer(
            do="won before", clause=meter.clause, what=(meter.name,), places=(seat_place(seat),), most=1, unit=""
        )
        given = yield from dealer.ask_party(f"whether the {meter.name} was won before", meter.clause, (offer,), METER)
        if given.amount:
            gain(dealer, meter.name, meter.gain)
            dealer.emit(
                ev.Restored(
                    round=dealer.round,
                    clause=meter.clause,
                    ruling="reset-keeps-the-seed",
                    meter=meter.name,
                    amount=str(meter.gain),
                )
            )


def _contribute(
    dealer: AnyDealer, meter: MeterTerms, seat: int, player: str, wager: str, *, reversed: bool = False
) -> None:
    gain(dealer, meter.name, -meter.gain if reversed else meter.gain)
    dealer.emit(
        ev.Contributed(
            round=dealer.round,
            clause=meter.clause,
            ruling=meter.ruling,
            meter=meter.name,
            amount=str(meter.gain),
            seat=seat,
            player=player,
            wager=wager,
            reversed=reversed,
        )
    )


def gain(dealer: AnyDealer, meter: str, amount: Fraction | int) -> None:
    dealer.meters[meter] = dealer.meters.get(meter, Fraction(0)) + amount


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
        empties=odds.pays == odds.per,
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
    gain(dealer, meter.name, put_back(meter.seed, odds.pays, odds.per) - amount)
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
