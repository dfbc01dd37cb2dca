"""A seat at the table for a person at the prompt. The other seats are played automatically.

Only the view of that seat is shown. The money is play money.
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.money import dollars
from pitboss.table import events as ev
from pitboss.table.drive import Stuck, drive
from pitboss.table.inputs import make
from pitboss.table.policy import Policy
from pitboss.table.round import Round
from pitboss.terminal.bets import WAGERS, difference, net
from pitboss.terminal.drawing import at_its_end
from pitboss.terminal.player import SAME, Leave
from pitboss.terminal.seat_turn import SeatTurn
from pitboss.terminal.telling import YOU

SOON_S = 1.0
"""Seconds to wait for the review of a round before the next one."""


class Seat(SeatTurn):
    """Your seat at a table."""

    # --- the session

    def play(self) -> None:
        """Play rounds until you leave."""
        self.say(f"You sit at seat {self.seat} of {self.table.game.title} with {dollars(self.bankroll)} of play money.")
        self.say("Type ? for help.", "dim")
        try:
            while True:
                self.tell_reviews()
                self._buy_if_need_be()
                self._round()
                self._next()
        except (Leave, KeyboardInterrupt, EOFError):
            self._get_up()
        self.say_summary()
        self.say(f"You leave with {dollars(self.bankroll)}, {difference(self.bankroll - self.bought_in)}.", "bold")

    def _buy_if_need_be(self) -> None:
        """Let a player without enough for a wager buy chips."""
        least = self.table.rules.table_minimum
        while self.bankroll < least:
            self.say(f"You have {dollars(self.bankroll)}, and the table minimum is {dollars(least)}.")
            line = self._line("Type buy 100 to buy chips for $100, or quit to leave: ").lower()
            if not self._command(line):
                self.complain(f"type buy and an amount, or quit, not '{line}'")

    def _round(self) -> None:
        round = self.table.open_round()
        self._shown = 0
        self.heading(round.number)
        policies: Mapping[str, Policy] = {
            player: self._choose if player == YOU else self.table.game.basic for _, player in self.table.seats
        }
        while not round.over:
            try:
                drive(round, policies, self.random)
            except Stuck:
                self._explain_stuck(round)
        self._tell_the_end(round)

    def _explain_stuck(self, round: Round) -> None:
        """Say why the dealer can't continue after everyone has passed. The question comes again."""
        reasons = {o.why_not for p in round.waiting if p.by != "player" for o in round.offers(p) if not o.optional}
        self.complain(f"the dealer can't continue: {'; '.join(sorted(filter(None, reasons))) or 'wagers are needed'}")

    def _next(self) -> None:
        same = ", same for the same wagers again" if self.last_bets else ""
        while self.bankroll >= self.table.rules.table_minimum:
            line = self._line(f"Enter for the next round{same}, quit to leave: ").lower()
            if line in ("", "n", "next", "y", "yes") or (line in SAME and self.same_again()):
                return
            if line not in SAME and not self._command(line):
                self.complain(f"press Enter or type quit, not '{line}'")

    def _get_up(self) -> None:
        """Leave. Before "No more bets" you take your wagers with you; after it they stay on the layout."""
        round = self.table.round
        self.console.print()
        if round is not None and not round.over:
            if round.asking is not None and round.asking.about == WAGERS:
                self._take_back(round)
            left = sum(amount for stake, amount in round.layout.stakes.items() if stake[1] == YOU)
            if left:
                self.say(f"Your wagers of {dollars(left)} stay on the layout.")
            self.bankroll = self._cash(round)

    def _take_back(self, round: Round) -> None:
        """Withdraw every wager that may be withdrawn, dependent ones first."""
        taken = 0
        while True:
            mine = [(stake, amount) for stake, amount in round.layout.stakes.items() if stake[1] == YOU]
            for (seat, player, hand, wager), amount in reversed(mine):
                back = make(by="player", seat=seat, player=player, do="withdraw", wager=wager, hand=hand)
                if round.allows(back):
                    round.do(back)
                    taken += amount
                    break
            else:
                break
        if taken:
            self.say(f"You take back your wagers of {dollars(taken)}.")

    def _tell_the_end(self, round: Round) -> None:
        self._tell_news(round)
        seen = self._seen(round)
        ends = [event for event in seen if isinstance(event, ev.Settled)]
        final = at_its_end(seen)
        if final.hands:
            self._picture(round, final, f"the end of round {final.round}")
        self.settlement(sorted(ends, key=lambda end: end.player != YOU), {player: seat for seat, player in round.seats})
        won = net(seen, YOU)
        self.bankroll += won
        self.round_is_over(seen, self.seat)
        self._ended(round)
        self.say(
            f"This round: {difference(won)}. You have {dollars(self.bankroll)}.", "bold green" if won > 0 else "bold"
        )
        self.say_total()
        self.tell_reviews(SOON_S)
