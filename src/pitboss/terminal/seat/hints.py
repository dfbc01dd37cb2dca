"""Hints: the value of each choice, from what a seat knows and nothing else. Reviews: what mistakes have cost.

The values are those of ``pitboss.coach``, asked in this process, in a process beside it, or at a house.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from fractions import Fraction
from importlib.util import find_spec
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import msgspec

from pitboss.basics.extras import extra_of
from pitboss.basics.money import dollars, whole_cents
from pitboss.coach.answering import Advice, AnyRequest, Past, answer
from pitboss.engine import registry
from pitboss.engine.game import Game, GameWords
from pitboss.engine.round.events import Began
from pitboss.protocol.coaching import ChoiceInfo, CounselInfo, ReviewInfo

if TYPE_CHECKING:
    from pitboss.client.synchronous import Client
    from pitboss.protocol.tables import TableInfo

T = TypeVar("T")
NO_HINT = "there is no hint for this choice"
COMPILER = "numba"
"""The library that values positions."""
LEAVE_IT = "leave it"
"""The choice to add nothing, where everything that is offered is optional."""
MANY = 10**9
"""From so many ways on, their number says nothing to a reader."""
PACK = 52
"""No more ways than cards: one card is hidden."""
CENTS = 2
"""The digits of a cent."""
CLOSE = 10
"""Cents below which a difference must agree with the values beside it, to the last digit."""
LONGEST_EXACT = 32
MISTAKE = 1.0
"""Cents from which a choice is a mistake. As in the drill, one within a cent of the best counts as right."""


class NoHint(Exception):
    """The coach has no answer. The message says why, in a sentence for people."""


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """The value of each choice in cents, the best one, and what the values rest on."""

    values: Mapping[str, Fraction]
    rests_on: str = ""
    note: str = ""
    amounts: Mapping[str, int] = {}
    """While wagers are placed: the wager, in cents, that each value is of."""
    about: str = ""
    """The question that the choices answer."""
    words: GameWords = GameWords()
    """How people speak of the choices."""

    @property
    def best(self) -> str:
        return max(self.values, key=lambda action: self.values[action])

    @property
    def ordered(self) -> list[tuple[str, Fraction]]:
        """The choices with their values, the best first."""
        return sorted(self.values.items(), key=lambda one: -one[1])

    @property
    def lead(self) -> Fraction:
        """By how much the best choice is better than the next."""
        ordered = self.ordered
        return ordered[0][1] - ordered[1][1] if len(ordered) > 1 else Fraction(0)

    def called(self, action: str) -> str:
        """The name of a choice."""
        return self.words.of(action, self.about).shown

    @property
    def answer(self) -> str:
        """The advice in a few words: ``Bet, by $1.60``."""
        best = self.called(self.best)
        best = best[:1].upper() + best[1:]
        if len(self.values) == 1:
            return best
        if self.lead:
            return f"{best}, by {self.money(self.lead)}"
        return f"{' or '.join([best, *map(self.called, self._as_good[1:])])}: worth the same"

    @property
    def _as_good(self) -> list[str]:
        """The choices that are as good as the best, which is the first."""
        return [action for action, value in self.ordered if value == self.values[self.best]]

    @property
    def in_words(self) -> str:
        """Whether the choices win or lose on average, in a sentence. Empty if there is only one."""
        values = [value for _, value in self.ordered]
        if len(values) < 2:
            return ""
        two = len(values) == 2
        all, best = "Both" if two else "All", values[0]
        if best == values[-1]:
            return f"{all} lose the same." if best < 0 else f"{all} are worth the same."
        who = " and ".join(self.words.of(action, self.about).doing for action in self._as_good)
        who, s = who[:1].upper() + who[1:], "" if len(self._as_good) > 1 else "s"
        if best < 0:
            return f"{all} lose on average. {who} lose{s} {'less' if two else 'least'}."
        if values[-1] > 0:
            return f"{all} win on average. {who} win{s} {'more' if two else 'most'}."
        return f"{who} {'win' if best else 'break'}{s}{'' if best else ' even'} on average."

    @property
    def digits(self) -> int:
        """The digits after the point that values need, so that what is close can be told apart and adds up."""
        best = self.values[self.best]
        close = [value for value in self.values.values() if 0 < best - value < CLOSE]

        def agree(digits: int) -> bool:
            costs = [(rounded(best - value, digits), rounded(best, digits) - rounded(value, digits)) for value in close]
            return all(cost and cost == shown for cost, shown in costs)

        return 2 + next((digits for digits in (0, 1, 2) if agree(digits)), 1)

    def money(self, value: Fraction) -> str:
        """A value or a cost, with as many digits as all of them need."""
        return money(value) if self.digits == CENTS else finer_money(value, self.digits)

    @property
    def edges(self) -> list[tuple[str, str]]:
        """While wagers are placed: what each costs on average, in percent of it."""
        return [(wager, edge(value / self.amounts[wager])) for wager, value in self.values.items()]

    def cost(self, action: str) -> Fraction:
        """What an action loses against the best one. 0 for one without a value."""
        return self.values[self.best] - self.values.get(action, self.values[self.best])


def edge(each: Fraction) -> str:
    """The average result of a wager as a part of it.

    >>> edge(Fraction(-522, 10_000)), edge(Fraction(1, 200))
    ('costs 5.22%', 'yours by 0.50%')
    """
    percent = f"{abs(float(each)) * 100:.2f}%"
    return f"yours by {percent}" if each > 0 else f"costs {percent}"


def money(value: Fraction | float) -> str:
    """An amount of cents, rounded to the cent.

    >>> money(Fraction(-7021, 3)), money(Fraction(160)), money(Fraction(-975, 2))
    ('-$23.40', '$1.60', '-$4.88')
    """
    return dollars(whole_cents(value))


def rounded(value: Fraction | float, digits: int) -> Fraction:
    """Cents with so many digits after the point. Half of the last one rounds away from zero, as whole cents do."""
    return Fraction(whole_cents(Fraction(value) * 10**digits), 10**digits)


def finer_money(value: Fraction | float, digits: int) -> str:
    """An amount of cents with fractions of a cent, if it has any.

    >>> finer_money(Fraction(-17, 10), 3), finer_money(Fraction(150_049, 1000), 4), finer_money(Fraction(-500), 3)
    ('-$0.017', '$1.5005', '-$5')
    >>> finer_money(Fraction(25, 4), 3), finer_money(Fraction(-25, 4), 3)
    ('$0.063', '-$0.063')
    """
    if value == round(value):
        return money(value)
    return f"{'-' if value < 0 else ''}${float(abs(rounded(value, digits - CENTS))) / 100:,.{digits}f}"


def exact_money(value: Fraction) -> str:
    """An amount of cents without rounding. Empty if the rounded one is exact, or if it is too long to read.

    >>> exact_money(Fraction(-28040, 637)), exact_money(Fraction(-1100))
    ('exactly -44 12/637 cents', '')
    """
    if value.denominator == 1:
        return ""
    whole, part = divmod(abs(value), 1)
    said = f"exactly {'-' if value < 0 else ''}{f'{int(whole):,} ' if whole else ''}{part} cent{'s' if whole else ''}"
    return said if len(said) <= LONGEST_EXACT else ""


def has_advice(game: Game) -> bool:
    """Whether there can be hints on this machine: the game has priced decisions, and what they need is installed."""
    return registry.has(game.name, "decision_values") and find_spec(COMPILER) is not None


def why_no_advice(game: Game) -> str:
    """How to get hints, if they need only an extra of the package. Empty if there are hints, or can be none."""
    extra = extra_of(COMPILER)
    if has_advice(game) or not registry.has(game.name, "decision_values") or extra is None:
        return ""
    return f"The coach needs {COMPILER}: {extra.command}."


def hint_of(found: CounselInfo, words: GameWords) -> Hint | None:
    """The coach's counsel as a hint. None if nothing has a price.

    >>> one = ChoiceInfo(do="double", value="3/2", costs=250.0)
    >>> found = CounselInfo(about="double", seat=1, hand=1, base=500, choices=(one,), deals="44", exact=True)
    >>> hint_of(found, GameWords()).ordered
    [('leave it', Fraction(1000, 1)), ('double', Fraction(750, 1))]
    """
    values, amounts = {}, {}
    for choice in found.choices:
        if choice.value is not None:
            name, of = (choice.wager, choice.amount) if choice.wager else (choice.do, found.base)
            values[name] = Fraction(choice.value) * of
            if choice.wager:
                amounts[name] = of
    if not values:
        return None
    if not amounts and not any(choice.best for choice in found.choices):
        first: ChoiceInfo = next(choice for choice in found.choices if choice.value is not None)
        values[LEAVE_IT] = values[first.do] + Fraction(first.costs).limit_denominator(10_000)
    deals = int(found.deals)
    what = "cards that can still come" if deals <= PACK else "ways the hidden cards can fall"
    ways = f": {f'{deals:,}' if deals < MANY else 'all'} {what}"
    rests_on = f"{'Exact' if found.exact else 'About'}{ways if deals > 1 else ''}"
    return Hint(values=values, rests_on=rests_on, note=found.note, amounts=amounts, about=found.about, words=words)


def mistakes(review: ReviewInfo, words: GameWords) -> list[str]:
    """What each mistake of a round cost, in a sentence each. What the clock chose is none."""
    return [
        mistake(words, one.chosen, one.best, one.about, money(one.cost), one.hand)
        for one in review.decisions
        if one.cost >= MISTAKE and not one.by_clock
    ]


def lateness(review: ReviewInfo, words: GameWords) -> list[str]:
    """What each choice of the clock cost, in a sentence each."""
    return [
        f"Time ran out; {words.of(one.chosen, one.about).doing}{_on_hand(one.hand)} cost {money(one.cost)} on average."
        for one in review.decisions
        if one.cost >= MISTAKE and one.by_clock
    ]


def _on_hand(hand: int) -> str:
    return "" if hand == 1 else f" on hand {hand}"


def mistake(words: GameWords, chosen: str, best: str, about: str, cost: str, hand: int = 1) -> str:
    """What a mistake cost, in a sentence.

    >>> mistake(registry.game("double_attack_blackjack").words, "pass", "attack", "double attack", "$1.10")
    'Not attacking cost $1.10 on average: attacking was better.'
    """
    did, better = words.of(chosen, about).doing, words.of(best, about).doing
    return f"{did[:1].upper()}{did[1:]}{_on_hand(hand)} cost {cost} on average: {better} was better."


Adviser = Callable[[Advice], Hint | None]
"""Values the choices at a question. None if it has no value for them; ``NoHint`` if it can't answer."""
Reviewer = Callable[[Past], ReviewInfo]


class Coach:
    """Asks an adviser and a reviewer on other threads, so that a table goes on meanwhile. Either may be missing."""

    def __init__(self, adviser: Adviser | None = None, reviewer: Reviewer | None = None, why_off: str = "") -> None:
        self.adviser, self.reviewer = adviser, reviewer
        self.why_off = why_off
        """Why there is no adviser."""

    def ask(self, asked: Advice) -> Future[Hint | None]:
        """Begin to value the choices at a question."""
        assert self.adviser is not None
        return begun(self.adviser, asked)

    def review(self, past: Past) -> Future[ReviewInfo] | None:
        """Begin to review a round, if there is a reviewer."""
        return None if self.reviewer is None else begun(self.reviewer, past)


A = TypeVar("A")


def begun(work: Callable[[A], T], given: A) -> Future[T]:
    """Begin work on a thread of its own."""
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work(given))
        except BaseException as error:
            done.set_exception(error)

    Thread(target=run, daemon=True).start()
    return done


def why_none(error: BaseException | None) -> str:
    """Why a hint did not come, in words."""
    return str(error) if isinstance(error, NoHint) else NO_HINT


P = ParamSpec("P")
SHARED = "The coach is off at this table. Your mistakes are told after the round."
TRIES, PAUSE_S = 6, 3.0
"""How often a review is asked for, and the pause before the next time."""
PATIENCE_S = 180.0
"""Seconds that the coach may take. The first time on a machine it compiles the mathematics."""
_ONE_AT_A_TIME = Lock()
Ask = Callable[[AnyRequest], Any]
"""Answers a request to the coach with plain data."""


def coach_by(ask: Ask, *, reviews: bool = True) -> Coach:
    """A coach who asks like this."""

    def advise(asked: Advice) -> Hint | None:
        [found] = ask(asked)
        return hint_of(msgspec.convert(found, CounselInfo), registry.game(asked.game).words)

    def review(past: Past) -> ReviewInfo:
        return msgspec.convert(ask(past), ReviewInfo)

    return Coach(advise, review if reviews else None)


def ask_here(request: AnyRequest) -> Any:
    """Ask in this process, one request at a time, since modules are loaded for the first."""
    with _ONE_AT_A_TIME:
        return answer(request)


# --- at a house


def house_coach(client: Client, table: TableInfo) -> Coach:
    """The coach of a house. It reviews rounds at every table, and advises where the house allows it."""

    def advise(question: Advice) -> Hint | None:
        [(seat, _)] = question.seats
        for one in asked(client.advice, table.id).advice:
            if one.seat == seat and one.about == question.about:
                return hint_of(one, registry.game(table.game).words)
        return None

    def review(past: Past) -> ReviewInfo:
        round = next(one.round for one in past.events if isinstance(one, Began))
        for _ in range(TRIES - 1):  # the coach of a house may be busy, and nobody waits for a review
            with suppress(NoHint):
                return asked(client.review, table.id, round)
            time.sleep(PAUSE_S)
        return asked(client.review, table.id, round)

    return Coach(advise if table.coach else None, review, "" if table.coach else SHARED)


def asked(call: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """The answer of a house to a call of its client. Raises ``NoHint`` with a sentence if there is none."""
    from pitboss.client.errors import ConnectionLost, Refused

    try:
        return call(*given, **named)
    except (Refused, ConnectionLost) as no:
        raise NoHint(str(no)) from None
