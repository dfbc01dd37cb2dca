"""A preview of a report tells nothing about cards that lie face down."""

from __future__ import annotations

from pitboss import Table
from pitboss.protocol.tables import Preview, ReportBody
from pitboss.server.routes.floor import previewed

SEEDS = range(1, 30)


def boston(seed: int) -> Preview:
    """A preview while a player decides whether to show the cards for the bonus."""
    table = Table("boston_5_stud", seed=seed)
    table.sit("Ann")
    round = table.open_round()
    for wager, cents in (("ante", 500), ("first", 1000), ("optional bonus", 500)):
        round.do("Ann", "wager", wager, cents)
    round.do("dealer", "no more bets")
    return previewed(round, ReportBody(what="exposed dealer card"))


def attack(seed: int) -> Preview | None:
    """A preview while a player decides on the hand. None if this deal asks nothing."""
    table = Table("double_attack_blackjack", seed=seed)
    table.sit("Ann")
    round = table.open_round()
    round.do("Ann", "wager", "initial", 1000)
    round.do("dealer", "no more bets")
    round.do("Ann", "pass")
    round.do("dealer", "no more bets")
    if round.over or round.asking is None or round.asking.about != "decision":
        return None
    return previewed(round, ReportBody(what="card exposed in error"))


def test_whether_a_hidden_hand_wins_its_bonus() -> None:
    told = [boston(seed) for seed in SEEDS]
    assert all(one == told[0] for one in told)
    assert not told[0].why_not
    assert [(one.wager, one.cents) for one in told[0].back] == [("ante", 500), ("first", 1000), ("optional bonus", 500)]


def test_the_next_card_of_the_shoe() -> None:
    told = [one for seed in SEEDS if (one := attack(seed)) is not None and not one.why_not]
    assert len(told) > 5
    assert all(one == told[0] for one in told)
