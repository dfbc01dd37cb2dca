"""The exact mathematics of Caribbean Stud Poker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

import numpy as np

from pitboss.basics.cards import texts
from pitboss.basics.errors import GameError
from pitboss.basics.poker import CATEGORIES, category
from pitboss.games.caribbean_stud.mathematics.choices import (
    DEALS,
    STRATEGIES,
    StrategyResults,
    choices,
    cost,
    every_hand,
    named,
    pictures,
    played,
)
from pitboss.games.caribbean_stud.mathematics.counting import HOLE_CARDS, UP_CARDS, count, ends, hand_strengths
from pitboss.games.caribbean_stud.mathematics.one_hand import BET, FOLD, count_with, nets
from pitboss.games.caribbean_stud.mathematics.side_wager_odds import FOLDED, cover_all, five_card_bonus, progressives
from pitboss.games.caribbean_stud.rules import BONUS, COVER_ALL, CaribbeanStudRules, Payouts
from pitboss.games.caribbean_stud.settle import BELOW, BONUS_LINES, EQUAL, HIGHER, LINES, LOWER, TENS_UP, bonus_line
from pitboss.mathematics import results
from pitboss.mathematics.choices import Known, Mathematics, Strategy, resolve
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import CATEGORY, suit_classes
from pitboss.mathematics.design_search import Design, Nets, OnWager, Part

RULINGS = (
    "no-qualify-pays-ante",
    "fold-forfeits",
    "side-wagers-always",
    "standard-order",
    "best-category",
    "to-and-for",
    "table-decides",
    "envy-hands",
    "link-tables",
    "ptmgl04-royal",
    "progression",
    "dealer-jackpot-split",
    "magic-and-lucky",
    "cover-all-hands",
    "cover-all-trips",
    "cover-all-survives",
    "up-card",
)
NOTES = {
    "bonus": "A fold loses the bonus wager with the ante, so only bet hands are counted.",
    "progressive": "A fold loses the progressive payout wager with the ante, so only bet hands are counted. Envy and"
    " the long run of a meter assume that every player follows this strategy.",
    "cover all": "Cover All assumes that no hand of three of a kind or better is folded.",
}
"""The assumptions behind a wager's figures, by the start of its name."""


def odds(
    rules: CaribbeanStudRules, strategy: Strategy = "optimal", *, every: bool = False, tick: Tick | None = None
) -> results.GameOdds:
    play = played(rules, strategy, tick)
    won, per = nets(rules.main_pays), rules.main_pays.per
    rounds = [
        (Fraction(won[kind][one], per), deals) for kind, row in enumerate(play.ends) for one, deals in enumerate(row)
    ]
    wagers = (
        *_main(rules, play),
        *_bonus(rules, play, every=every),
        *progressives(rules, play, every=every),
        *five_card_bonus(rules, every=every),
        *cover_all(rules, every=every),
    )
    return results.GameOdds(
        game="caribbean_stud",
        title="Caribbean Stud Poker",
        rules=rules,
        strategy=play.name,
        combinations=DEALS,
        results=results.Distribution.of([*rounds, (Fraction(-1), play.folds)]),
        staked=1 + 2 * Fraction(play.bets, DEALS),
        action_frequency={FOLD: Fraction(play.folds, DEALS), BET: Fraction(play.bets, DEALS)},
        wagers=results.rows_of(wagers),
        cost=cost(play),
        find_mistakes=play.find_mistakes,
        summary=play.summary,
        rulings=RULINGS,
        notes=tuple(words for wager, words in NOTES.items() if any(one.name.startswith(wager) for one in wagers)),
    )


def _main(rules: CaribbeanStudRules, play: StrategyResults) -> Iterator[results.WagerOdds]:
    """Ante and bet."""
    by_line = [sum(row[one] for row in play.ends) for one in range(len(LINES))]
    yield results.WagerOdds(
        name="ante",
        clause="11(a)",
        outcomes=(
            *(results.paid(LINES[one], by_line[one], rules.ante_pays[LINES[one]]) for one in (HIGHER, BELOW)),
            results.pushed(LINES[EQUAL], by_line[EQUAL]),
            results.lost(LINES[LOWER], by_line[LOWER]),
            results.lost(FOLDED, play.folds),
        ),
        most=rules.table_maximum,
    )
    wins = (
        results.paid(f"{LINES[HIGHER]}, {CATEGORIES[kind]}", play.ends[kind][HIGHER], odds)
        for kind, odds in reversed([(kind, rules.bet_pays[hand]) for kind, hand in enumerate(CATEGORIES)])
    )
    yield results.WagerOdds(
        name="bet",
        clause="11(b)",
        outcomes=(
            *wins,
            results.pushed(LINES[BELOW], by_line[BELOW]),
            results.pushed(LINES[EQUAL], by_line[EQUAL]),
            results.lost(LINES[LOWER], by_line[LOWER]),
            results.not_placed(FOLDED, play.folds),
        ),
        unit=Fraction(2),
        most=2 * rules.table_maximum,
    )


def _bonus(rules: CaribbeanStudRules, play: StrategyResults, *, every: bool) -> Iterator[results.WagerOdds]:
    """The bonus wager under each of its tables."""
    counts = play.by_line(bonus_line, len(BONUS_LINES))
    for name, stated in BONUS.items():
        if every or name == rules.bonus:
            table = rules.bonus_pays if name == rules.bonus else stated
            lines = range(len(BONUS_LINES) - 1, 0, -1)
            yield results.WagerOdds(
                name=f"bonus {name}",
                clause="11(c)",
                outcomes=(
                    *(results.paid(BONUS_LINES[one], counts[one], table[BONUS_LINES[one]]) for one in lines),
                    results.lost(BONUS_LINES[0], counts[0]),
                    results.lost(FOLDED, play.folds),
                ),
                side=True,
                table=name,
                most=rules.bonus_maximum,
            )


def joint_law(rules: CaribbeanStudRules, strategy: Strategy, stakes: Mapping[str, int]) -> Counter[Fraction]:
    """The deals by the net cents of a round with side wagers on the own hand. Meters show their seeds."""
    apart = stakes.keys() - {"ante", "bonus", "progressive", "five card bonus"}
    if "five card bonus" in stakes and (rules.magic_card or rules.lucky_bonus):
        apart |= {"five card bonus"}
    if apart:
        raise GameError(f"what {' and '.join(sorted(apart))} wins depends on more than a seat's own cards")
    made = choices(rules)
    _, chosen = resolve(strategy, made, named(made, strategy))
    strong, won, per = hand_strengths() >= TENS_UP, nets(rules.main_pays), rules.main_pays.per
    ante, seeds = stakes["ante"], {name: terms.seed for name, terms in rules.progressive_meters.items()}
    folded = -sum((stakes.get(wager, 0) for wager in ("ante", "bonus", "progressive")), Fraction(0))
    five, own = stakes.get("five card bonus", 0), {"meter": rules.five_card_seed}
    deals: Counter[Fraction] = Counter()
    left = [*every_hand()]
    for tens_up in (False, True):
        ends_of, _ = ends(count(), np.where(strong == tens_up, chosen.reshape(-1, UP_CARDS).T, 0).T)
        for kind, row in enumerate(ends_of.tolist()):
            side = _wins(rules.bonus_table, stakes.get("bonus", 0), kind if tens_up else 0, {})
            side += _wins(rules.progressive_table, stakes.get("progressive", 0), kind, seeds)
            side += _wins(rules.five_card_table, five, kind, own)
            for line, count_of in enumerate(row):
                deals[side + Fraction(ante * won[kind][line], per)] += count_of
                left[kind] -= count_of
    for kind, count_of in enumerate(left):
        deals[folded + _wins(rules.five_card_table, five, kind, own)] += count_of
    return deals


def _wins(table: Payouts, stake: int, line: int, meters: Mapping[str, int]) -> Fraction:
    """What a side wager wins on a line, in cents."""
    odds = table.odds[line] if stake else None
    if odds is None:
        return Fraction(-stake)
    back = Fraction(odds.pays * meters[odds.meter], odds.per) if odds.kind == "share" else stake * Fraction(*odds.back)
    return back - stake


def advise(rules: CaribbeanStudRules, known: Known) -> results.Advice:
    """The values of a bet and of a fold, over every dealer's hand that the seen cards allow."""
    ends = count_with(known["hand"], known["up"][0], known.get("seen", ()))
    won, deals = nets(rules.main_pays)[category(known["hand"])], sum(ends)
    total = sum(won[one] * n for one, n in enumerate(ends))
    return results.Advice(
        game="caribbean_stud",
        known={place: texts(found) for place, found in known.items()},
        options={FOLD: Fraction(-1), BET: Fraction(total, deals * rules.main_pays.per)},
        deals=deals,
    )


MATHEMATICS = Mathematics(
    game="caribbean_stud",
    strategies=STRATEGIES,
    asks=("hand", "up"),
    actions=(FOLD, BET),
    odds=odds,
    advise=advise,
    pictures=pictures,
    choices=choices,
    joint_law=joint_law,
)


# --- the pay tables that can be searched


def _parts(rules: CaribbeanStudRules, tick: Tick | None) -> tuple[Part, ...]:
    """A part for each category of the player's hand, which decides the line that pays the bet."""
    states = count(tick)
    category, weights = CATEGORY[hand_strengths()], suit_classes(5).weights

    def parts() -> Iterator[Part]:
        for kind in range(len(CATEGORIES)):
            here = category == kind
            below, lower, equal = (counts[here].ravel().astype(np.int32) for counts in states)
            bet = np.stack((below, lower, equal, HOLE_CARDS - below - lower - equal), axis=1)
            yield Part(np.repeat(weights[here], UP_CARDS), (np.full((len(bet), 1), HOLE_CARDS, np.int32), bet))

    return tuple(parts())


def _nets(rules: CaribbeanStudRules) -> Nets:
    won, per = nets(rules.main_pays), rules.main_pays.per
    return [[[Fraction(-1)], [Fraction(row[line], per) for line in range(len(LINES))]] for row in won]


def _cover_all(hands: int, rules: CaribbeanStudRules) -> str:
    return f"cover all {hands}"


DESIGN = Design(
    game="caribbean_stud",
    round=("bet_pays", "ante_pays"),
    parts=_parts,
    nets=_nets,
    plays=BET,
    wagers={
        "bonus_pays": (OnWager(lambda rules: f"bonus {rules.bonus}"),),
        "progressive_pays": (OnWager(lambda rules: f"progressive {rules.progressive}"),),
        "envy_pays": (OnWager(lambda rules: f"envy {rules.progressive}"),),
        "five_card_pays": (OnWager(lambda rules: "five card bonus"),),
        "drawn_pays": (
            OnWager(lambda rules: "magic card", {"the card is in the hand": "magic card"}),
            OnWager(lambda rules: "lucky bonus", {"the seat is drawn": "lucky bonus"}),
        ),
        **{f"cover_all_{hands}_pays": (OnWager(partial(_cover_all, hands)),) for hands in COVER_ALL},
    },
    chosen_by={"bonus_pays": "bonus", "progressive_pays": "progressive", "envy_pays": "progressive"},
    unranked=("ante_pays", "drawn_pays"),
)
