"""Rounds in which players fall silent, one after another, in the middle of anything.

From every state that people can reach, the round must end if no player acts any more: the clock takes the default of
each question (ruling time-out), the dealer is automatic, devices answer, and a supervisor confirms what only a
supervisor may. Every cent that was staked must then have ended. If the dealer, the supervisor or a device is missing,
the round must wait for that party and for nobody else.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from pitboss.basics.errors import Disagreement, IllegalAction, RulesError
from pitboss.engine.auto.drive import everything, report_something
from pitboss.engine.auto.policy import Turn
from pitboss.engine.auto.random_events import Floor
from pitboss.engine.game import Game
from pitboss.engine.procedures.shoe import SEEDED, order_text
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import METER, SHUFFLER, SUPERVISOR, THE_DEALER, Party, Question
from pitboss.engine.round.inputs import PLAYER, STAFF, Input, ShuffleInput
from pitboss.engine.round.round import Attendant, Round
from pitboss.engine.rules import TableRules, load
from pitboss.engine.state import OPEN, TableState
from pitboss.engine.table import Table

PEOPLE = ("Ann", "Bob", "Cho", "Dee")
RATES = (0.0, 0.05, 0.3)
"""How often staff report an irregularity at a question."""
FALLS_SILENT = (0.0, 0.02, 0.1, 0.3)
"""How often a player falls silent at a question, while others go on."""
TRIED, WHILE_BETTING = 0.8, 0.15
"""At how many questions all players fall silent, in a copy of the round. Most questions are about wagers."""
LEAVES, OUT_OF_TURN, SLOW = 0.02, 0.2, 0.5
"""How often a player gets up, a supervisor acts unasked, and a clock waits while others act."""
ROUNDS_OF_A_TABLE, STEPS = 8, 400
HIGHEST = 1_000_000_00
"""The most that a meter shows here, in cents."""
LAST_CARDS, FEW = 0.3, (3, 30)
"""How often a table begins with the last cards of a shoe that lasts, and how many those are."""
PATIENCE = 500
"""How many acts may follow after the last player has fallen silent."""
MISSING = (THE_DEALER, SUPERVISOR, SHUFFLER, METER)
OPTIONS_CHANGED = 0.35


class Silence(msgspec.Struct, kw_only=True):
    """What was played until the first fault."""

    game: str
    states: int = 0
    """States in which all players fell silent."""
    rules: int = 0
    seen: Counter[str] = msgspec.field(default_factory=Counter)
    """The questions at which that happened."""
    fault: str = ""
    """What does not hold, in a sentence. Empty if everything does."""


def fall_silent(game: Game, states: int, seed: int | str) -> Silence:
    """Let players fall silent in this many states of a game, under random rules."""
    found = Silence(game=game.name)
    number = 0
    while found.states < states and not found.fault:
        number += 1
        at = f"{game.name} {seed} {number}"
        try:
            _table(found, game, Random(at))
        except Exception as error:  # a script may fail anywhere
            found.fault = f"table {at!r}: {type(error).__name__}: {error}"
    return found


def _table(found: Silence, game: Game, random: Random) -> None:
    """Play some rounds at a table with random rules."""
    rules = any_rules(game, random)
    found.rules += 1
    table = Table(game, rules, seed=random.getrandbits(32), state=_shoe(game, rules, random))
    for name in PEOPLE[: random.randint(1, min(len(PEOPLE), rules.positions))]:
        table.sit(name)
    rate = random.choice(RATES)
    floor = Floor(table, random, irregularities=rate)
    for _ in range(ROUNDS_OF_A_TABLE):
        if not any(seat for seat, _ in table.seats):
            return
        floor.between_rounds()
        _round(found, table, random, rate)


def _shoe(game: Game, rules: TableRules, random: Random) -> TableState | None:
    """Sometimes the last cards of a shoe that lasts, so that the rack is shuffled in mid-round. None: new cards."""
    if not game.lasting_shoe or random.random() >= LAST_CARDS:
        return None
    cards = [*game.pack] * game.decks(rules)
    order = random.sample(cards, len(cards))
    used = len(order) - random.randint(*FEW)
    return TableState(
        round=1,
        condition=OPEN,
        order=order_text(order),
        key=random.randbytes(32).hex(),
        cursor=used,
        rack=order_text(order[:used]),
        reshuffle=False,
    )


def _round(found: Silence, table: Table, random: Random, rate: float) -> None:
    """Play a round in which some players fall silent, and try at many moments what follows if all do."""
    falls, speaking = random.choice(FALLS_SILENT), {player for _, player in table.seats}
    round = table.open_round()
    for _ in range(STEPS):
        if round.over:
            return
        if random.random() < (WHILE_BETTING if round.phase == "wagers" else TRIED):
            _all_silent(found, round.copy(), random)
        if speaking and random.random() < falls:
            speaking.discard(random.choice(sorted(speaking)))
        if rate and random.random() < rate and report_something(round, random):
            continue
        if random.random() < LEAVES:
            _gets_up(table, speaking, random)
        given = _clock(round, speaking) if random.random() >= SLOW else None
        given = given or _somebody(round, speaking, random)
        if given is not None:
            round.do(given)
    ends(round, random)


def _all_silent(found: Silence, round: Round, random: Random) -> None:
    """Every player falls silent, and perhaps staff or a device is missing for a while."""
    found.states += 1
    found.seen[round.asking.about if round.asking else ""] += 1
    for missing in (random.choice(MISSING), None):
        round.attend({one.by: _device(one, random) for one in (SHUFFLER, METER) if one != missing})
        ends(round, random, without=missing)
    check_money(round)


def _device(party: Party, random: Random) -> Attendant:
    """A device that answers anything that it may."""

    def attend(round: Round, question: Question) -> Input:
        if party == SHUFFLER:
            order = order_text(random.sample(round.to_shuffle, len(round.to_shuffle)))
            return ShuffleInput(by=SHUFFLER.by, cards=order, key=random.randbytes(32).hex(), source=SEEDED)
        offer = round.offers(party)[0]
        return offer.taken(party, random.randint(offer.least, min(offer.most, offer.least + HIGHEST)))

    return attend


def _gets_up(table: Table, speaking: set[str], random: Random) -> None:
    """A player leaves the table, if they may."""
    player = random.choice([player for _, player in table.seats] or [""])
    try:
        table.leave(player)
    except IllegalAction:
        return
    speaking.discard(player)


def _somebody(round: Round, speaking: set[str], random: Random) -> Input | None:
    """Anything that somebody who speaks may do now."""
    asked = [party for party in round.waiting if party.by != PLAYER or party.player in speaking]
    if round.asking is not None:
        asked += [party for party in round.asking.also if party.player in speaking]
    if random.random() < OUT_OF_TURN:
        asked = [SUPERVISOR]
    for party in random.sample(asked, len(asked)):
        given = everything(Turn(round, party, round.offers(party), random))
        if given is not None:
            return given
    return None


def _clock(round: Round, speaking: set[str]) -> Input | None:
    """The clock's act for a player who is silent."""
    silent = [party for party in round.waiting if party.by == PLAYER and party.player not in speaking]
    return next(filter(None, map(round.default, silent)), None)


# --- the end


def ends(round: Round, random: Random, *, without: Party | None = None) -> None:
    """Play a round to its end without its players. If ``without`` is missing, the round must wait for that party."""
    for _ in range(PATIENCE):
        if round.over:
            return
        given = _clock(round, set()) or _staff(round, random, without)
        if given is None:
            _waits_for(round, without)
            return
        round.do(given)
    raise Disagreement(f"{round!r} goes on and on without its players")


def _staff(round: Round, random: Random, without: Party | None) -> Input | None:
    """What the automatic dealer, or a supervisor, does so that the round goes on."""
    for party in round.waiting:
        if party.by not in STAFF or party == without:
            continue
        offers = [offer for offer in round.offers(party) if not offer.why_not]
        go_on = next((offer for offer in offers if not offer.optional), None)
        if go_on is None and not round.layout.stakes:  # nobody wagers, so the table goes idle
            go_on = next((offer for offer in offers if offer.do == "spread"), None)
        if go_on is not None:
            return Turn(round, party, offers, random).take(go_on, random.randint(go_on.least, go_on.most))
    return None


def _waits_for(round: Round, without: Party | None) -> None:
    """Check that a round which does not go on names the party that is missing, and no other that would have to act."""
    named = [party for party in round.waiting if party.by != PLAYER]
    if without is None or named != [without]:
        whom = ", ".join(map(str, round.waiting)) or "nobody"
        lacks = f"only {without} is missing" if without else "nobody but its players is missing"
        raise Disagreement(f"{round!r} waits for {whom}, but {lacks}")


def check_money(round: Round) -> None:
    """Follow every wager through the records alone: each ends once, with what was staked, and the books add up."""
    lying: dict[tuple[int, str, int, str], int] = {}
    staked = returned = 0
    for record in round.records:
        match record:
            case ev.Wagered():
                key = (record.seat, record.player, record.hand, record.wager)
                if key in lying:
                    raise Disagreement(f"{round!r}: {key} is placed twice")
                lying[key] = record.amount
                staked += 0 if record.redeemed else record.amount
            case ev.Withdrawn():
                key = (record.seat, record.player, record.hand, record.wager)
                if lying.pop(key, None) != record.amount:
                    raise Disagreement(f"{round!r}: {key} goes back with another amount than it was placed with")
                staked -= 0 if record.redeemed else record.amount
            case ev.Settled():
                key = (record.seat, record.player, record.hand, record.wager)
                if record.stake and lying.pop(key, None) != record.stake:
                    raise Disagreement(f"{round!r}: {key} ends with another amount than it was placed with")
                returned += record.returned
            case ev.Ended():
                if lying or (staked, returned) != (record.staked, record.returned):
                    raise Disagreement(f"{round!r}: the books do not balance, and {lying} never ended")
    if round.copy().records != round.records:
        raise Disagreement(f"{round!r} is another round if it is replayed")


# --- random rules


def any_rules(game: Game, random: Random) -> TableRules:
    """Rules of a game with some of its options changed at random, as far as the document permits."""
    kind = game.rules
    given: dict[str, Any] = {}
    options = [(name, choices) for name, hint in get_type_hints(kind).items() if (choices := _choices(hint))]
    for name, choices in random.sample(options, len(options)):
        if random.random() >= OPTIONS_CHANGED:
            continue
        changed = {**given, name: random.choice(choices)}
        try:
            load(game.name, kind, changed)
        except RulesError:
            continue
        given = changed
    return load(game.name, kind, given)


def _choices(hint: Any) -> list[Any]:
    """The values of an option that has few. Empty for amounts and pay tables."""
    if hint is bool:
        return [False, True]
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    if get_origin(hint) in (Union, UnionType):
        return [value for one in get_args(hint) for value in _choices(one)]
    return []
