"""A round of play as a value: rules, the table as the last round left it, and the list of inputs.

Every operation comes as three: ``check`` says why it may not be done, ``allows`` whether it may, ``do`` does it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from pitboss import clauses
from pitboss.errors import IllegalAction
from pitboss.money import dollars
from pitboss.table import events as ev
from pitboss.table.asks import Ask, Offer, Party, Script
from pitboss.table.dealer import Dealer, Void
from pitboss.table.events import Event, Input, Settled, all_text, all_whole
from pitboss.table.game import Game
from pitboss.table.rules import TableRules
from pitboss.table.state import TableState
from pitboss.table.view import View

HOUSE = ("dealer", "supervisor", "shuffler", "meter")
"""Those of the house who act in a round, people and devices."""
Attendant = Callable[["Round", Ask], Input]
"""Answers for a device: a shuffler, a meter."""


class Round:
    def __init__(
        self,
        game: Game,
        rules: TableRules,
        state: TableState,
        seats: Sequence[tuple[int, str]],
        attendants: Mapping[str, Attendant] | None = None,
    ) -> None:
        self.game, self.rules, self.start, self.seats = game, rules, state, tuple(seats)
        self.attendants = attendants or {}
        self.records: list[Event] = []
        """Events and inputs, in the order they came."""
        self.asking: Ask | None = None
        self._offered: dict[Party, Sequence[Offer]] = {}
        self._left: set[str] = set()
        self._begin()
        self._attend()

    def _begin(self) -> None:
        self.records.clear()
        self.dealer: Dealer[Any] = Dealer(self.game, self.rules, self.start, self.seats, self.records.append)
        if clauses.watched():
            self._watch()
        self.dealer.emit(
            ev.Began(
                round=self.dealer.round,
                clause=self.game.round_of_play,
                game=self.game.name,
                rules=self.rules.digest,
                seats=self.seats,
                state=self.start,
            )
        )
        self._script = self._conduct()
        self.asking = next(self._script, None)

    def _watch(self) -> None:
        """While citations are collected, every event tells which clauses it rests on."""
        game, record = self.game.name, self.records.append

        def cite(event: Event) -> None:
            record(event)
            case = getattr(event, "table", "")
            for clause in (event.clause, *event.also):
                clauses.cite(game, clause, case)

        self.dealer._record = cite

    def _conduct(self) -> Script:
        """The script of the game; what voids the round; the end."""
        dealer = self.dealer
        try:
            yield from self.game.play(dealer)
        except Void as void:
            dealer.void_round(void)
        if not self.game.lasting_shoe:
            dealer.open_shown(self.game.procedures.shuffle)
        if dealer.to_take_back:
            yield from dealer.take_back()
        dealer.end(self.game.round_of_play)

    # --- asking what may be done

    def offers(self, party: Party) -> Sequence[Offer]:
        """What a party may do now, and what it may not, with the reasons."""
        if self.asking is None or party.player in self._left:
            return ()
        offers = self._offered.get(party)
        if offers is None:
            offers = self._offered[party] = tuple(self.asking.offers(party))
        return offers

    def reports(self) -> list[Offer]:
        """The irregularities that dealer or supervisor can report now, and those that can't be, with the reasons."""
        return self.dealer.reports() if self.asking else []

    @property
    def waiting(self) -> tuple[Party, ...]:
        """Those who may act, in the order they are asked; none when the round is over."""
        if self.asking is None:
            return ()
        return tuple([party for party in self.asking.waiting if party.player not in self._left])

    def leave(self, player: str) -> None:
        """Expect nothing more of a player who leaves the table while bets are open."""
        waiting = [party.player for party in self.asking.waiting] if self.asking else []
        confirmed = self.dealer.phase == "wagers" and player not in waiting  # it may be a wager of this player's
        if self.asking is not None and (waiting == [player] or confirmed):
            asked = ", ".join(map(str, self.asking.waiting))
            why = f"{player} can't leave while the round waits for {asked}: {self.asking.about}"
            raise IllegalAction(self.game.name, self.asking.clause, why)
        self._left.add(player)
        self._offered.clear()

    @property
    def over(self) -> bool:
        return self.asking is None

    def check(self, given: Input) -> IllegalAction | None:
        """Why this may not be done now; None where it may. Changes nothing."""
        refusal = self._why_not(given)
        if refusal is not None and clauses.watched():
            clauses.cite(refusal.game, refusal.clause)
        return refusal

    def allows(self, given: Input) -> bool:
        return self._why_not(given) is None

    def _why_not(self, given: Input) -> IllegalAction | None:
        game, ask = self.game, self.asking
        if ask is None:
            return IllegalAction(game.name, "", "the round is over", "open the next one")
        if wrong := _malformed(given):
            return IllegalAction(game.name, ask.clause, wrong)
        if given.by == "player" and (stranger := self._not_theirs(given.seat, given.player)):
            return stranger
        party = Party(given.by, given.seat, given.player)
        reports = self.dealer.reports() if given.do == "report" and given.by in ("dealer", "supervisor") else None
        found: Offer | None = None
        offers: Iterable[Offer] = reports or self._offered.get(party) or ask.offers(party)
        for offer in offers:  # made one by one, and none after the one that is answered
            if offer.do == given.do and offer.answers(given):
                found = offer if found is None or not offer.why_not else found
                if not offer.why_not:
                    break
        if found is None:
            return self._not_offered(given, party, ask, reports or self.offers(party))
        wrong = found.why_not or found.wrong_amount(given.amount)
        if not wrong and given.coupon:
            wrong = self._wrong_coupon(given, found)
        if not wrong and found.check:
            wrong = found.check(given)
        if not wrong:
            return None
        too_little = found.least_clause and not found.why_not and given.amount < found.least
        clause = found.least_clause if too_little else found.clause
        return IllegalAction(game.name, clause, wrong, _allowed(reports or self.offers(party)) if found.why_not else "")

    def _not_theirs(self, seat: int, player: str) -> IllegalAction | None:
        """Why a player may not act at a seat, by the clause that says so where there is one; None where they may."""
        game = self.game
        if player in self._left:
            return IllegalAction(game.name, game.seated, f"{player} has left the table")
        if seat and (seat, player) in self.seats:
            return None
        if not any(player == name for _, name in self.seats):
            wrong = f"{player or 'nobody'} is not at the table; those at it are {', '.join(n for _, n in self.seats)}"
            return IllegalAction(game.name, game.seated, wrong)
        if not 1 <= seat <= self.rules.positions:
            wrong = f"there is no seat {seat}: the table has {self.rules.positions}"
            return IllegalAction(game.name, game.seated, wrong)
        wrong = f"{player} does not sit at seat {seat} and may wager only at their own"
        if game.may_use:
            wrong = game.may_use(self.dealer, seat, player)
        return IllegalAction(game.name, game.areas or game.seated, wrong) if wrong else None

    def _wrong_coupon(self, given: Input, offer: Offer) -> str:
        if not self.rules.match_play:
            return "match play coupons are not taken at this table"
        if given.do != "wager" or not self.game.wager(offer.wager).coupon:
            return f"a match play coupon can't be laid with this: {offer}"
        if given.coupon < 0 or given.coupon > given.amount:
            return "a match play coupon lies beside at least its face in chips"
        if given.coupon % self.rules.chip:
            chip = dollars(self.rules.chip)
            return (
                f"a match play coupon of {dollars(given.coupon)} is no multiple of the smallest chip, which is {chip}"
            )
        return ""

    def _not_offered(self, given: Input, party: Party, ask: Ask, offers: Sequence[Offer]) -> IllegalAction:
        on = f"on hand {given.hand}" if given.hand != 1 else ""
        what = " ".join(filter(None, (given.do, given.wager, given.what, given.place, on)))
        key = self.game.closing(given.do, given.wager, given.hand)
        another = given.do == "cut" and ask.about == "the cut"  # it is somebody else's
        offered = any(offer.do == given.do and (key == given.do or offer.wager == given.wager) for offer in offers)
        if key and not self._not_yet(given) and not another and not offered:
            clause, why = self.game.closed[key]
        else:
            clause, why = self._no_such_wager(given, offers) or (ask.clause, "")
        if given.do == "report" and given.by in ("dealer", "supervisor"):
            clause = next((o.clause for o in offers if given.what in (o.what or ())), offers[0].clause)
            return IllegalAction(self.game.name, clause, *_not_reportable(given, offers))
        asked = ", ".join(map(str, ask.waiting))
        allowed = _allowed(offers) or f"the round waits for {asked}: {ask.about}"
        return IllegalAction(
            self.game.name, clause, f"{party} can't do '{what}'" + (f": {why}" if why else ""), allowed
        )

    def _not_yet(self, given: Input) -> bool:
        """Whether wagers, of which this is one, are still to be taken. Cash is one where the document accepts it."""
        wagers = given.do in ("wager", "redeem", "withdraw") or (given.do == "cash" and "cash" not in self.game.closed)
        return wagers and self.dealer.phase in ("opening", "wagers")

    def _no_such_wager(self, given: Input, offers: Sequence[Offer]) -> tuple[str, str] | None:
        """While wagers are taken: the clause on one that the game knows and does not take from this player, and why."""
        known = next((one for one in self.game.wagers if one.name == given.wager), None)
        if given.do not in ("wager", "redeem") or known is None or self.dealer.phase != "wagers":
            return None
        if not offers or any(offer.wager == given.wager for offer in offers):
            return None
        return known.clause, "it is won, and not wagered" if known.earned else "it is not offered" if known.side else ""

    # --- doing

    def do(self, who: Input | str, do: str = "", wager: str = "", amount: int = 0, **more: Any) -> list[Event]:
        """Do it, and return the events it made. What may not be done raises ``IllegalAction`` and changes nothing.

        ``who`` is a whole ``Input``, or a player's name, ``dealer`` or ``supervisor`` followed by what they do.
        """
        given = who if isinstance(who, Input) else self._with_fixed_amount(self.input(who, do, wager, amount, **more))
        refusal = self.check(given)
        if refusal is not None:
            raise refusal
        at = len(self.records)
        self._accept(given)
        try:
            attended = self._attend()
        except Exception:
            self._rebuild(at)
            raise
        made = self.records[at + 1 :]
        return [record for record in made if type(record) is not Input] if attended else made

    def _with_fixed_amount(self, given: Input) -> Input:
        """What can only be one amount need not be said: a bet is twice the ante."""
        if _malformed(given) or given.amount or (given.by == "player" and self._not_theirs(given.seat, given.player)):
            return given
        for offer in self.offers(Party(given.by, given.seat, given.player)):
            if offer.most and offer.least == offer.most and offer.answers(given):
                return msgspec.structs.replace(given, amount=offer.most)
        return given

    def input(self, who: str, do: str, wager: str = "", amount: int = 0, **more: Any) -> Input:
        """An input by name: the seat is the player's own unless another is given."""
        if who in HOUSE:
            return Input(by=who, do=do, wager=wager, amount=amount, **more)
        own = next((seat for seat, name in self.seats if name == who), 0)
        return Input(by="player", player=who, do=do, wager=wager, amount=amount, **{"seat": own, **more})

    def _accept(self, given: Input) -> None:
        assert self.asking is not None
        stamped = msgspec.structs.replace(
            given, round=self.dealer.round, clause=self.asking.clause, at=len(self.records)
        )
        self.records.append(stamped)
        self._offered.clear()
        try:
            self.asking = self._script.send(stamped)
        except StopIteration:
            self.asking = None
        except Exception:
            self._rebuild(self.records.index(stamped))
            raise

    def _rebuild(self, until: int) -> None:
        """Undo what a failed script left behind: play the round again from its inputs."""
        inputs = [record for record in self.records[:until] if isinstance(record, Input)]
        self._begin()
        for given in inputs:
            self._accept(given)

    def _attend(self) -> bool:
        """Let devices answer what is asked of them; whether any did."""
        attended = False
        while self.asking is not None and (attend := self.attendants.get(self.asking.waiting[0].by)):
            given = attend(self, self.asking)
            refusal = self.check(given)
            if refusal is not None:
                raise refusal
            self._accept(given)
            attended = True
        return attended

    # --- looking

    @property
    def events(self) -> list[Event]:
        return [record for record in self.records if not isinstance(record, Input)]

    @property
    def inputs(self) -> list[Input]:
        return [record for record in self.records if isinstance(record, Input)]

    @property
    def settlements(self) -> list[Settled]:
        """Every wager's end, in the order they were settled."""
        return list(self.dealer.layout.settled)

    @property
    def state(self) -> TableState:
        """The table as this round leaves it."""
        return msgspec.structs.replace(self.dealer.state, round=self.dealer.round)

    @property
    def _viewers(self) -> tuple[str, ...]:
        seats = range(1, self.rules.positions + 1)
        return (*map(ev.seat_place, seats), ev.PUBLIC, ev.DEALER, ev.SURVEILLANCE)

    def view(self, viewer: str) -> View:
        """What ``seat 1``, ``public``, ``dealer`` or ``surveillance`` may know."""
        if viewer not in self._viewers:
            allowed = f"viewers are {', '.join(self._viewers)}"
            raise IllegalAction(self.game.name, self.game.seated, f"{viewer!r} is not a viewer", allowed)
        return View(viewer, self.records)


def _not_reportable(given: Input, offers: Sequence[Offer]) -> tuple[str, str]:
    """What is wrong with a report of nothing, or of a place where it can't be; and what can be reported."""
    kinds = [offer for offer in offers if offer.do == "report" and given.what in (offer.what or ())]
    if not kinds:
        wrong = f"'{given.what}' is no irregularity of this game" if given.what else "a report says what went wrong"
        return wrong, f"it knows {', '.join(what for offer in offers for what in offer.what or ())}"
    places = dict.fromkeys(place for offer in kinds for place in offer.places or ())
    if given.place in places or not any(offer.places is not None for offer in kinds):
        return f"a report of '{given.what}' is about no hand {given.hand}", "leave the hand out"
    named = f"{given.place!r} is none of them" if given.place else "none was given"
    can_be = f"it can be at {', '.join(places)}" if places else "there is no place for it now"
    return f"a report of '{given.what}' needs its place, and {named}", can_be


def _allowed(offers: Sequence[Offer]) -> str:
    """What may be done instead; empty where nothing may."""
    open_now = ", ".join(dict.fromkeys(str(offer) for offer in offers if not offer.why_not and offer.do != "report"))
    return f"allowed now: {open_now}" if open_now else ""


def _malformed(g: Input) -> str:
    """What a log can't hold: an input made in Python is not checked when it is made."""
    numbers = (g.amount, g.seat, g.hand, g.coupon, g.at, g.round)
    if not all_whole(numbers):
        names = ("amount", "seat", "hand", "coupon", "at", "round")
        name, value = next((name, n) for name, n in zip(names, numbers, strict=True) if not all_whole((n,)))
        return f"the {name} is {value!r}, and must be a whole number" + (" of cents" if name == "amount" else "")
    texts = (g.do, g.player, g.wager, g.what, g.place, g.cards, g.key, g.clause, g.ruling)
    if type(g.also) is not tuple or not all_text(texts + g.also):
        return "an input is made of text and whole numbers, and this one is not"
    if g.by not in ("player", *HOUSE):
        return f"{g.by!r} is nobody who acts at a table; there are player, {', '.join(HOUSE)}"
    if g.by != "player" and g.do != "report" and (g.seat or g.player):
        return f"the {g.by} has no seat, and acts for no player"
    return f"there is no hand {g.hand}: hands are numbered from 1" if g.hand < 1 else ""


def replay(
    game: Game, rules: TableRules, state: TableState, seats: Sequence[tuple[int, str]], inputs: Iterable[Input]
) -> Round:
    """The round that these inputs make. An input that is refused raises ``IllegalAction``."""
    round = Round(game, rules, state, seats)
    for given in inputs:
        refusal = round.check(given)
        if refusal is not None:
            raise refusal
        round._accept(given)
    return round
