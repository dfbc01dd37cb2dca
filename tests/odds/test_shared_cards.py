"""What shared cards are worth: the simulation that all games use, and what the command says of it."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from pathlib import Path

import msgspec
import numpy as np
import pytest

from pitboss.engine import registry
from pitboss.mathematics.counting.hands import Ints
from pitboss.mathematics.counting.store import counted_anew
from pitboss.mathematics.exposure import Exposure, Known, sharing
from pitboss.mathematics.results import Shared
from pitboss.report.exposure import page, picture
from pitboss.report.numbers import MINUS
from pitboss.simulation import shared_cards
from pitboss.simulation.shared_cards import MOST_ERROR, simulated

from shell import Captured, refused, run

SEATS = 2
BEHIND = 10


def worth(cards: Ints) -> Ints:
    """A fold is worth nothing. The other choice wins a tenth with an ace, and loses a tenth without, for each seat."""
    ace = cards[:, :SEATS].astype(np.int64) >> 2 == 12
    return np.stack((np.zeros_like(ace, dtype=np.int64), np.where(ace, 1, -1)), axis=2)


def folds(cards: Ints) -> Ints:
    return np.zeros((len(cards), SEATS), np.int8)


def counted(spread: int = 1) -> Shared:
    with counted_anew():
        return simulated(
            "no game",
            SEATS,
            SEATS,
            lambda cards: spread * worth(cards),
            folds,
            behind=BEHIND,
            nets=[[spread]],
            per=1,
            module=shared_cards.__name__,
        )


def test_the_gain_is_right_within_its_error() -> None:
    found = counted()
    exact = Fraction(4, 52) / BEHIND  # an ace for a seat
    assert abs(found.gain - exact) < 4 * found.standard_error
    assert abs(float(found.changed) - 4 / 52) < 40 * found.standard_error
    variance = (Fraction(4, 52) - Fraction(4, 52) ** 2) / 2 / BEHIND**2  # two seats, hardly dependent
    assert found.standard_error == pytest.approx(float(variance / found.deals) ** 0.5, rel=0.05)


def test_deals_go_on_until_the_error_is_small_enough() -> None:
    little, more = counted(), counted(spread=3)
    assert max(little.standard_error, more.standard_error) <= MOST_ERROR == 0.0002
    assert more.deals == pytest.approx(9 * little.deals, rel=0.1)


def test_the_result_does_not_depend_on_the_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for threads in (1, 3):
        monkeypatch.setattr(os, "cpu_count", lambda threads=threads: threads)
        found.append(counted())
    assert found[0] == found[1]


# --- what the numbers of seats can be


@pytest.mark.parametrize(("game", "most"), [("caribbean_stud", 7), ("boston_5_stud", 9), ("double_cross_poker", 8)])
def test_as_many_seats_share_as_the_document_allows(game: str, most: int) -> None:
    known = registry.game(game)
    assert (known.most_seats, sharing(known, known.most_seats, None)) == (most, ("", range(2, most + 1)))
    assert sharing(known, most, most) == ("", (most,))


def test_a_table_of_one_seat_shares_nothing() -> None:
    assert sharing(registry.game("caribbean_stud"), 1, None) == (
        "A table with one seat has nobody to share cards with.",
        (),
    )


@pytest.mark.parametrize("seats", [-1, 0, 1, 8])
def test_a_number_of_seats_that_the_document_does_not_allow_is_refused(capsys: Captured, seats: int) -> None:
    said = refused(capsys, "exposure", "caribbean_stud", "--seats", seats)
    assert said == f"2 to 7 seats of this table can share their cards, not {seats}."


def test_more_seats_than_the_table_has_are_refused(capsys: Captured) -> None:
    table = "exposure", "double_cross_poker", "--set", "positions=2"
    assert refused(capsys, *table, "--seats", 3) == "2 seats of this table can share their cards, not 3."


@pytest.mark.parametrize(("game", "clause"), [("double_down_stud", "8(c)"), ("double_attack_blackjack", "7(d)(1)")])
def test_where_cards_lie_face_up_nothing_is_hidden(capsys: Captured, game: str, clause: str) -> None:
    said = f"The players' cards lie face up ({clause}), so nothing is hidden that seats could share."
    assert sharing(registry.game(game), 6, None) == (said, ())
    refusal = refused(capsys, "exposure", game, "--seats", 2)
    assert refusal == f"no seats can be counted that share cards. {said}"


def test_the_command_says_that_nothing_is_hidden(capsys: Captured) -> None:
    said = run(capsys, "exposure", "double_down_stud")
    assert "The players' cards lie face up (8(c)), so nothing is hidden that seats could share." in said
    assert "who share" not in said
    found = json.loads(run(capsys, "exposure", "double_down_stud", "--json"))
    assert found["shared"] == []
    assert "nothing is hidden" in found["sharing"]


# --- what is said


def shared(seats: int, gain: Fraction) -> Shared:
    changed = Fraction(1, 8) if gain else Fraction(0)
    return Shared(seats=seats, gain=gain, standard_error=0.00015, changed=changed, deals=12_000)


TWO, THREE = shared(2, Fraction(1, 100)), shared(3, Fraction(1, 8))
FOUND = Exposure(
    game="caribbean_stud",
    title="Caribbean",
    base="ante",
    rules_hash="ab" * 32,
    value=Fraction(-1, 20),
    known=(Known(what="a card", value=Fraction(1, 16), plays=Fraction(1, 3)),),
    shared=(TWO, THREE),
)


def test_a_page_and_a_picture_have_every_number_of_seats() -> None:
    said = page(FOUND)
    for cells in (
        ("2 seats", f"{MINUS}4.000%", "1.000%", "0.015%", "12.50%", "12,000", "never"),
        ("3 seats", "7.500%", "12.500%", "0.015%", "12.50%", "12,000", "40.00%"),
    ):
        assert "".join(f'<td class="n">{cell}</td>' for cell in cells[1:]) in said
        assert f"<td>{cells[0]}</td>" in said
    assert "So many deals are simulated" in said
    bars = picture(FOUND)
    assert dict(zip(bars.labels, bars.values, strict=True))["3 seats share their cards"] == 0.075


def test_json_has_every_number_of_seats() -> None:
    found = FOUND.as_dict()["shared"][1]
    assert found == {
        "seats": 3,
        "expected_value": 0.075,
        "gain": 0.125,
        "standard_error": 0.00015,
        "changed": 0.125,
        "deals": 12_000,
        "share_for_zero": 0.4,
    }


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ((TWO,), "Even if 2 seats share all their cards, each still loses 4.00% of the ante wager on average."),
        (
            (TWO, THREE),
            "If 3 seats share all their cards, they beat the house: each wins 7.50% of the ante wager on average.",
        ),
        (
            (THREE, shared(4, Fraction(1, 4))),
            "If 3 or more seats share all their cards, they beat the house: each of 4 wins 20.00% of the ante wager on"
            " average.",
        ),
        (
            (shared(2, Fraction(0)), shared(3, Fraction(0)), shared(4, Fraction(1, 100))),
            "Even if 4 seats share all their cards, each still loses 4.00% of the ante wager on average. With 3 seats"
            " or fewer, no simulated deal changes a choice.",
        ),
    ],
)
def test_an_operator_is_told_what_it_means(seats: tuple[Shared, ...], said: str) -> None:
    assert msgspec.structs.replace(FOUND, shared=seats).sharing == said


@pytest.mark.long
def test_seats_that_share_cards_gain_from_the_shell(capsys: Captured, tmp_path: Path) -> None:
    found = json.loads(run(capsys, "exposure", "caribbean_stud", "--seats", 2, "--json"))
    (two,) = found["shared"]
    assert two["gain"] == pytest.approx(0.0055, abs=0.001)
    assert two["expected_value"] == pytest.approx(found["expected_value"] + two["gain"])
    assert two["standard_error"] <= 0.0002
    said = run(capsys, "exposure", "caribbean_stud", "--seats", 2, "--out", tmp_path / "exposure.html")
    assert "who share their cards" in said
    assert f"{two['gain']:+.3%}" in said
    assert "Even if 2 seats share all their cards, each still loses 4." in said
