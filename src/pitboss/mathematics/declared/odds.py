"""The exact mathematics of a declared game, in the form that every game has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from heapq import nlargest
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.basics.cards import texts
from pitboss.basics.errors import GameError, StrategyError
from pitboss.engine.declared.table import a_or_an, returned_per_unit
from pitboss.engine.declared.words import COMMUNITY, PLAYER, Ask, Bet, Declaration, Hand, Place, Plan
from pitboss.engine.game import Game
from pitboss.mathematics import results
from pitboss.mathematics.choices import OPTIMAL, UP, Choices, Known, Mathematics, Strategy, exact_dot, other_suits
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.declared.counting import Chosen, Counted, Played, Priced, play
from pitboss.mathematics.declared.one_hand import one_hand
from pitboss.mathematics.declared.states import Stage
from pitboss.mathematics.declared.ways import Leaf, Way
from pitboss.mathematics.design_search import Design, Nets, OnWager, Part
from pitboss.mathematics.results import Bars, Picture

Ints = NDArray[Any]


@cache
def counted(game: Game) -> Counted:
    """The counts of a declared game."""
    declared: Declaration = game.declared
    return Counted(declared)


class Rated(NamedTuple):
    """A declared game under rules: the counts, and the values of all choices in parts of a unit."""

    counted: Counted
    rules: Any
    nets: Mapping[Way, Ints]
    lost: Mapping[Way, int]
    per: int
    priced: Priced


def rated(game: Game, rules: Any) -> Rated:
    of = counted(game)
    nets, lost, per = of.ways.nets(rules)
    return Rated(of, rules, nets, lost, per, Priced(of.ways, of, nets, lost))


def places(declared: Declaration, stage: Stage) -> dict[str, int]:
    """The cards that a player knows at a question, by place. The dealer's up cards come last."""
    own = declared.dealt[PLAYER]
    board = {"board": stage.own - own} if declared.dealt[COMMUNITY] else {}
    return {"hand": own} | board | ({UP: stage.up} if any(point.up for point in declared.points) else {})


def choices(found: Rated, at: int, way: Way) -> Choices:
    """The decisions of one question, after the choices of a way. Which cards are the player's own does not matter."""
    declared, ways = found.counted.declared, found.counted.ways
    stage = ways.points[at].stage
    sizes = places(declared, stage)
    own = [place for place in sizes if place != UP]
    before = {"before": way} if len(ways.points) > 1 else {}

    def seen() -> dict[str, Ints]:
        made: dict[str, Ints] = {}
        first, hands = 0, stage.hands
        for place in own:
            made[place] = hands[:, first : first + sizes[place]]
            first += sizes[place]
        if UP in sizes:
            made[UP] = stage.ups
        return made | {place: np.tile(np.array(said, np.int8), (len(hands), 1)) for place, said in before.items()}

    def alike(cards: Known, random: Random) -> Known:
        mixed = [card for place in own for card in cards[place]]
        random.shuffle(mixed)
        first, made = 0, {place: cards[place] for place in sizes}
        for place in own:
            made[place] = tuple(mixed[first : first + sizes[place]])
            first += sizes[place]
        return {**other_suits(made, random), **before}

    asked = ways.points[at].asked.ask
    return Choices(
        tuple(choice.do for choice in asked.choices),
        found.priced.worth[at][way],
        stage.weights,
        found.counted.ordered(stage),
        found.per,
        seen,
        stage.said,
        alike,
    )


def only_choices(game: Game, rules: Any, tick: Tick | None = None) -> Choices:
    """The decisions of a game with one question."""
    return choices(rated(game, rules), 0, ())


def resolved(found: Rated, strategy: Strategy, tick: Tick | None = None) -> tuple[str, Chosen]:
    """The name of a strategy, and its choice in each state of every question."""
    points = found.counted.ways.points
    if strategy == OPTIMAL:
        return OPTIMAL, [{way: found.priced.best(at, way) for way in point.ways} for at, point in enumerate(points)]
    known = {plan.name: plan for plan in plans(found.counted.declared)}
    if isinstance(strategy, str) and strategy not in known:
        raise StrategyError(f"there is no strategy {strategy!r}; choose one of {', '.join(known)}")

    def choice(at: int, way: Way) -> Ints:
        made = choices(found, at, way)
        if not isinstance(strategy, str):
            return made.chosen_by(strategy, tick)
        do = known[strategy].always
        return made.always(do) if do in made.actions else made.best

    name = strategy if isinstance(strategy, str) else getattr(strategy, "__name__", "a function")
    return name, [{way: choice(at, way) for way in point.ways} for at, point in enumerate(points)]


def plans(declared: Declaration) -> tuple[Plan, ...]:
    """The strategies that have names, the best one first."""
    acts = dict.fromkeys(choice.do for ask in declared.asks for choice in ask.choices)
    always = [Plan(name=f"always {do}", means=f"{do} whenever it is asked", always=do) for do in acts]
    return declared.plans or (Plan(name=OPTIMAL, means="the choice of the highest value"), *always)


def strategies(declared: Declaration) -> dict[str, str]:
    """The meaning of each strategy, by name."""
    return {plan.name: plan.means for plan in plans(declared)}


# --- the odds of every wager


def odds(
    game: Game, rules: Any, strategy: Strategy = OPTIMAL, *, every: bool = False, tick: Tick | None = None
) -> results.GameOdds:
    found = rated(game, rules)
    name, chosen = resolved(found, strategy, tick)
    declared, ways = found.counted.declared, found.counted.ways
    played = play(found.counted, chosen)
    deals = deals_of(found.counted)
    result = results.Distribution({Fraction(net, found.per): count for net, count in _nets(found, played).items()})
    wagers = [*_wagers(found, played), *_on_first_cards(found, chosen)]
    if name == OPTIMAL:
        wagers = [_told(found, wager) if wager.side else wager for wager in wagers]
    staked = sum(
        (Fraction(int(count)) * sum(ways.leaves[way].stakes.values()) for way, count in _taken(played)), Fraction(0)
    )
    return results.GameOdds(
        game=game.name,
        title=game.title,
        rules=rules,
        strategy=name,
        combinations=deals,
        results=result,
        staked=staked / deals,
        action_frequency=_frequency(found.counted, played, chosen),
        wagers=results.rows_of(wagers),
        winnings=_winnings(found, played) if declared.limit else None,
        least_cap=declared.least_cap(rules),
        set_cap=getattr(rules, declared.limit) if declared.limit else 0,
        cost=value_of(found, resolved(found, OPTIMAL)[1]) - result.mean if name != OPTIMAL else Fraction(0),
        find_mistakes=partial(_mistakes, found, played, chosen),
        summary=strategies(declared).get(name, "chosen by a function"),
        rulings=declared.rulings,
    )


def best_value(of: Counted, rules: Any, stakes: Mapping[str, int]) -> Fraction:
    """What wagers are worth before the deal, in cents, with the play that is best for all of them."""
    ways, first = of.ways, of.ways.points[0].stage
    hands = [hand for hand in ways.leads if any(stakes.get(bet.name) for bet in of.declared.wagers if hand in bet.by)]
    lines = np.stack([np.zeros(first.size, np.int64), *(np.repeat(of.lead_lines(hand), first.sets) for hand in hands)])
    total = 0
    for known in np.unique(lines, axis=1).T:
        nets, lost = ways.cents(rules, stakes, {}, 0, dict(zip(hands, map(int, known[1:]), strict=True)))
        worth = Priced(ways, of, nets, lost).worth[0][()].max(axis=0)
        here = (lines == known[:, None]).all(axis=0)
        total += exact_dot(first.weights[here].astype(np.int64), worth[here])
    return Fraction(total, deals_of(of))


def _told(found: Rated, wager: results.WagerOdds) -> results.WagerOdds:
    """A side wager, with what it costs a player who counts it in every choice. A fold loses it."""
    declared, unit = found.counted.declared, found.counted.declared.unit(found.rules)
    unlimited = replace(found.rules, **{declared.limit: 0}) if declared.limit else found.rules
    start = {bet.name: bet.times * unit for bet in declared.wagers if bet.base or bet.equals}
    alone, both = (best_value(found.counted, unlimited, start | more) for more in ({}, {wager.name: unit}))
    joint = (both - alone) / unit
    if joint == wager.expected_value:
        return wager
    note = (
        f"A fold loses the {wager.name}. Its odds are those of the play that is best without it. A player who counts it"
        f" in, beside {a_or_an(declared.base.name)} of the same size, {_loses(joint)}."
    )
    return replace(wager, joint=joint, note=note)


def _loses(value: Fraction) -> str:
    return f"{'loses' if value < 0 else 'wins'} {abs(float(value)):.4%} of it"


def deals_of(of: Counted) -> int:
    """The number of all deals, in the order in which a player learns the cards."""
    first = of.ways.points[0].stage if of.ways.points else of.full
    return int(first.weights.sum()) * of.ordered(first)


def _nets(found: Rated, played: Played) -> Counter[int]:
    """The deals by the net result of a round, in parts of a unit of the base wager."""
    deals: Counter[int] = Counter()
    for way, table in played.ends.items():
        for net, count in zip(found.nets[way].ravel().tolist(), table.ravel().tolist(), strict=True):
            deals[net] += count
    for way, count in played.folded.items():
        deals[found.lost[way]] += count
    return deals


def _winnings(found: Rated, played: Played) -> results.Distribution:
    """What the wagers of a hand win together, in units of the base wager. Those that lose take nothing from it."""
    ways = found.counted.ways
    units, per = ways.units(found.rules)

    def won() -> Iterator[tuple[Fraction, int]]:
        for way, table in played.ends.items():
            wins = np.sum([ways.stake(way, bet) * np.maximum(units[bet.name], 0) for bet in ways.bets], axis=0)
            yield from ((Fraction(int(win), per), int(count)) for win, count in zip(wins.flat, table.flat, strict=True))
        yield from ((Fraction(0), count) for count in played.folded.values())

    return results.Distribution.of(won())


def _taken(played: Played) -> Iterator[tuple[Way, int]]:
    """The deals of every way to the end."""
    yield from played.folded.items()
    for way, table in played.ends.items():
        yield way, int(table.sum())


def value_of(found: Rated, chosen: Chosen) -> Fraction:
    """The value of a round with these choices, in units of the base wager."""
    nets = _nets(found, play(found.counted, chosen))
    return Fraction(sum(net * count for net, count in nets.items()), found.per * nets.total())


def _frequency(of: Counted, played: Played, chosen: Chosen) -> dict[str, Fraction]:
    """How often each choice is made, of all rounds. With several questions a choice names its own."""
    found: dict[str, Fraction] = {}
    points, whole = of.ways.points, deals_of(of)
    for at, point in enumerate(points):
        ask = point.asked.ask
        for number, choice in enumerate(ask.choices):
            took = sum(int(played.reached[at][way][chosen[at][way] == number].sum()) for way in point.ways)
            name = choice.do if len(points) == 1 else f"{ask.about}: {choice.do}"
            found[name] = Fraction(took * of.ordered(point.stage), whole)
    return found


def _wagers(found: Rated, played: Played) -> Iterator[results.WagerOdds]:
    """The wagers of the game, then side wagers. A fold loses those, too."""
    ways, declared = found.counted.ways, found.counted.declared
    for bet in sorted(declared.wagers, key=lambda bet: bet.side):
        if bet.by[0] in ways.leads:
            continue
        lines: dict[tuple[int, ...], list[int]] = {}  # by lines of the readings: deals, and units staked on them
        lost, lost_units = 0, 0
        absent: int | None = None  # none if it can't be
        for way, table in played.ends.items():
            stake = ways.stake(way, bet)
            if not stake:
                absent = (absent or 0) + int(table.sum())
                continue
            for (kind, against), count in np.ndenumerate(table):
                key = tuple(ways.line(one, kind, against) for one in bet.by)
                deals = lines.setdefault(key, [0, 0])
                deals[0] += int(count)
                deals[1] += int(count) * stake
        for way, count in played.folded.items():
            stake = 1 if bet.side else ways.leaves[way].stakes.get(bet.name, 0)
            if stake:
                lost, lost_units = lost + count, lost_units + count * stake
            elif not bet.earned:
                absent = (absent or 0) + count
            else:
                lost += count
        if bet.earned:
            lines = _without_nothing(found, bet, lines)
        from_top = sorted(lines.items(), reverse=True)
        units = {ways.stake(way, bet) for way, table in played.ends.items() if table.any()}
        units |= {
            ways.leaves[way].stakes.get(bet.name, 0) for way, count in played.folded.items() if count and not bet.side
        }
        units -= {0}
        varies = len(units) > 1
        placed = lost + sum(deals for deals, _ in lines.values())
        staked = lost_units + sum(staked for _, staked in lines.values())
        unit = Fraction(staked, placed) if varies else Fraction(min(units, default=1))  # on average
        yield results.WagerOdds(
            name=bet.name,
            clause=bet.wins,
            outcomes=(
                *(_outcome(found, bet, key, deals[0], deals[1], varies) for key, deals in from_top),
                *([_folded(bet, lost, Fraction(lost_units, lost) if varies else None)] if lost else []),
                *([results.not_placed(_absent(declared, bet), absent)] if absent is not None else []),
            ),
            unit=unit,
            earned=bool(bet.earned),
            per=bet.earned if bet.earned != declared.base.name else "",
            side=bet.side,
            pays_like=_pays_like(declared, bet),
            most=int(max(units, default=1)) * found.rules.table_maximum,
        )


def _on_first_cards(found: Rated, chosen: Chosen) -> Iterator[results.WagerOdds]:
    """Side wagers on the cards that a player knows first. The strategy tells how often they are folded."""
    of, declared = found.counted, found.counted.declared
    for bet in declared.wagers:
        hand = bet.by[0]
        if not isinstance(hand, Hand) or hand not in of.ways.leads:
            continue
        first = of.ways.points[0].stage
        lines, weights = np.repeat(of.lead_lines(hand), first.sets), first.weights.astype(np.int64)
        outcomes, folded = [], 0
        for line in range(int(lines.max()), -1, -1):
            played = play(of, chosen, np.where(lines == line, weights, 0))
            count = sum(int(table.sum()) for table in played.ends.values())
            outcomes.append(_outcome(found, bet, (line,), count, 0, False))
            folded += sum(played.folded.values())
        yield results.WagerOdds(
            name=bet.name,
            clause=bet.wins,
            outcomes=(*outcomes, *([_folded(bet, folded, None)] if folded else [])),
            side=True,
            most=found.rules.table_maximum,
        )


NOTHING = "nothing"
"""The outcome of an earned wager on all lines that pay nothing."""


def _without_nothing(
    found: Rated, bet: Bet, lines: dict[tuple[int, ...], list[int]]
) -> dict[tuple[int, ...], list[int]]:
    """The lines of an earned wager, with those that pay nothing as one. It is the lowest of them."""
    pays = {key: returned_per_unit(found.counted.declared, bet, found.rules, key) for key in lines}
    none = sorted(key for key in lines if not pays[key])
    if not none:
        return lines
    merged = [sum(lines[key][at] for key in none) for at in range(2)]
    return {key: deals for key, deals in lines.items() if pays[key]} | {none[0]: merged}


def _outcome(found: Rated, bet: Bet, key: tuple[int, ...], deals: int, staked: int, varies: bool) -> results.Outcome:
    declared = found.counted.declared
    back = returned_per_unit(declared, bet, found.rules, key)
    name = declared.lines(bet.by[0])[key[0]]
    own = 0 if bet.earned else 1
    pays = str(declared.table(bet, found.rules).get(name, "")) if bet.pays else ""
    won = back - own
    if not pays or (not won and own):
        pays = (
            "push"
            if not won and own
            else "nothing"
            if not won
            else "lose"
            if won < 0
            else f"{won.numerator} to {won.denominator}"
        )
    if bet.earned and not back:
        name = NOTHING
    average = Fraction(staked, deals) if varies and deals else None
    return results.Outcome(name=name, count=deals, net=back - own, pays=pays, unit=average)


def _pays_like(declared: Declaration, bet: Bet) -> str:
    """The wager before it that is decided and paid in the same way by the same pay table, if any."""
    paid = bet.by, bet.settle, bet.pays
    first = next(one.name for one in declared.wagers if (one.by, one.settle, one.pays) == paid)
    return first if bet.pays and first != bet.name else ""


def _folded(bet: Bet, deals: int, unit: Fraction | None) -> results.Outcome:
    net, pays = (Fraction(0), "nothing") if bet.earned else (Fraction(-1), "lose")
    return results.Outcome(name="folded", count=deals, net=net, pays=pays, unit=unit)


def _absent(declared: Declaration, bet: Bet) -> str:
    """How a round is called in which a wager does not lie at the end."""
    of_bet = (
        one.without for ask in declared.asks for one in ask.choices if isinstance(one, Place) and one.wager == bet.name
    )
    return next(of_bet, "taken back")


def _mistakes(found: Rated, played: Played, chosen: Chosen, most: int = 10) -> tuple[results.Mistake, ...]:
    """The costliest wrong choices, if all later ones are right."""
    whole, wrong = deals_of(found.counted), []
    for at, point in enumerate(found.counted.ways.points):
        behind = found.counted.ordered(point.stage)
        for way in point.ways:
            made, worth_of = chosen[at][way], found.priced.worth[at][way]
            best = found.priced.best(at, way)
            states = np.flatnonzero((made != best) & (played.reached[at][way] > 0))
            lost = worth_of[best[states], states] - worth_of[made[states], states]
            heavy = lost.astype(np.float64) * played.reached[at][way][states]  # used only for sorting
            for index in np.argsort(-heavy, kind="stable")[:most]:
                state, each = int(states[index]), Fraction(int(lost[index]), behind * found.per)
                deals = int(played.reached[at][way][state]) * behind
                if each:
                    wrong.append((each * deals / whole, at, way, state, each, deals))
    found_mistakes = []
    for cost, at, way, state, each, deals in nlargest(most, wrong, key=lambda one: one[0]):
        asked = found.counted.ways.points[at].asked
        names = [choice.do for choice in asked.ask.choices]
        cards = found.counted.ways.points[at].stage.said(state)
        found_mistakes.append(
            results.Mistake(
                state=cards if len(chosen) == 1 else f"{asked.ask.about}: {cards}",
                action=names[int(chosen[at][way][state])],
                best=names[int(found.priced.best(at, way)[state])],
                deals=deals,
                each=each,
                cost=cost,
            )
        )
    return tuple(found_mistakes)


# --- advice and pictures


def advise(game: Game, rules: Any, known: Known) -> results.Advice:
    """The value of each choice, over every deal of the unseen cards, in units of the base wager."""
    of = counted(game)
    points = of.ways.points
    cards, up = (*known["hand"], *known.get("board", ())), known.get(UP, ())
    stage = Stage(len(cards), len(up))
    at = next((at for at, point in enumerate(points) if point.stage == stage), None)
    if at is None:
        asked = " or ".join(point.stage.words for point in points)
        raise GameError(f"{game.title} asks nothing while a player knows {stage.words} cards, but with {asked}")
    way = points[at].ways[0]
    nets, lost, per = of.ways.nets(rules)
    worth, deals = one_hand(of, cards, known.get("seen", ()), nets, lost, at, way, up)
    before = [points[one].asked.ask.choices[way[one]].do for one in range(at)]
    return results.Advice(
        game=game.name,
        known={place: texts(some) for place, some in known.items()},
        options={
            choice.do: Fraction(int(value), deals * per)
            for choice, value in zip(points[at].asked.ask.choices, worth, strict=True)
        },
        deals=deals,
        note=f"These are the values after: {', '.join(before)}." if len(points[at].ways) > 1 else "",
    )


def pictures(game: Game, rules: Any, tick: Tick | None = None) -> list[Picture]:
    """How often a round ends with each result, under the best strategy."""
    found = odds(game, rules, tick=tick)
    assert isinstance(found.results, results.Distribution)
    ends = list(found.results.weights.items())
    return [
        Bars(
            name="results",
            title=f"{game.title}: the results of a round",
            labels=tuple(f"{float(net):+g}" for net, _ in ends),
            values=tuple(float(Fraction(weight) / found.results.total) for _, weight in ends),
            unit="share of rounds",
        )
    ]


@cache
def mathematics(game: Game) -> Mathematics:
    """The mathematics of a declared game."""
    declared: Declaration = game.declared
    known: Mapping[str, int] = places(declared, Stage(*declared.points[0][1:])) if declared.points else {}
    several = ("before",) if len(declared.points) > 1 else ()
    return Mathematics(
        game=game.name,
        strategies=strategies(declared),
        asks=(*known, *several),
        actions=tuple(dict.fromkeys(choice.do for ask in declared.asks for choice in ask.choices)),
        odds=partial(odds, game),
        advise=partial(advise, game),
        pictures=partial(pictures, game),
        choices=partial(only_choices, game) if len(declared.points) == 1 else None,
    )


# --- the pay tables that can be searched


def design(game: Game) -> Design:
    """How to search pay tables: those of a round by its decisions, those of side wagers alone.

    With several questions, each pay table needs the decisions anew, and is priced by itself.
    """
    declared: Declaration = game.declared
    names = dict.fromkeys(name for bet in declared.wagers for name in (bet.pays, bet.fixed) if name)
    tables = {name: [bet for bet in declared.wagers if name in (bet.pays, bet.fixed)] for name in names}
    of_round = tuple(table for table, bets in tables.items() if not all(bet.side for bet in bets))
    several = len(declared.points) > 1
    return Design(
        game=game.name,
        round=of_round,
        parts=None if several else partial(_parts, game),
        nets=None if several else partial(_nets_by_choice, game),
        plays="" if several else _plays(declared.asks[0]),
        wagers={
            table: tuple(OnWager(name=partial(_named, bet.name)) for bet in bets)
            for table, bets in tables.items()
            if table not in of_round
        },
    )


def _plays(ask: Ask) -> str:
    """What somebody does who does not take the first choice, in a word."""
    first, *others = ask.choices
    return others[0].do if len(others) == 1 else f"no {first.do}"


def _named(name: str, rules: Any) -> str:
    return name


def _parts(game: Game, rules: Any, tick: Tick | None) -> tuple[Part, ...]:
    """Decisions with the same ends: all, or those of each kind of hand."""
    of = counted(game)
    ends, weights = of.ends.reshape(len(of.ends), -1), of.last.weights
    kinds = np.repeat(of.kinds, of.last.sets) if of.one_kind else np.zeros(len(ends), np.int64)

    def parts() -> Iterator[Part]:
        for kind in range(int(kinds.max()) + 1):
            here = kinds == kind
            lost = np.full((int(here.sum()), 1), of.ordered(of.last), np.int64)
            counts = tuple(lost if leaf.folded else ends[here] for _, leaf in _choices_of(of))
            yield Part(weights[here], counts)

    return tuple(parts())


def _nets_by_choice(game: Game, rules: Any) -> Nets:
    of = counted(game)
    nets, lost, per = of.ways.nets(rules)
    parts = range(len(of.ways.kinds)) if of.one_kind else (slice(None),)
    return [
        [
            [Fraction(lost[way], per)] if leaf.folded else [Fraction(int(net), per) for net in nets[way][kind].ravel()]
            for way, leaf in _choices_of(of)
        ]
        for kind in parts
    ]


def _choices_of(of: Counted) -> list[tuple[Way, Leaf]]:
    """The ends of a round with at most one question, in the order of its choices."""
    return sorted(of.ways.leaves.items())


def part(game: Game) -> Any:
    """What the module ``odds`` of a game's package exports."""
    return SimpleNamespace(MATHEMATICS=mathematics(game), DESIGN=design(game))
