"""What the screen shows: the last things that the seat has staged, and the chips in your hand."""

from __future__ import annotations

import time
from fractions import Fraction

from pitboss.basics.money import dollars
from pitboss.engine.game import Game, PaySheet
from pitboss.engine.registry import at_seat
from pitboss.terminal.screen.betting import Betting
from pitboss.terminal.screen.keys import keys_of
from pitboss.terminal.screen.stage import (
    Between,
    Complained,
    Connection,
    Hinted,
    NotAsked,
    Reviewed,
    RoundBegan,
    RoundOver,
    Said,
    Scene,
    Staged,
)
from pitboss.terminal.seat.answers import Choice
from pitboss.terminal.seat.bets import WAGERS
from pitboss.terminal.seat.display import Asking
from pitboss.terminal.seat.hints import MISTAKE, Hint, mistake

DEAF_S = 0.4
"""Seconds after a question for which keys are deaf, so that an old press bets nothing."""
LONGEST_LOG = 500
"""The most lines of the log that are kept."""


class Shown:
    """The state of the screen. It changes only by ``take`` and by what the player does."""

    def __init__(self, game: Game, you: str, deaf_s: float = DEAF_S) -> None:
        self.game, self.you, self.deaf_s = game, you, deaf_s
        self.came_at = -1.0
        """When the present question came, on the clock of ``time.monotonic``."""
        self.mistake = ""
        """What your last choice costs, if the coach had said that another is better."""
        self.review: Reviewed | None = None
        """What the coach says of the last round."""
        self.why_no_hint = ""
        self.round = 0
        self.pays: PaySheet = {}
        """The pay tables in force."""
        self.scene: Scene | None = None
        self.asking: Asking | None = None
        self.between: Between | None = None
        self.over: RoundOver | None = None
        self.hint: Hint | None = None
        self.asked = 0
        """How often you have been asked."""
        self.hinted = 0
        """The number of the question that the hint is for."""
        self.unwanted = 0
        """The number of the question at which the coach was turned off. A hint that comes later is not shown."""
        self.complaint = ""
        self.leaving = ""
        """The question whether you want to leave in the middle of a round, while it is asked."""
        self.note = ""
        """What you should know beside the game: the house does not answer, or you leave after the round."""
        self.lost = False
        """Whether the house is lost. Then nothing can be done."""
        self._sent: Asking | None = None
        """The question that you have answered. It comes back if the answer is refused."""
        self.log: list[Said] = []
        self.last: RoundOver | None = None
        """How your last round ended."""
        self.repeats = False
        """Whether you have wagers to repeat."""
        self.betting = Betting(at_seat(game.name).comes_with)
        self.amounts: dict[str, int] = {}
        """The amounts that you have set for choices that take one."""

    def take(self, staged: Staged) -> None:
        """Take in what the seat has staged."""
        match staged:
            case Scene():
                self.scene = staged
            case Asking():
                if staged.about != WAGERS or self.stage != "wagers":
                    self.came_at = time.monotonic()
                self.mistake = self.mistake if staged.about != WAGERS else ""
                self.asking, self._sent, self.between, self.over = staged, None, None, None
                self.asked += 1
                self.amounts.clear()
                if staged.about == WAGERS and self.scene is not None:
                    self.betting.take(staged.known, self.scene.layout, staged.seat, self.you)
            case Said(words=words, style=style):
                self.log = [*self.log[-LONGEST_LOG:], staged]
                if "red" in style or style == "bold yellow":
                    self.note = words
            case Complained(words=words):
                self.complaint = words
                self.betting.dealing = False
                self.asking = self.asking or self._sent
            case RoundBegan(round=round, pays=pays):
                self.pays = pays
                self.round, self.over, self.between, self.complaint, self.note = round, None, None, "", ""
                self.review = None  # that of the round before; one of this round may come before its end does
                self.betting.start()
            case RoundOver():
                self.over, self.asking, self._sent, self.leaving = staged, None, None, ""
                self.repeats = staged.last_bets
                self.last = staged if staged.ends else None
            case Between():
                self.came_at = time.monotonic()
                self.between, self.asking, self._sent = staged, None, None
            case Connection(lost=lost):
                self.lost, self.note = lost, "" if lost else "Back at the table."
            case NotAsked():
                self.asking = self._sent = None
            case Hinted(number=number, hint=hint, why=why) if number != self.unwanted:
                self.hint, self.hinted, self.why_no_hint = hint, number, why
            case Reviewed(round=round):
                self.review = staged if round == self.round else self.review
            case _:
                return

    @property
    def alert(self) -> str:
        """What stands before everything else: a question whether you want to leave, or a complaint."""
        return self.leaving or self.complaint

    @property
    def staked(self) -> int:
        """Your wagers that lie on the layout, in cents, while a round is played."""
        if self.scene is None or self.over is not None or self.stage == "wagers":
            return 0
        return sum(amount for (_, player, _, _), amount in self.scene.layout.stakes.items() if player == self.you)

    @property
    def is_deaf(self) -> bool:
        """Whether the question has only just come."""
        return time.monotonic() - self.came_at < self.deaf_s

    def chose(self, choice: Choice) -> None:
        """You have decided. Keep what that costs, if the coach has said so."""
        hint, self.mistake = self.this_hint, ""
        whole = self.amount(choice) == choice.offer.most  # of less than the most, the review tells the cost
        cost = hint.cost(choice.offer.do) if hint is not None and whole else 0
        if hint is not None and cost >= MISTAKE:
            self.mistake = mistake(hint.words, choice.offer.do, hint.best, hint.about, hint.money(Fraction(cost)))

    def drop_hint(self) -> None:
        """The coach is off: remove its advice, and the one that it may still work out."""
        self.hint, self.hinted, self.unwanted = None, 0, self.asked

    def sent(self) -> None:
        """You have answered: nothing can be sent twice."""
        self._sent, self.asking, self.complaint = self.asking or self._sent, None, ""

    @property
    def stage(self) -> str:
        """What the player can do: place ``wagers``, ``decide``, go on ``between`` rounds, or ``wait``."""
        if self.lost:
            return "wait"
        if self.asking is not None:
            return "wagers" if self.asking.about == WAGERS else "decide"
        if self.between is None:
            return "wait"
        return "broke" if self.between.broke else "between"

    @property
    def decisions(self) -> dict[str, Choice]:
        """The open choices by their keys."""
        return keys_of(self.asking.known) if self.asking is not None and self.stage == "decide" else {}

    @property
    def may_repeat(self) -> bool:
        return self.over is not None and self.over.last_bets

    @property
    def least(self) -> int:
        """The least wager, if you have none on the layout and too few chips for it. Else 0."""
        if self.stage != "wagers" or self.scene is None or self.asking is None:
            return 0
        offers = [one.offer for one in self.asking.known if one.offer.most and not one.offer.why_not]
        least = min((offer.least for offer in offers), default=0)
        lies = any(self.scene.layout.stakes_of(self.asking.seat, self.you))
        return least if self.scene.cash < least and not lies else 0

    @property
    def may_report(self) -> bool:
        return self.asking is not None and self.asking.reports

    def amount(self, choice: Choice) -> int:
        """The amount that a choice would be taken with. By default the most that you can pay."""
        offer = choice.offer
        if not offer.most:
            return 0
        cash = self.scene.cash if self.scene is not None else offer.most
        most = min(offer.most, cash) if offer.unit == "cents" else offer.most
        return self.amounts.get(choice.name, max(most - most % offer.step if most < offer.most else most, offer.least))

    def change_amounts(self, by: int) -> bool:
        """Raise or lower the amounts by a number of steps. Returns whether any could be changed."""
        changed = False
        for choice in self.decisions.values():
            offer = choice.offer
            if offer.least < offer.most:
                wanted = self.amount(choice) + by * offer.step
                wanted = min(max(wanted, offer.least), offer.most)
                changed |= wanted != self.amount(choice)
                self.amounts[choice.name] = wanted
        return changed

    def line_of(self, choice: Choice) -> str:
        """What to type for a choice."""
        amount, offer = self.amount(choice), choice.offer
        if offer.least == offer.most:
            return choice.name
        return f"{choice.name} {dollars(amount).lstrip('$') if offer.unit == 'cents' else amount}"

    @property
    def cost(self) -> dict[str, str]:
        """The price of each open choice, as it stands on its button."""
        if self.asking is None:
            return {}
        prices = {}
        for choice in self.decisions.values():
            offer = choice.offer
            if offer.least < offer.most:
                prices[choice.name] = choice.say(self.amount(choice))
            else:
                prices[choice.name] = dollars(offer.cost()) if offer.cost() else ""
        return prices

    @property
    def seconds(self) -> int | None:
        """The seconds that you have left, if a clock runs."""
        if self.asking is None or self.asking.ends is None:
            return None
        return max(0, round(self.asking.ends - time.monotonic()))

    @property
    def this_hint(self) -> Hint | None:
        """The hint to the present question."""
        return self.hint if self.asking is not None and self.hinted == self.asked else None

    @property
    def prices(self) -> Hint | None:
        """What each wager costs, while wagers are placed."""
        return self.hint if self.stage == "wagers" and self.hint is not None and self.hint.amounts else None

    @property
    def last_said(self) -> Said | None:
        return next((said for said in reversed(self.log) if said.clause), None)
