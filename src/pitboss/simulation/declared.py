"""The fast rounds of a declared game. One text serves all games: what a game declares is woven in as constants."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import permutations, product
from math import comb
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from pitboss.basics.errors import GameError
from pitboss.engine.declared.table import settled
from pitboss.engine.declared.words import COMMUNITY, DEALER, PLAYER, UP, Ask, Bet, Deal, Declaration, Fold, Turn
from pitboss.engine.game import Game
from pitboss.mathematics.counting.compiled import inlined_late, told_apart, woven
from pitboss.mathematics.counting.hands import Ints, by_set, suit_classes
from pitboss.mathematics.declared.counting import Chosen, Counted, strengths_of
from pitboss.mathematics.declared.odds import NOTHING, counted, rated, resolved
from pitboss.mathematics.declared.states import Stage, numbers, sets_of
from pitboss.mathematics.declared.ways import Way, Ways
from pitboss.mathematics.results import GameOdds
from pitboss.simulation.hand_table import (
    GRADES,
    NO_TABLE,
    NUMBER,
    ROWS,
    HandRounds,
    HandTable,
    Part,
    by_slot,
    in_words,
    number3,
    number4,
    slot_of,
)
from pitboss.simulation.kernel import Kernel, Limits, Setup, odds_of
from pitboss.simulation.stream import deal

NEAR_MOST = 36_000
"""The most 16-bit numbers of a near table: larger decisions lie in the far one."""
LEAST_KNOWN, MOST_CHOICES = 2, 4
STRENGTH_BITS = 10
"""The bits of the strength of a hand of two or three cards. The kind of the hand lies above them."""

# woven: what a game declares
CARDS = MORE = OWN = POINTS = WAYS = AGAINST = QUALIFIES = FOLDED_FROM = LIVE = KIND_AT = GRADE_AT = NEXT_AT = MOST = 0
LEADS, LEAD_AT = 1, 0
SEEN: Any = ()
BITS: Any = ()
BASE: Any = ()
SIZE: Any = ()
STEP: Any = ()
AT: Any = ()
UPS: Any = ()
BLOCK: Any = ()
SHOWS = FAR = CONTEST = False
PLAIN = False  # one question, and nobody folds: its answer is the way
place: Any = None
known: Any = None
shown: Any = None
taken: Any = None
own_slot: Any = None
dealers_slot: Any = None
dealers_known: Any = None
end: Any = None
dealers: Any = None
"""Functions of those below, woven for a game."""


@inlined_late
def number2(a: int, b: int) -> int:
    """The number of a set of two cards, in any order."""
    low, high = min(a, b), max(a, b)
    return low + (high * (high - 1) >> 1)


@inlined_late
def number5(a: int, b: int, c: int, d: int, e: int) -> int:
    """The number of a set of five cards, in any order."""
    one, top = min(a, b), max(a, b)
    two, top = min(top, c), max(top, c)
    three, top = min(top, d), max(top, d)
    four, top = min(top, e), max(top, e)
    rest = number4(one, two, three, four)
    return int(rest + top * (top - 1) * (top - 2) * (top - 3) // 24 * (top - 4) // 5)


def lies_at(card: int, seat: int, seats: int) -> int:
    """Where a card of a hand lies in the pack, in the order in which its player learns them."""
    return int(AT[card][0] + AT[card][1] * seat + AT[card][2] * seats)


def known_set(pack: Ints, count: int, seat: int, seats: int) -> int:
    """The number of the set of the first cards that a player knows."""
    a, b = pack[place(0, seat, seats)] & NUMBER, pack[place(1, seat, seats)] & NUMBER
    if count == 2:
        return number2(a, b)
    c = pack[place(2, seat, seats)] & NUMBER
    if count == 3:
        return number3(a, b, c)
    d = pack[place(3, seat, seats)] & NUMBER
    if count == 4:
        return number4(a, b, c, d)
    return number5(a, b, c, d, pack[place(4, seat, seats)] & NUMBER)


def up_set(pack: Ints, count: int, seats: int) -> int:
    """The number of the set of the dealer's up cards."""
    a = pack[place(0, 0, seats)] & NUMBER
    return int(a) if count == 1 else int(number2(a, pack[place(1, 0, seats)] & NUMBER))


def slot(near: Ints, pack: Ints, seat: int, seats: int) -> Any:
    """The slot of a hand of five cards."""
    a, b, c = pack[place(0, seat, seats)], pack[place(1, seat, seats)], pack[place(2, seat, seats)]
    return slot_of(near, a, b, c, pack[place(3, seat, seats)], pack[place(4, seat, seats)])


def way_of(near: Ints, far: Ints, pack: Ints, seat: int, seats: int) -> int:
    """The way through the decisions: its number among those to the end, or from ``FOLDED_FROM`` on one that folds."""
    way = 0
    for point in range(POINTS):
        number = known(pack, SEEN[point], seat, seats)
        at = BASE[point]
        if not PLAIN:
            at += int(near[NEXT_AT + STEP[point] + way * (MOST + 1) + MOST]) * SIZE[point]
        if SHOWS and UPS[point] > 0:
            at += shown(pack, UPS[point], seats) * BLOCK[point]
        if BITS[point] == 1:
            at += number >> 4
            word = int(far[at]) if FAR else int(near[at])
            action = word >> (number & 15) & 1
        else:
            at += number >> 3
            word = int(far[at]) if FAR else int(near[at])
            action = word >> ((number & 7) << 1) & 3
        if PLAIN:
            return int(action)
        way = int(near[NEXT_AT + STEP[point] + way * (MOST + 1) + action])
        if way >= FOLDED_FROM:
            break
    return way


def end_of(near: Ints, far: Ints, pack: Ints, seat: int, seats: int, dealers: int) -> int:
    """The end of a hand: its way, its kind, the contest with the dealer, and the kind of the first cards."""
    way = taken(near, far, pack, seat, seats)
    if not PLAIN and way >= FOLDED_FROM:
        return int(LIVE + way - FOLDED_FROM)
    if OWN == 5:
        at = own_slot(near, pack, seat, seats)
        ended = int(near[KIND_AT + at]) + way
        strength = int(near[GRADE_AT + at]) if CONTEST else 0
    else:
        value = int(near[known(pack, OWN, seat, seats)])
        ended, strength = (value >> STRENGTH_BITS) * WAYS + way, value & ((1 << STRENGTH_BITS) - 1)
    if CONTEST:
        if dealers < QUALIFIES:
            line = 3
        else:
            line = 0 if strength < dealers else 1 if strength == dealers else 2
        ended = ended * AGAINST + line
    if LEADS > 1:
        ended = ended * LEADS + int(far[LEAD_AT + known(pack, SEEN[0], seat, seats)])
    return int(ended)


def dealers_strength(near: Ints, pack: Ints, seats: int) -> int:
    if not CONTEST:
        return 0
    if OWN == 5:
        return int(near[GRADE_AT + dealers_slot(near, pack, 0, seats)])
    return int(near[dealers_known(pack, OWN, 0, seats)]) & ((1 << STRENGTH_BITS) - 1)


def alone(near: Ints, far: Ints, pack: Ints, state: Ints) -> int:
    deal(state, pack, 0, CARDS)
    return int(end(near, far, pack, 0, 1, dealers(near, pack, 1)))


def at_table(near: Ints, far: Ints, pack: Ints, state: Ints, seats: int, found: Ints) -> None:
    deal(state, pack, 0, CARDS + MORE * (seats - 1))
    to_beat = dealers(near, pack, seats)
    for seat in range(seats):
        found[seat] = end(near, far, pack, seat, seats, to_beat)


# --- where the cards lie


class Places(NamedTuple):
    """Where a player's cards and the dealer's lie in the pack: a + b * seat + c * seats."""

    own: list[tuple[int, int, int]]
    """In the order in which the player learns them."""
    dealers: list[tuple[int, int, int]]
    """Those that are shown first, in order, then the others."""
    each: int
    """The cards that every player gets."""
    once: int


def places(declared: Declaration) -> Places:
    own: list[tuple[int, int, int]] = []
    hidden: list[tuple[int, int, int]] = []
    dealers: list[tuple[int, int, int]] = []
    holes: list[tuple[int, int, int]] = []
    each = once = 0
    folds = False
    for step in declared.round:
        match step:
            case Deal(cards=cards, to=to, face=face):
                if folds and to == PLAYER:
                    raise GameError(f"{declared.title} deals to those who have not folded: write its 'kernel'")
                for card in range(cards):
                    spot = (once + card, cards if to == PLAYER else 0, each)
                    if to == DEALER:
                        (dealers if face == UP else holes).append(spot)
                    elif to == COMMUNITY and face != UP:
                        hidden.append(spot)
                    else:
                        own.append(spot)
                if to == PLAYER:
                    each += cards
                else:
                    once += cards
            case Turn(cards=cards, at=at) if at == COMMUNITY:
                own += hidden[:cards]
                hidden = hidden[cards:]
            case Turn(cards=cards):
                dealers += holes[:cards]
                holes = holes[cards:]
            case Ask(choices=choices):
                folds = folds or any(isinstance(choice, Fold) for choice in choices)
    return Places(own + hidden, dealers + holes, each, once)


# --- the tables of a game


def decisions(stage: Stage, chosen: Ints, bits: int) -> Ints:
    """The choice of each set of known cards, in words. With up cards a block of words for each set of those."""
    if not stage.up:
        return in_words(by_set(stage.own, chosen), bits=bits)
    hands, ups = suit_classes(stage.own).hands, numbers(stage.ups)
    found = np.zeros((comb(52, stage.up), comb(52, stage.own)), np.int8)
    for suits in permutations(range(4)):
        other = np.arange(52) & ~3 | np.array(suits)[np.arange(52) & 3]
        shows = numbers(other[sets_of(52, stage.up)])
        found[shows[ups], np.repeat(numbers(other[hands]), stage.sets)] = chosen
    return np.concatenate([in_words(row, bits=bits) for row in found])


class Woven(NamedTuple):
    """The rounds of a game with the decisions of a strategy, and what their ends are."""

    near: Ints
    far: Ints
    rounds: HandRounds
    live: list[Way]
    folds: list[Way]
    leads: list[tuple[int, ...]]
    """The line of each hand of the first known cards, by their kind."""


def lead_kinds(of: Counted) -> tuple[list[tuple[int, ...]], Ints]:
    """The kinds of the first known cards, by which side wagers are decided, and the kind of each class of them."""
    lines = [of.lead_lines(hand).tolist() for hand in of.ways.leads]
    if not lines:
        return [()], NO_TABLE
    by_class = list(zip(*lines, strict=True))
    kinds = sorted(set(by_class))
    return kinds, np.array([kinds.index(one) for one in by_class], np.int64)


def weave(game: Game, chosen: Chosen) -> Woven:
    """Weave a declared game and a strategy into rounds."""
    declared: Declaration = game.declared
    of = counted(game)
    ways, kind_of = of.ways, of.ways.kind_of
    size, where = ways.own, places(declared)
    if any(point.asked.own < LEAST_KNOWN or len(point.asked.ask.choices) > MOST_CHOICES for point in ways.points):
        raise GameError(
            f"the fast rounds of {declared.title} can't be derived: a question needs {LEAST_KNOWN} known cards or more,"
            f" and at most {MOST_CHOICES} choices; a module 'kernel' can play it"
        )
    live = [way for way, leaf in ways.leaves.items() if not leaf.folded]
    folds = [way for way, leaf in ways.leaves.items() if leaf.folded]
    near: list[Ints] = []
    if size == 5:
        near = [ROWS, by_slot(kind_of * len(live))]  # the way is then only added
        if ways.contest:
            near.append(by_slot(GRADES))
        qualifies = int(GRADES[ways.contest.qualifies]) if ways.contest else 0
    else:
        found = strengths_of(suit_classes(size).hands)
        near = [by_set(size, found | kind_of[found] << STRENGTH_BITS)]
        qualifies = ways.contest.qualifies if ways.contest else 0
    next_at = sum(map(len, near))
    folded_from = max([len(live), *(len(point.ways) for point in ways.points)])
    most = max((len(point.asked.ask.choices) for point in ways.points), default=1)
    nexts: list[int] = []
    step, base, sizes, blocks, bits = list[int](), list[int](), list[int](), list[int](), list[int]()
    words: list[Ints] = []
    for at, point in enumerate(ways.points):
        following = ways.points[at + 1].ways if at + 1 < len(ways.points) else tuple(live)
        number = 1 if len(point.asked.ask.choices) <= 2 else 2
        tables: list[Ints] = []
        step.append(len(nexts))
        for way in point.ways:
            made = decisions(point.stage, chosen[at][way], number)
            same = next((one for one, other in enumerate(tables) if np.array_equal(made, other)), len(tables))
            if same == len(tables):
                tables.append(made)
            after = [(*way, action) for action in range(most)]
            nexts += [
                folded_from + folds.index(one) if one in folds else following.index(one) if one in following else 0
                for one in after
            ]
            nexts.append(same)
        base.append(sum(map(len, words)))
        sizes.append(len(tables[0]))
        blocks.append(len(tables[0]) // comb(52, point.stage.up))
        bits.append(number)
        words += tables
    near.append(np.array(nexts, np.int64))
    decided = np.concatenate(words) if words else NO_TABLE
    start = sum(map(len, near))
    far = start + len(decided) > NEAR_MOST
    if not far:
        near.append(decided)
        base = [start + one for one in base]
    leads, lead_of = lead_kinds(of)
    later = decided if far else NO_TABLE
    if len(leads) > 1:
        later = np.concatenate((later, by_set(ways.points[0].asked.own if ways.points else size, lead_of)))
    names = {
        "LEADS": len(leads),
        "LEAD_AT": len(decided) if far else len(NO_TABLE),
        "CARDS": where.each + where.once,
        "MORE": where.each,
        "OWN": size,
        "POINTS": len(ways.points),
        "WAYS": len(live),
        "AGAINST": ways.against,
        "QUALIFIES": qualifies,
        "FOLDED_FROM": folded_from,
        "LIVE": len(live) * len(ways.kinds) * ways.against * len(leads),
        "KIND_AT": len(ROWS),
        "GRADE_AT": next_at - len(near[2]) if size == 5 and ways.contest else 0,
        "NEXT_AT": next_at,
        "MOST": most,
        "SEEN": tuple(point.asked.own for point in ways.points),
        "BITS": tuple(bits),
        "BASE": tuple(base),
        "SIZE": tuple(sizes),
        "STEP": tuple(step),
        "UPS": tuple(point.stage.up for point in ways.points),
        "BLOCK": tuple(blocks),
        "SHOWS": of.full.up > 0,
        "FAR": far,
        "PLAIN": len(ways.points) == 1 and not folds,
        "CONTEST": ways.contest is not None,
    }
    rounds = _compiled(__name__, tuple(where.own), tuple(where.dealers), tuple(sorted(names.items())))
    return Woven(np.concatenate(near).astype(np.uint16), later, rounds, live, folds, leads)


def key_for(said: Any) -> str:
    """What tells functions with these constants from others, for the cache of compiled code."""
    return f"-{sha256(repr(said).encode()).hexdigest()[:16]}"


_MADE: dict[Any, HandRounds] = {}


def _compiled(module: str, own: Any, theirs: Any, said: Any) -> HandRounds:
    """The two functions of a game, made once for equal constants."""
    if (own, theirs, said) not in _MADE:
        names, key = dict(said), key_for((own, theirs, said))

        def made(function: Any, **more: Any) -> Any:
            return inlined_late(told_apart(woven(function, module, **names, **more), key))

        own_place = made(lies_at, AT=own)
        dealers_place = made(lies_at, AT=theirs or own)
        own_known = made(known_set, place=own_place)
        way = made(way_of, known=own_known, shown=made(up_set, place=dealers_place))
        ended = made(end_of, taken=way, known=own_known, own_slot=made(slot, place=own_place))
        theirs_found = made(
            dealers_strength,
            dealers_slot=made(slot, place=dealers_place),
            dealers_known=made(known_set, place=dealers_place),
        )
        _MADE[own, theirs, said] = HandRounds(
            made(alone, end=ended, dealers=theirs_found), made(at_table, end=ended, dealers=theirs_found)
        )
    return _MADE[own, theirs, said]


# --- winnings by end


def table(game: Game, setup: Setup, odds: GameOdds | None) -> HandTable:
    declared: Declaration = game.declared
    rules, base = setup.rules, setup.stakes[declared.base.name]
    _, chosen = resolved(rated(game, rules), setup.strategy)
    made = weave(game, chosen)
    ways = counted(game).ways
    sides = {bet.name: setup.stakes.get(bet.name, 0) for bet in declared.wagers if bet.side}
    ends = list(product(range(len(ways.kinds)), made.live, range(ways.against), made.leads))
    count = len(ends) + len(made.folds)
    nets = {bet.name: np.zeros(count, np.int64) for bet in declared.wagers}
    lines: dict[str, list[str]] = {bet.name: [""] * count for bet in declared.wagers}
    staked = {bet.name: np.ones(count, np.int64) for bet in declared.wagers}
    for at, (kind, way, against, lead) in enumerate(ends):
        stakes = {name: units * base for name, units in ways.leaves[way].stakes.items()} | sides
        on = dict(zip(ways.leads, lead, strict=True))

        def line_of(reading: Any, on: Any = on, kind: int = kind, against: int = against) -> int:
            return on[reading] if reading in on else ways.line(reading, kind, against)

        for one in settled(declared, rules, stakes, {}, line_of):
            own = 0 if one.bet.earned else one.stake
            nets[one.bet.name][at] = one.returned - own
        for bet in declared.wagers:
            if stake := stakes.get(bet.earned or bet.name):
                staked[bet.name][at] = stake
                named = declared.lines(bet.by[0])[line_of(bet.by[0])]
                lines[bet.name][at] = NOTHING if bet.earned and not nets[bet.name][at] else named
    for at, way in enumerate(made.folds, len(ends)):
        stakes = {name: units * base for name, units in ways.leaves[way].stakes.items()} | sides
        for bet in declared.wagers:
            if bet.earned or stakes.get(bet.name):
                staked[bet.name][at] = stakes.get(bet.earned or bet.name, 0) or 1
                nets[bet.name][at] = 0 if bet.earned else -stakes[bet.name]
                lines[bet.name][at] = "folded"
    placed = [bet for bet in declared.wagers if not bet.side or sides[bet.name]]
    parts = [
        Part(
            name="round",
            unit=base,
            outcomes=(),
            of_end=np.zeros(count, np.int64),
            net=np.sum([nets[bet.name] for bet in placed], axis=0),
        )
    ]
    parts += [
        _part(declared, bet, ways, base, sides, lines[bet.name], nets[bet.name], staked[bet.name], odds)
        for bet in placed
    ]
    return HandTable(setup, parts, made.near, made.far, made.rounds)


def _part(
    declared: Declaration,
    bet: Bet,
    ways: Ways,
    base: int,
    sides: dict[str, int],
    lines: Sequence[str],
    net: Ints,
    staked: Ints,
    odds: GameOdds | None,
) -> Part:
    outcomes = (*reversed(declared.lines(bet.by[0])), *((NOTHING,) if bet.earned else ()), "folded")
    outcomes = tuple(one for one in outcomes if one in lines)
    units = {ways.stake(way, bet) for way, leaf in ways.leaves.items() if not leaf.folded} - {0}
    unit = sides[bet.name] if bet.side else base * min(units, default=1)
    of_end = np.array([outcomes.index(line) if line else -1 for line in lines], np.int64)
    return Part(
        name=bet.name,
        unit=unit,
        outcomes=outcomes,
        of_end=of_end,
        net=net,
        odds=odds_of(odds, bet.name),
        base=base,
        stakes=staked if len(units) > 1 else None,
    )


def limits(game: Game, rules: Any, base: int) -> Limits:
    declared: Declaration = game.declared
    return {bet.name: (rules.table_minimum, rules.table_maximum) for bet in declared.wagers if bet.side}


def follows(declared: Declaration) -> int:
    """The most units beyond the base wager that a round may need."""
    return max(sum(leaf.stakes.values()) for leaf in Ways(declared).leaves.values()) - 1


def part(game: Game) -> Any:
    """What the module ``kernel`` of a game's package exports."""
    declared: Declaration = game.declared
    most = follows(declared)
    return SimpleNamespace(
        KERNEL=Kernel(
            game=game.name,
            base=declared.base.name,
            table=lambda setup, odds: table(game, setup, odds),
            limits=lambda rules, base: limits(game, rules, base),
            follows=lambda rules: most,
        )
    )
