"""The options of a Double Attack Blackjack table, with the document's defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from pitboss.basics.cards import PACK_48
from pitboss.basics.errors import Defect
from pitboss.basics.money import Odds, PayTable, dollars, pay_table, returns, whole_chips
from pitboss.engine.game import PaySheet, in_words
from pitboss.engine.rules import FixedTable, TableRules
from pitboss.games.double_attack_blackjack import settle

NO_HOLE_CARD, CARD_READER = "none", "card reader"
QUARTER = 25
MOST_BEHIND = 75
"""The maximum percent behind the cut card. It leaves enough cards for two rounds at a full table."""

# 5(e), 6(d) and 11(c): fixed, so not options.
BONUS_PAYS = pay_table(
    {
        "ten": "3 to 1",
        "nine": "6 to 1",
        "eight": "8 to 1",
        "seven": "10 to 1",
        "six": "15 to 1",
        "three eights of the same color": "50 to 1",
        "three eights of the same suit": "200 to 1",
    }
)
TENS = {"ten": "ten: jack, queen or king"}
"""A ten as players read it: the packs have no cards of that rank (ruling bust-bonus)."""
BONUS_BACK, BONUS_PER = returns(BONUS_PAYS, settle.BONUS_LINES)
INSURANCE_PAYS = Odds.parse("5 to 2")
INSURANCE = {settle.LINES[settle.DEALER_BLACKJACK]: INSURANCE_PAYS}
EVEN_MONEY = Odds.parse("1 to 1")
INITIAL_PAYS = {settle.LINES[line]: EVEN_MONEY for line in settle.WINS}
LEAST_BONUS = 100
BONUS_MAXIMUM = 10_000


MOST_SEATS = 7
LEAST_DECKS, MOST_DECKS = 2, 8
"""The decks of a study. The document has six or eight (2(a))."""


class DoubleAttackRules(TableRules, frozen=True, kw_only=True):
    fixed: ClassVar[Mapping[str, FixedTable]] = {
        "initial_pays": FixedTable(
            clause="5(e)",
            means="What initial, double attack, split and double wagers pay when they win.",
            lines=tuple(INITIAL_PAYS),
        ),
        "bust_bonus_pays": FixedTable(
            clause="6(d)", means="Pay table of the bust bonus, by the third card.", lines=tuple(BONUS_PAYS)
        ),
        "insurance_pays": FixedTable(clause="11(c)", means="What insurance pays.", lines=tuple(INSURANCE)),
    }
    initial_pays: ClassVar[PayTable] = INITIAL_PAYS
    bust_bonus_pays: ClassVar[PayTable] = BONUS_PAYS
    insurance_pays: ClassVar[PayTable] = INSURANCE

    packs: Annotated[
        Literal[1, 2], Meta(description="Number of packs, always 1: the game is dealt from one shoe (2(a)).")
    ] = 1
    decks: Annotated[Literal[6, 8], Meta(description="Decks of 48 in the shoe (2(a)).")] = 6

    cut_by: Annotated[
        Literal["players", "dealer"],
        Meta(description="Who cuts: the players in turn, or the dealer for the table (4(c))."),
    ] = "players"
    recut_by: Annotated[
        Literal["same", "next"],
        Meta(description="Who recuts on a supervisor's order: the same cutter or the next (4(g))."),
    ] = "same"
    cut_card: Annotated[
        int, Meta(description="Percent of the stack behind the cut card, 25 to 75 (4(f)). 0 for no cut card (4(i)).")
    ] = QUARTER
    burn: Annotated[
        bool, Meta(description="New shoes and new dealers burn a card (7(c)). False needs approval (4(i)).")
    ] = True
    approved_procedures: Annotated[
        bool, Meta(description="The Commission approved the licensee's own cut card or burn procedure (4(i)).")
    ] = False
    burn_shown: Annotated[
        bool, Meta(description="The burn card is disclosed on request (7(c)). False needs approval (4(i)).")
    ] = True
    reshuffle_each_round: Annotated[bool, Meta(description="The cards are reshuffled after every round (4(h)).")] = (
        False
    )
    mid_shoe_entry: Annotated[
        bool, Meta(description="Players who missed a round may wager before the next shuffle (5(h)).")
    ] = True

    verbal_wagers: Annotated[
        bool,
        Meta(description="Any wager may be made verbally with cash, if dealer and supervisor confirm it (5(c), 6(c))."),
    ] = False
    attack: Annotated[
        Literal["up to", "equal"],
        Meta(description="The double attack: up to the initial wager, or equal to it (7(d))."),
    ] = "up to"
    bust_bonus_maximum: Annotated[int, Meta(description="Maximum bust bonus wager, in cents (6(b)(2)).")] = (
        BONUS_MAXIMUM
    )
    split_attack: Annotated[
        bool, Meta(description="A split hand also carries an equal double attack wager (10(a)).")
    ] = True

    hole_card: Annotated[
        Literal["none", "hole card", "card reader"],
        Meta(description="The dealer's second card: drawn last, dealt unseen before the decisions, or read (7(i))."),
    ] = "none"
    reader_shows: Annotated[
        bool, Meta(description="Players can learn the hole card from the card reader device (15(m)(1)).")
    ] = False
    surrender_at_once: Annotated[
        bool, Meta(description="With a card reader, surrenders are settled at once, whatever the up card (8(a)(3)).")
    ] = False

    people_on_box: Annotated[Literal[1, 2, 3], Meta(description="Maximum number of players on one box (13(a)).")] = 3
    shared_boxes: Annotated[
        int, Meta(description="Maximum number of shared boxes, which the Commission may limit (13(h)).")
    ] = 7
    several_boxes: Annotated[bool, Meta(description="A player may wager on more than one box (14).")] = False

    @property
    def not_chosen(self) -> frozenset[str]:
        shared = self.people_on_box > 1
        has = {
            "cash": self.verbal_wagers,
            "consent": shared,
            "designate": shared,
            "burn card": self.burn and self.burn_shown,
        }
        return frozenset(action for action, offered in has.items() if not offered)

    def limits(self) -> Iterator[Defect]:
        yield from super().limits()
        if not 1 <= self.positions <= MOST_SEATS:
            yield Defect("positions", f"must be between 1 and {MOST_SEATS}, not {self.positions}")
        if not LEAST_DECKS <= self.decks <= MOST_DECKS:
            yield Defect("decks", f"must be between {LEAST_DECKS} and {MOST_DECKS}, not {self.decks}")
        if not 0 <= self.cut_card <= MOST_BEHIND:
            yield Defect("cut_card", f"must be between 0 and {MOST_BEHIND}, not {self.cut_card}")
        if not 0 <= self.bust_bonus_maximum <= max(self.table_maximum, BONUS_MAXIMUM):
            most = f"between $0 and the maximum initial wager of {dollars(self.table_maximum)}"
            yield Defect("bust_bonus_maximum", f"must be {most}, not {dollars(self.bust_bonus_maximum)}")
        yield from self._shared_limits()

    def defects(self) -> Iterator[Defect]:
        yield from (defect for defect in super().defects() if defect.option != "packs")  # checked below
        if not 1 <= self.positions <= 7:
            yield Defect("positions", f"must be between 1 and 7, not {self.positions}", "10(c)")
        if self.packs != 1:
            yield Defect("packs", "must be 1: the game is dealt from one shoe of six or eight decks", "2(a)")
        if not 0 <= self.cut_card <= MOST_BEHIND:
            what = f"must be between {QUARTER} and {MOST_BEHIND}, not {self.cut_card}"
            yield Defect("cut_card", what, "4(f)")
        elif not self.approved_procedures and self.cut_card < QUARTER:
            yield Defect("cut_card", f"{self.cut_card}% is less than a quarter of the stack", "4(f)")
            yield Defect("cut_card", "another placement, or no cut card, needs the Commission's approval", "4(i)")
        if not self.burn and not self.approved_procedures:
            yield Defect("burn", "leaving out the burn card needs the Commission's approval", "4(i)")
        if not self.burn_shown and not self.approved_procedures:
            yield Defect("burn_shown", "the burn card must be disclosed to a player who asks", "7(c)")
            yield Defect("burn_shown", "keeping it secret needs the Commission's approval", "4(i)")
        least = self.least_bonus
        if self.bust_bonus_maximum < least or self.bust_bonus_maximum % max(1, self.chip):
            most = dollars(self.bust_bonus_maximum)
            yield Defect(
                "bust_bonus_maximum", f"must be at least {dollars(least)} in whole chips, not {most}", "6(b)(2)"
            )
        elif self.bust_bonus_maximum > max(self.table_maximum, BONUS_MAXIMUM):
            what = f"{dollars(self.bust_bonus_maximum)} is above the maximum initial wager, which limits it anyway"
            yield Defect("bust_bonus_maximum", what, "6(b)(1)")
        if self.surrender_at_once and self.hole_card != CARD_READER:
            yield Defect("surrender_at_once", "needs a card reader, which shows that there is no blackjack", "8(a)(3)")
        if self.reader_shows and self.hole_card != CARD_READER:
            yield Defect("reader_shows", "needs a card reader device", "15(m)(1)")
        yield from self._shared_limits()

    def _shared_limits(self) -> Iterator[Defect]:
        if not 0 <= self.shared_boxes <= MOST_SEATS:
            yield Defect("shared_boxes", f"must be between 0 and {MOST_SEATS}, not {self.shared_boxes}", "13(h)")

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """The whole shoe."""
        return PACK_48 * self.decks

    @cached_property
    def wins(self) -> settle.Wins:
        """What winning wagers on a hand return."""
        (blackjack, dealer_bust, above), per = returns(self.initial_pays, INITIAL_PAYS)
        return settle.Wins(blackjack, dealer_bust, above, per)

    @cached_property
    def bust_bonus_back(self) -> tuple[tuple[int, ...], int]:
        """The return of each line of the bust bonus, with a common denominator."""
        return returns(self.bust_bonus_pays, settle.BONUS_LINES)

    @property
    def reads_hole_card(self) -> bool:
        return self.hole_card == CARD_READER

    @property
    def insurance_odds(self) -> Odds:
        return self.insurance_pays[settle.LINES[settle.DEALER_BLACKJACK]]

    @cached_property
    def most_hands(self) -> int:
        """The maximum number of hands after splits on a box (10(c), ruling split-count)."""
        return 3 if self.positions == 7 else 4

    @cached_property
    def least_bonus(self) -> int:
        """One dollar, or the next whole chip above it (6(b))."""
        return whole_chips(LEAST_BONUS, max(1, self.chip))


def pay_sheet(rules: DoubleAttackRules) -> PaySheet:
    """The pay tables as players read them (5(a), 5(b), 6(d), 8(a), 9(c), 11(c))."""
    even = {
        settle.LINES[line]: str(rules.initial_pays[settle.LINES[line]])
        for line in (settle.BLACKJACK, settle.ABOVE, settle.DEALER_BUST)
    }
    even |= {settle.LINES[line]: "push" for line in (settle.EQUAL, settle.BOTH_BLACKJACK)}
    even |= {settle.LINES[line]: "lose" for line in (settle.BELOW, settle.BUST)} | {"surrender": "half goes back"}
    bonus = in_words(rules.bust_bonus_pays)
    return {
        "initial": {**even, settle.LINES[settle.DEALER_BLACKJACK]: "lose"},
        "double attack and double": {**even, settle.LINES[settle.DEALER_BLACKJACK]: "push"},
        "insurance": in_words(rules.insurance_pays),
        "bust bonus, by the third card": {TENS.get(line, line): odds for line, odds in bonus.items()},
    }
