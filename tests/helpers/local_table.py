"""A table in this process that looks like a client at a live one: it speaks through encoded messages."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec

from pitboss.basics.money import dollars
from pitboss.client import ConnectionLost, Refused
from pitboss.client.live_view import LiveView
from pitboss.engine.auto.policy import Turn, staff
from pitboss.engine.round.asks import Offer, Party
from pitboss.engine.round.inputs import PLAYER, Input
from pitboss.engine.round.layout import Layout, View
from pitboss.engine.rules import to_builtins
from pitboss.engine.table import Table
from pitboss.protocol import messages as msg
from pitboss.protocol.account import AtTable, Me, Person
from pitboss.protocol.tables import TableInfo

ME, TABLE = "ann-1", "t1"


class LocalTable:
    """One player, Ann, at a table with an automatic dealer. ``rounds`` is how many rounds there are."""

    losses = 0
    """How many answers about the game account are lost."""
    gives = 1000_00
    """What Ann may take with too little left, in cents."""

    def __init__(self, game: str, *, seed: int = 3, rounds: int = 1, others: int = 0) -> None:
        self.table = Table(game, seed=seed)
        self.live = LiveView(TABLE, ME)
        meters = {"main": {"meter": 123_456_00}}
        self.talk = SimpleNamespace(server_ahead=0, meters=meters, play=self._play_command)
        self.server, self.connected, self.wallet = "http://house", True, 10_000_00
        self.account, self.paid = 0, dict[str, int]()
        self.chips, self.seq, self.rounds, self.random = 0, 0, rounds, Random(seed)
        self.commands: list[str] = []
        self.slow = False
        """Whether Ann's time is over at every decision."""
        self._ready, self._told = False, 0
        for number in range(others):
            self.table.sit(f"Bot {number + 1}", id=f"bot-{number + 1}")

    @property
    def info(self) -> TableInfo:
        rules, game = self.table.rules, self.table.game
        return TableInfo(
            id=TABLE,
            name="Table One",
            game=game.name,
            title=game.title,
            state="open",
            private=False,
            seats=(),
            positions=rules.positions,
            minimum=rules.table_minimum,
            maximum=rules.table_maximum,
            round=0,
            playing=False,
            link="main",
            rules=to_builtins(rules),
        )

    # --- what a client does

    def watch(self, table: str) -> LiveView:
        self._send_turn()
        return self.live

    def wait(self, view: LiveView, until: Callable[[LiveView], bool] | None = None, timeout: float = 0) -> bool:
        if self.slow and self._my_turn():
            self._default()
            return True
        return until is not None and until(view)

    def unwatch(self, table: str) -> None:
        self.live.on_update = None

    def me(self) -> Me:
        here = [
            AtTable(table=TABLE, name="Table One", seat=seat, chips=self.chips) for seat in [self.live.seat] if seat
        ]
        person = Person(id=ME, name="Ann")
        may_take = 0 if self.wallet + self.chips >= self.info.minimum else self.gives
        given = {"person": person, "wallet": self.wallet, "game_account": self.account, "take": may_take}
        return Me(coupons=0, tables=tuple(here), **given)

    def take(self) -> int:
        self.wallet += self.gives
        return self.gives

    def pay_into_game_account(self, cents: int, *, key: str) -> None:
        if key not in self.paid:
            if not 0 <= self.account + cents <= self.account + self.wallet:
                raise Refused("conflict", f"your game account does not hold {dollars(abs(cents))}")
            self.paid[key] = cents
            self.wallet, self.account = self.wallet - cents, self.account + cents
        if self.losses:
            self.losses -= 1
            raise ConnectionLost("http://house does not answer")

    def cash_out_game_account(self, cents: int, *, key: str) -> None:
        self.pay_into_game_account(-cents, key=key)

    def _play_command(self, table: str, offer: Offer, **said: Any) -> tuple[Offer, dict[str, Any]]:
        """The command to take an offer. This table takes the offer itself."""
        return offer, said

    def send(self, command: Any, timeout: float = 0) -> None:
        match command:
            case msg.Sit(seat=seat):
                self.sit(TABLE, seat)
            case msg.Leave():
                self.leave(TABLE)
            case msg.BuyIn(cents=cents):
                self.buy_in(TABLE, cents)
            case msg.CashOut(cents=cents):
                self.cash_out(TABLE, cents)
            case msg.SitOut(out=out):
                self.sit_out(TABLE, out)
            case msg.Ready():
                self.ready(TABLE)
            case (Offer() as offer, dict() as said):
                self.play(TABLE, offer, **said)
            case _:
                raise AssertionError(f"this table does not know {command}")

    def cash_out(self, table: str, cents: int) -> None:
        self.commands.append(f"cash {dollars(cents)}")
        self.chips -= cents
        self.wallet += cents
        self._send_turn()

    def sit(self, table: str, seat: int = 0) -> None:
        at = self.table.sit("Ann", seat, id=ME)
        self._send_update({"type": "sat", "player": ME, "name": "Ann", "seat": at})

    def buy_in(self, table: str, cents: int = 0, coupons: int = 0) -> None:
        self.commands.append(f"buy {dollars(cents)}")
        self.chips += cents
        self.wallet -= cents
        self._send_turn()
        if self.table.round is None:
            self._next_round()

    def ready(self, table: str) -> None:
        self.commands.append("ready")
        self._ready = True
        if self.table.round is not None and not self.table.round.over:
            self._go_on()

    def sit_out(self, table: str, out: bool = True) -> None:
        self.commands.append("sit out" if out else "play again")

    def leave(self, table: str) -> None:
        self.commands.append("leave")
        self.wallet += self.chips

    def play(self, table: str, offer: Offer, *, amount: int = 0, seat: int = 0, **more: Any) -> None:
        self.give(
            offer.taken(Party(PLAYER, seat, ME), amount or (offer.most if offer.least == offer.most else 0), **more)
        )

    def give(self, given: Input) -> None:
        round = self.table.round
        assert round is not None
        if no := round.check(given):
            raise Refused("illegal", str(no), no.clause)
        self.commands.append(given.do)
        round.do(given)
        self._tell()
        self._go_on()

    # --- what the house does

    def _my_turn(self) -> bool:
        round = self.table.round
        asked = round is not None and round.asking is not None and round.asking.about != "wagers"
        return asked and any(party.player == ME for party in round.waiting)  # type: ignore[union-attr]

    def _default(self) -> None:
        round = self.table.round
        assert round is not None
        party = next(party for party in round.waiting if party.player == ME)
        given = round.default(party)
        assert given is not None
        round.do(given)
        self._tell()
        self._go_on()

    def _next_round(self) -> None:
        self._ready, self._told = False, 0
        self.table.open_round()
        self._tell()
        self._go_on()

    def _go_on(self) -> None:
        """Let the others act until Ann is asked, and begin the next round when one is over."""
        round = self.table.round
        assert round is not None
        while round.asking is not None:
            betting = round.asking.about == "wagers"
            waiting = [party for party in round.waiting if party.player != ME]
            mine = [party for party in round.waiting if party.player == ME]
            if betting and not self._ready:
                waiting = [party for party in waiting if party.player]
            elif not betting and any(not o.optional and not o.why_not for p in mine for o in round.offers(p)):
                waiting = []
            for party in waiting:
                policy = self.table.game.basic if party.player else staff
                given = policy(Turn(round, party, round.offers(party), self.random))
                if given is not None:
                    round.do(given)
                    self._tell()
                    break
            else:
                self._send_turn()
                return
        self.rounds -= 1
        if self.rounds > 0:
            self._next_round()
        else:
            self._send_turn()

    def _tell(self) -> None:
        """Send what Ann may know of the new records."""
        round = self.table.round
        assert round is not None
        viewer = round.viewer(Party(PLAYER, self.live.seat, ME))
        new, self._told = round.records[self._told :], len(round.records)
        self._count(new)
        self._send_update({}, [seen for one in new if (seen := one.seen_by(viewer)) is not None])

    def _count(self, records: Any) -> None:
        from pitboss.terminal.seat.bets import net

        self.chips += net((one for one in records if not isinstance(one, Input)), ME)

    def _send_update(self, act: dict[str, Any], events: Any = ()) -> None:
        self.seq += 1
        number = self.table.round.number if self.table.round is not None else 0
        self._send(msg.Update(table=TABLE, seq=self.seq, at=0, round=number, act=act, events=events))

    def _send_turn(self) -> None:
        round = self.table.round
        asking = round.asking if round is not None else None
        fields: dict[str, Any] = {
            "round": 0,
            "turn": 0,
            "about": "the next round",
            "chips": self.chips,
            "seq": self.seq,
        }
        if round is not None and asking is not None:
            offers = [
                [one.seat, msgspec.to_builtins(tuple(round.offers(one)))] for one in round.waiting if one.player == ME
            ]
            waiting = [one.player or one.by for one in round.waiting]
            fields |= {"round": round.number, "turn": asking.turn, "about": asking.about, "offers": offers}
            fields |= {"waiting": waiting, "clause": asking.clause}
        self._send(msgspec.convert({"type": "turn", "table": TABLE, **fields}, msg.Turn))

    def _send(self, message: Any) -> None:
        decoded = msg.decode_answer(msg.encode(message))
        assert isinstance(decoded, msg.Update | msg.Turn)
        self.live.hear(decoded)


def looks(layout: Layout) -> tuple[Any, ...]:
    """A layout as values that can be compared."""
    hands = {
        where: (tuple(hand.cards), tuple(hand.faces), tuple(hand.actions), hand.folded, hand.void)
        for where, hand in layout.hands.items()
        if hand.cards or hand.actions
    }
    return hands, layout.stakes, layout.seats, layout.names, layout.staked, layout.returned, layout.settled


def seen(table: LocalTable) -> View:
    """What the round itself says that Ann may know."""
    round = table.table.round
    assert round is not None
    return round.view(round.viewer(Party(PLAYER, table.live.seat, ME)))
