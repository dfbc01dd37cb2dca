"""Why a round rejects an input: the reason, what is allowed instead, and the clause."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.basics.errors import IllegalAction
from pitboss.basics.money import dollars
from pitboss.engine.game import Game
from pitboss.engine.round.asks import Ask, Offer
from pitboss.engine.round.dealer import Dealer, R
from pitboss.engine.round.inputs import Input, ReportInput, WagerInput
from pitboss.engine.rules import TableRules


def allowed(offers: Sequence[Offer]) -> str:
    """What may be done instead. Empty if nothing may."""
    open_now = ", ".join(dict.fromkeys(str(offer) for offer in offers if not offer.why_not and offer.do != "report"))
    return f"allowed now: {open_now}" if open_now else ""


def wrong_coupon(game: Game, rules: TableRules, given: Input, offer: Offer) -> str:
    """Why a match play coupon is rejected. Empty if it is valid or there is none."""
    if not isinstance(given, WagerInput) or not given.coupon:
        return ""
    if not rules.match_play:
        return "this table does not accept match play coupons"
    if given.do != "wager" or not game.wager(offer.wager).coupon:
        return f"'{offer}' does not take a match play coupon"
    if given.coupon < 0 or given.coupon > given.amount:
        return "a match play coupon must not exceed the chips beside it"
    if given.coupon % rules.chip:
        chip = dollars(rules.chip)
        return f"a match play coupon of {dollars(given.coupon)} is not a multiple of the smallest chip, which is {chip}"
    return ""


def not_offered(
    dealer: Dealer[R], given: Input, who: str, ask: Ask, offers: Sequence[Offer], waits: str
) -> IllegalAction:
    """The refusal of something that is not offered now. ``waits`` says whom the round waits for."""
    game = dealer.game
    if isinstance(given, ReportInput):
        first = offers[0].clause if offers else ask.clause
        clause = next((offer.clause for offer in offers if given.what in (offer.what or ())), first)
        return IllegalAction(game.name, clause, *_not_reportable(given, offers))
    on = f"on hand {given.hand}" if given.hand != 1 else ""
    said = " ".join(filter(None, (given.do, given.wager, given.what, given.place, on)))
    key = game.closing(given.do, given.wager, given.hand)
    another = given.do == "cut" and ask.about == "the cut"  # another party has it
    offered = any(offer.do == given.do and (key == given.do or offer.wager == given.wager) for offer in offers)
    if key and not _not_yet(dealer, given) and not another and not offered:
        clause, why = game.closed[key]
    else:
        clause, why = _no_such_wager(dealer, given, offers) or (ask.clause, "")
    wrong = f"{who} can't do '{said}'" + (f": {why}" if why else "")
    return IllegalAction(game.name, clause, wrong, allowed(offers) or waits)


def _not_yet(dealer: Dealer[R], given: Input) -> bool:
    """Whether this is about wagers and bets are not closed yet. Cash counts as a wager if the document accepts it."""
    cash = given.do == "cash" and "cash" not in dealer.game.closed
    return (given.do in ("wager", "redeem", "withdraw", "leave") or cash) and dealer.phase in ("opening", "wagers")


def _no_such_wager(dealer: Dealer[R], given: Input, offers: Sequence[Offer]) -> tuple[str, str] | None:
    """While bets are open: the clause on a wager that the game has but this player can't place, and why."""
    name = given.wager
    known = next((one for one in dealer.game.wagers if one.name == name), None)
    if given.do not in ("wager", "redeem") or known is None or dealer.phase != "wagers":
        return None
    if not offers or any(offer.wager == name for offer in offers):
        return None
    return known.clause, "it is won, not wagered" if known.earned else "it is not offered" if known.side else ""


def _not_reportable(given: ReportInput, offers: Sequence[Offer]) -> tuple[str, str]:
    """Why a report without a kind or with a wrong place is rejected, and what can be reported."""
    kinds = [offer for offer in offers if given.what in (offer.what or ())]
    if not kinds:
        unknown = f"'{given.what}' is not an irregularity of this game"
        wrong = unknown if given.what else "a report must say what went wrong"
        return wrong, f"its irregularities are {', '.join(what for offer in offers for what in offer.what or ())}"
    places = dict.fromkeys(place for offer in kinds for place in offer.places or ())
    named = f"{given.place!r} is not a valid one" if given.place else "none was given"
    can_be = f"valid places are {', '.join(places)}" if places else "no place is valid now"
    return f"a report of '{given.what}' needs a place, but {named}", can_be
