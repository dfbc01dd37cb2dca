"""The fast round of Caribbean Stud Poker: the terms of settlement, and the totals of a run.

A single seat whose wagers depend only on its own hand and the dealer's plays at full speed. Several seats, and wagers
that the whole table or a meter decides, take the general path. Meters carry over from round to round within a chunk and
restart at their seeds in the next chunk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, partial

import numpy as np

from pitboss.basics.errors import SimulationError
from pitboss.basics.money import Odds, ceil_div, returned
from pitboss.basics.poker import CATEGORIES, CATEGORY_OF, THREE
from pitboss.engine.meters.meter import MeterTerms
from pitboss.games.caribbean_stud import kernel_rounds as fast
from pitboss.games.caribbean_stud.mathematics.choices import DEALS, choices, choices_by, every_hand, named
from pitboss.games.caribbean_stud.mathematics.choices import played as played_by
from pitboss.games.caribbean_stud.mathematics.counting import STRENGTHS, UP_CARDS
from pitboss.games.caribbean_stud.mathematics.one_hand import BET, FOLD, nets
from pitboss.games.caribbean_stud.mathematics.side_wager_odds import FOLDED, LOSES, NO_HAND
from pitboss.games.caribbean_stud.rules import COVER_ALL, CaribbeanStudRules, MainPays, Payouts
from pitboss.games.caribbean_stud.settle import BELOW, BONUS_LINES, EQUAL, HIGHER, LINES, LOWER, bonus_line, line
from pitboss.mathematics.choices import Strategy, resolve
from pitboss.mathematics.counting.compiled import inlined, strength5
from pitboss.mathematics.counting.hands import CATEGORY, Ints, suit_classes
from pitboss.mathematics.results import GameOdds, WagerOdds
from pitboss.simulation.episodes import Episodes, OneDecision, Worth, cards_seen, one_decision
from pitboss.simulation.hand_table import IN_PACK, PACK, loop_alone, results
from pitboss.simulation.kernel import (
    CHUNK,
    MOST_NET,
    Ended,
    Kernel,
    Limits,
    Loop,
    MeterTally,
    Setup,
    Tally,
    WagerTally,
    by_chunk,
    key_of,
    no_chunk,
    odds_of,
    played,
    ready,
    summed,
    whole_chunk,
)
from pitboss.simulation.stream import stream

CHUNK_WITH_METERS = 1 << 24
"""Hands of a chunk with meters. It has some 25 royal flushes."""
MANY_MEANS = 9
"""Meter wins are counted in ranges up to so many times the meter's equilibrium."""

NOTHING_DEALT: Ints = np.zeros((0, 54), np.int64)
NOTHING_FOUND: Ints = np.zeros((0, 0, 0), np.int64)

_KIND_OF = {fast.kind_of(strength): CATEGORY_OF[strength] for strength in range(1, STRENGTHS)}
_BONUS_OF = {fast.kind_of(strength): bonus_line(strength) for strength in range(1, STRENGTHS)}
"""The category and the bonus table line of each kind of hand."""


def limits(rules: CaribbeanStudRules, base: int) -> Limits:
    found: dict[str, tuple[int, int]] = {}
    if rules.bonus != "none":
        found["bonus"] = (rules.chip, rules.bonus_maximum)
    if rules.progressive != "none":
        found["progressive"] = (rules.progressive_wager, rules.progressive_wager)
    if rules.five_card:
        found |= dict.fromkeys(rules.five_card_meter.wagers, (rules.five_card_wager, rules.five_card_wager))
    if rules.offers_cover_all:
        found["cover all"] = (rules.chip, rules.cover_all_maximum)
    return found


def _check(setup: Setup) -> None:
    if 3 * sum(setup.stakes.values()) * setup.seats >= MOST_NET:
        raise SimulationError("the stakes of a round would overflow a run's totals: lower the wagers")
    if "cover all" in setup.stakes and 1 + setup.seats not in COVER_ALL:
        raise SimulationError(f"Cover All has no column for {1 + setup.seats} hands: leave out cover all or some seats")


def _decisions(pays: MainPays, strategy: Strategy) -> tuple[Ints, Ints, Ints]:
    """The tables of a strategy. A function is asked anew each time, because what it chooses may depend on more than its
    name."""
    return _of_name(pays, strategy) if isinstance(strategy, str) else _found(pays, strategy)


@lru_cache(maxsize=32)
def _of_name(pays: MainPays, strategy: str) -> tuple[Ints, Ints, Ints]:
    return _found(pays, strategy)


def _found(pays: MainPays, strategy: Strategy) -> tuple[Ints, Ints, Ints]:
    made = choices_by(pays)
    return fast.decisions(resolve(strategy, made, named(made, strategy))[1])


def _net_by_end(setup: Setup) -> Ints:
    """Cents won by ante, bet and bonus, by the end of a hand. A fold forfeits ante and bonus (fold-forfeits)."""
    stake, side = setup.stakes["ante"], setup.stakes.get("bonus", 0)
    pays: MainPays = setup.rules.main_pays
    found = np.zeros((fast.ENDS, 3), np.int64)
    for kind, category in _KIND_OF.items():
        bonus = _returned(setup.rules.bonus_table, side, _BONUS_OF[kind]) - side if side else 0
        for on in range(len(LINES)):
            ante, bet = pays.on(on, category)
            won = ceil_div(2 * stake * bet, pays.per) - 2 * stake
            found[kind * fast.ENDINGS + on] = ceil_div(stake * ante, pays.per) - stake, won, bonus
        found[kind * fast.ENDINGS + fast.FOLDED] = -stake, 0, -side
    return found


def _returned(table: Payouts, stake: int, line: int) -> int:
    """What a line of a pay table returns on a stake."""
    return returned(stake, line, table.back, table.per)


def _drawn_pays(stake: int, odds: Odds) -> int:
    """The win of a magic card or a lucky seat, which has no stake of its own to return."""
    back, per = odds.back
    return ceil_div(stake * back, per)


def _pays(table: Payouts, stake: int, meters: Sequence[str]) -> Ints:
    """The win by category of a wager that is paid partly from meters."""
    found = np.zeros((len(CATEGORIES), 3), np.int64)
    for kind, odds in enumerate(table.odds):
        share = odds is not None and odds.kind == "share"
        found[kind, fast.FIXED] = 0 if share else _returned(table, stake, kind)
        found[kind, fast.METER] = -1
        if odds is not None and share:
            found[kind, fast.METER], found[kind, fast.PERCENT] = meters.index(odds.meter), odds.pays
    return found


def _round_number(least: Fraction) -> int:
    """The smallest of 1, 2, 5, 10, 20 and so on that is at least this number."""
    ten = 1
    while 10 * ten < least:
        ten *= 10
    return next(ten * by for by in (1, 2, 5, 10) if ten * by >= least)


class CaribbeanTable:
    """A table of Caribbean Stud Poker with the same wagers and the same strategy at every seat."""

    def __init__(self, setup: Setup, odds: GameOdds | None) -> None:
        _check(setup)
        self.setup, self._odds = setup, odds
        self._rules: CaribbeanStudRules = setup.rules
        self._does, near, far = _decisions(self._rules.main_pays, setup.strategy)
        self._tables = near, far
        self.key = key_of(setup, *self._tables)
        self._nets = _net_by_end(setup)
        self._alone = setup.seats == 1 and setup.stakes.keys() <= {"ante", "bonus"}
        self._stakes = [setup.stakes.get(wager, 0) for wager in fast.WAGERS]
        self._folds = bool((self._does[1:] != fast.BET).any())
        self._column = Payouts(str(1 + setup.seats), self._rules.cover_all_pays(1 + setup.seats))
        self._meters = (*self._rules.progressive_meters.values(), self._rules.five_card_meter)
        self._settled_with = self._terms()
        if self._rules.study and not self._alone:
            self._check_wins()
        one_seat = self._alone
        self.loop = ready(loop_alone(*self._tables, fast.ROUNDS, fast.ENDS) if one_seat else self._loop())
        self.chunk = CHUNK_WITH_METERS // setup.seats if self._feeds() else CHUNK
        most = int(self._settled_with[-1][:, fast.GAIN].max()) * 2 * setup.seats * self.chunk
        if self._feeds() and most >= 1 << 62:
            raise SimulationError("a meter's gains would overflow a run's totals: lower the wagers")

    def _check_wins(self) -> None:
        """Reject a study whose pays would overflow the squares of a round."""
        _, progressive, _, five, extras, cover, _ = self._settled_with
        fixed = progressive[:, fast.FIXED].max() + 2 * five[:, fast.FIXED].max() + extras.max() + cover.max()
        if (int(np.abs(self._nets).sum(axis=1).max()) + int(fixed)) * self.setup.seats >= MOST_NET:
            raise SimulationError("the wins of a round would overflow a run's totals: lower the wagers or the pays")

    def _feeds(self) -> bool:
        return any(wager in self.setup.stakes for meter in self._meters for wager in meter.wagers)

    def _terms(self) -> tuple[Ints, ...]:
        """The terms of rounds with every wager, in the order of ``play_table``."""
        rules, placed = self._rules, dict(zip(fast.WAGERS, self._stakes, strict=True))
        names = [meter.name for meter in rules.progressive_meters.values()]
        five = _pays(rules.five_card_table, rules.five_card_wager, ["meter"])
        five[five[:, fast.METER] >= 0, fast.METER] = len(names)
        staked = placed["five card bonus"] + placed["five card bonus dealer"]
        extras = np.zeros(4, np.int64)
        if staked and rules.magic_card:
            extras[fast.MAGIC_PAYS], extras[fast.MAGIC_OF] = (
                _drawn_pays(rules.five_card_wager, rules.drawn_pays["magic card"]),
                rules.magic_card_every,
            )
        if staked and rules.lucky_bonus:
            extras[fast.LUCKY_PAYS], extras[fast.LUCKY_OF] = (
                _drawn_pays(staked, rules.drawn_pays["lucky bonus"]),
                rules.lucky_bonus_every,
            )
        column, cover = self._column, placed["cover all"]
        return (
            np.array(self._stakes, np.int64),
            _pays(rules.progressive_table, rules.progressive_wager, names),
            np.array(rules.envy, np.int64),
            five,
            extras,
            np.array([_returned(column, cover, kind) - cover for kind in range(len(CATEGORIES))], np.int64),
            np.array([self._terms_of(meter) for meter in self._meters], np.int64),
        )

    def _live(self) -> Ints:
        """The round, and every wager that can win or lose with these stakes. Some have no stake of their own."""
        *_, extras, _, _ = self._settled_with
        earned = {
            fast.WAGER_BET: True,
            fast.ENVY: self._stakes[fast.PROGRESSIVE] > 0,
            fast.MAGIC: extras[fast.MAGIC_OF] > 0,
            fast.MAGIC_DEALER: extras[fast.MAGIC_OF] > 0,
            fast.LUCKY: extras[fast.LUCKY_OF] > 0,
        }
        wagers = range(1, len(fast.WAGERS))
        return np.array([fast.ROUND, *(one for one in wagers if self._stakes[one] or earned.get(one))], np.int64)

    def _terms_of(self, meter: MeterTerms) -> tuple[int, int, int, int]:
        """The terms of a meter in fast rounds: its gain for each wager, its seed, the width of its ranges, and the
        number of wagers that feed it in a round."""
        gain = meter.gain * fast.FRACTION
        assert gain.denominator == 1, "rates and shares are whole percents of whole cents"
        width = Fraction(meter.seed + MANY_MEANS * self._growth(meter), fast.BINS)
        wagers = sum(wager in self.setup.stakes for wager in meter.wagers)
        return int(gain), meter.seed, _round_number(width), wagers * self.setup.seats

    def _growth(self, meter: MeterTerms) -> Fraction:
        """Cents at which a meter loses as much by wins as it gains, or 0 if it is never won."""
        wagers = [wager for wager in meter.wagers if wager in self.setup.stakes]
        if not wagers:
            return Fraction(0)
        seats, progressive = self.setup.seats, meter.name in self._rules.progressive_meters
        table = self._rules.progressive_table if progressive else self._rules.five_card_table
        counts = played_by(self._rules, self.setup.strategy).by_category if progressive else every_hand()
        shares = [
            Fraction(odds.pays * count, odds.per * DEALS)
            for odds, count in zip(table.odds, counts, strict=True)
            if odds is not None and odds.kind == "share" and (not progressive or odds.meter == meter.name)
        ]
        hands = sum(1 if wager == "five card bonus dealer" else seats for wager in wagers)
        won = hands * sum(shares, Fraction(0))
        return meter.gain * len(wagers) * seats / won if won else Fraction(0)

    # --- rounds

    def _loop(self, dealt: Ints = NOTHING_DEALT, found: Ints = NOTHING_FOUND) -> Loop:
        """Rounds with every wager. The first are dealt these cards. Wins are written to ``found``, as far as it has
        room."""
        kinds, meters, wagers = len(CATEGORIES), len(self._meters), len(fast.WAGERS)
        return Loop(
            fast.new_table,
            fast.play_table,
            (*self._tables, PACK, self._nets, self._live(), *self._settled_with, dealt, found),
            (IN_PACK, ((self.setup.seats, wagers), np.int64), ((meters,), np.int64)),
            {
                "ends": (fast.ENDS,),
                "dealers": (kinds,),
                "best": (kinds,),
                "paid": (3, kinds),
                "drawn": (3,),
                "meters": (meters, fast.GAINED + 1),
                "at_hits": (meters, fast.BINS),
                "moments": (3, wagers),
            },
            from_pack=True,
        )

    def play(self, state: Ints, rounds: int) -> Tally:
        return self._played(self.loop, state, rounds)

    def _played(self, loop: Loop, state: Ints, rounds: int) -> Tally:
        return self.summed(played(loop, state, rounds), rounds)

    def summed(self, counts: Tally, rounds: int) -> Tally:
        if "moments" in counts:
            whole, won = rounds == self.chunk, counts["moments"][:, 0]
            counts["chunks"] = whole_chunk(won) if whole else no_chunk(won)
        return summed(counts)

    def nets(self, state: Ints, rounds: int) -> Ints:
        if self._alone:
            return results(*self._tables, fast.ROUNDS, 1, self._nets.sum(axis=1), state, rounds)
        found = np.zeros((rounds, 1, 1), np.int64)
        self._played(self._loop(found=found), state, rounds)
        return found[:, 0, 0]

    def settled(self, dealt: Ints) -> Ints:
        """Cents that each seat won with each of ``kernel_rounds.WAGERS`` in these dealt rounds.

        A row has the cards of the seats, five each, then the dealer's, the up card first. Columns 52 and 53 hold the
        numbers drawn for the magic card and the lucky seat.
        """
        found = np.zeros((len(dealt), self.setup.seats, len(fast.WAGERS)), np.int64)
        self._played(self._loop(dealt, found), stream(0, 0), len(dealt))
        return found

    # --- the totals of a run

    def wagers(self, tally: Tally, rounds: int) -> list[WagerTally]:
        return list(self._wagers(tally, rounds))

    def _wagers(self, tally: Tally, rounds: int) -> Iterator[WagerTally]:
        rules, staked, seats = self._rules, self.setup.stakes, self.setup.seats
        base = staked["ante"]
        yield self._tally(tally, rounds, fast.ROUND, "round", base, ())
        yield self._tally(
            tally, rounds, fast.ANTE, "ante", base, self._by_line(tally, 0, (HIGHER, BELOW, EQUAL, LOWER))
        )
        wins = (
            self._ended(tally, 1, f"{LINES[HIGHER]}, {CATEGORIES[kind]}", (HIGHER,), category=kind)
            for kind in reversed(range(len(CATEGORIES)))
        )
        ends = (*wins, *self._by_line(tally, 1, (BELOW, EQUAL, LOWER)))
        folds = sum(tally["ends"][fast.FOLDED :: fast.ENDINGS].tolist())
        yield self._tally(
            tally, rounds, fast.WAGER_BET, "bet", 2 * base, ends, placed=rounds * seats - folds, odds="bet"
        )
        if "bonus" in staked:
            played = range(len(LINES))
            lines = (
                self._ended(tally, 2, BONUS_LINES[one], played, line=one) for one in reversed(range(len(BONUS_LINES)))
            )
            name = f"bonus {rules.bonus}"
            yield self._tally(
                tally, rounds, fast.BONUS, name, staked["bonus"], (*lines, *self._folded(tally, staked["bonus"]))
            )
        if "progressive" in staked:
            yield from self._progressive(tally, rounds)
        yield from self._five_card(tally, rounds)
        if "cover all" in staked:
            yield self._cover_all(tally, rounds)

    def _tally(
        self,
        tally: Tally,
        rounds: int,
        wager: int,
        name: str,
        unit: int,
        ends: Sequence[Ended],
        *,
        hands: int = 0,
        placed: int = -1,
        odds: str | None = None,
        meters: tuple[MeterTally, ...] = (),
    ) -> WagerTally:
        hands = hands or rounds * self.setup.seats
        won, squares = self._moments(tally, wager)
        return WagerTally(
            name=name,
            unit=unit,
            ends=tuple(ends),
            hands=hands,
            placed=hands if placed < 0 else placed,
            rounds=rounds,
            won=won,
            squares=squares,
            odds=self._exact(odds or name),
            meters=meters,
            by_chunk=by_chunk(tally["chunks"], wager) if meters or (wager == fast.ROUND and self._feeds()) else None,
            note=self._note(tally) if meters else "",
        )

    def _exact(self, name: str) -> WagerOdds | None:
        """The exact odds of a wager. Those of Cover All assume that no hand that pays is folded."""
        if name.startswith("cover all") and any(
            self._does[strength] != fast.BET for strength in range(1, STRENGTHS) if CATEGORY_OF[strength] >= THREE
        ):
            return None
        return odds_of(self._odds, name)

    def _moments(self, tally: Tally, wager: int) -> tuple[int, int]:
        """The total win of a wager, and the sum of squares of its win in a round."""
        if "moments" in tally:
            total, low, top = (int(tally["moments"][at, wager]) for at in range(3))
            return total, low + (top << 32)
        nets = self._nets.sum(axis=1) if wager == fast.ROUND else self._nets[:, wager - fast.ANTE]
        pairs = list(zip(tally["ends"].tolist(), nets.tolist(), strict=True))
        return sum(count * net for count, net in pairs), sum(count * net * net for count, net in pairs)

    # --- wagers decided by the end of a hand

    def _ended(
        self,
        tally: Tally,
        wager: int,
        name: str,
        endings: Sequence[int],
        *,
        category: int | None = None,
        line: int | None = None,
    ) -> Ended:
        """Hands that ended in one of these ways, optionally of one category or on one line of the bonus table."""
        count = won = 0
        for kind in _KIND_OF:
            if category in (None, _KIND_OF[kind]) and line in (None, _BONUS_OF[kind]):
                for ending in endings:
                    end = kind * fast.ENDINGS + ending
                    count += int(tally["ends"][end])
                    won += int(tally["ends"][end]) * int(self._nets[end, wager])
        return Ended(name=name, count=count, won=won)

    def _by_line(self, tally: Tally, wager: int, lines: Sequence[int]) -> tuple[Ended, ...]:
        found = (self._ended(tally, wager, LINES[one], (one,)) for one in lines)
        return (*found, self._ended(tally, wager, FOLDED, (fast.FOLDED,)))

    def _folded(self, tally: Tally, stake: int) -> tuple[Ended, ...]:
        """The forfeits by folds, if the strategy ever folds."""
        count = sum(tally["ends"][fast.FOLDED :: fast.ENDINGS].tolist())
        return (Ended(name=FOLDED, count=count, won=-count * stake),) if self._folds else ()

    def _hands(self, tally: Tally, *, folded: bool) -> list[int]:
        """Hands by category: those bet, and if requested those folded too."""
        found = [0] * len(CATEGORIES)
        for kind, category in _KIND_OF.items():
            for ending in range(fast.ENDINGS if folded else fast.FOLDED):
                found[category] += int(tally["ends"][kind * fast.ENDINGS + ending])
        return found

    # --- wagers that win from meters

    def _lines(self, table: Payouts, counts: Sequence[int], paid: Sequence[int], stake: int) -> tuple[Ended, ...]:
        """The lines of a table from the top with their wins, then the hands that it does not pay."""
        wins, other = [], 0
        for kind in reversed(range(len(CATEGORIES))):
            if table.odds[kind] is None:
                other += counts[kind]
            else:
                won = paid[kind] - counts[kind] * stake
                wins.append(Ended(name=CATEGORIES[kind], count=counts[kind], won=won))
        return (*wins, Ended(name=NO_HAND, count=other, won=-other * stake))

    def _progressive(self, tally: Tally, rounds: int) -> Iterator[WagerTally]:
        rules, seats, stake = self._rules, self.setup.seats, self._rules.progressive_wager
        counts, table = self._hands(tally, folded=False), rules.progressive_table
        ends = self._lines(table, counts, tally["paid"][0].tolist(), stake)
        meters = tuple(self._meter(tally, at) for at in range(len(rules.progressive_meters)))
        name = f"progressive {table.name}"
        yield self._tally(
            tally, rounds, fast.PROGRESSIVE, name, stake, (*ends, *self._folded(tally, stake)), meters=meters
        )
        if any(rules.envy) and seats > 1:
            others, hands = seats - 1, rounds * seats
            wins = [
                Ended(name=CATEGORIES[kind], count=counts[kind], won=counts[kind] * rules.envy[kind] * others)
                for kind in reversed(range(len(CATEGORIES)))
                if rules.envy[kind]
            ]
            none = Ended(name="no envy hand", count=hands - sum(one.count for one in wins), won=0)
            # Every other player is paid for this hand. In units of all their wagers, it wins what each of them does.
            yield self._tally(
                tally, rounds, fast.ENVY, f"envy {table.name}", stake * others, (*wins, none), placed=hands
            )

    def _five_card(self, tally: Tally, rounds: int) -> Iterator[WagerTally]:
        """The Five Card Hand Bonus. All seats share the dealer's hand and the draws."""
        rules, staked, seats, stake = self._rules, self.setup.stakes, self.setup.seats, self._rules.five_card_wager
        own, theirs = "five card bonus" in staked, "five card bonus dealer" in staked
        if not own and not theirs:
            return
        meters = (self._meter(tally, len(self._meters) - 1),)
        all_stakes = stake * seats
        if own:
            counts = self._hands(tally, folded=True)
            ends = self._lines(rules.five_card_table, counts, tally["paid"][1].tolist(), stake)
            yield self._tally(tally, rounds, fast.FIVE, "five card bonus", stake, ends, meters=meters)
        if theirs:
            counts = tally["dealers"].tolist()
            ends = self._lines(rules.five_card_table, counts, tally["paid"][2].tolist(), all_stakes)
            name = "five card bonus dealer"
            yield self._tally(tally, rounds, fast.FIVE_DEALER, name, all_stakes, ends, hands=rounds, meters=meters)
        in_own, in_dealers, lucky = map(int, tally["drawn"])
        if rules.magic_card:
            odds, line = rules.drawn_pays["magic card"], "the card is in the hand"
            if own:
                ends = _drawn(line, in_own, _drawn_pays(stake, odds), rounds * seats)
                yield self._tally(tally, rounds, fast.MAGIC, "magic card", stake, ends)
            if theirs:
                ends = _drawn(line, in_dealers, _drawn_pays(stake, odds) * seats, rounds)
                name = "magic card dealer" if own else "magic card"
                yield self._tally(
                    tally, rounds, fast.MAGIC_DEALER, name, all_stakes, ends, hands=rounds, odds="magic card"
                )
        if rules.lucky_bonus:
            both = stake * (own + theirs)
            ends = _drawn("the seat is drawn", lucky, _drawn_pays(both, rules.drawn_pays["lucky bonus"]), rounds)
            yield self._tally(tally, rounds, fast.LUCKY, "lucky bonus", both, ends, hands=rounds)

    def _meter(self, tally: Tally, at: int) -> MeterTally:
        counted = [int(number) for number in tally["meters"][at]]
        return MeterTally(
            name=self._meters[at].name,
            seed=self._meters[at].seed,
            hits=counted[fast.HITS],
            paid=counted[fast.PAID],
            parts=counted[fast.PARTS],
            parts_paid=counted[fast.PARTS_PAID],
            width=int(self._settled_with[-1][at, fast.WIDTH]),
            at_hits=tuple(tally["at_hits"][at].tolist()),
        )

    def _note(self, tally: Tally) -> str:
        """A note on the bias of meters that restart."""
        counted, seeds = tally["meters"], [meter.seed for meter in self._meters]
        begun = sum(int(starts) * seed * fast.FRACTION for starts, seed in zip(counted[:, 0], seeds, strict=True))
        gained = sum(counted[:, fast.GAINED].tolist())
        left = sum(counted[:, fast.LEFT].tolist()) - begun
        return (
            f"Meters restart at their seeds every {self.chunk:,} rounds, so the meters that have grown longest are won"
            f" least. At the ends of chunks, meters still held {left / gained:.1%} of their gains. The wins do not"
            " include these."
        )

    # --- Cover All: all seats share the highest hand of the table

    def _cover_all(self, tally: Tally, rounds: int) -> WagerTally:
        hands, stakes_ = 1 + self.setup.seats, self.setup.stakes["cover all"] * self.setup.seats
        cover, best = self.setup.stakes["cover all"], tally["best"].tolist()
        wins = [
            Ended(
                name=CATEGORIES[kind],
                count=best[kind],
                won=best[kind] * (_returned(self._column, cover, kind) * self.setup.seats - stakes_),
            )
            for kind in reversed(range(THREE, len(CATEGORIES)))
        ]
        none = sum(best[:THREE])
        lost = Ended(name=LOSES, count=none, won=-none * stakes_)
        return self._tally(tally, rounds, fast.COVER_ALL, f"cover all {hands}", stakes_, (*wins, lost), hands=rounds)


def _drawn(line: str, count: int, pays: int, hands: int) -> tuple[Ended, ...]:
    """A payout drawn by chance, which costs nothing if it is not drawn."""
    return Ended(name=line, count=count, won=count * pays), Ended(name="not drawn", count=hands - count, won=0)


KERNEL = Kernel(game="caribbean_stud", base="ante", table=CaribbeanTable, limits=limits, follows=lambda rules: 2)


# --- rounds for a learner


CARDS = (*(f"card {which}" for which in range(1, 6)), "up", *(f"hole {which}" for which in range(1, 5)))
SEEN = 6
KINDS = len(CATEGORIES)
LINE_OF: Ints = np.array(
    [[line(max(0, dealer + side), dealer) for side in (-1, 0, 1)] for dealer in range(STRENGTHS)], np.int64
)
"""The deciding line, by the dealer's strength and whether the player's is below, equal or above."""


@inlined
def end_with(hand: Ints, action: int) -> int:
    """The end of a round with these cards: the deciding line and the category, or a fold after all of them."""
    if action == 0:
        return len(LINES) * KINDS
    player = strength5(hand[0], hand[1], hand[2], hand[3], hand[4])
    dealer = strength5(hand[5], hand[6], hand[7], hand[8], hand[9])
    decided = LINE_OF[dealer, 1 + (player > dealer) - (player < dealer)]
    return int(decided * KINDS + CATEGORY[player])


play = one_decision(end_with, len(CARDS), SEEN)


def states(seen: Ints) -> Ints:
    """The state of each hand and up card. Suits are renamed as in the representative hand of the class."""
    hands, up = seen[:, :5], seen[:, 5]
    bits = np.left_shift(np.int64(1), hands >> 2)
    masks = np.stack([np.where(hands & 3 == suit, bits, 0).sum(axis=1) for suit in range(4)], axis=1)
    name = np.empty_like(masks)
    np.put_along_axis(name, np.argsort(-masks, axis=1, kind="stable"), np.arange(4)[None], axis=1)
    renamed_up = up & ~3 | np.take_along_axis(name, (up & 3)[:, None], axis=1)[:, 0]
    renamed = hands & ~3 | np.take_along_axis(name, hands & 3, axis=1)
    place = renamed_up - (renamed < renamed_up[:, None]).sum(axis=1)
    found: Ints = suit_classes(5).indices(hands) * UP_CARDS + place
    return found


def worth(rules: CaribbeanStudRules) -> Worth:
    made = choices(rules)
    return Worth(totals=made.worth, per=made.deals * made.per, states=states)


def rounds(rules: CaribbeanStudRules, stake: int, seats: int) -> OneDecision:
    """No lawful rule and no wager changes the net win of ante and bet for each ante."""
    by_kind, per = nets(rules.main_pays), rules.main_pays.per
    won = [by_kind[kind][on] / per for on in range(len(LINES)) for kind in range(KINDS)]
    return OneDecision(seats, len(CARDS), EPISODES, play, np.array([*won, -1.0]), partial(worth, rules))


EPISODES = Episodes(
    game="caribbean_stud", base="ante", actions=(FOLD, BET), observation=cards_seen(*CARDS[:SEEN]), rounds=rounds
)
