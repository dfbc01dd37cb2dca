"""A table: its game and rules, the people at it, and what it keeps between rounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

import msgspec

from pitboss.basics.cards import parse_cards
from pitboss.basics.clauses import cite
from pitboss.basics.errors import Defect, IllegalAction, RulesError
from pitboss.basics.money import dollars
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.meters.meter import AnyMeter, Claim, Meter, MeterTerms, Part
from pitboss.engine.procedures import shoe
from pitboss.engine.round.asks import METER, Question
from pitboss.engine.round.events import REVISION, Contributed, Ended, Event, all_text, seat_of
from pitboss.engine.round.inputs import (
    CLOCK,
    HOUSE,
    PLAYER,
    SHUFFLER,
    AnyInput,
    Input,
    MeterInput,
    SeatInput,
    ShuffleInput,
)
from pitboss.engine.round.round import Attendant, Listener, Round, replay
from pitboss.engine.rules import Given, TableRules, rules_from
from pitboss.engine.state import TableState

# --- links: tables that share the meters of one progressive


class Link:
    """A link. A table joins it when it is made: ``Table("caribbean_stud", rules, link=link)``.

    All tables must have the same pay table, wager amount and number of decks, and the same seed and rate for each
    meter. Some pay tables are for a single game (ruling link-tables).

    >>> from pitboss import Table
    >>> link = Link()
    >>> rules = {"progressive": "D", "progressive_linked": True}
    >>> tables = [Table("caribbean_stud", rules, link=link) for _ in range(2)]
    >>> link
    <Link of 2 tables: meter $10,000>
    """

    def __init__(self) -> None:
        self.meters: dict[str, Meter] = {}
        self.games: list[str] = []
        """The game of each table that has joined."""
        self._decks = 0

    def __repr__(self) -> str:
        meters = ", ".join(f"{name} {dollars(meter.read())}" for name, meter in self.meters.items())
        return f"<Link of {len(self.games)} tables: {meters or 'no meters yet'}>"

    def defects(self, terms: Sequence[MeterTerms], decks: int) -> Iterator[Defect]:
        """Why a table with these meters can't join."""
        shared = [one for one in terms if one.linked]
        for one in terms:
            if one.alone:
                yield Defect("link", f"pay table {one.table} is for a single game", one.alone)
        if not shared:
            alike = next((one.alike for one in terms if one.alike), "")
            yield Defect("link", "the progressive of this table is not linked by its rules", alike)
            return
        if self.games and {one.name for one in shared} != set(self.meters):
            here, there = ", ".join(one.name for one in shared), ", ".join(self.meters)
            yield Defect(
                "link", f"the meters of this table are {here}, but those of the link are {there}", shared[0].alike
            )
        for one in shared:
            if one.name in self.meters:
                yield from _unlike(one, self.meters[one.name].terms)
        if self.games and decks != self._decks:
            yield Defect(
                "link", f"the table has {decks} decks, but the linked tables have {self._decks}", shared[0].alike
            )

    def join(self, game: str, terms: Sequence[MeterTerms], decks: int) -> dict[str, Meter]:
        """Add a table and return the shared meters. A table that differs from the others is rejected."""
        defects = list(self.defects(terms, decks))
        for defect in defects:
            cite(game, defect.clause)
        if defects:
            raise RulesError(game, defects)
        if not self.games:
            self._decks = decks
            self.meters = {one.name: Meter(one) for one in terms if one.linked}
        self.games.append(game)
        return self.meters


def _unlike(one: MeterTerms, other: MeterTerms) -> Iterator[Defect]:
    """The differences between two tables that share a meter."""
    differences = (
        ("pay table", one.table, other.table),
        ("wager amount", dollars(one.stake), dollars(other.stake)),
        ("seed", dollars(one.seed), dollars(other.seed)),
        ("rate", str(one.rate), str(other.rate)),
    )
    for what, here, there in differences:
        if here != there:
            yield Defect(
                "link", f"the {what} of the {one.name} is {here}, but the linked tables have {there}", one.alike
            )


# --- tables


_NUMBERS = count(1)


def rules(game: str | Game, given: Given = None) -> TableRules:
    """The rules of a game: the document's defaults, changed by the options in a mapping or a TOML file.

    >>> rules("caribbean_stud", {"table_minimum": 10_00}).table_minimum
    1000
    """
    found = registry.game(game)
    return rules_from(found.name, found.rules, given)


class Table:
    """A table: it seats players, opens rounds, and shuffles at random, or repeatably if given a seed.

    >>> table = Table("double_down_stud", seed=7)
    >>> table.sit("Ann"), table.sit("Bob")
    (1, 2)
    """

    def __init__(
        self,
        game: str | Game,
        rules: Given = None,
        *,
        seed: int | str | None = None,
        attendants: Mapping[str, Attendant | None] | None = None,
        state: TableState | None = None,
        link: Link | None = None,
        id: str = "",
    ) -> None:
        self.given_id = id
        self.id = id or f"table {next(_NUMBERS)}"
        """The name by which meters know the table. Give one to a table that shares meters and may be recovered."""
        self.game = registry.game(game)
        self.rules = rules_from(self.game.name, self.game.rules, rules)
        self.source: shoe.Source = shoe.system_source if seed is None else shoe.SeededSource(seed)
        self.seats: list[tuple[int, str]] = []
        """Seats with players' ids, in order of arrival. Seat 1 is the farthest to the dealer's left."""
        self.names: dict[str, str] = {}
        """The names that people call the players by, by id."""
        self.round: Round | None = None
        self._state = state or TableState()
        self._stacked = ""
        own: dict[str, Attendant | None] = {"shuffler": self._shuffle, "meter": self._meter}
        self.attendants = {device: attend for device, attend in {**own, **(attendants or {})}.items() if attend}
        """Those who answer for devices. If a device is given as None, answer for it with ``Round.do``."""
        terms = self.game.meters(self.rules)
        self.terms = {one.name: one for one in terms}
        """The rules of each meter, by its name."""
        self.meters: dict[str, AnyMeter] = {one.name: Meter(one) for one in terms}
        """The meters of the progressive. Tables on a link share its meters."""
        self.listeners: list[Listener] = [self.tell_meters] if terms else []
        """Those who receive every record of a round as it is made, in this order. ``listen`` adds one."""
        self.link = link or (Link() if any(one.linked for one in terms) else None)
        """The link that this table has joined. Default: a new one, which other tables may join."""
        if self.link is not None:
            self.meters |= self.link.join(self.game.name, terms, self.game.decks(self.rules) * self.rules.packs)

    def __repr__(self) -> str:
        people = ", ".join(f"{self.names[id]} at seat {seat}" if seat else self.names[id] for seat, id in self.seats)
        return f"<Table of {self.game.name}: {people or 'nobody'}; {self.state.round} rounds played>"

    @property
    def state(self) -> TableState:
        """The table as the last round left it."""
        return self.round.state if self.round is not None and self.round.over else self._state

    def sit(self, name: str, seat: int = 0, *, id: str = "") -> int:
        """Seat a player. Default: the first free seat.

        Inputs and the log identify players by ``id``. Default: the name. Two players may be called Ann if their ids
        differ.

        >>> table = Table("double_down_stud")
        >>> table.sit("Ann"), table.sit("Ann", id="ann-2")
        (1, 2)
        """
        player = self._new_player(name, id)
        taken = {number for number, _ in self.seats} | self._in_the_round()
        free = [number for number in range(1, self.rules.positions + 1) if number not in taken]
        if not seat and not free:
            raise IllegalAction(self.game.name, self.game.seated, "no seat is free")
        seat = seat or free[0]
        if type(seat) is not int or seat not in free:
            others = f"free seats are {', '.join(map(str, free))}" if free else "no seat is"
            raise IllegalAction(self.game.name, self.game.seated, f"seat {seat!r} is not free; {others}")
        self._take_in(seat, player, name)
        return seat

    def enter(self, player: str) -> list[Event]:
        """Let a player who sat down while bets are open play in this round. It returns what that makes.

        After "No more bets", and where the document bars them, they play from the next round on.

        >>> table = Table("double_down_stud")
        >>> table.sit("Ann")
        1
        >>> round = table.open_round()
        >>> table.sit("Bob")
        2
        >>> made = table.enter("Bob")
        >>> round.allows("Bob", "wager", "original", 500)
        True
        """
        if self.round is None:
            raise IllegalAction(self.game.name, "", "no round has begun; open one")
        return self.round.do(self.entry_of(player))

    def entry_of(self, player: str) -> SeatInput:
        """The input with which a player of the table enters the round."""
        seat = next((seat for seat, id in self.seats if id == player), 0)
        if not seat:
            raise IllegalAction(self.game.name, self.game.seated, f"{player!r} has no seat at the table")
        name = self.names[player]
        return SeatInput(by=PLAYER, player=player, seat=seat, name="" if name == player else name)

    def stand(self, name: str, *, id: str = "") -> None:
        """Let someone wager from behind the seats, if the document allows it."""
        self._take_in(0, self._new_player(name, id), name)

    def _take_in(self, seat: int, player: str, name: str) -> None:
        self.seats.append((seat, player))
        self.names[player] = name

    def _new_player(self, name: str, id: str) -> str:
        """The id of somebody who comes to the table."""
        player = id or name
        wrong = ""
        if not all_text((name, player)):
            wrong = f"a log can't hold {player!r} as text; choose another name"
        elif not name:
            wrong = "a player needs a name"
        elif player in (*HOUSE, CLOCK):
            wrong = f"{player!r} is reserved for the house; choose another name"
        elif any(player == other for _, other in self.seats):
            wrong = f"{player!r} is already at the table; give another player of that name a different id"
        if wrong:
            raise IllegalAction(self.game.name, "", wrong)
        return player

    def leave(self, player: str) -> None:
        """Let a player leave. In mid-round, the document must allow it and the player must have nothing in play.

        Ruling stay-seated. The seat is free from the next round on. If the player alone is asked something, the house
        answers for them: a cut is refused.
        """
        self.before_leaving(player)
        if self.round is not None and not self.round.over:
            self.round.leave(player)
        self.seats = [(seat, id) for seat, id in self.seats if id != player]
        del self.names[player]

    def before_leaving(self, player: str) -> AnyInput | None:
        """Check that a player may leave, and return the answer that the house gives for them first, if any."""
        if not any(player == name for _, name in self.seats):
            raise IllegalAction(self.game.name, "", f"{player!r} is not at the table")
        clause, why = self._must_stay(player)
        if why:
            refusal = IllegalAction(self.game.name, clause, f"{self.names[player]} {why}")
            cite(refusal.game, refusal.clause)
            raise refusal
        return None if self.round is None else self.round.before_leaving(player)

    def _must_stay(self, player: str) -> tuple[str, str]:
        """Why a player may not leave now, and the clause. Empty if they may."""
        round = self.round
        if round is None or round.over:
            return "", ""
        has_wagers = any(player == who for _, who, _, _ in round.layout.stakes)
        if has_wagers and round.phase == "wagers":  # no cards yet: what lies there may still be taken back
            clause, _ = self.game.closed.get("wager", (self.game.round_of_play, ""))
            return clause, "has wagers on the layout and must withdraw them before leaving"
        if has_wagers:
            clause = (self.game.remains if round.layout.hands else "") or self._untouchable(player)
            return clause, "has wagers in this round and must stay until they are settled"
        dealt_in = round.dealt_in
        if self.game.remains and any(seat in dealt_in for seat, name in round.seats if name == player):
            return self.game.remains, "was dealt cards in this round and must stay until it is over"
        return "", ""

    def _in_the_round(self) -> set[int]:
        """The seats that nobody new may take before the current round is over."""
        round = self.round
        if round is None or round.over:
            return set()
        return {seat for seat, _ in round.seats} | {stake[0] for stake in round.layout.stakes}

    def _untouchable(self, player: str) -> str:
        """The clause that forbids a player to withdraw their first wager, as leaving would do."""
        assert self.round is not None
        wager, hand = next((wager, hand) for _, who, hand, wager in self.round.layout.stakes if who == player)
        closed = self.game.closed.get(self.game.closing("withdraw", wager, hand))
        return closed[0] if closed else self.game.round_of_play

    def new_dealer(self) -> None:
        """Another dealer comes to the table, and burns a card if the document says so."""
        self._between_rounds()
        self._state = msgspec.structs.replace(self.state, burn=True)
        self.round = None

    def open_round(self) -> Round:
        """Begin the next round with the table as the last round left it."""
        self._between_rounds()
        if not any(seat for seat, _ in self.seats):
            raise IllegalAction(self.game.name, self.game.seated, "nobody sits at the table")
        self._state = self.state
        self.round = Round(
            self.game,
            self.rules,
            self._state,
            self.seats,
            self.attendants,
            names=self.names,
            listener=self._heard if self.listeners else None,
        )
        return self.round

    def resume_round(
        self,
        state: TableState,
        seats: Sequence[tuple[int, str]],
        inputs: Iterable[Input],
        *,
        names: Mapping[str, str] | None = None,
        revision: int = REVISION,
    ) -> Round:
        """Rebuild a round in progress from the state in which it began, its seats, and its stored inputs.

        The inputs include those of devices. ``revision`` is the stored ``Round.revision``, and 0 for a round that was
        stored without one. Compare the round's records with the stored ones, then let the devices go
        on with ``round.attend(table.attendants)``. The listeners receive only new records.
        """
        self._between_rounds()
        called = {player: (names or {}).get(player, player) for _, player in seats}
        round = replay(
            self.game, self.rules, state, seats, inputs, names=called, listener=self._heard, revision=revision
        )
        self.names = {player: round.called(player) for _, player in round.seats}
        self._state, self.seats, self.round = state, list(round.seats), round
        return round

    def listen(self, listener: Listener) -> None:
        """Add a listener. It receives every record after the listeners added earlier, and before the meters."""
        self.listeners.insert(len(self.listeners) - bool(self.terms), listener)
        if self.round is not None:
            self.round.listener = self._heard

    def _heard(self, round: Round, records: Sequence[Event]) -> None:
        for listener in self.listeners:
            listener(round, records)

    def _between_rounds(self) -> None:
        if self.round is not None and not self.round.over:
            raise IllegalAction(self.game.name, self.game.round_of_play, "the last round is not over")

    def _shuffle(self, round: Round, question: Question) -> Input:
        """Answer for the shuffler: put the cards in a random order."""
        order = shoe.shuffled(round.to_shuffle, self.source)
        key, source = self.source(32).hex(), "" if self.source is shoe.system_source else shoe.SEEDED
        if self._stacked:
            return ShuffleInput(by=SHUFFLER, cards=self._plant(order), key=key, source=shoe.PLANTED)
        return ShuffleInput(by=SHUFFLER, cards=shoe.order_text(order), key=key, source=source)

    def stack(self, cards: str) -> None:
        """Put these cards on top at the next shuffle, for a test or a lesson. The rest stays random.

        A card followed by ``^`` lies face up. Cards that are not in the packs (a ten in Double Attack) are allowed.
        A card that is in the packs may not occur more often than in them. The log says that the order is planted.
        """
        decks = self.game.decks(self.rules)
        foreign = [card for card in shoe.parse_order(cards)[0] if card not in self.game.pack]
        parse_cards([word.rstrip(shoe.BOXED) for word in cards.split()], (*self.game.pack, *foreign), decks)
        self._stacked = cards

    def _plant(self, order: list[int]) -> str:
        """The order with the cards of ``stack`` on top."""
        on_top, self._stacked = self._stacked, ""
        for card in shoe.parse_order(on_top)[0]:
            if card in order:
                order.remove(card)
        return " ".join(filter(None, (on_top, shoe.order_text(order))))

    # --- meters

    def tell_meters(self, round: Round, records: Sequence[Event]) -> None:
        """Tell the meters what a round does. A linked meter has reversed a part itself when it answered the round."""
        if not records:
            self._undo_at_meters(round)
        for record in records if round.gains else ():  # no meter has gained anything yet
            if isinstance(record, Contributed):
                part, meter = self._part(round, record.seat, record.wager), self.meters[record.meter]
                if not record.reversed:
                    meter.contribute(part)
                elif not self.terms[record.meter].linked:
                    meter.reverse(part, whole=True)
            elif isinstance(record, Ended):
                for one in self.meters.values():
                    one.close(self.id, round.number)

    def _undo_at_meters(self, round: Round) -> None:
        """A round undid an act that failed: only what its records still hold stands at the meters."""
        told = [record for record in round.records if isinstance(record, Contributed)]
        claims = frozenset(
            Claim(self.id, round.number, given.turn) for given in round.inputs if isinstance(given, MeterInput)
        )
        for name, meter in self.meters.items():
            entered, back = (
                frozenset(
                    self._part(round, one.seat, one.wager)
                    for one in told
                    if one.meter == name and one.reversed == reversed
                )
                for reversed in (False, True)
            )
            meter.undo(self.id, round.number, entered, back, claims)

    def _part(self, round: Round, seat: int, wager: str) -> Part:
        return Part(self.id, round.number, seat, wager)

    def _meter(self, round: Round, question: Question) -> Input:
        """Answer for the progressive system: a meter's reading, the rest of a void wager, or a random number."""
        offer = round.offers(METER)[0]
        what = offer.what[0] if offer.what else ""
        match offer.do:
            case "reading":
                amount = self.meters[what].win(Claim(self.id, round.number, question.turn), *offer.share)
            case "take back":
                seat = seat_of(offer.places[0] if offer.places else "")
                amount = self.meters[what].reverse(self._part(round, seat, offer.wager))
            case _:
                amount = shoe.random_below(offer.most + 1, self.source)
        return offer.taken(METER, amount)
