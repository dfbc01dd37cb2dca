"""Wrong numbers of cards (12(d)): reported before the cards come, and what follows when they are found."""

from __future__ import annotations

from pitboss.games.boston_5_stud.dealing import DEALER, way
from pitboss.games.boston_5_stud.rules import BostonRules
from pitboss.table.dealer import DOWN, Dealer, Void
from pitboss.table.events import Input, seat_place
from pitboss.table.game import Irregularity
from pitboss.table.irregularities import seats_and, wrong_counts

BostonDealer = Dealer[BostonRules]


def to_come(dealer: BostonDealer) -> int:
    """Cards that each place receives in the deal that comes next."""
    return 3 if dealer.phase == "wagers" else 2


def before_a_deal(dealer: BostonDealer) -> str:
    return "" if dealer.phase in ("wagers", "bonus", "decisions") else "the cards have been dealt"


def places(dealer: BostonDealer) -> tuple[str, ...]:
    if dealer.phase == "wagers":
        return seats_and(DEALER)(dealer)
    return (*map(seat_place, dealer.live()), DEALER)


def right_number(dealer: BostonDealer, given: Input) -> str:
    right = given.amount == to_come(dealer)
    return f"{given.amount} is the right number of cards for {given.place}, and no misdeal" if right else ""


def noticed(dealer: BostonDealer, given: Input) -> None:
    dealer.owed[given.place] = given.amount - to_come(dealer)
    dealer.unnoticed.discard(given.place)


def unnoticed(dealer: BostonDealer, given: Input) -> None:
    dealer.owed[given.place] = given.amount - to_come(dealer)
    dealer.unnoticed.add(given.place)


MISDEAL = Irregularity(
    what="misdeal",
    clause="12(d)",
    happen=noticed,
    when=before_a_deal,
    places=places,
    most=7,
    means="a place is dealt a wrong number of its first three or last two cards, and the dealer notices",
    amount_is="cards that the place receives in the coming deal, instead of three or two",
    check=right_number,
)
UNNOTICED_MISDEAL = Irregularity(
    what="unnoticed misdeal",
    clause="12(d)",
    happen=unnoticed,
    when=before_a_deal,
    places=places,
    most=7,
    means="the same, and nobody notices before the stub is counted or the cards are turned over",
    amount_is="cards that the place receives in the coming deal, instead of three or two",
    check=right_number,
)


def check_first_cards(dealer: BostonDealer) -> None:
    """After the first three: a player's wrong number voids that hand, the dealer's every hand."""
    if not dealer.owed:
        return
    wrong = dict(wrong_counts(dealer, {DEALER: 3} | {seat_place(seat): 3 for seat in dealer.live()}))
    if DEALER in wrong:
        void_all(dealer, wrong[DEALER], 3)
    for seat in dealer.live():
        if (held := wrong.get(seat_place(seat))) is not None:
            void_one(dealer, seat, held, 3)


def check_last_cards(dealer: BostonDealer) -> None:
    """After the last two: the same, but a dealer with four of five cards gets one more."""
    if not dealer.owed:
        return
    wrong = dict(wrong_counts(dealer, {DEALER: 5} | {seat_place(seat): 5 for seat in dealer.live()}))
    if DEALER in wrong:
        complete_or_void(dealer)
    for seat in dealer.live():
        if (held := wrong.get(seat_place(seat))) is not None:
            void_one(dealer, seat, held, 5)


def dealer_turns_over(dealer: BostonDealer) -> None:
    """A misdeal to the dealer that nobody noticed shows when the hand is turned over."""
    if not dealer.owed or len(dealer.cards(DEALER)) == 5:
        return
    dealer.procedure("the stub is taken back from the discard rack", "12(d)")
    complete_or_void(dealer)
    dealer.stub(way(dealer).stub, also=("12(d)",))


def wrong_number_shows(dealer: BostonDealer, seat: int, held: int, due: int) -> bool:
    """A player's misdeal that nobody noticed shows when the cards are turned over."""
    if held == due:
        return False
    void_one(dealer, seat, held, due)
    return True


def found_by_count(dealer: BostonDealer, due: int) -> list[str]:
    """Places with a wrong number of cards, folded hands among them, when the stub is counted."""
    if not dealer.unnoticed:
        return []
    playing = dealer.live()
    wrong = [
        place
        for seat in dealer.in_play
        if (place := seat_place(seat)) in dealer.unnoticed and (seat not in playing or len(dealer.cards(place)) != due)
    ]
    return wrong + [DEALER] * (DEALER in dealer.unnoticed and len(dealer.cards(DEALER)) != due)


def forget(dealer: BostonDealer, place: str) -> None:
    """A hand that leaves with the right number of cards won't be misdealt any more."""
    if len(dealer.cards(place)) == 3:
        dealer.owed.pop(place, None)
        dealer.unnoticed.discard(place)


def complete_or_void(dealer: BostonDealer) -> None:
    held = len(dealer.cards(DEALER))
    if held != 4:
        void_all(dealer, held, 5)
    dealer.irregular("4 cards instead of 5", "one more card completes the dealer's hand", "12(d)", place=DEALER)
    dealer.deal(DEALER, DOWN, "12(d)")


def void_all(dealer: BostonDealer, held: int, due: int) -> None:
    dealer.irregular(f"{held} cards instead of {due}", "all hands void, reshuffle", "12(d)", place=DEALER)
    raise Void("12(d)", reshuffle=True)


def void_one(dealer: BostonDealer, seat: int, held: int, due: int) -> None:
    place = seat_place(seat)
    dealer.irregular(f"{held} cards instead of {due}", "that hand is void", "12(d)", place=place)
    dealer.unnoticed.discard(place)
    dealer.void_hand(seat, "12(d)")
