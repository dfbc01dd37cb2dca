"""Double Attack Blackjack for a learner: whether to attack, then the decisions on a hand, or on each hand of a split.

Every round uses a full shoe. Cards are drawn as needed, each card left with equal chance. Suits, and the ranks of the
tens, decide nothing here. A card is its value: an ace 0, a two 1, the tens 9. Hands that wait while another is played
all hold one card of the pair's value.

Observations are points of cards. Values are computed in floating point from the exact shoe. On a hand of a split they
are the value of that hand, played with the information that the game's odds describe.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from pitboss.games.double_attack_blackjack.mathematics import counting
from pitboss.games.double_attack_blackjack.mathematics.choices import ATTACK, PASS, terms_of
from pitboss.games.double_attack_blackjack.mathematics.counting import (
    ACE,
    DEALER_ENDS,
    DEALER_NATURAL,
    DEALER_OVER,
    ENDS,
    GIVEN_UP,
    LOW_TOTAL,
    MAKES,
    NATURAL,
    NO_NATURAL,
    NONE,
    OVER,
    VALUES,
    hand_of,
    hands,
    naturals,
)
from pitboss.games.double_attack_blackjack.mathematics.counting_play import (
    BEST_PLAY,
    SPLIT,
    Against,
    Context,
    Stage,
    Wagers,
    first_hand,
    won,
)
from pitboss.games.double_attack_blackjack.rules import CARD_READER, NO_HOLE_CARD, DoubleAttackRules
from pitboss.games.double_attack_blackjack.settle import BEST, EVEN_MONEY, STANDS, Wins, total
from pitboss.mathematics.counting.compiled import compiled, inlined
from pitboss.mathematics.counting.hands import Ints
from pitboss.simulation.episodes import Episodes, Floats, deal_where_over
from pitboss.simulation.stream import WORDS, below

ACTIONS = (PASS, ATTACK, *counting.ACTIONS, SPLIT)
ATTACKS, STANDS_PAT, SURRENDERS, HITS, DOUBLES, SPLITS = range(1, len(ACTIONS))
MOST_HANDS = 4

POINTS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
OBSERVATION = (
    ("phase", 2),  # 0 before the attack, 1 with cards on the box
    ("up", 11),  # points of the dealer's up card; an ace is 1
    ("attacked", 2),
    ("hands", MOST_HANDS + 1),  # hands on the box, 0 before the attack
    ("hand", MOST_HANDS + 1),  # the hand being played, from 1
    ("total", BEST + 1),
    ("soft", 2),
    ("doubled", 2),
    *((f"{name} in hand", BEST + 1) for name in POINTS),  # cards of the hand being played, by points
    *((f"{name} elsewhere", 96) for name in POINTS),  # cards of the other hands on the box
)
OF_HAND = 8
"""The index of the first card of the hand."""

# The state of a seat's round.
UP, HOLE, ATTACKED, COUNT, AT, HAND, SECOND, DOUBLED, PAIR, DECLINED, HIDDEN, FINISHED = range(12)
"""The ends of the hands start at ``FINISHED``. Then come the cards of other hands by value."""
OTHERS = FINISHED + MOST_HANDS
KEPT = OTHERS + VALUES
GONE = 6
"""Words with a bit for each card gone from a shoe of at most eight decks."""

_HANDS = hands()
HELD: Ints = _HANDS.held.astype(np.int8)
TOTAL: Ints = _HANDS.total.astype(np.int8)
SOFT: Ints = _HANDS.soft.astype(np.int8)
SIZE: Ints = _HANDS.cards.astype(np.int8)
END: Ints = _HANDS.end.astype(np.int8)
THEN: Ints = _HANDS.then.astype(np.int16)
ALONE: Ints = np.array([hand_of(value) for value in range(VALUES)], np.int16)
EMPTY, BLACKJACK = hand_of(), naturals()
PAIR_OF: Ints = np.full(len(SIZE), NONE, np.int8)
"""The pair's value if a hand is a pair."""
PAIR_OF[[hand_of(value, value) for value in range(VALUES)]] = range(VALUES)
TOTAL_OF: Ints = np.array([[total(low, aces) for aces in range(2)] for low in range(40)], np.int8)
"""The dealer's total, by points with every ace as one and by whether there is an ace."""


# The use of the next card.
NOTHING, UP_CARD, TO_BOX, HOLE_CARD, TO_HAND, TO_PAIR, TO_DEALER = range(7)


# --- the round


@inlined
def draw(state: Ints, gone: Ints, shoe: Ints) -> int:
    """The value of the next card. Draws from the whole shoe, and again if the card is gone."""
    card = below(state, len(shoe))
    while gone[card >> 6] >> np.uint64(card & 63) & np.uint64(1):
        card = below(state, len(shoe))
    gone[card >> 6] |= np.uint64(1) << np.uint64(card & 63)
    return int(shoe[card])


@inlined
def allowed(count: int, hand: int, pair: int, doubled: int, most_hands: int) -> int:
    """The allowed actions, one bit each."""
    if count == 0:
        return 1 | 1 << ATTACKS
    found = 1 << STANDS_PAT | 1 << SURRENDERS
    if pair != ACE and not doubled and TOTAL[hand] < BEST:
        found |= 1 << HITS | 1 << DOUBLES
    if pair != ACE and count < most_hands and PAIR_OF[hand] != NONE:
        found |= 1 << SPLITS
    return found


@inlined
def dealer_end(up: int, second: int, cards: int, low: int, aces: int, matters: bool) -> int:
    """The end of the dealer's hand with these cards; ``NONE`` if it takes more. ``matters``: whether its total does."""
    if cards == 2 and second == MAKES[up]:
        return DEALER_NATURAL
    if not matters:
        return NO_NATURAL if cards == 2 or MAKES[up] == NONE else NONE
    points = TOTAL_OF[low, aces]
    return NONE if points < STANDS else DEALER_OVER if points > BEST else points - STANDS


@compiled
def play(
    streams: Ints,
    seats: Ints,
    cards_gone: Ints,
    over: Ints,
    actions: Ints,
    shoe: Ints,
    most_hands: int,
    hole: int,
    reader: int,
    split_attack: int,
    won: Floats,
    observations: Ints,
    rewards: Floats,
) -> None:
    """One step of each seat: apply the action, then deal card by card until a decision is due or the round is over.

    Cards are drawn in one place, which lets the compiler make fast code. ``next_is`` tells the use of the next card.
    """
    for which in range(len(over)):
        seat = seats[which]
        next_is, ended, final = NOTHING, NONE, NONE
        low, aces, cards, matters = 0, 0, 0, False
        if over[which]:
            for word in range(GONE):
                cards_gone[which, word] = 0
            for at in range(KEPT):
                seat[at] = 0
            seat[HOLE] = seat[PAIR] = NONE
            seat[HAND] = EMPTY
            over[which] = False
            next_is = UP_CARD
        elif seat[COUNT] == 0:
            seat[ATTACKED] = actions[which] == ATTACKS
            next_is = TO_BOX
        else:
            action = actions[which]
            if not allowed(seat[COUNT], seat[HAND], seat[PAIR], seat[DOUBLED], most_hands) >> action & 1:
                action = STANDS_PAT
            if action == STANDS_PAT:
                ended = NATURAL if seat[HAND] == BLACKJACK and seat[PAIR] == NONE else END[seat[HAND]]
            elif action == SURRENDERS:
                ended = GIVEN_UP
            elif action == SPLITS:
                seat[PAIR] = PAIR_OF[seat[HAND]]
                seat[COUNT] += 1
                seat[OTHERS + seat[PAIR]] += 1
                next_is = TO_PAIR
            else:
                seat[DOUBLED] = action == DOUBLES
                next_is = TO_HAND
        while True:
            if ended != NONE:
                at, pair = seat[AT], seat[PAIR]
                seat[FINISHED + at] = ended + ENDS * seat[DOUBLED]
                ended = NONE
                if at + 1 < seat[COUNT]:  # the next hand, which holds one card
                    if pair != ACE and seat[COUNT] < most_hands:
                        seat[DECLINED if seat[SECOND] == pair else HIDDEN] += 1
                    for value in range(VALUES):
                        seat[OTHERS + value] += HELD[seat[HAND], value]
                    seat[OTHERS + pair] -= 1
                    seat[AT] += 1
                    next_is = TO_PAIR
                else:  # the dealer's hand
                    over[which] = True
                    for one in range(seat[COUNT]):
                        kind = seat[FINISHED + one] % ENDS
                        matters |= kind != OVER and kind != GIVEN_UP and kind != NATURAL
                    low, aces, cards = seat[UP] + 1, int(seat[UP] == ACE), 1
                    if seat[HOLE] != NONE:
                        low, aces, cards = low + seat[HOLE] + 1, int(aces or seat[HOLE] == ACE), 2
                    final = dealer_end(seat[UP], seat[HOLE], cards, low, aces, matters)
                    next_is = TO_DEALER if final == NONE else NOTHING
            if next_is == NOTHING:
                break
            card = draw(streams[which], cards_gone[which], shoe)
            if next_is == TO_DEALER:
                low, aces, cards = low + card + 1, int(aces or card == ACE), cards + 1
                final = dealer_end(seat[UP], card, cards, low, aces, matters)
                next_is = TO_DEALER if final == NONE else NOTHING
            elif next_is == TO_HAND:
                next_is = NOTHING
                if THEN[seat[HAND], card] == NONE:
                    ended = OVER
                    seat[OTHERS + card] += seat[AT] + 1 < seat[COUNT]
                else:
                    seat[HAND] = THEN[seat[HAND], card]
            elif next_is == TO_PAIR:
                seat[SECOND], seat[DOUBLED] = card, 0
                seat[HAND] = THEN[ALONE[seat[PAIR]], card]
                next_is = NOTHING
            elif next_is == TO_BOX:
                seat[HAND] = THEN[seat[HAND], card]
                if SIZE[seat[HAND]] == 2:
                    seat[COUNT] = 1
                    next_is = HOLE_CARD if hole else NOTHING
            elif next_is == HOLE_CARD:
                seat[HOLE] = card
                next_is = NOTHING
                if reader and card == MAKES[seat[UP]]:
                    ended = NATURAL if seat[HAND] == BLACKJACK else LOW_TOTAL
            else:
                seat[UP] = card
                next_is = NOTHING
        rewards[which] = 0.0
        if over[which]:
            for at in range(seat[COUNT]):
                attack = seat[ATTACKED] if at == 0 or split_attack else 0
                rewards[which] += won[attack, int(at == 0), seat[FINISHED + at], final]
        show(seat, observations[which])


@inlined
def show(seat: Ints, observation: Ints) -> None:
    """The seat's observation."""
    hand = seat[HAND]
    observation[0] = seat[COUNT] > 0
    observation[1] = seat[UP] + 1
    observation[2] = seat[ATTACKED]
    observation[3] = seat[COUNT]
    observation[4] = seat[AT] + 1 if seat[COUNT] > 0 else 0
    observation[5] = TOTAL[hand]
    observation[6] = SOFT[hand]
    observation[7] = seat[DOUBLED]
    for value in range(VALUES):
        observation[OF_HAND + value] = HELD[hand, value]
        observation[OF_HAND + VALUES + value] = seat[OTHERS + value]


@compiled
def masks(seats: Ints, over: Ints, most_hands: int) -> Ints:
    found = np.ones((len(over), len(ACTIONS)), np.int8)
    for which in range(len(over)):
        if not over[which]:
            seat = seats[which]
            bits = allowed(seat[COUNT], seat[HAND], seat[PAIR], seat[DOUBLED], most_hands)
            for action in range(len(ACTIONS)):
                found[which, action] = bits >> action & 1
    return found


@compiled
def order(state: Ints, shoe: Ints, count: int) -> Ints:
    """The values of the next round's first cards, in draw order, whatever the actions. Used to repeat a deal."""
    gone = np.zeros(GONE, np.uint64)
    found = np.empty(count, np.int64)
    for at in range(count):
        found[at] = draw(state, gone, shoe)
    return found


# --- payments and values of actions


def net(wagers: Wagers, end: int, final: int, stake: int, wins: Wins = EVEN_MONEY) -> int:
    """Cents that a hand wins, by its end and the dealer's, with an initial wager of ``stake``."""
    return sum(won(stake, wagers, end, final, wins))


class AttackRounds:
    """Rounds of Double Attack Blackjack, one for each seat."""

    def __init__(self, rules: DoubleAttackRules, stake: int, count: int) -> None:
        self.terms = terms_of(rules)
        self.streams: Ints = np.zeros((count, WORDS), np.uint64)
        self.over: Ints = np.ones(count, np.bool_)
        self.seats: Ints = np.zeros((count, KEPT), np.int16)
        self.gone: Ints = np.zeros((count, GONE), np.uint64)
        self.shoe: Ints = np.repeat(np.arange(VALUES, dtype=np.int8), self.terms.shoe)
        self._with = (
            int(rules.most_hands),
            int(rules.hole_card != NO_HOLE_CARD),
            int(rules.hole_card == CARD_READER),
            int(rules.split_attack),
        )
        shape = 2, 2, 2 * ENDS, DEALER_ENDS
        cents = [
            net(Wagers(bool(attack), bool(original)), end, final, stake, rules.wins)
            for attack, original, end, final in np.ndindex(shape)
        ]
        self._won: Floats = np.array(cents).reshape(shape) / stake
        """Initial wagers that a hand wins, by whether it is attacked, whether it is the first, and both ends."""
        self._against = cache(self.terms.against)
        self._worth = cache(lambda up, attack: self._against(up).round(BEST_PLAY, attack).worth)
        self._split_worth = cache(lambda up, *split: split_worth(self._against(up), *split))

    def step(self, actions: Ints, observations: Ints, rewards: Floats) -> None:
        told = (*self._with, self._won, observations, rewards)
        play(self.streams, self.seats, self.gone, self.over, actions, self.shoe, *told)

    def deal(self, observations: Ints) -> None:
        deal_where_over(self.over, (self.streams, self.seats, self.gone), observations, self._deal)

    def _deal(self, over: Ints, kept: Sequence[Ints], observations: Ints) -> None:
        streams, seats, gone = kept
        told = (*self._with, self._won, observations, np.empty(len(over)))
        play(streams, seats, gone, over, np.zeros(len(over), np.int64), self.shoe, *told)

    def masks(self) -> Ints:
        found: Ints = masks(self.seats, self.over, self.terms.most_hands)
        return found

    def values(self) -> Floats:
        found = np.full((len(self.over), len(ACTIONS)), np.nan)
        live = np.flatnonzero(~self.over)
        if len(live):
            keys = self.seats[live][:, [UP, ATTACKED, COUNT, AT, PAIR, DECLINED, HIDDEN]]
            every, which = np.unique(keys, axis=0, return_inverse=True)
            for at, key in enumerate(every.tolist()):
                alike = live[which.ravel() == at]
                found[alike] = self._values(self.seats[alike], *key)
        found[self.masks() == 0] = np.nan
        return found

    def _values(
        self, seats: Ints, up: int, attacked: int, count: int, at: int, pair: int, declined: int, hidden: int
    ) -> Floats:
        """The values of the actions for seats whose rounds have had the same course."""
        found = np.full((len(seats), len(ACTIONS)), np.nan)
        if not count:
            found[:, :2] = [self._worth(up, attack) for attack in (False, True)]
            return found
        against, original = self._against(up), at == 0
        wagers = Wagers(bool(attacked and (original or self.terms.split_attack)), original)
        context = first_hand(bool(attacked)) if pair == NONE else Context(pair, count - 1 + declined, hidden, wagers)
        solved = against.solve(BEST_PLAY, context)
        held, doubled = seats[:, HAND], seats[:, DOUBLED] == 1
        found[:, STANDS_PAT:SPLITS] = solved.options[held]
        found[doubled, STANDS_PAT:HITS] = solved.doubled[held[doubled]][:, : HITS - STANDS_PAT]
        for value in range(VALUES) if count < self.terms.most_hands and pair != ACE else ():
            pairs = (held == hand_of(value, value)) & ~doubled
            if pairs.any():
                stage = Stage(count, count - at, declined, hidden, original) if pair != NONE else None
                found[pairs, SPLITS] = self._split_worth(up, value, bool(attacked), stage)
        return found


def split_worth(against: Against, value: int, attack: bool, stage: Stage | None) -> float:
    """The value of a split: all hands that come from it, minus those that would come without it."""
    if stage is None:
        return against.split(BEST_PLAY, value, attack).worth
    more, done = (against._split(BEST_PLAY, value, attack, one) for one in (stage.more(), stage.done(declined=1)))
    return more.worth - done.worth


def rounds(rules: DoubleAttackRules, stake: int, seats: int) -> AttackRounds:
    return AttackRounds(rules, stake, seats)


EPISODES = Episodes(
    game="double_attack_blackjack", base="initial", actions=ACTIONS, observation=OBSERVATION, rounds=rounds
)
