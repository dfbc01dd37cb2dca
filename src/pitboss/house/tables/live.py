"""A live table: the only writer of its acts.

It takes commands, plays them, and submits each act with its postings to the committer. The answer to a command and the
updates of the viewers wait until the act is on the disk. Meanwhile the table may take further commands.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple, Protocol

import msgspec

from pitboss.basics.errors import IllegalAction
from pitboss.basics.money import dollars
from pitboss.engine.meters.meter import Claim, Part
from pitboss.engine.procedures.shoe import random_below
from pitboss.engine.round.asks import METER
from pitboss.engine.round.events import Contributed, Dealt, Ended, Event, Seated, seat_of
from pitboss.engine.round.inputs import Input, is_input
from pitboss.engine.round.layout import Layout
from pitboss.engine.round.records import encode
from pitboss.engine.round.round import Round
from pitboss.engine.rules import Given, to_builtins
from pitboss.engine.table import Table
from pitboss.house.authorize import NOT_DEALT, Refusal, check_leaving, check_turn
from pitboss.house.money.cashier import OTHER_COMMAND, Cashier, Reply, Till
from pitboss.house.money.ledger import Entry
from pitboss.house.people.staff import Order
from pitboss.house.settings import TableSettings
from pitboss.house.storage.committer import (
    CloseRound,
    Committer,
    CommitterStopped,
    Contribute,
    Job,
    Move,
    NewTable,
    Outcome,
    Sweep,
    TakeBack,
    WinShare,
)
from pitboss.house.storage.store import ActRow
from pitboss.house.tables import acts
from pitboss.house.tables.acts import AnyAct, CardsDealt, Gave, HeldBack, RoundBegan
from pitboss.house.tables.command_inputs import check_chips, input_of, order_of, turn_of
from pitboss.house.tables.history import PlayedAct, Replay, changed_table, end_of_log, meter_ids
from pitboss.house.tables.orders import Desk, DeskAct, FloorCalls, Orders, changes_of, fitting, not_now
from pitboss.house.tables.viewers import Viewers, Watcher
from pitboss.log.lines import GENESIS, chain, first_line
from pitboss.protocol import messages as msg

CLOSED = "it is closed"
"""Why a table takes no more commands when it has closed."""


class Asked(NamedTuple):
    """A command, who gave it, and whom to tell what became of it."""

    person: str
    command: msg.Command
    reply: Reply


class _Waiting(NamedTuple):
    """An act whose commit is under way."""

    played: PlayedAct
    key: str
    replies: tuple[Reply, ...]
    """Whom to tell. A command that was sent twice has two."""


class TableConductor(Protocol):
    """Who lets the rounds of a live table go on."""

    @property
    def dealer(self) -> str:
        """The id of the person who deals now. Empty for the automatic dealer."""

    def look_soon(self) -> None:
        """Look at the table after the present call.

        It is called before an act is submitted, so that nobody is offered what the dealer ends at once, however fast
        the disk is.
        """


class NoConductor(NamedTuple):
    """Conducts nothing: whoever opened the table lets its rounds go on."""

    dealer: str = ""

    def look_soon(self) -> None:
        pass


class TableContext:
    """What is around a live table: who stores its acts, the time, and its conductor."""

    def __init__(self, committer: Committer, clock: Callable[[], int]) -> None:
        self.committer, self.clock = committer, clock
        self.conductor: TableConductor = NoConductor()


class LiveTable:
    """A table on which people play now. All methods run in one thread."""

    def __init__(
        self,
        id: str,
        table: Table,
        context: TableContext,
        *,
        link: str = "",
        settings: TableSettings | None = None,
        balances: Mapping[str, int] | None = None,
        orders: Orders | None = None,
    ) -> None:
        self.id, self.table, self.context = id, table, context
        self.committer, self.clock = context.committer, context.clock
        self.settings = settings or TableSettings()
        self.seq = self.committed = 0
        self.head, self.log_head = acts.FIRST, GENESIS
        self.log_began = 0
        """The last round before the table's log began."""
        self.stopped = ""
        """Why the table has stopped. Empty while it runs."""
        self.orders = orders or Orders()
        self.desk = Desk(self.orders, self)
        self.floor_calls = FloorCalls(id, self.orders)
        self.out: set[str] = set()
        """Players who sit out."""
        self.ready: set[str] = set()
        """Players who place no more wagers in this round."""
        self.till = Till(id, balances, practice=self.settings.practice)
        self.cashier = Cashier(self.till, self)
        self.viewers = Viewers(table.game.name, self)
        self.held = HeldBack()
        """What nobody has been told yet, since the person who deals has not dealt it."""
        self.clocks: tuple[msg.Clock, ...] = ()
        """The clocks that people are shown."""
        self._waiting: deque[_Waiting] = deque()
        self._keys: dict[str, int] = {}
        """The act of each command of this round and the last, by its stored key. The database remembers all."""
        self._began = 0
        """The act with which this round or the last one began."""
        self._commands: dict[int, msg.Command] = {}
        """The commands of those acts, by the number of the act, as far as they came since the table was recovered."""
        self._asks_a_meter = False
        """Whether a meter's answer is under way. Meanwhile nothing may make the question void."""
        self._seen_as: dict[str, str] = {}
        """The viewer that each player is in this round."""
        self.meter_ids = meter_ids(table, link)
        for name, meter_id in self.meter_ids.items():
            self.committer.terms.setdefault(meter_id, table.terms[name])
        table.listeners.clear()  # the committer moves the meters
        self.committer.on_failure.append(self.hear_failure)

    def open(self, new: NewTable) -> None:
        """Store a new table, with its first act."""
        first = first_line(self.table.game, self.table.rules, table=self.id)
        _, self.log_head = chain([first], self.log_head)
        self._record(acts.TableOpened(first_line=encode(first).decode()), opens=new)

    @classmethod
    def recovered(
        cls,
        replay: Replay,
        context: TableContext,
        *,
        played: Sequence[PlayedAct],
        keys: Mapping[str, int],
        link: str,
        settings: TableSettings,
        balances: Mapping[str, int],
    ) -> LiveTable:
        """The table as its stored acts make it.

        ``played`` are the acts that are kept for viewers who come back, and ``keys`` the commands of the round before.
        """
        live = cls(
            replay.id, replay.table, context, link=link, settings=settings, balances=balances, orders=replay.orders
        )
        live.seq = live.committed = replay.seq
        live.head, live.log_head, live.out = replay.head, replay.log_head, replay.out
        live.log_began, live.held = replay.log_began, replay.held
        live._keys = {**keys, **replay.keys}
        live._began = next((one.seq for one in reversed(played) if isinstance(one.act, RoundBegan)), 0)
        live.viewers.recall(played)
        live._seen_as = dict(played[-1].viewers) if played else {}
        round = live.table.round
        if round is not None:
            before = len(round.records)
            round.attend(live.table.attendants)
            if len(round.records) > before:
                live._record_inputs(round, before)
            live._ask_meters()
        return live

    # --- the path of an act

    def _record(
        self,
        act: AnyAct,
        records: Sequence[Event] = (),
        *,
        asked: Asked | None = None,
        person: str = "",
        rules: str = "",
        entries: Sequence[Entry] = (),
        sweeps: Sequence[Sweep] = (),
        opens: NewTable | None = None,
        order: Order | None = None,
    ) -> None:
        """Chain an act, submit it with its money, and keep it until it is committed.

        ``entries`` and ``sweeps`` are movements of money that belong to the act and not to its records. ``asked`` is
        the command that the act carries out; without one, ``person`` is whose act it is. An act of staff in the round
        is stored in the staff journal too, as ``order`` is.
        """
        at, seq, round = self.clock(), self.seq + 1, self.table.round
        body = acts.encode(act)
        if records:
            _, self.log_head = chain(records, self.log_head)
        self.seq = seq
        number = self.round_number
        person, key = (asked.person, asked.command.key) if asked else (person, "")
        stored_key = _stored_key(person, number if isinstance(act, Gave | CardsDealt) else None, key) if key else None
        if stored_key:
            self._keys[stored_key] = seq
        row = ActRow(self.id, seq, number, stored_key, person, at, body, "")
        self.head = acts.next_head(self.head, row, self.log_head)
        began = isinstance(act, RoundBegan)
        if round is not None and (began or any(isinstance(one, Seated) for one in records)):
            self._seen_as = {player: round.viewer(player) for _, player in round.seats}
        told = self.held.told(act, records)
        whole = round.records if told and round is not None else ()
        first = len(whole) - len(self.held.records) - len(told)
        played = PlayedAct(seq, at, number, act, tuple(records), self._seen_as, told, of_round=whole, first=first)
        self._waiting.append(_Waiting(played, key, (asked.reply,) if asked else ()))
        if asked and isinstance(asked.command, msg.Play):
            order = order_of(asked.command, person, at, self.id, seq, self.context.conductor.dealer)
        self.committer.submit(
            Job(
                acts=(row._replace(head=self.head),),
                entries=[*self.till.entries(seq, records, at), *entries],
                moves=self._moves(records),
                sweeps=sweeps,
                snapshot=seq if began or rules else 0,
                rules=rules,
                opens=opens,
                closes=isinstance(act, acts.TableClosed),
                staff=order,
                done=self._committed,
            )
        )

    def _moves(self, records: Sequence[Event]) -> list[Move]:
        """What records do to meters. A linked meter has taken back a part when it answered the round."""
        if not self.meter_ids:
            return []
        moves: list[Move] = []
        for one in records:
            if isinstance(one, Contributed):
                meter, part = self.meter_ids[one.meter], Part(self.id, one.round, one.seat, one.wager)
                if not one.reversed:
                    moves.append(Contribute(meter, part))
                elif not self.table.terms[one.meter].linked:
                    moves.append(TakeBack(meter, part, whole=True))
            elif isinstance(one, Ended):
                moves += [CloseRound(meter, self.id, one.round) for meter in self.meter_ids.values()]
        return moves

    def _committed(self, outcome: Outcome) -> None:
        """The oldest waiting act is on the disk: answer, and tell the viewers."""
        if self.stopped and not self._waiting:
            return  # nobody waits for it any more
        played, key, replies = self._waiting.popleft()
        self.committed = played.seq
        for reply in replies:
            reply(msg.Done(key=key, table=self.id, seq=played.seq))
        self.viewers.publish(played)
        self.send_turns()

    def hear_failure(self, error: BaseException) -> None:
        """The committer has stopped, and so must the table."""
        self.stop("the database did not accept a write")

    def stop(self, why: str) -> None:
        """Stop the table as it is. It is recovered from the database."""
        if self.stopped and not self._waiting:  # a table that has closed may wait for its last acts
            return
        self.stopped = why
        for waiting in self._waiting:
            for reply in waiting.replies:
                reply(msg.Refused(key=waiting.key, table=self.id, code="stopped", why=self.why_stopped))
        self.cashier.stop(self.why_stopped)
        self._waiting.clear()
        self.viewers.send_all(msg.Stopped(table=self.id, why=self.why_stopped))

    @property
    def why_stopped(self) -> str:
        """Why the table takes no commands and no orders, as people hear it. Empty while it runs."""
        if not self.stopped:
            return ""
        return f"this table has stopped: {self.stopped}; what was not acknowledged may not have happened"

    @property
    def is_busy(self) -> bool:
        """Whether something waits for the database, or for the person who deals."""
        return bool(self._waiting or self._asks_a_meter or self.held or self.cashier.is_busy)

    # --- viewers

    def watch(self, watcher: Watcher, after: int = 0, *, turn: bool = True) -> None:
        """Send what is in memory of what happened after an update, then everything that happens from now on.

        0 stands for the beginning of the round. The watcher gets a turn at once, or with the next ``send_turns``.
        """
        self.viewers.add(watcher, after)
        if turn:
            self.send_turns()

    def send_turns(self) -> None:
        """Tell everybody what they may do, unless a later act that is not yet on the disk has changed it."""
        if self.seq == self.committed:
            self.viewers.send_turns()

    def turn_of(self, person: str, staff: bool = False) -> msg.Turn:
        """What the round asks, and what this person may do. Staff may also report irregularities."""
        turn = turn_of(self.table, self.till, self.clocks, person, staff, self.held)
        calls = [one for one in self.orders.calls.values() if staff or one.player == person]
        if not calls:
            return turn
        told = msgspec.convert(calls, tuple[msg.FloorCall, ...], from_attributes=True)
        return msgspec.structs.replace(turn, calls=told)

    def concerns(self, person: str) -> bool:
        """Whether somebody is at the table or in its round, has money here, or has called the floor."""
        if person in self.orders.calls or self.till.chips(person) or self.till.coupons(person):
            return True
        in_round = self.table.round.seats if self.table.round is not None else ()
        return any(person == player for _, player in (*self.table.seats, *in_round))

    # --- commands

    def command(self, person: str, name: str, command: msg.Command, reply: Reply, roles: Sequence[str] = ()) -> bool:
        """Carry out a command of a person, and return whether it was taken. The reply comes when it is on the disk.

        A refusal comes when ``answer`` may give it. Any other error is a fault of the house: there is no reply, and the
        table must be stopped.
        """
        try:
            if self.stopped:
                raise Refusal("stopped", self.why_stopped)
            if not msg.is_key(command.key):
                raise Refusal(
                    "malformed", f"a key must have 1 to {msg.LONGEST_KEY} letters, digits, dashes or underscores"
                )
            if (seq := self._done_before(person, command)) is not None:
                if self._commands.get(seq, command) != command:
                    raise Refusal("key", OTHER_COMMAND)
                self._reply_when_committed(seq, command.key, reply)
                return True
            self._carry_out(Asked(person, command, reply), name, roles)
            if (seq := self._done_before(person, command)) is not None:
                self._commands[seq] = command
            return True
        except Refusal as no:
            refused = msg.Refused(key=command.key, table=self.id, code=no.code, why=no.why, clause=no.clause)
        except IllegalAction as no:
            refused = msg.Refused(key=command.key, table=self.id, code="illegal", why=no.sentence, clause=no.clause)
        except CommitterStopped as no:
            refused = msg.Refused(key=command.key, table=self.id, code="stopped", why=str(no))
        self.answer(refused, reply)
        return False

    def answer(self, answer: msg.Done | msg.Refused, reply: Reply) -> None:
        """Answer a command from memory.

        Another process may run the table by now, and this one may not know it. So the database says first that the
        session still lives with which this process owns the table. Otherwise the answer is ``stopped``.
        """
        stopped = isinstance(answer, msg.Refused) and answer.code == "stopped"
        if stopped or self.stopped or not self.committer.store.shared:
            reply(answer)
            return
        try:
            self.cashier.answer_from((), answer.key, reply, lambda outcome: answer)
        except CommitterStopped as no:
            reply(msg.Refused(key=answer.key, table=self.id, code="stopped", why=str(no)))

    def _done_before(self, person: str, command: msg.Command) -> int | None:
        """The act of a command that came before, as far as the table remembers."""
        return self._keys.get(self._key_before(person, command))

    def _key_before(self, person: str, command: msg.Command) -> str:
        """The stored key of a command that came before, as far as the table remembers. Empty if none did."""
        here = (self.round_number, self.round_number - 1)
        numbers = (None, *((command.round,) if isinstance(command, msg.Play | msg.Deal) else here))
        keys = [_stored_key(person, number, command.key) for number in numbers]
        return next((key for key in keys if key in self._keys), "")

    def forgotten_key(self, person: str, command: msg.Command) -> str:
        """The stored key of a command, if this table may have carried it out and forgotten it. Otherwise empty.

        A table that was recovered knows the keys of its last acts, and has forgotten their commands. Purchases have
        their entries. ``Ready`` is for one round, and nothing of it is stored.
        """
        if isinstance(command, msg.BuyIn | msg.CashOut | msg.Ready) or not msg.is_key(command.key):
            return ""
        if known := self._key_before(person, command):
            return "" if self._keys[known] in self._commands else known
        if not isinstance(command, msg.Play | msg.Deal):
            return _stored_key(person, None, command.key)
        is_old = command.round < self.round_number - 1
        return _stored_key(person, command.round, command.key) if is_old else ""

    def _reply_when_committed(self, seq: int, key: str, reply: Reply) -> None:
        if seq <= self.committed:
            reply(msg.Done(key=key, table=self.id, seq=seq))
            return
        for at, waiting in enumerate(self._waiting):
            if waiting.played.seq == seq:
                self._waiting[at] = waiting._replace(replies=(*waiting.replies, reply))

    def _carry_out(self, asked: Asked, name: str, roles: Sequence[str]) -> None:
        person, command, reply = asked
        self.context.conductor.look_soon()
        closing, undealt = self.orders.closing, self.held.cards
        check_turn(person, roles, command, self.table, number=self.round_number, closing=closing, undealt=undealt)
        record = partial(self._record, asked=asked)
        match command:
            case msg.Sit(seat=seat):
                seat = self.table.sit(name, seat, id=person)
                record(acts.Sat(player=person, name=name, seat=seat))
            case msg.Stand():
                self.table.stand(name, id=person)
                record(acts.Sat(player=person, name=name, seat=0))
            case msg.Leave():
                self.leave(person, asked=asked)
            case msg.SitOut(out=out):
                (self.out.add if out else self.out.discard)(person)
                record(acts.SatOut(player=person, out=out))
            case msg.BuyIn(cents=cents, coupons=coupons):
                self.cashier.buy_in(person, cents, coupons, command.key, reply)
            case msg.CashOut(cents=cents):
                self.cashier.cash_out(person, cents, command.key, reply)
            case msg.Ready(staked=wanted):
                if wanted and (lies := self.staked_told(person)) != wanted:
                    raise Refusal("late", f"your wagers come to {dollars(lies)}, not to {dollars(wanted)}")
                self.ready.add(person)
                self.answer(msg.Done(key=command.key, table=self.id), reply)
            case msg.CallFloor(why=why):
                seat = next(seat for seat, player in self.table.seats if player == person)
                called, order = self.floor_calls.call(self.clock(), person, name, seat, why, self.seq + 1)
                record(called, order=order)
            case msg.Deal(left=left, cards=cards):
                if not 0 <= cards <= left:
                    raise Refusal("malformed", f"'cards' must be between 0 and {left}")
                record(CardsDealt(cards=cards, left=left))
            case msg.Play():
                round = self.table.round
                assert round is not None  # check_turn has seen it
                given = input_of(round, person, command)
                check_chips(round, self.till, given)
                self.give(given, asked)
            case _:
                raise Refusal("unknown", f"a table does not know this command: {type(command).__name__}")

    @property
    def round_number(self) -> int:
        """The number of this round, or of the last one."""
        return self.table.round.number if self.table.round is not None else self.table.state.round

    # --- people and their money

    def chips_told(self, player: str) -> int:
        """A player's chips in units, without what cards that are not dealt yet have brought."""
        return self.till.chips(player) - self.till.paid(self.held.records, player)[0]

    def staked_told(self, player: str) -> int:
        """What a player has on the layout in cents, as far as people were told. 0 after the round."""
        round = self.table.round
        if round is None or (round.over and not self.held):
            return 0
        layout = Layout() if self.held else round.layout
        for record in islice(round.records, len(round.records) - len(self.held.records)) if self.held else ():
            layout.apply(record)
        return sum(cents for (_, who, _, _), cents in layout.stakes.items() if who == player)

    def leave(self, player: str, *, why: str = "", asked: Asked | None = None) -> None:
        """Let a player leave (ruling stay-seated). All their chips go back to their wallet."""
        check_leaving(self.table, player, self.held.cards)
        while given := self.table.before_leaving(player):
            self.give(given)
        self.table.leave(player)
        self.out.discard(player)
        self.ready.discard(player)
        back = self.cashier.pay_out(player, self.seq + 1)
        left = acts.Left(player=player, why=why)
        self.orders.take(left)
        self._record(left, asked=asked, person=player, sweeps=back)

    def record_order(self, act: DeskAct, by: str) -> None:
        """Store an act of the desk."""
        self._record(act, person=by)

    def answer_call(self, player: str, by: str) -> None:
        """Staff has seen a player's call of the floor. The caller hears it."""
        act, order = self.floor_calls.answer(self.clock(), player, by, self.seq + 1)
        self._record(act, person=by, order=order)

    # --- rounds

    def open_round(self) -> None:
        """Begin the next round. Players who sit out keep their seats and are not asked."""
        state, seats, names = self.table.state, tuple(self.table.seats), dict(self.table.names)
        log_head = self.log_head
        round = self.table.open_round()
        self.ready.clear()
        began = RoundBegan(
            number=round.number,
            state=state,
            seats=seats,
            names=names,
            log_head=log_head,
            inputs=tuple(round.inputs),
            rules=self.orders.rules,
            log_began=self.log_began,
            revision=round.revision,
            **self._waiting_orders(),
        )
        self._keys = {key: seq for key, seq in self._keys.items() if seq > self._began}
        self._commands = {seq: command for seq, command in self._commands.items() if seq > self._began}
        self._began = self.seq + 1
        self._record(began, tuple(round.records))
        self._ask_meters()

    def _waiting_orders(self) -> dict[str, Any]:
        """What every snapshot repeats, so that a crash loses none of it."""
        calls, orders = tuple(self.orders.calls.values()), self.orders
        return {"out": tuple(sorted(self.out)), "missed": orders.missed, "closing": orders.closing, "calls": calls}

    def give(self, given: Input, asked: Asked | None = None) -> None:
        """Give an input to the round. ``asked`` is the command of a person that asks for it."""
        round = self.table.round
        assert round is not None
        if self._asks_a_meter and given.by != "meter":
            raise Refusal("busy", "a meter is being read; try again at once")
        before = len(round.records)
        round.do(given)
        self._record_inputs(round, before, asked)
        self._ask_meters()

    def _record_inputs(self, round: Round, before: int, asked: Asked | None = None) -> None:
        records = tuple(round.records[before:])
        taken = tuple([one for one in records if is_input(one)])
        by_hand = bool(self.context.conductor.dealer) and any(isinstance(one, Dealt) for one in records)
        self._record(Gave(inputs=taken, by_hand=by_hand), records, asked=asked)

    def _ask_meters(self) -> None:
        """If the round asks a meter, ask the committer, after everything that was submitted before."""
        round = self.table.round
        if round is None or round.asking is None or round.waiting[0] != METER:
            return
        offer, turn, number = round.offers(METER)[0], round.asking.turn, round.number
        what = offer.what[0] if offer.what else ""
        match offer.do:
            case "reading":
                move: Move = WinShare(self.meter_ids[what], Claim(self.id, number, turn), *offer.share)
            case "take back":
                seat = seat_of(offer.places[0] if offer.places else "")
                move = TakeBack(self.meter_ids[what], Part(self.id, number, seat, offer.wager))
            case _:
                self.give(offer.taken(METER, random_below(offer.most + 1, self.table.source)))
                return

        self._asks_a_meter = True

        def answered(outcome: Outcome) -> None:
            self._asks_a_meter = False
            if not self.stopped:
                self.context.conductor.look_soon()
                self.give(offer.taken(METER, outcome.answers[0]))

        self.committer.submit(Job(moves=(move,), done=answered))

    def deal_out(self) -> None:
        """Deal all cards that were held back: the person who deals is away, or silent."""
        self._record(CardsDealt())

    def change_rules(self, given: Given) -> None:
        """Change the rules now, between rounds or shoes. Meters stay as they are.

        Defective rules raise ``RulesError``. Rules that do not fit the table raise ``Refusal``. Then nothing changes.
        """
        if why := NOT_DEALT if self.held else not_now(self.table):
            raise Refusal("late", why)
        rules, state, old = fitting(self.table, given), self.table.state, self.table
        made = changed_table(old, rules, state)
        made.seats, made.names = list(old.seats), dict(old.names)
        first = first_line(made.game, rules, end_of_log(old, self.log_began, self.log_head), self.id)
        first = msgspec.structs.replace(first, state=state)
        self.table = made
        _, self.log_head = chain([first], GENESIS)
        self.log_began = state.round
        changed = acts.RulesChanged(
            first_line=encode(first).decode(),
            changes=changes_of(old.rules, rules),
            state=state,
            seats=tuple(made.seats),
            names=made.names,
            **self._waiting_orders(),
        )
        self.orders.take(changed)
        self._record(changed, rules=msgspec.json.encode(to_builtins(rules)).decode())

    def new_dealer(self, dealer: str = "", name: str = "") -> None:
        """Another dealer comes to the table between rounds. Default: the automatic one."""
        self.table.new_dealer()
        self._record(acts.DealerCame(dealer=dealer, name=name))

    def say(self, words: str) -> None:
        """Say something to everybody at the table."""
        self._record(acts.Said(words=words))

    def close(self) -> None:
        """Close the table between rounds. Everybody leaves, and the inventory goes back to the house."""
        for _, player in list(self.table.seats):
            self.leave(player, why="the table closed")
        credit = self.till.credit(None, f"{self.id}/credit/{self.seq + 1}", self.clock())
        self._record(acts.TableClosed(), entries=credit)
        self.stopped = CLOSED


def _stored_key(person: str, round: int | None, key: str) -> str:
    """What the key of a command is stored as. It is unique at the table.

    A command that names its round may be given once in each round. None stands for one that names none.

    >>> _stored_key("ann", 7, "k1"), _stored_key("ann", None, "k1")
    ('ann:7:k1', 'ann::k1')
    """
    return f"{person}:{'' if round is None else round}:{key}"
