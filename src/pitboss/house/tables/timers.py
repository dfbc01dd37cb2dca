"""The memory of a conductor: clocks, the betting window, who is ready, away, or has missed rounds."""

from __future__ import annotations

import msgspec

from pitboss.engine.round.round import Round
from pitboss.house.tables.steps import Clock, Situation

replace = msgspec.structs.replace
BETTING = "wagers"
"""The phase of the betting window, and the subject of its question."""


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
        round = situation.round
        here = {player for _, player in situation.people}
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
        for player in {player for _, player in round.seats} & here:
            self.missed[player] = 0 if player in played else self.missed.get(player, 0) + 1
