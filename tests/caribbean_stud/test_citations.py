"""Caribbean Stud Poker: the citations and the exact words of each settlement."""

from __future__ import annotations

from typing import Any

import pytest

from caribbean import BELOW, FIVE_CARD, HANDS, NAMES, QUALIFIES, played
from pitboss.engine.round import events as ev

from scene import Scene

COMPARED = ("10(c)(3)", "10(c)(3)(ii)")
LOW = [
    "Kd Jc 9s 7c 2c",
    "Kc Jh 8s 7d 2h",
    "Ks Td 8d 5c 2s",
    "Qd Jd 8h 3c 2d",
    "Ts 9h 6h 4h 3s",
    "Th 9d 6c 4c 3h",
    "As Qs 5h 4d 3d",
]
"""Seven hands that win nothing."""


def said(scene: Scene, wager: str, who: str = "Ann") -> tuple[Any, ...]:
    end = scene.settled(who, wager)
    return end.clause, end.also, end.ruling, end.line, end.pays


@pytest.mark.parametrize(
    ("hand", "dealer", "ante", "bet"),
    [
        (
            HANDS["high card"],
            BELOW,
            ("10(c)(3)(i)", ("10(c)(3)", "11(a)"), "no-qualify-pays-ante", "dealer below ace-king", "1 to 1"),
            ("10(c)(3)(i)", ("10(c)(3)",), "no-qualify-pays-ante", "dealer below ace-king", ""),
        ),
        (
            HANDS["two pair"],
            QUALIFIES,
            ("10(c)(3)(ii)b.", (*COMPARED, "11(a)"), "", "higher than the dealer", "1 to 1"),
            ("10(c)(3)(ii)b.", (*COMPARED, "11(b)"), "", "higher than the dealer, two pair", "2 to 1"),
        ),
        (
            HANDS["high card"],
            QUALIFIES,
            ("10(c)(3)(ii)b.", (*COMPARED, "5(c)", "11(a)"), "standard-order", "higher than the dealer", "1 to 1"),
            (
                "10(c)(3)(ii)b.",
                (*COMPARED, "5(c)", "11(b)"),
                "standard-order",
                "higher than the dealer, high card",
                "1 to 1",
            ),
        ),
        (
            HANDS["pair of nines"],
            "Ac As 4d 4c 2d",
            ("10(c)(3)(ii)a.", COMPARED, "", "lower than the dealer", ""),
            ("10(c)(3)(ii)a.", COMPARED, "", "lower than the dealer", ""),
        ),
        (
            HANDS["pair of nines"],
            "Ac As 4d 3c 2d",
            ("10(c)(3)(ii)a.", (*COMPARED, "5(c)"), "standard-order", "lower than the dealer", ""),
            ("10(c)(3)(ii)a.", (*COMPARED, "5(c)"), "standard-order", "lower than the dealer", ""),
        ),
        (
            "Ad Ks 4h 3d 2s",
            QUALIFIES,
            ("10(c)(3)(ii)c.", (*COMPARED, "5(c)", "1:push", "1:suit"), "standard-order", "equal to the dealer", ""),
            ("10(c)(3)(ii)c.", (*COMPARED, "5(c)", "1:push", "1:suit"), "standard-order", "equal to the dealer", ""),
        ),
    ],
)
def test_10c3_what_decides_ante_and_bet(
    hand: str, dealer: str, ante: tuple[object, ...], bet: tuple[object, ...]
) -> None:
    scene = played([hand], dealer)
    assert (said(scene, "ante"), said(scene, "bet")) == (ante, bet)


@pytest.mark.parametrize(("dealer", "counts"), [(QUALIFIES, True), ("Ac Qh Jd Tc 9d", False), ("2c 2d 4d 3c 5d", True)])
def test_1_only_the_dealers_hand_qualifies_from_ace_king_on(dealer: str, counts: bool) -> None:
    scene = played(["As Ks 8c 6h 4c"], dealer)
    found = {e.place: "1:qualifying hand" in e.also for e in scene.events(ev.Ranked)}
    assert found == {"dealer": counts, "seat 1": False}


def test_10a_what_a_fold_loses_and_by_what() -> None:
    scene = played([HANDS["flush"]], side={"bonus": 500, "progressive": 100}, folds=["Ann"])
    assert said(scene, "ante") == ("10(a)", (), "fold-forfeits", "folded", "")
    assert said(scene, "bonus") == said(scene, "progressive") == ("10(b)", (), "fold-forfeits", "folded", "")


@pytest.mark.parametrize(
    ("hand", "line", "pays"),
    [
        ("pair of nines", "below a pair of tens", ""),
        ("pair of tens", "pair of tens or better", "1 to 1"),
        ("two pair", "two pair", "3 to 1"),
        ("royal flush", "royal flush", "1,000 to 1"),
    ],
)
def test_11c_the_line_of_the_bonus(hand: str, line: str, pays: str) -> None:
    scene = played([HANDS[hand]], side={"bonus": 500})
    assert said(scene, "bonus") == ("10(c)1.", ("11(c)",), "side-wagers-always", line, pays)


@pytest.mark.parametrize(
    ("hand", "also", "pays"),
    [
        ("flush", ("11(d)", "11(d)(2)", "11(d)(3)", "1:progressive payout hand"), "40 for 1"),
        ("straight", ("11(d)", "11(d)(2)", "11(d)(3)"), "30 for 1"),
        ("three of a kind", ("11(d)", "11(d)(2)", "11(d)(3)"), "9 for 1"),
    ],
)
def test_11d_a_flush_or_better_is_a_progressive_payout_hand(hand: str, also: tuple[str, ...], pays: str) -> None:
    scene = played([HANDS[hand]], side={"progressive": 100})
    assert said(scene, "progressive") == ("10(c)2.iv.", also, "table-decides", hand, pays)
    lost = played([HANDS["two pair"]], side={"progressive": 100})
    assert said(lost, "progressive") == ("10(c)2.", ("11(d)", "11(d)(2)"), "table-decides", "two pair", "")


def test_12l_with_a_link_table_the_link_clauses_are_cited() -> None:
    rules = {"progressive": "PTMGL01", "progressive_linked": True}
    scene = played([HANDS["flush"], "Kc Kh 4d 4c 2s", "Ts 9s 8s 7s 6s"], side={"progressive": 100}, rules=rules)
    also = ("12(l)", "11(d)(2)", "12(m)")
    won = (*also, "11(d)(3)", "1:progressive payout hand")
    assert said(scene, "progressive") == ("10(c)2.iv.", won, "table-decides", "flush", "40 for 1")
    assert said(scene, "progressive", "Bob") == ("10(c)2.", also, "table-decides", "two pair", "")
    assert said(scene, "envy") == ("10(c)2.v.", ("12(l)",), "envy-hands", "straight flush at seat 3", "")
    assert scene.settled("Ann", "envy").table == "PTMGL01"


def test_11d7_envy_names_the_wagers_amount_and_is_paid_from_the_dealers_right() -> None:
    hands = [LOW[0], LOW[2], HANDS["straight flush"], LOW[1]]
    rules = {"progressive_wager": 500}
    scene = played(hands, side={"progressive": 500}, rules=rules)
    envy = [(end.player, end.returned, end.table) for end in scene.round.settlements if end.wager == "envy"]
    assert envy == [("Dee", 1500_00, "$5 wager"), ("Bob", 1500_00, "$5 wager"), ("Ann", 1500_00, "$5 wager")]
    assert said(scene, "envy") == ("10(c)2.v.", ("11(d)(7)",), "envy-hands", "straight flush at seat 3", "")


@pytest.mark.parametrize(
    ("meter", "back", "rounded"),
    [
        (1_000_020, 100_009, False),  # with 70 cents of the wager: a tenth of 1,000,090
        (1_000_021, 100_010, True),
        (1_000_029, 100_010, True),
        (1_000_030, 100_010, False),
    ],
)
def test_11d6_a_tenth_that_breaks_a_cent_is_told(meter: int, back: int, rounded: bool) -> None:
    scene = played([HANDS["straight flush"]], side={"progressive": 100}, meters={"meter": meter})
    end = scene.settled("Ann", "progressive")
    assert (end.returned, end.rounded, end.source) == (back, rounded, "meter")
    whole = played([HANDS["royal flush"]], side={"progressive": 100}, meters={"meter": meter})
    end = whole.settled("Ann", "progressive")
    assert (end.returned, end.rounded) == (meter + 70, False)
    side = {"five_card_bonus": 100}
    scene = played([HANDS["straight flush"]], side=side, rules=FIVE_CARD, meters={"five card": meter})
    end = scene.settled("Ann", "five card bonus")
    assert (end.returned, end.rounded, end.source) == (back, rounded, "five card")
    side = {"five_card_bonus_dealer": 100}
    scene = played([LOW[0]], HANDS["straight flush"], side=side, rules=FIVE_CARD, meters={"five card": meter})
    end = scene.settled("Ann", "five card bonus dealer")
    assert (end.returned, end.rounded, end.source) == (back, rounded, "five card")


def test_11e_what_the_five_card_wagers_rest_on() -> None:
    side = {"five_card_bonus": 100, "five_card_bonus_dealer": 100}
    scene = played([HANDS["flush"]], HANDS["full house"], side=side, rules=FIVE_CARD)
    paid = ("10(c)3.", "11(e)(1)", "11(e)(2)")
    assert said(scene, "five card bonus") == ("10(c)3.iii.", paid, "side-wagers-always", "flush", "50 for 1")
    on_dealer = said(scene, "five card bonus dealer")
    assert on_dealer == ("10(c)3.iii.", paid, "side-wagers-always", "full house", "100 for 1")
    lost = played([LOW[0]], side=side, rules=FIVE_CARD)
    assert said(lost, "five card bonus") == ("10(c)3.", ("11(e)", "11(e)(1)"), "side-wagers-always", "high card", "")


@pytest.mark.parametrize(("players", "eight"), [(6, ()), (7, ("12(f)",))])
def test_12f_eight_hands_have_a_clause_of_their_own(players: int, eight: tuple[str, ...]) -> None:
    hands = ["As Ah Ad Qc Tc", *LOW[: players - 1]]
    scene = played(hands, "Ac Qh 7h 5s 4s", side={"cover_all": 500})
    also = ("12(j)", "12(g)", "12(c)", "12(k)", *eight)
    for who in NAMES[:players]:
        assert said(scene, "cover all", who) == ("12(b)", also, "cover-all-hands", "three of a kind", "3 to 1")
    lost = played(LOW[:players], "Ac Qh 7h 5s 4s", side={"cover_all": 500})
    assert said(lost, "cover all") == ("12(b)", also, "cover-all-hands", "no hand of three of a kind", "")


@pytest.mark.parametrize(
    ("rules", "also"),
    [
        ({}, ("4(b)", "4(b)(1)", "2(a)")),
        ({"packs": 2}, ("4(b)", "4(b)(1)", "2(b)")),
        ({"shuffler": "manual"}, ("4(b)", "4(c)(2)", "2(a)")),
        ({"dealing": "hand"}, ("4(b)", "4(b)(1)", "8(a)", "8(c)", "8(c)(1)", "2(a)")),
        ({"dealing": "automated shoe"}, ("4(b)", "4(b)(1)", "9(a)", "9(c)", "2(a)")),
    ],
)
def test_what_the_placing_of_the_cards_rests_on(rules: dict[str, object], also: tuple[str, ...]) -> None:
    scene = Scene("caribbean_stud", rules=rules)
    if rules.get("shuffler") == "manual":
        scene.do("dealer", "cut", amount=20)
    assert scene.events(ev.Procedure)[-1].also == also


def test_whose_readings_and_validations_they_are() -> None:
    side = {"five_card_bonus": 100, "five_card_bonus_dealer": 100, "progressive": 100}
    hands = [LOW[0], HANDS["straight flush"]]
    scene = played(hands, HANDS["royal flush"], side=side, rules=FIVE_CARD)
    assert [(e.meter, e.seat, e.player, e.clause, e.also) for e in scene.events(ev.Metered)] == [
        ("five card", 0, "dealer", "11(e)(1)", ("11(e)(2)",)),
        ("meter", 2, "Bob", "11(d)(6)", ()),
        ("five card", 2, "Bob", "11(e)(1)", ()),
    ]
    assert [(e.what, e.seat, e.player, e.clause) for e in scene.events(ev.Validated)] == [
        ("five card bonus on the dealer's hand", 0, "dealer", "10(c)3.ii."),
        ("progressive payout", 2, "Bob", "10(c)2.iii."),
        ("five card bonus", 2, "Bob", "10(c)3.ii."),
    ]
    assert [(e.meter, e.amount, e.reset) for e in scene.events(ev.Paid)] == [
        ("five card", 1_000_280, 1_000_000),  # from the seed and 70 cents of each of four wagers, back to the seed
        ("meter", 100_014, 0),
        ("five card", 100_000, 0),
    ]
