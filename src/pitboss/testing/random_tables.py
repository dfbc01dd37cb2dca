"""Random tables and rounds for property tests: people at random seats, tame or wild play, and nonsense."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, get_type_hints

import msgspec

from pitboss.basics.cards import NUMBER
from pitboss.basics.errors import IllegalAction
from pitboss.engine.auto.drive import drive, sits_down, step
from pitboss.engine.auto.policy import Turn, random_legal, staff
from pitboss.engine.auto.random_events import faulty_order
from pitboss.engine.game import Game
from pitboss.engine.round.asks import SUPERVISOR, THE_DEALER, Offer, Party, Question
from pitboss.engine.round.inputs import Input, ShuffleInput, kind_of, make
from pitboss.engine.round.round import Round
from pitboss.engine.rules import TableRules, load, to_builtins
from pitboss.engine.table import Table
from pitboss.verification.pairs import any_rules, any_value

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida")
JUNK: tuple[Any, ...] = (-1, 10**20, "", "never", None, [], {"flush": "1 to 0"})


# --- rules


def any_options(game: Game, random: Random) -> dict[str, Any]:
    """Any values for any options, whether they are compatible or not."""
    plain = to_builtins(load(game.name, game.rules, {}))
    hints = get_type_hints(game.rules, include_extras=True)
    names = random.sample(sorted(plain), random.choice((1, 2, 5, random.randint(0, len(plain)))))
    junk = random.choice((0.0, 0.0, 0.3))
    return {
        name: random.choice(JUNK) if random.random() < junk else any_value(hints[name], plain[name], random)
        for name in names
    }


# --- tables


def seated(game: Game, rules: TableRules, random: Random, *, people: int, standing: int = 0) -> Table:
    """A table with people at random seats, and some who stand behind."""
    table = Table(game, rules, seed=random.getrandbits(64))
    free = list(range(1, rules.positions + 1))
    random.shuffle(free)
    names = iter(NAMES)
    for seat in free[:people]:
        table.sit(next(names), seat)
    for _ in range(standing):
        table.stand(next(names))
    return table


def tame(round: Round, random: Random) -> Round:
    """Random legal play to the end."""
    return drive(round, random_legal, random)


# --- wild play


def parties(round: Round) -> list[Party]:
    """Everyone who might act, asked or not."""
    people = [Party("player", seat, player) for seat, player in round.seats if seat]
    return [*dict.fromkeys((*round.waiting, *people, THE_DEALER, SUPERVISOR))]


def fitted(*, by: str, do: str, **fields: Any) -> Input:
    """An input with the given fields that its kind has."""
    takes = kind_of(by, do).__struct_fields__
    return make(by=by, do=do, **{name: value for name, value in fields.items() if name in takes})


def an_answer(round: Round, party: Party, offer: Offer, random: Random) -> Input:
    """An input that takes an offer, with any amount, place and name that it allows."""
    steps = (offer.most - offer.least) // offer.step
    amount = (
        offer.least + offer.step * random.randint(0, min(steps, random.choice((3, 30, 10**6)))) if offer.most else 0
    )
    coupon = random.choice((0, 0, 0, offer.step * random.randint(1, 9))) if offer.do == "wager" else 0
    return fitted(
        by=party.by,
        seat=party.seat,
        player=party.player,
        do=offer.do,
        wager=offer.wager,
        hand=offer.hand or random.randint(1, 3),
        amount=amount,
        coupon=coupon,
        what=random.choice(offer.what) if offer.what else "",
        place=random.choice(offer.places) if offer.places else "",
    )


def wild(round: Round, random: Random, *, most: int = 120) -> Round:
    """Anything that anyone may do: reports of irregularities, withdrawals, recuts, removals, idle spreads."""
    for _ in range(most):
        if round.over:
            return round
        if random.random() < 0.05 and (late := sits_down(round, random)) is not None:
            round.do(late)
        if random.random() < 0.12:
            open_reports = [offer for offer in round.reports() if not offer.why_not]
            by = random.choice((THE_DEALER, SUPERVISOR))
            choices = [(by, offer) for offer in open_reports]
        else:
            asked = parties(round)
            choices = [(p, o) for p in asked for o in round.offers(p) if not o.why_not and o.do != "spread"]
            if random.random() < 0.02:
                choices = [(p, o) for p in asked for o in round.offers(p) if not o.why_not] or choices
        if choices:
            party, offer = random.choice(choices)
            given = an_answer(round, party, offer, random)
            if round.allows(given):
                round.do(given)
    return tame(round, random)


BOTTOM = 5
"""How many cards at the end of an order are never dealt."""


def faulty_shuffler(table: Table, random: Random) -> None:
    """Let the table's shuffler jam now and then, and plant orders with face-up, missing or extra cards.

    An extra card is one of those at the bottom, so that no hand holds the same card twice: no document ranks it.
    """
    sound = table.attendants["shuffler"]

    def attend(round: Round, question: Question) -> Input:
        given = sound(round, question)
        jam = make(by="shuffler", do="jam")
        if random.random() < 0.1 and round.allows(jam):
            return jam
        if random.random() < 0.7 or not isinstance(given, ShuffleInput):
            return given
        return faulty_order(given, random, given.cards.split()[-BOTTOM:])

    table.attendants["shuffler"] = attend


def lucky_shuffler(table: Table, random: Random) -> None:
    """Let the table's shuffler return orders in which high hands, and so jackpots, are common."""
    sound = table.attendants["shuffler"]

    def attend(round: Round, question: Question) -> Input:
        given = sound(round, question)
        if not isinstance(given, ShuffleInput) or random.random() < 0.2:
            return given
        order = sorted(
            given.cards.split(), key=random.choice((by_suit, NUMBER.__getitem__)), reverse=random.random() < 0.8
        )
        start, hands = random.choice((0, 0, 0, random.randrange(len(order)))), random.randint(1, 8)
        order = order[start:] + order[:start]
        top = order[: 5 * hands]  # hands of five neighbouring cards, dealt one card at a time
        order[: 5 * hands] = [top[5 * place + card] for card in range(5) for place in range(hands)]
        return msgspec.structs.replace(given, cards=" ".join(order))

    table.attendants["shuffler"] = attend


def by_suit(card: str) -> tuple[int, int]:
    return NUMBER[card] & 3, NUMBER[card] >> 2


# --- illegal inputs


def any_input(round: Round, random: Random) -> Input:
    """A nonsense input made of the game's own words."""
    game = round.game
    deeds = [
        *(
            "wager",
            "withdraw",
            "sit",
            "report",
            "cut",
            "refuse",
            "recut",
            "remove",
            "spread",
            "no more bets",
            "shuffle",
            "jam",
        ),
        *("reading", "draw", "validate", "fold", "bet", "stand", "hit", "split", "", "dance"),
        *(decision.action for decision in game.decisions),
        *(offer.do for party in parties(round) for offer in round.offers(party)),
    ]
    stakes = list(round.layout.stakes.values()) or [500]
    amounts = (0, 0, -1, 1, 99, 100, 500, 1000, 10**12, -500, random.choice(stakes), random.choice(stakes) + 1)
    faults = [*(irregularity.what for irregularity in game.irregularities), "", "flood"]
    seat, player = random.choice((*round.seats, (0, ""), (3, "Zoe"), (99, round.seats[0][1])))
    return fitted(
        by=random.choice(("player", "player", "player", "dealer", "supervisor", "shuffler", "meter", "ghost")),
        seat=random.choice((seat, seat, seat, random.randint(-1, 9))),
        player=random.choice((player, player, player, "", "Zoe")),
        do=random.choice(deeds),
        wager=random.choice([*(wager.name for wager in game.wagers), "", "pot"]),
        hand=random.choice((1, 1, 1, 0, 2, 3, -1)),
        amount=random.choice(amounts),
        coupon=random.choice((0, 0, 0, 0, 100, -1)),
        what=random.choice(faults),
        place=random.choice(("", "seat 1", "dealer", "community", "moon", *game.places)),
        cards=random.choice(("", "As Ks", "Xx")),
        key=random.choice(("", "00" * 32)),
    )


def every_ask(round: Round, random: Random) -> Iterator[Round]:
    """Play tamely, and yield the round whenever it waits."""
    passed: set[Party] = set()
    about = ""
    while round.asking is not None:
        yield round
        if round.asking.about != about:
            about, passed = round.asking.about, set()
        for party in round.waiting:
            if party in passed:
                continue
            turn = Turn(round, party, round.offers(party), random)
            given = random_legal(turn) if party.by == "player" else staff(turn)
            if given is not None:
                round.do(given)
                break
            passed.add(party)
        else:
            raise IllegalAction(round.game.name, "", f"nobody acts while the round waits for: {about}")


Look = Callable[[Round, Random], None]


def look_at_rounds(game: Game, random: Random, look: Look, *, irregularities: float = 0.1) -> None:
    """Play two rounds under random rules in which everyone tries everything, and look at every question."""
    rules, people = any_rules(game, random), random.randint(1, 4)
    table = seated(game, rules, random, people=people, standing=random.choice((0, 1)))
    for _ in range(2):
        round = table.open_round()
        while not round.over:
            look(round, random)
            step(round, random, irregularities=irregularities)


def snapshot(round: Round) -> tuple[Any, ...]:
    """Everything about a round that an operation could change."""
    layout, dealer = round.layout, round._dealer
    return (
        list(round.records),
        dict(layout.stakes),
        dict(layout.coupons),
        layout.staked,
        layout.returned,
        {key: (list(h.cards), list(h.faces), list(h.actions), h.live) for key, h in layout.hands.items() if h.cards},
        round.state,
        dealer.phase,
        dealer.shoe.cursor,
        dealer.shoe.depth,
        set(dealer.shoe.boxed),
        dict(dealer.faults.owed),
        round.asking.about if round.asking else "",
        round.waiting,
    )
