"""The odds of side wagers of Caribbean Stud Poker: those that win from meters, and Cover All.

The progressive payout wager comes with its envy bonus, the Five Card Hand Bonus with Magic Card and Lucky Bonus. A fold
forfeits a progressive payout wager (ruling fold-forfeits), so its odds depend on the hands that a strategy bets. The
Five Card Hand Bonus is paid on every hand.

Cover All is on the highest of two to eight hands, including the dealer's. ``counting_cover_all`` counts the deals in
some seconds. The counts depend only on the cards and are stored in ``cover_all.tsv``. To write that file again:

    python -m pitboss.games.caribbean_stud.mathematics.side_wager_odds > cover_all.tsv
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files

import msgspec

from pitboss.basics.money import Odds, dollars
from pitboss.basics.poker import CATEGORIES, HIGH_CARD
from pitboss.games.caribbean_stud.mathematics.choices import DEALS, StrategyResults, every_hand
from pitboss.games.caribbean_stud.rules import (
    COVER_ALL,
    DEFAULT_SEED,
    FIVE_CARD_METER,
    PROGRESSIVE,
    SEEDS,
    CaribbeanStudRules,
    Payouts,
)
from pitboss.mathematics.results import MeterValue, Outcome, ProgressiveValue, WagerOdds, from_meter, lost, paid

FOLDED = "folded"
NO_HAND = "no hand that pays"
EVERY_TABLE = tuple(PROGRESSIVE)


def long_run(fixed: Fraction, rate: Fraction, stake: int, meters: Sequence[MeterValue]) -> Fraction | None:
    """The long-run return of a unit, without envy, from fixed pays, rate and seeds.

    A meter pays out what was put into it: ``rate`` of each wager, and its seed each time that all of it has been won. A
    win of part of a meter adds nothing. It only leaves less for the winner of the rest. So neither the size of the
    parts nor the meters' shares of the rate matter, and

        long run = fixed + rate + sum of (hits * seed) / stake

    Returns None if a meter is never won and grows without end.
    """
    if not all(meter.hits for meter in meters):
        return None
    return fixed + rate + seed_cost(stake, meters)


def seed_cost(stake: int, meters: Sequence[MeterValue]) -> Fraction:
    """The cost of the seeds for each unit staked."""
    return sum((meter.hits * meter.seed for meter in meters), Fraction(0)) / stake


def value(
    table: Payouts, counts: Sequence[int], stake: int, rate: Fraction, seeds: Mapping[str, int]
) -> ProgressiveValue:
    """The value of a progressive wager as a function of its meters, which show their seeds."""
    fixed = Fraction(0)
    share, hits = dict.fromkeys(seeds, Fraction(0)), dict.fromkeys(seeds, Fraction(0))
    for odds, deals in zip(table.odds, counts, strict=True):
        if odds is None:
            continue
        if odds.kind == "share":
            share[odds.meter] += Fraction(odds.pays * deals, odds.per * DEALS)
            hits[odds.meter] += Fraction(deals, DEALS) if odds.pays == odds.per else 0
        else:
            fixed += Fraction(odds.back[0] * deals, odds.back[1] * DEALS)
    meters = tuple(
        MeterValue(name=name, at=seed, seed=seed, share=share[name], hits=hits[name]) for name, seed in seeds.items()
    )
    found = ProgressiveValue(stake=stake, fixed=fixed, meters=meters, rate=rate)
    return msgspec.structs.replace(
        found, long_run=long_run(fixed, rate, stake, meters), warnings=tuple(_warnings(found))
    )


def _warnings(found: ProgressiveValue) -> Iterator[str]:
    """Ruling progression: warn if fixed pays, rate and seeds exceed the wager."""
    seeds = seed_cost(found.stake, found.meters)
    whole = found.fixed + found.rate + seeds
    if whole <= 1:
        return
    yield (
        f"fixed pays {float(found.fixed):.2%}, rate {float(found.rate):.2%} and seeds {float(seeds):.2%} add up to"
        f" {float(whole):.2%} of the wager, which is more than the stake"
    )


def _outcomes(
    table: Payouts, counts: Sequence[int], stake: int, showing: Mapping[str, int], folds: int = 0
) -> tuple[Outcome, ...]:
    """The lines of a table from the top, with the number of deals on each, then the losing lines."""
    wins, other = [], 0
    for kind in range(len(CATEGORIES) - 1, -1, -1):
        odds, deals = table.odds[kind], counts[kind]
        if odds is None:
            other += deals
        elif odds.kind == "share":
            wins.append(from_meter(CATEGORIES[kind], deals, odds, showing, stake))
        else:
            wins.append(paid(CATEGORIES[kind], deals, odds))
    return (*wins, lost(NO_HAND, other), *((lost(FOLDED, folds),) if folds else ()))


# --- 11(d), 12(l): the progressive payout wager


def progressives(rules: CaribbeanStudRules, play: StrategyResults, *, every: bool) -> Iterator[WagerOdds]:
    """The progressive payout wager under each of its tables, and the envy bonus of tables that have one.

    If a strategy folds every hand that wins from a meter, the meter's value is left out.
    """
    chosen = EVERY_TABLE if every else () if rules.progressive == "none" else (rules.progressive,)
    for name in chosen:
        yield from progressive(_with_table(rules, name), play)


def _with_table(rules: CaribbeanStudRules, name: str) -> CaribbeanStudRules:
    """The same rules with this progressive table, linked if the table is for links. PTMGL02 is for $5."""
    if name == rules.progressive:
        return rules
    return msgspec.structs.replace(
        rules,
        progressive=name,
        progressive_wager=500 if name == "PTMGL02" else rules.progressive_wager,
        progressive_linked=name in SEEDS,
        progressive_seed=rules.progressive_seed if name not in SEEDS else DEFAULT_SEED,
        progressive_shares={},
    )


def progressive(rules: CaribbeanStudRules, play: StrategyResults) -> Iterator[WagerOdds]:
    table, stake = rules.progressive_table, rules.progressive_wager
    counts, clause = play.by_category, "12(l)" if rules.progressive in SEEDS else "11(d)"
    seeds = {name: terms.seed for name, terms in rules.progressive_meters.items()}
    envied = sum((Fraction(n * paid, DEALS) for n, paid in zip(counts, rules.envy, strict=True)), Fraction(0)) / stake
    found = msgspec.structs.replace(
        value(table, counts, stake, Fraction(rules.progressive_rate, 100), seeds), envy=envied
    )
    yield WagerOdds(
        name=f"progressive {table.name}",
        clause=clause,
        outcomes=_outcomes(table, counts, stake, seeds, play.folds),
        side=True,
        table=table.name,
        most=stake,
        progressive=found if all(meter.share for meter in found.meters) else None,
        note=f"{_showing(found.meters)}; without envy",
    )
    if any(rules.envy):
        yield _envy(rules, counts)


def _showing(meters: Sequence[MeterValue]) -> str:
    return ", ".join(f"{meter.name} at its seed of {dollars(meter.seed)}" for meter in meters)


def _envy(rules: CaribbeanStudRules, counts: Sequence[int]) -> WagerOdds:
    """Another player's hand, dealt and bet like one's own. The return grows with the number of others."""
    stake, names = rules.progressive_wager, list(zip(CATEGORIES, rules.envy, counts, strict=True))
    wins = tuple(
        Outcome(name=name, count=deals, net=Fraction(amount, stake), pays=dollars(amount))
        for name, amount, deals in reversed(names)
        if amount
    )
    none = DEALS - sum(one.count for one in wins)
    return WagerOdds(
        name=f"envy {rules.progressive}",
        clause="12(l)" if rules.progressive in SEEDS else "11(d)(7)",
        outcomes=(*wins, Outcome(name="no envy hand", count=none, net=Fraction(0), pays="nothing")),
        side=True,
        earned=True,
        per="progressive",
        table=rules.progressive,
        most=stake,
        note="for each other player, in units of the progressive payout wager",
    )


# --- 11(e): the Five Card Hand Bonus


def five_card_bonus(rules: CaribbeanStudRules, *, every: bool) -> Iterator[WagerOdds]:
    """The wagers on the player's and on the dealer's hand, which have the same odds, and their draws."""
    if not (rules.five_card or every):
        return
    stake, seeds, counts = rules.five_card_wager, {"meter": rules.five_card_seed}, every_hand()
    found = value(rules.five_card_table, counts, stake, Fraction(rules.five_card_rate, 100), seeds)
    meters = tuple(msgspec.structs.replace(meter, name=FIVE_CARD_METER) for meter in found.meters)
    outcomes = tuple(
        msgspec.structs.replace(one, meter=FIVE_CARD_METER) if one.meter else one
        for one in _outcomes(rules.five_card_table, counts, stake, seeds)
    )
    for name, clause, note in (
        ("five card bonus", "11(e)", ""),
        ("five card bonus dealer", "11(e)(2)", "; for a single player, who shares no meter win"),
    ):
        yield WagerOdds(
            name=name,
            clause=clause,
            outcomes=outcomes,
            side=True,
            most=stake,
            progressive=msgspec.structs.replace(found, meters=meters) if all(one.share for one in meters) else None,
            note=f"{_showing(meters)}{note}",
        )
    if rules.magic_card:
        yield _drawn(
            "magic card",
            "the card is in the hand",
            rules.drawn_pays["magic card"],
            Fraction(5, 52 * rules.magic_card_every),
            "on one hand, in units of its wager; with wagers on both hands, twice as often",
        )
    if rules.lucky_bonus:
        yield _drawn(
            "lucky bonus",
            "the seat is drawn",
            rules.drawn_pays["lucky bonus"],
            Fraction(1, rules.lucky_bonus_every),
            "for a single player, in units of that player's wagers; the system draws one of several players",
        )


def _drawn(name: str, line: str, odds: Odds, chance: Fraction, note: str) -> WagerOdds:
    """A payout that the system draws by chance, independent of the deal and without a stake."""
    won = DEALS * chance
    return WagerOdds(
        name=name,
        clause="11(e)(3)",
        outcomes=(
            Outcome(name=line, count=won, net=Fraction(*odds.back), pays=str(odds)),
            Outcome(name="not drawn", count=DEALS - won, net=Fraction(0), pays="nothing"),
        ),
        side=True,
        earned=True,
        per="five card bonus",
        note=note,
    )


# --- Cover All: the highest of two to eight hands, including the dealer's


Deals = Mapping[int, Mapping[int, int]]
"""Deals by number of hands and best category. A high card stands for all below three of a kind."""

LOSES = "no hand of three of a kind"
HEAD = "hands\tbest hand\tdeals"


@cache
def deals() -> Deals:
    """Read the deals by best category, for two to eight hands."""
    text = files(__package__).joinpath("cover_all.tsv").read_text(encoding="utf-8")
    found: dict[int, dict[int, int]] = {}
    for row in text.splitlines()[1:]:
        hands, name, number = row.split("\t")
        found.setdefault(int(hands), {})[HIGH_CARD if name == LOSES else CATEGORIES.index(name)] = int(number)
    return found


def as_text(counted: Deals) -> str:
    """The deals in the format of the file."""
    rows = (
        f"{hands}\t{LOSES if category == HIGH_CARD else CATEGORIES[category]}\t{number}"
        for hands, best in counted.items()
        for category, number in best.items()
    )
    return "\n".join((HEAD, *rows)) + "\n"


def cover_all(rules: CaribbeanStudRules, *, every: bool) -> Iterator[WagerOdds]:
    """Cover All for each possible number of hands (ruling cover-all-hands), if no hand that pays is folded."""
    offered = rules.offers_cover_all
    columns = range(2, 9) if every else range(2, rules.positions + 2) if offered else ()
    for hands in columns:
        if hands not in COVER_ALL:  # a study with more seats than the document has
            continue
        best, table = deals()[hands], rules.cover_all_pays(hands)
        wins = (paid(CATEGORIES[kind], best[kind], table[CATEGORIES[kind]]) for kind in sorted(best, reverse=True)[:-1])
        players = "one player's" if hands == 2 else f"{hands - 1} players'"
        yield WagerOdds(
            name=f"cover all {hands}",
            clause="12(k)",
            outcomes=(*wins, lost(LOSES, best[HIGH_CARD])),
            side=True,
            table=str(hands),
            most=rules.cover_all_maximum,
            note=f"{hands} hands: the dealer's and {players}",
        )


if __name__ == "__main__":
    from pitboss.games.caribbean_stud.mathematics.counting_cover_all import count

    print(as_text(count()), end="")
