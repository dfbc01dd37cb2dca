"""What the screen shows: the last things that the seat has staged, and the chips in your hand."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec

from pitboss.basics.money import dollars
from pitboss.engine.game import Game, PaySheet
from pitboss.engine.registry import at_seat
from pitboss.engine.round.layout import Layout
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
from pitboss.terminal.seat.bets import WAGERS, Bet
from pitboss.terminal.seat.display import Asking
from pitboss.terminal.seat.hints import MISTAKE, Hint, mistake

DEAF_S = 0.4
"""Seconds after a question for which keys are deaf, so that an old press bets nothing."""
LONGEST_LOG = 500
"""The most lines of the log that are kept."""
CHIPS = (100, 500, 2500, 10_000, 50_000, 100_000)
"""The chips, in cents, for the keys 1 to 6."""
TAKEN = frozenset("kgwq")
"""Keys of the screen that no decision may have."""


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
    def plays(self) -> bool:
        """Whether you have a seat."""
        return self.scene is not None and self.scene.own > 0

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
    def again(self) -> int:
        """What Enter wagers anew between rounds, in cents."""
        return self.between.again if self.between is not None else 0

    @property
    def stakes(self) -> int:
        """What Enter has wagered when it deals, in cents."""
        if self.asking is None:
            return 0
        return self.betting.total if self.betting.meant else self.asking.stakes

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


def keys_of(known: Iterable[Choice]) -> dict[str, Choice]:
    """A key for each open choice.

    >>> from pitboss.engine.round.asks import Offer
    >>> from pitboss.terminal.seat.answers import choices
    >>> offers = [Offer(do=do, clause="") for do in ("double", "pass", "dance", "quack")]
    >>> {key: choice.name for key, choice in keys_of(choices(offers)).items()}
    {'d': 'double', 'p': 'pass', 'a': 'dance', 'u': 'quack'}
    """
    found: dict[str, Choice] = {}
    for choice in [one for one in known if not one.offer.why_not]:
        letters = [choice.words.key.lower(), *choice.name.lower(), *"abcdefghijlmnoprstuvxyz"]
        key = next(letter for letter in letters if letter.isalpha() and letter not in TAKEN and letter not in found)
        found[key] = choice
    return found


class Area(msgspec.Struct, frozen=True):
    """A betting area: what lies there, what you mean to put there, and whether it is open."""

    wager: str
    staked: int
    meant: int
    open: bool
    fixed: int = 0
    """The only amount that it takes, if there is one."""


class Betting:
    """The chips that you mean to place.

    ``take`` keeps it up to date with what is offered and lies on the layout.
    """

    def __init__(self, comes_with: Mapping[str, tuple[str, int]] | None = None) -> None:
        self._comes_with = comes_with or {}
        """The wagers that are placed together with another, as ``AtSeat`` has them."""
        self.meant: dict[str, int] = {}
        self.chip = CHIPS[1]
        self.focus = 0
        self.dealing = False
        """Whether the meant chips are being placed, one wager after the other."""
        self._known: list[Choice] = []
        self._staked: dict[str, int] = {}

    def take(self, known: Sequence[Choice], layout: Layout, seat: int, you: str) -> None:
        """What is offered now, and what lies at your seat."""
        self._known = [one for one in known if one.offer.do == "wager" and one.offer.hand == 1]
        self._staked = {wager: amount for (_, _, hand, wager), amount in layout.stakes_of(seat, you) if hand == 1}
        for wager in self._staked:
            self.meant.pop(wager, None)
        self.focus = min(self.focus, max(len(self._known) - 1, 0))

    def start(self) -> None:
        """A new round: nothing lies and nothing is meant."""
        self.meant.clear()
        self._staked.clear()
        self.dealing, self.focus = False, 0

    @property
    def areas(self) -> list[Area]:
        return [
            Area(
                one.offer.wager,
                self._staked.get(one.offer.wager, 0),
                self._to_come(one.offer.wager),
                not one.offer.why_not or one.offer.wager not in self._staked,
                one.offer.most if one.offer.least == one.offer.most else 0,
            )
            for one in self._in_order()
        ]

    def _to_come(self, wager: str) -> int:
        """What will lie there when the cards are dealt, beside what lies there already."""
        return self._in_all(self.meant).get(wager, 0)

    def _in_all(self, meant: Mapping[str, int]) -> dict[str, int]:
        """These wagers, with those that come with them."""
        found = dict(meant)
        for wager, (other, times) in self._comes_with.items():
            if wager not in self._staked:
                found[wager] = times * (self._staked.get(other) or found.get(other, 0))
        return found

    def _in_order(self) -> list[Choice]:
        """The areas in the order in which they are offered when all are open."""
        return sorted(self._known, key=lambda one: one.offer.optional)

    def move(self, by: int) -> None:
        if self._known:
            self.focus = (self.focus + by) % len(self._known)

    def choose(self, wager: str) -> None:
        """Go to an area."""
        self.focus = next(at for at, area in enumerate(self.areas) if area.wager == wager)

    def add(self) -> str:
        """Put a chip on the area. Returns why not, if it takes no more."""
        if not self._known:
            return "there is no betting area"
        area, offer = self.areas[self.focus], self._in_order()[self.focus].offer
        if area.staked:
            return f"the {area.wager} wager is placed; Backspace takes it back"
        if area.fixed:
            if area.meant:
                return f"a {area.wager} wager is {dollars(area.fixed)}"
            self.meant[area.wager] = area.fixed
            return ""
        more = area.meant + self.chip
        if not offer.most:  # it depends on another wager, which fixes its amount
            return f"a {area.wager} wager follows by itself"
        if more > offer.most:
            return f"{dollars(more)} is above {offer.most_is}, which is {dollars(offer.most)}"
        self.meant[area.wager] = max(more, offer.least)
        return ""

    def remove(self) -> str:
        """Take a chip away. Returns the line that takes back a wager which lies already."""
        if not self._known:
            return ""
        area = self.areas[self.focus]
        if area.staked:
            return f"withdraw {area.wager}"
        left, least = area.meant - self.chip, self._in_order()[self.focus].offer.least
        if left >= least and not area.fixed:
            self.meant[area.wager] = left
        else:
            self.meant.pop(area.wager, None)
        return ""

    @property
    def total(self) -> int:
        """What lies when the cards are dealt. If chips are meant, what is due beside them counts too."""
        due = {self._due.wager: self._due.amount} if self.meant and self._due is not None else {}
        return sum(self._in_all(self.meant | due).values()) + sum(self._staked.values())

    def next_line(self, may_go_on: bool) -> str:
        """What to type next while chips are placed. An empty line deals; then the placing is over."""
        for one in self._in_order():
            wager = one.offer.wager
            if wager in self.meant and not one.offer.why_not:
                return Bet(wager, self.meant[wager]).line
        if self.meant and not may_go_on and (due := self._due) is not None:
            return due.line
        self.dealing = False
        for wager, amount in self.meant.items():  # it can't be placed: the seat says why
            return Bet(wager, amount).line
        return ""

    @property
    def _due(self) -> Bet | None:
        """The required wager on which you have put nothing, at its least."""
        offers = (one.offer for one in self._known if not one.offer.optional and not one.offer.why_not)
        free = (one for one in offers if one.wager not in self._staked and one.wager not in self.meant)
        return next((Bet(one.wager, one.least) for one in free), None)
