"""Double Down Stud, clause by clause."""

from __future__ import annotations

import pytest

from pitboss import RulesError, Table
from pitboss.table import events as ev

from scene import Scene

clause = pytest.mark.clause
GAME = "double_down_stud"


def dealt(cards: str, original: int = 1000, double: int = 0, **rules: object) -> Scene:
    """One player, the cards in the order they come: the player's, the hole card, three in common."""
    scene = Scene(GAME, cards, rules=rules).wager("Ann", original=original).no_more_bets()
    if double:
        scene.do("Ann", "double", amount=double)
    return scene.no_more_bets()


@pytest.mark.parametrize(
    ("cards", "result", "returned"),
    [
        ("As Ks Qs Js Ts", "win", 1000 * 1001),
        ("Ks 9s Qs Js Ts", "win", 1000 * 101),
        ("5s As 2s 3s 4s", "win", 1000 * 101),
        ("As Ad Ah Ac 2s", "win", 1000 * 26),
        ("As Ad Ah Kc Ks", "win", 1000 * 11),
        ("As Ks Qs Js 9s", "win", 1000 * 9),
        ("Ks As 2s 3s 4s", "win", 1000 * 9),
        ("As Ks Qs Js Td", "win", 1000 * 6),
        ("5d As 2s 3s 4s", "win", 1000 * 6),
        ("As Ad Ah Kc Qs", "win", 1000 * 4),
        ("As Ad Kh Kc Qs", "win", 1000 * 3),
        ("Js Jd 2h 3c 4s", "win", 1000 * 2),
        ("As Ad 2h 3c 4s", "win", 1000 * 2),
        ("Ts Td 2h 3c 4s", "push", 1000),
        ("6s 6d Ah Kc Qs", "push", 1000),
        ("5s 5d Ah Kc Qs", "lose", 0),
        ("2s 2d Ah Kc Qs", "lose", 0),
        ("Kd As 2s 3s 4s", "lose", 0),
        ("As Kd Qh Jc 9s", "lose", 0),
    ],
)
@clause(GAME, "10(b)", "1:hand")
def test_10b_every_line_of_the_pay_table(cards: str, result: str, returned: int) -> None:
    assert dealt(cards).result("Ann", "original") == (result, returned)


@clause(GAME, "8(d)", "8(e)", "1:double down wager")
def test_8d_a_double_up_to_the_original_is_paid_like_it() -> None:
    scene = dealt("As Ad Ah Kc Qs", original=1000, double=300)
    assert scene.result("Ann", "double") == ("win", 1200)


@clause(GAME, "8(d)")
def test_8d_a_double_above_the_original_is_refused() -> None:
    scene = Scene(GAME).wager("Ann", original=1000).no_more_bets()
    refusal = scene.refused("Ann", "double", amount=1100)
    assert "above the original wager" in str(refusal)


@clause(GAME, "6(b)")
def test_6b_no_wager_after_no_more_bets() -> None:
    scene = Scene(GAME, players=("Ann", "Bob")).wager("Ann", original=1000).no_more_bets()
    assert scene.refused("Bob", "wager", "original", 1000).clause == "6(b)"


@clause(GAME, "11(b)")
def test_11b_one_boxed_card_goes_to_the_rack_and_a_second_voids_the_round() -> None:
    one = dealt("2c^ As Ad Ah Kc Qs")
    assert one.result("Ann", "original") == ("win", 4000)
    two = Scene(GAME, "2c^ As 3c^ Ad Ah Kc").wager("Ann", original=1000).no_more_bets()
    assert two.result("Ann", "original") == ("void", 1000)
    assert two.round.over


@clause(GAME, "11(a)")
def test_11a_an_exposed_hole_card_voids_every_hand() -> None:
    scene = Scene(GAME).wager("Ann", original=1000).no_more_bets()
    scene.report("exposed hole card")
    assert scene.result("Ann", "original") == ("void", 1000)


@clause(GAME, "11(d)")
@pytest.mark.parametrize(("place", "cards"), [("seat 1", 0), ("seat 1", 2), ("community", 3), ("community", 5)])
def test_11d_a_wrong_number_of_cards_voids_every_hand(place: str, cards: int) -> None:
    scene = Scene(GAME, players=("Ann", "Bob")).wager("Ann", original=1000).wager("Bob", original=500)
    scene.report("misdeal", place=place, amount=cards)
    scene.no_more_bets()
    assert [scene.result(who, "original")[0] for who in ("Ann", "Bob")] == ["void", "void"]
    assert scene.events(ev.Irregular)[0].place == place


@clause(GAME, "10(b)")
def test_10b_pay_tables_are_raised_and_never_lowered() -> None:
    Table(GAME, {"pays": {**_plain_pays(), "flush": "9 to 1"}})
    with pytest.raises(RulesError, match="below the document's 8 to 1"):
        Table(GAME, {"pays": {**_plain_pays(), "flush": "7 to 1"}})


def _plain_pays() -> dict[str, str]:
    from pitboss.games.double_down_stud.rules import PAYS

    return {hand: str(odds) for hand, odds in PAYS.items()}
