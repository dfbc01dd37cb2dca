"""The recorder: each act at the table makes one event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec.structs import replace

from pitboss.basics.cards import NUMBER, TEXT
from pitboss.engine.game import Game
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import RACK, Event, seat_place
from pitboss.engine.round.inputs import DecisionInput, PlayerInput, WagerInput
from pitboss.engine.round.layout import FOLDS, Hand, Layout, Stake
from pitboss.engine.rules import TableRules
from pitboss.engine.state import TableState

R = TypeVar("R", bound=TableRules)


def without(clause: str, also: tuple[str, ...]) -> tuple[str, ...]:
    """Further clauses of a step, without its main clause."""
    return tuple([one for one in also if one != clause]) if clause in also else also


class Recorder(Generic[R]):
    """Records a round: it makes events and applies them to the layout."""

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
