"""Double Cross Poker: the three-card wager, decisions, showdown and settlement, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from double_cross import NAME, decided, ends, laid
from pitboss.basics import poker
from pitboss.basics.cards import parse_cards
from pitboss.basics.money import UNITS
from pitboss.engine.round import events as ev

from scene import Scene

clause = pytest.mark.clause


# --- 10(a): the three-card wager

BETTORS = ("Ann", "Bob", "Cid", "Dot")


def four_bettors() -> Scene:
    """Ann has a pair, Bob nothing, Cid a pair that he may conceal. Dot has no three-card wager."""
    cards = laid("9h 9d", "Kd Jc", "7h 7d", "2c 2h", dealer="8d 5c", horizontal="Th 6c 6s", vertical="3s 6c 4d")
    scene = Scene(NAME, cards, players=BETTORS)
    for player in BETTORS:
        scene.wager(player, ante=1000)
    for player in BETTORS[:3]:
        scene.do(player, "wager", "three-card", 500)
    return scene.no_more_bets()


@clause(NAME, "10(a)")
def test_10a_the_choice_to_expose_is_offered_to_every_bettor_and_to_nobody_else() -> None:
    scene = four_bettors()
    for player in BETTORS[:3]:
        (party,) = scene.round.waiting
        assert party.player == player
        assert [(o.do, o.why_not) for o in scene.round.offers(party)] == [("expose", ""), ("conceal", "")]
        scene.do(player, "conceal")
    assert scene.round.asking is not None
    assert scene.round.asking.about == "fold or raise"


@clause(NAME, "10(a)")
def test_10a_losing_wagers_are_collected_before_winning_ones_are_paid() -> None:
    scene = four_bettors()
    for player, action in zip(BETTORS, ("expose", "expose", "conceal"), strict=False):
        scene.do(player, action)
    assert [(s.player, s.result, s.returned, s.also, s.line, s.pays) for s in scene.round.settlements] == [
        ("Bob", "lose", 0, (), "high card", ""),
        ("Cid", "lose", 0, (), "not exposed", ""),
        ("Ann", "win", 1000, ("11(c)",), "one pair", "1 to 1"),
    ]
    assert not any(s.rounded for s in scene.round.settlements)


@clause(NAME, "10(a)")
def test_10a_exposed_cards_are_seen_by_all_and_then_turned_down_again() -> None:
    scene = four_bettors()
    assert scene.round.view("seat 4").cards("seat 1") == [None, None]
    scene.do("Ann", "expose")
    for viewer in ("public", "dealer", "seat 4"):
        assert scene.round.view(viewer).cards("seat 1") == ["9h", "9d"]
    shown = next(e for e in scene.events(ev.Exposed) if e.place == "seat 1")
    assert shown.ruling == "exposed-cards-are-seen"
    scene.do("Bob", "conceal")
    scene.do("Cid", "conceal")
    assert [(e.place, e.clause) for e in scene.events(ev.Concealed)] == [("seat 1", "10(a)")]
    assert scene.round._dealer.hand(1).faces == ["down", "down"]
    assert scene.round.view("seat 4").cards("seat 3") == [None, None]


@pytest.mark.parametrize(("who", "do"), [("Dot", "expose"), ("Bob", "conceal"), ("Bob", "expose")])
@clause(NAME, "10(a)")
def test_10a_exposing_without_a_three_card_wager_or_out_of_turn_is_refused(who: str, do: str) -> None:
    assert four_bettors().refused(who, do).clause == "10(a)"


@clause(NAME, "10(a)")
def test_10a_nobody_is_asked_to_expose_where_nobody_made_the_wager() -> None:
    scene = Scene(NAME).wager("Ann", ante=1000).no_more_bets()
    assert scene.round.asking is not None
    assert scene.round.asking.about == "fold or raise"
    assert scene.refused("Ann", "expose").clause == "10(a)"


@clause(NAME, "10(a)")
def test_10a_the_first_cards_turned_are_the_top_and_the_one_on_the_dealers_right() -> None:
    cards = laid("9h 9d", dealer="8d 5c", horizontal="Th 6c 6s", vertical="3s 6c 4d")
    scene = Scene(NAME, cards).wager("Ann", ante=1000).no_more_bets()
    turned = [(e.place, e.cards, e.clause, e.ruling) for e in scene.events(ev.Exposed)]
    assert turned == [("vertical top", ("3s",), "10(a)", "cross"), ("horizontal right", ("6s",), "10(a)", "cross")]
    view = scene.round.view("seat 1")
    unseen = ("horizontal left", "center", "vertical bottom")
    assert [view.cards(place) for place in unseen] == [[None], [None], [None]]
    assert view.cards("dealer") == [None, None]


# --- 10(b), 10(c): fold or raise

DULL = laid("9h 3d", "Kd Jc", "7h 7d", dealer="8d 5c", horizontal="Th 6c 6s", vertical="As 6c 4d")


@clause(NAME, "10(b)", "10(c)", "10(c)(1)", "1:fold")
def test_10c1_a_fold_loses_the_ante_at_once_and_the_cards_go_face_down_to_the_rack() -> None:
    scene = Scene(NAME, DULL, players=("Ann", "Bob")).wager("Ann", ante=1000).wager("Bob", ante=1000).no_more_bets()
    made = scene.do("Ann", "fold")
    chose, lost, cards = made
    assert isinstance(chose, ev.Chose)
    assert (chose.action, chose.seat, chose.clause) == ("fold", 1, "10(c)(1)")
    assert isinstance(lost, ev.Settled)
    assert (lost.wager, lost.result, lost.returned, lost.line) == ("ante", "lose", 0, "folded")
    assert isinstance(cards, ev.Collected)
    assert (cards.place, cards.faces, cards.clause) == ("seat 1", ("down", "down"), "10(c)(1)")
    assert cards.seen_by("public").cards == (None, None)  # type: ignore[union-attr]
    assert not scene.round.over
    scene.do("Bob", "vertical")
    assert [e.place for e in scene.events(ev.Exposed) if e.place.startswith("seat")] == ["seat 2"]


@clause(NAME, "10(d)", "10(e)", "10(h)")
def test_10d_the_cards_are_turned_also_when_everybody_has_folded() -> None:
    scene = decided(DULL, "fold")
    assert scene.round.over
    assert [e.place for e in scene.events(ev.Exposed)][2:] == ["horizontal left", "center", "vertical bottom", "dealer"]


@pytest.mark.parametrize("array", ["vertical", "horizontal"])
@clause(NAME, "10(b)", "10(c)", "10(c)(2)", "1:raise", "6(e)")
def test_10c2_choosing_an_array_lays_two_wagers_equal_to_the_ante(array: str) -> None:
    scene = Scene(NAME, DULL).wager("Ann", ante=1500).no_more_bets()
    scene.do("Ann", array)
    (chose,) = scene.events(ev.Chose)
    assert (chose.action, chose.hand, chose.clause) == (array, 1, "10(c)(2)")
    placed = [(e.wager, e.amount, e.clause) for e in scene.events(ev.Wagered)][1:]
    assert placed == [("raise 1", 1500, "10(c)(2)"), ("raise 2", 1500, "10(c)(2)")]


@clause(NAME, "10(c)(2)", "10(g)(1)")
def test_10c2_the_array_chosen_decides_which_cards_make_the_hand() -> None:
    cards = laid("Ah Kd", dealer="8d 5c", horizontal="Th 9c 6s", vertical="As 9c 4d")
    along = {array: decided(cards, array) for array in ("vertical", "horizontal")}
    hands = {array: scene.events(ev.Ranked)[-1] for array, scene in along.items()}
    assert set(hands["vertical"].cards) == {"Ah", "Kd", "As", "9c", "4d"}
    assert set(hands["horizontal"].cards) == {"Ah", "Kd", "Th", "9c", "6s"}
    assert ends(along["vertical"], "Ann")[0] == ("win", 2000)
    assert hands["horizontal"].category == "high card"


@clause(NAME, "10(c)(2)", "10(g)(1)")
def test_10c2_where_word_and_chips_differ_the_chips_decide() -> None:
    cards = laid("Ah Kd", dealer="8d 5c", horizontal="Th 9c 6s", vertical="As 9c 4d")
    scene = Scene(NAME, cards).wager("Ann", ante=1000).no_more_bets()
    scene.do("Ann", "vertical", what="horizontal")
    (chose,) = scene.events(ev.Chose)
    assert (chose.action, chose.ruling) == ("vertical", "chips-decide")
    assert "the chips decide" in scene.events(ev.Announced)[-1].words
    assert set(scene.events(ev.Ranked)[-1].cards) == {"Ah", "Kd", "As", "9c", "4d"}


@pytest.mark.parametrize("said", ["", "vertical"])
@clause(NAME, "10(c)(2)")
def test_10c2_where_they_agree_nothing_need_decide(said: str) -> None:
    scene = Scene(NAME, DULL).wager("Ann", ante=1000).no_more_bets()
    scene.do("Ann", "vertical", what=said)
    assert scene.events(ev.Chose)[0].ruling == ""
    assert [e.words for e in scene.events(ev.Announced)] == ["No more bets"]


def refusal(do: str, clause_id: str, wrong: str, **more: Any) -> Any:
    return pytest.param(do, more, clause_id, wrong, marks=clause(NAME, clause_id))


@pytest.mark.parametrize(
    ("do", "more", "clause_id", "wrong"),
    [
        refusal("vertical", "10(c)", "can't do 'vertical diagonal'", what="diagonal"),
        refusal("vertical", "10(c)(2)", "takes no amount", amount=500),
        refusal("fold", "10(c)(1)", "takes no amount", amount=500),
        refusal("wager", "10(c)(2)", "placed by choosing an array", wager="raise 1", amount=1000),
        refusal("wager", "10(c)(2)", "equal the ante", wager="raise 2", amount=2000),
        refusal("wager", "6(c)", "after 'No more bets'", wager="ante", amount=1000),
        refusal("wager", "6(c)", "after 'No more bets'", wager="three-card", amount=1000),
        refusal("withdraw", "6(c)", "after 'No more bets'", wager="ante"),
    ],
)
def test_10c_what_is_neither_fold_nor_two_equal_raises_is_refused(
    do: str, more: dict[str, Any], clause_id: str, wrong: str
) -> None:
    scene = Scene(NAME, DULL).wager("Ann", ante=1000).no_more_bets()
    refused = scene.refused("Ann", do, **more)
    assert wrong in str(refused)
    assert refused.clause == clause_id


@clause(NAME, "10(c)")
def test_10c_players_are_asked_from_the_dealers_left_and_none_out_of_turn() -> None:
    players = ("Ann", "Bob", "Cid")
    scene = Scene(NAME, DULL, players=players)
    for player in players:
        scene.wager(player, ante=1000)
    scene.no_more_bets()
    for player in players:
        assert [party.player for party in scene.round.waiting] == [player]
        for other in players:
            if other != player:
                assert scene.refused(other, "fold").clause == "10(c)"
        scene.do(player, "vertical")
    assert scene.round.over


# --- 10(d) to 10(h): showdown


@clause(NAME, "10(d)", "10(e)", "10(f)")
def test_10d_to_10f_the_cross_then_the_dealer_then_the_players_from_the_right() -> None:
    players = ("Ann", "Bob", "Cid")
    scene = decided(DULL, "vertical", "fold", "horizontal", players=players)
    turned = [(e.place, e.clause) for e in scene.events(ev.Exposed)][2:]
    assert turned == [
        ("horizontal left", "10(d)"),
        ("center", "10(d)"),
        ("vertical bottom", "10(d)"),
        ("dealer", "10(e)"),
        ("seat 3", "10(f)"),
        ("seat 1", "10(f)"),
    ]


@pytest.mark.parametrize(
    ("horizontal", "vertical", "array", "ruling"),
    [
        ("8h 9c 6s", "As 9c 4d", "horizontal", ""),
        ("Th 9c 6s", "8s 9c 4d", "vertical", ""),
        ("Th 9c 6s", "Ts 9c 6d", "vertical", "equal-arrays"),
    ],
)
@clause(NAME, "10(e)")
def test_10e_the_dealer_plays_the_better_array_and_the_vertical_one_where_they_are_equal(
    horizontal: str, vertical: str, array: str, ruling: str
) -> None:
    scene = decided(laid("Kh Qd", dealer="8d 5c", horizontal=horizontal, vertical=vertical), "vertical")
    laid_along = scene.events(ev.Procedure)[-1]
    assert (laid_along.step, laid_along.ruling) == (f"the dealer's cards are placed along the {array} array", ruling)
    hand = next(e for e in scene.events(ev.Ranked) if e.place == "dealer")
    assert set(hand.cards) == set(f"8d 5c {horizontal if array == 'horizontal' else vertical}".split())


BETTER = [
    # the dealer's cards, the better array, the other array, and both hands
    ("8d 5c", "Ts 9c 6d", "7h 9c 2s", "high card", "high card"),
    ("8d 5c", "8s 9c 4d", "5h 9c 6s", "pair", "pair"),
    ("8d 5c", "8s 9c 4d", "Th 9c 6s", "pair", "high card"),
    ("8d 5c", "8s 5h 4d", "Th 5h 6s", "two pair", "pair"),
    ("8d 5c", "8s 8h 4d", "5h 8h 6s", "three of a kind", "two pair"),
    ("8d 7c", "6s 5h 4d", "8s 5h 8h", "straight", "three of a kind"),
    ("8d 7d", "Kd 6d 2d", "5s 6d 4h", "flush", "straight"),
    ("8d 8c", "8s 5h 5d", "8h 5h 2c", "full house", "three of a kind"),
    ("8d 8c", "8s 8h 2c", "5s 8h 5d", "four of a kind", "full house"),
    ("8s 7s", "6s 5s 4s", "Ks 5s 2s", "straight flush", "flush"),
    ("Js Ts", "As Qs Ks", "9s Qs 8s", "royal flush", "straight flush"),
]


@pytest.mark.parametrize("array", ["vertical", "horizontal"])
@pytest.mark.parametrize(("own", "better", "other", "category", "lesser"), BETTER)
@clause(NAME, "10(e)")
def test_10e_the_dealer_plays_the_better_array_whatever_the_hands(
    own: str, better: str, other: str, category: str, lesser: str, array: str
) -> None:
    vertical, horizontal = (better, other) if array == "vertical" else (other, better)
    scene = decided(laid("Kh Qd", dealer=own, horizontal=horizontal, vertical=vertical), "fold")
    (hand,) = scene.events(ev.Ranked)
    assert (hand.place, hand.category, set(hand.cards)) == ("dealer", category, {*own.split(), *better.split()})
    assert scene.events(ev.Procedure)[-1].step == f"the dealer's cards are placed along the {array} array"
    assert poker.CATEGORIES[poker.category(parse_cards(f"{own} {other}"))] == lesser


@clause(NAME, "10(g)", "10(g)(1)", "10(g)(2)")
def test_10g2_a_lower_hand_loses_all_three_wagers_and_its_cards_at_once() -> None:
    cards = laid("Kh Qd", "Ah As", dealer="8d 8c", horizontal="Th 9c 6s", vertical="4s 9c 2d")
    scene = decided(cards, "vertical", "vertical", players=("Ann", "Bob"))
    assert ends(scene, "Ann") == [("lose", 0)] * 3
    assert {scene.settled("Ann", wager).clause for wager in ("ante", "raise 1", "raise 2")} == {"10(g)(2)"}
    assert ends(scene, "Bob") == [("win", 2000)] * 3
    collected = [(e.place, e.clause) for e in scene.events(ev.Collected)]
    assert collected[:2] == [("seat 1", "10(g)(2)"), ("seat 2", "10(h)")]


TIES = [
    # the player's and the dealer's cards, both along Ts 9c 2d: high card, pair, kickers
    ("Ah 5d", "Ad 5h", "push"),
    ("Th 5d", "Td 5h", "push"),
    ("Th 6d", "Td 5h", "win"),
    ("Th 5d", "Td 6h", "lose"),
    ("Ah 5d", "Ad 6h", "lose"),
    ("9h 9d", "Th Td", "lose"),
]


@pytest.mark.parametrize(("own", "dealer", "result"), TIES)
@clause(NAME, "10(g)", "10(g)(1)")
def test_10g_ranks_to_the_last_card_decide_and_equal_hands_push(own: str, dealer: str, result: str) -> None:
    scene = decided(laid(own, dealer=dealer, horizontal="3h 9c 4s", vertical="Ts 9c 2d"), "vertical")
    assert [end for end, _ in ends(scene, "Ann")] == [result] * 3
    if result == "push":
        assert ends(scene, "Ann") == [("push", 1000)] * 3


@clause(NAME, "10(g)(3)", "5(a)")
def test_10g3_a_tie_returns_all_three_wagers() -> None:
    scene = decided(laid("Ah 5d", dealer="Ad 5h", horizontal="3h 9c 4s", vertical="Ts 9c 2d"), "vertical")
    assert ends(scene, "Ann") == [("push", 1000)] * 3
    end = scene.settled("Ann", "raise 2")
    assert (end.clause, end.line, end.pays) == ("10(g)(3)", "equal to the dealer's hand", "")


ORDER = [
    # cards and array of the higher hand, then of the lower; both arrays share the center
    ("As Ks", "Qs Js Ts", "9s 8s", "7s Js Td", "royal flush", "straight flush"),
    ("6s 5s", "4s 3s 2s", "Ad Ac", "Ah 3s As", "straight flush", "four of a kind"),
    ("2s 2d", "2h 3s 2c", "Ad Ac", "Ah 3s 3d", "four of a kind", "full house"),
    ("2s 2d", "2h 3s 3c", "As Ks", "Qs 3s Js", "full house", "flush"),
    ("7s 5s", "4s Ts 2s", "Ah Kd", "Qc Ts Jh", "flush", "straight"),
    ("Ah 5d", "2c 3s 4h", "As Ad", "Ac 3s Kd", "straight", "three of a kind"),
    ("2s 2d", "2h 4s 3c", "As Kd", "Ac 4s Kh", "three of a kind", "two pair"),
    ("3s 2d", "3h 4s 2c", "As Ad", "Kc 4s Qh", "two pair", "pair"),
    ("2s 3d", "2h 4s 5c", "Ah Kd", "Qc 4s Jh", "pair", "high card"),
]


@pytest.mark.parametrize(("high", "vertical", "low", "horizontal", "above", "below"), ORDER)
@clause(NAME, "5(b)", "10(g)(2)", "10(g)(3)", "1:rank")
def test_5b_each_kind_of_hand_is_above_the_next(
    high: str, vertical: str, low: str, horizontal: str, above: str, below: str
) -> None:
    wins = decided(laid(high, dealer=low, horizontal=horizontal, vertical=vertical), "vertical")
    assert [end for end, _ in ends(wins, "Ann")] == ["win"] * 3
    assert [(e.place, e.category) for e in wins.events(ev.Ranked)] == [("dealer", below), ("seat 1", above)]
    loses = decided(laid(low, dealer=high, horizontal=horizontal, vertical=vertical), "horizontal")
    assert ends(loses, "Ann") == [("lose", 0)] * 3


LOST, EVEN = "lower than the dealer's hand", "equal to the dealer's hand"
COMPARED = ("10(g)", "10(g)(1)")


@pytest.mark.parametrize(
    ("own", "dealer", "ante", "raised"),
    [
        (
            "Th 6d",
            "Td 5h",
            ("10(g)(3)", COMPARED, "", "higher than the dealer's hand", "1 to 1"),
            ("10(g)(3)", (*COMPARED, "11(b)"), "each-raise", "pair", "1 to 1"),
        ),
        ("Th 5d", "Td 5h", ("10(g)(3)", COMPARED, "", EVEN, ""), ("10(g)(3)", COMPARED, "each-raise", EVEN, "")),
        ("Th 5d", "Td 6h", ("10(g)(2)", COMPARED, "", LOST, ""), ("10(g)(2)", COMPARED, "each-raise", LOST, "")),
    ],
)
@clause(NAME, "10(g)")
def test_10g_every_wager_says_what_decided_it(
    own: str, dealer: str, ante: tuple[object, ...], raised: tuple[object, ...]
) -> None:
    scene = decided(laid(own, dealer=dealer, horizontal="3h 9c 4s", vertical="Ts 9c 2d"), "vertical")
    told = {s.wager: (s.clause, s.also, s.ruling, s.line, s.pays) for s in scene.round.settlements}
    assert told == {"ante": ante, "raise 1": raised, "raise 2": raised}


@pytest.mark.parametrize(("own", "dealer", "result"), [("Ah 2d", "6d 7c", "lose"), ("6d 2d", "Ad 2c", "win")])
@clause(NAME, "5(a)", "5(b)(6)")
def test_5a_ace_to_five_is_the_lowest_straight(own: str, dealer: str, result: str) -> None:
    scene = decided(laid(own, dealer=dealer, horizontal="Kh 4s 9s", vertical="3s 4s 5h"), "vertical")
    assert {end for end, _ in ends(scene, "Ann")} == {result}


@clause(NAME, "10(g)")
def test_10g_a_player_may_lose_along_one_array_what_the_other_would_have_won() -> None:
    cards = laid("Ah Kd", dealer="Td 8c", horizontal="Th 9c 6s", vertical="As 9c 4d")
    assert ends(decided(cards, "horizontal"), "Ann") == [("lose", 0)] * 3
    assert ends(decided(cards, "vertical"), "Ann") == [("win", 2000)] * 3


@clause(NAME, "10(g)(3)", "10(h)")
def test_10h_winning_hands_lie_face_up_until_all_are_paid_and_the_rack_keeps_the_order() -> None:
    players = ("Ann", "Bob", "Cid", "Dot")
    cards = laid("Ah As", "9h 3d", "Kd Kc", "7h 2c", dealer="8d 5c", horizontal="Th 6c 6s", vertical="Js 6c 4d")
    scene = decided(cards, "vertical", "fold", "vertical", "vertical", players=players)
    assert [end for end, _ in ends(scene, "Dot")] == ["lose"] * 3  # to the dealer's pair of sixes
    collected = [(e.place, e.cards, e.clause) for e in scene.events(ev.Collected)]
    assert collected == [
        ("seat 2", ("9h", "3d"), "10(c)(1)"),
        ("seat 4", ("7h", "2c"), "10(g)(2)"),
        ("seat 3", ("Kd", "Kc"), "10(h)"),
        ("seat 1", ("Ah", "As"), "10(h)"),
        ("horizontal left", ("Th",), "10(h)"),
        ("center", ("6c",), "10(h)"),
        ("horizontal right", ("6s",), "10(h)"),
        ("vertical top", ("Js",), "10(h)"),
        ("vertical bottom", ("4d",), "10(h)"),
        ("dealer", ("8d", "5c"), "10(h)"),
    ]
    kinds = [type(e) for e in scene.round.events]
    last_paid = max(i for i, kind in enumerate(kinds) if kind is ev.Settled)
    first_winner = next(
        i for i, e in enumerate(scene.round.events) if isinstance(e, ev.Collected) and e.place == "seat 3"
    )
    assert last_paid < first_winner


@clause(NAME, "1:round of play")
def test_1_a_round_ends_with_every_wager_paid_or_collected() -> None:
    scene = decided(DULL, "vertical")
    (ended,) = scene.events(ev.Ended)
    assert (ended.clause, ended.staked) == ("1:round of play", 3000)
    assert (ended.staked - ended.returned) * UNITS == ended.house_units
    assert not scene.round.layout.stakes


def test_a_raise_costs_twice_the_ante() -> None:
    scene = Scene(NAME).wager("Ann", ante=700).no_more_bets()
    (party,) = scene.round.waiting
    costs = {offer.do: offer.cost() for offer in scene.round.offers(party)}
    assert costs == {"horizontal": 1400, "vertical": 1400, "fold": 0}
