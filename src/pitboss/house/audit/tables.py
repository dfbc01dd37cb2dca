"""What an audit finds, and the audit of a table: its acts played again, its log proved, its money computed anew.

Money is not computed as ``books.py`` does it, event by event. It follows from two states of the layout, before an act
and after it, and from the wagers that ended between them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from tempfile import TemporaryFile
from typing import Any, BinaryIO

import msgspec

from pitboss.basics.errors import LogError, RulesError
from pitboss.basics.money import UNITS
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import METER as METER_PARTY
from pitboss.engine.round.events import seat_of
from pitboss.engine.round.inputs import MeterInput
from pitboss.engine.round.layout import Layout
from pitboss.house.audit.heads import LATE_MS
from pitboss.house.audit.signing import SignedHead
from pitboss.house.money import books
from pitboss.house.storage.store import ActRow
from pitboss.house.tables import acts
from pitboss.house.tables.acts import RoundBegan, RulesChanged, TableOpened
from pitboss.house.tables.history import PlayedAct, Replay, ReplayError, live_table, meter_ids
from pitboss.log.lines import GENESIS, Log, LogEnd, chain
from pitboss.log.proof import prove
from pitboss.protocol.tables import Finding

CHAIN, LOG, ACT, MONEY, BALANCE = "chain", "log", "act", "money", "balance"
METER, STAFF, SIGNATURE, LEFT_BEHIND = "meter", "staff", "signature", "chips left behind"
VALUE = "value"
"""What can break. A value breaks if it can't be read, such as a text where a number belongs.

Chips are left behind if somebody leaves a table and does not get their chips back."""


class Counts(msgspec.Struct):
    """How much was checked."""

    tables: int = 0
    acts: int = 0
    rounds: int = 0
    """Rounds that are over. They were dealt twice: from the acts, and from the log that these make."""
    in_progress: int = 0
    """Rounds in progress. They were dealt from their acts."""
    lines: int = 0
    """Lines of logs."""
    commitments: int = 0
    entries: int = 0
    postings: int = 0
    accounts: int = 0
    meters: int = 0
    moves: int = 0
    people: int = 0
    staff_acts: int = 0
    signed_heads: int = 0


class Audit(msgspec.Struct):
    """The result of an audit."""

    findings: list[Finding]
    counts: Counts
    on_trust: list[str]
    """What the database alone can't prove."""
    newest: SignedHead | None = None
    """The last head that the house signed. Whoever keeps it can show to a later audit that it was there."""

    @property
    def clean(self) -> bool:
        return not self.findings

    def add(self, what: str, sentence: str, table: str = "", round: int = 0, act: int = 0) -> None:
        self.findings.append(Finding(what=what, sentence=sentence, table=table, round=round, act=act))


Net = dict[str, int]
"""What each account gains, in units."""

OPENING_MS = 60_000
"""The first act of a table follows its row at once. Clocks differ by less."""


class OnLayout:
    """The money and the coupons of each player on the layout, in cents."""

    def __init__(self, layout: Layout | None = None) -> None:
        self.money: Counter[str] = Counter()
        self.coupons: Counter[str] = Counter()
        self.ended = 0 if layout is None else len(layout.settled)
        if layout is None:
            return
        for stake, amount in layout.stakes.items():
            (self.coupons if stake in layout.redeemed else self.money)[stake[1]] += amount
        for stake, face in layout.coupons.items():
            self.coupons[stake[1]] += face


def money_of(
    table: str, before: OnLayout, after: OnLayout, ended: Iterable[ev.Settled], *, practice: bool = False
) -> Net:
    """What the accounts of a table gain between two states of its layout, if these wagers ended in between."""
    net: Counter[str] = Counter()
    for player, cents in _changes(before.money, after.money):
        net[books.chips(table, player)] -= cents
        net[books.layout(table)] += cents
    for player, cents in _changes(before.coupons, after.coupons):
        net[books.coupons_at(table, player)] -= cents
        net[books.coupons_on(table)] += cents
    for end in ended:
        chips, inventory = books.chips(table, end.player), books.inventory(table)
        staked = 0 if end.redeemed else end.stake
        net[chips] -= staked  # it was placed before, and has left the layout
        net[inventory] += staked
        if end.source == ev.GAME_ACCOUNT:
            net[books.house(table)] -= end.returned
            net[chips if practice else books.game_account(end.player)] += end.returned
        else:
            net[books.jackpot(table) if end.source else inventory] -= end.returned
            net[chips] += end.returned
        face = end.coupon + (end.stake if end.redeemed else 0)
        if end.coupon_taken:
            net[books.coupons_at(table, end.player)] -= face
            net[books.COUPONS_TAKEN] += face
    return {account: cents * UNITS for account, cents in net.items() if cents}


def _changes(before: Counter[str], after: Counter[str]) -> list[tuple[str, int]]:
    return [(player, after[player] - before[player]) for player in {**before, **after}]


class MeterFacts:
    """What the records of a table say about its meters."""

    def __init__(self) -> None:
        self.parts: Counter[tuple[str, str, int, str, int]] = Counter()
        """Meter, kind of move, round, the wager in words, units."""
        self.readings: dict[tuple[str, int, str], int] = {}
        """The cents that were shown, by meter, round and question."""
        self.gains: dict[tuple[str, int], int] = {}
        """What each round that is over added to a meter, in units."""
        self.paid = 0
        """What the round in progress has paid out of won shares, in units."""

    def take(self, records: Iterable[ev.Event], ids: Mapping[str, str]) -> None:
        for one in records:
            match one:
                case ev.Began():
                    self.paid = 0
                case ev.Contributed():
                    kind = "contribution taken back" if one.reversed else "contribution"
                    units = -one.units if one.reversed else one.units
                    if units:
                        self.parts[ids[one.meter], kind, one.round, f"{one.wager} at seat {one.seat}", units] += 1
                case MeterInput(do="reading"):
                    self.readings[ids[one.what], one.round, f"question {one.turn}"] = one.amount
                case ev.Settled() if one.source and one.source != ev.GAME_ACCOUNT:
                    self.paid += one.returned * UNITS
                case ev.Ended():
                    self.gains |= {(id, one.round): one.meter_units.get(name, 0) for name, id in ids.items()}


class TableAudit:
    """A table as its acts make it."""

    def __init__(self, audit: Audit, row: Any, tick: Callable[[], None]) -> None:
        self.id: str = row.id
        self.row, self._audit, self._tick = row, audit, tick
        self.replay: Replay | None = None
        self.settings = self._stored_settings()
        self.practice: bool = self.settings.get("practice") is True
        self.meter_ids: dict[str, str] = {}
        self.facts = MeterFacts()
        self.broken = False
        """Whether an act did not replay. Nothing that depends on the acts of the table can be checked then."""
        self.on_layout = OnLayout()
        self.heads: dict[int, str] = {}
        """The chain head after each act that was signed."""
        self._ended = 0
        """The act that ended the last round."""
        self._unsigned: tuple[int, int] | None = None
        """The act that ended the first round after the last signature, and when."""
        self._late = 0
        """The first such act after which play went on too long without a signature."""
        self._began = 0
        """The act of the last snapshot."""
        self._round = 0
        self._whole = 0
        """The size of the log up to the end of the last round that is over."""
        self._rules: dict[str, Any] = {}
        self._opened_at = 0
        """When the first act was done."""
        self._due: Net = {}
        """What the last act must have posted."""

    def _stored_settings(self) -> dict[str, Any]:
        """The settings in the table's row. Without them it is no table for practice, and has no seed."""
        try:
            return msgspec.json.decode(self.row.settings, type=dict[str, Any])
        except (msgspec.MsgspecError, TypeError):
            self._audit.add(VALUE, f"table {self.id}: its settings can't be read", self.id)
            return {}

    def _found(self, what: str, sentence: str, act: int = 0) -> None:
        self._audit.add(what, f"table {self.id}: {sentence}", self.id, self._round, act)

    @property
    def asks(self) -> tuple[str, int, str] | None:
        """The meter, the round, and the wager or question in words that the round asks a meter about now."""
        round = self.replay.table.round if self.replay is not None else None
        if round is None or round.asking is None or round.asking.waiting[0] != METER_PARTY:
            return None
        offer = round.offers(METER_PARTY)[0]
        if offer.do == "draw":
            return None
        about = f"question {round.asking.turn}"
        if offer.do == "take back":
            about = f"{offer.wager} at seat {seat_of(offer.places[0] if offer.places else '')}"
        return self.meter_ids[offer.what[0] if offer.what else ""], round.number, about

    @property
    def playing(self) -> int:
        """The number of the round in progress. 0 between rounds."""
        round = self.replay.table.round if self.replay is not None else None
        return round.number if round is not None and not round.over else 0

    def check(self, stored: Iterable[ActRow], money: Iterator[tuple[int, Net]], signed: set[int]) -> None:
        """Play the acts again. ``money`` is what the stored entries of each act moved, in the order of the acts."""
        try:
            self._check(stored, money, signed)
        except Exception:
            self.broken = True
            raise

    def _check(self, stored: Iterable[ActRow], money: Iterator[tuple[int, Net]], signed: set[int]) -> None:
        posted = next(money, None)
        with TemporaryFile() as log:
            for row in stored:
                self._tick()
                if not self._act(row, log):
                    self.broken = True
                    return
                self._audit.counts.acts += 1
                self._sign(row, row.seq in signed)
                while posted is not None and posted[0] < row.seq:
                    self._found(MONEY, f"an entry belongs to act {posted[0]}, which does not exist", posted[0])
                    posted = next(money, None)
                moved, posted = (posted[1], next(money, None)) if posted and posted[0] == row.seq else ({}, posted)
                if moved != self._due:
                    self._found(MONEY, _differs(row.seq, moved, self._due), row.seq)
            if posted is not None:
                self._found(MONEY, f"an entry belongs to act {posted[0]}, which does not exist", posted[0])
            self._end(log)

    def check_signed_until(self, now: int) -> None:
        """Every round was signed soon after its end."""
        if not self._late and self._unsigned is not None and now > self._unsigned[1] + LATE_MS:
            self._late = self._unsigned[0]
        if self._late:
            wrong = f"table {self.id}: signed heads are missing: the round that act {self._late} ended was not signed"
            self._audit.add(SIGNATURE, f"{wrong} in time", self.id, act=self._late)

    def _sign(self, row: ActRow, signed: bool) -> None:
        """Follow which rounds the house has signed. Between a round and its signature the table hardly plays on."""
        if self._unsigned is None and self._ended == row.seq:
            self._unsigned = row.seq, row.at
        if not self._late and self._unsigned is not None and row.at > self._unsigned[1] + LATE_MS:
            self._late = self._unsigned[0]
        if signed:
            self.heads[row.seq], self._unsigned = row.head, None

    # --- acts

    def _act(self, row: ActRow, log: BinaryIO) -> bool:
        """Play one act. Returns False if that is not possible."""
        self._round = row.round
        replay = self.replay
        try:
            if replay is None:
                replay = self.replay = self._opened(row)
            before = replay.log_head, list(replay.table.seats), replay.table.state, _kept(replay)
            played = replay.apply(row)
        except ReplayError as error:
            self._found(CHAIN, f"act {error.seq}: {error.wrong}", row.seq)
            return False
        except Exception as error:  # an altered body can make the replay fail anywhere
            self._found(CHAIN, f"act {row.seq} can't be played again: {type(error).__name__} ({error})", row.seq)
            return False
        if isinstance(played.act, RoundBegan | RulesChanged):
            self._snapshot(played.seq, played.act, *before)
            self._whole = log.tell()
        if isinstance(played.act, RulesChanged):
            self._first(played.act.first_line, self._prove(log))
        self._columns(row, played)
        log.writelines(played.lines)
        self.facts.take(played.records, self.meter_ids)
        round = replay.table.round
        if played.records and round is not None:
            after = OnLayout(round.layout)
            ended = round.layout.settled[self.on_layout.ended :]
            self._due = money_of(self.id, self.on_layout, after, ended, practice=self.practice)
            self.on_layout = OnLayout() if round.over else after
            if round.over:
                self._audit.counts.rounds += 1
                self._ended = row.seq
        else:
            self._due = {}
        return True

    def _opened(self, row: ActRow) -> Replay:
        """The new table, with the rules in the first line of its log."""
        self._opened_at = row.at
        if row.seq != 1:
            raise ReplayError(self.id, row.seq, "the acts before it are missing")
        act = acts.decode(row.body)
        if not isinstance(act, TableOpened):
            raise ReplayError(self.id, row.seq, "the first act does not open the table")
        first = self._first(act.first_line, "")
        seed = self.settings.get("seed")
        try:
            table = live_table(self.id, first.game, first.rules, seed)
        except RulesError as error:
            raise ReplayError(self.id, row.seq, f"its rules are invalid: {error}") from None
        self.meter_ids = meter_ids(table, self.row.link or self.id)
        return Replay(self.id, table)

    def _first(self, line: str, follows: str) -> Log:
        """Check the first line of a log."""
        first = msgspec.json.decode(line, type=Log)
        for what, said, due in (
            ("game", first.game, self.row.game),
            ("table", first.table, self.id),
            ("log before it", first.follows, follows),
        ):
            if said != due:
                self._found(LOG, f"the first line of its log names another {what}: {said!r}, not {due!r}")
        self._rules = first.rules
        return first

    def _snapshot(
        self,
        seq: int,
        act: RoundBegan | RulesChanged,
        log_head: str,
        seats: list[tuple[int, str]],
        state: Any,
        kept: list[tuple[str, str, Any]],
    ) -> None:
        """Replay takes the table from such an act. That must be how the acts before left it."""
        self._began, self.on_layout = seq, OnLayout()
        for what, said, left in (
            ("head of the log", getattr(act, "log_head", log_head), log_head),
            ("people at the table", list(getattr(act, "seats", seats)), seats),
            ("state of the table", getattr(act, "state", state), state),
            ("number of the round", getattr(act, "number", state.round + 1), state.round + 1),
            *[(what, getattr(act, field, left), left) for what, field, left in kept],
        ):
            if said != left:
                self._found(ACT, f"act {seq} begins with another {what} than the acts before left", seq)

    def _columns(self, row: ActRow, played: PlayedAct) -> None:
        """The chain does not cover the other columns of an act, but they follow from it in part."""
        assert self.replay is not None
        round = self.replay.table.round
        number = self.replay.table.state.round if round is None else round.number
        if row.round != number:
            self._found(ACT, f"act {row.seq} is stored under round {row.round}, but belongs to round {number}", row.seq)
        if row.key and not row.key.startswith((f"{row.person}:{number}:", f"{row.person}::")):
            self._found(ACT, f"the key of act {row.seq} is not one of {row.person or 'nobody'} in this round", row.seq)
        given = [one.player for one in getattr(played.act, "inputs", ()) if getattr(one, "player", "")]
        if row.person and given and given[0] != row.person:
            self._found(ACT, f"act {row.seq} is an act of {given[0]}, but is stored for {row.person}", row.seq)

    # --- the log

    def _end(self, log: BinaryIO) -> None:
        """Check what the table's row says, and prove its log up to the end of the last round."""
        if self.replay is None:
            self._found(CHAIN, "it has no acts")
            self.broken = True
            return
        if self.row.snapshot != self._began:
            wrong = f"it is recovered from act {self.row.snapshot}, but its last round began with act {self._began}"
            self._found(ACT, wrong, self.row.snapshot)
        if _plain(self.row.rules) != self._rules:
            self._found(ACT, "its rules are not those of its log")
        if self.row.closed_at is not None and not self.replay.closed:
            self._found(ACT, "it is marked as closed, but no act closed it")
        if abs(self.row.opened_at - self._opened_at) > OPENING_MS:
            self._found(ACT, "it is said to have opened at another time than its first act")
        if self.playing:
            self._audit.counts.in_progress += 1
        else:
            self._whole = log.tell()
        self._prove(log)

    def _prove(self, log: BinaryIO) -> str:
        """Prove the log of the rounds that are over, and empty it. Returns its last hash."""
        log.truncate(self._whole)
        head = _end_log(log)
        try:
            proof = prove(log)
        except LogError as error:
            self._round = error.round or 0
            self._found(LOG, f"line {error.line} of its log: {error.wrong}")
        else:
            self._audit.counts.lines += proof.events + 2
            self._audit.counts.commitments += proof.commitments
        log.seek(0)
        log.truncate()
        return head


def _plain(text: str) -> Any:
    """What a text of JSON holds. None if it can't be read."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, TypeError):
        return None


def _kept(replay: Replay) -> list[tuple[str, str, Any]]:
    """What a snapshot repeats, in words, with its field and the value that the acts before have made."""
    orders = replay.orders
    return [
        ("order to close", "closing", orders.closing),
        ("order of rules", "rules", orders.rules),
        ("number of missed rounds", "missed", orders.missed),
        ("beginning of the log", "log_began", replay.log_began),
    ]


def _end_log(log: BinaryIO) -> str:
    """Add the last line to a log, and rewind it. Returns its hash."""
    log.seek(0)
    head, round, rounds, clause = GENESIS, 0, 0, ""
    for line in log:
        said = msgspec.json.decode(line)
        head, round, clause = said["hash"], said["round"], clause or said["clause"]
        rounds += said["type"] == "ended"
    lines, head = chain([LogEnd(round=round, clause=clause, rounds=rounds)], head)
    log.writelines(lines)
    log.seek(0)
    return head


def _differs(seq: int, posted: Net, due: Net) -> str:
    account = min(name for name in {**posted, **due} if posted.get(name, 0) != due.get(name, 0))
    return f"act {seq} posted {posted.get(account, 0)} units to {account}, but its records make {due.get(account, 0)}"
