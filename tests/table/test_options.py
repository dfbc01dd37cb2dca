"""Every option of every game: different rules have different hashes, and no number is beyond what can be priced."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss import rules
from pitboss.basics.errors import RulesError
from pitboss.basics.money import Odds
from pitboss.engine import registry
from pitboss.engine.rules import kind_of, to_builtins, values, wrong_with

OPTIONS = [(game, option) for game in registry.games() for option in to_builtins(registry.game(game).rules())]


def altered(game: str, option: str) -> Any:
    """A value other than the default, permitted or not. Only the hash matters here."""
    kind = registry.game(game).rules
    now = getattr(kind(), option)
    if choices := [value for value in values(kind, option) if value != now]:
        return choices[0]
    if isinstance(now, dict):
        line = next(iter(now), "mega")
        other = Odds(now[line].pays + 1, now[line].kind, now[line].per) if now else 100
        return {**now, line: other}
    return now + 1


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_an_altered_option_changes_the_hash(game: str, option: str) -> None:
    kind = registry.game(game).rules
    assert kind(**{option: altered(game, option)}).digest != kind().digest


@pytest.mark.parametrize("game", registry.games())
def test_the_same_options_have_the_same_hash(game: str) -> None:
    kind = registry.game(game).rules
    assert kind().digest == kind().digest


NUMBERS = [(game, option) for game, option in OPTIONS if kind_of(registry.game(game).rules, option) is int]


def offering_little(game: str) -> dict[str, Any]:
    """Rules of a table that leaves out whatever its document lets it leave out."""
    kind = registry.game(game).rules
    least = {
        option: value
        for option in to_builtins(kind())
        for value in ("none", False)
        if value in values(kind, option) and not wrong_with(kind(**{option: value}))
    }
    assert wrong_with(kind(**least)) == []
    return least


@pytest.mark.parametrize("value", [-1, 10**19])
@pytest.mark.parametrize(("game", "option"), NUMBERS)
def test_a_number_that_nobody_can_price_is_a_defect_even_of_a_wager_that_is_not_offered(
    game: str, option: str, value: int
) -> None:
    for others in ({}, offering_little(game)):
        with pytest.raises(RulesError):
            rules(game, {**others, option: value})


@pytest.mark.parametrize(("game", "option"), NUMBERS)
def test_zero_is_a_defect_or_can_be_priced(game: str, option: str) -> None:
    try:
        made = rules(game, {option: 0})
    except RulesError:
        return
    assert list(made.limits()) == []


@pytest.mark.parametrize(
    ("game", "given", "defect"),
    [
        ("boston_5_stud", {"payout_cap": 10**15 + 1}, "payout_cap: must be between $0 and $10,000,000,000,000, not"),
        ("caribbean_stud", {"five_card_rate": -1}, "five_card_rate: must be between 0 and 100, not -1 (11(e)(4))"),
        ("caribbean_stud", {"five_card_wager": 0}, "five_card_wager: must be between $0.01 and $10,000,000, not $0"),
        ("caribbean_stud", {"magic_card_every": -1}, "magic_card_every: must be between 0 and 1,000,000 (11(e)(3))"),
        (
            "caribbean_stud",
            {"progressive": "none", "progressive_shares": {"mega": 10**19}},
            "progressive_shares: each share must be between 0 and 100 (12(l))",
        ),
        ("double_attack_blackjack", {"shared_boxes": 8}, "shared_boxes: must be between 0 and 7, not 8 (13(h))"),
    ],
    ids=lambda given: str(given)[:40],
)
def test_the_defect_of_a_number_says_what_is_right(game: str, given: dict[str, Any], defect: str) -> None:
    with pytest.raises(RulesError) as refused:
        rules(game, given)
    assert defect in str(refused.value)
