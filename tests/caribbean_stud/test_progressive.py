"""Caribbean Stud Poker, clause by clause: the progressive payout wager, its eleven tables, envy, links."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from caribbean import BELOW, FIVE_CARD, HANDS, QUALIFIES, at_table, decide, ends, laid, played
from pitboss import RulesError, Table
from pitboss.basics.money import UNITS
from pitboss.engine.round import events as ev
from pitboss.engine.rules import load
from pitboss.engine.table import Link
from pitboss.games.caribbean_stud.rules import PROGRESSIVE, CaribbeanStudRules, pay_sheet

from scene import Scene

clause = pytest.mark.clause
NAME = "caribbean_stud"

SEED = {"progressive_seed": 10_000_00}
SHARES_2 = {"progressive_shares": {"major": 60, "minor": 40}}
SHARES_3 = {"progressive_shares": {"mega": 50, "major": 30, "minor": 20}}

# --- 11(d), 12(l): every line of every table. The meter holds 70 cents of the wager, or its share of them.

TABLES: dict[str, dict[str, int]] = {
    "A": {"royal flush": 1_000_070, "straight flush": 500_000, "steel wheel": 500_000, "four of a kind": 50_000,
          "full house": 10_000, "flush": 5_000, "straight": 1_000, "three of a kind": 300, "two pair": 200,
          "pair of tens": 0, "high card": 0},
    "B": {"royal flush": 1_000_070, "straight flush": 100_007, "steel wheel": 100_007, "four of a kind": 50_000,
          "full house": 10_000, "flush": 5_000, "straight": 1_000, "three of a kind": 300, "two pair": 200,
          "pair of tens": 0, "high card": 0},
    "C": {"royal flush": 1_000_070, "straight flush": 100_007, "steel wheel": 100_007, "four of a kind": 20_000,
          "full house": 5_000, "flush": 4_000, "straight": 3_000, "three of a kind": 900, "two pair": 0,
          "pair of tens": 0, "high card": 0},
    "D": {"royal flush": 1_000_070, "straight flush": 100_007, "steel wheel": 100_007, "four of a kind": 30_000,
          "full house": 5_000, "flush": 4_000, "straight": 3_000, "three of a kind": 900, "two pair": 0,
          "pair of tens": 0, "high card": 0},
    "E": {"royal flush": 1_000_070, "straight flush": 100_007, "steel wheel": 100_007, "four of a kind": 50_000,
          "full house": 10_000, "flush": 5_000, "straight": 0, "three of a kind": 0, "two pair": 0,
          "pair of tens": 0, "high card": 0},
}  # fmt: skip


@pytest.mark.parametrize("table", [pytest.param(t, marks=clause(NAME, "11(d)", case=t)) for t in "ABCDE"])
@pytest.mark.parametrize("hand", list(TABLES["A"]))
def test_11d_every_line_of_the_progressive_tables(table: str, hand: str) -> None:
    scene = played([HANDS[hand]], side={"progressive": 100}, rules={"progressive": table, **SEED})
    end, back = scene.settled("Ann", "progressive"), TABLES[table][hand]
    assert (end.result, end.returned, end.table) == ("win" if back else "lose", back, table)


LINKED: dict[str, dict[str, int]] = {
    "PTMGL01": {"royal flush": 1_000_070, "straight flush": 100_007, "steel wheel": 100_007, "four of a kind": 30_000,
                "full house": 5_000, "flush": 4_000, "straight": 3_000, "three of a kind": 900, "two pair": 0},
    "PTMGL02": {"royal flush": 5_000_350, "straight flush": 500_035, "steel wheel": 500_035,
                "four of a kind": 150_000, "full house": 25_000, "flush": 20_000, "straight": 15_000,
                "three of a kind": 4_500, "two pair": 0},
    "PTMGL04": {"royal flush": 100_070, "straight flush": 100_070, "steel wheel": 100_070, "four of a kind": 30_000,
                "full house": 5_000, "flush": 4_000, "straight": 3_000, "three of a kind": 900, "two pair": 0},
    "PTMGLML01": {"royal flush": 1_000_042, "straight flush": 100_028, "steel wheel": 100_028,
                  "four of a kind": 30_000, "full house": 5_000, "flush": 4_000, "straight": 3_000,
                  "three of a kind": 900, "two pair": 0},
    "PTMGLML02": {"royal flush": 1_000_035, "straight flush": 100_021, "steel wheel": 100_021,
                  "four of a kind": 25_014, "full house": 5_000, "flush": 4_000, "straight": 3_000,
                  "three of a kind": 1_000, "two pair": 0},
    "PTMGLML03": {"royal flush": 1_000_035, "straight flush": 100_021, "steel wheel": 100_021,
                  "four of a kind": 25_014, "full house": 5_000, "flush": 4_000, "straight": 3_000,
                  "three of a kind": 900, "two pair": 0},
}  # fmt: skip
MORE: dict[str, dict[str, object]] = {
    "PTMGL02": {"progressive_wager": 500},
    "PTMGLML01": SHARES_2,
    "PTMGLML02": SHARES_3,
    "PTMGLML03": SHARES_3,
}


def on_a_link(table: str) -> dict[str, object]:
    """Rules with a link table, which defines its seeds and shares."""
    return {"progressive": table, "progressive_linked": True, **MORE.get(table, {})}


@pytest.mark.parametrize("table", [pytest.param(t, marks=clause(NAME, "12(l)", case=t)) for t in LINKED])
@pytest.mark.parametrize("hand", list(LINKED["PTMGL01"]))
@clause(NAME, "12(m)")
def test_12l_every_line_of_the_link_tables(table: str, hand: str) -> None:
    side = {"progressive": 500 if table == "PTMGL02" else 100}
    scene = played([HANDS[hand]], side=side, rules=on_a_link(table))
    end, back = scene.settled("Ann", "progressive"), LINKED[table][hand]
    assert (end.result, end.returned, end.table) == ("win" if back else "lose", back, table)


@pytest.mark.parametrize(
    ("table", "hand", "meter", "left"),
    [
        pytest.param("PTMGLML01", "royal flush", "major", 10_000_00, marks=clause(NAME, "12(l)", case="PTMGLML01")),
        pytest.param("PTMGLML01", "straight flush", "minor", 1_000_00, marks=clause(NAME, "12(l)", case="PTMGLML01")),
        pytest.param("PTMGLML02", "royal flush", "mega", 10_000_00, marks=clause(NAME, "12(l)", case="PTMGLML02")),
        pytest.param("PTMGLML02", "straight flush", "major", 1_000_00, marks=clause(NAME, "12(l)", case="PTMGLML02")),
        pytest.param("PTMGLML03", "four of a kind", "minor", 250_00, marks=clause(NAME, "12(l)", case="PTMGLML03")),
    ],
)
def test_12l_each_line_wins_and_resets_its_own_meter(table: str, hand: str, meter: str, left: int) -> None:
    scene = played([HANDS[hand]], side={"progressive": 100}, rules=on_a_link(table))
    assert [(e.meter, e.reset) for e in scene.events(ev.Paid)] == [(meter, left)]
    assert scene.settled("Ann", "progressive").source == meter
    assert scene.table.meters[meter].value == left
    for name, other in scene.table.meters.items():
        assert other.value == other.terms.seed + (0 if name == meter else other.terms.gain)


@clause(NAME, "12(l)")
def test_12l_seeds_scale_with_the_wager() -> None:
    five = Table(NAME, {**on_a_link("PTMGLML03"), "progressive_wager": 500})
    assert {name: meter.value for name, meter in five.meters.items()} == {
        "mega": 50_000_00, "major": 5_000_00, "minor": 1_250_00,
    }  # fmt: skip
    with pytest.raises(RulesError, match="PTMGL02 needs a wager of"):
        Table(NAME, {"progressive": "PTMGL02", "progressive_linked": True})


# --- 10(c)2., 11(d)(1) to (3): the payment of a win


@clause(NAME, "10(c)2.i.", "10(c)2.ii.", "10(c)2.iii.", "11(d)(1)", "11(d)(1)(i)", "11(d)(1)(ii)", "11(d)(1)(iii)")
@pytest.mark.parametrize("hand", ["straight", "four of a kind", "straight flush"])
def test_10c2_every_progressive_win_is_verified_and_waits_for_a_supervisor(hand: str) -> None:
    scene = decide(at_table([HANDS[hand]], side={"progressive": 100}))
    assert [e.clause for e in scene.events(ev.Procedure)][-2:] == ["10(c)2.i.", "10(c)2.ii."]
    assert not ends(scene, "Ann", "progressive")
    assert scene.refused("dealer", "validate").clause == "10(c)2.iii."
    scene.do("supervisor", "validate")
    assert [(e.what, e.player, e.clause) for e in scene.events(ev.Validated)] == [
        ("progressive payout", "Ann", "10(c)2.iii.")
    ]
    assert scene.result("Ann", "progressive")[0] == "win"
    assert scene.round.over


@clause(NAME, "10(c)2.i.", "10(c)2.ii.", "11(d)(1)(i)", "11(d)(1)(ii)")
def test_10c2ii_hand_and_light_of_each_winner_are_checked_in_turn_before_the_approval() -> None:
    hands = [HANDS["straight"], "Kd Js 8c 4c 2s", HANDS["flush"]]
    scene = played(hands, side={"progressive": 100}, rules={"progressive": "B"})
    told = [
        (type(e).__name__, e.clause, e.player)
        for e in scene.round.events
        if (isinstance(e, ev.Procedure) and e.clause.startswith("10(c)2."))
        or isinstance(e, ev.Validated)
        or (isinstance(e, ev.Settled) and e.wager == "progressive")
    ]

    def paid(who: str) -> list[tuple[str, str, str]]:
        checks = [("Procedure", "10(c)2.i.", who), ("Procedure", "10(c)2.ii.", who)]
        return [*checks, ("Validated", "10(c)2.iii.", who), ("Settled", "10(c)2.iv.", who)]

    assert told == [*paid("Cy"), ("Settled", "10(c)2.", "Bob"), *paid("Ann")]
    assert all("11(d)(1)(ii)" in e.also for e in scene.citing("10(c)2.ii."))
    assert len(scene.citing("11(d)(1)(ii)")) == 2


@clause(NAME, "10(c)2.ii.", "11(d)(1)(ii)", "6(c)", "7(c)")
def test_10c2ii_a_hand_whose_light_is_off_wins_nothing() -> None:
    """A royal flush whose chip was not accepted. The chip goes back, and the meter does not change."""
    hands = [HANDS["royal flush"], HANDS["straight flush"]]
    scene = Scene(NAME, laid(hands, BELOW), players=("Ann", "Bob"))
    for who in ("Ann", "Bob"):
        scene.wager(who, ante=1000, progressive=100)
    scene.report("chip not accepted", place="seat 1")
    decide(scene.no_more_bets()).house()
    assert ends(scene, "Ann", "progressive") == [100]
    assert scene.settled("Ann", "progressive").result == "void"
    assert {(e.seat, e.player) for e in scene.citing("10(c)2.ii.")} == {(2, "Bob")}
    assert ends(scene, "Bob", "progressive") == [100_007]
    assert not ends(scene, "Ann", "envy")
    assert ends(scene, "Bob", "envy") == [1_000_00]
    assert scene.table.meters["meter"].value == 1_000_070 - 100_007


@clause(NAME, "12(m)")
@pytest.mark.parametrize(
    ("hand", "dealer", "ends_as"),
    [
        ("As Ks Qs Js 2d", "Ts 9d 7c 4h 3c", ("lose", 0, "high card")),  # the dealer's ten would make a royal flush
        ("8s 8d 8h Kc 5d", "8c 9d 7c 4h 3c", ("win", 900, "three of a kind")),  # the dealer's eight would make four
        ("As Ks Qs Js 2d", "9d Ts 7c 4h 3c", ("lose", 0, "high card")),  # a hole card does not count either
    ],
)
def test_12m_on_a_link_only_the_five_cards_dealt_to_the_player_count(
    hand: str, dealer: str, ends_as: tuple[str, int, str]
) -> None:
    scene = played([hand], dealer, side={"progressive": 100}, rules=on_a_link("PTMGL01"))
    end = scene.settled("Ann", "progressive")
    assert (end.result, end.returned, end.line) == ends_as
    assert [sorted(e.cards) for e in scene.events(ev.Ranked) if e.place == "seat 1"] == [sorted(hand.split())]


@clause(NAME, "12(m)")
def test_12m_a_card_found_face_up_is_not_the_players() -> None:
    cards = laid(["As Ks Qs Js 2d"], "Qd Jd 9c 3c 4d").split()
    scene = Scene(NAME, " ".join([*cards[:8], "Ts^", *cards[8:]]), rules=on_a_link("PTMGL01"))
    scene.wager("Ann", ante=1000, progressive=100)
    decide(scene.no_more_bets()).house()
    assert [e.card for e in scene.events(ev.Burned)] == ["Ts"]
    assert scene.result("Ann", "progressive") == ("lose", 0)


@clause(NAME, "10(c)2.iv.")
def test_10c2iv_a_share_of_the_meter_comes_from_the_meter_and_its_cards_stay_until_documented() -> None:
    scene = played([HANDS["straight flush"]], side={"progressive": 100})
    assert scene.settled("Ann", "progressive").source == "meter"
    made = scene.round.events
    documented = next(e for e in made if isinstance(e, ev.Procedure) and "documented" in e.step)
    collected = next(e for e in made if isinstance(e, ev.Collected) and e.place == "seat 1")
    settled = scene.settled("Ann", "progressive")
    assert made.index(documented) < made.index(settled) < made.index(collected)
    fixed = played([HANDS["straight"]], side={"progressive": 100})
    assert fixed.settled("Ann", "progressive").source == ""


@clause(NAME, "10(c)2.", "11(d)(2)")
@pytest.mark.parametrize("dealer", [BELOW, QUALIFIES, "Ac Ad Ah 4d 4h"])
def test_11d2_the_progressive_pays_whatever_the_dealer_holds(dealer: str) -> None:
    won = played(["9s 8d 7h 6c 5d"], dealer, side={"progressive": 100})
    assert won.result("Ann", "progressive") == ("win", 3_000)
    lost = played(["Ts Td 8h 6c 5d"], dealer, side={"progressive": 100})
    assert lost.settled("Ann", "progressive").clause == "10(c)2."


@clause(NAME, "11(d)(3)", "1:progressive payout hand")
@pytest.mark.parametrize("hand", ["royal flush", "straight flush", "four of a kind", "full house", "flush"])
def test_11d3_a_hand_is_paid_once_in_its_highest_line(hand: str) -> None:
    scene = played([HANDS[hand]], side={"progressive": 100}, rules={"progressive": "B", **SEED})
    assert ends(scene, "Ann", "progressive") == [TABLES["B"][hand]]
    assert scene.settled("Ann", "progressive").line == hand


# --- 11(d)(5), 11(d)(6): the meter


@clause(NAME, "11(d)(5)")
def test_11d5_each_wager_adds_its_rate_at_lock_out() -> None:
    scene = at_table([HANDS["straight"], HANDS["royal flush"]], side=[{"progressive": 100}, {}])
    assert [(e.player, e.meter, e.units, e.clause) for e in scene.events(ev.Contributed)] == [
        ("Ann", "meter", 70 * UNITS, "11(d)(5)")
    ]
    assert scene.table.meters["meter"].value == 1_000_070


@clause(NAME, "11(d)(5)")
def test_11d5_a_win_of_all_resets_the_meter_to_its_seed() -> None:
    rules = {"progressive": "A", "progressive_seed": 4_000_00, "progressive_rate": 85}
    scene = played([HANDS["royal flush"]], side={"progressive": 100}, rules=rules, meters={"meter": 7_000_000})
    assert scene.result("Ann", "progressive") == ("win", 7_000_085)
    assert [(e.amount, e.reset) for e in scene.events(ev.Paid)] == [(7_000_085, 4_000_00)]
    assert scene.table.meters["meter"].value == 4_000_00


@clause(NAME, "11(d)(6)")
def test_11d6_each_is_paid_of_the_meter_as_it_stands_in_turn() -> None:
    hands = ["Ks Qs Js Ts 9s", "Ad Kd Qd Jd Td", "Kh Qh Jh Th 9h"]
    rules = {"progressive": "B", **SEED}
    scene = played(hands, side={"progressive": 100}, dealer="Qc Jc 9c 3c 2d", rules=rules, meters={"meter": 2_000_000})
    # 2,000,210 after three wagers: Cy wins a tenth, Bob the rest, and Ann a tenth of the seed
    assert scene.result("Cy", "progressive") == ("win", 200_021)
    assert scene.result("Bob", "progressive") == ("win", 1_800_189)
    assert scene.result("Ann", "progressive") == ("win", 100_000)
    assert [(e.player, e.amount) for e in scene.events(ev.Metered)] == [
        ("Cy", 2_000_210), ("Bob", 1_800_189), ("Ann", 1_000_000),
    ]  # fmt: skip
    assert scene.table.meters["meter"].value == 900_000


@clause(NAME, "11(d)(6)")
def test_11d6_a_broken_cent_is_paid_in_the_players_favor_and_parts_of_a_cent_stay() -> None:
    scene = played([HANDS["straight flush"]], side={"progressive": 100}, meters={"meter": Fraction(6_666_697, 2)})
    # 3,333,348 1/2 plus 70 cents shows as 3,333,418; a tenth is 333,341.8
    end = scene.settled("Ann", "progressive")
    assert (end.returned, end.rounded) == (333_342, True)
    assert scene.table.meters["meter"].value == Fraction(6_666_697, 2) + 70 - 333_342
    ended = scene.events(ev.Ended)[0]
    assert ended.house_units + ended.meter_units["meter"] == (ended.staked - ended.returned) * UNITS


# --- 10(c)2.v., 11(d)(7): envy


@pytest.mark.parametrize(
    ("wager", "hand", "envy"),
    [
        pytest.param(100, "royal flush", 1_000_00, marks=clause(NAME, "11(d)(7)", case="$1 wager")),
        pytest.param(100, "straight flush", 300_00, marks=clause(NAME, "11(d)(7)", case="$1 wager")),
        pytest.param(500, "royal flush", 5_000_00, marks=clause(NAME, "11(d)(7)", case="$5 wager")),
        pytest.param(500, "straight flush", 1_500_00, marks=clause(NAME, "11(d)(7)", case="$5 wager")),
    ],
)
@clause(NAME, "10(c)2.v.")
def test_11d7_envy_at_both_sizes_of_the_wager(wager: int, hand: str, envy: int) -> None:
    rules = {"progressive": "D", "progressive_wager": wager, **SEED}
    scene = played([HANDS["two pair"], HANDS[hand]], side={"progressive": wager}, rules=rules)
    end = scene.settled("Ann", "envy")
    assert (end.stake, end.result, end.returned, end.source) == (0, "win", envy, "")
    assert not ends(scene, "Bob", "envy")


ENVY = {
    "PTMGL01": (1_000_00, 300_00),
    "PTMGL02": (5_000_00, 1_500_00),
    "PTMGL04": (250_00, 250_00),
    "PTMGLML01": (1_000_00, 300_00),
    "PTMGLML02": (1_000_00, 300_00),
    "PTMGLML03": (1_000_00, 300_00),
}


@pytest.mark.parametrize("table", [pytest.param(t, marks=clause(NAME, "12(l)", case=t)) for t in ENVY])
def test_12l_envy_of_the_link_tables(table: str) -> None:
    rules = on_a_link(table)
    side = {"progressive": 500 if table == "PTMGL02" else 100}
    for hand, envy in zip(("royal flush", "straight flush"), ENVY[table], strict=True):
        scene = played([HANDS["pair of nines"].replace("8h", "8c"), HANDS[hand]], side=side, rules=rules)
        assert scene.result("Ann", "envy") == ("win", envy)
        assert scene.settled("Ann", "envy").table == table


@clause(NAME, "10(c)2.v.")
@pytest.mark.parametrize("table", ["A", "B", "C", "E"])
def test_10c2v_tables_without_envy_pay_none(table: str) -> None:
    rules = {"progressive": table, **SEED}
    scene = played([HANDS["two pair"], HANDS["royal flush"]], side={"progressive": 100}, rules=rules)
    assert not ends(scene, "Ann", "envy")
    paying = played([HANDS["two pair"], HANDS["straight flush"]], side={"progressive": 100})
    assert ends(paying, "Ann", "envy") == [300_00]


@clause(NAME, "10(c)2.v.")
def test_10c2v_one_envy_for_each_hand_of_another_player_never_for_the_dealers() -> None:
    hands = [HANDS["royal flush"], HANDS["straight flush"], "Kd 8c 6d 4c 2s"]
    scene = played(hands, "Kc Qc Jc Tc 9c", side={"progressive": 100})
    assert ends(scene, "Cy", "envy") == [300_00, 1_000_00]
    # for Bob's hand, then for Ann's, each time from the dealer's right
    assert [end.player for end in scene.round.settlements if end.wager == "envy"] == ["Cy", "Ann", "Cy", "Bob"]
    assert ends(scene, "Bob", "envy") == [1_000_00]
    assert ends(scene, "Ann", "envy") == [300_00]


@clause(NAME, "10(c)2.v.")
def test_10c2v_envy_needs_a_progressive_wager_of_ones_own_and_none_of_the_holders() -> None:
    side: list[dict[str, int]] = [{"progressive": 100}, {}, {}]
    scene = played([HANDS["high card"], HANDS["straight flush"], "Kh 9s 6s 4d 3s"], side=side)
    assert ends(scene, "Ann", "envy") == [300_00]
    assert not ends(scene, "Cy", "envy")


@clause(NAME, "10(c)2.v.", "10(b)")
def test_10c2v_a_fold_keeps_the_right_to_envy_and_a_folded_hand_gives_none() -> None:
    hands = [HANDS["high card"], HANDS["straight flush"]]
    scene = played(hands, side={"progressive": 100}, folds=["Ann"])
    assert ends(scene, "Ann", "envy") == [300_00]
    scene = played(hands, side={"progressive": 100}, folds=["Bob"])
    assert not ends(scene, "Ann", "envy")


@clause(NAME, "10(c)2.v.")
def test_10c2v_envy_never_lowers_the_meter() -> None:
    scene = played([HANDS["high card"], HANDS["straight flush"]], side=[{"progressive": 100}, {}])
    assert ends(scene, "Ann", "envy") == [300_00]
    assert scene.table.meters["meter"].value == 1_000_070


# --- options that the document forbids


@pytest.mark.parametrize(
    ("rules", "wrong"),
    [
        pytest.param({"progressive_rate": 69}, "between 70 and 100, not 69", marks=clause(NAME, "11(d)(5)")),
        pytest.param({"progressive_rate": 101}, "between 70 and 100, not 101", marks=clause(NAME, "11(d)(5)")),
        pytest.param({"progressive_seed": 0}, r"above \$0 and at most", marks=clause(NAME, "11(d)(5)")),
        pytest.param(
            {"progressive": "PTMGL01", "progressive_linked": True, "progressive_seed": 900_00},
            "defines its seeds",
            marks=clause(NAME, "12(l)"),
        ),
        pytest.param(
            {"progressive": "PTMGLML01", "progressive_linked": True},
            "a share for each of major, minor",
            marks=clause(NAME, "12(l)"),
        ),
        pytest.param(
            {**on_a_link("PTMGLML01"), "progressive_shares": {"major": 60, "minor": 30}},
            "all must add up to 100",
            marks=clause(NAME, "12(l)"),
        ),
        pytest.param(
            {"five_card": True, "five_card_seed": 9_999_00}, "must be between \\$10,000", marks=clause(NAME, "11(e)(4)")
        ),
        pytest.param(
            {"five_card": True, "five_card_seed": 10_000_00, "five_card_rate": 0},
            "between 1 and 100, not 0",
            marks=clause(NAME, "11(e)(4)"),
        ),
        pytest.param(
            {"magic_card": True, "magic_card_every": 5}, "needs the Five Card", marks=clause(NAME, "11(e)(3)")
        ),
        pytest.param(
            {"five_card": True, "five_card_seed": 10_000_00, "lucky_bonus": True},
            "must be between 1 and 1,000,000",
            marks=clause(NAME, "11(e)(3)"),
        ),
        pytest.param({"positions": 8}, "must be between 1 and 7", marks=clause(NAME, "12(k)")),
        pytest.param({"positions": 0}, "must be between 1 and 7", marks=clause(NAME, "12(k)")),
        pytest.param(
            {"progressive": "none", "progressive_linked": True}, "none can be linked", marks=clause(NAME, "12(n)")
        ),
    ],
)
def test_rules_that_the_document_does_not_permit(rules: dict[str, object], wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        Table(NAME, rules)


@clause(NAME, "11(e)(4)")
def test_11e4_the_five_card_meter_gains_its_rate_and_resets_to_its_seed() -> None:
    rules = {"five_card": True, "five_card_seed": 12_000_00, "five_card_rate": 33}
    scene = played([HANDS["royal flush"]], side={"five_card_bonus": 100}, rules=rules)
    assert [(e.meter, e.units) for e in scene.events(ev.Contributed)] == [("five card", 330_000)]
    assert scene.result("Ann", "five card bonus") == ("win", 1_200_033)
    assert scene.table.meters["five card"].value == 12_000_00


# --- links


@clause(NAME, "12(l)")
@pytest.mark.parametrize("table", list(LINKED))
def test_12l_link_tables_are_for_links(table: str) -> None:
    with pytest.raises(RulesError, match=rf"table {table} is only for links.*12\(l\)"):
        Table(NAME, {**on_a_link(table), "progressive_linked": False})


@clause(NAME, "11(d)")
def test_11d_table_d_with_a_seed_of_10000_dollars_is_the_default_and_is_not_linked() -> None:
    scene = played([HANDS["four of a kind"], HANDS["straight flush"]], side={"progressive": 100})
    rules = scene.table.rules
    assert isinstance(rules, CaribbeanStudRules)
    assert (rules.progressive, rules.progressive_linked, rules.progressive_seed) == ("D", False, 10_000_00)
    assert scene.table.link is None
    assert (scene.settled("Ann", "progressive").table, ends(scene, "Ann", "progressive")) == ("D", [30_000])
    assert ends(scene, "Bob", "progressive") == [100_014]
    assert ends(scene, "Ann", "envy") == [300_00]


@clause(NAME, "12(n)")
@pytest.mark.parametrize("table", ["D", "PTMGL01"])
def test_12n_a_link_may_have_a_single_table_as_yet(table: str) -> None:
    """A table with linked rules and no given link starts one, which other tables can join."""
    one = Table(NAME, on_a_link(table))
    assert one.link is not None
    two = Table(NAME, on_a_link(table), link=one.link)
    assert two.meters["meter"] is one.meters["meter"]
    with pytest.raises(RulesError, match="the pay table of the meter"):
        Table(NAME, on_a_link("PTMGL01" if table == "D" else "D"), link=one.link)


@clause(NAME, "11(d)(4)")
@pytest.mark.parametrize("table", ["A", "B", "C", "E"])
def test_11d4_tables_for_one_game_are_not_linked(table: str) -> None:
    with pytest.raises(RulesError, match=r"can't be linked: use D, or a linked table.*11\(d\)\(4\)"):
        load(NAME, CaribbeanStudRules, {"progressive": table, "progressive_linked": True})
    with pytest.raises(RulesError, match=r"for a single game.*11\(d\)\(4\)"):
        Table(NAME, {"progressive": table, **SEED}, link=Link())


LINK = {"progressive": "D", "progressive_linked": True, **SEED}


@clause(NAME, "12(n)")
@pytest.mark.parametrize(
    ("rules", "wrong"),
    [
        ({"progressive": "PTMGL01", "progressive_linked": True}, "the pay table of the meter is PTMGL01"),
        ({**LINK, "progressive_wager": 500}, r"the wager amount of the meter is \$5"),
        ({**LINK, "packs": 2}, "the table has 2 decks, but the linked tables have 1"),
        ({**LINK, "progressive_seed": 20_000_00}, "the seed of the meter"),
        ({**LINK, "progressive_rate": 80}, "the rate of the meter"),
        ({"progressive": "PTMGLML01", "progressive_linked": True, **SHARES_2}, "the meters of this table are major"),
        ({"progressive": "D", **SEED}, "is not linked by its rules"),
    ],
)
def test_12n_linked_tables_are_alike(rules: dict[str, object], wrong: str) -> None:
    link = Link()
    Table(NAME, LINK, link=link)
    with pytest.raises(RulesError, match=wrong):
        Table(NAME, rules, link=link)


@clause(NAME, "12(n)", "11(d)(6)")
def test_12n_tables_that_are_alike_share_the_meter() -> None:
    link = Link()
    with pytest.raises(RulesError):
        Table(NAME, {**LINK, "progressive_linked": False}, link=link)
    one, two = Table(NAME, LINK, link=link), Table(NAME, LINK, link=link)
    one.sit("Ann")
    one.stack(" ".join(f"{a} {b}" for a, b in zip(HANDS["straight"].split(), BELOW.split(), strict=True)))
    first = one.open_round()
    first.do("Ann", "wager", "ante", 1000)
    first.do("Ann", "wager", "progressive", 100)
    first.do("dealer", "no more bets")
    assert two.meters["meter"].read() == 1_000_070
    two.sit("Bob")
    two.stack(" ".join(f"{a} {b}" for a, b in zip(HANDS["royal flush"].split(), BELOW.split(), strict=True)))
    second = two.open_round()
    second.do("Bob", "wager", "ante", 1000)
    second.do("Bob", "wager", "progressive", 100)
    second.do("dealer", "no more bets")
    second.do("Bob", "bet", amount=2000)
    second.do("supervisor", "validate")
    assert next(s for s in second.settlements if s.wager == "progressive").returned == 1_000_140
    assert one.meters["meter"].value == 1_000_000


@pytest.mark.parametrize("name", PROGRESSIVE)
def test_every_share_of_a_table_is_of_a_meter_that_the_table_has(name: str) -> None:
    shares = {odds.meter for odds in PROGRESSIVE[name].values() if odds.kind == "share"}
    assert shares == set(msgspec.convert({"progressive": name}, CaribbeanStudRules).progressive_meters)


@pytest.mark.parametrize(
    ("rules", "titles"),
    [
        (
            {"positions": 2},
            ["ante", "bet, on a higher hand", "bonus, table A", "progressive, table D", "envy",
             "cover all, 2 hands", "cover all, 3 hands"],
        ),
        (
            {"bonus": "none", "progressive": "E", "cover_all": False, **FIVE_CARD},
            ["ante", "bet, on a higher hand", "progressive, table E",
             "five card bonus, on the player's or the dealer's hand"],
        ),
        (
            {"bonus": "C", "progressive": "none", "shuffler": "manual"},
            ["ante", "bet, on a higher hand", "bonus, table C"],
        ),
    ],
)  # fmt: skip
def test_the_pay_sheet_has_the_wagers_that_the_rules_offer(rules: dict[str, object], titles: list[str]) -> None:
    assert list(pay_sheet(load(NAME, CaribbeanStudRules, rules))) == titles
