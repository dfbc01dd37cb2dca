"""Simulation of Double Attack Blackjack from a real shoe: burn card, cut card, several boxes, every wager.

The exact odds are those of a full shoe. They are compared with rounds that each get a new shoe. For rounds from a shoe
dealt to a cut card, the difference is reported as the cut-card effect: a round that needs many cards reaches the cut
card sooner, so a shoe that deals more small cards has fewer rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

import numpy as np

from pitboss.basics.errors import SimulationError
from pitboss.basics.money import ceil_div
from pitboss.games.double_attack_blackjack import kernel_alone as by_card
from pitboss.games.double_attack_blackjack import kernel_moves as positions
from pitboss.games.double_attack_blackjack import kernel_rounds as fast
from pitboss.games.double_attack_blackjack import settle
from pitboss.games.double_attack_blackjack.kernel_counted import counted
from pitboss.games.double_attack_blackjack.kernel_plans import Plan, plan
from pitboss.games.double_attack_blackjack.mathematics import odds as exact
from pitboss.games.double_attack_blackjack.mathematics.choices import resolve, terms_of
from pitboss.games.double_attack_blackjack.mathematics.counting import DEALER_ENDS, ENDS, NATURAL, TEN
from pitboss.games.double_attack_blackjack.mathematics.counting_play import Wagers, line, won
from pitboss.games.double_attack_blackjack.rules import CARD_READER, NO_HOLE_CARD, DoubleAttackRules
from pitboss.mathematics.counting.hands import Ints
from pitboss.mathematics.results import GameOdds, WagerOdds
from pitboss.simulation.kernel import (
    CHUNK,
    MOST_NET,
    Ended,
    Kernel,
    Limits,
    Loop,
    Setup,
    Shoe,
    Tally,
    WagerTally,
    key_of,
    odds_of,
    play_more,
    played,
    ready,
    summed,
)

INITIAL, INSURANCE, BUST_BONUS = "initial", "insurance", "bust bonus"
PENETRATION = "penetration"
"""An option declared in ``game.py``."""
DEALT: Ints = np.array([2])
"""Which cards a stream deals and what is counted. A run that was saved with another one can't be continued."""
NOTHING_FOUND: Ints = np.zeros((0, 1, 1), np.int64)
CHUNK_OF_SHOES = 1 << 18
"""Rounds of a chunk if the shoe lasts from round to round."""
SHAPE = 2, 2, 2 * ENDS, DEALER_ENDS
"""The ends of a hand: whether it is attacked, whether it is the first, its end, and the dealer's end."""


def limits(rules: DoubleAttackRules, base: int) -> Limits:
    return {
        INSURANCE: (rules.chip, settle.most_insurance(base, rules.chip)),
        BUST_BONUS: (rules.least_bonus, min(base, rules.bust_bonus_maximum)),
    }


def follows(rules: DoubleAttackRules) -> int:
    """Limits of attack, splits and doubles: every hand may be doubled, the first with its attack."""
    return (4 * rules.most_hands if rules.split_attack else 2 * rules.most_hands + 2) - 1


def _check(setup: Setup) -> None:
    rules: DoubleAttackRules = setup.rules
    stake, placed = setup.stakes[INITIAL], setup.stakes
    (bonus, per), insurance = rules.bust_bonus_back, rules.insurance_odds.back
    pays = max(bonus) // per * placed.get(BUST_BONUS, 0)
    pays += max(4, ceil_div(*insurance)) * placed.get(INSURANCE, 0)
    *back, per = rules.wins
    if ((1 + follows(rules)) * stake * max(1, ceil_div(max(back), per) - 1) + pays) * setup.seats >= MOST_NET:
        raise SimulationError("the wins of a round would overflow a run's totals: lower the wagers")
    if rules.study and setup.seats > rules.decks:
        raise SimulationError(f"a shoe of {rules.decks} decks can't serve {setup.seats} seats: use fewer seats")


def cut_card(rules: DoubleAttackRules, penetration: float | None) -> int:
    """The number of cards before the cut card: 0 if every round gets a new shoe, all if there is no cut card."""
    size = len(rules.cards)
    if penetration is None:
        return 0 if rules.reshuffle_each_round else size - ceil_div(size * rules.cut_card, 100)
    return int(size * penetration + 1e-9)


# --- wins of hands


def nets_of(stake: int, wins: settle.Wins = settle.EVEN_MONEY) -> Ints:
    """Cents by the end of a hand and the wager on it. The first column is the hand as a whole."""
    found = np.zeros((*SHAPE, fast.ON_HANDS), np.int64)
    for attack, original, end, final in np.ndindex(*SHAPE):
        first, beside, double = won(stake, Wagers(bool(attack), bool(original)), end, final, wins)
        cell = found[attack, original, end, final]
        if original:
            cell[fast.INITIAL], cell[fast.ATTACK] = first, beside
        else:
            cell[fast.SPLIT] = first + beside
        cell[fast.DOUBLED] = double
        cell[fast.ROUND] = first + beside + double
    return found.reshape(fast.CELLS, fast.ON_HANDS)


PLACED: dict[int, Callable[[int, int, int], bool]] = {
    fast.INITIAL: lambda attack, original, end: bool(original),
    fast.ATTACK: lambda attack, original, end: bool(attack and original),
    fast.SPLIT: lambda attack, original, end: not original,
    fast.DOUBLED: lambda attack, original, end: end >= ENDS,
}
"""Whether a wager lies on a hand, by whether the hand is attacked, whether it is the first, and its end."""


@cache
def names_of(wager: int) -> tuple[str, ...]:
    """The lines on which a wager on hands can end, winning lines first."""
    nets = nets_of(2).reshape(*SHAPE, fast.ON_HANDS)
    found: dict[str, int] = {}
    for attack, original, end, final in np.ndindex(*SHAPE):
        natural = end % ENDS == NATURAL
        if PLACED[wager](attack, original, end) and not (natural and (end >= ENDS or not original)):
            found.setdefault(settle.WORDS[line(end, final)], -int(nets[attack, original, end, final, wager]))
    return tuple(sorted(found, key=found.__getitem__))


class AttackTable:
    """A table of Double Attack Blackjack with the same wagers and the same strategy on every box."""

    def __init__(self, setup: Setup, odds: GameOdds | None, played: Plan | None = None) -> None:
        _check(setup)
        rules: DoubleAttackRules = setup.rules
        self.setup, self._rules = setup, rules
        self._cut = cut_card(rules, setup.more[PENETRATION])
        self._fresh = self._cut == 0
        self.chunk = CHUNK if self._fresh else CHUNK_OF_SHOES
        self._given, self._odds = odds, odds if self._fresh else None
        self._plan = plan(setup.strategy, terms_of(rules)) if played is None else played
        self.key = key_of(setup, *self._plan, DEALT)
        flat = (part.ravel() for part in self._plan[:-1])
        self._tables = (*flat, self._plan.nodes)
        self._stake, stake = setup.stakes[INITIAL], setup.stakes
        self._nets = nets_of(self._stake, rules.wins)
        insurance, bonus = stake.get(INSURANCE, 0), stake.get(BUST_BONUS, 0)
        back, per = rules.insurance_odds.back
        lines, of_lines = rules.bust_bonus_back
        self._side_nets = (
            np.array([settle.insurance(insurance, ten, back, per) - insurance for ten in (0, 1)], np.int64),
            np.array(
                [settle.bust_bonus(bonus, at, lines, of_lines) - bonus for at in range(len(settle.BONUS_LINES))],
                np.int64,
            ),
        )
        size = len(rules.cards)
        terms = {
            fast.SEATS: setup.seats,
            fast.SIZE: size,
            fast.BURN: int(rules.burn),
            fast.CUT: self._cut,
            fast.HOLE: int(rules.hole_card != NO_HOLE_CARD),
            fast.READER: int(rules.hole_card == CARD_READER),
            fast.AT_ONCE: int(rules.surrender_at_once),
            fast.SPLIT_ATTACK: int(rules.split_attack),
            fast.INSURED: int(insurance > 0),
            fast.BONUS: int(bonus > 0),
            fast.PLAIN: int(setup.seats == 1 and not insurance and not bonus),
        }
        self._terms: Ints = np.array([terms[at] for at in range(len(terms))], np.int64)
        if setup.tags:
            self.loop = ready(counted(self._loop(), setup.tags))
        else:
            self.loop = ready(self._card_by_card() or self._loop())
        self._values = self._exact_values() if odds is not None else None
        """The value of each wager from a full shoe, in cents for each hand."""

    # --- rounds

    def _card_by_card(self) -> Loop | None:
        """Rounds of one seat from a new shoe, card by card, if that is all there is: no side wager, no hole card, and
        enough cards behind the cut card."""
        rules, size = self._rules, len(self._rules.cards)
        if not self._terms[fast.PLAIN] or rules.hole_card != NO_HOLE_CARD:
            return None
        made = positions.moves_of(self._plan, rules.split_attack)
        if made is None or self._cut + made.most > size:
            return None
        terms = {
            by_card.SIZE: size,
            by_card.CUT: self._cut,
            by_card.BEGIN: positions.BURN if rules.burn else positions.START,
            by_card.SPLITS: made.splits,
        }
        packed: Ints = np.array([terms[at] for at in range(len(terms))], np.int64)
        return Loop(
            by_card.new_shoe,
            by_card.play_rounds,
            (made.moves, made.after, packed, self._nets, fast.CODE[list(rules.cards)] & np.uint8(fast.VALUE)),
            (((size,), np.uint8), ((by_card.LATER,), np.uint32), ((fast.ON_HANDS,), np.int64)),
            {"ends": (2, fast.CELLS), "moments": (3, fast.ON_HANDS)},
            in_parts=False,  # every call begins with a shuffle
            from_shoe=by_card.deal,
        )

    def _loop(self, found: Ints = NOTHING_FOUND) -> Loop:
        """Rounds from a new shoe. The seats' wins are added to ``found``."""
        cards, _ = self.new_shoe()
        return Loop(
            fast.new_shoe,
            fast.play_rounds,
            (*self._tables, self._terms, self._nets, *self._side_nets, cards, found),
            fast.room_of(len(cards)),
            {
                "ends": (2, fast.CELLS),
                "moments": (3, fast.ON_HANDS),
                "insurance": (2,),
                "lines": (len(settle.BONUS_LINES),),
            },
        )

    def new_shoe(self) -> tuple[Ints, Ints]:
        """All cards, in any order, with room after them; and the marks of a shoe that is due for a shuffle."""
        marks = np.zeros(fast.DUE + 1, np.int64)
        marks[fast.DUE] = 1
        cards = fast.CODE[list(self._rules.cards)]
        shoe: Ints = np.full(2 * len(cards) + fast.BEYOND, TEN, np.uint8)
        shoe[: len(cards)] = cards
        return shoe, marks

    def order(self, state: Ints, shoe: Ints, marks: Ints) -> Ints:
        """The cards of a shoe in the order in which they will be dealt: the stream mixes those that are not mixed."""
        size, found = len(self._rules.cards), shoe.copy()
        fast.mix_rest(state.copy(), found, min(size, int(marks[fast.READY])), size)
        return found[:size]

    def play(self, state: Ints, rounds: int) -> Tally:
        return self.summed(played(self.loop, state, rounds), rounds)

    def summed(self, counts: Tally, rounds: int) -> Tally:
        return summed(counts)

    def play_on(self, state: Ints, rounds: int, shoe: Ints, marks: Ints, found: Ints) -> Tally:
        """Play from a shoe and leave it as the last round left it. The seats' wins are added to ``found``."""
        loop = self._loop(found)
        counts = loop.counts_for(1)
        room = (shoe[None], marks[None], *loop.room_for(1)[2:])
        play_more(loop, room, state, rounds, counts)
        return self.summed(counts, rounds)

    def nets(self, state: Ints, rounds: int) -> Ints:
        found = np.zeros((rounds, 1, 1), np.int64)
        played(self._loop(found), state, rounds)
        return found[:, 0, 0]

    # --- the totals of a run

    def wagers(self, tally: Tally, rounds: int) -> list[WagerTally]:
        found = list(self._on_hands(tally, rounds))
        if INSURANCE in self.setup.stakes:
            found.append(self._insurance(tally, rounds))
        if BUST_BONUS in self.setup.stakes:
            found.append(self._bust_bonus(tally, rounds))
        return found

    def _on_hands(self, tally: Tally, rounds: int) -> Iterator[WagerTally]:
        counts = list(map(int, tally["ends"].sum(axis=0)))
        for wager in range(fast.ON_HANDS):
            name, odds = fast.WAGERS[wager], odds_of(self._odds, fast.WAGERS[wager])
            won, squares = self._moments(tally, wager)
            ends, hands = self._ends(counts, wager, odds_of(self._given, name)), rounds * self.setup.seats
            placed = hands if wager == fast.ROUND else sum(end.count for end in ends)
            if placed < hands:
                ends.append(Ended(name="not placed", count=hands - placed, won=0))
            yield WagerTally(
                name=name,
                unit=self._stake,
                ends=tuple(ends),
                hands=hands,
                placed=placed,
                rounds=rounds,
                won=won,
                squares=squares,
                odds=odds,
                exact=self._value(wager),
                apart=not self._fresh,
                note="" if self._fresh or wager != fast.ROUND else self._note(won, squares, rounds),
            )

    def _ends(self, counts: list[int], wager: int, odds: WagerOdds | None) -> list[Ended]:
        """The ends of a wager on hands, in the order of the exact odds. Empty for the round as a whole."""
        if wager == fast.ROUND:
            return []
        known = names_of(wager) if odds is None else [one.name for one in odds.outcomes if one.net is not None]
        found: dict[str, tuple[int, int]] = dict.fromkeys(known, (0, 0))
        for cell, (attack, original, end, final) in enumerate(np.ndindex(*SHAPE)):
            if counts[cell] and PLACED[wager](attack, original, end):
                said, net = settle.WORDS[line(end, final)], int(self._nets[cell, wager])
                count, cents = found.get(said, (0, 0))
                found[said] = count + counts[cell], cents + counts[cell] * net
        return [Ended(name=name, count=count, won=cents) for name, (count, cents) in found.items()]

    def _moments(self, tally: Tally, wager: int) -> tuple[int, int]:
        """The total win of a wager, and the sum of squares of its win in a round."""
        won, low, top = (int(tally["moments"][at, wager]) for at in range(3))
        squares = low + (top << 32)
        for count, net in zip(tally["ends"][0].tolist(), self._nets[:, wager].tolist(), strict=True):
            won, squares = won + count * net, squares + count * net * net
        return won, squares

    def _insurance(self, tally: Tally, rounds: int) -> WagerTally:
        lost, won = tally["insurance"].tolist()
        return self._side(INSURANCE, exact.insurance(self._rules), (won, lost), self._side_nets[0][::-1], rounds)

    def _bust_bonus(self, tally: Tally, rounds: int) -> WagerTally:
        lines, nets = tally["lines"].tolist(), self._side_nets[1].tolist()
        order = [*range(len(lines) - 1, settle.NO_BUST, -1), settle.NO_BUST]
        counts, by_line = [lines[at] for at in order], np.array([nets[at] for at in order])
        return self._side(BUST_BONUS, exact.bust_bonus(self._rules), counts, by_line, rounds)

    def _side(self, name: str, odds: WagerOdds, counts: Any, nets: Ints, rounds: int) -> WagerTally:
        """A wager on the dealer's cards, which decide for all seats at once."""
        won = [int(net) * self.setup.seats for net in nets]
        ends = [
            Ended(name=one.name, count=count, won=count * net)
            for one, count, net in zip(odds.outcomes, counts, won, strict=False)
        ]
        placed = sum(counts)
        if placed < rounds:
            ends.append(Ended(name=odds.outcomes[-1].name, count=rounds - placed, won=0))
        return WagerTally(
            name=name,
            unit=self.setup.stakes[name] * self.setup.seats,
            ends=tuple(ends),
            hands=rounds,
            placed=placed,
            rounds=rounds,
            won=sum(end.won for end in ends),
            squares=sum(count * net * net for count, net in zip(counts, won, strict=True)),
            odds=odds_of(self._odds, name),
            apart=not self._fresh,
        )

    # --- comparison with the exact odds

    def _exact_values(self) -> list[Fraction]:
        """The value of each wager on a hand from a full shoe, in cents. The round includes its side wagers."""
        terms = terms_of(self._rules)
        found = [Fraction(0)] * fast.ON_HANDS
        for one in resolve(self.setup.strategy, terms)[1]:
            for (wagers, end, final), chance in one.ends.items():
                at = np.ravel_multi_index((int(wagers.attack), int(wagers.original), end, final), SHAPE)
                for wager in range(fast.ON_HANDS):
                    found[wager] += terms.chance(one.up) * chance * int(self._nets[at, wager])
        for name, odds in ((INSURANCE, exact.insurance), (BUST_BONUS, exact.bust_bonus)):
            side = odds(self._rules)
            found[fast.ROUND] += side.expected_value * side.placed * self.setup.stakes.get(name, 0)
        return found

    def _value(self, wager: int) -> Fraction | None:
        """The exact value of a wager for each hand, in initial wagers, if it applies to the simulated rounds."""
        return self._values[wager] / self._stake if self._values is not None and self._fresh else None

    def _note(self, won: int, squares: int, rounds: int) -> str:
        """A note on the cut-card effect and on the bias of the chunks."""
        size = len(self._rules.cards)
        where = f"the cut card lies after {self._cut} of {size} cards" if self._cut < size else "there is no cut card"
        said = (
            f"Every {self.chunk:,} rounds start with a new shoe, and the last shoe before that is not dealt to its end;"
            f" {where}."
        )
        if self._values is None:
            return said
        scale = self._stake * self.setup.seats
        mean = Fraction(won, rounds * scale)
        error = sqrt((Fraction(squares, rounds * scale**2) - mean**2) / rounds)
        value = self._values[fast.ROUND] / self._stake
        return (
            f"{said} From a full shoe the exact value of a round is {float(value):+.8f}. The cut-card effect, which is"
            f" the mean minus this value, is {float(mean - value):+.8f} with a standard error of {error:.8f}."
        )


def shoe_of(setup: Setup) -> Shoe:
    rules: DoubleAttackRules = setup.rules
    return Shoe(cut_card(rules, setup.more[PENETRATION]) / len(rules.cards), rules.mid_shoe_entry)


KERNEL = Kernel(
    game="double_attack_blackjack", base=INITIAL, table=AttackTable, limits=limits, follows=follows, shoe=shoe_of
)
