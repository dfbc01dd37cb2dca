"""No word that a player types means two things, and nothing is listed that a table does not offer."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from pitboss import Table
from pitboss.engine import registry
from pitboss.engine.round.asks import Offer
from pitboss.terminal.seat.answers import FILLERS, Answer, choices, names_in, read
from pitboss.terminal.seat.drawing import ENDLESS, help_pages
from pitboss.terminal.seat.seat import Seat
from pitboss.terminal.seat.seat_table import Leave
from seats import own_seat

WIDTH = 100


def seat(game: str) -> Seat:
    console = Console(file=StringIO(), width=WIDTH, color_system=None)
    return own_seat(Table(game, seed=3), console, lambda prompt: "")[0]


@pytest.mark.parametrize("game", registry.games())
def test_no_wager_or_decision_is_read_as_a_command(game: str) -> None:
    at, found = seat(game), registry.game(game)
    names = [wager.name for wager in found.wagers] + [one.action for one in found.decisions]
    for name in names:
        for typed in (name, f"{name} 5", name.split()[0], name[0]):
            try:
                assert not at._command(typed), typed
            except Leave:
                pytest.fail(f"{typed!r} leaves the table")


def test_a_word_is_a_filler_only_where_nothing_is_called_so() -> None:
    called = {word: {game for game in registry.games() if word in names_in(registry.game(game))} for word in FILLERS}
    assert {word: where for word, where in called.items() if where} == {"bet": {"caribbean_stud"}}
    ante = choices([Offer(do="wager", wager="ante", clause="6(a)", least=500, most=50_000)])
    refused = read("bet 5", ante, names_in(registry.game("caribbean_stud")))
    assert refused == "bet is not open now; you may: ante"
    original = choices([Offer(do="wager", wager="original", clause="6(a)", least=500, most=50_000)])
    answer = read("bet 5", original, names_in(registry.game("double_down_stud")))
    assert isinstance(answer, Answer)
    assert (answer.choice.name, answer.amount) == ("original", 500)


@pytest.mark.parametrize(
    ("game", "about", "name"),
    [
        ("double_attack_blackjack", "double attack", "no attack"),
        ("double_attack_blackjack", "insurance", "no insurance"),
        ("double_down_stud", "double", "no double"),
    ],
)
def test_a_pass_is_named_by_what_is_declined_and_still_understood_as_a_pass(game: str, about: str, name: str) -> None:
    known = choices([Offer(do="pass", clause="7(d)")], about, registry.game(game))
    assert [one.name for one in known] == [name]
    for typed in (name, "pass", "p", "no"):
        answer = read(typed, known)
        assert isinstance(answer, Answer), typed
        assert answer.choice.offer.do == "pass"


@pytest.mark.parametrize(
    ("game", "options", "listed", "missing"),
    [
        ("caribbean_stud", {}, ["cover all", "redeem"], ["five card", "magic card", "lucky bonus"]),
        ("caribbean_stud", {"progressive": "none"}, ["bonus"], ["progressive (wager)", "envy", "redeem"]),
        ("double_attack_blackjack", {}, ["consent", "designate", "no attack, no insurance"], ["cash", "pass"]),
        ("double_attack_blackjack", {"people_on_box": 1, "verbal_wagers": True}, ["cash"], ["consent", "designate"]),
        ("double_down_stud", {}, ["no double"], ["pass"]),
    ],
)
def test_the_help_lists_what_a_table_offers(
    game: str, options: dict[str, object], listed: list[str], missing: list[str]
) -> None:
    table = Table(game, options)
    [page] = help_pages(table.game, table.rules, "", "", WIDTH, ENDLESS)
    out = StringIO()
    Console(file=out, width=WIDTH, color_system=None).print(page.body)
    names = [line.partition("   ")[0].strip() for line in out.getvalue().splitlines()]
    assert all(any(name.startswith(one) for name in names) for one in listed), names
    assert not any(name.startswith(one) for one in missing for name in names), names
