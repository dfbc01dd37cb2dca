"""The dealer: the methods with which a script conducts a round. Each act makes one or more events.

Most methods are plain calls. Only a method that waits for an answer is a generator and needs ``yield from``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn

from msgspec.structs import replace

from pitboss.basics.cards import TEXT
from pitboss.basics.money import UNITS
from pitboss.engine.game import Game, Irregularity
from pitboss.engine.meters.meter import MeterTerms
from pitboss.engine.procedures.faults import Faults, Lapse
from pitboss.engine.procedures.shoe import Shoe
from pitboss.engine.procedures.shuffle import salts_of
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import SUPERVISOR, THE_DEALER, Ask, Offer, Party, Script
from pitboss.engine.round.events import DOWN, UP, Event, seat_place
from pitboss.engine.round.inputs import Input, ReportInput
from pitboss.engine.round.layout import Stake
from pitboss.engine.round.recorder import R, Recorder
from pitboss.engine.state import NEW, TableState

VOID = "void-returns-all"
"""The ruling on what goes back if a hand is void."""


class Void(Exception):
    """Raised inside a script: every hand is void, by this clause.

    ``saved`` settles the wagers that the void does not affect, before the others go back.
    """

    def __init__(
        self, clause: str, *, reshuffle: bool = False, ruling: str = "", saved: Callable[[], None] | None = None
    ) -> None:
        super().__init__(clause)
        self.clause, self.reshuffle, self.ruling, self.saved = clause, reshuffle, ruling, saved


class Dealer(Recorder[R]):
    """Conducts a round: asks, deals, settles, and ends it."""

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
        super().__init__(game, rules, state, seats, record, names, revision)
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
    ) -> Script:
        """Wait for an answer. If somebody reports an irregularity, handle it and ask again.

        Those in ``also`` may act too, though nobody waits for them. A report can make the question ``moot``, because
        its hand is void. The answer is then None. After a void, linked meters are asked before any question that is not
        ``first``. ``turn`` is the number of the window that the question belongs to. ``check`` says why an answer that
        matches an offer is still rejected. ``keeps`` is a player who can't leave before the answer.
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
        self._return([one for one in self.layout.stakes_of(seat) if self.game.wager(one[0][3]).on_own_hand], clause)
        self.collect(place, clause)
        if self.game.after_void:
            self.game.after_void(self, place)

    def _return(self, stakes: Iterable[tuple[Stake, int]], clause: str) -> None:
        for (seat, player, hand, wager), amount in stakes:
            self.settle(
                seat, player, wager, hand=hand, result="void", returned=amount, clause=clause, line="void", ruling=VOID
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
            self._return(list(self.layout.stakes_of(seat)), void.clause)
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
