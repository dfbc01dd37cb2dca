"""What a person is asked at a live table, as a message, and a person's command, as an input of the round."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pitboss.basics.errors import InputError
from pitboss.basics.money import UNITS, dollars
from pitboss.engine.round import inputs
from pitboss.engine.round.asks import SUPERVISOR, THE_DEALER, Offer, Party
from pitboss.engine.round.inputs import PLAYER, AnyInput
from pitboss.engine.round.round import Round
from pitboss.engine.table import Table
from pitboss.house.authorize import Refusal
from pitboss.house.money.cashier import Till
from pitboss.house.people.staff import Order
from pitboss.house.tables.acts import AnyAct, CardsDealt, FloorCalled, Gave, HeldBack, Left, Sat, SatOut
from pitboss.protocol import messages as msg

CONFIRMED_BY_BOTH = ("confirm", "decline")
"""How dealer and supervisor answer, where a document asks for both: a wager by word, with cash."""
DEAL = "the deal"
"""What a turn is about while the person who deals has cards to deal."""


def turn_of(
    table: Table, till: Till, clocks: tuple[msg.Clock, ...], person: str, staff: bool, held: HeldBack
) -> msg.Turn:
    """What the round asks, and what a person may do. Staff may also report irregularities.

    While cards are held back, the table waits for the dealer, and tells nobody what the round asks after them.
    """
    round = table.round
    asking = round.asking if round is not None else None
    turn = msg.Turn(
        table=table.id,
        round=table.state.round,
        turn=0,
        about="the next round",
        chips=till.chips(person) // UNITS,
        coupons=till.coupons(person) // UNITS,
        clocks=clocks,
    )
    if round is not None and (card := held.next) is not None:
        chips, coupons = till.paid(held.records, person)
        return msgspec.structs.replace(
            turn,
            round=round.number,
            turn=asking.turn if asking is not None else len(round.inputs) + 1,
            about=DEAL,
            clause=card.clause,
            waiting=(THE_DEALER.by,),
            chips=turn.chips - chips // UNITS,
            coupons=turn.coupons - coupons // UNITS,
            deal=msg.NextCard(to=card.to, face=card.face, hand=card.hand, left=held.cards) if staff else None,
        )
    if round is None or asking is None:
        return turn
    mine = [one for one in (*asking.waiting, *asking.also) if one.player == person]
    offers = [(one.seat, tuple(_with_coupons(round, one, turn.coupons))) for one in mine]
    if staff:
        offers.append((0, (*round.offers(THE_DEALER), *round.offers(SUPERVISOR), *round.reports())))
    return msgspec.structs.replace(
        turn,
        round=round.number,
        turn=asking.turn,
        about=asking.about,
        clause=asking.clause,
        waiting=tuple([one.player or one.by for one in asking.waiting]),
        offers=tuple(offers),
        barred=_barred(table, round, person) if asking.about == "wagers" else "",
    )


def _barred(table: Table, round: Round, person: str) -> str:
    """Why somebody who has sat down while bets are open can't play in this round. Empty if they can."""
    came = any(seat and player == person for seat, player in table.seats)
    if not came or any(player == person for _, player in round.seats):
        return ""
    refusal = round.check(table.entry_of(person))
    return f"{refusal.wrong} ({refusal.clause})" if refusal is not None else ""


def _with_coupons(round: Round, party: Party, left: int) -> Iterator[Offer]:
    """Offers in which no match play coupon is larger than those that the player has left, with the one that lies."""
    for offer in round.offers(party):
        if offer.coupon:
            lies = round.layout.coupons.get((party.seat, party.player, offer.hand, offer.wager), 0)
            most = min(offer.coupon, left + lies)
            offer = msgspec.structs.replace(offer, coupon=most - most % offer.step)
        yield offer


def input_of(round: Round, person: str, play: msg.Play) -> AnyInput:
    """The input that a command asks for. ``authorize`` has let the person act."""
    who: dict[str, object] = {}
    if play.by == PLAYER:
        own = next((seat for seat, player in round.seats if player == person), 0)
        who = {"player": person, "seat": play.seat or own, "wager": play.wager, "hand": play.hand}
    said = {"what": play.what, "place": play.place, "amount": play.amount, "coupon": play.coupon, **who}
    try:
        return inputs.make(by=play.by, do=play.do, turn=play.turn, **said)
    except InputError as error:
        raise Refusal("malformed", str(error)) from None


def order_of(play: msg.Play, person: str, at: int, table: str, seq: int, dealer: str) -> Order | None:
    """What the staff journal says of an act at a table: a report, which may void hands, an act of a supervisor, or
    what dealer and supervisor both confirm.

    Each names who deals, so where a document asks for dealer and supervisor, the journal has both. An empty ``dealer``
    is the automatic one. None for the acts of players, and for what a dealer does in every round.
    """
    if play.do not in ("report", *CONFIRMED_BY_BOTH) and play.by != SUPERVISOR.by:
        return None
    said = {"table": table, "act": seq, "what": play.what, "place": play.place, "by": play.by, "dealer": dealer}
    return Order.of(at, person, play.do, said)


def is_done_by(command: msg.Command, act: AnyAct) -> bool:
    """Whether a command may have made a stored act, rather than another command with the same key."""
    match command, act:
        case (msg.Sit(seat=wanted), Sat(seat=seat)):
            return seat > 0 and wanted in (0, seat)
        case (msg.Stand(), Sat(seat=seat)):
            return seat == 0
        case (msg.SitOut(out=wanted), SatOut(out=out)):
            return wanted == out
        case (msg.Play(), Gave(inputs=given)):
            return _asked_for(command, given[0])
        case (msg.CallFloor(why=said), FloorCalled(why=why)):
            return said.strip() == why
        case (msg.Deal(cards=wanted, left=seen), CardsDealt(cards=cards, left=left)):
            return wanted == cards and left in (0, seen)  # older acts do not say how many were left
        case (msg.Leave(), Left()):
            return True
    return False


def _asked_for(play: msg.Play, given: AnyInput) -> bool:
    """Whether a command asked for an input. It may have left the turn and the seat to the round."""
    names = ("by", "do", "amount", "what", "place", "coupon")
    same = all(getattr(play, name) == getattr(given, name, 0) for name in names) and play.turn in (0, given.turn)
    if not isinstance(given, inputs.PlayerInput):
        return same
    return same and (play.wager, play.hand) == (given.wager, given.hand) and play.seat in (0, given.seat)


def check_chips(round: Round, till: Till, given: AnyInput) -> None:
    """Raise ``Refusal`` if a player can't pay for what they ask for. The round knows no chips."""
    if not isinstance(given, inputs.PlayerInput):
        return
    offers = round.offers(Party(PLAYER, given.seat, given.player))
    offer = next((one for one in offers if not one.why_not and one.matches(given)), None)
    if offer is None:  # the round will say it better
        return
    cost, chips = offer.cost(given.amount), till.chips(given.player) // UNITS
    if cost > chips:
        raise Refusal("chips", f"this takes {dollars(cost)}, and you have {dollars(chips)} in chips at this table")
    redeemed = given.amount if given.do == "redeem" else 0
    face = redeemed + (given.coupon if isinstance(given, inputs.WagerInput) else 0)
    if face * UNITS > till.coupons(given.player):
        have = dollars(till.coupons(given.player) // UNITS)
        raise Refusal("chips", f"this takes coupons of {dollars(face)}, and you have {have} at this table")
