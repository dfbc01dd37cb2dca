"""Boston 5 Stud Poker: wagers, the optional bonus, second wager and fold, clause by clause."""

from __future__ import annotations

import pytest

from pitboss import RulesError, Table
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import THE_DEALER, Party

from scene import Scene

clause = pytest.mark.clause
NAME = "boston_5_stud"
ANN = Party("player", 1, "Ann")


def betting(cards: str = "", players: tuple[str, ...] = ("Ann",), bonus: int = 0, **rules: object) -> Scene:
    """Everyone has an ante of $10, its first wager and the given optional bonus wager. Bets are closed."""
    scene = Scene(NAME, cards, players=players, rules=rules)
    for player in players:
        scene.wager(player, ante=1000, first=2000)
        if bonus:
            scene.wager(player, optional_bonus=bonus)
    return scene.no_more_bets()


# --- section 6 and the definitions: ante and first


@clause(NAME, "1:ante wager", "1:first wager", "6(a)", "6(b)")
def test_6b_ante_and_first_go_down_before_no_more_bets() -> None:
    scene = betting()
    assert [(e.wager, e.amount) for e in scene.events(ev.Wagered)] == [("ante", 1000), ("first", 2000)]


@clause(NAME, "1:first wager")
@pytest.mark.parametrize("amount", [1000, 1900, 2100, 4000])
def test_1_a_first_wager_is_exactly_twice_the_ante(amount: int) -> None:
    scene = Scene(NAME).wager("Ann", ante=1000)
    refusal = scene.refused("Ann", "wager", "first", amount)
    assert refusal.clause == "1:first wager"
    assert "is not twice the ante, which is $20" in str(refusal)


@clause(NAME, "1:first wager")
def test_1_a_first_wager_needs_an_ante() -> None:
    assert "no ante is placed" in str(Scene(NAME).refused("Ann", "wager", "first", 2000))


@clause(NAME, "6(b)")
def test_6b_bets_do_not_close_while_an_ante_has_no_first_wager() -> None:
    scene = Scene(NAME, players=("Ann", "Bob")).wager("Ann", ante=1000, first=2000).wager("Bob", ante=700)
    refusal = scene.refused("dealer", "no more bets")
    assert "Bob has an ante but no first wager, which must be $14" in str(refusal)
    scene.wager("Bob", first=1400).no_more_bets()
    assert scene.round.dealt_in == (1, 2)


@clause(NAME, "6(b)")
def test_6b_an_ante_stays_while_other_wagers_depend_on_it() -> None:
    scene = Scene(NAME).wager("Ann", ante=1000, first=2000)
    assert "must be withdrawn first" in str(scene.refused("Ann", "withdraw", "ante"))
    scene.do("Ann", "withdraw", "first")
    scene.do("Ann", "withdraw", "ante")
    scene.wager("Ann", ante=600, first=1200).no_more_bets()
    assert scene.round.layout.staked == 1800


@clause(NAME, "6(a)")
@pytest.mark.parametrize(
    ("amount", "why"),
    [
        (400, "below the table minimum"),
        (50_100, "above the table maximum"),
        (550, "not a multiple of the smallest chip"),
    ],
)
def test_6a_an_ante_is_within_the_limits_and_made_of_chips(amount: int, why: str) -> None:
    refusal = Scene(NAME).refused("Ann", "wager", "ante", amount)
    assert why in str(refusal)
    assert refusal.clause == "6(a)"


@clause(NAME, "6(a)")
def test_6a_a_coupon_goes_with_the_first_wager_and_not_with_the_ante() -> None:
    scene = Scene(NAME)
    assert "does not take a match play coupon" in str(scene.refused("Ann", "wager", "ante", 1000, coupon=1000))


@clause(NAME, "6(a)")
def test_6a_a_wager_by_word_with_cash_is_refused_before_and_after_the_bets_close() -> None:
    scene = Scene(NAME, players=("Ann", "Bob"))
    refusals = [scene.refused("Bob", "cash", wager, 1000) for wager in ("ante", "first", "second", "optional bonus")]
    scene.wager("Ann", ante=1000, first=2000).no_more_bets()
    refusals += [
        scene.refused(who, "cash", wager, 1000)
        for who in ("Ann", "Bob")
        for wager in ("ante", "first", "second", "optional bonus")
    ]
    for refusal in refusals:
        assert refusal.clause == "6(a)"
        assert "verbal wagers with cash are not accepted" in refusal.wrong


@clause(NAME, "6(b)")
@pytest.mark.parametrize(("do", "wager"), [("wager", "ante"), ("wager", "optional bonus"), ("withdraw", "first")])
def test_6b_nothing_is_placed_or_withdrawn_after_no_more_bets(do: str, wager: str) -> None:
    scene = betting()
    assert scene.refused("Ann", do, wager, 1000 if do == "wager" else 0).clause == "6(b)"


@clause(NAME, "6(b)")
def test_6b_nothing_is_withdrawn_while_bonuses_are_decided() -> None:
    scene = betting(bonus=100)
    assert scene.refused("Ann", "withdraw", "optional bonus").clause == "6(b)"


@clause(NAME, "6(e)")
def test_6e_only_those_who_are_seated_wager_and_at_their_own_seat() -> None:
    scene = Scene(NAME, players=("Ann", "Bob"))
    assert scene.refused("Zoe", "wager", "ante", 1000, seat=1).clause == "6(e)"
    assert scene.refused("Ann", "wager", "ante", 1000, seat=2).clause == "6(e)"
    scene.table.stand("Zoe")
    scene.wager("Ann", ante=1000, first=2000).no_more_bets()
    scene.do("Ann", "fold")
    scene.next_round()
    assert scene.refused("Zoe", "wager", "ante", 1000).clause == "6(e)"


@clause(NAME, "6(b)")
def test_no_cut_is_taken() -> None:
    refusal = Scene(NAME).refused("Ann", "cut", amount=20)
    assert "without a cut" in str(refusal)
    assert refusal.clause == "4(b)"
    assert Scene(NAME).refused("dealer", "no more bets").clause == "6(b)"


# --- 6(c): the optional bonus wager


@clause(NAME, "6(c)", "1:optional bonus wager")
def test_6c_a_dollar_is_enough_for_the_optional_bonus() -> None:
    scene = betting(bonus=100)
    assert [(e.wager, e.amount) for e in scene.events(ev.Wagered)][2] == ("optional bonus", 100)


@clause(NAME, "6(c)")
def test_6c_an_optional_bonus_goes_with_an_ante_and_a_first_wager() -> None:
    scene = Scene(NAME)
    assert "requires an ante and a first wager" in str(scene.refused("Ann", "wager", "optional bonus", 100))
    scene.wager("Ann", ante=1000)
    assert scene.refused("Ann", "wager", "optional bonus", 100).clause == "6(c)"
    scene.wager("Ann", first=2000, optional_bonus=100)


@clause(NAME, "6(c)")
@pytest.mark.parametrize(("amount", "why"), [(50, "below the min"), (10_100, "above the max"), (150, "multiple")])
def test_6c_an_optional_bonus_outside_its_limits_is_refused(amount: int, why: str) -> None:
    scene = Scene(NAME).wager("Ann", ante=1000, first=2000)
    assert why in str(scene.refused("Ann", "wager", "optional bonus", amount))


@clause(NAME, "6(c)")
def test_6c_the_least_optional_bonus_is_a_dollar_or_one_chip() -> None:
    with pytest.raises(RulesError, match="must be at least \\$1, not"):
        Table(NAME, {"optional_minimum": 50})
    with pytest.raises(RulesError, match="must be at most \\$10,000,000, not"):
        Table(NAME, {"optional_maximum": 1_000_000_100})
    assert Table(NAME, {"optional_maximum": 1_000_000_000}).rules.optional_maximum == 1_000_000_000
    with pytest.raises(RulesError, match="optional_maximum: must be at least"):
        Table(NAME, {"optional_maximum": 200, "chip": 500})
    scene = Scene(NAME, rules={"chip": 500}).wager("Ann", ante=1000, first=2000)
    assert "which is $5" in str(scene.refused("Ann", "wager", "optional bonus", 100))
    scene.wager("Ann", optional_bonus=500)


@clause(NAME, "6(c)")
def test_6c_a_first_wager_stays_while_an_optional_bonus_lies_upon_it() -> None:
    """Withdrawn first, it left a round that nobody could end: bets did not close, and the clock had no default."""
    scene = Scene(NAME).wager("Ann", ante=1000, first=2000, optional_bonus=100)
    refusal = scene.refused("Ann", "withdraw", "first")
    assert refusal.clause == "6(c)"
    assert "the wagers that depend on it must be withdrawn first" in str(refusal)
    scene.do("Ann", "withdraw", "optional bonus")
    scene.do("Ann", "withdraw", "first")
    lies = scene.refused("dealer", "no more bets")
    assert lies.wrong == "Ann has an ante but no first wager, which must be $20"


# --- 10(a), 11(d): expose or conceal


@pytest.mark.parametrize(
    ("cards", "ranked", "returned"),
    [
        pytest.param("As Ks Qs", "5(d)(1)", 20_500, marks=clause(NAME, "5(d)(1)", "1:suit", "11(d)")),
        pytest.param("As 2s 3s", "5(d)(1)", 20_500, marks=clause(NAME, "5(d)(1)", "11(d)")),
        pytest.param("9h Jh Th", "5(d)(1)", 20_500, marks=clause(NAME, "5(d)(1)", "11(d)")),
        pytest.param("2s 2h 2d", "5(d)(2)", 13_000, marks=clause(NAME, "5(d)(2)", "11(d)")),
        pytest.param("As Kh Qs", "5(d)(3)", 3_500, marks=clause(NAME, "5(d)(3)", "11(d)")),
        pytest.param("As 2h 3s", "5(d)(3)", 3_500, marks=clause(NAME, "5(d)(3)", "11(d)")),
        pytest.param("Ks As 2s", "5(d)(4)", 2_000, marks=clause(NAME, "5(d)(4)", "1:suit", "11(d)")),
        pytest.param("2s 7s Ts", "5(d)(4)", 2_000, marks=clause(NAME, "5(d)(4)", "11(d)")),
        pytest.param("2s 2h As", "5(d)(5)", 1_000, marks=clause(NAME, "5(d)(5)", "11(d)")),
        pytest.param("Ks Ah 2s", "5(d)", 0, marks=clause(NAME, "5(d)", "10(a)")),
        pytest.param("As Kh Js", "5(d)", 0, marks=clause(NAME, "5(d)", "10(a)")),
    ],
)
def test_11d_every_line_of_the_optional_bonus(cards: str, ranked: str, returned: int) -> None:
    scene = betting(cards, bonus=500)
    scene.do("Ann", "expose")
    assert scene.events(ev.Ranked)[0].clause == ranked
    assert scene.result("Ann", "optional bonus") == ("win" if returned else "lose", returned)


@pytest.mark.parametrize(
    ("stake", "returned", "rounded"), [(500, 1625, False), (501, 1629, True), (502, 1632, True), (504, 1638, False)]
)
@clause(NAME, "11(d)")
def test_11d_raised_odds_that_break_a_cent_go_to_the_players_favour(stake: int, returned: int, rounded: bool) -> None:
    scene = betting("2s 2h As", bonus=stake, chip=1, optional_bonus={"one pair": "9 to 4"})
    scene.do("Ann", "expose")
    end = scene.settled("Ann", "optional bonus")
    assert (end.returned, end.rounded, end.pays) == (returned, rounded, "9 to 4")


@clause(NAME, "10(a)")
def test_10a_a_hand_that_is_not_exposed_loses() -> None:
    scene = betting("As Ks Qs", bonus=500)
    scene.do("Ann", "conceal")
    assert scene.result("Ann", "optional bonus") == ("lose", 0)
    assert scene.settled("Ann", "optional bonus").ruling == "no-show-no-pay"
    assert not scene.events(ev.Exposed)


@clause(NAME, "10(a)", "11(d)")
def test_10a_losing_bonuses_are_collected_before_winning_ones_are_paid() -> None:
    players = ("Ann", "Bob", "Cy", "Dee")
    scene = betting("2s 2h 7d 3s 3h 7c Ks Qd 9c 4s 4h 7s", players, bonus=100)
    for who, choice in zip(players, ("expose", "conceal", "expose", "expose"), strict=True):
        assert not scene.round.settlements
        scene.do(who, choice)
    assert [(s.player, s.result, s.returned, s.line, s.ruling) for s in scene.round.settlements] == [
        ("Cy", "lose", 0, "exposed, below a pair", "exposed-cards-are-seen"),
        ("Bob", "lose", 0, "not exposed", "no-show-no-pay"),
        ("Dee", "win", 200, "one pair", ""),
        ("Ann", "win", 200, "one pair", ""),
    ]


@clause(NAME, "10(a)")
def test_10a_the_choice_is_offered_to_every_bettor_winner_or_not() -> None:
    scene = Scene(NAME, "As Kh 9s 2s 2h 2d", players=("Ann", "Bob", "Cy"))
    for who in ("Ann", "Bob", "Cy"):
        scene.wager(who, ante=1000, first=2000)
    for who in ("Ann", "Bob"):
        scene.wager(who, optional_bonus=100)
    scene.no_more_bets()
    assert scene.round.asking is not None
    assert [party.player for party in scene.round.asking.waiting] == ["Ann", "Bob"]
    assert scene.refused("Cy", "expose").clause == "10(a)"
    scene.do("Bob", "expose")
    scene.do("Ann", "conceal")
    assert scene.round.asking.about == "second or fold"


@clause(NAME, "10(a)")
def test_10a_exposed_cards_are_seen_by_every_seat_before_the_decisions_and_concealed_ones_by_none() -> None:
    scene = betting("2s 2h 7d 3s 3h 7c Ks Qd 9c", ("Ann", "Bob"), bonus=100)
    scene.do("Ann", "expose")
    assert scene.round.view("seat 2").cards("seat 1") == ["2s", "2h", "7d"]
    scene.do("Bob", "conceal")
    assert scene.round.view("seat 1").cards("seat 2") == [None, None, None]
    assert scene.round.view("public").cards("dealer") == [None, None, None]
    assert scene.round.view("seat 2").cards("seat 2") == ["3s", "3h", "7c"]
    shown = scene.events(ev.Exposed)[0]
    assert (shown.place, shown.ruling) == ("seat 1", "exposed-cards-are-seen")


@clause(NAME, "10(b)")
def test_10b_decisions_wait_until_every_optional_bonus_is_settled() -> None:
    scene = betting(bonus=100)
    assert scene.refused("Ann", "second").clause == "10(b)"
    assert scene.refused("Ann", "fold").clause == "10(b)"
    scene.do("Ann", "conceal")
    scene.do("Ann", "fold")


# --- 10(b), 10(c): second wager, fold, withdrawal


@clause(NAME, "6(d)", "10(b)", "1:second wager")
def test_10b_a_second_wager_equals_the_first() -> None:
    scene = betting()
    scene.do("Ann", "second")
    assert scene.events(ev.Chose)[0].amount == 2000
    placed = scene.events(ev.Wagered)[2]
    assert (placed.wager, placed.amount) == ("second", 2000)


@clause(NAME, "10(b)")
@pytest.mark.parametrize("amount", [1000, 1900, 2100, 4000])
def test_10b_a_second_wager_of_any_other_amount_is_refused(amount: int) -> None:
    refusal = betting().refused("Ann", "second", amount=amount)
    assert "is not the first wager, which is $20" in str(refusal)


@clause(NAME, "10(b)")
def test_10b_a_second_wager_is_placed_once() -> None:
    scene = betting()
    scene.do("Ann", "second", amount=2000)
    assert "it may be withdrawn" in str(scene.refused("Ann", "second"))
    assert "it may be withdrawn" in str(scene.refused("Ann", "fold"))


@clause(NAME, "10(b)", "1:fold", "10(g)")
def test_10b_a_fold_forfeits_ante_and_first_and_the_cards_are_collected_unseen() -> None:
    scene = betting("2s 5h 7d 3s 3h 7c", ("Ann", "Bob"))
    scene.do("Ann", "fold")
    assert [scene.result("Ann", wager) for wager in ("ante", "first")] == [("lose", 0), ("lose", 0)]
    picked = scene.events(ev.Collected)[0]
    assert (picked.place, picked.cards, picked.faces) == ("seat 1", ("2s", "5h", "7d"), ("down", "down", "down"))
    assert picked.seen_by("public").cards == (None, None, None)
    assert scene.refused("Ann", "second").clause == "10(b)"


@clause(NAME, "10(b)", "10(g)")
def test_10b_when_all_fold_no_more_cards_are_dealt_and_the_dealers_stay_unseen() -> None:
    scene = betting(players=("Ann", "Bob"))
    scene.do("Ann", "fold")
    scene.do("Bob", "fold")
    assert scene.round.over
    assert len(scene.events(ev.Dealt)) == 9
    assert scene.events(ev.Stub)[0].cards == 43
    assert scene.events(ev.Collected)[-1].faces == ("down", "down", "down")


@clause(NAME, "10(b)")
def test_10b_the_last_two_cards_wait_for_every_decision() -> None:
    scene = betting(players=("Ann", "Bob"))
    scene.do("Bob", "second")
    assert "Ann has neither placed a second wager nor folded" in str(scene.refused("dealer", "deal"))
    scene.do("Ann", "second")
    scene.do("dealer", "deal")
    assert scene.round.over


@clause(NAME, "10(c)", "1:fold")
def test_10c_a_second_wager_withdrawn_before_the_last_two_cards_is_a_fold() -> None:
    scene = betting(players=("Ann", "Bob"))
    scene.do("Ann", "second")
    scene.do("Bob", "second")
    scene.do("Ann", "withdraw", "second")
    taken = scene.events(ev.Withdrawn)[0]
    assert (taken.wager, taken.amount, taken.clause) == ("second", 2000, "10(c)")
    assert [scene.result("Ann", wager) for wager in ("ante", "first")] == [("lose", 0), ("lose", 0)]
    assert scene.settled("Ann", "ante").ruling == "withdrawn-second"
    assert [e.action for e in scene.events(ev.Chose) if e.player == "Ann"] == ["second", "withdraw", "fold"]
    scene.do("dealer", "deal")
    assert {e.to for e in scene.events(ev.Dealt)[9:]} == {"seat 2", "dealer"}
    assert [s.wager for s in scene.round.settlements if s.player == "Ann"] == ["ante", "first"]


@clause(NAME, "10(c)")
def test_10c_only_a_placed_second_wager_is_withdrawn() -> None:
    scene = betting()
    assert "no second wager is placed" in str(scene.refused("Ann", "withdraw", "second"))


@clause(NAME, "6(b)")
@pytest.mark.parametrize("wager", ["ante", "first"])
def test_6b_ante_and_first_are_not_withdrawn_with_the_second(wager: str) -> None:
    scene = betting()
    scene.do("Ann", "second")
    assert scene.refused("Ann", "withdraw", wager).clause == "6(b)"


def test_10c_nothing_is_withdrawn_once_the_last_two_cards_are_dealt() -> None:
    scene = betting()
    scene.do("Ann", "second")
    scene.do("dealer", "deal")
    assert "the round is over" in str(scene.refused("Ann", "withdraw", "second"))


@clause(NAME, "10(b)", "10(c)")
def test_offers_tell_what_may_not_be_done_and_why() -> None:
    scene = betting()
    before = {str(offer): offer.why_not for offer in scene.round.offers(ANN)}
    assert before == {
        "second": "",
        "fold": "",
        "withdraw second": "no second wager is placed",
        "withdraw ante": "nothing on the layout may change after 'No more bets'",
        "withdraw first": "nothing on the layout may change after 'No more bets'",
    }
    assert [offer.why_not for offer in scene.round.offers(THE_DEALER)] == [
        "Ann has neither placed a second wager nor folded"
    ]
    scene.do("Ann", "second")
    after = {str(offer): offer.why_not for offer in scene.round.offers(ANN)}
    assert after["withdraw second"] == ""
    assert [offer.do for offer in scene.round.offers(ANN) if not offer.why_not and not offer.optional] == []
    assert after["fold"] == "the second wager is placed; it may be withdrawn"
    scene.do("Ann", "withdraw", "second")


# --- 10(e) to (g): the showdown


@clause(NAME, "10(e)", "10(f)", "10(g)")
def test_10f_the_dealer_turns_over_first_then_players_from_the_right_each_settled_and_collected_in_turn() -> None:
    players = ("Ann", "Bob", "Cy")
    scene = betting("As Ah 4h 2s 5h 7d 3s 3h 7c Ks Qd 9c Jd Tc 8h 8s 9s Jh 6d 5c", players)
    for who in players:
        scene.do(who, "second")
    scene.do("dealer", "deal")
    exposed = [e.place for e in scene.events(ev.Exposed)]
    assert exposed == ["dealer", "seat 3", "seat 2", "seat 1"]
    assert len(scene.events(ev.Exposed)[0].cards) == 5
    assert [e.place for e in scene.events(ev.Collected)] == ["seat 3", "seat 2", "seat 1", "dealer"]
    rack = [card for e in scene.events(ev.Collected) for card in e.cards]
    assert rack[:3] == ["3s", "3h", "7c"]
    assert rack[-5:-2] == ["Ks", "Qd", "9c"]
    kinds = [
        (type(e).__name__, getattr(e, "seat", 0) or getattr(e, "place", ""))
        for e in scene.round.events
        if isinstance(e, ev.Settled | ev.Collected)
    ]
    assert kinds[:4] == [("Settled", 3)] * 3 + [("Collected", "seat 3")]


@clause(NAME, "10(b)")
def test_10b_a_folded_hand_is_what_a_later_second_wager_is_refused_for() -> None:
    scene = betting(players=("Ann", "Bob"))
    scene.do("Ann", "fold")
    for do in ("second", "fold"):
        refusal = scene.refused("Ann", do)
        assert (refusal.wrong, refusal.clause) == ("the hand is folded", "10(b)")
    assert scene.refused("Ann", "withdraw", "second").wrong == "the hand is folded"
