"""Irregularities that several documents share. Each game lists its own, with their clauses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NoReturn

from msgspec.structs import replace

from pitboss.engine.game import Irregularity
from pitboss.engine.procedures.before_deal import JAM, STAYS_JAMMED, method
from pitboss.engine.procedures.dealing import AUTOMATED_SHOE, dealt_from
from pitboss.engine.round.dealer import BOXED, MISDEAL, SHOE_JAM, UNNOTICED, Dealer, Void
from pitboss.engine.round.events import DOWN, seat_place
from pitboss.engine.round.inputs import ReportInput
from pitboss.engine.rules import AUTOMATED

AnyDealer = Dealer[Any]


# --- faults of single cards


def _cards_to_come(dealer: AnyDealer) -> str:
    return "" if dealer.shoe.left and dealer.phase in ("wagers", "deal") else "no more cards come from the shoe"


def boxed_card(clause: str, *, when: Callable[[AnyDealer], str] = _cards_to_come) -> Irregularity:
    """A card lies face up in the shoe: the next one, or one that is some draws ahead."""

    def happen(dealer: AnyDealer, given: ReportInput) -> None:
        dealer.shoe.box(given.amount)
        dealer.faults.boxed = (*dealer.faults.boxed, dealer.shoe.cursor + given.amount - 1)

    def check(dealer: AnyDealer, given: ReportInput) -> str:
        left = dealer.shoe.left
        if given.amount > left:
            return f"card {given.amount} is past the end of the shoe, which has {left} cards left"
        again = dealer.shoe.cursor + given.amount - 1 in dealer.shoe.boxed
        return f"card {given.amount} already lies face up" if again else ""

    return Irregularity(
        what=BOXED,
        clause=clause,
        happen=happen,
        when=when,
        least=1,
        most=400,
        means="a card in the shoe lies face up",
        amount_is="which card, counted in draws from now: 1 is the next card",
        check=check,
    )


def drawn_in_error(clause: str, *, when: Callable[[AnyDealer], str] = _cards_to_come) -> Irregularity:
    """A card that was drawn too early, with its face unseen, is used as the next card."""

    def happen(dealer: AnyDealer, given: ReportInput) -> None:
        dealer.irregular(
            "card drawn in error, not exposed", "it is used as the next card", clause, by=given.by, place=given.place
        )

    return Irregularity(
        what="card drawn in error",
        clause=clause,
        happen=happen,
        when=when,
        means="a card left the shoe too early and nobody saw its face",
    )


# --- wrong numbers of cards

Due = Callable[[AnyDealer, str], int]
"""The number of cards that a place should get in the next deal."""


def _before_deal(dealer: AnyDealer) -> str:
    return "" if dealer.phase == "wagers" else "the cards have been dealt"


def misdeal(
    clause: str,
    *,
    places: Callable[[AnyDealer], tuple[str, ...]],
    cards: Due,
    when: Callable[[AnyDealer], str] = _before_deal,
    most: int = 9,
    unnoticed: bool = False,
) -> Irregularity:
    """A place will get a wrong number of cards. The dealer notices at once, or nobody does before the stub's count."""

    def happen(dealer: AnyDealer, given: ReportInput) -> None:
        dealer.faults.misdeal(given.place, given.amount - cards(dealer, given.place), unnoticed=unnoticed)

    def check(dealer: AnyDealer, given: ReportInput) -> str:
        if given.amount == cards(dealer, given.place):
            return f"{given.amount} is the right number of cards for {given.place}, not a misdeal"
        faults = dealer.faults
        if given.place in faults.owed and given.place not in faults.misdealt:
            return f"a misdeal of {given.place} has already been reported and is yet to come"
        dealt = given.place in faults.unnoticed and not faults.owed[given.place]
        return f"{given.place} has already been misdealt, and nobody has noticed yet" if dealt else ""

    found = "which nobody notices before the stub is counted or the cards are turned over"
    return Irregularity(
        what=UNNOTICED if unnoticed else MISDEAL,
        clause=clause,
        happen=happen,
        when=when,
        places=places,
        least=0,
        most=most,
        means=f"a place is dealt a wrong number of cards, {found if unnoticed else 'and the dealer notices'}",
        amount_is="how many cards the place gets in the coming deal",
        check=check,
    )


def never_dealt(dealer: AnyDealer, places: Collection[str]) -> None:
    """After a deal to these places, let misdeals of other places lapse, and a jam after the last card."""
    faults = dealer.faults
    if faults.owed:
        dealer.lapsed(faults.misdeals_lapse(faults.elsewhere(places)), "none: no cards are dealt there")
    if faults.jam_after is not None:
        dealer.lapsed(faults.jam_lapses(), "none: the shoe has dealt every card before it stops")


def noticed(
    clause: str,
    *,
    held: Callable[[AnyDealer], Mapping[str, tuple[int, int]]],
    remedy: Callable[[AnyDealer, str], None],
    when: Callable[[AnyDealer], str],
) -> Irregularity:
    """Somebody sees a wrong number of cards on the layout. ``held`` gives the number of cards at each place and the
    right number. ``remedy`` follows at once."""

    def happen(dealer: AnyDealer, given: ReportInput) -> None:
        remedy(dealer, given.place)

    def check(dealer: AnyDealer, given: ReportInput) -> str:
        have, due = held(dealer)[given.place]
        return "" if have != due else f"{given.place} has {due} cards, which is the right number"

    return Irregularity(
        what="noticed misdeal",
        clause=clause,
        happen=happen,
        when=when,
        places=lambda dealer: tuple(held(dealer)),
        means="somebody sees too many or too few cards on the layout before they are turned over",
        check=check,
    )


def wrong_counts(dealer: AnyDealer, due: Mapping[str, int]) -> dict[str, int]:
    """The noticed misdeals: places with a wrong number of cards, and that number."""
    if not dealer.faults.owed:
        return {}
    held = {place: len(dealer.cards(place)) for place in due if place not in dealer.faults.unnoticed}
    return {place: count for place, count in held.items() if count != due[place]}


def void_all(dealer: AnyDealer, place: str, held: int, due: int, clause: str, *, ruling: str = "") -> NoReturn:
    """A misdeal that voids every hand."""
    what = f"{held} cards instead of {due}"
    dealer.irregular(what, "all hands void, cards reshuffled", clause, place=place, ruling=ruling)
    raise Void(clause, reshuffle=True, ruling=ruling)


def void_one(dealer: AnyDealer, seat: int, held: int, due: int, clause: str) -> None:
    """A misdeal to a player that voids that hand alone."""
    place = seat_place(seat)
    dealer.irregular(f"{held} cards instead of {due}", "that hand is void", clause, place=place)
    dealer.faults.unnoticed.discard(place)
    dealer.void_hand(seat, clause)


def complete_or_void(dealer: AnyDealer, place: str, due: int, clause: str, *, also: tuple[str, ...] = ()) -> None:
    """Complete a dealer's hand that lacks one card. Any other wrong number voids every hand."""
    held = len(dealer.cards(place))
    if held != due - 1:
        void_all(dealer, place, held, due, clause)
    what, remedy = f"{held} cards instead of {due}", "one more card completes the dealer's hand"
    dealer.irregular(what, remedy, clause, place=place)
    dealer.deal(place, DOWN, clause, also=also)


def complete_late(
    dealer: AnyDealer, place: str, due: int, clause: str, *, stub: str, also: tuple[str, ...] = ()
) -> None:
    """Like ``complete_or_void``, after the stub has gone to the rack. The dealer takes it back for the missing card."""
    if len(dealer.cards(place)) == due - 1:
        dealer.procedure("the stub is taken back from the discard rack", clause)
    complete_or_void(dealer, place, due, clause, also=also)
    dealer.stub(stub, also=(clause,))


# --- jams and cards seen too early


def at_next_shuffle(what: str, clause: str, means: str, *, when: Callable[[AnyDealer], str]) -> Irregularity:
    """A fault reported for the next wash or shuffle, in this round or a later one."""

    def happen(dealer: AnyDealer, given: ReportInput) -> None:
        dealer.state = replace(dealer.state, to_come=(*dealer.state.to_come, what))

    def why_not(dealer: AnyDealer) -> str:
        return "it has been reported, and is yet to come" if what in dealer.state.to_come else when(dealer)

    return Irregularity(what=what, clause=clause, means=means, happen=happen, when=why_not)


def shuffler_jams(clause: str) -> tuple[Irregularity, Irregularity]:
    """The shuffler jams at its next shuffle. It starts again, or leaves the table (ruling jammed-for-good)."""

    def no_shuffler(dealer: AnyDealer) -> str:
        return "" if method(dealer) == AUTOMATED else "no automated shuffler is used"

    jams = "the shuffler jams, or fails to complete a shuffle, the next time it shuffles"
    return (
        at_next_shuffle(JAM, clause, f"{jams}, and is started again", when=no_shuffler),
        at_next_shuffle(STAYS_JAMMED, clause, f"{jams}, and will not start again", when=no_shuffler),
    )


def past_the_stacks(dealer: AnyDealer, given: ReportInput, stack: int) -> str:
    """Why the shoe can't stop at this card: it deals fewer to the players and the dealer. Empty if it can."""
    most = stack * (1 + sum(seat > 0 for seat, _ in dealer.seats))
    return "" if given.amount <= most else f"the shoe deals at most {most} cards to those at the table"


def shoe_jam(clause: str, stack: int) -> Irregularity:
    """The automated shoe stops at some card. The deal then raises ``ShoeJam``."""

    def happen(dealer: AnyDealer, given: ReportInput) -> None:
        dealer.faults.jam_after = given.amount - 1

    def when(dealer: AnyDealer) -> str:
        return _before_deal(dealer) if dealt_from(dealer) == AUTOMATED_SHOE else "no automated shoe is used"

    def check(dealer: AnyDealer, given: ReportInput) -> str:
        return past_the_stacks(dealer, given, stack)

    return Irregularity(
        what=SHOE_JAM,
        clause=clause,
        happen=happen,
        when=when,
        least=1,
        most=52,
        means="the automated shoe jams or stops during the deal",
        amount_is="the card at which it stops: 1 is the first",
        check=check,
    )


def void_for_jam(dealer: AnyDealer, clause: str) -> NoReturn:
    """The automated shoe has jammed during the deal, which voids the round."""
    dealer.irregular("the automated shoe jams", "the round is void, all cards are reshuffled", clause)
    raise Void(clause, reshuffle=True)


def exposed(
    what: str,
    clause: str,
    means: str,
    *,
    when: Callable[[AnyDealer], str],
    ruling: str = "",
    at: str = "",
    places: Callable[[AnyDealer], tuple[str, ...]] | None = None,
    most: int = 1,
    remedy: str = "all hands void",
    survive: Callable[[AnyDealer, str], None] = lambda dealer, clause: None,
) -> Irregularity:
    """A card that is seen too early and voids every hand. It lies at the place ``at``, or at one of ``places``.

    Everyone then sees it. The amount says which of the face-down cards it is. Default: the first. ``survive`` settles
    the wagers that the void does not affect.
    """

    def happen(dealer: AnyDealer, given: ReportInput) -> None:
        place = at or given.place
        which = face_down(dealer, place)[max(0, given.amount - 1)]
        card = dealer.cards(place)[which]
        dealer.irregular(what, remedy, clause, by=given.by, place=place, card=card, ruling=ruling)
        dealer.expose(place, clause, only=(which,), ruling=ruling)
        raise Void(clause, ruling=ruling, saved=lambda: survive(dealer, clause))

    def none_unseen(dealer: AnyDealer) -> str:
        return when(dealer) or ("no card lies face down there" if at and not face_down(dealer, at) else "")

    def check(dealer: AnyDealer, given: ReportInput) -> str:
        unseen = len(face_down(dealer, at or given.place))
        return "" if given.amount <= unseen else f"only {unseen} cards lie face down there, not {given.amount}"

    return Irregularity(
        what=what,
        clause=clause,
        means=means,
        happen=happen,
        when=none_unseen,
        places=places,
        most=most,
        amount_is="which of the cards that lie face down there; default 1",
        check=check,
    )


def face_down(dealer: AnyDealer, place: str) -> list[int]:
    """The positions of the face-down cards in a place's hand."""
    held = dealer.layout.hands.get((place, 1))
    return [at for at, face in enumerate(held.faces) if face == DOWN] if held else []


# --- places


def seats_and(*more: str) -> Callable[[AnyDealer], tuple[str, ...]]:
    """The places where players sit or wager, and ``more``."""

    def places(dealer: AnyDealer) -> tuple[str, ...]:
        seats = {seat for seat, _ in dealer.seats if seat} | {stake[0] for stake in dealer.layout.stakes}
        return (*map(seat_place, sorted(seats)), *more)

    return places
