"""Rounds of Double Attack Blackjack, tallied by the true count at their start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import floor
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from pitboss.basics.cards import PACK_48
from pitboss.basics.errors import SimulationError
from pitboss.engine.round.events import PUBLIC, Burned, Dealt, Exposed, Shuffled, Wagered
from pitboss.engine.round.round import Round
from pitboss.games.double_attack_blackjack.kernel import AttackTable
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.games.double_attack_blackjack.verification import REFILLS, twins
from pitboss.simulation.any_game import setup, table, tags_of_cards
from pitboss.simulation.counting import cells_of, line
from pitboss.simulation.run import begin, go_on
from pitboss.simulation.stream import stream
from pitboss.simulation.true_counts import BINS, BY_COUNT, COUNTED, MOMENTS, MOST, PARTS

NAME = "double_attack_blackjack"
TAGS = dict(zip("A23456789JQK", (-1, 1, 1, 1, 1, 1, 0, 0, -1, -1, -1, -1), strict=True))
ODD = dict(zip("A23456789JQK", (4, -9, 1, 2, 2, 2, 0, -1, -1, -3, 5, -2), strict=True))
"""Every rank of a value counts differently, and true counts go beyond the last bin."""


class Watcher:
    """Counts in plain Python what anybody at the table sees: true counts, and the win of the first seat."""

    def __init__(self, tags: dict[str, int], rules: DoubleAttackRules) -> None:
        self.tags, self.size, self.burn = tags, len(rules.cards), int(rules.burn)
        self.running = self.gone = 0
        self.cells: Counter[tuple[int, int]] = Counter()
        """Rounds by part of the shoe and whole true count."""
        self.hundredths: Counter[tuple[int, int]] = Counter()
        self.won: Counter[tuple[int, int]] = Counter()
        self.squares: Counter[tuple[int, int]] = Counter()

    def watch(self, round: Round) -> None:
        begun = None
        for event in round.view(PUBLIC).events:
            match event:
                case Shuffled():
                    self.running = self.gone = 0
                case Burned():
                    self.gone += 1
                case Wagered():
                    begun = begun or self.cell()
                case Dealt(card=card):
                    self.gone += 1
                    self.see(card)
                case Exposed(cards=cards):
                    for card in cards:
                        self.see(card)
                case _:
                    pass
        assert begun is not None
        at, hundredths = begun
        won = sum(one.returned - one.money for one in round.settlements if one.seat == 1)
        self.cells[at] += 1
        self.hundredths[at] += hundredths
        self.won[at] += won
        self.squares[at] += won * won

    def see(self, card: str | None) -> None:
        self.running += self.tags[card[0]] if card else 0

    def cell(self) -> tuple[tuple[int, int], int]:
        gone = self.gone or self.burn  # the wagers on a new shoe may come before its burn card
        left = Fraction(self.size - gone, len(PACK_48))
        true = self.running / left if left else Fraction(0)  # the rack is shuffled, and a new shoe begins
        part = next(part for part in range(PARTS + 1) if gone <= Fraction(part * self.size, PARTS))
        return (part, min(max(floor(true), -MOST), MOST)), floor(100 * true)


def tallied(tally: dict[str, Any], part: str, row: int) -> Counter[tuple[int, int]]:
    """A row of a tally by part of the shoe and whole true count, without zeros."""
    rows = np.array(tally[part][row]).reshape(PARTS + 1, BINS)
    return Counter({(int(one), int(at) - MOST): int(rows[one, at]) for one, at in np.argwhere(rows)})


@pytest.mark.long
@pytest.mark.parametrize("batch", range(6))
def test_tallies_are_those_of_somebody_who_watches_the_table(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random rules, seats, stakes and play, to the cut card or to the last card and on from the rack."""
    random, seen = Random(f"watched {batch}"), Counter[str]()
    for tags, fixed in (
        (TAGS, {}),
        (ODD, {"hole_card": "hole card", "decks": 6}),
        (ODD, {"approved_procedures": True, "cut_card": 0, "decks": 6, "reshuffle_each_round": False}),
    ):
        both = twins(random, seats=random.choice((1, 1, 3)), **fixed)
        counted = AttackTable(
            msgspec.structs.replace(both.made, tags=tags_of_cards(both.made.game, tags)), None, both.player.plan
        )
        watcher, compare = Watcher(tags, both.made.rules), both.compare

        def watched(
            cards: Iterable[int], won: list[list[int]], watcher: Watcher = watcher, compare: Any = compare
        ) -> Round:
            found: Round = compare(cards, won)
            watcher.watch(found)
            return found

        monkeypatch.setattr(both, "compare", watched)
        both.random = Random("shoes")
        both.play(120)
        tally = counted.play(stream(Random("shoes").getrandbits(64), 0), 120)
        assert tallied(tally, BY_COUNT, 0) == watcher.cells
        assert tallied(tally, BY_COUNT, 1) == Counter({at: n for at, n in watcher.hundredths.items() if n})
        assert tallied(tally, MOMENTS, 0) == Counter({at: n for at, n in watcher.won.items() if n})
        squares = tallied(tally, MOMENTS, 1)
        squares.update({at: n << 32 for at, n in tallied(tally, MOMENTS, 2).items()})
        assert squares == Counter({at: n for at, n in watcher.squares.items() if n})
        seen += both.seen
    assert seen[REFILLS] > 0


CHART: dict[str, Any] = {"strategy": "chart", "penetration": 0.75}


@pytest.mark.long
def test_a_run_that_counts_plays_the_same_rounds() -> None:
    """Card by card without a count, round by round with one."""
    rounds = 400_000
    plain, counted = (table(setup(NAME, tags=tags, **CHART)) for tags in ({}, TAGS))
    assert plain.loop.from_shoe is not None
    tallies = [go_on(at, begin(at, 3), rounds).total() for at in (plain, counted)]
    wagers = plain.wagers(tallies[0], rounds)
    assert counted.wagers(tallies[1], rounds) == wagers
    cells, whole = cells_of(tallies[1]), wagers[0]
    assert sum(cell.rounds for cell in cells) == rounds
    assert sum(cell.won for cell in cells) == whole.won
    assert sum(cell.squares for cell in cells) == whole.squares
    assert COUNTED.keys() <= tallies[1].keys()


@pytest.mark.long
def test_the_same_count_at_another_stake_finds_the_same_edges() -> None:
    cells = []
    for stake in (500, 5000):
        at = table(setup(NAME, tags=TAGS, wagers={"initial": stake}, **CHART))
        cells.append(cells_of(at.play(stream("stakes", 0), 20_000)))
    assert [(one.rounds, one.counts, 10 * one.won, 100 * one.squares) for one in cells[0]] == [
        (one.rounds, one.counts, one.won, one.squares) for one in cells[1]
    ]


@pytest.mark.long
def test_shoes_dealt_less_deep_are_part_of_a_deeper_one() -> None:
    """The first part of a deep shoe beside a shoe with its cut card there: equal shares of counts, and equal edges."""
    rounds = 4_000_000
    deep, flat = (
        table(setup(NAME, tags=TAGS, strategy="chart", penetration=penetration)) for penetration in (0.75, 0.5)
    )
    parts, whole = (go_on(at, begin(at, seed), rounds).total() for at, seed in ((deep, 1), (flat, 2)))
    first, other = cells_of(parts, PARTS // 2), cells_of(whole)
    assert other == cells_of(whole, PARTS // 2)
    shares = [{one.whole: one.rounds / sum(each.rounds for each in cells) for one in cells} for cells in (first, other)]
    for count in range(-6, 7):
        assert shares[0][count] == pytest.approx(shares[1][count], abs=0.0015)
    lines = [line(cells, 500) for cells in (first, other)]
    assert lines[0]
    assert lines[1]
    error = np.hypot(lines[0].standard_error, lines[1].standard_error)
    assert abs(lines[0].gain - lines[1].gain) < 4 * error


@pytest.mark.long
@pytest.mark.parametrize(("most", "tags"), [(1, TAGS), (2, None)])
def test_a_true_count_adds_what_the_effects_of_removal_say(most: int, tags: dict[str, int] | None) -> None:
    """The edge by true count is played; the effects of removal are counted off the top of a shoe."""
    from pitboss.mathematics.exposure import best_count

    best = best_count(NAME, None, most)
    assert tags in (None, best.tags)
    at = table(setup(NAME, tags=best.tags, penetration=0.75))
    found = line(cells_of(go_on(at, begin(at, 5), 40_000_000).total()), 500)
    assert found is not None
    assert abs(found.gain - float(best.gain)) < 3 * found.standard_error
    assert found.standard_error < 0.00014


@pytest.mark.long
def test_a_shoe_that_is_shuffled_after_every_round_never_counts() -> None:
    at = table(setup(NAME, tags=TAGS, strategy="chart", penetration=0.0))
    (cell,) = cells_of(at.play(stream(1, 0), 1000))
    assert (cell.whole, cell.rounds, cell.counts) == (0, 1000, 0)
    assert line([cell], 500) is None


@pytest.mark.parametrize(
    ("game", "tags", "said"),
    [
        (NAME, {"A": 1}, r"^the tags of a pack must come to zero, and these come to \+4: balance them$"),
        (NAME, {"T": 1, "A": -1}, r"^there is no rank 'T' to count; the ranks are 2 3 4 5 6 7 8 9 J Q K A$"),
        (NAME, {"2": 10, "A": -10}, r"^the tag of 2 must be between -9 and 9, not 10$"),
        ("caribbean_stud", {"2": 1, "A": -1}, r"shuffled after every round: there is nothing to count$"),
    ],
)
def test_tags_that_can_not_be_counted_are_refused(game: str, tags: dict[str, int], said: str) -> None:
    with pytest.raises(SimulationError, match=said):
        setup(game, tags=tags)


def test_a_run_goes_on_only_with_the_same_tags() -> None:
    keys = {table(setup(NAME, tags=tags, **CHART)).key for tags in ({}, TAGS, ODD)}
    assert len(keys) == 3
