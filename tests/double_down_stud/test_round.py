"""Double Down Stud: hands, pay table, settlement and payout limit, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss import RulesError, Table
from pitboss.basics import poker
from pitboss.basics.cards import PACK_52, parse_cards
from pitboss.basics.money import UNITS
from pitboss.engine.registry import clauses
from pitboss.engine.round import events as ev
from pitboss.games.double_down_stud.game import good
from pitboss.games.double_down_stud.rules import BESIDE_ROYAL, PAYS, DoubleDownStudRules
from pitboss.games.double_down_stud.settle import LOSE, PUSH, line

from scene import Scene

clause = pytest.mark.clause
NAME = "double_down_stud"
PLAIN_PAYS = {hand: str(odds) for hand, odds in PAYS.items()}


def dealt(cards: str, original: int = 1000, double: int = 0, **rules: Any) -> Scene:
    """One player. The cards are in the order of the deal: the player's, the hole card, three community cards."""
    scene = Scene(NAME, cards, rules=rules).wager("Ann", original=original).no_more_bets()
    if double:
        scene.do("Ann", "double", amount=double)
    return scene.no_more_bets()


def ranked(scene: Scene) -> ev.Ranked:
    (event,) = scene.events(ev.Ranked)
    assert isinstance(event, ev.Ranked)
    return event


# --- section 5: rankings


@pytest.mark.parametrize(
    ("cards", "category", "clause_id", "name"),
    [
        pytest.param(
            "As Ks Qs Js Ts", "royal flush", "5(b)(1)", "royal flush", marks=clause(NAME, "5(b)(1)"), id="5(b)(1)"
        ),
        pytest.param(
            "Ks 9s Qs Js Ts",
            "straight flush",
            "5(b)(2)",
            "straight flush, king high",
            marks=clause(NAME, "5(b)(2)"),
            id="5(b)(2)",
        ),
        pytest.param(
            "2s 2d 2h 2c 3s",
            "four of a kind",
            "5(b)(3)",
            "four of a kind, twos, three kicker",
            marks=clause(NAME, "5(b)(3)"),
            id="5(b)(3)",
        ),
        pytest.param(
            "2s 2d 2h 3c 3s",
            "full house",
            "5(b)(4)",
            "full house, twos full of threes",
            marks=clause(NAME, "5(b)(4)"),
            id="5(b)(4)",
        ),
        pytest.param(
            "7h 2h 3h 4h 5h", "flush", "5(b)(5)", "flush, seven-five-four-three-two", marks=clause(NAME, "5(b)(5)")
        ),
        pytest.param(
            "6d 2h 3h 4h 5h", "straight", "5(b)(6)", "straight, six high", marks=clause(NAME, "5(b)(6)"), id="5(b)(6)"
        ),
        pytest.param(
            "2s 2d 2h 3c 4s",
            "three of a kind",
            "5(b)(7)",
            "three of a kind, twos, four-three kickers",
            marks=clause(NAME, "5(b)(7)"),
            id="5(b)(7)",
        ),
        pytest.param(
            "2s 2d 3h 3c 4s",
            "two pair",
            "5(b)(8)",
            "two pair, threes over twos, four kicker",
            marks=clause(NAME, "5(b)(8)"),
            id="5(b)(8)",
        ),
        pytest.param(
            "2s 2d 3h 4c 5s",
            "pair",
            "5(b)(9)",
            "pair of twos, five-four-three kickers",
            marks=clause(NAME, "5(b)(9)"),
            id="5(b)(9)",
        ),
        pytest.param(
            "7s 2d 3h 4c 5s", "high card", "5(a)", "high card, seven-five-four-three-two", marks=clause(NAME, "5(a)")
        ),
    ],
)
@clause(NAME, "5(b)", "1:rank", "1:hand")
def test_5b_each_hand_is_ranked_by_the_clause_that_defines_it(
    cards: str, category: str, clause_id: str, name: str
) -> None:
    event = ranked(dealt(cards))
    assert (event.category, event.clause, event.name) == (category, clause_id, name)


LOWEST = {
    "pair": "2s 2h 3d 4c 5h",
    "two pair": "3s 3h 2d 2c 4s",
    "three of a kind": "2s 2h 2d 3c 4h",
    "straight": "5s 4h 3d 2c As",
    "flush": "7s 5s 4s 3s 2s",
    "full house": "2s 2h 2d 3s 3h",
    "four of a kind": "2s 2h 2d 2c 3c",
    "straight flush": "5s 4s 3s 2s As",
    "royal flush": "As Ks Qs Js Ts",
}
HIGHEST = {
    "high card": "Ah Kd Qc Jd 9h",
    "pair": "Ah Ad Kc Qd Jh",
    "two pair": "Ah Ad Kc Kd Qh",
    "three of a kind": "Ah Ad Ac Kd Qh",
    "straight": "Ah Kd Qc Jd Th",
    "flush": "Ah Kh Qh Jh 9h",
    "full house": "Ah Ad Ac Kd Kh",
    "four of a kind": "Ah Ad Ac As Kh",
    "straight flush": "Kh Qh Jh Th 9h",
}


@pytest.mark.parametrize(("above", "below"), list(zip(LOWEST, HIGHEST, strict=True)))
@clause(NAME, "5(b)", "1:rank")
def test_5b_the_lowest_hand_of_a_kind_is_above_the_highest_of_the_kind_below(above: str, below: str) -> None:
    lowest, highest = ranked(dealt(LOWEST[above])), ranked(dealt(HIGHEST[below]))
    assert (lowest.category, highest.category) == (above, below)
    assert poker.strength(parse_cards(lowest.cards)) > poker.strength(parse_cards(highest.cards))


@pytest.mark.parametrize(
    ("cards", "category"),
    [("5d As 2s 3s 4s", "straight"), ("5s As 2s 3s 4s", "straight flush"), ("Kd As Qs Js Ts", "straight")],
)
@clause(NAME, "5(a)")
def test_5a_an_ace_is_high_or_completes_two_to_five(cards: str, category: str) -> None:
    event = ranked(dealt(cards))
    assert event.category == category
    assert "5(a)" in event.also


@pytest.mark.parametrize(("cards", "category"), [("Kd As 2s 3s 4s", "high card"), ("Ks As 2s 3s 4s", "flush")])
@clause(NAME, "5(a)")
def test_5a_king_ace_two_is_no_sequence(cards: str, category: str) -> None:
    assert ranked(dealt(cards)).category == category


@pytest.mark.parametrize("suit", ["d", "s", "c", "h"])
@clause(NAME, "1:suit", "5(b)(5)")
def test_1_suit_five_of_any_of_the_four_suits_are_a_flush(suit: str) -> None:
    event = ranked(dealt(" ".join(rank + suit for rank in "25689")))
    assert event.category == "flush"
    assert "1:suit" in event.also


@clause(NAME, "1:hand")
def test_1_hand_each_player_has_one_card_and_shares_four() -> None:
    scene = Scene(NAME, "Kd 7s 7c 2h 3d 4c", players=("Ann", "Bob"))
    scene.wager("Ann", original=1000).wager("Bob", original=1000).no_more_bets().no_more_bets()
    hands = {event.place: event.cards for event in scene.events(ev.Ranked)}
    assert hands == {"seat 1": ("Kd", "7c", "2h", "3d", "4c"), "seat 2": ("7s", "7c", "2h", "3d", "4c")}


# --- sections 9 and 10: settlement of each hand


@pytest.mark.parametrize(
    ("cards", "line", "original", "double"),
    [
        ("As Ks Qs Js Ts", "royal flush", 1_001_000, 300_300),
        ("Ks 9s Qs Js Ts", "straight flush", 101_000, 30_300),
        ("5s As 2s 3s 4s", "straight flush", 101_000, 30_300),
        ("2s 2d 2h 2c 3s", "four of a kind", 26_000, 7_800),
        ("2s 2d 2h 3c 3s", "full house", 11_000, 3_300),
        ("As Ks Qs Js 9s", "flush", 9_000, 2_700),
        ("Ks As 2s 3s 4s", "flush", 9_000, 2_700),
        ("As Ks Qs Js Td", "straight", 6_000, 1_800),
        ("5d As 2s 3s 4s", "straight", 6_000, 1_800),
        ("2s 2d 2h 3c 4s", "three of a kind", 4_000, 1_200),
        ("2s 2d 3h 3c 4s", "two pair", 3_000, 900),
        ("As Ad 2h 3c 4s", "pair of jacks or better", 2_000, 600),
        ("Ks Kd 2h 3c 4s", "pair of jacks or better", 2_000, 600),
        ("Qs Qd 2h 3c 4s", "pair of jacks or better", 2_000, 600),
        ("Js Jd 2h 3c 4s", "pair of jacks or better", 2_000, 600),
    ],
)
@clause(NAME, "10(b)", "9(c)")
def test_9c_jacks_or_better_win_by_the_table_on_original_and_double(
    cards: str, line: str, original: int, double: int
) -> None:
    scene = dealt(cards, original=1000, double=300)
    assert scene.result("Ann", "original") == ("win", original)
    assert scene.result("Ann", "double") == ("win", double)
    assert scene.settled("Ann", "original").line == line
    assert scene.settled("Ann", "original").pays == PLAIN_PAYS[line]


@pytest.mark.parametrize("rank", "6789T")
@clause(NAME, "9(b)", "10(b)", "1:push")
def test_9b_sixes_to_tens_push_and_the_card_is_collected(rank: str) -> None:
    scene = dealt(f"{rank}s {rank}d Ah Kc Qs", original=1000, double=300)
    assert scene.result("Ann", "original") == ("push", 1000)
    assert scene.result("Ann", "double") == ("push", 300)
    assert scene.settled("Ann", "original").ruling == "push-is-tens-to-sixes"
    assert [e.clause for e in scene.events(ev.Collected) if e.place == "seat 1"] == ["9(b)"]


@pytest.mark.parametrize("rank", "2345")
@clause(NAME, "9(a)", "10(b)")
def test_9a_fives_or_less_lose(rank: str) -> None:
    scene = dealt(f"{rank}s {rank}d Ah Kc Qs", original=1000, double=300)
    assert scene.result("Ann", "original") == ("lose", 0)
    assert scene.result("Ann", "double") == ("lose", 0)


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("2s 2d Ah Kc Qs", ("9(a)", ("10(b)",), "", "pair of fives or less", "")),
        ("6s 6d Ah Kc Qs", ("9(b)", ("10(b)", "1:push"), "push-is-tens-to-sixes", "pair of sixes to tens", "")),
        ("Js Jd Ah Kc Qs", ("9(c)", ("10(b)",), "", "pair of jacks or better", "1 to 1")),
    ],
)
@clause(NAME, "10(b)")
def test_10b_both_wagers_say_what_decided_them(cards: str, told: tuple[object, ...]) -> None:
    scene = dealt(cards, double=300)
    for end in (scene.settled("Ann", "original"), scene.settled("Ann", "double")):
        assert (end.clause, end.also, end.ruling, end.line, end.pays) == told


@pytest.mark.parametrize("cards", ["As Kd Qh Jc 9s", "Kd As 2s 3s 4s", "7s 2d 3h 4c 5s"])
@clause(NAME, "9(a)", "10(b)")
def test_9a_no_pair_loses(cards: str) -> None:
    assert dealt(cards).result("Ann", "original") == ("lose", 0)


@pytest.mark.parametrize(
    ("lower", "lower_result", "higher", "higher_result"),
    [("5s 5d Ah Kc Qs", "lose", "6s 6d 2h 3c 4s", "push"), ("Ts Td Ah Kc Qs", "push", "Js Jd 2h 3c 4s", "win")],
)
@clause(NAME, "10(b)")
def test_10b_the_pair_decides_and_kickers_never_do(
    lower: str, lower_result: str, higher: str, higher_result: str
) -> None:
    assert dealt(lower).result("Ann", "original")[0] == lower_result
    assert dealt(higher).result("Ann", "original")[0] == higher_result


@clause(NAME, "9(a)", "9(c)")
def test_9a_hands_are_settled_from_the_dealers_right_and_losers_collected_at_once() -> None:
    scene = Scene(NAME, "2d 7s Kd 7c Kh 3d 4c", players=("Ann", "Bob", "Cyd"))
    for who in ("Ann", "Bob", "Cyd"):
        scene.wager(who, original=1000)
    scene.no_more_bets().no_more_bets()
    order = [
        (type(e).__name__, e.player if isinstance(e, ev.Settled) else e.place)
        for e in scene.round.events
        if isinstance(e, ev.Settled | ev.Collected)
    ]
    assert order == [
        ("Settled", "Cyd"),
        ("Collected", "seat 3"),
        ("Settled", "Bob"),
        ("Collected", "seat 2"),
        ("Settled", "Ann"),
        ("Collected", "seat 1"),
        ("Collected", "community"),
    ]
    assert [scene.result(who, "original")[0] for who in ("Cyd", "Bob", "Ann")] == ["win", "push", "lose"]


@clause(NAME, "9(c)", "9(d)")
def test_9d_the_rack_holds_the_hands_in_the_order_they_were_picked_up_then_the_stub() -> None:
    scene = Scene(NAME, "2d 7s Kd 7c Kh 3d 4c", players=("Ann", "Bob", "Cyd"))
    for who in ("Ann", "Bob", "Cyd"):
        scene.wager(who, original=1000)
    scene.no_more_bets().no_more_bets()
    assert scene.round.layout.rack == ["Kd", "7s", "2d", "7c", "Kh", "3d", "4c"]
    assert all("9(d)" in e.also for e in scene.events(ev.Collected))
    (stub,) = scene.events(ev.Stub)
    assert (stub.cards, stub.clause) == (52 - 7, "9(c)")


@clause(NAME, "1:round of play")
def test_1_round_of_play_ends_when_every_wager_is_paid_or_collected() -> None:
    scene = dealt("Js Jd 2h 3c 4s", original=1000, double=300)
    (ended,) = scene.events(ev.Ended)
    assert (ended.staked, ended.returned, ended.clause) == (1300, 2600, "1:round of play")
    assert ended.house_units == -1300 * UNITS


# --- section 10: pay tables and the payout limit


@pytest.mark.parametrize("hand", list(PAYS))
@clause(NAME, "10(b)")
def test_10b_no_line_is_lowered(hand: str) -> None:
    lower = {"1 to 1": "1 to 2", "1,000 to 1": "999 to 1"}.get(PLAIN_PAYS[hand], "1 to 1")
    with pytest.raises(RulesError, match=f"'{hand}' pays {lower}, below the document's"):
        Table(NAME, {"pays": {**PLAIN_PAYS, hand: lower}})


@pytest.mark.parametrize(
    ("hand", "odds", "cards", "returned"),
    [
        ("royal flush", "2000 to 1", "As Ks Qs Js Ts", 2_001_000),
        ("flush", "9 to 1", "As Ks Qs Js 9s", 10_000),
        ("pair of jacks or better", "3 to 2", "Js Jd 2h 3c 4s", 2_500),
    ],
)
@clause(NAME, "10(b)")
def test_10b_a_line_may_be_raised(hand: str, odds: str, cards: str, returned: int) -> None:
    scene = dealt(cards, pays={**PLAIN_PAYS, hand: odds})
    assert scene.result("Ann", "original") == ("win", returned)


@clause(NAME, "10(b)")
def test_10b_a_line_left_out_stays_and_there_is_no_other() -> None:
    short = {hand: odds for hand, odds in PLAIN_PAYS.items() if hand != "flush"}
    assert Table(NAME, {"pays": short}).rules == Table(NAME).rules
    bare = DoubleDownStudRules(pays={hand: odds for hand, odds in PAYS.items() if hand != "flush"})
    with pytest.raises(RulesError, match="'flush' has no line"):
        Table(NAME, bare)
    with pytest.raises(RulesError, match="'pair of tens' is not a hand of this pay table"):
        Table(NAME, {"pays": {**PLAIN_PAYS, "pair of tens": "1 to 1"}})


@clause(NAME, "10(a)")
def test_10a_odds_stated_with_for_are_refused() -> None:
    with pytest.raises(RulesError, match="stated with 'to'") as error:
        Table(NAME, {"pays": {**PLAIN_PAYS, "flush": "9 for 1"}})
    assert [defect.clause for defect in error.value.defects] == ["10(a)"]


@clause(NAME, "10(a)", "10(b)")
def test_10a_odds_that_are_too_low_as_well_have_two_defects() -> None:
    with pytest.raises(RulesError) as error:
        Table(NAME, {"pays": {**PLAIN_PAYS, "flush": "8 for 1"}})
    assert [defect.clause for defect in error.value.defects] == ["10(b)", "10(a)"]


@clause(NAME, "10(b)")
@pytest.mark.parametrize(
    ("original", "returned", "rounded"), [(500, 1625, False), (501, 1629, True), (502, 1632, True), (504, 1638, False)]
)
def test_10b_a_broken_cent_goes_to_the_player_and_the_event_says_so(
    original: int, returned: int, rounded: bool
) -> None:
    rules: dict[str, Any] = {"pays": {**PLAIN_PAYS, "pair of jacks or better": "9 to 4"}, "chip": 1, "table_minimum": 1}
    end = dealt("Js Jd 2h 3c 4s", original=original, **rules).settled("Ann", "original")
    assert (end.returned, end.rounded) == (returned, rounded)


@pytest.mark.parametrize("cap", [100_000_00, 150_000_00])
@clause(NAME, "10(c)")
def test_10c_what_is_over_the_limit_is_cut_from_the_double(cap: int) -> None:
    scene = dealt("As Ks Qs Js Ts", original=80_00, double=80_00, payout_cap=cap, table_minimum=500)
    assert scene.settled("Ann", "original").returned == 80_080_00
    double = scene.settled("Ann", "double")
    assert double.returned == 80_00 + cap - 80_000_00
    assert double.capped == 160_000_00 - cap
    assert double.ruling == "payout-cap"
    assert "10(c)" in double.also


@clause(NAME, "10(c)")
def test_10c_an_original_that_wins_more_than_the_limit_leaves_the_double_its_stake() -> None:
    scene = dealt("As Ks Qs Js Ts", original=500_00, double=100_00, payout_cap=100_000_00)
    assert scene.result("Ann", "original") == ("win", 100_500_00)
    assert scene.result("Ann", "double") == ("win", 100_00)
    assert scene.settled("Ann", "double").capped == 100_000_00


def test_10c_winnings_at_the_limit_are_paid_in_full() -> None:
    scene = dealt("As Ks Qs Js Ts", original=100_00, payout_cap=100_000_00)
    end = scene.settled("Ann", "original")
    assert (end.result, end.returned, end.capped, end.also, end.ruling) == ("win", 100_100_00, 0, ("10(b)",), "")


@clause(NAME, "9(b)")
def test_10c_the_limit_is_on_what_is_won_and_a_push_wins_nothing() -> None:
    rules = {"payout_cap": 100_000_00, "table_maximum": 300_000_00}
    scene = Scene(NAME, "6s 6d Ah Kc Qs", rules=rules)
    scene.do("Ann", "wager", "original", 300_000_00, coupon=300_000_00)
    scene.no_more_bets().no_more_bets()
    end = scene.settled("Ann", "original")
    assert (end.result, end.returned, end.capped, end.coupon_taken) == ("push", 300_000_00, 0, False)


@clause(NAME, "10(c)")
def test_10c_each_area_has_a_limit_of_its_own() -> None:
    rules = {"payout_cap": 100_000_00, "two_areas": True}
    scene = Scene(NAME, "As 2s Ks Qs Js Ts", rules=rules)
    scene.do("Ann", "wager", "original", 500_00)
    scene.do("Ann", "wager", "original", 500_00, seat=2)
    scene.no_more_bets().no_more_bets()
    ends = {s.seat: (s.result, s.returned) for s in scene.round.settlements}
    assert ends == {1: ("win", 100_500_00), 2: ("win", 4_500_00)}


@pytest.mark.parametrize(
    ("minimum", "least"), [(500, 100_000_00), (5000, 100_000_00), (5100, 102_000_00), (10_000, 200_000_00)]
)
@clause(NAME, "10(c)")
def test_10c_the_least_limit(minimum: int, least: int) -> None:
    """The greater of $100,000 and a royal flush on the minimum original and its double."""
    Table(NAME, {"payout_cap": least, "table_minimum": minimum})
    with pytest.raises(RulesError, match="must be 0 or at least"):
        Table(NAME, {"payout_cap": least - 1, "table_minimum": minimum})


@pytest.mark.parametrize(
    ("minimum", "pays", "least"),
    [
        (500, {}, 100_000_00),
        (4500, {}, 100_000_00),  # $99,000 on both
        (4600, {}, 101_200_00),
        (5000, {}, 110_000_00),  # $100,000 on one area
        (10_000, {}, 220_000_00),
        (10_000, {"straight": "150 to 1"}, 230_000_00),
        (10_000, {"flush": "700 to 1"}, 340_000_00),
        (10_000, {"pair of jacks or better": "300 to 1"}, 260_000_00),
        (10_000, {"four of a kind": "500 to 1"}, 220_000_00),  # never beside a royal flush
        (10_000, {"four of a kind": "600 to 1"}, 240_000_00),  # twice, from four community cards
    ],
)
@clause(NAME, "10(c)")
def test_10c_with_two_areas_the_least_limit_covers_both(minimum: int, pays: dict[str, str], least: int) -> None:
    """A royal flush on one area and a straight flush on the other, each with its double."""
    rules = {"two_areas": True, "table_minimum": minimum, "pays": {**PLAIN_PAYS, **pays}}
    assert Table(NAME, {**rules, "payout_cap": least}).rules.payout_cap == least
    with pytest.raises(RulesError, match="must be 0 or at least") as error:
        Table(NAME, {**rules, "payout_cap": least - 1})
    assert [(defect.option, defect.clause) for defect in error.value.defects] == [("payout_cap", "10(c)")]


def test_10c_one_patron_does_win_that_much_on_two_areas() -> None:
    rules = {"two_areas": True, "table_minimum": 5000, "payout_cap": 110_000_00}
    scene = Scene(NAME, "As 9s Ks Qs Js Ts", rules=rules)
    for seat in (1, 2):
        scene.do("Ann", "wager", "original", 5000, seat=seat)
    scene.no_more_bets()
    for seat in (1, 2):
        scene.do("Ann", "double", amount=5000, seat=seat)
    scene.no_more_bets()
    assert sum(s.returned - s.stake for s in scene.round.settlements) == 110_000_00


@pytest.mark.parametrize(("positions", "least"), [(1, 200_000_00), (2, 220_000_00)])
@clause(NAME, "10(c)")
def test_10c_two_areas_count_where_the_table_has_two(positions: int, least: int) -> None:
    rules = {"two_areas": True, "positions": positions, "table_minimum": 10_000}
    assert Table(NAME, {**rules, "payout_cap": least}).rules.payout_cap == least
    with pytest.raises(RulesError, match="must be 0 or at least"):
        Table(NAME, {**rules, "payout_cap": least - 1})


def test_10c_what_wins_on_a_second_area_beside_a_royal_flush() -> None:
    royal = parse_cards("As Ks Qs Js Ts")
    beside = set()
    for card in royal:
        common = [one for one in royal if one != card]
        beside |= {line(poker.strength([*common, other])) for other in PACK_52 if other not in royal}
    assert sorted(beside - {LOSE, PUSH}) == sorted(BESIDE_ROYAL)


def test_no_limit_is_the_default() -> None:
    assert dealt("As Ks Qs Js Ts", original=500_00, double=500_00).result("Ann", "double") == ("win", 500_500_00)


# --- the basic policy and the clauses


@pytest.mark.parametrize(
    ("cards", "doubles"),
    [
        ("6s 6d 2h 3c", True),
        ("5s 5d 2h 3c", False),
        ("2s 7s 9s Ks", True),
        ("4s 5d 6h 7c", True),
        ("4s 5d 6h 8c", False),
        ("As Kd Qh 9c", False),
    ],
)
def test_basic_doubles_with_what_it_says(cards: str, doubles: bool) -> None:
    assert good(parse_cards(cards)) is doubles


def test_every_clause_that_the_game_can_cite_is_one() -> None:
    known = clauses(NAME)
    scene = dealt("As Ks Qs Js Ts", double=100)
    assert scene.clauses() <= known.keys()
    assert len(known) == 66
