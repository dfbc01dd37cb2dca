"""The cashier of a live table: purchases, payments to wallets, and what staff move to and from the inventory.

The till is the money at the table: balances that the table must know before it acts, and the entries that its acts
make. Money that leaves or reaches an account of somebody else is checked by the database, when it is written. So these
commands are answered when the committer has decided.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol

from pitboss.basics.money import UNITS, dollars
from pitboss.engine.round.events import Event
from pitboss.engine.table import Table
from pitboss.house.authorize import Refusal, check_seat
from pitboss.house.money import books
from pitboss.house.money.books import Posting
from pitboss.house.money.ledger import ALL, Entry
from pitboss.house.people.house_players import is_house_player
from pitboss.house.people.staff import Order
from pitboss.house.storage.committer import Committer, Job, Outcome, Sweep
from pitboss.protocol import messages as msg

# --- the till

FILL = 100_000_00 * UNITS
"""The least fill of a table inventory, in units."""
KEPT = ("chips:", "layout:", "inventory:", "coupon:at:")
"""The beginnings of the accounts whose balances a table keeps in memory."""


class Till:
    """The money at a table. Only the table changes it, so it is known without asking the database."""

    def __init__(self, table: str, balances: Mapping[str, int] | None = None, *, practice: bool = False) -> None:
        self.table, self.practice = table, practice
        self.held = dict(balances or {})
        """Balances by account, in units."""

    def chips(self, player: str) -> int:
        """The chips of a player, in units."""
        return self.held.get(books.chips(self.table, player), 0)

    def coupons(self, player: str) -> int:
        """The coupons that a player has brought to the table, in units of their face value."""
        return self.held.get(books.coupons_at(self.table, player), 0)

    def paid(self, records: Sequence[Event], player: str) -> tuple[int, int]:
        """The chips and coupons, in units, that records of this table have brought a player."""
        own = (
            (books.chips(self.table, player), self._postings(records)),
            (books.coupons_at(self.table, player), books.coupon_postings(self.table, records)),
        )
        chips, coupons = (sum(units for name, units in lines if name == account) for account, lines in own)
        return chips, coupons

    def _postings(self, records: Sequence[Event]) -> list[Posting]:
        postings = books.postings(self.table, records)
        return books.of_practice(self.table, postings) if self.practice else postings

    def _purse(self, person: str) -> str:
        """Where chips come from and go to. Chips for practice are issued, and touch no wallet."""
        if is_house_player(person):
            return books.PLAYERS
        return books.ISSUED if self.practice else books.wallet(person)

    def _booklet(self, person: str) -> str:
        """Where coupons come from and go to."""
        return books.COUPONS_ISSUED if self.practice else books.coupons(person)

    def post(self, postings: Sequence[Posting]) -> None:
        """Follow these postings in memory."""
        for account, units in postings:
            if account.startswith(KEPT):
                self.held[account] = self.held.get(account, 0) + units

    def entries(self, seq: int, records: Sequence[Event], at: int) -> list[Entry]:
        """The entries that the records of an act make. If the inventory can't pay, a fill comes first."""
        table, made = self.table, list[Entry]()
        if postings := self._postings(records):
            inventory = books.inventory(table)
            if short := books.fill_needed(table, self.held.get(inventory, 0), postings):
                filled = max(short, FILL)
                fill = books.transfer(books.house(table), inventory, filled)
                made.append(Entry(f"{table}/{seq}/fill", "fill", at, fill, table, seq))
            made.append(Entry(f"{table}/{seq}", "round", at, tuple(postings), table, seq))
        if coupons := books.coupon_postings(table, records):
            made.append(Entry(f"{table}/{seq}/coupons", "coupons", at, tuple(coupons), table, seq))
        for entry in made:
            self.post(entry.postings)
        return made

    def buy_in(self, person: str, cents: int, coupons: int, id: str, at: int) -> list[Entry]:
        """The entries that bring money and coupons to the table. ``post`` the second line of each when it is stored."""
        ways = (
            (id, "buy in", self._purse(person), books.chips(self.table, person), cents * UNITS),
            (f"{id}/coupons", "coupons", self._booklet(person), books.coupons_at(self.table, person), coupons * UNITS),
        )
        return [self._moved(id, kind, out, into, units, person, at) for id, kind, out, into, units in ways if units]

    def cash_out(self, person: str, units: int | None, id: str, at: int) -> list[Entry]:
        """The entry that moves chips back to the wallet. ``post`` it if they are there. None stands for all of them."""
        chips, wallet = books.chips(self.table, person), self._purse(person)
        moved, memo = (self.chips(person), ALL) if units is None else (units, "")
        return [self._moved(id, "cash out", chips, wallet, moved, person, at, memo)]

    def empty(self, person: str, id: str, at: int) -> list[Sweep]:
        """Move all chips and coupons of a person back, with those of a purchase that is under way."""
        ways = (
            (id, "cash out", books.chips(self.table, person), self._purse(person)),
            (f"{id}/coupons", "coupons", books.coupons_at(self.table, person), self._booklet(person)),
        )
        for _, _, account, _ in ways:
            self.held.pop(account, None)
        return [Sweep(name, kind, out_of, into, at, self.table, person) for name, kind, out_of, into in ways]

    @property
    def inventory(self) -> int:
        """What the table inventory holds, in units."""
        return self.held.get(books.inventory(self.table), 0)

    def fill(self, cents: int, id: str, at: int, person: str) -> list[Entry]:
        """The entry that adds to the inventory, by order of a person."""
        out_of, into = books.house(self.table), books.inventory(self.table)
        return self.posted([self._moved(id, "fill", out_of, into, cents * UNITS, person, at, _ordered(person))])

    def credit(self, cents: int | None, id: str, at: int, person: str = "") -> list[Entry]:
        """The entry that moves money of the inventory back to the house. None stands for all of it."""
        out_of, into = books.inventory(self.table), books.house(self.table)
        units = self.inventory if cents is None else cents * UNITS
        if not units:
            return []
        if units > self.inventory:
            raise ValueError(f"a credit of {units} units is more than the inventory of {self.inventory}")
        return self.posted([self._moved(id, "credit", out_of, into, units, person, at, _ordered(person))])

    def posted(self, entries: list[Entry]) -> list[Entry]:
        """Follow these entries in memory."""
        for entry in entries:
            self.post(entry.postings)
        return entries

    def undo(self, entries: Sequence[Entry]) -> None:
        """Forget entries that are not stored, since the same ones were stored before."""
        for entry in entries:
            self.post([Posting(account, -units) for account, units in entry.postings])

    def _moved(
        self, id: str, kind: str, out_of: str, into: str, units: int, person: str, at: int, memo: str = ""
    ) -> Entry:
        return Entry(id, kind, at, books.transfer(out_of, into, units), self.table, 0, person, memo)


def _ordered(person: str) -> str:
    return f"ordered by {person}" if person else ""


# --- the cashier

Reply = Callable[[msg.Done | msg.Refused], None]
Movement = Literal["fill", "credit"]
"""How staff moves money between the house and a table inventory."""
MOST_CENTS = 10**12
"""The most that is bought at once, and the most that a fill leaves in an inventory."""
MOST_PRACTICE_CENTS = 1_000_000_00
"""The most chips that somebody can have by a purchase at a table for practice, and the most coupons."""
OTHER_COMMAND = "this key was used for another command"


class CashierTable(Protocol):
    """What a cashier asks of the live table."""

    table: Table
    committer: Committer
    clock: Callable[[], int]

    @property
    def why_stopped(self) -> str:
        """Why the table takes no commands. Empty if it does."""

    def send_turns(self) -> None:
        """Tell everybody what they may do now."""


class Cashier:
    """Moves money between a table and the rest of the house."""

    def __init__(self, till: Till, live: CashierTable) -> None:
        self.till, self._live, self._committer, self._clock = till, live, live.committer, live.clock
        self._asked: dict[object, tuple[str, Reply]] = {}
        """The keys of commands that wait for the database, and whom to tell."""
        self._movements: set[str] = set()
        """Fills and credits that were ordered."""
        self._stints: dict[str, int] = {}
        """How often each person has left the table."""

    @property
    def is_busy(self) -> bool:
        """Whether a command waits for the database."""
        return bool(self._asked)

    def stop(self, why: str) -> None:
        """Refuse what waits."""
        for key, reply in self._asked.values():
            reply(msg.Refused(key=key, table=self.till.table, code="stopped", why=why))
        self._asked.clear()

    def pay_out(self, player: str, seq: int) -> list[Sweep]:
        """Move everything of a player who leaves by this act back, with purchases that are under way."""
        self._stints[player] = self._stints.get(player, 0) + 1
        return self.till.empty(player, f"{player}/{self.till.table}/left/{seq}", self._clock())

    def buy_in(self, person: str, cents: int, coupons: int, key: str, reply: Reply) -> None:
        """Move money to chips and bring coupons, if the person has them."""
        if min(cents, coupons) < 0 or not cents + coupons:
            raise Refusal("malformed", "say how many cents of chips to buy, or how many cents of coupons to bring")
        if max(cents, coupons) > MOST_CENTS:
            raise Refusal("limit", f"at most {dollars(MOST_CENTS)} can be bought at once")
        entries = self.till.buy_in(person, cents, coupons, self._entry_id(person, key), self._clock())
        if (no := self._no_purchase(person, cents, coupons)) is not None:
            self._refuse_unless_done(entries, key, reply, no)
            return

        stint = self._stints.get(person, 0)

        def decided(outcome: Outcome) -> msg.Done | msg.Refused:
            if outcome.short:
                why = f"you have no coupons of {dollars(coupons)}"
                if outcome.short.startswith("wallet:"):
                    why = f"your wallet does not hold {dollars(cents)}"
                return msg.Refused(key=key, table=self.till.table, code="wallet", why=why)
            if outcome.done and stint == self._stints.get(person, 0):  # whoever left took the chips along
                for entry in entries:
                    self.till.post(entry.postings[1:])
            return self._moved(outcome, key)

        self._submit(Job(entries=entries), key, reply, decided)

    def _no_purchase(self, person: str, cents: int, coupons: int) -> Refusal | None:
        """Why a person can't buy this now. They may have bought it before, and left since."""
        try:
            check_seat(self._live.table, person)
        except Refusal as no:
            return no
        chip = self._live.table.rules.chip
        if cents % chip:
            why = f"chips must be bought in multiples of the smallest chip, which is {dollars(chip)}"
            return Refusal("malformed", why)
        held = max(self.till.chips(person) // UNITS + cents, self.till.coupons(person) // UNITS + coupons)
        if self.till.practice and held > MOST_PRACTICE_CENTS:
            why = f"at a table for practice nobody can buy more than {dollars(MOST_PRACTICE_CENTS)} in all"
            return Refusal("limit", why)
        return None

    def cash_out(self, person: str, cents: int, key: str, reply: Reply) -> None:
        """Move chips back to the wallet. Default: all."""
        if cents < 0:
            raise Refusal("malformed", "say how many cents of chips to take back; 0 takes all")
        units = cents * UNITS if cents else None
        entries = self.till.cash_out(person, units, self._entry_id(person, key), self._clock())
        if (no := self._no_chips(person, cents)) is not None:
            self._refuse_unless_done(entries, key, reply, no)
            return
        self.till.posted(entries)
        stint = self._stints.get(person, 0)

        def told(outcome: Outcome) -> msg.Done | msg.Refused:
            if outcome.again and stint == self._stints.get(person, 0):  # the same command came before
                self.till.undo(entries)
            return self._moved(outcome, key)

        self._submit(Job(entries=entries), key, reply, told)

    def _no_chips(self, person: str, cents: int) -> Refusal | None:
        """Why a person can't take chips back now. They may have taken them back before."""
        chips = self.till.chips(person)
        if not chips and not cents:
            return Refusal("chips", "you have no chips at this table to take back")
        if cents * UNITS > chips:
            have = dollars(chips // UNITS)
            return Refusal("chips", f"you can't take back {dollars(cents)}: you have {have} in chips at this table")
        return None

    def _refuse_unless_done(self, entries: Sequence[Entry], key: str, reply: Reply, no: Refusal) -> None:
        """Refuse a command, unless the same command was done before: then it gets the same answer as before."""
        refused = msg.Refused(key=key, table=self.till.table, code=no.code, why=no.why)
        self.answer_from(entries, key, reply, lambda outcome: self._moved(outcome, key) if outcome.again else refused)

    def answer_from(
        self, entries: Sequence[Entry], key: str, reply: Reply, answer: Callable[[Outcome], msg.Done | msg.Refused]
    ) -> None:
        """Answer a command that writes nothing, when everything before it is stored."""
        self._submit(Job(entries=entries, asks=True), key, reply, answer, turns=False)

    def _submit(
        self,
        job: Job,
        key: str,
        reply: Reply,
        answer: Callable[[Outcome], msg.Done | msg.Refused],
        *,
        turns: bool = True,
    ) -> None:
        """Submit the job of a command, and answer when it is decided, unless the table has stopped. Then tell turns."""
        asked = object()
        self._asked[asked] = key, reply

        def told(outcome: Outcome) -> None:
            if self._asked.pop(asked, None) is not None:
                reply(answer(outcome))
                if turns and not outcome.short:
                    self._live.send_turns()

        job.guarded, job.done = True, told
        self._committer.submit(job)

    def check_inventory(self, kind: Movement, cents: int) -> None:
        """Raise ``Refusal`` if the inventory can't get this fill or give this credit."""
        if why := self._live.why_stopped:
            raise Refusal("stopped", why)
        if kind == "fill" and cents * UNITS + self.till.inventory > MOST_CENTS * UNITS:
            raise Refusal("inventory", f"a fill must not leave more than {dollars(MOST_CENTS)} in the table inventory")
        if kind == "credit" and cents * UNITS > self.till.inventory:
            held = dollars(self.till.inventory // UNITS)
            raise Refusal(
                "inventory", f"a credit of {dollars(cents)} is more than the table inventory, which is {held}"
            )

    def move_inventory(self, kind: Movement, cents: int, person: str, key: str, reply: Reply) -> None:
        """Fill the table inventory, or take a credit from it, by order of a person. The same key does this once.

        The order goes into the staff journal in the transaction that moves the money.
        """
        id = self.movement_id(kind, person, key)
        if id in self._movements:
            raise Refusal("busy", f"this {kind} is under way or done")
        self.check_inventory(kind, cents)
        now = self._clock()
        order = Order.of(now, person, kind, {"table": self.till.table, "cents": cents, "key": key})
        self._movements.add(id)
        entries = (self.till.fill if kind == "fill" else self.till.credit)(cents, id, now, person)

        def told(outcome: Outcome) -> msg.Done | msg.Refused:
            if outcome.again:
                self.till.undo(entries)
            return self._moved(outcome, key)

        self._submit(Job(entries=entries, staff=order), key, reply, told, turns=False)

    def _moved(self, outcome: Outcome, key: str) -> msg.Done | msg.Refused:
        """The answer to a command that moves money, unless somebody was short of it."""
        if outcome.other:
            return msg.Refused(key=key, table=self.till.table, code="key", why=OTHER_COMMAND)
        return msg.Done(key=key, table=self.till.table)

    def movement_id(self, kind: Movement, person: str, key: str) -> str:
        """The id of the entry of a fill or credit that a person orders."""
        return f"{self.till.table}/{kind}/{person}/{key}"

    def _entry_id(self, person: str, key: str) -> str:
        return f"{person}/{self.till.table}/{key}"
