"""The exact mathematics of Caribbean Stud Poker."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.basics.cards import texts
from pitboss.basics.poker import CATEGORIES, category
from pitboss.games.caribbean_stud.mathematics.choices import DEALS, STRATEGIES, Played, choices, cost, played
from pitboss.games.caribbean_stud.mathematics.one_hand import BET, FOLD, count_with, nets
from pitboss.games.caribbean_stud.mathematics.pictures import pictures
from pitboss.games.caribbean_stud.pays import BONUS
from pitboss.games.caribbean_stud.procedures.cover_all import cover_all
from pitboss.games.caribbean_stud.procedures.jackpots import FOLDED, five_card_bonus, progressives
from pitboss.games.caribbean_stud.rules import CaribbeanStudRules
from pitboss.games.caribbean_stud.settle import BELOW, BONUS_LINES, EQUAL, HIGHER, LINES, LOWER, bonus_line
from pitboss.mathematics.choices import Known, Strategy
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.interface import Mathematics
from pitboss.mathematics.results import (
    Advice,
    Distribution,
    GameOdds,
    WagerOdds,
    lost,
    not_placed,
    paid,
    pushed,
    rows_of,
)

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
) -> GameOdds:
    play = played(rules, strategy, tick)
    won, per = nets(rules.main_pays), rules.main_pays.per
    results = [
        (Fraction(won[kind][one], per), deals) for kind, row in enumerate(play.ends) for one, deals in enumerate(row)
    ]
    wagers = (
        *_main(rules, play),
        *_bonus(rules, play, every=every),
        *progressives(rules, play, every=every),
        *five_card_bonus(rules, every=every),
        *cover_all(rules, every=every),
    )
    return GameOdds(
        game="caribbean_stud",
        title="Caribbean Stud Poker",
        rules=rules,
        strategy=play.name,
        combinations=DEALS,
        results=Distribution.of([*results, (Fraction(-1), play.folds)]),
        staked=1 + 2 * Fraction(play.bets, DEALS),
        action_frequency={FOLD: Fraction(play.folds, DEALS), BET: Fraction(play.bets, DEALS)},
        wagers=rows_of(wagers),
        cost=cost(play),
        find_mistakes=play.find_mistakes,
        summary=play.summary,
        rulings=RULINGS,
        notes=tuple(words for wager, words in NOTES.items() if any(one.name.startswith(wager) for one in wagers)),
    )


def _main(rules: CaribbeanStudRules, play: Played) -> Iterator[WagerOdds]:
    """Ante and bet."""
    by_line = [sum(row[one] for row in play.ends) for one in range(len(LINES))]
    yield WagerOdds(
        name="ante",
        clause="11(a)",
        outcomes=(
            *(paid(LINES[one], by_line[one], rules.ante_pays[LINES[one]]) for one in (HIGHER, BELOW)),
            pushed(LINES[EQUAL], by_line[EQUAL]),
            lost(LINES[LOWER], by_line[LOWER]),
            lost(FOLDED, play.folds),
        ),
        most=rules.table_maximum,
    )
    wins = (
        paid(f"{LINES[HIGHER]}, {CATEGORIES[kind]}", play.ends[kind][HIGHER], odds)
        for kind, odds in reversed([(kind, rules.bet_pays[hand]) for kind, hand in enumerate(CATEGORIES)])
    )
    yield WagerOdds(
        name="bet",
        clause="11(b)",
        outcomes=(
            *wins,
            pushed(LINES[BELOW], by_line[BELOW]),
            pushed(LINES[EQUAL], by_line[EQUAL]),
            lost(LINES[LOWER], by_line[LOWER]),
            not_placed(FOLDED, play.folds),
        ),
        unit=Fraction(2),
        most=2 * rules.table_maximum,
    )


def _bonus(rules: CaribbeanStudRules, play: Played, *, every: bool) -> Iterator[WagerOdds]:
    """The bonus wager under each of its tables."""
    counts = play.by_line(bonus_line, len(BONUS_LINES))
    for name, stated in BONUS.items():
        if every or name == rules.bonus:
            table = rules.bonus_pays if name == rules.bonus else stated
            lines = range(len(BONUS_LINES) - 1, 0, -1)
            yield WagerOdds(
                name=f"bonus {name}",
                clause="11(c)",
                outcomes=(
                    *(paid(BONUS_LINES[one], counts[one], table[BONUS_LINES[one]]) for one in lines),
                    lost(BONUS_LINES[0], counts[0]),
                    lost(FOLDED, play.folds),
                ),
                side=True,
                table=name,
                most=rules.bonus_maximum,
            )


def advise(rules: CaribbeanStudRules, known: Known) -> Advice:
    """The values of a bet and of a fold, over every dealer's hand that the seen cards allow."""
    ends = count_with(known["hand"], known["up"][0], known.get("seen", ()))
    won, deals = nets(rules.main_pays)[category(known["hand"])], sum(ends)
    total = sum(won[one] * n for one, n in enumerate(ends))
    return Advice(
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
)
