"""The ways of dealing that documents share: from a manual shoe, from the hand, from an automated shoe in stacks.

A document lists the same steps once for each way, under different clause numbers. The steps are here, and the clause
numbers are data of each game. The dealer's cut and the count of the stub belong to the same sections.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from pitboss.basics import poker
from pitboss.basics.errors import Defect
from pitboss.engine.procedures.before_deal import AUTOMATED_SHOE_DEVICE, cut, shuffle_other_pack
from pitboss.engine.round.asks import THE_DEALER, Script
from pitboss.engine.round.dealer import Dealer, Void
from pitboss.engine.rules import AUTOMATED, TableRules
from pitboss.engine.state import TableState

MANUAL_SHOE, HAND, AUTOMATED_SHOE = "manual shoe", "hand", AUTOMATED_SHOE_DEVICE
LEAST_CUT = 10
MOST_UNCOUNTED = 5


# --- what a licensee may choose


class StudRules(TableRules, frozen=True, kw_only=True):
    """Options of games that have three ways of dealing and count the stub."""

    dealing: Annotated[
        Literal["manual shoe", "hand", "automated shoe"], Meta(description="What the cards are dealt from.")
    ] = "manual shoe"
    count_every: Annotated[int, Meta(description="The dealer counts the stub once in this many rounds, 1 to 5.")] = (
        MOST_UNCOUNTED
    )
    shuffler_counts: Annotated[
        bool, Meta(description="The shuffler counts the pack after each shuffle, so the stub need not be counted.")
    ] = False

    def without_device(self, dealing: str) -> str:
        """What the cards are dealt from if the device for this way of dealing has been removed."""
        return MANUAL_SHOE

    def stub_defects(self, counted: str, by_shuffler: str) -> Iterator[Defect]:
        """Defects of the two options on counting. The clauses are on the dealer's count and on the shuffler's."""
        if not 1 <= self.count_every <= MOST_UNCOUNTED:
            yield Defect("count_every", f"must be 1 to {MOST_UNCOUNTED} rounds, not {self.count_every}", counted)
        if self.shuffler_counts and self.shuffler != AUTOMATED:
            yield Defect("shuffler_counts", "only an automated shuffler counts the pack", by_shuffler)

    def hand_defects(self, clause: str) -> Iterator[Defect]:
        """The defect of dealing from the hand without an automated shuffler, if a clause forbids it."""
        if self.dealing == HAND and self.shuffler != AUTOMATED:
            yield Defect("dealing", "dealing from the hand needs an automated shuffler", clause)


StudDealer = Dealer[Any]
"""A dealer whose rules are ``StudRules``."""


# --- which way


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """The clauses of one way of dealing."""

    step: str
    """How the cards are prepared for dealing, in words."""
    placed: str
    also: tuple[str, ...] = ()
    """Cited with ``placed``."""
    closing: str
    """The clause on saying "No more bets"."""
    to_player: str
    to_dealer: str
    dealt: tuple[str, ...] = ()
    """Cited with every card."""
    stub: str
    counting: str = ""


def dealt_from(dealer: StudDealer) -> str:
    """What the cards are dealt from now. This differs from the rules if a device is missing."""
    rules = dealer.rules
    dealing: str = rules.dealing
    if dealing == MANUAL_SHOE:
        return dealing
    gone = AUTOMATED_SHOE in dealer.state.removed if dealing == AUTOMATED_SHOE else not by_device(dealer)
    return rules.without_device(dealing) if gone else dealing


def by_device(dealer: StudDealer) -> bool:
    """Whether a device at the table put these cards in order."""
    return dealer.shuffled == AUTOMATED


# --- the dealer's cut


class DealersCut(msgspec.Struct, frozen=True, kw_only=True):
    """The clauses of a cut by the dealer, step by step."""

    cover: str
    also: tuple[str, ...]
    """Cited with ``cover``: the clauses on who cuts, and when."""
    taken: str
    rest: str
    removed: str
    cards: str
    """The clause on the cards and the cover card of the game."""


def dealer_cuts(dealer: StudDealer, clauses: DealersCut) -> Script:
    """The dealer cuts at least ten cards onto the cover card and puts the rest on them. A recut does the same."""
    dealer.procedure("the cover card is placed in front of the pack", clauses.cover, also=clauses.also)
    yield from cut(dealer, THE_DEALER, clauses.taken, LEAST_CUT, leave=1)
    dealer.procedure("the rest of the pack is placed on the cards that were cut", clauses.rest)
    dealer.procedure("the cover card goes to the discard rack", clauses.removed, also=(clauses.cards,))


# --- the stub and its count


class Count(msgspec.Struct, frozen=True, kw_only=True):
    """The clauses on counting the stub, and on a shuffler that counts the pack instead."""

    stub: str
    """The clause that defines the stub."""
    right: str
    wrong: str
    by_shuffler: str
    spares: tuple[str, ...]
    """The ways of dealing in which the shuffler's count replaces the dealer's."""
    ruling: str


def spared(dealer: StudDealer, count: Count) -> bool:
    """Whether the shuffler has counted these cards, so that the dealer need not count the stub."""
    return by_device(dealer) and _shuffler_counts(dealer, count) and dealt_from(dealer) in count.spares


def _shuffler_counts(dealer: StudDealer, count: Count) -> bool:
    """Whether the shuffler counts the pack. It does so even while the shoe of this way of dealing is removed."""
    return dealer.rules.shuffler_counts and dealer.rules.dealing in count.spares


def shuffler_counts(dealer: StudDealer, count: Count) -> None:
    """After a shuffle, let the shuffler count if it does so. A wrong count removes the pack."""
    if (
        by_device(dealer)
        and _shuffler_counts(dealer, count)
        and not dealer.meanwhile
        and not _counted_whole(dealer, count, dealer.state.pack)
    ):
        raise Void(count.by_shuffler)


def shuffle_meanwhile(dealer: StudDealer, count: Count, *, opening: bool = False) -> Script:
    """Shuffle the other of two packs, and count it if the shuffler counts. A wrong count removes the pack."""
    cards = yield from shuffle_other_pack(dealer, opening=opening)
    if not cards or not _shuffler_counts(dealer, count):
        return
    if not _counted_whole(dealer, count, 3 - dealer.state.pack, cards):
        dealer.state = msgspec.structs.replace(dealer.state, order="", key="")


def _counted_whole(dealer: StudDealer, count: Count, pack: int, cards: int = 0) -> bool:
    """Let the shuffler count a pack. Returns whether it is complete; if not, it leaves the table.

    ``cards`` is the size of the pack. Default: that of the current one.
    """
    clause, found, expected = count.by_shuffler, cards or dealer.shoe.size, len(dealer.game.pack)
    dealer.count(found, clause, by="shuffler", pack=pack)
    if found == expected:
        return True
    dealer.irregular(
        f"{found} cards in the pack", "the pack leaves the table", clause, by="shuffler", ruling=count.ruling
    )
    dealer.remove_pack(clause, pack)
    return False


def stay_boxed(dealer: StudDealer) -> None:
    """Let the boxed cards lapse that lie below the dealt cards, since nobody finds them.

    If a misdeal may still show, a card of the stub may complete a hand. They then lapse at the end of the round.
    """
    if not dealer.faults.unnoticed or dealer.revision < 1:
        dealer.boxed_stay()


def one_more_round(dealer: StudDealer, count: Count) -> None:
    """Add a round to those since the last count, whether it ends void or not.

    If this makes a count due, the pack must be counted before its next shuffle (ruling count-each-pack).
    """
    state = dealer.state
    table, pack = (0, 0) if spared(dealer, count) else (state.since_count + 1, _since(dealer) + 1)
    due = max(table, pack) >= dealer.rules.count_every
    dealer.state = _with_counts(dealer, table, pack, uncounted=dealer.shoe.size if due else 0)


def _since(dealer: StudDealer) -> int:
    """The rounds dealt from the current pack of two since it was counted."""
    state = dealer.state
    return state.pack_since[state.pack - 1] if state.pack_since else 0


def _with_counts(dealer: StudDealer, table: int, pack: int, *, uncounted: int) -> TableState:
    """The table's state with these numbers of rounds since a count: for the table, and for the current pack of two."""
    state = dealer.state
    packs = state.with_since(state.pack, pack) if dealer.rules.packs == 2 else ()
    return msgspec.structs.replace(state, since_count=table, pack_since=packs, uncounted=uncounted)


def _counted(dealer: StudDealer, found: int, clause: str, *, ruling: str = "") -> None:
    """The dealer has counted the current pack."""
    dealer.count(found, clause, by="dealer", ruling=ruling)
    dealer.state = _with_counts(dealer, 0, 0, uncounted=0)


def count_if_overdue(dealer: StudDealer, count: Count) -> None:
    """Count the pack before its next shuffle if a void prevented a due count of the stub."""
    found, expected = dealer.state.uncounted, len(dealer.game.pack)
    if not found:
        return
    _counted(dealer, found, count.right if found == expected else count.wrong, ruling="count-each-pack")
    if found != expected:
        dealer.irregular(f"{found} cards in the pack", "the pack leaves the table", count.wrong, by="dealer")
        dealer.remove_pack(count.wrong)


def rack_the_stub(dealer: StudDealer, way: Way, count: Count, misdealt: Callable[[], Iterable[str]]) -> None:
    """Put the stub in the rack. Count it if a count is due.

    ``misdealt`` names the places whose hands have the wrong number of cards. Only the count finds such a misdeal.
    """
    stay_boxed(dealer)
    if not dealer.state.uncounted:
        also = (count.stub, count.by_shuffler) if spared(dealer, count) else (count.stub,)
        dealer.stub(way.stub, also=also)
        return
    dealer.stub(way.counting, also=(way.stub, count.stub), counted=True)
    found, expected = dealer.shoe.size, len(dealer.game.pack)
    places = list(misdealt())
    _counted(dealer, found, count.right if found == expected and not places else count.wrong)
    if found != expected:
        what, remedy = f"{found} cards in the pack", "all hands void, the pack leaves the table"
        dealer.irregular(what, remedy, count.wrong, by="dealer")
        dealer.remove_pack(count.wrong)
        raise Void(count.wrong)
    if places:
        what, ruling = f"misdealt: {', '.join(places)}", "stub-finds-misdeal"
        dealer.irregular(what, "all hands void", count.wrong, by="dealer", ruling=ruling)
        raise Void(count.wrong, ruling=ruling)


# --- announcing which poker hand a place holds


SUITED = (poker.FLUSH, poker.STRAIGHT_FLUSH, poker.ROYAL_FLUSH)
SUITED_3 = (poker.FLUSH_3, poker.STRAIGHT_FLUSH_3)


class Ranking(msgspec.Struct, frozen=True, kw_only=True):
    """The clauses on poker hands of five cards, or of three."""

    hands: tuple[str, ...]
    """The clause that defines each category, from a high card up."""
    also: tuple[str, ...]
    """Cited with every hand."""
    suited: tuple[str, ...] = ()
    """Cited with a hand that is all of one suit."""
    rulings: Mapping[int, str] = {}
    """The rulings on single categories."""


def rank(
    dealer: Dealer[Any],
    place: str,
    cards: Sequence[int],
    strength: int,
    ranking: Ranking,
    *,
    also: tuple[str, ...] = (),
    ruling: str = "",
) -> None:
    """Say which five-card hand of this strength a place holds."""
    kind = poker.CATEGORY_OF[strength]
    cited = (*ranking.also, *also, *ranking.suited) if kind in SUITED else (*ranking.also, *also)
    ruling = ruling or ranking.rulings.get(kind, "")
    name, category = poker.describe(cards, strength), poker.CATEGORIES[kind]
    dealer.rank(place, cards, category, name, ranking.hands[kind], also=cited, ruling=ruling)


def rank_few(dealer: Dealer[Any], place: str, cards: Sequence[int], ranking: Ranking) -> int:
    """Say which hand of two or three cards a place holds. Returns its category."""
    known = poker.ladder(len(cards))
    kind = known.category_of[known.strength(cards)]
    cited = (*ranking.also, *ranking.suited) if len(cards) == 3 and kind in SUITED_3 else ranking.also
    name, category = known.describe(cards), known.categories[kind]
    dealer.rank(place, cards, category, name, ranking.hands[kind], also=cited, ruling=ranking.rulings.get(kind, ""))
    return kind
