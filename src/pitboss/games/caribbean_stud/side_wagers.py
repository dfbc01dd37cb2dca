"""Settle the side wagers of Caribbean Stud Poker in the order of 10(c): bonus, progressive with envy, Five Card Hand
Bonus with Magic Card and Lucky Bonus, then Cover All after every player."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.basics.cards import TEXT
from pitboss.basics.money import Odds, dollars
from pitboss.basics.poker import CATEGORIES, FLUSH, THREE
from pitboss.engine.meters.jackpot import draw, paid, placed, read
from pitboss.engine.meters.meter import MeterTerms
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Offer, Script
from pitboss.engine.round.events import seat_place
from pitboss.games.caribbean_stud.procedures import DEALER, CaribbeanDealer
from pitboss.games.caribbean_stud.rules import (
    COVER_ALL_COLUMNS,
    FIVE_CARD_TABLE,
    LUCKY_BONUS,
    MAGIC_CARD,
    SEEDS,
    Payouts,
)
from pitboss.games.caribbean_stud.settle import BONUS_LINES, bonus_line, drawn, multiple, part


class Shown(NamedTuple):
    """A hand turned face up: its place, its cards and its strength."""

    place: str
    cards: list[int]
    strength: int
    kind: int


# --- 10(c)1.: the bonus wager


def settle_bonus(dealer: CaribbeanDealer, seat: int, player: str, hand: Shown) -> None:
    stake = dealer.stake(seat, player, "bonus")
    if not stake:
        return
    table, line = dealer.rules.bonus_table, bonus_line(hand.strength)
    returned = multiple(stake, line, table.back)
    dealer.settle(
        seat,
        player,
        "bonus",
        result="win" if returned else "lose",
        returned=returned,
        clause="10(c)1.",
        also=("11(c)",),
        ruling="side-wagers-always",
        line=BONUS_LINES[line],
        pays=table.pays[line],
        table=table.name,
    )


# --- 10(c)2., 11(d), 12(l): the progressive payout wager, and envy


def settle_progressive(dealer: CaribbeanDealer, seat: int, player: str, hand: Shown) -> Script:
    stake = dealer.stake(seat, player, "progressive")
    if not stake:
        return
    table = dealer.rules.progressive_table
    odds = table.odds[hand.kind]
    lines = "12(l)" if table.name in SEEDS else "11(d)"
    # 12(m): the five dealt cards are the hand, with a link table too
    also: tuple[str, ...] = (lines, "11(d)(2)", "12(m)") if table.name in SEEDS else (lines, "11(d)(2)")
    if odds is None:
        dealer.settle(
            seat,
            player,
            "progressive",
            result="lose",
            returned=0,
            clause="10(c)2.",
            also=also,
            ruling="table-decides",
            line=CATEGORIES[hand.kind],
            table=table.name,
        )
        return
    for step, clause, verified in (
        ("verify that the hand wins the progressive", "10(c)2.i.", ("11(d)(1)", "11(d)(1)(i)")),
        ("verify that the light of the progressive system is on", "10(c)2.ii.", ("11(d)(1)(ii)",)),
    ):
        dealer.procedure(step, clause, seat=seat, player=player, also=verified)
    share = odds.kind == "share"
    returned, rounded = multiple(stake, hand.kind, table.back), False
    meter = dealer.rules.progressive_meters[odds.meter] if share else None
    if meter:
        returned, rounded = yield from read(
            dealer, meter, odds, "11(d)(6)", seat=seat, player=player, ruling="meter-in-turn"
        )
    yield from validate(dealer, "progressive payout", "10(c)2.iii.", seat, player, also=("11(d)(1)(iii)",))
    if meter:
        documented(dealer, "10(c)2.iv.", seat, player)
        paid(dealer, meter, odds, returned, "10(c)2.iv.", also=(lines, "11(d)(5)"))
    dealer.settle(
        seat,
        player,
        "progressive",
        result="win",
        returned=returned,
        clause="10(c)2.iv.",
        also=(*also, "11(d)(3)", "1:progressive payout hand") if hand.kind >= FLUSH else (*also, "11(d)(3)"),
        ruling="table-decides",
        line=CATEGORIES[hand.kind],
        pays=table.pays[hand.kind],
        table=table.name,
        rounded=rounded,
        source=meter.name if meter else "",
    )


def settle_envy(dealer: CaribbeanDealer, seat: int, hand: Shown) -> None:
    """Pay everyone else who placed a progressive payout wager for this player's hand, whether folded or not."""
    rules = dealer.rules
    amount = rules.envy[hand.kind]
    if not amount:
        return
    lines = "12(l)" if rules.progressive in SEEDS else "11(d)(7)"
    for other, player in reversed(placed(dealer, "progressive")):
        if other == seat:
            continue
        dealer.settle(
            other,
            player,
            "envy",
            stake=0,
            result="win",
            returned=amount,
            clause="10(c)2.v.",
            also=(lines,),
            ruling="envy-hands",
            line=f"{CATEGORIES[hand.kind]} at {hand.place}",
            table=rules.progressive if rules.progressive in SEEDS else f"{dollars(rules.progressive_wager)} wager",
        )


# --- 10(c)3., 11(e): the Five Card Hand Bonus, on the player's hand and on the dealer's


class Draws(NamedTuple):
    """The draws of the progressive system, if any: a card and a seat."""

    magic: int | None = None
    lucky: int | None = None


def draw_extras(dealer: CaribbeanDealer) -> Script:
    """11(e)(3): draw the magic card and the lucky seat, each in one of so many rounds (ruling magic-and-lucky)."""
    rules = dealer.rules
    seats = sorted({seat for wager in rules.five_card_meter.wagers for seat, _ in placed(dealer, wager)})
    magic = lucky = None
    if rules.magic_card and seats:
        number = yield from draw(dealer, "magic card", 52 * rules.magic_card_every, "11(e)(3)")
        magic = number if number < 52 else None
        _drawn(dealer, "magic card", "none" if magic is None else TEXT[magic])
    if rules.lucky_bonus and seats:
        number = yield from draw(dealer, "lucky seat", len(seats) * rules.lucky_bonus_every, "11(e)(3)")
        lucky = seats[number] if number < len(seats) else None
        _drawn(dealer, "lucky seat", "none" if lucky is None else seat_place(lucky))
    return Draws(magic, lucky)


def _drawn(dealer: CaribbeanDealer, what: str, result: str) -> None:
    dealer.emit(ev.Drawn(round=dealer.round, clause="11(e)(3)", ruling="magic-and-lucky", what=what, result=result))


class Jackpot(NamedTuple):
    """The meter win of the dealer's hand, and how many players share it."""

    amount: int
    among: int
    rounded: bool


def dealer_jackpot(dealer: CaribbeanDealer, hand: Shown) -> Script:
    """Fix the meter percentage that the dealer's hand wins once, before the first player's turn."""
    odds = FIVE_CARD_TABLE.odds[hand.kind]
    among = len(placed(dealer, "five card bonus dealer"))
    if odds is None or odds.kind != "share" or not among:
        return None
    meter = dealer.rules.five_card_meter
    amount, rounded = yield from read(
        dealer, meter, odds, "11(e)(1)", also=("11(e)(2)",), ruling="dealer-jackpot-split"
    )
    yield from validate(dealer, "five card bonus on the dealer's hand", "10(c)3.ii.", 0, DEALER)
    paid(dealer, meter, odds, amount, "10(c)3.iii.", also=("11(e)(2)", "11(e)(4)"))
    return Jackpot(amount, among, rounded)


def settle_five_card(
    dealer: CaribbeanDealer,
    seat: int,
    player: str,
    hand: Shown | None,
    dealers: Shown,
    jackpot: Jackpot | None,
    extra: Draws,
) -> Script:
    """Settle both wagers of a player, whichever hand ranks higher and whether or not the player folded."""
    own = dealer.stake(seat, player, "five card bonus")
    on_dealer = dealer.stake(seat, player, "five card bonus dealer")
    if own:
        assert hand is not None, "a hand with a live wager must be on the table"
        yield from _five_card(dealer, seat, player, "five card bonus", own, hand, None)
    if on_dealer:
        yield from _five_card(dealer, seat, player, "five card bonus dealer", on_dealer, dealers, jackpot)
    if extra.magic is not None:
        matched = own if own and hand and extra.magic in hand.cards else 0
        matched = matched or (on_dealer if extra.magic in dealers.cards else 0)
        if matched:
            _extra(dealer, seat, player, "magic card", MAGIC_CARD, matched, TEXT[extra.magic])
    if extra.lucky == seat:
        _extra(dealer, seat, player, "lucky bonus", LUCKY_BONUS, own + on_dealer, seat_place(seat))


def _five_card(
    dealer: CaribbeanDealer, seat: int, player: str, wager: str, stake: int, hand: Shown, jackpot: Jackpot | None
) -> Script:
    table, meter = FIVE_CARD_TABLE, dealer.rules.five_card_meter
    odds = table.odds[hand.kind]
    held = dealer.hand(seat)
    ruling = "void-hand" if held.void else "fold-forfeits" if held.folded else "side-wagers-always"
    if odds is None:
        dealer.settle(
            seat,
            player,
            wager,
            result="lose",
            returned=0,
            clause="10(c)3.",
            also=("11(e)", "11(e)(1)"),
            ruling=ruling,
            line=CATEGORIES[hand.kind],
        )
        return
    dealer.procedure("verify that the hand wins the Five Card Hand Bonus", "10(c)3.i.", seat=seat, player=player)
    share = odds.kind == "share"
    if jackpot:
        returned, rounded = _next_part(dealer, jackpot), jackpot.rounded
    elif share:
        returned, rounded = yield from _own_share(dealer, meter, odds, seat, player)
    else:
        returned, rounded = multiple(stake, hand.kind, table.back), False
        if odds.pays >= 500:
            yield from validate(dealer, "five card bonus", "10(c)3.ii.", seat, player)
    if share:
        documented(dealer, "10(c)3.iii.", seat, player)
    dealer.settle(
        seat,
        player,
        wager,
        result="win",
        returned=returned,
        clause="10(c)3.iii.",
        also=("10(c)3.", "11(e)(1)", "11(e)(2)"),
        ruling="dealer-jackpot-split" if jackpot else ruling,
        line=CATEGORIES[hand.kind],
        pays=table.pays[hand.kind],
        rounded=rounded,
        source=meter.name if share else ev.GAME_ACCOUNT,  # ruling game-account
    )


def _next_part(dealer: CaribbeanDealer, jackpot: Jackpot) -> int:
    """The share of the dealer's jackpot for the next player paid."""
    before = sum(end.wager == "five card bonus dealer" and end.result == "win" for end in dealer.layout.settled)
    return part(jackpot.amount, jackpot.among, before)


def _own_share(dealer: CaribbeanDealer, meter: MeterTerms, odds: Odds, seat: int, player: str) -> Script:
    amount, rounded = yield from read(dealer, meter, odds, "11(e)(1)", seat=seat, player=player, ruling="meter-in-turn")
    yield from validate(dealer, "five card bonus", "10(c)3.ii.", seat, player)
    paid(dealer, meter, odds, amount, "10(c)3.iii.", also=("11(e)(4)",))
    return amount, rounded


def _extra(dealer: CaribbeanDealer, seat: int, player: str, wager: str, odds: Odds, stake: int, line: str) -> None:
    dealer.settle(
        seat,
        player,
        wager,
        stake=0,
        result="win",
        returned=drawn(stake, odds.pays),
        clause="10(c)3.iii.",
        also=("11(e)(3)",),
        ruling="magic-and-lucky",
        line=line,
        pays=str(odds),
        source=ev.GAME_ACCOUNT,
    )


# --- supervisor approval


def validate(
    dealer: CaribbeanDealer, what: str, clause: str, seat: int, player: str, *, also: tuple[str, ...] = ()
) -> Script:
    """A floorperson or above approves a payout before it is paid."""
    yield from dealer.ask_supervisor(f"validation: {what}", Offer(do="validate", clause=clause))
    dealer.emit(ev.Validated(round=dealer.round, clause=clause, also=also, what=what, seat=seat, player=player))


def documented(dealer: CaribbeanDealer, clause: str, seat: int, player: str) -> None:
    """Document a meter payout. It comes from neither the table inventory nor a game account. It is paid by hand once
    its documents are complete, and the hand stays on the table until then (ruling game-account)."""
    dealer.procedure(
        "the payout is documented, with the winning hand still on the table", clause, seat=seat, player=player
    )


# --- section 12: Cover All, after every player


class CoverAll:
    """The highest hand so far of three of a kind or better. Its cards stay until everything is settled."""

    def __init__(self, dealer: CaribbeanDealer, hands: int) -> None:
        self.dealer, self.hands = dealer, hands
        self.column = COVER_ALL_COLUMNS.get(hands)
        """The payouts for this number of hands. None if only the dealer's hand was dealt."""
        self.seats = [(seat, player) for seat, player, _, wager in dealer.layout.stakes if wager == "cover all"]
        self.best: Shown | None = None

    def found(self, hand: Shown) -> bool:
        """Whether these cards stay on the table. If they do, lower cards there are taken up."""
        best, dealer = self.best, self.dealer
        if not self.seats or hand.kind < THREE or (best and best.strength >= hand.strength):
            return False
        clause = "12(i)" if best else "12(h)a."
        dealer.procedure(
            f"the cards of {hand.place} stay exposed for Cover All", clause, also=("12(h)",), ruling="cover-all-trips"
        )
        if best and best.place != DEALER:
            dealer.collect(best.place, "12(i)", also=("10(d)",))
        self.best = hand
        return True

    def settle(self) -> None:
        dealer, best = self.dealer, self.best
        for seat, player in sorted(self.seats, reverse=True):
            if self.column:
                self._settle(seat, player, self.column)
            else:
                stake = dealer.stake(seat, player, "cover all")
                dealer.settle(
                    seat, player, "cover all", result="void", returned=stake, clause="12(k)", line="no column"
                )
        if best and best.place != DEALER:
            dealer.collect(best.place, "10(d)", also=("12(j)",))

    def _settle(self, seat: int, player: str, column: Payouts) -> None:
        best, hand = self.best, self.dealer.hand(seat)
        stake = self.dealer.stake(seat, player, "cover all")
        also: tuple[str, ...] = ("12(j)", "12(g)", "12(c)", "12(k)")
        self.dealer.settle(
            seat,
            player,
            "cover all",
            result="win" if best else "lose",
            returned=multiple(stake, best.kind, column.back) if best else 0,
            clause="12(b)",
            also=(*also, "12(f)") if self.hands == 8 else also,
            ruling="void-hand" if hand.void else "cover-all-survives" if hand.folded else "cover-all-hands",
            line=CATEGORIES[best.kind] if best else "no hand of three of a kind",
            pays=column.pays[best.kind] if best else "",
            table=column.name,
        )
