"""The conductor of a table: what happens next, and when.

It is pure judgement. It owns no timer, thread or round. A live table tells it the time and the situation, carries out
the step that it gets back, and asks again, until the step is to wait.

The conductor looks only at what everyone may see: the question, the offers, the wagers, and who is there. So neither
a step nor its time depends on a hidden card. All times are whole milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import NamedTuple

import msgspec

from pitboss.basics.money import dollars
from pitboss.engine.procedures.shoe import Source, random_below, system_source
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import SUPERVISOR, THE_DEALER, Party, Question
from pitboss.engine.round.inputs import PLAYER, STAFF, AnyInput, Input, SeatInput
from pitboss.engine.round.round import Round
from pitboss.engine.state import OPEN, SPREAD, SPREAD_UP
from pitboss.engine.table import Table
from pitboss.house.people.house_players import is_house_player
from pitboss.house.settings import Pace, Staffing, milliseconds

# --- what a conductor is told


class Situation(NamedTuple):
    """A table at one moment."""

    table: Table
    connected: Set[str]
    """The people who are connected, staff included."""
    sitting_out: Set[str] = frozenset()
    """The players who do not want to wager for now. Nobody waits for their wagers."""
    closing: bool = False
    """Whether the table closes after this round."""
    undealt: int = 0
    """Cards that the person who deals has yet to deal. Until then, nobody knows what the round asks."""


# --- what a client may show


class Clock(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A limit that a client can show. It never ends before the time that was told."""

    about: str
    """What the clock counts for: the subject of the question."""
    turn: int
    """The number of the question. A window has one number for all its questions."""
    party: Party | None = None
    """The player whose time runs. None if it runs for everyone: the betting window."""
    began: int
    ends: int
    away: bool = False
    """Whether the limit is that of an absent player. If the player comes back, the clock becomes a usual one."""
    stopped: int = 0
    """When another question interrupted this one; 0 if the clock runs."""


# --- what a conductor answers


class Step(msgspec.Struct, frozen=True, kw_only=True, tag_field="step", tag=str.lower):
    """What happens next at a table."""


class Wait(Step, frozen=True, kw_only=True):
    """Do nothing until somebody acts, or comes or goes, or the time is reached."""

    until: int | None
    """When to ask again. None if only an act can change anything."""
    parties: tuple[Party, ...] = ()
    """Those who are waited for."""
    why: str


class Act(Step, frozen=True, kw_only=True):
    """Give this input to the round: of the automatic dealer or supervisor, or of somebody who sat down in time."""

    given: AnyInput
    why: str = ""
    """The reason, where the input does not say it."""


class Default(Step, frozen=True, kw_only=True):
    """Give the round the default of a player who ran out of time (ruling time-out)."""

    given: AnyInput
    party: Party


class AskDevice(Step, frozen=True, kw_only=True):
    """The round waits for a shuffler or a meter that has no attendant. Answer for it."""

    party: Party
    turn: int


class OpenRound(Step, frozen=True, kw_only=True):
    """Open a round."""

    new_dealer: bool = False
    """Whether another dealer comes to the table first: ``Table.new_dealer``."""


class ReleaseSeat(Step, frozen=True, kw_only=True):
    """Let a player leave who has missed too many rounds. There is nothing of theirs in play."""

    player: str
    missed: int


class DealOut(Step, frozen=True, kw_only=True):
    """The automatic dealer deals the cards that a person was to deal."""

    words: str
    """What to tell everyone first. Empty if they know it."""


class Announce(Step, frozen=True, kw_only=True):
    """Tell everyone at the table."""

    words: str


class Close(Step, frozen=True, kw_only=True):
    """The last round is over, and the table may close."""


AnyStep = Wait | Act | Default | AskDevice | OpenRound | ReleaseSeat | DealOut | Announce | Close


# --- its memory

replace = msgspec.structs.replace
BETTING = "wagers"
"""The phase of the betting window, and the subject of its question."""
FOR_NEWCOMERS = 0.5
"""The share of the betting window that somebody who sits down in it has at least."""
LONGEST_WINDOW = 2
"""How many times as long the betting window gets at most by those who sit down."""


class Timers(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The memory of a conductor, as plain data.

    >>> timers = Timers(missed={"Ann": 2})
    >>> msgspec.json.decode(msgspec.json.encode(timers), type=Timers) == timers
    True
    """

    clocks: list[Clock] = []
    """Clocks of this round: those of the current question, and those that an interruption has stopped."""
    round: int = 0
    """The round that the memory is about."""
    turn: int = 0
    """The question that was asked last."""
    records: int = 0
    """The number of records of the round, when it was last looked at."""
    changed: int = 0
    """When the round last changed. Pauses of the house begin here."""
    window: int | None = None
    """When the betting window began. None before it begins and after bets are closed."""
    empty: int = 0
    """Betting windows in a row without a wager."""
    spread: bool = False
    """Whether the cards are to be spread out, since nobody wagers."""
    ready: set[str] = set()
    """The players who have said that they are ready: for the deal while bets are open, then for the next round."""
    missed: dict[str, int] = {}
    """Rounds in a row that each player has missed."""
    counted: int = 0
    """The last round for which that was counted when bets closed."""
    gone: dict[str, int] = {}
    """Since when each absent person has been away."""
    grace: int = 0
    """When the grace after a restart ends."""
    taken_over: bool = False
    """Whether the automatic dealer deals for a person who is away."""
    dealt_by: str | None = None
    """Who dealt the last round: a person's id, or empty for the automatic dealer. None before the first round."""
    undealt: int = 0
    """Cards that the person who deals had yet to deal, when the table was last looked at."""
    validating: tuple[int, int, int] = (0, 0, 0)
    """A payout that waits for validation: the round, the question, and the amount in cents."""

    def look(self, now: int, situation: Situation, *, staff: str, dealer: str) -> None:
        """Notice what has changed since the last look.

        ``staff`` is the person who is to deal, and ``dealer`` the one who deals now. Both may be empty.
        """
        round = situation.table.round
        here = {player for _, player in situation.table.seats}
        watched = here | ({staff} if staff else set())
        # Seats are released in these orders. A set has another one in every process.
        self.gone = {one: self.gone.get(one, now) for one in sorted(watched) if one not in situation.connected}
        self.missed = {player: missed for player, missed in sorted(self.missed.items()) if player in here}
        self.ready &= here
        if round is None:
            return
        if round.number != self.round:
            self.round, self.turn, self.records, self.clocks = round.number, 0, 0, []
            self.window, self.spread, self.empty = None, False, 0
            self.dealt_by = dealer
        if len(round.records) != self.records:
            self.records, self.changed = len(round.records), now
        if situation.undealt != self.undealt:
            self.undealt, self.changed = situation.undealt, now
        if round.over or round.phase not in (BETTING, "reshuffle"):
            self._bets_closed(round, here)
        if round.asking is None:
            self.clocks = []
        elif self.undealt:  # nobody is asked before the cards are out
            self.clocks = [one if one.stopped else replace(one, stopped=now) for one in self.clocks]
        elif round.asking.turn != self.turn:
            self._another_question(now, round.asking.turn)
        else:
            self.clocks = [self._resumed(one, now) if one.turn == self.turn else one for one in self.clocks]

    def _another_question(self, now: int, turn: int) -> None:
        """Stop the clocks of the last question. If it interrupted this one, this one's clocks run on."""
        kept = []
        for clock in self.clocks:
            if clock.turn == turn and clock.stopped:
                kept.append(self._resumed(clock, now))
            elif clock.turn < turn:  # a question that comes back is always an earlier one
                kept.append(clock if clock.stopped else replace(clock, stopped=now))
        self.clocks, self.turn = kept, turn

    @staticmethod
    def _resumed(clock: Clock, now: int) -> Clock:
        """A clock that runs, longer by the time that it was stopped."""
        return replace(clock, ends=clock.ends + now - clock.stopped, stopped=0) if clock.stopped else clock

    def _bets_closed(self, round: Round, here: set[str]) -> None:
        """Count the rounds that players have missed, once in a round. After a crash the count may still be due."""
        self.window = None
        if self.counted == round.number:
            return
        layout = round.layout
        played = {stake[1] for stake in layout.stakes} | {end.player for end in layout.settled}
        if not played:  # the cards were spread out; each window without a wager was counted when it ended
            return
        self.empty, self.counted = 0, round.number
        self.ready.clear()
        if all(map(is_house_player, played)):  # such a round makes nobody leave who is here
            here = here & self.gone.keys()
        for player in {player for _, player in round.seats} & here:
            self.missed[player] = 0 if player in played else self.missed.get(player, 0) + 1


# --- what it judges


class Conductor:
    """Judges what happens next at one table.

    ``timers`` is its whole memory. ``source`` gives the depth of a dealer's cut.

    >>> from pitboss import Table
    >>> table = Table("double_down_stud", seed=7)
    >>> table.sit("Ann")
    1
    >>> conductor = Conductor()
    >>> conductor.next_step(0, Situation(table, connected={"Ann"}))
    OpenRound(new_dealer=False)
    >>> round = table.open_round()
    >>> conductor.next_step(0, Situation(table, connected={"Ann"})).until
    20000
    """

    def __init__(
        self,
        pace: Pace | None = None,
        staffing: Staffing | None = None,
        *,
        timers: Timers | None = None,
        source: Source = system_source,
    ) -> None:
        self.pace, self.staffing, self.source = pace or Pace(), staffing or Staffing(), source
        self.timers = timers or Timers()

    @classmethod
    def resumed(cls, now: int, pace: Pace, staffing: Staffing, timers: Timers) -> Conductor:
        """A conductor after a restart. Clocks begin anew, and not before the grace is over."""
        kept = Timers(
            missed=timers.missed,
            counted=timers.counted,
            taken_over=timers.taken_over,
            dealt_by=timers.dealt_by,
            grace=now + milliseconds(pace.grace),
        )
        return cls(pace, staffing, timers=kept)

    # --- what people tell it

    def ready(self, player: str) -> None:
        """A player has no more to wager, or wants the next round.

        Call this also when a player sits down or comes back from sitting out. It holds until bets close, and after
        that until the next betting window.
        """
        self.timers.ready.add(player)

    def assign(self, staffing: Staffing) -> None:
        """Change the staff of the table."""
        if staffing.dealer != self.staffing.dealer:
            self.timers.taken_over = False
        self.staffing = staffing

    @property
    def clocks(self) -> tuple[Clock, ...]:
        """The clocks that run now, as of the last step."""
        return tuple([clock for clock in self.timers.clocks if not clock.stopped])

    @property
    def dealer(self) -> str:
        """The id of the person who deals now. Empty for the automatic dealer."""
        return "" if self.timers.taken_over else self.staffing.dealer

    @property
    def dealer_name(self) -> str:
        """The name of the person who deals now. Empty for the automatic dealer."""
        return self.staffing.dealer_name if self.dealer else ""

    def too_early(self, now: int, situation: Situation, given: Input) -> str:
        """Why a person who deals may not do this yet: players were told that they have time. Empty if they may."""
        self._look(now, situation)
        round = situation.table.round
        if given.by != ev.DEALER or given.do not in ("no more bets", "spread") or round is None or round.over:
            return ""
        if _is_betting(round):
            clock = self._window_clock(round)
            held = self._late(now, situation, round) if clock and now < clock.ends else {}
        else:
            held = {one.party.player: one.ends for one in self.clocks if one.party and now < one.ends}
        names = " and ".join(sorted(map(round.called, held)))
        return (
            f"it is too early for '{given.do}': {names} still {'have' if len(held) > 1 else 'has'} time" if held else ""
        )

    # --- what happens next

    def next_step(self, now: int, situation: Situation) -> AnyStep:
        """What to do now. Ask again after doing it, after every act, and at ``Wait.until``."""
        self._look(now, situation)
        if words := self._change_of_dealer(now, situation):
            return Announce(words=words)
        round = situation.table.round
        if situation.undealt:
            return self._deal(now)
        if round is None or round.over:
            return self._between_rounds(now, situation)
        asking = round.asking
        assert asking is not None
        first = asking.waiting[0]
        if first.by != PLAYER and first.by not in STAFF:
            return AskDevice(party=first, turn=asking.turn)
        if _is_betting(round):
            return self._betting(now, situation, round)
        return self._question(now, situation, round, asking)

    def _look(self, now: int, situation: Situation) -> None:
        self.timers.look(now, situation, staff=self.staffing.dealer, dealer=self.dealer)

    # --- staff

    def _change_of_dealer(self, now: int, situation: Situation) -> str:
        """What to announce if the automatic dealer takes over, or if the person who deals is back."""
        timers, person, round = self.timers, self.staffing.dealer, situation.table.round
        if not person:
            return ""
        if person in timers.gone:
            if not timers.taken_over and now >= self._takes_over():
                timers.taken_over = True
                return "The dealer is away. The automatic dealer takes over."
        elif timers.taken_over and (round is None or round.over):
            timers.taken_over = False
            return "The dealer is back, and deals from the next round on."
        return ""

    def _takes_over(self) -> int:
        """When the automatic dealer takes over from a person who is away."""
        since = max(self.timers.gone[self.staffing.dealer], self.timers.grace)
        return since + milliseconds(self.staffing.dealer_grace)

    def _deal(self, now: int) -> AnyStep:
        """A person deals card by card. If nobody does, or the person is silent, the automatic dealer deals the rest."""
        if not self.dealer:
            return DealOut(words="")
        due = max(self.timers.changed, self.timers.grace) + milliseconds(self.staffing.deal_silence)
        if now >= due:
            return DealOut(words="The dealer is silent. The automatic dealer deals the rest of these cards.")
        return self._wait((due,), (THE_DEALER,), "the deal")

    def _staff(self, now: int, round: Round, party: Party, *, why: str) -> AnyStep:
        """The act of a dealer or supervisor with which the round goes on."""
        offer = next((one for one in round.offers(party) if not one.why_not and not one.optional), None)
        if offer is None or (party == THE_DEALER and self.dealer):
            return self._wait((), (party,), why)
        if party == SUPERVISOR and (amount := self._to_validate(round)):
            return self._wait((), (party,), f"{why} of {dollars(amount)}, which a person must approve")
        due = self.timers.changed + milliseconds(self.pace.dealer)
        if now < due:
            return self._wait((due,), (party,), why)
        # Any amount that the offer allows, such as the depth of a cut. It depends on no card.
        amount = offer.least + offer.step * random_below((offer.most - offer.least) // offer.step + 1, self.source)
        return Act(given=offer.taken(party, amount))

    def _to_validate(self, round: Round) -> int:
        """The cents that a person must approve before the round goes on; 0 if the automatic supervisor may."""
        above, asking, timers = self.staffing.validate_above, round.asking, self.timers
        if above is None or asking is None:
            return 0
        if timers.validating[:2] != (round.number, asking.turn):
            timers.validating = (round.number, asking.turn, at_stake(round))
        amount = timers.validating[2]
        return amount if amount > above else 0

    # --- decisions

    def _question(self, now: int, situation: Situation, round: Round, asking: Question) -> AnyStep:
        """Players decide, each with a clock. Staff act when no player has anything left to decide."""
        undecided = [party for party in asking.waiting if party.by == PLAYER and _has_default(round, party)]
        timers, turn = self.timers, asking.turn
        timers.clocks = [one for one in timers.clocks if one.turn != turn or one.party in undecided]
        running = {one.party: one for one in timers.clocks if one.turn == turn}
        ends = []
        for party in undecided:
            clock = self._clock(now, situation, round, asking, party, running.get(party))
            if clock is not None:
                ends.append((clock.ends, party))
        for time, party in ends:
            if now >= time and (given := round.default(party)):
                return Default(given=given, party=party)
        if undecided:
            return self._wait([time for time, _ in ends], tuple(undecided), asking.about)
        staff = next((party for party in round.waiting if party.by in STAFF), None)
        if staff is None:
            return self._wait((), round.waiting, asking.about)
        return self._staff(now, round, staff, why=asking.about)

    def _clock(
        self, now: int, situation: Situation, round: Round, asking: Question, party: Party, found: Clock | None
    ) -> Clock | None:
        """The clock of a player who has to decide, which is ``found`` if it runs. None if there is no limit."""
        timers, away = self.timers, party.player not in situation.connected
        if found is not None and (away or not found.away):
            return found
        cuts = any(offer.do == "cut" for offer in round.offers(party))
        limit = milliseconds(self.pace.cut if cuts else self.pace.decision)
        if found is not None:  # the player has come back
            timers.clocks.remove(found)
            if not limit:
                return None
            begins = max(found.began, timers.grace)
            clock = msgspec.structs.replace(found, ends=max(found.ends, begins + limit), away=False)
        else:
            absent = milliseconds(self.pace.away)
            short = away and (absent < limit or not limit)
            if not limit and not short:
                return None
            ends = max(now, timers.grace) + (absent if short else limit)
            clock = Clock(about=asking.about, turn=asking.turn, party=party, began=now, ends=ends, away=short)
        timers.clocks.append(clock)
        return clock

    # --- the betting window

    def _betting(self, now: int, situation: Situation, round: Round) -> AnyStep:
        """Wagers are open until the time is over, or until everyone is ready and somebody has wagered."""
        timers, staked = self.timers, bool(round.layout.stakes)
        if timers.window is None or (staked and timers.spread):
            self._new_window(now, round)
        if (entry := _entry(situation, round)) is not None:
            self._give_time(now, round, entry.player)
            return Act(given=entry, why="somebody sat down before bets are closed")
        if timers.spread:
            return self._spread(round)
        clock = self._window_clock(round)
        over = clock is not None and now >= clock.ends
        late = {} if over else self._late(now, situation, round)
        absent = situation.sitting_out | timers.gone.keys() if clock is None else frozenset()
        if staked and not late and (step := self._close_bets(round, _bettors(round) if over else absent)):
            return step
        present = _bettors(round) - situation.sitting_out - timers.gone.keys()
        if not staked and (over or (not late and (clock is None or not present))):
            return self._empty_window(now, situation, round, present)
        if not staked and clock is None and self._others_wait(situation, round):
            timers.spread = True
            return self._spread(round)
        times = [time for time in (clock.ends if clock else None, *late.values()) if time is not None and time > now]
        asked = tuple([party for party in round.waiting if party.player in late or _has_default(round, party)])
        return self._wait(times, asked, BETTING)

    def _new_window(self, now: int, round: Round) -> None:
        timers = self.timers
        asking = round.asking
        assert asking is not None
        timers.window, timers.spread = now, False
        timers.ready -= {player for _, player in round.seats}
        timers.clocks = [clock for clock in timers.clocks if clock.turn != asking.turn]
        if self.pace.betting:
            ends = max(now, timers.grace) + milliseconds(self.pace.betting)
            timers.clocks.append(Clock(about=BETTING, turn=asking.turn, began=now, ends=ends))

    def _give_time(self, now: int, round: Round, player: str) -> None:
        """Somebody joins the round, and has time for a wager. So nobody can hold up a table for ever."""
        timers, whole = self.timers, milliseconds(self.pace.betting)
        timers.ready.discard(player)
        if timers.spread:
            self._new_window(now, round)
        clock = self._window_clock(round)
        if clock is not None:
            fair = max(now, timers.grace) + int(whole * FOR_NEWCOMERS)
            ends = max(clock.ends, min(fair, clock.began + LONGEST_WINDOW * whole))
            timers.clocks = [replace(one, ends=ends) if one is clock else one for one in timers.clocks]

    def _window_clock(self, round: Round) -> Clock | None:
        turn = round.asking.turn if round.asking else 0
        return next((one for one in self.timers.clocks if one.turn == turn and one.party is None), None)

    def _late(self, now: int, situation: Situation, round: Round) -> dict[str, int | None]:
        """The players whose wagers the window still waits for, and until when; None if there is no other limit.

        Someone who was away when the window began is waited for only a short time.
        """
        timers, clock = self.timers, self._window_clock(round)
        began = timers.window if timers.window is not None else now
        late: dict[str, int | None] = {}
        for player in sorted(_bettors(round) - situation.sitting_out - timers.ready):
            gone = timers.gone.get(player)
            if gone is None or (clock is not None and gone > began):
                late[player] = clock.ends if clock else None
                continue
            until = max(gone, began, timers.grace) + milliseconds(self.pace.away)
            if now < until:
                late[player] = until
        return late

    def _close_bets(self, round: Round, timed_out: Set[str]) -> AnyStep | None:
        """Close the bets. If a wager of these players lacks another that it needs, the clock's default comes first."""
        offers = round.offers(THE_DEALER)
        closing = next((one for one in offers if one.do == "no more bets" and not one.why_not), None)
        if closing is not None:
            if self.dealer:
                return self._wait((), (THE_DEALER,), "no more bets")
            return Act(given=closing.taken(THE_DEALER), why="the betting window is over")
        for party in round.waiting:
            if party.player in timed_out and (given := round.default(party)):
                return Default(given=given, party=party)
        return None

    def _others_wait(self, situation: Situation, round: Round) -> bool:
        """Whether the round must end without a wager: the table closes, or somebody waits who is not in the round."""
        newcomers = {player for _, player in situation.table.seats} - {player for _, player in round.seats}
        return situation.closing or bool(newcomers & situation.connected - situation.sitting_out)

    def _empty_window(self, now: int, situation: Situation, round: Round, present: set[str]) -> AnyStep:
        """Nobody has wagered. Open the window again, or spread the cards out."""
        timers, players = self.timers, _bettors(round)
        for player in players:
            timers.missed[player] = timers.missed.get(player, 0) + 1
        timers.ready -= players
        timers.empty += 1
        if not present or timers.empty >= self.pace.idle_after or self._others_wait(situation, round):
            timers.spread = True
            return self._spread(round)
        self._new_window(now, round)
        return self._betting(now, situation, round)

    def _spread(self, round: Round) -> AnyStep:
        """The document's idle procedure, which ends the round."""
        if self.dealer:
            return self._wait((), (THE_DEALER,), "nobody wagers: the cards are to be spread out")
        offer = next(one for one in round.offers(THE_DEALER) if one.do == "spread")
        return Act(given=offer.taken(THE_DEALER), why="nobody wagers")

    # --- between rounds

    def _between_rounds(self, now: int, situation: Situation) -> AnyStep:
        timers, pace = self.timers, self.pace
        if situation.closing:
            return Close()
        for player, missed in timers.missed.items():
            if pace.missed_rounds and missed >= pace.missed_rounds:
                return ReleaseSeat(player=player, missed=missed)
        people = {player for _, player in situation.table.seats}
        wants = people & situation.connected - situation.sitting_out
        seated = any(seat for seat, _ in situation.table.seats)
        condition = situation.table.state.condition
        asleep = condition in (SPREAD, SPREAD_UP)
        to_spread = not wants and condition == OPEN  # the cards may not lie ready at an idle table
        if not seated or (asleep and not wants & timers.ready) or not (wants or to_spread):
            return self._asleep(now, situation)
        due = timers.changed + milliseconds(pace.between)
        if situation.table.round is not None and not asleep and now < due and not (wants and wants <= timers.ready):
            return self._wait((due,), (), "the next round")
        return OpenRound(new_dealer=timers.dealt_by not in (None, self.dealer))

    def _asleep(self, now: int, situation: Situation) -> AnyStep:
        """Nobody plays. The seat of a player who is away is released after the time of as many rounds."""
        pace, timers, people = self.pace, self.timers, {player for _, player in situation.table.seats}
        if not pace.missed_rounds:
            return self._wait((), (), "nobody plays")
        patience = pace.missed_rounds * milliseconds(pace.betting or pace.away)
        due = {player: max(gone, timers.grace) + patience for player, gone in timers.gone.items() if player in people}
        for player, time in due.items():
            if now >= time:
                return ReleaseSeat(player=player, missed=pace.missed_rounds)
        return self._wait(due.values(), (), "nobody plays")

    def _wait(self, times: Iterable[int], parties: tuple[Party, ...], why: str) -> Wait:
        """Wait for these times, and for the time when the automatic dealer takes over."""
        until = list(times)
        if self.dealer in self.timers.gone:
            until.append(self._takes_over())
        return Wait(until=min(until, default=None), parties=parties, why=why)


def at_stake(round: Round) -> int:
    """The cents that the supervisor's approval would let out now; 0 if it is not about money.

    The question names no amount, so a copy of the round gets the approval. The hands are face up by then.
    """
    copy = round.copy()
    offer = next((one for one in copy.offers(SUPERVISOR) if not one.why_not and not one.optional), None)
    if offer is None:
        return 0
    for event in copy.do(offer.taken(SUPERVISOR)):
        match event:
            case ev.Paid(amount=amount) | ev.Wagered(amount=amount):
                return amount
            case ev.Settled(returned=returned):
                return returned
    return 0


def _is_betting(round: Round) -> bool:
    return round.phase == BETTING and round.asking is not None and round.asking.about == BETTING


def _has_default(round: Round, party: Party) -> bool:
    """Whether a player has to decide. ``Round.default`` makes the input, which is not needed yet."""
    return any(offer.default and not offer.why_not for offer in round.offers(party))


def _entry(situation: Situation, round: Round) -> SeatInput | None:
    """How the next of those who sat down in this round joins it. None if nobody may."""
    table, playing = situation.table, {player for _, player in round.seats}
    here = situation.connected - situation.sitting_out
    came = [player for seat, player in table.seats if seat and player not in playing and player in here]
    return next((given for given in map(table.entry_of, came) if round.allows(given)), None)


def _bettors(round: Round) -> set[str]:
    """The players in the betting window who have not left."""
    return {party.player for party in round.waiting if party.by == PLAYER}
