"""A round of play as a value: rules, the table as the last round left it, and the list of inputs.

Every operation comes in three forms. ``check`` says why it may not be done, ``allows`` says whether it may, and ``do``
does it. All three take the same arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from pitboss.basics import clauses
from pitboss.basics.cards import parse
from pitboss.basics.errors import IllegalAction, InputError
from pitboss.basics.money import dollars
from pitboss.engine.game import Game
from pitboss.engine.round import events as ev
from pitboss.engine.round import inputs
from pitboss.engine.round.asks import Ask, Offer, Party, Question, Script
from pitboss.engine.round.dealer import Dealer, R, Void
from pitboss.engine.round.events import REVISION, Event, Settled, takes_in, unknown_revision
from pitboss.engine.round.inputs import (
    CLOCK,
    HOUSE,
    PLAYER,
    STAFF,
    AnyInput,
    Input,
    PlayerInput,
    ReportInput,
    SeatInput,
    WagerInput,
    is_input,
)
from pitboss.engine.round.layout import Layout, View
from pitboss.engine.rules import TableRules, refuse_study
from pitboss.engine.state import TableState

# --- why an input is rejected: the reason, what is allowed instead, and the clause


def allowed(offers: Sequence[Offer]) -> str:
    """What may be done instead. Empty if nothing may."""
    open_now = ", ".join(dict.fromkeys(str(offer) for offer in offers if not offer.why_not and offer.do != "report"))
    return f"allowed now: {open_now}" if open_now else ""


def wrong_coupon(game: Game, rules: TableRules, given: Input, offer: Offer) -> str:
    """Why a match play coupon is rejected. Empty if it is valid or there is none."""
    if not isinstance(given, WagerInput) or not given.coupon:
        return ""
    if not rules.match_play:
        return "this table does not accept match play coupons"
    if given.do != "wager" or not game.wager(offer.wager).coupon:
        return f"'{offer}' does not take a match play coupon"
    if given.coupon < 0 or given.coupon > given.amount:
        return "a match play coupon must not exceed the chips beside it"
    if given.coupon % rules.chip:
        chip = dollars(rules.chip)
        return f"a match play coupon of {dollars(given.coupon)} is not a multiple of the smallest chip, which is {chip}"
    return ""


def not_offered(
    dealer: Dealer[R], given: Input, who: str, ask: Ask, offers: Sequence[Offer], waits: str
) -> IllegalAction:
    """The refusal of something that is not offered now. ``waits`` says whom the round waits for."""
    game = dealer.game
    if isinstance(given, ReportInput):
        first = offers[0].clause if offers else ask.clause
        clause = next((offer.clause for offer in offers if given.what in (offer.what or ())), first)
        return IllegalAction(game.name, clause, *_not_reportable(given, offers))
    on = f"on hand {given.hand}" if given.hand != 1 else ""
    said = " ".join(filter(None, (given.do, given.wager, given.what, given.place, on)))
    key = game.closing(given.do, given.wager, given.hand)
    another = given.do == "cut" and ask.about == "the cut"  # another party has it
    offered = any(offer.do == given.do and (key == given.do or offer.wager == given.wager) for offer in offers)
    if key and not _not_yet(dealer, given) and not another and not offered:
        clause, why = game.closed[key]
    else:
        clause, why = _no_such_wager(dealer, given, offers) or (ask.clause, "")
    wrong = f"{who} can't do '{said}'" + (f": {why}" if why else "")
    return IllegalAction(game.name, clause, wrong, allowed(offers) or waits)


def _not_yet(dealer: Dealer[R], given: Input) -> bool:
    """Whether this is about wagers and bets are not closed yet. Cash counts as a wager if the document accepts it."""
    cash = given.do == "cash" and "cash" not in dealer.game.closed
    return (given.do in ("wager", "redeem", "withdraw", "leave") or cash) and dealer.phase in ("opening", "wagers")


def _no_such_wager(dealer: Dealer[R], given: Input, offers: Sequence[Offer]) -> tuple[str, str] | None:
    """While bets are open: the clause on a wager that the game has but this player can't place, and why."""
    name = given.wager
    known = next((one for one in dealer.game.wagers if one.name == name), None)
    if given.do not in ("wager", "redeem") or known is None or dealer.phase != "wagers":
        return None
    if not offers or any(offer.wager == name for offer in offers):
        return None
    return known.clause, "it is won, not wagered" if known.earned else "it is not offered" if known.side else ""


def _not_reportable(given: ReportInput, offers: Sequence[Offer]) -> tuple[str, str]:
    """Why a report without a kind or with a wrong place is rejected, and what can be reported."""
    kinds = [offer for offer in offers if given.what in (offer.what or ())]
    if not kinds:
        unknown = f"'{given.what}' is not an irregularity of this game"
        wrong = unknown if given.what else "a report must say what went wrong"
        return wrong, f"its irregularities are {', '.join(what for offer in offers for what in offer.what or ())}"
    places = dict.fromkeys(place for offer in kinds for place in offer.places or ())
    named = f"{given.place!r} is not a valid one" if given.place else "none was given"
    can_be = f"valid places are {', '.join(places)}" if places else "no place is valid now"
    return f"a report of '{given.what}' needs a place, but {named}", can_be


# --- the round


Attendant = Callable[["Round", Question], Input]
"""Answers the questions to a device: a shuffler or a meter."""
Listener = Callable[["Round", Sequence[Event]], None]
"""Receives the new records of a round, each time before it asks a device and when it stops to wait for people.

An empty sequence means that the round undid an act that failed: records beyond those that it has now are void.
"""


class Round:
    """A round of play.

    ``attendants`` answer for devices at once. If a device has no attendant, answer for it with ``do`` when its answer
    is ready. ``names`` maps players' ids to the names that people call them by.

    >>> from pitboss import Table
    >>> table = Table("double_down_stud", seed=7)
    >>> table.sit("Ann")
    1
    >>> round = table.open_round()
    >>> round.allows("Ann", "wager", "original", 500), round.allows("Bob", "wager", "original", 500)
    (True, False)
    >>> made = round.do("Ann", "wager", "original", 500)
    >>> round.asking.about, [party.by for party in round.waiting]
    ('wagers', ['player', 'dealer'])
    """

    def __init__(
        self,
        game: Game,
        rules: TableRules,
        state: TableState,
        seats: Sequence[tuple[int, str]],
        attendants: Mapping[str, Attendant] | None = None,
        *,
        names: Mapping[str, str] | None = None,
        listener: Listener | None = None,
        revision: int = REVISION,
    ) -> None:
        refuse_study(game.name, rules)
        if wrong := unknown_revision(revision):
            raise IllegalAction(game.name, "", wrong)
        self.game, self.rules, self.start = game, rules, state
        self.seats_at_start = tuple(seats)
        """Seats with players' ids as the round began, in order of arrival: what ``replay`` takes."""
        self.revision = revision
        """The revision of the engine that the round follows."""
        self.names_at_start = {id: name for id, name in (names or {}).items() if name != id}
        self.attendants = attendants or {}
        self.listener = listener
        self.records: list[Event] = []
        """Events and inputs, in the order they came."""
        self._ask: Ask | None = None
        self._offered: dict[Party, Sequence[Offer]] = {}
        self._sent: dict[Party, Sequence[Offer]] = {}
        self._left: set[str] = set()
        self._told = 0
        self._begin()
        try:
            self._attend()
        except BaseException:
            self.records.clear()
            self._tell_undone()
            raise

    def _begin(self) -> None:
        self.records.clear()
        self._offered.clear()
        self._dealer: Dealer[Any] = Dealer(
            self.game,
            self.rules,
            self.start,
            self.seats_at_start,
            self.records.append,
            self.names_at_start,
            self.revision,
        )
        if clauses.watched():
            self._watch()
        self._dealer.emit(
            ev.Began(
                round=self._dealer.round,
                clause=self.game.round_of_play,
                game=self.game.name,
                rules=self.rules.digest,
                seats=self.seats_at_start,
                names=self.names_at_start,
                state=self.start,
                revision=self.revision,
            )
        )
        self._script = self._conduct()
        self._ask = next(self._script, None)

    def _watch(self) -> None:
        """Collect the clauses that every event cites."""
        game, record = self.game.name, self.records.append

        def cite(event: Event) -> None:
            record(event)
            case = getattr(event, "table", "")
            for clause in (event.clause, *event.also):
                clauses.cite(game, clause, case)

        self._dealer._record = cite

    def _conduct(self) -> Script:
        """Run the script of the game, void the round if the script says so, and end it."""
        dealer = self._dealer
        try:
            yield from self.game.play(dealer)
        except Void as void:
            dealer.void_round(void)
        if not self.game.lasting_shoe:
            dealer.boxed_stay()
            dealer.open_shown(self.game.procedures.shuffle)
        if dealer.to_take_back:
            yield from dealer.take_back()
        dealer.end(self.game.round_of_play)

    # --- what it is

    @property
    def number(self) -> int:
        """The number of the round at its table, from 1."""
        return self._dealer.round

    @property
    def seats(self) -> tuple[tuple[int, str], ...]:
        """Seats with players' ids, in order of arrival. Whoever has sat down in this round is the last."""
        return self._dealer.seats

    @property
    def names(self) -> Mapping[str, str]:
        """Players' names by id, if they differ from the ids."""
        return self._dealer.names

    @property
    def phase(self) -> str:
        """The phase of the round: opening, wagers, deal, then phases that the game names."""
        return self._dealer.phase

    @property
    def layout(self) -> Layout:
        """What lies on the table, including face-down cards. This is surveillance's view."""
        return self._dealer.layout

    @property
    def gains(self) -> dict[str, int]:
        """What each meter has gained so far, in ten-thousandths of a cent."""
        return dict(self._dealer.gains)

    @property
    def dealt_in(self) -> tuple[int, ...]:
        """The seats that had a base wager when bets closed, from the dealer's left."""
        return tuple(self._dealer.in_play)

    @property
    def to_shuffle(self) -> tuple[int, ...]:
        """The cards that the shuffler is asked to put in order."""
        return self._dealer.to_shuffle

    @property
    def over(self) -> bool:
        return self._ask is None

    @property
    def events(self) -> list[Event]:
        return [record for record in self.records if not isinstance(record, Input)]

    @property
    def inputs(self) -> list[AnyInput]:
        return [record for record in self.records if is_input(record)]

    @property
    def settlements(self) -> list[Settled]:
        """Every wager's end, in the order they were settled."""
        return list(self.layout.settled)

    @property
    def state(self) -> TableState:
        """The table as this round leaves it."""
        return msgspec.structs.replace(self._dealer.state, round=self._dealer.round)

    def called(self, player: str) -> str:
        """The name of the player with this id."""
        return self.names.get(player, player)

    def __repr__(self) -> str:
        state = f"waits for {self._ask.about}" if self._ask else "over"
        return f"<Round {self.number} of {self.game.name}: {state}, {len(self.records)} records>"

    def _repr_html_(self) -> str:
        """The round as a notebook shows it: what everyone may see, and how the wagers ended."""
        from html import escape

        from pitboss.engine.round.layout import settlements_html

        public = self.view(ev.PUBLIC)
        waits = f"waits for {self._ask.about}" if self._ask else "over"
        head = f"<p><b>{escape(self.game.title)}</b>, round {self.number}: {escape(waits)}</p>"
        return head + public._repr_html_() + settlements_html(public.layout)

    # --- who may do what

    @property
    def asking(self) -> Question | None:
        """The question that the round is waiting on; None if the round is over."""
        return self._question(self._ask) if self._ask else None

    def _question(self, ask: Ask) -> Question:
        if not self._left:
            return ask.question
        also = tuple([party for party in ask.also if party.player not in self._left])
        return msgspec.structs.replace(ask.question, waiting=self.waiting, also=also)

    @property
    def waiting(self) -> tuple[Party, ...]:
        """Those who are asked, in this order; none if the round is over."""
        if self._ask is None:
            return ()
        return tuple([party for party in self._ask.waiting if party.player not in self._left])

    def offers(self, party: Party) -> Sequence[Offer]:
        """What a party may do now, and what it may not, with the reasons."""
        if self._ask is None or party.player in self._left:
            return ()
        offers = self._offered.get(party)
        if offers is None:
            offers = self._offered[party] = tuple(self._ask.offers(party))
        return offers

    def changed_offers(self) -> dict[Party, Sequence[Offer]]:
        """The offers to those who may act, if they have changed since the last call.

        A server sends these after each act. Parties that the act does not concern are not in the result. A party that
        may no longer act gets an empty sequence, once.
        """
        also = self.asking.also if self.asking else ()
        now = {party: self.offers(party) for party in (*self.waiting, *also)}
        before, self._sent = self._sent, now
        gone: dict[Party, Sequence[Offer]] = {party: () for party in before if party not in now}
        return gone | {party: offers for party, offers in now.items() if before.get(party) != offers}

    def reports(self) -> list[Offer]:
        """The irregularities that the dealer or a supervisor may report now, or may not, with the reasons."""
        return self._dealer.reports() if self._ask else []

    def default(self, party: Party) -> AnyInput | None:
        """What the house does for a player who does not act in time (ruling time-out); None if it does nothing."""
        ask = self._ask
        if ask is None or party.by != PLAYER or party not in ask.waiting:
            return None
        offers = ask.offers(party) if party.player in self._left else self.offers(party)
        found = next((offer for offer in offers if offer.default and not offer.why_not), None)
        return found.by_the_clock(party, ask.turn) if found else None

    def before_leaving(self, player: str) -> AnyInput | None:
        """What the house does before a player leaves: if nobody else is asked, it answers for them (ruling time-out).

        So an offer of the cut passes on. None if no answer is needed. A player whose wager is about to be confirmed
        can't leave.
        """
        ask, waiting = self._ask, self.waiting
        if ask is None:
            return None
        only = bool(waiting) and all(party.player == player for party in waiting)
        answers = map(self.default, waiting if only else ())
        given = next((answer for answer in answers if answer is not None), None)
        if player == ask.keeps or (only and given is None):
            asked = ", ".join(map(self._shown, waiting))
            why = f"{self.called(player)} can't leave while the round waits for {asked}: {ask.about}"
            raise IllegalAction(self.game.name, ask.clause, why)
        return given

    def leave(self, player: str) -> None:
        """Expect no more answers from a player who leaves. ``Table.leave`` checks that they may."""
        while given := self.before_leaving(player):
            self.do(given)
        self._left.add(player)
        self._offered.clear()

    def _shown(self, party: Party) -> str:
        """A party as people call it."""
        return str(msgspec.structs.replace(party, player=self.called(party.player)) if party.player else party)

    # --- check, allows, do

    def check(
        self, who: Input | str, do: str = "", wager: str = "", amount: int = 0, **more: Any
    ) -> IllegalAction | None:
        """Why this may not be done now; None if it may. Changes nothing."""
        try:
            refusal = self._why_not(self._given(who, do, wager, amount, more))
        except IllegalAction as wrong:
            return wrong
        return _cited(refusal) if refusal else None

    def allows(self, who: Input | str, do: str = "", wager: str = "", amount: int = 0, **more: Any) -> bool:
        """Whether this may be done now."""
        try:
            return self._why_not(self._given(who, do, wager, amount, more)) is None
        except IllegalAction:
            return False

    def do(self, who: Input | str, do: str = "", wager: str = "", amount: int = 0, **more: Any) -> list[Event]:
        """Do this and return the events it makes. If it may not be done, raise ``IllegalAction`` and change nothing.

        ``who`` is a whole ``Input``, or it is a player's id, ``dealer`` or ``supervisor``, and the other arguments say
        what they do. A fixed amount may be left out.
        """
        given = self._given(who, do, wager, amount, more)
        if refusal := self._why_not(given):
            raise _cited(refusal)
        at = len(self.records)
        self._accept(given)
        try:
            attended = self._attend()
        except BaseException:
            self._rebuild(at)
            raise
        made = self.records[at + 1 :]
        return [record for record in made if not isinstance(record, Input)] if attended else made

    def repeat(self, given: Input) -> None:
        """Take an input that was stored. Answers for devices and for players who have left were stored too."""
        if refusal := self.check(given):
            raise refusal
        self._accept(given)

    def copy(self, inputs: Iterable[Input] | None = None) -> Round:
        """The round that other inputs make from the same start, to try what follows. Default: the same inputs."""
        given = self.inputs if inputs is None else inputs
        made = replay(
            self.game,
            self.rules,
            self.start,
            self.seats_at_start,
            given,
            names=self.names_at_start,
            revision=self.revision,
        )
        made._left = set(self._left)
        return made

    def input(self, who: str, do: str, wager: str = "", amount: int = 0, **more: Any) -> Input:
        """Make an input from a player's id or a role of the house. The default seat is the player's own."""
        if taken := {"by", "player"} & more.keys() - ({"player"} if who in HOUSE else set()):
            raise InputError(f"{min(taken)} can't be given here: the first argument says who acts")
        if who in HOUSE:
            return inputs.make(by=who, do=do, wager=wager, amount=amount, **more)
        own = next((seat for seat, id in self.seats if id == who), 0)
        return inputs.make(by=PLAYER, player=who, do=do, wager=wager, amount=amount, **{"seat": own, **more})

    def _given(self, who: Input | str, do: str, wager: str, amount: int, more: Mapping[str, Any]) -> Input:
        if isinstance(who, Input):
            return who
        try:
            return self._with_fixed_amount(self.input(who, do, wager, amount, **more))
        except InputError as error:
            clause = self._ask.clause if self._ask else ""
            raise _cited(IllegalAction(self.game.name, clause, str(error))) from None

    def _with_fixed_amount(self, given: Input) -> Input:
        """Fill in a fixed amount: a bet is twice the ante."""
        if isinstance(given, SeatInput) or inputs.malformed(given) or given.amount or self._not_theirs(given):
            return given
        for offer in self.offers(_party(given)):
            if offer.most and offer.least == offer.most and offer.matches(given):
                return msgspec.structs.replace(given, amount=offer.most)
        return given

    def _why_not(self, given: Input) -> IllegalAction | None:
        game, ask = self.game, self._ask
        if ask is None:
            return IllegalAction(game.name, "", "the round is over", "open the next one")
        if wrong := inputs.malformed(given):
            return IllegalAction(game.name, ask.clause, wrong)
        if stranger := self._not_theirs(given):
            return stranger
        if given.also or (given.ruling and given.by != CLOCK):
            wrong = "only the round says which further clauses and rulings an input rests on"
            return IllegalAction(game.name, ask.clause, wrong)
        if given.turn and given.turn != ask.turn:
            late = f"this answers question {given.turn}, but the round now asks question {ask.turn}: {ask.about}"
            return IllegalAction(game.name, ask.clause, late)
        if isinstance(given, SeatInput):
            return self._no_seat(given, ask)
        party = _party(given)
        if given.by == CLOCK and not self._is_default(given, party):
            wrong = f"the clock can't do '{given.do}' for {self.called(party.player)}"
            return IllegalAction(game.name, ask.clause, wrong)
        report = given if isinstance(given, ReportInput) else None
        reports = self._dealer.reports() if report else None
        found: Offer | None = None
        do = given.do
        offers: Iterable[Offer] = reports or self._offered.get(party) or ask.offers(party)
        for offer in offers:  # lazy: none is made after the one that matches
            if offer.do == do and offer.matches(given):
                found = offer if found is None or not offer.why_not else found
                if not offer.why_not:
                    break
        if found is None:
            waits = f"the round waits for {', '.join(map(self._shown, self.waiting))}: {ask.about}"
            return not_offered(self._dealer, given, self._shown(party), ask, reports or self.offers(party), waits)
        wrong = found.why_not or found.wrong_amount(given.amount) or wrong_coupon(game, self.rules, given, found)
        if not wrong and ask.check:
            wrong = ask.check(given)
        if not wrong and report:
            wrong = self._dealer.wrong_report(report)
        if not wrong:
            return None
        too_little = found.least_clause and not found.why_not and given.amount < found.least
        clause = found.least_clause if too_little else found.clause
        return IllegalAction(game.name, clause, wrong, allowed(reports or self.offers(party)) if found.why_not else "")

    def _no_seat(self, given: SeatInput, ask: Ask) -> IllegalAction | None:
        """Why somebody may not take a seat and play in this round; None if they may."""
        game, whose = self.game, given.name or given.player
        next_round = f"so {whose} plays from the next round on"
        if not takes_in(self.revision):
            return IllegalAction(game.name, game.seated, f"this round began with an earlier program, {next_round}")
        if self.phase not in ("opening", "wagers"):
            clause, _ = game.closed.get("wager", (game.round_of_play, ""))
            return IllegalAction(game.name, clause, f"bets are closed, {next_round}")
        if ask.no_seat is None:
            asked = ", ".join(map(self._shown, self.waiting))
            why = f"{whose} can't take a seat while the round waits for {asked}: {ask.about}"
            return IllegalAction(game.name, ask.clause, why)
        clause, why = ask.no_seat(given)
        return IllegalAction(game.name, clause, why) if why else None

    def _is_default(self, given: Input, party: Party) -> bool:
        default = self.default(party)
        return default is not None and default == msgspec.structs.replace(
            given, round=default.round, clause=default.clause, at=default.at, turn=default.turn
        )

    def _not_theirs(self, given: Input) -> IllegalAction | None:
        """Why a player may not act at a seat, with the clause; None if they may."""
        if not isinstance(given, PlayerInput):
            return None
        game, seat, player = self.game, given.seat, given.player
        if player in self._left and given.by != CLOCK:
            return IllegalAction(game.name, game.seated, f"{self.called(player)} has left the table")
        if seat and (seat, player) in self.seats:
            return None
        if not any(player == id for _, id in self.seats):
            there = ", ".join(self.called(id) for _, id in self.seats)
            wrong = f"{player or 'nobody'} is not at the table; the players are {there}"
            return IllegalAction(game.name, game.seated, wrong)
        if not 1 <= seat <= self.rules.positions:
            wrong = f"there is no seat {seat}: the table has {self.rules.positions} seats"
            return IllegalAction(game.name, game.seated, wrong)
        wrong = f"{self.called(player)} does not sit at seat {seat} and may wager only at their own seat"
        if game.may_use:
            wrong = game.may_use(self._dealer, seat, player)
        return IllegalAction(game.name, game.areas or game.seated, wrong) if wrong else None

    def _accept(self, given: Input) -> None:
        ask = self._ask
        assert ask is not None
        at = len(self.records)
        stamped = msgspec.structs.replace(given, round=self._dealer.round, clause=ask.clause, at=at, turn=ask.turn)
        self.records.append(stamped)
        self._offered.clear()
        try:
            self._ask = self._script.send(stamped)
        except StopIteration:
            self._ask = None
        except BaseException:
            self._rebuild(at)
            raise

    def _rebuild(self, until: int) -> None:
        """Undo the work of a failed script: play the round again from its inputs."""
        before = [record for record in self.records[:until] if isinstance(record, Input)]
        self._begin()
        for given in before:
            self._accept(given)
        self._tell_undone()

    def _tell_undone(self) -> None:
        """If listeners have heard of records that are undone, tell them."""
        if self._told > len(self.records):
            self._told = len(self.records)
            if self.listener is not None:
                self.listener(self, ())

    # --- devices

    def attend(self, attendants: Mapping[str, Attendant]) -> None:
        """Let these attendants answer for devices from now on, beginning with the current question."""
        self.attendants = attendants
        at = len(self.records)
        try:
            self._attend()
        except BaseException:
            self._rebuild(at)
            raise

    def _attend(self) -> bool:
        """Let devices answer their questions, and the house for players who have left. Returns whether any did."""
        attended = False
        while self._ask is not None and (given := self._answer(self._ask)):
            if refusal := self._why_not(given):
                raise _cited(refusal)
            self._accept(given)
            attended = True
        self._tell()
        return attended

    def _answer(self, ask: Ask) -> Input | None:
        """The answer of a device, or of the house if only players are asked who have left; None if people answer."""
        if attend := self.attendants.get(ask.waiting[0].by):
            self._tell()
            return attend(self, self._question(ask))
        if self._left and not self.waiting:
            return next(filter(None, map(self.default, ask.waiting)), None)
        return None

    def _tell(self) -> None:
        told, self._told = self._told, len(self.records)
        if self.listener is not None and told < self._told:
            self.listener(self, self.records[told:])

    # --- looking

    def viewer(self, party: Party | str) -> str:
        """The viewer's name for a party or a player's id: a player's seat, or ``standing`` for a player without one."""
        if isinstance(party, Party) and party.by != PLAYER:
            return ev.DEALER if party.by in STAFF else ev.PUBLIC
        player = party.player if isinstance(party, Party) else party
        seats = [seat for seat, id in self.seats if id == player]
        return ev.PUBLIC if not seats else ev.seat_place(seats[0]) if seats[0] else ev.STANDING

    @property
    def _viewers(self) -> tuple[str, ...]:
        seats = range(1, self.rules.positions + 1)
        return (*map(ev.seat_place, seats), ev.STANDING, ev.PUBLIC, ev.DEALER, ev.SURVEILLANCE)

    def view(self, viewer: str) -> View:
        """What ``seat 1``, ``standing`` (behind the seats), ``public``, ``dealer`` or ``surveillance`` may know."""
        if viewer not in self._viewers:
            known = f"viewers are {', '.join(self._viewers)}"
            raise IllegalAction(self.game.name, self.game.seated, f"{viewer!r} is not a viewer", known)
        return View(viewer, self.records)

    def opened_to(self, viewer: str) -> ev.Opened | None:
        """The commitments that are opened to one viewer when the round is over: cards that this viewer alone has seen.

        So a player who folded can check the cards that were dealt to them. None if there are no such cards.
        A shoe that lasts opens all its cards when it is done.
        """
        if not self.over or self.game.lasting_shoe:
            return None
        seen = [one.card for record in self.records if isinstance(one := record.seen_by(viewer), ev.Dealt) and one.card]
        cards = self._dealer.openings_of(map(parse, seen))
        if not cards:
            return None
        clause = self.game.procedures.shuffle
        return ev.Opened(round=self.number, clause=clause, pack=self._dealer.state.pack, cards=cards)


def _cited(refusal: IllegalAction) -> IllegalAction:
    """Count the clause of a refusal as shown, if anybody collects clauses."""
    if clauses.watched():
        clauses.cite(refusal.game, refusal.clause)
    return refusal


_at = lru_cache(maxsize=4096)(Party)


def _party(given: Input) -> Party:
    return _at(PLAYER, given.seat, given.player) if isinstance(given, PlayerInput) else _at(given.by)


def replay(
    game: Game,
    rules: TableRules,
    state: TableState,
    seats: Sequence[tuple[int, str]],
    inputs: Iterable[Input],
    *,
    names: Mapping[str, str] | None = None,
    listener: Listener | None = None,
    revision: int = REVISION,
) -> Round:
    """The round that these inputs make. An input that is rejected raises ``IllegalAction``.

    Use this to resume a round in progress from its stored inputs, including those of devices. Compare its records with
    the stored ones, then let devices ``attend``. The listener receives only new records. ``revision`` is the stored
    ``Round.revision``, and 0 for a round that was stored without one.

    >>> from pitboss import Table
    >>> table = Table("double_down_stud", seed=7)
    >>> table.sit("Ann")
    1
    >>> round = table.open_round()
    >>> again = replay(round.game, round.rules, round.start, round.seats_at_start, round.inputs)
    >>> again.records == round.records
    True
    """
    round = Round(game, rules, state, seats, names=names, revision=revision)
    for given in inputs:
        round.repeat(given)
    round.listener, round._told = listener, len(round.records)
    return round
