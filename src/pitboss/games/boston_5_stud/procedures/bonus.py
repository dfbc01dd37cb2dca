"""The optional bonus wager on the first three cards: expose or conceal, collect or pay, and pay despite a void."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.basics import poker
from pitboss.basics.money import is_broken
from pitboss.engine.procedures.ranking import Ranking, rank3
from pitboss.engine.round.asks import Offer, Party, Script
from pitboss.engine.round.events import seat_place
from pitboss.games.boston_5_stud.procedures.dealing import BostonDealer, wrong_number_shows
from pitboss.games.boston_5_stud.settle import optional_bonus

OPTIONAL = "optional bonus"
RANKING_3 = Ranking(
    hands=("5(d)", "5(d)(5)", "5(d)(4)", "5(d)(3)", "5(d)(2)", "5(d)(1)"),
    also=("5(d)",),
    suited=("1:suit",),
    rulings={poker.STRAIGHT_3: "not-all-one-suit"},
)


def bettors(dealer: BostonDealer) -> list[int]:
    """Live seats with an unsettled optional bonus wager, counterclockwise from the dealer's right."""
    return sorted((stake[0] for stake in dealer.layout.stakes if stake[3] == OPTIONAL), reverse=True)


def expose_or_conceal(dealer: BostonDealer) -> Script:
    """10(a): each bettor exposes or conceals. Then losing wagers are collected and winning ones paid."""
    seats = bettors(dealer)
    if not seats:
        return
    dealer.phase = "bonus"
    offers = (Offer(do="expose", clause="10(a)", default=True), Offer(do="conceal", clause="10(a)"))
    turn = dealer.next_turn()
    left = [Party("player", seat, dealer.player_at(seat)) for seat in reversed(seats)]

    def offered(party: Party) -> Sequence[Offer]:
        return offers if party in left else ()

    def void() -> bool:
        return any(not dealer.hand(party.seat).live for party in left)

    while left:
        given = yield from dealer.ask("expose or conceal", "10(a)", left, offered, moot=void, turn=turn)
        if given is None:
            left[:] = [party for party in left if dealer.hand(party.seat).live]
            continue
        left.remove(Party("player", given.seat, given.player))
        dealer.chose(given, "10(a)", also=("1:optional bonus wager",))
        if given.do == "expose":
            shown = dealer.expose(seat_place(given.seat), "10(a)", ruling="exposed-cards-are-seen")
            wrong_number_shows(dealer, given.seat, len(shown), 3)

    live = [seat for seat in seats if dealer.hand(seat).live]
    exposed = [seat for seat in live if "expose" in dealer.hand(seat).actions]
    won = {seat: category for seat in exposed if (category := three_cards(dealer, seat))}
    for seat in live:
        if seat not in won:
            collect(dealer, seat)
    for seat, category in won.items():
        pay(dealer, seat, category, "11(d)", also=("10(a)",))


def three_cards(dealer: BostonDealer, seat: int) -> int:
    """The category of three exposed cards (5(d)). Category 0 is not paid."""
    place = seat_place(seat)
    return rank3(dealer, place, dealer.cards(place), RANKING_3)


def collect(dealer: BostonDealer, seat: int) -> None:
    shown = "expose" in dealer.hand(seat).actions
    dealer.settle(
        seat,
        dealer.player_at(seat),
        OPTIONAL,
        result="lose",
        returned=0,
        clause="10(a)",
        line="exposed, below a pair" if shown else "not exposed",
        ruling="exposed-cards-are-seen" if shown else "no-show-no-pay",
    )


def pay(
    dealer: BostonDealer, seat: int, category: int, clause: str, *, also: tuple[str, ...], ruling: str = ""
) -> None:
    player, rules = dealer.player_at(seat), dealer.rules
    stake = dealer.stake(seat, player, OPTIONAL)
    back, per = rules.optional_bonus_back
    hand = poker.CATEGORIES_3[category]
    dealer.settle(
        seat,
        player,
        OPTIONAL,
        result="win",
        returned=optional_bonus(stake, category, back, per),
        clause=clause,
        line=hand,
        pays=str(rules.optional_bonus[hand]),
        also=also,
        ruling=ruling,
        rounded=is_broken(stake * back[category], per),
    )


def pay_survivors(dealer: BostonDealer, clause: str) -> None:
    """12(a), 12(f): winning three-card hands are paid despite the void. The other wagers are returned."""
    for seat in bettors(dealer):
        actions = dealer.hand(seat).actions
        place = seat_place(seat)
        if "conceal" in actions or len(dealer.cards(place)) != 3:
            continue
        if "expose" not in actions:
            dealer.expose(place, clause, ruling="exposed-dealer-card")
        if category := three_cards(dealer, seat):
            pay(dealer, seat, category, clause, also=("11(d)",), ruling="exposed-dealer-card")
