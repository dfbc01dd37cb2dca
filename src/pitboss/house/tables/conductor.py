"""The conductor of a table: what happens next, and when.

It is pure judgement. It owns no timer, thread or round. A live table tells it the time and the situation, carries out
the step that it gets back, and asks again, until the step is to wait.

The conductor looks only at what everyone may see: the question, the offers, the wagers, and who is there. So neither
a step nor its time depends on a hidden card.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

import msgspec

from pitboss.basics.money import dollars
from pitboss.engine.procedures.shoe import Source, random_below, system_source
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import SUPERVISOR, THE_DEALER, Offer, Party, Question
from pitboss.engine.round.inputs import PLAYER, STAFF, Input
from pitboss.engine.round.round import Round
from pitboss.engine.state import OPEN, SPREAD, SPREAD_UP
from pitboss.house.tables.pace import Pace, Staffing, milliseconds
from pitboss.house.tables.steps import (
    Act,
    Announce,
    AnyStep,
    AskDevice,
    Clock,
    Close,
    DealOut,
    Default,
    OpenRound,
    ReleaseSeat,
    Situation,
    Wait,
)
from pitboss.house.tables.timers import BETTING, Timers


class Conductor:
    """Judges what happens next at one table.

    ``timers`` is its whole memory. ``source`` gives the depth of a dealer's cut.

    >>> from pitboss import Table
    >>> table = Table("double_down_stud", seed=7)
    >>> table.sit("Ann")
    1
    >>> conductor = Conductor()
    >>> conductor.next_step(0, Situation.of(table, connected={"Ann"}))
    OpenRound(new_dealer=False)
    >>> round = table.open_round()
    >>> conductor.next_step(0, Situation.of(table, connected={"Ann"})).until
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
    def resumed(
        cls, now: int, pace: Pace, staffing: Staffing, timers: Timers, *, source: Source = system_source
    ) -> Conductor:
        """A conductor after a restart. Clocks begin anew, and not before the grace is over."""
        kept = Timers(
            missed=timers.missed,
            counted=timers.counted,
            taken_over=timers.taken_over,
            dealt_by=timers.dealt_by,
            grace=now + milliseconds(pace.grace),
        )
        return cls(pace, staffing, timers=kept, source=source)

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
        round = situation.round
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
        round = situation.round
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
        timers, person, round = self.timers, self.staffing.dealer, situation.round
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
        return Act(given=offer.taken(party, self._amount(offer)))

    def _amount(self, offer: Offer) -> int:
        """Any amount that the offer allows, such as the depth of a cut. It depends on no card."""
        return offer.least + offer.step * random_below((offer.most - offer.least) // offer.step + 1, self.source)

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
        newcomers = {player for _, player in situation.people} - {player for _, player in round.seats}
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
        people = {player for _, player in situation.people}
        wants = people & situation.connected - situation.sitting_out
        seated = any(seat for seat, _ in situation.people)
        asleep = situation.condition in (SPREAD, SPREAD_UP)
        to_spread = not wants and situation.condition == OPEN  # the cards may not lie ready at an idle table
        if not seated or (asleep and not wants & timers.ready) or not (wants or to_spread):
            return self._asleep(now, situation)
        due = timers.changed + milliseconds(pace.between)
        if situation.round is not None and not asleep and now < due and not (wants and wants <= timers.ready):
            return self._wait((due,), (), "the next round")
        return OpenRound(new_dealer=timers.dealt_by not in (None, self.dealer))

    def _asleep(self, now: int, situation: Situation) -> AnyStep:
        """Nobody plays. The seat of a player who is away is released after the time of as many rounds."""
        pace, timers, people = self.pace, self.timers, {player for _, player in situation.people}
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


def _bettors(round: Round) -> set[str]:
    """The players in the betting window who have not left."""
    return {party.player for party in round.waiting if party.by == PLAYER}
