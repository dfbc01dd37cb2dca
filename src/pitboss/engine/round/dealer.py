"""The dealer: the methods with which a script conducts a round. Each act makes one or more events.

Most methods are plain calls. Only a method that waits for an answer is a generator and needs ``yield from``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Generic, NoReturn, TypeVar

from msgspec.structs import replace

from pitboss.basics.cards import NUMBER, TEXT
from pitboss.basics.money import UNITS
from pitboss.engine.game import Game, Irregularity
from pitboss.engine.meters.meter import MeterTerms
from pitboss.engine.procedures.shoe import Shoe, salts_of
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import SUPERVISOR, THE_DEALER, Ask, Offer, Party, Script
from pitboss.engine.round.events import DOWN, RACK, UP, Event, seat_place
from pitboss.engine.round.inputs import DecisionInput, Input, PlayerInput, ReportInput, SeatInput, WagerInput
from pitboss.engine.round.layout import FOLDS, Hand, Layout, Stake
from pitboss.engine.rules import TableRules
from pitboss.engine.state import NEW, TableState

# --- faults that staff have reported


MISDEAL, UNNOTICED, SHOE_JAM, BOXED = "misdeal", "unnoticed misdeal", "shoe jam", "boxed card"
"""The irregularities that staff report before they show."""

Lapse = tuple[str, str]
"""An irregularity that did not happen, and its place."""


class Faults:
    """The faults planted for the deal of one round."""

    def __init__(self) -> None:
        self.owed: dict[str, int] = {}
        """The coming misdeals: how many cards too many or too few each place will get."""
        self.misdealt: set[str] = set()
        """The places where such a misdeal has happened."""
        self.unnoticed: set[str] = set()
        """The places whose misdeal nobody notices before the stub is counted."""
        self.jam_after: int | None = None
        """How many cards the automated shoe still delivers before it jams; None if it will not jam."""
        self.boxed: tuple[int, ...] = ()
        """The positions in the shoe of cards that were reported to lie face up."""

    def misdeal(self, place: str, wrong: int, *, unnoticed: bool) -> None:
        """Plan to deal a place ``wrong`` cards too many, or too few if negative."""
        self.owed[place] = wrong
        self.misdealt.discard(place)
        if unnoticed:
            self.unnoticed.add(place)
        else:
            self.unnoticed.discard(place)

    def deal(self, place: str, due: int) -> int:
        """How many cards a place gets if it should get ``due``."""
        wrong = self.owed.get(place)
        if wrong is None:
            return due
        self.misdealt.add(place)
        given = max(0, due + wrong)
        self.owed[place] = wrong - (given - due)
        return given

    def jams_now(self) -> bool:
        """Whether the shoe jams at the next card. If not, it delivers the card."""
        if self.jam_after is None:
            return False
        jams = self.jam_after == 0
        self.jam_after = None if jams else self.jam_after - 1
        return jams

    # --- faults that lapse

    def misdeals_lapse(self, places: Iterable[str]) -> list[Lapse]:
        """Cancel the misdeals of these places."""
        gone = []
        for place in list(places):
            del self.owed[place]
            gone.append((UNNOTICED if place in self.unnoticed else MISDEAL, place))
            self.unnoticed.discard(place)
        return gone

    def elsewhere(self, dealt_to: Collection[str]) -> list[str]:
        """The places with a coming misdeal that get no cards."""
        return [place for place, wrong in self.owed.items() if wrong and place not in dealt_to]

    def jam_lapses(self) -> list[Lapse]:
        """Cancel the jam of the shoe."""
        gone = [] if self.jam_after is None else [(SHOE_JAM, "")]
        self.jam_after = None
        return gone

    def boxed_lapse(self, drawn: int) -> list[Lapse]:
        """Cancel the boxed cards that lie below the ``drawn`` cards."""
        gone = [(BOXED, "") for at in self.boxed if at >= drawn]
        self.boxed = ()
        return gone


# --- the dealer


R = TypeVar("R", bound=TableRules)
VOID = "void-returns-all"
"""The ruling on what goes back if a hand is void."""


def without(clause: str, also: tuple[str, ...]) -> tuple[str, ...]:
    """Further clauses of a step, without its main clause."""
    return tuple([one for one in also if one != clause]) if clause in also else also


class Void(Exception):
    """Raised inside a script: every hand is void, by this clause.

    ``saved`` settles the wagers that the void does not affect, before the others go back.
    """

    def __init__(
        self, clause: str, *, reshuffle: bool = False, ruling: str = "", saved: Callable[[], None] | None = None
    ) -> None:
        super().__init__(clause)
        self.clause, self.reshuffle, self.ruling, self.saved = clause, reshuffle, ruling, saved


class Dealer(Generic[R]):
    """Conducts a round: asks, deals, settles, and ends it. Each act makes events, which are applied to the layout."""

    phase = "opening"
    """The phase of the round: opening, wagers, deal, then phases that the game names."""
    to_shuffle: tuple[int, ...] = ()
    """The cards that the shuffler is asked to put in order."""
    opens = False
    """Whether the table opens in this round, for the first time or after it was idle or closed."""
    fresh = False
    """Whether the cards are new at the table and have not been shuffled at it."""
    shuffled = ""
    """How the current stack was shuffled: automated, manual or pre-shuffled."""
    meanwhile = False
    """Whether the current stack was shuffled, and counted if the shuffler counts, during the last round."""
    cutter: Party | None = None
    """Whoever made the last cut."""
    key = ""
    """The secret from which the salts of the current stack's commitments are made."""
    boxed_found = 0
    memory: Any = None
    """The game's own data during the round."""

    def __init__(
        self,
        game: Game,
        rules: R,
        state: TableState,
        seats: tuple[tuple[int, str], ...],
        record: Callable[[Event], None],
        names: Mapping[str, str],
        revision: int,
    ) -> None:
        self.game, self.rules, self.state, self.seats, self.names = game, rules, state, seats, names
        self.revision = revision
        """The revision of the engine that the round follows."""
        self.round = state.round + 1
        self.layout = Layout()
        self._record = record
        self.shoe = Shoe("")
        self.in_play: list[int] = []
        """The seats that had a base wager when bets closed, from the dealer's left."""
        self.faults = Faults()
        """The faults that staff have reported for the coming deal."""
        self.gains: dict[str, int] = {}
        """The gain of each meter in this round, in ten-thousandths of a cent."""
        self.contributed: dict[Stake, list[MeterTerms]] = {}
        """The meters that each wager has contributed to. Void wagers are not in it."""
        self.to_take_back: list[tuple[Stake, MeterTerms]] = []
        """Void wagers with the linked meters that have yet to say how much is left of their contributions."""
        self._turns = 0
        self._shown: list[int] = []
        self._drawn: dict[int, int] = {}
        """The position at which each card was drawn, counted from the top."""

    def emit(self, event: Event) -> None:
        fold = FOLDS.get(type(event))
        if fold is not None:
            fold(self.layout, event)
        self._record(event)

    def called(self, player: str) -> str:
        """The name of the player with this id."""
        return self.names.get(player, player)

    # --- the table

    def announce(self, words: str, clause: str, *, place: str = "", hand: int = 0, also: tuple[str, ...] = ()) -> None:
        which = hand or int(bool(place) and place != RACK)  # words about a place concern its first hand
        self.emit(ev.Announced(round=self.round, clause=clause, also=also, words=words, place=place, hand=which))

    def procedure(
        self, step: str, clause: str, *, seat: int = 0, player: str = "", also: tuple[str, ...] = (), ruling: str = ""
    ) -> None:
        self.emit(
            ev.Procedure(
                round=self.round,
                clause=clause,
                also=also,
                ruling=ruling,
                step=step,
                seat=seat,
                player=player,
                pack=self.state.pack if self.rules.packs == 2 else 0,
            )
        )

    def irregular(
        self,
        what: str,
        remedy: str,
        clause: str,
        *,
        by: str = "",
        place: str = "",
        card: int | None = None,
        ruling: str = "",
    ) -> None:
        shown = None if card is None else TEXT[card]
        self.emit(
            ev.Irregular(
                round=self.round, clause=clause, ruling=ruling, what=what, remedy=remedy, by=by, place=place, card=shown
            )
        )

    def count(self, found: int, clause: str, *, by: str, pack: int = 0, ruling: str = "") -> None:
        """Say how many cards a pack has. Default: the current pack."""
        which = (pack or self.state.pack) if self.rules.packs == 2 else 0
        expected = len(self.game.pack)
        self.emit(
            ev.Counted(
                round=self.round, clause=clause, ruling=ruling, by=by, found=found, expected=expected, pack=which
            )
        )

    # --- players and wagers

    def take_in(self, given: SeatInput, clause: str) -> None:
        """Let somebody who has taken a seat play in this round (ruling seated-in-time)."""
        self.seats = (*self.seats, (given.seat, given.player))
        if given.name:
            self.names = {**self.names, given.player: given.name}
        seated = (self.game.seated,) if self.game.seated else ()
        self.emit(
            ev.Seated(
                round=self.round,
                clause=clause,
                also=without(clause, seated),
                ruling="seated-in-time",
                seat=given.seat,
                player=given.player,
                name=given.name,
            )
        )

    def player_at(self, seat: int) -> str:
        """The player of a seat: the one with the base wager there, or else the one who sits there."""
        base = self.game.base
        for where, player, _, wager in self.layout.stakes:
            if where == seat and wager == base:
                return player
        return next((player for where, player in self.seats if where == seat), "")

    def stake(self, seat: int, player: str, wager: str, hand: int = 1) -> int:
        return self.layout.stakes.get((seat, player, hand, wager), 0)

    def coupon(self, seat: int, player: str, wager: str) -> int:
        """The face value of the match play coupon beside a wager. A win pays it too."""
        return self.layout.coupons.get((seat, player, 1, wager), 0)

    def put(
        self,
        given: PlayerInput,
        *,
        wager: str = "",
        amount: int = 0,
        hand: int = 0,
        coupon: int = 0,
        clause: str = "",
        ruling: str = "",
    ) -> None:
        """Put chips on the layout for the given wager, or for one that a decision implies."""
        chips = given if isinstance(given, WagerInput) else None
        name = wager or (chips.wager if chips else "")
        spec = self.game.wager(name)
        also = tuple([one for one in spec.also if one != clause]) if clause else spec.also
        self.emit(
            ev.Wagered(
                round=self.round,
                clause=clause or spec.clause,
                also=also,
                ruling=ruling,
                seat=given.seat,
                player=given.player,
                wager=name,
                amount=amount or given.amount,
                hand=hand or given.hand,
                coupon=coupon or (chips.coupon if chips else 0),
                redeemed=given.do == "redeem",
            )
        )

    def withdraw(self, given: PlayerInput, clause: str, *, wager: str = "") -> None:
        """Return the chips of the given wager, or of one that a decision implies."""
        name = wager or (given.wager if isinstance(given, WagerInput) else "")
        stake = (given.seat, given.player, given.hand, name)
        self.emit(
            ev.Withdrawn(
                round=self.round,
                clause=clause,
                seat=given.seat,
                player=given.player,
                wager=name,
                amount=self.layout.stakes[stake],
                hand=given.hand,
                coupon=self.layout.coupons.get(stake, 0),
                redeemed=stake in self.layout.redeemed,
            )
        )

    def chose(
        self,
        given: PlayerInput,
        clause: str,
        *,
        action: str = "",
        also: tuple[str, ...] = (),
        ruling: str = "",
        amount: int = 0,
    ) -> None:
        """Record a player's decision. A decision by the clock cites ruling time-out."""
        self.emit(
            ev.Chose(
                round=self.round,
                clause=clause,
                also=also,
                ruling=ruling or given.ruling,
                seat=given.seat,
                player=given.player,
                hand=given.hand,
                action=action or given.do,
                amount=amount,
                what=given.what if isinstance(given, DecisionInput) else "",
            )
        )

    def settle(
        self,
        seat: int,
        player: str,
        wager: str,
        *,
        result: str,
        returned: int,
        clause: str,
        hand: int = 1,
        stake: int | None = None,
        line: str = "",
        pays: str = "",
        table: str = "",
        also: tuple[str, ...] = (),
        ruling: str = "",
        rounded: bool = False,
        capped: int = 0,
        source: str = "",
    ) -> None:
        """End a wager.

        A win pays the match play coupon beside it, and a win or a loss takes the coupon. A coupon redeemed instead of
        chips is not money: after a push or a void the player gets back the coupon and nothing else. A rounded payout
        cites ruling min-chip, unless it has another ruling.
        """
        which: Stake = (seat, player, hand, wager)
        coupon = self.layout.coupons.get(which, 0)
        if coupon and result == "win":
            returned += coupon
        redeemed = which in self.layout.redeemed
        back = result in ("push", "void")
        if redeemed and back:
            returned = 0
        ended = ev.Settled(  # beyond fifteen keywords Python builds a dict, which takes four times as long
            round=self.round,
            clause=clause,
            also=without(clause, also),
            ruling=ruling or ("min-chip" if rounded else ""),
            seat=seat,
            player=player,
            hand=hand,
            wager=wager,
            stake=self.layout.stakes[which] if stake is None else stake,
            result=result,
            returned=returned,
            line=line,
            pays=pays,
            table=table,
            source=source,
        )
        if rounded or capped or coupon or redeemed:
            taken = bool(coupon or redeemed) and not back
            ended = replace(ended, rounded=rounded, capped=capped, coupon=coupon, coupon_taken=taken, redeemed=redeemed)
        self.emit(ended)

    # --- cards

    def hand(self, seat: int, hand: int = 1) -> Hand:
        return self.layout.hands[seat_place(seat), hand]

    def cards(self, place: str, hand: int = 1) -> list[int]:
        """The cards at a place, in the order they came."""
        found = self.layout.hands.get((place, hand))
        return [NUMBER[card] for card in found.cards if card] if found else []

    def conceal(self, place: str, clause: str) -> None:
        self.emit(ev.Concealed(round=self.round, clause=clause, place=place, hand=1))

    def rank(
        self,
        place: str,
        cards: Sequence[int],
        category: str,
        name: str,
        clause: str,
        *,
        also: tuple[str, ...] = (),
        ruling: str = "",
    ) -> None:
        """Say which hand a place holds, by the clause that defines it."""
        self.emit(
            ev.Ranked(
                round=self.round,
                clause=clause,
                also=without(clause, also),
                ruling=ruling,
                place=place,
                hand=1,
                cards=tuple([TEXT[card] for card in cards]),
                category=category,
                name=name,
            )
        )

    def collect(self, place: str, clause: str, *, hand: int = 1, also: tuple[str, ...] = ()) -> None:
        """Put a place's cards in the discard rack, in order."""
        held = self.layout.hands.get((place, hand))
        if held is None or not held.cards:
            return
        self.emit(
            ev.Collected(
                round=self.round,
                clause=clause,
                also=also,
                place=place,
                hand=hand,
                cards=tuple(held.cards),
                faces=tuple(held.faces),
            )
        )

    # --- asking

    def next_turn(self) -> int:
        """The number of a new question. A window takes one number for all its questions."""
        self._turns += 1
        return self._turns

    def ask(
        self,
        about: str,
        clause: str,
        waiting: Sequence[Party],
        offers: Callable[[Party], Iterable[Offer]],
        *,
        also: Sequence[Party] = (),
        moot: Callable[[], bool] = lambda: False,
        first: bool = False,
        turn: int = 0,
        check: Callable[[Input], str] | None = None,
        keeps: str = "",
        no_seat: Callable[[SeatInput], tuple[str, str]] | None = None,
    ) -> Script:
        """Wait for an answer. If somebody reports an irregularity, handle it and ask again.

        Those in ``also`` may act too, though nobody waits for them. A report can make the question ``moot``, because
        its hand is void. The answer is then None. After a void, linked meters are asked before any question that is not
        ``first``. ``turn`` is the number of the window that the question belongs to. ``check`` says why an answer that
        matches an offer is still rejected. ``keeps`` is a player who can't leave before the answer. With ``no_seat``
        somebody may take a seat meanwhile, which is an answer too; it says who may not, and why.
        """
        question = Ask(
            turn=turn or self.next_turn(),
            about=about,
            clause=clause,
            waiting=tuple(waiting),
            also=tuple(also),
            offers=offers,
            check=check,
            keeps=keeps,
            no_seat=no_seat,
        )
        while True:
            if self.to_take_back and not first:
                yield from self.take_back()
            given = yield question
            if given.do != "report":
                return given
            yield from self.report(given)
            if moot():
                return None

    def take_back(self) -> Script:
        assert self.game.take_back is not None
        yield from self.game.take_back(self)

    def report(self, given: ReportInput) -> Script:
        remedy = self._irregularity(given.what).happen(self, given)
        if remedy is not None:
            yield from remedy

    def _irregularity(self, what: str) -> Irregularity:
        return next(one for one in self.game.irregularities if one.what == what)

    def wrong_report(self, given: ReportInput) -> str:
        """Why a report that matches its offer is still rejected. Empty if it is accepted."""
        return self._irregularity(given.what).wrong(self, given)

    def reports(self) -> list[Offer]:
        """The irregularities that the dealer or a supervisor may report now, or may not, with the reasons."""
        return [
            Offer(
                do="report",
                clause=i.clause,
                what=(i.what,),
                why_not=i.when(self),
                least=i.least,
                most=i.most,
                unit=i.unit,
                places=i.places(self) if i.places else None,
                optional=True,
            )
            for i in self.game.irregularities
        ]

    def ask_seat(self, about: str, clause: str, seat: int, offers: Callable[[], Sequence[Offer]]) -> Script:
        """A turn: a window for one seat. The answer is None if the seat's hand becomes void first."""
        party, hands, place = Party("player", seat, self.player_at(seat)), self.layout.hands, seat_place(seat)

        def void() -> bool:
            return (place, 1) in hands and hands[place, 1].void

        return (
            yield from self.ask(about, clause, (party,), lambda asked: offers() if asked == party else (), moot=void)
        )

    def ask_party(self, about: str, clause: str, offers: Sequence[Offer], party: Party = THE_DEALER) -> Script:
        """Wait for the dealer, a supervisor or a device."""
        return (yield from self.ask(about, clause, (party,), lambda asked: offers if asked == party else ()))

    def ask_supervisor(self, about: str, offer: Offer) -> Script:
        return (yield from self.ask_party(about, offer.clause, (offer,), SUPERVISOR))

    # --- wagers

    def wager_offer(
        self,
        wager: str,
        seat: int,
        player: str,
        least: int,
        most: int,
        *,
        least_is: str,
        most_is: str,
        why_not: str = "",
        optional: bool = False,
        clause: str = "",
    ) -> Offer:
        """Offer a wager, or say that the player has already placed it."""
        staked = self.stake(seat, player, wager)
        placed = f"the {wager} wager is placed already; withdraw it to change it" if staked else ""
        return Offer(
            do="wager",
            wager=wager,
            clause=clause or self.game.wager(wager).clause,
            least=least,
            most=most,
            step=self.rules.chip,
            least_is=least_is,
            most_is=most_is,
            why_not=why_not or placed,
            optional=optional,
            coupon=self.most_coupon(wager, staked),
        )

    def base_offer(self, party: Party, *, why_not: str = "", optional: bool = False, clause: str = "") -> Offer:
        """Offer the base wager between the limits of the table."""
        return self.wager_offer(
            self.game.base,
            party.seat,
            party.player,
            self.rules.table_minimum,
            self.rules.table_maximum,
            least_is="the table minimum",
            most_is="the table maximum",
            why_not=why_not,
            optional=optional,
            clause=clause,
        )

    def most_coupon(self, wager: str, chips: int) -> int:
        """The largest match play coupon that may lie beside these chips of a wager (ruling match-play)."""
        if not chips or not self.rules.match_play or not self.game.wager(wager).coupon:
            return 0
        return chips - chips % self.rules.chip

    def live(self) -> list[int]:
        """The seats still in the round, clockwise from the dealer's left."""
        hands = self.layout.hands
        return [seat for seat in self.in_play if hands[seat_place(seat), 1].live]

    # --- faults that were reported

    def lapse(self, what: str, why: str, *, place: str = "") -> None:
        """A reported fault did not happen and needs no remedy."""
        self.irregular(what, why, self._irregularity(what).clause, place=place)

    def lapsed(self, faults: Iterable[Lapse], why: str) -> None:
        for what, place in faults:
            self.lapse(what, why, place=place)

    def lapse_the_rest(self, why: str) -> None:
        """The deal does not go on, so the misdeals, jams and boxed cards reported for it lapse."""
        faults = self.faults
        self.lapsed(faults.misdeals_lapse(place for place in faults.owed if place not in faults.misdealt), why)
        self.lapsed(faults.jam_lapses(), why)
        if not self.game.lasting_shoe:  # a lasting shoe keeps its boxed cards for the next round
            self.lapsed(faults.boxed_lapse(self.shoe.cursor), why)

    def boxed_stay(self) -> None:
        """The reported boxed cards of the stub have not come and will not."""
        self.lapsed(self.faults.boxed_lapse(self.shoe.cursor), "none: it stays in the stub, and no hand holds it")

    def no_more_to_come(self, what: str) -> None:
        """A fault reported for the next wash or shuffle has happened, or has lapsed."""
        self.state = replace(self.state, to_come=tuple([one for one in self.state.to_come if one != what]))

    # --- cards

    def draw(self) -> int:
        """Draw the next usable card. The first card found face up goes to the rack, and the second voids the round."""
        while True:
            if not self.shoe.left:
                self.out_of_cards()
            card, boxed = self.shoe.take()
            if not boxed:
                return card
            self.boxed_found += 1
            self._drawn[card] = self.shoe.cursor - 1
            clause = self.game.boxed
            again = self.boxed_found > 1
            remedy = "all hands void, cards reshuffled" if again else "to the discard rack; the next card is used"
            self.irregular("boxed card", remedy, clause, card=card, ruling="one-boxed-card")
            self.burn_card(card, UP, clause, why="found face up")
            if again:
                raise Void(clause, reshuffle=True, ruling="one-boxed-card")

    def out_of_cards(self) -> NoReturn:
        """No cards are left. Either too many were dealt, or the pack is short of cards and leaves the table."""
        if self.shoe.size >= len(self.game.pack):
            clause = next((one.clause for one in self.game.irregularities if one.what == "misdeal"), self.game.short)
            what, remedy = "no cards are left: too many were dealt", "all hands void, cards reshuffled"
            self.irregular(what, remedy, clause)
            raise Void(clause, reshuffle=True)
        self.short_of_cards()

    def short_of_cards(self) -> NoReturn:
        """The pack is short of cards and leaves the table. The round is void, and the next opens with another pack."""
        clause = self.game.short
        self.irregular("pack short of cards", "all hands void, the pack leaves the table", clause)
        self.remove_pack(clause)
        raise Void(clause)

    def deal(
        self, to: str, face: str, clause: str, *, hand: int = 1, also: tuple[str, ...] = (), ruling: str = ""
    ) -> int:
        """Deal one card to a place."""
        shoe = self.shoe
        card = self.draw() if shoe.boxed or shoe.cursor >= shoe.size else shoe.next()
        self._drawn[card] = shoe.cursor - 1
        if face == UP:
            self._shown.append(card)
        self.emit(
            ev.Dealt(
                round=self.round, clause=clause, also=also, ruling=ruling, to=to, hand=hand, card=TEXT[card], face=face
            )
        )
        return card

    def deal_cards(self, to: str, count: int, face: str, clause: str, *, also: tuple[str, ...] = ()) -> None:
        """Deal consecutive cards to a place. A reported misdeal makes them too many or too few."""
        for _ in range(self.faults.deal(to, count)):
            if self.faults.jams_now():
                raise ShoeJam
            self.deal(to, face, clause, also=also)

    def burn_card(self, card: int, face: str, clause: str, *, why: str = "", also: tuple[str, ...] = ()) -> None:
        if face == UP:
            self._shown.append(card)
        self.emit(ev.Burned(round=self.round, clause=clause, also=also, card=TEXT[card], face=face, why=why))

    def expose(
        self, place: str, clause: str, *, only: tuple[int, ...] = (), also: tuple[str, ...] = (), ruling: str = ""
    ) -> list[int]:
        """Turn the cards of a place face up for all. ``only`` limits this to some positions."""
        held = self.cards(place)
        cards = [held[at] for at in only] if only else held
        if not cards:  # a hand that was dealt none
            return []
        self._shown.extend(cards)
        self.emit(
            ev.Exposed(
                round=self.round,
                clause=clause,
                also=also,
                ruling=ruling,
                place=place,
                hand=1,
                cards=tuple([TEXT[card] for card in cards]),
                only=only,
            )
        )
        return cards

    def stub(self, clause: str, *, also: tuple[str, ...] = (), counted: bool = False) -> None:
        """Put the rest of the pack in the discard rack, unseen."""
        self.emit(ev.Stub(round=self.round, clause=clause, also=also, cards=self.shoe.left, counted=counted))

    # --- voids

    def void_hand(self, seat: int, clause: str) -> None:
        """Void a seat's hand. Every live wager on it goes back in full."""
        place = seat_place(seat)
        self.emit(ev.Voided(round=self.round, clause=clause, ruling=VOID, place=place, hand=1))
        self.give_back([one for one in self.layout.stakes_of(seat) if self.game.wager(one[0][3]).on_own_hand], clause)
        self.collect(place, clause)
        if self.game.after_void:
            self.game.after_void(self, place)

    def give_back(self, stakes: Iterable[tuple[Stake, int]], clause: str, ruling: str = VOID) -> None:
        """Return void wagers in full."""
        for (seat, player, hand, wager), back in stakes:
            self.settle(
                seat, player, wager, hand=hand, result="void", returned=back, clause=clause, line="void", ruling=ruling
            )

    def void_round(self, void: Void) -> None:
        """Void every hand. Live wagers go back in full, and earlier settlements stand."""
        self.lapse_the_rest("none: the round is void before it comes")
        self.emit(
            ev.Voided(
                round=self.round,
                clause=void.clause,
                ruling=void.ruling,
                place="round",
                hand=0,
                reshuffle=void.reshuffle,
            )
        )
        if void.saved:
            void.saved()
        for seat in sorted({stake[0] for stake in self.layout.stakes}):
            self.give_back(list(self.layout.stakes_of(seat)), void.clause)
        if self.game.after_void:
            self.game.after_void(self, "round")
        for place, hand in list(self.layout.hands):
            self.collect(place, void.clause, hand=hand)
        if void.reshuffle:
            self.state = replace(self.state, reshuffle=True)

    def remove_pack(self, clause: str, pack: int = 0) -> None:
        """Remove a pack with the wrong cards from the table. Default: the current pack.

        The next round opens with a new pack in its place.
        """
        pack = pack or self.state.pack
        two = self.rules.packs == 2
        self.emit(
            ev.Procedure(
                round=self.round, clause=clause, step="the pack is removed from the table", pack=pack if two else 0
            )
        )
        if two:
            state = self.state
            left = 0 if pack == state.pack else state.uncounted
            gone = tuple(sorted({*state.missing, pack}))
            self.state = replace(state, missing=gone, pack_since=state.with_since(pack, 0), uncounted=left)
        else:
            self.state = replace(self.state, uncounted=0)
            self.begin_anew()

    def begin_anew(self) -> None:
        """The next round opens with new cards: its game is just beginning, and the cut is offered anew."""
        offered = 0 if self.revision >= 1 else self.state.cut_offered
        self.state = replace(self.state, condition=NEW, cut_offered=offered)

    # --- the end

    def open_shown(self, clause: str) -> None:
        """Open the commitments of the cards that everyone has seen."""
        if not self._shown or not self.key:
            return
        opened = self._openings(self._shown)
        self.emit(ev.Opened(round=self.round, clause=clause, pack=self.state.pack, cards=opened))

    def openings_of(self, cards: Iterable[int]) -> tuple[ev.Opening, ...]:
        """What opens the commitments of these cards of the round's stack. Those that everyone has seen are left out."""
        return self._openings({*cards} - {*self._shown}) if self.key else ()

    def _openings(self, cards: Iterable[int]) -> tuple[ev.Opening, ...]:
        stack, drawn = self.shoe.stack, self._drawn
        at = self.shoe.positions([drawn[card] for card in cards])
        salts = salts_of(at, len(stack), self.key)
        return tuple([(i, TEXT[stack[i]], salt) for i, salt in zip(at, salts, strict=True)])

    def end(self, clause: str) -> None:
        """Close the books of the round."""
        layout = self.layout
        if layout.stakes:
            raise RuntimeError(f"the round ended with wagers that were never settled: {layout.stakes}")
        house = (layout.staked - layout.returned) * UNITS
        self.emit(
            ev.Ended(
                round=self.round,
                clause=clause,
                staked=layout.staked,
                returned=layout.returned,
                house_units=house - sum(self.gains.values()) if self.gains else house,
                meter_units=self.gains,
                state=replace(self.state, round=self.round),
            )
        )


class ShoeJam(Exception):
    """The automated shoe stopped in the middle of the deal."""


__all__ = ["DOWN", "UP", "Dealer", "ShoeJam", "Void"]
