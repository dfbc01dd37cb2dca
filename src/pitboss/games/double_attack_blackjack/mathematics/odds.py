"""The exact mathematics of Double Attack Blackjack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache, partial
from math import perm

import numpy as np
from msgspec.structs import replace

from pitboss.basics.cards import EIGHT, PACK_48, CardError, texts
from pitboss.games.double_attack_blackjack import settle
from pitboss.games.double_attack_blackjack.mathematics import counting_play as play
from pitboss.games.double_attack_blackjack.mathematics.choices import (
    ATTACK,
    PASS,
    STRATEGIES,
    changes,
    mistakes,
    pictures,
    resolve,
    terms_of,
    words,
)
from pitboss.games.double_attack_blackjack.mathematics.counting import (
    ACTIONS,
    ENDS,
    HIT,
    NONE,
    VALUES,
    bonus_line_of,
    hand_of,
)
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.games.double_attack_blackjack.settle import LOW
from pitboss.mathematics import results
from pitboss.mathematics.choices import Known, Mathematics, Strategy
from pitboss.mathematics.counting.compiled import Tick, in_parallel
from pitboss.mathematics.design_search import Design, OnWager

RULINGS = (
    "attack-up-to",
    "dealer-blackjack",
    "bust",
    "blackjack-wins",
    "surrender",
    "double",
    "split-amount",
    "split-count",
    "no-draw-on-21",
    "insurance",
    "bust-bonus",
    "hole-card",
    "to-and-for",
)
FEWEST = 40
"""With fewer unseen cards, a round might need a shuffle (15(h))."""

CLASS_OF_PLAY = (
    "Hands from a split are played by their own cards, the up card, how many cards of the pair's value the other"
    " hands got, and how many of those got another card while a split was still possible. For this class of play,"
    " which uses more than the number of hands, splits and resplits are exact."
)
SPREAD = (
    "The standard deviation and skewness of a round are estimates for split pairs: the hands are assumed to be"
    " independent given the dealer's total. Everything else, including every expected value, is exact."
)


def odds(
    rules: DoubleAttackRules, strategy: Strategy = "optimal", *, every: bool = False, tick: Tick | None = None
) -> results.GameOdds:
    terms = terms_of(rules)
    name, rounds = resolve(strategy, terms, tick)
    combinations = perm(terms.cards, 3)
    ends: play.Ends = {}
    for one in rounds:
        ends = play.added(ends, {key: chance * terms.chance(one.up) for key, chance in one.ends.items()})
    value = play.value_of(ends, terms.wins)
    best = play.optimal(terms, tick)
    return results.GameOdds(
        game="double_attack_blackjack",
        title="Double Attack Blackjack",
        rules=rules,
        strategy=name,
        combinations=combinations,
        results=spread(terms, rounds, value),
        staked=sum((staked(*key) * chance for key, chance in ends.items()), Fraction(0)),
        action_frequency=frequency(terms, rounds),
        wagers=results.rows_of([*_hand_wagers(rules, ends, combinations), insurance(rules), bust_bonus(rules)]),
        cost=sum((terms.chance(one.up) * one.value for one in best), Fraction(0)) - value,
        find_mistakes=partial(mistakes, strategy, terms, rounds),
        summary=summary(name, rounds),
        rulings=RULINGS,
        notes=(
            CLASS_OF_PLAY,
            SPREAD,
            "Counts are chances times all ordered deals of the first three cards, so they may not be whole numbers.",
            _most(rules),
        ),
    )


def _most(rules: DoubleAttackRules) -> str:
    """The most that a round can win and lose."""
    stakes = 4 * rules.most_hands if rules.split_attack else 2 * rules.most_hands + 2
    hands = f": {rules.most_hands} hands, attacked and doubled" if rules.split_attack else ""
    if rules.wins == settle.EVEN_MONEY:
        return f"A round wins or loses at most {stakes} initial wagers{hands}."
    return f"A round loses at most {stakes} initial wagers{hands}; what it wins depends on the pay table."


def staked(wagers: play.Wagers, end: int, final: int) -> int:
    """The stake on a hand when it ends, in units of the initial wager."""
    return int(1 + wagers.attack) * (1 + end // ENDS)


def spread(terms: play.Terms, rounds: Iterable[play.RoundsAgainstUp], mean: Fraction) -> results.Moments:
    """Mean, variance and skewness of a round. The mean is exact; the others are estimates for split rounds."""
    moments = np.zeros(4)
    for one in rounds:
        for key, chance in one.first.items():
            moments += float(terms.chance(one.up) * chance) * float(play.result(*key, terms.wins)) ** np.arange(4)
        moments += float(terms.chance(one.up)) * np.array(one.spread)
    _, near, square, cube = (moments / moments[0]).tolist()
    variance = square - near**2
    skewness = (cube - 3 * near * square + 2 * near**3) / variance**1.5 if variance > 0 else None
    return results.Moments(mean, Fraction(variance).limit_denominator(10**12), skewness)


def frequency(terms: play.Terms, rounds: Iterable[play.RoundsAgainstUp]) -> dict[str, Fraction]:
    """How often the double attack is placed, and how often each decision comes first on the two cards."""
    found = dict.fromkeys((ATTACK, *ACTIONS, play.SPLIT), Fraction(0))
    for one in rounds:
        chance, against = terms.chance(one.up), terms.against(one.up)
        found[ATTACK] += one.attack * chance
        for pair, action in one.decisions.items():
            found[action] += chance * two_cards(against, *pair)
    return found


def two_cards(against: play.Against, one: int, two: int) -> Fraction:
    """The chance of two cards in either order, if no card reader ends the round before they are decided."""
    shoe, cards = against.shoe, against.cards
    ways = shoe[one] * (shoe[two] - (one == two)) * (1 + (one != two))
    chance = Fraction(ways, perm(cards, 2))
    if against.reads:
        barred = shoe[against.barred] - (one, two).count(against.barred)
        chance *= Fraction(cards - 2 - barred, cards - 2)
    return chance


def summary(name: str, rounds: Iterable[play.RoundsAgainstUp]) -> str:
    attacked = [words([one.up]) for one in rounds if one.attack]
    attacks = f"the double attack is placed against {', '.join(attacked)}" if attacked else "no double attack is placed"
    return f"{STRATEGIES.get(name, 'chosen by a function')}; {attacks}"


# --- wagers on the hand


def _hand_wagers(rules: DoubleAttackRules, ends: play.Ends, combinations: int) -> list[results.WagerOdds]:
    most, both = rules.table_maximum, 2 * rules.table_maximum
    split = "hands formed by splits, with all wagers placed when they are formed; each hand counts"
    return [
        _wager(rules, "initial", "5(a)", ends, combinations, lambda wagers, end: wagers.original, most),
        _wager(
            rules,
            "double attack",
            "7(d)",
            ends,
            combinations,
            lambda wagers, end: wagers.original and wagers.attack,
            most,
        ),
        _wager(rules, "split", "10(a)", ends, combinations, lambda wagers, end: not wagers.original, both, split),
        _wager(
            rules,
            "double",
            "9(a)",
            ends,
            combinations,
            lambda wagers, end: end >= ENDS,
            both,
            "each doubled hand counts",
        ),
    ]


def _wager(
    rules: DoubleAttackRules,
    name: str,
    clause: str,
    ends: play.Ends,
    combinations: int,
    placed: Callable[[play.Wagers, int], object],
    most: int,
    note: str = "",
) -> results.WagerOdds:
    """One of the wagers on a hand, by deciding line."""
    varies = name in ("split", "double")  # with a double attack on the hand they are twice as large
    lines: dict[tuple[str, Fraction], Fraction] = {}
    units: dict[tuple[str, Fraction], Fraction] = {}
    for (wagers, end, final), chance in ends.items():
        if placed(wagers, end):
            key = _line_and_net(rules, wagers.original and name == "initial", end, final)
            lines[key] = lines.get(key, Fraction(0)) + chance
            units[key] = units.get(key, Fraction(0)) + chance * (1 + wagers.attack if varies else 1)
    total = sum(lines.values(), Fraction(0))
    outcomes = []
    for (said, net), chance in lines.items():
        found = _outcome(rules, said, net, _whole(chance * combinations))
        outcomes.append(replace(found, unit=units[said, net] / chance) if varies and chance else found)
    outcomes.sort(key=lambda one: -(one.net or 0))
    if total < 1:
        outcomes.append(results.not_placed("not placed", _whole((1 - total) * combinations)))
    return results.WagerOdds(
        name=name,
        clause=clause,
        outcomes=tuple(outcomes),
        unit=sum(units.values(), Fraction(0)) / total if total else Fraction(1),
        pays_like="" if name == "initial" else "initial",
        most=most,
        note=note,
    )


def _line_and_net(rules: DoubleAttackRules, original: bool, end: int, final: int) -> tuple[str, Fraction]:
    """The deciding line and the net win of a wager on a hand: the first initial wager, or one beside it."""
    decided, stake = play.line(end, final), 2 * rules.wins.per
    first, beside = settle.paid_on_hand((stake, stake), decided, original, rules.wins)
    return settle.WORDS[decided], Fraction((first if original else beside) - stake, stake)


def _outcome(rules: DoubleAttackRules, name: str, net: Fraction, count: int | Fraction) -> results.Outcome:
    if name == settle.WORDS[settle.SURRENDERED]:
        return results.Outcome(name=name, count=count, net=net, pays="half goes back")
    if name in rules.initial_pays:
        return results.paid(name, count, rules.initial_pays[name])
    return results.lost(name, count) if net else results.pushed(name, count)


def _whole(count: Fraction) -> int | Fraction:
    return count.numerator if count.denominator == 1 else count


# --- side wagers


def insurance(rules: DoubleAttackRules) -> results.WagerOdds:
    """Insurance whenever it is offered, over the dealer's two cards and one more."""
    shoe = terms_of(rules).shoe
    cards, aces, tens = sum(shoe), shoe[0], shoe[-1]
    pays = rules.insurance_odds
    back, per = pays.back
    assert settle.insurance(per, 1, back, per) == back
    return results.WagerOdds(
        name="insurance",
        clause="11(c)",
        outcomes=(
            results.paid(settle.LINES[settle.DEALER_BLACKJACK], aces * tens * (cards - 2), pays),
            results.lost("no dealer blackjack", aces * (cards - 1 - tens) * (cards - 2)),
            results.not_placed("no ace up", (cards - aces) * (cards - 1) * (cards - 2)),
        ),
        side=True,
        most=settle.most_insurance(rules.table_maximum, rules.chip),
        note="offered when the dealer shows an ace, up to half the initial wager; assumed to be always taken",
    )


def bust_bonus(rules: DoubleAttackRules) -> results.WagerOdds:
    counts, (back, per) = _full_shoe(rules.decks), rules.bust_bonus_back
    wins = [
        results.paid(name, counts[at], rules.bust_bonus_pays[name]) for at, name in enumerate(settle.BONUS_LINES) if at
    ]
    for at, one in enumerate(wins, 1):
        assert one.net == Fraction(settle.bust_bonus(per, at, back, per), per) - 1
    return results.WagerOdds(
        name="bust bonus",
        clause="6(d)",
        outcomes=(*reversed(wins), results.lost(settle.BONUS_LINES[settle.NO_BUST], counts[settle.NO_BUST])),
        side=True,
        most=rules.bust_bonus_maximum,
    )


@cache
def _full_shoe(decks: int) -> list[int]:
    return bonus_counts(dict.fromkeys(PACK_48, decks))


def bonus_counts(shoe: Mapping[int, int]) -> list[int]:
    """Ordered deals of the dealer's first three cards by line of the bust bonus. Only eights differ by suit."""
    kinds: Counter[int] = Counter()
    for card, n in shoe.items():
        kinds[card if card >> 2 == EIGHT else card & ~3] += n
    counts = [0] * len(settle.BONUS_LINES)
    for first, n in kinds.items():
        for second, m in kinds.items():
            two = n * (m - (first == second))
            for third, k in kinds.items():
                deals = two * (k - (first == third) - (second == third))
                counts[bonus_line_of(first, second, third)] += deals
    return counts


# --- advice


def advise(rules: DoubleAttackRules, known: Known) -> results.Advice:
    """The value of each choice: the double attack with only an up card, otherwise the decisions on a hand.

    The hand is assumed to carry only the initial wager.
    """
    up, hand, split = known["up"][0], known.get("hand", ()), known.get("split", ())
    if len(hand) == 1:
        raise CardError("hand takes no cards, to ask about the attack, or at least 2, to play on; 1 was given")
    out = (*hand, *split, *known.get("seen", ()))
    shown = {place: texts(cards) for place, cards in known.items()}
    terms = terms_of(rules, (*out, up))
    if terms.cards < FEWEST:
        raise CardError(f"advice needs at least {FEWEST} unseen cards, and {terms.cards} are left")
    # the shoe before the player's cards, which the hand then removes
    dealt = terms_of(rules, (*known.get("seen", ()), up))
    value = LOW[up] - 1
    most, reader = terms.most_hands, terms.reader
    against = play.Against(
        dealt.shoe, value, most_hands=most, reader=reader, split_attack=terms.split_attack, wins=terms.wins
    )
    if not hand:
        options, note = _attack_options(against), ""
    else:
        options = _options(against, hand, split)
        note = "With a double attack as large as the initial wager on every hand, each value doubles." * (
            not against.reads and value not in (0, VALUES - 1) and (terms.split_attack or play.SPLIT not in options)
        )
    deals = perm(terms.cards, against.looked - len(hand) - len(split))
    return results.Advice(game="double_attack_blackjack", known=shown, options=options, deals=deals, note=note)


def rounds_with_and_without(against: play.Against) -> dict[str, play.EndsOfRound]:
    """The best play of a round without and with the double attack: the ends of first hands, and those of splits."""
    return dict(zip((PASS, ATTACK), play.without_and_with(against), strict=True))


def _attack_options(against: play.Against) -> dict[str, Fraction]:
    """The value of a round without and with the double attack, each with the best play."""
    rounds = rounds_with_and_without(against)
    return {do: against.value_of(first) + against.value_of(splits) for do, (first, splits) in rounds.items()}


def _options(against: play.Against, cards: tuple[int, ...], split: tuple[int, ...]) -> dict[str, Fraction]:
    """The decisions on a first or split hand. ``split`` has the cards of its value on other hands."""
    values = [LOW[card] - 1 for card in cards]
    low, aces = sum(LOW[card] for card in cards), values.count(0)
    if low > settle.BEST:
        raise CardError(f"{texts(cards)} is over 21, so there is no decision left")
    at = hand_of(*values)
    if not split:
        context = play.first_hand(False)
    else:
        value = LOW[split[0]] - 1
        if value not in values or any(LOW[card] - 1 != value for card in split):
            raise CardError(f"{texts(split)} and {texts(cards)} do not come from one pair")
        context = play.Context(value, len(split), 0, play.Wagers(False, False))
    pair = context.value == NONE and len(values) == 2 and values[0] == values[1]
    if pair:
        against.prepare((NONE, values[0]))
    solved = against.solve(play.BEST_PLAY, context)
    draws = settle.total(low, aces) < settle.BEST and context.value != 0
    actions = [*(ACTIONS if draws else ACTIONS[:HIT]), *([play.SPLIT] if pair else [])]

    def worth(action: str) -> Fraction:
        if action == play.SPLIT:
            return against.split_pair(play.BEST_PLAY, against.split(play.BEST_PLAY, values[0], False))
        return against.worth_of(context, at, solved.way.but(at, ACTIONS.index(action)))

    longest_first = actions[::-1]
    found = in_parallel(worth, [(action,) for action in longest_first])
    return {action: found[longest_first.index(action)] for action in actions}


MATHEMATICS = Mathematics(
    game="double_attack_blackjack",
    strategies=STRATEGIES,
    asks=("up", "hand", "split", "last", "no split"),
    actions=(*ACTIONS, play.SPLIT),
    at_first=(PASS, ATTACK),
    odds=odds,
    advise=advise,
    pictures=pictures,
    changes=lambda before, after, tick: changes(terms_of(before), terms_of(after), tick),
)


# --- the pay tables that can be searched


DESIGN = Design(
    game="double_attack_blackjack",
    wagers={
        "bust_bonus_pays": (OnWager(lambda rules: "bust bonus"),),
        "insurance_pays": (OnWager(lambda rules: "insurance"),),
    },
    too_slow={"initial_pays": "every pay table needs a new count of the best play, which takes seconds"},
)
